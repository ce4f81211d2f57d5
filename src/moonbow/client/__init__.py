"""A seat at a table of a running server, for bots of one's own (docs/protocol.md).

guest = await enter("http://localhost:8077", "Bolt")
async with guest.at(table) as line:
    await line.sit(0)
    async for seen in line.news():
        if seen.my_turn:
            await line.play(seen.legal[0])
"""

from moonbow.client.guest import Guest, enter
from moonbow.client.line import Line
from moonbow.client.promises import BrokenPromise
from moonbow.client.requests import Unreachable
from moonbow.client.seen import Heard, Place, Result, Seen
from moonbow.games.errors import Refused

__all__ = [
    "BrokenPromise",
    "Guest",
    "Heard",
    "Line",
    "Place",
    "Refused",
    "Result",
    "Seen",
    "Unreachable",
    "enter",
]
