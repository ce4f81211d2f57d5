"""Requests to a server that are no moves."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from moonbow.games.errors import Refused

PATIENCE = 30.0
"""Seconds that a request may take."""


class Unreachable(ConnectionError):
    """The server does not answer."""


@dataclass(frozen=True)
class Answer:
    """What a server answered, and the cookie that came with it, if any."""

    body: Any
    cookie: str


def ask(address: str, headers: Mapping[str, str], body: object = None) -> Answer:
    """Sends a body as JSON, or reads an address. Raises Refused and Unreachable."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {**headers, "Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0]
            return Answer(json.load(answer), cookie)
    except HTTPError as error:
        with error:
            raise refusal(error.code, error.read()) from error
    except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
        raise Unreachable(f"{address}: {error}") from error


def refusal(status: int, body: bytes) -> Refused:
    """Why a server refused: its code and its words, where it is a server of Moonbow."""
    try:
        told = json.loads(body)
        return Refused(told["code"], told["words"])
    except (ValueError, TypeError, KeyError):
        return Refused(str(status), f"status {status}")
