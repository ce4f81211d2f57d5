"""The server: what answers to which address."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import segno
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import moonbow
from moonbow.bots.names import LEVELS, USUAL_LEVEL
from moonbow.games.errors import Refused, shown
from moonbow.games.game import GAMES
from moonbow.lab.warm import warm
from moonbow.messages import LANGUAGES, Catalog
from moonbow.server import pages, words
from moonbow.server.choices import GRACES, games_told, settings_of
from moonbow.server.limits import Limit
from moonbow.server.live import House, Visitor
from moonbow.server.messages import BadInput
from moonbow.server.people import COOKIE, People, server_key
from moonbow.server.room import OPENING, OVER, RUNNING, SEATING, Room
from moonbow.server.socket import talk
from moonbow.server.store import (
    DATABASE,
    GAME,
    Stored,
    find_games,
    open_database,
    reading,
    seats_of,
)
from moonbow.server.views import replay_told
from moonbow.server.words import refused
from moonbow.server.writer import Writer
from moonbow.table.record import write_record

LOG = logging.getLogger("moonbow.server")

MOST_BODY = 16_384
"""Bytes of a request."""

LEAST_PACKED = 500
"""Bytes of an answer that is worth compressing."""

LANGUAGE_COOKIE = "moonbow-language"
YEAR = 365 * 86_400
GOING_ON = (SEATING, OPENING, RUNNING)
MOST_FINISHED = 5
"""How many finished games the first page lists."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
REFUSED = "Refused: the reason as a code, and in words in the language of whoever asked"
STATUS = {
    "no-name": 401,
    "not-yet": 403,
    "players-only": 403,
    "no-review-yet": 403,
    "no-table": 404,
    "old-rules": 410,
    "too-fast": 429,
    "not-stored": 503,
    "no-review": 503,
}


@dataclass
class Services:
    """What the addresses share."""

    house: House
    people: People
    limit: Limit
    address: str | None  # by which other devices reach the server, where that is known


class Body(BaseModel):
    """What a page sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NameBody(Body):
    """A name."""

    name: Annotated[str, Field(max_length=400)]


class LanguageBody(Body):
    """A language."""

    language: Literal["en", "de"]


class ClaimBody(Body):
    """The token of a link from another device."""

    token: Annotated[str, Field(max_length=300)]


class Refusal(BaseModel):
    """Why something was refused."""

    code: str
    words: str
    detail: str | None = None  # where the input was wrong, and what was expected


class TableBody(Body):
    """A table to be made."""

    game: Literal[tuple(GAMES)]  # type: ignore[valid-type]
    players: Annotated[int, Field(ge=2, le=6)]
    seats: Annotated[list[Annotated[str, Field(max_length=30)]], Field(max_length=6)]
    options: dict[str, Any] = {}
    clock: int | None = None
    grace: int | None = GRACES[0]
    listed: bool = False
    spectators: Literal["off", "after", "live"] = "off"
    hints: bool = False


def create_app(
    folder: Path, prepare: Callable[[], object] = warm, address: str | None = None
) -> FastAPI:
    """The application that keeps its data in a folder; pages are there while it loads the rules.

    Links that are meant for others begin with `address`, or with what the browser called it.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = await asyncio.to_thread(open_database, folder / DATABASE)
        writer = Writer(engine)
        writing = asyncio.create_task(writer.run())
        house = House(engine, writer)
        people = People(engine, writer, server_key(folder))
        app.state.services = Services(house, people, Limit(rate=5, burst=40), address)
        opening = asyncio.create_task(house.open(prepare))
        yield
        house.closing = True
        if not house.ready.is_set():
            opening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await opening
        await house.close()
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writing
        await engine.dispose()

    app = FastAPI(
        title="Moonbow",
        version=moonbow.__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={
            "4XX": {"model": Refusal, "description": REFUSED},
            503: {
                "model": Refusal,
                "description": "Not stored, or a review has failed; nothing has changed",
            },
        },
    )
    app.middleware("http")(guard)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_PACKED, compresslevel=6)
    app.add_exception_handler(Refused, told_refusal)
    app.add_exception_handler(RequestValidationError, told_bad_request)
    app.add_exception_handler(HTTPException, told_error)
    app.mount("/static", Kept(directory=pages.STATIC), name="static")
    add_pages(app)
    add_api(app)
    add_tables(app)
    app.add_api_websocket_route("/ws/table/{game_id}", table_socket)
    return app


class Kept(StaticFiles):
    """Files under an address with their version: the browser keeps them for ever."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """The file behind `VERSION/name`."""
        version, _, name = path.partition("/")
        response = await super().get_response(name, scope)
        if version == pages.static_version():
            response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        return response


# Every request


async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Limits, the check of where a request comes from, and the headers of every answer."""
    response = await refused_at_once(request) or await go_on(request)
    response.headers.update(HEADERS)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


async def refused_at_once(request: Request) -> Response | None:
    """The answer to what is not even read."""
    if request.method in ("GET", "HEAD"):
        return None
    if not same_origin(request.headers.get("origin"), request.headers.get("host")):
        return await told_refusal(request, Refused("other-origin", "from another site"))
    length = request.headers.get("content-length", "0")
    if (
        not length.isdecimal()
        or int(length) > MOST_BODY
        or "chunked" in request.headers.get("transfer-encoding", "")
    ):
        return await told_refusal(request, Refused("too-long", "the request is too long"))
    if not services(request).limit.allows(client_of(request)):
        return await told_refusal(request, Refused("too-fast", "too many requests"))
    return None


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    return origin is None or urlsplit(origin).netloc == host


def client_of(request: Request | WebSocket) -> str:
    """Whom limits are counted for."""
    return request.cookies.get(COOKIE) or (request.client.host if request.client else "")


def services(request: Request | WebSocket) -> Services:
    """What the addresses share."""
    found: Services = request.app.state.services
    return found


def language_of(request: Request | WebSocket) -> str:
    """The language that was chosen, or else the browser's first that there is."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    for part in request.headers.get("accept-language", "").split(","):
        wanted = part.split(";")[0].strip().lower()[:2]
        if wanted in LANGUAGES:
            return wanted
    return LANGUAGES[0]


async def visitor_of(request: Request | WebSocket) -> Visitor | None:
    """Whose request this is."""
    return await services(request).people.visitor(request.cookies.get(COOKIE))


async def named_visitor(request: Request) -> Visitor:
    """The same, for what needs a name. Raises Refused."""
    visitor = await visitor_of(request)
    if visitor is None:
        raise Refused("no-name", "say your name first")
    return visitor


# Errors


async def told_refusal(request: Request, error: Exception) -> Response:
    """A refusal with its reason, in the person's language."""
    assert isinstance(error, Refused)
    status = STATUS.get(error.code, 400)
    return answer_of(request, status, **refused(error, language_of(request)))


async def told_bad_request(request: Request, error: Exception) -> Response:
    """A body that is not what the address takes."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return await told_refusal(request, BadInput("bad-request", f"{shown(where)}: {first['msg']}"))


async def told_error(request: Request, error: Exception) -> Response:
    """An address that there is not, or a method that it does not have."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = Catalog(language_of(request))(f"server.error.{404 if status == 404 else 'any'}")
    code = "no-page" if status == 404 else "not-possible"
    return answer_of(request, status, code=code, words=words)


def answer_of(request: Request, status: int, **told: str) -> Response:
    """An error as a page for people, as JSON for pages and programs."""
    if request.url.path.startswith("/api") or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse(told, status)
    language = language_of(request)
    page = pages.render("error.html", language, status=status, words=told["words"], person=None)
    return HTMLResponse(page, status)


# Pages


def add_pages(app: FastAPI) -> None:
    """The pages around the table."""

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def home(request: Request) -> str:
        visitor, language = await visitor_of(request), language_of(request)
        house = services(request).house
        async with reading(house.engine) as connection:
            mine = GAME.c.id.in_(await seats_of(connection, visitor.id) if visitor else [])
            going_on = await find_games(connection, mine, GAME.c.phase.in_(GOING_ON))
            over = await find_games(connection, mine, GAME.c.phase == OVER)
            listed = GAME.c.settings["listed"].as_boolean()
            open_tables = await find_games(connection, ~mine, GAME.c.phase == SEATING, listed)
        own = [await table_shown(house, each, visitor, language) for each in going_on]
        return pages.render(
            "home.html",
            language,
            person=person_shown(visitor),
            levels=list(LEVELS),
            usual_level=USUAL_LEVEL,
            open_tables=[await table_shown(house, each, None, language) for each in open_tables],
            my_games=sorted(own, key=lambda shown: -shown["at"]),
            finished=[
                await finished_shown(house, each, visitor, language)
                for each in over[:MOST_FINISHED]
            ],
        )

    @app.get("/new", response_class=HTMLResponse, include_in_schema=False)
    async def new(request: Request) -> str:
        person = person_shown(await visitor_of(request))
        return pages.render("new.html", language_of(request), person=person)

    @app.get("/table/{game_id}", response_class=HTMLResponse, include_in_schema=False)
    async def table(request: Request, game_id: str) -> str:
        return await table_page(request, "table.html", game_id)

    @app.get("/replay/{game_id}", response_class=HTMLResponse, include_in_schema=False)
    async def replay(request: Request, game_id: str) -> str:
        return await table_page(request, "replay.html", game_id)

    @app.get("/rules/{game}", response_class=HTMLResponse, include_in_schema=False)
    async def rules(request: Request, game: str, fragment: int = 0) -> str:
        if game not in GAMES:
            raise HTTPException(404)
        language = language_of(request)
        body = pages.rules(game, language)
        if fragment:
            return str(body)
        return pages.render(
            "rules.html",
            language,
            person=person_shown(await visitor_of(request)),
            game=game,
            title=Catalog(language)(f"game.{game}"),
            short=pages.in_short(game, language),
            body=body,
        )

    @app.get("/device", response_class=HTMLResponse, include_in_schema=False)
    async def device(request: Request) -> str:
        person = person_shown(await visitor_of(request))
        return pages.render("device.html", language_of(request), person=person)

    @app.get("/catalog/{language}.json", include_in_schema=False)
    async def catalog(language: str) -> dict[str, str]:
        if language not in LANGUAGES:
            raise HTTPException(404)
        return pages.catalog(language)


async def table_page(request: Request, name: str, game_id: str) -> str:
    """A page for one table."""
    live = await services(request).house.table(game_id)
    language, game = language_of(request), live.room.stored.game
    return pages.render(
        name,
        language,
        person=person_shown(await visitor_of(request)),
        table_id=game_id,
        game=game,
        title=Catalog(language)(f"game.{game}"),
    )


def person_shown(visitor: Visitor | None) -> dict[str, str] | None:
    """A person as pages know them."""
    return {"name": visitor.name} if visitor else None


async def table_shown(
    house: House, stored: Stored, visitor: Visitor | None, language: str
) -> dict[str, Any]:
    """A table in a list; without its players and its turn while the rules are still loaded."""
    shown = {
        "id": stored.id,
        "title": Catalog(language)(f"game.{stored.game}"),
        "phase": stored.phase,
        "at": stored.created,
        "others": [],
        "my_turn": False,
    }
    if stored.phase != SEATING and not house.ready.is_set():
        return shown
    room = (await house.table(stored.id)).room
    seat = room.seat_of(visitor.id) if visitor else -1
    return {
        **shown,
        "at": room.at,
        "phase": room.phase,
        "players": len(room.seats),
        "seated": sum(each.kind != "free" for each in room.seats),
        "others": [
            each.name for place, each in enumerate(room.seats) if each.name and place != seat
        ],
        "my_turn": seat in room.awaited(),
    }


async def finished_shown(
    house: House, stored: Stored, visitor: Visitor | None, language: str
) -> dict[str, Any]:
    """A game that is over in a list; without its end where these are not its rules."""
    try:
        shown = await table_shown(house, stored, visitor, language)
    except Refused:
        return {"id": stored.id, "title": Catalog(language)(f"game.{stored.game}")}
    live = house.tables.get(stored.id)
    if live is not None and live.room.table is not None and visitor:
        company = words.company_of(live.room, live.room.seat_of(visitor.id), language)
        shown["ended"] = company.outcome(live.room.table.state.returns())
    return shown


# For pages and programs


def add_api(app: FastAPI) -> None:
    """What pages ask for apart from moves."""

    @app.get("/api/games")
    async def games(request: Request) -> dict[str, Any]:
        """The games, their options and the levels of the bots."""
        return games_told(language_of(request))

    @app.post("/api/name")
    async def name(request: Request, body: NameBody) -> Response:
        """Gives the visitor a name; a stranger becomes a person."""
        people = services(request).people
        visitor = await people.rename(await visitor_of(request), body.name)
        return with_cookie(request, JSONResponse({"name": visitor.name}), visitor)

    @app.post("/api/language")
    async def language(request: Request, body: LanguageBody) -> Response:
        """Chooses the language of the pages."""
        response = JSONResponse({"language": body.language})
        response.set_cookie(LANGUAGE_COOKIE, body.language, max_age=YEAR, samesite="lax")
        return response

    @app.post("/api/device")
    async def device(request: Request) -> dict[str, str]:
        """A link that carries the visitor to another device, once, within five minutes."""
        visitor = await named_visitor(request)
        token = services(request).people.link_token(visitor)
        return link_told(f"{outside(request)}/device#{token}")

    @app.post("/api/device/claim")
    async def claim(request: Request, body: ClaimBody) -> Response:
        """Uses such a link."""
        visitor = await services(request).people.claim(body.token)
        return with_cookie(request, JSONResponse({"name": visitor.name}), visitor)


def with_cookie(request: Request, response: Response, visitor: Visitor) -> Response:
    """The answer that also says who the browser belongs to."""
    response.set_cookie(
        COOKIE,
        services(request).people.cookie_of(visitor),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


def outside(request: Request) -> str:
    """How others reach this server."""
    return services(request).address or str(request.base_url).rstrip("/")


def link_told(link: str) -> dict[str, str]:
    """A link, also as a code for a camera."""
    code = segno.make(link, error="m")
    return {
        "link": link,
        "qr": code.svg_inline(scale=4, border=2, dark="#000", omitsize=True),
    }


def add_tables(app: FastAPI) -> None:
    """What pages ask of one table apart from moves."""

    @app.post("/api/tables")
    async def make(request: Request, body: TableBody) -> dict[str, str]:
        """Makes a table."""
        visitor = await named_visitor(request)
        game, settings = settings_of(body.model_dump(), visitor.id)
        return {"id": await services(request).house.make(game, settings)}

    @app.get("/api/tables/{game_id}/link")
    async def link(request: Request, game_id: str) -> dict[str, str]:
        """The link to a table, also as a code for a camera."""
        await services(request).house.table(game_id)
        return link_told(f"{outside(request)}/table/{game_id}")

    @app.get("/api/tables/{game_id}/record")
    async def record(request: Request, game_id: str) -> dict[str, Any]:
        """The record of a game that is over."""
        room, _ = await finished(request, game_id)
        return write_record(room.table)  # type: ignore[arg-type]

    @app.get("/api/tables/{game_id}/replay")
    async def replay(request: Request, game_id: str) -> dict[str, Any]:
        """A game that is over, decision by decision, with every hand."""
        room, seat = await finished(request, game_id)
        return await asyncio.to_thread(replay_told, room, seat, language_of(request))

    @app.get("/api/tables/{game_id}/review")
    async def review(request: Request, game_id: str) -> dict[str, Any]:
        """How everybody's chances went in a game that is over, and which decisions cost what.

        It is made when it is first asked for; until then it says how far it is.
        """
        room, seat = await finished(request, game_id)
        reviews, language = services(request).house.reviews, language_of(request)
        return reviews.told(room, seat, language)


async def finished(request: Request, game_id: str) -> tuple[Room, int]:
    """A game that is over, with all cards, and the visitor's seat or -1. Raises Refused."""
    room = (await services(request).house.table(game_id)).room
    if room.phase != OVER:
        raise Refused("not-yet", "this is shown when the game is over")
    visitor = await visitor_of(request)
    seat = room.seat_of(visitor.id) if visitor else -1
    if seat < 0 and room.settings.spectators == "off":
        raise Refused("players-only", "this table is shown to its players only")
    return room, seat


async def table_socket(socket: WebSocket) -> None:
    """The socket of a table."""
    shared = services(socket)
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(1008)
        return
    visitor, language = await visitor_of(socket), language_of(socket)
    await socket.accept()
    await talk(socket, shared.house, socket.path_params["game_id"], visitor, language)
