"""An island as it should look: the actions of Rainbow Pirates that lead there, or why none do."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from moonbow.games import pirates as rules
from moonbow.games.errors import BadAction, shown
from moonbow.games.game import State
from moonbow.games.pirates_text import KIND_TEXTS, build, cards_of, counted, read_group


def obligations(view: State) -> list[str]:
    """The cards in the viewer's hand that must still be placed before the closing draw.

    Where a card makes a group only with others, all of these are listed; placing some of them may
    free the rest (RP-09, RP-10, RP-R4). Empty outside the main part of the viewer's own turn.
    """
    state = view.record
    player = viewer_of(view)
    if state.step != rules.MAIN or state.turn != player:
        return []
    numbers = int(rules.numbers_to_place_at(view.records, 0, player))
    kinds = numbers | 1 << rules.RAINBOW_PIRATE
    hand = state.hand[player].tolist()
    return [
        text for kind, text in enumerate(KIND_TEXTS) if kinds >> kind & 1 for _ in range(hand[kind])
    ]


def arrange(view: State, target: Sequence[str]) -> list[str]:
    """The actions, as text, that make the island look like `target`, a list of groups.

    Of a view whose viewer is placing cards (or of a full state, for the player who is). Lifts as
    few groups as can be. What lies on the island and not in `target` comes back to the hand.
    Raises BadAction, whose code is not-your-decision, bad-group, no-card or too-many-lifts.
    """
    state = view.record
    player = viewer_of(view)
    if state.step not in (rules.MAIN, rules.PLACING) or state.turn != player:
        raise BadAction("not-your-decision", "nothing may be placed now; expected one's own turn")
    wanted = read_target(target)
    lying = [
        code & (1 << 56) - 1
        for code in state.groups[: state.group_count].tolist()
        if rules.owner_of(code) == player
    ]
    check_cards(state.hand[player], lying, wanted)
    growing = match(lying, wanted)
    lifted = [code for place, code in enumerate(lying) if place not in growing.values()]
    left = int(state.lifts_allowed - state.lifts)
    if len(lifted) > left:
        raise BadAction(
            "too-many-lifts", f"{len(lifted)} groups to lift; expected at most {left} in this turn"
        )
    actions = [f"lift {rules.group_text(code)}" for code in lifted]
    for place, code in enumerate(wanted):
        actions += build(lying[growing[place]] if place in growing else None, code)
    return actions


def viewer_of(view: State) -> int:
    """Whose view this is; of a full state, the player who is to decide."""
    return view.current_player if view.viewer is None else view.viewer


def read_target(target: Sequence[str]) -> list[int]:
    """The groups wanted. Raises BadAction."""
    if not isinstance(target, list | tuple):
        raise BadAction("bad-group", f"{shown(target)}; expected a list of groups")
    groups = []
    for text in target:
        code = read_group(text) if isinstance(text, str) else None
        if code is None:
            raise BadAction(
                "bad-group",
                f"{shown(text)} is no group; expected one like "
                '"111", "1WW=", "12W4567", "cannon+ship+thief" or "PP"',
            )
        groups.append(code)
    if [rules.type_of(code) for code in groups].count(rules.PIRATES) > 1:
        raise BadAction("bad-group", "P in several groups; expected all P in one group")
    return groups


def check_cards(hand: np.ndarray, lying: Sequence[int], wanted: Sequence[int]) -> None:
    """Hand and island have all cards wanted. Raises BadAction."""
    missing = cards_of(wanted) - cards_of(lying) - Counter(dict(enumerate(hand.tolist())))
    if missing:
        found = counted(np.array([missing[kind] for kind in range(rules.KINDS)]))
        raise BadAction("no-card", f"{found} too many; expected only cards of hand and island")


def match(lying: Sequence[int], wanted: Sequence[int]) -> dict[int, int]:
    """By place in `wanted`, the place in `lying` of the group it grows from, for as many as can be.

    Groups that are wanted as they lie come first, then augmenting paths (Kuhn's algorithm).
    """
    sources: dict[int, int] = {}
    for place, code in enumerate(wanted):
        same = [source for source, other in enumerate(lying) if other == code]
        unused = [source for source in same if source not in sources.values()]
        if unused:
            sources[place] = unused[0]

    def find(source: int, tried: set[int]) -> bool:
        for place, code in enumerate(wanted):
            if place not in tried and grows(lying[source], code):
                tried.add(place)
                if place not in sources or find(sources[place], tried):
                    sources[place] = source
                    return True
        return False

    for source in range(len(lying)):
        if source not in sources.values():
            find(source, set())
    return sources


def grows(small: int, large: int) -> bool:
    """Whether adding cards to a group can make another."""
    type_ = rules.type_of(small)
    if type_ != rules.type_of(large):
        return False
    if type_ == rules.RAINBOW:
        begin = rules.low_of(small) - rules.low_of(large)
        cards = rules.group_cards(large)
        end = begin + rules.count_of(small)
        return begin >= 0 and cards[begin:end] == rules.group_cards(small)
    return not cards_of([small]) - cards_of([large])
