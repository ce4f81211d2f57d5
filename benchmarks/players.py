"""Scripted players who sit down at the tables of a server over the network, and how they fare."""

import asyncio
import gc
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from moonbow.client import Guest, enter

SEATS = 4
GROUPS = 5
"""Of four persons each, who share the tables among them."""

FURTHEST = 40
"""Decisions that no game of four ends before."""

SEATING_TIME = 120.0
"""Seconds until everybody must be ready."""


@dataclass
class Tally:
    """Moves acknowledged between two moments, and how long each took."""

    begin: float
    end: float
    seconds: list[float] = field(default_factory=list)

    def add(self, due: float, acknowledged: float) -> None:
        """One more; it counts by when it was acknowledged."""
        if self.begin <= acknowledged < self.end:
            self.seconds.append(acknowledged - due)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.seconds) / (self.end - self.begin)

    def percentile(self, share: float) -> float:
        """The time within which this share of the moves was acknowledged, in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Company:
    """All players of a measurement, who begin together."""

    def __init__(self, rate: float | None) -> None:
        self.rate = rate  # moves a second, offered come what may; None: as soon as it can be
        self.tally = Tally(0, 0)
        self._begun = asyncio.Event()
        self._due = 0.0

    def begin(self, warm_up: float, seconds: float) -> None:
        """Moves are made from now on, and counted after the warm-up for so many seconds."""
        self._due = time.perf_counter()
        self.tally = Tally(self._due + warm_up, self._due + warm_up + seconds)
        self._begun.set()

    async def turn(self) -> float:
        """Waits until the next move is made; the moment at which it was due."""
        await self._begun.wait()
        if self.rate is None:
            return time.perf_counter()
        due = self._due
        self._due += 1 / self.rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        return due

    async def stay(
        self, guest: Guest, table: str, seat: int, ahead: int, ready: asyncio.Event
    ) -> None:
        """One player, game after game; `ready` is set after the first `ahead` decisions."""
        choices = random.Random(seat)
        while True:
            async with guest.at(table) as line:
                await line.sit(seat)
                async for seen in line.news():
                    if seen.can_start:
                        await line.start()
                    elif seen.phase == "running":
                        if seen.decision >= ahead:
                            ready.set()
                        if seen.my_turn:
                            due = await self.turn() if ready.is_set() else 0.0
                            await line.play(choices.choice(seen.legal))
                            self.tally.add(due, time.perf_counter())
                table = await line.again()


@asynccontextmanager
async def seated(address: str, tables: int, rate: float | None = None) -> AsyncIterator[Company]:
    """So many tables of Rainbow in the middle of their games, where nobody plays before `begin`.

    Each has come further than the one before it, so that games also end one after the other.
    """
    company = Company(rate)
    groups = [
        [await enter(address, f"{group} {seat}") for seat in range(SEATS)]
        for group in range(GROUPS)
    ]
    made = [await make(groups, number) for number in range(tables)]
    async with asyncio.TaskGroup() as playing:
        tasks, ready = [], []
        for number, (table, guests) in enumerate(made):
            ahead = number * FURTHEST // tables
            for seat, guest in enumerate(guests):
                ready.append(asyncio.Event())
                player = company.stay(guest, table, seat, ahead, ready[-1])
                tasks.append(playing.create_task(player))
        async with asyncio.timeout(SEATING_TIME):
            for event in ready:
                await event.wait()
        yield company
        for task in tasks:
            task.cancel()


async def make(groups: Sequence[Sequence[Guest]], number: int) -> tuple[str, Sequence[Guest]]:
    """A table, and who will sit there; all make tables in turn, since none may make very many."""
    guests = groups[number % GROUPS]
    maker = guests[number // GROUPS % SEATS]
    return await maker.make("rainbow", ["person"] * SEATS), guests


async def measure(
    address: str, tables: int, rate: float | None, warm_up: float, seconds: float
) -> Tally:
    """Plays at so many tables, and tells how that went."""
    async with seated(address, tables, rate) as company:
        gc.disable()  # players who are timed do not stop to tidy up
        try:
            company.begin(warm_up, seconds)
            await asyncio.sleep(warm_up + seconds)
        finally:
            gc.enable()
        return company.tally
