"""The bots by the names that commands and tables use."""

from collections.abc import Callable

from moonbow.bots.bot import Bot
from moonbow.bots.random import RandomBot
from moonbow.games.errors import BadOptions, shown

BOT_NAMES = ("Halo", "Nimbus", "Zephyr", "Aurora", "Cirrus", "Comet")
"""What bots are called at a table, by seat."""

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def new_bot(name: str, seed: int) -> Bot:
    """A bot with a seed of its own, a whole number below 2**256. Raises BadOptions."""
    if name not in BOTS:
        raise BadOptions("unknown-bot", f"bots: {shown(name)}; expected {', '.join(BOTS)}")
    return BOTS[name](seed)
