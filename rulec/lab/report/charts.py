"""Altair charts of intervals and bars, as Vega-Lite specifications."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulec.lab.requirements import library

# Seen on light and dark ground, and apart for the colour-blind.
_COLOURS = ["#3a7fc8", "#d2741e", "#5a9e6f", "#9b6fb5", "#8a8a8a"]
_STEP = 24
_LETTERS = 34  # of a label


class Bar(NamedTuple):
    """Value with its interval; `series` distinguishes bars of one name."""

    name: str
    mean: float
    low: float
    high: float
    series: str = ""


def intervals(
    bars: Sequence[Bar],
    axis: str,
    form: str = ",.1f",
    zero: float | None = None,
    ends: tuple[float, float] | None = None,
) -> dict[str, Any] | None:
    """Chart of points with intervals, one row each in the given order; a rule at `zero`."""
    if not bars:
        return None
    alt = library("altair")
    series = list(dict.fromkeys(bar.series for bar in bars))
    data = alt.InlineData([bar._asdict() for bar in bars])
    scale = alt.Scale(domain=list(ends), clamp=True) if ends else alt.Scale(zero=False, nice=True)
    names = list(dict.fromkeys(bar.name for bar in bars))
    row = alt.Y("name:N", sort=names, title=None, axis=alt.Axis(labelLimit=170))
    place = {"yOffset": alt.YOffset("series:N", sort=series)} if len(series) > 1 else {}
    colour = alt.Color(
        "series:N",
        sort=series,
        scale=alt.Scale(domain=series, range=_COLOURS[: len(series)]),
        legend=alt.Legend(orient="top", title=None) if len(series) > 1 else None,
    )  # fmt: skip
    tip = [alt.Tooltip("name:N")] + [alt.Tooltip(f"{one}:Q", format=form) for one in ("mean", "low", "high")]
    base = alt.Chart(data).encode(y=row, color=colour, tooltip=tip, **place)
    lines = base.mark_rule(strokeWidth=3, opacity=0.55).encode(
        x=alt.X("low:Q", title=axis, scale=scale, axis=alt.Axis(format=_ticks(form), tickCount=6)),
        x2="high:Q",
    )
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(x=alt.X("mean:Q"))
    layers = [lines, dots]
    if zero is not None:
        at = alt.Chart(alt.InlineData([{"zero": zero}]))
        layers.insert(0, at.mark_rule(strokeDash=[4, 3], color="#8a8a8a").encode(x=alt.X("zero:Q")))
    return _whole(alt.layer(*layers), alt, max(1, len(series)))


def _ticks(form: str) -> str:
    """Number format of an axis, with enough digits to distinguish its ticks."""
    return form if form.endswith("%") else ",.3~g"


def _whole(chart: Any, alt: Any, series: int) -> dict[str, Any]:
    step = _STEP if series == 1 else _STEP * 0.75 * series
    chart = chart.properties(width="container", height=alt.Step(step), background="transparent")
    chart = chart.configure_view(stroke=None).configure_axis(labelFontSize=12, titleFontSize=12)
    found: dict[str, Any] = chart.to_dict()
    found["autosize"] = {"type": "fit-x", "contains": "padding"}
    found.pop("$schema", None)
    return found


def short(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
