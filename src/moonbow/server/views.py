"""What one page gets to see of a table: the whole of it, and what its person heard since."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from pydantic_core import to_json

from moonbow.games import rainbow
from moonbow.games.game import SPECTATOR, State
from moonbow.games.pirates_arrange import obligations
from moonbow.messages import Catalog
from moonbow.server import words
from moonbow.server.live import Live
from moonbow.server.room import OVER, RUNNING, Room

MOST_HEARD = 200
"""How many decisions back a page hears at most; what lies before them is in the record."""

SETTINGS = ("players", "options", "clock", "grace", "answer", "listed", "spectators", "hints")
"""What a page gets to know of the settings."""


def table_text(
    live: Live, person: str | None, language: str, since: int | None, marked: bool
) -> str:
    """The message `table` as it is sent: made once for all pages that get the same.

    `marked`: whether cards are marked in its sentences.
    """
    room = live.room
    seated = person if room.seat_of(person) >= 0 or person == room.settings.host else None
    key = (seated, language, since, marked)
    text = live.texts.get(key)
    if text is None:
        message = table_message(live, person, language, since)
        message = message if marked else words.without_marks(message)
        text = live.texts[key] = to_json(message).decode()
    return text


def table_message(
    live: Live, person: str | None, language: str, since: int | None = None
) -> dict[str, Any]:
    """The message `table` for one page (docs/protocol.md); `since` is the version it has."""
    room = live.room
    seat = room.seat_of(person)
    message: dict[str, Any] = {
        "type": "table",
        "version": room.told,
        "id": room.stored.id,
        "game": room.stored.game,
        "phase": room.phase,
        "settings": settings_shown(room),
        "seats": seats_shown(live),
        "you": seat,
        "host": person is not None and person == room.settings.host,
        "commitment": room.commitments and room.commitments["commitment"],
        "commitments": room.commitments,
        "decision": 0,
        "to_move": SPECTATOR,
        "waiting_for": [],
        "due": None,
        "asked": False,
        "answered": None,
        "view": None,
        "legal": [],
        "now": Catalog(language)(f"server.phase.{room.phase}"),
        "clauses": [],
        "must": [],
        "scores": None,
        "result": None,
        "heard": [],
        "told": [],
        "can_take_back": False,
        "hints": room.may_hint(seat),
        "next": room.again,
    }
    if room.table is not None and may_watch(room, seat):
        message.update(play_shown(room, seat, language, since))
    return message


def settings_shown(room: Room) -> dict[str, Any]:
    """The settings of a table, without who made it."""
    return {name: getattr(room.settings, name) for name in SETTINGS}


def seats_shown(live: Live) -> list[dict[str, Any]]:
    """Who sits where, and whether they are there."""
    return [
        {
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level,
            "here": bool(seat.person) and seat.person in live.present,
            "taken_over": seat.taken_over,
        }
        for seat in live.room.seats
    ]


def may_watch(room: Room, seat: int) -> bool:
    """Whether somebody sees the game: who plays, and others as the table's maker chose."""
    if seat >= 0 or room.settings.spectators == "live":
        return True
    return room.phase == OVER and room.settings.spectators == "after"


def play_shown(room: Room, seat: int, language: str, since: int | None) -> dict[str, Any]:
    """The game as a seat (a spectator: -1) may see it."""
    table = room.table
    assert table is not None
    view = table.view(seat)
    company = words.company_of(room, seat, language)
    game = room.stored.game
    asked = room.asked()
    mine = seat in asked and room.phase == RUNNING
    if mine and room.sealed():
        view = table.state.put_to(seat).view(seat)
    heard, told = heard_since(room, seat, since, company)
    shown: dict[str, Any] = {
        "decision": len(table.actions),
        "to_move": asked[0] if len(asked) == 1 else SPECTATOR,
        "waiting_for": asked,
        "due": room.deadline() if room.phase == RUNNING else None,
        "asked": mine and room.sealed(),
        "answered": room.answers.get(seat),
        "view": position_of(table.state if table.state.is_over else view),
        "legal": view.legal_texts() if mine else [],
        "now": now_words(room, view, seat, company),
        "clauses": words.clauses(view, game) if mine else [],
        "must": must_place(view, seat),
        "order": trick_order(view),
        "scores": view.scores,
        "heard": heard,
        "told": told,
        "can_take_back": may_take_back(room, seat),
    }
    if table.state.is_over:
        shown["result"] = result_shown(room, company)
    return shown


class Fields(SimpleNamespace):
    """The fields of a record, at hand: NumPy looks each up anew."""

    def __init__(self, fields: Iterable[tuple[str, Any]]) -> None:
        super().__init__(**dict(fields))

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def position_of(state: State) -> dict[str, Any]:
    """The same as `state.position()`, in a third of the time."""
    fields = Fields(zip(state.game.rules.State.names, state.records.item(), strict=True))
    position: dict[str, Any] = state.game.text.write_position(fields)
    return position


def heard_since(
    room: Room, seat: int, since: int | None, company: Any
) -> tuple[list[dict[str, Any]], list[str]]:
    """What a seat heard of the decisions after a version, one by one and in sentences."""
    table = room.table
    assert table is not None
    made = len(room.versions)
    first = made
    while first > 0 and room.versions[first - 1] > (-1 if since is None else since):
        first -= 1
    first = max(first, made - MOST_HEARD)
    events = table.heard(seat, first) if first < made else []
    game = room.stored.game
    sentences = [words.one(each.heard, company, game) for each in events]
    shown = [
        {"number": each.number, **words.shown(each.heard, game), "words": sentence}
        for each, sentence in zip(events, sentences, strict=True)
    ]
    if game == "rainbow":  # where nothing is told together
        return shown, sentences
    return shown, words.told([each.heard for each in events], company, game)


def now_words(room: Room, view: State, seat: int, company: Any) -> str:
    """What is asked of the seat, or whom everybody waits for."""
    asked = room.asked()
    if not asked:
        return str(company.say(f"server.phase.{room.phase}"))
    if seat in asked:
        return words.question(view, company, room.stored.game)
    if view.game.name == "rainbow" and is_out(view, seat):
        return str(company.say("server.out"))
    if len(asked) == 1:
        return str(company.say("server.waiting", name=room.seats[asked[0]].name))
    return str(company.say("server.waiting.several"))


def is_out(view: State, seat: int) -> bool:
    """Whether a player of Rainbow has no cards left while the others play on (RB-30)."""
    return seat >= 0 and view.players > 2 and int(view.record.hand_count[seat]) == 0


def must_place(view: State, seat: int) -> list[str]:
    """The cards that must be placed before the closing draw; only Rainbow Pirates has any."""
    if view.game.name != "pirates" or view.is_over or view.current_player != seat:
        return []
    return list(obligations(view))


def trick_order(view: State) -> list[int] | None:
    """In Rainbow: the places in the trick, the first to choose first, as it stands now."""
    if view.game.name != "rainbow" or view.is_over:
        return None
    records = view.records.copy()
    rainbow.rank_combos_at(records, 0)
    order: list[int] = records["choice"][0][: records["combos"][0]].tolist()
    return order


def may_take_back(room: Room, seat: int) -> bool:
    """Whether the seat's last decision may be taken back."""
    if room.phase != RUNNING or room.table is None or seat < 0:
        return False
    return room.table.may_take_back(seat)


def replay_told(room: Room, seat: int, language: str) -> dict[str, Any]:
    """A game decision by decision, all cards open; the first frame is the deal."""
    table = room.table
    assert table is not None
    company = words.company_of(room, seat, language)
    game = room.stored.game
    frames = []
    lines: dict[int, list[Any]] = {}
    for each in table.heard(seat, 0):
        lines.setdefault(each.number, []).append(each.heard)
    for number, state in enumerate(table.states(0)):
        heard = lines.get(number - 1, [])
        frames.append(
            {
                "number": number,
                "view": position_of(state),
                "heard": [{"number": number - 1, **words.shown(each, game)} for each in heard],
                "words": words.told(heard, company, game),
                "action": table.actions[number - 1] if number else "",
                "order": trick_order(state),
            }
        )
    return {
        "id": room.stored.id,
        "game": game,
        "players": table.players,
        "names": table.names,
        "levels": [each.level for each in room.seats],
        "you": seat,
        "frames": frames,
        "result": result_shown(room, company),
    }


def result_shown(room: Room, company: Any) -> dict[str, Any]:
    """How a game ended, and why."""
    table = room.table
    assert table is not None
    returns, scores = table.state.returns(), table.state.scores
    fewest = 1 if room.stored.game == "rainbow7" else -1  # Rain tokens are points to be rid of
    places = sorted(range(len(scores)), key=lambda seat: (-returns[seat], fewest * scores[seat]))
    return {
        "returns": returns,
        "scores": scores,
        "places": places,
        "lines": words.reasons(table.state, company, room.stored.game),
    }
