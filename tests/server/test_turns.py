"""In which order pages get their views."""

import asyncio

from moonbow.server.turns import AT_ONCE, Turns


async def order_of(asked: str) -> str:
    """The order in which pages that come together get their turns; capitals are asked."""
    turns, got = Turns(), ""

    async def page(name: str) -> None:
        nonlocal got
        await turns.mine(name.isupper())
        got += name

    await asyncio.gather(*map(page, asked))
    return got


def test_pages_that_are_asked_alternate_with_the_others_each_in_the_order_they_came() -> None:
    assert asyncio.run(order_of("abcAdBC")) == "AaBbCcd"


def test_between_two_turns_others_are_served() -> None:
    async def rounds() -> list[int]:
        turns, seen, number = Turns(), [], 0

        async def page() -> None:
            await turns.mine(False)
            seen.append(number)

        pages = [asyncio.create_task(page()) for _ in range(3 * AT_ONCE)]
        while not all(task.done() for task in pages):
            await asyncio.sleep(0)
            number += 1
        return seen

    seen = asyncio.run(rounds())
    assert len(set(seen)) == 3


def test_a_page_that_is_closed_while_it_waits_keeps_nobody_waiting() -> None:
    async def close() -> None:
        turns = Turns()
        pages = [asyncio.create_task(turns.mine(False)) for _ in range(3)]
        await asyncio.sleep(0)
        pages[0].cancel()
        await asyncio.wait_for(asyncio.gather(*pages[1:]), 5)
        await asyncio.wait_for(turns.mine(True), 5)

    asyncio.run(close())
