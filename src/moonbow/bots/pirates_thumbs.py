"""Rules of thumb for Rainbow Pirates.

Every card on the island is a point, a RAINBOW PIRATE five, and nothing else counts. So:

1. Place what can be placed, as many cards as can be (`arrangement`); rearrange only if that brings
   a card more.
2. BLACK cards are for use. The worst that can happen to an island is to lose a RAINBOW PIRATE: an
   Island Thief that takes one is worth ten points between two players. Who holds a Thief or a
   Cannon looks for these first, and keeps a Thief until there is one.
3. Aim at whoever is ahead; the more opponents there are, the less what one of them loses is worth.
4. Block what costs more than the card that blocks.
5. Take cards that fit: they are points at once. Early on a card that does not fit is worth a part
   of a point, at the end nothing.
6. Going out ends the game. Who would lose by it keeps a BLACK card or a WILD in hand, or lets no
   second rainbow become full.

An action is worth the sum of its `FEATURES`, each in points, compared with closing the turn or with
passing. `weigh_by` takes the numbers behind them as an argument; those in `WEIGHTS` were found by
letting rules with different numbers play against each other.
"""

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.arrangement import NO_FULL, PIECES, easily_placed, next_steps, place_black
from moonbow.bots.memo import FEW_ROWS, Memo, new_memo
from moonbow.games.kernel import Record, jit
from moonbow.games.pirates import (
    ADD_HIGH,
    ADD_LOW,
    BLACKS,
    BLINDBEARD,
    BLOCK,
    BLOCKED_BY,
    CANNON,
    CAPTAIN,
    DONE,
    DRAW_FACEUP,
    DRAW_PILE,
    DRAWN,
    ELIXIR,
    FULL_RAINBOW,
    GIVE,
    HIGH_KINDS,
    KINDS,
    LAY,
    LAY_PIRATE,
    LIFT,
    LOW_KINDS,
    MAIN,
    MAX_PLAYERS,
    NAME,
    NUMBERS,
    OUT_POINTS,
    PARROT,
    PASS,
    PICK,
    PIRATE_POINTS,
    PIRATES,
    PLACES,
    PLACING,
    PLAY,
    PLAYS,
    RAINBOW,
    RAINBOW_PIRATE,
    RAINBOWS_TO_GO_OUT,
    REVIVE,
    SHIP,
    SMALLEST,
    SPYGLASS,
    STOLEN,
    THIEF,
    TOP,
    WILD,
    can_pick,
    count_cards,
    count_of,
    extending,
    find_discarded,
    full_rainbows,
    has_seen,
    owner_of,
    picked_kind,
    scores,
    type_of,
)

Values = NDArray[np.float64]

WEIGHTS = (
    ("a WILD placed", 1.00, 0.53),
    ("a WILD in hand", 0.90, 0.73),
    ("a number in hand that fits nowhere", 0.69, 0.37),
    ("a number that makes a group with two others of the hand", 0.76, 0.79),
    ("Island Thief in hand", 6.76, 8.39),
    ("Cannon in hand", 1.87, 1.22),
    ("Elixir of Life in hand", 3.92, 2.95),
    ("Captain in hand", 2.58, 12.16),
    ("Blindbeard in hand", 9.28, 4.18),
    ("Ship in hand", 2.54, 2.22),
    ("Parrot in hand", 1.65, 1.90),
    ("Spyglass in hand", 1.91, 2.35),
    ("Island Thief kept for later", 3.07, 8.62),
    ("Cannon kept for later", 0.82, 4.79),
    ("Elixir of Life kept for later", 1.31, 2.51),
    ("Captain kept for later", 0.50, 0.35),
    ("Blindbeard kept for later", 1.78, 1.58),
    ("Ship kept for later", 0.51, 2.23),
    ("Parrot kept for later", 2.00, 2.99),
    ("Spyglass kept for later", 0.33, 0.31),
    ("own turns to come until hands lose their worth", 2.34, 2.62),
    ("what the strongest opponent loses", 0.54, 0.41),
    ("what another opponent loses", 0.25, 0.13),
    ("a card that falls back into its owner's hand", 0.95, 0.95),
    ("how likely a blocking card is, as against one of the draw pile", 1.60, 1.74),
    ("what is left for the next player to take", 0.25, 0.17),
    ("Spyglass played", 1.50, 1.24),
    ("blocking beyond what it saves", 0.28, 0.48),
)
"""The numbers behind the rules of thumb: what they stand for, between two players, among more.

Most are points. With one opponent what that one loses is one's own gain; among several it helps the
others as well, and who is stolen from steals back: BLACK cards then wait for something better.
"""

(
    WILD_PLACED, WILD_HELD, NUMBER_HELD, GROUP_MADE,
    FIRST_HELD, _, _, _, _, _, _, _, FIRST_KEPT, _, _, _, _, _, _, _,
    TURNS, HARM_FIRST, HARM_OTHER, FALLEN_BACK, BLOCKS, LEFT_OVER, LOOKING, BLOCKING_MORE,
) = range(len(WEIGHTS))  # fmt: skip

NUMBERS_BEHIND = np.array([weights for _, *weights in WEIGHTS]).T.copy()
"""Row 0 between two players, row 1 among more."""

FEATURES = (
    "cards come to the island",
    "rearranging brings a card more",
    "it takes cards off the island",
    "a card comes that is worth having",
    "an opponent loses by it",
    "a card of the hand is spent",
    "it ends the game",
)
"""Why an action is good or bad, in the order of the columns of `reasons`."""

PLACES_CARDS, REARRANGES, TAKES_UP, GAINS, HARMS, SPENDS, ENDS = range(len(FEATURES))

LIFTING = -25.0  # a group without gain: never
DECIDED = 20.0  # ending the game, won or lost
MOST_SPLITS = 4  # after so many lifts in a turn one no longer tries not to go out
SPLITTING = 5.0  # a full rainbow, so as not to lose by going out


@jit
def weigh(view: Record, legal: NDArray[np.int16], count: int, out: Values, memo: Memo) -> None:
    """How good each legal action looks, in points."""
    weigh_by(view, legal, count, NUMBERS_BEHIND[int(view.players > 2)], out, memo)


@jit
def weigh_by(
    view: Record,
    legal: NDArray[np.int16],
    count: int,
    weights: Values,
    out: Values,
    memo: Memo,
) -> None:
    """`weigh` with other numbers behind it, in the order of WEIGHTS."""
    table = np.zeros((count, len(FEATURES)))
    reasons(view, legal, count, weights, table, memo)
    for place in range(count):
        out[place] = table[place].sum()


@jit
def explain(view: Record, legal: NDArray[np.int16], count: int, table: Values) -> None:
    """What each of FEATURES adds to what each legal action looks worth, in points."""
    numbers = NUMBERS_BEHIND[int(view.players > 2)]
    reasons(view, legal, count, numbers, table, new_memo(FEW_ROWS))


@jit
def reasons(
    view: Record,
    legal: NDArray[np.int16],
    count: int,
    weights: Values,
    table: Values,
    memo: Memo,
) -> None:
    """Why each legal action is good or bad: by action and reason, in points; `table` is all 0."""
    player = int(view.current)
    if view.step in (MAIN, PLACING):
        weigh_placing(view, player, legal, count, weights, table, memo)
    if view.step == PLACING:
        return
    mine = np.empty(KINDS)
    worth_to_me(view, player, weights, mine)
    unseen = np.empty(KINDS)
    count_unseen(view, player, unseen)
    harms = np.empty(MAX_PLAYERS)
    weigh_harm(view, player, weights, harms)
    for place in range(count):
        action = int(legal[place])
        if action < PLAY:
            continue
        row = table[place]
        if action < BLOCK:
            weigh_play(view, player, action, weights, mine, unseen, harms, row)
        elif action < PASS:
            weigh_block(view, player, weights, mine, unseen, harms, row)
        elif PICK <= action < REVIVE:
            code = int(view.groups[(action - PICK) // PLACES])
            weigh_pick(view, code, (action - PICK) % PLACES, weights, mine, harms, row)
        elif REVIVE <= action < GIVE:
            row[GAINS] = mine[action - REVIVE]
        elif GIVE <= action < NAME:
            row[SPENDS] = -mine[action - GIVE + THIEF]
        elif NAME <= action < TOP:
            weigh_name(view, player, action - NAME, weights, mine, unseen, harms, row)
        elif TOP <= action < DRAW_FACEUP:
            row[GAINS] = mine[action - TOP]
        elif DRAW_FACEUP <= action < DONE:
            weigh_draw(view, player, action, weights, mine, unseen, harms, row)


# What cards are worth


@jit
def time_left(state: Record, weights: Values) -> float:
    """From 1 while a hand can still become points, down to 0 at the end of the draw pile."""
    cards = int(state.draw_count) + int(state.faceup_count)
    turns = (cards - 1) / (2.0 * int(state.players))
    return min(1.0, max(0.0, turns) / float(weights[TURNS]))


@jit
def worth_to(state: Record, player: int, weights: Values, worths: Values) -> None:
    """What one more card of each kind is worth to a player, as far as all can see.

    A RAINBOW PIRATE five, a number that fits a point at once; anything else less, the later it is.
    """
    time = time_left(state, weights)
    fitting = extending(state, player)
    for number in range(NUMBERS):
        worths[number] = 1.0 if fitting >> number & 1 else weights[NUMBER_HELD] * time
    worths[WILD] = max(1.0, weights[WILD_HELD] * time)
    for kind in range(BLACKS):
        worths[THIEF + kind] = weights[FIRST_HELD + kind] * time
    worths[RAINBOW_PIRATE] = PIRATE_POINTS


@jit
def worth_to_me(state: Record, player: int, weights: Values, worths: Values) -> None:
    """The same for who sees the own hand: a number that makes a group with it brings more."""
    worth_to(state, player, weights, worths)
    for number in range(NUMBERS):
        if worths[number] < 1.0 and makes_group(state, player, number):
            worths[number] = weights[GROUP_MADE]


@jit
def makes_group(state: Record, player: int, number: int) -> bool:
    """Whether a number would be the third card of a set or rainbow in a hand, WILDs included."""
    wilds = min(2, int(state.hand[player, WILD]))
    if int(state.hand[player, number]) + wilds >= SMALLEST - 1:
        return True
    held = 0
    for other in range(NUMBERS):
        held |= int(state.hand[player, other] > 0) << other
    for low in range(max(0, number - 2), min(NUMBERS - 2, number + 1)):
        beside = held >> low & 7 & ~(1 << number - low)
        if (beside & 1) + (beside >> 1 & 1) + (beside >> 2) + wilds >= SMALLEST - 1:
            return True
    return False


@jit
def weigh_harm(state: Record, player: int, weights: Values, harms: Values) -> None:
    """What a point that each opponent loses is worth: most for whoever is ahead."""
    players = int(state.players)
    points = np.zeros(MAX_PLAYERS, np.int64)
    scores(state, points)
    first = -1
    for other in range(players):
        points[other] = 2 * points[other] + int(state.hand_count[other])
        if other != player and (first < 0 or points[other] > points[first]):
            first = other
    for other in range(players):
        harms[other] = weights[HARM_FIRST] if other == first else weights[HARM_OTHER]


# What others may hold


@jit
def count_unseen(state: Record, player: int, unseen: Values) -> None:
    """How many cards of each kind a player cannot know the place of."""
    lying = np.zeros(KINDS, np.int8)
    for slot in range(int(state.group_count)):
        count_cards(int(state.groups[slot]), lying)
    for place in range(int(state.discard_count)):
        lying[state.discard[place]] += 1
    for place in range(int(state.faceup_count)):
        lying[state.faceup[place]] += 1
    for place in range(int(state.draw_count)):
        if has_seen(state, player, place):
            lying[state.draw[place]] += 1
    for kind in range(KINDS):
        unseen[kind] = int(state.counts[kind]) - int(lying[kind]) - int(state.hand[player, kind])
        for other in range(int(state.players)):
            if other != player:
                unseen[kind] -= known_in(state, player, other, kind)


@jit
def known_in(state: Record, player: int, other: int, kind: int) -> int:
    """How many cards of a kind a player knows to be in another's hand."""
    return int(state.known[other, kind]) + int(state.known_to[player, other, kind])


@jit
def unknown_in(state: Record, player: int, other: int) -> int:
    """How many cards of another's hand a player does not know."""
    cards = int(state.hand_count[other])
    for kind in range(KINDS):
        cards -= known_in(state, player, other, kind)
    return max(0, cards)


@jit
def chance_of(
    state: Record, player: int, other: int, kind: int, unknown: int, unseen: Values
) -> float:
    """How likely another holds a card of a kind, from what has been seen.

    What had to be placed before the last closing draw can only be among the cards since.
    """
    if known_in(state, player, other, kind) > 0:
        return 1.0
    if int(state.none[other]) >> kind & 1:
        return 0.0
    if int(state.excluded[other]) >> kind & 1:
        unknown = min(unknown, int(state.fresh[other]))
    total = unseen.sum()
    if total <= 0.0 or unseen[kind] <= 0.0:
        return 0.0
    return float(1.0 - (1.0 - min(1.0, unseen[kind] / total)) ** unknown)


@jit
def mean_worth(worths: Values, unseen: Values) -> float:
    """What an unseen card is worth on average."""
    total, worth = 0.0, 0.0
    for kind in range(KINDS):
        total += max(0.0, unseen[kind])
        worth += max(0.0, unseen[kind]) * worths[kind]
    return worth / total if total > 0.0 else 0.0


@jit
def worth_of_top(state: Record, player: int, cards: int, worths: Values, unseen: Values) -> float:
    """What the next cards of the draw pile are worth, those looked at as they are."""
    worth = 0.0
    mean = mean_worth(worths, unseen)
    top = int(state.draw_count) - 1
    for place in range(top, max(-1, top - cards), -1):
        worth += worths[state.draw[place]] if has_seen(state, player, place) else mean
    return worth


# Placing and rearranging


@jit
def weigh_placing(
    state: Record,
    player: int,
    legal: NDArray[np.int16],
    count: int,
    weights: Values,
    table: Values,
    memo: Memo,
) -> None:
    """Cards are placed as the best arrangement has it; groups are lifted only on the way there."""
    steps = np.empty(PIECES + 1, np.int64)
    wild_worth = int(100.0 * weights[WILD_PLACED])
    if state.step == PLACING:
        wild_worth = 100
    full_worth = 0
    if state.step == MAIN and state.lifts < MOST_SPLITS and would_lose(state, player):
        full_worth = NO_FULL
    found = next_steps(state, player, wild_worth, full_worth, False, steps, memo)
    if state.step == PLACING:
        steps[found] = place_black(state, player)
        found += int(steps[found] >= 0)
    for place in range(count):
        action = int(legal[place])
        if action >= PLAY:
            break
        wanted = 0
        for step in range(found):
            wanted |= int(steps[step] == action)
        if action >= LIFT:
            table[place, REARRANGES if wanted else TAKES_UP] = 1.0 if wanted else LIFTING
        elif action == LAY + LAY_PIRATE:
            table[place, PLACES_CARDS] = PIRATE_POINTS
        elif wanted:
            table[place, PLACES_CARDS] = 1.0 if action >= ADD_HIGH else SMALLEST
        else:
            table[place, SPENDS] = -1.0
        if action < LIFT and state.step == MAIN:
            table[place, ENDS] = weigh_going_out(state, player, action)
    if state.step == MAIN:
        weigh_splitting(legal, count, state, table)


@jit
def may_stay(state: Record, player: int) -> int:
    """How many cards of a hand need never be placed: WILDs and BLACK cards."""
    cards = int(state.hand[player, WILD])
    for kind in range(THIEF, RAINBOW_PIRATE):
        cards += int(state.hand[player, kind])
    return cards


@jit
def would_lose(state: Record, player: int) -> bool:
    """Whether a player who went out now, with all cards of the hand placed, would not be ahead.

    With a BLACK card in hand one does not go out. While cards are placed and lifted the answer
    stays the same.
    """
    coming = OUT_POINTS
    for kind in range(KINDS):
        cards = int(state.hand[player, kind])
        if cards > 0 and THIEF <= kind < RAINBOW_PIRATE:
            return False
        coming += cards * (PIRATE_POINTS if kind == RAINBOW_PIRATE else 1)
    return lead(state, player) + coming <= 0


@jit
def weigh_splitting(legal: NDArray[np.int16], count: int, state: Record, table: Values) -> None:
    """Who would go out and lose lifts a full rainbow and makes two of it (`NO_FULL`)."""
    going_out = 0
    for place in range(count):
        going_out += int(table[place, ENDS] == -DECIDED)
    if going_out == 0 or state.lifts >= MOST_SPLITS:
        return
    for place in range(count):
        action = int(legal[place])
        if LIFT <= action < PLAY:
            code = int(state.groups[action - LIFT])
            if type_of(code) == RAINBOW and count_of(code) == FULL_RAINBOW:
                table[place, TAKES_UP] = SPLITTING


@jit
def weigh_going_out(state: Record, player: int, action: int) -> float:
    """Placing the last card with two full rainbows ends the game: good for who then has most."""
    cards = 1 if action >= ADD_HIGH or action == LAY + LAY_PIRATE else SMALLEST
    if state.hand_count[player] != cards:
        return 0.0
    full = full_rainbows(state, player)
    if action >= ADD_HIGH:
        slot = (action - ADD_HIGH) // HIGH_KINDS
        if action >= ADD_LOW:
            slot = (action - ADD_LOW) // LOW_KINDS
        code = int(state.groups[slot])
        full += int(type_of(code) == RAINBOW and count_of(code) == FULL_RAINBOW - 1)
    if full < RAINBOWS_TO_GO_OUT:
        return 0.0
    if action == LAY + LAY_PIRATE:
        cards = PIRATE_POINTS
    return DECIDED if lead(state, player) + cards + OUT_POINTS > 0 else -DECIDED


@jit
def lead(state: Record, player: int) -> int:
    """By how many points a player's island is ahead of the best other."""
    points = np.zeros(MAX_PLAYERS, np.int64)
    scores(state, points)
    best = -1
    for other in range(int(state.players)):
        if other != player:
            best = max(best, int(points[other]))
    return int(points[player]) - best


# BLACK cards


@jit
def weigh_play(
    state: Record,
    player: int,
    action: int,
    weights: Values,
    mine: Values,
    unseen: Values,
    harms: Values,
    row: Values,
) -> None:
    """What a BLACK card brings if nobody blocks, else the blocking card; and the card itself."""
    kind, target = int(PLAYS[action - PLAY, 0]), int(PLAYS[action - PLAY, 1])
    effect(state, player, kind, target, weights, mine, unseen, harms, row)
    color = int(BLOCKED_BY[kind - THIEF])
    free = 1.0  # the chance that nobody blocks
    for other in range(int(state.players)):
        if color >= 0 and other != player and (target < 0 or target == other):
            unknown = unknown_in(state, player, other)
            chance = weights[BLOCKS] * chance_of(state, player, other, color, unknown, unseen)
            free *= 1.0 - min(1.0, chance)
    row[GAINS] *= free
    row[HARMS] *= free
    if target >= 0:
        row[HARMS] += (1.0 - free) * harms[target] * weights[NUMBER_HELD]
    row[SPENDS] = -weights[FIRST_KEPT + kind - THIEF] * time_left(state, weights)
    if may_stay(state, player) == 1 and full_rainbows(state, player) >= RAINBOWS_TO_GO_OUT:
        ahead = lead(state, player) + int(state.hand_count[player]) - 1 + OUT_POINTS > 0
        if not ahead:
            row[ENDS] = -DECIDED
        elif state.hand_count[player] == 1:
            row[ENDS] = DECIDED


@jit
def effect(
    state: Record,
    player: int,
    kind: int,
    target: int,
    weights: Values,
    mine: Values,
    unseen: Values,
    harms: Values,
    row: Values,
) -> None:
    """What a BLACK card brings its player and costs opponents, unblocked."""
    if kind in (THIEF, CANNON):
        best_pick(state, target, kind, weights, mine, harms[target], row)
    elif kind == ELIXIR:
        best = 0.0
        for other in range(KINDS):
            found = find_discarded(state, other) >= 0 or lies_on_top(state, other)
            if found and other != ELIXIR:
                best = max(best, mine[other])
        row[GAINS] = best
    elif kind == CAPTAIN:
        weigh_captain(state, player, weights, mine, unseen, harms, row)
    elif kind == BLINDBEARD:
        cards = min(STOLEN, int(state.hand_count[target]))
        unknown = unknown_in(state, player, target)
        worth = unknown * mean_worth(mine, unseen)
        for other in range(KINDS):
            worth += mine[other] * known_in(state, player, target, other)
        share = cards / max(1, int(state.hand_count[target]))
        row[GAINS] = worth * share
        row[HARMS] = worth * share * harms[target]
    elif kind == SHIP:
        row[GAINS] = worth_of_top(state, player, DRAWN, mine, unseen)
    elif kind == PARROT:
        theirs = np.empty(KINDS)
        worth_to(state, target, weights, theirs)
        for other in range(KINDS):
            unknown = unknown_in(state, player, target)
            chance = chance_of(state, player, target, other, unknown, unseen)
            gain, harm = chance * mine[other], chance * theirs[other] * harms[target]
            if gain + harm > row[GAINS] + row[HARMS]:
                row[GAINS], row[HARMS] = gain, harm
    elif kind == SPYGLASS and state.draw_count > 2:
        row[GAINS] = weights[LOOKING]


@jit
def lies_on_top(state: Record, kind: int) -> bool:
    """Whether the top card of the discard pile is of a kind; an Elixir played on it can take it."""
    return bool(state.discard_count > 0) and bool(
        state.discard[int(state.discard_count) - 1] == kind
    )


@jit
def weigh_captain(
    state: Record,
    player: int,
    weights: Values,
    mine: Values,
    unseen: Values,
    harms: Values,
    row: Values,
) -> None:
    """A BLACK card of each opponent who has one: surely the one they like least."""
    least = mine[THIEF]
    for kind in range(THIEF, RAINBOW_PIRATE):
        least = min(least, mine[kind])
    black = 0.0
    for kind in range(THIEF, RAINBOW_PIRATE):
        black += max(0.0, unseen[kind])
    for other in range(int(state.players)):
        if other == player:
            continue
        known = 0
        for kind in range(THIEF, RAINBOW_PIRATE):
            known += known_in(state, player, other, kind)
        chance = 1.0
        if known == 0:
            share = min(1.0, black / max(1.0, unseen.sum()))
            chance = 1.0 - (1.0 - share) ** unknown_in(state, player, other)
            if int(state.none[other]) >> THIEF & 1:
                chance = 0.0
        row[GAINS] += chance * 1.5 * least
        row[HARMS] += chance * 1.5 * least * harms[other]


@jit
def best_pick(
    state: Record,
    target: int,
    card: int,
    weights: Values,
    mine: Values,
    harm: float,
    row: Values,
) -> None:
    """The best card of an island for Island Thief or Cannon."""
    for slot in range(int(state.group_count)):
        code = int(state.groups[slot])
        if owner_of(code) != target:
            continue
        for place in range(PLACES):
            if can_pick_roughly(code, place):
                kind = picked_kind(code, place)
                gain = mine[kind] if card == THIEF else 0.0
                loss = harm * loss_of(code, place, weights)
                if gain + loss > row[GAINS] + row[HARMS]:
                    row[GAINS], row[HARMS] = gain, loss


@jit
def can_pick_roughly(code: int, place: int) -> bool:
    """Whether a group has a card at a place; of a rainbow every one counts."""
    if type_of(code) == RAINBOW:
        return place < count_of(code)
    return can_pick(code, place)


@jit
def loss_of(code: int, place: int, weights: Values) -> float:
    """What its owner loses when a group is hit: cards that fall back are not lost altogether."""
    count = count_of(code)
    if type_of(code) == PIRATES:
        return float(PIRATE_POINTS)
    back = 0
    if type_of(code) == RAINBOW:
        after = count - 1 - place
        back = (place if place < SMALLEST else 0) + (after if after < SMALLEST else 0)
    elif count == SMALLEST:
        back = SMALLEST - 1
    return 1.0 + back * (1.0 - float(weights[FALLEN_BACK]))


@jit
def weigh_pick(
    state: Record,
    code: int,
    place: int,
    weights: Values,
    mine: Values,
    harms: Values,
    row: Values,
) -> None:
    """What a card of an island brings the attacker and costs its owner."""
    if state.card == THIEF:
        row[GAINS] = mine[picked_kind(code, place)]
    row[HARMS] = harms[owner_of(code)] * loss_of(code, place, weights)


@jit
def weigh_name(
    state: Record,
    player: int,
    kind: int,
    weights: Values,
    mine: Values,
    unseen: Values,
    harms: Values,
    row: Values,
) -> None:
    """What the Parrot asks for: what is worth most, times how likely it is there."""
    target = int(state.target)
    theirs = np.empty(KINDS)
    worth_to(state, target, weights, theirs)
    unknown = unknown_in(state, player, target)
    chance = chance_of(state, player, target, kind, unknown, unseen)
    row[GAINS] = chance * mine[kind]
    row[HARMS] = chance * theirs[kind] * harms[target]


# Blocking


@jit
def weigh_block(
    state: Record,
    player: int,
    weights: Values,
    mine: Values,
    unseen: Values,
    harms: Values,
    row: Values,
) -> None:
    """What a block saves and keeps from the attacker, and the card that it takes."""
    attacker, kind = int(state.turn), int(state.card)
    theirs = np.empty(KINDS)
    worth_to(state, attacker, weights, theirs)
    for other in range(KINDS):
        theirs[other] *= harms[attacker]
    row[SPENDS] = -mine[BLOCKED_BY[kind - THIEF]]
    if kind in (THIEF, CANNON):
        threat = np.zeros(len(FEATURES))
        best_pick(state, player, kind, weights, theirs, 1.0, threat)
        row[GAINS], row[HARMS] = threat[HARMS], threat[GAINS]
    elif kind == ELIXIR:
        for other in range(KINDS):
            if find_discarded(state, other) >= 0:
                row[HARMS] = max(row[HARMS], theirs[other])
    elif kind == SHIP:
        row[HARMS] = worth_of_top(state, player, DRAWN, theirs, unseen)
    else:
        threatened = hand_at_stake(state, player, kind, mine)
        row[GAINS], row[HARMS] = threatened, harms[attacker] * threatened
    row[GAINS] += weights[BLOCKING_MORE]


@jit
def hand_at_stake(state: Record, player: int, kind: int, mine: Values) -> float:
    """What a hand will lose by Captain, Blindbeard or Parrot.

    For Captain one gives what is worth least; Blindbeard takes by chance; the Parrot asks for the
    best, but half of the time in vain.
    """
    least, best, worth = 0.0, 0.0, 0.0
    for other in range(KINDS):
        if state.hand[player, other] > 0:
            worth += int(state.hand[player, other]) * mine[other]
            best = max(best, mine[other])
            if THIEF <= other < RAINBOW_PIRATE and (least == 0.0 or mine[other] < least):
                least = mine[other]
    if kind == CAPTAIN:
        return least
    if kind == BLINDBEARD:
        cards = int(state.hand_count[player])
        return worth * min(STOLEN, cards) / cards
    return best / 2.0


# The closing draw


@jit
def weigh_draw(
    state: Record,
    player: int,
    action: int,
    weights: Values,
    mine: Values,
    unseen: Values,
    harms: Values,
    row: Values,
) -> None:
    """Face-up cards that are better than unseen ones, for oneself or for the next player.

    The better draw counts 0: it comes at the end of every turn.
    """
    following = (player + 1) % int(state.players)
    theirs = np.empty(KINDS)
    worth_to(state, following, weights, theirs)
    better = -worth_of_top(state, player, DRAWN, mine, unseen)
    denied = -DRAWN * mean_worth(theirs, unseen)
    for place in range(int(state.faceup_count)):
        better += mine[state.faceup[place]]
        denied += theirs[state.faceup[place]]
    better += weights[LEFT_OVER] * harms[following] * max(0.0, denied)
    if action == DRAW_PILE:
        better = -better
    row[GAINS] = min(0.0, better)


# Standing

STANDING = (
    ("a number in hand that does not fit at once", 0.8, 1.7),
    ("a WILD in hand", 1.0, 0.5),
    ("a BLACK card in hand", 4.0, 8.0),
    ("points that make a chance e times as good, at the end", 0.7, 0.9),
    ("the same, more for the square root of the cards to draw", 1.6, 3.2),
)
"""What a guess at the winner goes by, between two players and among more; fitted to their games.

A hand counts in full while thirty cards are left to draw, then less and less.
"""

NUMBER_LEFT, WILD_LEFT, BLACK_LEFT, SCALE_AT_END, SCALE_GROWTH = range(len(STANDING))
NUMBERS_OF_STANDING = np.array([numbers for _, *numbers in STANDING]).T.copy()
MANY_TO_DRAW = 30


@jit
def evaluate(state: Record, out: Values) -> None:
    """Each player's chance to win, guessed from islands and hands."""
    players = int(state.players)
    numbers = NUMBERS_OF_STANDING[int(players > 2)]
    cards = int(state.draw_count) + int(state.faceup_count)
    scale = numbers[SCALE_AT_END] + numbers[SCALE_GROWTH] * cards**0.5
    points = np.zeros(MAX_PLAYERS)
    guess_points(state, numbers, points)
    best = points[0]
    for player in range(1, players):
        best = max(best, points[player])
    total = 0.0
    for player in range(players):
        out[player] = np.exp((points[player] - best) / scale)
        total += out[player]
    for player in range(players):
        out[player] /= total


@jit
def guess_points(state: Record, numbers: Values, points: Values) -> None:
    """The island of each player, and what the hand will still bring."""
    island = np.zeros(MAX_PLAYERS, np.int64)
    scores(state, island)
    time = min(1.0, (int(state.draw_count) + int(state.faceup_count)) / MANY_TO_DRAW)
    for player in range(int(state.players)):
        fitting = easily_placed(state, player)
        later = numbers[WILD_LEFT] * int(state.hand[player, WILD])
        for number in range(NUMBERS):
            later += numbers[NUMBER_LEFT] * int(state.hand[player, number])
        later -= numbers[NUMBER_LEFT] * fitting
        for kind in range(THIEF, RAINBOW_PIRATE):
            later += numbers[BLACK_LEFT] * int(state.hand[player, kind])
        points[player] = island[player] + fitting + time * later
        points[player] += PIRATE_POINTS * int(state.hand[player, RAINBOW_PIRATE])
