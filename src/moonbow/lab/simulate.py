"""Many games without a table: what comes of them, and how fast."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.thumbs import weigh
from moonbow.games.contract import (
    RULES,
    Records,
    apply_action,
    current_player,
    deal,
    legal_actions,
    observe,
    returns,
    scores,
    seed,
)
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import Game, checked_key
from moonbow.games.kernel import Generator, below, jit, next_word, start
from moonbow.games.reading import is_whole

GAME_KEY, GAME_PLAY = 4, 5  # what chance is drawn for: a game's key, what its players choose
KINDS = ("random", "thumbs")
RANDOM, THUMBS = range(2)  # how a seat chooses
MAX_ACTIONS = 100_000
MOST_ACTIONS = max(rules.ACTIONS for rules in RULES)  # of any game
MOST = 10**12  # games, and actions of a game
SHARES = 60  # a win in shares, so that equal parts of it among 1 to 6 players stay whole
CHUNK_SECONDS = 0.2  # between two looks at the clock, the progress bar and Ctrl-C


Played = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]
"""Of some games: lengths, and by game and player returns and scores."""


@dataclass(frozen=True)
class Summary:
    """What came of a simulation; lists are by player.

    `wins` counts a tie as equal shares; games cut off count in neither `wins` nor `mean_scores`.
    """

    game: str
    players: int
    games: int
    finished: int
    truncated: int
    actions: int
    seconds: float
    games_per_second: float
    actions_per_second: float
    wins: list[float]
    mean_scores: list[float]

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


@jit
def random_games(
    states: Records,
    options: Records,
    players: int,
    key: Generator,
    first: int,
    max_actions: int,
    lengths: NDArray[np.int64],
    shares: NDArray[np.float64],
    points: NDArray[np.int64],
) -> None:
    """Plays games number `first`, `first` + 1, ... with random players, one for each of `lengths`.

    Each game's key and choices come from the key and the game's number alone. Writes how many
    actions each took, and by game and player the returns and points. `states` is scratch, one
    record. A game is cut off after `max_actions`; its returns are then all 0.
    """
    state = states[0]
    generator = np.empty(4, np.uint64)
    game_key = np.empty(4, np.uint64)
    legal = np.empty(MOST_ACTIONS, np.int16)
    for game in range(lengths.shape[0]):
        start(generator, key, GAME_KEY, first + game)
        for word in range(4):
            game_key[word] = next_word(generator)
        seed(state, game_key)
        deal(state, players, options[0])
        start(generator, key, GAME_PLAY, first + game)
        length = 0
        while current_player(state) >= 0 and length < max_actions:
            apply_action(state, int(legal[below(generator, legal_actions(state, legal))]))
            length += 1
        lengths[game] = length
        returns(state, shares[game])
        scores(state, points[game])


@jit
def mixed_games(
    states: Records,
    views: Records,
    options: Records,
    players: int,
    kinds: NDArray[np.int64],
    key: Generator,
    first: int,
    max_actions: int,
    lengths: NDArray[np.int64],
    shares: NDArray[np.float64],
    points: NDArray[np.int64],
) -> None:
    """`random_games` with players of several kinds: `kinds` says by seat RANDOM or THUMBS.

    `views` is scratch, one record.
    """
    state, view = states[0], views[0]
    generator = np.empty(4, np.uint64)
    game_key = np.empty(4, np.uint64)
    legal = np.empty(MOST_ACTIONS, np.int16)
    weights = np.empty(MOST_ACTIONS, np.float64)
    for game in range(lengths.shape[0]):
        start(generator, key, GAME_KEY, first + game)
        for word in range(4):
            game_key[word] = next_word(generator)
        seed(state, game_key)
        deal(state, players, options[0])
        start(generator, key, GAME_PLAY, first + game)
        length = 0
        while current_player(state) >= 0 and length < max_actions:
            count = legal_actions(state, legal)
            place = 0
            if count > 1:
                player = current_player(state)
                if kinds[player] == THUMBS:
                    observe(state, player, view)
                    weigh(view, legal, count, weights)
                    place = best_of(weights, count, generator)
                else:
                    place = below(generator, count)
            apply_action(state, int(legal[place]))
            length += 1
        lengths[game] = length
        returns(state, shares[game])
        scores(state, points[game])


@jit
def best_of(weights: NDArray[np.float64], count: int, generator: Generator) -> int:
    """The place of the greatest of the first `count`; of equal ones any."""
    best, equal = 0, 1
    for place in range(1, count):
        if weights[place] > weights[best]:
            best, equal = place, 1
        elif weights[place] == weights[best]:
            equal += 1
            if below(generator, equal) == 0:
                best = place
    return best


def simulate(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str] | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    max_actions: int = MAX_ACTIONS,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Plays games with these bots by seat (absent: all random), `random` or `thumbs`, and sums up.

    The same seed, a whole number below 2**256, gives the same games. `progress` is told from time
    to time how many games are done. Raises BadOptions.
    """
    checked = game.text.options_records(game.options(players, game.simulated(options)))
    kinds = kinds_of(bots, players)
    for name, number in (("games", games), ("max_actions", max_actions)):
        if not is_whole(number, 1, MOST):
            raise BadOptions(
                "bad-number", f"{name}: {shown(number)}; expected a whole number from 1 to {MOST}"
            )
    key = checked_key(seed)
    states, views = np.zeros(1, game.rules.State), np.zeros(1, game.rules.State)

    def play(first: int, count: int) -> Played:
        lengths = np.zeros(count, np.int64)
        shares, points = np.zeros((count, players)), np.zeros((count, players), np.int64)
        if kinds.any():
            mixed_games(
                states, views, checked, players, kinds, key, first, max_actions, lengths, shares,
                points,
            )  # fmt: skip
        else:
            random_games(states, checked, players, key, first, max_actions, lengths, shares, points)
        return lengths, shares, points

    play(0, 0)  # compiled, or loaded, before the clock starts
    finished = actions = done = 0
    wins, totals = np.zeros(players, np.int64), np.zeros(players, np.int64)
    seconds, chunk = 0.0, 1
    while done < games:
        chunk = min(chunk, games - done)
        begun = time.perf_counter()
        lengths, shares, points = play(done, chunk)
        took = time.perf_counter() - begun
        ended = shares.sum(axis=1) > 0
        finished += int(ended.sum())
        wins += np.rint(shares[ended] * SHARES).astype(np.int64).sum(axis=0)
        totals += points[ended].sum(axis=0)
        actions += int(lengths.sum())
        done += chunk
        seconds += took
        progress(done)
        chunk = max(1, min(2 * chunk, round(chunk * CHUNK_SECONDS / max(took, 1e-9))))
    return Summary(
        game=game.name,
        players=players,
        games=games,
        finished=finished,
        truncated=games - finished,
        actions=actions,
        seconds=seconds,
        games_per_second=games / seconds,
        actions_per_second=actions / seconds,
        wins=(wins / SHARES).tolist(),
        mean_scores=(totals / max(finished, 1)).tolist(),
    )


def kinds_of(bots: Sequence[str] | None, players: int) -> NDArray[np.int64]:
    """By seat RANDOM or THUMBS, the bots that play compiled. Raises BadOptions."""
    if bots is None:
        return np.zeros(players, np.int64)
    if len(bots) != players:
        raise BadOptions("bad-bots", f"bots: {len(bots)} given; expected {players}, one a player")
    for name in bots:
        if name not in KINDS:
            raise BadOptions("unknown-bot", f"bots: {shown(name)}; expected {' or '.join(KINDS)}")
    return np.array([KINDS.index(name) for name in bots], np.int64)
