"""Names, cookies, and links to other devices."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from moonbow.games.errors import Refused
from moonbow.server import people
from moonbow.server.people import clean_name, server_key
from server_kit import Person, serving


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("A\u0301da", "\u00c1da"),
        ("Ada\u202e\u200b\x00\n", "Ada"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("\U0001f308", "\U0001f308"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_kept_as_it_can_be_shown(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "x" * 41, "\U0001f308" * 10_000])
def test_what_is_no_name_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(typed)
    assert refused.value.code == "bad-name"


def test_a_name_is_escaped_where_it_is_shown(client: TestClient) -> None:
    person = Person(client, "<b>Ada</b>")
    page = person.get("/", accept="text/html").text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in page
    assert "<b>Ada</b>" not in page


def test_a_cookie_cannot_be_read_by_scripts_or_sent_from_other_sites(client: TestClient) -> None:
    response = client.post("/api/name", json={"name": "Ada"})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize("cookie", ["", "x", "a.b", "moonbow", "'; drop table person"])
def test_a_cookie_that_was_tampered_with_is_a_strangers(client: TestClient, cookie: str) -> None:
    stranger = Person(client)
    stranger.headers["cookie"] = f"moonbow={cookie}"
    response = stranger.post("/api/device", {})
    assert (response.status_code, response.json()["code"]) == (401, "no-name")


def test_a_person_may_take_another_name(client: TestClient) -> None:
    person = Person(client, "Ada")
    assert person.post("/api/name", {"name": "Countess"}).json() == {"name": "Countess"}
    assert "Countess" in person.get("/", accept="text/html").text


def token_of(person: Person) -> str:
    """The token of a link to another device; it stands in the fragment, which no server sees."""
    told = person.post("/api/device", {}).json()
    assert told["qr"].startswith("<svg")
    address, _, token = told["link"].partition("#")
    assert address.endswith("/device")
    return str(token)


def test_a_link_carries_a_person_to_another_device_once(client: TestClient) -> None:
    token = token_of(Person(client, "Ada"))
    phone = Person(client)
    assert phone.post("/api/device/claim", {"token": token}).json() == {"name": "Ada"}
    again = Person(client).post("/api/device/claim", {"token": token})
    assert (again.status_code, again.json()["code"]) == (400, "bad-link")


def test_a_link_is_good_for_five_minutes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = token_of(Person(client, "Ada"))
    monkeypatch.setattr(people, "LINK_LIFE", -1)
    response = Person(client).post("/api/device/claim", {"token": token})
    assert response.json()["code"] == "bad-link"


def test_a_link_that_was_used_cannot_be_used_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        token = token_of(Person(client, "Ada"))
        assert Person(client).post("/api/device/claim", {"token": token}).status_code == 200
    with serving(tmp_path) as client:
        again = Person(client).post("/api/device/claim", {"token": token})
    assert again.json()["code"] == "bad-link"


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "\u2603", "W10.x.y"])
def test_a_token_that_is_none_is_refused(client: TestClient, token: str) -> None:
    assert Person(client).post("/api/device/claim", {"token": token}).json()["code"] == "bad-link"


def test_the_key_that_signs_cookies_is_its_owners_alone(tmp_path: Path) -> None:
    key = server_key(tmp_path)
    assert len(key) == 64
    assert server_key(tmp_path) == key
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
