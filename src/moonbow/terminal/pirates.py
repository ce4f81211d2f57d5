"""How Rainbow Pirates looks in the terminal."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rich.console import Console, ConsoleOptions, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from moonbow.games import pirates as rules
from moonbow.games.errors import BadAction
from moonbow.games.game import State
from moonbow.games.heard import Heard
from moonbow.games.pirates_arrange import obligations
from moonbow.games.pirates_text import KIND_TEXTS, read_group, with_card
from moonbow.terminal import marks
from moonbow.terminal.colors import STYLES
from moonbow.terminal.company import Company
from moonbow.terminal.marks import marked
from moonbow.terminal.pirates_typed import (
    FEW,
    Reader,
    looked_at,
    parts,
    possible,
    readings,
    verb_of,
)
from moonbow.terminal.plan import Plan

__all__ = [
    "WHY", "choices", "clauses_now", "goes_on", "numbered", "parts", "picture", "plan", "question",
    "readings", "rests", "same_turn", "standing", "told",
]  # fmt: skip

NAMES = {
    "thief": "Island Thief",
    "cannon": "Cannon",
    "elixir": "Elixir of Life",
    "captain": "Captain",
    "blindbeard": "Blindbeard",
    "ship": "Ship",
    "parrot": "Parrot",
    "spyglass": "Spyglass",
}
"""What the BLACK cards are called, in both languages."""

WIDTH = 15  # of the names in front of lines, so that these do not jump
LOW_LIMIT = 20  # where a player may lift no more groups than this in a turn, the rest is shown
TOP_CARDS = 5  # how many cards of the discard pile are shown unasked


def cards(text: str) -> Text:
    """Cards as they are written, in their colors; the digits say the same."""
    drawn = Text()
    for word in re.split("([a-z]+)", text):
        for char in [word] if word.islower() else word:
            if char.isdigit():
                drawn.append(char, f"bold {STYLES[int(char) - 1]}")
            else:
                drawn.append(char, "bold" if char in ("W", "P") else "")
    return drawn


def painted(words: str, style: str = "") -> Text:
    """A sentence with the marked cards in their colors."""
    return marks.painted(words, cards, style)


def card_words(kinds: Sequence[int]) -> str:
    """Cards in a sentence: "4 4 W", "4, Cannon"."""
    words = [marked(text, NAMES.get(text, "")) for text in (KIND_TEXTS[kind] for kind in kinds)]
    black = any(rules.THIEF <= kind < rules.RAINBOW_PIRATE for kind in kinds)
    return (", " if black else " ").join(words)


def listed(counts: Iterable[int]) -> list[int]:
    """Cards counted by kind, one by one."""
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]


def spaced(kinds: Iterable[int]) -> Text:
    """Cards side by side: "1 1 2  W  cannon ship"."""
    sorts: list[list[str]] = [[], [], [], []]
    for kind in kinds:
        sort = 3 if kind == rules.RAINBOW_PIRATE else min(2, max(0, kind - 6))
        sorts[sort].append(KIND_TEXTS[kind])
    return Text("  ").join(cards(" ".join(sort)) for sort in sorts if sort)


def groups_of(state: State, player: int) -> list[int]:
    """The groups on an island, in their order."""
    groups = state.record.groups[: state.record.group_count].tolist()
    return [code for code in groups if rules.owner_of(code) == player]


def points(codes: Iterable[int]) -> int:
    """What groups are worth (RP-51)."""
    worth = {rules.PIRATES: 5}
    return sum(rules.count_of(code) * worth.get(rules.type_of(code), 1) for code in codes)


# The table


def picture(
    view: State, _heard: Sequence[Heard], company: Company, whole: bool = True
) -> list[RenderableType]:
    """Islands, piles and the own hand; while nobody else acts only what is one's own."""
    own = own_lines(view, company, [])
    if not whole:
        return [own]
    title = Text(company.tell("pirates.turn", int(view.record.turn)), "bold")
    if view.record.step == rules.PLACING:
        title = Text.assemble((company.say("pirates.last.placing"), "bold"), " · ", title)
    below = own_lines(view, company, pile_rows(view, company))
    return [Rule(title, style="dim"), islands(view, company), Text(""), below]


def islands(view: State, company: Company) -> Grid:
    """A line for each other player: cards, points, island; and what is known of the hand."""
    record, say = view.record, company.say
    grid = Grid(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    grid.add_column("")
    grid.add_column(say("column.player"))
    grid.add_column(say("column.cards"), justify="right")
    grid.add_column(say("pirates.column.points"), justify="right")
    grid.add_column(say("pirates.column.island"), overflow="fold")
    for step in range(1, view.players):
        player = (company.seat + step) % view.players
        lying = [cards(rules.group_text(code)) for code in groups_of(view, player)]
        grid.add_row(
            "▶" if player == record.turn else "",
            Text(company.name(player)),
            str(record.hand_count[player]),
            str(view.scores[player]),
            Text("  ").join(lying) if lying else Text(say("pirates.empty"), "dim"),
        )
        known = record.known[player].astype(int)
        if company.seat >= 0:
            known = known + record.known_to[company.seat, player]
        if known.any():
            text = Text.assemble((f"{say('pirates.in.hand')} ", "dim"), spaced(listed(known)))
            grid.add_row("", "", "", "", text)
    return grid


Row = tuple[str, Text]
"""What it is about, and what there is."""


def pile_rows(view: State, company: Company) -> list[Row]:
    """What can be drawn, and the top of the discard pile."""
    record, say = view.record, company.say
    faceup = spaced(sorted(record.faceup[: record.faceup_count].tolist()))
    draw = Text.assemble(faceup or (say("pirates.empty"), "dim"), "   ")
    draw.append(f"{say('pirates.draw.pile')} {record.draw_count}", "dim")
    seen = seen_on_top(view)
    if seen:
        draw.append_text(Text.assemble((f" · {say('pirates.on.top')} ", "dim"), cards(seen)))
    rows = [(say("pirates.face.up"), draw), (say("pirates.discard"), discarded(view, company))]
    return [*rows, ("", Text(""))]


def seen_on_top(view: State) -> str:
    """The cards on top of the draw pile that the viewer knows, the first one first."""
    record = view.record
    seen = []
    for place in range(int(record.draw_count) - 1, -1, -1):
        if view.viewer is None or not int(record.draw_known[place]) >> max(0, view.viewer) & 1:
            break
        seen.append(KIND_TEXTS[record.draw[place]])
    return " ".join(seen)


def discarded(view: State, company: Company, most: int = TOP_CARDS) -> Text:
    """The discard pile, its top card first and in brackets, and how many there are."""
    record = view.record
    count = int(record.discard_count)
    if not count:
        return Text(company.say("pirates.empty"), "dim")
    top, *rest = [KIND_TEXTS[kind] for kind in record.discard[:count][::-1]][:most]
    dots = " …" if count > most else ""
    text = Text.assemble("[", cards(top), "] ", cards(" ".join(rest)), dots)
    text.append(f"   ({count})", "dim")
    return text


ISLAND = ((rules.RAINBOW, "rainbow"), (rules.SET, "set"), (rules.BLACK, "black"))


def own_lines(view: State, company: Company, above: Sequence[Row]) -> Grid:
    """Lines about the table, then the own island by kind of group, and the own hand."""
    record, say, rows = view.record, company.say, list(above)
    lying = groups_of(view, company.seat)
    score = say("pirates.score", number=view.scores[company.seat])
    rows.append((say("pirates.own.island"), Text(score if lying else say("pirates.empty"), "dim")))
    for type_, name in (*ISLAND, (rules.PIRATES, "pirates")):
        same = [code for code in lying if rules.type_of(code) == type_]
        if same:
            text = Text("  ").join(cards(rules.group_text(code)) for code in same)
            text.append(f"   {points(same)}", "dim")
            rows.append((f"  {say(f'pirates.groups.{name}')}", text))
    hand = listed(record.hand[company.seat])
    rows.append((say("hand"), spaced(hand) if hand else Text("-")))
    if record.turn == company.seat and record.lifts_allowed <= LOW_LIMIT and record.step != OVER:
        of = say("pirates.lifts", number=int(record.lifts), most=int(record.lifts_allowed))
        rows.append((say("pirates.lifted"), Text(of)))
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(min_width=WIDTH)
    grid.add_column(overflow="fold")
    for name, content in rows:
        grid.add_row(Text(name, "" if name.startswith(" ") else "bold"), content)
    return grid


OVER = rules.OVER

# Choices

KINDS = (
    "lay", "add", "play", "draw", "done", "lift", "block", "pass", "pick", "give", "name", "top",
)  # fmt: skip
SHORT = ("lay", "add", "play", "pick", "give", "name", "top")
"""Verbs that need not be typed, and are not shown."""

LONGEST = {"lay": 12, "add": 10, "lift": 6, "play": 16, "pick": 20}
"""How many choices of a kind are listed; any other can be typed."""


def by_kind(view: State) -> dict[str, list[str]]:
    """The choices by their verb; what uses fewer WILDs first."""
    kinds: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for text in view.legal_texts():
        kinds[text.partition(" ")[0]].append(text)
    for kind in ("lay", "add"):
        kinds[kind].sort(key=lambda text: (text != "lay P", re.findall("W", text.split(">")[0])))
    return {kind: texts for kind, texts in kinds.items() if texts}


def numbered(view: State) -> list[str]:
    """The choices that are shown with a number, of each kind so many."""
    return [text for kind, texts in by_kind(view).items() for text in texts[: LONGEST.get(kind)]]


def question(view: State, company: Company) -> list[RenderableType]:
    """What the person is asked."""
    record, say = view.record, company.say
    card = KIND_TEXTS[record.card]
    target = company.name(int(record.target))
    now = situation(view)
    if now == "must":
        left = obligations(view)
        words = say("pirates.now.pirates" if set(left) == {"P"} else "pirates.now.must")
        return [painted(f"{words} {marked(' '.join(left))}", "bold")]
    if now == "block":
        return blocking(view, company)
    if now == "top":
        seen = " ".join(KIND_TEXTS[kind] for kind in looked_at(view))
        return [painted(say("pirates.now.top", cards=marked(seen)))]
    if now == "give":
        return [Text(say("pirates.now.give", actor=company.name(int(record.turn))))]
    if now == "pick":
        return [Text(say(f"pirates.now.{card}", target=target))]
    return [Text(say(f"pirates.now.{now}", target=target))]


def choices(view: State, company: Company) -> list[RenderableType]:
    """What is asked, and the choices, numbered, kind by kind."""
    say, number = company.say, 0
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(min_width=WIDTH)
    for kind, texts in by_kind(view).items():
        shown = texts[: LONGEST.get(kind)]
        entries = [
            Text.assemble((f"#{place}", "dim"), " ", entry(view, text, company))
            for place, text in enumerate(shown, number + 1)
        ]
        number += len(shown)
        name = Text(say(f"pirates.choices.{kind}"), "bold")
        grid.add_row(name, Flow(entries))
        if len(texts) > len(shown):
            grid.add_row("", Text(say("pirates.more", number=len(texts) - len(shown)), "dim"))
    return [*question(view, company), grid]


@dataclass(frozen=True)
class Flow:
    """Entries side by side, none of them broken unless it is wider than the screen."""

    entries: Sequence[Text]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Line by line."""
        line = Text(overflow="fold")
        for entry_ in self.entries:
            if line and line.cell_len + 3 + entry_.cell_len > options.max_width:
                yield line
                line = Text(overflow="fold")
            line.append("   " if line else "").append_text(entry_)
        yield line


def entry(view: State, text: str, company: Company) -> Text:
    """A choice as it can be typed, and what its text does not say."""
    record = view.record
    verb, _, rest = text.partition(" ")
    shown = cards(rest) if verb in SHORT else Text.assemble(f"{verb} ", cards(rest))
    if verb == "play" and "@" in rest:
        target = int(rest[-1])
        shown = Text.assemble(f"{rest} ", (company.name(target), "dim"))
    elif verb == "pick" and ":" in rest:
        name, _, place = rest.partition(":")
        code = read_group(name) or 0
        kind = KIND_TEXTS[rules.group_cards(code)[int(place) - 1]]
        shown = Text.assemble(cards(name), f":{place} ", ("(", "dim"), cards(kind), (")", "dim"))
    elif text == "draw faceup":
        faceup = sorted(record.faceup[: record.faceup_count].tolist())
        shown = Text.assemble(text, "  ", cards(" ".join(KIND_TEXTS[kind] for kind in faceup)))
    elif text == "draw pile":
        count = company.say.count("pirates.cards", min(2, int(record.draw_count)))
        shown = Text.assemble(text, (f"  {count}", "dim"))
    return shown


def blocking(view: State, company: Company) -> list[RenderableType]:
    """Who plays what, which card would block it, and how many of it the person has."""
    record, say = view.record, company.say
    card = KIND_TEXTS[record.card]
    color = int(rules.BLOCKED_BY[record.card - rules.THIEF])
    held = int(record.hand[company.seat, color])
    actor, name = company.name(int(record.turn)), marked(card, NAMES[card])
    words = say(f"pirates.asked.{card}", actor=actor, card=name)
    how = say("pirates.can.block" if held else "pirates.cannot.block", number=held)
    how = how.replace("*", marked(KIND_TEXTS[color]))
    return [painted(words, "bold"), painted(how)]


STEPS = {
    rules.BLOCKING: "block",
    rules.PICKING: "pick",
    rules.REVIVING: "elixir",
    rules.GIVING: "give",
    rules.NAMING: "parrot",
    rules.ORDERING: "top",
    rules.PLACING: "place",
}


def situation(view: State) -> str:
    """What the player who is to decide is asked."""
    step = int(view.record.step)
    return STEPS.get(step) or ("must" if obligations(view) else "main")


def goes_on(view: State) -> bool:
    """Whether the game does: a turn has as many decisions as its player likes."""
    return bool(view.record.step != rules.OVER)


def same_turn(before: State, after: State) -> bool:
    """Whether a decision left the turn in which it was made."""
    was, is_ = before.record, after.record
    placing = (was.step == rules.PLACING) == (is_.step == rules.PLACING)
    return bool(was.turn == is_.turn and placing and is_.step != rules.OVER)


WHY = {
    "main": ("RP-04", "RP-05", "RP-07", "RP-12", "RP-15", "RP-40"),
    "must": ("RP-07", "RP-09", "RP-10", "RP-11", "RP-R4"),
    "block": ("RP-16", "RP-17", "RP-18", "RP-R5"),
    "pick": ("RP-20", "RP-R6", "RP-R9"),
    "elixir": ("RP-R10",),
    "give": ("RP-R9",),
    "parrot": ("RP-R11",),
    "top": ("RP-R23",),
    "place": ("RP-44", "RP-R13", "RP-R25"),
    "cards": tuple(f"RP-{30 + place}" for place in range(8)),
}
"""The clauses that say what a player may do, by situation; of `cards` one for each BLACK card."""


def clauses_now(view: State) -> tuple[str, ...]:
    """These clauses for the player who is to decide, with the BLACK cards that matter."""
    record, now = view.record, situation(view)
    about = [int(record.card)]
    if now in ("main", "must"):
        player = int(record.turn)
        about = [kind for kind in BLACK if record.hand[player, kind]]
    elif now == "place":
        about = []
    return (*WHY[now], *(WHY["cards"][kind - rules.THIEF] for kind in about))


BLACK = range(rules.THIEF, rules.RAINBOW_PIRATE)

# What is typed


def plan(typed: str, view: State, company: Company) -> Plan:
    """What a line means here. Raises BadAction, in the person's language.

    What comes after a decision that shows a hidden card is left for the next question. Until then
    it makes no difference that the rest is tried where what is hidden is dealt anew.
    """
    say, line, state = company.say, parts(typed), view
    decisions: list[str] = []
    notes: list[RenderableType] = []
    for place, part in enumerate(line):
        verb, rest = verb_of(part, company)
        if verb == "discard" and not rest:
            if len(line) == 1:
                return Plan(notes=[discarded(view, company, rules.MAX_CARDS)])
            raise BadAction("alone", say("refused.alone", typed=part))
        try:
            if state.current_player != company.seat:
                raise BadAction("others", say("refused.others", typed=part[:40]))
            actions = read_part(part, verb, rest, state, company, view if not place else None)
        except BadAction as refused:
            if len(line) == 1:
                raise
            raise BadAction(refused.code, say("refused.line", reason=refused)) from refused
        if verb == "island":
            notes.append(island_note(actions, company))
        decisions += actions
        left = line[place + 1 :]
        if not left:
            break
        before = possible(state)
        state = before.copy()
        state.play(actions)
        asked_on = state.current_player == company.seat
        if asked_on and before.reveals(state):
            unread = [each for each in left if not readings(each, company)]
            if unread:
                raise BadAction("unreadable", say("unreadable", typed=unread[0][:40]))
            return Plan(decisions, "; ".join(left), notes)
    return Plan(decisions, "", notes)


def read_part(
    part: str, verb: str, rest: str, state: State, company: Company, view: State | None
) -> list[str]:
    """The decisions that a part means; `view` where numbers may be typed. Raises BadAction."""
    say = company.say
    reader = Reader(state, company)
    if verb == "island":
        return reader.island(rest)
    shown = numbered(view) if view else []
    digits = part.removeprefix("#")
    number = int(digits) if re.fullmatch("[0-9]{1,3}", digits) else 0
    chosen = [shown[number - 1]] if 1 <= number <= len(shown) else None
    if part.startswith("#") and chosen:
        return chosen
    found = reader.read(part)
    if chosen and found and found != [chosen]:
        meant = ", ".join("; ".join(actions) for actions in found[:FEW])
        raise BadAction("both", say("ask.both", typed=part, cards=meant))
    if chosen and not found and number in range(1, 8):
        raise BadAction("number", say("ask.number", typed=part))
    found = found or ([chosen] if chosen else [])
    if len(found) > 1:
        meant = ", ".join("; ".join(actions) for actions in found[:FEW])
        raise BadAction("which", say("which", typed=part[:40], expected=meant))
    if not found:
        raise BadAction("refused", reader.refusal(part))
    return found[0]


def island_note(actions: Sequence[str], company: Company) -> Text:
    """What it takes to make the island look like that."""
    if not actions:
        return Text(company.say("island.same"))
    return painted(company.say("island.takes", actions=marked("; ".join(actions))))


# Events


ON_ISLAND = ("lays", "adds", "adds low", "lifts")
EFFECTS = (
    "passes", "blocks", "steals", "draws", "looks", "nothing", "has none", "takes", "destroys",
    "falls back", "revives", "gives", "asks", "hands over", "has not", "orders",
)  # fmt: skip
"""What can follow a BLACK card that was played."""


def told(heard: Sequence[Heard], company: Company) -> list[RenderableType]:
    """What happened, in words: rearranging as a whole, a BLACK card with all that follows."""
    left = list(heard)
    found: list[RenderableType] = []
    while left:
        if left[0].kind in ON_ISLAND:
            number = run_on_island(left)
            sentences = rearranged(left[:number], company)
        else:
            number = run_of_card(left)
            sentences = [sentence(event, company) for event in joined(left[:number])]
        if sentences:
            found.append(Text(" ").join(sentences))
        del left[:number]
    return found


def run_on_island(heard: Sequence[Heard]) -> int:
    """How many of the first events are one player's on the island."""
    player = heard[0].player
    others = (n for n, e in enumerate(heard) if e.kind not in ON_ISLAND or e.player != player)
    return next(others, len(heard))


def run_of_card(heard: Sequence[Heard]) -> int:
    """How many of the first events belong to one BLACK card, or to one closing draw."""
    number = 1
    if heard[0].kind == "takes face-up":
        return 2 if len(heard) > 1 and heard[1].kind == "turns up" else 1
    if heard[0].kind != "plays" and heard[0].kind not in EFFECTS:
        return 1
    while number < len(heard) and heard[number].kind in EFFECTS:
        ship = heard[number - 1].kind in ("plays", "passes")
        if heard[number].kind == "draws" and not ship:
            break
        number += 1
    return number


def joined(heard: Sequence[Heard]) -> list[Heard]:
    """The same, the cards that are put in order one after the other as one event."""
    found: list[Heard] = []
    for event in heard:
        if found and event.kind == found[-1].kind == "orders":
            cards_ordered = (*found[-1].cards, *event.cards)
            found[-1] = Heard("orders", event.player, cards_ordered, found[-1].count + event.count)
        else:
            found.append(event)
    return found


@dataclass
class Growing:
    """A group during one player's placing: what it was before, "" if it is new, and what it is."""

    was: str
    now: str
    high: list[int] = field(default_factory=list)
    low: list[int] = field(default_factory=list)


def rearranged(heard: Sequence[Heard], company: Company) -> list[Text]:
    """What a player did on the island, all in all: groups lifted, new ones, cards added."""
    lifted: list[str] = []
    groups: list[Growing] = []
    more: Counter[int] = Counter()  # cards that lie on the island, beyond those that lay there
    most: Counter[int] = Counter()  # the same, as many as there ever were at once
    pirates = 0
    for event in heard:
        place = event.place
        if place.strip("P") == "":
            pirates += len(place) if event.kind == "lays" else -len(place)
            continue
        if event.kind == "lifts":
            more.subtract(event.cards)
        else:
            more.update(event.cards)
            most |= more
        if event.kind == "lays":
            again = place in lifted
            groups.append(Growing(place if again else "", place))
            lifted = without(lifted, place)
        else:
            group = next((group for group in groups if group.now == place), None)
            if event.kind == "lifts":
                lifted += [group.was] if group and group.was else [] if group else [place]
                groups = [other for other in groups if other is not group]
                continue
            if group is None:
                group = Growing(place, place)
                groups.append(group)
            (group.high if event.kind == "adds" else group.low).append(event.cards[0])
            group.now = grown(place, event.cards[0], event.kind == "adds low")
    for group in list(groups):
        if not group.was and group.now in lifted:
            lifted = without(lifted, group.now)
            groups.remove(group)
    new = [group.now for group in groups if not group.was]
    new += ["P" * pirates] if pirates > 0 else []
    lifted += ["P" * -pirates] if pirates < 0 else []
    larger = [group for group in groups if group.was]
    shown = most - +more  # cards of the hand that lay on the island for a while
    return placed(heard[0].player, lifted, new, larger, sorted(shown.elements()), company)


def without(names: Sequence[str], name: str) -> list[str]:
    """The names, one less if this one is among them."""
    place = names.index(name) if name in names else len(names)
    return [*names[:place], *names[place + 1 :]]


def grown(group: str, kind: int, low: bool) -> str:
    """A group as it is written with one card more."""
    code = read_group(group) or 0
    if rules.type_of(code) != rules.RAINBOW:
        return rules.group_text(with_card(code, kind))
    return f"{KIND_TEXTS[kind]}{group}" if low else f"{group}{KIND_TEXTS[kind]}"


def placed(
    player: int,
    lifted: list[str],
    new: list[str],
    larger: list[Growing],
    shown: list[int],
    company: Company,
) -> list[Text]:
    """The sentences for that."""
    found = []
    for kind, names in (("lifts", lifted), ("lays", new)):
        if names:
            counts = Counter(names)
            times = [f" ({count} x)" if count > 1 else "" for count in counts.values()]
            words = [marked(name) + count for name, count in zip(counts, times, strict=True)]
            found.append((kind, {"groups": ", ".join(words)}))
    for group in larger:
        for kind, kinds in (("adds", group.high), ("adds low", group.low[::-1])):
            if kinds:
                added = {"cards": card_words(kinds), "place": marked(group.was)}
                found.append((kind, added))
    if shown:
        found.append(("shows", {"cards": card_words(shown)}))
    style = "bold" if player == company.seat else ""
    return [
        painted(company.tell(f"pirates.heard.{kind}", player, None, **filled), style)
        for kind, filled in found
    ]


SECRET = ("steals", "draws", "looks", "gives", "orders")
"""What is heard otherwise by those who see the cards."""


def sentence(heard: Heard, company: Company) -> Text:
    """One event, in words."""
    kind, say, seat = heard.kind, company.say, company.seat
    filled: dict[str, object] = {
        "cards": card_words(heard.cards),
        "place": marked(heard.place),
        "actor": company.name(heard.player),
        "target": company.name(heard.target),
    }
    if heard.player < 0 or kind == "nothing":
        words = say(f"pirates.heard.{kind}", **filled)
    elif kind in SECRET:
        words = secret(heard, filled, company)
    elif kind in ("plays", "takes", "destroys") and heard.target == seat >= 0:
        words = say(f"pirates.heard.me.{kind}", **filled)
    else:
        kind = "plays at" if kind == "plays" and heard.target >= 0 else kind
        del filled["actor"]
        words = company.tell(f"pirates.heard.{kind}", heard.player, None, **filled)
    mine = seat == heard.player or (seat == heard.target >= 0 and kind in ("plays", "steals"))
    return painted(words, "bold" if mine else "")


def secret(heard: Heard, filled: dict[str, object], company: Company) -> str:
    """An event of which only some see the cards."""
    say, kind = company.say, heard.kind
    if heard.player == company.seat:
        return say(f"pirates.heard.own.{kind}", **filled)
    if heard.target == company.seat >= 0:
        return say(f"pirates.heard.me.{kind}", **filled)
    if kind in ("gives", "orders"):
        return say(f"pirates.heard.hidden.{kind}", **filled)
    return say.count(f"pirates.heard.hidden.{kind}", heard.count, **filled)


def rests(_heard: Sequence[Heard]) -> bool:
    """Nothing needs more time than the bots take."""
    return False


# The end


def standing(state: State, company: Company) -> list[RenderableType]:
    """Everybody's points and what they are made of, the best first; what is left in the hands."""
    say, scores = company.say, state.scores
    ranks = {player: rank(state, player) for player in range(state.players)}
    best = max(ranks.values())
    grid = Grid(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    grid.add_column(say("column.player"))
    for column in ("points", "cards", "pirates", "out"):
        grid.add_column(say(f"pirates.column.{column}"), justify="right")
    grid.add_column(say("pirates.column.left"))
    for player in sorted(ranks, key=lambda player: ranks[player], reverse=True):
        style = "bold" if ranks[player] == best else ""
        _, pirates, _ = ranks[player]
        others = [code for code in groups_of(state, player) if rules.type_of(code) != rules.PIRATES]
        left = spaced(listed(state.record.hand[player]))
        grid.add_row(
            Text(company.name(player), style),
            Text(str(scores[player]), style),
            str(points(others)),
            f"{pirates} x 5 = {5 * pirates}" if pirates else "-",
            "5" if player == state.record.went_out else "-",
            left or Text("-"),
        )
    return [grid, *tie_breaks(ranks, company)]


Rank = tuple[int, int, int]
"""Points, RAINBOW PIRATE cards, COLOR cards: what decides, in this order (RP-53)."""


def rank(state: State, player: int) -> Rank:
    """What a player's place depends on."""
    pirates = colors = 0
    for code in groups_of(state, player):
        if rules.type_of(code) == rules.PIRATES:
            pirates += rules.count_of(code)
        elif rules.type_of(code) != rules.BLACK:
            colors += rules.count_of(code)
    return state.scores[player], pirates, colors


def tie_breaks(ranks: dict[int, Rank], company: Company) -> list[RenderableType]:
    """What decided among those who have the most points, if there are several."""
    say = company.say
    first = [player for player in ranks if ranks[player][0] == max(ranks.values())[0]]
    found = []
    for place, name in ((1, "pirates"), (2, "colors")):
        if len(first) < 2:
            break
        counts = ", ".join(f"{company.name(player)} {ranks[player][place]}" for player in first)
        found.append(Text(say(f"pirates.tie.{name}", counts=counts), "dim"))
        most = max(ranks[player][place] for player in first)
        first = [player for player in first if ranks[player][place] == most]
    return [*found] if found else [Text(say("pirates.most"), "dim")]
