"""Participation, size and new benchmarks: what is counted, and as whose."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.coverage import in_list, largest, new_cells, participation, ranked
from tests.making import results


def by(submitter: str, vendor: str = "NVIDIA", **more: Any) -> dict[str, Any]:
    return {"submitter": submitter, "platform_vendor": vendor, **more}


def test_partners_are_organisations_without_the_vendor_itself() -> None:
    found = participation(
        results(
            by("NVIDIA", row_id="own"),
            by("Dell", row_id="d2"),
            by("Dell", row_id="d1"),
            by("acme", row_id="a"),
            by("Dell", "AMD", row_id="d3"),
            by("HPE", division="open"),
            by("NVIDIA", "Amazon", row_id="n"),
        )
    ).set_index("vendor")
    assert found["submitters"].to_dict() == {"AMD": 1, "Amazon": 1, "NVIDIA": 3}
    assert found["partners"].to_dict() == {"AMD": 1, "Amazon": 1, "NVIDIA": 2}
    assert found.loc["NVIDIA", "names"] == "acme, Dell"
    assert found.loc["NVIDIA", "row_ids"] == ("a", "d1")


def test_every_division_counts_when_none_is_named() -> None:
    rows = results(by("Dell"), by("HPE", division="open"), by("Acme", round="v5.1"))
    assert list(participation(rows, None)["partners"]) == [1, 2]
    assert list(participation(rows)["partners"]) == [1, 1]


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


def test_the_largest_system_of_a_round_is_of_any_division() -> None:
    rows = results(
        by("A", accelerators=8, row_id="r1", round="v5.1"),
        by("B", accelerators=72, row_id="r3", division="open", system="x"),
        by("C", accelerators=72, row_id="r2", system="x"),
        by("C", accelerators=72, row_id="r4", system="x", scenario="Offline"),
        by("D", accelerators=None, row_id="r0"),
        by("E", "AMD", accelerators=64, row_id="r5", round="v10.0"),
    )
    found = largest(rows)
    assert list(found["row_id"]) == ["r1", "r2", "r5"], "oldest round first"


def test_the_best_of_a_latency_is_the_lowest() -> None:
    rows = results(
        {"row_id": "slow", "value": 9.0, "higher_is_better": False},
        {"row_id": "tie-b", "value": 3.0, "higher_is_better": False},
        {"row_id": "tie-a", "value": 3.0, "higher_is_better": False},
    )
    assert list(ranked(rows)["row_id"]) == ["tie-a", "tie-b", "slow"]
    assert ranked(rows.assign(higher_is_better=True))["row_id"].iloc[0] == "slow"


def first_run(*rows: tuple[str, str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["benchmark", "scenario", "round"])


def test_new_cells_are_those_that_the_round_brought() -> None:
    introduced = first_run(("a", "Server", "v6.0"), ("a", "Offline", "v5.1"), ("b", "Server", "v5.1"))
    found = new_cells(
        results(
            by("Anna", benchmark="a", value=1.0),
            by("Bert", "AMD", benchmark="a", value=2.0, row_id="best"),
            by("Cora", benchmark="a", value=9.0, division="open"),
            by("Dora", benchmark="a", value=9.0, scenario="Offline"),
            by("Emil", benchmark="b", value=9.0),
            by("Fred", benchmark="a", value=9.0, round="v6.1"),
        ),
        "v6.0",
        introduced,
    )
    (cell,) = found.to_dict("records")
    assert (cell["benchmark"], cell["scenario"]) == ("a", "Server")
    assert (cell["vendors"], cell["submitters"]) == ("AMD, NVIDIA", 2)
    assert (cell["vendor"], cell["submitter"], cell["row_id"]) == ("AMD", "Bert", "best")


def test_the_accuracy_targets_of_a_new_benchmark_are_one_cell() -> None:
    first = {"yolo-95": "v6.0", "yolo-99": "v6.0", "old-99.9": "v5.1", "old-99": "v6.0"}
    introduced = first_run(*((name, "Server", round_) for name, round_ in first.items()))
    rows = results(
        by("Anna", benchmark="yolo-95"), by("Bert", "AMD", benchmark="yolo-99"), by("Cora", benchmark="old-99")
    )
    (cell,) = new_cells(rows, "v6.0", introduced).to_dict("records")
    assert (cell["benchmark"], cell["vendors"], cell["submitters"]) == ("yolo", "AMD, NVIDIA", 2)


def test_a_round_without_suites_has_cells_too() -> None:
    rows = results(by("Anna", benchmark="a", suite=None), by("Bert", benchmark="a", suite=None))
    found = new_cells(rows, "v6.0", first_run(("a", "Server", "v6.0")))
    assert list(found["submitters"]) == [2]
