"""A run of many games: everything that determines them, and any part of it played anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.bot import Bot, Budget
from moonbow.bots.names import check_bots, new_bot
from moonbow.bots.random import RandomBot
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.errors import BadAction, BadOptions, Broken, shown
from moonbow.games.game import GAMES, Game, State, checked_key
from moonbow.games.kernel import Generator, key_to_hex, next_word, start
from moonbow.games.reading import is_whole
from moonbow.lab.facts import items_of
from moonbow.lab.games import (
    COUNTS,
    GAME_KEY,
    LOGGED,
    Careful,
    Played,
    Tally,
    Told,
    new_tally,
    play_games,
    play_on,
)

BOT_SEED = 7  # what chance is drawn for: the seed of a bot
MOST = 10**12
"""Games of a run, and actions of a game, at most."""

PART = {"rainbow": 10_000, "rainbow7": 1_000, "pirates": 500}
"""Games of one part where they are played in compiled code."""

SEARCHED_PART = 20
"""Games of one part where a bot is asked through Python."""

LOG_ROWS = 1 << 16


class BotFailed(Broken):
    """A bot that failed, or chose what is not legal."""


@dataclass(frozen=True)
class Run:
    """All that determines the games of a run; game `n` comes from the seed and `n` alone.

    The bots are by seat. `milliseconds` is the time that a searching bot has for a decision; with
    it the same run may come out differently.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    max_actions: int
    milliseconds: int | None
    decisions: bool

    @property
    def of(self) -> Game:
        """The game."""
        return GAMES[self.game]

    @property
    def compiled(self) -> bool:
        """Whether all is played in compiled code, by chance or by rules of thumb."""
        return all(type(new_bot(name, 0)) in (RandomBot, ThumbsBot) for name in self.bots)

    @property
    def part(self) -> int:
        """How many games one part has."""
        return PART[self.game] if self.compiled else SEARCHED_PART

    def play(self, first: int, count: int, tally: Tally | None = None) -> Played:
        """Plays the games with the numbers from `first` on, and adds them up. Raises BotFailed."""
        options = self.of.text.options_records(self.options)
        states, views = (np.zeros(1, self.of.rules.State) for _ in range(2))
        key = checked_key(self.seed)
        careful = carefulness(self.bots)
        played = Played(
            counts=np.zeros((count, len(COUNTS)), np.int64),
            returns=np.zeros((count, self.players)),
            points=np.zeros((count, self.players), np.int64),
            log=np.empty((0, len(LOGGED)), np.int32),
        )
        decided = np.empty(0, np.int16) if self.compiled else self._decided(key, first, count)
        sums = new_tally(self.of.rules, 0) if tally is None else tally
        items = items_of(self.of.rules)
        rows = LOG_ROWS if self.decisions else 0
        logs: list[NDArray[np.int32]] = []
        done = used = 0
        while done < count or not logs:  # of no games too: so all is compiled, or loaded
            log = np.empty((rows, len(LOGGED)), np.int32)
            told = Told(items.use_of, items.better, decided[used:])
            more, logged = play_games(
                states, views, options, careful, told, key, first + done, self.max_actions,
                played.counts[done:], played.returns[done:], played.points[done:], log, sums,
            )  # fmt: skip
            log[:logged, 0] += done
            logs.append(log[:logged])
            used += int(played.counts[done : done + more, 0].sum())
            done += more
            rows *= 2  # so that the longest game fits in the end
        return replace(played, log=np.concatenate(logs))

    def play_on(
        self, state: State, bots: Sequence[str], number: int, times: int
    ) -> NDArray[np.float64]:
        """What a game is worth by player if it is played on so often by compiled bots, on average.

        `number` says with which chance; `state` is full. Nothing is added by games cut off.
        """
        rules = self.of.rules
        copies, views = (np.zeros(1, rules.State) for _ in range(2))
        items = items_of(rules)
        told = Told(items.use_of, items.better, np.empty(0, np.int16))
        chances = np.zeros(self.players)
        play_on(
            state.records, copies, views, carefulness(tuple(bots)), told, checked_key(self.seed),
            number, times, self.max_actions, chances,
        )  # fmt: skip
        return chances

    def _decided(self, key: Generator, first: int, count: int) -> NDArray[np.int16]:
        """What the bots, each asked through Python, decide in these games, game after game."""
        decided: list[int] = []
        for number in range(first, first + count):
            self._play_one(key, number, decided)
        return np.array(decided, np.int16)

    def _play_one(self, key: Generator, number: int, decided: list[int]) -> None:
        """Plays one game and adds what is decided."""
        state = self.of.deal(self.players, self.options, seed=game_seed(key, number))
        bots = [
            new_bot(name, drawn(key, BOT_SEED, number * self.players + seat))
            for seat, name in enumerate(self.bots)
        ]
        budget = Budget(milliseconds=self.milliseconds)
        decisions = 0
        while not state.is_over and decisions < self.max_actions:
            player, legal = state.current_player, state.legal_actions()
            action = legal[0]
            if len(legal) > 1:
                where = f"game {number}, decision {decisions}"
                action = chosen(bots[player], state, legal, budget, where)
            decided.append(action)
            state.apply_action(action)
            decisions += 1


def chosen(bot: Bot, state: State, legal: list[int], budget: Budget, where: str) -> int:
    """What a bot decides. Raises BotFailed, which says `where`: the game and the decision."""
    player = state.current_player
    try:
        action = bot.choose(state.view(player), legal, budget)
        if action not in legal:
            texts = ", ".join(state.action_text(each) for each in legal[:3])
            raise BadAction("illegal-action", f"chose {shown(action)}; legal are {texts}, ...")
    except Exception as error:
        name, what = shown(bot.name), type(error).__name__
        raise BotFailed(
            "bot-failed", f"{where}: bot {name}, seat {player}: {what}: {error}"
        ) from error
    return action


def new_run(
    game: Game,
    players: int,
    bots: Sequence[str] | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    max_actions: int = 100_000,
    milliseconds: int | None = None,
    decisions: bool = False,
) -> Run:
    """A run with these bots by seat (absent: all by chance). Raises BadOptions."""
    checked = game.options(players, game.simulated(options))
    names = ("random",) * players if bots is None else tuple(bots)
    if len(names) != players:
        raise BadOptions("bad-bots", f"bots: {len(names)} given; expected {players}, one a player")
    check_bots(names, game, players)
    check_whole("max_actions", max_actions)
    checked_key(seed)
    return Run(game.name, players, checked, names, int(seed), max_actions, milliseconds, decisions)


def check_whole(name: str, number: object) -> None:
    """Raises BadOptions for what is no number of games or actions."""
    if not is_whole(number, 1, MOST):
        raise BadOptions(
            "bad-number", f"{name}: {shown(number)}; expected a whole number from 1 to {MOST}"
        )


def carefulness(names: tuple[str, ...]) -> Careful:
    """How bots that play in compiled code choose."""
    bots = [new_bot(name, 0) for name in names]
    return Careful(
        np.array([bot.overlooks if isinstance(bot, ThumbsBot) else -1.0 for bot in bots]),
        np.array([bot.careless if isinstance(bot, ThumbsBot) else 0.0 for bot in bots]),
    )


def drawn(key: Generator, purpose: int, number: int) -> int:
    """A whole number below 2**256 that a key, a purpose and a number determine."""
    words = words_drawn(key, purpose, number)
    return sum(int(word) << 64 * place for place, word in enumerate(words))


def game_seed(key: Generator, number: int) -> int:
    """The seed with which a game of that number is dealt, as `play_games` deals it."""
    return int(key_to_hex(words_drawn(key, GAME_KEY, number)), 16)


def words_drawn(key: Generator, purpose: int, number: int) -> Generator:
    """The first four words of the chance for a purpose and a number."""
    generator = np.empty(4, np.uint64)
    start(generator, key, purpose, number)
    return np.array([next_word(generator) for _ in range(4)], np.uint64)
