"""Positions and actions of Rainbow as text: what is read, what is written, what is refused."""

from collections import Counter
from typing import Any

import pytest

from moonbow.games.errors import BadAction, BadOptions, BadPosition
from moonbow.games.game import SPECTATOR, State, game
from playing import Case, cases_of, play_randomly

rainbow = game("rainbow")

KEY = "00112233445566778899aabbccddeeff" * 2


def position(**keys: Any) -> State:
    """A position of three players, unless the keys say otherwise."""
    return rainbow.position({"game": "rainbow", "players": 3, **keys})


def refusal(**keys: Any) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        position(**keys)
    return caught.value


def cards_left_over(found: dict[str, Any]) -> Counter[str]:
    """The cards of a printed deck that a position shows nowhere but aside."""
    shown = [*found["hands"], *found["middle"], *found["won"], found["trimmed"]]
    shown += found.get("reserve", [])
    shown += [entry[2:] for entry in found["trick"]]
    return Counter("123456" * 10) - Counter("".join(shown))


# Round trips

every_case = pytest.mark.parametrize("case", cases_of("rainbow"), ids=str)


@every_case
def test_every_state_of_a_game_can_be_written_and_read_again(case: Case) -> None:
    for seed in range(100, 102):
        for state, _ in play_randomly(rainbow, case, seed):
            assert rainbow.position(state.position()).tobytes() == state.tobytes()


@every_case
def test_every_view_of_a_game_can_be_written_and_read_again(case: Case) -> None:
    for number, (state, _) in enumerate(play_randomly(rainbow, case, 200)):
        view = state.view(number % (case.players + 1) - 1)
        assert rainbow.position(view.position()).tobytes() == view.tobytes()


@every_case
def test_a_position_read_and_written_is_the_same_position(case: Case) -> None:
    for state, _ in play_randomly(rainbow, case, 300):
        found = state.position()
        assert rainbow.position(found).position() == found


MIDGAME: dict[str, Any] = {
    "game": "rainbow",
    "players": 3,
    "options": {"leader": 2, "open_scores": True, "ranks": 6, "copies": 10, "hand_size": 14},
    "hands": ["1123", "44", "556"],
    "aside": "166",
    "middle": ["2", "22"],
    "leader": 1,
    "trick": ["1:4", "2:56", "0:23"],
    "taken": ["2:55"],
    "won": ["1", "33", "155"],
    "scores": [4, 10, 21],
    "trimmed": "12",
    "first_trick": False,
    "to_move": 0,
    "chance": KEY,
    "chances": 1,
}


def test_all_that_a_position_says_is_read() -> None:
    assert rainbow.position(MIDGAME).position() == MIDGAME


VIEW_OF_TWO: dict[str, Any] = {
    "game": "rainbow",
    "players": 2,
    "options": {"leader": None, "open_scores": False, "ranks": 6, "copies": 10, "hand_size": 14},
    "viewer": 1,
    "hands": ["?11", "12"],
    "reserve": ["?14", "?0"],
    "aside": "?0",
    "middle": ["1", "3", "33", "44"],
    "leader": 1,
    "trick": ["1:66", "0:5"],
    "taken": [],
    "won": ["24", "1155"],
    "scores": [6, 12],
    "trimmed": "",
    "first_trick": False,
    "to_move": 1,
    "chances": 2,
}


def test_all_that_a_view_says_is_read() -> None:
    assert rainbow.position(VIEW_OF_TWO).position() == VIEW_OF_TWO


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (0, ["1123", "?2", "?3"]),
        (1, ["?4", "44", "?3"]),
        (2, ["?4", "?2", "556"]),
        (SPECTATOR, ["?4", "?2", "?3"]),
    ],
)
def test_a_position_with_hidden_cards_is_the_view_of_whose_hand_it_shows(
    viewer: int, hands: list[str]
) -> None:
    found = {**MIDGAME, "hands": hands, "aside": "?3"}
    del found["chance"]
    assert rainbow.position(found).viewer == viewer


def test_a_position_without_hidden_cards_is_nobodys_view() -> None:
    assert rainbow.position(MIDGAME).viewer is None


def test_a_position_may_name_its_viewer() -> None:
    assert position(hands=["?1", "", "?1"], viewer=1).viewer == 1


# What may be left out, and in which order things may be written


def test_empty_texts_are_no_cards() -> None:
    read = position(hands=["1", "2", ""], won=["", "", ""], aside="", trimmed="").position()
    assert (read["hands"], read["won"], read["aside"], read["trimmed"]) == (
        ["1", "2", ""],
        ["", "", ""],
        "",
        "",
    )


def test_an_empty_text_among_hidden_ones_is_no_cards() -> None:
    read = position(hands=["?1", "11", ""], aside="", viewer=1).position()
    assert (read["hands"], read["aside"]) == (["?1", "11", "?0"], "?0")


def test_hands_left_out_are_empty_and_end_the_game() -> None:
    assert position().is_over


def test_all_but_game_and_players_can_be_left_out() -> None:
    assert rainbow.position({"game": "rainbow", "players": 2}).position() == {
        "game": "rainbow",
        "players": 2,
        "options": {
            "leader": None,
            "open_scores": False,
            "ranks": 6,
            "copies": 10,
            "hand_size": 14,
        },
        "hands": ["", ""],
        "reserve": ["", ""],
        "aside": "",
        "middle": [],
        "leader": 0,
        "trick": [],
        "taken": [],
        "won": ["", ""],
        "scores": [0, 0],
        "trimmed": "",
        "first_trick": False,
        "to_move": -1,
    }


def test_cards_can_be_written_in_any_order() -> None:
    assert position(hands=["213", "54", "6"]) == position(hands=["123", "45", "6"])


def test_piles_can_be_written_in_any_order() -> None:
    piles = {"hands": ["1", "2", "3"], "middle": ["22", "4", "1", "6", "33"]}
    assert position(**piles).position()["middle"] == ["1", "4", "22", "6", "33"]


def test_the_score_piles_make_the_scores_where_none_are_given() -> None:
    assert position(hands=["1", "2", "3"], won=["66", "123", ""]).scores == [12, 6, 0]


def test_scores_may_count_more_than_the_score_piles_hold() -> None:
    hands, won = ["1", "2", "3"], ["66", "", ""]
    assert position(hands=hands, won=won, scores=[12, 9999, 1]).scores == [12, 9999, 1]


def test_takings_count_where_score_piles_are_left_out() -> None:
    state = position(
        hands=["1", "2", "3"], middle=["5"], trick=["0:1", "1:2", "2:3"], taken=["2:66"]
    )
    assert (state.scores, state.position()["won"]) == ([0, 0, 12], ["", "", "66"])


def test_the_leader_left_out_is_player_0() -> None:
    assert position(hands=["1", "2", "3"]).current_player == 0


def test_the_kind_to_follow_comes_from_the_trick() -> None:
    state = position(hands=["1", "3345", "4"], trick=["0:22"])
    assert state.legal_texts() == ["3", "4", "5", "33"]


# Cards set aside that a position leaves out


def test_cards_set_aside_and_left_out_are_as_many_as_at_the_deal() -> None:
    assert len(position(hands=["123", "456", "1"]).position()["aside"]) == 15


@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_no_cards_are_set_aside_where_the_deck_comes_out_even(players: int) -> None:
    hands = ["1"] * players
    found = rainbow.position({"game": "rainbow", "players": players, "hands": hands}).position()
    assert found["aside"] == ""


def test_of_a_smaller_deck_what_the_deal_leaves_over_is_set_aside() -> None:
    found = position(hands=["1", "2", "3"], options={"ranks": 4, "copies": 8}).position()
    assert len(found["aside"]) == 32 - 3 - 3 * 9


def test_of_a_smaller_hand_what_the_deal_leaves_over_is_set_aside() -> None:
    found = position(hands=["1", "2", "3"], options={"hand_size": 10}).position()
    assert len(found["aside"]) == 60 - 3 - 3 * 10


@pytest.mark.parametrize("seed", range(20))
def test_cards_set_aside_and_left_out_are_cards_that_lie_nowhere_else(seed: int) -> None:
    found = position(
        hands=["1111111111", "222222", "33"],
        middle=["4", "55", "66"],
        won=["3333333", "44444", "555555"],
        trimmed="26",
        chance=f"{seed:064x}",
    ).position()
    assert not Counter(found["aside"]) - cards_left_over(found)


def test_when_fewer_cards_are_left_than_at_the_deal_all_of_them_are_set_aside() -> None:
    hands = ["1111111111222222222", "3333333333444444444", "555555555566"]
    assert position(hands=hands).position()["aside"] == "2466666666"


def test_cards_set_aside_and_left_out_come_by_chance() -> None:
    keys = [f"{number:064x}" for number in range(1, 41)]
    found = {position(hands=["1", "2", "3"], chance=key).position()["aside"] for key in keys}
    assert len(found) > 30


def test_every_card_is_about_equally_often_set_aside() -> None:
    counts: Counter[str] = Counter()
    for number in range(200):
        counts.update(
            position(hands=["12", "34", "56"], chance=f"{number:064x}").position()["aside"]
        )
    assert all(400 <= counts[rank] <= 600 for rank in "123456")  # 500 each on average


def test_one_key_sets_the_same_cards_aside() -> None:
    hands = ["1", "2", "3"]
    assert position(hands=hands, chance=KEY) == position(hands=hands, chance=KEY)


def test_in_a_view_cards_set_aside_and_left_out_are_only_counted() -> None:
    assert position(hands=["?2", "11", "?3"]).position()["aside"] == "?15"


def test_a_view_sets_no_more_aside_than_hidden_hands_leave() -> None:
    hands = ["?26", "11111111112222222222", "?4"]
    assert position(hands=hands).position()["aside"] == "?10"


def test_cards_set_aside_and_given_stay_as_they_are() -> None:
    assert position(hands=["1", "2", "3"], aside="156").position()["aside"] == "156"


# What is no position at all


@pytest.mark.parametrize(
    "found", [None, 1, "rainbow", ["rainbow"], [("game", "rainbow")]], ids=repr
)
def test_a_position_that_is_no_object_is_refused(found: Any) -> None:
    with pytest.raises(BadPosition) as caught:
        rainbow.position(found)
    assert (caught.value.code, str(caught.value)) == (
        "bad-type",
        f"position: {found!r}; expected an object",
    )


@pytest.mark.parametrize("name", ["Rainbow", "", "skyjo", None, 1, True, ["rainbow"], {}], ids=repr)
def test_a_position_of_another_game_is_refused(name: Any) -> None:
    refused = refusal(game=name)
    assert (refused.code, str(refused)) == ("wrong-game", f'game: {name!r}; expected "rainbow"')


def test_a_position_that_names_no_game_is_refused() -> None:
    with pytest.raises(BadPosition) as caught:
        rainbow.position({"players": 3})
    assert caught.value.code == "wrong-game"


def test_a_position_that_does_not_say_how_many_play_is_refused() -> None:
    with pytest.raises(BadPosition) as caught:
        rainbow.position({"game": "rainbow"})
    assert (caught.value.code, str(caught.value)) == (
        "bad-number",
        "players: missing; expected a whole number from 2 to 6",
    )


@pytest.mark.parametrize("length", [0, 1, 100_000])
def test_saved_bytes_of_another_length_are_refused(length: int) -> None:
    with pytest.raises(BadPosition) as caught:
        rainbow.load(bytes(length))
    assert caught.value.code == "bad-length"


# Every refusal: the reason, the field, what was expected

THREE: dict[str, Any] = {"hands": ["12", "23", "34"]}
TWO: dict[str, Any] = {"players": 2, "hands": ["12", "23"]}
PLAYED: dict[str, Any] = {
    "hands": ["1", "2", "3"],
    "middle": ["1", "2"],
    "trick": ["0:44", "1:5", "2:6"],
}

REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    # unknown keys
    ({"hand": []}, "unknown-key", "'hand': unknown key", "expected game, players, options"),
    ({"": 1}, "unknown-key", "'': unknown key", "expected game, players, options"),
    ({"Leader": 0}, "unknown-key", "'Leader': unknown key", "first_trick, to_move, chance"),
    ({"h\u00e4nde": 0}, "unknown-key", r"'h\xe4nde': unknown key", "expected game, players"),
    # players and other numbers
    ({"players": 1}, "bad-number", "players: 1", "a whole number from 2 to 6"),
    ({"players": 7}, "bad-number", "players: 7", "a whole number from 2 to 6"),
    ({"players": -3}, "bad-number", "players: -3", "a whole number from 2 to 6"),
    ({"players": 3.0}, "bad-number", "players: 3.0", "a whole number from 2 to 6"),
    ({"players": True}, "bad-number", "players: True", "a whole number from 2 to 6"),
    ({"players": "3"}, "bad-number", "players: '3'", "a whole number from 2 to 6"),
    ({"players": None}, "bad-number", "players: None", "a whole number from 2 to 6"),
    ({"players": [3]}, "bad-number", "players: [3]", "a whole number from 2 to 6"),
    ({"players": 10**40}, "bad-number", f"players: {10**40}", "a whole number from 2 to 6"),
    ({**THREE, "leader": -1}, "bad-number", "leader: -1", "a whole number from 0 to 2"),
    ({**THREE, "leader": 3}, "bad-number", "leader: 3", "a whole number from 0 to 2"),
    ({**TWO, "leader": 2}, "bad-number", "leader: 2", "a whole number from 0 to 1"),
    ({**THREE, "leader": None}, "bad-number", "leader: None", "a whole number from 0 to 2"),
    ({**THREE, "leader": True}, "bad-number", "leader: True", "a whole number from 0 to 2"),
    ({**THREE, "leader": 0.0}, "bad-number", "leader: 0.0", "a whole number from 0 to 2"),
    ({**THREE, "chances": -1}, "bad-number", "chances: -1", "a whole number from 0 to 30000"),
    ({**THREE, "chances": 30_001}, "bad-number", "chances: 30001", "from 0 to 30000"),
    ({**THREE, "chances": "1"}, "bad-number", "chances: '1'", "a whole number from 0 to 30000"),
    ({**THREE, "chances": None}, "bad-number", "chances: None", "a whole number from 0 to"),
    ({"viewer": -2}, "bad-number", "viewer: -2", "a whole number from -1 to 2"),
    ({"viewer": 3}, "bad-number", "viewer: 3", "a whole number from -1 to 2"),
    ({"viewer": None}, "bad-number", "viewer: None", "a whole number from -1 to 2"),
    ({"viewer": False}, "bad-number", "viewer: False", "a whole number from -1 to 2"),
    # options
    ({"options": None}, "bad-type", "options: None", "expected an object"),
    ({"options": []}, "bad-type", "options: []", "expected an object"),
    ({"options": "ranks"}, "bad-type", "options: 'ranks'", "expected an object"),
    # chance
    ({"chance": None}, "bad-key", "chance: None", "expected 64 hexadecimal digits"),
    ({"chance": 5}, "bad-key", "chance: 5", "expected 64 hexadecimal digits"),
    ({"chance": ""}, "bad-key", "chance: ''", "expected 64 hexadecimal digits"),
    ({"chance": KEY[1:]}, "bad-key", "chance: '0112233", "expected 64 hexadecimal digits"),
    ({"chance": KEY + "0"}, "bad-key", "chance: '0011", "expected 64 hexadecimal digits"),
    ({"chance": KEY.upper()}, "bad-key", "chance: '0011", "expected 64 hexadecimal digits"),
    ({"chance": KEY + "\n"}, "bad-key", "chance: '0011", "expected 64 hexadecimal digits"),
    ({"chance": KEY[:63] + "g"}, "bad-key", "chance: '0011", "expected 64 hexadecimal digits"),
    ({"chance": "\u0663" * 64}, "bad-key", r"chance: '\u0663", "expected 64 hexadecimal digits"),
    # lists
    ({"hands": "123"}, "bad-type", "hands: '123'", "expected a list"),
    ({"hands": None}, "bad-type", "hands: None", "expected a list"),
    ({"hands": {}}, "bad-type", "hands: {}", "expected a list"),
    ({"hands": ["1", "2"]}, "bad-length", "hands: 2 entries", "expected 3"),
    ({"hands": ["1"] * 4}, "bad-length", "hands: 4 entries", "expected 3"),
    ({"hands": []}, "bad-length", "hands: 0 entries", "expected 3"),
    ({**TWO, "reserve": "1"}, "bad-type", "reserve: '1'", "expected a list"),
    ({**TWO, "reserve": ["1"]}, "bad-length", "reserve: 1 entries", "expected 2"),
    ({**TWO, "reserve": []}, "bad-length", "reserve: 0 entries", "expected 2"),
    ({**THREE, "reserve": ["", ""]}, "bad-length", "reserve: 2 entries", "expected 0"),
    ({**THREE, "middle": "12"}, "bad-type", "middle: '12'", "expected a list"),
    ({**THREE, "middle": 0}, "bad-type", "middle: 0", "expected a list"),
    ({**THREE, "won": "12"}, "bad-type", "won: '12'", "expected a list"),
    ({**THREE, "won": [""]}, "bad-length", "won: 1 entries", "expected 3"),
    ({**THREE, "scores": 5}, "bad-type", "scores: 5", "expected a list"),
    ({**THREE, "scores": [0, 0]}, "bad-length", "scores: 2 entries", "expected 3"),
    ({**THREE, "trick": "0:1"}, "bad-type", "trick: '0:1'", "expected a list"),
    ({**THREE, "trick": None}, "bad-type", "trick: None", "expected a list"),
    ({**THREE, "taken": {"0": "1"}}, "bad-type", "taken: {'0': '1'}", "expected a list"),
    ({**THREE, "trick": ["0:1"] * 7}, "bad-length", "trick: 7 entries", "expected at most 6"),
    ({**PLAYED, "taken": ["0:1"] * 7}, "bad-length", "taken: 7 entries", "expected at most 6"),
    # cards
    ({"hands": ["12", "27", ""]}, "bad-cards", "hands[1]: '27'", "cards, digits 1 to 6"),
    ({"hands": ["0", "", ""]}, "bad-cards", "hands[0]: '0'", "cards, digits 1 to 6"),
    ({"hands": ["", "", "1 2"]}, "bad-cards", "hands[2]: '1 2'", "cards, digits 1 to 6"),
    ({"hands": ["1x", "", ""]}, "bad-cards", "hands[0]: '1x'", "cards, digits 1 to 6"),
    ({"hands": ["\u0663", "", ""]}, "bad-cards", r"hands[0]: '\u0663'", "cards, digits 1 to 6"),
    ({"hands": [1, "", ""]}, "bad-cards", "hands[0]: 1", "cards, digits 1 to 6"),
    ({"hands": [None, "", ""]}, "bad-cards", "hands[0]: None", "cards, digits 1 to 6"),
    ({"hands": [["1"], "", ""]}, "bad-cards", "hands[0]: ['1']", "cards, digits 1 to 6"),
    ({**TWO, "reserve": ["", "8"]}, "bad-cards", "reserve[1]: '8'", "cards, digits 1 to 6"),
    ({**THREE, "middle": ["1", "7"]}, "bad-cards", "middle[1]: '7'", "cards, digits 1 to 6"),
    ({**THREE, "middle": [3]}, "bad-cards", "middle[0]: 3", "cards, digits 1 to 6"),
    ({**THREE, "won": ["", "", "9"]}, "bad-cards", "won[2]: '9'", "cards, digits 1 to 6"),
    ({**THREE, "won": ["", "", "?2"]}, "bad-cards", "won[2]: '?2'", "cards, digits 1 to 6"),
    ({**THREE, "trimmed": "7"}, "bad-cards", "trimmed: '7'", "cards, digits 1 to 6"),
    ({**THREE, "trimmed": None}, "bad-cards", "trimmed: None", "cards, digits 1 to 6"),
    ({**THREE, "trimmed": ["1"]}, "bad-cards", "trimmed: ['1']", "cards, digits 1 to 6"),
    ({**THREE, "aside": "1,2"}, "bad-cards", "aside: '1,2'", "cards, digits 1 to 6"),
    ({**THREE, "aside": ["1"]}, "bad-cards", "aside: ['1']", "cards, digits 1 to 6"),
    (
        {"hands": ["5", "", ""], "options": {"ranks": 4}},
        "bad-cards",
        "hands[0]: '5'",
        "cards, digits 1 to 4",
    ),
    # hidden cards
    ({"hands": ["?1", "2", "3"]}, "whose-view", "hands: 2 known", "expected one, or viewer"),
    ({**THREE, "aside": "?15"}, "whose-view", "hands: 3 known", "expected one, or viewer"),
    ({**TWO, "reserve": ["?1", ""]}, "whose-view", "hands: 2 known", "expected one, or viewer"),
    ({"viewer": 0, "hands": ["1", "2", "?1"]}, "hidden-cards", "hands[1]: '2'", '"?5"'),
    ({"viewer": -1, "hands": ["1", "?2", "?1"]}, "hidden-cards", "hands[0]: '1'", '"?5"'),
    ({"viewer": 0, "hands": ["1", "?", "?1"]}, "hidden-cards", "hands[1]: '?'", '"?5"'),
    ({"viewer": 0, "hands": ["1", "?-1", "?1"]}, "hidden-cards", "hands[1]: '?-1'", '"?5"'),
    ({"viewer": 0, "hands": ["1", "?100", "?1"]}, "hidden-cards", "hands[1]: '?100'", '"?5"'),
    ({"viewer": 0, "hands": ["1", "?1\n", "?1"]}, "hidden-cards", r"hands[1]: '?1\n'", '"?5"'),
    ({"viewer": 0, "hands": ["1", "?\u0663", ""]}, "hidden-cards", r"hands[1]: '?\u0663", '"?5"'),
    ({"viewer": 0, "hands": ["1", 5, "?1"]}, "hidden-cards", "hands[1]: 5", '"?5"'),
    ({"viewer": 0, "hands": ["1", None, "?1"]}, "hidden-cards", "hands[1]: None", '"?5"'),
    ({"viewer": 0, "hands": ["1", "?1", ""], "aside": "5"}, "hidden-cards", "aside: '5'", '"?5"'),
    ({"hands": ["1", "?1", "?1"], "aside": 5}, "hidden-cards", "aside: 5", '"?5"'),
    (
        {"players": 2, "hands": ["1", "?1"], "reserve": ["1", "?1"]},
        "hidden-cards",
        "reserve[0]: '1'",
        '"?5"',
    ),
    ({"viewer": 0, "hands": ["?1", "?1", "?1"]}, "bad-cards", "hands[0]: '?1'", "digits 1 to 6"),
    # too many cards
    ({"hands": ["1" * 61, "", ""]}, "too-many-cards", "hands[0]: 61 cards", "at most 60"),
    ({**THREE, "trimmed": "12" * 40}, "too-many-cards", "trimmed: 80 cards", "at most 60"),
    ({"hands": ["1" * 6, "1" * 5, "2"]}, "too-many-cards", "cards: 11 of rank 1", "at most 10"),
    (
        {"hands": ["1", "2", "3"], "middle": ["66"] * 3, "won": ["666", "66", ""]},
        "too-many-cards",
        "cards: 11 of rank 6",
        "at most 10",
    ),
    (
        {"hands": ["1", "2", "3"], "trimmed": "44444", "aside": "444444"},
        "too-many-cards",
        "cards: 11 of rank 4",
        "at most 10",
    ),
    (
        {**TWO, "reserve": ["55555", "555555"]},
        "too-many-cards",
        "cards: 11 of rank 5",
        "at most 10",
    ),
    (
        {**THREE, "trick": ["0:444444"], "won": ["4444", "", ""]},
        "too-many-cards",
        "cards: 11 of rank 4",
        "at most 10",
    ),
    (
        {"hands": ["1", "2", "3"], "middle": ["1"] * 100, "first_trick": True},
        "too-many-cards",
        "of rank 1",
        "at most 10",
    ),
    (
        {"hands": ["11", "22", "33"], "options": {"copies": 1}},
        "too-many-cards",
        "cards: 2 of rank 1",
        "at most 1",
    ),
    (
        {"hands": ["1", "2", "3"], "options": {"ranks": 4}, "trick": ["0:5"]},
        "too-many-cards",
        "cards: 1 of rank 5",
        "at most 0",
    ),
    ({"hands": ["?59", "11", "?0"]}, "too-many-cards", "hidden cards: 59", "at most the 58 unseen"),
    (
        {"hands": ["?40", "", "?0"], "aside": "?21", "viewer": 1},
        "too-many-cards",
        "hidden cards: 61",
        "at most the 60 unseen",
    ),
    (
        {"players": 2, "hands": ["?40", ""], "reserve": ["?10", "?11"], "viewer": 1},
        "too-many-cards",
        "hidden cards: 61",
        "at most the 60 unseen",
    ),
    # the middle
    ({**THREE, "middle": [""]}, "bad-pile", "middle[0]: ''", "a single or a pair of one rank"),
    ({**THREE, "middle": ["1", "23"]}, "bad-pile", "middle[1]: '23'", "a pair of one rank"),
    ({**THREE, "middle": ["333"]}, "bad-pile", "middle[0]: '333'", "a pair of one rank"),
    (
        {**THREE, "middle": ["1", "33"], "first_trick": True},
        "bad-middle",
        "middle: a pair in the first trick",
        "expected singles",
    ),
    (
        {**THREE, "middle": ["3", "1", "3"]},
        "bad-middle",
        "middle: two singles of one rank",
        "expected a pair",
    ),
    (
        {**PLAYED, "taken": ["0:1"]},
        "bad-middle",
        "middle: two singles of one rank",
        "expected a pair",
    ),
    ({**THREE, "first_trick": 1}, "bad-type", "first_trick: 1", "expected true or false"),
    ({**THREE, "first_trick": None}, "bad-type", "first_trick: None", "expected true or false"),
    ({**THREE, "first_trick": "no"}, "bad-type", "first_trick: 'no'", "expected true or false"),
    # entries of trick and takings
    ({**THREE, "trick": ["1"]}, "bad-entry", "trick[0]: '1'", 'a player and a combo, like "0:333"'),
    ({**THREE, "trick": ["0:"]}, "bad-entry", "trick[0]: '0:'", 'like "0:333"'),
    ({**THREE, "trick": ["0:7"]}, "bad-entry", "trick[0]: '0:7'", 'like "0:333"'),
    ({**THREE, "trick": ["0:1", "3:1"]}, "bad-entry", "trick[1]: '3:1'", 'like "0:333"'),
    ({**THREE, "trick": ["6:1"]}, "bad-entry", "trick[0]: '6:1'", 'like "0:333"'),
    ({**THREE, "trick": ["-1:1"]}, "bad-entry", "trick[0]: '-1:1'", 'like "0:333"'),
    ({**THREE, "trick": ["0:13"]}, "bad-entry", "trick[0]: '0:13'", 'like "0:333"'),
    ({**THREE, "trick": ["0:21"]}, "bad-entry", "trick[0]: '0:21'", 'like "0:333"'),
    ({**THREE, "trick": ["0:+1"]}, "bad-entry", "trick[0]: '0:+1'", 'like "0:333"'),
    ({**THREE, "trick": ["0:" + "1" * 11]}, "bad-entry", "trick[0]: '0:1111", 'like "0:333"'),
    ({**THREE, "trick": ["0:1\n"]}, "bad-entry", r"trick[0]: '0:1\n'", 'like "0:333"'),
    ({**THREE, "trick": ["\u0660:1"]}, "bad-entry", r"trick[0]: '\u0660:1'", 'like "0:333"'),
    ({**THREE, "trick": [5]}, "bad-entry", "trick[0]: 5", 'like "0:333"'),
    ({**THREE, "trick": [None]}, "bad-entry", "trick[0]: None", 'like "0:333"'),
    ({**THREE, "trick": [["0", "1"]]}, "bad-entry", "trick[0]: ['0', '1']", 'like "0:333"'),
    ({**PLAYED, "taken": ["0:333"]}, "bad-entry", "taken[0]: '0:333'", 'a pile, like "0:66"'),
    ({**PLAYED, "taken": ["0:12"]}, "bad-entry", "taken[0]: '0:12'", 'a pile, like "0:66"'),
    ({**PLAYED, "taken": ["0:+3"]}, "bad-entry", "taken[0]: '0:+3'", 'a pile, like "0:66"'),
    ({**PLAYED, "taken": [7]}, "bad-entry", "taken[0]: 7", 'a pile, like "0:66"'),
    (
        {**PLAYED, "taken": ["0:3"], "won": ["1", "3", ""]},
        "not-won",
        "taken[0]: not in won[0]",
        "a score pile that holds it",
    ),
    (
        {**PLAYED, "taken": ["0:66"], "won": ["6", "", ""]},
        "not-won",
        "taken[0]: not in won[0]",
        "a score pile that holds it",
    ),
    # the trick, played by the rules
    (
        {"hands": ["1", "", ""], "trick": ["0:1"], "leader": 0},
        "game-over",
        "trick: the game was over",
        "expected no trick",
    ),
    ({**THREE, "trick": ["1:2"]}, "wrong-turn", "trick[0]: player 1", "expected 0"),
    ({**THREE, "leader": 2, "trick": ["2:4", "1:3"]}, "wrong-turn", "trick[1]: player 1", "0"),
    ({**THREE, "trick": ["0:1", "0:1"]}, "wrong-turn", "trick[1]: player 0", "expected 1"),
    ({**PLAYED, "taken": ["2:6"]}, "wrong-turn", "taken[0]: player 2", "expected 0"),
    (
        {"hands": ["1", "1", "3"], "trick": ["0:22", "1:34"]},
        "illegal-action",
        "trick[1]: 34 is not legal",
        "expected 1, 3, 4",
    ),
    (
        {"hands": ["1", "1", "3"], "trick": ["0:23", "1:44"]},
        "illegal-action",
        "trick[1]: 44 is not legal",
        "expected 1, 4",
    ),
    (
        {**PLAYED, "trick": ["0:44", "1:5", "2:6", "0:1"]},
        "illegal-action",
        "trick[3]: 1 is not legal",
        "expected +1, +2",
    ),
    (
        {**THREE, "trick": ["0:1", "1:2"], "taken": ["2:5"]},
        "illegal-action",
        "taken[0]: +5 is not legal",
        "expected 3, 4",
    ),
    (
        {"hands": ["1", "2", "3"], "trick": ["0:44", "1:5", "2:6"], "taken": ["0:1"]},
        "trick-complete",
        "taken: the trick is complete",
        "expected the start of the next trick",
    ),
    (
        {"hands": ["1", "2", "3"], "trick": ["0:44", "1:5", "2:6"]},
        "trick-complete",
        "taken: the trick is complete",
        "expected the start of the next trick",
    ),
    (
        {"hands": ["", "12", "3"]},
        "no-cards",
        "leader: player 0 has no cards",
        "expected one with cards",
    ),
    (
        {"hands": ["1", "", "3"], "leader": 1},
        "no-cards",
        "leader: player 1 has no cards",
        "expected one with cards",
    ),
    (
        {"players": 2, "hands": ["1", ""], "reserve": ["1", "2"]},
        "not-taken-up",
        "hands[1]: empty beside a face-down pile",
        "expected the pile taken up",
    ),
    (
        {"players": 2, "hands": ["", "1"], "leader": 1, "reserve": ["1", ""]},
        "not-taken-up",
        "hands[0]: empty beside a face-down pile",
        "expected the pile taken up",
    ),
    # scores and whose decision it is
    (
        {**THREE, "won": ["", "66", ""], "scores": [0, 11, 0]},
        "bad-number",
        "scores[1]: 11",
        "a whole number from 12 to 9999",
    ),
    ({**THREE, "scores": [0, 0, 10_000]}, "bad-number", "scores[2]: 10000", "from 0 to 9999"),
    ({**THREE, "scores": [-1, 0, 0]}, "bad-number", "scores[0]: -1", "from 0 to 9999"),
    ({**THREE, "scores": [0, 1.0, 0]}, "bad-number", "scores[1]: 1.0", "from 0 to 9999"),
    ({**THREE, "scores": [0, None, 0]}, "bad-number", "scores[1]: None", "from 0 to 9999"),
    ({**THREE, "scores": [0, 0, True]}, "bad-number", "scores[2]: True", "from 0 to 9999"),
    ({**THREE, "to_move": 1}, "wrong-turn", "to_move: 1", "expected 0"),
    ({**THREE, "to_move": -1}, "wrong-turn", "to_move: -1", "expected 0"),
    ({**THREE, "to_move": None}, "wrong-turn", "to_move: None", "expected 0"),
    ({**THREE, "to_move": False}, "wrong-turn", "to_move: False", "expected 0"),
    ({**THREE, "to_move": "0"}, "wrong-turn", "to_move: '0'", "expected 0"),
    ({**THREE, "to_move": 0.0}, "wrong-turn", "to_move: 0.0", "expected 0"),
    ({"hands": ["1", "", ""], "to_move": 0}, "wrong-turn", "to_move: 0", "expected -1"),
]


@pytest.mark.parametrize(
    ("keys", "code", "field", "expected"), REFUSED, ids=[f"{row[1]} {row[2]}" for row in REFUSED]
)
def test_what_cannot_be_is_refused_with_its_reason_its_field_and_what_was_expected(
    keys: dict[str, Any], code: str, field: str, expected: str
) -> None:
    refused = refusal(**keys)
    found, _, wanted = str(refused).partition("; expected ")
    assert refused.code == code
    assert field in found
    assert expected.removeprefix("expected ") in wanted


@pytest.mark.parametrize("keys", [row[0] for row in REFUSED])
def test_a_refusal_is_one_printable_line(keys: dict[str, Any]) -> None:
    assert str(refusal(**keys)).isprintable()


@pytest.mark.parametrize("options", [{"ranks": 7}, {"leader": 3}, {"colour": 1}, {"ranks": True}])
def test_a_position_with_options_that_there_are_not_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        position(options=options, hands=["1", "2", "3"])


def test_a_trick_that_goes_on_into_the_next_trick_is_refused() -> None:
    # Nothing lies in the middle, so the trick is complete after three combos (RB-23).
    trick = ["0:1", "1:2", "2:3", "2:4"]
    assert refusal(hands=["12", "23", "34"], trick=trick).code == "trick-complete"


@pytest.mark.parametrize("key", ["players", "leader", "viewer", "chance", "chances", "first_trick"])
def test_a_number_too_long_to_print_is_refused(key: str) -> None:
    assert refusal(**{**THREE, key: 10**5000}).code.startswith("bad-")


def test_more_hidden_cards_than_a_hand_can_hold_beside_its_combos_are_refused() -> None:
    trick = ["1:1111111111", "1:2222222222", "1:3333333333"]
    refused = refusal(players=2, leader=1, hands=["12", "?99"], viewer=0, trick=trick)
    assert refused.code == "too-many-cards"


# Actions as text

COMBOS = {
    **{card: number for number, card in enumerate("123456")},
    **{
        card * cards: 6 + 9 * rank + cards - 2
        for rank, card in enumerate("123456")
        for cards in range(2, 11)
    },
}
RUNS = [
    "12", "123", "1234", "12345", "123456", "23", "234", "2345", "23456",
    "34", "345", "3456", "45", "456", "56",
]  # fmt: skip
ACTIONS = {
    **COMBOS,
    **{run: 60 + place for place, run in enumerate(RUNS)},
    **{f"+{card}": 75 + rank for rank, card in enumerate("123456")},
    **{f"+{card}{card}": 81 + rank for rank, card in enumerate("123456")},
}

STATE = rainbow.deal(4)


def test_there_are_87_actions() -> None:
    assert sorted(ACTIONS.values()) == list(range(rainbow.actions)) == list(range(87))


@pytest.mark.parametrize(("text", "number"), ACTIONS.items())
def test_every_action_has_its_number(text: str, number: int) -> None:
    assert STATE.action_number(text) == number


@pytest.mark.parametrize(("text", "number"), ACTIONS.items())
def test_every_number_has_its_action(text: str, number: int) -> None:
    assert STATE.action_text(number) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "0", "7", "+", "+0", "+7", "+12", "+333", "13", "21", "1233", "1 1", " 5", "5 ", "5\n",
        "-5", "++5", "5+", "1" * 11, "\u0665", "\uff15", "five", "\x00", "\ud800", "5" * 10_000,
    ],
    ids=ascii,
)  # fmt: skip
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadAction) as caught:
        STATE.action_number(text)
    assert caught.value.code == "no-action"
    assert "expected a form like" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", [None, 5, 5.0, True, ["5"], {"5": 5}], ids=repr)
def test_what_is_no_text_is_refused_as_an_action(text: Any) -> None:
    with pytest.raises(BadAction) as caught:
        STATE.action_number(text)
    assert caught.value.code == "no-action"
