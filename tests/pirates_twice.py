"""Rainbow Pirates played twice: by the rules module and by the second implementation."""

import random
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from moonbow.games import kernel
from moonbow.games.game import State, game
from moonbow.games.pirates import DEAL, FIRST_PLAYER, STEAL
from oracle import pirates as oracle

T = TypeVar("T")
Choose = Callable[[list[str], random.Random], str]

PIRATES = game("pirates")
PURPOSES = {"deal": DEAL, "first": FIRST_PLAYER, "steal": STEAL}


class Chance:
    """The shuffles of the rules module, for the second implementation."""

    def __init__(self, seed: int) -> None:
        self.key = kernel.key_from_number(seed)

    def __call__(self, cards: list[T], purpose: str, number: int, /) -> list[T]:
        generator = np.zeros(4, np.uint64)
        kernel.start(generator, self.key, PURPOSES[purpose], number)
        order = np.arange(len(cards), dtype=np.int8)
        kernel.shuffle(order, len(cards), len(cards), generator)
        return [cards[place] for place in order]


class Second(oracle.Pirates):
    """The second implementation, which works out only once what is legal."""

    _legal: set[str] | None = None

    def legal(self) -> set[str]:
        if self._legal is None:
            self._legal = super().legal()
        return self._legal

    def play(self, text: str) -> None:
        super().play(text)
        self._legal = None


class Twice:
    """A game and its double; every action is played in both, and both are compared."""

    def __init__(self, first: State, second: oracle.Pirates) -> None:
        self.first = first
        self.second = second
        self.compare()

    @staticmethod
    def options(players: int, chosen: dict[str, Any]) -> dict[str, Any]:
        """All options of a game."""
        return PIRATES.options(players, chosen)

    @classmethod
    def deal(cls, players: int, options: dict[str, Any], seed: int) -> "Twice":
        """A fresh game, dealt by both."""
        chance = Chance(seed)
        dealt = oracle.deal(players, PIRATES.options(players, options), chance)
        second = Second.from_position(dealt.position(), chance)
        return cls(PIRATES.deal(players, options, seed=seed), second)

    @classmethod
    def position(cls, position: dict[str, Any]) -> "Twice":
        """A complete position, read by both."""
        chance = Chance(int(position["chance"], 16))
        return cls(PIRATES.position(position), Second.from_position(position, chance))

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
        expected = self.second.position()
        assert {key: position[key] for key in expected} == expected
        assert self.first.current_player == self.second.to_move()
        assert self.first.scores == self.second.scores()
        assert self.first.returns() == self.second.returns()


def play_by_chance(legal: list[str], choices: random.Random) -> str:
    """Any action."""
    return choices.choice(legal)


def play_eagerly(legal: list[str], choices: random.Random) -> str:
    """Mostly places what it can, now and then a BLACK card, seldom lifts."""
    placing = [text for text in legal if text.startswith(("lay", "add"))]
    others = [text for text in legal if not text.startswith("lift")]
    if placing and choices.random() < 0.7:
        return choices.choice(placing)
    return choices.choice(others if others and choices.random() < 0.9 else legal)


def play_oddly(legal: list[str], choices: random.Random) -> str:
    """Often plays BLACK cards, blocks where it can, hits rainbows in their middle."""
    odd = [text for text in legal if text.startswith(("play", "block")) or text[-2:] == ":4"]
    return choices.choice(odd) if odd and choices.random() < 0.8 else play_eagerly(legal, choices)


def play_for_rainbows(legal: list[str], choices: random.Random) -> str:
    """Mostly lengthens rainbows, begins new ones and plays BLACK cards, so as to go out."""
    rainbows = [text for text in legal if text.startswith(("lay", "add")) and is_rainbow(text)]
    if rainbows and choices.random() < 0.9:
        return max(rainbows, key=len)
    rest = [text for text in legal if text.startswith(("play", "draw", "pass", "block"))]
    return choices.choice(rest if rest and choices.random() < 0.9 else legal)


def is_rainbow(text: str) -> bool:
    """Whether an action places cards in a rainbow."""
    return oracle.kind_of(text.replace(">", " ").replace("<", " ").split()[-1]) == "rainbow"
