"""Compiling everything before it is needed, so that nothing waits for it later.

Run as a program, `python -m moonbow.lab.warm` compiles all at low priority; with the name of a
game, that game, and names each step done.
"""

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np

from moonbow.bots import arrangement
from moonbow.bots.bot import Budget
from moonbow.bots.names import new_bot
from moonbow.bots.thumbs import explain_at, features_of
from moonbow.games import contract, kernel, pirates, rainbow
from moonbow.games.game import GAMES, Game
from moonbow.games.kernel import below, new_generator
from moonbow.lab.simulate import simulate

STALE_DAYS = 30
GENTLY = 10
"""By how much compiling aside is less urgent than all else."""


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name to show, and a call that compiles it."""
    yield "chance", lambda: below(new_generator(0), 2)
    for game in GAMES.values():
        for kernel_name, call in game_steps(game):
            yield f"{game.name}: {kernel_name}", call


def game_steps(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions of one game that Python calls."""
    states, views = np.zeros(1, game.rules.State), np.zeros(1, game.rules.State)
    players = game.min_players
    options = game.text.options_records(game.options(players))
    key = kernel.key_from_number(0)
    legal = np.zeros(game.actions, np.int16)
    yield "deal", lambda: contract.deal_at(states, 0, key, players, options)
    yield "key", lambda: contract.seed_at(states, 0, key)
    yield "turn", lambda: contract.current_player_at(states, 0)
    yield "legal actions", lambda: contract.legal_actions_at(states, 0, legal)
    yield "actions", lambda: contract.try_action_at(states, 0, -1, legal)
    yield "scores", lambda: contract.scores_at(states, 0, np.zeros(players, np.int64))
    yield "returns", lambda: contract.returns_at(states, 0, np.zeros(players))
    yield "views", lambda: contract.observe_at(states, 0, 0, views, 0)
    yield "resampling", lambda: contract.resample_at(views, 0, new_generator(0), states, 0)
    yield "features", lambda: contract.encode_at(views, 0, np.zeros(game.features, np.float32))
    yield "simulation", lambda: simulate(game, players, 1)
    yield "rules of thumb", lambda: think(game, "thumbs")
    yield "reasons", lambda: explained(game)
    yield "search", lambda: think(game, "storm")
    if game.rules is rainbow:
        yield "order of choice", lambda: rainbow.rank_combos_at(states, 0)
    if game.rules is pirates:
        yield "obligations", lambda: pirates.numbers_to_place_at(states, 0, 0)
        yield "arrangement", lambda: arrangement.best_island(game.deal(players))


def explained(game: Game) -> None:
    """The reasons of the rules of thumb, in a fresh game."""
    state = game.deal(game.min_players)
    legal = np.array(state.legal_actions(), np.int16)
    table = np.zeros((len(legal), len(features_of(game.rules))))
    explain_at(state.records, 0, legal, len(legal), table)


def think(game: Game, name: str) -> None:
    """A bot's decision in a fresh game, as short as can be."""
    state = game.deal(game.min_players)
    view = state.view(state.current_player)
    new_bot(name, 0).choose(view, view.legal_actions(), Budget(iterations=1))


def is_warm() -> bool:
    """Whether all has been compiled before and kept, or nothing is compiled at all."""
    folders = kernel.RULES_CACHE, kernel.CACHE
    return not kernel.COMPILED or all(each and (each / "warm").exists() for each in folders)


def warm(progress: Callable[[str, int, int], None] = lambda *_: None) -> None:
    """Compiles, or loads, every function; tells `progress` what is done, its number, how many.

    Where there are several cores, the games are compiled side by side, in processes of their own.
    Without Numba there is nothing to do.
    """
    if not kernel.COMPILED:
        return
    todo = list(steps())
    progress("", 0, len(todo))
    done = 0
    if not is_warm() and kernel.CACHE is not None and (os.cpu_count() or 1) > 1:
        for name in compile_side_by_side():
            done += 1
            progress(name, done, len(todo))
    for number, (name, call) in enumerate(todo, 1):
        call()
        progress(name, max(done, number), len(todo))
    for folder in (kernel.RULES_CACHE, kernel.CACHE):
        if folder is not None:
            (folder / "warm").touch()
            remove_stale(folder)


def compile_side_by_side() -> Iterator[str]:
    """Compiles each game in a process, as many at a time as there are cores; yields steps done.

    What a process fails at is left for the caller to compile, and to fail at, itself.
    """
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    processes: list[subprocess.Popen[str]] = []

    def compile_in_process(game: str) -> None:
        command = [sys.executable, "-m", "moonbow.lab.warm", game]
        quiet = subprocess.DEVNULL
        try:
            with subprocess.Popen(
                command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, text=True
            ) as process:
                processes.append(process)
                for line in process.stdout or ():
                    lines.put(line.strip())
        finally:
            lines.put(None)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for game in reversed(GAMES):  # the longest first
            pool.submit(compile_in_process, game)
        try:
            running = len(GAMES)
            while running:
                line = lines.get()
                if line is None:
                    running -= 1
                else:
                    yield line
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def compile_game(game: Game) -> None:
    """Compiles one game and prints each step when it is done."""
    for name, call in game_steps(game):
        call()
        print(f"{game.name}: {name}", flush=True)


def end_with_input() -> None:
    """Ends this process and all that it has started when its input ends: nobody waits for it."""
    while os.read(0, 1):  # not by sys.stdin: its lock could not be had at the end
        pass
    os.killpg(0, signal.SIGTERM)


def remove_stale(folder: Path) -> None:
    """Removes the caches of other versions that nobody has warmed for a month."""
    oldest = time.time() - STALE_DAYS * 86_400
    kept, _, _ = folder.name.partition("-")
    for marker in folder.parent.glob(f"{kept}-*/warm"):
        with suppress(OSError):  # another process may be removing it too
            if marker.parent != folder and marker.stat().st_mtime < oldest:
                shutil.rmtree(marker.parent, ignore_errors=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        compile_game(GAMES[sys.argv[1]])
    else:
        os.nice(GENTLY)
        threading.Thread(target=end_with_input, daemon=True).start()
        warm()
