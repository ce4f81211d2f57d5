"""Many games at once."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from moonbow.games.errors import BadOptions
from moonbow.games.game import Game, game
from moonbow.lab.runs import new_run
from moonbow.lab.simulate import Summary, simulate
from playing import games

rainbow = game("rainbow")
rainbow7 = game("rainbow7")

ONE_CARD_EACH = {"ranks": 3, "copies": 2, "hand_size": 1}
"""With three players all six cards are in play, and each has one: 3 combos, 3 takings, the end."""


SMALL: dict[str, Any] = {
    "colors": 5, "values": 3, "rainbow_cards": 2, "hand_size": 4, "tokens_to_end": 1,
}  # fmt: skip
"""A game of Rainbow 7 of one round, which chance alone ends after some twenty actions."""


def rows(first: int, count: int, seed: int = 5, players: int = 4) -> tuple[Any, Any, Any]:
    """Length, returns and scores of the games with these numbers."""
    return rows_of(rainbow, players, {}, first, count, seed)


def rows_of(
    game: Game,
    players: int,
    options: dict[str, Any],
    first: int,
    count: int,
    seed: int,
    max_actions: int = 100_000,
) -> tuple[Any, Any, Any]:
    """The same, of any game."""
    played = new_run(game, players, None, seed, options, max_actions).play(first, count)
    return played.counts[:, 0], played.returns, played.points


def counted(summary: Summary) -> dict[str, Any]:
    """A summary without the times."""
    return {name: value for name, value in summary.as_dict().items() if "second" not in name}


# The same games


@pytest.mark.parametrize("column", range(3), ids=["lengths", "returns", "scores"])
def test_a_game_comes_out_the_same_in_whatever_chunk_it_is_played(column: int) -> None:
    whole = rows(0, 12)[column]
    chunks = [rows(first, 3)[column] for first in range(0, 12, 3)]
    assert np.array_equal(np.concatenate(chunks), whole)


def test_a_game_has_its_number_as_only_difference_to_the_others() -> None:
    assert rows(7, 1)[2].tolist() == rows(0, 8)[2][7:].tolist()


def test_the_same_seed_gives_the_same_summary() -> None:
    count = games(2_000, 30)
    assert counted(simulate(rainbow, 3, count, seed=9)) == counted(
        simulate(rainbow, 3, count, seed=9)
    )


def test_another_seed_gives_other_games() -> None:
    assert counted(simulate(rainbow, 3, 10, seed=9)) != counted(simulate(rainbow, 3, 10, seed=10))


def test_a_summary_adds_up_its_games() -> None:
    lengths, shares, scores = rows(0, 20)
    summary = simulate(rainbow, 4, 20, seed=5)
    assert summary.actions == lengths.sum()
    assert summary.wins == pytest.approx(shares.sum(axis=0))
    assert summary.mean_scores == pytest.approx(scores.mean(axis=0))


def test_naming_random_bots_changes_nothing() -> None:
    named = simulate(rainbow, 2, 10, ["random", "random"], seed=1)
    assert counted(named) == counted(simulate(rainbow, 2, 10, seed=1))


# What is counted


@pytest.mark.parametrize("players", range(2, 7))
def test_the_wins_add_up_to_the_finished_games(players: int) -> None:
    summary = simulate(rainbow, players, games(3_000, 20), seed=2)
    assert sum(summary.wins) == pytest.approx(summary.finished, abs=1e-6)


@pytest.mark.parametrize("players", range(2, 7))
def test_every_game_comes_to_an_end(players: int) -> None:
    count = games(3_000, 20)
    summary = simulate(rainbow, players, count)
    assert (summary.games, summary.finished, summary.truncated) == (count, count, 0)


def test_of_three_players_with_one_card_each_every_game_takes_six_actions() -> None:
    summary = simulate(rainbow, 3, 50, options=ONE_CARD_EACH)
    assert summary.actions == 6 * 50


def test_of_three_players_with_one_card_each_all_of_the_middle_is_scored() -> None:
    """Three of the cards 1 1 2 2 3 3 lie in the middle, of which the mean is 6 points."""
    count = games(20_000, 300)
    summary = simulate(rainbow, 3, count, options=ONE_CARD_EACH)
    deviation = (3 * 2 / 3 * 3 / 5 / count) ** 0.5  # three drawn from six without return
    assert abs(sum(summary.mean_scores) - 6) < 5 * deviation


def test_four_random_players_score_167_and_a_half_points_a_game_together() -> None:
    """The figure of an independent program, in C++; one game deviates from it by 12.5 points."""
    count = games(20_000, 100)
    summary = simulate(rainbow, 4, count, seed=1)
    assert abs(sum(summary.mean_scores) - 167.5) < 0.5 * (20_000 / count) ** 0.5


def test_no_seat_is_better_than_another_at_random() -> None:
    count = games(40_000, 200)
    summary = simulate(rainbow, 4, count, seed=4)
    deviation = (count * 3 / 16) ** 0.5
    assert all(abs(wins - count / 4) < 5 * deviation for wins in summary.wins)


def test_speeds_are_the_counts_by_the_seconds() -> None:
    summary = simulate(rainbow, 2, 5)
    assert summary.games_per_second == pytest.approx(summary.games / summary.seconds)
    assert summary.actions_per_second == pytest.approx(summary.actions / summary.seconds)


def test_the_keys_of_a_summary_are_promised() -> None:
    assert " ".join(simulate(rainbow, 2, 1).as_dict()) == (
        "game players games finished truncated actions seconds games_per_second "
        "actions_per_second wins mean_scores"
    )


# Cut off


def test_a_game_is_cut_off_after_so_many_actions() -> None:
    assert simulate(rainbow, 4, 10, max_actions=5).actions == 10 * 5


def test_games_cut_off_are_counted_apart() -> None:
    summary = simulate(rainbow, 4, 10, max_actions=5)
    assert (summary.finished, summary.truncated) == (0, 10)


def test_games_cut_off_are_in_no_result() -> None:
    summary = simulate(rainbow, 4, 10, max_actions=5)
    assert (summary.wins, summary.mean_scores) == ([0.0] * 4, [0.0] * 4)


def test_a_game_that_ends_with_its_last_allowed_action_is_finished() -> None:
    summary = simulate(rainbow, 3, 10, options=ONE_CARD_EACH, max_actions=6)
    assert (summary.finished, summary.truncated) == (10, 0)


def test_a_game_one_action_short_of_its_end_is_cut_off() -> None:
    summary = simulate(rainbow, 3, 10, options=ONE_CARD_EACH, max_actions=5)
    assert (summary.finished, summary.truncated) == (0, 10)


def test_finished_games_count_beside_games_cut_off() -> None:
    lengths = rows(0, 20)[0]
    summary = simulate(rainbow, 4, 20, seed=5, max_actions=int(np.median(lengths)))
    finished = int((lengths <= int(np.median(lengths))).sum())
    assert (summary.finished, summary.truncated) == (finished, 20 - finished)


# Games that may last very long


@pytest.mark.parametrize("players", [2, 3])
def test_games_of_rainbow7_are_cut_off_and_counted_apart(players: int) -> None:
    count, most = games(2_000, 40), 20
    lengths, shares, scores = rows_of(rainbow7, players, SMALL, 0, count, 3, most)
    summary = simulate(rainbow7, players, count, seed=3, options=SMALL, max_actions=most)
    ended = shares.sum(axis=1) > 0
    assert 0 < summary.finished == ended.sum() < count
    assert summary.finished + summary.truncated == summary.games == count
    assert summary.actions == lengths.sum()
    assert all(lengths[~ended] == most)
    assert summary.wins == pytest.approx(shares[ended].sum(axis=0))
    assert summary.mean_scores == pytest.approx(scores[ended].mean(axis=0))


def test_a_game_cut_off_is_the_start_of_the_game_not_cut_off() -> None:
    short = rows_of(rainbow7, 3, SMALL, 0, 30, 4, 15)[0]
    whole = rows_of(rainbow7, 3, SMALL, 0, 30, 4)[0]
    assert short.tolist() == np.minimum(whole, 15).tolist()


@pytest.mark.parametrize("players", range(2, 6))
def test_every_game_of_rainbow7_comes_to_an_end(players: int) -> None:
    options = {**SMALL, "colors": 7, "hand_size": 3}
    summary = simulate(rainbow7, players, games(300, 5), options=options)
    assert (summary.finished, summary.truncated) == (summary.games, 0)
    assert sum(summary.wins) == pytest.approx(summary.games)


def test_whole_games_of_rainbow7_come_to_an_end_by_chance() -> None:
    count = games(300, 2)
    summary = simulate(rainbow7, 4, count)
    assert (summary.finished, summary.truncated) == (count, 0)
    assert 7 / 4 <= sum(summary.mean_scores) / 4 < 10


# Progress


def test_progress_only_goes_up_and_ends_with_all_games() -> None:
    told: list[int] = []
    simulate(rainbow, 2, 30, progress=told.append)
    assert told[-1] == 30
    assert all(before < after for before, after in pairwise(told))


# Arguments


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"games": 0}, "bad-number"),
        ({"games": -1}, "bad-number"),
        ({"max_actions": 0}, "bad-number"),
        ({"max_actions": 2**64}, "bad-number"),
        ({"bots": []}, "bad-bots"),
        ({"bots": ["random"] * 3}, "bad-bots"),
        ({"bots": ["random"] * 5}, "bad-bots"),
        ({"bots": ["random", "random", "random", "clever"]}, "unknown-bot"),
        ({"bots": ["random", "random", "random", ""]}, "unknown-bot"),
        ({"seed": -1}, "bad-seed"),
        ({"seed": 2**256}, "bad-seed"),
        ({"seed": True}, "bad-seed"),
        ({"seed": 1.0}, "bad-seed"),
        ({"options": {"ranks": 7}}, "bad-option"),
        ({"options": {"jokers": 2}}, "unknown-option"),
    ],
)
def test_an_argument_out_of_bounds_is_refused(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOptions) as refused:
        simulate(rainbow, **{"players": 4, "games": 1, **arguments})
    assert refused.value.code == code


@pytest.mark.parametrize("seed", [0, 1, 2**64, 2**256 - 1])
def test_every_seed_below_2_to_256_is_taken(seed: int) -> None:
    assert simulate(rainbow, 2, 1, seed=seed).finished == 1


def test_seeds_that_differ_only_in_their_highest_bit_give_other_games() -> None:
    assert counted(simulate(rainbow, 4, 5, seed=1)) != counted(
        simulate(rainbow, 4, 5, seed=1 + 2**255)
    )
