"""Definitions of a win are ordered by how near they come to the published count and ratio."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.claims.texts import wording


@pytest.fixture(scope="module")
def counts(tables) -> pd.DataFrame:
    return tables.win_counts("v6.0")


# --- as printed


def test_every_ratio_that_rounds_to_the_published_one_is_as_near(counts: pd.DataFrame, data_dir: Path) -> None:
    count, ratio = wording.claimed_wins(data_dir)
    made = counts.head(5).assign(
        nvidia=[count, count, count + 1, count, count], ratio=[ratio - 0.49, ratio + 2, ratio, ratio, math.inf]
    )
    found = wording.nearest_as_printed(made, data_dir)
    # Two with the count and the ratio as printed, the one with the number itself first; then by distance.
    assert list(found["ratio"]) == [ratio, ratio - 0.49, ratio, ratio + 2, math.inf]
    assert list(found["nvidia"]) == [count, count, count + 1, count, count]
    assert list(found["distance"][:2]) == [0, 0]
    assert found["distance"].is_monotonic_increasing
