"""What a browser loads on its first visit to a page, counted in bytes over the wire."""

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urljoin, urlsplit

ENCODINGS = "gzip, deflate"
"""What is accepted: what every browser does, on unencrypted connections too."""

LINKS = {
    "text/html": re.compile(r"""(?:<script[^>]*?\bsrc|<link[^>]*?\bhref)=["']([^"']+)["']"""),
    "text/css": re.compile(r"""url\(["']?([^"')]+)["']?\)"""),
    "text/javascript": re.compile(
        r"""^(?:import|export)\s+(?:[^"';(]*?\sfrom\s+)?["']([^"']+)["']""", re.MULTILINE
    ),
}
"""What a file of each kind loads at once."""


def first_visit(address: str, path: str, also: Sequence[str] = ()) -> tuple[int, int]:
    """Bytes and requests of a page with everything it loads; `also` is what its scripts fetch."""
    place = urlsplit(address)
    connection = HTTPConnection(place.hostname or "", place.port)
    loaded: dict[str, int] = {}
    waiting = [path, *also]
    while waiting:
        wanted = waiting.pop()
        if wanted not in loaded:
            connection.request("GET", wanted, headers={"Accept-Encoding": ENCODINGS})
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{wanted}: status {answer.status}")
            loaded[wanted] = head_size(answer) + len(body)
            waiting += links(wanted, answer, body)
    connection.close()
    return sum(loaded.values()), len(loaded)


def head_size(answer: HTTPResponse) -> int:
    """Bytes of the status line and the headers."""
    lines = [f"HTTP/1.1 {answer.status} {answer.reason}"]
    lines += [f"{name}: {value}" for name, value in answer.getheaders()]
    return sum(len(line) + 2 for line in lines) + 2


def links(path: str, answer: HTTPResponse, body: bytes) -> Iterator[str]:
    """The addresses on this server that a file makes a browser load."""
    found = LINKS.get((answer.getheader("Content-Type") or "").partition(";")[0])
    if found is None:
        return
    for target in found.findall(unpacked(body, answer.getheader("Content-Encoding"))):
        if not target.startswith(("data:", "#", "http:", "https:")):
            yield urljoin(path, target)


def unpacked(body: bytes, encoding: str | None) -> str:
    """The text of a body."""
    if encoding == "gzip":
        body = gzip.decompress(body)
    elif encoding == "deflate":
        body = zlib.decompress(body)
    elif encoding is not None:
        raise RuntimeError(f"content encoding {encoding}; expected gzip or deflate")
    return body.decode("utf-8")
