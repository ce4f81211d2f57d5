"""Tournaments: the same deals on every seat, and figures that can be trusted."""

import json
import math
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from moonbow.bots.bot import Budget
from moonbow.cli import app
from moonbow.games.game import GAMES, game
from moonbow.games.kernel import COMPILED
from moonbow.lab.ladder import LEAST_DEALS, Match, Tally, hold_tournament
from playing import games
from processes import children, is_running

SHORT = {"hand_size": 3}
SECONDS = 120


def match(*bots: str) -> Match:
    """Short games of Rainbow between bots."""
    options = game("rainbow").options(len(bots), SHORT)
    return Match("rainbow", options, bots, 1, Budget(iterations=5))


def test_every_bot_sits_on_every_seat_of_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: Counter[tuple[str, int]] = Counter()
    hands = set()

    class Spy:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view, legal, budget):  # type: ignore[no-untyped-def]
            if view.record.combos == 0 and view.record.first_trick:
                seats[self.name, view.viewer] += 1
                hands.add((view.viewer, view.tobytes()))
            return legal[0]

    monkeypatch.setattr("moonbow.lab.ladder.new_bot", lambda name, _: Spy(name))
    for turn in range(3):
        match("a", "b", "c").game_of(7, turn)
    assert len(hands) == 1  # one leader with one hand, whoever that is
    assert sorted(name for name, _ in seats) == ["a", "b", "c"]


def test_returns_and_points_come_back_by_bot() -> None:
    """Chance loses to the rules of thumb, wherever it sits."""
    strong: Counter[bool] = Counter()
    for number in range(games(40, 10)):
        for returns, _ in match("thumbs", "random").deal(number):
            assert sum(returns) == 1
            strong[returns[0] > returns[1]] += 1
    assert strong[True] > 0.7 * strong.total()


def test_the_interval_is_that_of_means_of_deals() -> None:
    tally = Tally(match("thumbs", "random"))
    for won in (1.0, 1.0, 0.0, 0.5):
        tally.add([([won, 1 - won], [3, 1]), ([won, 1 - won], [3, 1])])
    mean, low, high = tally.interval(0)
    # The means of the deals are 1, 1, 0 and 1/2: their mean is 5/8, their squared distances from it
    # 9/64, 9/64, 25/64 and 1/64, so the variance is 44/64 by 3.
    assert mean == 0.625
    assert (high - low) / 2 == pytest.approx(1.96 * math.sqrt(44 / 64 / 3 / 4))


def test_bots_of_one_name_count_together() -> None:
    tally = Tally(match("thumbs", "random", "random", "random"))
    tally.add([([0.0, 1.0, 0.0, 0.0], [1, 9, 2, 4])] * 4)
    standings = {standing.bot: standing for standing in tally.results().standings}
    assert standings["random"].seats == 3
    assert standings["random"].share == pytest.approx(1 / 3)
    assert standings["random"].mean_score == 5.0
    assert standings["thumbs"].share == 0.0
    assert standings["thumbs"].rating < 25 < standings["random"].rating


@pytest.mark.parametrize("name", GAMES if COMPILED else ["rainbow"])
def test_a_tournament_is_the_same_each_time_and_with_any_number_of_jobs(name: str) -> None:
    def held(jobs: int) -> object:
        return hold_tournament(
            game(name), ["storm", "shower"], 2, 5, None, Budget(iterations=3), jobs=jobs
        )

    assert held(1) == held(1)
    if name == "rainbow":
        assert held(1) == held(2)


def test_it_stops_when_it_is_decided() -> None:
    told: list[int] = []
    results = hold_tournament(
        game("rainbow"), ["thumbs", "random"], 5_000, options=SHORT, until_sure=True,
        progress=told.append,
    )  # fmt: skip
    assert results.decided
    assert LEAST_DEALS <= results.deals < 5_000
    assert told == list(range(1, results.deals + 1))


def test_equals_are_not_told_apart() -> None:
    results = hold_tournament(game("rainbow"), ["random", "random"], 10, options=SHORT)
    assert not results.decided
    assert [standing.share for standing in results.standings] == [0.5]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--bots", "storm,nobody"], "bots: 'nobody'; expected drizzle, shower, storm, moonbow"),
        (["--bots", "thumbs:5,random"], "bots: 'thumbs:5'; expected drizzle"),
        (["--bots", "storm:0,random"], "bots: 'storm:0'; expected drizzle"),
        (["--bots", "random"], "players: 1; expected 2 to 6"),
        (["--bots", "random,random", "--games", "0"], "games: 0; expected a whole number from 1"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], expected: str) -> None:
    result = CliRunner().invoke(app, ["tournament", "rainbow", *arguments])
    assert result.exit_code != 0
    message = str(result.exception)
    assert expected in message
    assert len(message.splitlines()) == 1


def test_the_command_prints_a_table_or_json() -> None:
    arguments = ["tournament", "rainbow", "--bots", "thumbs,random", "--games", "3"]
    arguments += ["--option", "hand_size=3"]
    told = CliRunner().invoke(app, arguments)
    assert told.exit_code == 0, told.output
    assert (
        "6 games of rainbow with 2 players: 3 deals, each on every seat; 0 cut off" in told.output
    )
    results = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).output)
    assert results["games"] == 6
    assert {standing["bot"] for standing in results["standings"]} == {"thumbs", "random"}


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_who_plays_ends_with_the_tournament_even_if_that_is_killed() -> None:
    command = [sys.executable, "-m", "moonbow", "tournament", "rainbow", "--bots", "thumbs,random"]
    with subprocess.Popen([*command, "--games", "1000000", "--jobs", "2"]) as tournament:
        until = time.monotonic() + SECONDS
        while len(playing := children(tournament.pid)) < 3:  # two, and one that keeps count
            assert time.monotonic() < until
        tournament.kill()
    while any(map(is_running, playing)):
        assert time.monotonic() < until
