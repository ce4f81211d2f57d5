"""Work in numbered pieces, done here, by processes, or on a Ray cluster; the results in order."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from importlib import import_module
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from socket import create_connection
from threading import Thread
from typing import Any, TypeVar

from moonbow.games.errors import Broken, shown

Result = TypeVar("Result")

AHEAD = 2
"""Pieces begun for each worker before the first of them is done: so no worker waits."""

PATIENCE = 3
"""How often workers may be lost without any piece done meanwhile."""

ANSWERS = 20
"""Seconds until a cluster that does not answer is given up."""

LOCAL = "local"
"""In place of a cluster's address: Ray is started here."""


class NoWorkers(Broken):
    """Workers that cannot be had, or are lost again and again."""


def results(
    piece: Callable[[int], Result], numbers: Iterable[int], jobs: int = 1, ray: str | None = None
) -> Generator[Result]:
    """`piece` of every number, in order, by so many processes at once.

    With `ray` they are processes of the cluster with that address, or of one that is started here
    (LOCAL). What a worker that is lost was doing is done again by another. Raises NoWorkers, and
    whatever `piece` raises.
    """
    with Workers(jobs, ray) as workers:
        yield from workers.results(piece, numbers)


class Workers:
    """Workers that stay for several rounds of work: `with Workers(jobs, ray) as workers`."""

    def __init__(self, jobs: int = 1, ray: str | None = None) -> None:
        self.jobs = jobs
        self.address = ray
        self._ray: Any = None
        self._spawning = Spawning()
        self._pool: ProcessPoolExecutor | None = None
        self._begun: dict[int, Future[Any]] = {}

    def __enter__(self) -> "Workers":
        """Joins the cluster, or makes ready to start processes. Raises NoWorkers."""
        if self.address is not None:
            try:
                self._ray = import_module("ray")
            except ImportError as error:
                raise NoWorkers(
                    "no-ray", "Ray is not installed; expected: pip install moonbow[ray]"
                ) from error
            join(self._ray, self.address, self.jobs)
        elif self.jobs > 1:
            self._pool = new_pool(self.jobs, self._spawning)
        return self

    def __exit__(self, *_: object) -> None:
        """Lets the workers go; what they are at is not wanted any more."""
        if self._ray is not None:
            self._ray.shutdown()
        if self._pool is not None:
            answers: Any = self._pool._result_queue
            self._pool.shutdown(wait=not self._begun, cancel_futures=True)
            if self._begun:
                for process in self._spawning.started:
                    process.terminate()
                # One may be in the middle of an answer. Its rest is waited for, and this process
                # could not end, as long as anybody might write it.
                answers._writer.close()

    def results(self, piece: Callable[[int], Result], numbers: Iterable[int]) -> Generator[Result]:
        """A round of work, as `results` has it; to be taken to its end before the next."""
        if self._ray is not None:
            yield from self._by_ray(piece, iter(numbers))
        elif self._pool is not None:
            yield from self._by_processes(piece, iter(numbers))
        else:
            yield from map(piece, numbers)

    def _by_processes(
        self, piece: Callable[[int], Result], numbers: Iterator[int]
    ) -> Generator[Result]:
        """`results` by processes on this machine."""
        todo: deque[int] = deque(islice(numbers, AHEAD * self.jobs))
        lost = 0
        while todo:
            assert self._pool is not None
            try:
                for number in todo:
                    if number not in self._begun:
                        self._begun[number] = self._pool.submit(piece, number)
                found = self._begun[todo[0]].result()
            except BrokenExecutor as error:
                lost += 1
                if lost > PATIENCE:
                    raise NoWorkers(
                        "workers-lost", f"worker processes ended {lost} times; is memory short?"
                    ) from error
                self._pool.shutdown(wait=False)
                self._pool = new_pool(self.jobs, self._spawning)
                self._begun = {
                    number: each for number, each in self._begun.items() if is_done(each)
                }
                continue
            lost = 0
            del self._begun[todo.popleft()]
            todo.extend(islice(numbers, 1))
            yield found

    def _by_ray(self, piece: Callable[[int], Result], numbers: Iterator[int]) -> Generator[Result]:
        """`results` by the cluster that this process has joined."""
        exceptions = self._ray.exceptions
        try:
            yield from on_cluster(self._ray, piece, numbers)
        except exceptions.RayTaskError as error:
            raise error.cause from error
        except exceptions.RayError as error:
            raise NoWorkers(
                "workers-lost", f"Ray: {type(error).__name__}; expected a cluster that stays up"
            ) from error


def is_done(future: "Future[Any]") -> bool:
    """Whether a piece was done before its worker was lost."""
    return future.done() and not future.cancelled() and not future.exception()


class Spawning(SpawnContext):
    """Starts processes anew, and knows those that it has started."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[BaseProcess] = []

    def Process(self, *arguments: Any, **named: Any) -> BaseProcess:  # type: ignore[override]  # noqa: N802
        """A process that is kept in mind."""
        process = super().Process(*arguments, **named)
        self.started.append(process)
        return process


def new_pool(jobs: int, spawning: Spawning) -> ProcessPoolExecutor:
    """Processes that end with this one."""
    return ProcessPoolExecutor(jobs, spawning, initializer=end_with_parent)


def on_cluster(
    ray: Any, piece: Callable[[int], Result], numbers: Iterator[int]
) -> Generator[Result]:
    """`results` by the cluster that this process has joined."""
    task = ray.remote(max_retries=PATIENCE)(carried_out)
    kept = ray.put(piece)
    width = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    todo = deque(task.remote(kept, number) for number in islice(numbers, width))
    while todo:
        yield ray.get(todo[0])
        todo.popleft()
        todo.extend(task.remote(kept, number) for number in islice(numbers, 1))


def carried_out(piece: Callable[[int], Result], number: int) -> Result:
    """A piece of work."""
    return piece(number)


def join(ray: Any, address: str, jobs: int) -> None:
    """Connects to a cluster, or starts Ray here with so many workers. Raises NoWorkers."""
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init(num_cpus=jobs, **quiet)
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        with create_connection((host.strip("[]"), int(port)), timeout=ANSWERS):
            pass
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, OverflowError, RuntimeError) as error:
        raise NoWorkers(
            "no-cluster", f"ray: {shown(address)} does not answer; expected HOST:PORT of a cluster"
        ) from error


def end_with_parent() -> None:
    """Ends this process when the one that started it has ended, in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started it

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()
