"""The best arrangement of an island in Rainbow Pirates: as many cards placed as can be.

Sets and rainbows share the COLOR cards, so it is no use to lay whatever comes first: with 333 of
1 2 3 3 3 4 5 the other four cards stay in hand, with 123 and 345 only a 3 does. `arrange_colors`
goes through the numbers 1 to 7 once. After each number all that matters is how many rainbows are
open: with one card, with two (both have to go on), with three or more (these may go on), and how
many WILDs are left. At each number some open rainbows go on, some new ones begin, and the other
cards of the number become a set, if they are enough with WILDs. Of all ways to the same situation
only the best is kept.

Some groups may stay as they lie. These take cards without being lifted: a set any card of its
color, a rainbow the next number at either end.

What counts, in this order: what is placed, in hundredths of a point; then few groups that fall
apart when one card is taken away (rainbows, and sets of exactly three); then WILDs kept in hand.
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.memo import FEW_ROWS, UNKNOWN, Memo, new_memo, question, recall, remember
from moonbow.games import pirates as rules
from moonbow.games.contract import Records
from moonbow.games.errors import BadAction
from moonbow.games.game import State
from moonbow.games.kernel import Record, jit
from moonbow.games.pirates import (
    ADD_HIGH,
    ADD_LOW,
    BLACK,
    FIRST_BLACK,
    FIRST_RAINBOW,
    HIGH_KINDS,
    KINDS,
    LAY,
    LAY_PIRATE,
    LAYS,
    LIFT,
    LOW_KINDS,
    NO_COLOR,
    NUMBERS,
    PLACING,
    RAINBOW,
    RAINBOW_PIRATE,
    SET,
    SMALLEST,
    THIEF,
    WILD,
    WILDS_IN,
    change_island,
    content_of,
    count_cards,
    count_of,
    extending,
    group,
    is_first,
    low_of,
    numbers_to_place,
    owner_of,
    type_of,
)
from moonbow.games.pirates_arrange import viewer_of

Numbers = NDArray[np.int64]

COLORS = WILD + 1  # kinds of COLOR cards: the numbers and WILD
POINT = 100  # what a placed card of a number counts: hundredths of a point
UNIT = 1 << 16  # a hundredth of a point in a value
FRAGILE = 1 << 8  # a group that falls apart; a WILD kept is 1
MOST_OPEN = 15  # rainbows of one length open at a time: to place most cards no more are needed
IMPOSSIBLE = -(1 << 62)
LARGE = 18 * POINT  # an island on which all is rearranged at once only for people
NO_FULL = -1  # instead of a worth: no full rainbow may be made

KEY, VALUE, PARENT, CHOICE = range(4)  # of a situation, the columns of the table of all

HOW, TYPE, LOW, COUNT, CONTENT = range(5)  # of a piece of the arrangement
NEW, ABOVE, BELOW, INTO = range(4)
# a group of its own; or cards for the high end of a rainbow that stays, for its low end, for a set
PIECE = 5  # numbers of a piece
PIECES = 128  # rows for them


@jit
def arrange_colors(
    cards: Numbers,
    stays: Numbers,
    wild_worth: int,
    full_worth: int,
    least: int,
    pieces: Numbers,
    memo: Memo,
) -> int:
    """What is placed in the best arrangement, in hundredths of a point; -1: less than `least`.

    `cards` are free to be placed, by kind of COLOR card. `stays` says what stays on the island: row
    0 by color, 1 if there is a set of it; row 1 by number, how many rainbows it continues at their
    high end; row 2 by number, how many rainbows begin with it. `wild_worth`, 0 to 100, is what a
    WILD placed counts, `full_worth` what a rainbow of seven made of free cards counts beside its
    cards (NO_FULL: there must be none). Writes the arrangement into `pieces` (PIECES rows of it),
    how many into one row more. Exact wherever no more than fifteen rainbows of one length are open
    at a time. What `memo` knows is not worked out anew.
    """
    asked = question(cards, stays, wild_worth, full_worth, least)
    placed = recall(memo, asked, pieces)
    if placed == UNKNOWN:
        placed = work_out(cards, stays, wild_worth, full_worth, least, pieces)
        remember(memo, asked, placed, pieces)
    return placed


@jit
def work_out(
    cards: Numbers,
    stays: Numbers,
    wild_worth: int,
    full_worth: int,
    least: int,
    pieces: Numbers,
) -> int:
    """`arrange_colors`, from nothing."""
    table = np.empty((256, 4), np.int64)
    table[0, KEY] = int(cards[WILD]) << 16
    table[0, VALUE] = 0
    table[0, PARENT] = -1
    table[0, CHOICE] = 0
    begins = np.zeros(NUMBERS + 2, np.int64)
    begins[1] = 1
    worths = np.array([wild_worth, full_worth, least])
    for number in range(NUMBERS):
        table = place_number(table, begins, number, cards, stays, worths)
    pieces[PIECES, 0] = 0
    best, best_value, all_wild = -1, IMPOSSIBLE, 0
    for place in range(int(begins[NUMBERS]), int(begins[NUMBERS + 1])):
        key = int(table[place, KEY])
        value = int(table[place, VALUE]) + UNIT * full_worth * (key >> 12 & 15)
        wilds = key >> 16
        if value + wilds > best_value:
            best, best_value, all_wild = place, value + wilds, 0
        if wilds >= SMALLEST and wild_worth > 0:
            value += UNIT * wild_worth * wilds - FRAGILE * int(wilds == SMALLEST)
            if value > best_value:
                best, best_value, all_wild = place, value, wilds
    placed = (best_value + UNIT // 2) // UNIT
    if best < 0 or placed < least:
        return -1
    choices = np.zeros(NUMBERS, np.int64)
    for number in range(NUMBERS - 1, -1, -1):
        choices[number] = table[best, CHOICE]
        best = int(table[best, PARENT])
    write_pieces(cards, stays, choices, full_worth != 0, all_wild, pieces)
    return placed


@jit
def place_number(
    table: Numbers, begins: Numbers, number: int, cards: Numbers, stays: Numbers, worths: Numbers
) -> Numbers:
    """All situations after a number, from those before it; returns the table, which may have grown.

    Two exchanges that lose nothing keep the choices few: a WILD stands in a rainbow only when no
    card of the number is left, and a rainbow begins only when all that may go on do so. (Where none
    may become full, those that begin with 1 may stop all the same.)
    """
    begin = end = int(begins[number + 1])
    hashed = np.full(256, -1, np.int64)
    have, lows = int(cards[number]), int(stays[2, number])
    for place in range(int(begins[number]), begin):
        key = int(table[place, KEY])
        ones, twos, fulls = key & 15, key >> 4 & 15, key >> 12 & 15
        stops, least_stops = 0, 0
        if worths[1] < 0:
            stops, least_stops = fulls, fulls if number == NUMBERS - 1 else 0
        for joined_ones in range(min(ones, lows) + 1):
            for joined_twos in range(min(twos, lows - joined_ones) + 1):
                must = ones + twos - joined_ones - joined_twos
                for stopped in range(least_stops, stops + 1):
                    long = (key >> 8 & 15) + fulls - stopped + int(stays[1, number])
                    for users in range(must, have + (key >> 16) + 1):
                        going_on = min(users - must, long)
                        begun = users - must - going_on
                        left = (key >> 16) - max(0, users - have)
                        if begun > 0 and not may_begin(number, begun, stays):
                            break
                        if not may_last(number, begun, ones - joined_ones, left, cards, stays):
                            continue
                        if len(table) < end + 4:
                            table = doubled(table)
                        if len(hashed) < 2 * (end - begin + 4):
                            hashed = hashed_anew(table, begin, end, 2 * len(hashed))
                        full_going = min(fulls - stopped, going_on)  # these can still become full
                        choice = going_on | begun << 6 | joined_ones << 10 | joined_twos << 14
                        choice |= full_going << 18
                        value = int(table[place, VALUE]) + UNIT * POINT * min(have, users)
                        value += UNIT * int(worths[0]) * max(0, users - have)
                        value -= FRAGILE * (begun - joined_ones - joined_twos)
                        others = going_on - full_going + twos - joined_twos
                        if number == SMALLEST - 1 and worths[1] != 0:
                            full_going, others = twos - joined_twos, going_on
                        after = begun | ones - joined_ones << 4 | min(others, MOST_OPEN) << 8
                        after |= full_going << 12 | left << 16
                        end = place_rest(
                            table, hashed, end, number, max(0, have - users), after, value,
                            place, choice, cards, stays, worths,
                        )  # fmt: skip
    begins[number + 2] = end
    return table


@jit
def place_rest(
    table: Numbers,
    hashed: Numbers,
    end: int,
    number: int,
    rest: int,
    after: int,
    value: int,
    parent: int,
    choice: int,
    cards: Numbers,
    stays: Numbers,
    worths: Numbers,
) -> int:
    """Keeps the situations that follow when what is left of a number becomes a set or not.

    `after` is the situation before that; returns where the table ends now.
    """
    wild_worth, left = int(worths[0]), after >> 16
    stands = int(stays[0, number])
    hope = hope_after(number, after, cards, worths)
    for option in range(4):
        wilds = wilds_of_set(option, rest, stands, left, wild_worth)
        if wilds >= 0:
            size = rest + wilds if stands or rest + wilds >= SMALLEST else 0
            worth = value
            if size > 0:
                worth += UNIT * (POINT * rest + wild_worth * wilds)
                worth -= FRAGILE * int(size == SMALLEST and not stands)
            if worth + hope + UNIT * wild_worth * (left - wilds) >= 0:
                made = choice | int(size > 0) << 22 | wilds << 23
                end = keep(table, hashed, end, after - (wilds << 16), worth, parent, made)
    return end


@jit
def may_begin(number: int, begun: int, stays: Numbers) -> bool:
    """Whether so many rainbows may begin with a number: there are three, or one that stays."""
    joins = number == NUMBERS - 2 and stays[2, NUMBERS - 1] > 0
    return begun <= MOST_OPEN and bool(number <= NUMBERS - SMALLEST or joins)


@jit
def may_last(
    number: int, begun: int, seconds: int, left: int, cards: Numbers, stays: Numbers
) -> bool:
    """Whether there are cards and WILDs to make three of all rainbows with one or two cards."""
    if number == NUMBERS - 1:
        return begun + seconds == 0
    joins = int(stays[2, number + 1])
    lacking = max(0, begun + seconds - joins - int(cards[number + 1]))
    if number < NUMBERS - 2:
        joins += int(stays[2, number + 2])
        lacking += max(0, begun - joins - int(cards[number + 2]))
    return lacking <= left


@jit
def hope_after(number: int, after: int, cards: Numbers, worths: Numbers) -> int:
    """The most that may still come after a number, WILDs apart, beyond what is asked for."""
    future = 0
    for later in range(number + 1, NUMBERS):
        future += int(cards[later])
    fulls = after >> 12 & 15
    if number == 0:
        fulls = after & 15
    elif number == 1:
        fulls = after >> 4 & 15
    bonus = max(0, int(worths[1])) * fulls
    return UNIT * (POINT * future + bonus - int(worths[2])) + UNIT // 2


@jit
def wilds_of_set(option: int, rest: int, stands: int, left: int, worth: int) -> int:
    """How many WILDs join what is left of a number in a set; -1: there is no such choice.

    The choices are none; as few as make it a set, and one more, so that it can lose a card; and all
    that are left, where a WILD counts something. `stands` is 1 where a set of the number stays.
    """
    if option == 0:
        return 0
    if option == 3:
        more = rest + left > SMALLEST + 1 and rest > 0
        return left if worth > 0 and left > 0 and (stands or more) else -1
    wilds = SMALLEST - rest + option - 1
    fits = rest > 0 and not stands and 0 < wilds <= left
    return wilds if fits else -1


@jit
def keep(
    table: Numbers,
    hashed: Numbers,
    end: int,
    key: int,
    value: int,
    parent: int,
    choice: int,
) -> int:
    """Keeps a way to a situation, if it is the best so far; returns where the table ends now."""
    mask = len(hashed) - 1
    slot = (key * 0x9E3779B1 >> 12) & mask
    while hashed[slot] >= 0 and table[hashed[slot], KEY] != key:
        slot = (slot + 1) & mask
    row = int(hashed[slot])
    if row < 0:
        row = end
        hashed[slot] = row
        table[row, KEY] = key
        table[row, VALUE] = IMPOSSIBLE
        end += 1
    if value > table[row, VALUE]:
        table[row, VALUE] = value
        table[row, PARENT] = parent
        table[row, CHOICE] = choice
    return end


@jit
def doubled(table: Numbers) -> Numbers:
    """The table with room for twice as many situations."""
    larger = np.empty((2 * len(table), 4), np.int64)
    larger[: len(table)] = table
    return larger


@jit
def hashed_anew(table: Numbers, begin: int, end: int, length: int) -> Numbers:
    """Where the situations after one number stand in the table, found by their keys."""
    hashed = np.full(length, -1, np.int64)
    for row in range(begin, end):
        slot = (int(table[row, KEY]) * 0x9E3779B1 >> 12) & length - 1
        while hashed[slot] >= 0:
            slot = (slot + 1) & length - 1
        hashed[slot] = row
    return hashed


@jit
def write_pieces(
    cards: Numbers, stays: Numbers, choices: Numbers, tracked: bool, all_wild: int, pieces: Numbers
) -> None:
    """The sets and rainbows that the choices at each number make.

    `tracked`: they say of rainbows that begin with 1 how many of them go on.
    """
    made = 0
    for number in range(NUMBERS):
        choice = int(choices[number])
        reals = go_on_short(pieces, made, number, choice, int(cards[number]))
        going_on, fulls = choice & 63, choice >> 18 & 15
        for row in range(made):
            if going_on > 0 and goes_on(pieces, row, number):
                with_one = tracked and pieces[row, LOW] == 0
                if (with_one and fulls > 0) or (not with_one and going_on > fulls):
                    reals = lengthen(pieces, row, reals)
                    going_on -= 1
                    fulls -= int(with_one)
        for _ in range(choice >> 6 & 15):
            reals = lengthen(pieces, begin_piece(pieces, made, NEW, RAINBOW, number), reals)
            made += 1
        for _ in range(going_on):
            reals = lengthen(pieces, begin_piece(pieces, made, ABOVE, RAINBOW, number), reals)
            made += 1
        if choice >> 22 & 1:
            begin_piece(pieces, made, INTO if stays[0, number] else NEW, SET, number)
            pieces[made, COUNT] = reals + (choice >> 23)
            pieces[made, CONTENT] = choice >> 23
            made += 1
    if all_wild > 0:
        begin_piece(pieces, made, NEW, SET, NO_COLOR)
        pieces[made, COUNT] = all_wild
        pieces[made, CONTENT] = all_wild
        made += 1
    pieces[PIECES, 0] = made


@jit
def begin_piece(pieces: Numbers, row: int, how: int, type_: int, low: int) -> int:
    """A piece without cards; returns its row."""
    pieces[row, HOW] = how
    pieces[row, TYPE] = type_
    pieces[row, LOW] = low
    pieces[row, COUNT] = 0
    pieces[row, CONTENT] = 0
    return row


@jit
def go_on_short(pieces: Numbers, made: int, number: int, choice: int, reals: int) -> int:
    """Rainbows with one or two cards join one that stays, or go on; returns what is left."""
    joined_ones, joined_twos = choice >> 10 & 15, choice >> 14 & 15
    for row in range(made):
        length = int(pieces[row, COUNT])
        short = pieces[row, HOW] == NEW and pieces[row, TYPE] == RAINBOW and length < SMALLEST
        if short and pieces[row, LOW] + length == number:
            if length == 1 and joined_ones > 0:
                joined_ones -= 1
                pieces[row, HOW] = BELOW
            elif length == 2 and joined_twos > 0:
                joined_twos -= 1
                pieces[row, HOW] = BELOW
            else:
                reals = lengthen(pieces, row, reals)
    return reals


@jit
def goes_on(pieces: Numbers, row: int, number: int) -> bool:
    """Whether a piece is a rainbow that may end before a number, or go on with it."""
    ready = pieces[row, COUNT] >= SMALLEST or pieces[row, HOW] == ABOVE
    rainbow = pieces[row, TYPE] == RAINBOW and pieces[row, HOW] != BELOW
    return bool(ready and rainbow and pieces[row, LOW] + pieces[row, COUNT] == number)


@jit
def lengthen(pieces: Numbers, row: int, reals: int) -> int:
    """A rainbow takes the next number, or a WILD where none is left; returns what is left."""
    if reals == 0:
        pieces[row, CONTENT] |= 1 << int(pieces[row, COUNT])
    pieces[row, COUNT] += 1
    return max(0, reals - 1)


# What lies on an island, and what to do next


@jit
def stand(
    state: Record, player: int, first: int, second: int, full_worth: int, stays: Numbers
) -> int:
    """What takes cards on an island, as `stays` of `arrange_colors`; two slots (-1: none) do not.

    Returns 1 if a set of WILDs alone is among it, which takes any one color.
    """
    stays[:, :] = 0
    any_color = 0
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) != player or not first != slot != second:
            continue
        low = low_of(code)
        if type_of(code) == SET and low == NO_COLOR:
            any_color = 1
        elif type_of(code) == SET:
            stays[0, low] = 1
        elif type_of(code) == RAINBOW:
            high = low + count_of(code)
            stays[2, low] += int(full_worth == 0 or low != 1 or high < NUMBERS)
            if high < NUMBERS:
                stays[1, high] += int(full_worth == 0 or low > 0 or high < NUMBERS - 1)
    return any_color


@jit
def worth_of(code: int, wild_worth: int) -> int:
    """What the COLOR cards of a group count, in hundredths of a point."""
    if type_of(code) == SET:
        return POINT * (count_of(code) - content_of(code)) + wild_worth * content_of(code)
    if type_of(code) == RAINBOW:
        wilds = int(WILDS_IN[content_of(code)])
        return POINT * (count_of(code) - wilds) + wild_worth * wilds
    return 0


@jit
def gather(state: Record, player: int, first: int, second: int, cards: Numbers) -> None:
    """The COLOR cards in a hand and in the groups in two slots (-1: none), by kind."""
    counted = np.zeros(KINDS, np.int8)
    if first >= 0:
        count_cards(int(state.groups[first]), counted)
    if second >= 0:
        count_cards(int(state.groups[second]), counted)
    for kind in range(COLORS):
        cards[kind] = int(state.hand[player, kind]) + int(counted[kind])


@jit
def place_free(
    state: Record,
    player: int,
    first: int,
    second: int,
    wild_worth: int,
    full_worth: int,
    least: int,
    pieces: Numbers,
    memo: Memo,
) -> int:
    """The best use of a hand and the groups in two slots (-1: none), all other groups staying.

    Returns what it places, -1 if that is less than `least`, both in hundredths of a point.
    """
    cards = np.zeros(COLORS, np.int64)
    stays = np.zeros((3, NUMBERS), np.int64)
    gather(state, player, first, second, cards)
    if stand(state, player, first, second, full_worth, stays) == 0:
        return arrange_colors(cards, stays, wild_worth, full_worth, least, pieces, memo)
    best, best_color = -1, 0
    for color in range(NUMBERS):
        if stays[0, color] == 0:
            stays[0, color] = 1
            placed = arrange_colors(
                cards, stays, wild_worth, full_worth, max(least, best + 1), pieces, memo
            )
            stays[0, color] = 0
            if placed > best:
                best, best_color = placed, color
    stays[0, best_color] = 1
    return arrange_colors(cards, stays, wild_worth, full_worth, least, pieces, memo)


@jit
def place_all(
    state: Record,
    player: int,
    wild_worth: int,
    full_worth: int,
    least: int,
    pieces: Numbers,
    memo: Memo,
) -> int:
    """The best use of the whole island and the hand; as `place_free`."""
    cards = np.zeros(COLORS, np.int64)
    counted = np.zeros(KINDS, np.int8)
    for slot in range(int(state.group_count)):
        if owner_of(int(state.groups[slot])) == player:
            count_cards(int(state.groups[slot]), counted)
    for kind in range(COLORS):
        cards[kind] = int(state.hand[player, kind]) + int(counted[kind])
    stays = np.zeros((3, NUMBERS), np.int64)
    return arrange_colors(cards, stays, wild_worth, full_worth, least, pieces, memo)


@jit
def choose_lift(
    state: Record,
    player: int,
    placed: int,
    wild_worth: int,
    full_worth: int,
    deep: bool,
    pieces: Numbers,
    memo: Memo,
) -> int:
    """The slot of the group to lift so that a card more can be placed, or a WILD; -1: none helps.

    `placed` is what can be placed without lifting. First a group that helps alone, most first, then
    one of two that do together; `deep`, then any that lies otherwise in the best arrangement. On a
    large island, unless `deep`, groups are only tried one by one: that is quicker there.
    """
    lying = 0
    for slot in range(int(state.group_count)):
        if owner_of(int(state.groups[slot])) == player:
            lying += worth_of(int(state.groups[slot]), wild_worth)
    if lying > LARGE and not deep:
        return one_to_lift(state, player, placed, wild_worth, full_worth, pieces, memo)
    least = lying + placed + POINT
    if place_all(state, player, wild_worth, full_worth, least, pieces, memo) < 0:
        return -1
    slot = one_to_lift(state, player, placed, wild_worth, full_worth, pieces, memo)
    if slot < 0 and state.lifts + 2 <= state.lifts_allowed:
        slot = one_of_two(state, player, placed, wild_worth, full_worth, pieces, memo)
    if slot < 0 and deep:
        place_all(state, player, wild_worth, full_worth, 0, pieces, memo)
        slot = first_misplaced(state, player, pieces)
    return slot


@jit
def one_to_lift(
    state: Record,
    player: int,
    placed: int,
    wild_worth: int,
    full_worth: int,
    pieces: Numbers,
    memo: Memo,
) -> int:
    """The slot of the group that alone frees most; -1: none brings a card more."""
    best, gain = -1, POINT - 1
    for slot in range(int(state.group_count)):
        if can_lift(state, player, slot):
            without = placed + worth_of(int(state.groups[slot]), wild_worth)
            least = without + gain + 1
            found = place_free(state, player, slot, -1, wild_worth, full_worth, least, pieces, memo)
            if found >= 0:
                best, gain = slot, found - without
    return best


@jit
def one_of_two(
    state: Record,
    player: int,
    placed: int,
    wild_worth: int,
    full_worth: int,
    pieces: Numbers,
    memo: Memo,
) -> int:
    """The slot of the first of two groups that together bring a card more; -1: none do."""
    for second in range(int(state.group_count)):
        other = int(state.groups[second])
        if owner_of(other) != player or worth_of(other, 1) == 0:
            continue
        for first in range(second):
            if can_lift(state, player, first):
                least = placed + POINT + worth_of(other, wild_worth)
                least += worth_of(int(state.groups[first]), wild_worth)
                found = place_free(
                    state, player, first, second, wild_worth, full_worth, least, pieces, memo
                )
                if found >= 0:
                    return first
    return -1


@jit
def can_lift(state: Record, player: int, slot: int) -> bool:
    """Whether a player may lift a group of COLOR cards."""
    return is_first(state, player, slot) and type_of(int(state.groups[slot])) in (
        SET,
        RAINBOW,
    )


@jit
def first_misplaced(state: Record, player: int, pieces: Numbers) -> int:
    """The slot of the first group of an island that is not a group of an arrangement; -1: none."""
    for slot in range(int(state.group_count)):
        if can_lift(state, player, slot):
            found = 0
            for row in range(int(pieces[PIECES, 0])):
                found += int(piece_code(pieces, row, player) == state.groups[slot])
            if found == 0:
                return slot
    return -1


@jit
def piece_code(pieces: Numbers, row: int, player: int) -> int:
    """A group of an arrangement in the game's own form (`pirates.group`)."""
    count, content = int(pieces[row, COUNT]), int(pieces[row, CONTENT])
    return group(player, int(pieces[row, TYPE]), int(pieces[row, LOW]), count, content)


@jit
def next_steps(
    state: Record,
    player: int,
    wild_worth: int,
    full_worth: int,
    deep: bool,
    actions: Numbers,
    memo: Memo,
) -> int:
    """What to do next with COLOR cards: writes equally good actions and returns how many.

    Cards are placed as they can be; a group is lifted when none can, or, once groups have been
    lifted in this turn, whenever it helps. So every lift brings a card more, and none is undone.
    """
    pieces = np.empty((PIECES + 1, PIECE), np.int64)
    pieces[PIECES, 0] = 0
    placed = 0
    if state.hand[player, WILD] > 0 or numbers_to_place(state, player) > 0:
        placed = place_free(state, player, -1, -1, wild_worth, full_worth, 0, pieces, memo)
    if placed > 0 and state.lifts == 0 and not deep:
        return list_steps(state, player, pieces, actions)
    left = 0
    for kind in range(COLORS):
        left += worth_in_hand(kind, wild_worth) * int(state.hand[player, kind])
    if left >= placed + POINT and state.lifts < state.lifts_allowed:
        other = np.empty((PIECES + 1, PIECE), np.int64)
        slot = choose_lift(state, player, placed, wild_worth, full_worth, deep, other, memo)
        if slot >= 0:
            actions[0] = LIFT + slot
            return 1
    return list_steps(state, player, pieces, actions)


@jit
def worth_in_hand(kind: int, wild_worth: int) -> int:
    """What a COLOR card would count if it were placed."""
    return wild_worth if kind == WILD else POINT


@jit
def list_steps(state: Record, player: int, pieces: Numbers, actions: Numbers) -> int:
    """The actions that begin each piece of an arrangement; returns how many."""
    count = int(pieces[PIECES, 0])
    for row in range(count):
        how, low, cards = (
            int(pieces[row, HOW]),
            int(pieces[row, LOW]),
            int(pieces[row, COUNT]),
        )
        content = int(pieces[row, CONTENT])
        if how == NEW and pieces[row, TYPE] == SET:
            actions[row] = lay_set(low, cards, content)
        elif how == NEW:
            actions[row] = lay_rainbow(low, cards, content)
        elif how == INTO:
            kind = low if content < cards else WILD
            actions[row] = ADD_HIGH + HIGH_KINDS * slot_taking(state, player, SET, low) + kind
        elif how == ABOVE:
            kind = WILD if content & 1 else low
            actions[row] = ADD_HIGH + HIGH_KINDS * slot_taking(state, player, RAINBOW, low) + kind
        else:
            kind = WILD if content >> cards - 1 & 1 else low + cards - 1
            slot = slot_beginning(state, player, low + cards)
            actions[row] = ADD_LOW + LOW_KINDS * slot + kind
    return count


@jit
def lay_set(color: int, cards: int, wilds: int) -> int:
    """The action that lays three cards of a set, with as few WILDs as can be."""
    if wilds == cards:
        return LAY + SMALLEST * NUMBERS
    return LAY + SMALLEST * color + max(0, SMALLEST - (cards - wilds))


@jit
def lay_rainbow(low: int, cards: int, wilds: int) -> int:
    """The action that lays three cards of a rainbow, the lowest that are not all WILDs."""
    if wilds == (1 << cards) - 1:
        return LAY + FIRST_RAINBOW + 7
    while wilds & 7 == 7 and low > 0:
        wilds >>= 1
        low += 1
    return LAY + FIRST_RAINBOW + (8 + 7 * (low - 1) if low else 0) + (wilds & 7)


@jit
def slot_taking(state: Record, player: int, type_: int, number: int) -> int:
    """The first group of a type that takes a number, a rainbow at its high end, a set as its color.

    A set of WILDs takes it where no set has that color, a rainbow from 1 on where no other does.
    """
    other = -1
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) == player and type_of(code) == type_:
            if type_ == RAINBOW and low_of(code) + count_of(code) == number:
                if low_of(code) > 0:
                    return slot
                other = slot if other < 0 else other
            if type_ == SET and low_of(code) == number:
                return slot
            if type_ == SET and low_of(code) == NO_COLOR and other < 0:
                other = slot if other < 0 else other
    return other


@jit
def slot_beginning(state: Record, player: int, low: int) -> int:
    """The first rainbow that begins with a number."""
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) == player and type_of(code) == RAINBOW and low_of(code) == low:
            return slot
    return -1


@jit
def easily_placed(state: Record, player: int) -> int:
    """How many numbers of a hand can surely be placed without lifting: a quick estimate.

    All that extend a group of the island, and sets of three; a little too few, since rainbows
    of the hand and WILDs are left out.
    """
    fitting = extending(state, player)
    cards = 0
    for color in range(NUMBERS):
        held = int(state.hand[player, color])
        if held >= SMALLEST:
            cards += held
        elif held > 0 and fitting >> color & 1:
            cards += 1
    return cards


# An island as it should look, for people


def best_island(view: State, wild_worth: int = POINT) -> list[str]:
    """The groups of the best island a player can have now, as text for `pirates_arrange.arrange`.

    Of a view whose viewer may place cards (or of a full state, for the player who does). What must
    be placed before the closing draw is in it; groups that could stay do, and no more are lifted
    than may be. BLACK cards of the hand are placed in the last placing only. With a `wild_worth` of
    0 WILDs are placed only where they help other cards. Raises BadAction, not-your-decision.
    """
    state = view.record
    player = viewer_of(view)
    if state.step not in (rules.MAIN, rules.PLACING) or state.turn != player:
        raise BadAction("not-your-decision", "nothing may be placed now; expected one's own turn")
    records = view.records.copy()
    settle(records, 0, player, wild_worth)
    codes = records["groups"][0][: int(records["group_count"][0])].tolist()
    return [rules.group_text(code) for code in codes if rules.owner_of(code) == player]


@jit
def settle(states: Records, index: int, player: int, wild_worth: int) -> None:
    """Does to the end what `best_step` says, as if the game could not end by it."""
    state = states[index]
    memo = new_memo(FEW_ROWS)
    action = best_step(state, player, wild_worth, memo)
    while action >= 0:
        step = int(state.step)
        change_island(state, action)
        if state.step != step:  # that was going out
            return
        action = best_step(state, player, wild_worth, memo)


@jit
def best_step(state: Record, player: int, wild_worth: int, memo: Memo) -> int:
    """The next step to the best island; -1: it is reached."""
    if state.hand[player, RAINBOW_PIRATE] > 0:
        return LAY + LAY_PIRATE
    if state.step == PLACING:
        action = place_black(state, player)
        if action >= 0:
            return action
    actions = np.empty(PIECES, np.int64)
    if next_steps(state, player, wild_worth, 0, True, actions, memo) > 0:
        return int(actions[0])
    return -1


@jit
def place_black(state: Record, player: int) -> int:
    """The action that places BLACK cards, one with others or three as a group; -1: none can."""
    kinds = np.full(SMALLEST, -1, np.int64)
    held = 0
    for kind in range(THIEF, RAINBOW_PIRATE):
        for _ in range(int(state.hand[player, kind])):
            if held < SMALLEST:
                kinds[held] = kind
            held += 1
    if held == 0:
        return -1
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) == player and type_of(code) == BLACK:
            return ADD_HIGH + HIGH_KINDS * slot + int(kinds[0])
    if held < SMALLEST:
        return -1
    content = 0
    for place in range(SMALLEST):
        content += 1 << 5 * (int(kinds[place]) - THIEF)
    code = group(0, BLACK, 0, SMALLEST, content)
    number = FIRST_BLACK
    while LAYS[number] != code:
        number += 1
    return LAY + number
