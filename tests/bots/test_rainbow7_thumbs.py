"""The rules of thumb for Rainbow 7: what they may read, what they count, how they play."""

from collections.abc import Iterator
from math import exp
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from moonbow.bots import rainbow7_thumbs as thumbs
from moonbow.bots.thumbs import evaluate_at, weigh_at
from moonbow.games import contract, rainbow7
from moonbow.games.game import State, game
from moonbow.games.kernel import jit, new_generator
from moonbow.games.rainbow7 import COMBO_CARDS, COMBO_COLORS, COMBOS, FIRST_COLOR, RAINBOW, WORTH
from moonbow.games.rainbow7_views import lying_cards
from moonbow.lab.runs import new_run
from playing import Case, cases_of, games, play_partly

RAINBOW7 = game("rainbow7")
Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

every_case = pytest.mark.parametrize("case", cases_of("rainbow7"), ids=str)


def position(**fields: Any) -> State:
    """A position of two players or more, with three cards of no use on the piles."""
    piles = {"piles": ["R6 O6", "Y6 G6", "B6 I6"]}
    players = {"players": len(fields["hands"])}
    return RAINBOW7.position({"game": "rainbow7", **players, **piles, **fields})


def weights(state: State) -> dict[int, float]:
    """The value of each legal action."""
    legal = np.array(state.legal_actions(), np.int16)
    out = np.zeros(len(legal))
    weigh_at(state.records, 0, legal, len(legal), out)
    return dict(zip(legal.tolist(), out.tolist(), strict=True))


def best(state: State) -> set[str]:
    """The actions of the highest value, as text."""
    found = weights(state)
    return {state.action_text(action) for action in found if found[action] == max(found.values())}


def decisions(case: Case, seed: int) -> Iterator[State]:
    """Some positions of a random game in which somebody is to decide."""
    for state, action in play_partly(RAINBOW7, case, seed):
        if action >= 0:
            yield state


@jit
def study_at(states: contract.Records, index: int, unseen: Numbers, odds: Reals) -> None:
    thumbs.study(states[index], unseen, odds)


@jit
def chance_of_less_at(
    states: contract.Records, index: int, player: int, points: int, odds: Reals
) -> float:
    return thumbs.chance_of_less(states[index], player, points, odds)


# What they may read


@every_case
def test_a_view_and_every_deal_that_agrees_with_it_are_weighed_alike(case: Case) -> None:
    generator = new_generator(3)
    for seed in range(games(3, 1)):
        for state in decisions(case, seed):
            view = state.view(state.current_player)
            found = weights(view)
            assert weights(state) == found
            assert weights(view.resample(generator)) == found
            assert np.isfinite(list(found.values())).all()


@every_case
def test_the_chances_to_win_add_up_to_one(case: Case) -> None:
    for seed in range(games(3, 1)):
        for state, _ in play_partly(RAINBOW7, case, seed):
            out = np.full(state.players, 9.0)
            evaluate_at(state.records, 0, out)
            assert out.sum() == pytest.approx(1)
            assert (out >= 0).all()
            if state.is_over:
                assert out.tolist() == state.returns()


def test_absurd_numbers_of_tokens_break_nothing() -> None:
    state = position(hands=["R1 R2", "O1", "Y1"], tokens=[0, 60_000, 5], struck=True)
    assert np.isfinite(list(weights(state).values())).all()
    out = np.zeros(3)
    evaluate_at(state.records, 0, out)
    assert out.sum() == pytest.approx(1)


# What they count, against an enumeration


def looked_ahead(state: State) -> tuple[Reals, Numbers, Reals]:
    """The features of the hand of who is to decide, what is unseen, and the odds."""
    unseen, odds = np.zeros(thumbs.UNSEEN, np.int64), np.zeros(thumbs.ODDS)
    study_at(state.records, 0, unseen, odds)
    player, out = state.current_player, np.zeros(len(thumbs.FEATURES))
    hand = state.record.hand[player].astype(np.int64)
    cards = int(state.record.hand_count[player])
    thumbs.look_ahead(hand, int(state.record.rainbow[player]), cards, unseen, odds, False, out)
    return out, unseen, odds


def discards(case: Case) -> Iterator[State]:
    """Positions of a random game at the beginning of a turn, nothing known of the other hands."""
    for seed in range(games(20, 4)):
        for state in decisions(case, seed):
            if state.record.phase == rainbow7.DISCARD:
                state.record.known[:] = 0
                state.record.known_rainbow[:] = 0
                yield state


@every_case
def test_the_best_discard_leaves_what_the_legal_ones_leave_at_least(case: Case) -> None:
    for state in discards(case):
        out, _, _ = looked_ahead(state)
        points = int(WORTH[state.record.hand[state.current_player]].sum())
        shed = [int(WORTH[COMBO_COLORS[a]].sum()) for a in state.legal_actions() if a < COMBOS]
        assert out[thumbs.READY] == (points <= 7)
        assert out[thumbs.TOTAL] == pytest.approx(0.1 * points)
        assert out[thumbs.REST] == pytest.approx(0.1 * (points - max(shed)) * (points > 7))


@every_case
def test_a_hand_that_one_legal_action_sheds_is_one_combination(case: Case) -> None:
    for state in discards(case):
        cards = int(state.record.hand_count[state.current_player])
        whole = any(COMBO_CARDS[a] == cards for a in state.legal_actions() if a < COMBOS)
        assert looked_ahead(state)[0][thumbs.OUT] == whole


@pytest.mark.parametrize(
    ("hand", "whole"),
    [("R5", 1), ("R3 O3", 0), ("R4 W", 0), ("R3 O3 Y3", 1), ("R4 W W", 1), ("W W W", 1),
     ("R3 R4 R5 O5", 0), ("R3 R5 W", 1), ("R2 R5 W", 0)],
)  # fmt: skip
def test_one_card_or_a_combination_of_three_may_be_a_perfect(hand: str, whole: int) -> None:
    out, _, _ = looked_ahead(position(hands=[hand, "Y1"], to_move=0))
    assert out[thumbs.OUT] == whole


def completions(state: State) -> int:
    """The unseen cards that make a new combination, as Value and as Color each."""
    player, count = state.current_player, 0
    for card in range(RAINBOW):
        color, bit = card // 7, 1 << card % 7
        lying = np.zeros(7, np.int64)
        lying_cards(state.record, player, lying)
        with_it = state.copy()
        with_it.record.rainbow[player] = 0
        with_it.record.hand[player, color] |= bit
        if lying[color] & bit or color >= state.record.colors:
            continue
        if state.record.values - 1 <= card % 7 < 6:
            continue
        new = [a for a in with_it.legal_actions() if 52 <= a < COMBOS]
        new = [a for a in new if COMBO_CARDS[a] == 3 and COMBO_COLORS[a, color] & bit]
        runs = any(a >= FIRST_COLOR for a in new)
        same = sum(int(values) >> card % 7 & 1 for values in state.record.hand[player])
        count += runs + (same == 2)
    return count


def test_the_cards_that_complete_a_combination_are_counted() -> None:
    case = Case("rainbow7", 4, {"colors": 6, "tokens_to_end": 2})
    tested = 0
    for state in discards(case):
        if int(WORTH[state.record.hand[state.current_player]].sum()) > 7:
            out, _, odds = looked_ahead(state)
            assert out[thumbs.OUTS] * odds[thumbs.COUNT] == pytest.approx(completions(state))
            tested += 1
    assert tested > games(50, 10)


def less(state: State, points: int) -> float:
    """The chance that player 1 has less, as player 0 sees it."""
    unseen, odds = np.zeros(thumbs.UNSEEN, np.int64), np.zeros(thumbs.ODDS)
    study_at(state.records, 0, unseen, odds)
    return float(chance_of_less_at(state.records, 0, 1, points, odds))


@pytest.mark.parametrize(("points", "chance"), [(4, 0.0), (5, 0.0), (6, 1.0), (7, 1.0)])
def test_of_a_known_hand_it_is_certain_whether_it_is_less(points: int, chance: float) -> None:
    state = position(hands=["R1", "O2 O3"], known={"hands": ["", "O2 O3"]}, to_move=0)
    assert less(state, points) == pytest.approx(chance)


def test_a_player_who_must_hold_a_seven_never_has_less() -> None:
    known = {"hands": ["", "W"], "seven": [0, 1], "sevens_dealt": [0, 1]}
    assert less(position(hands=["R1", "O7 W"], known=known, to_move=0), 7) == 0


def test_one_unknown_card_is_less_if_it_is_one_of_the_low_unseen_ones() -> None:
    state = position(hands=["R1 R2", "O3"], to_move=0)
    # unseen: four Rainbow cards, of the colors but red 1 and 2, of all 3, 4 and 5, one 6, four 7s
    unseen = {0: 4, 1: 6, 2: 6, 3: 7, 4: 7, 5: 7, 6: 1, 7: 4}
    likely = {value: count * exp(-thumbs.LOW_CARDS_KEPT * value) for value, count in unseen.items()}
    expected = sum(likely[value] for value in range(3)) / sum(likely.values())
    assert less(state, 3) == pytest.approx(expected)


# How they play


def test_nobody_announces_where_a_known_hand_is_less() -> None:
    state = position(hands=["R2 O5", "Y1 G1"], known={"hands": ["", "Y1 G1"]}, to_move=0)
    assert "rainbow" not in best(state)


def test_whoever_cannot_lose_the_round_announces() -> None:
    state = position(hands=["R2 O5", "Y5 G2"], known={"hands": ["", "Y5 G2"]}, to_move=0)
    assert best(state) == {"rainbow"}


def test_nobody_announces_to_end_the_game_for_another() -> None:
    known = {"hands": ["", "Y5 G3", "B5 I5"]}
    hands = ["R2 O4", "Y5 G3", "B5 I5"]
    state = position(hands=hands, known=known, tokens=[4, 0, 5], to_move=0)
    assert "rainbow" not in best(state)
    assert best(position(hands=hands, known=known, tokens=[2, 0, 5], to_move=0)) == {"rainbow"}


def test_a_hand_that_is_one_combination_is_emptied() -> None:
    state = position(hands=["B3 B4 B5", "R5 O5 Y5"], to_move=0)
    assert best(state) == {"B3B4B5"}


def test_a_rainbow_card_is_laid_first_so_that_others_do_not_get_it() -> None:
    turn = {"step": "order", "pile": "C", "cards": "R3 R5 W", "sevens": 0}
    assert best(position(hands=["O1 Y4", "B1 B2 B3"], turn=turn, to_move=0)) == {"^W"}


def test_the_cloud_goes_to_the_opponent_with_the_fewest_tokens() -> None:
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    hands = ["R1 O5", "Y1 Y2 Y5", "G1 G3 G5", "B1 B3 I2"]
    state = position(hands=hands, turn=turn, tokens=[3, 4, 1, 2], to_move=0)
    clouds = {
        text: points
        for text, points in zip(state.legal_texts(), weights(state).values(), strict=True)
        if text.startswith("*cloud")
    }
    assert max(clouds, key=lambda text: clouds[text]) == "*cloud:2"


def test_after_a_perfect_the_sevens_do_what_wins_the_game() -> None:
    # The Drizzle makes it 3, 2 and 7 tokens: player 1 would win. With 2 to 2 or 3 to 3 the empty
    # hand of player 0 does.
    turn = {"step": "sevens", "pile": "A", "sevens": 1}
    state = position(hands=["", "Y1 Y2", "G1"], turn=turn, tokens=[3, 1, 6], to_move=0)
    assert best(state) == {"*cloud:1", "*sunshine"}


def test_a_draw_takes_the_card_that_makes_the_hand_one_combination() -> None:
    turn = {"step": "draw", "pile": "A"}
    hands = ["V4 V5", "Y1 Y2 Y3 Y4"]
    state = position(hands=hands, piles=["R6", "O6 V6", "B2 B5"], turn=turn, to_move=0)
    assert best(state) == {"+B"}


# How strong they are


def played(players: int, bots: list[str], count: int) -> tuple[Numbers, Reals]:
    """Lengths and returns of games, cut off after 5,000 actions."""
    found = new_run(RAINBOW7, players, bots, 11, max_actions=5_000).play(0, count)
    return found.counts[:, 0], found.returns


@pytest.mark.parametrize(("players", "least"), [(2, 0.95), (4, 0.8)])
def test_they_beat_chance(players: int, least: float) -> None:
    bots = ["thumbs"] + ["random"] * (players - 1)
    _, shares = played(players, bots, games(400, 2))
    assert shares[:, 0].mean() >= least


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_among_themselves_come_to_an_end(players: int) -> None:
    lengths, shares = played(players, ["thumbs"] * players, games(200, 2))
    assert (lengths < 5_000).mean() >= 0.99
    assert shares.sum() >= 0.99 * len(shares)
