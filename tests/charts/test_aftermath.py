"""Rows of dots: what a reader sees of series over rounds and of sizes."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from claimcheck.charts.aftermath import rounds_by_series
from claimcheck.charts.figure import Figure, specifications
from claimcheck.charts.scaleout import kept_by_size

WORDS = {"id": "x", "title": "t", "description": "d", "caption": "c"}


def drawn(figure: dict[str, Any], which: str = "wide") -> list[dict[str, Any]]:
    """Every row of the data that a chart draws."""
    return [row for rows in specifications(figure)[which]["datasets"].values() for row in rows]


def pairs() -> pd.DataFrame:
    row = {
        "published": 0.9,
        "full_run": 0.8,
        "offered": 1.05,
        "row_id_small": "s",
        "row_id_large": "l",
        "label": "Anna",
    }
    return pd.DataFrame([{**row, "scenario": "Offline", "offered": float("nan")}, {**row, "scenario": "Server"}])


def test_every_denominator_is_drawn_in_percent_and_written_out() -> None:
    figure = Figure(kept_by_size(pairs()), **WORDS).to_dict()
    for which in ("wide", "narrow"):
        rows = [r for r in drawn(figure, which) if "panel" not in r and "kind" in r and "value" in r]
        server = {r["kind"]: r["value"] for r in rows if r["text"] == "80.0%, 90.0%, 105.0%" and r["value"] != 100}
        assert server == {"full run": 80.0, "published": 90.0, "offered": 105.0}
        assert {r["kind"] for r in rows if r["text"] == "90.0%"} == {"published"}, "Offline: one figure"
    assert figure["row_ids"] == ["s", "l"]


def test_a_panel_a_scenario_and_the_latest_result_on_top() -> None:
    series = pd.DataFrame(
        [
            {"scenario": s, "label": label, "round": r, "per_accelerator": v, "row_id": f"{s}-{label}-{r}"}
            for s, label, r, v in [
                ("Offline", "Anna", "v5.1", 900.5),
                ("Server", "Anna", "v5.1", 100.0),
                ("Server", "Anna", "v6.0", 300.0),
                ("Server", "Bert", "v6.0", 400.0),
            ]
        ]
    )
    figure = Figure(rounds_by_series(series, ("v5.1", "v6.0")), **WORDS).to_dict()
    spec = json.dumps(specifications(figure)["wide"])
    assert spec.index('"Server"') < spec.index('"Offline"'), "panels in a fixed order"
    texts = [r["text"] for r in drawn(figure) if "text" in r]
    assert {"901", "400", "300"} <= set(texts), "half up, as published figures are rounded"
    assert figure["row_ids"][0] == "Server-Bert-v6.0"
    assert len(figure["row_ids"]) == len(series)
