"""Whole games in compiled code: by chance and by rules of thumb, each known by its number."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
from moonbow.games.kernel import Generator, below, jit, jit_aside, next_word, start

GAME_KEY, GAME_PLAY = 4, 5  # what chance is drawn for: a game's key, what its players choose
MOST_ACTIONS = max(rules.ACTIONS for rules in RULES)  # of any game

COUNTS = ("decisions", "choices", "alternatives", "turns")
"""What is counted in each game: decisions; those with several legal actions, and how many these
had in all; and how often another player came to decide, the first included."""

LOGGED = ("game", "decision", "player", "action", "legal")
"""What is logged of each decision: the game's place among those played, the decision's number from
0, who decided, the action's number, how many were legal."""


class Careful(NamedTuple):
    """How players choose, by seat: below 0 by chance, else as `ThumbsBot` does."""

    overlooks: NDArray[np.float64]
    careless: NDArray[np.float64]


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
    key: Generator,
    first: int,
    max_actions: int,
    counts: NDArray[np.int64],
    shares: NDArray[np.float64],
    points: NDArray[np.int64],
    log: NDArray[np.int32],
) -> tuple[int, int]:
    """Plays games number `first`, `first` + 1, ..., one for each row of `counts`.

    Each game's cards and choices come from the key and the game's number alone. Writes by game the
    COUNTS, and by game and player the returns and points; a game is cut off after `max_actions`,
    its returns are then all 0. `states` and `views` are scratch, one record each. Returns how many
    games were played, and how many rows of `log` were written: where the log has rows it ends
    before the first game that they do not hold.
    """
    state, view = states[0], views[0]
    players = careful.overlooks.shape[0]
    generator = np.empty(4, np.uint64)
    game_key = np.empty(4, np.uint64)
    legal = np.empty(MOST_ACTIONS, np.int16)
    weights = np.empty(MOST_ACTIONS, np.float64)
    room = log.shape[0]
    logged = 0
    for game in range(counts.shape[0]):
        start(generator, key, GAME_KEY, first + game)
        for word in range(4):
            game_key[word] = next_word(generator)
        seed(state, game_key)
        deal(state, players, options[0])
        start(generator, key, GAME_PLAY, first + game)
        before, length, choices, alternatives, turns = -1, 0, 0, 0, 0
        begun = logged
        while current_player(state) >= 0 and length < max_actions:
            if room > 0 and logged == room:
                return game, begun
            player = current_player(state)
            count = legal_actions(state, legal)
            place = 0
            if count > 1:
                choices += 1
                alternatives += count
                if careful.overlooks[player] < 0.0:
                    place = below(generator, count)
                else:
                    observe(state, player, view)
                    weigh(view, legal, count, weights)
                    place = seen_best(
                        weights, count, careful.overlooks[player], careful.careless[player],
                        generator,
                    )  # fmt: skip
            turns += int(player != before)
            before = player
            if room > 0:
                log[logged, 0] = game
                log[logged, 1] = length
                log[logged, 2] = player
                log[logged, 3] = legal[place]
                log[logged, 4] = count
                logged += 1
            apply_action(state, int(legal[place]))
            length += 1
        counts[game, 0] = length
        counts[game, 1] = choices
        counts[game, 2] = alternatives
        counts[game, 3] = turns
        returns(state, shares[game])
        scores(state, points[game])
    return counts.shape[0], logged


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
