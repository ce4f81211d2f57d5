"""`make bench-bots`: who beats whom, line by line, written into docs/bots.md.

Every line plays so many deals, each on every seat. What was measured is kept in bots.json beside
this file, so that lines can be measured one at a time (`--only`), and a line in several goes.
"""

import argparse
import json
import re
import statistics
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from moonbow.bots.bot import Budget
from moonbow.bots.names import MOONBOW, STORM, new_bot
from moonbow.bots.search_bot import SearchBot
from moonbow.games.game import GAMES, State
from moonbow.lab.bench import machine
from moonbow.lab.ladder import Match, Tally
from moonbow.lab.workers import results
from moonbow.table.files import write_whole

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "bots.json"
BEGUN = Path(__file__).parent / "bots-begun.json"
"""The deals of lines that are not whole yet: each line goes on where it was broken off."""

PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"

DEALS = 400
SEED = 5
TENTH = 10
"""The part of a level's budget without `--full`."""

EQUAL_MS = 20
"""Milliseconds a decision where two searches have the same time."""

LEVEL_AMONG = {2: 0.6, 4: 1.3 / 4}
AGAINST_THUMBS = {"rainbow": 0.62, "rainbow7": 0.65, "pirates": 0.7}
AGAINST_CHANCE = {2: 0.95, 4: 0.8}
DEEPER = 1.2 / 4


@dataclass(frozen=True)
class Line:
    """One question: how often the first bot wins, alone against the others; `least` is wanted."""

    what: str
    game: str
    bots: tuple[str, ...]
    least: float
    milliseconds: int | None = None

    @property
    def searches(self) -> bool:
        """Whether the budget matters."""
        return self.what.startswith(("Storm", "Moonbow"))

    @property
    def games(self) -> tuple[object, ...]:
        """What its games depend on: Storm and Moonbow differ by their iterations alone."""
        bots = tuple(bot.replace("moonbow:", "storm:") for bot in self.bots)
        return self.game, bots, self.milliseconds

    @property
    def name(self) -> str:
        """What it is kept by."""
        return f"{self.what}, {self.game}, {len(self.bots)}: {' '.join(dict.fromkeys(self.bots))}"


@dataclass(frozen=True)
class Found:
    """The answer to a line; the interval holds the truth 95 times in 100."""

    what: str
    game: str
    players: int
    bots: str
    deals: int
    share: float
    low: float
    high: float
    least: float
    machine: str

    @property
    def holds(self) -> bool:
        """Whether the target is met, and the interval lies above a fair share."""
        return self.share >= self.least and self.low > 1 / self.players


def lines(full: bool) -> Iterator[Line]:
    """All lines; searches have a tenth of their budget unless `full`."""
    part = 1 if full else TENTH
    for game in GAMES:
        storm, moonbow = f"storm:{STORM[game] // part}", f"moonbow:{MOONBOW[game] // part}"
        for players in (2, 4):
            others = players - 1
            fair = LEVEL_AMONG[players]
            yield Line("Shower v Drizzle", game, ("shower", *["drizzle"] * others), fair)
            yield Line("Storm v Shower", game, (storm, *["shower"] * others), fair)
            yield Line("Moonbow v Storm", game, (moonbow, *[storm] * others), fair)
            chance = AGAINST_CHANCE[players]
            yield Line("rules of thumb v chance", game, ("thumbs", *["random"] * others), chance)
        yield Line("Moonbow v rules of thumb", game, (moonbow, "thumbs"), AGAINST_THUMBS[game])
        few = STORM[game] // TENTH
        deeper = (f"storm:{TENTH * few}", *[f"storm:{few}"] * 3)
        yield Line("ten times the iterations", game, deeper, DEEPER)
        equal = ("storm:1000000", "plain:1000000")
        yield Line("search v plain, equal time", game, equal, 0.5, EQUAL_MS)


def measure(line: Line, deals: int, jobs: int) -> Found:
    """Plays a line, or goes on with it where it was broken off."""
    game, players = GAMES[line.game], len(line.bots)
    options = game.options(players, game.simulated())
    match = Match(line.game, options, line.bots, SEED, Budget(milliseconds=line.milliseconds))
    begun = json.loads(BEGUN.read_text(encoding="utf-8")) if BEGUN.exists() else {}
    played = begun.setdefault(line.name, [])[:deals]
    for found in results(match.deal, range(len(played), deals), jobs):
        played.append(found)
        begun[line.name] = played
        write_whole(BEGUN, json.dumps(begun).encode())
    tally = Tally(match)
    for each in played:
        tally.add(each)
    first = next(each for each in tally.results().standings if each.bot == line.bots[0])
    del begun[line.name]
    write_whole(BEGUN, json.dumps(begun).encode())
    return Found(
        line.what, line.game, len(line.bots), bots_of(line), deals,
        first.share, first.low, first.high, line.least, machine(),
    )  # fmt: skip


def found_before(line: Line, deals: int, kept: dict[str, dict[str, object]]) -> Found | None:
    """The answer of a line already kept whose games are the very same, under another name."""
    for other in (*lines(full=False), *lines(full=True)):
        if other.name != line.name and other.games == line.games and other.name in kept:
            before = kept[other.name]
            if before["deals"] == deals:
                own = {"what": line.what, "bots": bots_of(line), "least": line.least}
                return Found(**{**before, **own})  # type: ignore[arg-type]
    return None


def bots_of(line: Line) -> str:
    """Who plays whom."""
    return " v ".join(dict.fromkeys(line.bots))


# Speed


def decisions(game: str, most: int) -> list[State]:
    """Views in which there is a choice, from games of four by rules of thumb."""
    found: list[State] = []
    bots = [new_bot("shower", seat) for seat in range(4)]
    state = GAMES[game].deal(4, GAMES[game].simulated(), seed=1)
    while len(found) < most and not state.is_over:
        view, legal = state.view(state.current_player), state.legal_actions()
        if len(legal) > 1:
            found.append(view)
        state.apply_action(bots[state.current_player].choose(view, legal, Budget()))
    return found


def speeds() -> list[str]:
    """Iterations a second from the deal, and how long level Storm thinks, as lines of a table."""
    told = []
    for game in GAMES:
        rates = []
        for players in (2, 4):
            state = GAMES[game].deal(players, GAMES[game].simulated(), seed=3)
            view = state.view(state.current_player)
            bot = SearchBot(0, "speed", 10**9)
            bot.look(view, Budget(milliseconds=100))
            rates.append(bot.look(view, Budget(milliseconds=3000)).visits / 3)
        times = []
        for number, view in enumerate(decisions(game, 100)):
            begun = time.perf_counter()
            new_bot("storm", number).choose(view, view.legal_actions(), Budget())
            times.append(time.perf_counter() - begun)
        half, most = statistics.median(times), statistics.quantiles(times, n=100)[98]
        told.append(
            f"| {title(game)} | {rates[0]:,.0f} | {rates[1]:,.0f} | {half:.2f} s | {most:.2f} s |"
        )
    return told


# The page


def title(game: str) -> str:
    """A game as people call it."""
    return {"rainbow": "Rainbow", "rainbow7": "Rainbow 7", "pirates": "Rainbow Pirates"}[game]


def as_line(found: Found) -> str:
    """A line of the table."""
    met = "yes" if found.holds else "**no**"
    return (
        f"| {found.what} | {title(found.game)} | {found.players} | {found.bots} | {found.deals} | "
        f"{found.share:.1%} | {found.low:.1%} to {found.high:.1%} | {found.least:.1%} | {met} |"
    )


def write_page(kept: dict[str, dict[str, object]], speed: list[str]) -> None:
    """Puts what was measured into docs/bots.md, between its two marks."""
    chosen = [*lines(full=False), *(each for each in lines(full=True) if each.searches)]
    found = [Found(**kept[line.name]) for line in chosen if line.name in kept]  # type: ignore[arg-type]
    table = [
        "| the first, alone against the others | game | players | budgets | deals | wins of the "
        "first | 95 % | at least | met |",
        "|---|---|---|---|---|---|---|---|---|",
        *map(as_line, found),
        "",
        f"Measured on {', '.join(sorted({each.machine for each in found}))}.",
    ]
    if speed:
        table += [
            "",
            "| game | iterations a second, 2 players | 4 players | Storm: median of a decision | "
            "99 % |",
            "|---|---|---|---|---|",
            *speed,
        ]
    text = PAGE.read_text(encoding="utf-8")
    part = f"{BEGIN}\n" + "\n".join(table) + f"\n{END}"
    PAGE.write_text(
        re.sub(f"{BEGIN}.*{END}", lambda _: part, text, flags=re.DOTALL), encoding="utf-8"
    )


def main() -> None:
    """Measures what was asked for, keeps it, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="the whole budget of every level")
    parser.add_argument("--only", default="", help="lines whose name holds this")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--jobs", type=int, default=2, help="games at once")
    parser.add_argument("--new", action="store_true", help="lines that were not measured yet")
    chosen = parser.parse_args()
    data = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    kept, speed = data.get("lines", {}), data.get("speed", [])
    for line in lines(chosen.full):
        if chosen.only in line.name and not (chosen.new and line.name in kept):
            found = found_before(line, chosen.deals, kept) or measure(
                line, chosen.deals, chosen.jobs
            )
            kept[line.name] = asdict(found)
            print(as_line(found), flush=True)
            keep(kept, speed)
    if not chosen.only or chosen.only == "speed":
        speed = speeds()
        keep(kept, speed)
    write_page(kept, speed)


def keep(kept: dict[str, dict[str, object]], speed: list[str]) -> None:
    """Keeps what was measured so far."""
    text = json.dumps({"lines": kept, "speed": speed}, indent=1)
    KEPT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
