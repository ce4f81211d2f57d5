"""The bot that searches, as long as its budget lets it."""

import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from moonbow.bots.bot import Budget
from moonbow.bots.memo import MANY_ROWS, new_memo
from moonbow.bots.search import Settings, Tree, new_tree, search
from moonbow.games.game import State
from moonbow.games.kernel import new_generator

FIRST_CHUNK, LONGEST_CHUNK = 1, 0.02
"""Iterations before the first look at the clock; seconds between two looks."""

USUAL = Settings(
    explore=0.2, bias=2.0, own=False, widen=1.5, power=0.5, heat=2.0, sharp=1.0, cut=15, finish=0,
    control=0.0,
)  # fmt: skip
SETTINGS = {
    "rainbow": USUAL._replace(cut=1000),
    "rainbow7": USUAL._replace(own=True, widen=0.4, finish=15, control=1.0),
    "pirates": USUAL,
}
PLAY_ON = dict.fromkeys(SETTINGS, USUAL._replace(widen=-1.0, sharp=0.9, cut=200))
"""No search: games are played on by rules of thumb, with a slip now and then."""

PLAIN = USUAL._replace(explore=0.7, bias=0.0, widen=1e9, power=0.0, sharp=0.0, cut=2_000)
"""The search as the textbooks have it: every action is tried, rollouts are random and whole."""


@dataclass(frozen=True)
class Considered:
    """What a search has found out of one action: how often it was looked at, and what came of it.

    `value` is the chance to win of the player who decides, `chances` that of every player.
    """

    action: int
    visits: int
    chances: tuple[float, ...]
    value: float


@dataclass(frozen=True)
class Looked:
    """What a search has found out of a position: its iterations, all chances, every action."""

    visits: int
    chances: tuple[float, ...]
    actions: list[Considered]  # the one looked at most first


class SearchBot:
    """Searches, within any budget no more than its own `iterations` (by game, or for all).

    `threads` is how many trees it grows at once, an equal part of the iterations in each. Once
    `stop` is set, every search ends after an iteration or as soon as it is looked at. Given a
    full state in place of a view it sees all cards, which is for reviews and measurements.

    The same view, seed and budget in iterations give the same action, with any number of threads
    that is the same.
    """

    def __init__(
        self,
        seed: int,
        name: str,
        iterations: int | Mapping[str, int],
        threads: int = 1,
        settings: Mapping[str, Settings] = SETTINGS,
        stop: threading.Event | None = None,
    ) -> None:
        self.name = name
        self.iterations = iterations
        self.threads = threads
        self.settings = settings
        self._seed = seed
        self._thoughts = 0
        self._cancelled = stop or threading.Event()
        self._for_good = stop is not None

    def choose(self, view: State, legal: Sequence[int], budget: Budget) -> int:
        """The action that was looked at most; it stops as soon as no other can become that."""
        if len(legal) == 1:
            return legal[0]
        return self._look(view, budget, -1, decide=True).actions[0].action

    def evaluate(self, view: State, legal: Sequence[int], budget: Budget) -> dict[int, float]:
        """The chance to win of the player who decides, by action, of those that were looked at."""
        del legal  # those of the view
        return {each.action: each.value for each in self.look(view, budget).actions}

    def look(self, view: State, budget: Budget, first: int = -1) -> Looked:
        """Searches as long as the budget lets it; only what follows on the action `first`, if any.

        Where there is only one action, the chances are those of the position.
        """
        return self._look(view, budget, first, decide=False)

    def cancel(self) -> None:
        """Ends a search that is going on in another thread with what it has found so far."""
        self._cancelled.set()

    def _look(self, view: State, budget: Budget, first: int, decide: bool) -> Looked:
        """Grows the trees and sums them up."""
        if not self._for_good:
            self._cancelled.clear()
        self._thoughts += 1
        own = self.iterations
        limit = own if isinstance(own, int) else own[view.game.name]
        iterations = min(limit, budget.iterations or limit)
        share = -(-iterations // self.threads)
        seconds = None if budget.milliseconds is None else budget.milliseconds / 1000
        until = None if seconds is None else time.perf_counter() + seconds
        if self.threads == 1:
            trees = [self._grow(view, share, until, 0, first, decide)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                growing = [
                    pool.submit(self._grow, view, share, until, number, first, False)
                    for number in range(self.threads)
                ]
                trees = [each.result() for each in growing]
        return summed_up(trees, view.players, view.current_player)

    def _grow(
        self,
        view: State,
        iterations: int,
        until: float | None,
        number: int,
        first: int,
        decide: bool,
    ) -> Tree:
        """One tree, until its iterations are done, the time is over, or it is cancelled.

        Where it only has to decide, also until that cannot change any more.
        """
        settings = self.settings[view.game.name]
        word = (self._seed ^ (self._thoughts << 8 | number)) % 2**256
        generator = new_generator(word)
        states = np.zeros(1, view.game.rules.State)
        tree = new_tree(FIRST_CHUNK + 1)
        memo = new_memo(MANY_ROWS)
        done, chunk = 0, FIRST_CHUNK
        while done < iterations and not (done and self._cancelled.is_set()):
            chunk = min(chunk, iterations - done)
            tree = with_room(tree, chunk)
            begun = time.perf_counter()
            search(view.records, states, tree, settings, memo, generator, chunk, first)
            done += chunk
            now = time.perf_counter()
            left = LONGEST_CHUNK if until is None else min(LONGEST_CHUNK, until - now)
            if left <= 0 or (decide and lead(tree) > iterations - done):
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


def children(tree: Tree) -> list[int]:
    """The rows of the actions in the position itself."""
    found, child = [], int(tree.child[0])
    while child:
        found.append(child)
        child = int(tree.sibling[child])
    return found


def lead(tree: Tree) -> int:
    """By how many visits the action looked at most is ahead."""
    visits = sorted((int(tree.visits[child]) for child in children(tree)), reverse=True)
    return visits[0] - (visits[1] if len(visits) > 1 else 0) if visits else 0


def summed_up(trees: Sequence[Tree], players: int, player: int) -> Looked:
    """What several trees of one position have found out."""
    total = sum(int(tree.visits[0]) for tree in trees)
    promised = np.sum([tree.promised[:players] for tree in trees], axis=0) / max(1, total)
    visits: dict[int, int] = {}
    sums: dict[int, np.ndarray] = {}
    for tree in trees:
        for child in children(tree):
            action = int(tree.action[child])
            visits[action] = visits.get(action, 0) + int(tree.visits[child])
            sums[action] = sums.get(action, 0.0) + tree.value[child, :players]
    found = []
    for action, looked_at in visits.items():
        shares = chances(sums[action], looked_at, promised)
        found.append(Considered(action, looked_at, shares, shares[player]))
    return Looked(
        total,
        chances(np.sum([tree.value[0, :players] for tree in trees], axis=0), total, promised),
        sorted(found, key=lambda each: (-each.visits, -each.value, each.action)),
    )


def chances(sums: np.ndarray, visits: int, promised: np.ndarray) -> tuple[float, ...]:
    """Sums of what came of it, less what was promised, and what is promised on average, as shares.

    An estimate that lies beside what a share can be is moved there.
    """
    shares = np.maximum(0.0, sums / max(1, visits) + promised)
    return tuple((shares / max(shares.sum(), 1e-9)).tolist())
