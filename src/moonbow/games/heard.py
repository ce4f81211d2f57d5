"""What a player hears of a decision."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Heard:
    """One thing that happened, as one player may know it.

    `kind` is a verb of the game ("plays", "takes"); `player` whose doing it is, -1 for nobody's;
    `cards` the cards as the game numbers them, empty where they stay hidden; `count` how many
    there are where the cards themselves are hidden or do not matter; `target` the player it is done
    to, -1 for nobody; `place` where, as the game writes it (a pile, a group).
    """

    kind: str
    player: int = -1
    cards: tuple[int, ...] = ()
    count: int = 0
    target: int = -1
    place: str = ""
