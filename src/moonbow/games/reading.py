"""Reading the fields of other people's files: a fault names the field and what was expected."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from moonbow.games.errors import BadOptions, BadPosition, shown
from moonbow.games.kernel import FULL, SPECTATOR, Record, key_from_hex

FILL = 3  # what chance is drawn for: cards that a position leaves out


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number within bounds; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def option(chosen: Mapping[str, Any], name: str, low: int, high: int, default: int | None) -> Any:
    """A chosen whole number within bounds; absent or null is the default. Raises BadOptions."""
    value = chosen.get(name)
    if value is None:
        return default
    if not is_whole(value, low, high):
        raise BadOptions(
            "bad-option",
            f"options: {name}: {shown(value)}; expected a whole number from {low} to {high}",
        )
    return value


def flag(chosen: Mapping[str, Any], name: str, default: bool) -> bool:
    """A chosen true or false; absent is the default. Raises BadOptions."""
    value = chosen.get(name, default)
    if not isinstance(value, bool):
        raise BadOptions("bad-option", f"options: {name}: {shown(value)}; expected true or false")
    return value


def check_names(where: str, found: Mapping[str, Any], known: Sequence[str]) -> None:
    """Only known options. Raises BadOptions."""
    for name in found:
        if name not in known:
            raise BadOptions(
                "unknown-option", f"{where}: unknown {shown(name)}; expected {', '.join(known)}"
            )


def check_keys(position: Mapping[str, Any], known: Sequence[str]) -> None:
    """Only known keys. Raises BadPosition."""
    for key in position:
        if key not in known:
            raise BadPosition(
                "unknown-key", f"{shown(key)}: unknown key; expected {', '.join(known)}"
            )


def number_at(
    position: Mapping[str, Any], key: str, low: int, high: int, default: int | None
) -> int:
    """A whole number within bounds; absent is the default, or refused without one."""
    value = position.get(key, default)
    if not is_whole(value, low, high):
        found = shown(value) if key in position else "missing"
        raise BadPosition(
            "bad-number", f"{key}: {found}; expected a whole number from {low} to {high}"
        )
    return int(value)


def flag_at(position: Mapping[str, Any], key: str) -> bool:
    """True or false; absent is false."""
    value = position.get(key, False)
    if not isinstance(value, bool):
        raise BadPosition("bad-type", f"{key}: {shown(value)}; expected true or false")
    return value


def list_at(position: Mapping[str, Any], key: str, length: int | None = None) -> list[Any]:
    """A list, of a given length if one is given; absent is empty (or as many empty entries)."""
    value = position.get(key, [""] * (length or 0))
    if not isinstance(value, list):
        raise BadPosition("bad-type", f"{key}: {shown(value)}; expected a list")
    if length is not None and len(value) != length:
        raise BadPosition("bad-length", f"{key}: {len(value)} entries; expected {length}")
    return value


def numbers_at(
    position: Mapping[str, Any], key: str, length: int, low: int, high: int, default: int = 0
) -> list[int]:
    """A list of so many whole numbers within bounds; absent it is all defaults."""
    values = list_at(position, key, length) if key in position else [default] * length
    return [
        number_at({f"{key}[{place}]": value}, f"{key}[{place}]", low, high, None)
        for place, value in enumerate(values)
    ]


def object_at(position: Mapping[str, Any], key: str, known: Sequence[str]) -> Mapping[str, Any]:
    """An object with only known keys; absent or null is empty."""
    value = position.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadPosition("bad-type", f"{key}: {shown(value)}; expected an object")
    for name in value:
        if name not in known:
            raise BadPosition(
                "unknown-key", f"{key}: unknown {shown(name)}; expected {', '.join(known)}"
            )
    return value


def words_at(where: str, text: object, cards: Mapping[str, int], example: str) -> list[int]:
    """Cards written with blanks between them, by their numbers."""
    words = text.split(" ") if isinstance(text, str) and text else []
    if text != "" and (not words or any(word not in cards for word in words)):
        raise BadPosition(
            "bad-cards", f'{where}: {shown(text)}; expected cards, like "{example}", or ""'
        )
    return [cards[word] for word in words]


def hidden_at(where: str, text: object, most: int = 99) -> int:
    """How many hidden cards there are: "?5" is five, "" none."""
    match = re.fullmatch(r"\?([0-9]{1,3})|", text) if isinstance(text, str) else None
    if match is None or int(match[1] or 0) > most:
        raise BadPosition(
            "hidden-cards", f'{where}: {shown(text)}; expected a number of hidden cards, "?5"'
        )
    return int(match[1] or 0)


def options_at(position: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of a position, an object; absent is empty."""
    chosen = position.get("options", {})
    if not isinstance(chosen, Mapping):
        raise BadPosition("bad-type", f"options: {shown(chosen)}; expected an object")
    return chosen


def read_chance(position: Mapping[str, Any], state: Record) -> None:
    """The key, 64 hexadecimal digits, which no view has, and how many chance events there were."""
    if "chance" in position:
        if state.viewer != FULL:
            raise BadPosition("hidden-cards", "chance: a view does not know; expected no chance")
        key = key_from_hex(position["chance"])
        if key is None:
            raise BadPosition(
                "bad-key", f"chance: {shown(position['chance'])}; expected 64 hexadecimal digits"
            )
        state.key[:] = key
    most = 30_000 if state.dtype["chances"] == np.int16 else 2_000_000_000
    state.chances = number_at(position, "chances", 0, most, 0)


def viewer_of(position: Mapping[str, Any], players: int, texts: Sequence[object]) -> int:
    """Whose view a position is, FULL if it is none.

    `texts` are the hands by player and the other hidden places. With hidden cards ("?5") it is the
    view of the one player whose hand is shown, or of the one that the key `viewer` names.
    """
    if "viewer" in position:
        return number_at(position, "viewer", SPECTATOR, players - 1, None)
    hidden = [isinstance(text, str) and text.startswith("?") for text in texts]
    if not any(hidden):
        return FULL
    known = [player for player in range(players) if not hidden[player]]
    if len(known) > 1:
        raise BadPosition(
            "whose-view", f"hands: {len(known)} known beside hidden cards; expected one, or viewer"
        )
    return known[0] if known else SPECTATOR
