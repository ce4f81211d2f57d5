"""Who somebody is: a name, asked once, in a signed cookie; a link that carries it elsewhere."""

import hashlib
import secrets
import time
import unicodedata
from pathlib import Path

import sqlalchemy as sa
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from sqlalchemy.ext.asyncio import AsyncEngine

from moonbow.games.errors import Refused
from moonbow.server.live import Visitor
from moonbow.server.store import PERSON, reading
from moonbow.server.writer import Change, NotStoredError, Writer
from moonbow.table.table import LONGEST_NAME

COOKIE = "moonbow"
LINK_LIFE = 300
"""Seconds for which the link to another device may be used, once."""


class People:
    """The persons a server knows."""

    def __init__(self, engine: AsyncEngine, writer: Writer, key: str) -> None:
        self._engine = engine
        self._writer = writer
        self._cookies = URLSafeSerializer(key, "cookie")
        # Which links were used is known as long as the server runs; so links end with it, too.
        self._links = URLSafeTimedSerializer(secrets.token_hex(32), "link")
        self._used: dict[str, float] = {}

    async def visitor(self, cookie: str | None) -> Visitor | None:
        """Whose cookie this is; None for a stranger, or for what was tampered with."""
        try:
            person = self._cookies.loads(cookie or "")
        except BadSignature:
            return None
        async with reading(self._engine) as connection:
            found = await connection.execute(sa.select(PERSON.c.name).where(PERSON.c.id == person))
            name = found.scalar()
        return None if name is None else Visitor(person, name)

    async def rename(self, visitor: Visitor | None, name: str) -> Visitor:
        """Gives a person a name; a stranger becomes a person. Raises Refused."""
        cleaned = clean_name(name)
        if visitor is None:
            visitor = Visitor(secrets.token_hex(16), cleaned)
            row = {"id": visitor.id, "name": cleaned, "created": time.time()}
            await self._write(sa.insert(PERSON), row)
        else:
            await self._write(
                sa.update(PERSON).where(PERSON.c.id == visitor.id).values(name=cleaned), {}
            )
        return Visitor(visitor.id, cleaned)

    async def _write(self, statement: sa.Executable, values: dict[str, object]) -> None:
        try:
            await self._writer.write(Change("", [], [(statement, values)]))
        except NotStoredError as error:
            raise Refused("not-stored", "this could not be stored; please try again") from error

    def cookie_of(self, visitor: Visitor) -> str:
        """The cookie that says who this is."""
        return str(self._cookies.dumps(visitor.id))

    def link_token(self, visitor: Visitor) -> str:
        """A token for another device, good once, for five minutes and until the server stops."""
        return str(self._links.dumps([visitor.id, secrets.token_hex(8)]))

    async def claim(self, token: str) -> Visitor:
        """Whose token this is; it is used up by that. Raises Refused."""
        refused = Refused("bad-link", "this link was used already, or is too old")
        word = hashlib.sha256(token.encode()).hexdigest()
        try:
            person, _ = self._links.loads(token, max_age=LINK_LIFE)
        except (BadSignature, ValueError, TypeError):
            raise refused from None
        now = time.monotonic()
        self._used = {old: at for old, at in self._used.items() if now - at < LINK_LIFE}
        if word in self._used:
            raise refused
        self._used[word] = now
        visitor = await self.visitor(self.cookie_of(Visitor(person, "")))
        if visitor is None:
            raise refused
        return visitor


def clean_name(name: str) -> str:
    """A name as it is shown: on one line, without signs that nobody sees. Raises Refused."""
    kept = [
        letter
        for letter in unicodedata.normalize("NFC", name)
        if letter == " " or (letter.isprintable() and unicodedata.category(letter)[0] != "Z")
    ]
    cleaned = " ".join("".join(kept).split())
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise Refused("bad-name", f"a name has 1 to {LONGEST_NAME} letters")
    return cleaned


def server_key(folder: Path) -> str:
    """The key that signs cookies, made when it is missing; only its owner may read it."""
    path = folder / "key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32), encoding="ascii")
    return path.read_text(encoding="ascii").strip()
