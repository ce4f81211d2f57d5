"""Folders that hold what came of a run, and can be gone on with."""

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from moonbow.bots.names import file_of
from moonbow.games.errors import Broken, Refused, shown
from moonbow.table.files import read_json, write_json

PLAYED_BY = "played_by"
"""In what a file tells of a run: `played_by`."""


class BadFolder(Broken):
    """A folder that does not hold, or cannot hold, what comes of a run."""


def played_by(bots: Iterable[str]) -> str:
    """A digest of what plays: the program's rules, bots and lab, and the files of one's own bots.

    The same on every machine. Raises BadFolder.
    """
    package = Path(__file__).parent.parent
    sources = [path for part in ("games", "bots", "lab") for path in (package / part).rglob("*.py")]
    own = {file for file in map(file_of, bots) if file is not None}
    digest = sha256()
    for path in (*sorted(sources), *map(Path, sorted(own))):
        digest.update(sha256(refusing(path, path.read_bytes)).digest())
    return digest.hexdigest()[:16]


def begin_folder(
    folder: Path, name: str, told: Mapping[str, Any], resume: bool, done: str = "played"
) -> None:
    """Begins a folder with a file that tells of the run, or finds the same run in it.

    `done` is what has been done with such a run. Raises BadFolder.
    """
    place = folder / name
    told = json.loads(json.dumps(told))
    if resume:
        before = refusing(place, read_json, str(place))
        other = [key for key in told if before.get(key) != told[key]]
        if other == [PLAYED_BY]:
            raise BadFolder(
                "other-run",
                f"{place}: {done} by other rules or bots, or another file of a bot; to go on with "
                "it, expected the same",
            )
        if other:
            raise BadFolder(
                "other-run",
                f"{place}: {other[0]}: {shown(before.get(other[0]))} was {done}; to go on with "
                f"it, expected the same, not {shown(told[other[0]])}",
            )
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise BadFolder("no-folder", f"{folder}: {error.strerror}") from error
    if not empty:
        hint = "--resume, to go on with it, or another" if place.exists() else "an empty or new"
        raise BadFolder("not-empty", f"{folder}: not empty; expected {hint} folder")
    refusing(place, write_json, str(place), told)


def refusing(place: Path, call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls what reads or writes a file; a refusal names the file. Raises BadFolder."""
    try:
        return call(*arguments)
    except OSError as error:
        raise BadFolder("cannot-read", f"{place}: cannot be read: {error.strerror}") from error
    except Refused as error:
        raise BadFolder(error.code, f"{place}: {error}") from error
