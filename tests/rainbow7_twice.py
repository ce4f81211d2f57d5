"""Rainbow 7 played twice: by the rules module and by the second implementation, side by side."""

import random
from typing import Any, TypeVar

import numpy as np

from moonbow.games import kernel
from moonbow.games.game import State, game
from moonbow.games.rainbow7 import DEAL, FIRST_PLAYER, RESHUFFLE, TAKE_SEVENS
from oracle import rainbow7 as oracle

T = TypeVar("T")

RAINBOW7 = game("rainbow7")
PURPOSES = {
    "deal": DEAL,
    "first": FIRST_PLAYER,
    "sevens": TAKE_SEVENS,
    "reshuffle": RESHUFFLE,
}
NOT_COMPARED = {"known", "game", "chance", "scores", "viewer"}
"""What the second implementation does not keep."""


class Chance:
    """The shuffles of the rules module, for the second implementation.

    All shuffles of one deal come from one generator; each other one has a generator of its own.
    """

    def __init__(self, seed: int) -> None:
        self.key = kernel.key_from_number(seed)
        self.generator = np.zeros(4, np.uint64)
        self.event = ("", -1)

    def __call__(self, cards: list[T], purpose: str, number: int, /) -> list[T]:
        if purpose != "deal" or self.event != (purpose, number):
            kernel.start(self.generator, self.key, PURPOSES[purpose], number)
        self.event = (purpose, number)
        order = np.arange(len(cards), dtype=np.int8)
        kernel.shuffle(order, len(cards), len(cards), self.generator)
        return [cards[place] for place in order]


class Twice:
    """A game and its double; every action is played in both, and both are compared."""

    def __init__(self, first: State, second: oracle.Rainbow7) -> None:
        self.first = first
        self.second = second
        self.compare()

    @staticmethod
    def options(players: int, chosen: dict[str, Any]) -> dict[str, Any]:
        """All options of a game."""
        return RAINBOW7.options(players, chosen)

    @classmethod
    def deal(cls, players: int, options: dict[str, Any], seed: int) -> "Twice":
        """A fresh game, dealt by both."""
        first = RAINBOW7.deal(players, options, seed=seed)
        return cls(first, oracle.deal(players, RAINBOW7.options(players, options), Chance(seed)))

    @classmethod
    def position(cls, position: dict[str, Any]) -> "Twice":
        """A complete position, read by both."""
        seed = int(position["chance"], 16)
        second = oracle.Rainbow7.from_position(position, Chance(seed))
        return cls(RAINBOW7.position(position), second)

    @property
    def is_over(self) -> bool:
        """Whether both games have ended."""
        return self.first.is_over

    def legal(self) -> list[str]:
        """What both say is legal."""
        texts = self.first.legal_texts()
        assert sorted(texts) == sorted(self.second.legal())
        return texts

    def play(self, text: str) -> None:
        """One action in both."""
        self.first.play([text])
        self.second.play(text)
        self.compare()

    def compare(self) -> None:
        """Whose decision it is, the whole position, and who has won are the same."""
        position = {"chances": 0, **self.first.position()}
        kept = {key: value for key, value in position.items() if key not in NOT_COMPARED}
        assert kept == self.second.position()
        assert self.first.current_player == self.second.to_move()
        assert self.first.scores == self.second.tokens
        assert self.first.returns() == self.second.returns()


def play_eagerly(legal: list[str], choices: random.Random) -> str:
    """Mostly announces, else sheds many cards and uses 7s, so that rounds end; else by chance."""
    if "rainbow" in legal and choices.random() < 0.8:
        return "rainbow"
    several = [text for text in legal if text[0] in "ROYGBIVW" and len(text) > 2]
    uses = [text for text in legal if text[0] == "*" and len(text) > 1]
    eager = choices.random() < 0.9
    return choices.choice((several or uses or legal) if eager else legal)


ODD = ("WWW", "WWWW", "*shelter", "*sunshine")


def play_oddly(legal: list[str], choices: random.Random) -> str:
    """Often what is rare: Rainbow cards alone, three or more 7s, a token given back."""
    odd = [text for text in legal if text in ODD or text.count("7") >= 3]
    return choices.choice(odd) if odd and choices.random() < 0.5 else play_eagerly(legal, choices)


def play_by_chance(legal: list[str], choices: random.Random) -> str:
    """Any action."""
    return choices.choice(legal)
