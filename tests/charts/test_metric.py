"""The charts of the metric: every run and pair is drawn at its value, and the words stand by what they name."""

from __future__ import annotations

import math

import pandas as pd

from claimcheck.charts import metric
from tests.charts.drawn import figure, rows


def runs() -> pd.DataFrame:
    given = [
        ("v6.0", 5.0, 0.90, "Anna 72", "Server", "deepseek-r1"),
        ("v6.0", 40.0, 0.99, "", "Server", "deepseek-r1"),
        ("v5.1", 20.0, 0.95, "", "Server", "bert"),
        ("v5.1", 10.0, 0.98, "Bert 8", "Interactive", "bert"),
    ]
    frame = pd.DataFrame(given, columns=["round", "mean_latencies", "completion_factor", "name", "scenario", "family"])
    ids = [f"r{i}" for i in range(len(frame))]
    return frame.assign(label=frame["name"], submitter="A", place=["above", "right"] * 2, row_id=ids)


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


def test_each_run_is_a_dot_and_each_name_is_written_once() -> None:
    made = figure(metric.factor_by_length(runs()))
    spec, dots = made["spec"], {(r["mean_latencies"], r["completion_factor"]) for r in rows(made, "label")}
    assert dots == set(zip(runs()["mean_latencies"], runs()["completion_factor"], strict=True))
    words = [layer for layer in spec["vconcat"][0]["layer"] if layer["encoding"].get("text", {}).get("field") == "name"]
    shown = [[r["name"] for r in spec["datasets"][layer["data"]["name"]]] for layer in words]
    assert sorted(shown) == [["Anna 72"], ["Bert 8"]]


def test_the_pale_curves_are_the_factor_of_a_given_last_query() -> None:
    curve = rows(figure(metric.factor_by_length(runs())), "wait")
    assert {r["wait"] for r in curve} == {0.25, 0.5, 1.0, 2.0}
    assert all(math.isclose(r["completion_factor"], 1 / (1 + r["wait"] / r["mean_latencies"])) for r in curve)


def test_strips_have_a_panel_for_each_scenario() -> None:
    made = figure(metric.factor_strips(runs(), {"bert": "BERT"}, "deepseek-r1"))
    assert [panel["title"]["text"] for panel in made["spec"]["vconcat"]] == ["Server", "Interactive"]
    assert {r["cell"] for r in rows(made, "cell")} == {"deepseek-r1", "BERT"}


def test_each_pair_is_labelled_by_what_differs_and_shows_its_three_ratios() -> None:
    made = metric.labelled(pairs())
    assert list(made["label"]) == [
        "Anna 8 over Bert 72, X1", "Anna 8 X1", "Anna 8: X2 over X1, v6.0", "Anna X1: 72 over 8, v6.0",
    ]  # fmt: skip
    drawing = metric.three_views(made)
    assert set(drawing.row_ids) == set("abcdefgh")
    drawn = figure(drawing)
    assert [panel["title"]["text"] for panel in drawn["spec"]["vconcat"]] == list(metric.PANELS.values())
    want = {(p["label"], name, p[column]) for p in made.to_dict("records") for column, name, *_ in metric.VIEWS}
    assert {(r["label"], r["view"], r["ratio"]) for r in rows(drawn, "view")} == want
