"""Where a table's chance comes from, and how players can check that nobody changed it.

The host draws a secret and commits to it, together with the game, its id, options, seats and rules
version; each person draws 32 bytes and commits to those, their seat and the game's id. The list of
these commitments is frozen and told to everybody before anything is opened: its own commitment is
what players keep. Then all is opened, and the table's chance comes from the secret and everybody's
bytes. So nobody could choose the cards, not even a host together with some of the players, as long
as one person's bytes were random; and nobody can change them afterwards. What this does not prove:
that the host did not look.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from moonbow.games.errors import Refused, shown
from moonbow.games.game import checked_key
from moonbow.games.kernel import Generator, key_from_number
from moonbow.table.files import canonical, digest

PERSON = "person"
PERSON_KEYS = ("commitment", "bytes")


class BadProof(Refused):
    """Commitments that do not fit what was opened."""


@dataclass(frozen=True)
class Seed:
    """Chance from a number below 2**256 that everybody may know: simulation, puzzles, tests."""

    number: int = 0

    def __post_init__(self) -> None:
        """Raises BadOptions for a number that is no seed."""
        checked_key(self.number)

    def key(self, _chances: int) -> Generator:
        """The key: the number itself, whatever has happened."""
        return key_from_number(self.number)


@dataclass(frozen=True)
class Terms:
    """What the host commits to beside the secret."""

    game: str
    rules: int
    id: str
    options: Mapping[str, Any]
    seats: Sequence[str]  # by seat: "person", or the name of a bot


@dataclass(frozen=True)
class Sealed:
    """Chance from the host's secret and the bytes of each person, by seat."""

    terms: Terms
    secret: bytes = field(repr=False)
    people: Mapping[int, bytes] = field(repr=False)
    base: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """The table's own secret: SHA-256 of the host's and the persons' bytes by seat."""
        opened = b"".join(self.people[seat] for seat in sorted(self.people))
        object.__setattr__(self, "base", hashlib.sha256(self.secret + opened).digest())

    def check(self, game: str, rules: int, players: int, options: Mapping[str, Any]) -> None:
        """Refuses a table other than the one that was sealed. Raises BadProof."""
        sealed = self.terms
        persons = [seat for seat, kind in enumerate(sealed.seats) if kind == PERSON]
        if (sealed.game, sealed.rules, len(sealed.seats)) != (game, rules, players):
            raise BadProof("other-terms", "the table's game, rules or players are not those sealed")
        if canonical(dict(sealed.options)) != canonical(dict(options)):
            raise BadProof("other-terms", "the table's options are not those that were sealed")
        if sorted(self.people) != persons:
            raise BadProof(
                "other-terms", f"bytes of seats {sorted(self.people)}; expected {persons}"
            )
        if any(len(part) != 32 for part in (self.secret, *self.people.values())):
            raise BadProof("other-terms", "a secret or a person's part is not 32 bytes")

    def key(self, chances: int) -> Generator:
        """The key of the next chance event, of which there have been `chances` so far."""
        word = hashlib.sha256(self.base + chances.to_bytes(8, "big")).digest()
        return key_from_number(int.from_bytes(word, "big"))

    def host_commitment(self) -> str:
        """What the host tells everybody first."""
        return host_commitment(self.terms, self.secret)

    def people_commitments(self) -> dict[int, str]:
        """What each person tells everybody then, by seat."""
        return {
            seat: person_commitment(self.terms.id, seat, own)
            for seat, own in sorted(self.people.items())
        }

    def commitment(self) -> str:
        """The commitment of the frozen list: what everybody keeps before anything is opened."""
        return list_commitment(self.host_commitment(), self.people_commitments())


def host_commitment(terms: Terms, secret: bytes) -> str:
    """SHA-256 of the secret and the terms as canonical JSON."""
    return digest(
        {
            "game": terms.game,
            "id": terms.id,
            "options": dict(terms.options),
            "rules": terms.rules,
            "seats": list(terms.seats),
            "secret": secret.hex(),
        }
    )


def person_commitment(game_id: str, seat: int, own: bytes) -> str:
    """SHA-256 of a person's 32 bytes, seat and game as canonical JSON."""
    return digest({"bytes": own.hex(), "id": game_id, "seat": seat})


def list_commitment(host: str, people: Mapping[int, str]) -> str:
    """SHA-256 of all commitments as canonical JSON."""
    return digest({"host": host, "people": {str(seat): kept for seat, kept in people.items()}})


def draw_bytes() -> bytes:
    """32 random bytes: a secret, or a person's part."""
    return secrets.token_bytes(32)


def seal(terms: Terms) -> Sealed:
    """A table of one host who draws for all people as well, as in the terminal."""
    people = {seat: draw_bytes() for seat, kind in enumerate(terms.seats) if kind == PERSON}
    return Sealed(terms, draw_bytes(), people)


# In a record


def write_fairness(sealed: Sealed) -> dict[str, Any]:
    """Everything opened, with the commitments."""
    return {
        "id": sealed.terms.id,
        "seats": list(sealed.terms.seats),
        "secret": sealed.secret.hex(),
        "host": sealed.host_commitment(),
        "people": {
            str(seat): {"commitment": kept, "bytes": sealed.people[seat].hex()}
            for seat, kept in sealed.people_commitments().items()
        },
        "commitment": sealed.commitment(),
    }


def read_fairness(
    value: object, game: str, rules: int, options: Mapping[str, Any], players: int
) -> Sealed:
    """What a record opened, its commitments checked. Raises BadProof."""
    keys = ("id", "seats", "secret", "host", "people", "commitment")
    entries = checked_object("fairness", value, keys)
    name, seats = entries["id"], entries["seats"]
    if not is_name(name):
        raise BadProof("bad-proof", f"fairness: id: {shown(name)}; expected a printable name")
    if not isinstance(seats, list) or len(seats) != players:
        raise BadProof("bad-proof", f"fairness: seats: {shown(seats)}; expected {players} entries")
    if not all(is_name(seat) for seat in seats):
        raise BadProof("bad-proof", f'fairness: seats: {shown(seats)}; expected "person" or a bot')
    persons = {str(seat) for seat, kind in enumerate(seats) if kind == PERSON}
    people = entries["people"]
    if not isinstance(people, dict) or set(people) != persons:
        raise BadProof("bad-proof", "fairness: people: expected an entry for each person's seat")
    opened = {
        int(seat): checked_object(f"fairness: people: {seat}", people[seat], PERSON_KEYS)
        for seat in people
    }
    sealed = Sealed(
        Terms(game, rules, name, options, tuple(seats)),
        read_bytes("fairness: secret", entries["secret"]),
        {
            seat: read_bytes(f"fairness: people: {seat}: bytes", own["bytes"])
            for seat, own in opened.items()
        },
    )
    check_commitments(sealed, entries, opened)
    return sealed


def check_commitments(
    sealed: Sealed, entries: Mapping[str, Any], opened: Mapping[int, Mapping[str, Any]]
) -> None:
    """Each commitment of a record fits what was opened."""
    if entries["host"] != sealed.host_commitment():
        raise BadProof(
            "broken-commitment", "fairness: host: does not fit the secret, seats and options"
        )
    for seat, kept in sealed.people_commitments().items():
        if opened[seat]["commitment"] != kept:
            raise BadProof(
                "broken-commitment", f"fairness: people: {seat}: commitment: does not fit the bytes"
            )
    if entries["commitment"] != sealed.commitment():
        raise BadProof(
            "broken-commitment", "fairness: commitment: does not fit the commitments of all"
        )


def is_name(value: object) -> bool:
    """Whether this is a short printable text."""
    return isinstance(value, str) and 1 <= len(value) <= 100 and value.isprintable()


def checked_object(where: str, value: object, keys: Sequence[str]) -> dict[str, Any]:
    """A JSON object with exactly these keys."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise BadProof("bad-proof", f"{where}: expected an object with {', '.join(keys)}")
    return value


def read_bytes(where: str, value: object) -> bytes:
    """32 bytes as 64 hexadecimal digits."""
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise BadProof("bad-proof", f"{where}: {shown(value)}; expected 64 hexadecimal digits")
    return bytes.fromhex(value)


def check_kept(sealed: Sealed, commitment: str | None, mine: str | None) -> None:
    """Checks a record against what a player kept before anything was opened.

    `commitment` is that of the frozen list; `mine` the player's own commitment, or the 32 bytes, in
    hexadecimal digits. Raises BadProof.
    """
    if commitment is not None and commitment.lower() != sealed.commitment():
        raise BadProof(
            "other-commitment",
            f"commitment {shown(commitment)} is not this record's; expected {sealed.commitment()}",
        )
    if mine is not None:
        known = {*sealed.people_commitments().values()}
        known |= {own.hex() for own in sealed.people.values()}
        if mine.lower() not in known:
            raise BadProof(
                "other-commitment", f"{shown(mine)} is nobody's commitment in this record"
            )
