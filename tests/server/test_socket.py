"""A connection from its first message to its last, which may come at any moment."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from moonbow.server.app import create_app
from moonbow.server.socket import talk
from server_kit import PATIENCE, Person, at_once, serving

HELLO = {"type": "hello", "id": "1"}
SIT = {"type": "sit", "id": "2", "seat": 0, "commitment": "0" * 64}
NONSENSE = {"type": "nonsense"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    at_once(monkeypatch)
    with serving(tmp_path) as found:
        yield found


async def broken(client: TestClient, table: str, breaks_at: int) -> int:
    """Talks over a line that takes only so many messages; how many were sent after that."""
    come: list[Any] = [{"type": "websocket.connect"}]
    for message in (HELLO, SIT, NONSENSE, HELLO, NONSENSE):
        come.append({"type": "websocket.receive", "text": json.dumps(message)})
    come.append({"type": "websocket.disconnect", "code": 1001})
    taken: list[Any] = []

    async def receive() -> Any:
        await asyncio.sleep(0)
        return come.pop(0)

    async def send(message: Any) -> None:
        taken.append(message)
        if len(taken) > breaks_at:
            raise OSError("the page is gone")

    socket = WebSocket({"type": "websocket", "path": "/", "headers": []}, receive, send)
    house = client.app.state.services.house  # type: ignore[attr-defined]
    await socket.accept()
    await talk(socket, house, table, None, "en")
    assert not house.tables.get(table) or not house.tables[table].listeners
    return len(taken) - breaks_at


@pytest.mark.parametrize("breaks_at", range(1, 5))
@pytest.mark.parametrize("there", [True, False], ids=["a-table", "no-table"])
def test_a_line_that_breaks_ends_quietly(client: TestClient, there: bool, breaks_at: int) -> None:
    table = Person(client, "Ada").make("rainbow", ["person", "person"]) if there else "nowhere"
    assert client.portal is not None
    assert client.portal.call(broken, client, table, breaks_at) <= 1


def test_cards_are_dealt_as_soon_as_the_rules_are_loaded(tmp_path: Path) -> None:
    loaded = threading.Event()
    with TestClient(create_app(tmp_path, lambda: loaded.wait(PATIENCE))) as client:
        person = Person(client, "Ada")
        table = person.make("rainbow", ["person", "bot:random"])
        with person.at(table) as line:
            line.sit(0)
            line.send("open", bytes=person.bytes)
            assert line.until(lambda seen: seen["phase"] == "opening")
            loaded.set()
            assert line.until(lambda seen: seen["phase"] == "running")
