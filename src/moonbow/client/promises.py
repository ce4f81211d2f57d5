"""One's part in the shuffling, and the check that nobody changed the cards.

The same sums as `moonbow verify` does (docs/formats.md, "Fairness"), without the rules, which take
their time to load. That the cards of a record follow from what was opened `moonbow verify` shows.
"""

from collections.abc import Mapping
from typing import Any

from moonbow.games.errors import Refused
from moonbow.table.files import digest


class BrokenPromise(Refused):
    """What the server tells does not fit what was promised before the cards were dealt."""


def promise(table: str, seat: int, own: bytes) -> str:
    """The commitment to one's 32 bytes."""
    return digest({"bytes": own.hex(), "id": table, "seat": seat})


def check_list(told: Mapping[str, Any], table: str, seat: int, own: bytes) -> str:
    """The commitment of the frozen list, which must hold one's own. Raises BrokenPromise."""
    points = {
        "your promise is not in the list": told["people"].get(str(seat))
        == promise(table, seat, own),
        "the list is not what its own commitment says": told["commitment"]
        == digest({"host": told["host"], "people": told["people"]}),
    }
    must_hold(points)
    return str(told["commitment"])


def check_record(
    record: Mapping[str, Any], table: str, kept: str | None, seat: int, own: bytes | None
) -> None:
    """All that was opened fits what was promised, and what was kept. Raises BrokenPromise.

    `kept` is the commitment of the frozen list; `own` one's bytes at a seat.
    """
    told = record.get("fairness")
    if told is None:
        raise BrokenPromise("no-commitments", "the record opens nothing")
    terms = {key: record[key] for key in ("game", "options", "rules")}
    terms |= {key: told[key] for key in ("id", "seats", "secret")}
    people = {place: part["commitment"] for place, part in told["people"].items()}
    opened = {
        place: promise(table, int(place), bytes.fromhex(part["bytes"]))
        for place, part in told["people"].items()
    }
    points = {
        "the record is of another table": told["id"] == table,
        "the host's promise does not fit the secret": told["host"] == digest(terms),
        "somebody's bytes do not fit their promise": people == opened,
        "the list is not what its own commitment says": told["commitment"]
        == digest({"host": told["host"], "people": people}),
        "the list is not the one that was kept": kept in (None, told["commitment"]),
        "your bytes are not in the record": own is None
        or people.get(str(seat)) == promise(table, seat, own),
    }
    must_hold(points)


def must_hold(points: Mapping[str, bool]) -> None:
    """All of these hold; the first that does not is what is wrong. Raises BrokenPromise."""
    for wrong, holds in points.items():
        if not holds:
            raise BrokenPromise("broken-commitment", wrong)
