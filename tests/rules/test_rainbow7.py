"""Every clause and ruling of docs/rules/rainbow7.md, in its order.

Expected values are worked out by hand from the clauses. Positions leave out the cards that do not
matter.
"""

import re
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from moonbow.clauses import clauses
from moonbow.games import rainbow7 as rules
from moonbow.games.errors import BadOptions, BadPosition
from moonbow.games.game import SPECTATOR, State, game
from moonbow.games.heard import Heard
from moonbow.games.rainbow7_text import CARD_NUMBERS
from moonbow.lab.simulate import simulate
from moonbow.table.table import Table
from rainbow7_twice import Chance

rainbow7 = game("rainbow7")

SEEDS = range(20)
EACH_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])
COLOR_CARDS = [f"{color}{value}" for color in "ROYGBIV" for value in range(1, 8)]


def position(**keys: Any) -> State:
    return rainbow7.position({"game": "rainbow7", "players": len(keys["hands"]), **keys})


def dealt(players: int, seed: int, **options: Any) -> dict[str, Any]:
    return rainbow7.deal(players, options, seed).position()


def hands_of(dealt: dict[str, Any]) -> list[list[str]]:
    return [hand.split() for hand in dealt["hands"]]


def all_cards(dealt: dict[str, Any]) -> list[str]:
    return " ".join([*dealt["hands"], dealt["deck"], *dealt["piles"]]).split()


def sevens_in(cards: list[str]) -> list[str]:
    return sorted(card for card in cards if card.endswith("7"))


def discards(state: State) -> set[str]:
    """The legal combinations, each of them once."""
    texts = [text for text in state.legal_texts() if text != "rainbow"]
    assert len(texts) == len(set(texts))
    return set(texts)


def several(state: State) -> set[str]:
    """The legal combinations of more than one card."""
    return {text for text in discards(state) if len(text) > 2}


def after(state: State, *texts: str) -> dict[str, Any]:
    """The position after these actions."""
    then = state.copy()
    then.play(texts)
    return then.position()


def heard(state: State, text: str, listener: int) -> list[Heard]:
    then = state.copy()
    then.play([text])
    return state.hear(state.action_number(text), then, listener)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(CARD_NUMBERS[card] for card in text.split())


# Aim and cards


@pytest.mark.rule("R7-01")
@pytest.mark.parametrize(
    ("tokens", "returns"),
    [([5, 1, 7], [0, 1, 0]), ([0, 4, 9], [1, 0, 0]), ([3, 8, 2], [0, 0, 1])],
)
def test_the_fewest_tokens_win(tokens: list[int], returns: list[float]) -> None:
    state = position(hands=["V5", "G5", "B5"], tokens=tokens, to_move=-1)
    assert (state.scores, state.returns()) == (tokens, returns)


@pytest.mark.rule("R7-01")
@pytest.mark.parametrize(("before", "over"), [(4, False), (5, True), (6, True)])
def test_the_game_ends_with_a_round_that_brings_someone_to_seven_tokens(
    before: int, over: bool
) -> None:
    state = position(hands=["R1", "G5"], tokens=[0, before])
    state.play(["rainbow"])
    assert (state.scores, state.is_over) == ([0, before + 2], over)


@pytest.mark.rule("R7-R15")
def test_there_are_the_values_1_to_7_in_seven_colors_once_and_4_rainbow_cards() -> None:
    for seed in SEEDS:
        expected = Counter({**dict.fromkeys(COLOR_CARDS, 1), "W": 4})
        assert Counter(all_cards(dealt(5, seed))) == expected


@pytest.mark.rule("R7-R15")
@EACH_NUMBER
def test_two_to_five_can_play(players: int) -> None:
    assert len(dealt(players, 0)["hands"]) == players


@pytest.mark.rule("R7-R15")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_cannot_play(players: int) -> None:
    with pytest.raises(BadOptions):
        rainbow7.deal(players)


@pytest.mark.rule("R7-R15")
@pytest.mark.parametrize("hands", [["R3", "R3"], ["W W W", "W W"]])
def test_no_card_is_there_once_more(hands: list[str]) -> None:
    with pytest.raises(BadPosition):
        position(hands=hands)


@pytest.mark.rule("R7-03")
@EACH_NUMBER
def test_two_more_sevens_than_players_are_in_the_game(players: int) -> None:
    for seed in SEEDS:
        start = dealt(players, seed)
        sevens = sevens_in(all_cards(start))
        assert (len(sevens), sevens) == (players + 2, sorted(start["sevens"].split()))


@pytest.mark.rule("R7-03")
def test_the_other_sevens_are_out_in_every_later_round_too() -> None:
    sevens = "R7 Y7 B7 V7"
    state = position(hands=["R1", "G5"], sevens=sevens, options={"tokens_to_end": 99})
    for _ in range(10):
        state.play(["rainbow"])
        assert sevens_in(all_cards(state.position())) == sorted(sevens.split())
        bare = {"hands": ["O1", "O2"], "deck": "", "piles": ["", "", ""], "known": {}}
        state = position(**{**state.position(), **bare})


@pytest.mark.rule("R7-R16")
def test_each_seven_is_taken_about_equally_often() -> None:
    taken = Counter(card for seed in range(140) for card in dealt(2, seed)["sevens"].split())
    assert all(50 <= taken[f"{color}7"] <= 110 for color in "ROYGBIV")


@pytest.mark.rule("R7-R16")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_nobody_sees_which_sevens_were_taken(viewer: int) -> None:
    view = rainbow7.deal(2).view(viewer)
    assert ("sevens" in view.position(), int(view.record.sevens)) == (False, 0)


@pytest.mark.rule("R7-R25")
def test_a_table_may_play_with_fewer_colors() -> None:
    for seed in SEEDS:
        cards = all_cards(dealt(2, seed, colors=4, hand_size=5))
        assert Counter(cards) == Counter([*COLOR_CARDS[:28], *["W"] * 4])


@pytest.mark.rule("R7-R25")
def test_a_table_may_play_with_fewer_values_and_the_7_stays() -> None:
    for seed in SEEDS:
        cards = Counter(all_cards(dealt(5, seed, values=4, hand_size=5)))
        expected = {f"{color}{value}": 1 for color in "ROYGBIV" for value in (1, 2, 3, 7)}
        assert cards == Counter({**expected, "W": 4})


@pytest.mark.rule("R7-R25")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_table_may_play_with_fewer_rainbow_cards(count: int) -> None:
    for seed in SEEDS:
        assert all_cards(dealt(3, seed, rainbow_cards=count)).count("W") == count


@pytest.mark.rule("R7-R25")
@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_a_hand_of_another_size_has_one_7_too(size: int) -> None:
    for seed in SEEDS:
        hands = hands_of(dealt(3, seed, hand_size=size, rainbow_cards=1))
        assert [(len(hand), len(sevens_in(hand))) for hand in hands] == [(size, 1)] * 3


@pytest.mark.rule("R7-R25")
@pytest.mark.parametrize(("tokens_to_end", "over"), [(3, True), (4, False), (99, False)])
def test_another_number_of_tokens_may_end_the_game(tokens_to_end: int, over: bool) -> None:
    state = position(hands=["R1", "G5"], tokens=[0, 1], options={"tokens_to_end": tokens_to_end})
    state.play(["rainbow"])
    assert state.is_over == over


@pytest.mark.rule("R7-R25")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"colors": 3}),
        (5, {"colors": 6}),
        (2, {"colors": 8}),
        (2, {"values": 1}),
        (2, {"values": 8}),
        (2, {"rainbow_cards": 5}),
        (2, {"hand_size": 0}),
        (2, {"hand_size": 13}),
        (5, {"values": 2, "hand_size": 3}),
        (2, {"tokens_to_end": 0}),
        (2, {"tokens_to_end": 100}),
    ],
    ids=str,
)
def test_other_options_are_refused(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        rainbow7.options(players, options)


@pytest.mark.rule("R7-R25")
@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {"colors": 4}), (5, {"colors": 7}), (5, {"values": 2, "hand_size": 2})],
    ids=str,
)
def test_the_smallest_games_can_be_played(players: int, options: dict[str, Any]) -> None:
    assert rainbow7.deal(players, options).legal_texts()


@pytest.mark.rule("R7-R25")
def test_a_rainbow_card_may_stand_for_a_value_that_is_left_out() -> None:
    state = position(hands=["R1 R2 W", "G1"], options={"values": 3, "hand_size": 3})
    assert several(state) == {"R1R2W"}


# Dealing a round


@pytest.mark.rule("R7-04", "R7-05")
@EACH_NUMBER
def test_everyone_gets_six_cards_that_are_no_sevens_and_one_seven(players: int) -> None:
    for seed in SEEDS:
        hands = hands_of(dealt(players, seed, rainbow_cards=1))
        assert [(len(hand), len(sevens_in(hand))) for hand in hands] == [(7, 1)] * players


@pytest.mark.rule("R7-04")
def test_every_card_that_is_no_seven_is_dealt_to_every_player_about_equally_often() -> None:
    got: Counter[tuple[int, str]] = Counter()
    for seed in range(230):
        for player, hand in enumerate(hands_of(dealt(3, seed))):
            got.update((player, card) for card in set(hand))
    low = [card for card in COLOR_CARDS if not card.endswith("7")]
    assert all(10 <= got[player, card] <= 56 for player in range(3) for card in low)


@pytest.mark.rule("R7-05")
@pytest.mark.parametrize(("players", "cards"), [(2, 33), (3, 27), (4, 21), (5, 15)])
def test_what_is_undealt_is_the_deck(players: int, cards: int) -> None:
    for seed in SEEDS:
        assert len(dealt(players, seed)["deck"].split()) == cards


@pytest.mark.rule("R7-05")
@EACH_NUMBER
def test_the_other_two_sevens_go_into_the_deck(players: int) -> None:
    for seed in SEEDS:
        start = dealt(players, seed, rainbow_cards=0)
        undealt = " ".join([start["deck"], *start["piles"]]).split()
        assert len(sevens_in(undealt)) == 2


@pytest.mark.rule("R7-05")
def test_the_sevens_in_the_deck_are_shuffled_into_it() -> None:
    places: Counter[int] = Counter()
    for seed in range(60):
        deck = dealt(2, seed)["deck"].split()
        places.update(3 * deck.index(card) // len(deck) for card in sevens_in(deck))
    assert all(places[third] >= 20 for third in range(3))


@pytest.mark.rule("R7-05")
def test_which_seven_a_player_gets_is_chance() -> None:
    first = Counter(sevens_in(hands_of(dealt(5, seed))[0])[0] for seed in range(140))
    assert all(first[f"{color}7"] >= 5 for color in "ROYGBIV")


class Undone(NamedTuple):
    """A deal before Rainbow cards go under the deck."""

    first: int
    hands: list[list[str]]
    deck: list[str]  # as it is drawn from, the top card first


def before_tucking(start: dict[str, Any], seed: int) -> Undone:
    """The shuffles of the deal, up to the one before R7-06."""
    chance = Chance(seed)
    options, players = start["options"], start["players"]
    low = [f"{c}{value}" for c in "ROYGBIV" for value in range(1, options["values"])]
    cards = chance([*low, *["W"] * options["rainbow_cards"]], "deal", 0)
    each = options["hand_size"] - 1
    hands = [cards[each * player : each * player + each] for player in range(players)]
    sevens = chance(start["sevens"].split(), "deal", 0)
    for hand, seven in zip(hands, sevens, strict=False):
        hand.append(seven)
    rest = [*cards[each * players :], *sevens[players:]]
    return Undone(start["first"], hands, chance(rest, "deal", 0))


@cache
def deals_to_two() -> list[tuple[Undone, dict[str, Any]]]:
    """Deals of 25 cards that are no 7s, Rainbow cards among them, before and after R7-06."""
    starts = [dealt(2, seed, values=4) for seed in range(150)]
    return [(before_tucking(start, seed), start) for seed, start in enumerate(starts)]


def dealt_rainbow_cards(*held: int) -> list[tuple[Undone, dict[str, Any]]]:
    """Deals in which they were dealt so many Rainbow cards, the first player first."""
    found = []
    for undone, start in deals_to_two():
        seats = (undone.first, 1 - undone.first)
        if tuple(undone.hands[seat].count("W") for seat in seats) == held:
            found.append((undone, start))
    return found


def without_rainbow_cards(cards: list[str]) -> list[str]:
    return [card for card in cards if card != "W"]


@pytest.mark.rule("R7-06")
@EACH_NUMBER
def test_after_the_deal_nobody_holds_two_rainbow_cards_and_everyone_seven_cards(
    players: int,
) -> None:
    tucked = 0
    for seed in range(60):
        start = dealt(players, seed)
        hands = hands_of(start)
        assert all((len(hand), hand.count("W") <= 1) == (7, True) for hand in hands)
        assert all_cards(start).count("W") == 4
        tucked += sum(start["tucked"])
    assert tucked > 0


@pytest.mark.rule("R7-06")
def test_who_was_dealt_several_rainbow_cards_keeps_one_and_every_other_card() -> None:
    deals = [*dealt_rainbow_cards(2, 0), *dealt_rainbow_cards(3, 0), *dealt_rainbow_cards(3, 1)]
    assert len(deals) > 3
    for undone, start in deals:
        hand = hands_of(start)[undone.first]
        assert hand.count("W") == 1
        assert set(without_rainbow_cards(undone.hands[undone.first])) < set(hand)


@pytest.mark.rule("R7-06")
def test_the_new_cards_come_from_the_top_of_the_deck() -> None:
    deals = dealt_rainbow_cards(3, 0)
    assert len(deals) > 1
    for undone, start in deals:
        new = set(hands_of(start)[undone.first]) - set(undone.hands[undone.first])
        assert new == set(without_rainbow_cards(undone.deck)[:2])


@pytest.mark.rule("R7-06")
def test_who_was_dealt_one_rainbow_card_or_none_puts_none_under_the_deck() -> None:
    deals = [*dealt_rainbow_cards(0, 0), *dealt_rainbow_cards(1, 1), *dealt_rainbow_cards(2, 1)]
    assert len(deals) > 10
    for undone, start in deals:
        seat = 1 - undone.first
        assert start["tucked"][seat] == 0
        assert sorted(hands_of(start)[seat]) == sorted(undone.hands[seat])


@pytest.mark.rule("R7-06")
def test_the_deck_is_shuffled_after_that() -> None:
    bottoms: Counter[bool] = Counter()
    for _, start in [
        *dealt_rainbow_cards(2, 0),
        *dealt_rainbow_cards(2, 1),
        *dealt_rainbow_cards(3, 0),
    ]:
        bottoms[start["deck"].endswith("W")] += 1
    assert bottoms[False] > bottoms[True]


@pytest.mark.rule("R7-R1")
def test_a_further_rainbow_card_drawn_goes_under_the_deck_too() -> None:
    drawn = 0
    for undone, start in dealt_rainbow_cards(2, 0):
        if undone.deck[0] == "W":
            tucked = 3 if undone.deck[1] == "W" else 2
            drawn += 1
            assert start["tucked"][undone.first] == tucked
            assert undone.deck[tucked - 1] in hands_of(start)[undone.first]
    assert drawn > 0


@pytest.mark.rule("R7-R1")
def test_the_first_player_is_the_first_to_draw_anew() -> None:
    firsts = set()
    for undone, start in dealt_rainbow_cards(2, 2):
        first, second = undone.deck[:2]
        assert first in hands_of(start)[undone.first]
        assert second in hands_of(start)[1 - undone.first]
        firsts.add(undone.first)
    assert firsts == {0, 1}


@pytest.mark.rule("R7-R1")
def test_how_many_cards_each_player_put_under_the_deck_is_public() -> None:
    found = 0
    for seed in range(60):
        state = rainbow7.deal(3, seed=seed)
        tucked = state.position()["tucked"]
        found += sum(tucked)
        assert all(state.view(viewer).position()["tucked"] == tucked for viewer in (-1, 0, 1, 2))
    assert found > 0


@pytest.mark.rule("R7-R1")
def test_at_the_deal_of_a_new_round_everybody_hears_it() -> None:
    found = 0
    for seed in range(60):
        state = position(hands=["R1", "G5"], chance=f"{seed:064x}")
        tucked = after(state, "rainbow")["tucked"]
        found += sum(tucked)
        told = [Heard("tucks", player, count=tucked[player]) for player in (0, 1) if tucked[player]]
        for listener in (SPECTATOR, 0, 1):
            tucks = [each for each in heard(state, "rainbow", listener) if each.kind == "tucks"]
            assert tucks == told
    assert found > 0


@pytest.mark.rule("R7-R17")
def test_after_the_deal_any_number_of_rainbow_cards_may_be_held() -> None:
    state = position(hands=["R1 V6 W", "G5", "B5"], piles=["O2 W", "O3", "O4"], deck="W G1")
    state.play(["R1", ">C", "+A"])
    assert state.position()["hands"][0] == "V6 W W"
    state = position(hands=["V6 W W", "G5", "B5"], piles=["O2", "O3", "O4"], deck="W G1")
    state.play(["V6", ">C", "+deck"])
    assert state.position()["hands"][0] == "W W W"
    assert state.position()["tucked"] == [0, 0, 0]


@pytest.mark.rule("R7-07")
@EACH_NUMBER
def test_three_discard_piles_of_one_card_lie_on_the_table(players: int) -> None:
    for seed in SEEDS:
        assert [len(pile.split()) for pile in dealt(players, seed)["piles"]] == [1, 1, 1]


@pytest.mark.rule("R7-07")
def test_they_are_the_top_three_cards_of_the_deck() -> None:
    for seed in SEEDS:
        start = dealt(5, seed, rainbow_cards=1)
        chance = Chance(seed)
        low = [card for card in COLOR_CARDS if not card.endswith("7")]
        cards = chance([*low, "W"], "deal", 0)
        sevens = chance(start["sevens"].split(), "deal", 0)
        deck = chance([*cards[30:], *sevens[5:]], "deal", 0)
        assert (start["piles"], start["deck"]) == (deck[:3], " ".join(deck[3:]))


@pytest.mark.rule("R7-R18")
def test_a_seven_or_a_rainbow_card_turned_up_at_the_deal_stays() -> None:
    turned_up = [card for seed in range(60) for card in dealt(2, seed)["piles"]]
    assert "W" in turned_up
    assert sevens_in(turned_up)


@pytest.mark.rule("R7-R18")
@pytest.mark.parametrize("card", ["Y7", "W"])
def test_a_seven_or_a_rainbow_card_turned_up_in_a_new_round_can_be_drawn(card: str) -> None:
    state = position(hands=["R1 V6", "G5"], piles=[card, "O3", "O4"], deck="G1")
    state.play(["V6", ">C", "+A"])
    assert state.position()["hands"][0].split() == ["R1", card]


@pytest.mark.rule("R7-R18", "R7-22")
@pytest.mark.parametrize("card", ["Y7", "W"])
def test_a_seven_or_a_rainbow_card_turned_up_for_an_emptied_pile_stays(card: str) -> None:
    state = position(hands=["R1 V6", "G5 G6"], piles=["O2", "O3", "O4"], deck=f"{card} G1")
    state.play(["V6", ">C", "+A"])
    assert (state.position()["piles"][0], state.position()["deck"]) == (card, "G1")
    state.play(["G6", ">C"])
    assert state.legal_texts() == ["+deck", "+A", "+B"]


@pytest.mark.rule("R7-08")
@EACH_NUMBER
def test_the_first_player_has_the_first_turn(players: int) -> None:
    for seed in SEEDS:
        start = dealt(players, seed)
        assert (start["to_move"], start["round"]) == (start["first"], 0)


@pytest.mark.rule("R7-08")
@pytest.mark.parametrize(("announcer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_after_a_storm_the_left_neighbor_of_the_announcer_begins(
    announcer: int, first: int
) -> None:
    state = position(hands=["R1", "G1", "B1"], to_move=announcer, first=1)
    then = after(state, "rainbow")
    assert (then["first"], then["to_move"], then["round"]) == (first, first, 1)


@pytest.mark.rule("R7-08")
@pytest.mark.parametrize(("winner", "first"), [(0, 1), (1, 2), (2, 0)])
def test_after_a_perfect_the_left_neighbor_of_its_player_begins(winner: int, first: int) -> None:
    state = position(hands=["R6", "G6", "B6"], to_move=winner, first=1)
    then = after(state, ["R6", "G6", "B6"][winner], ">A")
    assert (then["first"], then["to_move"], then["round"]) == (first, first, 1)


@pytest.mark.rule("R7-08")
@pytest.mark.parametrize("announcer", [0, 1, 2])
def test_after_a_thunderstorm_the_announcer_begins(announcer: int) -> None:
    hands = ["R1", "G1", "B1"]
    hands[announcer] = "V4"
    state = position(hands=hands, to_move=announcer, first=1)
    then = after(state, "rainbow")
    assert (then["first"], then["to_move"], then["round"]) == (announcer, announcer, 1)


@pytest.mark.rule("R7-R19")
@EACH_NUMBER
def test_chance_picks_the_very_first_player_about_equally_often(players: int) -> None:
    firsts = Counter(dealt(players, seed)["first"] for seed in range(30 * players))
    assert all(firsts[seat] > 12 for seat in range(players))


# A turn


@pytest.mark.rule("R7-10")
def test_turns_go_clockwise() -> None:
    state = position(
        hands=["R5 R6", "G5 G6", "B5 B6", "V5 V6"], piles=["O1", "O2", "O3"], to_move=2
    )
    seats = []
    for card in ["B5", "V5", "R5", "G5", "B6"]:
        seats.append(state.current_player)
        state.play([card, ">A", "+deck"])
    assert seats == [2, 3, 0, 1, 2]


@pytest.mark.rule("R7-10")
def test_a_turn_begins_with_a_discard_or_with_a_rainbow_and_nothing_else() -> None:
    state = position(hands=["R2 O5", "G5"], piles=["O1", "O2", "O3"])
    assert set(state.legal_texts()) == {"R2", "O5", "rainbow"}


@pytest.mark.rule("R7-10")
def test_after_discard_and_draw_the_turn_is_over() -> None:
    state = position(hands=["R1 R2", "G5"], piles=["O1", "O2", "O3"], deck="Y1 Y2")
    state.play(["R2", ">A", "+deck"])
    assert (state.current_player, state.position()["turn"]) == (1, None)
    assert state.legal_texts() == ["G5", "rainbow"]


@pytest.mark.rule("R7-10")
@pytest.mark.parametrize("texts", [["rainbow"], ["R1R2R3", ">A", "^R1", "^R2"]])
def test_a_rainbow_and_a_perfect_leave_nothing_more_to_do(texts: list[str]) -> None:
    state = position(hands=["R1 R2 R3", "G7"], piles=["O1", "O2", "O3"])
    then = after(state, *texts)
    assert (then["round"], then["turn"], then["to_move"]) == (1, None, 1)


# Discard


@pytest.mark.rule("R7-11")
@pytest.mark.parametrize("order", list(permutations(["R3", "R4", "R5"])), ids=" ".join)
def test_the_cards_of_a_combination_lie_in_any_order(order: tuple[str, ...]) -> None:
    state = position(hands=["R3 R4 R5 V6", "G5"], piles=["B2", "G4", "O1"])
    state.play(["R3R4R5", ">A", f"^{order[0]}", f"^{order[1]}"])
    assert state.position()["piles"] == [f"B2 {' '.join(order)}", "G4", "O1"]
    assert state.position()["hands"][0] == "V6"


@pytest.mark.rule("R7-11")
@pytest.mark.parametrize(
    ("pile", "piles"),
    [
        (">A", ["B2 V6", "", "O1"]),
        (">B", ["B2", "V6", "O1"]),
        (">C", ["B2", "", "O1 V6"]),
    ],
)
def test_a_combination_may_go_onto_each_pile(pile: str, piles: list[str]) -> None:
    state = position(hands=["R3 V6", "G5"], piles=["B2", "", "O1"])
    state.play(["V6"])
    assert state.legal_texts() == [">A", ">B", ">C"]
    state.play([pile])
    assert state.position()["piles"] == piles


@pytest.mark.rule("R7-11")
def test_all_cards_of_a_combination_go_onto_the_same_pile() -> None:
    state = position(hands=["R3 R4 R5 V6", "G5"], piles=["B2", "G4", "O1"])
    state.play(["R3R4R5", ">B"])
    assert state.legal_texts() == ["^R3", "^R4", "^R5"]
    state.play(["^R4"])
    assert state.legal_texts() == ["^R3", "^R5"]


@pytest.mark.rule("R7-11")
def test_only_one_combination_is_discarded_in_a_turn() -> None:
    state = position(hands=["R3 R4 R5 O4 G4", "G5"], piles=["B2", "", ""])
    state.play(["R3R4R5", ">A", "^R3", "^R4"])
    assert state.legal_texts() == ["+deck"]


@pytest.mark.rule("R7-12")
@pytest.mark.parametrize("hand", ["R1 O7 Y3 G6 W", "R1 O7 Y3 G6 W W"])
def test_any_one_card_is_a_solo(hand: str) -> None:
    state = position(hands=[hand, "B5"])
    assert discards(state) - several(state) == {"R1", "O7", "Y3", "G6", "W"}


@pytest.mark.rule("R7-13")
def test_three_or_more_cards_of_one_value_are_a_value_combination() -> None:
    state = position(hands=["R5 O5 Y5 V5", "G1"])
    trios = {"R5O5Y5", "R5O5V5", "R5Y5V5", "O5Y5V5"}
    assert several(state) == {*trios, "R5O5Y5V5"}


@pytest.mark.rule("R7-13")
def test_two_cards_of_one_value_are_no_combination() -> None:
    state = position(hands=["R5 O5 Y4 G4", "G1"])
    assert several(state) == set()


@pytest.mark.rule("R7-13")
@pytest.mark.parametrize("value", range(1, 8))
def test_a_value_combination_has_up_to_seven_color_cards(value: int) -> None:
    cards = [f"{color}{value}" for color in "ROYGBIV"]
    state = position(hands=[" ".join(cards), "W", "W", "W", "W"])
    assert len(several(state)) == 35 + 35 + 21 + 7 + 1
    assert "".join(cards) in several(state)


@pytest.mark.rule("R7-14")
@pytest.mark.parametrize("color", "ROYGBIV")
def test_three_or_more_cards_of_one_color_in_sequence_are_a_color_combination(color: str) -> None:
    state = position(hands=[" ".join(f"{color}{value}" for value in (2, 3, 4, 5)), "W"])
    runs = {"234", "345", "2345"}
    assert several(state) == {"".join(color + value for value in run) for run in runs}


@pytest.mark.rule("R7-14")
@pytest.mark.parametrize("hand", ["R2 R3 R5 R6", "R2 R3 O4 O5", "R1 R3 R5 R7", "R6 R7"])
def test_a_gap_another_color_or_two_cards_make_no_color_combination(hand: str) -> None:
    assert several(position(hands=[hand, "W"])) == set()


@pytest.mark.rule("R7-14")
def test_the_longest_color_combination_goes_from_1_to_7() -> None:
    state = position(hands=["B1 B2 B3 B4 B5 B6 B7", "W"])
    assert len(several(state)) == 5 + 4 + 3 + 2 + 1
    assert "B1B2B3B4B5B6B7" in several(state)


@pytest.mark.rule("R7-R20")
@pytest.mark.parametrize("hand", ["B6 B7 B1 B2", "B7 B1 B2", "B7 B1 W", "B6 B1 B2 W"])
def test_a_color_combination_does_not_go_on_from_7_to_1(hand: str) -> None:
    combinations = several(position(hands=[hand, "G1"]))
    assert not any("B7" in text and "B1" in text for text in combinations)
    assert not any("B6" in text and "B1" in text for text in combinations)


@pytest.mark.rule("R7-15")
def test_a_rainbow_card_may_be_a_third_card_of_a_value() -> None:
    state = position(hands=["R3 O3 V6 W", "G1"])
    assert several(state) == {"R3O3W"}


@pytest.mark.rule("R7-15")
@pytest.mark.parametrize(
    ("hand", "combination"),
    [("R3 R5 W", "R3R5W"), ("R3 R4 W", "R3R4W"), ("R1 R2 W", "R1R2W"), ("R6 R7 W", "R6R7W")],
)
def test_a_rainbow_card_may_fill_a_gap_or_lie_at_an_end(hand: str, combination: str) -> None:
    assert several(position(hands=[hand, "G1"])) == {combination}


@pytest.mark.rule("R7-15")
def test_several_rainbow_cards_may_be_in_one_combination() -> None:
    state = position(hands=["R3 R6 W W", "G1"])
    assert several(state) == {"R3WW", "R6WW", "R3R6WW"}


@pytest.mark.rule("R7-15")
@pytest.mark.parametrize("hand", ["R3 R6 W", "R3 R7 W", "R3 W", "R3 O4 W"])
def test_too_few_rainbow_cards_make_no_combination(hand: str) -> None:
    assert several(position(hands=[hand, "G1"])) == set()


@pytest.mark.rule("R7-15")
def test_a_rainbow_card_need_not_be_used() -> None:
    state = position(hands=["R3 R4 R5 W", "G1"])
    pairs = {"R3R4W", "R4R5W", "R3R5W"}
    assert several(state) == {"R3R4R5", "R3R4R5W", *pairs}


@pytest.mark.rule("R7-R21")
def test_a_rainbow_card_may_double_a_card_of_a_value_combination() -> None:
    sevens = "R5O5Y5G5B5I5V5"
    state = position(hands=["R5 O5 Y5 G5 B5 I5 V5 W W", "G1"])
    assert {sevens + "W", sevens + "WW"} < several(state)


@pytest.mark.rule("R7-R21")
def test_a_rainbow_card_may_stand_for_a_7_that_is_out_of_the_game() -> None:
    state = position(hands=["V1 V2 V3 V4 V5 V6 W", "R7 O7 Y7 G7"], sevens="R7 O7 Y7 G7")
    assert "V1V2V3V4V5V6W" in several(state)


@pytest.mark.rule("R7-R21")
def test_a_color_combination_has_seven_cards_at_most() -> None:
    state = position(hands=["B1 B2 B3 B4 B5 B6 B7 W W W W", "G1"])
    sizes = {text.count("B") + text.count("W") for text in several(state)}
    assert sizes == {3, 4, 5, 6, 7}


@pytest.mark.rule("R7-R21")
@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("B5 B6 W W W W", {"B5B6W", "B5B6WW", "B5B6WWW", "B5B6WWWW"}),
        ("B1 B7 W W W W", set()),
        ("B2 B7 W W W W", {"B2B7WWWW"}),
        ("B1 B4 B6 W W W", {"B1B4WW", "B1B4WWW", "B4B6W", "B4B6WW", "B4B6WWW", "B1B4B6WWW"}),
    ],
)
def test_rainbow_cards_stay_within_1_to_7(hand: str, legal: set[str]) -> None:
    two = {text for text in several(position(hands=[hand, "G1"])) if text.count("B") >= 2}
    assert two == legal


@pytest.mark.rule("R7-R2")
@pytest.mark.parametrize(
    ("hand", "legal"),
    [("W W", set()), ("W W W", {"WWW"}), ("W W W W", {"WWW", "WWWW"})],
)
def test_three_or_four_rainbow_cards_alone_are_a_combination(hand: str, legal: set[str]) -> None:
    assert several(position(hands=[hand, "G1"])) == legal


@pytest.mark.rule("R7-R2")
def test_rainbow_cards_alone_are_discarded_like_any_combination() -> None:
    state = position(hands=["B6 W W W", "G1"], piles=["O1", "", ""], deck="Y1")
    state.play(["WWW", ">A", "^W", "^W"])
    assert (state.position()["piles"][0], state.legal_texts()) == ("O1 W W W", ["+deck"])


@pytest.mark.rule("R7-R3")
def test_the_same_cards_are_one_combination_whatever_the_rainbow_card_stands_for() -> None:
    state = position(hands=["R4 R5 V1 W", "G1"])
    assert state.legal_texts().count("R4R5W") == 1


@pytest.mark.rule("R7-R3")
def test_a_discarded_rainbow_card_is_one_again_for_whoever_draws_it() -> None:
    state = position(hands=["B3 B5 I1 W", "O2 O4 O6 R7"], piles=["V1", "Y2", "Y3"], deck="G1 G2 G3")
    state.play(["B3B5W", ">A", "^B3", "^B5", "+deck", "R7", ">B", "+A"])
    assert state.position()["hands"][1] == "O2 O4 O6 W"
    state.play(["I1", ">C", "+deck"])
    assert several(state) == {"O2O4W", "O4O6W"}


# Sevens


@pytest.mark.rule("R7-16")
@pytest.mark.parametrize(
    ("combination", "order", "effects"),
    [
        ("R5R6R7", ["^R5", "^R6"], 1),
        ("R7O7Y7", ["^R7", "^O7"], 3),
        ("R7O7W", ["^R7", "^O7"], 2),
        ("R5R6W", ["^R5", "^R6"], 0),
        ("R4R5R6", ["^R4", "^R5"], 0),
    ],
)
def test_each_seven_in_a_combination_of_several_cards_gives_one_effect(
    combination: str, order: list[str], effects: int
) -> None:
    state = position(
        hands=["R4 R5 R6 R7 O7 Y7 W V1", "G1"], piles=["O1", "O2", "O3"], deck="B1 B2 B3 B4 B5"
    )
    state.play([combination, ">A", *order])
    used = 0
    while "*downpour" in state.legal_texts():
        state.play(["*downpour"])
        used += 1
    assert (used, state.legal_texts()) == (effects, ["+deck", "+B", "+C"])


@pytest.mark.rule("R7-16")
@pytest.mark.parametrize("texts", [[], ["*cloud:1"], ["*cloud:1", "*downpour"]])
def test_the_player_may_leave_effects_unused(texts: list[str]) -> None:
    state = position(hands=["R7 O7 Y7 V1", "G1"], piles=["O1", "O2", "O3"])
    state.play(["R7O7Y7", ">A", "^R7", "^O7", *texts, "*"])
    assert state.legal_texts() == ["+deck", "+B", "+C"]
    assert state.scores == [0, texts.count("*cloud:1")]


@pytest.mark.rule("R7-16")
@pytest.mark.parametrize("order", list(permutations(["*downpour", "*cloud:1", "*shelter"])))
def test_effects_are_used_one_after_the_other_in_any_order(order: tuple[str, ...]) -> None:
    state = position(hands=["R7 O7 Y7 V1", "G1"], piles=["O1", "O2", "O3"], deck="B1 B2")
    state.play(["R7O7Y7", ">A", "^R7", "^O7", *order])
    assert (state.position()["hands"], state.scores) == (["V1", "G1 B1"], [0, 1])
    assert state.current_player == 1


@pytest.mark.rule("R7-16")
def test_a_seven_played_solo_gives_no_effect() -> None:
    state = position(hands=["R7 O7 Y7 V1", "G1"], piles=["O1", "O2", "O3"])
    state.play(["R7", ">A"])
    assert state.legal_texts() == ["+deck", "+B", "+C"]


@pytest.mark.rule("R7-17")
def test_a_downpour_gives_every_opponent_a_card_from_the_left_on() -> None:
    state = position(
        hands=["R1", "O1", "Y5 Y6 Y7 Y1", "G1"],
        piles=["O2", "O3", "O4"],
        deck="B1 B2 B3 B4",
        to_move=2,
    )
    state.play(["Y5Y6Y7", ">A", "^Y5", "^Y6", "*downpour"])
    assert state.position()["hands"] == ["R1 B2", "O1 B3", "Y1", "G1 B1"]
    assert state.position()["deck"] == "B4"


@pytest.mark.rule("R7-18")
@pytest.mark.parametrize(("effect", "tokens"), [("*cloud:0", [2, 1, 1]), ("*cloud:2", [1, 1, 2])])
def test_a_cloud_gives_the_chosen_opponent_one_token(effect: str, tokens: list[int]) -> None:
    state = position(
        hands=["R1", "Y5 Y6 Y7 Y1", "G1"], piles=["O2", "O3", "O4"], to_move=1, tokens=[1, 1, 1]
    )
    state.play(["Y5Y6Y7", ">A", "^Y5", "^Y6", effect])
    assert state.scores == tokens


@pytest.mark.rule("R7-18")
def test_the_opponent_is_of_the_players_choice_and_not_the_player() -> None:
    state = position(hands=["R1", "Y5 Y6 Y7 Y1", "G1", "B1"], to_move=1)
    state.play(["Y5Y6Y7", ">A", "^Y5", "^Y6"])
    clouds = [text for text in state.legal_texts() if text.startswith("*cloud")]
    assert clouds == ["*cloud:0", "*cloud:2", "*cloud:3"]


@pytest.mark.rule("R7-18")
@pytest.mark.parametrize(("before", "struck"), [(4, False), (5, False), (6, True)])
def test_a_cloud_that_gives_the_seventh_token_makes_the_round_the_last(
    before: int, struck: bool
) -> None:
    state = position(hands=["R5 R6 R7 V6", "O6", "Y6"], tokens=[0, 0, before])
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*cloud:2"])
    assert (state.position()["struck"], state.is_over) == (struck, False)


@pytest.mark.rule("R7-18")
@pytest.mark.parametrize(("before", "struck"), [(1, False), (2, True)])
def test_in_a_shorter_game_it_is_the_token_that_ends_it(before: int, struck: bool) -> None:
    state = position(hands=["R5 R6 R7 V6", "O6"], tokens=[0, before], options={"tokens_to_end": 3})
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*cloud:1"])
    assert state.position()["struck"] == struck


@pytest.mark.rule("R7-19")
def test_under_shelter_the_player_does_not_draw() -> None:
    state = position(hands=["R5 R6 R7 V6", "O6"], piles=["O2", "O3", "O4"], deck="B1 B2")
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*shelter"])
    then = state.position()
    assert (then["hands"], then["deck"], then["to_move"]) == (["V6", "O6"], "B1 B2", 1)


@pytest.mark.rule("R7-19")
def test_a_shelter_lasts_for_this_turn_only() -> None:
    state = position(hands=["R5 R6 R7 V6", "O6 O2"], piles=["O1", "O3", "O4"], deck="B1 B2 B3 B4")
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*shelter", "O6", ">A"])
    assert state.legal_texts() == ["+deck", "+B", "+C"]
    state = position(hands=["R5 R6 R7 V6 V5", "O6 O2"], piles=["O1", "O3", "O4"])
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*shelter", "O6", ">A", "+deck", "V5", ">A"])
    assert state.legal_texts() == ["+deck", "+B", "+C"]


@pytest.mark.rule("R7-20", "R7-R7")
def test_sunshine_gives_back_one_of_the_players_own_tokens() -> None:
    state = position(hands=["R5 R6 R7 V6", "O6", "Y6"], tokens=[3, 4, 5])
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*sunshine"])
    assert state.scores == [2, 4, 5]


@pytest.mark.rule("R7-R4")
def test_a_rainbow_card_that_stands_for_a_seven_gives_no_effect() -> None:
    state = position(hands=["R7 O7 W V6", "O6"], piles=["O2", "O3", "O4"], tokens=[3, 0])
    state.play(["R7O7W", ">A", "^W", "^R7", "*sunshine", "*sunshine"])
    assert (state.scores, state.legal_texts()) == ([1, 0], ["+deck", "+B", "+C"])


@pytest.mark.rule("R7-R4")
def test_rainbow_cards_beside_one_seven_give_none_either() -> None:
    state = position(hands=["R7 W W V6", "O6"], piles=["O2", "O3", "O4"], tokens=[3, 0])
    state.play(["R7WW", ">A", "^W", "^R7", "*sunshine"])
    assert (state.scores, state.legal_texts()) == ([2, 0], ["+deck", "+B", "+C"])


ANY_EFFECT = ["*", "*downpour", "*cloud:1", "*shelter", "*sunshine"]


@pytest.mark.rule("R7-R5")
@pytest.mark.parametrize("color", "ROYGBIV")
def test_each_seven_may_be_used_for_any_of_the_four_effects(color: str) -> None:
    state = position(hands=[f"{color}5 {color}6 {color}7 W", "W"], tokens=[1, 0])
    state.play([f"{color}5{color}6{color}7", ">A", f"^{color}5", f"^{color}6"])
    assert state.legal_texts() == ANY_EFFECT


@pytest.mark.rule("R7-R5")
@pytest.mark.parametrize("effect", ANY_EFFECT[1:])
def test_two_sevens_may_be_used_for_the_same_effect(effect: str) -> None:
    state = position(hands=["R7 O7 Y7 W", "W"], tokens=[3, 0], piles=["G1", "", ""])
    state.play(["R7O7Y7", ">A", "^R7", "^O7", effect])
    assert effect in state.legal_texts()


def printed(**options: Any) -> State:
    """Red, green and violet 7s on pile A, their effects to be used."""
    state = position(
        hands=["R7 G7 V7 W", "B1", "I1"],
        tokens=[3, 0, 0],
        piles=["G1", "G2", "G3"],
        options={"printed_sevens": True, **options},
    )
    state.play(["R7G7V7", ">A", "^R7", "^G7"])
    return state


@pytest.mark.rule("R7-R5")
def test_with_printed_sevens_each_7_has_the_effect_printed_on_it() -> None:
    state = printed()
    assert state.legal_texts() == ["*", "*downpour", "*cloud:1", "*cloud:2", "*sunshine"]


@pytest.mark.rule("R7-R5")
def test_a_printed_effect_is_used_once_for_each_7() -> None:
    state = printed()
    state.play(["*cloud:1"])
    assert state.legal_texts() == ["*", "*downpour", "*sunshine"]
    state.play(["*sunshine"])
    assert state.legal_texts() == ["*", "*downpour"]
    state.play(["*downpour"])
    assert state.legal_texts() == ["+deck", "+B", "+C"]


@pytest.mark.rule("R7-R5")
def test_a_table_may_print_other_effects_on_the_sevens() -> None:
    effects = ["sunshine", "cloud", "cloud", "shelter", "cloud", "cloud", "sunshine"]
    state = printed(effects=effects)
    state.play(["*sunshine"])
    assert state.legal_texts() == ["*", "*shelter", "*sunshine"]


@pytest.mark.rule("R7-R5")
@pytest.mark.parametrize(
    ("color", "effect"),
    [
        ("R", "*downpour"),
        ("O", "*downpour"),
        ("Y", "*cloud:1"),
        ("G", "*cloud:1"),
        ("B", "*shelter"),
        ("I", "*shelter"),
        ("V", "*sunshine"),
    ],
)
def test_unless_a_table_says_otherwise_the_printed_effects_are_ours(
    color: str, effect: str
) -> None:
    state = position(
        hands=[f"{color}5 {color}6 {color}7 W", "W"],
        tokens=[1, 0],
        options={"printed_sevens": True},
    )
    state.play([f"{color}5{color}6{color}7", ">A", f"^{color}5", f"^{color}6"])
    assert state.legal_texts() == ["*", effect]


@pytest.mark.rule("R7-R5")
def test_the_sevens_are_not_printed_unless_a_table_says_so() -> None:
    assert rainbow7.options(3)["printed_sevens"] is False


@pytest.mark.rule("R7-R6")
def test_effects_come_after_the_cards_are_on_the_pile_and_before_the_draw() -> None:
    state = position(hands=["R5 R6 R7 V6", "O6"], piles=["O2", "O3", "O4"])
    steps = [state.legal_texts()[0]]
    for text in ["R5R6R7", ">A", "^R7", "^R6", "*cloud:1"]:
        state.play([text])
        steps.append(state.legal_texts()[0])
    assert steps == ["R5", ">A", "^R5", "^R5", "*", "+deck"]
    assert state.position()["piles"][0] == "O2 R7 R6 R5"


@pytest.mark.rule("R7-R6")
def test_an_effect_is_carried_out_whole_before_the_next_is_chosen() -> None:
    state = position(
        hands=["R7 O7 Y7 V6", "O6", "Y6"], piles=["O2", "O3", "O4"], deck="B1 B2 B3 B4"
    )
    state.play(["R7O7Y7", ">A", "^R7", "^O7", "*downpour"])
    assert state.position()["hands"] == ["V6", "O6 B1", "Y6 B2"]
    assert state.current_player == 0
    state.play(["*downpour"])
    assert state.position()["hands"] == ["V6", "O6 B1 B3", "Y6 B2 B4"]


@pytest.mark.rule("R7-R6")
@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_four_or_more_sevens_give_as_many_effects(count: int) -> None:
    sevens = [f"{color}7" for color in "ROYGBIV"[:count]]
    hands = [" ".join([*sevens, "W"]), "R1", "O1", "B1", "V1"]
    state = position(hands=hands, options={"tokens_to_end": 99}, piles=["G1", "G2", "G3"])
    order = [f"^{seven}" for seven in sevens[1:]]
    state.play(["".join(sevens), ">A", *order, *["*cloud:3"] * count])
    assert (state.scores, state.legal_texts()) == ([0, 0, 0, count, 0], ["+deck", "+B", "+C"])


@pytest.mark.rule("R7-R7")
def test_without_a_token_of_ones_own_there_is_no_sunshine() -> None:
    state = position(hands=["R5 R6 R7 V6", "O6"], tokens=[0, 6])
    state.play(["R5R6R7", ">A", "^R5", "^R6"])
    assert state.legal_texts() == ["*", "*downpour", "*cloud:1", "*shelter"]


@pytest.mark.rule("R7-R7")
def test_the_token_has_to_be_there_at_that_moment() -> None:
    state = position(hands=["R7 O7 Y7 V6", "O6"], tokens=[1, 6])
    state.play(["R7O7Y7", ">A", "^R7", "^O7", "*sunshine"])
    assert state.legal_texts() == ["*", "*downpour", "*cloud:1", "*shelter"]


@pytest.mark.rule("R7-R7")
def test_a_second_shelter_does_nothing_more() -> None:
    state = position(hands=["R7 O7 Y7 V6", "O6"], piles=["O2", "O3", "O4"], deck="B1")
    state.play(["R7O7Y7", ">A", "^R7", "^O7", "*shelter", "*shelter"])
    assert state.legal_texts() == ["*", "*downpour", "*cloud:1", "*shelter"]
    state.play(["*"])
    then = state.position()
    assert (then["hands"], then["deck"], then["to_move"]) == (["V6", "O6"], "B1", 1)


@pytest.mark.rule("R7-R7")
def test_a_cloud_may_hit_one_with_seven_tokens_or_more_and_the_same_one_again() -> None:
    state = position(hands=["R7 O7 Y7 V6", "O6", "Y6"], tokens=[0, 6, 6])
    state.play(["R7O7Y7", ">A", "^R7", "^O7", "*cloud:1", "*cloud:1", "*cloud:1"])
    assert (state.scores, state.position()["struck"]) == ([0, 9, 6], True)


@pytest.mark.rule("R7-R8")
def test_the_round_stays_the_last_though_the_seventh_token_was_given_back() -> None:
    state = position(
        hands=["R5 R6 R7 V6", "O5 O6 O7"], tokens=[0, 6], piles=["Y2", "Y3", "Y4"], deck="B1 B2"
    )
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*cloud:1", "+deck"])
    state.play(["O5O6O7", ">A", "^O5", "^O6", "*sunshine"])
    assert (state.scores, state.is_over, state.returns()) == ([1, 6], True, [1, 0])


@pytest.mark.rule("R7-R8")
def test_without_a_strike_six_tokens_do_not_end_the_game() -> None:
    state = position(hands=["R1", "O5"], tokens=[0, 4], struck=False)
    state.play(["rainbow"])
    assert (state.scores, state.is_over) == ([0, 6], False)


# Draw


@pytest.mark.rule("R7-21")
@pytest.mark.parametrize(
    ("pile", "draws"),
    [
        (">A", ["+deck", "+B", "+C"]),
        (">B", ["+deck", "+A", "+C"]),
        (">C", ["+deck", "+A", "+B"]),
    ],
)
def test_a_card_is_drawn_from_the_deck_or_a_pile_not_just_discarded_on(
    pile: str, draws: list[str]
) -> None:
    state = position(hands=["R3 R4 R5 V6", "O6"], piles=["B1", "B2", "B3"], deck="G1 G2")
    state.play(["R3R4R5", pile, "^R3", "^R4"])
    assert state.legal_texts() == draws


@pytest.mark.rule("R7-21")
def test_from_the_deck_it_is_the_top_card() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1", "B2", "B3"], deck="G1 G2")
    state.play(["V6", ">A", "+deck"])
    then = state.position()
    assert (then["hands"], then["deck"]) == (["R3 G1", "O6"], "G2")


@pytest.mark.rule("R7-21")
def test_from_a_pile_it_is_the_top_card() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1", "B4 B2 B5", "B3"], deck="G1 G2")
    state.play(["V6", ">A", "+B"])
    then = state.position()
    assert then["hands"] == ["R3 B5", "O6"]
    assert (then["piles"], then["deck"]) == (["B1 V6", "B4 B2", "B3"], "G1 G2")


@pytest.mark.rule("R7-22")
@pytest.mark.parametrize(
    ("draw", "piles"), [("+B", ["B1 V6", "G1", "B3"]), ("+C", ["B1 V6", "B2", "G1"])]
)
def test_a_pile_emptied_by_the_draw_gets_the_top_card_of_the_deck(
    draw: str, piles: list[str]
) -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1", "B2", "B3"], deck="G1 G2")
    state.play(["V6", ">A", draw])
    then = state.position()
    assert (then["piles"], then["deck"], then["to_move"]) == (piles, "G2", 1)


@pytest.mark.rule("R7-22")
def test_everybody_sees_the_card_turned_up() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1", "B2", "B3"], deck="G1 G2")
    state.play(["V6", ">A"])
    expected = [
        Heard("draws", 0, numbers("B2"), 1, place="B"),
        Heard("turns up", cards=numbers("G1"), place="B"),
    ]
    assert heard(state, "+B", 1) == expected


@pytest.mark.rule("R7-R9")
def test_a_card_wanted_from_an_empty_deck_comes_from_below_the_tops_of_the_piles() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1 B2 B3", "I1", "I2 I3"], deck="")
    state.play(["V6", ">A", "+deck"])
    then = state.position()
    assert then["piles"] == ["V6", "I1", "I3"]
    drawn = then["hands"][0].removeprefix("R3 ")
    assert sorted([drawn, *then["deck"].split()]) == ["B1", "B2", "B3", "I2"]


@pytest.mark.rule("R7-R9")
def test_the_new_deck_is_shuffled() -> None:
    decks = set()
    for seed in SEEDS:
        state = position(
            hands=["R3 V6", "O6"], piles=["B1 B2 B3 B4 B5 B6", "I1", ""], deck="",
            chance=f"{seed:064x}",
        )  # fmt: skip
        decks.add(after(state, "V6", ">A", "+deck")["deck"])
    assert len(decks) > 15


@pytest.mark.rule("R7-R9")
def test_taking_the_last_card_of_the_deck_does_not_renew_it_yet() -> None:
    state = position(hands=["R3 V6", "O6 O5"], piles=["B1 B2 B3", "I1", "I2"], deck="G1")
    state.play(["V6", ">A", "+deck"])
    then = state.position()
    assert (then["deck"], then["piles"]) == ("", ["B1 B2 B3 V6", "I1", "I2"])


@pytest.mark.rule("R7-R9")
def test_a_draw_from_a_pile_of_several_cards_does_not_renew_an_empty_deck() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1 B2", "I1 I2", "I3"], deck="")
    state.play(["V6", ">A", "+B"])
    then = state.position()
    assert (then["deck"], then["piles"]) == ("", ["B1 B2 V6", "I1", "I3"])


@pytest.mark.rule("R7-R9")
def test_a_downpour_renews_an_empty_deck_in_the_middle() -> None:
    state = position(
        hands=["R5 R6 R7 V6", "O6", "Y6"], piles=["I1", "I2", "I3"], deck="G1", tokens=[1, 0, 0]
    )
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*downpour"])
    then = state.position()
    assert (then["hands"][1], then["piles"]) == ("O6 G1", ["R7", "I2", "I3"])
    got = then["hands"][2].split()
    assert sorted([*got, *then["deck"].split()]) == ["I1", "R5", "R6", "Y6"]
    assert len(got) == 2


@pytest.mark.rule("R7-R9")
@pytest.mark.parametrize("deck", ["", "G1", "G1 G2"])
def test_the_new_deck_of_a_downpour_is_heard_when_the_old_one_is_used_up(deck: str) -> None:
    state = position(
        hands=["R6", "O6", "Y6", "B6"],
        piles=["I1 I2 I3 I4 R7", "V2", "V3"],
        deck=deck,
        to_move=1,
        turn={"step": "sevens", "pile": "A", "sevens": 1},
    )
    draws = [Heard("draws", player, (), 1) for player in (2, 3, 0)]
    left = len(deck.split())
    expected = [Heard("downpour", 1), *draws[:left], Heard("reshuffles"), *draws[left:]]
    assert heard(state, "*downpour", SPECTATOR) == expected


@pytest.mark.rule("R7-R9")
@pytest.mark.parametrize("deck", ["G1 G2 G3", "G1 G2 G3 G4"])
def test_a_downpour_for_which_the_deck_is_enough_renews_nothing(deck: str) -> None:
    state = position(
        hands=["R6", "O6", "Y6", "B6"],
        piles=["I1 I2 I3 I4 R7", "V2", "V3"],
        deck=deck,
        turn={"step": "sevens", "pile": "A", "sevens": 1},
    )
    draws = [Heard("draws", player, (), 1) for player in (1, 2, 3)]
    assert heard(state, "*downpour", SPECTATOR) == [Heard("downpour", 0), *draws]


@pytest.mark.rule("R7-R9")
def test_a_new_deck_for_the_draw_is_heard_before_the_card() -> None:
    turn = {"step": "draw", "pile": "A"}
    state = position(hands=["R6", "O6"], piles=["I1 I2", "V2", ""], deck="", turn=turn)
    assert heard(state, "+deck", 1) == [Heard("reshuffles"), Heard("draws", 0, (), 1)]


@pytest.mark.rule("R7-R9")
def test_a_new_deck_for_an_emptied_pile_is_heard_between_the_draw_and_the_card_turned_up() -> None:
    turn = {"step": "draw", "pile": "A"}
    state = position(hands=["R6", "O6"], piles=["I1 I2", "V2", ""], deck="", turn=turn)
    assert heard(state, "+B", 1) == [
        Heard("draws", 0, numbers("V2"), 1, place="B"),
        Heard("reshuffles"),
        Heard("turns up", cards=numbers("I1"), place="B"),
    ]


@pytest.mark.rule("R7-R9")
def test_a_downpour_passes_over_whoever_would_draw_from_a_deck_that_stays_empty() -> None:
    state = position(
        hands=["R6", "O6", "Y6", "R7 O7 W V6"], piles=["", "I2", "I3"], deck="G1", to_move=3
    )
    state.play(["R7O7W", ">A", "^R7", "^O7", "*downpour", "*downpour"])
    then = state.position()
    assert [len(hand.split()) for hand in then["hands"]] == [2, 2, 2, 1]
    assert (then["deck"], then["piles"]) == ("", ["W", "I2", "I3"])


@pytest.mark.rule("R7-R9")
def test_an_emptied_pile_may_renew_the_deck() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["B1", "I1", "I2"], deck="")
    state.play(["V6", ">A", "+B"])
    then = state.position()
    assert (then["hands"][0], then["piles"], then["deck"]) == ("R3 I1", ["V6", "B1", "I2"], "")


@pytest.mark.rule("R7-R9")
def test_an_emptied_pile_stays_empty_if_nothing_comes_from_the_deck() -> None:
    state = position(hands=["R3 V6", "O6 O5"], piles=["", "I1", "I2"], deck="")
    state.play(["V6", ">A", "+B"])
    assert state.position()["piles"] == ["V6", "", "I2"]
    state.play(["O6", ">B"])
    assert state.position()["piles"] == ["V6", "O6", "I2"]


@pytest.mark.rule("R7-R9")
def test_who_cannot_draw_from_the_deck_draws_from_one_of_the_two_other_piles() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["", "I1", "I2"], deck="")
    state.play(["V6", ">A"])
    assert state.legal_texts() == ["+B", "+C"]


@pytest.mark.rule("R7-R9")
def test_who_finds_no_card_anywhere_does_not_draw() -> None:
    state = position(hands=["R3 V6", "O6"], piles=["", "", ""], deck="")
    state.play(["V6", ">B"])
    then = state.position()
    assert (then["hands"], then["piles"], then["to_move"]) == (["R3", "O6"], ["", "V6", ""], 1)


@pytest.mark.rule("R7-R9")
@pytest.mark.parametrize("piles", [["B1", "", ""], ["", "", "B1 B2"], ["", "B1 B2", "B3"]])
def test_while_the_deck_can_be_renewed_it_may_be_chosen(piles: list[str]) -> None:
    state = position(hands=["R3 V6", "O6"], piles=piles, deck="")
    state.play(["V6", ">A"])
    assert state.legal_texts()[0] == "+deck"


@pytest.mark.rule("R7-R22")
@pytest.mark.parametrize(
    ("piles", "deck", "draws"),
    [
        (["B1", "B2", "B3"], "G1", ["+deck", "+B", "+C"]),
        (["", "", ""], "G1", ["+deck"]),
        (["", "", "B3"], "", ["+C"]),
        (["B1", "", ""], "", ["+deck"]),
    ],
)
def test_the_draw_is_compulsory_also_where_one_source_is_left(
    piles: list[str], deck: str, draws: list[str]
) -> None:
    state = position(hands=["R3 V6", "O6"], piles=piles, deck=deck)
    state.play(["V6", ">A"])
    assert (state.current_player, state.legal_texts()) == (0, draws)


@pytest.mark.rule("R7-R22")
def test_a_hand_may_have_any_number_of_cards() -> None:
    hand = " ".join(card for card in COLOR_CARDS if card[0] != "R" and card[1] != "7")
    state = position(hands=["R5 R6 R7 R1", f"{hand} W W"], piles=["R3", "R4", ""], deck="R2 W")
    state.play(["R5R6R7", ">C", "^R5", "^R6", "*downpour"])
    assert len(state.position()["hands"][1].split()) == 39
    state.play(["+A", "O1", ">C", "+B"])
    assert len(state.position()["hands"][1].split()) == 39


# Announcing a Rainbow


@pytest.mark.rule("R7-23")
@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("R2 O5", True),
        ("R7", True),
        ("R1 O1 Y1 G1 B1 I1 V1", True),
        ("R3 O5", False),
        ("R1 O7", False),
        ("R2 O5 W W W", True),
        ("W W W W", True),
        ("R3 O5 W", False),
    ],
)
def test_a_rainbow_may_be_announced_with_a_total_of_7_or_less(hand: str, legal: bool) -> None:
    state = position(hands=[hand, "G2"])
    assert ("rainbow" in state.legal_texts()) == legal


@pytest.mark.rule("R7-23")
def test_a_rainbow_is_announced_only_at_the_start_of_a_turn() -> None:
    state = position(hands=["R1 R2 R3 R7 O7 W", "G2"], piles=["B1", "B2", "B3"])
    for text in ["R7O7W", ">A", "^R7", "^O7", "*cloud:1", "*cloud:1"]:
        state.play([text])
        assert "rainbow" not in state.legal_texts()


@pytest.mark.rule("R7-23")
def test_the_total_of_ones_own_hand_counts() -> None:
    state = position(hands=["R3 O5", "G2", "G1"])
    assert "rainbow" not in state.legal_texts()
    state = position(hands=["R3 O4", "G2 G6", "G1 V7"])
    assert "rainbow" in state.legal_texts()


@pytest.mark.rule("R7-23")
def test_announcing_is_never_compulsory() -> None:
    state = position(hands=["R1 O1 Y1", "G2"])
    assert set(state.legal_texts()) == {"R1", "O1", "Y1", "R1O1Y1", "rainbow"}


@pytest.mark.rule("R7-24")
def test_the_round_ends_at_once() -> None:
    state = position(hands=["R1", "G5", "B5"], round=4, piles=["B1", "B2", "B3"])
    then = after(state, "rainbow")
    assert (then["round"], then["turn"]) == (5, None)
    assert [len(hand.split()) for hand in then["hands"]] == [7, 7, 7]


@pytest.mark.rule("R7-24")
@pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2])
def test_all_hands_are_shown(listener: int) -> None:
    state = position(hands=["R1", "G5 B5", "B6 W"])
    shown = [each for each in heard(state, "rainbow", listener) if each.kind == "reveals"]
    assert shown == [
        Heard("reveals", 0, numbers("R1"), 1),
        Heard("reveals", 1, numbers("G5 B5"), 10),
        Heard("reveals", 2, numbers("B6 W"), 6),
    ]


@pytest.mark.rule("R7-24")
@pytest.mark.parametrize("other", ["G6", "G5", "G2 B3", "G5 W"])
def test_an_announcer_wins_if_nobody_has_less_ties_included(other: str) -> None:
    state = position(hands=["V7", other, "R2 R3"], to_move=2)
    then = after(state, "rainbow")
    assert (then["tokens"], then["first"]) == ([2, 2, 0], 0)


@pytest.mark.rule("R7-25")
@pytest.mark.parametrize(("announcer", "tokens"), [(0, [1, 3, 4]), (1, [3, 1, 4]), (2, [3, 3, 2])])
def test_in_a_storm_every_opponent_takes_two_tokens(announcer: int, tokens: list[int]) -> None:
    state = position(hands=["R4", "O4", "Y4"], to_move=announcer, tokens=[1, 1, 2])
    assert after(state, "rainbow")["tokens"] == tokens


@pytest.mark.rule("R7-26")
@pytest.mark.parametrize(
    ("hands", "announcer"),
    [
        (["R4", "O3", "Y7"], 0),
        (["R4", "O3", "Y2"], 0),
        (["R7 O6", "O3 Y3", "W"], 1),
        (["R1", "O7", "R2"], 2),
    ],
)
def test_in_a_thunderstorm_the_announcer_alone_takes_three_tokens(
    hands: list[str], announcer: int
) -> None:
    state = position(hands=hands, to_move=announcer, tokens=[1, 1, 1])
    tokens = [1, 1, 1]
    tokens[announcer] = 4
    assert after(state, "rainbow")["tokens"] == tokens


@pytest.mark.rule("R7-26")
def test_a_thunderstorm_has_no_winner_whose_neighbor_would_begin() -> None:
    state = position(hands=["R1", "O7", "Y2"], to_move=1)
    then = after(state, "rainbow")
    assert (then["first"], then["to_move"]) == (1, 1)


# Perfect


@pytest.mark.rule("R7-27")
@pytest.mark.parametrize(
    ("hand", "texts"),
    [
        ("B3 B4 B5", ["B3B4B5", ">A", "^B5", "^B3"]),
        ("R5 O5 Y5 V5", ["R5O5Y5V5", ">A", "^V5", "^R5", "^O5"]),
        ("R6 O6 W", ["R6O6W", ">A", "^W", "^O6"]),
        ("W W W", ["WWW", ">C", "^W", "^W"]),
    ],
)
def test_a_discard_that_empties_the_hand_is_a_perfect(hand: str, texts: list[str]) -> None:
    state = position(hands=["G1", hand, "G2"], to_move=1, tokens=[2, 4, 1], piles=["I1", "", ""])
    then = after(state, *texts)
    assert (then["tokens"], then["round"], then["first"]) == ([3, 4, 2], 1, 2)
    assert [len(each.split()) for each in then["hands"]] == [7, 7, 7]


@pytest.mark.rule("R7-27")
def test_a_discard_that_leaves_a_card_is_no_perfect() -> None:
    state = position(hands=["B3 B4 B5 V1", "G2"], piles=["I1", "I2", "I3"])
    then = after(state, "B3B4B5", ">A", "^B5", "^B3")
    assert (then["tokens"], then["round"], then["turn"]["step"]) == ([0, 0], 0, "draw")


@pytest.mark.rule("R7-R10")
def test_the_sevens_of_a_perfect_may_be_used() -> None:
    state = position(hands=["R7 O7 Y7", "G2", "G3"], tokens=[3, 1, 1], piles=["I1", "I2", "I3"])
    state.play(["R7O7Y7", ">A", "^R7", "^O7"])
    assert state.legal_texts() == [
        "*", "*downpour", "*cloud:1", "*cloud:2", "*shelter", "*sunshine",
    ]  # fmt: skip
    then = after(state, "*cloud:2", "*sunshine", "*cloud:2")
    assert (then["tokens"], then["round"]) == ([2, 2, 4], 1)


@pytest.mark.rule("R7-R10")
def test_a_perfect_is_over_only_when_all_effects_were_used_or_left() -> None:
    state = position(hands=["R7 O7 Y7", "G2"], tokens=[0, 1], piles=["I1", "I2", "I3"])
    state.play(["R7O7Y7", ">A", "^R7", "^O7", "*cloud:1", "*cloud:1"])
    assert (state.position()["round"], state.scores) == (0, [0, 3])
    state.play(["*"])
    assert (state.position()["round"], state.scores) == (1, [0, 4])


@pytest.mark.rule("R7-R10")
def test_after_a_perfect_nobody_draws() -> None:
    state = position(hands=["B3 B4 B5", "G2"], piles=["I1", "I2", "I3"], tokens=[0, 6])
    then = after(state, "B3B4B5", ">A", "^B5", "^B3")
    assert (then["hands"], then["to_move"]) == (["", "G2"], -1)


@pytest.mark.rule("R7-R10")
def test_cards_of_a_downpour_in_a_perfect_count_when_hands_decide() -> None:
    hands = ["R5 R6 R7", "O2 O3", "Y4", "G5"]
    state = position(hands=hands, piles=["I1", "I2", "I3"], deck="B1 B2 B3", tokens=[5, 3, 3, 6])
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*downpour"])
    then = state.position()
    assert (then["hands"], then["tokens"]) == (["", "O2 O3 B1", "Y4 B2", "G5 B3"], [5, 4, 4, 7])
    assert state.returns() == [0, 0.5, 0.5, 0]


@pytest.mark.rule("R7-R10")
@pytest.mark.parametrize("tokens", [[0, 0, 0], [0, 6, 6]], ids=["a new round", "the end"])
def test_the_cards_of_a_downpour_are_heard_before_the_perfect(tokens: list[int]) -> None:
    state = position(
        hands=["", "O2", "Y4"],
        piles=["O1 R7", "I2", "I3"],
        deck="B1",
        tokens=tokens,
        turn={"step": "sevens", "pile": "A", "sevens": 1},
    )
    draws = [Heard("draws", 1, numbers("B1"), 1), Heard("reshuffles"), Heard("draws", 2, (), 1)]
    assert heard(state, "*downpour", 1)[:7] == [
        Heard("downpour", 0),
        *draws,
        Heard("perfect", 0),
        Heard("reveals", 1, numbers("O2 B1"), 3),
        Heard("reveals", 2, numbers("O1 Y4"), 5),
    ]


@pytest.mark.rule("R7-R10")
def test_tokens_of_a_cloud_and_of_the_drizzle_are_heard_apart() -> None:
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    state = position(hands=["", "O2", "Y4"], piles=["R7", "I2", "I3"], turn=turn)
    told = [each for each in heard(state, "*cloud:2", 1) if each.kind in ("cloud", "gets tokens")]
    drizzle = [Heard("gets tokens", 1, count=1), Heard("gets tokens", 2, count=1)]
    assert told == [Heard("cloud", 0, target=2), *drizzle]


@pytest.mark.rule("R7-R8")
def test_a_cloud_that_ends_the_game_at_once_is_heard_to_make_the_round_the_last() -> None:
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    state = position(hands=["", "O2", "Y4"], piles=["R7", "I2", "I3"], turn=turn, tokens=[0, 6, 6])
    assert heard(state, "*cloud:2", 1)[:2] == [Heard("cloud", 0, target=2), Heard("last round")]
    struck = position(**{**state.position(), "struck": True})
    assert heard(struck, "*cloud:2", 1)[:2] == [Heard("cloud", 0, target=2), Heard("perfect", 0)]


@pytest.mark.rule("R7-R11")
@pytest.mark.parametrize("card", ["G6", "G7", "W"])
def test_a_last_card_discarded_solo_is_a_perfect_too(card: str) -> None:
    state = position(hands=[card, "O6"], tokens=[2, 4], piles=["I1", "I2", "I3"])
    then = after(state, card, ">C")
    assert (then["tokens"], then["round"], then["first"]) == ([2, 5], 1, 1)


@pytest.mark.rule("R7-R11")
def test_nobody_starts_a_turn_without_cards() -> None:
    for seed in SEEDS:
        state = rainbow7.deal(2, {"hand_size": 1, "tokens_to_end": 3}, seed)
        while not state.is_over:
            then = state.position()
            assert then["turn"] is not None or all(then["hands"])
            state.play([state.legal_texts()[0]])


@pytest.mark.rule("R7-R24")
@pytest.mark.parametrize(
    ("texts", "hands"),
    [
        (["R4", ">A"], ["", "O6 W", "Y3 Y5"]),
        (["rainbow"], ["R4", "O6 W", "Y3 Y5"]),
    ],
)
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_after_every_round_everybody_sees_all_hands(
    texts: list[str], hands: list[str], viewer: int
) -> None:
    state = position(hands=["R4", "O6 W", "Y3 Y5"], piles=["I1", "I2", "I3"])
    state.play(texts)
    assert state.view(viewer).position()["last"]["hands"] == hands


@pytest.mark.rule("R7-R24")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_after_the_last_round_too(viewer: int) -> None:
    state = position(hands=["R4", "O6 W"], piles=["I1", "I2", "I3"], tokens=[0, 6])
    state.play(["R4", ">A"])
    assert state.view(viewer).position()["hands"] == ["", "O6 W"]


@pytest.mark.rule("R7-R24")
@pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2])
def test_everybody_hears_the_other_hands_after_a_perfect(listener: int) -> None:
    state = position(hands=["R4", "O6 W", "Y3 Y5"], piles=["I1", "I2", "I3"])
    state.play(["R4"])
    shown = [each for each in heard(state, ">A", listener) if each.kind == "reveals"]
    assert shown == [
        Heard("reveals", 1, numbers("O6 W"), 6),
        Heard("reveals", 2, numbers("Y3 Y5"), 8),
    ]


# The end


@pytest.mark.rule("R7-28")
@pytest.mark.parametrize(
    ("tokens", "over"),
    [([6, 4, 4], False), ([0, 5, 0], True), ([0, 6, 0], True), ([0, 5, 6], True)],
)
def test_the_game_ends_after_a_round_in_which_someone_came_to_seven_tokens(
    tokens: list[int], over: bool
) -> None:
    state = position(hands=["R1", "O6", "Y6"], tokens=tokens)
    state.play(["rainbow"])
    assert (state.is_over, state.legal_texts() == []) == (over, over)


@pytest.mark.rule("R7-28")
@pytest.mark.parametrize(
    ("hands", "before", "tokens", "returns"),
    [
        (["R1", "O6", "Y6"], [3, 5, 2], [3, 7, 4], [1, 0, 0]),
        (["R1", "O6", "Y6"], [6, 5, 2], [6, 7, 4], [0, 0, 1]),
        (["R2", "O1", "Y6"], [4, 2, 3], [7, 2, 3], [0, 1, 0]),
    ],
)
def test_after_the_last_round_the_fewest_tokens_win(
    hands: list[str], before: list[int], tokens: list[int], returns: list[float]
) -> None:
    state = position(hands=hands, tokens=before)
    state.play(["rainbow"])
    assert (state.scores, state.returns()) == (tokens, returns)


@pytest.mark.rule("R7-28")
def test_the_game_ends_after_the_round_that_a_cloud_made_the_last() -> None:
    state = position(hands=["R1", "O6", "Y6"], tokens=[3, 0, 1], struck=True)
    state.play(["rainbow"])
    assert (state.is_over, state.scores, state.returns()) == (True, [3, 2, 3], [0, 1, 0])


@pytest.mark.rule("R7-28")
def test_while_the_game_goes_on_nobody_has_won() -> None:
    state = position(hands=["R1", "O6"], tokens=[0, 6])
    assert state.returns() == [0, 0]


@pytest.mark.rule("R7-29")
@pytest.mark.parametrize(
    ("hands", "returns"),
    [
        (["R4 R5", "O6", "Y2", "G7"], [0, 1, 0, 0]),
        (["R4 W", "O6", "Y2", "G7"], [1, 0, 0, 0]),
        (["R6", "O5", "Y2", "G7"], [0, 1, 0, 0]),
    ],
)
def test_of_those_with_the_fewest_tokens_the_lowest_hand_wins(
    hands: list[str], returns: list[float]
) -> None:
    state = position(hands=hands, tokens=[1, 1, 4, 5], to_move=2)
    state.play(["rainbow"])
    assert (state.scores, state.returns()) == ([3, 3, 4, 7], returns)


@pytest.mark.rule("R7-29")
def test_the_hands_of_the_final_round_decide() -> None:
    last = {"hands": ["R1", "O2 O3", "Y1"], "tokens": [3, 3, 4]}
    state = position(
        hands=["R6", "O5", "Y6"], tokens=[3, 3, 4], to_move=2, struck=True, round=2, last=last
    )
    state.play(["rainbow"])
    assert (state.scores, state.returns()) == ([3, 3, 7], [0, 1, 0])


@pytest.mark.rule("R7-R23")
def test_a_hand_is_measured_by_its_total_not_by_its_cards() -> None:
    state = position(hands=["R1 R2 R3 W W W", "O7", "Y1"], tokens=[2, 2, 5], to_move=2, struck=True)
    state.play(["rainbow"])
    assert (state.scores, state.returns()) == ([4, 4, 5], [1, 0, 0])


@pytest.mark.rule("R7-R23")
@pytest.mark.parametrize(
    ("hand", "returns"), [("O1", [1, 0, 0]), ("W", [0.5, 0.5, 0]), ("O1 W", [1, 0, 0])]
)
def test_after_a_perfect_the_hand_of_its_player_is_0(hand: str, returns: list[float]) -> None:
    state = position(hands=["R6", hand, "Y2"], tokens=[3, 2, 6], piles=["I1", "I2", "I3"])
    state.play(["R6", ">A"])
    assert (state.scores, state.returns()) == ([3, 3, 7], returns)


@pytest.mark.rule("R7-R23")
@pytest.mark.parametrize(
    ("hands", "returns"),
    [
        (["R1 R3", "O4 W", "Y6", "G5"], [0.5, 0.5, 0, 0]),
        (["R5", "O2 O3", "Y6", "G1 G4"], [1 / 3, 1 / 3, 0, 1 / 3]),
    ],
)
def test_if_hands_are_equal_too_the_victory_is_shared(
    hands: list[str], returns: list[float]
) -> None:
    state = position(hands=hands, tokens=[3, 3, 4, 3], to_move=2)
    state.play(["rainbow"])
    assert state.scores == [3, 3, 7, 3]
    assert state.returns() == pytest.approx(returns)


@pytest.mark.rule("R7-R23")
def test_all_tokens_of_a_round_are_given_before_the_end_is_looked_at() -> None:
    state = position(hands=["R1", "O6", "Y6"], tokens=[4, 6, 5])
    state.play(["rainbow"])
    assert state.scores == [4, 8, 7]
    state = position(hands=["R5 R6 R7", "O6", "Y6"], tokens=[0, 6, 5], piles=["I1", "I2", "I3"])
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*cloud:1"])
    assert state.scores == [0, 8, 6]


@pytest.mark.rule("R7-R12")
def test_there_are_more_than_36_tokens() -> None:
    state = position(hands=["R1", "O6", "Y6"], tokens=[12, 12, 12], options={"tokens_to_end": 99})
    state.play(["rainbow"])
    assert (state.scores, state.is_over) == ([12, 14, 14], False)


@pytest.mark.rule("R7-R12")
def test_a_cloud_finds_a_token_when_36_are_out() -> None:
    state = position(hands=["R5 R6 R7 V6", "O6"], tokens=[18, 18], options={"tokens_to_end": 99})
    state.play(["R5R6R7", ">A", "^R5", "^R6", "*cloud:1"])
    assert state.scores == [18, 19]


@pytest.mark.rule("R7-R13")
def test_a_round_at_a_table_goes_on_as_long_as_its_players_do() -> None:
    table = Table(rainbow7, 2)
    for _ in range(500):
        state = table.state
        highest = max(discards(state), key=lambda text: (len(text) == 2, text[-1]))
        table.play(state.current_player, [highest, ">A"])
        table.play(state.current_player, ["+deck"])
    assert (table.state.position()["round"], table.state.is_over) == (0, False)


@pytest.mark.rule("R7-R13")
def test_a_game_cut_off_by_a_simulation_is_reported_as_cut_off_and_not_as_finished() -> None:
    summary = simulate(rainbow7, 3, 5, max_actions=20)
    assert (summary.truncated, summary.finished, summary.wins) == (5, 0, [0, 0, 0])
    assert summary.actions == 100


# What is public


OPEN = position(
    hands=["R1 O2", "G3 B4 V5", "Y6"],
    piles=["I1 I2 W", "", "B5"],
    deck="B1 B2 B3",
    tokens=[1, 0, 6],
)


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (SPECTATOR, ["?2", "?3", "?1"]),
        (0, ["R1 O2", "?3", "?1"]),
        (1, ["?2", "G3 B4 V5", "?1"]),
        (2, ["?2", "?3", "Y6"]),
    ],
)
def test_hand_sizes_are_public_and_the_cards_of_others_are_not(
    viewer: int, hands: list[str]
) -> None:
    view = OPEN.view(viewer)
    others = [player for player in range(3) if player != viewer]
    assert view.position()["hands"] == hands
    assert not view.record.hand[others].any()
    assert not view.record.rainbow[others].any()


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_piles_with_their_order_and_tokens_are_public_and_the_deck_is_not(viewer: int) -> None:
    view = OPEN.view(viewer)
    then = view.position()
    assert (then["piles"], then["tokens"]) == (["I1 I2 W", "", "B5"], [1, 0, 6])
    assert (then["deck"], view.record.deck.any()) == ("?3", False)


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_how_many_sevens_are_in_the_game_is_public_and_not_which(viewer: int) -> None:
    view = OPEN.view(viewer)
    assert "sevens" not in view.position()
    assert view.record.sevens == 0
    assert view.players + 2 == len(OPEN.position()["sevens"].split())


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_a_card_taken_from_a_pile_is_known_to_be_in_that_hand_until_it_is_discarded(
    viewer: int,
) -> None:
    state = position(
        hands=["R6 O6", "G3 B6", "Y6 Y5"], piles=["I1", "I2 W", "B5 V4"], deck="B1 B2 B3 G1 G2 G5"
    )

    def known() -> list[str]:
        hands: list[str] = state.view(viewer).position()["known"]["hands"]
        return hands

    state.play(["R6", ">A", "+C"])
    assert known() == ["V4", "", ""]
    state.play(["B6", ">A", "+B"])
    assert known() == ["V4", "W", ""]
    state.play(["Y6", ">A", "+deck", "O6", ">A", "+deck", "W", ">A", "+deck"])
    assert known() == ["V4", "", ""]
    state.play(["Y5", ">A", "+deck", "V4", ">A"])
    assert known() == ["", "", ""]


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize(("listener", "cards"), [(SPECTATOR, ""), (0, ""), (1, "B1"), (2, "")])
def test_a_card_from_the_deck_is_known_to_nobody_else(listener: int, cards: str) -> None:
    state = position(
        hands=["R6 O6", "G3 B6", "Y6 Y5"],
        piles=["I1", "I2", "B5"],
        deck="B1 B2",
        turn={"step": "draw", "pile": "A"},
        to_move=1,
    )
    assert heard(state, "+deck", listener) == [Heard("draws", 1, numbers(cards), 1)]


@pytest.mark.rule("R7-R14")
@pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2])
def test_everybody_hears_which_card_is_taken_from_a_pile(listener: int) -> None:
    state = position(
        hands=["R6 O6", "G3 B6", "Y6 Y5"],
        piles=["I1", "I2 V4", "B5"],
        turn={"step": "draw", "pile": "A"},
        to_move=1,
    )
    assert heard(state, "+B", listener) == [Heard("draws", 1, numbers("V4"), 1, place="B")]


@pytest.mark.rule("R7-R14")
def test_who_put_rainbow_cards_under_the_deck_is_known_to_hold_one() -> None:
    found = 0
    for seed in range(60):
        start = dealt(2, seed)
        for player in (0, 1):
            found += start["tucked"][player] > 0
            expected = "W" if start["tucked"][player] else ""
            assert start["known"]["hands"][player] == expected
    assert found > 0


@pytest.mark.rule("R7-R14")
def test_a_discarded_seven_is_known_to_be_in_the_game_and_need_not_be_followed_by_another() -> None:
    known = {"hands": ["", "I3"], "seven": [1, 1], "sevens_dealt": [1, 1], "draws": [1, 0]}
    state = position(
        hands=["R2 R7 O6", "O3 Y7 I3"], piles=["B3", "G2", "I1"], deck="V6 B5", known=known
    )
    state.play(["R7", ">A", "+deck"])
    then = state.view(SPECTATOR).position()["known"]
    assert (then["sevens"], then["seven"], then["draws"]) == ("R7", [0, 1], [2, 0])


@pytest.mark.rule("R7-R14")
def test_a_seven_taken_from_a_pile_and_discarded_says_nothing_about_the_one_dealt() -> None:
    known = {"hands": ["R7", ""], "seven": [1, 1], "sevens_dealt": [1, 1]}
    state = position(hands=["R2 R7 O7", "O3 Y7 I3"], piles=["B3", "G2", "I1"], known=known)
    state.play(["R7", ">A", "+deck"])
    assert state.view(SPECTATOR).position()["known"]["seven"] == [1, 1]


# Where the rules are


@pytest.mark.parametrize("clause", clauses("rainbow7"))
def test_every_clause_has_its_place_in_the_rules_module(clause: str) -> None:
    assert re.search(rf"\b{clause}\b", Path(rules.__file__).read_text(encoding="utf-8"))
