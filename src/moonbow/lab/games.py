"""Whole games in compiled code: by chance and by rules of thumb, each known by its number."""

from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.memo import MANY_ROWS, Memo, new_memo
from moonbow.bots.thumbs import weigh
from moonbow.bots.thumbs_bot import CHANCES
from moonbow.games.contract import (
    RULES,
    Records,
    apply_action,
    current_player,
    deal,
    legal_actions,
    observe,
    returns,
    scores,
    seed,
)
from moonbow.games.kernel import Generator, Record, below, jit, jit_aside, next_word, start
from moonbow.lab.facts import holds, items_of, opens_round

GAME_KEY, GAME_PLAY = 4, 5  # what chance is drawn for: a game's key, what its players choose
GAME_ON = 14  # and a game that is played on
MOST_ACTIONS = max(rules.ACTIONS for rules in RULES)  # of any game

COUNTS = ("decisions", "choices", "alternatives", "turns", "rounds", "lead_changes", "first")
"""What is counted in each game: decisions; those with several legal actions, and how many these
had in all; how often another player came to decide, the first included; tricks in Rainbow, rounds
in Rainbow 7, turns in Rainbow Pirates; how often, after one of these, another than before was alone
in the lead by points; and who decided first."""

LOGGED = ("game", "decision", "player", "action", "legal")
"""What is logged of each decision: the game's place among those played, the decision's number from
0, who decided, the action's number, how many were legal."""


class Careful(NamedTuple):
    """How players choose, by seat: below 0 by chance, else as `ThumbsBot` does."""

    overlooks: NDArray[np.float64]
    careless: NDArray[np.float64]


class Tally(NamedTuple):
    """What is added up over finished games, in batches: game `n` is in batch `n` mod their number.

    By batch, item, how many of it (MANY at most): in how many games a player was dealt so many
    cards of a kind, or made a use so often, and what these games were worth to that player. `legal`
    is, by batch and how many actions were legal (WIDE at most), how many decisions there were.
    """

    dealt: NDArray[np.float64]
    used: NDArray[np.float64]
    legal: NDArray[np.int64]


MANY, WIDE = 5, 200


def new_tally(rules: ModuleType, batches: int) -> Tally:
    """An empty tally; without batches nothing is added up."""
    items = items_of(rules)
    return Tally(
        dealt=np.zeros((batches, len(items.kinds), MANY + 1, 2)),
        used=np.zeros((batches, len(items.uses), MANY + 1, 2)),
        legal=np.zeros((batches, WIDE + 1), np.int64),
    )


class Told(NamedTuple):
    """What a kernel is told of a game, and of a run that bots have played.

    `use_of` is the place of each action among its uses, `better` which way points count, 1 or -1,
    and `decided` what players have decided, game after game; empty: they decide now.
    """

    use_of: NDArray[np.int16]
    better: int
    decided: NDArray[np.int16]


class Counted(NamedTuple):
    """What is counted in one game: by player and use, and by how many actions were legal."""

    used: NDArray[np.int64]
    legal: NDArray[np.int64]


@dataclass(frozen=True)
class Played:
    """Some games, by place: COUNTS, returns and points by player, and what was LOGGED."""

    counts: NDArray[np.int64]
    returns: NDArray[np.float64]
    points: NDArray[np.int64]
    log: NDArray[np.int32]


@jit_aside
def play_games(
    states: Records,
    views: Records,
    options: Records,
    careful: Careful,
    told: Told,
    key: Generator,
    first: int,
    max_actions: int,
    counts: NDArray[np.int64],
    shares: NDArray[np.float64],
    points: NDArray[np.int64],
    log: NDArray[np.int32],
    tally: Tally,
) -> tuple[int, int]:
    """Plays games number `first`, `first` + 1, ..., one for each row of `counts`.

    Each game's cards and choices come from the key and the game's number alone; where `told` has
    decisions, they are these. Writes by game the COUNTS, and by game and player the returns and
    points; a game is cut off after `max_actions`, its returns are then all 0. `states` and `views`
    are scratch, one record each. Returns how many games were played, and how many rows of `log`
    were written: where the log has rows it ends before the first game that they do not hold.
    """
    state = states[0]
    players = careful.overlooks.shape[0]
    generator = np.empty(4, np.uint64)
    memo = new_memo(MANY_ROWS)
    batches = tally.dealt.shape[0]
    dealt = np.zeros((players, tally.dealt.shape[1]), np.int64)
    counted = Counted(
        np.zeros((players, tally.used.shape[1]), np.int64), np.zeros(WIDE + 1, np.int64)
    )
    logged = decided = 0
    for game in range(counts.shape[0]):
        deal_game(state, key, first + game, players, options, generator)
        if batches > 0:
            for player in range(players):
                holds(state, player, dealt[player])
        whole = play_game(
            states, views, careful, told, decided, generator, memo, max_actions, counts[game],
            points[game], log[logged:], counted,
        )  # fmt: skip
        if not whole:
            return game, logged
        length = int(counts[game, 0])
        decided += length
        if log.shape[0] > 0:
            log[logged : logged + length, 0] = game
            logged += length
        returns(state, shares[game])
        if batches > 0 and current_player(state) < 0:
            batch = (first + game) % batches
            tally.legal[batch] += counted.legal
            add_up(tally.dealt[batch], dealt, shares[game])
            add_up(tally.used[batch], counted.used, shares[game])
    return counts.shape[0], logged


@jit_aside
def play_on(
    states: Records,
    copies: Records,
    views: Records,
    careful: Careful,
    told: Told,
    key: Generator,
    number: int,
    times: int,
    max_actions: int,
    chances: NDArray[np.float64],
) -> None:
    """Plays a game on to its end so many times, and writes what that was worth, by player.

    From the full state `states[0]`, with other chance each time, which comes from the key and
    `number` times `times` plus which time it is. A game cut off after `max_actions` is worth
    nothing. `copies` and `views` are scratch, one record each.
    """
    players = careful.overlooks.shape[0]
    generator = np.empty(4, np.uint64)
    memo = new_memo(MANY_ROWS)
    own = np.empty(4, np.uint64)
    counts = np.empty(len(COUNTS), np.int64)
    points = np.empty(players, np.int64)
    worth = np.empty(players, np.float64)
    log = np.empty((0, len(LOGGED)), np.int32)
    counted = Counted(np.empty((0, 0), np.int64), np.empty(0, np.int64))
    chances[:] = 0.0
    for time in range(times):
        start(generator, key, GAME_ON, number * times + time)
        for word in range(4):
            own[word] = next_word(generator)
        copies[0] = states[0]
        seed(copies[0], own)
        play_game(
            copies, views, careful, told, 0, generator, memo, max_actions, counts, points, log,
            counted,
        )  # fmt: skip
        returns(copies[0], worth)
        chances += worth
    chances /= times


@jit
def deal_game(
    state: Record,
    key: Generator,
    number: int,
    players: int,
    options: Records,
    generator: Generator,
) -> None:
    """Deals the game of that number; the generator is then the one its players choose with."""
    start(generator, key, GAME_KEY, number)
    game_key = np.empty(4, np.uint64)
    for word in range(4):
        game_key[word] = next_word(generator)
    seed(state, game_key)
    deal(state, players, options[0])
    start(generator, key, GAME_PLAY, number)


@jit
def play_game(
    states: Records,
    views: Records,
    careful: Careful,
    told: Told,
    decided: int,
    generator: Generator,
    memo: Memo,
    max_actions: int,
    counts: NDArray[np.int64],
    points: NDArray[np.int64],
    log: NDArray[np.int32],
    counted: Counted,
) -> bool:
    """Plays the game that has been dealt; its first decision is `told.decided[decided]`, if any.

    Writes its COUNTS, points and log, all but the game's place, and what is counted. Returns
    False if the log has rows, but too few for the whole game.
    """
    state = states[0]
    legal = np.empty(MOST_ACTIONS, np.int16)
    weights = np.empty(MOST_ACTIONS, np.float64)
    memory = np.full(1, -1, np.int64)
    counting = counted.used.shape[1] > 0
    counted.used[:] = 0
    counted.legal[:] = 0
    counts[:] = 0
    counts[6] = current_player(state)
    before = leader = -1
    room, length = log.shape[0], 0
    while current_player(state) >= 0 and length < max_actions:
        player = current_player(state)
        count = legal_actions(state, legal)
        place = 0
        if count > 1:
            counts[1] += 1
            counts[2] += count
            place = choice(
                states, views, careful, told, decided + length, generator, legal, count, weights,
                memo,
            )  # fmt: skip
        action = int(legal[place])
        counts[3] += int(player != before)
        before = player
        if opens_round(state, memory):
            counts[4] += 1
            leader = follow_lead(state, told.better, leader, points, counts)
        if counting:
            counted.legal[min(count, WIDE)] += 1
            if told.use_of[action] >= 0:
                counted.used[player, told.use_of[action]] += 1
        if room > 0:
            if length == room:
                return False
            log[length, 1] = length
            log[length, 2] = player
            log[length, 3] = action
            log[length, 4] = count
        apply_action(state, action)
        length += 1
    counts[0] = length
    follow_lead(state, told.better, leader, points, counts)
    return True


@jit
def follow_lead(
    state: Record, better: int, leader: int, points: NDArray[np.int64], counts: NDArray[np.int64]
) -> int:
    """Writes the points, and counts it when another than the leader so far leads; returns who."""
    scores(state, points)
    ahead = sole_leader(points, better)
    if ahead < 0:
        return leader
    counts[5] += int(leader >= 0 and ahead != leader)
    return ahead


@jit
def choice(
    states: Records,
    views: Records,
    careful: Careful,
    told: Told,
    decided: int,
    generator: Generator,
    legal: NDArray[np.int16],
    count: int,
    weights: NDArray[np.float64],
    memo: Memo,
) -> int:
    """The place of what is chosen among the first `count` legal actions."""
    state, view, place = states[0], views[0], 0
    player = current_player(state)
    if told.decided.shape[0] > 0:
        while legal[place] != told.decided[decided]:
            place += 1
        return place
    if careful.overlooks[player] < 0.0:
        return below(generator, count)
    observe(state, player, view)
    weigh(view, legal, count, weights, memo)
    return seen_best(weights, count, careful.overlooks[player], careful.careless[player], generator)


@jit
def sole_leader(points: NDArray[np.int64], better: int) -> int:
    """Who alone has the best points, the most or, with `better` -1, the fewest; -1: nobody."""
    leader, tied = 0, False
    for player in range(1, points.shape[0]):
        ahead = better * (points[player] - points[leader])
        if ahead > 0:
            leader, tied = player, False
        elif ahead == 0:
            tied = True
    return -1 if tied else leader


@jit
def add_up(
    sums: NDArray[np.float64], numbers: NDArray[np.int64], shares: NDArray[np.float64]
) -> None:
    """Adds a game of each player, and what it was worth, by item and how many of it."""
    for player in range(numbers.shape[0]):
        for item in range(numbers.shape[1]):
            many = min(int(numbers[player, item]), MANY)
            sums[item, many, 0] += 1.0
            sums[item, many, 1] += shares[player]


@jit
def seen_best(
    weights: NDArray[np.float64],
    count: int,
    overlooks: float,
    careless: float,
    generator: Generator,
) -> int:
    """The place of the greatest of the first `count` that is not overlooked; of equal ones any.

    Overlooked is only what is at most `careless` worse than the greatest, and never all of it.
    """
    least = weights[0]
    for place in range(1, count):
        least = max(least, weights[place])
    least -= careless
    best, equal = -1, 0
    for seeing in range(2):
        for place in range(count):
            if weights[place] < least or (
                seeing == 0 and overlooks > 0.0 and below(generator, CHANCES) < overlooks * CHANCES
            ):
                continue
            if best < 0 or weights[place] > weights[best]:
                best, equal = place, 1
            elif weights[place] == weights[best]:
                equal += 1
                if below(generator, equal) == 0:
                    best = place
        if best >= 0:
            break
    return best
