"""Who won what: a square for every benchmark, scenario and round, in the colour of the winner's silicon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import altair as alt
import pandas as pd

from claimcheck.analysis.wins.cells import TIED
from claimcheck.analysis.wins.entries import DATACENTER_SCENARIOS
from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, NARROW, WIDE, colour

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


def matrix(
    cells: pd.DataFrame,
    *,
    id: str,
    title: str,
    description: str,
    caption: str,
    names: Mapping[str, str] | None = None,
) -> Figure:
    """Rounds across, benchmarks and their scenarios down, a square for each cell that someone won.

    ``cells``: of one division, as ``analysis.wins.cells.cells`` gives them. A panel each for
    datacenter, edge, training and HPC; inference v0.5 had no suites: what its successors put
    into the datacenter suite stands there, the rest under edge. Filled: silicon of two or more
    vendors took part. Outlined: of one. A tie is half in each side's colour. Vendors other than
    NVIDIA are written in their squares, in a letter or two where the name does not fit.
    ``names``: benchmark to the name to be printed. Raises ValueError when two cells share a place.
    """
    frame = _placed(cells, names or {})
    return Figure(
        id=id,
        chart=_matrix(frame, WIDE),
        narrow=_matrix(frame, NARROW),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(dict.fromkeys(frame["row_id"])),
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


def _matrix(frame: pd.DataFrame, width: int) -> alt.VConcatChart:
    panels = [p for p in _PANELS if p in set(frame["panel"])]
    side_by_side = width == WIDE and len(panels) == 2
    room = (width - _PADDING - _GAP * side_by_side) / (2 if side_by_side else 1)
    parts = [frame[frame["panel"] == panel] for panel in panels]
    plans = [_plan(part, room, alone=width == WIDE and not side_by_side) for part in parts]
    if not side_by_side:
        # Plots one below the other share their left edge.
        plans = [replace(plan, labels=max(p.labels for p in plans)) for plan in plans]
    charts = [
        _panel(part, plan, panel if len(panels) > 1 else None)
        for part, plan, panel in zip(parts, plans, panels, strict=True)
    ]
    body = alt.hconcat(*charts, spacing=_GAP) if side_by_side else alt.vconcat(*charts, spacing=_GAP)
    legend = _legend(frame, width - _PADDING - 8, plans[0].labels)
    return alt.vconcat(legend, body, spacing=14).properties(autosize=alt.AutoSizeParams(type="pad"))


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
        edge.mark_rule(color=GRID, yOffset=-0.5).encode(x=alt.value(-plan.labels), x2=alt.value("width")),
        heads.mark_text(align="left", baseline="middle", color=INK, fontSize=plan.font).encode(
            x=alt.value(-plan.labels), text="name:N"
        ),
        base.transform_filter("datum.contested && !datum.tied")
        .mark_rect()
        .encode(fill=alt.Fill("tone:N", legend=None, scale=None)),
        base.transform_filter("!datum.contested && !datum.tied")
        .mark_rect(fill=_PAGE, strokeWidth=_LINE, **inner)
        .encode(stroke=alt.Stroke("tone:N", legend=None, scale=None)),
        base.transform_filter("datum.words != '' && datum.contested && !datum.tied")
        .mark_text(color=_PAGE, **text)
        .encode(text="words:N"),
        base.transform_filter("datum.words != '' && !datum.contested && !datum.tied")
        .mark_text(**text)
        .encode(text="words:N", color=alt.Color("tone:N", legend=None, scale=None)),
        *_ties(base, shown, plan, gap),
    ]
    title = {"title": alt.TitleParams(heading, anchor="start", frame="bounds", offset=4)} if heading else {}
    return alt.layer(*layers).properties(width=plan.wide * len(rounds), height=plan.high * len(lines), **title)


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


def _legend(frame: pd.DataFrame, width: float, labels: int) -> alt.LayerChart:
    """Each vendor with its letter and its number of cells, and what filled and outlined mean, in lines of ``width``.

    Plots of a stack are aligned, so it reaches ``labels`` pixels to the left of its own.
    """
    settled = frame[frame["winner"] != TIED]
    counts = settled["vendor"].value_counts().sort_index().sort_values(ascending=False, kind="stable")
    codes = dict(zip(frame["vendor"], frame["code"], strict=True))
    first = counts.index[0]
    items = [
        (codes[v], f"{v} {n} of {len(frame)} cells" if v == first else f"{v} {n}", shade(v), True)
        for v, n in counts.items()
    ]
    if tied := int((frame["winner"] == TIED).sum()):
        items.append(("/", f"tied {tied}", INK, True))
    items += [("", "several vendors' silicon took part", MUTED, True), ("", "one vendor's only", MUTED, False)]
    placed, x, line = [], 0.0, 0
    for number, (code, words, tone, filled) in enumerate(items):
        long = 20 + len(words) * 6
        if x and (x + long > width or number == len(items) - 2):
            x, line = 0.0, line + 1
        placed.append({"x": x - labels, "line": line, "code": code, "words": words, "tone": tone, "filled": filled})
        x += long + 15
    data = pd.DataFrame(placed)
    across = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width - labels], nice=False))
    base = alt.Chart(data).encode(x=across, y=alt.Y("line:O", axis=None))
    swatch = {"shape": "square", "size": 13**2, "opacity": 1, "xOffset": 7}
    return alt.layer(
        base.transform_filter("datum.filled")
        .mark_point(filled=True, **swatch)
        .encode(fill=alt.Fill("tone:N", legend=None, scale=None)),
        base.transform_filter("!datum.filled")
        .mark_point(filled=False, strokeWidth=_LINE, **swatch | {"size": 11.5**2})
        .encode(stroke=alt.Stroke("tone:N", legend=None, scale=None)),
        base.mark_text(color=_PAGE, fontSize=10, fontWeight="bold", baseline="middle", dx=7).encode(text="code:N"),
        base.mark_text(align="left", baseline="middle", dx=19, color=INK, fontSize=12).encode(text="words:N"),
    ).properties(width=width - labels, height=20 * (line + 1))
