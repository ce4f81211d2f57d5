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
    list_commitment,
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


def digest_of(value: Any) -> str:
    """SHA-256 of canonical JSON, written with hashlib and json alone."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def persons_digest(own: bytes, seat: int, name: str = "table-7") -> str:
    return digest_of({"bytes": own.hex(), "id": name, "seat": seat})


def hosts_digest(secret: bytes) -> str:
    seats = ["person", "random", "person"]
    terms = {"game": "rainbow", "id": "table-7", "options": OPTIONS, "rules": 1, "seats": seats}
    return digest_of({**terms, "secret": secret.hex()})


HOST = hosts_digest(SECRET)
PEOPLE = {0: persons_digest(ANN, 0), 2: persons_digest(CY, 2)}
COMMITMENT = digest_of({"host": HOST, "people": {"0": PEOPLE[0], "2": PEOPLE[2]}})

PROOF: dict[str, Any] = {
    "id": "table-7",
    "seats": ["person", "random", "person"],
    "secret": SECRET.hex(),
    "host": HOST,
    "people": {
        "0": {"commitment": PEOPLE[0], "bytes": ANN.hex()},
        "2": {"commitment": PEOPLE[2], "bytes": CY.hex()},
    },
    "commitment": COMMITMENT,
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
    assert SEALED.host_commitment() == HOST


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "skyjo"},
        {"rules": 2},
        {"id": "table-8"},
        {"options": {**OPTIONS, "leader": 0}},
        {"options": {**OPTIONS, "open_scores": True}},
        {"options": {}},
        {"seats": ("person", "person", "random")},
        {"seats": ("person", "other", "person")},
        {"seats": ("person", "random", "person", "random")},
    ],
    ids=str,
)
def test_other_terms_have_another_commitment(changed: dict[str, Any]) -> None:
    assert host_commitment(replace(TERMS, **changed), SECRET) != HOST


def with_bit_flipped(own: bytes, place: int) -> bytes:
    return own[:place] + bytes([own[place] ^ 1]) + own[place + 1 :]


def test_a_secret_with_any_byte_changed_has_another_commitment() -> None:
    for place in range(32):
        assert host_commitment(TERMS, with_bit_flipped(SECRET, place)) != HOST


def test_what_the_people_draw_does_not_change_the_hosts_commitment() -> None:
    assert Sealed(TERMS, SECRET, {0: CY, 2: ANN}).host_commitment() == HOST


def test_each_person_commits_to_the_own_bytes_the_seat_and_the_game() -> None:
    assert SEALED.people_commitments() == PEOPLE


def test_a_person_commits_by_the_sha_256_of_canonical_json() -> None:
    # printf '{"bytes":"00…00","id":"t","seat":1}' | sha256sum, with 64 zeros
    text = b'{"bytes":"' + b"0" * 64 + b'","id":"t","seat":1}'
    assert person_commitment("t", 1, bytes(32)) == hashlib.sha256(text).hexdigest()


def test_bytes_with_any_one_changed_have_another_commitment() -> None:
    for place in range(32):
        assert person_commitment("table-7", 0, with_bit_flipped(ANN, place)) != PEOPLE[0]


def test_the_same_bytes_on_another_seat_have_another_commitment() -> None:
    assert len({person_commitment("table-7", seat, ANN) for seat in range(6)}) == 6


def test_the_same_bytes_in_another_game_have_another_commitment() -> None:
    assert person_commitment("table-8", 0, ANN) != PEOPLE[0]


def test_the_commitment_is_that_of_the_list_of_the_hosts_and_all_persons() -> None:
    assert SEALED.commitment() == COMMITMENT


def test_the_list_of_a_table_without_persons_has_the_hosts_commitment_alone() -> None:
    assert list_commitment(HOST, {}) == digest_of({"host": HOST, "people": {}})


def test_the_list_does_not_depend_on_who_committed_first() -> None:
    assert list_commitment(HOST, {2: PEOPLE[2], 0: PEOPLE[0]}) == COMMITMENT


@pytest.mark.parametrize(
    ("host", "people"),
    [
        ("f" * 64, PEOPLE),
        (HOST, {**PEOPLE, 0: "f" * 64}),
        (HOST, {**PEOPLE, 2: "f" * 64}),
        (HOST, {0: PEOPLE[2], 2: PEOPLE[0]}),
        (HOST, {0: PEOPLE[0]}),
        (HOST, {**PEOPLE, 1: "f" * 64}),
        (PEOPLE[0], {**PEOPLE, 0: HOST}),
    ],
    ids=["the host's", "the first", "the last", "two seats", "one less", "one more", "host's seat"],
)
def test_the_lists_commitment_changes_with(host: str, people: dict[int, str]) -> None:
    assert list_commitment(host, people) != COMMITMENT


def test_the_lists_commitment_changes_with_any_digit_of_any_commitment() -> None:
    for place in range(64):
        for who in (None, 0, 2):
            kept = HOST if who is None else PEOPLE[who]
            other = kept[:place] + ("0" if kept[place] != "0" else "1") + kept[place + 1 :]
            host, people = (other, PEOPLE) if who is None else (HOST, {**PEOPLE, who: other})
            assert list_commitment(host, people) != COMMITMENT


# What is shown, and which table it is for


@pytest.mark.parametrize("show", [repr, str, "{}".format], ids=["repr", "str", "format"])
def test_the_secret_and_the_bytes_are_not_shown(show: Callable[[object], str]) -> None:
    shown = show(SEALED)
    for hidden in (SECRET, ANN, CY, SEALED.base):
        assert repr(hidden)[2:-1] not in shown
        assert hidden.hex() not in shown


def test_the_terms_are_shown() -> None:
    assert repr(SEALED) == f"Sealed(terms={TERMS!r})"


TABLE: dict[str, Any] = {"game": "rainbow", "rules": 1, "players": 3, "options": OPTIONS}


def test_the_terms_fit_the_table_that_was_committed_to() -> None:
    SEALED.check("rainbow", 1, 3, dict(reversed(OPTIONS.items())))


@pytest.mark.parametrize(
    "other",
    [
        {"game": "skyjo"},
        {"rules": 2},
        {"players": 2},
        {"players": 4},
        {"options": {**OPTIONS, "leader": 0}},
        {"options": {**OPTIONS, "more": 1}},
        {"options": {}},
    ],
    ids=str,
)
def test_the_terms_do_not_fit_a_table_with_other(other: dict[str, Any]) -> None:
    with pytest.raises(BadProof) as caught:
        SEALED.check(**{**TABLE, **other})
    assert caught.value.code == "other-terms"


# Drawing


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
    "the host's commitment": with_entry(["host"], OTHER),
    "the id": with_entry(["id"], "table-8"),
    "a bot's seat": with_entry(["seats"], ["person", "other", "person"]),
    "a person's bytes": with_entry(["people", "0", "bytes"], OTHER),
    "a person's commitment": with_entry(["people", "2", "commitment"], OTHER),
    "one's bytes to another's": with_entry(["people", "0", "bytes"], CY.hex()),
    "a commitment's case": with_entry(["commitment"], COMMITMENT.upper()),
    "a commitment's type": with_entry(["commitment"], int(COMMITMENT, 16)),
    "a lost commitment": with_entry(["commitment"], None),
    "the host's lost commitment": with_entry(["host"], None),
    "the host's and the list's commitment": {**PROOF, "host": COMMITMENT, "commitment": HOST},
    "a person's lost commitment": with_entry(["people", "0", "commitment"], None),
}


@pytest.mark.parametrize("proof", TAMPERED.values(), ids=list(TAMPERED))
def test_a_proof_is_refused_if_somebody_changed(proof: dict[str, Any]) -> None:
    assert refusal(proof).code == "broken-commitment"


def test_a_secret_with_any_digit_changed_is_refused() -> None:
    for place in range(32):
        secret = with_bit_flipped(SECRET, place).hex()
        assert refusal(with_entry(["secret"], secret)).code == "broken-commitment"


def opened_anew(secret: bytes, ann: bytes, cy: bytes, **frozen: Any) -> dict[str, Any]:
    """A proof of other bytes, all commitments fitting them but for those kept from before."""
    host = hosts_digest(secret)
    people = {"0": persons_digest(ann, 0), "2": persons_digest(cy, 2)}
    return {
        **PROOF,
        "secret": secret.hex(),
        "host": host,
        "people": {
            "0": {"commitment": people["0"], "bytes": ann.hex()},
            "2": {"commitment": people["2"], "bytes": cy.hex()},
        },
        "commitment": digest_of({"host": host, "people": people}),
        **frozen,
    }


LATE = b"\x07" * 32  # drawn once the list was frozen
CHEATS = {
    "the host swaps the secret": (LATE, ANN, CY),
    "the first person changes the bytes": (SECRET, LATE, CY),
    "the last person changes the bytes": (SECRET, ANN, LATE),
    "two persons exchange their bytes": (SECRET, CY, ANN),
}
each_cheat = pytest.mark.parametrize("opened", CHEATS.values(), ids=list(CHEATS))


@each_cheat
def test_a_proof_whose_list_was_frozen_before_is_refused_if(opened: tuple[bytes, ...]) -> None:
    proof = opened_anew(*opened, commitment=COMMITMENT)
    assert str(refusal(proof)) == "fairness: commitment: does not fit the commitments of all"


@each_cheat
def test_a_proof_with_every_commitment_made_anew_is_not_what_players_kept_if(
    opened: tuple[bytes, ...],
) -> None:
    with pytest.raises(BadProof) as caught:
        check_kept(read(opened_anew(*opened)), COMMITMENT, None)
    assert caught.value.code == "other-commitment"


def test_a_host_that_swaps_the_secret_is_refused_by_the_own_commitment() -> None:
    proof = opened_anew(LATE, ANN, CY, host=HOST, commitment=COMMITMENT)
    assert str(refusal(proof)).startswith("fairness: host: does not fit")


def test_two_persons_opened_bytes_exchanged_no_longer_verify() -> None:
    proof = copy_of(PROOF)
    first, last = proof["people"]["0"], proof["people"]["2"]
    first["bytes"], last["bytes"] = last["bytes"], first["bytes"]
    assert refusal(proof).code == "broken-commitment"


def test_two_persons_entries_exchanged_no_longer_verify() -> None:
    people = {"0": PROOF["people"]["2"], "2": PROOF["people"]["0"]}
    assert refusal(with_entry(["people"], people)).code == "broken-commitment"


def test_a_person_cannot_copy_anothers_commitment_to_the_own_seat() -> None:
    people = {"0": PROOF["people"]["0"], "2": PROOF["people"]["0"]}
    assert refusal(with_entry(["people"], people)).code == "broken-commitment"


def test_a_persons_commitment_in_another_game_no_longer_verifies() -> None:
    people = {
        **PROOF["people"],
        "0": {"commitment": persons_digest(ANN, 0, "t"), "bytes": ANN.hex()},
    }
    assert refusal(with_entry(["people"], people)).code == "broken-commitment"


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
    ("null", None, "expected an object with id, seats, secret, host, people, commitment"),
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
def test_the_lists_commitment_is_accepted(spelling: Spelling) -> None:
    check_kept(SEALED, spelling(COMMITMENT), None)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("spelling", [str, str.upper], ids=["as it was", "in capitals"])
def test_a_persons_commitment_is_accepted(seat: int, spelling: Spelling) -> None:
    check_kept(SEALED, None, spelling(PEOPLE[seat]))


@pytest.mark.parametrize("own", [ANN, CY], ids=["first", "last"])
@pytest.mark.parametrize("spelling", [str, str.upper], ids=["as it was", "in capitals"])
def test_a_persons_own_bytes_are_accepted(own: bytes, spelling: Spelling) -> None:
    check_kept(SEALED, None, spelling(own.hex()))


def test_both_together_are_accepted() -> None:
    check_kept(SEALED, COMMITMENT, ANN.hex())


def test_nothing_kept_is_accepted() -> None:
    check_kept(SEALED, None, None)


@pytest.mark.parametrize(
    "commitment", [OTHER, "", COMMITMENT[:-1], "nonsense\n", ANN.hex(), HOST, PEOPLE[0]]
)
def test_another_commitment_is_refused(commitment: str) -> None:
    assert kept_refusal(commitment, None).code == "other-commitment"


def test_another_commitment_is_told_with_the_records() -> None:
    assert str(kept_refusal("abc", None)).endswith(f"expected {COMMITMENT}")


@pytest.mark.parametrize("mine", [OTHER, "", ANN.hex()[:-1], SECRET.hex(), COMMITMENT, HOST])
def test_what_is_nobodys_commitment_is_refused(mine: str) -> None:
    assert kept_refusal(None, mine).code == "other-commitment"


def test_a_fitting_commitment_does_not_make_up_for_bytes_that_do_not_fit() -> None:
    assert kept_refusal(COMMITMENT, OTHER).code == "other-commitment"


def test_fitting_bytes_do_not_make_up_for_a_commitment_that_does_not_fit() -> None:
    assert kept_refusal(OTHER, ANN.hex()).code == "other-commitment"


# A table that is not the sealed one


@pytest.mark.parametrize(
    "other",
    [{0: ANN}, {0: ANN, 1: CY, 2: CY}, {0: ANN, 2: CY[:31]}],
    ids=["a person missing", "a bot with bytes", "31 bytes"],
)
def test_a_table_needs_32_bytes_of_each_person_and_nobody_else(other: dict[int, bytes]) -> None:
    with pytest.raises(BadProof) as caught:
        Sealed(TERMS, SECRET, other).check(**TABLE)
    assert caught.value.code == "other-terms"


def test_a_table_needs_a_secret_of_32_bytes() -> None:
    with pytest.raises(BadProof) as caught:
        Sealed(TERMS, SECRET[1:], {0: ANN, 2: CY}).check(**TABLE)
    assert caught.value.code == "other-terms"
