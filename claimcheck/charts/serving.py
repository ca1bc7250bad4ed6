"""The serving model beside the logs, and what it says of loads, limits and short runs that no log shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    FULL_RUN,
    GRID,
    INK,
    MUTED,
    OFFERED,
    PUBLISHED,
    ROUNDS,
    WIDTH,
    measured,
    named_rows,
    stacked,
)

# Errors further out are counted in the last bar; a bar is this wide.
_REACH, _BIN = 0.4, 0.05
# Steps of the slider, queries/s per accelerator.
_STEP = 0.05
# The quantities of ``short_runs`` by column: their words, and where these are written below the line.
_DURATIONS = {
    "offered": ("offered rate × mean length", OFFERED, -9),
    "published": ("as LoadGen divides", PUBLISHED, 20),
    "full": ("full run", FULL_RUN, 22),
}


def error_histograms(runs: pd.DataFrame, panels: Mapping[str, str], good: float) -> Drawing:
    """How well runs are predicted: a histogram for each quantity, the bars within ``good`` of the log in ink.

    ``runs``: ``row_id`` and a column of errors (a share of the logged value, NaN for none) for each key of ``panels``,
    whose values are the panels' titles. Errors beyond 40% are in the outermost bars.
    """
    parts = []
    for column, words in panels.items():
        error = runs[column].dropna().astype(float).clip(-_REACH + _BIN / 2, _REACH - _BIN / 2)
        # The bars are centred on multiples of their width, so that one of them is "within half a bar of nothing".
        low = ((error / _BIN).round() - 0.5) * _BIN
        counted = low.round(3).value_counts().sort_index().rename_axis("low").rename("runs").reset_index()
        parts.append(counted.assign(quantity=words, high=(counted["low"] + _BIN).round(3)))
    bars = pd.concat(parts, ignore_index=True)
    ends, ticks = (-_REACH - _BIN / 2, _REACH + _BIN / 2), [-0.4, -0.2, 0, 0.2, 0.4]
    x = measured(alt.X, "low", "predicted over logged, less one", ends, values=ticks, format="+.0%", grid=False)
    top = int(bars["runs"].max()) + 1
    y = measured(alt.Y, "runs", None, (0, top), tickCount=3, format="d", grid=True, minExtent=24)
    band = alt.Chart(pd.DataFrame({"low": [-good], "high": [good]})).mark_rect(color=GRID, opacity=0.75)
    charts = []
    for words, part in bars.groupby("quantity", sort=False):
        drawn = alt.Chart(part).encode(x=x, x2="high:Q", y=y, tooltip=["low:Q", "high:Q", "runs:Q"])
        inside = f"abs((datum.low + datum.high) / 2) <= {good + 1e-9}"
        layers = [
            band.encode(x=x, x2="high:Q"),
            drawn.transform_filter(inside).mark_bar(color=INK, binSpacing=1),
            drawn.transform_filter(f"!({inside})").mark_bar(color=CONTEXT, binSpacing=1),
        ]
        title = alt.TitleParams(str(words), anchor="start", fontSize=13, fontWeight="normal", offset=4)
        charts.append(alt.layer(*layers, width=WIDTH - 50, height=110, title=title))
    return Drawing(
        chart=stacked(charts),
        frame=bars,
        columns={"quantity": "quantity", "low": "error from, as a share", "high": "error to", "runs": "runs"},
        row_ids=runs["row_id"],
    )


def load_curves(loads: pd.DataFrame, tpot_ms: float, ttft_ms: float, start: float) -> Drawing:
    """A live chart: TPOT p99 against tokens/s per accelerator; the reader moves the offered load.

    ``loads``: one row a simulated load of one of two groups: ``name``, ``variant``, ``plain`` (True: the curve that the
    slider follows; others are drawn thin), ``rate`` (queries/s per accelerator), ``tokens``, ``flight``, ``tpot``,
    ``ttft`` (99th percentiles, ms). ``tpot_ms`` and ``ttft_ms`` are the limits, ``start`` the load shown first.
    """
    kept = loads[loads["tpot"] <= 1.15 * tpot_ms]
    columns = {
        "name": "software",
        "variant": "variant of the model",
        "plain": "the plain model",
        "rate": "offered rate, queries/s per GPU",
        "tokens": "offered tokens/s per GPU (simulated)",
        "flight": "requests in flight per GPU",
        "tpot": "99th percentile of TPOT, ms",
        "ttft": "99th percentile of TTFT, ms",
    }
    names = list(loads["name"].drop_duplicates())
    colours = (ROUNDS[2], ROUNDS[4])
    lowest, highest = float(loads["rate"].min()), float(loads["rate"].max())
    bound = alt.binding_range(min=lowest, max=highest, step=_STEP, name="Offered load, queries/s per GPU ")
    slider = alt.param(name="load", value=start, bind=bound)
    clamp, most = {"clamp": True}, float(kept["tokens"].max())
    x = measured(alt.X, "tokens", columns["tokens"], (0, most * 1.04), clamp, format=",.0f", tickCount=4)
    y = measured(alt.Y, "tpot", columns["tpot"], (0, tpot_ms * 1.18), clamp, tickCount=5, grid=True)
    colour = alt.Color("name:N", scale=alt.Scale(domain=names, range=list(colours)), legend=None)
    lines = alt.Chart(kept).encode(x=x, y=y, color=colour)
    limit = alt.Chart(pd.DataFrame({"tpot": [tpot_ms], "text": [f"limit {tpot_ms:.0f} ms"]}))
    plain = loads[loads["plain"]]
    moving = alt.Chart(plain).transform_filter(f"abs(datum.rate - load) < {_STEP / 2}")
    over = f"datum.tpot > {tpot_ms} ? ': TPOT over its limit' : datum.ttft > {ttft_ms} ? ': TTFT over its limit' : ''"
    said = "datum.name + ': ' + format(datum.flight, ',.0f') + ' in flight, ' + format(datum.tokens, ',.0f')"
    said += " + ' tokens/s'"
    layers = [
        limit.mark_rule(color=INK, strokeDash=[4, 3]).encode(y=y),
        limit.mark_text(align="left", dx=4, dy=-8, color=INK, x=0).encode(y=y, text="text:N"),
        lines.transform_filter("!datum.plain").mark_line(strokeWidth=1, opacity=0.6).encode(detail="variant:N"),
        lines.transform_filter("datum.plain").mark_line(strokeWidth=2.5),
        moving.mark_circle(size=170, opacity=1, stroke=INK, strokeWidth=1.5).encode(x=x, y=y, color=colour),
    ]
    for place, (name, shade) in enumerate(zip(names, colours, strict=True)):
        words = moving.transform_filter(f"datum.name === '{name}'").transform_calculate(said=f"{said} + ({over})")
        style = {"fontSize": 12, "x": 6, "y": 298 + 19 * place}
        layers.append(words.mark_text(align="left", color=shade, **style).encode(text="said:N"))
        # The steep curve is named at its end, above the limit; the flat one below its middle.
        curve = plain[(plain["name"] == name) & (plain["tpot"] <= (0.62 if place else 1.15) * tpot_ms)].tail(1)
        beside = {"align": "left", "dx": 10, "dy": 12} if place else {"align": "right", "dx": -8, "dy": -6}
        named = alt.Chart(curve[["name", "tokens", "tpot"]]).mark_text(color=shade, fontWeight="bold", **beside)
        layers.append(named.encode(x=x, y=y, text="name:N"))
    chart = alt.layer(*layers).add_params(slider).properties(width=WIDTH, height=340)
    return Drawing(chart=chart, frame=kept, columns=columns, live=True)


def speedup_sources(rows: pd.DataFrame, row_ids: Iterable[str]) -> Drawing:
    """Simulated ratios as spans around the plain value.

    ``rows`` in order: ``label``, ``low``, ``high`` (equal for a single value), ``text``.
    """
    title = "v6.0 over v5.1, tokens/s per GPU"
    ends = (rows["low"].min() - 0.12, rows["high"].max() + 0.55)
    x = measured(alt.X, "low", title, ends, {"zero": False}, format=".1f", tickCount=5)
    to = alt.X("high:Q", scale=alt.Scale(domain=ends, nice=False, zero=False))
    shown, drop, step = named_rows(alt.Chart(rows).encode(x=x))
    # The last row answers the question; the others say where its width comes from.
    last = f"datum.label === '{rows['label'].iloc[-1]}'"
    shade = alt.condition(last, alt.value(INK), alt.value(CONTEXT))
    layers = [
        shown.mark_rule(strokeWidth=2, yOffset=drop).encode(x2="high:Q", color=shade),
        shown.mark_circle(size=85, opacity=1, yOffset=drop).encode(color=shade),
        shown.mark_circle(size=85, opacity=1, yOffset=drop).encode(x=to, color=shade),
        shown.mark_text(align="left", dx=9, dy=drop, color=INK).encode(x=to, text="text:N"),
        shown.mark_text(align="left", dy=-9, color=MUTED).encode(x=alt.XValue(0), text="label:N"),
    ]
    return Drawing(
        chart=alt.layer(*layers, width=WIDTH, height=step * len(rows)),
        frame=rows,
        columns={"label": "label", "low": f"{title} (low)", "high": f"{title} (high)"},
        row_ids=row_ids,
    )


def short_runs(runs: pd.DataFrame) -> Drawing:
    """One load, run for longer and longer: the rate that each of three durations gives.

    ``runs``: ``arrivals_s``, ``offered``, ``published`` with ``low`` and ``high``, ``full``, in tokens/s per
    accelerator.
    """
    title = "tokens/s per GPU (simulated)"
    lines = [runs[["arrivals_s"]].assign(value=runs[name], words=words) for name, (words, _, _) in _DURATIONS.items()]
    ends, seconds = (0, float(runs["offered"].max()) * 1.15), sorted(runs["arrivals_s"].unique())
    span, across = (min(seconds), max(seconds)), "how long queries arrive, s (log scale)"
    x = measured(alt.X, "arrivals_s", across, span, {"type": "log"}, values=seconds, format=",.0f", grid=False)
    y = measured(alt.Y, "value", title, ends, format=",.0f", tickCount=4, grid=True)
    band = alt.Chart(runs).mark_area(color=PUBLISHED, opacity=0.18)
    layers: list[alt.Chart] = [band.encode(x=x, y=measured(alt.Y, "low", title, ends), y2="high:Q")]
    for frame, (_, shade, drop) in zip(lines, _DURATIONS.values(), strict=True):
        line = alt.Chart(frame).encode(x=x, y=y)
        layers.append(line.mark_line(color=shade, point=alt.OverlayMarkDef(color=shade, size=45)))
        second = line.transform_filter(f"datum.arrivals_s === {seconds[1]}")
        layers.append(second.mark_text(align="left", dx=4, dy=drop, color=INK).encode(text="words:N"))
    return Drawing(
        chart=alt.layer(*layers, width=WIDTH, height=300),
        frame=pd.concat([*lines[::-1], runs[["arrivals_s", "low", "high"]]]),
        columns={
            "words": "words",
            "arrivals_s": "how long queries arrive, s",
            "value": f"{title} (value)",
            "low": f"{title} (low)",
            "high": f"{title} (high)",
        },
    )
