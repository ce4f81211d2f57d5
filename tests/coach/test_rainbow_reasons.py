"""Reasons in Rainbow: which are given, that they hold, and their words."""

import random
import string
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from moonbow.coach.rainbow_reasons import reasons as all_reasons
from moonbow.coach.reason import Reason
from moonbow.coach.reasons import contributions, reasons
from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from moonbow.messages import LANGUAGES, texts
from playing import Case, cases_of, games, play_partly

RAINBOW = game("rainbow")
WHY = "why.rainbow."
FULL = "1122334455"

every_case = pytest.mark.parametrize("case", cases_of("rainbow"), ids=str)


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


def start(*hands: str, middle: str = "2 3 5 66", trick: str = "", first: bool = False) -> Any:
    """A trick: player 0 leads it."""
    return {"hands": list(hands), "middle": middle.split(), "trick": trick.split(),
            "first_trick": first}  # fmt: skip


LAST_TO_PLAY = start(FULL, FULL, "11335", middle="2 5 66", trick="0:4 1:5")
BEHIND_ONE = start(FULL, FULL, "11335", middle="2 5 66", trick="0:444 1:5")
LEADING = start("3456112", FULL, FULL, FULL)
TWO_PILES = start("11135", FULL, FULL, FULL, middle="6 55")
NEARLY_OVER = start("66512", "1", "2", "1234", middle="1")
ALL_ALIKE = start("1115", FULL, FULL, middle="5 5 5", first=True)
CHEAP = start("123456", "123456", "223345", middle="1 1 1", first=True)
TAKING = start("11", "11", "22", middle="2 5 66", trick="0:44 1:5 2:66")

POSITIONS = (
    # What it takes
    Asked("33", "3", LAST_TO_PLAY, "first", ("66",)),
    Asked("33", "3", BEHIND_ONE, "beats", ("5", "5"), player=1),
    Asked("345", "3", LEADING, "takes", ("5", "2")),
    Asked("33", "3", start(FULL, "11335", FULL, FULL, trick="0:5"), "takes", ("5", "2")),
    Asked("111", "1", TWO_PILES, "any", ("6",)),
    Asked("22", "11", start("112233", FULL, FULL, FULL, middle="1 2 5 66"), "likelier", ("5",)),
    # What it spends
    Asked("11", "111", ALL_ALIKE, "saves", ("5",), number=1),
    Asked("66", "666", start("66612", FULL, FULL, FULL), "not worth", ("66",), number=1),
    Asked("6", "44", start("446", FULL, FULL, middle="5"), "fewer", number=1),
    Asked("12", "1", NEARLY_OVER, "last", number=1),
    Asked("111", "2", start("11122344" + FULL, "1234", "2345", "1234", middle="1"), "behind",
          number=2),
    # What it keeps
    Asked("1", "4", CHEAP, "run", ("23456",)),
    Asked("1", "3", start("133366", FULL, FULL, middle="1 2 3"), "set whole", ("333",), place=1),
    Asked("123", "666", start("123666", FULL, FULL, middle="5 5 5", first=True), "set", ("666",),
          place=1),
    # What it leaves
    Asked("1", "5", start("15", FULL, FULL, middle="1 1 1", first=True), "gift", number=4),
    Asked("5", "1", start("15", FULL, FULL, middle="1 1 1", first=True), "high", ("5",)),
    Asked("11", "1", start("113366", FULL, FULL, middle="1 1 1", first=True), "no runs"),
    Asked("12", "1", start("121212", FULL, FULL, middle="1 1 1", first=True), "no sets"),
    # The pile
    Asked("+66", "+5", TAKING, "most", number=12),
    Asked("+66", "+5", TAKING, "leaves", ("5",), player=0, place=1),
    Asked("+5", "+2", TAKING, "worth more", number=3),
)  # fmt: skip


def view_of(fields: dict[str, Any]) -> State:
    """The view of who is to decide in a position."""
    given = {"game": "rainbow", "players": len(fields["hands"]), "leader": 0, **fields}
    state = RAINBOW.position(given)
    return state.view(state.current_player)


def why(action: str, other: str, fields: dict[str, Any]) -> list[Reason]:
    """The reasons that are given."""
    view = view_of(fields)
    numbers = [view.action_number(text) for text in (action, other)]
    assert set(numbers) <= set(view.legal_actions())
    return reasons(view, *numbers)


@pytest.mark.parametrize("asked", POSITIONS, ids=lambda asked: asked.name)
def test_a_position_has_its_reason(asked: Asked) -> None:
    found = why(asked.action, asked.other, asked.fields)[asked.place]
    expected = Reason(asked.name, found.points, asked.cards, asked.player, asked.number)
    assert found == expected


def test_every_reason_that_has_words_has_a_position() -> None:
    worded = {key.split(".")[2] for key in texts("en") if key.startswith(WHY)}
    assert {asked.name for asked in POSITIONS} == worded


def test_piles_of_one_worth_give_no_reason() -> None:
    middle = start("11", "11", "22", middle="1 33 6", trick="0:44 1:5 2:66")
    assert why("+6", "+33", middle) == why("+33", "+6", middle) == []


def test_passing_none_but_a_combo_of_ones_own_takes_no_better_pile() -> None:
    two = {"hands": ["2244", FULL], "reserve": ["1", "1"], "middle": ["1", "2", "5", "66"]}
    trick = {"leader": 1, "trick": ["1:66", "0:3", "1:5"], "first_trick": False}
    names = {reason.name for reason in why("4", "2", {**two, **trick})}
    assert names & {"first", "beats", "takes", "likelier"} == set()


def test_a_high_card_is_no_reason_when_nobody_follows_who_could_have_as_many() -> None:
    assert why("6", "1", start(FULL, FULL, "16", middle="1 2 66", trick="0:22 1:44")) == []


# In play


def pairs(case: Case) -> Iterator[tuple[State, int, int]]:
    """Positions of random games, as who is to decide sees them, and two legal actions of each."""
    choices = random.Random(7)
    for seed in range(games(6, 1)):
        for state, action in play_partly(RAINBOW, case, seed):
            if action >= 0:
                other = choices.choice(state.legal_actions())
                yield state.view(state.current_player), action, other


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
            if reason.name == "takes":
                better, worse = map(points, reason.cards)
                assert reason.points >= (better - worse) / 2 > 0
            assert reason.number is None or reason.number >= 0
            for language in LANGUAGES:
                assert words(reason, language)
        given += bool(reasons(view, action, other))
    assert given > 0


@every_case
def test_a_certain_taking_is_what_is_left_when_all_take_the_best(case: Case) -> None:
    for view, action, other in pairs(case):
        first, second = contributions(view, [action, other])
        for reason in all_reasons(view, action, other, first - second):
            if reason.name in ("first", "beats"):
                state, place = view.resample(new_generator(1)), view.record.combos
                state.apply_action(action)
                while state.record.choice[state.record.takings] != place:
                    state.play([best_pile(state)])
                assert points(reason.cards[-1]) == points(best_pile(state)[1:])


def points(pile: str) -> int:
    """What a pile is worth."""
    return sum(int(card) for card in pile)


def best_pile(state: State) -> str:
    """The taking of a pile of the highest worth."""
    return max(state.legal_texts(), key=lambda text: points(text[1:]))
