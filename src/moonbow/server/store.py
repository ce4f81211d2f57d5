"""What is kept: people, tables and the log of every table, in one SQLite database."""

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from anyio import CancelScope
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

DATABASE = "moonbow.db"
"""The file in the folder that holds everything."""

PATIENCE = 2.0
"""Seconds to wait for a database that another program has locked."""

METADATA = sa.MetaData()

PERSON = sa.Table(
    "person",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

GAME = sa.Table(
    "game",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("phase", sa.String(8), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)

SEAT = sa.Table(
    "seat",
    METADATA,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
)
"""Who sits where; it follows from the log, and finds a person's tables."""

EVENT = sa.Table(
    "event",
    METADATA,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("by", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("client_id", sa.String(80)),
    sa.UniqueConstraint("game_id", "client_id"),
)


@dataclass(frozen=True)
class Event:
    """One thing that decided what happens next at a table."""

    number: int
    at: float  # seconds since 1970
    by: str  # "person:ID", "bot", "clock" or "server"
    kind: str
    data: dict[str, Any]
    client_id: str | None = None  # the id that the sender gave the message, made unique by sender


@dataclass(frozen=True)
class Stored:
    """A table as it was made."""

    id: str
    game: str
    rules: int
    settings: dict[str, Any]
    secret: bytes
    phase: str
    created: float


def open_database(path: Path) -> AsyncEngine:
    """The engine of a database file, brought up to date."""
    migrate(path)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}", json_serializer=compact, connect_args={"timeout": PATIENCE}
    )
    sa.event.listen(engine.sync_engine, "connect", prepare)
    return engine


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection to read from. What is read is read to its end, even if nobody wants it any more.

    A connection given up in the middle would still be told of by its thread when all has ended.
    """
    with CancelScope(shield=True):
        async with engine.connect() as connection:
            yield connection


def open_to_write(engine: AsyncEngine) -> sa.Engine:
    """Another engine of the same database, for the thread of its one writer."""
    writing = sa.create_engine(
        engine.url.set(drivername="sqlite"),
        json_serializer=compact,
        connect_args={"timeout": PATIENCE},
    )
    sa.event.listen(writing, "connect", prepare)
    return writing


def prepare(connection: Any, _record: Any) -> None:
    """What is committed is durable."""
    for setting in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def migrate(path: Path) -> None:
    """Brings a database up to date, or makes it, so that nobody waits for others to read.

    The write-ahead log is set here, while nothing else is connected, and stays set: of two
    connections that set it at once, SQLite refuses one without waiting.
    """
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", f"sqlite:///{path}")
    command.upgrade(config, "head")


def compact(value: object) -> str:
    """JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))


async def find_games(connection: AsyncConnection, *where: sa.ColumnElement[bool]) -> list[Stored]:
    """The tables for which all of this holds, the newest first."""
    rows = await connection.execute(sa.select(GAME).where(*where).order_by(GAME.c.created.desc()))
    return [Stored(**row) for row in rows.mappings()]


async def events_of(connection: AsyncConnection, game_id: str) -> Sequence[Event]:
    """The log of a table."""
    columns = [column for column in EVENT.c if column.name != "game_id"]
    rows = await connection.execute(
        sa.select(*columns).where(EVENT.c.game_id == game_id).order_by(EVENT.c.number)
    )
    return [Event(**row) for row in rows.mappings()]


async def seats_of(connection: AsyncConnection, person: str) -> list[str]:
    """The tables at which a person sits."""
    rows = await connection.execute(sa.select(SEAT.c.game_id).where(SEAT.c.person == person))
    return list(rows.scalars())
