"""What becomes of unfinished games when the rules have changed."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from moonbow.games.game import GAMES
from moonbow.server.room import CLOSED, OVER
from moonbow.server.store import EVENT, GAME, Stored


def games_of_other_rules(path: Path) -> list[Stored]:
    """The unfinished games of a database that were begun by other rules than the present ones."""
    with opened(path) as connection:
        unfinished = GAME.c.phase.not_in((OVER, CLOSED))
        rows = connection.execute(sa.select(GAME).where(unfinished).order_by(GAME.c.created))
        stored = [Stored(**row) for row in rows.mappings()]
    return [each for each in stored if each.rules != GAMES[each.game].rules_version]


def close_games(path: Path, games: Sequence[Stored]) -> None:
    """Ends games, all or none; their logs are kept."""
    with opened(path) as connection:
        for each in games:
            newest = sa.select(sa.func.max(EVENT.c.number)).where(EVENT.c.game_id == each.id)
            number = connection.scalar(newest)
            event = {
                "game_id": each.id,
                "number": 0 if number is None else number + 1,
                "at": time.time(),
                "by": "server",
                "kind": "close",
                "data": {"why": "old-rules"},
            }
            connection.execute(sa.insert(EVENT), event)
            connection.execute(sa.update(GAME).where(GAME.c.id == each.id).values(phase=CLOSED))


@contextmanager
def opened(path: Path) -> Iterator[sa.Connection]:
    """A database, to read or to change as one."""
    engine = sa.create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
