"""Rainbow Pirates for 2 to 5 players: a slow, obvious oracle for differential tests.

Written from the rule clauses alone (ids RP-...), and sharing nothing with the fast engine.
Cards are texts ("3", "W", "cannon", "P"), groups are texts too ("111", "12W4", "1WW="), and
nothing is cached: what is legal is worked out afresh from the definitions each time.
"""

import copy
import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

NUMBERED = ["1", "2", "3", "4", "5", "6", "7"]  # RP-01: color and number are the same
WILD = "W"  # RP-01
BLACK = ["thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass"]
PIRATE = "P"  # RP-02: a RAINBOW PIRATE
KINDS = [*NUMBERED, WILD, *BLACK, PIRATE]
AIMED = ["thief", "cannon", "blindbeard", "parrot"]  # RP-15
BLOCKED_BY = {  # RP-30 to RP-37: Spyglass is not in it
    "thief": "1",
    "cannon": "2",
    "elixir": "3",
    "captain": "4",
    "blindbeard": "5",
    "ship": "6",
    "parrot": "7",
}
BLACK_BY_IMPORTANCE = list(reversed(BLACK))  # how BLACK groups of one size are sorted


class Shuffle(Protocol):
    """Gives the cards in a random order: what for, and the number of the chance event."""

    def __call__(self, items: list[T], purpose: str, number: int, /) -> list[T]: ...


# Cards and deal


def deal(players: int, options: dict[str, Any], shuffle: Shuffle) -> "Pirates":
    """Deal a fresh game (RP-03, RP-R1, RP-R16)."""
    if not 2 <= players <= 5:
        raise ValueError(f"Rainbow Pirates is for 2 to 5 players, not {players}")
    deck = [kind for kind in KINDS for _ in range(options["deck"][kind])]
    if len(deck) < 7 * players + 3:
        raise ValueError("the deck is too small for this deal")
    deck = shuffle(deck, "deal", 0)
    hands = [take_top(deck, 7) for _ in range(players)]
    faceup = take_top(deck, 2)
    first = shuffle(list(range(players)), "first", 0)[0]
    return Pirates(
        players=players,
        options=copy.deepcopy(options),
        shuffle=shuffle,
        hands=hands,
        islands=[[] for _ in range(players)],
        draw=deck,
        faceup=faceup,
        discard=[],
        player=first,
        mover=first,
        chances=2,
    )


def take_top(pile: list[str], count: int) -> list[str]:
    """RP-R2: take cards off a pile, fewer if there are not so many."""
    taken = pile[:count]
    del pile[:count]
    return taken


def in_kind_order(cards: list[str]) -> list[str]:
    """1 to 7, W, the BLACK kinds, P."""
    return sorted(cards, key=KINDS.index)


def split_words(text: str) -> list[str]:
    """The cards in a text such as "1 1 W cannon"."""
    return text.split()


def holds(hand: list[str], cards: list[str]) -> bool:
    """Whether all these cards are in the hand."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


# What is a group


def are_colors(cards: list[str]) -> bool:
    """RP-01: COLOR cards, WILDs included."""
    return all(card in NUMBERED or card == WILD for card in cards)


def numbers_in(cards: list[str]) -> list[str]:
    """The cards that are not WILDs, of COLOR cards."""
    return [card for card in cards if card != WILD]


def is_set(cards: list[str]) -> bool:
    """RP-07, RP-08, RP-R3: three or more COLOR cards of one color, or any with WILDs."""
    return len(cards) >= 3 and are_colors(cards) and len(set(numbers_in(cards))) <= 1


def starts_at(cards: list[str], start: int) -> bool:
    """RP-07, RP-08, RP-R17: numerical order from this number on, and not past 7."""
    if start < 1 or start + len(cards) - 1 > 7:
        return False
    return all(card in (WILD, str(start + place)) for place, card in enumerate(cards))


def is_rainbow(cards: list[str]) -> bool:
    """RP-07, RP-08, RP-R3: three or more COLOR cards in numerical order."""
    if len(cards) < 3 or not are_colors(cards):
        return False
    return any(starts_at(cards, start) for start in range(1, 8))


def is_black_group(cards: list[str]) -> bool:
    """RP-07: three or more BLACK cards of any kinds."""
    return len(cards) >= 3 and all(card in BLACK for card in cards)


def rainbow_start(cards: list[str]) -> int:
    """The number at the low end; RP-R26: a rainbow of WILDs alone starts at 1."""
    return min(start for start in range(1, 8) if starts_at(cards, start))


# The texts of groups


def set_text(cards: list[str]) -> str:
    """Numbered cards, then WILDs, and = if fewer than two are numbered."""
    numbers = numbers_in(cards)
    wilds = [card for card in cards if card == WILD]
    sign = "=" if len(numbers) < 2 else ""
    return "".join(numbers + wilds) + sign


def rainbow_text(cards: list[str]) -> str:
    """The cards in their order."""
    return "".join(cards)


def black_text(cards: list[str]) -> str:
    """The names in alphabetical order."""
    return "+".join(sorted(cards))


def cards_of(group: str) -> list[str]:
    """The cards of a group from its text."""
    if "+" in group:
        return group.split("+")
    return list(group.removesuffix("="))


def kind_of(group: str) -> str:
    """What a group was placed as (RP-R3): "set", "rainbow", "black" or "pirates"."""
    cards = cards_of(group)
    if set(cards) == {PIRATE}:
        return "pirates"
    if is_black_group(cards):
        return "black"
    if group.endswith("=") or len(numbers_in(cards)) > len(set(numbers_in(cards))):
        return "set"
    return "rainbow"


def is_full_rainbow(group: str) -> bool:
    """RP-41: all seven in order, WILDs included."""
    return kind_of(group) == "rainbow" and len(cards_of(group)) == 7


def sorting_place(group: str) -> list[int]:
    """How the groups of an island are sorted in a position."""
    cards = cards_of(group)
    kind = kind_of(group)
    if kind == "set":
        color = int(numbers_in(cards)[0]) if numbers_in(cards) else 8
        return [1, color, len(cards), cards.count(WILD)]
    if kind == "rainbow":
        wilds = sum(2**place for place, card in enumerate(cards) if card == WILD)
        return [2, rainbow_start(cards), len(cards), wilds]
    if kind == "black":
        return [3, len(cards)] + [cards.count(black) for black in BLACK_BY_IMPORTANCE]
    return [4]


# Placing


def new_groups(hand: list[str]) -> set[str]:
    """RP-07, RP-R3: every group of exactly three cards of the hand."""
    found = set()
    colors = [kind for kind in KINDS if kind in hand and are_colors([kind])]
    for triple in itertools.product(colors, repeat=3):
        cards = list(triple)
        if holds(hand, cards) and is_set(cards):
            found.add(set_text(cards))
        if holds(hand, cards) and is_rainbow(cards):
            found.add(rainbow_text(cards))
    for triple in itertools.product([kind for kind in BLACK if kind in hand], repeat=3):
        cards = list(triple)
        if holds(hand, cards) and is_black_group(cards):
            found.add(black_text(cards))
    return found


def grown_high(card: str, group: str) -> str | None:
    """What `add card>group` makes of the group, or None if it does not fit (RP-R4, RP-R26)."""
    cards = cards_of(group)
    grown = [*cards, card]
    kind = kind_of(group)
    if kind == "set" and is_set(grown):
        return set_text(grown)
    if kind == "rainbow" and starts_at(grown, rainbow_start(cards)):
        return rainbow_text(grown)
    if kind == "black" and is_black_group(grown):
        return black_text(grown)
    return None


def grown_low(card: str, group: str) -> str | None:
    """What `add card<group` makes of a rainbow, or None if it does not fit (RP-R4, RP-R26)."""
    cards = cards_of(group)
    if kind_of(group) != "rainbow":
        return None
    grown = [card, *cards]
    return rainbow_text(grown) if starts_at(grown, rainbow_start(cards) - 1) else None


def additions(hand: list[str], island: list[str]) -> set[str]:
    """RP-10, RP-R4: every card of the hand with every group that it extends."""
    found = set()
    for card in set(hand):
        for group in island:
            if grown_high(card, group) is not None:
                found.add(f"{card}>{group}")
            if grown_low(card, group) is not None:
                found.add(f"{card}<{group}")
    return found


def must_place(hand: list[str], island: list[str]) -> bool:
    """RP-09, RP-10, RP-11, RP-R4, RP-R18: whether something in hand must still be placed."""
    numbered = [card for card in hand if card in NUMBERED]
    if PIRATE in hand:
        return True
    return bool(additions(numbered, island)) or bool(new_groups(numbered))


# Hitting a card


@dataclass
class Hit:
    """What becomes of a group that loses a card."""

    card: str
    standing: list[str]  # the groups that stay on the island
    back: list[str]  # the cards that fall back into the hand of the owner
    split: bool = False  # RP-R6
    renamed: bool = False  # RP-R26


def hit_group(group: str, place: int) -> Hit:
    """RP-20, RP-R6: take the card at a place, counted from 1, out of a group."""
    cards = cards_of(group)
    card = cards[place - 1]
    rest = cards[: place - 1] + cards[place:]
    kind = kind_of(group)
    if kind == "rainbow":
        return hit_rainbow(cards, place)
    if kind == "set" and is_set(rest):
        return Hit(card, [set_text(rest)], [])
    if kind == "black" and is_black_group(rest):
        return Hit(card, [black_text(rest)], [])
    if kind == "pirates" and rest:
        return Hit(card, ["".join(rest)], [])
    return Hit(card, [], rest)


def hit_rainbow(cards: list[str], place: int) -> Hit:
    """RP-R6: each part of three or more stays with its WILDs in place, the others go back."""
    start = rainbow_start(cards)
    low, high = cards[: place - 1], cards[place:]
    hit = Hit(cards[place - 1], [], [], split=bool(low) and bool(high))
    for part, part_start in ((low, start), (high, start + place)):
        if len(part) < 3:
            hit.back += part
            continue
        hit.standing.append(rainbow_text(part))
        if rainbow_start(part) != part_start:  # RP-R26: WILDs alone start at 1
            hit.renamed = True
    return hit


def places_to_hit(group: str) -> list[int]:
    """The places of a group; of those with the same effect only the first."""
    places: list[int] = []
    effects = []
    for place in range(1, len(cards_of(group)) + 1):
        hit = hit_group(group, place)
        effect = (hit.card, sorted(hit.standing), sorted(hit.back))
        if effect not in effects:
            effects.append(effect)
            places.append(place)
    return places


# Scoring


def island_cards(island: list[str]) -> list[str]:
    """All the cards on an island."""
    return [card for group in island for card in cards_of(group)]


def island_points(island: list[str]) -> int:
    """RP-50, RP-51: 1 point for each card, 5 for a RAINBOW PIRATE."""
    return sum(5 if card == PIRATE else 1 for card in island_cards(island))


def pirates_on(island: list[str]) -> int:
    """RP-53: the RAINBOW PIRATE cards."""
    return island_cards(island).count(PIRATE)


def colors_on(island: list[str]) -> int:
    """RP-53: the COLOR cards, WILDs included."""
    return len([card for card in island_cards(island) if are_colors([card])])


# The game


@dataclass
class Pirates:
    """One game: the cards, where they lie, and what is to be decided next.

    `player` is whose turn it is, `mover` who decides. `step` is None in the main part of a
    turn, else what the mover is asked: "block", "pick", "revive", "give", "name", "top" or
    "place"; `card`, `target`, `tired`, `cards` and `left` belong to such a step.
    """

    players: int
    options: dict[str, Any]
    shuffle: Shuffle
    hands: list[list[str]]
    islands: list[list[str]]
    draw: list[str]  # top card first
    faceup: list[str]
    discard: list[str]  # bottom card first
    player: int
    mover: int
    chances: int
    went_out: int | None = None
    lifts: int = 0
    elixirs: int = 0  # taken from the discard pile this turn and not played again (RP-R27)
    step: str | None = None
    card: str = ""
    target: int | None = None
    tired: bool = False
    cards: int = 0
    left: int = 0
    over: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    # Positions

    @classmethod
    def from_position(cls, position: dict[str, Any], shuffle: Shuffle) -> "Pirates":
        """The game that a complete position describes."""
        turn = position["turn"] or {}
        mover = position["to_move"]
        player = turn.get("player")
        target = turn.get("target")
        game = cls(
            players=position["players"],
            options=copy.deepcopy(position["options"]),
            shuffle=shuffle,
            hands=[split_words(hand) for hand in position["hands"]],
            islands=[list(island) for island in position["islands"]],
            draw=split_words(position["draw"]),
            faceup=split_words(position["faceup"]),
            discard=split_words(position["discard"]),
            player=mover if player is None else player,
            mover=mover,
            chances=position["chances"],
            went_out=position["went_out"],
            lifts=turn.get("lifts", 0),
            elixirs=turn.get("elixirs", 0),
            step=turn.get("step"),
            card=turn.get("card", ""),
            target=target,
            tired=turn.get("tired", False),
            cards=turn.get("cards", 0),
            left=turn.get("left", 0),
            over=mover == -1,
        )
        if game.step is None and not game.over:
            game.decide_again([])
        game.counts.clear()
        return game

    def position(self) -> dict[str, Any]:
        """Everything there is to know, in the text forms."""
        return {
            "players": self.players,
            "options": copy.deepcopy(self.options),
            "hands": [" ".join(in_kind_order(hand)) for hand in self.hands],
            "islands": [sorted(island, key=sorting_place) for island in self.islands],
            "draw": " ".join(self.draw),
            "faceup": " ".join(self.faceup),
            "discard": " ".join(self.discard),
            "to_move": self.to_move(),
            "went_out": self.went_out,
            "turn": self.turn_position(),
            "scores": self.scores(),
            "chances": self.chances,
        }

    def turn_position(self) -> dict[str, Any] | None:
        """The turn, or None where it says nothing beyond the default."""
        if self.over:
            return None
        if self.step is None and self.lifts == 0 and self.elixirs == 0:
            return None
        turn = {
            "player": self.player,
            "lifts": self.lifts,
            "elixirs": self.elixirs,
            "step": self.step,
        }
        return turn | self.step_position()

    def step_position(self) -> dict[str, Any]:
        """The keys that belong to the step."""
        if self.step in ("block", "pick", "name"):
            tired = {"tired": self.tired} if self.card == "elixir" else {}
            return {"card": self.card, "target": self.target, **tired}
        if self.step == "revive":
            return {"card": self.card, "tired": self.tired}
        if self.step == "give":
            return {"card": self.card}
        if self.step == "top":
            return {"cards": self.cards}
        if self.step == "place":
            return {"left": self.left}
        return {}

    # The interface

    def to_move(self) -> int:
        """The player whose decision it is, or -1 when the game is over."""
        return -1 if self.over else self.mover

    def legal(self) -> set[str]:
        """The text forms of all legal actions."""
        if self.over:
            return set()
        choices: dict[str | None, Callable[[], set[str]]] = {
            None: self.legal_in_turn,
            "block": self.legal_blocks,
            "pick": self.legal_hits,
            "revive": self.legal_revivals,
            "give": self.legal_gifts,
            "name": self.legal_names,
            "top": self.legal_tops,
            "place": self.legal_in_placing,
        }
        return choices[self.step]()

    def play(self, text: str) -> None:
        """Carry out one action."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r}")
        word, _, rest = text.partition(" ")
        actions: dict[str, Callable[[str], None]] = {
            "lay": self.lay,
            "add": self.add,
            "lift": self.lift,
            "play": self.play_black,
            "block": self.block,
            "pass": self.pass_by,
            "pick": self.revive if self.step == "revive" else self.hit,
            "give": self.give,
            "name": self.name,
            "top": self.top,
            "draw": self.close_turn,
            "done": self.done,
        }
        actions[word](rest)

    def returns(self) -> list[float]:
        """RP-53: the victory, shared evenly by those who are still equal."""
        if not self.over:
            return [0.0] * self.players
        winners = self.winners()
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def scores(self) -> list[int]:
        """RP-51, RP-52: the points of the islands, and 5 for going out."""
        return [
            island_points(self.islands[seat]) + (5 if seat == self.went_out else 0)
            for seat in range(self.players)
        ]

    # The main part of a turn

    def legal_in_turn(self) -> set[str]:
        """RP-04: placing, rearranging and BLACK cards in any order, until the closing draw."""
        return self.legal_placings() | self.legal_black_cards() | self.legal_draws()

    def legal_placings(self) -> set[str]:
        """RP-04, RP-12: lay, add and lift."""
        hand, island = self.hands[self.mover], self.islands[self.mover]
        actions = {f"lay {group}" for group in new_groups(hand)}
        if PIRATE in hand:
            actions.add(f"lay {PIRATE}")
        actions |= {f"add {addition}" for addition in additions(hand, island)}
        if self.lifts < self.options["lifts"]:  # RP-R20
            actions |= {f"lift {group}" for group in island}
        return actions

    def legal_black_cards(self) -> set[str]:
        """RP-15, RP-R7: any BLACK card in hand, those that attack one with each opponent."""
        actions = set()
        for card in self.hands[self.mover]:
            if card in AIMED:
                actions |= {f"play {card}@{seat}" for seat in self.clockwise_opponents()}
            elif card in BLACK:
                actions.add(f"play {card}")
        return actions

    def legal_draws(self) -> set[str]:
        """RP-05, RP-09, RP-10, RP-R2: from a source with cards, if nothing must be placed."""
        actions: set[str] = set()
        if must_place(self.hands[self.mover], self.islands[self.mover]):
            return actions
        if self.faceup:
            actions.add("draw faceup")
        if self.draw:
            actions.add("draw pile")
        return actions

    def clockwise_opponents(self) -> list[int]:
        """The opponents of whose turn it is, from the left on."""
        return [(self.player + step) % self.players for step in range(1, self.players)]

    def lay(self, group: str) -> None:
        """A new group of three, or one P that joins the Ps already there."""
        hand, island = self.hands[self.mover], self.islands[self.mover]
        for card in cards_of(group):
            hand.remove(card)
        if group == PIRATE:
            together = [old for old in island if kind_of(old) == "pirates"]
            for old in together:
                island.remove(old)
            group += "".join(together)
        island.append(group)
        self.placed()

    def add(self, addition: str) -> None:
        """RP-10: one card to the high or the low end of a group."""
        hand, island = self.hands[self.mover], self.islands[self.mover]
        if ">" in addition:
            card, _, group = addition.partition(">")
            grown = grown_high(card, group)
        else:
            card, _, group = addition.partition("<")
            grown = grown_low(card, group)
        assert grown is not None
        hand.remove(card)
        island.remove(group)
        island.append(grown)
        self.placed()

    def lift(self, group: str) -> None:
        """RP-12, RP-R20: a whole group back into the hand."""
        self.islands[self.mover].remove(group)
        self.hands[self.mover] += cards_of(group)
        self.lifts += 1
        if self.lifts == self.options["lifts"]:
            self.counts["lift limit met"] += 1
        self.placed()

    def placed(self) -> None:
        """After lay, add or lift; RP-R13: there is no going out in the last placing."""
        if self.step is None:
            self.decide_again([])

    # Going on, going out, running out

    def decide_again(self, how: list[str]) -> None:
        """It is the turn player's decision (again): RP-R12, then RP-44.

        `how` are the branches to count if the player goes out now.
        """
        self.step = None
        self.card = ""
        self.target = None
        self.tired = False
        self.mover = self.player
        if self.goes_out():
            self.counts.update(["went out", *how])
            self.went_out = self.player
            self.end()
        elif not self.draw and not self.faceup:  # RP-R25
            self.start_placing()
        elif not self.hands[self.player]:
            self.counts["empty hand but not out"] += 1  # RP-43

    def goes_out(self) -> bool:
        """RP-40: no cards in hand, and two full rainbows or more on the island."""
        full = [group for group in self.islands[self.player] if is_full_rainbow(group)]
        return not self.hands[self.player] and len(full) >= 2

    def close_turn(self, source: str) -> None:
        """RP-05, RP-06, RP-R2: draw two, turn up the next two, and the next player's turn."""
        drawn = take_top(self.faceup if source == "faceup" else self.draw, 2)
        if len(drawn) == 1:
            self.counts["one card drawn"] += 1
        self.hands[self.player] += drawn
        if source == "faceup":
            turned_up = take_top(self.draw, 2)
            if len(turned_up) == 1:
                self.counts["one card turned up"] += 1
            self.faceup += turned_up
        if not self.draw and not self.faceup:  # RP-44, RP-R25
            self.start_placing()
        else:
            self.start_turn()

    def start_turn(self) -> None:
        """RP-04: clockwise, the next player; RP-R12: who may be out at once."""
        self.player = (self.player + 1) % self.players
        self.lifts = 0
        self.elixirs = 0
        self.decide_again(["out at the start of a turn"])

    def start_placing(self) -> None:
        """RP-44, RP-R13: everyone may still place, first the player who drew last."""
        self.counts["ran out"] += 1
        self.step = "place"
        self.mover = self.player
        self.left = self.players
        self.lifts = 0
        self.elixirs = 0

    def legal_in_placing(self) -> set[str]:
        """RP-44, RP-R13: no BLACK cards as actions, no draw, and nothing must be placed."""
        return self.legal_placings() | {"done"}

    def done(self, _: str) -> None:
        """RP-R13: the next player places, or the game ends."""
        self.left -= 1
        if self.left == 0:
            self.end()
            return
        self.player = (self.player + 1) % self.players
        self.mover = self.player
        self.lifts = 0

    def end(self) -> None:
        """The game is over."""
        self.over = True
        self.step = None
        self.count_ties()

    # Playing a BLACK card

    def play_black(self, text: str) -> None:
        """RP-15, RP-16: lay the card on the discard pile, and ask who may block."""
        card, _, seat = text.partition("@")
        self.card = card
        self.target = int(seat) if seat else None
        if card == "elixir":
            self.tire_elixir()
        self.hands[self.player].remove(card)
        self.discard.append(card)
        self.ask_to_block(self.may_block())

    def tire_elixir(self) -> None:
        """RP-R10, RP-R27: the older ones leave first; one taken this turn is tired."""
        in_hand = self.hands[self.player].count("elixir")
        self.tired = in_hand <= self.elixirs
        if self.tired:
            self.elixirs -= 1
            self.counts["tired elixir"] += 1

    def may_block(self) -> list[int]:
        """RP-R5, RP-37: who is asked, in this order; nobody without cards in hand."""
        if self.card not in BLOCKED_BY:
            return []
        seats = self.clockwise_opponents() if self.target is None else [self.target]
        return [seat for seat in seats if self.hands[seat]]

    def ask_to_block(self, seats: list[int]) -> None:
        """RP-R5: ask the first of these, or nobody blocks."""
        if seats:
            self.step = "block"
            self.mover = seats[0]
        else:
            self.counts[f"{self.card} unblocked"] += 1
            self.take_effect()

    def legal_blocks(self) -> set[str]:
        """RP-16, RP-18: the matching COLOR card, if it is in hand, or none."""
        number = BLOCKED_BY[self.card]
        return {"pass", f"block {number}"} if number in self.hands[self.mover] else {"pass"}

    def block(self, number: str) -> None:
        """RP-16, RP-17: the card has no effect at all."""
        self.hands[self.mover].remove(number)
        self.discard.append(number)
        self.counts[f"{self.card} blocked"] += 1
        self.finish_card([f"went out by {self.card}", "went out blocked"])

    def pass_by(self, _: str) -> None:
        """RP-R5: ask the next one."""
        seats = self.may_block()
        self.ask_to_block(seats[seats.index(self.mover) + 1 :])

    def finish_card(self, how: list[str] | None = None) -> None:
        """RP-42, RP-R24: the turn player goes on, or is out."""
        self.decide_again([f"went out by {self.card}"] if how is None else how)

    def nothing_to_hit(self) -> None:
        """RP-R7, RP-R28: no further decision."""
        self.counts[f"{self.card} nothing to hit"] += 1
        self.finish_card()

    def ask(self, step: str) -> None:
        """The turn player decides about the card."""
        self.step = step
        self.mover = self.player

    def take_effect(self) -> None:
        """RP-30 to RP-37, when nobody has blocked."""
        effects = {
            "thief": self.start_hit,
            "cannon": self.start_hit,
            "elixir": self.start_revival,
            "captain": self.start_gifts,
            "blindbeard": self.steal,
            "ship": self.sail,
            "parrot": self.start_naming,
            "spyglass": self.look,
        }
        effects[self.card]()

    def victim(self) -> int:
        """The opponent the card is aimed at."""
        assert self.target is not None
        return self.target

    # Island Thief and Cannon

    def start_hit(self) -> None:
        """RP-30, RP-31, RP-R28."""
        if self.islands[self.victim()]:
            self.ask("pick")
        else:
            self.nothing_to_hit()

    def legal_hits(self) -> set[str]:
        """RP-R9: any card of the opponent's island, by its place."""
        return {
            f"pick {group}:{place}"
            for group in self.islands[self.victim()]
            for place in places_to_hit(group)
        }

    def hit(self, text: str) -> None:
        """RP-30, RP-31, RP-20: to the attacker's hand or the discard pile."""
        group, _, place = text.partition(":")
        hit = hit_group(group, int(place))
        island = self.islands[self.victim()]
        island.remove(group)
        island += hit.standing
        self.hands[self.victim()] += hit.back
        if self.card == "thief":
            self.hands[self.player].append(hit.card)
        else:
            self.discard.append(hit.card)
        self.count_hit(hit)
        self.finish_card()

    def count_hit(self, hit: Hit) -> None:
        """What became of the group."""
        if hit.split:
            self.counts["split a rainbow"] += 1
        if hit.back:
            self.counts["remnants to hand"] += 1
        if hit.renamed:
            self.counts["WILD rainbow renamed"] += 1

    # Elixir of Life

    def start_revival(self) -> None:
        """RP-32, RP-R28."""
        if self.legal_revivals():
            self.ask("revive")
        else:
            self.nothing_to_hit()

    def legal_revivals(self) -> set[str]:
        """RP-32, RP-R10: any card below itself, but a tired one takes no Elixir."""
        below = self.discard[:-1]
        return {f"pick {card}" for card in below if not (self.tired and card == "elixir")}

    def revive(self, card: str) -> None:
        """RP-32: to the hand; of several of a kind, the uppermost below the Elixir itself."""
        below = self.discard[:-1]
        del self.discard[len(below) - 1 - below[::-1].index(card)]
        self.hands[self.player].append(card)
        if card == "elixir":
            self.elixirs += 1
        self.finish_card()

    # Captain

    def givers(self) -> list[int]:
        """RP-33: the opponents with BLACK cards in hand, from the attacker's left on."""
        return [
            seat
            for seat in self.clockwise_opponents()
            if any(card in BLACK for card in self.hands[seat])
        ]

    def start_gifts(self) -> None:
        """RP-33, RP-R28."""
        if self.givers():
            self.step = "give"
            self.mover = self.givers()[0]
        else:
            self.nothing_to_hit()

    def legal_gifts(self) -> set[str]:
        """RP-33, RP-R9: the giver chooses."""
        return {f"give {card}" for card in self.hands[self.mover] if card in BLACK}

    def give(self, card: str) -> None:
        """RP-33: hand it over, then the next one gives."""
        order = self.clockwise_opponents()
        later = order[order.index(self.mover) + 1 :]
        self.hands[self.mover].remove(card)
        self.hands[self.player].append(card)
        still_to_give = [seat for seat in later if seat in self.givers()]
        if still_to_give:
            self.mover = still_to_give[0]
        else:
            self.finish_card()

    # Blindbeard

    def steal(self) -> None:
        """RP-34, RP-R9: two cards at random, or the only one."""
        hand = self.hands[self.victim()]
        if not hand:
            self.nothing_to_hit()
            return
        mixed = self.shuffle(in_kind_order(hand), "steal", self.chances)
        self.chances += 1
        for card in mixed[:2]:
            hand.remove(card)
            self.hands[self.player].append(card)
        self.finish_card()

    # Ship

    def sail(self) -> None:
        """RP-35, RP-R2, RP-R23: two cards from the draw pile, never face-up ones."""
        drawn = take_top(self.draw, 2)
        if not drawn:
            self.counts["ship found none"] += 1
            self.nothing_to_hit()
            return
        if len(drawn) == 1:
            self.counts["ship found one"] += 1
        self.hands[self.player] += drawn
        self.finish_card()

    # Parrot

    def start_naming(self) -> None:
        """RP-36, RP-R28: nothing to ask for where the hand is empty."""
        if self.hands[self.victim()]:
            self.ask("name")
        else:
            self.nothing_to_hit()

    def legal_names(self) -> set[str]:
        """RP-R11: any kind."""
        return {f"name {kind}" for kind in KINDS}

    def name(self, card: str) -> None:
        """RP-36, RP-R11: one of this kind, if there is one in hand."""
        if card in self.hands[self.victim()]:
            self.hands[self.victim()].remove(card)
            self.hands[self.player].append(card)
        self.finish_card()

    # Spyglass

    def look(self) -> None:
        """RP-37, RP-R23: the top four cards, or what there is; one alone has no order."""
        seen = len(self.draw[:4])
        self.counts[f"spyglass saw {seen}"] += 1
        if seen >= 2:
            self.cards = seen
            self.ask("top")
        elif seen == 1:
            self.finish_card()
        else:
            self.nothing_to_hit()

    def already_ordered(self) -> int:
        """How many of the cards that were looked at lie in their new order."""
        return len(self.draw[:4]) - self.cards

    def legal_tops(self) -> set[str]:
        """RP-37: one of the cards that are not in order yet."""
        ordered = self.already_ordered()
        return {f"top {card}" for card in self.draw[ordered : ordered + self.cards]}

    def top(self, card: str) -> None:
        """RP-37: it comes next; the last one goes by itself."""
        ordered = self.already_ordered()
        place = self.draw.index(card, ordered)
        self.draw.insert(ordered, self.draw.pop(place))
        self.cards -= 1
        if self.cards == 1:
            self.cards = 0
            self.finish_card()

    # Who wins

    def winners(self) -> list[int]:
        """RP-53: the most points, then RAINBOW PIRATE cards, then COLOR cards."""
        return self.with_most_colors(self.with_most_pirates(self.with_most_points()))

    def with_most_points(self) -> list[int]:
        """RP-53."""
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    def with_most_pirates(self, seats: list[int]) -> list[int]:
        """RP-53: the first tie-break."""
        most = max(pirates_on(self.islands[seat]) for seat in seats)
        return [seat for seat in seats if pirates_on(self.islands[seat]) == most]

    def with_most_colors(self, seats: list[int]) -> list[int]:
        """RP-53: the second tie-break."""
        most = max(colors_on(self.islands[seat]) for seat in seats)
        return [seat for seat in seats if colors_on(self.islands[seat]) == most]

    def count_ties(self) -> None:
        """Which tie-breaks had something to decide."""
        by_points = self.with_most_points()
        by_pirates = self.with_most_pirates(by_points)
        by_colors = self.with_most_colors(by_pirates)
        if len(by_pirates) < len(by_points):
            self.counts["tie broken by P"] += 1
        if len(by_colors) < len(by_pirates):
            self.counts["tie broken by COLOR"] += 1
        if len(by_colors) > 1:
            self.counts["shared win"] += 1
