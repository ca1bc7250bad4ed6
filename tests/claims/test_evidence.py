"""Where a figure comes from, also of a row without an ID and without a line."""

from __future__ import annotations

from claimcheck.claims.verdict.evidence import evidence_of, training_evidence
from tests.making import results

AT = f"https://github.com/mlcommons/inference_results_v6.0/blob/{'c' * 40}"
TYPED = {"obtained": "typed", "result_id": None, "availability": None, "blob": None, "line": None, "run_id": None,
         "log_path": None, "log_blob": None, "log_line": None, "log_agrees": None, "path": "a b/README.md"}  # fmt: skip


def test_a_typed_row_has_a_file_and_no_line_and_leads_to_its_log_where_that_is_kept() -> None:
    elsewhere = {"log_repo": "someone/copy", "log_commit": "d" * 40, "log_path": "x/summary.txt", "run_id": "run"}
    (alone,), (typed, log) = (evidence_of(results({**TYPED, **more}).to_dict("records")) for more in ({}, elsewhere))
    for item in (alone, typed):
        assert (item.blob, item.line, item.url) == (None, None, f"{AT}/a%20b/README.md")
        assert item.label.startswith("typed by hand from: Anna")
        assert "v6.0 closed, availability not known" in item.label
    assert [item.label.endswith("without a log in our tables") for item in (alone, typed)] == [True, False]
    address = f"https://github.com/someone/copy/blob/{'d' * 40}/x/summary.txt"
    assert (log.table, log.repo, log.url) == ("loadgen_runs", "someone/copy", address)


def test_every_row_of_the_tables_can_be_shown(tables) -> None:
    """One of every round: no source lacks what its evidence needs."""
    rows = tables.results.drop_duplicates(["round", "obtained", "division"])
    items = evidence_of(rows.to_dict("records"))
    assert {e.row_id for e in items if e.table == "inference_results"} == set(rows["row_id"])
    logged = (rows["obtained"] == "published") | ((rows["obtained"] == "typed") & rows["log_path"].notna())
    assert len([e for e in items if e.table == "loadgen_runs"]) == logged.sum()
    entries = tables.training.drop_duplicates(["suite", "round"])
    assert [e.row_id for e in training_evidence(entries.to_dict("records"))] == list(entries["row_id"])
