"""Large systems: what they are made of, what they keep per accelerator, and margins."""

from __future__ import annotations

import pandas as pd
import pytest

from claimcheck.analysis.records import margin
from tests.making import results


def cell() -> pd.DataFrame:
    return results(
        {"row_id": "a", "submitter": "Anna", "value": 100.0, "accelerators": 50},
        {"row_id": "b", "submitter": "Anna", "value": 90.0, "accelerators": 9},
        {"row_id": "c", "submitter": "Bert", "value": 80.0, "accelerators": 10},
        {"row_id": "d", "submitter": "Cara", "value": 50.0, "accelerators": 4, "platform_vendor": "AMD"},
    )


def test_a_margin_is_over_another_submitter_and_another_vendor() -> None:
    found = margin(cell())
    assert (found.first["row_id"], found.of) == ("a", 4)
    assert found.next_submitter is not None
    assert found.next_submitter["row_id"] == "c"
    assert found.over_submitter == pytest.approx(0.25)
    assert found.next_vendor is not None
    assert (found.next_vendor["row_id"], found.over_vendor) == ("d", pytest.approx(1.0))
    each = margin(cell().assign(per_accelerator=lambda f: f["value"] / f["accelerators"]), "per_accelerator")
    assert each.first["row_id"] == "d"
    assert each.over_submitter == pytest.approx(0.25)


def test_without_another_there_is_no_margin() -> None:
    found = margin(cell().head(2))
    assert (found.next_submitter, found.over_submitter, found.next_vendor, found.over_vendor) == (None,) * 4
    with pytest.raises(ValueError, match="at least one"):
        margin(cell().head(0))
