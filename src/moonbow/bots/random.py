"""The bot that picks any legal action, each equally likely."""

from collections.abc import Sequence

from moonbow.bots.bot import Budget
from moonbow.games.game import State
from moonbow.games.kernel import below, new_generator


class RandomBot:
    """Knows the rules and nothing else."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._generator = new_generator(seed)

    def choose(self, view: State, legal: Sequence[int], budget: Budget) -> int:
        """Any of the legal actions."""
        return legal[below(self._generator, len(legal))]
