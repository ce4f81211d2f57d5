"""The games as PettingZoo environments: its own tests, and what the observations hold."""

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from moonbow.envs import pettingzoo
from moonbow.games.errors import BadAction, BadOptions
from moonbow.games.game import game
from playing import games

WAYS: dict[str, dict[str, Any]] = {
    "rainbow": {"players": 4},
    "rainbow7": {"players": 3, "tokens_to_end": 1, "hand_size": 2, "max_actions": 300},
    "pirates": {"players": 2, "max_actions": 300},
}


def new_env(name: str, **chosen: Any) -> Any:
    """An environment of a game."""
    return pettingzoo.env(name, **{**WAYS[name], **chosen})


def play(env: Any, choices: np.random.Generator, steps: int = 1_000_000) -> None:
    """Plays legal actions by chance, until all is over or for so many steps."""
    for _ in env.agent_iter(steps):
        observation, _, terminated, truncated, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if terminated or truncated else choices.choice(np.flatnonzero(mask)))


# An observation with a mask is a dictionary, which two of PettingZoo's checks advise against.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should:UserWarning")
@pytest.mark.parametrize("name", WAYS)
def test_the_api_test_of_pettingzoo_passes(name: str) -> None:
    api_test(new_env(name), num_cycles=games(1_000, 30))


@pytest.mark.parametrize("name", WAYS)
def test_the_seed_test_of_pettingzoo_passes(name: str) -> None:
    seed_test(lambda: new_env(name), num_cycles=games(200, 20))


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("steps", [None, 0, 21])
def test_a_pickled_environment_goes_on_as_the_other(name: str, steps: int | None) -> None:
    env = new_env(name)
    if steps is not None:
        env.reset(seed=3)
        play(env, np.random.default_rng(1), steps)
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        if steps is None:
            env.reset(seed=3)
            other.reset(seed=3)
        assert other.agent_selection == env.agent_selection
        own, others = env.last(), other.last()
        assert all(np.array_equal(own[0][key], others[0][key]) for key in own[0])
        assert own[1:4] == others[1:4]
        assert other.unwrapped.table == env.unwrapped.table
        before = env.unwrapped.table.tobytes()
        play(other, np.random.default_rng(2), 1)
        assert env.unwrapped.table.tobytes() == before


@pytest.mark.parametrize("name", WAYS)
def test_each_agent_observes_its_view_and_only_the_next_one_may_act(name: str) -> None:
    env = new_env(name)
    env.reset(seed=8)
    choices = np.random.default_rng(8)
    for _ in range(games(60, 12)):
        table = env.unwrapped.table
        if table.is_over:
            break
        assert env.agent_selection == f"player_{table.current_player}"
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], table.view(seat).encode())
            assert env.observation_space(agent).contains(seen)
            legal = table.legal_actions() if seat == table.current_player else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            assert np.array_equal(env.infos[agent]["action_mask"], seen["action_mask"])
        play(env, choices, 1)


@pytest.mark.parametrize("name", WAYS)
def test_an_illegal_action_is_refused_and_nothing_changes(name: str) -> None:
    env = new_env(name)
    env.reset(seed=8)
    agent, before = env.agent_selection, env.unwrapped.table.tobytes()
    illegal = np.flatnonzero(env.last()[0]["action_mask"] == 0)
    for action in (illegal[0], illegal[-1], -1, env.action_space(agent).n):
        with pytest.raises(BadAction, match="expected one of"):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(None)
    assert (env.agent_selection, env.unwrapped.table.tobytes()) == (agent, before)
    assert not any(env.rewards.values())


def test_the_rewards_are_the_returns_of_the_game() -> None:
    env = new_env("rainbow")
    for seed in range(games(20, 2)):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        choices = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            assert not truncated
            if terminated:
                env.step(None)
            else:
                env.step(choices.choice(np.flatnonzero(observation["action_mask"])))
        assert list(totals.values()) == env.unwrapped.table.returns()
        assert sum(totals.values()) == 1.0
        assert env.agents == []


def test_a_game_is_cut_off_after_so_many_actions() -> None:
    env = new_env("rainbow", max_actions=5)
    env.reset(seed=1)
    play(env, np.random.default_rng(1), 5)
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert not any(env.rewards.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_reset_with_a_seed_deals_what_the_game_deals() -> None:
    env = new_env("rainbow")
    env.reset(seed=7)
    assert env.unwrapped.table == game("rainbow").deal(4, seed=7)


def test_the_games_after_a_seed_are_the_same_each_time() -> None:
    env, other = new_env("rainbow"), new_env("rainbow")
    dealt = []
    for each in (env, other):
        each.reset(seed=7)
        for _ in range(3):
            each.reset()
            dealt.append(each.unwrapped.table.tobytes())
    assert dealt[:3] == dealt[3:]
    assert len(set(dealt)) == 3


def test_games_without_a_seed_differ() -> None:
    env, other = new_env("rainbow"), new_env("rainbow")
    env.reset()
    other.reset()
    assert env.unwrapped.table != other.unwrapped.table


def test_calls_out_of_order_are_refused() -> None:
    env = new_env("rainbow")
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    with pytest.raises(RuntimeError, match="expected reset first"):
        _ = env.unwrapped.table


def test_what_a_spectator_sees_is_shown_as_text() -> None:
    env = new_env("rainbow", render_mode="ansi")
    env.reset(seed=7)
    position = env.unwrapped.table.view(-1).position()
    shown = dict(line.split(": ", 1) for line in env.render().splitlines())
    assert {key: json.loads(value) for key, value in shown.items()} == position
    assert position["hands"] == ["?14"] * 4
    quiet = new_env("rainbow")
    quiet.reset(seed=7)
    assert quiet.render() is None


def test_rainbow_pirates_has_the_options_of_simulations() -> None:
    env = new_env("pirates")
    env.reset(seed=1)
    assert env.unwrapped.table.options["lifts"] == 6


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ({"players": 9}, "players: 9"),
        ({"ranks": 2}, "ranks: 2"),
        ({"colour": 3}, "colour"),
        ({"render_mode": "human"}, "render_mode: 'human'; expected None"),
        ({"max_actions": 0}, "max_actions: 0"),
    ],
)
def test_what_cannot_be_is_refused(chosen: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadOptions, match=complaint):
        new_env("rainbow", **chosen)
