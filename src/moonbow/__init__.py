"""Moonbow: rainbow card games, played at a table and studied by the million.

import moonbow
state = moonbow.game("rainbow").deal(players=4, seed=7)
state.apply_action(state.legal_actions()[0])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from moonbow.games.errors import Refused as Refused
    from moonbow.games.game import GAMES as GAMES
    from moonbow.games.game import SPECTATOR as SPECTATOR
    from moonbow.games.game import Game as Game
    from moonbow.games.game import State as State
    from moonbow.games.game import game as game
    from moonbow.table.table import Table as Table

__version__ = "0.1.0"

_HOMES = {
    "GAMES": "moonbow.games.game",
    "Game": "moonbow.games.game",
    "Refused": "moonbow.games.errors",
    "SPECTATOR": "moonbow.games.game",
    "State": "moonbow.games.game",
    "Table": "moonbow.table.table",
    "game": "moonbow.games.game",
}

__all__ = ["GAMES", "SPECTATOR", "Game", "Refused", "State", "Table", "game"]


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used, so that `import moonbow` does not load Numba."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
