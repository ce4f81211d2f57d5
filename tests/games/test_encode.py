"""The features of Rainbow, field by field, from positions whose features are known."""

from typing import Any

import numpy as np
import pytest

from moonbow.games import rainbow_views
from moonbow.games.game import game
from moonbow.games.kernel import encoding_starts

RAINBOW = game("rainbow")

TRICK: dict[str, Any] = {
    "players": 3,
    "options": {"ranks": 5, "copies": 9, "hand_size": 7},
    "hands": ["1135", "22", "4"],
    "aside": "55",
    "middle": ["1", "3", "44"],
    "leader": 1,
    "trick": ["1:33", "2:5"],
    "won": ["2", "", "55"],
    "trimmed": "112",
}
TAKING: dict[str, Any] = {
    "players": 2,
    "hands": ["1", "6"],
    "reserve": ["22", "345"],
    "middle": ["2", "5", "66"],
    "leader": 0,
    "trick": ["0:12", "1:56", "0:4", "1:4"],
    "taken": ["1:66"],
    "first_trick": False,
}
FIRST: dict[str, Any] = {
    "players": 2,
    "hands": ["1", "6"],
    "reserve": ["2", "3"],
    "middle": ["1", "1", "1", "2"],
    "first_trick": True,
}


def part(position: dict[str, Any], viewer: int, name: str) -> list[float]:
    """One part of the features, as ENCODING lists them."""
    starts = encoding_starts(rainbow_views.ENCODING)
    place = [listed for listed, _ in rainbow_views.ENCODING].index(name)
    features = RAINBOW.position({"game": "rainbow", **position}).view(viewer).encode()
    values: list[float] = np.round(features[starts[place] : starts[place + 1]], 5).tolist()
    return [round(value, 5) for value in values]


def seats(*values: float) -> list[float]:
    """Values by seat; nobody sits on the rest of the six."""
    return [*values, *[0.0] * (6 - len(values))]


@pytest.mark.parametrize(
    ("position", "viewer", "name", "expected"),
    [
        (TRICK, 0, "hand", [0.2, 0, 0.1, 0, 0.1, 0]),
        (TRICK, 1, "hand", [0, 0.2, 0, 0, 0, 0]),
        (TRICK, -1, "hand", [0] * 6),
        (TRICK, 0, "singles", [0.1, 0, 0.1, 0, 0, 0]),
        (TRICK, 0, "pairs", [0, 0, 0, 0.1, 0, 0]),
        (TRICK, 0, "trimmed", [0.2, 0.1, 0, 0, 0, 0]),
        (TRICK, 0, "won", [0, 0.1, *[0] * 14, 0.2, *[0] * 19]),
        (TRICK, 1, "won", [*[0] * 10, 0.2, 0, 0, 0.1, *[0] * 22]),
        (TRICK, 0, "scores", seats(0.02, 0, 0.1)),
        (TRICK, 2, "scores", seats(0.1, 0.02, 0)),
        (TRICK, 0, "hand_count", seats(0.4, 0.2, 0.1)),
        (TRICK, 1, "hand_count", seats(0.2, 0.1, 0.4)),
        (TRICK, 0, "reserve_count", seats()),
        (TRICK, 0, "aside_count", [0.2]),
        (TRICK, 0, "seats", seats(1, 1, 1)),
        (TRICK, 0, "leader", seats(0, 1, 0)),
        (TRICK, 1, "leader", seats(1, 0, 0)),
        (TRICK, -1, "leader", seats(0, 1, 0)),
        (TRICK, 0, "current", seats(1, 0, 0)),
        (TRICK, 1, "current", seats(0, 0, 1)),
        (TRICK, 0, "plays_left", seats(1, 0, 0)),
        (TRICK, 0, "follow", [0, 1, 0]),
        (TRICK, 0, "taking", [0]),
        (TRICK, 0, "first_trick", [0]),
        (TRICK, 0, "trick_seat", [0, 1, 0, 0, 0, 0, 0, 0, 1, *[0] * 27]),
        (TRICK, 1, "trick_seat", [1, 0, 0, 0, 0, 0, 0, 1, 0, *[0] * 27]),
        (TRICK, 0, "trick_cards", [0, 0, 0.2, 0, 0, 0, 0, 0, 0, 0, 0.1, *[0] * 25]),
        (TRICK, 0, "trick_choice", [0] * 6),
        (TRICK, 0, "ranks", [0.5]),
        (TRICK, 0, "copies", [0.9]),
        (TAKING, 0, "reserve_count", seats(0.2, 0.3)),
        (TAKING, 1, "reserve_count", seats(0.3, 0.2)),
        (TAKING, 0, "current", seats(1, 0)),
        (TAKING, 0, "plays_left", seats(0, 0)),
        (TAKING, 0, "follow", [0, 0, 1]),
        (TAKING, 0, "taking", [1]),
        (
            TAKING,
            0,
            "trick_seat",
            [1, 0, *[0] * 4, 0, 1, *[0] * 4, 1, 0, *[0] * 4, 0, 1, *[0] * 16],
        ),
        # 56 is higher than 12, then the earlier 4
        (TAKING, 0, "trick_choice", [0.5, 1, 0.33333, 0.25, 0, 0]),
        (TAKING, 1, "scores", seats(0.12, 0)),
        (FIRST, 0, "singles", [0.3, 0.1, 0, 0, 0, 0]),
        (FIRST, 0, "first_trick", [1]),
        (FIRST, 0, "plays_left", seats(2, 2)),
        (FIRST, 0, "follow", [1, 0, 0]),
    ],
)
def test_each_feature_stands_at_its_place(
    position: dict[str, Any], viewer: int, name: str, expected: list[float]
) -> None:
    assert part(position, viewer, name) == expected


def test_every_part_of_the_features_is_tested_above() -> None:
    marks = test_each_feature_stands_at_its_place.pytestmark
    tested = {parameters[2] for parameters in marks[0].args[1]}
    assert tested == {name for name, _ in rainbow_views.ENCODING}
