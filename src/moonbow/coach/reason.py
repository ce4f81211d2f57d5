"""What a reason is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """One reason: the text `why.GAME.NAME` of the catalogs, and what is filled in.

    `cards` are cards in the game's notation, a part of the sentence each place; `player` is who the
    sentence is about (-1: nobody), `number` what is counted (None: nothing; else the text is that
    of `.one` or `.many`). `points` is how much it speaks for the action.
    """

    name: str
    points: float
    cards: tuple[str, ...] = ()
    player: int = -1
    number: int | None = None
