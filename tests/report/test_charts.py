"""Figures and tables as a notebook emits them."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import altair as alt
import pandas as pd
import pytest

from claimcheck.charts import Drawing, Figure, ResultsTable, picture, theme
from claimcheck.charts.figure import VEGA_LITE, to_csv
from claimcheck.charts.picture import specification
from claimcheck.core.printing import RECORDING
from tests.making import HOSTILE

FRAME = pd.DataFrame({"name": ["a", "b"], "value": [1.0, 2.5]})


def chart(frame: pd.DataFrame = FRAME) -> alt.Chart:
    """Two bars."""
    return alt.Chart(frame).mark_bar().encode(x=alt.X("value:Q", title="value"), y=alt.Y("name:N", title="name"))


def figure(draw: Callable[[], Any] = chart, frame: pd.DataFrame = FRAME, live: bool = False, **changes: str) -> Figure:
    """A valid figure of the chart that ``draw`` makes."""
    columns = {"name": "name", "value": "value"}
    drawing = Drawing(chart=draw(), frame=frame, columns=columns, row_ids=["r1", "r1"], live=live)
    return Figure(drawing, **{"id": "x", "title": "T", "description": "D", "caption": "C", **changes})


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2.1, relative luminance)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
def test_colours_can_be_seen(mode: int) -> None:
    page, panel = theme.TOKENS["page"][mode], theme.TOKENS["panel"][mode]
    for name, pair in theme.TOKENS.items():
        if name.startswith(("c", "s")):
            assert contrast(pair[mode], page) >= 3, name
        if name in ("ink", "muted", "link"):
            assert contrast(pair[mode], page) >= 4.5 and contrast(pair[mode], panel) >= 4.5, name


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
def test_colours_can_be_told_apart_without_hue(mode: int) -> None:
    """Pink and violet by lightness; rounds one step lighter or darker each, away from the page."""
    at = {name: pair[mode] for name, pair in theme.TOKENS.items()}
    assert contrast(at["c4"], at["c6"]) >= 1.9
    steps = [contrast(at[f"s{n}"], at["page"]) for n in range(1, 6)]
    assert all(after / before >= 1.2 for before, after in pairwise(steps))


def test_the_theme_stands_below_the_chart() -> None:
    spec = specification(figure(lambda: chart().configure_axis(labelFontSize=20)).to_dict())
    assert spec["config"]["axis"]["labelFontSize"] == 20
    assert spec["config"]["axis"]["gridColor"] == theme.GRID


def test_a_last_digit_changes_nothing_that_is_recorded() -> None:
    """Of data, expressions, domains and the names of data sets; of a table what it prints and sorts by."""
    found = []
    for third in (1 / 3, math.nextafter(1 / 3, 1)):
        frame = pd.DataFrame({"name": ["a", "b"], "value": [third, 2.5]})
        drawn = chart(frame).transform_filter(f"datum.value >= {third}")
        drawn = drawn.encode(x=alt.X("value:Q").scale(domainMin=third))
        layers = alt.layer(drawn, chart(FRAME))
        table = ResultsTable(id="t", frame=frame, caption="C", columns={"name": "n", "value": "v"})
        found.append((figure(lambda layers=layers: layers, frame).to_dict(), table._repr_mimebundle_()))
    assert found[0] == found[1]
    assert [*found[0][0]["spec"]["datasets"]] == ["data-1", "data-2"]


def test_a_figure_is_drawn_of_the_data_in_its_table() -> None:
    """They are recorded once; what the table does not have, or has in other values, is with the chart."""
    frame = pd.DataFrame({"name": ["a", "b", "b"], "value": [1.0, 2.5, 2.5], "kept": [0.1, 0.2, None]})
    drawn = frame.iloc[[2, 0, 1]].assign(value=[2.5, 1.0, 2.5], place=[7, 8, 9])
    strange = pd.DataFrame({"name": ["c"], "value": [4.0]})
    layers = alt.layer(chart(drawn), chart(strange))
    drawing = Drawing(chart=layers, frame=frame, columns={"name": "n", "value": "v", "kept": "k"})
    made = Figure(drawing, id="one", title="t", description="d", caption="c").to_dict()
    rows = json.loads(drawn.to_json(orient="records"))
    assert list(specification(made)["datasets"].values()) == [rows, [{"name": "c", "value": 4.0}]]
    packed, whole = made["spec"]["datasets"].values()
    assert packed["more"] == {"place": [7, 8, 9]} and isinstance(whole, list)


def test_a_figures_csv_is_the_frame_of_its_drawing() -> None:
    """Rows and columns in the given order, every digit kept, nothing for what is missing; headings are required."""
    frame = pd.DataFrame({"name": ["a", "b", "c"], "value": [1.0, 2.5, 4.0]}).assign(
        share=[1 / 3, None, 2.0], best=[True, False, True]
    )
    shown = {"name": "system", "share": "share of all", "best": "best"}
    drawing = Drawing(chart=chart(frame), frame=frame, columns=shown, row_ids=["r1", "r1"])
    made = Figure(drawing, id="one", title="t", description="d", caption="c").to_dict()
    assert to_csv(made["table"]) == "system,share of all,best\na,0.333333333333,true\nb,,false\nc,2,true\n"
    assert made["row_ids"] == ["r1"] and not made["wide"] and not made["live"]
    twice = {"name": "x", "value": "x"}
    for bad, message in (({"nowhere": "x"}, "no column 'nowhere'"), (twice, "heading of its own")):
        with pytest.raises(ValueError, match=f"figure one: .*{message}"):
            Figure(dataclasses.replace(drawing, columns=bad), id="one", title="t", description="d", caption="c")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        *(({"id": bad}, "lower-case") for bad in ("", "Fig", "a--b", 'a"b', "-a")),
        *(({name: "  "}, f"{name} is empty") for name in ("title", "description", "caption")),
    ],
)
def test_a_figure_has_an_id_and_words(changes: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        figure(**changes)


def test_a_scale_that_would_turn_black_is_refused() -> None:
    ramp = alt.Scale(range=[theme.colour("s1"), theme.colour("s5")])
    with pytest.raises(ValueError, match="interpolates"):
        figure(lambda: chart().encode(color=alt.Color("value:Q", scale=ramp)))
    steps = alt.Scale(type="quantize", domain=[1, 2.5], range=list(theme.SEQUENTIAL))
    figure(lambda: chart().encode(color=alt.Color("value:Q", scale=steps)))


def table(**changes: object) -> ResultsTable:
    """A table with a hostile name, a missing value and links."""
    frame = pd.DataFrame(
        {
            "id": ["6.0-1", "6.0-2"],
            "who": [HOSTILE, "B"],
            "rate": [580608.4, None],
            "n": [72, 8],
            "ok": [True, False],
            "url": ["https://e.org/?a=1&b=2", "https://e.org/2"],
        }
    )
    columns = {"id": "ID", "who": "Who", "rate": "Tokens/s", "n": "GPUs", "ok": "Valid"}
    given = {
        "id": "rows",
        "frame": frame,
        "caption": f"Rows\n\nNote {HOSTILE}",
        "columns": columns,
        "links": {"id": "url"},
    }
    return ResultsTable(**{**given, **changes})


def test_a_readers_kernel_gets_the_chart_as_the_site_draws_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours, sizes and fonts are in it; where notebooks are recorded it is left out."""
    shown = figure()._repr_mimebundle_()
    live = shown.pop(VEGA_LITE)
    assert (live.pop("title"), live["config"]["background"]) == (["T"], theme.TOKENS["page"][0])
    live["config"]["background"] = None
    site = picture.draw(specification(figure().to_dict()))
    assert picture.tidy(picture.draw(live), "p", {}) == picture.light(picture.tidy(site, "p", {}))
    monkeypatch.setenv(RECORDING, "1")
    assert figure()._repr_mimebundle_() == shown


def test_prices_in_a_table_are_not_taken_for_a_formula() -> None:
    made = table(frame=FRAME.assign(price="$1 to $2"), columns={"price": "$ from $1"}, links={})
    html = made._repr_mimebundle_()["text/html"]
    assert "<span>$</span>1 to <span>$</span>2" in html and html.count("$") == html.count("<span>$</span>")


def test_bad_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="lower-case"):
        ResultsTable("Fig", FRAME, "c", {"name": "Name"})
    with pytest.raises(ValueError, match="no such column: nowhere"):
        table(columns={"nowhere": "X"})
    with pytest.raises(ValueError, match="1 row ids for 2 rows"):
        table(row_ids=["a"])
    bad = FRAME.assign(url="javascript:alert(1)")
    with pytest.raises(ValueError, match="no https address"):
        ResultsTable("x", bad, "c", {"name": "N"}, links={"name": "url"}).to_dict()
