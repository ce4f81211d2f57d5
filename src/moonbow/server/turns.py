"""Who gets a view next: one page at a time, so that moves do not wait behind everybody's views."""

import asyncio
from collections import deque


class Turns:
    """Grants turns, one in each round of the event loop; between two, what has come in is served.

    Pages of whom their table waits alternate with the others, so that neither wait for long.
    """

    def __init__(self) -> None:
        self._asked: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()
        self._asked_first = True
        self._granting = False

    async def mine(self, asked: bool) -> None:
        """Returns when it is this page's turn; `asked`: whether its table waits for it."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        (self._asked if asked else self._others).append(turn)
        if not self._granting:
            self._granting = True
            loop.call_soon(self._grant)
        await turn

    def _grant(self) -> None:
        """The next turn, and so on while somebody waits."""
        first, second = self._asked, self._others
        if not self._asked_first:
            first, second = second, first
        self._asked_first = not self._asked_first
        queue = first or second
        self._granting = bool(queue)
        if queue:
            turn = queue.popleft()
            turn.get_loop().call_soon(self._grant)
            if not turn.done():
                turn.set_result(None)
