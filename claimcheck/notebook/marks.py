"""The report's look as an Altair theme, and parts of charts that several notebooks draw alike."""

from __future__ import annotations

import json

import altair as alt

from claimcheck.charts.picture import light
from claimcheck.charts.theme import CONFIG
from claimcheck.notebook.names import COLOURS
from claimcheck.notebook.quantity import Quantity


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
