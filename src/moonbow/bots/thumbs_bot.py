"""The bot that plays by rules of thumb, as carefully as it is told to."""

from collections.abc import Sequence

import numpy as np

from moonbow.bots.bot import Budget
from moonbow.bots.thumbs import weigh_at
from moonbow.games.game import State
from moonbow.games.kernel import below, new_generator

CHANCES = 1 << 20
"""Parts into which a chance is divided."""


class ThumbsBot:
    """Weighs every action and takes the best one it sees.

    `overlooks` is how often it does not see an action, as beginners do; `careless` is how many
    points worse than the best an action may look that it still takes: it overlooks, but does not
    throw away.
    """

    def __init__(
        self, seed: int, name: str = "thumbs", overlooks: float = 0.0, careless: float = 0.0
    ) -> None:
        self.name = name
        self.overlooks = overlooks
        self.careless = careless
        self._generator = new_generator(seed)

    def choose(self, view: State, legal: Sequence[int], budget: Budget) -> int:
        """The best action that is not overlooked; of equal ones any."""
        values = weights_of(view, legal)
        good = [
            (value, action)
            for value, action in zip(values, legal, strict=True)
            if value >= max(values) - self.careless
        ]
        seen = [each for each in good if not self._chance(self.overlooks)] or good
        best = max(value for value, _ in seen)
        choices = [action for value, action in seen if value == best]
        return choices[below(self._generator, len(choices))]

    def evaluate(self, view: State, legal: Sequence[int], budget: Budget) -> dict[int, float]:
        """How good each legal action looks, in points, with nothing overlooked."""
        del budget  # it takes no time
        return dict(zip(legal, weights_of(view, legal), strict=True))

    def _chance(self, share: float) -> bool:
        """Whether something happens that happens so often."""
        return share > 0 and below(self._generator, CHANCES) < share * CHANCES


def weights_of(view: State, legal: Sequence[int]) -> list[float]:
    """How good each legal action looks by the rules of thumb, in points."""
    out = np.zeros(len(legal))
    weigh_at(view.records, 0, np.array(legal, np.int16), len(legal), out)
    found: list[float] = out.tolist()
    return found
