"""One connection to a table: what is sent in, and the newest view whenever there is news."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

import anyio
from anyio.abc import TaskGroup
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from moonbow.bots.arrangement import POINT, best_island
from moonbow.games.errors import Refused
from moonbow.games.pirates import PLACING
from moonbow.games.pirates_arrange import arrange
from moonbow.server.limits import Limit
from moonbow.server.live import House, Live, Visitor
from moonbow.server.messages import Again, Arrange, AskHint, BadMessage, Hello, read_message
from moonbow.server.views import table_text
from moonbow.server.words import refusal, refused
from moonbow.terminal.marks import unmarked

LOG = logging.getLogger("moonbow.server")

RATE, BURST = 20, 60
"""Messages a second that a page may send, and how many at once."""

PATIENCE = 20.0
"""Seconds that a page has for its first message."""


async def talk(
    socket: WebSocket, house: House, game_id: str, visitor: Visitor | None, language: str
) -> None:
    """Serves one connection until it ends."""
    line = Line(socket, visitor, language)
    async with anyio.create_task_group() as group:
        with suppress(WebSocketDisconnect):
            await line.attend(house, game_id, group)
        group.cancel_scope.cancel()


class Line:
    """What one page has, and what it is still to get."""

    live: Live
    _group: TaskGroup

    def __init__(self, socket: WebSocket, visitor: Visitor | None, language: str) -> None:
        self.socket = socket
        self.visitor = visitor
        self.language = language
        self.version: int | None = None
        self.marked = False
        self._greeted = False
        self._news = asyncio.Event()
        self._limit = Limit(RATE, BURST)
        self._sending = asyncio.Lock()

    async def attend(self, house: House, game_id: str, group: TaskGroup) -> None:
        """Serves a table. Raises WebSocketDisconnect when the page is closed."""
        try:
            self.live = await house.table(game_id)
        except Refused as error:
            await self.send({"type": "closed", "words": refusal(error, self.language)})
            await self.socket.close()
            return
        self._group = group
        person = self.visitor.id if self.visitor else None
        self.live.arrive(person, self.wake)
        try:
            group.start_soon(self.tell)
            await self.listen()
        finally:
            self.live.depart(person, self.wake)

    def wake(self) -> None:
        """There is news for this page."""
        if self._greeted:
            self._news.set()

    async def send(self, message: dict[str, Any]) -> None:
        """Sends one message. Raises WebSocketDisconnect where the page is gone."""
        await self.send_text(to_json(message).decode())

    async def send_text(self, text: str) -> None:
        """Sends one message. Raises WebSocketDisconnect where the page is gone."""
        async with self._sending:
            self.check_open()
            await self.socket.send_text(text)

    async def receive(self) -> str:
        """The next message. Raises WebSocketDisconnect where the page is gone."""
        self.check_open()
        return await self.socket.receive_text()

    def check_open(self) -> None:
        """Raises WebSocketDisconnect where sending has failed before."""
        if self.socket.application_state is WebSocketState.DISCONNECTED:
            raise WebSocketDisconnect(1006)

    def is_asked(self) -> bool:
        """Whether the table waits for this page's person."""
        room = self.live.room
        return self.visitor is not None and room.seat_of(self.visitor.id) in room.asked()

    async def tell(self) -> None:
        """Sends the newest view whenever there is news; what came in between is in it."""
        person = self.visitor.id if self.visitor else None
        with suppress(WebSocketDisconnect):
            while True:
                await self._news.wait()
                await self.live.house.turns.mine(self.is_asked())
                self._news.clear()
                text = table_text(self.live, person, self.language, self.version, self.marked)
                self.version = self.live.room.told
                await self.send_text(text)

    async def listen(self) -> None:
        """Carries out what is sent in, one message after the other.

        Raises WebSocketDisconnect when the page is closed.
        """
        while True:
            wait = None if self._greeted else PATIENCE
            try:
                text = await asyncio.wait_for(self.receive(), wait)
            except TimeoutError:
                await self.socket.close(1008)
                return
            allowed = self._limit.allows(0)
            try:
                message = read_message(text)
            except BadMessage as error:
                await self.refuse(None, error)
                continue
            if not allowed:
                await self.refuse(message.id, Refused("too-fast", "too many messages"))
                continue
            try:
                answer = await self.carry_out(message)
            except Refused as error:
                await self.refuse(message.id, error)
            else:
                if answer:
                    await self.send({"id": message.id, **answer})

    async def refuse(self, message_id: str | None, error: Refused) -> None:
        """Tells why a message was not carried out."""
        await self.send({"type": "error", "id": message_id, **refused(error, self.language)})

    async def think(self, message: AskHint) -> None:
        """Answers the question for a hint; meanwhile other messages are carried out."""
        with suppress(WebSocketDisconnect):
            await self.hint(message)

    async def hint(self, message: AskHint) -> None:
        """The same. Raises WebSocketDisconnect when the page is closed."""
        assert self.visitor is not None
        coach, room = self.live.house.coach, self.live.room
        try:
            answer = await coach.hint(room, self.visitor.id, message.decision, self.language)
        except Refused as error:
            await self.refuse(message.id, error)
        except Exception:
            LOG.exception("table %s: hint", room.stored.id)
            await self.refuse(message.id, Refused("no-hint", "the coach has failed"))
        else:
            text = to_json({"id": message.id, **answer}).decode()
            await self.send_text(text if self.marked else unmarked(text))

    async def carry_out(self, message: Any) -> dict[str, Any] | None:
        """Does what a message asks for and returns the answer to it. Raises Refused."""
        if isinstance(message, Hello):
            self.language = message.language
            self.version = message.version
            self.marked = message.marked
            self._greeted = True
            self._news.set()
            return None
        if self.visitor is None:
            raise Refused("no-name", "say your name first")
        if isinstance(message, Arrange):
            return self.arranged(message)
        if isinstance(message, AskHint):
            self._group.start_soon(self.think, message)
            return None
        await self.live.handle(self.visitor, message)
        acknowledged = {"type": "ack", "version": self.live.room.told}
        if isinstance(message, Again):
            return {**acknowledged, "table": self.live.room.again}
        return acknowledged

    def arranged(self, message: Arrange) -> dict[str, Any]:
        """How the person's island may come to look as it is stated, or best. Raises Refused."""
        assert self.visitor is not None
        room = self.live.room
        table = room.table
        seat = room.seat_of(self.visitor.id)
        if table is None or seat < 0 or room.stored.game != "pirates":
            raise Refused("not-your-decision", "nothing can be placed now")
        if message.decision != len(table.actions):
            raise Refused("stale-decision", "the table has changed")
        view = table.view(seat)
        target = message.target
        if target is None:  # WILDs are kept as long as they may still be of use
            target = best_island(view, wild_worth=POINT if view.record.step == PLACING else 0)
        return {"type": "arranged", "actions": arrange(view, target), "target": target}
