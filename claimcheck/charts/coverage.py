"""Who took part, and how large: the largest system and the partners of each round."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.analysis.generations import chip_name
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, MUTED, Page, stacked

# Vendors with a panel of their own; the others stand together.
VENDORS = ("NVIDIA", "AMD", "Intel", "Qualcomm", "Google")
OTHERS = "All other makers"
# Pixels for one partner, in every panel: the columns of two panels can be compared.
UNIT = 4.5


def largest_systems(frame: pd.DataFrame, marked: str = "NVIDIA") -> Drawing:
    """A bar a round: the chips of the largest system, with its submitter and chip; oldest round on top.

    ``frame``: one row a round, as ``analysis.coverage.largest`` gives. Systems on the silicon of
    ``marked`` have a colour of their own.
    """
    rows = frame.assign(place=[_version(r) for r in frame["round"]]).sort_values("place", ignore_index=True)
    drawn = pd.DataFrame(
        {
            "round": rows["round"],
            "number": rows["accelerators"].astype(int),
            "text": [f"{n:,}" for n in rows["accelerators"].astype(int)],
            "who": [_who(row) for row in rows.to_dict("records")],
            "marked": rows["platform_vendor"] == marked,
        }
    )
    return Drawing(
        draw=lambda page: _bars(drawn, page),
        frame=drawn,
        columns={
            "round": "round",
            "who": "system",
            "number": "accelerators in one system",
            "marked": f"silicon of {marked}",
        },
        row_ids=rows["row_id"],
    )


def _who(row: dict[Hashable, Any]) -> str:
    chip = chip_name(str(row["accelerator"]))
    chip = f"{row['platform_vendor']} {chip}" if row["platform_vendor"] != row["submitter"] else chip
    division = "" if row["division"] == "closed" else f" ({row['division']})"
    return f"{row['submitter'].replace('_', ' ')}, {chip}{division}"


def _bars(drawn: pd.DataFrame, page: Page) -> alt.LayerChart:
    # Room beside the longest bar for its words; on a phone they are above it.
    top = float(drawn["number"].max()) * page.either(1.68, 1.1)
    x = alt.X(
        "number:Q",
        title="accelerators in one system",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(values=_ticks(int(drawn["number"].max())), format=",d", grid=False),
    )
    drop = page.either(0, 9)
    y = alt.Y("round:O", sort=None, title=None, axis=page.either(alt.Axis(labelColor=INK, grid=False), None))
    base = alt.Chart(drawn).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("round:O", title="round"),
            alt.Tooltip("who:N", title="system"),
            alt.Tooltip("number:Q", title="accelerators"),
        ],
    )
    colour = alt.condition("datum.marked", alt.value(CATEGORICAL[0]), alt.value(CATEGORICAL[1]))
    layers = [base.mark_bar(size=15, yOffset=drop).encode(color=colour)]
    # Spaces that SVG does not fold into one.
    if not page.narrow:
        words = base.transform_calculate(words="datum.text + '\u00a0\u00a0' + datum.who")
        layers.append(words.mark_text(align="left", dx=6, color=INK).encode(text="words:N"))
    else:
        number = base.mark_text(align="left", dx=5, dy=drop, fontSize=12, color=INK)
        layers.append(number.encode(text="text:N"))
        words = base.transform_calculate(words="datum.round + '\u00a0\u00a0' + datum.who")
        layers.append(
            words.mark_text(align="left", dy=-8, fontSize=12, color=INK).encode(x=alt.XValue(0), text="words:N")
        )
    return alt.layer(*layers, width=page.width, height=page.either(26, 38) * len(drawn))


def _ticks(highest: int) -> list[int]:
    """Up to seven round numbers from 0 to ``highest``."""
    steps = (k * 10**n for n in range(7) for k in (1, 2, 5))
    step = next(s for s in steps if highest / s < 7)
    return list(range(0, highest + 1, step))


def participation(
    frame: pd.DataFrame,
    *,
    suite: str,
    claimed: tuple[str, int] | None = None,
    vendors: Sequence[str] = VENDORS,
) -> Drawing:
    """A panel a vendor: the partners that submitted on its silicon, a column a round.

    ``frame``: one row a round and vendor, as ``analysis.coverage.participation`` gives; ``suite``
    is written on the axis (``MLPerf Inference``). Vendors that ``vendors`` does not name
    stand together, a partner of several of them counted once; a named vendor without a row is
    left out. ``claimed`` (round, number) is drawn across the first vendor's column. A 0
    says that only the vendor itself submitted; no number, that nobody did.
    """
    rounds = sorted(set(frame["round"]), key=_version)
    named = [v for v in vendors if v in set(frame["vendor"])]
    counts = frame[["round", "vendor", "partners"]][frame["vendor"].isin(named)]
    small = frame[~frame["vendor"].isin(named)]
    if len(small):
        together = [
            (r, OTHERS, len({n for names in group["names"] for n in names.split(", ") if n}))
            for r, group in small.groupby("round")
        ]
        counts = pd.concat([counts, pd.DataFrame(together, columns=["round", "vendor", "partners"])])
        named = [*named, OTHERS]
    drawn = counts.assign(partners=counts["partners"].astype(int))
    drawn = drawn.assign(place=drawn["round"].map(rounds.index)).sort_values(["vendor", "place"]).drop(columns="place")
    return Drawing(
        draw=lambda page: _columns(drawn, named, rounds, suite, claimed, page),
        frame=drawn,
        columns={"vendor": "maker of the chip", "round": f"round of {suite}", "partners": "partners"},
        row_ids=[i for cell in frame["row_ids"] for i in cell],
    )


def _columns(
    drawn: pd.DataFrame,
    vendors: Sequence[str],
    rounds: Sequence[str],
    suite: str,
    claimed: tuple[str, int] | None,
    page: Page,
) -> alt.VConcatChart:
    size = page.either(26, 15)
    charts = []
    for vendor in vendors:
        part = drawn.loc[drawn["vendor"] == vendor, ["round", "vendor", "partners"]]
        first, last = vendor == vendors[0], vendor == vendors[-1]
        # Room above the highest column for its number.
        high = max(int(part["partners"].max()), claimed[1] if claimed and first else 0) + 16 / UNIT
        x = alt.X(
            "round:O",
            title=f"round of {suite}" if last else None,
            scale=alt.Scale(domain=list(rounds)),
            axis=alt.Axis(
                grid=False,
                labels=first or last,
                ticks=False,
                labelAngle=0,
                labelFontSize=page.either(13, 10),
                labelOverlap=False,
                labelPadding=5,
                labelColor=INK,
                # A phone has no room for the letter.
                **page.either({}, {"labelExpr": "slice(datum.label, 1)"}),
            ),
        )
        y = alt.Y("partners:Q", axis=None, scale=alt.Scale(domain=[0, high], nice=False))
        base = alt.Chart(part).encode(
            x=x, y=y, tooltip=[alt.Tooltip("round:O"), alt.Tooltip("vendor:N"), alt.Tooltip("partners:Q")]
        )
        colour = CATEGORICAL[0] if first else CONTEXT
        number = alt.condition("datum.partners > 0", alt.value(INK), alt.value(MUTED))
        layers = [
            base.mark_bar(size=size, color=colour),
            base.mark_text(dy=-7, fontSize=page.either(12, 11)).encode(text="partners:Q", color=number),
        ]
        if claimed and first:
            layers += _claim(claimed, x, y, size)
        charts.append(
            alt.layer(
                *layers,
                width=page.width - 24,
                height=UNIT * high,
                title=alt.TitleParams(vendor, anchor="start", offset=2, fontSize=14),
            )
        )
    return stacked(charts, spacing=12)


def _claim(claimed: tuple[str, int], x: alt.X, y: alt.Y, size: int) -> list[alt.Chart]:
    round_, number = claimed
    text = f"\u2014 claimed for {round_}: {number}"
    mark = pd.DataFrame({"round": [round_], "partners": [number], "text": [text]})
    base = alt.Chart(mark).encode(x=x, y=y)
    return [
        base.mark_tick(color=CATEGORICAL[1], thickness=3, size=size + 8, orient="horizontal", opacity=1),
        # In the corner above the early rounds: beside its column it would cross the next one.
        alt.Chart(mark)
        .mark_text(color=CATEGORICAL[1], align="left", baseline="top", fontSize=12)
        .encode(x=alt.XValue(0), y=alt.YValue(0), text="text:N"),
    ]


def _version(round_: str) -> list[int]:
    """``v4.10`` -> [4, 10]: rounds in order of their numbers."""
    return [int(part) for part in round_.removeprefix("v").split(".")]
