"""Skill and luck: players of all levels on the same deals, each on every seat."""

import numpy as np
from numpy.typing import NDArray

from moonbow.bots.bot import Budget
from moonbow.games.game import checked_key
from moonbow.lab.ladder import Match
from moonbow.lab.runs import Run, drawn
from moonbow.lab.study.parts import Part
from moonbow.lab.study.sums import BATCHES, Sums

LINE_UP = 9  # what chance is drawn for: who plays a deal

CHUNK = 4
"""Deals of one piece of work."""

SEARCHES = {"rainbow": 150, "rainbow7": 150, "pirates": 100}
"""Iterations of the strongest players, a tenth of level Storm."""

SHARES = ("who plays", "the deal", "the rest")
"""What the differences between results come from."""

LEVELS = 4
"""How many levels there are."""

STEPS = 200
"""Steps in which the strengths of the levels are found."""


def levels(game: str) -> tuple[str, ...]:
    """The players of a population in which each level is as frequent as the others."""
    return ("drizzle", "shower", "thumbs", f"storm:{SEARCHES[game]}")


def played_by_all(run: Run, deals: int, chunk: int) -> Part:
    """The deals of a chunk: each by players drawn from all levels, who change seats.

    `line_up`, deal × player: the level of each; `shares`, deal × turn × player: what each game was
    worth, 0 to all where it was cut off. In turn t player p sits on seat p + t, counted round.
    """
    names = levels(run.game)
    key = checked_key(run.seed)
    numbers = range(chunk * CHUNK, min(deals, (chunk + 1) * CHUNK))
    line_ups, shares = [], []
    for number in numbers:
        chosen = np.random.default_rng(drawn(key, LINE_UP, number)).integers(
            len(names), size=run.players
        )
        bots = tuple(names[level] for level in chosen)
        match = Match(run.game, run.options, bots, run.seed, Budget())
        shares.append([returns for returns, _ in match.deal(number)])
        line_ups.append(chosen)
    return Part(
        {
            "deal": np.array(numbers, np.float64),
            "line_up": np.array(line_ups, np.float64),
            "shares": np.array(shares, np.float64),
        }
    )


def strengths(line_up: NDArray[np.int64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """How strong each level is: its part of the wins is its strength by the sum of all at a table.

    These of Bradley, Terry and Luce, by their likelihood; they add up to 1.
    """
    count = int(line_up.max()) + 1
    wins = np.bincount(line_up.ravel(), shares.mean(axis=1).ravel(), count)
    found = np.full(count, 1 / count)
    for _ in range(STEPS):
        tables = 1 / found[line_up].sum(axis=1)
        weights = np.bincount(line_up.ravel(), np.repeat(tables, line_up.shape[1]), count)
        found = np.where(weights > 0, wins / np.maximum(weights, 1e-12), 0)
        found = np.maximum(found / found.sum(), 1e-9)
    return found


def explained(line_up: NDArray[np.int64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which part of the variance of results comes from who plays, from the deal, from the rest.

    From who plays: what the strengths of the players explain. From the deal: as much as what is
    left is alike where different players sit on the same seat of the same deal.
    """
    deals, turns, players = shares.shape
    strong = strengths(line_up, shares)[line_up]
    expected = (strong / strong.sum(axis=1, keepdims=True))[:, None, :]
    whole = ((shares - 1 / players) ** 2).sum()
    left = shares - expected
    who = 1 - (left**2).sum() / whole
    seats = (np.arange(players)[None, :] + np.arange(turns)[:, None]) % players
    by_seat = np.zeros((deals, turns, players))
    np.put_along_axis(by_seat, np.broadcast_to(seats, shares.shape), left, axis=2)
    alike = (by_seat.sum(axis=1) ** 2 - (by_seat**2).sum(axis=1)).sum() / (turns - 1)
    deal = alike / whole
    return np.array([who, deal, 1 - who - deal])


def skill_and_luck(found: Sums) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """The SHARES of the variance, then what a seat of each level wins.

    Of all deals, and without each batch of them.
    """
    whole = found["shares"].sum(axis=2).min(axis=1) > 0
    line_up, shares = found["line_up"][whole].astype(np.int64), found["shares"][whole]
    batch = found["deal"][whole].astype(np.int64) % BATCHES
    unknown = np.full(len(SHARES) + LEVELS, np.nan)
    if not whole.any():
        return unknown, [unknown] * BATCHES

    def told(kept: NDArray[np.bool_]) -> NDArray[np.float64]:
        lines, worth = line_up[kept], shares[kept]
        wins = np.bincount(lines.ravel(), worth.mean(axis=1).ravel(), LEVELS)
        seats = np.maximum(np.bincount(lines.ravel(), minlength=LEVELS), 1)
        return np.concatenate([explained(lines, worth), wins / seats])

    return told(np.ones(len(batch), np.bool_)), [told(batch != each) for each in range(BATCHES)]
