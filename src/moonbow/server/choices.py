"""What may be chosen when a table is made: the options of each game, and how they are asked."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from moonbow.bots.names import BOTS, LEVELS, USUAL_LEVEL
from moonbow.games import pirates_text, rainbow7_text
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import GAMES, Game, game
from moonbow.messages import Catalog
from moonbow.server.room import Settings

CLOCKS = (None, 30, 120, 86_400)
GRACES = (60, 30, 300, None)  # seconds; not asked where a clock gives a whole day
SPECTATORS = ("off", "after", "live")
PERSON = "person"


@dataclass(frozen=True)
class Asked:
    """How an option is asked.

    `whole`: a whole number; `switch`: yes or no; `seat`: a seat, or null for chance; `list`: one of
    `words` for each place of a list; `counts`: a whole number for each of several things.
    """

    name: str
    type: str
    least: int = 0  # of a number, if the rules leave room for that
    most: int = 0
    words: tuple[str, ...] = ()


OPTIONS: dict[str, tuple[Asked, ...]] = {
    "rainbow": (
        Asked("open_scores", "switch"),
        Asked("hand_size", "whole", 1, 60),
        Asked("leader", "seat"),
        Asked("ranks", "whole", 3, 6),
        Asked("copies", "whole", 1, 10),
    ),
    "rainbow7": (
        Asked("printed_sevens", "switch"),
        Asked("effects", "list", words=rainbow7_text.EFFECTS),
        Asked("tokens_to_end", "whole", 1, 99),
        Asked("hand_size", "whole", 1, 12),
        Asked("rainbow_cards", "whole", 0, 4),
        Asked("colors", "whole", 2, 7),
        Asked("values", "whole", 2, 7),
    ),
    "pirates": (
        Asked("deck", "counts", 0, pirates_text.MOST_OF_A_KIND),
        Asked("lifts", "whole", 0, 1000),
    ),
}
"""In the order in which a page asks for them."""


def games_told(language: str) -> dict[str, Any]:
    """The games, their options and the levels of the bots."""
    say = Catalog(language)
    return {
        "games": [
            {
                "name": each.name,
                "title": say(f"game.{each.name}"),
                "min_players": each.min_players,
                "max_players": each.max_players,
                "options": options_told(each),
            }
            for each in GAMES.values()
        ],
        "levels": list(LEVELS),
        "level": USUAL_LEVEL,
    }


@cache
def options_told(of: Game) -> list[dict[str, Any]]:
    """The options of a game, how they are asked, and what they are if nobody chooses.

    `least` and `most` are by number of players, from the fewest on; so is `total`, the bounds of
    what counts add up to. The other options are at their defaults there.
    """
    return [option_told(of, asked) for asked in OPTIONS[of.name]]


def option_told(of: Game, asked: Asked) -> dict[str, Any]:
    """One of them."""
    default = of.options(of.min_players)[asked.name]
    told: dict[str, Any] = {
        "name": asked.name,
        "type": asked.type,
        "default": None if asked.name == "hand_size" else default,
    }
    tables = range(of.min_players, of.max_players + 1)
    if asked.type == "whole":
        values = range(asked.least, asked.most + 1)
        fits = [[n for n in values if accepts(of, size, {asked.name: n})] for size in tables]
        told |= {"least": [each[0] for each in fits], "most": [each[-1] for each in fits]}
    elif asked.type == "counts":
        told |= {"least": [asked.least] * len(tables), "most": [asked.most] * len(tables)}
        totals = range(asked.most * len(default) + 1)
        fits = [
            [n for n in totals if accepts(of, size, {asked.name: spread(n, default)})]
            for size in tables
        ]
        told["total"] = {"least": [each[0] for each in fits], "most": [each[-1] for each in fits]}
    elif asked.type == "list":
        told["choices"] = asked.words
    return told


def accepts(of: Game, players: int, options: dict[str, Any]) -> bool:
    """Whether the rules let a table be played like that."""
    try:
        of.options(players, options)
    except BadOptions:
        return False
    return True


def spread(total: int, over: Iterable[str]) -> dict[str, int]:
    """A number in parts that are as equal as can be."""
    names = list(over)
    each, more = divmod(total, len(names))
    return {name: each + (place < more) for place, name in enumerate(names)}


def settings_of(chosen: dict[str, Any], host: str) -> tuple[str, Settings]:
    """A game's name and the settings for a table of it. Raises BadOptions."""
    of = game(chosen["game"])
    seats = chosen["seats"]
    if len(seats) != chosen["players"]:
        raise BadOptions(
            "bad-table", f"seats: {len(seats)}; expected one for each of {chosen['players']}"
        )
    kinds = [seat if seat == PERSON else seat.removeprefix("bot:") for seat in seats]
    if any(kind != PERSON and kind not in BOTS for kind in kinds):
        names = ", ".join(["person", *(f"bot:{level}" for level in BOTS)])
        raise BadOptions("unknown-bot", f"seats: {shown(seats)}; expected {names}")
    if PERSON not in kinds:
        raise BadOptions("bad-table", "seats: bots only; expected a person on one of them")
    options = of.options(chosen["players"], chosen["options"])
    clock = chosen["clock"]
    if clock not in CLOCKS:
        raise BadOptions("bad-table", f"clock: {clock}; expected one of {shown(CLOCKS)}")
    grace = chosen["grace"]
    if grace not in GRACES:
        raise BadOptions("bad-table", f"grace: {grace}; expected one of {shown(GRACES)}")
    settings = Settings(
        players=chosen["players"],
        options=options,
        host=host,
        seats=kinds,
        clock=clock,
        grace=None if clock == CLOCKS[-1] else grace,
        listed=chosen["listed"],
        spectators=chosen["spectators"],
        hints=chosen["hints"],
        quick=kinds.count(PERSON) == 1,
    )
    return of.name, settings
