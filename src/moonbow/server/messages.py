"""What a page or a bot may send over a table's socket (docs/protocol.md)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from moonbow.games.errors import Refused

MOST_BYTES = 65_536
"""Of one message."""

Text = Annotated[str, Field(min_length=1, max_length=200)]
Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
Number = Annotated[int, Field(ge=0, le=10_000_000)]


class Message(BaseModel):
    """Every message has an id of the sender's own: sent twice, it is carried out once."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    id: Annotated[str, Field(min_length=1, max_length=40, pattern="^[!-~]*$")]


class Hello(Message):
    """The first message, and the first after waking: the version that the page has.

    `marked`: sentences come with their cards marked.
    """

    type: Literal["hello"]
    version: Number | None = None
    language: Literal["en", "de"] = "en"
    marked: bool = False


class Sit(Message):
    """Takes a seat, with the commitment to 32 bytes of one's own."""

    type: Literal["sit"]
    seat: SeatNumber
    commitment: Hex


class Leave(Message):
    """Gets up, before the game begins."""

    type: Literal["leave"]


class SetBot(Message):
    """The host puts a bot on a free seat, or takes it away."""

    type: Literal["bot"]
    seat: SeatNumber
    level: Text | None


class Start(Message):
    """The host freezes the list of commitments."""

    type: Literal["start"]


class Open(Message):
    """Opens one's 32 bytes."""

    type: Literal["open"]
    bytes: Hex


class Play(Message):
    """Decisions in order, all or none, from the named one on."""

    type: Literal["play"]
    decision: Number
    actions: Annotated[list[Text], Field(min_length=1, max_length=600)]


class Answer(Message):
    """A sealed answer to the question that several are asked."""

    type: Literal["answer"]
    decision: Number
    action: Text


class Arrange(Message):
    """Asks how an island may come to look like this, or as is best; nothing is played."""

    type: Literal["arrange"]
    decision: Number
    target: Annotated[list[Text], Field(max_length=120)] | None


class AskHint(Message):
    """Asks what would be best to do; nothing is played."""

    type: Literal["hint"]
    decision: Number


class TakeBack(Message):
    """Takes back one's last decision; `decision` is how many there were."""

    type: Literal["take_back"]
    decision: Number


class Return(Message):
    """Takes the seat back from the bot."""

    type: Literal["return"]


class Again(Message):
    """Makes the next table for the same people."""

    type: Literal["again"]


Incoming = Annotated[
    Hello
    | Sit
    | Leave
    | SetBot
    | Start
    | Open
    | Play
    | Answer
    | Arrange
    | AskHint
    | TakeBack
    | Return
    | Again,
    Field(discriminator="type"),
]
READER: TypeAdapter[Incoming] = TypeAdapter(Incoming)


class BadInput(Refused):
    """Something that was not understood; the text says where, and what was expected."""


class BadMessage(BadInput):
    """Something that is no message of this protocol."""

    def __init__(self, text: str) -> None:
        super().__init__("bad-message", text)


def read_message(text: str | bytes) -> Incoming:
    """The message that a text is. Raises BadMessage."""
    if len(text) > MOST_BYTES:
        raise BadMessage(f"{len(text)} characters; expected at most {MOST_BYTES}")
    try:
        return READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:80]
        raise BadMessage(f"{where or 'message'}: {first['msg']}"[:200]) from None
