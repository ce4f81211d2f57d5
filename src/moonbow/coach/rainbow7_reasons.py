"""Reasons in Rainbow 7: what an action does to the hand and the tokens, what it leaves lying."""

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from moonbow.bots import rainbow7_thumbs as thumbs
from moonbow.coach.reason import Reason
from moonbow.games import rainbow7 as rules
from moonbow.games.game import State
from moonbow.games.kernel import Record, plain
from moonbow.games.rainbow7 import COMBO_COLORS, COMBO_RAINBOW, LIMIT, RAINBOW, VALUES
from moonbow.games.rainbow7_text import CARD_TEXTS
from moonbow.games.rainbow7_views import lying_cards

Reals = NDArray[np.float64]
Cards = tuple[int, ...]
TURN = [thumbs.TOTAL, thumbs.READY, thumbs.ROOM, thumbs.REST, thumbs.SOON, thumbs.OUT,
        thumbs.OUTS, thumbs.SEVEN_EFFECTS]  # fmt: skip
"""What is asked of a hand with the next turn in mind."""
NEAR_END = 10.0
"""A hand guessed lower than this may soon end the round."""
CLEAR = 0.1
"""What a hand must be readier for a Rainbow, in points, for it to be said."""
USUAL = 4
"""What a card of the deck counts on average, about."""
DENIED = 0.6
"""Points for keeping a card from somebody who is known to have what goes with it."""

lying = plain(lying_cards)
is_seven = plain(rules.is_seven)


def reasons(view: State, action: int, other: int, more: Reals) -> list[Reason]:
    """What speaks for `action` rather than `other`; `more`: by how much, by feature, in points."""
    record = view.record
    if record.phase == rules.DISCARD:
        return about_turn(record, action, other, more)
    if record.phase == rules.PILE:
        return about_covering(record, action - rules.TO_PILE, other - rules.TO_PILE, more)
    if record.phase == rules.ORDER:
        return about_order(record, action - rules.LAY, other - rules.LAY, more)
    if record.phase == rules.SEVENS:
        return about_effect(record, action, other, more)
    return about_draw(record, action - rules.DRAW_PILE, other - rules.DRAW_PILE, more)


# Cards


def text(cards: Iterable[int]) -> str:
    """Cards in their notation."""
    return " ".join(CARD_TEXTS[card] for card in sorted(cards))


def value(card: int) -> int:
    """What a card counts; a Rainbow card nothing."""
    return 0 if card == RAINBOW else card % VALUES + 1


def total(cards: Iterable[int]) -> int:
    """What cards add up to."""
    return sum(value(card) for card in cards)


def own_hand(record: Record) -> Cards:
    """The cards of who decides."""
    player = int(record.current)
    return rules.listed(record.hand[player], int(record.rainbow[player]))


def known_hand(record: Record, player: int) -> Cards:
    """The cards of a hand that all have seen go into it."""
    return rules.listed(record.known[player], int(record.known_rainbow[player]))


def discarded(action: int) -> Cards:
    """The cards of a combination."""
    return rules.listed(COMBO_COLORS[action], int(COMBO_RAINBOW[action]))


def without(cards: Cards, gone: Iterable[int]) -> Cards:
    """What is left of cards."""
    return tuple((Counter(cards) - Counter(gone)).elements())


def holds(cards: Cards, part: Iterable[int]) -> bool:
    """Whether all these are among the cards."""
    return not Counter(part) - Counter(cards)


def combinations(cards: Cards) -> Iterator[Cards]:
    """Combinations of several cards in a hand, with no more Rainbow cards than they need."""
    wild = cards.count(RAINBOW)
    colored = sorted(card for card in cards if card != RAINBOW)
    for worth in range(1, VALUES + 1):
        same = [card for card in colored if value(card) == worth]
        needed = max(0, 3 - len(same))
        if same and needed <= wild:
            yield (*same, *[RAINBOW] * needed)
    for color in range(rules.COLORS):
        held = [card for card in colored if card // VALUES == color]
        for first in range(len(held)):
            for last in range(first + 1, len(held)):
                run = held[first : last + 1]
                needed = max(3, run[-1] - run[0] + 1) - len(run)
                if needed <= wild:
                    yield (*run, *[RAINBOW] * needed)


def best(found: Iterable[Cards]) -> Cards:
    """The combination that takes most off a hand, with the fewest Rainbow cards; () for none."""
    return max(found, key=lambda combo: (total(combo), -combo.count(RAINBOW)), default=())


def combination_with(cards: Cards, card: int) -> Cards:
    """The best combination that a further card would be part of; () for none."""
    return best(combo for combo in combinations((*cards, card)) if not holds(cards, combo))


def go_together(card: int, other: int) -> bool:
    """Whether one more card could make a combination of two."""
    if RAINBOW in (card, other) or card == other:
        return False
    near = card // VALUES == other // VALUES and abs(card - other) <= 2
    return near or card % VALUES == other % VALUES


def partners(cards: Cards, card: int) -> Cards:
    """The cards that go with one."""
    return tuple(each for each in cards if go_together(each, card))


def may_come(record: Record) -> set[int]:
    """The cards below 7 that are seen nowhere."""
    seen = np.zeros(rules.COLORS, np.int64)
    lying(record, int(record.current), seen)
    return {
        VALUES * color + worth
        for color in range(record.colors)
        for worth in range(record.values - 1)
        if not int(seen[color]) >> worth & 1
    }


# The others


def next_player(record: Record) -> int:
    """Whose turn comes next."""
    return (int(record.current) + 1) % int(record.players)


def others(record: Record) -> list[int]:
    """All but who decides."""
    return [player for player in range(record.players) if player != record.current]


def unknown_cards(record: Record, player: int) -> int:
    """How many cards of a hand only its owner knows."""
    return int(record.hand_count[player]) - len(known_hand(record, player))


def least_total(record: Record, player: int) -> int:
    """What a hand comes to at least, by what all know of it."""
    seven = VALUES if record.holds_seven[player] and unknown_cards(record, player) > 0 else 0
    return total(known_hand(record, player)) + seven


def guessed_total(record: Record, player: int) -> float:
    """What a hand may come to."""
    unknown = unknown_cards(record, player)
    known = least_total(record, player)
    if known > total(known_hand(record, player)):
        unknown -= 1
    return known + thumbs.USUAL_CARD * unknown


def lowest(record: Record, players: list[int]) -> int:
    """Who of these probably holds the least."""
    return min(players, key=lambda player: guessed_total(record, player))


def about_ending(record: Record, name: str, points: float) -> list[Reason]:
    """The one who may soon end the round, if there is one."""
    player = lowest(record, others(record))
    near = guessed_total(record, player) < NEAR_END
    return [Reason(name, points, player=player)] if near else []


def ends_game(record: Record, rain: int) -> bool:
    """Whether the game is over when the round ends with so many tokens for all others."""
    most = max(int(record.tokens[player]) for player in others(record)) + rain
    return bool(record.struck or max(most, record.tokens[record.current]) >= record.tokens_to_end)


def driest(record: Record, rain: int) -> int:
    """Who has the fewest tokens, with so many more for all but who decides; -1: several."""
    tokens = {player: int(record.tokens[player]) + rain for player in others(record)}
    tokens[int(record.current)] = int(record.tokens[record.current])
    least = [player for player in tokens if tokens[player] == min(tokens.values())]
    return least[0] if len(least) == 1 else -1


# Announcing


def about_turn(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """A Rainbow, or a combination."""
    if action == rules.ANNOUNCE:
        return about_announcing(record, more)
    if other == rules.ANNOUNCE:
        rest = without(own_hand(record), discarded(action))
        if not rest:
            return about_perfect(record, more)
        return [*about_waiting(record, more), *about_later(record, rest, more)]
    return about_discard(record, action, other, more)


def announced(more: Reals) -> float:
    """What ending the round speaks for, and the chance of a Storm."""
    return float(more[thumbs.ENDING] + more[thumbs.STORMS] + more[thumbs.SURE])


def about_announcing(record: Record, more: Reals) -> list[Reason]:
    """Why to announce a Rainbow: nobody has less, others are close, it wins the game."""
    points = total(own_hand(record))
    sure = all(least_total(record, player) >= points for player in others(record))
    name = "announce sure" if sure else "announce"
    standing = float(more[thumbs.STANDING])
    found = about_ending(record, "waiting", float(more[thumbs.LATE]))
    if ends_game(record, rules.STORM) and driest(record, rules.STORM) == record.current:
        found.append(Reason("announce wins", standing))
        standing = 0.0
    return [*found, Reason(name, announced(more) + standing, number=points)]


def about_waiting(record: Record, more: Reals) -> list[Reason]:
    """Why not to announce: somebody has less, or may, or would win the game."""
    points, standing = total(own_hand(record)), float(more[thumbs.STANDING])
    winner = driest(record, rules.STORM)
    if ends_game(record, rules.STORM) and winner not in (-1, int(record.current)):
        return [Reason("too early", standing, player=winner)]
    against = announced(more) + standing
    for player in others(record):
        if unknown_cards(record, player) == 0 and least_total(record, player) < points:
            cards = text(known_hand(record, player))
            return [Reason("has less", against, (cards,), player)]
    likely = [player for player in others(record) if least_total(record, player) < points]
    if not likely:
        return []
    player = lowest(record, likely)
    return [Reason("may have less", against, player=player, number=points)]


def about_later(record: Record, rest: Cards, more: Reals) -> list[Reason]:
    """A lower hand to announce in the next turn, by a card that lies there."""
    left = total(rest) + min(map(value, tops(record)), default=LIMIT)
    if left >= total(own_hand(record)):
        return []
    return [Reason("lower later", float(more[TURN].sum()) + announced(more), number=left)]


# Discarding


def about_discard(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """What a combination does at once, and the hand it leaves."""
    hand = own_hand(record)
    gone, instead = discarded(action), discarded(other)
    rest, else_rest = without(hand, gone), without(hand, instead)
    found = about_sevens(gone, instead, more)
    if not rest:
        return [*found, *about_perfect(record, more)]
    if len(gone) > len(instead):
        found.append(Reason("at once", float(more[thumbs.CARDS]), number=len(gone)))
    if rest.count(RAINBOW) > else_rest.count(RAINBOW):
        found.append(Reason("wild", float(more[thumbs.RAINBOWS]), (CARD_TEXTS[RAINBOW],)))
    if total(rest) < total(else_rest):
        found += about_ending(record, "lower in time", float(more[thumbs.LATE]))
    points = float(more[TURN].sum())
    readier = float(more[thumbs.READY] + more[thumbs.ROOM])
    if else_rest:
        ready = about_ready(record, rest, else_rest, points) if readier > CLEAR else []
        next_turn = ready or about_next_turn(record, rest, else_rest, points)
        found += next_turn or about_cards(hand, gone, instead, points)
    return found


def about_sevens(gone: Cards, instead: Cards, more: Reals) -> list[Reason]:
    """The effects that a combination brings."""
    sevens, fewer = (
        sum(is_seven(card) for card in cards) if len(cards) > 1 else 0 for cards in (gone, instead)
    )
    if sevens <= fewer:
        return []
    effects = [thumbs.STANDING, thumbs.THREATS, thumbs.MORE_CARDS]
    return [Reason("sevens", float(more[effects].sum()), number=sevens)]


def about_perfect(record: Record, more: Reals) -> list[Reason]:
    """The hand is empty."""
    points = announced(more) + float(more[thumbs.STANDING])
    if ends_game(record, rules.DRIZZLE) and driest(record, rules.DRIZZLE) == record.current:
        return [Reason("perfect wins", points)]
    return [Reason("perfect", points)]


def tops(record: Record, barred: int = -1) -> list[int]:
    """The top cards of the piles, but of one."""
    return [
        int(record.piles[pile, record.pile_count[pile] - 1])
        for pile in range(rules.PILES)
        if pile != barred and record.pile_count[pile] > 0
    ]


def about_ready(record: Record, rest: Cards, else_rest: Cards, points: float) -> list[Reason]:
    """A hand low enough for a Rainbow next turn, with a card that lies there or may come."""
    left, else_left = total(rest), total(else_rest)
    top = min(tops(record), key=value, default=-1)
    lowest_top = value(top) if top >= 0 else LIMIT + 1
    if left + lowest_top <= LIMIT < else_left + lowest_top:
        return [Reason("ready with", points, (CARD_TEXTS[top],), number=left + lowest_top)]
    if left < LIMIT <= else_left:
        return [Reason("ready", points, number=left)]
    if left < else_left <= LIMIT:
        return [Reason("lower", points, number=left)]
    return []


def about_next_turn(record: Record, rest: Cards, else_rest: Cards, points: float) -> list[Reason]:
    """What may be discarded in the next turn."""
    whole = [combo for combo in combinations(rest) if not holds(else_rest, combo)]
    if whole:
        return [Reason("keeps", points, (text(best(whole)),))]
    with_top = {
        card: combination_with(rest, card)
        for card in tops(record)
        if not combination_with(else_rest, card)
    }
    if any(with_top.values()):
        card = max(with_top, key=lambda card: total(with_top[card]))
        combo = with_top[card]
        if len(combo) == len(rest) + 1:
            return [Reason("perfect next", points, (CARD_TEXTS[card],))]
        return [Reason("completes", points, (CARD_TEXTS[card], text(combo)))]
    return about_pairs(record, rest, else_rest, points)


def about_pairs(record: Record, rest: Cards, else_rest: Cards, points: float) -> list[Reason]:
    """Two cards that stay together and need one more."""
    coming = may_come(record)
    pairs: dict[Cards, int] = {}
    for card in rest:
        for partner in partners(rest, card):
            if card < partner and not holds(else_rest, (card, partner)):
                outs = [each for each in coming if any(combinations((card, partner, each)))]
                pairs[card, partner] = len(outs)
    if not any(pairs.values()):
        return []
    most = max(pairs, key=lambda pair: pairs[pair])
    return [Reason("nearly", points, (text(most),))]


def about_cards(hand: Cards, gone: Cards, instead: Cards, points: float) -> list[Reason]:
    """What is good about losing these cards."""
    loose, else_loose = (
        len(cards) == 1 and cards[0] != RAINBOW and not partners(hand, cards[0])
        for cards in (gone, instead)
    )
    if loose and not else_loose:
        return [Reason("loose", points, (text(gone),))]
    if total(gone) > total(instead):
        return [Reason("heavy", points, number=total(gone))]
    return []


# The pile


def about_covering(record: Record, pile: int, other: int, more: Reals) -> list[Reason]:
    """The card that is covered, and the one that stays open instead."""
    hand = own_hand(record)
    card, open_card = top(record, pile), top(record, other)
    cover = float(more[thumbs.COVER] + more[thumbs.COVER_OWN])
    drawing = float(more[: thumbs.OF_HAND].sum())
    found = []
    if card >= 0:
        player = next_player(record)
        combo = combination_with(known_hand(record, player), card)
        if combo:
            goes = text(without(combo, [card]))
            found.append(Reason("covers", DENIED, (CARD_TEXTS[card], goes), player))
    if open_card >= 0:
        combo = combination_with(hand, open_card)
        wanted = open_card == RAINBOW or combo or partners(hand, open_card)
        if drawing > 0:
            found.append(Reason("open", drawing + cover, (CARD_TEXTS[open_card],)))
        elif wanted or value(open_card) <= 2:
            found.append(Reason("open later", cover, (CARD_TEXTS[open_card],)))
        elif card >= 0 and value(card) > value(open_card):
            found.append(Reason("higher covered", cover, (CARD_TEXTS[card],)))
    return found


def top(record: Record, pile: int) -> int:
    """The top card of a pile, -1 for none."""
    count = int(record.pile_count[pile])
    return int(record.piles[pile, count - 1]) if count > 0 else -1


def about_order(record: Record, card: int, other: int, more: Reals) -> list[Reason]:
    """What the next player would like lies deeper, what is of use to oneself higher."""
    player, found = next_player(record), []
    matching = partners(known_hand(record, player), card)
    points = float(more[thumbs.BURY])
    if matching and not partners(known_hand(record, player), other):
        found.append(Reason("known", points, (CARD_TEXTS[card], text(matching)), player))
    else:
        found.append(Reason("under", points, (CARD_TEXTS[card], CARD_TEXTS[other]), player))
    if other == RAINBOW or partners(own_hand(record), other):
        found.append(Reason("higher", float(more[thumbs.BURY_OWN]), (CARD_TEXTS[other],)))
    return found


# The effects of sevens


def about_effect(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """What an effect does, and what another would have done."""
    return [
        *about_tokens(record, action, other, more),
        *about_downpour(record, action, other, more),
        *about_shelter(record, action, other, more),
    ]


def about_tokens(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """Clouds and sunshine."""
    points = float(more[thumbs.STANDING])
    tokens = record.tokens[: record.players]
    player = int(record.current)
    if rules.CLOUD <= action < rules.SHELTER:
        target = action - rules.CLOUD
        least = min(int(tokens[each]) for each in others(record))
        after = min(int(tokens[each]) + (each == target) for each in others(record))
        if strikes(record, target) and tokens[player] < after:
            return [Reason("last round", points)]
        if record.players > 2 and tokens[target] == least:
            return [Reason("cloud fewest", points, player=target)]
        return [Reason("cloud", points, player=target)]
    if action == rules.SUNSHINE:
        return [Reason("sunshine", points, number=int(tokens[player]))]
    if rules.CLOUD <= other < rules.SHELTER:
        target = other - rules.CLOUD
        if strikes(record, target) and tokens[player] > min(tokens):
            return [Reason("no cloud", points, player=target)]
    return []


def strikes(record: Record, target: int) -> bool:
    """Whether a cloud over somebody makes this round the last."""
    return bool(not record.struck and record.tokens[target] + 1 >= record.tokens_to_end)


def about_downpour(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """A card for all others: bad for whoever is about to end the round, else it may be of use."""
    if action == rules.DOWNPOUR:
        return about_ending(record, "downpour", float(more[thumbs.THREATS]))
    if other == rules.DOWNPOUR:
        return [Reason("no downpour", float(more[thumbs.THREATS] + more[thumbs.MORE_CARDS]))]
    return []


def about_shelter(record: Record, action: int, other: int, more: Reals) -> list[Reason]:
    """To draw a card, or to do without."""
    hand, points = own_hand(record), float(more[: thumbs.OF_HAND].sum())
    if not hand:
        return []
    if action == rules.SHELTER:
        if total(hand) <= LIMIT:
            return [Reason("shelter ready", points, number=total(hand))]
        return [Reason("shelter", points, number=len(hand))]
    if other == rules.SHELTER:
        return about_drawing(record, hand, points)
    return []


def about_drawing(record: Record, hand: Cards, points: float) -> list[Reason]:
    """A card that lies there to be drawn: for a combination, or one that does no harm."""
    open_cards = tops(record, int(record.pile))
    for card in open_cards:
        combo = combination_with(hand, card)
        if combo:
            return [Reason("still draw", points, (CARD_TEXTS[card], text(combo)))]
    wanted = [card for card in open_cards if partners(hand, card) or value(card) <= 2]
    return [Reason("still take", points, (CARD_TEXTS[card],)) for card in wanted[:1]]


# The draw


def about_draw(record: Record, pile: int, other: int, more: Reals) -> list[Reason]:
    """What the card drawn does for the hand; the deck is pile -1."""
    found = []
    card, left = (top(record, each) if each >= 0 else -1 for each in (pile, other))
    shed = top(record, int(record.pile))
    if left >= 0 and left != RAINBOW and left % VALUES == shed % VALUES and shed != RAINBOW:
        found.append(Reason("not again", float(more[thumbs.TREADMILL]), (CARD_TEXTS[left],)))
    if pile < 0:
        return [*found, *about_deck(record, left, more)]
    hand = own_hand(record)
    found += about_card(hand, card, left, more)
    player = next_player(record)
    combo = combination_with(known_hand(record, player), card)
    if combo:
        goes = text(without(combo, [card]))
        found.append(Reason("denies", DENIED, (CARD_TEXTS[card], goes), player))
    return found


def about_card(hand: Cards, card: int, left: int, more: Reals) -> list[Reason]:
    """What a card from a pile is good for."""
    points = float(more[TURN].sum())
    readier = float(more[thumbs.READY] + more[thumbs.ROOM])
    after, combo = total((*hand, card)), combination_with(hand, card)
    if after <= LIMIT and readier > CLEAR:
        return [Reason("draw ready", points, number=after)]
    if len(combo) == len(hand) + 1:
        return [Reason("draw perfect", points)]
    if combo and total(combo) > total(combination_with(hand, left) if left >= 0 else ()):
        return [Reason("makes", points, (text(combo),))]
    if card == RAINBOW:
        return [Reason("drawn wild", points + float(more[thumbs.RAINBOWS]))]
    if value(card) < (value(left) if left >= 0 else USUAL):
        low = float(more[thumbs.LATE] + more[thumbs.CARDS])
        found = [Reason("adds", points + low, number=value(card))]
    else:
        found = []
    if partners(hand, card) and not (left >= 0 and partners(hand, left)):
        found = [Reason("fits", points, (text(partners(hand, card)),))]
    return found


def about_deck(record: Record, left: int, more: Reals) -> list[Reason]:
    """A card that nobody knows."""
    found = [Reason("deck", float(more[thumbs.DECK] + more[thumbs.KNOWN]))]
    unseen = int(record.deck_count) + sum(unknown_cards(record, each) for each in others(record))
    lower = sum(value(card) < value(left) for card in may_come(record))
    if 2 * lower > unseen:
        points = float(more[TURN].sum() + more[thumbs.LATE])
        found.append(Reason("deck lower", points, (CARD_TEXTS[left],)))
    return found
