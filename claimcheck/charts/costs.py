"""Cost per token: what a price and a throughput give, and what a speed-up saves."""

from __future__ import annotations

import math

import altair as alt
import pandas as pd

from claimcheck.analysis.cost import TOKENS, cost_per_million_tokens, price_for_cost, saving
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, MUTED, Page, named_rows, stacked

LABELS = 190
_COST = "$ per million output tokens"


def saving_curve(readings: pd.DataFrame, *, threshold: float) -> Drawing:
    """Saving against speed-up, a panel for each scenario, with every reading on the curve.

    ``readings``: columns ``panel``, ``ratio``, ``label``, ``kind`` (Published, or Other
    readings), ``named`` (True: written beside the dot; the published pair above it, another
    below), ``row_id_before``, ``row_id_after``. ``threshold`` is a share, drawn as a line.
    """
    dots = readings.assign(saving=readings["ratio"].map(saving))
    dots = dots.assign(text=[f"{n}: {s:.0%}" for n, s in zip(dots["label"], dots["saving"], strict=True)])
    low, high = min(1.0, float(dots["ratio"].min())), max(3.0, float(dots["ratio"].max())) + 0.15
    steps = [low + (high - low) * i / 60 for i in range(61)]
    curve = pd.DataFrame({"ratio": steps, "saving": [1 - 1 / r for r in steps]})
    limit = pd.DataFrame({"saving": [threshold], "text": [f"{threshold:.0%}"]})
    return Drawing(
        draw=lambda page: _savings(dots, curve, limit, page),
        frame=pd.concat([dots, curve, limit], ignore_index=True),
        columns={
            "panel": "panel",
            "text": "reading",
            "ratio": "speed-up",
            "saving": "saving, as a share",
            "kind": "kind",
            "named": "named in the chart",
        },
        row_ids=[*readings["row_id_after"], *readings["row_id_before"]],
    )


def _savings(dots: pd.DataFrame, curve: pd.DataFrame, limit: pd.DataFrame, page: Page) -> alt.VConcatChart:
    low, high = float(curve["ratio"].iloc[0]), float(curve["ratio"].iloc[-1])
    charts = []
    for panel in dots["panel"].drop_duplicates():
        x = alt.X(
            "ratio:Q",
            title="speed-up",
            scale=alt.Scale(domain=[low, high], nice=False),
            axis=alt.Axis(format=".1f", tickCount=5),
        )
        y = alt.Y(
            "saving:Q",
            title="saving",
            scale=alt.Scale(domain=[min(0, 1 - 1 / low), 0.8]),
            axis=alt.Axis(format=".0%", tickCount=4, grid=True),
        )
        line = alt.Chart(curve).mark_line(color=CONTEXT, strokeWidth=2).encode(x=x, y=y)
        colour = alt.condition("datum.kind == 'Published'", alt.value(CATEGORICAL[1]), alt.value(CATEGORICAL[0]))
        part = dots.loc[dots["panel"] == panel, ["ratio", "label", "kind", "named", "saving", "text"]]
        point = alt.Chart(part).encode(x=x, y=y)
        marks = point.mark_circle(size=95, opacity=1).encode(
            color=colour, tooltip=[alt.Tooltip("text:N", title="reading")]
        )
        above = point.mark_text(align="right", dx=-9, dy=-9, color=INK, fontSize=12).encode(text="text:N")
        below = point.mark_text(align="left", dx=2, dy=22, color=INK, fontSize=12).encode(text="text:N")
        words = alt.layer(
            above.transform_filter("datum.named && datum.kind == 'Published'"),
            below.transform_filter("datum.named && datum.kind != 'Published'"),
        )
        at = alt.Chart(limit).encode(y="saving:Q")
        rule = at.mark_rule(color=CATEGORICAL[1], strokeDash=[4, 3])
        name = at.mark_text(align="left", dx=4, dy=-8, color=CATEGORICAL[1], x=0).encode(text="text:N")
        charts.append(
            alt.layer(
                line,
                rule,
                name,
                marks,
                words,
                width=page.width - 80,
                height=210,
                title=alt.TitleParams(panel, anchor="start", offset=6),
            )
        )
    return stacked(charts)


def cost_ranges(rows: pd.DataFrame) -> Drawing:
    """Cost of a million tokens over the price scenarios, a panel for each scenario of the benchmark.

    ``rows``: columns ``panel``, ``label``, ``prices`` (name of the price scenario), ``low``,
    ``high`` (in $ per million output tokens), ``row_id``.
    """
    spans = zip(rows["low"], rows["high"], strict=True)
    frame = rows.assign(text=[f"${a:.2f} to ${b:.2f}" if b > a else f"${a:.2f}" for a, b in spans])
    return Drawing(
        draw=lambda page: _ranges(frame, page),
        frame=frame,
        columns={
            "panel": "panel",
            "label": "result",
            "prices": "price per GPU-hour",
            "text": f"{_COST}, as printed",
            "low": f"{_COST}, at full use (low)",
            "high": f"{_COST}, at full use (high)",
        },
        row_ids=rows["row_id"],
    )


def _ranges(rows: pd.DataFrame, page: Page) -> alt.VConcatChart:
    labels = page.labels(LABELS)
    order = list(rows["prices"].drop_duplicates())
    charts = []
    for number, panel in enumerate(rows["panel"].drop_duplicates()):
        frame = rows.loc[rows["panel"] == panel, ["label", "prices", "low", "high", "text"]]
        # An axis of its own: costs of two scenarios are not to be read off against each other.
        scale = alt.Scale(domain=[0, float(frame["high"].max()) * 1.08], nice=False)
        legend = alt.Legend(orient="top", columns=3 if labels else 1) if number == 0 else None
        base = alt.Chart(frame).encode(
            x=alt.X(
                "low:Q",
                title=f"{_COST}, at full use",
                scale=scale,
                axis=alt.Axis(format="$.2f", tickCount=4),
            ),
            color=alt.Color(
                "prices:N",
                scale=alt.Scale(domain=order, range=list(CATEGORICAL[: len(order)])),
                sort=order,
                title="price per GPU-hour",
                legend=legend,
            ),
            tooltip=[
                alt.Tooltip("label:N", title="result"),
                alt.Tooltip("prices:N", title="prices"),
                alt.Tooltip("text:N", title="cost"),
            ],
        )
        spread, drop, step = named_rows(base, labels, grid=True)
        layers = [
            spread.mark_bar(size=7, cornerRadius=3, yOffset=drop).encode(x2="high:Q"),
            spread.mark_circle(size=75, opacity=1, yOffset=drop),
            spread.mark_circle(size=75, opacity=1, yOffset=drop).encode(x="high:Q"),
        ]
        if not labels:
            names, _, _ = named_rows(alt.Chart(frame[["label"]].drop_duplicates()), labels)
            layers.append(names.mark_text(align="left", dy=-9, color=INK).encode(x=alt.XValue(0), text="label:N"))
        charts.append(
            alt.layer(
                *layers,
                width=page.width - labels - 24,
                height=step * frame["label"].nunique(),
                title=alt.TitleParams(panel, anchor="start", offset=8),
            )
        )
    return stacked(charts).resolve_scale(color="shared")


def calculator(rows: pd.DataFrame, *, price: float, utilisation: int, speedup: float) -> Drawing:
    """A live chart: the reader moves price, speed-up and utilisation, before and after, and sees cost and saving.

    ``rows``: columns ``label``, ``rate`` (tokens/s per accelerator), ``yours`` (True for the
    one bar that follows the speed-up slider; its rate is that of the first row), ``row_id``.
    The first row is what the saving is measured against. ``price`` in $ per
    accelerator-hour, ``utilisation`` in percent, before and after.
    """
    # As the sliders stand at first.
    made = rows["rate"] * rows["yours"].map({True: speedup, False: 1}) * utilisation / 100
    costs = price / (made * 3600) * TOKENS
    return Drawing(
        draw=lambda page: _calculator(rows, price, utilisation, speedup, page),
        frame=rows.assign(cost=costs, saving=1 - costs / costs.iloc[0]),
        columns={
            "label": "label",
            "cost": _COST,
            "saving": "saving, as a share",
            "yours": "multiplied by the slider's speed-up",
        },
        row_ids=rows["row_id"],
        live=True,
    )


def _calculator(rows: pd.DataFrame, price: float, utilisation: int, speedup: float, page: Page) -> alt.LayerChart:
    labels = page.labels(LABELS)

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
    base = (
        alt.Chart(rows[["label", "rate", "yours"]].assign(first=[True] + [False] * (len(rows) - 1)))
        .transform_calculate(made="datum.rate * (datum.yours ? speedup : 1) * (datum.first ? used : filled) / 100")
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
                # The axis doubles when a bar would leave it and stands still otherwise: bars are seen to move.
                # Beside the longest bar there is room for its words.
                scale=alt.Scale(
                    domain=alt.ExprRef(
                        f"[0, pow(2, ceil(log({1.75 if labels else 1.95} * {before}"
                        f" * max(1, used / (filled * min(1, speedup)))) / LN2))]"
                    ),
                    nice=False,
                ),
            )
        )
    )
    shown, drop, step = named_rows(base, labels)
    colour = alt.condition("datum.yours", alt.value(CATEGORICAL[1]), alt.value(CATEGORICAL[0]))
    layers = [
        shown.mark_bar(size=19, yOffset=drop).encode(color=colour),
        shown.mark_text(align="left", dx=6, dy=drop, color=INK).encode(text="text:N"),
    ]
    if not labels:
        layers.append(shown.mark_text(align="left", dy=-9, color=INK).encode(x=alt.XValue(0), text="label:N"))
    # The theme fits a single chart to its width, labels and all.
    return alt.layer(*layers).add_params(*sliders).properties(width=page.width, height=(step + 6) * len(rows))


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
    return Drawing(
        draw=lambda page: _line(lines, bands, mark, page),
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
    )


def _line(lines: pd.DataFrame, bands: pd.DataFrame, mark: pd.DataFrame, page: Page) -> alt.LayerChart:
    first, last = float(lines["price"].min()), float(lines["price"].max())
    x = alt.X(
        "price:Q",
        title="$ per GPU-hour",
        scale=alt.Scale(domain=[first, last], nice=False),
        axis=alt.Axis(format="$.2f", tickCount=5),
    )
    y = alt.Y(
        "cost:Q",
        title=_COST,
        scale=alt.Scale(domain=[0, float(lines["cost"].max())], nice=False),
        axis=alt.Axis(format="$.2f", tickCount=5, grid=True),
    )
    ranges = (
        alt.Chart(bands)
        .mark_rect(color=CONTEXT, opacity=0.22)
        .encode(x=alt.X("low:Q", scale=alt.Scale(domain=[first, last])), x2="high:Q")
    )
    names = (
        alt.Chart(bands)
        .mark_text(dy=-6, baseline="bottom", color=MUTED, fontSize=12, y=0)
        .encode(x="middle:Q", text="name:N")
    )
    drawn = (
        alt.Chart(lines)
        .mark_line()
        .encode(
            x=x,
            y=y,
            detail="use:N",
            color=alt.condition("datum.use == 'full use'", alt.value(CATEGORICAL[0]), alt.value(CATEGORICAL[2])),
        )
    )
    ends = (
        alt.Chart(lines[lines["price"] == last - page.either(1, 1.5)])
        .mark_text(align="right", dx=-6, dy=-10, color=INK)
        .encode(x=x, y=y, text="use:N")
    )
    rule = alt.Chart(mark).mark_rule(color=CATEGORICAL[1], strokeDash=[4, 3]).encode(y=y)
    point = alt.Chart(mark).encode(x=x, y=y)
    dot = point.mark_circle(size=110, color=CATEGORICAL[1], opacity=1)
    text = point.mark_text(align="left", dx=9, dy=14, color=CATEGORICAL[1]).encode(text="text:N")
    return alt.layer(ranges, names, rule, drawn, ends, dot, text, width=page.width, height=320)
