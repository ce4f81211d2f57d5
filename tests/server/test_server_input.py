"""Whatever is sent in is refused with a reason in plain words, and the table goes on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from moonbow.server.limits import Limit
from server_kit import Person, at_once, serving


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    at_once(monkeypatch)
    with serving(tmp_path) as found:
        yield found


NO_MESSAGES: list[str] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"play"',
    "{}",
    '{"type": "play"}',
    '{"type": "dance", "id": "1"}',
    '{"type": "hello"}',
    '{"type": "hello", "id": ""}',
    '{"type": "hello", "id": 7}',
    '{"type": "hello", "id": "x", "version": -1}',
    '{"type": "hello", "id": "x", "version": "1"}',
    '{"type": "hello", "id": "x", "language": "fr"}',
    '{"type": "hello", "id": "x", "more": 1}',
    '{"type": "play", "id": "x", "decision": 0, "actions": []}',
    '{"type": "play", "id": "x", "decision": 0, "actions": "1"}',
    '{"type": "play", "id": "x", "decision": 0, "actions": [1]}',
    '{"type": "play", "id": "x", "decision": true, "actions": ["1"]}',
    '{"type": "sit", "id": "x", "seat": 0, "commitment": "xyz"}',
    '{"type": "sit", "id": "x", "seat": 99, "commitment": "' + "0" * 64 + '"}',
    '{"type": "open", "id": "x", "bytes": "' + "g" * 64 + '"}',
    '{"type": "arrange", "id": "x", "decision": 0, "target": ["' + "1" * 300 + '"]}',
    "\ud83c\udf08" * 100,
    "[" * 10_000,
    '{"type": "hello", "id": "' + "x" * 70_000 + '"}',
]


@pytest.mark.parametrize("text", NO_MESSAGES, ids=lambda text: ascii(text)[:40])
def test_what_is_no_message_is_refused_and_the_table_goes_on(client: TestClient, text: str) -> None:
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"])
    with person.at(table) as line:
        line.socket.send_text(text)
        answer = line.receive()
        assert (answer["type"], answer["code"]) == ("error", "bad-message")
        assert answer["words"] == "The message was not understood."
        assert 0 < len(answer["detail"]) <= 200
        assert len(answer["detail"].splitlines()) == 1
        assert line.sit(0)["type"] == "ack"


def test_too_many_messages_are_refused_and_later_ones_carried_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moonbow.server.socket.BURST", 60)
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "person"])
    with person.at(table) as line:
        codes = set()
        for _ in range(100):
            codes.add(line.ask("start").get("code"))
        assert codes == {"seats-free", "too-fast"}


def test_a_table_that_there_is_not_is_closed_at_once(client: TestClient) -> None:
    with client.websocket_connect("/ws/table/nowhere") as socket:
        message = json.loads(socket.receive_text())
    assert (message["type"], message["words"]) == ("closed", "There is no such table.")


def test_a_socket_from_another_site_is_not_opened(client: TestClient) -> None:
    person = Person(client, "Ada")
    table = person.make("rainbow", ["person", "bot:random"])
    headers = {**person.headers, "origin": "https://elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/ws/table/{table}", headers=headers),
    ):
        pass


def table(**changed: Any) -> dict[str, Any]:
    """A table that could be made, but for what is changed."""
    return {"game": "rainbow", "players": 2, "seats": ["person", "bot:random"], **changed}


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (table(game="chess"), "body.game"),
        (table(game=["rainbow"]), "body.game"),
        (table(players=7), "body.players"),
        (table(players="2"), "body.players"),
        (table(seats=["person"]), "seats: 1; expected one for each of 2"),
        (table(seats=["bot:random", "bot:random"]), "seats: bots only"),
        (table(seats=["person", "bot:best"]), "expected person, bot:drizzle"),
        (table(seats=["person", "x" * 400]), "body.seats.1"),
        (table(options={"leader": 9}), "leader: 9"),
        (table(options={"nonsense": 1}), "nonsense"),
        (table(options=[1]), "body.options"),
        (table(clock=7), "clock: 7; expected one of (None, 30, 120, 86400)"),
        (table(grace=7), "grace: 7; expected one of (60, 30, 300, None)"),
        (table(spectators="always"), "body.spectators"),
        (table(more=1), "body.more"),
        ([], "body"),
        (None, "body"),
        ("table", "body"),
    ],
    ids=lambda given: json.dumps(given)[:60],
)
def test_a_table_that_cannot_be_is_not_made_and_it_is_said_what_was_wrong(
    client: TestClient, body: Any, where: str
) -> None:
    response = Person(client, "Ada").post("/api/tables", body)
    told = response.json()
    assert (response.status_code, set(told)) == (400, {"code", "words", "detail"})
    assert where in told["detail"]
    assert len(told["detail"].splitlines()) == 1


def test_who_has_no_name_makes_no_table(client: TestClient) -> None:
    response = Person(client).post("/api/tables", table())
    assert (response.status_code, response.json()["code"]) == (401, "no-name")


@pytest.mark.parametrize(
    "text", ["", "{", "\x00", "[]" * 10, '{"name": 7}', '{"name": "x", "y": 1}']
)
def test_a_body_that_is_no_name_is_refused(client: TestClient, text: str) -> None:
    response = client.post("/api/name", content=text, headers={"content-type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (400, "bad-request")


def test_a_body_that_is_too_long_is_not_read(client: TestClient) -> None:
    response = client.post("/api/name", json={"name": "x" * 100_000})
    assert response.json()["code"] == "too-long"


def test_a_request_from_another_site_is_refused(client: TestClient) -> None:
    headers = {"origin": "https://elsewhere.example"}
    response = client.post("/api/name", json={"name": "Ada"}, headers=headers)
    assert response.json()["code"] == "other-origin"


def test_too_many_requests_are_refused(client: TestClient) -> None:
    person = Person(client, "Ada")
    codes = {person.post("/api/language", {"language": "en"}).status_code for _ in range(60)}
    assert codes == {200, 429}


@pytest.mark.parametrize(
    "address", ["/nowhere", "/table/nowhere", "/rules/chess", "/catalog/fr.json"]
)
def test_a_page_that_there_is_not_says_so_in_the_persons_language(
    client: TestClient, address: str
) -> None:
    response = client.get(address, headers={"accept": "text/html", "accept-language": "de"})
    assert response.status_code == 404
    assert "gibt es nicht" in response.text


def test_every_answer_forbids_what_a_page_does_not_need(client: TestClient) -> None:
    for address in ("/", "/api/games", "/nowhere"):
        headers = client.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_bucket_fills_again_with_time() -> None:
    now = [0.0]
    limit = Limit(rate=2, burst=3, clock=lambda: now[0])
    assert [limit.allows("x") for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [limit.allows("x") for _ in range(2)] == [True, False]
    assert limit.allows("y")


def test_buckets_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonbow.server.limits.MOST_BUCKETS", 3)
    now = [0.0]
    limit = Limit(rate=1, burst=2, clock=lambda: now[0])
    for key in range(5):
        limit.allows(key)
    now[0] = 10.0
    limit.allows("one more")
    assert len(limit._buckets) == 1
