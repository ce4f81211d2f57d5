"""Rainbow against a second implementation, written from the clauses alone (oracle/rainbow.py)."""

import random
from typing import Any

import pytest

from moonbow.games.game import State, game
from oracle import rainbow as oracle
from playing import games

RAINBOW = game("rainbow")


def digits(texts: list[str]) -> list[list[int]]:
    """Cards as lists of numbers."""
    return [[int(digit) for digit in text] for text in texts]


def same_start(state: State) -> oracle.Rainbow:
    """The oracle's game with the same cards."""
    position = state.position()
    return oracle.Rainbow(
        players=state.players,
        hands=digits(position["hands"]),
        middle=digits(position["middle"]),
        leader=position["leader"],
        reserve=digits(position.get("reserve", [])),
    )


def play_both(players: int, options: dict[str, Any], seed: int) -> None:
    """A random game in both, compared before every action and at the end."""
    choices = random.Random(seed)
    state = RAINBOW.deal(players, options, seed=seed)
    second = same_start(state)
    while not state.is_over:
        assert second.to_move() == state.current_player
        assert second.legal() == set(state.legal_texts())
        assert second.scores == state.scores
        text = choices.choice(sorted(second.legal()))
        second.play(text)
        state.play([text])
    compare_end(state, second)


def compare_end(state: State, second: oracle.Rainbow) -> None:
    """Both say how the game ended in the same way."""
    position = state.position()
    assert second.to_move() == -1
    assert second.scores == state.scores
    assert second.returns() == pytest.approx(state.returns())
    assert ["".join(map(str, sorted(pile))) for pile in second.won] == position["won"]
    assert "".join(map(str, sorted(second.trimmed))) == position["trimmed"]
    assert [f"{player}:{text}" for player, text in second.trick] == position["trick"]


@pytest.mark.parametrize("players", range(2, 7))
def test_a_second_implementation_agrees_action_by_action(players: int) -> None:
    for seed in range(games(2_000, 8)):
        play_both(players, {}, seed)


@pytest.mark.parametrize("options", [{"ranks": 3, "copies": 9}, {"ranks": 5, "copies": 6}], ids=str)
@pytest.mark.parametrize("players", range(2, 7))
def test_it_agrees_on_smaller_decks(players: int, options: dict[str, Any]) -> None:
    for seed in range(games(100, 2)):
        play_both(players, options, seed)


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7))
def test_it_agrees_over_a_hundred_thousand_games(players: int) -> None:
    for seed in range(100_000):
        play_both(players, {}, 1_000_000 + seed)
