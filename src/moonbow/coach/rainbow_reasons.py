"""Reasons in Rainbow: what a combo takes, what it spends, what it keeps and leaves."""

import math

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.rainbow_thumbs import BEATEN, FEATURES
from moonbow.coach.reason import Reason
from moonbow.games import rainbow as rules
from moonbow.games.game import State
from moonbow.games.kernel import Record, plain
from moonbow.games.rainbow import COMBO_CARDS, COMBO_HIGH, COMBO_KIND, COMBO_RANKS, POINTS
from moonbow.games.rainbow_text import COMBO_TEXTS, cards_text

Reals = NDArray[np.float64]
GAIN, CARDS, BEHIND, LAST, SETS, RUNS, GIFT, HIGH, BIND = range(len(FEATURES))
LEAST_RUN = 3
"""Cards of a run that is worth a word when it stays whole."""

strength = plain(rules.strength)
pile_of = plain(rules.pile_of)


def reasons(view: State, action: int, other: int, more: Reals) -> list[Reason]:
    """What speaks for `action` rather than `other`; `more`: by how much, by feature, in points."""
    record = view.record
    if record.phase == rules.TAKING:
        return about_pile(record, action, other, more)
    return [
        *about_taking(record, action, other, more),
        *about_spending(record, action, other, more),
        *about_hand(record, action, other, more),
        *about_others(record, action, other, more),
    ]


# The piles of the middle


def piles(record: Record) -> list[str]:
    """The piles of the middle, the best first."""
    found = [rank for rank in range(6) for _ in range(record.singles[rank])]
    texts = [cards_text([rank]) for rank in found]
    found = [rank for rank in range(6) for _ in range(record.pairs[rank])]
    return sorted([*texts, *[cards_text([rank, rank]) for rank in found]], key=worth, reverse=True)


def worth(pile: str) -> int:
    """The points of a pile; 0 for none."""
    return sum(int(card) for card in pile)


def following(record: Record) -> int:
    """How many combos will be played after this one."""
    return int(record.plays_left.sum()) - 1


def earlier(record: Record, combo: int) -> list[int]:
    """The places in the trick whose combos choose before this one."""
    own = 64 * int(COMBO_CARDS[combo]) + 8 * int(COMBO_HIGH[combo]) - int(record.combos)
    return [place for place in range(record.combos) if strength(record, place) > own]


def likely_place(record: Record, combo: int) -> float:
    """How many will probably choose before a combo."""
    size = float(COMBO_CARDS[combo]) + float(COMBO_HIGH[combo]) / 12
    bigger = following(record) / (1 + math.exp(BEATEN[0] * (size - BEATEN[1])))
    return len(earlier(record, combo)) + bigger


def pile_at(record: Record, place: int) -> str:
    """The pile that is left when so many have taken the best ones; "" if none is."""
    found = piles(record)
    return found[place] if place < len(found) else ""


def likely_pile(record: Record, combo: int) -> str:
    """The pile that a combo will probably take; "" if none will be left."""
    return pile_at(record, round(likely_place(record, combo)))


def clearly_better(pile: str, instead: str, points: float) -> bool:
    """Whether a combo takes one pile and not the other, rather than hardly more likely."""
    better = worth(pile) - worth(instead)
    return better > 0 and points >= better / 2


def about_taking(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """What a combo will take from the middle, for certain if nobody plays after it."""
    pile, instead = likely_pile(record, action), likely_pile(record, other)
    points = float(more[GAIN])
    if not pile or points <= 0:
        return []
    if following(record) == 0:
        return about_certain_taking(record, action, other, pile, points)
    if not clearly_better(pile, instead, points):
        return [Reason("likelier", points, (pile_at(record, int(likely_place(record, action))),))]
    if instead:
        return [Reason("takes", points, (pile, instead))]
    return [Reason("any", points, (pile,))]


def about_certain_taking(
    record: Record, action: int, other: int, pile: str, points: float
) -> list[Reason]:
    """Whose combo it goes before, and what it gets by that."""
    player = int(record.current)
    passed = [
        place
        for place in set(earlier(record, other)) - set(earlier(record, action))
        if record.combo_player[place] != player
    ]
    if not passed:
        return []
    best = max(passed, key=lambda place: int(strength(record, place)))
    if not earlier(record, action):
        return [Reason("first", points, (pile,))]
    combo = COMBO_TEXTS[record.combo[best]]
    return [Reason("beats", points, (combo, pile), int(record.combo_player[best]))]


# The cards of the hand


def about_spending(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """Cards saved, or spent while there is time."""
    fewer = int(COMBO_CARDS[other]) - int(COMBO_CARDS[action])
    if fewer < 0:
        return [
            Reason("last", float(more[LAST]), number=-fewer),
            Reason("behind", float(more[BEHIND]), number=-fewer),
        ]
    if fewer == 0:
        return []
    points = float(more[CARDS] + more[BEHIND] + more[LAST])
    pile, instead = likely_pile(record, action), likely_pile(record, other)
    if clearly_better(instead, pile, -float(more[GAIN])):
        return [Reason("not worth", points, (instead,), number=fewer)]
    if pile and worth(pile) >= worth(instead):
        return [Reason("saves", points, (pile,), number=fewer)]
    return [Reason("fewer", points, number=fewer)]


def about_hand(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """Sets and runs that stay whole."""
    hand = record.hand[record.current]
    rest, instead = hand - COMBO_RANKS[action], hand - COMBO_RANKS[other]
    found = []
    whole = [
        rank for rank in range(6) if rest[rank] == hand[rank] >= 2 and instead[rank] < hand[rank]
    ]
    if whole:
        rank = max(whole, key=lambda rank: int(hand[rank]))
        name = "set whole" if instead[rank] else "set"
        found.append(Reason(name, float(more[SETS]), (cards_text([rank] * int(hand[rank])),)))
    kept = [run for run in runs(rest) if any(instead[rank] == 0 for rank in run)]
    if kept:
        found.append(Reason("run", float(more[RUNS]), (cards_text(max(kept, key=len)),)))
    return found


def runs(cards: NDArray[np.int8]) -> list[list[int]]:
    """The longest runs that cards by rank allow, as ranks, those worth a word."""
    found: list[list[int]] = [[]]
    for rank in range(6):
        if cards[rank]:
            found[-1].append(rank)
        else:
            found.append([])
    return [run for run in found if len(run) >= LEAST_RUN]


# The others


def about_others(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """What the others will find in the middle, and what they may play against it."""
    found = []
    less = int((COMBO_RANKS[other] - COMBO_RANKS[action]) @ POINTS)
    if less > 0:
        found.append(Reason("gift", float(more[GIFT]), number=less))
    if following(record) == 0:
        return found
    if COMBO_CARDS[action] == COMBO_CARDS[other] and COMBO_HIGH[action] > COMBO_HIGH[other]:
        high = cards_text([int(COMBO_HIGH[action])])
        found.append(Reason("high", float(more[HIGH]), (high,)))
    kind = COMBO_KIND[action]
    if kind != rules.SINGLE == COMBO_KIND[other] and record.follow == rules.SINGLE:
        name = "no runs" if kind == rules.SET else "no sets"
        found.append(Reason(name, float(more[BIND])))
    return found


# Taking


def about_pile(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """What a pile is worth, and what is left for the next player."""
    found = piles(record)
    pile, instead = pile_text(action), pile_text(other)
    points, better = float(more[GAIN]), worth(pile) - worth(instead)
    if better <= 0:
        return []
    if worth(pile) == worth(found[0]):
        given = [Reason("most", points, number=worth(pile))]
    else:
        given = [Reason("worth more", points, number=better)]
    left, else_left = without(found, pile), without(found, instead)
    following = int(record.takings) + 1
    if following < record.combos and left:
        player = int(record.combo_player[record.choice[following]])
        lost = worth(else_left[0]) - worth(left[0])
        if player != record.current and lost > 0:
            share = lost / (int(record.players) - 1)
            given.append(Reason("leaves", share, (left[0],), player))
    return given


def pile_text(action: int) -> str:
    """The pile that a taking takes."""
    rank, cards = pile_of(action)
    return cards_text([rank] * cards)


def without(found: list[str], pile: str) -> list[str]:
    """The piles that are left when one is taken."""
    place = found.index(pile)
    return found[:place] + found[place + 1 :]
