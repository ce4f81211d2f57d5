"""JSON files that other people write and read: what is read, what is refused, how it is written."""

import io
import json
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from moonbow.table.files import BadFile, canonical, digest, parse_json, read_json, write_json

LARGEST = 4 * 1024 * 1024  # bytes
DEEPEST = 8  # lists and objects within each other


def refusal(data: bytes) -> BadFile:
    with pytest.raises(BadFile) as caught:
        parse_json(data)
    return caught.value


def read_refusal(path: Path | str) -> BadFile:
    with pytest.raises(BadFile) as caught:
        read_json(str(path))
    return caught.value


def write_refusal(path: Path | str, value: Any = None) -> BadFile:
    with pytest.raises(BadFile) as caught:
        write_json(str(path), value or {"new": 1})
    return caught.value


# What is read


def test_an_object_is_read() -> None:
    found = parse_json(b'{"a": [1, 2.5, -3, true, null, "\\u00e4"], "b": {}}')
    assert found == {"a": [1, 2.5, -3, True, None, "\u00e4"], "b": {}}


@pytest.mark.parametrize("data", [b"{}", b" \t\r\n{}\r\n", b'{"\xc3\xa4": 1}'])
def test_spaces_around_and_utf_8_within_an_object_are_read(data: bytes) -> None:
    assert isinstance(parse_json(data), dict)


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "found.json").write_bytes(b'{"a": 1}')
    assert read_json(str(tmp_path / "found.json")) == {"a": 1}


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"a": 1}')))
    assert read_json("-") == {"a": 1}


def test_a_file_of_just_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b"{}".ljust(LARGEST))
    assert read_json(str(path)) == {}


def nested(depth: int) -> bytes:
    """An object that holds lists, `depth` deep in all."""
    return b'{"a": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_lists_nested_as_deep_as_allowed_are_read() -> None:
    assert parse_json(nested(DEEPEST))


@pytest.mark.parametrize("number", [0, 10**100, -(10**100), 2**64])
def test_whole_numbers_of_any_size_stay_exact(number: int) -> None:
    assert parse_json(f'{{"a": {number}}}'.encode()) == {"a": number}


# What is refused


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"{",
        b"}",
        b"{]",
        b'{"a"}',
        b'{"a": }',
        b'{"a": 1,}',
        b"{'a': 1}",
        b'{"a": 01}',
        b'{"a": +1}',
        b'{"a": .5}',
        b'{"a": 1.}',
        b'{"a": tru}',
        b'{"a": "\n"}',
        b'{"a": "\\x"}',
        b'{"a": "',
        b'{"a": 1} {}',
        b'{"a": 1}x',
        b"// no\n{}",
        b"\x00",
        b"\x00{}",
        b"{}\x00",
        b"hello",
    ],
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    assert refusal(data).code == "no-json"


def test_where_it_stops_being_json_is_told() -> None:
    assert str(refusal(b'{\n "a": 1,\n "b" 2\n}')).startswith("not JSON at line 3, column 6: ")


@pytest.mark.parametrize(
    "data",
    [b"\xff", b'{"\xff": 1}', b'{"a": "\xc3"}', b'{"a": "\xed\xa0\x80"}', b'{"a": "\xc0\xaf"}'],
)
def test_what_is_no_utf_8_is_refused(data: bytes) -> None:
    assert refusal(data).code == "no-json"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32", "utf-16-be"])
def test_another_encoding_or_a_byte_order_mark_is_refused(encoding: str) -> None:
    assert refusal('{"a": 1}'.encode(encoding)).code == "no-json"


@pytest.mark.parametrize("data", [b"[]", b"[{}]", b"1", b"null", b"true", b'"text"', b"1.5"])
def test_json_that_is_no_object_is_refused(data: bytes) -> None:
    assert refusal(data).code == "no-object"


def test_what_is_no_object_is_told_in_short() -> None:
    assert len(str(refusal(b"[" + b"1," * 100_000 + b"1]"))) < 120


@pytest.mark.parametrize(
    "data",
    [b'{"a": 1, "a": 1}', b'{"a": 1, "b": 2, "a": 3}', b'{"a": 1, "\\u0061": 2}', b'{"":1,"":1}'],
)
def test_a_key_given_twice_is_refused(data: bytes) -> None:
    assert refusal(data).code == "key-twice"


def test_a_key_given_twice_deep_within_is_refused() -> None:
    assert refusal(b'{"a": [{"b": {"c": 1, "c": 1}}]}').code == "key-twice"


def test_the_key_given_twice_is_told() -> None:
    assert str(refusal(b'{"hands": 1, "hands": 2}')) == "'hands': given twice; expected once"


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity"])
def test_infinities_and_nan_are_refused(number: bytes) -> None:
    assert refusal(b'{"a": [' + number + b"]}").code == "bad-number"


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"1" + b"0" * 400 + b".0"])
def test_a_number_that_is_read_as_infinite_is_refused(number: bytes) -> None:
    assert refusal(b'{"a": [' + number + b"]}").code == "bad-number"


@pytest.mark.parametrize("digits", [4_301, 100_000, 4_000_000])
def test_a_number_with_thousands_of_digits_is_refused(digits: int) -> None:
    assert refusal(b'{"a": ' + b"9" * digits + b"}").code == "no-json"


def test_lists_nested_deeper_than_allowed_are_refused() -> None:
    assert refusal(nested(DEEPEST + 1)).code == "too-deep"


def test_objects_nested_deeper_than_allowed_are_refused() -> None:
    data = b'{"a": ' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1)
    assert refusal(data).code == "too-deep"


def test_lists_without_an_object_are_refused_however_deep_they_nest() -> None:
    for depth in range(1, 2_000):
        assert refusal(b"[" * depth + b"]" * depth).code in ("no-object", "no-json")


@pytest.mark.parametrize("opened", [b"[", b'{"a":', b'[{"a":'])
def test_what_is_nested_a_hundred_thousand_deep_is_refused(opened: bytes) -> None:
    assert refusal(b'{"a":' + opened * 100_000).code == "no-json"


def test_a_file_of_more_than_the_largest_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b"{}".ljust(LARGEST + 1))
    assert read_refusal(path).code == "too-large"


def test_input_of_more_than_the_largest_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b" " * (LARGEST + 1))))
    assert read_refusal("-").code == "too-large"


def test_a_file_that_there_is_not_is_refused(tmp_path: Path) -> None:
    refused = read_refusal(tmp_path / "missing.json")
    assert (refused.code, str(refused)) == (
        "cannot-read",
        "cannot be read: No such file or directory",
    )


def test_standard_input_that_is_closed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    refused = read_refusal("-")
    assert refused.code == "cannot-read"
    assert str(refused) == "cannot be read: standard input is closed"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert read_refusal(tmp_path).code == "cannot-read"


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert read_refusal("a\0b").code == "cannot-read"


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    refused = read_refusal(tmp_path / "secret.json")
    assert str(refused) == "cannot be read: Permission denied"


@pytest.mark.parametrize(
    "data", [b"", b"\xff\n", b'{"a\n": 1}', b"{\x85: 1}", b'{"a": 1, "a": 1}', b'["\\u2028"]']
)
def test_a_refusal_is_one_printable_line(data: bytes) -> None:
    assert str(refusal(data)).isprintable()


# Writing

VALUE: dict[str, Any] = {"moonbow": 1, "names": ["\u00c4da", "\n"], "result": None, "share": 0.5}


def fail_with(error: BaseException) -> Any:
    """A function that fails."""

    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


NO_SPACE = OSError(28, "No space left on device")


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    write_json(str(tmp_path / "out.json"), VALUE)
    assert read_json(str(tmp_path / "out.json")) == VALUE


def test_what_is_written_has_one_key_a_line(tmp_path: Path) -> None:
    write_json(str(tmp_path / "out.json"), {"a": [1, 2], "b": {"c": None}})
    written = (tmp_path / "out.json").read_text()
    assert written == '{\n "a": [1, 2],\n "b": {"c": null}\n}\n'


def test_writing_replaces_an_existing_file(tmp_path: Path) -> None:
    (tmp_path / "out.json").write_text("x" * 10_000)
    write_json(str(tmp_path / "out.json"), VALUE)
    assert read_json(str(tmp_path / "out.json")) == VALUE


def test_writing_leaves_nothing_else_in_the_folder(tmp_path: Path) -> None:
    write_json(str(tmp_path / "out.json"), VALUE)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_name_without_a_folder_is_written_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_json("out.json", VALUE)
    assert (tmp_path / "out.json").exists()


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def umask() -> Iterator[Callable[[int], int]]:
    """Sets the rights that new files are not given; afterwards they are as before."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@pytest.mark.parametrize(
    ("denied", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664), (0, 0o666)], ids=oct
)
def test_a_new_file_has_the_rights_that_the_umask_leaves(
    denied: int, mode: int, tmp_path: Path, umask: Callable[[int], int]
) -> None:
    umask(denied)
    write_json(str(tmp_path / "out.json"), VALUE)
    assert mode_of(tmp_path / "out.json") == mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666, 0o755], ids=oct)
def test_an_existing_file_keeps_its_rights(
    mode: int, tmp_path: Path, umask: Callable[[int], int]
) -> None:
    path = tmp_path / "out.json"
    path.write_text("as before")
    path.chmod(mode)
    umask(0o027)
    write_json(str(path), VALUE)
    assert mode_of(path) == mode


def test_nobody_else_may_read_a_private_file_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: Callable[[int], int]
) -> None:
    path = tmp_path / "out.json"
    path.write_text("as before")
    path.chmod(0o600)
    umask(0o022)
    modes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda _: modes.extend(map(mode_of, tmp_path.iterdir())))
    write_json(str(path), VALUE)
    assert set(modes) == {0o600}


# What is written to


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("as before")
    (tmp_path / "link.json").symlink_to("real.json")
    write_json(str(tmp_path / "link.json"), VALUE)
    assert (tmp_path / "link.json").is_symlink()
    assert read_json(str(tmp_path / "real.json")) == VALUE


def test_a_link_to_a_link_in_another_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link.json").symlink_to("real.json")
    (tmp_path / "link.json").symlink_to(tmp_path / "folder" / "link.json")
    write_json(str(tmp_path / "link.json"), VALUE)
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == [
        "link.json",
        "real.json",
    ]


def test_a_file_behind_a_link_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("as before")
    (tmp_path / "real.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    write_json(str(tmp_path / "link.json"), VALUE)
    assert mode_of(tmp_path / "real.json") == 0o640


def test_a_link_to_a_file_that_there_is_not_makes_that_file(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("real.json")
    write_json(str(tmp_path / "link.json"), VALUE)
    assert read_json(str(tmp_path / "real.json")) == VALUE


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("link.json")
    assert write_refusal(tmp_path / "link.json").code == "cannot-write"
    assert (tmp_path / "link.json").is_symlink()


def make_folder(path: Path) -> None:
    path.mkdir()


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


each_special = pytest.mark.parametrize("make", [make_folder, make_fifo], ids=["folder", "FIFO"])


@each_special
def test_what_is_no_plain_file_is_refused(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "special")
    refused = write_refusal(tmp_path / "special")
    assert (refused.code, str(refused)) == (
        "no-file",
        "is there and is no plain file; expected a new or plain one",
    )


@each_special
def test_what_is_no_plain_file_is_left_alone(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "special")
    before = (tmp_path / "special").stat()
    write_refusal(tmp_path / "special")
    after = (tmp_path / "special").stat()
    assert [path.name for path in tmp_path.iterdir()] == ["special"]
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)


@each_special
def test_a_link_to_what_is_no_plain_file_is_refused(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "special")
    (tmp_path / "link.json").symlink_to("special")
    assert write_refusal(tmp_path / "link.json").code == "no-file"


# The temporary file


def test_the_temporary_file_lies_beside_the_file_behind_the_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.json").symlink_to("folder/real.json")
    found: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda _: found.extend((tmp_path / "folder").iterdir()))
    write_json(str(tmp_path / "link.json"), VALUE)
    assert [path.name.startswith(".moonbow-") for path in found] == [True]


def test_no_two_temporary_files_have_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: set[str] = set()
    monkeypatch.setattr(
        os, "fsync", lambda _: found.update(path.name for path in tmp_path.iterdir())
    )
    for _ in range(5):
        write_json(str(tmp_path / "out.json"), VALUE)
    assert len(found - {"out.json"}) == 5


@pytest.mark.parametrize("link", [True, False], ids=["a link", "a file"])
def test_the_temporary_file_is_never_one_that_was_there_already(
    link: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _: "guessed")
    other = tmp_path / "other"
    other.write_text("as before")
    guessed = tmp_path / ".moonbow-guessed"
    guessed.symlink_to(other) if link else guessed.hardlink_to(other)
    assert write_refusal(tmp_path / "out.json").code == "cannot-write"
    assert other.read_text() == "as before"


FAILING = {
    "the file cannot be opened": (os, "fdopen"),
    "the file cannot be made safe": (os, "fsync"),
    "the file cannot be given its rights": (Path, "chmod"),
    "the file cannot be renamed": (Path, "replace"),
}
each_failure = pytest.mark.parametrize(
    ("owner", "function"), list(FAILING.values()), ids=list(FAILING)
)


@pytest.fixture
def existing(tmp_path: Path) -> Path:
    path = tmp_path / "out.json"
    path.write_text("as before")
    return path


@each_failure
def test_an_existing_file_stays_untouched_when(
    owner: Any, function: str, existing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(owner, function, fail_with(NO_SPACE))
        write_refusal(existing)
    assert existing.read_text() == "as before"


@each_failure
@pytest.mark.parametrize("error", [NO_SPACE, KeyboardInterrupt(), MemoryError(), ValueError()])
def test_no_temporary_file_is_left_behind_when(
    owner: Any, function: str, error: Any, existing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, function, fail_with(error))
    with pytest.raises((BadFile, KeyboardInterrupt, MemoryError)):
        write_json(str(existing), VALUE)
    assert list(existing.parent.iterdir()) == [existing]


@each_failure
def test_the_reason_is_told_when(
    owner: Any, function: str, existing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, function, fail_with(NO_SPACE))
    refused = write_refusal(existing)
    assert (refused.code, str(refused)) == (
        "cannot-write",
        "cannot be written: No space left on device",
    )


def test_a_new_file_that_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fail_with(NO_SPACE))
    write_refusal(tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


def test_whoever_stops_the_program_is_not_held_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fail_with(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_json(str(tmp_path / "out.json"), VALUE)


def test_a_file_that_cannot_even_be_removed_is_refused_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", fail_with(NO_SPACE))
    monkeypatch.setattr(Path, "unlink", fail_with(PermissionError(13, "Permission denied")))
    assert str(write_refusal(tmp_path / "out.json")).endswith("No space left on device")


def test_no_temporary_file_is_left_behind_by_what_is_no_json(tmp_path: Path) -> None:
    with pytest.raises((BadFile, TypeError)):
        write_json(str(tmp_path / "out.json"), {"a": object()})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_there_is_not_cannot_be_written_to(tmp_path: Path) -> None:
    assert write_refusal(tmp_path / "missing" / "out.json").code == "cannot-write"


def test_a_file_is_no_folder_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert write_refusal(tmp_path / "file" / "out.json").code == "cannot-write"


def test_a_folder_that_takes_no_files_is_refused() -> None:
    assert write_refusal("/proc/out.json").code == "cannot-write"  # not even root's


def test_a_name_that_no_file_can_have_cannot_be_written(tmp_path: Path) -> None:
    assert write_refusal(tmp_path / "a\0b").code == "cannot-write"


# Digests


def test_the_canonical_form_has_sorted_keys_no_spaces_and_ascii_alone() -> None:
    assert canonical({"b": ["\u00e4", 1.5], "a": {"d": None, "c": True}}) == (
        b'{"a":{"c":true,"d":null},"b":["\\u00e4",1.5]}'
    )


def test_a_digest_is_the_sha_256_of_the_canonical_form() -> None:
    # printf '{"a":1}' | sha256sum
    assert digest({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


def test_a_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


def test_a_digest_depends_on_the_order_of_entries() -> None:
    assert digest({"a": [1, 2]}) != digest({"a": [2, 1]})


def test_what_is_written_is_read_as_json_by_others(tmp_path: Path) -> None:
    write_json(str(tmp_path / "out.json"), VALUE)
    assert json.loads((tmp_path / "out.json").read_bytes()) == VALUE
