"""Where a chart's labels go."""

from __future__ import annotations

import numpy as np

from claimcheck.charts.mechanisms import Box, half_of, in_space

SIZE = (300, 300)


def line(height: float) -> np.ndarray:
    """A level line across the plot, in pixels."""
    x = np.arange(0.0, SIZE[0], 3)
    return np.column_stack([x, np.full_like(x, height)])


def gap(box: Box, points: np.ndarray) -> float:
    """The distance from a box to the nearest of the points."""
    beyond = np.maximum(np.abs(np.array(box.centre) - points) - np.array(box.half), 0)
    return float(np.hypot(beyond[:, 0], beyond[:, 1]).min())


def test_a_curves_name_stands_nearer_to_it_than_to_any_other() -> None:
    """Where nothing fits between two curves, the name goes to its own side, and not beyond the other curve."""
    own, other = line(150), line(136)
    none = np.empty((0, 2))
    taken = [Box((150.0, 190.0), (150.0, 36.0))]  # only further below is there room
    near = in_space("a name", own, other, none, taken, SIZE)
    assert gap(near, own) < gap(near, other)


def test_a_name_keeps_clear_of_upright_rules_where_it_can() -> None:
    rule = np.column_stack([np.full(75, 150.0), np.arange(0.0, 300, 4)])
    box = in_space("a name", line(150), np.empty((0, 2)), rule, [], SIZE)
    assert gap(box, rule) > 0
    assert box.half == half_of("a name")
