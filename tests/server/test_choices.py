"""What may be chosen when a table is made."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES, game
from moonbow.games.rainbow7_text import EFFECTS
from moonbow.server.choices import OPTIONS, options_told
from server_kit import Person, serving


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server."""
    with serving(tmp_path) as found:
        yield found


def told(name: str, option: str) -> dict[str, Any]:
    """What a page is told of an option."""
    return next(each for each in options_told(game(name)) if each["name"] == option)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_is_asked(name: str) -> None:
    assert sorted(asked.name for asked in OPTIONS[name]) == sorted(game(name).text.OPTIONS)


@pytest.mark.parametrize(
    ("name", "option", "least", "most"),
    [
        # Two more colors than players (R7-03).
        ("rainbow7", "colors", [4, 5, 6, 7], [7, 7, 7, 7]),
        # The 7 and as many as 7 colors of 6 values give each: 42 cards for 2 to 5 players.
        ("rainbow7", "hand_size", [1, 1, 1, 1], [12, 12, 11, 9]),
        ("rainbow7", "values", [2, 2, 2, 2], [7, 7, 7, 7]),
        ("rainbow7", "tokens_to_end", [1, 1, 1, 1], [99, 99, 99, 99]),
        ("rainbow", "ranks", [3] * 5, [6] * 5),
        ("pirates", "lifts", [0] * 4, [1000] * 4),
    ],
)
def test_bounds_are_told_by_number_of_players(
    name: str, option: str, least: list[int], most: list[int]
) -> None:
    assert (told(name, option)["least"], told(name, option)["most"]) == (least, most)


def test_a_deck_gives_seven_cards_a_player_and_three_more() -> None:
    assert told("pirates", "deck")["total"] == {
        "least": [7 * players + 3 for players in (2, 3, 4, 5)],
        "most": [120] * 4,
    }


def options_of(client: TestClient, game_name: str, players: int, **options: Any) -> dict[str, Any]:
    """The options of a table that was made with these."""
    person = Person(client, "Ada")
    table = person.make(game_name, ["person"] * players, options=options)
    with person.at(table) as line:
        found: dict[str, Any] = line.seen["settings"]["options"]
        return found


def test_a_table_has_the_effects_that_were_chosen(client: TestClient) -> None:
    effects = [EFFECTS[place % 4] for place in range(7)]
    found = options_of(client, "rainbow7", 2, printed_sevens=True, effects=effects)
    assert (found["printed_sevens"], found["effects"]) == (True, effects)


def test_a_table_has_the_deck_that_was_chosen(client: TestClient) -> None:
    deck = {**dict.fromkeys("1234567W", 3), "P": 1}
    found = options_of(client, "pirates", 2, deck={**deck, "thief": 0})["deck"]
    assert {kind: found[kind] for kind in deck} == deck
    assert (found["thief"], found["cannon"]) == (0, 4)


@pytest.mark.parametrize("name", GAMES)
def test_each_bound_is_accepted_and_the_next_number_is_not(name: str) -> None:
    of = game(name)
    for option in options_told(of):
        if option["type"] != "whole":
            continue
        for size, (least, most) in enumerate(zip(option["least"], option["most"], strict=True)):
            players = size + of.min_players
            for value in (least, most):
                assert of.options(players, {option["name"]: value})[option["name"]] == value
            for value in (least - 1, most + 1):
                with pytest.raises(BadOptions):
                    of.options(players, {option["name"]: value})


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("rainbow7", {"hand_size": 12}, "bad-option"),
        ("rainbow", {"ranks": 3, "copies": 1}, "deck-too-small"),
        ("pirates", {"deck": {"1": 31}}, "deck-size"),
    ],
)
def test_what_does_not_go_together_is_refused_with_words_of_its_own(
    name: str, options: dict[str, Any], code: str, client: TestClient
) -> None:
    seats = ["person"] * 5
    body = {"game": name, "players": 5, "seats": seats, "options": options}
    answer = Person(client, "Ada").post("/api/tables", body).json()
    assert answer["code"] == code
    assert answer["words"] not in ("A table cannot be set up like that.", "")
    assert answer["detail"].startswith("options: ")
