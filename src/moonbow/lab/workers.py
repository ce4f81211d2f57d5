"""Work in numbered pieces, done here, by processes, or on a Ray cluster; the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from importlib import import_module
from itertools import islice
from socket import create_connection
from typing import Any, TypeVar

from moonbow.games.errors import shown
from moonbow.lab.processes import AHEAD, PATIENCE, Crew, NoWorkers

Result = TypeVar("Result")

ANSWERS = 20
"""Seconds until a cluster that does not answer is given up."""

LOCAL = "local"
"""In place of a cluster's address: Ray is started here."""


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
        self._crew: Crew | None = None

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
            self._crew = Crew(self.jobs)
        return self

    def __exit__(self, *_: object) -> None:
        """Lets the workers go; what they are at is not wanted any more."""
        if self._ray is not None:
            self._ray.shutdown()
        if self._crew is not None:
            self._crew.end()

    def results(self, piece: Callable[[int], Result], numbers: Iterable[int]) -> Generator[Result]:
        """A round of work, as `results` has it; to be taken to its end before the next."""
        if self._ray is not None:
            yield from self._by_ray(piece, iter(numbers))
        elif self._crew is not None:
            yield from self._crew.results(piece, iter(numbers))
        else:
            yield from map(piece, numbers)

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
