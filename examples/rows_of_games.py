"""Who wins more games from the first seat, read from the rows of a simulation."""

from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

import moonbow
from moonbow.lab.simulate import simulate

with TemporaryDirectory() as folder:
    bots = ["thumbs", "random", "random"]
    simulate(moonbow.game("rainbow"), 3, 200, bots, seed=1, rows=Path(folder) / "games")
    games = pl.read_parquet(Path(folder) / "games" / "games-*.parquet")
    print(games.select(pl.col("finished", "decisions", "return_0", "score_0", "score_1").mean()))
