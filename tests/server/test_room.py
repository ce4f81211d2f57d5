"""What must happen next at a table, from its log, from who is there and from the clock."""

from dataclasses import replace
from typing import Any

import pytest

from moonbow.games.game import GAMES
from moonbow.server.room import OPENING_TIME, PACE, Room, Settings
from moonbow.server.store import Event, Stored

START = 100.0


def room_of(kinds: list[str], **chosen: Any) -> Room:
    """A table of Rainbow, its persons seated, its cards dealt at START; seat 0 leads."""
    options = GAMES["rainbow"].options(len(kinds), {"leader": 0})
    settings = Settings(len(kinds), options, "p0", kinds)
    stored = Stored("t", "rainbow", 1, vars(replace(settings, **chosen)), b"s" * 32, "seating", 0.0)
    room = Room(stored)
    people = [seat for seat, kind in enumerate(kinds) if kind == "person"]
    for seat in people:
        data = {"seat": seat, "person": f"p{seat}", "name": f"P{seat}", "commitment": "0" * 64}
        happens(room, "sit", data, 0.0)
    happens(room, "freeze", {}, START - 1)
    for seat in people:
        happens(room, "open", {"seat": seat, "bytes": "00" * 32}, START)
    return room


def happens(room: Room, kind: str, data: dict[str, Any], at: float) -> None:
    """One more event."""
    room.apply(Event(room.version + 1, at, "x", kind, data))


def test_a_person_without_a_clock_has_all_the_time_there_is() -> None:
    assert room_of(["person", "random"]).due({}) is None


def test_a_bot_decides_after_a_moment() -> None:
    assert room_of(["random", "person"]).due({}) == (START + PACE, "bot", 0)


@pytest.mark.parametrize("clock", [30, 120, 86_400])
def test_when_the_clock_has_run_out_a_bot_takes_over(clock: int) -> None:
    room = room_of(["person", "random"], clock=clock)
    assert room.due({}) == (START + clock, "takeover", 0)
    assert room.deadline() == START + clock


def test_the_clock_starts_anew_with_each_decision() -> None:
    room = room_of(["person", "person"], clock=30)
    assert room.table is not None
    text = room.table.state.legal_texts()[0]
    happens(room, "play", {"player": 0, "actions": [text]}, START + 12)
    assert room.due({}) == (START + 12 + 30, "takeover", 1)


def test_who_is_away_longer_than_the_grace_period_is_replaced() -> None:
    room = room_of(["person", "person"], grace=60)
    assert room.due({0: START + 5}) == (START + 65, "takeover", 0)
    assert room.due({1: START + 5}) is None  # it is not their decision


def test_whoever_was_away_before_is_asked_first() -> None:
    room = room_of(["person", "person"], grace=60)
    assert room.due({0: 0.0}) == (START, "takeover", 0)


def test_without_a_grace_period_everybody_may_stay_away() -> None:
    assert room_of(["person", "person"], grace=None).due({0: 0.0}) is None


def test_the_sooner_of_clock_and_grace_period_counts() -> None:
    room = room_of(["person", "person"], clock=30, grace=60)
    assert room.due({0: START}) == (START + 30, "takeover", 0)
    room = room_of(["person", "person"], clock=120, grace=60)
    assert room.due({0: START}) == (START + 60, "takeover", 0)


def test_bots_alone_wait_for_who_is_away_unless_a_clock_runs() -> None:
    assert room_of(["person", "random"], grace=60).due({0: START}) is None
    room = room_of(["person", "random"], clock=30, grace=10)
    assert room.due({0: START}) == (START + 30, "takeover", 0)


def test_after_a_takeover_a_bot_decides_until_the_person_is_back() -> None:
    room = room_of(["person", "person"])
    happens(room, "takeover", {"seat": 0}, START + 60)
    assert room.due({}) == (START + PACE, "bot", 0)
    happens(room, "return", {"seat": 0}, START + 61)
    assert room.due({}) is None


def test_pages_that_do_not_open_their_bytes_close_the_table() -> None:
    room = room_of(["person", "random"])
    opening = Room(room.stored)
    data = {"seat": 0, "person": "p0", "name": "P", "commitment": "0" * 64}
    happens(opening, "sit", data, 0.0)
    happens(opening, "freeze", {}, START)
    assert opening.due({}) == (START + OPENING_TIME, "close", -1)
    assert opening.due({}, ready=START + 200) == (START + 200 + OPENING_TIME, "close", -1)
    happens(opening, "close", {"why": "opening"}, START + 30)
    assert (opening.phase, opening.due({})) == ("closed", None)


def test_a_table_of_bots_alone_is_dealt_when_the_list_is_frozen() -> None:
    assert room_of(["random", "random"]).phase == "running"


def asking(
    answers: dict[int, str] | None = None, persons: int = 3, clock: int | None = None
) -> Room:
    """Rainbow Pirates: player 0 has played an Elixir at START, all others are asked.

    Of the four players the first `persons` are persons, or the second alone is one.
    """
    options = GAMES["pirates"].options(4)
    seated = [1] if persons == 1 else range(persons)
    seats = ["person" if seat in seated else "random" for seat in range(4)]
    settings = Settings(4, options, "p0", seats, clock=clock, answer=12)
    room = Room(Stored("t", "pirates", 1, vars(settings), b"s" * 32, "seating", 0.0))
    for seat in seated:
        data = {"seat": seat, "person": f"p{seat}", "name": f"P{seat}", "commitment": "0" * 64}
        happens(room, "sit", data, 0.0)
    happens(room, "freeze", {}, 1.0)
    for seat in seated:
        happens(room, "open", {"seat": seat, "bytes": "00" * 32}, 1.0)
    assert room.table is not None
    room.table.state = GAMES["pirates"].position(
        {
            "game": "pirates", "players": 4, "hands": ["elixir 2", "3", "3 5", "4"],
            "discard": "6", "draw": "4 4", "faceup": "7 7",
        }
    )  # fmt: skip
    happens(room, "play", {"player": 0, "actions": ["play elixir"]}, START)
    for player, action in (answers or {}).items():
        happens(room, "answer", {"player": player, "action": action}, START + 1)
    return room


def test_against_bots_alone_there_is_any_time_to_block_unless_a_clock_runs() -> None:
    room = asking(persons=1)
    assert (room.awaited(), room.due({}), room.deadline()) == ([1], None, None)
    assert asking({1: "pass"}, persons=1).due({}) == (START + PACE, "tell", -1)
    assert asking(persons=1, clock=30).due({}) == (START + 30, "tell", -1)


def test_all_who_may_block_have_the_same_time() -> None:
    room = asking()
    assert (room.asked(), room.awaited()) == ([1, 2, 3], [1, 2])
    assert room.due({}) == (START + 12, "tell", -1)
    assert room.deadline() == START + 12


def test_one_answer_alone_changes_nothing() -> None:
    room = asking({1: "block 3"})
    assert room.due({}) == (START + 12, "tell", -1)
    assert room.told == room.version - 1


def test_once_all_have_answered_the_answers_are_told() -> None:
    room = asking({1: "pass", 2: "pass"})
    assert room.due({}) == (START + PACE, "tell", -1)


def test_sealed_answers_are_gone_with_the_question() -> None:
    room = asking({1: "pass", 2: "block 3"})
    happens(room, "play", {"player": 1, "actions": ["pass"]}, START + 2)
    assert room.answers == {}
