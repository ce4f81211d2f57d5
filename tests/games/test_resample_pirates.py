"""Resampling in Rainbow Pirates: facts kept, every deal they allow, how near it is to chance."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from pirates_twice import play_oddly
from playing import games

PIRATES = game("pirates")
Position = dict[str, Any]
Hand = tuple[str, ...]
"""Cards in alphabetical order."""

NUMBERS = ["1", "2", "3", "4", "5", "6", "7"]
BLACK = ["thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass"]
KINDS = [*NUMBERS, "W", *BLACK, "P"]


def deck(number: int = 0, **others: int) -> dict[str, int]:
    """So many cards of each kind, but of some."""
    return {**dict.fromkeys(KINDS, number), **others}


# The facts that a sample may not contradict


def fits(view: Position, player: int, hand: Sequence[str]) -> bool:
    """Whether a hand is one that its player can have by what the viewer knows."""
    known, viewer = view["known"], view["viewer"]
    sure = Counter(known["hands"][player].split())
    if viewer >= 0:
        sure.update(known["secrets"][viewer][player].split())
    if sure - Counter(hand):
        return False
    unsure = Counter(hand) - sure
    if set(unsure) & set(known["none"][player].split()):
        return False
    excluded = known["excluded"][player].split()
    # what is sure may be of these kinds beyond what a made-up position says may be
    fresh = max(0, known["fresh"][player] - sum(sure[card] for card in excluded))
    return bool(sum(unsure[card] for card in excluded) <= fresh)


def contradictions(view: Position, deal: Position) -> list[str]:
    """What a deal of the hidden cards has that the view rules out."""
    found = []
    for player, (seen, text) in enumerate(zip(view["hands"], deal["hands"], strict=True)):
        hand = text.split()
        if seen.startswith("?"):
            if len(hand) != int(seen[1:]):
                found.append(f"hands[{player}]: {len(hand)} cards")
            if not fits(view, player, hand):
                found.append(f"hands[{player}]: {text}")
        elif seen != text:
            found.append(f"hands[{player}]: {text}")
    pile: list[str | None] = []
    for word in view["draw"].split():
        pile += [None] * int(word[1:]) if word.startswith("?") else [word]
    drawn = deal["draw"].split()
    if len(pile) != len(drawn) or any(a not in (None, b) for a, b in zip(pile, drawn, strict=True)):
        found.append(f"draw: {drawn}")
    return found


def all_cards(deal: Position) -> Counter[str]:
    """The cards of a position, wherever they are."""
    cards = Counter(
        " ".join([*deal["hands"], deal["draw"], deal["faceup"], deal["discard"]]).split()
    )
    for group in itertools.chain.from_iterable(deal["islands"]):
        cards.update(group.split("+") if "+" in group else group.rstrip("="))
    return cards


def play_blackly(legal: list[str], choices: random.Random) -> str:
    """Often names, gives and steals; lays cards so that something is excluded."""
    secret = ("play blindbeard", "play captain", "play parrot", "play spyglass", "play ship")
    loud = [text for text in legal if text.startswith(secret)]
    if loud and choices.random() < 0.6:
        return choices.choice(loud)
    return play_oddly(legal, choices)


TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "2 players": (2, {}),
    "2 players, a small deck": (2, {"lifts": 2, "deck": deck(2, W=1, P=1)}),
    "3 players, few kinds": (
        3,
        {"deck": deck(0, P=2, W=2, captain=5, blindbeard=5, parrot=5, spyglass=4)
         | dict.fromkeys(NUMBERS, 3)},
    ),
    "4 players": (4, {"lifts": 6, "deck": deck(3, W=6, captain=6, blindbeard=6)}),
    "5 players": (5, {"lifts": 6, "deck": deck(3)}),
}  # fmt: skip


def play_some(name: str, seed: int, most: int) -> Iterator[State]:
    """The states of a game with many BLACK cards, and its end if that comes soon enough."""
    players, options = TABLES[name]
    choices = random.Random(seed)
    state = PIRATES.deal(players, options, seed=seed)
    for _ in range(most):
        yield state
        if state.is_over:
            return
        state.play([play_blackly(state.legal_texts(), choices)])


every_table = pytest.mark.parametrize("name", TABLES)


@every_table
def test_a_sample_contradicts_nothing_that_the_viewer_knows_and_looks_the_same(name: str) -> None:
    generator = new_generator(1)
    for seed in range(games(2, 1)):
        for number, state in enumerate(play_some(name, seed, games(200, 50))):
            cards = Counter({kind: n for kind, n in state.options["deck"].items() if n})
            for viewer in range(-1, state.players):
                if (number + viewer) % games(1, 2):
                    continue
                view = state.view(viewer)
                sample = view.resample(generator)
                deal = sample.position()
                assert not contradictions(view.position(), deal)
                assert all_cards(deal) == cards
                assert sample.view(viewer).tobytes() == view.tobytes()


@every_table
def test_the_truth_contradicts_nothing_that_the_viewer_knows(name: str) -> None:
    for seed in range(games(3, 1)):
        for state in play_some(name, 100 + seed, games(250, 80)):
            truth = state.position()
            for viewer in range(-1, state.players):
                assert not contradictions(state.view(viewer).position(), truth)


@every_table
def test_whatever_is_hidden_the_sample_is_the_same(name: str) -> None:
    for number, state in enumerate(play_some(name, 7, games(200, 40))):
        viewer = number % (state.players + 1) - 1
        view = state.view(viewer)
        other = view.resample(new_generator(number)).view(viewer)
        assert view.resample(new_generator(9)) == other.resample(new_generator(9))
        assert view.resample(new_generator(9)) != view.resample(new_generator(8)) or state.is_over


def test_who_gives_to_the_captain_has_a_black_card() -> None:
    view = PIRATES.position(
        {
            "game": "pirates",
            "players": 3,
            "viewer": 0,
            "hands": ["1", "?2", "?4"],
            "discard": "captain",
            "to_move": 1,
            "turn": {"player": 0, "step": "give", "card": "captain"},
        }
    )
    generator = new_generator(1)
    for _ in range(40):
        assert view.resample(generator).legal_actions()


def test_one_sample_says_nothing_about_the_next() -> None:
    view = PIRATES.deal(3, seed=1).view(0)
    generator = new_generator(5)
    samples = [view.resample(generator) for _ in range(50)]
    assert len({sample.tobytes() for sample in samples}) == 50
    assert len({sample.position()["chance"] for sample in samples}) == 50


# Every deal that the facts allow

VIEWS: dict[str, Position] = {
    "nothing known": {
        "players": 2,
        "options": {"deck": deck(W=12, P=2, **{"1": 2, "2": 2})},
        "hands": ["W W W", "?2"],
        "draw": "?4",
        "discard": "W W W W W W W W W",
    },
    "cards missing": {
        "players": 2,
        "options": {"deck": deck(W=12, P=1, ship=1, **{"1": 2, "2": 2})},
        "hands": ["W W W", "?2"],
        "draw": "?1",
        "discard": "W W W W W W W",
    },
    "kinds that are not there": {
        "players": 2,
        "options": {"deck": deck(W=14, P=1, ship=1, **{"1": 2, "2": 2})},
        "hands": ["?3", "W W W"],
        "to_move": 1,
        "draw": "?3",
        "discard": "W W W W W W W W W W W",
        "known": {"none": ["1 ship", ""]},
    },
    "kinds that had to be placed, one card drawn since": {
        "players": 2,
        "options": {"deck": deck(W=12, P=2, ship=1, **{"1": 2, "2": 2})},
        "hands": ["W W W", "?3"],
        "draw": "?4",
        "discard": "W W W W W W W W W",
        "known": {"excluded": ["", "1 P"], "fresh": [0, 1]},
    },
    "a known card takes the place of the one that may be of these kinds": {
        "players": 2,
        "options": {"deck": deck(W=12, P=2, ship=1, **{"1": 2, "2": 2})},
        "hands": ["W W W", "?3"],
        "draw": "?4",
        "discard": "W W W W W W W W W",
        "known": {"excluded": ["", "1 P"], "fresh": [0, 1], "secrets": [["", "1"], ["", ""]]},
    },
    "known cards beside excluded kinds and others that are not there": {
        "players": 3,
        "options": {"deck": deck(W=20, P=1, ship=2, **{"1": 2, "2": 2})},
        "hands": ["W", "?2", "?3"],
        "draw": "ship ?1",
        "discard": " ".join(["W"] * 19),
        "known": {
            "hands": ["", "", "2"],
            "none": ["", "ship", ""],
            "excluded": ["", "", "1 P"],
            "fresh": [0, 2, 1],
            "draw": [[0], [], [1]],
        },
    },
    "an empty draw pile, each hand with other kinds": {
        "players": 3,
        "options": {"deck": deck(W=20, P=1, ship=1, **{"1": 2, "2": 2})},
        "viewer": -1,
        "hands": ["?2", "?2", "?2"],
        "draw": "",
        "faceup": "W",
        "discard": " ".join(["W"] * 19),
        "known": {"none": ["1", "2", "P ship"]},
    },
    "an empty draw pile, kinds that only one can hold": {
        "players": 4,
        "options": {"deck": deck(W=27, P=2, ship=1, **{"1": 2, "2": 2, "3": 1})},
        "hands": ["W", "?3", "?3", "?2"],
        "draw": "",
        "faceup": "W",
        "discard": " ".join(["W"] * 25),
        "known": {
            "none": ["", "3", "ship 1", ""],
            "excluded": ["", "P 1 2", "P", "P 1 ship 2"],
            "fresh": [0, 2, 3, 1],
        },
    },
    "exchanges in a chain": {
        "players": 5,
        "options": {"deck": deck(W=32 - 1, ship=1, **{"1": 1, "2": 1, "3": 1, "4": 1, "5": 3})},
        "hands": ["", "?2", "?2", "?2", "?2"],
        "draw": "",
        "faceup": "W",
        "discard": " ".join(["W"] * 30),
        "known": {"none": ["", "4 5", "1 4", "1 2 4", "1 2 3"]},
    },
    "one deal alone": {
        "players": 4,
        "options": {"deck": deck(W=31, **{"1": 1, "2": 1, "3": 1})},
        "hands": ["", "?1", "?1", "?1"],
        "draw": "",
        "faceup": "W",
        "discard": " ".join(["W"] * 30),
        "known": {"none": ["", "2", "1", ""], "excluded": ["", "3", "3", "2"]},
    },
    "a spectator who knows of two hands": {
        "players": 2,
        "options": {"deck": deck(W=12, P=1, ship=1, **{"1": 2, "2": 2})},
        "viewer": -1,
        "hands": ["?2", "?2"],
        "draw": "?2",
        "discard": " ".join(["W"] * 12),
        "known": {
            "hands": ["1", ""], "none": ["", "2"], "excluded": ["ship", "P"], "fresh": [1, 0],
        },
    },
}  # fmt: skip


def view_of(name: str) -> State:
    """One of the views above."""
    return PIRATES.position({"game": "pirates", **VIEWS[name]})


def hands_of(cards: Counter[str], sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal so many cards to each."""
    if not sizes:
        yield ()
        return
    for hand in set(itertools.combinations(sorted(cards.elements()), sizes[0])):
        for others in hands_of(cards - Counter(hand), sizes[1:]):
            yield (hand, *others)


def hidden_seats(view: Position) -> list[int]:
    """The players whose hands are hidden."""
    return [player for player, hand in enumerate(view["hands"]) if hand.startswith("?")]


def possible_deals(view: Position) -> set[tuple[Hand, ...]]:
    """The hidden hands, all that the facts allow."""
    cards = Counter(view["options"]["deck"])
    cards -= Counter(" ".join([view["faceup"], view["discard"]]).split())
    cards -= Counter(word for word in view["draw"].split() if not word.startswith("?"))
    cards -= Counter(card for hand in view["hands"] if hand[:1] != "?" for card in hand.split())
    hidden = hidden_seats(view)
    sizes = [int(view["hands"][player][1:]) for player in hidden]
    return {
        deal
        for deal in hands_of(cards, sizes)
        if all(fits(view, player, hand) for player, hand in zip(hidden, deal, strict=True))
    }


def draw(view: State, samples: int, seed: int) -> Counter[tuple[Hand, ...]]:
    """How often the hidden hands come in that many samples."""
    generator = new_generator(seed)
    hidden = hidden_seats(view.position())
    counts = Counter(view.resample(generator).record.hand[hidden].tobytes() for _ in range(samples))
    found = Counter[tuple[Hand, ...]]()
    for key, count in counts.items():
        hands = [key[17 * place : 17 * place + 17] for place in range(len(hidden))]
        dealt = [
            [kind for kind, n in zip(KINDS, hand, strict=True) for _ in range(n)] for hand in hands
        ]
        found[tuple(tuple(sorted(hand)) for hand in dealt)] += count
    return found


@pytest.mark.parametrize("name", VIEWS)
def test_every_deal_that_the_facts_allow_is_drawn_and_no_other(name: str) -> None:
    view = view_of(name)
    expected = possible_deals(view.position())
    assert expected
    samples = games(min(30_000, 80 * len(expected)), 100)
    drawn = draw(view, samples, 2).keys()
    assert drawn <= expected
    if samples >= 80 * len(expected):
        assert drawn == expected


@pytest.mark.parametrize("name", VIEWS)
def test_all_hidden_cards_of_a_view_are_dealt(name: str) -> None:
    view = view_of(name)
    position = view.position()
    generator = new_generator(4)
    cards = Counter({kind: n for kind, n in view.options["deck"].items() if n})
    for _ in range(games(200, 20)):
        sample = view.resample(generator)
        assert not contradictions(position, sample.position())
        assert not all_cards(sample.position()) - cards
        assert sample.view(view.record.viewer) == view
        if "missing" not in name:
            assert all_cards(sample.position()) == cards


def test_the_draw_pile_of_a_sample_comes_in_any_order() -> None:
    view = view_of("nothing known")
    generator = new_generator(4)
    samples = games(4_000, 400)
    orders = Counter(view.resample(generator).position()["draw"] for _ in range(samples))
    deals = Counter[Hand]()
    for order, often in orders.items():
        deals[tuple(sorted(order.split()))] += often
    for order, often in orders.items():
        cards = Counter(order.split())
        ways = len(set(itertools.permutations(cards.elements())))
        fair = deals[tuple(sorted(cards.elements()))] / ways
        assert abs(often - fair) < 6 * fair**0.5 + 1


IMPOSSIBLE: dict[str, Position] = {
    "all kinds excluded": {"hands": ["1", "?7"], "known": {"excluded": ["", " ".join(KINDS)]}},
    "more excluded cards known than there may be": {
        "hands": ["1", "?7"], "known": {"excluded": ["", "1 2 P"], "hands": ["", "1 1 2 P"]},
    },
    "two hands need the same card": {
        "players": 3, "options": {"deck": deck(0, ship=3, **{"2": 21})}, "hands": ["", "?2", "?2"],
        "draw": "?20", "known": {"none": ["", "2", "2"]},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_facts_that_allow_no_deal_still_give_a_state(name: str) -> None:
    view = PIRATES.position({"game": "pirates", "players": 2, **IMPOSSIBLE[name]})
    generator = new_generator(1)
    choices = random.Random(1)
    for _ in range(games(30, 5)):
        sample = view.resample(generator)
        assert sample.view(view.record.viewer) == view
        assert not all_cards(sample.position()) - Counter(view.options["deck"])
        for _ in range(20):
            if legal := sample.legal_actions():
                sample.apply_action(choices.choice(legal))


# How near samples are to chance: all deals that lead to a view by the rules, with their weights

World = tuple[Hand, ...]
"""The hidden hands, then the draw pile without its order."""
Worlds = dict[World, float]
Choice = Callable[[Hand], Mapping[Hand, float]]
"""Which cards leave a hand, how likely."""


def ways(hand: Hand, cards: Counter[str]) -> int:
    """In how many ways a hand can be picked of these cards."""
    number = 1
    for card, count in Counter(hand).items():
        for place in range(count):
            number = number * (cards[card] - place) // (place + 1)
    return number


def picks(cards: Hand, size: int) -> dict[Hand, float]:
    """Every hand of so many of these cards, and how likely it is."""
    hands = set(itertools.combinations(sorted(cards), size))
    weights = {hand: ways(hand, Counter(cards)) for hand in hands}
    return {hand: weight / sum(weights.values()) for hand, weight in weights.items()}


def less(cards: Hand, gone: Hand) -> Hand:
    """The cards without some of them."""
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def dealt(cards: str, *sizes: int) -> Worlds:
    """Every deal of the cards to hands of these sizes; the others are the draw pile."""
    worlds: Worlds = {(tuple(sorted(cards.split())),): 1.0}
    for _ in sizes:
        worlds = {(*world[:-1], (), world[-1]): weight for world, weight in worlds.items()}
    for place, size in enumerate(sizes):
        worlds = moved(worlds, -1, place, lambda pile, size=size: picks(pile, size))  # type: ignore[misc]
    return worlds


def moved(worlds: Worlds, giver: int, taker: int | None, choice: Choice) -> Worlds:
    """Cards go from one place to another, or to the viewer."""
    after: Worlds = {}
    for world, weight in worlds.items():
        for cards, chance in choice(world[giver]).items():
            places = list(world)
            places[giver] = less(places[giver], cards)
            if taker is not None:
                places[taker] = tuple(sorted([*places[taker], *cards]))
            key = tuple(places)
            after[key] = after.get(key, 0.0) + weight * chance
    return after


def kept(worlds: Worlds, place: int, possible: Callable[[Hand], bool]) -> Worlds:
    """The worlds in which a hand is a possible one."""
    return {world: weight for world, weight in worlds.items() if possible(world[place])}


def without(*kinds: str) -> Callable[[Hand], bool]:
    """Whether a hand has no card of these kinds."""
    return lambda hand: not set(hand) & set(kinds)


def no_three_of_a_number(hand: Hand) -> bool:
    """Whether no number is three times in a hand."""
    return all(count < 3 for card, count in Counter(hand).items() if card in NUMBERS)


def two(cards: Hand) -> dict[Hand, float]:
    """Two cards by chance."""
    return picks(cards, 2)


def black_kind(hand: Hand) -> dict[Hand, float]:
    """One of the BLACK kinds in a hand, each equally likely."""
    kinds = sorted(set(hand) & set(BLACK))
    return {(kind,): 1 / len(kinds) for kind in kinds}


def only(cards: Hand, choice: Choice) -> Choice:
    """A choice that was seen to be these cards."""
    return lambda hand: {cards: choice(hand).get(cards, 0.0)}


History = tuple[Position, list[str], Worlds, float]
"""What is dealt, what is then done, all that may be so, the distance measured from it."""


def small(players: int, cards: str, **keys: Any) -> Position:
    """A position whose deck has just these hidden cards, and others that lie open."""
    counts = Counter(cards.split())
    open_cards = " ".join([keys.get("discard", ""), keys.get("faceup", ""), keys["hands"][0]])
    counts.update(open_cards.split())
    for group in itertools.chain.from_iterable(keys.get("islands", [])):
        counts.update(group)
    missing = 7 * players + 3 - sum(counts.values())
    counts["W"] += max(0, missing)
    keys["discard"] = " ".join(["W"] * missing + keys.get("discard", "").split())
    return {"game": "pirates", "players": players, "options": {"deck": deck(0, **counts)}, **keys}


def histories() -> dict[str, History]:
    """Histories with all worlds that lead to them."""
    found: dict[str, History] = {}
    cards = "1 1 2 2 P P ship ship"
    found["a closing draw, kinds that had to be placed"] = (
        small(
            2, cards, hands=["W", "2 2 ship"], draw="1 1 P P ship", to_move=1, islands=[[], ["111"]]
        ),
        ["draw pile"],
        moved(kept(dealt(cards, 3), 0, without("1", "P")), -1, 0, two),
        0.0,
    )
    cards = "1 2 2 2 2 P ship"
    found["a closing draw, numbers that make no group"] = (
        small(2, cards, hands=["W", "2 2 ship"], draw="1 2 2 P", to_move=1, islands=[[], ["111"]]),
        ["draw pile"],
        moved(
            kept(kept(dealt(cards, 3), 0, without("1", "P")), 0, no_three_of_a_number), -1, 0, two
        ),
        0.200,
    )
    cards = "1 1 2 2 P P ship ship thief thief"
    worlds = moved(kept(dealt(cards, 2, 2), 0, without("1", "P")), -1, 0, two)
    found["closing draws of two with other kinds"] = (
        small(
            3,
            cards,
            hands=["W", "2 ship", "1 thief"],
            draw="1 2 P P ship thief",
            faceup="W W",
            to_move=1,
            islands=[[], ["111"], ["222"]],
        ),
        ["draw pile", "draw pile"],
        moved(kept(worlds, 1, without("2", "P")), -1, 1, two),
        0.083,
    )
    cards = "1 1 2 2 3 3 P"
    found["Parrot found none"] = (
        small(2, cards, hands=["W parrot", "2 2 3"], draw="1 1 3 P"),
        ["play parrot@1", "pass", "name 1"],
        kept(dealt(cards, 3), 0, without("1")),
        0.0,
    )
    found["Parrot found none in two hands"] = (
        small(3, cards, hands=["W parrot parrot", "2 3", "1 3"], draw="1 2 P"),
        ["play parrot@1", "pass", "name 1", "play parrot@2", "pass", "name 2"],
        kept(kept(dealt(cards, 2, 2), 0, without("1")), 1, without("2")),
        0.136,
    )
    cards = "1 1 2 ship ship thief"
    found["the viewer's Captain"] = (
        small(2, cards, hands=["W captain", "1 ship thief"], draw="1 2 ship"),
        ["play captain", "pass", "give ship"],
        moved(dealt(cards, 3), 0, None, only(("ship",), black_kind)),
        0.180,
    )
    cards = "1 2 ship ship thief captain"
    worlds = kept(dealt(cards, 2, 2), 0, lambda hand: "captain" in hand)
    worlds = moved(worlds, 0, None, lambda _: {("captain",): 1.0})
    worlds = kept(worlds, 1, lambda hand: bool(set(hand) & set(BLACK)))
    found["another's Captain"] = (
        small(3, cards, hands=["W", "1 captain", "ship thief"], draw="2 ship", to_move=1),
        ["play captain", "pass", "pass", "give ship"],
        moved(worlds, 1, 0, black_kind),
        0.277,
    )
    cards = "1 1 2 3 P ship"
    found["the viewer's Blindbeard"] = (
        small(2, cards, hands=["W blindbeard", "1 2 3 ship"], draw="1 P"),
        ["play blindbeard@1", "pass"],
        dealt("1 P ship 3", 2),  # put right below: what is stolen comes by chance
        0.0,
    )
    cards = "1 2 3 P ship blindbeard"
    worlds = kept(dealt(cards, 2, 3), 0, lambda hand: "blindbeard" in hand)
    worlds = moved(worlds, 0, None, lambda _: {("blindbeard",): 1.0})
    worlds = kept(worlds, 1, lambda hand: "1" in hand)
    found["another's Blindbeard, a known card in the hand"] = (
        small(
            3,
            cards,
            hands=["W", "2 blindbeard", "1 3 ship"],
            draw="P",
            to_move=1,
            known={"hands": ["", "", "1"]},
        ),
        ["play blindbeard@2", "pass"],
        moved(worlds, 1, 0, two),
        0.201,
    )
    return found


HISTORIES = histories()
"""The distances were measured with 300,000 samples. Not drawn is that numbers kept make no group
(0.200), that of two hands with different facts the first is drawn before the second (0.083, 0.136),
which BLACK card a giver chooses (0.180, 0.277), and that a known card may have gone (0.201)."""


def hidden_hands(worlds: Worlds) -> dict[tuple[Hand, ...], float]:
    """How likely the hidden hands are, whatever the draw pile is."""
    found: dict[tuple[Hand, ...], float] = {}
    for world, weight in worlds.items():
        if weight:
            found[world[:-1]] = found.get(world[:-1], 0.0) + weight
    return {hands: weight / sum(found.values()) for hands, weight in found.items()}


@pytest.mark.parametrize("name", HISTORIES)
def test_samples_are_as_near_to_chance_as_they_were_measured(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    position, actions, worlds, measured = HISTORIES[name]
    state = PIRATES.position(position)
    own = Counter(state.position()["hands"][0].split())
    state.play(actions)
    if name == "the viewer's Blindbeard":
        stolen = tuple(sorted((Counter(state.position()["hands"][0].split()) - own).elements()))
        worlds = moved(dealt("1 1 2 3 P ship", 4), 0, None, only(stolen, two))
    truth = hidden_hands(worlds)
    drawn = draw(state.view(0), games(15_000, 400), 6)
    samples = drawn.total()
    sure = sum((chance / samples) ** 0.5 for chance in truth.values())  # were there no distance
    wrong = sum(count for hands, count in drawn.items() if hands not in truth) / samples
    near = sum(abs(chance - drawn[hands] / samples) for hands, chance in truth.items())
    distance = (near + wrong) / 2
    record_property(f"distance from the truth, by chance up to {sure:.4f}", round(distance, 4))
    assert distance < measured + sure
