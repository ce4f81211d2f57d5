"""Positions and actions of Rainbow Pirates as text: what is read, written and refused."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from moonbow.games.errors import BadAction, BadOptions, BadPosition
from moonbow.games.game import SPECTATOR, State, game
from moonbow.games.kernel import new_generator
from moonbow.games.pirates_text import read_group
from pirates_twice import Choose, play_by_chance, play_eagerly, play_oddly
from playing import games

pirates = game("pirates")

KEY = "00112233445566778899aabbccddeeff" * 2
NUMBERS = ["1", "2", "3", "4", "5", "6", "7"]
BLACK = ["thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass"]
KINDS = [*NUMBERS, "W", *BLACK, "P"]
DECK = {**dict.fromkeys([*NUMBERS, "W"], 10), **dict.fromkeys(BLACK, 4), "P": 8}
OPTIONS = {"lifts": 250, "deck": DECK}


def position(**keys: Any) -> State:
    """A position of three players, unless the keys say otherwise."""
    return pirates.position({"game": "pirates", "players": 3, **keys})


def refusal(**keys: Any) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        position(**keys)
    return caught.value


def cards(number: int, card: str) -> str:
    """So many of one card."""
    return " ".join([card] * number)


def deck(number: int, **others: int) -> dict[str, int]:
    """So many cards of each kind, but of some."""
    return {**dict.fromkeys(KINDS, number), **others}


# Round trips

SMALL = {"deck": {**dict.fromkeys(NUMBERS, 4), "W": 3, **dict.fromkeys(BLACK, 2), "P": 2}}
BLACKER = {"lifts": 3, "deck": {**dict.fromkeys(NUMBERS, 2), "W": 5, **dict.fromkeys(BLACK, 5)}}
WAYS: dict[str, tuple[int, dict[str, Any], Choose]] = {
    "2 players by chance": (2, {}, play_by_chance),
    "2 players, many BLACK cards": (2, BLACKER, play_oddly),
    "3 players, a small deck": (3, SMALL, play_oddly),
    "4 players, placing much": (4, {"lifts": 6}, play_eagerly),
    "5 players, many BLACK cards": (5, BLACKER, play_oddly),
}


def play_some(name: str, seed: int, most: int) -> Iterator[State]:
    """The states of a game, with its end if that comes soon enough."""
    players, options, choose = WAYS[name]
    choices = random.Random(seed)
    state = pirates.deal(players, options, seed=seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        state.play([choose(state.legal_texts(), choices)])


@pytest.mark.parametrize("name", WAYS)
def test_every_state_and_view_of_a_game_can_be_written_and_read_again(name: str) -> None:
    for seed in range(games(2, 1)):
        for number, state in enumerate(play_some(name, seed, games(250, 60))):
            found = state.position()
            assert pirates.position(found) == state
            assert pirates.position(found).position() == found
            for viewer in range(-1, state.players):
                if (number + viewer) % 3 == 0 or state.is_over:
                    view = state.view(viewer)
                    assert pirates.position(view.position()) == view


@pytest.mark.parametrize("name", WAYS)
def test_what_is_legal_is_written_and_read_again(name: str) -> None:
    for state in play_some(name, 9, games(300, 80)):
        for action in state.legal_actions():
            text = state.action_text(action)
            assert state.action_number(text) == action
            assert state.split_text(text) == [text]


STEPS: dict[str, dict[str, Any]] = {
    "main": {"turn": None},
    "something done": {
        "turn": {"player": 0, "lifts": 2, "elixirs": 1, "step": None},
    },
    "block": {
        "to_move": 1,
        "turn": {
            "player": 0, "lifts": 0, "elixirs": 0, "step": "block", "card": "thief", "target": 1,
        },
    },
    "block without a target": {
        "discard": "2 captain", "to_move": 2,
        "turn": {
            "player": 0, "lifts": 0, "elixirs": 0, "step": "block", "card": "captain",
            "target": None,
        },
    },
    "block an Elixir": {
        "discard": "2 elixir", "to_move": 2,
        "turn": {
            "player": 0, "lifts": 1, "elixirs": 0, "step": "block", "card": "elixir",
            "target": None, "tired": True,
        },
    },
    "pick": {
        "turn": {
            "player": 0, "lifts": 0, "elixirs": 0, "step": "pick", "card": "thief", "target": 1,
        },
    },
    "revive": {
        "discard": "2 elixir",
        "turn": {
            "player": 0, "lifts": 0, "elixirs": 3, "step": "revive", "card": "elixir",
            "tired": False,
        },
    },
    "give": {
        "discard": "2 captain", "to_move": 1,
        "turn": {"player": 0, "lifts": 0, "elixirs": 0, "step": "give", "card": "captain"},
    },
    "name": {
        "discard": "2 parrot",
        "turn": {
            "player": 0, "lifts": 0, "elixirs": 0, "step": "name", "card": "parrot", "target": 2,
        },
    },
    "top": {
        "discard": "2 spyglass",
        "turn": {"player": 0, "lifts": 250, "elixirs": 0, "step": "top", "cards": 3},
    },
    "place": {
        "draw": "", "faceup": "",
        "turn": {"player": 0, "lifts": 1, "elixirs": 0, "step": "place", "left": 2},
    },
    "over": {"to_move": -1},
    "out": {"to_move": -1, "hands": ["", "2 ship W", ""], "went_out": 0, "scores": [20, 16, 0]},
}  # fmt: skip
"""A turn at every step."""

FACTS: dict[str, Any] = {
    "hands": ["", "2 W", ""],
    "secrets": [["", "ship", ""], ["2", "", ""], ["", "", ""]],
    "draw": [[0, 1, 2, 3], [], [4]],
    "none": ["3 W P", "", "thief"],
    "excluded": ["1 P", "", "P"],
    "fresh": [2, 7, 0],
}
MIDGAME: dict[str, Any] = {
    "game": "pirates",
    "players": 3,
    "options": OPTIONS,
    "hands": ["1 1 2 parrot", "2 2 W ship", "3"],
    "islands": [["1234567", "12W4567", "P"], ["111", "1WW=", "W23", "cannon+parrot+ship", "P"], []],
    "draw": "5 5 6 thief P W",
    "faceup": "7 4",
    "discard": "2 4 thief",
    "to_move": 0,
    "went_out": None,
    "turn": None,
    "scores": [19, 17, 0],
    "known": FACTS,
    "chance": KEY,
    "chances": 5,
}


def midgame(step: str) -> dict[str, Any]:
    """A position with everything in it, at one step of a turn."""
    found = {**MIDGAME, **STEPS[step]}
    if step == "place":
        found["known"] = {**FACTS, "draw": [[], [], []]}
    if step == "out":
        found["hands"] = ["", "2 2 W ship", "3"]
        found["known"] = {**FACTS, "secrets": [["", "ship", ""], ["", "", ""], ["", "", ""]]}
        found["scores"] = [24, 17, 0]
    return found


@pytest.mark.parametrize("step", STEPS)
def test_all_that_a_position_says_is_read(step: str) -> None:
    assert pirates.position(midgame(step)).position() == midgame(step)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_all_that_a_view_says_is_read(step: str, viewer: int) -> None:
    state = pirates.position(midgame(step))
    found = state.view(viewer).position()
    over = step in ("over", "out")
    sizes = [len(hand.split()) for hand in midgame(step)["hands"]]
    for player, hand in enumerate(midgame(step)["hands"]):
        hidden = not over and player != viewer
        assert found["hands"][player] == (f"?{sizes[player]}" if hidden else hand)
    draws = {-1: "?6", 0: "5 5 6 thief ?2", 1: "?6", 2: "?4 P ?1"}
    assert found["draw"] == ("" if step == "place" else draws[viewer])
    secrets = midgame(step)["known"]["secrets"]
    assert found["known"]["secrets"] == [
        [secrets[knower][owner] if viewer in (knower, owner) else "" for owner in range(3)]
        for knower in range(3)
    ]
    assert "chance" not in found
    shown = ("islands", "faceup", "discard", "to_move", "went_out", "turn", "scores", "chances")
    for key in shown:
        assert found[key] == midgame(step)[key]
    assert pirates.position(found) == state.view(viewer)


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [(0, ["1", "?2", "?3"]), (1, ["?4", "4 4", "?3"]), (SPECTATOR, ["?4", "?2", "?3"])],
)
def test_a_position_with_hidden_cards_is_the_view_of_whose_hand_it_shows(
    viewer: int, hands: list[str]
) -> None:
    assert position(hands=hands).viewer == viewer


def test_a_position_without_hidden_cards_is_nobodys_view() -> None:
    assert position(hands=["1", "2", "3"]).viewer is None


def test_a_position_may_name_its_viewer() -> None:
    assert position(hands=["?1", "", "?1"], viewer=1).viewer == 1
    assert position(hands=["", "", ""], viewer=1).viewer == 1
    assert position(hands=["1", "2", "3"], to_move=-1, viewer=2).viewer == 2


def test_a_hidden_draw_pile_alone_does_not_say_whose_view_it_is() -> None:
    assert refusal(hands=["1", "", ""], draw="?2").code == "whose-view"
    assert position(hands=["1", "", ""], draw="?2", viewer=0).viewer == 0


# What may be left out, and in which order things may be written


def test_all_but_game_and_players_can_be_left_out() -> None:
    found = pirates.position({"game": "pirates", "players": 2}).position()
    assert sorted(found.pop("draw").split()) == sorted(Counter(DECK).elements())
    assert found == {
        "game": "pirates",
        "players": 2,
        "options": OPTIONS,
        "hands": ["", ""],
        "islands": [[], []],
        "faceup": "",
        "discard": "",
        "to_move": 0,
        "went_out": None,
        "turn": None,
        "scores": [0, 0],
        "known": {
            "hands": ["", ""],
            "secrets": [["", ""], ["", ""]],
            "draw": [[], []],
            "none": ["", ""],
            "excluded": ["", ""],
            "fresh": [0, 0],
        },
    }


def test_options_left_out_are_those_of_a_table_and_other_kinds_those_of_the_printed_deck() -> None:
    assert position(options={"deck": {"W": 3}}).options == {"lifts": 250, "deck": {**DECK, "W": 3}}


def test_cards_of_a_hand_and_groups_can_be_written_in_any_order() -> None:
    one = position(
        hands=["P 1 ship 3 W 1", "", ""],
        islands=[["ship+thief+cannon", "123", "111"], [], ["PP", "1WW", "1WW="]],
    )
    other = position(
        hands=["1 1 3 W ship P", "", ""],
        islands=[["111", "123", "cannon+ship+thief"], [], ["1WW=", "1WW", "PP"]],
    )
    assert one == other


def test_cards_of_the_piles_stay_in_their_order() -> None:
    piles = {"draw": "P 1 W", "faceup": "7 3", "discard": "ship 2 1 ship"}
    found = position(hands=["1", "", ""], **piles).position()
    assert {key: found[key] for key in piles} == piles


def test_the_top_card_of_the_draw_pile_is_written_first() -> None:
    state = position(hands=["1", "", ""], draw="P 1 W 2")
    state.play(["draw pile"])
    found = state.position()
    assert (found["hands"][0], found["draw"]) == ("1 1 P", "W 2")


def test_the_face_up_cards_are_replaced_by_the_top_of_the_draw_pile() -> None:
    state = position(hands=["1", "", ""], draw="P 1 W 2", faceup="5 6")
    state.play(["draw faceup"])
    found = state.position()
    assert (found["hands"][0], found["draw"], found["faceup"]) == ("1 5 6", "W 2", "P 1")


def test_a_played_card_lies_last_on_the_discard_pile() -> None:
    state = position(hands=["1 ship", "", ""], draw="3 4 5", discard="W 2")
    state.play(["play ship"])
    assert state.position()["discard"] == "W 2 ship"


def test_empty_texts_are_nothing() -> None:
    assert position(hands=["", "", ""], islands=["", "", ""], faceup="", discard="") == position()
    assert position(draw="").position()["draw"] == ""


@pytest.mark.parametrize("turn", [None, {}, {"step": None}, {"player": 0}, {"lifts": 0}])
def test_an_empty_turn_is_its_main_part(turn: Any) -> None:
    assert position(hands=["1", "", ""], turn=turn) == position(hands=["1", "", ""])


def test_a_draw_pile_left_out_is_all_cards_that_lie_nowhere_else_in_an_order_by_chance() -> None:
    keys: dict[str, Any] = {
        "hands": ["1 2 W", "P", ""],
        "islands": [[], ["cannon+ship+thief", "W23"], ["PP"]],
        "faceup": "3 4",
        "discard": "ship ship",
    }
    left = Counter(DECK) - Counter(
        [
            "1",
            "2",
            "W",
            "P",
            "cannon",
            "ship",
            "thief",
            "W",
            "2",
            "3",
            "P",
            "P",
            "3",
            "4",
            "ship",
            "ship",
        ]
    )
    orders = set()
    for number in range(1, 11):
        draw = position(**keys, chance=f"{number:064x}").position()["draw"]
        assert Counter(draw.split()) == left
        orders.add(draw)
    assert len(orders) == 10
    assert position(**keys, chance=KEY) == position(**keys, chance=KEY)


def test_in_a_view_a_draw_pile_left_out_is_only_counted() -> None:
    found = position(hands=["1 2", "?3", "?4"], faceup="W", known={"hands": ["", "5", ""]})
    assert found.position()["draw"] == f"?{120 - 2 - 3 - 4 - 1}"


def test_cards_may_be_missing() -> None:
    assert position(hands=["1", "2", "3"], draw="4").position()["draw"] == "4"
    assert position(hands=["1", "?2", "?3"], draw="?4").position()["draw"] == "?4"


def test_hidden_cards_can_be_counted_in_several_parts() -> None:
    keys = {"hands": ["1", "?2", "?3"], "known": {"draw": [[3], [], []]}}
    assert position(draw="?1 ?2 P ?0 ?1", **keys).position()["draw"] == "?3 P ?1"


def test_an_empty_text_among_hidden_ones_is_no_cards() -> None:
    assert position(hands=["?1", "", ""], viewer=1).position()["hands"] == ["?1", "", "?0"]


def test_a_card_that_attacks_one_is_aimed_at_who_is_asked() -> None:
    turn = {"player": 0, "step": "block", "card": "thief"}
    keys: dict[str, Any] = {"hands": ["1", "2", "3"], "discard": "thief", "to_move": 2}
    assert position(turn=turn, **keys) == position(turn={**turn, "target": 2}, **keys)


def test_without_cards_to_draw_the_last_placing_has_begun() -> None:
    state = position(hands=["1", "2", "3"], draw="", to_move=1, turn={"lifts": 3})
    assert state.position()["turn"] == {
        "player": 1, "lifts": 3, "elixirs": 0, "step": "place", "left": 3,
    }  # fmt: skip


def test_who_has_played_all_and_has_two_full_rainbows_is_out() -> None:
    state = position(hands=["", "2", "3"], islands=[["1234567", "1234567"], [], []])
    assert (state.is_over, state.position()["went_out"], state.scores) == (True, 0, [19, 0, 0])


def test_scores_that_are_right_may_be_told() -> None:
    assert position(islands=[["PP", "111"], [], ["W23"]], scores=[13, 0, 3]).scores == [13, 0, 3]


# What is no position at all


@pytest.mark.parametrize(
    "found", [None, 1, "pirates", ["pirates"], [("game", "pirates")]], ids=repr
)
def test_a_position_that_is_no_object_is_refused(found: Any) -> None:
    with pytest.raises(BadPosition) as caught:
        pirates.position(found)
    assert caught.value.code == "bad-type"


@pytest.mark.parametrize("name", ["Pirates", "", "rainbow", None, 1, True, ["pirates"]], ids=repr)
def test_a_position_of_another_game_is_refused(name: Any) -> None:
    refused = refusal(game=name)
    assert (refused.code, str(refused)) == ("wrong-game", f'game: {name!r}; expected "pirates"')


def test_a_position_that_does_not_say_how_many_play_is_refused() -> None:
    with pytest.raises(BadPosition) as caught:
        pirates.position({"game": "pirates"})
    assert str(caught.value) == "players: missing; expected a whole number from 2 to 5"


@pytest.mark.parametrize("length", [0, 1, 100_000])
def test_saved_bytes_of_another_length_are_refused(length: int) -> None:
    with pytest.raises(BadPosition) as caught:
        pirates.load(bytes(length))
    assert caught.value.code == "bad-length"


@pytest.mark.parametrize(
    "options",
    [{"lifts": -1}, {"deck": {"8": 1}}, {"deck": {"1": 32}}, {"deck": {"1": 11}}, {"lift": 1}],
    ids=str,
)
def test_a_position_with_options_that_there_are_not_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as caught:
        position(options=options)
    assert str(caught.value).isprintable()


# Every refusal: the reason, the field, what was expected

THREE: dict[str, Any] = {"hands": ["1", "2", "3"]}
VIEW: dict[str, Any] = {"hands": ["1", "?2", "?3"]}
ALL_OUT: dict[str, Any] = {"hands": ["", "2", ""], "islands": [["1234567", "1234567"], [], []]}


def turn(card: str | None = None, to_move: int = 0, **keys: Any) -> dict[str, Any]:
    """Three players in a turn of player 0, with a card on top of the discard pile."""
    found: dict[str, Any] = {**THREE, "to_move": to_move, "turn": {"player": 0, **keys}}
    if card is not None:
        found |= {"discard": card}
        if "cards" not in keys:
            found["turn"] = {"card": card, **found["turn"]}
    return found


def known(**keys: Any) -> dict[str, Any]:
    """Three players, and what is known of their cards."""
    return {"hands": ["1 1 W", "2", "3"], "known": keys}


def values(*given: Any) -> tuple[Any, ...]:
    """Values of any types."""
    return given


REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    # unknown keys
    ({"hand": []}, "unknown-key", "'hand': unknown key", "game, players, options, viewer"),
    ({"": 1}, "unknown-key", "'': unknown key", "game, players, options"),
    ({"tokens": []}, "unknown-key", "'tokens': unknown key", "game, players, options"),
    ({"h\u00e4nde": 0}, "unknown-key", r"'h\xe4nde': unknown key", "game, players"),
    # players and other numbers
    *[
        ({"players": number}, "bad-number", f"players: {number!r}", "whole number from 2 to 5")
        for number in values(1, 6, -3, 3.0, True, "3", None, [3], 10**40, 2**64)
    ],
    *[
        ({**THREE, "to_move": number}, "bad-number", f"to_move: {number!r}", "from -1 to 2")
        for number in values(-2, 3, None, True, 0.0, "0", [0], 2**70)
    ],
    *[
        ({"viewer": number}, "bad-number", f"viewer: {number!r}", "from -1 to 2")
        for number in values(-2, 3, None, False, "1", 127, 10**20)
    ],
    *[
        ({"chances": number}, "bad-number", f"chances: {number!r}", "from 0 to 30000")
        for number in values(-1, 30_001, "1", None, True, 10**40)
    ],
    *[
        ({"chance": key}, "bad-key", "chance: ", "64 hexadecimal digits")
        for key in values(None, 5, "", KEY[1:], KEY + "0", KEY.upper(), KEY + "\n", "\u0663" * 64)
    ],
    *[
        ({"options": options}, "bad-type", f"options: {options!r}", "an object")
        for options in values(None, [], "lifts", 1)
    ],
    # hands
    *[
        ({"hands": hands}, "bad-type", f"hands: {hands!r}", "a list")
        for hands in values("1", None, {}, 7, True)
    ],
    ({"hands": ["1", "2"]}, "bad-length", "hands: 2 entries", "3"),
    ({"hands": ["1"] * 4}, "bad-length", "hands: 4 entries", "3"),
    ({"hands": [None, "", ""]}, "bad-cards", "hands[0]: None", 'cards, like "3 W ship P", or ""'),
    *[
        ({"hands": ["", hand, ""]}, "bad-cards", f"hands[1]: {hand!a}", 'like "3 W ship P"')
        for hand in values(
            "8",
            "0",
            "w",
            "p",
            "12",
            "1  2",
            " 1",
            "1 ",
            "1\n",
            "1\t2",
            "Ship",
            "sh\u0131p",
            "\u0661",
            "WW",
            "1,2",
            "1?",
            "#1",
            "\x00",
            "\ud800",
            1,
            ["1"],
            {},
            False,
            0.5,
        )
    ],
    ({"hands": [cards(11, "1"), "", ""]}, "too-many-cards", "cards: 11 of 1", "at most 10"),
    ({"hands": [cards(6, "1"), cards(5, "1"), ""]}, "too-many-cards", "cards: 11 of 1", "10"),
    ({"hands": [cards(121, "1"), "", ""]}, "too-many-cards", "hands[0]: 121 cards", "at most 120"),
    (
        {"hands": [cards(120, "1"), cards(120, "1"), cards(120, "1")]},
        "too-many-cards",
        "cards: 360 of 1",
        "at most 10",
    ),
    ({"hands": ["W"], "players": 2}, "bad-length", "hands: 1 entries", "2"),
    ({"hands": ["1", "2", "?3"]}, "whose-view", "hands: 2 known", "one, or viewer"),
    ({"hands": ["1", "2", "?3"], "viewer": 0}, "hidden-cards", "hands[1]: '2'", '"?5"'),
    ({"hands": ["?1", "?2", "?3"], "viewer": 0}, "bad-cards", "hands[0]: '?1'", "cards, like"),
    *[
        ({"hands": ["1", "?1", hidden]}, "hidden-cards", f"hands[2]: {hidden!a}", '"?5"')
        for hidden in values("?", "?-1", "?121", "?1000", "??", "?1 ", "?x", "?\u0661", "?1.0")
    ],
    ({"hands": ["1", "?2", 3], "viewer": 0}, "hidden-cards", "hands[2]: 3", '"?5"'),
    ({"hands": ["1", "?2", "?3"], "to_move": -1}, "bad-cards", "hands[1]: '?2'", "cards, like"),
    ({"hands": ["1", "?120", "?3"]}, "too-many-cards", "hidden cards: 123", "the 119 unseen"),
    ({"hands": ["?120", "?120", "?120"]}, "too-many-cards", "hidden cards: 360", "the 120 unseen"),
    # islands
    *[
        ({"islands": islands}, "bad-type", f"islands: {islands!r}", "a list")
        for islands in values("111", None, {}, 7)
    ],
    ({"islands": [[], []]}, "bad-length", "islands: 2 entries", "3"),
    *[
        ({"islands": [[], island, []]}, "bad-type", f"islands[1]: {island!r}", "a list")
        for island in values("111", None, {}, 7, True)
    ],
    *[
        (
            {"islands": [[], ["123", group], []]},
            "bad-group",
            f"islands[1][1]: {group!a}",
            'a group, like "111", "1WW=", "12W4567"',
        )
        for group in values(
            "",
            "1",
            "11",
            "112",
            "121",
            "132",
            "321",
            "124",
            "W11",
            "1W1",
            "671",
            "7W1",
            "12345671",
            "67W",
            "WW1",
            "WW2",
            "111=",
            "11W=",
            "123=",
            "W=",
            "1=W",
            "1WW==",
            "WWWWWWWW",
            "8",
            "189",
            " 111",
            "111 ",
            "111\n",
            "1 1 1",
            "ship",
            "ship+ship",
            "ship+ship+1",
            "ship+ship+W",
            "ship+ship+pirate",
            "+ship+ship+ship",
            "ship++ship+ship",
            "Ship+ship+ship",
            "P1",
            "1P",
            "PW",
            "p",
            "P=",
            "W" * 63 + "=",
            "1" * 63,
            "P" * 32,
            "\u0661\u0661\u0661",
            "+".join(["ship"] * 32),
            111,
            None,
            ["111"],
            {},
            True,
        )
    ],
    ({"islands": [["P", "P"], [], []]}, "bad-group", "islands[0][1]: P", "all P in one group"),
    ({"islands": [[], [], ["PP", "111", "PPP"]]}, "bad-group", "islands[2][2]", "in one group"),
    ({"islands": [["111"] * 44, [], []]}, "too-many-cards", "islands[0]: 123 cards", "most 120"),
    (
        {"islands": [["111"] * 30, ["222"] * 14, []]},
        "too-many-cards",
        "islands[1]: 123",
        "most 120",
    ),
    ({"islands": [["1" * 11], [], []]}, "too-many-cards", "cards: 11 of 1", "at most 10"),
    ({"islands": [["1" * 9], ["1WW="], ["123"]]}, "too-many-cards", "cards: 11 of 1", "10"),
    ({"islands": [["WWW="] * 4, [], []]}, "too-many-cards", "cards: 12 of W", "at most 10"),
    ({"islands": [["PPP"], ["PPP"], ["PPP"]]}, "too-many-cards", "cards: 9 of P", "at most 8"),
    (
        {"islands": [["ship+ship+ship"], [], []], "discard": "ship ship"},
        "too-many-cards",
        "cards: 5 of ship",
        "at most 4",
    ),
    ({"islands": [["1" * 62], [], []]}, "too-many-cards", "cards: 62 of 1", "at most 10"),
    ({"islands": [["P" * 31], ["P" * 31], []]}, "too-many-cards", "cards: 62 of P", "at most 8"),
    # piles
    *[
        ({key: pile}, "bad-cards", f"{key}: {pile!r}", 'like "3 W ship P"')
        for key in values("faceup", "discard")
        for pile in values(None, 1, [], ["1"], {}, "8", " ", "1  1", "?2", False)
    ],
    *[
        ({"draw": pile}, "bad-cards", f"draw: {pile!r}", 'like "3 W ship P"')
        for pile in values(1, [], ["1"], {}, False)
    ],
    ({"draw": "1 8"}, "bad-cards", "draw: '8'", 'like "3 W ship P"'),
    ({"draw": "1  2"}, "bad-cards", "draw: ' '", 'like "3 W ship P"'),
    ({"draw": " "}, "bad-cards", "draw: ' '", 'like "3 W ship P"'),
    ({"draw": "1 1\n"}, "bad-cards", r"draw: '1\n'", 'like "3 W ship P"'),
    ({"faceup": "1 2 3"}, "too-many-cards", "faceup: 3 cards", "at most 2"),
    ({"discard": cards(121, "1")}, "too-many-cards", "discard: 121 cards", "at most 120"),
    ({"discard": cards(120, "1")}, "too-many-cards", "cards: 120 of 1", "at most 10"),
    ({"draw": cards(121, "1")}, "too-many-cards", "draw: too many cards", "at most 120"),
    ({"draw": cards(11, "1")}, "too-many-cards", "cards: 11 of 1", "at most 10"),
    ({**THREE, "draw": cards(10, "1")}, "too-many-cards", "cards: 11 of 1", "at most 10"),
    ({**VIEW, "draw": "?x"}, "hidden-cards", "draw: '?x'", '"?5"'),
    ({**VIEW, "draw": "?121"}, "hidden-cards", "draw: '?121'", '"?5"'),
    ({**VIEW, "draw": "?120 ?1"}, "too-many-cards", "draw: too many cards", "at most 120"),
    ({**VIEW, "draw": "?115"}, "too-many-cards", "hidden cards: 120", "the 119 unseen"),
    ({**VIEW, "draw": "1 ?2"}, "hidden-cards", "draw: a view shows just", "known to say so"),
    (
        {**VIEW, "draw": "1 ?2", "known": {"draw": [[1], [], []]}},
        "hidden-cards",
        "draw: a view shows just",
        "known to say so",
    ),
    (
        {**VIEW, "draw": "1 ?2", "known": {"draw": [[], [0], []]}},
        "hidden-cards",
        "draw: a view shows just",
        "known to say so",
    ),
    (
        {**VIEW, "known": {"draw": [[0], [], []]}},
        "hidden-cards",
        "draw: a view shows just",
        "known to say so",
    ),
    (
        {"hands": ["?1"] * 3, "draw": "1 ?2", "known": {"draw": [[0], [0], [0]]}},
        "hidden-cards",
        "draw: a view shows just",
        "known to say so",
    ),
    (
        {**VIEW, "draw": cards(10, "1"), "known": {"draw": [list(range(10)), [], []]}},
        "too-many-cards",
        "cards: 11 of 1",
        "at most 10",
    ),
    # the end
    ({**THREE, "went_out": 0}, "game-over", "to_move: 0", "-1 after going out"),
    *[
        (
            {**THREE, "to_move": -1, "went_out": number},
            "bad-number",
            f"went_out: {number!r}",
            "0 to 2",
        )
        for number in values(-1, 3, "0", True, [], 2**65)
    ],
    (
        {**THREE, "to_move": -1, "turn": {"player": 0}},
        "game-over",
        "turn: the game is over",
        "null",
    ),
    ({**THREE, "to_move": -1, "turn": {"step": "top"}}, "game-over", "turn: the game is", "null"),
    # scores
    *[
        (
            {**THREE, "islands": [["111"], [], ["P"]], "scores": scores},
            "bad-scores",
            "scores: ",
            "[3",
        )
        for scores in values([3, 0, 4], [3, 0, True], ["3", 0, 5], [10**5000, 0, 5], [None, 0, 5])
    ],
    *[
        ({**THREE, "scores": scores}, "bad-type", f"scores: {scores!r}", "a list")
        for scores in values(None, 0, "0", {})
    ],
    ({**THREE, "scores": [0, 0]}, "bad-length", "scores: 2 entries", "3"),
    ({**ALL_OUT, "scores": [14, 0, 0]}, "bad-scores", "scores: [14, 0, 0]", "[19, 0, 0]"),
    # turn
    *[
        ({**THREE, "turn": turn}, "bad-type", f"turn: {turn!r}", "an object")
        for turn in values(0, "main", [], True, ["step"])
    ],
    ({**THREE, "turn": {"stage": 1}}, "unknown-key", "turn: unknown 'stage'", "player, lifts"),
    *[
        (
            {**THREE, "turn": {"step": step}},
            "bad-turn",
            f"turn: step: {step!r}",
            "block, pick, revive",
        )
        for step in values("main", "", "over", "Block", 0, True, 1.5)
    ],
    *[
        ({**THREE, "turn": {"player": number}}, "bad-number", f"player: {number!r}", "from 0 to 2")
        for number in values(-1, 3, "0", None, True, 10**30)
    ],
    *[
        ({**THREE, "turn": {"lifts": number}}, "bad-number", f"lifts: {number!r}", "from 0 to 250")
        for number in values(-1, 251, "0", None, True, 10**30)
    ],
    (
        {**THREE, "options": {"lifts": 6}, "turn": {"lifts": 7}},
        "bad-number",
        "lifts: 7",
        "a whole number from 0 to 6",
    ),
    *[
        ({**THREE, "turn": {"elixirs": number}}, "bad-number", f"elixirs: {number!r}", "0 to 120")
        for number in values(-1, 121, "0", None, True, 10**30)
    ],
    ({**THREE, "turn": {"player": 1}}, "wrong-turn", "to_move: 0", "the player whose turn it is"),
    ({**turn(to_move=1)}, "wrong-turn", "to_move: 1", "the player whose turn it is"),
    (turn("thief", 0, step="block"), "wrong-turn", "to_move: 0", "an opponent"),
    (turn("captain", 0, step="give"), "wrong-turn", "to_move: 0", "an opponent"),
    *[
        (turn(card, 1, step=step, **keys), "wrong-turn", "to_move: 1", "the player whose turn")
        for card, step, keys in values(
            ("thief", "pick", {"target": 1}),
            ("elixir", "revive", {}),
            ("parrot", "name", {"target": 1}),
            ("spyglass", "top", {"cards": 2}),
        )
    ],
    (turn(to_move=1, step="place", left=1, player=0), "wrong-turn", "to_move: 1", "whose turn"),
    ({**turn(to_move=1, step="block")}, "bad-turn", "turn: card: missing", "in step block"),
    ({**turn(step="pick", target=1)}, "bad-turn", "turn: card: missing", "in step pick"),
    (turn("thief", step="pick"), "bad-turn", "turn: target: missing", "in step pick"),
    (turn("parrot", step="name"), "bad-turn", "turn: target: missing", "in step name"),
    ({**turn(step="top")}, "bad-turn", "turn: cards: missing", "in step top"),
    ({**turn(step="place")}, "bad-turn", "turn: left: missing", "in step place"),
    *[
        (
            {**turn(to_move=1, step="block"), "turn": {"player": 0, "step": "block", "card": card}},
            "bad-turn",
            f"turn: card: {card!r}",
            "thief, cannon, elixir, captain, blindbeard",
        )
        for card in values("spyglass", "1", "P", "W", "", None, 8, ["thief"], {}, True)
    ],
    *[
        (
            {**THREE, "discard": "thief", "turn": {"step": "pick", "card": card, "target": 1}},
            "bad-turn",
            f"turn: card: {card!r}",
            "thief, cannon",
        )
        for card in values("parrot", "blindbeard", "spyglass", "1", None, 0)
    ],
    (turn("thief", step="revive"), "bad-turn", "turn: card: 'thief'", "elixir"),
    (turn("elixir", 1, step="give"), "bad-turn", "turn: card: 'elixir'", "captain"),
    (turn("thief", step="name", target=1), "bad-turn", "turn: card: 'thief'", "parrot"),
    *[
        (turn(card, 1, step="block", target=1), "bad-turn", "turn: target: 1", "none for this card")
        for card in values("elixir", "captain", "ship")
    ],
    (turn("elixir", step="revive", target=1), "bad-turn", "turn: target", "only player"),
    ({**THREE, "turn": {"card": "ship"}}, "bad-turn", "turn: card", "player, lifts, elixirs, step"),
    ({**THREE, "turn": {"step": None, "left": 1}}, "bad-turn", "turn: left", "elixirs, step"),
    (
        turn("thief", 1, step="block", target=1, tired=True),
        "bad-turn",
        "turn: tired: true",
        "false for thief",
    ),
    ({**THREE, "known": {"secrets": [0, 0, 0]}}, "bad-type", "known: secrets[0]: 0", "a list"),
    ({**THREE, "known": {"draw": [{}, {}, {}]}}, "bad-type", "known: draw[0]: {}", "a list"),
    (
        {"hands": ["1 2", "3", "4"], "known": {"none": ["3 2", "", ""]}},
        "bad-none",
        "known: none[0]: 2 of that hand",
        "what it lacks",
    ),
    (
        {"hands": ["1 2", "?3", "?2"], "known": {"hands": ["", "W", ""], "none": ["", "W", ""]}},
        "bad-none",
        "known: none[1]: W of that hand",
        "what it lacks",
    ),
    (
        {"hands": ["1 2", "?3", "?2"], "known": {"none": ["", " ".join(KINDS), ""]}},
        "bad-none",
        "known: none[1]: leaves 0 cards for 3",
        "as many",
    ),
    (
        {"hands": ["1 2", "", "4"], "to_move": -1, "went_out": 0},
        "not-out",
        "went_out: 0",
        "a player with two full rainbows and no cards",
    ),
    (
        {"hands": ["", "1", ""], "islands": [["1234567"], [], []], "to_move": -1, "went_out": 0},
        "not-out",
        "went_out: 0",
        "a player with two full rainbows and no cards",
    ),
    (
        {
            **turn("captain", 1, step="give"),
            "options": {"deck": deck(0, captain=1, ship=1, **{"5": 22})},
            "hands": ["?1", "?2", "5 5"],
            "viewer": 2,
            "draw": "ship ?17",
            "known": {"draw": [[], [], [0]]},
        },
        "bad-turn",
        "turn: step",
        "one in which there is a choice",
    ),
    (turn("thief", step="pick", target=1) | {"discard": "3"}, "bad-turn", "turn: card", "on top"),
    (turn(step="top", cards=2) | {"discard": "ship"}, "bad-turn", "turn: card", "on top"),
    (
        {"hands": ["1 2", "?3", "?2"], "chance": "0" * 64},
        "hidden-cards",
        "chance: a view does not know",
        "no chance",
    ),
    (turn("captain", 1, step="give", target=0), "bad-turn", "turn: target", "only player"),
    *[
        (turn("thief", 1, step="block", target=seat), "bad-turn", f"target: {seat}", "who is asked")
        for seat in values(0, 2)
    ],
    *[
        (turn(card, step=step, target=0), "bad-turn", "turn: target: 0", "an opponent")
        for card, step in values(("cannon", "pick"), ("parrot", "name"))
    ],
    *[
        (turn("cannon", step="pick", target=seat), "bad-number", f"target: {seat!r}", "from 0 to 2")
        for seat in values(-1, 3, "1", None, True, 10**30)
    ],
    *[
        (
            turn("elixir", step="revive", tired=value),
            "bad-type",
            f"tired: {value!r}",
            "true or false",
        )
        for value in values(None, 0, 1, "no", [])
    ],
    *[
        (turn("spyglass", step="top", cards=number), "bad-number", f"cards: {number!r}", "2 to 4")
        for number in values(0, 1, 5, "2", None, True, 10**30)
    ],
    (
        {**turn("spyglass", step="top", cards=3), "draw": "1 2"},
        "bad-turn",
        "turn: cards",
        "no more than the draw pile has",
    ),
    *[
        (turn(step="place", left=number), "bad-number", f"left: {number!r}", "from 1 to 3")
        for number in values(0, 4, "1", None, True, 10**30)
    ],
    (
        {**turn(step="place", left=1), "draw": "1"},
        "bad-turn",
        "turn: step place",
        "no cards left to draw",
    ),
    (
        {**turn(step="place", left=1), "draw": "", "faceup": "1"},
        "bad-turn",
        "turn: step place",
        "no cards left to draw",
    ),
    *[
        (
            {**turn("cannon", 1, step="block"), "discard": pile},
            "bad-turn",
            "turn: card",
            "the card played on top of the discard pile",
        )
        for pile in values("", "cannon 2", "thief")
    ],
    (
        {**turn("elixir", step="revive"), "discard": "elixir 1"},
        "bad-turn",
        "turn: card",
        "the card played on top of the discard pile",
    ),
    # nothing to decide
    (
        {**turn("cannon", 1, step="block"), "hands": ["1", "", "3"]},
        "bad-turn",
        "turn: step",
        "one in which there is a choice",
    ),
    (
        {**turn("cannon", 1, step="block"), "hands": ["1", "?0", "?3"]},
        "bad-turn",
        "turn: step",
        "one in which there is a choice",
    ),
    (turn("thief", step="pick", target=1), "bad-turn", "turn: step", "there is a choice"),
    (turn("elixir", step="revive"), "bad-turn", "turn: step", "there is a choice"),
    (
        {**turn("elixir", step="revive", tired=True), "discard": "elixir elixir"},
        "bad-turn",
        "turn: step",
        "there is a choice",
    ),
    (turn("captain", 1, step="give"), "bad-turn", "turn: step", "there is a choice"),
    (
        {**turn("parrot", step="name", target=2), "hands": ["1", "2", ""]},
        "bad-turn",
        "turn: step",
        "there is a choice",
    ),
    (
        {**turn("parrot", step="name", target=2), "hands": ["?1", "2", "?0"]},
        "bad-turn",
        "turn: step",
        "there is a choice",
    ),
    # what is known
    *[
        ({**THREE, "known": value}, "bad-type", f"known: {value!r}", "an object")
        for value in values(0, "", [], True)
    ],
    (known(hand=[]), "unknown-key", "known: unknown 'hand'", "hands, secrets, draw, none"),
    *[
        (known(**{key: value}), "bad-type", f"{key}: {value!r}", "a list")
        for key in values("hands", "secrets", "draw", "none", "excluded", "fresh")
        for value in values(None, "", 1, {}, True)
    ],
    *[
        (known(**{key: []}), "bad-length", f"{key}: 0 entries", "3")
        for key in values("hands", "secrets", "draw", "none", "excluded", "fresh")
    ],
    *[
        (known(**{key: ["", value, ""]}), "bad-cards", f"known: {key}[1]: {value!r}", "3 W ship P")
        for key in values("hands", "none", "excluded")
        for value in values(None, 1, "8", "11", "?1", " ", [], False)
    ],
    *[
        (known(secrets=[[], value, []]), "bad-type", f"known: secrets[1]: {value!r}", "a list")
        for value in values(1, "1", {"a": 1}, True)
    ],
    (known(secrets=["", [""], ""]), "bad-length", "known: secrets[1]: 1 entries", "3"),
    (
        known(secrets=["", ["8", "", ""], ""]),
        "bad-cards",
        "known: secrets[1][0]: '8'",
        "3 W ship P",
    ),
    (known(secrets=["", ["", "", 1], ""]), "bad-cards", "known: secrets[1][2]: 1", "3 W ship P"),
    *[
        (known(draw=[value, [], []]), "bad-type", f"known: draw[0]: {value!r}", "a list")
        for value in values(1, "0", {"a": 1}, True)
    ],
    *[
        (known(draw=[[], [], [value]]), "bad-number", f"known: draw[2]: {value!r}", "from 0 to 114")
        for value in values(-1, 115, "0", None, True, [], 10**30)
    ],
    *[
        (known(fresh=[0, value, 0]), "bad-number", f"fresh[1]: {value!r}", "from 0 to 120")
        for value in values(-1, 121, "0", None, True, [], 10**30)
    ],
    (known(hands=["2", "", ""]), "not-held", "known: 2 of hands[0]", "cards of that hand"),
    (known(hands=["1 1 1", "", ""]), "not-held", "known: 1 1 1 of hands[0]", "cards of that"),
    (known(hands=["1 1 1 W", "", ""]), "not-held", "known: 1 1 1 W of hands[0]", "cards of"),
    (known(secrets=[[], ["2", "", ""], []]), "not-held", "known: 2 of hands[0]", "cards of that"),
    (
        known(hands=["1", "", ""], secrets=[[], ["1 1", "", ""], []]),
        "not-held",
        "known: 1 1 1 of hands[0]",
        "cards of that hand",
    ),
    (known(hands=[cards(121, "1"), "", ""]), "too-many-cards", "known: hands[0]: 121", "120"),
    (known(hands=[cards(120, "1"), "", ""]), "not-held", "of hands[0]", "cards of that hand"),
    (
        {**VIEW, "known": {"hands": ["", "1 2 3", ""]}},
        "not-held",
        "known: 1 2 3 of hands[1]",
        "cards of that hand",
    ),
    (
        {**VIEW, "known": {"hands": ["", "1 2", ""], "secrets": [["", "3", ""], [], []]}},
        "not-held",
        "known: 1 2 3 of hands[1]",
        "cards of that hand",
    ),
    (
        {"hands": [cards(9, "1"), "?2", "?3"], "known": {"hands": ["", "1", ""]}, "faceup": "1"},
        "too-many-cards",
        "cards: 11 of 1",
        "at most 10",
    ),
    (
        {**VIEW, "hands": ["1", "?20", "?3"], "known": {"hands": ["", cards(10, "1"), ""]}},
        "too-many-cards",
        "cards: 11 of 1",
        "at most 10",
    ),
    (
        {"hands": ["1", "?20", "?3"], "known": {"secrets": [["", cards(10, "1"), ""], [], []]}},
        "too-many-cards",
        "cards: 11 of 1",
        "at most 10",
    ),
]


@pytest.mark.parametrize(
    ("keys", "code", "field", "expected"),
    REFUSED,
    ids=[f"{row[1]} {row[2]!a}" for row in REFUSED],
)
def test_what_cannot_be_is_refused_with_its_reason_its_field_and_what_was_expected(
    keys: dict[str, Any], code: str, field: str, expected: str
) -> None:
    refused = refusal(**keys)
    found, _, wanted = str(refused).partition("; expected ")
    assert refused.code == code
    assert field[:50] in found
    assert expected in wanted
    assert str(refused).isprintable()
    assert len(str(refused)) < 300


@pytest.mark.parametrize("key", ["players", "to_move", "viewer", "chance", "chances", "went_out"])
def test_a_number_too_long_to_print_is_refused(key: str) -> None:
    assert refusal(**{**THREE, key: 10**5000}).code in ("bad-number", "bad-key", "game-over")


# Groups as text


def all_sets() -> Iterator[str]:
    """Every set of three to ten cards."""
    for count in range(3, 11):
        for wilds in range(count):
            for number in NUMBERS:
                sure = "" if count - wilds >= 2 else "="
                yield number * (count - wilds) + "W" * wilds + sure
        yield "W" * count + "="


def all_rainbows() -> Iterator[str]:
    """Every rainbow; those of WILDs alone start at 1."""
    for low in range(5):
        for high in range(low + 3, 8):
            for wilds in range(2 ** (high - low) - (low > 0)):
                yield "".join(
                    "W" if wilds >> place & 1 else str(low + place + 1)
                    for place in range(high - low)
                )


def one_group(text: str) -> list[str]:
    """The island that this group makes, as it is written."""
    options = {"deck": deck(0, **dict.fromkeys([*NUMBERS, "W"], 11), ship=9, thief=9, cannon=9)}
    found = position(islands=[[text], [], []], options=options).position()
    island: list[str] = found["islands"][0]
    return island


def test_every_set_is_written_as_it_is_read() -> None:
    sets = list(all_sets())
    assert len(sets) == len(set(sets)) == 372
    codes = [read_group(text) for text in sets]
    assert len(set(codes)) == 372
    for text in sets[:: games(1, 3)]:
        assert one_group(text) == [text]


def test_every_rainbow_is_written_as_it_is_read() -> None:
    rainbows = list(all_rainbows())
    assert len(rainbows) == len(set(rainbows)) == 5 * 8 + 4 * 16 + 3 * 32 + 2 * 64 + 128 - 10
    assert len({read_group(text) for text in rainbows}) == len(rainbows)
    for text in rainbows[:: games(1, 3)]:
        assert one_group(text) == [text]


def test_a_group_of_wilds_alone_is_a_set_only_with_its_sign() -> None:
    assert read_group("WWW") != read_group("WWW=")


@pytest.mark.parametrize("order", ["ship+cannon+ship+thief", "thief+ship+ship+cannon"])
def test_black_cards_are_written_in_alphabetical_order(order: str) -> None:
    assert one_group(order) == ["cannon+ship+ship+thief"]


@pytest.mark.parametrize("count", [1, 2, 3, 31])
def test_rainbow_pirates_of_an_island_are_one_group(count: int) -> None:
    options = {"deck": deck(3, P=31)}
    assert position(islands=[["P" * count], [], []], options=options).scores[0] == 5 * count


# Actions as text

MANY = {"options": {"deck": {"W": 17, "P": 2, "spyglass": 3}}, "draw": "", "faceup": "2 2"}
ISLANDS = [
    ["333", "333", "12W4567", "WWW=", "P", "W4W"],
    ["WWW", "1WW=", "cannon+ship+thief", "3WWW7", "P"],
    ["222", "WWW="],
]
TABLES: dict[str, dict[str, Any]] = {
    "main": {},
    "block": {
        "discard": "thief", "to_move": 1,
        "turn": {"player": 0, "step": "block", "card": "thief"},
    },
    "pick": {"discard": "thief", "turn": {"step": "pick", "card": "thief", "target": 1}},
    "pick from the first": {
        "discard": "cannon", "to_move": 2, "turn": {"step": "pick", "card": "cannon", "target": 0},
    },
    "revive": {"discard": "4 elixir", "turn": {"step": "revive"}},
    "name": {"discard": "parrot", "turn": {"step": "name", "target": 1}},
    "place": {"faceup": "", "to_move": 1, "turn": {"step": "place", "left": 2}},
    "over": {"to_move": -1},
}  # fmt: skip


def table(name: str) -> State:
    """Islands with all types of groups, equal ones among them, at one step of a turn."""
    return position(**{**MANY, "hands": ["1", "2", "3"], "islands": ISLANDS, **TABLES[name]})


def test_there_are_1692_actions() -> None:
    assert pirates.actions == 1692


@pytest.mark.parametrize("name", TABLES)
def test_every_number_has_a_text_of_its_own(name: str) -> None:
    state = table(name)
    texts = [state.action_text(number) for number in range(1692)]
    assert len(set(texts)) == 1692
    assert all(text.isprintable() and text == text.strip() for text in texts)


@pytest.mark.parametrize("name", TABLES)
def test_every_text_of_a_number_is_read_as_this_number(name: str) -> None:
    state = table(name)
    for number in range(1692):
        assert state.action_number(state.action_text(number)) == number


def test_without_groups_every_text_of_a_number_is_read_as_this_number() -> None:
    for players, to_move in ((2, 0), (2, 1), (5, 4)):
        state = position(players=players, hands=["1"] * players, to_move=to_move)
        texts = [state.action_text(number) for number in range(1692)]
        assert [state.action_number(text) for text in texts] == list(range(1692))


NUMBERS_OF: list[tuple[str, str, int]] = [
    ("main", "lay 111", 0),
    ("main", "lay 11W", 1),
    ("main", "lay 1WW=", 2),
    ("main", "lay 7WW=", 20),
    ("main", "lay WWW=", 21),
    ("main", "lay 123", 22),
    ("main", "lay W23", 23),
    ("main", "lay WWW", 29),
    ("main", "lay 234", 30),
    ("main", "lay WW7", 54),
    ("main", "lay 567", 51),
    ("main", "lay thief+thief+thief", 58),
    ("main", "lay spyglass+spyglass+spyglass", 177),
    ("main", "lay P", 178),
    ("main", "add 3>333", 179 + 16 * 0 + 2),
    ("main", "add W>W4W", 179 + 16 * 4 + 7),
    ("main", "add spyglass>W4W", 179 + 16 * 4 + 15),
    ("main", "add 2<W4W", 867 + 8 * 4 + 1),
    ("main", "add 5<#42", 867 + 8 * 42 + 4),
    ("main", "lift P", 1211 + 5),
    ("main", "lift #42", 1211 + 42),
    ("main", "play thief@0", 1254),
    ("main", "play thief@4", 1258),
    ("main", "play cannon@0", 1259),
    ("main", "play elixir", 1264),
    ("main", "play captain", 1265),
    ("main", "play blindbeard@1", 1267),
    ("main", "play ship", 1271),
    ("main", "play parrot@4", 1276),
    ("main", "play spyglass", 1277),
    ("block", "block 1", 1278),
    ("block", "block 7", 1284),
    ("block", "pass", 1285),
    ("pick", "pick 1WW=:1", 1286 + 8 * 6),
    ("pick", "pick 1WW=:2", 1286 + 8 * 6 + 1),
    ("pick", "pick 1WW=:3", 1286 + 8 * 6 + 1),
    ("pick", "pick 3WWW7:5", 1286 + 8 * 8 + 4),
    ("pick", "pick cannon+ship+thief:1", 1286 + 8 * 9 + 1),
    ("pick", "pick thief+ship+cannon:3", 1286 + 8 * 9 + 7),
    ("pick", "pick P:1", 1286 + 8 * 10),
    ("pick", "pick #42:8", 1286 + 8 * 42 + 7),
    ("revive", "pick 1", 1630),
    ("revive", "pick P", 1646),
    ("main", "give thief", 1647),
    ("main", "give spyglass", 1654),
    ("name", "name 1", 1655),
    ("name", "name P", 1671),
    ("main", "top 1", 1672),
    ("main", "top P", 1688),
    ("main", "draw faceup", 1689),
    ("main", "draw pile", 1690),
    ("place", "done", 1691),
]


@pytest.mark.parametrize(("name", "text", "number"), NUMBERS_OF, ids=[row[1] for row in NUMBERS_OF])
def test_an_action_has_its_number(name: str, text: str, number: int) -> None:
    assert table(name).action_number(text) == number


def test_of_equal_groups_the_text_means_the_first() -> None:
    state = table("main")
    texts = [state.action_text(state.action_number("lift 333") + more) for more in range(2)]
    assert texts == ["lift 333", "lift #1"]


def test_of_equal_places_the_text_means_the_first() -> None:
    state = position(
        hands=["1", "2", ""],
        islands=[[], ["WWWWWW7"], []],
        discard="cannon",
        turn={"step": "pick", "card": "cannon", "target": 1},
    )
    assert state.legal_texts() == [f"pick WWWWWW7:{place}" for place in (1, 2, 3, 4, 5, 6, 7)]
    assert state.action_text(1286 + 7) == "pick #0:8"


def test_a_card_of_a_set_of_wilds_can_be_picked_by_its_text() -> None:
    state = position(
        hands=["1", "2", ""],
        islands=[[], ["WWW="], []],
        discard="cannon",
        turn={"step": "pick", "card": "cannon", "target": 1},
    )
    state.play(state.legal_texts())
    assert state.position()["discard"] == "cannon W"


@pytest.mark.parametrize("card", ["thief", "cannon", "blindbeard", "parrot"])
def test_with_two_players_the_opponent_need_not_be_named(card: str) -> None:
    for to_move in (0, 1):
        state = position(players=2, hands=[f"1 {card}"] * 2, to_move=to_move)
        assert state.action_number(f"play {card}") == state.action_number(
            f"play {card}@{1 - to_move}"
        )


@pytest.mark.parametrize("card", ["thief", "cannon", "blindbeard", "parrot"])
def test_with_three_players_the_opponent_must_be_named(card: str) -> None:
    with pytest.raises(BadAction) as caught:
        table("main").action_number(f"play {card}")
    assert caught.value.code == "no-action"


NO_ACTIONS = [
    "",
    " ",
    "lay",
    "lay ",
    "lay 11",
    "lay 1111",
    "lay PP",
    "lay 112",
    "lay 1 1 1",
    "lay  111",
    "Lay 111",
    "lay ship",
    "lay ship+ship",
    "lay ship+ship+ship+ship",
    "lay 124",
    "lay WW1",
    "lay 111=",
    "lay #1",
    "add",
    "add 1",
    "add 1>",
    "add >333",
    "add 1=333",
    "add 1>#43",
    "add 1>#-1",
    "add 1>#",
    "add 1>#001",
    "add 1 > 333",
    "lift",
    "lift ",
    "lift #43",
    "lift #1.0",
    "lift #\u0661",
    "lift  333",
    "lift 12",
    "play",
    "play 1",
    "play P",
    "play thief@5",
    "play thief@-1",
    "play ship@1",
    "play elixir@0",
    "play @1",
    "play thief@1 ",
    "play thief@\u0661",
    "play thief@01",
    "block",
    "block 8",
    "block W",
    "block ship",
    "block P",
    "block 1 ",
    "pass ",
    "pass 1",
    "PASS",
    "pick",
    "pick 8",
    "pick :1",
    "pick 333:",
    "pick 12:1",
    "pick #43:1",
    "pick #1:9",
    "pick #1:0",
    "pick ship+ship:1",
    "give 1",
    "give W",
    "give P",
    "give",
    "name",
    "name 8",
    "name thief@1",
    "name ships",
    "top",
    "top 8",
    "top ?",
    "draw",
    "draw up",
    "draw  pile",
    "draw pile 2",
    "done ",
    "done\n",
    "do",
    "\x00",
    "\ud800",
    "lay " + "1" * 10_000,
    "lay " + "ship+" * 10_000 + "ship",
    "pick " + "1" * 10_000,
]


@pytest.mark.parametrize("text", NO_ACTIONS, ids=lambda text: ascii(text)[:30])
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    for name in ("main", "pick", "over"):
        with pytest.raises(BadAction) as caught:
            table(name).action_number(text)
        assert caught.value.code == "no-action"
        assert "expected a form like" in str(caught.value)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "add 8>222", "add 33>222", "add P>222", "add ship<222", "pick 222", "pick 222:4",
        "pick 222:100",
    ],
    ids=ascii,
)  # fmt: skip
def test_what_cannot_be_done_with_a_group_that_is_there_is_no_action(text: str) -> None:
    islands = [["222"], [], ["222"]]
    turn = {"step": "pick", "card": "thief", "target": 2} if text.startswith("pick") else None
    state = position(hands=["1", "2", "3"], islands=islands, discard="thief", turn=turn)
    with pytest.raises(BadAction) as caught:
        state.action_number(text)
    assert caught.value.code == "no-action"


@pytest.mark.parametrize(
    ("name", "text", "group"),
    [
        ("main", "lift 1234567", "1234567"),
        ("main", "lift 1WW=", "1WW="),
        ("main", "add 1>1WW", "1WW"),
        ("main", "add W<345", "345"),
        ("main", "add thief>ship+cannon+thief", "ship+cannon+thief"),
        ("pick", "pick 333:1", "333"),
        ("pick", "pick PPP:3", "PPP"),
        ("pick", "pick 123W567:2", "123W567"),
    ],
)
def test_a_group_that_is_not_there_is_named(name: str, text: str, group: str) -> None:
    with pytest.raises(BadAction) as caught:
        table(name).action_number(text)
    assert caught.value.code == "no-group"
    assert str(caught.value) == (
        f"'{text}': {group} is not on the island; expected a group that is"
    )


@pytest.mark.parametrize("place", [0, 4, 8, 9, 99])
def test_a_place_that_a_group_does_not_have_is_refused(place: int) -> None:
    with pytest.raises(BadAction):
        table("pick").action_number(f"pick 1WW=:{place}")


@pytest.mark.parametrize("text", [None, 5, 5.0, True, ["lay P"], {"lay P": 1}, b"pass"], ids=repr)
def test_what_is_no_text_is_refused_as_an_action(text: Any) -> None:
    state = table("main")
    with pytest.raises(BadAction) as caught:
        state.action_number(text)
    assert caught.value.code == "no-action"
    assert state.split_text(text) == [text]
    with pytest.raises(BadAction):
        state.play([text])


def test_a_number_too_long_to_print_is_no_action() -> None:
    with pytest.raises(BadAction) as caught:
        table("main").action_number(10**5000)  # type: ignore[arg-type]
    assert caught.value.code == "no-action"


SPLIT = {
    "lay 111": ["lay 111"],
    "lay 1WW=": ["lay 1WW="],
    "lay P": ["lay P"],
    "lay PPP": ["lay P"] * 3,
    "lay 1111": ["lay 111", "add 1>111"],
    "lay 11WW": ["lay 11W", "add W>11W"],
    "lay 1WWWW=": ["lay 1WW=", "add W>1WW=", "add W>1WWW="],
    "lay WWWWW=": ["lay WWW=", "add W>WWW=", "add W>WWWW="],
    "lay 1234": ["lay 123", "add 4>123"],
    "lay 12W4567": ["lay 12W", "add 4>12W", "add 5>12W4", "add 6>12W45", "add 7>12W456"],
    "lay WWW": ["lay WWW"],
    "lay WWWW": ["lay WWW", "add W>WWW"],
    "lay WWW4": ["lay WW4", "add W<WW4"],
    "lay WWW4W": ["lay WW4", "add W>WW4", "add W<WW4W"],
    "lay WWWWWW7": ["lay WW7", "add W<WW7", "add W<WWW7", "add W<WWWW7", "add W<WWWWW7"],
    "lay ship+thief+cannon": ["lay cannon+ship+thief"],
    "lay ship+ship+ship+ship": ["lay ship+ship+ship", "add ship>ship+ship+ship"],
    "lay ship+elixir+parrot+thief": ["lay elixir+parrot+ship", "add thief>elixir+parrot+ship"],
    "lay 11": ["lay 11"],
    "lay": ["lay"],
    "lift 1111": ["lift 1111"],
    "add 1>1111": ["add 1>1111"],
}


@pytest.mark.parametrize(("text", "actions"), SPLIT.items(), ids=SPLIT)
def test_a_longer_group_is_laid_by_three_cards_and_added_to(text: str, actions: list[str]) -> None:
    found = table("main").split_text(text)
    if "elixir" in text:  # any three of them may be the first
        assert len(found) == len(actions)
    else:
        assert found == actions


def laid_from_the_hand(group: str) -> None:
    """All cards of the group in hand, one lays it by its text, and it lies there."""
    words = group.split("+") if "+" in group else list(group.removesuffix("="))
    state = position(
        hands=[" ".join([*words, "7"]), "", ""],
        options={"deck": deck(0, **dict.fromkeys([*NUMBERS, "W"], 12), **dict.fromkeys(BLACK, 3))},
    )
    state.play([f"lay {group}"])
    found = state.position()
    assert (found["islands"][0], found["hands"][0]) == ([group], "7")


def test_every_rainbow_can_be_laid_by_its_text() -> None:
    for rainbow in list(all_rainbows())[:: games(1, 5)]:
        laid_from_the_hand(rainbow)


def test_every_set_can_be_laid_by_its_text() -> None:
    for group in list(all_sets())[:: games(2, 9)]:
        laid_from_the_hand(group)


def test_black_groups_can_be_laid_by_their_texts() -> None:
    choices = random.Random(1)
    for _ in range(games(40, 10)):
        names = choices.sample(sorted(BLACK * 3), choices.randint(3, 12))
        laid_from_the_hand("+".join(sorted(names)))


def test_of_several_actions_written_as_one_all_or_none_are_played() -> None:
    state = position(hands=["1 1 1 2", "", ""])
    before = state.copy()
    with pytest.raises(BadAction):
        state.play(["lay 1111"])
    assert state == before


# Odd positions: refused, or played on from


def check_legal(state: State) -> None:
    """The state is read back, has a legal action until the game is over, and all see it."""
    assert pirates.position(state.position()) == state
    if state.viewer in (None, state.current_player):
        assert state.is_over or state.legal_actions()
    if state.viewer is None:
        record = state.record
        assert record.hand.sum(axis=1).tolist() == record.hand_count.tolist()
        assert record.hand.min() >= 0
    generator = new_generator(1)
    seated = {-1, state.current_player, state.players - 1}
    for viewer in seated if state.viewer is None else [state.viewer]:
        view = state.view(viewer)
        assert pirates.position(view.position()) == view
        assert view.encode().shape == (pirates.features,)
        if viewer == state.current_player >= 0:
            assert view.legal_texts() == state.legal_texts()
        for _ in range(3):
            sample = view.resample(generator)
            assert sample.view(viewer) == view
            assert pirates.position(sample.position()) == sample
            assert sample.is_over or sample.legal_actions()
        if viewer == state.current_player >= 0:
            assert sample.legal_texts() == view.legal_texts()


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
    check_legal(state)


def read(found: dict[str, Any]) -> State | BadPosition | BadOptions:
    """A position as it is read, or its refusal."""
    try:
        return pirates.position(found)
    except (BadPosition, BadOptions) as refused:
        return refused


def try_out(found: dict[str, Any], seed: int) -> bool:
    """Whether a position is accepted; it is then one to play on from."""
    state = read(found)
    if isinstance(state, Exception):
        assert str(state).isprintable()
        assert len(str(state)) < 300
        return False
    check_legal(state)
    if state.viewer is not None:
        state = state.resample(new_generator(seed))
    play_on(state, seed)
    return True


ALL_CARDS = " ".join(Counter(DECK).elements())
BLOCKED = {"player": 0, "step": "block", "card": "cannon"}
ODD: dict[str, dict[str, Any]] = {
    "nobody has cards": {},
    "nobody has cards, and there are none to draw": {"draw": ""},
    "one card to draw": {"draw": "1"},
    "one card lies open": {"draw": "", "faceup": "ship"},
    "one card lies open beside a draw pile": {"draw": "1 2 3", "faceup": "ship"},
    "all cards in one hand": {"hands": [ALL_CARDS, ""]},
    "all cards but two in one hand": {"hands": [ALL_CARDS[6:-2], ""]},
    "all cards on the discard pile": {"discard": ALL_CARDS},
    "forty groups": {"islands": [["ship+ship+ship"] * 10, [f"{n}W{n + 2}" for n in range(1, 6)]]},
    "all groups there can be": {
        "options": {"deck": deck(0, W=29, P=2, thief=31, ship=31, captain=27)},
        "islands": [
            ["thief+thief+thief"] * 10 + ["WWW="] * 9 + ["ship+ship+ship"] * 5 + ["P"],
            ["captain+captain+captain"] * 9 + ["ship+ship+ship"] * 5 + ["P"],
        ],
    },
    "an island of WILDs": {"islands": [["WWW", "WWW="], ["WWWW"]], "hands": ["1 2 3", "cannon"]},
    "a rainbow of seven WILDs": {"islands": [["WWWWWWW", "W23"], []], "hands": ["1 2 3", "thief"]},
    "an Elixir too many": {"hands": ["elixir elixir", ""], "turn": {"elixirs": 120}},
    "lifts that are no more allowed": {
        "options": {"lifts": 0}, "hands": ["1 1 1", ""], "islands": [["123"], []],
    },
    "lifts without end": {"options": {"lifts": 1000}, "islands": [["123"], []]},
    "over without a reason": {"to_move": -1, "hands": ["1", "2"]},
    "over, seen by one": {"to_move": -1, "viewer": 1, "hands": ["1", "W"], "draw": "?3"},
    "over, seen by nobody": {"to_move": -1, "viewer": -1, "hands": ["1", "W"]},
    "out": {"to_move": -1, "went_out": 1, "islands": [[], ["1234567", "123456W"]]},
    "out by itself": {"islands": [["1234567", "123456W"], []], "hands": ["", "1"]},
    "out by itself, seen by its player": {
        "viewer": 0, "islands": [["1234567", "123456W"], []], "hands": ["", "?0"],
    },
    "two full rainbows before the turn": {
        "islands": [[], ["1234567", "123456W"]], "hands": ["1", ""],
    },
    "blocked with a full island": {
        "islands": [["1234567", "123456W"], []], "hands": ["", "2"], "to_move": 1,
        "discard": "cannon", "turn": BLOCKED,
    },
    "a pick from a lone RAINBOW PIRATE": {
        "islands": [[], ["P"]], "discard": "thief",
        "turn": {"step": "pick", "card": "thief", "target": 1},
    },
    "a pick with the card nowhere": {
        "islands": [[], ["123"]], "turn": {"step": "pick", "card": "thief", "target": 1},
    },
    "a tired Elixir": {
        "discard": "1 elixir elixir", "turn": {"step": "revive", "tired": True, "elixirs": 2},
    },
    "the only card of the discard pile": {"discard": "elixir P elixir", "turn": {"step": "revive"}},
    "a name": {"hands": ["", "1"], "turn": {"step": "name", "target": 1}},
    "two cards to order, all there are": {
        "draw": "1 2", "turn": {"step": "top", "cards": 2},
        "known": {"draw": [[0, 1], []]},
    },
    "two cards left of four": {
        "draw": "1 2 3 4 5", "turn": {"step": "top", "cards": 2},
        "known": {"draw": [[0, 1, 2, 3], []]},
    },
    "four cards looked at by both": {
        "draw": "1 2 3 4 5", "turn": {"step": "top", "cards": 4},
        "known": {"draw": [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]},
    },
    "a last placing of the last": {
        "draw": "", "hands": ["1 1 1", "1 2 3 P"], "turn": {"step": "place", "left": 1},
    },
    "a last placing with all there is": {
        "draw": "", "hands": [ALL_CARDS, ""], "turn": {"step": "place", "left": 2, "lifts": 250},
    },
    "facts that were never so": {
        "hands": ["1 P", "2 P"],
        "known": {"excluded": ["1 P", "2 P"], "fresh": [0, 0], "hands": ["1", "2 P"]},
    },
    "facts of more cards than there are": {"known": {"fresh": [120, 120]}},
    "a view of facts that cannot be so": {
        "hands": ["1", "?7"],
        "known": {"none": ["", " ".join(KINDS)], "excluded": ["", " ".join(KINDS)]},
    },
    "a view of known cards of excluded kinds": {
        "hands": ["1", "?7"], "known": {"excluded": ["", "1 2 P"], "hands": ["", "1 1 2 P"]},
    },
    "a view of cards that nobody can hold": {
        "options": {"deck": deck(0, **{"1": 17})}, "hands": ["1", "?5"], "draw": "?11",
        "known": {"none": ["", "1"]},
    },
    "a view without anything": {"viewer": 0, "hands": ["", ""], "draw": ""},
    "a view of the whole deck": {"viewer": -1, "hands": ["?60", "?60"], "draw": ""},
    "a view of a hand of all cards": {"viewer": 0, "hands": ["", "?120"]},
    "a view of what only the viewer knows": {
        "hands": ["1", "?3"], "known": {"secrets": [["", "2 P ship"], ["", ""]]},
    },
    "a view of a draw pile that is known": {
        "hands": ["1", "?3"], "draw": "1 2 ship", "known": {"draw": [[0, 1, 2], [2]]},
    },
    "a view of another who orders": {
        "hands": ["1", "?3"], "to_move": 1, "discard": "spyglass",
        "turn": {"step": "top", "cards": 4}, "known": {"draw": [[], [0, 1, 2, 3]]},
    },
    "a view of one who orders": {
        "hands": ["1", "?3"], "draw": "1 2 ship W ?5", "discard": "spyglass",
        "turn": {"step": "top", "cards": 2}, "known": {"draw": [[0, 1, 2, 3], []]},
    },
    "a view of one who is asked": {
        "hands": ["?1", "1"], "to_move": 1, "discard": "cannon", "turn": BLOCKED,
    },
    "a view of another who is asked": {
        "hands": ["1", "?1"], "to_move": 1, "discard": "cannon", "turn": BLOCKED,
    },
    "a view of another who picks": {
        "hands": ["1", "?1"], "to_move": 1, "islands": [["123"], []],
        "turn": {"step": "pick", "card": "thief", "target": 0},
    },
    "a spectator's view of five": {"players": 5, "hands": ["?9"] * 5, "islands": [["P"]] * 5},
    "the smallest deck": {
        "options": {"deck": deck(1)}, "hands": ["1 2 3 4 5 6 7", ALL_CARDS.split()[-1]],
    },
    "a deck of 120 of a few kinds": {"options": {"deck": deck(0, W=31, P=31, ship=31, elixir=27)}},
    "chance far gone": {"chances": 29_000, "hands": ["blindbeard", "1 2 3"]},
}  # fmt: skip

FAULTY: dict[str, dict[str, Any]] = {
    "a step that is a list": {"turn": {"step": []}},
    "a step that is an object": {"turn": {"step": {}}},
    "more RAINBOW PIRATES than a byte counts": {"players": 5, "islands": [["P" * 31]] * 5},
    "more of a number than a byte counts": {"islands": [["1" * 62] * 4 + ["1" * 8], []]},
    "a secret of one's own hand": {
        "options": {"deck": deck(0, W=7, **{"1": 10})}, "viewer": 0, "hands": ["1", "?5"],
        "draw": "?12", "known": {"secrets": [["1", ""], ["", ""]]},
    },
    "a view of another's secrets": {
        "players": 3, "viewer": 0, "hands": ["1", "?3", "?2"],
        "known": {"secrets": [["", "", ""], ["", "", "1"], ["", "", ""]]},
    },
    "a view of a gift": {
        "players": 3, "viewer": 0, "hands": ["1", "?1", "?1"], "to_move": 1, "discard": "captain",
        "turn": {"player": 0, "step": "give"},
    },
    "a view of a gift without cards": {
        "viewer": 0, "hands": ["1", "?0"], "to_move": 1, "turn": {"player": 0, "step": "give"},
    },
    "a gift that nobody asked for": {
        "hands": ["", "ship"], "to_move": 1, "turn": {"player": 0, "step": "give"},
    },
    "a view of another who is out": {
        "players": 3, "viewer": 1, "hands": ["?0", "1", "?3"],
        "islands": [["1234567", "1234567"], [], []],
    },
    "a view of who is out": {
        "players": 2, "viewer": 0, "hands": ["", "?3"], "islands": [["1234567", "1234567"], []],
    },
    "cards to order that nobody looked at": {
        "draw": "3 4 5 6", "turn": {"step": "top", "cards": 4},
    },
    "a view of cards to order that nobody looked at": {
        "viewer": 0, "hands": ["1", "?2"], "turn": {"step": "top", "cards": 4},
    },
    "a view of another's pick from an empty island": {
        "viewer": 1, "hands": ["?1", "1"], "discard": "thief",
        "turn": {"step": "pick", "card": "thief", "target": 1},
    },
    "a view of another's Elixir that can take nothing": {
        "viewer": 1, "hands": ["?1", "1"], "discard": "elixir", "turn": {"step": "revive"},
    },
    "asked to block, and no card left to draw": {
        "draw": "", "hands": ["", "2"], "to_move": 1, "discard": "cannon", "turn": BLOCKED,
    },
}  # fmt: skip
"""Positions that are refused, or that play goes on from."""


@pytest.mark.parametrize("name", FAULTY)
def test_a_position_that_cannot_be_is_refused_or_played_on_from(name: str) -> None:
    for seed in range(3):
        try_out({"game": "pirates", "players": 2, **FAULTY[name]}, seed)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_position_is_refused_or_played_on_from(name: str) -> None:
    for seed in range(games(2, 1)):
        try_out({"game": "pirates", "players": 2, **ODD[name]}, seed)


def test_most_odd_positions_are_accepted() -> None:
    accepted = [
        isinstance(read({"game": "pirates", "players": 2, **odd}), State) for odd in ODD.values()
    ]
    assert sum(accepted) > 3 / 4 * len(ODD)


# Positions with something in them replaced by anything

ANYTHING: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    43,
    120,
    127,
    128,
    255,
    2**15,
    2**31,
    2**63,
    10**30,
    10**5000,
    0.5,
    float("nan"),
    "",
    " ",
    "1",
    "P",
    "1 1",
    "1 2 W P ship",
    "?",
    "?0",
    "?5",
    "?30",
    "ship ?30",
    "?200",
    "111",
    "1WW=",
    "WWW",
    "PP",
    "1234567",
    "thief",
    "elixir",
    "cannon",
    "captain",
    "spyglass",
    "block",
    "pick",
    "revive",
    "give",
    "name",
    "top",
    "place",
    "\n",
    "\u0661",
    "\ud800",
    "x" * 1000,
    [],
    [""],
    [[]],
    ["1"],
    [0, 0],
    ["111"],
    ["P", "P"],
    ["1234567", "1234567"],
    ["1" * 62] * 5,
    [0, 0, 0],
    ["", "", ""],
    ["?1", "?1", "?1"],
    {},
    {"step": "top", "cards": 4},
    {"step": "place", "left": 1},
    {"lifts": 2},
    {"step": "pick", "card": "thief", "target": 1},
    {"deck": {"1": 31}},
    {"1": 0},
]


def places(found: Any) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a position: the keys that lead there."""
    if isinstance(found, dict | list):
        for key in found if isinstance(found, dict) else range(len(found)):
            yield (key,)
            yield from ((key, *rest) for rest in places(found[key]))


def value_at(found: Any, place: tuple[Any, ...]) -> Any:
    """What stands at a place; None if there is no such place."""
    for key in place:
        if isinstance(found, dict):
            found = found.get(key)
        elif isinstance(found, list) and isinstance(key, int) and key < len(found):
            found = found[key]
        else:
            return None
    return found


def replace(found: Any, place: tuple[Any, ...], value: Any) -> None:
    """Puts a value at a place of a position; "out" takes out what is there."""
    owner = value_at(found, place[:-1])
    if value == "out":
        del owner[place[-1]]
    else:
        owner[place[-1]] = deepcopy(value)


def likely(found: Any, place: tuple[Any, ...]) -> list[Any]:
    """Values for a place that may be accepted: of its type, or standing there in others."""
    alike = [value for value in ANYTHING if type(value) is type(value_at(found, place))]
    others = [value_at(base, place) for base in BASES]
    return [*alike, *(value for value in others if value is not None), "out"]


def bases() -> list[dict[str, Any]]:
    """Positions of each step of a turn, and views of them."""
    found = []
    for step in STEPS:
        state = pirates.position(midgame(step))
        found += [state.position(), *(state.view(viewer).position() for viewer in (-1, 0, 1))]
    return [{key: base[key] for key in base if key not in ("scores", "chance")} for base in found]


BASES = bases()


@settings(
    max_examples=games(120, 30),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
)
@given(st.data())
def test_whatever_is_written_in_a_position_it_is_refused_or_played_on_from(data: Any) -> None:
    found = deepcopy(data.draw(st.sampled_from(BASES)))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(sorted(places(found), key=repr)))
        values = data.draw(st.sampled_from([likely(found, place), ANYTHING]))
        replace(found, place, data.draw(st.sampled_from(values)))
    try_out(found, 1)
