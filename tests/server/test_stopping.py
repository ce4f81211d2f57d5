"""A server that is told to stop does so, whatever its tables are about to do."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from moonbow.games.game import game
from moonbow.server.live import Live


def table() -> Live:
    """A table of which only what a bot's decision needs is there."""
    room: Any = SimpleNamespace(
        table=SimpleNamespace(actions=[]),
        seats=[SimpleNamespace(level="random")],
        stored=SimpleNamespace(secret=b"", id="table"),
    )
    house: Any = None
    return Live(house, room)


def test_a_thought_that_ends_as_the_server_stops_does_not_keep_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = game("rainbow").deal(2, seed=1, options={"leader": 0}).view(0)

    async def stopped() -> None:
        thought: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(asyncio, "to_thread", lambda *_: thought)
        thinking = asyncio.create_task(table().choose(view, 0))
        await asyncio.sleep(0)  # now it waits for the thought
        thought.set_result(view.legal_actions()[0])
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking

    asyncio.run(stopped())
