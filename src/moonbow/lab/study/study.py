"""A study, from the first game to the report."""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Protocol

import numpy as np

from moonbow.games.errors import Broken
from moonbow.lab.folders import begin_folder
from moonbow.lab.rows import game_rows
from moonbow.lab.runs import Run
from moonbow.lab.study import moments, skill
from moonbow.lab.study.asked import Asked
from moonbow.lab.study.figures import seat
from moonbow.lab.study.parts import Part, kept_results, make_folders
from moonbow.lab.study.sums import SURE, Batches, Sums, added, sums_of

TOLD = "study.json"


class NothingEnds(Broken):
    """A variant of which no game comes to its end."""


LEAST_PARTS = 2
"""Parts before the precision is looked at, so that no batch is a handful of games."""


class Progress(Protocol):
    """Is told what is done, how much of it, and of how much."""

    def __call__(self, stage: str, done: int, /, of: int) -> None:
        """So much of a stage is done."""


def unseen(stage: str, done: int, /, of: int) -> None:
    """Nobody waits."""


@dataclass(frozen=True)
class Found:
    """What a study has found, by variant."""

    asked: Asked
    games: int
    all_found: list[Batches]


def study(
    asked: Asked,
    folder: Path,
    jobs: int = 1,
    ray: str | None = None,
    resume: bool = False,
    progress: Progress = unseen,
) -> Found:
    """Plays what is asked, keeping all of it in a folder, and adds it up.

    The same whatever the number of `jobs`, processes that play at once, here or on the Ray cluster
    with the address `ray`. With `resume` it goes on with what is in the folder. Raises BotFailed,
    BadFolder, NothingEnds and NoWorkers.
    """
    begin_folder(folder, TOLD, asked.told(), resume)
    make_folders(folder)
    sums, games = play(asked, folder, jobs, ray, progress)
    all_found = []
    for place, variant in enumerate(asked.variants):
        own = dict(sums[place])
        if asked.moments:
            work = partial(moments.looked_at, variant.run, asked.moments)
            stage, chunks = f"moments-{place}", -(-asked.moments // moments.CHUNK)
            found = told_of(
                kept_results(folder, stage, work, range(chunks), jobs, ray),
                partial(progress, "moments", of=chunks),
            )
            own |= moments.moment_sums(found, variant.run.players)
        batches = Batches(own)
        if asked.deals:
            work = partial(skill.played_by_all, variant.run, asked.deals)
            stage, chunks = f"deals-{place}", -(-asked.deals // skill.CHUNK)
            found = told_of(
                kept_results(folder, stage, work, range(chunks), jobs, ray),
                partial(progress, "deals", of=chunks),
            )
            batches.know("skill", *skill.skill_and_luck(found))
        all_found.append(batches)
    return Found(asked, games, all_found)


def play(
    asked: Asked, folder: Path, jobs: int, ray: str | None, progress: Progress
) -> tuple[list[Sums], int]:
    """Plays games until all shares are known well enough, or as many as asked; sums by variant."""
    runs = [variant.run for variant in asked.variants]
    size = runs[0].part
    parts = range(-(-asked.games // size)) if asked.games else count()
    work = partial(play_part, runs, asked.games)
    sums: list[Sums] | None = None
    games = 0
    with closing(kept_results(folder, "games", work, parts, jobs, ray)) as played:
        for number, found in enumerate(played, 1):
            own = split(found, len(runs))
            sums = own if sums is None else [added(a, b) for a, b in zip(sums, own, strict=True)]
            games = int(sums[0]["games"].sum())
            check_ends(asked, sums)
            if asked.games:
                progress("games", games, asked.games)
            elif number >= LEAST_PARTS:
                widest = max(half_width(each, run) for each, run in zip(sums, runs, strict=True))
                if widest <= asked.precision:
                    break
                progress("games", games, int(games * (widest / asked.precision) ** 2))
    assert sums is not None
    return sums, games


def check_ends(asked: Asked, sums: list[Sums]) -> None:
    """Raises NothingEnds for a variant whose games are all cut off."""
    for variant, own in zip(asked.variants, sums, strict=True):
        if not own["finished"].any():
            raise NothingEnds(
                "nothing-ends",
                f"{variant.name}: no game came to its end within {variant.run.max_actions} "
                "actions; expected more max_actions",
            )


def half_width(sums: Sums, run: Run) -> float:
    """Half the widest 95 % interval of a seat's share of the wins."""
    found = Batches({name: sums[name] for name in ("seat", "finished")})
    seats = [found.estimate(seat(each, run.players).of) for each in range(run.players)]
    return SURE * max(each.error for each in seats)


def play_part(runs: list[Run], games: int | None, number: int) -> Part:
    """A part of every variant: its sums, and a row for each game."""
    first = number * runs[0].part
    size = runs[0].part if games is None else min(runs[0].part, games - first)
    numbers: Sums = {}
    rows = {}
    for place, run in enumerate(runs):
        sums, played = sums_of(run, first, size)
        numbers |= {f"{place}/{name}": each for name, each in sums.items()}
        data = BytesIO()
        game_rows(played, first).write_parquet(data, compression="zstd", statistics=True)
        rows[f"variant-{place}-{number:05}.parquet"] = data.getvalue()
    return Part(numbers, rows)


def split(numbers: Sums, variants: int) -> list[Sums]:
    """The sums of each variant, from those of all."""
    return [
        {
            name.partition("/")[2]: each
            for name, each in numbers.items()
            if name.startswith(f"{variant}/")
        }
        for variant in range(variants)
    ]


def told_of(parts: Generator[Sums], done: Callable[[int], None]) -> Sums:
    """All parts as one, row after row; `done` is told how many there are."""
    found: list[Sums] = []
    with closing(parts):
        for number, part in enumerate(parts, 1):
            found.append(part)
            done(number)
    return {name: np.concatenate([each[name] for each in found]) for name in found[0]}
