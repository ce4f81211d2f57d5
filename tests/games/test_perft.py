"""How many ways a small position can go on, to a given number of actions (perft, as in chess).

The numbers were counted by the second implementation; those of depth 1, and where marked more, by
hand.
"""

from copy import deepcopy
from typing import Any

import pytest

from moonbow.games.game import State, game
from oracle import rainbow as oracle
from oracle import rainbow7 as oracle7
from rainbow7_twice import Chance

RAINBOW = game("rainbow")
RAINBOW7 = game("rainbow7")

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


def oracle_perft(second: oracle.Rainbow | oracle7.Rainbow7, depth: int) -> int:
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


# Rainbow 7; one token ends the game, so that no other round is dealt

ANNOUNCED: dict[str, Any] = {
    "players": 2,
    "hands": ["R1 R2 R3 W", "O7 Y7 G7"],
    "deck": "O2 G5",
    "piles": ["B3 B4", "Y1", ""],
}
SHOWN: dict[str, Any] = {
    "players": 3,
    "hands": ["B1", "R7 O7 W G1", "I1"],
    "deck": "V3",
    "piles": ["V1", "V2", "V4 V5"],
    "to_move": 1,
    "turn": {"step": "pile", "cards": "Y7 G7 B7 W W"},
}
PRINTED: dict[str, Any] = {
    "players": 2,
    "options": {"printed_sevens": True},
    "hands": ["B1", "I1"],
    "deck": "",
    "piles": ["V1 V2 V3", "O7", "V4 V5"],
    "turn": {"step": "sevens", "pile": "A", "sevens": ["downpour", "cloud", "shelter"]},
}
COUNTS_OF_RAINBOW7 = {
    # Depth 1: four Solos, R1R2R3, three of two and W, all four cards, the announcement (total 6),
    # which ends the game. Depth 2: each of 9 on three piles, 9 * 3 + 1. Depth 3: after a Solo two
    # draws, three if it went on the empty pile, 4 * 7; of 3 cards any may go first, 4 * 3 * 3, of
    # 4 cards 1 * 3 * 4; and 1.
    "announced": (ANNOUNCED, [10, 28, 77]),
    # Depth 1: three piles. Depth 2: Y7, G7, B7, W first. Depth 3: after a 7 three kinds are left,
    # after W four (3 * (3 * 3 + 4)).
    "sevens shown": (SHOWN, [3, 12, 39]),
    # Depth 1: nothing, a downpour, a cloud, a shelter. The hit ends nothing yet. Depth 2: after
    # nothing the draws: the deck (to be renewed), B, C; after one effect the two others or nothing.
    "printed": (PRINTED, [4, 12]),
}


def same_of_rainbow7(state: State) -> oracle7.Rainbow7:
    """The second implementation's game with the same cards and the same chance."""
    position = {"chances": 0, **state.position()}
    return oracle7.Rainbow7.from_position(position, Chance(int(position["chance"], 16)))


def position_of_rainbow7(name: str) -> State:
    """One of the positions above."""
    found: dict[str, Any] = {"game": "rainbow7", "chance": "1" * 64, **COUNTS_OF_RAINBOW7[name][0]}
    found["options"] = {"tokens_to_end": 1, **found.get("options", {})}
    return RAINBOW7.position(found)


@pytest.mark.parametrize("name", COUNTS_OF_RAINBOW7)
def test_a_small_position_of_rainbow7_goes_on_in_so_many_ways(name: str) -> None:
    state = position_of_rainbow7(name)
    counts = COUNTS_OF_RAINBOW7[name][1]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", COUNTS_OF_RAINBOW7)
def test_the_second_implementation_of_rainbow7_counts_the_same(name: str) -> None:
    state = position_of_rainbow7(name)
    second = same_of_rainbow7(state)
    for depth in range(1, 6):
        assert perft(state, depth) == oracle_perft(second, depth)
