"""Playing in the terminal: on a screen (a pseudo-terminal), through pipes, and input by input."""

import io
import os
import random
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console

from moonbow.bots.bot import Budget
from moonbow.clauses import clauses
from moonbow.cli import run
from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from moonbow.messages import Catalog
from moonbow.table.fairness import Seed
from moonbow.table.table import Table
from moonbow.terminal import rainbow as face
from moonbow.terminal.company import Company
from moonbow.terminal.conversation import Conversation
from moonbow.terminal.sitting import Sitting, new_sitting
from screens import (
    ESCAPE,
    PROGRAM,
    SECONDS,
    Open,
    Screen,
    environment,
    on_one_line,
    opener,
    record_of,
)

rainbow = game("rainbow")
SAVED = re.compile(r"(?:Saved in|Gespeichert in) (\S+\.json)")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a screen in the folder of this test."""
    yield from opener(tmp_path)


@pytest.fixture(scope="module")
def opened_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Opens a screen that several tests look at."""
    yield from opener(tmp_path_factory.mktemp("screens"))


def play_to_the_end(screen: Screen, seed: int) -> list[str]:
    """Chooses by chance, by number or by cards in any order, and returns what was chosen.

    Comes to the question for a file name, or to the end where none is asked.
    """
    chance = random.Random(seed)
    chosen: list[str] = []
    while True:
        found = screen.child.expect_exact(
            [screen.say("prompt"), screen.say("save.question"), pexpect.EOF]
        )
        screen.raw += screen.child.before
        screen.shown = ESCAPE.sub("", screen.child.before)
        if found:
            return chosen
        number = chance.randrange(len(screen.choices))
        chosen.append(screen.choices[number])
        by_number, shuffled = f"#{number + 1}", cards_in_any_order(chosen[-1], chance)
        screen.child.sendline(by_number if chance.random() < 0.5 else shuffled)


def cards_in_any_order(text: str, chance: random.Random) -> str:
    """A choice as somebody may type it, unless that could be taken for a number."""
    cards = "".join(chance.sample(text, len(text)))
    return text if text.startswith("+") or len(text) < 3 else cards


def decisions(table: Table, seat: int) -> list[str]:
    """What one player decided."""
    return [
        table.actions[heard.number]
        for heard in table.heard(-1)
        if heard.heard.kind in ("plays", "takes") and heard.heard.player == seat
    ]


Answered = Callable[..., str]


@pytest.fixture
def answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answered:
    """Plays in this process with answers from a file; returns what was shown, on one line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def played(answers: bytes, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answers)))
        assert run(["play", *arguments]) == 0
        return on_one_line(capsys.readouterr().out)

    return played


# A whole game


class WholeGame:
    """A game played to the end on a screen: what was chosen, what was shown, what was kept."""

    def __init__(self, opened: Open, players: int) -> None:
        self.players = players
        self.screen = opened("--players", str(players), "--pace", "0", rows=40, columns=120)
        self.welcome = self.screen.asked()
        self.screen.child.sendline(self.screen.choices[0])
        first = self.screen.choices[0]
        self.chosen = [first, *play_to_the_end(self.screen, players)]
        self.last = self.screen.shown
        self.screen.child.sendline("#6")
        self.screen.until(SAY("save.where", path="'#6'"))
        self.screen.until(SAY("save.question"))
        self.screen.child.sendline(f"kept-{players}.json")
        self.goodbye = self.screen.end()
        self.path = Path(self.screen.child.cwd) / f"kept-{players}.json"
        self.table = record_of(self.path)


@pytest.fixture(scope="module", params=[2, 4], ids=["two-players", "four-players"])
def whole_game(request: pytest.FixtureRequest, opened_once: Open) -> WholeGame:
    return WholeGame(opened_once, request.param)


def test_a_whole_game_can_be_played_by_choosing(whole_game: WholeGame) -> None:
    assert (whole_game.screen.status, whole_game.table.state.is_over) == (0, True)


def test_every_choice_is_played_as_it_was_typed(whole_game: WholeGame) -> None:
    assert decisions(whole_game.table, 0) == whole_game.chosen


def test_the_welcome_names_everybody_else(whole_game: WholeGame) -> None:
    assert [name for name in whole_game.table.names[1:] if name not in whole_game.welcome] == []


def test_the_end_shows_everybodys_points(whole_game: WholeGame) -> None:
    names = ["You", *whole_game.table.names[1:]]
    shown = dict(re.findall(r"^(\w+) +(\d+) points?\r?$", whole_game.last, re.MULTILINE))
    scores = [str(score) for score in whole_game.table.state.scores]
    assert shown == dict(zip(names, scores, strict=True))


@pytest.mark.parametrize("lengths", [{2}, {2, 3}], ids=["as-many-digits", "more-digits"])
def test_points_end_in_one_column_with_nothing_behind_them(
    lengths: set[int], capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(1)
    table = Table(rainbow, 2, {}, Seed(0))
    while not table.state.is_over or {len(str(score)) for score in table.state.scores} != lengths:
        table = Table(rainbow, 2, {}, Seed(chance.randrange(1000)))
        while not table.state.is_over:
            player = table.state.current_player
            table.play(player, [chance.choice(table.view(player).legal_texts())])
    company = Company(["Ann", "Bo"], 0, Catalog("en"))
    Console(width=80).print(*face.standing(table.state, company))
    longest = f"You  {max(table.state.scores)} points"
    assert [len(line) for line in capsys.readouterr().out.splitlines()] == [len(longest)] * 2


def test_the_end_names_the_winners(whole_game: WholeGame) -> None:
    line = whole_game.last.strip().splitlines()[-1]
    names = ["You", *whole_game.table.names[1:]]
    returns = whole_game.table.state.returns()
    named = [name in line for name in names]
    assert named == [share > 0 for share in returns]


def test_the_record_fits_the_commitment_shown_before_the_first_choice(
    whole_game: WholeGame, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search("[0-9a-f]{64}", whole_game.welcome)
    assert found is not None
    assert run(["verify", str(whole_game.path), "--commitment", found[0]]) == 0
    assert found[0] in capsys.readouterr().out


def test_the_last_line_but_one_is_the_command_that_checks_the_record(
    whole_game: WholeGame, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = re.search('"python -m moonbow ([^"]*)"', on_one_line(whole_game.goodbye))
    assert found is not None
    monkeypatch.chdir(whole_game.path.parent)
    assert run(found[1].split()) == 0
    assert "the commitment you kept" in capsys.readouterr().out


def test_the_screen_is_colored(whole_game: WholeGame) -> None:
    assert "\x1b[1;38;" in whole_game.screen.raw


# Help


@pytest.fixture(scope="module")
def led(opened_once: Open) -> Screen:
    """A game at its first choice, which the person has."""
    screen = opened_once("--option", "leader=0", "--seed", "3", "--pace", "0", columns=100)
    screen.asked()
    return screen


def rule(clause: str, lang: str = "en") -> str:
    """A clause as it is shown."""
    found = clauses("rainbow", lang)[clause]
    return on_one_line(f"{clause} {re.sub('[*`]', '', found.text)}")


def test_help_says_how_to_type(led: Screen) -> None:
    shown = on_one_line(led.type("?"))
    for key in ("goal.rainbow", "help.rainbow", "help"):
        assert on_one_line(led.say(key, number="10", clause="RB-10")) in shown


def test_help_shows_the_clause_that_says_what_the_leader_may_do(led: Screen) -> None:
    assert rule("RB-10") in on_one_line(led.type("?"))


def test_help_shows_no_clause_about_what_is_not_due(led: Screen) -> None:
    shown = led.type("?")
    assert [clause for clause in ("RB-11", "RB-17", "RB-31", "RB-45") if clause in shown] == []


@pytest.mark.parametrize(
    ("typed", "clause"),
    [
        ("? 13", "RB-13"),
        ("?13", "RB-13"),
        ("?  13 ", "RB-13"),
        ("? 7", "RB-07"),
        ("? 07", "RB-07"),
        ("? RB-13", "RB-13"),
        ("? rb-13", "RB-13"),
        ("? RB-R4", "RB-R4"),
        ("? R4", "RB-R4"),
        ("? r4", "RB-R4"),
    ],
)
def test_a_clause_is_shown_when_it_is_asked_for(typed: str, clause: str, led: Screen) -> None:
    assert on_one_line(led.type(typed)).removeprefix(on_one_line(typed)).strip() == rule(clause)


def test_all_clauses_are_shown_in_the_order_of_the_page(led: Screen) -> None:
    shown = on_one_line(led.type("? all"))
    places = [shown.find(rule(clause)) for clause in clauses("rainbow")]
    assert places == sorted(places)
    assert places[0] > 0


def test_all_clauses_are_shown_under_their_headings(led: Screen) -> None:
    lines = [line.strip() for line in led.type("? all").splitlines()]
    headings = list(dict.fromkeys(clause.heading for clause in clauses("rainbow").values()))
    assert [line for line in lines if line in headings] == headings


@pytest.mark.parametrize("number", ["99", "0", "R99", "{typed}", "[bold]", "x" * 300])
def test_what_is_no_clause_is_answered_with_the_first_and_the_last(
    number: str, led: Screen
) -> None:
    shown = on_one_line(led.type(f"? {number}"))
    first, *_, last = clauses("rainbow")
    answer = led.say("help.no.clause", typed=number.lower()[:20], first=first, last=last)
    assert shown.endswith(answer)


# What is typed


def test_what_is_no_choice_is_answered_with_what_is_expected(led: Screen) -> None:
    shown = on_one_line(led.type("hello"))
    assert shown.endswith(led.say("no.such", typed="hello", number=len(START)))


@pytest.mark.parametrize("typed", ["{typed}", "[red]x[/red]", "\\", "#0", "#", "##1", "+", "é"])
def test_odd_input_is_answered_and_shown_as_it_was_typed(typed: str, led: Screen) -> None:
    shown = on_one_line(led.type(typed))
    assert shown.endswith(led.say("no.such", typed=typed, number=len(START)))


def test_an_empty_line_is_asked_again(led: Screen) -> None:
    assert led.type("").strip() == ""


def first_hand(seed: int, options: dict[str, Any]) -> State:
    """The person's view of the first choice of a game of four."""
    return rainbow.deal(4, options, seed=seed).view(0)


SAY = Catalog("en")
START = first_hand(3, {"leader": 0}).legal_texts()


def conversation(
    legal: State | None = None, lang: str = "en", seat: int = 0
) -> tuple[Conversation, list[str]]:
    """A conversation at a position, and the choices in it."""
    table = Table(rainbow, legal.players if legal else 4)
    if legal is not None:
        table.state = legal
    talk = Conversation(Sitting(table, seat, {}), lang, None, 0.0)
    return talk, table.state.legal_texts()


def view_of(talk: Conversation) -> State:
    """What the person sees."""
    return talk.table.view(talk.seat)


def at(hand: str, **position: Any) -> State:
    """A position of three in which player 0 leads and holds these cards."""
    hands = [hand, "1", "2"]
    return rainbow.position({"game": "rainbow", "players": 3, "hands": hands, **position})


HAND = "112346"
"""Its choices: #1 to #5 1 2 3 4 6, #6 11, #7 12, #8 123, #9 1234, #10 23, #11 234, #12 34."""

TAKING = {"hands": ["1", "1", "1"], "middle": ["2", "3", "44"], "trick": ["0:6", "1:5", "2:4"]}
"""Player 0 is to take; the choices: #1 +2, #2 +3, #3 +44."""


def taking() -> State:
    return rainbow.position({"game": "rainbow", "players": 3, **TAKING})


def test_the_choices_of_the_examples_are_numbered_as_said() -> None:
    assert (at(HAND).legal_texts(), taking().legal_texts()) == (
        ["1", "2", "3", "4", "6", "11", "12", "123", "1234", "23", "234", "34"],
        ["+2", "+3", "+44"],
    )


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("4", "4"),
        ("11", "11"),
        ("1234", "1234"),
        ("4321", "1234"),
        ("1 2 3 4", "1234"),
        ("4, 3", "34"),
        ("3124", "1234"),
        ("43", "34"),
        ("#1", "1"),
        ("#6", "11"),
        ("#12", "34"),
        ("#012", "34"),
        ("10", "23"),
        ("8", "123"),
        ("9", "1234"),
    ],
)
def test_cards_in_any_order_or_a_number_that_is_no_card_choose(typed: str, chosen: str) -> None:
    talk, _ = conversation(at(HAND))
    assert talk.chosen(typed, view_of(talk)) == chosen


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("+2", "+2"), ("+44", "+44"), ("44", "+44"), ("#2", "+3"), ("#3", "+44")],
)
def test_a_pile_is_chosen_with_its_plus_or_without(typed: str, chosen: str) -> None:
    talk, _ = conversation(taking())
    assert talk.chosen(typed, view_of(talk)) == chosen


@pytest.mark.parametrize(
    "typed", ["#0", "#13", "0", "13", "7777", "22", "14", "124", "+1", "1+1", "-1", "#-1"]
)
def test_what_cannot_be_played_chooses_nothing(typed: str) -> None:
    talk, _ = conversation(at(HAND))
    assert talk.chosen(typed, view_of(talk)) is None


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_number_that_could_be_cards_not_held_is_asked_back(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """5 is a card, though not of this hand, and the number of the single 6."""
    talk, _ = conversation(at(HAND), lang)
    assert talk.chosen("5", view_of(talk)) is None
    assert on_one_line(capsys.readouterr().out) == talk.say("ask.number", typed="5")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_number_that_could_be_cards_as_well_is_asked_back(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """2 could be the pile 2, which is number 1, or number 2, which is the pile 3."""
    talk, _ = conversation(taking(), lang)
    assert talk.chosen("2", view_of(talk)) is None
    assert on_one_line(capsys.readouterr().out) == talk.say("ask.both", typed="2", cards="+2")


def seed_of(fits: Callable[[State], bool], **options: Any) -> int:
    """The first seed of a game of four that the person leads from a hand that fits."""
    return next(s for s in range(5000) if fits(first_hand(s, {"leader": 0, **options})))


@pytest.fixture(scope="module")
def asked_back(opened_once: Open) -> dict[str, str]:
    """What is shown when the person, with two cards of which none is a 2, types these in turn."""
    seed = seed_of(lambda view: "2" not in view.legal_texts(), hand_size=2)
    options = ("--option=leader=0", "--option=hand_size=2", f"--seed={seed}", "--pace=0")
    screen = opened_once(*options)
    screen.asked()
    shown = {"second": screen.choices[1]}
    for typed in ("2", "#2", "u"):
        shown[typed] = on_one_line(screen.type(typed))
    return shown


def test_a_number_that_could_be_cards_is_asked_back_on_the_screen(
    asked_back: dict[str, str],
) -> None:
    assert asked_back["2"].endswith(SAY("ask.number", typed="2"))


def test_a_number_asked_back_can_be_given_as_a_number_then(asked_back: dict[str, str]) -> None:
    assert asked_back["#2"].startswith(f"#2 You play {asked_back['second']},")


# Taking back


def test_once_another_player_has_acted_nothing_is_taken_back(asked_back: dict[str, str]) -> None:
    assert asked_back["u"].endswith(SAY("not.taken.back.others-acted"))


def test_before_the_first_decision_there_is_nothing_to_take_back(led: Screen) -> None:
    assert led.type("u").strip().endswith(SAY("not.taken.back.nothing-to-take-back"))


class TakenBack:
    """A first decision that is taken back in the pause, and another one in its place."""

    def __init__(self, opened: Open) -> None:
        screen = opened("--option=leader=0", "--seed=3", "--pace=2", "--record=kept.json")
        screen.asked()
        screen.child.sendline("#1")
        screen.until(SAY("wait.take.back", cards=START[0]))
        self.shown = screen.type("u")
        self.choices = screen.choices
        screen.child.sendline(f"#{len(START)}")
        screen.until(SAY("wait.take.back", cards=START[-1]))
        screen.child.sendline("q")
        screen.end()
        self.record = record_of(Path(screen.child.cwd) / "kept.json")


@pytest.fixture(scope="module")
def taken_back(opened_once: Open) -> TakenBack:
    return TakenBack(opened_once)


def test_a_decision_is_taken_back_in_the_pause_after_it(taken_back: TakenBack) -> None:
    assert SAY("taken.back", cards=START[0]) in taken_back.shown


def test_after_taking_back_there_are_the_same_choices_again(taken_back: TakenBack) -> None:
    assert taken_back.choices == START


def test_a_decision_taken_back_is_not_in_the_record(taken_back: TakenBack) -> None:
    assert taken_back.record.actions == START[-1:]


def test_what_is_typed_ahead_in_the_pause_answers_the_next_question(opened: Open) -> None:
    screen = opened("--option=leader=0", "--seed=3", "--pace=1")
    screen.asked()
    screen.child.sendline("#1")
    screen.until(SAY("wait.take.back", cards=START[0]))
    screen.child.sendline("? 13")
    screen.asked()
    assert rule("RB-13") in on_one_line(screen.asked())


def test_a_decision_that_showed_a_hidden_card_is_not_offered_to_be_taken_back(
    opened: Open,
) -> None:
    """With one card each, the lower card takes last, which ends the trick: both take up a pile."""
    options = {"leader": 0, "hand_size": 1}
    hands = (rainbow.deal(2, options, seed=seed).position()["hands"] for seed in range(100))
    seed = next(seed for seed, (own, other) in enumerate(hands) if own < other)
    screen = opened(
        "--players=2", "--option=leader=0", "--option=hand_size=1", f"--seed={seed}", "--pace=1"
    )
    screen.asked()
    screen.type("#1")
    pile = screen.choices[0]
    assert SAY("wait.take.back", cards=pile) not in screen.type("#1")


# Ending and going on


class BrokenOff:
    """A game of three broken off after a choice."""

    def __init__(self, opened: Open, how: str) -> None:
        screen = opened("--players", "3", "--seat", "1", "--pace", "0")
        self.commitment = re.findall("[0-9a-f]{64}", screen.asked())[0]
        screen.type("#1")
        if how == "Ctrl-C":
            screen.child.sendintr()
        elif how == "Ctrl-D":
            screen.child.sendeof()
        elif how.startswith("SIG"):
            screen.child.kill(signal.Signals[how])
        else:
            screen.child.sendline(how)
        self.goodbye = on_one_line(screen.end())
        self.status = screen.status
        self.path = Path(screen.child.cwd) / SAVED.findall(self.goodbye)[0]


@pytest.fixture(scope="module", params=["q", "quit", "Ctrl-C", "Ctrl-D", "SIGTERM", "SIGHUP"])
def broken_off(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrokenOff]:
    for opened in opener(tmp_path_factory.mktemp("broken-off")):
        yield BrokenOff(opened, request.param)


def test_a_game_broken_off_is_saved_with_all_that_was_played(broken_off: BrokenOff) -> None:
    table = record_of(broken_off.path)
    assert len(decisions(table, 1)) == 1
    assert not table.state.is_over


def test_breaking_off_leaves_one_file(broken_off: BrokenOff) -> None:
    assert list(broken_off.path.parent.iterdir()) == [broken_off.path]


def test_breaking_off_ends_with_status_0(broken_off: BrokenOff) -> None:
    assert broken_off.status == 0


def test_breaking_off_says_goodbye_without_a_traceback(broken_off: BrokenOff) -> None:
    assert broken_off.goodbye.endswith("Goodbye.")
    assert "Traceback" not in broken_off.goodbye


class GoneOn:
    """A game broken off, gone on with by the command that was named, and played to the end."""

    def __init__(self, opened: Open) -> None:
        self.first = BrokenOff(opened, "q")
        self.first_table = record_of(self.first.path)
        self.actions = list(self.first_table.actions)
        command = re.findall('"python -m moonbow play ([^"]*)"', self.first.goodbye)[0]
        screen = opened(*command.split(), "--pace", "0")
        self.welcome = on_one_line(screen.asked())
        screen.child.sendline("#1")
        play_to_the_end(screen, 7)
        self.last = on_one_line(screen.shown)
        self.table = record_of(self.first.path)


@pytest.fixture(scope="module")
def gone_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GoneOn]:
    for opened in opener(tmp_path_factory.mktemp("gone-on")):
        yield GoneOn(opened)


def test_the_command_it_names_goes_on_with_the_game_to_its_end(gone_on: GoneOn) -> None:
    assert gone_on.table.state.is_over


def test_going_on_tells_what_happened_last(gone_on: GoneOn) -> None:
    told = gone_on.welcome.partition(SAY("last.heard"))[2]
    assert f"You play {decisions(gone_on.first_table, 1)[0]}" in told


def test_going_on_changes_nothing_that_was_played(gone_on: GoneOn) -> None:
    assert gone_on.table.actions[: len(gone_on.actions)] == gone_on.actions


def test_the_record_of_both_parts_fits_the_commitment_of_the_first(
    gone_on: GoneOn, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["verify", str(gone_on.first.path), "--commitment", gone_on.first.commitment]
    assert (run(arguments), capsys.readouterr().err) == (0, "")


def test_going_on_ends_with_the_commitment_of_the_beginning(gone_on: GoneOn) -> None:
    assert gone_on.first.commitment in gone_on.last


def test_an_interrupt_before_the_first_decision_saves_nothing(opened: Open, tmp_path: Path) -> None:
    screen = opened("--option", "leader=0", "--seed", "3")
    screen.asked()
    screen.child.sendintr()
    assert screen.end().strip().endswith("Goodbye.")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_while_the_others_play_saves_the_game(opened: Open, tmp_path: Path) -> None:
    screen = opened("--option=leader=0", "--seed=3", "--pace=1", "--record=kept.json")
    screen.asked()
    screen.child.sendline("#1")
    screen.until(f"{screen_name(1)} plays")
    screen.child.sendintr()
    screen.end()
    assert record_of(tmp_path / "kept.json").actions[0] == START[0]


def screen_name(player: int) -> str:
    """What a bot is called in a game of four."""
    return new_sitting(rainbow, 4, {}, 0, 0, None, None).table.names[player]


def test_a_game_that_cannot_be_saved_where_it_should_is_saved_elsewhere(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody loses an evening because a folder went away."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    (tmp_path / "stick").mkdir()
    screen = opened("--option=leader=0", "--seed=3", "--record=stick/kept.json")
    screen.asked()
    (tmp_path / "stick").rmdir()
    screen.child.sendline("q")
    path = SAVED.findall(on_one_line(screen.end()))[0]
    assert record_of(tmp_path / path).actions == []


# German


class German:
    """A short game in German, played to the end."""

    def __init__(self, opened: Open) -> None:
        options = ("--option=leader=0", "--option=hand_size=4", "--players=2", "--pace=0")
        screen = opened(*options, lang="de")
        self.first = screen.asked()
        self.rule = on_one_line(screen.type("? 13"))
        self.refusal = on_one_line(screen.type("hallo"))
        screen.child.sendline("#1")
        play_to_the_end(screen, 1)
        self.last = screen.shown


@pytest.fixture(scope="module")
def german(opened_once: Open) -> German:
    return German(opened_once)


def test_in_german_all_is_german(german: German) -> None:
    words = ("Erster Stich", "du spielst an", "Mitte", "Deine Hand", "Punktestapel", "Einzeln")
    assert [word for word in words if word not in german.first] == []


def test_in_german_the_german_clause_is_shown(german: German) -> None:
    assert rule("RB-13", "de") in german.rule


def test_in_german_odd_input_is_answered_in_german(german: German) -> None:
    assert '"hallo" steht nicht zur Wahl.' in german.refusal


def test_in_german_a_game_ends_in_german(german: German) -> None:
    assert re.search("gewinnst|gewinnt|Geteilter Sieg", german.last)


def test_a_german_system_is_spoken_to_in_german(
    answered: Answered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Deine Wahl" in answered(b"")


# Through pipes


@pytest.fixture(scope="module")
def yes(tmp_path_factory: pytest.TempPathFactory) -> "subprocess.CompletedProcess[str]":
    """What `yes '#1' | moonbow play` does."""
    with subprocess.Popen(["yes", "#1"], stdout=subprocess.PIPE) as always:
        done = subprocess.run(
            PROGRAM,
            stdin=always.stdout,
            capture_output=True,
            text=True,
            cwd=tmp_path_factory.mktemp("yes"),
            env=environment(),
            timeout=SECONDS,
            check=False,
        )
        always.kill()
    return done


def test_a_pipe_of_answers_plays_a_whole_game(yes: "subprocess.CompletedProcess[str]") -> None:
    assert (yes.returncode, yes.stderr) == (0, "")
    assert re.search("You win!|wins|Shared victory", yes.stdout.splitlines()[-1])


def test_through_a_pipe_there_are_neither_colors_nor_control_characters(
    yes: "subprocess.CompletedProcess[str]",
) -> None:
    assert {char for char in yes.stdout if not char.isprintable()} == {"\n"}


def test_through_a_pipe_each_answer_ends_the_line_of_its_question(
    yes: "subprocess.CompletedProcess[str]",
) -> None:
    lines = [line for line in yes.stdout.splitlines() if "Your choice:" in line]
    assert set(lines) == {"Your choice: #1"}


def test_through_a_pipe_no_question_is_asked_at_the_end(
    yes: "subprocess.CompletedProcess[str]",
) -> None:
    assert "Save the record" not in yes.stdout


def test_a_program_can_talk_through_pipes_line_by_line(tmp_path: Path) -> None:
    """The question comes before the answer is written."""
    talk = subprocess.Popen(
        [*PROGRAM, "--option", "leader=0", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    )
    with talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        shown = b""
        for answer in (b"#1\n", b"#1\n"):
            while not shown.endswith(b"Your choice: "):
                assert select.select([talk.stdout], [], [], SECONDS)[0]
                read = os.read(talk.stdout.fileno(), 65536)
                assert read
                shown += read
            talk.stdin.write(answer)
            talk.stdin.flush()
            shown += b"\n"
        talk.kill()
    assert shown.count(b"Your choice: ") == 2


@pytest.fixture(scope="module")
def no_input(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, list[Path]]:
    """What happens without any input, and which files are there then."""
    folder = tmp_path_factory.mktemp("no-input")
    done = subprocess.run(
        PROGRAM,
        input="",
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )
    return done, list(folder.iterdir())


def test_without_any_input_it_ends_with_status_0(no_input: tuple[Any, list[Path]]) -> None:
    done, _ = no_input
    assert (done.returncode, done.stderr, done.stdout.split()[-1]) == (0, "", "Goodbye.")


def test_without_any_input_nothing_is_saved(no_input: tuple[Any, list[Path]]) -> None:
    assert no_input[1] == []


def test_when_the_input_ends_after_a_decision_the_game_is_saved(
    answered: Answered, tmp_path: Path
) -> None:
    shown = answered(b"#1\n", "--option=leader=0", "--seed=3")
    path = tmp_path / SAVED.findall(shown)[0]
    assert record_of(path).actions[0] == START[0]


@pytest.mark.parametrize("typed", [b"\xff\xfe", b"\x00", b"9" * 100_000])
def test_input_that_is_no_text_or_far_too_long_is_no_choice(
    typed: bytes, answered: Answered
) -> None:
    shown = answered(typed + b"\n", "--option=leader=0", "--seed=3")
    assert shown.count(SAY("prompt").strip()) == 2
    assert "is not among your choices" in shown


def test_a_game_from_a_seed_is_checked_by_replay(answered: Answered, tmp_path: Path) -> None:
    shown = answered(b"#1\n" * 99, "--seed=1", "--option=hand_size=1", "--record=kept.json")
    assert '"python -m moonbow replay kept.json"' in shown
    assert record_of(tmp_path / "kept.json").state.is_over


def test_the_name_and_the_seat_that_were_asked_for_are_in_the_record(
    answered: Answered, tmp_path: Path
) -> None:
    answered(b"q\n", "--name", "Ümit", "--seat", "2", "--record", "kept.json")
    assert record_of(tmp_path / "kept.json").names[2] == "Ümit"


def test_games_broken_off_one_right_after_the_other_are_saved_in_two_files(
    answered: Answered, tmp_path: Path
) -> None:
    for _ in range(2):
        answered(b"q\n", "--option=leader=0")
    assert len(list(tmp_path.glob("*.json"))) == 2


def test_q_before_the_first_decision_saves_as_well(answered: Answered, tmp_path: Path) -> None:
    answered(b"q\n", "--option=leader=0", "--record=kept.json")
    assert record_of(tmp_path / "kept.json").actions == []


# What may be seen


def drawn(talk: Conversation, capsys: pytest.CaptureFixture[str]) -> str:
    """The picture of the person's view."""
    talk.console.print(*talk.face.picture(view_of(talk), talk.heard(), talk.company))
    return capsys.readouterr().out


@pytest.mark.rule("RB-R2")
@pytest.mark.parametrize("seat", range(4))
def test_nobody_elses_cards_change_the_picture(
    seat: int, capsys: pytest.CaptureFixture[str]
) -> None:
    state = rainbow.deal(4, seed=5)
    talk, _ = conversation(state, seat=seat)
    first = drawn(talk, capsys)
    talk.table.state = state.view(seat).resample(new_generator(1))
    assert talk.table.state != state
    assert drawn(talk, capsys) == first


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", range(2, 7))
def test_the_longest_list_of_choices_fits_on_80_by_24(
    players: int, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The leader of the first trick has it; the lines of the others' decisions may be above."""
    for seed in range(8):
        state = rainbow.deal(players, {"leader": 0}, seed=seed)
        talk, _ = conversation(state, lang)
        shown = drawn(talk, capsys)
        talk.console.print(*talk.face.choices(state.view(0), talk.company))
        shown += capsys.readouterr().out + talk.say("prompt")
        assert len(shown.splitlines()) <= 24
        assert max(len(line) for line in shown.splitlines()) <= 80


SCORED = {"scores": [37, 41, 43], "hands": ["3456", "12", "24"], "middle": ["1", "2", "33"]}


@pytest.mark.rule("RB-R2")
def test_the_picture_shows_a_persons_own_total_and_no_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    talk, _ = conversation(rainbow.position({"game": "rainbow", "players": 3, **SCORED}))
    shown = drawn(talk, capsys)
    assert [total in shown for total in ("37", "41", "43")] == [True, False, False]


@pytest.mark.rule("RB-R2")
def test_with_open_scores_the_picture_shows_all_totals(capsys: pytest.CaptureFixture[str]) -> None:
    position = {"game": "rainbow", "players": 3, "options": {"open_scores": True}, **SCORED}
    talk, _ = conversation(rainbow.position(position))
    shown = drawn(talk, capsys)
    assert [total in shown for total in ("37", "41", "43")] == [True, True, True]


def test_the_picture_shows_the_order_of_taking(capsys: pytest.CaptureFixture[str]) -> None:
    """Three cards take before one, and of the singles the higher (RB-17, RB-18)."""
    position = {**SCORED, "trick": ["0:4", "1:345", "2:6"], "first_trick": False}
    state = rainbow.position({"game": "rainbow", "players": 3, **position})
    talk, _ = conversation(state)
    found = dict(re.findall(r"(You|Player 2|Player 3) .* ([123])\.", drawn(talk, capsys)))
    assert found == {"You": "3", "Player 2": "1", "Player 3": "2"}


def test_the_picture_says_who_is_out(capsys: pytest.CaptureFixture[str]) -> None:
    position = {**SCORED, "hands": ["3456", "", "24"]}
    talk, _ = conversation(rainbow.position({"game": "rainbow", "players": 3, **position}))
    assert re.search("Player 2 +out", drawn(talk, capsys))


def test_a_name_is_shown_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(rainbow, 2, {}, Seed(1), ["Iris", "[bold]:cat:{x}"])
    talk = Conversation(Sitting(table, 0, {}), "en", None, 0.0)
    assert "[bold]:cat:{x}" in drawn(talk, capsys)


class Watching:
    """A bot that remembers whose views it was given, and takes the first legal action."""

    name = "watching"

    def __init__(self) -> None:
        self.viewers: list[int | None] = []

    def choose(self, view: State, legal: Sequence[int], budget: object) -> int:
        """The first."""
        self.viewers.append(view.viewer)
        return legal[0]


def test_a_bot_is_given_its_own_view_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(rainbow, 3, {"hand_size": 2}, Seed(1))
    bots = {player: Watching() for player in range(3)}
    Conversation(Sitting(table, -1, bots), "en", None, 0.0).hold()
    assert capsys.readouterr().out
    assert [set(bots[player].viewers) for player in range(3)] == [{0}, {1}, {2}]


def test_the_bots_play_differently_each_time() -> None:
    played = set()
    for _ in range(5):
        sitting = new_sitting(rainbow, 2, {"leader": 1}, 1, 0, None, ["random"])
        view = sitting.table.view(1)
        played.add(sitting.bots[1].choose(view, view.legal_actions(), Budget()))
    assert len(played) > 1
