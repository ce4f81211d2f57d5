"""Games for training: many in step, by a network and by rules of thumb, and its decisions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.network import Network, Weights, values_at
from moonbow.bots.thumbs import explain, features_of
from moonbow.envs.batch import Batch, Slots
from moonbow.games.contract import encode, observe
from moonbow.games.game import GAMES, Game, checked_key
from moonbow.games.kernel import jit_aside
from moonbow.lab.runs import drawn

LESSON, LESSON_PLAY, CHECK, CHECK_PLAY = 10, 11, 12, 13
"""What chance is drawn for: the games of an iteration and what is chosen in them, the same of the
games that a network is measured by."""

MOST_PARTS = 1 << 20
"""Parts of one iteration, at most."""

PART = {"rainbow": 512, "rainbow7": 64, "pirates": 32}
"""Games of one part, which are played in step."""

AGAINST_THUMBS = 4
"""One of so many games of an iteration is played by the network alone against rules of thumb."""

CUT = {"rainbow": 1_000, "rainbow7": 4_000, "pirates": 4_000}
"""Actions after which a game of an iteration is cut off."""

TIES = 1e-6
"""Points by which chance decides between actions that look the same by the rules of thumb."""


@dataclass(frozen=True)
class Plan:
    """All that determines a run of training but its length, and how many share the work.

    `games` are those of an iteration, `deals` those that a network is measured by, `width` is that
    of the network, `rate` the rate of learning, `entropy` the worth of being undecided, `threads`
    how many the learner uses.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    seed: int
    games: int
    deals: int
    width: int
    rate: float
    entropy: float
    threads: int

    @property
    def of(self) -> Game:
        """The game."""
        return GAMES[self.game]

    @property
    def parts(self) -> int:
        """How many parts an iteration has."""
        return -(-self.games // PART[self.game])


class Decisions(NamedTuple):
    """What a network decided in some games, in the order of time; and how these ended.

    By decision: `views` and `hidden` (the other hands, clockwise) as features, `counts` (how many
    actions were legal), `places` (which of these was taken), `games` and `players`. By legal
    action: `actions`, and `points` by feature of the rules of thumb. By game and player: `returns`,
    all 0 of a game that was cut off.
    """

    views: NDArray[np.float16]
    hidden: NDArray[np.float16]
    counts: NDArray[np.int64]
    places: NDArray[np.int64]
    games: NDArray[np.int64]
    players: NDArray[np.int64]
    actions: NDArray[np.int16]
    points: NDArray[np.float16]
    returns: NDArray[np.float64]


def together(parts: list[Decisions]) -> Decisions:
    """Several parts as one, the games of each numbered on."""
    numbered, games = [], 0
    for part in parts:
        numbered.append(part._replace(games=part.games + games))
        games += len(part.returns)
    return Decisions(*(np.concatenate(each) for each in zip(*numbered, strict=True)))


def hidden_features(game: Game, players: int) -> int:
    """How many numbers tell the other hands."""
    return (players - 1) * int(game.views.ENCODING[0][1])


def collect(plan: Plan, network: Network, iteration: int, part: int) -> Decisions:
    """One part of the games of an iteration, as they determine it together with the network.

    The network plays all seats, but in one of AGAINST_THUMBS games only one.
    """
    number = iteration * MOST_PARTS + part
    key = checked_key(plan.seed)
    count = min(PART[plan.game], plan.games - part * PART[plan.game])
    batch = Batch(
        plan.of, plan.players, count, plan.options, drawn(key, LESSON, number),
        max_actions=CUT[plan.game],
    )  # fmt: skip
    learns = np.ones((count, plan.players), np.bool_)
    apart = np.arange(0, count, AGAINST_THUMBS)
    learns[apart] = False
    learns[apart, (apart // AGAINST_THUMBS) % plan.players] = True
    chance = np.random.Generator(np.random.PCG64(drawn(key, LESSON_PLAY, number)))
    return play(batch, network, learns, chance, keep=True)


def measure(plan: Plan, network: Network, turn: int) -> NDArray[np.float64]:
    """What the network wins alone against rules of thumb, by deal, sitting on the seat `turn`.

    It takes what it values most. The deals are the same for every seat and every network.
    """
    key = checked_key(plan.seed)
    batch = Batch(
        plan.of, plan.players, plan.deals, plan.options, drawn(key, CHECK, 0),
        max_actions=CUT[plan.game],
    )  # fmt: skip
    learns = np.zeros((plan.deals, plan.players), np.bool_)
    learns[:, turn] = True
    chance = np.random.Generator(np.random.PCG64(drawn(key, CHECK_PLAY, turn)))
    won: NDArray[np.float64] = play(batch, network, learns, chance, keep=False).returns[:, turn]
    return won


def play(
    batch: Batch,
    network: Network,
    learns: NDArray[np.bool_],
    chance: np.random.Generator,
    keep: bool,
) -> Decisions:
    """Plays the first game of every slot to its end.

    By slot and player, `learns` says where the network decides; elsewhere rules of thumb do. With
    `keep` it takes each action as often as its policy says, and its decisions are kept; else it
    takes the best, and there are none.
    """
    slots, count = batch.slots, batch.count
    weights = Weights(*(each.copy() for each in network.weights))  # those from afar are read-only
    thumbs = weights.thumb.shape[1]
    hidden = hidden_features(batch.game, batch.players) if keep else 0
    returns = np.zeros((count, batch.players))
    live = np.ones(count, np.bool_)
    kept = [nothing(batch, hidden)]
    while live.any():
        actions = slots.legal[:, 0].astype(np.int64)
        deciding = np.flatnonzero(live & (slots.counts > 1))
        players = batch.current[deciding]
        own = learns[deciding, players]
        starts = np.concatenate([[0], np.cumsum(slots.counts[deciding])])
        points = np.zeros((starts[-1], thumbs))
        noise = chance.gumbel(size=starts[-1])
        places = np.zeros(len(deciding), np.int64)
        others = np.zeros((len(deciding), hidden), np.float32)
        decide(slots, weights, deciding, own, starts, noise, keep, points, places, others)
        actions[deciding] = slots.legal[deciding, places]
        if keep:
            counts = slots.counts[deciding[own]]
            offered = np.repeat(own, slots.counts[deciding])
            kept.append(
                Decisions(
                    views=batch.views[deciding[own]].astype(np.float16),
                    hidden=others[own].astype(np.float16),
                    counts=counts,
                    places=places[own],
                    games=deciding[own],
                    players=players[own],
                    actions=slots.legal[deciding[own]][
                        np.arange(slots.legal.shape[1]) < counts[:, np.newaxis]
                    ],
                    points=points[offered].astype(np.float16),
                    returns=returns[:0],
                )
            )
        batch.step(actions)
        ended = live & (batch.terminated | batch.truncated)
        returns[ended] = batch.rewards[ended]
        live &= ~ended
    found = Decisions(*(np.concatenate(each) for each in zip(*kept, strict=True)))
    return found._replace(returns=returns)


def nothing(batch: Batch, hidden: int) -> Decisions:
    """No decisions."""
    thumbs = len(features_of(batch.game.rules))
    return Decisions(
        views=np.zeros((0, batch.game.features), np.float16),
        hidden=np.zeros((0, hidden), np.float16),
        counts=np.zeros(0, np.int64),
        places=np.zeros(0, np.int64),
        games=np.zeros(0, np.int64),
        players=np.zeros(0, np.int64),
        actions=np.zeros(0, np.int16),
        points=np.zeros((0, thumbs), np.float16),
        returns=np.zeros((0, batch.players)),
    )


@jit_aside
def decide(
    slots: Slots,
    weights: Weights,
    deciding: NDArray[np.int64],
    own: NDArray[np.bool_],
    starts: NDArray[np.int64],
    noise: NDArray[np.float64],
    by_policy: bool,
    points: NDArray[np.float64],
    places: NDArray[np.int64],
    hidden: NDArray[np.float32],
) -> None:
    """Decides in some slots: by the network where it is its `own`, else by rules of thumb.

    Row r of `own`, `places` (which of the legal actions it is) and `hidden` (the other hands) is
    for the slot `deciding[r]`, as are the rows of `points` (what the rules of thumb say, all 0
    before) and of `noise` from `starts[r]` on. Where `hidden` has no columns it is not written.
    `noise` is drawn from the Gumbel distribution, so that `by_policy` each action is taken as often
    as the softmax of the values says.
    """
    view = slots.scratch[0]
    features = np.empty(slots.views.shape[1], np.float32)
    values = np.empty(slots.legal.shape[1])
    players = slots.rewards.shape[1]
    hand = hidden.shape[1] // (players - 1)
    for row in range(deciding.shape[0]):
        slot = int(deciding[row])
        state, legal, count = slots.states[slot], slots.legal[slot], int(slots.counts[slot])
        said, chance = points[starts[row] : starts[row + 1]], noise[starts[row] : starts[row + 1]]
        explain(state, legal, count, said)
        if own[row]:
            values_at(weights, slots.views[slot], legal, count, said, values)
        for place in range(count):
            if not own[row]:
                values[place] = said[place].sum() + TIES * chance[place]
            elif by_policy:
                values[place] += chance[place]
        places[row] = np.argmax(values[:count])
        if hand > 0:
            for seat in range(players - 1):
                observe(state, (int(slots.current[slot]) + 1 + seat) % players, view)
                encode(view, features)
                hidden[row, hand * seat : hand * (seat + 1)] = features[:hand]
