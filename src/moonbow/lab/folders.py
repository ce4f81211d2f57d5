"""Folders that hold what came of a run, and can be gone on with."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from moonbow.games.errors import Broken, Refused, shown
from moonbow.table.files import read_json, write_json


class BadFolder(Broken):
    """A folder that does not hold, or cannot hold, what comes of a run."""


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
