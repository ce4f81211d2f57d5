"""Who comes to a server: a name in a cookie, tables that are made, lines to them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from moonbow.client.line import Line
from moonbow.client.requests import Answer, ask


@dataclass(frozen=True)
class Guest:
    """A person as a server knows them. Who keeps the cookie is the same person the next time."""

    address: str  # of the server, like "http://localhost:8077"
    cookie: str = field(repr=False)
    language: str = "en"  # in which the server speaks: "en" or "de"

    async def make(
        self,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, Any] | None = None,
        **chosen: Any,
    ) -> str:
        """Makes a table and returns its id; a seat is "person" or like "bot:random".

        What else may be chosen, like `clock`, `listed` or `spectators`, is in docs/protocol.md.
        Raises Refused.
        """
        body = {"game": game, "players": len(seats), "seats": list(seats), **chosen}
        answer = await self.ask("/api/tables", {**body, "options": dict(options or {})})
        return str(answer.body["id"])

    async def link(self, table: str) -> str:
        """The link to a table, for others. Raises Refused."""
        return str((await self.ask(f"/api/tables/{table_of(table)}/link")).body["link"])

    async def record(self, table: str) -> dict[str, Any]:
        """The record of a game that is over, as it comes; `Line.record` checks it too.

        Raises Refused.
        """
        found: dict[str, Any] = (await self.ask(f"/api/tables/{table_of(table)}/record")).body
        return found

    def at(self, table: str, own: bytes | None = None, patience: float = 60.0) -> Line:
        """A line to a table, by its id or its link, to be used in `async with`.

        `own` are the 32 bytes promised for a seat taken earlier, which `Line.own` has; `patience`
        is for how many seconds a line that is broken is tied again.
        """
        return Line(self.address, self.headers(), table_of(table), self.language, own, patience)

    async def ask(self, path: str, body: object = None) -> Answer:
        """Sends a request, in a thread. Raises Refused and Unreachable."""
        return await asyncio.to_thread(ask, self.address + path, self.headers(), body)

    def headers(self) -> dict[str, str]:
        """Who this is."""
        return {"Cookie": self.cookie, "Accept-Language": self.language}


async def enter(address: str, name: str, language: str = "en") -> Guest:
    """Says a name to the server that has this address, or a page with it. Raises Refused."""
    parts = urlsplit(address)
    stranger = Guest(f"{parts.scheme}://{parts.netloc}", "", language)
    answer = await stranger.ask("/api/name", {"name": name})
    return Guest(stranger.address, answer.cookie, language)


def table_of(table: str) -> str:
    """The id of a table, which ends its link."""
    return urlsplit(table).path.rpartition("/")[2]
