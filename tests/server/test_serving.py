"""Where a server keeps its data, and where it listens."""

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from moonbow.games import rainbow
from moonbow.server import serving as serving_module
from moonbow.server import store
from moonbow.server.app import create_app
from moonbow.server.serving import (
    AlreadyServing,
    NotServing,
    check_database,
    data_folder,
    finish_old_games,
    listen,
    only_server,
    run,
)
from server_kit import Person, serving

MOONBOW = (sys.executable, "-c", "from moonbow.cli import main; main()")


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


# One server for a folder


def test_a_folder_is_served_once(tmp_path: Path) -> None:
    with only_server(tmp_path):
        (tmp_path / "address").write_text("http://localhost:5")
        with pytest.raises(AlreadyServing) as refused, only_server(tmp_path):
            pass
    assert "in use by the server at http://localhost:5" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_a_folder_is_free_again_after_its_server_has_ended(tmp_path: Path) -> None:
    for _ in range(2):
        with only_server(tmp_path):
            (tmp_path / "address").write_text("http://localhost:5")
        assert not (tmp_path / "address").exists()


def test_a_second_start_opens_the_page_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serving_module, "open_page", opened.append)
    with only_server(tmp_path):
        (tmp_path / "address").write_text("http://localhost:5")
        run("127.0.0.1", 0, str(tmp_path), show=True)
        with pytest.raises(AlreadyServing):
            run("127.0.0.1", 0, str(tmp_path))
    assert opened == ["http://localhost:5"]
    assert capsys.readouterr().out == "Moonbow is there already, at http://localhost:5\n"


def test_the_page_that_is_opened_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, seen = tmp_path / "browser.py", tmp_path / "seen"
    browser.write_text(
        "import sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1]).read()\n"
        f"open({str(seen)!r}, 'wb').write(sys.argv[1].encode() + page)\n"
    )
    os.mkfifo(seen)
    monkeypatch.setenv("BROWSER", f"{sys.executable} {browser} %s")
    command = [*MOONBOW, "serve", "--open", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            assert seen.read_text().startswith(f"{address}<!doctype html>")
        finally:
            server.terminate()


# Rules of another version


def test_games_by_older_rules_are_named_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client:
        person = Person(client, "Ada")
        old = [person.make("rainbow", ["person", "bot:random"]) for _ in range(2)]
        person.make("rainbow7", ["person", "bot:random"])
    monkeypatch.setattr(rainbow, "RULES_VERSION", rainbow.RULES_VERSION + 1)
    for _ in range(2):
        with pytest.raises(NotServing) as refused:
            finish_old_games(tmp_path, close_old=False)
        named = [game for game in old if f"{game} (rainbow, rules 1)" in str(refused.value)]
        assert named == old
        assert "2 unfinished by the rules of another version" in str(refused.value)


def test_games_by_older_rules_are_ended_where_that_is_wished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client:
        person = Person(client, "Ada")
        old = person.make("rainbow", ["person", "bot:random"])
        with person.at(old) as line:
            line.sit(0)
        new = person.make("pirates", ["person", "bot:random"])
    monkeypatch.setattr(rainbow, "RULES_VERSION", rainbow.RULES_VERSION + 1)
    finish_old_games(tmp_path, close_old=True)
    finish_old_games(tmp_path, close_old=False)
    with serving(tmp_path) as client:
        person.client = client
        assert person.get("/").status_code == 200
        refused = person.get(f"/api/tables/{old}/record")
        assert (refused.status_code, refused.json()["code"]) == (410, "old-rules")
        assert person.get(f"/table/{old}").status_code == 410
        assert person.get(f"/table/{new}").status_code == 200


def no_database(path: Path, _locked: sqlite3.Connection) -> None:
    path.write_bytes(b"a letter, by no means a database, of some length\n" * 40)


def of_a_later_version(path: Path, _locked: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
        connection.commit()


def held(_path: Path, other: sqlite3.Connection) -> None:
    other.execute("PRAGMA journal_mode=DELETE")
    other.execute("BEGIN EXCLUSIVE")


@pytest.mark.parametrize("spoil", [no_database, of_a_later_version, held])
def test_a_database_that_cannot_be_is_refused_in_one_line_and_left_as_it_is(
    spoil: Callable[[Path, sqlite3.Connection], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.1)
    path = tmp_path / "moonbow.db"
    check_database(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        spoil(path, other)
        before = path.read_bytes()
        with pytest.raises(NotServing) as refused:
            run("127.0.0.1", 0, str(tmp_path))
        assert path.read_bytes() == before
    assert "expected a database of this version of Moonbow" in str(refused.value)
    assert "moonbow.db" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
