"""How many ways a small position can go on, to a given number of actions (perft, as in chess).

The numbers were counted by the second implementation; those of depth 1, and where marked more, by
hand.
"""

from copy import deepcopy
from typing import Any

import pytest

from moonbow.games.game import State, game
from oracle import rainbow as oracle

RAINBOW = game("rainbow")

LEAD: dict[str, Any] = {
    "players": 3,
    "hands": ["112", "23", "4"],
    "middle": ["1", "5", "66"],
    "leader": 0,
}
FIRST_OF_TWO: dict[str, Any] = {
    "players": 2,
    "hands": ["12", "33"],
    "reserve": ["4", "5"],
    "middle": ["2", "2", "6", "6"],
    "leader": 1,
    "first_trick": True,
}
LAST_TRICK: dict[str, Any] = {
    "players": 4,
    "hands": ["6", "55", "1234", "2"],
    "middle": ["3", "11", "4", "66"],
    "leader": 2,
}


def perft(state: State, depth: int) -> int:
    """How many sequences of that many actions there are; a game that ends earlier counts once."""
    if depth == 0 or state.is_over:
        return 1
    count = 0
    for action in state.legal_actions():
        copy = state.copy()
        copy.apply_action(action)
        count += perft(copy, depth - 1)
    return count


def oracle_perft(second: oracle.Rainbow, depth: int) -> int:
    """The same, by the second implementation."""
    if depth == 0 or second.to_move() < 0:
        return 1
    count = 0
    for text in second.legal():
        copy = deepcopy(second)
        copy.play(text)
        count += oracle_perft(copy, depth - 1)
    return count


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        # Depth 1: 1, 2, the set 11, the run 12. Depth 2: after a single player 1 may play
        # 2, 3 and 23, after the set 2 and 3, after the run 2, 3 and 23 (by hand: 3 + 3 + 2 + 3).
        (LEAD, [4, 11, 11, 33, 66, 66]),
        # By hand: 3 or 33; after 3 come 1, 2 or 12, after 33 come 1 or 2; then always the one card
        # left; then, where all have played, the first taking of two kinds of pile, and the second.
        (FIRST_OF_TWO, [2, 5, 5, 8, 16]),
        # Depth 1: four singles and the runs 12, 123, 1234, 23, 234, 34. Player 3 can only play 2,
        # player 0 only 6; player 1 may play 5 or, unless a run lies, 55 (by hand: 6 + 4 * 2 = 14).
        (LAST_TRICK, [10, 10, 10, 14, 56]),
    ],
    ids=["lead", "first of two", "last trick"],
)
def test_a_small_position_goes_on_in_so_many_ways(
    position: dict[str, Any], counts: list[int]
) -> None:
    state = RAINBOW.position({"game": "rainbow", **position})
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("position", [LEAD, FIRST_OF_TWO, LAST_TRICK])
def test_the_second_implementation_counts_the_same(position: dict[str, Any]) -> None:
    state = RAINBOW.position({"game": "rainbow", **position})
    second = oracle.Rainbow(
        players=position["players"],
        hands=[[int(digit) for digit in hand] for hand in position["hands"]],
        middle=[[int(digit) for digit in pile] for pile in position["middle"]],
        leader=position["leader"],
        reserve=[[int(digit) for digit in pile] for pile in position.get("reserve", [])],
        first_trick=position.get("first_trick", False),
    )
    for depth in range(1, 8):
        assert perft(state, depth) == oracle_perft(second, depth)
