"""Folders that hold what came of a run, and can be gone on with."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from moonbow.games.errors import Broken, shown
from moonbow.table.files import BadFile, read_json, write_json


class BadRows(Broken):
    """A folder that does not hold, or cannot hold, what comes of a run."""


def begin_folder(folder: Path, name: str, told: Mapping[str, Any], resume: bool) -> None:
    """Begins a folder with a file that tells of the run, or finds the same run in it.

    Raises BadRows.
    """
    place = folder / name
    told = json.loads(json.dumps(told))
    if resume:
        before = refusing(place, read_json, str(place))
        other = [key for key in told if before.get(key) != told[key]]
        if other:
            raise BadRows(
                "other-run",
                f"{place}: {other[0]}: {shown(before.get(other[0]))} was played; to go on with "
                f"it, expected the same, not {shown(told[other[0]])}",
            )
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise BadRows("no-folder", f"{folder}: {error.strerror}") from error
    if not empty:
        hint = "--resume, to go on with it, or another" if place.exists() else "an empty or new"
        raise BadRows("not-empty", f"{folder}: not empty; expected {hint} folder")
    refusing(place, write_json, str(place), told)


def refusing(place: Path, call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls what reads or writes a file; a refusal names the file. Raises BadRows."""
    try:
        return call(*arguments)
    except BadFile as error:
        raise BadRows(error.code, f"{place}: {error}") from error
