"""What came of a run as tables: a folder of Parquet files, one for each part of the run.

`games-00000.parquet` has a row for each game of the first part, `decisions-00000.parquet`, where
asked for, a row for each decision; `run.json` says what was played. A part is written whole or not
at all, its games last: so a run that was broken off can be gone on with, and nothing counts twice.
"""

import signal
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import numpy as np
import polars as pl

from moonbow.lab.folders import PLAYED_BY, begin_folder, played_by, refusing
from moonbow.lab.games import COUNTS, LOGGED, Played
from moonbow.lab.runs import Run
from moonbow.table.files import write_whole

RUN = "run.json"


def take_ctrl_c_back() -> None:
    """Takes the place of what Polars, once loaded, has Ctrl-C do.

    Polars raises a KeyboardInterrupt of its own where it is at work, and Python's follows, into
    whatever cleans up after the first.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is not None and current_thread() is main_thread():
        signal.signal(signal.SIGINT, handler)


take_ctrl_c_back()


def game_rows(played: Played, first: int) -> pl.DataFrame:
    """One row a game.

    `game` (its number), COUNTS, `finished` (else it was cut off, and nobody has won it), and by
    player `return_0`, ... (1 for a win, shared in a tie) and `score_0`, ... (the game's points).
    """
    count, players = played.returns.shape
    columns: dict[str, Any] = {"game": np.arange(first, first + count)}
    columns |= {name: played.counts[:, place] for place, name in enumerate(COUNTS)}
    columns["finished"] = played.returns.sum(axis=1) > 0
    for name, values in (("return", played.returns), ("score", played.points)):
        columns |= {f"{name}_{player}": values[:, player] for player in range(players)}
    return pl.DataFrame(columns)


def decision_rows(played: Played, first: int) -> pl.DataFrame:
    """One row a decision: LOGGED, with the game's number in `game`."""
    columns: dict[str, Any] = {name: played.log[:, place] for place, name in enumerate(LOGGED)}
    columns["game"] = played.log[:, 0].astype(np.int64) + first
    return pl.DataFrame(columns)


def played_of(games: pl.DataFrame) -> Played:
    """What rows of games say, without a log."""
    players = sum(name.startswith("return_") for name in games.columns)

    def columns(names: list[str], kind: type) -> np.ndarray:
        return games.select(names).to_numpy().astype(kind).reshape(games.height, len(names))

    return Played(
        counts=columns(list(COUNTS), np.int64),
        returns=columns([f"return_{player}" for player in range(players)], np.float64),
        points=columns([f"score_{player}" for player in range(players)], np.int64),
        log=np.empty((0, len(LOGGED)), np.int32),
    )


class Rows:
    """The folder of a run's rows."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = run

    def open(self, resume: bool) -> None:
        """Begins the folder, or finds the same run in it. Raises BadFolder."""
        told = {**asdict(self.run), "part": self.run.part, PLAYED_BY: played_by(self.run.bots)}
        begin_folder(self.folder, RUN, told, resume)

    def find(self, part: int, count: int) -> Played | None:
        """A part that is there whole, with so many games; None where it must be played."""
        first = part * self.run.part
        try:
            frames = [pl.read_parquet(path) for path in self._paths(part)]
            numbers = frames[0]["game"].to_numpy()
            found = played_of(frames[0])
            logged = frames[-1]["game"].to_numpy()
        except (OSError, pl.exceptions.PolarsError):  # not there, or cut off
            return None
        wanted = np.arange(first, first + count)
        each = np.repeat(numbers, found.counts[:, 0]) if self.run.decisions else wanted
        whole = np.array_equal(numbers, wanted) and np.array_equal(logged, each)
        return found if whole else None

    def write(self, part: int, played: Played) -> None:
        """Writes a part. Raises BadFolder."""
        first = part * self.run.part
        frames = [game_rows(played, first)]
        if self.run.decisions:
            frames.append(decision_rows(played, first))
        for path, frame in reversed(list(zip(self._paths(part), frames, strict=True))):
            data = BytesIO()
            frame.write_parquet(data, compression="zstd", statistics=True)
            refusing(path, write_whole, path, data.getvalue())

    def _paths(self, part: int) -> list[Path]:
        """The files of a part: its games, its decisions."""
        names = ["games", "decisions"] if self.run.decisions else ["games"]
        return [self.folder / f"{name}-{part:05}.parquet" for name in names]
