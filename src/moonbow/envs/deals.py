"""Every deal of Rainbow as a row of chance events, each with all its outcomes and their chances.

Face up, then hand by hand, then the face-down piles of two players, then who leads. Cards that are
dealt together are counted by rank, so no two outcomes are the same cards in another order.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Any

from moonbow.games.game import State, game
from moonbow.games.rainbow import hands_dealt, middle_cards
from moonbow.games.rainbow_text import cards_text

Cards = tuple[int, ...]
"""Cards counted by rank."""


def group_sizes(players: int, hand_size: int) -> list[int]:
    """How many cards are dealt together: face up, to each hand, to each face-down pile."""
    return [middle_cards(players), *[hand_size] * hands_dealt(players)]


@cache
def outcomes(left: Cards, size: int) -> tuple[tuple[Cards, Fraction], ...]:
    """What so many cards off a shuffled deck can be, and how likely each is."""
    ways = comb(sum(left), size)
    return tuple(
        (cards, Fraction(prod(map(comb, left, cards)), ways)) for cards in choices(left, size)
    )


def choices(left: Cards, size: int) -> Iterator[Cards]:
    """All that so many of these cards can be."""
    if not left:
        if size == 0:
            yield ()
        return
    for count in range(min(left[0], size), -1, -1):
        for rest in choices(left[1:], size - count):
            yield (count, *rest)


def remaining(dealt: Sequence[Cards], ranks: int, copies: int) -> Cards:
    """The cards not dealt yet."""
    return tuple(copies - sum(cards[rank] for cards in dealt) for rank in range(ranks))


def text_of(cards: Cards) -> str:
    """Cards as text: two 1s and a 3 are "113"."""
    return cards_text([rank for rank, count in enumerate(cards) for _ in range(count)])


def dealt_state(
    players: int, options: Mapping[str, Any], dealt: Sequence[Cards], leader: int
) -> State:
    """The state after this deal: the groups of cards in their order, and who leads."""
    middle, *hands = [text_of(cards) for cards in dealt]
    aside = remaining(dealt, options["ranks"], options["copies"])
    return game("rainbow").position(
        {
            "game": "rainbow",
            "players": players,
            "options": dict(options),
            "hands": hands[:players],
            "reserve": hands[players:],
            "aside": text_of(aside),
            "middle": list(middle),
            "leader": leader,
            "first_trick": True,
            "chances": 1 if options["leader"] is not None else 2,
        }
    )


def dealt_otherwise(first: State, now: State, drawn: State) -> State:
    """The state after the deal that led to `drawn`, where what is hidden now lies otherwise.

    `first` is the state after the real deal, `now` the real state. What was played is the same in
    both, so a hidden card of `drawn` was dealt where it lies, or in the face-down pile that its
    holder has taken up since.
    """
    state = first.copy()
    dealt, real, other = state.record, now.record, drawn.record
    for seat in range(state.players):
        taken_up = seat < 2 and dealt.reserve_count[seat] > real.reserve_count[seat]
        cards = dealt.reserve[seat] if taken_up else dealt.hand[seat]
        cards += other.hand[seat] - real.hand[seat]
    dealt.reserve += other.reserve - real.reserve
    dealt.aside += other.aside - real.aside
    return state


def groups_of(state: State) -> list[Cards]:
    """The groups of cards that were dealt, in their order, right after the deal."""
    record = state.record
    reserve = record.reserve if state.players == 2 else ()
    piles = [record.singles, *record.hand[: state.players], *reserve]
    return [tuple(int(count) for count in cards[: record.ranks]) for cards in piles]
