"""Parts of charts that several notebooks draw alike, as Altair charts to put in a layer."""

from __future__ import annotations

import altair as alt

from claimcheck.notebook.names import COLOURS
from claimcheck.notebook.quantity import Quantity


def line_at(words: str, quantity: Quantity) -> alt.LayerChart:
    """A line at a published value of the x axis, with its words above the plot."""
    # Data of its own: a layer would draw it once for each row.
    at = alt.Chart(alt.InlineData([{}])).encode(x=alt.datum(quantity.value))
    line = at.mark_rule(color=COLOURS["published"], strokeDash=[4, 3])
    name = at.mark_text(align="center", color=COLOURS["published"], dx=0, dy=-8)
    return line + name.encode(y=alt.value(0), text=alt.value(f"{words}: {quantity}"))
