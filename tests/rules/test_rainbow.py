"""Every clause and ruling of docs/rules/rainbow.md, in its order.

Expected values are worked out by hand from the clauses. Positions leave out the cards and piles
that do not matter.
"""

from collections import Counter
from typing import Any

import pytest

from moonbow.games.errors import BadAction, BadOptions, BadPosition
from moonbow.games.game import SPECTATOR, State, game
from moonbow.games.heard import Heard

rainbow = game("rainbow")

SEEDS = range(20)


def position(**keys: Any) -> State:
    return rainbow.position({"game": "rainbow", "players": len(keys["hands"]), **keys})


def order_of_taking(state: State) -> list[int]:
    order = []
    while not state.is_over and state.legal_texts()[0].startswith("+"):
        order.append(state.current_player)
        state.play(state.legal_texts()[:1])
    return order


# Cards and deal


@pytest.mark.rule("RB-01")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_deck_has_ten_cards_of_each_rank_from_1_to_6(players: int) -> None:
    for seed in SEEDS:
        dealt = rainbow.deal(players, seed=seed).position()
        piles = [*dealt["middle"], *dealt["hands"], *dealt.get("reserve", []), dealt["aside"]]
        assert Counter("".join(piles)) == dict.fromkeys("123456", 10)


@pytest.mark.rule("RB-01")
def test_there_is_no_eleventh_card_of_a_rank() -> None:
    with pytest.raises(BadPosition):
        position(hands=["333333", "33333", "1", "2"])


@pytest.mark.rule("RB-01", "RB-04")
def test_the_deck_is_shuffled() -> None:
    hands = {str(rainbow.deal(4, seed=seed).position()["hands"]) for seed in SEEDS}
    assert len(hands) == len(SEEDS)


@pytest.mark.rule("RB-02")
@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_can_play(players: int) -> None:
    assert len(rainbow.deal(players).position()["hands"]) == players


@pytest.mark.rule("RB-02")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_cannot_play(players: int) -> None:
    with pytest.raises(BadOptions):
        rainbow.deal(players)


@pytest.mark.rule("RB-03")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_one_card_for_each_player_lies_in_the_first_middle(players: int) -> None:
    for seed in SEEDS:
        middle = rainbow.deal(players, seed=seed).position()["middle"]
        assert [len(pile) for pile in middle] == [1] * players


@pytest.mark.rule("RB-03")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_first_middle_lies_from_the_lowest_card_to_the_highest(players: int) -> None:
    for seed in SEEDS:
        middle = rainbow.deal(players, seed=seed).position()["middle"]
        assert middle == sorted(middle)


@pytest.mark.rule("RB-03")
def test_every_rank_comes_about_equally_often_to_the_first_middle() -> None:
    middles = [rainbow.deal(6, seed=seed).position()["middle"] for seed in range(60)]
    ranks = Counter(card for middle in middles for card in middle)
    assert all(30 <= ranks[rank] <= 90 for rank in "123456")


@pytest.mark.rule("RB-04")
@pytest.mark.parametrize(("players", "cards"), [(3, 14), (4, 14), (5, 11), (6, 9)])
def test_hands_have_14_14_11_or_9_cards_with_3_4_5_or_6_players(players: int, cards: int) -> None:
    for seed in SEEDS:
        hands = rainbow.deal(players, seed=seed).position()["hands"]
        assert [len(hand) for hand in hands] == [cards] * players


@pytest.mark.rule("RB-04")
@pytest.mark.parametrize(("players", "cards"), [(3, 15), (4, 0), (5, 0), (6, 0)])
def test_only_with_three_players_cards_are_left_over(players: int, cards: int) -> None:
    for seed in SEEDS:
        assert len(rainbow.deal(players, seed=seed).position()["aside"]) == cards


@pytest.mark.rule("RB-04")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_nobody_sees_the_cards_left_over(viewer: int) -> None:
    view = rainbow.deal(3).view(viewer)
    assert (view.position()["aside"], view.record.aside.any()) == ("?15", False)


@pytest.mark.rule("RB-04")
def test_the_cards_left_over_never_come_into_the_game() -> None:
    state = position(
        hands=["24", "35", "6"], middle=["1", "2", "3"], trick=["0:4", "1:5"], aside="123456"
    )
    state.play(["6", "+3", "+2", "+1"])
    assert (state.position()["aside"], state.is_over) == ("123456", False)


@pytest.mark.rule("RB-05", "RB-R10")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_host_may_name_the_seat_that_leads_the_first_trick(players: int) -> None:
    for seat in range(players):
        leaders = {rainbow.deal(players, {"leader": seat}, seed).current_player for seed in SEEDS}
        assert leaders == {seat}


@pytest.mark.rule("RB-R10")
@pytest.mark.parametrize("players", range(2, 7))
def test_without_a_named_seat_chance_picks_every_leader_about_equally_often(players: int) -> None:
    leaders = Counter(
        rainbow.deal(players, {"leader": None}, seed).current_player for seed in range(30 * players)
    )
    assert all(leaders[seat] > 10 for seat in range(players))


@pytest.mark.rule("RB-R10")
def test_chance_picks_the_leader_unless_the_host_says_otherwise() -> None:
    assert rainbow.options(4)["leader"] is None


@pytest.mark.rule("RB-R10")
@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_nobody_sits_on_cannot_lead(seat: int) -> None:
    with pytest.raises(BadOptions):
        rainbow.options(4, {"leader": seat})


@pytest.mark.rule("RB-05")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_game_starts_with_a_combo_of_the_leader(players: int) -> None:
    for seed in SEEDS:
        state = rainbow.deal(players, seed=seed)
        hand = state.position()["hands"][state.position()["leader"]]
        singles = [text for text in state.legal_texts() if len(text) == 1]
        assert singles == sorted(set(hand))


# Combos


@pytest.mark.rule("RB-06")
def test_two_or_more_cards_of_one_rank_are_a_set() -> None:
    state = position(hands=["33355", "1", "1", "1"])
    assert state.legal_texts() == ["3", "5", "33", "333", "55"]


@pytest.mark.rule("RB-06")
def test_two_pairs_together_are_no_set() -> None:
    state = position(hands=["33355", "1", "1", "1"])
    with pytest.raises(BadAction):
        state.play(["3355"])


@pytest.mark.rule("RB-07")
def test_two_or_more_consecutive_ranks_are_a_run() -> None:
    state = position(hands=["2345", "1", "1", "1"])
    runs = ["23", "234", "2345", "34", "345", "45"]
    assert state.legal_texts() == ["2", "3", "4", "5", *runs]


@pytest.mark.rule("RB-07")
def test_a_run_has_no_gap() -> None:
    state = position(hands=["1346", "1", "1", "1"])
    assert state.legal_texts() == ["1", "3", "4", "6", "34"]


@pytest.mark.rule("RB-07")
def test_a_run_has_only_one_card_of_each_rank() -> None:
    state = position(hands=["2233", "1", "1", "1"])
    assert state.legal_texts() == ["2", "3", "22", "33", "23"]


@pytest.mark.rule("RB-R11")
def test_a_run_does_not_go_from_6_on_to_1() -> None:
    state = position(hands=["1256", "3", "3", "3"])
    assert state.legal_texts() == ["1", "2", "5", "6", "12", "56"]


@pytest.mark.rule("RB-R11")
@pytest.mark.parametrize("cards", ["61", "16", "561", "5612"])
def test_cards_round_the_corner_are_no_combo(cards: str) -> None:
    state = position(hands=["1256", "3", "3", "3"])
    with pytest.raises(BadAction):
        state.play([cards])


@pytest.mark.rule("RB-08")
def test_any_one_card_is_a_single() -> None:
    state = position(hands=["135", "2", "2", "2"])
    assert state.legal_texts() == ["1", "3", "5"]


@pytest.mark.rule("RB-09")
def test_the_longest_run_has_six_cards() -> None:
    state = position(hands=["112233445566", "2", "2", "2"])
    runs = [text for text in state.legal_texts() if len(set(text)) > 1]
    assert max(runs, key=len) == "123456"


@pytest.mark.rule("RB-09")
def test_the_largest_set_has_ten_cards() -> None:
    state = position(hands=["44444444446", "2", "2", "2"])
    sets = ["44", "444", "4444", "44444", "444444", "4444444", "44444444", "444444444"]
    assert state.legal_texts() == ["4", "6", *sets, "4444444444"]


# Playing a trick


@pytest.mark.rule("RB-10")
def test_the_leader_may_play_any_combo_of_any_size() -> None:
    state = position(hands=["1", "22234", "1", "1"], leader=1)
    assert state.legal_texts() == ["2", "3", "4", "22", "222", "23", "234", "34"]


@pytest.mark.rule("RB-10")
@pytest.mark.parametrize(("trick", "last"), [(["0:55", "1:66"], "11"), (["0:12", "1:56"], "34")])
def test_what_was_played_in_the_last_trick_does_not_bind_the_leader(
    trick: list[str], last: str
) -> None:
    state = position(
        hands=["3344", "3344", "3344" + last], middle=["1", "2", "3"], trick=trick, leader=0
    )
    state.play([last, "+3", "+2", "+1"])
    assert state.legal_texts() == ["3", "4", "33", "44", "34"]


@pytest.mark.rule("RB-11")
def test_the_play_goes_clockwise_from_the_leader() -> None:
    state = position(hands=["16", "26", "36", "46"], middle=["1", "2", "3", "5"], leader=2)
    players = []
    for single in ["3", "4", "1", "2"]:
        players.append(state.current_player)
        state.play([single])
    assert players == [2, 3, 0, 1]


@pytest.mark.rule("RB-11")
def test_after_one_combo_of_each_player_the_taking_starts() -> None:
    state = position(
        hands=["16", "26", "36", "46"], middle=["1", "2"], trick=["2:3", "3:4", "0:1"], leader=2
    )
    state.play(["2"])
    assert state.legal_texts() == ["+1", "+2"]


@pytest.mark.rule("RB-11")
@pytest.mark.parametrize("trick", [[], ["0:4"], ["0:44"], ["0:45"]])
def test_nobody_may_pass(trick: list[str]) -> None:
    state = position(hands=["2", "2", "2", "2"], trick=trick)
    assert state.legal_texts() == ["2"]


@pytest.mark.rule("RB-12")
def test_while_only_singles_have_been_played_any_combo_may_follow() -> None:
    state = position(hands=["1", "1", "1123", "1"], trick=["0:4", "1:6"])
    assert state.legal_texts() == ["1", "2", "3", "11", "12", "123", "23"]


@pytest.mark.rule("RB-13")
@pytest.mark.parametrize("trick", [["0:22"], ["0:6", "1:22"], ["0:22", "1:6"]])
def test_after_a_set_only_singles_and_sets_may_follow(trick: list[str]) -> None:
    state = position(hands=["1", "33345", "33345", "1"], trick=trick)
    assert state.legal_texts() == ["3", "4", "5", "33", "333"]


@pytest.mark.rule("RB-13")
@pytest.mark.parametrize("led", ["0:22", "0:222", "0:222222"])
def test_a_set_of_any_size_may_follow_a_set(led: str) -> None:
    state = position(hands=["1", "4444", "1", "1"], trick=[led])
    assert state.legal_texts() == ["4", "44", "444", "4444"]


@pytest.mark.rule("RB-14")
@pytest.mark.parametrize("trick", [["0:34"], ["0:6", "1:34"], ["0:34", "1:6"]])
def test_after_a_run_only_singles_and_runs_may_follow(trick: list[str]) -> None:
    state = position(hands=["1", "11245", "11245", "1"], trick=trick)
    assert state.legal_texts() == ["1", "2", "4", "5", "12", "45"]


@pytest.mark.rule("RB-14")
@pytest.mark.parametrize("led", ["0:12", "0:234", "0:123456"])
def test_a_run_of_any_size_may_follow_a_run(led: str) -> None:
    state = position(hands=["1", "456", "1", "1"], trick=[led])
    assert state.legal_texts() == ["4", "5", "6", "45", "456", "56"]


@pytest.mark.rule("RB-15")
@pytest.mark.parametrize(
    ("led", "follow"), [("0:6666", "11"), ("0:3456", "12"), ("0:5", "1"), ("0:6666", "2")]
)
def test_a_combo_need_not_beat_the_one_before(led: str, follow: str) -> None:
    state = position(hands=["1", "112", "1", "1"], trick=[led])
    assert follow in state.legal_texts()


@pytest.mark.rule("RB-16")
@pytest.mark.parametrize("led", ["0:6", "0:22", "0:6666", "0:12", "0:123456"])
def test_a_single_is_always_legal(led: str) -> None:
    state = position(hands=["1", "334", "1", "1"], trick=[led])
    assert state.legal_texts()[:2] == ["3", "4"]


@pytest.mark.rule("RB-16")
def test_without_a_set_or_run_that_fits_only_singles_are_legal() -> None:
    state = position(hands=["1", "3355", "1", "1"], trick=["0:345"])
    assert state.legal_texts() == ["3", "5"]


# Scoring a trick


@pytest.mark.rule("RB-17")
def test_whose_combo_has_more_cards_takes_first() -> None:
    state = position(
        hands=["6", "6", "6", "6"],
        middle=["1", "2", "3", "5"],
        trick=["0:4", "1:44", "2:444", "3:4444"],
    )
    assert order_of_taking(state) == [3, 2, 1, 0]


@pytest.mark.rule("RB-17")
def test_more_cards_go_before_higher_cards() -> None:
    state = position(hands=["2", "2", "2"], middle=["1", "2", "3"], trick=["0:6", "1:12", "2:5"])
    assert order_of_taking(state) == [1, 0, 2]


@pytest.mark.rule("RB-18")
@pytest.mark.parametrize(
    "trick",
    [["0:123", "1:345", "2:234"], ["0:44", "1:66", "2:55"], ["0:1", "1:6", "2:5"]],
)
def test_among_combos_of_one_size_the_higher_top_card_takes_first(trick: list[str]) -> None:
    state = position(hands=["2", "2", "2"], middle=["1", "2", "3"], trick=trick)
    assert order_of_taking(state) == [1, 2, 0]


@pytest.mark.rule("RB-19")
@pytest.mark.parametrize(
    "trick",
    [
        ["2:44", "3:44", "0:44", "1:5"],
        ["2:34", "3:34", "0:34", "1:12"],
        ["2:5", "3:5", "0:5", "1:5"],
    ],
)
def test_among_equal_combos_the_one_played_earlier_takes_first(trick: list[str]) -> None:
    state = position(hands=["2", "2", "2", "2"], middle=["1", "2", "3", "6"], trick=trick, leader=2)
    assert order_of_taking(state) == [2, 3, 0, 1]


@pytest.mark.rule("RB-20")
def test_in_the_first_trick_two_cards_alike_lie_as_singles() -> None:
    state = position(
        hands=["1", "1", "1"], middle=["2", "5", "5"], trick=["0:4", "1:3", "2:6"], first_trick=True
    )
    assert state.legal_texts() == ["+2", "+5"]


@pytest.mark.rule("RB-20")
def test_in_the_first_trick_each_takes_one_single_card() -> None:
    state = position(
        hands=["1", "1", "1"], middle=["2", "5", "5"], trick=["0:4", "1:3", "2:6"], first_trick=True
    )
    state.play(["+5", "+5", "+2"])
    assert state.position()["won"] == ["5", "2", "5"]


@pytest.mark.rule("RB-20")
def test_cards_dealt_alike_to_the_first_middle_lie_as_singles() -> None:
    alike = 0
    for seed in SEEDS:
        middle = rainbow.deal(6, seed=seed).position()["middle"]
        assert len(middle) == 6
        alike += len(set(middle)) < 6
    assert alike > 0


@pytest.mark.rule("RB-21")
def test_after_the_first_trick_singles_and_pairs_can_be_taken() -> None:
    state = position(
        hands=["1", "1", "1"], middle=["1", "3", "33", "66"], trick=["0:4", "1:3", "2:6"]
    )
    assert state.legal_texts() == ["+1", "+3", "+33", "+66"]


@pytest.mark.rule("RB-21")
@pytest.mark.parametrize("pile", ["+1", "+33"])
def test_one_pile_is_taken_and_then_the_next_player_takes(pile: str) -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "5", "33"], trick=["0:4", "1:3", "2:6"])
    state.play([pile])
    assert state.current_player == 0


@pytest.mark.rule("RB-21")
def test_pairs_can_be_taken_from_the_second_trick_on() -> None:
    state = position(
        hands=["1", "1", "1"],
        middle=["2", "5", "5"],
        trick=["0:44", "1:3", "2:6"],
        first_trick=True,
    )
    state.play(["+5", "+5", "+2", "1", "1", "1"])
    assert state.legal_texts() == ["+3", "+6", "+44"]


@pytest.mark.rule("RB-R12")
def test_one_card_of_a_pair_cannot_be_taken_alone() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "5", "33"], trick=["0:4", "1:3", "2:6"])
    with pytest.raises(BadAction):
        state.play(["+3"])


@pytest.mark.rule("RB-R12")
def test_a_pair_is_taken_whole() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "5", "33"], trick=["0:4", "1:3", "2:6"])
    state.play(["+33"])
    assert state.position()["middle"] == ["1", "5"]


@pytest.mark.rule("RB-22")
@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6])
def test_a_single_is_worth_its_rank_and_a_pair_twice_its_rank(rank: int) -> None:
    single, pair = str(rank), str(rank) * 2
    state = position(hands=["1", "1", "1"], middle=[single, pair], trick=["0:4", "1:3", "2:6"])
    state.play(["+" + single, "+" + pair])
    assert state.scores == [2 * rank, 0, rank]


@pytest.mark.rule("RB-22")
def test_points_add_up_over_the_tricks() -> None:
    state = position(
        hands=["1", "1", "1"],
        middle=["1", "5", "33"],
        trick=["0:4", "1:3", "2:6"],
        won=["6", "11", "2"],
    )
    state.play(["+33", "+5", "+1"])
    assert state.scores == [11, 3, 8]


@pytest.mark.rule("RB-23")
def test_who_finds_no_pile_left_takes_nothing() -> None:
    state = position(
        hands=["1", "1", "1"], middle=["5", "44"], trick=["0:4", "1:3", "2:6"], scores=[3, 9, 4]
    )
    state.play(["+44", "+5"])
    assert state.scores == [8, 9, 12]


@pytest.mark.rule("RB-23")
def test_the_trick_ends_when_the_last_pile_is_taken() -> None:
    state = position(
        hands=["11", "11", "11", "11"], middle=["5"], trick=["0:4", "1:3", "2:6", "3:5"]
    )
    state.play(["+5"])
    assert (state.current_player, state.legal_texts()) == (2, ["1", "11"])


@pytest.mark.rule("RB-24")
def test_taken_cards_go_to_the_score_pile_of_who_took_them() -> None:
    state = position(
        hands=["1", "1", "1"],
        middle=["1", "5", "33"],
        trick=["0:4", "1:3", "2:6"],
        won=["6", "11", "2"],
    )
    state.play(["+33", "+5", "+1"])
    assert state.position()["won"] == ["56", "111", "233"]


@pytest.mark.rule("RB-24")
@pytest.mark.parametrize("trick", [[], ["0:4", "1:3"], ["0:4", "1:3", "2:6"]])
def test_a_player_may_look_at_the_own_score_pile_at_any_time(trick: list[str]) -> None:
    won = ["6", "112", "2"]
    state = position(hands=["1", "1", "1"], middle=["1", "5", "33"], trick=trick, won=won)
    assert [state.view(owner).position()["won"][owner] for owner in range(3)] == won


@pytest.mark.rule("RB-R1")
def test_the_only_pile_left_has_to_be_taken() -> None:
    state = position(
        hands=["1", "1", "1"], middle=["1"], trick=["0:4", "1:3", "2:6"], taken=["2:33", "0:5"]
    )
    assert (state.current_player, state.legal_texts()) == (1, ["+1"])


@pytest.mark.rule("RB-R1")
def test_while_piles_are_left_nobody_takes_none_or_plays_on() -> None:
    state = position(
        hands=["15", "15", "15"], middle=["2", "44", "66"], trick=["0:4", "1:3", "2:6"]
    )
    assert state.legal_texts() == ["+2", "+44", "+66"]


@pytest.mark.rule("RB-R2")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2, 3])
def test_who_keeps_count_knows_every_score_pile_and_total(viewer: int) -> None:
    state = position(hands=["1", "2", "3", "4"], won=["6", "11", "", "5566"])
    view = state.view(viewer)
    assert view.position()["won"] == ["6", "11", "", "5566"]
    assert view.scores == [6, 2, 0, 22]


@pytest.mark.rule("RB-R2")
@pytest.mark.parametrize("listener", [SPECTATOR, 0, 1, 2])
def test_everybody_hears_what_is_taken(listener: int) -> None:
    before = position(hands=["1", "1", "1"], middle=["1", "5", "33"], trick=["0:4", "1:3", "2:6"])
    after = before.copy()
    after.play(["+33"])
    heard = before.hear(before.action_number("+33"), after, listener)
    assert heard == [Heard("takes", 2, (2, 2))]


@pytest.mark.rule("RB-R2")
def test_totals_are_not_shown_unless_the_host_opens_them() -> None:
    assert rainbow.options(4)["open_scores"] is False


@pytest.mark.rule("RB-R2")
def test_a_table_may_show_all_totals() -> None:
    assert rainbow.deal(4, {"open_scores": True}).view(0).options["open_scores"] is True


@pytest.mark.rule("RB-R2")
@pytest.mark.parametrize(
    ("viewer", "hands"),
    [(SPECTATOR, ["?4", "?2", "?0", "?3"]), (1, ["?4", "55", "?0", "?3"])],
)
def test_hand_sizes_are_public_and_the_cards_of_others_are_not(
    viewer: int, hands: list[str]
) -> None:
    view = position(hands=["1234", "55", "", "666"]).view(viewer)
    others = [player for player in range(4) if player != viewer]
    assert (view.position()["hands"], view.record.hand[others].any()) == (hands, False)


@pytest.mark.rule("RB-R2")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_trimmed_cards_are_public(viewer: int) -> None:
    state = position(hands=["1", "1", "1"], trimmed="1123")
    assert state.view(viewer).position()["trimmed"] == "1123"


@pytest.mark.rule("RB-R2")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_it_is_public_who_still_has_a_face_down_pile(viewer: int) -> None:
    state = position(hands=["123", "456"], reserve=["", "111666"])
    assert state.view(viewer).position()["reserve"] == ["?0", "?6"]


# The next trick


@pytest.mark.rule("RB-25")
def test_the_played_cards_become_the_point_cards_of_the_next_trick() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=["0:4", "1:5", "2:6"])
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["4", "5", "6"]


@pytest.mark.rule("RB-25")
def test_seven_cards_of_a_rank_make_three_pairs_and_a_single() -> None:
    state = position(
        hands=["1", "1", "1", "1"],
        middle=["1", "2", "3", "6"],
        trick=["0:444", "1:4", "2:44", "3:4"],
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert state.position()["middle"] == ["4", "44", "44", "44"]


@pytest.mark.rule("RB-25")
def test_cards_of_different_runs_make_pairs() -> None:
    state = position(
        hands=["1", "1", "1", "1"],
        middle=["1", "2", "3", "6"],
        trick=["0:345", "1:34", "2:5", "3:6"],
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert state.position()["middle"] == ["6", "33", "44", "55"]


@pytest.mark.rule("RB-26")
def test_piles_lie_in_order_of_their_total_points() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=["0:11", "1:33", "2:5"])
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["11", "5", "33"]


@pytest.mark.rule("RB-26")
def test_of_more_piles_than_players_the_lowest_leave() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=["0:345", "1:1", "2:6"])
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["4", "5", "6"]


@pytest.mark.rule("RB-26")
def test_a_low_pair_leaves_before_a_single_worth_more() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=["0:11", "1:3", "2:444"])
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["3", "4", "44"]


@pytest.mark.rule("RB-26")
def test_of_two_pairs_alike_one_may_leave_and_the_other_stay() -> None:
    state = position(
        hands=["1", "1", "1"], middle=["1", "2", "3"], trick=["0:2222", "1:333", "2:6"]
    )
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["22", "6", "33"]


@pytest.mark.rule("RB-26")
def test_piles_that_leave_are_out_of_the_game() -> None:
    state = position(
        hands=["1", "1", "1"],
        middle=["1", "2", "3"],
        trick=["0:2222", "1:333", "2:6"],
        trimmed="13",
    )
    state.play(["+3", "+2", "+1"])
    assert state.position()["trimmed"] == "12233"


@pytest.mark.rule("RB-26")
@pytest.mark.parametrize(
    ("trick", "middle"),
    [(["0:11", "1:11", "2:1"], ["1", "11", "11"]), (["0:11", "1:1", "2:1"], ["11", "11"])],
)
def test_without_too_many_piles_none_leaves(trick: list[str], middle: list[str]) -> None:
    state = position(hands=["5", "5", "5"], middle=["1", "2", "3"], trick=trick)
    state.play(["+3", "+2", "+1"])
    assert (state.position()["middle"], state.position()["trimmed"]) == (middle, "")


@pytest.mark.rule("RB-26")
def test_the_trimmed_middle_has_one_pile_for_each_of_six_players() -> None:
    state = position(
        hands=["4", "4", "4", "4", "4", "4"],
        middle=["1", "2", "3", "4", "5", "6"],
        trick=["0:123456", "1:12", "2:1", "3:1", "4:5", "5:5"],
    )
    state.play(["+6", "+5", "+4", "+3", "+2", "+1"])
    assert state.position()["middle"] == ["3", "4", "22", "5", "6", "55"]


@pytest.mark.rule("RB-27")
def test_who_played_the_biggest_combo_leads_the_next_trick() -> None:
    state = position(
        hands=["1", "1", "1", "1"],
        middle=["1", "2", "3", "6"],
        trick=["0:55", "1:6", "2:222", "3:6"],
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert (state.position()["leader"], state.current_player) == (2, 2)


@pytest.mark.rule("RB-27")
def test_if_the_biggest_combo_was_the_whole_hand_the_next_player_clockwise_leads() -> None:
    state = position(
        hands=["1", "", "1", "1"],
        middle=["1", "2", "3", "6"],
        trick=["0:55", "1:222", "2:5", "3:66"],
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert (state.position()["leader"], state.current_player) == (2, 2)


@pytest.mark.rule("RB-27")
def test_after_the_last_seat_the_lead_passes_to_the_first() -> None:
    state = position(
        hands=["1", "1", "1", ""],
        middle=["1", "2", "3", "6"],
        trick=["0:5", "1:66", "2:5", "3:222"],
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert (state.position()["leader"], state.current_player) == (0, 0)


@pytest.mark.rule("RB-R13")
@pytest.mark.parametrize(
    ("trick", "leader"), [(["1:44", "2:5", "0:66"], 0), (["1:44", "2:5", "0:44"], 1)]
)
def test_of_combos_of_one_size_the_one_that_chose_first_gets_the_lead(
    trick: list[str], leader: int
) -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=trick, leader=1)
    state.play(["+3", "+2", "+1"])
    assert state.position()["leader"] == leader


@pytest.mark.rule("RB-R3")
def test_no_pile_is_kept_for_a_player_who_ran_out_in_this_trick() -> None:
    state = position(
        hands=["1", "1", "1", ""], middle=["1", "2", "3", "6"], trick=["0:123", "1:4", "2:5", "3:6"]
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert state.position()["middle"] == ["4", "5", "6"]


@pytest.mark.rule("RB-R3")
def test_no_pile_is_kept_for_a_player_who_ran_out_earlier() -> None:
    state = position(
        hands=["1", "", "1", "1"], middle=["1", "2", "3"], trick=["0:123", "2:4", "3:5"]
    )
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["3", "4", "5"]


@pytest.mark.rule("RB-R4")
@pytest.mark.parametrize(
    ("trick", "middle"),
    [
        (["0:2", "1:11", "2:3333"], ["11", "33", "33"]),
        (["0:4", "1:22", "2:3333"], ["22", "33", "33"]),
        (["0:6", "1:33", "2:4444"], ["33", "44", "44"]),
    ],
)
def test_of_a_single_and_a_pair_worth_the_same_the_single_leaves(
    trick: list[str], middle: list[str]
) -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=trick)
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == middle


@pytest.mark.rule("RB-R4")
def test_a_single_lies_below_a_pair_worth_the_same() -> None:
    state = position(hands=["1", "1", "1"], middle=["1", "2", "3"], trick=["0:22", "1:4", "2:1"])
    state.play(["+3", "+2", "+1"])
    assert state.position()["middle"] == ["1", "4", "22"]


@pytest.mark.rule("RB-R14")
def test_points_are_taken_before_the_game_ends() -> None:
    state = position(hands=["", "", "6"], middle=["1", "2", "3"], trick=["0:6", "1:5"])
    state.play(["6"])
    assert (state.is_over, state.legal_texts()) == (False, ["+1", "+2", "+3"])


@pytest.mark.rule("RB-R14")
def test_a_game_that_ends_forms_and_trims_no_new_middle() -> None:
    state = position(
        hands=["", "", "6"], middle=["1", "2", "3"], trick=["0:345", "1:12", "2:6"], trimmed="1"
    )
    state.play(["+3", "+2", "+1"])
    assert (state.position()["middle"], state.position()["trimmed"]) == ([], "1")


@pytest.mark.rule("RB-R14", "RB-R9")
def test_a_game_that_ends_takes_up_no_face_down_pile() -> None:
    state = position(
        hands=["", ""],
        reserve=["", "222666"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.is_over, state.position()["reserve"]) == (True, ["", "222666"])


# The end


@pytest.mark.rule("RB-30")
def test_one_player_alone_without_cards_does_not_end_the_game() -> None:
    state = position(hands=["1", "", "1"], middle=["1", "2", "3"], trick=["0:4", "1:5", "2:6"])
    state.play(["+3", "+2", "+1"])
    assert not state.is_over


@pytest.mark.rule("RB-30")
def test_a_player_without_cards_is_passed_over_in_play() -> None:
    state = position(hands=["16", "", "26", "36"], middle=["1", "2", "3"], leader=3)
    players = []
    for single in ["3", "1", "2"]:
        players.append(state.current_player)
        state.play([single])
    assert players == [3, 0, 2]


@pytest.mark.rule("RB-30")
def test_a_player_without_cards_takes_no_more_point_cards() -> None:
    state = position(
        hands=["1", "", "1", "1"], middle=["1", "2", "3", "5"], trick=["0:4", "2:5", "3:6"]
    )
    assert order_of_taking(state) == [3, 2, 0]


@pytest.mark.rule("RB-31")
@pytest.mark.parametrize("trick", [["0:4", "1:5", "2:6", "3:3"], ["0:4", "2:6", "3:3"]])
def test_two_players_without_cards_end_the_game_even_if_one_ran_out_earlier(
    trick: list[str],
) -> None:
    state = position(hands=["1", "", "", "1"], middle=["1", "2", "3"], trick=trick)
    state.play(["+3", "+2", "+1"])
    assert state.is_over


@pytest.mark.rule("RB-31")
def test_three_players_without_cards_end_the_game() -> None:
    state = position(hands=["1", "", "", ""], middle=["1", "2", "3"], trick=["0:4", "2:6", "3:3"])
    state.play(["+3", "+2", "+1"])
    assert state.is_over


@pytest.mark.rule("RB-31")
def test_a_trick_in_which_two_players_run_out_is_played_to_its_end() -> None:
    state = position(hands=["", "", "6", "36"], middle=["1", "2", "3"], trick=["0:4", "1:5"])
    state.play(["6"])
    assert (state.current_player, state.legal_texts()) == (3, ["3", "6"])


@pytest.mark.rule("RB-32")
@pytest.mark.parametrize(
    ("before", "returns"),
    [([4, 5, 9], [0, 0, 1]), ([9, 5, 4], [1, 0, 0]), ([0, 7, 7], [0, 1, 0])],
)
def test_the_most_points_win(before: list[int], returns: list[float]) -> None:
    state = position(
        hands=["", "", "6"], middle=["1", "2", "3"], trick=["0:6", "1:5", "2:4"], scores=before
    )
    state.play(["+3", "+2", "+1"])
    assert state.returns() == returns


@pytest.mark.rule("RB-32")
@pytest.mark.parametrize(
    ("before", "returns"),
    [([4, 5, 0], [0.5, 0.5, 0]), ([4, 0, 6], [0.5, 0, 0.5]), ([4, 5, 6], [1 / 3, 1 / 3, 1 / 3])],
)
def test_equal_points_share_the_victory(before: list[int], returns: list[float]) -> None:
    state = position(
        hands=["", "", "6"], middle=["1", "2", "3"], trick=["0:6", "1:5", "2:4"], scores=before
    )
    state.play(["+3", "+2", "+1"])
    assert state.returns() == pytest.approx(returns)


@pytest.mark.rule("RB-R5")
def test_the_cards_of_the_last_trick_are_nobodys_points() -> None:
    state = position(hands=["", "", "6"], middle=["1", "2", "3"], trick=["0:666", "1:55", "2:44"])
    state.play(["+3", "+2", "+1"])
    assert (state.scores, state.position()["won"]) == ([3, 2, 1], ["3", "2", "1"])


@pytest.mark.rule("RB-R5")
@pytest.mark.parametrize("left", ["6", "666", "12345"])
def test_with_three_to_six_players_cards_left_in_hand_count_nothing(left: str) -> None:
    state = position(hands=["", "", left], middle=["1", "2", "3"], trick=["0:6", "1:5", "2:4"])
    state.play(["+3", "+2", "+1"])
    assert state.scores == [3, 2, 1]


@pytest.mark.rule("RB-R6")
def test_a_player_who_runs_out_takes_point_cards_for_that_trick() -> None:
    state = position(hands=["1", "", "1"], middle=["1", "2", "3"], trick=["0:4", "1:5", "2:6"])
    state.play(["+3", "+2", "+1"])
    assert state.scores == [1, 2, 3]


@pytest.mark.rule("RB-R6")
def test_players_who_end_the_game_take_point_cards_for_the_last_trick() -> None:
    state = position(hands=["", "1", ""], middle=["1", "2", "3"], trick=["0:4", "1:5", "2:6"])
    state.play(["+3", "+2", "+1"])
    assert (state.is_over, state.scores) == (True, [1, 2, 3])


# Two players


@pytest.mark.rule("RB-40", "RB-02")
def test_with_two_players_four_cards_lie_in_the_first_middle() -> None:
    for seed in SEEDS:
        middle = rainbow.deal(2, seed=seed).position()["middle"]
        assert [len(pile) for pile in middle] == [1, 1, 1, 1]


@pytest.mark.rule("RB-40", "RB-02")
def test_with_two_players_each_has_a_hand_and_a_face_down_pile_of_14() -> None:
    for seed in SEEDS:
        dealt = rainbow.deal(2, seed=seed).position()
        assert [len(pile) for pile in dealt["hands"] + dealt["reserve"]] == [14, 14, 14, 14]


@pytest.mark.rule("RB-40")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_nobody_not_even_its_owner_looks_at_a_face_down_pile(viewer: int) -> None:
    view = rainbow.deal(2).view(viewer)
    assert (view.position()["reserve"], view.record.reserve.any()) == (["?14", "?14"], False)


@pytest.mark.rule("RB-R15")
def test_the_deal_settles_which_pile_is_the_hand() -> None:
    for seed in SEEDS:
        state = rainbow.deal(2, {"leader": 1}, seed)
        singles = [text for text in state.legal_texts() if len(text) == 1]
        assert singles == sorted(set(state.position()["hands"][1]))


@pytest.mark.rule("RB-41")
def test_each_of_two_players_plays_two_combos_in_turn_the_leader_first() -> None:
    state = position(hands=["136", "246"], middle=["1", "2", "3", "5"], leader=1)
    players = []
    for single in ["2", "1", "4", "3"]:
        players.append(state.current_player)
        state.play([single])
    assert players == [1, 0, 1, 0]


@pytest.mark.rule("RB-41")
def test_after_one_combo_of_each_of_two_players_the_trick_goes_on() -> None:
    state = position(hands=["136", "246"], middle=["1", "2", "3"], trick=["0:5", "1:5"])
    assert (state.current_player, state.legal_texts()) == (0, ["1", "3", "6"])


@pytest.mark.rule("RB-41")
def test_after_four_combos_of_two_players_the_taking_starts() -> None:
    state = position(hands=["1", "2"], middle=["1", "2"], trick=["0:5", "1:5", "0:3", "1:4"])
    assert state.legal_texts() == ["+1", "+2"]


@pytest.mark.rule("RB-42")
@pytest.mark.parametrize("trick", [["0:44", "1:5"], ["0:5", "1:44"], ["0:44", "1:5", "0:6"]])
def test_with_two_players_a_set_binds_both_for_the_rest_of_the_trick(trick: list[str]) -> None:
    state = position(hands=["11236", "11236"], trick=trick)
    assert state.legal_texts() == ["1", "2", "3", "6", "11"]


@pytest.mark.rule("RB-42")
@pytest.mark.parametrize("trick", [["0:45", "1:5"], ["0:45", "1:5", "0:6"], ["0:5", "1:6", "0:45"]])
def test_with_two_players_a_run_binds_both_for_the_rest_of_the_trick(trick: list[str]) -> None:
    state = position(hands=["11236", "11236"], trick=trick)
    assert state.legal_texts() == ["1", "2", "3", "6", "12", "123", "23"]


@pytest.mark.rule("RB-42")
def test_after_two_singles_the_third_combo_is_free() -> None:
    state = position(hands=["1123", "1"], trick=["0:5", "1:6"])
    assert state.legal_texts() == ["1", "2", "3", "11", "12", "123", "23"]


@pytest.mark.rule("RB-43")
@pytest.mark.parametrize(
    ("trick", "order"),
    [
        (["1:66", "0:5", "1:3", "0:44"], [1, 0, 0, 1]),
        (["1:55", "0:4", "1:666", "0:6"], [1, 1, 0, 0]),
        (["1:4", "0:4", "1:4", "0:4"], [1, 0, 1, 0]),
    ],
)
def test_the_four_combos_are_ranked_together(trick: list[str], order: list[int]) -> None:
    state = position(hands=["1", "1"], middle=["1", "2", "3", "5"], trick=trick, leader=1)
    assert order_of_taking(state) == order


@pytest.mark.rule("RB-43")
def test_each_of_the_four_combos_takes_one_pile() -> None:
    state = position(
        hands=["1", "1"], middle=["2", "3", "5", "66"], trick=["0:4", "1:55", "0:6", "1:666"]
    )
    state.play(["+66", "+5", "+3", "+2"])
    assert state.position()["won"] == ["23", "566"]


@pytest.mark.rule("RB-43")
def test_in_the_first_trick_each_of_the_four_combos_takes_one_single() -> None:
    state = position(
        hands=["1", "1"],
        middle=["2", "5", "5", "6"],
        trick=["0:4", "1:55", "0:6", "1:666"],
        first_trick=True,
    )
    state.play(["+5", "+5", "+2", "+6"])
    assert state.position()["won"] == ["26", "55"]


@pytest.mark.rule("RB-44")
def test_who_has_no_cards_after_a_trick_takes_up_the_face_down_pile() -> None:
    state = position(
        hands=["55", ""],
        reserve=["111", "226"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.position()["hands"], state.position()["reserve"]) == (["55", "226"], ["111", ""])


@pytest.mark.rule("RB-44")
def test_both_players_may_take_up_their_piles_after_one_trick() -> None:
    state = position(
        hands=["", ""],
        reserve=["111", "226"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.position()["hands"], state.position()["reserve"]) == (["111", "226"], ["", ""])


@pytest.mark.rule("RB-44")
def test_who_took_up_the_face_down_pile_plays_on() -> None:
    state = position(
        hands=["55", ""],
        reserve=["111", "226"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1", "22", "5"])
    assert (state.current_player, state.legal_texts()) == (1, ["6"])


@pytest.mark.rule("RB-45", "RB-02")
def test_who_runs_out_again_ends_the_game() -> None:
    state = position(
        hands=["", "55"],
        reserve=["", "226"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert state.is_over


@pytest.mark.rule("RB-45")
def test_the_trick_in_which_a_player_runs_out_again_is_scored() -> None:
    state = position(
        hands=["", "5"],
        reserve=["", ""],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert state.position()["won"] == ["13", "25"]


@pytest.mark.rule("RB-45")
@pytest.mark.parametrize(("left", "points"), [("1", 8), ("6", 8), ("1111", 11), ("4566", 11)])
def test_the_other_scores_one_point_for_each_card_in_hand(left: str, points: int) -> None:
    state = position(
        hands=["", left],
        reserve=["", ""],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert state.scores == [4, points]


@pytest.mark.rule("RB-45")
def test_cards_in_hand_score_nothing_while_the_game_goes_on() -> None:
    state = position(
        hands=["", "4566"],
        reserve=["13", ""],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.is_over, state.scores) == (False, [4, 7])


@pytest.mark.rule("RB-45", "RB-32")
def test_points_for_cards_in_hand_may_decide_who_wins() -> None:
    state = position(
        hands=["", "4566"],
        reserve=["", ""],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
        scores=[6, 0],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.scores, state.returns()) == ([10, 11], [0, 1])


@pytest.mark.rule("RB-46")
@pytest.mark.parametrize(
    ("trick", "leader"),
    [
        (["0:1", "1:22", "0:6", "1:4"], 1),
        (["0:11", "1:2", "0:66", "1:444"], 1),
        (["0:5", "1:2", "0:44", "1:33"], 0),
        (["0:4", "1:4", "0:4", "1:4"], 0),
    ],
)
def test_of_two_players_who_played_the_biggest_combo_leads_next(
    trick: list[str], leader: int
) -> None:
    state = position(hands=["55", "55"], middle=["1", "2", "3", "6"], trick=trick)
    state.play(["+6", "+3", "+2", "+1"])
    assert (state.position()["leader"], state.current_player) == (leader, leader)


@pytest.mark.rule("RB-46", "RB-R14")
def test_who_chose_first_leads_with_a_pile_just_taken_up() -> None:
    state = position(
        hands=["55", ""],
        reserve=["111", "226"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:44"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.current_player, state.legal_texts()) == (1, ["2", "6", "22"])


@pytest.mark.rule("RB-R7")
def test_with_two_players_four_piles_are_kept() -> None:
    state = position(
        hands=["55", "55"], middle=["1", "2", "3", "6"], trick=["0:123", "1:4", "0:5", "1:6"]
    )
    state.play(["+6", "+3", "+2", "+1"])
    assert (state.position()["middle"], state.position()["trimmed"]) == (["3", "4", "5", "6"], "12")


@pytest.mark.rule("RB-R8")
def test_a_first_combo_may_use_up_the_hand() -> None:
    state = position(hands=["444", "123"], reserve=["116", "226"])
    state.play(["444"])
    assert (state.position()["hands"], state.position()["reserve"]) == (["", "123"], ["116", "226"])


@pytest.mark.rule("RB-R8")
def test_beside_a_leader_without_cards_the_other_plays_twice_running() -> None:
    state = position(hands=["", "123"], reserve=["116", "226"], trick=["0:444", "1:5"])
    assert (state.current_player, state.legal_texts()) == (1, ["1", "2", "3"])


@pytest.mark.rule("RB-R8")
def test_beside_a_follower_without_cards_the_leader_plays_the_last_combo() -> None:
    state = position(
        hands=["12", ""], reserve=["116", "226"], middle=["1", "2", "3"], trick=["0:5", "1:44"]
    )
    assert state.current_player == 0
    state.play(["2"])
    assert state.legal_texts() == ["+1", "+2", "+3"]


@pytest.mark.rule("RB-R8")
def test_who_played_only_one_combo_takes_for_it_alone() -> None:
    state = position(
        hands=["", "12"],
        reserve=["116", "226"],
        middle=["1", "2", "3", "6"],
        trick=["0:444", "1:5", "1:6"],
    )
    assert order_of_taking(state) == [0, 1, 1]


@pytest.mark.rule("RB-R8")
def test_if_both_use_up_their_hands_at_once_each_takes_for_one_combo() -> None:
    state = position(
        hands=["", "5"], reserve=["116", "226"], middle=["1", "2", "3", "6"], trick=["0:4"]
    )
    state.play(["5"])
    assert order_of_taking(state) == [1, 0]


@pytest.mark.rule("RB-R16")
def test_a_pile_that_nobody_took_pairs_up_with_the_played_cards() -> None:
    state = position(
        hands=["", "11"],
        reserve=["116", "226"],
        middle=["1", "2", "4", "55"],
        trick=["0:666", "1:2", "1:5"],
    )
    state.play(["+55", "+4", "+1"])
    assert state.position()["middle"] == ["22", "5", "6", "66"]


@pytest.mark.rule("RB-R16")
def test_a_pair_that_nobody_took_stays() -> None:
    state = position(
        hands=["", "11"],
        reserve=["116", "226"],
        middle=["1", "2", "4", "55"],
        trick=["0:666", "1:2", "1:3"],
    )
    state.play(["+4", "+2", "+1"])
    assert (state.position()["middle"], state.position()["trimmed"]) == (
        ["3", "6", "55", "66"],
        "2",
    )


@pytest.mark.rule("RB-R16")
def test_a_pile_that_nobody_took_is_trimmed_like_the_others() -> None:
    state = position(
        hands=["", "11"],
        reserve=["116", "226"],
        middle=["4", "5", "6", "11"],
        trick=["0:345", "1:6", "1:2"],
    )
    state.play(["+6", "+5", "+4"])
    assert (state.position()["middle"], state.position()["trimmed"]) == (
        ["3", "4", "5", "6"],
        "112",
    )


@pytest.mark.rule("RB-R9")
def test_a_face_down_pile_counts_nothing_beside_the_hand() -> None:
    state = position(
        hands=["", "556"],
        reserve=["", "222666"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert state.scores == [4, 10]


@pytest.mark.rule("RB-R9")
def test_a_face_down_pile_counts_nothing_even_if_the_hand_ran_out_in_that_trick() -> None:
    state = position(
        hands=["", ""],
        reserve=["", "222666"],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.is_over, state.scores) == (True, [4, 7])


@pytest.mark.rule("RB-R9")
def test_if_both_run_out_for_good_nobody_scores_for_cards_in_hand() -> None:
    state = position(
        hands=["", ""],
        reserve=["", ""],
        middle=["1", "2", "3", "5"],
        trick=["0:1", "1:2", "0:3", "1:4"],
    )
    state.play(["+5", "+3", "+2", "+1"])
    assert (state.is_over, state.scores) == (True, [4, 7])
