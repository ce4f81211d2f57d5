"""Sentences as pages get them: their cards are marked, so that no notation is read by people."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from moonbow.games.game import GAMES, game
from moonbow.games.heard import Heard
from moonbow.games.kernel import below, new_generator
from moonbow.messages import LANGUAGES, Catalog
from moonbow.server import words
from moonbow.table.fairness import Seed
from moonbow.table.table import Table
from moonbow.terminal.company import Company
from moonbow.terminal.marks import BEGIN, MARKED, unmarked
from server_kit import Line, Person, at_once, serving

NAMES = ["Ada", "Bob", "Carl"]
PLAYED: dict[str, tuple[int, dict[str, Any]]] = {
    "rainbow": (3, {}),
    "rainbow7": (3, {"values": 3, "tokens_to_end": 3}),
    "pirates": (3, {"lifts": 2, "deck": {**dict.fromkeys("1234567W", 4), "P": 3}}),
}
"""Players and options of a game in which much comes up."""

UNMARKED = {
    "rainbow": r"\d{3}|\d \d",
    "rainbow7": r"\b(?:[ROYGBIV][1-7]|W)+\b",
    "pirates": r"[a-z]+\+[a-z]+|\b[1-7WP]{3,}\b|\b[WP]\b|Thief|Cannon|Elixir|Captain|Parrot|Ship",
}
"""What would be notation if it stood in a sentence."""

UNSAID = ("nothing", "hands over", "has not", "discards")
"""Kinds in whose sentences the cards are not said again."""


def split(marked: str, name: str) -> list[str]:
    """The cards of a mark, by the notation of docs/formats.md."""
    if name == "rainbow":
        return list(marked)
    if name == "rainbow7":
        return marked.split()
    pieces = marked.split()
    groups = [each.split("+") if re.search("[a-z]", each) else list(each) for each in pieces]
    return [card for group in groups for card in group if card != "="]


def cards_in(sentence: str, name: str) -> Counter[str]:
    """All cards that are marked in a sentence."""
    marks = [mark[1] for mark in MARKED.finditer(sentence)]
    return Counter(card for mark in marks for card in split(mark, name))


def heard_in(name: str, seat: int) -> Iterator[list[Heard]]:
    """What a seat hears of a random game, decision by decision."""
    players, options = PLAYED[name]
    table, generator = Table(game(name), players, options, Seed(4)), new_generator(4)
    while not table.state.is_over:
        before, player = table.state, table.state.current_player
        legal = table.view(player).legal_texts()
        chosen = legal[below(generator, len(legal))]
        table.play(player, [chosen])
        yield before.hear(before.action_number(chosen), table.state, seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_card_that_is_heard_of_is_marked(name: str, language: str) -> None:
    marked = 0
    for seat in range(3):
        company = Company(NAMES, seat, Catalog(language))
        for heard in heard_in(name, seat):
            for event in heard:
                sentence = words.one(event, company, name)
                if not sentence or event.kind in UNSAID:
                    continue
                shown = Counter(words.shown(event, name)["cards"])
                found = cards_in(sentence, name)
                assert found >= shown, (event, sentence)
                if name != "pirates":  # where groups that cards come to are named as well
                    assert found == shown, (event, sentence)
                marked += bool(found)
    assert marked > 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_notation_stands_outside_the_marks(name: str, language: str) -> None:
    company = Company(NAMES, 0, Catalog(language))
    for heard in heard_in(name, 0):
        for sentence in words.told(heard, company, name):
            assert not re.search(UNMARKED[name], MARKED.sub("", sentence)), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_without_marks_a_sentence_is_that_of_the_terminal(name: str, language: str) -> None:
    company = Company(NAMES, 1, Catalog(language))
    for heard in heard_in(name, 1):
        said = [str(part) for part in words.FACES[name].told(heard, company) if str(part).strip()]
        lines = [unmarked(line) for line in words.told(heard, company, name)]
        assert [line.strip() for line in said if "<rich" not in line] == lines


POSITIONS: dict[str, dict[str, Any]] = {
    "rainbow7.order": {
        "hands": ["R1", "R2"],
        "turn": {"step": "order", "pile": "A", "cards": "R3 R4 R5"},
    },
    "pirates.top": {
        "hands": ["1 2", "3"],
        "draw": "4 5 6 7",
        "discard": "spyglass",
        "turn": {"player": 0, "step": "top", "cards": 4},
        "known": {"draw": [[0, 1, 2, 3], []]},
    },
    "pirates.place": {
        "hands": ["1 1 1", "2"],
        "draw": "",
        "turn": {"player": 0, "step": "place", "left": 2},
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", words.TYPED)
def test_no_question_of_a_page_is_about_typing(asked: str, language: str) -> None:
    name = asked.partition(".")[0]
    position = {"game": name, "players": 2, "to_move": 0, **POSITIONS[asked]}
    view = game(name).position(position).view(0)
    company = Company(NAMES[:2], 0, Catalog(language))
    typed = words.plain(words.FACES[name].question(view, company))
    assert re.search(r"\b[Tt](ype|ippe?)\b", typed)
    assert not re.search(r"\b[Tt](ype|ippe?)\b", words.question(view, company, name))


# Over the line


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose bots do not wait."""
    at_once(monkeypatch)
    with serving(tmp_path) as found:
        yield found


def played(line: Line) -> dict[str, Any]:
    """The view after the person's first decision in a game of Rainbow."""
    line.sit(0)
    line.until(lambda seen: seen["phase"] == "opening")
    line.open()
    line.until(lambda seen: seen["legal"])
    decision = line.seen["decision"]
    line.play(line.seen["legal"][0])
    return line.until(lambda seen: seen["decision"] > decision and seen["told"])


@pytest.mark.parametrize("marked", [True, False])
def test_cards_are_marked_for_who_asks_for_it(client: TestClient, marked: bool) -> None:
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"], options={"leader": 0})
    with person.at(table) as line:
        if marked:
            line.send("hello", version=None, language="en", marked=True)
        seen = played(line)
        text = " ".join([*seen["told"], *(each["words"] for each in seen["heard"])])
        assert "You play" in text
        assert (BEGIN in text) == marked


# The end

ISLANDS = [["1234567", "1234567", "PP"], ["2222", "cannon+cannon+ship", "P"], ["345"]]
OVER = {
    "game": "pirates",
    "players": 3,
    "islands": ISLANDS,
    "hands": ["", "5", "6"],
    "went_out": 0,
    "to_move": -1,
}


def test_points_of_rainbow_pirates_are_added_up() -> None:
    state = game("pirates").position(OVER)
    lines = words.reasons(state, Company(NAMES, 1, Catalog("en")), "pirates")
    assert lines[-3:] == [
        "Ada: 14 for cards, 10 for RAINBOW PIRATE cards, 5 for going out = 29",
        "You: 7 for cards, 5 for RAINBOW PIRATE cards = 12",
        "Carl: 3 for cards = 3",
    ]
