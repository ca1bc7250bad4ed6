"""What no recorded notebook shows of a chart: sliders that are moved, names that are hostile, what is refused.

Every build draws the report's figures again and compares them with their records, and tests/site/test_figure_files.py
compares what Vega draws of each record with the figure's file.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.analysis.switches import STATES
from claimcheck.analysis.wins.definitions import every_rule
from claimcheck.charts import Drawing
from claimcheck.charts.claims import claim_dots
from claimcheck.charts.costs import calculator
from claimcheck.charts.gains import SPREAD, gains
from claimcheck.charts.metric import operating_plane
from claimcheck.charts.points import points
from claimcheck.charts.switches import WORDS, switch_matrix
from claimcheck.charts.wins import cloud, matrix, panel_of, vendor_codes
from tests.charts.drawn import figure, picture, rows, words


def test_words_in_the_data_are_not_read_as_markup_or_code() -> None:
    """Submitters name themselves; a name must not become an expression."""
    names = ["</script><b>", "'+alert(1)+'", "${x}"]
    frame = pd.DataFrame({"panel": "Server", "label": names, "kind": "NVIDIA", "value": 1.0, "unit": "", "text": "1"})
    made = figure(points(frame.assign(note="", row_ids=[["r"]] * 3), {"NVIDIA": "black"}, axis="tokens/s", mark="bars"))
    assert {r["label"] for r in rows(made, "label")} == set(names)
    assert "<b>" not in picture(made)


def test_dots_of_a_row_that_would_cover_each_other_are_set_apart() -> None:
    one = {"panel": "Server", "row": "one", "note": "", "ratio": 1.5, "kind": "NVIDIA", "text": ""}
    many = pd.DataFrame([{**one, "label": f"dot {i}", "row_id_before": "b", "row_id_after": "a"} for i in range(40)])
    places = [r["y"] for r in rows(figure(gains(many, published=2.77)), "label", "y")]
    assert len(set(places)) == len(many)
    assert max(places) - min(places) <= 2 * SPREAD[True] + 1e-9


def test_every_claim_has_a_dot_of_its_own_with_the_symbol_of_its_verdict() -> None:
    """Verdicts may share a colour, and a long row goes on in a further line below its own name."""
    marks = {"reproduced": ("yes", "="), "reproduced, with a note": ("note", "*")}
    claims = pd.DataFrame(
        [("Many", str(n), "what it says", "reproduced") for n in range(60)]
        + [("One", "60", "what it says", "reproduced, with a note")],
        columns=["owner", "number", "short", "verdict"],
    )
    made = figure(claim_dots(claims, marks))
    dots = rows(made, "number", "x", "y")
    assert len({(dot["x"], dot["y"]) for dot in dots}) == len(claims)
    assert max(dot["x"] for dot in dots) < 400 and len({dot["y"] for dot in dots}) > 3
    assert {dot["symbol"] for dot in dots if dot["owner"] == "One"} == {"*"}
    below = [dot["y"] for dot in dots if dot["owner"] == "Many"]
    assert max(below) < next(dot["y"] for dot in dots if dot["owner"] == "One")
    assert {"Many (60)", "One (1)", *marks} <= set(words(picture(made)))


# --- charts that a reader moves


MACHINES = pd.DataFrame(
    {
        "label": ["before", "after", "yours"],
        "rate": [1000.0, 2500.0, 1000.0],
        "whose": ["NVIDIA", "others", "yours"],
        "row_id": ["r1", "r2", "r1"],
    }
)


def moved(drawing: Drawing, **values: float) -> list[str]:
    """The words of a live chart when its sliders are at ``values``."""
    made = figure(drawing)
    params = [{**one, "value": values.get(one["name"], one["value"])} for one in made["spec"]["params"]]
    return words(picture({**made, "spec": {**made["spec"], "params": params}}))


@pytest.mark.parametrize(
    ("price", "used", "filled", "speedup"),
    [(3.69, 100, 100, 2.5), (7.38, 100, 100, 2.5), (3.69, 50, 100, 2.5), (3.69, 100, 50, 2.5), (3.69, 60, 30, 0.5)],
)
def test_the_calculators_sliders_move_what_they_say(price: float, used: int, filled: int, speedup: float) -> None:
    """Each bar's words are those of the analysis: the first bar at the use before, the others at the use after."""
    rate_before, rate_after, _ = MACHINES["rate"]
    first = cost_per_million_tokens(price, rate_before, used / 100)
    others = [cost_per_million_tokens(price, r, filled / 100) for r in (rate_after, rate_before * speedup)]
    chart = calculator(MACHINES, price=1, utilisation=10, speedup=1)
    found = moved(chart, price=price, used=used, filled=filled, speedup=speedup)
    assert f"${first:.2f}" in found
    for cost in others:
        saved = 1 - cost / first
        assert f"${cost:.2f}, " + (f"saves {saved:.0%}" if saved >= 0 else f"costs {-saved:.0%} more") in found


def test_the_calculator_starts_where_it_is_told_and_its_file_says_so() -> None:
    # $3.60 for 3.6 million tokens; 2,500 tokens/s, and 1,000 made 2.5 times faster, cost 60% less.
    drawing = calculator(MACHINES, price=3.6, utilisation=100, speedup=2.5)
    assert drawing.frame[["cost", "saving"]].to_numpy().tolist() == pytest.approx(
        [pytest.approx(one) for one in ([1.0, 0.0], [0.4, 0.6], [0.4, 0.6])]
    )
    assert moved(drawing).count("$0.40, saves 60%") == 2


# --- what other data would show


def test_rules_without_a_ratio_are_at_the_ends_of_the_axis() -> None:
    rules = pd.DataFrame([asdict(rule) for rule, _ in zip(every_rule(), range(3), strict=False)])
    counts = rules.assign(ruled_out=None, nvidia=[6, 0, 4], others=[3, 5, 0], ratio=[2.0, 0.0, math.inf])
    dots = {(d["nvidia"], d["others"]): d for d in rows(figure(cloud(counts, published=(5.0, 2.0))), "kind", "level")}
    assert dots[0, 5]["level"] < dots[6, 3]["level"] == 2 < dots[4, 0]["level"]
    assert dots[4, 0]["text"] == "others won none"


def test_every_state_has_a_word_of_its_own() -> None:
    assert set(WORDS) == set(STATES) and len(set(WORDS.values())) == len(WORDS)


def test_vendors_have_letters_that_tell_them_apart() -> None:
    codes = vendor_codes(pd.Series(["Alibaba", "AMD", "AMD", "NVIDIA", "Arm"]))
    assert codes == {"NVIDIA": "", "AMD": "A", "Alibaba": "Ab", "Arm": "Ar"}


def test_a_round_without_suites_stands_where_its_scenarios_later_stood() -> None:
    assert [panel_of("inference", "none", s) for s in ("Offline", "SingleStream")] == ["Datacenter", "Edge"]
    assert [panel_of("inference", "edge", "Offline"), panel_of("hpc", "none", "strong")] == ["Edge", "HPC"]


SQUARE = pd.DataFrame([{"scenario": "Server", "entry": "Anna 8", "mechanism": "split", "state": "on", "why": "x"}])
CELL = {"program": "inference", "round": "v6.0", "suite": "edge", "benchmark": "bert", "scenario": "Offline"}


@pytest.mark.parametrize(
    ("draw", "arguments", "said"),
    [
        (operating_plane, (pd.DataFrame({"benchmark": "m", "scenario": ["Server", "Interactive"]}), None), "scenario"),
        (switch_matrix, (SQUARE, {"draft": ["MTP"]}), "no head for split"),
        (switch_matrix, (pd.concat([SQUARE, SQUARE.assign(state="off")]), {"split": ["Split"]}), "two states"),
        (matrix, (pd.DataFrame([CELL | {"division": d} for d in ("closed", "open")]),), "two cells in one place"),
    ],
)
def test_what_would_be_drawn_on_top_of_something_else_is_refused(
    draw: Callable[..., Any], arguments: tuple[Any, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        draw(*arguments)
