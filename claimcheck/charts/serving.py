"""The serving model beside the logs, and what it says of loads, limits and short runs that no log shows."""

from __future__ import annotations

from collections.abc import Iterable

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, RULE, Page, named_rows

LABELS, _SOURCE_LABELS = 186, 232
_ROW, _NARROW_ROW, _GAP = 19, 34, 12
# Errors beyond are drawn at the edge with their figure.
_REACH = 0.4
# Steps of the slider, queries/s per accelerator.
_STEP = 0.05
# The quantities of ``short_runs`` by column: their words, and where these are written below the line.
_DURATIONS = {
    "offered": ("offered rate × mean length", CONTEXT, -9),
    "published": ("as LoadGen divides", CATEGORICAL[0], 20),
    "full": ("full run", CATEGORICAL[1], 22),
}


def prediction_errors(runs: pd.DataFrame, panels: dict[str, str], good: float) -> Drawing:
    """One row a run, one panel a figure: the error of the prediction as a dot, a band of ``good`` around zero.

    ``runs`` in order: ``name`` (of the group), ``label`` (unique in its group), ``fitted``, ``row_id`` and one column
    of errors (a share, NaN for none) for each key of ``panels``, whose values head the panels. A narrow screen gets the
    first two figures in one panel.
    """
    placed = runs.assign(place=runs["name"] + ": " + runs["label"])
    names = []
    for name, part in placed.groupby("name", sort=False):
        names.append({"place": f"group {name}", "text": name, "head": True})
        names += [{"place": p, "text": t, "head": False} for p, t in zip(part["place"], part["label"], strict=True)]
    rows, parts = pd.DataFrame(names), {column: _melted(placed, column) for column in panels}
    return Drawing(
        draw=lambda page: page.either(_wide, _narrow)(rows, parts, panels, good, page),
        frame=pd.concat([part.assign(panel=panels[c].replace("|", " ")) for c, part in parts.items()]),
        columns={"panel": "figure", "place": "run", "error": "error as a share", "kind": "used in the fit"},
        row_ids=runs["row_id"],
    )


def _melted(placed: pd.DataFrame, column: str) -> pd.DataFrame:
    part = placed[["place", "label", "fitted"]].assign(error=placed[column].astype(float))
    part = part[part["error"].notna()]
    return part.assign(
        x=part["error"].clip(-_REACH, _REACH),
        beyond=part["error"].abs() > _REACH,
        text=[f"{e:+.0%}".replace("-", "−") for e in part["error"]],
        kind=["fitted" if f else "held out" for f in part["fitted"]],
    )


def _wide(
    rows: pd.DataFrame, parts: dict[str, pd.DataFrame], panels: dict[str, str], good: float, page: Page
) -> alt.HConcatChart:
    height = _ROW * len(rows)
    width = (page.width - LABELS - _GAP * len(panels) - 18) // len(panels)
    y = _places(rows)
    text = alt.Chart(rows).encode(y=y, text="text:N")
    heads = text.mark_text(align="left", x=0, color=INK, fontWeight="bold", fontSize=12)
    lines = text.mark_text(align="left", x=8, color=INK, fontSize=12)
    labels = alt.layer(heads.transform_filter("datum.head"), lines.transform_filter("!datum.head"))
    drawn = [_panel(part, y, panels[c], good).properties(width=width, height=height) for c, part in parts.items()]
    labels = labels.properties(width=LABELS, height=height)
    return alt.hconcat(labels, *drawn, spacing=_GAP, autosize=alt.AutoSizeParams(type="pad"))


def _places(rows: pd.DataFrame) -> alt.Y:
    order = list(rows["place"])
    return alt.Y("place:N", sort=order, scale=alt.Scale(domain=order), axis=None)


def _errors() -> alt.X:
    return alt.X(
        "x:Q",
        title=None,
        scale=alt.Scale(domain=[-_REACH * 1.06, _REACH * 1.06], nice=False),
        axis=alt.Axis(
            values=[-0.3, 0, 0.3],
            labelExpr="datum.value == 0 ? '0' : format(datum.value, '+.0%')",
            grid=False,
            labelFontSize=12,
        ),
    )


def _back(good: float) -> list[alt.Chart]:
    band = alt.Chart(pd.DataFrame({"x": [-good], "to": [good]})).mark_rect(color=GRID, opacity=0.75)
    zero = alt.Chart(pd.DataFrame({"x": [0.0]})).mark_rule(color=RULE, strokeWidth=1.5)
    return [band.encode(x=_errors(), x2="to:Q"), zero.encode(x=_errors())]


def _panel(part: pd.DataFrame, y: alt.Y, words: str, good: float) -> alt.LayerChart:
    base = alt.Chart(part).encode(
        x=_errors(),
        y=y,
        tooltip=[
            alt.Tooltip("label:N", title="run"),
            alt.Tooltip("kind:N"),
            alt.Tooltip("text:N", title="error"),
        ],
    )
    dots = base.mark_point(size=52, opacity=1, strokeWidth=1.8, filled=False, color=CONTEXT)
    held = base.mark_circle(size=60, opacity=1, color=CATEGORICAL[0])
    right = base.mark_text(align="right", dx=-8, fontSize=11, color=MUTED).encode(text="text:N")
    left = base.mark_text(align="left", dx=8, fontSize=11, color=MUTED).encode(text="text:N")
    return alt.layer(
        *_back(good),
        dots.transform_filter("datum.fitted"),
        held.transform_filter("!datum.fitted"),
        right.transform_filter("datum.beyond && datum.x > 0"),
        left.transform_filter("datum.beyond && datum.x < 0"),
        title=alt.TitleParams(words.split("|"), anchor="start", fontSize=12, fontWeight="normal", offset=6),
    )


def _narrow(
    rows: pd.DataFrame, parts: dict[str, pd.DataFrame], panels: dict[str, str], good: float, page: Page
) -> alt.LayerChart:
    y = _places(rows)
    text = alt.Chart(rows).encode(y=y, x=alt.XValue(0), text="text:N")
    layers: list[alt.Chart] = _back(good)
    layers.append(text.mark_text(align="left", dy=6, color=INK, fontWeight="bold").transform_filter("datum.head"))
    layers.append(text.mark_text(align="left", dy=-8, color=MUTED, fontSize=12).transform_filter("!datum.head"))
    first = {column: words.replace("|", " ") for column, words in list(panels.items())[:2]}
    for place, (column, name) in enumerate(first.items()):
        colour = alt.Color(
            "figure:N",
            scale=alt.Scale(domain=list(first.values()), range=[CATEGORICAL[0], CATEGORICAL[1]]),
            legend=alt.Legend(orient="top", columns=1),
        )
        base = alt.Chart(parts[column].assign(figure=name)).encode(x=_errors(), y=y, color=colour)
        drop = 6 + 5 * place
        layers.append(base.mark_circle(size=62, opacity=1, yOffset=drop).transform_filter("!datum.fitted"))
        layers.append(base.mark_point(size=52, filled=False, opacity=1, yOffset=drop).transform_filter("datum.fitted"))
    return alt.layer(*layers, width=page.width, height=_NARROW_ROW * len(rows))


def load_curves(loads: pd.DataFrame, tpot_ms: float, ttft_ms: float, start: float) -> Drawing:
    """A live chart: TPOT p99 against tokens/s per accelerator; the reader moves the offered load.

    ``loads``: one row a simulated load of one of two groups: ``name``, ``variant``, ``plain`` (True: the curve that the
    slider follows; others are drawn thin), ``rate`` (queries/s per accelerator), ``tokens``, ``flight``, ``tpot``,
    ``ttft`` (99th percentiles, ms). ``tpot_ms`` and ``ttft_ms`` are the limits, ``start`` the load shown first.
    """
    kept = loads[loads["tpot"] <= 1.15 * tpot_ms]
    return Drawing(
        draw=lambda page: _curves(loads, kept, tpot_ms, ttft_ms, start, page),
        frame=kept,
        columns={
            "name": "software",
            "variant": "variant of the model",
            "plain": "the plain model",
            "rate": "offered rate, queries/s per GPU",
            "tokens": "offered tokens/s per GPU (simulated)",
            "flight": "requests in flight per GPU",
            "tpot": "99th percentile of TPOT, ms",
            "ttft": "99th percentile of TTFT, ms",
        },
        live=True,
    )


def _curves(
    loads: pd.DataFrame, kept: pd.DataFrame, tpot_ms: float, ttft_ms: float, start: float, page: Page
) -> alt.LayerChart:
    names = list(loads["name"].drop_duplicates())
    colours = CATEGORICAL[:2]
    lowest, highest = float(loads["rate"].min()), float(loads["rate"].max())
    bound = alt.binding_range(min=lowest, max=highest, step=_STEP, name="Offered load, queries/s per GPU ")
    slider = alt.param(name="load", value=start, bind=bound)
    x = alt.X(
        "tokens:Q",
        title="offered tokens/s per GPU (simulated)",
        scale=alt.Scale(domain=[0, float(kept["tokens"].max()) * 1.04], nice=False, clamp=True),
        axis=alt.Axis(format=",.0f", tickCount=page.either(5, 4)),
    )
    y = alt.Y(
        "tpot:Q",
        title="99th percentile of TPOT, ms",
        scale=alt.Scale(domain=[0, tpot_ms * 1.18], nice=False, clamp=True),
        axis=alt.Axis(tickCount=5, grid=True),
    )
    colour = alt.Color("name:N", scale=alt.Scale(domain=names, range=list(colours)), legend=None)
    lines = alt.Chart(kept).encode(x=x, y=y, color=colour)
    limit = alt.Chart(pd.DataFrame({"tpot": [tpot_ms], "text": [f"limit {tpot_ms:.0f} ms"]}))
    plain = loads[loads["plain"]]
    moving = alt.Chart(plain).transform_filter(f"abs(datum.rate - load) < {_STEP / 2}")
    over = f"datum.tpot > {tpot_ms} ? ': TPOT over its limit' : datum.ttft > {ttft_ms} ? ': TTFT over its limit' : ''"
    flight = "datum.name + ': ' + format(datum.flight, ',.0f') + ' in flight"
    said = page.either(
        f"{flight} per GPU, ' + format(datum.tokens, ',.0f') + ' tokens/s per GPU, TPOT ' + format(datum.tpot, '.0f')"
        " + ' ms, TTFT ' + format(datum.ttft / 1000, '.1f') + ' s'",
        f"{flight}, ' + format(datum.tokens, ',.0f') + ' tokens/s'",
    )
    layers = [
        limit.mark_rule(color=INK, strokeDash=[4, 3]).encode(y=y),
        limit.mark_text(align="left", dx=4, dy=-8, color=INK, x=0).encode(y=y, text="text:N"),
        lines.transform_filter("!datum.plain").mark_line(strokeWidth=1, opacity=0.6).encode(detail="variant:N"),
        lines.transform_filter("datum.plain").mark_line(strokeWidth=2.5),
        moving.mark_circle(size=170, opacity=1, stroke=INK, strokeWidth=1.5).encode(x=x, y=y, color=colour),
    ]
    for place, (name, shade) in enumerate(zip(names, colours, strict=True)):
        words = moving.transform_filter(f"datum.name === '{name}'").transform_calculate(said=f"{said} + ({over})")
        style = {"fontSize": page.either(13, 12), "x": 6, "y": 298 + 19 * place}
        layers.append(words.mark_text(align="left", color=shade, **style).encode(text="said:N"))
        # The steep curve is named at its end, above the limit; the flat one below its middle.
        curve = plain[(plain["name"] == name) & (plain["tpot"] <= (0.62 if place else 1.15) * tpot_ms)].tail(1)
        beside = {"align": "left", "dx": 10, "dy": 12} if place else {"align": "right", "dx": -8, "dy": -6}
        named = alt.Chart(curve[["name", "tokens", "tpot"]]).mark_text(color=shade, fontWeight="bold", **beside)
        layers.append(named.encode(x=x, y=y, text="name:N"))
    return alt.layer(*layers).add_params(slider).properties(width=page.width, height=340)


def speedup_sources(rows: pd.DataFrame, row_ids: Iterable[str]) -> Drawing:
    """Simulated ratios as spans around the plain value.

    ``rows`` in order: ``label``, ``low``, ``high`` (equal for a single value), ``text``.
    """
    title = "v6.0 over v5.1, tokens/s per GPU"
    return Drawing(
        draw=lambda page: _sources(rows, title, page),
        frame=rows,
        columns={"label": "label", "low": f"{title} (low)", "high": f"{title} (high)"},
        row_ids=row_ids,
    )


def _sources(rows: pd.DataFrame, title: str, page: Page) -> alt.LayerChart:
    low, high = float(rows["low"].min()), float(rows["high"].max())
    scale = alt.Scale(domain=[low - 0.12, high + page.either(0.42, 0.55)], nice=False, zero=False)
    x = alt.X("low:Q", title=title, scale=scale, axis=alt.Axis(format=".1f", tickCount=5))
    to = alt.X("high:Q", scale=scale)
    shown, drop, step = named_rows(alt.Chart(rows).encode(x=x), page.labels(_SOURCE_LABELS))
    colour = CATEGORICAL[0]
    layers = [
        shown.mark_bar(size=8, cornerRadius=4, yOffset=drop, color=colour).encode(x2="high:Q"),
        shown.mark_circle(size=85, opacity=1, yOffset=drop, color=colour),
        shown.mark_circle(size=85, opacity=1, yOffset=drop, color=colour).encode(x=to),
        shown.mark_text(align="left", dx=9, dy=drop, color=INK).encode(x=to, text="text:N"),
    ]
    if page.narrow:
        layers.append(shown.mark_text(align="left", dy=-9, color=MUTED).encode(x=alt.XValue(0), text="label:N"))
    return alt.layer(*layers, width=page.width, height=step * len(rows))


def short_runs(runs: pd.DataFrame) -> Drawing:
    """One load, run for longer and longer: the rate that each of three durations gives.

    ``runs``: ``arrivals_s``, ``offered``, ``published`` with ``low`` and ``high``, ``full``, in tokens/s per
    accelerator.
    """
    title = "tokens/s per GPU (simulated)"
    lines = [runs[["arrivals_s"]].assign(value=runs[name], words=words) for name, (words, _, _) in _DURATIONS.items()]
    return Drawing(
        draw=lambda page: _short(runs, lines, title, page),
        frame=pd.concat([*lines[::-1], runs[["arrivals_s", "low", "high"]]]),
        columns={
            "words": "words",
            "arrivals_s": "how long queries arrive, s",
            "value": f"{title} (value)",
            "low": f"{title} (low)",
            "high": f"{title} (high)",
        },
    )


def _short(runs: pd.DataFrame, lines: list[pd.DataFrame], title: str, page: Page) -> alt.LayerChart:
    top = float(runs["offered"].max()) * 1.15
    seconds = sorted(runs["arrivals_s"].unique())
    x = alt.X(
        "arrivals_s:Q",
        title="how long queries arrive, s (log scale)",
        scale=alt.Scale(type="log", domain=[min(seconds), max(seconds)], nice=False),
        axis=alt.Axis(values=seconds, format=",.0f", grid=False),
    )
    scale = alt.Scale(domain=[0, top], nice=False)
    y = alt.Y("value:Q", title=title, scale=scale, axis=alt.Axis(format=",.0f", tickCount=4, grid=True))
    band = alt.Chart(runs).mark_area(color=CATEGORICAL[0], opacity=0.18)
    layers: list[alt.Chart] = [band.encode(x=x, y=alt.Y("low:Q", scale=scale, title=title), y2="high:Q")]
    for frame, (_, shade, drop) in zip(lines, _DURATIONS.values(), strict=True):
        line = alt.Chart(frame).encode(x=x, y=y)
        layers.append(line.mark_line(color=shade, point=alt.OverlayMarkDef(color=shade, size=45)))
        second = line.transform_filter(f"datum.arrivals_s === {seconds[1]}")
        layers.append(second.mark_text(align="left", dx=4, dy=drop, color=INK).encode(text="words:N"))
    return alt.layer(*layers, width=page.width, height=300)
