"""Who won what: a square for every benchmark, scenario and round, and the cells won in each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.analysis.wins.cells import NVIDIA, OTHERS, TIED
from claimcheck.analysis.wins.entries import DATACENTER_SCENARIOS
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, Page, colour

# One colour a vendor in every figure; a vendor without one of its own is grey, and its letter tells it apart.
_COLOURS = {
    "NVIDIA": CATEGORICAL[2],
    "AMD": CATEGORICAL[1],
    "Qualcomm": CATEGORICAL[3],
    "Intel": CATEGORICAL[0],
    "Google": CATEGORICAL[4],
}
_PANELS = ("Datacenter", "Edge", "Training", "HPC")
_SCENARIOS = ("Offline", "Server", "Interactive", "SingleStream", "MultiStream")
_PAGE = colour("page")
_LINE = 1.5
# Letters that look like one another in a small square.
_ALIKE = "Il1iO0"
# Pixels: between two panels, beside the plot (the theme's padding), and per character of 12 px and 11 px Arial.
_GAP, _PADDING, _LETTER, _SMALL = 22, 16, 6.3, 5.9


def matrix(cells: pd.DataFrame, names: Mapping[str, str] | None = None) -> Drawing:
    """Rounds across, benchmarks and their scenarios down, a square for each cell that someone won.

    ``cells``: of one division, as ``analysis.wins.cells.cells`` gives them. A panel each for
    datacenter, edge, training and HPC; inference v0.5 had no suites: what its successors put
    into the datacenter suite stands there, the rest under edge. Filled: silicon of two or more
    vendors took part. Outlined: of one. A tie is half in each side's colour. Vendors other than
    NVIDIA are written in their squares, in a letter or two where the name does not fit.
    ``names``: benchmark to the name to be printed. Raises ValueError when two cells share a place.
    """
    frame = _placed(cells, names or {})
    return Drawing(
        draw=lambda page: _matrix(frame, page),
        frame=frame,
        columns={
            "panel": "panel",
            "round": "round",
            "name": "benchmark",
            "scenario": "scenario",
            "won": "won by silicon of",
            "submitter": "submitted by",
            "ahead": "lead over the best of the others",
            "took": "took part",
        },
        row_ids=frame["row_id"],
    )


def _placed(cells: pd.DataFrame, names: Mapping[str, str]) -> pd.DataFrame:
    """The cells with ``panel``, ``name``, ``row`` (its key), ``code`` of the vendor, and words for tooltips."""
    frame = cells.assign(
        panel=[panel_of(*c) for c in zip(cells["program"], cells["suite"], cells["scenario"], strict=True)],
        name=[names.get(b, b) for b in cells["benchmark"]],
    )
    frame["row"] = frame["name"] + "|" + frame["scenario"]
    place = ["panel", "row", "round"]
    if (twice := frame.duplicated(place)).any():
        raise ValueError(f"two cells in one place: {', '.join(frame.loc[twice, place].iloc[0])}; give one division")
    codes = vendor_codes(frame.loc[frame["winner"] != TIED, "vendor"])
    lead = [f"{(v - 1):.1%} better" if pd.notna(v) else "no other side" for v in frame["lead"]]
    took = [f"silicon of {n} vendor{'s' if n > 1 else ''}" for n in frame["vendors"]]
    frame = frame.assign(
        code=[codes.get(v, "") for v in frame["vendor"]],
        won=["tie" if w == TIED else v for w, v in zip(frame["winner"], frame["vendor"], strict=True)],
        ahead=lead,
        took=took,
    )
    return frame.sort_values(place, ignore_index=True)


def panel_of(program: str, suite: str, scenario: str) -> str:
    """The panel of a cell; a cell of inference v0.5, without a suite, goes where its scenario later stood."""
    if program != "inference":
        return "HPC" if program == "hpc" else "Training"
    if suite == "none":
        return "Datacenter" if scenario in DATACENTER_SCENARIOS else "Edge"
    return suite.capitalize()


def vendor_codes(vendors: pd.Series) -> dict[str, str]:
    """A letter for each vendor, two where a vendor of more cells has the letter; none for NVIDIA, the many.

    The second letter is the next of the name that no reader takes for another: "Al" would be read as "AI".
    """
    codes: dict[str, str] = {"NVIDIA": ""}
    for vendor in vendors.value_counts().sort_index().sort_values(ascending=False, kind="stable").index:
        short = [vendor[0], *(vendor[0] + letter for letter in vendor[1:] if letter not in _ALIKE), vendor]
        codes.setdefault(vendor, next((s for s in short if s not in codes.values()), vendor))
    return codes


def shade(vendor: str) -> str:
    """The colour of a vendor of silicon."""
    return _COLOURS.get(vendor, CONTEXT)


def by_age(rounds: pd.Series) -> list[str]:
    """Rounds (v0.5, v4.1, ...) from the first to the last."""
    return sorted(set(rounds), key=lambda name: tuple(int(n) for n in name.lstrip("v").split(".")))


@dataclass(frozen=True)
class _Plan:
    """How large one panel is: pixels of a square, of a row's words, and the size of the words."""

    wide: float
    high: float
    labels: int
    font: int


def _plan(part: pd.DataFrame, room: float, alone: bool) -> _Plan:
    """A panel within ``room`` pixels; one that is alone on a wide screen gets squares that hold names."""
    words = part.drop_duplicates("row")
    several = part["scenario"].nunique() > 1
    first = _lines(part, several)["named"]
    beside = [
        len(n) * _LETTER * bool(f) + (len(s) * _SMALL + 14 if several else 8)
        for n, s, f in zip(words["name"], words["scenario"], words["row"].isin(first[first].index), strict=True)
    ]
    labels = int(max(beside)) + 2
    step = (room - labels) / part["round"].nunique()
    if alone:
        return _Plan(min(step, 44.0), 22.0, labels, 13)
    return _Plan(min(step, 17.0), min(max(step, 13.5), 16.0), labels, 12)


def _lines(part: pd.DataFrame, several: bool) -> pd.DataFrame:
    """The rows of a panel from top to bottom (index: key), those whose benchmark began first on top.

    ``named``: the first row of its benchmark, which bears its name.
    """
    rounds = by_age(part["round"])
    part = part.assign(place=part["round"].map(rounds.index))
    began = part.groupby("name")["place"].agg(["min", "max"])
    rank = {s: i for i, s in enumerate(_SCENARIOS)}
    rows = part.drop_duplicates("row").set_index("row")
    rows = rows.assign(
        began=rows["name"].map(began["min"]),
        ended=rows["name"].map(began["max"]),
        rank=rows["scenario"].map(lambda s: rank.get(s, len(rank))),
    ).sort_values(["began", "ended", "name", "rank", "scenario"])
    return rows.assign(named=~rows["name"].duplicated())[["name", "scenario", "named"]]


def _matrix(frame: pd.DataFrame, page: Page) -> alt.VConcatChart:
    panels = [p for p in _PANELS if p in set(frame["panel"])]
    side_by_side = not page.narrow and len(panels) == 2
    room = (page.width - _PADDING - _GAP * side_by_side) / (2 if side_by_side else 1)
    parts = [frame[frame["panel"] == panel] for panel in panels]
    plans = [_plan(part, room, alone=not page.narrow and not side_by_side) for part in parts]
    if not side_by_side:
        # Plots one below the other share their left edge.
        plans = [replace(plan, labels=max(p.labels for p in plans)) for plan in plans]
    charts = [
        _panel(part, plan, panel if len(panels) > 1 else None)
        for part, plan, panel in zip(parts, plans, panels, strict=True)
    ]
    body = alt.hconcat(*charts, spacing=_GAP) if side_by_side else alt.vconcat(*charts, spacing=_GAP)
    legend = _vendors(frame, page.width - _PADDING - 8, plans[0].labels)
    return alt.vconcat(legend, body, spacing=14, autosize=alt.AutoSizeParams(type="pad"))


# The column has colours, not names of them.
_FILL = alt.Fill("tone:N", legend=None, scale=None)
_OUTLINE = alt.Stroke("tone:N", legend=None, scale=None)
_TOOLTIP = [
    alt.Tooltip("round:N", title="round"),
    alt.Tooltip("name:N", title="benchmark"),
    alt.Tooltip("scenario:N", title="scenario"),
    alt.Tooltip("won:N", title="won by silicon of"),
    alt.Tooltip("submitter:N", title="submitted by"),
    alt.Tooltip("ahead:N", title="than the best of the others"),
    alt.Tooltip("took:N", title="took part"),
]


def _panel(part: pd.DataFrame, plan: _Plan, heading: str | None) -> alt.LayerChart:
    several = part["scenario"].nunique() > 1
    lines, rounds = _lines(part, several), by_age(part["round"])
    # Between squares, as a share of their distance.
    gap = 0.06 if plan.wide > 30 else 0.12
    fits = [len(v) * 6 <= plan.wide * (1 - gap) - 3 for v in part["vendor"]]
    words = [v if fit and code else code for v, code, fit in zip(part["vendor"], part["code"], fits, strict=True)]
    shown = part[["round", "row", "name", "scenario", "won", "submitter", "ahead", "took", "contested"]].assign(
        words=words, tied=part["winner"] == TIED, tone=part["vendor"].map(shade)
    )
    small = 10 if plan.wide < 13 else 11
    # Round names stand upright above squares that are narrower than they are.
    upright = plan.wide < 30
    top = alt.Axis(
        orient="top",
        labelAngle=-90 if upright else 0,
        labelFontSize=small if upright else 12,
        labelPadding=2,
        ticks=False,
        domain=False,
        grid=False,
    )
    x = alt.X("round:O", title=None, axis=top, scale=alt.Scale(domain=rounds, paddingInner=gap, paddingOuter=gap / 2))
    axis = alt.Axis(
        labels=several,
        labelExpr="split(datum.value, '|')[1]",
        labelFontSize=11,
        labelPadding=5,
        minExtent=plan.labels,
        ticks=False,
        domain=False,
        grid=False,
    )
    scale = alt.Scale(domain=list(lines.index), paddingInner=gap, paddingOuter=gap / 2)
    y = alt.Y("row:O", title=None, axis=axis, scale=scale)
    base = alt.Chart(shown).encode(x=x, y=y, tooltip=_TOOLTIP)
    letters = {"fontSize": 11} if plan.wide > 30 else {"fontSize": small - 1, "fontWeight": "bold"}
    text = {"baseline": "middle", **letters}
    # An outline lies half outside its square.
    inner = {"width": _inner(plan.wide, gap), "height": _inner(plan.high, gap)}
    heads = alt.Chart(lines[lines["named"]].reset_index()[["row", "name"]]).encode(y=y)
    edge = heads.encode(y=alt.Y("row:O", axis=axis, title=None, scale=scale, bandPosition=0))
    layers = [
        edge.mark_rule(color=GRID, yOffset=-0.5).encode(x=alt.XValue(-plan.labels), x2=alt.X2Value("width")),
        heads.mark_text(align="left", baseline="middle", color=INK, fontSize=plan.font).encode(
            x=alt.XValue(-plan.labels), text="name:N"
        ),
        base.transform_filter("datum.contested && !datum.tied").mark_rect().encode(fill=_FILL),
        base.transform_filter("!datum.contested && !datum.tied")
        .mark_rect(fill=_PAGE, strokeWidth=_LINE, **inner)
        .encode(stroke=_OUTLINE),
        base.transform_filter("datum.words != '' && datum.contested && !datum.tied")
        .mark_text(color=_PAGE, **text)
        .encode(text="words:N"),
        base.transform_filter("datum.words != '' && !datum.contested && !datum.tied")
        .mark_text(**text)
        .encode(text="words:N", color=alt.Color("tone:N", legend=None, scale=None)),
        *_ties(base, shown, plan, gap),
    ]
    title = {"title": alt.TitleParams(heading, anchor="start", frame="bounds", offset=4)} if heading else {}
    return alt.layer(*layers, width=plan.wide * len(rounds), height=plan.high * len(lines), **title)


def _inner(step: float, gap: float) -> alt.RelativeBandSize:
    side = step * (1 - gap)
    return alt.RelativeBandSize(band=(side - _LINE) / side)


def _ties(base: alt.Chart, shown: pd.DataFrame, plan: _Plan, gap: float) -> list[alt.Chart]:
    """A tie: one half in NVIDIA's colour, one in ink, for whoever matched it."""
    if not shown["tied"].any():
        return []
    tied = base.transform_filter("datum.tied")
    size = (min(plan.wide, plan.high) * (1 - gap)) ** 2
    halves = (("M-1,-1L1,-1L-1,1Z", shade("NVIDIA")), ("M1,-1L1,1L-1,1Z", INK))
    return [tied.mark_point(shape=path, size=size, filled=True, opacity=1, color=c) for path, c in halves]


def _vendors(frame: pd.DataFrame, width: float, labels: int) -> alt.LayerChart:
    """Each vendor with its letter and its number of cells, and what filled and outlined mean."""
    settled = frame[frame["winner"] != TIED]
    counts = settled["vendor"].value_counts().sort_index().sort_values(ascending=False, kind="stable")
    codes = dict(zip(frame["vendor"], frame["code"], strict=True))
    first = counts.index[0]
    named = [
        (codes[v], f"{v} {n} of {len(frame)} cells" if v == first else f"{v} {n}", shade(v), True)
        for v, n in counts.items()
    ]
    if tied := int((frame["winner"] == TIED).sum()):
        named.append(("/", f"tied {tied}", INK, True))
    named += [("", "several vendors' silicon took part", MUTED, True), ("", "one vendor's only", MUTED, False)]
    items = [dict(zip(("code", "words", "tone", "filled"), item, strict=True)) for item in named]
    return _legend(items, width, labels, gap=15, side=13, code=True, apart=len(items) - 2)


def _legend(
    items: Iterable[Mapping[str, Any]], width: float, left: int, *, gap: int, side: int, code: bool, apart: int = -1
) -> alt.LayerChart:
    """What each colour and outline means, in lines of ``width`` pixels.

    ``items``: ``words``, ``tone``, ``filled`` (or outlined) and, where ``code`` says so, the ``code`` in the swatch of
    ``side`` pixels; the item numbered ``apart`` begins a line. Plots of a stack are aligned, so a legend reaches
    ``left`` pixels to the left of its own.
    """
    placed, x, line = [], 0.0, 0
    for number, item in enumerate(items):
        long = 20 + len(item["words"]) * 6
        if x and (x + long > width or number == apart):
            x, line = 0.0, line + 1
        placed.append({"x": x - left, "line": line, **item})
        x += long + gap
    base = alt.Chart(pd.DataFrame(placed)).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width - left], nice=False)),
        y=alt.Y("line:O", axis=None),
    )
    middle = (side + 1) // 2
    swatch = {"shape": "square", "opacity": 1, "xOffset": middle}
    outline = {"size": (side - _LINE) ** 2, "strokeWidth": _LINE, "filled": False}
    letter = base.mark_text(color=_PAGE, fontSize=10, fontWeight="bold", baseline="middle", dx=middle)
    words = base.mark_text(align="left", baseline="middle", dx=middle + side - 1, color=INK, fontSize=12)
    layers = [
        base.transform_filter("datum.filled").mark_point(filled=True, size=side**2, **swatch).encode(fill=_FILL),
        base.transform_filter("!datum.filled").mark_point(**outline, **swatch).encode(stroke=_OUTLINE),
        *([letter.encode(text="code:N")] if code else []),
        words.encode(text="words:N"),
    ]
    return alt.layer(*layers, width=width - left, height=20 * (line + 1))


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
_AXIS = 40


def won_by_round(cells: pd.DataFrame) -> Drawing:
    """Cells won in each round, a panel for each programme, all on one scale.

    ``cells``: of one division, as ``analysis.wins.cells.cells`` gives them. A bar is divided by
    who won and by whether silicon of two or more vendors took part (filled) or of one (outlined).
    """
    counts = _counts(cells)
    return Drawing(
        draw=lambda page: _by_round(counts, page),
        frame=counts,
        columns={"program": "programme", "round": "round", "kind": "won by", "number": "cells"},
        row_ids=cells["row_id"],
    )


def _counts(cells: pd.DataFrame) -> pd.DataFrame:
    """One row per programme, round and kind that occurs: ``number`` of cells, from ``start`` to ``end`` of its bar."""
    kinds = list(_KINDS)
    counts = cells.groupby(["program", "round", "winner", "contested"]).size().rename("number").reset_index()
    pairs = zip(counts["winner"], counts["contested"], strict=True)
    counts = counts.assign(place=[kinds.index((w, bool(c))) for w, c in pairs])
    counts = counts.sort_values(["program", "round", "place"], ignore_index=True)
    end = counts.groupby(["program", "round"])["number"].cumsum()
    look = pd.DataFrame([_KINDS[kinds[p]] for p in counts["place"]], columns=["kind", "tone", "filled"])
    counts = counts.assign(start=end - counts["number"], end=end, program=counts["program"].map(_PROGRAMS))
    return counts.join(look).drop(columns=["winner", "contested"])


def _by_round(counts: pd.DataFrame, page: Page) -> alt.VConcatChart:
    """Wide, time runs to the right; on a phone the rounds are one below the other."""
    programs = [p for p in _PROGRAMS.values() if p in set(counts["program"])]
    top = int(counts.groupby(["program", "round"])["number"].sum().max())
    most = max(counts.loc[counts["program"] == p, "round"].nunique() for p in programs)
    step = page.either((page.width - _AXIS - 24) / most, 25)
    length = page.either(230, page.width - _AXIS - 24)
    kinds = counts.drop_duplicates("place").sort_values("place").rename(columns={"kind": "words"})
    items = kinds[["words", "tone", "filled"]].to_dict("records")
    charts: list[alt.LayerChart] = [_legend(items, page.width - 24, _AXIS, gap=10, side=12, code=False)]
    for program in programs:
        part = counts[counts["program"] == program].drop(columns=["program", "place"])
        rounds, own = by_age(part["round"]), int(part["end"].max())
        time = {"title": None, "scale": alt.Scale(domain=rounds, paddingInner=0.16, paddingOuter=0.08)}
        if page.narrow:
            y = alt.Y("round:O", axis=alt.Axis(minExtent=_AXIS), **time)
            x = alt.X(
                "start:Q",
                title="cells won" if program == programs[-1] else None,
                scale=alt.Scale(domain=[0, top], nice=False),
                axis=alt.Axis(tickCount=4, tickMinStep=1, grid=True),
            )
            size = {"width": length, "height": step * len(rounds)}
        else:
            labels = alt.Axis(labelAngle=0, grid=False, ticks=False, labelFontSize=12 if step < 44 else 13)
            x = alt.X("round:O", axis=labels, **time)
            y = alt.Y(
                "start:Q",
                title=None,
                scale=alt.Scale(domain=[0, own], nice=False),
                axis=alt.Axis(values=list(range(0, own + 1, 10)), grid=True, minExtent=_AXIS),
            )
            # As many pixels a cell in every panel.
            size = {"width": step * len(rounds), "height": length * own / top}
        until = page.either({"y2": alt.Y2("end:Q")}, {"x2": alt.X2("end:Q")})
        bars = _bars(part, {"x": x, "y": y}, until, step * 0.84, length / top)
        words = f"{program}: cells won in each round"
        charts.append(bars.properties(title=alt.TitleParams(words, anchor="start", frame="bounds", offset=8), **size))
    return alt.vconcat(*charts, spacing=16, autosize=alt.AutoSizeParams(type="pad"))


def _bars(
    part: pd.DataFrame, places: Mapping[str, Any], until: Mapping[str, Any], thick: float, scale: float
) -> alt.LayerChart:
    """Segments with their numbers, where one is at least 13 pixels long; ``scale``: pixels a cell."""
    tooltip = [
        alt.Tooltip("round:N", title="round"),
        alt.Tooltip("kind:N", title="won by"),
        alt.Tooltip("number:Q", title="cells"),
    ]
    base = alt.Chart(part).encode(**places, tooltip=tooltip)
    # The middle of a segment, for its number.
    middle = alt.Chart(part.assign(start=(part["start"] + part["end"]) / 2)).encode(**places, text="number:Q")
    written = middle.transform_filter(f"datum.number * {scale:.4f} >= 13")
    # An outline lies half outside its bar: narrower by a line, and its ends are drawn over by the neighbours.
    return alt.layer(
        base.transform_filter("datum.filled")
        .mark_bar(size=thick, stroke=_PAGE, strokeWidth=1)
        .encode(fill=_FILL, **until),
        base.transform_filter("!datum.filled")
        .mark_bar(size=thick - _LINE, fill=_PAGE, strokeWidth=_LINE)
        .encode(stroke=_OUTLINE, **until),
        written.transform_filter("datum.filled").mark_text(color=_PAGE, fontSize=12, baseline="middle"),
        written.transform_filter("!datum.filled").mark_text(color=INK, fontSize=12, baseline="middle"),
    )
