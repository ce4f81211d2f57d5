"""The command `moonbow`.

Every command ends with status 0, with 1 for a refused input, or with 2 for wrong usage, and then
says in one line what was wrong. Numba and the rules are imported by the commands that need them,
so that `--help` answers at once.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import moonbow

if TYPE_CHECKING:
    from moonbow.games.game import Game, State

app = typer.Typer(
    name="moonbow",
    help="Rainbow card games: played at a table, studied by the million.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

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


STOPPED = 130  # the status of a command that Ctrl-C ended, as shells have it


class WrongUsageError(Exception):
    """A command line that makes no sense; ends the command with status 2."""


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


# What is on the command line


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


# Positions and records

PositionFile = Annotated[
    str, typer.Argument(metavar="FILE", help='A position file; "-": standard input.')
]
RecordFile = Annotated[
    str, typer.Argument(metavar="RECORD", help='A record file; "-": standard input.')
]


Lang = Annotated[
    str | None, typer.Option("--lang", help="en or de; as your system is set if absent.")
]


def read_language(chosen: str | None) -> str:
    """A language by its code; the system's if none is chosen."""
    from moonbow.messages import LANGUAGES, system_language

    language = chosen or system_language()
    if language not in LANGUAGES:
        raise WrongUsageError(f"--lang: {language!a}; expected {', '.join(LANGUAGES)}")
    return language


@app.command()
def legal(file: PositionFile, as_json: Json = False) -> None:
    """Prints the legal actions of a position, one a line."""
    texts = read_file(file, lambda found: read_state(found).legal_texts())
    if as_json:
        print(json.dumps(texts))
    else:
        print("".join(f"{text}\n" for text in texts), end="")


@app.command()
def advance(
    file: PositionFile,
    actions: Annotated[list[str], typer.Argument(metavar="ACTION...", help="Actions as text.")],
) -> None:
    """Prints the position after these actions, as JSON."""
    from moonbow.table.files import spread

    def after(found: dict[str, Any]) -> dict[str, Any]:
        state = read_state(found)
        state.play(actions)
        return state.position()

    print(spread(read_file(file, after)), end="")


@app.command()
def replay(file: RecordFile, as_json: Json = False) -> None:
    """Checks a record and prints how the game ended."""
    from moonbow.table.record import read_record, result_of

    table = read_file(file, read_record)
    result = result_of(table)
    if as_json:
        print(
            json.dumps(
                {
                    "game": table.game.name,
                    "players": table.players,
                    "names": table.names,
                    "actions": len(table.actions),
                    "over": table.state.is_over,
                    "scores": table.state.scores,
                    "returns": result["returns"] if result else None,
                }
            )
        )
        return
    print(f"{table.game.name}, {table.players} players, {len(table.actions)} actions")
    returns = table.state.returns()
    unit = table.game.text.POINTS
    for name, score, share in zip(table.names, table.state.scores, returns, strict=True):
        won = ", wins" if share == 1 else ", shares the win" if share else ""
        print(f"  {name}: {score} {unit}{won}")
    if result is None:
        print(f"not over: {table.names[table.state.current_player]} is to decide")


@app.command()
def hint(
    file: PositionFile,
    milliseconds: Annotated[
        int, typer.Option("--milliseconds", help="Time to think.", min=1)
    ] = 1000,
    iterations: Annotated[
        int | None, typer.Option("--iterations", help="Deals to look at, at most.", min=1)
    ] = None,
    seed: SeedText = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Names the best action in a position, how good it is, and why.

    It goes by what the player who is to decide may know, also where the file shows all cards.
    """
    from moonbow.bots.bot import Budget
    from moonbow.coach.hint import hint as best_of
    from moonbow.messages import Catalog
    from moonbow.table.table import check_names
    from moonbow.terminal.advice import because, hint_shown
    from moonbow.terminal.company import Company
    from moonbow.terminal.marks import unmarked

    language, number = read_language(lang), read_seed(seed) or 0
    view = read_file(file, lambda found: decider(read_state(found)))
    found = best_of(view, Budget(iterations, milliseconds), number)
    names = check_names(None, view.players)
    company = Company(names, view.current_player, Catalog(language))
    if as_json:
        ratings = [
            {"action": view.action_text(each.action), "chance": each.chance, "margin": each.margin}
            for each in (found.best, *found.others)
        ]
        why = unmarked(because(found.reasons, company, view.game.name))
        print(json.dumps({**ratings[0], "why": why, "others": ratings[1:]}, ensure_ascii=False))
        return
    for line in hint_shown(found, view, company):
        print(line.plain)


def decider(state: "State") -> "State":
    """The view of the player who is to decide. Raises BadPosition."""
    from moonbow.games.errors import BadPosition

    player = state.current_player
    if player < 0:
        raise BadPosition("game-over", "the game is over; expected one in which somebody decides")
    if state.viewer not in (None, player):
        raise BadPosition(
            "not-your-decision",
            f"viewer: {state.viewer}; expected {player}, who is to decide, or all cards",
        )
    return state.view(player)


@app.command()
def review(file: RecordFile, lang: Lang = None, as_json: Json = False) -> None:
    """Plays every decision of a record again, and says which cost what.

    Each is judged by what the player who made it could know.
    """
    from moonbow.coach.review import review as reviewed
    from moonbow.messages import Catalog
    from moonbow.table.record import read_record
    from moonbow.terminal.advice import account_shown, review_told
    from moonbow.terminal.marks import unmarked

    language = read_language(lang)
    table = read_file(file, read_record)
    with bar("Playing again", len(table.actions)) as done:
        found = reviewed(table, lambda number, _of: done(number))
    say = Catalog(language)
    if as_json:
        told = review_told(found, table.names, say)
        print(unmarked(json.dumps(told, ensure_ascii=False)))
        return
    for player, account in enumerate(found.players):
        for line in account_shown(account, player, table.names, say):
            print(line.plain)
    print(say("review.note"))


@app.command()
def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option(metavar="H", help="The commitment you kept before the deal.")
    ] = None,
    mine: Annotated[
        str | None, typer.Option(metavar="H", help="Your own commitment, or your 32 bytes.")
    ] = None,
) -> None:
    """Checks that the cards of a record came from what was committed to before the deal."""
    from moonbow.table.fairness import BadProof, Sealed, check_kept
    from moonbow.table.record import read_record

    def check(found: dict[str, Any]) -> str:
        table = read_record(found)
        if not isinstance(table.chance, Sealed):
            if commitment is not None or mine is not None:
                raise BadProof("no-commitments", "dealt from a seed; there are no commitments")
            return "The record replays. It was dealt from a seed, so there is nothing to prove."
        check_kept(table.chance, commitment, mine)
        fits = f"The record replays, and its commitments fit: {table.chance.commitment()}."
        if commitment is None:
            return (
                f"{fits}\nOnly the commitment you kept proves more: compare, or give --commitment."
            )
        return (
            f"{fits}\nIt is the commitment you kept: nobody changed the cards. "
            "This does not prove that the host did not look."
        )

    print(read_file(file, check))


# Many games


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
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


def default_players(game: "Game") -> int:
    """Four, or as near to it as the game can be played."""
    return max(game.min_players, min(4, game.max_players))


# Playing


@app.command()
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


@app.command()
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


# Waiting


def ensure_warm(language: str = "en") -> None:
    """Compiles the rules with a progress bar, unless that has been done before."""
    from moonbow.lab.warm import is_warm

    if not is_warm():
        compile_all(language)


def compile_all(language: str = "en") -> None:
    """Compiles, or loads, every function behind a progress bar."""
    from moonbow.lab.warm import warm as compile_functions
    from moonbow.messages import Catalog

    with bar(Catalog(language)("compiling"), None) as done:
        compile_functions(lambda _name, number, total: done(number, total))


@contextmanager
def bar(label: str, total: int | None, unit: str = "") -> Iterator[Callable[..., None]]:
    """A progress bar on the terminal's error stream; gone once all is done.

    With a `unit` it tells how many of them are done in a second.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many are done in a second."""

        def render(self, task: Task) -> Text:
            """Nothing until it is known."""
            return Text(
                f"{task.speed:,.{1 if task.speed < 10 else 0}f} {unit}/s" if task.speed else ""
            )

    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"),
        *([Rate()] if unit else []), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bars:
        task = bars.add_task(label, total=total)

        def done(number: int, of: int | None = total) -> None:
            bars.update(task, completed=number, total=of)

        yield done


# Training


@app.command()
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
