"""The bot that searches, as long as its budget lets it."""

import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from moonbow.bots.bot import Budget
from moonbow.bots.search import Settings, Tree, new_tree, search
from moonbow.games.game import State
from moonbow.games.kernel import new_generator

FIRST_CHUNK, LONGEST_CHUNK = 1, 0.02
"""Iterations before the first look at the clock; seconds between two looks."""

SETTINGS = {
    "rainbow": Settings(
        explore=0.2, bias=2.0, widen=1.5, power=0.5, heat=2.0, sharp=1.0, cut=1000, soft=0.0
    ),
    "rainbow7": Settings(
        explore=0.2, bias=2.0, widen=1.5, power=0.5, heat=2.0, sharp=1.0, cut=60, soft=0.0
    ),
    "pirates": Settings(
        explore=0.2, bias=2.0, widen=1.5, power=0.5, heat=2.0, sharp=1.0, cut=60, soft=0.0
    ),
}


@dataclass(frozen=True)
class Considered:
    """What a search has found out of one action: iterations, and the player's chance to win."""

    action: int
    visits: int
    value: float


class SearchBot:
    """Searches, within any budget no more than its own `iterations` (by game, or for all).

    `threads` is how many trees it grows at once, an equal part of the iterations in each.

    The same view, seed and budget in iterations give the same action, with any number of threads
    that is the same.
    """

    def __init__(
        self, seed: int, name: str, iterations: int | Mapping[str, int], threads: int = 1
    ) -> None:
        self.name = name
        self.iterations = iterations
        self.threads = threads
        self._seed = seed
        self._thoughts = 0
        self._cancelled = threading.Event()

    def choose(self, view: State, legal: Sequence[int], budget: Budget) -> int:
        """The action that was looked at most."""
        if len(legal) == 1:
            return legal[0]
        return self.consider(view, budget)[0].action

    def consider(self, view: State, budget: Budget) -> list[Considered]:
        """Every action that was looked at, the one looked at most first."""
        self._cancelled.clear()
        self._thoughts += 1
        own = self.iterations
        limit = own if isinstance(own, int) else own[view.game.name]
        iterations = min(limit, budget.iterations or limit)
        share = -(-iterations // self.threads)
        seconds = None if budget.milliseconds is None else budget.milliseconds / 1000
        until = None if seconds is None else time.perf_counter() + seconds
        if self.threads == 1:
            trees = [self._grow(view, share, until, 0)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                numbers = range(self.threads)
                trees = list(
                    pool.map(lambda number: self._grow(view, share, until, number), numbers)
                )
        return summed_up(trees, view.current_player)

    def cancel(self) -> None:
        """Ends a search that is going on in another thread with what it has found so far."""
        self._cancelled.set()

    def _grow(self, view: State, iterations: int, until: float | None, number: int) -> Tree:
        """One tree, until its iterations are done, the time is over, or it is cancelled."""
        settings = SETTINGS[view.game.name]
        word = (self._seed ^ (self._thoughts << 8 | number)) % 2**256
        generator = new_generator(word)
        states = np.zeros(1, view.game.rules.State)
        tree = new_tree(FIRST_CHUNK + 1)
        done, chunk = 0, FIRST_CHUNK
        while done < iterations and not (done and self._cancelled.is_set()):
            chunk = min(chunk, iterations - done)
            tree = with_room(tree, chunk)
            begun = time.perf_counter()
            search(view.records, states, tree, settings, generator, chunk)
            done += chunk
            now = time.perf_counter()
            left = LONGEST_CHUNK if until is None else min(LONGEST_CHUNK, until - now)
            if left <= 0:
                break
            fitting = int(chunk * left / max(now - begun, 1e-6))
            chunk = max(1, min(4 * chunk, fitting))
        return tree


def with_room(tree: Tree, rows: int) -> Tree:
    """The same tree with at least so many free rows."""
    used, length = int(tree.used[0]), len(tree.action)
    if used + rows <= length:
        return tree
    larger = new_tree(max(2 * length, used + rows))
    for name in Tree._fields:
        rows_so_far = getattr(tree, name)
        getattr(larger, name)[: len(rows_so_far)] = rows_so_far
    return larger


def summed_up(trees: Sequence[Tree], player: int) -> list[Considered]:
    """What several trees of one position have found out of its actions."""
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    for tree in trees:
        child = int(tree.child[0])
        while child:
            action = int(tree.action[child])
            visits[action] = visits.get(action, 0) + int(tree.visits[child])
            values[action] = values.get(action, 0.0) + float(tree.value[child, player])
            child = int(tree.sibling[child])
    found = [Considered(each, visits[each], values[each] / visits[each]) for each in visits]
    return sorted(found, key=lambda each: (-each.visits, -each.value, each.action))
