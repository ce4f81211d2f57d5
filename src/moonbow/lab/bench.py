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

import moonbow
from moonbow.games.game import game
from moonbow.games.kernel import COMPILED
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


def random_play(games: int = 200_000) -> Summary:
    """Random play of the printed game with four players, on one core."""
    return simulate(game("rainbow"), 4, games)


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
    Figure("record_size", "bytes", lambda: np.dtype(game("rainbow").rules.State).itemsize),
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
