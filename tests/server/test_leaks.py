"""What leaves the server tells nobody what is hidden.

A game is played twice with the same decisions, the second time with the hidden cards exchanged
among the places that a page cannot see: every message to that page is the same, byte for byte.
"""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from moonbow.games.game import GAMES, State
from moonbow.games.kernel import new_generator
from moonbow.server.room import RUNNING, Room, Settings
from moonbow.server.store import Event, Stored
from moonbow.server.views import table_message

PLAYERS = 3


class Quiet:
    """A table with nobody connected."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.present: dict[str, int] = {}


def room_of(game: str, spectators: str = "live") -> Room:
    """A running game of three persons."""
    settings = Settings(
        players=PLAYERS,
        options=GAMES[game].options(PLAYERS),
        host="p0",
        seats=["person"] * PLAYERS,
        spectators=spectators,
    )
    stored = Stored(
        "table", game, GAMES[game].rules_version, vars(settings), b"s" * 32, "seating", 0.0
    )
    room = Room(stored)
    number = 0
    for seat in range(PLAYERS):
        data = {"seat": seat, "person": f"p{seat}", "name": f"P{seat}", "commitment": "0" * 64}
        room.apply(Event(number, 0.0, f"person:p{seat}", "sit", data))
        number += 1
    room.apply(Event(number, 0.0, "person:p0", "freeze", {}))
    for seat in range(PLAYERS):
        number += 1
        opened = {"seat": seat, "bytes": bytes([seat + 1] * 32).hex()}
        room.apply(Event(number, 0.0, f"person:p{seat}", "open", opened))
    return room


def messages(room: Room, person: str | None, since: int) -> str:
    """What a page gets, as text; the commitments are of the secret, not of the cards."""
    found = table_message(Quiet(room), person, "en", since)  # type: ignore[arg-type]
    return json.dumps(found, sort_keys=True)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("watcher", [0, 1, None])
def test_exchanged_hidden_cards_change_nothing_that_a_page_gets(
    game: str, watcher: int | None
) -> None:
    person = None if watcher is None else f"p{watcher}"
    viewer = -1 if watcher is None else watcher
    choices = random.Random(5)
    room = room_of(game)
    assert room.table is not None
    compared = 0
    for step in range(60):
        if room.phase != RUNNING:
            break
        state = room.table.state
        twin: State = state.view(viewer).resample(new_generator(step))
        ours = messages(room, person, room.version)
        room.table.state = twin
        theirs = messages(room, person, room.version)
        room.table.state = state
        assert ours == theirs
        compared += 1
        player = state.current_player
        text = choices.choice(state.legal_texts())
        room.apply(Event(room.version + 1, 0.0, "x", "play", {"player": player, "actions": [text]}))
    assert compared > 20


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spectators", ["off", "after"])
def test_who_may_not_watch_gets_no_view_before_the_end(game: str, spectators: str) -> None:
    found = table_message(Quiet(room_of(game, spectators)), None, "en")  # type: ignore[arg-type]
    assert (found["view"], found["legal"], found["heard"]) == (None, [], [])


@pytest.mark.parametrize("game", GAMES)
def test_no_message_before_the_end_holds_a_secret(game: str) -> None:
    room = room_of(game)
    for person in ("p0", "p1", None):
        text = messages(room, person, -1)
        assert (b"s" * 32).hex() not in text
        for seat in range(PLAYERS):
            assert bytes([seat + 1] * 32).hex() not in text
        assert '"chance"' not in text


def answered(answers: dict[int, str]) -> Room:
    """Rainbow Pirates: two are asked to block, and some have answered."""
    room = room_of("pirates")
    assert room.table is not None
    position: dict[str, Any] = {
        "game": "pirates", "players": 3, "hands": ["elixir 2", "3 3", "3 5"], "discard": "6",
        "draw": "4 4", "faceup": "7 7",
    }  # fmt: skip
    room.table.state = GAMES["pirates"].position(position)
    actions = {"player": 0, "actions": ["play elixir"]}
    room.apply(Event(room.version + 1, 0.0, "person:p0", "play", actions))
    for player, action in answers.items():
        data = {"player": player, "action": action}
        room.apply(Event(room.version + 1, 0.0, f"person:p{player}", "answer", data))
    return room


@pytest.mark.parametrize("watcher", ["p0", "p2", None])
def test_nobody_learns_who_has_answered_or_how_before_all_have(watcher: str | None) -> None:
    texts = set()
    for answers in ({}, {1: "pass"}, {1: "block 3"}):
        found = table_message(Quiet(answered(answers)), watcher, "en", 0)  # type: ignore[arg-type]
        texts.add(json.dumps(found, sort_keys=True))
    assert len(texts) == 1


def test_who_is_asked_is_asked_the_same_whatever_they_hold() -> None:
    for person in ("p1", "p2"):
        found = table_message(Quiet(answered({})), person, "en", 0)  # type: ignore[arg-type]
        assert found["asked"]
        assert found["legal"][-1] == "pass"


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_the_view_of_a_table_is_documented(game: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "protocol.md"
    found = table_message(Quiet(room_of(game)), "p0", "en")  # type: ignore[arg-type]
    fields = set(re.findall(r"`(\w+)`", page.read_text(encoding="utf-8")))
    assert found.keys() - fields == set()
