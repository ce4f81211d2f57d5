"""A page that is loaded anew, loses its network or its server in the middle of a turn."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from browser_kit import DESKTOP, PHONE, Device, Opens, Visitor, small_deck
from browser_players import PLAYERS, PiratesPlayer, Player
from server_process import ServerProcess, server_process

AT_ONCE = 1.0  # seconds from when the connection may be had again until the view is there
PAUSE = 0.65  # seconds that a page waits at most before it tries once more
LOST = "net::ERR_|failed: ws"


@pytest.fixture(scope="module")
def server(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that may be killed, and is started again by the same test."""
    with server_process(tmp_path_factory.mktemp("killed")) as found:
        yield found


def in_mid_turn(opens: Opens, device: Device) -> tuple[Player, str]:
    """A turn of Rainbow in which a combo is chosen and not yet played."""
    visitor = opens(device)
    visitor.play_now("rainbow", players=3)
    player = PLAYERS["rainbow"](visitor)
    player.play(until=lambda: visitor.page.locator(".takes").count() == 0)
    combo = max(player.legal, key=len)
    player.choose(list(combo))
    return player, combo


def seen(visitor: Visitor) -> dict[str, Any]:
    """What is seen of the table."""
    page = visitor.page
    hand = page.locator(".hand button").all()
    return {
        "hand": [card.get_attribute("aria-label") for card in hand],
        "middle": page.locator(".piles > *").count(),
        "seats": page.locator(".tag").all_inner_texts(),
        "asked": page.locator(".prompt-words").inner_text(),
    }


def chosen(visitor: Visitor) -> list[str | None]:
    """The labels of the chosen cards."""
    cards = visitor.page.locator('.hand button[aria-pressed="true"]').all()
    return [card.get_attribute("aria-label") for card in cards]


def actions_of(visitor: Visitor) -> list[str]:
    """What has been played, read once the game is over."""
    PLAYERS["rainbow"](visitor).play()
    answer = visitor.page.request.get(f"/api/tables/{visitor.table['id']}/record")
    found: list[str] = json.loads(answer.text())["actions"]
    return found


def played_once(visitor: Visitor, before: dict[str, Any], combo: str) -> None:
    """The combo left the hand once, and the log has it at its place."""
    hand = [int(card) for card in before["hand"]]
    for card in combo:
        hand.remove(int(card))
    expect(visitor.page.locator(".hand button")).to_have_count(len(hand))
    assert [int(card) for card in seen(visitor)["hand"]] == hand
    decision = before["decision"]
    assert actions_of(visitor)[decision] == combo


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
def test_a_page_that_is_loaded_anew_shows_the_same_view(device: Device, opens: Opens) -> None:
    player, combo = in_mid_turn(opens, device)
    visitor = player.visitor
    before = {**seen(visitor), "decision": visitor.table["decision"]}
    begun = time.monotonic()
    visitor.page.reload()
    expect(visitor.page.locator(".prompt.mine")).to_be_visible()
    assert time.monotonic() - begun < AT_ONCE
    visitor.shot("reloaded")
    assert {**seen(visitor), "decision": visitor.table["decision"]} == before
    assert chosen(visitor) == []
    player.choose(list(combo))
    player.press_action()
    played_once(visitor, before, combo)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
def test_a_move_made_offline_is_played_once_when_the_network_is_back(
    device: Device, opens: Opens
) -> None:
    player, combo = in_mid_turn(opens, device)
    visitor, page = player.visitor, player.page
    before = {**seen(visitor), "decision": visitor.table["decision"]}
    page.context.set_offline(True)
    expect(page.locator(".connection")).to_have_text(visitor.t("connection.waiting"))
    visitor.shot("offline")
    assert seen(visitor) == {key: before[key] for key in seen(visitor)}
    assert chosen(visitor) == list(combo)
    player.press_action()
    back = time.monotonic()
    page.context.set_offline(False)
    expect(page.locator(".hand button")).to_have_count(len(before["hand"]) - len(combo))
    assert time.monotonic() - back < AT_ONCE
    expect(page.locator(".connection")).to_have_count(0)
    visitor.forgive(LOST)
    played_once(visitor, before, combo)


def test_a_killed_server_goes_on_where_it_was(opens: Opens, server: ServerProcess) -> None:
    player, combo = in_mid_turn(opens, DESKTOP)
    visitor, page = player.visitor, player.page
    before = {**seen(visitor), "decision": visitor.table["decision"]}
    times = []
    for _ in range(2):
        server.kill()
        expect(page.locator(".connection")).to_have_text(visitor.t("connection.waiting"))
        visitor.shot("server-gone")
        server.start()
        times.append(back_again(visitor))
        assert chosen(visitor) == list(combo)
        assert {**seen(visitor), "decision": visitor.table["decision"]} == before
    server.kill()
    player.press_action()
    server.start()
    times.append(back_again(visitor))
    assert min(times) < AT_ONCE + PAUSE
    visitor.forgive(LOST)
    played_once(visitor, before, combo)


def back_again(visitor: Visitor) -> float:
    """Waits until the page is connected again; the seconds that it took."""
    begun = time.monotonic()
    expect(visitor.page.locator(".connection")).to_have_count(0)
    return time.monotonic() - begun


def test_a_killed_server_and_a_new_page_show_the_same_view(
    opens: Opens, server: ServerProcess
) -> None:
    player, _combo = in_mid_turn(opens, PHONE)
    visitor = player.visitor
    before = seen(visitor)
    server.kill()
    server.start()
    visitor.page.reload()
    expect(visitor.page.locator(".prompt.mine")).to_be_visible()
    visitor.forgive(LOST)
    assert seen(visitor) == before


def test_a_draft_of_rainbow_pirates_is_placed_once(opens: Opens, server: ServerProcess) -> None:
    visitor = opens(DESKTOP)
    visitor.play_now("pirates", players=2, options={"deck": small_deck(4, 2), "lifts": 1})
    page, player = visitor.page, PiratesPlayer(visitor)

    def plain() -> list[str]:  # a WILD might lie at either end
        return [text for text in player.legal if re.fullmatch("lay [^W]+", text)]

    player.play(until=lambda: bool(plain()))
    action = plain()[0]
    islands = visitor.table["view"]["islands"][0]
    lay(player, action)
    expect(page.locator(".verdict.fine")).to_be_visible()
    server.kill()
    visitor.press(page.locator(".prompt .action"))
    server.start()
    expect(page.locator(".island .group.fresh")).to_have_count(0)
    expect(page.locator(".connection")).to_have_count(0)
    expect(page.locator(".island .group")).to_have_count(len(islands) + 1)
    visitor.forgive(LOST)
    assert sorted(visitor.table["view"]["islands"][0]) == sorted([*islands, action[4:]])


def lay(player: PiratesPlayer, action: str) -> None:
    """Drafts a group of three cards."""
    what = action.removeprefix("lay ")
    player.choose(what.split("+") if "+" in what else list(what.strip("=")))
    player.visitor.press(player.visitor.button("pirates.new_group").last)


# A question that comes under the finger

WATCH_SETTLING = """
window.settled = [];
new MutationObserver(() => {
  const buttons = document.querySelector(".prompt-buttons");
  if (!buttons) return;
  const settling = document.querySelector("[data-settling]") !== null;
  settled.push([settling, getComputedStyle(buttons).pointerEvents, performance.now()]);
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-settling"] });
"""


def test_a_new_question_takes_no_tap_in_its_first_moment(opens: Opens) -> None:
    visitor = opens(PHONE)
    visitor.page.add_init_script(WATCH_SETTLING)
    visitor.play_now("rainbow", players=2)
    player = PLAYERS["rainbow"](visitor)
    asked = [0]

    def thrice() -> bool:
        asked[0] += 1
        return asked[0] > 3

    player.play(until=thrice)
    expect(visitor.page.locator("[data-settling]")).to_have_count(0)
    noted = visitor.page.evaluate("settled")
    begins = [at for settling, _, at in noted if settling]
    ends = [at for settling, _, at in noted if not settling]
    assert all(taps == ("none" if settling else "auto") for settling, taps, _ in noted)
    assert len(begins) >= 3
    assert ends[-1] - begins[-1] > 300
