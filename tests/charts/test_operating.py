"""The charts of operating points draw every run and every factor that they were given, and nothing else."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts import Drawing, Figure
from claimcheck.charts.figure import specification
from claimcheck.charts.operating import operating_plane, split_ratios
from claimcheck.charts.operating_frame import CHIPS, Frame, chip_colours
from claimcheck.charts.operating_limits import limit_box, throughput_against_limit
from claimcheck.charts.theme import CONTEXT, WIDTH


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
            "tokens_per_request_second": speed, "offered_per": load * speed,
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


def figure_of(drawing: Drawing) -> dict[str, Any]:
    return Figure(drawing, id="made", title="A finding.", description="What is drawn.", caption="Units.").to_dict()


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, Any]]:
    drawings = {
        "plane": operating_plane(points(), PAIRS),
        "limit": throughput_against_limit(points()),
        "box": limit_box(points()),
        "split": split_ratios(SPLIT),
    }
    return {name: figure_of(drawing) for name, drawing in drawings.items()}


def records(figure: dict[str, Any], field: str) -> list[dict[str, Any]]:
    """Rows of all data sets of a figure that have ``field``."""
    return [row for rows in figure["spec"]["datasets"].values() for row in rows if field in row]


def texts(svg: str) -> set[str]:
    return {re.sub(r"<[^>]+>", "", t) for t in re.findall(r"<text[^>]*>(.*?)</text>", svg)}


@pytest.mark.parametrize("name", ["plane", "limit", "box", "split"])
def test_every_chart_fits_its_screen_and_names_its_runs(name: str, figures: dict[str, dict[str, Any]]) -> None:
    named = set(SPLIT["label"]) if name == "split" else {"Anna, 72", "Berta, 8", "v5.1", "v6.0"}
    svg = vl_convert.vegalite_to_svg(specification(figures[name]))
    assert WIDTH * 0.85 < float(re.search(r'width="([\d.]+)', svg)[1]) <= WIDTH + 8
    assert named <= texts(svg)
    if name == "split":
        numbers = SPLIT[["ratio", "more_in_flight", "faster_per_request", "counting"]]
        assert {f"{v:.2f}x" for v in numbers.to_numpy().ravel()} <= texts(svg)


def test_the_plane_draws_every_run_and_joins_each_pair(figures: dict[str, dict[str, Any]]) -> None:
    plane, frame = figures["plane"], points()
    dots = {(r["load"], r["speed"], r["shade"]) for r in records(plane, "offered_tokens_per_accelerator")}
    shades = [CHIPS.get(c, CONTEXT) for c in frame["chip"]]
    columns = frame["in_flight_per_accelerator"], frame["tokens_per_request_second"]
    assert dots == set(zip(*columns, shades, strict=True))
    fields = ("load", "speed", "to_load", "to_speed", "marked")
    lines = {tuple(r[f] for f in fields) for r in records(plane, "to_load")}
    assert lines == {(100.0, 16.0, 190.0, 17.5, False), (100.0, 16.0, 300.0, 14.0, True)}


def test_diagonals_have_the_rate_that_they_are_named_for(figures: dict[str, dict[str, Any]]) -> None:
    lines = records(figures["plane"], "rate")
    assert len({r["rate"] for r in lines}) >= 3
    words = {r["text"].removesuffix(" tok/s").replace(",", ""): r for r in records(figures["plane"], "text")}
    named = [(float(text), r) for text, r in words.items() if text.isdigit()]
    assert named
    for rate, row in [*((r["rate"], r) for r in lines), *named]:
        assert row["load"] * row["speed"] == pytest.approx(rate)


def test_limits_are_where_the_log_has_them(figures: dict[str, dict[str, Any]]) -> None:
    (slow,) = {r["speed"] for r in records(figures["plane"], "text") if r["text"] == "a token every 80 ms"}
    assert slow == pytest.approx(1000 / 80)
    (line,) = [r for r in records(figures["limit"], "slow") if str(r.get("text", "")).startswith("limit")]
    assert (line["slow"], line["text"]) == (80.0, "limit 80 ms")
    low, high = figures["limit"]["spec"]["vconcat"][1]["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low <= 40 and 80 < high < 90, "at least half of the limit is in sight"
    assert {(r["x2"], r["y2"]) for r in records(figures["box"], "x2")} == {(1.0, 1.0)}


def test_the_limit_charts_draw_every_run_and_colour_by_what_binds(figures: dict[str, dict[str, Any]]) -> None:
    dots, frame = [r for r in records(figures["limit"], "slow") if "binds" in r], points()
    assert {(r["slow"], r["rate"]) for r in dots} == set(
        zip(frame["tpot_p99_ms"], frame["per_accelerator"], strict=True)
    )
    assert len({r["shade"] for r in dots}) == len({(r["binds"], r["shade"]) for r in dots}) == 3
    boxed = {(r["tpot_used"], r["ttft_used"]) for r in records(figures["box"], "who")}
    assert boxed == set(zip(frame["tpot_used"], frame["ttft_used"], strict=True))


def test_two_scenarios_never_share_a_panel() -> None:
    mixed = points().assign(scenario=["Server"] * 4 + ["Interactive"])
    for draw in (lambda: operating_plane(mixed, PAIRS), lambda: throughput_against_limit(mixed)):
        with pytest.raises(ValueError, match="one benchmark or scenario"):
            draw()


def test_where_names_are_many_a_box_keeps_those_at_a_limit() -> None:
    many = points().assign(name=["zero", "one", "two", "three", "four"], panel="Panel")
    shown = texts(vl_convert.vegalite_to_svg(specification(figure_of(limit_box(many)))))
    assert set(many["name"]) & shown == {"zero", "two"}


def test_steps_of_a_ratio_begin_where_the_one_before_ends_and_end_at_the_ratio() -> None:
    steps = split_ratios(SPLIT).frame
    for (panel, label), own in steps.groupby(["panel", "label"]):
        wanted = SPLIT[(SPLIT["panel"] == panel) & (SPLIT["label"] == label)].iloc[0]
        rows = own.to_dict("records")
        assert [r["step"] for r in rows] == ["in flight", "speed", "counting"]
        assert rows[0]["start"] == 1 and rows[-1]["end"] == pytest.approx(wanted["ratio"])
        assert all(b["start"] == a["end"] for a, b in pairwise(rows))
        factors = [wanted["more_in_flight"], wanted["faster_per_request"], wanted["counting"]]
        assert [r["end"] / r["start"] for r in rows] == pytest.approx(factors)


@pytest.mark.parametrize("log", [False, True])
def test_pixels_and_values_are_inverse_and_the_origin_is_above_left(log: bool) -> None:
    frame = Frame(200, 100, (1.0, 100.0), (2.0, 8.0), log=log)
    assert frame.pixel(1, 8) == pytest.approx((0, 0))
    assert frame.pixel(100, 2) == pytest.approx((200, 100))
    assert frame.value(*frame.pixel(7, 3)) == pytest.approx((7, 3))
    assert frame.pixel(10, 4) == pytest.approx((100, 50) if log else (200 * 9 / 99, 200 / 3))


def test_chips_have_a_colour_each_and_others_share_the_pale_one() -> None:
    found = chip_colours(pd.DataFrame({"chip": ["H200", "GB300", "B200", "H100"]}))
    assert list(found) == ["GB300", "B200", "H100/H200"]
    assert found["H100/H200"] == CONTEXT and len(set(found.values())) == 3
