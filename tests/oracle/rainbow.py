"""Rainbow for 2 to 6 players: a slow, obvious oracle for differential tests.

Written from the rule clauses alone (ids RB-...), in their order, and sharing nothing with
the fast engine. Nothing is cached: whose decision it is and what is legal are worked out
afresh from the cards on the table each time.
"""

import itertools
import random
from dataclasses import dataclass, field

STANDARD_RANKS = 6  # RB-01
STANDARD_COPIES = 10  # RB-01
STANDARD_HAND_SIZES = {2: 14, 3: 14, 4: 14, 5: 11, 6: 9}  # RB-04, RB-40


# Cards and deal


def deal(
    players: int,
    rng: random.Random,
    ranks: int = STANDARD_RANKS,
    copies: int = STANDARD_COPIES,
    hand_size: int | None = None,
) -> "Rainbow":
    """Deal a fresh game (RB-01 to RB-05, RB-40, RB-R10, RB-R15)."""
    if players not in STANDARD_HAND_SIZES:
        raise ValueError(f"Rainbow is for 2 to 6 players, not {players}")
    if not 1 <= ranks <= 9:
        raise ValueError("the text forms hold one digit for each card")
    if hand_size is None:
        if (ranks, copies) != (STANDARD_RANKS, STANDARD_COPIES):
            raise ValueError("a deck of another size needs a hand size")
        hand_size = STANDARD_HAND_SIZES[players]
    deck = [rank for rank in range(1, ranks + 1) for _ in range(copies)]
    rng.shuffle(deck)
    middle = [[card] for card in draw(deck, face_up_count(players))]
    hands = [draw(deck, hand_size) for _ in range(players)]
    reserve = [draw(deck, hand_size) for _ in range(players)] if players == 2 else []
    return Rainbow(
        players=players,
        hands=hands,
        middle=middle,
        leader=rng.randrange(players),
        reserve=reserve,
        aside=deck,
    )


def face_up_count(players: int) -> int:
    """How many point cards lie in the middle at the start (RB-03, RB-40)."""
    return 4 if players == 2 else players


def draw(deck: list[int], count: int) -> list[int]:
    """Take cards off the deck."""
    if count > len(deck):
        raise ValueError("the deck is too small for this deal")
    drawn = deck[:count]
    del deck[:count]
    return drawn


# Combos


def cards_of(text: str) -> list[int]:
    """The ranks in a text form, with or without the sign of a taking."""
    return [int(digit) for digit in text.removeprefix("+")]


def text_of(cards: list[int]) -> str:
    """The text form of a combo: ascending digits."""
    return "".join(str(card) for card in sorted(cards))


def is_set(text: str) -> bool:
    """RB-06: two or more cards, all of one rank."""
    cards = cards_of(text)
    return len(cards) >= 2 and len(set(cards)) == 1


def is_run(text: str) -> bool:
    """RB-07, RB-R11: two or more cards, each one rank above the card before it."""
    cards = cards_of(text)
    return len(cards) >= 2 and all(b == a + 1 for a, b in itertools.pairwise(cards))


def singles_in(hand: list[int]) -> set[str]:
    """RB-08: every rank held."""
    return {text_of([rank]) for rank in hand}


def sets_in(hand: list[int]) -> set[str]:
    """RB-06: of every rank held, each size from two up to all of them."""
    found = set()
    for rank in set(hand):
        for size in range(2, hand.count(rank) + 1):
            found.add(text_of([rank] * size))
    return found


def runs_in(hand: list[int]) -> set[str]:
    """RB-07, RB-R11: every stretch of two or more ranks without a gap."""
    found = set()
    for low in set(hand):
        high = low + 1
        while high in hand:
            found.add(text_of(list(range(low, high + 1))))
            high += 1
    return found


# Piles


def pile_order(pile: list[int]) -> tuple[int, int]:
    """RB-22, RB-26, RB-R4: by total points, and the single below an equal pair."""
    return (sum(pile), len(pile))


def form_piles(cards: list[int]) -> list[list[int]]:
    """RB-25: as many pairs of one rank as there are, the odd cards as singles."""
    piles = []
    for rank in sorted(set(cards)):
        pairs, odd = divmod(cards.count(rank), 2)
        piles += [[rank, rank] for _ in range(pairs)]
        piles += [[rank] for _ in range(odd)]
    return sorted(piles, key=pile_order)


@dataclass
class Rainbow:
    """One game: the cards, where they lie, and the trick in progress."""

    players: int
    hands: list[list[int]]
    middle: list[list[int]]
    leader: int
    reserve: list[list[int]]
    first_trick: bool = True
    scores: list[int] = field(default_factory=list)
    trimmed: list[int] = field(default_factory=list)
    won: list[list[int]] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    taken: list[tuple[int, str]] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)  # RB-04: cards never dealt out
    over: bool = False

    def __post_init__(self) -> None:
        """Fill in empty score piles, and lay the middle in order (RB-03, RB-20, RB-26)."""
        if not self.won:
            self.won = [[] for _ in range(self.players)]
        if not self.scores:
            self.scores = [sum(pile) for pile in self.won]
        if self.first_trick and any(len(pile) != 1 for pile in self.middle):
            raise ValueError("in the first trick the middle holds singles only")
        self.middle = sorted(self.middle, key=pile_order)

    # The interface

    def to_move(self) -> int:
        """The player whose decision it is, or -1 when the game is over."""
        if self.over:
            return -1
        player = self.next_to_play()
        return player if player != -1 else self.next_to_take()

    def legal(self) -> set[str]:
        """The text forms of all legal actions."""
        if self.over:
            return set()
        player = self.next_to_play()
        if player != -1:
            return self.legal_combos(player)
        return self.legal_takings()

    def play(self, action: str) -> None:
        """Carry out one action, and end the trick when nothing is left to decide in it."""
        if action not in self.legal():
            raise ValueError(f"not legal: {action!r}")
        if action.startswith("+"):
            self.take_pile(action)
        else:
            self.play_combo(action)
        if self.next_to_play() == -1 and self.next_to_take() == -1:
            self.end_trick()

    def returns(self) -> list[float]:
        """RB-32: the victory, shared evenly by all who have the most points."""
        if not self.over:
            return [0.0] * self.players
        best = max(self.scores)
        share = 1.0 / self.scores.count(best)
        return [share if score == best else 0.0 for score in self.scores]

    # Playing a trick

    def next_to_play(self) -> int:
        """Who plays the next combo, or -1 when all have played.

        RB-11: once round clockwise from the leader, without those out of cards (RB-30).
        RB-41: twice round with two players; RB-R8: a player whose first combo used up the
        hand has no second one.
        """
        rounds = 2 if self.players == 2 else 1
        for turn in range(1, rounds + 1):
            for step in range(self.players):
                player = (self.leader + step) % self.players
                if self.combos_played(player) < turn and self.hands[player]:
                    return player
        return -1

    def combos_played(self, player: int) -> int:
        """How many combos of this trick are the player's."""
        return len([owner for owner, _ in self.trick if owner == player])

    def legal_combos(self, player: int) -> set[str]:
        """RB-10 to RB-16, RB-42: what the player may play to this trick."""
        hand = self.hands[player]
        combos = singles_in(hand)
        if not any(is_run(text) for _, text in self.trick):
            combos |= sets_in(hand)
        if not any(is_set(text) for _, text in self.trick):
            combos |= runs_in(hand)
        return combos

    def play_combo(self, text: str) -> None:
        """Move a combo from the hand to the trick."""
        player = self.next_to_play()
        for card in cards_of(text):
            self.hands[player].remove(card)
        self.trick.append((player, text))

    # Scoring a trick

    def taking_order(self) -> list[int]:
        """Who takes first, second and so on, once for each combo (RB-17 to RB-19, RB-43)."""

        def key(position: int) -> tuple[int, int, int]:
            cards = cards_of(self.trick[position][1])
            return (-len(cards), -max(cards), position)

        positions = sorted(range(len(self.trick)), key=key)
        return [self.trick[position][0] for position in positions]

    def next_to_take(self) -> int:
        """Whose combo takes a pile next, or -1 when combos or piles have run out.

        RB-23: nothing for those who find no pile left. RB-R6: running out in this trick
        does not matter.
        """
        order = self.taking_order()
        if not self.middle or len(self.taken) == len(order):
            return -1
        return order[len(self.taken)]

    def legal_takings(self) -> set[str]:
        """RB-20, RB-21, RB-R12, RB-R1: one whole pile, and no way to decline."""
        return {"+" + text_of(pile) for pile in self.middle}

    def take_pile(self, text: str) -> None:
        """RB-22, RB-24: move a pile from the middle to the score pile."""
        player = self.next_to_take()
        pile = cards_of(text)
        self.middle.remove(pile)
        self.won[player] += pile
        self.scores[player] += sum(pile)
        self.taken.append((player, text))

    # The next trick

    def end_trick(self) -> None:
        """RB-R14: what happens after the taking, in its order."""
        if self.game_ends():
            self.over = True
            self.score_cards_in_hand()
            return
        self.take_up_reserves()
        self.form_middle()
        self.trim_middle()
        self.leader = self.next_leader()
        self.trick = []
        self.taken = []
        self.first_trick = False

    def form_middle(self) -> None:
        """RB-25, RB-R16: pile up the played cards with those of any pile nobody took."""
        pool = [card for pile in self.middle for card in pile]
        for _, text in self.trick:
            pool += cards_of(text)
        self.middle = form_piles(pool)

    def trim_middle(self) -> None:
        """RB-26, RB-R4: the lowest piles in excess leave the game."""
        while len(self.middle) > self.most_piles():
            self.trimmed += self.middle.pop(0)

    def most_piles(self) -> int:
        """RB-R3: one pile for each player still in; RB-R7: four with two players."""
        if self.players == 2:
            return 4
        return len([hand for hand in self.hands if hand])

    def next_leader(self) -> int:
        """RB-27, RB-R13, RB-46: the biggest combo's player, or the next one with cards."""
        player = self.taking_order()[0]
        while not self.hands[player]:
            player = (player + 1) % self.players
        return player

    # The end

    def game_ends(self) -> bool:
        """RB-30, RB-31 with three or more players, RB-45 with two."""
        if self.players == 2:
            return self.ran_out_again(0) or self.ran_out_again(1)
        return len([hand for hand in self.hands if not hand]) >= 2

    # Two players

    def take_up_reserves(self) -> None:
        """RB-44: whoever has no cards takes up the face-down pile."""
        if self.players != 2:
            return
        for player in range(2):
            if not self.hands[player]:
                self.hands[player] = self.reserve[player]
                self.reserve[player] = []

    def ran_out_again(self, player: int) -> bool:
        """RB-45: no cards in hand, and the face-down pile was taken up in an earlier trick."""
        return not self.hands[player] and not self.reserve[player]

    def score_cards_in_hand(self) -> None:
        """RB-45, RB-R9: with two players one point for each card in hand, none face down.

        Whoever ran out holds none, so this adds points to the other player alone, and to
        nobody when both hands are empty. RB-R5: nothing with more players.
        """
        if self.players == 2:
            for player in range(2):
                self.scores[player] += len(self.hands[player])
