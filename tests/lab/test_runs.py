"""The games of a run: what determines them, who plays them, and what is counted and logged."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from moonbow.bots.bot import Bot
from moonbow.bots.names import new_bot
from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES
from moonbow.games.kernel import key_from_number, new_generator
from moonbow.lab.games import seen_best
from moonbow.lab.runs import BotFailed, Run, game_seed, new_run
from playing import games

SMALL: dict[str, dict[str, Any]] = {
    "rainbow": {"hand_size": 4},
    "rainbow7": {"colors": 5, "values": 3, "rainbow_cards": 2, "hand_size": 4, "tokens_to_end": 1},
    "pirates": {"deck": {**dict.fromkeys("1234567", 2), "W": 3, "P": 2, "parrot": 2}, "lifts": 1},
}
OWN = """
class Last:
    name = "last"

    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, legal, budget):
        return legal[-1]


class Wrong(Last):
    def choose(self, view, legal, budget):
        return 9999 if self.seed else None


class Failing(Last):
    def choose(self, view, legal, budget):
        raise KeyError("no idea")
"""


def run_of(game: str, bots: list[str], **changed: Any) -> Run:
    """A short run of a small game."""
    chosen = {"seed": 8, "options": SMALL[game], "decisions": True, **changed}
    return new_run(GAMES[game], len(bots), bots, **chosen)


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A file with bots of one's own."""
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return str(path)


@pytest.mark.parametrize("bots", [["random"] * 3, ["thumbs", "drizzle", "shower"], ["plain:2"] * 3])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_logged_is_what_was_played(game: str, bots: list[str]) -> None:
    """Each game is played again by its log, from the deal of its number, one action at a time."""
    first, count = 5, games(6, 2)
    run = run_of(game, bots)
    played = run.play(first, count)
    for place in range(count):
        seed = game_seed(key_from_number(8), first + place)
        state = run.of.deal(3, run.options, seed=seed)
        lines = played.log[played.log[:, 0] == place]
        choices = alternatives = turns = 0
        before = None
        for number, (_, decision, player, action, legal) in enumerate(lines.tolist()):
            assert (decision, player) == (number, state.current_player)
            assert legal == len(state.legal_actions())
            choices += legal > 1
            alternatives += legal if legal > 1 else 0
            turns += player != before
            before = player
            state.play([state.action_text(action)])
        assert state.is_over
        assert played.counts[place].tolist() == [len(lines), choices, alternatives, turns]
        assert played.returns[place].tolist() == state.returns()
        assert played.points[place].tolist() == state.scores


@pytest.mark.parametrize("bots", [["random"] * 2, ["drizzle", "thumbs"], ["plain:2", "random"]])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_comes_out_the_same_in_whatever_company_it_is_played(
    game: str, bots: list[str]
) -> None:
    run = run_of(game, bots)
    whole, late = run.play(3, 4), run.play(5, 2)
    assert whole.counts[2:].tolist() == late.counts.tolist()
    assert whole.points[2:].tolist() == late.points.tolist()
    assert whole.log[whole.log[:, 0] >= 2, 1:].tolist() == late.log[:, 1:].tolist()


def test_a_log_longer_than_the_room_for_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of("rainbow", ["random"] * 3)
    usual = run.play(0, 5)
    monkeypatch.setattr("moonbow.lab.runs.LOG_ROWS", 1)
    assert run.play(0, 5).log.tolist() == usual.log.tolist()


def test_nothing_is_logged_that_was_not_asked_for() -> None:
    assert len(run_of("rainbow", ["random"] * 2, decisions=False).play(0, 3).log) == 0


# How careful compiled players are


def test_half_of_the_good_actions_are_overlooked() -> None:
    """Of three good actions the best is seen half the time; if none is, it is taken as well."""
    weights, generator = np.array([4.0, 0.0, 5.0, 3.0]), new_generator(1)
    count = games(20_000, 2_000)
    found = Counter(seen_best(weights, 4, 0.5, 2.5, generator) for _ in range(count))
    for place, share in ((0, 1 / 4), (1, 0.0), (2, 1 / 2 + 1 / 8), (3, 1 / 8)):
        assert abs(found[place] - share * count) <= 5 * (share * (1 - share) * count) ** 0.5


def test_of_equal_ones_any_is_taken_and_nothing_overlooked_by_the_careful() -> None:
    weights, generator = np.array([2.0, 1.9, 2.0, 2.0]), new_generator(2)
    count = games(12_000, 1_200)
    found = Counter(seen_best(weights, 4, 0.0, 0.0, generator) for _ in range(count))
    assert set(found) == {0, 2, 3}
    assert all(abs(each - count / 3) < 5 * (count * 2 / 9) ** 0.5 for each in found.values())


# Bots of one's own


def test_a_bot_of_ones_own_plays(own: str) -> None:
    run = run_of("rainbow", [f"{own}:Last", "random"])
    played = run.play(0, 3)
    for place in range(3):
        state = run.of.deal(2, run.options, seed=game_seed(key_from_number(8), place))
        for _, _, player, action, _ in played.log[played.log[:, 0] == place].tolist():
            assert player == 1 or action == state.legal_actions()[-1]
            state.apply_action(action)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Failing", "game 2, decision 0: bot 'last', seat 0: KeyError: 'no idea'"),
        ("Wrong", "game 2, decision 0: bot 'last', seat 0: BadAction: chose 9999; legal are 1, "),
    ],
)
def test_a_bot_that_fails_is_named(own: str, name: str, words: str) -> None:
    options = {"leader": 0}
    with pytest.raises(BotFailed) as failed:
        run_of("rainbow", [f"{own}:{name}", "random"], options=options).play(2, 1)
    assert str(failed.value).startswith(words)
    assert "\n" not in str(failed.value)


def test_a_file_with_one_bot_need_not_name_it(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text(OWN.partition("class Wrong")[0])
    bot: Bot = new_bot(str(path), 0)
    assert bot.name == "last"


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (OWN, "", "3 found; expected one class with choose"),
        (OWN, ":Nobody", "0 found; expected a class Nobody with choose"),
        ("", "", "0 found"),
        ("1 / 0", "", "ZeroDivisionError"),
        ("def", "", "SyntaxError"),
        (None, "", "FileNotFoundError"),
    ],
)
def test_a_file_without_the_bot_is_refused(
    tmp_path: Path, text: str | None, name: str, words: str
) -> None:
    path = tmp_path / "theirs.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BadOptions, match=words):
        new_bot(f"{path}{name}", 0)
