"""The coach's commands, and a hint during a game in the terminal."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from moonbow.cli import run
from moonbow.coach import review as review_module
from moonbow.games.game import GAMES, game
from moonbow.messages import LANGUAGES, Catalog
from moonbow.table.fairness import Seed
from moonbow.table.files import write_json
from moonbow.table.record import write_record
from moonbow.table.table import Table
from moonbow.terminal.advice import because, called
from moonbow.terminal.company import Company
from moonbow.terminal.conversation import Conversation
from moonbow.terminal.marks import unmarked
from moonbow.terminal.sitting import new_sitting
from playing import cases_of, games, play_partly

Printed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Runs a command in this process: its status, what it printed, what it complained of."""

    def command(*arguments: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture(params=GAMES)
def position(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A position in which there is a choice, all cards open."""
    of = game(request.param)
    state = of.deal(3, of.simulated(), seed=5)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    path = tmp_path / "position.json"
    write_json(str(path), state.position())
    return path


def record_file(path: Path, name: str, decisions: int) -> Table:
    """A record of the first decisions of a game, each the first legal one, in a file."""
    table = Table(GAMES[name], 2, GAMES[name].simulated(), Seed(3), ["Ada", "Carl"])
    while not table.state.is_over and len(table.actions) < decisions:
        player = table.state.current_player
        table.play(player, table.view(player).legal_texts()[:1])
    write_json(str(path), write_record(table))
    return table


# Hints


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_an_action_and_its_chance(
    printed: Printed, position: Path, language: str
) -> None:
    status, out, _ = printed("hint", position, "--lang", language, "--milliseconds", "50")
    assert status == 0
    assert out.startswith({"en": "Hint: ", "de": "Tipp: "}[language])
    assert re.search(r"\d+ (of|von) 100", out)


def test_a_hint_as_json_is_of_legal_actions(printed: Printed, position: Path) -> None:
    _, legal, _ = printed("legal", position, "--json")
    status, out, _ = printed("hint", position, "--json", "--milliseconds", "50")
    assert status == 0
    told = json.loads(out)
    for each in (told, *told["others"]):
        assert each["action"] in json.loads(legal)
        assert 0 <= each["chance"] <= 1


def test_the_hint_is_the_same_whatever_the_others_hold(printed: Printed, tmp_path: Path) -> None:
    """A file that shows all cards, and one that shows what the player may know."""
    state = game("rainbow").deal(3, {"leader": 0}, seed=5)
    heard = []
    for shown in (state, state.view(0)):
        write_json(str(tmp_path / "shown.json"), shown.position())
        arguments = ("hint", tmp_path / "shown.json", "--json", "--milliseconds", "60000")
        heard.append(printed(*arguments, "--iterations", "200"))
    assert heard[0] == heard[1]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [({"viewer": 1}, "viewer: 1; expected 0, who is to decide, or all cards")],
)
def test_a_position_of_somebody_elses_view_is_refused(
    printed: Printed, tmp_path: Path, changed: dict[str, Any], expected: str
) -> None:
    state = game("rainbow").deal(3, {"leader": 0}, seed=5)
    write_json(str(tmp_path / "other.json"), state.view(changed["viewer"]).position())
    status, out, err = printed("hint", tmp_path / "other.json")
    assert (status, out) == (1, "")
    assert expected in err
    assert len(err.splitlines()) == 1


def test_there_is_no_hint_when_the_game_is_over(printed: Printed, tmp_path: Path) -> None:
    state = game("rainbow").deal(2, {"hand_size": 1}, seed=5)
    while not state.is_over:
        state.apply_action(state.legal_actions()[0])
    write_json(str(tmp_path / "over.json"), state.position())
    status, out, err = printed("hint", tmp_path / "over.json")
    assert (status, out) == (1, "")
    assert "the game is over" in err


def test_hint_answers_during_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter([b"hint\n", b"q\n"])
    monkeypatch.setattr(Conversation, "read_line", lambda _: next(typed).decode())
    monkeypatch.setattr(Conversation, "save_unfinished", lambda _: None)
    sitting = new_sitting(game("rainbow"), 3, {"leader": 0}, 5, 0, None, None)
    conversation = Conversation(sitting, "en", None, 0.0)
    conversation.console = Console(file=io.StringIO(), width=100)
    conversation.hold()
    shown = conversation.console.file.getvalue()  # type: ignore[attr-defined]
    assert "Hint: play " in shown
    assert conversation.table.actions == []


# Reviews


@pytest.mark.parametrize("name", GAMES)
def test_a_review_has_an_account_of_everybody(
    printed: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(review_module, "ITERATIONS", dict.fromkeys(GAMES, games(8, 2)))
    monkeypatch.setattr(review_module, "GAMES_ON", dict.fromkeys(GAMES, games(4, 1)))
    table = record_file(tmp_path / "record.json", name, games(40, 5))
    status, out, _ = printed("review", tmp_path / "record.json", "--lang", "en")
    assert status == 0
    for who in table.names:
        assert f"{who} gave away " in out
    status, out, _ = printed("review", tmp_path / "record.json", "--json")
    told = json.loads(out)
    assert len(told["chances"]) == len(table.actions) + 1
    assert len(told["players"]) == 2


def test_a_review_of_what_is_no_record_is_refused(printed: Printed, position: Path) -> None:
    status, out, err = printed("review", position)
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_called_something_of_its_own(name: str, language: str) -> None:
    company = Company(["Ada", "Bo", "Carl", "Dora", "Emil", "Fee"], -1, Catalog(language))
    for case in cases_of(name):
        for state, action in play_partly(GAMES[name], case, 2):
            if action < 0:
                continue
            words = [called(state, each, company) for each in state.legal_actions()]
            assert all(words)
            assert len(set(words)) == len(words)


def test_reasons_become_one_sentence() -> None:
    company = Company(["Ada", "Bo"], 0, Catalog("en"))
    assert because([], company, "rainbow") == ""
    assert unmarked(company.say("why.and", first="it is so", second="it is thus")) == (
        "it is so, and it is thus"
    )
