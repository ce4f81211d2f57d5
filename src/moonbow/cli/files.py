"""Commands on the files of positions and records."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moonbow.cli.given import Json, Lang, SeedText, read_file, read_language, read_seed, read_state
from moonbow.cli.waiting import bar

if TYPE_CHECKING:
    from moonbow.games.game import State

PositionFile = Annotated[
    str, typer.Argument(metavar="FILE", help='A position file; "-": standard input.')
]
RecordFile = Annotated[
    str, typer.Argument(metavar="RECORD", help='A record file; "-": standard input.')
]


def legal(file: PositionFile, as_json: Json = False) -> None:
    """Prints the legal actions of a position, one a line."""
    texts = read_file(file, lambda found: read_state(found).legal_texts())
    if as_json:
        print(json.dumps(texts))
    else:
        print("".join(f"{text}\n" for text in texts), end="")


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
