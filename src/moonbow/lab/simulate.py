"""Many games without a table: what comes of them, how fast, and, if asked for, row by row."""

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from moonbow.games.errors import BadOptions
from moonbow.games.game import Game
from moonbow.lab.games import Played
from moonbow.lab.runs import Run, check_whole, new_run
from moonbow.lab.workers import results

SHARES = 60  # a win in shares, so that equal parts of it among 1 to 6 players stay whole
MOST_JOBS = 1_000


@dataclass(frozen=True)
class Summary:
    """What came of a simulation; lists are by player.

    `wins` counts a tie as equal shares; games cut off count in neither `wins` nor `mean_scores`.
    `seconds` and what is by the second are of the games that were played, not of those found in a
    run that was gone on with.
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


class Sum:
    """Games added up."""

    def __init__(self, players: int) -> None:
        self.games = self.finished = self.actions = 0
        self.wins, self.points = np.zeros(players, np.int64), np.zeros(players, np.int64)

    def add(self, played: Played) -> None:
        """More games."""
        ended = played.returns.sum(axis=1) > 0
        self.games += len(ended)
        self.finished += int(ended.sum())
        self.actions += int(played.counts[:, 0].sum())
        self.wins += np.rint(played.returns[ended] * SHARES).astype(np.int64).sum(axis=0)
        self.points += played.points[ended].sum(axis=0)


def simulate(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str] | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    max_actions: int = 100_000,
    progress: Callable[[int], None] = lambda _: None,
    *,
    milliseconds: int | None = None,
    jobs: int = 1,
    ray: str | None = None,
    rows: Path | None = None,
    decisions: bool = False,
    resume: bool = False,
) -> Summary:
    """Plays games with these bots by seat (absent: all by chance) and sums up.

    The same seed, a whole number below 2**256, gives the same games, whatever the number of `jobs`,
    processes that play at once, here or on the Ray cluster with the address `ray`; a searching bot
    with `milliseconds` for a decision may choose otherwise. `rows` is a folder for a table of the
    games and, with `decisions`, of their decisions; `resume` goes on with what is there. `progress`
    is told from time to time how many games are done. Raises BadOptions, BotFailed, BadFolder and
    NoWorkers.
    """
    run = new_run(game, players, bots, seed, options, max_actions, milliseconds, decisions)
    check_whole("games", games)
    if not 1 <= jobs <= MOST_JOBS:
        raise BadOptions("bad-number", f"jobs: {jobs}; expected 1 to {MOST_JOBS}")
    if (decisions or resume) and rows is None:
        name = "decisions" if decisions else "resume"
        raise BadOptions("no-rows", f"{name}: there is no folder for rows; expected one")
    if jobs == 1:
        run.play(0, 0)  # compiled, or loaded, before the clock starts
    total, seconds, played_here = Sum(players), 0.0, Sum(players)
    begun = time.perf_counter()
    with closing(parts(run, games, jobs, ray, rows, resume)) as coming:
        for found, played in coming:
            total.add(played)
            if not found:
                played_here.add(played)
                seconds = time.perf_counter() - begun
            progress(total.games)
    return Summary(
        game=game.name,
        players=players,
        games=games,
        finished=total.finished,
        truncated=games - total.finished,
        actions=total.actions,
        seconds=seconds,
        games_per_second=played_here.games / seconds if seconds else 0.0,
        actions_per_second=played_here.actions / seconds if seconds else 0.0,
        wins=(total.wins / SHARES).tolist(),
        mean_scores=(total.points / max(total.finished, 1)).tolist(),
    )


def parts(
    run: Run, games: int, jobs: int, ray: str | None, folder: Path | None, resume: bool
) -> Generator[tuple[bool, Played]]:
    """All parts of a run, first those that are there (True), then the others, played and kept."""
    todo: Sequence[int] = range(-(-games // run.part))
    rows = None
    if folder is not None:
        from moonbow.lab.rows import Rows  # noqa: PLC0415 - loads Polars, for rows only

        rows = Rows(folder, run)
        rows.open(resume)
        if resume:
            missing = []
            for part in todo:
                found = rows.find(part, size(run, games, part))
                if found is None:
                    missing.append(part)
                else:
                    yield True, found
            todo = missing
    work = partial(play_part, run, games)
    with closing(results(work, todo, min(jobs, len(todo) or 1), ray)) as coming:
        for part, played in zip(todo, coming, strict=True):
            if rows is not None:
                rows.write(part, played)
            yield False, played


def size(run: Run, games: int, part: int) -> int:
    """How many games a part of a run of so many games has."""
    return min(run.part, games - part * run.part)


def play_part(run: Run, games: int, part: int) -> Played:
    """Plays a part of a run of so many games."""
    return run.play(part * run.part, size(run, games, part))
