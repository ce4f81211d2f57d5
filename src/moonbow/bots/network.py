"""A policy and value network in NumPy: its file, what it says of a view, the bot that asks it.

The network looks at the features of a view (`State.encode`) through two layers of rectified sums.
What comes out of the second, the body, says three things:

- what each feature of the rules of thumb counts in this position, as a weight of its points,
- what each action has to it beyond that, by its number, through a layer of low rank,
- how likely each seat is to win, counted clockwise from the player who looks.

The value of an action is what it gets by the first two; the shares of the policy are the softmax of
the values of the legal actions. A network that has learned nothing weighs actions as the rules of
thumb do.
"""

import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.bot import Budget
from moonbow.bots.thumbs import explain_at, features_of
from moonbow.games.errors import BadOptions, Refused, shown
from moonbow.games.game import GAMES, Game, State
from moonbow.games.kernel import below, jit, new_generator
from moonbow.games.reading import is_whole
from moonbow.table.files import parse_json, write_whole

Reals = NDArray[np.float32]

FORMAT = 1
"""Goes up when files of before can no longer be read."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a file, and of all that is packed in it, at most."""

RANK = 32
"""How many numbers an action is known by beyond the rules of thumb."""

MOST_WIDTH = 1_024


class BadNetwork(BadOptions):
    """A file that holds no network, or a network for other games than those to be played."""


class Weights(NamedTuple):
    """The numbers of a network, by what goes in, then what comes out."""

    outer: Reals  # features, width
    outer_bias: Reals
    inner: Reals  # width, width
    inner_bias: Reals
    rank: Reals  # width, RANK
    rank_bias: Reals
    action: Reals  # actions, RANK
    action_bias: Reals  # actions
    thumb: Reals  # width, features of the rules of thumb
    thumb_bias: Reals
    seat: Reals  # width, players
    seat_bias: Reals


def shapes(game: Game, players: int, width: int) -> dict[str, tuple[int, ...]]:
    """The shape of each of the Weights."""
    thumbs = len(features_of(game.rules))
    return {
        "outer": (game.features, width),
        "outer_bias": (width,),
        "inner": (width, width),
        "inner_bias": (width,),
        "rank": (width, RANK),
        "rank_bias": (RANK,),
        "action": (game.actions, RANK),
        "action_bias": (game.actions,),
        "thumb": (width, thumbs),
        "thumb_bias": (thumbs,),
        "seat": (width, players),
        "seat_bias": (players,),
    }


@dataclass(frozen=True, eq=False)
class Network:
    """A network for one game and one number of players; `made` tells how it came to be.

    `made` is a JSON object: the command, the commit if known, hours, iterations, games, options.
    """

    game: Game
    players: int
    weights: Weights
    made: Mapping[str, Any]

    def values(self, view: State, legal: Sequence[int]) -> list[float]:
        """How good each legal action is, on the scale of the softmax."""
        actions, points = np.array(legal, np.int16), points_of(view, legal)
        out = np.zeros(len(legal))
        values_at(self.weights, view.encode(), actions, len(legal), points, out)
        found: list[float] = out.tolist()
        return found

    def chances(self, view: State) -> list[float]:
        """How likely each player is to win."""
        out = np.zeros(self.players)
        chances_at(self.weights, view.encode(), out)
        by_player: list[float] = np.roll(out, max(0, view.viewer or 0)).tolist()
        return by_player

    def as_kept(self) -> "Network":
        """The network as its file holds it: rounded to half precision."""
        kept = (half(each).astype(np.float32) for each in self.weights)
        return Network(self.game, self.players, Weights(*kept), self.made)

    def tobytes(self) -> bytes:
        """The file that `read_network` reads."""
        told = {
            "moonbow_network": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": self.players,
            "width": self.weights.outer.shape[1],
            "made": dict(self.made),
        }
        arrays: dict[str, Any] = {name: half(each) for name, each in self.weights._asdict().items()}
        file = BytesIO()
        np.savez_compressed(
            file, about=np.frombuffer(json.dumps(told).encode(), np.uint8), **arrays
        )
        return file.getvalue()

    def write(self, path: str | Path) -> None:
        """Writes the file, whole or not at all. Raises BadFile."""
        write_whole(path, self.tobytes())


def half(numbers: Reals) -> NDArray[np.float16]:
    """Numbers in half precision; those beyond its range become its ends."""
    most = np.finfo(np.float16).max
    return np.clip(numbers, -most, most).astype(np.float16)


def points_of(view: State, legal: Sequence[int]) -> NDArray[np.float64]:
    """What the rules of thumb say of each legal action, by action and feature, in points."""
    points = np.zeros((len(legal), len(features_of(view.game.rules))))
    explain_at(view.records, 0, np.array(legal, np.int16), len(legal), points)
    return points


# What comes out of it


@jit
def values_at(
    weights: Weights,
    features: Reals,
    legal: NDArray[np.int16],
    count: int,
    points: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """The values of the first `count` legal actions in a view with these features.

    `points` are what the rules of thumb say, by action and feature.
    """
    body = body_of(weights, features)
    known_by = layer(body, weights.rank, weights.rank_bias)
    counted = layer(body, weights.thumb, weights.thumb_bias)
    for place in range(count):
        action = int(legal[place])
        value = float(weights.action_bias[action])
        for number in range(known_by.shape[0]):
            value += float(known_by[number] * weights.action[action, number])
        for feature in range(counted.shape[0]):
            value += float(counted[feature]) * points[place, feature]
        out[place] = value


@jit
def chances_at(weights: Weights, features: Reals, out: NDArray[np.float64]) -> None:
    """How likely each seat is to win, counted clockwise from the viewer's."""
    seats = layer(body_of(weights, features), weights.seat, weights.seat_bias)
    total = 0.0
    for seat in range(seats.shape[0]):
        out[seat] = np.exp(float(seats[seat] - seats.max()))
        total += out[seat]
    for seat in range(seats.shape[0]):
        out[seat] /= total


@jit
def body_of(weights: Weights, features: Reals) -> Reals:
    """What all else is read from."""
    first = layer(features, weights.outer, weights.outer_bias)
    rectify(first)
    second = layer(first, weights.inner, weights.inner_bias)
    rectify(second)
    return second


@jit
def layer(inputs: Reals, weights: Reals, bias: Reals) -> Reals:
    """The weighted sums of the inputs, most of which may be 0."""
    out = bias.copy()
    for place in range(inputs.shape[0]):
        if inputs[place] != 0:
            for number in range(out.shape[0]):
                out[number] += inputs[place] * weights[place, number]
    return out


@jit
def rectify(numbers: Reals) -> None:
    """Makes 0 of what is below."""
    for place in range(numbers.shape[0]):
        numbers[place] = max(numbers[place], np.float32(0))


# Files


def read_network(path: str | Path) -> Network:
    """The network in a file. Raises BadNetwork, which names the file."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BadNetwork("too-large", f"more than {LARGEST} bytes; expected a smaller file")
        return parse_network(Path(path).read_bytes())
    except OSError as error:
        raise BadNetwork("cannot-read", f"{path}: cannot be read: {error.strerror}") from error
    except Refused as error:
        raise BadNetwork(error.code, f"{path}: {error}") from error


def parse_network(data: bytes) -> Network:
    """The network in the bytes of a file. Raises BadNetwork or BadFile."""
    expected = "expected a file that moonbow train has written"
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            if sum(each.file_size for each in packed.infolist()) > LARGEST:
                raise BadNetwork("too-large", f"unpacks to more than {LARGEST} bytes; {expected}")
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
    except (
        ArithmeticError, EOFError, KeyError, MemoryError, NotImplementedError, OSError,
        RuntimeError, SyntaxError, TypeError, ValueError, zipfile.BadZipFile, zlib.error,
    ) as error:  # fmt: skip
        if isinstance(error, BadNetwork):
            raise
        raise BadNetwork("no-network", f"cut off, or no network; {expected}") from error
    about = found.pop("about", None)
    if about is None or about.dtype != np.uint8 or about.ndim != 1:
        raise BadNetwork("no-network", f"about: missing; {expected}")
    told = parse_json(about.tobytes())
    if told.get("moonbow_network") != FORMAT:
        raise BadNetwork(
            "no-network",
            f"moonbow_network: {shown(told.get('moonbow_network'))}; expected {FORMAT}",
        )
    game, players, width = game_told(told)
    for name, shape in shapes(game, players, width).items():
        array = found.pop(name, None)
        if array is None or array.dtype != np.float16 or array.shape != shape:
            what = "missing" if array is None else f"{array.dtype} of shape {array.shape}"
            raise BadNetwork("bad-weights", f"{name}: {what}; expected float16 of shape {shape}")
        if not np.isfinite(array).all():
            raise BadNetwork("bad-weights", f"{name}: not finite; expected finite numbers")
        told[name] = array.astype(np.float32)
    if found:
        raise BadNetwork("bad-weights", f"{shown(next(iter(found)))}: unknown; {expected}")
    weights = Weights(*(told[name] for name in Weights._fields))
    return Network(game, players, weights, told["made"])


def game_told(told: Mapping[str, Any]) -> tuple[Game, int, int]:
    """Game, players and width that a file tells of. Raises BadNetwork."""
    name = told.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise BadNetwork("bad-network", f"game: {shown(name)}; expected {', '.join(GAMES)}")
    game = GAMES[name]
    if told.get("rules") != game.rules_version:
        raise BadNetwork(
            "other-rules", f"rules: {shown(told.get('rules'))}; expected {game.rules_version}"
        )
    for key, least, most in (
        ("players", game.min_players, game.max_players), ("width", 1, MOST_WIDTH)
    ):  # fmt: skip
        if not is_whole(told.get(key), least, most):
            raise BadNetwork(
                "bad-network", f"{key}: {shown(told.get(key))}; expected {least} to {most}"
            )
    if not isinstance(told.get("made"), dict):
        raise BadNetwork("bad-network", f"made: {shown(told.get('made'))}; expected an object")
    return game, told["players"], told["width"]


def kept_network(path: str) -> Network:
    """`read_network`, of a file that has not changed since only once."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadNetwork("cannot-read", f"{path}: cannot be read: {reason}") from error
    return _kept(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=16)
def _kept(path: str, _changed: int, _size: int) -> Network:
    """The file as it was at that time."""
    return read_network(path)


# The bot


class NetworkBot:
    """Takes the action of the greatest value; it does not search."""

    def __init__(self, seed: int, network: Network, name: str = "network") -> None:
        self.name = name
        self.network = network
        self._seed = seed

    def choose(self, view: State, legal: Sequence[int], budget: Budget) -> int:
        """The best action; of equal ones any, by the bot's seed. Raises BadNetwork."""
        del budget  # it takes no time
        self.check(view.game, view.players)
        values = np.array(self.network.values(view, legal))
        best = np.flatnonzero(values == values.max())
        place = best[below(new_generator(self._seed), len(best))]
        return legal[int(place)]

    def evaluate(self, view: State, legal: Sequence[int], budget: Budget) -> dict[int, float]:
        """How often the policy takes each legal action, as a share. Raises BadNetwork."""
        del budget
        self.check(view.game, view.players)
        values = np.array(self.network.values(view, legal))
        grown = np.exp(values - values.max())
        return dict(zip(legal, (grown / grown.sum()).tolist(), strict=True))

    def check(self, game: Game, players: int) -> None:
        """Raises BadNetwork where the network is for another game or number of players."""
        own = self.network
        if (own.game.name, own.players) != (game.name, players):
            raise BadNetwork(
                "other-game",
                f"bots: {shown(self.name)}: plays {own.game.name} with {own.players} players; "
                f"expected {game.name} with {players}",
            )
