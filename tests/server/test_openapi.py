"""The HTTP part does what its description says, whatever is sent to it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient

from moonbow.server.app import create_app
from moonbow.server.limits import Limit
from server_kit import Person, at_once

BEYOND: list[Any] = [positive_data_acceptance]
"""No description says which tokens are fresh, or which options fit each other."""

ADDRESSES = (
    "GET /api/games",
    "POST /api/name",
    "POST /api/language",
    "POST /api/device",
    "POST /api/device/claim",
    "POST /api/tables",
    "GET /api/tables/{game_id}/link",
    "GET /api/tables/{game_id}/record",
    "GET /api/tables/{game_id}/replay",
    "GET /api/tables/{game_id}/review",
)


@cache
def operations() -> dict[str, Any]:
    """What the description has, by address."""
    schema = schemathesis.openapi.from_dict(create_app(Path(), prepare=lambda: None).openapi())
    found = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    return {str(each.label): each for each in found}


def test_every_address_is_described() -> None:
    assert tuple(operations()) == ADDRESSES


class Visited:
    """A server with somebody named, and with tables in every phase."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.ada = Person(client, "Ada")
        seats = ["person", "bot:random"]
        self.tables = [self.ada.make("rainbow", seats, options={"hand_size": 2}) for _ in range(3)]
        for table in self.tables[1:]:
            with self.ada.at(table) as line:
                line.sit(0)
                line.ask("start")
                line.open()
                line.until(lambda seen: seen["phase"] == "running")
                while table == self.tables[2] and line.seen["phase"] != "over":
                    line.until(lambda seen: seen["to_move"] == 0 or seen["phase"] == "over")
                    if line.seen["phase"] != "over":
                        line.play(line.seen["legal"][0])
                        line.hello()

    def answer(self, case: schemathesis.Case[Any], named: bool) -> Any:
        """What comes back."""
        sent = case.as_transport_kwargs(base_url="http://testserver")
        if isinstance(sent.get("data"), bytes | str):
            sent["content"] = sent.pop("data")
        headers = {**sent.pop("headers"), **(self.ada.headers if named else {})}
        self.client.cookies.clear()
        for name, value in sent.pop("cookies").items():
            self.client.cookies.set(name, value)
        return self.client.request(**sent, headers=headers)


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visited]:
    app = create_app(tmp_path_factory.mktemp("api"), prepare=lambda: None)
    with pytest.MonkeyPatch.context() as patch, TestClient(app) as client:
        at_once(patch)
        app.state.services.limit = Limit(rate=1e9, burst=10**9)
        yield Visited(client)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_is_as_described(visited: Visited, address: str) -> None:
    operation = operations()[address]
    kinds = (
        list(GenerationMode) if "POST" in address and operation.body else [GenerationMode.POSITIVE]
    )

    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        case=st.one_of([operation.as_strategy(generation_mode=kind) for kind in kinds]),
        named=st.booleans(),
        table=st.one_of(st.none(), st.sampled_from(visited.tables)),
    )
    def check(case: schemathesis.Case[Any], named: bool, table: str | None) -> None:
        if table and case.path_parameters:
            case.path_parameters["game_id"] = table
        case.validate_response(visited.answer(case, named), excluded_checks=BEYOND)

    check()
