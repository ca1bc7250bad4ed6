"""Each chart function on a small table: what it draws is what it was given."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.charts import Figure
from claimcheck.charts.bars import ranked_bars
from claimcheck.charts.base_rates import base_rates
from claimcheck.charts.costs import calculator, cost_ranges, price_line, saving_curve
from claimcheck.charts.figure import specifications
from claimcheck.charts.readings import specification_curve

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}


def bars() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "panel": ["Server", "Server", "Offline"],
            "label": ["Nebius, 8 GPUs", "NVIDIA, 72 GPUs", "CoreWeave, 8 GPUs"],
            "value": [8063.75, 5561.625, 9820.5],
            "text": ["8,064", "5,562", "9,821"],
            "marked": [True, False, True],
            "row_id": ["r1", "r2", "r3"],
        }
    )


def curve() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "group": ["GB300", "B200", "GB300"],
            "ratio": [1.5, 2.75, 2.0],
            "label": ["one", "two", "three"],
            "marked": [False, True, False],
            "note": ["", "", "own rack"],
            "same submitter": [True, False, True],
            "best of any": [False, True, False],
            "row_id_before": ["b1", "b1", "b2"],
            "row_id_after": ["a1", "a2", "a3"],
        }
    )


def rates() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "cell": ["DeepSeek-R1 Server", "Llama Server", "Llama Server", "Llama Server"],
            "era": ["New", "Older", "Older", "Older"],
            "ratio": [2.0, 1.2, 0.9, 1.6],
            "label": ["A", "B", "C", "D"],
            "same_system": [True, False, True, True],
            "row_id_before": ["b1", "b2", "b3", "b4"],
            "row_id_after": ["a1", "a2", "a3", "a4"],
        }
    )


def savings() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "panel": ["Server", "Server", "Offline"],
            "ratio": [2.5, 2.0, 1.6],
            "label": ["published", "own rack", "other"],
            "kind": ["Published", "Other readings", "Other readings"],
            "named": [True, True, False],
            "row_id_before": ["b1", "b1", "b2"],
            "row_id_after": ["a1", "a2", "a3"],
        }
    )


def ranges() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "panel": ["Server", "Server", "Offline"],
            "label": ["A", "A", "B"],
            "prices": ["low", "high", "low"],
            "low": [0.2, 0.5, 0.1],
            "high": [0.2, 0.7, 0.1],
            "row_id": ["r1", "r1", "r2"],
        }
    )


def machines() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "label": ["before", "after", "yours"],
            "rate": [1000.0, 2500.0, 1000.0],
            "yours": [False, False, True],
            "row_id": ["r1", "r2", "r1"],
        }
    )


def scenarios() -> pd.DataFrame:
    return pd.DataFrame({"name": ["low", "mid"], "low": [2.65, 3.3], "high": [2.65, 3.96]})


# id -> how to draw it, and the rows that it rests on
CHARTS: dict[str, tuple[Callable[[], Figure], set[str]]] = {
    "ranked-bars": (lambda: ranked_bars(bars(), id="ranked-bars", axis="tokens/s", **WORDS), {"r1", "r2", "r3"}),
    "curve": (
        lambda: specification_curve(curve(), ["same submitter", "best of any"], published=2.77, id="curve", **WORDS),
        {"a1", "a2", "a3", "b1", "b2"},
    ),
    "base-rates": (
        lambda: base_rates(
            rates(), published=2.77, published_cell=("New", "DeepSeek-R1 Server"), id="base-rates", **WORDS
        ),
        {f"{side}{i}" for side in "ab" for i in (1, 2, 3, 4)},
    ),
    "savings": (
        lambda: saving_curve(savings(), threshold=0.6, id="savings", **WORDS),
        {"a1", "a2", "a3", "b1", "b2"},
    ),
    "cost-ranges": (lambda: cost_ranges(ranges(), id="cost-ranges", **WORDS), {"r1", "r2"}),
    "calculator": (
        lambda: calculator(machines(), price=3.6, utilisation=100, speedup=2.5, id="calculator", **WORDS),
        {"r1", "r2"},
    ),
    "price-line": (
        lambda: price_line(1000.0, published=1.0, scenarios=scenarios(), row_id="r1", id="price-line", **WORDS),
        {"r1"},
    ),
}


@pytest.fixture(scope="module")
def drawn() -> dict[str, dict[str, Any]]:
    """Every figure as a page gets it: a JSON object."""
    return {name: json.loads(json.dumps(draw().to_dict())) for name, (draw, _) in CHARTS.items()}


@pytest.fixture(scope="module")
def pictures(drawn) -> dict[tuple[str, str], str]:
    """(figure, width) -> SVG, drawn as the site draws it: nothing may be fetched."""
    return {
        (name, width): vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
        for name, figure in drawn.items()
        for width, spec in specifications(figure).items()
    }


def records(figure: dict[str, Any], *fields: str) -> list[dict[str, Any]]:
    """The rows of every data set that has these fields."""
    found = [rows for rows in figure["datasets"].values() if rows and set(fields) <= set(rows[0])]
    assert found, f"no data set has {fields}"
    return [{f: row[f] for f in fields} for rows in found for row in rows]


def alike(found: list[dict[str, Any]], frame: pd.DataFrame) -> bool:
    """The same records, in any order; a record that both widths draw counts once."""

    def text(rows: list[dict[str, Any]]) -> set[str]:
        return {json.dumps(row, sort_keys=True) for row in rows}

    return text(found) == text(json.loads(frame.to_json(orient="records")))


@pytest.mark.parametrize("name", CHARTS)
def test_a_figure_is_wide_and_narrow_with_its_words_and_all_its_rows(name: str, drawn) -> None:
    _, rows = CHARTS[name]
    figure = drawn[name]
    assert set(specifications(figure)) == {"wide", "narrow"}
    assert set(figure["row_ids"]) == rows
    assert len(figure["row_ids"]) == len(set(figure["row_ids"]))
    assert (figure["id"], figure["title"]) == (name, WORDS["title"])
    assert (figure["description"], figure["caption"]) == (WORDS["description"], WORDS["caption"])
    assert figure["live"] is (name == "calculator")


@pytest.mark.parametrize("name", CHARTS)
def test_a_figure_is_the_same_at_every_drawing(name: str, drawn) -> None:
    assert CHARTS[name][0]().to_dict() == drawn[name]


@pytest.mark.parametrize("width", ["wide", "narrow"])
@pytest.mark.parametrize("name", CHARTS)
def test_both_widths_can_be_drawn(name: str, width: str, pictures) -> None:
    svg = pictures[name, width]
    assert svg.startswith("<svg")
    assert "NaN" not in svg, "something is drawn nowhere"
    assert "undefined" not in svg


@pytest.mark.parametrize("name", CHARTS)
def test_a_narrow_chart_fits_a_phone(name: str, pictures) -> None:
    """Wide charts about 720 pixels, narrow ones within the 375 of a phone."""
    widths = {w: float(re.search(r'width="([\d.]+)"', pictures[name, w])[1]) for w in ("wide", "narrow")}
    assert widths["narrow"] <= 375
    assert 600 <= widths["wide"] <= 760


# --- the data drawn are the data given


def test_bars_draw_their_table(drawn) -> None:
    fields = ["label", "value", "text", "marked"]
    assert alike(records(drawn["ranked-bars"], *fields), bars()[fields])


def test_panels_share_no_axis_and_no_data(drawn) -> None:
    """Results of two scenarios stand apart: each panel has its own scale and its own rows."""
    for spec in specifications(drawn["ranked-bars"]).values():
        panels = spec["vconcat"]
        assert [p["title"]["text"] for p in panels] == ["Server", "Offline"]
        tops = [p["layer"][0]["encoding"]["x"]["scale"]["domain"][1] for p in panels]
        assert tops[0] != tops[1]
        assert tops[0] > bars()["value"][:2].max()


def test_the_curve_draws_every_reading_and_its_choices(drawn) -> None:
    fields = ["ratio", "label", "marked"]
    assert alike(records(drawn["curve"], *fields), curve()[fields])
    grid = curve().melt(["label"], ["same submitter", "best of any"], "choice", "holds")
    assert alike(records(drawn["curve"], "label", "choice", "holds"), grid)


def test_readings_stand_highest_first_in_groups_with_a_gap_between(drawn) -> None:
    found = {r["order"]: r["ratio"] for r in records(drawn["curve"], "order", "ratio", "group")}
    assert found == {1: 2.0, 2: 1.5, 4: 2.75}


def test_the_published_figure_is_drawn_as_published_not_as_computed(drawn) -> None:
    for name in ("curve", "base-rates"):
        marks = [r for r in records(drawn[name], "ratio", "text") if r["text"] == "published 2.77x"]
        assert marks
        assert {m["ratio"] for m in marks} == {2.77}


def test_base_rates_draw_each_pair_and_the_median_of_its_own_line(drawn) -> None:
    fields = ["cell", "ratio", "label"]
    assert alike(records(drawn["base-rates"], *fields), rates()[fields])
    medians = [
        r for rows in drawn["base-rates"]["datasets"].values() if set(rows[0]) == {"cell", "ratio"} for r in rows
    ]
    assert {(r["cell"], r["ratio"]) for r in medians} == {("DeepSeek-R1 Server", 2.0), ("Llama Server", 1.2)}


def test_eras_stand_in_panels_of_their_own(drawn) -> None:
    for spec in specifications(drawn["base-rates"]).values():
        assert [p["title"]["text"] for p in spec["vconcat"] if "title" in p] == ["New", "Older"]


def test_a_dot_stands_where_its_speed_up_puts_it_on_the_curve(drawn) -> None:
    found = records(drawn["savings"], "label", "ratio", "saving", "text")
    assert {r["label"] for r in found} == {"published", "own rack", "other"}
    assert all(r["saving"] == pytest.approx(1 - 1 / r["ratio"]) for r in found)
    assert {r["text"] for r in found} == {"published: 60%", "own rack: 50%", "other: 38%"}
    line = records(drawn["savings"], "ratio", "saving")
    assert all(r["saving"] == pytest.approx(1 - 1 / r["ratio"]) for r in line)


def test_ranges_draw_both_ends_and_print_them(drawn) -> None:
    fields = ["label", "prices", "low", "high"]
    assert alike(records(drawn["cost-ranges"], *fields), ranges()[fields])
    assert {r["text"] for r in records(drawn["cost-ranges"], "text", "low")} == {"$0.20", "$0.50 to $0.70", "$0.10"}


def test_the_calculator_starts_where_it_is_told_and_computes_what_the_analysis_does(drawn, pictures) -> None:
    fields = ["label", "rate", "yours"]
    assert alike(records(drawn["calculator"], *fields), machines()[fields])
    for width, spec in specifications(drawn["calculator"]).items():
        start = {p["name"]: p["value"] for p in spec["params"]}
        assert start == {"price": 3.6, "used": 100, "filled": 100, "speedup": 2.5}
        # $3.60 for 3.6 million tokens; 2,500 tokens/s, and 1,000 made 2.5 times faster, cost 60% less.
        assert pictures["calculator", width].count(">$0.40, saves 60%<") == 2


@pytest.mark.parametrize(
    ("price", "used", "filled", "speedup"),
    [(3.69, 100, 100, 2.5), (7.38, 100, 100, 2.5), (3.69, 50, 100, 2.5), (3.69, 100, 50, 2.5), (3.69, 60, 30, 0.5)],
)
def test_the_calculators_sliders_move_what_they_say(
    drawn, price: float, used: float, filled: float, speedup: float
) -> None:
    """Each bar's words are those of the analysis: the first bar at the use before, the others at the use after."""
    rate_before, rate_after, _ = machines()["rate"]
    first = cost_per_million_tokens(price, rate_before, used / 100)
    others = [cost_per_million_tokens(price, r, filled / 100) for r in (rate_after, rate_before * speedup)]
    for spec in specifications(drawn["calculator"]).values():
        moved = {"price": price, "used": used, "filled": filled, "speedup": speedup}
        spec = {**spec, "params": [{**p, "value": moved[p["name"]]} for p in spec["params"]]}
        svg = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
        assert f">${first:.2f}<" in svg
        for cost in others:
            saved = 1 - cost / first
            words = f"saves {saved:.0%}" if saved >= 0 else f"costs {-saved:.0%} more"
            assert f">${cost:.2f}, {words}<" in svg


def test_the_price_line_meets_the_published_cost_at_the_implied_price(drawn) -> None:
    lines = records(drawn["price-line"], "price", "use", "cost")
    for row in lines:
        share = {"full use": 1.0, "half use": 0.5}[row["use"]]
        assert row["cost"] == pytest.approx(row["price"] / (1000 * share * 3600) * 1e6)
    (mark,) = {tuple(r.values()) for r in records(drawn["price-line"], "price", "cost", "text")}
    assert mark == (3.6, 1.0, "$1.00 at $3.60")
    bands = records(drawn["price-line"], "name", "low")
    assert {(r["name"], r["low"]) for r in bands} == {("low", 2.65), ("mid", 3.3)}


def test_words_in_the_data_are_not_read_as_markup_or_code() -> None:
    """Submitters name themselves; a name must not become an expression."""
    evil = bars().assign(label=["</script><b>", "'+alert(1)+'", "${x}"])
    figure = json.loads(json.dumps(ranked_bars(evil, id="evil", axis="tokens/s", **WORDS).to_dict()))
    assert {r["label"] for r in records(figure, "label")} == set(evil["label"])
    for spec in specifications(figure).values():
        assert "<b>" not in vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
