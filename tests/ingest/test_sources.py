"""One build of a round from every kind of source, and what stops it."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.core.errors import RegisterError, TableError, UpstreamError
from claimcheck.data import paths
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import csv_path, load, write_tables
from claimcheck.ingest.build import build, ingest, round_keys
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.verify import verify, write_verified
from tests.ingest.upstream import (
    CORRECTION,
    EXPERIMENTS_REPO,
    EXPERIMENTS_ROUND,
    LOGS_ROUND,
    OFFLINE,
    REPO,
    ROUND,
    SERVER,
    TRAINING_ROUND,
    TYPED_ROUND,
    Made,
    change_cell,
    every_source,
    hashes,
    quiet,
    refuses,
)
from tests.making import put


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Made:
    there = every_source(tmp_path_factory.mktemp("every"))
    there.ingest()
    return there


@pytest.fixture(scope="module")
def results(ingested: Made) -> pd.DataFrame:
    return load("inference_results", ingested.data)


def one(results: pd.DataFrame, **wanted: Any) -> dict[str, Any]:
    """The one row with these values, empty cells as None."""
    mask = (results[list(wanted)] == pd.Series(wanted)).all(axis=1)
    (row,) = results[mask].astype(object).to_dict("records")
    return {k: None if pd.isna(v) else v for k, v in row.items()}


# What each source gives -------------------------------------------------------------------------


def test_every_source_gives_its_rows(ingested: Made, results: pd.DataFrame) -> None:
    found = {name: len(load(name, ingested.data)) for name, table in TABLES.items() if table.ingested}
    assert found == {
        "inference_results": 7,
        "loadgen_runs": 2,
        "accuracy_results": 7,
        "systems": 2,
        "engine_settings": 0,
        "submitted_files": 0,
        "mechanism_evidence": 0,
        "training_results": 1,
        "skipped": 5,
    }
    # A run that no result names (its log, its accuracy), a folder of the experiments repository that belongs to no
    # round, and two rounds whose accuracy files are in no repository that is read.
    rounds = load("skipped", ingested.data)["round"]
    assert sorted(rounds) == sorted([ROUND, ROUND, "experiments", EXPERIMENTS_ROUND, TYPED_ROUND])
    assert set(load("loadgen_runs", ingested.data)["run_id"]) == {f"{ROUND}/{SERVER}", f"{ROUND}/{OFFLINE}"}
    how = results.groupby("round")["obtained"].agg(set).to_dict()
    assert how == {
        ROUND: {"published"},
        LOGS_ROUND: {"log"},
        EXPERIMENTS_ROUND: {"experiments"},
        TYPED_ROUND: {"typed"},
    }
    assert (results["platform_vendor"] == results["accelerator_vendor"].fillna("Intel")).all()


def test_a_second_value_that_differs_is_marked(results: pd.DataFrame) -> None:
    same = one(results, round=LOGS_ROUND, benchmark="resnet")
    assert (same["experiments_agrees"], same["experiments_value"]) == (True, 298647)
    differs = one(results, round=LOGS_ROUND, benchmark="llama2-70b-99")
    assert (differs["experiments_agrees"], differs["value"], differs["experiments_value"]) == (False, 4321.5, 4000.25)
    assert "v2.0" in differs["experiments_path"]
    assert results[results["round"] != LOGS_ROUND]["experiments_agrees"].isna().all()


def test_the_same_bytes_again_and_nothing_to_verify_away(ingested: Made) -> None:
    before = hashes(ingested.data)
    assert verify(ingested.upstream, ingested.data, quiet).rows["training_results"] == 1
    ingested.ingest()
    assert hashes(ingested.data) == before


# Some rounds only --------------------------------------------------------------------------------


def without(there: Made, keep: list[str]) -> Path:
    """An upstream folder next to the data that has only the repositories named in ``keep``."""
    upstream = there.data.parent / "upstream"
    upstream.mkdir()
    for name in keep:
        (upstream / name).symlink_to(there.upstream / name)
    return upstream


NEEDS = {
    LOGS_ROUND: ["inference_results_v2.0", "cm4mlperf-results"],
    TRAINING_ROUND: ["training_results_v3.0"],
}


@pytest.mark.parametrize("key", NEEDS)
def test_one_round_is_checked_and_written_with_its_own_repositories(tmp_path: Path, ingested: Made, key: str) -> None:
    there = ingested.copied(tmp_path)
    upstream = without(there, NEEDS[key])
    before = hashes(there.data)
    assert sum(verify(upstream, there.data, quiet, [key]).rows.values()) > 0
    # All its rows go, and come back as they were.
    tables = {name: load(name, there.data) for name, table in TABLES.items() if table.ingested}
    write_tables({name: frame[round_keys(frame, name) != key] for name, frame in tables.items()}, there.data)
    assert hashes(there.data) != before
    with pytest.raises(TableError, match="rows committed"):
        verify(upstream, there.data, quiet, [key])
    ingest(upstream, there.data, quiet, [key])
    assert hashes(there.data) == before


def test_the_report_says_what_was_read_what_agrees_and_what_was_left_out(ingested: Made) -> None:
    found = verify(ingested.upstream, ingested.data, quiet, [LOGS_ROUND, ROUND])
    assert [(one.repo, one.absent) for one in found.read] == [
        ("someone/inference_results_v9.9", 0),
        ("someone/inference_results_v2.0", 0),
        (EXPERIMENTS_REPO, 0),
    ]
    # The table, the system, two logs of each of two runs, and an accuracy file that both have.
    assert (found.read[0].blobs, found.read[0].files) == (1 + 1 + 2 * 2 + 1, 1 + 1 + 3 * 3)
    assert {(one.round, one.rows, one.agree): one.others for one in found.sources} == {
        (ROUND, 2, 2): {},
        (LOGS_ROUND, 2, 1): {"differ": 1},
    }
    assert found.unchecked == ("3 other rounds, and 1 rows of skipped that belong to no round",)
    (typed,) = verify(ingested.upstream, ingested.data, quiet, [TYPED_ROUND]).unchecked[:1]
    assert TYPED_ROUND in typed
    assert verify(ingested.upstream, ingested.data, quiet).unchecked == (typed,)


def test_a_correction_of_no_round_meets_some_of_its_rows(tmp_path: Path, ingested: Made) -> None:
    """It holds for both results of resnet in v2.0 and v5.0 together; an entry of a round must meet all of its own."""
    there = ingested.copied(tmp_path)
    change = {"column": "submitter", "reported": "Bea", "use": "Beate"}
    entries = CORRECTION.format(table="inference_results", where="{benchmark: resnet}", **change)
    put(there.data, paths.CORRECTIONS, entries.replace("expect: 1", "expect: 3"))
    assert len(build(there.upstream, there.data, quiet, only=[TYPED_ROUND])["inference_results"]) == 2
    entries = CORRECTION.format(table="inference_results", where="{round: v5.0}", **change)
    put(there.data, paths.CORRECTIONS, entries.replace("expect: 1", "expect: 3"))
    assert len(build(there.upstream, there.data, quiet, only=[ROUND])["inference_results"]) == 2
    with pytest.raises(RegisterError, match="2 rows report submitter = 'Bea', expected 3"):
        build(there.upstream, there.data, quiet, only=[TYPED_ROUND])


@pytest.mark.parametrize(
    ("name", "old", "new", "column"),
    [
        ("inference_results", ",6150.25,tokens/s", ",6150.26,tokens/s", "value"),
        ("skipped", "no published result names this run", "nobody names this run", "reason"),
    ],
)
def test_a_changed_cell_is_found_and_named(
    tmp_path: Path, ingested: Made, name: str, old: str, new: str, column: str
) -> None:
    there = ingested.copied(tmp_path)
    at = change_cell(there.data, name, old, new)
    with pytest.raises(TableError, match=f"1 cells differ; first: column {column}") as error:
        verify(there.upstream, there.data, quiet)
    assert (error.value.where, error.value.line) == (str(csv_path(name, there.data)), at)


def test_what_was_verified_is_recorded_by_repository(tmp_path: Path, ingested: Made) -> None:
    there = ingested.copied(tmp_path)
    found = verify(there.upstream, there.data, quiet)
    write_verified(found, there.data, datetime.date(2026, 1, 2))
    recorded = load("verified", there.data).set_index("repo")
    assert list(recorded.verified.unique()) == ["2026-01-02"]
    assert recorded.rounds.to_dict()[EXPERIMENTS_REPO] == EXPERIMENTS_ROUND
    assert recorded.rows[REPO] < recorded.rows.sum() <= sum(found.rows.values())
    tree = GitTree(there.repository / ".git", there.commit)
    assert (recorded.files[REPO], recorded.folders[REPO]) == (len(tree.paths), len(tree.folders))
    # A part of the rounds leaves the record of the others.
    part = verify(there.upstream, there.data, quiet, only=[LOGS_ROUND])
    assert {one.repo for one in part.read} > {EXPERIMENTS_REPO}, "read for its second values, not rebuilt"
    write_verified(part, there.data, datetime.date(2026, 1, 3))
    days = load("verified", there.data).set_index("repo").verified
    assert {repo for repo, day in days.items() if day == "2026-01-03"} == {"someone/inference_results_v2.0"}


# What stops everything --------------------------------------------------------------------------


def test_a_changed_row_count(tmp_path: Path, ingested: Made) -> None:
    there = ingested.copied(tmp_path)
    path = there.data / paths.ROUNDS
    head, _, rest = path.read_text().partition(f"  {TRAINING_ROUND}:\n")
    more = rest.replace("expected_rows: {}", "expected_rows: {training_results: 2}", 1)
    path.write_text(f"{head}  {TRAINING_ROUND}:\n{more}")
    error = refuses(there, UpstreamError, f"{TRAINING_ROUND} gives 1 rows of training_results, expected 2")
    assert error.where == "someone/training_results_v3.0"


# Corrections ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "where", "column", "reported", "use"),
    [
        ("inference_results", "{round: v2.0, benchmark: resnet}", "submitter", "Anna", "Anne"),
        ("training_results", "{suite: training}", "benchmark", "resnet", "ssd"),
    ],
)
def test_a_correction_reaches_every_table(
    tmp_path: Path, ingested: Made, table: str, where: str, column: str, reported: str, use: str
) -> None:
    there = ingested.copied(tmp_path)
    change = {"table": table, "where": where, "column": column, "reported": reported, "use": use}
    put(there.data, paths.CORRECTIONS, CORRECTION.format(**change))
    there.ingest()
    before, after = load(table, ingested.data)[column], load(table, there.data)[column]
    assert (before.astype(str) == reported).sum() - (after.astype(str) == reported).sum() == 1
    assert use in set(after.astype(str))


def test_a_unit_is_corrected_before_the_second_value_is_compared(tmp_path: Path, ingested: Made) -> None:
    """A rate that the correction calls a latency has no second value that is a rate."""
    there = ingested.copied(tmp_path)
    text = CORRECTION.format(
        table="inference_results", where="{round: v2.0, benchmark: resnet}", column="unit", reported="samples/s",
        use="ms",
    )  # fmt: skip
    put(there.data, paths.CORRECTIONS, text)
    there.ingest()
    row = one(load("inference_results", there.data), round=LOGS_ROUND, benchmark="resnet")
    assert (row["experiments_agrees"], row["experiments_value"]) == (False, None)
