"""The games as PettingZoo environments (AEC): `env("rainbow7", players=3)`.

An observation is a dictionary: `observation`, float32, `game.features` numbers laid out as
`game.views.ENCODING` says, of the view of the agent that observes; `action_mask`, int8, one for
each action, 1 where it is legal, all 0 for whoever is not to decide. `infos` have the mask as well.
Rewards are 0 until the end, then 1 for a win, shared equally in a tie.
"""

import json
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import SPECTATOR, game
from moonbow.games.reading import is_whole

MAX_ACTIONS = 20_000
"""Decisions after which a game is cut off, unless told otherwise."""

Observation = dict[str, NDArray[Any]]


def env(
    name: str,
    players: int = 4,
    max_actions: int = MAX_ACTIONS,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """An environment; `options` are those of the game. Raises BadOptions.

    An illegal action ends it, and who plays it gets -1, as in PettingZoo's own card games.
    """
    inner = raw_env(name, players, max_actions, render_mode, **options)
    legal = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - what PettingZoo calls it
    """The same without wrappers: an illegal action raises BadAction."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        players: int = 4,
        max_actions: int = MAX_ACTIONS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = game(name)
        self.options = self.game.options(players, self.game.simulated(options))
        if not is_whole(max_actions, 1, 10**9):
            raise BadOptions(
                "bad-number", f"max_actions: {shown(max_actions)}; expected 1 to {10**9}"
            )
        if render_mode not in (None, "ansi"):
            raise BadOptions("bad-mode", f"render_mode: {shown(render_mode)}; expected ansi")
        self.max_actions = max_actions
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"moonbow_{name}_v{self.game.rules_version}"}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0.0, np.inf, (self.game.features,), np.float32),
                    "action_mask": Box(0, 1, (self.game.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.game.actions) for agent in self.possible_agents}
        self._chance, _ = np_random()

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions: their numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; with a seed always the same, and the games after it too."""
        del options  # those of the game were chosen before
        if seed is not None:
            self._chance, _ = np_random(seed)
        dealt = int.from_bytes(self._chance.bytes(32), "big")
        self.state_of_game = self.game.deal(len(self.possible_agents), self.options, seed=dealt)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()
        self.agent_selection = self.agents[self.state_of_game.current_player]

    def step(self, action: int | None) -> None:
        """The decision of the agent that is selected. Raises BadAction if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        assert action is not None
        state.apply_action(int(action))
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.is_over:
            self.rewards = dict(zip(self.agents, state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            if self.decisions >= self.max_actions:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[state.current_player]
        self._tell()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent may know, as numbers, and what it may do."""
        seat = self.possible_agents.index(agent)
        features = self.state_of_game.view(seat).encode()
        return {"observation": features, "action_mask": self._mask(seat)}

    def render(self) -> str | None:
        """What all may know, as a position in JSON; None without a render mode."""
        if self.render_mode is None:
            return None
        return json.dumps(self.state_of_game.view(SPECTATOR).position())

    def close(self) -> None:
        """Nothing is open."""

    def _mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that is legal for who sits there."""
        mask = np.zeros(self.game.actions, np.int8)
        if seat == self.state_of_game.current_player:
            mask[self.state_of_game.legal_actions()] = 1
        return mask

    def _tell(self) -> None:
        """Writes the masks into `infos`."""
        self.infos = {
            agent: {"action_mask": self._mask(self.possible_agents.index(agent))}
            for agent in self.agents
        }
