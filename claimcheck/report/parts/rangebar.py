"""Every value that readings of a figure give as a dot, with the published figure among them: inline SVG."""

from __future__ import annotations

from claimcheck.charts.theme import CONTEXT, INK, PUBLISHED, RULE
from claimcheck.claims.texts.printing import reach_text
from claimcheck.claims.verdict.result import Sensitivity
from claimcheck.core.printing import Quantity, span_text
from claimcheck.report.parts.markup import esc, tag

# Percent of the picture's width on either side, so that a mark at an end is whole.
_SIDE = 1.5


def range_bar(found: Sensitivity, published: Quantity | None) -> str:
    """The dots on a line, as wide as its place, with words for those who do not see it; nothing without a range.

    Places are percentages, so that the words keep their size on a phone. The scale starts at the lowest and ends at
    the highest of readings and published figure.
    """
    if found.n == 1 or published is None:
        return ""
    ends = min(found.low, published.value), max(found.high, published.value)
    if ends[0] == ends[1]:
        return ""

    def at(value: float) -> float:
        return _SIDE + (100 - 2 * _SIDE) * (min(max(value, ends[0]), ends[1]) - ends[0]) / (ends[1] - ends[0])

    low, mark, high = at(found.low), at(published.value), at(found.high)
    words = (
        f"Range of all readings: {reach_text(found)}. The published figure, {published.text}, is "
        f"{_place(found.low, published.value, found.high)}."
    )
    # The two ends as they are printed in words, so that picture and text cannot differ.
    low_text, _, high_text = span_text(found.low, found.high, found.unit, 0 if abs(found.high) >= 100 else 2).partition(
        " to "
    )
    shapes = [
        f'<line stroke="{RULE}" x1="{_SIDE}%" x2="{100 - _SIDE}%" y1="34" y2="34"/>',
        f'<g fill="{CONTEXT}" fill-opacity="0.6">',
        *(f'<circle cx="{at(value):.2f}%" cy="34" r="5"/>' for value in found.values),
        "</g>",
        f'<line class="cc-range__mark" stroke="{PUBLISHED}" stroke-width="4" x1="{mark:.2f}%" x2="{mark:.2f}%"'
        ' y1="21" y2="47"/>',
        _text(mark, 14, f"published {published.text}", font_weight="700"),
        _text(low, 62, low_text),
        _text(high, 62, high_text),
    ]
    size = {"width": "100%", "height": "70", "overflow": "visible", "font_size": "13"}
    return tag("svg", "".join(shapes), "cc-range", role="img", aria_label=words, **size)


def _place(low: float, value: float, high: float) -> str:
    if low <= value <= high:
        return f"{(value - low) / (high - low):.0%} of the way from the lowest to the highest"
    return "below the lowest" if value < low else "above the highest"


def _text(at: float, y: int, words: str, **look: str) -> str:
    # Words at a mark near an end grow away from that end.
    anchor = "start" if at < 30 else "end" if at > 70 else "middle"
    place = {"x": f"{at:.2f}%", "y": str(y), "text_anchor": anchor, "fill": INK}
    return tag("text", esc(words), **place, **look)
