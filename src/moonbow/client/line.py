"""A line to one table.

What was sent is kept until the server has acknowledged it, and sent again under the same id after
every break; the server carries it out once.
"""

import asyncio
import json
import random
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from moonbow.client.promises import check_list, check_record, promise
from moonbow.client.requests import Unreachable, ask
from moonbow.client.seen import CLOSED, OVER, Seen, read_seen
from moonbow.games.errors import Refused

FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0
"""Seconds before a broken line is tied again: the first time, doubled each time, at most."""

MOST_BYTES = 65_536
"""Of one message; the server takes no longer ones."""

BREATH = 0.5
"""Seconds until a message is sent again that came faster than the server takes them."""


class Line:
    """A connection to a table, tied again whenever it breaks; `Guest.at` makes one.

    `seen` is the view that was given out last: what is played answers its question. What the server
    refuses is raised as Refused, with the server's code; Unreachable once it has not been there for
    `patience` seconds; BrokenPromise where it does not keep to the promises.
    """

    seen: Seen

    def __init__(
        self,
        address: str,
        headers: Mapping[str, str],
        table: str,
        language: str,
        own: bytes | None,
        patience: float,
    ) -> None:
        self.table = table
        self.own = own  # 32 bytes, promised when a seat is taken
        self.commitment: str | None = None  # of the frozen list, once it is told
        self._address = address
        self._headers = headers
        self._language = language
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._sent: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._newest: Seen | None = None
        self._waiting: Seen | None = None  # the newest view, until it is given out
        self._news = asyncio.Event()
        self._error: Exception | None = None
        self._tasks: list[asyncio.Task[None]] = []

    # From the table

    async def __aenter__(self) -> "Line":
        self._tasks.append(asyncio.create_task(self._hold()))
        try:
            await self._something_new()
        except BaseException:
            await self._close()
            raise
        assert self._newest is not None
        self.seen = self._newest
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._close()

    async def news(self) -> AsyncIterator[Seen]:
        """The newest view whenever there is news, beginning with the first, until the game is over.

        What was heard in views that came in between is in it.
        """
        while True:
            await self._something_new()
            self._news.clear()
            assert self._waiting is not None
            self.seen, self._waiting = self._waiting, None
            yield self.seen
            if self.seen.phase in (OVER, CLOSED):
                return

    async def record(self) -> dict[str, Any]:
        """The record of the game that is over, checked against all that this line has kept."""
        address = f"{self._address}/api/tables/{self.table}/record"
        found = await self._read(address)
        check_record(found, self.table, self.commitment, self.seen.you, self.own)
        return found

    async def _read(self, address: str) -> dict[str, Any]:
        """What is at an address of the server, however often the line breaks on the way."""
        begun, wait = time.monotonic(), FIRST_WAIT
        while True:
            try:
                found: dict[str, Any] = (await asyncio.to_thread(ask, address, self._headers)).body
            except Unreachable:
                if time.monotonic() - begun > self._patience:
                    raise
            else:
                return found
            await asyncio.sleep(jittered(wait))
            wait = min(LONGEST_WAIT, 2 * wait)

    # To the table

    async def sit(self, seat: int) -> None:
        """Takes a seat, with a promise of 32 bytes; they are opened when all have promised."""
        self.own = self.own or secrets.token_bytes(32)
        await self._ask("sit", seat=seat, commitment=promise(self.table, seat, self.own))

    async def leave(self) -> None:
        """Gets up, before the game begins."""
        await self._ask("leave")

    async def bot(self, seat: int, level: str | None) -> None:
        """Puts a bot on a free seat of one's own table, or takes it away."""
        await self._ask("bot", seat=seat, level=level)

    async def start(self) -> None:
        """Lets the game of one's own table begin."""
        await self._ask("start")

    async def play(self, *actions: str) -> None:
        """Makes decisions, in order, all or none."""
        await self._ask("play", decision=self.seen.decision, actions=actions)

    async def answer(self, action: str) -> None:
        """Answers a question that is asked of several (`seen.asked`), unseen by the others."""
        await self._ask("answer", decision=self.seen.decision, action=action)

    async def arrange(self, *target: str) -> list[str]:
        """In Rainbow Pirates: the actions after which the island looks like these groups."""
        told = await self._ask("arrange", decision=self.seen.decision, target=target)
        return list(told["actions"])

    async def hint(self) -> dict[str, Any]:
        """What is best to do now: `action`, its `chance` to win, `why`, and the `others`."""
        return await self._ask("hint", decision=self.seen.decision)

    async def take_back(self) -> None:
        """Takes one's last decision back."""
        await self._ask("take_back", decision=self.seen.decision)

    async def come_back(self) -> None:
        """Takes the seat back from the bot that decided meanwhile."""
        await self._ask("return")

    async def again(self) -> str:
        """Makes the next table for the same people, or finds it; its id."""
        return str((await self._ask("again"))["table"])

    async def _ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a message until it is answered, and returns the answer."""
        if self._error is not None:
            raise self._error
        message = {"type": kind, "id": secrets.token_hex(8), **fields}
        if len(json.dumps(message)) > MOST_BYTES:
            raise Refused("too-long", f"{kind}: expected at most {MOST_BYTES} bytes")
        while True:
            try:
                return await self._exchange(message)
            except Refused as error:
                if error.code != "too-fast":
                    raise
            await asyncio.sleep(BREATH)

    async def _exchange(self, message: dict[str, Any]) -> dict[str, Any]:
        """Sends a message, and returns the answer. Raises Refused."""
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._sent[message["id"]] = message, answered
        try:
            if self._socket is not None:
                await send(self._socket, message)
            return await answered
        finally:
            del self._sent[message["id"]]

    # The connection

    async def _hold(self) -> None:
        """Ties the line again and again, until something is wrong that this cannot mend."""
        alive, wait = time.monotonic(), FIRST_WAIT
        while self._error is None:
            heard, broken = await self._follow()
            self._socket = None
            if heard:
                alive, wait = time.monotonic(), FIRST_WAIT
            if time.monotonic() - alive > self._patience:
                self._fail(Unreachable(f"{self._address}: {broken}"))
            await asyncio.sleep(jittered(wait))
            wait = min(LONGEST_WAIT, 2 * wait)

    async def _follow(self) -> tuple[bool, Exception | None]:
        """One connection to its end: whether anything was heard on it, and what broke it."""
        scheme, _, place = self._address.partition("://")
        address = f"{'wss' if scheme == 'https' else 'ws'}://{place}/ws/table/{self.table}"
        heard = False
        try:
            async with connect(address, additional_headers=self._headers, max_size=None) as socket:
                await self._greet(socket)
                async for text in socket:
                    heard = True
                    self._hear(text)
        except (OSError, WebSocketException) as error:
            return heard, error
        return heard, None

    async def _greet(self, socket: ClientConnection) -> None:
        """Says which version is here, then what is not answered yet."""
        version = None if self._newest is None else self._newest.version
        hello = {"type": "hello", "id": secrets.token_hex(8), "language": self._language}
        await send(socket, {**hello, "version": version})
        self._socket = socket
        for message, _ in list(self._sent.values()):
            await send(socket, message)

    def _hear(self, text: str | bytes) -> None:
        """Follows one message of the server; one that is no such thing ends the line."""
        try:
            message = json.loads(text)
            if message["type"] == "table":
                self._see(read_seen(message))
            elif message["type"] == "closed":
                raise Refused("closed", message["words"])
            elif "id" in message:
                self._settle(message)
        except Exception as error:
            self._fail(error)

    def _see(self, seen: Seen) -> None:
        """A new view."""
        if self.own and seen.you >= 0 and seen.commitments and not self.commitment:
            self.commitment = check_list(seen.commitments, self.table, seen.you, self.own)
            if seen.phase == "opening":
                self._tasks.append(asyncio.create_task(self._open(self.own)))
        self._newest = seen
        self._waiting = seen if self._waiting is None else seen.after(self._waiting)
        self._news.set()

    async def _open(self, own: bytes) -> None:
        """Opens one's bytes."""
        try:
            await self._ask("open", bytes=own.hex())
        except Exception as error:
            self._fail(error)

    def _settle(self, message: dict[str, Any]) -> None:
        """An acknowledgement, or a refusal, reaches who waits for it.

        The server answers in order, but for hints: one without an id is about the oldest message.
        """
        for sent, answered in self._sent.values():
            meant = sent["type"] != "hint" if message["id"] is None else message["id"] == sent["id"]
            if meant and not answered.done():
                break
        else:
            return  # it was answered before the line broke, and again after
        if message["type"] == "error":
            answered.set_exception(Refused(message["code"], message["words"]))
            return
        answered.set_result(message)
        carried_out = message["type"] == "ack"
        if (
            carried_out
            and self._waiting is not None
            and (
                self._waiting.decision == sent.get("decision")
                or self._waiting.version < message.get("version", 0)
            )
        ):
            self._news.clear()  # this view is from before what was just carried out

    # The end

    async def _something_new(self) -> None:
        """Waits for a view that was not given out yet."""
        await self._news.wait()
        if self._error is not None:
            raise self._error

    def _fail(self, error: Exception) -> None:
        """Tells everybody who waits that nothing more will come."""
        self._error = self._error or error
        self._socket = None
        self._news.set()
        for _, answered in self._sent.values():
            if not answered.done():
                answered.set_exception(self._error)

    async def _close(self) -> None:
        """Lets go of the line."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._fail(Unreachable("this line was let go"))


def jittered(seconds: float) -> float:
    """About so many seconds, so that not all who lost a server come back to it at once."""
    return seconds * random.uniform(0.7, 1.3)


async def send(socket: ClientConnection, message: Mapping[str, Any]) -> None:
    """Sends a message, if the line holds; else it is sent again later."""
    with suppress(ConnectionClosed):
        await socket.send(json.dumps(message))
