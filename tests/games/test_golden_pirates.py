"""Whole games of Rainbow Pirates, kept as records: a change that alters how they play is noticed.

There is one for each way in which a game can end, and in one of them every BLACK card takes effect
and is blocked. They were played by the program itself, so what they show is that nothing has
changed; the second implementation plays each of them too.
"""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from moonbow.games.heard import Heard
from moonbow.table.fairness import Seed
from moonbow.table.files import read_json
from moonbow.table.record import read_record
from moonbow.table.table import Table
from oracle import pirates as oracle
from pirates_twice import Twice

GOLDEN = Path(__file__).parent.parent / "golden" / "pirates"


class Ending(NamedTuple):
    """How a golden game ended."""

    scores: list[int]
    returns: list[float]
    went_out: int | None
    last: str  # the last action
    branches: set[str]  # of the second implementation: how it ended, and how it did not


HOW = {
    "went out",
    *[f"went out by {card}" for card in oracle.BLACK],
    "went out blocked",
    "out at the start of a turn",
    "ran out",
    "tie broken by P",
    "tie broken by COLOR",
    "shared win",
}

GAMES = {
    "out-with-a-color-card": Ending([12, 19], [0, 1], 1, "add 1<WWWWW7", {"went out"}),
    # The Cannon also splits a rainbow of the opponent, whose WILDs then start at 1 (RP-R26).
    "out-by-a-black-card": Ending(
        [19, 6], [1, 0], 0, "pick W2W4WWW:4", {"went out", "went out by cannon"}
    ),
    "out-though-the-last-card-was-blocked": Ending(
        [19, 10], [1, 0], 0, "block 6", {"went out", "went out by ship", "went out blocked"}
    ),
    "out-at-the-start-of-a-turn": Ending(
        [13, 19], [0, 1], 1, "draw faceup", {"went out", "out at the start of a turn"}
    ),
    "cards-run-out": Ending([0, 0, 0, 3, 14], [0, 0, 0, 0, 1], None, "done", {"ran out"}),
    "tie-broken-by-rainbow-pirates": Ending(
        [10, 8, 10], [1, 0, 0], None, "done", {"ran out", "tie broken by P"}
    ),
    "tie-broken-by-color-cards": Ending(
        [9, 9, 6], [0, 1, 0], None, "done", {"ran out", "tie broken by COLOR"}
    ),
    "shared-victory": Ending([4, 9, 9], [0, 0.5, 0.5], None, "done", {"ran out", "shared win"}),
    "every-black-card-blocked-and-not": Ending(
        [0, 0, 3, 17], [0, 0, 0, 1], None, "done", {"ran out"}
    ),
}


def golden(name: str) -> Table:
    """The table of a golden game, its record checked."""
    return read_record(read_json(str(GOLDEN / f"{name}.json")))


@cache
def played_again(name: str) -> tuple[Twice, Counter[str]]:
    """The same game in both implementations, and how often each rare branch ran."""
    table = golden(name)
    assert isinstance(table.chance, Seed)
    twice = Twice.deal(table.players, table.options, table.chance.number)
    for action in table.actions:
        twice.play(action)
    return twice, twice.second.counts


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_plays_as_it_did(name: str) -> None:
    state = golden(name).state
    assert (state.scores, state.returns()) == (GAMES[name].scores, GAMES[name].returns)


@pytest.mark.parametrize("name", GAMES)
def test_it_ends_as_it_did(name: str) -> None:
    table = golden(name)
    assert table.state.position()["went_out"] == GAMES[name].went_out
    assert table.actions[-1] == GAMES[name].last


@pytest.mark.parametrize("name", GAMES)
def test_the_second_implementation_plays_a_golden_game_alike(name: str) -> None:
    twice, counts = played_again(name)
    assert twice.second.to_move() == -1
    assert twice.second.scores() == GAMES[name].scores
    assert HOW & set(counts) == GAMES[name].branches


def test_each_way_to_end_is_there() -> None:
    branches = set().union(*[ending.branches for ending in GAMES.values()])
    assert {way for way in HOW - branches if not way.startswith("went out by")} == set()


@pytest.mark.parametrize("card", oracle.BLACK)
def test_every_black_card_takes_effect_and_is_blocked(card: str) -> None:
    counts = played_again("every-black-card-blocked-and-not")[1]
    assert counts[f"{card} unblocked"] > counts[f"{card} nothing to hit"]
    assert (counts[f"{card} blocked"] > 0) == (card in oracle.BLOCKED_BY)


def test_everybody_hears_how_a_golden_game_ended() -> None:
    table = golden("out-by-a-black-card")
    told = [each.heard for each in table.heard(-1, len(table.actions) - 1)]
    assert told[-2:] == [Heard("goes out", 0), Heard("ends")]


def test_every_golden_game_is_in_the_list() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(GAMES)
