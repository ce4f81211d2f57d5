"""What the terminal asks of the module that shows a game."""

from collections.abc import Sequence
from typing import Protocol

from rich.console import RenderableType

from moonbow.games.game import State
from moonbow.games.heard import Heard
from moonbow.terminal.company import Company


class Face(Protocol):
    """How a game looks in the terminal, and how its decisions are typed.

    Each game's module has these functions. A view is the person's own.
    """

    WHY: dict[str, tuple[str, ...]]
    """The clauses that say what a player may do, by situation."""

    def picture(
        self, view: State, heard: Sequence[Heard], company: Company, /, whole: bool = True
    ) -> list[RenderableType]:
        """The table, after what was heard.

        Not `whole` if nobody else has acted since the person saw all of it: then what matters for
        the next step is enough.
        """

    def numbered(self, view: State, /) -> list[str]:
        """The choices that are shown with a number, in this order."""

    def question(self, view: State, company: Company, /) -> list[RenderableType]:
        """What the person is asked."""

    def choices(self, view: State, company: Company, /) -> list[RenderableType]:
        """What is asked, and the choices, numbered."""

    def parts(self, typed: str, view: State, /) -> list[str]:
        """A line that was typed, decision by decision; at least one."""

    def readings(self, part: str, company: Company, /) -> list[str]:
        """The actions that this part of a line can mean; none if it is nothing of this game."""

    def goes_on(self, view: State, /) -> bool:
        """Whether a turn has begun in which there is more to decide."""

    def clauses_now(self, view: State, /) -> tuple[str, ...]:
        """Those clauses for the player who is to decide."""

    def told(self, heard: Sequence[Heard], company: Company, /) -> list[RenderableType]:
        """What happened, in words."""

    def rests(self, heard: Sequence[Heard], /) -> bool:
        """Whether this is to be looked at before the game goes on."""

    def standing(self, state: State, company: Company, /) -> list[RenderableType]:
        """How all players stand when the game is over, the best first."""
