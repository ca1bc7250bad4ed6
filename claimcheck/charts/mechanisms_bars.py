"""A whole as the sum of its parts, one bar a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import INK, MUTED, NARROW, WIDE, named_rows, stacked

_LABELS, _END = 190, 78


def parts_of(
    rows: pd.DataFrame,
    parts: Mapping[str, tuple[str, str]],
    total: str,
    *,
    axis: str,
    id: str,
    title: str,
    description: str,
    caption: str,
    row_ids: Sequence[str] = (),
) -> Figure:
    """Stacked bars. ``parts``: column to its name and colour, in the order of the stack; ``total``: the end's words.

    ``rows``: ``label`` (unique), the columns of ``parts`` (numbers of one unit) and ``total`` (text).
    """
    return Figure(
        id=id,
        chart=_bars(rows, parts, total, axis, WIDE),
        narrow=_bars(rows, parts, total, axis, NARROW),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(row_ids),
    )


def _bars(
    rows: pd.DataFrame, parts: Mapping[str, tuple[str, str]], total: str, axis: str, width: int
) -> alt.VConcatChart:
    labels = _LABELS if width == WIDE else 0
    inner = width - labels - 24
    names = {column: name for column, (name, _) in parts.items()}
    long = rows.rename(columns=names).melt(["label"], list(names.values()), "part", "amount")
    long["order"] = long["part"].map({name: i for i, name in enumerate(names.values())})
    ends = rows[["label"]].assign(end=rows[list(parts)].sum(axis=1), text=rows[total])
    # Room at the right for the words at the end of the longest bar.
    top = float(ends["end"].max()) * inner / (inner - _END)
    x = alt.X(
        "amount:Q",
        title=axis,
        stack="zero",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(tickCount=6 if labels else 4, grid=True),
    )
    shades = alt.Scale(domain=list(names.values()), range=[shade for _, shade in parts.values()])
    base, drop, step = named_rows(alt.Chart(long), labels)
    last, _, _ = named_rows(alt.Chart(ends), labels)
    legend = alt.Legend(orient="top", columns=0 if labels else 2)
    layers = [
        base.mark_bar(height=17, yOffset=drop).encode(
            x=x,
            color=alt.Color("part:N", scale=shades, legend=legend),
            order="order:Q",
            tooltip=["label:N", "part:N", alt.Tooltip("amount:Q", format=".2f")],
        ),
        last.mark_text(align="left", dx=6, dy=drop, color=INK).encode(
            x=alt.X("end:Q", scale=alt.Scale(domain=[0, top], nice=False)), text="text:N"
        ),
    ]
    if not labels:
        above, _, _ = named_rows(alt.Chart(rows[["label"]]), 0)
        layers.append(
            above.mark_text(align="left", dy=-9, fontSize=12, color=MUTED).encode(x=alt.value(0), text="label:N")
        )
    return stacked([alt.layer(*layers).properties(width=inner, height=step * len(rows))])
