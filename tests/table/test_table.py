"""One game being played: decisions, views, what is heard, taking back, chance, names."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from moonbow.games.errors import BadAction, BadOptions
from moonbow.games.game import SPECTATOR, game
from moonbow.games.heard import Heard
from moonbow.table.fairness import BadProof, Sealed, Seed, Terms
from moonbow.table.table import HeardAt, Table

rainbow = game("rainbow")

ONE, TWO, THREE, FOUR, FIVE, SIX = range(6)  # cards as the game numbers them


def table_at(players: int = 3, **keys: Any) -> Table:
    """A table at which a position lies."""
    table = Table(rainbow, players)
    table.state = rainbow.position({"game": "rainbow", "players": players, **keys})
    return table


def follow_table() -> Table:
    """Player 0 leads from 1 2 2; the others answer."""
    hands, middle = ["122", "334", "5566"], ["1", "3", "44"]
    return table_at(hands=hands, middle=middle, aside="123456", won=["", "", ""])


def pile_table(pile: str = "3456") -> Table:
    """Two players: player 0 has played the whole hand, and takes last; a pile waits for it."""
    return table_at(
        2, hands=["", "122"], reserve=[pile, "1"], middle=["1", "3"], leader=1,
        trick=["1:66", "0:5", "1:4"], taken=["1:44"], won=["", "44"],
    )  # fmt: skip


def taken_up_table(pile: str = "3456") -> Table:
    """Player 0 has taken up the pile, which player 1's decision showed."""
    table = pile_table(pile)
    table.play(0, ["+3"])
    table.play(1, ["+1"])
    return table


def twice_table(**keys: Any) -> Table:
    """Two players: player 0 takes twice, then player 1 does."""
    return table_at(
        2, hands=["1", "2"], reserve=["1", "2"], middle=["1", "2", "3", "4"],
        trick=["0:66", "1:1", "0:55", "1:2"], **keys,
    )  # fmt: skip


def last_table() -> Table:
    """Player 0 takes last; that ends the game."""
    middle, trick = ["1"], ["0:66", "1:1", "2:2"]
    return table_at(hands=["12", "", ""], middle=middle, trick=trick, won=["", "", ""])


def refusal(table: Table, player: int, actions: list[str]) -> BadAction:
    with pytest.raises(BadAction) as caught:
        table.play(player, actions)
    return caught.value


# Decisions


def test_a_decision_is_played_and_logged() -> None:
    table = follow_table()
    table.play(0, ["22"])
    assert (table.state.position()["trick"], table.actions) == (["0:22"], ["22"])


def test_several_decisions_of_one_player_are_played_in_their_order() -> None:
    table = twice_table()
    table.play(0, ["+3", "+1"])
    assert table.state.position()["taken"] == ["0:3", "0:1"]


def test_no_decisions_at_all_change_nothing() -> None:
    table = follow_table()
    before = table.state.tobytes()
    table.play(1, [])
    assert (table.state.tobytes(), table.actions) == (before, [])


REFUSALS = [
    (0, ["23"], "illegal-action"), (0, ["+1"], "illegal-action"), (0, ["44"], "illegal-action"),
    (1, ["3"], "not-your-decision"), (-1, ["1"], "not-your-decision"),
    (7, ["1"], "not-your-decision"), (0, ["7"], "no-action"), (0, [""], "no-action"),
    (0, ["pass"], "no-action"), (0, ["1", "2"], "not-your-decision"),
    (0, ["22", "nonsense"], "not-your-decision"),
]  # fmt: skip


@pytest.mark.parametrize(("player", "actions", "code"), REFUSALS)
def test_what_may_not_be_played_is_refused_with_its_reason(
    player: int, actions: list[str], code: str
) -> None:
    assert refusal(follow_table(), player, actions).code == code


def test_what_is_refused_changes_nothing() -> None:
    table = follow_table()
    before = table.state.tobytes()
    for player, actions, _ in REFUSALS:
        refusal(table, player, actions)
        assert (table.state.tobytes(), table.actions, table.heard(SPECTATOR)) == (before, [], [])


@pytest.mark.parametrize("second", ["+1", "+44", "+5", "no action", "1"])
def test_of_several_decisions_none_is_played_if_one_is_refused(second: str) -> None:
    table = twice_table()
    before = table.state.tobytes()
    refusal(table, 0, ["+1", second])
    assert (table.state.tobytes(), table.actions) == (before, [])


def test_nothing_is_played_when_the_game_is_over() -> None:
    table = table_at(hands=["1", "", ""])
    assert refusal(table, 0, ["1"]).code == "game-over"


def test_decisions_beyond_the_end_of_the_game_are_refused_with_those_before_it() -> None:
    table = last_table()
    assert refusal(table, 0, ["+1", "1"]).code == "game-over"
    assert table.actions == []


def test_a_refused_decision_is_told_with_the_legal_ones() -> None:
    assert str(refusal(follow_table(), 0, ["6"])).endswith("expected one of 1 2 22 12")


def test_a_decision_of_somebody_else_is_told_with_whose_it_is() -> None:
    assert str(refusal(follow_table(), 1, ["3"])) == "'3' by player 1; expected player 0"


@pytest.mark.parametrize("text", ["22", "1", "", "nonsense"])
def test_a_text_instead_of_a_list_is_refused_and_told(text: Any) -> None:
    refused = refusal(follow_table(), 0, text)
    assert (refused.code, str(refused)) == ("no-list", f"{text!r}; expected a list of actions")


# Hidden cards shown by a decision


def own_pile_table(pile: str) -> Table:
    """Two players: player 1 takes last, takes up its own pile with that, and leads."""
    return table_at(
        2, hands=["122", ""], reserve=["1", pile], middle=["1"], leader=1,
        trick=["1:66", "0:5", "1:3", "0:4"], taken=["1:44", "0:3", "0:2"], won=["23", "44"],
    )  # fmt: skip


SHOWN = "a card was shown; expected the next decision by itself"
NEXT = ["3", "33", "1", "2", "3456", "+1", "+4", "6", "7", "", "nonsense", "3" * 100]


@pytest.mark.parametrize("pile", ["3456", "1122", "3333"])
def test_a_further_decision_is_refused_in_the_same_words_whether_legal_or_not(pile: str) -> None:
    table = own_pile_table(pile)
    for text in NEXT:
        refused = refusal(table, 1, ["+1", text])
        assert (refused.code, str(refused)) == ("card-shown", SHOWN)


def test_a_further_decision_is_refused_in_the_same_words_after_anothers_pile() -> None:
    table = pile_table()
    table.play(0, ["+3"])
    for text in NEXT:
        assert str(refusal(table, 1, ["+1", text])) == SHOWN


def test_a_further_decision_after_a_card_was_shown_changes_nothing() -> None:
    table = own_pile_table("3456")
    before = table.state.tobytes()
    for text in ("3", "1"):
        refusal(table, 1, ["+1", text])
        assert (table.state.tobytes(), table.actions) == (before, [])


def test_a_decision_that_shows_a_card_may_be_the_last_of_several() -> None:
    table = table_at(
        2, hands=["1", ""], reserve=["1", "3456"], middle=["1", "2"],
        trick=["0:66", "1:4", "0:5", "1:3"], taken=["0:4", "0:3"], won=["34", ""],
    )  # fmt: skip
    table.play(1, ["+1", "+2"])
    assert table.state.position()["hands"] == ["1", "3456"]


def test_the_next_decision_is_played_by_itself_after_a_card_was_shown() -> None:
    table = own_pile_table("3456")
    table.play(1, ["+1"])
    table.play(1, ["3"])
    assert table.actions == ["+1", "3"]


# Chance

SECRET = bytes(range(32))
PEOPLE = {2: b"\x02" * 32, 0: b"\x01" * 32}
SEATS = ("person", "random", "person")
TERMS = Terms("rainbow", 1, "t", rainbow.options(3), SEATS)
BASE = hashlib.sha256(SECRET + b"\x01" * 32 + b"\x02" * 32).digest()


def key_of(chances: int) -> str:
    """The key that the secret gives when there have been so many chance events."""
    return hashlib.sha256(BASE + chances.to_bytes(8, "big")).hexdigest()


def sealed_table(options: dict[str, Any] | None = None) -> Table:
    terms = replace(TERMS, options=rainbow.options(3, options))
    return Table(rainbow, 3, options, Sealed(terms, SECRET, PEOPLE))


def test_the_deal_comes_from_the_secret_and_everybodys_bytes() -> None:
    assert sealed_table().state == rainbow.deal(3, seed=int(key_of(0), 16))


@pytest.mark.parametrize(("options", "chances"), [({}, 2), ({"leader": 1}, 1)])
def test_the_key_before_a_decision_comes_from_the_secret_and_the_chance_events_so_far(
    options: dict[str, Any], chances: int
) -> None:
    table = sealed_table(options)
    table.play(table.state.current_player, table.state.legal_texts()[:1])
    assert table.state.position()["chance"] == key_of(chances)


def test_the_key_is_replaced_before_every_decision() -> None:
    table = sealed_table()
    while not table.state.is_over:
        table.state.records[0].key[:] = 0
        table.play(table.state.current_player, table.state.legal_texts()[:1])
        assert table.state.position()["chance"] == key_of(2)


def test_the_key_is_replaced_before_each_of_several_decisions() -> None:
    table = twice_table(chances=9)
    terms = Terms("rainbow", 1, "t", rainbow.options(2), ("person", "person"))
    table.chance = Sealed(terms, SECRET, {0: b"\x01" * 32, 1: b"\x02" * 32})
    table.play(0, ["+3", "+1"])
    assert table.state.position()["chance"] == key_of(9)


def test_a_refused_decision_leaves_the_key() -> None:
    table = sealed_table()
    refusal(table, table.state.current_player, ["no action"])
    assert table.state.position()["chance"] == key_of(0)


OTHER_TERMS: dict[str, dict[str, Any]] = {
    "game": {"game": "skyjo"},
    "rules version": {"rules": 2},
    "number of players": {"seats": (*SEATS, "random")},
    "options": {"options": rainbow.options(3, {"leader": 1})},
    "options not all told": {"options": {}},
}


@pytest.mark.parametrize("changed", OTHER_TERMS.values(), ids=list(OTHER_TERMS))
def test_a_table_refuses_chance_that_was_sealed_for_another(changed: dict[str, Any]) -> None:
    with pytest.raises(BadProof) as caught:
        Table(rainbow, 3, None, Sealed(replace(TERMS, **changed), SECRET, PEOPLE))
    assert caught.value.code == "other-terms"


def test_a_table_with_a_seed_deals_and_keeps_that_seed() -> None:
    table = Table(rainbow, 3, chance=Seed(2**255 + 7))
    table.play(table.state.current_player, table.state.legal_texts()[:1])
    assert table.state.position()["chance"] == f"{2**255 + 7:064x}"


def test_a_table_without_a_source_of_chance_is_dealt_from_seed_0() -> None:
    assert Table(rainbow, 4).state == rainbow.deal(4, seed=0)


# Views and what is heard


def with_hidden_cards_shuffled(found: dict[str, Any], player: int, seed: int) -> dict[str, Any]:
    """The position with all that a player (a spectator: -1) cannot know dealt anew."""
    places = [("hands", other) for other in range(found["players"]) if other != player]
    places += [("reserve", other) for other in range(len(found.get("reserve", [])))]
    cards = list(found["aside"] + "".join(found[key][place] for key, place in places))
    chance = random.Random(seed)
    chance.shuffle(cards)
    other = {**found, "hands": list(found["hands"]), "chance": f"{chance.getrandbits(256):064x}"}
    if "reserve" in found:
        other["reserve"] = list(found["reserve"])
    for key, place in places:
        size = len(found[key][place])
        other[key][place], cards = "".join(sorted(cards[:size])), cards[size:]
    other["aside"] = "".join(sorted(cards))
    return other


def twin_tables(players: int, player: int, seed: int) -> tuple[Table, Table]:
    """Two tables that differ only in what a player (a spectator: -1) cannot know."""
    options = {"hand_size": 6}
    first = Table(rainbow, players, options, Seed(seed))
    second = Table(rainbow, players, options, Seed(2**256 - 1 - seed))
    hidden = with_hidden_cards_shuffled(first.state.position(), player, seed)
    second.state = rainbow.position(hidden)
    return first, second


def own_pile(table: Table, player: int) -> int:
    """How many cards a player has in a face-down pile."""
    return int(table.state.record.reserve_count[player]) if player in (0, 1) else 0


def moments(first: Table, second: Table, player: int) -> Iterator[int]:
    """Plays the same decisions at both tables for as long as both allow it.

    A player who takes up a face-down pile learns what it is; that ends it too.
    """
    choices = random.Random(6)
    pile = own_pile(first, player)
    yield 0
    while not first.state.is_over:
        both = [text for text in first.state.legal_texts() if text in second.state.legal_texts()]
        if not both:
            return
        text = choices.choice(both)
        for table in (first, second):
            table.play(table.state.current_player, [text])
        if own_pile(first, player) != pile:
            return
        yield len(first.actions)


each_size = pytest.mark.parametrize("players", range(2, 7))


def watched(players: int) -> Iterator[tuple[Table, Table, int]]:
    """Two such tables at each moment of some games, as each player and a spectator sees them."""
    for player in range(-1, players):
        for seed in range(3):
            first, second = twin_tables(players, player, seed)
            for _ in moments(first, second, player):
                yield first, second, player


@each_size
def test_a_view_shows_nothing_that_is_hidden(players: int) -> None:
    for first, second, player in watched(players):
        assert first.view(player).tobytes() == second.view(player).tobytes()


@each_size
def test_what_is_heard_tells_nothing_that_is_hidden(players: int) -> None:
    for first, second, player in watched(players):
        assert first.heard(player) == second.heard(player)


def test_two_such_tables_play_on_for_long_enough_to_tell() -> None:
    lengths = [sum(1 for _ in moments(*twin_tables(4, 0, seed), 0)) for seed in range(3)]
    assert max(lengths) > 10


def test_two_such_tables_are_never_the_same() -> None:
    assert not any(first.state == second.state for first, second, _ in watched(2))


def test_a_view_shows_the_own_hand_and_only_counts_the_others() -> None:
    shown = follow_table().view(1).position()
    assert (shown["hands"], shown["aside"]) == (["?3", "334", "?4"], "?6")


def test_a_view_shows_no_face_down_pile_not_even_the_own() -> None:
    assert pile_table().view(0).position()["reserve"] == ["?4", "?1"]


def test_a_pile_that_another_took_up_stays_hidden_in_the_view() -> None:
    assert taken_up_table("3456").view(1) == taken_up_table("1122").view(1)


def test_a_view_shows_no_key() -> None:
    assert "chance" not in sealed_table().view(0).position()


def test_a_spectator_sees_no_hand() -> None:
    assert follow_table().view(SPECTATOR).position()["hands"] == ["?3", "?3", "?4"]


@pytest.mark.parametrize("player", [-2, 3, 100])
def test_nobody_sits_on_a_seat_that_there_is_not(player: int) -> None:
    with pytest.raises(BadAction) as caught:
        follow_table().view(player)
    assert caught.value.code == "no-player"


def test_a_view_does_not_change_when_the_game_goes_on() -> None:
    table = follow_table()
    view = table.view(1)
    before = view.tobytes()
    table.play(0, ["22"])
    assert view.tobytes() == before


def played_trick() -> Table:
    """One whole trick: 22, 33, 5; then +44 for player 1, +3 for player 0, +1 for player 2."""
    table = follow_table()
    for player, text in [(0, "22"), (1, "33"), (2, "5"), (1, "+44"), (0, "+3"), (2, "+1")]:
        table.play(player, [text])
    return table


TRICK_HEARD = [
    HeardAt(0, Heard("plays", 0, (TWO, TWO))),
    HeardAt(1, Heard("plays", 1, (THREE, THREE))),
    HeardAt(2, Heard("plays", 2, (FIVE,))),
    HeardAt(3, Heard("takes", 1, (FOUR, FOUR))),
    HeardAt(4, Heard("takes", 0, (THREE,))),
    HeardAt(5, Heard("takes", 2, (ONE,))),
    HeardAt(5, Heard("leads", 1)),
]


@pytest.mark.parametrize("player", [SPECTATOR, 0, 1, 2])
def test_everybody_hears_each_decision_with_its_number(player: int) -> None:
    assert played_trick().heard(player) == TRICK_HEARD


def test_what_is_heard_since_a_decision_begins_with_it() -> None:
    for since in [*range(8), 1_000, -3]:
        later = [entry for entry in TRICK_HEARD if entry.number >= since]
        assert played_trick().heard(0, since) == later


def test_what_is_trimmed_is_heard_by_its_cards() -> None:
    table = table_at(
        hands=["1", "2", "3"], middle=["1"], trick=["0:345", "1:1", "2:6"],
        taken=["0:3", "2:2"], won=["3", "", "2"],
    )  # fmt: skip
    table.play(1, ["+1"])
    assert [entry.heard for entry in table.heard(0)] == [
        Heard("takes", 1, (ONE,)),
        Heard("trims", -1, (ONE, THREE)),
        Heard("leads", 0),
    ]


def test_who_takes_up_a_pile_hears_its_cards() -> None:
    table = taken_up_table()
    taken_up = Heard("takes up", 0, (THREE, FOUR, FIVE, SIX), 4)
    assert taken_up in [entry.heard for entry in table.heard(0)]


@pytest.mark.parametrize("player", [SPECTATOR, 1])
def test_the_others_hear_only_how_many_cards_a_pile_has(player: int) -> None:
    table = taken_up_table()
    taken_up = Heard("takes up", 0, (), 4)
    assert taken_up in [entry.heard for entry in table.heard(player)]


# Taking back


def take_back_refusal(table: Table, player: int) -> BadAction:
    with pytest.raises(BadAction) as caught:
        table.take_back(player)
    return caught.value


def two_decisions() -> Table:
    table = follow_table()
    table.play(0, ["22"])
    table.play(1, ["33"])
    return table


def test_the_last_decision_can_be_taken_back() -> None:
    table = follow_table()
    before = table.state.tobytes()
    table.play(0, ["22"])
    table.take_back(0)
    assert table.state.tobytes() == before


def test_taking_back_tells_what_was_taken_back() -> None:
    assert two_decisions().take_back(1) == "33"


def test_what_was_taken_back_leaves_the_log() -> None:
    table = two_decisions()
    table.take_back(1)
    assert table.actions == ["22"]


def test_what_was_taken_back_was_never_heard() -> None:
    table = two_decisions()
    table.take_back(1)
    assert table.heard(2) == [HeardAt(0, Heard("plays", 0, (TWO, TWO)))]


def test_several_decisions_in_a_row_can_be_taken_back_one_by_one() -> None:
    table = twice_table()
    before = table.state.tobytes()
    table.play(0, ["+3", "+1"])
    assert [table.take_back(0), table.take_back(0)] == ["+1", "+3"]
    assert table.state.tobytes() == before


def test_a_decision_that_ended_the_game_can_be_taken_back() -> None:
    table = last_table()
    table.play(0, ["+1"])
    table.take_back(0)
    assert not table.state.is_over


def test_nothing_can_be_taken_back_before_anything_was_played() -> None:
    assert take_back_refusal(follow_table(), 0).code == "nothing-to-take-back"


def test_nothing_can_be_taken_back_once_another_has_acted() -> None:
    assert take_back_refusal(two_decisions(), 0).code == "others-acted"


@pytest.mark.parametrize("player", [2, -1])
def test_who_has_played_nothing_can_take_nothing_back(player: int) -> None:
    assert take_back_refusal(two_decisions(), player).code == "nothing-to-take-back"


def test_a_decision_that_showed_a_hidden_card_cannot_be_taken_back() -> None:
    table = taken_up_table()
    assert take_back_refusal(table, 1).code == "card-shown"
    assert table.actions == ["+3", "+1"]


# Names and options


def test_players_without_names_are_numbered() -> None:
    assert Table(rainbow, 3).names == ["Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize(
    "names",
    [["Ann", "Bo", "Cy"], ("Ann", "Bo", "Cy"), ["x" * 40, "\u00c4da", "\u4e09"], ["A", "A", "A"]],
    ids=str,
)
def test_names_stay_as_they_are_given(names: Any) -> None:
    assert Table(rainbow, 3, names=names).names == list(names)


BAD_NAMES = [
    (["Ann", "Bo"], "names: "),
    (["Ann", "Bo", "Cy", "Di"], "names: "),
    ([], "names: "),
    ("Ann", "names: 'Ann'"),
    ({"0": "Ann", "1": "Bo", "2": "Cy"}, "names: "),
    (3, "names: 3"),
    (["Ann", "", "Cy"], "names[1]: ''"),
    (["Ann", "Bo", "x" * 41], "names[2]: 'xxx"),
    (["A\nn", "Bo", "Cy"], r"names[0]: 'A\nn'"),
    (["A\x1b[31m", "Bo", "Cy"], r"names[0]: 'A\x1b[31m'"),
    (["Ann", "\u202eoB", "Cy"], r"names[1]: '\u202eoB'"),
    (["Ann", "\ud800", "Cy"], r"names[1]: '\ud800'"),
    (["Ann", None, "Cy"], "names[1]: None"),
    ([b"Ann", "Bo", "Cy"], "names[0]: b'Ann'"),
]


@pytest.mark.parametrize(("names", "told"), BAD_NAMES, ids=[row[1] for row in BAD_NAMES])
def test_names_that_nobody_can_have_are_refused_and_told(names: Any, told: str) -> None:
    with pytest.raises(BadOptions) as caught:
        Table(rainbow, 3, names=names)
    assert caught.value.code == "bad-names"
    assert str(caught.value).startswith(told)


def test_the_names_of_a_table_are_its_own() -> None:
    names = ["Ann", "Bo", "Cy"]
    table = Table(rainbow, 3, names=names)
    names[0] = "Zed"
    assert table.names[0] == "Ann"


def test_a_table_plays_with_the_options_chosen() -> None:
    table = Table(rainbow, 3, {"leader": 2, "hand_size": 5})
    assert (table.state.current_player, len(table.state.position()["hands"][0])) == (2, 5)


def test_a_table_knows_all_its_options() -> None:
    found = {"leader": 2, "open_scores": False, "ranks": 6, "copies": 10, "hand_size": 14}
    assert Table(rainbow, 4, {"leader": 2}).options == found


@pytest.mark.parametrize(("players", "options"), [(4, {"colour": "red"}), (1, {}), (7, {})])
def test_what_the_game_cannot_be_played_with_is_refused(
    players: int, options: dict[str, Any]
) -> None:
    with pytest.raises(BadOptions):
        Table(rainbow, players, options)


# Trying something on a copy


def moved_on(table: Table) -> dict[str, Any]:
    """What a decision changes."""
    return {
        "position": table.state.position(),
        "actions": list(table.actions),
        "heard": table.heard(0),
        "states": [state.tobytes() for state in table.states(0)],
    }


def test_what_is_tried_on_a_copy_leaves_the_table() -> None:
    table = two_decisions()
    before = moved_on(table)
    trial = table.copy()
    assert moved_on(trial) == before
    player = trial.state.current_player
    trial.play(player, trial.state.legal_texts()[:1])
    trial.take_back(player)
    trial.play(player, trial.state.legal_texts()[-1:])
    assert moved_on(table) == before
    assert moved_on(trial) != before


def test_a_copy_goes_on_as_the_table_does() -> None:
    table = Table(rainbow, 2, {"hand_size": 2}, Seed(5))
    while not table.state.is_over:
        trial = table.copy()
        for each in (table, trial):
            each.play(each.state.current_player, each.state.legal_texts()[:1])
        assert moved_on(trial) == moved_on(table)


def test_a_decision_may_be_taken_back_where_taking_back_is_not_refused() -> None:
    seen = set()
    for seed in range(3):
        table = Table(rainbow, 2, {"hand_size": 3}, Seed(seed))
        while not table.state.is_over:
            for player in range(2):
                may = table.may_take_back(player)
                try:
                    table.copy().take_back(player)
                except BadAction as refused:
                    assert not may
                    seen.add(refused.code)
                else:
                    assert may
            table.play(table.state.current_player, table.state.legal_texts()[-1:])
    assert seen == {"nothing-to-take-back", "others-acted", "card-shown"}
