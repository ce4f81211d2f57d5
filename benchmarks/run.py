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
import research
from moonbow.lab.bench import FIGURES, eager_play, machine, random_play
from moonbow.lab.warm import warm
from results import write_part

ROUNDS = 5
SECONDS = 2.0

AT_LEAST = {
    "actions_per_second": 6_000_000,
    "actions_per_second_from_python": 150_000,
    "OpenSpiel hearts": 20,
    "OpenSpiel gin_rummy": 80,
    "RLCard uno": 300,
    "RLCard uno, Rainbow Pirates": 60,
    "C++": 0.8,
}
AT_MOST = {
    "record_size": 256,
    "rainbow7_record_size": 1024,
    "pirates_record_size": 4096,
    "compile_from_nothing": 120,
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
        waiting = progress.add_task("For research", total=None)
        for_research = research.report()
        progress.remove_task(waiting)
    lines = report(figures, rates)
    print("\n".join([*lines, "", *for_research]))
    if arguments.write:
        command = shlex.join(
            ["make", "bench", *(["YARDSTICK=FILE.cpp"] if arguments.yardstick else [])]
        )
        made = f"Printed by `{command}` on this machine: {machine()}."
        write_part("# How fast", [made, "", *lines])
        write_part("## For research", [made, "", *for_research])


OWN = {
    "Moonbow rainbow": ("OpenSpiel hearts", "RLCard uno", "C++"),
    "Moonbow rainbow7": ("OpenSpiel gin_rummy",),
    "Moonbow pirates": ("RLCard uno",),
}
"""With whom each game of ours is compared."""


def rounds(yardstick: Path | None, progress: Progress) -> list[dict[str, peers.Rate]]:
    """Everybody's rate in each round."""
    contestants: dict[str, Callable[[int], peers.Rate]] = {
        "Moonbow rainbow": lambda _: rainbow_rate(),
        "OpenSpiel hearts": lambda number: peers.openspiel("hearts", SECONDS, number),
        "Moonbow rainbow7": lambda _: rainbow7_rate(),
        "OpenSpiel gin_rummy": lambda number: peers.openspiel("gin_rummy", SECONDS, number),
        "Moonbow pirates": lambda _: pirates_rate(),
        "RLCard uno": lambda number: peers.rlcard("uno", SECONDS, number),
    }
    if yardstick:
        contestants["C++"] = lambda _: peers.yardstick(yardstick)
    return [
        {name: measure(number) for name, measure in contestants.items()}
        for number in progress.track(range(ROUNDS), description="Rounds with the peers")
    ]


def rainbow_rate() -> peers.Rate:
    """Random play of four-player Rainbow on one core."""
    played = random_play("rainbow", 4, 400_000)
    return peers.Rate("Moonbow rainbow", "", played.actions, played.games, played.seconds)


def rainbow7_rate() -> peers.Rate:
    """Three-player Rainbow 7: announcing, and discarding several cards, if that is possible."""
    return peers.Rate("Moonbow rainbow7", "", *eager_play(20_000, 3))


def pirates_rate() -> peers.Rate:
    """Random play of four-player Rainbow Pirates on one core."""
    played = random_play("pirates", 4, 5_000)
    return peers.Rate("Moonbow pirates", "", played.actions, played.games, played.seconds)


def report(figures: dict[str, tuple[float, str]], rates: list[dict[str, peers.Rate]]) -> list[str]:
    """The tables: Moonbow alone, and beside the peers."""
    lines = ["| Moonbow | measured | promised | |", "|---|---|---|---|"]
    for name, (value, unit) in figures.items():
        lines.append(
            f"| {name.replace('_', ' ')} | {number(value)} {unit} | {promise(name, value)} |"
        )
    lines += [
        "",
        f"Random play on one core, {ROUNDS} rounds, medians; in Rainbow 7 players announce, and "
        "discard combinations of several cards, where they can.",
        "",
        "| | actions/s | games/s |",
        "|---|---|---|",
    ]
    for name in rates[0]:
        actions = median(rate[name].actions_per_second for rate in rates)
        games = median(rate[name].games_per_second for rate in rates)
        title = f"{rates[0][name].name} {rates[0][name].version}".strip()
        lines.append(f"| {title} | {actions:,.0f} | {games:,.0f} |")
    lines += [
        "",
        "Moonbow's rate by the peer's in the same round: of actions, for the C++ program of games.",
        "",
        "| | beside | ratio | promised | |",
        "|---|---|---|---|---|",
    ]
    for own, others in OWN.items():
        for name in others:
            if name in rates[0]:
                ratio = median(ratio_to(rate, own, name) for rate in rates)
                key = f"{name}, Rainbow Pirates" if own == "Moonbow pirates" else name
                lines.append(
                    f"| {own} | {rates[0][name].name} | {ratio:,.2f} | {promise(key, ratio)} |"
                )
    return lines


def ratio_to(rates: dict[str, peers.Rate], own: str, name: str) -> float:
    """Moonbow's rate by a peer's: of actions, or of games of the same game."""
    if name == "C++":
        return rates[own].games_per_second / rates[name].games_per_second
    return rates[own].actions_per_second / rates[name].actions_per_second


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
