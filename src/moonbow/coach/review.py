"""A review: how everybody's chances went, and which decisions cost what.

Every decision is searched anew from what the player who made it could know. How the chances went
is seen with all cards open: games are played on from there by rules of thumb, and with slips, as
people play.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from moonbow.bots.bot import Budget
from moonbow.bots.search_bot import PLAY_ON, SearchBot
from moonbow.coach.hint import margin
from moonbow.coach.reason import Reason
from moonbow.coach.reasons import general, reasons
from moonbow.games.game import State
from moonbow.table.table import Table

ITERATIONS = {"rainbow": 1_500, "rainbow7": 300, "pirates": 150}
"""Of the search for a decision."""
GAMES_ON = {"rainbow": 1_000, "rainbow7": 200, "pirates": 100}
"""Games that are played on for the chances with all cards open."""
MOST_ITERATIONS = 10**9
"""More than any budget has."""
CLOSER = 3
"""Times as many where a decision seems to have cost something, and again for what was better."""
MOST_COSTLY = 5
"""Costly decisions that are named, for each player."""
LEAST_COST = 0.01
"""What a costly decision has cost at least, in chances to win."""


@dataclass(frozen=True)
class Costly:
    """A decision with which a player gave chances away.

    `view` is what the player could know, `number` counts decisions from 0; `chance` is that to win
    with `action`, `better_chance` that with the `better` one, from 0 to 1, and `reasons` why that
    is better.
    """

    view: State
    number: int
    action: int
    better: int
    chance: float
    better_chance: float
    reasons: list[Reason]

    @property
    def cost(self) -> float:
        """The chances to win that were given away."""
        return self.better_chance - self.chance


@dataclass
class Account:
    """What one player has decided: how often there was a choice, and what it cost."""

    decisions: int = 0
    lost: float = 0.0
    costly: list[Costly] = field(default_factory=list)


@dataclass(frozen=True)
class Review:
    """The chances of all players before each decision and at the end, and an account of each."""

    chances: list[tuple[float, ...]]
    players: list[Account]


def review(
    table: Table,
    progress: Callable[[int, int], None] = lambda *_: None,
    stop: threading.Event | None = None,
) -> Review:
    """Reviews a game that is over, or as far as it has come.

    Tells `progress` how many decisions are done, of how many. Raises InterruptedError soon after
    `stop` is set.
    """
    stop = stop or threading.Event()
    bot = SearchBot(0, "review", MOST_ITERATIONS, stop=stop)
    playing_on = SearchBot(0, "chances", GAMES_ON, settings=PLAY_ON, stop=stop)
    budget = Budget(iterations=ITERATIONS[table.game.name])
    chances: list[tuple[float, ...]] = []
    accounts = [Account() for _ in range(table.players)]
    seen = list(views(table))
    for number, (state, view) in enumerate(seen):
        if stop.is_set():
            raise InterruptedError("stopped")
        progress(number, len(seen))
        chances.append(playing_on.look(state, Budget()).chances)
        legal = view.legal_actions()
        if len(legal) == 1:
            continue
        account = accounts[view.current_player]
        account.decisions += 1
        made = view.action_number(table.actions[number])
        found = judged(bot, view, number, made, budget)
        if found is not None:
            account.lost += found.cost
            account.costly.append(found)
    chances.append(playing_on.look(table.state, Budget()).chances)
    for account in accounts:
        account.costly.sort(key=lambda each: -each.cost)
        del account.costly[MOST_COSTLY:]
    progress(len(seen), len(seen))
    return Review(chances, accounts)


def views(table: Table) -> Iterator[tuple[State, State]]:
    """Each state in which a decision was made, and what the player who made it could know.

    Who was asked together with others did not know what these had answered.
    """
    question: State | None = None
    for number, state in enumerate(table.states(0)):
        if number == len(table.actions):
            return
        player = state.current_player
        if not state.answers_are_sealed():
            question = None
        elif question is None or player not in question.asked():
            question = state
        asked = state if question is None else question.put_to(player)
        yield state, asked.view(player)


def judged(bot: SearchBot, view: State, number: int, made: int, budget: Budget) -> Costly | None:
    """What a decision cost, where it is beyond doubt that it cost anything."""
    best = bot.look(view, budget).actions[0]
    if best.action == made:
        return None
    player = view.current_player
    if best.value - bot.look(view, budget, made).chances[player] < LEAST_COST:
        return None
    assert budget.iterations is not None
    closer = Budget(iterations=CLOSER * budget.iterations)
    better, chosen = (bot.look(view, closer, action) for action in (best.action, made))
    cost = better.chances[player] - chosen.chances[player]
    doubt = sum(margin(each.chances[player], each.visits) ** 2 for each in (better, chosen)) ** 0.5
    if cost < max(LEAST_COST, doubt):
        return None
    return Costly(
        view, number, made, best.action, chosen.chances[player], better.chances[player],
        reasons(view, best.action, made) or general(sure=True),
    )  # fmt: skip
