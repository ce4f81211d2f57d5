"""Rainbow 7 in the terminal: what is shown, what may be typed, what is told."""

import random
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from moonbow.clauses import clauses
from moonbow.games.game import State, game
from moonbow.games.heard import Heard
from moonbow.games.kernel import new_generator
from moonbow.games.rainbow7_text import CARD_NUMBERS
from moonbow.messages import Catalog
from moonbow.table.fairness import Seed
from moonbow.table.table import Table
from moonbow.terminal import rainbow7 as face
from moonbow.terminal.company import Company
from moonbow.terminal.conversation import Conversation
from moonbow.terminal.sitting import Sitting, new_sitting
from screens import PROGRAM, SECONDS, Open, environment, on_one_line, opener, record_of

rainbow7 = game("rainbow7")
SAY = Catalog("en")
Shown = pytest.CaptureFixture[str]


def at(*hands: str, **position: Any) -> State:
    """A position in which player 0 is to decide; other players than one hold a card each."""
    hands = hands if len(hands) > 1 else (*hands, "G1 B6", "V2")
    given = {"piles": ["I1", "B2", "V4 G3"], "deck": "I2 B1 I6 G6", **position}
    return rainbow7.position(
        {"game": "rainbow7", "players": len(hands), "hands": list(hands), **given}
    )


def talk_at(state: State, lang: str = "en", seat: int = 0) -> Conversation:
    """A conversation at a position."""
    names = ["Iris", "Nimbus", "Zephyr", "Aurora", "Cirrus"][: state.players]
    table = Table(rainbow7, state.players, state.options, Seed(1), names)
    table.state = state
    return Conversation(Sitting(table, seat, {}), lang, None, 0.0)


def drawn(talk: Conversation, shown: Shown, whole: bool = True) -> str:
    """The picture of the person's view, and the choices."""
    view = view_of(talk)
    talk.console.print(*talk.face.picture(view, [], talk.company, whole))
    if view.current_player == talk.seat:
        talk.console.print(*talk.face.choices(view, talk.company))
    return shown.readouterr().out


def view_of(talk: Conversation) -> State:
    """What the person sees."""
    return talk.table.view(talk.seat)


def row(name: str, text: str) -> str:
    """What stands behind that name on its line."""
    found = re.search(rf"^\W*{re.escape(name)} +(.*?) *$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a screen in the folder of this test."""
    yield from opener(tmp_path)


# The picture

HAND = "O4 R4 V1 R3 W R5"


def test_the_hand_is_sorted_by_color_with_its_total(capsys: Shown) -> None:
    shown = drawn(talk_at(at(HAND)), capsys)
    assert row("Your hand", shown) == "R3 R4 R5  O4  V1  W   total 17"


@pytest.mark.rule("R7-23")
@pytest.mark.parametrize(("hand", "said"), [("R2 O5 W", True), ("R3 O5 W", False), ("W", True)])
def test_a_hand_that_may_announce_says_so(hand: str, said: bool, capsys: Shown) -> None:
    assert ("Rainbow!" in row("Your hand", drawn(talk_at(at(hand)), capsys))) == said


def test_a_pile_shows_its_top_card_first_and_all_below(capsys: Shown) -> None:
    state = at(HAND, piles=["O1 W R2 Y5", "B2", ""])
    shown = drawn(talk_at(state), capsys)
    assert row("Pile A (4)", shown) == "[Y5] R2 W O1"
    assert row("Pile B (1)", shown) == "[B2]"
    assert row("Pile C (0)", shown) == "empty"


@pytest.mark.parametrize(
    ("deck", "said"), [("R2 Y1", "2 cards"), ("R2", "1 card"), ("", "used up")]
)
def test_the_deck_says_how_many_cards_it_has(deck: str, said: str, capsys: Shown) -> None:
    assert row("Deck", drawn(talk_at(at(HAND, deck=deck)), capsys)) == said


def test_everybody_has_a_line_with_cards_and_tokens(capsys: Shown) -> None:
    shown = drawn(talk_at(at(HAND, tokens=[2, 0, 5])), capsys)
    assert row("You", shown) == "6       2"
    assert row("Nimbus", shown) == "2       0"
    assert row("Zephyr", shown) == "1       5"


@pytest.mark.rule("R7-R14")
def test_cards_that_all_have_seen_go_into_a_hand_are_shown(capsys: Shown) -> None:
    """And that a 7 dealt must be there still."""
    state = at(HAND, "G1 B6 W V7", "V2", known={"hands": ["", "B6 W", ""], "seven": [0, 1, 0]})
    assert row("Nimbus", drawn(talk_at(state), capsys)).split()[2:] == ["B6", "W", "?7"]


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize("steps", range(8))
def test_nobody_elses_cards_change_what_is_shown(steps: int, capsys: Shown) -> None:
    chance = random.Random(steps)
    state = rainbow7.deal(3, seed=steps)
    for _ in range(5 * steps):
        state.apply_action(chance.choice(state.legal_actions()))
    talk = talk_at(state, seat=state.current_player)
    first = drawn(talk, capsys)
    talk.table.state = view_of(talk).resample(new_generator(1))
    assert talk.table.state != state
    assert drawn(talk, capsys) == first


def test_the_sevens_that_were_seen_are_named(capsys: Shown) -> None:
    shown = drawn(talk_at(at(HAND, known={"sevens": "R7 V7"})), capsys)
    assert row("Sevens", shown) == "5 in the game; seen: R7 V7"


@pytest.mark.rule("R7-R5")
def test_printed_sevens_show_their_effects(capsys: Shown) -> None:
    effects = ["cloud", "shelter", "cloud", "downpour", "shelter", "sunshine", "cloud"]
    state = at("R7 V7", options={"printed_sevens": True, "effects": effects})
    assert row("Sevens", drawn(talk_at(state), capsys)) == (
        "G7 downpour · R7 Y7 V7 cloud · O7 B7 shelter · I7 sunshine"
    )


@pytest.mark.parametrize(
    ("struck", "said"), [(False, "Round 3 · 7 Rain tokens end the game"), (True, "the last round")]
)
def test_the_title_says_how_the_game_ends(struck: bool, said: str, capsys: Shown) -> None:
    assert said in drawn(talk_at(at(HAND, round=2, struck=struck)), capsys)


TURNS = {
    "pile": {"step": "pile", "cards": "R5 R6 R7", "sevens": 1},
    "order": {"step": "order", "pile": "A", "cards": "R5 R7", "sevens": 1},
    "sevens": {"step": "sevens", "pile": "A", "sevens": 2, "sheltered": False},
    "draw": {"step": "draw", "pile": "A"},
}


@pytest.mark.parametrize("step", TURNS)
def test_in_the_middle_of_a_turn_the_table_is_not_shown_again(step: str, capsys: Shown) -> None:
    shown = drawn(talk_at(at("O1 B3", piles=["W", "B2", ""], turn=TURNS[step])), capsys, False)
    assert len(shown.splitlines()) <= 9
    assert "Zephyr" not in shown.partition("\n")[0]


@pytest.mark.parametrize(("step", "cards"), [("pile", "R5 R6 R7"), ("order", "R5 R7")])
def test_the_cards_still_to_be_laid_are_shown(step: str, cards: str, capsys: Shown) -> None:
    state = at("O4 B3", piles=["W", "B2", ""], turn=TURNS[step])
    shown = drawn(talk_at(state), capsys, False)
    assert row("To lay", shown) == cards


# Choices


def choices_shown(text: str) -> list[tuple[int, str]]:
    """The choices on the screen with their numbers."""
    found = re.findall(r"#(\d+) ([^\s]+)", text)
    return [(int(number), choice) for number, choice in found]


def test_choices_stand_by_kind(capsys: Shown) -> None:
    shown = drawn(talk_at(at("R3 R4 R5 O5 Y5 W")), capsys)
    assert "R5O5Y5W" in row("Value", shown)
    assert "R3R4R5W" in row("Color", shown)
    assert row("Solo", shown).split()[1::2] == ["R3", "R4", "R5", "O5", "Y5", "W"]


FLOOD = "R1 R2 R3 R4 O1 O2 O3 O4 Y1 Y2 Y3 W W W W"


def test_with_many_combinations_only_the_best_are_listed(capsys: Shown) -> None:
    state = at(FLOOD, "G1")
    assert len(state.legal_actions()) > 100
    shown = drawn(talk_at(state), capsys)
    assert len(shown.splitlines()) <= 30
    legal = len(state.legal_actions())
    hidden = sum(int(number) for number in re.findall(r"and (\d+) more", shown))
    assert len(choices_shown(shown)) + hidden == legal


@pytest.mark.parametrize("hand", [HAND, FLOOD])
def test_the_numbers_shown_are_those_that_are_played(hand: str, capsys: Shown) -> None:
    talk = talk_at(at(hand))
    listed = choices_shown(drawn(talk, capsys))
    assert [number for number, _ in listed] == list(range(1, len(listed) + 1))
    for number, text in listed:
        assert talk.chosen(f"#{number}", view_of(talk)) == text
    assert talk.chosen(f"#{len(listed) + 1}", view_of(talk)) is None


def test_a_cloud_is_offered_with_the_opponents_name(capsys: Shown) -> None:
    shown = drawn(talk_at(at("O1", tokens=[0, 1, 3], turn=TURNS["sevens"])), capsys)
    assert re.search(r"#\d \*cloud:2 +over Zephyr \(3 Rain tokens\)", shown)


def test_piles_are_offered_with_their_top_cards(capsys: Shown) -> None:
    state = at("O4", piles=["R1 O1", "", "V4 G3"], turn=TURNS["pile"])
    assert (
        row("Piles", drawn(talk_at(state), capsys)) == "#1 >A  on O1   #2 >B  empty   #3 >C  on G3"
    )


def test_draws_are_offered_with_what_there_is_to_see(capsys: Shown) -> None:
    state = at("O4", piles=["R1 O1", "B3", "V4 G3"], turn=TURNS["draw"])
    shown = drawn(talk_at(state), capsys)
    assert row("From", shown) == "#1 +deck  4 cards   #2 +B  B3   #3 +C  G3"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("players", range(2, 6))
def test_the_start_of_a_turn_fits_on_80_by_24(players: int, lang: str, capsys: Shown) -> None:
    for seed in range(6):
        state = rainbow7.deal(players, seed=seed)
        talk = talk_at(state, lang, state.current_player)
        shown = drawn(talk, capsys) + talk.say("prompt")
        assert len(shown.splitlines()) <= 24
        assert max(len(line) for line in shown.splitlines()) <= 80


# What is typed


def planned(state: State, typed: str, lang: str = "en") -> list[str] | None:
    """What a line means there."""
    talk = talk_at(state, lang)
    return talk.meant(typed, view_of(talk))


@pytest.mark.parametrize(
    "typed",
    ["R3R4W", "r3 r4 w", "w,R4, r3", "R4 R3W", "r3r4w", "  r3  r4  w "],
)
def test_cards_may_be_typed_in_any_order(typed: str) -> None:
    assert planned(at(HAND), typed) == ["R3R4W"]


@pytest.mark.parametrize(
    ("typed", "decisions"),
    [
        ("R3R4W >A", "R3R4W >A"),
        ("r3 r4 w>c", "R3R4W >C"),
        ("v1 >b +c", "V1 >B +C"),
        ("v1>b+deck", "V1 >B +deck"),
        ("v1 >b ^v1 +d", "V1 >B +deck"),
        ("R3R4W >A ^R4 ^R3", "R3R4W >A ^R4 ^R3"),
        ("R3R4W >A ^R4 ^R3 ^W", "R3R4W >A ^R4 ^R3"),
        ("R3R4W >A ^R4^R3^W +C", "R3R4W >A ^R4 ^R3 +C"),
        ("r3 r4 w >a r4 r3 w +deck", "R3R4W >A ^R4 ^R3 +deck"),
        ("r3r4w >a ^r4 r3 +deck", "R3R4W >A ^R4 ^R3 +deck"),
        ("r3r4w, >a, r4, r3, +b", "R3R4W >A ^R4 ^R3 +B"),
        ("#1 >a +b", "R3 >A +B"),
        ("1 >a +b", "R3 >A +B"),
        ("#7 >a w o4 r4 +b", "R4O4W >A ^W ^O4 +B"),
    ],
)
def test_a_turn_may_be_typed_in_one_line(typed: str, decisions: str) -> None:
    assert planned(at(HAND), typed) == decisions.split()


SEVENS = at("R5 R6 R7 W O3", "G1 B6", "V2", tokens=[1, 0, 2])


@pytest.mark.parametrize(
    ("typed", "lang", "decisions"),
    [
        ("r5r6r7w >a r5 r6 r7 *shelter", "en", "*shelter"),
        ("r5r6r7w >a r5 r6 r7 *cloud:2 +deck", "en", "*cloud:2 +deck"),
        ("r5r6r7w >a r5 r6 r7 *cloud zephyr +deck", "en", "*cloud:2 +deck"),
        ("r5r6r7w >a r5 r6 r7 *c:n +b", "en", "*cloud:1 +B"),
        ("r5r6r7w >a r5 r6 r7 *su+b", "en", "*sunshine +B"),
        ("r5r6r7w >a r5 r6 r7 * +b", "en", "* +B"),
        ("r5r6r7w >a r5 r6 r7 *wolke:nim +n", "de", "*cloud:1 +deck"),
        ("r5r6r7w >a r5 r6 r7 *Sonnenschein +deck", "de", "*sunshine +deck"),
        ("r5r6r7w >a r5 r6 r7 *Unterstand", "de", "*shelter"),
        ("r5r6r7w >a r5 r6 r7 *cloud:2 +Nachziehstapel", "de", "*cloud:2 +deck"),
    ],
)
def test_effects_and_the_deck_may_be_named_in_either_language(
    typed: str, lang: str, decisions: str
) -> None:
    begin = ["R5R6R7W", ">A", "^R5", "^R6", "^R7"]
    assert planned(SEVENS, typed, lang) == [*begin, *decisions.split()]


@pytest.mark.parametrize(
    ("step", "typed", "decisions"),
    [
        ("pile", "b", ">B"),
        ("pile", ">b r6 r5", ">B ^R6 ^R5"),
        ("pile", "a r6 r5", ""),
        ("order", "r7", "^R7"),
        ("order", "r7 r5", "^R7"),
        ("order", "^r7 ^r5", "^R7"),
        ("order", "r7 *shelter", "^R7 *shelter"),
        ("order", "#2", "^R7"),
        ("sevens", "shelter *cloud:2", "*shelter *cloud:2"),
        ("sevens", "*", "*"),
        ("draw", "b", "+B"),
        ("draw", "deck", "+deck"),
        ("draw", "#2", "+B"),
    ],
)
def test_in_the_middle_of_a_turn_the_rest_is_typed(step: str, typed: str, decisions: str) -> None:
    state = at("O4 B3", piles=["I1 W", "B2", "V4 G3"], turn=TURNS[step])
    assert (planned(state, typed) or []) == decisions.split()


@pytest.mark.parametrize(("typed", "lang"), [("rainbow", "en"), ("Regenbogen", "de")])
def test_a_rainbow_is_announced_by_its_name(typed: str, lang: str) -> None:
    assert planned(at("R2 O5 W"), typed, lang) == ["rainbow"]


def test_whatever_is_legal_can_be_typed() -> None:
    chance = random.Random(1)
    state = rainbow7.deal(4, {"printed_sevens": True}, seed=1)
    for _ in range(150):
        talk = talk_at(state, seat=state.current_player)
        for text in state.legal_texts():
            assert talk.chosen(text, view_of(talk)) == text
            assert talk.chosen(text.lower(), view_of(talk)) == text
        state.apply_action(chance.choice(state.legal_actions()))


# What is refused


@pytest.mark.parametrize(
    ("typed", "wrong", "expected"),
    [
        ("v1 >d", ">d", ">A, >B, >C"),
        ("v1 >a +a", "+a", "+deck, +B, +C"),
        ("v1 >a *shelter", "*shelter", "+deck, +B, +C"),
        ("v1 +deck", "+deck", ">A, >B, >C"),
        ("R3R4W >A ^R5", "^R5", "^R3, ^R4, ^W"),
        ("R3R4W >A ^R4 +deck", "+deck", "^R3, ^W"),
        ("R3R4W >A hello", "hello", "^R3, ^R4, ^W"),
        ("v1 >a *shelter +c", "*shelter", "+deck, +B, +C"),
    ],
)
def test_a_line_that_is_wrong_somewhere_says_where_and_what_was_expected(
    typed: str, wrong: str, expected: str, capsys: Shown
) -> None:
    assert planned(at(HAND), typed) is None
    shown = on_one_line(capsys.readouterr().out)
    assert shown.startswith(f'Nothing was played: "{wrong}" does not fit')
    assert shown.endswith(f"Expected: {expected}.")


@pytest.mark.parametrize("typed", ["q3", "R3R9", "hello", "#99", "R3R4R5 V1 >A", "+deck", "^R3"])
def test_a_first_part_that_is_no_choice_is_refused(typed: str, capsys: Shown) -> None:
    assert planned(at(HAND), typed) is None
    assert "is not among your choices" in on_one_line(capsys.readouterr().out)


def test_what_comes_after_the_end_of_the_turn_is_refused(capsys: Shown) -> None:
    for typed in ("v1 >a +c o4", "v1 >a +deck o4"):
        assert planned(at(HAND), typed) is None
        last = typed.split()[2]
        assert on_one_line(capsys.readouterr().out) == SAY("turn.over", typed="o4", last=last)


def test_a_cloud_over_nobody_is_asked_back(capsys: Shown) -> None:
    assert planned(at("O4 B3", turn=TURNS["sevens"]), "*cloud") is None
    assert on_one_line(capsys.readouterr().out) == SAY(
        "which", typed="*cloud", expected="*cloud:1, *cloud:2"
    )


def test_a_cloud_over_the_only_opponent_needs_no_name() -> None:
    assert planned(at("O4 B3", "G1", turn=TURNS["sevens"]), "*cloud") == ["*cloud:1"]


def test_what_follows_a_hidden_card_has_to_be_readable(capsys: Shown) -> None:
    """Whether it can be played is another question, asked when the card was shown."""
    state = at("O4 B3", turn=TURNS["sevens"])
    assert planned(state, "*downpour *cloud:2 +x9") is None
    assert on_one_line(capsys.readouterr().out) == SAY("unreadable", typed="+x9")
    assert planned(state, "*downpour *cloud:2 +deck") == ["*downpour"]


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
        shown = capsys.readouterr().out
        return f"{shown}\nactions: {' '.join(talk.table.actions)}"

    return play


def actions_of(shown: str) -> str:
    """What was played."""
    return shown.rpartition("actions: ")[2]


def test_after_a_hidden_card_was_shown_the_rest_of_the_line_is_played(played: Answers) -> None:
    shown = played(SEVENS, "r5r6r7w >a r5 r6 r7 *downpour +b")
    assert actions_of(shown) == "R5R6R7W >A ^R5 ^R6 ^R7 *downpour +B"
    assert "Your choice: +b" in shown


def test_a_rest_that_does_not_fit_is_asked_again(played: Answers) -> None:
    shown = played(SEVENS, "r5r6r7w >a r5 r6 r7 *downpour +a", "+b")
    assert '"+a" is not among your choices' in on_one_line(shown)
    assert actions_of(shown) == "R5R6R7W >A ^R5 ^R6 ^R7 *downpour +B"


def test_a_line_with_a_wrong_part_plays_nothing(played: Answers) -> None:
    assert actions_of(played(at(HAND), "r3r4w >a r4 r3 +a")) == ""


def test_decisions_are_taken_back_one_by_one(played: Answers) -> None:
    shown = played(at(HAND), "r3r4w >a r4 r3", "u", "u", "u", "u", "u")
    taken = re.findall(r"Taken back: (\S+)\.", shown)
    assert taken == ["^R3", "^R4", ">A", "R3R4W"]
    assert "There is nothing to take back yet." in shown
    assert actions_of(shown) == ""


def test_a_turn_goes_on_in_another_way_after_taking_back(played: Answers) -> None:
    shown = played(at(HAND), "r3r4w >a r4", "u", "u", ">b w r3", "+c")
    assert actions_of(shown) == "R3R4W >B ^W ^R3 +C"


def test_a_decision_that_showed_a_hidden_card_is_not_taken_back(played: Answers) -> None:
    shown = played(SEVENS, "r5r6r7w >a r5 r6 r7 *downpour", "u")
    assert SAY("not.taken.back.card-shown") in on_one_line(shown)


def test_what_a_line_plays_is_told_at_once(played: Answers) -> None:
    shown = played(at(HAND), "r3r4w >a r4 r3 w +b")
    assert "You put R4 R3 W on pile A and draw B2 from pile B." in on_one_line(shown)


# What is told


def company(seat: int, players: int = 3, lang: str = "en") -> Company:
    """The players as one of them speaks of them."""
    names = ["Iris", "Nimbus", "Zephyr", "Aurora"][:players]
    return Company(names, seat, Catalog(lang))


def told(
    events: Sequence[Heard], seat: int, shown: Shown, players: int = 3, lang: str = "en"
) -> str:
    """The lines that tell these events."""
    talk = talk_at(rainbow7.deal(players, seed=1), lang, seat)
    for line in face.told(events, company(seat, players, lang)):
        talk.console.print(line)
    return "\n".join(line.rstrip() for line in shown.readouterr().out.splitlines()).strip("\n")


def heard_of(state: State, *actions: str, seat: int = 0) -> list[Heard]:
    """What a player hears when these are played from a position."""
    table = Table(rainbow7, state.players, state.options, Seed(1))
    table.state = state
    for action in actions:
        table.play(table.state.current_player, [action])
    return [entry.heard for entry in table.heard(seat)]


THREE_SEVENS = at("R7 O7 Y7 W R1", "G1 B6", "V2", tokens=[1, 0, 6])


@pytest.mark.parametrize(
    ("actions", "own", "others"),
    [
        ("R3", "You show R3.", "Iris shows R3."),
        ("R3 >A", "You put R3 on pile A.", "Iris puts R3 on pile A."),
        ("R3R4W", "You show R3 R4 W.", "Iris shows R3 R4 W."),
        (
            "R3R4W >A",
            "You show R3 R4 W.\nYou choose pile A.",
            "Iris shows R3 R4 W.\nIris chooses pile A.",
        ),
        (
            "R3R4W >A ^R4",
            "You show R3 R4 W.\nYou put R4 on pile A.",
            "Iris shows R3 R4 W.\nIris puts R4 on pile A.",
        ),
        ("R3R4W >A ^R4 ^W", "You put R4 W R3 on pile A.", "Iris puts R4 W R3 on pile A."),
        (
            "R3 >A +deck",
            "You put R3 on pile A and draw I2 from the deck.",
            "Iris puts R3 on pile A and draws a card from the deck.",
        ),
        (
            "R3R4W >A ^R4 ^W +B",
            "You put R4 W R3 on pile A and draw B2 from pile B.\nI2 is turned up on pile B.",
            "Iris puts R4 W R3 on pile A and draws B2 from pile B.\nI2 is turned up on pile B.",
        ),
    ],
)
def test_a_discard_is_told_in_one_sentence_as_far_as_it_has_come(
    actions: str, own: str, others: str, capsys: Shown
) -> None:
    state = at(HAND)
    assert told(heard_of(state, *actions.split()), 0, capsys) == own
    assert told(heard_of(state, *actions.split(), seat=1), 1, capsys) == others


@pytest.mark.parametrize(
    ("action", "seat", "lines"),
    [
        ("*downpour", 0, "Downpour! All others draw a card."),
        ("*downpour", 1, "Downpour! All but Iris draw a card.\nYou draw I2 from the deck."),
        ("*downpour", 2, "Downpour! All but Iris draw a card.\nYou draw B1 from the deck."),
        ("*cloud:1", 0, "You send a cloud over Nimbus: 1 Rain token."),
        ("*cloud:1", 1, "Iris sends a cloud over you: 1 Rain token."),
        ("*cloud:1", 2, "Iris sends a cloud over Nimbus: 1 Rain token."),
        (
            "*cloud:2",
            1,
            "Iris sends a cloud over Zephyr: 1 Rain token.\n"
            "That is enough rain: this round is the last.",
        ),
        ("*shelter", 0, "You take shelter and do not draw."),
        ("*shelter", 1, "Iris takes shelter and does not draw."),
        ("*sunshine", 0, "Sunshine! You give back a Rain token."),
        ("*sunshine", 1, "Sunshine! Iris gives back a Rain token."),
        ("*", 0, "You leave 3 7s unused."),
        ("*", 1, "Iris leaves 3 7s unused."),
    ],
)
def test_an_effect_is_told(action: str, seat: int, lines: str, capsys: Shown) -> None:
    turn = ("R7O7Y7W", ">A", "^R7", "^O7", "^Y7")
    heard = heard_of(THREE_SEVENS, *turn, action, seat=seat)
    first = len(heard_of(THREE_SEVENS, *turn, seat=seat))
    assert told(heard[first:], seat, capsys) == lines


def test_a_downpour_that_ran_dry_says_who_drew(capsys: Shown) -> None:
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    state = at("R1 B3", "G1", "V2", deck="Y4", piles=["R7", "B2", ""], turn=turn)
    assert told(heard_of(state, "*downpour", "+B"), 0, capsys).splitlines() == [
        "Downpour! All others draw a card.",
        "Nimbus draws a card from the deck.",
        "You draw B2 from pile B.",
    ]


def test_a_reshuffle_in_a_downpour_is_told_where_the_deck_was_used_up(capsys: Shown) -> None:
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    state = at("R1 B3", deck="Y4", piles=["I1 R7", "B2", ""], turn=turn)
    renewed = SAY("rainbow7.heard.reshuffles")
    lines = {
        0: ["Downpour! All others draw a card.", renewed],
        1: ["Downpour! All but Iris draw a card.", "You draw Y4 from the deck.", renewed],
        2: ["Downpour! All but Iris draw a card.", renewed, "You draw I1 from the deck."],
    }
    for seat, expected in lines.items():
        shown = told(heard_of(state, "*downpour", seat=seat), seat, capsys)
        assert on_one_line(shown) == " ".join(expected)


def test_a_reshuffle_after_a_downpour_is_told_before_the_draw(capsys: Shown) -> None:
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    state = at("R1 B3", "G1", deck="Y4", piles=["I1 R7", "B2", ""], turn=turn)
    shown = told(heard_of(state, "*downpour", "+deck"), 0, capsys, 2)
    assert on_one_line(shown) == (
        f"Downpour! All others draw a card. {SAY('rainbow7.heard.reshuffles')} "
        "You draw I1 from the deck."
    )


def test_a_reshuffle_is_told(capsys: Shown) -> None:
    state = at("R1 B3", deck="", piles=["O1 O2", "B2", ""], turn={"step": "draw", "pile": "A"})
    shown = on_one_line(told(heard_of(state, "+deck"), 0, capsys))
    assert shown == f"{SAY('rainbow7.heard.reshuffles')} You draw O1 from the deck."


def test_a_turn_without_a_draw_is_told(capsys: Shown) -> None:
    state = at("R1 B3", "G1 B6", deck="", piles=["", "", ""])
    assert told(heard_of(state, "R1", ">A", seat=1), 1, capsys) == (
        "Iris puts R1 on pile A.\nIris does not draw: there is no card."
    )


STORM = at("R2 O5", "B7 G1", "V7 W V1", first=1)


@pytest.mark.rule("R7-25")
def test_a_storm_is_told_with_all_hands(capsys: Shown) -> None:
    shown = told(heard_of(STORM, "rainbow", seat=1), 1, capsys).splitlines()
    assert shown[0] == "Iris announces a Rainbow with 7."
    assert [line.split() for line in shown[1:5]] == [
        ["Player", "Total", "Hand", "Tokens"],
        ["Iris", "7", "R2", "O5"],
        ["You", "8", "G1", "B7", "+2"],
        ["Zephyr", "8", "V1", "V7", "W", "+2"],
    ]
    assert shown[5:7] == [
        "Nobody has less: Iris wins the round.",
        "Storm: all others get 2 Rain tokens.",
    ]
    assert shown[8] == "Round 2: you begin."


@pytest.mark.rule("R7-26")
@pytest.mark.parametrize(("seat", "who"), [(0, "you get"), (1, "Iris gets")])
def test_a_thunderstorm_is_told(seat: int, who: str, capsys: Shown) -> None:
    shown = told(heard_of(at("R2 O5", "B6", "V7"), "rainbow", seat=seat), seat, capsys)
    assert f"nobody wins the round.\nThunderstorm: {who} 3 Rain tokens." in shown
    assert shown.count("+3") == 1


@pytest.mark.rule("R7-27")
def test_a_perfect_is_told_with_all_hands(capsys: Shown) -> None:
    shown = told(heard_of(at("O4", "B6", "V7"), "O4", ">A"), 0, capsys)
    assert "Perfect! You have no cards left." in shown
    assert re.search(r"You +0  -\n +Nimbus +6  B6 +\+1\n +Zephyr +7  V7 +\+1\n", shown)
    assert "You win the round. Drizzle: all others get 1 Rain token." in shown


@pytest.mark.parametrize(
    ("seat", "lang", "words"),
    [
        (0, "en", "Drizzle: Nimbus gets 1 Rain token."),
        (1, "en", "Drizzle: you get 1 Rain token."),
        (0, "de", "Nieselregen: 1 Regenmarke für Nimbus."),
        (1, "de", "Nieselregen: 1 Regenmarke für dich."),
    ],
)
def test_of_two_players_the_one_who_gets_wet_is_named(
    seat: int, lang: str, words: str, capsys: Shown
) -> None:
    heard = heard_of(at("O4", "B6"), "O4", ">A", seat=seat)
    assert words in told(heard, seat, capsys, 2, lang)


def test_two_rounds_told_together_keep_their_tokens_apart(capsys: Shown) -> None:
    """What is told when a game goes on may have several rounds."""
    heard = heard_of(at("O4", "B6", options={"hand_size": 1}), "O4", ">A")
    assert told([*heard, *heard], 0, capsys).count("+1") == 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_whatever_is_heard_in_a_game_is_told_to_everybody(lang: str, capsys: Shown) -> None:
    chance = random.Random(3)
    table = Table(rainbow7, 3, {"tokens_to_end": 3}, Seed(3))
    while not table.state.is_over:
        player = table.state.current_player
        table.play(player, [chance.choice(table.state.legal_texts())])
    for seat in range(3):
        shown = told([entry.heard for entry in table.heard(seat)], seat, capsys, lang=lang)
        assert ("You " in shown, "Du " in shown) == (lang == "en", lang == "de")
        assert "{" not in shown


# The end


def the_end(state: State, shown: Shown, lang: str = "en") -> str:
    """What is shown at the end of a game."""
    talk = talk_at(state, lang)
    talk.show_end()
    return shown.readouterr().out


def over(*hands: str, **position: Any) -> State:
    """A game that has ended."""
    return at(*hands, to_move=-1, **position)


@pytest.mark.rule("R7-28")
def test_the_end_shows_tokens_and_who_has_the_fewest(capsys: Shown) -> None:
    shown = the_end(over("R1", "", "O2", tokens=[7, 1, 2]), capsys)
    assert re.findall(r"^(\w+) +(\d Rain tokens?) *$", shown, re.MULTILINE) == [
        ("Nimbus", "1 Rain token"),
        ("Zephyr", "2 Rain tokens"),
        ("You", "7 Rain tokens"),
    ]
    assert shown.splitlines()[-2:] == ["The fewest Rain tokens win.", "Nimbus wins."]


@pytest.mark.rule("R7-29")
def test_where_tokens_are_equal_the_end_shows_the_last_hands(capsys: Shown) -> None:
    shown = the_end(over("R4", "Y2", "O2 V7", tokens=[2, 2, 7]), capsys)
    assert row("Nimbus", shown) == "2 Rain tokens  last hand 2"
    assert row("You", shown) == "2 Rain tokens  last hand 4"
    assert row("Zephyr", shown) == "7 Rain tokens"
    assert SAY("rainbow7.fewest.tie") in shown


def test_in_german_the_end_is_german(capsys: Shown) -> None:
    shown = the_end(over("R4", "Y4", tokens=[1, 7]), capsys, "de")
    assert row("Du", shown) == "1 Regenmarke"
    assert row("Nimbus", shown) == "7 Regenmarken"


# Help


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        (None, "R7-13"),
        (TURNS["pile"], "R7-11"),
        (TURNS["sevens"], "R7-18"),
        (TURNS["draw"], "R7-21"),
    ],
)
def test_help_shows_the_clauses_that_matter_now(
    turn: dict[str, Any] | None, clause: str, played: Answers
) -> None:
    state = at("O4 B3", turn=turn)
    shown = on_one_line(played(state, "?").partition(SAY("help.now"))[2])
    found = clauses("rainbow7")[clause]
    assert on_one_line(f"{clause} {re.sub('[*`]', '', found.text)}") in shown
    assert ("R7-13" in shown) == (turn is None)


@pytest.mark.parametrize(
    ("typed", "clause"),
    [("? 13", "R7-13"), ("?R5", "R7-R5"), ("? r7-r5", "R7-R5"), ("?7", "R7-07")],
)
def test_a_clause_is_shown_when_it_is_asked_for(typed: str, clause: str, played: Answers) -> None:
    lines = played(at(HAND), typed).splitlines()
    assert any(line.startswith(f"{clause}  ") for line in lines)


# Whole games


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_pipe_of_answers_plays_a_whole_game(lang: str, tmp_path: Path) -> None:
    with subprocess.Popen(["yes", "#1"], stdout=subprocess.PIPE) as always:
        done = subprocess.run(
            [*PROGRAM, "rainbow7", "--lang", lang, "--option", "tokens_to_end=1", "--seed", "5"],
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


class Typist(Conversation):
    """A person who types whole lines by chance, in small letters."""

    chance = random.Random(1)

    def __init__(self, sitting: Sitting, lang: str) -> None:
        super().__init__(sitting, lang, None, 0.0)
        self.typed: list[str] = []
        self.played: list[str] = []

    def decide(self, texts: Sequence[str]) -> None:
        """As ever."""
        self.played += texts
        super().decide(texts)

    def read_line(self) -> str:
        """A line of decisions that fit one after the other until a hidden card is shown."""
        trial = view_of(self).resample(new_generator(2))
        line: list[str] = []
        shown = False
        while not shown and (not line or (face.goes_on(trial) and self.chance.random() < 0.8)):
            before = trial.copy()
            line.append(self.chance.choice(trial.legal_texts()))
            trial.play(line[-1:])
            shown = before.reveals(trial)
        self.typed += line
        return " ".join(line).lower()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_whole_game_can_be_played_in_lines(lang: str, capsys: Shown) -> None:
    sitting = new_sitting(rainbow7, 3, {"tokens_to_end": 2}, 4, 1, None, None)
    person = Typist(sitting, lang)
    person.hold()
    assert person.table.state.is_over
    assert person.played == person.typed
    assert capsys.readouterr().out


def test_after_a_round_the_hands_stay_until_enter(opened: Open) -> None:
    """With one card each the first player has a Perfect at once."""
    options = {"hand_size": 1, "tokens_to_end": 9}
    seed = next(s for s in range(99) if rainbow7.deal(2, options, seed=s).current_player == 0)
    screen = opened(
        "rainbow7", "--players=2", "--option=hand_size=1", "--option=tokens_to_end=9",
        f"--seed={seed}", "--pace=0.1", "--record=kept.json",
    )  # fmt: skip
    screen.asked()
    screen.child.sendline("#1 >a")
    assert "Perfect! You have no cards left." in screen.until(SAY("wait"))
    screen.child.sendline("")
    assert "Nimbus" in screen.until(SAY("wait"))
    screen.child.sendline("q")
    screen.end()
    assert record_of(Path(screen.child.cwd) / "kept.json").state.record.round_number == 2


def test_cards_are_colored_on_a_screen(opened: Open) -> None:
    screen = opened("rainbow7", "--seed=1", "--pace=0")
    screen.asked()
    assert re.search("\x1b\\[1;38;[0-9;]*m[ROYGBIV][1-7]", screen.raw)


def test_every_card_can_be_typed_alone() -> None:
    assert all(face.readings(card.lower(), company(0)) == [card] for card in CARD_NUMBERS)
