"""The questions of a study, each answered by a plot, numbers with intervals, and plain words."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from moonbow.lab.facts import Items, items_of
from moonbow.lab.runs import Run
from moonbow.lab.study import charts, moments, skill
from moonbow.lab.study.charts import Chart, Row
from moonbow.lab.study.figures import (
    SEATS,
    SECONDS,
    SIGNIFICANT,
    Figure,
    Worth,
    chance_of,
    game_figures,
    less,
    moment_figures,
    ratio,
    said,
    seat,
    skill_figures,
    worth_of,
    worths,
    written,
)
from moonbow.lab.study.study import Found
from moonbow.lab.study.sums import WIDTH, Batches, Sums

RARE = 0.02
"""What fewer players have is left out of what things are worth: the intervals are too wide."""

MOST_WORTHS = 24
"""Items in a picture of what they are worth: half of them the best, half the worst."""


COLUMNS = ("of the players", "win", "others win", "difference")
"""What is told of an item."""


@dataclass(frozen=True)
class Plot:
    """A chart and what it shows."""

    chart: Chart
    caption: str


@dataclass(frozen=True)
class Section:
    """A question: the answer in words, numbers by variant, plots, and what they do not show."""

    title: str
    answer: str
    figures: list[tuple[str, list[str]]]
    plots: list[Plot]
    caution: str = ""
    columns: tuple[str, ...] = ()
    """What the columns of the figures are called, if not as the variants are."""


@dataclass(frozen=True)
class Material:
    """What the questions are put to."""

    found: Found

    @property
    def names(self) -> list[str]:
        """What the variants are called."""
        return [each.name for each in self.found.asked.variants]

    @property
    def runs(self) -> list[Run]:
        """The runs of the variants."""
        return [each.run for each in self.found.asked.variants]

    @property
    def fair(self) -> float | None:
        """A fair share of the wins, if it is the same in all variants."""
        players = {run.players for run in self.runs}
        return 1 / players.pop() if len(players) == 1 else None

    @property
    def dashed(self) -> str:
        """What a caption says of the line of a fair share."""
        return "" if self.fair is None else "; dashed is a fair share"

    @property
    def first(self) -> Batches:
        """What was found of the first variant."""
        return self.found.all_found[0]

    @property
    def items(self) -> Items:
        """What players of the game hold and do."""
        return items_of(self.runs[0].of.rules)

    def own(self, figures: Callable[[Run], list[Figure]]) -> dict[str, list[Figure]]:
        """Figures by name, for each variant."""
        by_variant = [figures(run) for run in self.runs]
        return {
            each.name: [own[place] for own in by_variant]
            for place, each in enumerate(by_variant[0])
        }

    def table(self, figures: Sequence[list[Figure]]) -> list[tuple[str, list[str]]]:
        """Each figure of each variant, with its interval."""
        return [
            (
                of[0].label,
                [
                    each.said(found.estimate(each.of))
                    for each, found in zip(of, self.found.all_found, strict=True)
                ],
            )
            for of in figures
        ]

    def said(self, figure: Figure) -> str:
        """A figure of the first variant, with its interval."""
        return figure.said(self.first.estimate(figure.of))

    def value(self, figure: Figure) -> str:
        """A figure of the first variant alone."""
        return figure.written(figure.of(self.first.total))

    def bars(self, name: str, width: int = 1, of: str = "finished") -> list[Row]:
        """How frequent each number is, by variant, without the long tail of zeros."""
        rows = []
        for variant, found in zip(self.names, self.found.all_found, strict=True):
            values = found.total[name] / max(found.total[of].sum(), 1)
            seen = np.flatnonzero(values)
            for place in range(
                int(seen[0]) if len(seen) else 0, int(seen[-1]) + 1 if len(seen) else 0
            ):
                rows.append({"x": place * width, "share": float(values[place]), "variant": variant})
        return rows


def sections(found: Found) -> list[Section]:
    """All questions that the study can answer."""
    data = Material(found)
    told = [by_seat(data), length(data), spread(data)]
    if found.asked.moments:
        told.append(decided(data))
    told.append(choice(data))
    if found.asked.deals:
        told.append(skill_or_luck(data))
    told += [worth_of_cards(data), worth_of_uses(data)]
    if len(data.names) == 1:
        return told
    of = f"Of the variant “{data.names[0]}”: "
    return [replace(section, answer=of + section.answer) for section in told]


def by_seat(data: Material) -> Section:
    """Who wins by seat."""
    rows, table = [], []
    most = max(run.players for run in data.runs)
    for number in range(most):
        told = []
        for name, run, found in zip(data.names, data.runs, data.found.all_found, strict=True):
            if number >= run.players:
                told.append("")
                continue
            figure = seat(number, run.players)
            estimate = found.estimate(figure.of)
            told.append(figure.said(estimate))
            rows.append(row_of(SEATS[number].removeprefix("the "), name, estimate))
        table.append((seat(number, most).label, told))
    players = data.runs[0].players
    shares = [data.first.estimate(seat(each, players).of) for each in range(players)]
    best, worst = (int(f([each.value for each in shares])) for f in (np.argmax, np.argmin))
    apart = data.first.estimate(less(seat(best, players).of, seat(worst, players).of))
    pairs = players * (players - 1) // 2
    clear = chance_of(apart) * pairs < SIGNIFICANT  # these two were chosen from so many
    names = SEATS[:players]
    answer = (
        f"T{names[best][1:]} wins most often, {written(shares[best].value, '%')} of the "
        f"games ({written(shares[best].low, '%')} to {written(shares[best].high, '%')}); "
        f"{names[worst]} least often, {written(shares[worst].value, '%')}. A fair share is "
        f"{1 / players:.1%}. "
        + (
            f"The difference, {100 * apart.value:.1f} pp, is real."
            if clear
            else "No difference between the seats is proved."
        )
    )
    plot = Plot(
        charts.intervals(rows, "share of the wins", ".1%", data.fair),
        "Share of the wins, ties in equal parts, by who begins (the 1st player) and who follows "
        f"clockwise; lines are 95 % intervals{data.dashed}.",
    )
    return Section("Who wins, by seat?", answer, table, [plot])


def length(data: Material) -> Section:
    """How long a game is."""
    figures = data.own(game_figures)
    run, items = data.runs[0], data.items
    seconds = "; ".join(f"{name} {number} s" for name, number in SECONDS[run.game].items())
    answer = (
        f"A game has {data.said(figures['decisions'][0])} decisions in "
        f"{data.said(figures['rounds'][0])} {items.round}s, and would take people about "
        f"{data.value(figures['minutes'][0])} "
        "minutes."
    )
    plots = [
        Plot(
            charts.shares(
                data.bars("decisions", WIDTH[run.game]), "decisions", width=WIDTH[run.game]
            ),
            "How many decisions games have"
            + (f", in steps of {WIDTH[run.game]}." if WIDTH[run.game] > 1 else "."),
        ),
        Plot(charts.shares(data.bars("rounds"), f"{items.round}s"), f"How many {items.round}s."),
    ]
    caution = (
        f"Minutes are no measurement: they are computed from these seconds: {seconds}. People who "
        "ponder, or who know the game well, differ by a factor of two."
    )
    table = data.table([figures[name] for name in ("decisions", "rounds", "minutes")])
    return Section("How long is a game?", answer, table, plots, caution)


def spread(data: Material) -> Section:
    """How scores spread, and how often games are tied."""
    figures = data.own(game_figures)
    points = data.runs[0].of.text.POINTS
    names = ("points", "points_spread", "margin", "tied")
    answer = (
        f"A player ends with {data.said(figures['points'][0])} {points}, with a standard "
        "deviation of "
        f"{data.value(figures['points_spread'][0])}. Between the best and the next lie "
        f"{data.said(figures['margin'][0])} {points}. {data.said(figures['tied'][0])} of the games "
        "end in a tie."
    )
    plots = [
        Plot(
            charts.shares(data.bars("points", of="points"), points, "players"),
            f"The {points} of all players when the game is over.",
        ),
        Plot(
            charts.shares(data.bars("margin"), f"{points} between the best and the next"),
            "How close games are.",
        ),
    ]
    return Section(
        "How do scores spread, and how often are games tied?", answer,
        data.table([figures[name] for name in names]), plots,
    )  # fmt: skip


def decided(data: Material) -> Section:
    """How often the lead changes, and when the winner is decided."""
    games = data.own(game_figures)
    close = data.own(lambda _: moment_figures())
    looked = int(data.first.total["looked"])
    rows = []
    for name, found in zip(data.names, data.found.all_found, strict=True):
        for moment in range(moments.MOMENTS):
            estimate = found.estimate(mean_at("winner_chance", moment, "looked"))
            rows.append(
                {
                    "x": moment / (moments.MOMENTS - 1), "value": estimate.value,
                    "low": estimate.low, "high": estimate.high, "variant": name,
                }
            )  # fmt: skip
    when = [
        {**row, "x": row["x"] / (moments.MOMENTS - 1)} for row in data.bars("decided", of="looked")
    ]
    answer = (
        f"By points the lead changes {data.said(games['lead_changes'][0])} times in a game. By "
        f"chances the favourite changes {data.said(close['favourites'][0])} times, and the winner "
        f"is decided after {data.said(close['decided'][0])} of the game on average. Who is "
        f"favourite at half time wins {data.said(close['half_time'][0])} of the time."
    )
    plots = [
        Plot(
            charts.over_the_game(rows, "chance of the later winner", data.fair),
            f"The chances that the later winner has over the game: the mean of {looked} games, the "
            f"band is its 95 % interval{data.dashed}.",
        ),
        Plot(
            charts.shares(when, "of the game", form=".0%", width=1 / (moments.MOMENTS - 1)),
            f"When games are decided: from then on the winner's chance never falls below "
            f"{moments.SURE_OF_IT:.0%}.",
        ),
        Plot(
            charts.shares(data.bars("lead_changes"), "changes of the lead by points"),
            f"How often, after a {data.items.round}, another than before is alone in the lead by "
            "points.",
        ),
    ]
    caution = (
        f"Chances are measured by playing each of {moments.MOMENTS} moments on to the end "
        f"{moments.GAMES_ON[data.runs[0].game]} times from the true cards, by rules of thumb that "
        "overlook one good action in ten: they are what an onlooker who sees all cards would bet, "
        "not what the players know. Players of one kind are easily foreseen by their like; games "
        "of people would be decided later. A favourite is ahead by more than "
        f"{moments.AHEAD:.0%} of the chances."
    )
    names = ("decided", "favourites", "half_time", "behind")
    table = data.table([games["lead_changes"], *(close[name] for name in names)])
    return Section(
        "How often does the lead change, and when is the winner decided?", answer, table, plots,
        caution,
    )  # fmt: skip


def choice(data: Material) -> Section:
    """How much choice there is."""
    figures = data.own(game_figures)
    own = [figures["choices"], figures["alternatives"]]
    legal = data.bars("legal", of="legal")
    plots = [
        Plot(
            charts.shares(legal, "legal actions", "decisions"),
            "How many legal actions a decision has; 1 is no choice.",
        )
    ]
    answer = (
        f"{data.said(figures['choices'][0])} of the decisions leave a choice, between "
        f"{data.said(figures['alternatives'][0])} legal actions."
    )
    caution = ""
    if data.found.asked.moments:
        close = data.own(lambda _: moment_figures())
        own += [close[name] for name in ("gap", "matters", "close")]
        gaps = data.bars("gap_bars", of="gaps")
        looked = int(data.first.total["gaps"])
        answer += (
            f" The best action is worth {data.said(close['gap'][0])} more than the second best, "
            f"in chances to win; {data.said(close['matters'][0])} of the choices matter by 5 "
            f"pp or more, in {data.said(close['close'][0])} the second best does as well."
        )
        plots.append(
            Plot(
                charts.shares(gaps, "pp between the best action and the next", "choices"),
                f"How far the best action is from the second best, in {looked} decisions.",
            )
        )
        iterations = moments.LOOKS[data.runs[0].game]
        caution = (
            f"The two best actions are those that a search of {iterations:,} iterations finds, "
            "from what the player may know; what each is worth, another search says. A stronger "
            "player would see somewhat other gaps. Single gaps are off by some pp: their mean "
            "is right, but the part of choices that matter comes out somewhat too large, and that "
            "where the second best does as well too small."
        )
    return Section("How much choice is there?", answer, data.table(own), plots, caution)


def skill_or_luck(data: Material) -> Section:
    """How much is skill, and how much is luck."""
    figures = data.own(lambda _: skill_figures())
    run = data.runs[0]
    names = [*(name.capitalize() for name in skill.levels(run.game)[:2]), "rules of thumb"]
    names.append(f"Storm with {skill.SEARCHES[run.game]} iterations")
    rows, shares = [], []
    for variant, found in zip(data.names, data.found.all_found, strict=True):
        for place, name in enumerate(names):
            if len(skill.SHARES) + place < len(found.total["skill"]):
                of = level_share(place)
                rows.append(row_of(name, variant, found.estimate(of)))
        for place, part in enumerate(skill.SHARES):
            value = float(found.total["skill"][place])
            shares.append({"part": part, "share": max(0.0, value), "variant": variant})
    labels = list(figures.values())
    answer = (
        f"Of the variance of single results {data.said(labels[0][0])} is explained by who plays, "
        f"{data.said(labels[1][0])} by the deal and the seat, and the rest, "
        f"{data.said(labels[2][0])}, by neither: what is drawn later, and how the play happens to "
        "go."
    )
    plots = [
        Plot(charts.parts(shares, skill.SHARES), "What the results of single games come from."),
        Plot(
            charts.intervals(rows, "share of the wins", ".0%", data.fair),
            f"What players of each level win in such company{data.dashed}.",
        ),
    ]
    caution = (
        f"Measured with {data.found.asked.deals} deals, each played on every seat and to its end "
        "by players "
        f"drawn from four levels ({', '.join(names)}), all equally likely. In a company of more "
        "equal players less is skill, in one of experts and beginners more; over many games luck "
        "evens out and skill does not."
    )
    return Section(
        "How much is skill, and how much is luck?", answer, data.table(labels), plots, caution
    )


def level_share(place: int) -> Callable[[Sums], float]:
    """What a seat of a level wins."""
    return lambda sums: float(sums["skill"][len(skill.SHARES) + place])


def worth_of_cards(data: Material) -> Section:
    """What each card is worth at the deal."""
    caution = (
        "Hands are dealt by chance, so this is what the cards themselves bring to players who play "
        "as these do; players who use a card better would show more. It is the difference to an "
        "average other card in its place, not to no card."
    )
    if data.runs[0].game == "rainbow7":
        caution += " Counted is the deal of the first round only; a game has several."
    return worth_section(
        data,
        "What is each card worth, if you are dealt it?",
        "dealt",
        data.items.kinds,
        "How much more often players win who were dealt so many cards of a kind than those who "
        "were dealt fewer; the number splits the players as evenly as can be.",
        caution,
    )


def worth_of_uses(data: Material) -> Section:
    """What goes with winning."""
    return worth_section(
        data,
        "What do winners do?",
        "used",
        data.items.uses,
        "How much more often players win who do something so often in a game than those who do it "
        "less often; the number splits the players as evenly as can be.",
        "This does not show what an action brings. Who does something had the cards for it, and "
        "was ahead or behind when it was done: rich hands both do more and win more. Read it as "
        "what winners' games look like.",
    )


def so_many(table: str, each: Worth) -> str:
    """An item and how many of it, in words."""
    if table == "used":
        often = ("once", "twice")[each.least - 1] if each.least < 3 else f"{each.least} times"
        return f"{each.item}, at least {often}"
    return f"{each.item}, {each.least} or more"


def worth_section(
    data: Material, title: str, table: str, names: tuple[str, ...], caption: str, caution: str
) -> Section:
    """What each of these items is worth: those of the first variant, in all variants."""
    best, half = worths(data.first, table, names, RARE), MOST_WORTHS // 2
    if len(best) > MOST_WORTHS:
        best = best[:half] + best[-half:]
    if not best:
        return Section(title, "Nothing is frequent enough to tell.", [], [], caution)
    rows = [
        row_of(f"{each.item}, {each.least}+", variant, own.difference)
        for each in best
        for variant, found in zip(data.names, data.found.all_found, strict=True)
        for own in [worth_of(found, table, names, each.place, each.least)]
        if math.isfinite(own.difference.value)
    ]
    told = [
        (
            f"{each.item}, {each.least}+",
            [
                *(written(share, "%") for share in (each.often, each.more, each.fewer)),
                said(each.difference, "+pp"),
            ],
        )
        for each in best
    ]
    top, low = best[0], best[-1]
    answer = (
        f"Most of all: {so_many(table, top)}. Players of whom that is true win "
        f"{written(top.more, '%')} of their games, the others {written(top.fewer, '%')}. "
        f"Least of all: {so_many(table, low)}. These players win {written(low.more, '%')} of their "
        f"games, the others {written(low.fewer, '%')}."
    )
    plot = Plot(charts.intervals(rows, "difference in wins", "+.0%", 0.0), caption)
    return Section(title, answer, told, [plot], caution, COLUMNS)


def mean_at(name: str, place: int, of: str) -> Callable[[Sums], float]:
    """One of several sums, for each of what was counted."""
    return lambda sums: ratio(sums[name][place], sums[of])


def row_of(label: str, variant: str, estimate: object) -> Row:
    """An estimate as a row of a chart."""
    return {
        "label": label, "variant": variant,
        **{name: float(getattr(estimate, name)) for name in ("value", "low", "high")},
    }  # fmt: skip
