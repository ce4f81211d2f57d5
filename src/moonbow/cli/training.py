"""The command that trains networks."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from moonbow.cli.given import (
    GameName,
    Jobs,
    Json,
    OptionTexts,
    Players,
    RayAddress,
    SeedText,
    default_players,
    named_game,
    read_options,
    read_seed,
    usage,
)
from moonbow.cli.waiting import bar, ensure_warm


def train(
    game: GameName,
    run: Annotated[
        str, typer.Option("--run", metavar="DIR", help="A folder for the network and its run.")
    ],
    players: Players = None,
    iterations: Annotated[
        int, typer.Option("--iterations", help="How often it plays, and learns from it.")
    ] = 100,
    games: Annotated[
        int | None, typer.Option("--games", help="Games of an iteration; as fits if absent.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals", help="Deals, each on every seat, to measure it by; as fits if absent."
        ),
    ] = None,
    every: Annotated[
        int, typer.Option("--every", help="Measures it after so many iterations.")
    ] = 5,
    width: Annotated[int, typer.Option("--width", help="Sums in a layer of the network.")] = 128,
    rate: Annotated[float, typer.Option("--rate", help="The rate of learning.")] = 0.0005,
    entropy: Annotated[
        float, typer.Option("--entropy", help="The worth of being undecided.")
    ] = 0.02,
    seed: SeedText = None,
    option: OptionTexts = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads of the learner.")] = 1,
    jobs: Jobs = 1,
    ray: RayAddress = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Goes on with what is in the folder.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Trains a network by self-play, a bot named by its file, like DIR/best.npz.

    Needs PyTorch: pip install moonbow[train].
    """
    from moonbow.lab.train import Progress
    from moonbow.lab.train import train as learn

    chosen = named_game(game)
    options, number = read_options(option), read_seed(seed) or 0
    count = default_players(chosen) if players is None else players
    ensure_warm()
    with bar("Training", iterations, "iterations") as done:

        def told(progress: Progress) -> None:
            done(progress.iterations)
            if as_json:
                print(json.dumps(progress.as_dict()), flush=True)
            elif progress.strength is not None:
                found = progress.strength
                print(
                    f"iteration {progress.iterations}: {found.share:.1%} of the wins against rules "
                    f"of thumb ({found.low:.1%} to {found.high:.1%}; fair {found.fair:.1%}); "
                    f"{progress.games} games, {progress.decisions_per_second:,.0f} decisions a "
                    f"second, entropy {progress.figures['entropy']:.2f}, "
                    f"explained {progress.figures['explained']:.2f}",
                    flush=True,
                )

        try:
            last = usage(
                partial(
                    learn, games=games, deals=deals, every=every, width=width, rate=rate,
                    entropy=entropy, threads=threads, jobs=jobs, ray=ray, resume=resume,
                ),
                chosen, count, Path(run), iterations, number, options, told,
            )  # fmt: skip
        except KeyboardInterrupt:
            print(f"moonbow: what is learned is in {run}; --resume goes on", file=sys.stderr)
            raise
    if last is None and not as_json:
        print(f"{run} has {iterations} iterations or more; more --iterations go on")
