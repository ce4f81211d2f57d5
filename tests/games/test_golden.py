"""Five whole games of Rainbow, kept as records: a change that alters how they play is noticed.

They were played by the program itself, so what they show is that nothing has changed; the second
implementation plays each of them too.
"""

from pathlib import Path

import pytest

from moonbow.games.game import game
from moonbow.table.files import read_json
from moonbow.table.record import read_record
from moonbow.table.table import Table
from oracle import rainbow as oracle

GOLDEN = Path(__file__).parent.parent / "golden"

GAMES = {
    # Both first hands are used up in one trick and both face-down piles taken up; the second
    # player's first combo uses up the hand, so the first player plays twice running (RB-R8, RB-44);
    # two cards left over score two points (RB-45).
    "two-players-a-hand-used-up": [72, 101],
    # Fifteen cards stay unseen; player 0 runs out one trick before the end and is passed over.
    "three-players-one-plays-on-after-two": [36, 45, 42],
    # Equal points at the top: the victory is shared (RB-32).
    "four-players-shared-victory": [37, 53, 36, 53],
    # The host named the leader, totals are shown (RB-R10, RB-R2); player 3 is passed over for two
    # tricks (RB-30).
    "five-players-one-passed-over": [44, 25, 50, 38, 31],
    # Ranks 1 to 5, eight of each, hands of five: a designer's smaller game.
    "six-players-small-deck": [10, 16, 7, 17, 16, 13],
}


def golden(name: str) -> Table:
    """The table of a golden game, its record checked."""
    return read_record(read_json(str(GOLDEN / f"{name}.json")))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_plays_as_it_did(name: str) -> None:
    assert golden(name).state.scores == GAMES[name]


@pytest.mark.parametrize("name", GAMES)
def test_the_second_implementation_ends_a_golden_game_alike(name: str) -> None:
    table = golden(name)
    options = table.options
    start = game("rainbow").deal(table.players, options, seed=table.chance.number)  # type: ignore[union-attr]
    position = start.position()
    second = oracle.Rainbow(
        players=table.players,
        hands=[[int(digit) for digit in hand] for hand in position["hands"]],
        middle=[[int(digit) for digit in pile] for pile in position["middle"]],
        leader=position["leader"],
        reserve=[[int(digit) for digit in pile] for pile in position.get("reserve", [])],
    )
    for action in table.actions:
        second.play(action)
    assert second.scores == table.state.scores


def test_every_golden_game_is_in_the_list() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(GAMES)
