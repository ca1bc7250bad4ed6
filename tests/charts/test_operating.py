"""The charts of operating points draw every run and every factor that they were given, and nothing else."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts import Figure
from claimcheck.charts.figure import specifications
from claimcheck.charts.operating import operating_plane, split_ratios
from claimcheck.charts.operating_frame import CHIPS, Frame, chip_colours
from claimcheck.charts.operating_limits import limit_box, throughput_against_limit
from claimcheck.charts.theme import CONTEXT, NARROW, WIDE

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}
SIZES = {"wide": WIDE, "narrow": NARROW}


def points() -> pd.DataFrame:
    """Made runs of one benchmark and scenario: load, speed, round, chip."""
    made = [
        (100.0, 16.0, "v5.1", "GB300", "Anna, 72", 0.97, 0.80, "TTFT"),
        (190.0, 17.5, "v6.0", "GB300", "Anna, 72", 0.50, 0.90, "neither"),
        (300.0, 14.0, "v6.0", "GB300", "Berta, 8", 0.70, 0.98, "TPOT"),
        (120.0, 15.0, "v5.1", "B200", "", 0.60, 0.70, "neither"),
        (90.0, 22.0, "v6.0", "MI999", "", 0.40, 0.55, "neither"),
    ]
    return pd.DataFrame(
        {
            "row_id": f"row-{n}", "benchmark": "deepseek-r1", "scenario": "Server", "round": round_, "chip": chip,
            "submitter": "Anna", "accelerators": 8, "name": name, "in_flight_per_accelerator": load,
            "tokens_per_request_second": speed, "offered_tokens_per_accelerator": load * speed,
            "per_accelerator": load * speed * 0.95, "tpot_p99_ms": tpot * 80, "tpot_limit_ms": 80.0,
            "ttft_used": ttft, "tpot_used": tpot, "binds": binds, "panel": "Panel one" if n < 3 else "Panel two",
        }
        for n, (load, speed, round_, chip, name, ttft, tpot, binds) in enumerate(made)
    )  # fmt: skip


PAIRS = pd.DataFrame({"row_id_before": ["row-0", "row-0"], "row_id_after": ["row-1", "row-2"], "marked": [False, True]})
SPLIT = pd.DataFrame(
    {
        "panel": ["One", "One", "Two"],
        "label": ["a over b", "c over d", "a over b"],
        "row_id_before": ["b0", "b0", "b1"],
        "row_id_after": ["a0", "a1", "a2"],
        "more_in_flight": [3.0, 1.5, 0.7],
        "faster_per_request": [0.9, 1.2, 1.7],
        "counting": [1.05, 0.8, 1.0],
        "ratio": [3.0 * 0.9 * 1.05, 1.5 * 1.2 * 0.8, 0.7 * 1.7],
    }
)
FIGURES: dict[str, Figure] = {
    "plane": operating_plane(points(), PAIRS, id="plane", **WORDS),
    "limit": throughput_against_limit(points(), id="limit", **WORDS),
    "box": limit_box(points(), id="box", **WORDS),
    "split": split_ratios(SPLIT, id="split", **WORDS),
}


def records(figure: Figure, field: str) -> list[dict[str, Any]]:
    """Rows of all data sets of a figure that have ``field``."""
    return [row for rows in figure.to_dict()["datasets"].values() for row in rows if field in row]


def drawn(figure: Figure, size: str) -> str:
    return vl_convert.vegalite_to_svg(specifications(figure.to_dict())[size])


def texts(svg: str) -> set[str]:
    return {re.sub(r"<[^>]+>", "", t) for t in re.findall(r"<text[^>]*>(.*?)</text>", svg)}


@pytest.fixture(scope="module")
def pictures() -> dict[tuple[str, str], str]:
    return {(name, size): drawn(figure, size) for name, figure in FIGURES.items() for size in SIZES}


def test_every_chart_fits_its_screen(pictures: dict[tuple[str, str], str]) -> None:
    for (name, size), svg in pictures.items():
        width = float(re.search(r'width="([\d.]+)', svg)[1])
        assert SIZES[size] * 0.85 < width <= SIZES[size] + 8, (name, size, width)


@pytest.mark.parametrize("name", ["plane", "limit", "box"])
def test_rows_are_named_and_words_written(name: str, pictures: dict[tuple[str, str], str]) -> None:
    assert FIGURES[name].row_ids == tuple(points()["row_id"])
    for size in SIZES:
        assert {"Anna, 72", "Berta, 8", "v5.1", "v6.0"} <= texts(pictures[name, size])


def test_the_plane_draws_load_and_speed_of_every_run() -> None:
    dots = {(r["load"], r["speed"], r["shade"]) for r in records(FIGURES["plane"], "offered_tokens_per_accelerator")}
    frame = points()
    shades = [CHIPS.get(c, CONTEXT) for c in frame["chip"]]
    columns = frame["in_flight_per_accelerator"], frame["tokens_per_request_second"]
    assert dots == set(zip(*columns, shades, strict=True))


def test_the_plane_joins_each_pair_and_marks_the_one() -> None:
    fields = ("load", "speed", "to_load", "to_speed", "marked")
    lines = {tuple(r[f] for f in fields) for r in records(FIGURES["plane"], "to_load")}
    assert lines == {(100.0, 16.0, 190.0, 17.5, False), (100.0, 16.0, 300.0, 14.0, True)}


def test_diagonals_have_the_rate_that_they_are_named_for() -> None:
    lines = records(FIGURES["plane"], "rate")
    assert len({r["rate"] for r in lines}) >= 3
    for row in lines:
        assert row["load"] * row["speed"] == pytest.approx(row["rate"])
    named = [r for r in records(FIGURES["plane"], "text") if r["text"].replace(" tok/s", "").replace(",", "").isdigit()]
    assert named
    for row in named:
        rate = float(row["text"].replace(" tok/s", "").replace(",", ""))
        assert row["load"] * row["speed"] == pytest.approx(rate)


def test_the_limit_stands_where_the_log_has_it() -> None:
    (slow,) = {r["speed"] for r in records(FIGURES["plane"], "text") if r["text"] == "a token every 80 ms"}
    assert slow == pytest.approx(1000 / 80)
    (line,) = [r for r in records(FIGURES["limit"], "slow") if str(r.get("text", "")).startswith("limit")]
    assert (line["slow"], line["text"]) == (80.0, "limit 80 ms")


def test_the_limit_chart_draws_every_run_and_colours_by_what_binds() -> None:
    dots = [r for r in records(FIGURES["limit"], "slow") if "binds" in r]
    frame = points()
    wanted = set(zip(frame["tpot_p99_ms"], frame["per_accelerator"], strict=True))
    assert {(r["slow"], r["rate"]) for r in dots} == wanted
    shade = {r["binds"]: r["shade"] for r in dots}
    assert len(set(shade.values())) == len(shade) == 3
    assert all(r["shade"] == shade[r["binds"]] for r in dots)


def test_the_limit_chart_shows_at_least_half_of_the_limit() -> None:
    for spec in specifications(FIGURES["limit"].to_dict()).values():
        low, high = spec["vconcat"][1]["layer"][0]["encoding"]["x"]["scale"]["domain"]
        assert low <= 40
        assert 80 < high < 90


@pytest.mark.parametrize("chart", [operating_plane, throughput_against_limit])
def test_two_scenarios_never_share_a_panel(chart: Any) -> None:
    mixed = points().assign(scenario=["Server"] * 4 + ["Interactive"])
    with pytest.raises(ValueError, match="one benchmark and scenario"):
        chart(mixed, *([PAIRS] if chart is operating_plane else []), id="mixed", **WORDS)


def test_the_box_has_a_panel_each_with_its_own_runs_and_edges_at_the_limits() -> None:
    for spec in specifications(FIGURES["box"].to_dict()).values():
        panels = spec["vconcat"][1]["concat"]
        assert [p["title"]["text"] for p in panels] == ["Panel one", "Panel two"]
    dots = {(r["tpot_used"], r["ttft_used"]) for r in records(FIGURES["box"], "who")}
    assert dots == set(zip(points()["tpot_used"], points()["ttft_used"], strict=True))
    assert {(r["x2"], r["y2"]) for r in records(FIGURES["box"], "x2")} == {(1.0, 1.0)}


def test_where_names_are_many_a_narrow_box_keeps_those_at_a_limit() -> None:
    many = points().assign(name=["zero", "one", "two", "three", "four"], panel="Panel")
    figure = limit_box(many, id="many", **WORDS)
    names = set(many["name"])
    assert names <= texts(drawn(figure, "wide"))
    assert names & texts(drawn(figure, "narrow")) == {"zero", "two"}


def test_steps_of_a_ratio_begin_where_the_one_before_ends_and_end_at_the_ratio() -> None:
    data = FIGURES["split"].to_dict()
    for spec in specifications(data).values():
        panels = spec["vconcat"]
        assert [p["title"]["text"] for p in panels] == ["One", "Two"]
        for panel in panels:
            lanes = [layer for layer in panel["layer"] if layer["mark"]["type"] == "bar"]
            steps = [{r["label"]: r for r in data["datasets"][lane["data"]["name"]]} for lane in lanes]
            wanted = SPLIT[SPLIT["panel"] == panel["title"]["text"]].set_index("label")
            for label, row in wanted.iterrows():
                own = [lane[label] for lane in steps]
                assert own[0]["start"] == 1
                assert all(b["start"] == pytest.approx(a["end"]) for a, b in pairwise(own))
                assert own[-1]["end"] == pytest.approx(row["ratio"])
                factors = [row["more_in_flight"], row["faster_per_request"], row["counting"]]
                assert [s["end"] / s["start"] for s in own] == pytest.approx(factors)


def test_factors_are_written_beside_their_steps(pictures: dict[tuple[str, str], str]) -> None:
    for size in SIZES:
        found = texts(pictures["split", size])
        for column in ("ratio", "more_in_flight", "faster_per_request", "counting"):
            assert {f"{v:.2f}x" for v in SPLIT[column]} <= found
        assert set(SPLIT["label"]) <= found
    assert set(FIGURES["split"].row_ids) == {"a0", "a1", "a2", "b0", "b1"}


@pytest.mark.parametrize("log", [False, True])
def test_pixels_and_values_are_inverse_and_the_origin_is_above_left(log: bool) -> None:
    frame = Frame(200, 100, (1.0, 100.0), (2.0, 8.0), log=log)
    assert frame.pixel(1, 8) == pytest.approx((0, 0))
    assert frame.pixel(100, 2) == pytest.approx((200, 100))
    assert frame.value(*frame.pixel(7, 3)) == pytest.approx((7, 3))
    assert frame.pixel(10, 4) == pytest.approx((100, 50) if log else (200 * 9 / 99, 200 / 3))


def test_chips_have_a_colour_each_and_others_share_the_pale_one() -> None:
    frame = pd.DataFrame({"chip": ["H200", "GB300", "B200", "H100"]})
    found = chip_colours(frame)
    assert list(found) == ["GB300", "B200", "H100/H200"]
    assert found["H100/H200"] == CONTEXT
    assert len(set(found.values())) == 3


def test_charts_are_the_same_at_every_run() -> None:
    again = operating_plane(points(), PAIRS, id="plane", **WORDS)
    assert json.dumps(again.to_dict(), sort_keys=True) == json.dumps(FIGURES["plane"].to_dict(), sort_keys=True)
