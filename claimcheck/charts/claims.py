"""Claims as dots: a row for whoever printed them, a colour and a symbol for each verdict."""

from __future__ import annotations

from collections.abc import Mapping

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import BROAD, INK, VERDICTS, WIDTH, colour, tinted

# Pixels: from one dot to the next, the height of a name above its dots, and the room for names left of them.
_STEP, _NAME, _LEFT = 16, 24, 190
# Room that the theme's padding takes from the width of a chart.
_PADDING = 24
_KEY_LINE = 22


def claim_dots(claims: pd.DataFrame, marks: Mapping[str, tuple[str, str]]) -> Drawing:
    """Draw each claim as a dot in lines below the name of whoever printed it, and a key of the verdicts above.

    ``claims``: columns ``owner`` (rows in order of appearance), ``number``, ``short`` (a few words) and ``verdict``,
    one row a claim, in the order in which the dots are drawn. ``marks``: of each verdict the kind that colours it (a
    key of ``theme.VERDICTS``) and the symbol that is written in its dots.
    """
    frame = claims.reset_index(drop=True)
    return Drawing(
        chart=_stack(frame, marks, WIDTH - _PADDING, 0),
        broad=_stack(frame, marks, BROAD - _PADDING, _LEFT),
        frame=frame,
        columns={"owner": "printed by", "number": "claim", "short": "what it says", "verdict": "verdict"},
    )


def _stack(frame: pd.DataFrame, marks: Mapping[str, tuple[str, str]], width: int, left: int) -> alt.VConcatChart:
    """The key above the dots, ``width`` pixels wide; names are left of their dots where there is room for them."""
    shades = {
        verdict: colour(VERDICTS[kind]) for verdict, (kind, _) in marks.items() if verdict in set(frame["verdict"])
    }
    placed, names, height = _placed(frame, (width - left) // _STEP, left)
    dots = placed.assign(symbol=[marks[verdict][1] for verdict in placed["verdict"]])
    key = pd.DataFrame(
        {
            "verdict": verdict,
            "symbol": marks[verdict][1],
            "x": _STEP / 2 + position % 2 * width / 2,
            "y": _KEY_LINE * (position // 2 + 0.5),
        }
        for position, verdict in enumerate(shades)
    )
    lines = (len(key) + 1) // 2 * _KEY_LINE
    tips = [
        alt.Tooltip("number:N", title="claim"),
        alt.Tooltip("short:N", title="what it says"),
        alt.Tooltip("owner:N", title="printed by"),
        alt.Tooltip("verdict:N", title="verdict"),
    ]
    words = _at(key, width, lines).mark_text(align="left", dx=12, color=INK).encode(text="verdict:N")
    labels = _at(names, width, height).mark_text(align="left", color=INK).encode(text="words:N")
    parts = (
        alt.layer(*_dots(_at(key, width, lines), shades), words, width=width, height=lines),
        alt.layer(*_dots(_at(dots, width, height).encode(tooltip=tips), shades), labels, width=width, height=height),
    )
    return alt.vconcat(*parts, spacing=14, autosize=alt.AutoSizeParams(type="pad"))


def _placed(frame: pd.DataFrame, a_line: int, left: int) -> tuple[pd.DataFrame, pd.DataFrame, float]:
    """The dots and the names with their places in pixels, ``a_line`` dots a line, and the height of all."""
    top, dots, names = 0.0, [], []
    for owner, of in frame.groupby("owner", sort=False):
        first = top + (_NAME if not left else 0) + _STEP / 2
        names.append({"words": f"{owner} ({len(of)})", "x": 0.0, "y": first if left else top + _NAME / 2 + 2})
        places = range(len(of))
        across = [left + _STEP * (place % a_line + 0.5) for place in places]
        dots.append(of.assign(x=across, y=[first + _STEP * (place // a_line) for place in places]))
        top = first + _STEP * ((len(of) - 1) // a_line + 0.5) + (8 if left else 0)
    return pd.concat(dots), pd.DataFrame(names), top


def _at(frame: pd.DataFrame, width: float, height: float) -> alt.Chart:
    """The rows of ``frame`` at their places ``x`` and ``y``, in pixels from the upper left corner."""
    return alt.Chart(frame).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width], nice=False, zero=False)),
        y=alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[height, 0], nice=False, zero=False)),
    )


def _dots(base: alt.Chart, shades: Mapping[str, str]) -> list[alt.Chart]:
    """Each dot in its verdict's colour with its symbol, as two verdicts may share a colour."""
    symbols = base.mark_text(color=colour("page"), fontSize=11, fontWeight="bold", baseline="middle")
    return [
        base.mark_circle(size=170, opacity=1).encode(color=tinted("verdict", shades)),
        symbols.encode(text="symbol:N"),
    ]
