"""Cost per token: what a price and a throughput give, and what a speed-up saves."""

from __future__ import annotations

import math

import altair as alt
import pandas as pd

from claimcheck.analysis.cost import TOKENS, cost_per_million_tokens, price_for_cost
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    INK,
    MUTED,
    NVIDIA,
    OTHERS,
    PUBLISHED,
    WIDTH,
    measured,
    named_rows,
    tinted,
)

_COST = "$ per million output tokens"
# Whose results the calculator's bars are.
_WHOSE = {"NVIDIA": NVIDIA, "others": OTHERS, "yours": INK}


def calculator(rows: pd.DataFrame, *, price: float, utilisation: int, speedup: float) -> Drawing:
    """A live chart: the reader moves price, speed-up and utilisation, before and after, and sees cost and saving.

    ``rows``: columns ``label``, ``rate`` (tokens/s per accelerator), ``whose`` (NVIDIA, others, or yours: the one bar
    that follows the speed-up slider, with the rate of the first row), ``row_id``. The first row is what the saving is
    measured against. ``price`` in $ per accelerator-hour, ``utilisation`` in percent, before and after.
    """
    # Where the sliders start.
    tokens_per_s = rows["rate"] * rows["whose"].map({"yours": speedup}).fillna(1) * utilisation / 100
    costs = price / (tokens_per_s * 3600) * TOKENS
    return Drawing(
        chart=_calculator(rows, price, utilisation, speedup),
        frame=rows.assign(cost=costs, saving=1 - costs / costs.iloc[0]),
        columns={
            "label": "label",
            "cost": _COST,
            "saving": "saving, as a share",
            "whose": "whose rate",
        },
        row_ids=rows["row_id"],
        says="Sliders set the price, the utilisation before and after, and the speed-up of the last bar. The saving "
        "against the first bar is written above each other one; it does not change with the price.",
        live=True,
    )


def _calculator(rows: pd.DataFrame, price: float, utilisation: int, speedup: float) -> alt.LayerChart:
    def slider(name: str, value: float, words: str, low: float, high: float, step: float) -> alt.Parameter:
        return alt.param(name=name, value=value, bind=alt.binding_range(min=low, max=high, step=step, name=words))

    sliders = (
        slider("price", price, "Price, $ per GPU-hour ", 1, 12, 0.05),
        slider("used", utilisation, "Utilisation before, % ", 5, 100, 1),
        slider("filled", utilisation, "Utilisation after, % ", 5, 100, 1),
        slider("speedup", speedup, "Your speed-up over v5.1, x ", 0.5, 4, 0.01),
    )
    first = float(rows["rate"].iloc[0])
    before = f"(price / ({first!r} * used / 100 * 3600) * 1000000)"
    longest = f"{before} * max(1, used / (filled * min(1, speedup)))"
    base = (
        alt.Chart(rows[["label", "whose", "rate"]].assign(first=[True] + [False] * (len(rows) - 1)))
        .transform_calculate(
            made="datum.rate * (datum.whose == 'yours' ? speedup : 1) * (datum.first ? used : filled) / 100"
        )
        .transform_calculate(cost="price / (datum.made * 3600) * 1000000")
        .transform_calculate(saving=f"1 - datum.cost / {before}")
        .transform_calculate(
            text="'$' + format(datum.cost, datum.cost < 0.1 ? '.3f' : '.2f')"
            " + (datum.first ? '' : (datum.saving >= 0 ? ', saves ' + format(datum.saving, '.0%')"
            " : ', costs ' + format(-datum.saving, '.0%') + ' more'))"
        )
        .encode(
            x=alt.X(
                "cost:Q",
                title=_COST,
                axis=alt.Axis(format="$.2f", tickCount=4),
                # The axis ends at the next power of the root of two, so that bars move while a slider does.
                scale=alt.Scale(domain=alt.ExprRef(f"[0, pow(2, ceil(2 * log({longest}) / LN2) / 2)]"), nice=False),
            )
        )
    )
    shown, drop, step = named_rows(base)
    words = {"dy": -9, "color": INK}
    layers = [
        shown.mark_bar(size=17, yOffset=drop).encode(color=tinted("whose", _WHOSE)),
        shown.mark_text(align="left", **words).encode(x=alt.XValue(0), text="label:N"),
        shown.mark_text(align="right", **words).encode(x=alt.XValue(alt.ExprRef("width")), text="text:N"),
    ]
    # The theme fits a single chart to its width, labels and all.
    return alt.layer(*layers).add_params(*sliders).properties(width=WIDTH, height=step * len(rows))


def price_line(rate: float, *, published: float, scenarios: pd.DataFrame, row_id: str) -> Drawing:
    """Cost of a million tokens against the price of a GPU-hour at full and at half use.

    ``rate`` in tokens/s per accelerator; ``scenarios``: columns ``name``, ``low``, ``high``
    ($ per GPU-hour), drawn as bands; ``published`` ($ per million tokens) as a line.
    """
    implied = price_for_cost(published, rate)
    first = math.floor(min(implied, float(scenarios["low"].min())) - 0.5)
    last = math.ceil(max(implied, float(scenarios["high"].max())) + 0.25)
    prices = [first + i * 0.25 for i in range(4 * (last - first) + 1)]
    lines = pd.DataFrame(
        [
            {"price": p, "use": name, "cost": cost_per_million_tokens(p, rate, share)}
            for name, share in (("full use", 1.0), ("half use", 0.5))
            for p in prices
        ]
    )
    # A single price is a band of four cents.
    ends = scenarios["high"].where(scenarios["high"] > scenarios["low"], scenarios["low"] + 0.04)
    bands = scenarios.assign(high=ends, middle=(scenarios["low"] + ends) / 2)
    mark = pd.DataFrame({"price": [implied], "cost": [published], "text": [f"${published:.2f} at ${implied:.2f}"]})
    first, last = float(lines["price"].min()), float(lines["price"].max())
    x = measured(alt.X, "price", "$ per GPU-hour", (first, last), format="$.0f", tickCount=5)
    top = float(lines["cost"].max())
    y = measured(alt.Y, "cost", _COST, (0, top), format="$.2f", tickCount=5, grid=True)
    base = alt.Chart(bands).encode(x=alt.X("low:Q", scale=alt.Scale(domain=[first, last])), x2="high:Q")
    names = alt.Chart(bands).mark_text(dy=-6, baseline="bottom", color=MUTED, fontSize=12, y=0)
    uses = alt.Scale(domain=["full use", "half use"], range=[NVIDIA, CONTEXT])
    drawn = alt.Chart(lines).encode(x=x, y=y)
    point = alt.Chart(mark).encode(x=x, y=y)
    chart = alt.layer(
        base.mark_rect(color=CONTEXT, opacity=0.22),
        names.encode(x="middle:Q", text="name:N"),
        alt.Chart(mark).mark_rule(color=PUBLISHED, strokeDash=[4, 3]).encode(y=y),
        drawn.mark_line().encode(color=alt.Color("use:N", scale=uses, legend=None)),
        drawn.transform_filter(f"datum.price == {last - 1.5}")
        .mark_text(align="right", dx=-6, dy=-10, color=INK)
        .encode(text="use:N"),
        point.mark_circle(size=110, color=PUBLISHED, opacity=1),
        point.mark_text(align="left", dx=9, dy=14, color=PUBLISHED).encode(text="text:N"),
        width=WIDTH,
        height=260,
    )
    return Drawing(
        chart=chart,
        frame=pd.concat([bands, mark, lines], ignore_index=True),
        columns={
            "cost": _COST,
            "price": "$ per GPU-hour",
            "use": "use",
            "text": "words",
            "low": "price range, from, $ per GPU-hour",
            "high": "price range, to, $ per GPU-hour",
            "middle": "price range, middle, $ per GPU-hour",
            "name": "price range",
        },
        row_ids=[row_id],
        says=f"The line of full use reaches the published ${published:.2f} at ${implied:.2f} per GPU-hour, that of "
        f"half use at ${implied / 2:.2f}. Bands: "
        + ", ".join(f"{name} ${low:.2f} to ${high:.2f}" for name, low, high in scenarios.itertuples(index=False))
        + ".",
    )
