"""Two bots of one's own at a table of a server, over the network, as people's pages sit there.

The server is the one whose address is given; without one, a server is started for this game.
"""

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from moonbow.client import Guest, enter


async def play(guest: Guest, table: str, seat: int) -> None:
    """Sits down, plays by chance until the game is over, and checks the record."""
    choices = random.Random(seat)
    async with guest.at(table) as line:
        await line.sit(seat)
        async for seen in line.news():
            if seen.can_start:
                await line.start()
            elif seen.my_turn:
                await line.play(choices.choice(seen.legal))
        record = await line.record()
    print(f"seat {seat}: scores {record['result']['scores']}, the cards are those promised")


async def main(address: str) -> None:
    """One bot makes a table and sends the other its link."""
    ada, carl = await enter(address, "Ada's bot"), await enter(address, "Carl's bot")
    table = await ada.make("rainbow", ["person", "person"])
    link = await ada.link(table)
    await asyncio.gather(play(ada, table, seat=0), play(carl, link, seat=1))


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that keeps nothing."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "moonbow", "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[-1]
            finally:
                process.terminate()


if len(sys.argv) > 1:
    asyncio.run(main(sys.argv[1]))
else:
    with server() as address:
        asyncio.run(main(address))
