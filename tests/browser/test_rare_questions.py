"""What is asked only now and then: by each BLACK card, and by the sevens."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser_kit import BLACK, DESKTOP, PHONE, Opens, Visitor
from browser_players import PiratesPlayer, Rainbow7Player

# All but 4 of these 24 cards are of one kind: so every hand of 7 has three of it or more.
NONE = dict.fromkeys([*"1234567WP", *BLACK], 0)
OTHERS = {**NONE, "1": 2, "3": 2}
AIMED_AT_ISLANDS = ("thief", "cannon")


def two_pirates(opens: Opens, deck: dict[str, int]) -> tuple[PiratesPlayer, PiratesPlayer]:
    """Two people at a table of their own; the first one is to move."""
    visitors = host, guest = opens(DESKTOP), opens(PHONE)
    options = {"deck": deck, "lifts": 1}
    address = host.make_table("pirates", ["person", "person"], options=options)
    host.sit_at_once(address)
    guest.make_table("pirates", ["person", "bot:random"], name="Bob")
    guest.page.goto(address)
    guest.press(guest.button("seat.sit"))
    host.press(host.button("seating.start"))
    expect(host.page.locator(".prompt")).to_be_visible()
    expect(guest.page.locator(".prompt")).to_be_visible()
    first = host.table["to_move"]
    return PiratesPlayer(visitors[first]), PiratesPlayer(visitors[1 - first])


def has_turn(player: PiratesPlayer) -> None:
    """It is this player's turn, and seen to be."""
    expect(player.page.locator(".prompt.mine")).to_be_visible()


def cards_in_hand(visitor: Visitor) -> int:
    """How many cards are seen in the own hand."""
    return visitor.page.locator(".own-hand .cards-row button").count()


@pytest.mark.parametrize("kind", BLACK)
def test_a_black_card_asks_what_it_needs(kind: str, opens: Opens) -> None:
    mover, other = two_pirates(opens, {**OTHERS, kind: 20})
    has_turn(mover)
    if kind in AIMED_AT_ISLANDS:  # there must be something to hit
        mover.lay(f"lay {kind}+{kind}+{kind}")
        expect(mover.page.locator(".island .group")).to_have_count(1)
        has_turn(mover)
        mover.close(["draw pile"])
        expect(mover.page.locator(".others .tag.moving")).to_be_visible()
        mover, other = other, mover
        has_turn(mover)
    if kind == "elixir":  # there must be something to fetch
        mover.play_black("play elixir")
        block(other, mover, kind)
        has_turn(mover)
    before = cards_in_hand(mover.visitor), cards_in_hand(other.visitor)
    mover.play_black(next(text for text in mover.legal if text.startswith(f"play {kind}")))
    if kind != "spyglass":
        block(other, mover, kind)
    asked = {"thief": "pick", "cannon": "pick", "elixir": "revive", "parrot": "name"}
    if kind == "captain":
        expect(other.page.locator(".stage.of-give")).to_be_visible()
        other.answer("give")
    elif kind == "spyglass":
        put_in_order(mover)
    elif kind in asked:
        expect(mover.page.locator(f".stage.of-{asked[kind]}")).to_be_visible()
        mover.answer(asked[kind])
    has_turn(mover)
    expect(mover.page.locator(".stage")).to_have_count(0)
    counted(kind, mover, other, before)


def block(other: PiratesPlayer, mover: PiratesPlayer, kind: str) -> None:
    """The question whether to block comes, and is answered with Arrrgh!"""
    page, t = other.page, other.visitor.t
    name = mover.visitor.table["seats"][mover.visitor.table["you"]]["name"]
    stage = page.locator(".stage.of-block")
    expect(stage).to_contain_text(re.compile(f"{name}.*{re.escape(t(f'pirates.card.{kind}'))}"))
    other.meet(f"block-{kind}")
    other.visitor.press(other.visitor.button("pirates.arrrgh"))
    expect(stage).to_have_count(0)


def put_in_order(mover: PiratesPlayer) -> None:
    """Spyglass: the four cards are seen, and lie in the order in which they were tapped."""
    stage = mover.page.locator(".stage.of-top")
    expect(stage.locator(".top-order li")).to_have_count(4)
    mover.answer("top")


def counted(kind: str, mover: PiratesPlayer, other: PiratesPlayer, before: tuple[int, int]) -> None:
    """The hands have as many cards as the card says: one was played, some changed hands."""
    gain = {"thief": 1, "elixir": 1, "captain": 1, "blindbeard": 2, "ship": 2}.get(kind, 0)
    # Two cards are left of the group of three that was hit.
    loss = {"thief": -2, "cannon": -2, "captain": 1, "blindbeard": 2}.get(kind, 0)
    if kind == "parrot":
        gain = loss = before[1] - cards_in_hand(other.visitor)
        assert gain in (0, 1)
    expect(mover.page.locator(".own-hand .cards-row button")).to_have_count(before[0] - 1 + gain)
    expect(other.page.locator(".own-hand .cards-row button")).to_have_count(before[1] - loss)


def test_the_effects_of_a_seven_can_be_chosen(opens: Opens, record_property: Any) -> None:
    visitor = opens(PHONE)
    visitor.play_now("rainbow7", players=2, options={"hand_size": 12, "tokens_to_end": 99})
    player = Rainbow7Player(visitor)
    player.sevens = True
    player.play(until=lambda: player.met["sevens"] > 0)
    assert player.met["sevens"]
    record_property("Rainbow 7: rounds until a seven was used", player.met["round"])
