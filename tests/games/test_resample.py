"""Resampling in Rainbow: every deal of the unseen cards, each equally likely."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from playing import games

RAINBOW = game("rainbow")

VIEWS: dict[str, dict[str, Any]] = {
    "two players, with face-down piles": {
        "players": 2,
        "options": {"ranks": 3, "copies": 4, "hand_size": 2},
        "hands": ["13", "?2"],
        "reserve": ["?2", "?2"],
        "middle": ["1", "2", "2", "3"],
        "first_trick": True,
    },
    "three players, with cards set aside": {
        "players": 3,
        "options": {"ranks": 3, "copies": 3, "hand_size": 1},
        "hands": ["?1", "2", "?2"],
        "aside": "?3",
        "middle": ["11"],
        "leader": 1,
    },
    "a spectator in the middle of a trick": {
        "players": 4,
        "options": {"ranks": 4, "copies": 3, "hand_size": 2},
        "hands": ["?1", "?1", "?1", "?2"],
        "aside": "?0",
        "middle": ["33"],
        "trick": ["0:11"],
        "trimmed": "1",
        "won": ["2", "", "", ""],
    },
    "cards missing from the position": {
        "players": 3,
        "options": {"ranks": 3, "copies": 3, "hand_size": 1},
        "hands": ["1", "?1", "?2"],
        "aside": "",
        "middle": ["2"],
    },
}


def unseen(view: dict[str, Any]) -> str:
    """The cards of the deck that the view does not show, as digits."""
    options = view["options"]
    left = Counter("123456"[: options["ranks"]] * options["copies"])
    texts = [hand for hand in view["hands"] if "?" not in hand] + view["middle"]
    texts += [entry.split(":")[1] for entry in view.get("trick", [])]
    texts += [*view.get("won", []), view.get("trimmed", "")]
    left.subtract("".join(texts))
    return "".join(sorted(left.elements()))


def deals(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to give each place so many of these single cards; the rest lie nowhere."""
    if not sizes:
        yield ()
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in deals(rest, sizes[1:]):
            yield (chosen, *others)


def highest_expected(degrees: int) -> float:
    """The chi-square value that chance exceeds once in 10,000 times (Wilson and Hilferty 1931)."""
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + 3.719 * part**0.5) ** 3)


def hidden_places(position: dict[str, Any], view: dict[str, Any]) -> tuple[str, ...]:
    """What lies at the places that the view hides."""
    places = [h for h, seen in zip(position["hands"], view["hands"], strict=True) if "?" in seen]
    places += position.get("reserve", [])
    return (*places, position["aside"])


def draw(view_state: State, samples: int) -> Counter[tuple[str, ...]]:
    """How often each deal comes in that many samples, by what lies at the hidden places."""
    generator = new_generator(11)
    counts: Counter[bytes] = Counter()
    deals_of: dict[bytes, State] = {}
    for _ in range(samples):
        sample = view_state.resample(generator)
        deal = b"".join(sample.record[name].tobytes() for name in ("hand", "reserve", "aside"))
        counts[deal] += 1
        deals_of.setdefault(deal, sample)
    view = view_state.position()
    return Counter(
        {hidden_places(deals_of[deal].position(), view): n for deal, n in counts.items()}
    )


@pytest.mark.parametrize("name", VIEWS)
def test_every_possible_deal_is_drawn_and_all_are_equally_likely(name: str) -> None:
    view = VIEWS[name]
    sizes = [int(hand[1:]) for hand in view["hands"] if "?" in hand]
    sizes += [int(pile[1:]) for pile in view.get("reserve", [])]
    sizes += [int((view.get("aside") or "?0")[1:])]
    digits = unseen(view)
    expected = Counter(
        tuple("".join(digits[card] for card in sorted(place)) for place in deal)
        for deal in deals(range(len(digits)), sizes)
    )
    state = RAINBOW.position({"game": "rainbow", **view})
    samples = games(100_000, 4_000)
    drawn = draw(state, samples)
    if samples >= 20 * len(expected):
        assert drawn.keys() == expected.keys()
    total = sum(expected.values())
    wanted = {deal: samples * ways / total for deal, ways in expected.items()}
    assert drawn.keys() <= wanted.keys()
    chi_square = sum((drawn[deal] - want) ** 2 / want for deal, want in wanted.items())
    assert chi_square < highest_expected(len(wanted) - 1)
