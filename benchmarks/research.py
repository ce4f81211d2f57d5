"""The part of `make bench` for research: batches beside other environments, runs, memory."""

import importlib
import importlib.metadata
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from moonbow.envs.batch import Batch
from moonbow.games.game import game
from moonbow.lab.simulate import Summary, simulate
from peers import Rate, rlcard

ROUNDS = 3
SECONDS = 2.0
SLOTS = 4_096
GAMES = 400_000
"""Games of a run with rows, for each worker."""

STUDY = 1_000_000
"""Games of the study whose memory is measured."""

LOOK = 0.05
"""Seconds between two looks at the memory."""

PROMISED = {
    "steps": 3_000_000,  # a second, on two cores
    "games": 20_000,  # a second, by two workers
    "workers": 1.8,  # as fast as one
    "memory": 1_000,  # MB
}


def batch_rate(threads: int, seconds: float = SECONDS) -> Rate:
    """Four-player Rainbow in 4,096 slots: actions by chance, masks and encoded views made."""
    batch = Batch("rainbow", players=4, count=SLOTS, seed=1, threads=threads)
    for _ in range(50):
        batch.step(batch.sample())
    steps = games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        batch.step(batch.sample())
        steps += SLOTS
        games += int(batch.terminated.sum())
    spent = time.perf_counter() - begun
    batch.close()
    return Rate(f"Moonbow Batch, {threads} thread{'s' * (threads > 1)}", "", steps, games, spent)


def aec_rate(name: str, package: str, env: Any, seconds: float, seed: int) -> Rate:
    """A PettingZoo environment, stepped by its own loop with observation and mask."""
    chance = np.random.default_rng(seed)

    def play(number: int) -> int:
        env.reset(seed=number)
        actions = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(chance.choice(np.flatnonzero(observation["action_mask"])))
            actions += 1
        return actions

    return whole_games(name, package, play, seconds)


def pettingzoo_rate(seconds: float, seed: int) -> Rate:
    """PettingZoo's Texas hold'em of four."""
    env = importlib.import_module("pettingzoo.classic.texas_holdem_v4").env(num_players=4)
    return aec_rate("PettingZoo texas_holdem", "pettingzoo", env, seconds, seed)


def own_env_rate(seconds: float, seed: int) -> Rate:
    """Four-player Rainbow as a PettingZoo environment, one game at a time."""
    env = importlib.import_module("moonbow.envs.pettingzoo").env("rainbow", players=4)
    return aec_rate("Moonbow as a PettingZoo environment", "", env, seconds, seed)


def openspiel_rate(name: str, seconds: float, seed: int) -> Rate:
    """A card game of OpenSpiel: legal actions, and the tensor that it has, of who is to move."""
    engine = importlib.import_module("pyspiel").load_game(name)
    draw = random.Random(seed).random
    kind = "observation" if engine.get_type().provides_observation_tensor else "information_state"
    tensor = f"{kind}_tensor"

    def play(_: int) -> int:
        state = engine.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                getattr(state, tensor)(state.current_player())
                actions += 1
            choices = state.legal_actions()
            state.apply_action(choices[int(draw() * len(choices))])
        return actions

    return whole_games(f"OpenSpiel {name}", "open_spiel", play, seconds)


def whole_games(name: str, package: str, play: Callable[[int], int], seconds: float) -> Rate:
    """Plays whole games for at least so long; `play` is given a number, returns its actions."""
    play(0)
    actions = games = 0
    begun = time.perf_counter()
    while games == 0 or time.perf_counter() - begun < seconds:
        games += 1
        actions += play(games)
    spent = time.perf_counter() - begun
    version = importlib.metadata.version(package) if package else ""
    return Rate(name, version, actions, games, spent)


def run_rate(jobs: int) -> Summary:
    """Four-player Rainbow by rules of thumb, rows written."""
    with tempfile.TemporaryDirectory() as folder:
        return simulate(
            game("rainbow"), 4, GAMES * jobs, ["thumbs"] * 4, jobs=jobs, rows=Path(folder) / "rows"
        )


def study_memory() -> tuple[float, float]:
    """A study of a million games by two workers: MB in memory at most, seconds.

    Of all its processes together, so what they share is counted for each.
    """
    with tempfile.TemporaryDirectory() as folder:
        arguments = [
            "study", "rainbow", f"--games={STUDY}", "--moments=0", "--deals=0", "--jobs=2",
            f"--out={folder}/study",
        ]  # fmt: skip
        code = "from moonbow.cli import main; main()"
        begun, most = time.perf_counter(), 0
        with subprocess.Popen(
            [sys.executable, "-c", code, *arguments], start_new_session=True,
            stdout=subprocess.DEVNULL,
        ) as running:  # fmt: skip
            while running.poll() is None:
                most = max(most, memory_of(running.pid))
                time.sleep(LOOK)
        if running.returncode:
            sys.exit("bench: the study of a million games failed")
        return most / 1e6, time.perf_counter() - begun


def memory_of(session: int) -> int:
    """Bytes in memory of all processes of a session."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(folder.name)) == session:
                pages = (folder / "statm").read_text(encoding="ascii").split()[1]
                total += int(pages) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            continue  # it has ended meanwhile
    return total


def report() -> list[str]:
    """Everything measured, as Markdown."""
    contestants: tuple[Callable[[int], Rate], ...] = (
        lambda _: batch_rate(1),
        lambda _: batch_rate(2),
        lambda number: own_env_rate(SECONDS, number),
        lambda number: pettingzoo_rate(SECONDS, number),
        lambda number: openspiel_rate("hearts", SECONDS, number),
        lambda number: openspiel_rate("gin_rummy", SECONDS, number),
        lambda number: rlcard("uno", SECONDS, number),
    )
    rates = [[measure(number) for measure in contestants] for number in range(ROUNDS)]
    lines = [
        "Steps with observations: whatever a learner is given is made in each step. "
        f"{ROUNDS} rounds, medians; Batch has {SLOTS:,} games of four-player Rainbow.",
        "",
        "| | steps/s | games/s | Batch is so many times as fast |",
        "|---|---|---|---|",
    ]
    for place, first in enumerate(rates[0]):
        steps = median(each[place].actions_per_second for each in rates)
        games = median(each[place].games_per_second for each in rates)
        times = median(
            each[1].actions_per_second / each[place].actions_per_second for each in rates
        )
        name = f"{first.name} {first.version}".strip()
        lines.append(f"| {name} | {steps:,.0f} | {games:,.0f} | {times:,.1f} |")
    runs = [(run_rate(1), run_rate(2)) for _ in range(ROUNDS)]
    both = median(two.games_per_second for _, two in runs)
    times = median(two.games_per_second / one.games_per_second for one, two in runs)
    memory, seconds = study_memory()
    steps = median(each[1].actions_per_second for each in rates)
    return [
        *lines, "",
        "| | measured | promised | |",
        "|---|---|---|---|",
        row("Batch by two threads", f"{steps:,.0f} steps/s", "steps", steps, "steps/s"),
        row(
            "four-player Rainbow by rules of thumb, a row each, two workers",
            f"{both:,.0f} games/s", "games", both, "games/s",
        ),
        row("two workers by one", f"{times:.2f}", "workers", times, ""),
        row(
            f"memory of a study of {STUDY:,} games, two workers, {seconds:.0f} s",
            f"{memory:,.0f} MB", "memory", memory, "MB",
        ),
    ]  # fmt: skip


def row(what: str, measured: str, name: str, value: float, unit: str) -> str:
    """A line of the table of promises."""
    promised = PROMISED[name]
    kept = value <= promised if name == "memory" else value >= promised
    bound = "at most" if name == "memory" else "at least"
    said = f"{bound} {promised:,} {unit}".strip()
    return f"| {what} | {measured} | {said} | {'yes' if kept else 'NO'} |"
