"""The bots by the names that commands and tables use."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from runpy import run_path
from typing import NoReturn

from moonbow.bots.bot import Bot
from moonbow.bots.network import NetworkBot, kept_network
from moonbow.bots.random import RandomBot
from moonbow.bots.search_bot import PLAIN, SETTINGS, SearchBot
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import Game

OWN_FILE = re.compile(r"(.+\.py)(?::(\w+))?")
OWN = "moonbow_own_bot"
"""The module that a file with a bot runs as."""

BOT_NAMES = ("Halo", "Nimbus", "Zephyr", "Aurora", "Cirrus", "Comet")
"""What bots are called at a table, by seat."""

STORM = {"rainbow": 1_500, "rainbow7": 1_500, "pirates": 1_000}
MOONBOW = {"rainbow": 40_000, "rainbow7": 10_000, "pirates": 10_000}
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

    A number after a colon is how many iterations it searches: `storm:500`. A bot of one's own is
    named by its file, `mine.py`, or `mine.py:Name` where the file has several, a trained network by
    its own, `mine.npz`.
    """
    if name.endswith(".npz"):
        return NetworkBot(seed, kept_network(name), name)
    own = OWN_FILE.fullmatch(name)
    if own:
        make = own_bot(own[1], own[2])
        try:
            return make(seed)
        except Exception as error:
            raise bad_bot(own[1], error) from error
    level, colon, iterations = name.partition(":")
    bot = BOTS[level](seed) if level in BOTS else None
    if colon:
        if not isinstance(bot, SearchBot) or not re.fullmatch("[1-9][0-9]{0,8}", iterations):
            unknown(name)
        return SearchBot(seed, name, int(iterations), settings=bot.settings)
    return bot or unknown(name)


def file_of(name: str) -> str | None:
    """The file that a bot's name points to, if any."""
    own = OWN_FILE.fullmatch(name)
    return own[1] if own else name if name.endswith(".npz") else None


def check_bots(names: Iterable[str], game: Game, players: int) -> None:
    """Raises BadOptions for what is no bot, or none for this game and number of players."""
    for name in names:
        bot = new_bot(name, 0)
        if isinstance(bot, NetworkBot):
            bot.check(game, players)


@cache
def own_bot(path: str, wanted: str | None) -> Callable[[int], Bot]:
    """What makes the bot that a file defines: its class that has `choose`. Raises BadOptions."""
    try:
        found = [
            each
            for label, each in run_path(path, run_name=OWN).items()
            if isinstance(each, type) and hasattr(each, "choose") and wanted in (None, label)
            if wanted or each.__module__ == OWN
        ]
    except Exception as error:
        raise bad_bot(path, error) from error
    if len(found) != 1:
        expected = f"a class {wanted} with choose" if wanted else "one class with choose"
        raise BadOptions("bad-bot", f"bots: {path}: {len(found)} found; expected {expected}")
    return found[0]


def bad_bot(path: str, error: Exception) -> BadOptions:
    """The refusal of a file that fails."""
    return BadOptions("bad-bot", f"bots: {path}: {type(error).__name__}: {error}")


def unknown(name: str) -> NoReturn:
    """Refuses a name."""
    names = ", ".join(BOTS)
    raise BadOptions(
        "unknown-bot",
        f"bots: {shown(name)}; expected {names}, or like storm:500, or a file like mine.py:Name "
        "or mine.npz",
    )
