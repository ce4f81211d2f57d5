"""Every clause and ruling of docs/rules/pirates.md, in its order.

Expected values are worked out by hand from the clauses. Positions leave out the cards that do not
matter. Player 0 is to move unless it says otherwise; an opponent without cards in hand is not asked
to block (RP-R5), which keeps many of them short.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from moonbow.games.errors import BadAction, BadOptions, BadPosition
from moonbow.games.game import SPECTATOR, State, game
from moonbow.games.heard import Heard
from moonbow.games.pirates_text import KIND_NUMBERS
from moonbow.lab.simulate import simulate
from moonbow.table.table import Table
from pirates_twice import Chance, play_oddly

pirates = game("pirates")

SEEDS = range(20)
EACH_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])
COLORS = ["1", "2", "3", "4", "5", "6", "7", "W"]
BLACK = ["thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass"]
EACH_BLACK = pytest.mark.parametrize("card", BLACK)
AIMED = ["thief", "cannon", "blindbeard", "parrot"]
MATCHING = list(zip(BLACK[:7], COLORS[:7], strict=True))
"""The BLACK cards that can be blocked, with what blocks them."""

DECK = {**dict.fromkeys(COLORS, 10), **dict.fromkeys(BLACK, 4), "P": 8}
FULL, FULL_TOO = "1234567", "12W4567"


def position(hands: list[str], **keys: Any) -> State:
    return pirates.position({"game": "pirates", "players": len(hands), "hands": hands, **keys})


def dealt(players: int, seed: int, **options: Any) -> dict[str, Any]:
    return pirates.deal(players, options, seed).position()


def all_cards(dealt: dict[str, Any]) -> list[str]:
    """The cards of a deal, wherever they are."""
    assert dealt["islands"] == [[]] * dealt["players"]
    piles = [*dealt["hands"], dealt["draw"], dealt["faceup"], dealt["discard"]]
    return " ".join(piles).split()


def after(state: State, *texts: str) -> dict[str, Any]:
    """The position after these actions."""
    then = state.copy()
    then.play(texts)
    return then.position()


def choices(state: State, verb: str) -> set[str]:
    """What may follow a verb: after "lay" the groups, after "draw" the piles."""
    texts = state.legal_texts()
    assert len(texts) == len(set(texts))
    return {text.removeprefix(f"{verb} ") for text in texts if text.startswith(f"{verb} ")}


def may_draw(state: State) -> bool:
    return bool(choices(state, "draw"))


def with_island(hand: str, *island: str) -> State:
    """A turn with this hand and island, and an opponent without any cards."""
    return position([hand, ""], islands=[[*island], []])


def play(card: str) -> str:
    """A BLACK card, aimed at player 1 if at anybody."""
    return f"play {card}@1" if card in AIMED else f"play {card}"


def heard(state: State, text: str, listener: int) -> list[Heard]:
    then = state.copy()
    then.play([text])
    return state.hear(state.action_number(text), then, listener)


def numbers(cards: str) -> tuple[int, ...]:
    return tuple(KIND_NUMBERS[card] for card in cards.split())


def odd_games(players: int) -> Iterator[State]:
    """The states of some random games with many BLACK cards."""
    for seed in range(3):
        options = {"deck": {**dict.fromkeys(COLORS, 6), **dict.fromkeys(BLACK, 8)}, "lifts": 1}
        choice = random.Random(seed)
        state = pirates.deal(players, options, seed)
        for _ in range(150):
            if state.is_over:
                break
            yield state
            state.play([play_oddly(state.legal_texts(), choice)])


# Cards


@pytest.mark.rule("RP-01")
def test_there_are_seven_colors_with_a_number_each_and_wilds() -> None:
    assert set(all_cards(dealt(2, 0))) - {*BLACK, "P"} == set(COLORS)


@pytest.mark.rule("RP-01")
@pytest.mark.parametrize("card", ["0", "8", "red", "w"])
def test_there_is_no_other_color(card: str) -> None:
    with pytest.raises(BadPosition):
        position([card, ""])


@pytest.mark.rule("RP-01")
def test_color_and_number_are_the_same_thing() -> None:
    assert choices(with_island("1 2 3 4 5 6 7"), "lay") == {"123", "234", "345", "456", "567"}
    for number in "1234567":
        assert choices(with_island(f"{number} {number} {number}"), "lay") == {3 * number}


@pytest.mark.rule("RP-02")
def test_the_other_cards_are_eight_kinds_of_black_cards_and_rainbow_pirates() -> None:
    assert set(all_cards(dealt(2, 0))) - set(COLORS) == {*BLACK, "P"}


@pytest.mark.rule("RP-R1")
@EACH_NUMBER
def test_the_deck_has_70_numbers_10_wilds_32_black_cards_and_8_rainbow_pirates(
    players: int,
) -> None:
    for seed in SEEDS:
        cards = all_cards(dealt(players, seed))
        assert (len(cards), Counter(cards)) == (120, Counter(DECK))


@pytest.mark.rule("RP-R1")
def test_a_table_may_choose_other_counts() -> None:
    counts = {"3": 2, "W": 0, "cannon": 7, "P": 1}
    for seed in SEEDS:
        assert Counter(all_cards(dealt(3, seed, deck=counts))) == Counter({**DECK, **counts})


def deck_of(size: int) -> dict[str, int]:
    """A deck of so many cards, at most 40, all of them 1s and Ships."""
    return {**dict.fromkeys(DECK, 0), "1": min(20, size), "ship": max(0, size - 20)}


@pytest.mark.rule("RP-R1")
@EACH_NUMBER
def test_fewer_cards_than_7_for_each_player_and_3_more_are_refused(players: int) -> None:
    with pytest.raises(BadOptions):
        pirates.options(players, {"deck": deck_of(7 * players + 2)})


@pytest.mark.rule("RP-R1")
@EACH_NUMBER
def test_7_cards_for_each_player_and_3_more_are_enough(players: int) -> None:
    start = dealt(players, 0, deck=deck_of(7 * players + 3))
    assert (len(start["faceup"].split()), len(start["draw"].split())) == (2, 1)


# Deal


@pytest.mark.parametrize("players", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_cannot_play(players: int) -> None:
    with pytest.raises(BadOptions):
        pirates.deal(players)


@pytest.mark.rule("RP-03")
@EACH_NUMBER
def test_everyone_gets_seven_cards(players: int) -> None:
    for seed in SEEDS:
        assert [len(hand.split()) for hand in dealt(players, seed)["hands"]] == [7] * players


@pytest.mark.rule("RP-03")
@pytest.mark.parametrize(("players", "cards"), [(2, 104), (3, 97), (4, 90), (5, 83)])
def test_two_cards_are_turned_up_and_the_rest_is_the_draw_pile(players: int, cards: int) -> None:
    for seed in SEEDS:
        start = dealt(players, seed)
        assert (len(start["faceup"].split()), len(start["draw"].split())) == (2, cards)


@pytest.mark.rule("RP-03")
def test_the_cards_turned_up_are_the_top_two() -> None:
    for seed in SEEDS:
        cards = [kind for kind, count in DECK.items() for _ in range(count)]
        mixed = Chance(seed)(cards, "deal", 0)
        start = dealt(3, seed)
        assert start["faceup"].split() + start["draw"].split() == mixed[21:]


@pytest.mark.rule("RP-03")
def test_the_discard_pile_is_empty_at_first() -> None:
    assert all(dealt(4, seed)["discard"] == "" for seed in SEEDS)


@pytest.mark.rule("RP-03")
def test_every_kind_comes_to_every_player_about_as_often_as_chance_has_it() -> None:
    got: Counter[tuple[int, str]] = Counter()
    for seed in range(120):
        for player, hand in enumerate(dealt(3, seed)["hands"]):
            got.update((player, card) for card in hand.split())
    for player in range(3):
        assert all(40 <= got[player, card] <= 100 for card in COLORS)
        assert all(10 <= got[player, card] <= 50 for card in BLACK)


@pytest.mark.rule("RP-R16")
@EACH_NUMBER
def test_chance_picks_the_first_player_about_equally_often(players: int) -> None:
    firsts = Counter(
        pirates.deal(players, seed=seed).current_player for seed in range(30 * players)
    )
    assert set(firsts) == set(range(players))
    assert all(firsts[seat] > 12 for seat in range(players))


# A turn


@pytest.mark.rule("RP-04")
def test_turns_go_clockwise() -> None:
    draw = "thief cannon elixir captain ship parrot thief cannon elixir captain"
    state = position(["1", "2", "3", "4"], draw=draw, faceup="5 5", to_move=2)
    seats = []
    for _ in range(5):
        seats.append(state.current_player)
        state.play(["draw pile"])
    assert seats == [2, 3, 0, 1, 2]


@pytest.mark.rule("RP-04")
@pytest.mark.parametrize(
    "texts", list(permutations(["lay 345", "lift 222", "play ship", "play cannon@1"]))
)
def test_cards_are_placed_rearranged_and_played_in_any_order(texts: tuple[str, ...]) -> None:
    state = position(["3 4 5 cannon ship", ""], islands=[["222"], []], draw="W W 7 7", faceup="6 6")
    then = after(state, *texts)
    assert (then["hands"], then["islands"]) == (["2 2 2 W W", ""], [["345"], []])
    assert then["to_move"] == 0


@pytest.mark.rule("RP-04")
def test_each_may_be_done_as_often_as_the_player_likes() -> None:
    state = position(["3 4 5 ship ship ship", ""], draw="W W W W W 7 7", faceup="6 6")
    state.play(["play ship", "lay 345", "play ship", "lift 345", "lay 345", "lift 345", "lay 345"])
    assert "play ship" in state.legal_texts()
    assert {"lift 345", "lay WWW=", "add W>345"} < set(state.legal_texts())


TO_DRAW = position(["2 6", "3 5"], draw="1 4 ship", faceup="5 W")


@pytest.mark.rule("RP-05")
def test_the_face_up_cards_or_two_from_the_draw_pile_are_drawn_never_one_of_each() -> None:
    assert TO_DRAW.legal_texts() == ["draw faceup", "draw pile"]
    assert after(TO_DRAW, "draw faceup")["hands"] == ["2 5 6 W", "3 5"]
    assert after(TO_DRAW, "draw pile")["hands"] == ["1 2 4 6", "3 5"]


@pytest.mark.rule("RP-05")
@pytest.mark.parametrize("text", ["draw faceup", "draw pile"])
def test_a_draw_closes_the_turn(text: str) -> None:
    assert (after(TO_DRAW, text)["to_move"], after(TO_DRAW, text)["turn"]) == (1, None)


@pytest.mark.rule("RP-06")
def test_taken_face_up_cards_are_replaced_by_the_next_two_of_the_draw_pile() -> None:
    then = after(TO_DRAW, "draw faceup")
    assert (then["faceup"], then["draw"]) == ("1 4", "ship")


@pytest.mark.rule("RP-06")
def test_a_draw_from_the_pile_leaves_the_face_up_cards_alone() -> None:
    then = after(TO_DRAW, "draw pile")
    assert (then["faceup"], then["draw"]) == ("5 W", "ship")


@pytest.mark.rule("RP-R2")
@pytest.mark.parametrize(
    ("draw", "faceup", "text", "hand", "left"),
    [
        ("4", "5 W", "draw pile", "2 4", ("", "5 W")),
        ("4", "5 W", "draw faceup", "2 5 W", ("", "4")),
        ("", "5", "draw faceup", "2 5", ("", "")),
        ("1 4 6", "5", "draw faceup", "2 5", ("6", "1 4")),
    ],
)
def test_where_only_one_card_is_there_one_is_drawn_or_turned_up(
    draw: str, faceup: str, text: str, hand: str, left: tuple[str, str]
) -> None:
    then = after(position(["2", "3"], draw=draw, faceup=faceup), text)
    assert (then["hands"][0], (then["draw"], then["faceup"])) == (hand, left)


@pytest.mark.rule("RP-R2")
def test_where_no_card_is_there_none_is_turned_up() -> None:
    state = position(["2", "3"], draw="4 6", faceup="5 W")
    state.play(["draw faceup", "draw faceup"])
    assert (state.position()["draw"], state.position()["faceup"]) == ("", "")
    assert state.position()["hands"] == ["2 5 W", "3 4 6"]


@pytest.mark.rule("RP-R2", "RP-R23")
@pytest.mark.parametrize(
    ("draw", "hand", "left"),
    [("1 4 6", "1 2 4", "6"), ("1 4", "1 2 4", ""), ("1", "1 2", ""), ("", "2", "")],
)
def test_a_ship_brings_one_card_where_only_one_is_there(draw: str, hand: str, left: str) -> None:
    then = after(position(["2 ship", ""], draw=draw, faceup="5 W"), "play ship")
    assert (then["hands"][0], then["draw"], then["faceup"]) == (hand, left, "5 W")


@pytest.mark.rule("RP-R2")
@pytest.mark.parametrize(
    ("draw", "faceup", "sources"),
    [("", "5 W", {"faceup"}), ("5 W", "", {"pile"}), ("5", "W", {"faceup", "pile"})],
)
def test_if_a_source_is_empty_the_other_must_be_drawn_from(
    draw: str, faceup: str, sources: set[str]
) -> None:
    assert choices(position(["2", "3"], draw=draw, faceup=faceup), "draw") == sources


@pytest.mark.rule("RP-R2")
@pytest.mark.parametrize("hand", ["2", ""])
def test_nobody_may_end_the_turn_without_drawing(hand: str) -> None:
    state = position([hand, "3"], draw="4 6", faceup="5 W")
    assert state.legal_texts() == ["draw faceup", "draw pile"]
    for text in ("pass", "done"):
        with pytest.raises(BadAction):
            state.play([text])


@pytest.mark.rule("RP-R2")
def test_there_is_no_hand_limit() -> None:
    many = " ".join([*["W"] * 8, *sorted(BLACK * 4, key=BLACK.index)])
    then = after(position([many, "3"], draw="4 6", faceup="5 5"), "draw pile")
    assert len(then["hands"][0].split()) == 42


# Groups on an island


@pytest.mark.rule("RP-07")
@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("2 2", set()),
        ("2 2 3", set()),
        ("2 2 2", {"222"}),
        ("2 2 2 7 7 7", {"222", "777"}),
        ("1 2", set()),
        ("1 2 4", set()),
        ("1 3 5", set()),
        ("1 2 3", {"123"}),
        ("4 5 6 7", {"456", "567"}),
        ("3 3 4 5", {"345"}),
        ("cannon ship", set()),
        ("cannon ship 3", set()),
        ("cannon cannon cannon", {"cannon+cannon+cannon"}),
        ("cannon ship thief", {"cannon+ship+thief"}),
        (
            "cannon cannon ship thief",
            {"cannon+cannon+ship", "cannon+cannon+thief", "cannon+ship+thief"},
        ),
        ("P", {"P"}),
        ("P P P", {"P"}),
        ("cannon ship P", {"P"}),
        ("2 2 P", {"P"}),
    ],
)
def test_three_cards_make_a_set_a_rainbow_or_a_black_group_and_one_is_a_rainbow_pirate(
    hand: str, groups: set[str]
) -> None:
    assert choices(with_island(hand), "lay") == groups


@pytest.mark.rule("RP-07")
def test_a_set_may_have_more_than_three_cards() -> None:
    state = with_island("2 2 2 2 2 2 2")
    state.play(["lay 222", "add 2>222", "add 2>2222", "add 2>22222", "add 2>222222"])
    assert state.position()["islands"][0] == ["2222222"]


@pytest.mark.rule("RP-07")
def test_a_rainbow_may_have_up_to_seven_cards_one_of_each() -> None:
    state = with_island("1 1 2 3 4 5 6 7 7")
    state.play(["lay 345", "add 6>345", "add 2<3456", "add 7>23456", "add 1<234567"])
    assert state.position()["islands"][0] == ["1234567"]
    assert choices(state, "add") == set()


@pytest.mark.rule("RP-07")
@pytest.mark.parametrize(
    ("group", "additions"),
    [
        ("333", {"3>333"}),
        ("345", {"2<345", "6>345"}),
        ("456", {"3<456", "7>456"}),
        (
            "ship+ship+thief",
            {"cannon>ship+ship+thief", "ship>ship+ship+thief"},
        ),
        ("PP", set()),
    ],
)
def test_each_kind_of_group_takes_only_its_own_cards(group: str, additions: set[str]) -> None:
    state = with_island("1 2 3 4 5 6 7 cannon ship P", group)
    assert choices(state, "add") == additions


@pytest.mark.rule("RP-07")
def test_a_black_group_may_have_more_than_three_cards() -> None:
    state = with_island("cannon ship", "parrot+ship+thief")
    state.play(["add cannon>parrot+ship+thief", "add ship>cannon+parrot+ship+thief"])
    assert state.position()["islands"][0] == ["cannon+parrot+ship+ship+thief"]


@pytest.mark.rule("RP-07")
def test_rainbow_pirates_lie_alone_or_together() -> None:
    state = with_island("P P P")
    state.play(["lay P"])
    assert state.position()["islands"][0] == ["P"]
    state.play(["lay P", "lay P"])
    assert state.position()["islands"][0] == ["PPP"]


@pytest.mark.rule("RP-R17")
@pytest.mark.parametrize("hand", ["1 6 7", "1 2 7", "1 7 W"])
def test_no_rainbow_is_laid_from_7_on_to_1(hand: str) -> None:
    assert choices(with_island(hand), "lay") == set()


@pytest.mark.rule("RP-R17")
def test_no_rainbow_is_extended_from_7_on_to_1() -> None:
    assert choices(with_island("1 W", "567"), "add") == {"W<567"}
    assert choices(with_island("7 W", "123"), "add") == {"W>123"}
    assert choices(with_island("1 7 W", "1234567"), "add") == set()


@pytest.mark.rule("RP-08")
@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ("3 W", set()),
        ("3 3 W", {"33W"}),
        ("1 2 W", {"12W"}),
        ("1 3 W", {"1W3"}),
        ("2 3 W", {"23W", "W23"}),
        ("6 7 W", {"W67"}),
        ("2 4 W", {"2W4"}),
        ("2 5 W", set()),
        ("2 W W", {"2WW=", "2WW", "W2W"}),
        ("4 W W", {"4WW=", "4WW", "W4W", "WW4"}),
        ("cannon ship W", set()),
    ],
)
def test_a_wild_stands_for_any_color_card_of_a_set_or_rainbow(hand: str, groups: set[str]) -> None:
    assert choices(with_island(hand), "lay") == groups


@pytest.mark.rule("RP-08")
@pytest.mark.parametrize(
    ("group", "additions"),
    [
        ("333", {"W>333"}),
        ("345", {"W<345", "W>345"}),
        ("123", {"W>123"}),
        ("4567", {"W<4567"}),
        ("1234567", set()),
        ("cannon+ship+thief", set()),
        ("PP", set()),
    ],
)
def test_a_wild_is_added_to_sets_and_rainbows_only(group: str, additions: set[str]) -> None:
    assert choices(with_island("W", group), "add") == additions


@pytest.mark.rule("RP-R3")
def test_a_group_may_consist_of_wilds_only() -> None:
    state = with_island("W W W W")
    assert choices(state, "lay") == {"WWW=", "WWW"}
    state.play(["lay WWW", "add W>WWW"])
    assert state.position()["islands"][0] == ["WWWW"]


@pytest.mark.rule("RP-R3")
def test_several_sets_of_one_color_may_lie_side_by_side() -> None:
    then = after(with_island("2 2 2", "222"), "lay 222")
    assert then["islands"][0] == ["222", "222"]


@pytest.mark.rule("RP-R3")
def test_several_black_groups_may_lie_side_by_side() -> None:
    then = after(with_island("ship ship thief", "parrot+parrot+parrot"), "lay ship+ship+thief")
    assert sorted(then["islands"][0]) == ["parrot+parrot+parrot", "ship+ship+thief"]


@pytest.mark.rule("RP-R3")
@pytest.mark.parametrize(
    ("group", "additions"),
    [
        ("2WW=", {"2>2WW="}),
        ("2WW", {"1<2WW", "5>2WW"}),
        ("W2W", {"4>W2W"}),
        ("WW4", {"1<WW4", "5>WW4"}),
    ],
)
def test_what_a_group_is_and_what_its_wilds_stand_for_is_fixed_when_it_is_laid(
    group: str, additions: set[str]
) -> None:
    assert choices(with_island("1 2 3 4 5 6 7", group), "add") == additions


@pytest.mark.rule("RP-R26")
def test_a_number_of_any_color_may_be_added_to_a_set_of_wilds_and_fixes_its_color() -> None:
    state = with_island("4 4 6", "WWW=")
    assert choices(state, "add") == {"4>WWW=", "6>WWW="}
    state.play(["add 4>WWW="])
    assert state.position()["islands"][0] == ["4WWW="]
    assert choices(state, "add") == {"4>4WWW="}


@pytest.mark.rule("RP-R26")
def test_a_set_of_wilds_that_got_one_more_wild_still_has_no_color() -> None:
    state = with_island("4 6 W", "WWW=")
    state.play(["add W>WWW="])
    assert choices(state, "add") == {"4>WWWW=", "6>WWWW="}


@pytest.mark.rule("RP-R26", "RP-R4")
@pytest.mark.parametrize(("group", "free"), [("WWW=", False), ("6WW=", True)])
def test_a_number_must_be_added_to_a_set_of_wilds_alone(group: str, free: bool) -> None:
    assert may_draw(with_island("4", group)) == free


@pytest.mark.rule("RP-R26")
@pytest.mark.parametrize(
    ("group", "additions"),
    [("WWW", {"4>WWW", "W>WWW"}), ("WWWWW", {"6>WWWWW", "W>WWWWW"}), ("WWWWWWW", set())],
)
def test_a_rainbow_of_wilds_alone_starts_at_1(group: str, additions: set[str]) -> None:
    assert choices(with_island("1 2 3 4 5 6 7 W", group), "add") == additions


@pytest.mark.rule("RP-R26")
def test_what_is_left_of_a_longer_rainbow_starts_at_1_too_if_it_is_wilds_alone() -> None:
    state = position(["cannon 1", "5 4"], islands=[[], ["1WWW"]], draw="6 6 7 7", faceup="2 2")
    state.play(["play cannon@1", "pass", "pick 1WWW:1", "draw pile"])
    assert choices(state, "add") == {"4>WWW"}


# What must be placed


@pytest.mark.rule("RP-09")
def test_before_the_closing_draw_every_rainbow_pirate_in_hand_must_be_on_the_island() -> None:
    state = with_island("2 5 P P")
    assert state.legal_texts() == ["lay P"]
    state.play(["lay P"])
    assert not may_draw(state)
    state.play(["lay P"])
    assert may_draw(state)


@pytest.mark.rule("RP-09")
def test_a_rainbow_pirate_that_comes_with_the_closing_draw_is_placed_in_the_next_turn() -> None:
    state = position(["2 5", "3 7"], draw="6 P ship ship 4 4", faceup="1 1")
    state.play(["draw pile", "draw pile"])
    assert state.position()["hands"][0] == "2 5 6 P"
    assert state.legal_texts() == ["lay P"]


@pytest.mark.rule("RP-09", "RP-R8")
@pytest.mark.parametrize(
    "texts",
    [
        ["play ship", "pass"],
        ["play thief@1", "pick PP:1"],
        ["play elixir", "pass", "pick P"],
        ["play blindbeard@2", "pass"],
        ["play parrot@2", "pass", "name P"],
        ["lift P"],
    ],
)
def test_one_gained_earlier_in_the_turn_is_placed_in_this_one(texts: list[str]) -> None:
    state = position(
        ["thief elixir blindbeard ship parrot", "", "P"],
        islands=[["P"], ["PP"], []],
        draw="P W 1 1",
        faceup="2 2",
        discard="3 P 4",
    )
    assert may_draw(state)
    state.play(texts)
    assert not may_draw(state)
    state.play(["lay P"])
    assert may_draw(state)


@pytest.mark.rule("RP-10")
def test_a_number_that_can_be_added_to_a_group_on_the_island_must_be() -> None:
    state = with_island("2 4 7", "222", "456")
    assert not may_draw(state)
    state.play(["add 2>222"])
    assert not may_draw(state)
    state.play(["add 7>456"])
    assert may_draw(state)


@pytest.mark.rule("RP-10")
@pytest.mark.parametrize(("hand", "group"), [("1 3 3 3", "333"), ("1 4 5 6", "456")])
def test_numbers_that_make_a_new_group_must_be_placed(hand: str, group: str) -> None:
    state = with_island(hand)
    assert not may_draw(state)
    state.play([f"lay {group}"])
    assert may_draw(state)


@pytest.mark.rule("RP-10")
def test_numbers_that_fit_nowhere_stay_in_hand() -> None:
    assert may_draw(with_island("1 1 5 7 7", "222", "345"))


@pytest.mark.rule("RP-11")
@pytest.mark.parametrize(
    ("hand", "island"),
    [("W", "222"), ("W", "345"), ("W W W", "222"), ("4 4 W", "777"), ("3 W W", "777")],
)
def test_nobody_must_place_a_wild(hand: str, island: str) -> None:
    assert may_draw(with_island(hand, island))


@pytest.mark.rule("RP-11")
@pytest.mark.parametrize(
    ("hand", "island"), [("4 4", "4567"), ("4", "1234567"), ("2 3", "1234"), ("3", "12W")]
)
def test_nobody_must_place_a_number_for_which_the_island_would_have_to_be_rearranged(
    hand: str, island: str
) -> None:
    assert may_draw(with_island(hand, island))


@pytest.mark.rule("RP-R4")
@pytest.mark.parametrize(
    ("number", "island", "free"),
    [
        ("2", "222", False),
        ("3", "222", True),
        ("2", "2WW=", False),
        ("3", "2WW=", True),
        ("1", "345", True),
        ("2", "345", False),
        ("3", "345", True),
        ("5", "345", True),
        ("6", "345", False),
        ("7", "345", True),
        ("1", "567", True),
        ("7", "123", True),
        ("4", "567", False),
        ("4", "123", False),
        ("3", "12W", True),
        ("4", "12W", False),
        ("1", "W34", False),
        ("2", "W34", True),
        ("6", "34WW", True),
        ("7", "34WW", False),
        ("1", "1234567", True),
        ("7", "1234567", True),
        ("1", "WW34567", True),
        ("5", "cannon+ship+thief", True),
        ("5", "PP", True),
    ],
)
def test_a_number_must_be_placed_just_if_it_extends_a_set_or_a_rainbow_at_an_end(
    number: str, island: str, free: bool
) -> None:
    assert may_draw(with_island(number, island)) == free


@pytest.mark.rule("RP-R4")
@pytest.mark.parametrize(
    ("hand", "free"),
    [
        ("3 3", True),
        ("3 3 3", False),
        ("3 3 4", True),
        ("3 4 5", False),
        ("5 6 7", False),
        ("3 4 6", True),
        ("1 6 7", True),
        ("1 1 2 2 4 4 5 5 7 7", True),
        ("1 2 2 3", False),
        ("1 3 5 7", True),
    ],
)
def test_three_numbers_left_in_hand_must_be_placed_just_if_they_form_a_group(
    hand: str, free: bool
) -> None:
    assert may_draw(with_island(hand)) == free


@pytest.mark.rule("RP-R4")
@pytest.mark.parametrize(("group", "left"), [("333", "4 5"), ("345", "3 3")])
def test_where_several_ways_of_placing_exist_the_player_chooses(group: str, left: str) -> None:
    state = with_island("3 3 3 4 5")
    assert state.legal_texts() == ["lay 333", "lay 345"]
    state.play([f"lay {group}"])
    assert (state.position()["hands"][0], may_draw(state)) == (left, True)


@pytest.mark.rule("RP-R4")
def test_a_card_made_unplaceable_by_that_choice_may_stay_in_hand() -> None:
    state = with_island("2 6 W", "345")
    state.play(["add W>345", "add 2<345W"])
    assert (state.position()["hands"][0], may_draw(state)) == ("6", True)


@pytest.mark.rule("RP-R4")
def test_a_card_made_unplaceable_by_rearranging_may_stay_in_hand() -> None:
    state = with_island("5", "23W")
    assert not may_draw(state)
    state.play(["lift 23W", "lay W23"])
    assert (state.position()["hands"][0], may_draw(state)) == ("5", True)


@pytest.mark.rule("RP-R4")
@pytest.mark.parametrize(
    ("hand", "island"),
    [
        ("3", ["12W", "W456"]),  # by moving a WILD
        ("4 4", ["3456"]),  # by splitting a rainbow
        ("3", ["3WW", "345"]),  # by merging them, once a WILD is gone
    ],
)
def test_a_card_that_would_fit_only_by_moving_merging_or_splitting_need_not_be_placed(
    hand: str, island: list[str]
) -> None:
    assert may_draw(with_island(hand, *island))


@pytest.mark.rule("RP-R18")
@pytest.mark.parametrize("island", [[], ["cannon+ship+thief"]])
def test_black_cards_never_must_be_placed(island: list[str]) -> None:
    state = with_island("parrot parrot parrot", *island)
    assert "parrot+parrot+parrot" in choices(state, "lay")
    assert may_draw(state)


# Rearranging


@pytest.mark.rule("RP-12")
@pytest.mark.parametrize(
    ("hand", "island", "texts", "then"),
    [
        ("4 4 W", ["4567"], ["lift 4567", "lay 444", "lay 567"], ["444", "567"]),
        ("", ["123", "456"], ["lift 456", "add 4>123", "add 5>1234", "add 6>12345"], ["123456"]),
        ("", ["123456"], ["lift 123456", "lay 123", "lay 456"], ["123", "456"]),
        ("", ["333", "33W"], ["lift 33W", "add 3>333", "add W>3333", "add 3>3333W"], ["33333W"]),
    ],
    ids=["regrouped", "merged", "split", "sets merged"],
)
def test_cards_on_the_island_may_be_regrouped_merged_and_split(
    hand: str, island: list[str], texts: list[str], then: list[str]
) -> None:
    state = with_island(hand, *island)
    state.play(texts)
    assert state.position()["islands"][0] == then
    assert may_draw(state)


@pytest.mark.rule("RP-12")
@pytest.mark.parametrize(
    ("group", "hand"),
    [
        ("333", "2 3 3 3"),
        ("1W34", "1 2 3 4 W"),
        ("cannon+ship+thief", "2 thief cannon ship"),
        ("PP", "2 P P"),
    ],
)
def test_cards_may_be_taken_back_into_the_hand(group: str, hand: str) -> None:
    then = after(with_island("2", group, "777"), f"lift {group}")
    assert (then["hands"][0], then["islands"][0], then["to_move"]) == (hand, ["777"], 0)


@pytest.mark.rule("RP-12")
def test_black_cards_may_be_taken_back_and_played() -> None:
    state = with_island("2", "cannon+elixir+ship")
    state.play(["lift cannon+elixir+ship", "play cannon@1"])
    assert (state.position()["hands"][0], state.position()["discard"]) == (
        "2 elixir ship",
        "cannon",
    )


@pytest.mark.rule("RP-12")
def test_only_the_own_island_may_be_rearranged() -> None:
    state = position(["4", "5"], islands=[["222"], ["456", "777"]])
    assert state.legal_texts()[0] == "lift 222"
    assert choices(state, "lift") == {"222"}
    assert choices(state, "add") == set()


@pytest.mark.rule("RP-12")
@pytest.mark.parametrize(
    ("group", "lays"), [("222", ["222"]), ("456W", ["456"]), ("PP", ["P", "P"])]
)
def test_what_must_be_placed_must_lie_on_the_island_again_by_the_closing_draw(
    group: str, lays: list[str]
) -> None:
    state = with_island("", group)
    state.play([f"lift {group}"])
    for lay in lays:
        assert not may_draw(state)
        state.play([f"lay {lay}"])
    assert may_draw(state)


@pytest.mark.rule("RP-13")
@pytest.mark.parametrize(("group", "other"), [("23W", "W23"), ("2WW=", "W2W"), ("WWW", "WWW=")])
def test_a_wild_on_the_island_may_later_stand_for_another_color(group: str, other: str) -> None:
    then = after(with_island("", group), f"lift {group}", f"lay {other}")
    assert then["islands"][0] == [other]


@pytest.mark.rule("RP-13")
def test_a_wild_may_be_replaced_by_its_number_and_go_back_to_the_hand() -> None:
    state = with_island("3", "12W")
    state.play(["lift 12W", "lay 123"])
    assert (state.position()["hands"][0], may_draw(state)) == ("W", True)


@pytest.mark.rule("RP-14")
def test_a_group_left_incomplete_goes_back_to_the_hand() -> None:
    state = with_island("2 2", "55W")
    state.play(["lift 55W", "lay 22W"])
    assert may_draw(state)
    assert (state.position()["hands"][0], state.position()["islands"][0]) == ("5 5", ["22W"])


@pytest.mark.rule("RP-14", "RP-R19")
@pytest.mark.parametrize("group", ["55", "5W", "12", "124", "cannon+ship", "5", "W", "712"])
def test_no_incomplete_group_lies_on_an_island(group: str) -> None:
    with pytest.raises(BadPosition):
        with_island("", group)


@pytest.mark.rule("RP-R19")
def test_a_wild_may_go_back_even_if_its_group_breaks_up() -> None:
    state = with_island("3", "55W")
    state.play(["lift 55W"])
    assert (state.position()["hands"][0], may_draw(state)) == ("3 5 5 W", True)


@pytest.mark.rule("RP-R19")
def test_the_rest_of_its_group_must_be_placed_if_it_can_be() -> None:
    state = with_island("3", "555W")
    state.play(["lift 555W"])
    assert not may_draw(state)
    state.play(["lay 555"])
    assert (state.position()["hands"][0], may_draw(state)) == ("3 W", True)


@pytest.mark.rule("RP-R19")
@EACH_NUMBER
def test_between_two_actions_only_complete_groups_lie_on_islands(players: int) -> None:
    groups = 0
    for state in odd_games(players):
        for group in [group for island in state.position()["islands"] for group in island]:
            size = len(group.split("+")) if "+" in group else len(group.rstrip("="))
            assert size >= 3 or set(group) == {"P"}
            groups += 1
    assert groups > 20


@pytest.mark.rule("RP-R20")
@pytest.mark.parametrize("lifts", [0, 1, 3])
def test_the_groups_lifted_in_one_turn_are_bounded_by_an_option(lifts: int) -> None:
    state = position(["2", ""], islands=[["777"], []], options={"lifts": lifts})
    for _ in range(lifts):
        state.play(["lift 777", "lay 777"])
    assert choices(state, "lift") == set()
    assert may_draw(state)


@pytest.mark.rule("RP-R20")
def test_groups_lifted_in_one_turn_do_not_count_in_the_next() -> None:
    state = position(
        ["2", ""], islands=[["777"], ["666"]], options={"lifts": 1}, draw="W W W W", faceup="5 5"
    )
    state.play(["lift 777", "lay 777", "draw pile"])
    assert choices(state, "lift") == {"666"}
    state.play(["draw pile"])
    assert choices(state, "lift") == {"777"}


@pytest.mark.rule("RP-R20")
def test_the_bound_is_250_at_a_table() -> None:
    assert pirates.options(2)["lifts"] == 250
    for lifted, left in ((249, {"777"}), (250, set())):
        state = position(["2", ""], islands=[["777"], []], turn={"lifts": lifted})
        assert choices(state, "lift") == left


@pytest.mark.rule("RP-R20")
def test_the_bound_is_6_in_simulations() -> None:
    assert pirates.simulated() == {"lifts": 6}
    few = {"deck": deck_of(17)}
    chosen = simulate(pirates, 2, 9, options={**few, "lifts": 6})
    assert simulate(pirates, 2, 9, options=few).actions == chosen.actions


# Playing a BLACK card


@pytest.mark.rule("RP-15")
@EACH_BLACK
def test_a_black_card_is_laid_face_up_on_the_discard_pile(card: str) -> None:
    state = position([f"{card} 3", "4"], discard="7 ship", draw="5 5", faceup="6 6")
    state.play([play(card)])
    assert state.position()["hands"][0] == "3"
    for viewer in (SPECTATOR, 0, 1):
        assert state.view(viewer).position()["discard"] == f"7 ship {card}"


@pytest.mark.rule("RP-15")
@pytest.mark.parametrize(
    ("players", "seat", "opponents"),
    [(2, 0, "1"), (2, 1, "0"), (3, 1, "02"), (4, 1, "023"), (5, 4, "0123")],
)
def test_a_card_that_attacks_a_single_opponent_is_aimed_at_a_named_one(
    players: int, seat: int, opponents: str
) -> None:
    hands = [" ".join(BLACK) if player == seat else "1" for player in range(players)]
    aimed = {f"{card}@{opponent}" for card in AIMED for opponent in opponents}
    state = position(hands, to_move=seat)
    assert choices(state, "play") == aimed | {"elixir", "captain", "ship", "spyglass"}


ALL_COLORS = "1 2 3 4 5 6 7 W"


def blockable(card: str) -> State:
    """The card has been played; player 1 may block, and has something to lose."""
    state = position(
        [f"{card} 3", f"{ALL_COLORS} parrot"],
        islands=[[], ["444"]],
        discard="6",
        draw="5 5",
        faceup="1 1",
    )
    state.play([play(card)])
    return state


@pytest.mark.rule("RP-16")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_a_block_puts_the_color_card_on_the_discard_pile_and_the_card_has_no_effect(
    card: str, color: str
) -> None:
    state = blockable(card)
    assert state.current_player == 1
    state.play([f"block {color}"])
    then = state.position()
    assert then["hands"] == ["3", f"{ALL_COLORS} parrot".replace(f"{color} ", "")]
    assert (then["islands"], then["draw"], then["faceup"]) == ([[], ["444"]], "5 5", "1 1")
    assert then["discard"] == f"6 {card} {color}"


@pytest.mark.rule("RP-16")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_after_a_block_the_attacker_goes_on(card: str, color: str) -> None:
    state = blockable(card)
    state.play([f"block {color}"])
    assert (state.current_player, state.position()["turn"]) == (0, None)
    assert may_draw(state)


@pytest.mark.rule("RP-16")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_nobody_has_to_block(card: str, color: str) -> None:
    state = blockable(card)
    state.play(["pass"])
    assert state.position()["discard"] == f"6 {card}"


@pytest.mark.rule("RP-17")
@pytest.mark.parametrize(("blocks", "left"), [([], "4 thief"), (["pass"], "thief")])
def test_one_block_stops_a_captain_for_all_opponents(blocks: list[str], left: str) -> None:
    state = position(["captain 3", "4 thief", "4 cannon", "ship"])
    state.play(["play captain", *blocks, "block 4"])
    then = state.position()
    assert then["hands"][0] == "3"
    assert then["hands"][1] == ("4 thief" if blocks else "thief")
    assert then["hands"][2:] == ["cannon" if blocks else "4 cannon", "ship"]
    assert then["to_move"] == 0


@pytest.mark.rule("RP-17")
def test_nobody_is_asked_after_a_block() -> None:
    state = position(["ship 3", "6", "6", "6"], draw="4 5 5 5", faceup="1 1")
    state.play(["play ship", "pass", "block 6"])
    then = state.position()
    assert (then["to_move"], then["hands"]) == (0, ["3", "6", "", "6"])


@pytest.mark.rule("RP-18")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_only_a_matching_color_card_in_hand_blocks(card: str, color: str) -> None:
    others = ALL_COLORS.replace(f"{color} ", "")
    for hand, blocks in ((ALL_COLORS, {color}), (others, set())):
        state = position([f"{card} 3", hand], islands=[[], [f"{color}{color}{color}"]])
        state.play([play(card)])
        assert choices(state, "block") == blocks
        assert "pass" in state.legal_texts()


@pytest.mark.rule("RP-19")
@EACH_NUMBER
def test_outside_their_own_turn_players_only_block_or_give(players: int) -> None:
    verbs = set()
    for state in odd_games(players):
        turn = state.position()["turn"]
        if turn is not None and state.current_player != turn["player"]:
            verbs |= {text.split()[0] for text in state.legal_texts()}
    assert verbs == {"pass", "block", "give"}


@pytest.mark.rule("RP-20")
@pytest.mark.parametrize(
    ("group", "place", "left", "back"),
    [
        ("444", 1, [], "4 4"),
        ("4444", 1, ["444"], ""),
        ("44W", 3, [], "4 4"),
        ("44W", 1, [], "4 W"),
        ("44WW", 3, ["44W"], ""),
        ("4WWW=", 1, ["WWW="], ""),
        ("123", 2, [], "1 3"),
        ("cannon+ship+thief", 1, [], "thief ship"),
        ("cannon+cannon+ship+thief", 1, ["cannon+ship+thief"], ""),
        ("P", 1, [], ""),
        ("PPP", 1, ["PP"], ""),
    ],
)
def test_of_a_group_left_incomplete_the_owner_takes_the_rest_into_the_hand_at_once(
    group: str, place: int, left: list[str], back: str
) -> None:
    state = position(["cannon 3", ""], islands=[[], [group]])
    state.play(["play cannon@1", f"pick {group}:{place}"])
    then = state.position()
    assert (then["islands"][1], then["hands"], then["to_move"]) == (left, ["3", back], 0)


def all_who_pass(state: State) -> list[int]:
    """Whoever is asked passes, until nobody is; who that was."""
    seats = []
    while "pass" in state.legal_texts():
        seats.append(state.current_player)
        state.play(["pass"])
    return seats


@pytest.mark.rule("RP-R5")
@pytest.mark.parametrize("card", AIMED)
def test_a_card_aimed_at_one_opponent_can_be_blocked_by_that_opponent_only(card: str) -> None:
    state = position(
        [f"{card} 3", ALL_COLORS, ALL_COLORS, ALL_COLORS], islands=[[], [], ["777"], []]
    )
    state.play([f"play {card}@2"])
    assert (all_who_pass(state), state.current_player) == ([2], 0)


@pytest.mark.rule("RP-R5")
@pytest.mark.parametrize("card", ["elixir", "captain", "ship"])
def test_the_others_are_asked_clockwise_from_the_attackers_left(card: str) -> None:
    state = position(
        ["1", "2", f"{card} 7", "3", "4"], to_move=2, draw="5 5 5", faceup="6 6", discard="1 2"
    )
    state.play([f"play {card}"])
    assert (all_who_pass(state), state.current_player) == ([3, 4, 0, 1], 2)


@pytest.mark.rule("RP-R5")
@pytest.mark.parametrize("card", ["elixir", "captain", "ship"])
@pytest.mark.parametrize(
    ("hands", "asked"),
    [(["", "2", "3"], [2, 3]), (["1", "", "3"], [1, 3]), (["1", "2", ""], [1, 2]), ([""] * 3, [])],
)
def test_an_opponent_without_cards_is_not_asked(
    card: str, hands: list[str], asked: list[int]
) -> None:
    state = position([f"{card} 7", *hands], draw="5 5 5", faceup="6 6")
    state.play([f"play {card}"])
    assert (all_who_pass(state), state.current_player) == (asked, 0)


@pytest.mark.rule("RP-R6")
@pytest.mark.parametrize(
    ("group", "place", "left", "back"),
    [
        ("1234567", 1, ["234567"], ""),
        ("1234567", 7, ["123456"], ""),
        ("1234567", 2, ["34567"], "1"),
        ("1234567", 3, ["4567"], "1 2"),
        ("1234567", 4, ["123", "567"], ""),
        ("1234567", 5, ["1234"], "6 7"),
        ("1234567", 6, ["12345"], "7"),
        ("123456", 3, ["456"], "1 2"),
        ("12345", 3, [], "1 2 4 5"),
        ("1234", 2, [], "1 3 4"),
        ("1234", 4, ["123"], ""),
        ("12W4567", 4, ["12W", "567"], ""),
        ("12W4567", 2, ["W4567"], "1"),
        ("12W4567", 5, ["12W4"], "6 7"),
        ("12W45", 2, ["W45"], "1"),
        ("1W3W5", 3, [], "1 5 W W"),
    ],
)
def test_a_rainbow_hit_in_the_middle_is_split(
    group: str, place: int, left: list[str], back: str
) -> None:
    state = position(["cannon", ""], islands=[[], [group]])
    state.play(["play cannon@1", f"pick {group}:{place}"])
    assert (state.position()["islands"][1], state.position()["hands"][1]) == (left, back)


@pytest.mark.rule("RP-R6", "RP-R3")
@pytest.mark.parametrize(
    ("group", "place", "additions"),
    [
        ("1234WW7", 4, {"4>123", "4<WW7"}),
        ("12W4567", 2, {"2<W4567"}),
        ("WW34WW7", 4, {"4>WW3", "4<WW7"}),
    ],
)
def test_wilds_keep_their_places_when_a_rainbow_is_split(
    group: str, place: int, additions: set[str]
) -> None:
    hand = "1 2 3 4 5 6 7"
    state = position(["cannon W", hand], islands=[[], [group]], draw="W W 5 5", faceup="6 6")
    state.play(["play cannon@1", "pass", f"pick {group}:{place}", "draw pile"])
    assert choices(state, "add") == additions


@pytest.mark.rule("RP-R7")
@EACH_BLACK
def test_a_black_card_may_be_played_where_it_can_do_nothing(card: str) -> None:
    state = position([f"{card} 7", "", ""], draw="", faceup="5 W")
    assert play(card) in state.legal_texts()
    then = after(state, play(card))
    assert (then["hands"], then["discard"]) == (["7", "", ""], card)
    assert (then["islands"], then["faceup"]) == ([[], [], []], "5 W")


@pytest.mark.rule("RP-R7")
@pytest.mark.parametrize("card", AIMED)
def test_it_must_still_name_an_opponent(card: str) -> None:
    state = position([f"{card} 7", "", ""], draw="", faceup="5 W")
    assert choices(state, "play") == {f"{card}@1", f"{card}@2"}


@pytest.mark.rule("RP-R7")
@pytest.mark.parametrize(
    ("card", "color"), [each for each in MATCHING if each[0] not in ("blindbeard", "parrot")]
)
def test_it_may_still_be_blocked(card: str, color: str) -> None:
    state = position([f"{card} 7", color], draw="", faceup="5 W")
    state.play([play(card), f"block {color}"])
    assert (state.position()["discard"], state.current_player) == (f"{card} {color}", 0)


@pytest.mark.rule("RP-R8")
def test_what_is_won_goes_to_the_hand_and_may_be_used_at_once() -> None:
    state = position(["thief 5 6", ""], islands=[[], ["1234"]])
    state.play(["play thief@1", "pick 1234:4"])
    assert state.position()["hands"][0] == "4 5 6"
    state.play(["lay 456"])
    assert state.position()["islands"] == [["456"], ["123"]]


@pytest.mark.rule("RP-R8")
def test_a_black_card_that_is_won_may_be_played_at_once() -> None:
    state = position(["parrot", "7 ship"], draw="4 5 5", faceup="6 6")
    state.play(["play parrot@1", "pass", "name ship", "play ship", "pass"])
    assert state.position()["hands"][0] == "4 5"


@pytest.mark.rule("RP-R8")
def test_a_number_that_is_won_must_be_placed_if_it_can_be() -> None:
    state = position(["thief", ""], islands=[["123"], ["4444"]])
    state.play(["play thief@1", "pick 4444:1"])
    assert not may_draw(state)


@pytest.mark.rule("RP-R21")
@pytest.mark.parametrize(
    ("card", "later"),
    [
        ("thief", {"pick 123:1", "pick 123:2", "pick 123:3"}),
        ("cannon", {"pick 123:1", "pick 123:2", "pick 123:3"}),
        ("elixir", {"pick 3", "pick ship"}),
        ("parrot", {f"name {kind}" for kind in DECK}),
    ],
)
def test_before_the_blocking_only_the_opponent_is_named(card: str, later: set[str]) -> None:
    state = position([card, "5"], islands=[[], ["123"]], discard="3 ship", draw="6 6", faceup="7 7")
    assert choices(state, "play") == {play(card).removeprefix("play ")}
    state.play([play(card)])
    assert state.current_player == 1
    state.play(["pass"])
    assert (state.current_player, set(state.legal_texts())) == (0, later)


@pytest.mark.rule("RP-R22")
def test_a_card_that_fell_back_into_a_hand_may_block_at_once() -> None:
    state = position(["cannon cannon 3", "7"], islands=[[], ["222"]])
    state.play(["play cannon@1", "pass", "pick 222:1", "play cannon@1", "block 2"])
    assert state.position()["hands"][1] == "2 7"
    assert state.position()["discard"] == "cannon 2 cannon 2"


@pytest.mark.rule("RP-R22")
def test_a_card_that_fell_back_into_a_hand_may_be_stolen_at_once() -> None:
    state = position(["cannon blindbeard 3", ""], islands=[[], ["222"]])
    state.play(["play cannon@1", "pick 222:1", "play blindbeard@1", "pass"])
    assert state.position()["hands"] == ["2 2 3", ""]


@pytest.mark.rule("RP-R22")
def test_cards_that_fell_back_need_not_be_placed_before_their_owners_turn() -> None:
    state = position(
        ["cannon 5", "1", "2 6"], islands=[[], [], ["222"]], draw="W W ship ship 4 4", faceup="1 1"
    )
    state.play(["play cannon@2", "pass", "pick 222:1", "draw pile", "draw pile"])
    assert state.position()["hands"][2] == "2 2 2 6"
    assert choices(state, "lay") == {"222"}
    assert not may_draw(state)


@pytest.mark.rule("RP-R28")
@pytest.mark.parametrize("card", BLACK[:7])
def test_a_card_that_can_do_nothing_once_nobody_blocked_asks_for_nothing_more(card: str) -> None:
    hand = "" if card in ("blindbeard", "parrot") else "5"
    state = position([f"{card} 7", hand], draw="", faceup="5 W")
    state.play([play(card), "pass"] if hand else [play(card)])
    assert (state.current_player, state.position()["turn"]) == (0, None)
    assert may_draw(state)


@pytest.mark.rule("RP-R28")
@pytest.mark.parametrize("listener", [-1, 0, 1])
@pytest.mark.parametrize("card", BLACK)
def test_all_hear_that_a_card_can_do_nothing(card: str, listener: int) -> None:
    state = position([f"{card} 7", ""], draw="", faceup="5 W")
    target = 1 if card in AIMED else -1
    none = [Heard("has none", 1, target=0)] if card == "captain" else []
    nothing = none or [Heard("nothing", 0, numbers(card), target=target)]
    assert heard(state, play(card), listener) == [
        Heard("plays", 0, numbers(card), target=target),
        *nothing,
    ]


@pytest.mark.rule("RP-R28")
def test_a_tired_elixir_that_finds_only_elixirs_asks_for_nothing_more() -> None:
    state = position(["elixir 7", ""], discard="elixir elixir", turn={"elixirs": 1})
    state.play(["play elixir"])
    assert (state.current_player, state.position()["hands"][0]) == (0, "7")
    assert may_draw(state)


@pytest.mark.rule("RP-R28")
@pytest.mark.parametrize("card", ["thief", "cannon"])
def test_nobody_is_asked_to_block_an_attack_on_a_player_without_cards(card: str) -> None:
    state = position([f"{card} 7", "", "1 2"], islands=[[], ["444"], []])
    state.play([f"play {card}@1"])
    assert (state.current_player, state.legal_texts()) == (0, ["pick 444:1"])


# The BLACK cards


@pytest.mark.rule("RP-30")
def test_an_island_thief_takes_one_card_of_an_opponents_island() -> None:
    state = position(["thief 2", "3", "6"], islands=[["777"], ["555"], ["4567"]])
    state.play(["play thief@2", "pass", "pick 4567:4"])
    then = state.position()
    assert (then["hands"], then["islands"]) == (["2 7", "3", "6"], [["777"], ["555"], ["456"]])
    assert then["discard"] == "thief"


@pytest.mark.rule("RP-31")
def test_a_cannon_sends_one_card_of_an_opponents_island_to_the_discard_pile() -> None:
    state = position(["cannon 2", "3", "6"], islands=[["777"], ["555"], ["4567"]])
    state.play(["play cannon@2", "pass", "pick 4567:4"])
    then = state.position()
    assert (then["hands"], then["islands"]) == (["2", "3", "6"], [["777"], ["555"], ["456"]])
    assert then["discard"] == "cannon 7"


@pytest.mark.rule("RP-32")
@pytest.mark.parametrize(
    ("card", "hand", "left"),
    [
        ("7", "2 7 elixir", "W P 7 thief elixir"),
        ("W", "2 W elixir", "P 7 7 thief elixir"),
        ("P", "2 elixir P", "W 7 7 thief elixir"),
        ("thief", "2 thief elixir", "W P 7 7 elixir"),
    ],
)
def test_an_elixir_of_life_takes_whichever_card_of_the_discard_pile_the_player_likes(
    card: str, hand: str, left: str
) -> None:
    state = position(["2 elixir elixir", ""], discard="W P 7 7 thief")
    state.play(["play elixir"])
    assert choices(state, "pick") == {"7", "W", "P", "thief"}
    state.play([f"pick {card}"])
    assert (state.position()["hands"][0], state.position()["discard"]) == (hand, left)


@pytest.mark.rule("RP-32")
def test_of_several_equal_cards_it_takes_the_uppermost() -> None:
    then = after(position(["2 elixir", ""], discard="7 W 7 P"), "play elixir", "pick 7")
    assert then["discard"] == "7 W P elixir"


@pytest.mark.rule("RP-33")
def test_every_opponent_who_has_black_cards_hands_one_to_the_captain() -> None:
    state = position(["thief", "captain 3", "1 ship parrot", "5 W P", "cannon cannon"], to_move=1)
    state.play(["play captain", "pass", "pass", "pass", "pass"])
    givers = []
    for gift in ("ship", "cannon", "thief"):
        givers.append(state.current_player)
        state.play([f"give {gift}"])
    assert givers == [2, 4, 0]
    then = state.position()
    assert then["hands"] == ["", "3 thief cannon ship", "1 parrot", "5 W P", "cannon"]
    assert (then["to_move"], then["discard"]) == (1, "captain")


@pytest.mark.rule("RP-34")
@pytest.mark.parametrize(("hand", "left"), [("3 7", 0), ("3 6 7", 1), ("1 3 6 7 7 W", 4)])
def test_blindbeard_draws_two_cards_from_an_opponents_hand(hand: str, left: int) -> None:
    state = position(["blindbeard 2", "4 4", hand], islands=[[], [], ["555"]])
    state.play(["play blindbeard@2", "pass"])
    then = state.position()
    mine, others, his = (Counter(each.split()) for each in then["hands"])
    assert mine + his == Counter(f"2 {hand}".split())
    assert (mine.total(), his.total(), others.total()) == (3, left, 2)
    assert (then["islands"][2], then["to_move"]) == (["555"], 0)


@pytest.mark.rule("RP-35")
def test_a_ship_brings_two_extra_cards_and_the_closing_draw_still_follows() -> None:
    state = position(["ship 2", "3"], draw="5 6 1 4", faceup="7 7")
    state.play(["play ship", "pass"])
    then = state.position()
    assert (then["hands"][0], then["draw"], then["faceup"]) == ("2 5 6", "1 4", "7 7")
    assert (state.current_player, choices(state, "draw")) == (0, {"faceup", "pile"})
    state.play(["draw pile"])
    assert (state.position()["hands"][0], state.current_player) == ("1 2 4 5 6", 1)


@pytest.mark.rule("RP-36")
@pytest.mark.parametrize(
    ("kind", "hands"),
    [
        ("5", ["2 5", "3 W ship P", "5"]),
        ("W", ["2 W", "3 5 ship P", "5"]),
        ("ship", ["2 ship", "3 5 W P", "5"]),
        ("P", ["2 P", "3 5 W ship", "5"]),
        ("4", ["2", "3 5 W ship P", "5"]),
        ("cannon", ["2", "3 5 W ship P", "5"]),
    ],
)
def test_a_parrot_gets_the_card_asked_for_if_the_chosen_opponent_has_it(
    kind: str, hands: list[str]
) -> None:
    state = position(["parrot 2", "3 5 W ship P", "5"], islands=[[], ["444"], []])
    state.play(["play parrot@1", "pass", f"name {kind}"])
    assert (state.position()["hands"], state.current_player) == (hands, 0)


@pytest.mark.rule("RP-30", "RP-31", "RP-32", "RP-33", "RP-34", "RP-35", "RP-36")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_each_of_these_is_blocked_by_its_own_color(card: str, color: str) -> None:
    assert choices(blockable(card), "block") == {color}


SPYING = position(["spyglass 5", f"{ALL_COLORS} parrot"], draw="2 6 P ship 4 3", faceup="1 1")


@pytest.mark.rule("RP-37")
@pytest.mark.parametrize("order", list(permutations(["2", "6", "P", "ship"])), ids=" ".join)
def test_spyglass_lays_the_top_four_cards_back_in_any_order(order: tuple[str, ...]) -> None:
    then = after(SPYING, "play spyglass", *[f"top {card}" for card in order[:3]])
    assert then["draw"] == f"{' '.join(order)} 4 3"
    assert (then["hands"][0], then["to_move"]) == ("5", 0)


@pytest.mark.rule("RP-37")
def test_each_card_is_laid_back_once() -> None:
    state = SPYING.copy()
    state.play(["play spyglass"])
    assert choices(state, "top") == {"2", "6", "P", "ship"}
    state.play(["top P"])
    assert choices(state, "top") == {"2", "6", "ship"}


@pytest.mark.rule("RP-37")
def test_the_player_alone_sees_them() -> None:
    state = SPYING.copy()
    state.play(["play spyglass"])
    seen = [state.view(viewer).position()["draw"] for viewer in (SPECTATOR, 0, 1)]
    assert seen == ["?6", "2 6 P ship ?2", "?6"]


@pytest.mark.rule("RP-37")
def test_nothing_blocks_a_spyglass() -> None:
    state = SPYING.copy()
    state.play(["play spyglass"])
    assert state.current_player == 0


@pytest.mark.rule("RP-R9")
@pytest.mark.parametrize("card", ["thief", "cannon"])
def test_the_attacker_chooses_any_card_of_the_island_by_its_place(card: str) -> None:
    groups = ["33W", "5WW=", "1234", "cannon+cannon+ship", "PP"]
    state = position([f"{card} 7", "", ""], islands=[["777"], groups, ["666"]])
    state.play([f"play {card}@1"])
    places = {"33W:1", "33W:3", "5WW=:1", "5WW=:2", "PP:1"}
    places |= {"1234:1", "1234:2", "1234:3", "1234:4"}
    assert choices(state, "pick") == places | {"cannon+cannon+ship:1", "cannon+cannon+ship:3"}


@pytest.mark.rule("RP-R9")
@pytest.mark.parametrize(
    ("group", "place", "hand"),
    [
        ("33W", 3, "7 W"),
        ("WWW=", 1, "7 W"),
        ("2WW=", 1, "2 7"),
        ("1W34", 2, "7 W"),
        ("cannon+cannon+ship", 3, "7 ship"),
        ("PP", 1, "7 P"),
    ],
)
def test_an_island_thief_takes_the_card_at_the_place_that_was_picked(
    group: str, place: int, hand: str
) -> None:
    state = position(["thief 7", ""], islands=[[], [group]])
    state.play(["play thief@1", f"pick {group}:{place}"])
    assert state.position()["hands"][0] == hand


@pytest.mark.rule("RP-R9")
def test_the_giver_chooses_for_the_captain() -> None:
    state = position(["captain", "1 W thief ship ship P"])
    state.play(["play captain", "pass"])
    assert state.legal_texts() == ["give thief", "give ship"]


@pytest.mark.rule("RP-R9")
def test_a_giver_with_one_black_card_is_asked_too() -> None:
    state = position(["captain", "1 ship"])
    state.play(["play captain", "pass"])
    assert (state.current_player, state.legal_texts()) == (1, ["give ship"])


def captains_view(gift: str) -> State:
    """What player 2 sees before giving, when player 1 has given this card."""
    state = position(["captain", "1 thief ship", "2 parrot"])
    state.play(["play captain", "pass", "pass", f"give {gift}"])
    assert state.current_player == 2
    return state.view(2)


@pytest.mark.rule("RP-R9")
def test_all_give_without_seeing_what_others_give() -> None:
    assert captains_view("thief") == captains_view("ship")


@pytest.mark.rule("RP-R9")
@pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2, 3])
def test_who_gives_nothing_is_public(listener: int) -> None:
    state = position(["captain", "1 W P", "2 parrot", "5"])
    state.play(["play captain", "pass", "pass"])
    assert heard(state, "pass", listener)[1:] == [Heard("has none", 1, target=0)]
    state.play(["pass"])
    assert heard(state, "give parrot", listener)[1:] == [Heard("has none", 3, target=0)]


@pytest.mark.rule("RP-R9")
def test_blindbeard_takes_each_two_of_a_hand_about_equally_often() -> None:
    pairs: Counter[str] = Counter()
    for seed in range(1, 241):
        state = position(["blindbeard", "1 3 7 W"], chance=f"{seed:064x}")
        state.play(["play blindbeard@1", "pass"])
        pairs[state.position()["hands"][0]] += 1
    assert set(pairs) == {"1 3", "1 7", "1 W", "3 7", "3 W", "7 W"}
    assert all(20 <= pairs[pair] <= 64 for pair in pairs)


@pytest.mark.rule("RP-R9")
def test_from_a_hand_of_one_blindbeard_takes_it() -> None:
    then = after(position(["blindbeard 2", "7"]), "play blindbeard@1", "pass")
    assert then["hands"] == ["2 7", ""]


@pytest.mark.rule("RP-R10")
def test_an_elixir_of_life_cannot_take_itself() -> None:
    state = position(["elixir 7", ""], discard="3 4")
    state.play(["play elixir"])
    assert choices(state, "pick") == {"3", "4"}


@pytest.mark.rule("RP-R10")
def test_it_can_take_another_elixir_of_life() -> None:
    then = after(position(["elixir 7", ""], discard="3 elixir 4"), "play elixir", "pick elixir")
    assert (then["hands"][0], then["discard"]) == ("7 elixir", "3 4 elixir")


@pytest.mark.rule("RP-R10")
@pytest.mark.parametrize("card", ["2", "cannon"])
def test_it_can_take_cards_played_or_used_to_block_this_turn(card: str) -> None:
    state = position(["cannon elixir 7", "2"])
    state.play(["play cannon@1", "block 2", "play elixir"])
    assert choices(state, "pick") == {"2", "cannon"}
    state.play([f"pick {card}"])
    assert card in state.position()["hands"][0].split()


@pytest.mark.rule("RP-R10")
def test_one_taken_from_the_discard_pile_this_turn_takes_no_other() -> None:
    state = position(["elixir 7", ""], discard="3 elixir")
    state.play(["play elixir", "pick elixir", "play elixir"])
    assert choices(state, "pick") == {"3"}


@pytest.mark.rule("RP-R10")
def test_in_a_later_turn_it_may() -> None:
    state = position(["elixir 7", "5"], discard="3 elixir", draw="W W W W 1 1", faceup="6 6")
    state.play(["play elixir", "pass", "pick elixir", "draw pile", "draw pile"])
    state.play(["play elixir", "pass"])
    assert choices(state, "pick") == {"3", "elixir"}


@pytest.mark.rule("RP-R10", "RP-R27")
def test_of_several_in_hand_the_older_ones_are_played_first() -> None:
    state = position(["elixir elixir 7", ""], discard="3 elixir elixir")
    state.play(["play elixir", "pick elixir", "play elixir"])
    assert choices(state, "pick") == {"3", "elixir"}
    state.play(["pick elixir", "play elixir"])
    assert choices(state, "pick") == {"3"}
    state.play(["pick 3", "play elixir"])
    assert state.position()["hands"][0] == "3 7"
    assert state.current_player == 0


@pytest.mark.rule("RP-R27")
def test_one_that_is_laid_in_a_group_is_an_older_one() -> None:
    state = position(["elixir elixir ship ship 7", ""], discard="3 elixir")
    state.play(["play elixir", "pick elixir", "lay elixir+ship+ship", "play elixir"])
    assert choices(state, "pick") == {"3"}


@pytest.mark.rule("RP-R27")
def test_a_taken_one_that_was_played_again_counts_no_more() -> None:
    state = position(["elixir 7", ""], discard="3 elixir")
    state.play(["play elixir", "pick elixir", "play elixir", "pick 3"])
    assert state.position()["turn"] is None


@pytest.mark.rule("RP-R27")
@pytest.mark.parametrize(("in_hand", "tired"), [(1, True), (2, True), (3, False)])
def test_an_elixir_of_life_is_a_taken_one_if_the_hand_holds_no_more_of_them(
    in_hand: int, tired: bool
) -> None:
    hand = " ".join(["elixir"] * in_hand)
    state = position([hand, ""], discard="3 elixir", turn={"elixirs": 2})
    state.play(["play elixir"])
    assert choices(state, "pick") == ({"3"} if tired else {"3", "elixir"})


@pytest.mark.rule("RP-R11")
def test_a_parrot_names_any_kind() -> None:
    state = position(["parrot", "5"])
    state.play(["play parrot@1", "pass"])
    assert choices(state, "name") == set(DECK)


@pytest.mark.rule("RP-R11")
@pytest.mark.parametrize("kind", ["5", "W", "cannon", "P"])
def test_of_several_it_gets_one(kind: str) -> None:
    state = position(["parrot", f"1 {kind} {kind} {kind}"])
    state.play(["play parrot@1", "pass", f"name {kind}"])
    assert [hand.split().count(kind) for hand in state.position()["hands"]] == [1, 2]


@pytest.mark.rule("RP-R11", "RP-R14")
@pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize(("kind", "answer"), [("5", "hands over"), ("W", "has not")])
def test_the_kind_and_the_true_answer_are_public(listener: int, kind: str, answer: str) -> None:
    state = position(["parrot", "3 5", "W"])
    state.play(["play parrot@1", "pass"])
    cards = numbers(kind)
    assert heard(state, f"name {kind}", listener) == [
        Heard("asks", 0, cards, target=1),
        Heard(answer, 1, cards, target=0),
    ]


@pytest.mark.rule("RP-R23")
def test_a_ship_never_takes_face_up_cards() -> None:
    then = after(position(["ship 2", ""], draw="4", faceup="5 W"), "play ship")
    assert (then["hands"][0], then["faceup"]) == ("2 4", "5 W")


@pytest.mark.rule("RP-R23")
@pytest.mark.parametrize(
    ("draw", "shown"), [("2 6 P", {"2", "6", "P"}), ("2 6", {"2", "6"}), ("2", set()), ("", set())]
)
def test_spyglass_shows_what_there_is(draw: str, shown: set[str]) -> None:
    state = position(["spyglass 5", "3"], draw=draw, faceup="1 1")
    state.play(["play spyglass"])
    assert choices(state, "top") == shown
    assert state.view(0).position()["draw"] == draw


@pytest.mark.rule("RP-R23")
def test_the_discard_pile_is_never_shuffled_back() -> None:
    state = position(["2", "3"], draw="4", faceup="5 6", discard="1 1 1 7 7 7")
    state.play(["draw pile", "draw faceup", "done", "done"])
    assert (state.is_over, state.position()["discard"]) == (True, "1 1 1 7 7 7")


# The end


@pytest.mark.rule("RP-40")
@pytest.mark.parametrize("more", [[], ["1234567"], ["777", "PP"]])
def test_who_has_played_the_whole_hand_and_has_two_full_rainbows_ends_the_game(
    more: list[str],
) -> None:
    state = position(["7", "3 3 3 P"], islands=[[FULL, "123456", *more], []])
    state.play(["add 7>123456"])
    then = state.position()
    assert (then["to_move"], then["went_out"], state.legal_texts()) == (-1, 0, [])


@pytest.mark.rule("RP-40")
def test_after_going_out_nobody_draws_or_places() -> None:
    state = position(["7", "3 3 3 P"], islands=[[FULL, "123456"], []], draw="4 4", faceup="5 5")
    then = after(state, "add 7>123456")
    assert (then["draw"], then["faceup"], then["hands"]) == ("4 4", "5 5", ["", "3 3 3 P"])
    assert then["islands"][1] == []


@pytest.mark.rule("RP-40")
@pytest.mark.parametrize(
    ("hand", "island"),
    [
        ("7 W", [FULL, "123456"]),
        ("7", ["123456"]),
        ("7", ["123456", "234567", "345"]),
    ],
)
def test_a_card_in_hand_or_a_missing_full_rainbow_is_no_going_out(
    hand: str, island: list[str]
) -> None:
    state = position([hand, "3"], islands=[island, []])
    state.play(["add 7>123456"])
    assert (state.is_over, state.position()["went_out"]) == (False, None)


@pytest.mark.rule("RP-40")
def test_the_full_rainbows_of_others_do_not_count() -> None:
    state = position(["7", "3"], islands=[["123456"], [FULL, FULL]])
    state.play(["add 7>123456"])
    assert not state.is_over


@pytest.mark.rule("RP-40", "RP-R12")
def test_a_hand_emptied_by_blocking_in_anothers_turn_is_no_going_out_yet() -> None:
    state = position(["cannon 3", "2"], islands=[[], [FULL, FULL]], draw="W W 1 1", faceup="6 6")
    state.play(["play cannon@1", "block 2"])
    assert (state.is_over, state.current_player) == (False, 0)
    state.play(["draw pile"])
    assert state.position()["went_out"] == 1


@pytest.mark.rule("RP-41")
@pytest.mark.parametrize(
    ("rainbows", "out"),
    [
        ([FULL, FULL_TOO], True),
        (["WWWWWWW", "1W3W5W7"], True),
        ([FULL, "234567"], False),
        ([FULL, "12345W"], False),
        ([FULL, "7777777"], False),
        ([FULL, "WWWWWWW="], False),
        ([FULL, "cannon+cannon+cannon+cannon+ship+ship+ship"], False),
        ([FULL, "PPPPPPP"], False),
    ],
)
def test_a_full_rainbow_is_all_seven_in_order_wilds_included(
    rainbows: list[str], out: bool
) -> None:
    state = position(["4", "3"], islands=[[*rainbows, "444"], []])
    state.play(["add 4>444"])
    assert state.is_over == out


LAST_CARD = [[FULL, FULL_TOO], ["444"], []]


@pytest.mark.rule("RP-42")
def test_the_action_of_a_last_black_card_still_happens() -> None:
    state = position(["cannon", "6", "5"], islands=LAST_CARD)
    state.play(["play cannon@1", "pass"])
    assert not state.is_over
    state.play(["pick 444:1"])
    then = state.position()
    assert (then["went_out"], then["to_move"]) == (0, -1)
    assert (then["hands"], then["islands"][1]) == (["", "4 4 6", "5"], [])


@pytest.mark.rule("RP-42")
def test_a_spyglass_as_the_last_card_is_looked_through_first() -> None:
    state = position(["spyglass", "6"], islands=LAST_CARD[:2], draw="5 2", faceup="1 1")
    state.play(["play spyglass"])
    assert not state.is_over
    state.play(["top 2"])
    assert (state.position()["draw"], state.position()["went_out"]) == ("2 5", 0)


@pytest.mark.rule("RP-42")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_a_last_black_card_that_is_blocked_has_no_effect(card: str, color: str) -> None:
    state = position(
        [card, f"{color} thief", "5"], islands=LAST_CARD, draw="3 3", faceup="1 1", discard="6"
    )
    state.play([play(card)])
    assert not state.is_over
    state.play([f"block {color}"])
    then = state.position()
    assert (then["hands"], then["islands"][1]) == (["", "thief", "5"], ["444"])
    assert (then["draw"], then["discard"]) == ("3 3", f"6 {card} {color}")


@pytest.mark.rule("RP-R24")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_who_played_a_last_black_card_that_is_blocked_is_out(card: str, color: str) -> None:
    state = position(
        [card, f"{color} thief", "5"], islands=LAST_CARD, draw="3 3", faceup="1 1", discard="6"
    )
    state.play([play(card), f"block {color}"])
    assert state.position()["went_out"] == 0


@pytest.mark.rule("RP-R24")
@pytest.mark.parametrize(
    ("card", "texts", "hand"),
    [
        ("thief", ["pass", "pick 444:1"], "4"),
        ("elixir", ["pass", "pass", "pick 6"], "6"),
        ("captain", ["pass", "pass", "give thief"], "thief"),
        ("blindbeard", ["pass"], "3 thief"),
        ("ship", ["pass", "pass"], "3 3"),
        ("parrot", ["pass", "name 3"], "3"),
    ],
)
def test_cards_it_brings_are_in_hand_and_must_be_played_too(
    card: str, texts: list[str], hand: str
) -> None:
    state = position(
        [card, "3 thief", "5"], islands=LAST_CARD, draw="3 3 1 1", faceup="1 1", discard="6"
    )
    state.play([play(card), *texts])
    then = state.position()
    assert (then["hands"][0], then["went_out"], then["to_move"]) == (hand, None, 0)


@pytest.mark.rule("RP-R24")
def test_who_has_played_them_is_out() -> None:
    state = position(["thief", "", ""], islands=[[FULL, FULL_TOO, "444"], ["444"], []])
    state.play(["play thief@1", "pick 444:1"])
    assert not state.is_over
    state.play(["add 4>444"])
    assert state.position()["went_out"] == 0


@pytest.mark.rule("RP-R24")
@EACH_BLACK
def test_who_played_a_last_black_card_that_brings_none_is_out(card: str) -> None:
    state = position([card, "", ""], islands=[[FULL, FULL_TOO], [], []], draw="", faceup="1 1")
    state.play([play(card)])
    assert state.position()["went_out"] == 0


@pytest.mark.rule("RP-R24")
def test_a_parrot_that_asks_in_vain_brings_none() -> None:
    state = position(["parrot", "3", ""], islands=LAST_CARD)
    state.play(["play parrot@1", "pass", "name W"])
    assert state.position()["went_out"] == 0


NOT_OUT = position(["5", "3 6"], islands=[[FULL, "555"], []], draw="4 2 1 1", faceup="7 7")


@pytest.mark.rule("RP-43")
def test_with_an_empty_hand_alone_the_player_goes_on() -> None:
    state = NOT_OUT.copy()
    state.play(["add 5>555"])
    assert (state.position()["hands"][0], state.current_player) == ("", 0)
    assert state.legal_texts() == ["lift 5555", f"lift {FULL}", "draw faceup", "draw pile"]


@pytest.mark.rule("RP-43")
def test_that_player_may_still_rearrange_and_take_cards_back() -> None:
    state = NOT_OUT.copy()
    state.play(["add 5>555", f"lift {FULL}", "lay 123", "lay 456", "add 7>456"])
    assert state.position()["islands"][0] == ["5555", "123", "4567"]


@pytest.mark.rule("RP-43")
def test_that_player_draws_and_the_game_goes_on() -> None:
    then = after(NOT_OUT, "add 5>555", "draw pile")
    assert (then["hands"][0], then["to_move"], then["went_out"]) == ("2 4", 1, None)


LAST_DRAW = position(
    ["2 2", "1 7", "3 P cannon ship thief"],
    islands=[[], ["222", "777"], ["PP"]],
    draw="",
    faceup="2 5",
)


@pytest.mark.rule("RP-44")
def test_when_the_cards_run_out_each_player_may_still_place_and_the_game_ends() -> None:
    state = LAST_DRAW.copy()
    state.play(["draw faceup", "lay 222", "done", "add 7>777", "done", "lay P", "done"])
    then = state.position()
    assert then["islands"] == [["222"], ["222", "7777"], ["PPP"]]
    assert (then["hands"], then["to_move"]) == (["5", "1", "3 thief cannon ship"], -1)


@pytest.mark.rule("RP-44")
def test_black_cards_are_placed_in_groups_then_and_not_played() -> None:
    state = LAST_DRAW.copy()
    state.play(["draw faceup", "done", "done"])
    assert state.current_player == 2
    assert choices(state, "lay") == {"P", "cannon+ship+thief"}
    assert choices(state, "play") == set()
    assert choices(state, "draw") == set()


@pytest.mark.rule("RP-R25")
@pytest.mark.parametrize(
    ("draw", "faceup", "text", "over"),
    [
        ("", "5 6", "draw faceup", True),
        ("", "5", "draw faceup", True),
        ("4", "5 6", "draw pile", False),
        ("4 1", "5 6", "draw pile", False),
        ("4", "5 6", "draw faceup", False),
        ("4 1", "5 6", "draw faceup", False),
        ("4 1", "", "draw pile", True),
        ("4 1 1", "", "draw pile", False),
    ],
)
def test_the_cards_have_run_out_when_draw_pile_and_face_up_cards_are_both_gone(
    draw: str, faceup: str, text: str, over: bool
) -> None:
    then = after(position(["2", "3"], draw=draw, faceup=faceup), text)
    expected = {"player": 0, "lifts": 0, "elixirs": 0, "step": "place", "left": 2}
    assert then["turn"] == (expected if over else None)
    assert then["to_move"] == (0 if over else 1)


@pytest.mark.rule("RP-R25")
def test_an_extra_draw_that_takes_the_last_card_stops_the_game_at_once() -> None:
    state = position(["ship ship 2", ""], draw="4 1", faceup="")
    state.play(["play ship"])
    assert state.legal_texts() == ["done"]


@pytest.mark.rule("RP-R12")
@pytest.mark.parametrize(
    ("hands", "texts"),
    [
        (["blindbeard 3", "1 7"], ["play blindbeard@1", "pass"]),
        (["parrot 3", "1"], ["play parrot@1", "pass", "name 1"]),
        (["captain 3", "ship"], ["play captain", "pass", "give ship"]),
    ],
)
def test_a_hand_emptied_in_anothers_turn_counts_at_the_start_of_the_own_turn(
    hands: list[str], texts: list[str]
) -> None:
    state = position(hands, islands=[[], [FULL, FULL_TOO]], draw="4 5 6 6", faceup="7 7")
    state.play(texts)
    assert (state.is_over, state.current_player) == (False, 0)
    state.play(["draw pile"])
    then = state.position()
    assert (then["went_out"], then["to_move"], then["faceup"]) == (1, -1, "7 7")


@pytest.mark.rule("RP-R12")
def test_others_go_out_in_their_own_turn_only() -> None:
    state = position(
        ["3", "4", ""], islands=[[], [], [FULL, FULL_TOO]], draw="1 W 5 W", faceup="7 7"
    )
    state.play(["draw pile"])
    assert not state.is_over
    state.play(["draw pile"])
    assert state.position()["went_out"] == 2


@pytest.mark.rule("RP-R12")
def test_going_out_happens_by_itself_and_cannot_be_declined() -> None:
    state = position(["", "3"], islands=[[FULL, FULL_TOO, "444"], []])
    assert (state.is_over, state.position()["went_out"]) == (True, 0)
    state = position(["P", "3"], islands=[[FULL, FULL_TOO], []])
    state.play(["lay P"])
    assert state.is_over


BY_LOWEST = {"W45", "456", "W56", "4W6", "45W", "56W"}
LAST_PLACING = position(
    ["3", "7", "6", "1"],
    islands=[["333"], [FULL, "123456"], ["55W"], []],
    draw="",
    faceup="4 4",
    to_move=2,
)


@pytest.mark.rule("RP-R13")
def test_the_last_placing_goes_clockwise_from_the_player_who_drew_last() -> None:
    state = LAST_PLACING.copy()
    state.play(["draw faceup"])
    seats = []
    while not state.is_over:
        seats.append(state.current_player)
        state.play(["done"])
    assert seats == [2, 3, 0, 1]


@pytest.mark.rule("RP-R13")
def test_the_island_may_be_rearranged_for_it() -> None:
    state = LAST_PLACING.copy()
    state.play(["draw faceup", "lift 55W"])
    assert choices(state, "lay") == {"44W", "55W", *BY_LOWEST}


@pytest.mark.rule("RP-R13", "RP-R20")
def test_the_groups_lifted_count_for_each_player_anew_in_it() -> None:
    state = position(
        ["3", "7"], islands=[["222"], ["666"]], draw="", faceup="4 5", options={"lifts": 1}
    )
    state.play(["lift 222", "lay 222", "draw faceup", "lift 222", "lay 222"])
    assert choices(state, "lift") == set()
    state.play(["done"])
    assert choices(state, "lift") == {"666"}


@pytest.mark.rule("RP-R13")
def test_it_is_voluntary() -> None:
    state = position(["3 3 3 P", "7"], turn={"step": "place", "left": 1}, draw="", faceup="")
    assert "done" in state.legal_texts()
    state.play(["done"])
    assert (state.is_over, state.scores) == (True, [0, 0])


@pytest.mark.rule("RP-R13")
def test_there_is_no_going_out_in_it() -> None:
    state = LAST_PLACING.copy()
    state.play(["draw faceup", "done", "done", "done", "add 7>123456"])
    assert (state.is_over, state.position()["hands"][1]) == (False, "")
    state.play(["done"])
    assert (state.is_over, state.position()["went_out"]) == (True, None)
    assert state.scores == [3, 14, 3, 0]


# Scoring


@pytest.mark.rule("RP-50")
def test_cards_left_in_hand_count_nothing() -> None:
    state = position(["7 7 7 W P P", "", "P"], islands=[["222"], ["1234"], []], to_move=-1)
    assert (state.scores, state.returns()) == ([3, 4, 0], [0, 1, 0])


@pytest.mark.rule("RP-R29")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_cards_left_in_hand_are_laid_open_at_the_end(viewer: int) -> None:
    turn = {"step": "place", "left": 1, "player": 0}
    state = position(["7 W P", "3 ship"], turn=turn, draw="", faceup="")
    state.play(["done"])
    assert state.view(viewer).position()["hands"] == ["7 W P", "3 ship"]


@pytest.mark.rule("RP-51")
@pytest.mark.parametrize(
    ("island", "points"),
    [
        ([], 0),
        (["222"], 3),
        (["2WW=", "12W4"], 7),
        (["WWWWWWW"], 7),
        (["cannon+ship+thief"], 3),
        (["P"], 5),
        (["PPP"], 15),
        (["3333", FULL, "parrot+parrot+ship+ship", "PP"], 25),
    ],
)
def test_each_card_on_the_island_is_worth_1_point_and_a_rainbow_pirate_5(
    island: list[str], points: int
) -> None:
    assert position(["", "1 2"], islands=[["666"], island], to_move=1).scores == [3, points]


@pytest.mark.rule("RP-52")
def test_going_out_is_worth_5_more() -> None:
    state = position(["7", "3"], islands=[[FULL, "123456"], ["PPPP"]])
    assert state.scores == [13, 20]
    state.play(["add 7>123456"])
    assert (state.scores, state.returns()) == ([19, 20], [0, 1])


@pytest.mark.rule("RP-53")
@pytest.mark.parametrize(
    ("islands", "returns"),
    [
        ([["222"], ["1234"], []], [0, 1, 0]),
        ([["P"], ["4444"], ["1234"]], [1, 0, 0]),
        ([["12W", "P"], ["5555", "1234"], []], [1, 0, 0]),
        ([["55555", "123", "444"], ["666", "PP"], ["PP"]], [0, 1, 0]),
        ([["PP"], ["5555", "123456"], ["666", "777", "222"]], [1, 0, 0]),
        ([["cannon+ship+thief", "P"], ["1WW", "P"], ["5555", "3456"]], [0, 1, 0]),
        ([["cannon+ship+thief", "WWW="], ["222", "345"], []], [0, 1, 0]),
        ([["222", "P"], ["WWW", "P"], ["5555", "3456"]], [0.5, 0.5, 0]),
        ([["222"], ["345"], ["WWW="]], [1 / 3, 1 / 3, 1 / 3]),
        ([[], [], []], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_the_most_points_win_then_rainbow_pirates_then_color_cards_then_it_is_shared(
    islands: list[list[str]], returns: list[float]
) -> None:
    state = position(["7", "", "3"], islands=islands, to_move=-1)
    assert state.returns() == pytest.approx(returns)


@pytest.mark.rule("RP-53")
def test_while_the_game_goes_on_nobody_has_won() -> None:
    assert position(["7", "3"], islands=[["222"], []]).returns() == [0, 0]


# What is public


OPEN = position(
    ["thief cannon elixir captain blindbeard ship spyglass 1", "2 5 W parrot", "4 7 ship"],
    islands=[["333"], ["1234"], ["PP"]],
    draw="6 7 P W 1 1",
    faceup="5 W",
    discard="4 ship",
)
EACH_LISTENER = pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2])


@pytest.mark.rule("RP-R14")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_islands_discard_pile_face_up_cards_and_all_sizes_are_public(viewer: int) -> None:
    view, whole = OPEN.view(viewer).position(), OPEN.position()
    for key in ("islands", "discard", "faceup", "scores", "to_move", "turn"):
        assert view[key] == whole[key]
    hands = [hand if player == viewer else "" for player, hand in enumerate(whole["hands"])]
    sizes = ["?8", "?4", "?3"]
    assert view["hands"] == [hand or size for hand, size in zip(hands, sizes, strict=True)]
    assert view["draw"] == "?6"


@pytest.mark.rule("RP-R14")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_the_hands_of_others_and_the_draw_pile_are_hidden(viewer: int) -> None:
    record = OPEN.view(viewer).record
    others = [player for player in range(3) if player != viewer]
    assert not record.hand[others].any()
    assert not record.draw.any()
    assert not record.key.any()


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_everyone_sees_which_face_up_cards_a_player_takes(listener: int) -> None:
    state = position(["2", "4", "6"], draw="1 7 3", faceup="5 W")
    assert heard(state, "draw faceup", listener) == [
        Heard("takes face-up", 0, numbers("5 W")),
        Heard("turns up", cards=numbers("1 7")),
    ]
    state.play(["draw faceup"])
    assert state.view(listener).position()["known"]["hands"][0] == "5 W"


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_only_the_player_sees_cards_drawn_from_the_pile(listener: int) -> None:
    state = position(["2", "4", "6"], draw="1 7 3", faceup="5 W")
    cards = numbers("1 7") if listener == 0 else ()
    assert heard(state, "draw pile", listener) == [Heard("draws", 0, cards, 2)]


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_everyone_sees_which_discarded_card_a_player_takes(listener: int) -> None:
    state = OPEN.copy()
    state.play(["play elixir", "pass", "pass"])
    assert heard(state, "pick 4", listener) == [Heard("revives", 0, numbers("4"))]
    state.play(["pick 4"])
    assert state.view(listener).position()["known"]["hands"][0] == "4"


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
@pytest.mark.parametrize(("card", "verb"), [("thief", "takes"), ("cannon", "destroys")])
def test_everyone_sees_what_island_thief_and_cannon_hit(
    card: str, verb: str, listener: int
) -> None:
    state = OPEN.copy()
    state.play([f"play {card}@1", "pass"])
    assert heard(state, "pick 1234:2", listener) == [
        Heard(verb, 0, numbers("2"), 1, 1, "1234"),
        Heard("falls back", 1, numbers("1 3 4")),
    ]


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_giver_and_taker_alone_see_the_captains_cards(listener: int) -> None:
    state = OPEN.copy()
    state.play(["play captain", "pass", "pass"])
    cards = numbers("parrot") if listener in (0, 1) else ()
    assert heard(state, "give parrot", listener) == [Heard("gives", 1, cards, 1, 0)]


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_giver_and_taker_alone_see_blindbeards_cards(listener: int) -> None:
    state = position(["blindbeard", "2 7", "4"])
    state.play(["play blindbeard@1"])
    cards = numbers("2 7") if listener in (0, 1) else ()
    assert heard(state, "pass", listener)[1:] == [Heard("steals", 0, cards, 2, 1)]


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_the_player_alone_sees_the_ships_cards(listener: int) -> None:
    state = OPEN.copy()
    state.play(["play ship", "pass"])
    cards = numbers("6 7") if listener == 0 else ()
    assert heard(state, "pass", listener)[1:] == [Heard("draws", 0, cards, 2)]


@pytest.mark.rule("RP-R14")
@EACH_LISTENER
def test_the_player_alone_sees_and_orders_the_cards_of_a_spyglass(listener: int) -> None:
    cards = numbers("6 7 P W") if listener == 0 else ()
    assert heard(OPEN, "play spyglass", listener)[1:] == [Heard("looks", 0, cards, 4)]
    state = OPEN.copy()
    state.play(["play spyglass"])
    cards = numbers("P") if listener == 0 else ()
    assert heard(state, "top P", listener) == [Heard("orders", 0, cards, 1)]
    state.play(["top P", "top 6"])  # of the two that are left the second follows by itself
    cards = numbers("W 7") if listener == 0 else ()
    assert heard(state, "top W", listener) == [Heard("orders", 0, cards, 2)]


@pytest.mark.rule("RP-R14")
@pytest.mark.parametrize(
    ("known", "secret", "public", "taker"),
    [
        ("ship ship ship", "", "ship ship", ""),
        ("ship ship", "ship", "ship", "ship"),
        ("ship", "ship ship", "", "ship ship"),
        ("", "ship ship ship", "", "ship ship"),
        ("3 3 cannon", "", "3 3", "cannon"),
        ("ship", "", "", ""),
    ],
)
def test_of_the_captains_card_only_giver_and_taker_are_sure(
    known: str, secret: str, public: str, taker: str
) -> None:
    """Player 0 takes a Ship; `secret` is what player 0 alone knew of the hand before."""
    hand = "3 3 ship ship ship cannon"
    facts = {"hands": ["", known, ""], "secrets": [["", secret, ""], ["", "", ""], ["", "", ""]]}
    state = position(["captain 1", hand, "2"], known=facts)
    state.play(["play captain", "pass", "pass", "give ship"])
    found = state.position()["known"]
    assert found["hands"][1] == public
    assert found["secrets"] == [["", taker, ""], ["ship", "", ""], ["", "", ""]]


@pytest.mark.rule("RP-R14")
def test_who_has_seen_a_hand_stays_as_sure_of_it_as_can_be_after_a_captain() -> None:
    facts = {"hands": ["", "ship", ""], "secrets": [[""] * 3, [""] * 3, ["", "ship thief", ""]]}
    state = position(["captain 1", "3 ship ship thief", "2"], known=facts)
    state.play(["play captain", "pass", "pass", "give ship"])
    found = state.position()["known"]
    assert found["hands"][1] == ""
    assert found["secrets"] == [["", "", ""], ["ship", "", ""], ["", "ship", ""]]


@pytest.mark.rule("RP-R14")
def test_blindbeards_two_cards_leave_the_others_sure_of_two_fewer_of_each_kind() -> None:
    facts = {"hands": ["", "4 4 4 4 W", ""]}
    state = position(["blindbeard 1", "4 4 4 4 W", "2"], known=facts)
    state.play(["play blindbeard@1", "pass"])
    found = state.position()
    assert found["known"]["hands"][1] == "4 4"
    held = Counter(found["hands"][1].split()) - Counter(["4", "4"])
    assert Counter(found["known"]["secrets"][0][1].split()) == held


@pytest.mark.rule("RP-R14")
def test_the_giver_knows_what_the_taker_knows_and_others_do_not() -> None:
    state = position(["captain 1", "3 ship cannon", "2"], known={"hands": ["", "cannon", ""]})
    state.play(["play captain", "pass", "pass", "give ship"])
    secrets = [state.view(viewer).position()["known"]["secrets"] for viewer in (-1, 0, 1, 2)]
    nothing = [["", "", ""]] * 3
    both = [["", "cannon", ""], ["ship", "", ""], ["", "", ""]]
    assert secrets == [nothing, both, both, nothing]


@pytest.mark.rule("RP-R15")
@pytest.mark.parametrize("hand", ["3 cannon", "3 6"])
def test_whether_a_captain_finds_a_card_does_not_show_in_what_is_refused(hand: str) -> None:
    table = Table(pirates, 3)
    table.state = position(["captain 1", hand, "2 4"])
    table.play(0, ["play captain"])
    table.play(1, ["pass"])
    with pytest.raises(BadAction) as refused:
        table.play(2, ["pass", "pass"])
    assert refused.value.code == "card-shown"
    table.play(2, ["pass"])
    with pytest.raises(BadAction) as kept:
        table.take_back(2)
    assert kept.value.code == "card-shown"


def asked(card: str, hand: str) -> State:
    """A BLACK card has been played, and player 1 with this hand is asked to block it."""
    state = position([f"{card} 3", hand, "2 2"], discard="6", draw="4 4", faceup="7 7")
    state.play([play(card)])
    return state


@pytest.mark.rule("RP-R15")
@pytest.mark.parametrize(("card", "color"), MATCHING)
def test_every_opponent_who_may_block_is_asked_whatever_they_hold(card: str, color: str) -> None:
    for hand in (f"{color} W", "W W", "P P"):
        state = asked(card, hand)
        assert (state.current_player, state.position()["turn"]["step"]) == (1, "block")


@pytest.mark.rule("RP-R15")
@pytest.mark.parametrize(
    ("actions", "asked_now"),
    [
        ([], [1]),
        (["play elixir"], [2, 3, 0]),
        (["play elixir", "pass"], [3, 0]),
        (["play elixir", "pass", "pass"], [0]),
        (["play elixir", "pass", "pass", "pass"], [1]),
        (["play thief@3"], [3]),
        (["play thief@4"], [1]),
    ],
)
def test_all_who_may_block_are_asked_at_once(actions: list[str], asked_now: list[int]) -> None:
    state = position(
        ["1 W", "elixir thief 2", "4 4", "3", ""],
        islands=[[], [], [], ["222"], ["555"]],
        discard="6",
        draw="4 4",
        faceup="7 7",
        to_move=1,
    )
    state.play(actions)
    assert state.asked() == asked_now
    assert state.answers_are_sealed() == (len(actions) in (1, 2, 3) and "thief@4" not in actions[0])


@pytest.mark.rule("RP-R15")
def test_who_is_asked_later_may_answer_as_if_asked_first() -> None:
    state = position(["elixir 2", "4 4", "3 5"], discard="6", draw="4 4", faceup="7 7")
    state.play(["play elixir"])
    assert state.put_to(2).legal_texts() == ["block 3", "pass"]
    assert state.put_to(2).view(2).legal_texts() == ["block 3", "pass"]
    assert state.current_player == 1


@pytest.mark.rule("RP-R15")
@pytest.mark.parametrize(("card", "color"), MATCHING)
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_nothing_shows_who_could_have_blocked(card: str, color: str, viewer: int) -> None:
    could, could_not = asked(card, f"{color} W"), asked(card, "W W")
    assert could.view(viewer) == could_not.view(viewer)
    if (card, viewer) != ("blindbeard", 0):  # who then sees the cards of that hand
        assert heard(could, "pass", viewer) == heard(could_not, "pass", viewer)
        could.play(["pass"])
        could_not.play(["pass"])
        assert could.view(viewer) == could_not.view(viewer)
