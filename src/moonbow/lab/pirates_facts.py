"""What a study asks of Rainbow Pirates."""

import numpy as np
from numpy.typing import NDArray

from moonbow.games import pirates
from moonbow.games.kernel import Record, jit

BLACK_NAMES = (
    "Island Thief", "Cannon", "Elixir", "Captain", "Blindbeard", "Ship", "Parrot", "Spyglass",
)  # fmt: skip
KINDS = (*(str(number + 1) for number in range(7)), "WILD", *BLACK_NAMES, "RAINBOW PIRATE")
ROUND = "turn"
BETTER = 1  # more points are better

USES = (
    *(f"play {name}" for name in BLACK_NAMES), "block", "lay a set", "lay a rainbow",
    "lay BLACK cards", "lay a RAINBOW PIRATE", "add a card to a group", "lift a group",
    "draw face-up cards", "draw from the pile",
)  # fmt: skip


def list_uses() -> NDArray[np.int16]:
    """The place of each action among the uses."""
    uses = np.full(pirates.ACTIONS, -1, np.int16)
    for play, (kind, _) in enumerate(pirates.PLAYS.tolist()):
        uses[pirates.PLAY + play] = kind - pirates.THIEF
    uses[pirates.BLOCK : pirates.PASS] = pirates.BLACKS
    first = pirates.BLACKS + 1
    uses[pirates.LAY : pirates.FIRST_RAINBOW] = first
    uses[pirates.FIRST_RAINBOW : pirates.FIRST_BLACK] = first + 1
    uses[pirates.FIRST_BLACK : pirates.LAY_PIRATE] = first + 2
    uses[pirates.LAY_PIRATE] = first + 3
    uses[pirates.ADD_HIGH : pirates.LIFT] = first + 4
    uses[pirates.LIFT : pirates.PLAY] = first + 5
    uses[pirates.DRAW_FACEUP] = first + 6
    uses[pirates.DRAW_PILE] = first + 7
    return uses


USE_OF = list_uses()


@jit
def opens_round(state: Record, memory: NDArray[np.int64]) -> bool:
    """A turn begins when it is another player's; `memory` is whose it was before."""
    opens = memory[0] != state.turn
    memory[0] = state.turn
    return bool(opens)


@jit
def holds(state: Record, player: int, out: NDArray[np.int64]) -> None:
    """How many cards of each kind a player has in hand."""
    for kind in range(pirates.KINDS):
        out[kind] = state.hand[player, kind]
