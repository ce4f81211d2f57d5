"""What pages get is made once for all who get the same, and is always the newest."""

import json
import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from moonbow.games.game import GAMES, SPECTATOR
from moonbow.games.heard import Heard
from moonbow.messages import Catalog
from moonbow.server.live import Live
from moonbow.server.store import Event, events_of
from moonbow.server.views import position_of, table_message, table_text
from moonbow.server.words import one, told, without_marks
from moonbow.server.writer import Change
from moonbow.terminal.company import Company
from moonbow.terminal.marks import unmarked
from server_kit import Line, Person, at_once, serving

BLACK = ("play ", "block ")


@pytest.mark.parametrize("name", GAMES)
def test_a_view_holds_the_position(name: str) -> None:
    choices = random.Random(2)
    state = GAMES[name].deal(3, seed=2)
    for _ in range(60):
        for shown in (state, *(state.view(viewer) for viewer in range(-1, 3))):
            assert position_of(shown) == shown.position()
        if state.is_over:
            break
        state.apply_action(choices.choice(state.legal_actions()))


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_in_rainbow_each_thing_that_happens_is_told_by_itself(seat: int) -> None:
    choices, count = random.Random(3), 0
    company = Company(["Ada", "Carl", "Eve"], seat, Catalog("en"))
    for seed in range(5):
        state = GAMES["rainbow"].deal(3, seed=seed)
        while not state.is_over:
            before, action = state.copy(), choices.choice(state.legal_actions())
            state.apply_action(action)
            heard = before.hear(action, state, seat)
            count += len(heard)
            sentences = [one(each, company, "rainbow") for each in heard]
            assert sentences == told(heard, company, "rainbow")
    assert count > 100


def check_newest(live: Live, people: list[str | None], since: int) -> None:
    """Everybody's message is what would be told now."""
    for person in people:
        for marked in (True, False):
            message = table_message(live, person, "en", since)
            message = message if marked else without_marks(message)
            text = table_text(live, person, "en", since, marked)
            assert json.loads(text) == json.loads(json.dumps(message))
            assert text is table_text(live, person, "en", since, marked)


def decide(line: Line, choices: random.Random) -> bool:
    """A decision or a sealed answer, black cards first; whether it was an answer."""
    legal = line.seen["legal"]
    text = choices.choice([text for text in legal if text.startswith(BLACK)] or legal)
    version, asked = line.seen["version"], line.seen["asked"]
    line.play(text)
    if asked:
        line.seen["legal"] = []
        return True
    line.catch_up(version + 1)
    return False


def test_a_message_that_was_made_before_is_never_told_after_something_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once(monkeypatch)
    choices, answers = random.Random(1), 0
    with serving(tmp_path) as client, ExitStack() as stack:
        friends = [Person(client, f"Person {seat}") for seat in range(3)]
        table = friends[0].make("pirates", ["person"] * 3, spectators="live")
        lines = [stack.enter_context(friend.at(table)) for friend in friends]
        live: Live = client.app.state.services.house.tables[table]  # type: ignore[attr-defined]
        people: list[str | None] = [None]

        def check() -> None:
            assert client.portal is not None
            client.portal.call(check_newest, live, people, live.room.told - 2)

        for seat, line in enumerate(lines):
            line.sit(seat)
            people.append(live.room.seats[seat].person)
            check()
        lines[0].ask("start")
        for line in lines:
            line.until(lambda seen: seen["phase"] == "opening")
            line.open()
            check()
        while answers < 6 and live.room.phase != "over":
            for line in lines:
                line.catch_up(live.room.told)
            asked = [line for line in lines if line.seen["legal"]]
            if asked:
                answers += decide(asked[0], choices)
                check()
            else:
                lines[0].receive()
    assert answers == 6


def test_events_are_stored_as_they_are_however_many_come_at_once(tmp_path: Path) -> None:
    odd: dict[str, Any] = {"name": "Zoë \u2603 'x' \"y\" ;--", "seat": 0, "none": None, "in": [1.5]}
    counts = (1, 2, 300)
    with serving(tmp_path) as client:
        house = client.app.state.services.house  # type: ignore[attr-defined]
        person = Person(client, "Ada")
        table = person.make("rainbow", ["person", "person"])
        events = [
            Event(number, 1_700_000_000.123456, "person:p", "sit", odd, f"p:{number}")
            for number in range(sum(counts) - 1)
        ]
        events.append(Event(len(events), 0.1, "clock", "sit", {}, None))

        async def store() -> list[Event]:
            first = 0
            for count in counts:
                await house.writer.write(Change(table, events[first : first + count]))
                first += count
            async with house.engine.connect() as connection:
                return list(await events_of(connection, table))

        assert client.portal is not None
        assert client.portal.call(store) == events


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (Heard("draws", 0, (), 2), "Ada draws 2 cards from the draw pile."),
        (Heard("plays", 0, (GAMES["pirates"].rules.SHIP,)), "Ada plays Ship."),
        (
            Heard("plays", 0, (GAMES["pirates"].rules.CANNON,), 0, 1),
            "Ada plays Cannon against Carl.",
        ),
    ],
)
def test_a_spectator_is_not_taken_for_whom_a_card_is_aimed_at(heard: Heard, words: str) -> None:
    company = Company(["Ada", "Carl"], SPECTATOR, Catalog("en"))
    assert unmarked(one(heard, company, "pirates")) == words
