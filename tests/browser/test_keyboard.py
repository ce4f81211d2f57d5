"""Rainbow without a mouse: from the first page to the result, and what is focused can be seen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser_kit import Opens, Visitor
from browser_players import PLAYERS, RainbowPlayer

FOCUS = """() => {
  const focused = document.activeElement;
  if (focused === document.body) return { what: "the end of the page", ringed: true, inside: true };
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const ring = outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  return {
    what: focused.outerHTML.slice(0, 160),
    ringed: focused.matches(":focus-visible") && ring >= 2,
    inside: right > Math.max(left, 0) && left < innerWidth && bottom > 0 && top < innerHeight,
  };
}"""
HAS_FOCUS = "(element) => element === document.activeElement"
STOPS = 80  # of Tab on one page


class KeyboardPlayer(RainbowPlayer):
    """Plays with digits and Enter, and every second time from card to card."""

    def press(self, *keys: str) -> None:
        """Presses keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Goes on with Tab until something is focused; every stop on the way can be seen."""
        for _ in range(STOPS):
            self.press(key)
            focus = self.page.evaluate(FOCUS)
            assert focus["ringed"], focus["what"]
            assert focus["inside"], focus["what"]
            if wanted.evaluate(HAS_FOCUS):
                return
        raise AssertionError(f"Tab does not lead to {wanted}")

    def decide(self) -> None:
        """Takes, or plays a combo."""
        takes = self.page.get_by_role("group", name=self.visitor.t("rainbow.take"), exact=True)
        if takes.count():
            self.take(takes.get_by_role("button"))
            return
        longest = max(self.legal, key=len)
        if self.met["digits"] == self.met["arrows"]:
            self.press("Escape", *longest)
            self.meet("digits")
            self.press("Enter")
        else:
            self.walk(longest)
            self.meet("arrows")
            self.tab_to(self.page.locator(".prompt .action"), "Shift+Tab")
            self.press("Enter")

    def walk(self, combo: str) -> None:
        """Chooses cards with the arrow keys."""
        hand = self.page.locator(".hand").get_by_role("button")
        self.tab_to(self.page.locator('.hand button[tabindex="0"]'))
        self.press("Home")
        left = list(combo)
        for place in range(hand.count()):
            assert hand.nth(place).evaluate(HAS_FOCUS)
            assert self.page.evaluate(FOCUS)["ringed"]
            card = hand.nth(place).get_attribute("aria-label")
            if card in left:
                left.remove(card)
                self.press("Space")
                expect(hand.nth(place)).to_have_attribute("aria-pressed", "true")
            self.press("ArrowRight")
        assert not left

    def take(self, piles: Locator) -> None:
        """Takes with a digit where that is clear, else with the button."""
        ranks = [text[1] for text in self.legal]
        rank = ranks[-1]
        if self.met["taken"] % 2 == 0 and ranks.count(rank) == 1:
            self.press(rank)
        else:
            self.tab_to(piles.first)
            for place in range(1, piles.count()):
                self.press("ArrowRight")
                assert piles.nth(place).evaluate(HAS_FOCUS)
                assert self.page.evaluate(FOCUS)["ringed"]
            self.press("Enter")
        self.met["taken"] += 1


def test_rainbow_is_played_without_a_mouse(opens: Opens, record_property: Any) -> None:
    visitor = opens()
    visitor.game = "rainbow"
    page = visitor.page
    player = KeyboardPlayer(visitor)
    page.goto("/")
    player.tab_to(visitor.play_button("rainbow"))
    player.press("Enter")
    expect(page.get_by_label(visitor.t("name.label"))).to_be_focused()
    page.keyboard.type("Ada")
    player.press("Enter")
    page.wait_for_url("**/table/*")
    player.play()
    record_property("Rainbow: combos played with digits", player.met["digits"])
    record_property("Rainbow: combos played with arrows", player.met["arrows"])
    check_by_keys(visitor, player)
    look_back_by_keys(visitor, player)


def check_by_keys(visitor: Visitor, player: KeyboardPlayer) -> None:
    """The proof of the deal."""
    player.tab_to(visitor.page.locator(".check summary"))
    player.press("Enter")
    player.tab_to(visitor.button("check.do"))
    player.press("Space")
    expect(visitor.page.get_by_text(visitor.t("check.sound"))).to_be_visible()


def look_back_by_keys(visitor: Visitor, player: KeyboardPlayer) -> None:
    """The replay, and then another game."""
    page, address = visitor.page, visitor.page.url
    player.tab_to(page.get_by_role("link", name=visitor.t("end.replay")), "Shift+Tab")
    player.press("Enter")
    where = page.locator(".replay-buttons .quiet")
    expect(where).to_have_text(re.compile("^0 /"))
    player.press("ArrowRight", "ArrowRight", "ArrowLeft")
    expect(where).to_have_text(re.compile("^1 /"))
    player.press("End")
    expect(where).to_have_text(re.compile(r"^(\d+) / \1$"))
    player.press("Home", "Space")
    expect(where).to_have_text(re.compile("^1 /"))
    player.press("Space")
    player.tab_to(visitor.button("replay.last"))
    player.press("Enter")
    expect(where).to_have_text(re.compile(r"^(\d+) / \1$"))
    page.goto(address)
    player.tab_to(visitor.button("end.again"))
    player.press("Enter")
    page.wait_for_url(lambda url: "/table/" in url and url != address)


@pytest.mark.parametrize("game", PLAYERS)
def test_the_question_mark_lists_the_keys(game: str, opens: Opens) -> None:
    visitor = opens()
    page = visitor.page
    visitor.play_now(game)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name=visitor.t("menu.keys"))
    expect(sheet).to_be_visible()
    visitor.shot("keys")
    shown = sheet.locator("dd").all_inner_texts()
    own = [text for key, text in texts(visitor) if key.startswith(f"{game}.keys.")]
    shared = [text for key, text in texts(visitor) if key.startswith("keys.")]
    assert shown == own + shared
    assert len(own) >= 3
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def texts(visitor: Visitor) -> list[tuple[str, str]]:
    """All texts of the pages, with their keys."""
    found: dict[str, str] = visitor.page.request.get(f"/catalog/{visitor.language}.json").json()
    return list(found.items())
