"""The report of a study: one page that needs nothing else, and its figures as JSON."""

import json
import math
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

import moonbow
from moonbow.games.errors import Broken
from moonbow.lab.folders import BadFolder, refusing
from moonbow.lab.study.figures import (
    Figure,
    differences,
    game_figures,
    moment_figures,
    skill_figures,
)
from moonbow.lab.study.study import Found
from moonbow.messages import Catalog
from moonbow.table.files import write_whole

REPORT, FIGURES = "report.html", "figures.json"

PLAYERS = {"thumbs": "rules of thumb", "random": "chance"}
"""Plain words for bots that are no level."""


class NoCharts(Broken):
    """The libraries that draw are not installed."""


def check_charts() -> None:
    """Raises NoCharts where the libraries that draw are not installed."""
    try:
        for name in ("altair", "vl_convert"):
            import_module(name)
    except ImportError as error:
        raise NoCharts(
            "no-charts", "Altair is not installed; expected: pip install moonbow[study]"
        ) from error


def read_findings(path: str | None) -> list[str]:
    """The findings that a text file holds, a line each. Raises BadFolder."""
    if path is None:
        return []
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise BadFolder("cannot-read", f"{path}: cannot be read: {reason}") from error
    return [line.strip() for line in lines if line.strip()]


def figures_of(found: Found) -> list[list[Figure]]:
    """All figures that are compared, by variant."""
    asked = found.asked
    more = (moment_figures() if asked.moments else []) + (skill_figures() if asked.deals else [])
    return [game_figures(variant.run) + more for variant in asked.variants]


def write_report(found: Found, folder: Path, command: str, findings: list[str]) -> None:
    """Writes the page and the figures into the study's folder. Raises BadFolder."""
    told = json.dumps(figures_told(found), ensure_ascii=False, indent=2) + "\n"
    page = page_of(found, command, findings)
    for name, text in ((FIGURES, told), (REPORT, page)):
        refusing(folder / name, write_whole, folder / name, text.encode())


def figures_told(found: Found) -> dict[str, Any]:
    """Every figure of every variant as a JSON object: value, low and high; null where unknown."""
    variants = []
    for variant, own, batches in zip(
        found.asked.variants, figures_of(found), found.all_found, strict=True
    ):
        figures = {}
        for figure in own:
            estimate = batches.estimate(figure.of)
            figures[figure.name] = {
                "label": figure.label,
                **{
                    name: number if math.isfinite(number) else None
                    for name, number in (
                        ("value", estimate.value), ("low", estimate.low), ("high", estimate.high)
                    )
                },
            }  # fmt: skip
        variants.append({"variant": variant.name, "figures": figures})
    return {**found.asked.told(), "played": found.games, "found": variants}


def page_of(found: Found, command: str, findings: list[str]) -> str:
    """The page."""
    from moonbow.lab.study.questions import sections  # noqa: PLC0415 - loads Altair

    vl_convert: Any = import_module("vl_convert")
    asked, told = found.asked, sections(found)
    run = asked.variants[0].run
    charts = {
        f"plot-{number}-{place}": plot.chart
        for number, section in enumerate(told, 1)
        for place, plot in enumerate(section.plots, 1)
    }
    template = Environment(autoescape=True, trim_blocks=True).from_string(
        files(__package__).joinpath("report.html").read_text(encoding="utf-8")
    )
    counts = sorted({variant.run.players for variant in asked.variants})
    players = " or ".join(str(count) for count in counts)
    bots = sorted({name for variant in asked.variants for name in variant.run.bots})
    by = ", ".join(PLAYERS.get(name, name) for name in bots)
    return template.render(
        title=f"{Catalog('en')(f'game.{run.game}')}: a study",
        lead=f"{players} players; {found.games:,} games"
        + (f" of each of {len(asked.variants)} variants" if len(asked.variants) > 1 else "")
        + f", played by {by}.",
        findings=findings,
        compared=compared(found) if len(asked.variants) > 1 else None,
        variants=[variant.name for variant in asked.variants] if len(asked.variants) > 1 else [""],
        sections=told,
        made=made(found, command),
        vega=script(vl_convert.javascript_bundle()),
        charts=script(json.dumps(charts, allow_nan=False)),
    )


def script(text: str) -> Markup:
    """Text that a script element holds as it is."""
    return Markup(text.replace("</script", "<\\/script"))


def made(found: Found, command: str) -> list[tuple[str, str]]:
    """How the study was made."""
    asked = found.asked
    run = asked.variants[0].run
    ends = sum(int(each.total["finished"]) for each in found.all_found)
    cut = found.games * len(asked.variants) - ends
    return [
        ("command", command),
        ("version", f"moonbow {moonbow.__version__}, rules {run.of.rules.RULES_VERSION}"),
        ("games", f"{found.games:,}"),
        ("cut off", f"{cut:,}, after {run.max_actions:,} actions"),
        ("looked at closely", f"{asked.moments:,} games" if asked.moments else "none"),
        ("on every seat", f"{asked.deals:,} deals" if asked.deals else "none"),
        ("seed", str(run.seed)),
        *(
            (
                f"options{': ' + each.name if len(asked.variants) > 1 else ''}",
                json.dumps(dict(each.run.options), ensure_ascii=False),
            )
            for each in asked.variants
        ),
    ]


def compared(found: Found) -> dict[str, Any]:
    """The variants side by side, with which differences are real."""
    figures = figures_of(found)
    against = {
        (each.figure.name, each.variant): each for each in differences(found.all_found, figures)
    }
    rows = []
    for place, reference in enumerate(figures[0]):
        cells = []
        for variant, batches in enumerate(found.all_found):
            figure = figures[variant][place]
            cell: dict[str, Any] = {"value": figure.said(batches.estimate(figure.of))}
            if variant:
                found_here = against[reference.name, variant]
                cell["difference"] = "difference " + figure.difference(found_here.found)
                cell["real"] = found_here.real
            cells.append(cell)
        rows.append({"label": reference.label, "cells": cells})
    real = sum(each.real for each in against.values())
    names = [variant.name for variant in found.asked.variants]
    return {
        "rows": rows,
        "answer": f"Of {len(against)} differences to “{names[0]}”, {real} are real.",
        "caution": "All variants are played on the same seeds. A difference is called real if it "
        "is beyond doubt with all comparisons of this table taken together: the chance that even "
        "one of them is called so by mistake is 5 % (Holm). A difference that is not real may "
        "still be there, too small for so many games.",
    }
