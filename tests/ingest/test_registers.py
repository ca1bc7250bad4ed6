"""The registers that steer ingestion: a typo stops it at once, at its line."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from claimcheck.errors import RegisterError
from claimcheck.ingest.registers import (
    Correction,
    Vendors,
    read_corrections,
)
from claimcheck.ingest.rows import Place
from claimcheck.rounds import read_experiments_source, read_rounds

COMMIT = "0123456789" * 4
ROUNDS = f"""\
rounds:
  v9.9:
    suite: MLPerf Inference
    repo: someone/inference_results_v9.9
    commit: {COMMIT}
    folders: [inference_results_v9.9, other]
    table: summary_results.json
    source: published
    expected_rows: {{inference_results: 3, systems: 1}}
"""
CORRECTION = """\
corrections:
  wrong-unit:
    table: inference_results
    where: {benchmark: whisper}
    column: unit
    reported: samples/s
    use: tokens/s
    why: The table says so.
    source: the log
    expect: 2
"""


def rounds(folder: Path, text: str = ROUNDS):
    (folder / "rounds.yml").write_text(text)
    return read_rounds(folder)


def corrections(folder: Path, text: str = CORRECTION) -> list[Correction]:
    (folder / "corrections.yml").write_text(text)
    return read_corrections(folder)


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "fix"),
    [
        ("expected_rows:", "expected_row:", 9, "v9.9.expected_row", "did you mean expected_rows?"),
        ("inference_results: 3", "inference_result: 3", 9, "inference_result:", "did you mean inference_results?"),
        (COMMIT, COMMIT[:-1] + "g", 5, "v9.9.commit", None),
        ("    table: summary_results.json\n", "", 2, "has no 'table'", None),
        ("    folders: [inference_results_v9.9, other]\n", "", 2, "has no 'folders'", None),
        ("MLPerf Inference", "MLPerf Training", 3, "v9.9 does not name its suite", None),
        ("  v9.9:", "  ../v9.9:", 3, "../v9.9 does not name its suite", None),
    ],
)
def test_a_fault_in_rounds(tmp_path: Path, old: str, new: str, line: int, message: str, fix: str | None) -> None:
    assert ROUNDS.count(old) == 1
    with pytest.raises(RegisterError, match=message) as error:
        rounds(tmp_path, ROUNDS.replace(old, new))
    assert (error.value.where, error.value.line) == (str(tmp_path / "rounds.yml"), line)
    assert error.value.fix == fix


EXPERIMENTS = f"""\
rounds:
experiments:
  inference: {{repo: a/e, commit: {COMMIT}, folders: [e], retrieved: 2026-01-01, second_value_of: [v2.0, v2.1]}}
"""


def test_the_experiments_repository(tmp_path: Path) -> None:
    (tmp_path / "rounds.yml").write_text(EXPERIMENTS)
    at = read_experiments_source(tmp_path)
    assert at is not None
    assert (at.repo, at.commit, at.folders, at.second_value_of) == ("a/e", COMMIT, ("e",), ("v2.0", "v2.1"))
    (tmp_path / "rounds.yml").write_text(ROUNDS)
    assert read_experiments_source(tmp_path) is None
    for old, new in (("retrieved", "retreived"), (COMMIT, "main"), ("[v2.0, v2.1]", "v2.0")):
        (tmp_path / "rounds.yml").write_text(EXPERIMENTS.replace(old, new))
        with pytest.raises(RegisterError) as error:
            read_experiments_source(tmp_path)
        assert error.value.line == 3


def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "benchmark": ["whisper", "whisper", "whisper", "rgat"],
            "unit": ["samples/s", "tokens/s", "samples/s", "samples/s"],
            "accelerators": [8, None, 8, None],
        }
    )


def test_a_correction_changes_the_rows_that_report_the_mistake_and_no_others(tmp_path: Path) -> None:
    (correction,) = corrections(tmp_path)
    before = frame()
    after = correction.apply(before, tmp_path)
    assert list(after["unit"]) == ["tokens/s", "tokens/s", "tokens/s", "samples/s"]
    assert list(before["unit"]) == list(frame()["unit"])
    assert after.drop(columns="unit").equals(before.drop(columns="unit"))


@pytest.mark.parametrize("expect", [1, 3])
def test_a_correction_whose_rows_have_changed(tmp_path: Path, expect: int) -> None:
    (correction,) = corrections(tmp_path, CORRECTION.replace("expect: 2", f"expect: {expect}"))
    message = f"wrong-unit: 2 rows report unit = 'samples/s', expected {expect}"
    with pytest.raises(RegisterError, match=message) as error:
        correction.apply(frame(), tmp_path)
    assert (error.value.where, error.value.line) == (str(tmp_path / "corrections.yml"), 2)
    assert error.value.rule
    assert error.value.fix


def test_a_correction_may_name_several_values_and_report_or_use_nothing(tmp_path: Path) -> None:
    text = CORRECTION.replace("whisper", "[whisper, rgat]").replace("column: unit", "column: accelerators")
    filled = text.replace("reported: samples/s", "reported: null").replace("use: tokens/s", "use: 1")
    (correction,) = corrections(tmp_path, filled)
    assert list(correction.apply(frame(), tmp_path)["accelerators"]) == [8, 1, 8, 1]
    emptied = text.replace("reported: samples/s", "reported: 8").replace("use: tokens/s", "use: null")
    (correction,) = corrections(tmp_path, emptied)
    assert correction.apply(frame(), tmp_path)["accelerators"].isna().all()


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "fix"),
    [
        ("table: inference_results", "table: inference_result", 3, "table: ", "did you mean inference_results?"),
        ("column: unit", "column: units", 5, "column is 'units'", "did you mean unit?"),
        ("{benchmark: whisper}", "{benchmrk: whisper}", 4, "where is 'benchmrk'", "did you mean benchmark?"),
        ("use: tokens/s", "use: null", 7, "use is None", None),
    ],
)
def test_a_fault_in_corrections(tmp_path: Path, old: str, new: str, line: int, message: str, fix: str | None) -> None:
    assert CORRECTION.count(old) == 1
    with pytest.raises(RegisterError, match=message) as error:
        corrections(tmp_path, CORRECTION.replace(old, new))
    assert (error.value.where, error.value.line) == (str(tmp_path / "corrections.yml"), line)
    assert error.value.fix == fix


@pytest.mark.parametrize(
    ("column", "use", "fits"),
    [
        ("accelerators", "null", True),
        ("accelerators", "87.5", False),
        ("value", "5.5", True),
        ("value", "false", False),
        ("higher_is_better", "0", False),
    ],
)
def test_a_correction_uses_what_the_column_can_hold(tmp_path: Path, column: str, use: str, fits: bool) -> None:
    text = CORRECTION.replace("column: unit", f"column: {column}").replace("use: tokens/s", f"use: {use}")
    if fits:
        assert len(corrections(tmp_path, text)) == 1
        return
    with pytest.raises(RegisterError, match="use is") as error:
        corrections(tmp_path, text)
    assert error.value.line == 7
    assert column in str(error.value.rule)


def test_the_first_pattern_of_a_maker_decides_whatever_the_letters() -> None:
    known = Vendors(accelerators={"One": {"patterns": ["box", "geforce"]}, "Two": {"patterns": [r"\bTWO\b"]}})
    names = ("two X1", "Two in a BOX")
    assert [known.accelerator_vendor(name, Place("t", 1)) for name in names] == ["Two", "One"]
