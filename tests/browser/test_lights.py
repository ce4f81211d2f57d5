"""Night and dawn, by the system and by the switch; and tables on which nothing moves."""

import pytest
from playwright.sync_api import Page, expect

from browser_kit import DESKTOP, PHONE, Opens
from browser_players import PLAYERS, Player

SKY = """() => {
  const paint = document.createElement("canvas").getContext("2d");
  paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--sky");
  const probe = document.createElement("i");
  probe.style.color = "var(--sky)";
  document.body.append(probe);
  paint.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  paint.fillRect(0, 0, 1, 1);
  const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}"""
COUNT_GLIDES = """() => {
  const { animate } = Element.prototype;
  globalThis.glides = 0;
  Element.prototype.animate = function (frames, how) {
    if (how.id === "flip") globalThis.glides += 1;
    return animate.call(this, frames, how);
  };
}"""


def is_dark(page: Page) -> bool:
    """Whether the sky of a page is dark; it is clearly the one or the other."""
    light: float = page.evaluate(SKY)
    assert light < 0.2 or light > 0.8
    return light < 0.2


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_page_follows_the_light_of_the_system(theme: str, opens: Opens) -> None:
    visitor = opens(theme=theme)
    for address in ("/", "/new", "/device", "/rules/pirates"):
        visitor.page.goto(address)
        visitor.shot(address.strip("/").replace("/", "-") or "home")
        assert is_dark(visitor.page) == (theme == "dark"), address


@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_follows_the_light_of_the_system(game: str, opens: Opens) -> None:
    visitor = opens(PHONE, theme="light")
    visitor.play_now(game)
    PLAYERS[game](visitor).wait()
    visitor.shot("table")
    assert not is_dark(visitor.page)
    visitor.page.emulate_media(color_scheme="dark")
    visitor.theme = "dark"
    visitor.shot("table")
    assert is_dark(visitor.page)


def test_the_switch_goes_from_the_system_to_night_and_to_dawn_and_is_kept(opens: Opens) -> None:
    visitor = opens(theme="light")
    page = visitor.page
    page.goto("/")
    switch = page.locator("[data-themes]")
    expect(switch).to_have_attribute("aria-label", visitor.t("theme.auto"))
    assert not is_dark(page)
    visitor.press(switch)
    expect(switch).to_have_attribute("aria-label", visitor.t("theme.dark"))
    assert is_dark(page)
    visitor.play_now("rainbow")
    assert is_dark(page)
    visitor.press(visitor.button("menu"))
    visitor.press(visitor.button("theme.dark"))
    assert not is_dark(page)
    page.emulate_media(color_scheme="dark")
    assert not is_dark(page)
    page.goto("/")
    expect(switch).to_have_attribute("aria-label", visitor.t("theme.light"))
    assert not is_dark(page)
    visitor.press(switch)
    expect(switch).to_have_attribute("aria-label", visitor.t("theme.auto"))
    assert is_dark(page)


@pytest.mark.parametrize("game", PLAYERS)
def test_cards_glide_unless_the_system_wants_less_motion(game: str, opens: Opens) -> None:
    visitor = opens(DESKTOP, still=False)
    visitor.play_now(game, players=2)
    page, player = visitor.page, PLAYERS[game](visitor)
    page.evaluate(COUNT_GLIDES)
    two_decisions(player)
    assert page.evaluate("glides") > 0
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("glides = 0")
    two_decisions(player)
    assert page.evaluate("glides") == 0
    assert page.evaluate("document.getAnimations().length") == 0


def two_decisions(player: Player) -> None:
    """Plays until the second outcome is shown."""
    for _ in range(2):
        player.wait()
        player.decide()
    player.wait()
