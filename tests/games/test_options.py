"""The options of a game of Rainbow: what may be chosen, what is refused, what is the default."""

import re
from typing import Any

import pytest

from moonbow.games.errors import BadOptions
from moonbow.games.game import game

rainbow = game("rainbow")

PRINTED = {"leader": None, "open_scores": False, "ranks": 6, "copies": 10}
PRINTED_HANDS = {2: 14, 3: 14, 4: 14, 5: 11, 6: 9}  # RB-04, RB-40


def refusal(players: Any, chosen: dict[str, Any]) -> BadOptions:
    with pytest.raises(BadOptions) as caught:
        rainbow.options(players, chosen)
    return caught.value


# Players


@pytest.mark.parametrize(
    "players", [0, 1, 7, -4, 10**30, True, False, 4.0, "4", None, [4]], ids=str
)
def test_other_than_two_to_six_players_are_refused(players: Any) -> None:
    assert refusal(players, {}).code == "players"


@pytest.mark.parametrize("players", [1, 7, "4", None], ids=repr)
def test_a_refused_number_of_players_is_named_with_what_was_expected(players: Any) -> None:
    assert str(refusal(players, {})) == f"players: {players!r}; expected 2 to 6"


# Defaults


@pytest.mark.parametrize("players", range(2, 7))
def test_without_a_choice_the_game_is_the_printed_one(players: int) -> None:
    assert rainbow.options(players) == {**PRINTED, "hand_size": PRINTED_HANDS[players]}


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", ["leader", "ranks", "copies", "hand_size"])
def test_a_number_given_as_null_is_left_to_its_default(players: int, name: str) -> None:
    assert rainbow.options(players, {name: None}) == rainbow.options(players)


@pytest.mark.parametrize(
    ("players", "ranks", "copies", "hand"),
    [
        (2, 3, 9, 5),  # 27 cards - 4, by 4 hands: 5, 3 left
        (3, 3, 9, 8),
        (4, 3, 9, 5),
        (5, 3, 9, 4),
        (6, 3, 9, 3),
        (2, 4, 8, 7),  # 32 cards
        (3, 4, 8, 9),
        (5, 4, 8, 5),
        (6, 4, 8, 4),
        (2, 6, 3, 3),  # 18 cards
        (6, 6, 3, 2),
        (6, 6, 9, 8),
        (3, 6, 8, 14),  # 48 cards would give 15
        (3, 6, 7, 13),
    ],
)
def test_a_smaller_deck_is_dealt_out_evenly_and_never_beyond_the_printed_hand(
    players: int, ranks: int, copies: int, hand: int
) -> None:
    assert rainbow.options(players, {"ranks": ranks, "copies": copies})["hand_size"] == hand


def test_what_was_chosen_stays_as_it_was_given() -> None:
    chosen = {"ranks": 4}
    rainbow.options(4, chosen)
    assert chosen == {"ranks": 4}


@pytest.mark.parametrize("players", range(2, 7))
def test_a_state_knows_the_options_it_was_dealt_with(players: int) -> None:
    chosen = {"leader": 1, "open_scores": True, "ranks": 5, "copies": 7, "hand_size": 2}
    assert rainbow.deal(players, chosen).options == chosen


def test_a_state_whose_leader_came_by_chance_says_so() -> None:
    assert rainbow.deal(4).options == {**PRINTED, "hand_size": 14}


# Bounds


@pytest.mark.parametrize("ranks", [3, 4, 5, 6])
def test_three_to_six_ranks_can_be_chosen(ranks: int) -> None:
    assert rainbow.options(4, {"ranks": ranks})["ranks"] == ranks


@pytest.mark.parametrize("ranks", [-1, 0, 2, 7, 10**30], ids=str)
def test_fewer_than_three_or_more_than_six_ranks_are_refused(ranks: int) -> None:
    refused = refusal(4, {"ranks": ranks})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: ranks: {ranks}; expected a whole number from 3 to 6",
    )


@pytest.mark.parametrize("copies", range(2, 11))
def test_up_to_ten_copies_of_a_card_can_be_chosen(copies: int) -> None:
    assert rainbow.options(4, {"copies": copies})["copies"] == copies


@pytest.mark.parametrize("copies", [-1, 0, 11])
def test_no_copies_or_more_than_ten_are_refused(copies: int) -> None:
    refused = refusal(4, {"copies": copies})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: copies: {copies}; expected a whole number from 1 to 10",
    )


def test_one_copy_of_each_card_is_enough_for_three_players() -> None:
    assert rainbow.options(3, {"copies": 1})["hand_size"] == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_every_seat_can_be_chosen_to_lead(players: int) -> None:
    seats = range(players)
    assert [rainbow.options(players, {"leader": seat})["leader"] for seat in seats] == list(seats)


@pytest.mark.parametrize(
    ("players", "seat"), [(players, seat) for players in range(2, 7) for seat in (-1, players)]
)
def test_a_leader_on_a_seat_that_there_is_not_is_refused(players: int, seat: int) -> None:
    refused = refusal(players, {"leader": seat})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: leader: {seat}; expected a whole number from 0 to {players - 1}",
    )


@pytest.mark.parametrize(("players", "most"), [(2, 14), (3, 19), (4, 14), (5, 11), (6, 9)])
def test_a_hand_may_have_as_many_cards_as_the_deck_gives_evenly(players: int, most: int) -> None:
    assert rainbow.options(players, {"hand_size": most})["hand_size"] == most


@pytest.mark.parametrize(("players", "most"), [(2, 14), (3, 19), (4, 14), (5, 11), (6, 9)])
def test_a_hand_bigger_than_the_deck_gives_evenly_is_refused(players: int, most: int) -> None:
    refused = refusal(players, {"hand_size": most + 1})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: hand_size: {most + 1}; expected a whole number from 1 to {most}",
    )


def test_a_hand_of_one_card_can_be_chosen() -> None:
    assert rainbow.options(4, {"hand_size": 1})["hand_size"] == 1


@pytest.mark.parametrize("cards", [0, -1])
def test_a_hand_without_cards_is_refused(cards: int) -> None:
    assert refusal(4, {"hand_size": cards}).code == "bad-option"


@pytest.mark.parametrize("chosen", [True, False])
def test_open_scores_can_be_chosen_or_not(chosen: bool) -> None:
    assert rainbow.options(4, {"open_scores": chosen})["open_scores"] is chosen


# Too small a deck


@pytest.mark.parametrize(
    ("players", "ranks", "copies"),
    [(2, 3, 2), (2, 6, 1), (3, 5, 1), (4, 3, 2), (5, 3, 3), (6, 3, 3), (6, 5, 2)],
)
def test_a_deck_too_small_for_the_middle_and_one_card_each_is_refused(
    players: int, ranks: int, copies: int
) -> None:
    refused = refusal(players, {"ranks": ranks, "copies": copies})
    assert refused.code == "deck-too-small"


def test_a_refused_deck_is_named_with_what_it_must_suffice_for() -> None:
    assert str(refusal(6, {"ranks": 3, "copies": 3})) == (
        "options: ranks and copies make a deck of 9 cards; "
        "expected enough for 6 in the middle and 6 hands"
    )


@pytest.mark.parametrize(
    ("players", "ranks", "copies"),
    [(2, 4, 2), (3, 3, 2), (4, 4, 2), (5, 5, 2), (6, 4, 3)],
)
def test_a_deck_just_big_enough_gives_hands_of_one_card(
    players: int, ranks: int, copies: int
) -> None:
    assert rainbow.options(players, {"ranks": ranks, "copies": copies})["hand_size"] == 1


# Types and names


@pytest.mark.parametrize("name", ["leader", "ranks", "copies", "hand_size"])
@pytest.mark.parametrize(
    "value", [True, False, 3.0, "3", "", [], [3], {}, float("nan"), float("inf")], ids=repr
)
def test_a_number_of_another_type_is_refused(name: str, value: Any) -> None:
    refused = refusal(4, {name: value})
    assert (refused.code, str(refused).partition(";")[0]) == (
        "bad-option",
        f"options: {name}: {value!r}",
    )


@pytest.mark.parametrize("value", [0, 1, 1.0, "true", "", None, [], {}], ids=repr)
def test_open_scores_are_refused_unless_true_or_false(value: Any) -> None:
    refused = refusal(4, {"open_scores": value})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: open_scores: {value!r}; expected true or false",
    )


@pytest.mark.parametrize("name", ["rank", "Ranks", "", "hand size", "variant", "ränge"])
def test_an_option_that_the_game_does_not_have_is_refused(name: str) -> None:
    refused = refusal(4, {name: None})
    assert (refused.code, str(refused)) == (
        "unknown-option",
        f"options: unknown {name!a}; expected leader, open_scores, ranks, copies, hand_size",
    )


def test_an_absurdly_long_value_is_refused_in_one_short_line() -> None:
    assert len(str(refusal(4, {"ranks": "9" * 100_000}))) < 200


@pytest.mark.parametrize("name", ["leader", "ranks", "copies", "hand_size", "open_scores"])
def test_a_number_too_long_to_print_is_refused(name: str) -> None:
    assert refusal(4, {name: 10**5000}).code == "bad-option"


@pytest.mark.parametrize(
    "seed",
    [-1, 2**256, 10**5000, True, 1.0, "1", None],
    ids=["negative", "2**256", "10**5000", "true", "1.0", "text", "null"],
)
def test_a_seed_that_is_no_whole_number_below_2_to_the_256_is_refused(seed: Any) -> None:
    with pytest.raises(BadOptions) as caught:
        rainbow.deal(4, seed=seed)
    assert caught.value.code == "bad-seed"


@pytest.mark.parametrize("seed", [0, 2**256 - 1], ids=["lowest", "highest"])
def test_the_lowest_and_the_highest_seed_deal(seed: int) -> None:
    assert rainbow.deal(4, seed=seed).players == 4


@pytest.mark.parametrize("name", ["", "Rainbow", "poker", None, 1, ["rainbow"]], ids=repr)
def test_a_game_that_the_house_does_not_have_is_refused(name: Any) -> None:
    with pytest.raises(BadOptions) as caught:
        game(name)
    assert caught.value.code == "unknown-game"
    assert re.match(rf"game: {re.escape(repr(name))}; expected .*\brainbow\b", str(caught.value))
