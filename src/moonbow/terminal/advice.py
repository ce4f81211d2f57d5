"""What the coach says, in words: for the terminal and, with cards marked, for pages."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from moonbow.coach.hint import Hint
from moonbow.coach.reason import Reason
from moonbow.coach.reasons import GENERAL
from moonbow.coach.review import Account, Costly, Review
from moonbow.games.game import State
from moonbow.messages import Catalog
from moonbow.terminal import marks, pirates, rainbow, rainbow7
from moonbow.terminal.company import Company
from moonbow.terminal.marks import marked

PAINT: dict[str, Callable[[str], Text]] = {
    "rainbow": rainbow.drawn,
    "rainbow7": rainbow7.painted,
    "pirates": pirates.cards,
}
"""How each game draws cards in its notation."""


# Actions


def called(view: State, action: int, company: Company) -> str:
    """An action in a few words, its cards marked."""
    text = view.action_text(action)
    key, filled = CALLS[view.game.name](text)
    if "player" in filled:
        filled["name"] = company.name(int(filled.pop("player")))
    shown = {
        name: cards_marked(value) if name in CARDS else value for name, value in filled.items()
    }
    return company.say(f"call.{view.game.name}.{key}", **shown)


CARDS = ("cards", "group")
"""What is drawn as cards, of all that is filled in."""


def cards_marked(notation: str) -> str:
    """Cards, or a group of them, in a sentence."""
    return marked(notation, pirates.NAMES.get(notation, ""))


Call = tuple[str, dict[str, str]]
"""The text of the catalog for an action, and what is filled in."""


def rainbow_call(text: str) -> Call:
    """A combo, or a pile that is taken."""
    return ("take" if text.startswith("+") else "play"), {"cards": text.lstrip("+")}


def rainbow7_call(text: str) -> Call:
    """A step of a turn."""
    kind, rest = text[0], text[1:]
    if text == "rainbow":
        return "announce", {}
    if kind == ">":
        return "pile", {"pile": rest}
    if kind == "^":
        return "order", {"cards": rest}
    if kind == "*":
        effect, _, target = rest.partition(":")
        return f"effect.{effect or 'none'}", {"player": target} if target else {}
    if kind == "+":
        return ("deck", {}) if rest == "deck" else ("draw", {"pile": rest})
    return "discard", {"cards": " ".join(rainbow7.CARD.findall(text))}


def pirates_call(text: str) -> Call:
    """A step of a turn, a block, a choice."""
    verb, _, rest = text.partition(" ")
    if verb == "add":
        low = "<" in rest
        cards, _, group = rest.partition("<" if low else ">")
        return ("add.low" if low else "add"), {"cards": cards, "group": group}
    if verb == "play":
        cards, _, target = rest.partition("@")
        return (
            ("play.at", {"cards": cards, "player": target})
            if target
            else ("play", {"cards": cards})
        )
    if verb == "pick" and ":" in rest:
        group, _, place = rest.partition(":")
        return "pick", {"group": group, "place": place}
    if verb == "pick":
        return "revive", {"cards": rest}
    if verb == "draw":
        return f"draw.{rest}", {}
    return verb, {"cards": rest} if rest else {}


CALLS: dict[str, Callable[[str], Call]] = {
    "rainbow": rainbow_call,
    "rainbow7": rainbow7_call,
    "pirates": pirates_call,
}


# Reasons


def because(reasons: Sequence[Reason], company: Company, game: str) -> str:
    """Reasons as a sentence, their cards marked; empty where there are none."""
    clauses = [clause(reason, company, game) for reason in reasons]
    if not clauses:
        return ""
    joined = clauses[0]
    for each in clauses[1:]:
        joined = company.say("why.and", first=joined, second=each)
    return f"{joined[0].upper()}{joined[1:]}."


def clause(reason: Reason, company: Company, game: str) -> str:
    """One reason: the half of a sentence."""
    if reason.name in GENERAL:
        return company.say(f"why.{reason.name}")
    filled: dict[str, object] = {
        f"cards{place}" if place > 1 else "cards": cards_marked(cards)
        for place, cards in enumerate(reason.cards, 1)
    }
    if reason.player >= 0:
        filled["name"] = company.name(reason.player)
    if reason.number is None:
        return company.say(f"why.{game}.{reason.name}", **filled)
    return company.say.count(f"why.{game}.{reason.name}", reason.number, **filled)


# In the terminal


def hint_shown(hint: Hint, view: State, company: Company) -> list[Text]:
    """A hint, line by line."""
    say, game = company.say, view.game.name
    best = called(view, hint.best.action, company)
    chance, margin = percent(hint.best.chance), percent(hint.best.margin)
    lines = [say("hint.best", action=best, chance=chance, margin=margin)]
    lines += [because(hint.reasons, company, game)] if hint.reasons else []
    if hint.others:
        others = [
            f"{called(view, each.action, company)} ({percent(each.chance)} ±{percent(each.margin)})"
            for each in hint.others
        ]
        lines.append(say("hint.others", actions=", ".join(others)))
    return [marks.painted(line, PAINT[game]) for line in lines]


def percent(share: float) -> int:
    """A share as games of a hundred."""
    return round(100 * share)


def review_told(review: Review, names: Sequence[str], say: Catalog) -> dict[str, Any]:
    """A review for programs and pages, its sentences with cards marked."""
    company = Company(names, -1, say)
    return {
        "chances": review.chances,
        "players": [
            {
                "lost": account.lost,
                "decisions": account.decisions,
                "costly": [costly_told(each, company) for each in account.costly],
            }
            for account in review.players
        ],
    }


def costly_told(costly: Costly, company: Company) -> dict[str, Any]:
    """A costly decision for programs and pages."""
    view = costly.view
    return {
        "number": costly.number,
        "action": view.action_text(costly.action),
        "words": called(view, costly.action, company),
        "better": view.action_text(costly.better),
        "better_words": called(view, costly.better, company),
        "cost": costly.cost,
        "chance": costly.chance,
        "better_chance": costly.better_chance,
        "why": because(costly.reasons, company, view.game.name),
    }


def account_shown(account: Account, player: int, names: Sequence[str], say: Catalog) -> list[Text]:
    """What one player's decisions have cost, line by line."""
    company = Company(names, -1, say)
    heading = say.count(
        "review.lost", account.decisions, name=names[player], lost=round(100 * account.lost)
    )
    lines = [Text(heading, "bold")]
    for each in account.costly:
        lines += costly_shown(each, company)
    return lines


def costly_shown(costly: Costly, company: Company) -> list[Text]:
    """A costly decision, and what would have been better."""
    view, game = costly.view, costly.view.game.name
    lines = [
        company.say(
            "review.costly",
            number=costly.number + 1,
            action=called(view, costly.action, company),
            better=called(view, costly.better, company),
            cost=max(1, round(100 * costly.cost)),
        )
    ]
    lines += ["    " + because(costly.reasons, company, game)] if costly.reasons else []
    return [marks.painted(line, PAINT[game]) for line in lines]
