"""Many games side by side in NumPy arrays: every step is one call of compiled code.

All arrays have the games along their first axis. They belong to the batch and are written anew by
every step: copy what is to be kept.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moonbow.games.contract import (
    RULES,
    Records,
    apply_action,
    current_player,
    deal,
    encode,
    legal_actions,
    observe,
    returns,
    seed,
)
from moonbow.games.errors import BadAction, BadOptions, shown
from moonbow.games.game import Game, checked_key
from moonbow.games.kernel import Generator, below, jit_aside, next_word, start
from moonbow.games.reading import is_whole

GAME_KEY, GAME_PLAY = 4, 5
"""What chance is drawn for, as in simulations: so game number 17 is the same game there."""

MOST_PLAYERS = max(rules.MAX_PLAYERS for rules in RULES)
MOST_GAMES = 1 << 24
MOST_ACTIONS = 10**9


class Observed(NamedTuple):
    """What the player who is to decide sees in each of N games.

    `views`: float32, N x `game.features`, laid out as `game.views.ENCODING` says. `mask`: bool, N x
    `game.actions`, true where an action is legal. `player`: int64, N, who is to decide.
    """

    views: NDArray[np.float32]
    mask: NDArray[np.bool_]
    player: NDArray[np.int64]


class Stepped(NamedTuple):
    """What came of a step.

    `rewards`: float32, N x players, all 0 but where a game has ended: 1 for a win, shared equally
    in a tie. `terminated`: bool, N, the game has ended. `truncated`: bool, N, it was cut off.
    Where either is true, `observed` is of the next game in that place.
    """

    observed: Observed
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Games(NamedTuple):
    """The games of a batch and all that is written of them; the first axis is the place."""

    states: Records
    numbers: NDArray[np.int64]
    lengths: NDArray[np.int64]
    chance: NDArray[np.uint64]  # of players who choose at random
    legal: NDArray[np.int16]
    counts: NDArray[np.int64]
    mask: NDArray[np.bool_]
    player: NDArray[np.int64]
    views: NDArray[np.float32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


@jit_aside
def begin(
    games: Games,
    scratch: Records,
    options: Records,
    players: int,
    key: Generator,
    first: int,
    end: int,
) -> None:
    """Deals a fresh game in each place from `first` to before `end`, of the number written there.

    `scratch` is room for a view.
    """
    words = np.empty(4, np.uint64)
    for place in range(first, end):
        deal_fresh(games, place, options, players, key, words)
        look(games, place, scratch)


@jit_aside
def play(
    games: Games,
    scratch: Records,
    options: Records,
    players: int,
    key: Generator,
    actions: NDArray[np.int64],
    max_actions: int,
    first: int,
    end: int,
) -> None:
    """One legal action in each place from `first` to before `end`; what has ended begins anew."""
    words = np.empty(4, np.uint64)
    won = np.empty(MOST_PLAYERS, np.float64)
    for place in range(first, end):
        state = games.states[place]
        apply_action(state, int(actions[place]))
        games.lengths[place] += 1
        over = current_player(state) < 0
        late = not over and games.lengths[place] >= max_actions
        games.terminated[place] = over
        games.truncated[place] = late
        if over:
            returns(state, won)
        for player in range(players):
            games.rewards[place, player] = won[player] if over else 0.0
        if over or late:
            games.numbers[place] += games.numbers.shape[0]
            deal_fresh(games, place, options, players, key, words)
        look(games, place, scratch)


@jit_aside
def deal_fresh(
    games: Games, place: int, options: Records, players: int, key: Generator, words: Generator
) -> None:
    """Deals the game whose number is written in a place."""
    start(games.chance[place], key, GAME_KEY, int(games.numbers[place]))
    for word in range(4):
        words[word] = next_word(games.chance[place])
    state = games.states[place]
    seed(state, words)
    deal(state, players, options[0])
    start(games.chance[place], key, GAME_PLAY, int(games.numbers[place]))
    games.lengths[place] = 0


@jit_aside
def look(games: Games, place: int, scratch: Records) -> None:
    """Writes what the player who is to decide in a place may know and do."""
    state, view = games.states[place], scratch[0]
    for number in range(games.counts[place]):
        games.mask[place, games.legal[place, number]] = False
    count = legal_actions(state, games.legal[place])
    for number in range(count):
        games.mask[place, games.legal[place, number]] = True
    games.counts[place] = count
    games.player[place] = current_player(state)
    if games.views.shape[1] > 0:
        observe(state, int(games.player[place]), view)
        encode(view, games.views[place])


@jit_aside
def choose(games: Games, out: NDArray[np.int64], first: int, end: int) -> None:
    """Any legal action in each place from `first` to before `end`, each equally likely."""
    for place in range(first, end):
        count = int(games.counts[place])
        chosen = below(games.chance[place], count) if count > 1 else 0
        out[place] = games.legal[place, chosen]


class Batch:
    """So many games of one kind, played side by side, each begun anew when it has ended.

    In place `p` the games with the numbers `p`, `p + count`, `p + 2 * count`, ... are played, dealt
    from `seed` and number alone, the same as those of a simulation with that seed. A game is cut
    off after `max_actions`. With `views=False` no views are made. `threads` share the work; what
    comes of it does not depend on them. Raises BadOptions.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        count: int,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        max_actions: int = 20_000,
        views: bool = True,
        threads: int = 1,
    ) -> None:
        for name, value, most in (
            ("count", count, MOST_GAMES),
            ("max_actions", max_actions, MOST_ACTIONS),
            ("threads", threads, MOST_GAMES),
        ):
            if not is_whole(value, 1, most):
                raise BadOptions(
                    "bad-number",
                    f"{name}: {shown(value)}; expected a whole number from 1 to {most}",
                )
        self.game = game
        self.players = players
        self.count = count
        self.max_actions = max_actions
        checked = game.options(players, game.simulated(options))
        self._options = game.text.options_records(checked)
        self._key = checked_key(seed)
        self._games = Games(
            states=np.zeros(count, game.rules.State),
            numbers=np.arange(count),
            lengths=np.zeros(count, np.int64),
            chance=np.zeros((count, 4), np.uint64),
            legal=np.zeros((count, game.actions), np.int16),
            counts=np.zeros(count, np.int64),
            mask=np.zeros((count, game.actions), np.bool_),
            player=np.zeros(count, np.int64),
            views=np.zeros((count, game.features if views else 0), np.float32),
            rewards=np.zeros((count, players), np.float32),
            terminated=np.zeros(count, np.bool_),
            truncated=np.zeros(count, np.bool_),
        )
        edges = np.linspace(0, count, min(threads, count) + 1).astype(int).tolist()
        self._ranges = list(pairwise(edges))
        self._scratch = [np.zeros(1, game.rules.State) for _ in self._ranges]
        self._pool = ThreadPoolExecutor(len(self._ranges)) if len(self._ranges) > 1 else None
        self._begun = False

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of the game in each place."""
        return self._games.numbers

    @property
    def states(self) -> Records:
        """The full states, one record a place, as ARCHITECTURE.md lists their fields."""
        return self._games.states

    @property
    def observed(self) -> Observed:
        """What is seen now."""
        games = self._games
        return Observed(games.views, games.mask, games.player)

    def reset(self) -> Observed:
        """Deals the first game in each place."""
        self._games.numbers[:] = np.arange(self.count)
        self._each(
            lambda scratch, first, end: begin(
                self._games, scratch, self._options, self.players, self._key, first, end
            )
        )
        self._begun = True
        return self.observed

    def step(self, actions: ArrayLike) -> Stepped:
        """Plays an action in each place: whole numbers, N. Raises BadAction, all unchanged."""
        chosen = self._checked(actions)
        self._each(
            lambda scratch, first, end: play(
                self._games,
                scratch,
                self._options,
                self.players,
                self._key,
                chosen,
                self.max_actions,
                first,
                end,
            )
        )
        games = self._games
        return Stepped(self.observed, games.rewards, games.terminated, games.truncated)

    def sample(self) -> NDArray[np.int64]:
        """Any legal action in each place, each equally likely, by chance from seed and number."""
        out = np.zeros(self.count, np.int64)
        self._each(lambda _, first, end: choose(self._games, out, first, end))
        return out

    def _each(self, work: Callable[[Records, int, int], None]) -> None:
        """Does the work for all places, by all threads."""
        parts = [
            (scratch, first, end)
            for scratch, (first, end) in zip(self._scratch, self._ranges, strict=True)
        ]
        if self._pool is None:
            work(*parts[0])
        else:
            for done in [self._pool.submit(work, *part) for part in parts]:
                done.result()

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        """The actions, all legal. Raises BadAction."""
        if not self._begun:
            raise BadAction("not-begun", "no game was dealt yet; expected reset() first")
        found = np.asarray(actions)
        if found.shape != (self.count,) or not np.issubdtype(found.dtype, np.integer):
            raise BadAction(
                "bad-actions",
                f"actions: {found.dtype} of shape {found.shape}; expected whole numbers of shape "
                f"({self.count},)",
            )
        inside = (found >= 0) & (found < self.game.actions)
        legal = inside & self._games.mask[np.arange(self.count), np.where(inside, found, 0)]
        if not legal.all():
            place = int(np.argmin(legal))
            raise BadAction(
                "illegal-action",
                f"place {place}: action {int(found[place])}; expected one of the "
                f"{int(self._games.counts[place])} that `mask` shows",
            )
        return found.astype(np.int64, copy=False)
