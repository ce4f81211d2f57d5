"""The features of Rainbow 7, field by field, from positions whose features are known."""

from typing import Any

import numpy as np
import pytest

from moonbow.games import rainbow7, rainbow7_views
from moonbow.games.game import game
from moonbow.games.kernel import encoding_starts

RAINBOW7 = game("rainbow7")

START: dict[str, Any] = {
    "players": 3,
    "options": {"tokens_to_end": 9},
    "hands": ["R1 O3 V7 W W", "G2 B5 W", "Y7"],
    "deck": "I1 I2 O7",
    "piles": ["R5 R6 W", "", "V1 V2"],
    "tokens": [0, 4, 2],
    "to_move": 1,
    "first": 2,
    "tucked": [0, 2, 0],
    "known": {
        "hands": ["O3 V7", "W", ""],
        "sevens": "V7 B7",
        "seven": [0, 0, 1],
        "sevens_dealt": [0, 2, 1],
        "rainbow": [1, 0, 1],
        "draws": [3, 0, 12],
    },
}
ORDER: dict[str, Any] = {
    "players": 2,
    "options": {"colors": 5, "values": 6, "rainbow_cards": 3, "hand_size": 6},
    "hands": ["R1", "O1 O2"],
    "deck": "",
    "piles": ["", "", "Y7"],
    "tokens": [1, 0],
    "to_move": 1,
    "first": 1,
    "struck": True,
    "turn": {"step": "order", "pile": "C", "cards": "R7 G7 W W", "sevens": 3},
}
PRINTED: dict[str, Any] = {
    "players": 5,
    "options": {
        "printed_sevens": True,
        "effects": ["sunshine", "shelter", "cloud", "downpour", "cloud", "cloud", "cloud"],
    },
    "hands": ["R1", "R2", "R3", "R4", "R5"],
    "deck": "",
    "piles": ["Y1", "O7", ""],
    "to_move": 4,
    "turn": {
        "step": "sevens", "pile": "B", "sevens": ["downpour", "cloud", "cloud"], "sheltered": True,
    },
}  # fmt: skip
OVER: dict[str, Any] = {
    "players": 2,
    "hands": ["R1 R7", ""],
    "deck": "O1",
    "piles": ["Y1", "", ""],
    "tokens": [7, 10],
    "to_move": -1,
}


def card(text: str) -> int:
    """The number of a card."""
    return rainbow7.RAINBOW if text == "W" else 7 * "ROYGBIV".index(text[0]) + int(text[1]) - 1


def cards(block: int = 0, /, **values: float) -> dict[int, float]:
    """Values by card, in one of several blocks of fifty."""
    return {50 * block + card(text): value for text, value in values.items()}


def part(position: dict[str, Any], viewer: int, name: str) -> dict[int, float]:
    """One part of the features, as ENCODING lists them: place and value, without zeros."""
    starts = encoding_starts(rainbow7_views.ENCODING)
    place = [listed for listed, _ in rainbow7_views.ENCODING].index(name)
    features = RAINBOW7.position({"game": "rainbow7", **position}).view(viewer).encode()
    values: list[float] = features[starts[place] : starts[place + 1]].tolist()
    return {at: round(value, 5) for at, value in enumerate(values) if value}


@pytest.mark.parametrize(
    ("position", "viewer", "name", "expected"),
    [
        (START, 0, "hand", cards(R1=1, O3=1, V7=1, W=0.5)),
        (START, 1, "hand", cards(G2=1, B5=1, W=0.25)),
        (START, -1, "hand", {}),
        (START, 0, "total", {0: 1.1}),
        (START, 2, "total", {0: 0.7}),
        (START, -1, "total", {}),
        (START, 0, "known", cards(O3=1, V7=1) | cards(1, W=0.25)),
        (START, 1, "known", cards(W=0.25) | cards(2, O3=1, V7=1)),
        (START, -1, "known", cards(O3=1, V7=1) | cards(1, W=0.25)),
        (START, 0, "tops", cards(W=1) | cards(2, V2=1)),
        (START, 0, "piled", cards(R5=1, R6=1, W=0.25) | cards(2, V1=1, V2=1)),
        (START, 0, "pile_count", {0: 0.3, 2: 0.2}),
        (START, 0, "deck_count", {0: 0.3}),
        (START, 0, "hand_count", {0: 0.5, 1: 0.3, 2: 0.1}),
        (START, 2, "hand_count", {0: 0.1, 1: 0.5, 2: 0.3}),
        (START, 0, "tokens", {1: 0.4, 2: 0.2}),
        (START, 1, "tokens", {0: 0.4, 1: 0.2}),
        (START, 2, "tucked", {2: 2}),
        (START, 0, "draws", {0: 0.3, 2: 1.2}),
        (START, 2, "draws", {0: 1.2, 1: 0.3}),
        (START, 0, "holds_seven", {2: 1}),
        (START, 1, "holds_seven", {1: 1}),
        (START, 0, "dealt_sevens", {1: 2, 2: 1}),
        (START, 2, "dealt_sevens", {0: 1, 2: 2}),
        (START, 0, "dealt_rainbow", {0: 1, 2: 1}),
        (START, 1, "dealt_rainbow", {1: 1, 2: 1}),
        (START, 0, "sevens_seen", {4: 1, 6: 1}),
        (START, 0, "seats", {0: 1, 1: 1, 2: 1}),
        (START, 0, "first", {2: 1}),
        (START, 2, "first", {0: 1}),
        (START, 0, "current", {1: 1}),
        (START, 1, "current", {0: 1}),
        (START, -1, "current", {1: 1}),
        (START, 0, "phase", {rainbow7.DISCARD: 1}),
        (START, 0, "combo", {}),
        (START, 0, "pile", {}),
        (START, 0, "sevens_left", {}),
        (START, 0, "effects", {}),
        (START, 0, "colors", {0: 0.7}),
        (START, 0, "values", {0: 0.7}),
        (START, 0, "rainbow_cards", {0: 0.4}),
        (START, 0, "hand_size", {0: 0.7}),
        (START, 0, "tokens_to_end", {0: 0.9}),
        (ORDER, 0, "phase", {rainbow7.ORDER: 1}),
        (ORDER, 0, "combo", cards(R7=1, G7=1, W=0.5)),
        (ORDER, 1, "combo", cards(R7=1, G7=1, W=0.5)),
        (ORDER, 0, "pile", {2: 1}),
        (ORDER, 0, "sevens_left", {0: 3}),
        (ORDER, 0, "effects_left", {}),
        (ORDER, 0, "struck", {0: 1}),
        (ORDER, 0, "deck_count", {}),
        (ORDER, 0, "first", {1: 1}),
        (ORDER, 0, "colors", {0: 0.5}),
        (ORDER, 0, "values", {0: 0.6}),
        (ORDER, 0, "rainbow_cards", {0: 0.3}),
        (ORDER, 0, "hand_size", {0: 0.6}),
        (PRINTED, 0, "phase", {rainbow7.SEVENS: 1}),
        (PRINTED, 0, "pile", {1: 1}),
        (PRINTED, 0, "sevens_left", {0: 3}),
        (PRINTED, 0, "effects_left", {0: 1, 1: 2}),
        (PRINTED, 0, "sheltered", {0: 1}),
        (PRINTED, 0, "effects", dict.fromkeys([3, 6, 9, 12, 17, 21, 25], 1)),
        (PRINTED, 1, "current", {3: 1}),
        (PRINTED, 4, "current", {0: 1}),
        (PRINTED, 0, "sevens_seen", {1: 1}),
        (PRINTED, 0, "seats", dict.fromkeys(range(5), 1)),
        (PRINTED, 0, "struck", {}),
        (OVER, 0, "phase", {rainbow7.OVER: 1}),
        (OVER, 0, "current", {}),
        (OVER, 1, "hand", {}),
        (OVER, 1, "hand_count", {1: 0.2}),
        (OVER, 1, "tokens", {0: 1.0, 1: 0.7}),
    ],
)
def test_each_feature_stands_at_its_place(
    position: dict[str, Any], viewer: int, name: str, expected: dict[int, float]
) -> None:
    assert part(position, viewer, name) == expected


@pytest.mark.parametrize(
    ("step", "pile", "phase"),
    [
        ({"step": "pile", "cards": "R5", "sevens": 0}, {}, rainbow7.PILE),
        ({"step": "draw", "pile": "A"}, {0: 1}, rainbow7.DRAW),
    ],
)
def test_each_other_step_of_a_turn_is_told(
    step: dict[str, Any], pile: dict[int, float], phase: int
) -> None:
    position = {"players": 2, "hands": ["R1", "R2"], "piles": ["B1", "B2", "B3"], "turn": step}
    assert part(position, 0, "phase") == {phase: 1}
    assert part(position, 0, "pile") == pile


def test_every_part_of_the_features_is_tested_above() -> None:
    marks = test_each_feature_stands_at_its_place.pytestmark
    tested = {parameters[2] for parameters in marks[0].args[1]}
    assert tested == {name for name, _ in rainbow7_views.ENCODING}


def test_whatever_was_in_the_array_before_is_overwritten() -> None:
    view = RAINBOW7.deal(5, seed=1).view(0)
    out = np.full((1, rainbow7_views.FEATURES), 9, np.float32)
    rainbow7_views.encode(view.records[0], out[0])
    assert (out[0] == view.encode()).all()
