"""Bots against each other: the same deals for all, the seats changed round, and how sure it is."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from moonbow.bots.bot import Budget
from moonbow.bots.names import check_bots, new_bot
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import GAMES, Game, checked_key
from moonbow.games.reading import is_whole
from moonbow.lab.runs import BOT_SEED, chosen, drawn
from moonbow.lab.workers import results

DEAL_KEY = 6  # what chance is drawn for: the key of a deal

LEAST_DEALS = 30
"""Deals before a tournament may be called decided."""

MOST_DEALS = 10**9
MAX_ACTIONS = 20_000
"""Decisions after which a game is cut off; nobody has won it then."""

SURE = 1.96
"""Standard errors on either side of a mean that hold the truth 95 times in 100."""


@dataclass(frozen=True)
class Standing:
    """How one bot did.

    `share` is its part of the wins, a tie in equal parts, for each seat that it held, with the ends
    of its 95 % interval; `fair` is what a seat wins on average. `rating` and `uncertainty` are
    those of the Plackett-Luce model of openskill, 25 and 8.3 before the first game.
    """

    bot: str
    seats: int
    share: float
    low: float
    high: float
    fair: float
    mean_score: float
    rating: float
    uncertainty: float


@dataclass(frozen=True)
class Results:
    """What came of a tournament; `decided` if every bot's interval lies on one side of fair."""

    game: str
    players: int
    deals: int
    games: int
    truncated: int
    decided: bool
    standings: list[Standing]

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


@dataclass(frozen=True)
class Match:
    """All that the games of a tournament have in common."""

    game: str
    options: Mapping[str, Any]
    bots: Sequence[str]
    seed: int
    budget: Budget

    def deal(self, number: int) -> list[tuple[list[float], list[int]]]:
        """Plays one deal with every bot on every seat: returns and points by bot, game by game."""
        return [self.game_of(number, turn) for turn in range(len(self.bots))]

    def game_of(self, number: int, turn: int) -> tuple[list[float], list[int]]:
        """One game: bot `b` sits on seat `b + turn`, counted round. Returns all 0 if cut off."""
        players, of = len(self.bots), GAMES[self.game]
        key = checked_key(self.seed)
        state = of.deal(players, self.options, seed=drawn(key, DEAL_KEY, number))
        seats = [(seat - turn) % players for seat in range(players)]
        bots = [
            new_bot(self.bots[bot], drawn(key, BOT_SEED, (number * players + turn) * players + bot))
            for bot in seats
        ]
        decisions = 0
        while not state.is_over and decisions < MAX_ACTIONS:
            legal, player = state.legal_actions(), state.current_player
            action = legal[0]
            if len(legal) > 1:
                where = f"deal {number}, turn {turn}, decision {decisions}"
                action = chosen(bots[player], state, legal, self.budget, where)
            state.apply_action(action)
            decisions += 1
        returns, scores = state.returns(), state.scores
        by_bot = sorted(range(players), key=lambda seat: seats[seat])
        return [returns[seat] for seat in by_bot], [scores[seat] for seat in by_bot]


def hold_tournament(
    game: Game,
    bots: Sequence[str],
    deals: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    budget: Budget | None = None,
    until_sure: bool = False,
    jobs: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Results:
    """Plays so many deals with these bots, one for each player, each deal on every seat.

    The same seed and budget (in iterations) give the same results, whatever the number of `jobs`,
    processes that play at once, here or on the Ray cluster with the address `ray`. With
    `until_sure` it stops once it is decided. `progress` is told how many deals are done. Raises
    BadOptions, BotFailed and NoWorkers.
    """
    checked = game.options(len(bots), game.simulated(options))
    for name, number, most in (("games", deals, MOST_DEALS), ("jobs", jobs, 1_000)):
        if not is_whole(number, 1, most):
            raise BadOptions(
                "bad-number", f"{name}: {shown(number)}; expected a whole number from 1 to {most}"
            )
    check_bots(bots, game, len(bots))
    match = Match(game.name, checked, tuple(bots), seed, budget or Budget())
    tally = Tally(match)
    with closing(results(match.deal, range(deals), jobs, ray)) as coming:
        for played in coming:
            tally.add(played)
            progress(tally.deals)
            if until_sure and tally.is_decided():
                break
    return tally.results()


class Tally:
    """What the deals so far say of each bot; bots of one name count together."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = list(dict.fromkeys(match.bots))
        self.shares: list[list[float]] = []  # by deal and name: per seat, the mean over its games
        self.points = dict.fromkeys(self.names, 0)
        self.truncated = 0
        self._model = PlackettLuce()
        self._ratings = {name: self._model.rating() for name in self.names}

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.shares)

    def seats(self, name: str) -> int:
        """On how many seats of each game a bot sits."""
        return list(self.match.bots).count(name)

    def add(self, games: Sequence[tuple[list[float], list[int]]]) -> None:
        """One deal, with all its games."""
        wins = dict.fromkeys(self.names, 0.0)
        for returns, scores in games:
            self.truncated += not any(returns)
            for name, won, points in zip(self.match.bots, returns, scores, strict=True):
                wins[name] += won
                self.points[name] += points
            if any(returns) and len(self.names) > 1:
                self._rate(returns)
        games_held = len(games)
        self.shares.append([wins[name] / games_held / self.seats(name) for name in self.names])

    def _rate(self, returns: Sequence[float]) -> None:
        """One game's winners against the others; a name moves as its seats do on average."""
        teams = [[self._ratings[name]] for name in self.match.bots]
        rated = self._model.rate(teams, scores=list(returns))
        for name in self.names:
            own = [team[0] for team, of in zip(rated, self.match.bots, strict=True) if of == name]
            self._ratings[name] = self._model.rating(
                mu=sum(each.mu for each in own) / len(own),
                sigma=sum(each.sigma for each in own) / len(own),
            )

    def interval(self, place: int) -> tuple[float, float, float]:
        """The mean share of a name, and the ends of its 95 % interval, deals being independent."""
        shares = np.array([deal[place] for deal in self.shares])
        mean = float(shares.mean())
        error = float(shares.std(ddof=1)) / math.sqrt(len(shares)) if len(shares) > 1 else math.inf
        return mean, mean - SURE * error, mean + SURE * error

    def is_decided(self) -> bool:
        """Whether every name does better, or worse, than fair beyond doubt."""
        if self.deals < LEAST_DEALS or len(self.names) < 2:
            return False
        fair = 1 / len(self.match.bots)
        ends = [self.interval(place)[1:] for place in range(len(self.names))]
        return all(low > fair or high < fair for low, high in ends)

    def results(self) -> Results:
        """All of it."""
        players = len(self.match.bots)
        games = self.deals * players
        standings = []
        for place, name in enumerate(self.names):
            share, low, high = self.interval(place)
            seats = self.seats(name)
            rating = self._ratings[name]
            standings.append(
                Standing(
                    bot=name,
                    seats=seats,
                    share=share,
                    low=max(0.0, low),
                    high=min(1.0, high),
                    fair=1 / players,
                    mean_score=self.points[name] / games / seats,
                    rating=rating.mu,
                    uncertainty=rating.sigma,
                )
            )
        standings.sort(key=lambda standing: -standing.share)
        return Results(
            game=self.match.game,
            players=players,
            deals=self.deals,
            games=games,
            truncated=self.truncated,
            decided=self.is_decided(),
            standings=standings,
        )
