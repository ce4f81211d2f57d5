"""Rules of thumb for Rainbow 7: how to play it well, and why.

Every legal action gets FEATURES, each the answer to one question that a player would ask (how much
is left in my hand, may I announce next turn, what do I leave to my neighbor). The value of an
action is their sum by WEIGHTS, in points: a point is a tenth of a game won. The weights come from
games of the rules against themselves. Whoever wants to give the reasons for an action compares its
features, each times its weight, with those of another action.

A hand is judged as it will be when the turn ends: in the discard step with the best draw that will
be open then. The player who is to decide is `view.current`; nothing is read that this player may
not know.
"""

import math

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.memo import Memo
from moonbow.games.kernel import Record, jit
from moonbow.games.rainbow7 import (
    ANNOUNCE,
    BIT_COUNT,
    CLOUD,
    CLOUD_EFFECT,
    COLOR_NUMBER,
    COLORS,
    COMBO_CARDS,
    COMBO_COLORS,
    COMBO_RAINBOW,
    COMBOS,
    DISCARD,
    DOWNPOUR,
    DOWNPOUR_EFFECT,
    DRAW_DECK,
    DRIZZLE,
    LAY,
    LIMIT,
    MAX_PLAYERS,
    MAX_RAINBOW_CARDS,
    NO_EFFECT,
    OVER,
    PILES,
    RAINBOW,
    SEVEN,
    SHELTER,
    SHELTER_EFFECT,
    SPARE_SEVENS,
    SPREAD,
    STORM,
    THUNDERSTORM,
    TO_PILE,
    VALUES,
    WORTH,
    may_draw_deck,
    returns,
    sevens_of,
    total,
)
from moonbow.games.rainbow7_views import lying_cards

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

# What is asked of an action

RULES = (
    # The hand as the turn leaves it
    ("total", 0.43, "What is high but goes with the next discard does no harm."),
    ("cards", -2.13, "Few cards are soon gone; each that is left has to be shed or kept low."),
    ("ready", 2.61, "With 7 or less a Rainbow may be announced when the turn comes round again."),
    ("room", 3.38, "The lower the hand is then, the less likely somebody has less."),
    ("rest", -2.24, "What the best discard of the next turn leaves is what one is stuck with."),
    ("soon", 1.7, "If it leaves little, there will be a Rainbow the turn after."),
    ("out", 0.22, "A hand that is a single combination goes as a Perfect."),
    ("outs", 0.63, "The more cards complete a combination, the sooner one comes."),
    ("rainbow cards", 0.63, "They fit everywhere and count nothing."),
    ("sevens", 1.06, "A combination with 7s will bring their effects."),
    ("late", -3.29, "When others are about to end the round, a high hand is the worst to have."),
    ("deck", 1.76, "A card of the deck may turn out well, and nobody else knows it."),
    ("known", 1.06, "A card from a pile is one to count on. Without a draw neither holds."),
    ("treadmill", -0.8, "A card like the one just discarded brings nobody on; better a new one."),
    # What it does at once
    ("standing", 10.0, "Rain tokens decide the game: how they change the chance to win it."),
    ("ending", 1.01, "A round that is won cannot be lost any more."),
    ("storm", 2.69, "Announcing is right when most likely nobody has less."),
    ("sure", 3.88, "Whoever cannot lose the round should not wait for anything."),
    ("downpour", 0.94, "A further card hits those who are about to end the round."),
    ("more cards", -0.4, "It may help the others, too, and lets the 7 do nothing else."),
    # What it leaves lying
    ("cover", -0.64, "Low cards are best left open: one may want them oneself next turn."),
    ("cover own", -1.35, "So are those that go with one's own cards."),
    ("bury", 1.58, "What the next player would like best is laid first, and never on top."),
    ("bury own", -0.71, "What one could use oneself may lie higher."),
)
"""What is asked of an action: the name of the feature, its weight, and why it matters."""
FEATURES = tuple(name for name, _, _ in RULES)
WEIGHTS = np.array([weight for _, weight, _ in RULES])
(
    TOTAL, CARDS, READY, ROOM, REST, SOON, OUT, OUTS, RAINBOWS, SEVEN_EFFECTS, LATE, DECK, KNOWN,
    TREADMILL, STANDING, ENDING, STORMS, SURE, THREATS, MORE_CARDS, COVER, COVER_OWN, BURY,
    BURY_OWN,
) = range(len(RULES))  # fmt: skip
OF_HAND = STANDING  # so many features are about the hand alone


@jit
def weigh(view: Record, legal: NDArray[np.int16], count: int, out: Reals, memo: Memo) -> None:
    """How good each legal action looks to who decides, in points: a tenth of a game each."""
    weigh_by(view, legal, count, WEIGHTS, out)


@jit
def explain(view: Record, legal: NDArray[np.int16], count: int, table: Reals) -> None:
    """What each of FEATURES adds to what each legal action looks worth, in points."""
    unseen, odds = np.zeros(UNSEEN, np.int64), np.zeros(ODDS)
    study(view, unseen, odds)
    judged, draft = np.zeros(len(RULES)), np.zeros(len(RULES))
    for place in range(count):
        judge(view, int(legal[place]), unseen, odds, WEIGHTS, judged, draft)
        for feature in range(len(RULES)):
            table[place, feature] = judged[feature] * WEIGHTS[feature]


@jit
def weigh_by(
    view: Record, legal: NDArray[np.int16], count: int, weights: Reals, out: Reals
) -> None:
    """`weigh` by other weights than our own."""
    unseen, odds = np.zeros(UNSEEN, np.int64), np.zeros(ODDS)
    study(view, unseen, odds)
    judged, draft = np.zeros(len(RULES)), np.zeros(len(RULES))
    for place in range(count):
        judge(view, int(legal[place]), unseen, odds, weights, judged, draft)
        out[place] = worth_of(judged, weights, len(RULES))


@jit
def worth_of(judged: Reals, weights: Reals, count: int) -> float:
    """The first `count` features by their weights."""
    points = 0.0
    for feature in range(count):
        points += judged[feature] * weights[feature]
    return points


# What the table tells

UNSEEN = COLORS + 1 + VALUES
"""Cards seen nowhere: values by color, the number of Rainbow cards, then colors by value."""
UNSEEN_RAINBOW, UNSEEN_COLUMNS = COLORS, COLORS + 1

SHARE, SPACE, MEAN, COUNT, THREAT, GAIN, STAKE, MARK, UNKNOWN = 0, 8, 16, 17, 18, 19, 20, 21, 22
ODDS = UNKNOWN + VALUES + 1
"""By room of 0 to 7 points: the share of the unseen cards that fit in, and the room that is left on
average, in sevenths; then their mean worth, their number, the threat from others, the gain from the
best token effect, what is at stake in the round, the highest total worth announcing, and how many
unseen cards there are of each worth."""


@jit
def study(view: Record, unseen: Numbers, odds: Reals) -> None:
    """Looks around once for all actions."""
    player = int(view.current)
    lying = np.zeros(COLORS, np.int64)
    unseen[UNSEEN_RAINBOW] = int(view.rainbow_cards) - lying_cards(view, player, lying)
    colors, low = int(view.colors), (1 << int(view.values) - 1) - 1
    for color in range(colors):
        unseen[color] = ~lying[color] & (low | SEVEN)
        columns = int(SPREAD[unseen[color]])
        for value in range(VALUES):
            unseen[UNSEEN_COLUMNS + value] |= (columns >> 8 * value & 1) << color
    odds[UNKNOWN] = unseen[UNSEEN_RAINBOW]
    for value in range(VALUES - 1):
        odds[UNKNOWN + value + 1] = BIT_COUNT[unseen[UNSEEN_COLUMNS + value]]
    odds[UNKNOWN + VALUES] = hidden_sevens(view, lying)
    count, points = 0.0, 0.0
    for worth in range(VALUES + 1):
        count += odds[UNKNOWN + worth]
        points += worth * odds[UNKNOWN + worth]
    odds[COUNT] = max(1.0, count)
    odds[MEAN] = points / odds[COUNT]
    fitting, left = 0.0, 0.0
    for room in range(LIMIT + 1):
        left += fitting
        fitting += odds[UNKNOWN + room] / odds[COUNT]
        odds[SHARE + room] = fitting
        odds[SPACE + room] = left / LIMIT
    odds[MARK] = LIMIT
    for other in range(int(view.players)):
        if other != player:
            odds[THREAT] = max(odds[THREAT], threat(view, other))
            if unknown_cards(view, other) == 0:
                odds[MARK] = min(odds[MARK], known_total(view, other))
    odds[STAKE] = stake(view)
    if view.phase == DISCARD and sevens_of(view.hand[player]):
        odds[GAIN] = best_gain(view)


@jit
def hidden_sevens(view: Record, lying: Numbers) -> int:
    """How many 7s are in the game and seen nowhere."""
    ours = sevens_of(view.hand[view.current]) | int(view.sevens_seen)
    hidden = int(view.players) + SPARE_SEVENS - int(BIT_COUNT[ours])
    for color in range(COLORS):
        hidden += int(ours >> color & 1 and not int(lying[color]) & SEVEN)
    return max(0, hidden)


USUAL_CARD = 2.75
"""What a card that somebody keeps unseen is worth, fitted to games: the high ones are discarded."""
THREAT_MIDDLE, THREAT_WIDTH = 9.0, 1.5
"""The guessed total that is half a threat, and how sharply it becomes one below, likewise."""


@jit
def known_total(view: Record, player: int) -> int:
    """What the cards add up to that all have seen go into a hand."""
    points = 0
    for color in range(COLORS):
        points += int(WORTH[view.known[player, color]])
    return points


@jit
def unknown_cards(view: Record, player: int) -> int:
    """How many cards of a hand only its owner knows."""
    cards = int(view.hand_count[player]) - int(view.known_rainbow[player])
    for color in range(COLORS):
        cards -= int(BIT_COUNT[view.known[player, color]])
    return cards


@jit
def threat(view: Record, player: int) -> float:
    """How likely a player is to end the round soon: by what the hand may add up to."""
    unknown = unknown_cards(view, player)
    points = float(known_total(view, player))
    if view.holds_seven[player] and unknown > 0:
        unknown -= 1
        points += VALUES
    points += USUAL_CARD * unknown
    return float(1.0 / (1.0 + math.exp((points - THREAT_MIDDLE) / THREAT_WIDTH)))


# The hand as the turn leaves it


def list_runs() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Of the values held of a color: what its Color combinations are good for.

    By Rainbow cards and values: the highest worth of a combination with at most so many of them.
    By values: the values that would be part of a combination if they came.
    """
    points = np.zeros((MAX_RAINBOW_CARDS + 1, 128), np.int8)
    completing = np.zeros(128, np.int8)
    for values in range(128):
        parts = [part for part in range(1, values + 1) if part & values == part]
        for part in parts:
            for rainbow in range(MAX_RAINBOW_CARDS + 1):
                if COLOR_NUMBER[part, rainbow] >= 0:
                    points[rainbow:, values] = np.maximum(points[rainbow:, values], WORTH[part])
        for value in range(VALUES):
            more = values | 1 << value
            new_runs = [7 << low & more for low in range(VALUES - 2) if 7 << low >> value & 1]
            if more != values and any(BIT_COUNT[run] == 3 for run in new_runs):
                completing[values] |= 1 << value
    return points, completing


RUN_POINTS, COMPLETING = list_runs()


@jit
def runs(hand: Numbers, rainbow: int, unseen: Numbers) -> tuple[int, int, int]:
    """The Color combinations in a hand.

    Returns what the best is worth, its 7s, and how many unseen cards would complete one.
    """
    best, sevens, outs = 0, 0, 0
    for color in range(COLORS):
        values = int(hand[color])
        if values == 0:
            continue
        outs += int(BIT_COUNT[int(COMPLETING[values]) & int(unseen[color])])
        if RUN_POINTS[rainbow, values] > best:
            best, sevens = int(RUN_POINTS[rainbow, values]), values >> VALUES - 1
    return best, sevens, outs


@jit
def sets(hand: Numbers, rainbow: int, unseen: Numbers) -> tuple[int, int, int]:
    """The same for Value combinations; a Solo, too, may be the best discard."""
    columns = 0
    for color in range(COLORS):
        columns |= int(SPREAD[hand[color]]) << color
    best, sevens, outs = 0, 0, 0
    for value in range(VALUES):
        same = columns >> 8 * value & 127
        count = int(BIT_COUNT[same])
        if count == 0:
            continue
        if count == 2:
            outs += int(BIT_COUNT[int(unseen[UNSEEN_COLUMNS + value]) & ~same])
        if count + rainbow < 3:
            count = 1
        if count * (value + 1) >= best:
            best = count * (value + 1)
            sevens = count if value == VALUES - 1 and count > 1 else 0
    return best, sevens, outs


@jit
def is_one_combination(hand: Numbers, rainbow: int, cards: int) -> bool:
    """Whether the whole hand could be discarded at once, which would be a Perfect."""
    held, colors, last = 0, 0, 0
    for color in range(COLORS):
        values = int(hand[color])
        if values:
            colors += 1
            last = values
            held |= values
    if cards < 3:
        return cards == 1
    return bool(BIT_COUNT[held] <= 1 or (colors == 1 and COLOR_NUMBER[last, rainbow] >= 0))


@jit
def share_fitting(room: float, odds: Reals) -> float:
    """The share of the unseen cards that add no more than so many points; none below 0."""
    return float(odds[SHARE + int(room)]) if room >= 0 else 0.0


@jit
def look_ahead(
    hand: Numbers, rainbow: int, cards: int, unseen: Numbers, odds: Reals, deck: bool, out: Reals
) -> None:
    """The features of a hand at the end of a turn; with `deck`, one card of the deck is to come."""
    best, sevens, outs = runs(hand, rainbow, unseen)
    best_set, sevens_in_set, outs_of_sets = sets(hand, rainbow, unseen)
    if best_set >= best:
        best, sevens = best_set, sevens_in_set
    outs += outs_of_sets
    points = 0
    for color in range(COLORS):
        points += int(WORTH[hand[color]])
    room = int(odds[MARK]) - points
    if deck:
        coming, rainbow_coming = odds[MEAN], unseen[UNSEEN_RAINBOW] / odds[COUNT]
        out[READY] = share_fitting(room, odds)
        out[ROOM] = odds[SPACE + room] if room >= 0 else 0.0
        completing = (outs + unseen[UNSEEN_RAINBOW]) / odds[COUNT]
        out[OUT] = completing if cards == 2 else 0.0
    else:
        coming, rainbow_coming = 0.0, 0.0
        out[READY] = 1.0 if room >= 0 else 0.0
        out[ROOM] = max(0, room) / LIMIT
        out[OUT] = 1.0 if is_one_combination(hand, rainbow, cards) else 0.0
    far = 1.0 - out[READY]
    left = points + coming - max(float(best), coming)
    out[TOTAL] = 0.1 * (points + coming)
    out[CARDS] = (cards + int(deck)) / 7
    out[REST] = far * 0.1 * left
    out[SOON] = far * share_fitting(odds[MARK] - left, odds)
    out[OUTS] = far * outs / odds[COUNT]
    out[RAINBOWS] = far * (rainbow + rainbow_coming)
    out[SEVEN_EFFECTS] = sevens
    out[LATE] = out[TOTAL] * odds[THREAT]
    out[DECK] = 1.0 if deck else 0.0
    out[KNOWN] = 0.0
    out[TREADMILL] = 0.0


DECK_OPEN, FIRST_OPEN, NO_DRAW = 1, 2, 2 << PILES
"""Ways to end a turn, as bits: a draw from the deck, from each pile, or none."""


@jit
def open_draws(view: Record, barred: int) -> int:
    """The draws that will be open if one discards on a pile (-1: one has yet to choose)."""
    draws = DECK_OPEN * int(may_draw_deck(view))
    for pile in range(PILES):
        if pile != barred and view.pile_count[pile] > 0:
            draws |= FIRST_OPEN << pile
    return draws if draws else NO_DRAW


@jit
def are_alike(card: int, other: int) -> bool:
    """Whether both are Color cards of one value; -1 is no card."""
    return 0 <= card < RAINBOW and 0 <= other < RAINBOW and card % VALUES == other % VALUES


@jit
def best_end(
    view: Record,
    hand: Numbers,
    rainbow: int,
    cards: int,
    draws: int,
    dry_cost: float,
    shed: int,
    unseen: Numbers,
    odds: Reals,
    weights: Reals,
    out: Reals,
    draft: Reals,
) -> bool:
    """The features of a hand after the best of these draws; returns whether that is none at all.

    To go without a draw costs so many points, where it takes a 7 that could do something else.
    """
    best = -np.inf
    dry = False
    for way in range(PILES + 2):
        if not draws >> way & 1:
            continue
        card = -1
        color, bit = 0, 0
        more_rainbow, more = 0, 0
        if 1 <= way <= PILES:
            card = int(view.piles[way - 1, view.pile_count[way - 1] - 1])
            more = 1
            if card == RAINBOW:
                more_rainbow = 1
            else:
                color, bit = card // VALUES, 1 << card % VALUES
        hand[color] |= bit
        look_ahead(hand, rainbow + more_rainbow, cards + more, unseen, odds, way == 0, draft)
        hand[color] &= ~bit
        draft[KNOWN] = more
        draft[TREADMILL] = 1.0 if are_alike(card, shed) else 0.0
        points = odds[STAKE] * worth_of(draft, weights, OF_HAND)
        if way > PILES:
            points -= dry_cost
        if points > best:
            best = points
            dry = way > PILES
            out[:OF_HAND] = draft[:OF_HAND]
    return dry


# Tokens

TOKEN_SPREAD, TOKEN_DELAY = 0.9, 2.2
"""How much a token weighs, fitted to the tokens at the start of rounds and who won the games."""
MOST_SLOPE = 50.0  # beyond that, numbers would grow too large


@jit
def chance_to_win(view: Record, tokens: Numbers, player: int) -> float:
    """A player's chance to win from tokens alone, while rounds are yet to come.

    The fewer rounds are left, the more a token counts.
    """
    players = int(view.players)
    most = 0
    for other in range(players):
        most = max(most, int(tokens[other]))
    left = 0 if view.struck else max(0, int(view.tokens_to_end) - most)
    slope = TOKEN_SPREAD / np.sqrt(left + TOKEN_DELAY)
    weight = 0.0
    for other in range(players):
        weight += math.exp(min(MOST_SLOPE, slope * float(tokens[player] - tokens[other])))
    return 1.0 / weight


@jit
def chance_after_round(view: Record, tokens: Numbers, player: int, winner: int) -> float:
    """A player's chance to win after a round with these tokens; its winner has the lowest hand."""
    players = int(view.players)
    ended = bool(view.struck)
    for other in range(players):
        ended |= bool(tokens[other] >= view.tokens_to_end)
    if not ended:
        return chance_to_win(view, tokens, player)
    equal = 0
    first = False
    for other in range(players):
        if tokens[other] < tokens[player]:
            return 0.0
        if tokens[other] == tokens[player]:
            equal += 1
            first |= other == winner
    if first:
        return 1.0 if player == winner else 0.0
    return 1.0 / equal


@jit
def tokens_now(view: Record) -> Numbers:
    """The Rain tokens by player."""
    tokens = np.zeros(MAX_PLAYERS, np.int64)
    for player in range(int(view.players)):
        tokens[player] = view.tokens[player]
    return tokens


@jit
def rain(view: Record, tokens: Numbers, player: int, count: int) -> None:
    """All opponents of a player take tokens."""
    for other in range(int(view.players)):
        if other != player:
            tokens[other] += count


LEAST_STAKE, STAKE_UNIT = 0.02, 3.0
"""Something is always at stake; the unit makes it about 1 at the start of a game."""


@jit
def stake(view: Record) -> float:
    """How much the round matters: what a Storm of one's own is better than one of the leader's.

    Who cannot win any more by this round, or cannot lose, should not care much for a fine hand.
    """
    player = int(view.current)
    tokens = tokens_now(view)
    leader = -1
    for other in range(int(view.players)):
        if other != player and (leader < 0 or tokens[other] < tokens[leader]):
            leader = other
    rain(view, tokens, player, STORM)
    won = chance_after_round(view, tokens, player, player)
    tokens[player] += STORM
    tokens[leader] -= STORM
    lost = chance_after_round(view, tokens, player, leader)
    return max(LEAST_STAKE, STAKE_UNIT * (won - lost))


@jit
def token_gain(view: Record, target: int, change: int, leaving: bool) -> float:
    """What a token more or less for somebody does to one's chance to win the game.

    With `leaving` the hand is empty, and the round ends with a Drizzle on all others.
    """
    player = int(view.current)
    tokens = tokens_now(view)
    if leaving:
        rain(view, tokens, player, DRIZZLE)
        before = chance_after_round(view, tokens, player, player)
        tokens[target] += change
        return chance_after_round(view, tokens, player, player) - before
    before = chance_to_win(view, tokens, player)
    tokens[target] += change
    return chance_to_win(view, tokens, player) - before


@jit
def best_gain(view: Record) -> float:
    """The most that a cloud or sunshine can gain now."""
    best = 0.0
    for other in range(int(view.players)):
        change = -1 if other == view.current else 1
        if int(view.tokens[other]) + change >= 0:
            best = max(best, token_gain(view, other, change, False))
    return best


# Announcing

LOW_CARDS_KEPT = 0.08
"""How much rarer each point of worth makes a card among those that others keep, fitted to games."""


@jit
def chance_of_less(view: Record, player: int, points: int, odds: Reals) -> float:
    """The chance that a player's hand adds up to less than so many points.

    Known cards count in full, unknown ones are drawn from the unseen cards, the lower the likelier.
    """
    unknown = unknown_cards(view, player)
    room = points - 1 - known_total(view, player)
    if view.holds_seven[player] and unknown > 0:
        unknown -= 1
        room -= VALUES
    if room < 0:
        return 0.0
    likely = np.zeros(VALUES + 1)
    sums, next_sums = np.zeros(LIMIT + 1), np.zeros(LIMIT + 1)
    whole = 1e-9
    for worth in range(VALUES + 1):
        likely[worth] = odds[UNKNOWN + worth] * math.exp(-LOW_CARDS_KEPT * worth)
        whole += likely[worth]
    sums[0] = 1.0
    for _ in range(unknown):
        for reached in range(room + 1):
            next_sums[reached] = 0.0
            for worth in range(reached + 1):
                next_sums[reached] += sums[reached - worth] * likely[worth] / whole
        sums[:] = next_sums
    return float(sums[: room + 1].sum())


@jit
def chance_of_storm(view: Record, odds: Reals) -> float:
    """The chance that nobody has less than the announcer."""
    player = int(view.current)
    points = total(view, player)
    safe = 1.0
    for other in range(int(view.players)):
        if other != player:
            safe *= 1.0 - chance_of_less(view, other, points, odds)
    return safe


DOUBT = 0.1  # the chance that somebody has less from which on nothing is sure


@jit
def judge_announcing(view: Record, odds: Reals, out: Reals) -> None:
    """A Storm on all others, or a Thunderstorm of one's own: what each does to the tokens."""
    player = int(view.current)
    safe = chance_of_storm(view, odds)
    tokens = tokens_now(view)
    now = chance_to_win(view, tokens, player)
    tokens[player] += THUNDERSTORM
    thunderstorm = chance_after_round(view, tokens, player, -1)
    tokens[player] -= THUNDERSTORM
    rain(view, tokens, player, STORM)
    storm = chance_after_round(view, tokens, player, player)
    out[STANDING] = safe * storm + (1.0 - safe) * thunderstorm - now
    out[ENDING] = 1.0
    out[STORMS] = safe
    out[SURE] = max(0.0, 1.0 - (1.0 - safe) / DOUBT)


# What others would like to find

WELCOME_RAINBOW, MATCH = 1.5, 0.4  # a 1 is worth 0.75, each value more a quarter less


@jit
def welcome(view: Record, card: int) -> float:
    """How glad the next player would be of a card: low ones, and those that go with known ones."""
    if card == RAINBOW:
        return WELCOME_RAINBOW
    color, value = card // VALUES, card % VALUES
    points = 0.75 - 0.25 * value
    player = (int(view.current) + 1) % int(view.players)
    near = int(view.known[player, color]) & 31 << value >> 2 & ~(1 << value)
    matches = int(BIT_COUNT[near])
    for other in range(COLORS):
        matches += int(other != color and int(view.known[player, other]) >> value & 1)
    return points + MATCH * matches


@jit
def useful(view: Record, card: int) -> float:
    """How well a card goes with one's own hand: 1 if it completes a combination."""
    if card == RAINBOW:
        return 1.0
    player = int(view.current)
    color, value = card // VALUES, card % VALUES
    values = int(view.hand[player, color])
    if int(COMPLETING[values]) >> value & 1:
        return 1.0
    same = 0
    for other in range(COLORS):
        same += int(view.hand[player, other]) >> value & 1
    if same >= 2:
        return 1.0
    return 0.4 if same or values & 31 << value >> 2 else 0.0


@jit
def top_card(view: Record, pile: int) -> int:
    """The top card of a pile; -1: it is empty."""
    count = int(view.pile_count[pile])
    return int(view.piles[pile, count - 1]) if count > 0 else -1


# The five decisions of a turn


@jit
def judge(
    view: Record,
    action: int,
    unseen: Numbers,
    odds: Reals,
    weights: Reals,
    out: Reals,
    draft: Reals,
) -> None:
    """The features of an action: all but the standing count as much as is at stake in the round."""
    out[:] = 0.0
    if action == ANNOUNCE:
        judge_announcing(view, odds, out)
    else:
        judge_turn(view, action, unseen, odds, weights, out, draft)
    for feature in range(len(RULES)):
        if feature != STANDING:
            out[feature] *= odds[STAKE]


@jit
def judge_turn(
    view: Record,
    action: int,
    unseen: Numbers,
    odds: Reals,
    weights: Reals,
    out: Reals,
    draft: Reals,
) -> None:
    """The features of any other action than announcing."""
    hand = np.empty(COLORS, np.int64)
    for color in range(COLORS):
        hand[color] = view.hand[view.current, color]
    rainbow, cards = int(view.rainbow[view.current]), int(view.hand_count[view.current])
    draws, dry_cost, shed = 0, 0.0, top_card(view, int(view.pile))
    if action < COMBOS:
        for color in range(COLORS):
            hand[color] &= ~int(COMBO_COLORS[action, color])
        rainbow -= int(COMBO_RAINBOW[action])
        cards -= int(COMBO_CARDS[action])
        draws = judge_discard(view, action, cards, odds, out)
        shed = action if action < RAINBOW else -1
        dry_cost = (1.0 - view.printed_sevens) * odds[GAIN] * weights[STANDING]
    elif action < LAY:
        judge_pile(view, action - TO_PILE, out)
        draws = open_draws(view, action - TO_PILE)
    elif action < NO_EFFECT:
        out[BURY] = welcome(view, action - LAY)
        out[BURY_OWN] = useful(view, action - LAY)
    elif action < DRAW_DECK:
        judge_effect(view, action, cards, out)
        dry = view.sheltered or action == SHELTER
        draws = NO_DRAW if dry else open_draws(view, int(view.pile))
    else:
        draws = DECK_OPEN << action - DRAW_DECK
    if (
        cards > 0
        and draws > 0
        and best_end(
            view, hand, rainbow, cards, draws, dry_cost, shed, unseen, odds, weights, out, draft
        )
    ):
        out[STANDING] -= dry_cost / weights[STANDING]


@jit
def judge_discard(view: Record, action: int, cards: int, odds: Reals, out: Reals) -> int:
    """A combination: what its sevens do, what lies there afterwards; returns the draws it allows.

    If no cards are left, it is a Perfect.
    """
    sevens = 0
    for color in range(COLORS):
        values = int(COMBO_COLORS[action, color])
        sevens |= (values >> VALUES - 1) << color
    if COMBO_CARDS[action] == 1:
        sevens = 0
    draws = open_draws(view, -1) | count_effects(view, sevens, odds, out)
    if cards == 0:
        player = int(view.current)
        tokens = tokens_now(view)
        now = chance_to_win(view, tokens, player)
        rain(view, tokens, player, DRIZZLE)
        out[STANDING] += chance_after_round(view, tokens, player, player) - now
        out[ENDING] = 1.0
    return draws


@jit
def count_effects(view: Record, sevens: int, odds: Reals, out: Reals) -> int:
    """What the 7s discarded are good for; returns NO_DRAW if one may be a shelter.

    Those without an effect of their own are first taken to move tokens.
    """
    if view.printed_sevens == 0:
        out[STANDING] += BIT_COUNT[sevens] * odds[GAIN]
        return NO_DRAW if sevens else 0
    shelter = 0
    for color in range(COLORS):
        if sevens >> color & 1:
            effect = int(view.effects[color])
            if effect == SHELTER_EFFECT:
                shelter = NO_DRAW
            elif effect == DOWNPOUR_EFFECT:
                add_downpour(view, out)
            elif effect == CLOUD_EFFECT or view.tokens[view.current] > 0:
                out[STANDING] += odds[GAIN]
    return shelter


@jit
def add_downpour(view: Record, out: Reals) -> None:
    """A card for each opponent: bad for those who are close to the end."""
    for other in range(int(view.players)):
        if other != view.current:
            out[THREATS] += threat(view, other)
            out[MORE_CARDS] += 1.0


@jit
def judge_pile(view: Record, pile: int, out: Reals) -> None:
    """A pile to discard on: its top card is covered."""
    card = top_card(view, pile)
    if card >= 0:
        out[COVER] = welcome(view, card)
        out[COVER_OWN] = useful(view, card)


@jit
def judge_effect(view: Record, action: int, cards: int, out: Reals) -> None:
    """An effect of a 7 on the tokens, or on the hands of others."""
    if action == DOWNPOUR:
        add_downpour(view, out)
    elif action >= CLOUD and action != SHELTER:
        target, change = int(view.current), -1
        if action < SHELTER:
            target, change = action - CLOUD, 1
        out[STANDING] = token_gain(view, target, change, cards == 0)


# Who will win

OUTLOOK = (
    ("total", 0.61),
    ("cards", -1.83),
    ("ready", 1.35),
    ("room", 0.69),
    ("rest", -2.4),
    ("soon", 1.64),
    ("out", 0.19),
    ("outs", 1.12),
    ("rainbow cards", 0.45),
)
"""How a hand bears on the chance to win the round: features as above, fitted to rounds played."""
TURNS_TO_WAIT = -0.43
"""The same for each turn of others that comes before one's own."""
STORMY = 0.65
"""How much of the chance to win hangs on a Storm by the round's winner, fitted likewise.

For the rest the tokens count as they are: there are other ways to end a round, and 7s on the way.
"""
OUTLOOK_WEIGHTS = np.array([dict(OUTLOOK).get(name, 0.0) for name in FEATURES])


@jit
def evaluate(state: Record, out: Reals) -> None:
    """Each player's chance to win: who may win the round, and what the tokens are worth then."""
    players = int(state.players)
    if state.phase == OVER:
        returns(state, out)
        return
    round_chances = np.zeros(MAX_PLAYERS)
    chances_of_round(state, round_chances)
    tokens = tokens_now(state)
    for player in range(players):
        out[player] = (1.0 - STORMY) * chance_to_win(state, tokens, player)
    for winner in range(players):
        rain(state, tokens, winner, STORM)
        for player in range(players):
            chance = chance_after_round(state, tokens, player, winner)
            out[player] += STORMY * round_chances[winner] * chance
        rain(state, tokens, winner, -STORM)


@jit
def chances_of_round(state: Record, out: Reals) -> None:
    """Each player's chance to win the round, by what they hold and whose turn it is."""
    players = int(state.players)
    unseen, odds = np.zeros(UNSEEN, np.int64), np.zeros(ODDS)
    study(state, unseen, odds)
    odds[THREAT] = 0.0
    judged, hand = np.zeros(len(RULES)), np.zeros(COLORS, np.int64)
    whole = 0.0
    for player in range(players):
        hold_against_others(state, player, odds)
        for color in range(COLORS):
            hand[color] = state.hand[player, color]
        cards = int(state.hand_count[player])
        look_ahead(hand, int(state.rainbow[player]), cards, unseen, odds, False, judged)
        wait = turns_to_wait(state, player) * TURNS_TO_WAIT
        out[player] = math.exp(worth_of(judged, OUTLOOK_WEIGHTS, OF_HAND) + wait)
        whole += out[player]
    for player in range(players):
        out[player] /= whole


@jit
def hold_against_others(state: Record, player: int, odds: Reals) -> None:
    """With all hands open, a Rainbow is worth announcing when nobody has less."""
    odds[MARK] = LIMIT
    for other in range(int(state.players)):
        if other != player:
            odds[MARK] = min(odds[MARK], total(state, other))


@jit
def turns_to_wait(state: Record, player: int) -> int:
    """How many turns of others come before a player may announce."""
    players = int(state.players)
    wait = (player - int(state.current)) % players
    return players if wait == 0 and state.phase != DISCARD else wait
