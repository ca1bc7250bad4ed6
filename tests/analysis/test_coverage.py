"""Participation, size and new benchmarks: what is counted, and as whose."""

from __future__ import annotations

from typing import Any

import pytest

from claimcheck.analysis.coverage import in_list, participation
from tests.making import results


def by(submitter: str, vendor: str = "NVIDIA", **more: Any) -> dict[str, Any]:
    return {"submitter": submitter, "platform_vendor": vendor, **more}


def test_one_organisation_under_two_spellings_counts_once() -> None:
    rows = results(by("CTuning"), by("cTuning"), by("nvidia"), by("Dell"), by("Dell_MangoBoost"))
    assert participation(rows)["names"].item() == "CTuning, Dell, Dell_MangoBoost"
    joint = participation(rows, organisations={"Dell_MangoBoost": ("Dell", "MangoBoost")})
    assert joint["names"].item() == "CTuning, Dell, MangoBoost"
    assert joint["partners"].item() == 3


def test_a_list_is_matched_by_name_and_by_alias() -> None:
    found = in_list(
        ["Red Hat", "Google Cloud", "QCT", "Gone"],
        ["RedHat", "Google", "Quanta_Cloud_Technology", "Krai", "Krai"],
        {"Google Cloud": "Google", "QCT": "Quanta_Cloud_Technology"},
    )
    assert found.astype(object).where(found.notna(), None).to_numpy().tolist() == [
        ["Gone", None, "list only"],
        ["Google Cloud", "Google", "both"],
        [None, "Krai", "table only"],
        ["QCT", "Quanta_Cloud_Technology", "both"],
        ["Red Hat", "RedHat", "both"],
    ]


def test_a_list_that_counts_one_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        in_list(["Dell", "DELL"], [], {})
    with pytest.raises(ValueError, match="Google is both Google and Google Cloud"):
        in_list(["Google", "Google Cloud"], ["Google"], {"Google Cloud": "Google"})
