"""The coach at a table: hints while a game runs, reviews when it is over."""

import asyncio
import logging
import os
import threading
from dataclasses import dataclass
from typing import Any

from moonbow.coach.hint import BUDGET, Rated, hint
from moonbow.coach.review import Review, review
from moonbow.games.errors import Refused
from moonbow.games.game import State
from moonbow.lab.first_start import is_plain_for_now
from moonbow.messages import Catalog
from moonbow.server import words
from moonbow.server.room import Room
from moonbow.table.table import Table
from moonbow.terminal.advice import because, called, review_told

LOG = logging.getLogger("moonbow.server")

MOST_KEPT = 20
"""Reviews that are kept at hand."""

MOST_WAITING = 4
"""Hints, and reviews, that wait for others to be done; more are refused."""

LONGEST = 3_000
"""Decisions of a game that is reviewed."""


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
    """Thinks about hints: one for a person at a time, and a core is left for all else."""

    def __init__(self) -> None:
        self._cores = asyncio.Semaphore(max(1, (os.cpu_count() or 1) - 1))
        self._asking: set[str] = set()

    async def hint(self, room: Room, person: str, decision: int, language: str) -> dict[str, Any]:
        """The answer to a message `hint`. Raises Refused."""
        seat = room.seat_of(person)
        asked_view(room, seat, decision)
        if person in self._asking or len(self._asking) > MOST_WAITING:
            raise Refused("too-fast", "other hints are still thought about")
        self._asking.add(person)
        stop = threading.Event()
        try:
            async with self._cores:
                view = asked_view(room, seat, decision)
                found = await asyncio.to_thread(hint, view, BUDGET, 0, stop)
        finally:
            stop.set()  # whoever asked may be gone
            self._asking.discard(person)
        company = words.company_of(room, seat, language)

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
    """A review that is made, or done, or has failed."""

    task: asyncio.Task[None] | None = None
    done: int = 0
    review: Review | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self.task is not None and self.task.done()


class Reviews:
    """The reviews of the games that were looked at last, made one after the other."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._one = asyncio.Lock()

    def told(self, room: Room, seat: int, language: str) -> dict[str, Any]:
        """How far the review of a game that is over is, and the review once it is made.

        It is begun where one of the players asks. While the server waits for what is compiled,
        which it does once, nothing is begun. Raises Refused.
        """
        table, game_id = room.table, room.stored.id
        assert table is not None
        told = {"done": 0, "total": len(table.actions), "review": None}
        job = self._jobs.pop(game_id, None)
        if job is None and is_plain_for_now():
            return told
        job = job or self._begin(table, seat)
        if job.ended and job.review is None:
            raise Refused("no-review", "the review has failed")
        self._jobs[game_id] = job  # the one asked for last is the last
        for other in list(self._jobs)[:-MOST_KEPT]:
            if self._jobs[other].ended:
                del self._jobs[other]
        if job.review is None:
            return {**told, "done": job.done}
        shown = review_told(job.review, table.names, Catalog(language))
        return {**told, "done": told["total"], "review": shown}

    def _begin(self, table: Table, seat: int) -> Job:
        """A review of a table's game. Raises Refused."""
        if seat < 0:
            raise Refused("no-review-yet", "none of its players has asked for the review yet")
        if len(table.actions) > LONGEST:
            raise Refused("too-long", f"{len(table.actions)} decisions; expected {LONGEST} at most")
        if sum(not each.ended for each in self._jobs.values()) > MOST_WAITING:
            raise Refused("too-fast", "other reviews are still made")
        job = Job()
        job.task = asyncio.create_task(self._make(job, table))
        return job

    async def _make(self, job: Job, table: Table) -> None:
        """Makes it, when those begun before are done."""
        stop = threading.Event()

        def progress(done: int, _total: int) -> None:
            job.done = done

        async with self._one:
            try:
                job.review = await asyncio.to_thread(review, table, progress, stop)
            except Exception:
                LOG.exception("review")
            finally:
                stop.set()

    async def close(self) -> None:
        """Ends what is being made."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
