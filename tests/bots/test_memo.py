"""What is remembered is what would be found anew."""

import random
from typing import Any

import numpy as np
import pytest

from moonbow.bots.arrangement import NO_FULL, PIECE, PIECES, POINT, arrange_colors, work_out
from moonbow.bots.memo import COLUMNS, COUNT, FEW_ROWS, FIRST, MOST_CARDS, new_memo
from moonbow.bots.search import new_tree, search
from moonbow.bots.search_bot import SETTINGS
from moonbow.games.game import game
from moonbow.games.kernel import COMPILED, new_generator
from moonbow.games.pirates import NUMBERS, WILD

Question = tuple[Any, Any, int, int, int]


def empty() -> Any:
    """Room for an arrangement."""
    return np.zeros((PIECES + 1, PIECE), np.int64)


def some_question(chance: random.Random) -> Question:
    """Cards and an island as they may be, and what is asked of them."""
    cards = np.array([chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(WILD + 1)], np.int64)
    stays = np.zeros((3, NUMBERS), np.int64)
    stays[0] = [chance.random() < 0.2 for _ in range(NUMBERS)]
    for low in range(NUMBERS - 3):
        if chance.random() < 0.1:
            stays[2, low] += 1
            stays[1, low + 3] += 1
    worth = chance.choice((0, 53, 100))
    return (
        cards,
        stays,
        worth,
        chance.choice((NO_FULL, 0, 300)),
        chance.choice((0, 0, 3, 6)) * POINT,
    )


def answer(pieces: Any, placed: int) -> Any:
    """What comes of a question."""
    return placed, pieces[: pieces[PIECES, 0]].tolist()


@pytest.mark.parametrize("rows", [1, 2, FEW_ROWS])
def test_a_memo_says_what_would_be_found_anew(rows: int) -> None:
    """However many questions share a row, and each is asked several times."""
    chance = random.Random(rows)
    asked = [some_question(chance) for _ in range(40)]
    memo = new_memo(rows)
    for question in chance.choices(asked, k=2_000 if COMPILED else 200):
        with_memo, anew = empty(), empty()
        placed = arrange_colors(*question, with_memo, memo)
        assert answer(with_memo, placed) == answer(anew, work_out(*question, anew))


def test_every_part_of_a_question_matters() -> None:
    """Nothing that differs is taken for the same."""
    cards, stays = np.array([2, 2, 2, 1, 1, 1, 1, 2]), np.zeros((3, NUMBERS), np.int64)
    plain: Question = (cards, stays, 100, 0, 0)
    others: list[Question] = [(cards, stays, 53, 0, 0), (cards, stays, 100, 300, 0)]
    others += [(cards, stays, 100, NO_FULL, 0), (cards, stays, 100, 0, 50 * POINT)]
    for kind in range(WILD + 1):
        fewer = cards.copy()
        fewer[kind] -= 1
        others.append((fewer, stays, 100, 0, 0))
    for row in range(3):
        for number in range(NUMBERS):
            staying = stays.copy()
            staying[row, number] = 1
            others.append((cards, staying, 100, 0, 0))
    memo = new_memo(1)
    for other in others:
        for question in (plain, other):
            with_memo, anew = empty(), empty()
            placed = arrange_colors(*question, with_memo, memo)
            assert answer(with_memo, placed) == answer(anew, work_out(*question, anew))


def test_what_does_not_fit_is_not_remembered() -> None:
    stays = np.zeros((3, NUMBERS), np.int64)
    for cards, remembered in ((MOST_CARDS, True), (MOST_CARDS + 1, False)):
        memo = new_memo(1)
        counts = np.array([cards, *[0] * NUMBERS], np.int64)
        assert arrange_colors(counts, stays, 100, 0, 0, empty(), memo) == cards * POINT
        assert bool(memo[0, COUNT]) == remembered
    memo = new_memo(1)
    many = np.array([*[12] * NUMBERS, 0], np.int64)
    stays[2] = 2
    pieces = empty()
    arrange_colors(many, stays, 100, 0, 0, pieces, memo)
    assert bool(memo[0, COUNT]) == bool(pieces[PIECES, 0] <= COLUMNS - FIRST)


def test_a_search_with_any_memo_is_the_same() -> None:
    pirates = game("pirates")
    state = pirates.deal(2, pirates.simulated(), seed=4)
    view = state.view(state.current_player)
    trees = []
    for rows in (1, 256):
        tree, states = new_tree(41), np.zeros(1, pirates.rules.State)
        search(
            view.records,
            states,
            tree,
            SETTINGS["pirates"],
            new_memo(rows),
            new_generator(3),
            40,
            -1,
        )
        trees.append(tree)
    for one, other in zip(*trees, strict=True):
        assert np.array_equal(one, other)
