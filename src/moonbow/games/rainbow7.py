"""Rainbow 7, rule by rule, in the order of its rulebook.

A color card is 7 * color + value - 1: card 0 is the red 1, card 48 the violet 7; card 49 is a
Rainbow card. Cards of a hand are kept by color, the values as the bits of a number: bit 0 is the
value 1, bit 6 the 7; Rainbow cards are counted. Players count from 0, clockwise. The ids in the
docstrings (R7-12) are the clauses of docs/rules/rainbow7.md.

Actions, ACTIONS of them:

    0-49       a Solo, by card
    50-51      three or four Rainbow cards
    52-4251    a Value combination: 600 for each value, by its colors, then by its Rainbow cards
    4252-      a Color combination: COLOR_COMBOS for each color, by its values, then Rainbow cards
    ANNOUNCE   announce a Rainbow
    TO_PILE    + 0 to 2: the pile that the cards go to
    LAY        + 0 to 49: the card that goes on next
    NO_EFFECT  no further effect of a seven, then DOWNPOUR, CLOUD + seat, SHELTER, SUNSHINE
    DRAW_DECK  draw from the deck, then DRAW_PILE + 0 to 2
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.games.kernel import (
    FULL,
    Generator,
    Record,
    jit,
    record_type,
    shuffle,
    shuffled_first,
    start,
)

RULES_VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 5
COLORS, VALUES, PILES = 7, 7, 3
RAINBOW = COLORS * VALUES  # the card that stands for any card
CARD_KINDS = RAINBOW + 1
MAX_RAINBOW_CARDS = 4
MAX_CARDS = COLORS * VALUES + MAX_RAINBOW_CARDS
SEVEN = 64  # the bit of a 7 among the values of a color
SPARE_SEVENS = 2  # 7s in the game beside one for each player (R7-03)

DOWNPOUR_EFFECT, CLOUD_EFFECT, SHELTER_EFFECT, SUNSHINE_EFFECT = 0, 1, 2, 3
EFFECTS = 4

BY_PLAYER, BY_COLOR, HANDS = (MAX_PLAYERS,), (COLORS,), (MAX_PLAYERS, COLORS)

Options = record_type(
    ("printed_sevens", "i1"),  # R7-R5: 1 if each 7 has the effect printed on it
    ("effects", "i1", BY_COLOR),  # which, by color of the 7
    ("colors", "i1"),  # 4 to 7
    ("values", "i1"),  # 2 to 7: the 7 and so many less one of the others, from 1
    ("rainbow_cards", "i1"),  # 0 to 4
    ("hand_size", "i1"),  # cards in each hand
    ("tokens_to_end", "i1"),  # Rain tokens that end the game
)

State = record_type(
    ("key", "<u8", (4,)),  # what all chance of this game comes from
    ("tokens", "<i4", BY_PLAYER),  # Rain tokens by player
    ("last_tokens", "<i4", BY_PLAYER),  # the same when the last round had ended
    ("chances", "<i4"),  # chance events so far
    ("round_number", "<i4"),  # rounds that have ended
    ("viewer", "i1"),  # FULL, or whose view this is; SPECTATOR: nobody's
    ("players", "i1"),
    ("printed_sevens", "i1"),
    ("effects", "i1", BY_COLOR),
    ("colors", "i1"),
    ("values", "i1"),
    ("rainbow_cards", "i1"),
    ("hand_size", "i1"),
    ("tokens_to_end", "i1"),
    ("phase", "i1"),  # DISCARD, PILE, ORDER, SEVENS, DRAW or OVER
    ("current", "i1"),  # whose decision it is; -1 when the game is over
    ("first_player", "i1"),  # who begins, or began, this round
    ("struck", "i1"),  # 1 once a cloud has made this the last round (R7-18)
    ("sevens", "i1"),  # the colors whose 7 is in the game, as bits
    ("hand", "i1", HANDS),  # values by player, color
    ("rainbow", "i1", BY_PLAYER),  # Rainbow cards in hand by player
    ("hand_count", "i1", BY_PLAYER),  # cards in hand by player
    ("deck", "i1", (MAX_CARDS,)),  # cards, the top card last
    ("deck_count", "i1"),
    ("piles", "i1", (PILES, MAX_CARDS)),  # cards by pile, the top card last
    ("pile_count", "i1", (PILES,)),
    ("tucked", "i1", BY_PLAYER),  # Rainbow cards put under the deck at the deal by player (R7-06)
    ("combo", "i1", BY_COLOR),  # the combination, as far as it is not yet laid: values by color
    ("combo_rainbow", "i1"),  # its Rainbow cards
    ("pile", "i1"),  # the pile discarded on in this turn
    ("sevens_left", "i1"),  # effects yet to use in this turn
    ("effects_left", "i1", (EFFECTS,)),  # with printed sevens: the same by effect
    ("sheltered", "i1"),  # 1 if this turn ends without a draw (R7-19)
    ("known", "i1", HANDS),  # of each hand, what all have seen go into it: values by color
    ("known_rainbow", "i1", BY_PLAYER),  # the Rainbow cards among them
    ("holds_seven", "i1", BY_PLAYER),  # 1 while the 7 dealt must be among a hand's unknown cards
    ("dealt_sevens", "i1", BY_PLAYER),  # unknown 7s that may come from the deal
    ("dealt_rainbow", "i1", BY_PLAYER),  # unknown Rainbow cards that may come from the deal
    # At most so many of the unknown cards in hand are from the deck: every card drawn there counts,
    # up to 53, and `give_up_seven` and `give_up_rainbow` lower it.
    ("draws", "i1", BY_PLAYER),
    ("sevens_seen", "i1"),  # the colors whose 7 all have seen in this game, as bits
    ("last_hand", "i1", HANDS),  # the hands shown when the last round ended
    ("last_rainbow", "i1", BY_PLAYER),
)

DISCARD, PILE, ORDER, SEVENS, DRAW, OVER = 0, 1, 2, 3, 4, 5
DEAL, FIRST_PLAYER, TAKE_SEVENS, RESHUFFLE = 1, 2, 6, 7  # what chance is drawn for


# Aim and cards


def list_bits() -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8], NDArray[np.int64]]:
    """Of each number from 0 to 127: how many bits it has, which, what these values are worth.

    And the bits spread out: bit 8 * v for each bit v.
    """
    counts, listed = np.zeros(128, np.int8), np.zeros((128, 7), np.int8)
    worth, spread = np.zeros(128, np.int8), np.zeros(128, np.int64)
    for bits in range(128):
        found = [bit for bit in range(7) if bits >> bit & 1]
        counts[bits] = len(found)
        listed[bits, : len(found)] = found
        worth[bits] = sum(bit + 1 for bit in found)
        spread[bits] = sum(1 << 8 * bit for bit in found)
    return counts, listed, worth, spread


BIT_COUNT, BITS, WORTH, SPREAD = list_bits()
BIT_LISTS = [BITS[bits, : BIT_COUNT[bits]].tolist() for bits in range(128)]


@jit
def hold(state: Record, player: int, card: int) -> None:
    """A card comes into a hand."""
    if card == RAINBOW:
        state.rainbow[player] += 1
    else:
        state.hand[player, card // VALUES] |= 1 << card % VALUES
    state.hand_count[player] += 1


@jit
def worth(colors: NDArray[np.int8]) -> int:
    """What cards kept as values by color add up to; Rainbow cards beside them count 0 (R7-23)."""
    points = 0
    for color in range(COLORS):
        points += int(WORTH[colors[color]])
    return points


@jit
def total(state: Record, player: int) -> int:
    """What the cards of a hand add up to."""
    return worth(state.hand[player])


@jit
def is_seven(card: int) -> bool:
    """Whether a card is a 7."""
    return card != RAINBOW and card % VALUES == VALUES - 1


@jit
def sevens_of(colors: NDArray[np.int8]) -> int:
    """The 7s among cards kept as values by color: their colors as bits."""
    sevens = 0
    for color in range(COLORS):
        if int(colors[color]) & SEVEN:
            sevens |= 1 << color
    return sevens


@jit
def seed(state: Record, key: Generator) -> None:
    """Sets the 256-bit key, four `uint64`, that all chance of this game comes from."""
    for place in range(4):
        state.key[place] = key[place]


@jit
def deal(state: Record, players: int, options: Record) -> None:
    """A fresh game from the key in the state: the 7s in the game, the first player, a round.

    It is the whole game, or a smaller one as the table has chosen (R7-R25).
    """
    state.chances = 0
    state.round_number = 0
    state.viewer = FULL
    state.players = players
    state.printed_sevens = options.printed_sevens
    for color in range(COLORS):
        state.effects[color] = options.effects[color]
    state.colors = options.colors
    state.values = options.values
    state.rainbow_cards = options.rainbow_cards
    state.hand_size = options.hand_size
    state.tokens_to_end = options.tokens_to_end
    state.tokens[:] = 0
    state.last_tokens[:] = 0
    state.last_hand[:, :] = 0
    state.last_rainbow[:] = 0
    state.sevens_seen = 0
    take_sevens(state)
    choose_first_player(state)
    deal_round(state)


@jit
def take_sevens(state: Record) -> None:
    """Once for the whole game, chance takes two more 7s than there are players (R7-03, R7-R16)."""
    colors = np.empty(COLORS, np.int8)
    for color in range(int(state.colors)):
        colors[color] = color
    generator = np.empty(4, np.uint64)
    start(generator, state.key, TAKE_SEVENS, 0)
    state.chances += 1
    shuffle(colors, int(state.colors), int(state.colors), generator)
    sevens = 0
    for place in range(int(state.players) + SPARE_SEVENS):
        sevens |= 1 << int(colors[place])
    state.sevens = sevens


@jit
def choose_first_player(state: Record) -> None:
    """Chance picks who begins the first round (R7-R19)."""
    generator = np.empty(4, np.uint64)
    start(generator, state.key, FIRST_PLAYER, 0)
    state.chances += 1
    state.first_player = shuffled_first(int(state.players), generator)


def listed(colors: NDArray[np.int8], rainbow: int) -> tuple[int, ...]:
    """Cards kept as values by color, and Rainbow cards, as a list of cards, ascending."""
    cards = [
        VALUES * color + value for color in range(COLORS) for value in BIT_LISTS[colors[color]]
    ]
    return (*cards, *[RAINBOW] * rainbow)


# Dealing a round


@jit
def deal_round(state: Record) -> None:
    """Hands, the limit of one Rainbow card, the deck, three piles, who begins.

    See R7-04, R7-05, R7-06, R7-07 and R7-08.
    """
    clear_round(state)
    generator = np.empty(4, np.uint64)
    start(generator, state.key, DEAL, int(state.round_number))
    state.chances += 1
    deck = np.empty(MAX_CARDS, np.int8)
    cards = deal_hands(state, deck, generator)
    cards = limit_rainbow_cards(state, deck, cards, generator)
    shuffle(deck, cards, cards, generator)
    for place in range(cards):
        state.deck[cards - 1 - place] = deck[place]
    state.deck_count = cards
    for pile in range(PILES):
        lay_on_pile(state, pile, take_top(state))
    start_turn(state, int(state.first_player))


@jit
def clear_round(state: Record) -> None:
    """Nothing lies on the table, nobody holds a card, nothing is known of anybody."""
    state.struck = 0
    state.hand[:, :] = 0
    state.rainbow[:] = 0
    state.hand_count[:] = 0
    state.deck[:] = 0
    state.piles[:, :] = 0
    state.pile_count[:] = 0
    state.tucked[:] = 0
    state.combo[:] = 0
    state.combo_rainbow = 0
    state.sevens_left = 0
    state.effects_left[:] = 0
    state.known[:, :] = 0
    state.known_rainbow[:] = 0
    state.holds_seven[:] = 0
    state.dealt_sevens[:] = 0
    state.dealt_rainbow[:] = 0
    state.draws[:] = 0


@jit
def list_low_cards(state: Record, cards: NDArray[np.int8]) -> int:
    """The cards of the game that are no 7s, Rainbow cards last; returns how many (R7-R15)."""
    count = 0
    for color in range(int(state.colors)):
        for value in range(int(state.values) - 1):
            cards[count] = VALUES * color + value
            count += 1
    for _ in range(int(state.rainbow_cards)):
        cards[count] = RAINBOW
        count += 1
    return count


@jit
def list_sevens(state: Record, cards: NDArray[np.int8]) -> int:
    """The 7s of the game; returns how many (R7-03)."""
    count = 0
    for color in range(int(state.colors)):
        if int(state.sevens) >> color & 1:
            cards[count] = VALUES * color + VALUES - 1
            count += 1
    return count


@jit
def deal_hands(state: Record, deck: NDArray[np.int8], generator: Generator) -> int:
    """Everyone gets cards that are no 7s, one less than a hand has, and one 7 (R7-04, R7-05).

    Writes the rest into `deck`, the other two 7s last; returns how many cards that is.
    """
    players = int(state.players)
    each = int(state.hand_size) - 1
    cards = np.empty(MAX_CARDS, np.int8)
    count = list_low_cards(state, cards)
    shuffle(cards, count, count, generator)
    for place in range(players * each):
        hold(state, place // each, int(cards[place]))
    left = 0
    for place in range(players * each, count):
        deck[left] = cards[place]
        left += 1
    count = list_sevens(state, cards)
    shuffle(cards, count, count, generator)
    for player in range(players):
        hold(state, player, int(cards[player]))
        state.holds_seven[player] = 1
        state.dealt_sevens[player] = 1
        state.dealt_rainbow[player] = 1
    for place in range(players, count):
        deck[left] = cards[place]
        left += 1
    return left


@jit
def limit_rainbow_cards(
    state: Record, deck: NDArray[np.int8], cards: int, generator: Generator
) -> int:
    """Who holds two or more Rainbow cards keeps one and draws anew (R7-06, R7-R1).

    The others go under the deck, and so do those drawn; returns how many cards the deck has then.
    All know that such a player holds one Rainbow card and no other. Once the deal is over there is
    no such limit (R7-R17).
    """
    players = int(state.players)
    most = 0
    for player in range(players):
        most = max(most, int(state.rainbow[player]))
    if most < 2:
        return cards
    shuffle(deck, cards, cards, generator)
    top = 0
    under = 0
    for step in range(players):
        player = (int(state.first_player) + step) % players
        extra = max(0, int(state.rainbow[player]) - 1)
        if extra == 0:
            continue
        state.rainbow[player] = 1
        state.hand_count[player] -= extra
        state.tucked[player] = extra
        state.known_rainbow[player] = 1
        state.dealt_rainbow[player] = 0
        state.dealt_sevens[player] += extra
        under += extra
        while state.hand_count[player] < state.hand_size:
            card = int(deck[top])
            top += 1
            if card == RAINBOW:
                under += 1
                state.tucked[player] += 1
            else:
                hold(state, player, card)
    cards -= top
    for place in range(cards):
        deck[place] = deck[place + top]
    for place in range(cards, cards + under):
        deck[place] = RAINBOW
    return cards + under


@jit
def take_top(state: Record) -> int:
    """The top card of a deck that is not empty."""
    top = int(state.deck_count) - 1
    card = int(state.deck[top])
    state.deck[top] = 0
    state.deck_count = top
    return card


@jit
def lay_on_pile(state: Record, pile: int, card: int) -> None:
    """A card is laid on a pile, where it is a card like any other: turned up or discarded.

    See R7-07, R7-11, R7-22 and R7-R18.
    """
    state.piles[pile, state.pile_count[pile]] = card
    state.pile_count[pile] += 1
    see(state, card)


@jit
def see(state: Record, card: int) -> None:
    """All see a card: a 7 is then known to be in the game (R7-R14)."""
    if is_seven(card):
        state.sevens_seen |= 1 << card // VALUES


@jit
def start_turn(state: Record, player: int) -> None:
    """A player's turn begins (R7-10)."""
    state.phase = DISCARD
    state.current = player
    state.pile = 0
    state.sheltered = 0


# A turn: combinations

Numbers = NDArray[np.int16]


def number_value_combos() -> tuple[Numbers, int]:
    """Value combinations by set of colors and Rainbow cards; -1: too few cards (R7-13, R7-15)."""
    numbers, count = np.full((128, MAX_RAINBOW_CARDS + 1), -1, np.int16), 0
    for colors in range(1, 128):
        for rainbow in range(MAX_RAINBOW_CARDS + 1):
            if BIT_COUNT[colors] + rainbow >= 3:
                numbers[colors, rainbow] = count
                count += 1
    return numbers, count


def number_color_combos() -> tuple[Numbers, int]:
    """Color combinations by set of values and Rainbow cards; -1: none (R7-14, R7-R20, R7-R21).

    Rainbow cards fill the gaps and go on at the ends, within 1 to 7. With one color card the same
    cards are a Value combination.
    """
    numbers, count = np.full((128, MAX_RAINBOW_CARDS + 1), -1, np.int16), 0
    for values in range(1, 128):
        span = values.bit_length() - (values & -values).bit_length() + 1
        for rainbow in range(MAX_RAINBOW_CARDS + 1):
            cards = int(BIT_COUNT[values]) + rainbow
            if BIT_COUNT[values] >= 2 and 3 <= cards <= VALUES and span <= cards:
                numbers[values, rainbow] = count
                count += 1
    return numbers, count


VALUE_NUMBER, VALUE_COMBOS = number_value_combos()
COLOR_NUMBER, COLOR_COMBOS = number_color_combos()

ALL_RAINBOW = CARD_KINDS  # three Rainbow cards, then four (R7-R2)
FIRST_VALUE = ALL_RAINBOW + 2
FIRST_COLOR = FIRST_VALUE + VALUES * VALUE_COMBOS
COMBOS = FIRST_COLOR + COLORS * COLOR_COMBOS
ANNOUNCE = COMBOS
TO_PILE = ANNOUNCE + 1
LAY = TO_PILE + PILES
NO_EFFECT = LAY + CARD_KINDS
DOWNPOUR = NO_EFFECT + 1
CLOUD = DOWNPOUR + 1
SHELTER = CLOUD + MAX_PLAYERS
SUNSHINE = SHELTER + 1
DRAW_DECK = SUNSHINE + 1
DRAW_PILE = DRAW_DECK + 1
ACTIONS = DRAW_PILE + PILES


def list_combos() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """All combinations by number: their values by color, and their Rainbow cards."""
    colors, rainbow = np.zeros((COMBOS, COLORS), np.int8), np.zeros(COMBOS, np.int8)
    for card in range(RAINBOW):
        colors[card, card // VALUES] = 1 << card % VALUES
    rainbow[RAINBOW], rainbow[ALL_RAINBOW], rainbow[ALL_RAINBOW + 1] = 1, 3, 4
    for bits, cards in np.argwhere(VALUE_NUMBER >= 0):
        for value in range(VALUES):
            number = FIRST_VALUE + VALUE_COMBOS * value + VALUE_NUMBER[bits, cards]
            colors[number, BITS[bits, : BIT_COUNT[bits]]] = 1 << value
            rainbow[number] = cards
    for bits, cards in np.argwhere(COLOR_NUMBER >= 0):
        for color in range(COLORS):
            number = FIRST_COLOR + COLOR_COMBOS * color + COLOR_NUMBER[bits, cards]
            colors[number, color] = bits
            rainbow[number] = cards
    return colors, rainbow


COMBO_COLORS, COMBO_RAINBOW = list_combos()
COMBO_CARDS = (BIT_COUNT[COMBO_COLORS].sum(1) + COMBO_RAINBOW).astype(np.int8)


@jit
def current_player(state: Record) -> int:
    """Whose decision it is; -1 when the game is over."""
    return int(state.current)


@jit
def legal_actions(state: Record, out: NDArray[np.int16]) -> int:
    """Writes the legal action numbers into `out` (ACTIONS long), ascending; returns how many."""
    if state.phase == DISCARD:
        return legal_discards(state, out)
    if state.phase == PILE:
        return legal_piles(out)
    if state.phase == ORDER:
        return legal_cards(state, out)
    if state.phase == SEVENS:
        return legal_effects(state, out)
    if state.phase == DRAW:
        return legal_draws(state, out)
    return 0


@jit
def legal_discards(state: Record, out: NDArray[np.int16]) -> int:
    """One combination, or a Rainbow announced (R7-10, R7-11, R7-23)."""
    player = int(state.current)
    count = list_solos(state, player, out)
    count = list_rainbow_combos(state, player, out, count)
    count = list_value_combos(state, player, out, count)
    count = list_color_combos(state, player, out, count)
    out[count] = ANNOUNCE
    return count + int(may_announce(state, player))


@jit
def list_solos(state: Record, player: int, out: NDArray[np.int16]) -> int:
    """Any one card (R7-12). Writes all seven places of a color, counts what is held."""
    count = 0
    for color in range(COLORS):
        values = int(state.hand[player, color])
        for place in range(VALUES):
            out[count + place] = VALUES * color + int(BITS[values, place])
        count += int(BIT_COUNT[values])
    out[count] = RAINBOW
    return count + int(state.rainbow[player] > 0)


@jit
def list_rainbow_combos(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """Three or four Rainbow cards and nothing else (R7-R2)."""
    for cards in range(3, int(state.rainbow[player]) + 1):
        out[count] = ALL_RAINBOW + cards - 3
        count += 1
    return count


@jit
def list_value_combos(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """Three or more cards of one value, Rainbow cards among them (R7-13, R7-15)."""
    rainbow = int(state.rainbow[player])
    columns = 0
    for color in range(COLORS):
        columns |= int(SPREAD[state.hand[player, color]]) << color
    for value in range(VALUES):
        held = columns >> 8 * value & 127
        if int(BIT_COUNT[held]) + rainbow < 3:
            continue
        colors = -held & held
        while colors:
            for cards in range(max(0, 3 - int(BIT_COUNT[colors])), rainbow + 1):
                number = int(VALUE_NUMBER[colors, cards])
                out[count] = FIRST_VALUE + VALUE_COMBOS * value + number
                count += 1
            colors = (colors - held) & held
    return count


@jit
def list_color_combos(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """Three or more cards of one color whose values follow one another (R7-14, R7-15)."""
    rainbow = int(state.rainbow[player])
    for color in range(COLORS):
        held = int(state.hand[player, color])
        if BIT_COUNT[held] < 2 or int(BIT_COUNT[held]) + rainbow < 3:
            continue
        values = -held & held
        while values:
            for cards in range(rainbow + 1):
                number = int(COLOR_NUMBER[values, cards])
                out[count] = FIRST_COLOR + COLOR_COMBOS * color + number
                count += int(number >= 0)
            values = (values - held) & held
    return count


@jit
def apply_action(state: Record, action: int) -> None:
    """One decision; the caller has checked that it is legal."""
    if action < COMBOS:
        show_combo(state, action)
    elif action == ANNOUNCE:
        announce(state)
    elif action < LAY:
        choose_pile(state, action - TO_PILE)
    elif action < NO_EFFECT:
        lay_next(state, action - LAY)
    elif action < DRAW_DECK:
        use_seven(state, action)
    else:
        draw(state, action)


# Discard


@jit
def show_combo(state: Record, action: int) -> None:
    """The combination leaves the hand and is shown to all (R7-11).

    Each 7 of several cards gives an effect (R7-16), a Rainbow card in the place of a 7 none
    (R7-R4).
    """
    player = int(state.current)
    several = COMBO_CARDS[action] > 1
    for color in range(COLORS):
        values = int(COMBO_COLORS[action, color])
        if values & SEVEN:
            see(state, VALUES * color + VALUES - 1)
            give_up_seven(state, player, color)
            if several:
                state.sevens_left += 1
                if state.printed_sevens:
                    state.effects_left[state.effects[color]] += 1
        state.combo[color] = values
        state.hand[player, color] &= ~values
        state.known[player, color] &= ~values
    rainbow = int(COMBO_RAINBOW[action])
    for _ in range(rainbow):
        give_up_rainbow(state, player)
    state.combo_rainbow = rainbow
    state.rainbow[player] -= rainbow
    state.hand_count[player] -= COMBO_CARDS[action]
    state.phase = PILE


@jit
def give_up_seven(state: Record, player: int, color: int) -> None:
    """What is no longer known of a hand that gave up a 7: whether it holds the 7 dealt to it.

    An unknown 7 is taken to be from the deal as long as that can be; then it is from the deck, and
    at most one less of the cards still in hand are.
    """
    if int(state.known[player, color]) & SEVEN:
        return
    state.holds_seven[player] = 0
    if state.dealt_sevens[player] > 0:
        state.dealt_sevens[player] -= 1
    elif state.draws[player] > 0:
        state.draws[player] -= 1


@jit
def give_up_rainbow(state: Record, player: int) -> None:
    """What is no longer known of a hand that gave up a Rainbow card; see `give_up_seven`."""
    if state.known_rainbow[player] > 0:
        state.known_rainbow[player] -= 1
    elif state.dealt_rainbow[player] > 0:
        state.dealt_rainbow[player] -= 1
    elif state.draws[player] > 0:
        state.draws[player] -= 1


@jit
def legal_piles(out: NDArray[np.int16]) -> int:
    """One of the three piles, an empty one too (R7-11)."""
    for pile in range(PILES):
        out[pile] = TO_PILE + pile
    return PILES


@jit
def choose_pile(state: Record, pile: int) -> None:
    """The pile that the cards go to; a single card goes there at once."""
    state.pile = pile
    state.phase = ORDER
    lay_last(state)


@jit
def legal_cards(state: Record, out: NDArray[np.int16]) -> int:
    """The cards of the combination in any order (R7-11)."""
    count = 0
    for color in range(COLORS):
        values = int(state.combo[color])
        for place in range(int(BIT_COUNT[values])):
            out[count] = LAY + VALUES * color + int(BITS[values, place])
            count += 1
    out[count] = LAY + RAINBOW
    return count + int(state.combo_rainbow > 0)


@jit
def lay_next(state: Record, card: int) -> None:
    """A card of the combination goes on the pile, a Rainbow card as nothing else (R7-R3)."""
    if card == RAINBOW:
        state.combo_rainbow -= 1
    else:
        state.combo[card // VALUES] &= ~(1 << card % VALUES)
    lay_on_pile(state, int(state.pile), card)
    lay_last(state)


@jit
def lay_last(state: Record) -> None:
    """The last card of an order goes on the pile by itself; then come the sevens, or the draw."""
    cards = int(state.combo_rainbow)
    last = RAINBOW
    for color in range(COLORS):
        values = int(state.combo[color])
        if values:
            cards += int(BIT_COUNT[values])
            last = VALUES * color + int(BITS[values, 0])
    if cards > 1:
        return
    state.combo[:] = 0
    state.combo_rainbow = 0
    lay_on_pile(state, int(state.pile), last)
    if state.sevens_left > 0:
        state.phase = SEVENS
    else:
        finish_discard(state)


# Sevens


@jit
def legal_effects(state: Record, out: NDArray[np.int16]) -> int:
    """Any effect for each 7, or no more of them; printed sevens have one each (R7-16, R7-R5)."""
    player = int(state.current)
    out[0] = NO_EFFECT
    out[1] = DOWNPOUR
    count = 1 + int(may_use(state, DOWNPOUR_EFFECT))
    for other in range(int(state.players)):
        out[count] = CLOUD + other
        count += int(other != player and may_use(state, CLOUD_EFFECT))
    out[count] = SHELTER
    count += int(may_use(state, SHELTER_EFFECT))
    out[count] = SUNSHINE
    return count + int(state.tokens[player] > 0 and may_use(state, SUNSHINE_EFFECT))


@jit
def may_use(state: Record, effect: int) -> bool:
    """Whether a 7 with this effect is left (R7-R5)."""
    return bool(state.printed_sevens == 0 or state.effects_left[effect] > 0)


@jit
def use_seven(state: Record, action: int) -> None:
    """One effect, carried out whole before the next is chosen (R7-16, R7-R6)."""
    if action == NO_EFFECT:
        state.sevens_left = 0
    elif action == DOWNPOUR:
        downpour(state)
    elif action < SHELTER:
        cloud(state, action - CLOUD)
    elif action == SHELTER:
        shelter(state)
    else:
        sunshine(state)
    if state.sevens_left == 0:
        state.effects_left[:] = 0
        finish_discard(state)


@jit
def used(state: Record, effect: int) -> None:
    """One 7 less to use."""
    state.sevens_left -= 1
    if state.printed_sevens:
        state.effects_left[effect] -= 1


@jit
def downpour(state: Record) -> None:
    """Each opponent, from the left, gets a card from the deck (R7-17)."""
    used(state, DOWNPOUR_EFFECT)
    players = int(state.players)
    for step in range(1, players):
        draw_from_deck(state, (int(state.current) + step) % players)


@jit
def cloud(state: Record, opponent: int) -> None:
    """An opponent takes a Rain token; the seventh ends the game with this round (R7-18, R7-R8)."""
    used(state, CLOUD_EFFECT)
    state.tokens[opponent] += 1
    if state.tokens[opponent] >= state.tokens_to_end:
        state.struck = 1


@jit
def shelter(state: Record) -> None:
    """No draw at the end of this turn (R7-19); a second one does nothing more (R7-R7)."""
    used(state, SHELTER_EFFECT)
    state.sheltered = 1


@jit
def sunshine(state: Record) -> None:
    """A Rain token of one's own goes back (R7-20, R7-R7)."""
    used(state, SUNSHINE_EFFECT)
    state.tokens[state.current] -= 1


# Draw


@jit
def finish_discard(state: Record) -> None:
    """An empty hand is a Perfect (R7-27); otherwise a card is drawn, unless sheltered (R7-21)."""
    if state.hand_count[state.current] == 0:
        perfect(state)
    elif state.sheltered == 0 and may_draw(state):
        state.phase = DRAW
    else:
        end_turn(state)


@jit
def end_turn(state: Record) -> None:
    """The next player clockwise has the turn (R7-10), without any limit of turns (R7-R13)."""
    start_turn(state, (int(state.current) + 1) % int(state.players))


@jit
def may_draw(state: Record) -> bool:
    """Whether there is anything to draw (R7-R9)."""
    piles = 0
    for pile in range(PILES):
        piles += int(pile != state.pile and state.pile_count[pile] > 0)
    return piles > 0 or may_draw_deck(state)


@jit
def may_draw_deck(state: Record) -> bool:
    """Whether the deck has a card, or a reshuffle would bring some (R7-R9)."""
    cards = int(state.deck_count)
    for pile in range(PILES):
        cards += max(0, int(state.pile_count[pile]) - 1)
    return cards > 0


@jit
def legal_draws(state: Record, out: NDArray[np.int16]) -> int:
    """The deck, or the top of a pile other than the one discarded on (R7-21); no way to decline.

    See R7-R22.
    """
    out[0] = DRAW_DECK
    count = int(may_draw_deck(state))
    for pile in range(PILES):
        out[count] = DRAW_PILE + pile
        count += int(pile != state.pile and state.pile_count[pile] > 0)
    return count


@jit
def draw(state: Record, action: int) -> None:
    """One card, from the deck or from a pile; the turn is over."""
    if action == DRAW_DECK:
        draw_from_deck(state, int(state.current))
    else:
        draw_from_pile(state, int(state.current), action - DRAW_PILE)
    end_turn(state)


@jit
def draw_from_deck(state: Record, player: int) -> None:
    """The deck's top card, unseen by the others; none if there is none (R7-R9)."""
    card = wanted_from_deck(state)
    if card >= 0:
        hold(state, player, card)
        state.draws[player] = min(MAX_CARDS, int(state.draws[player]) + 1)


@jit
def draw_from_pile(state: Record, player: int, pile: int) -> None:
    """A pile's top card, which all have seen (R7-R14); an emptied pile is seeded anew (R7-22)."""
    state.pile_count[pile] -= 1
    place = int(state.pile_count[pile])
    card = int(state.piles[pile, place])
    state.piles[pile, place] = 0
    hold(state, player, card)
    if card == RAINBOW:
        state.known_rainbow[player] += 1
    else:
        state.known[player, card // VALUES] |= 1 << card % VALUES
    if state.pile_count[pile] == 0:
        seeding = wanted_from_deck(state)
        if seeding >= 0:
            lay_on_pile(state, pile, seeding)


@jit
def wanted_from_deck(state: Record) -> int:
    """The deck's top card, after a reshuffle if there was none; -1 if there is none still."""
    if state.deck_count == 0:
        reshuffle(state)
    return take_top(state) if state.deck_count > 0 else -1


@jit
def reshuffle(state: Record) -> None:
    """All cards of the piles but their top cards become the new deck (R7-R9)."""
    cards = np.empty(MAX_CARDS, np.int8)
    count = 0
    for pile in range(PILES):
        top = int(state.pile_count[pile]) - 1
        if top < 1:
            continue
        for place in range(top):
            cards[count] = state.piles[pile, place]
            state.piles[pile, place] = 0
            count += 1
        state.piles[pile, 0] = state.piles[pile, top]
        state.piles[pile, top] = 0
        state.pile_count[pile] = 1
    if count == 0:
        return
    generator = np.empty(4, np.uint64)
    start(generator, state.key, RESHUFFLE, int(state.chances))
    state.chances += 1
    shuffle(cards, count, count, generator)
    for place in range(count):
        state.deck[count - 1 - place] = cards[place]
    state.deck_count = count


# Announcing a Rainbow

LIMIT = 7  # the highest total that may be announced
STORM, THUNDERSTORM, DRIZZLE = 2, 3, 1  # Rain tokens for each who gets wet


@jit
def may_announce(state: Record, player: int) -> bool:
    """A total of 7 or less at the start of a turn (R7-23)."""
    return total(state, player) <= LIMIT


@jit
def announce(state: Record) -> None:
    """The round ends (R7-24): a Storm for all others (R7-25), or a Thunderstorm (R7-26)."""
    announcer = int(state.current)
    if lowest_total(state) < total(state, announcer):
        state.tokens[announcer] += THUNDERSTORM
        end_round(state, announcer)
    else:
        rain_on_others(state, announcer, STORM)
        end_round(state, (announcer + 1) % int(state.players))


@jit
def lowest_total(state: Record) -> int:
    """The lowest total of all hands."""
    lowest = total(state, 0)
    for player in range(1, int(state.players)):
        lowest = min(lowest, total(state, player))
    return lowest


@jit
def rain_on_others(state: Record, player: int, tokens: int) -> None:
    """All opponents of a player take Rain tokens; the supply is endless (R7-R12)."""
    for other in range(int(state.players)):
        if other != player:
            state.tokens[other] += tokens


# Perfect


@jit
def perfect(state: Record) -> None:
    """The hand is empty: the round is won, a Drizzle for all others (R7-27, R7-R10, R7-R11)."""
    winner = int(state.current)
    rain_on_others(state, winner, DRIZZLE)
    end_round(state, (winner + 1) % int(state.players))


# The end


@jit
def end_round(state: Record, first_player: int) -> None:
    """All hands are shown; the game ends, or a new round is dealt (R7-08, R7-28, R7-R24)."""
    for player in range(int(state.players)):
        state.sevens_seen |= sevens_of(state.hand[player])
    if game_ends(state):
        state.phase = OVER
        state.current = -1
        state.pile = 0
        state.sheltered = 0
        return
    for player in range(int(state.players)):
        for color in range(COLORS):
            state.last_hand[player, color] = state.hand[player, color]
        state.last_rainbow[player] = state.rainbow[player]
        state.last_tokens[player] = state.tokens[player]
    state.round_number += 1
    state.first_player = first_player
    deal_round(state)


@jit
def game_ends(state: Record) -> bool:
    """Somebody has seven tokens or more, or a cloud has struck (R7-01, R7-28, R7-R8)."""
    for player in range(int(state.players)):
        if state.tokens[player] >= state.tokens_to_end:
            return True
    return bool(state.struck)


@jit
def scores(state: Record, out: NDArray[np.int64]) -> None:
    """The Rain tokens, by player (R7-01)."""
    for player in range(int(state.players)):
        out[player] = state.tokens[player]


@jit
def returns(state: Record, out: NDArray[np.float64]) -> None:
    """1 for a sole winner, shared equally among tied winners, else 0 (R7-28, R7-29, R7-R23)."""
    players = int(state.players)
    best = rank(state, 0)
    for player in range(1, players):
        best = min(best, rank(state, player))
    winners = 0
    for player in range(players):
        winners += int(rank(state, player) == best)
    for player in range(players):
        won = state.phase == OVER and rank(state, player) == best
        out[player] = 1.0 / winners if won else 0.0


ONE_TOKEN = 1000  # counts for more than any hand


@jit
def rank(state: Record, player: int) -> int:
    """Fewer tokens are better (R7-01), then the lower hand in the last round (R7-28, R7-29)."""
    return ONE_TOKEN * int(state.tokens[player]) + total(state, player)
