"""Rules of thumb for Rainbow: a guide to playing it well.

A trick is a market. With the cards of a combo a player buys a place in the order of choice, and
what can be bought lies in the middle for all to see. So a combo is worth what it is likely to
bring, less what its cards would have brought later. The features of a combo say the two; their
weights were found by playing, not by taste.
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.memo import Memo
from moonbow.games.kernel import Record, jit
from moonbow.games.rainbow import (
    COMBO_CARDS,
    COMBO_HIGH,
    COMBO_KIND,
    COMBO_RANKS,
    PLAYING,
    pile_of,
    strength,
)

FEATURES = (
    "gain",  # what it is likely to take from the middle
    "cards",  # cards it spends
    "behind",  # the same, as far as others have fewer cards: who has more should spend more
    "last",  # the same, when this trick may well be the last
    "sets",  # sets it breaks up or uses up
    "runs",  # runs it breaks up or uses up
    "gift",  # points it puts into the middle for the next trick
    "high",  # its highest card, which settles ties between combos of one size
    "bind",  # it is the first in the trick that binds those who follow
)
WEIGHTS = np.array([1.0, -1.19, 0.35, 1.04, -0.05, -0.045, -0.17, 0.13, 0.2])
BEATEN = np.array([1.6, 2.4])
"""How often one who follows plays a bigger combo: it falls with the size, fastest at the second."""


@jit
def weigh(
    view: Record, legal: NDArray[np.int16], count: int, out: NDArray[np.float64], memo: Memo
) -> None:
    """How good each legal action looks to who decides, in points."""
    weigh_by(view, legal, count, out, WEIGHTS, BEATEN)


@jit
def weigh_by(
    view: Record,
    legal: NDArray[np.int16],
    count: int,
    out: NDArray[np.float64],
    weights: NDArray[np.float64],
    beaten: NDArray[np.float64],
) -> None:
    """The same by other weights."""
    if view.phase == PLAYING:
        values = np.zeros(7)
        pile_values(view, values)
        table = trick_so_far(view)
        features = np.empty(WEIGHTS.shape[0])
        for place in range(count):
            combo_features(view, int(legal[place]), values, table, beaten, features)
            total = 0.0
            for feature in range(features.shape[0]):
                total += weights[feature] * features[feature]
            out[place] = total
    else:
        for place in range(count):
            rank, cards = pile_of(int(legal[place]))
            out[place] = float(cards * (rank + 1))


@jit
def explain(view: Record, legal: NDArray[np.int16], count: int, table: NDArray[np.float64]) -> None:
    """What each of FEATURES adds to what each legal action looks worth, in points.

    Of a pile to take only the first says something: its points.
    """
    values = np.zeros(7)
    pile_values(view, values)
    trick = trick_so_far(view)
    features = np.zeros(WEIGHTS.shape[0])
    for place in range(count):
        if view.phase == PLAYING:
            combo_features(view, int(legal[place]), values, trick, BEATEN, features)
        else:
            rank, cards = pile_of(int(legal[place]))
            features[0] = cards * (rank + 1)
        for feature in range(features.shape[0]):
            table[place, feature] = WEIGHTS[feature] * features[feature]


@jit
def pile_values(view: Record, values: NDArray[np.float64]) -> None:
    """The points of the six best piles in the middle, the best first; 0 where there are fewer."""
    found = 0
    for worth in range(12, 0, -1):
        piles = int(view.singles[worth - 1]) if worth <= 6 else 0
        if worth % 2 == 0:
            piles += int(view.pairs[worth // 2 - 1])
        for _ in range(piles):
            if found < 6:
                values[found] = worth
                found += 1


@jit
def trick_so_far(view: Record) -> tuple[float, float, float, float]:
    """What all combos are measured by.

    How many combos will follow; how many more cards the player has than the others on average, as
    a share of all; how likely the trick is the last; 1 if nothing binds those who follow yet.
    """
    player = int(view.current)
    players = int(view.players)
    follow = -1.0
    others = 0.0
    short = 0
    for other in range(players):
        follow += float(view.plays_left[other])
        cards = float(view.hand_count[other])
        if players == 2:
            cards += float(view.reserve_count[other])
        if other != player:
            others += cards
            short += int(cards <= 2.0)
    own = float(view.hand_count[player])
    if players == 2:
        own += float(view.reserve_count[player])
    average = others / (players - 1)
    behind = (own - average) / max(1.0, own + average)
    needed = 1 if players == 2 else 2
    last = 1.0 if short >= needed else (0.3 if short + 1 >= needed and own <= 4.0 else 0.0)
    return follow, behind, last, 1.0 if view.follow == 0 else 0.0


@jit
def combo_features(
    view: Record,
    combo: int,
    values: NDArray[np.float64],
    table: tuple[float, float, float, float],
    beaten: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Writes the features of a combo, in the order of FEATURES."""
    player = int(view.current)
    follow, behind, last, free = table
    cards = float(COMBO_CARDS[combo])
    out[0] = gain(view, combo, values, follow, beaten)
    out[1] = cards
    out[2] = cards * behind
    out[3] = cards * last
    sets = gift = 0.0
    held, rest = 0, 0
    for rank in range(6):
        before = int(view.hand[player, rank])
        spent = int(COMBO_RANKS[combo, rank])
        sets += float(before * before - (before - spent) * (before - spent))
        gift += float((rank + 1) * spent)
        held |= int(before > 0) << rank
        rest |= int(before > spent) << rank
    out[4] = sets
    out[5] = float(run_worth(held) - run_worth(rest))
    out[6] = gift
    out[7] = float(COMBO_HIGH[combo])
    out[8] = free if COMBO_KIND[combo] != 0 else 0.0


@jit
def gain(
    view: Record,
    combo: int,
    values: NDArray[np.float64],
    follow: float,
    beaten: NDArray[np.float64],
) -> float:
    """What a combo is likely to take: the pile that will be left when its turn to choose comes.

    Those who have played are known; of those who follow some will play a bigger combo.
    """
    place = int(view.combos)
    own = 64 * int(COMBO_CARDS[combo]) + 8 * int(COMBO_HIGH[combo]) - place
    position = 0.0
    for other in range(place):
        position += float(int(strength(view, other) > own))
    size = float(COMBO_CARDS[combo]) + float(COMBO_HIGH[combo]) / 12.0
    position += follow / (1.0 + np.exp(beaten[0] * (size - beaten[1])))
    whole = min(5, int(position))
    part = position - whole
    return float((1.0 - part) * values[whole] + part * values[whole + 1])


@jit
def run_worth(held: int) -> int:
    """What a set of ranks is worth in runs: the squares of the lengths of those in a row."""
    worth = length = 0
    for rank in range(7):
        if held >> rank & 1:
            length += 1
        else:
            worth += length * length
            length = 0
    return worth


@jit
def evaluate(state: Record, out: NDArray[np.float64]) -> None:
    """Each player's chance to win, guessed: points so far, and what the cards left may bring."""
    players = int(state.players)
    total = 0.0
    for player in range(players):
        cards = float(state.hand_count[player])
        if players == 2:
            cards += float(state.reserve_count[player])
        out[player] = np.exp((float(state.scores[player]) + 1.5 * cards) / 5.0)
        total += out[player]
    for player in range(players):
        out[player] /= total
