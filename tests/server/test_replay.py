"""Looking back: a game that is over, decision by decision."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from moonbow.games.game import game
from server_kit import Line, Person, at_once, serving

WEATHER = {"storm", "thunderstorm", "drizzle"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose bots do not wait."""
    at_once(monkeypatch)
    with serving(tmp_path) as found:
        yield found


def play_on(line: Line) -> None:
    """The person announces a Rainbow where that may be done, else does the first thing."""
    line.sit(0)
    line.until(lambda seen: seen["phase"] == "opening")
    line.open()
    while line.seen["phase"] != "over":
        legal = line.seen["legal"]
        if legal:
            before = line.seen["version"]
            line.play("rainbow" if "rainbow" in legal else legal[0])
            line.catch_up(before + 1)
        else:
            line.receive()


@pytest.fixture
def replay(client: TestClient) -> dict[str, Any]:
    """A game of Rainbow 7 of several short rounds, told again."""
    person = Person(client, "Ada")
    options = {"values": 3, "hand_size": 3, "tokens_to_end": 5}
    table = person.make("rainbow7", ["person", "bot:random", "bot:random"], options=options)
    with person.at(table) as line:
        play_on(line)
    found: dict[str, Any] = person.get(f"/api/tables/{table}/replay").json()
    return found


def test_each_frame_is_the_position_after_one_decision_more(replay: dict[str, Any]) -> None:
    frames = replay["frames"]
    assert replay["levels"] == [None, "random", "random"]
    assert [frame["number"] for frame in frames] == list(range(len(frames)))
    assert frames[-1]["view"]["to_move"] == -1
    for before, frame in pairwise(frames):
        assert frame["action"] in game("rainbow7").position(before["view"]).legal_texts()


def test_a_frame_tells_what_was_heard_of_its_decision(replay: dict[str, Any]) -> None:
    frames = replay["frames"]
    assert frames[0]["heard"] == []
    for frame in frames[1:]:
        assert frame["heard"], frame["action"]
        assert {heard["number"] for heard in frame["heard"]} == {frame["number"] - 1}


def test_the_end_of_a_round_is_told_with_all_hands_and_tokens(replay: dict[str, Any]) -> None:
    frames = replay["frames"]
    ends = [place for place, frame in enumerate(frames) if kinds(frame) & WEATHER]
    assert kinds(frames[-1]) & WEATHER
    for place in ends:
        before, after = frames[place - 1]["view"], frames[place]["view"]
        over = after["to_move"] < 0
        heard = frames[place]["heard"]
        shown = {each["player"]: each["cards"] for each in heard if each["kind"] == "reveals"}
        hands = after["hands"] if over else after["last"]["hands"]
        assert all(" ".join(cards) == hands[seat] for seat, cards in shown.items())
        assert all(seat in shown for seat in range(3) if hands[seat])
        gains = [0, 0, 0]
        for each in heard:
            if each["kind"] == "gets tokens":
                gains[each["player"]] += each["count"]
            elif each["kind"] == "cloud":
                gains[each["target"]] += 1
            elif each["kind"] == "sunshine":
                gains[each["player"]] -= 1
        tokens = after["tokens"] if over else after["last"]["tokens"]
        assert [tokens[seat] - before["tokens"][seat] for seat in range(3)] == gains


def kinds(frame: dict[str, Any]) -> set[str]:
    """What happened with the decision of a frame."""
    return {heard["kind"] for heard in frame["heard"]}
