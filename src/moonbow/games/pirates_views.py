"""What players of Rainbow Pirates see, hear and may think possible.

The ids in the docstrings are the clauses of docs/rules/pirates.md.
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
    shuffle,
)
from moonbow.games.pirates import (
    ADD_HIGH,
    ADD_LOW,
    BLACK,
    BLACK_KINDS,
    BLINDBEARD,
    BLOCK,
    BLOCKING,
    CAPTAIN,
    DONE,
    DRAW_FACEUP,
    DRAW_PILE,
    GIVE,
    GIVING,
    HIGH_KINDS,
    KINDS,
    LAY,
    LAYS,
    LIFT,
    LOOKED_AT,
    LOW_KINDS,
    MAX_CARDS,
    MAX_PLAYERS,
    NAME,
    NAMING,
    NUMBERS,
    OVER,
    PASS,
    PICK,
    PICKING,
    PIRATES,
    PLACES,
    PLACING,
    PLAY,
    PLAYS,
    RAINBOW,
    REVIVE,
    REVIVING,
    SET,
    SHIP,
    SMALLEST,
    SPYGLASS,
    THIEF,
    TOP,
    black_in,
    content_of,
    count_cards,
    count_of,
    group_cards,
    group_text,
    has_seen,
    low_of,
    next_place,
    owner_of,
    picked_kind,
    scores,
    type_of,
)

# What a player sees and hears


@jit
def observe(state: Record, player: int, view: Record) -> None:
    """Copies what a player may know, a spectator for -1; what is hidden becomes 0 (RP-R14).

    Hidden are the other hands until the game is over (RP-R29), the draw pile but for cards that the
    player has looked at, what others alone have seen of one another's hands, and the key.
    """
    copy_record(state, view)
    view.viewer = player
    view.key[:] = 0
    for place in range(int(view.draw_count)):
        if not has_seen(view, player, place):
            view.draw[place] = 0
    for other in range(int(view.players)):
        if other != player:
            for owner in range(int(view.players)):
                if owner != player:
                    view.known_to[other, owner, :] = 0
            if view.step != OVER:
                view.hand[other, :] = 0


def hear(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """What just happened, as a player (a spectator: -1) may know it, in order.

    Hidden are cards of the draw pile, and from others what Captain and Blindbeard bring.
    """
    actor = int(before.current)
    if action < PLAY:
        heard = hear_island(before, action)
    elif action < BLOCK:
        kind, target = int(PLAYS[action - PLAY, 0]), int(PLAYS[action - PLAY, 1])
        heard = [Heard("plays", actor, (kind,), target=target)]
        heard += hear_effect(before, action, after, player)
    elif action < PASS:
        heard = [Heard("blocks", actor, (action - BLOCK,), target=int(before.turn))]
    elif action == PASS:
        heard = [Heard("passes", actor), *hear_effect(before, action, after, player)]
    elif action < DRAW_FACEUP:
        heard = hear_answer(before, action, after, player)
    elif action < DONE:
        heard = hear_closing(before, action, after, player)
    else:
        heard = [Heard("done", actor)]
    if after.step == PLACING and before.step != PLACING:
        heard.append(Heard("runs out"))
    if after.went_out >= 0:
        heard.append(Heard("goes out", int(after.went_out)))
    return [*heard, Heard("ends")] if after.step == OVER else heard


def hear_island(before: Record, action: int) -> list[Heard]:
    """What was laid, added or lifted, and the group it made or was."""
    actor = int(before.turn)
    if action < ADD_HIGH:
        cards = group_cards(int(LAYS[action - LAY]))
        return [Heard("lays", actor, cards, place=group_text(int(LAYS[action - LAY])))]
    if action < LIFT:
        high = action < ADD_LOW
        first, kinds = (ADD_HIGH, HIGH_KINDS) if high else (ADD_LOW, LOW_KINDS)
        slot, kind = divmod(action - first, kinds)
        place = group_text(int(before.groups[slot]))
        return [Heard("adds" if high else "adds low", actor, (kind,), place=place)]
    code = int(before.groups[action - LIFT])
    return [Heard("lifts", actor, group_cards(code), place=group_text(code))]


def hear_effect(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """What a BLACK card does at once when the last one asked has not blocked it."""
    turn = int(before.turn)
    kind = int(PLAYS[action - PLAY, 0]) if action < BLOCK else int(before.card)
    target = int(PLAYS[action - PLAY, 1]) if action < BLOCK else int(before.target)
    if after.step in (BLOCKING, PICKING, REVIVING, NAMING):
        return []
    if kind == CAPTAIN:
        return hear_refusals(before, after, turn)
    if kind == BLINDBEARD:
        count = int(before.hand_count[target] - after.hand_count[target])
        if count:
            cards = new_cards(after, before, target) if player in (turn, target) else ()
            if player == turn:
                cards = new_cards(before, after, turn)
            return [Heard("steals", turn, cards, count, target)]
    if kind == SHIP and before.draw_count:
        return hear_draw(before, action, after, player)
    if kind == SPYGLASS and before.draw_count:
        count = min(LOOKED_AT, int(before.draw_count))
        top = after.draw[after.draw_count - count : after.draw_count][::-1].tolist()
        return [Heard("looks", turn, tuple(top) if player == turn else (), count)]
    return [Heard("nothing", turn, (kind,), target=target)]


def new_cards(before: Record, after: Record, player: int) -> tuple[int, ...]:
    """The cards that came into a hand that is seen, by kind."""
    more = after.hand[player] - before.hand[player]
    return tuple(kind for kind in range(KINDS) for _ in range(int(more[kind])))


def hear_draw(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """Cards drawn from the draw pile by the player whose turn it is."""
    turn = int(before.turn)
    count = min(2, int(before.draw_count))
    cards: tuple[int, ...] = ()
    if player == turn:
        more = after.hand[turn] - before.hand[turn]
        more[SHIP] += int(action < BLOCK)
        cards = tuple(kind for kind in range(KINDS) for _ in range(int(more[kind])))
    return [Heard("draws", turn, cards, count)]


def hear_refusals(before: Record, after: Record, giver: int) -> list[Heard]:
    """Which opponents after this one have no BLACK card for the Captain."""
    turn, players = int(before.turn), int(before.players)
    heard = []
    asked = (giver + 1) % players
    while asked != turn and not (after.step == GIVING and asked == after.current):
        heard.append(Heard("has none", asked, target=turn))
        asked = (asked + 1) % players
    return heard


def hear_answer(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """A card picked, revived, given, asked for, or put in order."""
    actor, turn, target = int(before.current), int(before.turn), int(before.target)
    if action < REVIVE:
        return hear_pick(before, action)
    if action < GIVE:
        return [Heard("revives", actor, (action - REVIVE,))]
    if action < NAME:
        cards = (action - GIVE + THIEF,) if player in (actor, turn) else ()
        gift = Heard("gives", actor, cards, 1, turn)
        return [gift, *hear_refusals(before, after, actor)]
    if action < TOP:
        kind = action - NAME
        found = after.hand_count[target] < before.hand_count[target]
        asked = Heard("asks", actor, (kind,), target=target)
        return [asked, Heard("hands over" if found else "has not", target, (kind,), target=turn)]
    return [hear_order(before, action, after, player)]


def hear_order(before: Record, action: int, after: Record, player: int) -> Heard:
    """A card that Spyglass puts back; with the last but one the last has its place, too."""
    cards = [action - TOP]
    if before.unordered == 2:
        cards.append(int(after.draw[next_place(before) - 1]))
    actor = int(before.current)
    return Heard("orders", actor, tuple(cards) if player == actor else (), len(cards))


def hear_pick(before: Record, action: int) -> list[Heard]:
    """The card that Island Thief or Cannon hits, and what falls back into its owner's hand."""
    slot, place = divmod(action - PICK, PLACES)
    code = int(before.groups[slot])
    kind = picked_kind(code, place)
    verb = "takes" if before.card == THIEF else "destroys"
    target = int(before.target)
    heard = [Heard(verb, int(before.turn), (kind,), 1, target, group_text(code))]
    left = list(group_cards(code))
    if type_of(code) == RAINBOW:
        parts = (left[:place], left[place + 1 :])
        back = [card for part_ in parts if len(part_) < SMALLEST for card in part_]
    else:
        left.remove(kind)
        back = left if len(left) < SMALLEST and type_of(code) != PIRATES else []
    return [*heard, Heard("falls back", target, tuple(sorted(back)))] if back else heard


def hear_closing(before: Record, action: int, after: Record, player: int) -> list[Heard]:
    """The closing draw, and the cards that are turned up."""
    if action == DRAW_PILE:
        return hear_draw(before, action, after, player)
    cards = tuple(before.faceup[: before.faceup_count].tolist())
    heard = [Heard("takes face-up", int(before.turn), cards)]
    if after.faceup_count > 0:
        turned_up = tuple(after.faceup[: after.faceup_count].tolist())
        heard.append(Heard("turns up", cards=turned_up))
    return heard


def reveals(before: Record, after: Record) -> bool:
    """Whether somebody learned of cards that were not theirs to know: nothing may be taken back.

    A card that its owner lays, plays or blocks with does not count. That an opponent is asked for a
    BLACK card does: all know then that there is one in that hand.
    """
    return bool(
        after.draw_count != before.draw_count
        or after.chances != before.chances
        or GIVING in (before.step, after.step)
        or before.step == NAMING
        or after.step == OVER
        or (after.draw_known != before.draw_known).any()
        or (after.none & ~before.none).any()
    )


@jit
def resample(view: Record, generator: Generator, state: Record) -> None:
    """A full state drawn from those a viewer must think possible.

    Kept to are: cards seen to go into a hand; looked-at cards of the draw pile; of each hand, the
    kinds it cannot hold since Parrot or Captain found none, and how many cards it may hold of
    kinds that had to be placed before its last closing draw; that who is asked for a BLACK card
    has one. First the cards that a hand has kept are drawn, then the others, then the draw pile.
    What others have seen of one another's hands is not drawn: of those they then know only what all
    know. Left out is that numbers kept could not form a new group, and what follows from the
    players' choices.
    """
    copy_record(view, state)
    state.viewer = FULL
    for place in range(4):
        state.key[place] = next_word(generator)
    if state.step != OVER:
        add_known(state, int(view.viewer))
    left = np.zeros(KINDS, np.int64)
    count_unseen(state, int(view.viewer), left)
    if state.step == GIVING and view.viewer != view.current:
        draw_black(state, left, generator)
    allowed = np.zeros(2 * MAX_PLAYERS, np.int64)
    filled = np.zeros((2 * MAX_PLAYERS, KINDS), np.int64)
    if state.step != OVER:
        for kept in range(2):
            for player in range(int(state.players)):
                if player != view.viewer:
                    fill_hand(state, player, kept == 0, allowed, filled, left, generator)
        for player in range(int(state.players)):
            for kind in range(KINDS):
                state.hand[player, kind] += (
                    filled[player, kind] + filled[MAX_PLAYERS + player, kind]
                )
    fill_draw_pile(state, int(view.viewer), left, generator)


@jit
def add_known(state: Record, viewer: int) -> None:
    """The hands that the viewer does not see hold what the viewer knows of them."""
    for player in range(int(state.players)):
        if player != viewer:
            for kind in range(KINDS):
                state.hand[player, kind] = state.known[player, kind]
                if viewer >= 0:
                    state.hand[player, kind] += state.known_to[viewer, player, kind]


@jit
def count_unseen(state: Record, viewer: int, left: NDArray[np.int64]) -> None:
    """The cards, by kind, that lie at places the viewer does not see."""
    lying = np.zeros(KINDS, np.int8)
    for slot in range(int(state.group_count)):
        count_cards(int(state.groups[slot]), lying)
    for place in range(int(state.discard_count)):
        lying[state.discard[place]] += 1
    for place in range(int(state.faceup_count)):
        lying[state.faceup[place]] += 1
    for place in range(int(state.draw_count)):
        lying[state.draw[place]] += int(has_seen(state, viewer, place))
    for kind in range(KINDS):
        left[kind] = int(state.counts[kind]) - int(lying[kind])
        for player in range(int(state.players)):
            left[kind] -= int(state.hand[player, kind])


@jit
def draw_black(state: Record, left: NDArray[np.int64], generator: Generator) -> None:
    """Who is asked for a BLACK card has one, if none is known to be in that hand: an unseen one."""
    giver = int(state.current)
    for kind in range(THIEF, THIEF + 8):
        if state.hand[giver, kind] > 0:
            return
    state.hand[giver, draw_allowed(BLACK_KINDS & ~int(state.none[giver]), left, generator)] += 1


@jit
def fill_hand(
    state: Record,
    player: int,
    kept: bool,
    allowed: NDArray[np.int64],
    filled: NDArray[np.int64],
    left: NDArray[np.int64],
    generator: Generator,
) -> None:
    """Draws the unknown cards a hand has kept since its last closing draw, or the fresh ones.

    `filled` is a row for the kept cards of each hand, then one for the fresh ones; `allowed` the
    kinds each row can hold, as bits; `left` the unseen cards by kind.
    """
    unknown = int(state.hand_count[player])
    fresh = int(state.fresh[player])
    for kind in range(KINDS):
        unknown -= int(state.hand[player, kind])
        if int(state.excluded[player]) >> kind & 1:
            fresh -= int(state.hand[player, kind])
    if state.excluded[player] == 0:
        fresh = unknown
    fresh = max(0, min(unknown, fresh))
    kinds = ((1 << KINDS) - 1) & ~int(state.none[player])
    row, cards = MAX_PLAYERS + player, fresh
    if kept:
        row, cards = player, unknown - fresh
        kinds &= ~int(state.excluded[player])
    allowed[row] = kinds
    for _ in range(cards):
        kind = draw_allowed(kinds, left, generator)
        if kind < 0:
            kind = exchange(row, allowed, filled, left)
        filled[row, kind] += 1


@jit
def draw_allowed(kinds: int, left: NDArray[np.int64], generator: Generator) -> int:
    """One of the unseen cards, of these kinds, each equally likely; -1 if there is none."""
    cards = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            cards += left[kind]
    if cards == 0:
        return -1
    chosen = below(generator, cards)
    kind = -1
    while chosen >= 0:
        kind += 1
        if kinds >> kind & 1:
            chosen -= left[kind]
    left[kind] -= 1
    return kind


@jit
def exchange(
    row: int, allowed: NDArray[np.int64], filled: NDArray[np.int64], left: NDArray[np.int64]
) -> int:
    """A card for a row that none of the unseen cards fits: from another row, which gets another.

    Follows the shortest chain of rows, each taking a card of the next, to one that an unseen card
    fits. Where facts that were made up allow none, any unseen card does.
    """
    rows = len(allowed)
    chain = np.full(rows, -1, np.int64)  # by row: the row that would take one of its cards
    card = np.zeros(rows, np.int64)  # which
    queue = np.zeros(rows, np.int64)
    queue[0] = row
    chain[row] = row
    done, waiting = 0, 1
    while done < waiting:
        taker = queue[done]
        done += 1
        for kind in range(KINDS):
            if allowed[taker] >> kind & 1 and left[kind] > 0:
                left[kind] -= 1
                while taker != row:
                    filled[taker, kind] += 1
                    kind = card[taker]  # noqa: PLW2901
                    filled[taker, kind] -= 1
                    taker = chain[taker]
                return kind
        for giver in range(rows):
            for kind in range(KINDS):
                fits = allowed[taker] >> kind & 1 and filled[giver, kind] > 0
                if chain[giver] < 0 and fits:
                    chain[giver] = taker
                    card[giver] = kind
                    queue[waiting] = giver
                    waiting += 1
    kind = 0
    while left[kind] == 0:
        kind += 1
    left[kind] -= 1
    return kind


@jit
def fill_draw_pile(
    state: Record, viewer: int, left: NDArray[np.int64], generator: Generator
) -> None:
    """The unseen cards that are left lie in the draw pile, in any order."""
    cards = np.empty(MAX_CARDS, np.int8)
    count = 0
    for kind in range(KINDS):
        for _ in range(left[kind]):
            cards[count] = kind
            count += 1
    shuffle(cards, count, count, generator)
    for place in range(int(state.draw_count)):
        if not has_seen(state, viewer, place):
            count -= 1
            state.draw[place] = cards[count]


# What a network sees

ENCODING = (
    ("hand", 17),  # the viewer's cards by kind, in tens, as are the next two
    ("known", 85),  # by seat, kind: cards that the viewer knows to be in the hand
    ("islands", 85),  # by seat, kind: cards on the island
    ("groups", 1462),  # by slot, what GROUP_ENCODING lists
    ("faceup", 17),  # face-up cards by kind
    ("discard", 17),  # cards of the discard pile by kind, in tens
    ("draw_top", 68),  # by place from the top, kind: 1 for a card that the viewer has seen
    ("draw_count", 1),  # cards in the draw pile, in hundreds
    ("hand_count", 5),  # cards in hand by seat, in tens
    ("scores", 5),  # points of the islands by seat, in hundreds
    ("seats", 5),  # 1 where a player sits
    ("turn", 5),  # 1 for the seat whose turn it is
    ("current", 5),  # 1 for the seat whose decision it is
    ("step", 9),  # 1 for MAIN, BLOCKING, PICKING, REVIVING, GIVING, NAMING, ORDERING, PLACING, OVER
    ("card", 8),  # 1 for the BLACK card being played
    ("target", 5),  # 1 for the seat it is aimed at
    ("lifts_left", 1),  # groups that may yet be lifted in this turn, in hundreds
    ("elixirs", 1),  # Elixirs taken from the discard pile in this turn
    ("tired", 1),  # 1 if the Elixir being played is one of these
    ("unordered", 1),  # cards that Spyglass has yet to put in order
    ("placers", 1),  # players who have not finished the last placing
    ("none", 85),  # by seat, kind: 1 if the hand is known to have none
    ("excluded", 85),  # by seat, kind: 1 if the hand had none at its last closing draw
    ("fresh", 5),  # by seat: cards of excluded kinds that the hand may hold, in tens
    ("went_out", 5),  # 1 for the seat that went out
    ("deck", 17),  # cards in the deck by kind, in tens
)
"""The features of `encode`, in order: name, length. A seat counts from the viewer, clockwise."""

GROUP_ENCODING = (
    ("owner", 5),  # 1 for the seat
    ("type", 4),  # 1 for SET, RAINBOW, BLACK, PIRATES
    ("low", 8),  # 1 for the color of a set (the last: none), or the lowest number of a rainbow
    ("count", 1),  # cards, in tens
    ("wilds", 1),  # WILDs of a set, in tens
    ("places", 7),  # 1 for each WILD of a rainbow
    ("black", 8),  # BLACK cards by kind, in tens
)
"""The features of one group."""


(
    AT_HAND, AT_KNOWN, AT_ISLANDS, AT_GROUPS, AT_FACEUP, AT_DISCARD, AT_DRAW_TOP, AT_DRAW_COUNT,
    AT_HAND_COUNT, AT_SCORES, AT_SEATS, AT_TURN, AT_CURRENT, AT_STEP, AT_CARD, AT_TARGET,
    AT_LIFTS_LEFT, AT_ELIXIRS, AT_TIRED, AT_UNORDERED, AT_PLACERS, AT_NONE, AT_EXCLUDED, AT_FRESH,
    AT_WENT_OUT, AT_DECK, FEATURES,
) = encoding_starts(ENCODING)  # fmt: skip
(
    IN_OWNER, IN_TYPE, IN_LOW, IN_COUNT, IN_WILDS, IN_PLACES, IN_BLACK, GROUP_FEATURES,
) = encoding_starts(GROUP_ENCODING)  # fmt: skip


@jit
def encode(view: Record, out: NDArray[np.float32]) -> None:
    """Writes the FEATURES numbers that ENCODING lists; a spectator's seats count from player 0."""
    out[:FEATURES] = 0.0
    first = max(0, int(view.viewer))
    if view.viewer >= 0:
        for kind in range(KINDS):
            out[AT_HAND + kind] = 0.1 * view.hand[first, kind]
    points = np.zeros(MAX_PLAYERS, np.int64)
    scores(view, points)
    for player in range(int(view.players)):
        seat = seat_of(view, player)
        out[AT_SCORES + seat] = 0.01 * points[player]
        encode_seat(view, player, seat, out)
    for slot in range(int(view.group_count)):
        encode_group(view, slot, out)
    encode_piles(view, out)
    encode_turn(view, out)


@jit
def seat_of(view: Record, player: int) -> int:
    """How many seats clockwise from the viewer a player sits."""
    return (player - max(0, int(view.viewer)) + int(view.players)) % int(view.players)


@jit
def encode_seat(view: Record, player: int, seat: int, out: NDArray[np.float32]) -> None:
    """What is known of one player."""
    for kind in range(KINDS):
        known = int(view.known[player, kind])
        if view.viewer >= 0:
            known += int(view.known_to[view.viewer, player, kind])
        out[AT_KNOWN + KINDS * seat + kind] = 0.1 * known
        out[AT_NONE + KINDS * seat + kind] = int(view.none[player]) >> kind & 1
        out[AT_EXCLUDED + KINDS * seat + kind] = int(view.excluded[player]) >> kind & 1
    out[AT_FRESH + seat] = 0.1 * view.fresh[player]
    out[AT_HAND_COUNT + seat] = 0.1 * view.hand_count[player]
    out[AT_SEATS + seat] = 1.0
    out[AT_CURRENT + seat] = 1.0 if player == view.current else 0.0
    out[AT_TURN + seat] = 1.0 if player == view.turn and view.step != OVER else 0.0
    out[AT_TARGET + seat] = 1.0 if player == view.target else 0.0
    out[AT_WENT_OUT + seat] = 1.0 if player == view.went_out else 0.0


@jit
def encode_group(view: Record, slot: int, out: NDArray[np.float32]) -> None:
    """One group, and its cards as part of its island."""
    code = int(view.groups[slot])
    seat = seat_of(view, owner_of(code))
    at = AT_GROUPS + GROUP_FEATURES * slot
    out[at + IN_OWNER + seat] = 1.0
    out[at + IN_TYPE + type_of(code) - 1] = 1.0
    if type_of(code) in (SET, RAINBOW):
        out[at + IN_LOW + low_of(code)] = 1.0
    out[at + IN_COUNT] = 0.1 * count_of(code)
    if type_of(code) == SET:
        out[at + IN_WILDS] = 0.1 * content_of(code)
    if type_of(code) == RAINBOW:
        for place in range(NUMBERS):
            out[at + IN_PLACES + place] = content_of(code) >> place & 1
    if type_of(code) == BLACK:
        for kind in range(THIEF, THIEF + 8):
            out[at + IN_BLACK + kind - THIEF] = 0.1 * black_in(code, kind)
    cards = np.zeros(KINDS, np.int8)
    count_cards(code, cards)
    for kind in range(KINDS):
        out[AT_ISLANDS + KINDS * seat + kind] += 0.1 * cards[kind]


@jit
def encode_piles(view: Record, out: NDArray[np.float32]) -> None:
    """The face-up cards, the discard pile and the draw pile."""
    for place in range(int(view.faceup_count)):
        out[AT_FACEUP + int(view.faceup[place])] += 1.0
    for place in range(int(view.discard_count)):
        out[AT_DISCARD + int(view.discard[place])] += 0.1
    for depth in range(min(LOOKED_AT, int(view.draw_count))):
        place = int(view.draw_count) - 1 - depth
        if has_seen(view, int(view.viewer), place):
            out[AT_DRAW_TOP + KINDS * depth + int(view.draw[place])] = 1.0
    out[AT_DRAW_COUNT] = 0.01 * view.draw_count
    for kind in range(KINDS):
        out[AT_DECK + kind] = 0.1 * view.counts[kind]


@jit
def encode_turn(view: Record, out: NDArray[np.float32]) -> None:
    """What the turn has in progress."""
    out[AT_STEP + int(view.step)] = 1.0
    if view.card > 0:
        out[AT_CARD + int(view.card) - THIEF] = 1.0
    out[AT_LIFTS_LEFT] = 0.01 * (int(view.lifts_allowed) - int(view.lifts))
    out[AT_ELIXIRS] = float(view.elixirs)
    out[AT_TIRED] = float(view.tired)
    out[AT_UNORDERED] = float(view.unordered)
    out[AT_PLACERS] = float(view.placers)
