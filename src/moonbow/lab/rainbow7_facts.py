"""What a study asks of Rainbow 7."""

import numpy as np
from numpy.typing import NDArray

from moonbow.games import rainbow7
from moonbow.games.kernel import Record, jit

KINDS = (*(str(value + 1) for value in range(rainbow7.VALUES)), "Rainbow card")
ROUND = "round"
BETTER = -1  # fewer Rain tokens are better

COMBO_USES = (
    "a single card",
    *(f"{count} cards of one value" for count in ("3", "4", "5 or more")),
    *(f"{count} cards of one color" for count in ("3", "4", "5 or more")),
    "Rainbow cards alone",
)
OTHER_USES = (
    "announce a Rainbow", "downpour", "cloud", "shelter", "sunshine", "draw from the deck",
    "draw from a pile",
)  # fmt: skip
USES = (*COMBO_USES, *OTHER_USES)


def list_uses() -> NDArray[np.int16]:
    """The place of each action among the uses."""
    uses = np.full(rainbow7.ACTIONS, -1, np.int16)
    for combo in range(rainbow7.COMBOS):
        cards = min(int(rainbow7.COMBO_CARDS[combo]), 5)
        if combo < rainbow7.ALL_RAINBOW:
            uses[combo] = 0
        elif combo < rainbow7.FIRST_VALUE:
            uses[combo] = 7
        else:
            uses[combo] = cards - 2 + (0 if combo < rainbow7.FIRST_COLOR else 3)
    first = len(COMBO_USES)
    uses[rainbow7.ANNOUNCE] = first
    uses[rainbow7.DOWNPOUR] = first + 1
    uses[rainbow7.CLOUD : rainbow7.SHELTER] = first + 2
    uses[rainbow7.SHELTER] = first + 3
    uses[rainbow7.SUNSHINE] = first + 4
    uses[rainbow7.DRAW_DECK] = first + 5
    uses[rainbow7.DRAW_PILE : rainbow7.ACTIONS] = first + 6
    return uses


USE_OF = list_uses()


@jit
def opens_round(state: Record, memory: NDArray[np.int64]) -> bool:
    """A round begins when another has ended; `memory` is how many had ended before."""
    opens = memory[0] != state.round_number
    memory[0] = state.round_number
    return bool(opens)


@jit
def holds(state: Record, player: int, out: NDArray[np.int64]) -> None:
    """How many cards of each value, and Rainbow cards, a player has in hand."""
    out[:] = 0
    for color in range(rainbow7.COLORS):
        for value in range(rainbow7.VALUES):
            out[value] += int(state.hand[player, color]) >> value & 1
    out[rainbow7.VALUES] = state.rainbow[player]
