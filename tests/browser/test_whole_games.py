"""Each game from the first page to its end, with the mouse and by touch; then what comes after."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser_kit import DESKTOP, PHONE, Device, Opens, Visitor, small_deck
from browser_players import PLAYERS
from moonbow.table.record import read_record

TABLES: dict[tuple[str, str], dict[str, Any]] = {
    ("rainbow", "desktop"): {},
    ("rainbow", "phone"): {"players": 2},
    ("rainbow7", "desktop"): {"players": 3, "options": {"tokens_to_end": 4}},
    ("rainbow7", "phone"): {
        "players": 2,
        "options": {"printed_sevens": True, "tokens_to_end": 3, "hand_size": 8},
    },
    ("pirates", "desktop"): {"players": 3, "options": {"deck": small_deck(3, 2), "lifts": 1}},
    ("pirates", "phone"): {"players": 2, "options": {"deck": small_deck(3, 1), "lifts": 1}},
}


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=lambda device: device.name)
@pytest.mark.parametrize("game", PLAYERS)
def test_a_game_is_played_from_the_first_page_to_its_end(
    game: str, device: Device, opens: Opens, record_property: Any
) -> None:
    visitor = opens(device)
    visitor.play_now(game, **TABLES[game, device.name])
    player = PLAYERS[game](visitor)
    player.play()
    visitor.shot("end")
    for moment, number in sorted(player.met.items()):
        record_property(f"{game}: {moment}", number)
    told = record_of(visitor)
    see_the_result(visitor, told)
    check_the_deal(visitor)
    look_back(visitor, len(told["actions"]))
    play_again(visitor)


def record_of(visitor: Visitor) -> dict[str, Any]:
    """The record of the table that is open."""
    answer = visitor.page.request.get(f"/api/tables/{visitor.table['id']}/record")
    found: dict[str, Any] = json.loads(answer.text())
    return found


def see_the_result(visitor: Visitor, told: dict[str, Any]) -> None:
    """The points shown are those that playing the record once more comes to."""
    scores = read_record(told).state.scores
    names = [visitor.t("you") if place == 0 else name for place, name in enumerate(told["names"])]
    lines = visitor.page.locator(".standing li")
    shown = {
        line.locator(".name").inner_text(): int(line.locator(".score").inner_text())
        for line in lines.all()
    }
    assert shown == dict(zip(names, scores, strict=True))
    title = f"{visitor.t('title.over')} · {visitor.t(f'game.{visitor.game}')}"
    expect(visitor.page).to_have_title(title)


def check_the_deal(visitor: Visitor) -> None:
    """The browser computes again what was fixed before the deal."""
    page = visitor.page
    visitor.press(page.get_by_text(visitor.t("check.title")))
    visitor.press(visitor.button("check.do"))
    expect(page.get_by_text(visitor.t("check.sound"))).to_be_visible()
    expect(page.locator(".points .holds")).to_have_count(5)  # host, Ada, list, kept, own
    expect(page.locator(".points .fails")).to_have_count(0)
    expect(page.get_by_role("link", name=visitor.t("check.record"))).to_be_visible()
    visitor.shot("check")


def look_back(visitor: Visitor, decisions: int) -> None:
    """The game once more: step by step, by itself, and by jumps."""
    page = visitor.page
    visitor.press(page.get_by_role("link", name=visitor.t("end.replay")))
    where = page.locator(".replay-buttons .quiet")
    expect(where).to_have_text(f"0 / {decisions}")
    expect(page.locator(".replay-words")).to_have_text(visitor.t("replay.deal"))
    visitor.press(visitor.button("replay.forward"))
    visitor.press(visitor.button("replay.forward"))
    expect(where).to_have_text(f"2 / {decisions}")
    visitor.press(visitor.button("replay.back"))
    expect(where).to_have_text(f"1 / {decisions}")
    visitor.press(visitor.button("replay.run"))
    expect(where).to_have_text(f"2 / {decisions}")
    visitor.press(visitor.button("replay.stop"))
    page.get_by_label(visitor.t("replay.place")).fill(str(decisions // 2))
    expect(where).to_have_text(f"{decisions // 2} / {decisions}")
    visitor.shot("replay")
    visitor.press(visitor.button("replay.last"))
    expect(where).to_have_text(f"{decisions} / {decisions}")
    expect(visitor.button("replay.forward")).to_be_disabled()
    visitor.press(visitor.button("replay.first"))
    expect(where).to_have_text(f"0 / {decisions}")


def play_again(visitor: Visitor) -> None:
    """Another table of the same people is dealt."""
    page, last = visitor.page, visitor.table["id"]
    page.goto(f"/table/{last}")
    expect(page.locator(".ending")).to_be_visible()
    last_round = page.locator("dialog.sheet .button.primary")
    if last_round.count():
        visitor.press(last_round)
    visitor.press(visitor.button("end.again"))
    page.wait_for_url(re.compile(rf"/table/(?!{last})"))
    expect(page.locator(".prompt, .ending").first).to_be_visible()
    assert visitor.table["id"] != last
    assert visitor.table["phase"] in ("running", "over")
