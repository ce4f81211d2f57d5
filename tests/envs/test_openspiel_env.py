"""The games for OpenSpiel: its own tests, exact deals, memories, resampling, IS-MCTS and CFR."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise, permutations
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from moonbow.envs import deals
from moonbow.envs.openspiel import Pirates, SmallRainbow, register
from moonbow.games.errors import BadAction, BadOptions
from moonbow.games.game import game
from playing import games

register()

SMALL = "python_moonbow_small_rainbow"
TINY = f"{SMALL}(players=3,copies=2,leader=0)"
"""Three hands of one card each."""

SAMPLED = {
    "rainbow": "python_moonbow_rainbow(players=4)",
    "rainbow7": "python_moonbow_rainbow7(players=3,hand_size=4,max_actions=120)",
    "pirates": "python_moonbow_pirates(players=3,max_actions=60)",
}
SMALL_ONES = [TINY, f"{SMALL}(ranks=4,copies=4,hand_size=2)"]


def load(name: str) -> Any:
    """A game, of one of our three by its name or by its OpenSpiel text."""
    return pyspiel.load_game(SAMPLED.get(name, name))


def play(spiel: Any, seed: int) -> Iterator[Any]:
    """A game by chance: each state after the deal, the last one included."""
    choices = random.Random(seed)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choices.choices(outcomes, chances)[0])
        else:
            yield state
            state.apply_action(choices.choice(state.legal_actions()))
    yield state


# OpenSpiel's own test


@pytest.mark.parametrize("name", SAMPLED)
def test_the_simulation_test_passes_with_chance_sampled(name: str) -> None:
    spiel = load(name)
    assert spiel.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(spiel, num_sims=games(3, 1), serialize=False, verbose=False)


@pytest.mark.parametrize("name", [SMALL, *SMALL_ONES])
def test_the_simulation_test_passes_with_chance_explicit(name: str) -> None:
    spiel = load(name)
    assert spiel.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(spiel, num_sims=games(10, 2), serialize=True, verbose=False)


def test_registering_again_changes_nothing() -> None:
    register()
    names = pyspiel.registered_names()
    assert [name for name in names if "moonbow" in name] == [
        "python_moonbow_pirates", "python_moonbow_rainbow", "python_moonbow_rainbow7", SMALL,
    ]  # fmt: skip


# Deals


def dealt(
    groups: tuple[deals.Cards, ...], sizes: list[int], ranks: int, copies: int
) -> Iterator[tuple[tuple[deals.Cards, ...], Fraction]]:
    """All deals that begin like this, and how likely each is from there."""
    if len(groups) == len(sizes):
        yield groups, Fraction(1)
        return
    left = deals.remaining(groups, ranks, copies)
    for cards, chance in deals.outcomes(left, sizes[len(groups)]):
        for deal, further in dealt((*groups, cards), sizes, ranks, copies):
            yield deal, chance * further


@pytest.mark.parametrize(
    ("players", "ranks", "copies", "hand_size"), [(3, 3, 2, 1), (2, 4, 2, 1), (3, 4, 2, 1)]
)
def test_each_deal_is_as_likely_as_shuffled_decks_make_it(
    players: int, ranks: int, copies: int, hand_size: int
) -> None:
    """Every order of the deck is dealt out by hand: four or a card a player, then the hands."""
    deck = [rank for rank in range(ranks) for _ in range(copies)]
    middle = 4 if players == 2 else players
    hands = 4 if players == 2 else players
    ends = [middle + hand_size * hand for hand in range(hands + 1)]
    counted: Counter[tuple[deals.Cards, ...]] = Counter()
    orders = 0
    for order in permutations(deck):
        parts = [order[:middle]]
        parts += [order[start:end] for start, end in pairwise(ends)]
        counted[tuple(tuple(part.count(rank) for rank in range(ranks)) for part in parts)] += 1
        orders += 1
    expected = {deal: Fraction(count, orders) for deal, count in counted.items()}
    sizes = deals.group_sizes(players, hand_size)
    assert dict(dealt((), sizes, ranks, copies)) == expected


@pytest.mark.parametrize("players", [2, 3])
def test_real_deals_come_as_often_as_the_explicit_ones_say(players: int) -> None:
    options = {"ranks": 3, "copies": 3, "hand_size": 1}
    rules = game("rainbow")
    chances = dict(dealt((), deals.group_sizes(players, 1), 3, 3))
    many = games(20_000, 1_000)
    counts: Counter[tuple[tuple[deals.Cards, ...], int]] = Counter()
    for seed in range(many):
        state = rules.deal(players, options, seed)
        counts[tuple(deals.groups_of(state)), state.current_player] += 1
    squares = freedom = 0.0
    for deal, chance in chances.items():
        for leader in range(players):
            expected = float(chance) * many / players
            squares += (counts.pop((deal, leader), 0) - expected) ** 2 / expected
            freedom += 1
    assert not counts  # no deal that has no probability
    assert squares < freedom + 6 * np.sqrt(2 * freedom)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("leader", [None, 1])
def test_a_state_of_a_given_deal_is_that_of_the_real_deal(players: int, leader: int | None) -> None:
    rules = game("rainbow")
    options = rules.options(players, {"ranks": 5, "hand_size": 2, "leader": leader})
    for seed in range(games(20, 3)):
        real = rules.deal(players, options, seed)
        groups = deals.groups_of(real)
        given = deals.dealt_state(players, options, groups, real.current_player)
        for viewer in range(-1, players):
            assert given.view(viewer) == real.view(viewer)
        real.set_key(np.zeros(4, np.uint64))
        assert given == real


@pytest.mark.parametrize("name", SMALL_ONES)
def test_the_chances_of_every_chance_event_sum_to_1(name: str) -> None:
    spiel, choices = load(name), random.Random(2)
    state, events = spiel.new_initial_state(), 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
        assert [number for number, _ in outcomes] == state.legal_actions()
        assert all(chance > 0 for _, chance in outcomes)
        state.apply_action(choices.choice(state.legal_actions()))
        events += 1
    assert events == spiel.max_chance_nodes_in_history()


# What players see and remember


@pytest.mark.parametrize("name", [*SAMPLED, *SMALL_ONES])
def test_the_tensor_is_the_encoding_of_the_view(name: str) -> None:
    spiel = load(name)
    for state in play(spiel, 4):
        table = state.state()
        for player in range(spiel.num_players()):
            features = table.view(player).encode()
            assert np.array_equal(np.array(state.observation_tensor(player), np.float32), features)
            recalled = np.array(state.information_state_tensor(player), np.float32)
            assert np.array_equal(recalled[: len(features)], features)
        if not state.is_terminal():
            assert state.legal_actions() == table.legal_actions()
            assert state.current_player() == table.current_player


def test_rainbow_recalls_the_deal_and_all_actions() -> None:
    spiel = load("python_moonbow_rainbow(players=3,hand_size=2)")
    states = [state.clone() for state in play(spiel, 1)]
    observer = spiel.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    past = np.zeros((12, 87), np.float32)
    for number, action in enumerate(states[-1].history()[1:]):
        past[number, action] = 1
    observer.set_from(states[-1], 2)
    assert np.array_equal(observer.dict["past"], past)
    assert np.array_equal(observer.dict["deal"], states[0].state().view(2).encode())


@pytest.mark.parametrize("name", SAMPLED)
def test_the_pieces_of_an_observation_have_the_names_of_the_features(name: str) -> None:
    spiel = load(name)
    observer = spiel.make_py_observer()
    encoding = game(name).views.ENCODING
    assert [(name, piece.size) for name, piece in observer.dict.items()] == list(encoding)
    kind = pyspiel.IIGObservationType
    public = spiel.make_py_observer(
        kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for state in play(spiel, 2):
        public.set_from(state, 1)
        assert np.array_equal(public.tensor, state.state().view(-1).encode())
        assert public.string_from(state, 0) == public.string_from(state, 1)


def test_an_observation_that_nobody_has_is_refused() -> None:
    spiel, kind = load("rainbow"), pyspiel.IIGObservationType
    with pytest.raises(ValueError, match="all players"):
        spiel.make_py_observer(
            kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )
    with pytest.raises(ValueError, match="without what is public"):
        spiel.make_py_observer(kind(public_info=False, perfect_recall=False))
    with pytest.raises(ValueError, match="expected none"):
        spiel.make_py_observer(None, {"colors": 3})


def test_players_of_a_small_game_remember_all_they_saw() -> None:
    """Over the whole tree: one string, one past; it is what the features with recall say, too."""
    pasts: dict[tuple[int, str], object] = {}
    tensors: dict[tuple[int, bytes], str] = {}

    def visit(state: Any, pasts_so_far: list[list[object]]) -> None:
        if not state.is_chance_node():
            table = state.state()
            for player, past in enumerate(pasts_so_far):
                past.append(table.view(player).tobytes())
                text = state.information_state_string(player)
                assert pasts.setdefault((player, text), past) == past
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                assert tensors.setdefault((player, tensor), text) == text
        for action in [] if state.is_terminal() else state.legal_actions():
            further = [list(past) for past in pasts_so_far]
            if not state.is_chance_node():
                further[state.current_player()].append(action)
            visit(state.child(action), further)

    visit(load(TINY).new_initial_state(), [[], [], []])
    assert len(pasts) == len(tensors) > 100


@pytest.mark.parametrize("name", SAMPLED)
def test_memories_grow_by_the_own_choice_and_by_what_is_heard(name: str) -> None:
    spiel = load(name)
    states = [state.clone() for state in play(spiel, 6)]
    for before, after in pairwise(states):
        action = after.history()[-1]
        for player in range(spiel.num_players()):
            old, new = before.memory(player), after.memory(player)
            assert new.startswith(old + "\n")
            grown = new[len(old) + 1 :]
            assert (f"chooses {action}" in grown) == (before.current_player() == player)
            heard = before.state().hear(action, after.state(), player)
            assert [each.kind for each in heard if f" {each.kind} " not in grown] == []
            assert all(
                f"[{','.join(map(str, each.cards))}]" in grown for each in heard if each.cards
            )
            assert after.information_state_string(player).startswith(new + "\n")


def test_cards_that_come_later_are_remembered() -> None:
    """A hand dealt in the next round of Rainbow 7 is seen, and stays in the memory."""
    spiel = load("python_moonbow_rainbow7(hand_size=1,tokens_to_end=9,max_actions=400)")
    found = 0
    for seed in range(games(5, 2)):
        hands, rounds = [], 0
        for state in play(spiel, seed):
            record = state.state().record
            if record.round_number > rounds and not state.is_terminal():
                rounds = int(record.round_number)
                hands.append(state.state().view(0).position()["hands"][0])
        memory = state.memory(0)
        assert all(f'"hands":["{hand}"' in memory for hand in hands)
        found += len(hands)
    assert found > 0


# Going on from a state


@pytest.mark.parametrize("name", [*SAMPLED, *SMALL_ONES])
def test_a_resampled_state_is_the_same_to_its_player(name: str) -> None:
    spiel = load(name)
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    others = 0
    for number, state in enumerate(play(spiel, 9)):
        if number % 7 and "small" not in name:
            continue
        for player in range(spiel.num_players()):
            drawn = state.resample_from_infostate(player, sampler)
            others += str(drawn) != str(state)
            assert drawn.information_state_string(player) == state.information_state_string(player)
            assert drawn.information_state_tensor(player) == state.information_state_tensor(player)
            assert drawn.current_player() == state.current_player()
            if state.current_player() == player:
                assert drawn.legal_actions() == state.legal_actions()
            assert len(drawn.history()) == len(state.history())
            if spiel.rules.name == "rainbow":
                again = replayed(drawn)
                assert str(again) == str(drawn)
                assert again.information_state_string(0) == drawn.information_state_string(0)
            while not drawn.is_terminal() and number == 0:
                drawn.apply_action(drawn.legal_actions()[0])
    assert others > 0


def replayed(state: Any) -> Any:
    """A game with the same history; with sampled chance from the same deal."""
    other = state.get_game().new_initial_state()
    other.start = state.start if not state.get_game().explicit else other.start
    for action in state.history():
        other.apply_action(action)
    return other


def test_a_pile_taken_up_is_dealt_otherwise_as_a_pile() -> None:
    """Of two players who have taken up their piles, each sees in a resampled game what was seen."""
    spiel = load(f"{SMALL}(ranks=4,copies=4,hand_size=1)")
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    taken_up = 0
    for seed in range(20):
        for state in play(spiel, seed):
            record = state.state().record
            if record.reserve_count.sum() == 0 and not state.is_terminal():
                taken_up += 1
                for player in range(2):
                    drawn = state.resample_from_infostate(player, sampler)
                    text = state.information_state_string(player)
                    assert drawn.information_state_string(player) == text
    assert taken_up > 0


@pytest.mark.parametrize("name", SAMPLED)
def test_a_serialized_state_goes_on_as_the_other(name: str) -> None:
    spiel = load(name)
    state = next(islice(play(spiel, 3), 9, None))
    other = spiel.deserialize_state(state.serialize())
    for each in (state, other):
        for _ in range(5):
            each.apply_action(each.legal_actions()[-1])
    assert str(other) == str(state)
    assert other.history() == state.history()
    for player in range(spiel.num_players()):
        assert other.information_state_string(player) == state.information_state_string(player)


def test_copies_of_a_state_go_their_own_ways() -> None:
    state = load("rainbow").new_initial_state()
    state.apply_action(0)
    first, *_, last = state.legal_actions()
    one, other = state.clone(), state.clone()
    one.apply_action(first)
    other.apply_action(last)
    assert f"chooses {first}" in one.information_state_string(state.current_player())
    assert f"chooses {last}" in other.information_state_string(state.current_player())
    assert "chooses" not in state.information_state_string(state.current_player())


def test_the_seed_decides_which_games_are_dealt() -> None:
    def deals_of(seed: int) -> list[str]:
        spiel = load(f"python_moonbow_rainbow(seed={seed})")
        return [str(next(play(spiel, 0))) for _ in range(3)]

    assert deals_of(1) == deals_of(1)
    assert len({*deals_of(1), *deals_of(2)}) == 6


def test_an_illegal_action_is_refused() -> None:
    state = load("rainbow").new_initial_state()
    state.apply_action(0)
    with pytest.raises(BadAction, match="expected one of"):
        state.apply_action(86)


# Returns and parameters


@pytest.mark.parametrize("name", ["rainbow", f"{SMALL}(players=3)"])
def test_returns_are_shares_of_the_victory_that_sum_to_0(name: str) -> None:
    spiel = load(name)
    players = spiel.num_players()
    for seed in range(games(10, 2)):
        states = list(play(spiel, seed))
        shares = np.array(states[-1].state().returns())
        expected = np.where(shares == 1, 1.0, -1 / (players - 1))
        if shares.max() < 1:  # winners share what one would have, less what they would have lost
            winners = int((shares > 0).sum())
            expected = np.where(shares > 0, (players / winners - 1) / (players - 1), expected)
        assert states[-1].returns() == pytest.approx(expected.tolist())
        assert sum(states[-1].returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", ["rainbow7", "pirates"])
def test_a_game_that_is_cut_off_is_worth_nothing(name: str) -> None:
    spiel = load(f"python_moonbow_{name}(max_actions=7)")
    state = list(play(spiel, 0))[-1]
    assert len(state.history()) == 1 + 7 == 1 + spiel.max_game_length()
    assert state.is_terminal()
    assert not state.state().is_over
    assert state.returns() == [0.0, 0.0]


def test_a_game_of_rainbow_is_never_longer_than_it_says() -> None:
    for name in (TINY, f"{SMALL}(leader=0)", "python_moonbow_rainbow(players=2,hand_size=2)"):
        spiel = load(name)
        for seed in range(games(30, 5)):
            assert list(play(spiel, seed))[-1].move_number() <= spiel.max_move_number()


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("python_moonbow_rainbow(ranks=5,leader=1)", {"ranks": 5, "leader": 1, "hand_size": 11}),
        (SMALL, {"ranks": 3, "copies": 3, "hand_size": 1, "leader": None}),
        (f"{SMALL}(hand_size=-1,copies=4)", {"hand_size": 2, "copies": 4}),
        (
            "python_moonbow_rainbow7(printed_sevens=True,tokens_to_end=3,"
            "effects=cloud cloud cloud shelter shelter shelter sunshine)",
            {
                "printed_sevens": True,
                "tokens_to_end": 3,
                "effects": ["cloud"] * 3 + ["shelter"] * 3 + ["sunshine"],
            },
        ),
        ("python_moonbow_pirates", {"lifts": 6}),
        ("python_moonbow_pirates(lifts=2,deck=1:3 ship:0)", {"lifts": 2}),
    ],
)
def test_parameters_choose_the_options(text: str, options: dict[str, Any]) -> None:
    chosen = load(text).options
    assert {name: chosen[name] for name in options} == options


def test_a_deck_of_other_cards_can_be_chosen() -> None:
    deck = load("python_moonbow_pirates(deck=1:3 ship:0 P:5)").options["deck"]
    standard = game("pirates").options(2)["deck"]
    assert deck == {**standard, "1": 3, "ship": 0, "P": 5}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("python_moonbow_rainbow(players=7)", "players: 7"),
        ("python_moonbow_rainbow(ranks=2)", "ranks: 2"),
        ("python_moonbow_rainbow(seed=-2)", "seed: -2"),
        ("python_moonbow_rainbow7(effects=cloud)", "effects"),
        ("python_moonbow_rainbow7(max_actions=0)", "max_actions: 0"),
        ("python_moonbow_pirates(deck=ship)", "deck: 'ship'; expected a kind and a number"),
        ("python_moonbow_pirates(deck=boat:2)", "boat"),
    ],
)
def test_what_cannot_be_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadOptions, match=complaint):
        load(text)


def test_the_smallest_game_is_what_a_small_rainbow_has_without_parameters() -> None:
    assert SmallRainbow.defaults["players"] == Pirates.defaults["players"] == 2
    assert load(SMALL).num_players() == 2


# Algorithms


@pytest.mark.parametrize("name", [*SAMPLED, SMALL_ONES[1]])
def test_information_set_search_plays_a_legal_action(name: str) -> None:
    spiel, chance = load(name), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(spiel, evaluator, 1.4, games(8, 2), random_state=chance)
    asked = 0
    for state in play(spiel, 5):
        if not state.is_terminal() and len(state.legal_actions()) > 1 and asked < games(4, 1):
            assert bot.step(state) in state.legal_actions()
            asked += 1
    assert asked


def test_cfr_learns_a_small_rainbow_of_three() -> None:
    spiel = load(TINY)
    solver = cfr.CFRSolver(spiel)
    gains = []
    for _ in range(3):
        solver.evaluate_and_update_policy()
        gains.append(exploitability.nash_conv(spiel, solver.average_policy()))
    assert gains[0] > gains[1] > gains[2] > 0
