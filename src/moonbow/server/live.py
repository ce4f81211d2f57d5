"""Tables that are in use: one straight way for every move, and all that happens by itself.

A message becomes events; the events are committed; only then the table follows them and everybody
is told. What must happen next (a bot's turn, a clock, a seat that nobody comes back to) is asked of
the room again after every event and after every start, so that nothing lives in a timer only.
"""

import asyncio
import contextlib
import gc
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from moonbow.bots.bot import Bot, Budget
from moonbow.bots.names import BOTS, USUAL_LEVEL, new_bot
from moonbow.bots.search_bot import SearchBot
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.errors import BadAction, Refused
from moonbow.games.game import GAMES, State
from moonbow.server.coaching import Coach, Reviews
from moonbow.server.messages import (
    Again,
    Answer,
    Leave,
    Open,
    Play,
    Return,
    SetBot,
    Sit,
    Start,
    TakeBack,
)
from moonbow.server.room import (
    CLOSED,
    OPENING,
    OVER,
    RUNNING,
    SEATING,
    Room,
    Settings,
)
from moonbow.server.store import GAME, Event, Stored, events_of, find_games, reading
from moonbow.server.turns import Turns
from moonbow.server.writer import Change, NotStoredError, Writer, no_seat_row, phase_row, seat_row
from moonbow.table.fairness import draw_bytes, person_commitment
from moonbow.table.table import Table

LOG = logging.getLogger("moonbow.server")

BUDGET = Budget(milliseconds=1000)
"""For one decision of a bot."""

THINKING_TIME = 5.0
"""Seconds that a bot may take for it; then it is asked for the best it has found."""

LAST_WORD = 0.5
"""Seconds that it has to say so; then the decision is made for it."""

RETRY_AFTER = 1.0
"""Seconds until something that had to happen, and could not be written, is tried again."""

MOST_AT_REST = 50
"""How many tables that are over, and that nobody looks at, are kept at hand."""

Incoming = Again | Answer | Leave | Open | Play | Return | SetBot | Sit | Start | TakeBack
"""The messages that change something."""


@dataclass(frozen=True)
class Visitor:
    """A person as the server knows them."""

    id: str
    name: str


@dataclass
class Decided:
    """What a message comes to: events, the rows that follow, the table after them."""

    events: list[tuple[str, dict[str, Any]]]
    rows: list[tuple[sa.Executable, dict[str, Any]]] = field(default_factory=list)
    table: Table | None = None


class Live:
    """One table in use."""

    def __init__(self, house: "House", room: Room) -> None:
        self.house = house
        self.room = room
        self.lock = asyncio.Lock()
        self.listeners: set[Callable[[], None]] = set()
        self.texts: dict[Hashable, str] = {}  # messages `table` that hold until there is news
        self.present: dict[str, int] = {}  # open pages by person
        self.away_since: dict[str, float] = {}  # by person, since the last page was closed
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # Who is there

    def arrive(self, person: str | None, listener: Callable[[], None]) -> None:
        """A page is opened; `listener` is called whenever there is news."""
        self.listeners.add(listener)
        if person:
            self.present[person] = self.present.get(person, 0) + 1
        self.news()

    def depart(self, person: str | None, listener: Callable[[], None]) -> None:
        """A page is closed, or its connection lost."""
        self.listeners.discard(listener)
        if person:
            self.present[person] -= 1
            if not self.present[person]:
                del self.present[person]
                self.away_since[person] = self.house.clock()
        self.news()

    def away(self) -> dict[int, float]:
        """The seats of persons whose page is not open, and since when (at most since the start)."""
        return {
            place: self.away_since.get(seat.person, self.house.started)
            for place, seat in enumerate(self.room.seats)
            if seat.person and seat.person not in self.present
        }

    def news(self) -> None:
        """Everybody's page gets a new view, and what must happen next is thought about anew."""
        self.texts.clear()
        self._changed.set()
        for listener in list(self.listeners):
            listener()

    # Messages

    async def handle(self, visitor: Visitor, message: Incoming) -> None:
        """Carries a message out, once; returns when that is durable. Raises Refused."""
        if not isinstance(message, Sit):
            await self.house.ready.wait()
        client_id = f"{visitor.id}:{message.id}"
        async with self.lock:
            if client_id in self.room.client_ids:
                return
            decided = self.decide(visitor, message)
            if decided.events:
                await self.commit(decided, f"person:{visitor.id}", client_id)

    def decide(self, visitor: Visitor, message: Incoming) -> Decided:
        """What a message comes to. Raises Refused; nothing has changed then."""
        if isinstance(message, Sit):
            return self.sit(visitor, message)
        if isinstance(message, SetBot | Start):
            if visitor.id != self.room.settings.host:
                raise Refused("not-host", "only who made the table may do this")
            return self.set_bot(message) if isinstance(message, SetBot) else self.start()
        seat = self.room.seat_of(visitor.id)
        if seat < 0:
            raise Refused("not-seated", "you have no seat at this table")
        if isinstance(message, Again):
            return self.again(visitor)
        if isinstance(message, Leave):
            return self.leave(visitor, seat)
        if isinstance(message, Open):
            return self.open(seat, bytes.fromhex(message.bytes))
        return self.decide_in_game(seat, message)

    def decide_in_game(self, seat: int, message: Answer | Play | Return | TakeBack) -> Decided:
        """What a message of a player in a running game comes to; who sends one is back."""
        self.expect(RUNNING)
        back = [("return", {"seat": seat})] if self.room.seats[seat].taken_over else []
        if isinstance(message, Answer):
            return self.answer(seat, message, back)
        if isinstance(message, Play):
            return self.play(seat, message, back)
        return self.take_back(seat, message) if isinstance(message, TakeBack) else Decided(back)

    def leave(self, visitor: Visitor, seat: int) -> Decided:
        """A person gets up before the game begins."""
        self.expect(SEATING)
        return Decided([("leave", {"seat": seat})], [no_seat_row(self.room.stored.id, visitor.id)])

    def expect(self, *phases: str) -> None:
        """The table is in one of these phases."""
        if self.room.phase not in phases:
            raise Refused(f"table-{self.room.phase}", f"the table is in phase {self.room.phase}")

    def sit(self, visitor: Visitor, message: Sit) -> Decided:
        """A person takes a free seat, or another one than before."""
        self.expect(SEATING)
        room = self.room
        if message.seat >= len(room.seats):
            raise Refused("no-seat", f"seat {message.seat}; expected 0 to {len(room.seats) - 1}")
        before = room.seat_of(visitor.id)
        if room.seats[message.seat].kind != "free" and before != message.seat:
            raise Refused("seat-taken", "somebody sits there already")
        events: list[tuple[str, dict[str, Any]]] = []
        rows = [no_seat_row(room.stored.id, visitor.id)]
        if before >= 0:
            events.append(("leave", {"seat": before}))
        data = {
            "seat": message.seat,
            "person": visitor.id,
            "name": visitor.name,
            "commitment": message.commitment,
        }
        events.append(("sit", data))
        rows.append(seat_row(room.stored.id, visitor.id, message.seat))
        taken = [seat.kind != "free" for seat in room.seats]
        taken[message.seat] = True
        if before >= 0:
            taken[before] = before == message.seat
        if room.settings.quick and all(taken):
            events.append(("freeze", {}))
            rows.append(phase_row(room.stored.id, OPENING))
        return Decided(events, rows)

    def set_bot(self, message: SetBot) -> Decided:
        """A bot sits down on a free seat, or gets up."""
        self.expect(SEATING)
        if message.seat >= len(self.room.seats) or self.room.seats[message.seat].person:
            raise Refused("seat-taken", "there is no free seat with that number")
        if message.level is not None and message.level not in BOTS:
            raise Refused("unknown-bot", "there is no bot of that level")
        return Decided([("bot", {"seat": message.seat, "level": message.level})])

    def start(self) -> Decided:
        """The list of commitments is frozen; pages open their bytes then."""
        self.expect(SEATING)
        if any(seat.kind == "free" for seat in self.room.seats):
            raise Refused("seats-free", "some seats are still free")
        return Decided([("freeze", {})], [phase_row(self.room.stored.id, self.after_freeze())])

    def after_freeze(self) -> str:
        """The phase that follows: with bots alone there is nothing to open."""
        return OPENING if any(seat.person for seat in self.room.seats) else RUNNING

    def open(self, seat: int, own: bytes) -> Decided:
        """A person's bytes, which fit the commitment."""
        self.expect(OPENING)
        place = self.room.seats[seat]
        if place.opened is not None:
            return Decided([])
        if person_commitment(self.room.stored.id, seat, own) != place.commitment:
            raise Refused("broken-commitment", "these bytes do not fit your commitment")
        others = [other for other in self.room.seats if other.person and other is not place]
        last = all(other.opened for other in others)
        rows = [phase_row(self.room.stored.id, RUNNING)] if last else []
        return Decided([("open", {"seat": seat, "bytes": own.hex()})], rows)

    def expect_decision(self, decision: int) -> Table:
        """The message answers the question that is asked now."""
        table = self.room.table
        assert table is not None
        if decision != len(table.actions):
            raise Refused("stale-decision", f"decision {decision}; it is {len(table.actions)} now")
        return table

    def answer(
        self, seat: int, message: Answer, back: Sequence[tuple[str, dict[str, Any]]]
    ) -> Decided:
        """A sealed answer of one who is asked; it may be changed until all are in."""
        table = self.expect_decision(message.decision)
        if not self.room.sealed() or seat not in self.room.asked():
            raise Refused("not-asked", "you are not asked")
        table.state.put_to(seat).view(seat).action_number(message.action)
        return Decided([*back, ("answer", {"player": seat, "action": message.action})])

    def play(self, seat: int, message: Play, back: Sequence[tuple[str, dict[str, Any]]]) -> Decided:
        """Decisions of the player who is to decide."""
        table = self.expect_decision(message.decision)
        if self.room.sealed():
            raise Refused("sealed", "this question is answered sealed")
        after = table.copy()
        after.play(seat, message.actions)
        return self.played(seat, after, back)

    def played(
        self, seat: int, after: Table, back: Sequence[tuple[str, dict[str, Any]]] = ()
    ) -> Decided:
        """The event of decisions that were made."""
        assert self.room.table is not None
        actions = after.actions[len(self.room.table.actions) :]
        rows = [phase_row(self.room.stored.id, OVER)] if after.state.is_over else []
        return Decided([*back, ("play", {"player": seat, "actions": actions})], rows, after)

    def take_back(self, seat: int, message: TakeBack) -> Decided:
        """The last decision, while nobody has acted since."""
        after = self.expect_decision(message.decision).copy()
        after.take_back(seat)
        return Decided([("take_back", {"player": seat})], [], after)

    def again(self, visitor: Visitor) -> Decided:
        """The next table for the same people; who asks first makes it."""
        self.expect(OVER, CLOSED)
        if self.room.again:
            return Decided([])
        kinds = ["person" if seat.person else str(seat.level) for seat in self.room.seats]
        settings = {**self.room.stored.settings, "host": visitor.id, "seats": kinds}
        stored, row = self.house.new_table(self.room.stored.game, settings)
        return Decided([("again", {"table": stored.id})], [row])

    # Commit first, then tell

    async def commit(self, decided: Decided, by: str, client_id: str | None = None) -> None:
        """Makes it durable, then follows it and tells everybody. Raises Refused."""
        now = self.house.clock()
        last = len(decided.events) - 1
        events = [
            Event(
                self.room.version + 1 + place,
                now,
                by,
                kind,
                data,
                client_id if place == last else None,
            )
            for place, (kind, data) in enumerate(decided.events)
        ]
        try:
            await self.house.writer.write(Change(self.room.stored.id, events, decided.rows))
        except NotStoredError as error:
            LOG.error("table %s: not stored: %s", self.room.stored.id, error)
            raise Refused("not-stored", "this could not be stored; please try again") from error
        for place, event in enumerate(events):
            self.room.apply(event, decided.table if place == last else None)
        if any(event.kind != "answer" for event in events):
            self.news()
        else:
            self.texts.clear()
            self._changed.set()

    # What happens by itself

    def wake(self) -> None:
        """Starts looking after what must happen next, if that is not done yet."""
        if self._task is None:
            self._task = asyncio.create_task(self.look_after())

    async def close(self) -> None:
        """Stops looking after it."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def look_after(self) -> None:
        """Does what is due, and waits for what is due later."""
        await self.house.ready.wait()
        while self.room.phase not in (OVER, CLOSED):
            self._changed.clear()
            due = self.room.due(self.away(), self.house.ready_at)
            delay = None if due is None else due[0] - self.house.clock()
            if delay is None or delay > 0:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(delay):
                        await self._changed.wait()
                continue
            try:
                async with self.lock:
                    if self.room.due(self.away(), self.house.ready_at) == due and due is not None:
                        await self.do(due[1], due[2])
            except Refused as error:
                LOG.error("table %s: %s: %s", self.room.stored.id, error.code, error)
                await asyncio.sleep(RETRY_AFTER)

    async def do(self, what: str, seat: int) -> None:
        """What is due, now."""
        if what == "close":
            row = phase_row(self.room.stored.id, CLOSED)
            await self.commit(Decided([("close", {"why": self.room.phase})], [row]), "server")
        elif what == "takeover":
            decided = Decided([("takeover", {"seat": seat})])
            await self.commit(decided, "clock")
        elif what == "tell":
            await self.commit(await self.tell_answers(), "server")
        else:
            assert self.room.table is not None
            after = self.room.table.copy()
            await self.bot_turn(after, seat)
            await self.commit(self.played(seat, after), "bot")

    async def tell_answers(self) -> Decided:
        """All sealed answers in the order that counts, until the question is settled."""
        table = self.room.table
        assert table is not None
        after = table.copy()
        events = []
        for place in self.room.asked():
            answer = self.room.answers.get(place)
            if answer is None and not self.room.seats[place].person:
                answer = await self.choose(after.view(place), place)
            text = answer or after.view(place).legal_texts()[-1]
            after.play(place, [text])
            events.append(("play", {"player": place, "actions": [text]}))
            if not after.state.answers_are_sealed():
                break
        rows = [phase_row(self.room.stored.id, OVER)] if after.state.is_over else []
        return Decided(events, rows)

    async def bot_turn(self, after: Table, seat: int) -> None:
        """A bot's decisions until somebody else is asked, or a hidden card is shown."""
        while True:
            before = after.state.copy()
            after.play(seat, [await self.choose(after.view(seat), seat)])
            state = after.state
            others = state.is_over or state.answers_are_sealed() or state.current_player != seat
            if others or before.reveals(state):
                return

    async def choose(self, view: State, seat: int) -> str:
        """A bot's decision as text; where it fails, that of another (`instead`)."""
        assert self.room.table is not None
        level = self.room.seats[seat].level or USUAL_LEVEL
        word = f"{seat} {len(self.room.table.actions)} {view.legal_texts()}".encode()
        seed = int.from_bytes(hashlib.sha256(self.room.stored.secret + word).digest())
        bot, legal = new_bot(level, seed), view.legal_actions()
        try:
            chosen = await thought(bot, view, legal)
            if chosen not in legal:
                raise BadAction("illegal-action", f"{chosen}; expected one of {legal}")
        except Exception as error:
            LOG.error("table %s: bot %s: %r", self.room.stored.id, level, error)
            chosen = instead(view, legal)
        return view.action_text(chosen)


async def thought(bot: Bot, view: State, legal: Sequence[int]) -> int:
    """A bot's decision, made in a thread; who searches too long is told to come to an end."""
    thinking = asyncio.ensure_future(asyncio.to_thread(bot.choose, view, legal, BUDGET))
    try:
        await asyncio.wait([thinking], timeout=THINKING_TIME)
        if isinstance(bot, SearchBot) and not thinking.done():
            bot.cancel()
            await asyncio.wait([thinking], timeout=LAST_WORD)
        if not thinking.done():
            raise TimeoutError(f"still thinking after {THINKING_TIME} s")
        return thinking.result()
    finally:
        thinking.cancel()
        if isinstance(bot, SearchBot):  # the table is closed, and the thread is to be free
            bot.cancel()


def instead(view: State, legal: Sequence[int]) -> int:
    """What is played for a bot that takes too long, fails, or plays what is not legal.

    The rules of thumb decide; should they fail, too, it is the first legal action.
    """
    try:
        return ThumbsBot(0).choose(view, legal, Budget())
    except Exception:
        LOG.exception("rules of thumb")
        return legal[0]


class House:
    """All tables of a server."""

    def __init__(
        self, engine: AsyncEngine, writer: Writer, clock: Callable[[], float] = time.time
    ) -> None:
        self.engine = engine
        self.writer = writer
        self.clock = clock
        self.started = clock()
        self.tables: dict[str, Live] = {}
        self.turns = Turns()
        self.ready = asyncio.Event()
        self.ready_at = self.started
        self.coach = Coach()
        self.reviews = Reviews()
        self.closing = False  # no more tables are loaded by themselves
        self._loading = asyncio.Lock()

    async def open(self, prepare: Callable[[], object]) -> None:
        """Goes on with every game that is running, once the rules are there (`prepare`)."""
        await asyncio.to_thread(prepare)
        gc.freeze()  # what is loaded stays; to look through it takes a tenth of a second each time
        gc.set_threshold(50_000, 10, 50)  # nearly all that tables leave behind is freed without it
        self.ready_at = self.clock()
        self.ready.set()
        async with reading(self.engine) as connection:
            found = await find_games(connection, GAME.c.phase.in_((OPENING, RUNNING)))
        for stored in found:
            if not self.closing:
                await self.table(stored.id)

    async def close(self) -> None:
        """Lets all tables rest."""
        await self.reviews.close()
        for live in self.tables.values():
            await live.close()

    async def table(self, game_id: str) -> Live:
        """A table by its id. Raises Refused."""
        live = self.tables.get(game_id)
        if live is None:
            async with self._loading:
                live = self.tables.get(game_id) or await self.load(game_id)
        self.tables[game_id] = self.tables.pop(game_id, live)  # the one used last is the last
        return live

    async def load(self, game_id: str) -> Live:
        """A table from its log. Raises Refused."""
        async with reading(self.engine) as connection:
            found = await find_games(connection, GAME.c.id == game_id)
            if not found:
                raise Refused("no-table", "there is no such table")
            if found[0].rules != GAMES[found[0].game].rules_version:
                raise Refused("old-rules", f"rules {found[0].rules}, of another version")
            events = await events_of(connection, game_id)
        if found[0].phase != SEATING:
            await self.ready.wait()
        room = Room(found[0])
        for event in events:
            room.apply(event)
        live = self.tables[game_id] = Live(self, room)
        live.wake()
        self.let_go()
        return live

    def let_go(self) -> None:
        """Forgets the tables that are over and that nobody looks at, but for those used last."""
        resting = [
            game_id
            for game_id, live in self.tables.items()
            if live.room.phase in (OVER, CLOSED) and not live.listeners
        ]
        for game_id in resting[:-MOST_AT_REST]:
            del self.tables[game_id]

    def new_table(
        self, game: str, settings: Mapping[str, Any]
    ) -> tuple[Stored, tuple[sa.Executable, dict[str, Any]]]:
        """A table that is not stored yet, and the row that stores it."""
        rules = GAMES[game].rules_version
        stored = Stored(new_id(), game, rules, dict(settings), draw_bytes(), SEATING, self.clock())
        return stored, (sa.insert(GAME), asdict(stored))

    async def make(self, game: str, settings: Settings) -> str:
        """Makes a table and returns its id. Raises Refused."""
        stored, row = self.new_table(game, asdict(settings))
        try:
            await self.writer.write(Change(stored.id, [], [row]))
        except NotStoredError as error:
            raise Refused("not-stored", "this could not be stored; please try again") from error
        return stored.id


ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not taken for one another."""


def new_id() -> str:
    """An id that nobody guesses: 12 letters of 31, more than 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))
