"""The first start, on which nothing is compiled yet and nobody wants to wait.

The same rules and bots run as plain Python too, fast enough for a table. So where compiled code is
missing, the program begins anew as plain Python at once, while a process aside compiles; a server
begins anew once more when that is done, on the same socket, so that nobody is turned away.
"""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import NoReturn

from moonbow.games import kernel
from moonbow.lab.warm import is_warm
from moonbow.messages import Catalog

PLAIN = "MOONBOW_PLAIN"
"""In the environment of a program that runs as plain Python until all is compiled."""

LISTENING = "MOONBOW_LISTENING"
"""In the environment of a server that goes on with a socket that is open: its number."""


def plain_until_compiled(language: str = "en") -> None:
    """Begins the program anew as plain Python, unless all is compiled or nothing is ever.

    Returns also where a program cannot take its own place (Windows); it must compile then.
    """
    if os.name != "posix" or LISTENING in os.environ or is_warm():
        return
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    if None in (kernel.RULES_CACHE, kernel.CACHE):
        say = Catalog(language)
        print(say("compiled.nowhere"), file=sys.stderr)
    else:
        plain[PLAIN] = "1"
    begin_anew(plain)


def go_on_compiled(listening: socket.socket) -> NoReturn:
    """Begins a server anew that was plain until now, on its open socket."""
    listening.set_inheritable(True)
    begin_anew({**environment(), LISTENING: str(listening.fileno())})


def handed_over() -> socket.socket | None:
    """The open socket that a server goes on with that was plain until now."""
    number = os.environ.pop(LISTENING, None)
    return None if number is None else socket.socket(fileno=int(number))


def environment() -> dict[str, str]:
    """The environment as it was before this program became plain."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in (PLAIN, "NUMBA_DISABLE_JIT")
    }


def begin_anew(variables: dict[str, str]) -> NoReturn:
    """The same command from the start, in this very process."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], variables)


def is_plain_for_now() -> bool:
    """Whether this program is plain until all is compiled."""
    return PLAIN in os.environ


class CompilingAside:
    """A process that compiles everything at low priority, where this program is plain for now.

    It ends with this program, however that ends: then nobody holds the other end of its input.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "CompilingAside":
        if is_plain_for_now():
            quiet = subprocess.DEVNULL
            self.process = subprocess.Popen(
                [sys.executable, "-m", "moonbow.lab.warm"],
                stdin=subprocess.PIPE, stdout=quiet, stderr=quiet,
                env=environment(), start_new_session=True,
            )  # fmt: skip
        return self

    def wait(self) -> int | None:
        """Waits until it is done: its exit status, 0 where all is compiled; None: there is none."""
        return None if self.process is None else self.process.wait()

    def __exit__(self, *_: object) -> None:
        """Ends it with all that it has started; what is compiled so far is kept."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()
