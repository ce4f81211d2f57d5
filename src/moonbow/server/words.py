"""What pages say about a game: the sentences of the terminal, in the language of the page.

Cards are marked in them (`terminal/marks.py`); `without_marks` is for whoever wants plain text.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from moonbow.games import pirates_text, rainbow7_text
from moonbow.games.errors import BadOptions, Refused
from moonbow.games.game import State
from moonbow.games.heard import Heard
from moonbow.games.pirates import OUT_POINTS, PIRATE_POINTS
from moonbow.messages import Catalog, texts
from moonbow.server.messages import BadInput
from moonbow.server.room import Room
from moonbow.terminal import pirates, rainbow, rainbow7
from moonbow.terminal.company import Company
from moonbow.terminal.marks import unmarked, words_of

FACES: dict[str, ModuleType] = {"rainbow": rainbow, "rainbow7": rainbow7, "pirates": pirates}
CARD_TEXTS = {
    "rainbow": [str(rank) for rank in range(1, 7)],
    "rainbow7": rainbow7_text.CARD_TEXTS,
    "pirates": pirates_text.KIND_TEXTS,
}


ROUND_END = ("reveals", "gets tokens", "storm", "thunderstorm", "drizzle")
"""What is told together at the end of a round of Rainbow 7."""


def company_of(room: Room, seat: int, language: str) -> Company:
    """The players of a table as the person on a seat speaks of them; -1 for a spectator."""
    names = [place.name for place in room.seats]
    return Company(names, seat, Catalog(language))


def plain(parts: Sequence[RenderableType]) -> str:
    """Sentences without their colors, their cards marked."""
    return "\n".join(words_of(part) for part in parts if isinstance(part, Text)).strip()


TYPED = ("rainbow7.order", "pirates.top", "pirates.place")
"""Questions that the terminal asks in words about typing; pages have their own."""


def question(view: State, company: Company, game: str) -> str:
    """What the viewer is asked."""
    now = f"{game}.{FACES[game].situation(view)}"
    if now in TYPED:
        return company.say(f"server.now.{now}")
    return plain(FACES[game].question(view, company))


def clauses(view: State, game: str) -> list[str]:
    """The clauses that say what the viewer may do now."""
    return list(FACES[game].clauses_now(view))


def told(heard: Sequence[Heard], company: Company, game: str) -> list[str]:
    """What happened, a line for what belongs together."""
    lines = [plain([part]) for part in FACES[game].told(heard, company)]
    return [line for line in lines if line]


def one(heard: Heard, company: Company, game: str) -> str:
    """One thing that happened, in a sentence; empty where others say it."""
    if game == "rainbow7" and heard.kind in ROUND_END:
        return ""
    if game == "pirates":
        return plain(pirates.told([heard], company))
    return plain([FACES[game].sentence(heard, company)])


def shown(heard: Heard, game: str) -> dict[str, Any]:
    """One thing that happened, its cards as texts."""
    texts = CARD_TEXTS[game]
    return {
        "kind": heard.kind,
        "player": heard.player,
        "cards": [texts[card] for card in heard.cards],
        "count": heard.count,
        "target": heard.target,
        "place": heard.place,
    }


def reasons(state: State, company: Company, game: str) -> list[str]:
    """Why the result is what it is: what decides, and what broke a tie."""
    why = [part.plain for part in FACES[game].standing(state, company) if isinstance(part, Text)]
    return [*why, *sums(state, company)] if game == "pirates" else why


def sums(state: State, company: Company) -> list[str]:
    """Rainbow Pirates: what each player's points are made of, the best first."""
    say, scores = company.say, state.scores
    lines = []
    for player in sorted(range(state.players), key=lambda player: -scores[player]):
        flags = PIRATE_POINTS * pirates.rank(state, player)[1]
        out = OUT_POINTS if player == state.record.went_out else 0
        parts = [say("server.sum.cards", number=scores[player] - flags - out)]
        parts += [say("server.sum.pirates", number=flags)] if flags else []
        parts += [say("server.sum.out", number=out)] if out else []
        lines.append(f"{company.name(player)}: {', '.join(parts)} = {scores[player]}")
    return lines


def without_marks(message: dict[str, Any]) -> dict[str, Any]:
    """A message `table` with the cards in its sentences as plain text."""
    heard = [{**each, "words": unmarked(each["words"])} for each in message["heard"]]
    told = [unmarked(sentence) for sentence in message["told"]]
    return {**message, "now": unmarked(message["now"]), "heard": heard, "told": told}


def refusal(error: Refused, language: str) -> str:
    """Why something was refused, in plain words."""
    known = f"server.refused.{error.code}" in texts(language)
    other = "bad-table" if isinstance(error, BadOptions) else "anything"
    return Catalog(language)(f"server.refused.{error.code if known else other}")


def refused(error: Refused, language: str) -> dict[str, str]:
    """What is told of a refusal; what was wrong with the input as such also in detail."""
    told = {"code": error.code, "words": refusal(error, language)}
    if isinstance(error, BadInput | BadOptions):
        told["detail"] = str(error)
    return told
