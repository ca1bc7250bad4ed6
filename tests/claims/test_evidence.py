"""Where a figure comes from, also of a row without an ID, without a line, and of Training."""

from __future__ import annotations

import pandas as pd

from claimcheck.claims.verdict.evidence import describe, evidence_of, training_evidence, with_links
from tests.making import results, training

AT = f"https://github.com/mlcommons/inference_results_v6.0/blob/{'c' * 40}"
TYPED = {"obtained": "typed", "result_id": None, "availability": None, "blob": None, "line": None, "run_id": None,
         "log_path": None, "log_blob": None, "log_line": None, "log_agrees": None, "path": "a b/README.md"}  # fmt: skip


def test_a_typed_row_has_a_file_and_no_line_and_leads_to_its_log_where_that_is_kept() -> None:
    elsewhere = {"log_repo": "someone/copy", "log_commit": "d" * 40, "log_path": "x/summary.txt", "run_id": "run"}
    (alone,), (typed, log) = (evidence_of(results({**TYPED, **more})) for more in ({}, elsewhere))
    for item in (alone, typed):
        assert (item.blob, item.line, item.url) == (None, None, f"{AT}/a%20b/README.md")
        assert item.label.startswith("typed by hand from: Anna")
        assert "v6.0 closed, availability not known" in item.label
    assert [item.label.endswith("without a log in our tables") for item in (alone, typed)] == [True, False]
    address = f"https://github.com/someone/copy/blob/{'d' * 40}/x/summary.txt"
    assert (log.table, log.repo, log.url) == ("loadgen_runs", "someone/copy", address)


def test_a_row_of_the_experiments_repository_is_published_there() -> None:
    (item,) = evidence_of(results({**TYPED, "obtained": "experiments", "blob": "b" * 40, "line": 4}))
    assert (item.label.partition(":")[0], item.line) == ("published", 4)


def test_a_cpu_only_system_in_words() -> None:
    row = results({"accelerators": None, "accelerator": None}).iloc[0]
    assert describe(row) == "Anna, box (CPU only), deepseek-r1 Server, v6.0 closed, available"


def test_links_lead_to_the_line_where_one_is_known() -> None:
    rows = with_links(results({"row_id": "a"}, {"row_id": "b", **TYPED}))
    assert list(rows["published_url"]) == [f"{AT}/summary_results.json#L7", f"{AT}/a%20b/README.md"]
    assert rows["log_url"].iloc[0] == f"{AT}/a/log.txt#L9"
    assert pd.isna(rows["log_url"].iloc[1])
    copy = {"log_path": "b/log.txt", "log_repo": "some/copy", "log_commit": "d" * 40}
    (address,) = with_links(results({"row_id": "b", **TYPED, **copy}))["log_url"]
    assert address == f"https://github.com/some/copy/blob/{'d' * 40}/b/log.txt"


def test_the_runs_of_an_entry_of_training() -> None:
    (item,) = training_evidence(training({"row_id": "t", "path": "Anna/results/a box/resnet"}))
    assert (item.table, item.row_id, item.blob, item.line) == ("training_results", "t", None, None)
    repo = "https://github.com/mlcommons/training_results_v5.1"
    assert item.url == f"{repo}/tree/{'c' * 40}/Anna/results/a%20box/resnet"
    assert item.label == "runs: Anna, box, resnet, training v5.1"


def test_every_row_of_the_tables_can_be_shown(tables) -> None:
    """One of every round: no source lacks what its evidence needs."""
    rows = tables.results.drop_duplicates(["round", "obtained", "division"])
    items = evidence_of(rows)
    assert {e.row_id for e in items if e.table == "inference_results"} == set(rows["row_id"])
    logged = (rows["obtained"] == "published") | ((rows["obtained"] == "typed") & rows["log_path"].notna())
    assert len([e for e in items if e.table == "loadgen_runs"]) == logged.sum()
    entries = tables.training.drop_duplicates(["suite", "round"])
    assert [e.row_id for e in training_evidence(entries)] == list(entries["row_id"])
