"""Rainbow 7 for 2 to 5 players: a slow, obvious oracle for differential tests.

Written from the rule clauses alone (ids R7-...), in their order, and sharing nothing with
the fast engine. Cards are their texts, "R3" or "W". Nothing is cached: what is legal is
worked out afresh from the cards on the table each time.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

COLORS = "ROYGBIV"  # R7-R15
RAINBOW = "W"
VALUES = (1, 2, 3, 4, 5, 6, 7)  # R7-R15
EFFECTS = ["downpour", "cloud", "shelter", "sunshine"]  # R7-17 to R7-20
ANY = "any"  # R7-R5: a seven that may be used for each of the four
PILES = "ABC"  # R7-07
ANNOUNCE = "rainbow"  # R7-23
MOST_TO_ANNOUNCE = 7  # R7-23


class Shuffle(Protocol):
    """Chance: a list, what it is shuffled for and a number give the list in a random order."""

    def __call__(self, cards: list[T], purpose: str, number: int, /) -> list[T]: ...


# Cards


def color_of(card: str) -> str:
    """The color of a Color card."""
    return card[0]


def value_of(card: str) -> int:
    """The value of a Color card."""
    return int(card[1])


def is_rainbow(card: str) -> bool:
    return card == RAINBOW


def is_seven(card: str) -> bool:
    """R7-R4: a Rainbow card never is one, whatever it stands for."""
    return not is_rainbow(card) and value_of(card) == 7


def place_of(card: str) -> tuple[int, int]:
    """The order of cards: by color, then by value, Rainbow cards last."""
    if is_rainbow(card):
        return (len(COLORS), 0)
    return (COLORS.index(color_of(card)), value_of(card))


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=place_of)


def joined(cards: list[str]) -> str:
    """The text form of a combination."""
    return "".join(in_order(cards))


def cards_in(text: str) -> list[str]:
    """The cards in a text, with or without blanks between them."""
    return re.findall(r"[ROYGBIV][1-7]|W", text)


def total(hand: list[str]) -> int:
    """R7-23: what a hand counts, a Rainbow card 0."""
    return sum(value_of(card) for card in hand if not is_rainbow(card))


def low_cards(options: dict[str, Any]) -> list[str]:
    """R7-R15, R7-R25: every card but the 7s, in order."""
    colors = COLORS[: options["colors"]]
    values = range(1, options["values"])
    color_cards = [f"{color}{value}" for color in colors for value in values]
    return color_cards + [RAINBOW] * options["rainbow_cards"]


# Combinations


def natural(cards: list[str]) -> list[str]:
    """The cards that are no Rainbow cards."""
    return [card for card in cards if not is_rainbow(card)]


def is_solo(cards: list[str]) -> bool:
    """R7-12: one card, any card."""
    return len(cards) == 1


def is_value(cards: list[str]) -> bool:
    """R7-13, R7-15, R7-R2: three or more of one value, or that a Rainbow card stands for.

    R7-R21: a Rainbow card may double a card of the combination, so any number of them fits.
    """
    if len(cards) < 3:
        return False
    return any(all(value_of(card) == value for card in natural(cards)) for value in VALUES)


def is_color(cards: list[str]) -> bool:
    """R7-14, R7-15: three or more of one color, with the values of one stretch, each once.

    R7-R20, R7-R21: the stretch lies within 1 to 7, also where a value is not in the deck.
    Rainbow cards stand for those of its values that no other card has.
    """
    if len(cards) < 3:
        return False
    if len({color_of(card) for card in natural(cards)}) > 1:
        return False
    values = [value_of(card) for card in natural(cards)]
    if len(set(values)) < len(values):
        return False
    stretches = [VALUES[low : low + len(cards)] for low in range(len(VALUES) - len(cards) + 1)]
    return any(all(value in stretch for value in values) for stretch in stretches)


def is_combination(cards: list[str]) -> bool:
    """R7-11."""
    return is_solo(cards) or is_value(cards) or is_color(cards)


def candidates(hand: list[str]) -> Iterator[list[str]]:
    """What might be a combination: cards of one value or of one color, with Rainbow cards."""
    cards = natural(hand)
    groups = [[card for card in cards if value_of(card) == value] for value in VALUES]
    groups += [[card for card in cards if color_of(card) == color] for color in COLORS]
    for group in groups:
        for size in range(len(group) + 1):
            for chosen in itertools.combinations(group, size):
                for rainbows in range(hand.count(RAINBOW) + 1):
                    yield [*chosen, *[RAINBOW] * rainbows]


def combinations_in(hand: list[str]) -> set[str]:
    """R7-11, R7-R3: the same cards are one combination, whatever a Rainbow card stands for."""
    return {joined(cards) for cards in candidates(hand) if is_combination(cards)}


# The start of a game


def check(players: int, options: dict[str, Any]) -> None:
    """R7-R15, R7-R25: what a game may be played with."""
    colors, values, size = options["colors"], options["values"], options["hand_size"]
    if not 2 <= players <= 5:
        raise ValueError(f"Rainbow 7 is for 2 to 5 players, not {players}")
    if not (3 <= colors <= 7 and colors >= players + 2):
        raise ValueError("two more 7s than players are taken, of 3 to 7 colors")
    if not 2 <= values <= 7:
        raise ValueError("2 to 7 different values")
    if not 0 <= options["rainbow_cards"] <= 4:
        raise ValueError("0 to 4 Rainbow cards")
    if not (1 <= size <= 12 and colors * (values - 1) >= players * (size - 1)):
        raise ValueError("hands of 1 to 12 cards, and enough cards for them")
    if not 1 <= options["tokens_to_end"] <= 99:
        raise ValueError("the game ends at 1 to 99 tokens")


def deal(players: int, options: dict[str, Any], shuffle: Shuffle) -> "Rainbow7":
    """Take the 7s of the game (R7-03, R7-R16), find the first player (R7-R19), and deal."""
    check(players, options)
    colors = shuffle(list(range(options["colors"])), "sevens", 0)
    first = shuffle(list(range(players)), "first", 0)[0]
    game = Rainbow7(
        players=players,
        options=dict(options),
        shuffle=shuffle,
        sevens=[f"{COLORS[color]}7" for color in colors[: players + 2]],
        tokens=[0] * players,
        first=first,
        chances=2,
    )
    game.deal_round()
    return game


@dataclass
class Turn:
    """A discard in progress, after its combination was shown."""

    step: str  # "pile", "order", "sevens" or "draw": what is to be decided
    cards: list[str] = field(default_factory=list)  # still to be laid on the pile
    effects: list[str] = field(default_factory=list)  # still to be used: names, or ANY
    pile: int = -1  # the one discarded on
    sheltered: bool = False


@dataclass
class Rainbow7:
    """One game: the cards, where they lie, the tokens, and the turn in progress."""

    players: int
    options: dict[str, Any]
    shuffle: Shuffle
    sevens: list[str]  # R7-03: those in the game
    tokens: list[int]
    first: int
    chances: int  # how many chance events there were
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)  # top card first
    piles: list[list[str]] = field(default_factory=list)  # bottom card first
    mover: int = -1  # -1 when the game is over
    rounds: int = 0  # completed before this one
    struck: bool = False  # R7-18, in this round
    tucked: list[int] = field(default_factory=list)  # R7-R1
    turn: Turn | None = None
    last_hands: list[list[str]] | None = None  # R7-R24, at the end of the last round
    last_tokens: list[int] | None = None
    counts: Counter[str] = field(default_factory=Counter)

    # The interface

    @classmethod
    def from_position(cls, position: dict[str, Any], shuffle: Shuffle) -> "Rainbow7":
        """Set up the game a complete position describes."""
        last = position["last"]
        printed = position["options"]["printed_sevens"]
        return cls(
            players=position["players"],
            options=dict(position["options"]),
            shuffle=shuffle,
            sevens=cards_in(position["sevens"]),
            tokens=list(position["tokens"]),
            first=position["first"],
            chances=position["chances"],
            hands=[cards_in(text) for text in position["hands"]],
            deck=cards_in(position["deck"]),
            piles=[cards_in(text) for text in position["piles"]],
            mover=position["to_move"],
            rounds=position["round"],
            struck=position["struck"],
            tucked=list(position["tucked"]),
            turn=turn_from_position(position["turn"], printed),
            last_hands=None if last is None else [cards_in(text) for text in last["hands"]],
            last_tokens=None if last is None else list(last["tokens"]),
        )

    def position(self) -> dict[str, Any]:
        """All there is to know about the game but the facts players remember."""
        return {
            "players": self.players,
            "options": dict(self.options),
            "hands": [" ".join(in_order(hand)) for hand in self.hands],
            "deck": " ".join(self.deck),
            "piles": [" ".join(pile) for pile in self.piles],
            "tokens": list(self.tokens),
            "to_move": self.mover,
            "first": self.first,
            "round": self.rounds,
            "sevens": " ".join(in_order(self.sevens)),
            "struck": self.struck,
            "tucked": list(self.tucked),
            "turn": self.turn_position(),
            "last": self.last_position(),
            "chances": self.chances,
        }

    def turn_position(self) -> dict[str, Any] | None:
        """The turn in progress, with the keys that its step has."""
        if self.turn is None:
            return None
        turn = self.turn
        whole = {
            "step": turn.step,
            "pile": PILES[turn.pile],
            "cards": " ".join(in_order(turn.cards)),
            "sevens": self.effects_position(turn),
            "sheltered": turn.sheltered,
        }
        keys = {
            "pile": ["step", "cards", "sevens"],
            "order": ["step", "pile", "cards", "sevens"],
            "sevens": ["step", "pile", "sevens", "sheltered"],
            "draw": ["step", "pile"],
        }
        return {key: whole[key] for key in keys[turn.step]}

    def effects_position(self, turn: Turn) -> int | list[str]:
        """The effects left: their number, or with printed sevens their names in order."""
        if self.options["printed_sevens"]:
            return sorted(turn.effects, key=EFFECTS.index)
        return len(turn.effects)

    def last_position(self) -> dict[str, Any] | None:
        """R7-R24: what was shown at the end of the last round."""
        if self.last_hands is None or self.last_tokens is None:
            return None
        hands = [" ".join(in_order(hand)) for hand in self.last_hands]
        return {"hands": hands, "tokens": list(self.last_tokens)}

    def to_move(self) -> int:
        """The player whose decision it is, or -1 when the game is over."""
        return self.mover

    def legal(self) -> set[str]:
        """The text forms of all legal actions."""
        if self.mover == -1:
            return set()
        if self.turn is None:
            return self.legal_starts()
        if self.turn.step == "pile":
            return self.legal_piles()
        if self.turn.step == "order":
            return self.legal_cards(self.turn)
        if self.turn.step == "sevens":
            return self.legal_effects(self.turn)
        return self.legal_draws(self.turn)

    def play(self, text: str) -> None:
        """Carry out one action."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r}")
        if self.turn is None:
            self.start_turn(text)
        elif self.turn.step == "pile":
            self.choose_pile(self.turn, text)
        elif self.turn.step == "order":
            self.choose_card(self.turn, text)
        elif self.turn.step == "sevens":
            self.choose_effect(self.turn, text)
        else:
            self.choose_draw(text)

    def returns(self) -> list[float]:
        """R7-28, R7-29, R7-R23: the victory, shared evenly by those who are still equal."""
        if self.mover != -1:
            return [0.0] * self.players
        winners = self.winners()
        share = 1.0 / len(winners)
        return [share if player in winners else 0.0 for player in range(self.players)]

    # Dealing a round

    def deal_round(self) -> None:
        """R7-04 to R7-08: from the hands to the piles, and the first player is to move."""
        self.deal_hands()
        self.deal_sevens()
        under = self.tuck()
        self.deck = self.shuffle(self.deck + under, "deal", self.rounds)
        self.turn_up_piles()
        self.chances += 1
        self.mover = self.first

    def deal_hands(self) -> None:
        """R7-04, R7-05: all cards but a 7 for every hand, and what is undealt is the deck."""
        size = self.options["hand_size"] - 1
        cards = self.shuffle(low_cards(self.options), "deal", self.rounds)
        self.hands = []
        for _ in range(self.players):
            self.hands.append(cards[:size])
            cards = cards[size:]
        self.deck = cards

    def deal_sevens(self) -> None:
        """R7-05: one 7 to each player, the other two into the deck."""
        sevens = self.shuffle(in_order(self.sevens), "deal", self.rounds)
        for player in range(self.players):
            self.hands[player].append(sevens[player])
        self.deck += sevens[self.players :]

    def tuck(self) -> list[str]:
        """R7-06, R7-R1: hands with one Rainbow card at most; what went under the deck for it."""
        self.tucked = [0] * self.players
        under: list[str] = []
        if all(hand.count(RAINBOW) < 2 for hand in self.hands):
            return under
        self.deck = self.shuffle(list(self.deck), "deal", self.rounds)
        for player in self.from_seat(self.first):
            if self.hands[player].count(RAINBOW) >= 2:
                cards = self.tuck_player(player)
                self.tucked[player] = len(cards)
                under += cards
        return under

    def tuck_player(self, player: int) -> list[str]:
        """R7-06, R7-R1: one Rainbow card stays, and cards are drawn that are none."""
        hand = self.hands[player]
        under = []
        self.counts["tucked"] += 1
        while hand.count(RAINBOW) > 1:
            hand.remove(RAINBOW)
            under.append(RAINBOW)
        while len(hand) < self.options["hand_size"]:
            card = self.deck.pop(0)
            if is_rainbow(card):
                self.counts["tucked a drawn one"] += 1
                under.append(card)
            else:
                hand.append(card)
        return under

    def turn_up_piles(self) -> None:
        """R7-07, R7-R18: the top three cards, or as many as there are."""
        self.piles = [[], [], []]
        for pile in self.piles:
            if self.deck:
                pile.append(self.deck.pop(0))
            else:
                self.counts["no card for a pile at the deal"] += 1

    # Seats

    def from_seat(self, seat: int) -> list[int]:
        """R7-10: all players clockwise, beginning with this one."""
        return [(seat + step) % self.players for step in range(self.players)]

    def left_of(self, seat: int) -> int:
        return self.from_seat(seat)[1]

    def opponents(self) -> list[int]:
        """All but the player to move, from the left in turn order."""
        return self.from_seat(self.mover)[1:]

    # The start of a turn

    def legal_starts(self) -> set[str]:
        """R7-10, R7-11, R7-23: a combination of the hand, or to announce a Rainbow."""
        hand = self.hands[self.mover]
        starts = combinations_in(hand)
        if total(hand) <= MOST_TO_ANNOUNCE:
            starts.add(ANNOUNCE)
        return starts

    def start_turn(self, text: str) -> None:
        if text == ANNOUNCE:
            self.announce()
        else:
            self.show_combination(cards_in(text))

    def show_combination(self, cards: list[str]) -> None:
        """R7-11: the cards leave the hand."""
        for card in cards:
            self.hands[self.mover].remove(card)
        self.turn = Turn(step="pile", cards=cards, effects=self.effects_of(cards))
        if len(cards) > 1 and not natural(cards):
            self.counts["Ws alone"] += 1
        if len(self.turn.effects) >= 4:
            self.counts["four or more sevens"] += 1

    def effects_of(self, cards: list[str]) -> list[str]:
        """R7-16, R7-R4, R7-R5, R7-R6: one for each 7 of a combination of several cards."""
        if is_solo(cards):
            return []
        sevens = [card for card in cards if is_seven(card)]
        if self.options["printed_sevens"]:
            return [self.options["effects"][COLORS.index(color_of(card))] for card in sevens]
        return [ANY for _ in sevens]

    # The discard

    def legal_piles(self) -> set[str]:
        """R7-11, R7-R9: each of the three, an empty one too."""
        return {f">{pile}" for pile in PILES}

    def choose_pile(self, turn: Turn, text: str) -> None:
        """R7-11: a single card is laid at once, several in the order the player likes."""
        turn.pile = PILES.index(text.removeprefix(">"))
        turn.step = "order"
        self.lay_last_card(turn)

    def legal_cards(self, turn: Turn) -> set[str]:
        """R7-11: each card that is still to be laid."""
        return {f"^{card}" for card in turn.cards}

    def choose_card(self, turn: Turn, text: str) -> None:
        """R7-11: one more card, from the bottom up."""
        self.lay(turn, text.removeprefix("^"))
        self.lay_last_card(turn)

    def lay_last_card(self, turn: Turn) -> None:
        """Lay a card that is the only one left, and go on to the 7s (R7-R6)."""
        if len(turn.cards) > 1:
            return
        self.lay(turn, turn.cards[0])
        if turn.effects:
            turn.step = "sevens"
        else:
            self.end_discard(turn)

    def lay(self, turn: Turn, card: str) -> None:
        turn.cards.remove(card)
        self.piles[turn.pile].append(card)

    # The sevens

    def legal_effects(self, turn: Turn) -> set[str]:
        """R7-16, R7-R5, R7-R7: an effect that a 7 left may be used for, or no further one."""
        texts = {"*"}
        for effect in EFFECTS:
            if effect in turn.effects or ANY in turn.effects:
                texts |= self.ways_to_use(effect)
        return texts

    def ways_to_use(self, effect: str) -> set[str]:
        """R7-18, R7-R7: a cloud hits any opponent, and sunshine needs a token of one's own."""
        if effect == "cloud":
            return {f"*cloud:{player}" for player in self.opponents()}
        if effect == "sunshine" and self.tokens[self.mover] == 0:
            return set()
        return {f"*{effect}"}

    def choose_effect(self, turn: Turn, text: str) -> None:
        """R7-16, R7-R6: use one effect, until none is left or the player wants none."""
        if text == "*":
            turn.effects = []
        else:
            effect, _, seat = text.removeprefix("*").partition(":")
            turn.effects.remove(effect if effect in turn.effects else ANY)
            self.use(turn, effect, seat)
        if not turn.effects:
            self.end_discard(turn)

    def use(self, turn: Turn, effect: str, seat: str) -> None:
        """Carry out one effect whole (R7-R6)."""
        if effect == "downpour":
            self.downpour()
        elif effect == "cloud":
            self.cloud(int(seat))
        elif effect == "shelter":
            self.shelter(turn)
        else:
            self.sunshine()

    def downpour(self) -> None:
        """R7-17: a card for every opponent; R7-R9: skipped where the deck has none."""
        for player in self.opponents():
            card = self.card_from_deck()
            if card is None:
                self.counts["reshuffle impossible, draw skipped"] += 1
            else:
                self.hands[player].append(card)

    def cloud(self, player: int) -> None:
        """R7-18: a token for one opponent, who may have to end the game with it."""
        self.tokens[player] += 1
        if self.has_enough_tokens(player):
            self.counts["struck"] += 1
            self.struck = True

    def shelter(self, turn: Turn) -> None:
        """R7-19, R7-R7: no draw, and a second one does nothing more."""
        if turn.sheltered:
            self.counts["second shelter"] += 1
        turn.sheltered = True

    def sunshine(self) -> None:
        """R7-20, R7-R7, R7-R8: a token of one's own goes back, and a strike still holds."""
        self.tokens[self.mover] -= 1

    def end_discard(self, turn: Turn) -> None:
        """R7-27, R7-R10: a Perfect; or R7-19, R7-21: the draw, if there is one."""
        if not self.hands[self.mover]:
            if turn.step == "sevens":
                self.counts["perfect with sevens"] += 1
            self.perfect()
        elif turn.sheltered:
            self.end_turn()
        elif not self.legal_draws(turn):
            self.counts["nothing to draw"] += 1
            self.end_turn()
        else:
            turn.step = "draw"

    # The draw

    def legal_draws(self, turn: Turn) -> set[str]:
        """R7-21, R7-R9, R7-R22: the deck, if it can give a card, or the top of another pile."""
        draws = set()
        if self.deck or self.cards_to_reshuffle():
            draws.add("+deck")
        for pile in range(3):
            if pile != turn.pile and self.piles[pile]:
                draws.add(f"+{PILES[pile]}")
        return draws

    def choose_draw(self, text: str) -> None:
        """R7-21: one card into the hand, and the turn is over."""
        if text == "+deck":
            card = self.card_from_deck()
            assert card is not None
        else:
            card = self.card_from_pile(PILES.index(text.removeprefix("+")))
        self.hands[self.mover].append(card)
        self.end_turn()

    def card_from_pile(self, pile: int) -> str:
        """R7-21, R7-22: the top card, and a new one in place of the last."""
        card = self.piles[pile].pop()
        if not self.piles[pile]:
            self.reseed(pile)
        return card

    def reseed(self, pile: int) -> None:
        """R7-22: the deck's top card; R7-R9: the pile stays empty if there is none."""
        card = self.card_from_deck()
        if card is None:
            self.counts["reseed impossible"] += 1
        else:
            self.counts["reseed"] += 1
            self.piles[pile].append(card)

    def card_from_deck(self) -> str | None:
        """R7-R9: the top card of the deck, which is refilled only now; None if it cannot be."""
        if not self.deck and self.cards_to_reshuffle():
            self.reshuffle()
        return self.deck.pop(0) if self.deck else None

    def cards_to_reshuffle(self) -> list[str]:
        """R7-R9: all cards of the piles except each pile's top card."""
        return [card for pile in self.piles for card in pile[:-1]]

    def reshuffle(self) -> None:
        """R7-R9: a new deck, and of each pile only the top card is left."""
        self.counts["reshuffle"] += 1
        self.deck = self.shuffle(self.cards_to_reshuffle(), "reshuffle", self.chances)
        self.piles = [pile[-1:] for pile in self.piles]
        self.chances += 1

    def end_turn(self) -> None:
        """R7-10: clockwise."""
        self.turn = None
        self.mover = self.left_of(self.mover)

    # The end of a round

    def announce(self) -> None:
        """R7-24 to R7-26: a Storm, or a Thunderstorm if any opponent has a lower total."""
        announcer = self.mover
        own = total(self.hands[announcer])
        if any(total(self.hands[player]) < own for player in self.opponents()):
            self.counts["thunderstorm"] += 1
            self.tokens[announcer] += 3
            self.end_round(next_first=announcer)
        else:
            self.counts["storm"] += 1
            self.give_opponents(2)
            self.end_round(next_first=self.left_of(announcer))

    def perfect(self) -> None:
        """R7-27: the round is won, and there is a Drizzle."""
        self.counts["perfect"] += 1
        self.give_opponents(1)
        self.end_round(next_first=self.left_of(self.mover))

    def give_opponents(self, count: int) -> None:
        """R7-25, R7-27, R7-R12: tokens for everyone but the player to move."""
        for player in self.opponents():
            self.tokens[player] += count

    def end_round(self, next_first: int) -> None:
        """R7-28, R7-R23: the end of the game, or R7-08: another round."""
        self.turn = None
        if self.game_ends():
            self.end_game()
            return
        self.last_hands = [list(hand) for hand in self.hands]
        self.last_tokens = list(self.tokens)
        self.rounds += 1
        self.first = next_first
        self.struck = False
        self.deal_round()

    # The end

    def has_enough_tokens(self, player: int) -> bool:
        """R7-01, R7-18, R7-R25: the player's tokens end the game."""
        return bool(self.tokens[player] >= self.options["tokens_to_end"])

    def game_ends(self) -> bool:
        """R7-01, R7-28, R7-R8: someone has enough tokens now, or was struck."""
        return self.struck or any(self.has_enough_tokens(seat) for seat in range(self.players))

    def end_game(self) -> None:
        """R7-28: nobody is to move any more."""
        self.mover = -1
        if not any(self.has_enough_tokens(player) for player in range(self.players)):
            self.counts["struck but gave back"] += 1
        if len(self.winners()) > 1:
            self.counts["shared win"] += 1
        if len(self.winners()) < len(self.with_fewest_tokens()):
            self.counts["tie on tokens broken by hands"] += 1

    def with_fewest_tokens(self) -> list[int]:
        """R7-01, R7-28."""
        fewest = min(self.tokens)
        return [player for player in range(self.players) if self.tokens[player] == fewest]

    def winners(self) -> list[int]:
        """R7-29, R7-R23: of those with the fewest tokens, whoever has the lowest total."""
        equal = self.with_fewest_tokens()
        lowest = min(total(self.hands[player]) for player in equal)
        return [player for player in equal if total(self.hands[player]) == lowest]


def turn_from_position(turn: dict[str, Any] | None, printed: bool) -> Turn | None:
    """The turn in progress that a position describes."""
    if turn is None:
        return None
    effects = turn.get("sevens", [] if printed else 0)
    return Turn(
        step=turn["step"],
        cards=cards_in(turn.get("cards", "")),
        effects=list(effects) if printed else [ANY] * effects,
        pile=PILES.index(turn["pile"]) if "pile" in turn else -1,
        sheltered=turn.get("sheltered", False),
    )
