"""The options of Rainbow Pirates: what may be chosen, what is refused, what is the default."""

from collections import Counter
from typing import Any

import pytest

from moonbow.games.errors import BadOptions
from moonbow.games.game import game

pirates = game("pirates")

COLORS = ["1", "2", "3", "4", "5", "6", "7", "W"]
BLACK = ["thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass"]
KINDS = [*COLORS, *BLACK, "P"]
PRINTED = {**dict.fromkeys(COLORS, 10), **dict.fromkeys(BLACK, 4), "P": 8}
NOTHING = dict.fromkeys(KINDS, 0)


def refusal(players: Any, chosen: Any) -> BadOptions:
    with pytest.raises(BadOptions) as caught:
        pirates.options(players, chosen)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300
    return caught.value


# Players


@pytest.mark.parametrize(
    "players",
    [0, 1, 6, -4, 10**30, 10**5000, True, False, 4.0, "4", None, [4], {}],
    ids=[
        "0",
        "1",
        "6",
        "-4",
        "10**30",
        "10**5000",
        "true",
        "false",
        "4.0",
        "text",
        "null",
        "[]",
        "{}",
    ],
)
def test_other_than_two_to_five_players_are_refused(players: Any) -> None:
    refused = refusal(players, {})
    assert refused.code == "players"
    assert str(refused).endswith("; expected 2 to 5")


def test_two_to_five_players_can_play() -> None:
    assert (pirates.min_players, pirates.max_players) == (2, 5)


# Defaults


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("chosen", [None, {}, {"deck": {}}, {"deck": None}, {"lifts": None}])
def test_without_a_choice_the_game_is_the_one_of_a_table(players: int, chosen: Any) -> None:
    options = pirates.options(players, chosen)
    assert options == {"lifts": 250, "deck": PRINTED}
    assert list(options["deck"]) == KINDS
    assert sum(options["deck"].values()) == 120


def test_in_simulations_six_groups_may_be_lifted_by_default() -> None:
    assert pirates.simulated() == pirates.simulated({}) == {"lifts": 6}
    assert pirates.options(3, pirates.simulated()) == {"lifts": 6, "deck": PRINTED}
    assert pirates.deal(2, pirates.simulated()).options["lifts"] == 6
    assert pirates.deal(2).options["lifts"] == 250


def test_in_simulations_what_was_chosen_stays() -> None:
    assert pirates.simulated({"lifts": 250}) == {"lifts": 250}
    assert pirates.simulated({"deck": {"W": 3}}) == {"lifts": 6, "deck": {"W": 3}}


def test_what_was_chosen_stays_as_it_was_given() -> None:
    chosen = {"deck": {"W": 3}}
    pirates.options(2, chosen)
    pirates.simulated(chosen)
    assert chosen == {"deck": {"W": 3}}


# Lifts


@pytest.mark.parametrize("lifts", [0, 1, 6, 250, 1000])
def test_up_to_a_thousand_lifts_can_be_chosen(lifts: int) -> None:
    assert pirates.options(4, {"lifts": lifts})["lifts"] == lifts
    assert pirates.deal(4, {"lifts": lifts}).options["lifts"] == lifts


@pytest.mark.parametrize(
    "lifts",
    [-1, 1001, 2**31, 10**30, 1.0, "6", "", True, False, [], [6], {}, float("nan")],
    ids=repr,
)
def test_other_lifts_are_refused(lifts: Any) -> None:
    refused = refusal(4, {"lifts": lifts})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: lifts: {lifts!r}; expected a whole number from 0 to 1000",
    )


def test_a_number_too_long_to_print_is_refused() -> None:
    assert refusal(4, {"lifts": 10**5000}).code == "bad-option"
    assert refusal(4, {"deck": {"1": 10**5000}}).code == "bad-option"


# The deck


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_that_are_not_named_have_their_printed_counts(kind: str) -> None:
    options = pirates.options(3, {"deck": {kind: 1}})
    assert options["deck"] == {**PRINTED, kind: 1}
    assert list(options["deck"]) == KINDS
    assert pirates.deal(3, {"deck": {kind: 1}}).options == options


def test_the_order_in_which_kinds_are_named_does_not_matter() -> None:
    counts = {kind: 1 + place for place, kind in enumerate(KINDS[:10])}
    backwards = dict(reversed(counts.items()))
    one, other = (pirates.deal(2, {"deck": deck}, seed=3) for deck in (counts, backwards))
    assert one == other
    assert list(one.options["deck"]) == KINDS


def test_the_cards_of_the_deck_are_dealt() -> None:
    counts = {**NOTHING, "1": 3, "7": 5, "W": 2, "thief": 4, "spyglass": 6, "P": 4}
    found = pirates.deal(2, {"deck": counts}, seed=1).position()
    words = " ".join([*found["hands"], found["draw"], found["faceup"]]).split()
    assert Counter(words) == Counter({kind: count for kind, count in counts.items() if count})


@pytest.mark.parametrize("count", [0, 1, 31])
def test_a_kind_may_have_up_to_31_cards(count: int) -> None:
    deck = {**dict.fromkeys(KINDS, 4), "parrot": count}
    assert pirates.options(2, {"deck": deck})["deck"]["parrot"] == count


@pytest.mark.parametrize(
    "count", [-1, 32, 10**30, 1.0, "4", "", None, True, False, [], {}], ids=repr
)
@pytest.mark.parametrize("kind", ["1", "W", "ship", "P"])
def test_another_number_of_cards_is_refused(kind: str, count: Any) -> None:
    refused = refusal(2, {"deck": {kind: count}})
    assert (refused.code, str(refused)) == (
        "bad-option",
        f"options: deck: {kind}: {count!r}; expected a whole number from 0 to 31",
    )


@pytest.mark.parametrize(
    "kind",
    ["0", "8", "w", "p", "", "Ship", "ships", "pirate", "11", "WILD", "sh\u0131p", 1, None, True],
)
def test_a_kind_that_there_is_not_is_refused(kind: Any) -> None:
    refused = refusal(2, {"deck": {kind: 4}})
    assert (refused.code, str(refused)) == (
        "unknown-option",
        f"options: deck: unknown {kind!a}; expected {', '.join(KINDS)}",
    )


@pytest.mark.parametrize("deck", [1, "1", [], [10] * 17, [("1", 10)], True, 0, "", 1.5], ids=repr)
def test_a_deck_that_is_no_object_is_refused(deck: Any) -> None:
    refused = refusal(2, {"deck": deck})
    assert refused.code == "bad-option"
    assert str(refused).startswith("options: deck: ")
    assert str(refused).endswith("; expected an object")


def of_size(size: int) -> dict[str, int]:
    """A deck of so many cards."""
    return {kind: (size + place) // 17 for place, kind in enumerate(KINDS)}


@pytest.mark.parametrize("players", range(2, 6))
def test_the_smallest_deck_has_seven_cards_for_each_and_three_more(players: int) -> None:
    size = 7 * players + 3
    state = pirates.deal(players, {"deck": of_size(size)})
    found = state.position()
    assert [len(hand.split()) for hand in found["hands"]] == [7] * players
    assert (len(found["faceup"].split()), len(found["draw"].split())) == (2, 1)
    refused = refusal(players, {"deck": of_size(size - 1)})
    assert (refused.code, str(refused)) == (
        "deck-size",
        f"options: deck: {size - 1} cards; expected {size} to 120",
    )


def test_the_largest_deck_has_120_cards() -> None:
    found = pirates.deal(5, {"deck": of_size(120)}).position()
    assert len(found["draw"].split()) == 120 - 5 * 7 - 2
    refused = refusal(5, {"deck": of_size(121)})
    assert (refused.code, str(refused)) == (
        "deck-size",
        "options: deck: 121 cards; expected 38 to 120",
    )


@pytest.mark.parametrize("deck", [NOTHING, dict.fromkeys(KINDS, 31), {"W": 11}, {"P": 31}])
def test_decks_of_other_sizes_are_refused(deck: dict[str, int]) -> None:
    assert refusal(2, {"deck": deck}).code == "deck-size"


def test_a_deck_may_be_of_one_or_two_kinds() -> None:
    state = pirates.deal(2, {"deck": {**NOTHING, "1": 17}})
    assert state.position()["hands"] == [" ".join(["1"] * 7)] * 2
    assert pirates.deal(5, {"deck": {**NOTHING, "P": 31, "ship": 7}}).players == 5


# Names


@pytest.mark.parametrize("name", ["lift", "Lifts", "", "hand_size", "m\u00f6we", 5, None, True])
def test_an_option_that_the_game_does_not_have_is_refused(name: Any) -> None:
    refused = refusal(2, {name: None})
    assert (refused.code, str(refused)) == (
        "unknown-option",
        f"options: unknown {name!a}; expected lifts, deck",
    )


def test_absurdly_long_values_are_refused_in_one_short_line() -> None:
    assert len(str(refusal(4, {"lifts": "9" * 100_000}))) < 200
    assert len(str(refusal(4, {"deck": "9" * 100_000}))) < 200
    assert len(str(refusal(4, {"x" * 100_000: 1}))) < 200
    assert len(str(refusal(4, {"deck": {"x" * 100_000: 1}}))) < 300


@pytest.mark.parametrize("players", range(2, 6))
def test_a_state_knows_the_options_it_was_dealt_with(players: int) -> None:
    chosen = {"lifts": 3, "deck": {**of_size(90), "W": 12}}
    assert pirates.deal(players, chosen).options == chosen
    assert pirates.position(pirates.deal(players, chosen).position()).options == chosen
