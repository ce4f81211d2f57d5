"""Two people at one table, each with a browser of their own."""

import json
import re

import pytest
from playwright.sync_api import expect

from browser_kit import DESKTOP, PHONE, QUICK, Opens, Visitor
from browser_players import PLAYERS, Player

CARD = {"rainbow": r"\d", "rainbow7": r"\w+", "pirates": r"\w+"}
SOMEBODY_ELSE = ".bow .tag.moving, .others .tag.moving"


def set_up(host: Visitor, game: str, options: dict[str, int]) -> None:
    """Goes from the first page to a table for two."""
    page = host.page
    page.goto("/")
    friends = f"{host.t('home.friends')} {host.t(f'game.{game}')}"
    host.press(page.get_by_role("link", name=friends, exact=True))
    host.say_name("Ada")
    players = page.get_by_role("group", name=host.t("new.players"), exact=True)
    host.press(players.get_by_text("2", exact=True))
    host.press(page.get_by_text(host.t("new.options")))
    for name, value in options.items():
        page.get_by_label(host.t(f"option.{name}")).fill(str(value))
    host.shot("new")
    host.press(host.button("new.make"))
    page.wait_for_url("**/table/*")


def sit_down(host: Visitor, guest: Visitor) -> None:
    """The host, who sits already, shares the link; the guest takes a seat; the host deals."""
    link = host.page.get_by_label(host.t("seating.link"), exact=True).input_value()
    expect(host.button("seating.start")).to_be_disabled()
    host.shot("seats")
    guest.page.goto(link)
    guest.say_name("Bob")
    guest.press(guest.button("seat.sit"))
    expect(guest.page.get_by_text(guest.t("seating.host_starts"))).to_be_visible()
    guest.shot("seats")
    host.press(host.button("seating.start"))
    for visitor in (host, guest):
        expect(visitor.page.locator(".prompt")).to_be_visible()


def play_together(players: list[Player]) -> None:
    """Both play to the end, whoever's turn it is."""
    for _ in range(400):
        for player in players:
            expect(player.asked().or_(player.page.locator(SOMEBODY_ELSE)).first).to_be_visible()
            if player.has_sheet() or player.page.locator(".prompt.mine").count():
                sees_own_hand_only(player.visitor)
                player.decide()
        if all(player.is_over() and not player.has_sheet() for player in players):
            return
    raise AssertionError("the game goes on")


def sees_own_hand_only(visitor: Visitor) -> None:
    """While the game goes on, hands of others are not laid open."""
    if visitor.table["phase"] == "running":
        assert visitor.page.locator(".shown-hand, .other .laid").count() == 0


def hand_of(visitor: Visitor) -> list[str]:
    """What cards lie in the own hand, as they are labelled."""
    cards = visitor.page.locator(".hand button, .own-hand .cards-row button")
    return [str(card.get_attribute("aria-label")) for card in cards.all()]


@pytest.mark.parametrize(
    ("game", "options"),
    [("rainbow", {"hand_size": 6, "copies": 6}), ("rainbow7", {"tokens_to_end": 2})],
)
def test_friends_follow_a_link_and_play_to_the_end(
    game: str, options: dict[str, int], opens: Opens
) -> None:
    host, guest = opens(DESKTOP), opens(PHONE, theme="light")
    host.game = guest.game = game
    set_up(host, game, options)
    sit_down(host, guest)
    finish(host, guest, game)


def test_friends_play_rainbow_pirates_to_the_end(opens: Opens) -> None:
    host, guest = opens(PHONE), opens(DESKTOP, theme="light")
    host.game = guest.game = "pirates"
    options = QUICK["pirates"]["options"]
    host.sit_at_once(host.make_table("pirates", ["person", "person"], options=options))
    sit_down(host, guest)
    finish(host, guest, "pirates")


def finish(host: Visitor, guest: Visitor, game: str) -> None:
    """Each sees the own hand and none else; they play on to one result, which both are shown."""
    for visitor, seat in ((host, 0), (guest, 1)):
        hands = visitor.table["view"]["hands"]
        assert visitor.table["you"] == seat
        assert re.fullmatch(r"\?\d+", hands[1 - seat])
        assert len(hand_of(visitor)) == len(re.findall(CARD[game], hands[seat])) > 0
    play_together([PLAYERS[game](host, 1), PLAYERS[game](guest, 2)])
    for visitor in (host, guest):
        visitor.shot("end-friends")
    scores = [
        visitor.page.locator(".standing .score").all_inner_texts() for visitor in (host, guest)
    ]
    assert scores[0] == scores[1]
    record = json.loads(host.page.request.get(f"/api/tables/{host.table['id']}/record").text())
    assert sorted(map(int, scores[0])) == sorted(record["result"]["scores"])
    assert record["names"] == ["Ada", "Bob"]
