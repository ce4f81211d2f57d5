"""A page can be used within a second, and the tab says whose turn it is."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser_kit import DESKTOP, PHONE, Device, Opens, Visitor, small_deck
from browser_players import PLAYERS

SECOND = 1.0
SHORT: dict[str, dict[str, Any]] = {
    "rainbow": {"players": 2, "options": {"hand_size": 1}},
    "rainbow7": {"players": 2, "options": {"hand_size": 3, "tokens_to_end": 1}},
    "pirates": {"players": 2, "options": {"deck": small_deck(1, 1), "lifts": 0}},
}
"""Tables on which a game has hardly begun when it is over."""


def seconds(visitor: Visitor, address: str, button: Callable[[], Locator]) -> float:
    """From the start of a first visit until a button can be pressed; the best of three."""
    times = []
    browser = visitor.page.context.new_cdp_session(visitor.page)
    for _ in range(3):
        visitor.page.goto("about:blank")
        browser.send("Network.clearBrowserCache")
        begun = time.monotonic()
        visitor.page.goto(address, wait_until="commit")
        button().click(trial=True)
        times.append(time.monotonic() - begun)
    return min(times)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
def test_a_page_beside_the_table_can_be_used_within_a_second(
    device: Device, opens: Opens, record_property: Any
) -> None:
    visitor = opens(device)
    visitor.page.goto("/")
    visitor.make_table("rainbow", ["person", "person"])
    buttons: dict[str, Callable[[], Locator]] = {
        "/": lambda: visitor.play_button("pirates"),
        "/new": lambda: visitor.button("new.make"),
        "/device": lambda: visitor.button("device.make"),
        "/rules/pirates": lambda: visitor.page.locator("[data-themes]"),
    }
    for address, button in buttons.items():
        needed = seconds(visitor, address, button)
        record_property(f"ms until {address} can be used, {device.name}", round(1000 * needed))
        assert needed < SECOND, address


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_can_be_used_within_a_second(
    game: str, device: Device, opens: Opens, record_property: Any
) -> None:
    visitor = opens(device)
    visitor.play_now(game, **SHORT[game])
    player = PLAYERS[game](visitor)
    player.wait()
    main = visitor.page.locator(".hand button, .cards-row button, .prompt .action:enabled").last
    address = visitor.page.url
    needed = seconds(visitor, address, lambda: main)
    record_property(f"ms until {game} can be used, {device.name}", round(1000 * needed))
    assert needed < SECOND
    if device is PHONE:
        return
    player.play()
    replay = address.replace("/table/", "/replay/")
    needed = seconds(visitor, replay, lambda: visitor.button("replay.forward"))
    record_property(f"ms until the replay of {game} can be used", round(1000 * needed))
    assert needed < SECOND


def test_the_tab_says_whose_turn_it_is(opens: Opens) -> None:
    visitors = host, guest = opens(), opens()
    address = host.make_table("rainbow7", ["person", "person"])
    guest.make_table("rainbow7", ["person", "bot:random"], name="Bob")
    name = host.t("game.rainbow7")
    host.sit_at_once(address)
    expect(host.page).to_have_title(f"{host.t('title.seating')} · {name}")
    guest.page.goto(address)
    guest.press(guest.button("seat.sit"))
    host.press(host.button("seating.start"))
    expect(host.page.locator(".prompt")).to_be_visible()
    mover = visitors[host.table["to_move"]]
    other = visitors[1 - host.table["to_move"]]
    expect(mover.page).to_have_title(f"● {mover.t('title.yours')} · {name}")
    whose = {host: "Ada", guest: "Bob"}[mover]
    expect(other.page).to_have_title(f"{other.t('title.theirs', name=whose)} · {name}")
    icon = re.compile("moon-turn")
    expect(mover.page.locator("link[rel=icon]")).to_have_attribute("href", icon)
    expect(other.page.locator("link[rel=icon]")).not_to_have_attribute("href", icon)
