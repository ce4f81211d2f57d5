"""The games in OpenSpiel: `register()`, then `pyspiel.load_game("python_moonbow_rainbow")`.

Every game has a full form, in which chance deals by eight nodes of 16 equally likely outcomes, the
digits of a seed; algorithms that sample chance can play it. `python_moonbow_small_rainbow` has one
chance node with every deal and its probability instead, for those that walk the whole tree.

Parameters are `players` and the options of the game. Where an option may be null, -1 stands for it;
the effects of Rainbow 7 and the deck of Rainbow Pirates are texts, "cloud shelter ..." and
"1:10 2:10 ... P:8", empty for the printed ones.

An observation is a view. An information state is all that the player has seen: the first view, the
own actions and all that was heard. Its tensor has the first and the present view; in Rainbow, where
all actions are public, also each action and who played it, so that it says as much as the string.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, prod
from operator import sub
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES, Game, State
from moonbow.games.kernel import new_generator

SEED_NODES, SEED_OUTCOMES = 8, 16
"""Chance nodes of a deal, and the outcomes of each."""

MOST_DEALS = 50_000
"""Deals of a small game that are listed at most."""

MAX_ACTIONS = 20_000
"""Decisions after which a game is cut off; nobody has won it then."""

SMALL = "small_rainbow"
SMALL_OPTIONS = {"players": 2, "ranks": 3, "copies": 3, "hand_size": 1}

CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL


def register() -> None:
    """Makes the games known to OpenSpiel; a second call changes nothing."""
    known = set(pyspiel.registered_names())
    for name in (*GAMES, SMALL):
        game_type = type_of(name)
        if game_type.short_name not in known:
            pyspiel.register_game(game_type, game_class(name, game_type))


def type_of(name: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game beforehand."""
    game = game_of(name)
    # Games of Rainbow are never cut off: the wins of all players add up to 1.
    endless = game.name != "rainbow"
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_moonbow_{name}",
        long_name=f"Moonbow {name.replace('_', ' ')}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if endless else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(name),
    )


def game_of(name: str) -> Game:
    """The game that a name of ours stands for."""
    return GAMES["rainbow" if name == SMALL else name]


def parameters(name: str) -> dict[str, Any]:
    """The parameters of a game as they are if nothing is said."""
    game = game_of(name)
    found: dict[str, Any] = {"players": 4}
    for option, value in game.options(4, game.simulated()).items():
        found[option] = -1 if value is None else "" if isinstance(value, list | dict) else value
    if name == "rainbow":
        found["hand_size"] = -1  # as many as are printed for so many players
    return found | (SMALL_OPTIONS if name == SMALL else {})


def options_of(name: str, given: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The players and options that parameters say. Raises BadOptions."""
    game = game_of(name)
    chosen = parameters(name) | given
    players = chosen.pop("players")
    options: dict[str, Any] = {}
    for option, value in chosen.items():
        if value in (-1, ""):
            continue
        if option == "deck":
            pairs = (each.partition(":") for each in value.split())
            options[option] = {card: number(count) for card, _, count in pairs}
        else:
            options[option] = value.split() if option == "effects" else value
    return players, game.options(players, game.simulated(options))


def number(text: str) -> object:
    """The whole number that a text says, or the text for the game to refuse."""
    return int(text) if text.isdecimal() and len(text) < 10 else text


# Deals, one by one


def deals(players: int, options: dict[str, Any]) -> list[tuple[float, State]]:
    """Every deal of Rainbow that can be told from others, with its probability (RB-01 to RB-05).

    Raises BadOptions where there are more than MOST_DEALS.
    """
    hand, piles = options["hand_size"], 2 if players == 2 else 0
    zones = [4 if players == 2 else players, *[hand] * (players + piles)]
    leaders = range(players) if options["leader"] is None else [options["leader"]]
    deck = (options["copies"],) * options["ranks"]
    if len(leaders) * how_many(deck, tuple(zones)) > MOST_DEALS:
        raise BadOptions(
            "too-many-deals",
            f"more than {MOST_DEALS} deals; expected fewer ranks, copies or cards in hand",
        )
    ways = 1
    left = sum(deck)
    for zone in zones:
        ways *= comb(left, zone)
        left -= zone
    found = []
    for leader, (count, dealt) in product(leaders, splits(deck, zones)):
        middle, *others = dealt
        position = {
            "game": "rainbow",
            "players": players,
            "options": options,
            "middle": list(cards(middle)),
            "hands": [cards(each) for each in others[:players]],
            "leader": leader,
            "first_trick": True,
        }
        if piles:
            position["reserve"] = [cards(each) for each in others[players:]]
        rest = (copies - sum(each[rank] for each in dealt) for rank, copies in enumerate(deck))
        position["aside"] = cards(tuple(rest))
        found.append((count / ways / len(leaders), GAMES["rainbow"].position(position)))
    return found


@cache
def how_many(deck: tuple[int, ...], zones: tuple[int, ...]) -> int:
    """In how many ways, told apart by rank, zones can be filled with so many cards each."""
    if not zones:
        return 1
    return sum(how_many(left, zones[1:]) for _, left in hands(deck, zones[0]))


def hands(deck: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All sets of so many cards by rank, each with what is left."""
    for taken in product(*(range(min(copies, size) + 1) for copies in deck)):
        if sum(taken) == size:
            yield taken, tuple(map(sub, deck, taken))


def splits(
    deck: tuple[int, ...], zones: Sequence[int]
) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """All ways to fill zones with so many cards each: in how many ways, and the cards by rank."""
    if not zones:
        yield 1, []
        return
    for taken, left in hands(deck, zones[0]):
        here = prod(map(comb, deck, taken))
        for count, others in splits(left, zones[1:]):
            yield here * count, [taken, *others]


def cards(counts: tuple[int, ...]) -> str:
    """Cards by rank in the notation of the game."""
    return "".join(str(rank + 1) * count for rank, count in enumerate(counts))


# Games and states


@dataclass(frozen=True)
class Setting:
    """A game with its players and options; `deals` where they are listed.

    `recall` is how many actions an information state has room for, 0 where they are not public.
    """

    of: Game
    players: int
    options: dict[str, Any]
    deals: list[tuple[float, State]] | None
    recall: int

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Setting":
        """Nothing in it changes: states that are copied share it."""
        return self


def setting(name: str, given: dict[str, Any]) -> Setting:
    """What a name and parameters say. Raises BadOptions."""
    players, options = options_of(name, given)
    return Setting(
        of=game_of(name),
        players=players,
        options=options,
        deals=deals(players, options) if name == SMALL else None,
        recall=most_decisions(players, options) if game_of(name).name == "rainbow" else 0,
    )


def game_class(name: str, game_type: pyspiel.GameType) -> type:
    """The class of one of our games, as OpenSpiel makes one from its type and parameters."""

    class MoonbowGame(pyspiel.Game):  # type: ignore[misc]
        """A game with its players and options. Raises BadOptions."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            self.setting = setting(name, params or {})
            of, listed, recall = self.setting.of, self.setting.deals, self.setting.recall
            info = pyspiel.GameInfo(
                num_distinct_actions=of.actions,
                max_chance_outcomes=len(listed) if listed else SEED_OUTCOMES,
                num_players=self.setting.players,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0 if recall else None,
                max_game_length=recall or MAX_ACTIONS,
            )
            super().__init__(game_type, info, params or {})

        def new_initial_state(self) -> "MoonbowState":
            """Before the deal."""
            return MoonbowState(self)

        def make_py_observer(
            self,
            iig_obs_type: pyspiel.IIGObservationType | None = None,
            params: dict[str, Any] | None = None,
        ) -> "MoonbowObserver":
            """What writes tensors and strings."""
            if params:
                raise ValueError(f"observer: {params}; expected no parameters")
            kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
            return MoonbowObserver(self.setting, kind)

    return MoonbowGame


def most_decisions(players: int, options: dict[str, Any]) -> int:
    """Decisions of a game of Rainbow at most: every card is a combo and takes a pile."""
    hands = players + (2 if players == 2 else 0)
    return int(2 * hands * options["hand_size"])


class MoonbowState(pyspiel.State):  # type: ignore[misc]
    """A game being played; `state` is None until it is dealt."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.setting: Setting = game.setting
        self.seed: list[int] = []
        self.state: State | None = None
        self.decisions = 0
        self.seen: list[list[str]] = []  # by player: the first view, actions, what was heard
        self.first: list[NDArray[np.float32]] = []  # by player: the first view as numbers
        self.played: list[tuple[int, int]] = []  # who, which action

    def current_player(self) -> int:
        """Who is to decide: chance until all is dealt."""
        if self.state is None:
            return int(CHANCE)
        return int(TERMINAL) if self.is_terminal() else self.state.current_player

    def _legal_actions(self, _player: int) -> list[int]:
        """The numbers of the legal actions."""
        assert self.state is not None
        return self.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals with their probabilities, or the next digit of the seed."""
        if self.setting.deals is None:
            return [(digit, 1 / SEED_OUTCOMES) for digit in range(SEED_OUTCOMES)]
        return [(place, share) for place, (share, _) in enumerate(self.setting.deals)]

    def _apply_action(self, action: int) -> None:
        """A deal, a digit, or a decision."""
        if self.state is not None:
            self._decide(action)
        elif self.setting.deals is not None:
            self._begin(self.setting.deals[action][1].copy())
        else:
            self.seed.append(action)
            if len(self.seed) == SEED_NODES:
                seed = int("".join(f"{digit:x}" for digit in self.seed), 16)
                self._begin(
                    self.setting.of.deal(self.setting.players, self.setting.options, seed=seed)
                )

    def _begin(self, state: State) -> None:
        """All is dealt."""
        self.state = state
        views = [state.view(player) for player in range(self.setting.players)]
        self.first = [view.encode() for view in views]
        self.seen = [[shown_view(view)] for view in views]

    def _decide(self, action: int) -> None:
        """A decision, and what everybody hears of it."""
        before = self.state
        assert before is not None
        after = before.copy()
        after.apply_action(action)
        for player, seen in enumerate(self.seen):
            if player == before.current_player:
                seen.append(str(action))
            seen += [repr(heard) for heard in before.hear(action, after, player)]
        self.played.append((before.current_player, action))
        self.decisions += 1
        self.state = after

    def _action_to_string(self, player: int, action: int) -> str:
        """An action as text."""
        if player == CHANCE or self.state is None:
            return f"deal {action}"
        return self.state.action_text(action)

    def is_terminal(self) -> bool:
        """Whether it is over, or cut off."""
        return self.state is not None and (self.state.is_over or self.decisions >= MAX_ACTIONS)

    def returns(self) -> list[float]:
        """1 for a win, shared equally in a tie; before the end 0."""
        if self.state is None or not self.state.is_over:
            return [0.0] * self.setting.players
        return self.state.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "MoonbowState":
        """The same with hidden cards drawn anew from those that a player must think possible.

        What the others are taken to have seen begins then with the cards that they were dealt so.
        """
        assert self.state is not None
        generator = new_generator(int(sampler() * 2**53))
        drawn: MoonbowState = self.clone()
        drawn.state = self.state.view(player).resample(generator)
        for other in range(self.setting.players):
            if other != player:
                view = drawn.state.view(other)
                drawn.first[other], drawn.seen[other] = view.encode(), [shown_view(view)]
        return drawn

    def __str__(self) -> str:
        """The position as JSON."""
        if self.state is None:
            return f"deal {self.seed}"
        return json.dumps(self.state.position())


def shown_view(view: State) -> str:
    """A view as text."""
    return json.dumps(view.position())


class MoonbowObserver:
    """Writes what a player sees, or with perfect recall all that the player has seen."""

    def __init__(self, game: Setting, kind: pyspiel.IIGObservationType) -> None:
        self.game = game
        self.recalls = kind.perfect_recall
        features, actions, players = game.of.features, game.of.actions, game.players
        pieces: list[tuple[str, tuple[int, ...]]]
        pieces = [("player", (players,)), ("view", (features,))]
        if self.recalls:
            pieces.append(("first_view", (features,)))
            if game.recall:
                pieces.append(("history", (game.recall, players + actions)))
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for (name, shape), size in zip(pieces, sizes, strict=True):
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: MoonbowState, player: int) -> None:
        """Writes the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.state is None:
            return
        self.dict["view"][:] = state.state.view(player).encode()
        if self.recalls:
            self.dict["first_view"][:] = state.first[player]
        if "history" in self.dict:
            for place, (who, action) in enumerate(state.played):
                self.dict["history"][place, who] = 1
                self.dict["history"][place, self.game.players + action] = 1

    def string_from(self, state: MoonbowState, player: int) -> str:
        """The same as text."""
        if state.state is None:
            return f"{player}"
        if self.recalls:
            return "\n".join([f"{player}", *state.seen[player]])
        return f"{player}\n{shown_view(state.state.view(player))}"
