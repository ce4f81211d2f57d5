"""Bots of one's own at the tables of a server that runs in a process of its own."""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from moonbow.client import BrokenPromise, Guest, Heard, Line, Refused, Seen, Unreachable, enter
from moonbow.client.promises import check_list, check_record, promise
from moonbow.client.requests import refusal
from moonbow.client.seen import KNOWN
from moonbow.games.game import game
from moonbow.server.room import Room, Settings
from moonbow.server.store import Stored
from moonbow.server.views import table_message
from moonbow.table.fairness import Sealed, Terms, person_commitment
from moonbow.table.record import read_record, write_record
from moonbow.table.table import Table
from server_process import ServerProcess, server_process

PATIENCE = 120.0  # seconds until a game counts as stuck


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all."""
    with server_process(tmp_path_factory.mktemp("data")) as found:
        yield found


def run(test: Any) -> Any:
    """Runs what waits, and gives up on what never comes."""
    return asyncio.run(asyncio.wait_for(test, PATIENCE))


class Player:
    """A bot that decides by chance, and remembers what was acknowledged."""

    def __init__(self, guest: Guest, table: str, seat: int) -> None:
        self.line = guest.at(table)
        self.seat = seat
        self.choices = random.Random(seat)
        self.played: dict[int, str] = {}  # by decision
        self.answered = 0
        self.heard: list[Heard] = []
        self.record: dict[str, Any] = {}

    async def play(self) -> None:
        """From the seat to the record."""
        async with self.line as line:
            await line.sit(self.seat)
            async for seen in line.news():
                self.heard += seen.heard
                if seen.can_start:
                    await line.start()
                elif seen.my_turn:
                    await self.decide(seen)
            self.record = await line.record()

    async def decide(self, seen: Seen) -> None:
        """Black cards come first, so that there are questions to answer; nothing is lifted."""
        legal = [text for text in seen.legal if text.startswith("play")]
        legal = legal or [text for text in seen.legal if not text.startswith("lift")] or seen.legal
        text = self.choices.choice(legal)
        if seen.asked:
            await self.line.answer(text)
            self.answered += 1
        else:
            await self.line.play(text)
            self.played[seen.decision] = text


async def company(server: ServerProcess, count: int) -> list[Guest]:
    """Some guests."""
    return [await enter(server.address, f"Bolt {place}") for place in range(count)]


async def sit_down(server: ServerProcess, name: str, bots: int = 0, **options: Any) -> list[Player]:
    """Two players at a table of their own; the second comes by the link."""
    ada, carl = await company(server, 2)
    table = await ada.make(name, ["person"] * 2 + ["bot:random"] * bots, options)
    return [Player(ada, table, 0), Player(carl, await ada.link(table), 1)]


# Whole games


@pytest.mark.parametrize(
    ("name", "bots", "options"),
    [
        ("rainbow", 1, {}),
        ("rainbow7", 1, {"hand_size": 3, "tokens_to_end": 1}),
        ("pirates", 1, {"lifts": 1}),
    ],
)
def test_bots_of_ones_own_play_a_whole_game(
    name: str, bots: int, options: dict[str, Any], server: ServerProcess
) -> None:
    async def play() -> list[Player]:
        players = await sit_down(server, name, bots, **options)
        await asyncio.gather(*(player.play() for player in players))
        return players

    players = run(play())
    table = read_record(players[0].record)
    assert table.state.is_over
    for player in players:
        assert player.line.seen.result is not None
        assert player.line.seen.result.scores == table.state.scores
        assert len(player.played) > 2
        assert {at: table.actions[at] for at in player.played} == player.played
        told = table.heard(player.seat)
        assert [(each.number, each.kind) for each in player.heard] == [
            (each.number, each.heard.kind) for each in told
        ]
    assert any(player.answered for player in players) == (name == "pirates")


def test_the_same_people_play_again(server: ServerProcess) -> None:
    async def play() -> list[str]:
        players = await sit_down(server, "rainbow", hand_size=1)
        await asyncio.gather(*(player.play() for player in players))
        ada = players[0].line
        async with Guest(server.address, ada._headers["Cookie"]).at(ada.table) as line:
            return [await line.again(), await line.again()]

    first, second = run(play())
    assert first == second


# Broken lines


class Wire:
    """A way to the server that can be cut, or let nothing through in one direction."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.deaf = self.mute = False
        self.writers: list[asyncio.StreamWriter] = []
        self.lines = 0

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        """Its address."""
        listening = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        finally:
            listening.close()
            self.cut()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Both directions of one connection, until it ends."""
        self.lines += 1
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers += [writer, far_writer]
        to = asyncio.create_task(self.pipe(reader, far_writer, lambda: self.mute))
        await self.pipe(far_reader, writer, lambda: self.deaf)
        await to

    async def pipe(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        swallows: Callable[[], bool],
    ) -> None:
        """One direction; what is swallowed never arrives."""
        try:
            while part := await reader.read(2**16):
                if not swallows():
                    writer.write(part)
        except ConnectionError:
            pass
        writer.close()

    def cut(self) -> None:
        """Breaks all lines."""
        self.deaf = self.mute = False
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()


async def seated(line: Line, seat: int) -> None:
    """Sits down, starts if it may, and waits until the cards are dealt."""
    await line.sit(seat)
    async for seen in line.news():
        if seen.can_start:
            await line.start()
        if seen.phase == "running":
            return


async def until(line: Line, holds: Callable[[Seen], bool]) -> Seen:
    """The first view of which something holds."""
    async for seen in line.news():
        if holds(seen):
            return seen
    raise AssertionError("the game is over")


@pytest.mark.parametrize("lost", ["the message", "the acknowledgement"])
def test_what_a_broken_line_has_lost_is_carried_out_once(lost: str, server: ServerProcess) -> None:
    async def play() -> tuple[Seen, int]:
        wire = Wire(server.port)
        ada, carl = await company(server, 2)
        table = await ada.make("rainbow", ["person"] * 2, {"leader": 0})
        async with (
            wire.laid() as address,
            replace(ada, address=address).at(table) as hers,
            carl.at(table) as his,
        ):
            await asyncio.gather(seated(hers, 0), seated(his, 1))
            wire.mute, wire.deaf = lost == "the message", lost == "the acknowledgement"
            playing = asyncio.create_task(hers.play(hers.seen.legal[0]))
            if wire.deaf:
                await until(his, lambda seen: seen.decision == 1)
            else:
                await asyncio.sleep(0)  # it is sent
            assert not playing.done()
            wire.cut()
            await playing
            async with carl.at(table) as afresh:
                return afresh.seen, wire.lines

    seen, lines = run(play())
    assert seen.decision == 1
    assert [each.kind for each in seen.heard if each.player == 0] == ["plays"]
    assert lines == 2


def test_a_line_that_was_broken_hears_what_it_has_missed_and_nothing_twice(
    server: ServerProcess,
) -> None:
    async def play() -> tuple[list[Heard], Table]:
        wire = Wire(server.port)
        players = await sit_down(server, "rainbow", 1)
        async with wire.laid() as address:
            players[0].line._address = address
            playing = [asyncio.create_task(player.play()) for player in players]
            heard = 0
            while not all(task.done() for task in playing):
                await asyncio.wait(playing, timeout=0.01)
                if len(players[0].heard) > heard + 4:
                    heard = len(players[0].heard)
                    wire.cut()
            await asyncio.gather(*playing)
        assert wire.lines > 3
        return players[0].heard, read_record(players[0].record)

    heard, table = run(play())
    told = [(each.number, each.heard.kind) for each in table.heard(0)]
    assert [(each.number, each.kind) for each in heard] == told


def test_a_record_comes_through_a_line_that_breaks_while_it_is_fetched(
    server: ServerProcess,
) -> None:
    async def play() -> tuple[dict[str, Any], dict[str, Any]]:
        wire = Wire(server.port)
        players = await sit_down(server, "rainbow", 1)
        await asyncio.gather(*(player.play() for player in players))
        async with wire.laid() as address:
            line = players[0].line
            line._address = address
            wire.deaf = True
            fetching = asyncio.create_task(line.record())
            while not wire.lines:
                await asyncio.sleep(0.01)
            wire.cut()
            return await fetching, players[0].record

    fetched, record = run(play())
    assert fetched == record


def test_a_record_is_not_waited_for_for_ever(server: ServerProcess) -> None:
    async def play() -> None:
        (player, _) = await sit_down(server, "rainbow", 1)
        player.line._address, player.line._patience = "http://127.0.0.1:1", 0.3
        with pytest.raises(Unreachable, match=r"127\.0\.0\.1:1"):
            await player.line.record()

    run(play())


def test_a_game_goes_on_when_the_server_is_killed_and_started_again(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> list[Player]:
        players = await sit_down(server, "rainbow", 1)
        playing = [asyncio.create_task(player.play()) for player in players]
        for decisions in (3, 6):
            while len(players[0].played) < decisions:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await asyncio.gather(*playing)
        return players

    with server_process(tmp_path) as server:
        for player in run(play(server)):
            actions = player.record["actions"]
            assert {at: actions[at] for at in player.played} == player.played


# A server that says what a test wants it to


@asynccontextmanager
async def told(*answers: list[dict[str, Any]]) -> AsyncIterator[tuple[Guest, list[Any]]]:
    """A guest at a server that answers the first message, the second, ... with these messages.

    With the guest comes what the server has got. An "id" in an answer is that of the message;
    "after" is how many seconds pass before it.
    """
    got: list[Any] = []

    async def answer(socket: ServerConnection) -> None:
        async for text in socket:
            got.append(json.loads(text))
            for message in answers[len(got) - 1] if len(got) <= len(answers) else []:
                await asyncio.sleep(message.pop("after", 0))
                filled = {**message, "id": got[-1]["id"]} if message.get("id") else message
                await socket.send(json.dumps(filled))

    async with serve(answer, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        yield Guest(f"http://127.0.0.1:{port}", ""), got


def table_told(version: int, decision: int, **fields: Any) -> dict[str, Any]:
    """A message `table`."""
    view = vars(some_view(decision, []))
    return {**view, "type": "table", "id": "", "version": version, "legal": ["1"], **fields}


def test_a_view_from_before_a_move_is_not_given_out_after_its_acknowledgement() -> None:
    async def play() -> list[tuple[int, int]]:
        seen = []
        stale, after = table_told(2, 0), table_told(3, 1, phase="over", after=0.1)
        ack = {"type": "ack", "id": "its"}
        async with (
            told([table_told(1, 0)], [stale, ack, after]) as (guest, _),
            guest.at("t") as line,
        ):
            async for view in line.news():
                seen.append((view.version, view.decision))
                if view.phase == "running":
                    await line.play("1")
        return seen

    assert run(play()) == [(1, 0), (3, 1)]


def test_a_view_from_before_a_start_is_not_given_out_after_its_acknowledgement() -> None:
    async def play() -> list[int]:
        seen = []
        first, stale = (table_told(n, 0, phase="seating", host=True) for n in (1, 2))
        after = table_told(3, 0, phase="over", after=0.1)
        ack = {"type": "ack", "id": "its", "version": 3}
        async with told([first], [stale, ack, after]) as (guest, _), guest.at("t") as line:
            async for view in line.news():
                seen.append(view.version)
                if view.can_start:
                    await line.start()
        return seen

    assert run(play()) == [1, 3]


def test_who_sends_too_fast_waits_and_sends_the_same_again() -> None:
    async def play() -> list[Any]:
        fast = {"type": "error", "id": "its", "code": "too-fast", "words": "Slowly."}
        ack = {"type": "ack", "id": "its"}
        async with told([table_told(1, 0)], [fast], [ack]) as (guest, got), guest.at("t") as line:
            await line.play("1")
            return got

    hello, first, second = run(play())
    assert hello["type"] == "hello"
    assert first == second


def test_messages_that_are_not_known_yet_are_left_alone() -> None:
    async def play() -> Seen:
        new = {"type": "weather", "share": 0.5}
        odd = table_told(1, 0, weather="fine")
        async with told([new, odd]) as (guest, _), guest.at("t") as line:
            return line.seen

    assert run(play()).version == 1


def test_bytes_are_not_opened_for_a_list_that_does_not_hold_their_promise() -> None:
    async def play() -> list[Any]:
        others = {"host": "0" * 64, "people": {"0": "0" * 64}, "commitment": "0" * 64}
        frozen = table_told(2, 0, phase="opening", commitments=others)
        ack = {"type": "ack", "id": "its"}
        first = table_told(1, 0, phase="seating")
        async with told([first], [ack, frozen]) as (guest, got), guest.at("t") as line:
            await line.sit(0)
            with pytest.raises(BrokenPromise):
                await until(line, lambda seen: seen.phase == "opening")
            return got

    assert [message["type"] for message in run(play())] == ["hello", "sit"]


# What is refused


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Something is refused for this reason."""
    with pytest.raises(Refused) as error:
        yield
    assert error.value.code == code


def test_what_the_server_refuses_is_raised_with_its_code(server: ServerProcess) -> None:
    async def play() -> None:
        ada, carl = await company(server, 2)
        table = await ada.make("rainbow", ["person"] * 2, {"leader": 0})
        async with ada.at(table) as hers, carl.at(table) as his:
            await hers.sit(0)
            with refused("seat-taken"):
                await his.sit(0)
            with refused("not-host"):
                await his.start()
            await asyncio.gather(seated(hers, 0), seated(his, 1))
            with refused("not-your-decision"):
                await his.play("1")
            with refused("bad-message"):
                await hers.play("")
            with refused("too-long"):
                await hers.play(*["1" * 200] * 600)
            await hers.play(hers.seen.legal[0])
            with refused("stale-decision"):
                await hers.play(hers.seen.legal[0])
            with refused("not-yet"):
                await hers.record()

    run(play())


@pytest.mark.parametrize(
    ("request_of", "code"),
    [
        (lambda guest: guest.make("rainbow", ["bot:random"] * 2), "bad-table"),
        (lambda guest: guest.record("nosuchtable"), "no-table"),
        (lambda guest: enter(guest.address, ""), "bad-name"),
        (lambda guest: guest.at("nosuchtable").__aenter__(), "closed"),
    ],
)
def test_a_request_that_is_refused_is_raised_with_its_code(
    request_of: Any, code: str, server: ServerProcess
) -> None:
    async def ask() -> None:
        with refused(code):
            await request_of((await company(server, 1))[0])

    run(ask())


def test_words_come_in_the_language_of_the_guest(server: ServerProcess) -> None:
    async def ask() -> str:
        with pytest.raises(Refused) as error:
            await enter(server.address, "", language="de")
        return str(error.value)

    assert "Ein Name" in run(ask())


def test_an_answer_of_another_server_is_a_refusal_too() -> None:
    assert refusal(502, b"<html>").code == "502"


def test_a_server_that_is_not_there_is_unreachable() -> None:
    nowhere = Guest("http://127.0.0.1:1", "")
    with pytest.raises(Unreachable):
        run(nowhere.make("rainbow", ["person", "bot:random"]))
    with pytest.raises(Unreachable):
        run(nowhere.at("table", patience=0.2).__aenter__())


def test_who_waits_when_a_server_stays_away_is_told(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ada = (await company(server, 1))[0]
        table = await ada.make("rainbow", ["person"] * 2)
        async with ada.at(table, patience=0.2) as line:
            server.kill()
            with pytest.raises(Unreachable):
                await line.sit(0)
            with pytest.raises(Unreachable):
                await until(line, lambda seen: seen.you == 0)
            with pytest.raises(Unreachable):
                await line.leave()

    server = ServerProcess(tmp_path)
    server.start()
    run(play(server))


# Promises

OWN = bytes(range(32))


def sealed_table() -> Table:
    """A table of two persons; the first has promised OWN."""
    options = game("rainbow").options(2)
    terms = Terms("rainbow", game("rainbow").rules_version, "table-7", options, ("person",) * 2)
    return Table(game("rainbow"), 2, options, Sealed(terms, bytes(32), {0: OWN, 1: bytes(32)}))


def test_a_promise_is_the_commitment_that_the_server_expects() -> None:
    assert promise("table-7", 0, OWN) == person_commitment("table-7", 0, OWN)


def test_a_record_that_keeps_all_promises_is_accepted() -> None:
    record = write_record(sealed_table())
    check_record(record, "table-7", record["fairness"]["commitment"], 0, OWN)
    check_record(record, "table-7", None, -1, None)


def swap(**parts: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The same record with other parts of what it opens."""
    return lambda record: {**record, "fairness": {**record["fairness"], **parts}}


@pytest.mark.parametrize(
    "change",
    [
        swap(id="table-8"),
        swap(secret="ff" * 32),
        swap(seats=["person", "random"]),
        swap(host="0" * 64),
        swap(commitment="0" * 64),
        lambda record: {**record, "options": {**record["options"], "ranks": 5}},
        lambda record: {**record, "rules": record["rules"] + 1},
        lambda record: swap(people={**record["fairness"]["people"], "1": {
            "commitment": promise("table-7", 1, bytes(32)), "bytes": "ff" * 32,
        }})(record),
        lambda record: {key: value for key, value in record.items() if key != "fairness"},
    ],
)  # fmt: skip
def test_a_record_that_breaks_a_promise_is_refused(change: Any) -> None:
    with pytest.raises(BrokenPromise):
        check_record(change(write_record(sealed_table())), "table-7", None, 0, OWN)


@pytest.mark.parametrize(("kept", "own"), [("0" * 64, OWN), (None, bytes(32))])
def test_a_record_other_than_what_was_kept_is_refused(kept: str | None, own: bytes) -> None:
    with pytest.raises(BrokenPromise):
        check_record(write_record(sealed_table()), "table-7", kept, 0, own)


def test_a_list_must_hold_ones_own_promise_and_fit_its_commitment() -> None:
    told = write_record(sealed_table())["fairness"]
    people = {place: part["commitment"] for place, part in told["people"].items()}
    frozen = {"host": told["host"], "people": people, "commitment": told["commitment"]}
    assert check_list(frozen, "table-7", 0, OWN) == told["commitment"]
    for changed, own in ((frozen, bytes(32)), ({**frozen, "host": "0" * 64}, OWN)):
        with pytest.raises(BrokenPromise):
            check_list(changed, "table-7", 0, own)


# What is seen


def some_view(decision: int, heard: list[int]) -> Seen:
    """A view with what was heard of some decisions."""
    events = [Heard(number, "plays", 0, [], 0, -1, -1, "") for number in heard]
    return Seen(
        version=decision, id="t", game="rainbow", phase="running", settings={}, seats=[], you=0,
        host=False, commitment=None, commitments=None, decision=decision, to_move=0,
        waiting_for=[0], due=None, asked=False, answered=None, view=None, legal=[], now="",
        clauses=[], must=[], scores=None, result=None, heard=events, told=[], can_take_back=False,
        hints=False, next=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("missed", "then", "together"),
    [
        ((2, [0, 1]), (3, [2]), [0, 1, 2]),
        ((2, [0, 1]), (2, []), [0, 1]),
        ((2, [0, 1]), (1, []), [0]),  # the second was taken back
        ((2, [0, 1]), (2, [1]), [0, 1]),  # and another played
    ],
)
def test_a_view_that_nobody_looked_at_leaves_what_was_heard_to_the_next(
    missed: tuple[int, list[int]], then: tuple[int, list[int]], together: list[int]
) -> None:
    seen = some_view(*then).after(some_view(*missed))
    assert [each.number for each in seen.heard] == together


def test_a_view_has_every_field_of_the_message() -> None:
    settings = Settings(2, game("rainbow").options(2), "p0", ["person", "person"])
    stored = Stored("table", "rainbow", 1, vars(settings), bytes(32), "seating", 0.0)
    quiet = type("Quiet", (), {"room": Room(stored), "present": {}})()
    assert table_message(quiet, "p0", "en").keys() - KNOWN[Seen] == {"type"}


def test_the_client_loads_neither_the_rules_nor_the_server() -> None:
    code = "import sys, moonbow.client; print(*(set(sys.modules) & {'numba', 'numpy', 'fastapi'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
