"""On a small phone nothing has to be scrolled sideways and nothing is cut off at the edge."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser_kit import SMALL, Opens, Visitor, small_deck
from browser_players import PLAYERS
from moonbow.games.game import GAMES

WIDE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page: ${scrollWidth} of ${clientWidth}`] : [];
  // What lies in a box that scrolls sideways can be reached; the felt does not scroll so.
  const scrolls = (up) =>
    up &&
    ((!up.matches(".felt") &&
      /auto|scroll/.test(getComputedStyle(up).overflowX) &&
      up.clientWidth < up.scrollWidth) ||
      scrolls(up.parentElement));
  for (const element of document.querySelectorAll("button, a, input, select, p, h1, h2, .card")) {
    const { left, right, width } = element.getBoundingClientRect();
    const seen = element.checkVisibility({ visibilityProperty: true }) && width > 2;
    if (!seen || (left >= -1 && right <= clientWidth + 1)) continue;
    if (element.closest(".unseen, .skip, .ghost") || scrolls(element.parentElement)) continue;
    wide.push(`${element.className}, ${left} to ${right}: ${element.textContent.trim()}`);
  }
  return wide;
}"""
MOST: dict[str, dict[str, Any]] = {
    "rainbow": {},
    "rainbow7": {"options": {"tokens_to_end": 2}},
    "pirates": {"options": {"deck": small_deck(7, 2), "lifts": 1}},
}


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate(WIDE) == []


def test_the_check_finds_what_is_too_wide(opens: Opens) -> None:
    visitor = opens(SMALL)
    visitor.page.goto("/")
    visitor.page.evaluate("document.querySelector('h2').style.width = '400px'")
    with pytest.raises(AssertionError, match="Rainbow"):
        fits(visitor.page)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_beside_the_table_fit(language: str, opens: Opens) -> None:
    visitor = opens(SMALL, language=language)
    page = visitor.page
    page.goto("/")
    fits(page)
    visitor.press(visitor.play_button("rainbow"))
    fits(page)
    visitor.make_table("pirates", ["person"] * 2, name="Maximiliane Wolkenbruch", listed=True)
    for address in ("/", "/device", "/rules/rainbow", "/rules/rainbow7", "/rules/pirates", "/new"):
        page.goto(address)
        fits(page)
    visitor.press(page.get_by_text(visitor.t("new.options")))
    for game in GAMES:
        choose(visitor, "new.game", visitor.t(f"game.{game}"))
        choose(visitor, "new.players", str(GAMES[game].max_players))
        visitor.shot(f"new-{game}-{language}")
        fits(page)


def choose(visitor: Visitor, key: str, text: str) -> None:
    """Chooses one of several on the page of a new table."""
    group = visitor.page.get_by_role("group", name=visitor.t(key), exact=True)
    visitor.press(group.get_by_text(text, exact=True))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_of_the_most_players_fits_all_through_the_game(
    game: str, language: str, opens: Opens
) -> None:
    visitor = opens(SMALL, language=language)
    page, most = visitor.page, GAMES[game].max_players
    seats(visitor, game, most)
    visitor.play_now(game, name="Maximiliane Wolkenbruch", players=most, **MOST[game])
    player = PLAYERS[game](visitor)

    def look() -> bool:
        fits(page)
        return player.met.total() > 60

    player.play(until=look)
    visitor.shot(f"fits-{language}")
    fits(page)
    for key in ("menu", "table.may", "table.log"):
        page.locator(".bar").get_by_role("button", name=visitor.t(key), exact=True).press("Enter")
        fits(page)
        page.keyboard.press("Escape")
    if player.is_over():
        page.goto(page.url.replace("/table/", "/replay/"))
        visitor.press(visitor.button("replay.last"))
        visitor.shot(f"fits-replay-{language}")
        fits(page)


def seats(visitor: Visitor, game: str, most: int) -> None:
    """A table before the deal."""
    visitor.page.goto(visitor.make_table(game, ["person"] * most, name="Maximiliane Wolkenbruch"))
    expect(visitor.page.locator(".invite")).to_be_visible()
    fits(visitor.page)
    visitor.page.context.clear_cookies()
