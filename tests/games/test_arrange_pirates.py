"""Rainbow Pirates: an island as it should look, and what must still be placed."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from moonbow.games.errors import BadAction
from moonbow.games.game import State, game
from moonbow.games.pirates_arrange import arrange, obligations
from pirates_twice import play_eagerly, play_oddly
from playing import games

pirates = game("pirates")

NUMBERS = ["1", "2", "3", "4", "5", "6", "7"]
BLACK = ["thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass"]
FEW = {"deck": {**dict.fromkeys(NUMBERS, 4), "W": 8, **dict.fromkeys(BLACK, 2), "P": 4}}


def position(hands: list[str], *islands: list[str], **keys: Any) -> State:
    """A position of as many players as hands."""
    rows: list[list[str]] = [list(island) for island in islands]
    rows += [[] for _ in range(len(hands) - len(rows))]
    found = {"game": "pirates", "players": len(hands), "hands": hands, "islands": rows, **keys}
    return pirates.position(found)


def refusal(view: State, target: Any) -> BadAction:
    with pytest.raises(BadAction) as caught:
        arrange(view, target)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300
    assert "; expected " in str(caught.value)
    return caught.value


def island(state: State, player: int) -> list[str]:
    """What lies on an island."""
    groups: list[str] = state.position()["islands"][player]
    return groups


def facts(state: State) -> dict[str, Any]:
    """A position without what counts lifts and remembers."""
    found = state.position()
    turn = {**(found["turn"] or {}), "lifts": 0}
    return {**found, "turn": turn if turn.get("step") else None, "known": None}


def lifts_in(actions: list[str]) -> int:
    """How many groups actions lift."""
    return sum(action.startswith("lift") for action in actions)


# What the actions lead to


def turns(seed: int, most: int) -> Iterator[State]:
    """States of a random game in which its player may place, with something on the island."""
    choices = random.Random(seed)
    state = pirates.deal(2 + seed % 4, FEW, seed=seed)
    for _ in range(most):
        if state.is_over:
            return
        placing = state.legal_texts()[-1].startswith(("draw", "done", "lay", "add", "lift", "play"))
        if placing and island(state, state.current_player):
            yield state.copy()
        state.play([play_eagerly(state.legal_texts(), choices)])


def rearranged(state: State, choices: random.Random, actions: int) -> State:
    """The same turn after some groups were laid, lengthened and lifted."""
    then = state.copy()
    for _ in range(actions):
        texts = [text for text in then.legal_texts() if text.startswith(("lay", "add", "lift"))]
        lifts = [text for text in texts if text.startswith("lift")]
        if not texts:
            break
        before = then.copy()
        then.play([choices.choice(lifts if lifts and choices.random() < 0.4 else texts)])
        if then.is_over or then.current_player != state.current_player:
            return before
    return then


@pytest.mark.parametrize("seed", range(games(6, 3)))
def test_the_actions_lead_to_just_the_island_that_was_wanted(seed: int) -> None:
    choices = random.Random(seed)
    for state in turns(seed, games(120, 30)):
        for actions in range(1, games(9, 4)):
            player = state.current_player
            wanted = rearranged(state, choices, actions)
            target = island(wanted, player)
            choices.shuffle(target)
            found = arrange(state.view(player), target)
            assert found == arrange(state, target)
            assert lifts_in(found) <= wanted.record.lifts - state.record.lifts
            then = state.copy()
            then.play(found)
            assert facts(then) == facts(wanted)
            assert bool(found) == (Counter(target) != Counter(island(state, player)))


def fewest_lifts(start: State, wanted: State) -> int:
    """The fewest lifts that lead from one state to another, by trying all actions out."""
    player = start.current_player
    goal = facts(wanted)["islands"]
    fronts = [{start.tobytes()}]
    seen = {start.tobytes()}
    while fronts:
        waiting = list(fronts[-1])
        lifted: set[bytes] = set()
        while waiting:
            state = pirates.load(waiting.pop())
            if state.position()["islands"] == goal:
                return len(fronts) - 1
            for text in state.legal_texts() if state.current_player == player else []:
                if text.startswith(("lay", "add", "lift")):
                    then = state.copy()
                    then.play([text])
                    key = then.tobytes()
                    if key not in seen:
                        (lifted.add if text.startswith("lift") else waiting.append)(key)
                        seen.add(key)
        fronts.append(lifted)
    raise AssertionError


SMALL_ISLANDS: list[tuple[str, list[str], list[str]]] = [
    ("1", ["111"], ["1111"]),
    ("2 3", ["111", "W23"], ["123", "11W"]),
    ("1 4", ["123"], ["1234"]),
    ("1", ["234"], ["1234"]),
    ("1", ["WWW="], ["1WWW="]),
    ("1 W", ["WWW"], ["WWWW"]),
    ("4", ["WWW"], ["WWW4"]),
    ("1 2 3", ["WWW"], ["123", "WWW="]),
    ("1", ["111", "1111"], ["1111", "1111"]),
    ("1 1", ["111", "1111"], ["11111", "1111"]),
    ("1 1", ["111", "1WW="], ["1111", "11WW"]),
    ("1", ["1111", "111"], ["111", "11111"]),
    ("P", ["PP"], ["PPP"]),
    ("P", ["PP", "111"], ["P", "111"]),
    ("", ["123", "456"], ["123456"]),
    ("", ["123456"], ["123", "456"]),
    ("W", ["12W", "W67"], ["12WW", "W67"]),
    ("ship thief", ["cannon+ship+thief"], ["cannon+ship+ship+thief+thief"]),
    (
        "ship",
        ["cannon+ship+thief", "ship+ship+thief"],
        ["cannon+ship+ship+ship", "ship+thief+thief"],
    ),
    ("5", ["234", "345"], ["2345", "345"]),
    ("2 5", ["234", "345"], ["2345", "2345"]),
    ("2 2", ["11W", "W23"], ["22W", "1W3"]),
]


@pytest.mark.parametrize(("hand", "lying", "target"), SMALL_ISLANDS, ids=str)
def test_as_few_groups_are_lifted_as_can_be(hand: str, lying: list[str], target: list[str]) -> None:
    state = position([hand, ""], lying, draw="1", options={"lifts": 3})
    actions = arrange(state, target)
    then = state.copy()
    then.play(actions)
    assert sorted(island(then, 0)) == sorted(target)
    assert lifts_in(actions) == fewest_lifts(state, then)


@pytest.mark.parametrize("seed", range(games(12, 3)))
def test_on_random_small_islands_as_few_groups_are_lifted_as_can_be(seed: int) -> None:
    choices = random.Random(seed)
    numbers = ["1", "1", "2", "2", "3", "4", "W", "W"]
    hand = choices.sample(numbers, 7)
    state = position([" ".join(hand), ""], ["123"], draw="7", options={"lifts": 2})
    state = rearranged(state, choices, 2)
    wanted = rearranged(state, choices, 4)
    actions = arrange(state, island(wanted, 0))
    assert lifts_in(actions) == fewest_lifts(state, wanted)


def test_where_nothing_changes_there_is_nothing_to_do() -> None:
    lying = ["PP", "111", "111", "12W4567", "WWW", "WWW=", "cannon+ship+thief"]
    state = position(["2 W 1", ""], lying)
    assert arrange(state, lying) == arrange(state, lying[::-1]) == []
    assert arrange(position(["1", ""]), []) == []


def test_what_is_not_wanted_comes_back_to_the_hand() -> None:
    state = position(["2", ""], ["111", "PP"])
    actions = arrange(state, [])
    assert actions == ["lift 111", "lift PP"]
    state.play(actions)
    assert state.position()["hands"][0] == "1 1 1 2 P P"


def test_a_rainbow_grows_at_both_ends() -> None:
    state = position(["1 2 6 W", ""], ["345"])
    assert arrange(state, ["123456W"]) == [
        "add 6>345", "add W>3456", "add 2<3456W", "add 1<23456W",
    ]  # fmt: skip


def test_in_the_last_placing_an_island_can_be_arranged() -> None:
    state = position(["1 1", "1 4 W"], ["111"], ["123"], draw="", to_move=1)
    state.play(arrange(state.view(1), ["1234"]))
    assert island(state, 1) == ["1234"]


# Refusals


@pytest.mark.parametrize(
    "state",
    [
        position(["1", "1 1 1"], to_move=0).view(1),
        position(["1", "1 1 1"], to_move=0).view(-1),
        position(["1", "1 1 1"], to_move=-1),
        position(["1", "1 1 1"], to_move=-1).view(0),
        position(
            ["1", "1 1 1"], to_move=1, discard="ship",
            turn={"player": 0, "step": "block", "card": "ship"},
        ),
        position(
            ["1", "1 1 1"], to_move=1, discard="ship",
            turn={"player": 0, "step": "block", "card": "ship"},
        ).view(0),
        position(["1 1 1", "2"], discard="parrot", turn={"step": "name", "target": 1}).view(0),
        position(["1", "1 1 1"], draw="", turn={"step": "place", "left": 2}).view(1),
    ],
)  # fmt: skip
def test_only_who_may_place_can_arrange(state: State) -> None:
    assert refusal(state, []).code == "not-your-decision"
    assert refusal(state, ["111"]).code == "not-your-decision"


@pytest.mark.parametrize(
    "group",
    [
        "",
        "1",
        "11",
        "112",
        "121",
        "124",
        "321",
        "W11",
        "111=",
        "ship",
        "ship+ship",
        "lay 111",
        "P1",
        "p",
        " 111",
        "111\n",
        "#1",
        "\u0661" * 3,
        "\x00",
        "\ud800",
        "1" * 5000,
        111,
        None,
        ["111"],
        True,
        10**5000,
        1.5,
        {},
    ],
    ids=lambda group: ascii(group)[:20] if not isinstance(group, int) else "number",
)
def test_what_is_no_group_is_refused(group: Any) -> None:
    state = position(["1 1 1 2", ""], ["123"])
    assert refusal(state, ["123", group]).code == "bad-group"


@pytest.mark.parametrize("target", ["", "111", "PP", None, 5, {"111": 1}], ids=repr)
def test_what_is_no_list_of_groups_is_refused(target: Any) -> None:
    assert refusal(position(["1 1 1 P P", ""]), target).code == "bad-group"


def test_rainbow_pirates_in_two_groups_are_refused() -> None:
    assert refusal(position(["P P P", ""]), ["P", "PP"]).code == "bad-group"


@pytest.mark.parametrize(
    ("target", "missing"),
    [
        (["1111"], "1 1"),
        (["111", "11W"], "1 1 1"),
        (["PPP"], "P P"),
        (["123", "123"], "2 2 3 3"),
        (["ship+ship+thief"], "thief ship"),
        (["111", "WWW="], "1 W W"),
        (["44W"], "4 4"),
    ],
)
def test_cards_that_are_not_in_hand_or_on_the_island_are_refused(
    target: list[str], missing: str
) -> None:
    refused = refusal(position(["1 1 W P ship", "1 2 3 4 4"], [], ["222"]), target)
    assert refused.code == "no-card"
    assert str(refused) == f"{missing} too many; expected only cards of hand and island"


def test_more_lifts_than_are_left_are_refused() -> None:
    keys: dict[str, Any] = {"options": {"lifts": 3}, "turn": {"lifts": 2}}
    state = position(["1", ""], ["123", "456", "111"], **keys)
    refused = refusal(state, ["123"])
    assert refused.code == "too-many-lifts"
    assert str(refused) == "2 groups to lift; expected at most 1 in this turn"
    assert arrange(state, ["123", "456"]) == ["lift 111"]
    assert arrange(state, ["123456", "111"])[0] == "lift 456"
    assert arrange(state, ["123", "456", "1111"]) == ["add 1>111"]


# What must be placed


@pytest.mark.parametrize(
    ("hand", "lying", "expected"),
    [
        ("", [], []),
        ("1 2 W ship", [], []),
        ("P P 1", [], ["P", "P"]),
        ("1 1 1 2", [], ["1", "1", "1"]),
        ("1 2 3 5", [], ["1", "2", "3"]),
        ("1 2 3 4 6 6", [], ["1", "2", "3", "4"]),
        ("1 1 2 3", [], ["1", "1", "2", "3"]),
        ("W W W ship ship ship", [], []),
        ("1 1 W", [], []),
        ("1 4 5", ["123"], ["4"]),
        ("1 4 5", ["23W"], ["1", "5"]),
        ("1 2", ["111"], ["1"]),
        ("1 2", ["WWW="], ["1", "2"]),
        ("1 2 4", ["WWW"], ["4"]),
        ("ship", ["ship+ship+ship"], []),
        ("7 1", ["567"], []),
    ],
)
def test_what_must_be_placed_is_listed(hand: str, lying: list[str], expected: list[str]) -> None:
    state = position([hand, "1 1 1 P"], lying, ["222"])
    assert obligations(state) == obligations(state.view(0)) == expected
    assert obligations(state.view(1)) == obligations(state.view(-1)) == []


def test_outside_the_main_part_of_a_turn_nothing_must_be_placed() -> None:
    assert obligations(position(["1 1 1 P", ""], draw="")) == []
    assert obligations(position(["1 1 1 P", ""], to_move=-1)) == []
    turn = {"step": "name", "target": 1}
    assert obligations(position(["1 1 1 P", "1"], discard="parrot", turn=turn)) == []


@pytest.mark.parametrize("seed", range(4))
def test_something_must_be_placed_exactly_if_nothing_can_be_drawn(seed: int) -> None:
    choices = random.Random(seed)
    state = pirates.deal(2 + seed, FEW, seed=seed)
    for _ in range(games(300, 100)):
        if state.is_over:
            break
        texts = state.legal_texts()
        listed = {player: obligations(state.view(player)) for player in range(state.players)}
        player = int(state.record.turn)
        main = state.current_player == player and not {"done", "pass"} & set(texts)
        main &= any(text.startswith(("draw", "lay", "add")) for text in texts)
        if main and not texts[-1].startswith(("pick", "name", "top")):
            assert bool(listed[player]) == (not texts[-1].startswith("draw"))
        else:
            assert not listed[player]
        assert not any(listed[other] for other in listed if other != player)
        state.play([play_oddly(texts, choices)])
