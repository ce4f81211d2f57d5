"""Reasons in Rainbow 7: which are given, that they hold, and their words."""

import random
import string
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from moonbow.bots.rainbow7_thumbs import FEATURES
from moonbow.coach.rainbow7_reasons import combinations
from moonbow.coach.rainbow7_reasons import reasons as all_reasons
from moonbow.coach.reason import Reason
from moonbow.coach.reasons import contributions, reasons
from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from moonbow.games.rainbow7 import (
    CLOUD,
    COMBO_COLORS,
    COMBO_RAINBOW,
    COMBOS,
    DISCARD,
    NO_EFFECT,
    RAINBOW,
    WORTH,
    listed,
)
from moonbow.messages import LANGUAGES, texts
from playing import Case, cases_of, games, play_partly

RAINBOW7 = game("rainbow7")
WHY = "why.rainbow7."
FIVE = "Y5 G5 B4 I4 V4"

every_case = pytest.mark.parametrize("case", cases_of("rainbow7"), ids=str)


class Asked(NamedTuple):
    """Why `action` rather than `other`, and the reason, the first but where `place` is 1."""

    action: str
    other: str
    fields: dict[str, Any]
    name: str
    cards: tuple[str, ...] = ()
    player: int = -1
    number: int | None = None
    place: int = 0


def turn(*hands: str, piles: str = "R6 O6, Y6 G6, B6 I6", **fields: Any) -> dict[str, Any]:
    """A turn of player 0, at its beginning."""
    return {"hands": list(hands), "piles": piles.split(", "), "to_move": 0, **fields}


def all_know(*hands: str) -> dict[str, Any]:
    """The cards of each hand that all have seen go into it."""
    return {"known": {"hands": list(hands)}}


def piling(*hands: str, piles: str, **fields: Any) -> dict[str, Any]:
    """V7 is shown and the pile to be chosen."""
    shown = {"step": "pile", "cards": "V7", "sevens": 0}
    return turn(*hands, piles=piles, turn=shown, **fields)


def ordering(*hands: str, cards: str, piles: str, **fields: Any) -> dict[str, Any]:
    """So many cards of a combination are yet to be laid on pile A."""
    left = {"step": "order", "pile": "A", "cards": cards, "sevens": 0}
    return turn(*hands, piles=piles, turn=left, **fields)


def using(*hands: str, tokens: tuple[int, ...] = (), **fields: Any) -> dict[str, Any]:
    """One 7 to use."""
    left = {"step": "sevens", "pile": "A", "sevens": 1}
    return turn(*hands, turn=left, tokens=list(tokens or [0] * len(hands)), **fields)


def drawing(*hands: str, piles: str, **fields: Any) -> dict[str, Any]:
    """To draw, but not from pile A."""
    return turn(*hands, piles=piles, turn={"step": "draw", "pile": "A"}, **fields)


SEVEN_KNOWN = turn("R2 O5", "Y5 G2", **all_know("", "Y5 G2"))
LESS_KNOWN = turn("R2 O5", "Y1 G2", **all_know("", "Y1 G2"))
TWO_KNOWN = turn("R2 O4", "Y5 G3", "B5 I5", tokens=[4, 0, 5], **all_know("", "Y5 G3", "B5 I5"))
OF_TWO = ("R1 O5", "Y1 Y2 Y5", "G1 G3 G5")
OF_FOUR = ("V4 R5 G6 O7", "Y1 Y2 Y3 Y4")

POSITIONS = (
    # A Rainbow
    Asked("rainbow", "R2", SEVEN_KNOWN, "announce sure", number=7),
    Asked("rainbow", "R2", turn("R2 O1", FIVE), "announce", number=3),
    Asked("rainbow", "R2", turn("R2 O1", FIVE, tokens=[1, 5]), "announce wins", place=1),
    Asked("rainbow", "R2", turn("R2 O1", "Y5 G2"), "waiting", player=1, place=1),
    Asked("O5", "rainbow", LESS_KNOWN, "has less", ("Y1 G2",), player=1),
    Asked("O5", "rainbow", turn("R2 O5", "Y1", "G1", "B1"), "may have less", player=1, number=7),
    Asked("O4", "rainbow", TWO_KNOWN, "too early", player=1),
    Asked("R4", "rainbow", turn("R1 R4 B2", "Y1 O3", "G1 V1", "Y3", piles="R6, O1, B6"),
          "lower later", number=4),
    # The discard
    Asked("B3B4B5", "B5", turn("B3 B4 B5", "R5 O5 Y5"), "perfect"),
    Asked("B3B4B5", "B5", turn("B3 B4 B5", "R5 O5 Y5", tokens=[3, 6]), "perfect wins"),
    Asked("R4R5R6", "O6", turn("R4 R5 R6 O6 B7", "Y1 Y2 Y3 Y4 Y5 I4", piles="R7, O7, G7"),
          "at once", number=3),
    Asked("R5R6R7", "R4R5R6", turn("R4 R5 R6 R7 G1 B2 V3", FIVE, piles="O6, Y6, B6"), "sevens",
          number=1),
    Asked("R4", "W", turn("R4 W O2 Y3 V6 V2", "O5 Y5 G5 B5 V5"), "keeps", ("O2 V2 W",)),
    Asked("R4", "W", turn("R4 W O2 Y3 V6 V2", "O5 Y5 G5 B5 V5"), "wild", ("W",), place=1),
    Asked("V7", "O3", turn("O3 Y4 V7 G5", "Y2 B2", **all_know("", "Y2 B2")), "lower in time",
          player=1),
    Asked("V7", "O3", turn("O3 Y3 V7", FIVE, piles="R6, O6 R1, B6"), "ready with", ("R1",),
          number=7),
    Asked("V6", "O2", turn("O2 Y4 V6", FIVE), "ready", number=6),
    Asked("R3", "R1", turn("R3 R1 Y1", FIVE), "lower", number=2),
    Asked("V7", "O4", turn("O4 O5 V7 V2 I1", "Y5 B5 G5 I5", piles="R6, R4 O6, B6"), "completes",
          ("O6", "O4 O5 O6")),
    Asked("V7", "O4", turn("O4 O5 V7", "Y5 B5 G5 I5", piles="R6, R4 O6, B6"), "perfect next",
          ("O6",)),
    Asked("G7", "O3", turn("O4 O3 G7 V6 Y1 R5", FIVE), "nearly", ("O3 O4",)),
    Asked("Y7", "Y2", turn("R1 Y1 Y2 Y7 G3", "O1 O2 O3 O5", piles="V4 B4 O7, O6, R3 W Y3 V3"),
          "loose", ("Y7",)),
    Asked("V6", "O1", turn("O1 V6 V3 R3 B7", "Y5 Y4 G5 I5"), "heavy", number=6),
    # The pile
    Asked(">A", ">B", piling("O3 Y3 V2", "Y2 B2 G7", piles="R6, G3, B7"), "open", ("G3",)),
    Asked(">A", ">C", piling("O3 Y3 V2", "Y2 B2 G7", piles="R7, G3, B1"), "open later", ("B1",)),
    Asked(">A", ">C", piling("O3 Y3 V2", "Y2 B2 G7", piles="R7, G3, B4"), "higher covered",
          ("R7",)),
    Asked(">A", ">C", piling("O3 Y3 V2", "O2 B2 G6", piles="R2, G3, B4", **all_know("", "O2 B2")),
          "covers", ("R2", "O2 B2"), player=1),
    # The order
    Asked("^W", "^R3", ordering("O1 Y4", "B1 B2 B3", cards="R3 R5 W", piles="R6, O6, B6"),
          "under", ("W", "R3"), player=1),
    Asked("^R4", "^R3", ordering("O1 Y6", "B4 B2 G5", cards="R3 R4", piles="R6 R5, O5, G7",
          **all_know("", "B4")), "known", ("R4", "B4"), player=1),
    Asked("^B6", "^R6", ordering("O5 Y1 R5", "B1 B2 G4", cards="R6 B6", piles="O3 O6, O4, G7"),
          "higher", ("R6",)),
    # The effects of sevens
    Asked("*cloud:1", "*", using("R1 O5", "Y1 Y2 Y5", tokens=(1, 4)), "cloud", player=1),
    Asked("*cloud:2", "*", using(*OF_TWO, tokens=(3, 4, 1)), "cloud fewest", player=2),
    Asked("*cloud:1", "*", using(*OF_TWO, tokens=(1, 6, 3)), "last round"),
    Asked("*", "*cloud:1", using(*OF_TWO, tokens=(3, 6, 1)), "no cloud", player=1),
    Asked("*sunshine", "*", using(*OF_TWO, tokens=(3, 6, 1)), "sunshine", number=3),
    Asked("*shelter", "*", using(*OF_TWO), "shelter ready", number=6),
    Asked("*shelter", "*", using("O4 B4", "Y1 Y2 Y5"), "shelter", number=2),
    Asked("*downpour", "*", using("O5 V6 B7", "Y1"), "downpour", player=1),
    Asked("*", "*downpour", using("O5 V6 B7", "Y1 Y2 Y3 Y4 Y5 G4"), "no downpour"),
    Asked("*", "*shelter", using("O6 R7 V5 V6 G6", "Y2 Y3 Y4 Y5 G2", piles="R1, W, G7"),
          "still draw", ("W", "V5 V6 W")),
    Asked("*", "*shelter", using("O5 R7 B6 V4 G6", "Y2 Y3 Y4 Y5 G2", piles="R1, B5, G7"),
          "still take", ("B5",)),
    # The draw
    Asked("+B", "+C", drawing("V1 G2", "Y1 Y2 Y3 Y4", piles="R6, O1, B5"), "draw ready", number=4),
    Asked("+B", "+C", drawing("V4 V5", "Y1 Y2 Y3 Y4", piles="R6, O6 V6, B2 B5"), "draw perfect"),
    Asked("+B", "+C", drawing("V4 V5 G1 O7", "Y1 Y2 Y3 Y4", piles="R6, O6 V6, B2 B5"), "makes",
          ("V4 V5 V6",)),
    Asked("+B", "+C", drawing("V4 R6 G1 O3", "Y1 Y2 Y3", piles="R2, V5, B2 Y7"), "fits", ("V4",)),
    Asked("+B", "+C", drawing(*OF_FOUR, piles="R6, O1, Y6 G7"), "adds", number=1),
    Asked("+B", "+C", drawing(*OF_FOUR, piles="R6, W, Y6 G7"), "drawn wild"),
    Asked("+deck", "+C", drawing(*OF_FOUR, piles="R2, W, Y6 G2"), "not again", ("G2",)),
    Asked("+deck", "+C", drawing(*OF_FOUR, piles="R2, W, R6 Y6"), "deck"),
    Asked("+deck", "+C", drawing(*OF_FOUR, piles="R2, W, B3 B7"), "deck lower", ("B7",)),
    Asked("+B", "+C", drawing("V4 R5 G1 O7", "Y1 B2 Y3 Y4", piles="R6, Y2, B3",
          **all_know("", "Y3 Y4")), "denies", ("Y2", "Y3 Y4"), player=1),
)  # fmt: skip


def view_of(fields: dict[str, Any]) -> State:
    """The view of who is to decide in a position."""
    state = RAINBOW7.position({"game": "rainbow7", "players": len(fields["hands"]), **fields})
    return state.view(state.current_player)


def why(action: str, other: str, fields: dict[str, Any]) -> list[Reason]:
    """The reasons that are given."""
    view = view_of(fields)
    numbers = [view.action_number(text) for text in (action, other)]
    assert set(numbers) <= set(view.legal_actions())
    return reasons(view, *numbers)


@pytest.mark.parametrize("asked", POSITIONS, ids=lambda asked: asked.name)
def test_a_position_has_its_reason(asked: Asked) -> None:
    named = why(asked.action, asked.other, asked.fields)
    found = sorted(named, key=lambda reason: -reason.points)[asked.place]
    expected = Reason(asked.name, found.points, asked.cards, asked.player, asked.number)
    assert found == expected


def test_every_reason_that_has_words_has_a_position() -> None:
    worded = {key.split(".")[2] for key in texts("en") if key.startswith(WHY)}
    assert {asked.name for asked in POSITIONS} == worded


def test_to_empty_the_hand_may_be_better_than_to_announce() -> None:
    assert [reason.name for reason in why("R4", "rainbow", turn("R4", "Y1"))] == ["perfect"]


def test_who_may_have_less_is_not_who_cannot() -> None:
    known = {"hands": ["", "Y7", "", ""]}
    found = why("O5", "rainbow", turn("R2 O5", "Y7", "G1 V1", "B1", known=known))
    assert [(reason.name, reason.player) for reason in found] == [("may have less", 3)]


def test_nothing_is_said_to_be_sure_where_one_card_may_be_less() -> None:
    fields = turn("R2 O5", "Y5 G2 B3", **all_know("", "Y5"))
    assert "announce sure" not in {reason.name for reason in why("rainbow", "R2", fields)}


@pytest.mark.parametrize(
    ("under", "given"), [("O4", ("nearly", ("R4 R6",))), ("R5", ("loose", ("G7",)))]
)
def test_a_pair_is_a_reason_while_a_card_can_complete_it(under: str, given: Any) -> None:
    fields = turn("R4 R6 G7 B2 I3 V1", FIVE, piles=f"{under} R7, O6, B7")
    assert [(reason.name, reason.cards) for reason in why("G7", "R4", fields)] == [given]


def test_what_goes_with_known_cards_is_named_only_where_the_other_card_does_not() -> None:
    fields = ordering(
        "O1 Y6", "B4 B2 O3", cards="R3 R4", piles="R6 R5, O5, G7", **all_know("", "B4 O3")
    )
    assert [reason.name for reason in why("^R3", "^R4", fields)] == ["under"]


@pytest.mark.parametrize(("hand", "near"), [("Y7 G1", True), ("Y7 G1 G2", False)])
def test_who_must_hold_a_seven_is_guessed_to_have_as_much_more(hand: str, near: bool) -> None:
    known = {"hands": ["", ""], "seven": [0, 1], "sevens_dealt": [0, 1]}
    found = why("*downpour", "*", using("O5 V6 B7", hand, known=known))
    assert [reason.name for reason in found] == ["downpour"] * near


def test_the_last_round_is_no_reason_for_who_has_only_as_few_tokens_as_another() -> None:
    view = view_of(using(*OF_TWO, tokens=(1, 6, 1)))
    found = all_reasons(view, CLOUD + 1, NO_EFFECT, np.ones(len(FEATURES)))
    assert [reason.name for reason in found] == ["cloud"]


# In play


def pairs(case: Case) -> Iterator[tuple[State, int, int]]:
    """Positions of random games, as who is to decide sees them, and two legal actions of each."""
    choices = random.Random(7)
    for seed in range(games(6, 2)):
        for state, action in play_partly(RAINBOW7, case, seed):
            if action >= 0:
                other = choices.choice(state.legal_actions())
                yield state.view(state.current_player), action, other


def worth(combo: int) -> int:
    """What the cards of a combination add up to."""
    return int(WORTH[COMBO_COLORS[combo]].sum())


def words(reason: Reason, language: str) -> str:
    """A reason in words; KeyError where something is not filled in."""
    filled: dict[str, object] = {
        f"cards{place or ''}": cards for place, cards in zip(["", 2, 3], reason.cards, strict=False)
    }
    if reason.player >= 0:
        filled["name"] = "Ada"
    key = WHY + reason.name
    if reason.number is None:
        forms = [texts(language)[key]]
        form = forms[0]
    else:
        filled["number"] = reason.number
        forms = [texts(language)[f"{key}.{form}"] for form in ("one", "many")]
        form = forms[reason.number != 1]
    asked = {name for text in forms for _, name, _, _ in string.Formatter().parse(text) if name}
    assert asked == set(filled)
    return form.format(**filled)


@every_case
def test_reasons_in_play_rest_on_what_is_known_and_have_their_words(case: Case) -> None:
    generator, given = new_generator(3), 0
    for view, action, other in pairs(case):
        first, second = contributions(view, [action, other])
        found = all_reasons(view, action, other, first - second)
        assert all_reasons(view.resample(generator), action, other, first - second) == found
        for reason in found:
            assert reason.player != view.current_player
            assert reason.player < view.players
            assert all(reason.cards)
            if reason.name in ("lower in time", "lower", "heavy"):
                assert worth(action) > worth(other)
            assert reason.number is None or reason.number >= 0
            for language in LANGUAGES:
                assert words(reason, language)
        given += bool(reasons(view, action, other))
    assert given > 0


@pytest.mark.parametrize("asked", POSITIONS, ids=lambda asked: asked.name)
def test_the_reasons_of_the_positions_have_their_words(asked: Asked) -> None:
    for reason in why(asked.action, asked.other, asked.fields):
        assert all(words(reason, language) for language in LANGUAGES)


@every_case
def test_the_combinations_named_are_legal_ones(case: Case) -> None:
    for view, _, _ in pairs(case):
        if view.record.phase != DISCARD:
            continue
        player = view.current_player
        hand = listed(view.record.hand[player], int(view.record.rainbow[player]))
        legal = [
            listed(COMBO_COLORS[action], int(COMBO_RAINBOW[action]))
            for action in view.legal_actions()
            if RAINBOW < action < COMBOS
        ]
        found = [tuple(sorted(combo)) for combo in combinations(hand)]
        assert set(found) <= set(legal)
        for combo in legal:
            colored = Counter(card for card in combo if card != RAINBOW)
            assert not colored or any(not colored - Counter(each) for each in found)
