"""What a study asks: everything that determines its figures."""

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import Game
from moonbow.games.reading import is_whole
from moonbow.lab.folders import PLAYED_BY, played_by
from moonbow.lab.runs import MOST, Run, new_run
from moonbow.lab.study.sums import BATCHES

MOST_VARIANTS = 12
FINEST = 0.0001
"""The finest precision: a hundred million games."""


@dataclass(frozen=True)
class Variant:
    """One way to play the game, under the name that the report gives it."""

    name: str
    run: Run


@dataclass(frozen=True)
class Asked:
    """A study.

    `variants` are played on the same seeds; the first is what the others are compared with. It
    ends when every seat's share of the wins is known to `precision`, half the 95 % interval, or
    after so many `games`, where these are given. `moments` is how many games are looked at
    closely, `deals` how many are played by players of all levels on every seat.
    """

    variants: tuple[Variant, ...]
    precision: float
    games: int | None
    moments: int
    deals: int

    @property
    def of(self) -> Game:
        """The game."""
        return self.variants[0].run.of

    def told(self) -> dict[str, Any]:
        """All of it as a JSON object."""
        runs = [
            {
                "variant": each.name,
                "players": each.run.players,
                "options": dict(each.run.options),
                "bots": list(each.run.bots),
            }
            for each in self.variants
        ]
        run = self.variants[0].run
        bots = {bot for each in self.variants for bot in each.run.bots}
        return {
            "study": run.game,
            "rules": run.of.rules_version,
            "variants": runs,
            "seed": str(run.seed),
            "max_actions": run.max_actions,
            "part": run.part,
            "precision": self.precision,
            "games": self.games,
            "moments": self.moments,
            "deals": self.deals,
            PLAYED_BY: played_by(bots),
        }


def new_study(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    vary: Mapping[str, Sequence[Any]] | None = None,
    bots: Sequence[str] = ("thumbs",),
    seed: int = 0,
    precision: float = 0.005,
    games: int | None = None,
    moments: int = 200,
    deals: int = 200,
    max_actions: int = 100_000,
) -> Asked:
    """A study of a game, with every combination of what varies: options and `players`.

    `bots` is one for all seats, or one a seat. Raises BadOptions.
    """
    vary, options = dict(vary or {}), dict(options or {})
    for name, values in vary.items():
        if name in options:
            raise BadOptions(
                "twice", f"vary: {name}: is an option of all variants too; expected one of the two"
            )
        if len(values) < 2 or any(values.count(each) > 1 for each in values):
            raise BadOptions(
                "bad-vary", f"vary: {name}: {shown(values)}; expected several values, all different"
            )
    if len(bots) > 1 and "players" in vary:
        raise BadOptions(
            "bad-bots", "bots: one a seat, but the players vary; expected one bot for all seats"
        )
    if not FINEST <= precision < 0.5:
        raise BadOptions(
            "bad-precision", f"precision: {precision:%}; expected {FINEST:.2%} to less than 50%"
        )
    for name, number in (("games", games), ("moments", moments), ("deals", deals)):
        none = number is None if name == "games" else number == 0
        if not none and not is_whole(number, BATCHES, MOST):
            raise BadOptions(
                "bad-number",
                f"{name}: {shown(number)}; expected a whole number, {BATCHES} at least"
                + ("" if name == "games" else ", or 0, to leave that question out"),
            )
    chosen = list(itertools.product(*vary.values()))
    if len(chosen) > MOST_VARIANTS:
        raise BadOptions(
            "too-many", f"vary: {len(chosen)} variants; expected at most {MOST_VARIANTS}"
        )
    variants = []
    for values in chosen:
        varied = dict(zip(vary, values, strict=True))
        name = ", ".join(f"{each} {written(value)}" for each, value in varied.items())
        count = varied.pop("players", players)
        seats = tuple(bots) * (count if len(bots) == 1 and is_whole(count, 1, 100) else 1)
        run = new_run(game, count, seats, seed, {**options, **varied}, max_actions)
        variants.append(Variant(name or "as it is", run))
    return Asked(tuple(variants), precision, games, moments, deals)


def written(value: Any) -> str:
    """A value as a name shows it."""
    return json.dumps(value, ensure_ascii=False).replace('"', "")
