"""Hints while a game runs, and reviews when it is over."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from moonbow.bots.bot import Budget
from moonbow.coach import review as review_module
from moonbow.coach.hint import hint
from moonbow.games.game import GAMES
from moonbow.lab.first_start import PLAIN
from moonbow.server import coaching
from playing import games
from server_kit import PATIENCE, Person, at_once, serving


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    at_once(monkeypatch)
    monkeypatch.setattr(coaching, "BUDGET", Budget(iterations=games(100, 10)))
    monkeypatch.setattr(review_module, "ITERATIONS", dict.fromkeys(GAMES, 8))
    monkeypatch.setattr(review_module, "GAMES_ON", dict.fromkeys(GAMES, 4))
    with serving(tmp_path) as found:
        yield found


def running(line: Any) -> Any:
    """Until a decision is the person's."""
    line.sit(0)
    line.ask("start")
    line.open()
    return line.until(lambda seen: seen["phase"] == "running" and seen["legal"])


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_what_may_be_played_and_plays_nothing(client: TestClient, name: str) -> None:
    person = Person(client, "Ada")
    table = person.make(name, ["person", "bot:random"])
    with person.at(table) as line:
        seen = running(line)
        assert seen["hints"] is True
        told = line.ask("hint", decision=seen["decision"])
        assert told["type"] == "hint"
        assert told["decision"] == seen["decision"]
        named = [told, *told["others"]]
        assert {each["action"] for each in named} <= set(seen["legal"])
        assert all(0 <= each["chance"] <= 1 and each["words"] for each in named)
        assert line.hello()["decision"] == seen["decision"]
        assert line.play(told["action"])["type"] == "ack"


def test_hints_come_in_the_language_of_the_page(client: TestClient) -> None:
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"], options={"leader": 0})
    with person.at(table) as line:
        seen = running(line)
        line.hello(language="de")
        told = line.ask("hint", decision=seen["decision"])
        assert told["words"].endswith("spielen")


@pytest.mark.parametrize("hints", [False, True])
def test_among_people_there_are_hints_if_the_table_says_so(client: TestClient, hints: bool) -> None:
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    table = ada.make("rainbow", ["person"] * 2, options={"leader": 0}, hints=hints)
    with ada.at(table) as hers, carl.at(table) as his:
        hers.sit(0)
        his.sit(1)
        hers.ask("start")
        hers.open()
        his.open()
        seen = hers.until(lambda now: now["phase"] == "running")
        assert seen["hints"] is hints
        assert seen["settings"]["hints"] is hints
        told = hers.ask("hint", decision=0)
        assert told["type"] == ("hint" if hints else "error")
        refused = his.ask("hint", decision=0)
        assert refused["code"] == ("not-your-decision" if hints else "no-hints")


def test_a_hint_for_a_decision_that_has_passed_is_refused(client: TestClient) -> None:
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"])
    with person.at(table) as line:
        seen = running(line)
        assert line.ask("hint", decision=seen["decision"] + 1)["code"] == "stale-decision"


def test_who_only_looks_on_gets_no_hints(client: TestClient) -> None:
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    table = ada.make("rainbow", ["person", "bot:random"], spectators="live")
    with ada.at(table) as line, carl.at(table) as watching:
        seen = running(line)
        watched = watching.hello()
        assert watched["hints"] is False
        assert watching.ask("hint", decision=seen["decision"])["code"] == "no-hints"


def finished_game(client: TestClient, **chosen: Any) -> tuple[Person, str]:
    """A person, and the table of a short game that is over."""
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"], options={"hand_size": 1}, **chosen)
    with person.at(table) as line:
        running(line)
        while line.seen["phase"] != "over":
            line.until(lambda now: now["legal"] or now["phase"] == "over")
            if line.seen["legal"]:
                line.play(line.seen["legal"][0])
                line.hello()
    return person, table


def test_a_game_is_reviewed_when_it_is_over(client: TestClient) -> None:
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"], options={"hand_size": 3})
    address = f"/api/tables/{table}/review"
    with person.at(table) as line:
        running(line)
        assert person.get(address).json()["code"] == "not-yet"
        while line.seen["phase"] != "over":
            line.until(lambda now: now["legal"] or now["phase"] == "over")
            if line.seen["legal"]:
                line.play(line.seen["legal"][0])
                line.hello()
    actions = person.get(f"/api/tables/{table}/record").json()["actions"]
    until = time.monotonic() + PATIENCE * 4
    told = person.get(address).json()
    assert told["total"] == len(actions)
    while told["review"] is None:
        assert told["done"] <= told["total"]
        assert time.monotonic() < until
        told = person.get(address).json()
    assert told["done"] == told["total"]
    review = told["review"]
    assert len(review["chances"]) == len(actions) + 1
    assert len(review["players"]) == 2
    for each in review["players"]:
        for costly in each["costly"]:
            assert costly["action"] == actions[costly["number"]]
            assert costly["cost"] == pytest.approx(costly["better_chance"] - costly["chance"])
    assert person.get(address).json() == told


def test_a_review_that_fails_says_so_and_is_made_anew(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person, table = finished_game(client)

    def fail(*_: Any) -> None:
        raise RuntimeError("no idea")

    with monkeypatch.context() as broken:
        broken.setattr(coaching, "review", fail)
        told = person.get(f"/api/tables/{table}/review")
        while "code" not in told.json():
            told = person.get(f"/api/tables/{table}/review")
        assert told.json()["code"] == "no-review"
        assert told.status_code == 503
    until = time.monotonic() + PATIENCE
    while person.get(f"/api/tables/{table}/review").json()["review"] is None:
        assert time.monotonic() < until


def test_a_review_is_begun_by_who_has_played_and_then_there_for_all(client: TestClient) -> None:
    person, table = finished_game(client, spectators="after")
    stranger, address = Person(client), f"/api/tables/{table}/review"
    refused = stranger.get(address)
    assert (refused.status_code, refused.json()["code"]) == (403, "no-review-yet")
    until = time.monotonic() + PATIENCE
    while person.get(address).json()["review"] is None:
        assert time.monotonic() < until
    assert stranger.get(address).json()["review"] is not None


def test_a_game_that_is_too_long_is_not_reviewed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "LONGEST", 1)
    person, table = finished_game(client)
    assert person.get(f"/api/tables/{table}/review").json()["code"] == "too-long"


def test_nothing_is_reviewed_while_the_server_waits_for_what_is_compiled(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = finished_game(client)
    with monkeypatch.context() as plain:
        plain.setenv(PLAIN, "1")
        for _ in range(3):
            told = person.get(f"/api/tables/{table}/review").json()
            assert (told["done"], told["review"]) == (0, None)
    until = time.monotonic() + PATIENCE
    while person.get(f"/api/tables/{table}/review").json()["review"] is None:
        assert time.monotonic() < until


def test_a_person_has_one_hint_at_a_time_on_all_lines(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, enough = threading.Event(), threading.Event()
    found = hint

    def slow(*asked: Any) -> Any:
        thinking.set()
        assert enough.wait(PATIENCE)
        return found(*asked)

    monkeypatch.setattr(coaching, "hint", slow)
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"], options={"leader": 0})
    with person.at(table) as line, person.at(table) as second:
        decision = running(line)["decision"]
        line.send("hint", decision=decision)
        assert thinking.wait(PATIENCE)
        assert second.ask("hint", decision=decision)["code"] == "too-fast"
        enough.set()
        while line.receive()["type"] != "hint":
            pass
        assert second.ask("hint", decision=decision)["type"] == "hint"


def test_a_coach_that_fails_leaves_the_line_as_it_is(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(coaching, "hint", fail)
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"], options={"leader": 0})
    with person.at(table) as line:
        seen = running(line)
        assert line.ask("hint", decision=seen["decision"])["code"] == "no-hint"
        assert line.play(seen["legal"][0])["type"] == "ack"
