"""The command `moonbow`.

Every command ends with status 0, with 1 for a refused input, or with 2 for wrong usage, and then
says in one line what was wrong. Numba and the rules are imported by the commands that need them,
so that `--help` answers at once.
"""

import io
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

import moonbow
from moonbow.cli.files import advance, hint, legal, replay, review, verify
from moonbow.cli.given import WrongUsageError
from moonbow.cli.many import bench, simulate, study, tournament, warm
from moonbow.cli.playing import play, serve
from moonbow.cli.training import train

app = typer.Typer(
    name="moonbow",
    help="Rainbow card games: played at a table, studied by the million.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

STOPPED = 130  # the status of a command that Ctrl-C ended, as shells have it


def version(wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        print(f"moonbow {moonbow.__version__}")
        raise typer.Exit


@app.callback()
def every_command(
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Rainbow card games: played at a table, studied by the million."""


for command in (
    legal, advance, replay, hint, review, verify, tournament, simulate, study, train, warm, bench,
    play, serve,
):  # fmt: skip
    app.command()(command)


def main() -> None:
    """Runs the command line and ends the process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Runs a command line; returns the exit status."""
    command = typer.main.get_command(app)
    try:
        status = command.main(
            with_ray_address(arguments), prog_name="moonbow", standalone_mode=False
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return output_lost(error)
    except WrongUsageError as error:
        return complain(str(error), 2)
    except Exception as error:
        return complain_of(error)
    if status == STOPPED:
        return complain("stopped", STOPPED)
    return status if isinstance(status, int) else 0


def with_ray_address(arguments: list[str]) -> list[str]:
    """The command line with an address behind each `--ray`: one that is started here, if none."""
    spelled: list[str] = []
    for place, argument in enumerate(arguments):
        spelled.append(argument)
        following = arguments[place + 1 : place + 2]
        if argument == "--ray" and (not following or following[0].startswith("-")):
            spelled.append("local")
    return spelled


def output_lost(error: OSError) -> int:
    """The status where the output cannot be written; who closed a pipe early knows it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 1
    return complain(f"output: {error.strerror}; expected a place to write to", 1)


def complain_of(error: Exception) -> int:
    """The status of an error that a person can mend; others are bugs and go on."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message())  # type: ignore[attr-defined]
        return 2
    if hasattr(error, "format_message"):  # the command line parser's words on wrong usage
        return complain(error.format_message(), 2)
    from moonbow.games.errors import Refused

    if isinstance(error, Refused):
        return complain(str(error), 1)
    raise error


def complain(message: str, status: int) -> int:
    """Says in one line what was wrong."""
    if sys.stderr is not None:
        words = "".join(c if c.isprintable() else " " for c in message).split()
        print(f"moonbow: {' '.join(words)}", file=sys.stderr)
    return status
