"""`make bench-server`: tables of scripted players on a server of their own, as Markdown.

The server runs in a process of its own and keeps its data in a folder, as `moonbow serve` does; the
players sit in this process and come over the network of this machine. Both share its processors.
"""

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from moonbow.client import enter
from moonbow.games.game import GAMES
from moonbow.lab.bench import machine
from moonbow.messages import Catalog
from players import SEATS, Tally, measure, seated
from results import write_part
from serving import seconds_to_first_page, serving
from visits import first_visit

HEADING = "## The server"
TABLES = 200
OFFERED = 600.0
"""Moves a second that are offered in the open loop."""

ROUNDS = 3
WARM_UP, SECONDS = 3.0, 15.0
IDLE_TABLES = 500
SETTLING = 5.0
"""Seconds that idle connections are left alone before the memory is read."""

SHARES = {"50 %": 0.5, "95 %": 0.95, "99 %": 0.99, "longest": 1.0}


@dataclass(frozen=True)
class Figure:
    """One thing that is measured, and what is wanted."""

    name: str
    value: float
    unit: str
    wanted: float
    at_least: bool = False

    def line(self) -> str:
        """As a line of the table."""
        kept = self.value >= self.wanted if self.at_least else self.value <= self.wanted
        least = "at least" if self.at_least else "at most"
        shown = f"{self.value:,.0f}" if self.value >= 10 else f"{self.value:.2f}"
        return (
            f"| {self.name} | {shown} {self.unit} | {least} {self.wanted:,g} {self.unit} "
            f"| {'yes' if kept else 'NO'} |"
        )


def main() -> None:
    """Measures, prints, and with --write keeps the result in RESULTS.md."""
    parser = argparse.ArgumentParser(description="Measures a server of Moonbow.")
    parser.add_argument("--write", action="store_true", help="write benchmarks/RESULTS.md")
    write = parser.parse_args().write
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every connection is a file
    subprocess.run([sys.executable, "-m", "moonbow", "warm"], check=True, stdout=subprocess.DEVNULL)
    load = os.getloadavg()[0]
    plays = [play(rate) for _ in range(ROUNDS) for rate in (None, OFFERED)]
    closed, offered = ([tally for tally, _ in plays[first::2]] for first in (0, 1))
    figures = [
        Figure(
            "acknowledged, durable moves", median_rate(closed), "moves/s", OFFERED, at_least=True
        ),
        Figure(
            f"99 % of them within, at {OFFERED:.0f} moves/s offered",
            median_time(offered, 0.99),
            "ms",
            150,
        ),
        Figure(f"memory with {IDLE_TABLES * SEATS:,} idle connections", idle(), "MB", 600),
        *visits(),
        Figure(
            f"start of a server with {TABLES} games to its first page, all compiled before",
            median(start for _, start in plays),
            "s",
            2,
        ),
    ]
    lines = report(closed, offered, figures)
    print("\n".join(lines))
    if write:
        made = f"Printed by `make bench-server` on this machine, whose load was {load:.1f} before:"
        write_part(HEADING, [f"{made} {machine()}.", "", *lines])


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for data, on the disk where temporary files are."""
    with tempfile.TemporaryDirectory(prefix="moonbow-") as name:
        yield Path(name)


def play(rate: float | None) -> tuple[Tally, float]:
    """Plays at all tables, as fast as can be or at a rate; and how long the next start takes."""
    with folder() as data:
        with serving(data) as server:
            tally = uvloop.run(measure(server.address, TABLES, rate, WARM_UP, SECONDS))
        return tally, seconds_to_first_page(data)


def idle() -> float:
    """Megabytes of a server whose players all think."""

    async def look() -> float:
        async with seated(server.address, IDLE_TABLES):
            await asyncio.sleep(SETTLING)
            return server.megabytes()

    with folder() as data, serving(data) as server:
        return uvloop.run(look())


def visits() -> list[Figure]:
    """First visits to the home page, and to a table of each game."""

    async def tables() -> dict[str, str]:
        ada = await enter(server.address, "Ada")
        say = Catalog("en")
        return {say(f"game.{name}"): await ada.make(name, ["person"] * 2) for name in GAMES}

    with folder() as data, serving(data) as server:
        sizes = {"the home page": first_visit(server.address, "/")}
        for name, table in uvloop.run(tables()).items():
            page = first_visit(server.address, f"/table/{table}", also=["/catalog/en.json"])
            sizes[f"a table of {name}"] = page
    return [
        Figure(f"first visit to {name}, in {requests} requests", size / 1000, "kB", 250)
        for name, (size, requests) in sizes.items()
    ]


def median_rate(tallies: Sequence[Tally]) -> float:
    """Moves a second in the middle one of the rounds."""
    return median(tally.rate for tally in tallies)


def median_time(tallies: Sequence[Tally], share: float) -> float:
    """Milliseconds within which a share of the moves was acknowledged, likewise."""
    return median(tally.percentile(share) for tally in tallies)


def report(
    closed: Sequence[Tally], offered: Sequence[Tally], figures: Sequence[Figure]
) -> list[str]:
    """The tables: how moves fare, and what was wanted."""
    lines = [
        f"{TABLES} tables of four-player Rainbow, {TABLES * SEATS} connections; medians of "
        f"{ROUNDS} rounds of {SECONDS:.0f} seconds. A move counts when its acknowledgement is "
        "there, which is sent once the move is durable (SQLite, synchronous=FULL). Where moves "
        "are offered at a rate, each is timed from when it is due, even if no player is ready.",
        "",
        f"| moves | moves/s | {' | '.join(SHARES)} |",
        f"|---|---|{'---|' * len(SHARES)}",
    ]
    rows = {
        "each as soon as its player is asked": closed,
        f"{OFFERED:.0f} a second offered": offered,
    }
    for name, tallies in rows.items():
        times = " | ".join(f"{median_time(tallies, share):,.0f} ms" for share in SHARES.values())
        lines.append(f"| {name} | {median_rate(tallies):,.0f} | {times} |")
    lines += ["", "| | measured | wanted | |", "|---|---|---|---|"]
    return lines + [figure.line() for figure in figures]


if __name__ == "__main__":
    main()
