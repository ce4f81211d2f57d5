"""A game as a file: written, read again, and refused when anything about it is not right."""

import hashlib
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from moonbow.games.errors import Refused, shown
from moonbow.games.game import game
from moonbow.table.fairness import Sealed, Seed, Terms, write_fairness
from moonbow.table.files import parse_json, read_json, spread, write_json
from moonbow.table.record import read_record, result_of, write_record
from moonbow.table.table import Table

rainbow = game("rainbow")

NAMES = {2: ["Ann", "Bo"], 3: ["Ann", "B\u00f6", "\u4e09"], 4: ["Ann", "Bo", "Cy", "Di"]}


def sealed(players: int, options: dict[str, Any]) -> Sealed:
    """A source of chance: persons on the first two seats, bots on the others."""
    seats = ("person", "person", *["random"] * (players - 2))
    terms = Terms("rainbow", 1, "t", rainbow.options(players, options), seats)
    return Sealed(terms, bytes(range(32)), {0: b"\x01" * 32, 1: b"\x02" * 32})


def played(
    players: int,
    options: dict[str, Any],
    chance: Seed | Sealed,
    most: int = 100_000,
) -> Table:
    """A table at which at most so many random decisions were played."""
    choices = random.Random(3)
    table = Table(rainbow, players, options, chance, NAMES.get(players))
    while not table.state.is_over and len(table.actions) < most:
        table.play(table.state.current_player, [choices.choice(table.state.legal_texts())])
    return table


SMALL = {"ranks": 4, "copies": 8, "hand_size": 4, "leader": 1}


@cache
def tables() -> dict[str, Table]:
    return {
        "a printed game of four from a seed": played(4, {}, Seed(2**255 + 12345)),
        "a printed game of two from a secret": played(2, {}, sealed(2, {})),
        "a small game of three from a secret": played(3, SMALL, sealed(3, SMALL)),
        "a game of six, not named": played(6, {}, Seed(0)),
        "an unfinished game from a seed": played(4, {}, Seed(7), 20),
        "an unfinished game from a secret": played(3, SMALL, sealed(3, SMALL), 5),
        "a game not begun": played(5, {"open_scores": True}, Seed(9), 0),
        "an unfinished game of two, a pile taken up": played(2, {"hand_size": 2}, Seed(5), 16),
    }


TABLES = list(tables())
SECRET_GAME = "a small game of three from a secret"
each_table = pytest.mark.parametrize("which", TABLES)


def record(which: str = TABLES[0]) -> dict[str, Any]:
    """A record of its own, as it would be read from a file."""
    copied: dict[str, Any] = json.loads(json.dumps(write_record(tables()[which])))
    return copied


def exact(value: Any) -> str:
    """What tells any two JSON values apart: 1, 1.0 and true are three values."""
    return json.dumps(value, sort_keys=True)


def digest_of(value: Any) -> str:
    """SHA-256 of the canonical form, written with hashlib and json alone."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def resealed(changed: dict[str, Any]) -> dict[str, Any]:
    """The record with a checksum that fits."""
    rest = {key: value for key, value in changed.items() if key != "checksum"}
    return {**rest, "checksum": digest_of(rest)}


def refusal(changed: dict[str, Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        read_record(changed)
    return caught.value


# There and back


@each_table
def test_a_record_read_again_gives_the_same_state(which: str) -> None:
    assert read_record(record(which)).state.tobytes() == tables()[which].state.tobytes()


@each_table
def test_a_record_read_again_gives_the_same_log_and_set_up(which: str) -> None:
    read, table = read_record(record(which)), tables()[which]
    for key in ("actions", "names", "options", "chance"):
        assert getattr(read, key) == getattr(table, key)


@each_table
def test_a_record_read_again_is_heard_as_it_was(which: str) -> None:
    read, table = read_record(record(which)), tables()[which]
    for player in range(-1, table.players):
        assert read.heard(player) == table.heard(player)


def test_the_keys_of_a_record_may_come_in_any_order() -> None:
    turned = dict(reversed(record().items()))
    assert read_record(turned).state == tables()[TABLES[0]].state


@each_table
def test_a_record_read_and_written_is_the_same_record(which: str) -> None:
    assert exact(write_record(read_record(record(which)))) == exact(record(which))


@each_table
def test_a_record_in_a_file_is_read_again(which: str, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    write_json(path, write_record(tables()[which]))
    assert read_record(read_json(path)).state == tables()[which].state


@pytest.mark.parametrize("which", ["an unfinished game from a seed", "a game not begun"])
def test_an_unfinished_game_can_be_played_on_as_if_it_had_not_been_broken_off(which: str) -> None:
    read, table = read_record(record(which)), tables()[which]
    on = Table(rainbow, table.players, table.options, table.chance)
    for text in table.actions:
        on.play(on.state.current_player, [text])
    while not on.state.is_over:
        text = on.state.legal_texts()[0]
        on.play(on.state.current_player, [text])
        read.play(read.state.current_player, [text])
    assert read.state == on.state


def test_a_record_says_what_it_is_and_how_the_game_was_set_up() -> None:
    written = write_record(Table(rainbow, 3, SMALL, Seed(255), ["Ann", "Bo", "Cy"]))
    said = ("moonbow", "game", "rules", "players", "options", "names", "seed", "actions", "result")
    assert {key: written[key] for key in said} == {
        "moonbow": 1,
        "game": "rainbow",
        "rules": 1,
        "players": 3,
        "options": {"leader": 1, "open_scores": False, "ranks": 4, "copies": 8, "hand_size": 4},
        "names": ["Ann", "Bo", "Cy"],
        "seed": "ff".zfill(64),
        "actions": [],
        "result": None,
    }


@each_table
def test_the_digest_of_a_record_is_that_of_its_last_position(which: str) -> None:
    assert record(which)["digest"] == digest_of(tables()[which].state.position())


@each_table
def test_the_checksum_of_a_record_is_that_of_all_the_rest(which: str) -> None:
    assert resealed(record(which)) == record(which)


def test_a_record_does_not_change_when_the_game_goes_on() -> None:
    table = played(4, {}, Seed(1), 6)
    written = write_record(table)
    before = exact(written)
    table.play(table.state.current_player, table.state.legal_texts()[:1])
    assert exact(written) == before


def test_a_record_has_a_list_of_actions_of_its_own() -> None:
    table = played(4, {}, Seed(1), 6)
    write_record(table)["actions"].append("nonsense")
    assert len(table.actions) == 6


def test_a_record_of_a_secret_has_the_commitments_to_all_that_was_opened() -> None:
    seats, people = ["person", "person", "random"], {"0": "01" * 32, "1": "02" * 32}
    terms = {"game": "rainbow", "rules": 1, "id": "t", "options": tables()[SECRET_GAME].options}
    secret = bytes(range(32)).hex()
    host = digest_of({**terms, "seats": seats, "secret": secret})
    kept = {at: digest_of({"bytes": people[at], "id": "t", "seat": int(at)}) for at in people}
    opened = {at: {"commitment": kept[at], "bytes": people[at]} for at in people}
    frozen = digest_of({"host": host, "people": kept})
    said = {"id": "t", "seats": seats, "secret": secret, "host": host, "people": opened}
    assert record(SECRET_GAME)["fairness"] == {**said, "commitment": frozen}


# Results


def tied(shares: list[float]) -> Table:
    """A table of three with hands of one card whose game ends in such shares."""
    for seed in range(400):
        table = played(3, {"hand_size": 1}, Seed(seed))
        if table.state.returns() == shares:
            return table
    raise AssertionError(shares)


TIES = [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]]


@pytest.mark.parametrize("shares", TIES, ids=["first two", "last two", "all"])
def test_a_shared_win_is_read_again(shares: list[float], tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    write_json(path, write_record(tied(shares)))
    assert read_record(read_json(path)).state.returns() == shares


@pytest.mark.parametrize(
    ("shares", "written"), [([0.5, 0.5, 0.0], "[0.5, 0.5, 0]"), ([1.0, 0.0, 0.0], "[1, 0, 0]")]
)
def test_whole_and_shared_wins_are_written_in_short(shares: list[float], written: str) -> None:
    assert json.dumps(write_record(tied(shares))["result"]["returns"]) == written


@each_table
def test_there_is_a_result_if_the_game_is_over(which: str) -> None:
    assert (record(which)["result"] is not None) == tables()[which].state.is_over


def test_a_result_is_the_shares_and_the_scores() -> None:
    table = Table(rainbow, 3)
    table.state = rainbow.position(
        {"game": "rainbow", "players": 3, "hands": ["", "", "1"], "won": ["66", "5", "3456"]}
    )
    # a position tells who won only by its scores: 12, 5 and 18
    assert result_of(table) == {"returns": [0, 0, 1], "scores": [12, 5, 18]}


# Cut off, or edited by hand


@cache
def file_of(which: str) -> bytes:
    """The bytes of a record's file."""
    return spread(record(which)).encode()


SHORT = [TABLES[0], "an unfinished game from a secret", SECRET_GAME]
each_short = pytest.mark.parametrize("which", SHORT)


def accepted(files: Iterator[bytes], which: str) -> list[bytes]:
    """The files that are not refused, though they say something else than the record."""
    found, right = [], exact(record(which))
    for data in files:
        with suppress(Refused):
            parsed = parse_json(data)
            if exact(parsed) != right:
                read_record(parsed)
                found.append(data)
    return found


@each_short
def test_a_record_cut_off_anywhere_is_refused(which: str) -> None:
    data = file_of(which)  # the last byte but one ends the object
    assert accepted((data[:length] for length in range(len(data) - 1)), which) == []


@each_short
def test_a_record_whose_beginning_is_lost_is_refused(which: str) -> None:
    data = file_of(which)
    assert accepted((data[start:] for start in range(1, len(data))), which) == []


REPLACEMENTS = [b"0", b"1", b"9", b"a", b"f", b" ", b'"', b",", b"[", b"]", b"}", b"-", b"\n"]
REPLACEMENTS += [b".", b"e", b"\\", b"\x00", b"\xff", "\u00e9".encode()]


def edited(data: bytes, lost: int, puts: list[bytes]) -> Iterator[bytes]:
    """At each place so many bytes are lost and others put in."""
    for place in range(len(data) + 1 - lost):
        for put in puts:
            yield data[:place] + put + data[place + lost :]


@each_short
def test_a_record_with_any_one_character_changed_is_refused(which: str) -> None:
    assert accepted(edited(file_of(which), 1, REPLACEMENTS), which) == []


@each_short
def test_a_record_with_any_one_character_lost_is_refused(which: str) -> None:
    assert accepted(edited(file_of(which), 1, [b""]), which) == []


@each_short
def test_a_record_with_any_one_character_put_in_is_refused(which: str) -> None:
    assert accepted(edited(file_of(which), 0, [b"0", b"1", b'"', b" "]), which) == []


@each_short
def test_a_record_with_any_two_neighbouring_characters_swapped_is_refused(which: str) -> None:
    data = file_of(which)
    places = range(len(data) - 1)
    swaps = (data[:at] + data[at : at + 2][::-1] + data[at + 2 :] for at in places)
    assert accepted(swaps, which) == []


@each_short
def test_a_record_with_any_line_lost_is_refused(which: str) -> None:
    lines = file_of(which).splitlines(keepends=True)
    lost = (b"".join(lines[:place] + lines[place + 1 :]) for place in range(len(lines)))
    assert accepted(lost, which) == []


# Edited together with the checksum


def changed(which: str = TABLES[0], **keys: Any) -> dict[str, Any]:
    """A record with other values and a checksum that fits."""
    return resealed({**record(which), **keys})


@pytest.mark.parametrize("moonbow", [0, 2, 1.0, 1.5, "1", None, True, [1], {}, -1], ids=repr)
def test_a_record_of_another_format_is_refused(moonbow: Any) -> None:
    refused = refusal(changed(moonbow=moonbow))
    assert refused.code == "wrong-format"
    assert str(refused) == f"moonbow: {moonbow!r}; expected 1"


def test_a_record_of_another_format_is_refused_for_that_whatever_else_is_wrong() -> None:
    assert refusal({**record(), "moonbow": 2, "more": 1}).code == "wrong-format"


@pytest.mark.parametrize("name", ["skyjo", "Rainbow", "", None, 1, True, ["rainbow"], {}], ids=repr)
def test_a_record_of_a_game_that_there_is_not_is_refused(name: Any) -> None:
    refused = refusal(changed(game=name))
    assert refused.code == "unknown-game"
    assert str(refused).startswith(f"game: {name!r}; expected ")


@pytest.mark.parametrize("rules", [0, 2, 99, "1", None, True, [], {}, 1.0], ids=repr)
def test_a_record_of_other_rules_is_refused(rules: Any) -> None:
    refused = refusal(changed(rules=rules))
    assert (refused.code, str(refused)) == ("other-rules", f"rules: version {rules!r}; expected 1")


@pytest.mark.parametrize("checksum", [None, 1, "", [], {}, True, "0" * 64], ids=repr)
def test_a_wrong_checksum_is_refused(checksum: Any) -> None:
    assert refusal({**record(), "checksum": checksum}).code == "wrong-checksum"


def test_a_record_that_lacks_a_key_is_refused_though_its_checksum_fits() -> None:
    for key in record().keys() - {"checksum", "moonbow"}:
        lacking = {name: value for name, value in record().items() if name != key}
        assert refusal(resealed(lacking)).code == "wrong-keys"


@pytest.mark.parametrize("key", ["more", "", "Seed", "fairness", "view"])
def test_a_record_with_a_key_too_many_is_refused(key: str) -> None:
    assert refusal(resealed({**record(), key: None})).code == "wrong-keys"


WRONG_TYPES: list[Any] = [None, True, False, 0, 1, -1, 1.5, "", "x", [], [None], [[]], {}, {"a": 1}]
PLACES: list[list[Any]] = [
    ["moonbow"], ["game"], ["rules"], ["players"], ["options"], ["options", "leader"],
    ["options", "open_scores"], ["options", "ranks"], ["options", "copies"],
    ["options", "hand_size"], ["names"], ["names", 0], ["names", 3], ["seed"], ["actions"],
    ["actions", 0], ["actions", -1], ["result"], ["result", "returns"], ["result", "scores"],
    ["result", "returns", 0], ["result", "scores", 3], ["digest"],
]  # fmt: skip
SECRET_PLACES: list[list[Any]] = [
    ["fairness"], ["fairness", "id"], ["fairness", "seats"], ["fairness", "seats", 0],
    ["fairness", "secret"], ["fairness", "host"], ["fairness", "people"],
    ["fairness", "people", "0"], ["fairness", "people", "0", "bytes"],
    ["fairness", "people", "1", "commitment"], ["fairness", "commitment"],
]  # fmt: skip


def with_entry(which: str, path: list[Any], value: Any) -> dict[str, Any]:
    """A record with another value at a place, and a checksum that fits."""
    found = record(which)
    inner: Any = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return resealed(found)


def wrong_values(path: list[Any], right: Any) -> Iterator[Any]:
    """Values of other types than the right one; an option left out or null has its default."""
    for value in WRONG_TYPES:
        has_default = path[0] == "options" and path[-1] != "open_scores" and not value
        if type(value) is not type(right) and not (has_default and value in (None, {})):
            yield value


def right_value(which: str, path: list[Any]) -> Any:
    value: Any = record(which)
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize(
    ("which", "path"),
    [*((TABLES[0], path) for path in PLACES), *((SECRET_GAME, path) for path in SECRET_PLACES)],
    ids=[".".join(map(str, path)) for path in PLACES + SECRET_PLACES],
)
def test_another_type_is_refused_at(which: str, path: list[Any]) -> None:
    for value in wrong_values(path, right_value(which, path)):
        with pytest.raises(Refused):
            read_record(with_entry(which, path, value))


@pytest.mark.parametrize("name", ["ranks", "copies", "hand_size", "leader"])
def test_an_option_with_a_decimal_point_is_refused(name: str) -> None:
    options = record(SECRET_GAME)["options"]
    found = changed(SECRET_GAME, options={**options, name: float(options[name])})
    assert refusal(found).code == "bad-option"


@pytest.mark.parametrize("options", [None, [], "ranks", 3, True], ids=repr)
def test_options_that_are_no_object_are_refused(options: Any) -> None:
    refused = refusal(changed(options=options))
    assert refused.code == "bad-type"
    assert str(refused) == f"options: {options!r}; expected an object"


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    options = {**record()["options"], "colour": "red"}
    assert refusal(changed(options=options)).code == "unknown-option"


OTHERS: dict[str, dict[str, Any]] = {
    "options": {"options": {**record()["options"], "hand_size": 13}},
    "number of players": {"players": 3, "names": ["Ann", "Bo", "Cy"]},
    "seed": {"seed": "1".zfill(64)},
}


@pytest.mark.parametrize("keys", OTHERS.values(), ids=list(OTHERS))
def test_a_record_is_refused_with_another(keys: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        read_record(changed(**keys))


@pytest.mark.parametrize("names", [None, ["Ann"], ["A", "B", "C", ""], "abcd", ["A", "B", "C", 4]])
def test_names_that_cannot_be_are_refused(names: Any) -> None:
    assert refusal(changed(names=names)).code == "bad-names"


@pytest.mark.parametrize(
    "seed",
    ["0" * 63, "0" * 65, "G" * 64, "A" * 64, "-" + "0" * 63, "0x" + "0" * 62, "0" * 64 + "\n",
     "_" * 64, "\u0660" * 64, 0, None, [], True],
    ids=ascii,
)  # fmt: skip
def test_a_seed_that_is_not_64_hexadecimal_digits_is_refused(seed: Any) -> None:
    refused = refusal(changed(seed=seed))
    assert refused.code == "bad-seed"
    assert str(refused).endswith("expected 64 hexadecimal digits")


def test_a_seed_beside_a_secret_is_refused() -> None:
    assert refusal(changed(SECRET_GAME, seed="0" * 64)).code == "wrong-keys"


def test_a_secret_exchanged_with_all_commitments_is_refused_for_other_cards() -> None:
    table = tables()[SECRET_GAME]
    assert isinstance(table.chance, Sealed)
    other = write_fairness(Sealed(table.chance.terms, b"\x07" * 32, table.chance.people))
    assert refusal(changed(SECRET_GAME, fairness=other)).code == "illegal-action"


def test_two_persons_bytes_exchanged_are_refused() -> None:
    fairness = record(SECRET_GAME)["fairness"]
    first, second = fairness["people"]["0"], fairness["people"]["1"]
    first["bytes"], second["bytes"] = second["bytes"], first["bytes"]
    assert refusal(changed(SECRET_GAME, fairness=fairness)).code == "broken-commitment"


def test_options_other_than_those_sealed_are_refused() -> None:
    options = {**record(SECRET_GAME)["options"], "open_scores": True}
    assert refusal(changed(SECRET_GAME, options=options)).code == "broken-commitment"


# Actions and what follows from them


@each_short
def test_two_neighbouring_actions_cannot_be_swapped(which: str) -> None:
    actions = record(which)["actions"]
    for place in range(len(actions) - 1):
        if actions[place] != actions[place + 1]:
            swapped = [*actions]
            swapped[place : place + 2] = [actions[place + 1], actions[place]]
            with pytest.raises(Refused):
                read_record(changed(which, actions=swapped))


@each_short
def test_no_action_can_be_left_out(which: str) -> None:
    actions = record(which)["actions"]
    for place in range(len(actions)):
        with pytest.raises(Refused):
            read_record(changed(which, actions=actions[:place] + actions[place + 1 :]))


def test_an_illegal_action_is_refused_with_its_number() -> None:
    actions = record()["actions"]
    refused = refusal(changed(actions=[*actions[:3], "+66", *actions[4:]]))
    assert refused.code == "illegal-action"
    assert str(refused).startswith("actions[3]: +66 is not legal; expected one of ")


def test_a_text_that_is_no_action_is_refused_with_its_number() -> None:
    refused = refusal(changed(actions=["nonsense", *record()["actions"]]))
    assert refused.code == "no-action"
    assert str(refused).startswith("actions[0]: 'nonsense' is no action;")


def test_an_action_after_the_end_is_refused() -> None:
    actions = record()["actions"]
    refused = refusal(changed(actions=[*actions, "1"]))
    assert refused.code == "game-over"
    assert str(refused).startswith(f"actions[{len(actions)}]: ")


@pytest.mark.parametrize("entry", [5, None, True, 1.5, ["5"], {"5": 5}], ids=repr)
def test_an_action_that_is_no_text_is_refused_with_its_number(entry: Any) -> None:
    actions = record()["actions"]
    refused = refusal(changed(actions=[*actions[:2], entry, *actions[3:]]))
    assert refused.code == "bad-actions"
    assert str(refused) == f"actions[2]: {entry!r}; expected a text"


@pytest.mark.parametrize("actions", [None, "5", 5, {}, True, ["5"] * 100_001], ids=shown)
def test_actions_that_are_no_list_of_at_most_a_hundred_thousand_are_refused(actions: Any) -> None:
    refused = refusal(changed(actions=actions))
    assert refused.code == "bad-actions"
    assert str(refused).endswith("; expected a list of at most 100000")


RESULT = record()["result"]
RETURNS, SCORES = RESULT["returns"], RESULT["scores"]
WRONG_RESULTS: dict[str, Any] = {
    "no result": None,
    "another winner": {**RESULT, "returns": RETURNS[::-1]},
    "nobody won": {**RESULT, "returns": [0, 0, 0, 0]},
    "shares true and false": {**RESULT, "returns": [bool(share) for share in RETURNS]},
    "shares with a decimal point": {**RESULT, "returns": [float(share) for share in RETURNS]},
    "points with a decimal point": {**RESULT, "scores": [float(score) for score in SCORES]},
    "a point more": {**RESULT, "scores": [SCORES[0] + 1, *SCORES[1:]]},
    "a player less": {**RESULT, "scores": SCORES[:3]},
    "a key more": {**RESULT, "more": 1},
    "no scores": {"returns": RETURNS},
    "a list": [RETURNS, SCORES],
    "a text": "won",
}


@pytest.mark.parametrize("result", WRONG_RESULTS.values(), ids=list(WRONG_RESULTS))
def test_a_wrong_result_is_refused(result: Any) -> None:
    assert refusal(changed(result=result)).code == "wrong-result"


def test_a_wrong_result_is_told_with_the_right_one() -> None:
    assert str(refusal(changed(result=None))) == f"result: None; the actions lead to {RESULT}"


def test_a_result_of_a_game_that_goes_on_is_refused() -> None:
    result = {"returns": [1, 0, 0, 0], "scores": [0, 0, 0, 0]}
    found = changed("an unfinished game from a seed", result=result)
    assert refusal(found).code == "wrong-result"


@pytest.mark.parametrize("digest", ["0" * 64, "", None, 0, [], {}, True], ids=repr)
@pytest.mark.parametrize("which", [TABLES[0], "an unfinished game from a secret"])
def test_a_wrong_digest_is_refused(which: str, digest: Any) -> None:
    assert refusal(changed(which, digest=digest)).code == "wrong-digest"


@pytest.mark.parametrize(
    "keys",
    [{"game": "a\nb"}, {"names": ["\n"] * 4}, {"seed": "\u2028"}, {"actions": ["\n"]},
     {"result": "\n"}, {"rules": "\x85"}, {"options": {"\n": 1}}],
    ids=str,
)  # fmt: skip
def test_a_refusal_is_one_printable_line(keys: dict[str, Any]) -> None:
    assert str(refusal(changed(**keys))).isprintable()
