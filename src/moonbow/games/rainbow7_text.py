"""The text forms of Rainbow 7: options, actions and positions (docs/formats.md).

Cards are written R3 (R O Y G B I V and the value), a Rainbow card W. The actions of a turn, in
their order: "R3R4W" or "rainbow", ">A", "^R4", "*cloud:2" or "*", "+deck" or "+B".
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from moonbow.games import rainbow7 as rules
from moonbow.games.contract import Records
from moonbow.games.errors import BadAction, BadOptions, BadPosition, shown
from moonbow.games.kernel import FULL, Record, key_to_hex, plain, shuffle, start
from moonbow.games.reading import (
    FILL,
    check_keys,
    check_names,
    flag,
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

is_seven = plain(rules.is_seven)

NAME = "rainbow7"
POINTS = "Rain tokens"  # what `scores` counts
COLOR_TEXTS = "ROYGBIV"
CARD_TEXTS = [
    f"{color}{value}" for color in COLOR_TEXTS for value in range(1, rules.VALUES + 1)
] + ["W"]
CARD_NUMBERS = {text: card for card, text in enumerate(CARD_TEXTS)}
PILE_TEXTS = "ABC"
MOST_TOKENS = 1_000_000

# Options

EFFECTS = ("downpour", "cloud", "shelter", "sunshine")
"""The effects of a seven, by number."""

PRINTED = ("downpour", "downpour", "cloud", "cloud", "shelter", "shelter", "sunshine")
OPTIONS = (
    "printed_sevens", "effects", "colors", "values", "rainbow_cards", "hand_size", "tokens_to_end",
)  # fmt: skip

SIMULATED: dict[str, Any] = {}
"""Options whose defaults are others in simulations and environments."""


def check_options(players: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game, the chosen ones checked, the others at their defaults.

    printed_sevens, effects (of the red to the violet 7, where they are printed), colors (players
    + 2 to 7), values (2 to 7), rainbow_cards (0 to 4), hand_size (null: 7, or as many as a smaller
    deck gives), tokens_to_end (1 to 99). Raises BadOptions.
    """
    if not is_whole(players, rules.MIN_PLAYERS, rules.MAX_PLAYERS):
        raise BadOptions("players", f"players: {shown(players)}; expected 2 to 5")
    check_names("options", chosen, OPTIONS)
    colors = option(chosen, "colors", players + rules.SPARE_SEVENS, rules.COLORS, rules.COLORS)
    values = option(chosen, "values", 2, rules.VALUES, rules.VALUES)
    rainbow_cards = option(chosen, "rainbow_cards", 0, 4, rules.MAX_RAINBOW_CARDS)
    piles = 0 if rainbow_cards else 1  # beside the two 7s, one more card for the third pile
    most = min(12, 1 + (colors * (values - 1) - piles) // players)
    return {
        "printed_sevens": flag(chosen, "printed_sevens", False),
        "effects": check_effects(chosen.get("effects")),
        "colors": colors,
        "values": values,
        "rainbow_cards": rainbow_cards,
        "hand_size": option(chosen, "hand_size", 1, most, min(most, 7)),
        "tokens_to_end": option(chosen, "tokens_to_end", 1, 99, 7),
    }


def check_effects(effects: object) -> list[str]:
    """The effects printed on the seven 7s; absent, our own. Raises BadOptions."""
    if effects is None:
        return list(PRINTED)
    if not isinstance(effects, list | tuple) or len(effects) != len(PRINTED):
        raise BadOptions("bad-option", f"options: effects: {shown(effects)}; expected a list of 7")
    for color, effect in zip(COLOR_TEXTS, effects, strict=True):
        if effect not in EFFECTS:
            raise BadOptions(
                "bad-option",
                f"options: effects: {color}7: {shown(effect)}; expected {', '.join(EFFECTS)}",
            )
    return list(effects)


def options_records(options: Mapping[str, Any]) -> Records:
    """Checked options as one record, for `deal`."""
    records = np.zeros(1, rules.Options)
    for name in OPTIONS:
        if name == "effects":
            records[0]["effects"] = [EFFECTS.index(effect) for effect in options["effects"]]
        else:
            records[0][name] = options[name]
    return records


def options_of(state: Record) -> dict[str, Any]:
    """The options a game is played with."""
    return {
        "printed_sevens": bool(state.printed_sevens),
        "effects": [EFFECTS[effect] for effect in state.effects],
        "colors": int(state.colors),
        "values": int(state.values),
        "rainbow_cards": int(state.rainbow_cards),
        "hand_size": int(state.hand_size),
        "tokens_to_end": int(state.tokens_to_end),
    }


# Actions


def combo_text(cards: Iterable[int]) -> str:
    """A combination: its cards joined."""
    return "".join(CARD_TEXTS[card] for card in cards)


COMBO_TEXTS = [
    combo_text(rules.listed(colors, rainbow))
    for colors, rainbow in zip(
        rules.COMBO_COLORS.tolist(), rules.COMBO_RAINBOW.tolist(), strict=True
    )
]
ACTION_TEXTS = [
    *COMBO_TEXTS,
    "rainbow",
    *[f">{pile}" for pile in PILE_TEXTS],
    *[f"^{card}" for card in CARD_TEXTS],
    "*",
    "*downpour",
    *[f"*cloud:{player}" for player in range(rules.MAX_PLAYERS)],
    "*shelter",
    "*sunshine",
    "+deck",
    *[f"+{pile}" for pile in PILE_TEXTS],
]
ACTION_NUMBERS = {text: number for number, text in enumerate(ACTION_TEXTS)}


def action_text(_state: Record, action: int) -> str:
    """The text of an action number."""
    return ACTION_TEXTS[action]


def split_text(text: str) -> list[str]:
    """The actions that a text stands for: several of one turn may be given with blanks between."""
    return text.split() if isinstance(text, str) and text.split() else [text]


def action_number(_state: Record, text: str) -> int:
    """The number of an action text, legal or not; a combination in any order. Raises BadAction."""
    number = ACTION_NUMBERS.get(sorted_combo(text)) if isinstance(text, str) else None
    if number is None:
        raise BadAction(
            "no-action",
            f"{shown(text)} is no action; expected a form like "
            '"R3R4W", "rainbow", ">A", "^R4", "*cloud:2", "*", "+deck"',
        )
    return number


def sorted_combo(text: str) -> str:
    """The cards of a combination in their order; any other text as it is."""
    if len(text) > 2 * rules.MAX_CARDS or not re.fullmatch("(?:[ROYGBIV][1-7]|W)+", text):
        return text
    return combo_text(sorted(CARD_NUMBERS[card] for card in re.findall("[ROYGBIV][1-7]|W", text)))


# Writing a position

STEPS = {rules.PILE: "pile", rules.ORDER: "order", rules.SEVENS: "sevens", rules.DRAW: "draw"}


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
        if hidden and player != state.viewer and state.phase != rules.OVER
        else hand_text(state.hand[player], state.rainbow[player])
        for player in players
    ]
    deck = state.deck[: state.deck_count][::-1]
    position["deck"] = f"?{state.deck_count}" if hidden else words(deck)
    position["piles"] = [
        words(state.piles[pile, : state.pile_count[pile]]) for pile in range(rules.PILES)
    ]
    position["tokens"] = [int(state.tokens[player]) for player in players]
    position["to_move"] = int(state.current)
    position["first"] = int(state.first_player)
    position["round"] = int(state.round_number)
    if not hidden:
        position["sevens"] = sevens_text(state.sevens)
    position["struck"] = bool(state.struck)
    position["tucked"] = [int(state.tucked[player]) for player in players]
    position["turn"] = write_turn(state)
    position["last"] = write_last(state) if state.round_number else None
    position["known"] = write_known(state)
    if state.key.any():
        position["chance"] = key_to_hex(state.key)
    if state.chances:
        position["chances"] = int(state.chances)
    return position


def words(cards: Iterable[int]) -> str:
    """Cards with blanks between them."""
    return " ".join(CARD_TEXTS[card] for card in cards)


def hand_text(colors: Any, rainbow: int) -> str:
    """Cards kept as values by color, and Rainbow cards."""
    return words(rules.listed(colors, int(rainbow)))


def sevens_text(bits: int) -> str:
    """The 7s of the colors given as bits."""
    return " ".join(f"{c}7" for color, c in enumerate(COLOR_TEXTS) if int(bits) >> color & 1)


def write_turn(state: Record) -> dict[str, Any] | None:
    """What the turn has in progress; None at its start."""
    if state.phase not in STEPS:
        return None
    turn: dict[str, Any] = {"step": STEPS[int(state.phase)]}
    if state.phase != rules.PILE:
        turn["pile"] = PILE_TEXTS[state.pile]
    if state.phase in (rules.PILE, rules.ORDER):
        turn["cards"] = hand_text(state.combo, state.combo_rainbow)
    if state.phase != rules.DRAW:
        turn["sevens"] = int(state.sevens_left)
        if state.printed_sevens:
            turn["sevens"] = [
                name for name, left in zip(EFFECTS, state.effects_left, strict=True)
                for _ in range(left)
            ]  # fmt: skip
    if state.phase == rules.SEVENS:
        turn["sheltered"] = bool(state.sheltered)
    return turn


def write_last(state: Record) -> dict[str, Any]:
    """The hands shown and the tokens when the last round had ended."""
    players = range(int(state.players))
    return {
        "hands": [hand_text(state.last_hand[p], state.last_rainbow[p]) for p in players],
        "tokens": [int(state.last_tokens[p]) for p in players],
    }


KNOWN = {
    "seven": ("holds_seven", 1),
    "sevens_dealt": ("dealt_sevens", 7),
    "rainbow": ("dealt_rainbow", 4),
    "draws": ("draws", rules.MAX_CARDS),
}
"""Facts by player in a position's `known`: the field of the record and the highest value."""


def write_known(state: Record) -> dict[str, Any]:
    """What all players know of the hands, and the 7s they have seen."""
    players = range(int(state.players))
    known: dict[str, Any] = {
        "hands": [hand_text(state.known[p], state.known_rainbow[p]) for p in players],
        "sevens": sevens_text(state.sevens_seen),
    }
    for key, (field, _) in KNOWN.items():
        known[key] = [int(state[field][player]) for player in players]
    return known


# Reading a position

KEYS = (
    "game", "players", "options", "viewer", "hands", "deck", "piles", "tokens", "to_move", "first",
    "round", "sevens", "struck", "tucked", "turn", "last", "known", "chance", "chances",
)  # fmt: skip


def read_position(position: Mapping[str, Any]) -> Records:
    """The state, or view, that a position describes. Raises BadPosition, BadOptions."""
    check_keys(position, KEYS)
    players = number_at(position, "players", rules.MIN_PLAYERS, rules.MAX_PLAYERS, None)
    options = options_records(check_options(players, options_at(position)))
    records = np.zeros(1, rules.State)
    state: Record = records[0]
    state.players = players
    for name in OPTIONS:
        state[name] = options[0][name]
    read_course(position, state)
    read_hands(position, state)
    read_chance(position, state)
    read_piles(position, state)
    read_turn(position, state)
    read_last(position, state)
    read_known(position, state)
    check_cards(state)
    read_sevens(position, state)
    read_deck(position, state)
    check_step(state)
    check_hands(state)
    check_end(state)
    check_known(state)
    return records


def check_step(state: Record) -> None:
    """A step that a turn can come to."""
    if state.phase in (rules.SEVENS, rules.DRAW) and not state.pile_count[state.pile]:
        raise BadPosition(
            "bad-turn", "turn: pile: without cards; expected the one that was discarded to"
        )
    if state.phase == rules.DRAW and not rules.may_draw(state):
        raise BadPosition("no-draw", "turn: step draw, but there is nothing to draw; expected null")


def check_hands(state: Record) -> None:
    """Nobody is without cards but whoever has just shown the last ones (R7-27, R7-R11)."""
    without = [player for player in range(int(state.players)) if not state.hand_count[player]]
    if state.phase in (rules.PILE, rules.ORDER, rules.SEVENS):
        without = [player for player in without if player != state.current]
    elif state.phase == rules.OVER:
        without = without[1:]  # the first won it with a Perfect
    if without:
        raise BadPosition(
            "no-cards",
            f"hands[{without[0]}]: empty; expected cards, except of whoever has just shown the "
            "last ones",
        )


def check_end(state: Record) -> None:
    """The game is over where it can end, and only there (R7-28, R7-R8)."""
    most = int(state.tokens_to_end) - 1
    ends = plain(rules.game_ends)(state)
    if state.phase != rules.OVER:
        if ends and not state.struck:
            raise BadPosition(
                "game-over",
                f"tokens: {int(state.tokens.max())} in a round that is not struck; expected at "
                f"most {most}",
            )
        return
    if not ends:
        raise BadPosition(
            "not-over",
            f"to_move: -1, but nobody has {most + 1} tokens; expected a player, or struck",
        )
    totals = [plain(rules.worth)(state.hand[player]) for player in range(int(state.players))]
    if min(totals) > rules.LIMIT:
        raise BadPosition(
            "not-over",
            f"hands: all of {min(totals)} or more, the game over; expected one of at most "
            f"{rules.LIMIT}, of whoever ended it",
        )


def check_known(state: Record) -> None:
    """Who is known to have the 7 of the deal can have it."""
    hidden = 0
    for player in range(int(state.players)):
        if not state.holds_seven[player]:
            continue
        if not state.dealt_sevens[player]:
            raise BadPosition(
                "bad-known",
                f"known: sevens_dealt[{player}]: 0 where seven is 1; expected at least 1",
            )
        if is_shown(state, player):
            possible = plain(rules.sevens_of)(state.hand[player] & ~state.known[player]) > 0
        else:
            possible = unknown_cards(state, player) > 0
            hidden += 1
        if not possible:
            raise BadPosition(
                "not-held",
                f"known: seven[{player}]: 1; expected 0, or a 7 among the cards of that hand that "
                "not all have seen",
            )
    unseen = int(state.players) + rules.SPARE_SEVENS - sevens_in(places(state)).bit_count()
    if hidden > unseen:
        raise BadPosition(
            "too-many-sevens",
            f"known: seven: of {hidden} hidden hands; expected at most {unseen}, the 7s that lie "
            "nowhere else",
        )


def read_course(position: Mapping[str, Any], state: Record) -> None:
    """Whose decision it is, rounds and tokens."""
    players = int(state.players)
    state.current = number_at(position, "to_move", -1, players - 1, 0)
    state.phase = rules.OVER if state.current < 0 else rules.DISCARD
    state.first_player = number_at(position, "first", 0, players - 1, 0)
    state.round_number = number_at(position, "round", 0, MOST_TOKENS, 0)
    state.struck = flag_at(position, "struck")
    state.tokens[:players] = numbers_at(position, "tokens", players, 0, MOST_TOKENS)
    state.tucked[:players] = numbers_at(position, "tucked", players, 0, rules.MAX_RAINBOW_CARDS)


def read_hands(position: Mapping[str, Any], state: Record) -> None:
    """The hands, and whose view it is."""
    players = int(state.players)
    texts = list_at(position, "hands", players)
    state.viewer = viewer_of(position, players, [*texts, position.get("deck")])
    for player, text in enumerate(texts):
        where = f"hands[{player}]"
        if is_shown(state, player):
            state.hand_count[player] = read_cards(
                where, text, state.hand[player], state.rainbow, player
            )
        else:
            state.hand_count[player] = hidden_at(where, text, rules.MAX_CARDS)


def is_shown(state: Record, player: int) -> bool:
    """Whether a position shows the cards of a hand."""
    return bool(state.viewer in (FULL, player) or state.phase == rules.OVER)


def read_cards(where: str, text: object, colors: Any, rainbow: Any, player: int) -> int:
    """Cards kept as values by color, and Rainbow cards at `rainbow[player]`; returns how many."""
    cards = words_at(where, text, CARD_NUMBERS, "R3 W")
    for card in cards:
        if card == rules.RAINBOW:
            if rainbow[player] == rules.MAX_RAINBOW_CARDS:
                raise BadPosition("too-many-cards", f"{where}: more than 4 W; expected at most 4")
            rainbow[player] += 1
        else:
            color, bit = card // rules.VALUES, 1 << card % rules.VALUES
            if int(colors[color]) & bit:
                raise BadPosition(
                    "too-many-cards", f"{where}: {CARD_TEXTS[card]} twice; expected it once"
                )
            colors[color] |= bit
    return len(cards)


def read_piles(position: Mapping[str, Any], state: Record) -> None:
    """The three piles, the bottom card first."""
    for pile, text in enumerate(list_at(position, "piles", rules.PILES)):
        cards = words_at(f"piles[{pile}]", text, CARD_NUMBERS, "R3 W")
        if len(cards) > rules.MAX_CARDS:
            raise BadPosition(
                "too-many-cards", f"piles[{pile}]: {len(cards)} cards; expected at most 53"
            )
        state.piles[pile, : len(cards)] = cards
        state.pile_count[pile] = len(cards)
        state.sevens_seen |= sevens_in(cards)


def sevens_in(cards: Iterable[int]) -> int:
    """The 7s among cards: their colors as bits."""
    return sum(1 << color for color in {card // rules.VALUES for card in cards if is_seven(card)})


def read_turn(position: Mapping[str, Any], state: Record) -> None:
    """What the turn has in progress."""
    turn = object_at(position, "turn", ("step", "pile", "cards", "sevens", "sheltered"))
    if not turn:
        return
    if state.phase == rules.OVER:
        raise BadPosition("game-over", "turn: the game is over; expected null")
    steps = {name: phase for phase, name in STEPS.items()}
    step = turn.get("step")
    if not isinstance(step, str) or step not in steps:
        raise BadPosition("bad-turn", f"turn: step: {shown(step)}; expected {', '.join(steps)}")
    state.phase = steps[step]
    needed = {
        rules.PILE: ("cards",),
        rules.ORDER: ("pile", "cards"),
        rules.SEVENS: ("pile", "sevens"),
        rules.DRAW: ("pile",),
    }[int(state.phase)]
    more = {rules.PILE: ("sevens",), rules.ORDER: ("sevens",), rules.SEVENS: ("sheltered",)}
    allowed = ("step", *needed, *more.get(int(state.phase), ()))
    for key in turn:
        if key not in allowed:
            raise BadPosition("bad-turn", f"turn: {key}; expected only {', '.join(allowed)}")
    for key in needed:
        if key not in turn:
            raise BadPosition("bad-turn", f"turn: {key}: missing; expected in step {step}")
    if "pile" in needed:
        state.pile = pile_at(turn["pile"])
    possible: list[list[int]] = []
    if "cards" in needed:
        read_combo(turn["cards"], state)
        possible = combos_shown(state)
        if not possible:
            before = ", those before them on top of the pile" if "pile" in needed else ""
            raise BadPosition(
                "bad-turn",
                f"turn: cards: {shown(turn['cards'])}; expected the cards of a combination{before}",
            )
    if state.phase != rules.DRAW:
        read_effects(turn, possible, state)
    state.sheltered = flag_at(turn, "sheltered")


def pile_at(text: object) -> int:
    """A pile by its letter."""
    if text not in ("A", "B", "C"):
        raise BadPosition("bad-turn", f"turn: pile: {shown(text)}; expected A, B or C")
    return PILE_TEXTS.index(str(text))


def read_combo(text: object, state: Record) -> None:
    """The cards shown that are not yet on the pile."""
    rainbow = np.zeros(1, np.int8)
    read_cards("turn: cards", text, state.combo, rainbow, 0)
    state.combo_rainbow = rainbow[0]
    state.sevens_seen |= plain(rules.sevens_of)(state.combo)


def combos_shown(state: Record) -> list[list[int]]:
    """What combinations can have been shown: the cards left, alone or with some from the pile."""
    cards = list(rules.listed(state.combo, int(state.combo_rainbow)))
    pile: list[int] = []
    if state.phase == rules.ORDER:
        if len(cards) < 2:
            return []
        pile = state.piles[state.pile, : state.pile_count[state.pile]].tolist()
    most = min(rules.VALUES + rules.MAX_RAINBOW_CARDS - len(cards), len(pile))
    combos = [sorted([*cards, *pile[len(pile) - laid :]]) for laid in range(most + 1)]
    return [combo for combo in combos if combo_text(combo) in COMBO_TEXTS]


def effects_of(cards: Sequence[int], state: Record) -> Any:
    """How many effects the 7s of a combination give, or the printed ones."""
    sevens = [card // rules.VALUES for card in cards if is_seven(card)] if len(cards) > 1 else []
    if not state.printed_sevens:
        return len(sevens)
    return sorted([EFFECTS[state.effects[color]] for color in sevens], key=EFFECTS.index)


def read_effects(turn: Mapping[str, Any], possible: list[list[int]], state: Record) -> None:
    """How many effects are left to use, or which; none is used before all cards are laid."""
    effects = [effects_of(cards, state) for cards in possible]
    found = turn.get("sevens", effects[0] if effects else None)
    if state.printed_sevens:
        if not isinstance(found, list) or any(name not in EFFECTS for name in found):
            raise BadPosition(
                "bad-turn", f"turn: sevens: {shown(found)}; expected a list of effects"
            )
        found = sorted(found, key=EFFECTS.index)
        for name in found[: rules.COLORS + 1]:
            state.effects_left[EFFECTS.index(name)] += 1
    left = len(found) if state.printed_sevens else found
    fewest = 1 if state.phase == rules.SEVENS else 0
    state.sevens_left = number_at(
        {"turn: sevens": left}, "turn: sevens", fewest, rules.COLORS, None
    )
    if effects and found not in effects:
        raise BadPosition(
            "bad-turn", f"turn: sevens: {shown(found)}; expected {effects[0]}, of the cards shown"
        )


def read_last(position: Mapping[str, Any], state: Record) -> None:
    """What was shown when the last round had ended."""
    players = int(state.players)
    last = object_at(position, "last", ("hands", "tokens"))
    if last and not state.round_number:
        raise BadPosition("bad-last", "last: no round has ended; expected null")
    left = deck_of(state)
    for player, text in enumerate(list_at(last, "hands", players)):
        where = f"last: hands[{player}]"
        read_cards(where, text, state.last_hand[player], state.last_rainbow, player)
        for card in rules.listed(state.last_hand[player], int(state.last_rainbow[player])):
            if card not in left:
                raise BadPosition(
                    "too-many-cards",
                    f"{where}: {CARD_TEXTS[card]} once too often; expected no more than the deck "
                    "has",
                )
            left.remove(card)
        state.sevens_seen |= plain(rules.sevens_of)(state.last_hand[player])
    state.last_tokens[:players] = numbers_at(last, "tokens", players, 0, MOST_TOKENS)


def read_known(position: Mapping[str, Any], state: Record) -> None:
    """What all players know; where it is absent, nothing is known and nothing follows."""
    players = int(state.players)
    known = object_at(position, "known", ("hands", "sevens", *KNOWN))
    for player, text in enumerate(list_at(known, "hands", players)):
        where = f"known: hands[{player}]"
        count = read_cards(where, text, state.known[player], state.known_rainbow, player)
        missing = any(state.known[player] & ~state.hand[player])
        missing |= bool(state.known_rainbow[player] > state.rainbow[player])
        if count > state.hand_count[player] or (is_shown(state, player) and missing):
            raise BadPosition("not-held", f"{where}: {shown(text)}; expected cards of that hand")
        state.sevens_seen |= plain(rules.sevens_of)(state.known[player])
    state.sevens_seen |= sevens_at("known: sevens", known.get("sevens", ""))
    for key, (field, most) in KNOWN.items():
        default = most if key == "draws" else 0
        state[field][:players] = numbers_at(known, key, players, 0, most, default)
    if "sevens_dealt" not in known:
        state.dealt_sevens[:] = state.holds_seven


def sevens_at(where: str, text: object) -> int:
    """7s as the bits of their colors."""
    cards = words_at(where, text, CARD_NUMBERS, "R7 V7")
    if not all(map(is_seven, cards)):
        raise BadPosition("bad-cards", f'{where}: {shown(text)}; expected 7s, like "R7 V7"')
    return sevens_in(cards)


def places(state: Record) -> list[int]:
    """The color cards and Rainbow cards that a position shows, and those known of hidden hands."""
    cards = list(rules.listed(state.combo, int(state.combo_rainbow)))
    for pile in range(rules.PILES):
        cards += state.piles[pile, : state.pile_count[pile]].tolist()
    for player in range(int(state.players)):
        if is_shown(state, player):
            cards += rules.listed(state.hand[player], int(state.rainbow[player]))
        else:
            cards += rules.listed(state.known[player], int(state.known_rainbow[player]))
    return cards


def deck_of(state: Record) -> list[int]:
    """All cards that can be in the game, with every 7 that may be."""
    cards = [
        rules.VALUES * color + value
        for color in range(int(state.colors))
        for value in range(rules.VALUES)
        if value < int(state.values) - 1 or value == rules.VALUES - 1
    ]
    return cards + [rules.RAINBOW] * int(state.rainbow_cards)


def check_cards(state: Record) -> None:
    """No card twice, none that the deck does not have."""
    left = deck_of(state)
    for card in places(state):
        if card not in left:
            raise BadPosition(
                "too-many-cards",
                f"cards: {CARD_TEXTS[card]} once too often; expected no more than the deck has",
            )
        left.remove(card)
    if state.phase == rules.OVER:
        state.sevens_seen |= sevens_in(places(state))


def read_sevens(position: Mapping[str, Any], state: Record) -> None:
    """Which 7s are in the game: as told, or those that appear and others by chance."""
    players, most = int(state.players), int(state.players) + rules.SPARE_SEVENS
    seen = int(state.sevens_seen)
    told = sevens_at("sevens", position.get("sevens", "")) if state.viewer == FULL else 0
    if (seen | told) >> int(state.colors):
        raise BadPosition("bad-sevens", "sevens: of a color not in the game; expected others")
    seen |= sevens_in(places(state))
    if state.viewer == FULL and isinstance(position.get("deck"), str):
        seen |= sevens_in(words_at("deck", position["deck"], CARD_NUMBERS, "R3 W"))
    if int(rules.BIT_COUNT[seen]) > most:
        raise BadPosition(
            "too-many-sevens",
            f"cards: {sevens_text(seen)} all appear; expected at most {most} 7s, {players} + "
            f"{rules.SPARE_SEVENS}",
        )
    if state.viewer != FULL:
        if "sevens" in position:
            raise BadPosition("hidden-cards", "sevens: a view does not know; expected no sevens")
        return
    if "sevens" in position:
        state.sevens = sevens_at("sevens", position["sevens"])
        if int(rules.BIT_COUNT[state.sevens]) != most or seen & ~int(state.sevens):
            raise BadPosition(
                "bad-sevens",
                f"sevens: {shown(position['sevens'])}; expected {most} 7s, among them all that "
                f"appear: {sevens_text(seen)}",
            )
        return
    others = [c for c in range(int(state.colors)) if not seen >> c & 1]
    colors = np.array(others, np.int8)
    generator = np.empty(4, np.uint64)
    start(generator, state.key, FILL, 1)
    missing = most - int(rules.BIT_COUNT[seen])
    shuffle(colors, len(colors), missing, generator)
    state.sevens = seen | sum(1 << int(color) for color in colors[:missing])


def read_deck(position: Mapping[str, Any], state: Record) -> None:
    """The deck, its top card first; absent, all cards left over, in a view their number."""
    left = deck_of(state)
    for card in places(state):
        left.remove(card)
    if state.viewer == FULL:
        left = [card for card in left if not is_out(state, card)]
    else:
        unseen = int(state.colors) - int(state.players) - rules.SPARE_SEVENS
        left = left[unseen:]
    hidden = hidden_cards(state)
    if state.viewer != FULL:
        most = len(left) - hidden
        if most < 0:
            raise BadPosition(
                "too-many-cards", f"hidden cards: {hidden}; expected at most the {len(left)} unseen"
            )
        deck = position.get("deck")
        state.deck_count = most if deck is None else hidden_at("deck", deck, rules.MAX_CARDS)
        if state.deck_count > most:
            raise BadPosition(
                "too-many-cards", f"deck: {shown(deck)}; expected at most the {most} unseen"
            )
        return
    if position.get("deck") is None:
        cards = np.array(left, np.int8)
        generator = np.empty(4, np.uint64)
        start(generator, state.key, FILL, 0)
        shuffle(cards, len(cards), len(cards), generator)
        left = cards.tolist()
    else:
        found = words_at("deck", position["deck"], CARD_NUMBERS, "R3 W")
        for card in found:
            if card not in left:
                raise BadPosition(
                    "too-many-cards",
                    f"deck: {CARD_TEXTS[card]} once too often; expected no more than the deck has",
                )
            left.remove(card)
        left = found
    state.deck_count = len(left)
    state.deck[: len(left)] = left[::-1]


def is_out(state: Record, card: int) -> bool:
    """Whether a card is a 7 that is not in the game."""
    return is_seven(card) and not int(state.sevens) >> card // rules.VALUES & 1


def hidden_cards(state: Record) -> int:
    """How many cards of the hands a view counts without knowing them."""
    players = range(int(state.players))
    return sum(unknown_cards(state, player) for player in players if not is_shown(state, player))


def unknown_cards(state: Record, player: int) -> int:
    """How many cards of a hand not all have seen."""
    known = rules.listed(state.known[player], int(state.known_rainbow[player]))
    return int(state.hand_count[player]) - len(known)
