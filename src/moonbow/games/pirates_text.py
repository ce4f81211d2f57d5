"""The text forms of Rainbow Pirates: options, actions and positions (docs/formats.md).

COLOR cards are written 1 to 7 and W, BLACK cards by their names, a RAINBOW PIRATE P. Groups are
`111`, `1WW=`, `12W4567`, `cannon+ship+thief`, `PP`; the actions `lay 1W3`, `add 4>123`, `lift 123`,
`play cannon@2`, `block 2`, `pass`, `pick 123:2`, `pick ship`, `give ship`, `name 5`, `top 3`,
`draw faceup`, `draw pile`, `done`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from moonbow.games import pirates as rules
from moonbow.games.contract import Records, legal_actions_at
from moonbow.games.errors import BadAction, BadOptions, BadPosition, shown
from moonbow.games.kernel import FULL, Record, key_to_hex, plain, shuffle, start
from moonbow.games.reading import (
    FILL,
    check_keys,
    check_names,
    flag_at,
    hidden_at,
    is_whole,
    list_at,
    number_at,
    numbers_at,
    object_at,
    option,
    options_at,
    read_chance,
    viewer_of,
    words_at,
)

NAME = "pirates"
POINTS = "points"  # what `scores` counts
KIND_TEXTS = rules.KIND_TEXTS
KIND_NUMBERS = {text: kind for kind, text in enumerate(KIND_TEXTS)}
BLACK_TEXTS = KIND_TEXTS[rules.THIEF : rules.RAINBOW_PIRATE]

# Options

OPTIONS = ("lifts", "deck")
STANDARD_DECK = [10] * 8 + [4] * 8 + [8]
"""Cards in the deck by kind (RP-R1)."""

MOST_OF_A_KIND = 31
LIFTS_AT_A_TABLE, LIFTS_IN_SIMULATIONS = 250, 6
SIMULATED: dict[str, Any] = {"lifts": LIFTS_IN_SIMULATIONS}
"""Options whose defaults are others in simulations and environments (RP-R20)."""


def check_options(players: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game, the chosen ones checked, the others at their defaults.

    lifts (groups that may be lifted in one turn, 0 to 1000), deck (how many cards of each kind;
    kinds that are absent at their defaults). Raises BadOptions.
    """
    if not is_whole(players, rules.MIN_PLAYERS, rules.MAX_PLAYERS):
        raise BadOptions("players", f"players: {shown(players)}; expected 2 to 5")
    check_names("options", chosen, OPTIONS)
    deck = dict(zip(KIND_TEXTS, STANDARD_DECK, strict=True))
    counts = chosen.get("deck")
    if counts is not None:
        if not isinstance(counts, Mapping):
            raise BadOptions("bad-option", f"options: deck: {shown(counts)}; expected an object")
        check_names("options: deck", counts, KIND_TEXTS)
        for text, count in counts.items():
            if not is_whole(count, 0, MOST_OF_A_KIND):
                raise BadOptions(
                    "bad-option",
                    f"options: deck: {text}: {shown(count)}; expected a whole number from 0 to "
                    f"{MOST_OF_A_KIND}",
                )
            deck[text] = count
    fewest = rules.HAND_SIZE * players + 3
    if not fewest <= sum(deck.values()) <= rules.MAX_CARDS:
        raise BadOptions(
            "deck-size",
            f"options: deck: {sum(deck.values())} cards; expected {fewest} to {rules.MAX_CARDS}",
        )
    return {"lifts": option(chosen, "lifts", 0, 1000, LIFTS_AT_A_TABLE), "deck": deck}


def options_records(options: Mapping[str, Any]) -> Records:
    """Checked options as one record, for `deal`."""
    records = np.zeros(1, rules.Options)
    records[0]["lifts"] = options["lifts"]
    records[0]["deck"] = list(options["deck"].values())
    return records


def options_of(state: Record) -> dict[str, Any]:
    """The options a game is played with."""
    deck = {text: int(count) for text, count in zip(KIND_TEXTS, state.counts, strict=True)}
    return {"lifts": int(state.lifts_allowed), "deck": deck}


# Groups


def read_group(text: str) -> int | None:
    """A group, without its owner, from its text, BLACK cards in any order; None if it is none."""
    if re.fullmatch(r"[a-z]+(\+[a-z]+)+", text):
        return read_black(text.split("+"))
    if re.fullmatch("P{1,31}", text):
        return rules.group(0, rules.PIRATES, 0, len(text), 0)
    if not re.fullmatch("[1-7W]{3,62}=?", text):
        return None
    cards = text.rstrip("=")
    numbers = cards.replace("W", "")
    wilds = len(cards) - len(numbers)
    if text.endswith("=") or (len(set(numbers)) == 1 and len(numbers) >= 2):
        color = int(numbers[0]) - 1 if numbers else rules.NO_COLOR
        code = rules.group(0, rules.SET, color, len(cards), wilds)
    else:
        first = next((place for place, card in enumerate(cards) if card != "W"), 0)
        low = int(numbers[0]) - 1 - first if numbers else 0
        if low < 0 or low + len(cards) > rules.NUMBERS:
            return None
        places = sum(1 << place for place, card in enumerate(cards) if card == "W")
        code = rules.group(0, rules.RAINBOW, low, len(cards), places)
    return code if rules.group_text(code) == text else None


def read_black(words: list[str]) -> int | None:
    """A BLACK group from the names of its cards."""
    if len(words) < rules.SMALLEST or any(word not in BLACK_TEXTS for word in words):
        return None
    counts = [words.count(name) for name in BLACK_TEXTS]
    if max(counts) > MOST_OF_A_KIND:
        return None
    content = sum(count << 5 * place for place, count in enumerate(counts))
    return rules.group(0, rules.BLACK, 0, len(words), content)


Cards = Counter[int]
"""Cards counted by kind."""


def cards_of(codes: Sequence[int]) -> Cards:
    """The cards of groups."""
    return Counter(kind for code in codes for kind in rules.group_cards(code))


def build(start: int | None, code: int) -> list[str]:
    """The actions that make a group, from one that lies there or from nothing."""
    if rules.type_of(code) == rules.PIRATES:
        lying = 0 if start is None else rules.count_of(start)
        return ["lay P"] * (rules.count_of(code) - lying)
    if rules.type_of(code) == rules.RAINBOW:
        return build_rainbow(start, code)
    cards = list(rules.group_cards(code))
    actions = []
    if start is None:
        start = first_three(code, cards)
        actions.append(f"lay {rules.group_text(start)}")
    rest = cards_of([code]) - cards_of([start])
    for kind in sorted(rest.elements()):
        actions.append(f"add {KIND_TEXTS[kind]}>{rules.group_text(start)}")
        start = with_card(start, kind)
    return actions


def first_three(code: int, cards: Sequence[int]) -> int:
    """A set or BLACK group of the first three cards of a larger one."""
    three = list(cards[:3])
    if rules.type_of(code) == rules.BLACK:
        content = sum(1 << 5 * (kind - rules.THIEF) for kind in three)
        return rules.group(0, rules.BLACK, 0, 3, content)
    return rules.group(0, rules.SET, rules.low_of(code), 3, three.count(rules.WILD))


def with_card(code: int, kind: int) -> int:
    """A set or BLACK group with one card more."""
    low, content = rules.low_of(code), rules.content_of(code)
    if rules.type_of(code) == rules.BLACK:
        content += 1 << 5 * (kind - rules.THIEF)
    elif kind == rules.WILD:
        content += 1
    elif low == rules.NO_COLOR:
        low = kind
    return rules.group(0, rules.type_of(code), low, rules.count_of(code) + 1, content)


def build_rainbow(start: int | None, code: int) -> list[str]:
    """A rainbow from three of its cards, a number among them if it has one."""
    cards = rules.group_cards(code)
    actions = []
    if start is None:
        begins = range(len(cards) - 2)
        begin = next((b for b in begins if set(cards[b : b + 3]) != {rules.WILD}), 0)
        start = rules.part(code, begin, begin + 3)
        actions.append(f"lay {rules.group_text(start)}")
    begin = rules.low_of(start) - rules.low_of(code)
    end = begin + rules.count_of(start)
    while end < len(cards):
        text = rules.group_text(rules.part(code, begin, end))
        actions.append(f"add {KIND_TEXTS[cards[end]]}>{text}")
        end += 1
    while begin > 0:
        begin -= 1
        text = rules.group_text(rules.part(code, begin + 1, end))
        actions.append(f"add {KIND_TEXTS[cards[begin]]}<{text}")
    return actions


def slot_of(state: Record, player: int, code: int) -> int | None:
    """Where a player's group lies in the table, the first of equal ones; None if it does not."""
    wanted = player << 56 | code
    groups = state.groups[: state.group_count].tolist()
    return groups.index(wanted) if wanted in groups else None


# Actions

LAY_TEXTS = [rules.group_text(int(code)) for code in rules.LAYS]
LAY_NUMBERS = {int(code): number for number, code in enumerate(rules.LAYS)}
PLAY_TEXTS = [
    KIND_TEXTS[kind] + (f"@{seat}" if seat >= 0 else "") for kind, seat in rules.PLAYS.tolist()
]
PLAY_NUMBERS = {text: number for number, text in enumerate(PLAY_TEXTS)}
FORMS = (
    "lay 1W3", "add 4>123", "add W<234", "lift 123", "play cannon@2", "play ship", "block 2",
    "pass", "pick 123:2", "pick ship", "give ship", "name 5", "top 3", "draw faceup", "draw pile",
    "done",
)  # fmt: skip
"""An action of each form."""


def action_text(state: Record, action: int) -> str:
    """The text of an action number, where the groups lie as they do in this state.

    A group's slot that is empty is written as `#` and its number.
    """
    if action < rules.PLAY:
        return island_text(state, action)
    if action < rules.BLOCK:
        return f"play {PLAY_TEXTS[action - rules.PLAY]}"
    if action < rules.PASS:
        return f"block {KIND_TEXTS[action - rules.BLOCK]}"
    if rules.PICK <= action < rules.REVIVE:
        slot, place = divmod(action - rules.PICK, rules.PLACES)
        return f"pick {pick_text(state, slot, place)}"
    for begin, verb, first in (
        (rules.REVIVE, "pick", 0),
        (rules.GIVE, "give", rules.THIEF),
        (rules.NAME, "name", 0),
        (rules.TOP, "top", 0),
    ):
        if begin <= action < begin + (8 if verb == "give" else rules.KINDS):
            return f"{verb} {KIND_TEXTS[action - begin + first]}"
    return next(text for text, number in PLAIN_ACTIONS.items() if number == action)


def island_text(state: Record, action: int) -> str:
    """The text of placing or lifting."""
    player = int(state.turn)
    if action < rules.ADD_HIGH:
        return f"lay {LAY_TEXTS[action - rules.LAY]}"
    if action < rules.ADD_LOW:
        slot, kind = divmod(action - rules.ADD_HIGH, rules.HIGH_KINDS)
        return f"add {KIND_TEXTS[kind]}>{slot_text(state, slot, player)}"
    if action < rules.LIFT:
        slot, kind = divmod(action - rules.ADD_LOW, rules.LOW_KINDS)
        return f"add {KIND_TEXTS[kind]}<{slot_text(state, slot, player)}"
    return f"lift {slot_text(state, action - rules.LIFT, player)}"


def slot_text(state: Record, slot: int, player: int) -> str:
    """A player's group in a slot; `#` and its number if there is none, or an equal one first."""
    code = int(state.groups[slot])
    there = slot < state.group_count and plain(rules.is_first)(state, player, slot)
    return rules.group_text(code) if there else f"#{slot}"


def pick_text(state: Record, slot: int, place: int) -> str:
    """A card of a group by its place from 1, as it is written."""
    text = slot_text(state, slot, int(state.target))
    code = int(state.groups[slot])
    if text.startswith("#") or not rules.can_pick(code, place):
        return f"#{slot}:{place + 1}"
    if rules.type_of(code) == rules.RAINBOW:
        return f"{text}:{place + 1}"
    kind = rules.picked_kind(code, place)
    return f"{text}:{rules.group_cards(code).index(kind) + 1}"


def split_text(text: str) -> list[str]:
    """The actions that a text stands for: a longer group is laid by its first three cards."""
    code = read_group(text[4:]) if isinstance(text, str) and text.startswith("lay ") else None
    return [text] if code is None else build(None, code)


def action_number(state: Record, text: str) -> int:
    """The number of an action text, legal or not. Raises BadAction."""
    number = find_action(state, text) if isinstance(text, str) else None
    if number is None:
        raise no_action(state, text)
    return number


def no_action(state: Record, text: object) -> BadAction:
    """Why a text is no action: a group that is not there, or no action's form."""
    match = None
    if isinstance(text, str) and len(text) < 200:
        match = re.fullmatch(r"(lift |add .+[<>]|pick )([^:]*)(?::\d+)?", text)
    if match and read_group(match[2]) is not None:
        player = int(state.target if match[1] == "pick " else state.turn)
        if find_slot(state, player, match[2]) is None:
            return BadAction(
                "no-group",
                f"{shown(text)}: {match[2]} is not on the island; expected a group that is",
            )
    forms = '", "'.join(FORMS)
    return BadAction("no-action", f'{shown(text)} is no action; expected a form like "{forms}"')


PLAIN_ACTIONS = {
    "pass": rules.PASS,
    "draw faceup": rules.DRAW_FACEUP,
    "draw pile": rules.DRAW_PILE,
    "done": rules.DONE,
}


def find_action(state: Record, text: str) -> int | None:
    """The number of an action text; None if it is none."""
    number = PLAIN_ACTIONS.get(text)
    verb, _, rest = text.partition(" ")
    if verb == "lay":
        number = LAY_NUMBERS.get(read_group(rest) or 0)
    elif verb == "add":
        number = find_add(state, rest)
    elif verb == "lift":
        slot = find_slot(state, int(state.turn), rest)
        number = None if slot is None else rules.LIFT + slot
    elif verb == "play":
        number = find_play(state, rest)
    elif verb == "pick" and ":" in rest:
        number = find_pick(state, rest)
    elif rest in KIND_NUMBERS:
        number = find_kind_action(verb, KIND_NUMBERS[rest])
    return number


def find_kind_action(verb: str, kind: int) -> int | None:
    """The number of an action that names a kind of card."""
    if verb == "block":
        return rules.BLOCK + kind if kind < rules.NUMBERS else None
    if verb == "give":
        black = rules.THIEF <= kind < rules.RAINBOW_PIRATE
        return rules.GIVE + kind - rules.THIEF if black else None
    begin = {"pick": rules.REVIVE, "name": rules.NAME, "top": rules.TOP}.get(verb)
    return None if begin is None else begin + kind


def find_slot(state: Record, player: int, text: str) -> int | None:
    """The slot of a player's group, written as it is or as `#` and its number."""
    if re.fullmatch("#[0-9]{1,2}", text):
        return int(text[1:]) if int(text[1:]) < rules.SLOTS else None
    code = read_group(text)
    return None if code is None else slot_of(state, player, code)


def find_add(state: Record, text: str) -> int | None:
    """The number of `4>123` or `W<234`."""
    match = re.fullmatch("([a-z0-9WP]+)([<>])(.+)", text)
    if match is None or match[1] not in KIND_NUMBERS:
        return None
    kind, slot = KIND_NUMBERS[match[1]], find_slot(state, int(state.turn), match[3])
    if slot is None or kind == rules.RAINBOW_PIRATE:
        return None
    if match[2] == ">":
        return rules.ADD_HIGH + rules.HIGH_KINDS * slot + kind
    return rules.ADD_LOW + rules.LOW_KINDS * slot + kind if kind <= rules.WILD else None


def find_play(state: Record, text: str) -> int | None:
    """The number of `ship` or `cannon@2`; with two players the opponent need not be named."""
    if text not in PLAY_NUMBERS and state.players == 2:
        text = f"{text}@{1 - state.turn}"
    number = PLAY_NUMBERS.get(text)
    return None if number is None else rules.PLAY + number


def find_pick(state: Record, text: str) -> int | None:
    """The number of `123:2`, a card of a group of the opponent's island."""
    name, _, digits = text.rpartition(":")
    if not re.fullmatch("[0-9]{1,2}", digits):
        return None
    slot, place = find_slot(state, int(state.target), name), int(digits) - 1
    if slot is None:
        return None
    if not name.startswith("#"):
        code = int(state.groups[slot])
        cards = rules.group_cards(code)
        if not 0 <= place < len(cards):
            return None
        if rules.type_of(code) != rules.RAINBOW:
            kind = cards[place]
            places = [each for each in range(8) if rules.can_pick(code, each)]
            place = next(each for each in places if rules.picked_kind(code, each) == kind)
    return rules.PICK + rules.PLACES * slot + place if 0 <= place < rules.PLACES else None


# Writing a position

STEPS = {
    rules.BLOCKING: "block",
    rules.PICKING: "pick",
    rules.REVIVING: "revive",
    rules.GIVING: "give",
    rules.NAMING: "name",
    rules.ORDERING: "top",
    rules.PLACING: "place",
}


def write_position(state: Record) -> dict[str, Any]:
    """A state or view as the JSON object of a position; `read_position` gives it back."""
    players = range(int(state.players))
    hidden = state.viewer != FULL
    position: dict[str, Any] = {"game": NAME, "players": int(state.players)}
    position["options"] = options_of(state)
    if hidden:
        position["viewer"] = int(state.viewer)
    position["hands"] = [
        f"?{state.hand_count[player]}"
        if hidden and player != state.viewer and state.step != rules.OVER
        else counted(state.hand[player])
        for player in players
    ]
    groups = state.groups[: state.group_count].tolist()
    position["islands"] = [
        [rules.group_text(code) for code in groups if rules.owner_of(code) == player]
        for player in players
    ]
    position["draw"] = draw_text(state)
    position["faceup"] = words(state.faceup[: state.faceup_count])
    position["discard"] = words(state.discard[: state.discard_count])
    position["to_move"] = int(state.current)
    position["went_out"] = None if state.went_out < 0 else int(state.went_out)
    position["turn"] = write_turn(state)
    points = np.zeros(len(players), np.int64)
    plain(rules.scores)(state, points)
    position["scores"] = points.tolist()
    position["known"] = write_known(state)
    if state.key.any():
        position["chance"] = key_to_hex(state.key)
    if state.chances:
        position["chances"] = int(state.chances)
    return position


def words(kinds: Iterable[int]) -> str:
    """Cards with blanks between them."""
    return " ".join(KIND_TEXTS[kind] for kind in kinds)


def counted(cards: Any) -> str:
    """Cards counted by kind."""
    return words(kind for kind, count in enumerate(cards.tolist()) for _ in range(count))


def draw_text(state: Record) -> str:
    """The draw pile, its top card first; cards that a view does not know by their number."""
    parts: list[str] = []
    unknown, viewer = 0, int(state.viewer)
    draw, known = state.draw.tolist(), state.draw_known.tolist()
    for place in range(int(state.draw_count) - 1, -1, -1):
        if viewer == FULL or (viewer >= 0 and known[place] >> viewer & 1):
            parts += [f"?{unknown}"] if unknown else []
            unknown = 0
            parts.append(KIND_TEXTS[draw[place]])
        else:
            unknown += 1
    return " ".join(parts + ([f"?{unknown}"] if unknown else []))


def write_turn(state: Record) -> dict[str, Any] | None:
    """What the turn has in progress; None where it says nothing more."""
    if state.step == rules.OVER:
        return None
    step = STEPS.get(int(state.step))
    turn: dict[str, Any] = {
        "player": int(state.turn),
        "lifts": int(state.lifts),
        "elixirs": int(state.elixirs),
        "step": step,
    }
    if step is None and not (state.lifts or state.elixirs):
        return None
    if step in ("block", "pick", "revive", "give", "name"):
        turn["card"] = KIND_TEXTS[state.card]
    if step in ("block", "pick", "name"):
        turn["target"] = None if state.target < 0 else int(state.target)
    if step == "revive" or (step == "block" and state.card == rules.ELIXIR):
        turn["tired"] = bool(state.tired)
    if step == "top":
        turn["cards"] = int(state.unordered)
    if step == "place":
        turn["left"] = int(state.placers)
    return turn


def kinds_text(bits: int) -> str:
    """Kinds given as bits."""
    kinds = int(bits)
    return words(kind for kind in range(rules.KINDS) if kinds >> kind & 1)


def write_known(state: Record) -> dict[str, Any]:
    """What all know of the hands, what only some know, and who has looked at the draw pile."""
    players = range(int(state.players))
    knowers = state.draw_known[: state.draw_count][::-1].tolist()
    return {
        "hands": [counted(state.known[player]) for player in players],
        "secrets": [[counted(state.known_to[knower, p]) for p in players] for knower in players],
        "draw": [
            [place for place, bits in enumerate(knowers) if bits >> knower & 1]
            for knower in players
        ],
        "none": [kinds_text(state.none[player]) for player in players],
        "excluded": [kinds_text(state.excluded[player]) for player in players],
        "fresh": [int(state.fresh[player]) for player in players],
    }


# Reading a position

KEYS = (
    "game", "players", "options", "viewer", "hands", "islands", "draw", "faceup", "discard",
    "to_move", "went_out", "turn", "scores", "known", "chance", "chances",
)  # fmt: skip


def read_position(position: Mapping[str, Any]) -> Records:
    """The state, or view, that a position describes. Raises BadPosition, BadOptions."""
    check_keys(position, KEYS)
    players = number_at(position, "players", rules.MIN_PLAYERS, rules.MAX_PLAYERS, None)
    options = options_records(check_options(players, options_at(position)))
    records = np.zeros(1, rules.State)
    state: Record = records[0]
    plain(rules.clear)(state)
    state.players = players
    state.lifts_allowed = options[0]["lifts"]
    state.counts = options[0]["deck"]
    state.current = number_at(position, "to_move", -1, players - 1, 0)
    state.step = rules.OVER if state.current < 0 else rules.MAIN
    read_hands(position, state)
    read_chance(position, state)
    read_islands(position, state)
    read_open_piles(position, state)
    read_turn(position, state)
    read_known(position, state)
    read_draw_pile(position, state)
    for player in range(players):
        check_room(state, player)
    settle(position, state)
    check_step(records)
    return records


def read_hands(position: Mapping[str, Any], state: Record) -> None:
    """The hands, and whose view it is."""
    players = int(state.players)
    texts = list_at(position, "hands", players)
    draw = position.get("draw")
    hidden = "?" if isinstance(draw, str) and "?" in draw else ""
    state.viewer = viewer_of(position, players, [*texts, hidden])
    for player, text in enumerate(texts):
        where = f"hands[{player}]"
        if state.viewer in (FULL, player) or state.step == rules.OVER:
            state.hand_count[player] = read_cards(where, text, state.hand[player])
        else:
            state.hand_count[player] = hidden_at(where, text, rules.MAX_CARDS)


def read_cards(where: str, text: object, cards: Any) -> int:
    """Cards counted by kind into `cards`; returns how many."""
    kinds = words_at(where, text, KIND_NUMBERS, "3 W ship P")
    if len(kinds) > rules.MAX_CARDS:
        raise BadPosition("too-many-cards", f"{where}: {len(kinds)} cards; expected at most 120")
    for kind in kinds:
        cards[kind] += 1
    return len(kinds)


def read_islands(position: Mapping[str, Any], state: Record) -> None:
    """The groups of all islands."""
    islands = list_at(position, "islands", int(state.players))
    cards = 0
    for player, island in enumerate(islands):
        where = f"islands[{player}]"
        texts = list_at({where: island if island != "" else []}, where)
        pirates = 0
        for place, text in enumerate(texts):
            code = read_group(text) if isinstance(text, str) else None
            if code is None:
                raise BadPosition(
                    "bad-group",
                    f"{where}[{place}]: {shown(text)}; expected a group, "
                    'like "111", "1WW=", "12W4567", "cannon+ship+thief" or "PP"',
                )
            pirates += int(rules.type_of(code) == rules.PIRATES)
            if pirates > 1:
                raise BadPosition(
                    "bad-group", f"{where}[{place}]: {text}; expected all P in one group"
                )
            cards += rules.count_of(code)
            if cards > rules.MAX_CARDS:
                raise BadPosition(
                    "too-many-cards", f"{where}: {cards} cards so far; expected at most 120 in all"
                )
            plain(rules.insert_group)(state, player << 56 | code)


def read_open_piles(position: Mapping[str, Any], state: Record) -> None:
    """The face-up cards and the discard pile."""
    for key, most in (("faceup", 2), ("discard", rules.MAX_CARDS)):
        kinds = words_at(key, position.get(key, ""), KIND_NUMBERS, "3 W ship P")
        if len(kinds) > most:
            raise BadPosition(
                "too-many-cards", f"{key}: {len(kinds)} cards; expected at most {most}"
            )
        state[key][: len(kinds)] = kinds
        state[f"{key}_count"] = len(kinds)


TURN = ("player", "lifts", "elixirs", "step", "card", "target", "tired", "cards", "left")
KNOWN = ("hands", "secrets", "draw", "none", "excluded", "fresh")
NEEDED: dict[str | None, tuple[str, ...]] = {
    None: (),
    "block": ("card",),
    "pick": ("card", "target"),
    "revive": (),
    "give": (),
    "name": ("target",),
    "top": ("cards",),
    "place": ("left",),
}
"""The keys without which a step means nothing."""

MORE: dict[str | None, tuple[str, ...]] = {
    "block": ("target", "tired"),
    "revive": ("card", "tired"),
    "give": ("card",),
    "name": ("card",),
}
"""The keys that may stand beside them."""

OTHERS_DECIDE = ("block", "give")
CARDS_OF_STEP = {
    "pick": ("thief", "cannon"),
    "revive": ("elixir",),
    "give": ("captain",),
    "name": ("parrot",),
}


def read_turn(position: Mapping[str, Any], state: Record) -> None:
    """What the turn has in progress."""
    turn = object_at(position, "turn", TURN)
    if turn and state.step == rules.OVER:
        raise BadPosition("game-over", "turn: the game is over; expected null")
    step = turn.get("step")
    if not (step is None or isinstance(step, str)) or step not in NEEDED:
        expected = ", ".join(str(name) for name in NEEDED if name)
        raise BadPosition("bad-turn", f"turn: step: {shown(step)}; expected {expected}")
    for key in NEEDED[step]:
        if key not in turn:
            raise BadPosition("bad-turn", f"turn: {key}: missing; expected in step {step}")
    allowed = ("player", "lifts", "elixirs", "step", *NEEDED[step], *MORE.get(step, ()))
    for key in turn:
        if key not in allowed:
            raise BadPosition("bad-turn", f"turn: {key}; expected only {', '.join(allowed)}")
    if state.step == rules.OVER:
        return
    state.turn = number_at(turn, "player", 0, int(state.players) - 1, int(state.current))
    state.lifts = number_at(turn, "lifts", 0, int(state.lifts_allowed), 0)
    state.elixirs = number_at(turn, "elixirs", 0, rules.MAX_CARDS, 0)
    if (state.turn == state.current) == (step in OTHERS_DECIDE):
        whose = "an opponent" if step in OTHERS_DECIDE else "the player whose turn it is"
        raise BadPosition("wrong-turn", f"to_move: {state.current}; expected {whose}")
    if step is not None:
        state.step = {name: number for number, name in STEPS.items()}[step]
        read_step(turn, str(step), state)


def read_step(turn: Mapping[str, Any], step: str, state: Record) -> None:
    """What a BLACK card asks for, or the last placing."""
    if step == "place":
        state.placers = number_at(turn, "left", 1, int(state.players), None)
    elif step == "top":
        state.unordered = number_at(turn, "cards", 2, 4, None)
        state.card = rules.SPYGLASS
    else:
        fitting = CARDS_OF_STEP.get(step, BLACK_TEXTS[:-1])
        card = turn.get("card", fitting[0])
        if card not in fitting:
            raise BadPosition(
                "bad-turn", f"turn: card: {shown(card)}; expected {', '.join(fitting)}"
            )
        state.card = KIND_NUMBERS[card]
        state.tired = flag_at(turn, "tired")
        if state.tired and state.card != rules.ELIXIR:
            raise BadPosition("bad-turn", f"turn: tired: true; expected false for {card}")
        read_target(turn, state)


def read_target(turn: Mapping[str, Any], state: Record) -> None:
    """Whom the card is aimed at; the one who is asked, where it is aimed at somebody."""
    aimed = rules.AIMED >> int(state.card) - rules.THIEF & 1
    target = turn.get("target")
    if not aimed:
        if target is not None:
            raise BadPosition(
                "bad-turn", f"turn: target: {shown(target)}; expected none for this card"
            )
        return
    if target is None and state.step == rules.BLOCKING:
        target = int(state.current)
    state.target = number_at({"turn: target": target}, "turn: target", 0, state.players - 1, None)
    asked = int(state.current) if state.step == rules.BLOCKING else int(state.target)
    if state.target == state.turn or state.target != asked:
        raise BadPosition("bad-turn", f"turn: target: {target}; expected an opponent who is asked")


def read_known(position: Mapping[str, Any], state: Record) -> None:
    """What is known of the hands; where it is absent, nothing is known and nothing follows."""
    players = int(state.players)
    known = object_at(position, "known", KNOWN)
    for player, text in enumerate(list_at(known, "hands", players)):
        read_cards(f"known: hands[{player}]", text, state.known[player])
    for knower, texts in enumerate(list_at(known, "secrets", players)):
        where = f"known: secrets[{knower}]"
        told = {} if texts in ("", []) else {where: texts}
        for player, text in enumerate(list_at(told, where, players)):
            cards = read_cards(f"{where}[{player}]", text, state.known_to[knower, player])
            if cards and (knower == player or state.viewer not in (FULL, knower, player)):
                raise BadPosition(
                    "bad-secret",
                    f"{where}[{player}]: {shown(text)}; expected none of one's own hand, and in a "
                    "view only what its viewer knows, or others of the viewer's hand",
                )
    for player in range(players):
        for knower in range(players):
            check_known(state, knower, player)
    for key, field in (("none", state.none), ("excluded", state.excluded)):
        for player, text in enumerate(list_at(known, key, players)):
            kinds = set(words_at(f"known: {key}[{player}]", text, KIND_NUMBERS, "3 W ship P"))
            field[player] = sum(1 << kind for kind in kinds)
    for player in range(players):
        check_none(state, player)
    state.fresh[:players] = numbers_at(known, "fresh", players, 0, rules.MAX_CARDS)


def check_known(state: Record, knower: int, player: int) -> None:
    """What somebody knows of a hand is in it."""
    sure = state.known[player] + state.known_to[knower, player]
    shown_hand = state.viewer in (FULL, player) or state.step == rules.OVER
    if (shown_hand and (sure > state.hand[player]).any()) or (
        sure.sum() > state.hand_count[player]
    ):
        raise BadPosition(
            "not-held", f"known: {counted(sure)} of hands[{player}]; expected cards of that hand"
        )


def check_none(state: Record, player: int) -> None:
    """What a hand is known not to hold is not in it."""
    held = np.maximum(state.hand[player], state.known[player])
    held = np.maximum(held, state.known_to[:, player].max(axis=0))
    there = sum(1 << kind for kind in range(rules.KINDS) if held[kind])
    both = int(state.none[player]) & there
    if both:
        raise BadPosition(
            "bad-none",
            f"known: none[{player}]: {kinds_text(both)} of that hand; expected what it lacks",
        )


def read_draw_pile(position: Mapping[str, Any], state: Record) -> None:
    """The draw pile, its top card first; absent, all cards left over, in a view their number."""
    left = left_over(state)
    kinds = read_draw(position, state, left)
    count = len(kinds)
    state.draw_count = count
    state.draw[:count] = [max(0, kind) for kind in kinds[::-1]]
    known = object_at(position, "known", KNOWN)
    for knower, places in enumerate(list_at(known, "draw", int(state.players))):
        where = f"known: draw[{knower}]"
        for place in list_at({where: places} if places != "" else {}, where):
            top = number_at({where: place}, where, 0, count - 1, None)
            state.draw_known[count - 1 - top] |= 1 << knower
    if state.step == rules.ORDERING:
        state.draw_known[max(0, count - 4) : count] |= 1 << int(state.turn)
    for place in range(count if state.viewer != FULL else 0):
        told = kinds[count - 1 - place] >= 0
        if told != plain(rules.has_seen)(state, int(state.viewer), place):
            raise BadPosition(
                "hidden-cards",
                "draw: a view shows just the cards its viewer looked at; expected known to say so",
            )


def check_room(state: Record, player: int) -> None:
    """Enough unseen cards can be the hidden ones of a hand."""
    if state.viewer in (FULL, player) or state.step == rules.OVER:
        return
    left = unseen(state)
    sure = int(state.known[player].sum())
    if state.viewer >= 0:
        sure += int(state.known_to[state.viewer, player].sum())
    hidden = int(state.hand_count[player]) - sure
    possible = sum(n for kind, n in enumerate(left) if not state.none[player] >> kind & 1)
    if hidden > possible:
        raise BadPosition(
            "bad-none",
            f"known: none[{player}]: leaves {possible} cards for {hidden} in that hand; expected "
            "as many",
        )


def unseen(state: Record) -> list[int]:
    """How many cards of each kind a view shows nowhere, the draw pile included."""
    left = left_over(state)
    for place in range(int(state.draw_count)):
        left[state.draw[place]] -= int(plain(rules.has_seen)(state, int(state.viewer), place))
    return left


def left_over(state: Record) -> list[int]:
    """How many cards of each kind a position shows nowhere. Raises BadPosition."""
    left = state.counts.astype(np.int64)
    lying = np.zeros(rules.KINDS, np.int8)
    for code in state.groups[: state.group_count].tolist():
        rules.count_cards(code, lying)
    left -= lying
    for player in range(int(state.players)):
        left -= state.hand[player]
        if state.viewer not in (FULL, player) and state.step != rules.OVER:
            left -= state.known[player]
            if state.viewer >= 0:
                left -= state.known_to[state.viewer, player]
    piles = [*state.faceup[: state.faceup_count], *state.discard[: state.discard_count]]
    left -= np.bincount(piles, minlength=rules.KINDS).astype(np.int64)
    for kind, number in enumerate(left):
        if number < 0:
            raise too_many(state, kind, int(state.counts[kind] - number))
    return left.tolist()  # type: ignore[no-any-return]


def too_many(state: Record, kind: int, found: int) -> BadPosition:
    """More cards of a kind than the deck has."""
    return BadPosition(
        "too-many-cards",
        f"cards: {found} of {KIND_TEXTS[kind]}; expected at most {state.counts[kind]}",
    )


def read_draw(position: Mapping[str, Any], state: Record, left: list[int]) -> list[int]:
    """The kinds of the draw pile, its top card first, -1 for a hidden card. Raises BadPosition."""
    hidden = 0
    if state.viewer != FULL and state.step != rules.OVER:
        hidden = int(state.hand_count.sum() - state.hand.sum() - state.known.sum())
        hidden += int(state.known[state.viewer].sum()) if state.viewer >= 0 else 0
        hidden -= int(state.known_to[state.viewer].sum()) if state.viewer >= 0 else 0
    text = position.get("draw")
    if text is None and state.viewer == FULL:
        kinds = np.repeat(np.arange(rules.KINDS, dtype=np.int8), left)
        generator = np.empty(4, np.uint64)
        start(generator, state.key, FILL, 0)
        shuffle(kinds, len(kinds), len(kinds), generator)
        return kinds.tolist()
    if text is None:
        found = [-1] * max(0, sum(left) - hidden)
    else:
        found = read_hidden_cards(text, state.viewer != FULL)
    for kind in set(found) - {-1}:
        if found.count(kind) > left[kind]:
            raise too_many(state, kind, int(state.counts[kind]) - left[kind] + found.count(kind))
    if len(found) + hidden > sum(left):
        raise BadPosition(
            "too-many-cards",
            f"hidden cards: {len(found) + hidden}; expected at most the {sum(left)} unseen",
        )
    return found


def read_hidden_cards(text: object, hidden: bool) -> list[int]:
    """A draw pile in which some cards are hidden: "ship ?30"; -1 for each of them."""
    if not isinstance(text, str):
        raise BadPosition("bad-cards", f'draw: {shown(text)}; expected cards, like "3 W ship P"')
    kinds: list[int] = []
    for word in text.split(" ") if text else []:
        if hidden and word.startswith("?"):
            kinds += [-1] * hidden_at("draw", word, rules.MAX_CARDS)
        else:
            kinds += words_at("draw", word or " ", KIND_NUMBERS, "3 W ship P")
        if len(kinds) > rules.MAX_CARDS:
            raise BadPosition("too-many-cards", "draw: too many cards; expected at most 120")
    return kinds


def settle(position: Mapping[str, Any], state: Record) -> None:
    """A game that is over, a last placing that begins, a player who is out; then what must fit."""
    out = position.get("went_out")
    if out is not None:
        state.went_out = number_at(position, "went_out", 0, int(state.players) - 1, None)
        if state.step != rules.OVER:
            raise BadPosition("game-over", f"to_move: {state.current}; expected -1 after going out")
        full = plain(rules.full_rainbows)(state, int(state.went_out))
        if state.hand_count[state.went_out] or full < 2:
            raise BadPosition(
                "not-out", f"went_out: {out}; expected a player with two full rainbows and no cards"
            )
    player = int(state.current)
    gone = state.draw_count == 0 and state.faceup_count == 0
    if state.step == rules.MAIN and gone:
        lifts = int(state.lifts)
        rules.run_out(state, player)
        state.lifts = lifts
    elif state.step == rules.MAIN and not state.hand_count[player]:
        rules.go_on(state)
        if state.step == rules.OVER and state.viewer != FULL:
            raise BadPosition("game-over", f"hands[{player}]: out; expected to_move -1 in a view")
    elif gone and state.step not in (rules.PLACING, rules.OVER):
        raise BadPosition("bad-turn", "turn: step; expected the last placing without cards to draw")
    if "scores" in position:
        points = np.zeros(int(state.players), np.int64)
        plain(rules.scores)(state, points)
        if list_at(position, "scores", int(state.players)) != points.tolist():
            raise BadPosition(
                "bad-scores", f"scores: {shown(position['scores'])}; expected {points.tolist()}"
            )


def check_step(records: Records) -> None:
    """A step in which something can be decided."""
    state: Record = records[0]
    if state.step == rules.PLACING and (state.draw_count > 0 or state.faceup_count > 0):
        raise BadPosition("bad-turn", "turn: step place; expected no cards left to draw")
    if state.step == rules.ORDERING and state.unordered > min(
        rules.LOOKED_AT, int(state.draw_count)
    ):
        raise BadPosition("bad-turn", "turn: cards; expected no more than the draw pile has")
    played = state.step not in (rules.MAIN, rules.PLACING, rules.OVER)
    top = int(state.discard[state.discard_count - 1]) if state.discard_count else -1
    if played and top != state.card:
        raise BadPosition(
            "bad-turn", "turn: card; expected the card played on top of the discard pile"
        )
    nothing = state.step == rules.NAMING and state.hand_count[state.target] == 0
    nothing |= state.step == rules.BLOCKING and state.hand_count[state.current] == 0
    if state.step == rules.GIVING and state.viewer not in (FULL, state.current):
        nothing = not may_hold_black(state, int(state.current))
    elif state.step != rules.OVER:
        legal = np.zeros(rules.ACTIONS, np.int16)
        nothing |= legal_actions_at(records, 0, legal) == 0
    if nothing:
        raise BadPosition("bad-turn", "turn: step; expected one in which there is a choice")


def may_hold_black(state: Record, player: int) -> bool:
    """Whether a hidden hand is known to hold a BLACK card, or may hold an unseen one."""
    sure = state.known[player].copy()
    if state.viewer >= 0:
        sure += state.known_to[state.viewer, player]
    black = range(rules.THIEF, rules.RAINBOW_PIRATE)
    left = unseen(state)
    possible = any(left[kind] and not int(state.none[player]) >> kind & 1 for kind in black)
    return bool(sure[black].any() or (possible and sure.sum() < state.hand_count[player]))
