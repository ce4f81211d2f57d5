"""The learner, with PyTorch: proximal policy optimization of a network and of a critic beside it.

Every player's decisions in a game are a line of their own, at the end of which stands what the game
was worth to that player. The critic guesses this from all hands, the network from what its player
sees; both learn to from how the games ended. What a decision was better than expected is added up
along its line, ever less of what came later (generalized advantage estimation).

All is determined by the plan, the iteration, and the decisions; nothing is drawn by chance that
outlasts an iteration.
"""

import math
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from moonbow.bots.network import RANK, Network, Weights, shapes
from moonbow.games.errors import Refused
from moonbow.games.game import checked_key
from moonbow.games.kernel import jit
from moonbow.lab.collect import Decisions, Plan, hidden_features
from moonbow.lab.runs import drawn

FRESH, SHUFFLE = 14, 15  # what chance is drawn for: fresh weights, the order of decisions

EPOCHS = 2
"""How often an iteration goes through its decisions, at most."""

MINIBATCH = 8_192
CLIP = 0.2
"""How much more or less likely an action may become in one iteration and still count."""

FAR = 0.03
"""An iteration ends early where its policy has moved so far from that which played, in nats."""

FADING = 0.95
"""What is left, at each decision of a line, of what came later."""

STEEPEST = 1.0
"""Gradients longer than this are shortened to it."""


class BadCheckpoint(Refused):
    """A file that is no checkpoint of this run."""


@dataclass(frozen=True)
class Figures:
    """How an iteration went.

    `entropy` of the policy and `kl`, how far it moved, in nats; `clipped`, the share of decisions
    that counted no more; `explained`, the share of the variance of what games were worth that the
    critic foresaw; `chance_loss` of the network's chances, in nats; `steps` taken.
    """

    decisions: int
    entropy: float
    kl: float
    clipped: float
    explained: float
    chance_loss: float
    steps: int

    def as_dict(self) -> dict[str, float]:
        """By name."""
        return asdict(self)


class Learner:
    """A network that learns, its critic, and how far it is."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.iteration = 0
        self.games = 0
        self.decisions = 0
        self.seconds = 0.0
        torch.set_num_threads(plan.threads)
        torch.use_deterministic_algorithms(True)
        chance = np.random.Generator(np.random.PCG64(drawn(checked_key(plan.seed), FRESH, 0)))
        self.actor = fresh_actor(plan, chance)
        self.critic = fresh_critic(plan, chance)
        self.optimizer = torch.optim.Adam(
            [*self.actor.values(), *self.critic.values()], lr=plan.rate, eps=1e-5
        )

    def network(self, made: dict[str, Any]) -> Network:
        """The network as it is now; `made` is told with it."""
        numbers = {name: each.detach().numpy().copy() for name, each in self.actor.items()}
        return Network(self.plan.of, self.plan.players, Weights(**numbers), made)

    def learn(self, found: Decisions) -> Figures:
        """An iteration."""
        data = Lines(found)
        with torch.no_grad():
            kept = [self._look(data, each) for each in data.in_order()]
        before = torch.cat([each.log_shares for each in kept])
        seats = torch.cat([each.critic for each in kept]).softmax(dim=1)
        worth = seats[:, 0].numpy().astype(np.float64)
        better = np.zeros(len(worth))
        advantages(worth, data.lines, data.outcomes, data.ended, FADING, better)
        better = (better - better.mean()) / (better.std() + 1e-8)
        gained = torch.from_numpy(better.astype(np.float32))
        chance = np.random.Generator(
            np.random.PCG64(drawn(checked_key(self.plan.seed), SHUFFLE, self.iteration))
        )
        steps: list[list[float]] = []
        for places in [each for _ in range(EPOCHS) for each in data.shuffled(chance)]:
            steps.append(self._step(data, places, before, gained))
            if steps[-1][1] > FAR:
                break
        self.iteration += 1
        self.games += self.plan.games
        self.decisions += len(worth)
        own = data.outcomes[data.ended]
        missed = own - worth[data.ended]
        entropy, kl, clipped, chance_loss = np.mean(steps, axis=0).tolist()
        return Figures(
            decisions=len(worth),
            entropy=entropy,
            kl=kl,
            clipped=clipped,
            explained=float(1 - missed.var() / max(own.var(), 1e-8)) if len(own) else 0.0,
            chance_loss=chance_loss,
            steps=len(steps),
        )

    def _step(
        self, data: "Lines", places: NDArray[np.int64], before: torch.Tensor, gained: torch.Tensor
    ) -> list[float]:
        """Learns from some decisions; entropy, kl, share clipped and the loss of the chances."""
        seen = self._look(data, places)
        chosen = torch.from_numpy(places)
        moved = seen.log_shares - before[chosen]
        ratio = moved.exp()
        better = gained[chosen]
        bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
        policy_loss = -torch.minimum(ratio * better, bounded * better).mean()
        returns, known = (
            torch.from_numpy(data.returns[places]),
            torch.from_numpy(data.ended[places]),
        )
        least = max(1, int(known.sum()))
        chance_loss, critic_loss = (
            (cross_entropy(each, returns, reduction="none") * known).sum() / least
            for each in (seen.chances, seen.critic)
        )
        entropy = seen.entropies.mean()
        loss = policy_loss + chance_loss + critic_loss - self.plan.entropy * entropy
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.optimizer.param_groups[0]["params"], STEEPEST)
        self.optimizer.step()
        with torch.no_grad():
            kl = (ratio - 1 - moved).mean()
            clipped = ((ratio - 1).abs() > CLIP).float().mean()
        return [float(each.detach()) for each in (entropy, kl, clipped, chance_loss)]

    def _look(self, data: "Lines", places: NDArray[np.int64]) -> "Seen":
        """What network and critic make of some decisions."""
        own = self.actor
        rows, offers = data.offers_of(places)
        views = torch.from_numpy(data.found.views[places]).float()
        hidden = torch.from_numpy(data.found.hidden[places]).float()
        body = body_of(own, views)
        known_by = (body @ own["rank"] + own["rank_bias"])[rows]
        counted = (body @ own["thumb"] + own["thumb_bias"])[rows]
        actions = torch.from_numpy(data.found.actions[offers].astype(np.int64))
        points = torch.from_numpy(data.found.points[offers]).float()
        values = (known_by * own["action"][actions]).sum(dim=1)
        values = values + own["action_bias"][actions] + (counted * points).sum(dim=1)
        greatest = torch.full((len(places),), -math.inf).scatter_reduce(
            0, rows, values.detach(), "amax"
        )
        grown = (values - greatest[rows]).exp()
        total = torch.zeros(len(places)).index_add(0, rows, grown)
        log_all = values - greatest[rows] - total.log()[rows]
        entropies = -torch.zeros(len(places)).index_add(0, rows, log_all.exp() * log_all)
        counts = data.found.counts[places]
        taken = torch.from_numpy(np.cumsum(counts) - counts + data.found.places[places])
        return Seen(
            log_all[taken],
            entropies,
            body @ own["seat"] + own["seat_bias"],
            seats_of(self.critic, torch.cat([views, hidden], dim=1)),
        )

    def tobytes(self) -> bytes:
        """A checkpoint: all that the rest of the run needs."""
        file = BytesIO()
        torch.save(
            {
                "actor": {name: each.detach() for name, each in self.actor.items()},
                "critic": {name: each.detach() for name, each in self.critic.items()},
                "optimizer": self.optimizer.state_dict(),
                "iteration": self.iteration,
                "games": self.games,
                "decisions": self.decisions,
                "seconds": self.seconds,
            },
            file,
        )
        return file.getvalue()

    def load(self, data: bytes) -> None:
        """Goes on from a checkpoint of the same plan. Raises BadCheckpoint."""
        try:
            found = torch.load(BytesIO(data), weights_only=True)
            for name in ("actor", "critic"):
                own = getattr(self, name)
                with torch.no_grad():
                    for key, numbers in found[name].items():
                        own[key].copy_(numbers)
            self.optimizer.load_state_dict(found["optimizer"])
            self.iteration, self.games = int(found["iteration"]), int(found["games"])
            self.decisions, self.seconds = int(found["decisions"]), float(found["seconds"])
        except Exception as error:  # whatever PyTorch makes of bytes that it did not write
            raise BadCheckpoint(
                "bad-checkpoint", "cut off, or no checkpoint of this run; expected the one written"
            ) from error


@dataclass(frozen=True)
class Seen:
    """What network and critic make of some decisions."""

    log_shares: torch.Tensor  # of the action taken, in the policy
    entropies: torch.Tensor
    chances: torch.Tensor  # of the network, by seat, before the softmax
    critic: torch.Tensor  # the same of the critic


class Lines:
    """The decisions of an iteration, and what came of them for those who decided."""

    def __init__(self, found: Decisions) -> None:
        self.found = found
        players = found.returns.shape[1]
        self.lines = found.games * players + found.players
        self.starts = np.cumsum(found.counts) - found.counts
        clockwise = (found.players[:, np.newaxis] + np.arange(players)) % players
        by_seat = np.take_along_axis(found.returns[found.games], clockwise, axis=1)
        self.returns = by_seat.astype(np.float32)
        self.outcomes = by_seat[:, 0]
        self.ended = found.returns.sum(axis=1)[found.games] > 0

    def in_order(self) -> list[NDArray[np.int64]]:
        """All decisions, some at a time."""
        return cut_up(np.arange(len(self.lines)))

    def shuffled(self, chance: np.random.Generator) -> list[NDArray[np.int64]]:
        """The same in any order."""
        return cut_up(chance.permutation(len(self.lines)))

    def offers_of(self, places: NDArray[np.int64]) -> tuple[torch.Tensor, NDArray[np.int64]]:
        """By action legal in these decisions: which of them it is for, and where it is kept."""
        counts = self.found.counts[places]
        rows = np.repeat(np.arange(len(places)), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        return torch.from_numpy(rows), np.repeat(self.starts[places], counts) + within


def cut_up(places: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Parts of MINIBATCH decisions at most, about as large as each other."""
    return np.array_split(places, max(1, -(-len(places) // MINIBATCH)))


@jit
def advantages(
    worth: NDArray[np.float64],
    lines: NDArray[np.int64],
    outcomes: NDArray[np.float64],
    ended: NDArray[np.bool_],
    fading: float,
    out: NDArray[np.float64],
) -> None:
    """By decision, how much better it was than its `worth`, what its player had to expect there.

    `lines` says to which line each decision belongs, `outcomes` what came of it, if it has `ended`;
    else its last decision is taken to have been worth what was expected.
    """
    later = np.zeros(lines.max() + 1 if lines.shape[0] else 0)
    following = np.zeros(later.shape[0])
    begun = np.zeros(later.shape[0], np.bool_)
    for place in range(lines.shape[0] - 1, -1, -1):
        line = lines[place]
        if not begun[line]:
            begun[line] = True
            following[line] = outcomes[place] if ended[place] else worth[place]
        later[line] = following[line] - worth[place] + fading * later[line]
        following[line] = worth[place]
        out[place] = later[line]


def fresh_actor(plan: Plan, chance: np.random.Generator) -> dict[str, torch.Tensor]:
    """A network that weighs as the rules of thumb do, and has the rest yet to learn."""
    wanted = shapes(plan.of, plan.players, plan.width)
    numbers = {name: np.zeros(shape) for name, shape in wanted.items()}
    for name in ("outer", "inner"):
        numbers[name] = rectified(chance, wanted[name])
    numbers["rank"] = chance.normal(0, 1 / math.sqrt(plan.width), wanted["rank"])
    numbers["thumb_bias"] += 1
    numbers["action"] = chance.normal(0, 0.1 / math.sqrt(RANK), wanted["action"])
    return {name: parameter(each) for name, each in numbers.items()}


def fresh_critic(plan: Plan, chance: np.random.Generator) -> dict[str, torch.Tensor]:
    """A critic that has all yet to learn."""
    inputs = plan.of.features + hidden_features(plan.of, plan.players)
    numbers = {
        "outer": rectified(chance, (inputs, plan.width)),
        "outer_bias": np.zeros(plan.width),
        "inner": rectified(chance, (plan.width, plan.width)),
        "inner_bias": np.zeros(plan.width),
        "seat": np.zeros((plan.width, plan.players)),
        "seat_bias": np.zeros(plan.players),
    }
    return {name: parameter(each) for name, each in numbers.items()}


def rectified(chance: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Fresh weights of a layer of rectified sums."""
    return chance.normal(0, math.sqrt(2 / shape[0]), shape)


def parameter(numbers: NDArray[Any]) -> torch.Tensor:
    """Numbers that are learned."""
    return torch.tensor(numbers, dtype=torch.float32, requires_grad=True)


def body_of(own: dict[str, torch.Tensor], inputs: torch.Tensor) -> torch.Tensor:
    """Two layers of rectified sums."""
    first = torch.relu(inputs @ own["outer"] + own["outer_bias"])
    return torch.relu(first @ own["inner"] + own["inner_bias"])


def seats_of(own: dict[str, torch.Tensor], inputs: torch.Tensor) -> torch.Tensor:
    """What a critic says of each seat, before the softmax."""
    return body_of(own, inputs) @ own["seat"] + own["seat_bias"]
