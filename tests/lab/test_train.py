"""Training: a run in a folder, gone on with, the same however many play, whole or refused."""

import json
import math
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from moonbow.bots.network import read_network
from moonbow.cli import run
from moonbow.games.errors import BadOptions, Refused
from moonbow.games.game import game
from moonbow.games.kernel import COMPILED
from moonbow.lab.collect import PART, Decisions
from moonbow.lab.folders import BadFolder
from moonbow.lab.ppo import Learner
from moonbow.lab.train import BadRun, Progress, Strength, strength_of, train
from moonbow.lab.workers import LOCAL
from processes import children

TINY = {"ranks": 3, "copies": 4, "hand_size": 2, "leader": 0}
SMALL: dict[str, Any] = {"games": 6, "deals": 2, "every": 2, "width": 4, "options": TINY}
ITERATIONS = 4


def trained(folder: Path, iterations: int = ITERATIONS, **changed: Any) -> list[Progress]:
    """A short run on a small game of two; what was told."""
    told: list[Progress] = []
    train(game("rainbow"), 2, folder, iterations, progress=told.append, **{**SMALL, **changed})
    return told


def learned(folder: Path) -> dict[str, np.ndarray]:
    """All numbers of a checkpoint, but for the time it took."""
    found = torch.load(folder / "checkpoint.pt", weights_only=True)
    numbers = {}

    def collect(name: str, part: Any) -> None:
        if isinstance(part, dict):
            for key, each in part.items():
                collect(f"{name}/{key}", each)
        elif isinstance(part, list):
            collect(name, dict(enumerate(part)))
        elif name != "/seconds":
            numbers[name] = part.numpy() if isinstance(part, torch.Tensor) else np.array(part)

    collect("", found)
    return numbers


def same(one: Path, other: Path) -> bool:
    """Whether two runs have learned the same, bit for bit, network and all."""
    first, second = learned(one), learned(other)
    weights = (read_network(each / "network.npz").weights for each in (one, other))
    return (
        first.keys() == second.keys()
        and all(first[name].tobytes() == second[name].tobytes() for name in first)
        and all((a == b).all() for a, b in zip(*weights, strict=True))
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was not broken off."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    trained(folder)
    return folder


def test_a_run_leaves_a_bot_that_says_where_it_comes_from(whole: Path) -> None:
    made = read_network(whole / "network.npz").made
    assert made["command"] == (
        "moonbow train rainbow --players 2 --iterations 4 --games 6 --width 4 --rate 0.0005 "
        "--entropy 0.02 --seed 0 --option leader=0 --option ranks=3 --option copies=4 "
        "--option hand_size=2"
    )
    assert (made["iterations"], made["games"]) == (4, 24)
    assert made["hours"] >= 0
    assert (
        run(["tournament", "rainbow", "--games=1", f"--bots={whole / 'network.npz'},thumbs"]) == 0
    )


def test_it_tells_of_every_iteration(tmp_path: Path) -> None:
    told = trained(tmp_path / "run")
    assert [each.iterations for each in told] == [1, 2, 3, 4]
    assert [each.games for each in told] == [6, 12, 18, 24]
    assert [each.strength is not None for each in told] == [False, True, False, True]
    for each in told:
        assert 0 <= each.figures["entropy"] < 5
        assert each.figures["kl"] >= 0
        assert each.figures["decisions"] > 0


def test_tensorboard_reads_what_was_told(tmp_path: Path) -> None:
    told = trained(tmp_path / "run", 2) + trained(tmp_path / "run", resume=True)
    found = EventAccumulator(str(tmp_path / "run" / "events")).Reload()
    names = {"wins/share", "wins/low", "wins/high", "speed/hours", "speed/decisions_per_second"}
    assert set(found.Tags()["scalars"]) == names | {f"learning/{name}" for name in told[0].figures}
    entropies = found.Scalars("learning/entropy")
    assert [each.step for each in entropies] == [1, 2, 3, 4]
    assert [each.value for each in entropies] == pytest.approx(
        [each.figures["entropy"] for each in told]
    )


def test_the_network_that_did_best_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.4, 0.7, 0.6, 0.7])
    monkeypatch.setattr(
        "moonbow.lab.train.strength_of", lambda _: Strength(next(shares), 0.0, 1.0, 0.5)
    )
    folder = tmp_path / "run"
    found = []
    for iterations in range(1, 5):  # each time anew, so that nothing is kept in mind
        trained(folder, iterations, every=1, resume=iterations > 1)
        made = read_network(folder / "best.npz").made
        found.append((made["iterations"], made["share"]))
    assert found == [(1, 0.4), (2, 0.7), (2, 0.7), (2, 0.7)]


def test_strength_is_the_mean_of_deals_with_its_interval() -> None:
    """Of two players, three deals: the means by deal are 1, 1/2 and 0."""
    found = strength_of(np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]]))
    assert (found.share, found.fair) == (0.5, 0.5)
    assert found.high - found.share == pytest.approx(min(0.5, 1.96 * 0.5 / 3**0.5))


# The same however it is done


def test_a_run_gone_on_with_equals_an_unbroken_one(tmp_path: Path, whole: Path) -> None:
    trained(tmp_path / "run", 1)
    trained(tmp_path / "run", 3, resume=True)
    assert not same(tmp_path / "run", whole)
    trained(tmp_path / "run", resume=True)
    assert same(tmp_path / "run", whole)


def test_other_seeds_learn_something_else(tmp_path: Path, whole: Path) -> None:
    trained(tmp_path / "run", seed=1)
    assert not same(tmp_path / "run", whole)


def test_measuring_more_often_changes_nothing(tmp_path: Path, whole: Path) -> None:
    trained(tmp_path / "run", every=1)
    assert same(tmp_path / "run", whole)


WAYS = [
    pytest.param({"jobs": 2}, id="processes"),
    pytest.param(
        {"jobs": 2, "ray": LOCAL},
        id="ray",
        marks=pytest.mark.skipif(not COMPILED, reason="Ray is started once, with compiled rules"),
    ),
]


@pytest.mark.parametrize("way", WAYS)
def test_a_run_by_several_processes_comes_out_the_same(tmp_path: Path, way: dict[str, Any]) -> None:
    """Of 2 parts an iteration."""
    changed = {"games": PART["rainbow"] + 1, "deals": 1, "options": {**TINY, "hand_size": 1}}
    trained(tmp_path / "here", 2, **changed)
    trained(tmp_path / "there", 2, **changed, **way)
    assert same(tmp_path / "there", tmp_path / "here")


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path, whole: Path) -> None:
    killed = []

    def kill(told: Progress) -> None:
        for process in children(os.getpid()):
            if (
                told.iterations == 2
                and "spawn_main" in Path(f"/proc/{process}/cmdline").read_text()
            ):
                os.kill(int(process), signal.SIGKILL)
                killed.append(process)

    train(game("rainbow"), 2, tmp_path / "run", ITERATIONS, progress=kill, jobs=2, **SMALL)
    assert killed
    assert same(tmp_path / "run", whole)


def test_a_run_that_is_long_enough_is_left_as_it_is(tmp_path: Path, whole: Path) -> None:
    before = {path.name: path.read_bytes() for path in whole.iterdir() if path.is_file()}
    assert trained(whole, 3, resume=True) == []
    assert {path.name: path.read_bytes() for path in whole.iterdir() if path.is_file()} == before


# What is refused


@pytest.mark.parametrize(
    "changed",
    [{"seed": 5}, {"width": 5}, {"games": 7}, {"rate": 0.1}, {"options": {**TINY, "copies": 5}}],
    ids=lambda changed: next(iter(changed)),
)
def test_another_run_is_not_gone_on_with(whole: Path, changed: dict[str, Any]) -> None:
    with pytest.raises(
        BadFolder, match="was trained; to go on with it, expected the same"
    ) as found:
        trained(whole, resume=True, **changed)
    assert found.value.code == "other-run"


def test_a_run_of_another_game_is_not_gone_on_with(whole: Path) -> None:
    with pytest.raises(BadFolder, match=r"game: 'rainbow' was trained; .* not 'pirates'"):
        train(game("pirates"), 2, whole, 9, resume=True)


def test_a_folder_that_holds_something_is_refused(tmp_path: Path, whole: Path) -> None:
    with pytest.raises(BadFolder, match="not empty; expected --resume, to go on with it"):
        trained(whole)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFolder, match="not empty; expected an empty or new folder"):
        trained(tmp_path)
    with pytest.raises(BadFolder):
        trained(tmp_path / "file")


def test_a_run_that_was_not_begun_is_not_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match=r"run\.json: cannot be read: No such file"):
        trained(tmp_path / "run", resume=True)


def test_a_run_broken_off_in_its_first_iteration_begins_again(tmp_path: Path, whole: Path) -> None:
    trained(tmp_path / "run", 1)
    for name in ("checkpoint.pt", "network.npz"):
        (tmp_path / "run" / name).unlink()
    trained(tmp_path / "run", resume=True)
    assert same(tmp_path / "run", whole)


def halved(data: bytes) -> bytes:
    """The first half."""
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    "spoil", [halved, lambda _: b"", lambda _: b"\x80\x02N."], ids=["cut off", "empty", "other"]
)
def test_a_checkpoint_cut_off_is_refused_in_one_line(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    folder = tmp_path / "run"
    trained(folder, 1)
    place = folder / "checkpoint.pt"
    place.write_bytes(spoil(place.read_bytes()))
    with pytest.raises(BadFolder, match=r"checkpoint\.pt: cut off, or no checkpoint") as found:
        trained(folder, resume=True)
    assert "\n" not in str(found.value)
    read_network(folder / "network.npz")


def test_learning_that_comes_to_nothing_leaves_what_there_was(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    trained(folder, 1)
    with monkeypatch.context() as broken:
        broken.setattr(Learner, "_step", lose_all)
        with pytest.raises(BadRun, match=r"rate: 0\.0005 led to no network"):
            trained(folder, resume=True)
    trained(folder, resume=True)
    assert same(folder, whole)


def lose_all(learner: Learner, *_: object) -> list[float]:
    """A step after which no number is left."""
    with torch.no_grad():
        learner.actor["inner"][:] = math.nan
    return [math.nan] * 4


def test_games_without_a_choice_cannot_be_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(parts: list[Decisions]) -> Decisions:
        return parts[0]._replace(views=parts[0].views[:0])

    monkeypatch.setattr("moonbow.lab.train.together", without)
    with pytest.raises(BadRun, match="games: 6 without a choice"):
        trained(tmp_path / "run")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"games": 0}, "games: 0; expected a whole number from 1"),
        ({"deals": 0}, "deals: 0"),
        ({"every": 0}, "every: 0"),
        ({"width": 5_000}, "width: 5000; expected a whole number from 1 to 1024"),
        ({"jobs": 0}, "jobs: 0"),
        ({"threads": 0}, "threads: 0"),
        ({"iterations": 0}, "iterations: 0"),
        ({"rate": float("nan")}, "rate: nan; expected 0 to 1"),
        ({"entropy": 2}, "entropy: 2; expected 0 to 1"),
        ({"seed": -1}, "seed: -1"),
        ({"options": {"ranks": 0}}, "ranks"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_before_anything_is_written(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOptions, match=message):
        trained(tmp_path / "run", **changed)
    assert not (tmp_path / "run").exists()


def test_without_pytorch_one_line_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None; from moonbow.cli import run; "
        f"sys.exit(run(['train', 'rainbow', '--run', {str(tmp_path / 'run')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "moonbow: torch is not installed; expected: pip install moonbow[train]\n"
    assert not (tmp_path / "run").exists()


def test_pytorch_is_loaded_for_training_only() -> None:
    code = "import moonbow.cli, moonbow.lab.train, sys; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


# By the command

COMMAND = (
    sys.executable, "-m", "moonbow", "train", "rainbow", "--players=2", "--games=6", "--deals=2",
    "--width=4", "--every=2", *(f"--option={name}={value}" for name, value in TINY.items()),
)  # fmt: skip


def test_the_command_prints_how_strong_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*COMMAND[3:], f"--run={tmp_path / 'run'}", "--iterations=2"]
    assert run(list(arguments)) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("iteration 2: ")
    assert "of the wins against rules of thumb (" in line
    assert run([*arguments, "--resume"]) == 0
    assert "has 2 iterations or more" in capsys.readouterr().out
    assert run([*arguments[:-1], "--iterations=4", "--resume", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["iterations"] for line in lines] == [3, 4]
    assert lines[1]["strength"]["fair"] == 0.5


def test_ctrl_c_keeps_what_is_learned_and_says_how_to_go_on(tmp_path: Path, whole: Path) -> None:
    folder = tmp_path / "run"
    process = subprocess.Popen(
        [*COMMAND, f"--run={folder}", "--iterations=100000"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        while not (folder / "checkpoint.pt").exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert told == f"moonbow: what is learned is in {folder}; --resume goes on\nmoonbow: stopped\n"
    done = torch.load(folder / "checkpoint.pt", weights_only=True)["iteration"]
    trained(folder, done + 1, resume=True)
    assert read_network(folder / "network.npz").made["iterations"] == done + 1


def test_a_full_disk_is_told_in_one_line_and_what_is_learned_is_kept(
    tmp_path: Path, whole: Path
) -> None:
    """After the first iteration no file may grow beyond 2,000 bytes, or beyond 50,000."""
    for most, named in ((2_000, "network.npz"), (30_000, "checkpoint.pt")):
        folder = tmp_path / str(most)
        trained(folder, 1)
        kept = (folder / "checkpoint.pt").read_bytes()
        done = subprocess.run(
            [*COMMAND, f"--run={folder}", "--iterations=4", "--resume"],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda most=most: resource.setrlimit(  # type: ignore[misc]
                resource.RLIMIT_FSIZE, (most, most)
            ),
        )
        assert done.returncode == 1
        expected = f"moonbow: {folder / named}: cannot be written: File too large\n"
        assert done.stderr == expected
        assert (folder / "checkpoint.pt").read_bytes() == kept
        trained(folder, resume=True)
        assert same(folder, whole)


def test_a_refusal_of_another_kind_is_a_refusal() -> None:
    assert issubclass(BadRun, Refused)
