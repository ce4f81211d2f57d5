"""Pages in German, by what the browser asks for and by the switch: no English is left on them."""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import moonbow.messages
from browser_kit import DESKTOP, PHONE, QUICK, Opens, Visitor
from browser_players import PLAYERS
from moonbow.server import pages

SHOWN = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    const foreign = parentElement.closest("[lang]:not(html), pre, code");
    if (parentElement.checkVisibility() && !foreign) found.add(textContent);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (element.checkVisibility()) found.add(element.getAttribute(name));
  found.add(document.title);
  return [...found].map((text) => text.trim().replace(/\\s+/g, " ")).filter((text) => text);
}"""
NAMED = re.compile(r"\{\w+\}")
LETTERS = re.compile(r"[A-Za-z]{3}")


def catalogs(language: str) -> list[str]:
    """All texts in a language, of the pages and of the server."""
    folder = Path(str(moonbow.messages.__file__)).parent
    words = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return [*pages.catalog(language).values(), *words.values()]


def pattern(text: str) -> str:
    """What a text may look like with its names filled in."""
    return "(.+)".join(re.escape(part) for part in NAMED.split(text))


def patterns(language: str) -> list[re.Pattern[str]]:
    """What the texts of a language may look like, but for those that are hardly more than names."""
    texts = [text for text in catalogs(language) if LETTERS.search(NAMED.sub("", text))]
    return [re.compile(pattern(text)) for text in texts]


ENGLISH, GERMAN = patterns("en"), patterns("de")
WORDS = re.compile(
    r"\b(the|your|you|card|cards|and|with|take|this|what|which)\b|[\ue000-\uf8ff]", re.IGNORECASE
)
"""English words, and the marks around cards in sentences, which nobody should see."""


def english(shown: Iterable[str]) -> list[str]:
    """Those of the texts that are English: by the catalog, or by their words."""

    return [text for text in shown if is_english(text)]


@cache
def is_english(text: str) -> bool:
    """Whether a text is English."""

    def is_one_of(known: list[re.Pattern[str]]) -> bool:
        return any(each.fullmatch(text) for each in known)

    return bool(WORDS.search(text)) or (is_one_of(ENGLISH) and not is_one_of(GERMAN))


def no_english_on(page: Page) -> None:
    """Every text that is seen or read out is German."""
    assert english(page.evaluate(SHOWN)) == []
    assert page.evaluate("document.documentElement.lang") == "de"


def test_the_check_finds_english(opens: Opens) -> None:
    visitor = opens()
    visitor.play_now("rainbow")
    found = english(visitor.page.evaluate(SHOWN))
    assert "Last trick" in found
    assert len(found) > 5


@pytest.mark.parametrize("game", PLAYERS)
def test_a_german_table_has_no_english_from_the_deal_to_the_end(game: str, opens: Opens) -> None:
    visitor = opens(PHONE if game == "rainbow7" else DESKTOP, language="de")
    page = visitor.page
    visitor.play_now(game, **QUICK[game])
    player = PLAYERS[game](visitor)
    visitor.shot("german")

    def look() -> bool:
        no_english_on(page)
        return False

    player.play(until=look)
    no_english_on(page)
    for key in ("table.may", "table.log"):
        visitor.press(page.locator(".bar").get_by_role("button", name=visitor.t(key), exact=True))
        no_english_on(page)
    if page.locator("#panel").is_visible():
        page.keyboard.press("Escape")
    visitor.press(visitor.button(f"{game}.recent"))
    expect(page.locator("dialog[open]")).to_be_visible()
    no_english_on(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    visitor.press(visitor.button("replay.last"))
    no_english_on(page)


def test_the_pages_beside_the_table_have_no_english(opens: Opens) -> None:
    visitor = opens(language="de")
    visitor.page.goto("/")
    visitor.press(visitor.play_button("rainbow"))
    no_english_on(visitor.page)
    visitor.say_name("Ada")
    visitor.page.wait_for_url("**/table/*")
    for address in ("/", "/new", "/device", "/rules/rainbow", "/rules/rainbow7", "/rules/pirates"):
        visitor.page.goto(address)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        no_english_on(visitor.page)


def test_the_switch_turns_pages_and_tables_to_german_and_back(opens: Opens) -> None:
    visitor = opens()
    page = visitor.page
    page.goto("/")
    visitor.press(visitor.button("language.other"))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    no_english_on(page)
    visitor.language = "de"
    visitor.play_now("rainbow")
    no_english_on(page)
    turn(visitor, "en")
    assert "Last trick" in english(page.evaluate(SHOWN))
    turn(visitor, "de")
    no_english_on(page)


def turn(visitor: Visitor, language: str) -> None:
    """Turns a table to the other language, in its menu."""
    visitor.press(visitor.button("menu"))
    visitor.press(visitor.button("language.other"))
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    visitor.language = language
    expect(visitor.page.locator(".prompt")).to_be_visible()
