"""Training: a network learns a game by playing itself, in a folder that keeps all of it.

`run.json` says what is learned and how, `checkpoint.pt` holds what the rest of the run needs,
`network.npz` is the network as it is now, a bot like any other, `best.npz` the one that did best of
those measured, and `events` is for TensorBoard. Each is written whole or not at all, so a run that
was broken off can be gone on with, and comes out as if it had not been.
"""

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from moonbow.bots.network import MOST_WIDTH, BadNetwork, Network, read_network
from moonbow.games.errors import BadOptions, Broken, shown
from moonbow.games.game import Game, checked_key
from moonbow.games.reading import is_whole
from moonbow.lab.collect import MOST_PARTS, PART, Plan, collect, measure, together
from moonbow.lab.folders import begin_folder, refusing
from moonbow.lab.ladder import SURE
from moonbow.lab.workers import Workers
from moonbow.table.files import write_whole

if TYPE_CHECKING:
    from moonbow.lab.ppo import Learner

RUN, CHECKPOINT, EVENTS = "run.json", "checkpoint.pt", "events"
NETWORK, BEST = "network.npz", "best.npz"

GAMES = {"rainbow": 4_096, "rainbow7": 512, "pirates": 256}
"""Games of an iteration, unless said otherwise."""

DEALS = {"rainbow": 500, "rainbow7": 100, "pirates": 50}
"""Deals that a network is measured by, unless said otherwise."""

MOST_JOBS = 1_000


class BadRun(Broken):
    """A run of training that leads to nothing, or cannot be told of."""


@dataclass(frozen=True)
class Strength:
    """What a network wins alone against rules of thumb: its share, and the 95 % interval."""

    share: float
    low: float
    high: float
    fair: float


@dataclass(frozen=True)
class Progress:
    """What came of an iteration: `figures` of the learner by name, `strength` where measured.

    `iterations`, `games`, `decisions` and `hours` are those of the run so far.
    """

    iterations: int
    games: int
    decisions: int
    hours: float
    decisions_per_second: float
    figures: Mapping[str, float]
    strength: Strength | None

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


def train(
    game: Game,
    players: int,
    folder: Path,
    iterations: int = 100,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
    *,
    games: int | None = None,
    deals: int | None = None,
    every: int = 5,
    width: int = 128,
    rate: float = 0.0005,
    entropy: float = 0.02,
    threads: int = 1,
    jobs: int = 1,
    ray: str | None = None,
    resume: bool = False,
) -> Progress | None:
    """Learns until the run in the folder has so many iterations; tells the last, None if none.

    An iteration plays `games`, and learns from them. Every so many (`every`) iterations, and at the
    end, the network is measured on so many `deals` by what it wins against rules of thumb. `width`
    is that of its layers, `rate` the rate of learning, `entropy` the worth of being undecided,
    `threads` how many the learner uses. `jobs` is how many processes play at once, here or on the
    Ray cluster with the address `ray`: the run comes out the same. `resume` goes on with what is in
    the folder; a broken-off run comes out as an unbroken one. Raises BadOptions, BadFolder, BadRun
    and NoWorkers.
    """
    plan = checked_plan(game, players, seed, options, games, deals, width, rate, entropy, threads)
    for name, number, most in (
        ("iterations", iterations, 10**9), ("every", every, 10**9), ("jobs", jobs, MOST_JOBS)
    ):  # fmt: skip
        check_whole(name, number, most)
    learner = new_learner(plan)
    run = Run(folder, plan)
    run.open(resume)
    if resume:
        run.load(learner)
    told = None
    with Workers(jobs, ray) as workers, run.events(learner.iteration) as events:
        while learner.iteration < iterations:
            begun = time.perf_counter()
            before = learner.decisions
            work = partial(collect, plan, learner.network({}), learner.iteration)
            found = together(list(workers.results(work, range(plan.parts))))
            if not len(found.views):
                raise BadRun(
                    "nothing-to-learn",
                    f"games: {plan.games} without a choice; expected a game in which there are any",
                )
            figures = learner.learn(found)
            seconds = time.perf_counter() - begun
            learner.seconds += seconds
            network = run.keep(learner)
            strength = None
            if learner.iteration % every == 0 or learner.iteration == iterations:
                check = partial(measure, plan, network)
                strength = strength_of(np.array(list(workers.results(check, range(players)))))
                run.keep_best(network, strength)
            told = Progress(
                iterations=learner.iteration,
                games=learner.games,
                decisions=learner.decisions,
                hours=learner.seconds / 3600,
                decisions_per_second=(learner.decisions - before) / seconds,
                figures=figures.as_dict(),
                strength=strength,
            )
            events.add(told)
            progress(told)
    return told


def checked_plan(
    game: Game,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None,
    games: int | None,
    deals: int | None,
    width: int,
    rate: float,
    entropy: float,
    threads: int,
) -> Plan:
    """What determines a run. Raises BadOptions."""
    checked = game.options(players, game.simulated(options))
    checked_key(seed)
    games = GAMES[game.name] if games is None else games
    deals = DEALS[game.name] if deals is None else deals
    for name, number, most in (
        ("games", games, MOST_PARTS * PART[game.name]), ("deals", deals, 10**6),
        ("width", width, MOST_WIDTH), ("threads", threads, 1_000),
    ):  # fmt: skip
        check_whole(name, number, most)
    for name, share in (("rate", rate), ("entropy", entropy)):
        if not isinstance(share, int | float) or not 0 <= share <= 1:
            raise BadOptions("bad-number", f"{name}: {shown(share)}; expected 0 to 1")
    return Plan(
        game.name, players, checked, int(seed), games, deals, width, float(rate), float(entropy),
        threads,
    )  # fmt: skip


def check_whole(name: str, number: object, most: int) -> None:
    """Raises BadOptions for what is no whole number from 1 to `most`."""
    if not is_whole(number, 1, most):
        raise BadOptions(
            "bad-number", f"{name}: {shown(number)}; expected a whole number from 1 to {most}"
        )


def new_learner(plan: Plan) -> "Learner":
    """A learner at its beginning. Raises BadRun where PyTorch is missing."""
    try:
        import tensorboard  # type: ignore[import-untyped,unused-ignore] # noqa: F401, PLC0415

        from moonbow.lab.ppo import Learner  # noqa: PLC0415 - loads PyTorch, for training only
    except ImportError as error:
        raise BadRun(
            "no-torch", f"{error.name} is not installed; expected: pip install moonbow[train]"
        ) from error
    return Learner(plan)


def strength_of(won: np.ndarray) -> Strength:
    """What is known of a network by what it won, by seat and deal; deals are independent."""
    shares = won.mean(axis=0)
    mean = float(shares.mean())
    error = float(shares.std(ddof=1)) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    low, high = max(0.0, mean - SURE * error), min(1.0, mean + SURE * error)
    return Strength(mean, low, high, 1 / len(won))


class Run:
    """The folder of a run."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.commit = commit()  # of what is running; the sources may change meanwhile

    def open(self, resume: bool) -> None:
        """Begins the folder, or finds the same run in it. Raises BadFolder."""
        told = {"rules": self.plan.of.rules_version, **asdict(self.plan)}
        begin_folder(self.folder, RUN, told, resume, "trained")

    def load(self, learner: "Learner") -> None:
        """Brings a learner to where the run is; to its beginning, where nothing was done."""
        place = self.folder / CHECKPOINT
        if place.exists():
            refusing(place, lambda: learner.load(place.read_bytes()))

    def keep(self, learner: "Learner") -> Network:
        """Writes what was learned; the network as it was written. Raises BadFolder, BadRun."""
        made = {
            "command": command(self.plan, learner.iteration),
            "commit": self.commit,
            "hours": round(learner.seconds / 3600, 4),
            "iterations": learner.iteration,
            "games": learner.games,
            "decisions": learner.decisions,
            "options": dict(self.plan.options),
        }
        network = learner.network(made)
        if not all(np.isfinite(each).all() for each in network.weights):
            raise BadRun(
                "diverged",
                f"rate: {self.plan.rate} led to no network; {self.folder} has the one before, "
                "expected a smaller rate",
            )
        for name, data in ((NETWORK, network.tobytes()), (CHECKPOINT, learner.tobytes())):
            refusing(self.folder / name, write_whole, self.folder / name, data)
        return network.as_kept()

    def keep_best(self, network: Network, strength: Strength) -> None:
        """Writes a measured network, unless one before did as well. Raises BadFolder."""
        place = self.folder / BEST
        with suppress(BadNetwork):  # none yet, or cut off
            if read_network(place).made.get("share", 0) >= strength.share:
                return
        made = {**network.made, **asdict(strength), "deals": self.plan.deals}
        best = Network(network.game, network.players, network.weights, made)
        refusing(place, best.write, place)

    def events(self, iteration: int) -> "Events":
        """What TensorBoard reads, from that iteration on. Raises BadRun."""
        return Events(self.folder / EVENTS, iteration)


class Events:
    """A file that TensorBoard reads, to be used with `with`.

    What files of before say of the same iterations counts no more.
    """

    def __init__(self, folder: Path, iteration: int) -> None:
        from tensorboard.compat.proto import event_pb2, summary_pb2  # noqa: PLC0415
        from tensorboard.summary.writer.record_writer import RecordWriter  # noqa: PLC0415

        self._protocol, self._values = event_pb2, summary_pb2
        self.path = folder / f"events.out.tfevents.{iteration:010}.moonbow"
        try:
            folder.mkdir(exist_ok=True)
            self._file = self.path.open("wb")
        except OSError as error:
            raise BadRun("cannot-write", f"{self.path}: {error.strerror}") from error
        self._records = RecordWriter(self._file)
        begun = event_pb2.SessionLog(status=event_pb2.SessionLog.START)
        self._write(event_pb2.Event(wall_time=time.time(), file_version="brain.Event:2"))
        self._write(event_pb2.Event(wall_time=time.time(), step=iteration + 1, session_log=begun))

    def __enter__(self) -> "Events":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # what is not written by now was told
            self._file.close()

    def add(self, told: Progress) -> None:
        """What came of an iteration. Raises BadRun."""
        numbers = {f"learning/{name}": number for name, number in told.figures.items()}
        numbers["speed/decisions_per_second"] = told.decisions_per_second
        numbers["speed/hours"] = told.hours
        if told.strength is not None:
            numbers["wins/share"] = told.strength.share
            numbers["wins/low"] = told.strength.low
            numbers["wins/high"] = told.strength.high
        values = [
            self._values.Summary.Value(tag=name, simple_value=number)
            for name, number in numbers.items()
        ]
        summary = self._values.Summary(value=values)
        self._write(
            self._protocol.Event(wall_time=time.time(), step=told.iterations, summary=summary)
        )

    def _write(self, event: Any) -> None:
        """Writes an event."""
        try:
            self._records.write(event.SerializeToString())
            self._records.flush()
        except OSError as error:
            raise BadRun("cannot-write", f"{self.path}: {error.strerror}") from error


def command(plan: Plan, iterations: int) -> str:
    """The command that such a run comes from."""
    usual = plan.of.options(plan.players, plan.of.simulated())
    options = [
        f"--option {name}={json.dumps(value, separators=(',', ':'))}"
        for name, value in plan.options.items()
        if value != usual[name]
    ]
    return " ".join(
        [
            f"moonbow train {plan.game} --players {plan.players} --iterations {iterations}",
            f"--games {plan.games} --width {plan.width} --rate {plan.rate}",
            f"--entropy {plan.entropy} --seed {plan.seed}",
            *options,
        ]
    )


def commit() -> str | None:
    """The commit of these sources, `-dirty` where they differ from it; None where none is known."""
    folder = Path(__file__).parent
    git = ("git", "-C", str(folder))
    with suppress(OSError, subprocess.CalledProcessError):
        subprocess.run(
            [*git, "ls-files", "--error-unmatch", "train.py"], capture_output=True, check=True
        )
        found = subprocess.run(
            [*git, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
            capture_output=True,
            check=True,
            text=True,
        )
        return found.stdout.strip()
    return None
