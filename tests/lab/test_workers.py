"""Work in pieces: in order, by processes or by Ray, and again where a worker was lost."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from moonbow.games.errors import BadOptions
from moonbow.games.game import game
from moonbow.games.kernel import COMPILED
from moonbow.lab.ladder import hold_tournament
from moonbow.lab.processes import Crew, NoWorkers
from moonbow.lab.simulate import simulate
from moonbow.lab.workers import LOCAL, Workers, results

ONCE = pytest.mark.skipif(not COMPILED, reason="Ray is started once, with compiled rules")
HERE = pytest.param({"jobs": 1}, id="here")
PROCESSES = pytest.param({"jobs": 2}, id="processes")
RAY = pytest.param({"jobs": 2, "ray": LOCAL}, id="ray", marks=ONCE)


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray's workers find the pieces of work of this file."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def squared(number: int) -> int:
    """A piece of work; the first take longest."""
    time.sleep(max(0.0, 0.05 - 0.01 * number))
    return number * number


def lost_once(folder: Path, number: int) -> int:
    """A piece whose worker is killed the first time that the piece numbered 3 is done."""
    with (folder / f"{number}-{time.monotonic_ns()}").open("x"):
        pass
    if number == 3 and len(list(folder.glob("3-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_lost(number: int) -> int:
    """A piece that no worker outlives."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refused(number: int) -> int:
    """A piece that is refused."""
    raise BadOptions("bad-number", f"{number} is refused")


def asleep(number: int) -> int:
    """A piece that takes for ever, but for the first."""
    if number:
        time.sleep(600)
    return number


def simulated(done: Callable[[int], None]) -> object:
    """A simulation by two workers."""
    return simulate(game("rainbow"), 3, 100_000, progress=done, jobs=2)


def held(done: Callable[[int], None]) -> object:
    """A tournament by two workers."""
    bots = ["random"] * 3
    return hold_tournament(game("rainbow"), bots, 100_000, progress=done, jobs=2)


@pytest.mark.parametrize("way", [HERE, PROCESSES, RAY])
def test_results_come_in_order(way: dict[str, Any]) -> None:
    assert list(results(squared, range(20), **way)) == [number**2 for number in range(20)]


@pytest.mark.parametrize("way", [HERE, PROCESSES])
def test_there_may_be_nothing_to_do(way: dict[str, Any]) -> None:
    assert list(results(squared, [], **way)) == []


@pytest.mark.parametrize("way", [HERE, PROCESSES, RAY])
def test_a_refusal_arrives_as_it_was_raised(way: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match="0 is refused") as found:
        list(results(refused, range(5), **way))
    assert found.value.code == "bad-number"


@pytest.mark.parametrize("way", [PROCESSES, RAY])
def test_what_a_lost_worker_was_doing_is_done_by_another(
    way: dict[str, Any], tmp_path: Path
) -> None:
    assert list(results(partial(lost_once, tmp_path), range(12), **way)) == list(range(12))
    assert len(list(tmp_path.glob("3-*"))) > 1


@pytest.mark.parametrize("way", [PROCESSES, RAY])
def test_workers_that_are_lost_again_and_again_are_given_up(way: dict[str, Any]) -> None:
    with pytest.raises(NoWorkers) as found:
        list(results(always_lost, range(3), **way))
    assert found.value.code == "workers-lost"
    assert "\n" not in str(found.value)


def test_who_wants_no_more_results_does_not_wait_for_them() -> None:
    begun = time.monotonic()
    coming = results(asleep, range(4), jobs=2)
    assert next(coming) == 0
    coming.close()
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("play", [simulated, held], ids=["simulate", "tournament"])
def test_a_run_that_is_broken_off_has_let_its_workers_go(
    play: Callable[[Callable[[int], None]], object],
) -> None:
    """Not only once nobody holds what it was at: what is raised holds it."""
    others = set(active_children())

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(stop)
    assert not set(active_children()) - others


def large(number: int) -> bytes:
    """An answer that takes a while to send."""
    return bytes([number % 256]) * 100_000_000


def test_a_worker_lost_in_the_middle_of_an_answer_is_replaced() -> None:
    crew = Crew(2)
    coming = crew.results(large, iter(range(6)))
    found = [next(coming)]
    lost = list(crew.workers)
    for worker in lost:
        assert worker.line.poll(60)  # it has begun to send, and waits for somebody to read on
        worker.process.kill()
    found += coming
    crew.end()
    assert [answer == large(number) for number, answer in enumerate(found)] == [True] * 6
    assert not {worker.process.pid for worker in crew.workers} & {w.process.pid for w in lost}


class Odd(Exception):
    """An error that cannot be put together again."""

    def __init__(self, *, number: int) -> None:
        super().__init__(f"{number} is odd")


def only_even(number: int) -> object:
    """A piece that raises what cannot be sent, or has an answer that cannot."""
    if number % 2:
        raise Odd(number=number)
    return lambda: number


@pytest.mark.parametrize(("number", "told"), [(0, "pickle"), (1, "Odd: 1 is odd")])
def test_what_cannot_be_sent_is_told(number: int, told: str) -> None:
    with pytest.raises(Exception, match=told):
        list(results(only_even, [number], jobs=2))


def test_where_a_piece_has_raised_is_told() -> None:
    with pytest.raises(ZeroDivisionError) as found:
        list(results(partial(divmod, 1), [0], jobs=2))
    assert any("Traceback" in note for note in found.value.__notes__)


def test_workers_stay_for_the_next_round() -> None:
    with Workers(2) as workers:
        first = set(workers.results(own_process, range(40)))
        assert set(workers.results(own_process, range(40))) <= first
    assert os.getpid() not in first


def own_process(_: int) -> int:
    """Whose work it is."""
    time.sleep(0.01)
    return os.getpid()


def test_no_more_workers_than_there_is_work_for() -> None:
    assert len(set(results(own_process, range(1), jobs=8))) == 1
    crew = Crew(8)
    list(crew.results(own_process, iter(range(3))))
    assert len(crew.workers) <= 3
    crew.end()


BROKEN_OFF = """
from test_workers import large
from moonbow.lab.workers import results

if __name__ == "__main__":
    for _ in results(large, range(100), jobs=2):
        break
"""


def test_a_run_that_is_broken_off_in_the_middle_of_an_answer_ends(tmp_path: Path) -> None:
    """And does not wait for the rest, which nobody will send."""
    (tmp_path / "broken_off.py").write_text(BROKEN_OFF, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "broken_off.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_numbers_are_taken_only_as_far_as_they_are_needed() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1_000):
            taken.append(number)
            yield number

    coming = results(squared, numbers(), jobs=2)
    next(coming)
    assert len(taken) < 10
    coming.close()


@pytest.mark.parametrize(
    "address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "nowhere", "a:b"]
)
def test_a_cluster_that_does_not_answer_is_told(address: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        named = address.format(port=free.getsockname()[1])
        with pytest.raises(NoWorkers, match="does not answer; expected HOST:PORT") as found:
            list(results(squared, range(3), ray=named))
    assert found.value.code == "no-cluster"


# Games on a cluster


@ONCE
def test_a_simulation_on_ray_comes_out_as_here(tmp_path: Path) -> None:
    bots, options = ["plain:1", "random"], {"hand_size": 2}
    for folder, way in (("here", {}), ("ray", {"jobs": 2, "ray": LOCAL})):
        simulate(
            game("rainbow"), 2, 45, bots, options=options, rows=tmp_path / folder, decisions=True,
            **way,  # type: ignore[arg-type]
        )  # fmt: skip
    names = sorted(path.name for path in (tmp_path / "here").iterdir())
    assert len(names) == 7
    for name in names:
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@ONCE
def test_a_tournament_on_ray_comes_out_as_here() -> None:
    def held(**way: Any) -> Any:
        return hold_tournament(
            game("rainbow"), ["plain:2", "random"], 4, options={"hand_size": 2}, **way
        )

    assert held(jobs=2, ray=LOCAL) == held()
