"""What software gave: the gain of every chip from round to round, and over its life."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import pandas as pd

from claimcheck.analysis.generations import ROUNDS, SCENARIOS
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, Page, colour, stacked

NEW, OLD = CATEGORICAL[0], CONTEXT
# Ratios drawn to scale; the few beyond stand at the edge as triangles, with their figure.
SPAN = (0.55, 5.5)
# Pixels: half of what a row's dots may fill, a dot's step, and a line of small text.
SPREAD, STEP, SMALL = 15, 4, 11
# Pixels for the names at the right of a panel, and between two of them.
NAMES, LINE = 150, 14


@dataclass(frozen=True)
class _Size:
    """Pixels of a panel of dots: its rows, their labels at the left (0: above), and its plot."""

    row: int
    labels: int
    inner: int

    def middle(self, place: int) -> float:
        """Where the dots of the row at ``place`` stand, from the top."""
        return place * self.row + (self.row / 2 if self.labels else self.row - SPREAD - 3)

    def pixel(self, ratio: float) -> float:
        """Where ``ratio`` stands, from the left."""
        return math.log(min(max(ratio, SPAN[0]), SPAN[1]) / SPAN[0]) / math.log(SPAN[1] / SPAN[0]) * self.inner


def software_gains(frame: pd.DataFrame, *, published: float, names: Mapping[str, str] | None = None) -> Drawing:
    """A dot for each chip's gain from one round to the next, a row for each pair of rounds, a panel a scenario.

    ``frame``: rows as ``analysis.generations.successive`` or ``same_owner`` gives. Dots of a
    benchmark or chip that was new in the earlier round have a colour. A tick marks each
    row's median; ``published`` is a line, and the pairs that reach it are counted and named
    (equal names once, with their number). ``names`` prints a benchmark's family, or a chip, otherwise than the table.
    """
    rows = frame.reset_index(drop=True)
    called = dict(names or {})
    cells = list(zip(rows["chip"], rows["family"], strict=True))
    rows = rows.assign(
        turn=rows["before"] + " to " + rows["after"],
        new=(rows["new_benchmark"] | rows["new_chip"]).astype(bool),
        label=[f"{called.get(c, c)}, {called.get(f, f)}" for c, f in cells],
        short=[f"{_model(called.get(c, c))}, {called.get(f, f)}" for c, f in cells],
    )
    medians = rows.groupby(["scenario", "turn"])["ratio"].agg(["median", "size"]).reset_index()
    medians = medians.rename(columns={"median": "ratio"}).assign(label="median")
    return Drawing(
        draw=lambda page: _gains(rows, medians, published, page),
        frame=pd.concat([rows, medians]),
        columns={
            "scenario": "scenario",
            "turn": "rounds",
            "label": "chip, benchmark",
            "ratio": "result per accelerator, later round over earlier",
            "new": "benchmark or chip in its second round",
        },
        row_ids=[*rows["row_id_after"], *rows["row_id_before"]],
    )


def _gains(rows: pd.DataFrame, medians: pd.DataFrame, published: float, page: Page) -> alt.VConcatChart:
    size = _Size(page.either(40, 54), page.labels(138), page.width - page.either(138 + 76, 44))
    charts = [_key(size)]
    for scenario in SCENARIOS:
        part = rows[rows["scenario"] == scenario]
        if len(part):
            charts.append(_scenario(part, medians[medians["scenario"] == scenario], published, size))
    return stacked(charts, spacing=16)


def _key(size: _Size) -> alt.LayerChart:
    """The legend in words: what the dots and ticks are."""
    entries = [("circle", NEW, "benchmark or chip in its second round"), ("circle", OLD, "later")]
    entries.append(("stroke", INK, "median"))
    places = [(4, 8), (252, 8), (310, 8)] if size.labels else [(4, 8), (4, 25), (62, 25)]
    layers = []
    for (shape, tint, text), (x, y) in zip(entries, places, strict=True):
        base = alt.Chart(pd.DataFrame({"text": [text]})).encode(x=alt.XValue(x), y=alt.YValue(y))
        filled = shape == "circle"
        angle = 0 if filled else 90
        layers.append(base.mark_point(shape=shape, color=tint, filled=filled, size=60, opacity=1, angle=angle))
        layers.append(base.mark_text(align="left", dx=9, color=MUTED, fontSize=12).encode(text="text:N"))
    return alt.layer(*layers, width=size.inner, height=16 if size.labels else 32)


def _scenario(part: pd.DataFrame, medians: pd.DataFrame, published: float, size: _Size) -> alt.LayerChart:
    turns = sorted(set(part["turn"]), key=_recent, reverse=True)
    middles = {turn: size.middle(place) for place, turn in enumerate(turns)}
    dots, called = [], []
    for turn, middle in middles.items():
        group = part[part["turn"] == turn].sort_values(["ratio", "row_id_after"])
        dots.append(_dots(group, middle, size))
        called += _named(group[group["ratio"] >= published], middle, size)
    heads = medians.set_index("turn").loc[turns].reset_index()[["turn", "label", "ratio", "size"]]
    heads = heads.assign(
        of=[f"median {median:.2f}x of {size}" for median, size in zip(heads["ratio"], heads.pop("size"), strict=True)],
        y=middles.values(),
        top=[place * size.row for place in range(len(turns))],
    )
    height = size.row * len(turns)
    x = alt.X(
        "ratio:Q",
        scale=alt.Scale(type="log", domain=list(SPAN), nice=False, clamp=True),
        title="result per accelerator, later round over earlier (log scale)",
        axis=alt.Axis(
            values=[0.75, 1, 1.5, 2, 3, 4, 5], labelExpr="format(datum.value, '~r') + 'x'", grid=False, titleFontSize=12
        ),
    )
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, height], reverse=True, nice=False, zero=False))
    mark = alt.Chart(pd.DataFrame({"ratio": [published], "text": [f"published {published:.2f}x"]}))
    lines = alt.Chart(pd.DataFrame({"y": [size.row * i for i in range(len(turns))]}))
    layers = [
        lines.mark_rule(color=GRID).encode(y=y),
        alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(color=CONTEXT, strokeDash=[2, 3]).encode(x=x),
        mark.mark_rule(color=CATEGORICAL[1], strokeDash=[4, 3], strokeWidth=1.5).encode(x=x),
        mark.mark_text(color=CATEGORICAL[1], fontSize=12, baseline="bottom").encode(
            x=x, y=alt.YValue(-5), text="text:N"
        ),
        *_points(pd.concat(dots), x, y),
        *_heads(heads, x, y, size),
    ]
    for align in ("left", "right"):
        texts = [c for c in called if c["align"] == align]
        if texts:
            words = alt.Chart(pd.DataFrame(texts)).encode(x=x, y=y, text="text:N")
            place = {"align": align, "dx": 7 if align == "left" else -7, "fontSize": SMALL}
            # The page's colour around the letters, where they cross a line.
            layers.append(words.mark_text(stroke=colour("page"), strokeWidth=4, **place))
            layers.append(words.mark_text(color=INK, **place))
    reached = int((part["ratio"] >= published).sum())
    return alt.layer(
        *layers,
        width=size.inner,
        height=height,
        title=alt.TitleParams(
            f"{part['scenario'].iloc[0]}: {reached} of {len(part):,} reach {published:.2f}x",
            anchor="start",
            offset=20,
            dx=-size.labels,
            frame="group",
        ),
    )


def _points(dots: pd.DataFrame, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    # Old dots first: the new ones are fewer.
    base = alt.Chart(dots.sort_values("new", kind="stable")).encode(
        x=x,
        y=y,
        color=alt.condition("datum.new", alt.value(NEW), alt.value(OLD)),
        tooltip=[alt.Tooltip("label:N", title="chip, benchmark"), alt.Tooltip("text:N", title="ratio")],
    )
    low, high = SPAN
    points = [base.transform_filter(f"{low} <= datum.ratio && datum.ratio <= {high}").mark_circle(size=20, opacity=0.8)]
    for test, shape in ((f"datum.ratio < {low}", "triangle-left"), (f"datum.ratio > {high}", "triangle-right")):
        edge = base.transform_filter(test)
        points.append(edge.mark_point(shape=shape, filled=True, size=45, opacity=1))
        # At the right edge the name has the figure: only what reaches the published one stands there.
        if shape == "triangle-left":
            words = edge.mark_text(align="left", dx=-4, dy=-10, fontSize=SMALL)
            points.append(words.encode(text="text:N", color=alt.ColorValue(MUTED)))
    return points


def _heads(heads: pd.DataFrame, x: alt.X, y: alt.Y, size: _Size) -> list[alt.Chart]:
    """Each row's rounds, its median in words, and its median as a tick."""
    base = alt.Chart(heads).encode(y=y)
    tick = base.mark_tick(color=INK, thickness=2, size=2 * SPREAD + 4, opacity=1, orient="vertical")
    ticks = tick.encode(x=x)
    if size.labels:
        words = base.encode(x=alt.XValue(-size.labels))
        return [
            ticks,
            words.mark_text(align="left", dy=-8, color=INK).encode(text="turn:N"),
            words.mark_text(align="left", dy=8, color=MUTED, fontSize=12).encode(text="of:N"),
        ]
    above = alt.Chart(heads).encode(
        y=alt.Y("top:Q", axis=None, scale=alt.Scale(domain=[0, size.row * len(heads)], reverse=True, nice=False))
    )
    return [
        ticks,
        above.mark_text(align="left", dy=10, color=INK, fontSize=12).encode(x=alt.XValue(0), text="turn:N"),
        above.mark_text(align="left", dy=10, color=MUTED, fontSize=12).encode(x=alt.XValue(82), text="of:N"),
    ]


def _dots(group: pd.DataFrame, middle: float, size: _Size) -> pd.DataFrame:
    offsets = _swarm([size.pixel(r) for r in group["ratio"]])
    return group[["turn", "ratio", "new", "label"]].assign(
        y=[middle + offset for offset in offsets], text=[f"{r:.2f}x" for r in group["ratio"]]
    )


def _named(reached: pd.DataFrame, middle: float, size: _Size) -> list[dict[str, object]]:
    """Names of the pairs that reach the figure, as lines of text beside the highest of them."""
    if reached.empty:
        return []
    high = reached.sort_values("ratio", ascending=False)
    top = float(high["ratio"].iloc[0])
    wordings = [high["label"], high["short"], [label.split(",")[0] for label in high["short"]]]
    room = size.inner + (70 if size.labels else 24) - size.pixel(top) - 7
    # The first wording that fits at the right of the dot; at its left, there is room.
    fits = [w for w in wordings if max(map(len, w)) * SMALL / 2 <= room]
    beyond = top > SPAN[1]
    counts = Counter(fits[0] if fits and not beyond else wordings[0 if size.labels else 1])
    texts = [text if n == 1 else f"{text} ({n})" for text, n in counts.items()]
    if beyond:
        texts[0] += f" {top:.2f}x"
    align = "left" if fits and not beyond else "right"
    first = middle - (len(texts) - 1) * SMALL / 2
    return [{"ratio": top, "y": first + SMALL * i, "text": text, "align": align} for i, text in enumerate(texts)]


def _model(chip: str) -> str:
    """``H100-SXM-80GB MaxQ`` -> ``H100 MaxQ``."""
    model, _, rest = chip.partition(" ")
    return " ".join(filter(None, [model.split("-")[0], rest]))


def _swarm(pixels: Sequence[float]) -> list[float]:
    """Offsets in pixels that set dots apart which would cover each other.

    Dots of one step stand in a column around the middle; a column too high is pressed together.
    """
    columns: dict[int, list[int]] = {}
    for i, pixel in enumerate(pixels):
        columns.setdefault(int(pixel // STEP), []).append(i)
    offsets = [0.0] * len(pixels)
    for members in columns.values():
        gap = min(STEP, 2 * SPREAD / max(len(members) - 1, 1))
        for k, i in enumerate(members):
            offsets[i] = (k - (len(members) - 1) / 2) * gap
    return offsets


def _recent(turn: str) -> tuple[int, int]:
    before, after = turn.split(" to ")
    return ROUNDS.index(after), ROUNDS.index(before)


def one_chip_over_time(
    frame: pd.DataFrame,
    *,
    chips: Sequence[str],
    names: Mapping[str, str] | None = None,
    marked: Sequence[str] = (),
    flat: float = 0.15,
) -> Drawing:
    """What a chip's results became: a line a benchmark, a panel for each chip and scenario.

    ``frame``: rows as ``analysis.generations.cumulative`` gives; ``chips`` are drawn in this
    order, each over its own rounds. A line starts at 1 in the chip's first round on the
    benchmark; one with a single round is left out. A line that ends within ``flat`` of 1 is
    pale and counted, the others are named. Benchmark families in ``marked`` have a colour of
    their own; ``names`` prints a family, or a chip, otherwise than the table.
    """
    called = dict(names or {})
    rows = frame[frame["chip"].isin(chips)]
    rows = rows.assign(
        panel=[f"{called.get(c, c)}, {s}" for c, s in zip(rows["chip"], rows["scenario"], strict=True)],
        order=rows["round"].map(ROUNDS.index),
        name=[called.get(f, f) for f in rows["family"]],
        marked=rows["family"].isin(marked),
        series=[" ".join(k) for k in zip(rows["chip"], rows["family"], rows["scenario"], rows["first"], strict=True)],
    ).sort_values(["series", "order"])
    rows = rows[rows.groupby("series")["round"].transform("size") > 1]
    end = rows.groupby("series")["relative"].transform("last")
    rows = rows.assign(end=end, pale=(abs(end - 1) <= flat) & ~rows["marked"])
    return Drawing(
        draw=lambda page: _lives(rows, chips, page),
        frame=rows,
        columns={
            "panel": "chip and scenario",
            "name": "benchmark",
            "round": "round",
            "relative": "result per accelerator over that of the first round",
        },
        row_ids=rows["row_id"],
    )


def _lives(rows: pd.DataFrame, chips: Sequence[str], page: Page) -> alt.ConcatChart:
    columns = page.either(2, 1)
    inner = (page.width - columns * (NAMES + 40) - 20) // columns
    domain = [min(0.85, float(rows["relative"].min()) * 0.97), float(rows["relative"].max()) * 1.08]
    charts = []
    for chip in chips:
        own = rows[rows["chip"] == chip]
        rounds = sorted(set(own["round"]), key=ROUNDS.index)
        for scenario in SCENARIOS:
            part = own[own["scenario"] == scenario]
            if len(part):
                charts.append(_life(part, rounds, domain, inner))
    concat = alt.concat(*charts, columns=columns, spacing=18, align="all" if columns == 2 else "none")
    return concat.properties(autosize=alt.AutoSizeParams(type="pad"))


def _life(part: pd.DataFrame, rounds: list[str], domain: list[float], inner: int) -> alt.LayerChart:
    ends = part.drop_duplicates("series", keep="last").sort_values("relative", ascending=False)
    named = ends[~ends["pale"]]
    words = [(f"{n} {r:.2f}x", r, m) for n, r, m in zip(named["name"], named["relative"], named["marked"], strict=True)]
    words = sorted([*words, *_together(ends[ends["pale"]], bool(words))], key=lambda w: -w[1])
    height = max(96, LINE * len(words) + 8)
    pixels = [math.log(domain[1] / ratio) / math.log(domain[1] / domain[0]) * height for _, ratio, _ in words]
    texts = pd.DataFrame(
        {"text": [w[0] for w in words], "to": _apart(pixels, height), "marked": [bool(w[2]) for w in words]}
    )
    x = alt.X(
        "round:O",
        title=None,
        scale=alt.Scale(type="point", domain=rounds, padding=0.15),
        axis=alt.Axis(grid=False, labelAngle=0, labelFontSize=11, labelOverlap="greedy", labelSeparation=5),
    )
    y = alt.Y(
        "relative:Q",
        title=None,
        scale=alt.Scale(type="log", domain=domain, nice=False),
        axis=alt.Axis(
            values=[v for v in (0.5, 1, 1.5, 2, 2.5, 3, 4) if domain[0] <= v <= domain[1]],
            labelExpr="format(datum.value, '~r') + 'x'",
            grid=True,
            minExtent=34,
            labelFontSize=12,
        ),
    )
    layers = []
    for pale in (True, False):
        lines = part.loc[part["pale"] == pale, ["round", "relative", "name", "series", "marked"]]
        if lines.empty:
            continue
        strong = alt.condition("datum.marked", alt.value(CATEGORICAL[1]), alt.value(CATEGORICAL[0]))
        base = alt.Chart(lines).encode(
            x=x,
            y=y,
            detail="series:N",
            color=alt.ColorValue(CONTEXT) if pale else strong,
            tooltip=[alt.Tooltip("name:N"), alt.Tooltip("round:O"), alt.Tooltip("relative:Q", format=".2f")],
        )
        layers.append(base.mark_line(strokeWidth=1.2 if pale else 2.2))
        layers.append(base.mark_circle(size=14 if pale else 34, opacity=1))
    places = alt.Y("to:Q", axis=None, scale=alt.Scale(domain=[0, height], reverse=True, nice=False, zero=False))
    tint = alt.condition("datum.marked", alt.value(CATEGORICAL[1]), alt.value(INK))
    text = alt.Chart(texts).mark_text(align="left", dx=6, fontSize=12)
    text = text.encode(x=alt.XValue(inner), y=places, text="text:N", color=tint)
    chart = alt.layer(alt.layer(*layers), text).resolve_scale(y="independent")
    heading = alt.TitleParams(part["panel"].iloc[0], anchor="start", offset=6, fontSize=13)
    return chart.properties(width=inner, height=height, title=heading)


def _together(pale: pd.DataFrame, others: bool) -> list[tuple[str, float, bool]]:
    """One line of text for the benchmarks that hardly moved."""
    if len(pale) < 2:
        return [(f"{n} {r:.2f}x", r, False) for n, r in zip(pale["name"], pale["relative"], strict=True)]
    low, high = pale["relative"].min(), pale["relative"].max()
    count = f"{len(pale)} more" if others else f"all {len(pale)}"
    return [(f"{count}: {low:.2f}x to {high:.2f}x", math.sqrt(low * high), False)]


def _apart(pixels: Sequence[float], height: float) -> list[float]:
    """Places for lines of text as near to ``pixels`` (ascending) as they can stand, within ``height``."""
    places: list[float] = []
    for pixel in pixels:
        places.append(max(pixel, places[-1] + LINE) if places else max(pixel, 4))
    low = height - 2
    for i in reversed(range(len(places))):
        places[i] = min(places[i], low)
        low = places[i] - LINE
    return places
