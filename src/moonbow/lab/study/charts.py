"""The plots of a report, as Vega-Lite specifications made by Altair."""

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

Row = dict[str, Any]
Chart = dict[str, Any]

HEIGHT = 220
STEP = 24


def spec(chart: Any) -> Chart:
    """The specification of a chart, as wide as the page lets it be."""
    told: Chart = chart.to_dict()
    for name in ("$schema", "config"):
        told.pop(name, None)
    return told


def inline(rows: Sequence[Row]) -> Any:
    """Rows as the data of a chart."""
    return alt.InlineData(
        values=[{name: known(value) for name, value in row.items()} for row in rows]
    )


def known(value: Any) -> Any:
    """A value; nothing in place of what is no number, which JSON does not know."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def base(rows: Sequence[Row]) -> Any:
    """A chart of these rows."""
    return alt.Chart(inline(rows), width="container")


def several(rows: Sequence[Row]) -> bool:
    """Whether there are variants to tell apart."""
    return len({row["variant"] for row in rows}) > 1


def colored(rows: Sequence[Row]) -> dict[str, Any]:
    """The channel that tells variants apart, if there are several."""
    if not several(rows):
        return {}
    order = list(dict.fromkeys(row["variant"] for row in rows))
    return {"color": alt.Color("variant:N", title=None, sort=order)}


def intervals(
    rows: Sequence[Row], title: str, form: str = ".0%", line: float | None = None
) -> Chart:
    """Dots with their 95 % intervals: rows have `label`, `value`, `low`, `high`, `variant`."""
    labels = list(dict.fromkeys(row["label"] for row in rows))
    variants = len({row["variant"] for row in rows})
    y = alt.Y("label:N", title=None, sort=labels, axis=alt.Axis(labelLimit=260, grid=False))
    shift = {}
    if variants > 1:
        shift = {"yOffset": alt.YOffset("variant:N", sort=[row["variant"] for row in rows])}
    x = alt.X("value:Q", title=title, axis=alt.Axis(format=form), scale=alt.Scale(zero=False))
    marks = base(rows).encode(y=y, **shift, **colored(rows))
    tips = [
        alt.Tooltip(f"{name}:Q", title=said, format=".2%" if "%" in form else ".2f")
        for name, said in (("value", "value"), ("low", "from"), ("high", "to"))
    ]
    ranges = marks.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q")
    dots = marks.mark_point(filled=True, size=70, opacity=1).encode(x=x, tooltip=["label:N", *tips])
    layers = [ranges, dots]
    if line is not None:
        fair = alt.Chart(inline([{"fair": line}])).mark_rule(strokeDash=[4, 4])
        layers.insert(0, fair.encode(x="fair:Q"))
    return spec(
        alt.layer(*layers).properties(
            width="container", height=STEP * len(labels) * max(1, variants)
        )
    )


def shares(
    rows: Sequence[Row], title: str, of: str = "games", form: str = ",.0f", width: float = 1
) -> Chart:
    """How frequent each number is: rows have `x`, `share`, `variant`; a bar is `width` wide."""
    y = alt.Y("share:Q", title=f"share of {of}", axis=alt.Axis(format=".0%"))
    tips = [
        alt.Tooltip("x:Q", title=title, format=form),
        alt.Tooltip("share:Q", title=f"share of {of}", format=".2%"),
    ]
    axis = alt.Axis(format=form, tickMinStep=width, grid=False)
    if several(rows):
        x = alt.X("x:Q", title=title, axis=axis)
        chart = base(rows).encode(x=x, y=y, tooltip=tips, **colored(rows))
        return spec(chart.mark_line().properties(height=HEIGHT))
    ends = [{**row, "from": row["x"] - width / 2, "to": row["x"] + width / 2} for row in rows]
    x = alt.X("from:Q", title=title, axis=axis, scale=alt.Scale(zero=False, nice=False))
    chart = base(ends).encode(x=x, x2="to:Q", y=y, y2=alt.Y2Datum(0), tooltip=tips)
    return spec(chart.mark_bar(binSpacing=1).properties(height=HEIGHT))


def over_the_game(rows: Sequence[Row], title: str, fair: float | None) -> Chart:
    """A share over the game: rows have `x` from 0 to 1, `value`, `low`, `high`, `variant`.

    Drawn beside it is what would be fair, if that is one number.
    """
    x = alt.X("x:Q", title="of the game", axis=alt.Axis(format=".0%"))
    scale = alt.Scale(domain=[0, 1], clamp=True)
    axis = alt.Axis(format=".0%")
    chart = base(rows).encode(x=x, **colored(rows))
    band = chart.mark_area(opacity=0.2).encode(
        y=alt.Y("low:Q", title=title, scale=scale), y2="high:Q"
    )
    line = chart.mark_line(point=True).encode(
        y=alt.Y("value:Q", title=title, scale=scale, axis=axis),
        tooltip=[
            alt.Tooltip("x:Q", title="of the game", format=".0%"),
            alt.Tooltip("value:Q", title=title, format=".1%"),
        ],
    )
    layers = [band, line]
    if fair is not None:
        level = alt.Chart(inline([{"fair": fair}])).mark_rule(strokeDash=[4, 4])
        layers.insert(0, level.encode(y="fair:Q"))
    return spec(alt.layer(*layers).properties(width="container", height=HEIGHT + 40))


def parts(rows: Sequence[Row], order: Sequence[str]) -> Chart:
    """What a whole is made of, a bar for each variant: rows have `part`, `share`, `variant`."""
    place = {name: number for number, name in enumerate(order)}
    told = [{**row, "place": place[row["part"]]} for row in rows]
    variants = list(dict.fromkeys(row["variant"] for row in rows))
    chart = base(told).mark_bar(height=26).encode(
        y=alt.Y("variant:N", title=None, sort=variants, axis=alt.Axis(labels=len(variants) > 1)),
        x=alt.X("share:Q", title="share of the variance", axis=alt.Axis(format=".0%")),
        color=alt.Color("part:N", title=None, sort=list(order)),
        order=alt.Order("place:Q"),
        tooltip=["part:N", alt.Tooltip("share:Q", format=".1%")],
    )  # fmt: skip
    return spec(chart.properties(height=44 * len(variants)))
