"""Who sits down at a table in the terminal: one person, and bots on the other seats."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moonbow.bots.bot import Bot
from moonbow.bots.names import BOT_NAMES, USUAL_LEVEL, check_bots, new_bot
from moonbow.games.errors import BadOptions, shown
from moonbow.games.game import Game
from moonbow.table.fairness import PERSON, Sealed, Seed, Terms, seal
from moonbow.table.record import BadRecord, read_record
from moonbow.table.table import Table


@dataclass(frozen=True)
class Sitting:
    """A table, the seat of the person at it, and the bots by seat."""

    table: Table
    seat: int
    bots: Mapping[int, Bot]


def new_sitting(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    seed: int | None,
    seat: int,
    name: str | None,
    others: Sequence[str] | None,
) -> Sitting:
    """A fresh game; with a seed, its deal is the same each time. Raises BadOptions."""
    checked = game.options(players, options)
    checked_seat(seat, players)
    kinds = seat_kinds(players, seat, others)
    names = [BOT_NAMES[player] for player in range(players)]
    names[seat] = name if name is not None else f"Player {seat + 1}"
    terms = Terms(game.name, game.rules_version, secrets.token_hex(8), checked, kinds)
    chance = seal(terms) if seed is None else Seed(seed)
    table = Table(game, players, checked, chance, names)
    return Sitting(table, seat, seat_bots(kinds, game))


def checked_seat(seat: int, players: int) -> int:
    """A seat at the table. Raises BadOptions."""
    if not 0 <= seat < players:
        raise BadOptions("bad-seat", f"seat: {shown(seat)}; expected 0 to {players - 1}")
    return seat


def seat_kinds(players: int, seat: int, others: Sequence[str] | None) -> tuple[str, ...]:
    """What sits where: a person, and a bot on each other seat. Raises BadOptions."""
    bots = list(others) if others is not None else [USUAL_LEVEL] * (players - 1)
    if len(bots) != players - 1:
        raise BadOptions(
            "bad-bots", f"bots: {len(bots)} given; expected {players - 1}, one for each other seat"
        )
    bots.insert(seat, PERSON)
    return tuple(bots)


def seat_bots(kinds: Sequence[str], game: Game) -> dict[int, Bot]:
    """A bot with a seed of its own for each seat that is not a person's. Raises BadOptions."""
    check_bots([kind for kind in kinds if kind != PERSON], game, len(kinds))
    return {
        seat: new_bot(kind, secrets.randbits(256))
        for seat, kind in enumerate(kinds)
        if kind != PERSON
    }


def resume_sitting(
    record: Mapping[str, Any], game: str | None, seat: int | None, others: Sequence[str] | None
) -> Sitting:
    """The game that a record broke off; nothing else may contradict it. Raises Refused."""
    table = read_record(record)
    if game not in (None, table.game.name):
        raise BadRecord("other-game", f"game: {table.game.name}; expected {game}")
    if table.state.is_over:
        raise BadRecord("game-over", "the game is over; expected one that goes on")
    if not isinstance(table.chance, Sealed):
        place = checked_seat(0 if seat is None else seat, table.players)
        kinds = seat_kinds(table.players, place, others)
        return Sitting(table, place, seat_bots(kinds, table.game))
    kinds = tuple(table.chance.terms.seats)
    if kinds.count(PERSON) != 1:
        raise BadRecord("not-one-person", f"{kinds.count(PERSON)} persons; expected one")
    place = kinds.index(PERSON)
    if seat not in (None, place) or (others and seat_kinds(table.players, place, others) != kinds):
        raise BadRecord("other-seats", f"seats: {', '.join(kinds)}; expected no others to be named")
    return Sitting(table, place, seat_bots(kinds, table.game))
