"""The report's look as an Altair theme, its colours by name, and parts of charts that several notebooks draw alike."""

from __future__ import annotations

import json

import altair as alt

from claimcheck.charts.picture import light
from claimcheck.charts.theme import CONFIG, MEANINGS, TOKENS, VERDICTS
from claimcheck.claims.texts.wording import MARKS
from claimcheck.data.quantity import Quantity

_NAMED = {
    **MEANINGS,
    **{verdict: VERDICTS[kind] for verdict, (kind, _) in MARKS.items()},
    # One colour shows rounds darker the newer they are, in dark mode lighter.
    **{"oldest round": "s1", "round between": "s3", "newest round": "s5"},
    **{"words": "ink", "quiet": "muted", "rule": "rule", "grid": "grid", "page": "page"},
}
# Colours by what they mean, on a light page; a figure follows light and dark.
COLOURS = {name: TOKENS[token][0] for name, token in _NAMED.items()}


@alt.theme.register("claimcheck", enable=True)
def look() -> alt.theme.ThemeConfig:
    """The look of a chart that a notebook draws without ``show``, in light colours."""
    return {"config": json.loads(light(json.dumps(CONFIG)))}


def line_at(words: str, number: Quantity | float, kind: str = "published") -> alt.LayerChart:
    """A line at a number of the x axis, with its words above the plot, in the colour of a ``kind``."""
    # Data of its own: a layer would draw it once for each row.
    at = alt.Chart(alt.InlineData([{}])).encode(x=alt.datum(float(number)))
    line = at.mark_rule(color=COLOURS[kind], strokeDash=[4, 3])
    name = at.mark_text(align="center", color=COLOURS[kind], dx=0, dy=-8)
    return line + name.encode(y=alt.value(0), text=alt.value(words))
