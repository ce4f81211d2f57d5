"""The best arrangement of an island, beside two other ways to find it."""

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from moonbow.bots.arrangement import (
    CONTENT,
    COUNT,
    FRAGILE,
    HOW,
    LOW,
    NEW,
    NO_FULL,
    PIECE,
    PIECES,
    POINT,
    TYPE,
    UNIT,
    arrange_colors,
    best_island,
    easily_placed,
)
from moonbow.bots.memo import FEW_ROWS, new_memo
from moonbow.games.errors import BadAction
from moonbow.games.game import State, game
from moonbow.games.pirates import NUMBERS, RAINBOW, SET, WILD
from moonbow.games.pirates_arrange import arrange, obligations
from pirates_twice import play_eagerly
from playing import games

pirates = game("pirates")

NOTHING_STAYS = np.zeros((3, NUMBERS), np.int64)
Cards = tuple[int, ...]
"""How many cards of each number, then of WILD."""


def arranged(
    cards: Cards, wild_worth: int = POINT, full_worth: int = 0, least: int = 0
) -> tuple[int, list[list[int]]]:
    """What is placed, and the groups."""
    pieces = np.zeros((PIECES + 1, PIECE), np.int64)
    counts = np.array(cards, np.int64)
    memo = new_memo(FEW_ROWS)
    placed = arrange_colors(counts, NOTHING_STAYS, wild_worth, full_worth, least, pieces, memo)
    return placed, pieces[: pieces[PIECES, 0]].tolist()


def value_of(placed: int, fragile: int, kept: int) -> int:
    """A value as the module has it: what is placed, then few fragile groups, then WILDs kept."""
    return UNIT * placed - FRAGILE * fragile + kept


def value_of_groups(cards: Cards, groups: list[list[int]], wild_worth: int, full: int) -> int:
    """The value of an arrangement, whose groups must be groups made of these cards."""
    used = [0] * 8
    placed = fragile = 0
    for group in groups:
        count, content = group[COUNT], group[CONTENT]
        assert group[HOW] == NEW
        assert count >= 3
        wilds = content if group[TYPE] == SET else content.bit_count()
        places = [group[LOW]] * (count - wilds)
        if group[TYPE] == RAINBOW:
            assert 0 <= group[LOW] <= NUMBERS - count
            places = [group[LOW] + place for place in range(count) if not content >> place & 1]
        used[WILD] += wilds
        for number in places:
            used[number] += 1
        placed += POINT * len(places) + wild_worth * wilds
        if group[TYPE] == RAINBOW and count == NUMBERS:
            assert full != NO_FULL
            placed += full
        fragile += group[TYPE] == RAINBOW or count == 3
    assert all(mine <= held for mine, held in zip(used, cards, strict=True))
    return value_of(placed, fragile, cards[WILD] - used[WILD])


# Against every way to divide a few cards into groups


def is_group(cards: tuple[int, ...]) -> bool:
    """Whether cards can be a set or a rainbow."""
    numbers = [card for card in cards if card != WILD]
    return is_rainbow(cards) or len(set(numbers)) <= 1


def is_rainbow(cards: tuple[int, ...]) -> bool:
    """Whether cards can be a rainbow."""
    numbers = [card for card in cards if card != WILD]
    spread = max(numbers, default=0) - min(numbers, default=0)
    return len(set(numbers)) == len(numbers) and spread < len(cards) <= NUMBERS


@cache
def best_division(cards: tuple[int, ...], wild_worth: int) -> int:
    """The best value of all divisions of sorted cards: the first is kept, or in any group."""
    if not cards:
        return 0
    first, others = cards[0], cards[1:]
    best = int(first == WILD) + best_division(others, wild_worth)
    for size in range(2, len(cards)):
        for chosen in set(itertools.combinations(others, size)):
            group = (first, *chosen)
            if is_group(group):
                left = list(others)
                for card in chosen:
                    left.remove(card)
                wilds = group.count(WILD)
                placed = POINT * (len(group) - wilds) + wild_worth * wilds
                # where cards can be both, a set of four is the safer group
                one_color = len({card for card in group if card != WILD}) <= 1
                fragile = int(len(group) == 3 or not one_color)
                value = value_of(placed, fragile, 0)
                best = max(best, value + best_division(tuple(left), wild_worth))
    return best


@pytest.mark.parametrize("wild_worth", [0, 40, POINT])
def test_of_a_few_cards_no_division_into_groups_is_better(wild_worth: int) -> None:
    """All hands of up to six cards, in plain Python of up to five."""
    for size in range(games(7, 5)):
        for hand in itertools.combinations_with_replacement(range(8), size):
            cards = tuple(hand.count(kind) for kind in range(8))
            placed, groups = arranged(cards, wild_worth)
            value = value_of_groups(cards, groups, wild_worth, 0)
            assert value == best_division(hand, wild_worth), hand
            assert placed == (value + UNIT // 2) // UNIT


# Against a table of all hands, filled group by group


def groups_of(most: int, wilds: int) -> Iterator[tuple[Cards, bool, bool]]:
    """All groups by their cards, whether they are fragile, and whether they are full rainbows."""
    for color in range(NUMBERS):
        for real in range(most + 1):
            for wild in range(wilds + 1):
                if real + wild >= 3:
                    counts = [0] * 8
                    counts[color], counts[WILD] = real, wild
                    yield tuple(counts), real + wild == 3, False
    for low in range(NUMBERS - 2):
        for length in range(3, NUMBERS - low + 1):
            for mask in range(1 << length):
                if mask.bit_count() <= wilds:
                    counts = [0] * 8
                    counts[WILD] = mask.bit_count()
                    for place in range(length):
                        counts[low + place] += not mask >> place & 1
                    yield tuple(counts), True, length == NUMBERS


def table_of_all(most: int, wilds: int, wild_worth: int, full_worth: int) -> np.ndarray:
    """The best value of every hand with up to so many cards of each number, and WILDs.

    A hand is worth what a group in it is worth and what the other cards are; group by group, until
    nothing changes any more.
    """
    shape = (most + 1,) * NUMBERS + (wilds + 1,)
    values = np.zeros(shape, np.int64) + np.arange(wilds + 1)
    kinds = {}
    for counts, fragile, full in groups_of(most, wilds):
        placed = POINT * sum(counts[:WILD]) + wild_worth * counts[WILD] + full_worth * full
        if not full or full_worth != NO_FULL:
            kinds[counts, fragile, full] = value_of(placed, int(fragile), 0)
    before = None
    while before is None or (values != before).any():
        before = values.copy()
        for (counts, _, _), value in kinds.items():
            with_group = values[tuple(slice(count, None) for count in counts)]
            others = tuple(slice(size - count) for size, count in zip(shape, counts, strict=True))
            np.maximum(with_group, values[others] + value, out=with_group)
    return values


@pytest.mark.parametrize(
    ("most", "wilds", "wild_worth", "full_worth"),
    [(3, 2, POINT, 0), (3, 3, 0, 0), (2, 3, 60, 250), (4, 2, 30, 500), (3, 2, POINT, NO_FULL)],
)
def test_of_many_cards_no_hand_can_be_arranged_better(
    most: int, wilds: int, wild_worth: int, full_worth: int
) -> None:
    """12,500 random hands in all, of up to 30 cards each."""
    table = table_of_all(most, wilds, wild_worth, full_worth)
    choices = random.Random(most + wilds + full_worth)
    for _ in range(games(2_500, 10)):
        numbers = [choices.randint(0, most) for _ in range(NUMBERS)]
        cards = (*numbers, choices.randint(0, wilds))
        placed, groups = arranged(cards, wild_worth, full_worth)
        value = value_of_groups(cards, groups, wild_worth, full_worth)
        assert value == table[cards], cards
        assert placed == (value + UNIT // 2) // UNIT


def test_less_than_is_asked_for_is_none_and_as_much_is_found() -> None:
    choices = random.Random(1)
    for _ in range(games(300, 10)):
        cards = tuple(choices.randint(0, 3) for _ in range(8))
        placed, _ = arranged(cards)
        assert arranged(cards, least=placed)[0] == placed
        assert arranged(cards, least=placed + 1) == (-1, [])


def test_the_most_cards_that_one_player_can_hold_are_arranged() -> None:
    most = games(31, 12)
    assert arranged((most,) * 8)[0] == 8 * most * POINT


# Islands


def position(hand: str, island: list[str], **keys: Any) -> State:
    """A position of two players in which the first one may place cards."""
    return pirates.position(
        {"game": "pirates", "players": 2, "hands": [hand, ""], "islands": [island, []], **keys}
    )


@pytest.mark.parametrize(
    ("hand", "island", "best"),
    [
        ("", [], []),
        ("2 6", [], []),
        ("1 2 3", [], ["123"]),
        ("P P 1", ["P"], ["PPP"]),
        ("1 2 3 3 3 4 5", [], ["123", "345"]),
        ("4 4", ["4567", "4WW="], ["4567", "444WW"]),
        ("4", ["4567", "44W", "123"], ["444W", "4567", "123"]),
        ("4 4", ["4567"], ["444", "567"]),
        ("6", ["123", "777"], ["123", "777"]),
        ("1 2", ["345"], ["12345"]),
        ("1 7", ["23456"], ["1234567"]),
        ("3", ["WWW="], ["3WWW="]),
        ("W", ["111"], ["111W"]),
        ("cannon ship thief", ["111"], ["111"]),
    ],
)
def test_the_best_island(hand: str, island: list[str], best: list[str]) -> None:
    assert sorted(best_island(position(hand, island))) == sorted(best)


def test_wilds_that_are_worth_nothing_on_the_island_are_kept() -> None:
    assert best_island(position("W", ["111"]), wild_worth=0) == ["111"]


def test_a_wild_helps_where_most_others_come_with_it() -> None:
    assert sorted(best_island(position("2 2 6 W", ["567"]), 0)) == ["22W", "567"]


def test_in_the_last_placing_black_cards_are_laid() -> None:
    turn = {"player": 0, "step": "place", "left": 2}
    found = position("cannon ship ship thief", [], draw="", turn=turn)
    assert best_island(found) == ["cannon+ship+ship+thief"]


def test_black_cards_join_those_on_the_island_in_the_last_placing() -> None:
    turn = {"player": 0, "step": "place", "left": 2}
    found = position("ship", ["cannon+ship+thief"], draw="", turn=turn)
    assert best_island(found) == ["cannon+ship+ship+thief"]


def test_it_is_for_whoever_may_place() -> None:
    found = position("1 2 3", []).view(1)
    with pytest.raises(BadAction) as refused:
        best_island(found)
    assert refused.value.code == "not-your-decision"


def placing_states(seed: int, options: dict[str, Any], most: int) -> Iterator[State]:
    """States of a random game in which its player may place cards."""
    choices = random.Random(seed)
    state = pirates.deal(2 + seed % 4, options, seed=seed)
    for _ in range(most):
        if state.is_over:
            return
        legal = state.legal_texts()
        if legal[-1].startswith(("draw", "done", "lay", "add", "lift", "play")):
            yield state
        state.play([play_eagerly(legal, choices)])


def color_cards(state: State, player: int, also_hand: bool) -> Cards:
    """The COLOR cards of an island, and of the hand."""
    counts = [0] * 8
    for group in state.position()["islands"][player]:
        if group[0] in "1234567W" and "+" not in group:
            for text in group.rstrip("="):
                counts["1234567W".index(text)] += 1
    hand = state.record.hand[player, :8].tolist() if also_hand else [0] * 8
    return tuple(lying + held for lying, held in zip(counts, hand, strict=True))


@pytest.mark.parametrize("lifts", [0, 1, 2, 250])
def test_the_best_island_can_be_laid_and_then_the_turn_may_close(lifts: int) -> None:
    for seed in range(games(4, 1)):
        for state in placing_states(seed, {"lifts": lifts}, games(300, 25)):
            player = state.current_player
            before = sum(color_cards(state, player, also_hand=False))
            most = arranged(color_cards(state, player, also_hand=True))[0]
            view = state.view(player)
            target = best_island(view)
            then = state.copy()
            then.play(arrange(view, target))
            if then.is_over:
                continue
            assert sorted(then.position()["islands"][player]) == sorted(target)
            assert obligations(then) == []
            placed = sum(color_cards(then, player, also_hand=False))
            assert before <= placed <= most // POINT
            if lifts == 250:
                assert placed == most // POINT


def most_without_lifting(state: State) -> int:
    """The most COLOR cards on the island after placing alone, by trying every order."""
    player = state.current_player
    best, tried, open_states = 0, set(), [state]
    while open_states:
        now = open_states.pop()
        best = max(best, sum(color_cards(now, player, also_hand=False)))
        for text in now.legal_texts() if now.current_player == player else []:
            if text.startswith(("lay", "add")):
                then = now.copy()
                then.play([text])
                if then.tobytes() not in tried:
                    tried.add(then.tobytes())
                    open_states.append(then)
    return best


def test_without_lifting_as_much_is_placed_as_any_order_of_placing_can() -> None:
    choices = random.Random(5)
    islands: list[list[str]] = [
        ["345"], ["456", "111"], ["234", "567"], ["WWW="], ["12W"], ["333", "45W"], ["3456", "222"],
    ]  # fmt: skip
    for _ in range(games(150, 4)):
        hand = " ".join(choices.choice("1234567W") for _ in range(choices.randint(1, 6)))
        state = position(hand, choices.choice(islands), options={"lifts": 0})
        then = state.copy()
        then.play(arrange(state, best_island(state)))
        assert sum(color_cards(then, 0, also_hand=False)) == most_without_lifting(state)


def test_the_quick_estimate_is_never_too_high() -> None:
    for seed in range(games(4, 1)):
        for state in placing_states(seed, {"lifts": 0}, games(200, 20)):
            player = state.current_player
            then = state.copy()
            then.play(arrange(state, best_island(state)))
            lying = sum(color_cards(state, player, also_hand=False))
            placed = sum(color_cards(then, player, also_hand=False)) - lying
            assert 0 <= easily_placed(state.record, player) <= placed
