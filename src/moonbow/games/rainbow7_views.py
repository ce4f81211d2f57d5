"""What players of Rainbow 7 see, hear and may think possible.

The ids in the docstrings are the clauses of docs/rules/rainbow7.md.
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.games.heard import Heard
from moonbow.games.kernel import (
    FULL,
    Generator,
    Record,
    below,
    copy_record,
    encoding_starts,
    jit,
    next_word,
    plain,
    shuffle,
)
from moonbow.games.rainbow7 import (
    ANNOUNCE,
    BIT_COUNT,
    CARD_KINDS,
    CLOUD,
    COLORS,
    COMBO_COLORS,
    COMBO_RAINBOW,
    COMBOS,
    DISCARD,
    DOWNPOUR,
    DRAW,
    DRAW_DECK,
    DRAW_PILE,
    DRIZZLE,
    EFFECTS,
    LAY,
    MAX_CARDS,
    MAX_PLAYERS,
    NO_EFFECT,
    ORDER,
    OVER,
    PILES,
    RAINBOW,
    SEVEN,
    SEVENS,
    SHELTER,
    SPARE_SEVENS,
    STORM,
    THUNDERSTORM,
    TO_PILE,
    VALUES,
    listed,
    sevens_of,
    total,
    worth,
)

# What a player sees and hears


@jit
def observe(state: Record, player: int, view: Record) -> None:
    """Copies what a player may know, a spectator for -1; what is hidden becomes 0 (R7-R14).

    Hidden are the other hands until the game is over, the deck, which 7s are in the game, and the
    key.
    """
    copy_record(state, view)
    view.viewer = player
    view.key[:] = 0
    view.sevens = 0
    view.deck[:] = 0
    if view.phase == OVER:
        return
    for other in range(int(view.players)):
        if other != player:
            view.hand[other, :] = 0
            view.rainbow[other] = 0


def hear(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """What just happened, as a player (a spectator: -1) may know it, in order.

    All is public but the cards that others draw from the deck.
    """
    actor = int(before.current)
    if action < COMBOS:
        cards = listed(COMBO_COLORS[action], int(COMBO_RAINBOW[action]))
        heard = [Heard("shows", actor, cards)]
    elif action == ANNOUNCE:
        heard = []
    elif action < LAY:
        heard = hear_pile(before, action - TO_PILE)
    elif action < NO_EFFECT:
        heard = hear_laying(before, action - LAY)
    elif action < DRAW_DECK:
        heard = hear_seven(before, action, after, player)
    else:
        heard = hear_draw(before, action, after, player)
    if round_ended(before, after):
        return heard + hear_end(before, action, after)
    no_draw = action < DRAW_DECK and after.phase == DISCARD
    if no_draw and not before.sheltered and action != SHELTER:
        heard.append(Heard("cannot draw", actor))
    return heard


def round_ended(before: Record, after: Record) -> bool:
    """Whether the round has ended in between."""
    return bool(after.phase == OVER or after.round_number != before.round_number)


def hear_pile(before: Record, pile: int) -> list[Heard]:
    """The pile chosen; a single card lies there at once."""
    cards = listed(before.combo, int(before.combo_rainbow))
    single = cards if len(cards) == 1 else ()
    return [Heard("discards", int(before.current), single, place="ABC"[pile])]


def hear_laying(before: Record, card: int) -> list[Heard]:
    """A card laid on the pile, and the last one that goes by itself."""
    left = list(listed(before.combo, int(before.combo_rainbow)))
    left.remove(card)
    laid = [card, *left] if len(left) == 1 else [card]
    place = "ABC"[before.pile]
    return [Heard("lays", int(before.current), (each,), place=place) for each in laid]


def hear_seven(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """The effect of a seven, and what comes of it at once."""
    actor = int(before.current)
    if action == NO_EFFECT:
        return [Heard("forgoes", actor, count=int(before.sevens_left))]
    if action == DOWNPOUR:
        return [Heard("downpour", actor), *hear_cards(before, after, player)]
    if action < SHELTER:
        heard = [Heard("cloud", actor, target=action - CLOUD)]
        return [*heard, Heard("last round")] if after.struck and not before.struck else heard
    return [Heard("shelter" if action == SHELTER else "sunshine", actor)]


def hear_draw(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """A card drawn, and the card that seeds an emptied pile."""
    if action == DRAW_DECK:
        return hear_cards(before, after, player)
    pile = action - DRAW_PILE
    place = "ABC"[pile]
    top = int(before.piles[pile, before.pile_count[pile] - 1])
    heard = [Heard("draws", int(before.current), (top,), 1, place=place)]
    if before.pile_count[pile] == 1:
        heard += hear_reshuffle(before, after)
        if after.pile_count[pile] == 1:
            heard.append(Heard("turns up", cards=(int(after.piles[pile, 0]),), place=place))
    return heard


def hear_cards(before: Record, after: Record, player: int) -> list[Heard]:
    """The cards drawn from the deck, by whoever drew one, the actor first, then from the left.

    Where the deck was used up on the way, the others come from a new one.
    """
    heard = []
    for step in range(int(before.players)):
        other = (int(before.current) + step) % int(before.players)
        if last_count(before, after, other) > before.hand_count[other]:
            colors, rainbow = last_held(before, after, other)
            new = listed(colors & ~before.hand[other], rainbow - int(before.rainbow[other]))
            heard.append(Heard("draws", other, new if other == player else (), 1))
    used_up = int(before.deck_count)
    return [*heard[:used_up], *hear_reshuffle(before, after), *heard[used_up:]]


def last_held(before: Record, after: Record, player: int) -> tuple[NDArray[np.int8], int]:
    """A hand after an action, before a new round was dealt: values by color, Rainbow cards."""
    if before.round_number == after.round_number:
        return after.hand[player], int(after.rainbow[player])
    return after.last_hand[player], int(after.last_rainbow[player])


def last_count(before: Record, after: Record, player: int) -> int:
    """How many cards that hand had; a view knows it of every hand."""
    if before.round_number == after.round_number:
        return int(after.hand_count[player])
    colors, rainbow = last_held(before, after, player)
    return int(BIT_COUNT[colors].sum()) + rainbow


def hear_reshuffle(before: Record, after: Record) -> list[Heard]:
    """Whether the piles were shuffled into a new deck; a new deal is a chance event as well."""
    deals = int(after.round_number) - int(before.round_number)
    return [Heard("reshuffles")] if after.chances - before.chances > deals else []


RAIN = {"storm": STORM, "thunderstorm": THUNDERSTORM, "drizzle": DRIZZLE}
"""How a round can end: the Rain tokens of each who gets wet."""


def hear_end(before: Record, action: int, after: Record) -> list[Heard]:
    """The end of a round: why, all hands with their totals, the tokens; then what comes next."""
    actor = int(before.current)
    players = int(before.players)
    wet = [player for player in range(players) if after.tokens[player] > before.tokens[player]]
    shown = [hear_hand(before, after, player) for player in range(players)]
    if action == ANNOUNCE:
        how = "thunderstorm" if actor in wet else "storm"
        heard = [Heard("announces", actor, count=shown[actor].count), shown[actor]]
    else:
        how = "drizzle"
        heard = [Heard("perfect", actor)]
    heard += [shown[player] for player in range(players) if player != actor]
    heard.append(Heard(how, actor))
    heard += [Heard("gets tokens", player, count=RAIN[how]) for player in wet]
    if after.phase == OVER:
        return [*heard, Heard("ends")]
    heard.append(Heard("begins", int(after.first_player), count=int(after.round_number) + 1))
    for player in range(players):
        if after.tucked[player]:
            heard.append(Heard("tucks", player, count=int(after.tucked[player])))
    return heard


def hear_hand(before: Record, after: Record, player: int) -> Heard:
    """The hand that a player shows at the end of a round, with its total."""
    colors, rainbow = last_held(before, after, player)
    return Heard("reveals", player, listed(colors, rainbow), plain(worth)(colors))


def reveals(before: Record, after: Record) -> bool:
    """Whether somebody learned what was not theirs to know, so that nothing may be taken back.

    That is a card of the deck, or all hands. What players show and lay of their own hand does not
    count.
    """
    return bool(
        round_ended(before, after)
        or after.deck_count != before.deck_count
        or after.chances != before.chances
    )


@jit
def resample(view: Record, generator: Generator, state: Record) -> None:
    """A full state drawn from those a viewer must think possible.

    Kept to are: what all have seen go into a hand; the 7 and the at most one Rainbow card dealt to
    each; how many unknown cards each drew since; which 7s were seen in this game. First each hand
    that must hold a 7 gets one, then the other 7s and the Rainbow cards find places that allow
    them, then the rest is dealt out. Where a card finds no place, all is drawn again; facts that
    were made up, and allow no deal, give any deal at last. Left out is what follows from the
    players' choices, and that a reshuffled deck holds cards that all have seen.
    """
    for _ in range(MOST_DRAWS):
        if draw_deal(view, generator, state):
            break


MOST_DRAWS = 100


@jit
def draw_deal(view: Record, generator: Generator, state: Record) -> bool:
    """Draws a deal; returns whether it keeps to the facts."""
    copy_record(view, state)
    state.viewer = FULL
    for place in range(4):
        state.key[place] = next_word(generator)
    resample_sevens(state, generator)
    cards = np.empty(MAX_CARDS, np.int8)
    sevens, rainbow, others = list_unseen(state, int(view.viewer), cards)
    free = np.zeros(MAX_PLAYERS + 2, np.int8)
    free_places(state, int(view.viewer), sevens + rainbow + others, free)
    add_known(state, int(view.viewer))
    draws = state.draws.copy()
    shuffle(cards, sevens, sevens, generator)
    dealt = state.dealt_sevens.copy()
    used_up = deal_held_sevens(state, cards, dealt, free)
    fits = deal_special(state, cards[used_up:sevens], dealt, draws, free, 1, generator)
    dealt = state.dealt_rainbow.copy()
    special = cards[sevens : sevens + rainbow]
    fits &= deal_special(state, special, dealt, draws, free, MAX_CARDS, generator)
    rest = cards[sevens + rainbow :]
    shuffle(rest, others, others, generator)
    for place in range(MAX_PLAYERS + 2):
        while free[place] > 0:
            others -= 1
            put(state, place, int(rest[others]), free)
    shuffle(state.deck, int(state.deck_count), int(state.deck_count), generator)
    return bool(fits)


@jit
def resample_sevens(state: Record, generator: Generator) -> None:
    """Which 7s are in the game: those seen, or in the viewer's hand, and others by chance."""
    sevens = int(state.sevens_seen)
    for player in range(int(state.players)):
        sevens |= sevens_of(state.hand[player])
    colors = np.empty(COLORS, np.int8)
    count = 0
    for color in range(int(state.colors)):
        if not sevens >> color & 1:
            colors[count] = color
            count += 1
    missing = int(state.players) + SPARE_SEVENS - int(BIT_COUNT[sevens])
    shuffle(colors, count, missing, generator)
    for place in range(missing):
        sevens |= 1 << int(colors[place])
    state.sevens = sevens


@jit
def list_unseen(state: Record, viewer: int, cards: NDArray[np.int8]) -> tuple[int, int, int]:
    """The cards that the viewer sees nowhere: 7s, Rainbow cards, others; how many of each."""
    lying = np.zeros(COLORS, np.int64)
    rainbow = int(state.rainbow_cards) - lying_cards(state, viewer, lying)
    count = 0
    for color in range(COLORS):
        if int(state.sevens) >> color & 1 and not int(lying[color]) & SEVEN:
            cards[count] = VALUES * color + VALUES - 1
            count += 1
    sevens = count
    for _ in range(rainbow):
        cards[count] = RAINBOW
        count += 1
    for color in range(int(state.colors)):
        for value in range(int(state.values) - 1):
            if not int(lying[color]) >> value & 1:
                cards[count] = VALUES * color + value
                count += 1
    return sevens, rainbow, count - sevens - rainbow


@jit
def lying_cards(state: Record, viewer: int, lying: NDArray[np.int64]) -> int:
    """The cards that a viewer sees or remembers: values by color; returns the Rainbow cards."""
    rainbow = int(state.combo_rainbow)
    for color in range(COLORS):
        lying[color] |= int(state.combo[color])
    for pile in range(PILES):
        for place in range(int(state.pile_count[pile])):
            card = int(state.piles[pile, place])
            if card == RAINBOW:
                rainbow += 1
            else:
                lying[card // VALUES] |= 1 << card % VALUES
    for player in range(int(state.players)):
        open_hand = player == viewer or state.phase == OVER
        rainbow += int(state.rainbow[player] if open_hand else state.known_rainbow[player])
        for color in range(COLORS):
            held = state.hand[player, color] if open_hand else state.known[player, color]
            lying[color] |= int(held)
    return rainbow


DECK, NOWHERE = MAX_PLAYERS, MAX_PLAYERS + 1  # where cards may be, beside the players' hands
Places = NDArray[np.int8]
"""How many cards each place can take yet: the hands, the deck, nowhere."""


@jit
def free_places(state: Record, viewer: int, unseen: int, free: Places) -> None:
    """How many unknown cards each hand and the deck hold; those left over lie nowhere."""
    hidden = 0
    for player in range(int(state.players)):
        if player != viewer and state.phase != OVER:
            known = int(state.known_rainbow[player])
            for color in range(COLORS):
                known += int(BIT_COUNT[state.known[player, color]])
            free[player] = int(state.hand_count[player]) - known
            hidden += int(free[player])
    free[DECK] = state.deck_count
    free[NOWHERE] = unseen - hidden - int(state.deck_count)


@jit
def add_known(state: Record, viewer: int) -> None:
    """The hands that the viewer does not see hold what is known of them."""
    if state.phase == OVER:
        return
    for player in range(int(state.players)):
        if player != viewer:
            state.rainbow[player] = state.known_rainbow[player]
            for color in range(COLORS):
                state.hand[player, color] = state.known[player, color]


@jit
def put(state: Record, place: int, card: int, free: Places) -> None:
    """A card comes to a place."""
    free[place] -= 1
    if place == DECK:
        state.deck[free[DECK]] = card
    elif card == RAINBOW and place < DECK:
        state.rainbow[place] += 1
    elif place < DECK:
        state.hand[place, card // VALUES] |= 1 << card % VALUES


@jit
def deal_held_sevens(
    state: Record, cards: NDArray[np.int8], dealt: NDArray[np.int8], free: Places
) -> int:
    """One of these 7s for each hand that must hold one; returns how many that took."""
    count = 0
    for player in range(int(state.players)):
        if state.holds_seven[player] and free[player] > 0:
            put(state, player, int(cards[count]), free)
            dealt[player] -= 1
            count += 1
    return count


@jit
def deal_special(
    state: Record,
    cards: NDArray[np.int8],
    dealt: NDArray[np.int8],
    draws: NDArray[np.int8],
    free: Places,
    each: int,
    generator: Generator,
) -> bool:
    """Each of these cards goes to the deck, or to a hand that can have been dealt or drawn it.

    `dealt` and `draws` are how many such cards each hand may have yet from the deal, and of any
    kind from the deck; `each` how many of its places one such card from the deal can be at.
    Returns whether all found a place that allows them.
    """
    fits = True
    for card in cards:
        place = allowed_place(dealt, draws, free, each, generator)
        put(state, place, int(card), free)
        if place < MAX_PLAYERS:
            if dealt[place] > 0:
                dealt[place] -= 1
            else:
                draws[place] -= 1
                fits &= draws[place] >= 0
    return bool(fits)


@jit
def allowed_place(
    dealt: NDArray[np.int8], draws: NDArray[np.int8], free: Places, each: int, generator: Generator
) -> int:
    """A place by chance where one more such card can be; any free one, if none allows it.

    A hand counts as many places as such cards can have come to; the deck counts all of its own.
    """
    weights = np.zeros(MAX_PLAYERS + 2, np.int64)
    for place in range(MAX_PLAYERS + 2):
        weights[place] = free[place]
        if place < MAX_PLAYERS:
            came = each * int(dealt[place]) + max(0, int(draws[place]))
            weights[place] = min(int(free[place]), came)
    if weights.sum() == 0:
        weights[:] = free
    chosen = below(generator, int(weights.sum()))
    place = 0
    while chosen >= weights[place]:
        chosen -= int(weights[place])
        place += 1
    return place


# What a network sees

ENCODING = (
    # A hand or the like is CARD_KINDS numbers by card, Rainbow cards in quarters.
    ("hand", CARD_KINDS),  # the viewer's cards
    ("total", 1),  # what the viewer's cards add up to, in tens
    ("known", MAX_PLAYERS * CARD_KINDS),  # by seat: cards all have seen go into the hand
    ("tops", PILES * CARD_KINDS),  # by pile: 1 for the top card
    ("piled", PILES * CARD_KINDS),  # by pile: 1 for each card that lies there
    ("pile_count", PILES),  # cards by pile, in tens
    ("deck_count", 1),  # in tens
    ("hand_count", MAX_PLAYERS),  # cards in hand by seat, in tens
    ("tokens", MAX_PLAYERS),  # Rain tokens by seat, in tens
    ("tucked", MAX_PLAYERS),  # Rainbow cards put under the deck at the deal by seat
    ("draws", MAX_PLAYERS),  # unknown cards that may be from the deck by seat, in tens
    ("holds_seven", MAX_PLAYERS),  # by seat: 1 while the 7 dealt must be in the hand
    ("dealt_sevens", MAX_PLAYERS),  # unknown 7s that may come from the deal by seat
    ("dealt_rainbow", MAX_PLAYERS),  # unknown Rainbow cards that may come from the deal by seat
    ("sevens_seen", COLORS),  # by color: 1 if all have seen its 7 in this game
    ("seats", MAX_PLAYERS),  # 1 where a player sits
    ("first", MAX_PLAYERS),  # 1 for the seat that began this round
    ("current", MAX_PLAYERS),  # 1 for the seat whose decision it is
    ("phase", 6),  # 1 for DISCARD, PILE, ORDER, SEVENS, DRAW, OVER
    ("combo", CARD_KINDS),  # the combination not yet laid
    ("pile", PILES),  # 1 for the pile discarded on in this turn
    ("sevens_left", 1),  # effects yet to use
    ("effects_left", EFFECTS),  # the same by effect, with printed sevens
    ("sheltered", 1),  # 1 if this turn ends without a draw
    ("struck", 1),  # 1 if the game ends with this round
    ("effects", COLORS * EFFECTS),  # with printed sevens, by color, effect: 1 for the one printed
    ("colors", 1),  # in tens, as are the following
    ("values", 1),
    ("rainbow_cards", 1),
    ("hand_size", 1),
    ("tokens_to_end", 1),
)
"""The features of `encode`, in order: name, length. A seat counts from the viewer, clockwise."""


(
    AT_HAND, AT_TOTAL, AT_KNOWN, AT_TOPS, AT_PILED, AT_PILE_COUNT, AT_DECK_COUNT, AT_HAND_COUNT,
    AT_TOKENS, AT_TUCKED, AT_DRAWS, AT_HOLDS_SEVEN, AT_DEALT_SEVENS, AT_DEALT_RAINBOW,
    AT_SEVENS_SEEN, AT_SEATS, AT_FIRST, AT_CURRENT, AT_PHASE, AT_COMBO, AT_PILE, AT_SEVENS_LEFT,
    AT_EFFECTS_LEFT, AT_SHELTERED, AT_STRUCK, AT_EFFECTS, AT_COLORS, AT_VALUES, AT_RAINBOW_CARDS,
    AT_HAND_SIZE, AT_TOKENS_TO_END, FEATURES,
) = encoding_starts(ENCODING)  # fmt: skip


@jit
def encode(view: Record, out: NDArray[np.float32]) -> None:
    """Writes the FEATURES numbers that ENCODING lists; a spectator's seats count from player 0."""
    out[:FEATURES] = 0.0
    first = max(0, int(view.viewer))
    if view.viewer >= 0:
        encode_cards(view.hand[first], int(view.rainbow[first]), AT_HAND, out)
        out[AT_TOTAL] = 0.1 * total(view, first)
    for player in range(int(view.players)):
        seat = (player - first + int(view.players)) % int(view.players)
        encode_seat(view, player, seat, out)
    encode_table(view, out)
    out[AT_COLORS] = 0.1 * view.colors
    out[AT_VALUES] = 0.1 * view.values
    out[AT_RAINBOW_CARDS] = 0.1 * view.rainbow_cards
    out[AT_HAND_SIZE] = 0.1 * view.hand_size
    out[AT_TOKENS_TO_END] = 0.1 * view.tokens_to_end


@jit
def encode_cards(colors: NDArray[np.int8], rainbow: int, at: int, out: NDArray[np.float32]) -> None:
    """Cards kept as values by color, and Rainbow cards."""
    for color in range(COLORS):
        for value in range(VALUES):
            out[at + VALUES * color + value] = int(colors[color]) >> value & 1
    out[at + RAINBOW] = 0.25 * rainbow


@jit
def encode_seat(view: Record, player: int, seat: int, out: NDArray[np.float32]) -> None:
    """What is known of one player."""
    known = int(view.known_rainbow[player])
    encode_cards(view.known[player], known, AT_KNOWN + CARD_KINDS * seat, out)
    out[AT_HAND_COUNT + seat] = 0.1 * view.hand_count[player]
    out[AT_TOKENS + seat] = 0.1 * view.tokens[player]
    out[AT_TUCKED + seat] = float(view.tucked[player])
    out[AT_DRAWS + seat] = 0.1 * view.draws[player]
    out[AT_HOLDS_SEVEN + seat] = float(view.holds_seven[player])
    out[AT_DEALT_SEVENS + seat] = float(view.dealt_sevens[player])
    out[AT_DEALT_RAINBOW + seat] = float(view.dealt_rainbow[player])
    out[AT_SEATS + seat] = 1.0
    out[AT_FIRST + seat] = 1.0 if player == view.first_player else 0.0
    out[AT_CURRENT + seat] = 1.0 if player == view.current else 0.0


@jit
def encode_table(view: Record, out: NDArray[np.float32]) -> None:
    """The piles, the deck and what the turn has in progress."""
    for pile in range(PILES):
        count = int(view.pile_count[pile])
        for place in range(count):
            card = int(view.piles[pile, place])
            out[AT_PILED + CARD_KINDS * pile + card] += 0.25 if card == RAINBOW else 1.0
        if count > 0:
            out[AT_TOPS + CARD_KINDS * pile + int(view.piles[pile, count - 1])] = 1.0
        out[AT_PILE_COUNT + pile] = 0.1 * count
    out[AT_DECK_COUNT] = 0.1 * view.deck_count
    for color in range(COLORS):
        out[AT_SEVENS_SEEN + color] = int(view.sevens_seen) >> color & 1
        if view.printed_sevens:
            out[AT_EFFECTS + EFFECTS * color + int(view.effects[color])] = 1.0
    out[AT_PHASE + int(view.phase)] = 1.0
    encode_cards(view.combo, int(view.combo_rainbow), AT_COMBO, out)
    if view.phase in (ORDER, SEVENS, DRAW):
        out[AT_PILE + int(view.pile)] = 1.0
    out[AT_SEVENS_LEFT] = float(view.sevens_left)
    for effect in range(EFFECTS):
        out[AT_EFFECTS_LEFT + effect] = float(view.effects_left[effect])
    out[AT_SHELTERED] = float(view.sheltered)
    out[AT_STRUCK] = float(view.struck)
