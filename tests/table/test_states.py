"""The states of a table are those that its actions lead to, whichever of them it has kept."""

import random

import pytest

from moonbow.games.game import GAMES, State
from moonbow.table.fairness import Seed
from moonbow.table.table import KEPT_EVERY, Table


def replayed(table: Table, seed: int) -> list[State]:
    """The states that the actions of a table lead to, from the deal on."""
    state = table.game.deal(table.players, table.options, seed)
    states = [state.copy()]
    for action in table.actions:
        state.play([action])
        states.append(state.copy())
    return states


def check_states(table: Table, seed: int) -> None:
    """The states from any decision on are those, and so is what is heard."""
    expected = replayed(table, seed)
    for first in range(len(table.actions) + 2):
        assert list(table.states(first)) == (expected[first:] or expected[-1:])


def some_actions(table: Table, count: int, choices: random.Random) -> None:
    """Plays so many decisions by chance, some of them taken back again."""
    for _ in range(count):
        state = table.state
        player = state.current_player
        table.play(player, [choices.choice(state.legal_texts())])
        if choices.random() < 0.3 and table.may_take_back(player):
            table.take_back(player)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", [1, KEPT_EVERY - 1, KEPT_EVERY + 1, 2 * KEPT_EVERY + 5])
def test_a_table_knows_all_its_states(name: str, count: int) -> None:
    table = Table(GAMES[name], 3, chance=Seed(count))
    choices = random.Random(count)
    while len(table.actions) < count and not table.state.is_over:
        some_actions(table, 1, choices)
    check_states(table, count)
    check_states(table.copy(), count)


def test_decisions_made_in_one_go_are_kept_one_by_one() -> None:
    lay = {"hands": ["1 1 1 2 2 2 3 3 3 4", "5"], "draw": "7 7 7", "faceup": "1 2"}
    table = Table(GAMES["pirates"], 2, chance=Seed(0))
    table.state = GAMES["pirates"].position({"game": "pirates", "players": 2, **lay})
    before = table.state
    table.play(0, ["lay 111", "lay 222", "lay 333"])
    expected = [before.copy()]
    for action in table.actions:
        expected.append(expected[-1].copy())
        expected[-1].play([action])
    assert [state.position()["hands"] for state in table.states(0)] == [
        state.position()["hands"] for state in expected
    ]


def test_many_decisions_can_be_taken_back_one_after_the_other() -> None:
    table = Table(GAMES["pirates"], 2, chance=Seed(0))
    hands = ["1 1 1 1 2 2 2 2 3", "5"]
    position = {"game": "pirates", "players": 2, "hands": hands, "draw": "7 7", "faceup": "6 6"}
    table.state = GAMES["pirates"].position(position)
    before = table.state
    count = 0
    while count < KEPT_EVERY + 10:
        for action in ("lay 111", "lift 111"):
            table.play(0, [action])
            count += 1
    while table.actions:
        table.take_back(0)
        count -= 1
    assert count == 0
    assert table.state == before
    table.play(0, ["lay 222"])
    assert [state.position()["hands"][0].count("2") for state in table.states(0)] == [4, 1]
