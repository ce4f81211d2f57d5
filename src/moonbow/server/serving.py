"""Running the server: its folder, its port, and what is printed about it."""

import socket
from pathlib import Path

import segno
import uvicorn
from platformdirs import user_data_path

from moonbow.games.errors import Refused
from moonbow.server.app import create_app
from moonbow.server.messages import MOST_BYTES


class NotServing(Refused):
    """A folder that cannot be written, or a port that is taken."""


def run(host: str, port: int, data: str | None, lan: bool = False) -> None:
    """Serves until it is stopped. Raises NotServing."""
    folder = data_folder(data)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    print(f"Moonbow is at http://localhost:{port}", flush=True)
    address = f"http://{own_address()}:{port}" if lan else None
    if address:
        print(f"In the same network: {address}")
        segno.make(address).terminal(compact=True)
    config = uvicorn.Config(
        create_app(folder, address=address),
        log_level="warning",
        ws_max_size=MOST_BYTES,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])


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
            "no-port", f"--port: {host}:{port}: {error.strerror}; expected a free port"
        ) from error
    return listening


def own_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
