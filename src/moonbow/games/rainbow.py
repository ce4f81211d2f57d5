"""Rainbow, rule by rule, in the order of its rulebook.

A card is its rank counted from 0: rank 0 is the card 1, rank 5 the card 6. Players count from 0,
clockwise. The ids in the docstrings (RB-13) are the clauses of docs/rules/rainbow.md.

Actions, 87 of them:

    0-5    a single, by rank
    6-59   a set: nine for each rank, of 2 to 10 cards
    60-74  a run: by its lowest rank, then by its length, 2 to 6 cards
    75-80  take the single of a rank
    81-86  take the pair of a rank
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.games.kernel import (
    FULL,
    Generator,
    Record,
    below,
    jit,
    record_type,
    shuffle,
    start,
)

RULES_VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 6
MAX_RANKS, MAX_COPIES = 6, 10

Options = record_type(
    ("leader", "i1"),  # RB-R10: the seat that leads the first trick; -1: chance
    ("open_scores", "i1"),  # RB-R2: 1 if pages show everybody's total
    ("ranks", "i1"),  # 3 to 6
    ("copies", "i1"),  # cards of each rank, 1 to 10
    ("hand_size", "i1"),  # cards in each hand
)

State = record_type(
    ("key", "<u8", (4,)),  # what all chance of this game comes from
    ("scores", "<i2", (6,)),  # points by player
    ("chances", "<i2"),  # chance events so far
    ("viewer", "i1"),  # FULL, or whose view this is; SPECTATOR: nobody's
    ("players", "i1"),
    ("leader_option", "i1"),
    ("open_scores", "i1"),
    ("ranks", "i1"),
    ("copies", "i1"),
    ("hand_size", "i1"),
    ("phase", "i1"),  # PLAYING, TAKING or OVER
    ("current", "i1"),  # whose decision it is; -1 when the game is over
    ("leader", "i1"),  # who leads, or led, this trick
    ("first_trick", "i1"),  # 1 during the first trick
    ("follow", "i1"),  # the kind to follow in this trick: SINGLE (anything), SET or RUN
    ("hand", "i1", (6, 6)),  # cards by player, rank
    ("hand_count", "i1", (6,)),  # cards in hand by player
    ("reserve", "i1", (2, 6)),  # two players: the face-down piles by player, rank
    ("reserve_count", "i1", (2,)),
    ("aside", "i1", (6,)),  # cards left over at the deal, by rank
    ("aside_count", "i1"),
    ("singles", "i1", (6,)),  # the middle: single cards by rank
    ("pairs", "i1", (6,)),  # the middle: pairs by rank
    ("plays_left", "i1", (6,)),  # combos yet to play in this trick, by player
    ("combos", "i1"),  # combos played in this trick
    ("combo", "i1", (6,)),  # by place in the trick: the action that played it
    ("combo_player", "i1", (6,)),  # by place in the trick: who played it
    ("choice", "i1", (6,)),  # places in the trick in the order of taking (RB-17 to RB-19)
    ("takings", "i1"),  # takings made in this trick
    ("taking", "i1", (6,)),  # the actions that took, in order
    ("won", "i1", (6, 6)),  # the score piles: cards by player, rank
    ("trimmed", "i1", (6,)),  # cards that left the game (RB-26), by rank
)

PLAYING, TAKING, OVER = 0, 1, 2
SINGLE, SET, RUN = 0, 1, 2
DEAL, LEAD = 1, 2  # what chance is drawn for


# Cards and deal


@jit
def standard_hand(players: int) -> int:
    """How many cards a hand has in the printed game (RB-04, RB-40)."""
    return (14, 14, 14, 11, 9)[players - 2]


@jit
def middle_cards(players: int) -> int:
    """How many cards lie face up before the first trick (RB-03, RB-40)."""
    return 4 if players == 2 else players


@jit
def hands_dealt(players: int) -> int:
    """One hand a player, and with two players a face-down pile for each as well (RB-04, RB-40)."""
    return 4 if players == 2 else players


@jit
def seed(state: Record, key: Generator) -> None:
    """Sets the 256-bit key, four `uint64`, that all chance of this game comes from."""
    for place in range(4):
        state.key[place] = key[place]


@jit
def deal(state: Record, players: int, options: Record) -> None:
    """A fresh game from the key in the state: deck, middle, hands, leader (RB-01 to RB-05)."""
    clear(state)
    state.players = players
    state.leader_option = options.leader
    state.open_scores = options.open_scores
    state.ranks = options.ranks
    state.copies = options.copies
    state.hand_size = options.hand_size
    deal_cards(state)
    choose_leader(state)
    start_trick(state)


@jit
def clear(state: Record) -> None:
    """An empty table; the key stays."""
    state.chances = 0
    state.viewer = FULL
    state.first_trick = 1
    state.plays_left[:] = 0
    state.scores[:] = 0
    state.hand[:, :] = 0
    state.hand_count[:] = 0
    state.reserve[:, :] = 0
    state.reserve_count[:] = 0
    state.aside[:] = 0
    state.aside_count = 0
    state.singles[:] = 0
    state.pairs[:] = 0
    state.won[:, :] = 0
    state.trimmed[:] = 0


@jit
def deal_cards(state: Record) -> None:
    """The middle, then the hands; what is left over stays unseen (RB-01 to RB-04, RB-40)."""
    players = int(state.players)
    generator = np.empty(4, np.uint64)
    start(generator, state.key, DEAL, 0)
    state.chances += 1
    deck = np.empty(MAX_RANKS * MAX_COPIES, np.int8)
    cards = 0
    for rank in range(int(state.ranks)):
        for _ in range(int(state.copies)):
            deck[cards] = rank
            cards += 1
    middle = middle_cards(players)
    hand_size = int(state.hand_size)
    shuffle(deck, cards, middle + hand_size * hands_dealt(players), generator)
    top = lay_out(deck, 0, middle, state.singles)
    for player in range(players):
        top = lay_out(deck, top, hand_size, state.hand[player])
        state.hand_count[player] = hand_size
    if players == 2:
        for player in range(2):
            top = lay_out(deck, top, hand_size, state.reserve[player])
            state.reserve_count[player] = hand_size
    state.aside_count = cards - top
    lay_out(deck, top, cards - top, state.aside)


@jit
def lay_out(deck: NDArray[np.int8], top: int, count: int, cards: NDArray[np.int8]) -> int:
    """Counts the next cards of the deck into `cards`, by rank; returns where the deck goes on."""
    for place in range(top, top + count):
        cards[deck[place]] += 1
    return top + count


@jit
def choose_leader(state: Record) -> None:
    """Chance picks who leads the first trick, or the option names the seat (RB-05, RB-R10)."""
    if state.leader_option >= 0:
        state.leader = state.leader_option
    else:
        generator = np.empty(4, np.uint64)
        start(generator, state.key, LEAD, 0)
        state.chances += 1
        state.leader = below(generator, int(state.players))
    state.current = state.leader


def ranks_of(cards: NDArray[np.int8]) -> tuple[int, ...]:
    """Cards counted by rank, as a list of ranks, lowest first."""
    return tuple(rank for rank in range(6) for _ in range(int(cards[rank])))


# Combos

COMBOS = 75
FIRST_SET = 6
FIRST_RUN = 60
TAKE_SINGLE = 75
TAKE_PAIR = 81
ACTIONS = 87


def list_combos() -> NDArray[np.int8]:
    """All combos by number: kind, lowest rank, cards (RB-06 to RB-09, RB-R11)."""
    combos = [(SINGLE, rank, 1) for rank in range(6)]
    combos += [(SET, rank, cards) for rank in range(6) for cards in range(2, 11)]
    combos += [(RUN, rank, cards) for rank in range(6) for cards in range(2, 7 - rank)]
    return np.array(combos, np.int8).T.copy()


COMBO_KIND, COMBO_LOW, COMBO_CARDS = list_combos()
COMBO_HIGH = np.where(COMBO_KIND == RUN, COMBO_LOW + COMBO_CARDS - 1, COMBO_LOW).astype(np.int8)


def count_ranks() -> NDArray[np.int8]:
    """How many cards of each rank a combo has, by combo and rank."""
    ranks = np.zeros((COMBOS, 6), np.int8)
    for combo in range(COMBOS):
        low, high = COMBO_LOW[combo], COMBO_HIGH[combo]
        ranks[combo, low : high + 1] = COMBO_CARDS[combo] if low == high else 1
    return ranks


COMBO_RANKS = count_ranks()
POINTS = np.arange(1, 7)  # what a card is worth, by rank (RB-22)


def list_playable(first: int, end: int) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """Of the combos first to end - 1, those that hold only ranks of a given set; and how many.

    The set is a number from 0 to 63 with bit r for rank r.
    """
    playable = np.zeros((64, end - first), np.int16)
    counts = np.zeros(64, np.uint8)
    for ranks in range(64):
        held = [(ranks >> rank) & 1 for rank in range(6)]
        fits = [c for c in range(first, end) if (COMBO_RANKS[c] <= held).all()]
        playable[ranks, : len(fits)] = fits
        counts[ranks] = len(fits)
    return playable, counts


SINGLES, SINGLES_COUNT = list_playable(0, FIRST_SET)
RUNS, RUNS_COUNT = list_playable(FIRST_RUN, COMBOS)


# Playing a trick


@jit
def start_trick(state: Record) -> None:
    """Who has cards is to play one combo, of two players two (RB-11, RB-41); nothing binds yet."""
    state.phase = PLAYING
    state.follow = SINGLE
    state.combos = 0
    state.combo[:] = 0
    state.combo_player[:] = 0
    state.choice[:] = 0
    state.takings = 0
    state.taking[:] = 0
    each = 2 if state.players == 2 else 1
    for player in range(int(state.players)):
        state.plays_left[player] = each if state.hand_count[player] > 0 else 0


@jit
def current_player(state: Record) -> int:
    """Whose decision it is; -1 when the game is over."""
    return int(state.current)


@jit
def legal_actions(state: Record, out: NDArray[np.int16]) -> int:
    """Writes the legal action numbers into `out` (87 long), ascending; returns how many."""
    if state.phase == PLAYING:
        return legal_combos(state, out)
    if state.phase == TAKING:
        return legal_takings(state, out)
    return 0


@jit
def legal_combos(state: Record, out: NDArray[np.int16]) -> int:
    """A single always; sets unless a run was played, runs unless a set was (RB-10 to RB-16)."""
    player = int(state.current)
    held = ranks_held(state, player)
    count = list_singles(held, out)
    if state.follow != RUN:
        count = list_sets(state, player, out, count)
    if state.follow != SET:
        count = list_runs(held, out, count)
    return count


@jit
def ranks_held(state: Record, player: int) -> int:
    """The set of ranks in a hand, as a number with bit r for rank r."""
    held = 0
    for rank in range(6):
        held |= int(state.hand[player, rank] > 0) << rank
    return held


# The lists are written without branches: each writes all it could and counts only what is legal.
# What lies beyond the count is overwritten by the next list or means nothing.


@jit
def list_singles(held: int, out: NDArray[np.int16]) -> int:
    """Any one card (RB-08)."""
    for place in range(6):
        out[place] = SINGLES[held, place]
    return int(SINGLES_COUNT[held])


@jit
def list_sets(state: Record, player: int, out: NDArray[np.int16], count: int) -> int:
    """At least two cards of one rank (RB-06)."""
    for rank in range(6):
        for place in range(9):
            out[count + place] = FIRST_SET + 9 * rank + place
        count += max(0, int(state.hand[player, rank]) - 1)
    return count


@jit
def list_runs(held: int, out: NDArray[np.int16], count: int) -> int:
    """At least two consecutive ranks, one card of each, never past 6 (RB-07, RB-R11)."""
    for place in range(15):
        out[count + place] = RUNS[held, place]
    return count + int(RUNS_COUNT[held])


@jit
def apply_action(state: Record, action: int) -> None:
    """One decision; the caller has checked that it is legal."""
    if action < COMBOS:
        play_combo(state, action)
    else:
        take_pile(state, action)


@jit
def play_combo(state: Record, action: int) -> None:
    """A combo goes to the trick; a set or run binds those who follow (RB-12 to RB-15)."""
    player = int(state.current)
    lay_down(state, player, action)
    state.plays_left[player] -= 1
    if state.hand_count[player] == 0:
        state.plays_left[player] = 0
    place = int(state.combos)
    state.combo[place] = action
    state.combo_player[place] = player
    state.combos = place + 1
    if COMBO_KIND[action] != SINGLE:
        state.follow = COMBO_KIND[action]
    following = next_to_play(state, player)
    if following >= 0:
        state.current = following
    else:
        start_taking(state)


@jit
def lay_down(state: Record, player: int, action: int) -> None:
    """Takes the combo's cards from the hand."""
    for rank in range(6):
        state.hand[player, rank] -= COMBO_RANKS[action, rank]
    state.hand_count[player] -= COMBO_CARDS[action]


@jit
def next_to_play(state: Record, player: int) -> int:
    """The next player clockwise with a combo to play in this trick; -1 if nobody has.

    Of two players each plays two combos in turn; if the first used up the hand, the other plays on
    alone (RB-11, RB-41, RB-R8).
    """
    players = int(state.players)
    for _ in range(players):
        player = player + 1 if player + 1 < players else 0
        if state.plays_left[player] > 0:
            return player
    return -1


# Scoring a trick


@jit
def start_taking(state: Record) -> None:
    """All have played: the combos are ranked and the first of them chooses (RB-17, RB-43)."""
    rank_combos(state)
    state.phase = TAKING
    next_to_take(state)


@jit
def strength(state: Record, place: int) -> int:
    """More cards first, then the higher card, then the earlier combo (RB-17, RB-18, RB-19)."""
    action = state.combo[place]
    return 64 * int(COMBO_CARDS[action]) + 8 * int(COMBO_HIGH[action]) - place


@jit
def rank_combos(state: Record) -> None:
    """Writes the order of taking: places in the trick, the strongest combo first."""
    for place in range(int(state.combos)):
        own = strength(state, place)
        better = place
        while better > 0 and strength(state, int(state.choice[better - 1])) < own:
            state.choice[better] = state.choice[better - 1]
            better -= 1
        state.choice[better] = place


@jit
def rank_combos_at(states: NDArray[np.record], index: int) -> None:
    """`rank_combos`, for calls from Python."""
    rank_combos(states[index])


@jit
def next_to_take(state: Record) -> None:
    """The next combo takes a pile; without one, or without a pile, the trick ends (RB-23)."""
    if state.takings < state.combos and piles(state) > 0:
        state.current = state.combo_player[state.choice[state.takings]]
    else:
        end_trick(state)


@jit
def piles(state: Record) -> int:
    """How many piles lie in the middle."""
    count = 0
    for rank in range(6):
        count += int(state.singles[rank]) + int(state.pairs[rank])
    return count


@jit
def legal_takings(state: Record, out: NDArray[np.int16]) -> int:
    """One pile, a single or a whole pair (RB-20, RB-21, RB-R12); no passing (RB-R1)."""
    count = 0
    for rank in range(6):
        out[count] = TAKE_SINGLE + rank
        count += int(state.singles[rank] > 0)
    for rank in range(6):
        out[count] = TAKE_PAIR + rank
        count += int(state.pairs[rank] > 0)
    return count


@jit
def pile_of(action: int) -> tuple[int, int]:
    """The rank of the pile that a taking takes, and its cards."""
    if action < TAKE_PAIR:
        return action - TAKE_SINGLE, 1
    return action - TAKE_PAIR, 2


@jit
def take_pile(state: Record, action: int) -> None:
    """A pile goes to the score pile, each card worth its rank (RB-22, RB-24)."""
    player = int(state.current)
    rank, cards = pile_of(action)
    if cards == 1:
        state.singles[rank] -= 1
    else:
        state.pairs[rank] -= 1
    state.won[player, rank] += cards
    state.scores[player] += cards * (rank + 1)
    state.taking[state.takings] = action
    state.takings += 1
    next_to_take(state)


# The next trick


@jit
def end_trick(state: Record) -> None:
    """Does the game end? If not: take up piles, form and trim the middle, lead (RB-R14)."""
    if game_ends(state):
        end_game(state)
        return
    take_up_reserves(state)
    form_middle(state)
    trim_middle(state)
    set_leader(state)
    state.first_trick = 0
    start_trick(state)


@jit
def form_middle(state: Record) -> None:
    """Played cards, and piles nobody took, pair up by rank (RB-25, RB-R16)."""
    for rank in range(6):
        state.singles[rank] += 2 * state.pairs[rank]
    for place in range(int(state.combos)):
        for rank in range(6):
            state.singles[rank] += COMBO_RANKS[state.combo[place], rank]
    for rank in range(6):
        state.pairs[rank] = state.singles[rank] >> 1
        state.singles[rank] &= 1


@jit
def trim_middle(state: Record) -> None:
    """The lowest piles leave the game until each who still takes finds one (RB-26, RB-R3, RB-R7).

    Of a single and a pair worth the same the single goes first (RB-R4).
    """
    surplus = piles(state) - takers(state)
    worth = 1
    while surplus > 0:
        if worth <= 6 and state.singles[worth - 1] > 0:
            state.singles[worth - 1] = 0
            state.trimmed[worth - 1] += 1
            surplus -= 1
        if worth % 2 == 0:
            rank = worth // 2 - 1
            gone = min(surplus, int(state.pairs[rank]))
            state.pairs[rank] -= gone
            state.trimmed[rank] += 2 * gone
            surplus -= gone
        worth += 1


@jit
def takers(state: Record) -> int:
    """How many piles the next trick needs: one a player with cards; four with two players."""
    if state.players == 2:
        return 4
    return int(state.players) - out_of_cards(state)


@jit
def set_leader(state: Record) -> None:
    """Who played the biggest combo leads, or the next clockwise with cards (RB-27, RB-R13)."""
    player = int(state.combo_player[state.choice[0]])
    while state.hand_count[player] == 0:
        player = player + 1 if player + 1 < state.players else 0
    state.leader = player
    state.current = player


# The end


@jit
def out_of_cards(state: Record) -> int:
    """How many players have no cards: neither in hand nor in a face-down pile."""
    count = 0
    for player in range(int(state.players)):
        if state.hand_count[player] == 0 and (
            state.players > 2 or state.reserve_count[player] == 0
        ):
            count += 1
    return count


@jit
def game_ends(state: Record) -> bool:
    """Two without cards end it (RB-30, RB-31); of two players, one out again (RB-45)."""
    return out_of_cards(state) >= (1 if state.players == 2 else 2)


@jit
def end_game(state: Record) -> None:
    """The last trick's cards stay where they are (RB-R5); of two, cards in hand count one (RB-45).

    A face-down pile that was not taken up counts nothing (RB-R9).
    """
    state.phase = OVER
    state.current = -1
    if state.players == 2:
        for player in range(2):
            state.scores[player] += state.hand_count[player]


@jit
def scores(state: Record, out: NDArray[np.int64]) -> None:
    """The points, by player."""
    for player in range(int(state.players)):
        out[player] = state.scores[player]


@jit
def returns(state: Record, out: NDArray[np.float64]) -> None:
    """1 for a sole winner, shared equally among tied winners, else 0 (RB-32)."""
    players = int(state.players)
    most = 0
    winners = 0
    for player in range(players):
        if state.scores[player] > most:
            most = int(state.scores[player])
            winners = 0
        if state.scores[player] == most:
            winners += 1
    for player in range(players):
        won = state.phase == OVER and state.scores[player] == most
        out[player] = 1.0 / winners if won else 0.0


# Two players


@jit
def take_up_reserves(state: Record) -> None:
    """Of two players, who has no cards after a trick takes up the face-down pile (RB-44)."""
    if state.players != 2:
        return
    for player in range(2):
        if state.hand_count[player] == 0:
            for rank in range(6):
                state.hand[player, rank] = state.reserve[player, rank]
                state.reserve[player, rank] = 0
            state.hand_count[player] = state.reserve_count[player]
            state.reserve_count[player] = 0
