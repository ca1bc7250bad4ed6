"""Who won how many cells in each round."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.analysis.wins.cells import NVIDIA, OTHERS, TIED
from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, NARROW, WIDE, colour
from claimcheck.charts.wins_matrix import by_age

_PAGE = colour("page")
_LINE = 1.5
# (winner, contested): words, colour, filled; from the axis outwards.
_KINDS: dict[tuple[str, bool], tuple[str, str, bool]] = {
    (NVIDIA, True): ("NVIDIA, against other silicon", CATEGORICAL[2], True),
    (NVIDIA, False): ("NVIDIA, no other silicon", CATEGORICAL[2], False),
    (TIED, True): ("tied", CATEGORICAL[5], True),
    (TIED, False): ("tied, one vendor's silicon", CATEGORICAL[5], False),
    (OTHERS, True): ("others, against another vendor's", MUTED, True),
    (OTHERS, False): ("others, one vendor's alone", MUTED, False),
}
_PROGRAMS = {"inference": "Inference", "training": "Training", "hpc": "HPC"}


def won_by_round(cells: pd.DataFrame, *, id: str, title: str, description: str, caption: str) -> Figure:
    """Cells won in each round, a panel for each programme, all on one scale.

    ``cells``: of one division, as ``analysis.wins.cells.cells`` gives them. A bar is divided by
    who won and by whether silicon of two or more vendors took part (filled) or of one (outlined).
    """
    counts = _counts(cells)
    return Figure(
        id=id,
        chart=_columns(counts),
        narrow=_rows(counts),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(dict.fromkeys(cells["row_id"])),
    )


def _counts(cells: pd.DataFrame) -> pd.DataFrame:
    """One row per programme, round and kind that occurs: ``number`` of cells, from ``start`` to ``end`` of its bar."""
    kinds = list(_KINDS)
    counts = cells.groupby(["program", "round", "winner", "contested"]).size().rename("number").reset_index()
    pairs = zip(counts["winner"], counts["contested"], strict=True)
    counts = counts.assign(place=[kinds.index((w, bool(c))) for w, c in pairs])
    counts = counts.sort_values(["program", "round", "place"], ignore_index=True)
    end = counts.groupby(["program", "round"])["number"].cumsum()
    look = [_KINDS[kinds[p]] for p in counts["place"]]
    return counts.assign(
        start=end - counts["number"],
        end=end,
        kind=[words for words, _, _ in look],
        tone=[tone for _, tone, _ in look],
        filled=[filled for _, _, filled in look],
        place=counts["place"],
    )[["program", "round", "place", "kind", "number", "start", "end", "tone", "filled"]]


def _panels(counts: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    return [(words, counts[counts["program"] == p]) for p, words in _PROGRAMS.items() if p in set(counts["program"])]


def _columns(counts: pd.DataFrame) -> alt.VConcatChart:
    """Wide: time runs to the right."""
    top = int(counts.groupby(["program", "round"])["number"].sum().max())
    most = max(part["round"].nunique() for _, part in _panels(counts))
    axis, height = 40, 230
    step = (WIDE - axis - 24) / most
    charts: list[alt.Chart | alt.LayerChart] = [_legend(counts, WIDE - 24, axis)]
    for words, part in _panels(counts):
        rounds = by_age(part["round"])
        x = alt.X(
            "round:O",
            title=None,
            scale=alt.Scale(domain=rounds, paddingInner=0.16, paddingOuter=0.08),
            axis=alt.Axis(labelAngle=0, grid=False, ticks=False, labelFontSize=12 if step < 44 else 13),
        )
        own = int(part["end"].max())
        y = alt.Y(
            "start:Q",
            title=None,
            scale=alt.Scale(domain=[0, own], nice=False),
            axis=alt.Axis(values=list(range(0, own + 1, 10)), grid=True, minExtent=axis),
        )
        base = alt.Chart(part.drop(columns=["program", "place"])).encode(x=x, y=y, tooltip=_TOOLTIP)
        # As many pixels a cell in every panel.
        body = _bars(base, "y2", step * 0.84, part, height / top, 13).properties(
            width=step * len(rounds), height=height * own / top, title=_heading(words)
        )
        charts.append(body)
    return alt.vconcat(*charts, spacing=16).properties(autosize=alt.AutoSizeParams(type="pad"))


def _rows(counts: pd.DataFrame) -> alt.VConcatChart:
    """Narrow: rounds one below the other, the bars to the right."""
    top = int(counts.groupby(["program", "round"])["number"].sum().max())
    axis, step = 40, 25
    width = NARROW - axis - 24
    charts: list[alt.Chart | alt.LayerChart] = [_legend(counts, NARROW - 24, axis)]
    panels = _panels(counts)
    for words, part in panels:
        rounds = by_age(part["round"])
        y = alt.Y(
            "round:O",
            title=None,
            scale=alt.Scale(domain=rounds, paddingInner=0.16, paddingOuter=0.08),
            axis=alt.Axis(minExtent=axis),
        )
        x = alt.X(
            "start:Q",
            title="cells won" if words == panels[-1][0] else None,
            scale=alt.Scale(domain=[0, top], nice=False),
            axis=alt.Axis(tickCount=4, tickMinStep=1, grid=True),
        )
        base = alt.Chart(part.drop(columns=["program", "place"])).encode(x=x, y=y, tooltip=_TOOLTIP)
        body = _bars(base, "x2", step * 0.84, part, width / top, 13).properties(
            width=width, height=step * len(rounds), title=_heading(words)
        )
        charts.append(body)
    return alt.vconcat(*charts, spacing=16).properties(autosize=alt.AutoSizeParams(type="pad"))


def _heading(words: str) -> alt.TitleParams:
    return alt.TitleParams(f"{words}: cells won in each round", anchor="start", frame="bounds", offset=8)


_TOOLTIP = [
    alt.Tooltip("round:N", title="round"),
    alt.Tooltip("kind:N", title="won by"),
    alt.Tooltip("number:Q", title="cells"),
]


def _bars(base: alt.Chart, end: str, thick: float, part: pd.DataFrame, scale: float, room: float) -> alt.LayerChart:
    """Segments with their numbers, where one is at least ``room`` pixels long; ``scale``: pixels a cell."""
    until = {end: alt.Y2("end:Q") if end == "y2" else alt.X2("end:Q")}
    # The middle of a segment, for its number.
    middle = alt.Chart(part.assign(start=(part["start"] + part["end"]) / 2).drop(columns=["program", "place"]))
    middle = middle.encode(**{c: base.encoding[c] for c in ("x", "y")}, text="number:Q")
    written = middle.transform_filter(f"datum.number * {scale:.4f} >= {room}")
    tone = {"legend": None, "scale": None}
    # An outline lies half outside its bar: narrower by a line, and its ends are drawn over by the neighbours.
    return alt.layer(
        base.transform_filter("datum.filled")
        .mark_bar(size=thick, stroke=_PAGE, strokeWidth=1)
        .encode(fill=alt.Fill("tone:N", **tone), **until),
        base.transform_filter("!datum.filled")
        .mark_bar(size=thick - _LINE, fill=_PAGE, strokeWidth=_LINE)
        .encode(stroke=alt.Stroke("tone:N", **tone), **until),
        written.transform_filter("datum.filled").mark_text(color=_PAGE, fontSize=12, baseline="middle"),
        written.transform_filter("!datum.filled").mark_text(color=INK, fontSize=12, baseline="middle"),
    )


def _legend(counts: pd.DataFrame, width: float, axis: int) -> alt.LayerChart:
    """What each kind of segment means, in lines of ``width``, from ``axis`` pixels left of the plots on."""
    kinds = counts.drop_duplicates("place").sort_values("place")
    placed, x, line = [], 0.0, 0
    for row in kinds.to_dict("records"):
        long = 20 + len(row["kind"]) * 6
        if x and x + long > width:
            x, line = 0.0, line + 1
        placed.append({"x": x - axis, "line": line, **{c: row[c] for c in ("kind", "tone", "filled")}})
        x += long + 10
    base = alt.Chart(pd.DataFrame(placed)).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width - axis], nice=False)),
        y=alt.Y("line:O", axis=None),
    )
    tone = {"legend": None, "scale": None}
    swatch = {"shape": "square", "opacity": 1, "xOffset": 6}
    return alt.layer(
        base.transform_filter("datum.filled")
        .mark_point(filled=True, size=12**2, **swatch)
        .encode(fill=alt.Fill("tone:N", **tone)),
        base.transform_filter("!datum.filled")
        .mark_point(filled=False, size=10.5**2, strokeWidth=_LINE, **swatch)
        .encode(stroke=alt.Stroke("tone:N", **tone)),
        base.mark_text(align="left", baseline="middle", dx=17, color=INK, fontSize=12).encode(text="kind:N"),
    ).properties(width=width - axis, height=20 * (line + 1))
