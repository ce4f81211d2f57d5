"""Rainbow Pirates, rule by rule, in the order of its rulebook.

A card is its kind: 0 to 6 the COLOR cards 1 to 7 (RP-01), then WILD, the eight BLACK cards and
RAINBOW PIRATE (RP-02). Players count from 0, clockwise. The ids in the docstrings (RP-13) are the
clauses of docs/rules/pirates.md.

The groups of all islands share one table, sorted; a group is one number that holds its owner,
type, lowest number or color, count of cards, and content (see `group`). Actions name a group by
its slot in the table. ACTIONS of them:

    LAY        + 0 to 178: three cards as a new group, or one RAINBOW PIRATE
    ADD_HIGH   + 16 * slot + kind: one card to a group, at its high end
    ADD_LOW    + 8 * slot + kind: one card to a rainbow, at its low end
    LIFT       + slot: a group back to the hand
    PLAY       + 0 to 23: a BLACK card, with its target
    BLOCK      + color: the COLOR card that blocks; PASS: no block
    PICK       + 8 * slot + place: a card of a group
    REVIVE     + kind: a card of the discard pile
    GIVE       + kind - THIEF: a BLACK card for the Captain
    NAME       + kind: what the Parrot asks for
    TOP        + kind: the next card of the draw pile, for Spyglass
    DRAW_FACEUP, DRAW_PILE, DONE
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

Records = NDArray[np.record]

RULES_VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 5
HAND_SIZE = 7
MAX_CARDS = 120
SLOTS = 43  # 120 cards make no more groups: one of RAINBOW PIRATEs a player, the others of three

NUMBERS = 7
WILD = 7
THIEF, CANNON, ELIXIR, CAPTAIN, BLINDBEARD, SHIP, PARROT, SPYGLASS = range(8, 16)
RAINBOW_PIRATE = 16
BLACKS = RAINBOW_PIRATE - THIEF

FACE_UP = 2  # cards face up beside the draw pile (RP-06)
DRAWN = 2  # cards of the closing draw, and of Ship (RP-05, RP-35)
STOLEN = 2  # cards for Blindbeard (RP-34)
LOOKED_AT = 4  # cards for Spyglass (RP-37)
RAINBOWS_TO_GO_OUT = 2  # full ones (RP-40)
PIRATE_POINTS, OUT_POINTS = 5, 5  # for a RAINBOW PIRATE, for going out
KINDS = 17
NUMBER_KINDS = 0b1111111  # kinds as bits
BLACK_KINDS = 0b11111111 << THIEF

Options = record_type(
    ("lifts", "<i2"),  # RP-R20: groups that may be lifted in one turn
    ("deck", "i1", (17,)),  # RP-R1: cards in the deck by kind
)

State = record_type(
    ("key", "<u8", (4,)),  # what all chance of this game comes from
    ("groups", "<i8", (43,)),  # the groups of all islands, sorted
    ("none", "<i4", (5,)),  # of each hand, kinds that are not in it, as bits (RP-R11, RP-R9)
    ("excluded", "<i4", (5,)),  # of each hand, kinds that were not in it at its last closing draw
    ("chances", "<i2"),  # chance events so far
    ("lifts_allowed", "<i2"),  # groups that may be lifted in one turn
    ("lifts", "<i2"),  # groups lifted in this turn
    ("viewer", "i1"),  # FULL, or whose view this is; SPECTATOR: nobody's
    ("players", "i1"),
    ("counts", "i1", (17,)),  # cards in the deck by kind
    ("step", "i1"),  # MAIN, BLOCKING, PICKING, REVIVING, GIVING, NAMING, ORDERING, PLACING or OVER
    ("current", "i1"),  # whose decision it is; -1 when the game is over
    ("turn", "i1"),  # whose turn it is
    ("went_out", "i1"),  # who went out; -1: nobody
    ("card", "i1"),  # the BLACK card being played
    ("target", "i1"),  # whom it is aimed at; -1: nobody
    ("elixirs", "i1"),  # Elixirs taken from the discard pile in this turn, not played again
    ("tired", "i1"),  # 1 if the Elixir being played is one of these
    ("unordered", "i1"),  # cards that Spyglass has yet to put in order
    ("placers", "i1"),  # players who have not finished the last placing
    ("hand", "i1", (5, 17)),  # cards by player, kind
    ("hand_count", "i1", (5,)),  # cards in hand by player
    ("group_count", "i1"),
    ("faceup", "i1", (2,)),  # the face-up cards
    ("faceup_count", "i1"),
    ("draw", "i1", (120,)),  # the draw pile, the top card last
    ("draw_count", "i1"),
    ("draw_known", "i1", (120,)),  # who knows each card of the draw pile, as bits
    ("discard", "i1", (120,)),  # the discard pile, the top card last
    ("discard_count", "i1"),
    ("known", "i1", (5, 17)),  # of each hand, what all have seen go into it, by kind
    ("known_to", "i1", (5, 5, 17)),  # by who knows it, hand, kind: what only some have seen
    ("fresh", "i1", (5,)),  # of each hand, how many cards of excluded kinds it may hold
)

MAIN, BLOCKING, PICKING, REVIVING, GIVING, NAMING, ORDERING, PLACING, OVER = range(9)
DEAL, FIRST_PLAYER, STEAL = 1, 2, 8  # what chance is drawn for


# Deal


@jit
def seed(state: Record, key: Generator) -> None:
    """Sets the 256-bit key, four `uint64`, that all chance of this game comes from."""
    for place in range(4):
        state.key[place] = key[place]


@jit
def deal(state: Record, players: int, options: Record) -> None:
    """A fresh game from the key in the state: hands, draw pile, face-up cards (RP-03, RP-R1)."""
    clear(state)
    state.players = players
    state.lifts_allowed = options.lifts
    for kind in range(KINDS):
        state.counts[kind] = options.deck[kind]
    deal_cards(state)
    start_turn(state, first_player(state))


@jit
def clear(state: Record) -> None:
    """An empty table; the key stays."""
    state.groups[:] = 0
    state.none[:] = 0
    state.excluded[:] = 0
    state.chances = 0
    state.viewer = FULL
    state.went_out = -1
    state.card = 0
    state.target = -1
    state.tired = 0
    state.unordered = 0
    state.placers = 0
    state.hand[:, :] = 0
    state.hand_count[:] = 0
    state.group_count = 0
    state.faceup[:] = 0
    state.faceup_count = 0
    state.draw[:] = 0
    state.draw_count = 0
    state.draw_known[:] = 0
    state.discard[:] = 0
    state.discard_count = 0
    state.known[:, :] = 0
    state.known_to[:, :, :] = 0
    state.fresh[:] = 0


@jit
def deal_cards(state: Record) -> None:
    """Seven cards for everyone, two face up, the rest is the draw pile (RP-03)."""
    deck = np.empty(MAX_CARDS, np.int8)
    cards = 0
    for kind in range(KINDS):
        for _ in range(int(state.counts[kind])):
            deck[cards] = kind
            cards += 1
    generator = np.empty(4, np.uint64)
    start(generator, state.key, DEAL, 0)
    state.chances += 1
    shuffle(deck, cards, cards, generator)
    top = HAND_SIZE * int(state.players)
    for place in range(top):
        state.hand[place // HAND_SIZE, deck[place]] += 1
    for player in range(int(state.players)):
        state.hand_count[player] = HAND_SIZE
    for place in range(top, cards):
        state.draw[cards - 1 - place] = deck[place]
    state.draw_count = cards - top
    turn_up(state)


@jit
def first_player(state: Record) -> int:
    """Chance picks who begins (RP-R16)."""
    generator = np.empty(4, np.uint64)
    start(generator, state.key, FIRST_PLAYER, 0)
    state.chances += 1
    return shuffled_first(int(state.players), generator)


@jit
def turn_up(state: Record) -> None:
    """The next two cards of the draw pile are laid face up, or what is there (RP-06, RP-R2)."""
    while state.faceup_count < FACE_UP and state.draw_count > 0:
        state.faceup[state.faceup_count] = take_top(state)
        state.faceup_count += 1


@jit
def take_top(state: Record) -> int:
    """The top card of a draw pile that is not empty."""
    top = int(state.draw_count) - 1
    kind = int(state.draw[top])
    state.draw[top] = 0
    state.draw_known[top] = 0
    state.draw_count = top
    return kind


# Cards in hand, and what others know of them


@jit
def receive(state: Record, player: int, kind: int) -> None:
    """A card comes into a hand: of what was known not to be there, nothing is sure any more."""
    state.hand[player, kind] += 1
    state.hand_count[player] += 1
    state.none[player] = 0
    state.fresh[player] = min(int(state.hand_count[player]), int(state.fresh[player]) + 1)


@jit
def receive_openly(state: Record, player: int, kind: int) -> None:
    """The same, and all see which card it is; it may be used at once (RP-R14, RP-R8)."""
    receive(state, player, kind)
    state.known[player, kind] += 1


@jit
def part_openly(state: Record, player: int, kind: int) -> None:
    """A card leaves a hand, and all see which: it may be one that was known to be there."""
    state.hand[player, kind] -= 1
    state.hand_count[player] -= 1
    if int(state.excluded[player]) >> kind & 1 and state.fresh[player] > 0:
        state.fresh[player] -= 1
    if state.known[player, kind] > 0:
        state.known[player, kind] -= 1
    else:
        for viewer in range(int(state.players)):
            if state.known_to[viewer, player, kind] > 0:
                state.known_to[viewer, player, kind] -= 1


@jit
def pass_secretly(state: Record, giver: int, taker: int, kind: int) -> None:
    """A card goes from hand to hand, and only these two see which (RP-R14)."""
    state.hand[giver, kind] -= 1
    state.hand_count[giver] -= 1
    if state.known_to[taker, giver, kind] > 0:
        state.known_to[taker, giver, kind] -= 1
    receive(state, taker, kind)
    state.known_to[giver, taker, kind] += 1


@jit
def forget(state: Record, player: int, taker: int, kinds: int, cards: int) -> None:
    """So many cards of these kinds, as bits, now leave a hand, and only the taker sees which.

    Of each kind the others stay sure of as many fewer; the taker stays sure of all (RP-R14).
    """
    for kind in range(KINDS):
        if kinds >> kind & 1:
            before = int(state.known[player, kind])
            sure = max(0, before - cards)
            state.known[player, kind] = sure
            for viewer in range(int(state.players)):
                known = before + int(state.known_to[viewer, player, kind])
                if viewer != taker:
                    known = max(sure, known - cards)
                state.known_to[viewer, player, kind] = known - sure


@jit
def discard(state: Record, kind: int) -> None:
    """A card goes on the discard pile, face up."""
    state.discard[state.discard_count] = kind
    state.discard_count += 1


@jit
def has_seen(state: Record, viewer: int, place: int) -> bool:
    """Whether a viewer has looked at a card of the draw pile."""
    return viewer >= 0 and int(state.draw_known[place]) >> viewer & 1 == 1


# Groups on an island

SET, RAINBOW, BLACK, PIRATES = 1, 2, 3, 4
SMALLEST = 3  # cards of the smallest group, PIRATES apart (RP-08)
NO_COLOR = 7  # of a set of WILDs alone (RP-R26)
FULL_RAINBOW = 7


@jit
def group(owner: int, type_: int, low: int, count: int, content: int) -> int:
    """A group as one number; numbers in ascending order are groups in their order on the table.

    `low` is the color of a set, the lowest number of a rainbow, else 0; `count` the cards;
    `content` the WILDs of a set, the places of a rainbow's WILDs as bits, or how many of each BLACK
    kind there are, five bits each.
    """
    if type_ == SET and content == count:
        low = NO_COLOR
    if type_ == RAINBOW and content == (1 << count) - 1:
        low = 0
    return owner << 56 | type_ << 52 | low << 48 | count << 40 | content


@jit
def owner_of(code: int) -> int:
    """Whose island a group lies on."""
    return code >> 56


@jit
def type_of(code: int) -> int:
    """SET, RAINBOW, BLACK or PIRATES."""
    return code >> 52 & 15


@jit
def low_of(code: int) -> int:
    """The color of a set, the lowest number of a rainbow."""
    return code >> 48 & 15


@jit
def count_of(code: int) -> int:
    """How many cards a group has."""
    return code >> 40 & 255


@jit
def content_of(code: int) -> int:
    """WILDs of a set, places of a rainbow's WILDs, or how many of each BLACK kind."""
    return code & (1 << 40) - 1


@jit
def black_in(code: int, kind: int) -> int:
    """How many cards of a BLACK kind a BLACK group has."""
    return code >> 5 * (kind - THIEF) & 31


@jit
def kind_at(code: int, place: int) -> int:
    """The card at a place of a rainbow: a WILD, or the number that belongs there."""
    return WILD if code >> place & 1 else low_of(code) + place


@jit
def count_cards(code: int, cards: NDArray[np.int8]) -> None:
    """Adds the cards of a group to `cards`, by kind."""
    count, content = count_of(code), content_of(code)
    if type_of(code) == SET:
        cards[WILD] += content
        if content < count:
            cards[low_of(code)] += count - content
    elif type_of(code) == RAINBOW:
        for place in range(count):
            cards[kind_at(code, place)] += 1
    elif type_of(code) == BLACK:
        for kind in range(THIEF, RAINBOW_PIRATE):
            cards[kind] += black_in(code, kind)
    else:
        cards[RAINBOW_PIRATE] += count


@jit
def insert_group(state: Record, code: int) -> None:
    """A group comes to an island; the table stays sorted."""
    slot = int(state.group_count)
    while slot > 0 and state.groups[slot - 1] > code:
        state.groups[slot] = state.groups[slot - 1]
        slot -= 1
    state.groups[slot] = code
    state.group_count += 1


@jit
def remove_group(state: Record, slot: int) -> int:
    """A group leaves the table; returns it."""
    code = int(state.groups[slot])
    last = int(state.group_count) - 1
    for place in range(slot, last):
        state.groups[place] = state.groups[place + 1]
    state.groups[last] = 0
    state.group_count = last
    return code


@jit
def take_back(state: Record, code: int) -> None:
    """All cards of a group that lay open come into its owner's hand (RP-12, RP-20, RP-R22)."""
    cards = np.zeros(KINDS, np.int8)
    count_cards(code, cards)
    for kind in range(KINDS):
        for _ in range(int(cards[kind])):
            receive_openly(state, owner_of(code), kind)


def list_lays() -> NDArray[np.int64]:
    """All groups of exactly three cards, and one RAINBOW PIRATE, by action (RP-07, RP-08)."""
    groups = [group(0, SET, color, 3, wilds) for color in range(NUMBERS) for wilds in range(3)]
    groups.append(group(0, SET, NO_COLOR, 3, 3))
    for low in range(NUMBERS - 2):
        groups += [group(0, RAINBOW, low, 3, wilds) for wilds in range(7 if low else 8)]
    for first in range(BLACKS):
        for second in range(first, BLACKS):
            for third in range(second, BLACKS):
                content = (1 << 5 * first) + (1 << 5 * second) + (1 << 5 * third)
                groups.append(group(0, BLACK, 0, 3, content))
    groups.append(group(0, PIRATES, 0, 1, 0))
    return np.array(groups, np.int64)


LAYS = list_lays()
FIRST_RAINBOW, FIRST_BLACK, LAY_PIRATE = (
    [type_of(int(code)) for code in LAYS].index(type_) for type_ in (RAINBOW, BLACK, PIRATES)
)


KIND_TEXTS = (
    "1", "2", "3", "4", "5", "6", "7", "W", "thief", "cannon", "elixir", "captain", "blindbeard",
    "ship", "parrot", "spyglass", "P",
)  # fmt: skip
"""How each kind of card is written."""


def group_cards(code: int) -> tuple[int, ...]:
    """The cards of a group in the order in which it is written."""
    if type_of(code) == RAINBOW:
        return tuple(kind_at(code, place) for place in range(count_of(code)))
    cards = np.zeros(KINDS, np.int8)
    count_cards(code, cards)
    order = range(KINDS) if type_of(code) != BLACK else ALPHABETICAL.tolist()
    return tuple(kind for kind in order for _ in range(int(cards[kind])))


def group_text(code: int) -> str:
    """A group as it is written: `111`, `1WW=`, `12W4567`, `cannon+ship+thief`, `PP`."""
    texts = [KIND_TEXTS[kind] for kind in group_cards(code)]
    if type_of(code) == BLACK:
        return "+".join(texts)
    color_sure = type_of(code) != SET or count_of(code) - content_of(code) >= 2
    return "".join(texts) + ("" if color_sure else "=")


# A turn: what may be done


HIGH_KINDS, LOW_KINDS = 16, 8  # kinds that may be added to a group at its high or low end
PLACES = 8  # of a group: cards that can be told apart

LAY = 0
ADD_HIGH = LAY + len(LAYS)
ADD_LOW = ADD_HIGH + HIGH_KINDS * SLOTS
LIFT = ADD_LOW + LOW_KINDS * SLOTS
PLAY = LIFT + SLOTS
BLOCK = PLAY + 24
PASS = BLOCK + NUMBERS
PICK = PASS + 1
REVIVE = PICK + PLACES * SLOTS
GIVE = REVIVE + KINDS
NAME = GIVE + BLACKS
TOP = NAME + KINDS
DRAW_FACEUP = TOP + KINDS
DRAW_PILE = DRAW_FACEUP + 1
DONE = DRAW_PILE + 1
ACTIONS = DONE + 1

AIMED = 0b01010011  # the BLACK kinds, from THIEF, that attack one opponent (RP-15)


def list_plays() -> NDArray[np.int8]:
    """Every way to play a BLACK card: its kind, and the seat it is aimed at or -1."""
    plays = []
    for kind in range(THIEF, RAINBOW_PIRATE):
        aimed = AIMED >> (kind - THIEF) & 1
        plays += [(kind, seat) for seat in (range(MAX_PLAYERS) if aimed else [-1])]
    return np.array(plays, np.int8)


PLAYS = list_plays()
BLOCKED_BY = np.array([0, 1, 2, 3, 4, 5, 6, -1], np.int8)
"""The color that blocks a BLACK kind, from THIEF (RP-30 to RP-37)."""


@jit
def current_player(state: Record) -> int:
    """Whose decision it is; -1 when the game is over."""
    return int(state.current)


@jit
def legal_actions(state: Record, out: NDArray[np.int16]) -> int:
    """Writes the legal action numbers into `out` (ACTIONS long), ascending; returns how many."""
    count = 0
    if state.step in (MAIN, PLACING):
        count = legal_turn(state, out)
    elif state.step == BLOCKING:
        count = legal_answers(state, out)
    elif state.step == PICKING:
        count = legal_picks(state, out)
    elif state.step == REVIVING:
        count = legal_revivals(state, out)
    elif state.step == GIVING:
        count = legal_gifts(state, out)
    elif state.step == NAMING:
        count = legal_names(out)
    elif state.step == ORDERING:
        count = legal_tops(state, out)
    return count


@jit
def legal_turn(state: Record, out: NDArray[np.int16]) -> int:
    """Placing, rearranging and BLACK cards as often as one likes; a draw closes (RP-04, RP-05).

    In the last placing there are no BLACK cards to play and nothing to draw (RP-44).
    """
    player = int(state.turn)
    count = list_lays_of(state, player, out)
    count = list_adds_high(state, player, out, count)
    count = list_adds_low(state, player, out, count)
    count = list_lifts(state, player, out, count)
    if state.step == PLACING:
        out[count] = DONE
        return count + 1
    count = list_plays_of(state, player, out, count)
    if not must_place(state, player):
        out[count] = DRAW_FACEUP
        count += int(state.faceup_count > 0)
        out[count] = DRAW_PILE
        count += int(state.draw_count > 0)
    return count


@jit
def apply_action(state: Record, action: int) -> None:
    """One decision; the caller has checked that it is legal."""
    if action < PLAY:
        change_island(state, action)
    elif action < BLOCK:
        play(state, int(PLAYS[action - PLAY, 0]), int(PLAYS[action - PLAY, 1]))
    elif action < DRAW_FACEUP:
        answer(state, action)
    elif action < DONE:
        close_turn(state, action)
    else:
        finish_placing(state)


@jit
def change_island(state: Record, action: int) -> None:
    """Cards are placed or a group is lifted."""
    if action < ADD_HIGH:
        lay(state, action - LAY)
    elif action < ADD_LOW:
        add_high(state, (action - ADD_HIGH) // HIGH_KINDS, (action - ADD_HIGH) % HIGH_KINDS)
    elif action < LIFT:
        add_low(state, (action - ADD_LOW) // LOW_KINDS, (action - ADD_LOW) % LOW_KINDS)
    else:
        lift(state, action - LIFT)
    if state.step == MAIN:
        go_on(state)


@jit
def answer(state: Record, action: int) -> None:
    """A decision that a BLACK card asks for."""
    if action < PASS:
        block(state, action - BLOCK)
    elif action == PASS:
        ask_next(state, int(state.current))
    elif action < REVIVE:
        pick(state, (action - PICK) // PLACES, (action - PICK) % PLACES)
    elif action < GIVE:
        revive(state, action - REVIVE)
    elif action < NAME:
        give(state, action - GIVE + THIEF)
    elif action < TOP:
        name(state, action - NAME)
    else:
        put_on_top(state, action - TOP)


@jit
def start_turn(state: Record, player: int) -> None:
    """A player's turn begins (RP-04)."""
    state.turn = player
    state.lifts = 0
    state.elixirs = 0
    go_on(state)


@jit
def go_on(state: Record) -> None:
    """The player whose turn it is decides on, unless that player is out (RP-R12, RP-R24)."""
    state.step = MAIN
    state.current = state.turn
    state.card = 0
    state.target = -1
    state.tired = 0
    if is_out(state, int(state.turn)):
        state.went_out = state.turn
        end_game(state)


@jit
def close_turn(state: Record, action: int) -> None:
    """The closing draw: both face-up cards, or two of the draw pile (RP-05, RP-06, RP-R2).

    What stays in hand is of no kind that would have had to be placed (RP-09, RP-10).
    """
    player = int(state.turn)
    state.excluded[player] = extending(state, player) | 1 << RAINBOW_PIRATE
    state.fresh[player] = 0
    if action == DRAW_PILE:
        draw_cards(state, player)
    else:
        take_faceup(state, player)
    if not run_out(state, player):
        start_turn(state, (player + 1) % int(state.players))


@jit
def take_faceup(state: Record, player: int) -> None:
    """Both face-up cards, seen by all, are replaced by the next two (RP-06)."""
    for place in range(int(state.faceup_count)):
        receive_openly(state, player, int(state.faceup[place]))
        state.faceup[place] = 0
    state.faceup_count = 0
    turn_up(state)


@jit
def draw_cards(state: Record, player: int) -> None:
    """Two cards of the draw pile, or what is there (RP-R2); whoever had seen one knows of it."""
    for _ in range(min(DRAWN, int(state.draw_count))):
        knowers = int(state.draw_known[int(state.draw_count) - 1])
        kind = take_top(state)
        receive(state, player, kind)
        for viewer in range(int(state.players)):
            if viewer != player and knowers >> viewer & 1:
                state.known_to[viewer, player, kind] += 1


# Placing cards


@jit
def list_lays_of(state: Record, player: int, out: NDArray[np.int16]) -> int:
    """New groups of exactly three cards from the hand, or one RAINBOW PIRATE (RP-07, RP-08)."""
    wilds = int(state.hand[player, WILD])
    count = 0
    held = 0
    for color in range(NUMBERS):
        cards = int(state.hand[player, color])
        held |= int(cards > 0) << color
        for wild in range(3):
            out[count] = LAY + 3 * color + wild
            count += int(cards + wild >= SMALLEST and wild <= wilds)
    out[count] = LAY + 3 * NUMBERS
    count += int(wilds >= SMALLEST)
    for low in range(NUMBERS - 2):
        first = FIRST_RAINBOW + (8 + 7 * (low - 1) if low else 0)
        for mask in range(7 if low else 8):
            out[count] = LAY + first + mask
            needed = 7 & ~mask
            count += int(held >> low & needed == needed and WILDS_IN[mask] <= wilds)
    count = list_black_groups(state, player, out, count)
    out[count] = LAY + LAY_PIRATE
    return count + int(state.hand[player, RAINBOW_PIRATE] > 0)


WILDS_IN = np.array([bin(mask).count("1") for mask in range(128)], np.int8)
"""How many WILDs a rainbow has, by their places as bits."""


@jit
def list_black_groups(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """Any three BLACK cards (RP-07)."""
    cards = 0
    for kind in range(THIEF, RAINBOW_PIRATE):
        cards += int(state.hand[player, kind])
    if cards < SMALLEST:
        return count
    action = LAY + FIRST_BLACK
    for first in range(THIEF, RAINBOW_PIRATE):
        for second in range(first, RAINBOW_PIRATE):
            for third in range(second, RAINBOW_PIRATE):
                alike = 1 + int(second == first) + int(third == first)
                held = state.hand[player, first] >= alike
                held &= state.hand[player, second] >= 1 + int(third == second)
                held &= state.hand[player, third] >= 1
                out[count] = action
                count += int(held)
                action += 1
    return count


@jit
def lay(state: Record, number: int) -> None:
    """Three cards of the hand become a group; a RAINBOW PIRATE joins others (RP-07, RP-R3)."""
    player = int(state.turn)
    cards = np.zeros(KINDS, np.int8)
    code = int(LAYS[number])
    count_cards(code, cards)
    for kind in range(KINDS):
        for _ in range(int(cards[kind])):
            part_openly(state, player, kind)
    if number == LAY_PIRATE:
        lay_pirate(state, player)
    else:
        insert_group(state, player << 56 | code)


@jit
def lay_pirate(state: Record, player: int) -> None:
    """An island's RAINBOW PIRATE cards are one group."""
    count = 1
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) == player and type_of(code) == PIRATES:
            count += count_of(code)
            remove_group(state, slot)
            break
    insert_group(state, group(player, PIRATES, 0, count, 0))


@jit
def takes_high(code: int, kind: int) -> bool:
    """Whether a card can be added to a group, to a rainbow at its high end.

    A set takes its color, a rainbow the number that comes next, both a WILD; a BLACK group takes
    BLACK cards (RP-07, RP-08, RP-R17). A set of WILDs alone takes any color (RP-R26).
    """
    if type_of(code) == SET:
        return kind in (WILD, low_of(code)) or (low_of(code) == NO_COLOR and kind < WILD)
    if type_of(code) == RAINBOW:
        high = low_of(code) + count_of(code)
        return high < NUMBERS and kind in (WILD, high)
    return type_of(code) == BLACK and THIEF <= kind < RAINBOW_PIRATE


@jit
def takes_low(code: int, kind: int) -> bool:
    """Whether a card can be added to a rainbow at its low end."""
    low = low_of(code)
    return type_of(code) == RAINBOW and low > 0 and kind in (WILD, low - 1)


@jit
def is_first(state: Record, player: int, slot: int) -> bool:
    """Whether a player's group is there, and is the first of those equal to it."""
    code = int(state.groups[slot])
    return owner_of(code) == player and (slot == 0 or state.groups[slot - 1] != code)


@jit
def list_adds_high(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """One card to a group, to a rainbow at its high end."""
    for slot in range(int(state.group_count)):
        if is_first(state, player, slot):
            code = int(state.groups[slot])
            for kind in range(RAINBOW_PIRATE):
                out[count] = ADD_HIGH + HIGH_KINDS * slot + kind
                count += int(state.hand[player, kind] > 0 and takes_high(code, kind))
    return count


@jit
def list_adds_low(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """One card to a rainbow at its low end."""
    for slot in range(int(state.group_count)):
        if is_first(state, player, slot):
            code = int(state.groups[slot])
            for kind in range(WILD + 1):
                out[count] = ADD_LOW + LOW_KINDS * slot + kind
                count += int(state.hand[player, kind] > 0 and takes_low(code, kind))
    return count


@jit
def add_high(state: Record, slot: int, kind: int) -> None:
    """A card joins a group; a number gives a set of WILDs its color (RP-R26)."""
    part_openly(state, int(state.turn), kind)
    code = remove_group(state, slot)
    low, count, content = low_of(code), count_of(code), content_of(code)
    wild = int(kind == WILD)
    if type_of(code) == SET:
        if low == NO_COLOR and not wild:
            low = kind
        content += wild
    elif type_of(code) == RAINBOW:
        content |= wild << count
    else:
        content += 1 << 5 * (kind - THIEF)
    insert_group(state, group(owner_of(code), type_of(code), low, count + 1, content))


@jit
def add_low(state: Record, slot: int, kind: int) -> None:
    """A card joins a rainbow below its lowest number."""
    part_openly(state, int(state.turn), kind)
    code = remove_group(state, slot)
    content = content_of(code) << 1 | int(kind == WILD)
    longer = group(owner_of(code), RAINBOW, low_of(code) - 1, count_of(code) + 1, content)
    insert_group(state, longer)


# What must be placed


@jit
def must_place(state: Record, player: int) -> bool:
    """Whether cards in hand must be placed before the closing draw (RP-09 to RP-11, RP-R4)."""
    return bool(state.hand[player, RAINBOW_PIRATE] > 0) or numbers_to_place(state, player) > 0


@jit
def numbers_to_place(state: Record, player: int) -> int:
    """The numbers in hand that must be placed, as bits: they extend a group or make a new one.

    BLACK cards and WILDs never must be placed (RP-11, RP-R18).
    """
    held = 0
    fitting = extending(state, player)
    for color in range(NUMBERS):
        held |= int(state.hand[player, color] > 0) << color
        fitting |= int(state.hand[player, color] >= SMALLEST) << color
    rows = held & held >> 1 & held >> 2
    return held & (fitting | rows | rows << 1 | rows << 2)


@jit
def numbers_to_place_at(states: Records, index: int, player: int) -> int:
    """`numbers_to_place`, for calls from Python."""
    return numbers_to_place(states[index], player)


@jit
def extending(state: Record, player: int) -> int:
    """The numbers that could be added to a group of an island, as bits (RP-R4)."""
    numbers = 0
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) != player:
            continue
        if type_of(code) == SET:
            numbers |= NUMBER_KINDS if low_of(code) == NO_COLOR else 1 << low_of(code)
        elif type_of(code) == RAINBOW:
            numbers |= 1 << low_of(code) + count_of(code) | 1 << low_of(code) >> 1
    return numbers & NUMBER_KINDS


# Rearranging


@jit
def list_lifts(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """A group goes back to the hand, so often in a turn (RP-12, RP-13, RP-R20)."""
    if state.lifts < state.lifts_allowed:
        for slot in range(int(state.group_count)):
            out[count] = LIFT + slot
            count += int(is_first(state, player, slot))
    return count


@jit
def lift(state: Record, slot: int) -> None:
    """All cards of a group come back to the hand (RP-12, RP-14, RP-R19)."""
    state.lifts += 1
    take_back(state, remove_group(state, slot))


# Playing a BLACK card


@jit
def list_plays_of(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """Any BLACK card in hand, even one that can do nothing (RP-R7); some are aimed (RP-15)."""
    players = int(state.players)
    for number in range(len(PLAYS)):
        kind, target = int(PLAYS[number, 0]), int(PLAYS[number, 1])
        out[count] = PLAY + number
        count += int(state.hand[player, kind] > 0 and target != player and target < players)
    return count


@jit
def play(state: Record, kind: int, target: int) -> None:
    """A BLACK card goes on the discard pile; then it may be blocked (RP-15, RP-16, RP-R21).

    Of several Elixirs those that were not fetched in this turn go first (RP-R27).
    """
    player = int(state.turn)
    state.card = kind
    state.target = target
    if kind == ELIXIR and state.hand[player, ELIXIR] <= state.elixirs:
        state.tired = 1
        state.elixirs -= 1
    part_openly(state, player, kind)
    discard(state, kind)
    if kind == SPYGLASS:
        look(state)
    else:
        ask_next(state, player)


@jit
def ask_next(state: Record, player: int) -> None:
    """The next opponent clockwise who may block is asked; if there is none, it happens (RP-R5).

    Only the opponent that the card is aimed at may block it, and nobody without cards in hand.
    Whatever they hold, they are asked (RP-R15), and about nothing else (RP-19).
    """
    players = int(state.players)
    asked = (player + 1) % players
    while asked != state.turn:
        if state.hand_count[asked] > 0 and state.target in (-1, asked):
            state.step = BLOCKING
            state.current = asked
            return
        asked = (asked + 1) % players
    take_effect(state)


def opponents_asked(state: Record) -> list[int]:
    """The opponents who are asked to block and have not answered, clockwise."""
    players = int(state.players)
    steps = (int(state.current) - int(state.turn)) % players
    others = [(int(state.turn) + step) % players for step in range(steps, players)]
    return [p for p in others if state.hand_count[p] > 0 and state.target in (-1, p)]


@jit
def legal_answers(state: Record, out: NDArray[np.int16]) -> int:
    """The matching COLOR card, if it is in hand, or none (RP-16, RP-18)."""
    color = int(BLOCKED_BY[state.card - THIEF])
    out[0] = BLOCK + color
    count = int(state.hand[state.current, color] > 0)
    out[count] = PASS
    return count + 1


@jit
def block(state: Record, color: int) -> None:
    """The COLOR card goes on the discard pile and the BLACK card has no effect (RP-16, RP-17)."""
    part_openly(state, int(state.current), color)
    discard(state, color)
    go_on(state)


# The BLACK cards


@jit
def take_effect(state: Record) -> None:
    """Nobody has blocked: what the card does, or nothing if it can do nothing (RP-R28)."""
    state.current = state.turn
    if state.card in (THIEF, CANNON):
        if has_island(state, int(state.target)):
            state.step = PICKING
        else:
            go_on(state)
    elif state.card == ELIXIR:
        if can_revive(state):
            state.step = REVIVING
        else:
            go_on(state)
    elif state.card == CAPTAIN:
        demand(state, int(state.turn))
    elif state.card == BLINDBEARD:
        steal(state)
    elif state.card == SHIP:
        sail(state)
    elif state.hand_count[state.target] > 0:
        state.step = NAMING
    else:
        go_on(state)


@jit
def has_island(state: Record, player: int) -> bool:
    """Whether a player has cards on the island."""
    groups = 0
    for slot in range(int(state.group_count)):
        groups += int(owner_of(int(state.groups[slot])) == player)
    return groups > 0


@jit
def legal_picks(state: Record, out: NDArray[np.int16]) -> int:
    """Any card of the opponent's island, by its place (RP-30, RP-31, RP-R9)."""
    count = 0
    for slot in range(int(state.group_count)):
        if is_first(state, int(state.target), slot):
            for place in range(PLACES):
                out[count] = PICK + PLACES * slot + place
                count += int(can_pick(int(state.groups[slot]), place))
    return count


@jit
def can_pick(code: int, place: int) -> bool:
    """Whether there is a card, and no earlier place with the same effect.

    Of a set place 0 is its number, place 1 its WILD; of a BLACK group places are its kinds in
    alphabetical order.
    """
    count, content = count_of(code), content_of(code)
    if type_of(code) == SET:
        return place < 2 and (content > 0 if place else content < count)
    if type_of(code) == BLACK:
        return black_in(code, int(ALPHABETICAL[place])) > 0
    if type_of(code) == PIRATES:
        return place == 0
    return place < count and not is_repeated(code, place)


@jit
def is_repeated(code: int, place: int) -> bool:
    """Whether an earlier place of a rainbow has the same card, and leaves the same parts."""
    left, right = part(code, 0, place), part(code, place + 1, count_of(code))
    repeated = 0
    for other in range(place):
        first, second = part(code, 0, other), part(code, other + 1, count_of(code))
        alike = (first == left and second == right) or (first == right and second == left)
        repeated += int(alike and kind_at(code, other) == kind_at(code, place))
    return repeated > 0


@jit
def part(code: int, begin: int, end: int) -> int:
    """The part of a rainbow from one place to before another, if it can stand; else 0 (RP-R6).

    WILDs keep their places meanwhile.
    """
    if end - begin < SMALLEST:
        return 0
    wilds = content_of(code) >> begin & (1 << end - begin) - 1
    return group(owner_of(code), RAINBOW, low_of(code) + begin, end - begin, wilds)


ALPHABETICAL = np.array(
    [BLINDBEARD, CANNON, CAPTAIN, ELIXIR, PARROT, SHIP, SPYGLASS, THIEF], np.int8
)


@jit
def pick(state: Record, slot: int, place: int) -> None:
    """The card changes hands (RP-30) or is destroyed (RP-31); the group may break up (RP-20)."""
    code = remove_group(state, slot)
    kind = picked_kind(code, place)
    if type_of(code) == RAINBOW:
        split(state, code, place)
    else:
        shrink(state, code, kind)
    if state.card == THIEF:
        receive_openly(state, int(state.turn), kind)
    else:
        discard(state, kind)
    go_on(state)


@jit
def picked_kind(code: int, place: int) -> int:
    """The card at a place of a group, as `can_pick` counts places."""
    if type_of(code) == SET:
        return WILD if place else low_of(code)
    if type_of(code) == RAINBOW:
        return kind_at(code, place)
    return int(ALPHABETICAL[place]) if type_of(code) == BLACK else RAINBOW_PIRATE


@jit
def shrink(state: Record, code: int, kind: int) -> None:
    """A group loses one card; incomplete, it goes back to its owner's hand at once (RP-20)."""
    type_, count, content = type_of(code), count_of(code) - 1, content_of(code)
    if type_ == SET:
        content -= int(kind == WILD)
    elif type_ == BLACK:
        content -= 1 << 5 * (kind - THIEF)
    code = group(owner_of(code), type_, low_of(code), count, content)
    if count >= SMALLEST or (type_ == PIRATES and count > 0):
        insert_group(state, code)
    else:
        take_back(state, code)


@jit
def split(state: Record, code: int, place: int) -> None:
    """A rainbow loses a card: the parts of three or more stay, the others go back (RP-R6)."""
    keep_part(state, code, 0, place)
    keep_part(state, code, place + 1, count_of(code))


@jit
def keep_part(state: Record, code: int, begin: int, end: int) -> None:
    """A part of a rainbow stays as a group, or goes back to its owner's hand."""
    standing = part(code, begin, end)
    if standing:
        insert_group(state, standing)
        return
    for place in range(begin, end):
        receive_openly(state, owner_of(code), kind_at(code, place))


@jit
def can_revive(state: Record) -> bool:
    """Whether the discard pile has a card that this Elixir can take."""
    kinds = 0
    for kind in range(KINDS):
        kinds += int(find_discarded(state, kind) >= 0)
    return kinds > 0


@jit
def find_discarded(state: Record, kind: int) -> int:
    """The uppermost card of a kind that an Elixir can take; -1: none.

    Not itself, the top card; and not another Elixir, if it was taken in this turn (RP-R10).
    """
    if kind == ELIXIR and state.tired:
        return -1
    for place in range(int(state.discard_count) - 2, -1, -1):
        if state.discard[place] == kind:
            return place
    return -1


@jit
def legal_revivals(state: Record, out: NDArray[np.int16]) -> int:
    """Any card of the discard pile (RP-32, RP-R10)."""
    count = 0
    for kind in range(KINDS):
        out[count] = REVIVE + kind
        count += int(find_discarded(state, kind) >= 0)
    return count


@jit
def revive(state: Record, kind: int) -> None:
    """The card comes to the hand, seen by all (RP-32)."""
    last = int(state.discard_count) - 1
    for place in range(find_discarded(state, kind), last):
        state.discard[place] = state.discard[place + 1]
    state.discard[last] = 0
    state.discard_count = last
    receive_openly(state, int(state.turn), kind)
    state.elixirs += int(kind == ELIXIR)
    go_on(state)


@jit
def demand(state: Record, player: int) -> None:
    """The next opponent clockwise who has BLACK cards gives one (RP-33, RP-R9).

    That the others have none is public.
    """
    players = int(state.players)
    asked = (player + 1) % players
    while asked != state.turn:
        black = 0
        for kind in range(THIEF, RAINBOW_PIRATE):
            black += int(state.hand[asked, kind])
        if black > 0:
            state.step = GIVING
            state.current = asked
            return
        state.none[asked] |= BLACK_KINDS
        asked = (asked + 1) % players
    go_on(state)


@jit
def legal_gifts(state: Record, out: NDArray[np.int16]) -> int:
    """The giver chooses among the BLACK cards in hand (RP-R9)."""
    count = 0
    for kind in range(THIEF, RAINBOW_PIRATE):
        out[count] = GIVE + kind - THIEF
        count += int(state.hand[state.current, kind] > 0)
    return count


@jit
def give(state: Record, kind: int) -> None:
    """A BLACK card goes to the player of the Captain, unseen by the others (RP-33, RP-R14)."""
    giver = int(state.current)
    forget(state, giver, int(state.turn), BLACK_KINDS, 1)
    pass_secretly(state, giver, int(state.turn), kind)
    demand(state, giver)


@jit
def steal(state: Record) -> None:
    """Two cards of the opponent's hand, by chance, of one card that one (RP-34, RP-R9)."""
    victim = int(state.target)
    hand = int(state.hand_count[victim])
    if hand > 0:
        cards = np.empty(MAX_CARDS, np.int8)
        count = 0
        for kind in range(KINDS):
            for _ in range(int(state.hand[victim, kind])):
                cards[count] = kind
                count += 1
        generator = np.empty(4, np.uint64)
        start(generator, state.key, STEAL, int(state.chances))
        state.chances += 1
        shuffle(cards, count, count, generator)
        stolen = min(STOLEN, count)
        forget(state, victim, int(state.turn), (1 << KINDS) - 1, stolen)
        for place in range(stolen):
            pass_secretly(state, victim, int(state.turn), int(cards[place]))
    go_on(state)


@jit
def sail(state: Record) -> None:
    """Two extra cards of the draw pile (RP-35, RP-R23)."""
    player = int(state.turn)
    draw_cards(state, player)
    if not run_out(state, player):
        go_on(state)


@jit
def legal_names(out: NDArray[np.int16]) -> int:
    """Any kind of card (RP-36, RP-R11)."""
    for kind in range(KINDS):
        out[kind] = NAME + kind
    return KINDS


@jit
def name(state: Record, kind: int) -> None:
    """The opponent hands over a card of that kind, or shows to have none (RP-36, RP-R11)."""
    target = int(state.target)
    if state.hand[target, kind] > 0:
        part_openly(state, target, kind)
        receive_openly(state, int(state.turn), kind)
    else:
        state.none[target] |= 1 << kind
    go_on(state)


@jit
def look(state: Record) -> None:
    """The player alone sees the top four cards of the draw pile, or what is there (RP-37, RP-R23).

    From now on nobody else knows how they lie.
    """
    seen = min(LOOKED_AT, int(state.draw_count))
    for place in range(int(state.draw_count) - seen, int(state.draw_count)):
        state.draw_known[place] = 1 << int(state.turn)
    if seen > 1:
        state.step = ORDERING
        state.unordered = seen
    else:
        go_on(state)


@jit
def next_place(state: Record) -> int:
    """The place of the draw pile that is to be decided, from the top down."""
    seen = min(LOOKED_AT, int(state.draw_count))
    return int(state.draw_count) - 1 - (seen - int(state.unordered))


@jit
def find_unordered(state: Record, kind: int) -> int:
    """A place, not yet decided, of a card that was looked at; -1: none of that kind."""
    for place in range(next_place(state), next_place(state) - int(state.unordered), -1):
        if state.draw[place] == kind:
            return place
    return -1


@jit
def legal_tops(state: Record, out: NDArray[np.int16]) -> int:
    """Any of the cards that were looked at may be the next from the top (RP-37)."""
    count = 0
    for kind in range(KINDS):
        out[count] = TOP + kind
        count += int(find_unordered(state, kind) >= 0)
    return count


@jit
def put_on_top(state: Record, kind: int) -> None:
    """A card gets its place; the last one goes to its place by itself."""
    place = next_place(state)
    for moved in range(find_unordered(state, kind), place):
        state.draw[moved] = state.draw[moved + 1]
    state.draw[place] = kind
    state.unordered -= 1
    if state.unordered == 1:
        state.unordered = 0
        go_on(state)


# The end


@jit
def is_out(state: Record, player: int) -> bool:
    """An empty hand and two full rainbows (RP-40, RP-41, RP-42, RP-43)."""
    return state.hand_count[player] == 0 and full_rainbows(state, player) >= RAINBOWS_TO_GO_OUT


@jit
def full_rainbows(state: Record, player: int) -> int:
    """Rainbows of all seven, WILDs included (RP-41)."""
    count = 0
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        full = type_of(code) == RAINBOW and count_of(code) == FULL_RAINBOW
        count += int(owner_of(code) == player and full)
    return count


@jit
def run_out(state: Record, player: int) -> bool:
    """No card left to draw: the last placing begins with who drew last (RP-44, RP-R13, RP-R25)."""
    if state.draw_count > 0 or state.faceup_count > 0:
        return False
    state.placers = state.players
    start_placing(state, player)
    return True


@jit
def start_placing(state: Record, player: int) -> None:
    """A player may place and rearrange a last time (RP-R13)."""
    state.step = PLACING
    state.turn = player
    state.current = player
    state.lifts = 0
    state.elixirs = 0
    state.card = 0
    state.target = -1


@jit
def finish_placing(state: Record) -> None:
    """The next one clockwise places; after the last one the game is over (RP-R13)."""
    state.placers -= 1
    if state.placers == 0:
        end_game(state)
    else:
        start_placing(state, (int(state.turn) + 1) % int(state.players))


@jit
def end_game(state: Record) -> None:
    """Somebody is out, or all have placed: the hands are laid open (RP-40, RP-44, RP-R29)."""
    state.step = OVER
    state.current = -1
    state.turn = 0
    state.lifts = 0
    state.elixirs = 0


# Scoring


@jit
def scores(state: Record, out: NDArray[np.int64]) -> None:
    """The points of the islands as they lie, and of going out, by player (RP-50, RP-51, RP-52)."""
    players = int(state.players)
    for player in range(players):
        out[player] = OUT_POINTS if player == state.went_out else 0
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        worth = PIRATE_POINTS if type_of(code) == PIRATES else 1
        out[owner_of(code)] += worth * count_of(code)


@jit
def returns(state: Record, out: NDArray[np.float64]) -> None:
    """1 for a sole winner, shared equally among tied winners, else 0 (RP-53)."""
    players = int(state.players)
    ranks = np.zeros(MAX_PLAYERS, np.int64)
    rank_players(state, ranks)
    best = ranks[0]
    for player in range(1, players):
        best = max(best, ranks[player])
    winners = 0
    for player in range(players):
        winners += int(ranks[player] == best)
    for player in range(players):
        won = state.step == OVER and ranks[player] == best
        out[player] = 1.0 / winners if won else 0.0


@jit
def rank_players(state: Record, ranks: NDArray[np.int64]) -> None:
    """The most points, then RAINBOW PIRATE cards, then COLOR cards, WILDs included (RP-53)."""
    scores(state, ranks)
    for player in range(int(state.players)):
        ranks[player] <<= 16
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if type_of(code) == PIRATES:
            ranks[owner_of(code)] += count_of(code) << 8
        elif type_of(code) != BLACK:
            ranks[owner_of(code)] += count_of(code)
