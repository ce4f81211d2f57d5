"""Worker processes on this machine: each has a line of its own to the process that started it.

Why not the pool of the standard library: docs/decisions/0015.
"""

import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, TypeVar

from moonbow.games.errors import Broken

Result = TypeVar("Result")

AHEAD = 2
"""Pieces that a worker has: the one that it does, and the next, so that it never waits."""

PATIENCE = 3
"""How often, for each worker, one may be lost without any piece done meanwhile."""

READY = b""
"""What a worker says first."""


class NoWorkers(Broken):
    """Workers that cannot be had, or are lost again and again."""


class Crew:
    """So many worker processes, each started when there is work for it."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.workers: list[Worker] = []
        self.lost = 0

    def results(self, piece: Callable[[int], Result], numbers: Iterator[int]) -> Generator[Result]:
        """`piece` of every number, in order; to be taken to its end before the next round.

        What a worker that is lost was doing is done again by another. Raises NoWorkers, and
        whatever `piece` raises.
        """
        pickled = pickle.dumps(piece)
        coming = deque(islice(numbers, AHEAD * self.jobs))
        waiting = deque(coming)
        done: dict[int, tuple[Any, BaseException | None]] = {}
        self.give(waiting, pickled)
        while coming:
            while coming[0] not in done:
                for number, result, error in self.hear(waiting):
                    done[number] = result, error
                self.give(waiting, pickled)
            result, error = done.pop(coming.popleft())
            if error is not None:
                raise error
            following = tuple(islice(numbers, 1))
            coming.extend(following)
            waiting.extend(following)
            self.give(waiting, pickled)
            yield result

    def give(self, waiting: deque[int], pickled: bytes) -> None:
        """Gives the pieces that wait to workers with room, and starts workers for the others."""
        ready = [worker for worker in self.workers if worker.is_ready]
        while waiting and ready:
            idlest = min(ready, key=lambda worker: len(worker.numbers))
            if len(idlest.numbers) >= AHEAD:
                break
            idlest.give(waiting.popleft(), pickled)
        starting = len(self.workers) - len(ready)
        for _ in range(min(len(waiting) - starting, self.jobs - len(self.workers))):
            self.workers.append(Worker())

    def hear(self, waiting: deque[int]) -> "Iterator[Answer]":
        """Waits for answers, and tells them; the pieces of a worker that is lost wait again."""
        lines: list[Any] = [worker.line for worker in self.workers]
        heard = wait(lines)
        for worker in [worker for worker in self.workers if worker.line in heard]:
            try:
                answer = worker.hear()
            except EOFError:
                self.workers.remove(worker)
                worker.let_go()
                worker.process.join()
                waiting.extendleft(reversed(worker.numbers))
                self.lost += 1
                if self.lost > PATIENCE * self.jobs:
                    raise NoWorkers(
                        "workers-lost",
                        f"worker processes ended {self.lost} times; is memory short?",
                    ) from None
                continue
            if answer is not None:
                self.lost = 0
                yield answer

    def end(self) -> None:
        """Lets all workers go, whatever they are at."""
        for worker in self.workers:
            worker.let_go()
        for worker in self.workers:
            worker.process.join()


Answer = tuple[int, Any, BaseException | None]
"""The number of a piece of work, what came of it, and what it raised."""


class Worker:
    """A process, and the numbers of the pieces that it has."""

    def __init__(self) -> None:
        spawning = get_context("spawn")
        self.line, other_end = spawning.Pipe()
        self.process = spawning.Process(target=work, args=(other_end,), daemon=True)
        self.process.start()
        # Held by the worker alone, so that its end ends whatever is being read here.
        other_end.close()
        self.numbers: deque[int] = deque()
        self.is_ready = False
        self.pickled = b""

    def give(self, number: int, pickled: bytes) -> None:
        """One more piece. The work itself is sent to a worker without any piece only.

        So sending never waits: a number fits in between whatever the worker is at.
        """
        self.numbers.append(number)
        known = pickled is self.pickled
        self.pickled = pickled
        try:
            self.line.send((number, None if known else pickled))
        except OSError:
            return  # it is lost, as `hear` will find

    def hear(self) -> Answer | None:
        """Its next answer; None where it has only become ready. Raises EOFError if it is lost."""
        try:
            said = self.line.recv_bytes()
        except OSError as error:  # in the middle of an answer
            raise EOFError from error
        if said == READY:
            self.is_ready = True
            return None
        answer: Answer = pickle.loads(said)
        self.numbers.remove(answer[0])
        return answer

    def let_go(self) -> None:
        """Has it end: at once if it is at work."""
        if self.numbers or not self.is_ready:
            self.process.terminate()
        self.line.close()


# In the worker


def work(line: Connection) -> None:
    """Does pieces of work, each as it comes, until the line ends."""
    end_with_parent()
    line.send_bytes(READY)
    pickled = b""
    with ThreadPoolExecutor(1) as sender:  # while one answer is sent, the next is made
        while True:
            try:
                number, other = line.recv()
            except (EOFError, OSError):
                return
            pickled = pickled if other is None else other
            sender.submit(line.send_bytes, answered(pickled, number))


def answered(pickled: bytes, number: int) -> bytes:
    """The answer of a piece of work, pickled."""
    try:
        return pickle.dumps((number, pickle.loads(pickled)(number), None))
    except BaseException as error:
        error.add_note(traceback.format_exc())
        return pickle.dumps((number, None, carried(error)))


def carried(error: BaseException) -> BaseException:
    """An error that comes through a line: some cannot be taken apart, or not put together."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def end_with_parent() -> None:
    """Ends this process when the one that started it has ended, in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started it

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()
