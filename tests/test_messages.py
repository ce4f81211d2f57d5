"""What people read: the same in both languages, and all of it is said somewhere."""

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import moonbow
from moonbow.clauses import clauses
from moonbow.games.game import GAMES, game
from moonbow.games.heard import Heard
from moonbow.games.kernel import below, new_generator
from moonbow.messages import LANGUAGES, Catalog, system_language, texts
from moonbow.table.fairness import Seed
from moonbow.table.table import Table
from moonbow.terminal.company import Company
from moonbow.terminal.conversation import FACES

PACKAGE = Path(moonbow.__file__).parent
SPEAKING = [
    *sorted(PACKAGE.glob("terminal/*.py")),
    *sorted(PACKAGE.glob("server/*.py")),
    PACKAGE / "lab" / "first_start.py",
    *sorted(PACKAGE.glob("cli/*.py")),
]
FORMS = (
    "",
    ".you",
    ".other",
    ".one",
    ".many",
    ".you.one",
    ".you.many",
    ".other.one",
    ".other.many",
)
"""What `tell` and `count` put behind the key they are given."""

SAYING = ("say", "tell", "count", "Catalog")


def names_in(text: str) -> Counter[str]:
    """The {names} of a text."""
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


# The two catalogs


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(texts("de")) == list(texts("en"))


def test_both_languages_fill_in_the_same_names() -> None:
    english, german = texts("en"), texts("de")
    assert [key for key in english if names_in(german[key]) != names_in(english[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_longer_than_three_lines(language: str) -> None:
    found = texts(language)
    assert [key for key in found if not 1 <= len(found[key]) <= 240] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_about_another_player_names_them(language: str) -> None:
    found = {key: text for key, text in texts(language).items() if "other" in key.split(".")}
    assert [key for key, text in found.items() if "name" not in names_in(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_about_the_person_gives_no_name(language: str) -> None:
    found = {key: text for key, text in texts(language).items() if "you" in key.split(".")}
    assert [key for key, text in found.items() if "name" in names_in(text)] == []


@pytest.mark.parametrize(("one", "other"), [("you", "other"), ("one", "many")])
def test_who_has_one_form_of_a_text_has_the_other(one: str, other: str) -> None:
    keys = {key for key in texts("en") if {one, other} & set(key.split(".")[1:])}
    swapped = {one: other, other: one}
    assert {".".join(swapped.get(part, part) for part in key.split(".")) for key in keys} == keys


def test_every_german_text_is_german() -> None:
    """What both languages may have in common is the name of a game."""
    english, german = texts("en"), texts("de")
    same = [key for key in english if german[key] == english[key]]
    assert [key for key in same if not key.startswith("game.")] == []


# What the sources say


def said() -> set[str]:
    """Each key that the sources speak by; a "*" stands for what is filled into it."""
    return {
        key
        for path in SPEAKING
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args and spoken(node.func)
        for key in keys_of(node.args[0])
        if not key.startswith("*")
    }


def spoken(function: ast.expr) -> bool:
    """Whether a call says something: say(...), company.tell(...), Catalog(...)(...)."""
    if isinstance(function, ast.Call):
        return spoken(function.func)
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in SAYING


def keys_of(argument: ast.expr) -> Iterator[str]:
    """The keys that an expression can be."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else "*" for part in argument.values
        )


def constants() -> set[str]:
    """All texts of the speaking sources that could be keys kept in a variable."""
    return {
        node.value
        for path in SPEAKING
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def fits(said_key: str, key: str) -> bool:
    """Whether that is how a key of the catalog is said."""
    return ways_to_say(said_key).fullmatch(key) is not None


@cache
def ways_to_say(said_key: str) -> re.Pattern[str]:
    """The keys that a key of the sources can become."""
    forms = "|".join(re.escape(form) for form in FORMS)
    return re.compile(re.escape(said_key).replace(r"\*", ".+") + f"(?:{forms})")


def test_every_key_that_the_sources_say_is_in_the_catalog() -> None:
    assert [key for key in said() if not any(fits(key, known) for known in texts("en"))] == []


def test_every_key_of_the_catalog_is_said_somewhere() -> None:
    spoken_keys, kept = said(), constants()
    unsaid = [key for key in texts("en") if not any(fits(one, key) for one in spoken_keys)]
    assert [key for key in unsaid if key not in kept] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_name_a_goal_and_words_on_how_to_type(name: str) -> None:
    assert {f"game.{name}", f"goal.{name}", f"help.{name}"} <= set(texts("en"))


def test_every_reason_not_to_take_back_has_its_words() -> None:
    source = (PACKAGE / "table" / "table.py").read_text(encoding="utf-8")
    body = source[source.index("def take_back") : source.index("def check_names")]
    reasons = set(re.findall(r'BadAction\("([a-z-]+)"', body))
    prefix = "not.taken.back."
    assert {key.removeprefix(prefix) for key in texts("en") if key.startswith(prefix)} == reasons


# What comes up in play


class Listening(Catalog):
    """A catalog that remembers what was said."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.said: dict[str, str] = {}

    def __call__(self, key: str, /, **filled: object) -> str:
        """As ever."""
        self.said[key] = super().__call__(key, **filled)
        return self.said[key]


def play_and_tell(say: Catalog, table: Table, seed: int) -> None:
    """A random game, shown to whoever is to decide; everybody is told each step, and all of it."""
    face, generator = FACES[table.game.name], new_generator(seed)
    companies = [Company(table.names, seat, say) for seat in range(table.players)]
    heard: list[list[Heard]] = [[] for _ in companies]
    while not table.state.is_over:
        before, player = table.state, table.state.current_player
        view = table.view(player)
        legal = view.legal_texts()
        face.picture(view, heard[player], companies[player])
        face.choices(view, companies[player])
        face.readings(legal[0], companies[player])
        chosen = legal[below(generator, len(legal))]
        table.play(player, [chosen])
        for seat, company in enumerate(companies):
            new = before.hear(before.action_number(chosen), table.state, seat)
            face.told(new, company)
            heard[seat] += new
    for seat, company in enumerate(companies):
        face.told(heard[seat], company)
        face.standing(table.state, company)


BLACK = ("thief", "cannon", "elixir", "captain", "blindbeard", "ship", "parrot", "spyglass")
MANY_BLACK = {**dict.fromkeys("1234567W", 2), **dict.fromkeys(BLACK, 3), "P": 2}
FEW_BLACK = {**dict.fromkeys("1234567W", 4), **dict.fromkeys(BLACK, 2), "P": 4}

CASES: tuple[tuple[str, int, dict[str, Any], int], ...] = (
    *[("rainbow", players, {}, 1) for players in (2, 4, 6)],
    ("rainbow", 2, {"hand_size": 3, "open_scores": True}, 30),
    ("rainbow", 5, {"hand_size": 2}, 30),
    ("rainbow7", 2, {"colors": 4, "values": 2, "hand_size": 3, "tokens_to_end": 3}, 12),
    ("rainbow7", 3, {"values": 2, "hand_size": 3, "tokens_to_end": 1}, 10),
    ("rainbow7", 3, {"values": 3, "printed_sevens": True, "tokens_to_end": 1}, 4),
    ("rainbow7", 2, {"hand_size": 12, "tokens_to_end": 1}, 3),
    ("pirates", 2, {"lifts": 3, "deck": MANY_BLACK}, 6),
    ("pirates", 4, {"lifts": 3, "deck": FEW_BLACK}, 4),
)
"""Games in which much comes up, most of them with few cards: players, options, how many."""

RARE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("rainbow7", {"hands": ["R3 O5 G6", "Y2 V6"], "deck": "", "options": {"tokens_to_end": 1}}),
    (
        "rainbow7",
        {"hands": ["", "R1", "O1"], "tokens": [2, 1, 6], "turn": {"step": "pile", "cards": "R2"}},
    ),
    ("pirates", {"hands": ["2 spyglass", "2 spyglass", "2"], "draw": "3", "faceup": ""}),
    (
        "pirates",
        {"hands": ["7", "2"], "islands": [["1234567", "123456"], []], "options": {"lifts": 0}},
    ),
)
"""Positions for what hardly ever comes up.

Nothing to draw; tokens that are equal in the end; a last card; going out.
"""


@pytest.fixture(scope="module")
def heard_in_play() -> dict[str, str]:
    """All that is said in a number of random games."""
    say = Listening("en")
    for name, players, options, games in CASES:
        for seed in range(games):
            play_and_tell(say, Table(game(name), players, options, Seed(seed)), seed)
    for name, position in RARE:
        table = Table(game(name), len(position["hands"]))
        given = {"game": name, "players": table.players, **position}
        table.state = game(name).position(given)
        play_and_tell(say, table, 0)
    return say.said


@pytest.mark.parametrize("name", GAMES)
def test_every_key_about_a_game_comes_up_in_play(name: str, heard_in_play: dict[str, str]) -> None:
    about = {key for key in texts("en") if key.startswith(f"{name}.")}
    assert about - set(heard_in_play) == set()


def test_nothing_is_left_unfilled_in_what_is_said(heard_in_play: dict[str, str]) -> None:
    assert [text for text in heard_in_play.values() if "{" in text or "None" in text] == []


# Clauses


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_clauses_in_the_same_order(name: str) -> None:
    assert list(clauses(name, "de")) == list(clauses(name, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FACES)
def test_the_clauses_that_answer_why_are_on_the_rules_page(name: str, language: str) -> None:
    found = {clause for why in FACES[name].WHY.values() for clause in why}
    assert found <= set(clauses(name, language))


# The language


@pytest.mark.parametrize(
    ("setting", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE_AT"}, "de"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LC_ALL": "de_CH", "LANG": "en_US"}, "de"),
        ({"LC_MESSAGES": "de_CH", "LANG": "en_US"}, "de"),
        ({"LC_ALL": "en_US", "LC_MESSAGES": "de_CH"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
    ],
)
def test_german_is_spoken_where_the_system_is_german(
    setting: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language
