"""Rows of a run in a folder: the same whoever plays, whole or not there, gone on with."""

import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from moonbow.games.errors import BadOptions, Refused
from moonbow.games.game import game
from moonbow.lab import folders
from moonbow.lab.folders import BadFolder
from moonbow.lab.runs import SEARCHED_PART
from moonbow.lab.simulate import Summary, simulate
from moonbow.lab.warm import is_warm, warm

GAMES = 2 * SEARCHED_PART + 5
"""Games of three parts."""

SHORT = {"ranks": 3, "copies": 2, "hand_size": 1}
BOTS = ["plain:1", "random", "random"]


def played(folder: Path | None, games: int = GAMES, **changed: Any) -> Summary:
    """Short games of three."""
    chosen = {"bots": BOTS, "options": SHORT, "decisions": folder is not None, **changed}
    return simulate(game("rainbow"), 3, games, rows=folder, **chosen)


def files(folder: Path) -> dict[str, bytes]:
    """All that is in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def counted(summary: Summary) -> dict[str, Any]:
    """A summary without the times."""
    return {name: value for name, value in summary.as_dict().items() if "second" not in name}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows of a run, played here."""
    folder = tmp_path_factory.mktemp("whole")
    played(folder)
    return folder


def test_there_is_a_row_for_each_game_and_each_decision(whole: Path) -> None:
    """Three players with one card each: three combos and three takings."""
    found = pl.read_parquet(whole / "games-*.parquet")
    assert found["game"].to_list() == list(range(GAMES))
    assert set(found["decisions"]) == {6}
    assert (
        found.select("return_0", "return_1", "return_2").sum_horizontal().to_list()
        == [pytest.approx(1.0)] * GAMES
    )
    decisions = pl.read_parquet(whole / "decisions-*.parquet")
    assert decisions.group_by("game").len()["len"].to_list() == [6] * GAMES
    assert decisions["decision"].to_list() == list(range(6)) * GAMES


def test_rows_add_up_to_the_summary(whole: Path, tmp_path: Path) -> None:
    summary = played(tmp_path)
    found = pl.read_parquet(whole / "games-*.parquet")
    assert summary.actions == found["decisions"].sum()
    for player in range(3):
        assert summary.wins[player] == pytest.approx(found[f"return_{player}"].sum())
        assert summary.mean_scores[player] == pytest.approx(found[f"score_{player}"].mean())
    assert counted(summary) == counted(played(None))


def test_the_rows_are_the_same_by_several_processes(whole: Path, tmp_path: Path) -> None:
    played(tmp_path, jobs=2)
    assert files(tmp_path) == files(whole)


def test_without_decisions_there_are_games_only(tmp_path: Path) -> None:
    played(tmp_path, decisions=False)
    assert sorted(files(tmp_path)) == [f"games-0000{part}.parquet" for part in range(3)] + [
        "run.json"
    ]


# Going on


def cut_off(path: Path) -> None:
    """Leaves the first half of a file."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def swap(path: Path) -> None:
    """Puts another part in the place of one."""
    path.write_bytes((path.parent / path.name.replace("1", "0")).read_bytes())


@pytest.mark.parametrize("name", ["games-00001.parquet", "decisions-00001.parquet"])
@pytest.mark.parametrize("spoil", [Path.unlink, cut_off, swap])
def test_what_is_not_there_whole_is_played_again_and_nothing_else(
    tmp_path: Path, whole: Path, name: str, spoil: Callable[[Path], None]
) -> None:
    folder = tmp_path / "rows"
    summary = played(folder)
    spoil(folder / name)
    kept = (folder / "games-00000.parquet").stat().st_mtime_ns
    told: list[int] = []
    again = played(folder, resume=True, progress=told.append)
    assert files(folder) == files(whole)
    assert counted(again) == counted(summary)
    assert (folder / "games-00000.parquet").stat().st_mtime_ns == kept
    assert told == [20, 25, 45]


def test_a_run_can_be_made_longer(tmp_path: Path, whole: Path) -> None:
    played(tmp_path, games=SEARCHED_PART + 3)
    again = played(tmp_path, resume=True)
    assert files(tmp_path) == files(whole)
    assert again.finished == GAMES


def test_a_run_that_is_whole_is_not_played_again(tmp_path: Path) -> None:
    first = played(tmp_path)
    before = files(tmp_path)
    again = played(tmp_path, resume=True)
    assert (counted(again), files(tmp_path)) == (counted(first), before)
    assert again.games_per_second == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": 1},
        {"bots": ["random"] * 3},
        {"options": {**SHORT, "copies": 3}},
        {"max_actions": 9},
    ],
)
def test_another_run_is_not_gone_on_with(tmp_path: Path, changed: dict[str, Any]) -> None:
    played(tmp_path, games=3)
    before = files(tmp_path)
    with pytest.raises(BadFolder, match="expected the same") as refused:
        played(tmp_path, games=3, resume=True, **changed)
    assert refused.value.code == "other-run"
    assert files(tmp_path) == before


OWN_BOT = """
class Last:
    def __init__(self, seed):
        pass

    def choose(self, view, legal, budget):
        return legal[-1]
"""


def test_a_run_is_not_gone_on_with_by_another_bot_of_the_same_name(tmp_path: Path) -> None:
    mine, rows = tmp_path / "mine.py", tmp_path / "rows"
    mine.write_text(OWN_BOT)
    bots = [str(mine), "thumbs", "thumbs"]
    played(rows, games=3, bots=bots)
    before = files(rows)
    played(rows, games=3, bots=bots, resume=True)
    mine.write_text(OWN_BOT.replace("-1", "0"))
    with pytest.raises(BadFolder, match="another file of a bot"):
        played(rows, games=3, bots=bots, resume=True)
    assert files(rows) == before


def test_nor_by_another_version_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Path(folders.__file__).parent.parent
    for part in ("games", "bots", "lab"):
        shutil.copytree(package / part, tmp_path / part)
    first = folders.played_by(["thumbs"])
    monkeypatch.setattr(folders, "__file__", str(tmp_path / "lab" / "folders.py"))
    assert folders.played_by(["thumbs"]) == first
    for source in ("games/rainbow.py", "bots/search_bot.py", "lab/study/skill.py"):
        before = folders.played_by(["thumbs"])
        with (tmp_path / source).open("a") as file:
            file.write("# changed\n")
        assert folders.played_by(["thumbs"]) != before


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    played(tmp_path / "run", games=3)
    with pytest.raises(BadFolder, match="--resume"):
        played(tmp_path / "run", games=3)
    with pytest.raises(BadFolder, match="expected an empty or new folder"):
        played(tmp_path, games=3)


def test_a_run_that_was_not_begun_is_not_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match=r"run\.json: cannot be read"):
        played(tmp_path, resume=True)
    (tmp_path / "run.json").write_text("[]")
    with pytest.raises(BadFolder, match="expected a JSON object"):
        played(tmp_path, resume=True)


@pytest.mark.parametrize("name", ["decisions", "resume"])
def test_rows_need_a_folder(name: str) -> None:
    with pytest.raises(BadOptions) as refused:
        simulate(game("rainbow"), 3, 1, **{name: True})  # type: ignore[arg-type]
    assert refused.value.code == "no-rows"


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused):
        played(tmp_path / "file")


# Faults, by the command

COMMAND = (sys.executable, "-m", "moonbow", "simulate", "rainbow", "--players=3", "--decisions")
TINY = tuple(f"--option={name}={value}" for name, value in SHORT.items())


def test_a_full_disk_is_told_in_one_line_and_what_is_done_is_kept(
    tmp_path: Path, whole: Path
) -> None:
    """No file may grow beyond 1,000 bytes, which are enough to say what is played."""
    if not is_warm():
        warm()  # that would write, too
    most = 1_000
    folder = tmp_path / "rows"
    command = [*COMMAND, *TINY, f"--bots={','.join(BOTS)}", f"--rows={folder}"]
    done = subprocess.run(
        [*command, f"--games={GAMES}"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "00000.parquet: cannot be written: File too large" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["run.json"]
    again = subprocess.run(
        [*command, f"--games={GAMES}", "--resume"], capture_output=True, text=True, check=False
    )
    assert again.returncode == 0
    assert files(folder) == files(whole)


INTERRUPTED = """
import io, os, signal, threading, time
from moonbow.lab.rows import pl
frame = pl.DataFrame({"number": range(1_000_000)})
times = 0
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    try:
        while True:
            frame.write_parquet(io.BytesIO(), compression="zstd")
    finally:
        times += 1
        time.sleep(0.5)
        times += 1
except KeyboardInterrupt:
    print(times)
"""


def test_ctrl_c_while_a_table_is_written_comes_once() -> None:
    """And not once more into what cleans up."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = [*COMMAND, "--bots=plain:2,random,random", f"--rows={tmp_path / 'rows'}"]
    running = subprocess.Popen(
        [*command, "--games=1000000", "--jobs=2"], stderr=subprocess.PIPE, text=True
    )
    while not list(tmp_path.glob("rows/games-00001.parquet")):
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert told == (
        f"moonbow: what is done is in {tmp_path / 'rows'}; --resume goes on\nmoonbow: stopped\n"
    )
    kept = pl.read_parquet(tmp_path / "rows" / "games-*.parquet")
    assert kept["game"].to_list() == list(range(len(kept)))
    whole = subprocess.run(
        [*command, f"--games={len(kept)}", "--resume"], capture_output=True, text=True, check=False
    )
    assert (whole.returncode, whole.stderr) == (0, "")
