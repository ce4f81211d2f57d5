"""Studies: what is added up, how sure it is, what is kept, and what a page of it says."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from moonbow.cli import run as run_command
from moonbow.games.errors import BadOptions, Refused
from moonbow.games.game import GAMES
from moonbow.lab.facts import items_of
from moonbow.lab.folders import BadFolder
from moonbow.lab.runs import new_run
from moonbow.lab.study import asked, moments, skill
from moonbow.lab.study.asked import Asked, new_study
from moonbow.lab.study.figures import (
    beyond,
    differences,
    game_figures,
    less,
    mean,
    moment_figures,
    said,
    share,
    worths,
    written,
)
from moonbow.lab.study.parts import read_part
from moonbow.lab.study.report import figures_told, page_of, read_findings, write_report
from moonbow.lab.study.study import Found, NothingEnds, half_width, study
from moonbow.lab.study.sums import (
    BATCHES,
    SURE,
    Batches,
    Estimate,
    Sums,
    added,
    jackknifed,
    sums_of,
)
from playing import games

TINY: dict[str, Any] = {"ranks": 3, "copies": 2, "hand_size": 1}
PART = 50
"""Games of a part of these studies."""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small parts, and a quick look at each moment."""
    monkeypatch.setitem(sys.modules["moonbow.lab.runs"].PART, "rainbow", PART)
    monkeypatch.setitem(moments.GAMES_ON, "rainbow", 5)
    monkeypatch.setitem(moments.LOOKS, "rainbow", 8)
    monkeypatch.setitem(skill.SEARCHES, "rainbow", 4)


def asked_of(**changed: Any) -> Asked:
    """A study of short games of three."""
    chosen: dict[str, Any] = {
        "options": TINY, "bots": ["random"], "games": 2 * PART + 20, "moments": 0, "deals": 0,
    }  # fmt: skip
    return new_study(GAMES["rainbow"], 3, **{**chosen, **changed})


# What is added up


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rainbow", {"hand_size": 3}),
        ("rainbow7", {"colors": 5, "values": 3, "hand_size": 4, "tokens_to_end": 1}),
    ],
)
def test_sums_are_those_of_the_games_one_by_one(game: str, options: dict[str, Any]) -> None:
    run = new_run(GAMES[game], 3, ["shower"] * 3, 3, options)
    first, count = 7, games(60, 12)
    sums, played = sums_of(run, first, count)
    seat, tied, margins, decisions = (Counter[tuple[int, int]]() for _ in range(4))
    for place in range(count):
        batch = (first + place) % BATCHES
        number_of = dict(zip(("decisions", "first"), played.counts[place, [0, 6]], strict=True))
        for player, share_won in enumerate(played.returns[place].tolist()):
            seat[batch, (player - number_of["first"]) % 3] += share_won
        points = sorted(played.points[place].tolist(), reverse=game == "rainbow")
        tied[batch, int((played.returns[place] > 0).sum())] += 1
        margins[batch, abs(points[0] - points[1])] += 1
        width = 1 if game == "rainbow" else 5
        decisions[batch, number_of["decisions"] // width] += 1
    for name, counted in (
        ("seat", seat), ("tied", tied), ("margin", margins), ("decisions", decisions)
    ):  # fmt: skip
        found = sums[name]
        assert found.sum() == pytest.approx(count)
        for (batch, place), value in counted.items():
            assert found[batch, place] == pytest.approx(value), name
    assert sums["finished"].sum() == sums["games"].sum() == count
    points_won = Counter(played.points.ravel().tolist())
    assert {place: int(n) for place, n in enumerate(sums["points"].sum(axis=0)) if n} == points_won


def test_a_game_cut_off_counts_as_played_and_no_more() -> None:
    run = new_run(GAMES["rainbow"], 3, ["random"] * 3, 0, TINY, max_actions=2)
    sums, _ = sums_of(run, 0, 4)
    assert sums["games"].sum() == 4
    assert not any(each.any() for name, each in sums.items() if name != "games")
    unknown = Batches(sums).estimate(game_figures(run)[0].of)
    assert written(unknown.value, "%") == "unknown"


# How sure it is


def test_of_a_mean_the_error_is_the_usual_one() -> None:
    """Of equal batches: the standard deviation of their means by the root of their number."""
    values = np.random.default_rng(1).normal(5, 2, (BATCHES, 30))
    sums: Sums = {"sum_of": values.sum(axis=1), "finished": np.full(BATCHES, 30.0)}
    found = Batches(sums).estimate(mean("of"))
    assert found.value == pytest.approx(values.mean())
    usual = values.mean(axis=1).std(ddof=1) / BATCHES**0.5
    assert found.error == pytest.approx(usual)
    assert (found.low, found.high) == pytest.approx(
        (found.value - SURE * usual, found.value + SURE * usual)
    )


def test_intervals_of_a_ratio_hold_the_truth_95_times_in_100() -> None:
    """A ratio of two means that go together; of 400 the count is within 4 standard errors."""
    chance = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        below = chance.exponential(2, (BATCHES, 20))
        above = 3 * below + chance.normal(0, 1, below.shape)
        sums: Sums = {"sum_of": above.sum(axis=1), "finished": below.sum(axis=1)}
        found = Batches(sums).estimate(mean("of"))
        held += found.low <= 3 <= found.high
    assert abs(held - 380) <= 4 * (400 * 0.95 * 0.05) ** 0.5


def test_figures_are_written_as_what_they_are() -> None:
    found = Estimate(0.25, 0.01)
    assert said(found, "%") == "25.0% (23.0% to 27.0%)"
    assert said(found, "pp") == "25.0 pp (23.0 to 27.0)"
    assert said(found, "+pp") == "+25.0 pp (+23.0 to +27.0)"
    assert said(Estimate(1234.5, 0), "1") == "1,234.5 (1,234.5 to 1,234.5)"
    assert said(Estimate(-0.5, 0.1), "+2") == "-0.50 (-0.70 to -0.30)"


def test_what_an_item_is_worth() -> None:
    """Of 30 players with one or more 12 win, of 50 with fewer 10; the other item is too rare."""
    table = np.zeros((BATCHES, 2, 6, 2))
    for batch in range(BATCHES):
        table[batch, 0, 0] = (50, 10)
        table[batch, 0, 1] = (20, 7)
        table[batch, 0, 2] = (10, 5)
        table[batch, 1, 0] = (79, 20)
        table[batch, 1, 5] = (1, 1)
    [worth] = worths(Batches({"dealt": table}), "dealt", ("often", "rare"), rare=0.02)
    assert (worth.item, worth.least, worth.often) == ("often", 1, 30 / 80)
    assert (worth.more, worth.fewer) == (12 / 30, 10 / 50)
    assert worth.difference.value == pytest.approx(0.2)
    assert worth.difference.error == pytest.approx(0)
    assert less(share("dealt", 0, 2, None), share("dealt", 0, 0, 2))({"dealt": table[0]}) == 0.5 - (
        17 / 70
    )


# Differences between variants


def batches_of(values: np.ndarray) -> Batches:
    """Batches with one sum."""
    return Batches({"sum_decisions": values, "finished": np.ones(BATCHES)})


def test_of_many_differences_those_beyond_doubt_are_real() -> None:
    """Holm's way: of the chances 0.0004, 0.017 and 0.43 the second needs 0.025, half of 0.05."""
    figure = [
        each for each in game_figures(new_run(GAMES["rainbow"], 3)) if each.name == "decisions"
    ]
    base = np.random.default_rng(3).normal(0, 1, BATCHES)
    noise = base - base.mean()
    error = noise.std(ddof=1) / BATCHES**0.5

    def apart(by: float) -> Batches:
        """So many standard errors above the first."""
        return batches_of(noise + by * error)

    first = batches_of(np.zeros(BATCHES))
    found = differences([first, apart(3.9), apart(2.5), apart(0.8)], [figure] * 4)
    assert [each.variant for each in found] == [1, 2, 3]
    assert [each.real for each in found] == [True, True, False]
    found = differences([first, apart(2.33), apart(2.2), apart(0.8)], [figure] * 4)
    assert [each.real for each in found] == [False, False, False]  # 0.025 is more than 0.05 / 3
    assert found[0].found.value == pytest.approx(2.33 * error)


def test_a_variant_that_changes_nothing_differs_in_nothing(tmp_path: Path) -> None:
    """Open scores are for people's pages; on the same seeds all games are the same."""
    asked = asked_of(vary={"open_scores": [False, True]})
    found = study(asked, tmp_path / "study")
    compared = differences(found.all_found, [game_figures(each.run) for each in asked.variants])
    assert compared
    assert not any(each.real or each.found.value or each.found.error for each in compared)


@pytest.mark.parametrize(
    ("errors", "chance"), [(0, 1), (2.0227, 0.05), (2.7079, 0.01), (3.5581, 0.001)]
)
def test_chances_are_those_of_the_table_of_student(errors: float, chance: float) -> None:
    """Two-sided, 39 degrees of freedom."""
    assert beyond(errors) == pytest.approx(chance, rel=2e-3)


# Skill and luck


def test_strengths_are_found_from_shares_that_are_as_they_say() -> None:
    truth = np.array([0.1, 0.2, 0.3, 0.4])
    line_up = np.random.default_rng(4).integers(4, size=(60, 3))
    strong = truth[line_up]
    shares = np.repeat((strong / strong.sum(axis=1, keepdims=True))[:, None, :], 3, axis=1)
    assert skill.strengths(line_up, shares) == pytest.approx(truth, abs=1e-6)


@pytest.mark.parametrize(
    ("winner", "parts"),
    [("level", (1, 0, 0)), ("seat", (0, 1, 0)), ("chance", (0, 0, 1))],
)
def test_variance_comes_from_what_decides(winner: str, parts: tuple[float, ...]) -> None:
    """Where always the better level, the seat that the deal favors, or pure chance wins."""
    chance = np.random.default_rng(5)
    players, deals = 2, 4_000
    line_up = np.array([chance.permutation(2) for _ in range(deals)])
    shares = np.zeros((deals, players, players))
    for deal in range(deals):
        favored = chance.integers(players)
        for turn in range(players):
            by_seat = (favored - turn) % players
            player = {
                "level": int(line_up[deal].argmax()), "seat": int(by_seat),
                "chance": int(chance.integers(players)),
            }[winner]  # fmt: skip
            shares[deal, turn, player] = 1
    found = skill.explained(line_up, shares)
    assert found == pytest.approx(parts, abs=0.05)
    assert found.sum() == pytest.approx(1)


def test_deals_are_played_by_all_levels_on_every_seat() -> None:
    run = asked_of(bots=["thumbs"]).variants[0].run
    deals = games(8, 2)
    parts = [skill.played_by_all(run, deals, chunk).numbers for chunk in range(-(-deals // 4))]
    line_up, shares = (
        np.concatenate([part[name] for part in parts]) for name in ("line_up", "shares")
    )
    assert line_up.shape == (deals, 3)
    assert shares.shape == (deals, 3, 3)
    assert shares.sum(axis=2) == pytest.approx(np.ones((deals, 3)))
    assert set(line_up.ravel()) <= {0, 1, 2, 3}


def test_a_game_cut_off_is_left_out_of_skill_and_luck() -> None:
    chance = np.random.default_rng(6)
    found: Sums = {
        "deal": np.arange(50.0),
        "line_up": chance.integers(2, size=(50, 2)).astype(float),
        "shares": np.eye(2)[chance.integers(2, size=(50, 2))],
    }
    spoiled = {name: np.concatenate([each, each[:1]]) for name, each in found.items()}
    spoiled["shares"][-1] = 0
    assert skill.skill_and_luck(spoiled)[0].tolist() == skill.skill_and_luck(found)[0].tolist()


# Games looked at closely


def test_moments_of_a_game(tmp_path: Path) -> None:
    """At the end the chances are what the game was worth; they add up to 1 all the time."""
    run = asked_of(bots=["thumbs"]).variants[0].run
    found = moments.looked_at(run, 7, 1).numbers
    assert found["game"].tolist() == [5, 6]
    assert found["chances"].shape == (2, moments.MOMENTS, 3)
    assert found["chances"].sum(axis=2) == pytest.approx(np.ones((2, moments.MOMENTS)))
    assert found["chances"][:, -1] == pytest.approx(found["returns"])
    assert found["returns"].tolist() == run.play(5, 2).returns.tolist()
    assert set(found["gap_game"]) <= {5.0, 6.0}
    assert (abs(found["gap"]) <= 1).all()


def test_what_moments_say() -> None:
    """Two games of two: one decided at once, one turned round in its last quarter."""
    count = moments.MOMENTS
    steady = np.full(count, 0.95)
    turned = np.where(np.arange(count) < 15, 0.2, 0.97)
    turned[-1] = 1.0
    found: Sums = {
        "game": np.array([0.0, 1.0]),
        "chances": np.stack([np.stack([own, 1 - own], axis=1) for own in (steady, turned)]),
        "returns": np.array([[1.0, 0.0], [1.0, 0.0]]),
        "gap": np.array([0.2, 0.0, 0.03]),
        "gap_game": np.array([0.0, 0.0, 1.0]),
    }
    sums = {name: each.sum(axis=0) for name, each in moments.moment_sums(found, 2).items()}
    told = {figure.name: figure.of(sums) for figure in moment_figures()}
    assert told["decided"] == pytest.approx((0 + 15 / 20) / 2)
    assert told["favourites"] == pytest.approx(1 / 2)
    assert told["half_time"] == pytest.approx(1 / 2)
    assert told["behind"] == pytest.approx(1 / 2)  # 0.2 is less than half of a fair half
    assert told["gap"] == pytest.approx(0.23 / 3)
    assert (told["matters"], told["close"]) == pytest.approx((1 / 3, 1 / 3))
    assert sums["winner_chance"][0] == pytest.approx(0.95 + 0.2)


# What is kept


def files(folder: Path) -> dict[str, bytes]:
    """All that is in a folder, and in those below."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study, played here."""
    folder = tmp_path_factory.mktemp("whole") / "study"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules["moonbow.lab.runs"].PART, "rainbow", PART)
        study(asked_of(), folder)
    return folder


def test_there_is_a_row_for_each_game(whole: Path) -> None:
    found = pl.read_parquet(whole / "games" / "variant-0-*.parquet")
    assert found["game"].to_list() == list(range(2 * PART + 20))


@pytest.mark.parametrize("name", ["games-00000.npz", "games-00001.npz"])
@pytest.mark.parametrize("spoil", ["remove", "cut off"])
def test_what_is_not_there_whole_is_played_again(
    tmp_path: Path, whole: Path, name: str, spoil: str
) -> None:
    folder = tmp_path / "study"
    first = study(asked_of(), folder)
    path = folder / "parts" / name
    if spoil == "remove":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:1_000])
    again = study(asked_of(), folder, resume=True)
    assert files(folder) == files(whole)
    assert figures_told(again) == figures_told(first)


def test_what_is_there_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither games nor what was looked at: nobody is asked to play."""
    asked = asked_of(games=PART, moments=BATCHES, deals=BATCHES)
    first = study(asked, tmp_path / "study")
    monkeypatch.setattr("moonbow.lab.study.parts.results", None)
    again = study(asked, tmp_path / "study", resume=True)
    assert figures_told(again) == figures_told(first)


def test_a_part_with_any_byte_changed_is_played_again(tmp_path: Path, whole: Path) -> None:
    """Whatever reading it leads to: it is there as it was, or not at all."""
    kept = read_part(whole / "parts" / "games-00000.npz")
    data = (whole / "parts" / "games-00000.npz").read_bytes()
    assert kept is not None
    chance = np.random.default_rng(7)
    for place in chance.integers(len(data), size=games(300, 60)).tolist():
        path = tmp_path / "part.npz"
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        found = read_part(path)
        if found is not None:
            assert set(found) == set(kept)
            assert all(np.array_equal(found[name], kept[name]) for name in kept)


@pytest.mark.parametrize("games", [50, None])
def test_a_game_that_never_ends_is_told(tmp_path: Path, games: int | None) -> None:
    with pytest.raises(NothingEnds, match="no game came to its end within 1 actions") as told:
        study(asked_of(games=games, max_actions=1), tmp_path / "study")
    assert "\n" not in str(told.value)


def test_a_study_ends_when_the_shares_are_known_well_enough(tmp_path: Path) -> None:
    """It is as long as it must be in whole parts, two at least: the part before was not enough."""
    asked = asked_of(games=None, precision=0.045)
    found = study(asked, tmp_path / "study")
    run = asked.variants[0].run
    assert found.games % PART == 0
    sums: Sums | None = None
    widths = []
    for first in range(0, found.games + PART, PART):
        sums = added(sums, sums_of(run, first, PART)[0])
        widths.append(half_width(sums, run))
    enough = next(place for place, width in enumerate(widths) if place and width <= 0.045)
    assert found.games == (enough + 1) * PART


def test_another_study_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study(asked_of(), tmp_path / "study")
    with pytest.raises(BadFolder, match="seed: '0' was played"):
        study(asked_of(seed=1), tmp_path / "study", resume=True)
    monkeypatch.setattr(asked, "played_by", lambda bots: "another")
    with pytest.raises(BadFolder, match="played by other rules or bots"):
        study(asked_of(), tmp_path / "study", resume=True)
    with pytest.raises(BadFolder, match="--resume"):
        study(asked_of(), tmp_path / "study")


# What is asked


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"vary": {"ranks": [3, 4]}}, "vary: ranks: is an option of all variants too"),
        ({"vary": {"leader": [0]}}, "vary: leader: .*expected several values"),
        ({"vary": {"leader": [0, 0]}}, "expected several values, all different"),
        ({"vary": {"nothing": [1, 2]}}, "nothing"),
        ({"vary": {"players": [2, 3]}, "bots": ["random"] * 3}, "one bot for all seats"),
        ({"vary": {"players": ["x", 3]}}, "players"),
        ({"vary": {"leader": [0, 1, 2], "copies": [2, 3, 4, 5, 6]}, "options": {}}, "at most 12"),
        ({"bots": ["random"] * 2}, "expected 3, one a player"),
        ({"bots": ["nobody"]}, "nobody"),
        ({"games": 10}, "games: 10; expected a whole number, 40 at least"),
        ({"moments": 7}, "moments: 7; .*or 0, to leave that question out"),
        ({"precision": 0.0}, "precision"),
        ({"precision": float("nan")}, "precision"),
    ],
)
def test_what_makes_no_sense_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        asked_of(**changed)
    assert isinstance(refused.value, BadOptions)
    assert "\n" not in str(refused.value)


def test_every_combination_is_a_variant() -> None:
    asked = asked_of(options={}, vary={"players": [2, 3], "hand_size": [2, 3]})
    assert [each.name for each in asked.variants] == [
        "players 2, hand_size 2", "players 2, hand_size 3",
        "players 3, hand_size 2", "players 3, hand_size 3",
    ]  # fmt: skip
    assert [each.run.players for each in asked.variants] == [2, 2, 3, 3]
    assert [len(each.run.bots) for each in asked.variants] == [2, 2, 3, 3]


# The page


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """A study with all questions, of two variants."""
    asked = asked_of(
        options={"ranks": 3, "hand_size": 1}, vary={"copies": [2, 3]}, bots=["thumbs"], games=PART,
        moments=BATCHES, deals=BATCHES,
    )  # fmt: skip
    return study(asked, tmp_path / "study")


def test_a_page_needs_nothing_else_and_says_what_was_found(found: Found, tmp_path: Path) -> None:
    page = page_of(found, "moonbow study rainbow <&>", ["The <first> wins."])
    assert not re.search(r'(?:src|href)="(?!#)', page.partition("<script>")[0])
    assert "<link" not in page
    assert "The &lt;first&gt; wins." in page
    assert "moonbow study rainbow &lt;&amp;&gt;" in page
    told = re.search(r'<script type="application/json" id="charts">(.*?)</script>', page)
    assert told is not None
    plots = json.loads(told[1])
    assert set(plots) == set(re.findall(r'class="plot" id="([^"]*)"', page))
    assert len(plots) == 14
    for title in (
        "Who wins, by seat?", "How long is a game?", "How much is skill, and how much is luck?",
        "What is each card worth, if you are dealt it?", "What the variants change",
    ):  # fmt: skip
        assert f"<h2>{title}</h2>" in page
    write_report(found, tmp_path, "moonbow study rainbow", [])
    figures = json.loads((tmp_path / "figures.json").read_text())
    for variant, batches in zip(figures["found"], found.all_found, strict=True):
        kept = variant["figures"]["decisions"]
        assert kept["value"] == pytest.approx(6)  # three combos and three takings
        assert kept["low"] == kept["high"] == kept["value"]
        assert batches.total["finished"] == PART
    assert "6.0 (6.0 to 6.0)" in (tmp_path / "report.html").read_text()


def no_number(text: str) -> float:
    """Refuses what JSON does not know."""
    raise ValueError(text)


def test_where_nothing_is_known_the_plots_are_drawn_without_it(tmp_path: Path) -> None:
    """With one card each all games end after six decisions, with four hardly any can."""
    asked = asked_of(
        options={"ranks": 6, "copies": 3}, vary={"hand_size": [1, 4]}, max_actions=6,
        moments=BATCHES, deals=BATCHES, games=PART,
    )  # fmt: skip
    with pytest.raises(NothingEnds, match="hand_size 4: no game"):
        study(asked, tmp_path / "none")
    asked = asked_of(
        options={"ranks": 3, "copies": 3, "hand_size": 2},
        max_actions=9,
        moments=BATCHES,
        games=PART,
    )
    found = study(asked, tmp_path / "some")
    cut = PART - int(found.all_found[0].total["finished"])
    assert 0 < cut < PART
    page = page_of(found, "moonbow study rainbow", [])
    told = re.search(r'<script type="application/json" id="charts">(.*?)</script>', page)
    assert told is not None
    json.loads(told[1], parse_constant=no_number)
    assert f"<dd>{cut}, after 9 actions</dd>" in page


def test_of_several_numbers_of_players_no_share_is_fair(tmp_path: Path) -> None:
    asked = asked_of(
        options={**TINY, "copies": 4}, vary={"players": [2, 3]}, moments=BATCHES, deals=BATCHES,
        games=PART,
    )  # fmt: skip
    page = page_of(study(asked, tmp_path / "study"), "moonbow study rainbow", [])
    assert "dashed" not in page.partition("<script>")[0]
    assert page.count("Of the variant “players 2”: ") == 8


def test_all_items_have_names_of_their_own() -> None:
    for game in GAMES.values():
        items = items_of(game.rules)
        assert len(set(items.kinds)) == len(items.kinds)
        assert len(set(items.uses)) == len(items.uses)


def test_findings_are_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "findings.txt"
    path.write_text("The first.\n\n  The second.\n", encoding="utf-8")
    assert read_findings(str(path)) == ["The first.", "The second."]
    assert read_findings(None) == []
    with pytest.raises(BadFolder, match="cannot be read"):
        read_findings(str(tmp_path / "nothing"))


def test_a_jackknife_of_the_same_knows_no_doubt() -> None:
    assert jackknifed(3.0, [3.0] * BATCHES) == Estimate(3.0, 0.0)


# By the command


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = [f"--option={name}={value}" for name, value in TINY.items()]
    folder = tmp_path / "out"
    command = [
        "study",
        "rainbow",
        "--players=3",
        *options,
        "--games=50",
        "--moments=0",
        "--deals=0",
    ]
    assert run_command([*command, f"--out={folder}"]) == 0
    assert capsys.readouterr().out == f"50 games; the report: {folder / 'report.html'}\n"
    assert (folder / "report.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games=50", "--precision=1%"], "--games: with --precision; expected one of the two"),
        (["--vary=ranks"], "--vary: 'ranks'; expected NAME=A,B"),
        (["--vary=ranks=3,4", "--vary=ranks=5,6"], "--vary: ranks is given twice"),
        (["--precision=half"], "--precision: 'half'; expected a percentage like 0.5%"),
        (["--option=ranks=3", "--vary=ranks=3,4"], "vary: ranks"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["study", "rainbow", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_without_altair_there_is_one_line(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['altair'] = None; from moonbow.cli import run; "
        f"sys.exit(run(['study', 'rainbow', '--out', {str(tmp_path / 'out')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "moonbow: Altair is not installed; expected: pip install moonbow[study]\n"
    assert not (tmp_path / "out").exists()


def test_of_several_processes_the_study_is_the_same(tmp_path: Path) -> None:
    """By the command: with parts of their usual size, 20 games where a bot is asked."""
    code = "from moonbow.cli import main; main()"
    found = []
    for jobs in (1, 2):
        folder = tmp_path / f"jobs-{jobs}"
        arguments = [
            "study", "rainbow", "--players=3", *(f"--option={k}={v}" for k, v in TINY.items()),
            "--bots=plain:1", "--games=50", "--moments=0", "--deals=40", f"--jobs={jobs}",
            f"--out={folder}",
        ]  # fmt: skip
        subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)
        made = files(folder)
        del made["report.html"]  # it names the command
        found.append(made)
    assert found[0] == found[1]
