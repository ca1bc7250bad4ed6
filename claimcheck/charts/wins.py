"""Wins: every definition of a win as a dot, the pairs of figures that some definition gives, and who won each cell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import altair as alt
import pandas as pd

from claimcheck.analysis.wins.definitions import CHOICES, LITERAL, PLAIN, in_words
from claimcheck.analysis.wins.winners import DATACENTER_SCENARIOS, TIED
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    GRID,
    INK,
    MUTED,
    NVIDIA,
    OTHERS,
    PUBLISHED,
    RULE,
    WIDE,
    WIDTH,
    colour,
    measured,
    rimmed,
    y_title,
)
from claimcheck.data.rounds import in_order

# The kinds of definitions, in the order in which they are drawn: words, colour, shape, opacity, and where the words
# are, in pixels from the top.
_OTHER, _LITERAL, _ALLOWED = "other", "word for word", "allowed"
_KINDS = {
    _OTHER: ("other definitions", CONTEXT, "circle", 0.25, 218),
    _LITERAL: ("squares: NVIDIA's own entries", MUTED, "square", 0.7, 338),
    _ALLOWED: ("allowed by the sentence", NVIDIA, "triangle-up", 0.9, 28),
}
_AXIS, _HIGH = 38, 360
_TICKS = tuple(m * 10**e for e in (-2, -1, 0, 1, 2, 3) for m in (1, 2, 5))


def times(ratio: float) -> str:
    """A ratio as printed in a chart: 0.52x, 6.4x, 42x."""
    return f"{ratio:.2f}x" if ratio < 1 else f"{ratio:.1f}x" if ratio < 10 else f"{ratio:.0f}x"


def cloud(counts: pd.DataFrame, *, published: tuple[float, float]) -> Drawing:
    """Draw every definition of a win as a dot: NVIDIA's wins across, their ratio to everybody else's upwards.

    ``counts``: a row per rule as the table counting_rules has it (columns of ``CHOICES``, ``ruled_out``,
    ``nvidia``, ``others``, ``ratio``). Rules with one outcome and of one kind (allowed by the claim's
    sentence, the sentence word for word, other) share a dot, the larger the more they are. A ratio without a place on
    a logarithmic axis (others, or NVIDIA, won nothing) is drawn at its end. ``published``: wins and ratio, drawn as a
    diamond with guide lines. The plainest rule is ringed.
    """
    dots = _dots(counts)
    plain = (counts[list(CHOICES)] == pd.Series(asdict(PLAIN))).all(axis=1)
    return Drawing(
        chart=_cloud(dots, counts[plain].iloc[0], published),
        frame=dots,
        columns={
            "nvidia": "wins of NVIDIA",
            "others": "wins of others",
            "text": "ratio",
            "rules": "definitions",
            "choices": "choices",
            "kind": "kind of definition",
        },
    )


def _dots(counts: pd.DataFrame) -> pd.DataFrame:
    """One row per (kind, nvidia, others): ``rules`` that share it, and ``choices`` of the one nearest to PLAIN."""
    base, outcome = asdict(PLAIN), ["kind", "nvidia", "others"]
    odd = sum((counts[c] != base[c]).astype(int) for c in CHOICES)
    kind = counts["ruled_out"].fillna("").map({"": _ALLOWED, LITERAL: _LITERAL}).fillna(_OTHER)
    ordered = counts.assign(odd=odd, kind=kind).sort_values("odd", kind="stable")
    dots = ordered.drop_duplicates(outcome).join(ordered.groupby(outcome).size().rename("rules"), on=outcome)
    words = [in_words(row) for row in dots[list(CHOICES)].to_dict("records")]
    more = [f"{w} (and {n - 1} more)" if n > 1 else w for w, n in zip(words, dots["rules"], strict=True)]
    text = [times(r) if math.isfinite(r) else "others won none" for r in dots["ratio"]]
    dots = dots.assign(choices=more, text=text, place=dots["kind"].map(list(_KINDS).index))
    order = ["place", "rules", "nvidia", "others"]
    dots = dots.sort_values(order, ascending=[True, False, True, True], ignore_index=True)
    return dots[["kind", "nvidia", "others", "ratio", "rules", "choices", "text"]]


def _cloud(dots: pd.DataFrame, ringed: pd.Series, published: tuple[float, float]) -> alt.LayerChart:
    drawable = dots.loc[dots["ratio"].map(math.isfinite) & (dots["ratio"] > 0), "ratio"]
    low, high = min(*drawable, published[1]) / 1.5, max(*drawable, published[1]) * 1.5
    shown = dots.assign(level=[float(f"{r:.6g}") for r in dots["ratio"].clip(low, high)]).drop(columns="ratio")
    most = math.ceil(max(dots["nvidia"].max(), published[0]) * 1.04 / 10) * 10
    width = WIDTH - _AXIS - 18
    x = measured(alt.X, "nvidia", "wins counted for NVIDIA", (0, most), tickCount=5, grid=False)
    ticks = {"values": [t for t in _TICKS if low <= t <= high], "labelExpr": "datum.value + 'x'", "grid": True}
    y = measured(alt.Y, "level", None, (low, high), {"type": "log"}, minExtent=_AXIS, maxExtent=_AXIS, **ticks)

    def by_kind(number: int) -> alt.Scale:
        return alt.Scale(domain=list(_KINDS), range=[look[number] for look in _KINDS.values()])

    points = (
        alt.Chart(shown)
        .mark_point(filled=True)
        .encode(
            x=x,
            y=y,
            color=alt.Color("kind:N", legend=None, scale=by_kind(1)),
            shape=alt.Shape("kind:N", legend=None, scale=by_kind(2)),
            opacity=alt.Opacity("kind:N", legend=None, scale=by_kind(3)),
            size=alt.Size(
                "rules:Q", legend=None, scale=alt.Scale(domain=[1, max(int(dots["rules"].max()), 2)], range=[16, 70])
            ),
            tooltip=[
                alt.Tooltip("nvidia:Q", title="won by NVIDIA"),
                alt.Tooltip("others:Q", title="won by others"),
                alt.Tooltip("text:N", title="ratio"),
                alt.Tooltip("rules:Q", title="definitions"),
                alt.Tooltip("choices:N", title="choices"),
            ],
        )
    )
    equal = alt.Chart(pd.DataFrame({"level": [1.0]})).mark_rule(color=RULE, strokeWidth=1.5).encode(y=y)
    layers = [equal, points]
    for kind, (words, shade, *_, top) in _KINDS.items():
        if kind in set(dots["kind"]):
            here = alt.Chart(pd.DataFrame({"words": [words]})).encode(x=alt.XValue(width), y=alt.YValue(top))
            tone = MUTED if shade == CONTEXT else shade
            layers += _legible(here, tone, align="right", fontWeight="bold")

    def point(at: tuple[float, float], text: str) -> alt.Chart:
        here = {"nvidia": [at[0]], "level": [min(max(at[1], low), high)], "words": [text]}
        return alt.Chart(pd.DataFrame(here)).encode(x=x, y=y)

    simple = (float(ringed["nvidia"]), float(ringed["ratio"]))
    claimed = point(published, f"published:\n{published[0]:g} wins, {published[1]:g}x")
    plainest = point(simple, f"plainest definition:\n{simple[0]:g} wins, {times(simple[1])}")
    guide = {"color": PUBLISHED, "strokeDash": [4, 3]}
    layers += [
        claimed.mark_rule(**guide).encode(y=alt.Y()),
        claimed.mark_rule(**guide).encode(x=alt.X()),
        *_ring(claimed, "diamond", PUBLISHED),
        *_ring(plainest, "circle", INK),
        *_legible(claimed.encode(y=alt.YValue(56)), PUBLISHED, align="left", dx=6, dy=-8, lineBreak="\n"),
        *_legible(plainest, INK, align="left", dx=12, dy=2, lineBreak="\n"),
    ]
    heading = y_title("NVIDIA's wins for each win of everybody else (log scale)", offset=8)
    return alt.layer(
        *layers, width=width, height=_HIGH, title=heading, autosize=alt.AutoSizeParams(type="pad", contains="padding")
    )


def _ring(chart: alt.Chart, shape: str, tone: str) -> list[alt.Chart]:
    """A hollow mark with a rim in the page's colour."""
    style = {"shape": shape, "size": 150, "filled": False, "opacity": 1}
    return [
        chart.mark_point(stroke=colour("page"), strokeWidth=5, **style),
        chart.mark_point(stroke=tone, strokeWidth=2.5, **style),
    ]


def _legible(chart: alt.Chart, tone: str, **style: object) -> list[alt.Chart]:
    """The field ``words`` of a chart as text with a rim in the page's colour."""
    return rimmed(chart.encode(text="words:N"), tone, baseline="middle", fontSize=13, **style)


_PANELS = ("Datacenter", "Edge", "Training", "HPC")
_SCENARIOS = ("Offline", "Server", "Interactive", "SingleStream", "MultiStream")
_PAGE = colour("page")
_LINE = 1.5
# Letters that look like one another in a small square.
_ALIKE = "Il1iO0"
# Pixels: between two panels, around the plot (the theme's padding), and per character of 12 px and 11 px Arial.
_GAP, _PADDING, _LETTER, _SMALL = 22, 20, 6.3, 5.9


def matrix(cells: pd.DataFrame, names: Mapping[str, str] | None = None) -> Drawing:
    """Draw a square for each cell that someone won: rounds across, benchmarks and their scenarios down.

    ``cells``: of one division, as ``analysis.wins.winners.cells`` gives them. A panel each for
    datacenter, edge, training and HPC; inference v0.5 had no suites: what its successors put
    into the datacenter suite is there, the rest under edge. Filled: silicon of two or more
    vendors took part. Outlined: of one. A tie is half in each side's colour. Vendors other than
    NVIDIA are written in their squares, in a letter or two.
    ``names``: benchmark to the name to be printed. Raises ValueError when two cells share a place.
    """
    frame = _placed(cells, names or {})
    panels = [p for p in _PANELS if p in set(frame["panel"])]
    room = (WIDE - _PADDING - _GAP) / 2
    parts = [frame[frame["panel"] == panel] for panel in panels]
    plans = [_plan(part, room) for part in parts]
    charts = [_panel(part, plan, panel) for part, plan, panel in zip(parts, plans, panels, strict=True)]
    lines = [alt.hconcat(*charts[n : n + 2], spacing=_GAP) for n in range(0, len(charts), 2)]
    legend = _vendors(frame, WIDE - _PADDING - 8, plans[0].labels)
    return Drawing(
        chart=alt.vconcat(legend, *lines, spacing=14, autosize=alt.AutoSizeParams(type="pad")),
        frame=frame,
        columns={
            "panel": "panel",
            "round": "round",
            "name": "benchmark",
            "scenario": "scenario",
            "won": "won by chips of",
            "submitter": "submitted by",
            "ahead": "lead over the best of the others",
            "took": "took part",
        },
        row_ids=frame["row_id"],
        wide=True,
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
    took = [f"chips of {n} vendor{'s' if n > 1 else ''}" for n in frame["vendors"]]
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
    """The colour of a vendor's cells; a letter tells the others apart."""
    return NVIDIA if vendor == "NVIDIA" else OTHERS


@dataclass(frozen=True)
class _Plan:
    """How large one panel is: pixels of a square and of a row's words."""

    wide: float
    high: float
    labels: int


def _plan(part: pd.DataFrame, room: float) -> _Plan:
    """A panel within ``room`` pixels."""
    words = part.drop_duplicates("row")
    several = part["scenario"].nunique() > 1
    first = _lines(part)["named"]
    beside = [
        len(n) * _LETTER * bool(f) + (len(s) * _SMALL + 14 if several else 8)
        for n, s, f in zip(words["name"], words["scenario"], words["row"].isin(first[first].index), strict=True)
    ]
    labels = int(max(beside)) + 2
    step = (room - labels) / part["round"].nunique()
    return _Plan(min(step, 17.0), min(max(step, 13.5), 16.0), labels)


def _lines(part: pd.DataFrame) -> pd.DataFrame:
    """The rows of a panel from top to bottom (index: key), those whose benchmark began first on top.

    ``named``: the first row of its benchmark, which has its name.
    """
    rounds = in_order(part["round"])
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


# The column has colours, not names of them.
_FILL = alt.Fill("tone:N", legend=None, scale=None)
_OUTLINE = alt.Stroke("tone:N", legend=None, scale=None)
_TOOLTIP = [
    alt.Tooltip("round:N", title="round"),
    alt.Tooltip("name:N", title="benchmark"),
    alt.Tooltip("scenario:N", title="scenario"),
    alt.Tooltip("won:N", title="won by chips of"),
    alt.Tooltip("submitter:N", title="submitted by"),
    alt.Tooltip("ahead:N", title="than the best of the others"),
    alt.Tooltip("took:N", title="took part"),
]


def _panel(part: pd.DataFrame, plan: _Plan, heading: str) -> alt.LayerChart:
    several = part["scenario"].nunique() > 1
    lines, rounds = _lines(part), in_order(part["round"])
    gap = 0.12  # between squares, as a share of their distance
    shown = part[["round", "row", "name", "scenario", "won", "submitter", "ahead", "took", "contested", "code"]].assign(
        tied=part["winner"] == TIED, tone=part["vendor"].map(shade)
    )
    small = 10 if plan.wide < 13 else 11
    top = alt.Axis(
        orient="top", labelAngle=-90, labelFontSize=small, labelPadding=2, ticks=False, domain=False, grid=False
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
    text = {"baseline": "middle", "fontSize": small - 1, "fontWeight": "bold"}
    # An outline lies half outside its square.
    inner = {"width": _inner(plan.wide, gap), "height": _inner(plan.high, gap)}
    heads = alt.Chart(lines[lines["named"]].reset_index()[["row", "name"]]).encode(y=y)
    edge = heads.encode(y=alt.Y("row:O", axis=axis, title=None, scale=scale, bandPosition=0))
    layers = [
        edge.mark_rule(color=GRID, yOffset=-0.5).encode(x=alt.XValue(-plan.labels), x2=alt.X2Value("width")),
        heads.mark_text(align="left", baseline="middle", color=INK, fontSize=12).encode(
            x=alt.XValue(-plan.labels), text="name:N"
        ),
        base.transform_filter("datum.contested && !datum.tied").mark_rect().encode(fill=_FILL),
        base.transform_filter("!datum.contested && !datum.tied")
        .mark_rect(fill=_PAGE, strokeWidth=_LINE, **inner)
        .encode(stroke=_OUTLINE),
        base.transform_filter("datum.code != '' && datum.contested && !datum.tied")
        .mark_text(color=_PAGE, **text)
        .encode(text="code:N"),
        base.transform_filter("datum.code != '' && !datum.contested && !datum.tied")
        .mark_text(**text)
        .encode(text="code:N", color=alt.Color("tone:N", legend=None, scale=None)),
        *_ties(base, shown, plan, gap),
    ]
    title = alt.TitleParams(heading, anchor="start", frame="bounds", offset=4)
    return alt.layer(*layers, width=plan.wide * len(rounds), height=plan.high * len(lines), title=title)


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


def _vendors(frame: pd.DataFrame, width: float, left: int) -> alt.LayerChart:
    """Each vendor with its letter and its number of cells, and what filled and outlined mean.

    In lines of ``width`` pixels. Plots of a stack are aligned, so the legend reaches ``left`` pixels to the left of its
    own.
    """
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
    named += [("", "several vendors' chips took part", MUTED, True), ("", "one vendor's only", MUTED, False)]
    placed, x, line = [], 0.0, 0
    for number, (code, words, tone, filled) in enumerate(named):
        long = 20 + len(words) * 6
        # What filled and outlined mean has a line of its own.
        if x and (x + long > width or number == len(named) - 2):
            x, line = 0.0, line + 1
        placed.append({"x": x - left, "line": line, "code": code, "words": words, "tone": tone, "filled": filled})
        x += long + 15
    base = alt.Chart(pd.DataFrame(placed)).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width - left], nice=False)),
        y=alt.Y("line:O", axis=None),
    )
    side, middle = 13, 7
    swatch = {"shape": "square", "opacity": 1, "xOffset": middle}
    outline = {"size": (side - _LINE) ** 2, "strokeWidth": _LINE, "filled": False}
    letter = base.mark_text(color=_PAGE, fontSize=10, fontWeight="bold", baseline="middle", dx=middle)
    texts = base.mark_text(align="left", baseline="middle", dx=middle + side - 1, color=INK, fontSize=12)
    layers = [
        base.transform_filter("datum.filled").mark_point(filled=True, size=side**2, **swatch).encode(fill=_FILL),
        base.transform_filter("!datum.filled").mark_point(**outline, **swatch).encode(stroke=_OUTLINE),
        letter.encode(text="code:N"),
        texts.encode(text="words:N"),
    ]
    return alt.layer(*layers, width=width - left, height=20 * (line + 1))
