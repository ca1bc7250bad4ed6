"""What the serving model gives at loads that no log shows: a live chart."""

from __future__ import annotations

from collections.abc import Iterable

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    INK,
    ROUNDS,
    WIDTH,
    measured,
)

# Steps of the slider, queries/s per accelerator.
_STEP = 0.05


def load_curves(
    loads: pd.DataFrame, tpot_ms: float, ttft_ms: float, start: float, row_ids: Iterable[str] = ()
) -> Drawing:
    """A live chart: TPOT p99 against tokens/s per accelerator; the reader moves the offered load.

    ``loads``: one row a simulated load of one of two groups: ``name``, ``variant``, ``plain`` (True: the curve that the
    slider follows; others are drawn thin), ``rate`` (queries/s per accelerator), ``tokens``, ``flight``, ``tpot``,
    ``ttft`` (99th percentiles, ms). ``tpot_ms`` and ``ttft_ms`` are the limits, ``start`` the load shown first,
    ``row_ids`` the results that the model is fitted to.
    """
    kept = loads[loads["tpot"] <= 1.15 * tpot_ms]
    columns = {
        "name": "software",
        "variant": "variant of the model",
        "plain": "the plain model",
        "rate": "offered rate, queries/s per GPU",
        "tokens": "offered tokens/s per GPU (simulated)",
        "flight": "requests in flight per GPU",
        "ttft": "99th percentile of TTFT, ms",
        "tpot": "99th percentile of TPOT, ms",
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
    return Drawing(chart=chart, frame=kept, columns=columns, row_ids=row_ids, live=True)
