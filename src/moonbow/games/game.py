"""Game and State: the friendly face of a rules module."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import index
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moonbow.games import (
    contract,
    pirates,
    pirates_text,
    pirates_views,
    rainbow,
    rainbow7,
    rainbow7_text,
    rainbow7_views,
    rainbow_text,
    rainbow_views,
)
from moonbow.games.errors import BadAction, BadOptions, BadPosition, shown
from moonbow.games.heard import Heard
from moonbow.games.kernel import FULL, SPECTATOR, Generator, key_from_number
from moonbow.games.reading import is_whole

__all__ = ["GAMES", "SPECTATOR", "Game", "State", "game"]


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One of the games: where its states come from.

    `rules` is its rules module, `views` the module for what players see, `text` that of its text
    forms.
    """

    name: str
    rules: ModuleType
    views: ModuleType
    text: ModuleType

    def __repr__(self) -> str:
        return f"game({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Another process gets its own."""
        return game, (self.name,)

    @property
    def rules_version(self) -> int:
        """Goes up when a change alters how any record plays."""
        return int(self.rules.RULES_VERSION)

    @property
    def min_players(self) -> int:
        """The fewest players."""
        return int(self.rules.MIN_PLAYERS)

    @property
    def max_players(self) -> int:
        """The most players."""
        return int(self.rules.MAX_PLAYERS)

    @property
    def actions(self) -> int:
        """Actions are the numbers 0 to actions - 1."""
        return int(self.rules.ACTIONS)

    @property
    def features(self) -> int:
        """How many numbers `State.encode` gives."""
        return int(self.views.FEATURES)

    def options(self, players: int, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All options, the chosen ones checked, the others at their defaults. Raises BadOptions."""
        options: dict[str, Any] = self.text.check_options(whole(players), chosen or {})
        return options

    def simulated(self, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The chosen options, and those whose defaults are others in simulations."""
        return {**self.text.SIMULATED, **(chosen or {})}

    def deal(
        self, players: int, options: Mapping[str, Any] | None = None, seed: int = 0
    ) -> "State":
        """A fresh game; the same seed, a whole number below 2**256, deals the same cards.

        Raises BadOptions.
        """
        checked = self.text.options_records(self.options(players, options))
        records = np.zeros(1, self.rules.State)
        contract.deal_at(records, 0, checked_key(seed), whole(players), checked)
        return State(self, records)

    def position(self, position: Mapping[str, Any]) -> "State":
        """The state, or view, that a position describes (docs/formats.md). Raises BadPosition."""
        if not isinstance(position, Mapping):
            raise BadPosition("bad-type", f"position: {shown(position)}; expected an object")
        if position.get("game") != self.name:
            raise BadPosition(
                "wrong-game", f'game: {shown(position.get("game"))}; expected "{self.name}"'
            )
        return State(self, self.text.read_position(position))

    def load(self, data: bytes) -> "State":
        """The state that `State.tobytes` gave; only for trusted bytes. Raises BadPosition."""
        if len(data) != self.rules.State.itemsize:
            raise BadPosition(
                "bad-length", f"{len(data)} bytes; expected {self.rules.State.itemsize}"
            )
        return State(self, np.frombuffer(data, self.rules.State).copy())


GAMES = {
    "rainbow": Game("rainbow", rainbow, rainbow_views, rainbow_text),
    "rainbow7": Game("rainbow7", rainbow7, rainbow7_views, rainbow7_text),
    "pirates": Game("pirates", pirates, pirates_views, pirates_text),
}


def game(name: str) -> Game:
    """The game of that name. Raises BadOptions."""
    found = GAMES.get(name) if isinstance(name, str) else None
    if found is None:
        raise BadOptions("unknown-game", f"game: {shown(name)}; expected {', '.join(GAMES)}")
    return found


def whole(number: Any) -> Any:
    """A whole number of any library as Python's own; anything else as it is."""
    try:
        return number if isinstance(number, bool) else index(number)
    except TypeError:
        return number


def checked_key(seed: int) -> Generator:
    """The key of a seed. Raises BadOptions."""
    seed = whole(seed)
    if not is_whole(seed, 0, 2**256 - 1):
        raise BadOptions("bad-seed", f"seed: {shown(seed)}; expected a whole number below 2**256")
    return key_from_number(seed)


class State:
    """A game being played, or one player's view of it.

    `records` is an array of one record, `record` its fields by name; ARCHITECTURE.md says what they
    hold. A view answers all questions that a viewer could answer.
    """

    __slots__ = ("_is_view", "_legal", "game", "records")

    def __init__(self, game: Game, records: contract.Records) -> None:
        self.game = game
        self.records = records
        self._is_view = bool(records["viewer"][0] != FULL)
        self._legal = np.zeros(game.rules.ACTIONS, np.int16)

    def __repr__(self) -> str:
        return f"game({self.game.name!r}).position({self.position()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]

    @property
    def record(self) -> Any:
        """The one record; its fields are small integers and arrays of them."""
        return self.records[0]

    @property
    def players(self) -> int:
        """How many players."""
        return int(self.record.players)

    @property
    def current_player(self) -> int:
        """Whose decision it is; -1 when the game is over."""
        return int(contract.current_player_at(self.records, 0))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.current_player < 0

    @property
    def viewer(self) -> int | None:
        """Whose view this is, -1 a spectator's; None for a full state."""
        return int(self.record.viewer) if self._is_view else None

    @property
    def scores(self) -> list[int]:
        """The game's own points, by player."""
        out = np.zeros(self.players, np.int64)
        contract.scores_at(self.records, 0, out)
        return [int(score) for score in out]

    @property
    def options(self) -> dict[str, Any]:
        """The options the game is played with."""
        options: dict[str, Any] = self.game.text.options_of(self.record)
        return options

    def returns(self) -> list[float]:
        """1 for a sole winner, shared equally among tied winners, else 0, by player."""
        out = np.zeros(self.players, np.float64)
        contract.returns_at(self.records, 0, out)
        return [float(value) for value in out]

    def legal_actions(self) -> list[int]:
        """The legal action numbers, ascending; none when the game is over.

        In a view whose viewer is not to decide, what is legal is not known: BadAction.
        """
        if self._is_view and self.viewer != self.current_player >= 0:
            raise BadAction("not-your-decision", "a view knows only its viewer's legal actions")
        count = contract.legal_actions_at(self.records, 0, self._legal)
        actions: list[int] = self._legal[:count].tolist()
        return actions

    def apply_action(self, action: int) -> None:
        """One decision. Raises BadAction, and changes nothing, if it is not legal.

        TypeError for what is no whole number.
        """
        if self._is_view:
            raise BadAction("hidden-cards", "hidden cards; a move needs a position that knows all")
        action = index(action)
        known = 0 <= action < self.game.rules.ACTIONS
        if not (known and contract.try_action_at(self.records, 0, action, self._legal)):
            raise self.illegal(action)

    def illegal(self, action: int) -> BadAction:
        """Why an action may not be played, with what may."""
        if self.is_over:
            return BadAction("game-over", "the game is over; expected no action")
        text = self.action_text(action) if 0 <= action < self.game.actions else shown(action)
        legal = " ".join(self.legal_texts())
        return BadAction("illegal-action", f"{text} is not legal; expected one of {legal}")

    def action_text(self, action: int) -> str:
        """The text of an action number. Raises BadAction."""
        if not 0 <= index(action) < self.game.actions:
            raise BadAction(
                "no-action", f"{shown(action)}; expected a number from 0 to {self.game.actions - 1}"
            )
        text: str = self.game.text.action_text(self.record, action)
        return text

    def action_number(self, text: str) -> int:
        """The number of an action text, whether legal or not. Raises BadAction."""
        number: int = self.game.text.action_number(self.record, text)
        return number

    def legal_texts(self) -> list[str]:
        """The legal actions as text, in the order of their numbers."""
        return [self.action_text(action) for action in self.legal_actions()]

    def split_text(self, text: str) -> list[str]:
        """The actions that a text stands for, where people may write several as one."""
        texts: list[str] = self.game.text.split_text(text)
        return texts

    def play(self, texts: Iterable[str]) -> None:
        """Actions given as text, all or none. Raises BadAction."""
        before = self.tobytes()
        try:
            for text in texts:
                for each in self.split_text(text):
                    self.apply_action(self.action_number(each))
        except BadAction:
            self.records = self.game.load(before).records
            raise

    def view(self, player: int) -> "State":
        """What a player may know, a spectator for -1. Raises BadAction on another's view."""
        if not SPECTATOR <= index(player) < self.players:
            raise BadAction(
                "no-player", f"player {shown(player)}; expected -1 to {self.players - 1}"
            )
        if self.viewer not in (None, player):
            raise BadAction("hidden-cards", f"this is player {self.viewer}'s view")
        views = np.zeros(1, self.game.rules.State)
        contract.observe_at(self.records, 0, player, views, 0)
        return State(self.game, views)

    def asked(self) -> list[int]:
        """Who is asked, in the order in which their answers count; [] when the game is over.

        Most questions are for one player. To block a BLACK card several are asked at once (RP-R15).
        """
        if self.answers_are_sealed():
            found: list[int] = pirates.opponents_asked(self.record)
            return found
        return [] if self.is_over else [self.current_player]

    def answers_are_sealed(self) -> bool:
        """Whether nobody may learn who has answered before all have, or how fast (RP-R15)."""
        return self.game.rules is pirates and bool(self.record.step == pirates.BLOCKING)

    def put_to(self, player: int) -> "State":
        """The same with the question put to another of those who are asked."""
        state = self.copy()
        state.record.current = player
        return state

    def hear(self, action: int, after: "State", player: int) -> list[Heard]:
        """What a player (a spectator: -1) hears when this action leads from here to `after`."""
        heard: list[Heard] = self.game.views.hear(self.record, action, after.record, player)
        return heard

    def reveals(self, after: "State") -> bool:
        """Whether somebody learned of hidden cards on the way to `after`: no taking back."""
        return bool(self.game.views.reveals(self.record, after.record))

    def resample(self, generator: Generator) -> "State":
        """Of a view: a full state drawn from those its viewer must think possible.

        `generator` is one that `kernel.new_generator` made; it moves on. TypeError for another.
        """
        if self.viewer is None:
            raise BadAction("not-a-view", "a full state; expected a view to resample")
        if not isinstance(generator, np.ndarray) or generator.dtype != np.uint64:
            raise TypeError(f"{shown(generator)}; expected a generator of kernel.new_generator")
        records = np.zeros(1, self.game.rules.State)
        contract.resample_at(self.records, 0, generator, records, 0)
        return State(self.game, records)

    def encode(self) -> NDArray[np.float32]:
        """Of a view: features for networks, as the ENCODING of the game's views lists them."""
        if self.viewer is None:
            raise BadAction("not-a-view", "a full state; expected a view to encode")
        out = np.zeros(self.game.features, np.float32)
        contract.encode_at(self.records, 0, out)
        return out

    def set_key(self, key: Generator) -> None:
        """Replaces the key that the next chance event is drawn from."""
        contract.seed_at(self.records, 0, key)

    def copy(self) -> "State":
        """An independent copy."""
        return State(self.game, self.records.copy())

    def tobytes(self) -> bytes:
        """The whole state; `Game.load` gives it back."""
        return self.records.tobytes()

    def position(self) -> dict[str, Any]:
        """The position as a JSON object (docs/formats.md); `Game.position` gives it back."""
        position: dict[str, Any] = self.game.text.write_position(self.record)
        return position
