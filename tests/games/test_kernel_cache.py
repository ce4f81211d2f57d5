"""What was compiled once is kept, is found again, and is not taken for something else."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import moonbow
from moonbow.games.game import GAMES
from moonbow.games.kernel import COMPILED

pytest.importorskip("numba")

PACKAGE = Path(moonbow.__file__).parent

COUNTING = """
import json
from numba.core import event

class Compiled(event.Listener):
    def __init__(self):
        self.names = []

    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass

compiled = Compiled()
event.register("numba:compile", compiled)
found = {}

def note(what):
    found[what] = compiled.names[:]
    compiled.names.clear()

from moonbow.lab.warm import is_warm, warm
found["warm before"] = is_warm()
warm()
note("warm")
"""

USING = """
from moonbow.bots.bot import Budget
from moonbow.bots.random import RandomBot
from moonbow.games.game import game
from moonbow.games.kernel import new_generator
from moonbow.lab.simulate import simulate
from moonbow.table.record import read_record, write_record
from moonbow.table.table import Table

rainbow = game("rainbow")
state = rainbow.deal(4, {"ranks": 5, "leader": 2}, seed=3)
note("deal")
bot = RandomBot(1)
while not state.is_over:
    view = state.view(state.current_player)
    state.apply_action(bot.choose(view, view.legal_actions(), Budget()))
state.returns()
note("game")
for seed in range(2, 7):
    rainbow.deal(seed, seed=seed).view(0).resample(new_generator(seed))
note("resample")
rainbow.deal(2).view(-1).encode()
note("encode")
simulate(rainbow, 6, 10, ["random"] * 6, 2**256 - 1, {"copies": 9})
note("simulate")

table = Table(rainbow, 2)
while not table.state.is_over:
    player = table.state.current_player
    table.play(player, table.view(player).legal_texts()[-1:])
table.heard(0)
read_record(write_record(table))
note("table")
rainbow.position(rainbow.deal(3, seed=1).position())
rainbow.position({"game": "rainbow", "players": 3, "hands": ["1", "2", "3"], "middle": ["4"]})
note("position")
"""

SHOWING = "print(json.dumps(found))"


def compiling(**chosen: str) -> dict[str, str]:
    """The environment of a process that compiles, whatever this one does."""
    rest = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return {**rest, **chosen}


def printed(code: str, environment: dict[str, str]) -> Any:
    """The JSON that a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that is empty before."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def processes(cache: Path) -> tuple[Any, Any]:
    """What two processes compiled, one after the other."""
    environment = compiling(NUMBA_CACHE_DIR=str(cache))
    first = printed(COUNTING + SHOWING, environment)
    return first, printed(COUNTING + USING + SHOWING, environment)


def test_with_an_empty_cache_it_is_not_warm(processes: tuple[Any, Any]) -> None:
    assert processes[0]["warm before"] is False


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    "function", ["contract.try_action_at", "contract.resample_at", "games.play_games"]
)
def test_the_first_process_has_it_compiled_for_all_games(cache: Path, function: str) -> None:
    assert len(list(cache.glob(f"*-*/*/{function}-*.nbc"))) == len(GAMES)


def test_the_second_process_knows_that_all_is_warm(processes: tuple[Any, Any]) -> None:
    assert processes[1]["warm before"] is True


@pytest.mark.parametrize(
    "what", ["warm", "deal", "game", "resample", "encode", "simulate", "table", "position"]
)
def test_the_second_process_compiles_nothing(processes: tuple[Any, Any], what: str) -> None:
    assert processes[1][what] == []


# Several processes at once

KEEPING = """
import json
from numba.core import caching
from moonbow.games import kernel
locked = []
save_index = caching.IndexDataCacheFile._save_index

def save_index_and_note(file, overloads):
    locked.append(kernel.LOCKS[kernel.RULES_CACHE].is_locked)
    save_index(file, overloads)

caching.IndexDataCacheFile._save_index = save_index_and_note
kernel.below(kernel.new_generator(0), 2)
print(json.dumps([locked, str(kernel.LOCKS[kernel.RULES_CACHE].lock_file)]))
"""


def test_what_is_compiled_is_kept_under_a_lock_of_the_whole_folder(tmp_path: Path) -> None:
    locked, lock = printed(KEEPING, compiling(NUMBA_CACHE_DIR=str(tmp_path)))
    assert locked == [True] * len(list(tmp_path.glob("rules-*/*/*.nbi")))
    assert len(locked) > 1
    assert Path(lock).parent in tmp_path.glob("rules-*")


# The digest that names the folder

DIGESTS = """
import json, sys
from pathlib import Path
from moonbow.games import kernel
package = Path(kernel.__file__).parent.parent
assert package == Path(sys.argv[1])
kept = sys.argv[2]
digests = {"": kernel.sources_digest(kept)}
for name in sys.argv[3:]:
    source = package / name
    before = source.read_bytes() if source.exists() else None
    source.write_bytes(before.replace(b".", b",", 1) if before else b"#")
    digests[name] = kernel.sources_digest(kept)
    source.write_bytes(before) if before else source.unlink()
digests["again"] = kernel.sources_digest(kept)
print(json.dumps(digests))
"""

RULES_SOURCES = ("games/rainbow.py", "games/contract.py", "games/kernel.py", "games/new.py")
KERNEL_SOURCES = ("lab/simulate.py", "bots/random.py", "bots/new.py")
OTHER_SOURCES = ("terminal/rainbow.py", "table/table.py", "messages/en.json", "cli/many.py")
SOURCES = (*RULES_SOURCES, *KERNEL_SOURCES, *OTHER_SOURCES)
CHANGES = {"rules": RULES_SOURCES, "kernels": (*RULES_SOURCES, *KERNEL_SOURCES)}


@pytest.fixture(scope="module", params=CHANGES)
def digests(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, str]]:
    """The digests of a copy of the package, one byte changed in each of these files in turn."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, folder / "moonbow", ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, str(folder / "moonbow"), request.param, *SOURCES],
        env={**os.environ, "PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return request.param, found


@pytest.mark.parametrize("name", SOURCES)
def test_a_changed_byte_changes_the_digest_of_what_depends_on_it(
    digests: tuple[str, dict[str, str]], name: str
) -> None:
    kept, found = digests
    assert (found[name] != found[""]) == (name in CHANGES[kept])


def test_the_same_sources_have_the_same_digest(digests: tuple[str, dict[str, str]]) -> None:
    _, found = digests
    assert found["again"] == found[""]


# No folder

PLAYING = """
from moonbow.games import kernel
from moonbow.games.game import game
position = {"game": "rainbow", "players": 3, "hands": ["334", "1", "2"], "middle": ["4"]}
print(kernel.COMPILED, kernel.CACHE, *game("rainbow").position(position).legal_texts())
"""


def test_without_a_folder_for_the_cache_the_game_still_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a regular file")
    done = subprocess.run(
        [sys.executable, "-c", PLAYING],
        env=compiling(NUMBA_CACHE_DIR=str(tmp_path / "file" / "below")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("True None 3 4 33 34\n", "")


NAMES = """
import sys
from numba import from_dtype, types
from moonbow.games import pirates, rainbow, rainbow7

for count in range(int(sys.argv[1])):
    types.UniTuple(types.int64, count + 20)  # so that types are counted from another number on
for rules in (rainbow, rainbow7, pirates):
    print(from_dtype(rules.State).mangling_args)
"""


@pytest.mark.skipif(not COMPILED, reason="plain Python compiles nothing")
def test_a_record_has_one_name_in_every_process_and_each_its_own() -> None:
    """So what two processes have compiled for two games cannot be taken for each other."""
    found = [
        subprocess.run(
            [sys.executable, "-c", NAMES, str(count)], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for count in (0, 7)
    ]
    assert found[0] == found[1]
    assert len(set(found[0])) == 3
