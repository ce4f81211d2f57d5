"""The one writer: what arrives together is committed together, and told only then."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from moonbow.server.store import EVENT, GAME, SEAT, Event, compact, open_to_write

MOST_AT_ONCE = 500
"""How many changes one commit takes at most."""


class NotStoredError(Exception):
    """A change that could not be written: nothing of it is kept."""


@dataclass(frozen=True)
class Change:
    """What is written whole or not at all: events of one table, and the rows that follow."""

    game_id: str
    events: Sequence[Event]
    rows: Sequence[tuple[sa.Executable, dict[str, Any]]] = ()


def phase_row(game_id: str, phase: str) -> tuple[sa.Executable, dict[str, Any]]:
    """A table is in another phase."""
    return sa.update(GAME).where(GAME.c.id == game_id).values(phase=phase), {}


def seat_row(game_id: str, person: str, seat: int) -> tuple[sa.Executable, dict[str, Any]]:
    """A person has sat down."""
    return sa.insert(SEAT), {"game_id": game_id, "person": person, "seat": seat}


def no_seat_row(game_id: str, person: str) -> tuple[sa.Executable, dict[str, Any]]:
    """A person has left a seat."""
    return sa.delete(SEAT).where(SEAT.c.game_id == game_id, SEAT.c.person == person), {}


class Writer:
    """Takes changes from everywhere and commits them, in a thread, in the order they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = open_to_write(engine)
        self._queue: asyncio.Queue[tuple[Change, asyncio.Future[None]]] = asyncio.Queue()

    async def write(self, change: Change) -> None:
        """Returns once the change is durable. Raises NotStoredError."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((change, done))
        await done

    async def run(self) -> None:
        """Commits until it is cancelled."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as thread:
            try:
                while True:
                    batch = [await self._queue.get()]
                    while not self._queue.empty() and len(batch) < MOST_AT_ONCE:
                        batch.append(self._queue.get_nowait())
                    changes = [change for change, _ in batch]
                    errors = await loop.run_in_executor(thread, self._commit_all, changes)
                    for (_, done), error in zip(batch, errors, strict=True):
                        settle(done, error)
            finally:
                thread.submit(self._engine.dispose)

    def _commit_all(self, changes: Sequence[Change]) -> list[NotStoredError | None]:
        """Commits them together; where one of them fails, each by itself, so that it fails alone.

        By change, why it is not stored.
        """
        error = self._commit(changes)
        if error is None or len(changes) == 1:
            return [error] * len(changes)
        return [self._commit([change]) for change in changes]

    def _commit(self, changes: Sequence[Change]) -> NotStoredError | None:
        """All of them in one transaction, or why not."""
        rows = [event_row(change.game_id, event) for change in changes for event in change.events]
        try:
            with self._engine.begin() as connection:
                if rows:
                    connection.exec_driver_sql(insert_events(len(rows)), tuple(chain(*rows)))
                for change in changes:
                    for statement, values in change.rows:
                        connection.execute(statement, values)
        except (SQLAlchemyError, sqlite3.Error) as error:  # the second while it is connected
            return NotStoredError(str(error.__cause__ or error))
        return None


def insert_events(count: int) -> str:
    """One statement for so many events.

    With one for each, the thread would have to wait for its turn after every row, while the
    server is busy with views.
    """
    names = EVENT.c.keys()
    row = f"({', '.join('?' * len(names))})"
    return f"INSERT INTO event ({', '.join(names)}) VALUES {', '.join([row] * count)}"


def event_row(game_id: str, event: Event) -> tuple[Any, ...]:
    """An event as it is stored."""
    return tuple({"game_id": game_id, **vars(event), "data": compact(event.data)}.values())


def settle(done: asyncio.Future[None], error: Exception | None) -> None:
    """Tells who waits, if anybody still does."""
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
