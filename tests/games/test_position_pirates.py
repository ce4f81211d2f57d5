"""Positions and actions of Rainbow Pirates as text: what is read, written and refused."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
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
    for seed in range(games(3, 1)):
        for number, state in enumerate(play_some(name, seed, games(400, 120))):
            found = state.position()
            assert pirates.position(found) == state
            assert pirates.position(found).position() == found
            for viewer in range(-1, state.players):
                if (number + viewer) % games(1, 3) == 0 or state.is_over:
                    view = state.view(viewer)
                    assert pirates.position(view.position()) == view


@pytest.mark.parametrize("name", WAYS)
def test_what_is_legal_is_written_and_read_again(name: str) -> None:
    for state in play_some(name, 9, games(400, 100)):
        for action in state.legal_actions():
            text = state.action_text(action)
            if text not in NOT_READ_BACK:
                assert state.action_number(text) == action
            assert state.split_text(text) == [text]


NOT_READ_BACK = {f"pick {cards}=:1" for cards in ("W" * count for count in range(3, 20))}
"""A card of a set of WILDs alone; see below."""

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
        secrets[knower] if knower == viewer else [""] * 3 for knower in range(3)
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
    left = Counter(DECK) - Counter("1 2 W P cannon ship thief W 2 3 P P 3 4 ship ship".split())
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


REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    # unknown keys
    ({"hand": []}, "unknown-key", "'hand': unknown key", "game, players, options, viewer"),
    ({"": 1}, "unknown-key", "'': unknown key", "game, players, options"),
    ({"tokens": []}, "unknown-key", "'tokens': unknown key", "game, players, options"),
    ({"h\u00e4nde": 0}, "unknown-key", r"'h\xe4nde': unknown key", "game, players"),
    # players and other numbers
    *[
        ({"players": number}, "bad-number", f"players: {number!r}", "whole number from 2 to 5")
        for number in (1, 6, -3, 3.0, True, "3", None, [3], 10**40, 2**64)
    ],
    *[
        ({**THREE, "to_move": number}, "bad-number", f"to_move: {number!r}", "from -1 to 2")
        for number in (-2, 3, None, True, 0.0, "0", [0], 2**70)
    ],
    *[
        ({"viewer": number}, "bad-number", f"viewer: {number!r}", "from -1 to 2")
        for number in (-2, 3, None, False, "1", 127, 10**20)
    ],
    *[
        ({"chances": number}, "bad-number", f"chances: {number!r}", "from 0 to 30000")
        for number in (-1, 30_001, "1", None, True, 10**40)
    ],
    *[
        ({"chance": key}, "bad-key", "chance: ", "64 hexadecimal digits")
        for key in (None, 5, "", KEY[1:], KEY + "0", KEY.upper(), KEY + "\n", "\u0663" * 64)
    ],
    *[
        ({"options": options}, "bad-type", f"options: {options!r}", "an object")
        for options in (None, [], "lifts", 1)
    ],
    # hands
    *[
        ({"hands": hands}, "bad-type", f"hands: {hands!r}", "a list")
        for hands in ("1", None, {}, 7, True)
    ],
    ({"hands": ["1", "2"]}, "bad-length", "hands: 2 entries", "3"),
    ({"hands": ["1"] * 4}, "bad-length", "hands: 4 entries", "3"),
    ({"hands": [None, "", ""]}, "bad-cards", "hands[0]: None", 'cards, like "3 W ship P", or ""'),
    *[
        ({"hands": ["", hand, ""]}, "bad-cards", f"hands[1]: {hand!a}", 'like "3 W ship P"')
        for hand in (
            "8", "0", "w", "p", "12", "1  2", " 1", "1 ", "1\n", "1\t2", "Ship", "sh\u0131p", "\u0661",
            "WW", "1,2", "1?", "#1", "\x00", "\ud800", 1, ["1"], {}, False, 0.5,
        )
    ],
    ({"hands": [cards(11, "1"), "", ""]}, "too-many-cards", "cards: 11 of 1", "at most 10"),
    ({"hands": [cards(6, "1"), cards(5, "1"), ""]}, "too-many-cards", "cards: 11 of 1", "10"),
    ({"hands": [cards(121, "1"), "", ""]}, "too-many-cards", "hands[0]: 121 cards", "at most 120"),
    (
        {"hands": [cards(120, "1"), cards(120, "1"), cards(120, "1")]},
        "too-many-cards", "cards: 360 of 1", "at most 10",
    ),
    ({"hands": ["W"], "players": 2}, "bad-length", "hands: 1 entries", "2"),
    ({"hands": ["1", "2", "?3"]}, "whose-view", "hands: 2 known", "one, or viewer"),
    ({"hands": ["1", "2", "?3"], "viewer": 0}, "hidden-cards", "hands[1]: '2'", '"?5"'),
    ({"hands": ["?1", "?2", "?3"], "viewer": 0}, "bad-cards", "hands[0]: '?1'", "cards, like"),
    *[
        ({"hands": ["1", "?1", hidden]}, "hidden-cards", f"hands[2]: {hidden!r}", '"?5"')
        for hidden in ("?", "?-1", "?121", "?1000", "??", "?1 ", "?x", "?\u0661", "?1.0")
    ],
    ({"hands": ["1", "?2", 3], "viewer": 0}, "hidden-cards", "hands[2]: 3", '"?5"'),
    ({"hands": ["1", "?2", "?3"], "to_move": -1}, "bad-cards", "hands[1]: '?2'", "cards, like"),
    ({"hands": ["1", "?120", "?3"]}, "too-many-cards", "hidden cards: 123", "the 119 unseen"),
    ({"hands": ["?120", "?120", "?120"]}, "too-many-cards", "hidden cards: 360", "the 120 unseen"),
    # islands
    *[
        ({"islands": islands}, "bad-type", f"islands: {islands!r}", "a list")
        for islands in ("111", None, {}, 7)
    ],
    ({"islands": [[], []]}, "bad-length", "islands: 2 entries", "3"),
    *[
        ({"islands": [[], island, []]}, "bad-type", f"islands[1]: {island!r}", "a list")
        for island in ("111", None, {}, 7, True)
    ],
    *[
        (
            {"islands": [[], ["123", group], []]},
            "bad-group", f"islands[1][1]: {group!a}", 'a group, like "111", "1WW=", "12W4567"',
        )
        for group in (
            "", "1", "11", "112", "121", "132", "321", "124", "W11", "1W1", "671", "7W1", "12345671",
            "67W", "WW1", "WW2", "111=", "11W=", "123=", "W=", "1=W", "1WW==", "WWWWWWWW", "8", "189",
            " 111", "111 ", "111\n", "1 1 1", "ship", "ship+ship", "ship+ship+1", "ship+ship+W",
            "ship+ship+pirate", "+ship+ship+ship", "ship++ship+ship", "Ship+ship+ship", "P1", "1P",
            "PW", "p", "P=", "W" * 63 + "=", "1" * 63, "P" * 32, "\u0661\u0661\u0661",
            "+".join(["ship"] * 32), 111, None, ["111"], {}, True,
        )
    ],
    ({"islands": [["P", "P"], [], []]}, "bad-group", "islands[0][1]: P", "all P in one group"),
    ({"islands": [[], [], ["PP", "111", "PPP"]]}, "bad-group", "islands[2][2]", "in one group"),
    ({"islands": [["111"] * 44, [], []]}, "too-many-cards", "islands[0]: more than 43", "fewer"),
    ({"islands": [["111"] * 30, ["222"] * 14, []]}, "too-many-cards", "islands[1]: more", "fewer"),
    ({"islands": [["1" * 11], [], []]}, "too-many-cards", "cards: 11 of 1", "at most 10"),
    ({"islands": [["1" * 9], ["1WW="], ["123"]]}, "too-many-cards", "cards: 11 of 1", "10"),
    ({"islands": [["WWW="] * 4, [], []]}, "too-many-cards", "cards: 12 of W", "at most 10"),
    ({"islands": [["PPP"], ["PPP"], ["PPP"]]}, "too-many-cards", "cards: 9 of P", "at most 8"),
    (
        {"islands": [["ship+ship+ship"], [], []], "discard": "ship ship"},
        "too-many-cards", "cards: 5 of ship", "at most 4",
    ),
    ({"islands": [["1" * 62], [], []]}, "too-many-cards", "cards: 62 of 1", "at most 10"),
    ({"islands": [["P" * 31], ["P" * 31], []]}, "too-many-cards", "cards: 62 of P", "at most 8"),
    # piles
    *[
        ({key: pile}, "bad-cards", f"{key}: {pile!r}", 'like "3 W ship P"')
        for key in ("faceup", "discard")
        for pile in (None, 1, [], ["1"], {}, "8", " ", "1  1", "?2", False)
    ],
    *[
        ({"draw": pile}, "bad-cards", f"draw: {pile!r}", 'like "3 W ship P"')
        for pile in (1, [], ["1"], {}, False)
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
        "hidden-cards", "draw: a view shows just", "known to say so",
    ),
    (
        {**VIEW, "draw": "1 ?2", "known": {"draw": [[], [0], []]}},
        "hidden-cards", "draw: a view shows just", "known to say so",
    ),
    (
        {**VIEW, "known": {"draw": [[0], [], []]}},
        "hidden-cards", "draw: a view shows just", "known to say so",
    ),
    (
        {"hands": ["?1"] * 3, "draw": "1 ?2", "known": {"draw": [[0], [0], [0]]}},
        "hidden-cards", "draw: a view shows just", "known to say so",
    ),
    (
        {**VIEW, "draw": cards(10, "1"), "known": {"draw": [list(range(10)), [], []]}},
        "too-many-cards", "cards: 11 of 1", "at most 10",
    ),
    # the end
    ({**THREE, "went_out": 0}, "game-over", "to_move: 0", "-1 after going out"),
    *[
        ({**THREE, "to_move": -1, "went_out": number}, "bad-number", f"went_out: {number!r}", "0 to 2")
        for number in (-1, 3, "0", True, [], 2**65)
    ],
    ({**THREE, "to_move": -1, "turn": {"player": 0}}, "game-over", "turn: the game is over", "null"),
    ({**THREE, "to_move": -1, "turn": {"step": "top"}}, "bad-turn", "turn: cards: missing", "step"),
    # scores
    *[
        ({**THREE, "islands": [["111"], [], ["P"]], "scores": scores}, "bad-scores", "scores: ", "[3")
        for scores in ([3, 0, 4], [3, 0, True], ["3", 0, 5], [10**5000, 0, 5], [None, 0, 5])
    ],
    *[
        ({**THREE, "scores": scores}, "bad-type", f"scores: {scores!r}", "a list")
        for scores in (None, 0, "0", {})
    ],
    ({**THREE, "scores": [0, 0]}, "bad-length", "scores: 2 entries", "3"),
    ({**ALL_OUT, "scores": [14, 0, 0]}, "bad-scores", "scores: [14, 0, 0]", "[19, 0, 0]"),
    # turn
    *[
        ({**THREE, "turn": turn}, "bad-type", f"turn: {turn!r}", "an object")
        for turn in (0, "main", [], True, ["step"])
    ],
    ({**THREE, "turn": {"stage": 1}}, "unknown-key", "turn: unknown 'stage'", "player, lifts"),
    *[
        ({**THREE, "turn": {"step": step}}, "bad-turn", f"turn: step: {step!r}", "block, pick, revive")
        for step in ("main", "", "over", "Block", 0, True, 1.5)
    ],
    *[
        ({**THREE, "turn": {"player": number}}, "bad-number", f"player: {number!r}", "from 0 to 2")
        for number in (-1, 3, "0", None, True, 10**30)
    ],
    *[
        ({**THREE, "turn": {"lifts": number}}, "bad-number", f"lifts: {number!r}", "from 0 to 250")
        for number in (-1, 251, "0", None, True, 10**30)
    ],
    (
        {**THREE, "options": {"lifts": 6}, "turn": {"lifts": 7}},
        "bad-number", "lifts: 7", "a whole number from 0 to 6",
    ),
    *[
        ({**THREE, "turn": {"elixirs": number}}, "bad-number", f"elixirs: {number!r}", "0 to 120")
        for number in (-1, 121, "0", None, True, 10**30)
    ],
    ({**THREE, "turn": {"player": 1}}, "wrong-turn", "to_move: 0", "the player whose turn it is"),
    ({**turn(to_move=1)}, "wrong-turn", "to_move: 1", "the player whose turn it is"),
    (turn("thief", 0, step="block"), "wrong-turn", "to_move: 0", "an opponent"),
    (turn("captain", 0, step="give"), "wrong-turn", "to_move: 0", "an opponent"),
    *[
        (turn(card, 1, step=step, **keys), "wrong-turn", "to_move: 1", "the player whose turn")
        for card, step, keys in (
            ("thief", "pick", {"target": 1}),
            ("elixir", "revive", {}),
            ("parrot", "name", {"target": 1}),
            ("spyglass", "top", {"cards": 2}),
            ("thief", "place", {"left": 1}),
        )
    ],
    ({**turn(to_move=1, step="block")}, "bad-turn", "turn: card: missing", "in step block"),
    ({**turn(step="pick", target=1)}, "bad-turn", "turn: card: missing", "in step pick"),
    (turn("thief", step="pick"), "bad-turn", "turn: target: missing", "in step pick"),
    (turn("parrot", step="name"), "bad-turn", "turn: target: missing", "in step name"),
    ({**turn(step="top")}, "bad-turn", "turn: cards: missing", "in step top"),
    ({**turn(step="place")}, "bad-turn", "turn: left: missing", "in step place"),
    *[
        (
            {**turn(to_move=1, step="block"), "turn": {"player": 0, "step": "block", "card": card}},
            "bad-turn", f"turn: card: {card!r}", "thief, cannon, elixir, captain, blindbeard",
        )
        for card in ("spyglass", "1", "P", "W", "", None, 8, ["thief"], {}, True)
    ],
    *[
        (
            {**THREE, "discard": "thief", "turn": {"step": "pick", "card": card, "target": 1}},
            "bad-turn", f"turn: card: {card!r}", "thief, cannon",
        )
        for card in ("parrot", "blindbeard", "spyglass", "1", None, 0)
    ],
    (turn("thief", step="revive"), "bad-turn", "turn: card: 'thief'", "elixir"),
    (turn("elixir", 1, step="give"), "bad-turn", "turn: card: 'elixir'", "captain"),
    (turn("thief", step="name", target=1), "bad-turn", "turn: card: 'thief'", "parrot"),
    *[
        (turn(card, 1, step="block", target=1), "bad-turn", "turn: target: 1", "none for this card")
        for card in ("elixir", "captain", "ship")
    ],
    (turn("elixir", step="revive", target=1), "bad-turn", "turn: target: 1", "none for this card"),
    (turn("captain", 1, step="give", target=0), "bad-turn", "turn: target: 0", "none for this"),
    *[
        (turn("thief", 1, step="block", target=seat), "bad-turn", f"target: {seat}", "who is asked")
        for seat in (0, 2)
    ],
    *[
        (turn(card, step=step, target=0), "bad-turn", "turn: target: 0", "an opponent")
        for card, step in (("cannon", "pick"), ("parrot", "name"))
    ],
    *[
        (turn("cannon", step="pick", target=seat), "bad-number", f"target: {seat!r}", "from 0 to 2")
        for seat in (-1, 3, "1", None, True, 10**30)
    ],
    *[
        (turn("elixir", step="revive", tired=value), "bad-type", f"tired: {value!r}", "true or false")
        for value in (None, 0, 1, "no", [])
    ],
    *[
        (turn("spyglass", step="top", cards=number), "bad-number", f"cards: {number!r}", "2 to 4")
        for number in (0, 1, 5, "2", None, True, 10**30)
    ],
    (
        {**turn("spyglass", step="top", cards=3), "draw": "1 2"},
        "bad-turn", "turn: cards", "no more than the draw pile has",
    ),
    *[
        (turn(step="place", left=number), "bad-number", f"left: {number!r}", "from 1 to 3")
        for number in (0, 4, "1", None, True, 10**30)
    ],
    (
        {**turn(step="place", left=1), "draw": "1"},
        "bad-turn", "turn: step place", "no cards left to draw",
    ),
    (
        {**turn(step="place", left=1), "draw": "", "faceup": "1"},
        "bad-turn", "turn: step place", "no cards left to draw",
    ),
    *[
        (
            {**turn("cannon", 1, step="block"), "discard": pile},
            "bad-turn", "turn: card", "the card played on top of the discard pile",
        )
        for pile in ("", "cannon 2", "thief")
    ],
    (
        {**turn("elixir", step="revive"), "discard": "elixir 1"},
        "bad-turn", "turn: card", "the card played on top of the discard pile",
    ),
    # nothing to decide
    (
        {**turn("cannon", 1, step="block"), "hands": ["1", "", "3"]},
        "bad-turn", "turn: step", "one in which there is a choice",
    ),
    (
        {**turn("cannon", 1, step="block"), "hands": ["1", "?0", "?3"]},
        "bad-turn", "turn: step", "one in which there is a choice",
    ),
    (turn("thief", step="pick", target=1), "bad-turn", "turn: step", "there is a choice"),
    (turn("elixir", step="revive"), "bad-turn", "turn: step", "there is a choice"),
    (
        {**turn("elixir", step="revive", tired=True), "discard": "elixir elixir"},
        "bad-turn", "turn: step", "there is a choice",
    ),
    (turn("captain", 1, step="give"), "bad-turn", "turn: step", "there is a choice"),
    (
        {**turn("parrot", step="name", target=2), "hands": ["1", "2", ""]},
        "bad-turn", "turn: step", "there is a choice",
    ),
    (
        {**turn("parrot", step="name", target=2), "hands": ["?1", "2", "?0"]},
        "bad-turn", "turn: step", "there is a choice",
    ),
    # what is known
    *[
        ({**THREE, "known": value}, "bad-type", f"known: {value!r}", "an object")
        for value in (0, "", [], True)
    ],
    (known(hand=[]), "unknown-key", "known: unknown 'hand'", "hands, secrets, draw, none"),
    *[
        (known(**{key: value}), "bad-type", f"{key}: {value!r}", "a list")
        for key in ("hands", "secrets", "draw", "none", "excluded", "fresh")
        for value in (None, "", 1, {}, True)
    ],
    *[
        (known(**{key: []}), "bad-length", f"{key}: 0 entries", "3")
        for key in ("hands", "secrets", "draw", "none", "excluded", "fresh")
    ],
    *[
        (known(**{key: ["", value, ""]}), "bad-cards", f"known: {key}[1]: {value!r}", "3 W ship P")
        for key in ("hands", "none", "excluded")
        for value in (None, 1, "8", "11", "?1", " ", [], False)
    ],
    *[
        (known(secrets=[[], value, []]), "bad-type", f"known: secrets[1]: {value!r}", "a list")
        for value in (1, "1", {"a": 1}, True)
    ],
    (known(secrets=["", [""], ""]), "bad-length", "known: secrets[1]: 1 entries", "3"),
    (known(secrets=["", ["8", "", ""], ""]), "bad-cards", "known: secrets[1][0]: '8'", "3 W ship P"),
    (known(secrets=["", ["", "", 1], ""]), "bad-cards", "known: secrets[1][2]: 1", "3 W ship P"),
    *[
        (known(draw=[value, [], []]), "bad-type", f"known: draw[0]: {value!r}", "a list")
        for value in (1, "0", {"a": 1}, True)
    ],
    *[
        (known(draw=[[], [], [value]]), "bad-number", f"known: draw[2]: {value!r}", "from 0 to 114")
        for value in (-1, 115, "0", None, True, [], 10**30)
    ],
    *[
        (known(fresh=[0, value, 0]), "bad-number", f"fresh[1]: {value!r}", "from 0 to 120")
        for value in (-1, 121, "0", None, True, [], 10**30)
    ],
    (known(hands=["2", "", ""]), "not-held", "known: 2 of hands[0]", "cards of that hand"),
    (known(hands=["1 1 1", "", ""]), "not-held", "known: 1 1 1 of hands[0]", "cards of that"),
    (known(hands=["1 1 1 W", "", ""]), "not-held", "known: 1 1 1 W of hands[0]", "cards of"),
    (known(secrets=[[], ["2", "", ""], []]), "not-held", "known: 2 of hands[0]", "cards of that"),
    (
        known(hands=["1", "", ""], secrets=[[], ["1 1", "", ""], []]),
        "not-held", "known: 1 1 1 of hands[0]", "cards of that hand",
    ),
    (known(hands=[cards(121, "1"), "", ""]), "too-many-cards", "known: hands[0]: 121", "120"),
    (known(hands=[cards(120, "1"), "", ""]), "not-held", "of hands[0]", "cards of that hand"),
    (
        {**VIEW, "known": {"hands": ["", "1 2 3", ""]}},
        "not-held", "known: 1 2 3 of hands[1]", "cards of that hand",
    ),
    (
        {**VIEW, "known": {"hands": ["", "1 2", ""], "secrets": [["", "3", ""], [], []]}},
        "not-held", "known: 1 2 3 of hands[1]", "cards of that hand",
    ),
    (
        {"hands": [cards(9, "1"), "?2", "?3"], "known": {"hands": ["", "1", ""]}, "faceup": "1"},
        "too-many-cards", "cards: 11 of 1", "at most 10",
    ),
    (
        {**VIEW, "hands": ["1", "?20", "?3"], "known": {"hands": ["", cards(10, "1"), ""]}},
        "too-many-cards", "cards: 11 of 1", "at most 10",
    ),
    (
        {"hands": ["1", "?20", "?3"], "known": {"secrets": [["", cards(10, "1"), ""], [], []]}},
        "too-many-cards", "cards: 11 of 1", "at most 10",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "code", "field", "expected"),
    REFUSED,
    ids=[f"{row[1]} {ascii(row[2])}" for row in REFUSED],
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
