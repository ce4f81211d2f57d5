"""Commands to play: in the terminal, and for browsers."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from moonbow.cli.given import (
    Lang,
    OptionTexts,
    Players,
    SeedText,
    WrongUsageError,
    default_players,
    named_game,
    read_file,
    read_language,
    read_options,
    read_seed,
    usage,
)
from moonbow.cli.waiting import ensure_warm


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="rainbow, rainbow7 or pirates.")
    ] = None,
    players: Players = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Your seat, counted from 0; 0 if absent.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Your name.")] = None,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="A,B,...", help="A bot for each other seat.")
    ] = None,
    seed: SeedText = None,
    option: OptionTexts = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Goes on with a saved game.")
    ] = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Where the record is saved.")
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            "--pace", help="Seconds between the bots' moves; 0.8 if absent.", min=0, max=60
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Plays a game in the terminal against bots."""
    from moonbow.lab.first_start import CompilingAside, plain_until_compiled
    from moonbow.terminal.conversation import Conversation
    from moonbow.terminal.sitting import new_sitting, resume_sitting

    language = read_language(lang)
    options, number = read_options(option), read_seed(seed)
    others = None if bots is None else bots.split(",")
    if resume is not None and (option or seed or players is not None or name is not None):
        raise WrongUsageError(
            "--resume: the record says players, options, seed and name; expected none of them"
        )
    if record is not None:
        check_place(record)
    plain_until_compiled(language)
    chosen = named_game(game or ("rainbow" if resume else asked_game(language)))
    if resume is None:
        count = default_players(chosen) if players is None else players
        usage(chosen.options, count, options)  # refused before anything is compiled
        ensure_warm(language)  # where that was not put off
        sitting = usage(new_sitting, chosen, count, options, number, seat or 0, name, others)
    else:
        sitting = read_file(resume, lambda found: resume_sitting(found, game, seat, others))
    with CompilingAside():
        Conversation(sitting, language, record or resume, pace).hold()


def asked_game(language: str) -> str:
    """The game that the person at a terminal wants to play; Rainbow where nobody can be asked."""
    from moonbow.games.game import GAMES
    from moonbow.messages import Catalog

    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return "rainbow"
    say = Catalog(language)
    titles = {name: say(f"game.{name}") for name in GAMES}
    games = ", ".join(f"{number} {title}" for number, title in enumerate(titles.values(), 1))
    while True:
        try:
            typed = input(say("which.game", games=games, first=titles["rainbow"]))
        except EOFError as ended:
            print()
            raise typer.Exit from ended
        found = meant_game(typed.strip().casefold(), titles)
        if found:
            return found


def meant_game(typed: str, titles: Mapping[str, str]) -> str | None:
    """The game of that number or name, or of the only name in which it occurs; empty: Rainbow."""
    names = list(titles)
    if typed.isdecimal() and 1 <= int(typed) <= len(names):
        return names[int(typed) - 1]
    called = {name: (name, title.casefold()) for name, title in titles.items()}
    exact = [name for name in names if typed in called[name]]
    found = exact or [name for name in names if any(typed in each for each in called[name])]
    return "rainbow" if not typed else found[0] if len(found) == 1 else None


def check_place(path: str) -> None:
    """Refuses a place where no record could be written, before the game is played for it."""
    place = Path(path)
    try:
        fits = place.resolve().parent.is_dir() and not place.exists()
        fits = fits and os.access(place.resolve().parent, os.W_OK)
    except (OSError, ValueError, RuntimeError):
        fits = False
    if not fits:
        raise WrongUsageError(f"--record: {path!a}; expected a new file in a folder to write to")


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port.", min=0, max=65_535)] = 8077,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="DIR", help="Where tables are kept; your data folder."),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Listens in the home network, and shows how to get in.")
    ] = False,
    show: Annotated[bool, typer.Option("--open", help="Opens the page in your browser.")] = False,
    close_old: Annotated[
        bool,
        typer.Option(
            "--close-old", help="Ends unfinished games of other rules; their logs are kept."
        ),
    ] = False,
) -> None:
    """Serves tables for browsers."""
    from moonbow.lab.first_start import plain_until_compiled

    plain_until_compiled()
    ensure_warm()

    from moonbow.server.serving import run

    run("0.0.0.0" if lan else host, port, data, lan, show, close_old)
