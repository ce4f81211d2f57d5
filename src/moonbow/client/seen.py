"""What a table looks like from one seat: the message `table` (docs/protocol.md), typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

OVER, CLOSED = "over", "closed"
"""The phases that nothing follows."""


Part = TypeVar("Part")


@dataclass(frozen=True)
class Place:
    """Who sits on a seat."""

    name: str
    kind: str  # "person", "bot" or "free"
    level: str | None  # of the bot
    here: bool  # whether the person's line is open
    taken_over: bool  # whether a bot decides for the person


@dataclass(frozen=True)
class Heard:
    """One thing that happened, as far as the seat may know it."""

    number: int  # of the decision
    kind: str
    player: int
    cards: list[str]
    count: int
    target: int
    place: int
    words: str


@dataclass(frozen=True)
class Result:
    """How the game ended."""

    returns: list[float]
    scores: list[int]
    places: list[int]  # the seats, the best first
    lines: list[str]  # why


@dataclass(frozen=True)
class Seen:
    """All there is to see; docs/protocol.md says what the fields hold."""

    version: int
    id: str
    game: str
    phase: str  # "seating", "opening", "running", "over" or "closed"
    settings: dict[str, Any]
    seats: list[Place]
    you: int  # your seat, or -1
    host: bool
    commitment: str | None
    commitments: dict[str, Any] | None
    decision: int
    to_move: int
    waiting_for: list[int]
    due: float | None  # seconds since 1970
    asked: bool
    answered: str | None
    view: dict[str, Any] | None  # a position
    legal: list[str]
    now: str
    clauses: list[str]
    must: list[str]
    scores: list[int] | None
    result: Result | None
    heard: list[Heard]
    told: list[str]
    can_take_back: bool
    hints: bool  # whether one may ask for hints, when it is one's decision
    next: str | None  # the id of the next table
    order: list[int] | None = None

    @property
    def my_turn(self) -> bool:
        """Whether a decision or an answer of yours is waited for."""
        return bool(self.legal) and self.answered is None

    @property
    def can_start(self) -> bool:
        """Whether the table waits for nothing but your `start`."""
        seated = all(place.kind != "free" for place in self.seats)
        return self.host and self.phase == "seating" and seated

    def after(self, missed: "Seen") -> "Seen":
        """The same with what was heard in the view before it, which nobody looked at."""
        first = self.heard[0].number if self.heard else self.decision
        kept = [each for each in missed.heard if each.number < first]
        return replace(self, heard=kept + self.heard, told=missed.told + self.told)


KNOWN: dict[Callable[..., Any], frozenset[str]] = {
    kind: frozenset(field.name for field in fields(kind)) for kind in (Place, Heard, Result, Seen)
}
"""The names of the fields of each part."""


def read_seen(message: Mapping[str, Any]) -> Seen:
    """A message `table`; fields of later versions are left out."""
    parts = {
        "seats": [read(Place, seat) for seat in message["seats"]],
        "heard": [read(Heard, heard) for heard in message["heard"]],
        "result": message["result"] and read(Result, message["result"]),
    }
    return read(Seen, {**message, **parts})


def read(kind: Callable[..., Part], told: Mapping[str, Any]) -> Part:
    """A part of a message, by the fields that are known."""
    known = KNOWN[kind]
    return kind(**{name: value for name, value in told.items() if name in known})
