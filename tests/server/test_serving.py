"""Where a server keeps its data, and where it listens."""

import socket
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from moonbow.server.app import create_app
from moonbow.server.serving import NotServing, data_folder, listen
from server_kit import Person


def test_a_folder_is_made_when_it_is_missing(tmp_path: Path) -> None:
    assert data_folder(str(tmp_path / "new" / "folder")).is_dir()


def test_a_folder_that_cannot_be_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a regular file")
    with pytest.raises(NotServing) as refused:
        data_folder(str(tmp_path / "file" / "below"))
    assert "expected a folder to write to" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_a_port_that_is_taken_is_refused_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(NotServing) as refused:
            listen("127.0.0.1", taken.getsockname()[1])
    assert "expected a free port" in str(refused.value)


@pytest.mark.parametrize(
    ("address", "begins"),
    [(None, "http://testserver/table/"), ("http://192.0.2.7:8077", "http://192.0.2.7:8077/table/")],
)
def test_a_link_for_others_begins_with_how_they_reach_the_server(
    address: str | None, begins: str, tmp_path: Path
) -> None:
    app = create_app(tmp_path, prepare=lambda: None, address=address)
    with TestClient(app) as client:
        person = Person(client, "Ada")
        table = person.make("rainbow", ["person", "person"])
        told = person.get(f"/api/tables/{table}/link").json()
    assert told["link"] == begins + table
    assert told["qr"].startswith("<svg")
