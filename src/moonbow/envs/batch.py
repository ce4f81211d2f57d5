"""Many games side by side in NumPy arrays: one compiled call a step, no Python for each game."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from moonbow.games import game as games
from moonbow.games.contract import (
    Records,
    apply_action,
    current_player,
    deal,
    encode,
    legal_actions,
    observe,
    returns,
)
from moonbow.games.contract import (
    seed as set_key,
)
from moonbow.games.errors import BadAction, BadOptions, shown
from moonbow.games.game import Game, State
from moonbow.games.kernel import Generator, below, jit, jit_aside, key_to_hex, next_word, start
from moonbow.games.reading import is_whole

SLOT_KEYS, SLOT_CHOICES = 8, 9  # what chance is drawn for: a slot's games, what `sample` chooses
MOST_THREADS = 1_000
MOST_GAMES = 2**31 - 1


class Slots(NamedTuple):
    """The arrays behind a batch, by slot: its games, and what is told of them."""

    states: Records
    scratch: Records  # a record for each thread
    options: Records  # one record
    key: Generator
    choices: NDArray[np.uint64]  # the generators of `sample`
    legal: NDArray[np.int16]  # the legal actions, ascending
    counts: NDArray[np.int64]  # how many these are
    masks: NDArray[np.bool_]
    views: NDArray[np.float32]
    current: NDArray[np.int64]
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    numbers: NDArray[np.int64]


class Batch:
    """Games of one kind, each in its slot; a game that has ended is followed by a fresh one.

    `options` are those of the game, in Rainbow Pirates with the defaults of simulations. The same
    `seed`, a whole number below 2**256, gives the same games for the same actions: the cards of a
    game come from the seed, its slot and its number in that slot, whatever the other slots do and
    however many `threads` share the work. A game is cut off after `max_actions`.

    All arrays stay the same objects and are written anew by `reset` and `step`; copy what must
    last. By slot, then as said:

    - `masks`: bool, by action: whether it is legal
    - `views`: float32, by feature: what the player to move sees, as `State.encode` gives it
    - `current`: int64, the player to move
    - `rewards`: float64, by player: the returns of a game that ended in this step, else 0
    - `terminated`, `truncated`: bool, whether a game ended in this step, or was cut off
    - `lengths`: int64, how many actions the game has had; `numbers`: its number in the slot, from 0

    Raises BadOptions.
    """

    def __init__(
        self,
        game: str | Game,
        players: int,
        count: int,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        *,
        threads: int = 1,
        max_actions: int = 100_000,
    ) -> None:
        self.game = game if isinstance(game, Game) else games.game(game)
        chosen = self.game.options(players, self.game.simulated(options))
        self.players = index(players)
        self.count = checked("count", count, MOST_GAMES)
        self.threads = min(checked("threads", threads, MOST_THREADS), self.count)
        self.max_actions = checked("max_actions", max_actions, 2**62)
        self._sampled = np.zeros(self.count, np.int64)
        self._slots = Slots(
            states=np.zeros(self.count, self.game.rules.State),
            scratch=np.zeros(self.threads, self.game.rules.State),
            options=self.game.text.options_records(chosen),
            key=games.checked_key(seed),
            choices=np.zeros((self.count, 4), np.uint64),
            legal=np.zeros((self.count, self.game.actions), np.int16),
            counts=np.zeros(self.count, np.int64),
            masks=np.zeros((self.count, self.game.actions), np.bool_),
            views=np.zeros((self.count, self.game.features), np.float32),
            current=np.zeros(self.count, np.int64),
            rewards=np.zeros((self.count, self.players)),
            terminated=np.zeros(self.count, np.bool_),
            truncated=np.zeros(self.count, np.bool_),
            lengths=np.zeros(self.count, np.int64),
            numbers=np.zeros(self.count, np.int64),
        )
        self.masks, self.views = self._slots.masks, self._slots.views
        self.current, self.rewards = self._slots.current, self._slots.rewards
        self.terminated, self.truncated = self._slots.terminated, self._slots.truncated
        self.lengths, self.numbers = self._slots.lengths, self._slots.numbers
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    @property
    def slots(self) -> Slots:
        """The arrays behind it, the games themselves among them, for compiled code to read."""
        return self._slots

    def reset(self) -> None:
        """Deals the first game of every slot, as at the start."""
        self._share(lambda part, first, end: deal_slots(self._slots, part, first, end))

    def step(self, actions: ArrayLike) -> None:
        """One action in each game, whole numbers by slot; then all arrays tell of what came of it.

        Raises BadAction, and changes nothing, if one of them is not legal.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise BadAction(
                "bad-actions",
                f"actions: {chosen.dtype} of shape {chosen.shape}; "
                f"expected whole numbers of shape {(self.count,)}",
            )
        if chosen.dtype.kind == "u":  # a number too large for int64 would turn negative, or legal
            chosen = np.minimum(chosen, self.game.actions)
        chosen = np.ascontiguousarray(chosen, np.int64)
        slot = first_illegal(chosen, self._slots.legal, self._slots.counts)
        if slot >= 0:
            refused = self.state(slot).illegal(int(chosen[slot]))
            raise BadAction(refused.code, f"slot {slot}: {refused}")
        self._share(
            lambda part, first, end: step_slots(
                self._slots, chosen, self.max_actions, part, first, end
            )
        )

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, each equally likely; by slot, written anew by each call.

        What is chosen comes from the seed, the slot and how often it was asked for since `reset`.
        """
        choose(self._slots.choices, self._slots.legal, self._slots.counts, self._sampled)
        return self._sampled

    def state(self, slot: int) -> State:
        """A copy of the game in a slot, to look at or to play on by itself."""
        return State(self.game, self._slots.states[[index(slot)]])

    def seed_of(self, slot: int) -> int:
        """The seed of the game in a slot: `Game.deal` deals the same cards from it."""
        return int(key_to_hex(self._slots.states[index(slot)].key), 16)

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Gives each thread its part of the slots: its number, the first, the end."""
        if self._pool is None:
            work(0, 0, self.count)
            return
        bounds = [part * self.count // self.threads for part in range(self.threads + 1)]
        list(self._pool.map(work, range(self.threads), bounds, bounds[1:]))


def checked(name: str, number: int, most: int) -> int:
    """A whole number from 1 to `most`. Raises BadOptions."""
    number = games.whole(number)
    if not is_whole(number, 1, most):
        raise BadOptions(
            "bad-number", f"{name}: {shown(number)}; expected a whole number from 1 to {most}"
        )
    return number


@jit
def deal_slot(slots: Slots, slot: int) -> None:
    """A fresh game, whose cards come from the key, the slot and the game's number in it."""
    generator = np.empty(4, np.uint64)
    own = np.empty(4, np.uint64)
    start(generator, slots.key, SLOT_KEYS, slot)
    for word in range(4):
        own[word] = next_word(generator)
    start(generator, own, SLOT_KEYS, int(slots.numbers[slot]))
    for word in range(4):
        own[word] = next_word(generator)
    set_key(slots.states[slot], own)
    deal(slots.states[slot], slots.rewards.shape[1], slots.options[0])
    slots.lengths[slot] = 0


@jit
def tell_slot(slots: Slots, slot: int, part: int) -> None:
    """Writes who is to move in a slot, what is legal, and what that player sees."""
    state, view, legal = slots.states[slot], slots.scratch[part], slots.legal[slot]
    player = current_player(state)
    count = legal_actions(state, legal)
    slots.current[slot] = player
    slots.counts[slot] = count
    slots.masks[slot, :] = False
    for place in range(count):
        slots.masks[slot, legal[place]] = True
    observe(state, player, view)
    encode(view, slots.views[slot])


@jit_aside
def deal_slots(slots: Slots, part: int, first: int, end: int) -> None:
    """The first games of the slots first to end - 1; `part` is the record of `scratch` to use."""
    for slot in range(first, end):
        slots.numbers[slot] = 0
        slots.rewards[slot, :] = 0.0
        slots.terminated[slot] = False
        slots.truncated[slot] = False
        start(slots.choices[slot], slots.key, SLOT_CHOICES, slot)
        deal_slot(slots, slot)
        tell_slot(slots, slot, part)


@jit_aside
def step_slots(
    slots: Slots, actions: NDArray[np.int64], max_actions: int, part: int, first: int, end: int
) -> None:
    """One legal action in each of the slots first to end - 1; after the last, a fresh game."""
    for slot in range(first, end):
        state = slots.states[slot]
        apply_action(state, int(actions[slot]))
        slots.lengths[slot] += 1
        over = current_player(state) < 0
        cut = not over and slots.lengths[slot] >= max_actions
        slots.terminated[slot] = over
        slots.truncated[slot] = cut
        slots.rewards[slot, :] = 0.0
        if over:
            returns(state, slots.rewards[slot])
        if over or cut:
            slots.numbers[slot] += 1
            deal_slot(slots, slot)
        tell_slot(slots, slot, part)


@jit
def first_illegal(
    actions: NDArray[np.int64], legal: NDArray[np.int16], counts: NDArray[np.int64]
) -> int:
    """The first slot whose action is not among its legal ones, which ascend; -1 if all are."""
    for slot in range(actions.shape[0]):
        low, high = 0, int(counts[slot])
        while low < high:
            middle = (low + high) // 2
            if legal[slot, middle] < actions[slot]:
                low = middle + 1
            else:
                high = middle
        if low == counts[slot] or legal[slot, low] != actions[slot]:
            return slot
    return -1


@jit
def choose(
    generators: NDArray[np.uint64],
    legal: NDArray[np.int16],
    counts: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """A legal action for each slot by chance, from the slot's own generator."""
    for slot in range(out.shape[0]):
        out[slot] = legal[slot, below(generators[slot], int(counts[slot]))]
