"""What a study asks of a game's states and actions, behind three names, for code written once.

As in `games.contract`, each function runs that of the game whose record it is called with;
compiled, the choice is made by record type.
"""

from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonbow.games.contract import RULES, compile_for_each_game, rules_of
from moonbow.games.kernel import Record
from moonbow.lab import pirates_facts, rainbow7_facts, rainbow_facts

FACTS: tuple[ModuleType, ...] = (rainbow_facts, rainbow7_facts, pirates_facts)


class Items(NamedTuple):
    """What players hold, do and want: kinds of cards, uses (kinds of actions), points.

    `kinds` and `uses` are their names; `use_of` is the place of each action among the uses, or -1;
    `better` is -1 where fewer points are better, else 1; `round` is what a round is called.
    """

    kinds: tuple[str, ...]
    uses: tuple[str, ...]
    use_of: NDArray[np.int16]
    better: int
    round: str


def facts_of(record: Record) -> ModuleType:
    """The facts of the game whose state this is."""
    return FACTS[RULES.index(rules_of(record))]


def items_of(rules: ModuleType) -> Items:
    """What players of a game hold, do and want."""
    facts = FACTS[RULES.index(rules)]
    return Items(facts.KINDS, facts.USES, facts.USE_OF, facts.BETTER, facts.ROUND)


def opens_round(state: Record, memory: NDArray[np.int64]) -> bool:
    """Whether a round begins with the decision that is to be made: a trick, a round, a turn.

    Asked before every decision of a game, in order; `memory` is one number, -1 before the first.
    """
    return bool(facts_of(state).opens_round(state, memory))


def holds(state: Record, player: int, out: NDArray[np.int64]) -> None:
    """How many cards of each kind a player has in hand."""
    facts_of(state).holds(state, player, out)


for stub in (opens_round, holds):
    compile_for_each_game(stub, FACTS)
