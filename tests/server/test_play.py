"""Whole games over the server, from the first page to the record."""

import json
import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from moonbow.games.game import GAMES
from moonbow.table.record import read_record
from server_kit import Line, Person, at_once, serving

BLACK = ("thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass")
SHORT: dict[str, dict[str, Any]] = {
    "rainbow": {"hand_size": 3},
    "rainbow7": {"hand_size": 3, "tokens_to_end": 1},
    "pirates": {
        "deck": {**dict.fromkeys("1234567", 2), "W": 4, **dict.fromkeys(BLACK, 3), "P": 2},
        "lifts": 1,
    },
}
"""Options for games that are soon over."""


def seated(lines: list[Line]) -> None:
    """Everybody sits down, the host starts, everybody opens."""
    for seat, line in enumerate(lines):
        assert line.sit(seat)["type"] == "ack"
    assert lines[0].ask("start")["type"] == "ack"
    for line in lines:
        line.until(lambda seen: seen["phase"] == "opening")
    for line in lines:
        assert line.open()["type"] == "ack"
    for line in lines:
        line.until(lambda seen: seen["phase"] == "running")


def decide(line: Line, choices: random.Random) -> None:
    """One decision, or one sealed answer, that is legal; groups are not lifted for nothing."""
    seen = line.seen
    legal = [text for text in seen["legal"] if not text.startswith("lift")] or seen["legal"]
    text = choices.choice(legal)
    answer = line.play(text)
    assert answer["type"] == "ack", answer
    if seen["asked"]:
        line.seen["legal"] = []
    else:
        line.until(lambda now: now["version"] > seen["version"])


def play_on(lines: list[Line], seed: int) -> None:
    """Plays until the game is over, each decision by whoever is asked."""
    choices = random.Random(seed)
    while lines[0].seen["phase"] != "over":
        newest = max(line.seen["version"] for line in lines)
        for line in lines:
            line.catch_up(newest)
        asked = [line for line in lines if line.seen["legal"]]
        if asked:
            decide(asked[0], choices)
        elif lines[0].seen["phase"] != "over":
            lines[0].receive()


@pytest.mark.parametrize(
    ("game", "players"),
    [(name, n) for name, each in GAMES.items() for n in range(2, each.max_players + 1)],
)
def test_people_play_a_game_to_its_end(
    game: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once(monkeypatch)
    with serving(tmp_path) as client, ExitStack() as stack:
        people = [Person(client, f"Person {seat}") for seat in range(players)]
        table = people[0].make(game, ["person"] * players, options=SHORT[game])
        lines = [stack.enter_context(person.at(table)) for person in people]
        seated(lines)
        play_on(lines, players)
        record = people[0].get(f"/api/tables/{table}/record").json()
        assert read_record(json.loads(json.dumps(record))).state.is_over
        assert record["result"]["scores"] == lines[0].seen["scores"]
