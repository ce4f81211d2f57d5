"""The coach on the pages: hints at the table, and the review of a game that is over."""

import json
import math
from typing import Any

import pytest
from playwright.sync_api import Position, WebSocket, expect

from browser_kit import DESKTOP, PHONE, QUICK, Device, Opens, Visitor
from browser_players import PLAYERS, RainbowPlayer

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""How many pixels a page is too wide."""


class Line:
    """What goes over the line of a table: the hints that come, and all that is sent."""

    def __init__(self, visitor: Visitor) -> None:
        self.hints: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        visitor.page.on("websocket", self._connected)

    def _connected(self, line: WebSocket) -> None:
        line.on("framereceived", self._heard)
        line.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _heard(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "hint":
            self.hints.append(message)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """What was sent of a kind."""
        return [message for message in self.sent if message["type"] == kind]


def hundredths(share: float) -> int:
    """How many of 100, as pages round it."""
    return math.floor(100 * share + 0.5)


def ask(visitor: Visitor) -> None:
    """Asks for a hint and waits until it is shown."""
    expect(visitor.page.locator(".prompt.mine")).to_be_visible()
    visitor.press(visitor.button("coach.hint"))
    expect(visitor.page.locator(".coach-card")).to_be_visible()


@pytest.mark.parametrize(("device", "language"), [(DESKTOP, "en"), (PHONE, "de")], ids=["en", "de"])
@pytest.mark.parametrize("game", PLAYERS)
def test_a_hint_is_shown_and_played(game: str, device: Device, language: str, opens: Opens) -> None:
    visitor = opens(device, language=language)
    line = Line(visitor)
    visitor.sit_at_once(visitor.make_table(game, ["person", "bot:random"]))
    ask(visitor)
    visitor.shot(f"hint-{language}")
    hint = line.hints[0]
    card = visitor.page.locator(".coach-card")
    wins = visitor.t("coach.wins", number=hundredths(hint["chance"]))
    expect(card.locator(".coach-odds")).to_contain_text(wins)
    expect(card.locator(".coach-why")).to_have_count(1 if hint["why"] else 0)
    expect(card.get_by_role("listitem")).to_have_count(len(hint["others"]))
    assert visitor.page.evaluate(WIDE) == 0
    visitor.press(visitor.button("coach.play"))
    expect(card).to_have_count(0)
    played = [*line.told("play"), *line.told("answer")]
    assert [each.get("actions", [each.get("action")]) for each in played] == [[hint["action"]]]
    assert played[0]["decision"] == hint["decision"]


def test_a_hint_goes_when_its_decision_has_passed(opens: Opens) -> None:
    visitor = opens()
    line, player = Line(visitor), RainbowPlayer(visitor)
    visitor.sit_at_once(visitor.make_table("rainbow", ["person", "bot:random"]))
    ask(visitor)
    card = visitor.page.locator(".coach-card")
    visitor.press(visitor.page.locator(".coach-card .round"))
    expect(card).to_have_count(0)
    visitor.page.keyboard.press("h")
    expect(card).to_be_visible()
    assert len(line.told("hint")) == 1
    for _ in range(2):  # the second time while the coach still thinks
        player.decide()
        expect(card).to_have_count(0)
        expect(visitor.page.locator(".prompt.mine")).to_be_visible()
        expect(card).to_have_count(0)
        visitor.page.keyboard.press("h")
    expect(card).to_be_visible()
    expect(visitor.page.locator(".notice")).to_have_count(0)
    asked = [message["decision"] for message in line.told("hint")]
    assert asked == [hint["decision"] for hint in line.hints]
    assert asked[0] < asked[1] < asked[2]


@pytest.mark.parametrize("hints", [False, True])
def test_friends_are_offered_hints_only_where_the_table_has_them(hints: bool, opens: Opens) -> None:
    host, guest = opens(DESKTOP), opens(PHONE)
    line = Line(host)
    address = host.make_table("rainbow", ["person", "person"], hints=hints)
    host.sit_at_once(address)
    guest.make_table("rainbow", ["person", "person"], name="Bob")
    guest.page.goto(address)
    guest.press(guest.button("seat.sit"))
    host.press(host.button("seating.start"))
    expect(host.page.locator(".prompt")).to_be_visible()
    expect(guest.page.locator(".prompt")).to_be_visible()
    mover = (host, guest)[host.table["to_move"]]
    expect(mover.page.locator(".prompt.mine")).to_be_visible()
    expect(host.button("coach.hint")).to_have_count(int(hints and mover is host))
    expect(guest.button("coach.hint")).to_have_count(int(hints and mover is guest))
    if not hints:
        host.page.keyboard.press("h")
        host.page.keyboard.press("l")
        expect(host.page.locator(".panel")).to_be_visible()
        assert line.told("hint") == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_table_is_set_up_with_hints_for_everybody(language: str, opens: Opens) -> None:
    visitor = opens(PHONE, language=language)
    page = visitor.page
    page.goto("/new?game=rainbow")
    visitor.say_name("Ada")
    visitor.press(page.get_by_text(visitor.t("new.company")))
    switch = page.get_by_label(visitor.t("new.hints"))
    expect(switch).not_to_be_checked()
    expect(page.get_by_text(visitor.t("new.hints_more"))).to_be_visible()
    visitor.press(switch)
    visitor.shot(f"new-hints-{language}")
    with page.expect_request("**/api/tables") as asked:
        visitor.press(visitor.button("new.make"))
    assert (asked.value.post_data_json or {})["hints"] is True
    visitor.press(page.get_by_text(visitor.t("seating.settings")))
    expect(page.get_by_text(visitor.t("hints.yes"))).to_be_visible()


def test_a_game_that_is_over_is_reviewed(opens: Opens) -> None:
    visitor, friend = opens(DESKTOP), opens(PHONE, language="de")
    seats = ["person", "bot:random"]
    address = visitor.make_table(
        "rainbow", seats, spectators="after", options=QUICK["rainbow"]["options"]
    )
    visitor.sit_at_once(address)
    RainbowPlayer(visitor).play()
    for looking in (visitor, friend):
        looking.game = "rainbow"
        looking.page.goto(address.replace("/table/", "/replay/"))
        looking.press(looking.button("review.title"))
        if looking is visitor:  # the friend's is there already
            working = looking.page.get_by_role("progressbar", name=looking.t("review.working"))
            expect(working).to_be_visible()
        review_is_shown(looking, address.removeprefix("/table/"))


def review_is_shown(visitor: Visitor, table: str) -> None:
    """The curve, what each player gave away, and both put away and fetched again."""
    page = visitor.page
    curve = page.locator(".curve")
    expect(curve).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    told = page.request.get(f"/api/tables/{table}/review").json()
    names = page.request.get(f"/api/tables/{table}/replay").json()["names"]
    chances, players = told["review"]["chances"], told["review"]["players"]
    assert told["done"] == told["total"] == len(chances) - 1
    visitor.shot(f"review-{visitor.language}")
    steps_are_shown(visitor, chances)
    for seat, account in enumerate(players):
        you = seat == 0 and bool(visitor.table)
        costly_decisions_are_shown(visitor, seat, account, None if you else names[seat])
    assert any(account["costly"] for account in players)
    assert page.evaluate(WIDE) == 0
    page.keyboard.press("r")
    expect(curve).to_have_count(0)
    page.keyboard.press("r")
    expect(curve).to_be_visible()


def steps_are_shown(visitor: Visitor, chances: list[list[float]]) -> None:
    """A tap on the curve leads to a step of the game; there stand the chances of that step."""
    page, last = visitor.page, len(chances) - 1
    curve = page.locator(".curve")
    where = page.locator(".replay-buttons .quiet")
    left, width = curve.locator(".grid path").first.evaluate(
        "(line) => [line.getBBox().x, line.getBBox().width]"
    )
    for step in (last // 3, last, 0):
        spot: Position = {"x": left + width * step / last, "y": 40.0}
        if visitor.device.touch:
            curve.tap(position=spot)
        else:
            curve.click(position=spot)
        expect(where).to_have_text(f"{step} / {last}")
        shown = [visitor.t("percent", number=hundredths(chance)) for chance in chances[step]]
        expect(page.locator(".review-players b")).to_have_text(shown)
    before = curve.locator(".cursor").get_attribute("d")
    visitor.press(visitor.button("replay.forward"))
    expect(where).to_have_text(f"1 / {last}")
    expect(curve.locator(".cursor")).not_to_have_attribute("d", before or "")


def costly_decisions_are_shown(
    visitor: Visitor, seat: int, account: dict[str, Any], name: str | None
) -> None:
    """What a player gave away, the visitor or another; each costly decision leads to its step."""
    page = visitor.page
    visitor.press(page.locator(".review-players button").nth(seat))
    key = f"review.lost.{'other' if name else 'you'}"
    key += ".one" if account["decisions"] == 1 else ".many"
    lost = visitor.t("percent", number=hundredths(account["lost"]))
    sentence = visitor.t(key, name=name, lost=lost, number=account["decisions"])
    expect(page.locator(".review-lost")).to_contain_text(sentence)
    cards = page.locator(".costly")
    expect(cards).to_have_count(len(account["costly"]))
    for card, costly in zip(cards.all(), account["costly"], strict=True):
        heading = visitor.t("review.decision", number=costly["number"] + 1)
        cost = visitor.t("percent", number=hundredths(costly["cost"]))
        expect(card.locator(".costly-head")).to_have_text(f"{heading}\N{MINUS SIGN}{cost}")
        visitor.press(card)
        expect(card).to_have_attribute("aria-current", "step")
        expect(page.locator(".replay-buttons .quiet")).to_contain_text(f"{costly['number']} /")
