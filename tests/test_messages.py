"""What people read: the same in both languages, and all of it is said somewhere."""

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import games

import moonbow
from moonbow.clauses import clauses
from moonbow.games.game import GAMES, game
from moonbow.games.kernel import below, new_generator
from moonbow.messages import LANGUAGES, Catalog, system_language, texts
from moonbow.table.table import Table
from moonbow.terminal import rainbow as face
from moonbow.terminal.company import Company

PACKAGE = Path(moonbow.__file__).parent
SPEAKING = [*sorted(PACKAGE.glob("terminal/*.py")), PACKAGE / "cli.py"]
FORMS = ("", ".you", ".other", ".one", ".many", ".you.one", ".you.many", ".other.one", ".other.many")
"""What `tell` and `count` put behind the key they are given."""

SAYING = ("say", "tell", "count", "Catalog")


def names_in(text: str) -> Counter[str]:
    """The {names} of a text."""
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


# The two catalogs


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(texts("de")) == list(texts("en"))


@pytest.mark.parametrize("key", texts("en"))
def test_both_languages_fill_in_the_same_names(key: str) -> None:
    assert set(names_in(texts("de")[key])) - {"name"} == set(names_in(texts("en")[key])) - {"name"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", texts("en"))
def test_a_text_is_no_longer_than_can_be_read_at_a_glance(key: str, language: str) -> None:
    assert 1 <= len(texts(language)[key]) <= 240


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", texts("en"))
def test_a_text_about_somebody_names_them_and_one_about_you_does_not(
    key: str, language: str
) -> None:
    parts = key.split(".")
    if "other" in parts:
        assert "name" in names_in(texts(language)[key])
    if "you" in parts:
        assert "name" not in names_in(texts(language)[key])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key in texts("en") if re.search(r"\.(you|one)\b", key)])
def test_who_has_one_form_of_a_text_has_the_other(key: str, language: str) -> None:
    other = key.replace(".you", ".other").replace(".one", ".many")
    assert other in texts(language)


@pytest.mark.parametrize("key", texts("en"))
def test_a_german_text_is_not_the_english_one(key: str) -> None:
    words = re.sub(r"\{\w+\}", "", texts("de")[key])
    assert key == "game.rainbow" or not re.search(r"[A-Za-z]", words) or texts("en")[key] != words


# What the sources say


def said() -> Iterator[tuple[str, str]]:
    """Each key the sources speak by, and the file; a "*" stands for what is filled into it."""
    for path in SPEAKING:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and spoken(node.func):
                for key in keys_of(node.args[0]):
                    yield key, path.name


def spoken(function: ast.expr) -> bool:
    """Whether a call says something: say(...), self.say(...), company.tell(...), Catalog(x)(...)."""
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
    pattern = re.escape(said_key).replace(r"\*", ".+")
    return any(re.fullmatch(pattern + re.escape(form), key) for form in FORMS)


def test_the_sources_say_something() -> None:
    assert len({key for key, _ in said()}) > 30


@pytest.mark.parametrize(("said_key", "path"), sorted(set(said())))
def test_every_key_that_the_sources_say_is_in_the_catalog(said_key: str, path: str) -> None:
    assert any(fits(said_key, key) for key in texts("en")), path


@pytest.mark.parametrize("key", texts("en"))
def test_every_key_of_the_catalog_is_said_somewhere(key: str) -> None:
    spoken_keys = {said_key for said_key, _ in said() if not said_key.startswith("*")}
    assert any(fits(said_key, key) for said_key in spoken_keys) or key in constants()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_name(name: str) -> None:
    assert f"game.{name}" in texts("en")


def test_every_reason_not_to_take_back_has_its_words() -> None:
    source = (PACKAGE / "table" / "table.py").read_text(encoding="utf-8")
    body = source[source.index("def take_back") : source.index("def check_names")]
    reasons = set(re.findall(r'BadAction\("([a-z-]+)"', body))
    prefix = "not.taken.back."
    assert {key.removeprefix(prefix) for key in texts("en") if key.startswith(prefix)} == reasons


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", range(2, 7))
def test_whatever_can_be_heard_or_seen_has_words(players: int, language: str) -> None:
    """Random games with small hands and with full ones, seen from every seat."""
    generator = new_generator(players)
    for number in range(games(30, 4)):
        options = {"open_scores": True, "hand_size": 2} if number % 2 else {}
        table = Table(game("rainbow"), players, options)
        while not table.state.is_over:
            player = table.state.current_player
            view = table.view(player)
            company = Company(table.names, player, Catalog(language))
            legal = view.legal_texts()
            assert face.picture(view, table.actions, company)
            assert face.choices(view, legal, company)
            table.play(player, [legal[below(generator, len(legal))]])
        for seat in range(players):
            company = Company(table.names, seat, Catalog(language))
            for heard in table.heard(seat):
                assert "{" not in face.sentence(heard.heard, company).plain


# Clauses


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_clauses_in_the_same_order(name: str) -> None:
    assert list(clauses(name, "de")) == list(clauses(name, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("situation", face.WHY)
def test_the_clauses_that_answer_why_are_on_the_rules_page(situation: str, language: str) -> None:
    assert set(face.WHY[situation]) <= set(clauses("rainbow", language))


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
