"""The pages around the table, and the rules beside it."""

import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from moonbow.clauses import page_text
from moonbow.games.game import GAMES
from moonbow.messages import Catalog

WEB = Path(str(files("moonbow") / "web"))
STATIC = WEB / "static"
CLAUSE = re.compile(r"(<li>\s*(?:<p>)?<strong>((?:RB|R7|RP)-R?\d+)</strong>)")
"""A clause in the rendered rules: its id becomes the anchor."""


@cache
def catalog(language: str) -> dict[str, str]:
    """The texts of the pages in one language."""
    found: dict[str, str] = json.loads(
        (WEB / "catalogs" / f"{language}.json").read_text(encoding="utf-8")
    )
    return found


@cache
def static_version() -> str:
    """Changes when any file that the browser gets does."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(STATIC)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def static(name: str) -> str:
    """The address of a file that the browser keeps for ever."""
    return f"/static/{static_version()}/{name}"


@cache
def environment() -> Environment:
    """The templates."""
    found = Environment(
        loader=FileSystemLoader(WEB / "templates"), autoescape=True, trim_blocks=True
    )
    found.globals["static"] = static
    return found


def text(language: str, key: str, **filled: object) -> str:
    """A text of the pages with its names filled in."""
    return re.sub(
        r"\{(\w+)\}", lambda match: str(filled.get(match[1], match[0])), catalog(language)[key]
    )


def games_shown(language: str) -> list[dict[str, Any]]:
    """The games as the pages name them."""
    say = Catalog(language)
    return [
        {
            "name": name,
            "title": say(f"game.{name}"),
            "goal": say(f"goal.{name}"),
            "min_players": game.min_players,
            "max_players": game.max_players,
        }
        for name, game in GAMES.items()
    ]


def render(name: str, language: str, **values: object) -> str:
    """A page."""

    def t(key: str, **filled: object) -> str:
        return text(language, key, **filled)

    template = environment().get_template(name)
    return template.render(t=t, language=language, games=games_shown(language), **values)


def in_short(game: str, language: str) -> list[tuple[str, str]]:
    """A game on half a screen, as most people play it: parts and their words."""
    options = GAMES[game].options(4)
    return [
        (part, text(language, f"short.{game}.{part}", **options))
        for part in ("goal", "turn", "round", "points", "end")
        if f"short.{game}.{part}" in catalog(language)
    ]


@cache
def rules(game: str, language: str) -> Markup:
    """The rules of a game as HTML, each clause with its id as anchor; keys scroll wide tables."""
    reader = MarkdownIt("commonmark").enable("table")
    tokens = without_examples(reader.parse(page_text(game, language)))
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table>", '<table tabindex="0">')
    anchored = CLAUSE.sub(lambda found: found[1].replace("<li>", f'<li id="{found[2]}">', 1), html)
    return Markup(anchored)


def without_examples(tokens: Sequence[Token]) -> list[Token]:
    """A rules page as people at a table need it: without the commands that show a position.

    The paragraphs before a command tell of its position, and those of the introduction but the
    first say how positions are written.
    """
    blocks: list[list[Token]] = []
    for token in tokens:
        if token.level == 0 and token.nesting >= 0:
            blocks.append([])
        blocks[-1].append(token)
    kept: list[list[Token]] = []
    for block in blocks:
        if block[0].type == "fence":
            while kept and kept[-1][0].type == "paragraph_open":
                kept.pop()
        else:
            kept.append(block)
    begin = next(place for place, block in enumerate(kept) if is_heading(block, "h2"))
    title, first = kept[:2]
    return [token for block in (title, first, *kept[begin:]) for token in block]


def is_heading(block: Sequence[Token], tag: str) -> bool:
    """Whether a block is a heading of that rank."""
    return block[0].type == "heading_open" and block[0].tag == tag
