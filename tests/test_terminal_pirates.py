"""Rainbow Pirates in the terminal: what is shown, what may be typed, what is told."""

import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from moonbow.clauses import clauses
from moonbow.cli.playing import meant_game
from moonbow.games.errors import BadAction
from moonbow.games.game import GAMES, State, game
from moonbow.games.heard import Heard
from moonbow.games.kernel import new_generator
from moonbow.games.pirates_text import KIND_NUMBERS, KIND_TEXTS
from moonbow.messages import Catalog
from moonbow.table.fairness import Seed
from moonbow.table.table import Table
from moonbow.terminal import pirates as face
from moonbow.terminal.company import Company
from moonbow.terminal.conversation import Conversation
from moonbow.terminal.sitting import Sitting, new_sitting
from screens import PROGRAM, SECONDS, Open, environment, on_one_line, opener

pirates = game("pirates")
SAY = Catalog("en")
NEITHER = "Not in your hand and not on your island, or not so many: {}."
NAMES = ["Iris", "Nimbus", "Zephyr", "Aurora", "Cirrus"]
Shown = pytest.CaptureFixture[str]

BLACK = ("thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass")
SMALL = {**dict.fromkeys("1234567W", 3), **dict.fromkeys(BLACK, 2), "P": 3}


def at(*hands: str, **position: Any) -> State:
    """A position; where one hand is given, two others have cards as well."""
    hands = hands if len(hands) > 1 else (*hands, "2 3", "5")
    given = {"draw": "3 4 ship P 1 2 3", "faceup": "4 W", **position}
    return pirates.position(
        {"game": "pirates", "players": len(hands), "hands": list(hands), **given}
    )


def company(seat: int = 0, players: int = 3, lang: str = "en") -> Company:
    """The players as one of them speaks of them."""
    return Company(NAMES[:players], seat, Catalog(lang))


def talk_at(state: State, lang: str = "en", seat: int | None = None) -> Conversation:
    """A conversation of the player who is to decide."""
    table = Table(pirates, state.players, state.options, Seed(1), NAMES[: state.players])
    table.state = state
    seat = max(0, state.current_player) if seat is None else seat
    return Conversation(Sitting(table, seat, {}), lang, None, 0.0)


def drawn(talk: Conversation, shown: Shown, whole: bool = True) -> str:
    """The picture of the person's view, and the choices."""
    view = talk.table.view(talk.seat)
    talk.console.print(*talk.face.picture(view, [], talk.company, whole))
    if view.current_player == talk.seat:
        talk.console.print(*talk.face.choices(view, talk.company))
    return shown.readouterr().out


def row(name: str, text: str) -> str:
    """What stands behind that name on its line."""
    found = re.search(rf"^\W*{re.escape(name)}  +(.*?) *$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def planned(state: State, typed: str, lang: str = "en") -> str:
    """The decisions that a line means, or its refusal."""
    seat = state.current_player
    try:
        plan = face.plan(typed, state.view(seat), company(seat, state.players, lang))
    except BadAction as refused:
        return str(refused)
    return "; ".join(plan.decisions) + (f" | {plan.rest}" if plan.rest else "")


TURN = at(
    "1 2 3 4 5 W W cannon ship parrot P",
    islands=[["222", "456"], ["1234", "PP"], ["cannon+parrot+ship", "44W"]],
)
QUIET = at("1 4 W thief cannon", islands=[["12W", "666"], ["1234", "PP"], []])
"""A turn in which much must be placed, and one in which only a 4 must."""


def step(name: str, card: str, **turn: Any) -> State:
    """In the turn of Nimbus, a card aimed at the first player where it has an aim."""
    mine = name in ("block", "give")
    return at(
        "2 2 thief ship",
        "1 4 5 spyglass",
        "2",
        islands=[["12W4567", "33W", "PP"], [], ["111"]],
        discard=f"4 W P {card}",
        to_move=0 if mine else 1,
        turn={"player": 1, "step": name, "card": card, **turn},
    )


STEPS = {
    "block": step("block", "cannon", target=0),
    "pick": step("pick", "thief", target=0),
    "revive": step("revive", "elixir"),
    "give": step("give", "captain"),
    "name": step("name", "parrot", target=0),
    "place": at("3 4 5 ship", islands=[["777"], [], []], draw="", faceup=""),
    "top": at(
        "2",
        "3",
        draw="ship P 2 6 4",
        discard="spyglass",
        known={"draw": [[0, 1, 2, 3], []]},
        turn={"step": "top", "cards": 4},
    ),
}

# The picture


def test_islands_are_shown_for_everybody(capsys: Shown) -> None:
    shown = drawn(talk_at(TURN), capsys)
    assert row("Nimbus", shown) == "2      14  1234  PP"
    assert row("Zephyr", shown) == "1       6  44W  cannon+parrot+ship"


def test_the_own_island_is_shown_by_kind_of_group_with_points(capsys: Shown) -> None:
    island = ["222", "12W4567", "456", "cannon+parrot+ship", "PP"]
    shown = drawn(talk_at(at("1", islands=[island, [], []])), capsys)
    assert row("Your island", shown) == "26 points"
    assert row("Rainbows", shown) == "12W4567  456   10"
    assert row("Sets", shown) == "222   3"
    assert row("BLACK groups", shown) == "cannon+parrot+ship   3"
    assert row("PIRATES", shown) == "PP   10"


def test_the_hand_is_sorted(capsys: Shown) -> None:
    shown = drawn(talk_at(at("P ship W 5 1 cannon 1")), capsys)
    assert row("Your hand", shown) == "1 1 5  W  cannon ship  P"


def test_piles_are_shown(capsys: Shown) -> None:
    shown = drawn(talk_at(at("1", discard="4 2 ship 1 3 5 W")), capsys)
    assert row("Face up", shown) == "4  W   draw pile 7"
    assert row("Discard pile", shown) == "[W] 5 3 1 ship …   (7)"


def test_empty_piles_are_said_to_be_empty(capsys: Shown) -> None:
    shown = drawn(talk_at(at("1", faceup="")), capsys)
    assert row("Face up", shown) == "empty   draw pile 7"
    assert row("Discard pile", shown) == "empty"
    assert row("Your island", shown) == "empty"


def test_cards_looked_at_with_spyglass_are_shown_to_their_player(capsys: Shown) -> None:
    state = at("1", "2", draw="ship P 2 6 4", known={"draw": [[0, 1, 2], []]})
    assert row("Face up", drawn(talk_at(state), capsys)).endswith("on top ship P 2")
    assert "on top" not in drawn(talk_at(state, seat=1), capsys)


def test_cards_known_to_be_in_a_hand_are_shown(capsys: Shown) -> None:
    secrets = [["", "2", ""], ["", "", ""], ["", "", ""]]
    state = at("1", "2 3 W 5", "5", known={"hands": ["", "3 W", ""], "secrets": secrets})
    assert "known in hand: 2 3  W" in drawn(talk_at(state), capsys)
    assert "known in hand: 3  W" in drawn(talk_at(state, seat=2), capsys)


@pytest.mark.rule("RP-09", "RP-10")
def test_what_must_be_placed_is_said(capsys: Shown) -> None:
    shown = drawn(talk_at(QUIET), capsys)
    assert "Before you draw, place what fits of 4" in shown
    assert "draw pile" not in shown.partition("Before you draw")[2]


@pytest.mark.rule("RP-R20")
@pytest.mark.parametrize(("lifts", "said"), [(6, True), (250, False)])
def test_groups_lifted_are_counted_where_few_are_allowed(
    lifts: int, said: bool, capsys: Shown
) -> None:
    state = at("1", options={"lifts": lifts}, turn={"lifts": 2})
    assert ("2 of 6 allowed" in drawn(talk_at(state), capsys)) == said


def test_while_nobody_else_acts_only_the_own_cards_are_shown_again(capsys: Shown) -> None:
    shown = drawn(talk_at(TURN), capsys, whole=False)
    assert "Nimbus" not in shown.partition("Before you draw")[0]
    assert row("Sets", shown) == "222   3"


@pytest.mark.rule("RP-R14")
@pytest.mark.parametrize("seed", range(4))
def test_nobody_elses_cards_change_what_is_shown(seed: int, capsys: Shown) -> None:
    chance = random.Random(seed)
    state = pirates.deal(3, {"lifts": 3}, seed=seed)
    for _ in range(20 * seed):
        state.apply_action(chance.choice(state.legal_actions()))
    talk = talk_at(state)
    first = drawn(talk, capsys)
    talk.table.state = state.view(talk.seat).resample(new_generator(1))
    assert talk.table.state != state
    assert drawn(talk, capsys) == first


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", range(2, 6))
def test_the_start_of_a_turn_fits_on_80_by_24(players: int, lang: str, capsys: Shown) -> None:
    for seed in range(3):
        talk = talk_at(pirates.deal(players, seed=seed), lang)
        shown = drawn(talk, capsys) + talk.say("prompt")
        assert len(shown.splitlines()) <= 24
        assert max(len(line) for line in shown.splitlines()) <= 80


# Choices


def test_choices_stand_by_kind(capsys: Shown) -> None:
    shown = drawn(talk_at(QUIET), capsys)
    assert row("Add", shown) == "#1 4>12W   #2 W>666   #3 W>12W"
    assert row("BLACK cards", shown) == (
        "#4 thief@1 Nimbus   #5 thief@2 Zephyr   #6 cannon@1 Nimbus"
    )
    assert row("Take back", shown) == "#8 lift 666   #9 lift 12W"


def test_draws_are_offered_with_what_there_is(capsys: Shown) -> None:
    shown = drawn(talk_at(at("1")), capsys)
    assert row("Draw", shown) == "#1 draw faceup  4 W   #2 draw pile  2 cards"


def test_cards_to_pick_are_named(capsys: Shown) -> None:
    shown = drawn(talk_at(STEPS["pick"]), capsys)
    assert "Island Thief: which card of Iris's island do you steal?" in shown
    assert "12W4567:3 (W)" in shown


def test_with_many_choices_only_some_are_listed(capsys: Shown) -> None:
    hand = "1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 W W W W"
    state = at(f"{hand} thief cannon ship parrot elixir")
    legal = state.legal_texts()
    assert len(legal) > 60
    shown = drawn(talk_at(state), capsys)
    hidden = sum(int(number) for number in re.findall(r"and (\d+) more", shown))
    assert len(re.findall(r"#\d+ ", shown)) + hidden == len(legal)
    assert len(shown.splitlines()) <= 24


@pytest.mark.parametrize("state", [TURN, QUIET, *STEPS.values()])
def test_the_numbers_shown_are_those_that_are_played(state: State) -> None:
    listed = face.numbered(state.view(state.current_player))
    assert [planned(state, f"#{number}") for number in range(1, len(listed) + 1)] == listed
    assert "not possible" in planned(state, f"#{len(listed) + 1}")


@pytest.mark.parametrize("state", [TURN, QUIET, *STEPS.values()])
def test_whatever_is_legal_can_be_typed(state: State) -> None:
    for text in state.legal_texts():
        assert planned(state, text) == planned(state, text.lower()) == text


# What is typed


@pytest.mark.parametrize(
    ("typed", "decisions"),
    [
        ("lay 123", "lay 123"),
        ("123", "lay 123"),
        ("3 2 1", "lay 123"),
        ("1,w,3", "lay 1W3"),
        ("12345", "lay 123; add 4>123; add 5>1234"),
        ("lay 54321", "lay 123; add 4>123; add 5>1234"),
        ("ww5=", "lay 5WW="),
        ("p", "lay P"),
        ("pirate", "lay P"),
        ("2>222", "add 2>222"),
        ("add 2", "add 2>222"),
        ("2 222", "add 2>222"),
        ("2 to 222", "add 2>222"),
        ("w<456", "add W<456"),
        ("3W>222", ""),
        ("2W>222", "add 2>222; add W>2222"),
        ("3>654", ""),
        ("3<654", "add 3<456"),
        ("23<456", "add 3<456; add 2<3456"),
        ("lift 654", "lift 456"),
        ("Lift 5", "lift 456"),
        ("take 222", "lift 222"),
        ("ship", "play ship"),
        ("s", "play ship"),
        ("cannon nimbus", "play cannon@1"),
        ("CANNON@2", "play cannon@2"),
        ("can ze", "play cannon@2"),
        ("play pa 1", "play parrot@1"),
        ("ship parrot cannon", "lay cannon+parrot+ship"),
        ("can+par+sh", "lay cannon+parrot+ship"),
        ("lay 123; 45>123; P", "lay 123; add 4>123; add 5>1234; lay P"),
        ("lay 123 ;\n p", "lay 123; lay P"),
    ],
)
def test_placing_and_playing_may_be_typed_in_many_ways(typed: str, decisions: str) -> None:
    found = planned(TURN, typed)
    assert found == decisions if decisions else "not possible" in found


@pytest.mark.parametrize(
    ("typed", "decisions"),
    [
        ("leg 123 aus", "lay 123"),
        ("leg 2 an 222 an", "add 2>222"),
        ("nimm 222 auf", "lift 222"),
        ("spiel Kanone Nimbus", "play cannon@1"),
        ("schiff", "play ship"),
        ("pirat", "lay P"),
        ("insel 222, 456, 123", "lay 123"),
    ],
)
def test_in_german_german_words_may_be_typed(typed: str, decisions: str) -> None:
    assert planned(TURN, typed, "de") == decisions


@pytest.mark.parametrize(
    ("hand", "typed", "decision"),
    [
        ("1", "draw faceup", "draw faceup"),
        ("1", "open", "draw faceup"),
        ("1", "draw p", "draw pile"),
        ("1", "take pile", "draw pile"),
        ("1", "deck", "draw pile"),
    ],
)
def test_a_draw_may_be_typed_in_many_ways(hand: str, typed: str, decision: str) -> None:
    assert planned(at(hand), typed) == decision


def test_draw_alone_will_do_where_there_is_one_source() -> None:
    assert planned(at("1", faceup=""), "draw") == "draw pile"


def test_between_two_players_nobody_need_be_named() -> None:
    assert planned(at("1 cannon", "2"), "cannon") == "play cannon@1"


@pytest.mark.parametrize(
    ("state", "typed", "decisions"),
    [
        ("block", "block", "block 2"),
        ("block", "block 2", "block 2"),
        ("block", "pass", "pass"),
        ("block", "Arrrgh!", "pass"),
        ("block", "no", "pass"),
        ("pick", "33W:3", "pick 33W:3"),
        ("pick", "pick 33w:2", "pick 33W:1"),
        ("pick", "P", "pick PP:1"),
        ("pick", "pick 7", "pick 12W4567:7"),
        ("pick", "W 33W", "pick 33W:3"),
        ("pick", "33w 3", "pick 33W:1"),
        ("revive", "4", "pick 4"),
        ("revive", "wild", "pick W"),
        ("give", "sh", "give ship"),
        ("name", "name 5", "name 5"),
        ("name", "blind", "name blindbeard"),
        ("place", "345", "lay 345"),
        ("place", "345; done", "lay 345; done"),
        ("top", "p", "top P"),
        ("top", "top P", "top P"),
        ("top", "s 6 p", "top ship; top 6; top P"),
        ("top", "s 6 p 2", "top ship; top 6; top P"),
    ],
)
def test_answers_may_be_typed_in_many_ways(state: str, typed: str, decisions: str) -> None:
    found = planned(STEPS[state], typed)
    assert found == decisions or f"type {decisions} for the cards" in found


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        ("draw pile; hello", None),
        ("spyglass; ship p 2 3", "ship p 2 3"),
        ("spyglass; top 3; pile", "top 3; pile"),
        ("spyglass; hello", None),
    ],
)
def test_what_follows_a_hidden_card_is_left_for_later(typed: str, rest: str | None) -> None:
    found = planned(at("1 spyglass", "2"), typed)
    if rest is None:
        assert "hello" in found
    else:
        assert found == f"play spyglass | {rest}"


# What is refused


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("draw", "You cannot draw yet: first place what fits of 1 2 3 4 5 P."),
        ("pile", "You cannot draw yet: first place what fits of 1 2 3 4 5 P."),
        ("777", "Not in your hand, or not so many: 7 7 7."),
        ("lay 12", SAY("refused.bad-group", typed="12")),
        ("hello", '"hello" is not possible now. ? helps.'),
        ("pass", '"pass" is not possible now. ? helps.'),
        ("cannon", '"cannon" could be play cannon@1, play cannon@2. Which one?'),
        ("add W", '"add W" could be add W>222, add W>456, add W<456. Which one?'),
        ("lift", '"lift" could be lift 222, lift 456. Which one?'),
        ("123; 123", "Nothing was played. Not in your hand, or not so many: 1 2 3."),
        ("123; pile", "Nothing was played. You cannot draw yet: first place what fits of 4 P."),
        ("ship; 123", f"Nothing was played. {SAY('refused.others', typed='123')}"),
        ("1", SAY("ask.number", typed="1")),
    ],
)
def test_a_refusal_says_why_in_one_line(typed: str, said: str) -> None:
    assert planned(TURN, typed) == said


def test_no_more_groups_are_lifted_than_allowed() -> None:
    state = at("1", islands=[["222"], [], []], options={"lifts": 1}, turn={"lifts": 1})
    assert planned(state, "lift 222") == SAY("refused.lifts", number=1)


@pytest.mark.rule("RP-18")
def test_only_the_matching_card_blocks() -> None:
    refused = planned(STEPS["block"], "block 3")
    assert refused == SAY("refused.expected", typed="block 3", expected="block 2, pass")


@pytest.mark.parametrize("typed", ["", ";", "#", "@", ">", "<<", "{x}", "[red]", "é", "4" * 500])
@pytest.mark.parametrize("state", [TURN, *STEPS.values()])
def test_odd_input_is_refused(typed: str, state: State) -> None:
    assert planned(state, typed) not in [*state.legal_texts(), ""]


@pytest.mark.parametrize("typed", ["s " * 9999, "p+" * 9999, ";" * 9999, "1;" * 9999, "9" * 99999])
def test_lines_that_are_far_too_long_are_refused_at_once(typed: str) -> None:
    assert len(planned(TURN, typed)) < 300


# An island as it should look


@pytest.mark.parametrize(
    ("typed", "decisions"),
    [
        ("island 222, 456, 123", "lay 123"),
        ("ISLAND 222,6543, p", "add 3<456; lay P"),
        ("island 222, 456, PAR+SHIP+CAN, P", "lay cannon+parrot+ship; lay P"),
        ("island 12W, 22, 456", SAY("refused.bad-group", typed="22")),
        ("island 222, 456, 777", NEITHER.format("7 7 7")),
        ("island P, P", SAY("refused.one-group")),
        ("island", SAY("refused.island")),
        ("island 222, 456, 12", SAY("refused.bad-group", typed="12")),
    ],
)
def test_an_island_may_be_typed_as_it_should_look(typed: str, decisions: str) -> None:
    assert sorted(planned(TURN, typed).split("; ")) == sorted(decisions.split("; "))


def test_an_island_may_be_rearranged_in_a_line_with_more() -> None:
    state = at("1", islands=[["4567"], [], []])
    assert (
        planned(state, "lift 4567; island 4567; pile") == "lift 4567; lay 456; add 7>456; draw pile"
    )


def test_what_an_island_takes_is_shown(capsys: Shown) -> None:
    plan = face.plan("island 222", TURN.view(0), company())
    assert [str(note) for note in plan.notes] == ["This takes: lift 456"]
    plan = face.plan("island 456, 222", TURN.view(0), company())
    assert [str(note) for note in plan.notes] == [SAY("island.same")]


def test_an_island_needs_no_more_lifts_than_allowed() -> None:
    state = at("1 W", islands=[["222"], [], []], options={"lifts": 0})
    assert planned(state, "island 2W2, 222") != ""
    assert planned(state, "island P") == NEITHER.format("P")
    assert planned(state, "island 1WW") == NEITHER.format("W")
    state = at("1 3", islands=[["222"], [], []], options={"lifts": 0})
    assert planned(state, "island 123") == SAY("refused.too-many-lifts", number=0)


def test_an_island_is_arranged_only_while_placing() -> None:
    assert planned(STEPS["pick"], "island 123") == SAY("refused.not-your-decision")


# Blocking


@pytest.mark.rule("RP-16", "RP-R15")
@pytest.mark.parametrize(("hand", "said"), [("2 2 5", "you hold 2 of them"), ("5", "none in your")])
def test_who_is_asked_sees_who_plays_what_and_which_card_blocks(
    hand: str, said: str, capsys: Shown
) -> None:
    turn = {"player": 1, "step": "block", "card": "cannon", "target": 0}
    state = at(hand, islands=[["111"], [], []], discard="cannon", to_move=0, turn=turn)
    shown = on_one_line(drawn(talk_at(state), capsys))
    assert "Nimbus plays Cannon against you, to destroy a card of your island." in shown
    assert said in shown


# Playing

Answers = Callable[..., str]


@pytest.fixture
def played(capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Plays on from a position with these lines; returns what was shown."""

    def play(state: State, *typed: str, lang: str = "en") -> str:
        talk = talk_at(state, lang)
        lines = iter(typed)
        monkeypatch.setattr(talk, "read_line", lambda: next(lines, "q"))
        monkeypatch.setattr(talk, "save_unfinished", lambda: None)
        monkeypatch.setattr(talk, "bot_decides", lambda: (_ for _ in ()).throw(EOFError))
        talk.hold()
        return f"{capsys.readouterr().out}\nactions: {'; '.join(talk.table.actions)}"

    return play


def actions_of(shown: str) -> str:
    """What was played."""
    return shown.rpartition("actions: ")[2]


def test_a_line_of_decisions_is_played_and_told_as_a_whole(played: Answers) -> None:
    shown = played(TURN, "lay 345; P; 2>222")
    assert actions_of(shown) == "lay 345; lay P; add 2>222"
    assert "You lay 345, P. You add 2 to 222." in shown


def test_an_island_is_played_and_told(played: Answers) -> None:
    shown = played(at("1", islands=[["4567", "444"], [], []]), "island 4444, 567")
    assert "This takes: lift 4567; add 4>444; lay 567" in on_one_line(shown)
    assert "You take back 4567. You lay 567. You add 4 to 444." in on_one_line(shown)


def test_an_island_that_looks_so_already_is_asked_again(played: Answers) -> None:
    shown = played(at("1", islands=[["444"], [], []]), "island 444")
    assert SAY("island.same") in shown
    assert actions_of(shown) == ""


def test_a_line_with_a_wrong_part_plays_nothing(played: Answers) -> None:
    assert actions_of(played(TURN, "lay 123; lay 777")) == ""


def test_what_was_left_of_a_line_answers_the_next_question(played: Answers) -> None:
    shown = played(at("1 spyglass", "2"), "spyglass; ship p 3 4")
    assert actions_of(shown) == "play spyglass; top ship; top P; top 3"
    assert "Your choice: ship p 3 4" in shown


def test_the_whole_discard_pile_is_shown_when_asked_for(played: Answers) -> None:
    shown = played(at("1", discard="1 2 3 4 5 6 7 W"), "discard")
    assert "[W] 7 6 5 4 3 2 1   (8)" in shown
    assert actions_of(shown) == ""


def test_decisions_are_taken_back_one_by_one(played: Answers) -> None:
    shown = played(TURN, "lay 1234", "u", "u", "u")
    assert re.findall(r"Taken back: (.*)\.", shown) == ["add 4>123", "lay 123"]


# What is told


def told(
    heard: Sequence[Heard], seat: int, shown: Shown, players: int = 3, lang: str = "en"
) -> str:
    """The lines that tell these events."""
    talk = talk_at(pirates.deal(players, seed=1), lang, seat)
    for line in face.told(heard, company(seat, players, lang)):
        talk.console.print(line, soft_wrap=True)
    return shown.readouterr().out.strip("\n")


def heard_of(state: State, *actions: str, seat: int = 0) -> list[Heard]:
    """What a player hears when these are played from a position."""
    table = Table(pirates, state.players, state.options, Seed(1))
    table.state = state
    for action in actions:
        table.play(table.state.current_player, [action])
    return [entry.heard for entry in table.heard(seat)]


FIGHT = at(
    "2 2 4 cannon elixir captain blindbeard thief spyglass ship parrot",
    "1 3 cannon",
    "5",
    islands=[["222"], ["1234", "PP"], []],
    discard="7",
)


@pytest.mark.parametrize(
    ("actions", "lines"),
    [
        ("lay 123", "lay 123"),
        ("play thief@1; pass; pick 1234:4", "plays Island Thief against Nimbus"),
        ("play cannon@1; pass; pick 1234:2", "shoots 2 out of Nimbus's 1234."),
        ("play cannon@1; pass; pick 1234:2", "Back to the hand of Nimbus: 1 3 4."),
        ("play elixir; pass; pass; pick 7", "fetches 7 from the discard pile."),
        ("play captain; pass; pass; give cannon", "Nimbus gives a BLACK card. You have no BLACK"),
        ("play blindbeard@1; pass", "Iris draws 2 cards from Nimbus's hand."),
        ("play blindbeard@2; pass", "Iris draws 5 from your hand."),
        ("play blindbeard@2; pass", "Iris plays Blindbeard against you! You pass: arrrgh!"),
        ("play blindbeard@2; block 5", "You block with 5."),
        ("play ship; pass; pass", "You pass: arrrgh! Iris draws 2 cards from the draw pile."),
        ("play parrot@1; pass; name 3", "Iris asks for 3. Nimbus hands it over."),
        ("play parrot@1; pass; name 7", "Iris asks for 7. Nimbus has none."),
        ("play spyglass; top ship; top 3; top P", "at the top 4 cards of the draw pile."),
        ("play spyglass; top ship; top 3; top P", "Iris puts them back."),
        ("play cannon@2; pass", "You pass: arrrgh! The card has no effect."),
        ("lift 222; lay 222", ""),
        ("lift 222; lay 222; add 2>222", "Iris adds 2 to 222."),
        ("add 2>222; add 2>2222", "Iris adds 2 2 to 222."),
        ("add 2>222; lift 2222; lay 222", "Iris shows 2 and keeps that in hand."),
        ("add 2>222; lift 2222", "Iris takes back 222. Iris shows 2 and keeps that in hand."),
        (
            "add 2>222; lift 2222; lay 222; add 2>222; lift 2222; lay 222",
            "Iris shows 2 and keeps that in hand.",
        ),
        ("lay cannon+ship+thief; lift cannon+ship+thief", "Iris shows Island Thief, Cannon, Ship"),
        ("add 2>222; lift 2222; lay 222; add 2>222", "Iris adds 2 to 222."),
        ("lift 222", "Iris takes back 222."),
        ("draw faceup", "Iris takes 4 W, face up. Turned up: 3 4."),
        ("draw pile", "Iris draws 2 cards from the draw pile."),
    ],
)
def test_what_others_do_is_told(actions: str, lines: str, capsys: Shown) -> None:
    state = at("1 2 3") if actions == "lay 123" else FIGHT
    if actions.startswith("draw"):
        state = at("1")
    if actions == "lay 123":
        lines = "Iris lays 123."
    shown = told(heard_of(state, *actions.split("; "), seat=2), 2, capsys)
    assert shown == lines or (lines and lines in shown)


@pytest.mark.parametrize(
    ("actions", "line"),
    [
        ("play thief@1; pass; pick 1234:4", "You steal 4 from Nimbus's 1234."),
        ("play cannon@1; pass; pick PP:1", "You shoot P out of Nimbus's PP."),
        ("play captain; pass; pass; give cannon", "Nimbus gives you Cannon."),
        ("play blindbeard@2; pass", "You draw 5 from Zephyr's hand."),
        ("play ship; pass; pass", "You draw 3 4 from the draw pile."),
        ("play spyglass", "On the draw pile you see 3, 4, Ship, P."),
        ("play spyglass; top ship; top 3", "You put back Ship, 3."),
    ],
)
def test_what_one_does_oneself_is_told(actions: str, line: str, capsys: Shown) -> None:
    assert line in told(heard_of(FIGHT, *actions.split("; ")), 0, capsys)


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (0, "Du schießt 2 aus 1234 von Nimbus. Zurück auf die Hand von Nimbus: 1."),
        (1, "Iris schießt dir 2 aus 1234. Zurück auf deine Hand: 1."),
        (2, "Iris schießt 2 aus 1234 von Nimbus. Zurück auf die Hand von Nimbus: 1."),
    ],
)
def test_in_german_all_is_told_in_german(seat: int, line: str, capsys: Shown) -> None:
    heard = [
        Heard("destroys", 0, (1,), 1, 1, "1234"),
        Heard("falls back", 1, (0,)),
    ]
    assert told(heard, seat, capsys, lang="de") == line


def test_a_turn_of_a_bot_is_told_in_few_lines(capsys: Shown) -> None:
    chance = random.Random(5)
    state = at("1 2 3 3 3 4 5 5 5 W", "2", islands=[["666", "12W"], []])
    actions: list[str] = []
    while state.current_player == 0:
        quiet = [text for text in state.legal_texts() if not text.startswith("draw")]
        actions.append(chance.choice(quiet if len(actions) < 60 else state.legal_texts()))
        state.play(actions[-1:])
    first = at("1 2 3 3 3 4 5 5 5 W", "2", islands=[["666", "12W"], []])
    shown = told(heard_of(first, *actions, seat=1), 1, capsys, 2)
    assert len(actions) > 60
    assert len(shown.splitlines()) <= 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_whatever_is_heard_in_a_game_is_told_to_everybody(lang: str, capsys: Shown) -> None:
    chance = random.Random(3)
    table = Table(pirates, 3, {"lifts": 2, "deck": SMALL}, Seed(3))
    while not table.state.is_over:
        player = table.state.current_player
        table.play(player, [chance.choice(table.state.legal_texts())])
    for seat in range(3):
        shown = told([entry.heard for entry in table.heard(seat)], seat, capsys, lang=lang)
        assert ("You " in shown, "Du " in shown) == (lang == "en", lang == "de")
        assert "{" not in shown


# The end


def the_end(islands: Sequence[Sequence[str]], shown: Shown, lang: str = "en", **more: Any) -> str:
    """What is shown at the end of a game."""
    hands = ["", "3 W", "ship"][: len(islands)]
    state = at(*hands, islands=[list(island) for island in islands], to_move=-1, **more)
    talk_at(state, lang).show_end()
    return shown.readouterr().out


@pytest.mark.rule("RP-51", "RP-52")
def test_the_end_splits_up_the_points(capsys: Shown) -> None:
    islands = [["1234567", "12W4567", "P"], ["222", "PP"], []]
    shown = the_end(islands, capsys, went_out=0)
    assert row("You", shown).split("  ")[0] == "24"
    assert re.search(r"You +24 +14 +1 x 5 = 5 +5 +-", shown)
    assert re.search(r"Nimbus +13 +3 +2 x 5 = 10 +- +3  W", shown)
    assert re.search(r"Zephyr +0 +0 +- +- +ship", shown)
    assert shown.rstrip().endswith("The most points win.\nYou win!")


@pytest.mark.rule("RP-53")
def test_ties_are_broken_in_words(capsys: Shown) -> None:
    islands = [["12W", "P"], ["cannon+parrot+ship", "P"], ["5555", "1234"]]
    shown = the_end(islands, capsys)
    assert "the most RAINBOW PIRATES decide (You 1, Nimbus 1, Zephyr 0)." in shown
    assert "the most COLOR cards on the island decide (You 3, Nimbus 0)." in shown
    assert shown.rstrip().endswith("You win!")


def test_in_german_the_end_is_german(capsys: Shown) -> None:
    shown = the_end([["123"], ["222"], []], capsys, "de")
    assert re.search(r"Du +3 +3", shown)
    assert "Geteilter Sieg: Du und Nimbus." in shown


# Help


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        (TURN, "RP-10"),
        (at("1 cannon"), "RP-31"),
        (STEPS["block"], "RP-16"),
        (STEPS["block"], "RP-31"),
        (STEPS["pick"], "RP-30"),
        (STEPS["revive"], "RP-32"),
        (STEPS["give"], "RP-33"),
        (STEPS["name"], "RP-36"),
        (STEPS["top"], "RP-37"),
        (STEPS["place"], "RP-44"),
    ],
)
def test_help_shows_the_clauses_that_matter_now(state: State, clause: str, played: Answers) -> None:
    shown = on_one_line(played(state, "?").partition(SAY("help.now"))[2])
    found = clauses("pirates")[clause]
    assert on_one_line(f"{clause} {re.sub('[*`]', '', found.text)}") in shown


# Whole games


class Typist(Conversation):
    """A person who types lines by chance, in small letters."""

    chance = random.Random(1)

    def read_line(self) -> str:
        """Decisions that fit one after the other."""
        state = self.table.view(self.seat)
        trial = state.resample(new_generator(2))
        line: list[str] = []
        while not line or (trial.current_player == self.seat and self.chance.random() < 0.5):
            before = trial.copy()
            line.append(self.chance.choice(trial.legal_texts()))
            trial.play(line[-1:])
            if before.reveals(trial):
                break
        return "; ".join(line).lower()


@pytest.mark.parametrize(("players", "lang"), [(2, "de"), (3, "en"), (5, "de")])
def test_a_whole_game_can_be_played_in_lines(players: int, lang: str, capsys: Shown) -> None:
    options = {"lifts": 2, "deck": SMALL}
    sitting = new_sitting(pirates, players, options, 4, 1, None, None)
    person = Typist(sitting, lang, None, 0.0)
    person.hold()
    shown = capsys.readouterr().out
    assert person.table.state.is_over
    assert "not possible" not in shown
    assert re.search("gewinnst|gewinnt|Geteilter" if lang == "de" else "win|Shared", shown)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_pipe_of_answers_plays_a_whole_game(lang: str, tmp_path: Path) -> None:
    options = ("--players=5", "--option=lifts=0", "--seed=5", "--lang", lang)
    with subprocess.Popen(["yes", "#1"], stdout=subprocess.PIPE) as always:
        done = subprocess.run(
            [*PROGRAM, "pirates", *options],
            stdin=always.stdout,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment(),
            timeout=SECONDS,
            check=False,
        )
        always.kill()
    assert (done.returncode, done.stderr) == (0, "")
    wins = {"en": "You win!|wins|Shared victory", "de": "gewinnst|gewinnt|Geteilter Sieg"}[lang]
    assert re.search(wins, done.stdout.splitlines()[-1])
    assert {char for char in done.stdout if not char.isprintable()} == {"\n"}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a screen in the folder of this test."""
    yield from opener(tmp_path)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", "rainbow"),
        ("1", "rainbow"),
        ("3", "pirates"),
        ("7", "rainbow7"),
        ("rainbow", "rainbow"),
        ("rainbow 7", "rainbow7"),
        ("pir", "pirates"),
        ("rain", None),
        ("4", None),
        ("chess", None),
    ],
)
def test_a_game_may_be_named_by_number_or_name(typed: str, meant: str | None) -> None:
    assert meant_game(typed, {name: SAY(f"game.{name}") for name in GAMES}) == meant


def test_without_a_game_on_a_terminal_one_is_asked_for(opened: Open) -> None:
    screen = opened("--seed=1", "--pace=0", asked=True)
    screen.until("(Enter: Rainbow): ")
    screen.child.sendline("chess")
    screen.until("(Enter: Rainbow): ")
    screen.child.sendline("3")
    assert on_one_line(SAY("goal.pirates")) in on_one_line(screen.asked())
    assert re.search("\x1b\\[1;38;[0-9;]*m[1-7]", screen.raw)


def test_every_card_is_called_by_its_name() -> None:
    for text, kind in KIND_NUMBERS.items():
        state = at(
            "1", "2 3", turn={"step": "name", "card": "parrot", "target": 1}, discard="parrot"
        )
        assert planned(state, f"name {text.lower()}") == f"name {KIND_TEXTS[kind]}"
