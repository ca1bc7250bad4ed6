"""What is said of a result beyond its row: whose it is, whether it was on sale, what may be divided."""

from __future__ import annotations

from itertools import pairwise

import pandas as pd
import pytest

from claimcheck.analysis import comparison
from claimcheck.analysis.comparison import defensible_comparisons
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.gains import same_owner
from claimcheck.analysis.view import on_sale, owners, share_owner
from claimcheck.data.rounds import inference_rounds
from tests.making import results

OLD = {"round": "v5.1", "value": 400.0}


def pair(before: dict, after: dict) -> tuple[pd.Series, pd.Series]:
    frame = results({**OLD, **before}, after)
    return frame.iloc[0], frame.iloc[1]


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("Azure+NVIDIA", "NVIDIA", True),
        ("CoreWeave + IBM + NVIDIA", "coreweave", True),
        ("AMD_MangoBoost", "Dell_MangoBoost", True),
        ("CTuning", "cTuning", True),
        ("QCT", "Quanta_Cloud_Technology", True),
        ("Azure+NVIDIA", "AMD_MangoBoost", False),
        ("Intel", "VMware", False),
    ],
)
def test_joint_submissions_share_an_owner_with_each_member(one: str, other: str, shared: bool) -> None:
    assert share_owner(owners(one), owners(other)) is shared
    rows = pair({"submitter": one}, {"submitter": other})
    assert comparison.shared(comparison.SHARED["owner"], *rows)[0] is shared
    frame = pd.DataFrame(rows)
    assert defensible_comparisons(frame, [("v5.1", "v6.0")])["same_submitter"].tolist() == [shared]
    rounds = {"deepseek-r1": [inference_rounds()]}
    assert len(same_owner(frame, rounds)) == shared


def test_a_category_that_is_not_known_is_never_not_on_sale() -> None:
    rows = pair({"availability": None}, {})
    frame = pd.DataFrame(rows)
    assert on_sale(frame).isna().tolist() == [True, False]
    assert comparison.shared(comparison.SHARED["category"], *rows)[0] is None
    found = defensible_comparisons(frame, [("v5.1", "v6.0")])
    assert found["both_available"].isna().all() and "available only" not in found["rule"].item()


def test_results_of_two_units_are_never_divided(tables: Tables) -> None:
    frame = pd.DataFrame(pair({"unit": "queries/s"}, {"unit": "tokens/s"}))
    assert defensible_comparisons(frame, [("v5.1", "v6.0")]).empty
    pairs = defensible_comparisons(tables.results, pairwise(inference_rounds(tables.data)))
    units = tables.results.set_index("row_id")["unit"]
    assert (units.loc[pairs["row_id_before"]].to_numpy() == units.loc[pairs["row_id_after"]].to_numpy()).all()
    # Of v4.0 in queries or samples, of v4.1 in tokens.
    assert set(pairs[pairs["family"] == "gptj"]["before"]) == {"v3.1", "v4.1"}
