"""How fast other card-game engines play uniformly random games from Python, on one core.

Each peer is imported inside the function that measures it, and its import, game construction
and warm-up game all come before the clock starts. Only whole games are counted.
"""

import importlib
import importlib.metadata
import random
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

YARDSTICK_LINE = re.compile(r"C\+\+ ([\d.]+) M moves/s, ([\d.]+) k games/s\b")


@dataclass(frozen=True)
class Rate:
    """Player actions applied and whole games finished in some seconds of play."""

    name: str
    version: str
    actions: int
    games: int
    seconds: float

    @property
    def actions_per_second(self) -> float:
        """Applied player actions a second."""
        return self.actions / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.games / self.seconds


def openspiel(game: str, seconds: float, seed: int) -> Rate:
    """Play a sequential OpenSpiel game at random through pyspiel for at least `seconds`.

    The clock runs from each game's `new_initial_state` to its end, dealing included. The loop
    makes two calls a step, `legal_actions` and `apply_action`: `legal_actions` lists the
    outcomes at a chance node and nothing at a terminal one, so the state is not asked which it
    is. Picking evenly among the outcomes is right only where chance is uniform, as in hearts
    and gin_rummy; other games are refused.

    Every action applied for a player counts, forced ones too. Chance actions do not count,
    though their time does. The count is taken from each finished game's history with the
    clock stopped, so it costs the peer nothing. Observations and returns are not asked for.
    """
    pyspiel = importlib.import_module("pyspiel")
    engine = pyspiel.load_game(game)
    rng = random.Random(seed)
    _require_uniform_chance(engine, rng)
    draw = rng.random
    clock = time.perf_counter
    actions = games = 0
    elapsed = 0.0
    while games == 0 or elapsed < seconds:
        start = clock()
        state = engine.new_initial_state()
        legal, apply = state.legal_actions, state.apply_action
        while choices := legal():
            apply(choices[int(draw() * len(choices))])
        elapsed += clock() - start
        games += 1
        actions += sum(step.player >= 0 for step in state.full_history())
    version = importlib.metadata.version("open_spiel")
    return Rate(f"OpenSpiel {game}", version, actions, games, elapsed)


def _require_uniform_chance(engine: Any, rng: random.Random) -> None:
    """Play one game, raising ValueError at a chance node whose outcomes are not equally likely."""
    state = engine.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            chances = [chance for _, chance in state.chance_outcomes()]
            if max(chances) - min(chances) > 1e-9:
                raise ValueError(f"{engine.get_type().short_name}: chance is not uniform")
        state.apply_action(rng.choice(state.legal_actions()))


def rlcard(game: str, seconds: float, seed: int) -> Rate:
    """Play an RLCard game at random through its environment for at least `seconds`.

    The environment comes from `rlcard.make` and is stepped by hand with a random choice among
    the state's distinct legal actions, which is over twice as fast as `env.run` with a
    `RandomAgent` in each seat. Where the state lists the actions by name, as uno's does, they
    are passed back by name, which spares RLCard decoding them.

    The clock runs from each game's `env.reset` to its end, dealing included. Every call of
    `env.step` is one player's action and counts, forced draws too; RLCard has no chance
    actions. Each step also builds the next player's observation, as RLCard's environments
    always do; only below them, on `env.game`, can that be left out. Payoffs are not asked for.
    """
    env = importlib.import_module("rlcard").make(game, config={"seed": seed})
    rng = random.Random(seed)
    state, _ = env.reset()
    named = all(isinstance(action, str) for action in state["raw_legal_actions"])
    key = "raw_legal_actions" if named else "legal_actions"
    draw = rng.random
    clock = time.perf_counter
    reset, step, is_over = env.reset, env.step, env.is_over

    def play() -> int:
        state, _ = reset()
        actions = 0
        while not is_over():
            choices = list(dict.fromkeys(state[key]))
            state, _ = step(choices[int(draw() * len(choices))], named)
            actions += 1
        return actions

    play()
    actions = games = 0
    start = clock()
    elapsed = 0.0
    while games == 0 or elapsed < seconds:
        actions += play()
        games += 1
        elapsed = clock() - start
    version = importlib.metadata.version("rlcard")
    return Rate(f"RLCard {game}", version, actions, games, elapsed)


def yardstick(source: Path) -> Rate:
    """Compile a C++ program with `g++ -O3 -march=native`, run it and read its own rate.

    The last line it prints must begin `C++ 10.12 M moves/s, 193.2 k games/s`. The moves and
    games it reports for one second become the actions and games of a Rate with `seconds` 1.0,
    so what counts as a move is the program's own affair. The version is the compiler's.
    """
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "yardstick"
        subprocess.run(["g++", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
        output = _output(str(program))
    last = output.splitlines()[-1] if output else ""
    found = YARDSTICK_LINE.match(last)
    if found is None:
        raise ValueError(f"{source}: its last line gives no rate: {last!r}")
    moves, games = float(found[1]) * 1e6, float(found[2]) * 1e3
    version = f"g++ {_output('g++', '-dumpfullversion')}"
    return Rate(f"C++ {source.stem}", version, round(moves), round(games), 1.0)


def _output(*command: str) -> str:
    """What a command prints, without the white space around it."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
