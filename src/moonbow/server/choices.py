"""What may be chosen when a table is made: the options of each game, and how they are asked."""

from dataclasses import dataclass
from typing import Any

from moonbow.bots.names import BOTS
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import GAMES, Game, game
from moonbow.messages import Catalog
from moonbow.server.room import Settings

CLOCKS = (None, 30, 120, 86_400)
GRACE = 60  # seconds, where no clock gives a whole day
SPECTATORS = ("off", "after", "live")
PERSON = "person"


@dataclass(frozen=True)
class Asked:
    """How an option is asked: a whole number within bounds, a switch, or one of some values."""

    name: str
    type: str
    least: int | None = None
    most: int | None = None


OPTIONS: dict[str, tuple[Asked, ...]] = {
    "rainbow": (
        Asked("open_scores", "switch"),
        Asked("hand_size", "whole", 1, 24),
        Asked("ranks", "whole", 3, 6),
        Asked("copies", "whole", 1, 10),
    ),
    "rainbow7": (
        Asked("printed_sevens", "switch"),
        Asked("tokens_to_end", "whole", 1, 30),
        Asked("hand_size", "whole", 1, 10),
        Asked("rainbow_cards", "whole", 0, 4),
    ),
    "pirates": (),
}
"""Those that a page asks for; the others keep their defaults."""


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
        "levels": list(BOTS),
        "level": next(iter(BOTS)),
    }


def options_told(of: Game) -> list[dict[str, Any]]:
    """The options of a game that a page asks for, with what they are if nobody chooses."""
    defaults = of.options(of.min_players)
    return [
        {
            "name": asked.name,
            "type": asked.type,
            "default": None if asked.name == "hand_size" else defaults[asked.name],
            "least": asked.least,
            "most": asked.most,
        }
        for asked in OPTIONS[of.name]
    ]


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
    settings = Settings(
        players=chosen["players"],
        options=options,
        host=host,
        seats=kinds,
        clock=clock,
        grace=None if clock == CLOCKS[-1] else GRACE,
        listed=chosen["listed"],
        spectators=chosen["spectators"],
        quick=kinds.count(PERSON) == 1,
    )
    return of.name, settings
