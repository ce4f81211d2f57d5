"""Cards within a sentence: marked, so that every reader can show them in a way of its own."""

import re
from collections.abc import Callable

from rich.style import Style
from rich.text import Text

BEGIN, SAID, END = "\ue000", "\ue001", "\ue002"
"""Around cards in their notation, and before what is said for them. No name can hold these."""

MARKED = re.compile(f"{BEGIN}([^{SAID}{END}]*)(?:{SAID}([^{END}]*))?{END}")
CARDS = "cards"


def marked(cards: str, said: str = "") -> str:
    """Cards as a part of a sentence; `said`: a name that is said in place of their notation."""
    return f"{BEGIN}{cards}{SAID}{said}{END}" if said else f"{BEGIN}{cards}{END}"


def unmarked(words: str) -> str:
    """A sentence as plain text: cards in their notation, or what is said for them."""
    return MARKED.sub(lambda mark: mark[2] or mark[1], words)


def painted(words: str, paint: Callable[[str], Text], style: str = "") -> Text:
    """A sentence with its cards as `paint` draws them; `words_of` finds them again."""
    text = Text()
    place = 0
    for mark in MARKED.finditer(words):
        text.append(words[place : mark.start()], style)
        drawn = Text(mark[2], style) if mark[2] else paint(mark[1])
        drawn.stylize(Style(meta={CARDS: mark[0]}))
        text.append_text(drawn)
        place = mark.end()
    return text.append(words[place:], style)


def words_of(text: Text) -> str:
    """The words of a painted sentence, its cards marked."""
    found, place = "", 0
    for span in text.spans:
        mark = span.style.meta.get(CARDS) if isinstance(span.style, Style) else None
        if mark:
            found += text.plain[place : span.start] + mark
            place = span.end
    return found + text.plain[place:]
