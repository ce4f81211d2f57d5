"""A server in a process of its own, with its data in a folder that lasts as long as it does."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    address: str
    process: int
    started: float  # when its process was started, by time.perf_counter

    def megabytes(self) -> float:
        """Its resident memory."""
        status = Path(f"/proc/{self.process}/status").read_text(encoding="ascii")
        found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        assert found
        return int(found[1]) / 1024


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server that keeps its data in a folder and listens on a free port of this machine."""
    command = [sys.executable, "-m", "moonbow", "serve", "--port", "0", "--data", str(folder)]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            port = process.stdout.readline().rsplit(":", 1)[1].strip()
            yield Server(f"http://127.0.0.1:{port}", process.pid, started)
        finally:
            process.terminate()


def seconds_to_first_page(folder: Path) -> float:
    """From the start of the process to the first page read, where all is compiled already."""
    with serving(folder) as server, urlopen(server.address) as page:
        page.read()
        return time.perf_counter() - server.started
