"""Other people's files and texts, spoiled at random: they are read or refused, and nothing else."""

import contextlib
import copy
import hashlib
import io
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moonbow import cli
from moonbow.games.errors import BadAction, BadOptions, Refused, shown
from moonbow.games.game import State, game
from moonbow.table.fairness import Sealed, Seed, Terms, check_kept, read_fairness, write_fairness
from moonbow.table.files import parse_json, read_json
from moonbow.table.record import read_record, write_record
from moonbow.table.table import Table

rainbow = game("rainbow")

hundreds = settings(
    derandomize=True,
    deadline=None,
    max_examples=200,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

# What is spoiled: positions, views, records, proofs, options, as they should be


def played(players: int, seed: int, actions: int, chance: Seed | Sealed) -> Table:
    """A table at which so many random decisions were played, or all there are."""
    choices = random.Random(seed)
    table = Table(rainbow, players, {}, chance)
    while not table.state.is_over and len(table.actions) < actions:
        table.play(table.state.current_player, [choices.choice(table.state.legal_texts())])
    return table


def sealed(players: int) -> Sealed:
    """Chance from a secret, with a person on the first seat."""
    seats = ("person", *["random"] * (players - 1))
    terms = Terms("rainbow", 1, "table-7", rainbow.options(players), seats)
    return Sealed(terms, bytes(range(32)), {0: b"\x01" * 32})


TABLES = [played(players, players, actions, Seed(players)) for players, actions in [
    (2, 0), (2, 7), (2, 30), (2, 1_000), (3, 5), (3, 16), (4, 21), (5, 12), (6, 40), (6, 1_000),
]]  # fmt: skip
STATES = [table.state.position() for table in TABLES]
VIEWS = [table.view(place % 3 - 1).position() for place, table in enumerate(TABLES)]
BY_HAND: list[dict[str, Any]] = [
    {
        "game": "rainbow",
        "players": 3,
        "hands": ["235", "1166", "3446"],
        "middle": ["1", "5", "33"],
        "leader": 0,
        "trick": ["0:6", "1:45", "2:1"],
        "taken": ["1:33"],
        "won": ["14", "2533", "6"],
    },
    {"game": "rainbow", "players": 2, "hands": ["12", "?3"], "reserve": ["?2", ""], "aside": "?4"},
]
POSITIONS = STATES + VIEWS + BY_HAND
RECORDS = [write_record(table) for table in TABLES]
RECORDS += [write_record(played(players, 1, 1_000, sealed(players))) for players in (2, 4)]
PROOF = write_fairness(sealed(3))
OPTIONS: list[dict[str, Any]] = [
    rainbow.options(4),
    {"leader": 1, "open_scores": True, "ranks": 4, "copies": 8, "hand_size": 2},
]

# How it is spoiled

EXPECTED_SOMEWHERE: list[Any] = [
    -2, -1, 0, 1, 2, 3, 6, 7, 99, 128, 10**6, 1.0, 0.5, True, False, None, "", "?0", "?5", "?99",
    "1", "11", "112345", "6" * 10, "0:1", "0:66", "1:123", "5:4", "+3", "+44", "person", "random",
    "rainbow", "0" * 64, "f" * 64, "66" * 32, [], {}, [""], ["1", "2"], ["0:1", "1:1"],
]  # fmt: skip

any_text = st.text(st.characters(), max_size=12)
any_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=5,
)
spoiling_value = st.sampled_from(EXPECTED_SOMEWHERE).map(copy.deepcopy) | any_value

Place = tuple[Any, Any]  # a list or an object, and the number or the key of an entry


def places_in(value: Any) -> list[Place]:
    """Every entry of every list and object within a value."""
    if isinstance(value, dict):
        found: list[Place] = [(value, key) for key in value]
    elif isinstance(value, list):
        found = [(value, place) for place in range(len(value))]
    else:
        return []
    return found + [place for holder, key in found for place in places_in(holder[key])]


def spoiled_text(text: str, new: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """The text with up to two characters lost, and new ones in their place."""
    start = st.integers(0, len(text))
    return st.builds(
        lambda start, lost, new: text[:start] + new + text[start + lost :],
        start,
        st.integers(0, 2),
        new,
    )


few_signs = st.text(st.sampled_from("0123456789+?:- af"), max_size=2)


def nearly_right(value: Any) -> st.SearchStrategy[Any]:
    """Something that looks much like the value."""
    if isinstance(value, bool):
        return st.just(not value)
    if isinstance(value, int):
        return st.integers(value - 2, value + 2)
    if isinstance(value, str):
        return spoiled_text(value, few_signs)
    if isinstance(value, list):
        return st.permutations(value)
    return spoiling_value


@st.composite
def spoiled(draw: st.DrawFn, values: list[Any]) -> Any:
    """One of the values with one to four entries changed, lost, put in or exchanged."""
    value = copy.deepcopy(draw(st.sampled_from(values)))
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 4]))):
        places = places_in(value)
        if not places:
            return draw(spoiling_value)
        holder, key = places[draw(st.integers(0, 10**6)) % len(places)]
        kind = draw(st.sampled_from(["nearly", "nearly", "any", "copy", "insert", "delete"]))
        if kind == "nearly":
            holder[key] = draw(nearly_right(holder[key]))
        elif kind == "any":
            holder[key] = draw(spoiling_value)
        elif kind == "copy":
            other_holder, other_key = places[draw(st.integers(0, 10**6)) % len(places)]
            holder[key] = copy.deepcopy(other_holder[other_key])
        elif kind == "delete":
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, draw(spoiling_value))
        else:
            holder[draw(any_text)] = draw(spoiling_value)
    return value


@st.composite
def spoiled_bytes(draw: st.DrawFn, values: list[Any]) -> bytes:
    """The bytes of a file with one to three pieces lost, put in or put in place of others."""
    data = json.dumps(draw(st.sampled_from(values)), indent=1).encode()
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        new = draw(st.binary(max_size=3) | st.sampled_from([b'"', b",", b"[", b"NaN", b"1e999"]))
        data = data[:start] + new + data[end:]
    return data


def resealed(record: Any) -> Any:
    """The record with a checksum that fits."""
    if not isinstance(record, dict):
        return record
    rest = {key: value for key, value in record.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, "checksum": hashlib.sha256(text.encode()).hexdigest()}


def read_or_refused(read: Callable[[], Any]) -> Any:
    """What is read, or None if it was refused, in one printable line and with a reason code."""
    try:
        return read()
    except Refused as error:
        refused = error
    assert refused.code
    assert str(refused).isprintable()
    return None


# Positions


@hundreds
@given(any_value | st.dictionaries(st.sampled_from(list(STATES[1])), spoiling_value))
def test_anything_at_all_is_read_as_a_position_or_refused(position: Any) -> None:
    read_or_refused(lambda: rainbow.position(position))


@hundreds
@given(st.dictionaries(st.sampled_from(list(STATES[1])), spoiling_value))
def test_keys_of_a_position_with_anything_at_all_are_read_or_refused(keys: dict[str, Any]) -> None:
    read_or_refused(lambda: rainbow.position({"game": "rainbow", "players": 3, **keys}))


def position_read(position: Any) -> State | None:
    state: State | None = read_or_refused(lambda: rainbow.position(position))
    return state


@hundreds
@given(spoiled(POSITIONS))
def test_a_spoiled_position_is_refused_or_can_be_written_and_read_again(position: Any) -> None:
    state = position_read(position)
    if state is not None:
        assert rainbow.position(state.position()).tobytes() == state.tobytes()


@hundreds
@given(spoiled(POSITIONS), st.randoms(use_true_random=False))
def test_what_was_read_of_a_spoiled_position_can_be_played_to_its_end(
    position: Any, choices: random.Random
) -> None:
    state = position_read(position)
    if state is not None and state.viewer is None:
        while not state.is_over:
            state.play([choices.choice(state.legal_texts())])


@hundreds
@given(spoiled(VIEWS))
def test_what_was_read_of_a_spoiled_view_answers_as_a_view(position: Any) -> None:
    state = position_read(position)
    if state is not None:
        read_or_refused(state.legal_texts)
        read_or_refused(lambda: state.play(["1"]))
        for player in range(-1, state.players):
            read_or_refused(partial(state.view, player))


# Actions


spoiled_action = st.sampled_from(["5", "333", "2345", "+6", "+66", "1" * 10]).flatmap(
    lambda text: spoiled_text(text, few_signs | any_text)
)


@hundreds
@given(any_text | spoiled_action)
def test_a_spoiled_action_is_read_or_refused(text: str) -> None:
    for state in (TABLES[0].state, TABLES[3].state):
        read_or_refused(partial(state.action_number, text))


@hundreds
@given(st.integers(-2, 7), st.lists(any_text | spoiled_action, max_size=3))
def test_spoiled_decisions_are_played_or_refused(player: int, actions: list[str]) -> None:
    table = Table(rainbow, 4)
    try:
        table.play(player, actions)
    except BadAction:
        assert table.actions == []
    else:
        assert table.actions == actions


# Options


@hundreds
@given(st.integers(0, 8) | any_value, spoiled(OPTIONS))
def test_spoiled_options_are_read_or_refused(players: Any, options: Any) -> None:
    if not isinstance(options, dict):
        options = {"ranks": options}
    try:
        checked = rainbow.options(players, options)
    except BadOptions:
        return
    assert rainbow.deal(players, options).options == checked


@hundreds
@given(any_value | st.lists(any_text, min_size=3, max_size=3))
def test_anything_at_all_is_taken_as_names_or_refused(names: Any) -> None:
    read_or_refused(lambda: Table(rainbow, 3, names=names))


# Records


@hundreds
@given(spoiled(RECORDS).filter(lambda record: isinstance(record, dict)))
def test_a_spoiled_record_is_read_or_refused(record: Any) -> None:
    read_or_refused(lambda: read_record(record))


@hundreds
@given(spoiled(RECORDS).filter(lambda record: isinstance(record, dict)))
def test_a_spoiled_record_with_a_checksum_that_fits_is_read_or_refused(record: Any) -> None:
    read_or_refused(lambda: read_record(resealed(record)))


@hundreds
@given(st.dictionaries(st.sampled_from([*RECORDS[0], "fairness"]), spoiling_value))
def test_keys_of_a_record_with_anything_at_all_are_read_or_refused(keys: dict[str, Any]) -> None:
    read_or_refused(lambda: read_record(resealed({**RECORDS[0], **keys})))


@hundreds
@given(spoiled([PROOF]))
def test_a_spoiled_proof_is_read_or_refused(proof: Any) -> None:
    read_or_refused(lambda: read_fairness(proof, "rainbow", 1, rainbow.options(3), 3))


@hundreds
@given(st.none() | any_text, st.none() | any_text)
def test_anything_at_all_that_a_player_kept_is_accepted_or_refused(
    commitment: str | None, mine: str | None
) -> None:
    read_or_refused(lambda: check_kept(sealed(3), commitment, mine))


# Files


@hundreds
@given(spoiled_bytes(POSITIONS + RECORDS) | st.binary(max_size=60))
def test_spoiled_bytes_are_an_object_or_refused(data: bytes) -> None:
    found = read_or_refused(lambda: parse_json(data))
    assert found is None or isinstance(found, dict)


@hundreds
@given(spoiled_bytes(POSITIONS))
def test_a_spoiled_position_file_is_read_or_refused(data: bytes) -> None:
    read_or_refused(lambda: rainbow.position(parse_json(data)))


@hundreds
@given(spoiled_bytes(RECORDS))
def test_a_spoiled_record_file_is_read_or_refused(data: bytes) -> None:
    read_or_refused(lambda: read_record(parse_json(data)))


@hundreds
@given(any_text)
def test_any_name_of_a_file_is_read_or_refused(path: str) -> None:
    with contextlib.suppress(UnicodeEncodeError):
        path.encode()
        read_or_refused(lambda: read_json(f"/no/such/folder/{path}"))


@hundreds
@given(any_value)
def test_any_value_is_shown_on_one_short_line(value: Any) -> None:
    text = shown(value)
    assert text.isprintable()
    assert text.isascii()
    assert len(text) <= 60


# The commands


def ends_well(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> int:
    """Runs a command: status 0, 1 or 2, and one line that says what was wrong unless it is 0."""
    status = cli.run(arguments)
    said = capsys.readouterr()
    assert status in (0, 1, 2)
    lines = said.err.splitlines()
    assert len(lines) == (1 if status else 0)
    assert not status or (said.out == "" and lines[0].startswith("moonbow: "))
    return status


COMMANDS = [
    ["legal"], ["legal", "--json"], ["advance", "1"], ["advance", "+66", "5"],
    ["replay"], ["replay", "--json"],
    ["verify"], ["verify", "--mine", "f" * 64], ["verify", "--commitment", ""],
]  # fmt: skip
commands = st.sampled_from(COMMANDS)


def run_on(data: bytes, command: list[str], folder: Path, capsys: Any) -> int:
    """Runs a command on a file with these bytes."""
    path = folder / "found.json"
    path.write_bytes(data)
    return ends_well([command[0], str(path), *command[1:]], capsys)


@hundreds
@given(position=spoiled(POSITIONS), command=commands)
def test_a_command_on_a_spoiled_position_ends_well(
    position: Any, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_on(json.dumps(position).encode(), command, tmp_path, capsys)


@hundreds
@given(record=spoiled(RECORDS), command=commands)
def test_a_command_on_a_spoiled_record_ends_well(
    record: Any, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_on(json.dumps(resealed(record)).encode(), command, tmp_path, capsys)


@hundreds
@given(data=spoiled_bytes(POSITIONS + RECORDS), command=commands)
def test_a_command_on_spoiled_bytes_ends_well(
    data: bytes, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_on(data, command, tmp_path, capsys)


@hundreds
@given(actions=st.lists(any_text | spoiled_action, max_size=3))
def test_a_command_with_spoiled_actions_ends_well(
    actions: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_on(json.dumps(STATES[1]).encode(), ["advance", "--", *actions], tmp_path, capsys)


@hundreds
@given(data=spoiled_bytes(POSITIONS))
def test_a_game_resumed_from_a_position_ends_well(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.json"
    path.write_bytes(data)
    assert ends_well(["play", "--resume", str(path)], capsys) == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"\xff", b'{"a": 1, "a": 1}', b'{"a": NaN}', b'{"a": ' * 100_000,
     b'{"a": ' + b"9" * 5_000 + b"}", b"\xef\xbb\xbf{}", b" " * (4 * 1024 * 1024 + 1)],
    ids=["empty", "no keys", "a list", "no UTF-8", "a key twice", "NaN", "deep", "huge number",
         "byte order mark", "too large"],
)  # fmt: skip
def test_a_command_on_what_is_no_position_and_no_record_is_refused(
    data: bytes, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_on(data, command, tmp_path, capsys) == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_on_a_file_that_there_is_not_is_refused(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [command[0], str(tmp_path / "missing.json"), *command[1:]]
    assert ends_well(arguments, capsys) == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_on_a_folder_is_refused(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends_well([command[0], str(tmp_path), *command[1:]], capsys) == 1


@pytest.mark.parametrize("name", ["a\nb", "a\rb", "a\x1b[31mb", "a\0b", "\u2028"], ids=ascii)
def test_a_refused_file_with_a_strange_name_is_told_on_one_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends_well(["legal", name], capsys) == 1


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"game": "rainbow"}'])
def test_a_command_on_refused_input_is_refused(
    data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert ends_well(["legal", "-"], capsys) == 1


@pytest.mark.parametrize(("command", "place"), [(["legal"], 0), (["advance", "+66"], 0)])
def test_a_number_too_long_to_print_in_a_file_is_refused(
    command: list[str], place: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.dumps({**STATES[place], "players": 0}).replace(": 0", ": " + "9" * 4_300, 1)
    assert run_on(data.encode(), command, tmp_path, capsys) == 1
