"""The games for OpenSpiel, with chance sampled; small Rainbow with every chance event explicit."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from moonbow.envs.deals import (
    Cards,
    dealt_otherwise,
    dealt_state,
    group_sizes,
    groups_of,
    outcomes,
    remaining,
    text_of,
)
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import GAMES, SPECTATOR, Game, State
from moonbow.games.kernel import new_generator, next_word

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
DEFAULT = -1  # of a parameter: what the rules say


def options_from(params: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the game that are chosen by parameters. Raises BadOptions."""
    others = ("players", "max_actions", "seed")
    chosen = {
        name: value
        for name, value in params.items()
        if name not in others and value not in (DEFAULT, "")
    }
    if "effects" in chosen:
        chosen["effects"] = str(chosen["effects"]).split()
    if "deck" in chosen:
        chosen["deck"] = dict(map(kind_and_count, str(chosen["deck"]).split()))
    return chosen


def kind_and_count(text: str) -> tuple[str, int]:
    """A kind of card and how many the deck has: "ship:2". Raises BadOptions."""
    kind, _, count = text.partition(":")
    if not (count.isascii() and count.isdigit()):
        raise BadOptions(
            "bad-option", f'deck: {shown(text)}; expected a kind and a number, like "ship:2"'
        )
    return kind, int(count)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options. Raises BadOptions."""

    short_name: ClassVar[str]
    rules: ClassVar[Game]
    explicit: ClassVar[bool] = False
    """Whether OpenSpiel sees what is dealt as chance events, each outcome with its probability."""

    defaults: ClassVar[dict[str, Any]]
    """The parameters with their defaults; -1 and an empty text stand for what the rules say."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**self.defaults, **(params or {})}
        self.players = int(given["players"])
        self.options = self.rules.options(self.players, self.rules.simulated(options_from(given)))
        self.max_actions = self._most_actions(given)
        self.seen: Callable[[bytes, int], str] = partial(seen, self.rules)
        self.told: Callable[[Step, int], str] = partial(told, self.rules)
        self.sizes: list[int] = []
        self.chance_events = most_outcomes = 1
        if self.explicit:
            self.seen, self.told = cache(self.seen), cache(self.told)
            self.sizes = group_sizes(self.players, self.options["hand_size"])
            self.chance_events = len(self.sizes) + int(self.options["leader"] is None)
            deck = remaining([], self.options["ranks"], self.options["copies"])
            most_outcomes = max(self.players, *(len(outcomes(deck, size)) for size in self.sizes))
        else:
            self.chance = new_generator(checked_seed(given["seed"]))
        super().__init__(
            self.type(),
            pyspiel.GameInfo(
                num_distinct_actions=self.rules.actions,
                max_chance_outcomes=most_outcomes,
                num_players=self.players,
                min_utility=-1.0 / (self.players - 1),
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.max_actions,
            ),
            dict(params or {}),
        )

    @classmethod
    def type(cls) -> Any:
        """What OpenSpiel is told of all games of this kind."""
        mode = pyspiel.GameType.ChanceMode
        return pyspiel.GameType(
            short_name=cls.short_name,
            long_name=cls.short_name.removeprefix("python_").replace("_", " ").title(),
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=mode.EXPLICIT_STOCHASTIC if cls.explicit else mode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=cls.rules.max_players,
            min_num_players=cls.rules.min_players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=cls.defaults,
        )

    def _most_actions(self, given: Mapping[str, Any]) -> int:
        """How long a game can be: in Rainbow each card is at most one combo, which takes once."""
        if "max_actions" not in given:
            piles = 2 if self.players == 2 else 1
            return 2 * piles * self.players * int(self.options["hand_size"])
        most = given["max_actions"]
        if most < 1:
            raise BadOptions(
                "bad-number", f"max_actions: {shown(most)}; expected a whole number above 0"
            )
        return int(most)

    def new_initial_state(self) -> "SpielState":
        """A game before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many chance events a game has that OpenSpiel sees."""
        return self.chance_events

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What tells players what they see. Raises ValueError for what there is not."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind, params)

    def deal(self) -> State:
        """The next game by chance."""
        seed = sum(int(next_word(self.chance)) << 64 * word for word in range(4))
        return self.rules.deal(self.players, self.options, seed)


class Rainbow(SpielGame):
    """Rainbow, dealt by sampling."""

    short_name = "python_moonbow_rainbow"
    rules = GAMES["rainbow"]
    defaults: ClassVar = {
        "players": 2, "leader": DEFAULT, "ranks": DEFAULT, "copies": DEFAULT, "hand_size": DEFAULT,
        "seed": 0,
    }  # fmt: skip


class SmallRainbow(SpielGame):
    """Rainbow with few cards, each deal explicit with its probability: for CFR and the like."""

    short_name = "python_moonbow_small_rainbow"
    rules = GAMES["rainbow"]
    explicit = True
    defaults: ClassVar = {"players": 2, "leader": DEFAULT, "ranks": 3, "copies": 3, "hand_size": 1}


class Rainbow7(SpielGame):
    """Rainbow 7, all chance sampled."""

    short_name = "python_moonbow_rainbow7"
    rules = GAMES["rainbow7"]
    defaults: ClassVar = {
        "players": 2, "printed_sevens": False, "effects": "", "colors": DEFAULT, "values": DEFAULT,
        "rainbow_cards": DEFAULT, "hand_size": DEFAULT, "tokens_to_end": DEFAULT,
        "max_actions": 100_000, "seed": 0,
    }  # fmt: skip


class Pirates(SpielGame):
    """Rainbow Pirates, all chance sampled."""

    short_name = "python_moonbow_pirates"
    rules = GAMES["pirates"]
    defaults: ClassVar = {
        "players": 2, "lifts": DEFAULT, "deck": "", "max_actions": 100_000, "seed": 0,
    }  # fmt: skip


SPIEL_GAMES = (Rainbow, SmallRainbow, Rainbow7, Pirates)


def register() -> None:
    """Lets `pyspiel.load_game` load the games by their short names; again, it does nothing."""
    for each in SPIEL_GAMES:
        if each.short_name not in pyspiel.registered_names():
            pyspiel.register_game(each.type(), each)


def checked_seed(seed: int) -> int:
    """The seed that the deals of a game object come from. Raises BadOptions."""
    if seed < 0:
        raise BadOptions("bad-seed", f"seed: {shown(seed)}; expected a whole number from 0")
    return seed


class Step(NamedTuple):
    """An action, and the states before and after it."""

    before: bytes
    action: int
    after: bytes


class Past:
    """The steps of a game so far; copies share them."""

    def __init__(self, steps: list[Step], count: int) -> None:
        self.steps, self.count = steps, count

    def __deepcopy__(self, _: Any) -> "Past":
        return Past(self.steps, self.count)

    def __getstate__(self) -> dict[str, Any]:
        return {"steps": self.all(), "count": self.count}

    def all(self) -> list[Step]:
        """The steps, the first one first."""
        return self.steps[: self.count]

    def add(self, step: Step) -> None:
        """One more; copies that go another way keep what they share."""
        if self.count < len(self.steps):
            self.steps = self.all()
        self.steps.append(step)
        self.count += 1


@dataclass(frozen=True)
class Start:
    """What a game comes from; copies share it."""

    groups: tuple[Cards, ...] = ()  # what has been dealt, where that is explicit
    given: bytes = b""  # the state to begin with, if it is not to be drawn
    memories: tuple[str, ...] = ()  # of a resampled game: what each player, then a spectator, saw

    def __deepcopy__(self, _: Any) -> "Start":
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game being played, or being dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.start = Start()
        self.data = b""  # the state, once all is dealt
        self.past = Past([], 0)
        self.mover = CHANCE
        self.length = 0

    def state(self) -> State:
        """The state of the game, a copy, once the cards are dealt."""
        return self.get_game().rules.load(self.data)  # type: ignore[no-any-return]

    def first(self) -> State:
        """The state after the deal, a copy."""
        steps = self.past.all()
        first = steps[0].before if steps else self.data
        return self.get_game().rules.load(first)  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Who is to move: a player, chance, or nobody when the game is over."""
        return self.mover

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self.mover == TERMINAL

    def returns(self) -> list[float]:
        """1 for a sole winner, -1 in equal parts for the others; they always sum to 0.

        A shared victory is worth equal parts of that, a game that was cut off nothing.
        """
        players = self.num_players()
        shares = self.state().returns() if self.is_terminal() else []
        if not any(shares):
            return [0.0] * players
        return [(players * share - 1) / (players - 1) for share in shares]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.state().legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do next, by number, and how likely it is."""
        return [(number, float(chance)) for number, (_, chance) in enumerate(self.possible())]

    def possible(self) -> Sequence[tuple[Any, Any]]:
        """The outcomes of the next chance event: cards by rank, a leader, or None for sampling."""
        game = self.get_game()
        if not game.explicit:
            return [(None, 1)]
        groups = self.start.groups
        if len(groups) < len(game.sizes):
            left = remaining(groups, game.options["ranks"], game.options["copies"])
            return outcomes(left, game.sizes[len(groups)])
        return [(seat, Fraction(1, game.players)) for seat in range(game.players)]

    def _apply_action(self, action: int) -> None:
        if self.mover == CHANCE:
            self._apply_chance(action)
            return
        state = self.state()
        state.apply_action(action)
        self.length += 1
        before, self.data = self.data, state.tobytes()
        self.past.add(Step(before, action, self.data))
        self._move_on(state)

    def _apply_chance(self, action: int) -> None:
        game = self.get_game()
        if not game.explicit:
            given = self.start.given
            self._begin(game.rules.load(given) if given else game.deal())
            return
        leader, outcome = game.options["leader"], self.possible()[action][0]
        if len(self.start.groups) < len(game.sizes):
            self.start = Start((*self.start.groups, outcome))
        else:
            leader = outcome
        groups = self.start.groups
        if len(groups) == len(game.sizes) and leader is not None:
            self._begin(dealt_state(game.players, game.options, groups, leader))

    def _begin(self, state: State) -> None:
        self.data = state.tobytes()
        self._move_on(state)

    def _move_on(self, state: State) -> None:
        cut = self.length >= self.get_game().max_actions
        self.mover = TERMINAL if state.is_over or cut else state.current_player

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self.state().action_text(action)
        outcome = self.possible()[action][0]
        if outcome is None:
            return "deal"
        return f"deal {text_of(outcome)}" if isinstance(outcome, tuple) else f"leader {outcome}"

    def __str__(self) -> str:
        if not self.data:
            return " ".join(["dealing", *map(text_of, self.start.groups)])
        return json.dumps(self.state().position())

    def memory(self, player: int) -> str:
        """All that a player, a spectator for -1, has seen: the deal, then what was heard."""
        game = self.get_game()
        memories, steps = self.start.memories, self.past.all()
        if memories:
            first = memories[player]
        else:
            first = game.seen(steps[0].before if steps else self.data, player)
        return "\n".join([first, *(game.told(step, player) for step in steps)])

    def information(self, player: int) -> str:
        """All that a player has seen, and sees now; empty before the cards are dealt."""
        if not self.data:
            return ""
        return f"{self.memory(player)}\n{self.get_game().seen(self.data, player)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the player must think possible, with the same memories of the player.

        In Rainbow it is a whole game, dealt otherwise. In the other games the other players
        remember of it what a spectator has seen, and what they see now.
        """
        now, game = self.state(), self.get_game()
        drawn = now.view(player).resample(new_generator(int(sampler() * 2**53)))
        if game.rules.name == "rainbow":
            return self._played_again(dealt_otherwise(self.first(), now, drawn))
        other = self.clone()
        other.data = drawn.tobytes()
        other.past = Past([], 0)
        public = self.memory(SPECTATOR)
        memories = [f"{public}\n{game.seen(other.data, seat)}" for seat in range(now.players)]
        memories[player] = self.memory(player)
        other.start = Start(memories=(*memories, public))
        return other  # type: ignore[no-any-return]

    def _played_again(self, first: State) -> "SpielState":
        """The same actions after another deal."""
        game = self.get_game()
        other = game.new_initial_state()
        if game.explicit:
            for cards in groups_of(first):
                other.apply_action([outcome for outcome, _ in other.possible()].index(cards))
            if other.is_chance_node():
                other.apply_action(int(first.record.leader))
        else:
            other.start = Start(given=first.tobytes())
            other.apply_action(0)
        for step in self.past.all():
            other.apply_action(step.action)
        return other  # type: ignore[no-any-return]


def seen(rules: Game, data: bytes, player: int) -> str:
    """What a player, a spectator for -1, sees of a state."""
    return json.dumps(rules.load(data).view(player).position(), separators=(",", ":"))


def told(rules: Game, step: Step, player: int) -> str:
    """What a player learns by a step: the own choice, what is heard, what is seen after chance."""
    before, after = rules.load(step.before), rules.load(step.after)
    lines = [f"chooses {step.action}"] if before.current_player == player else []
    for heard in before.hear(step.action, after, player):
        cards = ",".join(map(str, heard.cards))
        lines.append(
            f"{heard.player} {heard.kind} [{cards}] {heard.count} {heard.target} {heard.place}"
        )
    if before.record.chances != after.record.chances:
        lines.append(seen(rules, step.after, player))
    return "; ".join(lines)


class Observer:
    """What a player sees, as features by name and as text; with perfect recall, all that was seen.

    Of Rainbow the features with perfect recall have two more parts: `deal`, the features when the
    cards had been dealt, and `past`, by number of the action, action: 1 for what was done.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"parameters: {shown(params)}; expected none")
        private = pyspiel.PrivateInfoType
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise ValueError(
                "observations without what is public, or of all players: there are none"
            )
        self.sees_hand = kind.private_info == private.SINGLE_PLAYER
        self.recalls = kind.perfect_recall
        self.features = game.rules.features
        parts = [(name, (length,)) for name, length in game.rules.views.ENCODING]
        shapes: dict[str, tuple[int, ...]] = dict(parts)
        self.keeps_past = self.recalls and game.rules.name == "rainbow"
        if self.keeps_past:
            shapes["deal"] = (self.features,)
            shapes["past"] = (game.max_actions, game.rules.actions)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes `tensor`, and with it `dict`; all 0 before the cards are dealt."""
        self.tensor[:] = 0.0
        if not state.data:
            return
        viewer = player if self.sees_hand else SPECTATOR
        self.tensor[: self.features] = state.state().view(viewer).encode()
        if self.keeps_past:
            self.dict["deal"][:] = state.first().view(viewer).encode()
            for number, step in enumerate(state.past.all()):
                self.dict["past"][number, step.action] = 1.0

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text, empty before the cards are dealt."""
        viewer = player if self.sees_hand else SPECTATOR
        if self.recalls or not state.data:
            return state.information(viewer)
        return str(state.get_game().seen(state.data, viewer))
