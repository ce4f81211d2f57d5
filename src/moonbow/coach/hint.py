"""A hint: the best action, how much better it is than others, and why."""

import threading
from dataclasses import dataclass

from moonbow.bots.bot import Budget
from moonbow.bots.names import MOONBOW
from moonbow.bots.search_bot import SearchBot
from moonbow.coach.reason import Reason
from moonbow.coach.reasons import general, reasons
from moonbow.games.game import State

BUDGET = Budget(milliseconds=1000)
"""For a hint, unless told otherwise."""
OTHERS = 3
"""Alternatives that a hint names."""


@dataclass(frozen=True)
class Rated:
    """An action and the chance to win with it, from 0 to 1.

    `margin` is half the 95 % interval, from how often the action was played on.
    """

    action: int
    chance: float
    margin: float


@dataclass(frozen=True)
class Hint:
    """The best action, those looked at most beside it, and why it is better than the first."""

    best: Rated
    others: list[Rated]
    reasons: list[Reason]


def hint(
    view: State, budget: Budget = BUDGET, seed: int = 0, stop: threading.Event | None = None
) -> Hint:
    """What the player who is to decide had best do, from what that player may know.

    `view` is that player's; some action must be legal. It comes to an end once `stop` is set.
    """
    legal = view.legal_actions()
    looked = SearchBot(seed, "hint", MOONBOW, stop=stop).look(view, budget)
    player = view.current_player
    if len(legal) == 1:
        chance = looked.chances[player]
        return Hint(Rated(legal[0], chance, margin(chance, looked.visits)), [], [])
    rated = [
        Rated(each.action, each.value, margin(each.value, each.visits)) for each in looked.actions
    ]
    best, *others = rated
    why: list[Reason] = []
    if others:
        doubt = (best.margin**2 + others[0].margin ** 2) ** 0.5
        sure = best.chance - others[0].chance > doubt
        why = reasons(view, best.action, others[0].action) or general(sure)
    return Hint(best, others[:OTHERS], why)


def margin(chance: float, games: int) -> float:
    """Half the 95 % interval of a share of so many games (Agresti and Coull 1998)."""
    games += 4
    middle = (chance * (games - 4) + 2) / games
    half: float = 1.96 * (middle * (1 - middle) / games) ** 0.5
    return half
