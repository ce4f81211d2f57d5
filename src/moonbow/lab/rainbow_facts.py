"""What a study asks of Rainbow."""

import numpy as np
from numpy.typing import NDArray

from moonbow.games import rainbow, rainbow_text
from moonbow.games.kernel import Record, jit

KINDS = tuple(str(rank + 1) for rank in range(rainbow.MAX_RANKS))
USES = tuple(
    f"take {text[1:]}" if text.startswith("+") else f"play {text}"
    for text in rainbow_text.ACTION_TEXTS
)
USE_OF = np.arange(rainbow.ACTIONS, dtype=np.int16)
ROUND = "trick"
BETTER = 1  # more points are better


@jit
def opens_round(state: Record, memory: NDArray[np.int64]) -> bool:
    """A trick begins with its first combo; nothing need be remembered."""
    return bool(state.phase == rainbow.PLAYING and state.combos == 0)


@jit
def holds(state: Record, player: int, out: NDArray[np.int64]) -> None:
    """How many cards of each rank a player has in hand."""
    for rank in range(rainbow.MAX_RANKS):
        out[rank] = state.hand[player, rank]
