"""What no recorded notebook shows of a chart: sliders that are moved, and names that are hostile."""

from __future__ import annotations

import pandas as pd
import pytest

from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.charts import Drawing
from claimcheck.charts.costs import calculator
from claimcheck.charts.points import points
from tests.charts.drawn import figure, picture, rows, words


def test_words_in_the_data_are_not_read_as_markup_or_code() -> None:
    """Submitters name themselves; a name must not become an expression."""
    names = ["</script><b>", "'+alert(1)+'", "${x}"]
    frame = pd.DataFrame({"panel": "Server", "label": names, "kind": "NVIDIA", "value": 1.0, "unit": "", "text": "1"})
    made = figure(points(frame.assign(note="", row_ids=[["r"]] * 3), {"NVIDIA": "black"}, axis="tokens/s", mark="bars"))
    assert {r["label"] for r in rows(made, "label")} == set(names)
    assert "<b>" not in picture(made)


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
