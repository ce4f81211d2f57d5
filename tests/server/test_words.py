"""What pages say: catalogs, refusals, the texts of templates and scripts."""

import ast
import hashlib
import json
import re
from pathlib import Path

import pytest

import moonbow
from moonbow.clauses import page_text
from moonbow.messages import LANGUAGES, texts
from moonbow.server import pages

PACKAGE = Path(moonbow.__file__).parent
WEB = PACKAGE / "web"
CATALOGS = {
    language: json.loads((WEB / "catalogs" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
FILLED = re.compile(r"\{(\w+)\}")


def test_both_languages_have_the_same_texts() -> None:
    assert CATALOGS["en"].keys() == CATALOGS["de"].keys()


@pytest.mark.parametrize("key", CATALOGS["en"])
def test_both_languages_fill_in_the_same_names(key: str) -> None:
    english, german = (CATALOGS[language][key] for language in ("en", "de"))
    assert set(FILLED.findall(english)) == set(FILLED.findall(german))
    assert english.strip()
    assert german.strip()


def sources() -> dict[str, str]:
    """Templates and scripts by name."""
    paths = [*WEB.glob("templates/*.html"), *WEB.glob("static/js/**/*.js")]
    return {str(path.relative_to(WEB)): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("name", sources())
def test_every_text_that_a_page_asks_for_is_there(name: str) -> None:
    asked = re.findall(r"\bt(?:\.count)?\(\s*[\"']([\w.]+)[\"']\s*[,)]", sources()[name])
    for key in asked:
        known = key in CATALOGS["en"] or f"{key}.one" in CATALOGS["en"]
        assert known, f"{name}: {key}"


def codes() -> set[str]:
    """The reasons for which the server itself refuses something."""
    found = set()
    for path in PACKAGE.glob("server/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.add(str(code.value))
    return found


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_refusal_of_the_server_has_its_words(code: str) -> None:
    assert f"server.refused.{code}" in texts("en")


@pytest.mark.parametrize("path", sorted((WEB / "static" / "vendor").glob("*.module.js")), ids=str)
def test_what_comes_from_elsewhere_is_what_its_readme_says(path: Path) -> None:
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    assert checksum in (path.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["rainbow", "rainbow7", "pirates"])
def test_the_rules_beside_a_table_have_every_clause_and_no_commands(
    game: str, language: str
) -> None:
    html = str(pages.rules(game, language))
    asked = page_text(game, language)
    every = set(re.findall(r"^- \*\*((?:RB|R7|RP)-R?\d+)\*\*", asked, re.MULTILINE))
    assert len(every) > 40
    assert set(re.findall(r'<li id="([^"]+)">', html)) == every
    headings = re.findall(r"^## (.*)$", asked, re.MULTILINE)
    assert [each for each in headings if f"<h2>{each}</h2>" not in html] == []
    assert "moonbow" not in html
    assert "<pre>" not in html
