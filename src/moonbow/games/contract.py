"""The functions that every game has, one name each, for code written once for all games.

Called with a record (or view) of any game, each function runs the one of that game's modules.
Compiled, the choice is made by record type when the caller is compiled, and costs nothing. The
functions ending in `_at` are for calls from Python: an array and an index are passed in a
microsecond, a record on its own in milliseconds.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moonbow.games import (
    pirates,
    pirates_views,
    rainbow,
    rainbow7,
    rainbow7_views,
    rainbow_views,
)
from moonbow.games.kernel import COMPILED, Generator, Record, jit

RULES: tuple[ModuleType, ...] = (rainbow, rainbow7, pirates)
VIEWS: tuple[ModuleType, ...] = (rainbow_views, rainbow7_views, pirates_views)

Records = NDArray[np.record]
"""An array of states, of views or of options."""


def rules_of(record: Record) -> ModuleType:
    """The rules module whose state or view this is."""
    return next(rules for rules in RULES if record.dtype == rules.State)


def views_of(record: Record) -> ModuleType:
    """The module for views of the game whose state or view this is."""
    return VIEWS[RULES.index(rules_of(record))]


def seed(state: Record, key: Generator) -> None:
    """Sets the 256-bit key, four `uint64`, that all chance of this game comes from."""
    rules_of(state).seed(state, key)


def deal(state: Record, players: int, options: Record) -> None:
    """A fresh game from the key in the state."""
    rules_of(state).deal(state, players, options)


def current_player(state: Record) -> int:
    """Whose decision it is; -1 when the game is over."""
    return int(rules_of(state).current_player(state))


def legal_actions(state: Record, out: NDArray[np.int16]) -> int:
    """Writes the legal action numbers into `out` (ACTIONS long), ascending; returns how many."""
    return int(rules_of(state).legal_actions(state, out))


def apply_action(state: Record, action: int) -> None:
    """One decision; the caller has checked that it is legal."""
    rules_of(state).apply_action(state, action)


def scores(state: Record, out: NDArray[np.int64]) -> None:
    """The game's own points, by player."""
    rules_of(state).scores(state, out)


def returns(state: Record, out: NDArray[np.float64]) -> None:
    """1 for a sole winner, shared equally among tied winners, else 0, by player."""
    rules_of(state).returns(state, out)


def observe(state: Record, player: int, view: Record) -> None:
    """Copies what a player (a spectator: -1) may know; everything hidden is blanked to 0."""
    views_of(state).observe(state, player, view)


def resample(view: Record, generator: Generator, state: Record) -> None:
    """A full state drawn from those consistent with the view."""
    views_of(view).resample(view, generator, state)


def encode(view: Record, out: NDArray[np.float32]) -> None:
    """Features for networks, FEATURES numbers in the order of ENCODING."""
    views_of(view).encode(view, out)


if COMPILED:
    from numba import from_dtype
    from numba.extending import overload


def compile_for_each_game(stub: Callable[..., Any], modules: Sequence[ModuleType]) -> None:
    """Lets compiled code call a stub: it becomes that function of the first record's game.

    `modules` has what holds the function, game by game as in RULES.
    """
    if COMPILED:

        def choose(record: Any, *_: Any) -> Any:
            for rules, module in zip(RULES, modules, strict=True):
                if record == from_dtype(rules.State):
                    return getattr(module, stub.__name__).py_func
            return None

        overload(stub, strict=False)(choose)


OF_RULES: tuple[Callable[..., Any], ...] = (
    seed, deal, current_player, legal_actions, apply_action, scores, returns,
)  # fmt: skip
OF_VIEWS: tuple[Callable[..., Any], ...] = (observe, resample, encode)
for stub in OF_RULES:
    compile_for_each_game(stub, RULES)
for stub in OF_VIEWS:
    compile_for_each_game(stub, VIEWS)


@jit
def deal_at(states: Records, index: int, key: Generator, players: int, options: Records) -> None:
    """`seed` and `deal`, with the first record of `options`."""
    seed(states[index], key)
    deal(states[index], players, options[0])


@jit
def seed_at(states: Records, index: int, key: Generator) -> None:
    """`seed`."""
    seed(states[index], key)


@jit
def current_player_at(states: Records, index: int) -> int:
    """`current_player`."""
    return current_player(states[index])


@jit
def legal_actions_at(states: Records, index: int, out: NDArray[np.int16]) -> int:
    """`legal_actions`."""
    return legal_actions(states[index], out)


@jit
def try_action_at(states: Records, index: int, action: int, out: NDArray[np.int16]) -> bool:
    """`apply_action` if the action is legal; returns whether it was. `out` is overwritten."""
    for place in range(legal_actions(states[index], out)):
        if out[place] == action:
            apply_action(states[index], action)
            return True
    return False


@jit
def scores_at(states: Records, index: int, out: NDArray[np.int64]) -> None:
    """`scores`."""
    scores(states[index], out)


@jit
def returns_at(states: Records, index: int, out: NDArray[np.float64]) -> None:
    """`returns`."""
    returns(states[index], out)


@jit
def observe_at(states: Records, index: int, player: int, views: Records, view_index: int) -> None:
    """`observe`."""
    observe(states[index], player, views[view_index])


@jit
def resample_at(
    views: Records, index: int, generator: Generator, states: Records, state_index: int
) -> None:
    """`resample`."""
    resample(views[index], generator, states[state_index])


@jit
def encode_at(views: Records, index: int, out: NDArray[np.float32]) -> None:
    """`encode`."""
    encode(views[index], out)
