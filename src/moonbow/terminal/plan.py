"""What the terminal asks besides of a game whose turns are many decisions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from rich.console import RenderableType

from moonbow.games.game import State
from moonbow.terminal.company import Company


@dataclass(frozen=True)
class Plan:
    """What a line means: decisions to play now, what is left for later, what to show before."""

    decisions: Sequence[str] = ()
    rest: str = ""
    notes: Sequence[RenderableType] = field(default=())


@runtime_checkable
class LongTurns(Protocol):
    """What the module of such a game has besides the functions of a face."""

    def plan(self, typed: str, view: State, company: Company, /) -> Plan:
        """What a line means here. Raises BadAction, in the person's language."""

    def same_turn(self, before: State, after: State, /) -> bool:
        """Whether a decision left the turn in which it was made; the next ones are told with it."""
