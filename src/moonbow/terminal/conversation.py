"""What is shown and asked while a person plays in the terminal.

All that is shown comes from the person's view of the table and from what the person hears. Without
a terminal (in a pipe) it works the same, line by line, without colors and pauses.
"""

import os
import re
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from moonbow.bots.bot import Budget
from moonbow.clauses import Clause, clauses
from moonbow.coach.hint import hint
from moonbow.games.errors import BadAction, Refused, shown
from moonbow.games.game import State
from moonbow.games.heard import Heard
from moonbow.games.kernel import new_generator
from moonbow.messages import Catalog
from moonbow.table.fairness import Sealed
from moonbow.table.files import write_json
from moonbow.table.record import write_record
from moonbow.table.table import HeardAt
from moonbow.terminal import pirates, rainbow, rainbow7
from moonbow.terminal.advice import hint_shown
from moonbow.terminal.company import Company
from moonbow.terminal.face import Face
from moonbow.terminal.plan import LongTurns
from moonbow.terminal.sitting import Sitting

FACES: dict[str, Face] = {"rainbow": rainbow, "rainbow7": rainbow7, "pirates": pirates}
"""How each game looks in the terminal."""

BUDGET = Budget(milliseconds=1000)
PACE = 0.8  # seconds between the bots' turns on a terminal
SECOND_THOUGHTS = 2.0  # seconds to take a decision back on a terminal
LAST_HEARD = 8  # lines that are told again when a game goes on
FEW = 8  # choices that are named where one is expected

QUIT, HELP, ALL = ("q", "quit", "exit"), ("help", "hilfe"), ("all", "alle")
HINT = ("hint", "tip", "tipp")


class EndedError(Exception):
    """The person ended the game before it was over."""


class Conversation:
    """One sitting, from the welcome to the result.

    `path` is where the record goes (absent: the person is asked), `pace` how many seconds there
    are between the bots' moves (absent: some on a terminal, none in a pipe).
    """

    def __init__(
        self, sitting: Sitting, language: str, path: str | None, pace: float | None
    ) -> None:
        self.table = sitting.table
        self.seat = sitting.seat
        self.bots = sitting.bots
        self.say = Catalog(language)
        self.company = Company(self.table.names, self.seat, self.say)
        self.face = FACES[self.table.game.name]
        self.path = path
        self.console = Console(highlight=False)
        self.live = sys.stdin is not None and sys.stdin.isatty() and self.console.is_terminal
        self.pace = pace if pace is not None else (PACE if self.live else 0.0)
        self.second_thoughts = pace if pace is not None else SECOND_THOUGHTS
        self.decided = False
        self.typed_ahead = ""
        self.seen = False  # whether all of the table was shown and nobody else has acted since
        self.told = len(self.table.actions)  # decisions that were told
        self.known: list[HeardAt] = []
        self.known_until = 0  # decisions that it is known of

    # The course of the game

    def hold(self) -> None:
        """Decision by decision to the end; breaking off saves what was played."""
        with ended_by_signals():
            self.hold_on()

    def hold_on(self) -> None:
        """The same, where a closed terminal comes as Ctrl-C does."""
        try:
            self.welcome()
            while not self.table.state.is_over:
                if self.table.state.current_player == self.seat:
                    self.person_decides()
                else:
                    self.bot_decides()
            self.show_end()
        except (EndedError, EOFError, KeyboardInterrupt) as reason:
            if not self.table.state.is_over and (self.decided or isinstance(reason, EndedError)):
                self.save_unfinished()
            self.console.print(f"\n{self.say('goodbye')}")

    def person_decides(self) -> None:
        """Shows the table and asks until the person has decided, or taken something back."""
        view = self.table.view(self.seat)
        self.console.print()
        self.console.print(
            *self.face.picture(view, self.heard(), self.company, whole=not self.seen)
        )
        self.console.print(*self.face.choices(view, self.company))
        self.seen = True
        while True:
            typed = self.ask(self.say("prompt")).strip()
            word = typed.lower()
            if word in QUIT:
                raise EndedError
            if word == "u":
                if self.take_back():
                    return
            elif word in HINT:
                self.hint(view)
            elif word in HELP or typed.startswith("?"):
                self.help(view, "" if word in HELP else word[1:].strip())
            elif typed:
                decisions = self.planned(typed, view)
                if decisions:
                    self.decide(decisions)
                    return

    def decide(self, texts: Sequence[str]) -> None:
        """Plays decisions of the person, and leaves a moment to take the last one back."""
        before = self.table.view(self.seat)
        self.table.play(self.seat, texts)
        after = self.table.view(self.seat)
        self.decided = True
        self.tell()
        if after.current_player in (self.seat, -1):
            return
        self.typed_ahead = ""
        if before.reveals(after):
            time.sleep(self.pace)
        else:
            self.pause(texts[-1])

    def bot_decides(self) -> None:
        """The bot to decide does so, from its own view; its turn is told as a whole."""
        player = self.table.state.current_player
        view = self.table.view(player)
        action = self.bots[player].choose(view, view.legal_actions(), BUDGET)
        self.table.play(player, [view.action_text(action)])
        self.seen = False
        after = self.table.view(self.seat)
        if after.current_player not in (self.seat, -1) and self.same_turn(view, after):
            return
        self.tell()
        if after.current_player not in (self.seat, -1):
            time.sleep(self.pace)

    def same_turn(self, before: State, after: State) -> bool:
        """Whether what a bot has decided is told later, with the rest of its turn."""
        if isinstance(self.face, LongTurns):
            return self.face.same_turn(before, after)
        return after.current_player == before.current_player and self.face.goes_on(after)

    def tell(self) -> None:
        """What the person hears of the decisions that were not told yet."""
        self.heard()
        new = [entry.heard for entry in self.known if entry.number >= self.told]
        for line in self.face.told(new, self.company):
            self.console.print(line)
        self.told = len(self.table.actions)
        if self.live and self.second_thoughts and self.face.rests(new):
            self.console.print(Text(self.say("wait"), style="dim"))
            self.read_ahead()

    def heard(self) -> list[Heard]:
        """All that the person has heard."""
        self.known += self.table.heard(self.seat, self.known_until)
        self.known_until = len(self.table.actions)
        return [entry.heard for entry in self.known]

    def pause(self, text: str) -> None:
        """Before the next player acts, `u` takes the decision back."""
        if not self.live or self.second_thoughts == 0:
            return
        self.console.print(Text(self.say("wait.take.back", cards=text), style="dim"))
        if typed_within(self.second_thoughts):
            self.read_ahead()

    def read_ahead(self) -> None:
        """A line typed between two questions: it answers the next one, unless it is q or u."""
        typed = self.read_line()
        if typed.strip().lower() in QUIT:
            raise EndedError
        if typed.strip().lower() == "u":
            self.take_back()
        else:
            self.typed_ahead = typed

    def take_back(self) -> bool:
        """Takes back the person's last decision, or says why not."""
        try:
            text = self.table.take_back(self.seat)
        except BadAction as refused:
            self.console.print(self.say(f"not.taken.back.{refused.code}"))
            return False
        self.told = self.known_until = len(self.table.actions)
        self.known = [entry for entry in self.known if entry.number < self.told]
        self.console.print(self.say("taken.back", cards=text))
        return True

    # Input

    def ask(self, prompt: str) -> str:
        """One line from the person; from a pipe it is shown as if it had been typed."""
        self.console.print(Text(prompt, style="bold"), end="")
        ahead, self.typed_ahead = self.typed_ahead.strip(), ""
        typed = ahead or self.read_line()
        if ahead or not self.live:
            self.console.print(Text(typed.rstrip("\n")))
        return typed

    def read_line(self) -> str:
        """The next line; what is no text is read as question marks. Raises EOFError at the end."""
        line = sys.stdin.buffer.readline() if sys.stdin is not None else b""
        if not line:
            raise EOFError
        return line.decode("utf-8", errors="replace")

    def planned(self, typed: str, view: State) -> list[str] | None:
        """The decisions that a line means; None, and what was expected, if there are none."""
        if not isinstance(self.face, LongTurns):
            return self.meant(typed, view)
        try:
            plan = self.face.plan(typed, view, self.company)
        except BadAction as refused:
            self.console.print(Text(str(refused)))
            return None
        self.console.print(*plan.notes, end="\n" if plan.notes else "")
        self.typed_ahead = plan.rest
        return list(plan.decisions) or None

    def meant(self, typed: str, view: State) -> list[str] | None:
        """The decisions that a line means; None, and what was expected, if any part is wrong.

        What comes after a decision that shows a hidden card is left for the next question. To
        judge the later parts, the first are tried where what is hidden is dealt anew: until a
        hidden card is shown it makes no difference.
        """
        first, *others = self.face.parts(typed, view)
        choice = self.chosen(first, view)
        if choice is None:
            return None
        decisions = [choice]
        trial = view.resample(new_generator(0)) if others else view
        for place, part in enumerate(others):
            before = trial.copy()
            trial.play(decisions[-1:])
            last = [first, *others][place]
            if trial.current_player != self.seat or not self.face.goes_on(trial):
                self.refuse("turn.over", typed=part, last=last)
                return None
            if before.reveals(trial):
                return self.put_off(decisions, others[place:])
            legal = trial.legal_texts()
            found = [text for text in self.face.readings(part, self.company) if text in legal]
            if len(found) != 1:
                expected = ", ".join((found or legal)[:FEW])
                self.refuse("not.next", typed=part, last=last, expected=expected)
                return None
            decisions += found
        return decisions

    def put_off(self, decisions: list[str], rest: Sequence[str]) -> list[str] | None:
        """What can be played now; the rest of the line, if it can be read, answers next."""
        for part in rest:
            if not self.face.readings(part, self.company):
                self.refuse("unreadable", typed=part)
                return None
        self.typed_ahead = ", ".join(rest)
        return decisions

    def refuse(self, key: str, typed: str, last: str = "", expected: str = "") -> None:
        """Says what was wrong with a line."""
        filled = {"typed": typed[:20], "last": last[:20], "expected": expected}
        self.console.print(Text(self.say(key, **filled)))

    def chosen(self, typed: str, view: State) -> str | None:
        """The choice that was typed, as cards or as #number; None, and what was expected, if none.

        A bare number counts only where it cannot be meant as cards.
        """
        listed, texts = self.face.numbered(view), view.legal_texts()
        number = typed.removeprefix("#")
        numbered = None
        if re.fullmatch("[0-9]{1,4}", number) and 1 <= int(number) <= len(listed):
            numbered = listed[int(number) - 1]
        if typed.startswith("#") and numbered:
            return numbered
        readings = self.face.readings(typed, self.company)
        meant = [text for text in readings if text in texts]
        if len(meant) == 1 and (meant[0] == typed or numbered in (None, meant[0])):
            return meant[0]
        if numbered and not readings:
            return numbered
        if len(meant) > 1 and not numbered:
            self.refuse("which", typed=typed, expected=", ".join(meant[:FEW]))
            return None
        key = "no.such" if not numbered else "ask.both" if meant else "ask.number"
        filled = {"typed": typed[:20], "number": len(listed), "cards": "".join(meant)}
        self.console.print(Text(self.say(key, **filled)))
        return None

    # Help

    def hint(self, view: State) -> None:
        """What the person might best do, and why."""
        self.console.print(Text(self.say("hint.thinking"), style="dim"))
        for line in hint_shown(hint(view), view, self.company):
            self.console.print(line)

    def help(self, view: State, typed: str) -> None:
        """How to type, and the clauses asked for: those that matter now, one, or all."""
        known = clauses(self.table.game.name, self.say.language)
        now = self.face.clauses_now(view)
        if not typed:
            game = self.table.game.name
            example = now[0].partition("-")[2]
            self.console.print(Text(self.say(f"goal.{game}")))
            self.console.print(Text(self.say(f"help.{game}")))
            self.console.print(Text(self.say("help", number=example, clause=now[0])))
            self.console.print(Text(self.say("help.now"), style="bold"))
            self.show_clauses([known[clause] for clause in now])
        elif typed in ALL:
            self.show_clauses(list(known.values()), headings=True)
        else:
            number = typed.rpartition("-")[2].lstrip("0")
            found = [c for c in known if c.partition("-")[2].lower().lstrip("0") == number]
            if found:
                self.show_clauses([known[clause] for clause in found])
            else:
                names = list(known)
                filled = {"typed": typed[:20], "first": names[0], "last": names[-1]}
                self.console.print(Text(self.say("help.no.clause", **filled)))

    def show_clauses(self, shown: Sequence[Clause], headings: bool = False) -> None:
        """Clauses with their ids in front."""
        heading = ""
        for clause in shown:
            if headings and clause.heading != heading:
                heading = clause.heading
                self.console.print(Text(f"\n{heading}", style="bold"))
            grid = Grid.grid(padding=(0, 2))
            grid.add_row(Text(clause.id, style="bold"), Text(re.sub(r"[*`]", "", clause.text)))
            self.console.print(grid)

    # Beginning and end

    def welcome(self) -> None:
        """Who plays, how to type, what the cards are fixed by."""
        self.console.print(Rule(Text("Moonbow", "bold")))
        others = ", ".join(name for p, name in enumerate(self.table.names) if p != self.seat)
        game = self.say(f"game.{self.table.game.name}")
        self.console.print(Text(self.say("title", game=game, others=others)))
        self.console.print(self.say(f"goal.{self.table.game.name}"))
        self.console.print(self.say("title.help"))
        if isinstance(self.table.chance, Sealed):
            line = self.say("commitment", commitment=self.table.chance.commitment())
            self.console.print(Text(line, style="dim"), soft_wrap=True)
        if self.table.actions:
            self.console.print(Text(self.say("last.heard"), style="bold"))
            for told in self.face.told(self.heard(), self.company)[-LAST_HEARD:]:
                self.console.print(told)

    def show_end(self) -> None:
        """Scores, winners, and the record for whoever wants it."""
        state = self.table.state
        self.console.print()
        self.console.print(Rule(Text(self.say("end"), "bold"), style="dim"))
        self.console.print(*self.face.standing(state, self.company))
        self.console.print(Text(self.company.outcome(state.returns()), style="bold"))
        path = self.path
        if path is None and self.live:
            path = self.ask_where()
        if path:
            path = self.save(path)
            if isinstance(self.table.chance, Sealed):
                kept = self.table.chance.commitment()
                line = self.say("record.saved", path=path, commitment=kept, program=program())
            else:
                line = self.say("record.saved.seed", path=path, program=program())
            self.console.print(Text(line), soft_wrap=True)

    def ask_where(self) -> str:
        """A file name that no file has yet; empty if the person wants none."""
        while True:
            path = self.ask(self.say("save.question")).strip()
            if not path or (path.endswith(".json") and not Path(path).exists()):
                return path
            self.console.print(Text(self.say("save.where", path=shown(path))))

    def save_unfinished(self) -> None:
        """Saves a game that was broken off, and says how to go on with it."""
        path = self.save(self.path or self.free_name())
        line = self.say("saved", path=path, program=program())
        self.console.print(Text(f"\n{line}"), soft_wrap=True)

    def free_name(self) -> str:
        """A name for a record that no file has yet."""
        stem = f"moonbow-{self.table.game.name}-{datetime.now():%Y%m%d-%H%M%S}"
        names = chain([f"{stem}.json"], (f"{stem}-{number}.json" for number in count(2)))
        return next(name for name in names if not Path(name).exists())

    def save(self, path: str) -> str:
        """Writes the record and returns where: where it should be, else among temporary files.

        Raises Refused if it can be written in neither place.
        """
        record = write_record(self.table)
        try:
            write_json(path, record)
        except Refused as refused:
            self.console.print(Text(self.say("not.saved", path=shown(path), reason=refused)))
            path = str(Path(tempfile.gettempdir()) / self.free_name())
            write_json(path, record)
        return path


def program() -> str:
    """How this program is called from here."""
    if shutil.which("moonbow"):
        return "moonbow"
    called = Path(sys.argv[0])
    return os.path.relpath(called) if called.stem == "moonbow" else "python -m moonbow"


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A closed window or a request to end comes as KeyboardInterrupt, so that the game is saved."""

    def end(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    known = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = [signal.signal(number, end) for number in known]
    try:
        yield
    finally:
        for number, handler in zip(known, before, strict=True):
            signal.signal(number, handler)


def typed_within(seconds: float) -> bool:
    """Whether a line comes from the terminal in that time; just waits where that is not seen."""
    try:
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    except (OSError, ValueError):
        time.sleep(seconds)
        return False
