"""`make truth`: how far every level is from the best play of a small Rainbow, into docs/bots.md.

The game is solved (`small_rainbow.py`). What a bot does is found out wherever its own play can
take it; then the best answers to it are found, and what it gets against the equilibrium. What was
measured is kept in truth.json beside this file, so that bots can be measured one at a time
(`--only`).
"""

import argparse
import json
import re
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.bot import Budget
from moonbow.bots.names import new_bot
from moonbow.bots.thumbs_bot import CHANCES, ThumbsBot, weights_of
from moonbow.games.game import State
from moonbow.games.rainbow import TAKING
from moonbow.lab.bench import machine
from moonbow.lab.workers import results
from small_rainbow import (
    COMBOS,
    RULES,
    TRICK,
    Numbers,
    Places,
    SmallRainbow,
    asked,
    exploitability,
    greatest,
    histories,
    reached,
    share,
    small_rainbow,
    solve,
)

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "truth.json"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- truth: begin -->", "<!-- truth: end -->"

RANKS, COPIES, HAND_SIZE = 3, 5, 2
ROUNDS = 400
"""Of CFR+."""

EXACT = ("random", "drizzle", "shower", "thumbs")
"""Bots whose chances can be computed."""

SEEDS = {
    "plain:500": 8, "storm:15": 8, "storm:150": 16, "storm:1500": 4, "moonbow:4000": 4,
    "moonbow:40000": 2,
}  # fmt: skip
"""How often the others are asked, by name."""

FULL = ("storm:1500", "moonbow:40000")
"""Those that are asked with `--full` alone."""

WIDTH = 110
"""Of lines on the page."""

MIXED = 0.01
"""What an action must at least be chosen with to count as one of several."""

PIECE = 100
"""Questions that are asked in one go."""


@dataclass(frozen=True)
class Row:
    """What was found out of a bot; shares are of a win, against the equilibrium."""

    bot: str
    seeds: int  # how often it was asked; 0: its chances were computed
    exploitability: float
    of_half: float  # the same from half as many answers; 0 where nothing was estimated
    leading: float
    following: float
    machine: str


# What a bot does


def chances_of(values: Numbers, overlooks: float, careless: float) -> Numbers:
    """How likely a bot by rules of thumb takes each action, by how good the actions look to it."""
    good = values >= values.max() - careless
    unseen, found = 1.0, np.zeros(len(values))
    for value in sorted(set(values[good]), reverse=True):
        equal = values == value
        missed = unseen * overlooks ** int(equal.sum())
        found[equal] += (unseen - missed) / equal.sum()
        unseen = missed
    best = values == values.max()
    found[best] += unseen / best.sum()
    return found


def exact(game: SmallRainbow, name: str) -> Numbers:
    """The policy of a bot whose chances can be computed."""
    policy = game.uniform()
    bot = new_bot(name, 0)
    if isinstance(bot, ThumbsBot):
        overlooks = np.ceil(bot.overlooks * CHANCES) / CHANCES
        for place in game.choices():
            view = view_of(game.views, place)
            values = np.array(weights_of(view, view.legal_actions()))
            policy[game.slots(place)] = chances_of(values, overlooks, bot.careless)
    return policy


def view_of(views: NDArray[np.record], place: int) -> State:
    """One of many views."""
    return State(RULES, views[place : place + 1].copy())


@dataclass(frozen=True)
class Asking:
    """Questions in a file, one view after another, that a bot is to be asked so often."""

    path: str
    first: int  # what the first of them is numbered by, of which come the seeds
    bot: str
    seeds: int

    def piece(self, number: int) -> list[list[int]]:
        """The answers to a piece of the questions: by question, the actions chosen."""
        dtype = RULES.rules.State
        begun = number * PIECE
        views = np.fromfile(self.path, dtype, PIECE, offset=begun * dtype.itemsize)
        found = []
        for place in range(len(views)):
            view, question = view_of(views, place), self.first + begun + place
            legal = view.legal_actions()
            found.append([
                new_bot(self.bot, question << 16 | seed).choose(view, legal, Budget())
                for seed in range(self.seeds)
            ])  # fmt: skip
        return found


def questions(game: SmallRainbow) -> Places:
    """By information set: the number of what is asked there; -1 without a choice."""
    numbers: dict[object, int] = {}
    found = np.full(len(game.views), -1)
    for place in game.choices():
        found[place] = numbers.setdefault(asked(view_of(game.views, place)), len(numbers))
    return found


class Answers:
    """What a bot answered, by question; each is asked once, and only where the bot may come."""

    def __init__(
        self, game: SmallRainbow, question: Places, bot: str, seeds: int, jobs: int
    ) -> None:
        self.game, self.question = game, question
        self.bot, self.seeds, self.jobs = bot, seeds, jobs
        self.given = np.full((question.max() + 1, seeds), -1)
        self.asked = 0
        for start in (1, 1 + TRICK):
            self.ask(range(start, start + 1 + COMBOS))
            self.ask(range(start + 1 + COMBOS, start + TRICK))

    def ask(self, layers: range) -> None:
        """Asks what may be asked in these layers, by all that was answered so far."""
        policy = self.policy(self.seeds)
        comes = reached(self.game, policy, 0) | reached(self.game, policy, 1)
        low, high = self.game.sets[[layers.start, layers.stop]]
        places = np.flatnonzero(comes & (self.question >= 0))
        places = places[(low <= places) & (places < high)]
        numbers, firsts = np.unique(self.question[places], return_index=True)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "views"
            self.game.views[places[firsts]].tofile(path)
            asking = Asking(str(path), self.asked, self.bot, self.seeds)
            pieces = range(-(-len(numbers) // PIECE))
            given = [each for piece in results(asking.piece, pieces, self.jobs) for each in piece]
        self.given[numbers] = np.reshape(np.array(given, np.int64), (len(numbers), self.seeds))
        self.asked += len(numbers)

    def policy(self, seeds: int) -> Numbers:
        """How often each action was taken in the first so many answers; equal where not asked."""
        policy = self.game.uniform()
        question = self.question[self.game.set_of()]
        slots = np.flatnonzero((question >= 0) & (self.given[question, 0] >= 0))
        taken = self.given[question[slots], :seeds] == self.game.action[slots, None]
        policy[slots] = taken.mean(axis=1)
        return policy


def measure(game: SmallRainbow, best: Numbers, question: Places, bot: str, jobs: int) -> Row:
    """What there is to find out of a bot."""
    seeds, half = SEEDS.get(bot, 0), 0.0
    if seeds:
        answers = Answers(game, question, bot, seeds, jobs)
        policy = answers.policy(seeds)
        half = exploitability(game, answers.policy(seeds // 2))
    else:
        policy = exact(game, bot)
    leading = share(game, game.both(policy, best))
    following = 1.0 - share(game, game.both(best, policy))
    found = exploitability(game, policy)
    return Row(bot, seeds, found, half, leading, following, machine())


# The page


def about(game: SmallRainbow, best: Numbers) -> list[str]:
    """The game and its solution, and where the rules of thumb go wrong."""
    choices = len(game.choices())
    value = share(game, best)
    mixed = np.add.reduceat(best > MIXED, game.first[:-1]) > 1
    comes = np.where(
        game.player[game.first[:-1]] == 0, reached(game, best, 0), reached(game, best, 1)
    )
    fixed = exploitability(game, greatest(best, game.first))
    thumbs = exact(game, "thumbs")
    takes = game.views["phase"][game.set_of()] == TAKING
    takings = exploitability(game, np.where(takes, thumbs, best))
    combos = exploitability(game, np.where(takes, best, thumbs))
    size = (
        f"Ranks {RANKS}, copies {COPIES}, hands of {HAND_SIZE}, player 0 leads: {game.deals:,} "
        f"deals, a tree of {histories(game):,} nodes. Put together they are {len(game.decider):,} "
        f"nodes and {len(game.views):,} information sets, {choices:,} of them with a choice."
    )
    found = (
        f"Between two who play best, who leads gets {value:.2%}, who follows {1 - value:.2%}. The "
        f"solution is exploitable by {exploitability(game, best):.4%}; where it comes it mixes "
        f"actions in {np.count_nonzero(mixed & comes):,} information sets. Always taking the "
        f"likeliest of them, it would be exploitable by {fixed:.2%}. With the combos of `thumbs` "
        f"and all else as solved it would be by {combos:.2%}, with its takings by {takings:.2%}."
    )
    return [*wrap(size, WIDTH), "", *wrap(found, WIDTH)]


def as_line(row: Row) -> str:
    """A line of the table."""
    how = f"asked {row.seeds} times" if row.seeds else "computed"
    half = f"{row.of_half:.2%}" if row.seeds else ""
    mean = (row.leading + row.following) / 2
    return (
        f"| {row.bot} | {how} | {row.exploitability:.2%} | {half} | {row.leading:.2%} | "
        f"{row.following:.2%} | {mean:.2%} |"
    )


def write_page(game_lines: list[str], kept: dict[str, dict[str, object]]) -> None:
    """Puts what was measured into docs/bots.md, between its two marks."""
    rows = [Row(**kept[bot]) for bot in (*EXACT, *SEEDS) if bot in kept]  # type: ignore[arg-type]
    table = [
        *game_lines,
        "",
        "| | its chances | exploitable by | by half the answers | share leading | following | "
        "on average |",
        "|---|---|---|---|---|---|---|",
        *map(as_line, rows),
        "",
        f"Measured on {', '.join(sorted({row.machine for row in rows}))}.",
    ]
    text = PAGE.read_text(encoding="utf-8")
    part = f"{BEGIN}\n" + "\n".join(table) + f"\n{END}"
    PAGE.write_text(
        re.sub(f"{BEGIN}.*{END}", lambda _: part, text, flags=re.DOTALL), encoding="utf-8"
    )


def main() -> None:
    """Solves the game, measures what was asked for, keeps it, and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="Storm and Moonbow as they play, too")
    parser.add_argument("--only", default="", help="bots whose name holds this")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    chosen = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    game = small_rainbow(RANKS, COPIES, HAND_SIZE)
    best = solve(game, ROUNDS)
    lines = about(game, best)
    print("\n".join(lines), flush=True)
    question = questions(game)
    for bot in (*EXACT, *SEEDS):
        if chosen.only in bot and (chosen.full or bot not in FULL):
            row = measure(game, best, question, bot, chosen.jobs)
            kept[bot] = asdict(row)
            print(as_line(row), flush=True)
            KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    write_page(lines, kept)


if __name__ == "__main__":
    main()
