"""What people may do at a table, and what is refused."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from moonbow.bots.bot import Budget
from moonbow.bots.search_bot import SearchBot
from moonbow.games import rainbow
from moonbow.games.game import State
from moonbow.server import live
from moonbow.server.writer import Change, NotStoredError
from server_kit import Line, Person, at_once, serving


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose bots do not wait."""
    at_once(monkeypatch)
    with serving(tmp_path) as found:
        yield found


def against_bots(client: TestClient, game: str = "rainbow", **chosen: Any) -> tuple[Person, str]:
    """A person with a table of two, the other seat a bot's."""
    person = Person(client, "Ada")
    return person, person.make(game, ["person", "bot:random"], **chosen)


def playing(line: Line) -> Line:
    """The person has sat down and the cards are dealt."""
    assert line.sit(0)["type"] == "ack"
    line.until(lambda seen: seen["phase"] == "opening")
    assert line.open()["type"] == "ack"
    line.until(lambda seen: seen["legal"] or seen["phase"] == "over")
    return line


def play_on(line: Line) -> None:
    """The person plays what comes first, to the end."""
    while line.seen["phase"] != "over":
        if line.seen["legal"]:
            before = line.seen["version"]
            line.play(line.seen["legal"][0])
            line.catch_up(before + 1)
        else:
            line.receive()


@contextmanager
def two_playing(client: TestClient) -> Iterator[tuple[Line, Line]]:
    """Two people at a table of Rainbow; the first is to lead."""
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    table = ada.make("rainbow", ["person", "person"], options={"leader": 0})
    with ada.at(table) as hers, carl.at(table) as his:
        hers.sit(0)
        his.sit(1)
        hers.ask("start")
        for line in (hers, his):
            line.until(lambda seen: seen["phase"] == "opening")
            line.open()
        hers.until(lambda seen: seen["legal"])
        yield hers, his


def refused(message: dict[str, Any]) -> str:
    """Why a message was not carried out."""
    assert message["type"] == "error", message
    assert message["words"]
    return str(message["code"])


# Seats


def test_a_table_against_bots_begins_as_soon_as_its_person_sits(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        seen = playing(line).seen
        assert (seen["phase"], seen["you"], seen["host"]) == ("running", 0, True)
        assert [seat["kind"] for seat in seen["seats"]] == ["person", "bot"]
        assert seen["view"]["hands"][1].startswith("?")


def test_two_people_see_each_other_come_and_go(client: TestClient) -> None:
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    table = ada.make("rainbow", ["person", "person"])
    with ada.at(table) as hers:
        hers.sit(0)
        with carl.at(table) as his:
            his.sit(1)
            seen = hers.until(lambda seen: seen["seats"][1]["kind"] == "person")
            assert (seen["seats"][1]["name"], seen["seats"][1]["here"]) == ("Carl", True)
        hers.until(lambda seen: not seen["seats"][1]["here"])


def test_a_seat_that_is_taken_stays_taken(client: TestClient) -> None:
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    table = ada.make("rainbow", ["person", "person"])
    with ada.at(table) as hers, carl.at(table) as his:
        hers.sit(0)
        assert refused(his.sit(0)) == "seat-taken"
        assert refused(his.sit(5)) == "no-seat"
        assert his.sit(1)["type"] == "ack"
        assert refused(his.ask("start")) == "not-host"


def test_the_host_puts_bots_on_free_seats_and_takes_them_away(client: TestClient) -> None:
    ada = Person(client, "Ada")
    table = ada.make("rainbow", ["person"] * 3)
    with ada.at(table) as line:
        line.sit(0)
        assert refused(line.ask("start")) == "seats-free"
        assert line.ask("bot", seat=1, level="random")["type"] == "ack"
        assert line.ask("bot", seat=2, level="random")["type"] == "ack"
        assert line.ask("bot", seat=2, level=None)["type"] == "ack"
        assert refused(line.ask("bot", seat=0, level="random")) == "seat-taken"
        assert refused(line.ask("bot", seat=2, level="best")) == "unknown-bot"
        seats = line.until(lambda seen: seen["seats"][2]["kind"] == "free")["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "bot", "free"]


def test_who_gets_up_before_the_game_leaves_the_seat_free(client: TestClient) -> None:
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    table = ada.make("rainbow", ["person", "person"])
    with carl.at(table) as line:
        line.sit(1)
        assert line.ask("leave")["type"] == "ack"
        assert line.until(lambda seen: seen["you"] < 0)["seats"][1]["kind"] == "free"


# Decisions


def test_a_decision_sent_twice_is_played_once(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        seen = playing(line).seen
        decision, action = seen["decision"], seen["legal"][0]
        for _ in range(3):
            again = line.ask("play", "the-same", decision=decision, actions=[action])
            assert again["type"] == "ack"
        line.until(lambda now: now["decision"] > decision)
    with person.at(table) as line:
        mine = [each for each in line.seen["heard"] if each["player"] == 0]
        assert len([each for each in mine if each["kind"] == "plays"]) == 1


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_decision_that_is_not_asked_any_more_is_refused(client: TestClient, off: int) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        seen = playing(line).seen
        decision = max(0, seen["decision"] + off)
        if decision == seen["decision"]:
            decision += 1
        wrong = line.ask("play", decision=decision, actions=seen["legal"][:1])
        assert refused(wrong) == "stale-decision"


@pytest.mark.parametrize("action", ["9", "nonsense", "+9", "1" * 60, "\ud83c\udf08"])
def test_an_action_that_may_not_be_played_is_refused(client: TestClient, action: str) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        seen = playing(line).seen
        assert refused(line.play(action))
        assert line.play(seen["legal"][0])["type"] == "ack"


def test_nobody_plays_for_somebody_else(client: TestClient) -> None:
    with two_playing(client) as (hers, his):
        his.until(lambda seen: seen["phase"] == "running")
        assert refused(his.play("1")) == "not-your-decision"
        stranger = Person(client, "Eve")
        with stranger.at(hers.table) as line:
            assert refused(line.play("1")) == "not-seated"
            assert line.seen["view"] is None


def test_a_decision_can_be_taken_back_until_another_acts(client: TestClient) -> None:
    with two_playing(client) as (hers, his):
        before = hers.until(lambda seen: seen["legal"])
        hers.play(before["legal"][0])
        after = hers.until(lambda seen: seen["decision"] == 1)
        assert after["can_take_back"]
        assert hers.ask("take_back", decision=1)["type"] == "ack"
        back = hers.until(lambda seen: seen["decision"] == 0)
        assert back["view"] == before["view"]
        his.until(lambda seen: seen["decision"] == 0 and seen["version"] >= back["version"])
        assert refused(his.ask("take_back", decision=0)) == "nothing-to-take-back"


# Away and back


def test_a_bot_decides_for_who_is_away_and_gives_the_seat_back(client: TestClient) -> None:
    with two_playing(client) as (hers, _):
        found = client.app.state.services.house.tables[hers.table]  # type: ignore[attr-defined]
        object.__setattr__(found.room.settings, "grace", 0)
        away, mover = hers.person, hers.seen["to_move"]
        assert mover == 0
    with Person(client, "Eve").at(hers.table) as other:
        other.until(lambda seen: seen["seats"][0]["taken_over"] or seen["phase"] == "over")
    with away.at(hers.table) as line:
        if line.seen["phase"] == "running":
            assert line.ask("return")["type"] == "ack"
            line.until(lambda seen: not seen["seats"][0]["taken_over"])


def test_a_clock_that_has_run_out_lets_a_bot_decide(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        playing(line)
        found = client.app.state.services.house.tables[table]  # type: ignore[attr-defined]
        object.__setattr__(found.room.settings, "clock", 0.05)
        found._changed.set()
        line.until(lambda seen: seen["seats"][0]["taken_over"] or seen["phase"] == "over")


def test_a_reloaded_page_shows_the_same(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        before = playing(line).seen
    with person.at(table) as line:
        for key in ("view", "legal", "decision", "now", "you", "commitment"):
            assert line.seen[key] == before[key]


def test_a_page_that_has_the_newest_version_hears_nothing_again(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        seen = playing(line).seen
        line.play(seen["legal"][0])
        line.catch_up(seen["version"] + 1)
        newest = line.until(lambda now: now["legal"] or now["phase"] == "over")
        assert line.hello(version=newest["version"])["heard"] == []
        assert line.hello(version=seen["version"])["heard"]


# Bots that fail


class BadBot:
    """Takes too long, fails, or plays what is not legal."""

    name = "bad"

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def choose(self, view: State, legal: list[int], budget: Budget) -> int:
        if self.fault == "slow":
            time.sleep(0.3)
        if self.fault == "raises":
            raise RuntimeError("no idea")
        return -1 if self.fault == "illegal" else legal[0]


@pytest.mark.parametrize("thumbs_fail", [False, True])
@pytest.mark.parametrize("fault", ["slow", "raises", "illegal"])
def test_a_bot_that_fails_stops_no_table(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: str,
    thumbs_fail: bool,
) -> None:
    monkeypatch.setattr(live, "THINKING_TIME", 0.05)
    monkeypatch.setattr(live, "new_bot", lambda *_: BadBot(fault))
    if thumbs_fail:
        monkeypatch.setattr(live, "ThumbsBot", lambda _: BadBot("raises"))
    person, table = against_bots(client, options={"hand_size": 2, "leader": 1})
    with person.at(table) as line:
        play_on(playing(line))
    actions = person.get(f"/api/tables/{table}/record").json()["actions"]
    assert len(actions) > 4
    mine = [each for each in caplog.messages if "bot random" in each]
    assert mine
    assert all(len(each.splitlines()) == 1 for each in mine)


def test_a_bot_that_searches_too_long_plays_the_best_it_has_found(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = []

    class Deep(SearchBot):
        """Would search for hours."""

        def choose(self, *asked: Any) -> int:
            chosen.append(super().choose(*asked))
            return chosen[-1]

    monkeypatch.setattr(live, "THINKING_TIME", 0.05)
    monkeypatch.setattr(live, "BUDGET", Budget())
    monkeypatch.setattr(live, "new_bot", lambda *_: Deep(0, "deep", 10**9))
    person, table = against_bots(client, options={"hand_size": 2, "leader": 1})
    with person.at(table) as line:
        play_on(playing(line))
    assert chosen
    assert not [each for each in caplog.messages if "bot random" in each]


# After the game


def test_the_same_people_may_play_again(client: TestClient) -> None:
    person, table = against_bots(client, options={"hand_size": 1, "ranks": 3, "copies": 4})
    with person.at(table) as line:
        play_on(playing(line))
        answer = line.ask("again")
        assert answer["table"] != table
        assert line.until(lambda seen: seen["next"])["next"] == answer["table"]
    with person.at(answer["table"]) as line:
        assert playing(line).seen["phase"] == "running"


def test_tables_that_are_over_are_not_kept_at_hand_for_ever(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moonbow.server.live.MOST_AT_REST", 2)
    house = client.app.state.services.house  # type: ignore[attr-defined]
    over = []
    short = {"hand_size": 1, "ranks": 3, "copies": 4}
    for _ in range(4):
        person, table = against_bots(client, options=short, spectators="after")
        with person.at(table) as line:
            play_on(playing(line))
        over.append(table)
    person, running = against_bots(client)
    with person.at(running) as line:
        playing(line)
    assert [table for table in over if table in house.tables] == over[2:]
    with person.at(over[0]) as looking, person.at(over[1]):
        assert looking.seen["phase"] == "over"
        for table in over[2:]:
            assert person.get(f"/api/tables/{table}/record").status_code == 200
        assert set(house.tables) == {running, *over}
    assert person.get(f"/api/tables/{over[0]}/replay").status_code == 200
    with person.at(against_bots(client)[1]):
        assert [table for table in over if table in house.tables] == [over[0], over[3]]
    assert running in house.tables


def test_record_and_replay_are_for_after_the_game(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table) as line:
        playing(line)
        for what in ("record", "replay"):
            response = person.get(f"/api/tables/{table}/{what}")
            assert (response.status_code, response.json()["code"]) == (403, "not-yet")


@pytest.mark.parametrize(("spectators", "status"), [("off", 403), ("after", 200), ("live", 200)])
def test_record_and_replay_are_for_those_who_may_look_on(
    client: TestClient, spectators: str, status: int
) -> None:
    options = {"hand_size": 1, "ranks": 3, "copies": 4}
    person, table = against_bots(client, options=options, spectators=spectators)
    with person.at(table) as line:
        play_on(playing(line))
    other, nobody = Person(client, "Eve"), Person(client)
    for what in ("record", "replay"):
        address = f"/api/tables/{table}/{what}"
        assert person.get(address).status_code == 200
        for stranger in (other, nobody):
            response = stranger.get(address)
            assert response.status_code == status
            assert status == 200 or response.json()["code"] == "players-only"


def test_what_happened_is_told_in_the_language_of_the_page(client: TestClient) -> None:
    person, table = against_bots(client)
    with person.at(table, "de") as line:
        playing(line)
        assert "spiel" in line.seen["now"]
        line.play(line.seen["legal"][0])
        while "Du spielst" not in json.dumps(line.seen["told"], ensure_ascii=False):
            line.receive()


def test_thinking_that_fails_ends_in_a_legal_action(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise ArithmeticError("no idea")

    monkeypatch.setattr(live, "new_bot", lambda *_: type("Lost", (), {"choose": fail})())
    person, table = against_bots(client)
    with person.at(table) as line:
        before = playing(line).seen["decision"]
        line.play(line.seen["legal"][0])
        line.until(lambda seen: seen["decision"] >= before + 2)
    assert "no idea" in caplog.text


def test_a_bot_tries_again_where_its_decision_could_not_be_stored(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = client.app.state.services.house.writer  # type: ignore[attr-defined]
    write = writer.write
    refused: list[Change] = []

    async def write_at_third(change: Change) -> None:
        if any(event.by == "bot" for event in change.events) and len(refused) < 2:
            refused.append(change)
            raise NotStoredError("database or disk is full")
        await write(change)

    monkeypatch.setattr(live, "RETRY_AFTER", 0.01)
    monkeypatch.setattr(writer, "write", write_at_third)
    person, table = against_bots(client)
    with person.at(table) as line:
        before = playing(line).seen["decision"]
        line.play(line.seen["legal"][0])
        line.until(lambda seen: seen["decision"] >= before + 2)
    assert len(refused) == 2


# The first page


def test_the_first_page_lists_open_tables_and_ones_own_games(client: TestClient) -> None:
    ada, carl = Person(client, "Ada"), Person(client, "Carl")
    listed = ada.make("rainbow", ["person", "person"], listed=True)
    hidden = ada.make("rainbow7", ["person", "person"])
    with ada.at(listed) as line:
        line.sit(0)
    hers = ada.get("/", accept="text/html").text
    his = carl.get("/", accept="text/html").text
    assert f"/table/{listed}" in hers
    assert f"/table/{listed}" in his
    assert hidden not in hers + his


def test_a_game_that_is_over_is_listed_among_the_last(client: TestClient) -> None:
    person, table = against_bots(client, options={"hand_size": 1, "ranks": 3, "copies": 4})
    with person.at(table) as line:
        playing(line)
        assert table in person.get("/", accept="text/html").text
        play_on(line)
    going_on, _, last = person.get("/", accept="text/html").text.partition("Your last games")
    assert table not in going_on
    assert table in last
    record = person.get(f"/api/tables/{table}/record").json()
    winners = [place for place, share in enumerate(record["result"]["returns"]) if share]
    alone = "You win!" if winners[0] == 0 else f"{record['names'][winners[0]]} wins."
    assert (alone if len(winners) == 1 else "Shared victory") in last


def test_a_game_that_is_over_is_listed_also_where_these_are_not_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once(monkeypatch)
    with serving(tmp_path) as client:
        person, table = against_bots(client, options={"hand_size": 1, "ranks": 3, "copies": 4})
        with person.at(table) as line:
            play_on(playing(line))
    monkeypatch.setattr(rainbow, "RULES_VERSION", rainbow.RULES_VERSION + 1)
    with serving(tmp_path) as client:
        person.client = client
        page = person.get("/", accept="text/html")
    assert page.status_code == 200
    assert table in page.text
