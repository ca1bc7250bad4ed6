"""The charts of size and participation: what is drawn is what the tables give."""

from __future__ import annotations

import json
import re
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.analysis.coverage import largest, participation
from claimcheck.charts import coverage as charts
from claimcheck.charts.figure import specifications
from tests.making import results

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}


def systems() -> pd.DataFrame:
    return largest(
        results(
            {"round": "v5.1", "accelerators": 72, "submitter": "NVIDIA", "platform_vendor": "NVIDIA", "row_id": "r1"},
            {"round": "v10.0", "accelerators": 1512, "accelerator": "AMD Instinct MI355X 288GB HBM3e",
             "submitter": "Crusoe_X", "platform_vendor": "AMD", "division": "open", "row_id": "r2"},
        )
    )  # fmt: skip


def partners() -> pd.DataFrame:
    rows = [
        ("v5.1", "NVIDIA", ["NVIDIA", "Dell", "HPE"]),
        ("v10.0", "NVIDIA", ["Dell"]),
        ("v5.1", "AMD", ["AMD"]),
        ("v5.1", "Hailo", ["Dell", "Krai", "Acme"]),
        ("v5.1", "SiMa", ["Dell"]),
        ("v10.0", "SiMa", ["SiMa"]),
    ]
    made = [
        {"round": r, "platform_vendor": v, "submitter": n, "row_id": f"{r}-{v}-{n}"}
        for r, v, names in rows
        for n in names
    ]
    return participation(results(*made))


def drawn(figure: charts.Figure) -> tuple[dict[str, Any], dict[str, str]]:
    data = json.loads(json.dumps(figure.to_dict()))
    return data, {w: vl_convert.vegalite_to_svg(s, allowed_base_urls=[]) for w, s in specifications(data).items()}


@pytest.fixture(scope="module")
def sizes() -> tuple[dict[str, Any], dict[str, str]]:
    return drawn(charts.largest_systems(systems(), id="sizes", **WORDS))


@pytest.fixture(scope="module")
def counts() -> tuple[dict[str, Any], dict[str, str]]:
    figure = charts.participation(partners(), suite="MLPerf Inference", claimed=("v5.1", 14), id="counts", **WORDS)
    return drawn(figure)


@pytest.mark.parametrize("name", ["sizes", "counts"])
def test_both_widths_are_drawn_and_fit(name: str, request) -> None:
    _, pictures = request.getfixturevalue(name)
    widths = {w: float(re.search(r'width="([\d.]+)"', svg)[1]) for w, svg in pictures.items()}
    assert widths["narrow"] <= 375
    assert 600 <= widths["wide"] <= 760
    for svg in pictures.values():
        assert "NaN" not in svg and "undefined" not in svg


def test_a_bar_says_how_many_whose_and_of_what(sizes) -> None:
    _, pictures = sizes
    words = [w.replace("\u00a0", " ") for w in re.findall(r">([^<>]+)</text>", pictures["wide"])]
    assert "72  NVIDIA, GB300" in words
    assert "1,512  Crusoe X, AMD MI355X (open)" in words
    narrow = [w.replace("\u00a0", " ") for w in re.findall(r">([^<>]+)</text>", pictures["narrow"])]
    assert {"72", "1,512", "v10.0  Crusoe X, AMD MI355X (open)"} <= set(narrow)


def test_rounds_stand_in_the_order_of_their_numbers(sizes, counts) -> None:
    data, _ = sizes
    (rows,) = {json.dumps(rows) for rows in data["datasets"].values()}
    assert [r["round"] for r in json.loads(rows)] == ["v5.1", "v10.0"]
    assert [r["marked"] for r in json.loads(rows)] == [True, False]
    data, _ = counts
    for spec in specifications(data).values():
        for panel in spec["vconcat"]:
            assert panel["layer"][0]["encoding"]["x"]["scale"]["domain"] == ["v5.1", "v10.0"]


def test_a_panel_a_vendor_and_one_for_all_the_small_ones(counts) -> None:
    data, _ = counts
    found = {
        (r["vendor"], r["round"]): r["partners"] for rows in data["datasets"].values() for r in rows if "vendor" in r
    }
    assert found == {
        ("NVIDIA", "v5.1"): 2,
        ("NVIDIA", "v10.0"): 1,
        ("AMD", "v5.1"): 0,
        # Dell is on two small makers' silicon and counts once.
        (charts.OTHERS, "v5.1"): 3,
        (charts.OTHERS, "v10.0"): 0,
    }
    for spec in specifications(data).values():
        assert [p["title"]["text"] for p in spec["vconcat"]] == ["NVIDIA", "AMD", charts.OTHERS]


def test_columns_of_all_panels_have_one_scale(counts) -> None:
    data, _ = counts
    for spec in specifications(data).values():
        pixels = {p["height"] / p["layer"][0]["encoding"]["y"]["scale"]["domain"][1] for p in spec["vconcat"]}
        assert {round(p, 9) for p in pixels} == {charts.UNIT}


def test_the_claimed_number_is_drawn_once_where_it_was_claimed(counts) -> None:
    data, pictures = counts
    (mark,) = {json.dumps(r) for rows in data["datasets"].values() for r in rows if "claimed" in str(r.get("text"))}
    assert (json.loads(mark)["round"], json.loads(mark)["partners"]) == ("v5.1", 14)
    assert all(svg.count("claimed for v5.1: 14") >= 1 for svg in pictures.values())
    _, pictures = drawn(charts.participation(partners(), suite="S", id="plain", **WORDS))
    assert not any("claimed" in svg for svg in pictures.values())


def test_the_rows_behind_are_the_partners_rows(sizes, counts) -> None:
    assert sizes[0]["row_ids"] == ["r1", "r2"]
    assert set(counts[0]["row_ids"]) == {
        "v5.1-NVIDIA-Dell", "v5.1-NVIDIA-HPE", "v10.0-NVIDIA-Dell", "v5.1-Hailo-Dell", "v5.1-Hailo-Krai",
        "v5.1-Hailo-Acme",
        "v5.1-SiMa-Dell",
    }  # fmt: skip
