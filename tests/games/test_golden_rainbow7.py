"""Whole games of Rainbow 7, kept as records: a change that alters how they play is noticed.

There is one for each way in which a round or a game can end. They were played by the program
itself, so what they show is that nothing has changed; the second implementation plays each of them
too.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from moonbow.games.game import SPECTATOR
from moonbow.table.fairness import Seed
from moonbow.table.files import read_json
from moonbow.table.record import read_record
from moonbow.table.table import Table
from rainbow7_twice import Twice

GOLDEN = Path(__file__).parent.parent / "golden" / "rainbow7"


class Ending(NamedTuple):
    """How a golden game ended."""

    round: str  # how its last round ended, as everybody hears it
    tokens: list[int]
    returns: list[float]


GAMES = {
    # A single round of two: player 0 announces 7, player 1 has 17 (R7-25).
    "storm": Ending("storm", [0, 2], [1, 0]),
    # Player 3 announces 7, player 0 has 7 too (R7-24).
    "storm-with-a-tie": Ending("storm", [2, 2, 3, 0], [0, 0, 0, 1]),
    # Five colors. Player 1 announces 7, player 0 has 6 and player 2 has 14 (R7-26); the two are
    # equal in tokens, and player 0 has the lower hand.
    "thunderstorm": Ending("thunderstorm", [0, 3, 0], [1, 0, 0]),
    # Player 2 discards G5 V5 W, all three at once (R7-27).
    "perfect": Ending("perfect", [1, 2, 0], [0, 0, 1]),
    # The deck is renewed. Player 0 discards B7 V7 W, and both 7s are clouds (R7-R10).
    "perfect-with-sevens": Ending("perfect", [0, 2, 1, 1, 2], [1, 0, 0, 0, 0]),
    # Hands of four. In both rounds player 0 goes under shelter with one card left, which is then
    # discarded Solo (R7-R11).
    "perfect-with-the-last-card": Ending("perfect", [0, 2], [1, 0]),
    # Three rounds, three Storms and two clouds, until player 2 has seven tokens (R7-28).
    "seven-tokens": Ending("storm", [2, 5, 7], [1, 0, 0]),
    # Three clouds hit player 0, who gives two of the tokens back and announces: the game is over
    # and nobody has three tokens (R7-R8).
    "struck-though-given-back": Ending("storm", [1, 2, 2], [1, 0, 0]),
    # Printed sevens. Players 2 and 3 have two tokens each, and hands of 22 and 4 (R7-29).
    "tie-broken-by-hands": Ending("storm", [4, 5, 2, 2], [0, 0, 0, 1]),
    # Values 1 to 4 and 7, hands of four. Players 0, 2, 3 and 4 have no token; players 0 and 3 have
    # 6 in hand, the others 12 (R7-R23).
    "shared-win": Ending("thunderstorm", [0, 3, 0, 0, 0], [0.5, 0, 0, 0.5, 0]),
}


def golden(name: str) -> Table:
    """The table of a golden game, its record checked."""
    return read_record(read_json(str(GOLDEN / f"{name}.json")))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_plays_as_it_did(name: str) -> None:
    table = golden(name)
    told = {each.heard.kind for each in table.heard(SPECTATOR, len(table.actions) - 1)}
    (how,) = told & {"storm", "thunderstorm", "perfect"}
    assert Ending(how, table.state.scores, table.state.returns()) == GAMES[name]


@pytest.mark.parametrize("name", GAMES)
def test_the_second_implementation_plays_a_golden_game_alike(name: str) -> None:
    table = golden(name)
    assert isinstance(table.chance, Seed)
    twice = Twice.deal(table.players, table.options, table.chance.number)
    for action in table.actions:
        twice.play(action)
    assert (twice.second.to_move(), twice.second.tokens) == (-1, GAMES[name].tokens)
    assert twice.second.returns() == GAMES[name].returns


def test_every_golden_game_is_in_the_list() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(GAMES)
