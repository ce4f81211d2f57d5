"""The options of a game of Rainbow 7: what may be chosen, what is refused, what is the default."""

from typing import Any

import pytest

from moonbow.games.errors import BadOptions
from moonbow.games.game import State, game
from playing import games

rainbow7 = game("rainbow7")

EFFECTS = ["downpour", "downpour", "cloud", "cloud", "shelter", "shelter", "sunshine"]  # R7-R5
PRINTED = {
    "printed_sevens": False,
    "effects": EFFECTS,
    "colors": 7,
    "values": 7,
    "rainbow_cards": 4,
    "hand_size": 7,
    "tokens_to_end": 7,
}
NUMBERS = ["colors", "values", "rainbow_cards", "hand_size", "tokens_to_end"]


def refusal(players: Any, chosen: dict[str, Any]) -> BadOptions:
    with pytest.raises(BadOptions) as caught:
        rainbow7.options(players, chosen)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250
    return caught.value


def refused_number(players: int, name: str, value: Any) -> tuple[str, str]:
    """The reason, and what it says was expected."""
    refused = refusal(players, {name: value})
    found, _, wanted = str(refused).partition("; expected ")
    assert found == f"options: {name}: {value}"
    return refused.code, wanted


# Players


@pytest.mark.parametrize(
    "players", [0, 1, 6, -2, 10**30, True, False, 4.0, "4", None, [4]], ids=str
)
def test_other_than_two_to_five_players_are_refused(players: Any) -> None:
    refused = refusal(players, {})
    assert (refused.code, str(refused)) == ("players", f"players: {players!r}; expected 2 to 5")


# Defaults


@pytest.mark.parametrize("players", range(2, 6))
def test_without_a_choice_the_game_is_the_printed_one(players: int) -> None:
    assert rainbow7.options(players) == PRINTED


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", [*NUMBERS, "effects"])
def test_a_choice_given_as_null_is_left_to_its_default(players: int, name: str) -> None:
    assert rainbow7.options(players, {name: None}) == PRINTED


def test_what_was_chosen_stays_as_it_was_given() -> None:
    chosen: dict[str, Any] = {"effects": ["cloud"] * 7}
    options = rainbow7.options(4, chosen)
    options["effects"].append("rain")
    assert chosen == {"effects": ["cloud"] * 7}
    assert rainbow7.options(4)["effects"] == EFFECTS


@pytest.mark.parametrize("players", range(2, 6))
def test_a_state_knows_the_options_it_was_dealt_with(players: int) -> None:
    chosen = {
        "printed_sevens": True,
        "effects": ["sunshine", "cloud", "shelter", "downpour", "cloud", "shelter", "cloud"],
        "colors": 7,
        "values": 4,
        "rainbow_cards": 3,
        "hand_size": 4,
        "tokens_to_end": 99,
    }
    assert rainbow7.deal(players, chosen).options == chosen


def test_a_state_whose_options_came_by_default_says_so() -> None:
    assert rainbow7.deal(4).options == PRINTED


@pytest.mark.parametrize(
    ("players", "colors", "values", "rainbow_cards", "hand"),
    [
        (2, 4, 3, 4, 5),  # 8 cards below 7: 4 each, and a 7
        (2, 4, 2, 4, 3),  # 4 cards: 2 each
        (2, 4, 2, 0, 2),  # the same, but one of the three piles needs a card beside the two 7s
        (2, 5, 2, 0, 3),  # 5 cards: 2 each, one left
        (2, 4, 4, 4, 7),  # 12 cards: 6 each
        (3, 5, 2, 4, 2),  # 5 cards: 1 each
        (3, 5, 4, 1, 6),  # 15 cards: 5 each
        (3, 5, 4, 0, 5),
        (4, 6, 3, 4, 4),  # 12 cards: 3 each
        (4, 7, 7, 4, 7),  # 42 cards would give more
        (5, 7, 2, 4, 2),  # 7 cards: 1 each
        (5, 7, 5, 4, 6),  # 28 cards: 5 each
    ],
)
def test_a_smaller_deck_gives_as_many_cards_as_it_has_and_never_more_than_printed(
    players: int, colors: int, values: int, rainbow_cards: int, hand: int
) -> None:
    chosen = {"colors": colors, "values": values, "rainbow_cards": rainbow_cards}
    assert rainbow7.options(players, chosen)["hand_size"] == hand


# Bounds


@pytest.mark.parametrize("players", range(2, 6))
def test_there_are_two_more_colors_than_players_at_least(players: int) -> None:
    for colors in range(players + 2, 8):
        assert rainbow7.options(players, {"colors": colors})["colors"] == colors
    for colors in (-1, 0, players + 1, 8, 10**30):
        assert refused_number(players, "colors", colors) == (
            "bad-option",
            f"a whole number from {players + 2} to 7",
        )


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("values", 2, 7), ("rainbow_cards", 0, 4), ("tokens_to_end", 1, 99), ("hand_size", 1, 11)],
)
def test_a_number_within_its_bounds_can_be_chosen_and_no_other(
    name: str, low: int, high: int
) -> None:
    for value in range(low, high + 1):
        assert rainbow7.options(4, {name: value})[name] == value
    for value in (-1, low - 1, high + 1, 128, 256, 10**30):
        assert refused_number(4, name, value) == (
            "bad-option",
            f"a whole number from {low} to {high}",
        )


@pytest.mark.parametrize(
    ("players", "chosen", "most"),
    [
        (2, {}, 12),  # 42 cards below 7 would give more
        (3, {}, 12),
        (4, {}, 11),  # 10 each, two left
        (5, {}, 9),  # 8 each, two left
        (5, {"values": 6}, 8),  # 35 cards: 7 each
        (5, {"values": 6, "rainbow_cards": 0}, 7),  # none would be left for the third pile
        (2, {"colors": 4, "values": 2}, 3),
        (2, {"colors": 4, "values": 2, "rainbow_cards": 0}, 2),
        (3, {"colors": 5, "values": 3}, 4),
    ],
    ids=str,
)
def test_a_hand_may_have_as_many_cards_as_the_deck_gives(
    players: int, chosen: dict[str, Any], most: int
) -> None:
    assert rainbow7.options(players, {**chosen, "hand_size": most})["hand_size"] == most
    refused = refusal(players, {**chosen, "hand_size": most + 1})
    assert str(refused) == (
        f"options: hand_size: {most + 1}; expected a whole number from 1 to {most}"
    )


def bounds() -> list[tuple[int, dict[str, Any]]]:
    """The smallest and the biggest hands of the smallest and the biggest decks."""
    found: list[tuple[int, dict[str, Any]]] = []
    for players in range(2, 6):
        for colors in {players + 2, 7}:
            for values in (2, 3, 7):
                for rainbow_cards in (0, 1, 4):
                    deck = {"colors": colors, "values": values, "rainbow_cards": rainbow_cards}
                    most = next(
                        size
                        for size in range(12, 0, -1)
                        if colors * (values - 1) + (rainbow_cards > 0) > players * (size - 1)
                    )
                    found += [(players, {**deck, "hand_size": size}) for size in {1, most}]
    return found


@pytest.mark.parametrize(("players", "options"), bounds(), ids=str)
def test_every_deck_can_be_dealt_to_the_last_card(players: int, options: dict[str, Any]) -> None:
    for seed in range(games(40, 3)):
        state = rainbow7.deal(players, options, seed=seed)
        found = state.position()
        assert all(found["piles"])
        assert [len(hand.split()) for hand in found["hands"]] == [options["hand_size"]] * players
        check_deal(state)


def check_deal(state: State) -> None:
    """Every card of the deck is somewhere, and nobody holds two Rainbow cards."""
    found, options = state.position(), state.options
    texts = [*found["hands"], *found["piles"], found["deck"]]
    colors = "ROYGBIV"[: options["colors"]]
    deck = [f"{color}{value}" for color in colors for value in range(1, options["values"])]
    deck += [*found["sevens"].split(), *["W"] * options["rainbow_cards"]]
    assert sorted(" ".join(texts).split()) == sorted(deck)
    assert all(hand.count("W") <= 1 for hand in found["hands"])


# Printed sevens


@pytest.mark.parametrize("chosen", [True, False])
def test_printed_sevens_can_be_chosen_or_not(chosen: bool) -> None:
    assert rainbow7.options(4, {"printed_sevens": chosen})["printed_sevens"] is chosen


@pytest.mark.parametrize("value", [0, 1, 1.0, "true", "", None, [], {}], ids=repr)
def test_printed_sevens_are_refused_unless_true_or_false(value: Any) -> None:
    refused = refusal(4, {"printed_sevens": value})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: printed_sevens: {value!r}; expected true or false",
    )


@pytest.mark.parametrize("effects", [["cloud"] * 7, ("cloud",) * 7, EFFECTS[::-1]], ids=repr)
def test_any_seven_effects_can_be_printed(effects: Any) -> None:
    assert rainbow7.options(4, {"effects": effects})["effects"] == list(effects)


@pytest.mark.parametrize(
    "effects",
    ["cloud", 7, True, {}, {"R7": "cloud"}, [], ["cloud"] * 6, ["cloud"] * 8, 1.5, float("nan")],
    ids=repr,
)
def test_effects_that_are_no_list_of_seven_are_refused(effects: Any) -> None:
    refused = refusal(4, {"effects": effects})
    assert refused.code == "bad-option"
    assert str(refused).startswith("options: effects: ")
    assert str(refused).endswith("; expected a list of 7")


@pytest.mark.parametrize("effect", ["rain", "", "Cloud", None, 1, True, ["cloud"], {}], ids=repr)
def test_an_effect_that_there_is_not_is_refused_with_its_7(effect: Any) -> None:
    refused = refusal(4, {"effects": ["cloud"] * 3 + [effect] + ["cloud"] * 3})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: effects: G7: {effect!r}; expected downpour, cloud, shelter, sunshine",
    )


# Types and names


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "value", [True, False, 3.0, "3", "", [], [3], {}, float("nan"), float("inf")], ids=repr
)
def test_a_number_of_another_type_is_refused(name: str, value: Any) -> None:
    refused = refusal(4, {name: value})
    assert (refused.code, str(refused).partition(";")[0]) == (
        "bad-option",
        f"options: {name}: {value!r}",
    )


@pytest.mark.parametrize("name", ["color", "Colors", "", "hand size", "ranks", "f\u00e4rben", "\n"])
def test_an_option_that_the_game_does_not_have_is_refused(name: str) -> None:
    refused = refusal(4, {name: None})
    assert (refused.code, str(refused)) == (
        "unknown-option",
        f"options: unknown {name!a}; expected printed_sevens, effects, colors, values, "
        "rainbow_cards, hand_size, tokens_to_end",
    )


@pytest.mark.parametrize("name", [*NUMBERS, "printed_sevens", "effects"])
@pytest.mark.parametrize("value", ["9" * 100_000, 10**5000], ids=["text", "number"])
def test_an_absurdly_long_value_is_refused_in_one_short_line(name: str, value: Any) -> None:
    assert refusal(4, {name: value}).code == "bad-option"
