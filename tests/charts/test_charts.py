"""What no recorded notebook shows of a chart: sliders that are moved."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from claimcheck.build.notebooks import NOTEBOOKS
from claimcheck.charts.figure import recorded
from claimcheck.charts.form import specification
from claimcheck.charts.picture import draw


def words(made: dict[str, Any]) -> list[str]:
    """Every line of words in the picture of a figure, drawn as the site draws it."""
    found = re.findall(r"<text[^>]*>(.*?)</text>", draw(specification(made)), flags=re.S)
    lines = [line for text in found for line in html.unescape(re.sub(r"<[^>]+>", "\n", text)).split("\n")]
    return [line.replace("\u00a0", " ").strip() for line in lines if line.strip()]


def rows(made: dict[str, Any], *fields: str) -> list[dict[str, Any]]:
    """The rows with these fields in the data of a figure's chart."""
    return [row for held in specification(made)["datasets"].values() for row in held if set(fields) <= set(row)]


@pytest.fixture(scope="module")
def calculator() -> dict[str, Any]:
    """The calculator of the notebook on cost, as recorded."""
    return recorded(NOTEBOOKS / "cost.ipynb")["cost-calculator"]


@pytest.mark.parametrize(
    ("price", "used", "filled", "speedup"),
    [(3.69, 100, 100, 2.5), (7.38, 100, 100, 2.5), (3.69, 50, 100, 2.5), (3.69, 100, 50, 2.5), (3.69, 60, 30, 0.5)],
)
def test_the_calculators_sliders_move_what_they_say(
    calculator: dict[str, Any], price: float, used: int, filled: int, speedup: float
) -> None:
    """Each bar costs an hour's dollars over its tokens: the first at the use before, the others at the use after."""
    first_rate, *rates, yours = (row["rate"] for row in rows(calculator, "rate"))
    first = price / (first_rate * used / 100 * 3600) * 1e6
    others = [price / (rate * filled / 100 * 3600) * 1e6 for rate in (*rates, yours * speedup)]
    moved = {"price": price, "used": used, "filled": filled, "speedup": speedup}
    params = [{**one, "value": moved[one["name"]]} for one in calculator["spec"]["params"]]
    found = words({**calculator, "spec": {**calculator["spec"], "params": params}})
    shown = {float(text.split(",")[0].strip("$")): text for text in found if text.startswith("$") and text[-1] != "s"}
    for cost in (first, *others):
        saved = 1 - cost / first
        text = next(text for value, text in shown.items() if abs(value - cost) < 0.0051)
        assert cost == first or text.endswith(f"saves {saved:.0%}" if saved >= 0 else f"costs {-saved:.0%} more")
