"""The coach at a table: hints while a game runs, reviews when it is over."""

import asyncio
import logging
import os
import threading
from dataclasses import dataclass
from typing import Any

from moonbow.bots.names import MOONBOW
from moonbow.bots.search_bot import SearchBot
from moonbow.coach.hint import BUDGET, Rated, hint
from moonbow.coach.review import Review, review
from moonbow.games.errors import Refused
from moonbow.games.game import State
from moonbow.messages import Catalog
from moonbow.server import words
from moonbow.server.room import Room
from moonbow.table.table import Table
from moonbow.terminal.advice import because, called, review_told

LOG = logging.getLogger("moonbow.server")

MOST_KEPT = 20
"""Reviews that are kept at hand."""

ENOUGH = 10**9
"""More iterations than any budget has."""


def asked_view(room: Room, seat: int, decision: int) -> State:
    """What a player knows who is asked to decide. Raises Refused."""
    if not room.may_hint(seat):
        raise Refused("no-hints", "there are no hints at this table")
    assert room.table is not None
    if seat not in room.asked():
        raise Refused("not-your-decision", "others are to decide")
    if decision != len(room.table.actions):
        raise Refused("stale-decision", "the table has changed")
    return room.table.state.put_to(seat).view(seat) if room.sealed() else room.table.view(seat)


class Coach:
    """Thinks about hints, at most as many at once as there are cores."""

    def __init__(self) -> None:
        self._cores = asyncio.Semaphore(os.cpu_count() or 1)

    async def hint(self, room: Room, seat: int, decision: int, language: str) -> dict[str, Any]:
        """The answer to a message `hint`. Raises Refused."""
        view = asked_view(room, seat, decision)
        company = words.company_of(room, seat, language)
        bot = SearchBot(decision, "hint", MOONBOW)
        async with self._cores:
            try:
                found = await asyncio.to_thread(hint, view, BUDGET, 0, bot)
            finally:
                bot.cancel()  # whoever asked may be gone

        def told(rated: Rated) -> dict[str, Any]:
            return {
                "action": view.action_text(rated.action),
                "words": called(view, rated.action, company),
                "chance": round(rated.chance, 4),
                "margin": round(rated.margin, 4),
            }

        return {
            "type": "hint",
            "decision": decision,
            **told(found.best),
            "why": because(found.reasons, company, view.game.name),
            "others": [told(each) for each in found.others],
        }


@dataclass
class Job:
    """A review that is made, or done."""

    task: asyncio.Task[None] | None = None
    done: int = 0
    review: Review | None = None


class Reviews:
    """The reviews of the games that were looked at last, made one after the other."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._one = asyncio.Lock()

    def told(self, game_id: str, table: Table, language: str) -> dict[str, Any]:
        """How far the review of a game is, which is begun where it was not yet; and the review."""
        job = self._jobs.pop(game_id, None) or self._begin(table)
        self._jobs[game_id] = job  # the one asked for last is the last
        for other in list(self._jobs)[:-MOST_KEPT]:
            if self._jobs[other].review is not None:
                del self._jobs[other]
        told = None
        if job.review is not None:
            told = review_told(job.review, table.names, Catalog(language))
        elif job.task is not None and job.task.done():
            del self._jobs[game_id]
            raise Refused("no-review", "the review has failed")
        return {"done": job.done, "total": len(table.actions), "review": told}

    def _begin(self, table: Table) -> Job:
        """A review of a table's game."""
        job = Job()
        job.task = asyncio.create_task(self._make(job, table))
        return job

    async def _make(self, job: Job, table: Table) -> None:
        """Makes it, when those begun before are done."""
        bot, ended = SearchBot(0, "review", ENOUGH), threading.Event()

        def progress(done: int, _total: int) -> None:
            if ended.is_set():
                raise InterruptedError("the server stops")
            job.done = done

        async with self._one:
            try:
                job.review = await asyncio.to_thread(review, table, progress, bot)
            except Exception:
                LOG.exception("review")
            finally:
                ended.set()
                bot.cancel()

    async def close(self) -> None:
        """Ends what is being made."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
                await asyncio.gather(job.task, return_exceptions=True)
