"""A server in a process of its own, as outside programs meet it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ServerProcess:
    """A server on a port that it keeps when it is started again."""

    def __init__(self, folder: Path, pace: float = 0.0) -> None:
        self.folder = folder
        self.pace = pace
        self.port = 0

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it listens."""
        command = [sys.executable, "-m", "moonbow", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "MOONBOW_PACE": str(self.pace)},
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def kill(self) -> None:
        """Ends it without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def server_process(folder: Path) -> Iterator[ServerProcess]:
    """A server that is there meanwhile."""
    server = ServerProcess(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()
