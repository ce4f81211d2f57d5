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
from moonbow.terminal.company import Company

RANK_STYLES = ("#ff5c5c", "#ff9a3c", "#c9a400", "#3fbf6a", "#5a9bff", "#c07bff")
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


def picture(view: State, heard: Sequence[Heard], company: Company) -> list[RenderableType]:
    """The trick, the middle and the hand, as the person may see them after what was heard."""
    record, say = view.record, company.say
    number = 1 + sum(event.kind == "leads" for event in heard)
    name = say("trick.first") if record.first_trick else say("trick", number=number)
    title = Text.assemble((name, "bold"), " · ", company.tell("lead", int(record.leader)))
    lines = Grid.grid(padding=(0, 2))
    lines.add_row(Text(say("middle"), "bold"), piles(middle_texts(record)))
    hand = cards_text(rules.ranks_of(record.hand[company.seat]))
    lines.add_row(Text(say("hand"), "bold"), cards(hand))
    won = record.won[company.seat]
    pile = Text("  ").join(drawn(str(rank + 1) * won[rank]) for rank in range(6) if won[rank])
    points = Text(say.count("points", int(record.scores[company.seat])))
    lines.add_row(Text(say("own.pile"), "bold"), Text("   ").join([points, pile]))
    return [Rule(title, style="dim"), players_grid(view, company), lines, Text("")]


def players_grid(view: State, company: Company) -> Grid:
    """A line a player: cards left, what was played, who chooses when, what was taken."""
    record, say = view.record, company.say
    grid = Grid(box=box.SIMPLE, pad_edge=False, header_style="dim")
    for column in ("", "player", "cards", "played", "choice", "took"):
        grid.add_column(say(f"column.{column}") if column else "")
    if record.open_scores:
        grid.add_column(say("column.points"))
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
        return say("out")
    return f"{record.hand_count[player]}" + (f" {say('pile', number=pile)}" if pile else "")


# Choices


def choices(view: State, texts: Sequence[str], company: Company) -> list[RenderableType]:
    """What is asked, and the legal actions, numbered, kind by kind."""
    say = company.say
    lines = Grid.grid(padding=(0, 2))
    for kind in ("single", "set", "run", "take"):
        entries = [
            Text.assemble((f"#{number}", "dim"), " ", drawn(text))
            for number, text in enumerate(texts, 1)
            if kind_of(text) == kind
        ]
        if entries:
            lines.add_row(Text(say(f"choices.{kind}"), "bold"), Columns(entries, padding=(0, 3)))
    return [Text(say(f"now.{situation(view)}")), lines]


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


def readings(typed: str) -> list[str]:
    """The actions that typed cards, in any order, can mean; none if they are no cards."""
    typed = re.sub("[ ,]", "", typed)
    cards_typed = "".join(sorted(typed)) if typed.isdecimal() else typed
    return [text for text in (cards_typed, f"+{cards_typed}") if text in ACTION_NUMBERS]


# Events and the end


def standing(state: State) -> list[int]:
    """The players, the most points first."""
    return sorted(range(state.players), key=lambda player: -state.scores[player])


def sentence(heard: Heard, company: Company) -> Text:
    """What happened, in words."""
    text = cards_text(heard.cards)
    filled: dict[str, object] = {"cards": text}
    number = None
    if heard.kind == "plays":
        kind = kind_of(text)
        filled["what"] = company.say(f"combo.{kind}", cards=len(text))
    elif heard.kind == "takes":
        number = sum(rank + 1 for rank in heard.cards)
    elif heard.kind == "keeps":
        number = heard.count
    if heard.player < 0:
        words = company.say(f"heard.{heard.kind}", **filled)
    else:
        words = company.tell(f"heard.{heard.kind}", heard.player, number, **filled)
    style = "bold" if heard.player == company.seat else ""
    return Text(words, style)
