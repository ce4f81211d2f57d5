"""The rules of thumb of every game, behind three names, for code written once for all games.

As in `games.contract`, each function runs that of the game whose record it is called with;
compiled, the choice is made by record type. `weigh` reads what the player who is to decide may
know, and nothing else: it says the same of a view and of every state that agrees with it.
`explain` says what it adds up.
"""

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from moonbow.bots import pirates_thumbs, rainbow7_thumbs, rainbow_thumbs
from moonbow.bots.memo import FEW_ROWS, Memo, new_memo
from moonbow.games.contract import RULES, Records, compile_for_each_game, rules_of
from moonbow.games.kernel import Record, jit

THUMBS: tuple[ModuleType, ...] = (rainbow_thumbs, rainbow7_thumbs, pirates_thumbs)


def thumbs_of(record: Record) -> ModuleType:
    """The rules of thumb for the game whose state or view this is."""
    return THUMBS[RULES.index(rules_of(record))]


def features_of(rules: ModuleType) -> tuple[str, ...]:
    """The names of what the rules of thumb for a game ask of an action."""
    names: tuple[str, ...] = THUMBS[RULES.index(rules)].FEATURES
    return names


def weigh(
    view: Record,
    legal: NDArray[np.int16],
    count: int,
    out: NDArray[np.float64],
    memo: Memo,
) -> None:
    """How good each of the first `count` legal actions looks to who decides, in points.

    What `memo` knows is not worked out anew.
    """
    thumbs_of(view).weigh(view, legal, count, out, memo)


def explain(view: Record, legal: NDArray[np.int16], count: int, table: NDArray[np.float64]) -> None:
    """What `weigh` adds up: by action and feature, in points; `table` is all 0 before."""
    thumbs_of(view).explain(view, legal, count, table)


def evaluate(state: Record, out: NDArray[np.float64]) -> None:
    """Of a full state: each player's chance to win, guessed; they add up to 1."""
    thumbs_of(state).evaluate(state, out)


for stub in (weigh, explain, evaluate):
    compile_for_each_game(stub, THUMBS)


@jit
def weigh_at(
    views: Records, index: int, legal: NDArray[np.int16], count: int, out: NDArray[np.float64]
) -> None:
    """`weigh`."""
    weigh(views[index], legal, count, out, new_memo(FEW_ROWS))


@jit
def explain_at(
    views: Records, index: int, legal: NDArray[np.int16], count: int, table: NDArray[np.float64]
) -> None:
    """`explain`."""
    explain(views[index], legal, count, table)


@jit
def evaluate_at(states: Records, index: int, out: NDArray[np.float64]) -> None:
    """`evaluate`."""
    evaluate(states[index], out)
