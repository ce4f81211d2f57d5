"""The features of Rainbow Pirates, field by field, from positions whose features are known."""

from typing import Any

import numpy as np
import pytest

from moonbow.games import pirates, pirates_views
from moonbow.games.game import game
from moonbow.games.kernel import encoding_starts

PIRATES = game("pirates")
KINDS = list(pirates.KIND_TEXTS)
DECK = {**dict.fromkeys(KINDS[:8], 1.0), **dict.fromkeys(KINDS[8:16], 0.4), "P": 0.8}

START: dict[str, Any] = {
    "players": 3,
    "options": {"lifts": 6, "deck": {"W": 13, "elixir": 1}},
    "hands": ["1 1 W thief P", "2 ship ship", "3"],
    "islands": [
        ["111", "11WW", "PP"],
        ["WWW=", "W23", "4WW", "ship+ship+thief"],
        ["1234567", "WWW", "P"],
    ],
    "draw": "5 6 7 W spyglass captain",
    "faceup": "6 6",
    "discard": "cannon 7 cannon P",
    "turn": {"lifts": 2, "elixirs": 3},
    "known": {
        "hands": ["1", "2", ""],
        "secrets": [["", "ship ship", "3"], ["W thief", "", ""], ["", "", ""]],
        "draw": [[0, 2, 4], [3, 1], []],
        "none": ["2 parrot", "", "spyglass"],
        "excluded": ["", "3 P", "P"],
        "fresh": [0, 12, 1],
    },
}  # fmt: skip
BLOCK: dict[str, Any] = {
    "players": 4,
    "hands": ["1", "2", "3", "4"],
    "discard": "thief",
    "to_move": 3,
    "turn": {"player": 1, "step": "block", "card": "thief", "target": 3},
}
TIRED: dict[str, Any] = {
    "players": 2,
    "options": {"lifts": 1000, "deck": {"1": 0, "W": 5, "spyglass": 26, "P": 1}},
    "hands": ["", "2"],
    "discard": "7 elixir",
    "to_move": 1,
    "turn": {"step": "revive", "tired": True},
}
OUT: dict[str, Any] = {
    "players": 2,
    "hands": ["2 3", ""],
    "islands": [["111"], ["1234567", "W234567", "PP"]],
    "to_move": -1,
    "went_out": 1,
}
PLACE: dict[str, Any] = {
    "players": 5,
    "hands": ["1", "2", "3", "4", "5"],
    "draw": "",
    "to_move": 2,
    "turn": {"step": "place", "left": 4, "lifts": 50},
}


def kinds(seat: int = 0, /, **values: float) -> dict[int, float]:
    """Values by kind (numbers as n1 to n7), in one of several blocks of seventeen."""
    return {17 * seat + KINDS.index(text.lstrip("n")): value for text, value in values.items()}


def part(position: dict[str, Any], viewer: int, name: str) -> dict[int, float]:
    """One part of the features, as ENCODING lists them: place and value, without zeros."""
    starts = encoding_starts(pirates_views.ENCODING)
    place = [listed for listed, _ in pirates_views.ENCODING].index(name)
    features = PIRATES.position({"game": "pirates", **position}).view(viewer).encode()
    assert features.dtype == np.float32
    values: list[float] = features[starts[place] : starts[place + 1]].tolist()
    return {at: round(value, 5) for at, value in enumerate(values) if value}


ISLAND_0 = {"n1": 0.5, "W": 0.2, "P": 0.2}
ISLAND_1 = {"n2": 0.1, "n3": 0.1, "n4": 0.1, "W": 0.6, "thief": 0.1, "ship": 0.2}
ISLAND_2 = {**{f"n{number}": 0.1 for number in range(1, 8)}, "W": 0.3, "P": 0.1}


@pytest.mark.parametrize(
    ("position", "viewer", "name", "expected"),
    [
        (START, 0, "hand", kinds(n1=0.2, W=0.1, thief=0.1, P=0.1)),
        (START, 1, "hand", kinds(n2=0.1, ship=0.2)),
        (START, -1, "hand", {}),
        (START, 0, "known", kinds(n1=0.1) | kinds(1, n2=0.1, ship=0.2) | kinds(2, n3=0.1)),
        (START, 1, "known", kinds(n2=0.1) | kinds(2, n1=0.1, W=0.1, thief=0.1)),
        (START, 2, "known", kinds(1, n1=0.1) | kinds(2, n2=0.1)),
        (START, -1, "known", kinds(n1=0.1) | kinds(1, n2=0.1)),
        (START, 0, "islands", kinds(**ISLAND_0) | kinds(1, **ISLAND_1) | kinds(2, **ISLAND_2)),
        (START, 2, "islands", kinds(**ISLAND_2) | kinds(1, **ISLAND_0) | kinds(2, **ISLAND_1)),
        (START, 0, "faceup", kinds(n6=2)),
        (START, 0, "discard", kinds(n7=0.1, cannon=0.2, P=0.1)),
        (START, 0, "draw_top", kinds(n5=1) | kinds(2, n7=1)),
        (START, 1, "draw_top", kinds(1, n6=1) | kinds(3, W=1)),
        (START, 2, "draw_top", {}),
        (START, -1, "draw_top", {}),
        (START, 0, "draw_count", {0: 0.06}),
        (START, 0, "hand_count", {0: 0.5, 1: 0.3, 2: 0.1}),
        (START, 1, "hand_count", {0: 0.3, 1: 0.1, 2: 0.5}),
        (START, 0, "scores", {0: 0.17, 1: 0.12, 2: 0.15}),
        (START, 1, "scores", {0: 0.12, 1: 0.15, 2: 0.17}),
        (START, 0, "seats", {0: 1, 1: 1, 2: 1}),
        (START, 0, "turn", {0: 1}),
        (START, 1, "turn", {2: 1}),
        (START, 2, "current", {1: 1}),
        (START, -1, "current", {0: 1}),
        (START, 0, "step", {pirates.MAIN: 1}),
        (START, 0, "card", {}),
        (START, 0, "target", {}),
        (START, 0, "lifts_left", {0: 0.04}),
        (START, 0, "elixirs", {0: 3}),
        (START, 0, "tired", {}),
        (START, 0, "unordered", {}),
        (START, 0, "placers", {}),
        (START, 0, "none", kinds(n2=1, parrot=1) | kinds(2, spyglass=1)),
        (START, 1, "none", kinds(1, spyglass=1) | kinds(2, n2=1, parrot=1)),
        (START, 0, "excluded", kinds(1, n3=1, P=1) | kinds(2, P=1)),
        (START, 2, "excluded", kinds(P=1) | kinds(2, n3=1, P=1)),
        (START, 0, "fresh", {1: 1.2, 2: 0.1}),
        (START, 1, "fresh", {0: 1.2, 1: 0.1}),
        (START, 0, "went_out", {}),
        (START, 0, "deck", {KINDS.index(kind): value for kind, value in DECK.items()}
         | {7: 1.3, 10: 0.1}),
        (BLOCK, 0, "step", {pirates.BLOCKING: 1}),
        (BLOCK, 0, "card", {0: 1}),
        (BLOCK, 0, "target", {3: 1}),
        (BLOCK, 3, "target", {0: 1}),
        (BLOCK, 2, "turn", {3: 1}),
        (BLOCK, 2, "current", {1: 1}),
        (BLOCK, 0, "lifts_left", {0: 2.5}),
        (TIRED, 1, "step", {pirates.REVIVING: 1}),
        (TIRED, 1, "card", {2: 1}),
        (TIRED, 1, "tired", {0: 1}),
        (TIRED, 1, "lifts_left", {0: 10}),
        (TIRED, 1, "deck", {KINDS.index(kind): value for kind, value in DECK.items()}
         | {0: 0, 7: 0.5, 15: 2.6, 16: 0.1}),
        (OUT, 0, "hand", kinds(n2=0.1, n3=0.1)),
        (OUT, 1, "hand", {}),
        (OUT, 0, "step", {pirates.OVER: 1}),
        (OUT, 0, "current", {}),
        (OUT, 0, "turn", {}),
        (OUT, 0, "went_out", {1: 1}),
        (OUT, 1, "went_out", {0: 1}),
        (OUT, 0, "scores", {0: 0.03, 1: 0.29}),
        (PLACE, 0, "step", {pirates.PLACING: 1}),
        (PLACE, 0, "placers", {0: 4}),
        (PLACE, 0, "lifts_left", {0: 2.0}),
        (PLACE, 0, "draw_count", {}),
        (PLACE, 0, "seats", dict.fromkeys(range(5), 1)),
        (PLACE, 3, "turn", {4: 1}),
        (PLACE, 3, "current", {4: 1}),
    ],
)  # fmt: skip
def test_each_feature_stands_at_its_place(
    position: dict[str, Any], viewer: int, name: str, expected: dict[int, float]
) -> None:
    assert part(position, viewer, name) == {at: value for at, value in expected.items() if value}


def test_every_part_of_the_features_is_tested() -> None:
    marks = test_each_feature_stands_at_its_place.pytestmark
    tested = {parameters[2] for parameters in marks[0].args[1]}
    assert tested == {name for name, _ in pirates_views.ENCODING} - {"groups"}


@pytest.mark.parametrize(
    ("step", "discard", "number", "card"),
    [
        ({"step": "pick", "card": "cannon", "target": 1}, "cannon", pirates.PICKING, 1),
        ({"step": "revive"}, "1 elixir", pirates.REVIVING, 2),
        ({"player": 1, "step": "give"}, "captain", pirates.GIVING, 3),
        ({"step": "name", "target": 1}, "parrot", pirates.NAMING, 6),
        ({"step": "top", "cards": 4}, "spyglass", pirates.ORDERING, 7),
    ],
)
def test_each_other_step_of_a_turn_is_told(
    step: dict[str, Any], discard: str, number: int, card: int
) -> None:
    position = {
        "players": 2,
        "hands": ["ship", "2"],
        "islands": [[], ["111"]],
        "draw": "3 4 5 6",
        "discard": discard,
        "known": {"draw": [[0, 1, 2, 3], []]},
        "turn": step,
    }
    assert part(position, 0, "step") == {number: 1}
    assert part(position, 0, "card") == {card: 1}
    assert part(position, 0, "target") == ({1: 1} if "target" in step else {})
    assert part(position, 0, "unordered") == ({0: 4} if "cards" in step else {})


# Groups

Group = dict[str, dict[int, float]]


def group(position: dict[str, Any], viewer: int, slot: int) -> Group:
    """One group by its slot, as GROUP_ENCODING lists it: parts with place and value."""
    found = part(position, viewer, "groups")
    starts = encoding_starts(pirates_views.GROUP_ENCODING)
    begin = starts[-1] * slot
    parts = {}
    for place, (name, length) in enumerate(pirates_views.GROUP_ENCODING):
        first = begin + starts[place]
        values = {at - first: value for at, value in found.items() if 0 <= at - first < length}
        if values:
            parts[name] = values
    return parts


def told(owner: int, type_: int, cards: float, **parts: dict[int, float]) -> Group:
    """What must stand for a group."""
    return {"owner": {owner: 1}, "type": {type_ - 1: 1}, "count": {0: cards}, **parts}


SET, RAINBOW, BLACK, LONE = pirates.SET, pirates.RAINBOW, pirates.BLACK, pirates.PIRATES
GROUPS = [
    told(0, SET, 0.3, low={0: 1}),
    told(0, SET, 0.4, low={0: 1}, wilds={0: 0.2}),
    told(0, LONE, 0.2),
    told(1, SET, 0.3, low={7: 1}, wilds={0: 0.3}),
    told(1, RAINBOW, 0.3, low={0: 1}, places={0: 1}),
    told(1, RAINBOW, 0.3, low={3: 1}, places={1: 1, 2: 1}),
    told(1, BLACK, 0.3, black={0: 0.1, 5: 0.2}),
    told(2, RAINBOW, 0.3, low={0: 1}, places={0: 1, 1: 1, 2: 1}),
    told(2, RAINBOW, 0.7, low={0: 1}),
    told(2, LONE, 0.1),
]
"""Those of START, by slot: by owner, type, lowest number, cards."""


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
@pytest.mark.parametrize("slot", range(10))
def test_each_group_stands_in_its_slot(viewer: int, slot: int) -> None:
    seat = (next(iter(GROUPS[slot]["owner"])) - max(0, viewer)) % 3
    assert group(START, viewer, slot) == {**GROUPS[slot], "owner": {seat: 1}}


def test_slots_without_a_group_are_zero() -> None:
    per_group = encoding_starts(pirates_views.GROUP_ENCODING)[-1]
    assert max(part(START, 0, "groups")) < per_group * 10
    assert part(PLACE, 0, "groups") == {}


def test_every_part_of_a_group_is_tested() -> None:
    tested = {name for each in GROUPS for name in each}
    assert tested == {name for name, _ in pirates_views.GROUP_ENCODING}
    assert encoding_starts(pirates_views.GROUP_ENCODING)[-1] == 34
    assert dict(pirates_views.ENCODING)["groups"] == 34 * pirates.SLOTS


def test_the_last_slot_has_its_place() -> None:
    options = {"deck": {**dict.fromkeys(KINDS, 0), "ship": 31, "thief": 31, "W": 31, "parrot": 27}}
    island = ["ship+ship+ship"] * 10 + ["thief+thief+thief"] * 10 + ["WWW="] * 10
    other = ["parrot+parrot+parrot"] * 9
    position = {"players": 2, "options": options, "islands": [island, other], "hands": ["W", ""]}
    assert group(position, 0, 38) == told(1, BLACK, 0.3, black={6: 0.3})
    assert group(position, 0, 39) == {}
    full = {**options["deck"], "parrot": 26, "P": 1}
    position |= {"options": {"deck": full}, "islands": [island, [*other[1:], "P"]]}
    assert group(position, 1, 38) == told(0, LONE, 0.1)


def test_whatever_was_in_the_array_before_is_overwritten() -> None:
    view = PIRATES.deal(5, seed=1).view(0)
    out = np.full((1, pirates_views.FEATURES), 9, np.float32)
    pirates_views.encode(view.records[0], out[0])
    assert (out[0] == view.encode()).all()


def test_hidden_cards_do_not_show_in_the_features() -> None:
    position = {"game": "pirates", "players": 2, "hands": ["1", "2 3"], "draw": "4 5 6"}
    other = {**position, "hands": ["1", "P ship"], "draw": "7 W 1"}
    for viewer in (0, -1):
        views = [PIRATES.position(found).view(viewer) for found in (position, other)]
        assert (views[0].encode() == views[1].encode()).all()
