"""What a bot is: it sees a view and the legal actions, never a state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from moonbow.games.game import State


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: in iterations, or in milliseconds."""

    iterations: int | None = None
    milliseconds: int | None = None


class Bot(Protocol):
    """Chooses actions; the same views, seed and budget in iterations give the same ones."""

    name: str

    def choose(self, view: State, legal: Sequence[int], budget: Budget) -> int:
        """One of the legal actions of the view's viewer, who is to decide."""
        ...


class Evaluator(Bot, Protocol):
    """A bot that can say how good actions are."""

    def evaluate(self, view: State, legal: Sequence[int], budget: Budget) -> dict[int, float]:
        """A value by action, the higher the better: of all legal ones, or of those it looked at."""
        ...
