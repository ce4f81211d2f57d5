"""A server in the same process, and people who sit down at it."""

import hashlib
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
from starlette.testclient import TestClient, WebSocketTestSession

from moonbow.server import room, socket
from moonbow.server.app import create_app

Message = dict[str, Any]
PATIENCE = 5  # seconds until something that does not come is missed


@contextmanager
def serving(folder: Path) -> Iterator[TestClient]:
    """A server that keeps its data in a folder; what it compiles is compiled when needed."""
    with TestClient(create_app(folder, prepare=lambda: None)) as client:
        yield client


class Person:
    """Somebody with a browser: a cookie, and 32 bytes for each table."""

    def __init__(self, client: TestClient, name: str | None = None) -> None:
        self.client = client
        self.headers: dict[str, str] = {}
        self.bytes = secrets.token_hex(32)
        if name is not None:
            response = self.post("/api/name", {"name": name})
            assert response.status_code == 200, response.text
            self.headers["cookie"] = response.headers["set-cookie"].split(";")[0]

    def post(self, address: str, body: Any) -> Any:
        """Sends a request."""
        self.client.cookies.clear()
        return self.client.post(address, json=body, headers=self.headers)

    def get(self, address: str, **headers: str) -> Any:
        """Reads an address."""
        self.client.cookies.clear()
        return self.client.get(address, headers={**self.headers, **headers})

    def make(self, game: str, seats: list[str], **chosen: Any) -> str:
        """Makes a table and returns its id."""
        body = {"game": game, "players": len(seats), "seats": seats, **chosen}
        response = self.post("/api/tables", body)
        assert response.status_code == 200, response.text
        return str(response.json()["id"])

    @contextmanager
    def at(self, table: str, language: str = "en") -> Iterator["Line"]:
        """Opens the page of a table."""
        self.client.cookies.clear()
        with self.client.websocket_connect(f"/ws/table/{table}", headers=self.headers) as socket:
            line = Line(socket, self, table)
            line.hello(language)
            yield line


class Line:
    """An open page of a table."""

    def __init__(self, socket: WebSocketTestSession, person: Person, table: str) -> None:
        self.socket = socket
        self.person = person
        self.table = table
        self.seen: Message = {}

    def receive(self) -> Message:
        """The next message; a view is kept as well."""
        message = self.socket.portal.call(self._receive)
        self.socket._raise_on_close(message)
        text = message["text"]
        found: Message = json.loads(text)
        if found["type"] == "table":
            self.seen = found
        return found

    async def _receive(self) -> Any:
        with anyio.fail_after(PATIENCE):
            return await self.socket._send_rx.receive()

    def send(self, type_: str, message_id: str | None = None, **fields: Any) -> str:
        """Sends a message and returns its id."""
        message_id = message_id or secrets.token_hex(8)
        self.socket.send_text(json.dumps({"type": type_, "id": message_id, **fields}))
        return message_id

    def ask(self, type_: str, message_id: str | None = None, **fields: Any) -> Message:
        """Sends a message and returns the answer to it."""
        sent = self.send(type_, message_id, **fields)
        while True:
            message = self.receive()
            if message.get("id") == sent and message["type"] != "table":
                return message

    def hello(self, language: str = "en", version: int | None = None) -> Message:
        """Says which version the page has, and waits for the view."""
        self.send("hello", version=version, language=language)
        return self.until(lambda seen: True, fresh=True)

    def until(self, holds: Any, fresh: bool = False) -> Message:
        """Waits for a view of which something holds."""
        while fresh or not self.seen or not holds(self.seen):
            if self.receive()["type"] == "table":
                fresh = False
        return self.seen

    def catch_up(self, version: int) -> Message:
        """Waits for a view at least as new."""
        return self.until(lambda seen: seen["version"] >= version)

    def sit(self, seat: int) -> Message:
        """Takes a seat."""
        return self.ask("sit", seat=seat, commitment=self.commitment(seat))

    def commitment(self, seat: int) -> str:
        """What the person promises."""
        words = {"bytes": self.person.bytes, "id": self.table, "seat": seat}
        text = json.dumps(words, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def open(self) -> Message:
        """Opens the person's bytes."""
        return self.ask("open", bytes=self.person.bytes)

    def play(self, *actions: str) -> Message:
        """Plays decisions, or answers where several are asked at once."""
        decision = self.seen["decision"]
        if self.seen["asked"]:
            return self.ask("answer", decision=decision, action=actions[0])
        return self.ask("play", decision=decision, actions=list(actions))


def at_once(monkeypatch: Any) -> None:
    """Bots do not wait for people to follow, and pages may be faster than people are."""
    monkeypatch.setattr(room, "PACE", 0.0)
    monkeypatch.setattr(socket, "BURST", 1_000_000)
