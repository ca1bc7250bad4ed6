"""Figures and tables as a notebook emits them."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd
import pytest

from claimcheck.charts.figure import Figure, to_csv
from claimcheck.charts.table import ResultsTable
from claimcheck.notebook.showing import spec_of

FRAME = pd.DataFrame({"name": ["a", "b"], "value": [1.0, 2.5]})


def chart(frame: pd.DataFrame = FRAME) -> alt.Chart:
    """Two bars."""
    return alt.Chart(frame).mark_bar().encode(x=alt.X("value:Q", title="value"), y=alt.Y("name:N", title="name"))


def figure(**words: str) -> Figure:
    """A valid figure of two bars."""
    drawing = {"spec": spec_of(chart()), "frame": FRAME, "columns": {"name": "name", "value": "value"}}
    return Figure(**drawing, row_ids=["r1"], **{"id": "x", "title": "T", "description": "D", "caption": "C", **words})


def test_a_figures_csv_is_the_frame_of_its_drawing() -> None:
    """Rows and columns in the given order, every digit kept, nothing for what is missing; headings are required."""
    frame = pd.DataFrame({"name": ["a", "b", "c"], "value": [1.0, 2.5, 4.0]}).assign(
        share=[1 / 3, None, 2.0], best=[True, False, True]
    )
    shown = {"name": "system", "share": "share of all", "best": "best"}
    drawing = {"spec": spec_of(chart(frame)), "frame": frame, "columns": shown, "row_ids": ["r1", "r1"]}
    made = Figure(**drawing, id="one", title="t", description="d", caption="c").to_dict()
    assert to_csv(made["table"]) == "system,share of all,best\na,0.333333333333,true\nb,,false\nc,2,true\n"
    assert made["row_ids"] == ["r1"]
    twice = {"name": "x", "value": "x"}
    with pytest.raises(ValueError, match=r"figure one: .*heading of its own"):
        Figure(**{**drawing, "columns": twice}, id="one", title="t", description="d", caption="c")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "Fig"}, "lower-case"),
        ({"columns": {"nowhere": "X"}}, "no such column: nowhere"),
        ({"links": {"name": ["javascript:alert(1)"]}}, "no https address"),
    ],
)
def test_bad_tables_are_refused(changes: dict[str, Any], message: str) -> None:
    given = {"id": "x", "frame": FRAME, "caption": "c", "columns": {"name": "Name"}}
    with pytest.raises(ValueError, match=message):
        ResultsTable(**{**given, **changes}).to_dict()
