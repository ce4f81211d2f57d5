"""A full disk and a locked database: what could not be stored was not played, and all goes on."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import anyio
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import Pool
from starlette.testclient import TestClient

from moonbow.server.store import migrate, open_database, open_to_write, reading
from server_kit import Line, Message, Person, serving


@pytest.fixture
def database(tmp_path: Path) -> Path:
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


@contextmanager
def two_playing(client: TestClient) -> Iterator[dict[str, Any]]:
    """The pages of two persons at one table, by person."""
    ada, bo = Person(client, "Ada"), Person(client, "Bo")
    table = ada.make("rainbow", ["person", "person"])
    with ada.at(table) as hers, bo.at(table) as his:
        hers.sit(0)
        his.sit(1)
        hers.ask("start")
        for line in (hers, his):
            line.until(lambda seen: seen["phase"] == "opening")
            assert line.open()["type"] == "ack"
        for line in (hers, his):
            line.until(lambda seen: seen["phase"] == "running")
        yield {"table": table, "lines": (hers, his)}


def decide(lines: tuple[Line, Line]) -> Message:
    """Who is to decide plays; where that is acknowledged, both wait until they see it."""
    mover = lines[lines[0].seen["to_move"]]
    before = mover.seen["decision"]
    answer = mover.play(mover.seen["legal"][0])
    if answer["type"] == "ack":
        for line in lines:
            line.until(lambda seen: seen["decision"] > before)
    return answer


def free(database: Path) -> None:
    """Something else goes from the disk."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DROP TABLE filler")
        connection.commit()


def test_on_a_full_disk_a_move_is_refused_and_played_once_there_is_room(full: Path) -> None:
    with serving(full.parent) as client, two_playing(client) as playing:
        lines, answer = playing["lines"], {"type": "ack"}
        while answer["type"] == "ack":
            answer = decide(lines)
        assert answer["code"] == "not-stored"
        assert answer["words"].startswith("It could not be stored")
        for line in lines:
            before = line.seen
            assert line.hello()["view"] == before["view"]
        kept = logged(full, playing["table"])
        assert [number for number, _ in kept] == list(range(len(kept)))
        free(full)
        while lines[0].seen["phase"] == "running":
            assert decide(lines)["type"] == "ack"


def test_a_locked_database_refuses_a_move_that_can_be_sent_again(database: Path) -> None:
    with serving(database.parent) as client, two_playing(client) as playing:
        kept = logged(database, playing["table"])
        lines = playing["lines"]
        mover = lines[lines[0].seen["to_move"]]
        move = {"decision": 0, "actions": [mover.seen["legal"][0]]}
        with closing(sqlite3.connect(database)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = mover.ask("play", "the-same", **move)
        assert refused["code"] == "not-stored"
        assert logged(database, playing["table"]) == kept
        for _ in range(2):
            assert mover.ask("play", "the-same", **move)["type"] == "ack"
        assert logged(database, playing["table"])[len(kept) :] == [(len(kept), "play")]


def test_connections_that_open_at_once_all_open(database: Path, tmp_path: Path) -> None:
    errors = []

    def connect(engine: sa.Engine, together: Barrier) -> None:
        together.wait()
        try:
            with engine.connect() as connection:
                settings = [
                    connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                    for name in ("journal_mode", "synchronous", "foreign_keys")
                ]
            assert settings == ["wal", 2, 1]  # 2 is FULL
        except Exception as error:
            errors.append(error)

    for number in range(50):
        path = tmp_path / f"{number}.db"
        shutil.copy(database, path)
        together = Barrier(6)
        reading = create_async_engine(f"sqlite+aiosqlite:///{path}")
        engines = [open_to_write(reading) for _ in range(6)]
        threads = [Thread(target=connect, args=(engine, together)) for engine in engines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for engine in engines:
            engine.dispose()
    assert errors == []


COUNTING = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {last})"


def test_what_is_read_is_read_to_its_end_even_if_nobody_wants_it_any_more(database: Path) -> None:
    """Else a thread would be left, and fail when it has to tell what it read."""
    read: list[int] = []

    async def give_up() -> None:
        engine = open_database(database)
        with anyio.move_on_after(0.02) as given_up:
            async with reading(engine) as connection:
                slow = sa.text(COUNTING.format(last=500_000) + " SELECT count(*) FROM n")
                read.append((await connection.execute(slow)).scalar_one())
            await anyio.sleep(5)
        assert given_up.cancelled_caught
        await engine.dispose()

    asyncio.run(give_up())
    assert read == [500_000]
