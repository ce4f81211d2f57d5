"""Reading and writing JSON files that other people write and read."""

import hashlib
import json
import math
import os
import secrets
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from moonbow.games.errors import Refused, shown

LARGEST = 4 * 1024 * 1024  # bytes
DEEPEST = 8  # lists and objects within each other


class BadFile(Refused):
    """A file that cannot be read, is no JSON object, or cannot be written."""


def read_json(path: str) -> dict[str, Any]:
    """The JSON object in a file ("-": standard input). Raises BadFile."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise BadFile("cannot-read", "cannot be read: standard input is closed")
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST + 1)
    except BadFile:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile("cannot-read", f"cannot be read: {reason}") from error
    if len(data) > LARGEST:
        raise BadFile("too-large", f"more than {LARGEST} bytes; expected a smaller file")
    return parse_json(data)


def parse_json(data: bytes) -> dict[str, Any]:
    """The JSON object in these bytes: UTF-8, no key twice, not deeply nested. Raises BadFile."""
    try:
        parsed = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=each_key_once,
            parse_float=finite,
            parse_constant=refuse_number,
        )
    except BadFile:
        raise
    except UnicodeDecodeError as error:
        raise BadFile(
            "no-json", f"not UTF-8 at byte {error.start}; expected JSON in UTF-8"
        ) from error
    except json.JSONDecodeError as error:
        raise BadFile(
            "no-json", f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadFile("no-json", f"not JSON: {shown(str(error))}") from error
    if not isinstance(parsed, dict):
        raise BadFile("no-object", f"{shown(parsed)}; expected a JSON object")
    if deeper_than(parsed, DEEPEST):
        raise BadFile("too-deep", f"nested more than {DEEPEST} deep; expected a flat file")
    return parsed


def deeper_than(value: object, depth: int) -> bool:
    """Whether lists and objects nest deeper than that."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(deeper_than(entry, depth - 1) for entry in inner)


def each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's keys and values; a key that comes twice is refused."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadFile("key-twice", f"{shown(key)}: given twice; expected once")
        found[key] = value
    return found


def finite(text: str) -> float:
    """A fraction; one too large for a float is refused."""
    number = float(text)
    if math.isinf(number):
        refuse_number(text)
    return number


def refuse_number(text: str) -> None:
    """Infinities and NaN are no numbers of JSON."""
    raise BadFile("bad-number", f"{shown(text)}; expected a finite number")


def write_json(path: str, value: Mapping[str, Any]) -> None:
    """Writes an object, whole or not at all. Raises BadFile."""
    write_whole(path, spread(value).encode())


def write_whole(path: str | Path, data: bytes) -> None:
    """Writes a file, whole or not at all: to a temporary file that is then renamed.

    A link is followed; what is no plain file is left alone. Raises BadFile.
    """
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            raise BadFile("no-file", "is there and is no plain file; expected a new or plain one")
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666
        temporary = target.parent / f".moonbow-{secrets.token_hex(8)}"
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                temporary.chmod(mode)
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    except BadFile:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile("cannot-write", f"cannot be written: {reason}") from error


def spread(value: Mapping[str, Any]) -> str:
    """An object as JSON for people: one key a line."""
    lines = [f" {json.dumps(key)}: {json.dumps(entry)}" for key, entry in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def canonical(value: object) -> bytes:
    """The one form of JSON that digests are taken of: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def digest(value: object) -> str:
    """SHA-256 of the canonical JSON, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
