"""Random games, as the tests play them."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from moonbow.games.game import Game, State
from moonbow.games.kernel import COMPILED


class Case(NamedTuple):
    """A way to play a game."""

    game: str
    players: int
    options: dict[str, Any]


RAINBOW_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"leader": 1, "open_scores": True, "hand_size": 3},
    {"ranks": 3, "copies": 9},
    {"ranks": 4, "copies": 8},
    {"ranks": 6, "copies": 3},
)
CASES = [
    Case("rainbow", players, options) for players in range(2, 7) for options in RAINBOW_OPTIONS
]


def games(compiled: int, plain: int) -> int:
    """How many random games a test plays: as plain Python a game takes a thousand times longer."""
    return compiled if COMPILED else plain


def play_randomly(game: Game, case: Case, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: each state that is not over, and the action that is then applied to it.

    The last state, with the game over, comes with -1. Each state is a copy of its own.
    """
    choices = random.Random(seed)
    state = game.deal(case.players, case.options, seed=seed)
    while legal := state.legal_actions():
        action = choices.choice(legal)
        yield state.copy(), action
        state.apply_action(action)
    yield state, -1
