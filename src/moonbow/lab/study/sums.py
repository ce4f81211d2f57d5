"""Games added up in batches, and what a sum says with its interval.

Everything is added up 40 times, in batches of games that have nothing to do with each other. A
figure is computed from all of them, and again without each: how far it moves says how sure it is
(the delete-a-group jackknife). So shares, means, ratios and differences between variants that were
played on the same seeds have their intervals in one way.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from moonbow.lab.facts import items_of
from moonbow.lab.games import COUNTS, Played, new_tally
from moonbow.lab.runs import Run

BATCHES = 40
SURE = 2.023
"""Standard errors on either side that hold the truth 95 times in 100: Student's t of 39 degrees."""

Sums = dict[str, NDArray[np.float64]]
"""Numbers that add up, by what they are; what is in batches has them as its first axis."""

WIDTH = {"rainbow": 1, "rainbow7": 5, "pirates": 5}
"""Decisions that a bar of the picture of lengths holds."""

BARS = {"decisions": 300, "rounds": 200, "lead_changes": 60, "points": 300, "margin": 200}
"""How many bars there are of each, the last for all that is longer."""


@dataclass(frozen=True)
class Estimate:
    """A figure with the ends of its 95 % interval; not a number where nothing is known."""

    value: float
    error: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.value - SURE * self.error

    @property
    def high(self) -> float:
        """The upper end."""
        return self.value + SURE * self.error


class Batches:
    """Sums in batches: all of them, and all but each."""

    def __init__(self, sums: Sums) -> None:
        self.total = {name: each.sum(axis=0) for name, each in sums.items()}
        self.without = [
            {name: self.total[name] - each[batch] for name, each in sums.items()}
            for batch in range(BATCHES)
        ]

    def know(
        self, name: str, value: NDArray[np.float64], without: list[NDArray[np.float64]]
    ) -> None:
        """Takes in what does not add up: computed from all batches, and without each."""
        for told, each in zip([self.total, *self.without], [value, *without], strict=True):
            told[name] = each

    def estimate(self, of: Callable[[Sums], float]) -> Estimate:
        """What a function of the sums says, and how sure that is."""
        return jackknifed(of(self.total), [of(each) for each in self.without])


def jackknifed(value: float, without: list[float]) -> Estimate:
    """The estimate from all batches, given the same without each."""
    rest = np.array(without)
    error = math.sqrt((len(rest) - 1) / len(rest) * float(((rest - rest.mean()) ** 2).sum()))
    return Estimate(float(value), error)


def added(sums: Sums | None, more: Sums) -> Sums:
    """Two sums as one."""
    return more if sums is None else {name: sums[name] + each for name, each in more.items()}


def sums_of(run: Run, first: int, count: int) -> tuple[Sums, Played]:
    """The games of a run with the numbers from `first` on, added up, and one by one.

    - `games`, `finished`, and the sums of COUNTS, by batch
    - `seat`: wins by seat, counted from who begins
    - `tied`: games by how many share the win
    - `points`, `margin`: players by their points, games by those between the best and the next
    - the BARS of other names: games by so many
    - `dealt`, `used`, `legal`: as in `Tally`
    """
    tally = new_tally(run.of.rules, BATCHES)
    played = run.play(first, count, tally)
    batch = (first + np.arange(count)) % BATCHES
    counts = {name: played.counts[:, place] for place, name in enumerate(COUNTS)}
    done = played.returns.sum(axis=1) > 0
    better = items_of(run.of.rules).better
    ordered = np.sort(better * played.points, axis=1)[:, ::-1]
    starters = counts["first"][:, None]
    relative = (np.arange(run.players)[None, :] - starters) % run.players
    seat = np.zeros((BATCHES, run.players))
    np.add.at(seat, (batch[:, None], relative), played.returns)
    points = np.zeros((BATCHES, BARS["points"]))
    np.add.at(points, (batch[done][:, None], clipped(played.points[done], "points")), 1)
    winners = (played.returns > 0).sum(axis=1)
    sums: Sums = {
        "games": bars(batch, np.zeros(count, np.int64), 1)[:, 0],
        "finished": bars(batch[done], np.zeros(done.sum(), np.int64), 1)[:, 0],
        "seat": seat,
        "points": points,
        "tied": bars(batch[done], winners[done], run.players + 1),
        "margin": bars(
            batch[done], clipped(ordered[done, 0] - ordered[done, 1], "margin"), BARS["margin"]
        ),
        "dealt": tally.dealt,
        "used": tally.used,
        "legal": tally.legal.astype(np.float64),
    }
    for name in ("decisions", "choices", "alternatives", "rounds", "lead_changes"):
        own = np.zeros(BATCHES)
        np.add.at(own, batch[done], counts[name][done])
        sums[f"sum_{name}"] = own
    for name, width in (("decisions", WIDTH[run.game]), ("rounds", 1), ("lead_changes", 1)):
        sums[name] = bars(batch[done], clipped(counts[name][done] // width, name), BARS[name])
    return sums, played


def clipped(values: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    """Values as places of bars, what is longer in the last."""
    return np.clip(values, 0, BARS[name] - 1)


def bars(batch: NDArray[np.int64], values: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    """How often each value from 0 to `count` - 1 occurs, by batch."""
    flat = np.bincount(batch * count + values, minlength=BATCHES * count)
    return flat.reshape(BATCHES, count).astype(np.float64)
