"""Why an action is better than another, in terms that a player knows.

The rules of thumb weigh every action by features. Here the difference between two actions becomes
reasons: a name from the catalogs, and the cards, the player or the number that the sentence is
about. Only what the viewer may know is read.
"""

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.thumbs import explain_at, features_of
from moonbow.coach import pirates_reasons, rainbow7_reasons, rainbow_reasons
from moonbow.coach.reason import Reason
from moonbow.games.game import State

MODULES: dict[str, ModuleType] = {
    "rainbow": rainbow_reasons,
    "rainbow7": rainbow7_reasons,
    "pirates": pirates_reasons,
}
MOST = 2
"""Reasons that are given: more nobody remembers."""
OF_THE_OTHER = (
    "useless", "blocked", "finds nothing", "waits",
    "too early", "no cloud", "no downpour", "not again", "deck lower",
)  # fmt: skip
"""Reasons that speak against the other action; they come last, since "it" is the better one."""
GENERAL = ("later", "alike")
"""Reasons of all games, for where the rules of thumb know none: the search sees that it is better
later on, or that the other is about as good."""
LEAST_POINTS = 0.15
"""What a reason must speak for, in points of the rules of thumb."""


def contributions(view: State, actions: list[int]) -> NDArray[np.float64]:
    """What each feature adds to what each action looks worth: by action and feature, in points."""
    numbers = np.array(actions, np.int16)
    order = np.argsort(numbers)
    table = np.zeros((len(actions), len(features_of(view.game.rules))))
    explain_at(view.records, 0, numbers[order], len(actions), table)
    return table[np.argsort(order)]


def reasons(view: State, action: int, other: int) -> list[Reason]:
    """Why `action` rather than `other`, the strongest reasons; none where none is known."""
    first, second = contributions(view, [action, other])
    found = MODULES[view.game.name].reasons(view, action, other, first - second)
    strong = [reason for reason in found if reason.points >= LEAST_POINTS]
    named = sorted(strong, key=lambda reason: -reason.points)[:MOST]
    return sorted(named, key=lambda reason: reason.name in OF_THE_OTHER)


def general(sure: bool) -> list[Reason]:
    """What is said where no reason is known; `sure`: the difference is beyond doubt."""
    return [Reason(GENERAL[0 if sure else 1], 0.0)]
