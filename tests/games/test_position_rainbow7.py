"""Positions and actions of Rainbow 7 as text: what is read, what is written, what is refused."""

import copy
import functools
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moonbow.games import rainbow7 as rules
from moonbow.games.errors import BadAction, BadOptions, BadPosition
from moonbow.games.game import SPECTATOR, State, game
from moonbow.games.kernel import new_generator
from playing import Case, cases_of, games, play_partly, play_randomly

rainbow7 = game("rainbow7")

KEY = "00112233445566778899aabbccddeeff" * 2
COLORS = "ROYGBIV"
DECK = [f"{color}{value}" for color in COLORS for value in range(1, 8)] + ["W"] * 4
PRINTED = ["downpour", "downpour", "cloud", "cloud", "shelter", "shelter", "sunshine"]
OPTIONS: dict[str, Any] = {
    "printed_sevens": False,
    "effects": PRINTED,
    "colors": 7,
    "values": 7,
    "rainbow_cards": 4,
    "hand_size": 7,
    "tokens_to_end": 7,
}


def position(**keys: Any) -> State:
    """A position of three players with a card each, unless the keys say otherwise."""
    hands = ["R1", "O1", "Y1"]
    return rainbow7.position({"game": "rainbow7", "players": 3, "hands": hands, **keys})


def refusal(**keys: Any) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        rainbow7.position({"game": "rainbow7", "players": 3, **keys})
    return caught.value


def all_cards(found: dict[str, Any]) -> Counter[str]:
    """The cards of a position, wherever they are."""
    texts = [*found["hands"], *found["piles"], found["deck"]]
    texts.append((found["turn"] or {}).get("cards", ""))
    return Counter(" ".join(texts).split())


# Round trips

every_case = pytest.mark.parametrize("case", cases_of("rainbow7"), ids=str)


@every_case
def test_every_state_of_a_game_can_be_written_and_read_again(case: Case) -> None:
    for seed in range(100, 100 + games(2, 1)):
        for state, _ in play_partly(rainbow7, case, seed, 5):
            found = state.position()
            assert rainbow7.position(found).tobytes() == state.tobytes()
            assert rainbow7.position(found).position() == found
            assert rainbow7.position(json.loads(json.dumps(found))) == state


@every_case
def test_every_view_of_a_game_can_be_written_and_read_again(case: Case) -> None:
    for number, (state, _) in enumerate(play_partly(rainbow7, case, 200, 5)):
        view = state.view(number % (case.players + 1) - 1)
        assert rainbow7.position(view.position()).tobytes() == view.tobytes()


MIDGAME: dict[str, Any] = {
    "game": "rainbow7",
    "players": 3,
    "options": {**OPTIONS, "tokens_to_end": 9},
    "hands": ["R1 R7 O3 W", "B1", "Y1 Y2 V5 W W"],
    "deck": "O2 V7 G5",
    "piles": ["B3 B4", "Y7", ""],
    "tokens": [0, 2, 8],
    "to_move": 2,
    "first": 1,
    "round": 4,
    "sevens": "R7 O7 Y7 I7 V7",
    "struck": True,
    "tucked": [0, 0, 3],
    "turn": None,
    "last": {"hands": ["R1 O1", "", "B7 W"], "tokens": [0, 1, 8]},
    "known": {
        "hands": ["O3", "", "V5 W"],
        "sevens": "O7 Y7",
        "seven": [1, 0, 0],
        "sevens_dealt": [1, 0, 3],
        "rainbow": [1, 1, 0],
        "draws": [0, 53, 2],
    },
    "chance": KEY,
    "chances": 9,
}
MIDGAME["last"]["hands"][2] = "W"
TURNS: list[dict[str, Any]] = [
    {"step": "pile", "cards": "G1 G2 G3", "sevens": 0},
    {"step": "pile", "cards": "O7 I7 W", "sevens": 2},
    {"step": "order", "pile": "B", "cards": "O7 I7", "sevens": 3},
    {"step": "sevens", "pile": "A", "sevens": 2, "sheltered": True},
    {"step": "sevens", "pile": "A", "sevens": 1, "sheltered": False},
    {"step": "draw", "pile": "B"},
]
PRINTED_TURNS: list[dict[str, Any]] = [
    {"step": "pile", "cards": "O7 I7 W", "sevens": ["downpour", "shelter"]},
    {"step": "order", "pile": "B", "cards": "O7 I7", "sevens": ["downpour", "cloud", "shelter"]},
    {"step": "sevens", "pile": "A", "sevens": ["cloud", "cloud"], "sheltered": True},
    {"step": "draw", "pile": "B"},
]


@pytest.mark.parametrize("turn", [None, *TURNS], ids=str)
def test_all_that_a_position_says_is_read(turn: dict[str, Any] | None) -> None:
    found = {**MIDGAME, "turn": turn}
    if turn and "O7" in turn.get("cards", ""):
        found["known"] = {**MIDGAME["known"], "sevens": "O7 Y7 I7"}
    assert rainbow7.position(found).position() == found


@pytest.mark.parametrize("turn", PRINTED_TURNS, ids=str)
def test_all_that_a_position_with_printed_sevens_says_is_read(turn: dict[str, Any]) -> None:
    found = {**MIDGAME, "turn": turn, "options": {**OPTIONS, "printed_sevens": True}}
    found["known"] = {**MIDGAME["known"], "sevens": "O7 Y7 I7"}
    assert rainbow7.position(found).position() == found


VIEW: dict[str, Any] = {
    "game": "rainbow7",
    "players": 2,
    "options": {**OPTIONS, "colors": 5},
    "viewer": 1,
    "hands": ["?6", "R1 R7"],
    "deck": "?20",
    "piles": ["O7", "W W", "Y1"],
    "tokens": [3, 0],
    "to_move": 0,
    "first": 0,
    "round": 0,
    "struck": False,
    "tucked": [1, 0],
    "turn": {"step": "draw", "pile": "C"},
    "last": None,
    "known": {
        "hands": ["W", ""],
        "sevens": "O7",
        "seven": [0, 1],
        "sevens_dealt": [1, 1],
        "rainbow": [0, 1],
        "draws": [2, 0],
    },
    "chances": 3,
}


def test_all_that_a_view_says_is_read() -> None:
    assert rainbow7.position(VIEW).position() == VIEW


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_all_that_a_view_of_the_end_says_is_read(viewer: int) -> None:
    found = {**VIEW, "viewer": viewer, "hands": ["R2 W", "R1 R7"], "tokens": [3, 8]}
    found |= {"to_move": -1, "turn": None, "known": {**VIEW["known"], "sevens": "R7 O7"}}
    assert rainbow7.position(found).position() == found


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (0, ["R1 R7 O3 W", "?1", "?5"]),
        (1, ["?4", "B1", "?5"]),
        (2, ["?4", "?1", "Y1 Y2 V5 W W"]),
        (SPECTATOR, ["?4", "?1", "?5"]),
    ],
)
def test_a_position_with_hidden_cards_is_the_view_of_whose_hand_it_shows(
    viewer: int, hands: list[str]
) -> None:
    found = {**MIDGAME, "hands": hands, "deck": "?3"}
    del found["sevens"], found["chance"]
    assert rainbow7.position(found).viewer == viewer


def test_a_position_without_hidden_cards_is_nobodys_view() -> None:
    assert rainbow7.position(MIDGAME).viewer is None


def test_a_position_may_name_its_viewer() -> None:
    assert position(hands=["?1", "R1", "?1"], viewer=1).viewer == 1


# What may be left out, and in which order things may be written


def test_all_but_game_players_and_hands_can_be_left_out() -> None:
    found = rainbow7.position({"game": "rainbow7", "players": 2, "hands": ["R1", "W"]}).position()
    deck, sevens = found.pop("deck").split(), found.pop("sevens").split()
    assert len(sevens) == 4
    deck += ["R1", "W"]
    assert Counter(deck) == Counter(card for card in DECK if card[-1] != "7") + Counter(sevens)
    assert found == {
        "game": "rainbow7",
        "players": 2,
        "options": OPTIONS,
        "hands": ["R1", "W"],
        "piles": ["", "", ""],
        "tokens": [0, 0],
        "to_move": 0,
        "first": 0,
        "round": 0,
        "struck": False,
        "tucked": [0, 0],
        "turn": None,
        "last": None,
        "known": {
            "hands": ["", ""],
            "sevens": "",
            "seven": [0, 0],
            "sevens_dealt": [0, 0],
            "rainbow": [0, 0],
            "draws": [53, 53],
        },
    }


def test_cards_of_a_hand_can_be_written_in_any_order() -> None:
    hands = ["W O2 R1 W", "V7 V1", "G1"]
    assert position(hands=hands).position()["hands"] == ["R1 O2 W W", "V1 V7", "G1"]


def test_cards_of_piles_and_deck_stay_in_their_order() -> None:
    found = position(piles=["W O2 R2", "", "V3 V2"], deck="G5 G1 W").position()
    assert (found["piles"], found["deck"]) == (["W O2 R2", "", "V3 V2"], "G5 G1 W")


def test_an_empty_deck_is_empty() -> None:
    assert position(deck="").position()["deck"] == ""


@pytest.mark.parametrize("deck", [{}, {"deck": None}], ids=str)
def test_a_deck_left_out_is_all_cards_that_lie_nowhere_else(deck: dict[str, Any]) -> None:
    found = position(
        hands=["R1 R7", "O1", "W W"],
        piles=["Y1 Y2", "O7", ""],
        turn={"step": "pile", "cards": "G1 G2 G3"},
        chance=KEY,
        **deck,
    ).position()
    sevens = found["sevens"].split()
    assert all_cards(found) == Counter([c for c in DECK if c[-1] != "7"] + sevens)
    assert {"R7", "O7"} <= set(sevens)


def test_a_deck_left_out_comes_in_an_order_by_chance() -> None:
    keys = [f"{number:064x}" for number in range(1, 41)]
    assert len({position(chance=key).position()["deck"] for key in keys}) == 40


def test_one_key_gives_one_deck_and_the_same_sevens() -> None:
    assert position(chance=KEY) == position(chance=KEY)


def test_sevens_left_out_are_those_that_appear_and_others_by_chance() -> None:
    keys = [f"{number:064x}" for number in range(1, games(201, 81))]
    counts: Counter[str] = Counter()
    for key in keys:
        state = position(hands=["R7", "B1", "B2"], piles=["O7", "", ""], deck="Y7", chance=key)
        counts.update(state.position()["sevens"].split())
    assert counts["R7"] == counts["O7"] == counts["Y7"] == len(keys)
    half = len(keys) / 2
    assert counts.total() == 5 * len(keys)
    assert all(abs(counts[f"{color}7"] - half) < 5 * half**0.5 / 1.4 for color in "GBIV")


def test_sevens_can_be_told() -> None:
    state = position(hands=["R7", "B1", "B2"], sevens="V7 I7 R7 O7 Y7")
    assert state.position()["sevens"] == "R7 O7 Y7 I7 V7"


def test_all_sevens_of_five_players_are_known_to_be_in_the_game() -> None:
    found = position(players=5, hands=["R1", "O1", "Y1", "G1", "B1"]).position()
    assert found["sevens"] == "R7 O7 Y7 G7 B7 I7 V7"


def test_the_7s_that_all_have_seen_are_those_that_lie_open() -> None:
    known = {"hands": ["", "G7", ""], "sevens": "I7"}
    last = {"hands": ["V7", "", ""], "tokens": [0, 0, 0]}
    state = position(
        hands=["R7", "G7", "B1"], piles=["O7 R1", "", ""], known=known, last=last, round=1
    )
    assert state.position()["known"]["sevens"] == "O7 G7 I7 V7"


@pytest.mark.parametrize("step", ["pile", "order"])
def test_all_have_seen_the_7s_of_a_combination(step: str) -> None:
    turn = {"step": step, "cards": "R7 O7 Y7", "pile": "A"}
    if step == "pile":
        del turn["pile"]
    state = position(hands=["R1", "?1", "?1"], turn=turn)
    assert state.position()["known"]["sevens"] == "R7 O7 Y7"


def test_when_the_game_is_over_all_have_seen_the_hands() -> None:
    state = position(hands=["R7", "G7", "R1"], tokens=[7, 0, 0], to_move=-1)
    assert state.position()["known"]["sevens"] == "R7 G7"
    assert state.is_over


def test_in_a_view_a_deck_left_out_is_only_counted() -> None:
    # 53 cards, two 7s out of the game, one card shown, five hidden in hands
    assert position(hands=["?2", "R1", "?3"]).position()["deck"] == "?45"


def test_cards_may_be_missing_from_a_view() -> None:
    assert position(hands=["?2", "R1", "?3"], deck="?4").position()["deck"] == "?4"


def test_a_7_given_in_a_view_is_one_of_those_in_the_game() -> None:
    assert position(hands=["?2", "R7 O7 Y7 G7 B7", "?3"]).position()["deck"] == "?41"


def test_an_empty_text_among_hidden_ones_is_no_cards() -> None:
    turn = {"step": "pile", "cards": "R2"}
    read = position(hands=["?1", "R1", ""], viewer=1, deck="", to_move=2, turn=turn).position()
    assert (read["hands"], read["deck"]) == (["?1", "R1", "?0"], "?0")


@pytest.mark.parametrize(
    ("turn", "sevens"),
    [
        ({"step": "pile", "cards": "R7"}, 0),
        ({"step": "pile", "cards": "R7 O7 Y7"}, 3),
        ({"step": "pile", "cards": "R5 R6 R7"}, 1),
        ({"step": "pile", "cards": "R5 R6 W"}, 0),
        ({"step": "order", "pile": "B", "cards": "R5 R6 R7"}, 1),
        ({"step": "order", "pile": "B", "cards": "R6 R5 R4"}, 0),
        ({"step": "order", "pile": "C", "cards": "O7 V7"}, 3),
        ({"step": "order", "pile": "C", "cards": "I4 I5"}, 1),
    ],
    ids=str,
)
def test_effects_left_out_are_those_of_the_7s_still_to_be_laid(
    turn: dict[str, Any], sevens: int
) -> None:
    state = position(hands=["R1", "O1", "Y1"], piles=["", "", "I6 I7"], turn=turn)
    assert state.position()["turn"]["sevens"] == sevens


@pytest.mark.parametrize(
    ("turn", "sevens"),
    [
        ({"step": "pile", "cards": "R7"}, []),
        ({"step": "pile", "cards": "V7 I7 R7"}, ["downpour", "shelter", "sunshine"]),
        ({"step": "order", "pile": "B", "cards": "Y7 G7"}, ["downpour", "cloud", "cloud"]),
    ],
    ids=str,
)
def test_printed_effects_left_out_are_those_of_the_7s_still_to_be_laid(
    turn: dict[str, Any], sevens: list[str]
) -> None:
    piles = ["", "V1 O7", ""]
    printed = {"printed_sevens": True}
    state = position(hands=["R1", "O1", "Y1"], piles=piles, turn=turn, options=printed)
    assert state.position()["turn"]["sevens"] == sevens


def test_an_empty_turn_is_the_start_of_a_turn() -> None:
    assert position(turn={}) == position(turn=None) == position()


# Every refusal: the reason, the field, what was expected

THREE: dict[str, Any] = {"hands": ["R1 R2", "O1", "Y1"]}
HELD = {**THREE, "known": {"hands": ["R2", "", ""]}}
SMALL = {"colors": 5, "values": 3, "hand_size": 3}
SEVEN_SEVENS = "R7 O7 Y7 G7 B7 I7 V7"
NO_NUMBERS: list[Any] = [None, True, False, "1", "", 1.0, 0.5, [], {}, float("nan"), float("inf")]
NO_LISTS: list[Any] = [None, 0, "R1", {}, True]
NO_TEXTS: list[Any] = [None, 1, 0, True, 1.5, [], ["R1"], {}]
NO_COUNTS: list[Any] = [
    "?", "?-1", "?+1", "?54", "?100", "?1\n", "?\u0663", "? 1", "?1.0", 5, None, [],
]  # fmt: skip
NO_STEPS: list[Any] = ["discard", "", "Draw", 1, None, True, ["draw"], {}]
NO_PILES: list[Any] = ["D", "a", "", "AB", 0, 1, None, True, ["A"], {}]
NO_EFFECTS: list[Any] = [
    1, None, "cloud", {}, True, [1], [None], ["rain"], [["cloud"]], [{}], ["cloud", ""],
]  # fmt: skip

REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    # unknown keys
    ({"hand": []}, "unknown-key", "'hand': unknown key", "expected game, players, options"),
    ({"": 1}, "unknown-key", "'': unknown key", "known, chance, chances"),
    ({"scores": []}, "unknown-key", "'scores': unknown key", "expected game, players"),
    ({"h\u00e4nde": 0}, "unknown-key", r"'h\xe4nde': unknown key", "expected game, players"),
    # players and other numbers
    ({"players": 1}, "bad-number", "players: 1", "a whole number from 2 to 5"),
    ({"players": 6}, "bad-number", "players: 6", "a whole number from 2 to 5"),
    ({"players": 10**40}, "bad-number", f"players: {10**40}", "a whole number from 2 to 5"),
    *[
        ({"players": value}, "bad-number", f"players: {value!r}", "a whole number from 2 to 5")
        for value in NO_NUMBERS
    ],
    ({"to_move": -2}, "bad-number", "to_move: -2", "a whole number from -1 to 2"),
    ({"to_move": 3}, "bad-number", "to_move: 3", "a whole number from -1 to 2"),
    *[
        ({key: value}, "bad-number", f"{key}: {value!r}", "a whole number from")
        for key in ("to_move", "first", "round", "viewer", "chances")
        for value in NO_NUMBERS
    ],
    ({"first": -1}, "bad-number", "first: -1", "a whole number from 0 to 2"),
    ({"first": 3}, "bad-number", "first: 3", "a whole number from 0 to 2"),
    ({"round": -1}, "bad-number", "round: -1", "a whole number from 0 to 1000000"),
    ({"round": 10**6 + 1}, "bad-number", "round: 1000001", "a whole number from 0 to 1000000"),
    ({"chances": -1}, "bad-number", "chances: -1", "a whole number from 0 to 2000000000"),
    ({"chances": 2**31}, "bad-number", "chances: 2147483648", "from 0 to 2000000000"),
    ({"viewer": -2}, "bad-number", "viewer: -2", "a whole number from -1 to 2"),
    ({"viewer": 3}, "bad-number", "viewer: 3", "a whole number from -1 to 2"),
    # true and false
    ({"struck": 1}, "bad-type", "struck: 1", "expected true or false"),
    ({"struck": None}, "bad-type", "struck: None", "expected true or false"),
    ({"struck": "true"}, "bad-type", "struck: 'true'", "expected true or false"),
    # options
    ({"options": None}, "bad-type", "options: None", "expected an object"),
    ({"options": []}, "bad-type", "options: []", "expected an object"),
    ({"options": "colors"}, "bad-type", "options: 'colors'", "expected an object"),
    # chance
    ({"chance": None}, "bad-key", "chance: None", "expected 64 hexadecimal digits"),
    ({"chance": KEY[1:]}, "bad-key", "chance: '0112233", "expected 64 hexadecimal digits"),
    ({"chance": KEY.upper()}, "bad-key", "chance: '0011", "expected 64 hexadecimal digits"),
    ({"chance": KEY + "\n"}, "bad-key", "chance: '0011", "expected 64 hexadecimal digits"),
    # lists
    *[
        ({key: value}, "bad-type", f"{key}: {value!r}", "expected a list")
        for key in ("hands", "piles", "tokens", "tucked")
        for value in NO_LISTS
    ],
    ({"hands": ["R1", "R2"]}, "bad-length", "hands: 2 entries", "expected 3"),
    ({"hands": []}, "bad-length", "hands: 0 entries", "expected 3"),
    ({"hands": [""] * 4}, "bad-length", "hands: 4 entries", "expected 3"),
    ({"piles": [""] * 2}, "bad-length", "piles: 2 entries", "expected 3"),
    ({"piles": [""] * 4}, "bad-length", "piles: 4 entries", "expected 3"),
    ({"tokens": [0, 0]}, "bad-length", "tokens: 2 entries", "expected 3"),
    ({"tucked": [0] * 5}, "bad-length", "tucked: 5 entries", "expected 3"),
    ({"tokens": [0, -1, 0]}, "bad-number", "tokens[1]: -1", "a whole number from 0 to 1000000"),
    ({"tokens": [0, 0, 10**6 + 1]}, "bad-number", "tokens[2]: 1000001", "from 0 to 1000000"),
    ({"tokens": [0, 0, 1.0]}, "bad-number", "tokens[2]: 1.0", "a whole number from 0"),
    ({"tokens": [None, 0, 0]}, "bad-number", "tokens[0]: None", "a whole number from 0"),
    ({"tokens": [True, 0, 0]}, "bad-number", "tokens[0]: True", "a whole number from 0"),
    ({"tucked": [0, 5, 0]}, "bad-number", "tucked[1]: 5", "a whole number from 0 to 4"),
    ({"tucked": [0, -1, 0]}, "bad-number", "tucked[1]: -1", "a whole number from 0 to 4"),
    # cards
    *[
        ({"hands": ["", text, ""]}, "bad-cards", f"hands[1]: {text!a}", 'cards, like "R3 W", or ""')
        for text in (
            "R8", "R0", "r3", "3R", "A3", "R", "W1", "WW", "R3W", "R3,R4", "R3  R4", " R3", "R3 ",
            "R3\n", "R3\tR4", "R\u0663", "\u0420" "3", "1", "rainbow", "\x00",
        )
    ],
    *[
        ({"hands": [value, "", ""]}, "bad-cards", f"hands[0]: {value!r}", 'like "R3 W"')
        for value in NO_TEXTS
    ],
    ({"piles": ["", "", "X1"]}, "bad-cards", "piles[2]: 'X1'", 'like "R3 W"'),
    ({"piles": ["", "", "?2"]}, "bad-cards", "piles[2]: '?2'", 'like "R3 W"'),
    ({"piles": [["R1"], "", ""]}, "bad-cards", "piles[0]: ['R1']", 'like "R3 W"'),
    ({"deck": "R9"}, "bad-cards", "deck: 'R9'", 'like "R3 W"'),
    ({"deck": ["R1"]}, "bad-cards", "deck: ['R1']", 'like "R3 W"'),
    ({"deck": 0}, "bad-cards", "deck: 0", 'like "R3 W"'),
    ({"deck": False}, "bad-cards", "deck: False", 'like "R3 W"'),
    # too many cards
    ({"hands": ["R1 O2 R1", "", ""]}, "too-many-cards", "hands[0]: R1 twice", "expected it once"),
    ({"hands": ["", "W W W W W", ""]}, "too-many-cards", "hands[1]: more than 4 W", "at most 4"),
    ({"hands": ["R1", "R1", ""]}, "too-many-cards", "cards: R1 once too often", "the deck has"),
    ({"hands": ["W W", "W W", "W"]}, "too-many-cards", "cards: W once too often", "the deck has"),
    ({"piles": ["R1 R1", "", ""]}, "too-many-cards", "cards: R1 once too often", "the deck has"),
    (
        {"piles": ["R1 " * 53 + "R1", "", ""]},
        "too-many-cards",
        "piles[0]: 54 cards",
        "expected at most 53",
    ),
    (
        {"hands": ["V7", "", ""], "piles": ["", "V7", ""]},
        "too-many-cards",
        "cards: V7 once too often",
        "the deck has",
    ),
    (
        {"hands": ["R1", "", ""], "deck": "O1 R1"},
        "too-many-cards",
        "deck: R1 once too often",
        "the deck has",
    ),
    ({"deck": "W W W W W"}, "too-many-cards", "deck: W once too often", "the deck has"),
    (
        {"hands": ["R1", "", ""], "turn": {"step": "pile", "cards": "R1"}},
        "too-many-cards",
        "cards: R1 once too often",
        "the deck has",
    ),
    ({"options": SMALL, "hands": ["R3", "", ""]}, "too-many-cards", "cards: R3 once too", "deck"),
    ({"options": SMALL, "hands": ["I1", "", ""]}, "too-many-cards", "cards: I1 once too", "deck"),
    ({"options": SMALL, "piles": ["V7", "", ""]}, "too-many-cards", "cards: V7 once too", "deck"),
    ({"options": SMALL, "deck": "R6"}, "too-many-cards", "deck: R6 once too often", "deck"),
    (
        {"options": {"rainbow_cards": 1}, "hands": ["W", "W", ""]},
        "too-many-cards",
        "cards: W once too often",
        "the deck has",
    ),
    # 7s
    (
        {"hands": ["R7 O7 Y7", "G7 B7", "I7"]},
        "too-many-sevens",
        "cards: R7 O7 Y7 G7 B7 I7 all appear",
        "expected at most 5 7s, 3 + 2",
    ),
    (
        {"hands": ["R7 O7 Y7", "G7", ""], "piles": ["B7", "", ""], "deck": "I7"},
        "too-many-sevens",
        "cards: R7 O7 Y7 G7 B7 I7 all appear",
        "expected at most 5 7s, 3 + 2",
    ),
    (
        {"hands": ["R7 O7 Y7", "?1", "?1"], "known": {"sevens": "G7 B7 I7"}},
        "too-many-sevens",
        "all appear",
        "expected at most 5 7s, 3 + 2",
    ),
    (
        {"round": 1, "last": {"hands": [SEVEN_SEVENS, "", ""]}},
        "too-many-sevens",
        f"cards: {SEVEN_SEVENS} all appear",
        "expected at most 5 7s, 3 + 2",
    ),
    (
        {"turn": {"step": "pile", "cards": SEVEN_SEVENS}},
        "too-many-sevens",
        f"cards: {SEVEN_SEVENS} all appear",
        "expected at most 5 7s, 3 + 2",
    ),
    ({"sevens": "R7 O7"}, "bad-sevens", "sevens: 'R7 O7'", "expected 5 7s"),
    ({"sevens": SEVEN_SEVENS}, "bad-sevens", "sevens: 'R7 O7 Y7", "expected 5 7s"),
    ({"sevens": "R7 R7 R7 O7 Y7"}, "bad-sevens", "sevens: 'R7 R7", "expected 5 7s"),
    (
        {"hands": ["V7", "", ""], "sevens": "R7 O7 Y7 G7 B7"},
        "bad-sevens",
        "sevens: 'R7 O7 Y7 G7 B7'",
        "among them all that appear: V7",
    ),
    ({"sevens": "R7 O7 Y7 G7 B6"}, "bad-cards", "sevens: 'R7 O7 Y7 G7 B6'", 'like "R7 V7"'),
    ({"sevens": "R7 O7 Y7 G7 W"}, "bad-cards", "sevens: 'R7 O7 Y7 G7 W'", 'like "R7 V7"'),
    ({"sevens": None}, "bad-cards", "sevens: None", 'like "R7 V7"'),
    ({"sevens": ["R7"]}, "bad-cards", "sevens: ['R7']", 'like "R7 V7"'),
    ({"sevens": 5}, "bad-cards", "sevens: 5", 'like "R7 V7"'),
    # hidden cards
    ({"hands": ["?1", "R2", "R3"]}, "whose-view", "hands: 2 known", "expected one, or viewer"),
    ({**THREE, "deck": "?5"}, "whose-view", "hands: 3 known", "expected one, or viewer"),
    ({"viewer": 0, "hands": ["R1", "R2", "?1"]}, "hidden-cards", "hands[1]: 'R2'", '"?5"'),
    ({"viewer": -1, "hands": ["R1", "?2", "?1"]}, "hidden-cards", "hands[0]: 'R1'", '"?5"'),
    ({"viewer": 0, "hands": ["?1", "?1", "?1"]}, "bad-cards", "hands[0]: '?1'", 'like "R3 W"'),
    *[
        ({"hands": ["R1", text, "?1"], "viewer": 0}, "hidden-cards", f"hands[1]: {text!a}", '"?5"')
        for text in NO_COUNTS
    ],
    ({"hands": ["R1", "?1", "?1"], "deck": "R2"}, "hidden-cards", "deck: 'R2'", '"?5"'),
    ({"hands": ["R1", "?1", "?1"], "deck": "?54"}, "hidden-cards", "deck: '?54'", '"?5"'),
    ({"hands": ["R1", "?1", "?1"], "deck": 5}, "hidden-cards", "deck: 5", '"?5"'),
    (
        {"hands": ["R1", "?1", "?1"], "sevens": "R7 O7 Y7 G7 B7"},
        "hidden-cards",
        "sevens: a view does not know",
        "expected no sevens",
    ),
    ({"hands": ["R1", "?1", "?1"], "deck": "?49"}, "too-many-cards", "deck: '?49'", "48 unseen"),
    (
        {"hands": ["R1", "?26", "?25"]},
        "too-many-cards",
        "hidden cards: 51",
        "at most the 50 unseen",
    ),
    (
        {"hands": ["R1", "?53", "?0"]},
        "too-many-cards",
        "hidden cards: 53",
        "at most the 50 unseen",
    ),
    (
        {"hands": ["?20", "", ""], "viewer": 1, "options": SMALL, "deck": "?0"},
        "too-many-cards",
        "hidden cards: 20",
        "at most the 19 unseen",
    ),
    # known
    ({"known": []}, "bad-type", "known: []", "expected an object"),
    ({"known": "R1"}, "bad-type", "known: 'R1'", "expected an object"),
    ({"known": {"hand": []}}, "unknown-key", "known: unknown 'hand'", "hands, sevens, seven"),
    ({"known": {"hands": "R1"}}, "bad-type", "hands: 'R1'", "expected a list"),
    ({"known": {"hands": [""]}}, "bad-length", "hands: 1 entries", "expected 3"),
    ({"known": {"hands": ["R8", "", ""]}}, "bad-cards", "known: hands[0]: 'R8'", 'like "R3 W"'),
    (
        {**THREE, "known": {"hands": ["R3", "", ""]}},
        "not-held",
        "known: hands[0]: 'R3'",
        "expected cards of that hand",
    ),
    (
        {**THREE, "known": {"hands": ["W", "", ""]}},
        "not-held",
        "known: hands[0]: 'W'",
        "expected cards of that hand",
    ),
    (
        {"hands": ["R1", "?1", "?1"], "known": {"hands": ["", "R2 R3", ""]}},
        "not-held",
        "known: hands[1]: 'R2 R3'",
        "expected cards of that hand",
    ),
    (
        {"hands": ["R1", "?1", "?1"], "known": {"hands": ["", "R1", ""]}},
        "too-many-cards",
        "cards: R1 once too often",
        "the deck has",
    ),
    (
        {"hands": ["W W", "", ""], "known": {"hands": ["W W W", "", ""]}},
        "not-held",
        "known: hands[0]: 'W W W'",
        "expected cards of that hand",
    ),
    ({"known": {"sevens": "R6"}}, "bad-cards", "known: sevens: 'R6'", 'like "R7 V7"'),
    ({"known": {"sevens": "W"}}, "bad-cards", "known: sevens: 'W'", 'like "R7 V7"'),
    ({"known": {"sevens": None}}, "bad-cards", "known: sevens: None", 'like "R7 V7"'),
    ({"known": {"sevens": 1}}, "bad-cards", "known: sevens: 1", 'like "R7 V7"'),
    ({"known": {"seven": [0, 0, 2]}}, "bad-number", "seven[2]: 2", "a whole number from 0 to 1"),
    ({"known": {"seven": [0, 0, True]}}, "bad-number", "seven[2]: True", "from 0 to 1"),
    ({"known": {"sevens_dealt": [8, 0, 0]}}, "bad-number", "sevens_dealt[0]: 8", "from 0 to 7"),
    ({"known": {"rainbow": [0, 5, 0]}}, "bad-number", "rainbow[1]: 5", "from 0 to 4"),
    ({"known": {"draws": [54, 0, 0]}}, "bad-number", "draws[0]: 54", "from 0 to 53"),
    ({"known": {"draws": [0, -1, 0]}}, "bad-number", "draws[1]: -1", "from 0 to 53"),
    ({"known": {"draws": 0}}, "bad-type", "draws: 0", "expected a list"),
    ({"known": {"draws": [0]}}, "bad-length", "draws: 1 entries", "expected 3"),
    # last
    ({"last": 1}, "bad-type", "last: 1", "expected an object"),
    ({"last": {"scores": []}}, "unknown-key", "last: unknown 'scores'", "expected hands, tokens"),
    ({"round": 1, "last": {"hands": ["X", "", ""]}}, "bad-cards", "last: hands[0]: 'X'", "R3 W"),
    ({"round": 1, "last": {"hands": [""] * 2}}, "bad-length", "hands: 2 entries", "expected 3"),
    ({"round": 1, "last": {"tokens": [0]}}, "bad-length", "tokens: 1 entries", "expected 3"),
    ({"round": 1, "last": {"tokens": [0, 0, "1"]}}, "bad-number", "tokens[2]: '1'", "from 0 to"),
    (
        {"round": 1, "last": {"hands": ["R1 R1", "", ""]}},
        "too-many-cards",
        "last: hands[0]: R1 twice",
        "expected it once",
    ),
    # the turn
    ({"turn": []}, "bad-type", "turn: []", "expected an object"),
    ({"turn": "draw"}, "bad-type", "turn: 'draw'", "expected an object"),
    ({"turn": 0}, "bad-type", "turn: 0", "expected an object"),
    ({"turn": {"stage": "draw"}}, "unknown-key", "turn: unknown 'stage'", "step, pile, cards"),
    ({"turn": {"pile": "A"}}, "bad-turn", "turn: step: None", "pile, order, sevens, draw"),
    *[
        ({"turn": {"step": value}}, "bad-turn", f"turn: step: {value!r}", "pile, order, sevens")
        for value in NO_STEPS
    ],
    (
        {"to_move": -1, "turn": {"step": "draw", "pile": "A"}},
        "game-over",
        "turn: the game is over",
        "expected null",
    ),
    ({"turn": {"step": "pile"}}, "bad-turn", "turn: cards: missing", "expected in step pile"),
    ({"turn": {"step": "order", "cards": "R1 R2"}}, "bad-turn", "turn: pile: missing", "in step"),
    ({"turn": {"step": "order", "pile": "A"}}, "bad-turn", "turn: cards: missing", "step order"),
    ({"turn": {"step": "sevens", "pile": "A"}}, "bad-turn", "turn: sevens: missing", "step sevens"),
    ({"turn": {"step": "sevens", "sevens": 1}}, "bad-turn", "turn: pile: missing", "step sevens"),
    ({"turn": {"step": "draw"}}, "bad-turn", "turn: pile: missing", "expected in step draw"),
    (
        {"turn": {"step": "pile", "cards": "R1", "pile": "A"}},
        "bad-turn",
        "turn: pile",
        "expected only step, cards, sevens",
    ),
    (
        {"turn": {"step": "draw", "pile": "A", "sevens": 0}},
        "bad-turn",
        "turn: sevens",
        "expected only step, pile",
    ),
    (
        {"turn": {"step": "draw", "pile": "A", "sheltered": False}},
        "bad-turn",
        "turn: sheltered",
        "expected only step, pile",
    ),
    (
        {"turn": {"step": "order", "pile": "A", "cards": "R1 R2", "sheltered": True}},
        "bad-turn",
        "turn: sheltered",
        "expected only step, pile, cards, sevens",
    ),
    *[
        ({"turn": {"step": "draw", "pile": value}}, "bad-turn", f"pile: {value!r}", "A, B or C")
        for value in NO_PILES
    ],
    *[
        (
            {"turn": {"step": "pile", "cards": text}},
            "bad-turn",
            f"turn: cards: {text!r}",
            "expected the cards of a combination",
        )
        for text in (
            "", "R1 R2", "W W", "R1 W", "R1 R2 R4", "R1 R2 O3", "R1 O1", "R1 R6 R7",
            "R1 R2 R3 R4 R5 R6 R7 W", "R1 O1 Y2 W",
        )
    ],
    *[
        (
            {"piles": ["O2 O3", "", ""], "turn": {"step": "order", "pile": "A", "cards": text}},
            "bad-turn",
            f"turn: cards: {text!r}",
            "of a combination, those before them on top of the pile",
        )
        for text in ("", "O1", "W", "R1 R4", "O3 O4", "O1 O5", "O1 R4", "R1 R2 R3 W W W W Y1")
    ],
    ({"turn": {"step": "pile", "cards": None}}, "bad-cards", "turn: cards: None", 'like "R3 W"'),
    ({"turn": {"step": "pile", "cards": ["R1"]}}, "bad-cards", "turn: cards: ['R1']", "R3 W"),
    ({"turn": {"step": "pile", "cards": "R1R2R3"}}, "bad-cards", "turn: cards: 'R1R2R3'", "R3 W"),
    (
        {"turn": {"step": "pile", "cards": "R7 R7 R7"}},
        "too-many-cards",
        "turn: cards: R7 twice",
        "expected it once",
    ),
    (
        {"turn": {"step": "order", "pile": "A", "cards": "W W W W W"}},
        "too-many-cards",
        "turn: cards: more than 4 W",
        "at most 4",
    ),
    (
        {"turn": {"step": "pile", "cards": "R7", "sevens": 1}},
        "bad-turn",
        "turn: sevens: 1",
        "expected 0, of the cards shown",
    ),
    (
        {"turn": {"step": "pile", "cards": "R5 R6 R7", "sevens": 0}},
        "bad-turn",
        "turn: sevens: 0",
        "expected 1, of the cards shown",
    ),
    (
        {
            "piles": ["Y7", "", ""],
            "turn": {"step": "order", "pile": "A", "cards": "R7 O7", "sevens": 2},
        },
        "bad-turn",
        "turn: sevens: 2",
        "expected 3, of the cards shown",
    ),
    *[
        (
            {"turn": {"step": "sevens", "pile": "A", "sevens": value}},
            "bad-number",
            f"turn: sevens: {value!r}",
            "a whole number from 1 to 7",
        )
        for value in (0, 8, -1, 10**30, *NO_NUMBERS)
    ],
    (
        {"turn": {"step": "sevens", "pile": "A", "sevens": ["cloud"]}},
        "bad-number",
        "turn: sevens: ['cloud']",
        "a whole number from 1 to 7",
    ),
    (
        {"turn": {"step": "sevens", "pile": "A", "sevens": 1, "sheltered": 1}},
        "bad-type",
        "sheltered: 1",
        "expected true or false",
    ),
    *[
        (
            {
                "options": {"printed_sevens": True},
                "turn": {"step": "sevens", "pile": "A", "sevens": value},
            },
            "bad-turn",
            f"turn: sevens: {value!r}"[:40],
            "expected a list of effects",
        )
        for value in NO_EFFECTS
    ],
    (
        {
            "options": {"printed_sevens": True},
            "turn": {"step": "sevens", "pile": "A", "sevens": []},
        },
        "bad-number",
        "turn: sevens: 0",
        "a whole number from 1 to 7",
    ),
    (
        {
            "options": {"printed_sevens": True},
            "turn": {"step": "sevens", "pile": "A", "sevens": ["cloud"] * 1000},
        },
        "bad-number",
        "turn: sevens: 1000",
        "a whole number from 1 to 7",
    ),
    (
        {
            "options": {"printed_sevens": True},
            "turn": {"step": "pile", "cards": "R7 O7 W", "sevens": ["downpour"]},
        },
        "bad-turn",
        "turn: sevens: ['downpour']",
        "expected ['downpour', 'downpour'], of the cards shown",
    ),
    (
        {
            "options": {"printed_sevens": True},
            "turn": {"step": "pile", "cards": "R7 O7 Y7", "sevens": ["sunshine"] * 3},
        },
        "bad-turn",
        "turn: sevens: ['sunshine', 'sunshine', 'sunshine']",
        "expected ['downpour', 'downpour', 'cloud'], of the cards shown",
    ),
    (
        {"turn": {"step": "sevens", "pile": "A", "sevens": 1}},
        "bad-turn",
        "turn: pile: without cards",
        "the one that was discarded to",
    ),
    (
        {"hands": ["R1", "R2", "R3"], "turn": {"step": "draw", "pile": "A"}},
        "bad-turn",
        "turn: pile: without cards",
        "the one that was discarded to",
    ),
    (
        {"round": 1, "last": {"hands": ["R1 R2", "", "R2"]}},
        "too-many-cards",
        "last: hands[2]: R2 once too often",
        "no more than the deck has",
    ),
    (
        {"round": 1, "last": {"hands": ["W W W", "W W", ""]}},
        "too-many-cards",
        "last: hands[1]: W once too often",
        "no more than the deck has",
    ),
    (
        {"hands": ["R1", "?1", "?1"], "chance": KEY},
        "hidden-cards",
        "chance: a view does not know",
        "no chance",
    ),
    (
        {
            "hands": ["R2", "R3", "R4"],
            "deck": "",
            "piles": ["R1", "", ""],
            "turn": {"step": "draw", "pile": "A"},
        },
        "no-draw",
        "turn: step draw, but there is nothing to draw",
        "",
    ),
    # hands without cards
    ({}, "no-cards", "hands[0]: empty", "cards, except of whoever has just shown the last ones"),
    ({"hands": ["", "R2", "R3"]}, "no-cards", "hands[0]: empty", "cards, except of whoever"),
    ({"hands": ["R1", "R2", ""]}, "no-cards", "hands[2]: empty", "cards, except of whoever"),
    ({"hands": ["R1", "?0", "?1"]}, "no-cards", "hands[1]: empty", "cards, except of whoever"),
    ({"hands": ["", "?1", "?1"], "viewer": 0}, "no-cards", "hands[0]: empty", "cards, except of"),
    (
        {"hands": ["", "R2", "R3"], "piles": ["R4", "", ""], "turn": {"step": "draw", "pile": "A"}},
        "no-cards",
        "hands[0]: empty",
        "cards, except of whoever",
    ),
    *[
        (
            {"hands": ["", "R2", ""], "piles": ["R4", "", ""], "turn": turn},
            "no-cards",
            "hands[2]: empty",
            "cards, except of whoever",
        )
        for turn in (
            {"step": "pile", "cards": "O1"},
            {"step": "order", "pile": "A", "cards": "O1 O2 O3"},
            {"step": "sevens", "pile": "A", "sevens": 1},
        )
    ],
    (
        {"hands": ["", "R2", ""], "tokens": [0, 7, 7], "to_move": -1},
        "no-cards",
        "hands[2]: empty",
        "cards, except of whoever",
    ),
    # where a game ends
    ({**THREE, "tokens": [0, 7, 1]}, "game-over", "tokens: 7 in a round that", "at most 6"),
    ({**THREE, "tokens": [0, 6, 99]}, "game-over", "tokens: 99 in a round that", "at most 6"),
    (
        {"hands": ["R1", "?1", "?1"], "tokens": [7, 0, 0]},
        "game-over",
        "tokens: 7 in a round that is not struck",
        "at most 6",
    ),
    (
        {**THREE, "tokens": [0, 1, 0], "options": {"tokens_to_end": 1}},
        "game-over",
        "tokens: 1 in a round that is not struck",
        "at most 0",
    ),
    ({**THREE, "to_move": -1}, "not-over", "to_move: -1, but nobody has 7 tokens", "a player, or"),
    (
        {**THREE, "tokens": [6, 6, 6], "to_move": -1},
        "not-over",
        "to_move: -1, but nobody has 7 tokens",
        "a player, or struck",
    ),
    (
        {**THREE, "tokens": [8, 8, 8], "to_move": -1, "options": {"tokens_to_end": 9}},
        "not-over",
        "to_move: -1, but nobody has 9 tokens",
        "a player, or struck",
    ),
    (
        {"hands": ["R2 R6", "O3 O5 W", "Y7 Y1"], "tokens": [0, 0, 7], "to_move": -1},
        "not-over",
        "hands: all of 8 or more, the game over",
        "one of at most 7, of whoever ended it",
    ),
    # the 7 of the deal
    *[
        (
            {"hands": [hand, "O1", "Y1"], "known": {"seven": [1, 0, 0], **known}},
            "not-held",
            "known: seven[0]: 1",
            "0, or a 7 among the cards of that hand that not all have seen",
        )
        for hand, known in (
            ("R1 R6 W", {}),
            ("R1 R7", {"hands": ["R7", "", ""]}),
            ("R7 O7", {"hands": ["R7 O7", "", ""]}),
        )
    ],
    (
        {"hands": ["?2", "R1", "?2"], "to_move": 1, "known": {"seven": [0, 1, 0]}},
        "not-held",
        "known: seven[1]: 1",
        "0, or a 7 among the cards",
    ),
    (
        {"hands": ["R1", "R2", "R3"], "to_move": -1, "struck": True, "known": {"seven": [0, 0, 1]}},
        "not-held",
        "known: seven[2]: 1",
        "0, or a 7 among the cards",
    ),
    (
        {
            "hands": ["R1", "?2", "?2"],
            "known": {"hands": ["", "", "V7 W"], "seven": [0, 0, 1]},
        },
        "not-held",
        "known: seven[2]: 1",
        "0, or a 7 among the cards",
    ),
    (
        {"hands": ["R7", "O7", "Y7"], "known": {"seven": [0, 1, 0], "sevens_dealt": [1, 0, 1]}},
        "bad-known",
        "known: sevens_dealt[1]: 0 where seven is 1",
        "at least 1",
    ),
    (
        {"hands": ["R7 O7 Y7", "?2", "?2"], "piles": ["G7", "", ""], "known": {"seven": [1] * 3}},
        "too-many-sevens",
        "known: seven: of 2 hidden hands",
        "at most 1, the 7s that lie nowhere else",
    ),
    (
        {
            "hands": ["R1", "?2", "?2"],
            "turn": {"step": "pile", "cards": "R7 O7 Y7"},
            "piles": ["", "G7", ""],
            "known": {"hands": ["", "B7", ""], "seven": [0, 0, 1]},
        },
        "too-many-sevens",
        "known: seven: of 1 hidden hands",
        "at most 0, the 7s that lie nowhere else",
    ),
]  # fmt: skip


def case_id(row: tuple[dict[str, Any], str, str, str]) -> str:
    """A name for a refusal."""
    return f"{row[1]} {row[2]}"


@pytest.mark.parametrize(
    ("keys", "code", "field", "expected"), REFUSED, ids=[case_id(row) for row in REFUSED]
)
def test_what_cannot_be_is_refused_with_its_reason_its_field_and_what_was_expected(
    keys: dict[str, Any], code: str, field: str, expected: str
) -> None:
    refused = refusal(**keys)
    found, _, wanted = str(refused).partition("; expected ")
    assert refused.code == code
    assert field in found
    assert wanted
    assert expected.removeprefix("expected ") in wanted
    check_message(str(refused))


@pytest.mark.parametrize(
    "turn",
    [
        {"step": "pile", "cards": "R4"},
        {"step": "order", "pile": "A", "cards": "R5 R6 R4"},
        {"step": "sevens", "pile": "A", "sevens": 1},
    ],
    ids=str,
)
def test_whoever_has_shown_the_last_cards_may_be_without_any(turn: dict[str, Any]) -> None:
    state = position(hands=["O1", "", "Y1"], piles=["R7", "", ""], to_move=1, turn=turn)
    assert state.position()["hands"] == ["O1", "", "Y1"]


@pytest.mark.parametrize("to_move", [0, -1])
@pytest.mark.parametrize("tokens", [[0, 0, 0], [7, 0, 9]], ids=str)
def test_a_struck_round_goes_on_or_is_the_last_with_any_tokens(
    tokens: list[int], to_move: int
) -> None:
    state = position(struck=True, tokens=tokens, to_move=to_move)
    assert (state.scores, state.is_over) == (tokens, to_move < 0)


@pytest.mark.parametrize("hands", [["R7", "O7 O1", "Y7 W"], ["", "R6 O7", "Y7 W"]], ids=str)
def test_a_game_is_over_where_somebody_has_seven_in_hand_or_less(hands: list[str]) -> None:
    assert position(hands=hands, tokens=[1, 7, 2], to_move=-1).is_over


def test_the_7_of_the_deal_may_lie_beside_one_that_all_have_seen() -> None:
    known = {"hands": ["", "G7", ""], "seven": [1, 1, 1]}
    view = position(hands=["R7", "?2", "?1"], piles=["O7", "", ""], known=known)
    assert view.position()["known"]["seven"] == [1, 1, 1]
    sample = view.resample(new_generator(1))
    assert rainbow7.position(sample.position()) == sample


@pytest.mark.parametrize(
    ("known", "found"),
    [
        ({}, {"seven": [0] * 3, "sevens_dealt": [0] * 3, "rainbow": [0] * 3, "draws": [53] * 3}),
        ({"seven": [0, 1, 0]}, {"sevens_dealt": [0, 1, 0], "draws": [53] * 3, "rainbow": [0] * 3}),
        ({"sevens_dealt": [2, 1, 0]}, {"seven": [0] * 3, "sevens_dealt": [2, 1, 0]}),
        ({"draws": [2, 1, 0]}, {"seven": [0] * 3, "sevens_dealt": [0] * 3, "draws": [2, 1, 0]}),
        ({"rainbow": [2, 1, 0]}, {"hands": [""] * 3, "sevens": "O7", "draws": [53] * 3}),
    ],
    ids=str,
)
def test_facts_left_out_are_those_from_which_nothing_follows(
    known: dict[str, Any], found: dict[str, Any]
) -> None:
    state = position(hands=["R1", "R7", "Y1"], piles=["O7", "", ""], known=known)
    assert state.position()["known"].items() >= found.items()


@pytest.mark.parametrize(
    "keys",
    [
        {"sevens": "G7 B7 I7 V7"},
        {"known": {"sevens": "V7"}},
        {"hands": ["R1", "?1"], "known": {"sevens": "V7"}},
        {"round": 1, "last": {"hands": ["V7", ""]}},
    ],
    ids=str,
)
def test_a_7_of_a_color_that_the_deck_does_not_have_is_refused(keys: dict[str, Any]) -> None:
    assert refusal(players=2, options={"colors": 4, "values": 3}, **keys).code


@pytest.mark.parametrize(
    "options", [{"colors": 4}, {"values": 8}, {"colour": 1}, {"effects": []}, {"hand_size": True}]
)
def test_a_position_with_options_that_there_are_not_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        position(options=options)


@pytest.mark.parametrize("name", ["rainbow", "Rainbow7", "", None, 7, ["rainbow7"]], ids=repr)
def test_a_position_of_another_game_is_refused(name: Any) -> None:
    refused = refusal(game=name)
    assert (refused.code, str(refused)) == ("wrong-game", f'game: {name!r}; expected "rainbow7"')


def test_a_position_that_does_not_say_how_many_play_is_refused() -> None:
    with pytest.raises(BadPosition, match="players: missing; expected a whole number from 2 to 5"):
        rainbow7.position({"game": "rainbow7"})


@pytest.mark.parametrize(
    "key", ["players", "to_move", "first", "round", "viewer", "chances", "chance", "struck", "deck"]
)
def test_a_number_too_long_to_print_is_refused(key: str) -> None:
    assert refusal(**{key: 10**5000}).code.startswith("bad-")


@pytest.mark.parametrize("length", [0, 1, 481, 483])
def test_saved_bytes_of_another_length_are_refused(length: int) -> None:
    with pytest.raises(BadPosition) as caught:
        rainbow7.load(bytes(length))
    assert caught.value.code == "bad-length"


# Odd positions: refused, or played on from


def check_legal(state: State) -> None:
    """The state is read back, has a legal action until the game is over, and all see it."""
    assert rainbow7.position(state.position()) == state
    if state.viewer in (None, state.current_player):
        assert state.is_over or state.legal_actions()
    generator = new_generator(1)
    for viewer in range(-1, state.players) if state.viewer is None else [state.viewer]:
        view = state.view(viewer)
        assert rainbow7.position(view.position()) == view
        view.encode()
        sample = view.resample(generator)
        assert sample.view(viewer) == view
        assert rainbow7.position(sample.position()) == sample


def check_message(message: str) -> None:
    """A refusal is one short printable line."""
    assert message.isprintable()
    assert len(message) < 300


def play_on(state: State, seed: int, actions: int = 30) -> None:
    """Random actions, all heard by somebody, up to a state that is still a legal one."""
    choices = random.Random(seed)
    for _ in range(actions):
        legal = state.legal_actions()
        if not legal:
            break
        action, before = choices.choice(legal), state.copy()
        state.apply_action(action)
        before.hear(action, state, choices.randrange(-1, state.players))
        assert rainbow7.position(state.position()) == state
    check_legal(state)


def try_out(found: dict[str, Any], seed: int) -> bool:
    """Whether a position is accepted; it is then one to play on from."""
    try:
        state = rainbow7.position(found)
    except (BadPosition, BadOptions) as refused:
        check_message(str(refused))
        return False
    check_legal(state)
    if state.viewer is not None:
        state = state.resample(new_generator(seed))
    play_on(state, seed)
    return True


TIGHT = {"colors": 4, "values": 2, "rainbow_cards": 0}
ODD: dict[str, dict[str, Any]] = {
    "nobody has cards": {"deck": ""},
    "no cards on the table": {"hands": ["R1", "R2"], "deck": ""},
    "all cards in one hand": {
        "hands": [" ".join(c for c in DECK if c not in ("R1", "B7", "I7", "V7")), "R1"],
        "deck": "",
    },
    "all cards on one pile": {
        "hands": ["R1", "R2"],
        "piles": [" ".join(c for c in DECK if c not in ("R1", "R2", "B7", "I7", "V7")), "", ""],
    },
    "the game over long ago": {"tokens": [99, 99], "hands": ["R1", "R2"]},
    "struck long ago": {"tokens": [99, 99], "hands": ["R1", "R2"], "struck": True},
    "over without a reason": {"to_move": -1, "hands": ["R1", "R2"]},
    "over, seen by one": {
        "to_move": -1, "viewer": 1, "hands": ["R1", "W"], "deck": "?3", "tokens": [0, 7],
    },
    "over, struck, without a token": {"to_move": -1, "hands": ["R1", ""], "struck": True},
    "struck by nobody": {"struck": True, "hands": ["R1", "R2"]},
    "far in the future": {
        "round": 999_000, "chances": 10**9, "tokens": [90, 90], "hands": ["R1", "R2"],
        "options": {"tokens_to_end": 99},
    },
    "an empty hand before its turn": {"hands": ["", "R2"], "piles": ["R3", "R4", "R5"]},
    "an empty hand that is to draw": {
        "hands": ["", "R2"], "piles": ["R3", "R4", ""], "turn": {"step": "draw", "pile": "A"},
    },
    "discarded on an empty pile": {
        "hands": ["R1", "R2"], "piles": ["", "R4", ""], "turn": {"step": "draw", "pile": "A"},
    },
    "sevens on an empty table": {
        "hands": ["R1", "R2"], "deck": "",
        "turn": {"step": "sevens", "pile": "C", "sevens": 7, "sheltered": True},
    },
    "sevens of no card": {
        "options": {"printed_sevens": True}, "hands": ["R1", "R2"], "tokens": [1, 0],
        "turn": {"step": "sevens", "pile": "C", "sevens": ["sunshine"] * 7},
        "piles": ["", "", "R3"],
    },
    "eleven cards to lay": {
        "hands": ["", "R2"],
        "turn": {"step": "order", "pile": "A", "cards": "R1 O1 Y1 G1 B1 I1 V1 W W W W"},
    },
    "Rainbow cards to lay": {
        "hands": ["R1", "R2"], "turn": {"step": "pile", "cards": "W W W W"},
    },
    "a last round that never was": {
        "hands": ["R1", "R2"], "last": {"hands": ["R2", ""], "tokens": [1, 0]},
    },
    "a last round of many cards": {
        "hands": ["R1", "R2"], "round": 1,
        "last": {"hands": ["W W W W R1", "R2 R3"], "tokens": [10**6, 0]},
    },
    "a later round without the last": {"round": 3, "hands": ["R1", "R2"]},
    "facts that were never so": {
        "hands": ["R7", "O7 R1"],
        "known": {"seven": [1, 1], "sevens_dealt": [7, 7], "rainbow": [4, 4], "draws": [53, 53]},
    },
    "a view of facts that cannot be so": {
        "options": TIGHT, "hands": ["R1 R7 O1 O7", "?4"], "deck": "?0",
        "known": {"draws": [0, 0]},
    },
    "a view of a 7 that must be where there is no room": {
        "hands": ["R1", "?1"], "known": {"hands": ["", "R2"], "seven": [0, 1], "draws": [0, 0]},
    },
    "a view of more hands with a 7 than 7s": {
        "players": 3, "options": {"colors": 5, "values": 3},
        "hands": ["?2", "R7 O7 Y7 G7 B7", "?2"], "known": {"seven": [1, 0, 1]}, "to_move": 1,
    },
    "a view of Rainbow cards that nobody can hold": {
        "options": TIGHT | {"rainbow_cards": 4}, "hands": ["R1 R7", "?10"], "deck": "?0",
        "known": {"draws": [0, 0]},
    },
    "a view without anything": {"viewer": 0, "hands": ["R1", "?1"], "deck": "?0"},
    "a view of the whole deck": {"viewer": -1, "hands": ["?25", "?25"], "deck": "?0"},
    "a view of a combination": {
        "hands": ["R1", "?2"], "turn": {"step": "pile", "cards": "R7 O7 Y7 W"},
    },
    "a view of a 7 shown by another": {
        "hands": ["R1", "?2"], "to_move": 1,
        "piles": ["", "V5", ""],
        "turn": {"step": "order", "pile": "B", "cards": "V6 V7"},
    },
    "a view of sevens": {
        "hands": ["R1", "?2"], "piles": ["", "R7", ""],
        "turn": {"step": "sevens", "pile": "B", "sevens": 3},
    },
    "a spectator's view of a draw": {
        "players": 5, "hands": ["?9"] * 5, "piles": ["R1", "R2", "R3"], "deck": "?0",
        "turn": {"step": "draw", "pile": "B"},
    },
    "hands of twelve": {"options": {"hand_size": 12}, "hands": ["R1", "R2"], "struck": False},
    "the smallest deck": {
        "options": TIGHT | {"hand_size": 1}, "hands": ["R7", "O7"], "piles": ["Y7", "G7", "R1"],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_position_is_refused_or_played_on_from(name: str) -> None:
    for seed in range(games(3, 2)):
        try_out({"game": "rainbow7", "players": 2, **ODD[name]}, seed)


def test_most_odd_positions_are_accepted() -> None:
    accepted = 0
    for odd in ODD.values():
        with suppress(BadPosition):
            accepted += bool(rainbow7.position({"game": "rainbow7", "players": 2, **odd}))
    assert accepted > len(ODD) / 2


# Fuzz: real positions and views with anything in the place of anything


@functools.cache
def real_positions() -> list[dict[str, Any]]:
    """Positions and views of games, among them all steps of a turn."""
    found = []
    for case in cases_of("rainbow7"):
        for number, (state, _) in enumerate(play_randomly(rainbow7, case, 7)):
            if number % 9 == 0 or state.record.phase in (rules.ORDER, rules.SEVENS):
                found.append(state.position())
                found.append(state.view(number % (case.players + 1) - 1).position())
    return found


CARDS = st.sampled_from([*DECK[::3], "R7", "V7", "W"])
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 8),
    st.sampled_from([53, 54, 127, 128, 255, 2**31, 10**40, -(10**5000)]),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["?0", "?1", "?9", "?53", "?54", "?1000", "A", "B", "C", *PRINTED]),
    st.sampled_from(["pile", "order", "sevens", "draw", "rainbow7"]),
    st.lists(CARDS, max_size=6).map(" ".join),
    st.lists(st.integers(0, 4), max_size=5),
    st.lists(st.sampled_from(PRINTED), max_size=8),
    st.lists(st.lists(CARDS, max_size=3).map(" ".join), max_size=5),
    st.dictionaries(
        st.sampled_from(["step", "pile", "cards", "sevens", "sheltered", "hands", "tokens"]),
        st.one_of(st.integers(0, 8), st.sampled_from(["pile", "order", "A", "R7 O7", "W W W"])),
        max_size=4,
    ),
)


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """All places of a JSON value: the object or list, and the key or index."""
    keys: Any = value if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places_in(value[key])


def change_cards(draw: st.DrawFn, text: str) -> str:
    """Cards with some left out and others put in."""
    cards = text.split()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(cards)))
        if place < len(cards) and draw(st.booleans()):
            del cards[place]
        else:
            cards.insert(place, draw(CARDS))
    return " ".join(cards)


@st.composite
def changed_positions(draw: st.DrawFn) -> dict[str, Any]:
    """A real position with one to three changes."""
    found: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(real_positions())))
    for _ in range(draw(st.integers(1, 3))):
        places = [(value, key) for value, key in places_in(found) if key != "game"]
        value, key = draw(st.sampled_from(places))
        how = draw(st.integers(0, 5))
        if how == 0 and isinstance(value, dict):
            del value[key]
        elif how < 4 and isinstance(value[key], str) and value[key][:1] != "?":
            value[key] = change_cards(draw, value[key])
        elif how < 4 and isinstance(value[key], int):
            value[key] = draw(st.integers(-1, 7))
        else:
            value[key] = draw(ANYTHING)
    return found


@settings(max_examples=games(250, 100), deadline=None, derandomize=True, database=None)
@given(changed_positions(), st.integers(0, 1000))
def test_a_changed_position_is_refused_or_played_on_from(found: dict[str, Any], seed: int) -> None:
    try_out(found, seed)


@settings(max_examples=games(250, 150), deadline=None, derandomize=True, database=None)
@given(st.dictionaries(st.sampled_from(["players", "hands", "turn", "deck", "known"]), ANYTHING))
def test_a_position_of_anything_is_refused_or_played_on_from(found: dict[str, Any]) -> None:
    try_out({"game": "rainbow7", "players": 2, "hands": ["R1", "R2"], **found}, 0)


# Actions as text


def listed_actions() -> Iterator[str]:
    """All actions in the order of their numbers."""
    yield from (f"{color}{value}" for color in COLORS for value in range(1, 8))
    yield from ("W", "WWW", "WWWW")
    for value in range(1, 8):
        for bits in range(1, 128):
            cards = [f"{color}{value}" for place, color in enumerate(COLORS) if bits >> place & 1]
            for rainbow in range(5):
                if len(cards) + rainbow >= 3:
                    yield "".join(cards) + "W" * rainbow
    for color in COLORS:
        for bits in range(1, 128):
            values = [value for value in range(1, 8) if bits >> value - 1 & 1]
            for rainbow in range(5):
                count = len(values) + rainbow
                span = values[-1] - values[0] + 1
                if len(values) >= 2 and 3 <= count <= 7 and span <= count:
                    yield "".join(f"{color}{value}" for value in values) + "W" * rainbow
    yield "rainbow"
    yield from (">A", ">B", ">C")
    yield from (f"^{color}{value}" for color in COLORS for value in range(1, 8))
    yield "^W"
    yield from ("*", "*downpour", *[f"*cloud:{seat}" for seat in range(5)], "*shelter", "*sunshine")
    yield from ("+deck", "+A", "+B", "+C")


ACTIONS = list(listed_actions())
STATE = rainbow7.deal(4)


def test_there_are_6356_actions() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == rainbow7.actions == 6356


def test_every_action_has_its_number() -> None:
    assert [STATE.action_number(text) for text in ACTIONS] == list(range(6356))


def test_every_number_has_its_action() -> None:
    assert [STATE.action_text(number) for number in range(6356)] == ACTIONS


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "R1"), (6, "R7"), (7, "O1"), (48, "V7"), (49, "W"), (50, "WWW"), (51, "WWWW"),
        (52, "R1WW"), (4251, "R7O7Y7G7B7I7V7WWWW"), (4252, "R1R2W"), (6288, "V1V2V3V4V5V6V7"),
        (6289, "rainbow"), (6290, ">A"), (6293, "^R1"), (6342, "^W"), (6343, "*"),
        (6344, "*downpour"), (6345, "*cloud:0"), (6350, "*shelter"), (6351, "*sunshine"),
        (6352, "+deck"), (6355, "+C"),
    ],
)  # fmt: skip
def test_numbers_counted_by_hand(number: int, text: str) -> None:
    assert STATE.action_text(number) == text
    assert STATE.action_number(text) == number


def test_a_combination_can_be_typed_in_any_order() -> None:
    choices = random.Random(1)
    for number in range(rules.COMBOS):
        cards = [card for card in DECK[:49] if card in ACTIONS[number]]
        cards += ["W"] * ACTIONS[number].count("W")
        choices.shuffle(cards)
        assert STATE.action_number("".join(cards)) == number


def test_several_actions_may_be_given_as_one_text() -> None:
    start = {"hands": ["R1 R2 R3 R5", "O1", "Y1"], "piles": ["G1", "G2", "G3"], "deck": "B1"}
    once, apart = position(**start), position(**start)
    once.play([" R3R2R1 >B  ^R3 ^R1 +deck"])
    apart.play(["R1R2R3", ">B", "^R3", "^R1", "+deck"])
    assert once == apart


def test_of_several_actions_all_are_played_or_none() -> None:
    state = position(hands=["R1 R2", "O1", "Y1"], chance=KEY)
    before = state.copy()
    with pytest.raises(BadAction, match="is not legal"):
        state.play(["R1 >A +A"])
    assert state == before


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "R", "R0", "R8", "r3", "3R", "A3", "R3 ", " R3", "R3 R4 R5", "R3,R4,R5", "R3R4",
        "R3W", "WW", "WWWWW", "R3R3R3", "R3R3W", "R3R5R6", "R1R6R7", "R3O4Y5", "R3R4O5", "R3O3",
        "R1R7WWWW", "R1R2R3R4R5R6R7W", "R1O1Y1W" "WWWW", "R1" * 7, "W" * 53, "W" * 1000, "Rainbow",
        "rainbow ", ">", ">D", ">a", "> A", ">AB", "^", "^R8", "^R1R2", "^WW", "^w", "**", "* ",
        "*rain", "*cloud", "*cloud:", "*cloud:5", "*cloud:-1", "*cloud:1.0", "*cloud: 1",
        "*cloud:\u0661", "*Shelter", "+", "+D", "+a", "+Deck", "+deck\n", "R\u0663", "\x00",
        "\ud800", "5" * 10_000, "R3" * 10_000,
    ],
    ids=lambda text: ascii(text)[:40],
)  # fmt: skip
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadAction) as caught:
        STATE.action_number(text)
    assert caught.value.code == "no-action"
    assert "expected a form like" in str(caught.value)
    assert str(caught.value).isprintable()
    with pytest.raises(BadAction):
        STATE.copy().play([text])


@pytest.mark.parametrize("text", [None, 5, 5.0, True, ["R3"], {"R3": 1}, b"R3"], ids=repr)
def test_what_is_no_text_is_refused_as_an_action(text: Any) -> None:
    with pytest.raises(BadAction) as caught:
        STATE.action_number(text)
    assert caught.value.code == "no-action"
    with pytest.raises(BadAction):
        STATE.copy().play([text])


@pytest.mark.parametrize("number", [-1, 6356, 10**30])
def test_a_number_that_is_no_action_has_no_text(number: int) -> None:
    with pytest.raises(BadAction, match="expected a number from 0 to 6355"):
        STATE.action_text(number)


def test_an_action_that_is_not_legal_is_refused_with_those_that_are() -> None:
    state = position(hands=["R1 O6", "R2", "R3"])
    with pytest.raises(BadAction, match=r"V1 is not legal; expected one of R1 O6 rainbow$"):
        state.apply_action(42)
