"""Rainbow Pirates against a second implementation, written from the clauses alone.

Whole games, and games that start from made-up positions close to what is rare: a last BLACK card
beside two full rainbows, piles that run low, long rainbows, rainbows of WILDs, twenty groups on an
island. The last test prints how often each rare branch of the second implementation
(oracle/pirates.py) ran.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import cycle
from typing import Any, NamedTuple

import pytest

from oracle import pirates as oracle
from pirates_twice import Choose, Twice, play_by_chance, play_eagerly, play_for_rainbows, play_oddly
from playing import games

ALL = (2, 3, 4, 5)
EACH_NUMBER = pytest.mark.parametrize("players", ALL)


# Whole games


def deck(numbers: int, wilds: int, black: int, pirates: int) -> dict[str, int]:
    """So many cards of each number, of WILDs, of each BLACK kind, of RAINBOW PIRATES."""
    numbered = dict.fromkeys(oracle.NUMBERED, numbers)
    return {**numbered, "W": wilds, **dict.fromkeys(oracle.BLACK, black), "P": pirates}


def smallest(players: int) -> dict[str, int]:
    """7 cards for each player and 3 more, of all kinds about equally many."""
    size = 7 * players + 3
    return {kind: (size + place) // 17 for place, kind in enumerate(oracle.KINDS)}


STANDARD = deck(numbers=10, wilds=10, black=4, pirates=8)
WILDS = deck(numbers=6, wilds=31, black=3, pirates=3)


class Batch(NamedTuple):
    """Games played in one way, with each number of players."""

    lifts: int
    deck: dict[str, int] | None  # None: the smallest
    choose: Choose
    compiled: int  # games
    plain: int

    def options(self, players: int) -> dict[str, Any]:
        """The options of these games."""
        return {"lifts": self.lifts, "deck": self.deck or smallest(players)}


DEALT = {
    "standard deck": Batch(6, STANDARD, play_eagerly, 3, 0),
    "lifts as at a table": Batch(250, STANDARD, play_eagerly, 2, 0),
    "smallest deck": Batch(2, None, play_eagerly, 30, 4),
    "smallest deck by chance": Batch(1, None, play_by_chance, 20, 3),
    "smallest deck without lifts": Batch(0, None, play_by_chance, 20, 3),
    "many WILDs": Batch(3, deck(5, 31, 1, 2), play_eagerly, 4, 0),
    "full rainbows": Batch(1, deck(3, 21, 1, 0), play_for_rainbows, 6, 1),
    "many BLACK cards": Batch(1, deck(4, 4, 9, 4), play_oddly, 3, 0),
    "many RAINBOW PIRATES": Batch(0, deck(4, 4, 1, 31), play_eagerly, 4, 1),
    "few cards by chance": Batch(4, deck(4, 4, 1, 3), play_by_chance, 2, 0),
}


ACTIONS = "actions"


def play_on(twice: Twice, choose: Choose, choices: random.Random, most: int) -> Counter[str]:
    """Plays to the end, or so many actions; how many, and how often each rare branch ran."""
    actions = 0
    while actions < most and not twice.is_over:
        twice.play(choose(twice.legal(), choices))
        actions += 1
    return twice.second.counts + Counter({ACTIONS: actions})


def play_game(players: int, options: dict[str, Any], choose: Choose, seed: int) -> Counter[str]:
    """A whole game."""
    twice = Twice.deal(players, options, seed)
    counts = play_on(twice, choose, random.Random(seed), 20_000)
    assert twice.is_over
    return counts


@cache
def play_dealt(name: str, players: int) -> Counter[str]:
    """The games of a batch."""
    batch = DEALT[name]
    counts: Counter[str] = Counter()
    for seed in range(games(batch.compiled, batch.plain)):
        counts += play_game(players, batch.options(players), batch.choose, seed)
    return counts


@EACH_NUMBER
@pytest.mark.parametrize("name", [name for name in DEALT if games(1, DEALT[name].plain)])
def test_a_second_implementation_agrees_action_by_action(name: str, players: int) -> None:
    assert play_dealt(name, players)[ACTIONS] > 0


@pytest.mark.soak
@EACH_NUMBER
def test_it_agrees_over_twenty_thousand_games(players: int) -> None:
    for batch, seed in zip(cycle(DEALT.values()), range(1_000_000, 1_020_000), strict=False):
        play_game(players, batch.options(players), batch.choose, seed)


# Made-up positions


class Cards:
    """What is left of the cards of a deck, in a random order."""

    def __init__(self, counts: dict[str, int], choices: random.Random) -> None:
        self.choices = choices
        self.left = [kind for kind, count in counts.items() for _ in range(count)]
        choices.shuffle(self.left)

    def some(self, *counts: int, kinds: list[str] = oracle.KINDS) -> list[str]:
        """Cards of these kinds: one of these numbers of them, or what is left."""
        taken = [card for card in self.left if card in kinds][: self.choices.choice(counts)]
        return taken if self.take(taken) else []

    def take(self, cards: list[str]) -> bool:
        """Takes just these cards, if all are left."""
        if not oracle.holds(self.left, cards):
            return False
        for card in cards:
            self.left.remove(card)
        return True

    def replaced(self, cards: list[str], wilds: float) -> list[str]:
        """The same, but each a WILD with that probability."""
        return ["W" if self.choices.random() < wilds else card for card in cards]

    def rainbow(self, length: int, wilds: float) -> list[str]:
        """A rainbow for an island; none if its cards are gone."""
        low = self.choices.randint(1, 8 - length)
        cards = self.replaced([str(low + place) for place in range(length)], wilds)
        return [oracle.rainbow_text(cards)] if self.take(cards) else []

    def set_(self, wilds: float) -> list[str]:
        """A set for an island; none if its cards are gone."""
        color = self.choices.choice(oracle.NUMBERED)
        cards = self.replaced([color] * self.choices.choice([3, 3, 4, 6]), wilds)
        return [oracle.set_text(cards)] if self.take(cards) else []

    def black_group(self) -> list[str]:
        """A BLACK group for an island; none if its cards are gone."""
        cards = self.choices.choices(oracle.BLACK, k=self.choices.choice([3, 3, 4]))
        return [oracle.black_text(cards)] if self.take(cards) else []

    def groups(self, most: int) -> list[str]:
        """So many groups, fewer if the cards do not suffice."""
        found: list[str] = []
        for _ in range(5 * most):
            wilds = self.choices.choice([0, 0.2, 0.8])
            ways: list[Callable[[], list[str]]] = [
                partial(self.rainbow, self.choices.choice([3, 3, 4, 5]), wilds),
                partial(self.set_, wilds),
                self.black_group,
            ]
            found += self.choices.choice(ways)() if len(found) < most else []
        return found

    def full_rainbows(self, count: int) -> list[str]:
        """So many full rainbows."""
        found: list[str] = []
        while len(found) < count:
            found += self.rainbow(7, 0.4)
        return found


Made = dict[str, Any]
"""What a theme says of a position: cards as lists, and whose turn it is."""


def last_black_card(number: int, players: int, cards: Cards) -> Made:
    """Two or three full rainbows and a BLACK card: it can do nothing, be blocked, or anything."""
    card, case = oracle.BLACK[number % 8], number // 8 % 3
    seat = cards.choices.randrange(players)
    islands: list[list[str]] = [[] for _ in range(players)]
    hands: list[list[str]] = [[] for _ in range(players)]
    islands[seat] = cards.full_rainbows(cards.choices.choice([2, 2, 3]))
    cards.take([card])
    hands[seat] = [card]
    made = {"hands": hands, "islands": islands, "to_move": seat}
    if case == 2:
        for other in set(range(players)) - {seat}:
            islands[other] = cards.groups(2)
            hands[other] = cards.some(3, kinds=["7", "W", "cannon", "elixir", "ship"])
        return made
    if case == 1 and card in oracle.BLOCKED_BY:
        for other in set(range(players)) - {seat}:
            hands[other] = cards.some(1, kinds=[oracle.BLOCKED_BY[card]])
    return {**made, "draw": [], "discard": []}


def emptied_hand(number: int, players: int, cards: Cards) -> Made:
    """Two or three full rainbows and few cards, which the right neighbor may take away."""
    seat = cards.choices.randrange(players)
    before = (seat - 1) % players
    hands = [cards.some(0, 2) for _ in range(players)]
    hands[seat] = cards.some(number % 3, kinds=["cannon", "ship", "W"])
    hands[before] = cards.some(3, kinds=["blindbeard", "captain", "parrot"])
    islands: list[list[str]] = [[] for _ in range(players)]
    islands[seat] = cards.full_rainbows(cards.choices.choice([2, 2, 3]))
    return {"hands": hands, "islands": islands, "to_move": before}


def low_piles(number: int, players: int, cards: Cards) -> Made:
    """At most three cards in the draw pile, and what draws from it or looks at it."""
    draw = cards.some(number % 4)
    faceup = cards.some(0, 2) if draw else cards.some(1, 2)
    hands = [cards.some(2, kinds=["ship", "spyglass"]) + cards.some(1) for _ in range(players)]
    return {"hands": hands, "draw": draw, "faceup": faceup}


def nothing_to_do(number: int, players: int, cards: Cards) -> Made:
    """BLACK cards against empty islands, empty piles, and hands without any or empty ones."""
    hands = [cards.some(number % 3, kinds=[*oracle.NUMBERED, "W"]) for _ in range(players)]
    hands[0] = cards.some(5, kinds=oracle.BLACK)
    return {"hands": hands, "islands": [[]] * players, "draw": [], "discard": [], "to_move": 0}


def elixirs(_: int, players: int, cards: Cards) -> Made:
    """Elixirs in the hand and on the discard pile, some of them taken in this turn."""
    hands = [cards.some(0, 2) for _ in range(players)]
    hands[0] += cards.some(1, 2, 3, kinds=["elixir"])
    discard = cards.some(0, 1, 2) + cards.some(0, 1, 2, kinds=["elixir"]) + cards.some(0, 1)
    turn = {"elixirs": cards.choices.choice([0, 1, 2])}
    return {"hands": hands, "discard": discard, "to_move": 0, "turn": turn}


def long_rainbows(_: int, players: int, cards: Cards) -> Made:
    """Long rainbows, and what hits them."""
    wilds = cards.choices.choice([0.1, 0.5])
    islands = [
        cards.rainbow(cards.choices.choice([5, 6, 7, 7]), wilds) + cards.groups(1)
        for _ in range(players)
    ]
    hands = [cards.some(3, kinds=["thief", "cannon", "elixir"]) for _ in range(players)]
    return {"hands": hands, "islands": islands}


def groups_of_wilds(_: int, players: int, cards: Cards) -> Made:
    """Rainbows and sets of WILDs, what hits them and what extends them."""
    islands = [
        cards.rainbow(cards.choices.choice([3, 4, 4, 5, 7]), cards.choices.choice([0.8, 1]))
        + cards.set_(1)
        for _ in range(players)
    ]
    hands = [cards.some(2, kinds=["thief", "cannon"]) + cards.some(3) for _ in range(players)]
    return {"hands": hands, "islands": islands}


def twenty_groups(_: int, players: int, cards: Cards) -> Made:
    """As many groups as the cards allow: twenty on the first island, then four on each."""
    islands = [cards.groups(4 if player else 20) for player in range(players)]
    hands = [cards.some(3) for _ in range(players)]
    return {"hands": hands, "islands": islands, "to_move": cards.choices.choice([0, 0, 1])}


EIGHT_POINTS = (["12W", "P"], ["cannon+parrot+ship", "P"], ["5555", "1234"], ["666", "P"])


def last_placing(number: int, players: int, cards: Cards) -> Made:
    """No cards left to draw, and islands of equal worth but for what is still placed."""
    islands = [*cards.choices.sample(EIGHT_POINTS, min(4, players)), []][:players]
    cards.take([card for island in islands for card in oracle.island_cards(island)])
    hands = [cards.some(0, number % 3) for _ in range(players)]
    turn = {"step": "place", "left": cards.choices.randint(1, players)}
    return {"hands": hands, "islands": islands, "draw": [], "faceup": [], "turn": turn}


def anything(_: int, players: int, cards: Cards) -> Made:
    """Cards anywhere."""
    return {"islands": [cards.groups(cards.choices.choice([0, 3, 5])) for _ in range(players)]}


class Theme(NamedTuple):
    """One kind of made-up positions."""

    make: Callable[[int, int, Cards], Made]
    deck: dict[str, int]
    choose: Choose
    compiled: int  # positions with each number of players
    plain: int


THEMES = {
    theme.make.__name__: theme
    for theme in (
        Theme(last_black_card, WILDS, play_oddly, 48, 18),
        Theme(emptied_hand, WILDS, play_oddly, 15, 6),
        Theme(low_piles, STANDARD, play_oddly, 24, 8),
        Theme(nothing_to_do, STANDARD, play_oddly, 15, 6),
        Theme(elixirs, STANDARD, play_oddly, 15, 4),
        Theme(long_rainbows, WILDS, play_oddly, 15, 5),
        Theme(groups_of_wilds, WILDS, play_oddly, 15, 5),
        Theme(twenty_groups, STANDARD, play_eagerly, 6, 2),
        Theme(last_placing, STANDARD, play_eagerly, 18, 6),
        Theme(anything, STANDARD, play_by_chance, 8, 2),
    )
}


def made_up(theme: Theme, players: int, number: int) -> dict[str, Any]:
    """A complete position of a theme."""
    choices = random.Random(1_000 * number + players)
    cards = Cards(theme.deck, choices)
    made = theme.make(number, players, cards)
    draw = made.get("draw", cards.some(0, 1, 2, 3, 8))
    faceup = made.get("faceup", cards.some(2) if draw else cards.some(1, 2))
    hands = made.get("hands", [cards.some(0, 1, 3, 6) for _ in range(players)])
    islands = made.get("islands", [cards.groups(1) for _ in range(players)])
    return {
        "game": "pirates",
        "players": players,
        "options": {"lifts": choices.choice([0, 1, 2, 250]), "deck": theme.deck},
        "hands": [" ".join(oracle.in_kind_order(hand)) for hand in hands],
        "islands": islands,
        "draw": " ".join(draw),
        "faceup": " ".join(faceup),
        "discard": " ".join(made.get("discard", cards.some(0, 1, 3))),
        "to_move": made.get("to_move", choices.randrange(players)),
        "went_out": None,
        "turn": made.get("turn"),
        "chance": f"{number + 1:064x}",
        "chances": choices.choice([2, 3, 9]),
    }


def play_position(theme: Theme, players: int, number: int) -> Counter[str]:
    """A made-up position, played on; after some actions it is written and read anew."""
    choices = random.Random(number)
    twice = Twice.position(made_up(theme, players, number))
    counts = play_on(twice, theme.choose, choices, choices.choice([1, 2, 3, 4, 5, 6]))
    if twice.is_over:
        return counts
    twice = Twice.position(twice.first.position())
    counts += play_on(twice, theme.choose, choices, 25)
    counts["went out by spyglass"] += counts.pop("went out by ", 0)  # step "top" names no card
    return counts


@cache
def play_theme(name: str, players: int) -> Counter[str]:
    """The positions of a theme."""
    count = games(THEMES[name].compiled, THEMES[name].plain)
    counts: Counter[str] = Counter()
    for number in range(count * players, count * players + count):
        counts += play_position(THEMES[name], players, number)
    return counts


@EACH_NUMBER
@pytest.mark.parametrize("name", THEMES)
def test_it_agrees_from_made_up_positions_on(name: str, players: int) -> None:
    assert play_theme(name, players)[ACTIONS] > 0


@pytest.mark.soak
@EACH_NUMBER
def test_it_agrees_from_twenty_thousand_made_up_positions_on(players: int) -> None:
    for theme, number in zip(cycle(THEMES.values()), range(1_000_000, 1_020_000), strict=False):
        play_position(theme, players, number)


# What ran

CARDS = {
    "nothing to hit": oracle.BLACK,
    "unblocked": oracle.BLACK,
    "blocked": list(oracle.BLOCKED_BY),
}
BRANCHES = (
    *[f"{card} {what}" for what, cards in CARDS.items() for card in cards],
    *[f"went out by {card}" for card in oracle.BLACK],
    "went out blocked",
    "went out",
    "out at the start of a turn",
    "empty hand but not out",
    "lift limit met",
    "split a rainbow",
    "remnants to hand",
    "WILD rainbow renamed",
    "tired elixir",
    "ship found none",
    "ship found one",
    *[f"spyglass saw {count}" for count in range(5)],
    "one card drawn",
    "one card turned up",
    "ran out",
    "tie broken by P",
    "tie broken by COLOR",
    "shared win",
)


def test_every_rare_branch_ran(record_property: Callable[[str, object], None]) -> None:
    counts: Counter[str] = Counter()
    for players in ALL:
        for name in DEALT:
            counts += play_dealt(name, players)
        for name in THEMES:
            counts += play_theme(name, players)
    for branch in (ACTIONS, *BRANCHES):
        record_property(branch, counts[branch])
    assert set(counts) == {ACTIONS, *BRANCHES}
