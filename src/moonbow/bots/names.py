"""The bots by the names that commands and tables use."""

import re
from collections.abc import Callable, Mapping
from typing import NoReturn

from moonbow.bots.bot import Bot
from moonbow.bots.random import RandomBot
from moonbow.bots.search_bot import PLAIN, SETTINGS, SearchBot
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.errors import BadOptions, shown

BOT_NAMES = ("Halo", "Nimbus", "Zephyr", "Aurora", "Cirrus", "Comet")
"""What bots are called at a table, by seat."""

STORM = {"rainbow": 1_500, "rainbow7": 1_500, "pirates": 1_000}
MOONBOW = {"rainbow": 40_000, "rainbow7": 15_000, "pirates": 12_000}
"""Iterations a decision: about a tenth of a second at most, and about a second, on one core."""

LEVELS: dict[str, Callable[[int], Bot]] = {
    "drizzle": lambda seed: ThumbsBot(seed, "drizzle", overlooks=0.5, careless=3.0),
    "shower": lambda seed: ThumbsBot(seed, "shower", overlooks=0.1, careless=1.0),
    "storm": lambda seed: SearchBot(seed, "storm", STORM),
    "moonbow": lambda seed: SearchBot(seed, "moonbow", MOONBOW),
}
"""From gentle to strong."""

USUAL_LEVEL = "shower"

BOTS: dict[str, Callable[[int], Bot]] = {
    **LEVELS,
    "thumbs": ThumbsBot,
    "random": RandomBot,
    "plain": lambda seed: plain_search(seed, "plain", STORM),
}
"""All bots: the levels, and others to measure by."""


def plain_search(seed: int, name: str, iterations: int | Mapping[str, int]) -> SearchBot:
    """A search without rules of thumb."""
    return SearchBot(seed, name, iterations, settings=dict.fromkeys(SETTINGS, PLAIN))


def new_bot(name: str, seed: int) -> Bot:
    """A bot with a seed of its own, a whole number below 2**256. Raises BadOptions.

    A number after a colon is how many iterations it searches: `storm:500`.
    """
    level, colon, iterations = name.partition(":")
    bot = BOTS[level](seed) if level in BOTS else None
    if colon:
        if not isinstance(bot, SearchBot) or not re.fullmatch("[1-9][0-9]{0,8}", iterations):
            unknown(name)
        return SearchBot(seed, name, int(iterations), settings=bot.settings)
    return bot or unknown(name)


def unknown(name: str) -> NoReturn:
    """Refuses a name."""
    names = ", ".join(BOTS)
    raise BadOptions("unknown-bot", f"bots: {shown(name)}; expected {names}, or like storm:500")
