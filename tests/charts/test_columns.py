"""A chart's drawn data as a table."""

from __future__ import annotations

import dataclasses
from typing import Any

import altair as alt
import pandas as pd
import pytest

from claimcheck.charts import Drawing, Figure, columns
from claimcheck.charts.figure import to_csv
from claimcheck.charts.theme import colour

FRAME = pd.DataFrame({"name": ["a", "b", "c"], "value": [1.0, 2.5, 4.0], "note": ["", "best", ""]})
X = alt.X("value:Q", title="tokens/s (log scale)")
Y = alt.Y("name:N", title="system")


def table(chart: Any) -> columns.Table:
    """The table of a figure with that chart."""
    return columns.table(figure(chart))


def figure(chart: Any) -> dict[str, Any]:
    """The JSON of a figure with that chart."""
    return Figure(id="one", chart=chart, title="t", description="d", caption="c").to_dict()


def lines(chart: Any) -> list[list[str]]:
    """Its CSV, split where it holds no comma of its own."""
    return [line.split(",") for line in to_csv(columns.drawn_data(figure(chart))).splitlines()]


def test_headings_are_the_axes_words_and_filters_apply() -> None:
    bars = alt.Chart(FRAME).transform_filter("datum.value > 2").mark_bar().encode(x=X, y=Y)
    assert lines(bars) == [["system", "tokens/s"], ["b", "2.5"], ["c", "4"]]


def test_a_label_of_a_datum_is_no_line_of_its_own() -> None:
    base = alt.Chart(FRAME).encode(x=X, y=Y)
    words = base.transform_filter("datum.note != ''").mark_text().encode(text="note:N")
    rule = alt.Chart(FRAME[["value"]].tail(1)).mark_rule().encode(x="value:Q")
    free = alt.Chart(pd.DataFrame({"value": [3.0]})).mark_rule().encode(x="value:Q")
    found = lines(base.mark_bar() + words + rule + free)
    assert found == [
        ["drawn as", "system", "tokens/s", "note"],
        ["bar", "a", "1", ""],
        ["bar+text", "b", "2.5", "best"],
        ["bar+rule", "c", "4", ""],
        ["rule", "", "3", ""],
    ]


def test_panels_are_named_and_units_kept_apart() -> None:
    """The same field on axes of two units becomes two columns; a key drawn by hand is no data."""
    first = alt.Chart(FRAME, title="Rate").mark_bar().encode(x=X, y=Y)
    second = alt.Chart(FRAME.head(1), title="Time").mark_bar().encode(x=alt.X("value:Q", title="ms"), y=Y)
    key = alt.Chart(pd.DataFrame({"at": [0], "word": ["blue: ours"]})).mark_text()
    key = key.encode(x=alt.X("at:Q", axis=None), text="word:N")
    found = lines(alt.vconcat(key, first, second))
    assert found[0] == ["panel", "system", "tokens/s", "ms"]
    assert found[1] == ["Rate", "a", "1", ""] and found[-1] == ["Time", "a", "", "1"]
    assert len(found) == 5


def test_rows_of_panels_take_the_titles_of_the_first_row() -> None:
    def row(*titles: str) -> alt.HConcatChart:
        parts = [alt.Chart(FRAME.head(1)).mark_bar().encode(x=X, y=Y).properties(title=t) for t in titles]
        return alt.hconcat(*parts)

    bare = alt.Chart(FRAME.head(1)).mark_bar().encode(x=X, y=Y)
    chart = alt.vconcat(row("left", "right").properties(title="up"), alt.hconcat(bare, bare).properties(title="down"))
    assert [line[0] for line in lines(chart)[1:]] == ["up / left", "up / right", "down / left", "down / right"]


def test_sliders_stand_as_at_first() -> None:
    price = alt.param(name="price", value=3, bind=alt.binding_range(min=1, max=9))
    chart = alt.Chart(FRAME).transform_calculate(cost="price * datum.value").add_params(price)
    made = table(chart.mark_bar().encode(x=alt.X("cost:Q", title="$"), y=Y))
    assert [row[1] for row in made.rows] == [3, 7.5, 12]


def test_conditions_and_colours_are_columns() -> None:
    shaded = FRAME.assign(shade=colour("c1"), best=[False, False, True])
    tone = alt.condition("datum.best", alt.value("red"), alt.value("blue"))
    named = columns.WORDS | {"best": "best"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "WORDS", named)
        chart = alt.Chart(shaded).mark_bar().encode(x=X, y=Y, fill=tone, stroke=alt.Stroke("shade:N", scale=None))
        found = lines(chart)
    assert sorted(found[0]) == ["best", "colour", "system", "tokens/s"]
    assert found[3][found[0].index("best")] == "true"
    assert found[3][found[0].index("colour")] == "#0072b2"


@pytest.mark.parametrize(
    ("chart", "message"),
    [
        (alt.Chart(FRAME).mark_bar().encode(x=alt.X("nameless:Q"), y=Y), "field 'nameless' has no words"),
        (alt.Chart(FRAME).mark_bar().encode(x=alt.X("count()", title="n"), y=Y), "aggregate in x is not read"),
        (alt.Chart(FRAME).mark_bar().encode(x=X, y=Y).facet("note:N"), "facet is not read"),
        (alt.Chart(FRAME).transform_window(n="row_number()").mark_bar().encode(x=X, y=Y), "transform .*window"),
    ],
    ids=["no words", "aggregate", "facet", "window"],
)
def test_charts_that_are_not_understood_are_refused(chart: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table(chart)


def test_a_figures_csv_is_the_frame_of_its_drawing() -> None:
    """Rows and columns in the given order, every digit kept, nothing for what is missing; headings are required."""
    frame = FRAME.assign(share=[1 / 3, None, 2.0], best=[True, False, True])
    shown = {"name": "system", "share": "share of all", "best": "best"}
    drawing = Drawing(lambda page: alt.Chart(frame).mark_bar().encode(x=X, y=Y), frame, shown, ["r1", "r1"])
    made = Figure(drawing, id="one", title="t", description="d", caption="c").to_dict()
    assert to_csv(columns.drawn_data(made)) == (
        "system,share of all,best\na,0.3333333333333333,true\nb,,false\nc,2,true\n"
    )
    assert made["row_ids"] == ["r1"] and made["narrow"] and not made["live"]
    twice = {"name": "x", "value": "x"}
    for bad, message in (({"nowhere": "x"}, "no column 'nowhere'"), (twice, "heading of its own")):
        with pytest.raises(ValueError, match=f"figure one: .*{message}"):
            Figure(dataclasses.replace(drawing, columns=bad), id="one", title="t", description="d", caption="c")
