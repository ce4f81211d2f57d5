"""Pages and tables as axe sees them: nothing serious or critical, by night and by dawn."""

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import expect

from browser_kit import DESKTOP, PHONE, QUICK, Device, Opens, Visitor
from browser_players import PLAYERS, Player
from server_process import ServerProcess

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
RUN = "async (rules) => (await axe.run(document, rules)).violations"
ALL: dict[str, Any] = {}
COLORS = {"runOnly": ["color-contrast", "link-in-text-block"]}


def check(visitor: Visitor, moment: str) -> None:
    """Nothing grave is found at this moment, in either light."""
    page = visitor.page
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    for theme, rules in (("dark", ALL), ("light", COLORS)):  # the colors are all that changes
        visitor.theme = theme
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        visitor.shot(moment)
        found = page.evaluate(RUN, {**rules, "resultTypes": ["violations"]})
        grave = [told(each) for each in found if each["impact"] in GRAVE]
        assert grave == [], f"{moment}, {theme}"


def told(violation: dict[str, Any]) -> list[str]:
    """A violation and where it is."""
    places = [f"{node['target']} {node['html'][:120]}" for node in violation["nodes"][:4]]
    return [violation["id"], *places]


def test_axe_finds_what_is_wrong(opens: Opens) -> None:
    visitor = opens()
    visitor.page.goto("/")
    visitor.page.evaluate("document.querySelector('[data-play]').replaceChildren()")
    with pytest.raises(AssertionError, match="button-name"):
        check(visitor, "spoiled")


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
def test_the_pages_beside_the_table(device: Device, opens: Opens) -> None:
    visitor = opens(device)
    page = visitor.page
    page.goto("/")
    check(visitor, "home")
    visitor.press(visitor.play_button("rainbow"))
    expect(page.get_by_label(visitor.t("name.label"))).to_be_visible()
    check(visitor, "name")
    page.goto("/new?game=rainbow7")
    visitor.say_name("Ada")
    visitor.press(page.get_by_text(visitor.t("new.options")))
    check(visitor, "new")
    page.goto("/device")
    visitor.press(visitor.button("device.make"))
    expect(page.locator(".qr")).to_be_visible()
    check(visitor, "device")
    page.goto("/rules/pirates")
    check(visitor, "rules")
    visitor.make_table("rainbow", ["person", "person"], listed=True)
    page.goto("/")
    check(visitor, "home-named")
    page.goto("/table/unknown")
    check(visitor, "no-table")
    visitor.forgive("404")


@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_before_the_deal(game: str, opens: Opens) -> None:
    visitor, guest = opens(PHONE), opens(DESKTOP)
    address = visitor.make_table(game, ["person", "person"])
    visitor.page.goto(address)
    expect(visitor.page.locator(".invite")).to_be_visible()
    check(visitor, "seats")
    visitor.press(visitor.button("seat.sit").first)
    expect(visitor.button("seat.leave")).to_be_visible()
    check(visitor, "seated")
    guest.game = game
    guest.page.goto(address)
    expect(guest.page.locator(".name-form")).to_be_visible()
    check(guest, "guest")


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_in_the_game_and_after_it(game: str, device: Device, opens: Opens) -> None:
    visitor = opens(device)
    visitor.play_now(game, **QUICK[game])
    player = PLAYERS[game](visitor)
    page = visitor.page
    sheets(player)
    checked: set[str] = set()

    def look() -> bool:
        moment = asked(player)
        if moment not in checked and len(checked) < 4:
            checked.add(moment)
            check(visitor, f"axe-{moment}")
        return False

    player.play(until=look)
    check(visitor, "axe-end")
    visitor.press(page.get_by_text(visitor.t("check.title")))
    visitor.press(visitor.button("check.do"))
    expect(page.get_by_text(visitor.t("check.sound"))).to_be_visible()
    check(visitor, "axe-check")
    page.goto(page.url.replace("/table/", "/replay/"))
    visitor.press(visitor.button("replay.last"))
    check(visitor, "axe-replay")


def asked(player: Player) -> str:
    """What kind of thing is asked: by the first word, sign or digit of what may be played."""
    if player.has_sheet():
        return "sheet"
    step = player.visitor.table["view"].get("turn") or {}
    return str(step.get("step", player.legal[0][0] if player.legal[0][0] in "+>^*" else "turn"))


def sheets(player: Player) -> None:
    """On a phone the sheets: menu, keys, what was last; on a desk the panel: rules, log."""
    visitor, page = player.visitor, player.page
    player.wait()
    if visitor.device is PHONE:
        visitor.press(visitor.button("menu"))
        check_sheet(visitor, "menu")
        for key, name in (("?", "keys"), ("t", "recent")):
            page.keyboard.press(key)
            check_sheet(visitor, name)
    else:
        visitor.press(visitor.button("table.may"))
        expect(page.locator(".whole")).to_be_visible()
        check(visitor, "axe-may")
        page.keyboard.press("l")
        expect(page.locator(".panel .log")).to_be_visible()
        check(visitor, "axe-log")
        page.keyboard.press("Escape")


def check_sheet(visitor: Visitor, name: str) -> None:
    """A sheet, which is closed again."""
    expect(visitor.page.locator("dialog[open]")).to_be_visible()
    check(visitor, f"axe-{name}")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog")).to_have_count(0)


def test_the_table_of_a_spectator(opens: Opens, server: ServerProcess) -> None:
    visitor, guest = opens(DESKTOP), opens(PHONE)
    address = visitor.make_table("rainbow", ["person", "bot:random"], spectators="live")
    visitor.sit_at_once(address)
    guest.game = "rainbow"
    guest.page.goto(address)
    expect(guest.page.locator(".watching")).to_be_visible()
    check(guest, "axe-watching")
