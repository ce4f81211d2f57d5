"""Where chance comes from: commitments, what is opened, and what is refused as not fitting."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from moonbow.games.errors import BadOptions
from moonbow.games.kernel import key_to_hex
from moonbow.table import fairness
from moonbow.table.fairness import (
    BadProof,
    Sealed,
    Seed,
    Terms,
    check_kept,
    draw_bytes,
    host_commitment,
    person_commitment,
    read_fairness,
    seal,
    write_fairness,
)

SECRET = bytes(range(100, 132))
ANN, CY = bytes(range(32)), bytes(range(32, 64))
OPTIONS = {"leader": None, "open_scores": False, "ranks": 6, "copies": 10, "hand_size": 14}
TERMS = Terms("rainbow", 1, "table-7", OPTIONS, ("person", "random", "person"))
SEALED = Sealed(TERMS, SECRET, {0: ANN, 2: CY})

COMMITMENT = hashlib.sha256(
    json.dumps(
        {
            "game": "rainbow",
            "id": "table-7",
            "options": OPTIONS,
            "rules": 1,
            "seats": ["person", "random", "person"],
            "secret": SECRET.hex(),
        },
        sort_keys=True,
        separators=(",", ":"),
    ).encode()
).hexdigest()

PROOF: dict[str, Any] = {
    "id": "table-7",
    "seats": ["person", "random", "person"],
    "secret": SECRET.hex(),
    "commitment": COMMITMENT,
    "people": {
        "0": {"commitment": hashlib.sha256(ANN).hexdigest(), "bytes": ANN.hex()},
        "2": {"commitment": hashlib.sha256(CY).hexdigest(), "bytes": CY.hex()},
    },
}


def copy_of(proof: dict[str, Any]) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(proof))
    return copied


def read(proof: Any, **other: Any) -> Sealed:
    known = {"game": "rainbow", "rules": 1, "options": OPTIONS, "players": 3, **other}
    return read_fairness(proof, **known)


def refusal(proof: Any, **other: Any) -> BadProof:
    with pytest.raises(BadProof) as caught:
        read(proof, **other)
    return caught.value


# Keys


def expected_key(chances: int) -> str:
    """The key by its definition, written with hashlib alone."""
    base = hashlib.sha256(SECRET + ANN + CY).digest()
    return hashlib.sha256(base + chances.to_bytes(8, "big")).hexdigest()


@pytest.mark.parametrize("chances", [0, 1, 2, 255, 256, 30_000])
def test_the_key_comes_from_the_secret_all_bytes_and_the_chance_events_so_far(chances: int) -> None:
    assert key_to_hex(SEALED.key(chances)) == expected_key(chances)


def test_the_bytes_count_in_the_order_of_the_seats() -> None:
    other_order = Sealed(TERMS, SECRET, {2: CY, 0: ANN})
    assert key_to_hex(other_order.key(0)) == expected_key(0)


def test_no_two_chance_events_have_one_key() -> None:
    assert len({key_to_hex(SEALED.key(chances)) for chances in range(1_000)}) == 1_000


@pytest.mark.parametrize(
    "other",
    [
        replace(SEALED, secret=bytes(32)),
        replace(SEALED, people={0: CY, 2: ANN}),
        replace(SEALED, people={0: ANN, 2: bytes(32)}),
        replace(SEALED, people={0: ANN}),
        replace(SEALED, people={}),
    ],
    ids=["the secret", "whose bytes", "one's bytes", "one person less", "nobody"],
)
def test_the_key_depends_on(other: Sealed) -> None:
    assert key_to_hex(other.key(0)) != expected_key(0)


def test_the_table_of_bots_alone_has_the_hosts_chance() -> None:
    bots = Sealed(replace(TERMS, seats=("random",) * 3), SECRET, {})
    base = hashlib.sha256(SECRET).digest()
    assert key_to_hex(bots.key(3)) == hashlib.sha256(base + bytes(7) + b"\x03").hexdigest()


@pytest.mark.parametrize("chances", [0, 1, 99])
def test_the_key_of_a_seed_is_the_seed_itself(chances: int) -> None:
    assert key_to_hex(Seed(0xABC << 200).key(chances)) == f"{0xABC << 200:064x}"


@pytest.mark.parametrize("number", [-1, 2**256, 1.0, True, "1", None], ids=repr)
def test_a_number_that_is_no_seed_is_refused(number: Any) -> None:
    with pytest.raises(BadOptions) as caught:
        Seed(number)
    assert caught.value.code == "bad-seed"


# Commitments


def test_the_host_commits_to_the_secret_and_the_terms() -> None:
    assert SEALED.commitment() == COMMITMENT


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "skyjo"},
        {"rules": 2},
        {"id": "table-8"},
        {"options": {**OPTIONS, "leader": 0}},
        {"options": {**OPTIONS, "open_scores": True}},
        {"options": {**OPTIONS, "hand_size": 13}},
        {"options": {}},
        {"seats": ("person", "person", "random")},
        {"seats": ("person", "other", "person")},
        {"seats": ("person", "random", "person", "random")},
    ],
    ids=str,
)
def test_other_terms_have_another_commitment(changed: dict[str, Any]) -> None:
    assert host_commitment(replace(TERMS, **changed), SECRET) != COMMITMENT


@pytest.mark.parametrize("place", range(32))
def test_another_secret_has_another_commitment(place: int) -> None:
    other = bytearray(SECRET)
    other[place] ^= 1
    assert host_commitment(TERMS, bytes(other)) != COMMITMENT


def test_what_the_people_draw_does_not_change_the_hosts_commitment() -> None:
    assert Sealed(TERMS, SECRET, {0: CY, 2: ANN}).commitment() == COMMITMENT


def test_a_person_commits_to_the_own_bytes() -> None:
    # 32 zero bytes, by sha256sum
    assert person_commitment(bytes(32)) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


def test_32_bytes_are_drawn() -> None:
    assert len(draw_bytes()) == 32


def test_no_two_draws_are_the_same() -> None:
    assert len({draw_bytes() for _ in range(100)}) == 100


def test_bytes_are_drawn_for_every_person_and_for_no_bot() -> None:
    assert sorted(seal(TERMS).people) == [0, 2]


def test_the_host_and_each_person_draw_bytes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([b"a" * 32, b"b" * 32, b"c" * 32])
    monkeypatch.setattr(fairness, "draw_bytes", lambda: next(drawn))
    sealed = seal(TERMS)
    assert {sealed.secret, *sealed.people.values()} == {b"a" * 32, b"b" * 32, b"c" * 32}


# In a record


def test_all_that_was_opened_is_written_with_the_commitments() -> None:
    assert write_fairness(SEALED) == PROOF


def test_what_was_written_is_read_again() -> None:
    assert read(PROOF) == SEALED


def test_a_table_without_persons_is_read() -> None:
    bots = Sealed(replace(TERMS, seats=("random", "random", "random")), SECRET, {})
    assert read(write_fairness(bots)) == bots


def test_a_table_that_drew_for_all_is_read_again() -> None:
    sealed = seal(TERMS)
    assert read(write_fairness(sealed)) == sealed


def with_entry(path: list[str], value: Any) -> dict[str, Any]:
    """The proof with another value at a place."""
    proof = copy_of(PROOF)
    inner = proof
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return proof


OTHER = "f" * 64

TAMPERED: dict[str, dict[str, Any]] = {
    "the secret": with_entry(["secret"], OTHER),
    "the commitment": with_entry(["commitment"], OTHER),
    "the id": with_entry(["id"], "table-8"),
    "a bot's seat": with_entry(["seats"], ["person", "other", "person"]),
    "a person's bytes": with_entry(["people", "0", "bytes"], OTHER),
    "a person's commitment": with_entry(["people", "2", "commitment"], OTHER),
    "two persons' places": with_entry(["people", "0"], {**PROOF["people"]["0"], "bytes": CY.hex()}),
    "a commitment's case": with_entry(["commitment"], COMMITMENT.upper()),
    "a commitment's type": with_entry(["commitment"], int(COMMITMENT, 16)),
    "a lost commitment": with_entry(["commitment"], None),
    "a person's lost commitment": with_entry(["people", "0", "commitment"], None),
}


@pytest.mark.parametrize("proof", TAMPERED.values(), ids=list(TAMPERED))
def test_a_proof_is_refused_if_somebody_changed(proof: dict[str, Any]) -> None:
    assert refusal(proof).code == "broken-commitment"


@pytest.mark.parametrize("place", range(64))
def test_a_secret_with_any_digit_changed_is_refused(place: int) -> None:
    secret = SECRET.hex()
    digit = "0" if secret[place] != "0" else "1"
    changed = secret[:place] + digit + secret[place + 1 :]
    assert refusal(with_entry(["secret"], changed)).code == "broken-commitment"


@pytest.mark.parametrize(
    "other",
    [{"game": "skyjo"}, {"rules": 2}, {"options": {**OPTIONS, "leader": 0}}],
    ids=["game", "rules version", "options"],
)
def test_a_proof_of_another_is_refused(other: dict[str, Any]) -> None:
    assert refusal(PROOF, **other).code == "broken-commitment"


def test_another_persons_commitment_is_told_with_its_seat() -> None:
    refused = refusal(TAMPERED["a person's commitment"])
    assert str(refused) == "fairness: people: 2: commitment: does not fit the bytes"


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in PROOF.items() if name != key}


BAD_PROOFS: list[tuple[str, Any, str]] = [
    ("null", None, "fairness: expected an object with id, seats, secret, commitment, people"),
    ("a list", [], "fairness: expected an object with id"),
    ("a text", "id", "fairness: expected an object with id"),
    ("an empty object", {}, "fairness: expected an object with id"),
    ("a key too many", {**PROOF, "more": 1}, "fairness: expected an object with id"),
    *[
        (f"without {key}", without(key), "fairness: expected an object with id, seats, secret")
        for key in PROOF
    ],
    ("an id of another type", with_entry(["id"], 7), "fairness: id: 7; expected a printable name"),
    ("an empty id", with_entry(["id"], ""), "fairness: id: ''"),
    ("a long id", with_entry(["id"], "x" * 101), "fairness: id: 'xxx"),
    ("an id of two lines", with_entry(["id"], "a\nb"), r"fairness: id: 'a\nb'"),
    ("no seats", with_entry(["seats"], None), "fairness: seats: None; expected 3 entries"),
    ("seats as text", with_entry(["seats"], "abc"), "fairness: seats: 'abc'; expected 3 entries"),
    ("two seats", with_entry(["seats"], ["person", "person"]), "fairness: seats: ["),
    ("four seats", with_entry(["seats"], ["person"] * 4), "fairness: seats: ["),
    ("a seat of another type", with_entry(["seats"], ["person", 1, "person"]), "fairness: seats:"),
    ("a seat within a seat", with_entry(["seats"], ["person", [], "person"]), "fairness: seats:"),
    ("a seat of two lines", with_entry(["seats"], ["person", "a\n", "person"]), "fairness: seats:"),
    ("a person on a bot's seat", with_entry(["people", "1"], PROOF["people"]["0"]), "people: "),
    ("a person elsewhere", with_entry(["people", "9"], PROOF["people"]["0"]), "people: "),
    ("a person less", with_entry(["people"], {"0": PROOF["people"]["0"]}), "people: "),
    ("a bot turned person", with_entry(["seats"], ["person"] * 3), "people: "),
    ("a person turned bot", with_entry(["seats"], ["random", "random", "person"]), "people: "),
    ("people as a list", with_entry(["people"], list(PROOF["people"].values())), "people: "),
    ("no people", with_entry(["people"], None), "people: "),
    ("seats with a zero", with_entry(["people"], {"00": 1, "2": 1}), "people: "),
    ("a person of another type", with_entry(["people", "0"], 5), "fairness: people: 0: expected"),
    ("a person without bytes", with_entry(["people", "0"], {"commitment": OTHER}), "people: 0: "),
    ("bytes of another type", with_entry(["people", "0", "bytes"], 5), "people: 0: bytes: 5"),
    ("bytes too short", with_entry(["people", "0", "bytes"], "00"), "people: 0: bytes: '00'"),
    ("bytes in capitals", with_entry(["people", "2", "bytes"], CY.hex().upper()), "2: bytes: "),
    ("a secret too long", with_entry(["secret"], SECRET.hex() + "0"), "fairness: secret: "),
    ("a secret with a space", with_entry(["secret"], " " + SECRET.hex()[1:]), "fairness: secret: "),
    ("a secret that ends the line", with_entry(["secret"], OTHER + "\n"), "fairness: secret: "),
    ("a secret of another type", with_entry(["secret"], None), "fairness: secret: None"),
]


@pytest.mark.parametrize(
    ("proof", "told"), [row[1:] for row in BAD_PROOFS], ids=[row[0] for row in BAD_PROOFS]
)
def test_what_is_no_proof_is_refused_and_told(proof: Any, told: str) -> None:
    refused = refusal(proof)
    assert refused.code == "bad-proof"
    assert told in str(refused)
    assert str(refused).isprintable()


# What a player kept


def kept_refusal(commitment: str | None, mine: str | None) -> BadProof:
    with pytest.raises(BadProof) as caught:
        check_kept(SEALED, commitment, mine)
    return caught.value


Spelling = Callable[[str], str]


@pytest.mark.parametrize("spelling", [str, str.upper], ids=["as it was", "in capitals"])
def test_the_hosts_commitment_is_accepted(spelling: Spelling) -> None:
    check_kept(SEALED, spelling(COMMITMENT), None)


@pytest.mark.parametrize("own", [ANN, CY], ids=["first", "last"])
@pytest.mark.parametrize("spelling", [str, str.upper], ids=["as it was", "in capitals"])
def test_a_persons_commitment_is_accepted(own: bytes, spelling: Spelling) -> None:
    check_kept(SEALED, None, spelling(hashlib.sha256(own).hexdigest()))


@pytest.mark.parametrize("own", [ANN, CY], ids=["first", "last"])
@pytest.mark.parametrize("spelling", [str, str.upper], ids=["as it was", "in capitals"])
def test_a_persons_own_bytes_are_accepted(own: bytes, spelling: Spelling) -> None:
    check_kept(SEALED, None, spelling(own.hex()))


def test_both_together_are_accepted() -> None:
    check_kept(SEALED, COMMITMENT, ANN.hex())


def test_nothing_kept_is_accepted() -> None:
    check_kept(SEALED, None, None)


@pytest.mark.parametrize("commitment", [OTHER, "", COMMITMENT[:-1], "nonsense\n", ANN.hex()])
def test_another_commitment_is_refused(commitment: str) -> None:
    assert kept_refusal(commitment, None).code == "other-commitment"


def test_another_commitment_is_told_with_the_records() -> None:
    assert str(kept_refusal("abc", None)).endswith(f"expected {COMMITMENT}")


@pytest.mark.parametrize("mine", [OTHER, "", ANN.hex()[:-1], SECRET.hex(), COMMITMENT])
def test_what_is_nobodys_commitment_is_refused(mine: str) -> None:
    assert kept_refusal(None, mine).code == "other-commitment"


def test_a_fitting_commitment_does_not_make_up_for_bytes_that_do_not_fit() -> None:
    assert kept_refusal(COMMITMENT, OTHER).code == "other-commitment"


def test_fitting_bytes_do_not_make_up_for_a_commitment_that_does_not_fit() -> None:
    assert kept_refusal(OTHER, ANN.hex()).code == "other-commitment"
