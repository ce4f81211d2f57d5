"""PettingZoo environments: its own tests, and the same games as ours."""

import json
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from moonbow.envs import pettingzoo
from moonbow.games.errors import BadAction, BadOptions
from moonbow.games.game import GAMES
from playing import games

SMALL: dict[str, dict[str, Any]] = {
    "rainbow": {"hand_size": 3},
    "rainbow7": {"colors": 5, "values": 3, "rainbow_cards": 2, "hand_size": 4, "tokens_to_end": 1},
    "pirates": {"deck": {**dict.fromkeys("1234567", 2), "W": 3, "P": 2, "parrot": 2}, "lifts": 1},
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_frameworks_own_test(name: str, players: int) -> None:
    with warnings.catch_warnings():
        # The framework warns of every observation that is a dictionary, as its own card games have.
        warnings.filterwarnings("ignore", "Observation (is not|space for each)", UserWarning)
        api_test(pettingzoo.env(name, players, **SMALL[name]), num_cycles=games(300, 40))


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_frameworks_test_of_seeds(name: str) -> None:
    seed_test(lambda: pettingzoo.env(name, 3, **SMALL[name]), num_cycles=games(100, 20))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_progress_can_be_kept(name: str) -> None:
    env = pettingzoo.env(name, 3, **SMALL[name])
    env.reset(seed=3)
    choices = np.random.default_rng(1)
    for _ in range(4):
        env.step(any_legal(env, choices))
    kept = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        if env.terminations[env.agent_selection]:
            break
        action = any_legal(env, choices)
        env.step(action)
        kept.step(action)
        assert kept.unwrapped.state_of_game.tobytes() == env.unwrapped.state_of_game.tobytes()
        assert kept.rewards == env.rewards


def any_legal(env: Any, choices: np.random.Generator) -> int:
    """A legal action of the agent that is selected, from the mask."""
    observation, _, _, _, info = env.last()
    assert observation["action_mask"].tolist() == info["action_mask"].tolist()
    return int(choices.choice(np.flatnonzero(observation["action_mask"])))


@pytest.mark.parametrize("name", GAMES)
def test_every_agent_sees_its_view_and_gets_what_the_game_returns(name: str) -> None:
    env = pettingzoo.env(name, 3, **SMALL[name])
    choices = np.random.default_rng(2)
    for seed in range(games(5, 1)):
        env.reset(seed=seed)
        state = env.unwrapped.state_of_game.copy()
        while not state.is_over:
            assert env.agent_selection == f"player_{state.current_player}"
            for seat in range(3):
                observed = env.observe(f"player_{seat}")
                assert observed["observation"].tolist() == state.view(seat).encode().tolist()
                legal = state.legal_actions() if seat == state.current_player else []
                assert np.flatnonzero(observed["action_mask"]).tolist() == legal
            action = any_legal(env, choices)
            env.step(action)
            state.apply_action(action)
        assert list(env.rewards.values()) == state.returns()
        paid = {}
        for agent in env.agent_iter():
            _, reward, over, cut_off, _ = env.last()
            assert over
            assert not cut_off
            paid[agent] = reward
            env.step(None)
        assert [paid[f"player_{seat}"] for seat in range(3)] == state.returns()


def test_an_illegal_action_ends_it_for_who_plays_it() -> None:
    env = pettingzoo.env("rainbow", 3, leader=1)
    env.reset(seed=1)
    mask = env.observe("player_1")["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards["player_1"] == -1
    assert all(env.terminations.values())


def test_without_wrappers_an_illegal_action_is_refused() -> None:
    env = pettingzoo.raw_env("rainbow", 3, leader=1)
    env.reset(seed=1)
    before = env.state_of_game.tobytes()
    mask = env.observe("player_1")["action_mask"]
    with pytest.raises(BadAction):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.state_of_game.tobytes() == before


def test_a_game_that_lasts_too_long_is_cut_off() -> None:
    env = pettingzoo.env("rainbow", 2, max_actions=4)
    env.reset(seed=1)
    choices = np.random.default_rng(1)
    for step in range(4):
        assert not any(env.truncations.values()), step
        env.step(any_legal(env, choices))
    assert all(env.truncations.values())
    assert not any(env.rewards.values())


def test_games_after_a_seed_differ_and_are_the_same_each_time() -> None:
    env = pettingzoo.raw_env("rainbow", 2)
    dealt = []
    for seed in (7, None, 7, None):
        env.reset(seed=seed)
        dealt.append(env.state_of_game.tobytes())
    assert dealt[:2] == dealt[2:]
    assert dealt[0] != dealt[1]


def test_what_all_may_know_can_be_shown() -> None:
    env = pettingzoo.env("rainbow", 2, render_mode="ansi", leader=0)
    env.reset(seed=1)
    assert json.loads(env.render()) == env.unwrapped.state_of_game.view(-1).position()


@pytest.mark.parametrize(
    "changed",
    [{"name": "poker"}, {"players": 7}, {"ranks": 9}, {"max_actions": 0}, {"render_mode": "human"}],
)
def test_what_cannot_be_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        pettingzoo.env(**{"name": "rainbow", **changed})
