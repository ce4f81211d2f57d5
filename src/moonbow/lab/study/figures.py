"""The figures of a study: each a function of what was added up."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from moonbow.lab.facts import items_of
from moonbow.lab.runs import Run
from moonbow.lab.study.moments import MOMENTS
from moonbow.lab.study.sums import BATCHES, Batches, Estimate, Sums, jackknifed

SECONDS = {
    "rainbow": {"a choice": 6, "any other decision": 2, "a trick": 5, "dealing and scoring": 90},
    "rainbow7": {"a choice": 3, "any other decision": 1, "a round": 60, "dealing and scoring": 60},
    "pirates": {"a choice": 4, "any other decision": 1, "a turn": 3, "dealing and scoring": 90},
}
"""How many seconds people are taken to need, for an estimate of minutes."""

SEATS = tuple(f"the {place} player" for place in ("1st", "2nd", "3rd", "4th", "5th", "6th"))
"""Players counted from who begins, clockwise."""

SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Figure:
    """One number of a study: its name, what it is called, how it is written, and how it comes.

    `form` is `%`, `pp` (percentage points; `+pp` with a sign), or how many digits follow the
    decimal point.
    """

    name: str
    label: str
    form: str
    of: Callable[[Sums], float]

    def written(self, value: float) -> str:
        """A value in the figure's form."""
        return written(value, self.form)

    def said(self, found: Estimate) -> str:
        """A value with its interval."""
        return said(found, self.form)

    def difference(self, found: Estimate) -> str:
        """A difference between two values, with its interval."""
        form = "+pp" if self.form in ("%", "pp", "+pp") else f"+{self.form}"
        return said(found, form)


def written(value: float, form: str) -> str:
    """A number as the report writes it; the forms are those of a Figure, and `+1` is signed."""
    if not math.isfinite(value):
        return "unknown"
    if form == "%":
        return f"{value:.1%}"
    sign = "+" if form.startswith("+") else ""
    if form.endswith("pp"):
        return f"{100 * value:{sign}.1f} pp"
    return f"{value:{sign},.{form.removeprefix('+')}f}"


def said(found: Estimate, form: str) -> str:
    """An estimate with its interval."""
    low, high = (written(end, form).removesuffix(" pp") for end in (found.low, found.high))
    return f"{written(found.value, form)} ({low} to {high})"


def ratio(above: Any, below: Any) -> float:
    """A ratio; not a number where there is nothing to divide by."""
    return float(above) / float(below) if below else math.nan


def mean(name: str) -> Callable[[Sums], float]:
    """The mean of what is counted in a game."""
    return lambda sums: ratio(sums[f"sum_{name}"], sums["finished"])


def bar_mean(name: str) -> Callable[[Sums], float]:
    """The mean of what is kept as bars."""
    return lambda sums: ratio(sums[name] @ np.arange(len(sums[name])), sums[name].sum())


def bar_spread(name: str) -> Callable[[Sums], float]:
    """The standard deviation of what is kept as bars."""

    def spread(sums: Sums) -> float:
        values, count = np.arange(len(sums[name])), sums[name].sum()
        middle = ratio(sums[name] @ values, count)
        return math.sqrt(ratio(sums[name] @ (values - middle) ** 2, count))

    return spread


def seat(number: int, players: int) -> Figure:
    """What share of the wins a seat has, counted from who begins."""
    return Figure(
        f"seat_{number + 1}",
        f"wins of {SEATS[number]}",
        "%",
        lambda sums: ratio(sums["seat"][number], sums["seat"].sum()),
    )


def minutes(run: Run) -> Callable[[Sums], float]:
    """How long people play, at SECONDS."""
    choice, other, each_round, deal = SECONDS[run.game].values()

    def found(sums: Sums) -> float:
        forced = sums["sum_decisions"] - sums["sum_choices"]
        spent = choice * sums["sum_choices"] + other * forced + each_round * sums["sum_rounds"]
        return (ratio(spent, sums["finished"]) + deal) / 60

    return found


def game_figures(run: Run) -> list[Figure]:
    """The figures of all games, those that are compared between variants."""
    players, items = run.players, items_of(run.of.rules)
    points = run.of.text.POINTS
    begins = seat(0, players)
    ends = seat(players - 1, players)
    return [
        Figure(
            "begins", "the 1st player's wins above a fair share", "+pp",
            lambda sums: begins.of(sums) - 1 / players,
        ),
        Figure(
            "last", "the last player's wins above a fair share", "+pp",
            lambda sums: ends.of(sums) - 1 / players,
        ),
        Figure(
            "tied", "games tied", "%",
            lambda sums: ratio(sums["tied"][2:].sum(), sums["finished"]),
        ),
        Figure("decisions", "decisions a game", "1", mean("decisions")),
        Figure("rounds", f"{items.round}s a game", "2", mean("rounds")),
        Figure("minutes", "minutes a game, estimated", "1", minutes(run)),
        Figure("points", f"{points} of a player", "2", bar_mean("points")),
        Figure("points_spread", f"standard deviation of the {points}", "2", bar_spread("points")),
        Figure("margin", f"{points} between the best and the next", "2", bar_mean("margin")),
        Figure("lead_changes", "changes of the lead by points", "2", mean("lead_changes")),
        Figure(
            "choices", "decisions with a choice", "%",
            lambda sums: ratio(sums["sum_choices"], sums["sum_decisions"]),
        ),
        Figure(
            "alternatives", "legal actions where there is a choice", "1",
            lambda sums: ratio(sums["sum_alternatives"], sums["sum_choices"]),
        ),
    ]  # fmt: skip


def moment_figures() -> list[Figure]:
    """The figures of games looked at closely."""

    def decided(sums: Sums) -> float:
        places = np.arange(MOMENTS) / (MOMENTS - 1)
        return ratio(sums["decided"] @ places, sums["looked"])

    return [
        Figure("decided", "part of the game until the winner is decided", "%", decided),
        Figure(
            "favourites", "changes of the favourite", "2",
            lambda sums: ratio(sums["favourites"], sums["looked"]),
        ),
        Figure(
            "half_time", "games that the favourite at half time wins", "%",
            lambda sums: ratio(sums["ahead_won"][MOMENTS // 2], sums["ahead"][MOMENTS // 2]),
        ),
        Figure(
            "behind", "games whose winner was far behind in the second half", "%",
            lambda sums: ratio(sums["behind"], sums["looked"]),
        ),
        Figure(
            "gap", "gap in winning chances between the best action and the next", "pp",
            lambda sums: ratio(sums["gap_sum"], sums["gaps"]),
        ),
        Figure(
            "matters", "choices that matter: a gap of more than 5 pp", "%",
            lambda sums: ratio(sums["matters"], sums["gaps"]),
        ),
        Figure(
            "close", "choices where the second best does as well", "%",
            lambda sums: ratio(sums["close"], sums["gaps"]),
        ),
    ]  # fmt: skip


def skill_figures() -> list[Figure]:
    """What the variance of results comes from."""
    labels = ("explained by who plays", "explained by the deal", "explained by neither")
    return [
        Figure(f"skill_{place}", label, "%", part_of("skill", place))
        for place, label in enumerate(labels)
    ]


def part_of(name: str, place: int) -> Callable[[Sums], float]:
    """One of several numbers."""
    return lambda sums: float(sums[name][place])


@dataclass(frozen=True)
class Worth:
    """What an item is worth: wins of those with at least `least` of it, and of the others."""

    item: str
    place: int
    least: int
    often: float
    more: float
    fewer: float
    difference: Estimate


def worths(found: Batches, table: str, names: tuple[str, ...], rare: float) -> list[Worth]:
    """The worth of each item; `least` is where it splits the players into the most equal parts.

    Left out is what fewer than a part `rare` of the players have, or have not. The best come first.
    """
    told = []
    for place in range(len(names)):
        counts = found.total[table][place, :, 0]
        if not counts.sum():
            continue
        above = np.cumsum(counts[::-1])[::-1][1:] / counts.sum()
        least = int(np.abs(above - 0.5).argmin()) + 1
        if rare <= above[least - 1] <= 1 - rare:
            told.append(worth_of(found, table, names, place, least))
    return sorted(told, key=lambda each: -each.difference.value)


def worth_of(found: Batches, table: str, names: tuple[str, ...], place: int, least: int) -> Worth:
    """What it is worth to have `least` or more of an item."""
    with_it, without = share(table, place, least, None), share(table, place, 0, least)
    total, counts = found.total, found.total[table][place, :, 0]
    return Worth(
        item=names[place],
        place=place,
        least=least,
        often=ratio(counts[least:].sum(), counts.sum()),
        more=with_it(total),
        fewer=without(total),
        difference=found.estimate(less(with_it, without)),
    )


def share(table: str, item: int, low: int, high: int | None) -> Callable[[Sums], float]:
    """What a game is worth to those with `low` of an item or more, but fewer than `high`."""
    return lambda sums: ratio(
        sums[table][item, low:high, 1].sum(), sums[table][item, low:high, 0].sum()
    )


def less(
    first: Callable[[Sums], float], second: Callable[[Sums], float]
) -> Callable[[Sums], float]:
    """One less the other."""
    return lambda sums: first(sums) - second(sums)


@dataclass(frozen=True)
class Difference:
    """How much more a figure is in a variant; `real` if beyond doubt, all comparisons at once."""

    figure: Figure
    variant: int
    found: Estimate
    real: bool


def differences(all_found: list[Batches], figures: list[list[Figure]]) -> list[Difference]:
    """Every figure of every variant against the first, game against game on the same seeds.

    `real` by Holm's way: the chance that even one of them is called real by mistake is 5 % at most.
    """
    compared = []
    for variant in range(1, len(all_found)):
        for reference, own in zip(figures[0], figures[variant], strict=True):
            before, after = all_found[0], all_found[variant]
            pairs = zip(before.without, after.without, strict=True)
            from_all = own.of(after.total) - reference.of(before.total)
            rest = [own.of(b) - reference.of(a) for a, b in pairs]
            compared.append((reference, variant, jackknifed(from_all, rest)))
    ordered = sorted(range(len(compared)), key=lambda place: chance_of(compared[place][2]))
    real: set[int] = set()
    for rank, place in enumerate(ordered):
        if chance_of(compared[place][2]) > SIGNIFICANT / (len(compared) - rank):
            break
        real.add(place)
    return [
        Difference(figure, variant, found, place in real)
        for place, (figure, variant, found) in enumerate(compared)
    ]


def chance_of(found: Estimate) -> float:
    """How probable so great a difference is where there is none."""
    if not math.isfinite(found.value) or not math.isfinite(found.error):
        return 1.0
    if found.error == 0:
        return 0.0 if found.value else 1.0
    return beyond(abs(found.value) / found.error)


def beyond(errors: float) -> float:
    """How probable it is that chance leads so many standard errors away, to either side.

    By Student's t with 39 degrees of freedom, one less than there are batches.
    """
    degrees = BATCHES - 1
    angle = math.atan(errors / math.sqrt(degrees))
    term = total = math.cos(angle)
    for power in range(3, degrees - 1, 2):
        term *= math.cos(angle) ** 2 * (power - 1) / power
        total += term
    return 1 - 2 / math.pi * (angle + math.sin(angle) * total)
