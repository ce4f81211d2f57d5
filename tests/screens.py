"""Games on a pseudo-terminal, as the tests play them."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect

from moonbow.games.game import GAMES
from moonbow.messages import Catalog
from moonbow.table.files import read_json
from moonbow.table.record import read_record
from moonbow.table.table import Table

PROGRAM = [sys.executable, "-m", "moonbow", "play"]
SECONDS = 90  # the rules may have to be compiled first
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CHOICE = re.compile(r"#(\d+) (\+?[1-6]+)(?!\S)")


def environment(**chosen: str) -> dict[str, str]:
    """Colors and English, whatever this machine is set to."""
    rest = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**rest, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **chosen}


def on_one_line(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


class Screen:
    """A game on a pseudo-terminal. What it shows is kept without colors."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        lang: str = "en",
        rows: int = 24,
        columns: int = 80,
        asked: bool = False,
    ) -> None:
        self.say = Catalog(lang)
        if not asked and not {*GAMES, "--resume"} & {*arguments}:
            arguments = ("rainbow", *arguments)  # else it is asked which game
        self.child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], "--lang", lang, *arguments],
            cwd=str(folder),
            env=environment(),
            encoding="utf-8",
            timeout=SECONDS,
            dimensions=(rows, columns),
        )
        self.raw = ""
        self.shown = ""

    def until(self, *texts: str) -> str:
        """Waits for one of these texts and returns what was shown up to it."""
        self.child.expect_exact(list(texts))
        self.raw += self.child.before + self.child.after
        self.shown = ESCAPE.sub("", self.child.before)
        return self.shown

    def asked(self) -> str:
        """What is shown up to the next question for a choice."""
        return self.until(self.say("prompt"))

    def type(self, typed: str) -> str:
        """Answers, and returns what is shown up to the next question for a choice."""
        self.child.sendline(typed)
        return self.asked()

    @property
    def choices(self) -> list[str]:
        """The numbered choices on the screen, as they are typed."""
        numbered = CHOICE.findall(self.shown)
        assert [int(number) for number, _ in numbered] == list(range(1, len(numbered) + 1))
        return [text for _, text in numbered]

    def end(self) -> str:
        """Waits until the program has ended, and returns what it showed last."""
        self.child.expect(pexpect.EOF)
        self.raw += self.child.before
        self.shown = ESCAPE.sub("", self.child.before)
        self.child.close()
        return self.shown

    @property
    def status(self) -> int | None:
        """How the program ended."""
        status: int | None = self.child.exitstatus
        return status


Open = Callable[..., Screen]


def opener(folder: Path) -> Iterator[Open]:
    """Opens screens, and closes them all in the end."""
    screens: list[Screen] = []

    def opened(*arguments: str, **how: Any) -> Screen:
        screens.append(Screen(folder, *arguments, **how))
        return screens[-1]

    yield opened
    for screen in screens:
        screen.child.close(force=True)


def record_of(path: Path) -> Table:
    """The table that a record describes, checked."""
    return read_record(read_json(str(path)))
