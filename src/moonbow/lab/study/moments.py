"""Games looked at closely: everybody's chances over the game, and what single decisions matter."""

from dataclasses import replace

import numpy as np

from moonbow.bots.bot import Budget
from moonbow.bots.search_bot import SearchBot
from moonbow.games.game import State, checked_key
from moonbow.lab.runs import Run, drawn, game_seed
from moonbow.lab.study.parts import Part
from moonbow.lab.study.sums import BATCHES, Sums

MOMENT = 8  # what chance is drawn for: which decisions of a game are looked at

CHUNK = 5
"""Games of one piece of work."""

MOMENTS = 21
"""Equally spaced moments of a game, from the deal to its end."""

DECISIONS = 4
"""Decisions looked at in a game."""

ONLOOKER = "shower"
"""Who plays a game on: by rules of thumb, overlooking one in ten good actions."""

GAMES_ON = {"rainbow": 400, "rainbow7": 200, "pirates": 100}
"""How often a game is played on from a moment, from the true cards."""

LOOKS = {"rainbow": 1_500, "rainbow7": 800, "pirates": 500}
"""Iterations to find the two best actions, and half as many to tell what each is worth."""


def looked_at(run: Run, games: int, chunk: int) -> Part:
    """The games of a chunk of the first `games` of a run.

    - `game`: their numbers; `chances`, game × moment × player: to win, if an ONLOOKER plays
      on; `returns`, game × player
    - `gap`: by decision, how much the best action's chance is above the second best's; `gap_game`,
      the game of each
    """
    numbers = range(chunk * CHUNK, min(games, (chunk + 1) * CHUNK))
    chances, returns, gaps, gap_games = [], [], [], []
    for number in numbers:
        found, worth, differences = looked_at_one(run, number)
        chances.append(found)
        returns.append(worth)
        gaps += differences
        gap_games += [number] * len(differences)
    return Part(
        {
            "game": np.array(numbers, np.float64),
            "chances": np.array(chances),
            "returns": np.array(returns),
            "gap": np.array(gaps),
            "gap_game": np.array(gap_games, np.float64),
        }
    )


def looked_at_one(run: Run, number: int) -> tuple[list[list[float]], list[float], list[float]]:
    """Chances by moment, returns, and the gaps of some decisions, of one game."""
    key = checked_key(run.seed)
    log = replace(run, decisions=True).play(number, 1).log
    state = run.of.deal(run.players, run.options, seed=game_seed(key, number))
    bot = SearchBot(number, "gap", LOOKS[run.game])
    moments = np.rint(np.linspace(0, len(log), MOMENTS)).astype(int).tolist()
    by_chance = np.random.default_rng(drawn(key, MOMENT, number))
    choices = np.flatnonzero(log[:, 4] > 1)
    chosen = set(by_chance.choice(choices, min(DECISIONS, len(choices)), replace=False).tolist())
    chances: list[list[float]] = []
    onlookers = (ONLOOKER,) * run.players
    gaps = []
    for place in range(len(log) + 1):
        if place in moments:
            moment = number * MOMENTS + len(chances)
            found = run.play_on(state, onlookers, moment, GAMES_ON[run.game]).tolist()
            chances += [found] * moments.count(place)
        if place in chosen and not state.answers_are_sealed():
            gaps.append(gap(bot, state.view(state.current_player)))
        if place < len(log):
            state.apply_action(int(log[place, 3]))
    return chances, state.returns(), gaps


def gap(bot: SearchBot, view: State) -> float:
    """How much the best action is worth above the second best, in chances to win.

    Which these are is found by one search, what each is worth by another: so neither is flattered
    by having been chosen.
    """
    found = bot.look(view, Budget()).actions
    if len(found) < 2:
        return 0.0
    closer = Budget(iterations=LOOKS[view.game.name] // 2)
    best, second = (
        bot.look(view, closer, each.action).chances[view.current_player] for each in found[:2]
    )
    return best - second


AHEAD = 0.1
"""By how much a player must be ahead in chances to be the favourite."""

SURE_OF_IT = 0.9
"""The chance from which on a game counts as decided, if it never falls below it again."""

MATTERS, CLOSE = 0.05, 0.01
"""Gaps: a decision that matters, and one where the second best does as well."""

GAPS = 50
"""Bars of the picture of gaps, a percentage point each."""


def moment_sums(found: Sums, players: int) -> Sums:
    """What came of games looked at, added up in batches.

    - `looked`: games that had an end; `winner_chance`: by moment, the winner's; `ahead`: by moment,
      games with a favourite, and `ahead_won`, whether the favourite has won
    - `favourites`: how often another became the favourite; `decided`: games by the moment from
      which the winner's chance stays above SURE_OF_IT; `behind`: games whose winner had less than
      half of a fair chance at some moment of the second half
    - `gaps`, `gap_sum`, `matters`, `close`, `gap_bars`: decisions looked at, and their gaps
    """
    sums: Sums = {
        name: np.zeros((BATCHES, *shape))
        for name, shape in (
            ("looked", ()), ("winner_chance", (MOMENTS,)), ("ahead", (MOMENTS,)),
            ("ahead_won", (MOMENTS,)), ("favourites", ()), ("decided", (MOMENTS,)),
            ("behind", ()), ("gaps", ()), ("gap_sum", ()), ("matters", ()), ("close", ()),
            ("gap_bars", (GAPS,)),
        )
    }  # fmt: skip
    for number, chances, returns in zip(
        found["game"].astype(int), found["chances"], found["returns"], strict=True
    ):
        if returns.sum() == 0:
            continue
        batch = number % BATCHES
        winners = np.flatnonzero(returns)
        own = chances[:, winners].sum(axis=1)  # of those who share the win, all together
        sums["looked"][batch] += 1
        sums["winner_chance"][batch] += own
        first = chances.argmax(axis=1)
        second = np.sort(chances, axis=1)[:, -2]
        clear = chances.max(axis=1) - second > AHEAD
        sums["ahead"][batch] += clear
        sums["ahead_won"][batch] += clear * returns[first]
        favourites = first[clear]
        sums["favourites"][batch] += (favourites[1:] != favourites[:-1]).sum()
        unsure = np.flatnonzero(own < SURE_OF_IT)
        sums["decided"][batch, min(MOMENTS - 1, unsure[-1] + 1 if len(unsure) else 0)] += 1
        late = own[MOMENTS // 2 : -1]
        sums["behind"][batch] += late.min() < len(winners) / players / 2
    batches = found["gap_game"].astype(int) % BATCHES
    for name, value in (
        ("gaps", np.ones(len(batches))),
        ("gap_sum", found["gap"]),
        ("matters", found["gap"] > MATTERS),
        ("close", found["gap"] < CLOSE),
    ):
        np.add.at(sums[name], batches, value)
    bars = np.clip(np.floor(found["gap"] * 100), 0, GAPS - 1).astype(int)
    np.add.at(sums["gap_bars"], (batches, bars), 1)
    return sums
