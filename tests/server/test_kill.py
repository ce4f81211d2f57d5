"""A server that is killed at any moment loses nothing that it has acknowledged."""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

START = "import sys; sys.argv[0] = 'moonbow'; from moonbow.cli import main; main()"
PATIENCE = 30.0


class Server:
    """A server in a process of its own, on a port that it keeps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0

    def start(self) -> None:
        """Starts it and waits until it listens."""
        command = [sys.executable, "-c", START, "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "MOONBOW_PACE": "0.02"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1])

    def kill(self) -> None:
        """Ends it without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def ask(self, address: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        """Sends a request; the answer and the cookie that comes with it."""
        request = Request(
            f"http://127.0.0.1:{self.port}{address}",
            None if body is None else json.dumps(body).encode(),
            {"content-type": "application/json", "cookie": cookie},
        )
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]


class Player:
    """A scripted person who plays on through every interruption."""

    def __init__(self, server: Server, cookie: str, table: str, seat: int) -> None:
        self.server, self.cookie, self.table, self.seat = server, cookie, table, seat
        self.own = secrets.token_hex(32)
        self.acknowledged: list[tuple[int, str]] = []  # decisions and what was played
        self.over = False
        self.choices = random.Random(seat)

    @contextlib.asynccontextmanager
    async def line(self) -> AsyncIterator[ClientConnection]:
        """A connection that has said hello."""
        address = f"ws://127.0.0.1:{self.server.port}/ws/table/{self.table}"
        headers = {"Cookie": self.cookie}
        async with connect(address, additional_headers=headers, max_size=2**24) as socket:
            await socket.send(json.dumps({"type": "hello", "id": secrets.token_hex(4)}))
            yield socket

    async def play(self) -> None:
        """Plays until the game is over."""
        while not self.over:
            try:
                async with self.line() as socket:
                    await self.follow(socket)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def follow(self, socket: ClientConnection) -> None:
        """One connection, until it breaks or the game is over."""
        sent: dict[str, tuple[int, str]] = {}
        done: set[Any] = set()
        while not self.over:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] == "ack" and message["id"] in sent:
                self.acknowledged.append(sent[message["id"]])
            if message["type"] != "table":
                continue
            self.over = message["phase"] == "over"
            step = (message["phase"], message["decision"], message["version"])
            found = None if step in done else self.answer(message)
            if found is not None:
                done.add(step)
                found["id"] = secrets.token_hex(6)
                if found["type"] == "play":
                    sent[found["id"]] = (message["decision"], found["actions"][0])
                await socket.send(json.dumps(found))

    def answer(self, seen: dict[str, Any]) -> dict[str, Any] | None:
        """What to send when this is seen."""
        if seen["phase"] == "seating" and seen["you"] < 0:
            words = {"bytes": self.own, "id": self.table, "seat": self.seat}
            text = json.dumps(words, sort_keys=True, separators=(",", ":"))
            kept = hashlib.sha256(text.encode()).hexdigest()
            return {"type": "sit", "seat": self.seat, "commitment": kept}
        if seen["phase"] == "seating" and seen["host"]:
            free = any(seat["kind"] == "free" for seat in seen["seats"])
            return None if free else {"type": "start"}
        if seen["phase"] == "opening":
            return {"type": "open", "bytes": self.own}
        if seen["legal"]:
            action = self.choices.choice(seen["legal"])
            return {"type": "play", "decision": seen["decision"], "actions": [action]}
        return None


def make_table(server: Server) -> list[Player]:
    """A table of Rainbow for two persons and two bots."""
    cookies = [server.ask("/api/name", {"name": f"P{seat}"})[1] for seat in range(2)]
    seats = ["person", "person", "bot:random", "bot:random"]
    body = {"game": "rainbow", "players": 4, "seats": seats}
    table = server.ask("/api/tables", body, cookies[0])[0]["id"]
    return [Player(server, cookie, table, seat) for seat, cookie in enumerate(cookies)]


async def play_through(server: Server, players: list[Player], kills: int, seed: int) -> None:
    """Plays all games while the server is killed again and again."""
    moments = random.Random(seed)
    playing = [asyncio.create_task(player.play()) for player in players]
    for _ in range(kills):
        await asyncio.sleep(moments.uniform(0.2, 1.5))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(asyncio.gather(*playing), 120)


def check_survived(server: Server, player: Player) -> None:
    """Every acknowledged decision is in the record, at its place, once."""
    record, _ = server.ask(f"/api/tables/{player.table}/record", cookie=player.cookie)
    assert record["result"]
    for decision, action in player.acknowledged:
        assert record["actions"][decision] == action
    decisions = [decision for decision, _ in player.acknowledged]
    assert len(decisions) == len(set(decisions))


def killed(folder: Path, kills: int, tables: int, seed: int) -> None:
    """Some games on a server that is killed so many times."""
    server = Server(folder)
    server.start()
    try:
        players = [player for _ in range(tables) for player in make_table(server)]
        asyncio.run(play_through(server, players, kills, seed))
        for player in players:
            check_survived(server, player)
        assert sum(len(player.acknowledged) for player in players) > 10 * tables
    finally:
        server.kill()


def test_a_killed_server_loses_nothing_and_plays_on(tmp_path: Path) -> None:
    killed(tmp_path, kills=10, tables=4, seed=1)


@pytest.mark.soak
def test_a_server_killed_two_hundred_times_loses_nothing(tmp_path: Path) -> None:
    for run in range(10):
        killed(tmp_path / str(run), kills=20, tables=8, seed=run)
