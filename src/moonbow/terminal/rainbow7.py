"""How Rainbow 7 looks in the terminal."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from rich.columns import Columns
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from moonbow.games import rainbow7 as rules
from moonbow.games.game import State
from moonbow.games.heard import Heard
from moonbow.games.rainbow7_text import (
    ACTION_NUMBERS,
    CARD_NUMBERS,
    CARD_TEXTS,
    COLOR_TEXTS,
    EFFECTS,
    PILE_TEXTS,
    sorted_combo,
)
from moonbow.terminal import marks
from moonbow.terminal.colors import STYLES
from moonbow.terminal.company import Company

CARD = re.compile(r"[ROYGBIV][1-7]|W")
CARDS = re.compile(rf"(?<!\w)(?:{CARD.pattern})+(?!\w)")
LONGEST = {"solo": 14, "value": 8, "color": 8}
"""How many choices of a kind are listed; any other can be typed."""


def painted(words: str, style: str = "") -> Text:
    """Words with each card in its color; the letter says the same."""
    text = Text(words, style)
    for run in CARDS.finditer(words):
        for card in CARD.finditer(words, *run.span()):
            color = COLOR_TEXTS.find(card[0][0])
            text.stylize(f"bold {STYLES[color]}" if color >= 0 else "bold", *card.span())
    return text


def spaced(cards: Iterable[int]) -> str:
    """Cards side by side: "R3 R4 W"."""
    return " ".join(CARD_TEXTS[card] for card in cards)


def by_color(cards: Sequence[int]) -> str:
    """A hand with a gap between two colors: "R3 R4  B1  W"."""
    groups = [[card for card in cards if card // rules.VALUES == color] for color in range(8)]
    return "  ".join(spaced(group) for group in groups if group)


def total(cards: Iterable[int]) -> int:
    """What a hand adds up to; a Rainbow card counts 0 (R7-23)."""
    return sum(card % rules.VALUES + 1 for card in cards if card != rules.RAINBOW)


def hand_of(state: State, player: int) -> tuple[int, ...]:
    """The cards of a hand, as far as they may be seen."""
    return rules.listed(state.record.hand[player], int(state.record.rainbow[player]))


def to_lay(view: State) -> tuple[int, ...]:
    """The cards of the combination that are not on the pile yet."""
    return rules.listed(view.record.combo, int(view.record.combo_rainbow))


# The table


def picture(
    view: State, _heard: Sequence[Heard], company: Company, whole: bool = True
) -> list[RenderableType]:
    """Players, piles and the own hand; in the middle of a turn only the hand."""
    if not whole and goes_on(view):
        return [lines(view, company, [])]
    record, say = view.record, company.say
    name = say("rainbow7.round", number=int(record.round_number) + 1)
    text = say.count("rainbow7.round.tokens", int(record.tokens_to_end))
    text = say("rainbow7.round.last") if record.struck else text
    title = Text.assemble((name, "bold"), " · ", text)
    piles = [*pile_rows(view, company), *seven_rows(view, company)]
    below = lines(view, company, [*piles, ("", Text(""))])
    return [Rule(title, style="dim"), players_grid(view, company), Text(""), below]


def players_grid(view: State, company: Company) -> Grid:
    """A line a player: cards, tokens, what all know of the hand."""
    record, say = view.record, company.say
    grid = Grid(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    grid.add_column("")
    grid.add_column(say("column.player"))
    grid.add_column(say("column.cards"), justify="right")
    grid.add_column(say("rainbow7.column.tokens"), justify="right")
    grid.add_column(say("rainbow7.column.known"))
    for player in range(view.players):
        known = spaced(rules.listed(record.known[player], int(record.known_rainbow[player])))
        seven = "?7" if record.holds_seven[player] else ""
        grid.add_row(
            "▶" if player == view.current_player else "",
            Text(company.name(player), "bold" if player == company.seat else ""),
            str(record.hand_count[player]),
            str(record.tokens[player]),
            painted(f"{known} {seven}".strip()),
        )
    return grid


Row = tuple[str, Text]
"""What it is about, and what there is."""


def lines(view: State, company: Company, above: Sequence[Row]) -> Grid:
    """Lines about the table, then the combination that is being laid and the own hand."""
    say, rows = company.say, list(above)
    if to_lay(view):
        rows.append((say("rainbow7.to.lay"), painted(spaced(to_lay(view)))))
    rows.append((say("hand"), own_hand(view, company)))
    grid = Grid.grid(padding=(0, 2))
    for name, content in rows:
        grid.add_row(Text(name, "bold"), content)
    return grid


def own_hand(view: State, company: Company) -> Text:
    """The own cards by color, their total, and that a Rainbow may be announced."""
    cards = hand_of(view, company.seat)
    text = painted(by_color(cards) or "-")
    text.append(f"   {company.say('rainbow7.total', number=total(cards))}", "dim")
    if view.viewer == view.current_player and "rainbow" in view.legal_texts():
        text.append(f"   {company.say('rainbow7.rainbow')}", "bold")
    return text


def pile_rows(view: State, company: Company) -> list[Row]:
    """The piles, the top card first and in brackets, and how many cards the deck has."""
    record, say = view.record, company.say
    rows = []
    for pile, letter in enumerate(PILE_TEXTS):
        count = int(record.pile_count[pile])
        cards = record.piles[pile, :count][::-1].tolist()
        text = Text.assemble("[", painted(spaced(cards[:1])), "] ", painted(spaced(cards[1:])))
        name = say("rainbow7.pile", pile=letter, number=count)
        rows.append((name, text if cards else Text(say("rainbow7.empty"), "dim")))
    deck = say.count("rainbow7.cards", int(record.deck_count))
    deck = deck if record.deck_count else say("rainbow7.no.deck")
    rows.append((say("rainbow7.deck"), Text(deck)))
    return rows


def seven_rows(view: State, company: Company) -> list[Row]:
    """What is printed on the 7s, and which of them are known to be in the game."""
    record, say = view.record, company.say
    rows = []
    sevens = [f"{COLOR_TEXTS[color]}7" for color in range(record.colors)]
    if record.printed_sevens:
        parts = []
        for effect, name in enumerate(EFFECTS):
            cards = " ".join(s for s, e in zip(sevens, record.effects, strict=False) if e == effect)
            if cards:
                parts.append(f"{cards} {say(f'rainbow7.effect.{name}')}")
        rows.append((say("rainbow7.sevens"), painted(" · ".join(parts))))
    if view.players + 2 < record.colors:
        seen = [seven for color, seven in enumerate(sevens) if record.sevens_seen >> color & 1]
        key = "rainbow7.in.game" if seen else "rainbow7.none.seen"
        text = say(key, number=view.players + 2, cards=" ".join(seen))
        rows.append((say("rainbow7.sevens") if not rows else "", painted(text)))
    return rows


# Choices

KINDS = ("solo", "value", "color", "rainbow", "pile", "order", "effect", "draw")


def kind_of(text: str) -> str:
    """What kind of choice an action is."""
    if text == "rainbow":
        return text
    signs = {">": "pile", "^": "order", "*": "effect", "+": "draw"}
    number = ACTION_NUMBERS[text]
    kind = "solo" if number < rules.ALL_RAINBOW else "value"
    return signs.get(text[0], kind if number < rules.FIRST_COLOR else "color")


def best_first(texts: list[str]) -> list[str]:
    """Combinations by the points they take off the hand; needless Rainbow cards come later."""
    needed: dict[str, int] = {}
    for text in sorted(texts, key=len):
        needed.setdefault(text.rstrip("W"), len(text))

    def place(text: str) -> tuple[int, int]:
        points = total(CARD_NUMBERS[card] for card in CARD.findall(text))
        return len(text) - needed[text.rstrip("W")], -points

    return sorted(texts, key=place)


def listed(view: State) -> dict[str, list[str]]:
    """The choices by kind, the best combinations first."""
    kinds: dict[str, list[str]] = {}
    for text in view.legal_texts():
        kinds.setdefault(kind_of(text), []).append(text)
    for kind in {"value", "color"} & set(kinds):
        kinds[kind] = best_first(kinds[kind])
    return {kind: kinds[kind] for kind in KINDS if kind in kinds}


def numbered(view: State) -> list[str]:
    """The choices, of each kind no more than fit on the screen."""
    return [text for kind, texts in listed(view).items() for text in texts[: LONGEST.get(kind)]]


def choices(view: State, company: Company) -> list[RenderableType]:
    """What is asked, and the choices, numbered, kind by kind."""
    say, number = company.say, 0
    grid = Grid.grid(padding=(0, 2))
    for kind, texts in listed(view).items():
        shown = texts[: LONGEST.get(kind)]
        entries = [
            Text.assemble((f"#{place}", "dim"), " ", painted(text), explained(view, text, company))
            for place, text in enumerate(shown, number + 1)
        ]
        number += len(shown)
        several = Columns(entries, padding=(0, 3)) if kind != "effect" else Text("\n").join(entries)
        grid.add_row(Text(say(f"rainbow7.choices.{kind}"), "bold"), several)
        if len(texts) > len(shown):
            more = say.count("rainbow7.more", len(texts) - len(shown))
            grid.add_row("", Text(more, "dim"))
    return [*question(view, company), grid]


def question(view: State, company: Company) -> list[RenderableType]:
    """What the person is asked."""
    record, now = view.record, situation(view)
    if now == "sevens":
        return [Text(company.say.count("rainbow7.now.sevens", int(record.sevens_left)))]
    return [Text(company.say(f"rainbow7.now.{now}", pile=PILE_TEXTS[record.pile]))]


def explained(view: State, text: str, company: Company) -> Text:
    """What a choice means, where its own text does not say it."""
    record, say = view.record, company.say
    if text.startswith("*"):
        width = len("*downpour") - len(text)
        return Text(f"{'':{width}}  {effect_words(view, text, company)}")
    if text == "+deck":
        return Text(f"  {say.count('rainbow7.cards', int(record.deck_count))}", "dim")
    if text[0] not in ">+":
        return Text("")
    pile = PILE_TEXTS.index(text[1:])
    count = int(record.pile_count[pile])
    if count == 0:
        return Text(f"  {say('rainbow7.empty')}", "dim")
    top = CARD_TEXTS[record.piles[pile, count - 1]]
    return painted(f"  {say('rainbow7.on', card=top) if text[0] == '>' else top}")


def effect_words(view: State, text: str, company: Company) -> str:
    """What an effect does."""
    if not text.startswith("*cloud"):
        return company.say(f"rainbow7.what.{text[1:] or 'none'}")
    target = int(text[-1])
    words = company.say("rainbow7.what.cloud", name=company.name(target))
    tokens = company.say.count("rainbow7.tokens", int(view.record.tokens[target]))
    return f"{words} ({tokens})"


def situation(view: State) -> str:
    """What the player who is to decide is asked."""
    names = {rules.PILE: "pile", rules.ORDER: "order", rules.SEVENS: "sevens", rules.DRAW: "draw"}
    if int(view.record.phase) in names:
        return names[int(view.record.phase)]
    return "rainbow" if "rainbow" in view.legal_texts() else "discard"


def goes_on(view: State) -> bool:
    """Whether a combination was shown and the turn is not over."""
    return int(view.record.phase) not in (rules.DISCARD, rules.OVER)


WHY = {
    "discard": ("R7-10", "R7-12", "R7-13", "R7-14", "R7-15", "R7-16", "R7-23"),
    "rainbow": (
        *("R7-10", "R7-12", "R7-13", "R7-14", "R7-15", "R7-16"),
        *("R7-23", "R7-24", "R7-25", "R7-26"),
    ),
    "pile": ("R7-11",),
    "order": ("R7-11",),
    "sevens": ("R7-16", "R7-17", "R7-18", "R7-19", "R7-20", "R7-R5", "R7-R7"),
    "draw": ("R7-21", "R7-22", "R7-R9", "R7-R22"),
}
"""The clauses that say what a player may do, by situation."""


def clauses_now(view: State) -> tuple[str, ...]:
    """The clauses that say what the player who is to decide may do."""
    return WHY[situation(view)]


# What is typed


def parts(typed: str, view: State) -> list[str]:
    """A line decision by decision: "r3 r4 w >a ^r4" is R3R4W, then >A, then ^R4.

    Where an order is due, cards are laid one by one. The last card of an order goes by itself, so
    it may be left out.
    """
    found: list[str] = []
    for chunk in re.findall(r"[>^*+]?[^>^*+]+|[>^*+]", typed):
        part = chunk.strip(" ,\t")
        place = re.fullmatch(r"([>+]\s*[^\s,]+)[\s,]+(.+)", part)
        if place:
            found.append(place[1])
            part = place[2]
        cards = cards_in(part.removeprefix("^"))
        laying = part.startswith("^") or view.record.phase == rules.ORDER
        if cards and (laying or (place and place[1].startswith(">"))):
            found += [f"^{card}" for card in cards]
        elif part:
            found.append(part)
    laid = [part for part in found if part.startswith("^")]
    if laid and sorted(laid) == sorted(f"^{card}" for card in combination(found[0], view)):
        found.pop(max(place for place, part in enumerate(found) if part == laid[-1]))
    return found or [typed]


def cards_in(part: str) -> list[str]:
    """Cards with or without blanks and commas between them; none if there is anything else."""
    joined = re.sub(r"[\s,]", "", part).upper()
    return CARD.findall(joined) if CARDS.fullmatch(joined) else []


def combination(first: str, view: State) -> list[str]:
    """The cards that the line is about: those being laid, or those it begins with."""
    if goes_on(view):
        return [CARD_TEXTS[card] for card in to_lay(view)]
    number = first.removeprefix("#")
    if number.isdecimal() and 1 <= int(number) <= len(numbered(view)):
        return cards_in(numbered(view)[int(number) - 1])
    return cards_in(first)


def readings(part: str, company: Company) -> list[str]:
    """The actions that a part of a line can mean; none if it is nothing of this game.

    A word with its sign may be cut short, and a sign may be left out.
    """
    part = part.strip()
    sign = part[:1] if part[:1] in tuple(">^*+") else ""
    word = part.removeprefix(sign).strip().casefold()
    found = []
    if sign in ("", ">") and word.upper() in PILE_TEXTS and word:
        found.append(f">{word.upper()}")
    if sign == "^" and word.upper() in CARD_NUMBERS:
        found.append(f"^{word.upper()}")
    if sign in ("", "*"):
        found += effects(word, bool(sign), company)
    if sign in ("", "+"):
        found += [f"+{word.upper()}"] if word.upper() in PILE_TEXTS and word else []
        deck = meant(word, ("deck", company.say("rainbow7.deck")), bool(sign))
        found += ["+deck"] if deck else []
    if not sign:
        combo = sorted_combo("".join(cards_in(word)))
        found += [combo] if combo in ACTION_NUMBERS else []
        announced = meant(word, ("rainbow", company.say("rainbow7.announce")), False)
        found += ["rainbow"] if announced else []
    return found


def meant(typed: str, words: Iterable[str], cut: bool) -> bool:
    """Whether one of these words was typed, or its beginning if it may be cut short."""
    folded = [word.casefold() for word in words]
    return bool(typed) and (typed in folded or (cut and any(w.startswith(typed) for w in folded)))


def effects(typed: str, cut: bool, company: Company) -> list[str]:
    """The effects of a 7 that were meant: "shelter", "cloud:2", "cloud nimbus"; "": no more."""
    if not typed:
        return ["*"]
    word, _, target = re.sub(r"[\s:]+", " ", typed).partition(" ")
    names = {effect: (effect, company.say(f"rainbow7.effect.{effect}")) for effect in EFFECTS}
    found = [effect for effect in EFFECTS if meant(word, names[effect], False)]
    found = found or [effect for effect in EFFECTS if meant(word, names[effect], cut)]
    texts: list[str] = []
    for effect in found:
        if effect == "cloud":
            texts += [f"*cloud:{player}" for player in targets(target, company)]
        elif not target:
            texts.append(f"*{effect}")
    return texts


def targets(typed: str, company: Company) -> list[int]:
    """The opponents whose seat or name begins like this."""
    others = [player for player in range(len(company.names)) if player != company.seat]
    if typed.isdecimal():
        return [player for player in others if str(player) == typed]
    return [player for player in others if company.names[player].casefold().startswith(typed)]


# Events and the end


def told(heard: Sequence[Heard], company: Company) -> list[RenderableType]:
    """What happened, in words; what belongs together in one sentence."""
    left = list(heard)
    found: list[RenderableType] = []
    while left:
        if left[0].kind in ("shows", "discards", "lays"):
            number, words = discard(left, company)
        elif left[0].kind == "downpour":
            number, words = downpour(left, company)
        elif left[0].kind in ("announces", "perfect"):
            number, words = round_end(left, company)
        else:
            number, words = 1, [sentence(left[0], company)]
        found += words
        del left[:number]
    return found


def rests(heard: Sequence[Heard]) -> bool:
    """Whether hands were shown and the game goes on."""
    return any(event.kind == "begins" for event in heard)


Told = tuple[int, list[RenderableType]]
"""How many events were told, and the lines that tell them."""


def line(words: str, player: int, company: Company) -> Text:
    """A sentence; the person's own doings stand out."""
    return marks.painted(words, painted, "bold" if player == company.seat else "")


def run_of(kind: str, heard: Sequence[Heard]) -> list[Heard]:
    """The first events, as long as they are of this kind."""
    number = next((n for n, event in enumerate(heard) if event.kind != kind), len(heard))
    return list(heard[:number])


def discard(heard: Sequence[Heard], company: Company) -> Told:
    """A combination shown and laid, with the draw that follows, as far as it has come."""
    shown = run_of("shows", heard)
    place = run_of("discards", heard[len(shown) :])
    lays = run_of("lays", heard[len(shown) + len(place) :])
    laid = [card for event in (*place, *lays) for card in event.cards]
    number = len(shown) + len(place) + len(lays)
    words = [sentence(event, company) for event in shown if len(laid) < len(event.cards)]
    if not laid:
        return number, [*words, *(sentence(event, company) for event in place)]
    player, pile = heard[0].player, (*place, *lays)[0].place
    filled: dict[str, object] = {"cards": marks.marked(spaced(laid)), "pile": pile}
    key = "lays"
    if len(heard) > number and heard[number].kind == "draws":
        draw = heard[number]
        key = "turn.pile" if draw.place else "turn.deck"
        filled |= {"drawn": marks.marked(spaced(draw.cards)), "source": draw.place}
        number += 1
    told_of = company.tell(f"rainbow7.heard.{key}", player, None, **filled)
    return number, [*words, line(told_of, player, company)]


def downpour(heard: Sequence[Heard], company: Company) -> Told:
    """A downpour; where everybody else got a card, only what the person drew is told."""
    came = list(takewhile(lambda event: of_downpour(event, heard[0]), heard[1:]))
    told_of, drawn = came, [event for event in came if event.kind == "draws"]
    if len(drawn) == len(company.names) - 1:
        told_of = [event for event in came if event.kind != "draws" or event.cards]
    return 1 + len(came), [sentence(event, company) for event in (heard[0], *told_of)]


def of_downpour(event: Heard, called: Heard) -> bool:
    """Whether this may come of a downpour: the others draw, perhaps from a new deck."""
    drawn = event.kind == "draws" and event.player != called.player
    return drawn or event.kind == "reshuffles"


def round_end(heard: Sequence[Heard], company: Company) -> Told:
    """Why the round is over, all hands with their totals, who takes tokens."""
    number = next(n for n, event in enumerate(heard) if event.kind in ("begins", "ends"))
    first = heard[0]
    shown = [event for event in heard[:number] if event.kind == "reveals"]
    wet = {event.player: event.count for event in heard[:number] if event.kind == "gets tokens"}
    why = next(event for event in heard if event.kind in ("storm", "thunderstorm", "drizzle"))
    if first.kind == "perfect":
        shown.insert(0, Heard("reveals", first.player))
    grid = Grid(box=None, header_style="dim", padding=(0, 0, 0, 2))
    grid.add_column(company.say("column.player"))
    grid.add_column(company.say("rainbow7.column.total"), justify="right")
    grid.add_column(company.say("rainbow7.column.hand"))
    grid.add_column(company.say("rainbow7.column.tokens"))
    for event in sorted(shown, key=lambda event: (event.count, event.player != first.player)):
        style = "bold" if event.player == company.seat else ""
        tokens = wet.get(event.player, 0)
        grid.add_row(
            Text(company.name(event.player), style),
            Text(str(event.count), style),
            painted(by_color(event.cards) or "-"),
            Text(f"+{tokens}" if tokens else "", style),
        )
    others = [player for player in range(len(company.names)) if player != first.player]
    opponents = None if why.kind == "thunderstorm" else len(others)
    reason = company.tell(
        f"rainbow7.heard.{why.kind}", why.player, opponents, target=company.name(others[0])
    )
    reasons = line(reason, why.player, company)
    return number, [Text(""), sentence(first, company), grid, reasons, Text("")]


def sentence(heard: Heard, company: Company) -> Text:
    """One event, in words."""
    kind, number = heard.kind, None
    filled: dict[str, object] = {"cards": marks.marked(spaced(heard.cards)), "pile": heard.place}
    if kind in ("forgoes", "tucks"):
        number = heard.count
    elif kind == "draws":
        kind = "draws.pile" if heard.place else "draws.deck"
    elif kind == "discards":
        kind = "chooses"
    elif kind == "cloud" and heard.target == company.seat:
        words = company.say("rainbow7.heard.hit", actor=company.name(heard.player))
        return Text(words)
    filled |= {"target": company.name(heard.target), "count": heard.count}
    if heard.player < 0:
        words = company.say(f"rainbow7.heard.{kind}", **filled)
    else:
        words = company.tell(f"rainbow7.heard.{kind}", heard.player, number, **filled)
    return line(words, heard.player, company)


def standing(state: State, company: Company) -> list[RenderableType]:
    """Everybody's tokens, the fewest first; where the fewest are equal, the last hands too."""
    tokens = [int(state.record.tokens[player]) for player in range(state.players)]
    hands = [total(hand_of(state, player)) for player in range(state.players)]
    tie = tokens.count(min(tokens)) > 1
    returns = state.returns()
    grid = Grid.grid(padding=(0, 2))
    for player in sorted(range(state.players), key=lambda player: (tokens[player], hands[player])):
        style = "bold" if returns[player] else ""
        hand = company.say("rainbow7.last.hand", number=hands[player])
        grid.add_row(
            Text(company.name(player), style),
            Text(company.say.count("rainbow7.tokens", tokens[player]), style),
            Text(hand if tie and tokens[player] == min(tokens) else "", style),
        )
    key = "rainbow7.fewest.tie" if tie else "rainbow7.fewest"
    return [grid, Text(company.say(key), "dim")]
