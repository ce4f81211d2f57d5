"""A game being played: its players, its chance and its log."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from typing import Any

from moonbow.games.errors import BadAction, BadOptions, shown
from moonbow.games.game import Game, State
from moonbow.games.heard import Heard
from moonbow.table.fairness import Sealed, Seed

LONGEST_NAME = 40
KEPT_EVERY = 32
"""Actions between two states that a table keeps for good. It keeps as many of the newest; those
between are played again.
"""


@dataclass(frozen=True)
class HeardAt:
    """What a player heard of the decision with that number; the first is 0."""

    number: int
    heard: Heard


class Table:
    """Joins a state and its log.

    Only `view` and `heard` let anything out; `state` is for whoever may see all cards. Raises
    BadOptions.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        chance: Seed | Sealed | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.game = game
        self.options = game.options(players, options)
        self.chance = chance or Seed()
        if isinstance(self.chance, Sealed):
            self.chance.check(game.name, game.rules_version, players, self.options)
        self.names = check_names(names, players)
        self.actions: list[str] = []
        self._numbers: list[int] = []
        self._actors: list[int] = []
        key = self.chance.key(0)
        self.state = game.deal(players, self.options, seed=int.from_bytes(key.astype(">u8")))
        self._kept: list[bytes] = []
        self._newest: list[bytes] = []  # the states before the last decisions

    @property
    def players(self) -> int:
        """How many players."""
        return self.state.players

    def copy(self) -> "Table":
        """The same table, to try something on it."""
        table = copy(self)
        table.state = self.state.copy()
        table.actions = self.actions.copy()
        table._numbers = self._numbers.copy()
        table._actors = self._actors.copy()
        table._kept = self._kept.copy()
        table._newest = self._newest.copy()
        return table

    def play(self, player: int, actions: Sequence[str]) -> None:
        """A player's decisions as text, in order, all of them or none. Raises BadAction.

        A decision that shows a hidden card can only be the last: whether the next is refused, and
        the list taken back, would tell what was shown.
        """
        if isinstance(actions, str):
            raise BadAction("no-list", f"{shown(actions)}; expected a list of actions")
        trial = before = self.state.copy()
        texts: list[str] = []
        numbers: list[int] = []
        befores: list[bytes] = []
        for text in chain.from_iterable(map(trial.split_text, actions)):
            if texts and before.reveals(trial):
                raise BadAction(
                    "card-shown", "a card was shown; expected the next decision by itself"
                )
            if trial.is_over:
                raise BadAction("game-over", "the game is over; expected no action")
            if trial.current_player != player:
                raise BadAction(
                    "not-your-decision",
                    f"{shown(text)} by player {player}; expected player {trial.current_player}",
                )
            number = trial.action_number(text)
            before = trial.copy()
            befores.append(before.tobytes())
            self._apply(trial, number)
            numbers.append(number)
            texts.append(before.action_text(number))
        self.state = trial
        self._kept += befores[-len(self.actions) % KEPT_EVERY :: KEPT_EVERY]
        self._newest = (self._newest + befores)[-KEPT_EVERY:]
        self.actions += texts
        self._numbers += numbers
        self._actors += [player] * len(texts)

    def _apply(self, state: State, number: int) -> None:
        """One decision, with the key for the chance events it may bring."""
        state.set_key(self.chance.key(int(state.record.chances)))
        state.apply_action(number)

    def view(self, player: int) -> State:
        """What a player (a spectator: -1) may know of the table now."""
        return self.state.view(player)

    def heard(self, player: int, since: int = 0) -> list[HeardAt]:
        """What a player (a spectator: -1) heard of the decisions from number `since` on."""
        states = self.states(max(0, since))
        before = next(states)
        heard = []
        for number, after in enumerate(states, max(0, since)):
            for each in before.hear(self._numbers[number], after, player):
                heard.append(HeardAt(number, each))
            before = after
        return heard

    def states(self, first: int) -> Iterator[State]:
        """The states before decision number `first`, before the next one ..., and the state now."""
        oldest = len(self.actions) - len(self._newest)
        if first >= oldest:
            yield from map(self.game.load, self._newest[first - oldest :])
        else:
            state = self.game.load(self._kept[first // KEPT_EVERY])
            for number in range(first - first % KEPT_EVERY, len(self.actions)):
                if number >= first:
                    yield state.copy()
                self._apply(state, self._numbers[number])
        yield self.state

    def may_take_back(self, player: int) -> bool:
        """Whether `take_back` would undo a decision of this player."""
        if not self._actors or self._actors[-1] != player:
            return False
        return not next(self.states(len(self.actions) - 1)).reveals(self.state)

    def take_back(self, player: int) -> str:
        """Undoes a player's last decision and returns its text. Raises BadAction.

        Only while nobody has acted since and it showed nobody a card that was hidden.
        """
        if player not in self._actors:
            raise BadAction("nothing-to-take-back", "the player has played nothing yet")
        if self._actors[-1] != player:
            raise BadAction("others-acted", "another player has acted since")
        before = next(self.states(len(self.actions) - 1))
        if before.reveals(self.state):
            raise BadAction("card-shown", "the decision showed a card that was hidden")
        self.state = before
        self._numbers.pop()
        self._actors.pop()
        del self._newest[-1:]
        if len(self._numbers) % KEPT_EVERY == 0:
            self._kept.pop()
        return self.actions.pop()


def check_names(names: Sequence[str] | None, players: int) -> list[str]:
    """The players' names; absent, they are numbered. Raises BadOptions."""
    if names is None:
        return [f"Player {player + 1}" for player in range(players)]
    if not isinstance(names, list | tuple) or len(names) != players:
        raise BadOptions("bad-names", f"names: {shown(names)}; expected {players} names")
    for place, name in enumerate(names):
        if not (isinstance(name, str) and 1 <= len(name) <= LONGEST_NAME and name.isprintable()):
            raise BadOptions(
                "bad-names",
                f"names[{place}]: {shown(name)}; expected 1 to {LONGEST_NAME} printable characters",
            )
    return list(names)
