"""What was found out about cards and islands of Rainbow Pirates, so that it is found out once.

A search comes to the same cards again and again. The best arrangement of cards depends on nothing
but what `arrange_colors` is asked, so a memo says what would be found anew: results are the same
with any memo, and only the time is not.

A memo is a table with a row for each of some questions; a newer one takes the row of an older.
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.games.kernel import jit
from moonbow.games.pirates import NUMBERS, WILD

Memo = NDArray[np.int64]

ASKED, PLACED, COUNT, FIRST = 0, 3, 4, 5
"""Columns: the question (three words), what is placed, how many pieces and one (0: no question
yet), then the pieces, a word each."""
COLUMNS = 16

FEW_ROWS, MANY_ROWS = 64, 8_192
"""Rows that are enough for a decision, and for a search or a game."""

UNKNOWN = -2
"""In place of what is placed."""

MOST_CARDS, MOST_STAYING = 31, 15
"""Of a kind; questions with more are not remembered."""

MIXED = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
"""By what the words of a question are mixed into the number of its row."""


@jit
def new_memo(rows: int) -> Memo:
    """A memo of nothing; `rows` is a power of two."""
    return np.zeros((rows, COLUMNS), np.int64)


@jit
def question(
    cards: Memo, stays: Memo, wild_worth: int, full_worth: int, least: int
) -> tuple[int, int, int]:
    """What is asked, as three words; the first is negative for what is not remembered."""
    first, second, most_cards, most_staying = 0, 0, 0, 0
    for kind in range(WILD + 1):
        count = int(cards[kind])
        first = first << 5 | count
        most_cards = max(most_cards, count)
    for number in range(NUMBERS):
        high, low = int(stays[1, number]), int(stays[2, number])
        first = first << 1 | int(stays[0, number])
        second = second << 8 | high << 4 | low
        most_staying = max(most_staying, high, low)
    if most_cards > MOST_CARDS or most_staying > MOST_STAYING:
        first = -1
    return first, second, wild_worth | least << 7 | (full_worth + 1) << 32


@jit
def row_of(memo: Memo, asked: tuple[int, int, int]) -> int:
    """The row of a question."""
    mixed = (asked[0] % 0x7FFFFFFF) * MIXED[0] ^ (asked[1] % 0x7FFFFFFF) * MIXED[1]
    mixed ^= (asked[2] % 0x7FFFFFFF) * MIXED[2]
    return int((mixed >> 20) & memo.shape[0] - 1)


@jit
def recall(memo: Memo, asked: tuple[int, int, int], pieces: Memo) -> int:
    """What is placed, with its pieces (how many stands in the last row); or UNKNOWN."""
    row = memo[row_of(memo, asked)]
    known = row[COUNT] > 0 and asked[0] == row[0] and asked[1] == row[1] and asked[2] == row[2]
    if not known:
        return UNKNOWN
    count = int(row[COUNT]) - 1
    for place in range(count):
        word = int(row[FIRST + place])
        pieces[place, 0] = word & 3
        pieces[place, 1] = word >> 2 & 3
        pieces[place, 2] = word >> 4 & 15
        pieces[place, 3] = word >> 8 & 127
        pieces[place, 4] = word >> 15
    pieces[pieces.shape[0] - 1, 0] = count
    return int(row[PLACED])


@jit
def remember(memo: Memo, asked: tuple[int, int, int], placed: int, pieces: Memo) -> None:
    """Keeps what is placed and its pieces, unless these are too many."""
    count = int(pieces[pieces.shape[0] - 1, 0])
    if asked[0] < 0 or count > COLUMNS - FIRST:
        return
    row = memo[row_of(memo, asked)]
    row[0], row[1], row[2] = asked
    row[PLACED] = placed
    row[COUNT] = count + 1
    for place in range(count):
        word = int(pieces[place, 0]) | int(pieces[place, 1]) << 2 | int(pieces[place, 2]) << 4
        row[FIRST + place] = word | int(pieces[place, 3]) << 8 | int(pieces[place, 4]) << 15
