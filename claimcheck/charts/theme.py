"""The look that every chart shares: colours, sizes, and dots and bars in rows with words to the right of them.

Colours are CSS variables, ``var(--cc-ink)``. Vega copies a colour string unread into SVG, so one picture follows the
page's light or dark mode. A scale that it interpolates (a continuous ramp) needs plain colours: it would be black.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimcheck.charts.fonts import SANS

FONT = f"{SANS}, Arial, Helvetica, sans-serif"

# Pixels: the width of a chart, row labels and axes included. A page shows it up to 1.4 times as wide, a phone a
# little smaller.
WIDTH = 400
# A chart whose names of rows stand left of the rows, for a column that is at least so wide.
BROAD = 688

# name: (light, dark). The page's style sheet is made from this table, so a chart and
# the page around it cannot disagree. Categorical colours follow Okabe and Ito (2008),
# darkened or lightened until each has 3:1 against the page; c6 is a violet much darker than c4.
TOKENS: dict[str, tuple[str, str]] = {
    "page": ("#ffffff", "#14171c"),
    "panel": ("#f6f4ef", "#1d2229"),
    "ink": ("#1d1d1f", "#e8eaed"),
    "muted": ("#5b6168", "#b4bcc6"),
    "grid": ("#e4e2dc", "#2d333c"),
    "rule": ("#c9c6be", "#444c57"),
    "link": ("#0b5c8f", "#7cc4f5"),
    "c1": ("#0072b2", "#4aa8e8"),
    "c2": ("#d55e00", "#f58a4b"),
    "c3": ("#00886a", "#35c49a"),
    "c4": ("#d1649c", "#f2a7cf"),
    "c5": ("#a86800", "#e3b341"),
    "c6": ("#4f2d8f", "#8d6fdc"),
    "context": ("#8b8b8b", "#848484"),
    "s1": ("#7b96b2", "#54708e"),
    "s2": ("#5f7d9c", "#7590ae"),
    "s3": ("#466484", "#96b0cc"),
    "s4": ("#2f4b6b", "#b9cee5"),
    "s5": ("#18304d", "#e0edfa"),
}


# The colour of a verdict by its kind (MARKS of the claims room), never its only sign: words and a symbol are beside it.
VERDICTS = {
    "yes": "c3", "note": "c3", "narrower": "c5", "undefined": "c5", "no": "c2", "against": "c4", "open": "muted",
}  # fmt: skip


def colour(name: str) -> str:
    """The colour called ``name`` in TOKENS as a CSS variable."""
    return f"var(--cc-{name})"


INK = colour("ink")
MUTED = colour("muted")
GRID = colour("grid")
RULE = colour("rule")
CONTEXT = colour("context")
CATEGORICAL: tuple[str, ...] = tuple(colour(f"c{i}") for i in range(1, 7))
SEQUENTIAL: tuple[str, ...] = tuple(colour(f"s{i}") for i in range(1, 6))

# One meaning for each colour in the whole report, as a colour of TOKENS by its name in a chart's data; what has no
# meaning of its own is grey (other). A key of colours lists them in this order.
MEANINGS = {
    "published": "c2",
    "NVIDIA": "c3",
    "another submitter": "c1",
    "the chip's maker": "ink",
    "two submitters": "context",
    "offered": "c4",
    "whole run": "c6",
    "other": "context",
    "yours": "ink",
}
PUBLISHED = colour(MEANINGS["published"])

CONFIG: dict[str, Any] = {
    "background": None,
    "font": FONT,
    "padding": {"left": 2, "right": 14, "top": 4, "bottom": 4},
    "autosize": {"type": "fit-x", "contains": "padding"},
    "view": {"stroke": None, "continuousWidth": WIDTH, "continuousHeight": 300},
    "axis": {
        "domainColor": RULE,
        "gridColor": GRID,
        "gridWidth": 1,
        "labelColor": MUTED,
        "labelFontSize": 13,
        "labelLimit": 260,
        "labelPadding": 6,
        "tickColor": RULE,
        "tickSize": 4,
        "titleColor": INK,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
        "titlePadding": 10,
    },
    "axisX": {"domain": True, "grid": False, "tickCount": 5},
    "axisXBand": {"labelAngle": 0},
    "axisXPoint": {"labelAngle": 0},
    "axisY": {"domain": False, "grid": False, "ticks": False},
    "header": {
        "labelAnchor": "start",
        "labelColor": INK,
        "labelFontSize": 15,
        "labelFontWeight": "bold",
        "labelPadding": 8,
        "title": None,
    },
    "facet": {"spacing": 18},
    "legend": {
        "labelColor": INK,
        "labelFontSize": 13,
        "labelLimit": 260,
        "orient": "top",
        "symbolSize": 110,
        "symbolStrokeWidth": 2,
        "title": None,
        "titleColor": MUTED,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
    },
    "title": {
        "anchor": "start",
        "color": INK,
        "fontSize": 15,
        "fontWeight": "bold",
        "subtitleColor": MUTED,
        "subtitleFontSize": 13,
    },
    "text": {"align": "left", "baseline": "middle", "color": INK, "dx": 10, "fontSize": 13},
    "mark": {"color": CATEGORICAL[0]},
    "bar": {"color": CATEGORICAL[0], "discreteBandSize": 17},
    "circle": {"color": CATEGORICAL[0], "opacity": 1, "size": 110},
    "line": {"color": CATEGORICAL[0], "strokeWidth": 2.5},
    "point": {"color": CATEGORICAL[0], "filled": True, "size": 60},
    "rule": {"color": RULE, "strokeWidth": 1},
    "range": {
        "category": list(CATEGORICAL),
        "ordinal": list(SEQUENTIAL),
        # Interpolated by Vega, so plain colours, readable on both pages.
        "ramp": ["#8fb8d4", "#0b5c8f"],
        "heatmap": ["#8fb8d4", "#0b5c8f"],
        "diverging": ["#d55e00", "#9aa0a6", "#0072b2"],
    },
}


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with what ``over`` has, at every depth."""
    both = dict(base)
    for key, value in over.items():
        below = both.get(key)
        both[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return both
