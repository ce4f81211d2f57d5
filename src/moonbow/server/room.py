"""A table as its log tells it: who sits there, what was played, and what must happen next.

Nothing here waits, stores or sends. `apply` follows one event; `due` says what must happen next and
when, from the log, from who is there and from the clock alone.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from moonbow.bots.names import BOT_NAMES
from moonbow.games.game import GAMES, Game
from moonbow.server.store import Event, Stored
from moonbow.table.fairness import (
    PERSON,
    Sealed,
    Terms,
    host_commitment,
    list_commitment,
)
from moonbow.table.record import MOST_ACTIONS
from moonbow.table.table import Table

OPENING_TIME = 30.0
"""Seconds in which everybody's page opens its bytes; then the table is closed."""

PACE = float(os.environ.get("MOONBOW_PACE", "0.9"))
"""Seconds between what somebody did and what a bot does next."""

SEATING, OPENING, RUNNING, OVER, CLOSED = "seating", "opening", "running", "over", "closed"


@dataclass(frozen=True)
class Settings:
    """What was chosen when a table was made."""

    players: int
    options: dict[str, Any]
    host: str  # the person who made it
    seats: list[str]  # by seat: "person", or the level of a bot
    clock: int | None = None  # seconds for a decision
    grace: int | None = 60  # seconds after which a bot decides for who is away
    answer: int = 20  # seconds to answer a question that several are asked at once
    listed: bool = False  # whether others find the table
    spectators: str = "off"  # "off", "after" or "live"
    hints: bool = False  # whether everybody may ask for hints
    quick: bool = False  # starts as soon as all seats are taken


@dataclass
class Seat:
    """One place at a table."""

    level: str | None = None  # of the bot that sits here
    person: str | None = None  # who sits here
    name: str = ""
    commitment: str = ""  # to the person's bytes
    opened: bytes | None = None  # those bytes, once opened
    taken_over: bool = False  # a bot decides for the person

    @property
    def kind(self) -> str:
        """Whether a person, a bot or nobody sits here."""
        return "person" if self.person else "bot" if self.level else "free"


@dataclass
class Room:
    """A table and its log so far."""

    stored: Stored
    settings: Settings = field(init=False)
    seats: list[Seat] = field(init=False)
    phase: str = SEATING
    version: int = -1  # the number of the newest event
    told: int = -1  # of the newest event that all may know of: sealed answers are none
    at: float = 0.0  # when it happened
    moved: float = 0.0  # when the last decision was made, or the game began
    frozen: float = 0.0  # when the list of commitments was
    commitments: dict[str, Any] | None = None  # the frozen list
    table: Table | None = None
    answers: dict[int, str] = field(default_factory=dict)
    """Sealed answers to the question that several are asked, by player."""
    versions: list[int] = field(default_factory=list)
    """By decision, the number of the event that made it."""
    again: str | None = None  # the next table of the same people
    client_ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.settings = Settings(**self.stored.settings)
        self.seats = [
            Seat() if kind == PERSON else Seat(level=kind, name=bot_name(place))
            for place, kind in enumerate(self.settings.seats)
        ]

    @property
    def game(self) -> Game:
        """Which game is played."""
        return GAMES[self.stored.game]

    def may_hint(self, seat: int) -> bool:
        """Whether a seat may ask for hints: where the table allows it, or against bots alone."""
        return seat >= 0 and self.phase == RUNNING and (self.settings.hints or self.alone())

    def seat_of(self, person: str | None) -> int:
        """Where a person sits; -1 for nobody's seat."""
        places = [
            place for place, seat in enumerate(self.seats) if person and seat.person == person
        ]
        return places[0] if places else -1

    # The commitments

    def terms(self) -> Terms:
        """What the host commits to beside the secret."""
        kinds = tuple(PERSON if seat.person else str(seat.level) for seat in self.seats)
        return Terms(
            self.game.name, self.stored.rules, self.stored.id, self.settings.options, kinds
        )

    def list_commitments(self) -> dict[str, Any]:
        """The list that is frozen, and its own commitment, which everybody keeps."""
        host = host_commitment(self.terms(), self.stored.secret)
        people = {place: seat.commitment for place, seat in enumerate(self.seats) if seat.person}
        return {
            "host": host,
            "people": {str(place): kept for place, kept in people.items()},
            "commitment": list_commitment(host, people),
        }

    # The log

    def apply(self, event: Event, table: Table | None = None) -> None:
        """Follows one event; `table` is the table after it, where that is known already."""
        follow: Callable[[Event], None] = getattr(self, f"_{event.kind}")
        if table is None:
            follow(event)
        else:
            self.table = table
            self._played(event)
        self.version = event.number
        if event.kind != "answer":
            self.told = event.number
        self.at = event.at
        if event.client_id:
            self.client_ids.add(event.client_id)
        if self.table is not None and self.table.state.is_over and self.phase == RUNNING:
            self.phase = OVER

    def _sit(self, event: Event) -> None:
        data = event.data
        self.seats[data["seat"]] = Seat(
            person=data["person"], name=data["name"], commitment=data["commitment"]
        )

    def _leave(self, event: Event) -> None:
        self.seats[event.data["seat"]] = Seat()

    def _bot(self, event: Event) -> None:
        place, level = event.data["seat"], event.data["level"]
        self.seats[place] = Seat(level=level, name=bot_name(place)) if level else Seat()

    def _freeze(self, event: Event) -> None:
        self.phase, self.frozen = OPENING, event.at
        self.commitments = self.list_commitments()
        if all(seat.opened for seat in self.seats if seat.person):
            self._deal(event)

    def _open(self, event: Event) -> None:
        self.seats[event.data["seat"]].opened = bytes.fromhex(event.data["bytes"])
        if all(seat.opened for seat in self.seats if seat.person):
            self._deal(event)

    def _deal(self, event: Event) -> None:
        people = {place: seat.opened for place, seat in enumerate(self.seats) if seat.opened}
        chance = Sealed(self.terms(), self.stored.secret, people)
        names = [seat.name for seat in self.seats]
        self.table = Table(self.game, len(self.seats), self.settings.options, chance, names)
        self.phase, self.moved = RUNNING, event.at

    def _play(self, event: Event) -> None:
        assert self.table is not None
        self.table.play(event.data["player"], event.data["actions"])
        self._played(event)

    def _take_back(self, event: Event) -> None:
        assert self.table is not None
        self.table.take_back(event.data["player"])
        self._played(event)

    def _played(self, event: Event) -> None:
        assert self.table is not None
        made = len(self.table.actions)
        self.versions = self.versions[:made]
        self.versions += [event.number] * (made - len(self.versions))
        self.moved = event.at
        self.answers = {}

    def _answer(self, event: Event) -> None:
        self.answers[event.data["player"]] = event.data["action"]

    def _takeover(self, event: Event) -> None:
        self.seats[event.data["seat"]].taken_over = True

    def _return(self, event: Event) -> None:
        self.seats[event.data["seat"]].taken_over = False

    def _again(self, event: Event) -> None:
        self.again = event.data["table"]

    def _close(self, _event: Event) -> None:
        self.phase = CLOSED

    # What is asked, and what must happen next

    def asked(self) -> list[int]:
        """Who is asked now: one player, or several at the same time, in the order that counts."""
        if self.phase != RUNNING or self.table is None:
            return []
        return self.table.state.asked()

    def decides_itself(self, place: int) -> bool:
        """Whether a bot decides for this seat."""
        seat = self.seats[place]
        return seat.taken_over or not seat.person

    def awaited(self) -> list[int]:
        """The persons whose decision or answer everybody waits for."""
        asked = self.asked()
        waiting = [place for place in asked if not self.decides_itself(place)]
        if self.sealed():
            return [place for place in waiting if place not in self.answers]
        return waiting

    def sealed(self) -> bool:
        """Whether a question is asked to be answered sealed, by one player or by several."""
        return self.table is not None and self.table.state.answers_are_sealed()

    def deadline(self) -> float | None:
        """When the decision must be made, where a clock runs."""
        seconds = self.window() if self.sealed() else self.settings.clock
        return self.moved + seconds if seconds else None

    def alone(self) -> bool:
        """Whether one person plays against bots only: nobody else waits, or learns from a pause."""
        return sum(bool(seat.person) for seat in self.seats) == 1

    def window(self) -> float | None:
        """Seconds that all have to answer a question that is asked of several; None: any time."""
        if self.alone():
            return self.settings.clock
        return max(self.settings.answer, self.settings.clock or 0)

    def due(
        self, away_since: Mapping[int, float], ready: float = 0.0
    ) -> tuple[float, str, int] | None:
        """What must happen next without anybody's doing: when, what, and at which seat.

        `away_since` has the seats of the persons whose page is not open, and since when; `ready` is
        when the server could deal cards.
        """
        if self.phase == OPENING:
            return max(self.frozen, ready) + OPENING_TIME, "close", -1
        asked = self.asked()
        if not asked or self.table is None:
            return None
        if len(self.table.actions) >= MOST_ACTIONS:
            return self.at, "close", -1
        if self.sealed():
            end = self.deadline() if self.awaited() else self.moved + PACE
            return None if end is None else (end, "tell", -1)
        if self.decides_itself(asked[0]):
            return self.moved + PACE, "bot", asked[0]
        return self.takeover(asked[0], away_since)

    def takeover(
        self, place: int, away_since: Mapping[int, float]
    ) -> tuple[float, str, int] | None:
        """When a bot takes over from the person to decide: the clock or the grace period ends."""
        times = [time for time in (self.deadline(),) if time is not None]
        if self.settings.grace is not None and place in away_since and not self.alone():
            times.append(max(away_since[place] + self.settings.grace, self.moved))
        return (min(times), "takeover", place) if times else None


def bot_name(place: int) -> str:
    """What a bot is called."""
    return BOT_NAMES[place]
