"""The games as PettingZoo environments, in which agents decide one at a time (AEC)."""

import json
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import SPECTATOR, State, game
from moonbow.games.reading import is_whole


def env(
    name: str,
    players: int,
    *,
    render_mode: str | None = None,
    max_actions: int = 100_000,
    **options: Any,
) -> Any:
    """The game of that name as an environment in which calls must come in order.

    `options` are those of the game, in Rainbow Pirates with the defaults of simulations. A game is
    cut off after `max_actions`. `render_mode` is None or "ansi". Raises BadOptions.
    """
    return OrderEnforcingWrapper(GameEnv(name, players, render_mode, max_actions, options))


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game; its agents are player_0, player_1 and so on, by seat.

    An observation has `observation`, the features of the agent's view as `State.encode` gives them,
    and `action_mask`, 1 for each legal action, all 0 for an agent who is not to decide. The mask is
    in the info, too. When the game has ended, the reward is 1 for a sole winner, shared equally
    among tied winners, else 0; before that, and where a game is cut off, it is 0.

    An action that is not legal raises BadAction, which names those that are; nothing has changed.
    """

    def __init__(
        self,
        name: str,
        players: int,
        render_mode: str | None,
        max_actions: int,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        rules = game(name)
        self.options = rules.options(players, rules.simulated(options))
        if render_mode not in (None, "ansi"):
            raise BadOptions(
                "render-mode", f'render_mode: {shown(render_mode)}; expected None or "ansi"'
            )
        if not is_whole(max_actions, 1, 2**62):
            raise BadOptions(
                "bad-number", f"max_actions: {shown(max_actions)}; expected a whole number above 0"
            )
        self.name = name
        self.render_mode = render_mode
        self.max_actions = max_actions
        self.metadata = {
            "name": f"moonbow_{name}", "render_modes": ["ansi"], "is_parallelizable": False,
        }  # fmt: skip
        self.possible_agents = [f"player_{seat}" for seat in range(index(players))]
        self.agents: list[str] = []
        self.action_spaces = {
            agent: spaces.Discrete(rules.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (rules.features,), np.float32),
                    "action_mask": spaces.Box(0, 1, (rules.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.chance = np.random.default_rng()
        self.dealt: State | None = None
        self.length = 0

    @property
    def table(self) -> State:
        """The game being played, with all that is hidden. RuntimeError before `reset`."""
        if self.dealt is None:
            raise RuntimeError("no game yet; expected reset first")
        return self.dealt

    @property
    def ended(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self.table.is_over or self.length >= self.max_actions

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may choose, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game: with a seed the one that `Game.deal` deals, and the same games after it.

        `options` are of no use here.
        """
        chosen = int.from_bytes(self.chance.bytes(32)) if seed is None else seed
        self.dealt = game(self.name).deal(len(self.possible_agents), self.options, chosen)
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.length = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.current_player]
        self._inform()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and what it may do."""
        view = self.table.view(self.possible_agents.index(agent))
        return {"observation": view.encode(), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """The decision of the agent selected; None for one whose game has ended. Raises BadAction.

        TypeError for what is no whole number.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        table, agent = self.table, self.agent_selection
        table.apply_action(action)  # type: ignore[arg-type] # None is refused there
        self.length += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if table.is_over:
            self.rewards = dict(zip(self.agents, table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[table.current_player]
            self.truncations = dict.fromkeys(self.agents, self.ended)
        self._accumulate_rewards()
        self._inform()
        self._deads_step_first()

    def render(self) -> str | None:
        """With "ansi", what a spectator sees: the keys of the position, a line each."""
        if self.render_mode is None:
            return None
        position = self.table.view(SPECTATOR).position()
        return "\n".join(f"{key}: {json.dumps(value)}" for key, value in position.items())

    def _mask(self, agent: str) -> NDArray[np.int8]:
        table = self.table
        mask = np.zeros(table.game.actions, np.int8)
        if table.current_player == self.possible_agents.index(agent) and not self.ended:
            mask[table.legal_actions()] = 1
        return mask

    def _inform(self) -> None:
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def __getstate__(self) -> dict[str, Any]:
        dealt = self.dealt.tobytes() if self.dealt else None
        return {**self.__dict__, "dealt": dealt}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        if saved["dealt"] is not None:
            self.dealt = game(self.name).load(saved["dealt"])
