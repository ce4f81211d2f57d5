"""Commands that play many games, and that measure."""

import json
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from moonbow.cli.given import (
    BOTS_NAMED,
    GameName,
    Jobs,
    Json,
    Milliseconds,
    OptionTexts,
    Players,
    RayAddress,
    SeedText,
    WrongUsageError,
    default_players,
    named_game,
    read_options,
    read_percent,
    read_seed,
    read_variants,
    usage,
)
from moonbow.cli.waiting import bar, compile_all, ensure_warm, stages


def tournament(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="A,B,...",
            help=f"A bot for each player: {BOTS_NAMED}",
        ),
    ],
    deals: Annotated[
        int, typer.Option("--games", help="How many deals; each is played on every seat.")
    ] = 100,
    seed: SeedText = None,
    option: OptionTexts = None,
    milliseconds: Milliseconds = None,
    jobs: Jobs = 1,
    ray: RayAddress = None,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stops as soon as it is decided.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Lets bots play the same deals on every seat, and says who is better and how sure that is."""
    from moonbow.bots.bot import Budget
    from moonbow.lab.ladder import hold_tournament

    chosen = named_game(game)
    options, number = read_options(option), read_seed(seed) or 0
    ensure_warm()
    with bar("Playing", deals, "deals") as done:
        results = usage(
            hold_tournament, chosen, bots.split(","), deals, number, options,
            Budget(milliseconds=milliseconds), until_sure, jobs, ray, done,
        )  # fmt: skip
    if as_json:
        print(json.dumps(results.as_dict()))
        return
    print(
        f"{results.games} games of {results.game} with {results.players} players: "
        f"{results.deals} deals, each on every seat; {results.truncated} cut off"
    )
    for place in results.standings:
        print(
            f"{place.bot:>16} x {place.seats}: {place.share:6.1%} of the wins "
            f"({place.low:.1%} to {place.high:.1%}; fair {place.fair:.1%}), "
            f"{place.mean_score:.1f} points, rating {place.rating:.1f}"
        )
    print("Decided." if results.decided else "Not decided yet: an interval holds the fair share.")


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 10_000,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B,...",
            help=f"A bot for each seat, random if absent: {BOTS_NAMED}",
        ),
    ] = None,
    seed: SeedText = None,
    option: OptionTexts = None,
    max_actions: Annotated[
        int, typer.Option("--max-actions", help="Cuts a game off after so many actions.")
    ] = 100_000,
    milliseconds: Milliseconds = None,
    jobs: Jobs = 1,
    ray: RayAddress = None,
    rows: Annotated[
        str | None,
        typer.Option(
            "--rows", metavar="DIR", help="A folder for the games as Parquet, a row each."
        ),
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="With --rows: also a row for each decision.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="With --rows: goes on with what is there.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Plays many games and sums them up."""
    from moonbow.lab.simulate import simulate as play_games

    chosen = named_game(game)
    options, number = read_options(option), read_seed(seed) or 0
    seats = None if bots is None else bots.split(",")
    count = default_players(chosen) if players is None else players
    ensure_warm()
    with bar("Playing", games, "games") as done:
        try:
            summary = usage(
                partial(
                    play_games,
                    milliseconds=milliseconds,
                    jobs=jobs,
                    ray=ray,
                    rows=None if rows is None else Path(rows),
                    decisions=decisions,
                    resume=resume,
                ),
                chosen, count, games, seats, number, options, max_actions, done,
            )  # fmt: skip
        except KeyboardInterrupt:
            if rows is not None:
                print(f"moonbow: what is done is in {rows}; --resume goes on", file=sys.stderr)
            raise
    if as_json:
        print(json.dumps(summary.as_dict()))
        return
    print(
        f"{summary.finished} games of {summary.game} with {count} players, {summary.truncated} cut "
        f"off; {summary.actions} actions in {summary.seconds:.2f} s\n"
        f"{summary.games_per_second:,.0f} games and {summary.actions_per_second:,.0f} actions "
        "a second"
    )
    unit = chosen.text.POINTS
    for player, (wins, score) in enumerate(zip(summary.wins, summary.mean_scores, strict=True)):
        share = wins / max(summary.finished, 1)
        print(f"  player {player}: {share:.2%} of the wins, {score:.2f} {unit} a game")


STAGES = {"games": "Playing", "moments": "Looking closely", "deals": "All levels"}


def study(
    game: GameName,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", metavar="A,B,...", help=f"One bot for all seats, or one a seat: {BOTS_NAMED}"
        ),
    ] = "thumbs",
    option: OptionTexts = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="NAME=A,B,...",
            help="An option, or players, in these variants side by side; may be repeated.",
        ),
    ] = None,
    precision: Annotated[
        str | None,
        typer.Option(
            "--precision",
            metavar="PERCENT",
            help="Stops when each seat's share of the wins is known so well; 0.5% if absent.",
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", help="So many games, in place of a precision.")
    ] = None,
    moments: Annotated[
        int, typer.Option("--moments", help="Games that are looked at closely; 0: none.")
    ] = 200,
    deals: Annotated[
        int, typer.Option("--deals", help="Deals played by bots of all levels; 0: none.")
    ] = 200,
    seed: SeedText = None,
    max_actions: Annotated[
        int, typer.Option("--max-actions", help="Cuts a game off after so many actions.")
    ] = 100_000,
    jobs: Jobs = 1,
    ray: RayAddress = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="The folder of the study; study-GAME if absent."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Goes on with what is in the folder.")
    ] = False,
    findings: Annotated[
        str | None,
        typer.Option(
            "--findings", metavar="FILE", help="Your findings, a line each, for the page's top."
        ),
    ] = None,
) -> None:
    """Answers what a game is like, in a page with plots, numbers and how sure they are."""
    from moonbow.lab.study.asked import new_study
    from moonbow.lab.study.report import REPORT, check_charts, read_findings, write_report
    from moonbow.lab.study.study import study as carry_out

    chosen = named_game(game)
    if games is not None and precision is not None:
        raise WrongUsageError("--games: with --precision; expected one of the two")
    asked = usage(
        partial(
            new_study,
            options=read_options(option),
            vary=read_variants(vary),
            bots=bots.split(","),
            seed=read_seed(seed) or 0,
            precision=read_percent(precision or "0.5%"),
            games=games,
            moments=moments,
            deals=deals,
            max_actions=max_actions,
        ),
        chosen, default_players(chosen) if players is None else players,
    )  # fmt: skip
    check_charts()
    told = read_findings(findings)
    folder = Path(out or f"study-{chosen.name}")
    ensure_warm()
    try:
        with stages(STAGES) as done:
            found = carry_out(asked, folder, jobs, ray, resume, done)
    except KeyboardInterrupt:
        print(f"moonbow: what is done is in {folder}; --resume goes on", file=sys.stderr)
        raise
    write_report(found, folder, command_of(sys.argv[1:]), told)
    print(f"{found.games:,} games; the report: {folder / REPORT}")


def command_of(arguments: list[str]) -> str:
    """A command line as it may be typed again, without `--resume`."""
    return shlex.join(["moonbow", *(each for each in arguments if each != "--resume")])


def warm() -> None:
    """Compiles the rules, so that nothing waits for it later."""
    import time

    from moonbow.games import kernel

    begun = time.perf_counter()
    compile_all()
    if not kernel.COMPILED:
        print("nothing to compile: Numba is missing or switched off")
    elif kernel.CACHE is None:
        print("compiled, but there is no folder to keep it in; set NUMBA_CACHE_DIR to one")
    else:
        print(f"ready after {time.perf_counter() - begun:.1f} s, kept in {kernel.CACHE}")


def bench(as_json: Json = False) -> None:
    """Measures the speed of the rules on this machine."""
    from moonbow.lab.bench import FIGURES, machine

    ensure_warm()
    with bar("Measuring", len(FIGURES)) as done:
        found = []
        for number, figure in enumerate(FIGURES):
            found.append((figure.name, figure.unit, figure.measure()))
            done(number + 1)
    if as_json:
        print(json.dumps({"machine": machine(), **{name: value for name, _, value in found}}))
        return
    print(machine())
    for name, unit, value in found:
        print(f"  {name.replace('_', ' ')}: {value:,.{0 if value >= 100 else 3}f} {unit}")
