"""Each chart function on a small table: what it draws is what it was given."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.charts import Drawing
from claimcheck.charts.bars import ranked_bars
from claimcheck.charts.costs import OTHER, OWN, PAIR, calculator, price_line, savings
from claimcheck.charts.figure import specification
from claimcheck.charts.gains import SPREAD, gains
from tests.charts.drawn import figure, picture, rows


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


def ratios() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "panel": ["Server", "Server", "Offline"],
            "row": ["one", "two", "three"],
            "note": ["one owner", "", ""],
            "ratio": [1.5, 2.77, 0.9],
            "kind": ["NVIDIA", "published pair", "two submitters"],
            "label": ["a1 over b1", "a2 over b1", "a3 over b2"],
            "text": ["1.50x", "2.77x", ""],
            "row_id_before": ["b1", "b1", "b2"],
            "row_id_after": ["a1", "a2", "a3"],
        }
    )


def compared() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "panel": ["Server", "Server", "Offline"],
            "ratio": [2.5, 2.0, 1.6],
            "label": ["pair", "own rack", "other"],
            "kind": [PAIR, OWN, OTHER],
            "note": ["published", "", "preview"],
            "row_id_before": ["b1", "b1", "b2"],
            "row_id_after": ["a1", "a2", "a3"],
        }
    )


def machines() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "label": ["before", "after", "yours"],
            "rate": [1000.0, 2500.0, 1000.0],
            "whose": ["NVIDIA", "others", "yours"],
            "row_id": ["r1", "r2", "r1"],
        }
    )


def scenarios() -> pd.DataFrame:
    return pd.DataFrame({"name": ["low", "mid"], "low": [2.65, 3.3], "high": [2.65, 3.96]})


# id -> what a page draws, and the rows that it rests on
CHARTS: dict[str, tuple[Drawing, set[str]]] = {
    "ranked-bars": (ranked_bars(bars(), axis="tokens/s"), {"r1", "r2", "r3"}),
    "gains": (gains(ratios(), published=2.77), {"a1", "a2", "a3", "b1", "b2"}),
    "savings": (savings(compared(), threshold=0.6), {"a1", "a2", "a3", "b1", "b2"}),
    "calculator": (calculator(machines(), price=3.6, utilisation=100, speedup=2.5), {"r1", "r2"}),
    "price-line": (price_line(1000.0, published=1.0, scenarios=scenarios(), row_id="r1"), {"r1"}),
}


@pytest.fixture(scope="module")
def drawn() -> dict[str, dict[str, Any]]:
    """Every figure as a page gets it: a JSON object."""
    return {name: figure(drawing) for name, (drawing, _) in CHARTS.items()}


@pytest.fixture(scope="module")
def pictures(drawn) -> dict[str, str]:
    """Figure -> SVG."""
    return {name: picture(made) for name, made in drawn.items()}


def records(made: dict[str, Any], *fields: str) -> list[dict[str, Any]]:
    """These fields of every row that has them."""
    return [{f: row[f] for f in fields} for row in rows(made, *fields)]


def in_the_file(made: dict[str, Any], *fields: str) -> set[tuple[Any, ...]]:
    """These fields of each line of the figure's CSV that has them all."""
    places = [made["table"]["fields"].index(field) for field in fields]
    lines = [tuple(row[place] for place in places) for row in made["table"]["rows"]]
    return {line for line in lines if None not in line}


@pytest.mark.parametrize("name", CHARTS)
def test_charts_draw_and_fit_and_rest_on_all_their_rows(name: str, drawn, pictures) -> None:
    assert set(drawn[name]["row_ids"]) == CHARTS[name][1]
    assert drawn[name]["live"] is (name == "calculator")
    svg = pictures[name]
    assert "NaN" not in svg, "something is drawn nowhere"
    assert "undefined" not in svg
    assert 360 <= float(re.search(r'width="([\d.]+)"', svg)[1]) <= 420


@pytest.mark.parametrize(
    ("name", "fields", "given"),
    [
        ("ranked-bars", ["label", "value", "text", "marked"], bars()),
        ("gains", ["row", "label", "ratio", "kind"], ratios()),
        ("savings", ["label", "ratio"], compared()),
    ],
)
def test_the_data_given_are_drawn_and_are_the_file(name: str, fields: list[str], given: pd.DataFrame, drawn) -> None:
    wanted = {tuple(row) for row in given[fields].itertuples(index=False)}
    assert {tuple(row.values()) for row in records(drawn[name], *fields)} == wanted
    assert in_the_file(drawn[name], *fields) == wanted


def test_panels_share_no_axis_and_no_data(drawn) -> None:
    """Results of two scenarios stand apart: each panel has its own scale and its own rows."""
    panels = drawn["ranked-bars"]["spec"]["vconcat"]
    assert [p["title"]["text"] for p in panels] == ["Server", "Offline"]
    tops = [p["layer"][0]["encoding"]["x"]["scale"]["domain"][1] for p in panels]
    assert tops[0] != tops[1]
    assert tops[0] > bars()["value"][:2].max()


def test_dots_of_a_row_that_would_cover_each_other_are_set_apart(drawn) -> None:
    many = pd.concat([ratios().head(1).assign(label=f"dot {i}") for i in range(40)])
    places = [r["y"] for r in rows(figure(gains(many, published=2.77)), "label", "y")]
    assert len(set(places)) == len(many)
    assert max(places) - min(places) <= 2 * SPREAD[True] + 1e-9


def test_the_published_figure_is_drawn_as_published_not_as_computed(drawn) -> None:
    marks = [r for r in records(drawn["gains"], "ratio", "text") if r["text"] == "published 2.77x"]
    assert [m["ratio"] for m in marks] == [2.77]


def test_a_dot_is_at_its_saving_and_the_claimed_share_is_a_line(drawn, pictures) -> None:
    found = records(drawn["savings"], "label", "ratio", "saving", "text")
    assert {r["text"] for r in found} == {"60%", "50%", "38%"}
    assert all(r["saving"] == pytest.approx(1 - 1 / r["ratio"]) for r in found)
    assert all(pictures["savings"].count(f">{words}<") == 1 for words in ("claimed: 60%", "published", "preview"))


def test_the_calculator_starts_where_it_is_told_and_its_file_says_so(drawn, pictures) -> None:
    # $3.60 for 3.6 million tokens; 2,500 tokens/s, and 1,000 made 2.5 times faster, cost 60% less.
    costs = in_the_file(drawn["calculator"], "label", "cost", "saving")
    assert {(label, round(cost, 9), round(saving, 9)) for label, cost, saving in costs} == {
        ("before", 1.0, 0.0),
        ("after", 0.4, 0.6),
        ("yours", 0.4, 0.6),
    }
    assert pictures["calculator"].count(">$0.40, saves 60%<") == 2


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
    spec = specification(drawn["calculator"])
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
    assert {row["use"] for row in lines} == {"full use", "half use"}
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
    made = figure(ranked_bars(evil, axis="tokens/s"))
    assert {r["label"] for r in rows(made, "label")} == set(evil["label"])
    assert "<b>" not in picture(made)
