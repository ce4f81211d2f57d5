"""How decisions of Rainbow Pirates are typed in the terminal.

Words and cards may be cut short, a verb left out, the cards of a group typed in any order, as long
as only one legal action, or list of actions, can be meant.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from moonbow.games import pirates as rules
from moonbow.games.errors import BadAction
from moonbow.games.game import State
from moonbow.games.kernel import new_generator
from moonbow.games.pirates_arrange import arrange, grows, obligations
from moonbow.games.pirates_text import KIND_NUMBERS, KIND_TEXTS, build, cards_of, read_group
from moonbow.terminal.company import Company

VERBS = (
    "lay", "add", "lift", "play", "block", "pass", "pick", "give", "name", "top", "draw", "done",
    "island", "discard",
)  # fmt: skip
SOURCES = ("faceup", "pile")
NO_VERB: dict[int, tuple[str, ...]] = {
    rules.MAIN: ("lay", "play", "add", "draw"),
    rules.PLACING: ("lay", "add"),
    rules.BLOCKING: ("block",),
    rules.PICKING: ("pick",),
    rules.REVIVING: ("pick",),
    rules.GIVING: ("give",),
    rules.NAMING: ("name",),
    rules.ORDERING: ("top",),
}
"""What cards alone can mean, by step; the first that is possible counts."""

AS_WELL = {"lay": ("lay", "add"), "lift": ("lift", "draw")}
"""What a verb is also said for: "put 4 to 123", "take pile"."""

LONGEST_LINE = 2000  # more than the longest island takes
MOST_READINGS = 64  # of cards that were cut short
FEW = 6  # choices that are named where one is expected

Actions = list[str]
"""Decisions that are played as one."""


def parts(typed: str, _view: State | None = None) -> list[str]:
    """A line part by part: "lay 123; draw pile"."""
    found = [" ".join(part.split()) for part in re.split(r"[;\n]", typed[:LONGEST_LINE])]
    return [part for part in found if part] or [""]


# Words


def words_for(name: str, company: Company) -> set[str]:
    """How a verb or a card may be called: in English always, and in the person's language."""
    return {name, *company.say(f"pirates.typed.{name}").casefold().split()}


def verb_of(part: str, company: Company) -> tuple[str, str]:
    """The verb that a part begins with, "" if none, and what comes after it."""
    word, _, rest = part.partition(" ")
    found = [verb for verb in VERBS if word.casefold() in words_for(verb, company)]
    if not found and re.fullmatch("a+r+g+h+!*", word.casefold()):
        found = ["pass"]
    rest = re.sub(r"\s+(auf|aus|an)$", "", rest.strip(), flags=re.IGNORECASE)
    return (found[0], rest) if found else ("", part)


def begins(typed: str, words: Iterable[str]) -> bool:
    """Whether this is a word of these, or its beginning."""
    return bool(typed) and any(word.startswith(typed) for word in words)


def kinds_called(word: str, company: Company) -> list[int]:
    """The kinds of card that a word can mean, from its beginning or as a whole."""
    word = word.casefold()
    names = {kind: words_for(KIND_TEXTS[kind], company) for kind in range(rules.WILD, rules.KINDS)}
    names = {kind: {name.casefold() for name in called} for kind, called in names.items()}
    exact = [kind for kind, called in names.items() if word in called]
    return exact or [kind for kind, called in names.items() if begins(word, called)]


def cards_in(text: str, company: Company) -> list[tuple[int, ...]]:
    """The cards that a text can mean, one tuple for each reading; none if it is no cards."""
    choices: list[list[tuple[int, ...]]] = []
    for word in re.split(r"[\s,+]+", text.strip()):
        if re.fullmatch("[1-7wp]+=?", word, re.IGNORECASE):
            choices.append([tuple(KIND_NUMBERS[card] for card in word.upper().rstrip("="))])
        else:
            choices.append([(kind,) for kind in kinds_called(word, company)])
    return [sum(each, ()) for each in islice(product(*choices), MOST_READINGS)]


def readings(part: str, company: Company) -> list[str]:
    """The part itself if it can mean anything in this game."""
    part = part.strip()
    verb, rest = verb_of(part, company)
    first = re.split(r"[<>@:\s]", rest)[0]
    cards = cards_in(first, company) if first else []
    source = begins(first.casefold(), sources(company))
    return [part] if verb or source or cards or part.startswith("#") else []


def sources(company: Company) -> set[str]:
    """All words for what one draws from."""
    return {word for source in SOURCES for word in words_for(source, company)}


# Groups


def groups_of(cards: Sequence[int], text: str = "") -> list[int]:
    """The groups that these cards can be; only one if the text says which."""
    written = re.sub(r"[\s,]", "", text).upper()
    exact = read_group(written or "".join(KIND_TEXTS[card] for card in cards))
    if exact is not None and sorted(rules.group_cards(exact)) == sorted(cards):
        return [exact]
    found = possible_groups(cards)
    return [code for code in found if not written.endswith("=") or rules.type_of(code) == rules.SET]


def possible_groups(cards: Sequence[int]) -> list[int]:
    """All groups of these cards."""
    held = Counter(cards)
    if set(held) <= set(range(rules.THIEF, rules.RAINBOW_PIRATE)):
        texts = ["+".join(KIND_TEXTS[card] for card in cards)]
    elif set(held) == {rules.RAINBOW_PIRATE}:
        texts = ["P" * len(cards)]
    elif held[rules.RAINBOW_PIRATE]:
        texts = []
    else:
        numbers = "".join(KIND_TEXTS[card] for card in sorted(cards) if card != rules.WILD)
        wilds = "W" * held[rules.WILD]
        texts = [numbers + wilds + ("" if len(numbers) > 1 else "=")]
        texts += list(rainbows_of(numbers, len(wilds)))
    codes = [read_group(text) for text in texts]
    return list(dict.fromkeys(code for code in codes if code is not None))


def rainbows_of(numbers: str, wilds: int) -> Iterator[str]:
    """The rainbows of these numbers and so many WILDs."""
    count = len(numbers) + wilds
    for low in range(1, 9 - count):
        row = [str(number) for number in range(low, low + count)]
        if len(set(numbers)) == len(numbers) and set(numbers) <= set(row):
            yield "".join(number if number in numbers else "W" for number in row)


def island_of(state: State, player: int) -> list[int]:
    """The groups on an island, equal ones once."""
    groups = state.record.groups[: state.record.group_count].tolist()
    own = [code & (1 << 56) - 1 for code in groups if rules.owner_of(code) == player]
    return list(dict.fromkeys(own))


def same_cards(code: int, cards: Sequence[int]) -> bool:
    """Whether a group has just these cards."""
    return sorted(rules.group_cards(code)) == sorted(cards)


# What a verb can mean


class Reader:
    """Reads one part of a line where a player is to decide."""

    def __init__(self, state: State, company: Company) -> None:
        self.state = state
        self.company = company
        self.legal = state.legal_texts()

    def read(self, part: str) -> list[Actions]:
        """All that a part can mean and that may be played now."""
        whole = [text for text in self.legal if text.casefold() == part.casefold()]
        if whole:
            return [whole]
        verb, rest = verb_of(part, self.company)
        if not part:
            return []
        verbs = AS_WELL.get(verb, (verb,)) if verb else NO_VERB[int(self.state.record.step)]
        for each in verbs:
            found = list(self.meant(each, rest))
            unique = [actions for n, actions in enumerate(found) if actions not in found[:n]]
            playable = [actions for actions in unique if self.can_play(actions)]
            if playable:
                return playable
        return []

    def meant(self, verb: str, rest: str) -> Iterable[Actions]:
        """What a verb and the rest of a part can mean, legal or not."""
        if not rest:
            return [[text] for text in self.legal if text.split()[0] == verb]
        if verb in ("block", "give", "name"):
            return self.of_kinds(verb, rest)
        how = {
            "lay": self.lays, "add": self.adds, "lift": self.lifts, "play": self.plays,
            "pick": self.picks, "top": self.tops, "draw": self.draws,
        }  # fmt: skip
        return how[verb](rest) if verb in how else []

    def can_play(self, actions: Actions) -> bool:
        """Whether these may be played one after the other."""
        if not actions or actions[0] not in self.legal:
            return False
        if len(actions) == 1:
            return True
        trial = possible(self.state)
        try:
            trial.play(actions)
        except BadAction:
            return False
        return True

    def lays(self, rest: str) -> Iterator[Actions]:
        """New groups of any length, or RAINBOW PIRATEs."""
        for cards in cards_in(rest, self.company):
            for code in groups_of(cards, rest):
                yield build(None, code)

    def adds(self, rest: str) -> Iterator[Actions]:
        """Cards to a group, if it is clear to which: "4>123", "4 123", "45>123", "4"."""
        split = re.fullmatch(r"(.+?)\s*([<>]|\bto\b|\ban\b)\s*(.+)", rest)
        if split:
            yield from self.adds_to(split[1], split[3], split[2])
            return
        yield from self.adds_to(rest, "", "")
        words = rest.rpartition(" ")
        if words[0]:
            yield from self.adds_to(words[0], words[2], "")

    def adds_to(self, typed: str, group: str, sign: str) -> Iterator[Actions]:
        """Cards to a group, or to any if none is named, at one end or either."""
        lying = island_of(self.state, int(self.state.record.turn))
        if group:
            lying = self.groups_called(group, lying)
        for code in lying:
            for cards in cards_in(typed, self.company):
                if len(cards) > 1 and not group:
                    continue
                for larger in possible_groups([*rules.group_cards(code), *cards]):
                    if grows(code, larger):
                        actions = build(code, larger)
                        if sign not in ("<", ">") or all(sign in action for action in actions):
                            yield actions

    def lifts(self, rest: str) -> Iterator[Actions]:
        """A group of one's own, or the one that has these cards."""
        lying = island_of(self.state, int(self.state.record.turn))
        for code in self.groups_called(rest, lying):
            yield [f"lift {rules.group_text(code)}"]

    def groups_called(self, typed: str, lying: Sequence[int]) -> list[int]:
        """The groups that have just these cards; if there are none, those that have them too."""
        readings_of = [Counter(cards) for cards in cards_in(typed, self.company)]
        same = [code for code in lying if cards_of([code]) in readings_of]
        exact = [code for code in same if rules.group_text(code) == typed.upper()]
        return (
            exact
            or same
            or [code for code in lying if any(not each - cards_of([code]) for each in readings_of)]
        )

    def plays(self, rest: str) -> Iterator[Actions]:
        """A BLACK card, with its target by seat or name: "cannon@2", "cannon nimbus"."""
        name, _, target = re.sub(r"[@:\s]+", " ", rest).partition(" ")
        for kind in kinds_called(name, self.company):
            if not target:
                yield [f"play {KIND_TEXTS[kind]}"]
            for player in range(self.state.players):
                seat = str(player) == target
                if seat or self.company.names[player].casefold().startswith(target.casefold()):
                    yield [f"play {KIND_TEXTS[kind]}@{player}"]

    def of_kinds(self, verb: str, rest: str) -> Iterator[Actions]:
        """A verb with one kind of card."""
        for cards in cards_in(rest, self.company):
            if len(cards) == 1:
                yield [f"{verb} {KIND_TEXTS[cards[0]]}"]

    def picks(self, rest: str) -> Iterator[Actions]:
        """A card of the discard pile; or of a group: "123:2", "2 123", "2" if it is clear."""
        if self.state.record.step != rules.PICKING:
            yield from self.of_kinds("pick", rest)
            return
        group, _, digits = rest.rpartition(":")
        for text in self.legal:
            name, _, place = text.removeprefix("pick ").rpartition(":")
            code = read_group(name)
            kind = rules.group_cards(code or 0)[int(place) - 1]
            if group and digits.strip().isdecimal():
                fits = self.is_place(text, name, group, digits.strip())
            else:
                fits = self.is_card(code or 0, kind, rest)
            if fits:
                yield [text]

    def is_place(self, text: str, name: str, group: str, digits: str) -> bool:
        """Whether a place of a group, as it is typed, is that action."""
        code = read_group(name) or 0
        if not any(same_cards(code, cards) for cards in cards_in(group, self.company)):
            return False
        try:
            number = self.state.action_number(f"pick {name}:{digits}")
        except BadAction:
            return False
        return self.state.action_text(number) == text

    def is_card(self, code: int, kind: int, rest: str) -> bool:
        """Whether a card of a group was meant by its kind, the group named beside it or not."""
        words = rest.split()
        ways = [(rest, ""), ("", rest)]
        if len(words) > 1:
            ways += [(words[0], " ".join(words[1:])), (words[-1], " ".join(words[:-1]))]
        for card, group in ways:
            card_fits = not card or (kind,) in cards_in(card, self.company)
            groups = cards_in(group, self.company) if group else []
            if card_fits and (not group or any(same_cards(code, cards) for cards in groups)):
                return True
        return False

    def tops(self, rest: str) -> Iterator[Actions]:
        """The next cards of the draw pile; all of them if the last goes by itself."""
        most = int(self.state.record.unordered) - 1
        for cards in cards_in(rest, self.company):
            actions = [f"top {KIND_TEXTS[card]}" for card in cards]
            if len(actions) == most + 1 and sorted(cards) == sorted(looked_at(self.state)):
                actions.pop()
            if len(actions) <= most:
                yield actions

    def draws(self, rest: str) -> Iterator[Actions]:
        """The closing draw."""
        for source in SOURCES:
            if begins(rest.casefold(), words_for(source, self.company)):
                yield [f"draw {source}"]

    def island(self, rest: str) -> Actions:
        """What makes the island look as it is typed. Raises BadAction."""
        say, wanted = self.company.say, []
        if not rest:
            raise BadAction("bad-group", say("refused.island"))
        for text in [each.strip() for each in rest.split(",") if each.strip()]:
            readings_of = cards_in(text, self.company)
            found = {code for cards in readings_of for code in groups_of(cards, text)}
            if len(found) > 1:
                names = ", ".join(sorted(rules.group_text(code) for code in found))
                raise BadAction("which", say("which", typed=text[:20], expected=names))
            if not found:
                raise BadAction("bad-group", say("refused.bad-group", typed=text[:40]))
            wanted += [rules.group_text(code) for code in found]
        try:
            return arrange(self.state, wanted)
        except BadAction as refused:
            raise BadAction(refused.code, self.why_not(refused.code, wanted)) from refused

    def why_not(self, code: str, wanted: Sequence[str]) -> str:
        """Why an island cannot be made to look like this."""
        record, say = self.state.record, self.company.say
        codes = [read_group(text) or 0 for text in wanted]
        if code == "no-card":
            return say("refused.no-card", cards=self.missing(cards_of(codes), island=True))
        if code == "too-many-lifts":
            return say("refused.too-many-lifts", number=int(record.lifts_allowed - record.lifts))
        if code == "bad-group":
            return say("refused.one-group")
        return say("refused.not-your-decision")

    def missing(self, wanted: "Counter[int]", island: bool = False) -> str:
        """Which of these cards are not in the hand, nor on the island."""
        player = int(self.state.record.turn)
        have = Counter(dict(enumerate(self.state.record.hand[player].tolist())))
        if island:
            groups = self.state.record.groups[: self.state.record.group_count].tolist()
            have += cards_of([code for code in groups if rules.owner_of(code) == player])
        return " ".join(KIND_TEXTS[kind] for kind in sorted((wanted - have).elements()))

    def refusal(self, part: str) -> str:
        """Why a part means nothing that may be played."""
        record, say = self.state.record, self.company.say
        verb, rest = verb_of(part, self.company)
        step = int(record.step)
        main = step in (rules.MAIN, rules.PLACING)
        draws = verb == "draw" or (not verb and begins(rest.casefold(), sources(self.company)))
        if step == rules.MAIN and draws and obligations(self.state):
            return say("refused.draw", cards=" ".join(obligations(self.state)))
        if main and verb == "lift" and record.lifts >= record.lifts_allowed:
            return say("refused.lifts", number=int(record.lifts_allowed))
        cards = cards_in(rest, self.company)
        if main and verb in ("", "lay") and len(cards) == 1:
            missing = self.missing(Counter(cards[0]))
            if missing:
                return say("refused.not.in.hand", cards=missing)
            if not groups_of(cards[0], rest):
                return say("refused.bad-group", typed=rest[:40])
        if not main and len(self.legal) <= FEW:
            expected = ", ".join(self.legal)
            return say("refused.expected", typed=part[:40], expected=expected)
        return say("refused.not.now", typed=part[:40])


def possible(state: State) -> State:
    """A copy in which decisions can be tried: of a view a state that may be."""
    return state.copy() if state.viewer is None else state.resample(new_generator(0))


def looked_at(state: State) -> list[int]:
    """The cards that Spyglass has yet to put in order, from the top."""
    record = state.record
    seen = min(4, int(record.draw_count))
    top = int(record.draw_count) - (seen - int(record.unordered))
    return [int(kind) for kind in record.draw[top - int(record.unordered) : top][::-1]]
