"""Reasons in Rainbow Pirates."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.arrangement import POINT, best_island
from moonbow.bots.pirates_thumbs import (
    ENDS,
    FEATURES,
    GAINS,
    HARM_FIRST,
    HARMS,
    LEFT_OVER,
    NUMBERS_BEHIND,
    PLACES_CARDS,
    REARRANGES,
    SPENDS,
    TAKES_UP,
    WILD_PLACED,
    known_in,
    makes_group,
)
from moonbow.bots.thumbs import explain_at
from moonbow.coach.reason import Reason
from moonbow.games import pirates as rules
from moonbow.games.contract import try_action_at
from moonbow.games.game import State
from moonbow.games.kernel import plain
from moonbow.games.pirates import (
    ADD_HIGH,
    ADD_LOW,
    BLACK,
    BLINDBEARD,
    BLOCK,
    BLOCKED_BY,
    CANNON,
    CAPTAIN,
    DONE,
    DRAW_FACEUP,
    DRAWN,
    ELIXIR,
    GIVE,
    HIGH_KINDS,
    KIND_TEXTS,
    KINDS,
    LAY,
    LAY_PIRATE,
    LAYS,
    LIFT,
    LOOKED_AT,
    LOW_KINDS,
    MAIN,
    NAME,
    NUMBERS,
    PARROT,
    PASS,
    PICK,
    PICKING,
    PIRATE_POINTS,
    PIRATES,
    PLACES,
    PLACING,
    PLAY,
    PLAYS,
    RAINBOW,
    RAINBOW_PIRATE,
    REVIVE,
    REVIVING,
    SET,
    SHIP,
    SMALLEST,
    SPYGLASS,
    STOLEN,
    THIEF,
    TOP,
    WILD,
)
from moonbow.games.pirates_text import cards_of, read_group, with_card

Points = NDArray[np.float64]

LITTLE = 1.0
"""The most that a reason counts which only says what the other action would not bring."""
LEAST = 0.2
"""What it counts that the order of two actions does not matter."""


def reasons(view: State, action: int, other: int, more: Points) -> list[Reason]:
    """What speaks for `action` rather than `other`; `more` says how much, by feature, in points."""
    found = [*of_the_end(view, action, other, more), *of_the_other(view, action, other, more)]
    if action < PLAY:
        found += of_the_island(view, action, other, more)
    elif action < BLOCK:
        found += of_a_black_card(view, action, other, more)
    elif action < PASS:
        found += of_a_block(view, more)
    elif action == PASS:
        found += of_passing(view, more)
    elif action < REVIVE:
        found += of_a_pick(view, action, more)
    elif action < GIVE:
        found += of_cards(view, [action - REVIVE], float(more[GAINS]))
    elif action < NAME:
        found += of_a_gift(other, more)
    elif action < TOP:
        found += of_a_question(view, action, other, more)
    elif action < DRAW_FACEUP:
        found += of_the_next_card(view, action - TOP, more)
    elif action < DONE and DRAW_FACEUP <= other < DONE:
        found += of_a_draw(view, action, float(more[GAINS]))
    return [reason for reason in found if reason.points > 0.0]


# Cards, and what they are worth


def texts(*places: Iterable[int]) -> tuple[str, ...]:
    """Cards for the places of a sentence, from their kinds."""
    return tuple(" ".join(KIND_TEXTS[kind] for kind in kinds) for kinds in places)


def weighed(view: State, actions: list[int], **fields: int) -> Points:
    """What each feature adds to each action, these ascending, with fields of the view changed."""
    records = view.records.copy()
    for name, value in fields.items():
        records[name][0] = value
    table = np.zeros((len(actions), len(FEATURES)))
    explain_at(records, 0, np.array(actions, np.int16), len(actions), table)
    return table


def worths(view: State, player: int) -> list[float]:
    """What one more card of each kind is worth to a player, as far as the viewer knows."""
    actions = [REVIVE + kind for kind in range(KINDS)]
    table = weighed(view, actions, step=REVIVING, current=player)
    found: list[float] = table[:, GAINS].tolist()
    return found


def extends(view: State, player: int, kind: int) -> bool:
    """Whether a card is a number that can be added to a player's island."""
    return kind < NUMBERS and bool(plain(rules.extending)(view.record, player) >> kind & 1)


def groups_of(view: State, player: int) -> list[tuple[int, int]]:
    """The groups of an island, each with its slot before it."""
    codes = view.record.groups[: view.record.group_count].tolist()
    return [(slot, code) for slot, code in enumerate(codes) if rules.owner_of(code) == player]


def partners(view: State, number: int) -> list[int]:
    """Two cards of the hand that make a group with a number, WILDs only where it takes them."""
    hand = view.record.hand[view.current_player].tolist()
    ways = [[number, number]]
    for low in range(max(0, number - 2), min(NUMBERS - 2, number + 1)):
        ways.append([card for card in range(low, low + SMALLEST) if card != number])

    def filled(way: list[int]) -> list[int]:
        left = list(hand)
        cards = []
        for card in way:
            cards.append(card if left[card] > 0 else WILD)
            left[card] -= 1
        return cards

    return min((filled(way) for way in ways), key=lambda cards: cards.count(WILD))


def of_cards(view: State, kinds: list[int], points: float) -> Iterator[Reason]:
    """What cards that come to the hand are good for; they share the points by what they are worth.

    Of numbers that make a group only the first is said, with the cards it makes one with.
    """
    player = view.current_player
    mine = worths(view, player)
    total = sum(mine[kind] for kind in kinds)
    alike: dict[str, list[int]] = {}
    for kind in kinds:
        alike.setdefault(use_of(view, player, kind), []).append(kind)
    for name, cards in alike.items():
        share = points * sum(mine[kind] for kind in cards) / total if total > 0.0 else 0.0
        if name == "group":
            yield Reason(name, share, texts(cards[:1], partners(view, cards[0])))
        elif name:
            yield Reason(name, share, texts(cards))


def use_of(view: State, player: int, kind: int) -> str:
    """The reason to take a card; "" where there is none."""
    if kind == RAINBOW_PIRATE:
        return "worth most"
    if kind >= THIEF:
        return "useful"
    if kind == WILD:
        return "anywhere"
    if extends(view, player, kind):
        return "fits"
    return "group" if plain(makes_group)(view.record, player, kind) else ""


# What others hold


def opponents(view: State) -> list[int]:
    """All but who is to decide, clockwise."""
    player = view.current_player
    return [(player + step) % view.players for step in range(1, view.players)]


def known_of(view: State, other: int) -> list[int]:
    """By kind, how many cards of an opponent's hand are known to who is to decide."""
    player = view.current_player
    return [int(plain(known_in)(view.record, player, other, kind)) for kind in range(KINDS)]


def unseen(view: State, kind: int) -> int:
    """How many cards of a kind can be anywhere, as far as who is to decide knows."""
    record, player = view.record, view.current_player
    seen = int(record.hand[player, kind]) + record.discard[: record.discard_count].tolist().count(
        kind
    )
    seen += record.faceup[: record.faceup_count].tolist().count(kind)
    seen += sum(
        int(record.draw[place]) == kind
        for place in range(int(record.draw_count))
        if plain(rules.has_seen)(record, player, place)
    )
    seen += cards_of(record.groups[: record.group_count].tolist())[kind]
    seen += sum(known_of(view, other)[kind] for other in opponents(view))
    left: int = record.counts[kind].item() - seen
    return left


def can_hold(view: State, other: int, kind: int) -> bool:
    """Whether an opponent may have a card of a kind in hand."""
    record, known = view.record, known_of(view, other)
    if known[kind] > 0:
        return True
    unknown = int(record.hand_count[other]) - sum(known)
    if int(record.excluded[other]) >> kind & 1:
        unknown = min(unknown, int(record.fresh[other]))
    none = int(record.none[other]) >> kind & 1
    return not none and unknown > 0 and unseen(view, kind) > 0


# The end of the game


def of_the_end(view: State, action: int, other: int, more: Points) -> Iterator[Reason]:
    """Going out wins, or would lose."""
    if more[ENDS] <= 0.0:
        return
    mine, theirs = (weighed(view, [each])[0, ENDS] for each in (action, other))
    if mine > 0.0 and ends_at_once(view, action):
        yield Reason("win", float(more[ENDS]))
    elif theirs < 0.0 and ends_at_once(view, other):
        scores = view.scores
        ahead = max(opponents(view), key=lambda one: scores[one])
        yield Reason("behind", float(more[ENDS]), player=ahead)


def ends_at_once(view: State, action: int) -> bool:
    """Whether going out is sure: no last BLACK card that may bring another one (RP-R24)."""
    alone = bool(view.record.hand_count[view.current_player] == 1)
    return action < PLAY or (alone and play_of(action)[0] in (CANNON, SPYGLASS))


# What the other action would do


def of_the_other(view: State, action: int, other: int, more: Points) -> Iterator[Reason]:
    """What the other action takes up or spends for little."""
    spent = float(more[SPENDS])
    if other < LIFT and view.record.step == MAIN:
        kept = placed_by(other)
        black = [kind for kind in kept.elements() if THIEF <= kind < RAINBOW_PIRATE]
        if black and action >= DRAW_FACEUP:
            yield Reason("usable", spent, texts(black))
        elif kept[WILD] and keeps_wild(view, action, other):
            yield Reason("keeps", spent, texts([WILD]))
    elif LIFT <= other < PLAY <= action and more[TAKES_UP] > 0.0:
        code = int(view.record.groups[other - LIFT])
        if rules.type_of(code) != BLACK:
            points = min(LITTLE, float(more[TAKES_UP]))
            yield Reason("useless", points, (rules.group_text(code),))
    elif PLAY <= other < BLOCK and (PLAY <= action < BLOCK or action >= DRAW_FACEUP):
        yield from of_a_card_kept(view, action, other, spent)


def keeps_wild(view: State, action: int, other: int) -> bool:
    """Whether fewer WILDs will lie on the island than after another action."""
    if action < LIFT:
        return settled(view, action, False)[WILD] < settled(view, other, False)[WILD]
    return action >= DRAW_FACEUP


def of_a_card_kept(view: State, action: int, other: int, spent: float) -> Iterator[Reason]:
    """Why a BLACK card is not played now."""
    kind, target = play_of(other)
    if PLAY <= action < BLOCK and play_of(action)[0] == kind:
        return
    yield Reason("keeps", spent, texts([kind]))
    color = int(BLOCKED_BY[kind - THIEF])
    asked = [target] if target >= 0 else opponents(view)
    blocking = [one for one in asked if color >= 0 and known_of(view, one)[color] > 0]
    if blocking:
        yield Reason("blocked", 1.2 * spent, texts([color], [kind]), player=blocking[0])
    elif kind in (THIEF, CANNON) and not groups_of(view, target):
        yield Reason("finds nothing", 1.2 * spent, texts([kind]), player=target)
    elif kind == THIEF and no_pirates(view) and unseen(view, RAINBOW_PIRATE) > 0:
        yield Reason("waits", 1.2 * spent, texts([kind], [RAINBOW_PIRATE]))


def no_pirates(view: State) -> bool:
    """Whether no opponent has a RAINBOW PIRATE on the island."""
    codes = [code for other in opponents(view) for _, code in groups_of(view, other)]
    return all(rules.type_of(code) != PIRATES for code in codes)


# Placing and rearranging


def placed_by(action: int) -> Counter[int]:
    """The cards that an action below LIFT places."""
    if action < ADD_HIGH:
        return cards_of([int(LAYS[action - LAY])])
    begin, kinds = (ADD_HIGH, HIGH_KINDS) if action < ADD_LOW else (ADD_LOW, LOW_KINDS)
    return Counter([(action - begin) % kinds])


def of_the_island(view: State, action: int, other: int, more: Points) -> Iterator[Reason]:
    """What comes to the island now, and what can come later in the turn."""
    if action >= LIFT:
        points = float(more[REARRANGES])
        if points > 0.0:
            room = settled(view, action, True) - settled(view, -1, False)
            if room:
                yield Reason("room", points, texts(sorted(room.elements())))
        return
    placed = placed_by(action)
    points = PIRATE_POINTS if action == LAY + LAY_PIRATE else placed.total()
    yield Reason("points", float(more[PLACES_CARDS]), number=points)
    if other < LIFT:
        yield from of_the_better_place(view, action, other, more)


def of_the_better_place(view: State, action: int, other: int, more: Points) -> Iterator[Reason]:
    """Why cards are placed this way rather than another."""
    better = float(more[PLACES_CARDS] + more[SPENDS])
    here, there = settled(view, action, False), settled(view, other, False)
    gets = here - there
    if here.total() > there.total() and gets and action != LAY + LAY_PIRATE:
        yield Reason("gets", better, texts(sorted(gets.elements())))
    elif ADD_HIGH <= action < ADD_LOW and here == there:
        slot, kind = divmod(action - ADD_HIGH, HIGH_KINDS)
        code = int(view.record.groups[slot])
        if rules.type_of(code) == SET and rules.count_of(code) == SMALLEST:
            yield Reason("sturdy", better, (rules.group_text(with_card(code, kind)),))
    hand = Counter(dict(enumerate(view.record.hand[view.current_player].tolist())))
    if here == there and placed_by(action) + placed_by(other) <= hand:
        yield Reason("either", LEAST, texts(sorted(placed_by(other).elements())))


def settled(view: State, action: int, lifting: bool) -> Counter[int]:
    """The cards on the island when all is placed that can be, after an action (-1: none)."""
    records = view.records.copy()
    if action >= 0:
        try_action_at(records, 0, action, np.zeros(rules.ACTIONS, np.int16))
    if not lifting:
        records["lifts"] = records["lifts_allowed"]
    after, player = State(view.game, records), view.current_player
    if after.is_over:
        return cards_of([code & (1 << 56) - 1 for _, code in groups_of(after, player)])
    wild = 1.0 if after.record.step == PLACING else numbers_behind(view)[WILD_PLACED]
    codes = [read_group(text) for text in best_island(after, int(POINT * wild))]
    return cards_of([code for code in codes if code is not None])


def numbers_behind(view: State) -> Points:
    """The numbers behind the rules of thumb for that many players."""
    found: Points = NUMBERS_BEHIND[int(view.players > 2)]
    return found


# BLACK cards


def play_of(action: int) -> tuple[int, int]:
    """The BLACK card that an action plays, and whom it is aimed at (-1: nobody)."""
    kind, target = PLAYS[action - PLAY].tolist()
    return kind, target


def of_a_black_card(view: State, action: int, other: int, more: Points) -> Iterator[Reason]:
    """What a BLACK card brings, whom it hits, and who can stop it."""
    kind, target = play_of(action)
    points = float(more[GAINS] + more[HARMS])
    if kind in (THIEF, CANNON):
        yield from of_the_best_pick(view, kind, target, more)
    elif kind == ELIXIR:
        yield from of_a_fetch(view, points)
    elif kind == CAPTAIN:
        yield from of_the_captain(view, points)
    elif kind == BLINDBEARD:
        yield from of_a_raid(view, target, points)
    elif kind == SHIP:
        yield from of_the_ship(view, points)
    elif kind == PARROT:
        yield from of_the_parrot(view, target, points)
    elif kind == SPYGLASS:
        yield Reason("looks", points)
    yield from of_the_aim(view, kind, target, other, more)
    yield from of_blocking(view, kind, target, 0.4 * points)
    if cards_to_draw(view) <= DRAWN * view.players:
        yield Reason("last", 0.5 * points, texts([kind]))


def cards_to_draw(view: State) -> int:
    """The cards left to draw; nobody plays when there are none."""
    return int(view.record.draw_count) + int(view.record.faceup_count)


class Pick(NamedTuple):
    """A card of an island that Island Thief or Cannon may hit."""

    kind: int
    code: int
    loss: int
    worth: float


def picks(view: State, attacker: int, card: int, target: int) -> list[Pick]:
    """All that a card may hit on an island, with what it is worth to the attacker in all."""
    found = [
        (code, place, PICK + PLACES * slot + place)
        for slot, code in groups_of(view, target)
        for place in range(PLACES)
        if rules.can_pick(code, place)
    ]
    actions = [action for _, _, action in found]
    table = weighed(view, actions, step=PICKING, current=attacker, card=card, target=target)
    return [
        Pick(rules.picked_kind(code, place), code, loss_of(code, place), float(row.sum()))
        for (code, place, _), row in zip(found, table, strict=True)
    ]


def loss_of(code: int, place: int) -> int:
    """The points that leave an island when a card is hit, with those that fall back."""
    if rules.type_of(code) == PIRATES:
        return PIRATE_POINTS
    count = rules.count_of(code)
    if rules.type_of(code) == RAINBOW:
        parts = (place, count - 1 - place)
        return 1 + sum(part for part in parts if part < SMALLEST)
    return 1 if count > SMALLEST else SMALLEST


def of_the_best_pick(view: State, kind: int, target: int, more: Points) -> Iterator[Reason]:
    """What Island Thief or Cannon can hit."""
    found = picks(view, view.current_player, kind, target)
    points = float(more[GAINS] + more[HARMS])
    if found:
        best = max(found, key=lambda pick: pick.worth)
        if kind == THIEF:
            yield Reason("steals", points, texts([best.kind]), player=target)
        costs = min(points, float(more[HARMS]))
        yield Reason("may cost", costs, player=target, number=best.loss)


def of_a_fetch(view: State, points: float) -> Iterator[Reason]:
    """What Elixir of Life can bring back."""
    record = view.record
    lying = set(record.discard[: record.discard_count].tolist()) - {ELIXIR}
    if lying:
        mine = worths(view, view.current_player)
        best = max(sorted(lying), key=lambda kind: mine[kind])
        yield Reason("fetches", points, texts([best]))
        yield from of_cards(view, [best], 0.9 * points)


def of_the_captain(view: State, points: float) -> Iterator[Reason]:
    """Who has BLACK cards, or may have."""
    givers = [
        one
        for one in opponents(view)
        if any(can_hold(view, one, kind) for kind in range(THIEF, RAINBOW_PIRATE))
    ]
    if givers:
        yield Reason("gifts", points, number=len(givers))
    for one in givers:
        known = known_of(view, one)
        black = [kind for kind in range(THIEF, RAINBOW_PIRATE) if known[kind] > 0]
        if black:
            yield Reason("holds", 1.1 * points, texts(black[:1]), player=one)
            return


def of_a_raid(view: State, target: int, points: float) -> Iterator[Reason]:
    """What Blindbeard takes."""
    cards = int(view.record.hand_count[target])
    if cards > STOLEN:
        yield Reason("robs", points, player=target)
    elif cards > 0:
        yield Reason("empties", points, player=target)
    best = best_known(view, target)
    if best is not None:
        yield Reason("holds", 0.9 * points, texts([best]), player=target)


def best_known(view: State, target: int) -> int | None:
    """Of what is known of a hand, the card that is worth most, if it is worth a point."""
    mine = worths(view, view.current_player)
    known = [kind for kind, count in enumerate(known_of(view, target)) if count > 0]
    best = max(known, key=lambda kind: mine[kind], default=None)
    return best if best is not None and mine[best] >= 1.0 else None


def of_the_ship(view: State, points: float) -> Iterator[Reason]:
    """The cards that Ship brings, and which of them are known."""
    cards = min(DRAWN, int(view.record.draw_count))
    if cards:
        yield Reason("extra", points, number=cards)
    known = known_on_top(view)
    if known:
        yield Reason("seen", 1.1 * points, texts(known))


def known_on_top(view: State) -> list[int]:
    """Of the next cards of the draw pile, those that have been looked at and are worth a point."""
    record, player = view.record, view.current_player
    mine = worths(view, player)
    top = int(record.draw_count) - 1
    kinds = [
        int(record.draw[place])
        for place in range(top, max(-1, top - DRAWN), -1)
        if plain(rules.has_seen)(record, player, place)
    ]
    return [kind for kind in kinds if mine[kind] >= 1.0]


def of_the_parrot(view: State, target: int, points: float) -> Iterator[Reason]:
    """What the Parrot can ask for: what is known to be there, else what promises most."""
    best = best_known(view, target)
    if best is not None:
        yield Reason("holds", points, texts([best]), player=target)
        yield from of_cards(view, [best], 0.9 * points)
    else:
        table = weighed(view, [NAME + kind for kind in range(KINDS)], target=target)
        kind = int(table.sum(axis=1).argmax())
        if can_hold(view, target, kind):
            yield Reason("asks", points, texts([kind]), player=target)


def of_the_aim(view: State, kind: int, target: int, other: int, more: Points) -> Iterator[Reason]:
    """That a card hits whoever is ahead, and the other action does not."""
    elsewhere = not PLAY <= other < BLOCK or play_of(other)[1] != target
    if target >= 0 and view.players > 2 and elsewhere:
        scores = view.scores
        rivals = [scores[one] for one in opponents(view) if one != target]
        if scores[target] > max(rivals):
            alike = PLAY <= other < BLOCK and play_of(other)[0] == kind
            yield Reason("ahead", (1.2 if alike else 0.6) * float(more[HARMS]), player=target)


def of_blocking(view: State, kind: int, target: int, points: float) -> Iterator[Reason]:
    """That nobody can stop a card."""
    color = int(BLOCKED_BY[kind - THIEF])
    asked = [target] if target >= 0 else opponents(view)
    if color >= 0 and not any(can_hold(view, one, color) for one in asked):
        if len(asked) == 1:
            yield Reason("unblocked", points, texts([color]), player=asked[0])
        else:
            yield Reason("nobody blocks", points, texts([color]))


def of_a_pick(view: State, action: int, more: Points) -> Iterator[Reason]:
    """Why this card of an island."""
    record = view.record
    slot, place = divmod(action - PICK, PLACES)
    code = int(record.groups[slot])
    if record.card == THIEF:
        yield from of_cards(view, [rules.picked_kind(code, place)], float(more[GAINS]))
    hit = texts([rules.picked_kind(code, place)])
    yield Reason("hurts", float(more[HARMS]), hit, player=int(record.target))


def of_a_gift(other: int, more: Points) -> Iterator[Reason]:
    """That another BLACK card is better kept."""
    if GIVE <= other < NAME:
        yield Reason("misses", float(more[SPENDS]), texts([other - GIVE + THIEF]))


def of_a_question(view: State, action: int, other: int, more: Points) -> Iterator[Reason]:
    """Why the Parrot asks for this card: it is there, and it is of use."""
    target = int(view.record.target)
    kind, instead = action - NAME, other - NAME
    points = float(more[GAINS] + more[HARMS])
    if known_of(view, target)[kind] > 0:
        yield Reason("holds", points, texts([kind]), player=target)
    elif not NAME <= other < TOP:
        return
    elif can_hold(view, target, kind) and not can_hold(view, target, instead):
        yield Reason("cannot hold", points, texts([instead]), player=target)
    elif unseen(view, kind) > unseen(view, instead) and can_hold(view, target, kind):
        yield Reason("likelier", 0.8 * points, texts([kind], [instead]), player=target)
    yield from of_cards(view, [kind], 0.9 * points)


def of_the_next_card(view: State, kind: int, more: Points) -> Iterator[Reason]:
    """Of cards looked at, what lies where the own draw finds it."""
    record = view.record
    looked_at = min(LOOKED_AT, int(record.draw_count))
    if looked_at - int(record.unordered) < DRAWN:
        points = float(more[GAINS])
        yield Reason("next", points, texts([kind]))
        yield from of_cards(view, [kind], 0.9 * points)


# Blocking


def of_a_block(view: State, more: Points) -> Iterator[Reason]:
    """What a block saves, and what it keeps from the attacker."""
    record, player = view.record, view.current_player
    attacker, card = int(record.turn), int(record.card)
    saved, denied = float(more[GAINS]), float(more[HARMS])
    hand = record.hand[player].tolist()
    hand[BLOCKED_BY[card - THIEF]] -= 1
    mine = worths(view, player)
    held = [kind for kind in range(KINDS) if hand[kind] > 0]
    if card in (THIEF, CANNON):
        yield from of_a_threat(view, attacker, card, saved, denied)
    elif card == ELIXIR:
        theirs = worths(view, attacker)
        lying = set(record.discard[: int(record.discard_count) - 1].tolist()) - {ELIXIR}
        if lying:
            best = max(sorted(lying), key=lambda kind: theirs[kind])
            yield Reason("denies", denied, texts([best]), player=attacker)
    elif card == SHIP:
        cards = min(DRAWN, int(record.draw_count))
        if cards:
            yield Reason("stops", denied, player=attacker, number=cards)
    elif card == CAPTAIN:
        black = [kind for kind in held if THIEF <= kind < RAINBOW_PIRATE]
        if black:
            least = min(black, key=lambda kind: mine[kind])
            yield Reason("keeps", saved + denied, texts([least]))
    elif card == BLINDBEARD and held:
        yield Reason("hand", saved + denied, number=sum(hand))
    elif card == PARROT and held:
        best = max(held, key=lambda kind: mine[kind])
        yield Reason("unasked", saved + denied, texts([best]), player=attacker)


def of_a_threat(
    view: State, attacker: int, card: int, saved: float, denied: float
) -> Iterator[Reason]:
    """What Island Thief or Cannon would do to the own island."""
    found = picks(view, attacker, card, view.current_player)
    if found:
        worst = max(found, key=lambda pick: (pick.loss, pick.worth))
        yield Reason("saves", saved, number=worst.loss)
        if card == THIEF:
            best = max(found, key=lambda pick: pick.worth)
            yield Reason("denies", denied, texts([best.kind]), player=attacker)
        elif 1 < worst.loss < PIRATE_POINTS:
            yield Reason("whole", 0.9 * saved, (rules.group_text(worst.code),))


def of_passing(view: State, more: Points) -> Iterator[Reason]:
    """What the card that would block is better for, and why the attack does not matter."""
    record, player = view.record, view.current_player
    attacker, card = int(record.turn), int(record.card)
    color, spared = int(BLOCKED_BY[card - THIEF]), float(more[SPENDS])
    if extends(view, player, color):
        yield Reason("needs", spared, texts([color]))
    else:
        yield Reason("keeps", spared, texts([color]))
    if card in (THIEF, CANNON):
        found = picks(view, attacker, card, player)
        if max((pick.loss for pick in found), default=0) <= 1:
            yield Reason("harmless", 1.1 * spared, player=attacker)
    elif card == CAPTAIN and not record.hand[player, THIEF:RAINBOW_PIRATE].any():
        yield Reason("no black", 1.1 * spared)
    if int(record.target) < 0:
        asked = [(player + step) % view.players for step in range(1, view.players)]
        asked = asked[: asked.index(attacker)]
        left = [one for one in asked if can_hold(view, one, color)]
        if left:
            yield Reason("others", 0.9 * spared, texts([color]), player=left[0])


# The closing draw


def of_a_draw(view: State, action: int, points: float) -> Iterator[Reason]:
    """What the face-up cards are good for, or why unseen ones are better."""
    record, player = view.record, view.current_player
    faceup = record.faceup[: record.faceup_count].tolist()
    if action == DRAW_FACEUP:
        yield from of_cards(view, faceup, points)
        yield from of_the_next_player(view, faceup, points)
        if record.draw_count < len(faceup):
            yield Reason("two", 1.1 * points)
        return
    known = known_on_top(view)
    if known:
        yield Reason("seen", 1.1 * points, texts(known))
    misfits = [kind for kind in faceup if kind < WILD and not use_of(view, player, kind)]
    if misfits:
        yield Reason("unfit", points, texts(misfits))
    elif faceup and not known:
        yield Reason("promises", 0.9 * points, texts(faceup))


def of_the_next_player(view: State, faceup: list[int], points: float) -> Iterator[Reason]:
    """The face-up cards that the next player would like."""
    following = opponents(view)[0]
    wanted = [kind for kind in faceup if kind == RAINBOW_PIRATE or extends(view, following, kind)]
    numbers = numbers_behind(view)
    worth = sum(PIRATE_POINTS if kind == RAINBOW_PIRATE else 1 for kind in wanted)
    share = float(numbers[LEFT_OVER] * numbers[HARM_FIRST]) * worth
    if wanted:
        yield Reason("denies", min(points, share), texts(wanted), player=following)
