"""Information-set Monte Carlo tree search, once for all games.

Each iteration deals the hidden cards anew in a way that the player who decides must think possible,
walks down one tree that all these deals share, adds one action to it, plays on to the end by rules
of thumb or by chance, and tells every action on the way what came of it for each player (single
observer, maxⁿ). Whose turn it is takes the action that did best for themselves.

Where hands change by draws, an action that is right with one hand is wrong with another, and a tree
that does not tell them apart plays worse the deeper it grows. There the tree is `own`: it holds the
decisions of the player who decides, apart by what is in hand then, and the others play by rules of
thumb, which look at their hands.

Much of what comes of an iteration is the luck of its deal, which is not the action's merit. Where
the evaluation of the position can tell, that is taken off (a control variate): actions are then
compared by how much better or worse it went than the deal promised.

A tree is a handful of arrays with one row for each action in it; row 0 stands for the position that
is decided. Children of a row are a linked list.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.memo import Memo
from moonbow.bots.thumbs import evaluate, weigh
from moonbow.games.contract import (
    RULES,
    Records,
    apply_action,
    current_player,
    legal_actions,
    resample,
    returns,
)
from moonbow.games.kernel import (
    FULL,
    Generator,
    Record,
    below,
    copy_record,
    jit,
    jit_aside,
    next_word,
)

MOST_ACTIONS = max(rules.ACTIONS for rules in RULES)
MOST_PLAYERS = max(rules.MAX_PLAYERS for rules in RULES)
DEEPEST = 400
"""Actions from the root that one iteration walks in the tree."""

HELD_FACTOR, HELD_PRIME = 1_000_003, 2**31 - 1
"""What numbers for hands are made by, so that no step leaves 64 bits."""


class Tree(NamedTuple):
    """A search that is going on; rows are actions in the tree, row 0 the position itself."""

    action: NDArray[np.int16]
    mover: NDArray[np.int8]  # who takes the action
    holding: NDArray[np.int64]  # of an own tree: what the mover holds then, as `held` has it
    child: NDArray[np.int32]  # the newest child; 0: none
    sibling: NDArray[np.int32]  # the next older child of the same row; 0: none
    visits: NDArray[np.int32]
    offers: NDArray[np.int32]  # iterations in which the action was legal and its parent visited
    value: NDArray[np.float64]  # sums by player, less what the deals promised
    promised: NDArray[np.float64]  # what the deals promised, sums by player
    bias: NDArray[np.float64]  # what the rules of thumb say of it, from 0 to 1
    used: NDArray[np.int64]  # one number: rows in use


class Settings(NamedTuple):
    """How a search goes about it."""

    explore: float  # the weight of what is little known
    bias: float  # the weight of the rules of thumb
    own: bool  # the tree holds only what the player to decide does, by what is in hand then
    widen: float  # children of a row visited n times: 1 + widen * n ** power; below 0: no tree
    power: float
    heat: float  # points of a rule of thumb that make an action e times as likely
    sharp: float  # how often a rollout takes what looks best by the rules of thumb, else anything
    cut: int  # actions after which a rollout is evaluated,
    finish: int  # in the middle of a turn only after so many more
    control: float  # the share of what a deal promises that is taken off what comes of it


def new_tree(rows: int) -> Tree:
    """A tree with nothing in it but the position, and room for so many rows."""
    return Tree(
        action=np.zeros(rows, np.int16),
        mover=np.zeros(rows, np.int8),
        holding=np.zeros(rows, np.int64),
        child=np.zeros(rows, np.int32),
        sibling=np.zeros(rows, np.int32),
        visits=np.zeros(rows, np.int32),
        offers=np.zeros(rows, np.int32),
        value=np.zeros((rows, MOST_PLAYERS)),
        promised=np.zeros(MOST_PLAYERS),
        bias=np.zeros(rows),
        used=np.ones(1, np.int64),
    )


@jit_aside
def search(
    views: Records,
    states: Records,
    tree: Tree,
    settings: Settings,
    memo: Memo,
    generator: Generator,
    iterations: int,
    first: int,
) -> None:
    """So many iterations from the first of `views`, for which the tree must have as many free rows.

    They all begin with the action `first`, unless it is negative. Of a full state nothing is dealt
    anew: the search then sees all cards. `states` is scratch, one record.
    """
    view, state = views[0], states[0]
    decider = current_player(view)
    legal = np.empty(MOST_ACTIONS, np.int16)
    marks = np.zeros(MOST_ACTIONS, np.int64)
    weights = np.empty(MOST_ACTIONS, np.float64)
    path = np.empty(DEEPEST + 1, np.int32)
    outcome = np.empty(MOST_PLAYERS, np.float64)
    promise = np.empty(MOST_PLAYERS, np.float64)
    stamp = 0
    for _ in range(iterations):
        if view.viewer == FULL:
            copy_record(view, state)
        else:
            resample(view, generator, state)
        if first >= 0:
            apply_action(state, first)
        promise[:] = 0.0
        if settings.control > 0.0 and current_player(state) >= 0:
            evaluate(state, promise)
            promise *= settings.control
        row, depth, grown = 0, 0, settings.widen < 0.0
        path[0] = 0
        while not grown and depth < DEEPEST and current_player(state) >= 0:
            count = legal_actions(state, legal)
            if count > 1 and (not settings.own or current_player(state) == decider):
                stamp += 1
                mark_legal(legal, count, marks, stamp)
                row, grown = descend(
                    state, tree, settings, row, legal, count, marks, stamp, weights, memo
                )
                depth += 1
                path[depth] = row
                apply_action(state, int(tree.action[row]))
            else:
                take_usual(state, settings, legal, count, weights, memo, generator)
        play_on(state, settings, legal, weights, memo, generator, outcome)
        for player in range(MOST_PLAYERS):
            tree.promised[player] += promise[player]
            outcome[player] -= promise[player]
        for place in range(depth + 1):
            tree.visits[path[place]] += 1
            for player in range(MOST_PLAYERS):
                tree.value[path[place], player] += outcome[player]


@jit
def mark_legal(legal: NDArray[np.int16], count: int, marks: NDArray[np.int64], stamp: int) -> None:
    """Stamps the legal actions."""
    for place in range(count):
        marks[legal[place]] = stamp


@jit
def descend(
    state: Record,
    tree: Tree,
    settings: Settings,
    row: int,
    legal: NDArray[np.int16],
    count: int,
    marks: NDArray[np.int64],
    stamp: int,
    weights: NDArray[np.float64],
    memo: Memo,
) -> tuple[int, bool]:
    """The child to go on with, and whether it is new."""
    mover = current_player(state)
    holding = held(state, mover) if settings.own else 0
    known, visits = 0, 0
    child = int(tree.child[row])
    while child > 0:
        same = tree.mover[child] == mover and tree.holding[child] == holding
        if same and marks[tree.action[child]] == stamp:
            known += 1
            visits += int(tree.visits[child])
            tree.offers[child] += 1
        child = int(tree.sibling[child])
    if not settings.own:
        visits = int(tree.visits[row])
    if known < count and known < 1 + settings.widen * visits**settings.power:
        new = grow(
            state, tree, settings, row, mover, holding, legal, count, marks, stamp, weights, memo
        )
        return new, True
    best, best_value = 0, -1e30
    child = int(tree.child[row])
    while child > 0:
        same = tree.mover[child] == mover and tree.holding[child] == holding
        if same and marks[tree.action[child]] == stamp:
            tried = float(tree.visits[child])
            value = tree.value[child, mover] / tried
            value += settings.explore * np.sqrt(np.log(float(tree.offers[child])) / tried)
            value += settings.bias * tree.bias[child] / (tried + 1.0)
            if value > best_value:
                best, best_value = child, value
        child = int(tree.sibling[child])
    return best, False


@jit
def held(state: Record, player: int) -> int:
    """A number for what a player holds, from 0 to 2 ** 31; other hands have others, most likely."""
    number = int(state.hand_count[player])
    for cards in state.hand[player].flat:
        number = (number * HELD_FACTOR + int(cards) + 1) % HELD_PRIME
    return number


@jit
def grow(
    state: Record,
    tree: Tree,
    settings: Settings,
    row: int,
    mover: int,
    holding: int,
    legal: NDArray[np.int16],
    count: int,
    marks: NDArray[np.int64],
    stamp: int,
    weights: NDArray[np.float64],
    memo: Memo,
) -> int:
    """Adds the action that looks best among those not in the tree yet."""
    weigh(state, legal, count, weights, memo)
    child = int(tree.child[row])
    while child > 0:
        if tree.mover[child] == mover and tree.holding[child] == holding:
            marks[tree.action[child]] = 0
        child = int(tree.sibling[child])
    best = -1
    highest = weights[0]
    for place in range(count):
        highest = max(highest, weights[place])
        if marks[legal[place]] == stamp and (best < 0 or weights[place] > weights[best]):
            best = place
    new = int(tree.used[0])
    tree.used[0] += 1
    tree.action[new] = legal[best]
    tree.mover[new] = mover
    tree.holding[new] = holding
    tree.sibling[new] = tree.child[row]
    tree.child[row] = new
    tree.offers[new] = 1
    tree.bias[new] = np.exp((weights[best] - highest) / settings.heat)
    return new


@jit
def play_on(
    state: Record,
    settings: Settings,
    legal: NDArray[np.int16],
    weights: NDArray[np.float64],
    memo: Memo,
    generator: Generator,
    outcome: NDArray[np.float64],
) -> None:
    """Plays on to the end, or until the rollout is cut off, and writes what comes of it.

    Where the evaluation asks for it the turn is finished first: who holds fewer cards because the
    draw is still to come would look better off.
    """
    outcome[:] = 0.0
    length, last = 0, -1
    player = current_player(state)
    longest = settings.cut + settings.finish
    while player >= 0 and (length < settings.cut or (player == last and length < longest)):
        count = legal_actions(state, legal)
        take_usual(state, settings, legal, count, weights, memo, generator)
        length += 1
        last, player = player, current_player(state)
    if player < 0:
        returns(state, outcome)
    else:
        evaluate(state, outcome)


@jit
def take_usual(
    state: Record,
    settings: Settings,
    legal: NDArray[np.int16],
    count: int,
    weights: NDArray[np.float64],
    memo: Memo,
    generator: Generator,
) -> None:
    """Takes the action that looks best by the rules of thumb or, now and then, any."""
    place = 0
    if count > 1:
        if unit(generator) < settings.sharp:
            weigh(state, legal, count, weights, memo)
            for other in range(1, count):
                if weights[other] > weights[place]:
                    place = other
        else:
            place = below(generator, count)
    apply_action(state, int(legal[place]))


@jit
def unit(generator: Generator) -> float:
    """A random number from 0 to 1, without 1."""
    return float(next_word(generator) >> np.uint64(11)) * 2.0**-53
