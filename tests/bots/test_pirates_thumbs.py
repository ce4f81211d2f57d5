"""The rules of thumb for Rainbow Pirates: what they see, what they choose, how they fare."""

import random
from typing import Any

import numpy as np
import pytest

from moonbow.bots.pirates_thumbs import FEATURES, MOST_SPLITS, SPLITTING, WEIGHTS
from moonbow.bots.thumbs import evaluate_at, weigh_at
from moonbow.games.game import State, game
from moonbow.lab.runs import new_run
from pirates_twice import play_by_chance, play_eagerly, play_oddly
from playing import cases_of, games

pirates = game("pirates")


def weights(state: State) -> list[float]:
    """How good each legal action looks."""
    legal = state.legal_actions()
    numbers = np.array(legal, np.int16)
    out = np.zeros(len(legal))
    weigh_at(state.records, 0, numbers, len(legal), out)
    return [float(weight) for weight in out]


def best(state: State) -> str:
    """The action that looks best."""
    found = weights(state)
    return state.legal_texts()[found.index(max(found))]


def weight_of(state: State, text: str) -> float:
    """How good one action looks."""
    return weights(state)[state.legal_texts().index(text)]


def position(hands: list[str], *islands: list[str], **keys: Any) -> State:
    """A position of as many players as hands; player 0 is to decide."""
    rows: list[list[str]] = [list(island) for island in islands]
    rows += [[] for _ in range(len(hands) - len(rows))]
    found = {"game": "pirates", "players": len(hands), "hands": hands, "islands": rows, **keys}
    return pirates.position(found)


# What they see


@pytest.mark.parametrize("choose", [play_by_chance, play_eagerly, play_oddly])
def test_they_see_no_more_than_the_player_does(choose: Any) -> None:
    for number, (_, players, options) in enumerate(cases_of("pirates")):
        choices = random.Random(number)
        state = pirates.deal(players, options, seed=number)
        for _ in range(games(400, 12)):
            if state.is_over:
                break
            seen = weights(state.view(state.current_player))
            assert weights(state) == seen
            assert all(np.isfinite(seen))
            state.play([choose(state.legal_texts(), choices)])


def test_they_see_nothing_of_other_deals() -> None:
    """Two states that look the same to a player, and differ in what another has seen."""
    hidden = {"draw": "1 2 3 4 5 6", "hands": ["parrot ship", "1 2 W"]}
    other = {"draw": "W 2 3 P 5 6", "hands": ["parrot ship", "1 2 4"]}
    first, second = (
        pirates.position({"game": "pirates", "players": 2, **keys}) for keys in (hidden, other)
    )
    assert weights(first) == weights(second)


def test_every_weight_has_a_name_and_every_reason_one_of_its_own() -> None:
    assert len({name for name, _, _ in WEIGHTS}) == len(WEIGHTS)
    assert len(set(FEATURES)) == len(FEATURES)


# Placing and rearranging


@pytest.mark.parametrize(
    ("hand", "island", "action"),
    [
        ("1 2 3", [], "lay 123"),
        ("4", ["123"], "add 4>123"),
        ("P 2", [], "lay P"),
        ("4 4", ["4567"], "lift 4567"),
        ("1 2 3 3 3 4 5", [], "lay 123"),
    ],
)
def test_cards_are_placed_so_that_most_can_be(hand: str, island: list[str], action: str) -> None:
    assert best(position([hand, "1 2 3"], island)) == action


@pytest.mark.parametrize("island", [["345", "777"], ["7777777777", "5555555555"]])
def test_a_lift_that_brings_nothing_is_worse_than_anything_else(island: list[str]) -> None:
    found = position(["2 6", "1 1"], island, faceup="1 1")
    lifts = [weight_of(found, text) for text in found.legal_texts() if text.startswith("lift")]
    others = [weight_of(found, text) for text in found.legal_texts() if "lift" not in text]
    assert max(lifts) < min(others)


def lying(state: State, player: int) -> int:
    """How many COLOR cards lie on an island."""
    groups = state.position()["islands"][player]
    return sum(len(text.rstrip("=")) for text in groups if "+" not in text and "P" not in text)


def test_a_turn_of_lifts_ends_with_more_cards_on_the_island() -> None:
    turns = lifts = 0
    for seed in range(games(12, 1)):
        state = pirates.deal(2, {"lifts": 6}, seed=seed)
        before: int | None = None
        for _ in range(games(2_000, 60)):
            if state.is_over:
                break
            text = best(state)
            if text.startswith("lift") and weight_of(state, text) < SPLITTING:
                lifts += 1
                if before is None:
                    before = lying(state, state.current_player)
            elif text.startswith(("lift", "play")):
                before = None
            elif text.startswith(("draw", "done")):
                turns += 1
                assert before is None or lying(state, state.current_player) > before
                before = None
            state.play([text])
    assert lifts < turns


def test_in_the_last_placing_everything_is_laid_black_cards_too() -> None:
    turn = {"player": 0, "step": "place", "left": 2}
    state = position(["cannon ship thief 5 W W", "2"], ["123"], draw="", turn=turn)
    while state.current_player == 0:
        state.play([best(state)])
    assert state.record.hand_count[0] == 0


# BLACK cards


def test_an_island_thief_is_for_a_rainbow_pirate() -> None:
    state = position(["thief", "5"], [], ["123", "PP", "4444"])
    assert best(state) == "play thief@1"
    state.play(["play thief@1", "pass"])
    assert best(state) == "pick PP:1"


def test_a_cannon_hits_where_most_falls_apart() -> None:
    state = position(["cannon", "5"], [], ["3333", "4567"])
    state.play(["play cannon@1", "pass"])
    assert best(state) in ("pick 4567:2", "pick 4567:3")


def test_a_cannon_is_aimed_at_who_is_ahead() -> None:
    state = position(["cannon", "5", "5"], [], ["123"], ["123", "4444", "66666"])
    assert weight_of(state, "play cannon@2") > weight_of(state, "play cannon@1")


def test_the_elixir_takes_a_rainbow_pirate() -> None:
    state = position(["elixir", "5"], discard="1 P W")
    assert best(state) == "play elixir"
    state.play(["play elixir", "pass"])
    assert best(state) == "pick P"


def test_the_parrot_asks_for_a_card_known_to_be_there() -> None:
    known = {"hands": ["", "5"]}
    state = position(["parrot 3", "2 5"], ["123", "4444"], known=known)
    state.play(["play parrot@1", "pass"])
    fitting = position(["parrot 3", "2 5"], ["234", "1111"], known=known)
    fitting.play(["play parrot@1", "pass"])
    assert best(fitting) == "name 5"
    assert weight_of(fitting, "name 5") > weight_of(state, "name 5")


def test_the_spyglass_brings_a_rainbow_pirate_to_the_top() -> None:
    state = position(["spyglass", "5"], draw="1 2 P 3 4 5")
    state.play(["play spyglass"])
    assert best(state) == "top P"


def test_the_captain_is_given_the_black_card_worth_least() -> None:
    state = position(["captain", "thief spyglass"], [], ["123"])
    state.play(["play captain", "pass"])
    assert best(state) == "give spyglass"


# Blocking


def test_a_rainbow_pirate_is_worth_a_block() -> None:
    state = position(["thief", "1 5"], [], ["PP"])
    state.play(["play thief@1"])
    assert best(state) == "block 1"


def test_an_elixir_that_finds_nothing_is_not_worth_a_block() -> None:
    state = position(["elixir", "3 3 5"])
    state.play(["play elixir"])
    assert best(state) == "pass"


# The closing draw and the end


@pytest.mark.parametrize(("faceup", "draw"), [("P 7", "draw faceup"), ("1 3", "draw pile")])
def test_face_up_cards_are_taken_when_they_are_worth_more(faceup: str, draw: str) -> None:
    assert best(position(["5", "1 5 6"], ["345", "777"], faceup=faceup)) == draw


def test_who_is_ahead_goes_out() -> None:
    state = position(["7", "5 5"], ["1234567", "123456"], ["123"])
    assert best(state) == "add 7>123456"
    assert weight_of(state, "add 7>123456") > weight_of(
        position(["7", "5"], ["123456"]), "add 7>123456"
    )


def test_who_is_behind_does_not_go_out_with_a_black_card() -> None:
    island = ["1234567", "1234567"]
    state = position(["ship", "5 5"], island, ["PPPPPP"])
    assert best(state).startswith("draw")


def test_who_is_behind_makes_two_rainbows_of_a_full_one() -> None:
    state = position(["7", "5 5"], ["1234567", "1234567", "777"], ["PPPPPP", "111"])
    played = []
    while state.current_player == 0:
        played.append(best(state))
        state.play([played[-1]])
    assert not state.is_over
    assert played[0] == "lift 1234567"
    assert sum(text.startswith("lift") for text in played) == 1
    assert sum(len(text) for text in state.position()["islands"][0]) == 18


@pytest.mark.parametrize(
    ("hand", "group"), [("1", "234"), ("7", "456"), ("4", "567"), ("3", "12W"), ("7", "777")]
)
def test_a_turn_of_who_must_not_go_out_stays_short(hand: str, group: str) -> None:
    state = position([hand, "5 5"], ["1234567", "1234567", group], ["PPPPPP", "111"])
    played = []
    while state.current_player == 0:
        played.append(best(state))
        state.play([played[-1]])
    assert sum(text.startswith("lift") for text in played) <= MOST_SPLITS + 2


# How they fare


def shares_of_wins(players: int, bots: list[str], count: int) -> tuple[np.ndarray, int]:
    """The mean returns by seat, and how many games were cut off."""
    shares = new_run(pirates, players, bots, 3, max_actions=20_000).play(0, count).returns
    return shares.mean(axis=0), int((shares.sum(axis=1) == 0).sum())


@pytest.mark.parametrize(("players", "least"), [(2, 0.95), (4, 0.8)])
def test_they_beat_players_of_chance(players: int, least: float) -> None:
    """In 400 games, one in plain Python (then the mean says less)."""
    count = games(400, 1)
    wins, cut_off = shares_of_wins(players, ["thumbs"] + ["random"] * (players - 1), count)
    assert cut_off == 0
    assert count == 1 or wins[0] >= least


@pytest.mark.parametrize("players", range(2, 6))
def test_games_among_them_come_to_an_end(players: int) -> None:
    wins, cut_off = shares_of_wins(players, ["thumbs"] * players, games(100, 1))
    assert cut_off == 0
    assert wins.sum() == pytest.approx(1.0)


# Standing


def chances(state: State) -> list[float]:
    """Each player's chance to win."""
    out = np.zeros(state.players)
    evaluate_at(state.records, 0, out)
    return [float(chance) for chance in out]


@pytest.mark.parametrize("players", range(2, 6))
def test_chances_add_up_to_one(players: int) -> None:
    choices = random.Random(players)
    state = pirates.deal(players, seed=players)
    for _ in range(games(300, 10)):
        if state.is_over:
            break
        assert sum(chances(state)) == pytest.approx(1.0)
        assert min(chances(state)) > 0.0
        state.play([play_eagerly(state.legal_texts(), choices)])


def test_the_same_cards_give_the_same_chance() -> None:
    state = position(["1 2 3", "1 2 3"], ["444"], ["444"])
    assert chances(state) == pytest.approx([0.5, 0.5])


def test_more_points_are_a_better_chance() -> None:
    first, second = chances(position(["1", "1"], ["444", "P"], ["444"]))
    assert first > 0.5
    assert second == pytest.approx(1.0 - first)


def test_a_lead_says_more_when_few_cards_are_left() -> None:
    early = chances(position(["", ""], ["444", "P"], ["444"]))[0]
    late = chances(position(["", ""], ["444", "P"], ["444"], draw="1 2"))[0]
    assert late > early
