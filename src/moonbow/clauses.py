"""The rules pages of docs/rules/, clause by clause."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CLAUSE = re.compile(r"- \*\*([A-Z]+7?-R?\d+)\*\* (.*)")


@dataclass(frozen=True)
class Clause:
    """One numbered rule: its id, the heading it stands under, its text on one line."""

    id: str
    heading: str
    text: str


def pages_folder() -> Path:
    """Where the rules pages lie: in the installed package, or beside its sources."""
    installed = Path(__file__).parent / "rules_pages"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "docs" / "rules"


def page_text(game: str, language: str = "en") -> str:
    """The rules page of a game in English ("en") or German ("de")."""
    name = f"{game}.md" if language == "en" else f"{game}.{language}.md"
    return (pages_folder() / name).read_text(encoding="utf-8")


@cache
def clauses(game: str, language: str = "en") -> dict[str, Clause]:
    """All clauses of a game by id, in the order of the page."""
    found: dict[str, Clause] = {}
    heading, open_id = "", None
    for line in page_text(game, language).splitlines():
        match = CLAUSE.fullmatch(line)
        if line.startswith("## "):
            heading, open_id = line[3:], None
        elif match:
            open_id = match[1]
            found[open_id] = Clause(open_id, heading, match[2])
        elif open_id and line.startswith("  "):
            whole = f"{found[open_id].text} {line.strip()}"
            found[open_id] = Clause(open_id, heading, whole)
        else:
            open_id = None
    return found
