"""The first start: plain Python until all is compiled, and nobody waits."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from moonbow.games import kernel
from moonbow.lab.first_start import LISTENING, PLAIN
from moonbow.lab.warm import is_warm, warm
from processes import children, is_running

SECONDS = 120

pytestmark = pytest.mark.skipif(not kernel.COMPILED, reason="plain Python compiles nothing")


@pytest.fixture
def cold(tmp_path: Path) -> Path:
    """A folder for compiled code in which all is there but the word that all is."""
    if not is_warm():
        warm()
    for folder in (kernel.RULES_CACHE, kernel.CACHE):
        assert folder is not None
        shutil.copytree(folder, tmp_path / folder.name)
        (tmp_path / folder.name / "warm").unlink()
    return tmp_path


@pytest.fixture
def server(cold: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that starts with it."""
    data = str(cold / "data")
    command = [sys.executable, "-m", "moonbow", "serve", "--port", "0", "--data", data]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cold)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as started:
        try:
            yield started
        finally:
            started.kill()


def is_set(process: int, name: str) -> bool:
    """Whether a variable is in the environment of a process."""
    return f"{name}=".encode() in Path(f"/proc/{process}/environ").read_bytes()


def test_a_server_is_plain_until_all_is_compiled_and_turns_nobody_away(
    server: subprocess.Popen[str], cold: Path
) -> None:
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1]
    assert is_set(server.pid, PLAIN)
    until, answers = time.monotonic() + SECONDS, 0
    while not is_set(server.pid, LISTENING):
        assert time.monotonic() < until
        with urlopen(f"{address}/api/games", timeout=SECONDS) as answer:
            answers += len(json.load(answer)["games"])
    with urlopen(f"{address}/api/games", timeout=SECONDS) as answer:
        assert len(json.load(answer)["games"]) == 3
    assert answers
    assert not is_set(server.pid, PLAIN)
    assert not is_set(server.pid, "NUMBA_DISABLE_JIT")
    assert len(list(cold.glob("*/warm"))) == 2
    server.send_signal(signal.SIGTERM)
    assert server.stdout.read() == ""  # the address is told once


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_ended_ends_what_compiles(
    server: subprocess.Popen[str], end: signal.Signals
) -> None:
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1]
    with urlopen(address, timeout=SECONDS):
        compiling = children(server.pid)
    server.send_signal(end)
    server.wait(SECONDS)
    assert len(compiling) == 1
    until = time.monotonic() + SECONDS
    while is_running(compiling[0]):
        assert time.monotonic() < until


def test_a_game_in_the_terminal_begins_at_once(cold: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "moonbow", "play", "rainbow", "--seed", "1", "--lang", "en"],
        input="q\n\n", capture_output=True, text=True, timeout=SECONDS, cwd=cold, check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(cold)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Saved in" in done.stdout or "save" in done.stdout
    assert not list(cold.glob("*/warm"))
