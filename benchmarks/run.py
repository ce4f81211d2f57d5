"""`make bench`: Moonbow beside its peers, all in one run, as Markdown.

Timings drift while a machine is busy, so each round measures everybody in turn and a ratio is taken
within the round; what is printed is the median over the rounds.
"""

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress

import peers
from moonbow.lab.bench import FIGURES, machine, random_play
from moonbow.lab.warm import warm

ROUNDS = 5
SECONDS = 2.0
RESULTS = Path(__file__).parent / "RESULTS.md"

AT_LEAST = {
    "actions_per_second": 6_000_000,
    "actions_per_second_from_python": 150_000,
    "OpenSpiel hearts": 20,
    "RLCard uno": 300,
    "C++": 0.8,
}
AT_MOST = {
    "record_size": 256,
    "compile_from_nothing": 60,
    "load_from_cache": 1,
    "import_moonbow": 0.3,
    "help": 0.3,
}


def main() -> None:
    """Measures, prints, and with --write keeps the result in RESULTS.md."""
    parser = argparse.ArgumentParser(description="Measures Moonbow beside its peers.")
    parser.add_argument("--yardstick", type=Path, help="a C++ program of Rainbow to compare with")
    parser.add_argument("--write", action="store_true", help="write benchmarks/RESULTS.md")
    arguments = parser.parse_args()
    if arguments.yardstick and not arguments.yardstick.is_file():
        sys.exit(f"bench: {arguments.yardstick}: no such file; expected a C++ source")
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        warm()
        own = progress.track(FIGURES, description="Moonbow")
        figures = {figure.name: (figure.measure(), figure.unit) for figure in own}
        rates = rounds(arguments.yardstick, progress)
    lines = report(figures, rates)
    print("\n".join(lines))
    if arguments.write:
        command = shlex.join(
            ["make", "bench", *(["YARDSTICK=FILE.cpp"] if arguments.yardstick else [])]
        )
        head = ["# How fast", "", f"Printed by `{command}` on this machine: {machine()}.", ""]
        RESULTS.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")


def rounds(yardstick: Path | None, progress: Progress) -> list[dict[str, peers.Rate]]:
    """Everybody's rate in each round, Moonbow's under "Moonbow"."""
    contestants: dict[str, Callable[[int], peers.Rate]] = {
        "Moonbow": lambda _: own_rate(),
        "OpenSpiel hearts": lambda number: peers.openspiel("hearts", SECONDS, number),
        "RLCard uno": lambda number: peers.rlcard("uno", SECONDS, number),
    }
    if yardstick:
        contestants["C++"] = lambda _: peers.yardstick(yardstick)
    return [
        {name: measure(number) for name, measure in contestants.items()}
        for number in progress.track(range(ROUNDS), description="Rounds with the peers")
    ]


def own_rate() -> peers.Rate:
    """Random play of four-player Rainbow on one core."""
    played = random_play(400_000)
    return peers.Rate("Moonbow rainbow", "", played.actions, played.games, played.seconds)


def report(figures: dict[str, tuple[float, str]], rates: list[dict[str, peers.Rate]]) -> list[str]:
    """The tables: Moonbow alone, and beside the peers."""
    lines = ["| Moonbow, Rainbow | measured | promised | |", "|---|---|---|---|"]
    for name, (value, unit) in figures.items():
        lines.append(
            f"| {name.replace('_', ' ')} | {number(value)} {unit} | {promise(name, value)} |"
        )
    lines += [
        "",
        f"Random play on one core, {ROUNDS} rounds, medians; the ratio is Moonbow's rate by the "
        "peer's in the same round: of actions, for the C++ program of games.",
        "",
        "| | actions/s | games/s | ratio | promised | |",
        "|---|---|---|---|---|---|",
    ]
    for name in rates[0]:
        actions = median(rate[name].actions_per_second for rate in rates)
        games = median(rate[name].games_per_second for rate in rates)
        ratio = median(ratio_to(rate, name) for rate in rates)
        title = f"{rates[0][name].name} {rates[0][name].version}".strip()
        end = "| 1 | | |" if name == "Moonbow" else f"| {ratio:,.2f} | {promise(name, ratio)} |"
        lines.append(f"| {title} | {actions:,.0f} | {games:,.0f} {end}")
    return lines


def ratio_to(rates: dict[str, peers.Rate], name: str) -> float:
    """Moonbow's rate by a peer's: of actions, or of games of the same game."""
    if name == "C++":
        return rates["Moonbow"].games_per_second / rates[name].games_per_second
    return rates["Moonbow"].actions_per_second / rates[name].actions_per_second


def promise(name: str, value: float) -> str:
    """What was promised, and whether it is kept; two cells."""
    if name in AT_LEAST:
        return f"at least {number(AT_LEAST[name])} | {'yes' if value >= AT_LEAST[name] else 'NO'}"
    if name in AT_MOST:
        return f"at most {number(AT_MOST[name])} | {'yes' if value <= AT_MOST[name] else 'NO'}"
    return "|"


def number(value: float) -> str:
    """A figure with as many digits as it deserves."""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


if __name__ == "__main__":
    main()
