"""A game as a file: what follows from its log is computed again (docs/formats.md)."""

from collections.abc import Mapping
from typing import Any

from moonbow.games.errors import Refused, shown
from moonbow.games.game import GAMES, Game
from moonbow.games.kernel import key_from_hex
from moonbow.games.reading import is_whole
from moonbow.table.fairness import Sealed, Seed, read_fairness, write_fairness
from moonbow.table.files import canonical, digest
from moonbow.table.table import Table

FORMAT = 1
KEYS = (
    "moonbow",
    "game",
    "rules",
    "players",
    "options",
    "names",
    "actions",
    "result",
    "digest",
    "checksum",
)
MOST_ACTIONS = 100_000


class BadRecord(Refused):
    """A record that is cut short, edited, or of other rules."""


def write_record(table: Table) -> dict[str, Any]:
    """The record of a table, finished or not. An unfinished one has no result."""
    record: dict[str, Any] = {
        "moonbow": FORMAT,
        "game": table.game.name,
        "rules": table.game.rules_version,
        "players": table.players,
        "options": table.options,
        "names": table.names,
    }
    if isinstance(table.chance, Sealed):
        record["fairness"] = write_fairness(table.chance)
    else:
        record["seed"] = f"{table.chance.number:064x}"
    record["actions"] = list(table.actions)
    record["result"] = result_of(table)
    record["digest"] = digest(table.state.position())
    record["checksum"] = digest(record)
    return record


def result_of(table: Table) -> dict[str, Any] | None:
    """How the game ended; None while it goes on."""
    if not table.state.is_over:
        return None
    returns = [int(value) if value in (0, 1) else value for value in table.state.returns()]
    return {"returns": returns, "scores": table.state.scores}


def read_record(record: Mapping[str, Any]) -> Table:
    """Plays a record again and checks everything that it says. Raises Refused."""
    check_frame(record)
    game = GAMES[record["game"]]
    options = game.options(record["players"], checked_options(record["options"]))
    if record["names"] is None:
        raise BadRecord("bad-names", "names: null; expected the players' names")
    chance = read_chance(record, game, options)
    table = Table(game, record["players"], options, chance, record["names"])
    replay(table, record["actions"])
    if canonical(record["result"]) != canonical(result_of(table)):
        raise BadRecord(
            "wrong-result",
            f"result: {shown(record['result'])}; the actions lead to {result_of(table)}",
        )
    if record["digest"] != digest(table.state.position()):
        raise BadRecord("wrong-digest", "digest: does not fit the position the actions lead to")
    return table


def check_frame(record: Mapping[str, Any]) -> None:
    """Format, checksum, keys, game and rules version: the reason people need comes first."""
    if not is_whole(record.get("moonbow"), FORMAT, FORMAT):
        raise BadRecord(
            "wrong-format", f"moonbow: {shown(record.get('moonbow'))}; expected {FORMAT}"
        )
    rest = {key: value for key, value in record.items() if key != "checksum"}
    if record.get("checksum") != digest(rest):
        raise BadRecord("wrong-checksum", "checksum: does not fit; the record was changed or cut")
    chance = [key for key in ("seed", "fairness") if key in record]
    odd = sorted({*KEYS, *chance} ^ set(record))
    if odd or len(chance) != 1:
        names = ", ".join(shown(key) for key in odd) or "seed, fairness"
        raise BadRecord(
            "wrong-keys", f"keys: {names}; expected {', '.join(KEYS)} and one of seed and fairness"
        )
    if not isinstance(record["game"], str) or record["game"] not in GAMES:
        raise BadRecord(
            "unknown-game", f"game: {shown(record['game'])}; expected {', '.join(GAMES)}"
        )
    version = GAMES[record["game"]].rules_version
    if not is_whole(record["rules"], version, version):
        raise BadRecord(
            "other-rules", f"rules: version {shown(record['rules'])}; expected {version}"
        )


def checked_options(options: object) -> Mapping[str, Any]:
    """The options, if they are an object."""
    if not isinstance(options, dict):
        raise BadRecord("bad-type", f"options: {shown(options)}; expected an object")
    return options


def read_chance(record: Mapping[str, Any], game: Game, options: Mapping[str, Any]) -> Seed | Sealed:
    """Where the record's chance comes from."""
    if "fairness" in record:
        return read_fairness(
            record["fairness"], game.name, game.rules_version, options, record["players"]
        )
    if key_from_hex(record["seed"]) is None:
        raise BadRecord(
            "bad-seed", f"seed: {shown(record['seed'])}; expected 64 hexadecimal digits"
        )
    return Seed(int(record["seed"], 16))


def replay(table: Table, actions: object) -> None:
    """Plays a record's actions, each by whoever is to decide."""
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        raise BadRecord(
            "bad-actions", f"actions: {shown(actions)}; expected a list of at most {MOST_ACTIONS}"
        )
    for place, text in enumerate(actions):
        if not isinstance(text, str):
            raise BadRecord("bad-actions", f"actions[{place}]: {shown(text)}; expected a text")
        try:
            table.play(table.state.current_player, [text])
        except Refused as error:
            raise BadRecord(error.code, f"actions[{place}]: {error}") from error
