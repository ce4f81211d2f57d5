"""A full disk and a locked database: what could not be stored was not played, and all goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.pool import Pool
from starlette.testclient import TestClient

from moonbow.server.store import migrate
from server_kit import Line, Message, Person, at_once, serving


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    at_once(monkeypatch)
    path = tmp_path / "moonbow.db"
    migrate(path)
    return path


@pytest.fixture
def full(database: Path) -> Iterator[Path]:
    """A database that cannot grow, on a disk that holds something else as well."""

    def cannot_grow(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA max_page_count=1")  # SQLite takes that as: no more than now

    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE filler AS SELECT randomblob(400000) AS bytes")
        connection.commit()
    sa.event.listen(Pool, "connect", cannot_grow)
    yield database
    sa.event.remove(Pool, "connect", cannot_grow)


def logged(database: Path, table: str) -> list[tuple[int, str]]:
    """The log of a table as it lies on the disk."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT number, kind FROM event WHERE game_id = ? ORDER BY number", [table]
        )
        return rows.fetchall()


def begun(client: TestClient) -> tuple[Person, str]:
    """A person, and a table with a bot at which many decisions will be made."""
    person = Person(client, "Ada")
    return person, person.make("rainbow", ["person", "bot:random"])


def to_decide(line: Line) -> bool:
    """Waits for the person's decision; whether there is one."""
    line.until(lambda seen: seen["legal"] or seen["phase"] == "over")
    return bool(line.seen["phase"] == "running")


def decide(line: Line, action: str) -> Message:
    """Plays, and where that is acknowledged, waits until it is seen."""
    before = line.seen["decision"]
    answer = line.play(action)
    if answer["type"] == "ack":
        line.until(lambda seen: seen["decision"] > before)
    return answer


def test_on_a_full_disk_a_move_is_refused_and_played_once_there_is_room(full: Path) -> None:
    with serving(full.parent) as client:
        person, table = begun(client)
        with person.at(table) as line:
            line.sit(0)
            line.open()
            answer = {"type": "ack"}
            while answer["type"] == "ack" and to_decide(line):
                action = line.seen["legal"][0]
                answer = decide(line, action)
            assert answer["code"] == "not-stored"
            assert answer["words"].startswith("It could not be stored")
            before = line.seen
            assert line.hello()["view"] == before["view"]
            kept = logged(full, table)
            assert [number for number, _ in kept] == list(range(len(kept)))
            with closing(sqlite3.connect(full)) as connection:
                connection.execute("DROP TABLE filler")
                connection.commit()
            assert decide(line, action)["type"] == "ack"
            while to_decide(line):
                assert decide(line, line.seen["legal"][0])["type"] == "ack"


def test_a_locked_database_refuses_a_move_that_can_be_sent_again(database: Path) -> None:
    with serving(database.parent) as client:
        person, table = begun(client)
        with person.at(table) as line:
            line.sit(0)
            line.open()
            assert to_decide(line)
            kept, decision = logged(database, table), line.seen["decision"]
            move = {"decision": decision, "actions": [line.seen["legal"][0]]}
            with closing(sqlite3.connect(database)) as other:
                other.execute("BEGIN IMMEDIATE")
                refused = line.ask("play", "the-same", **move)
            assert refused["code"] == "not-stored"
            assert logged(database, table) == kept
            assert line.ask("play", "the-same", **move)["type"] == "ack"
            assert line.ask("play", "the-same", **move)["type"] == "ack"
            line.until(lambda seen: seen["decision"] > decision)
            assert logged(database, table)[len(kept)] == (len(kept), "play")
