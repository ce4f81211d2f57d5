"""Where a table's chance comes from, and how players can check that nobody changed it.

The host draws a secret and commits to it, together with the game, its id, options, seats and rules
version; each person draws 32 bytes and commits to those. Once all commitments are known they are
frozen, then all are opened, and the table's chance comes from the secret and everybody's bytes. So
neither the host nor a player could choose the cards, and nobody can change them afterwards. What
this does not prove: that the host did not look.
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
from moonbow.table.files import digest

PERSON = "person"


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
    secret: bytes
    people: Mapping[int, bytes]
    base: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """The table's own secret: SHA-256 of the host's and the persons' bytes by seat."""
        opened = b"".join(self.people[seat] for seat in sorted(self.people))
        object.__setattr__(self, "base", hashlib.sha256(self.secret + opened).digest())

    def key(self, chances: int) -> Generator:
        """The key of the next chance event, of which there have been `chances` so far."""
        word = hashlib.sha256(self.base + chances.to_bytes(8, "big")).digest()
        return key_from_number(int.from_bytes(word, "big"))

    def commitment(self) -> str:
        """What the host tells everybody beforehand."""
        return host_commitment(self.terms, self.secret)


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


def person_commitment(own: bytes) -> str:
    """What a person tells everybody beforehand: SHA-256 of the 32 bytes."""
    return hashlib.sha256(own).hexdigest()


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
        "commitment": sealed.commitment(),
        "people": {
            str(seat): {"commitment": person_commitment(own), "bytes": own.hex()}
            for seat, own in sorted(sealed.people.items())
        },
    }


def read_fairness(
    value: object, game: str, rules: int, options: Mapping[str, Any], players: int
) -> Sealed:
    """What a record opened, its commitments checked. Raises BadProof."""
    entries = checked_object("fairness", value, ("id", "seats", "secret", "commitment", "people"))
    name, seats = entries["id"], entries["seats"]
    if not isinstance(name, str) or not 1 <= len(name) <= 100 or not name.isprintable():
        raise BadProof("bad-proof", f"fairness: id: {shown(name)}; expected a printable name")
    if not isinstance(seats, list) or len(seats) != players:
        raise BadProof("bad-proof", f"fairness: seats: {shown(seats)}; expected {players} entries")
    if not all(isinstance(seat, str) and seat.isprintable() for seat in seats):
        raise BadProof("bad-proof", f'fairness: seats: {shown(seats)}; expected "person" or a bot')
    taken = {str(seat) for seat, kind in enumerate(seats) if kind == PERSON}
    people = entries["people"]
    if not isinstance(people, dict) or set(people) != taken:
        raise BadProof("bad-proof", "fairness: people: expected an entry for each person's seat")
    opened = {int(seat): read_person(f"fairness: people: {seat}", people[seat]) for seat in people}
    terms = Terms(game, rules, name, options, tuple(seats))
    sealed = Sealed(terms, read_bytes("fairness: secret", entries["secret"]), opened)
    if entries["commitment"] != sealed.commitment():
        raise BadProof(
            "broken-commitment", "fairness: commitment: does not fit the secret, seats and options"
        )
    return sealed


def read_person(where: str, value: object) -> bytes:
    """One person's bytes, the commitment to them checked."""
    entries = checked_object(where, value, ("commitment", "bytes"))
    own = read_bytes(f"{where}: bytes", entries["bytes"])
    if entries["commitment"] != person_commitment(own):
        raise BadProof("broken-commitment", f"{where}: commitment: does not fit the bytes")
    return own


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
    """Checks a record against what a player kept: the host's commitment, and the player's own.

    `mine` may be the player's commitment or the 32 bytes themselves, in hexadecimal digits. Raises
    BadProof.
    """
    if commitment is not None and commitment.lower() != sealed.commitment():
        raise BadProof(
            "other-commitment",
            f"commitment {shown(commitment)} is not this record's; expected {sealed.commitment()}",
        )
    if mine is not None:
        known = {person_commitment(own) for own in sealed.people.values()}
        known |= {own.hex() for own in sealed.people.values()}
        if mine.lower() not in known:
            raise BadProof(
                "other-commitment", f"{shown(mine)} is nobody's commitment in this record"
            )
