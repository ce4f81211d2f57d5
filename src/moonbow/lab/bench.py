"""What `moonbow bench` measures: the promises about speed and size, on this machine."""

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import moonbow
from moonbow.games import rainbow7
from moonbow.games.contract import Records
from moonbow.games.game import game
from moonbow.games.kernel import COMPILED, Generator, below, jit, start
from moonbow.lab.simulate import Summary, simulate

TIME_WARM = (
    "import time; from moonbow.lab.warm import warm;"
    "begun = time.perf_counter(); warm(); print(time.perf_counter() - begun)"
)


@dataclass(frozen=True)
class Figure:
    """One thing that is measured."""

    name: str
    unit: str
    measure: Callable[[], float]


def random_play(name: str = "rainbow", players: int = 4, games: int = 200_000) -> Summary:
    """Random play of a printed game, on one core."""
    return simulate(game(name), players, games)


@jit
def eager_games(
    states: Records, options: Records, players: int, games: int, lengths: NDArray[np.int64]
) -> None:
    """Plays games of Rainbow 7 with players who announce, and discard several cards, if they can.

    What else there is to decide is decided by chance. Writes how many actions each game took.
    """
    state = states[0]
    generator = np.empty(4, np.uint64)
    key = np.empty(4, np.uint64)
    legal = np.empty(rainbow7.ACTIONS, np.int16)
    for number in range(games):
        key[:] = number
        start(generator, key, 0, number)
        rainbow7.seed(state, key)
        rainbow7.deal(state, players, options[0])
        length = 0
        while rainbow7.current_player(state) >= 0:
            count = rainbow7.legal_actions(state, legal)
            chosen = eager_choice(legal, count, generator)
            rainbow7.apply_action(state, int(legal[chosen]))
            length += 1
        lengths[number] = length


@jit
def eager_choice(legal: NDArray[np.int16], count: int, generator: Generator) -> int:
    """The place of a Rainbow to announce; else of a combination of several cards; else of any."""
    if legal[count - 1] == rainbow7.ANNOUNCE:
        return count - 1
    solos = 0
    while solos < count and legal[solos] < rainbow7.ALL_RAINBOW:
        solos += 1
    if solos < count and legal[count - 1] < rainbow7.COMBOS:
        return solos + below(generator, count - solos)
    return below(generator, count)


def eager_play(games: int = 20_000, players: int = 3) -> tuple[int, int, float]:
    """Such games of the printed Rainbow 7 on one core: actions, games, seconds."""
    rules = game("rainbow7")
    options = rules.text.options_records(rules.options(players))
    states, lengths = np.zeros(1, rainbow7.State), np.zeros(games, np.int64)
    eager_games(states, options, players, 1, lengths)
    begun = time.perf_counter()
    eager_games(states, options, players, games, lengths)
    return int(lengths.sum()), games, time.perf_counter() - begun


def eager_rate() -> float:
    """Actions a second of such games."""
    actions, _, seconds = eager_play()
    return actions / seconds


def pirates_rate() -> float:
    """Actions a second of random play of Rainbow Pirates."""
    return random_play("pirates", 4, 2_000).actions_per_second


def record_size(name: str) -> int:
    """Bytes of a game's record."""
    return int(np.dtype(game(name).rules.State).itemsize)


def steps_from_python(games: int = 2_000) -> float:
    """Actions a second where Python asks for the legal actions and applies one, game by game."""
    draw = random.Random(0).random
    rainbow = game("rainbow")
    actions = 0
    begun = time.perf_counter()
    for seed in range(games):
        state = rainbow.deal(4, seed=seed)
        while legal := state.legal_actions():
            state.apply_action(legal[int(draw() * len(legal))])
            actions += 1
    return actions / (time.perf_counter() - begun)


def run_python(code: str, cache: str | None = None) -> str:
    """What a fresh Python prints."""
    environment = dict(os.environ)
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = cache
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout


def process_seconds(code: str) -> float:
    """How long a fresh Python takes with this code, at best of five."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        run_python(code)
        times.append(time.perf_counter() - begun)
    return min(times)


def compile_seconds() -> float:
    """All kernels compiled from nothing, in a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        return float(run_python(TIME_WARM, cache))


FIGURES = (
    Figure("actions_per_second", "actions/s", lambda: random_play().actions_per_second),
    Figure("games_per_second", "games/s", lambda: random_play().games_per_second),
    Figure("actions_per_second_from_python", "actions/s", steps_from_python),
    Figure("rainbow7_actions_per_second", "actions/s", eager_rate),
    Figure("pirates_actions_per_second", "actions/s", pirates_rate),
    Figure("record_size", "bytes", lambda: record_size("rainbow")),
    Figure("rainbow7_record_size", "bytes", lambda: record_size("rainbow7")),
    Figure("pirates_record_size", "bytes", lambda: record_size("pirates")),
    Figure("compile_from_nothing", "s", compile_seconds),
    Figure("load_from_cache", "s", lambda: float(run_python(TIME_WARM))),
    Figure(
        "import_moonbow", "s", lambda: process_seconds("import moonbow") - process_seconds("pass")
    ),
    Figure(
        "help",
        "s",
        lambda: process_seconds("from moonbow.cli import run; run(['--help'])"),
    ),
)


def machine() -> str:
    """What was measured, and on what."""
    return (
        f"moonbow {moonbow.__version__}, Python {platform.python_version()}, "
        f"NumPy {np.__version__}, {compiler()}, {processor()}, {os.cpu_count()} cores"
    )


def compiler() -> str:
    """Numba and its version, if rules are compiled."""
    return f"Numba {metadata.version('numba')}" if COMPILED else "not compiled"


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
