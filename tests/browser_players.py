"""People who play a game by what they see: cards, buttons and their labels.

What may be played they read in the newest message of the server, as a person knows it from the
rules; everything they do is a tap or a click on something visible.
"""

import random
import re
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from browser_kit import Visitor

ANSWERED = "(asked) => !asked.isConnected || !document.querySelector('.prompt.mine')"
"""Whether a question is no longer asked: others are awaited, or there is news."""

TURNS = 400  # decisions after which a game should have been over


class Player:
    """Plays until the result is shown; `met` counts what came up."""

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.choices = random.Random(seed)
        self.met: Counter[str] = Counter()

    @property
    def legal(self) -> list[str]:
        """What may be played."""
        found: list[str] = self.visitor.table["legal"]
        return found

    def asked(self) -> Locator:
        """What shows that it is this person's turn to do something, or that the game is over."""
        return self.page.locator(".prompt.mine, .ending, dialog[open]").first

    def is_over(self) -> bool:
        """Whether the result is shown."""
        return self.page.locator(".ending").is_visible()

    def wait(self) -> bool:
        """Waits until something is to be done; false if that is nothing any more."""
        expect(self.asked()).to_be_visible()
        return self.has_sheet() or not self.is_over()

    def has_sheet(self) -> bool:
        """Whether a sheet lies over the table."""
        return self.page.locator("dialog.sheet").count() > 0

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Plays to the end, or until something holds."""
        for _ in range(TURNS):
            if not self.wait() or until():
                return
            self.decide()
        raise AssertionError(f"the game goes on: {self.met}")

    def meet(self, moment: str) -> None:
        """Something came up; the first time a picture is kept."""
        if not self.met[moment]:
            self.visitor.shot(moment)
        self.met[moment] += 1

    def decide(self) -> None:
        """Does one thing that is asked."""
        raise NotImplementedError

    def choose(self, cards: list[str]) -> None:
        """Taps cards of the hand, one after the other."""
        for card in cards:
            self.visitor.pick(self.held(card).and_(self.page.locator("[aria-pressed=false]")).first)

    def held(self, card: str) -> Locator:
        """The cards of a kind in the hand."""
        raise NotImplementedError

    def press_action(self) -> None:
        """Presses the one big button."""
        self.visitor.press(self.page.locator(".prompt-buttons .action:enabled").last)


class RainbowPlayer(Player):
    """Plays many cards at once and takes what is worth most."""

    def decide(self) -> None:
        """Takes, or plays a combo."""
        takes = self.page.locator(".takes button")
        if takes.count():
            self.take(takes)
        else:
            longest = max(map(len, self.legal))
            combo = self.choices.choice([text for text in self.legal if len(text) == longest])
            self.choose(list(combo))
            self.meet("chosen" if longest > 1 else "single")
            self.press_action()

    def take(self, piles: Locator) -> None:
        """Takes a pile by its button, or where it lies."""
        worth = [int(text.strip("+ \n")) for text in piles.locator("b").all_text_contents()]
        best = worth.index(max(worth))
        self.meet("taking")
        lying = self.page.locator(".middle .pile.offered")
        if self.met["taking"] % 2:
            self.visitor.press(piles.nth(best))
        else:
            self.visitor.press(lying.first)

    def held(self, card: str) -> Locator:
        """The cards of a rank."""
        return self.page.locator(f'.hand button[aria-label="{card}"]')


class Rainbow7Player(Player):
    """Keeps the total of the hand low and announces a Rainbow when that may be done."""

    sevens = False  # rather plays combinations with a 7

    def decide(self) -> None:
        """One step of a turn, or goes on after a round."""
        visitor, page = self.visitor, self.page
        if self.has_sheet():
            self.meet("round")
            visitor.press(page.locator("dialog[open] .button.primary"))
        elif page.locator(".effects").count():
            self.use_seven(page.locator(".effects button"))
        elif page.locator(".takes").count():
            self.draw(page.locator(".takes button"))
        elif page.locator(".rainbow-button").count():
            visitor.press(page.locator(".rainbow-button"))
            self.meet("announcing")
            self.press_action()
        else:
            self.discard()

    def use_seven(self, effects: Locator) -> None:
        """Any effect, or none."""
        self.meet("sevens")
        at = self.choices.randrange(effects.count() + 1)
        if at < effects.count():
            self.visitor.press(effects.nth(at))
        else:
            self.visitor.press(self.visitor.button("rainbow7.effect.none"))

    def draw(self, buttons: Locator) -> None:
        """Draws the lowest card in sight; the deck counts as a 4."""
        self.meet("draw")
        names = [each.get_attribute("aria-label") or "" for each in buttons.all()]
        worth = []
        for name in names:
            value = re.search(r" ([1-7])\b", name.partition(": ")[2])
            deck = name == self.visitor.t("rainbow7.draw_deck")
            worth.append(4 if deck else int(value[1]) if value else 0)
        best = worth.index(min(worth))
        lying = self.page.locator(".r7-piles .pile.offered .pile-top")
        if self.met["draw"] % 3 == 0:
            self.visitor.press(lying.first)
        else:
            self.visitor.press(buttons.nth(best))

    def discard(self) -> None:
        """Lays a combination, the card worth most on top."""
        combos = [text for text in self.legal if text[0] not in ">^*+" and text != "rainbow"]
        cards = max((split_seven(text) for text in combos), key=self.weight)
        self.choose(cards)
        tray = self.page.locator(".tray.ordering button")
        if len(cards) > 1:
            self.meet("combination")
            self.visitor.press(tray.first)
        self.met["discard"] += 1
        if self.met["discard"] % 3 == 0:
            self.visitor.press(self.page.locator(".r7-piles .pile.offered .pile-top").last)
        else:
            self.visitor.press(self.page.locator(".prompt .on-pile").first)

    def weight(self, cards: list[str]) -> int:
        """How gladly cards are discarded."""
        seven = 50 * self.sevens * (len(cards) > 1 and any(card[-1] == "7" for card in cards))
        alone = 20 * self.sevens * (len(cards) == 1 and cards[0][-1] in "7W")
        return seven - alone + sum(int(card[1]) for card in cards if card != "W")

    def held(self, card: str) -> Locator:
        """A card; its label may go on."""
        name = self.visitor.t(f"rainbow7.card.{card[0]}", value=card[1:])
        return self.page.locator(f'.hand button[aria-label^="{name}"]')


def split_seven(text: str) -> list[str]:
    """The cards of a combination of Rainbow 7."""
    return re.findall(r"W|[A-Z]\d", text)


class PiratesPlayer(Player):
    """Lays what it can, plays a BLACK card now and then, and draws."""

    black = 2  # BLACK cards in a turn
    lays = 3  # drafts in a turn

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        super().__init__(visitor, seed)
        self.done: Counter[str] = Counter()  # in this turn

    def decide(self) -> None:
        """One thing: an answer, a draft, a BLACK card or the draw."""
        asked, helpless = self.page.locator("[role=log] p").element_handle(), self.is_helpless()
        stage = self.page.locator(".stage")
        if stage.count():
            step = re.findall(r"of-(\w+)", stage.get_attribute("class") or "")[0]
            if step == "block" and helpless:
                self.meet("helpless")  # the page lets it happen by itself, soon or just now
                self.page.wait_for_function(ANSWERED, arg=asked)
            else:
                self.answer(step)
            return
        plays = [text for text in self.legal if text.startswith("play ")]
        lays = [text for text in self.legal if text.startswith(("lay ", "add "))]
        draws = [text for text in self.legal if text.startswith("draw ")]
        must = self.page.locator(".held.must").count() > 0
        if must and self.done["tidy"] < 2:
            self.tidy()
        elif plays and self.done["black"] < self.black:
            self.play_black(self.choices.choice(plays))
        elif lays and (self.done["lay"] < self.lays or not draws):
            self.lay(self.choices.choice(lays))
        else:
            self.close(draws)

    def answer(self, step: str) -> None:
        """Answers what a BLACK card asks."""
        self.meet(step)
        asked = self.page.locator("[role=log] p").element_handle()
        if step == "block":
            block = self.page.locator(".prompt .action.primary:enabled")
            blocks = block.count() and self.choices.random() < 0.5
            self.visitor.press(block if blocks else self.visitor.button("pirates.arrrgh"))
        else:
            self.pick_one(step)
        self.page.wait_for_function(ANSWERED, arg=asked)

    def is_helpless(self) -> bool:
        """Whether this person cannot block, and nobody else is at the table but bots."""
        people = [seat for seat in self.visitor.table["seats"] if seat["kind"] != "bot"]
        return self.legal == ["pass"] and len(people) == 1

    def pick_one(self, step: str) -> None:
        """Chooses cards until the choice can be sent."""
        action = self.page.locator(".prompt .action")
        choice = self.page.locator(".stage").get_by_role("button")
        for _ in range(9):
            if action.is_enabled():
                break
            self.visitor.pick(choice.nth(self.choices.randrange(choice.count())))
        self.meet(f"{step}-chosen")
        self.visitor.press(action)

    def tidy(self) -> None:
        """Lets the page place what must be placed."""
        self.done["tidy"] += 1
        self.meet("must")
        self.visitor.press(self.visitor.button("pirates.tidy"))
        expect(self.page.locator(".verdict.same")).to_have_count(0)
        self.place()

    def place(self) -> None:
        """Places the draft once the server has said that it fits, else puts it back."""
        action = self.page.locator(".prompt .action")
        verdict = self.page.locator(".verdict.fine, .verdict.wrong, .verdict.same")
        expect(verdict).to_be_visible()
        if self.page.locator(".verdict.same").count():
            return
        self.meet("draft")
        if self.page.locator(".verdict.fine").count():
            self.visitor.press(action)
        else:
            self.visitor.press(self.visitor.button("pirates.reset"))

    def play_black(self, action: str) -> None:
        """Plays a BLACK card, aimed by the button or on the island that it hits."""
        self.done["black"] += 1
        card, _, seat = action.removeprefix("play ").partition("@")
        self.choose([card])
        self.meet("black")
        if seat:
            name = self.visitor.table["seats"][int(seat)]["name"]
            aimed = self.visitor.button("pirates.play_at", name=name)
            there = self.page.locator(".other .aim").filter(has_text=name)
            self.visitor.press(aimed if self.met["black"] % 2 else there)
        else:
            self.visitor.press(self.visitor.button("pirates.play"))

    def lay(self, action: str) -> None:
        """Drafts one group, or one card more of a group, and places it."""
        self.done["lay"] += 1
        verb, _, what = action.partition(" ")
        if verb == "lay":
            self.choose(what.split("+") if re.search("[a-z]", what) else list(what.strip("=")))
            self.meet("laying")
            self.visitor.press(self.visitor.button("pirates.new_group").last)
        else:
            card, low, group = re.findall(r"(.+)([<>])(.+)", what)[0]
            self.choose([card])
            self.meet("adding")
            self.add(group, low == "<")
        self.place()

    def add(self, group: str, low: bool) -> None:
        """Puts the chosen card to a group of the own island."""
        groups = self.visitor.table["view"]["islands"][self.visitor.table["you"]]
        there = self.page.locator(".island .group").nth(groups.index(group))
        ends = there.locator(".cap")
        if ends.count() > 1:
            self.visitor.press(ends.first if low else ends.last)
        elif ends.count():
            self.visitor.press(ends)
        else:
            self.visitor.press(there.locator(".closed-cards"))

    def close(self, draws: list[str]) -> None:
        """The draw that ends the turn; in the last placing the word that one is done."""
        self.done.clear()
        if not draws:
            self.meet("last")
            self.visitor.press(self.visitor.button("pirates.done"))
            return
        draw = self.choices.choice(draws).removeprefix("draw ")
        self.meet("draw")
        if self.met["draw"] % 2:
            buttons = self.page.locator(".prompt .draw-button")
            self.visitor.press(buttons.nth(0 if draw == "pile" else 1))
        else:
            self.visitor.press(self.page.locator(f".market .{draw}.offered"))

    def held(self, card: str) -> Locator:
        """The cards of a kind."""
        name = self.visitor.t(f"pirates.card.{card}")
        return self.page.locator(f'.own-hand .cards-row button[aria-label^="{name}"]')


PLAYERS: dict[str, type[Player]] = {
    "rainbow": RainbowPlayer,
    "rainbow7": Rainbow7Player,
    "pirates": PiratesPlayer,
}
