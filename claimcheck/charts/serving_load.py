"""What the serving model says of loads, limits and short runs: no figure of these charts is an MLPerf result."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, MUTED, NARROW, WIDE, named_rows

COLOURS = (CATEGORICAL[0], CATEGORICAL[1])
LABELS = 190


def load_curves(
    loads: pd.DataFrame,
    *,
    tpot_ms: float,
    ttft_ms: float,
    start: float,
    id: str,
    title: str,
    description: str,
    caption: str,
) -> Figure:
    """A live chart: TPOT p99 against tokens/s per accelerator; the reader moves the offered load.

    ``loads``: one row a simulated load of one of two groups: ``name``, ``variant``, ``plain`` (True: the curve that the
    slider follows; others are drawn thin), ``rate`` (queries/s per accelerator), ``tokens``, ``flight``, ``tpot``,
    ``ttft`` (99th percentiles, ms). ``tpot_ms`` and ``ttft_ms`` are the limits, ``start`` the load shown first.
    """
    return Figure(
        id=id,
        chart=_curves(loads, tpot_ms, ttft_ms, start, WIDE),
        narrow=_curves(loads, tpot_ms, ttft_ms, start, NARROW),
        title=title,
        description=description,
        caption=caption,
        live=True,
    )


def _curves(loads: pd.DataFrame, tpot_ms: float, ttft_ms: float, start: float, width: int) -> alt.LayerChart:
    names = list(loads["name"].drop_duplicates())
    step = 0.05
    slider = alt.param(
        name="load",
        value=start,
        bind=alt.binding_range(
            min=float(loads["rate"].min()), max=float(loads["rate"].max()), step=step,
            name="Offered load, queries/s per GPU ",
        ),
    )  # fmt: skip
    kept = loads[loads["tpot"] <= 1.15 * tpot_ms]
    x = alt.X(
        "tokens:Q",
        title="offered tokens/s per GPU (simulated)",
        scale=alt.Scale(domain=[0, float(kept["tokens"].max()) * 1.04], nice=False, clamp=True),
        axis=alt.Axis(format=",.0f", tickCount=5 if width == WIDE else 4),
    )
    y = alt.Y(
        "tpot:Q",
        title="99th percentile of TPOT, ms",
        scale=alt.Scale(domain=[0, tpot_ms * 1.18], nice=False, clamp=True),
        axis=alt.Axis(tickCount=5, grid=True),
    )
    colour = alt.Color("name:N", scale=alt.Scale(domain=names, range=list(COLOURS)), legend=None)
    lines = alt.Chart(kept).encode(x=x, y=y, color=colour)
    thin = lines.transform_filter("!datum.plain").mark_line(strokeWidth=1, opacity=0.6).encode(detail="variant:N")
    strong = lines.transform_filter("datum.plain").mark_line(strokeWidth=2.5)
    limit = alt.Chart(pd.DataFrame({"tpot": [tpot_ms], "text": [f"limit {tpot_ms:.0f} ms"]}))
    plain = loads[loads["plain"]]
    moving = alt.Chart(plain).transform_filter(f"abs(datum.rate - load) < {step / 2}")
    over = f"datum.tpot > {tpot_ms} ? ': TPOT over its limit' : datum.ttft > {ttft_ms} ? ': TTFT over its limit' : ''"
    said = (
        "datum.name + ': ' + format(datum.flight, ',.0f') + ' in flight, ' + format(datum.tokens, ',.0f') + ' tokens/s'"
        if width == NARROW
        else "datum.name + ': ' + format(datum.flight, ',.0f') + ' in flight per GPU, ' + format(datum.tokens, ',.0f')"
        " + ' tokens/s per GPU, TPOT ' + format(datum.tpot, '.0f') + ' ms, TTFT '"
        " + format(datum.ttft / 1000, '.1f') + ' s'"
    )
    layers = [
        limit.mark_rule(color=INK, strokeDash=[4, 3]).encode(y=y),
        limit.mark_text(align="left", dx=4, dy=-8, color=INK, x=0).encode(y=y, text="text:N"),
        thin,
        strong,
        moving.mark_circle(size=170, opacity=1, stroke=INK, strokeWidth=1.5).encode(x=x, y=y, color=colour),
    ]
    for place, name in enumerate(names):
        words = moving.transform_filter(f"datum.name === '{name}'").transform_calculate(said=f"{said} + ({over})")
        at = 298 + 19 * place
        layers.append(
            words.mark_text(align="left", color=COLOURS[place], fontSize=13 if width == WIDE else 12, x=6, y=at)
            .encode(text="said:N")
        )  # fmt: skip
        # The steep curve is named at its end, above the limit; the flat one below its middle.
        curve = plain[(plain["name"] == name) & (plain["tpot"] <= (0.62 if place else 1.15) * tpot_ms)].tail(1)
        layers.append(
            alt.Chart(curve[["name", "tokens", "tpot"]])
            .mark_text(align="left" if place else "right", dx=10 if place else -8, dy=12 if place else -6,
                       color=COLOURS[place], fontWeight="bold")
            .encode(x=x, y=y, text="name:N")
        )  # fmt: skip
    return alt.layer(*layers).add_params(slider).properties(width=width, height=340)


def speedup_sources(
    rows: pd.DataFrame, *, id: str, title: str, description: str, caption: str, row_ids: tuple[str, ...]
) -> Figure:
    """Simulated ratios as spans around the plain value.

    ``rows`` in order: ``label``, ``low``, ``high`` (equal for a single value), ``text``.
    """
    return Figure(
        id=id,
        chart=_sources(rows, WIDE),
        narrow=_sources(rows, NARROW),
        title=title,
        description=description,
        caption=caption,
        row_ids=row_ids,
    )


def _sources(rows: pd.DataFrame, width: int) -> alt.LayerChart:
    labels = 232 if width == WIDE else 0
    low, high = float(rows["low"].min()), float(rows["high"].max())
    scale = alt.Scale(domain=[low - 0.12, high + (0.42 if labels else 0.55)], nice=False, zero=False)
    x = alt.X(
        "low:Q",
        title="v6.0 over v5.1, tokens/s per GPU",
        scale=scale,
        axis=alt.Axis(format=".1f", tickCount=5),
    )
    base = alt.Chart(rows).encode(x=x)
    shown, drop, step = named_rows(base, labels)
    colour = CATEGORICAL[0]
    ends = shown.encode(x=alt.X("high:Q", scale=scale))
    layers = [
        shown.mark_bar(size=8, cornerRadius=4, yOffset=drop, color=colour).encode(x2="high:Q"),
        shown.mark_circle(size=85, opacity=1, yOffset=drop, color=colour),
        ends.mark_circle(size=85, opacity=1, yOffset=drop, color=colour),
        shown.mark_text(align="left", dx=9, dy=drop, color=INK).encode(
            x=alt.X("high:Q", scale=scale), text="text:N"
        ),
    ]
    if not labels:
        layers.append(shown.mark_text(align="left", dy=-9, color=MUTED).encode(x=alt.value(0), text="label:N"))
    return alt.layer(*layers).properties(width=width, height=step * len(rows))


def short_runs(runs: pd.DataFrame, *, id: str, title: str, description: str, caption: str) -> Figure:
    """One load, run for longer and longer: the rate that each of three durations gives.

    ``runs``: ``arrivals_s``, ``offered``, ``published`` with ``low`` and ``high``, ``full``, in tokens/s per
    accelerator.
    """
    return Figure(
        id=id,
        chart=_short(runs, WIDE),
        narrow=_short(runs, NARROW),
        title=title,
        description=description,
        caption=caption,
    )


def _short(runs: pd.DataFrame, width: int) -> alt.LayerChart:
    names = {"offered": "offered rate × mean length", "published": "as LoadGen divides", "full": "full run"}
    top = float(runs["offered"].max()) * 1.15
    minutes = sorted(runs["arrivals_s"].unique())
    x = alt.X(
        "arrivals_s:Q",
        title="how long queries arrive, s (log scale)",
        scale=alt.Scale(type="log", domain=[min(minutes), max(minutes)], nice=False),
        axis=alt.Axis(values=minutes, format=",.0f", grid=False),
    )
    scale, title = alt.Scale(domain=[0, top], nice=False), "tokens/s per GPU (simulated)"
    y = alt.Y(
        "value:Q",
        title=title,
        scale=scale,
        axis=alt.Axis(format=",.0f", tickCount=4, grid=True),
    )
    colours = dict(zip(names, (CONTEXT, CATEGORICAL[0], CATEGORICAL[1]), strict=True))
    band = alt.Chart(runs).mark_area(color=CATEGORICAL[0], opacity=0.18)
    layers: list[alt.Chart] = [
        band.encode(x=x, y=alt.Y("low:Q", scale=scale, title=title), y2="high:Q"),
    ]
    second = minutes[1]
    for name, words in names.items():
        frame = runs[["arrivals_s"]].assign(value=runs[name], words=words)
        line = alt.Chart(frame).encode(x=x, y=y)
        layers.append(line.mark_line(color=colours[name], point=alt.OverlayMarkDef(color=colours[name], size=45)))
        place = {"offered": (-9, second), "published": (20, second), "full": (22, second)}[name]
        layers.append(
            line.transform_filter(f"datum.arrivals_s === {place[1]}")
            .mark_text(align="left", dx=4, dy=place[0], color=INK)
            .encode(text="words:N")
        )
    return alt.layer(*layers).properties(width=width, height=300)
