"""Running the server: its folder, its port, and what is printed about it."""

import asyncio
import logging
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import segno
import uvicorn
from alembic.util import CommandError
from fastapi import FastAPI
from filelock import FileLock, Timeout
from platformdirs import user_data_path
from sqlalchemy.exc import SQLAlchemyError

from moonbow.games.errors import Refused
from moonbow.lab.first_start import CompilingAside, go_on_compiled, handed_over
from moonbow.server.app import create_app
from moonbow.server.messages import MOST_BYTES
from moonbow.server.store import DATABASE, migrate
from moonbow.server.upgrade import close_games, games_of_other_rules

ADDRESS = "address"
"""The file in the folder that says where its server is."""


LOG = logging.getLogger("moonbow.server")

TAKING_OVER = 10.0
"""Seconds that a server waits for its folder that goes on with an open socket."""

STOPPING = 3
"""Seconds until requests that have not ended are cut when the server stops."""

HEARING = 0.2
"""Seconds from the last connection that is taken until those on which nothing was said are cut."""


class NotServing(Refused):
    """A folder or a port that cannot be had, or games that this version cannot go on with."""


class AlreadyServing(NotServing):
    """The folder has a server. Its `address` is where that is."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        super().__init__(
            "folder-in-use",
            f"--data: {str(folder)!a}: in use by the server at {address or 'another port'}; "
            "expected a folder of its own",
        )


def run(
    host: str,
    port: int,
    data: str | None,
    lan: bool = False,
    show: bool = False,
    close_old: bool = False,
) -> None:
    """Serves until it is stopped; `show` opens the page in the browser. Raises NotServing."""
    folder = data_folder(data)
    listening = handed_over()
    try:
        with only_server(folder, 0 if listening is None else TAKING_OVER):
            if listening is None:
                check_database(folder / DATABASE)
                finish_old_games(folder, close_old)
                listening = listen(host, port)
                show_address(listening, lan, show)
            else:
                show = False
            compiled = serve(folder, listening.dup(), lan, show)
        if compiled:
            go_on_compiled(listening)
        listening.close()
    except AlreadyServing as found:
        if not (show and found.address):
            raise
        print(f"Moonbow is there already, at {found.address}")
        open_page(found.address)


def show_address(listening: socket.socket, lan: bool, show: bool) -> None:
    """Prints where the server is."""
    print(f"Moonbow is at {local_address(listening)}", flush=True)
    if lan:
        address = network_address(listening)
        print(f"In the same network: {address}")
        segno.make(address).terminal(compact=True)
    if show:
        print("Ctrl-C ends it; games that are not over go on the next time.", flush=True)


def serve(folder: Path, listening: socket.socket, lan: bool, show: bool) -> bool:
    """Serves on a socket until it is stopped, or until all is compiled that was not: whether."""
    local = local_address(listening)
    (folder / ADDRESS).write_text(local)
    address = network_address(listening) if lan else None
    sys.setswitchinterval(0.0005)  # a commit needs its thread's turn several times
    app = create_app(folder, address=address)
    if show:
        once_it_answers(app, lambda: open_page(local))
    config = uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # views are short
        timeout_graceful_shutdown=STOPPING,
    )
    server = Server(config)
    compiled = threading.Event()

    def wait() -> None:
        status = aside.wait()
        if status == 0:
            compiled.set()
            server.should_exit = True
        elif status and not server.should_exit:
            LOG.warning("compiling has failed (%s); `moonbow warm` says why", status)

    with CompilingAside() as aside:
        threading.Thread(target=wait, daemon=True).start()
        server.run(sockets=[listening])
    return compiled.is_set()


class Server(uvicorn.Server):
    """A server that, told to stop, first hears out who has just come in."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Takes nobody more, and stops when those who came have had time to say what they want."""
        for each in self.servers:
            each.close()
        await asyncio.sleep(HEARING)
        await super().shutdown(sockets)


def once_it_answers(app: FastAPI, call: Callable[[], object]) -> None:
    """Has something called as soon as the application has started."""
    started = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with started(app):
            call()
            yield

    app.router.lifespan_context = lifespan


def open_page(address: str) -> None:
    """Opens a page in the browser, where there is a screen to show it on."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in screens):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def data_folder(chosen: str | None) -> Path:
    """The folder for the database, made when it is missing. Raises NotServing."""
    folder = Path(chosen) if chosen else user_data_path("moonbow", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise NotServing(
            "no-folder", f"--data: {str(folder)!a}: {error.strerror}; expected a folder to write to"
        ) from error
    return folder


@contextmanager
def only_server(folder: Path, patience: float = 0) -> Iterator[None]:
    """Holds a folder while it is served: two servers would play each bot's turn twice.

    Raises AlreadyServing, where it does not become free for so many seconds.
    """
    lock = FileLock(folder / "server.lock")
    try:
        lock.acquire(timeout=patience)
    except Timeout as taken:
        written = folder / ADDRESS
        raise AlreadyServing(folder, written.read_text() if written.exists() else "") from taken
    try:
        yield
    finally:
        (folder / ADDRESS).unlink(missing_ok=True)
        lock.release()


def check_database(path: Path) -> None:
    """Makes the database, or brings it up to date. Raises NotServing."""
    try:
        migrate(path)
    except (SQLAlchemyError, sqlite3.Error, CommandError) as error:
        why = str(getattr(error, "orig", error)).splitlines()[0]
        raise NotServing(
            "no-database",
            f"--data: {str(path)!a}: {why}; expected a database of this version of Moonbow, "
            "or none, that no other program holds",
        ) from error


def finish_old_games(folder: Path, close_old: bool) -> None:
    """Ends the games that go by other rules than this version's, if told to. Raises NotServing."""
    old = games_of_other_rules(folder / DATABASE)
    if not old:
        return
    if not close_old:
        names = ", ".join(f"{game.id} ({game.game}, rules {game.rules})" for game in old)
        raise NotServing(
            "old-games",
            f"{len(old)} unfinished by the rules of another version: {names}; expected the "
            "version they began with, or --close-old, which ends them and keeps their logs",
        )
    close_games(folder / DATABASE, old)
    print(f"Games by the rules of another version that were ended: {len(old)}")


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address. Raises NotServing."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)  # whoever comes now is served in a moment
    except OSError as error:
        listening.close()
        raise NotServing(
            "no-port",
            f"--port: {host}:{port}: {error.strerror}; expected a free port, or 0 for any",
        ) from error
    return listening


def local_address(listening: socket.socket) -> str:
    """Where this machine finds the server."""
    return f"http://localhost:{listening.getsockname()[1]}"


def network_address(listening: socket.socket) -> str:
    """Where other machines of the network find it."""
    return f"http://{own_address()}:{listening.getsockname()[1]}"


def own_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
