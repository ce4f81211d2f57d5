"""Rainbow 7 against a second implementation, written from the clauses alone (oracle/rainbow7.py).

Whole games, and games that start from made-up positions close to what is rare: a deck that runs
out, many 7s at once, Rainbow cards alone, empty piles, tokens near the end. The last test prints
how often each rare branch of the second implementation ran.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from oracle import rainbow7 as oracle
from playing import games
from rainbow7_twice import Twice, play_by_chance, play_eagerly, play_oddly

Choose = Callable[[list[str], random.Random], str]

PRINTED = {"printed_sevens": True}
OTHERWISE_PRINTED = {
    "printed_sevens": True,
    "effects": ["sunshine", "cloud", "cloud", "downpour", "sunshine", "shelter", "shelter"],
}


class Batch(NamedTuple):
    """Games played in one way."""

    players: tuple[int, ...]
    options: dict[str, Any]
    choose: Choose
    compiled: int  # games for each number of players
    plain: int


ALL = (2, 3, 4, 5)

DEALT = {
    "as in the box": Batch(ALL, {}, play_eagerly, 4, 1),
    "printed sevens": Batch(ALL, {**PRINTED, "tokens_to_end": 4}, play_eagerly, 10, 1),
    "other printed sevens": Batch(
        (2, 5), {**OTHERWISE_PRINTED, "tokens_to_end": 3}, play_eagerly, 10, 1
    ),
    "the fewest colors": Batch((2,), {"colors": 4, "hand_size": 4}, play_eagerly, 12, 1),
    "three players, five colors": Batch((3,), {"colors": 5, "hand_size": 5}, play_eagerly, 12, 1),
    "ones and sevens": Batch(
        (2, 5), {"values": 2, "hand_size": 2, "tokens_to_end": 20}, play_eagerly, 8, 1
    ),
    "hands of one 7": Batch(ALL, {"hand_size": 1, "tokens_to_end": 5}, play_eagerly, 10, 1),
    "hands of twelve": Batch((2, 3), {"hand_size": 12, "tokens_to_end": 3}, play_eagerly, 10, 1),
    "hands full of Rainbow cards": Batch(
        ALL, {"values": 3, "hand_size": 3, "tokens_to_end": 12}, play_eagerly, 8, 2
    ),
    "no Rainbow cards, no spare card": Batch(
        (2, 3, 5), {"rainbow_cards": 0, "values": 4, "hand_size": 4}, play_eagerly, 8, 1
    ),
    "a single token ends the game": Batch(ALL, {"tokens_to_end": 1}, play_by_chance, 6, 1),
    "by chance": Batch(ALL, {"tokens_to_end": 2}, play_by_chance, 4, 1),
    "by chance, printed sevens": Batch(
        ALL, {**PRINTED, "tokens_to_end": 2, "values": 4, "hand_size": 4}, play_by_chance, 12, 1
    ),
}

# Made-up positions

POSITIONS = games(200, 30)
LONGEST = 60  # actions played from a position
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    PRINTED,
    OTHERWISE_PRINTED,
    {"tokens_to_end": 2},
    {"tokens_to_end": 3, "values": 5, "hand_size": 4},
    {"tokens_to_end": 99, "values": 3, "hand_size": 2, "rainbow_cards": 2},
)
HANDS: tuple[tuple[str, int], ...] = (
    ("sevens", 4),
    ("rainbows", 2),
    ("rainbows and sevens", 2),
    ("low", 4),
    ("any", 4),
)
"""Kinds of hands, and how often each is tried."""


class Cards:
    """What is left of the cards of a game, in a random order."""

    def __init__(self, players: int, options: dict[str, Any], choices: random.Random) -> None:
        colors = oracle.COLORS[: options["colors"]]
        self.choices = choices
        self.sevens = [f"{color}7" for color in choices.sample(colors, players + 2)]
        self.left = [*self.sevens, *oracle.low_cards(options)]
        choices.shuffle(self.left)

    def take(self, most: int, wanted: Callable[[str], bool] = bool) -> list[str]:
        """At most so many of the cards that are wanted."""
        taken = [card for card in self.left if wanted(card)][:most]
        for card in taken:
            self.left.remove(card)
        return taken

    def hand(self, kind: str) -> list[str]:
        """A hand, never an empty one."""
        cards = []
        if "sevens" in kind:
            cards += self.take(self.choices.randint(3, 5), oracle.is_seven)
        if "rainbows" in kind:
            cards += self.take(self.choices.randint(1, 4), oracle.is_rainbow)
        if kind == "low":
            cards += self.take(self.choices.randint(1, 4), is_low)
        if kind == "any" or not cards or self.choices.random() < 0.3:
            cards += self.take(self.choices.randint(1, 3))
        return cards


def is_low(card: str) -> bool:
    return oracle.is_rainbow(card) or oracle.value_of(card) <= 2


def rare_position(players: int, seed: int) -> dict[str, Any]:
    """A complete position close to what is rare."""
    choices = random.Random(1_000 * seed + players)
    options = Twice.options(players, choices.choice(OPTIONS))
    cards = Cards(players, options, choices)
    kinds, weights = zip(*HANDS, strict=True)
    hands = [cards.hand(kind) for kind in choices.choices(kinds, weights, k=players)]
    deck = cards.take(choices.choice([0, 0, 0, 1, 2, 6]))
    lying = choices.choice([(0,), (0, 1), (0, 1, 1, 2, 4)])
    piles = [cards.take(choices.choice(lying)) for _ in range(3)]
    rounds = choices.choice([0, 1, 9])
    to_end = options["tokens_to_end"]
    fewest = choices.choice([0, max(0, to_end - 2)])
    return {
        "game": "rainbow7",
        "players": players,
        "options": options,
        "hands": [" ".join(oracle.in_order(hand)) for hand in hands],
        "deck": " ".join(deck),
        "piles": [" ".join(pile) for pile in piles],
        "tokens": [choices.randint(fewest, to_end - 1) for _ in range(players)],
        "to_move": choices.randrange(players),
        "first": choices.randrange(players),
        "round": rounds,
        "sevens": " ".join(oracle.in_order(cards.sevens)),
        "struck": choices.random() < 0.1,
        "tucked": [0] * players,
        "turn": None,
        "last": {"hands": [""] * players, "tokens": [0] * players} if rounds else None,
        "chance": f"{seed:064x}",
        "chances": 3 + rounds,
    }


# Playing them


def play_on(twice: Twice, choose: Choose, choices: random.Random, most: int) -> None:
    """Plays to the end, or so many actions."""
    while most > 0 and not twice.is_over:
        twice.play(choose(twice.legal(), choices))
        most -= 1


@cache
def play_dealt(name: str, players: int) -> Counter[str]:
    """The games of a batch; how often each rare branch ran."""
    batch = DEALT[name]
    counts: Counter[str] = Counter()
    for seed in range(games(batch.compiled, batch.plain)):
        twice = Twice.deal(players, batch.options, seed)
        play_on(twice, batch.choose, random.Random(seed), 20_000)
        assert twice.is_over
        counts += twice.second.counts
    return counts


@cache
def play_positions(players: int, first: int, count: int) -> Counter[str]:
    """Made-up positions, played on; how often each rare branch ran."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        twice = Twice.position(rare_position(players, seed))
        choose = play_by_chance if seed % 4 == 0 else play_oddly
        play_on(twice, choose, random.Random(seed), LONGEST)
        counts += twice.second.counts
    return counts


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name, batch in DEALT.items() for players in batch.players],
)
def test_a_second_implementation_agrees_action_by_action(name: str, players: int) -> None:
    assert play_dealt(name, players).total() > 0


@pytest.mark.parametrize("players", ALL)
def test_it_agrees_from_made_up_positions_on(players: int) -> None:
    assert play_positions(players, 0, POSITIONS).total() > 0


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", ALL)
def test_it_agrees_over_a_thousand_games(players: int, options: dict[str, Any]) -> None:
    for seed in range(1_000_000, 1_001_000):
        twice = Twice.deal(players, options, seed)
        play_on(twice, play_eagerly, random.Random(seed), 20_000)
        assert twice.is_over


@pytest.mark.soak
@pytest.mark.parametrize("players", ALL)
def test_it_agrees_from_five_thousand_made_up_positions_on(players: int) -> None:
    play_positions(players, 1_000_000, 5_000)


# What ran

BRANCHES = (
    "tucked",
    "tucked a drawn one",
    "Ws alone",
    "four or more sevens",
    "second shelter",
    "perfect with sevens",
    "perfect",
    "storm",
    "thunderstorm",
    "reshuffle",
    "reseed",
    "reseed impossible",
    "reshuffle impossible, draw skipped",
    "nothing to draw",
    "struck",
    "struck but gave back",
    "tie on tokens broken by hands",
    "shared win",
)
NEVER = "no card for a pile at the deal"
"""The rules module refuses options with so few cards."""


def test_every_rare_branch_ran(record_property: Callable[[str, object], None]) -> None:
    counts: Counter[str] = Counter()
    for name, batch in DEALT.items():
        for players in batch.players:
            counts += play_dealt(name, players)
    for players in ALL:
        counts += play_positions(players, 0, POSITIONS)
    for branch in (*BRANCHES, NEVER):
        record_property(branch, counts[branch])
    assert set(counts) == set(BRANCHES)
