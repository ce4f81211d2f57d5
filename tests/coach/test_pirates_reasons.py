"""Why an action is better than another in Rainbow Pirates, in words."""

import random
import string
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from moonbow.coach.reason import Reason
from moonbow.coach.reasons import MODULES, contributions, reasons
from moonbow.games.game import State, game
from moonbow.games.kernel import new_generator
from moonbow.games.pirates_text import KIND_TEXTS, read_group
from moonbow.messages import LANGUAGES, texts
from playing import cases_of, games, play_partly

pirates = game("pirates")
PREFIX = "why.pirates."


def position(hands: list[str], *islands: list[str], **keys: Any) -> State:
    """A position of as many players as hands; player 0 is to decide."""
    rows: list[list[str]] = [list(island) for island in islands]
    rows += [[] for _ in range(len(hands) - len(rows))]
    found = {"game": "pirates", "players": len(hands), "hands": hands, "islands": rows, **keys}
    return pirates.position(found)


def turn(step: str, **keys: Any) -> dict[str, Any]:
    """What the turn of player 0 has in progress."""
    return {"player": 0, "lifts": 0, "elixirs": 0, "step": step, **keys}


def attacked(card: str, own: str, *island: str, **keys: Any) -> State:
    """A BLACK card is played by player 0, and player 1 is asked to block it."""
    target = None if card in ("elixir", "captain", "ship") else 1
    tired = {"tired": False} if card == "elixir" else {}
    asked = turn("block", card=card, target=target, **tired)
    keys = {"discard": card, "to_move": 1, "turn": asked, **keys}
    return position(["3 4 5 6", own], [], list(island), **keys)


def hitting(card: str, own: str, island: list[str], *groups: str) -> State:
    """A card of player 1's island is to be chosen."""
    step = turn("pick", card=card, target=1)
    return position([own, "2 3"], island, list(groups), discard=card, turn=step)


def reviving(own: str, discard: str, island: list[str]) -> State:
    """A card of the discard pile is to be chosen."""
    step = turn("revive", card="elixir", tired=False)
    return position([own, "2 3"], island, discard=discard, turn=step, draw="1 2", faceup="3 4")


def asking(own: str, **keys: Any) -> State:
    """Player 1 is to be asked for a card."""
    step = turn("name", card="parrot", target=1)
    return position([own, "2 3 5"], discard="parrot", turn=step, **keys)


def giving(own: str) -> State:
    """Player 1 is to give a BLACK card."""
    step = turn("give", card="captain")
    return position(["1 2", own], discard="captain", to_move=1, turn=step)


def ordering(own: str, draw: str, left: int, island: list[str]) -> State:
    """Cards of the draw pile are to be put in order."""
    looked_at = min(4, len(draw.split()))
    return position(
        [own, "2 3"],
        island,
        draw=draw,
        discard="spyglass",
        known={"draw": [list(range(looked_at)), []]},
        turn=turn("top", cards=left),
    )


class Case(NamedTuple):
    """A question whose answer has a plain reason."""

    state: State
    action: str
    other: str
    name: str
    cards: tuple[str, ...] = ()
    player: int = -1
    number: int | None = None


SEVENTEEN = ["1234567", "1234567", "111"]
FIRST = [
    # going out
    Case(position(["7", "2"], ["1234567", "123456"]), "add 7>123456", "lift 123456", "win"),
    Case(
        position(["W", "2 3", "2"], SEVENTEEN, ["P"], ["PPPPPPP"]),
        "draw pile", "add W>111", "behind", player=2,
    ),
    # placing
    Case(position(["P 2 ship", "2"]), "lay P", "play ship", "points", number=5),
    Case(position(["4", "2"], ["123"]), "add 4>123", "lift 123", "points", number=1),
    Case(position(["1 2 3 3 3 4 5", "2"]), "lay 123", "lay 333", "gets", ("1 2 4 5",)),
    Case(position(["4", "2"], ["123", "444"]), "add 4>444", "add 4>123", "sturdy", ("4444",)),
    Case(position(["4 7", "2"], ["444", "777"]), "add 4>444", "add 7>777", "either", ("7",)),
    Case(position(["7 W", "2"], ["123456"]), "add 7>123456", "add W>123456", "keeps", ("W",)),
    Case(position(["4 4", "1 3"], ["4567"]), "lift 4567", "draw pile", "room", ("4 4",)),
    Case(position(["5", "1 3"], ["2345", "2345"]), "lift 2345", "draw pile", "room", ("5",)),
    Case(
        position(["1 1", "2"], ["345", "777"], faceup="1 1"),
        "draw faceup", "lift 777", "useless", ("777",),
    ),
    Case(
        position(["cannon cannon ship 1", "5"]),
        "draw pile", "lay cannon+cannon+ship", "usable", ("cannon cannon ship",),
    ),
    # a BLACK card that waits
    Case(
        position(["cannon 1", "5 5"], [], ["123"]),
        "draw pile", "play cannon@1", "keeps", ("cannon",),
    ),
    Case(
        position(["cannon 1", "2 5"], [], ["444"], known={"hands": ["", "2"]}),
        "draw pile", "play cannon@1", "blocked", ("2", "cannon"), 1,
    ),
    Case(
        position(["cannon 1", "5"]), "draw pile", "play cannon@1", "finds nothing", ("cannon",), 1
    ),
    Case(
        position(["thief 1", "5 5"], [], ["123"]),
        "draw pile", "play thief@1", "waits", ("thief", "P"),
    ),
    # a BLACK card that is played
    Case(
        position(["thief", "5"], [], ["123", "PP"]),
        "play thief@1", "draw pile", "steals", ("P",), 1,
    ),
    Case(
        position(["cannon", "5"], [], ["123", "PP"]),
        "play cannon@1", "draw pile", "may cost", (), 1, 5,
    ),
    Case(position(["elixir 1", "5"], discard="P 2"), "play elixir", "draw pile", "fetches", ("P",)),
    Case(position(["captain", "5 5", "5 5"]), "play captain", "draw pile", "gifts", number=2),
    Case(
        position(["captain", "5 5", "ship 5"], known={"hands": ["", "", "ship"]}),
        "play captain", "draw pile", "holds", ("ship",), 2,
    ),
    Case(position(["blindbeard", "1 2 3"]), "play blindbeard@1", "draw pile", "robs", (), 1),
    Case(position(["blindbeard", "1 2"]), "play blindbeard@1", "draw pile", "empties", (), 1),
    Case(position(["ship", "1 2"]), "play ship", "draw pile", "extra", number=2),
    Case(
        position(["ship", "1 2"], draw="P ship 1 2 3 4 5", known={"draw": [[0], []]}),
        "play ship", "draw pile", "seen", ("P",),
    ),
    Case(
        position(["parrot 1", "P 2 3"], known={"hands": ["", "P"]}),
        "play parrot@1", "draw pile", "holds", ("P",), 1,
    ),
    Case(
        position(["parrot 1", "5 5 5"]), "play parrot@1", "draw pile", "asks", ("P",), 1
    ),
    Case(position(["spyglass", "1 2"]), "play spyglass", "draw pile", "looks"),
    Case(
        position(["blindbeard", "1 2 3", "1 2 3"], [], ["123"], ["PP"]),
        "play blindbeard@2", "play blindbeard@1", "ahead", (), 2,
    ),
    # what a BLACK card asks
    Case(hitting("cannon", "1", [], "444", "P"), "pick P:1", "pick 444:1", "hurts", ("P",), 1),
    Case(hitting("thief", "1", [], "123", "P"), "pick P:1", "pick 123:1", "worth most", ("P",)),
    Case(
        hitting("thief", "1", ["123"], "4444", "7777"),
        "pick 4444:1", "pick 7777:1", "fits", ("4",),
    ),
    Case(reviving("5 6", "7 1 elixir", []), "pick 7", "pick 1", "group", ("7", "5 6")),
    Case(reviving("5 5 W", "5 1 elixir", []), "pick 5", "pick 1", "group", ("5", "5 5")),
    Case(reviving("1", "W 3 elixir", []), "pick W", "pick 3", "anywhere", ("W",)),
    Case(reviving("1", "thief 3 elixir", []), "pick thief", "pick 3", "useful", ("thief",)),
    Case(giving("thief ship"), "give ship", "give thief", "misses", ("thief",)),
    Case(
        asking("1", known={"hands": ["", "5"]}), "name 5", "name 4", "holds", ("5",), 1
    ),
    Case(asking("1", known={"none": ["", "4"]}), "name 6", "name 4", "cannot hold", ("4",), 1),
    Case(ordering("1", "2 P 3 ship 5", 4, []), "top P", "top 2", "next", ("P",)),
    # blocking
    Case(attacked("thief", "1 5", "PP", "444"), "block 1", "pass", "saves", number=5),
    Case(attacked("cannon", "2 5", "444"), "block 2", "pass", "saves", number=3),
    Case(attacked("cannon", "2 5", "34567"), "block 2", "pass", "saves", number=5),
    Case(attacked("elixir", "3 5", discard="P 2 elixir"), "block 3", "pass", "denies", ("P",), 0),
    Case(attacked("captain", "4 thief ship"), "block 4", "pass", "keeps", ("ship",)),
    Case(attacked("blindbeard", "5 P thief W"), "block 5", "pass", "hand", number=3),
    Case(attacked("ship", "6 5"), "block 6", "pass", "stops", (), 0, 2),
    Case(attacked("parrot", "7 P 1"), "block 7", "pass", "unasked", ("P",), 0),
    Case(attacked("thief", "1 5", "4444"), "pass", "block 1", "harmless", (), 0),
    Case(attacked("captain", "4 5"), "pass", "block 4", "no black"),
    Case(attacked("ship", "6 5"), "pass", "block 6", "keeps", ("6",)),
    Case(attacked("ship", "6 5", "345"), "pass", "block 6", "needs", ("6",)),
    # the closing draw
    Case(
        position(["1", "2"], ["123"], faceup="4 P"),
        "draw faceup", "draw pile", "worth most", ("P",),
    ),
    Case(
        position(["1", "2"], faceup="1 W", draw="2"), "draw faceup", "draw pile", "two"
    ),
    Case(
        position(["1", "2"], draw="P ship 1 2 3 4", faceup="1 2", known={"draw": [[0], []]}),
        "draw pile", "draw faceup", "seen", ("P",),
    ),
    Case(position(["5", "2"], faceup="1 2"), "draw pile", "draw faceup", "unfit", ("1 2",)),
    Case(position(["5", "2"], faceup="W W"), "draw pile", "draw faceup", "promises", ("W W",)),
]  # fmt: skip


ALSO = [
    Case(
        position(["cannon", "5"], [], ["444"], known={"none": ["", "2"]}),
        "play cannon@1", "draw pile", "unblocked", ("2",), 1,
    ),
    Case(
        position(["ship", "1", "1"], known={"hands": ["", "1", "1"]}),
        "play ship", "draw pile", "nobody blocks", ("6",),
    ),
    Case(
        position(["cannon", "5"], [], ["444"], draw="1 2", faceup="3 4"),
        "play cannon@1", "draw pile", "last", ("cannon",),
    ),
    Case(attacked("cannon", "2 5", "444"), "block 2", "pass", "whole", ("444",)),
    Case(
        position(
            ["1 3", "6 2", "4 5"], discard="ship", to_move=1,
            turn=turn("block", card="ship", target=None),
        ),
        "pass", "block 6", "others", ("6",), 2,
    ),
    Case(
        asking("captain", options={"deck": {"captain": 1}}, known={"hands": ["captain", ""]}),
        "name thief", "name captain", "cannot hold", ("captain",), 1,
    ),
    Case(
        asking("captain captain"),
        "name thief", "name captain", "likelier", ("thief", "captain"), 1,
    ),
]  # fmt: skip
"""Reasons that come second, or third."""


@pytest.mark.parametrize("case", FIRST, ids=lambda case: f"{case.name}: {case.action}")
def test_the_plainest_reason_counts_most(case: Case) -> None:
    strongest = max(said(case.state, case.action, case.other), key=lambda reason: reason.points)
    assert expected(case) == facts(strongest)


@pytest.mark.parametrize("case", ALSO, ids=lambda case: f"{case.name}: {case.action}")
def test_more_is_known_than_is_said(case: Case) -> None:
    view, action, other = question(case.state, case.action, case.other)
    assert expected(case) in [facts(reason) for reason in all_reasons(view, action, other)]


Facts = tuple[str, tuple[str, ...], int, int | None]


def expected(case: Case) -> Facts:
    return case.name, case.cards, case.player, case.number


def facts(reason: Reason) -> Facts:
    return reason.name, reason.cards, reason.player, reason.number


def question(state: State, action: str, other: str) -> tuple[State, int, int]:
    """A view, and two of its legal actions."""
    view = state.view(state.current_player)
    assert {action, other} <= set(view.legal_texts())
    return view, view.action_number(action), view.action_number(other)


def said(state: State, action: str, other: str) -> list[Reason]:
    """The reasons for one legal action rather than another, as the player gets them."""
    return reasons(*question(state, action, other))


def all_reasons(view: State, action: int, other: int) -> list[Reason]:
    """All reasons, also those that are not strong enough to be said."""
    first, second = contributions(view, [action, other])
    found: list[Reason] = MODULES["pirates"].reasons(view, action, other, first - second)
    return found


# What never holds as a reason


@pytest.mark.parametrize(
    ("state", "action", "other", "name"),
    [
        (position(["thief 1", "5"], [], ["123", "P"]), "draw pile", "play thief@1", "waits"),
        (position(["cannon", "2"], [], ["444"]), "play cannon@1", "draw pile", "unblocked"),
        (position(["cannon 1", "2"], [], ["444"]), "draw pile", "play cannon@1", "blocked"),
        (attacked("thief", "1 5", "444"), "pass", "block 1", "harmless"),
        (attacked("captain", "4 ship"), "pass", "block 4", "no black"),
        (ordering("1", "2 P 3 ship 5", 2, []), "top ship", "top 3", "next"),
        (position(["cannon", "5"], [], ["444"]), "play cannon@1", "draw pile", "last"),
        (position(["1", "2"], faceup="1 W"), "draw faceup", "draw pile", "two"),
        (position(["4", "2"], ["123", "444"]), "add 4>444", "add 4>123", "either"),
        (
            position(["blindbeard", "1 2 3", "1 2 3"], [], ["123"], ["PP"]),
            "play blindbeard@1",
            "draw pile",
            "ahead",
        ),
        (
            position(
                ["6", "6 2", "6 5"],
                discard="ship",
                to_move=2,
                turn=turn("block", card="ship", target=None),
            ),
            "pass",
            "block 6",
            "others",
        ),
        (position(["5", "2"], ["123"], faceup="4 4"), "draw pile", "draw faceup", "unfit"),
    ],
)
def test_what_is_not_so_is_not_said(state: State, action: str, other: str, name: str) -> None:
    assert name not in {reason.name for reason in all_reasons(*question(state, action, other))}


# Random games


def questions(seed: int) -> Iterator[tuple[State, int, int]]:
    """States of random games, and two legal actions of each, some of them several times."""
    choices = random.Random(seed)
    for case in cases_of("pirates"):
        for state, _ in play_partly(pirates, case, seed):
            legal = state.legal_actions()
            for _ in range(min(6, len(legal) - 1)):
                action, other = choices.sample(legal, 2)
                yield state, action, other


@pytest.fixture(scope="module")
def heard() -> list[tuple[State, Reason]]:
    """Every reason of random questions and of the positions above, and the whole state."""
    asked = [each for seed in range(games(8, 1)) for each in questions(seed)]
    for case in (*FIRST, *ALSO):
        _, action, other = question(case.state, case.action, case.other)
        asked.append((case.state, action, other))
    return [
        (state, reason)
        for state, action, other in asked
        for reason in all_reasons(state.view(state.current_player), action, other)
    ]


def key_of(reason: Reason) -> str:
    """The key of a reason's text."""
    forms = {None: "", 1: ".one"}
    return PREFIX + reason.name + forms.get(reason.number, ".many")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_filled_and_nothing_is_left_over(
    language: str, heard: list[tuple[State, Reason]]
) -> None:
    catalog = texts(language)
    for _, reason in heard:
        given = [f"cards{place or ''}" for place in (0, 2, 3)][: len(reason.cards)]
        given += ["name"] * (reason.player >= 0) + ["number"] * (reason.number is not None)
        names = {name for _, name, _, _ in string.Formatter().parse(catalog[key_of(reason)])}
        assert names - {None} == set(given)


def test_every_text_of_the_catalog_is_said_of_some_position() -> None:
    found = {expected(case)[0] for case in (*FIRST, *ALSO)}
    known = {key.removeprefix(PREFIX) for key in texts("en") if key.startswith(PREFIX)}
    assert found == {key.removesuffix(".one").removesuffix(".many") for key in known}


def test_cards_are_written_as_the_game_writes_them(heard: list[tuple[State, Reason]]) -> None:
    for _, reason in heard:
        for cards in reason.cards:
            kinds = cards.split(" ")
            assert set(kinds) <= set(KIND_TEXTS) or read_group(cards) is not None


def test_a_reason_is_about_somebody_else_and_counts_something(
    heard: list[tuple[State, Reason]],
) -> None:
    for state, reason in heard:
        assert reason.player != state.current_player
        assert -1 <= reason.player < state.players
        assert reason.number is None or reason.number > 0
        assert reason.points > 0.0


def test_what_is_said_of_hidden_cards_is_true(heard: list[tuple[State, Reason]]) -> None:
    checked = set()
    for state, reason in heard:
        player = state.current_player
        others = [other for other in range(state.players) if other != player]
        kinds = [
            KIND_TEXTS.index(text)
            for text in " ".join(reason.cards).split()[:1]
            if text in KIND_TEXTS
        ]
        held = {other for other in others for kind in kinds if state.record.hand[other, kind]}
        if reason.name in ("holds", "blocked"):
            assert reason.player in held
        elif reason.name in ("unblocked", "cannot hold"):
            assert reason.player not in held
        elif reason.name == "nobody blocks":
            assert held == set()
        elif reason.name == "seen":
            assert reason.cards[0].split()[0] in state.position()["draw"].split()[:2]
        else:
            continue
        checked.add(reason.name)
    assert len(checked) == 6


def test_the_same_view_has_the_same_reasons() -> None:
    generator = new_generator(5)
    for state, action, other in questions(3):
        view = state.view(state.current_player)
        again = view.resample(generator).view(state.current_player)
        assert all_reasons(again, action, other) == all_reasons(view, action, other)


def test_the_order_of_the_two_actions_turns_what_speaks_for_them() -> None:
    for state, action, other in questions(4):
        view = state.view(state.current_player)
        first = {reason.name for reason in all_reasons(view, action, other)}
        second = {reason.name for reason in all_reasons(view, other, action)}
        assert not first & second & {"points", "win", "behind", "gets", "sturdy", "keeps"}
