"""What players of Rainbow see, hear and may think possible.

The ids in the docstrings are the clauses of docs/rules/rainbow.md.
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.games.heard import Heard
from moonbow.games.kernel import (
    FULL,
    Generator,
    Record,
    copy_record,
    encoding_starts,
    jit,
    next_word,
    shuffle,
)
from moonbow.games.rainbow import (
    COMBO_RANKS,
    COMBOS,
    MAX_COPIES,
    MAX_RANKS,
    OVER,
    PLAYING,
    TAKING,
    lay_out,
    pile_of,
    ranks_of,
)

# What a player sees and hears


@jit
def observe(state: Record, player: int, view: Record) -> None:
    """Copies what a player may know, a spectator for -1; what is hidden becomes 0 (RB-R2).

    Hidden are the other hands, the face-down piles (RB-40), what was left over at the deal (RB-04)
    and the key.
    """
    copy_record(state, view)
    view.viewer = player
    view.key[:] = 0
    for other in range(int(view.players)):
        if other != player:
            view.hand[other, :] = 0
    view.reserve[:, :] = 0
    view.aside[:] = 0


def hear(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """What just happened, as a player (a spectator: -1) may know it, in order.

    All is public but the cards of a face-down pile that is taken up.
    """
    actor = int(before.current)
    if action < COMBOS:
        heard = [Heard("plays", actor, ranks_of(COMBO_RANKS[action]))]
    else:
        rank, cards = pile_of(action)
        heard = [Heard("takes", actor, (rank,) * cards)]
    if after.phase == OVER:
        heard += hear_end(after)
    elif after.combos == 0:
        heard += hear_next_trick(before, after, player)
    return heard


def hear_end(after: Record) -> list[Heard]:
    """The end: of two players, the points for cards left in hand (RB-45)."""
    heard = []
    if after.players == 2:
        for player in range(2):
            if after.hand_count[player] > 0:
                heard.append(Heard("keeps", player, count=int(after.hand_count[player])))
    return [*heard, Heard("ends")]


def hear_next_trick(before: Record, after: Record, player: int) -> list[Heard]:
    """Who is out or takes up a pile, what leaves the middle, who leads (RB-R14)."""
    heard = []
    in_trick = {int(before.current), *before.combo_player[: before.combos].tolist()}
    for other in sorted(in_trick):
        if after.hand_count[other] == 0:
            heard.append(Heard("is out", other))
        elif other < 2 and after.reserve_count[other] < before.reserve_count[other]:
            cards = ranks_of(after.hand[other]) if other == player else ()
            heard.append(Heard("takes up", other, cards, int(after.hand_count[other])))
    trimmed = ranks_of(after.trimmed - before.trimmed)
    if trimmed:
        heard.append(Heard("trims", cards=trimmed))
    return [*heard, Heard("leads", int(after.leader))]


def reveals(before: Record, after: Record) -> bool:
    """Whether a decision showed anybody a hidden card: a face-down pile taken up (RB-44)."""
    return bool((before.reserve_count != after.reserve_count).any())


@jit
def resample(view: Record, generator: Generator, state: Record) -> None:
    """A full state drawn from those a viewer must think possible.

    The unseen cards go to the hidden places, every deal of single cards equally likely. That is
    all there is to know: since a single is always legal, no play says anything about a hand.
    """
    copy_record(view, state)
    state.viewer = FULL
    for place in range(4):
        state.key[place] = next_word(generator)
    unseen = np.empty(MAX_RANKS * MAX_COPIES, np.int8)
    cards = 0
    for rank in range(int(view.ranks)):
        for _ in range(int(view.copies) - seen(view, rank)):
            unseen[cards] = rank
            cards += 1
    shuffle(unseen, cards, cards, generator)
    top = 0
    for player in range(int(view.players)):
        if player != view.viewer:
            top = lay_out(unseen, top, int(view.hand_count[player]), state.hand[player])
    for player in range(2):
        top = lay_out(unseen, top, int(view.reserve_count[player]), state.reserve[player])
    lay_out(unseen, top, int(view.aside_count), state.aside)


@jit
def seen(view: Record, rank: int) -> int:
    """How many cards of a rank lie open to the viewer, now or in an earlier trick."""
    cards = int(view.singles[rank]) + 2 * int(view.pairs[rank]) + int(view.trimmed[rank])
    for player in range(int(view.players)):
        cards += int(view.won[player, rank]) + int(view.hand[player, rank])
    for place in range(int(view.combos)):
        cards += int(COMBO_RANKS[view.combo[place], rank])
    return cards


# What a network sees

ENCODING = (
    ("hand", 6),  # the viewer's cards by rank, in tens
    ("singles", 6),  # single cards in the middle by rank, in tens
    ("pairs", 6),  # pairs in the middle by rank, in tens
    ("trimmed", 6),  # cards that left the game by rank, in tens
    ("won", 36),  # score piles by seat, rank, in tens
    ("scores", 6),  # points by seat, in hundreds
    ("hand_count", 6),  # cards in hand by seat, in tens
    ("reserve_count", 6),  # cards in face-down piles by seat, in tens
    ("aside_count", 1),  # cards left over at the deal, in tens
    ("seats", 6),  # 1 where a player sits
    ("leader", 6),  # 1 for the leader's seat
    ("current", 6),  # 1 for the seat whose decision it is
    ("plays_left", 6),  # combos yet to play in this trick by seat
    ("follow", 3),  # 1 for the kind to follow: SINGLE, SET, RUN
    ("taking", 1),  # 1 while piles are taken
    ("first_trick", 1),  # 1 during the first trick
    ("trick_seat", 36),  # by place in the trick, seat: 1 for who played it
    ("trick_cards", 36),  # by place in the trick, rank: its cards, in tens
    ("trick_choice", 6),  # by place in the trick: 1 for the first to choose, then 1/2, 1/3 ...
    ("ranks", 1),  # ranks in the deck, in tens
    ("copies", 1),  # cards of each rank, in tens
)
"""The features of `encode`, in order: name, length. A seat counts from the viewer, clockwise."""


(
    AT_HAND, AT_SINGLES, AT_PAIRS, AT_TRIMMED, AT_WON, AT_SCORES, AT_HAND_COUNT, AT_RESERVE_COUNT,
    AT_ASIDE_COUNT, AT_SEATS, AT_LEADER, AT_CURRENT, AT_PLAYS_LEFT, AT_FOLLOW, AT_TAKING,
    AT_FIRST_TRICK, AT_TRICK_SEAT, AT_TRICK_CARDS, AT_TRICK_CHOICE, AT_RANKS, AT_COPIES, FEATURES,
) = encoding_starts(ENCODING)  # fmt: skip


@jit
def encode(view: Record, out: NDArray[np.float32]) -> None:
    """Writes the FEATURES numbers that ENCODING lists; a spectator's seats count from player 0."""
    out[:FEATURES] = 0.0
    encode_middle(view, out)
    first = max(0, int(view.viewer))
    for player in range(int(view.players)):
        encode_seat(view, player, seat_of(view, player, first), out)
    encode_trick(view, first, out)
    out[AT_ASIDE_COUNT] = 0.1 * view.aside_count
    out[AT_RANKS] = 0.1 * view.ranks
    out[AT_COPIES] = 0.1 * view.copies


@jit
def seat_of(view: Record, player: int, first: int) -> int:
    """How many seats clockwise from the first a player sits."""
    return (player - first + int(view.players)) % int(view.players)


@jit
def encode_middle(view: Record, out: NDArray[np.float32]) -> None:
    """The viewer's hand, the middle and what left the game, by rank."""
    for rank in range(6):
        if view.viewer >= 0:
            out[AT_HAND + rank] = 0.1 * view.hand[view.viewer, rank]
        out[AT_SINGLES + rank] = 0.1 * view.singles[rank]
        out[AT_PAIRS + rank] = 0.1 * view.pairs[rank]
        out[AT_TRIMMED + rank] = 0.1 * view.trimmed[rank]


@jit
def encode_seat(view: Record, player: int, seat: int, out: NDArray[np.float32]) -> None:
    """What is known of one player."""
    for rank in range(6):
        out[AT_WON + 6 * seat + rank] = 0.1 * view.won[player, rank]
    out[AT_SCORES + seat] = 0.01 * view.scores[player]
    out[AT_HAND_COUNT + seat] = 0.1 * view.hand_count[player]
    if player < 2:
        out[AT_RESERVE_COUNT + seat] = 0.1 * view.reserve_count[player]
    out[AT_SEATS + seat] = 1.0
    out[AT_LEADER + seat] = 1.0 if player == view.leader else 0.0
    out[AT_CURRENT + seat] = 1.0 if player == view.current else 0.0
    out[AT_PLAYS_LEFT + seat] = float(view.plays_left[player])


@jit
def encode_trick(view: Record, first: int, out: NDArray[np.float32]) -> None:
    """The combos of this trick in the order they were played, and how they rank once all are."""
    out[AT_FOLLOW + int(view.follow)] = 1.0
    out[AT_TAKING] = 1.0 if view.phase == TAKING else 0.0
    out[AT_FIRST_TRICK] = float(view.first_trick)
    for place in range(int(view.combos)):
        seat = seat_of(view, int(view.combo_player[place]), first)
        out[AT_TRICK_SEAT + 6 * place + seat] = 1.0
        for rank in range(6):
            out[AT_TRICK_CARDS + 6 * place + rank] = 0.1 * COMBO_RANKS[view.combo[place], rank]
        if view.phase != PLAYING:
            out[AT_TRICK_CHOICE + int(view.choice[place])] = 1.0 / (place + 1)
