"""The charts of the metric: every run and pair is drawn at its value, and the words stand by what they name."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts import Drawing, Figure, denominators, metric
from claimcheck.charts.figure import specification


def runs() -> pd.DataFrame:
    rows = [
        ("v6.0", 5.0, 0.90, "Anna 72", "Server", "deepseek-r1"),
        ("v6.0", 40.0, 0.99, "", "Server", "deepseek-r1"),
        ("v5.1", 20.0, 0.95, "Bert 8", "Server", "bert"),
        ("v5.1", 10.0, 0.98, "", "Interactive", "bert"),
    ]
    frame = pd.DataFrame(rows, columns=["round", "mean_latencies", "completion_factor", "name", "scenario", "family"])
    return frame.assign(short=frame["name"], label=frame["name"], row_id=[f"r{i}" for i in range(len(frame))])


def pairs() -> pd.DataFrame:
    sides = [
        ("round", "Anna", "X1", 8, "v6.0", "Bert", "X1", 72, "v5.1"),
        ("round", "Anna", "X1", 8, "v6.0", "Anna", "X1", 8, "v5.1"),
        ("size", "Anna", "X1", 72, "v6.0", "Anna", "X1", 8, "v6.0"),
        ("chip", "Anna", "X2", 8, "v6.0", "Anna", "X1", 8, "v6.0"),
    ]
    names = ["submitter", "chip", "accelerators", "round"]
    frame = pd.DataFrame(sides, columns=["kind", *[f"{n}_after" for n in names], *[f"{n}_before" for n in names]])
    return frame.assign(
        offered_rate=[2.0, 1.9, 0.9, 1.2], mean_length=[1.05, 1.0, 1.0, 0.98], completion_factor=[1.1, 0.8, 1.0, 1.02],
        offered_per=[2.1, 1.9, 0.9, 1.176], published_per=[2.31, 1.52, 0.9, 1.2], full_run_per=[2.4, 1.6, 0.7, 1.1],
        row_id_before=list("abcd"), row_id_after=list("efgh"),
    )  # fmt: skip


def spec_of(drawing: Drawing) -> dict[str, Any]:
    made = Figure(drawing, id="f", title="A finding.", description="What is drawn.", caption="Units and sources.")
    return specification(made.to_dict())


def data_of(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for rows in spec["datasets"].values() for row in rows]


def test_each_run_is_a_dot_and_each_name_is_written_once() -> None:
    spec = spec_of(metric.factor_by_length(runs()))
    rows = data_of(spec)
    drawn = {(r["mean_latencies"], r["completion_factor"]) for r in rows if "label" in r}
    assert drawn == set(zip(runs()["mean_latencies"], runs()["completion_factor"], strict=True))
    assert sorted(r["text"] for r in rows if "px" in r) == ["Anna 72", "Bert 8"]
    vl_convert.vegalite_to_svg(spec)


def test_the_grey_curves_are_the_factor_of_a_given_last_query() -> None:
    curve = [r for r in data_of(spec_of(metric.factor_by_length(runs(), (0.5, 2.0)))) if "wait" in r]
    assert {r["wait"] for r in curve} == {0.5, 2.0}
    assert all(math.isclose(r["completion_factor"], 1 / (1 + r["wait"] / r["mean_latencies"])) for r in curve)


def test_strips_have_a_panel_for_each_scenario() -> None:
    spec = spec_of(metric.factor_strips(runs(), {"bert": "BERT"}))
    assert [panel["title"]["text"] for panel in spec["vconcat"]] == ["Server", "Interactive"]
    assert {r["cell"] for r in data_of(spec)} == {"deepseek-r1", "BERT"}
    vl_convert.vegalite_to_svg(spec)


def test_each_pair_is_labelled_by_what_differs_and_shows_its_three_ratios() -> None:
    made = denominators.labelled(pairs())
    assert list(made["label"]) == [
        "Anna 8 over Bert 72, X1", "Anna 8 X1", "Anna 8: X2 over X1, v6.0", "Anna X1: 72 over 8, v6.0",
    ]  # fmt: skip
    drawing = denominators.three_views(made)
    assert set(drawing.row_ids) == set("abcdefgh")
    want = {(p["label"], name, p[column]) for p in made.to_dict("records") for column, name, *_ in denominators.VIEWS}
    spec = spec_of(drawing)
    assert [panel["title"]["text"] for panel in spec["vconcat"]] == list(denominators.PANELS.values())
    assert {(r["label"], r["view"], r["ratio"]) for r in data_of(spec) if "view" in r} == want
    vl_convert.vegalite_to_svg(spec)


def test_the_columns_show_each_factor_and_the_published_ratio_in_one_unit_of_length() -> None:
    spec = spec_of(denominators.factor_columns(denominators.labelled(pairs())))
    rows = data_of(spec)
    bars = {(r["label"], r["ratio"]) for r in rows if "one" in r}
    assert ("Anna 8 over Bert 72, X1", 1.1) in bars and ("Anna 8 X1", 0.8) in bars
    totals = {r["text"] for r in rows if str(r.get("text", "")).startswith("=")}
    assert totals == {f"= {ratio:.2f}x" for ratio in pairs()["published_per"]}
    units = []
    for column in spec["vconcat"][0]["hconcat"][: len(denominators.PARTS)]:
        low, high = column["layer"][0]["encoding"]["x"]["scale"]["domain"]
        units.append(column["width"] / math.log(high / low))
    assert units == pytest.approx([units[0]] * len(units))
    vl_convert.vegalite_to_svg(spec)
