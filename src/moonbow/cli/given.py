"""What is given on the command line: games, options, seeds, files, languages."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moonbow.cli.waiting import ensure_warm

if TYPE_CHECKING:
    from moonbow.games.game import Game, State

GameName = Annotated[str, typer.Argument(metavar="GAME", help="rainbow, rainbow7 or pirates")]
Players = Annotated[int | None, typer.Option("--players", help="How many players; four if absent.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
SeedText = Annotated[
    str | None, typer.Option("--seed", help="A whole number below 2**256; the same deals again.")
]
BOTS_NAMED = (
    "drizzle, shower, storm, moonbow, thumbs, random; storm:500 searches 500 iterations a "
    "decision; mine.py is a file of your own, mine.npz a trained network"
)
Milliseconds = Annotated[
    int | None,
    typer.Option("--milliseconds", help="Time of a searching bot for a decision.", min=1),
]
Jobs = Annotated[int, typer.Option("--jobs", help="Processes that play at once.", min=1, max=1000)]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="[ADDRESS]", help="Plays on a Ray cluster; without ADDRESS on a local one."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="The result as JSON.")]

Lang = Annotated[
    str | None, typer.Option("--lang", help="en or de; as your system is set if absent.")
]


class WrongUsageError(Exception):
    """A command line that makes no sense; ends the command with status 2."""


def usage(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function whose refusals are about the command line itself."""
    from moonbow.games.errors import Broken, Refused

    try:
        return function(*arguments)
    except Broken:
        raise
    except Refused as error:
        raise WrongUsageError(str(error)) from error


def named_game(name: str) -> "Game":
    """The game of that name."""
    from moonbow.games.game import game

    found: Game = usage(game, name)
    return found


def read_options(texts: list[str] | None) -> dict[str, Any]:
    """Options given as NAME=VALUE; a value is JSON, as in a position file."""
    options: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            parsed = None
            equals = ""
        if not equals or isinstance(parsed, str):
            raise WrongUsageError(
                f'--option: {text!a}; expected NAME=VALUE, like "ranks=4" or "leader=null"'
            )
        if name in options:
            raise WrongUsageError(f"--option: {name} is given twice; expected once")
        options[name] = parsed
    return options


def read_variants(texts: list[str] | None) -> dict[str, list[Any]]:
    """What varies, given as NAME=A,B,...; the values are JSON, as in a position file."""
    found: dict[str, list[Any]] = {}
    for text in texts or []:
        name, equals, values = text.partition("=")
        try:
            parsed = json.loads(f"[{values}]")
        except (ValueError, RecursionError):
            equals = ""
        if not equals:
            raise WrongUsageError(
                f'--vary: {text!a}; expected NAME=A,B,..., like "hand_size=6,8" or "players=3,4"'
            )
        if name in found:
            raise WrongUsageError(f"--vary: {name} is given twice; expected once")
        found[name] = parsed
    return found


def read_percent(text: str) -> float:
    """A part of a whole, given like 0.5%."""
    try:
        return float(text.removesuffix("%")) / 100
    except ValueError:
        raise WrongUsageError(f"--precision: {text!a}; expected a percentage like 0.5%") from None


def read_seed(text: str | None) -> int | None:
    """A seed as a whole number, in decimal or, after 0x, hexadecimal digits."""
    if text is None:
        return None
    digits, base = (text[2:], 16) if text.startswith("0x") else (text, 10)
    if len(digits) <= 78 and digits.isascii() and digits.isalnum():
        try:
            number = int(digits, base)
        except ValueError:
            number = -1
        if 0 <= number < 2**256:
            return number
    raise WrongUsageError(f"--seed: {text!a}; expected a whole number below 2**256")


def read_file(path: str, read: Callable[[dict[str, Any]], Any]) -> Any:
    """What a file holds; a refusal names the file."""
    from moonbow.games import kernel
    from moonbow.games.errors import Refused
    from moonbow.table.files import read_json

    try:
        found = read_json(path)
        if kernel.CACHE is not None:  # else only what this command needs is compiled
            ensure_warm()
        return read(found)
    except Refused as error:
        raise Refused(error.code, f"{path}: {error}") from error


def read_state(found: dict[str, Any]) -> "State":
    """The state of a position file of any game."""
    from moonbow.games.errors import BadPosition, shown
    from moonbow.games.game import GAMES

    name = found.get("game")
    if not isinstance(name, str) or name not in GAMES:
        given = shown(name) if "game" in found else "missing"
        raise BadPosition("unknown-game", f"game: {given}; expected {', '.join(GAMES)}")
    return GAMES[name].position(found)


def read_language(chosen: str | None) -> str:
    """A language by its code; the system's if none is chosen."""
    from moonbow.messages import LANGUAGES, system_language

    language = chosen or system_language()
    if language not in LANGUAGES:
        raise WrongUsageError(f"--lang: {language!a}; expected {', '.join(LANGUAGES)}")
    return language


def default_players(game: "Game") -> int:
    """Four, or as near to it as the game can be played."""
    return max(game.min_players, min(4, game.max_players))
