"""The text forms of Rainbow: options, actions and positions (docs/formats.md).

Cards are written 1 to 6, so rank 0 is "1". A combo is its cards in ascending order, a taking a
plus sign and the pile: "333", "2345", "+66".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moonbow.games import rainbow as rules
from moonbow.games.contract import Records, legal_actions_at, try_action_at
from moonbow.games.errors import BadAction, BadOptions, BadPosition, shown
from moonbow.games.kernel import FULL, Record, key_to_hex, shuffle, start
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
    option,
    options_at,
    read_chance,
    viewer_of,
)

NAME = "rainbow"
POINTS = "points"  # what `scores` counts
MOST_CARDS = rules.MAX_RANKS * rules.MAX_COPIES

# Options

OPTIONS = ("leader", "open_scores", "ranks", "copies", "hand_size")

SIMULATED: dict[str, Any] = {}
"""Options whose defaults are others in simulations and environments."""


def check_options(players: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game, the chosen ones checked, the others at their defaults.

    leader (null or a seat), open_scores, ranks (3 to 6), copies (1 to 10), hand_size (null: as
    printed, or as many as a smaller deck gives evenly). Raises BadOptions.
    """
    if not is_whole(players, rules.MIN_PLAYERS, rules.MAX_PLAYERS):
        raise BadOptions("players", f"players: {shown(players)}; expected 2 to 6")
    check_names("options", chosen, OPTIONS)
    ranks = option(chosen, "ranks", 3, rules.MAX_RANKS, rules.MAX_RANKS)
    copies = option(chosen, "copies", 1, rules.MAX_COPIES, rules.MAX_COPIES)
    most = (ranks * copies - rules.middle_cards(players)) // rules.hands_dealt(players)
    if most < 1:
        raise BadOptions(
            "deck-too-small",
            f"options: ranks and copies make a deck of {ranks * copies} cards; expected enough for "
            f"{rules.middle_cards(players)} in the middle and {rules.hands_dealt(players)} hands",
        )
    return {
        "leader": option(chosen, "leader", 0, players - 1, None),
        "open_scores": flag(chosen, "open_scores", False),
        "ranks": ranks,
        "copies": copies,
        "hand_size": option(chosen, "hand_size", 1, most, min(most, rules.standard_hand(players))),
    }


def options_records(options: Mapping[str, Any]) -> Records:
    """Checked options as one record, for `deal`."""
    records = np.zeros(1, rules.Options)
    for name in OPTIONS:
        records[0][name] = -1 if options[name] is None else options[name]
    return records


def options_of(state: Record) -> dict[str, Any]:
    """The options a game is played with."""
    return {
        "leader": None if state.leader_option < 0 else int(state.leader_option),
        "open_scores": bool(state.open_scores),
        "ranks": int(state.ranks),
        "copies": int(state.copies),
        "hand_size": int(state.hand_size),
    }


# Actions


def cards_text(cards: Sequence[int]) -> str:
    """Cards given by rank: (0, 0, 3) is "114"."""
    return "".join(str(rank + 1) for rank in cards)


COMBO_TEXTS = [cards_text(rules.ranks_of(ranks)) for ranks in rules.COMBO_RANKS]
TAKING_TEXTS = [f"+{rank + 1}" for rank in range(6)] + [
    f"+{rank + 1}{rank + 1}" for rank in range(6)
]
ACTION_TEXTS = COMBO_TEXTS + TAKING_TEXTS
ACTION_NUMBERS = {text: number for number, text in enumerate(ACTION_TEXTS)}


def action_text(_state: Record, action: int) -> str:
    """The text of an action number."""
    return ACTION_TEXTS[action]


def split_text(text: str) -> list[str]:
    """The actions that a text stands for."""
    return [text]


def action_number(_state: Record, text: str) -> int:
    """The number of an action text, legal or not. Raises BadAction."""
    number = ACTION_NUMBERS.get(text) if isinstance(text, str) else None
    if number is None:
        raise BadAction(
            "no-action",
            f'{shown(text)} is no action; expected a form like "5", "333", "2345", "+66"',
        )
    return number


# Writing a position


def write_position(state: Record) -> dict[str, Any]:
    """A state or view as the JSON object of a position; `read_position` gives it back."""
    players = range(int(state.players))
    hidden = state.viewer != FULL
    position: dict[str, Any] = {"game": NAME, "players": int(state.players)}
    position["options"] = options_of(state)
    if hidden:
        position["viewer"] = int(state.viewer)
    position["hands"] = [
        hand_text(state.hand[player], state.hand_count[player], hidden and player != state.viewer)
        for player in players
    ]
    if state.players == 2:
        position["reserve"] = [
            hand_text(state.reserve[player], state.reserve_count[player], hidden)
            for player in players
        ]
    position["aside"] = hand_text(state.aside, state.aside_count, hidden)
    position["middle"] = middle_texts(state)
    position["leader"] = int(state.leader)
    position["trick"] = [
        f"{state.combo_player[place]}:{COMBO_TEXTS[state.combo[place]]}"
        for place in range(state.combos)
    ]
    position["taken"] = [
        f"{state.combo_player[state.choice[place]]}:{ACTION_TEXTS[state.taking[place]][1:]}"
        for place in range(state.takings)
    ]
    position["won"] = [cards_text(rules.ranks_of(state.won[player])) for player in players]
    position["scores"] = [int(state.scores[player]) for player in players]
    position["trimmed"] = cards_text(rules.ranks_of(state.trimmed))
    position["first_trick"] = bool(state.first_trick)
    position["to_move"] = int(state.current)
    if state.key.any():
        position["chance"] = key_to_hex(state.key)
    if state.chances:
        position["chances"] = int(state.chances)
    return position


def hand_text(cards: Any, count: int, hidden: bool) -> str:
    """Cards counted by rank, "1136"; hidden ones by their number alone, "?4"."""
    return f"?{count}" if hidden else cards_text(rules.ranks_of(cards))


def middle_texts(state: Record) -> list[str]:
    """The piles by their points, a single before a pair worth the same (RB-26, RB-R4)."""
    piles = [(rank + 1, str(rank + 1)) for rank in range(6) for _ in range(state.singles[rank])]
    piles += [
        (2 * rank + 2, 2 * str(rank + 1)) for rank in range(6) for _ in range(state.pairs[rank])
    ]
    return [pile for _, pile in sorted(piles, key=lambda pile: (pile[0], len(pile[1])))]


# Reading a position

KEYS = (
    "game", "players", "options", "viewer", "hands", "reserve", "aside", "middle", "leader",
    "trick", "taken", "won", "scores", "trimmed", "first_trick", "to_move", "chance", "chances",
)  # fmt: skip


def read_position(position: Mapping[str, Any]) -> Records:
    """The state, or view, that a position describes. Raises BadPosition, BadOptions.

    The trick is set up as it began and then played by the rules, so whatever could not have been
    played is refused by the rules themselves.
    """
    check_keys(position, KEYS)
    players = number_at(position, "players", 2, 6, None)
    records = np.zeros(1, rules.State)
    state: Record = records[0]
    rules.clear(state)
    state.players = players
    for name, value in check_options(players, options_at(position)).items():
        field = "leader_option" if name == "leader" else name
        state[field] = -1 if value is None else value
    read_cards(position, state)
    start_at(position, state)
    replay(position, records)
    finish(position, state)
    return records


def cards_at(where: str, text: object, ranks: int) -> list[int]:
    """The ranks of cards written as digits."""
    if not isinstance(text, str) or any(digit not in "123456"[:ranks] for digit in text):
        raise BadPosition(
            "bad-cards", f"{where}: {shown(text)}; expected cards, digits 1 to {ranks}"
        )
    return [int(digit) - 1 for digit in text]


def read_cards(position: Mapping[str, Any], state: Record) -> None:
    """Hands, face-down piles, middle, score piles and what left the game; whose view it is."""
    players, ranks = int(state.players), int(state.ranks)
    hands = list_at(position, "hands", players)
    reserve = list_at(position, "reserve", 2 if players == 2 else 0)
    aside = position.get("aside")
    state.viewer = viewer_of(position, players, [*hands, *reserve, aside])
    read_chance(position, state)
    hidden = state.viewer != FULL
    for player, text in enumerate(hands):
        where, shut = f"hands[{player}]", hidden and player != state.viewer
        state.hand_count[player] = lay_cards(where, text, state.hand[player], ranks, shut)
    for player, text in enumerate(reserve):
        where = f"reserve[{player}]"
        state.reserve_count[player] = lay_cards(where, text, state.reserve[player], ranks, hidden)
    for place, text in enumerate(list_at(position, "middle")[: MOST_CARDS + 1]):
        read_pile(f"middle[{place}]", text, state)
    for player, text in enumerate(list_at(position, "won", players)):
        lay_cards(f"won[{player}]", text, state.won[player], ranks, False)
    lay_cards("trimmed", position.get("trimmed", ""), state.trimmed, ranks, False)
    if aside is not None:
        state.aside_count = lay_cards("aside", aside, state.aside, ranks, hidden)


def lay_cards(where: str, text: object, cards: Any, ranks: int, hidden: bool) -> int:
    """Counts cards by rank into `cards`; returns how many. Hidden ones are only counted."""
    if hidden:
        return hidden_at(where, text)
    read = cards_at(where, text, ranks)
    if len(read) > MOST_CARDS:
        raise BadPosition("too-many-cards", f"{where}: {len(read)} cards; expected at most 60")
    for rank in read:
        cards[rank] += 1
    return len(read)


def read_pile(where: str, text: object, state: Record) -> None:
    """A pile of the middle: a single or a pair."""
    pile = cards_at(where, text, int(state.ranks))
    if len(pile) == 1:
        state.singles[pile[0]] += 1
    elif len(pile) == 2 and pile[0] == pile[1]:
        state.pairs[pile[0]] += 1
    else:
        raise BadPosition(
            "bad-pile", f"{where}: {shown(text)}; expected a single or a pair of one rank"
        )


def start_at(position: Mapping[str, Any], state: Record) -> None:
    """Takes the trick back: its combos to the hands, its takings to the middle."""
    players = int(state.players)
    state.leader = number_at(position, "leader", 0, players - 1, 0)
    state.first_trick = flag_at(position, "first_trick")
    for where, player, action in actions_at(position, "trick", state):
        state.hand[player] += rules.COMBO_RANKS[action]
        count = int(state.hand_count[player]) + int(rules.COMBO_CARDS[action])
        if count > MOST_CARDS:
            raise BadPosition(
                "too-many-cards", f"{where}: {count} cards of player {player}; expected at most 60"
            )
        state.hand_count[player] = count
    for where, player, action in actions_at(position, "taken", state):
        rank, cards = rules.pile_of(action)
        (state.singles if cards == 1 else state.pairs)[rank] += 1
        if "won" in position:
            state.won[player, rank] -= cards
            if state.won[player, rank] < 0:
                raise BadPosition(
                    "not-won", f"{where}: not in won[{player}]; expected a score pile that holds it"
                )
    state.scores[:] = state.won @ rules.POINTS
    check_cards(position, state)


def actions_at(
    position: Mapping[str, Any], key: str, state: Record
) -> Iterator[tuple[str, int, int]]:
    """The entries of the trick, or of what was taken: where, who, which action."""
    entries = list_at(position, key)
    if len(entries) > 6:
        raise BadPosition("bad-length", f"{key}: {len(entries)} entries; expected at most 6")
    sign = "" if key == "trick" else "+"
    for place, entry in enumerate(entries):
        match = re.fullmatch(r"([0-5]):([1-6]+)", entry) if isinstance(entry, str) else None
        action = ACTION_NUMBERS.get(sign + match[2]) if match else None
        if match is None or action is None or int(match[1]) >= state.players:
            example = 'a combo, like "0:333"' if key == "trick" else 'a pile, like "0:66"'
            raise BadPosition(
                "bad-entry", f"{key}[{place}]: {shown(entry)}; expected a player and {example}"
            )
        yield f"{key}[{place}]", int(match[1]), action


def check_cards(position: Mapping[str, Any], state: Record) -> None:
    """No more cards of a rank than the deck has, and a middle that can lie there."""
    limits = np.where(np.arange(6) < state.ranks, state.copies, 0).astype(np.int64)
    left = limits.copy()
    left -= state.hand.sum(0) + state.reserve.sum(0) + state.aside + state.singles
    left -= 2 * state.pairs.astype(np.int64) + state.won.sum(0) + state.trimmed
    for rank in range(6):
        if left[rank] < 0:
            raise BadPosition(
                "too-many-cards",
                f"cards: {limits[rank] - left[rank]} of rank {rank + 1}; "
                f"expected at most {limits[rank]}",
            )
    shut = hidden_cards(state)
    if shut > left.sum():
        raise BadPosition(
            "too-many-cards", f"hidden cards: {shut}; expected at most the {left.sum()} unseen"
        )
    if state.first_trick and state.pairs.any():
        raise BadPosition("bad-middle", "middle: a pair in the first trick; expected singles")
    if not state.first_trick and (state.singles > 1).any():
        raise BadPosition("bad-middle", "middle: two singles of one rank; expected a pair")
    if position.get("aside") is None:
        fill_aside(state, left, shut)


def hidden_cards(state: Record) -> int:
    """How many cards a view counts without knowing them."""
    if state.viewer == FULL:
        return 0
    shown_cards = int(state.hand.sum())
    return int(state.hand_count.sum() + state.reserve_count.sum() + state.aside_count) - shown_cards


def fill_aside(state: Record, left: NDArray[np.int64], shut: int) -> None:
    """Cards set aside that a position leaves out: as many as at the deal, or all that are left.

    In a position they are drawn by chance from the cards left over, in a view only counted.
    """
    players = int(state.players)
    deck = int(state.ranks) * int(state.copies)
    dealt = rules.middle_cards(players) + int(state.hand_size) * rules.hands_dealt(players)
    state.aside_count = min(deck - dealt, int(left.sum()) - shut)
    if state.viewer == FULL:
        cards = np.repeat(np.arange(6, dtype=np.int8), left)
        generator = np.empty(4, np.uint64)
        start(generator, state.key, FILL, 0)
        shuffle(cards, len(cards), int(state.aside_count), generator)
        state.aside[:] = np.bincount(cards[: state.aside_count], minlength=6)


def replay(position: Mapping[str, Any], records: Records) -> None:
    """Plays the trick by the rules, from its start to the position."""
    state: Record = records[0]
    rules.start_trick(state)
    state.current = state.leader
    entries = [*actions_at(position, "trick", state), *actions_at(position, "taken", state)]
    if rules.game_ends(state):
        if entries:
            raise BadPosition("game-over", "trick: the game was over; expected no trick")
        state.phase, state.current = rules.OVER, -1
        return
    check_start(state)
    legal = np.zeros(rules.ACTIONS, np.int16)
    for place, (where, player, action) in enumerate(entries):
        if place > 0 and state.combos == 0:
            raise trick_complete(where)
        if player != state.current:
            raise BadPosition("wrong-turn", f"{where}: player {player}; expected {state.current}")
        if not try_action_at(records, 0, action, legal):
            count = legal_actions_at(records, 0, legal)
            texts = ", ".join(ACTION_TEXTS[number] for number in legal[:count])
            raise BadPosition(
                "illegal-action", f"{where}: {ACTION_TEXTS[action]} is not legal; expected {texts}"
            )
    if entries and state.combos == 0:
        raise trick_complete("taken")


def trick_complete(where: str) -> BadPosition:
    """A position cannot stand between two tricks."""
    return BadPosition(
        "trick-complete", f"{where}: the trick is complete; expected the start of the next trick"
    )


def check_start(state: Record) -> None:
    """Who leads has cards, and no empty hand stands beside a face-down pile."""
    if state.hand_count[state.leader] == 0:
        raise BadPosition(
            "no-cards", f"leader: player {state.leader} has no cards; expected one with cards"
        )
    if state.players == 2:
        for player in range(2):
            if state.hand_count[player] == 0 and state.reserve_count[player] > 0:
                raise BadPosition(
                    "not-taken-up",
                    f"hands[{player}]: empty beside a face-down pile; expected the pile taken up",
                )


def finish(position: Mapping[str, Any], state: Record) -> None:
    """The scores as given, if they are, and whose decision it is, if it is said."""
    players = int(state.players)
    if "scores" in position:
        worth = state.won @ rules.POINTS
        for player, score in enumerate(list_at(position, "scores", players)):
            number_at(
                {f"scores[{player}]": score}, f"scores[{player}]", int(worth[player]), 9999, None
            )
            state.scores[player] = score
    to_move = position.get("to_move", int(state.current))
    if not is_whole(to_move, int(state.current), int(state.current)):
        raise BadPosition("wrong-turn", f"to_move: {shown(to_move)}; expected {state.current}")
