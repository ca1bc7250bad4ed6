"""The look that every chart shares: colours, sizes, and dots and bars in rows with words to the right of them.

Colours are CSS variables, ``var(--cc-ink)``. Vega copies a colour string unread into SVG, so one picture follows the
page's light or dark mode.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimcheck.charts.fonts import SANS
from claimcheck.core.files import declared

FONT = f"{SANS}, Arial, Helvetica, sans-serif"
# What theme.yml declares: see there.
_DECLARED: dict[str, Any] = declared(__file__, "theme.yml")
TOKENS: dict[str, tuple[str, str]] = {name: tuple(pair) for name, pair in _DECLARED["tokens"].items()}
VERDICTS: dict[str, str] = _DECLARED["verdicts"]
MEANINGS: dict[str, str] = _DECLARED["meanings"]
CONFIG: dict[str, Any] = {"font": FONT, **_DECLARED["config"]}
# Pixels: the width of a chart, row labels and axes included. A page shows it up to 1.4 times as wide, a phone a
# little smaller.
WIDTH: int = CONFIG["view"]["continuousWidth"]
# A chart whose names of rows are left of the rows, for a column that is at least so wide.
BROAD = 688


def colour(name: str) -> str:
    """The colour called ``name`` in TOKENS as a CSS variable."""
    return f"var(--cc-{name})"


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with what ``over`` has, at every depth."""
    both = dict(base)
    for key, value in over.items():
        below = both.get(key)
        both[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return both
