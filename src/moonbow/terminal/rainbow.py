"""How Rainbow looks in the terminal."""

import re
from collections.abc import Iterable, Sequence

from rich import box
from rich.columns import Columns
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from moonbow.games import rainbow as rules
from moonbow.games.game import State
from moonbow.games.heard import Heard
from moonbow.games.rainbow_text import (
    ACTION_NUMBERS,
    ACTION_TEXTS,
    COMBO_TEXTS,
    cards_text,
    middle_texts,
)
from moonbow.terminal.colors import STYLES
from moonbow.terminal.company import Company
from moonbow.terminal.marks import marked, painted

RANK_STYLES = (*STYLES[:5], STYLES[6])
"""A color for each rank; the digit says the same."""

KINDS = {rules.SINGLE: "single", rules.SET: "set", rules.RUN: "run"}


def cards(text: str) -> Text:
    """Cards side by side: "114"."""
    drawn = Text()
    for place, digit in enumerate(text):
        drawn.append(" " if place else "")
        drawn.append(digit, style=f"bold {RANK_STYLES[int(digit) - 1]}")
    return drawn


def piles(texts: Iterable[str]) -> Text:
    """Piles in brackets: "[1] [2 2]"."""
    return Text("  ").join(Text("[") + cards(text) + Text("]") for text in texts)


# The table


def picture(
    view: State, heard: Sequence[Heard], company: Company, whole: bool = True
) -> list[RenderableType]:
    """The trick, the middle and the hand, as the person may see them after what was heard."""
    record, say = view.record, company.say
    number = 1 + sum(event.kind == "leads" for event in heard)
    name = say("rainbow.trick", number=number)
    name = say("rainbow.trick.first") if record.first_trick else name
    title = Text.assemble((name, "bold"), " · ", company.tell("rainbow.lead", int(record.leader)))
    lines = Grid.grid(padding=(0, 2))
    lines.add_row(Text(say("rainbow.middle"), "bold"), piles(middle_texts(record)))
    hand = cards_text(rules.ranks_of(record.hand[company.seat]))
    lines.add_row(Text(say("hand"), "bold"), cards(hand))
    won = record.won[company.seat]
    pile = Text("  ").join(drawn(str(rank + 1) * won[rank]) for rank in range(6) if won[rank])
    points = Text(say.count("rainbow.points", int(record.scores[company.seat])))
    lines.add_row(Text(say("rainbow.own.pile"), "bold"), Text("   ").join([points, pile]))
    return [Rule(title, style="dim"), players_grid(view, company), lines, Text("")]


def players_grid(view: State, company: Company) -> Grid:
    """A line a player: cards left, what was played, who chooses when, what was taken."""
    record, say = view.record, company.say
    grid = Grid(box=box.SIMPLE, pad_edge=False, header_style="dim")
    for column in ("", say("column.player"), say("column.cards")):
        grid.add_column(column)
    for column in ("played", "choice", "took", "points")[: 3 + int(record.open_scores)]:
        grid.add_column(say(f"rainbow.column.{column}"))
    for player in range(view.players):
        places = [p for p in range(record.combos) if record.combo_player[p] == player]
        order = [n for n in range(record.combos) if record.combo_player[record.choice[n]] == player]
        taken = [n for n in order if n < record.takings]
        row: list[RenderableType] = [
            "▶" if player == view.current_player else "",
            Text(company.name(player), "bold" if player == company.seat else ""),
            cards_left(view, player, company),
            Text(" · ").join(cards(COMBO_TEXTS[record.combo[place]]) for place in places),
            ", ".join(f"{n + 1}." for n in order) if record.phase == rules.TAKING else "",
            piles(ACTION_TEXTS[record.taking[n]][1:] for n in taken),
        ]
        if record.open_scores:
            row.append(str(record.scores[player]))
        grid.add_row(*row)
    return grid


def cards_left(view: State, player: int, company: Company) -> str:
    """Hand and face-down pile of a player, or that both are gone."""
    record, say = view.record, company.say
    pile = int(record.reserve_count[player]) if view.players == 2 else 0
    if record.hand_count[player] == 0 and not pile:
        return say("rainbow.out")
    return f"{record.hand_count[player]}" + (f" {say('rainbow.pile', number=pile)}" if pile else "")


# Choices


def numbered(view: State) -> list[str]:
    """All legal actions."""
    return view.legal_texts()


def choices(view: State, company: Company) -> list[RenderableType]:
    """What is asked, and the legal actions, numbered, kind by kind."""
    say, texts = company.say, view.legal_texts()
    lines = Grid.grid(padding=(0, 2))
    for kind in ("single", "set", "run", "take"):
        entries = [
            Text.assemble((f"#{number}", "dim"), " ", drawn(text))
            for number, text in enumerate(texts, 1)
            if kind_of(text) == kind
        ]
        if entries:
            name = Text(say(f"rainbow.choices.{kind}"), "bold")
            lines.add_row(name, Columns(entries, padding=(0, 3)))
    return [*question(view, company), lines]


def question(view: State, company: Company) -> list[RenderableType]:
    """What the person is asked."""
    return [Text(company.say(f"rainbow.now.{situation(view)}"))]


def kind_of(text: str) -> str:
    """Whether an action is a single, a set, a run or a taking."""
    return "take" if text.startswith("+") else KINDS[int(rules.COMBO_KIND[ACTION_NUMBERS[text]])]


def drawn(text: str) -> Text:
    """An action as it is typed, with its cards in their colors."""
    if text.startswith("+"):
        return Text("+") + Text("").join(cards(digit) for digit in text[1:])
    return Text("").join(cards(digit) for digit in text)


def situation(view: State) -> str:
    """What binds the player who is to decide."""
    record = view.record
    if record.phase == rules.TAKING:
        return "take" if rules.piles(record) > 1 else "last"
    if record.combos == 0:
        return "lead"
    return {rules.SINGLE: "free", rules.SET: "set", rules.RUN: "run"}[int(record.follow)]


WHY = {
    "lead": ("RB-10",),
    "free": ("RB-12",),
    "set": ("RB-13", "RB-15", "RB-16"),
    "run": ("RB-14", "RB-15", "RB-16"),
    "take": ("RB-17", "RB-18", "RB-19", "RB-21", "RB-R1"),
}
"""The clauses that say what a player may do, by situation."""


def clauses_now(view: State) -> tuple[str, ...]:
    """The clauses that say what the player who is to decide may do."""
    if situation(view) == "last":
        return ("RB-R1", "RB-23")
    if view.record.phase == rules.TAKING and view.record.first_trick:
        return ("RB-17", "RB-18", "RB-19", "RB-20", "RB-R1")
    return WHY[situation(view)]


def parts(typed: str, _view: State) -> list[str]:
    """A line is one decision."""
    return [typed]


def readings(part: str, _company: Company) -> list[str]:
    """The actions that typed cards, in any order, can mean; none if they are no cards."""
    typed = re.sub("[ ,]", "", part)
    cards_typed = "".join(sorted(typed)) if typed.isdecimal() else typed
    return [text for text in (cards_typed, f"+{cards_typed}") if text in ACTION_NUMBERS]


def goes_on(_view: State) -> bool:
    """A turn is one decision."""
    return False


# Events and the end


def standing(state: State, company: Company) -> list[RenderableType]:
    """Everybody's points, the most first."""
    returns = state.returns()
    grid = Grid.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    for player in sorted(range(state.players), key=lambda player: -state.scores[player]):
        style = "bold" if returns[player] else ""
        points = company.say.count("rainbow.points", state.scores[player])
        grid.add_row(Text(company.name(player), style), Text(points, style))
    return [grid]


def told(heard: Sequence[Heard], company: Company) -> list[RenderableType]:
    """What happened, a sentence each."""
    return [sentence(event, company) for event in heard]


def rests(_heard: Sequence[Heard]) -> bool:
    """Nothing needs more time than the bots take."""
    return False


def sentence(heard: Heard, company: Company) -> Text:
    """What happened, in words."""
    text = cards_text(heard.cards)
    filled: dict[str, object] = {"cards": marked(text)}
    number = None
    if heard.kind == "plays":
        kind = kind_of(text)
        filled["what"] = company.say(f"rainbow.combo.{kind}", cards=len(text))
    elif heard.kind == "takes":
        number = sum(rank + 1 for rank in heard.cards)
    elif heard.kind == "keeps":
        number = heard.count
    if heard.player < 0:
        words = company.say(f"rainbow.heard.{heard.kind}", **filled)
    else:
        words = company.tell(f"rainbow.heard.{heard.kind}", heard.player, number, **filled)
    return painted(words, drawn, "bold" if heard.player == company.seat else "")
