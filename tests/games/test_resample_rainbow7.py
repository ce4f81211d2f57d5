"""Resampling in Rainbow 7: facts kept, every deal that they allow, and how near it is to chance."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb
from typing import Any, NamedTuple

import pytest

from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from playing import Case, cases_of, games, play_partly

RAINBOW7 = game("rainbow7")
Position = dict[str, Any]
Hand = tuple[str, ...]
"""Cards in alphabetical order."""

# The facts that a sample may not contradict


def seven_count(cards: Sequence[str]) -> int:
    """How many of these cards are 7s."""
    return sum(card.endswith("7") for card in cards)


def fits(known: dict[str, Any], player: int, hand: Sequence[str]) -> bool:
    """Whether a hand is one that its player can have by what all know."""
    unknown = Counter(hand)
    unknown.subtract(known["hands"][player].split())
    if min(unknown.values(), default=0) < 0:
        return False
    sevens = seven_count(list(unknown.elements()))
    drawn = max(0, sevens - known["sevens_dealt"][player])
    drawn += max(0, unknown["W"] - known["rainbow"][player])
    return bool(drawn <= known["draws"][player] and sevens >= known["seven"][player])


def contradictions(view: Position, deal: Position) -> list[str]:
    """What a deal of the hidden cards has that the view rules out."""
    players, known = view["players"], view["known"]
    found = []
    for player, (seen, text) in enumerate(zip(view["hands"], deal["hands"], strict=True)):
        hand = text.split()
        if seen.startswith("?") and not fits(known, player, hand):
            found.append(f"hands[{player}]: {text}")
        if len(hand) != (int(seen[1:]) if seen.startswith("?") else len(seen.split())):
            found.append(f"hands[{player}]: {len(hand)} cards")
    if len(deal["deck"].split()) != int(view["deck"][1:]):
        found.append(f"deck: {deal['deck']}")
    sevens = deal["sevens"].split()
    if len(sevens) != players + 2 or not set(known["sevens"].split()) <= set(sevens):
        found.append(f"sevens: {sevens}")
    return found


TIGHT = [
    Case("rainbow7", 2, {"colors": 4, "values": 4, "hand_size": 7, "tokens_to_end": 2}),
    Case("rainbow7", 3, {"colors": 5, "values": 4, "hand_size": 6, "tokens_to_end": 2}),
]
"""Decks that leave hardly a card beside the hands."""

every_case = pytest.mark.parametrize("case", [*cases_of("rainbow7"), *TIGHT], ids=str)


@every_case
def test_a_sample_contradicts_nothing_that_all_know(case: Case) -> None:
    generator = new_generator(1)
    for seed in range(games(3, 1)):
        for state, _ in play_partly(RAINBOW7, case, seed):
            for viewer in range(-1, case.players):
                view = state.view(viewer)
                position = view.position()
                for _ in range(games(2, 1)):
                    sample = view.resample(generator).position()
                    assert not contradictions(position, sample)


@every_case
def test_the_truth_contradicts_nothing_that_all_know(case: Case) -> None:
    for seed in range(games(5, 1)):
        for state, _ in play_partly(RAINBOW7, case, 100 + seed):
            truth = state.position()
            for viewer in range(-1, case.players):
                assert not contradictions(state.view(viewer).position(), truth)


# Every deal that the facts allow

VIEWS: dict[str, Position] = {
    "a 7 and at most one Rainbow card dealt": {
        "players": 2,
        "options": {"colors": 4, "values": 3, "rainbow_cards": 3, "hand_size": 3},
        "hands": ["R1 O7", "?3"],
        "deck": "?4",
        "piles": ["R2 O1", "G1", "W"],
        "known": {"seven": [1, 1], "sevens_dealt": [1, 1], "rainbow": [1, 1], "draws": [0, 0]},
    },
    "a card drawn since": {
        "players": 2,
        "options": {"colors": 4, "values": 3, "rainbow_cards": 3, "hand_size": 3},
        "hands": ["R1 O7", "?3"],
        "deck": "?4",
        "piles": ["R2 O1", "G1", "W"],
        "known": {"seven": [0, 0], "sevens_dealt": [0, 0], "rainbow": [1, 0], "draws": [1, 1]},
    },
    "the 7 given up, one card known": {
        "players": 2,
        "options": {"colors": 5, "values": 3, "rainbow_cards": 1, "hand_size": 3},
        "hands": ["R1 O7 Y1", "?3"],
        "deck": "?4",
        "piles": ["R2 O1 O2", "G1", "B7"],
        "known": {
            "hands": ["", "Y2"],
            "sevens": "Y7",
            "seven": [1, 0],
            "sevens_dealt": [1, 0],
            "rainbow": [1, 1],
            "draws": [0, 1],
        },
    },
    "a Rainbow card put under the deck": {
        "players": 2,
        "options": {"colors": 4, "values": 2, "rainbow_cards": 2, "hand_size": 3},
        "hands": ["R7", "?3"],
        "deck": "?2",
        "piles": ["R1 O1", "Y1", "G1"],
        "tucked": [0, 1],
        "known": {
            "hands": ["", "W"],
            "seven": [1, 1],
            "sevens_dealt": [1, 2],
            "rainbow": [1, 0],
            "draws": [0, 0],
        },
    },
    "a spectator among three": {
        "players": 3,
        "options": {"colors": 5, "values": 2, "rainbow_cards": 2, "hand_size": 2},
        "viewer": -1,
        "hands": ["?1", "?2", "?2"],
        "deck": "?2",
        "piles": ["R1 O7", "O1", "Y1 W"],
        "turn": {"step": "draw", "pile": "A"},
        "known": {
            "seven": [0, 1, 1],
            "sevens_dealt": [0, 1, 1],
            "rainbow": [1, 1, 0],
            "draws": [0, 0, 1],
        },
    },
    "a combination shown, cards missing": {
        "players": 2,
        "options": {"colors": 4, "values": 3, "rainbow_cards": 1, "hand_size": 4},
        "hands": ["R1", "?2"],
        "deck": "?1",
        "piles": ["G2", "", ""],
        "to_move": 1,
        "turn": {"step": "pile", "cards": "R7 O7 Y7"},
        "known": {"seven": [0, 0], "sevens_dealt": [0, 0], "rainbow": [0, 1], "draws": [1, 0]},
    },
    "nothing known": {
        "players": 2,
        "options": {"colors": 5, "values": 2, "rainbow_cards": 1, "hand_size": 2},
        "hands": ["?2", "R7 O1"],
        "deck": "?3",
        "piles": ["R1", "Y1", "B1"],
        "to_move": 1,
    },
}
COLORS = "ROYGBIV"


def view_of(name: str) -> State:
    """One of the views above."""
    return RAINBOW7.position({"game": "rainbow7", **VIEWS[name]})


def hands_of(cards: Counter[str], sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal so many cards to each."""
    if not sizes:
        yield ()
        return
    for hand in set(itertools.combinations(sorted(cards.elements()), sizes[0])):
        for others in hands_of(cards - Counter(hand), sizes[1:]):
            yield (hand, *others)


def possible_deals(view: Position) -> dict[tuple[Hand, ...], str]:
    """The hidden hands and the deck, all that the facts allow; with the 7s in the game."""
    options, known = view["options"], view["known"]
    colors = COLORS[: options["colors"]]
    shown = [card for text in view["piles"] for card in text.split()]
    shown += (view["turn"] or {}).get("cards", "").split()
    hidden = [player for player, hand in enumerate(view["hands"]) if hand.startswith("?")]
    for player, hand in enumerate(view["hands"]):
        shown += (known["hands"][player] if player in hidden else hand).split()
    seen = {card for card in [*shown, *known["sevens"].split()] if card.endswith("7")}
    others = [f"{color}7" for color in colors if f"{color}7" not in seen]
    found: dict[tuple[Hand, ...], str] = {}
    for more in itertools.combinations(others, view["players"] + 2 - len(seen)):
        deck = Counter([*seen, *more, *["W"] * options["rainbow_cards"]])
        deck.update(f"{color}{value}" for color in colors for value in range(1, options["values"]))
        deck.subtract(shown)
        sizes = [
            int(view["hands"][player][1:]) - len(known["hands"][player].split())
            for player in hidden
        ]
        for deal in hands_of(+deck, [*sizes, int(view["deck"][1:])]):
            full = [
                tuple(sorted([*cards, *known["hands"][player].split()]))
                for player, cards in zip(hidden, deal, strict=False)
            ]
            if all(fits(known, player, hand) for player, hand in zip(hidden, full, strict=True)):
                found[*full, deal[-1]] = " ".join(sorted({*seen, *more}))
    return found


def draw(view: State, samples: int, seed: int) -> Counter[tuple[Hand, ...]]:
    """How often each deal comes in that many samples: the hidden hands, and the deck."""
    generator = new_generator(seed)
    counts: Counter[bytes] = Counter()
    found: dict[bytes, State] = {}
    for _ in range(samples):
        sample = view.resample(generator)
        record = sample.record
        key = record.hand.tobytes() + record.rainbow.tobytes()
        key += bytes(sorted(record.deck[: record.deck_count].tolist()))
        counts[key] += 1
        found.setdefault(key, sample)
    seen = view.position()["hands"]
    return Counter({hidden_deal(found[key], seen): count for key, count in counts.items()})


def hidden_deal(sample: State, seen: Sequence[str]) -> tuple[Hand, ...]:
    """What lies in the hidden hands and the deck of a sample."""
    position = sample.position()
    hands = [hand for hand, text in zip(position["hands"], seen, strict=True) if text[0] == "?"]
    return tuple(tuple(sorted(text.split())) for text in [*hands, position["deck"]])


@pytest.mark.parametrize("name", VIEWS)
def test_every_deal_that_the_facts_allow_is_drawn_and_no_other(name: str) -> None:
    view = view_of(name)
    expected = possible_deals(view.position())
    samples = games(60 * len(expected), 300)
    drawn = draw(view, samples, 2).keys()
    assert drawn <= expected.keys()
    if samples >= 60 * len(expected):
        assert drawn == expected.keys()


@pytest.mark.parametrize("name", VIEWS)
def test_whatever_the_hidden_cards_are_the_sample_is_the_same(name: str) -> None:
    view = view_of(name)
    position = view.position()
    sample = view.resample(new_generator(3))
    del position["viewer"]
    for deal, sevens in itertools.islice(possible_deals(view.position()).items(), games(200, 60)):
        hidden = iter(deal)
        truth = {**position, "deck": " ".join(deal[-1]), "sevens": sevens}
        truth["hands"] = [
            " ".join(next(hidden)) if hand[0] == "?" else hand for hand in position["hands"]
        ]
        seen = RAINBOW7.position(truth).view(view.record.viewer)
        assert seen == view
        assert seen.resample(new_generator(3)) == sample


def test_the_deck_of_a_sample_comes_in_any_order() -> None:
    view = view_of("nothing known")
    generator = new_generator(4)
    samples = games(4_000, 600)
    orders = Counter(
        place
        for _ in range(samples)
        for place, card in enumerate(view.resample(generator).position()["deck"].split())
        if card == "W"
    )
    third = orders.total() / 3
    chi_square = sum((orders[place] - third) ** 2 / third for place in range(3))
    assert chi_square < 18.4  # exceeded by chance once in 10,000 times with 2 degrees of freedom


def test_one_sample_says_nothing_about_the_next() -> None:
    view = RAINBOW7.deal(3, seed=1).view(0)
    generator = new_generator(5)
    samples = [view.resample(generator) for _ in range(50)]
    assert len({sample.tobytes() for sample in samples}) == 50
    assert len({sample.position()["chance"] for sample in samples}) == 50


# How near samples are to chance: all real deals and draws that lead to a view, with their weights

World = tuple[tuple[Hand, ...], Hand, tuple[int, ...]]
"""The hands, the deck without its order, the Rainbow cards put under it by player."""


def less(cards: Counter[str], gone: Sequence[str]) -> Counter[str]:
    """The cards without some of them."""
    return cards - Counter(gone)


def ordered(cards: Counter[str]) -> Hand:
    """The cards as a hand."""
    return tuple(sorted(cards.elements()))


def picks(cards: Counter[str], size: int) -> Iterator[tuple[Hand, int]]:
    """Every hand of so many of these cards, and in how many ways it can be picked."""
    for hand in set(itertools.combinations(sorted(cards.elements()), size)):
        ways = 1
        for card, count in Counter(hand).items():
            ways *= comb(cards[card], count)
        yield hand, ways


def six_each(
    cards: Counter[str], players: int, each: int
) -> Iterator[tuple[tuple[Hand, ...], Counter[str], int]]:
    """Hands without 7s, the cards left over, and in how many ways they are dealt so (R7-04)."""
    if players == 0:
        yield (), cards, 1
        return
    for hand, ways in picks(cards, each):
        for others, rest, more in six_each(less(cards, hand), players - 1, each):
            yield (hand, *others), rest, ways * more


class Dealing(NamedTuple):
    """A deal while Rainbow cards are put under the deck (R7-06)."""

    hands: tuple[Hand, ...]
    deck: Counter[str]
    under: int
    tucked: tuple[int, ...]
    weight: float

    def replaced(
        self, player: int, hand: Hand, deck: Counter[str], put: int, weight: float
    ) -> "Dealing":
        """The deal after a hand has changed and so many Rainbow cards were put under the deck."""
        hands, tucked = list(self.hands), list(self.tucked)
        hands[player] = hand
        tucked[player] += put
        return Dealing(tuple(hands), deck, self.under + put, tuple(tucked), self.weight * weight)


def draws_up(dealing: Dealing, player: int, missing: int) -> Iterator[Dealing]:
    """A player draws so many cards that are no Rainbow cards (R7-R1)."""
    if missing == 0:
        yield dealing
        return
    hand = dealing.hands[player]
    for card, count in dealing.deck.items():
        deck, weight = less(dealing.deck, [card]), count / dealing.deck.total()
        if card == "W":
            yield from draws_up(dealing.replaced(player, hand, deck, 1, weight), player, missing)
        else:
            more = tuple(sorted([*hand, card]))
            after = dealing.replaced(player, more, deck, 0, weight)
            yield from draws_up(after, player, missing - 1)


def limited(dealing: Dealing, order: Sequence[int]) -> Iterator[Dealing]:
    """Nobody holds more than one Rainbow card (R7-06), in seat order."""
    if not order:
        yield dealing
        return
    player = order[0]
    hand = dealing.hands[player]
    extra = max(0, hand.count("W") - 1)
    kept = ordered(less(Counter(hand), ["W"] * extra))
    for after in draws_up(dealing.replaced(player, kept, dealing.deck, extra, 1.0), player, extra):
        yield from limited(after, order[1:])


def dealt_worlds(
    players: int, options: dict[str, Any], first: int, viewer: int, own: Hand
) -> Counter[World]:
    """Every deal of a first round, the piles still in the deck, by its weight.

    The viewer's hand is given, and no Rainbow card was put under the deck from it.
    """
    colors = COLORS[: options["colors"]]
    low = Counter(f"{color}{value}" for color in colors for value in range(1, options["values"]))
    low.update(["W"] * options["rainbow_cards"])
    order = [(first + step) % players for step in range(players)]
    worlds: Counter[World] = Counter()
    others = less(low, own)
    own_seven = next(card for card in own if card.endswith("7"))
    sevens = [f"{color}7" for color in colors if f"{color}7" != own_seven]
    for hands, rest, ways in six_each(others, players - 1, options["hand_size"] - 1):
        for more in itertools.combinations(sevens, players + 1):
            for dealt in itertools.permutations(more, players - 1):
                full = [tuple(sorted(cards)) for cards in zip_hands(hands, dealt)]
                full.insert(viewer, own)
                deck = rest + less(Counter(more), dealt)
                begun = Dealing(tuple(full), deck, 0, (0,) * players, float(ways))
                for end in limited(begun, order):
                    deck = end.deck + Counter({"W": end.under})
                    worlds[end.hands, ordered(deck), end.tucked] += end.weight  # type: ignore[assignment]
    return worlds


def zip_hands(hands: Sequence[Hand], sevens: Sequence[str]) -> list[Hand]:
    """Each hand with its 7."""
    return [(*hand, seven) for hand, seven in zip(hands, sevens, strict=True)]


def top_card(worlds: Counter[World], player: int, card: str | None) -> Counter[World]:
    """The deck's top card goes to a player (-1: a pile): this one, or one that nobody sees."""
    after: Counter[World] = Counter()
    for (hands, deck, tucked), weight in worlds.items():
        for top, count in Counter(deck).items():
            if card in (None, top):
                held = list(hands)
                if player >= 0:
                    held[player] = tuple(sorted([*held[player], top]))
                rest = ordered(less(Counter(deck), [top]))
                after[tuple(held), rest, tucked] += weight * count / len(deck)  # type: ignore[assignment]
    return after


def given_up(worlds: Counter[World], player: int, card: str) -> Counter[World]:
    """A player discards a card that all see."""
    after: Counter[World] = Counter()
    for (hands, deck, tucked), weight in worlds.items():
        if card in hands[player]:
            held = list(hands)
            held[player] = ordered(less(Counter(held[player]), [card]))
            after[tuple(held), deck, tucked] += weight
    return after


def play_turns(state: State, turns: int) -> list[tuple[int, str, str]]:
    """Solos on pile A and draws from the deck: the players, the cards discarded and drawn."""
    seen = []
    for _ in range(turns):
        player, card = state.current_player, state.legal_texts()[0]
        top = state.position()["deck"].split()[0]
        state.apply_action(state.legal_actions()[0])
        state.play([">A", "+deck"])
        seen.append((player, card, top))
    return seen


def truth_of(state: State, turns: int, viewer: int) -> dict[tuple[Hand, ...], float]:
    """Plays on; the probabilities of all hidden hands and decks, given what the viewer saw."""
    begun = state.position()
    own = tuple(sorted(begun["hands"][viewer].split()))
    worlds = dealt_worlds(state.players, state.options, begun["first"], viewer, own)
    worlds = Counter({w: weight for w, weight in worlds.items() if list(w[2]) == begun["tucked"]})
    for card in begun["piles"]:
        worlds = top_card(worlds, -1, card)
    for player, card, top in play_turns(state, turns):
        worlds = given_up(worlds, player, card)
        worlds = top_card(worlds, player, top if player == viewer else None)
    truth: Counter[tuple[Hand, ...]] = Counter()
    for (hands, deck, _), weight in worlds.items():
        hidden = [hand for player, hand in enumerate(hands) if player != viewer]
        truth[*hidden, deck] += weight / sum(worlds.values())  # type: ignore[assignment]
    return dict(truth)


TWO = {"colors": 4, "values": 3, "rainbow_cards": 2, "hand_size": 3}
MORE = {"colors": 4, "values": 4, "rainbow_cards": 3, "hand_size": 4}
THREE = {"colors": 5, "values": 2, "rainbow_cards": 3, "hand_size": 2}

HISTORIES: dict[str, tuple[int, dict[str, int], int, int, float]] = {
    # players, options, seed, turns played; the distance measured with 300,000 samples
    "two players, right after the deal": (2, TWO, 2, 0, 0.002),
    "two players, each drew a card": (2, TWO, 2, 2, 0.002),
    "two players, each drew a card, one had put a Rainbow card under": (2, TWO, 92, 2, 0.002),
    "two players, each drew two cards, one had put a Rainbow card under": (2, TWO, 92, 4, 0.067),
    "two players with more cards, right after the deal": (2, MORE, 1, 0, 0.001),
    "two players with more cards, each drew a card": (2, MORE, 1, 2, 0.003),
    "two players with more cards, each drew two cards": (2, MORE, 1, 4, 0.100),
    "three players, two drew a card": (3, THREE, 2, 2, 0.002),
}


def kind(deal: tuple[Hand, ...]) -> tuple[tuple[int, int], ...]:
    """How many 7s and Rainbow cards there are in each hand, and in the deck."""
    return tuple((seven_count(cards), cards.count("W")) for cards in deal)


def by_kind(deals: Mapping[tuple[Hand, ...], float]) -> dict[Any, float]:
    """How often each kind of deal comes."""
    kinds: dict[Any, float] = {}
    for deal, often in deals.items():
        kinds[kind(deal)] = kinds.get(kind(deal), 0.0) + often
    return kinds


def distances(truth: Mapping[Any, float], drawn: Mapping[Any, float]) -> tuple[float, float]:
    """The total variation distance, and the highest to be expected were there none."""
    samples = sum(drawn.values())
    distance = sum(abs(chance - drawn.get(deal, 0) / samples) for deal, chance in truth.items()) / 2
    return distance, sum((chance / samples) ** 0.5 for chance in truth.values())


@pytest.mark.parametrize("name", HISTORIES)
def test_samples_are_as_near_to_chance_as_they_were_measured(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    players, options, seed, turns, measured = HISTORIES[name]
    state = RAINBOW7.deal(players, options, seed=seed)
    truth = truth_of(state, turns, 0)
    drawn = draw(state.view(0), games(20_000, 400), 6)
    assert drawn.keys() <= truth.keys()
    distance, noise = distances(by_kind(truth), by_kind(drawn))
    record_property(f"distance from the truth, by chance up to {noise:.4f}", round(distance, 4))
    assert distance < measured + noise
    distance, noise = distances(truth, drawn)
    assert distance < measured + noise  # deals of one kind are equally likely


@pytest.mark.parametrize(
    ("players", "seed", "measured"), [(2, 1, 0.002), (3, 0, 0.002), (5, 2, 0.002)]
)
def test_a_card_drawn_from_the_whole_deck_is_a_7_as_often_as_it_was_measured(
    players: int,
    seed: int,
    measured: float,
    record_property: Callable[[str, object], None],
) -> None:
    """Nobody has seen the two 7s that were shuffled into the deck; one card was drawn since."""
    state = RAINBOW7.deal(players, seed=seed)
    actor, viewer = state.current_player, (state.current_player + 1) % players
    assert not any("7" in pile or "W" in pile for pile in state.position()["piles"])
    chance = 2 / int(state.record.deck_count)
    solo = next(text for text in state.legal_texts() if "7" not in text)
    state.play([solo, ">A", "+deck"])
    view = state.view(viewer)
    samples = games(10_000, 300)
    generator = new_generator(7)
    twice = 0
    for _ in range(samples):
        hand = view.resample(generator).record.hand[actor]
        twice += sum(int(values) >> 6 for values in hand) > 1
    record_property(f"of the samples have a 7, by chance {chance:.4f}", round(twice / samples, 4))
    assert abs(twice / samples - chance) < measured + 5 * (0.25 / samples) ** 0.5
