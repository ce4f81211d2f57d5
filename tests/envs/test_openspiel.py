"""The games in OpenSpiel: its own test, its algorithms, and the same games as ours."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from moonbow.envs import openspiel
from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES
from playing import games

NAMES = ("rainbow", "rainbow7", "pirates", "small_rainbow")
SMALL: dict[str, dict[str, Any]] = {
    "rainbow": {"players": 3, "hand_size": 3},
    "rainbow7": {
        "players": 3, "colors": 5, "values": 3, "rainbow_cards": 2, "hand_size": 4,
        "tokens_to_end": 1,
    },
    "pirates": {
        "players": 3, "lifts": 1, "deck": "1:2 2:2 3:2 4:2 5:2 6:2 7:2 W:3 P:2 parrot:2",
    },
    "small_rainbow": {},
}  # fmt: skip


@pytest.fixture(autouse=True)
def known() -> None:
    """OpenSpiel knows the games; to tell it twice changes nothing."""
    openspiel.register()
    openspiel.register()


def load(name: str, **changed: Any) -> Any:
    """A small game."""
    return pyspiel.load_game(f"python_moonbow_{name}", {**SMALL[name], **changed})


def dealt(game: Any, chance: np.random.Generator) -> Any:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(chance.choice(outcomes, p=shares)))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_it_passes_the_frameworks_own_test(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=games(3, 1), serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_as_ours_does(name: str) -> None:
    game, choices = load(name), np.random.default_rng(3)
    for _ in range(games(4, 1)):
        state = dealt(game, choices)
        own = state.state.copy()
        while not state.is_terminal():
            assert state.current_player() == own.current_player
            assert state.legal_actions() == own.legal_actions()
            for player in range(game.num_players()):
                view = own.view(player)
                seat = [float(each == player) for each in range(game.num_players())]
                assert state.observation_tensor(player) == seat + view.encode().tolist()
                assert json.loads(state.observation_string(player).partition("\n")[2]) == (
                    view.position()
                )
            action = int(choices.choice(state.legal_actions()))
            assert state.action_to_string(action) == own.action_text(action)
            state.apply_action(action)
            own.apply_action(action)
        assert state.returns() == own.returns()


@pytest.mark.parametrize("name", NAMES)
def test_an_information_state_holds_all_that_was_seen(name: str) -> None:
    """The string only grows, and of two games that differ in hidden cards it is the same."""
    game, choices = load(name), np.random.default_rng(5)
    state = dealt(game, choices)
    before = [state.information_state_string(player) for player in range(game.num_players())]
    for _ in range(20):
        if state.is_terminal():
            break
        player = state.current_player()
        hidden = state.resample_from_infostate(player, choices.random)
        assert hidden.information_state_string(player) == before[player]
        assert hidden.information_state_tensor(player) == state.information_state_tensor(player)
        assert hidden.legal_actions() == state.legal_actions()
        state.apply_action(int(choices.choice(state.legal_actions())))
        for each, told in enumerate(before):
            assert state.information_state_string(each).startswith(told)
        before = [state.information_state_string(each) for each in range(game.num_players())]


def test_the_tensor_of_rainbow_lists_every_action() -> None:
    game, choices = load("small_rainbow", leader=1), np.random.default_rng(5)
    state = dealt(game, choices)
    first = state.state.view(0).encode().tolist()
    played = []
    while not state.is_terminal():
        action = int(choices.choice(state.legal_actions()))
        played.append((state.current_player(), action))
        state.apply_action(action)
    expected = np.zeros((game.max_game_length(), 2 + 87))
    for place, (player, action) in enumerate(played):
        expected[place, [player, 2 + action]] = 1
    features = GAMES["rainbow"].features
    tensor = state.information_state_tensor(0)
    assert tensor[:2] == [1.0, 0.0]
    assert tensor[2 : 2 + features] == state.state.view(0).encode().tolist()
    assert tensor[2 + features : 2 + 2 * features] == first
    assert tensor[2 + 2 * features :] == expected.ravel().tolist()


# The deals of the small game


def zones(position: dict[str, Any]) -> str:
    """The cards of a deal and who leads."""
    return json.dumps([position[key] for key in ("middle", "hands", "reserve", "aside", "leader")])


def test_the_deals_that_are_listed_are_those_that_are_dealt() -> None:
    """In every deal of the rules, of 20,000, is one of the list, as often as the list says."""
    options = GAMES["rainbow"].options(2, {"ranks": 3, "copies": 3, "hand_size": 1})
    listed = {zones(state.position()): share for share, state in openspiel.deals(2, options)}
    assert sum(listed.values()) == pytest.approx(1.0)
    assert len(listed) == len(openspiel.deals(2, options)) == 2 * 210
    count = games(20_000, 2_000)
    dealt = Counter(
        zones(GAMES["rainbow"].deal(2, options, seed=seed).position()) for seed in range(count)
    )
    assert set(dealt) <= set(listed)
    # Chi-squared with 419 degrees of freedom: mean 419, standard deviation 29.
    far = sum(
        (dealt[each] - count * share) ** 2 / (count * share) for each, share in listed.items()
    )
    assert abs(far - 419) < 5 * 29


def test_too_many_deals_are_refused() -> None:
    with pytest.raises(BadOptions, match="more than 50000 deals"):
        load("small_rainbow", ranks=4, copies=8, hand_size=4)


# Algorithms


@pytest.mark.skipif(games(1, 0) == 0, reason="minutes in plain Python")
def test_cfr_comes_nearer_to_an_equilibrium() -> None:
    """After one iteration the policy can be exploited by 0.35 of a win, after four by 0.11."""
    game = load("small_rainbow", leader=0)
    solver = cfr.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.2


@pytest.mark.parametrize("name", NAMES)
def test_the_frameworks_search_plays_on_resampled_states(name: str) -> None:
    game, choices = load(name), np.random.default_rng(7)
    state = dealt(game, choices)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=games(12, 3),
        random_state=np.random.RandomState(2),
    )
    for _ in range(3):
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


# Parameters


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("rainbow", {"players": 2}, {"hand_size": 14, "leader": None}),
        ("rainbow", {"players": 6, "leader": 3}, {"hand_size": 9, "leader": 3}),
        ("rainbow7", {"effects": "cloud " * 6 + "shelter", "printed_sevens": True},
         {"effects": ["cloud"] * 6 + ["shelter"], "printed_sevens": True}),
        ("pirates", {"deck": "1:3 2:3 3:9 W:7"}, {"lifts": 6}),
    ],
)  # fmt: skip
def test_parameters_are_the_options_of_the_game(
    name: str, given: dict[str, Any], expected: dict[str, Any]
) -> None:
    game = pyspiel.load_game(f"python_moonbow_{name}", given)
    state = dealt(game, np.random.default_rng(1))
    assert expected.items() <= state.state.options.items()


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("rainbow", {"players": 7}),
        ("rainbow", {"ranks": 9}),
        ("rainbow7", {"effects": "hail"}),
        ("pirates", {"deck": "1"}),
        ("pirates", {"deck": "joker:1"}),
    ],
)
def test_what_cannot_be_is_refused(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        pyspiel.load_game(f"python_moonbow_{name}", given)
