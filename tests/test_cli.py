"""The command `moonbow`: what it prints, how it ends, what it refuses and in which words."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import moonbow
from moonbow.cli import app, run
from moonbow.games.game import game
from moonbow.games.kernel import COMPILED
from moonbow.table.fairness import Sealed, Seed, Terms
from moonbow.table.files import digest, write_json
from moonbow.table.record import write_record
from moonbow.table.table import Table

rainbow = game("rainbow")
COMMANDS = (
    "legal", "advance", "replay", "hint", "review", "verify", "tournament", "simulate", "study",
    "train", "warm", "bench", "play", "serve",
)  # fmt: skip

LEAD = {"game": "rainbow", "players": 3, "hands": ["22234", "1456", "3356"], "middle": ["1"]}
"""Player 0 leads and may play three singles, two sets and three runs (RB-10)."""
LEAD_TEXTS = ["2", "3", "4", "22", "222", "23", "234", "34"]

HOST_SECRET, OWN_BYTES = bytes(range(32)), bytes(range(32, 64))


class Done:
    """How a command ended: its status, and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


class Command:
    """Runs commands in this process."""

    def __init__(self, printed: pytest.CaptureFixture[str]) -> None:
        self.printed = printed

    def __call__(self, *arguments: str | Path) -> Done:
        self.printed.readouterr()
        status = run([str(argument) for argument in arguments])
        out, err = self.printed.readouterr()
        return Done(status, out, err)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    """A position file."""
    path = tmp_path / "lead.json"
    write_json(str(path), LEAD)
    return path


def played(table: Table, actions: int | None = None) -> Table:
    """The table after so many actions, each the first legal one; absent: the game is over."""
    while not table.state.is_over and (actions is None or len(table.actions) < actions):
        player = table.state.current_player
        table.play(player, table.view(player).legal_texts()[:1])
    return table


def sealed_table() -> Table:
    """Two players, a person on seat 0; the host's secret and the person's bytes are known."""
    options = rainbow.options(2)
    terms = Terms("rainbow", rainbow.rules_version, "table-1", options, ("person", "random"))
    return Table(rainbow, 2, options, Sealed(terms, HOST_SECRET, {0: OWN_BYTES}), ["Iris", "Bot"])


def commitment_of(table: Table) -> str:
    """What was shown before the deal."""
    assert isinstance(table.chance, Sealed)
    return table.chance.commitment()


@pytest.fixture
def seeded(tmp_path: Path) -> Path:
    """The record of a finished game that was dealt from a seed."""
    path = tmp_path / "seeded.json"
    table = played(Table(rainbow, 3, {}, Seed(11), ["Iris", "Max", "Zoe"]))
    write_json(str(path), write_record(table))
    return path


@pytest.fixture
def broken_off(tmp_path: Path) -> Path:
    """The record of a game of which 4 actions were played."""
    path = tmp_path / "broken-off.json"
    write_json(str(path), write_record(played(Table(rainbow, 3, {}, Seed(11)), 4)))
    return path


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """The record of a finished game whose cards came from commitments."""
    path = tmp_path / "sealed.json"
    write_json(str(path), write_record(played(sealed_table())))
    return path


# Help and version


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_names_every_command(name: str, command: Command) -> None:
    assert f"\n  {name} " in command("--help").out


def test_there_is_no_command_beside_those_named_here() -> None:
    group = typer.main.get_command(app)
    assert tuple(group.commands) == COMMANDS  # type: ignore[attr-defined]


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_asking_for_help_ends_with_status_0(arguments: list[str], command: Command) -> None:
    done = command(*arguments)
    assert (done.status, done.err) == (0, "")


def test_the_help_fits_80_columns(command: Command) -> None:
    texts = [command("--help").out, *(command(name, "--help").out for name in COMMANDS)]
    assert max(len(line) for text in texts for line in text.splitlines()) <= 80


def test_without_a_command_the_help_is_shown(command: Command) -> None:
    assert command().out == command("--help").out


def test_the_version_is_that_of_the_package(command: Command) -> None:
    done = command("--version")
    assert (done.status, done.out) == (0, f"moonbow {moonbow.__version__}\n")


# Positions


def test_legal_prints_the_legal_actions_one_a_line(command: Command, lead: Path) -> None:
    done = command("legal", lead)
    assert (done.status, done.out.splitlines(), done.err) == (0, LEAD_TEXTS, "")


def test_legal_prints_json_if_asked(command: Command, lead: Path) -> None:
    assert json.loads(command("legal", lead, "--json").out) == LEAD_TEXTS


def test_legal_prints_nothing_when_the_game_is_over(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "over.json"
    write_json(str(path), {"game": "rainbow", "players": 3, "hands": ["", "", "1"]})
    done = command("legal", path)
    assert (done.status, done.out) == (0, "")


def test_advance_prints_the_position_after_the_actions(command: Command, lead: Path) -> None:
    """Player 1 answers the single 4 with the run 456; player 2 is next (RB-11, RB-12)."""
    position = json.loads(command("advance", lead, "4", "456").out)
    assert (position["trick"], position["hands"], position["to_move"]) == (
        ["0:4", "1:456"],
        ["2223", "1", "3356"],
        2,
    )


def test_what_advance_prints_is_a_position_again(
    command: Command, lead: Path, tmp_path: Path
) -> None:
    path = tmp_path / "next.json"
    path.write_text(command("advance", lead, "4", "456").out, encoding="utf-8")
    assert command("legal", path).out.split() == ["3", "5", "6", "56"]


@pytest.mark.parametrize("name", ["legal", "replay", "verify"])
def test_a_minus_reads_the_input(
    name: str, command: Command, lead: Path, seeded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lead if name == "legal" else seeded
    expected = command(name, path).out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert command(name, "-").out == expected


# Records


def test_replay_tells_the_game_and_its_length(command: Command, seeded: Path) -> None:
    actions = json.loads(seeded.read_text(encoding="utf-8"))["actions"]
    first = command("replay", seeded).out.splitlines()[0]
    assert first == f"rainbow, 3 players, {len(actions)} actions"


def test_replay_tells_everybodys_points_and_who_wins(command: Command, seeded: Path) -> None:
    record = json.loads(seeded.read_text(encoding="utf-8"))
    scores = record["result"]["scores"]
    assert scores.count(max(scores)) == 1
    assert command("replay", seeded).out.splitlines()[1:] == [
        f"  {name}: {score} points{', wins' if score == max(scores) else ''}"
        for name, score in zip(record["names"], scores, strict=True)
    ]


def test_replay_tells_who_shares_a_win(command: Command) -> None:
    """The golden game of four players in which two have the highest total."""
    path = Path(__file__).parent / "golden" / "four-players-shared-victory.json"
    scores = json.loads(path.read_text(encoding="utf-8"))["result"]["scores"]
    lines = command("replay", path).out.splitlines()[1:]
    shares = [line.endswith(", shares the win") for line in lines]
    assert shares == [score == max(scores) for score in scores]


def test_replay_tells_who_is_to_decide_in_a_game_that_goes_on(
    command: Command, broken_off: Path
) -> None:
    last = command("replay", broken_off).out.splitlines()[-1]
    player = played(Table(rainbow, 3, {}, Seed(11)), 4).state.current_player
    assert last == f"not over: Player {player + 1} is to decide"


def test_replay_as_json_has_these_keys(command: Command, seeded: Path) -> None:
    found = json.loads(command("replay", seeded, "--json").out)
    assert " ".join(found) == "game players names actions over scores returns"


def test_replay_as_json_tells_the_result(command: Command, seeded: Path) -> None:
    found = json.loads(command("replay", seeded, "--json").out)
    record = json.loads(seeded.read_text(encoding="utf-8"))
    assert {key: found[key] for key in ("returns", "scores")} == record["result"]


def test_replay_as_json_tells_no_result_of_a_game_that_goes_on(
    command: Command, broken_off: Path
) -> None:
    found = json.loads(command("replay", broken_off, "--json").out)
    assert (found["over"], found["actions"], found["returns"]) == (False, 4, None)


def test_verify_says_that_a_game_from_a_seed_proves_nothing(command: Command, seeded: Path) -> None:
    done = command("verify", seeded)
    assert (done.status, "seed" in done.out, "commitment" in done.out) == (0, True, False)


def test_verify_shows_the_commitment_of_the_record(command: Command, sealed: Path) -> None:
    done = command("verify", sealed)
    assert (done.status, commitment_of(sealed_table()) in done.out) == (0, True)


@pytest.mark.parametrize("change", [str, str.upper])
def test_verify_takes_the_commitment_that_was_kept(
    change: Any, command: Command, sealed: Path
) -> None:
    kept = commitment_of(sealed_table())
    assert command("verify", sealed, "--commitment", change(kept)).status == 0


@pytest.mark.parametrize("key", ["commitment", "bytes"])
def test_verify_takes_a_persons_own_commitment_or_bytes(
    key: str, command: Command, sealed: Path
) -> None:
    mine = json.loads(sealed.read_text(encoding="utf-8"))["fairness"]["people"]["0"][key]
    assert command("verify", sealed, "--mine", mine).status == 0


# Many games


def test_simulate_as_json_has_these_keys(command: Command) -> None:
    found = json.loads(command("simulate", "rainbow", "--games", "3", "--json").out)
    assert " ".join(found) == (
        "game players games finished truncated actions seconds games_per_second "
        "actions_per_second wins mean_scores"
    )


def test_simulate_plays_as_many_games_of_as_many_players_as_it_is_told(command: Command) -> None:
    done = command("simulate", "rainbow", "--players", "3", "--games", "7", "--json")
    found = json.loads(done.out)
    assert (found["game"], found["players"], found["games"]) == ("rainbow", 3, 7)


def test_simulate_plays_with_four_if_nothing_is_said(command: Command) -> None:
    assert json.loads(command("simulate", "rainbow", "--games", "1", "--json").out)["players"] == 4


@pytest.mark.parametrize(("first", "second"), [("12", "12"), ("12", "0xc"), ("0", None)])
def test_simulate_plays_the_same_games_from_the_same_seed(
    first: str, second: str | None, command: Command
) -> None:
    found = []
    for seed in (first, second):
        seeds = [] if seed is None else ["--seed", seed]
        done = command("simulate", "rainbow", "--games", "5", "--json", *seeds)
        found.append({key: json.loads(done.out)[key] for key in ("actions", "wins", "mean_scores")})
    assert found[0] == found[1]


def test_simulate_takes_a_bot_for_each_seat(command: Command) -> None:
    done = command(
        "simulate", "rainbow", "--players", "2", "--games", "2", "--bots", "random,random"
    )
    assert done.status == 0


def test_simulate_takes_options_of_the_game(command: Command) -> None:
    """Three players with one card each: three combos and three takings, whatever is dealt."""
    options = [f"--option={option}" for option in ("ranks=3", "copies=2", "hand_size=1")]
    done = command("simulate", "rainbow", "--players=3", "--games=4", "--json", *options)
    assert json.loads(done.out)["actions"] == 4 * 6


def test_simulate_cuts_games_off(command: Command) -> None:
    done = command("simulate", "rainbow", "--games", "3", "--max-actions", "2", "--json")
    found = json.loads(done.out)
    assert (found["finished"], found["truncated"], found["actions"]) == (0, 3, 6)


def test_simulate_without_json_has_a_line_for_each_player(command: Command) -> None:
    lines = command("simulate", "rainbow", "--players", "5", "--games", "2").out.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("  ")] == [
        f"  player {player}" for player in range(5)
    ]


def test_warm_says_that_all_is_ready_and_where_it_is_kept(command: Command) -> None:
    done = command("warm")
    word = "kept in" if COMPILED else "nothing to compile"
    assert (done.status, word in done.out, done.err) == (0, True, "")


# What is refused

NO_SUCH_FILE = "no-such-file.json"

WRONG_USAGE: list[tuple[list[str], list[str]]] = [
    (["nonsense"], ["nonsense"]),
    (["--nonsense"], ["--nonsense"]),
    (["legal"], ["FILE"]),
    (["legal", "LEAD", "surplus"], ["surplus"]),
    (["advance", "LEAD"], ["ACTION"]),
    (["replay"], ["RECORD"]),
    (["verify"], ["RECORD"]),
    (["verify", "LEAD", "--commitment"], ["--commitment"]),
    (["simulate"], ["GAME"]),
    (["simulate", "poker"], ["poker", "expected", "rainbow"]),
    (["simulate", "rainbow", "--players", "1"], ["players", "1", "expected 2 to 6"]),
    (["simulate", "rainbow", "--players", "many"], ["--players", "integer"]),
    (["simulate", "rainbow", "--games", "0"], ["games", "0", "expected", "1"]),
    (["simulate", "rainbow", "--max-actions", "0"], ["actions", "0", "expected", "1"]),
    (["simulate", "rainbow", "--games", "1", "--max-actions", str(2**64)], ["expected", "actions"]),
    (["simulate", "rainbow", "--bots", "random"], ["bots", "1 given", "expected 4"]),
    (["simulate", "rainbow", "--bots", "random,random,random,x"], ["bots", "'x'", "random"]),
    (["simulate", "rainbow", "--bots", ""], ["bots", "expected 4"]),
    (["simulate", "rainbow", "--seed", "-1"], ["--seed", "-1", "expected a whole number"]),
    (["simulate", "rainbow", "--seed", str(2**256)], ["--seed", "expected", "2**256"]),
    (["simulate", "rainbow", "--seed", "0x" + 65 * "f"], ["--seed", "expected", "2**256"]),
    (["simulate", "rainbow", "--seed", "1e5"], ["--seed", "1e5", "expected a whole number"]),
    (["simulate", "rainbow", "--seed", "0x"], ["--seed", "expected a whole number"]),
    (["simulate", "rainbow", "--seed", ""], ["--seed", "expected a whole number"]),
    (["simulate", "rainbow", "--seed", "٣"], ["--seed", "expected a whole number"]),
    (["simulate", "rainbow", "--option", "ranks"], ["--option", "ranks", "NAME=VALUE"]),
    (["simulate", "rainbow", "--option", "ranks="], ["--option", "ranks", "NAME=VALUE"]),
    (["simulate", "rainbow", "--option", 'ranks="6"'], ["--option", "ranks", "NAME=VALUE"]),
    (["simulate", "rainbow", "--option", "ranks=[6]"], ["ranks", "[6]", "from 3 to 6"]),
    (["simulate", "rainbow", "--option", "ranks=7"], ["ranks", "7", "from 3 to 6"]),
    (["simulate", "rainbow", "--option", "ranks=NaN"], ["ranks", "nan", "from 3 to 6"]),
    (["simulate", "rainbow", "--option", "jokers=2"], ["jokers", "expected", "leader"]),
    (["simulate", "rainbow", "--option=ranks=4", "--option=ranks=5"], ["ranks", "twice", "once"]),
    (["warm", "surplus"], ["surplus"]),
    (["bench", "surplus"], ["surplus"]),
    (["play", "poker"], ["poker", "expected", "rainbow"]),
    (["play", "--players", "7"], ["players", "7", "expected 2 to 6"]),
    (["play", "--seat", "4"], ["seat", "4", "expected 0 to 3"]),
    (["play", "--seat", "-1"], ["seat", "-1", "expected 0 to 3"]),
    (["play", "--name", ""], ["name", "expected", "printable"]),
    (["play", "--name", "a\nb"], ["name", "expected", "printable"]),
    (["play", "--bots", "random"], ["bots", "1 given", "expected 3"]),
    (["play", "--pace", "-1"], ["--pace", "0"]),
    (["play", "--pace", "nan"], ["--pace", "60"]),
    (["play", "--pace", "inf"], ["--pace", "60"]),
    (["play", "--record", "no-such-folder/x.json"], ["--record", "no-such-folder", "expected"]),
    (["play", "--lang", "fr"], ["--lang", "fr", "expected en, de"]),
    (["play", "--resume", "LEAD", "--players", "3"], ["--resume", "players", "expected"]),
    (["play", "--resume", "LEAD", "--seed", "0"], ["--resume", "seed", "expected"]),
    (["play", "--resume", "LEAD", "--name", "Iris"], ["--resume", "name", "expected"]),
    (["play", "--resume", "LEAD", "--option", "ranks=4"], ["--resume", "options", "expected"]),
]

REFUSED: list[tuple[list[str], list[str]]] = [
    (["legal", NO_SUCH_FILE], [NO_SUCH_FILE, "No such file"]),
    (["advance", NO_SUCH_FILE, "4"], [NO_SUCH_FILE, "No such file"]),
    (["replay", NO_SUCH_FILE], [NO_SUCH_FILE, "No such file"]),
    (["verify", NO_SUCH_FILE], [NO_SUCH_FILE, "No such file"]),
    (["play", "--resume", NO_SUCH_FILE], [NO_SUCH_FILE, "No such file"]),
    (["legal", "."], [".", "Is a directory"]),
    (["legal", "a\0b"], ["cannot be read"]),
    (["legal", "a\nb"], ["cannot be read"]),
    (["legal", "\x1b[31mred"], ["cannot be read"]),
    (["advance", "LEAD", "66"], ["lead.json", "66", "expected one of 2 3 4 22 222 23 234 34"]),
    (["advance", "LEAD", "4", "44"], ["lead.json", "44", "expected one of 1 4 5 6"]),
    (["advance", "LEAD", "43"], ["lead.json", "'43'", "expected a form like"]),
    (["advance", "LEAD", ""], ["lead.json", "''", "expected a form like"]),
    (["advance", "LEAD", "x\ny"], ["lead.json", "expected a form like"]),
    (["replay", "LEAD"], ["lead.json", "expected"]),
    (["verify", "LEAD"], ["lead.json", "expected"]),
    (["play", "--resume", "LEAD"], ["lead.json", "expected"]),
    (["play", "--resume", "SEEDED"], ["seeded.json", "over", "expected one that goes on"]),
    (["verify", "SEEDED", "--commitment", 64 * "0"], ["seeded.json", "no commitments"]),
    (["verify", "SEEDED", "--mine", 64 * "0"], ["seeded.json", "no commitments"]),
    (["verify", "SEALED", "--commitment", 64 * "0"], ["sealed.json", 40 * "0", "expected"]),
    (["verify", "SEALED", "--commitment", ""], ["sealed.json", "''", "expected"]),
    (["verify", "SEALED", "--mine", 64 * "0"], ["sealed.json", "nobody's commitment"]),
]


def names_of(cases: list[tuple[list[str], list[str]]]) -> list[str]:
    """What the tests of these cases are called."""
    return [ascii(" ".join(arguments)).strip("'")[:60] for arguments, _ in cases]


FILES = {"LEAD": "lead", "SEEDED": "seeded", "SEALED": "sealed"}


def with_files(arguments: list[str], request: pytest.FixtureRequest) -> list[str]:
    """The arguments with files of this test in place of their names."""
    return [
        str(request.getfixturevalue(FILES[argument])) if argument in FILES else argument
        for argument in arguments
    ]


def check_refusal(done: Done, status: int, words: list[str]) -> None:
    """The status, nothing on stdout, and one line on stderr that says what, where, what else."""
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith("moonbow: ")
    assert done.err.endswith("\n")
    assert [char for char in done.err[:-1] if not char.isprintable()] == []
    assert [word for word in words if word not in done.err] == []


@pytest.mark.parametrize(("arguments", "words"), WRONG_USAGE, ids=names_of(WRONG_USAGE))
def test_wrong_usage_ends_with_status_2_and_one_line_that_helps(
    arguments: list[str], words: list[str], command: Command, request: pytest.FixtureRequest
) -> None:
    check_refusal(command(*with_files(arguments, request)), 2, words)


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=names_of(REFUSED))
def test_refused_input_ends_with_status_1_and_one_line_that_helps(
    arguments: list[str], words: list[str], command: Command, request: pytest.FixtureRequest
) -> None:
    check_refusal(command(*with_files(arguments, request)), 1, words)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["not JSON", "line 1, column 1"]),
        (b"{", ["not JSON", "line 1"]),
        (b"[]", ["expected a JSON object"]),
        (b"\xff\xfe", ["not UTF-8"]),
        (b'{"game": "rainbow", "game": "rainbow"}', ["'game'", "twice", "expected once"]),
        (b'{"game": NaN}', ["NaN", "expected a finite number"]),
        (b"[" * 100_000, ["not JSON"]),
        (b'{"a":' * 50 + b"1" + b"}" * 50, ["nested", "expected"]),
        (b"1" * 5_000, ["not JSON"]),
        (b" " * (4 * 1024 * 1024 + 1), ["bytes", "expected a smaller file"]),
        (b"{}", ["game", "expected rainbow"]),
        (b'{"game": "poker"}', ["game", "'poker'", "expected rainbow"]),
        (b'{"game": ["rainbow"]}', ["game", "expected rainbow"]),
        (b'{"game": "rainbow"}', ["players", "missing", "expected"]),
        (b'{"game": "rainbow", "players": 3, "hands": ["7", "1", "1"]}', ["hands[0]", "expected"]),
        (b'{"game": "rainbow", "players": 3, "x\\ny": 1}', ["unknown key", "expected"]),
    ],
)
def test_a_file_that_is_no_position_is_refused_in_one_line(
    content: bytes, words: list[str], command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    check_refusal(command("legal", path), 1, ["file.json", *words])


def change_action(record: dict[str, Any]) -> None:
    record["actions"][0] = "+6"


def change_secret(record: dict[str, Any]) -> None:
    record["fairness"]["secret"] = 64 * "0"


def change_score(record: dict[str, Any]) -> None:
    record["result"]["scores"][0] += 1


@pytest.mark.parametrize("name", ["replay", "verify"])
@pytest.mark.parametrize("change", [change_action, change_secret, change_score])
def test_a_changed_record_is_refused(
    change: Any, name: str, command: Command, sealed: Path
) -> None:
    record = json.loads(sealed.read_text(encoding="utf-8"))
    change(record)
    write_json(str(sealed), record)
    check_refusal(command(name, sealed), 1, ["sealed.json", "checksum"])


@pytest.mark.parametrize(
    ("change", "word"),
    [(change_action, "actions[0]"), (change_secret, "fairness"), (change_score, "result")],
)
def test_a_changed_record_with_a_new_checksum_is_refused_too(
    change: Any, word: str, command: Command, sealed: Path
) -> None:
    record = json.loads(sealed.read_text(encoding="utf-8"))
    change(record)
    del record["checksum"]
    write_json(str(sealed), {**record, "checksum": digest(record)})
    check_refusal(command("verify", sealed), 1, ["sealed.json", word])


def test_a_bug_is_not_taken_for_wrong_input(
    command: Command, lead: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("moonbow.cli.files.read_state", broken)
    with pytest.raises(ZeroDivisionError):
        command("legal", lead)


# Processes of their own

PROGRAM = [sys.executable, "-m", "moonbow"]


def process(*arguments: str | Path, shell: str = "", data: str = "") -> Done:
    """A command as the shell runs it; `shell` is what is written behind it, like "> file"."""
    line = ["sh", "-c", f'exec "$@" {shell}', "sh", *PROGRAM, *(str(word) for word in arguments)]
    done = subprocess.run(line, input=data, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


def test_the_process_ends_with_the_status_of_the_command(lead: Path) -> None:
    check_refusal(process("advance", lead, "66"), 1, ["66 is not legal"])


def test_the_process_ends_with_status_2_after_wrong_usage() -> None:
    check_refusal(process("legal", "--nonsense"), 2, ["--nonsense"])


def test_the_process_reads_its_input_as_a_file() -> None:
    done = process("legal", "-", data=json.dumps(LEAD))
    assert (done.status, done.out.split(), done.err) == (0, LEAD_TEXTS, "")


def test_the_installed_command_is_the_module() -> None:
    script = Path(sys.executable).parent / "moonbow"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"moonbow {moonbow.__version__}\n"


def test_a_file_name_that_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    line = [os.fsencode(word) for word in PROGRAM] + [b"legal", b"\xff\xfe"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=tmp_path)
    check_refusal(Done(done.returncode, done.stdout, done.stderr), 1, ["cannot be read"])


def test_closed_input_is_refused_in_one_line() -> None:
    check_refusal(process("legal", "-", shell="<&-"), 1, ["-: cannot be read"])


def test_a_closed_output_brings_no_traceback(lead: Path) -> None:
    assert "Traceback" not in process("legal", lead, shell=">&-").err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_refused_in_one_line(lead: Path) -> None:
    check_refusal(process("legal", lead, shell="> /dev/full"), 1, ["No space left"])


@pytest.mark.parametrize("arguments", [["legal", "LEAD"], ["--help"], ["play", "--seed", "1"]])
def test_a_pipe_that_nobody_reads_ends_it_quietly(
    arguments: list[str], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*PROGRAM, *with_files(arguments, request)],
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_interrupt_ends_it_in_one_line() -> None:
    code = (
        "import os, sys; from moonbow.lab import simulate;"
        "from moonbow.cli import main; play = simulate.simulate;"
        "simulate.simulate = lambda *a, **k: (os.write(2, b'begun\\n'), play(*a, **k))[1];"
        "sys.argv = ['moonbow', 'simulate', 'rainbow', '--games', '1000000000']; main()"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stderr is not None
    assert running.stderr.readline() == "begun\n"
    running.send_signal(signal.SIGINT)
    try:
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, out, err) == (130, "", "moonbow: stopped\n")


HEAVY = {"numba", "llvmlite", "numpy", "moonbow.games.rainbow"}


def imported_by(code: str) -> set[str]:
    """Which of the heavy modules a fresh Python has imported after this code."""
    telling = f"print('loaded', *{HEAVY!r} & sys.modules.keys())"
    code = f"import sys; {code}; {telling}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize(
    "code",
    [
        "import moonbow",
        "import moonbow.cli",
        "from moonbow.cli import run; run(['--help'])",
        "from moonbow.cli import run; run(['simulate', '--help'])",
        "from moonbow.cli import run; run(['--version'])",
        "from moonbow.cli import run; run(['nonsense'])",
    ],
)
def test_neither_the_rules_nor_numba_are_loaded_before_they_are_needed(code: str) -> None:
    assert imported_by(code) == set()


def test_what_shows_that_numba_is_loaded_does_show_it() -> None:
    assert "moonbow.games.rainbow" in imported_by("import moonbow; moonbow.game('rainbow')")
