"""Who gets a view next: a few pages at a time, so that moves do not wait behind all the views."""

import asyncio
from collections import deque

AT_ONCE = 4
"""Turns in each round of the event loop; between two rounds, what has come in is served."""


class Turns:
    """Grants turns in the order in which pages ask for them.

    Pages of whom their table waits alternate with the others, so that neither wait for long.
    """

    def __init__(self) -> None:
        self._waiting: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())
        self._asked_next = False
        self._granting = False

    async def mine(self, asked: bool) -> None:
        """Returns when it is this page's turn; `asked`: whether its table waits for it."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting[asked].append(turn)
        if not self._granting:
            self._granting = True
            loop.call_soon(self._grant, loop)
        await turn

    def _grant(self, loop: asyncio.AbstractEventLoop) -> None:
        """The next turns, and so on while somebody waits."""
        for _ in range(AT_ONCE):
            self._asked_next = not self._asked_next
            queue = self._waiting[self._asked_next] or self._waiting[not self._asked_next]
            if not queue:
                self._granting = False
                return
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
        loop.call_soon(self._grant, loop)
