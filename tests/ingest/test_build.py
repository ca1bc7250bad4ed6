"""From a made repository to tables: what cannot be read is a skip row, what is wrong stops everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.cli import main
from claimcheck.errors import TableError
from claimcheck.tables import load
from tests.ingest.upstream import (
    CORRECTION,
    OFFLINE,
    REPO,
    ROUND,
    SERVER,
    SERVER_DETAIL,
    SERVER_RESULT,
    STREAM,
    SYSTEM,
    accuracy_of,
    change_cell,
    detail,
    git,
    lose,
    made,
    number_of,
    offline,
    record,
    refuses,
    server,
    stream,
    summary,
    table,
)

DETAIL = f"{SERVER}/mlperf_log_detail.txt"
SUMMARY = f"{SERVER}/mlperf_log_summary.txt"


def row_of(data: Path, name: str = "inference_results", at: int = 0) -> dict[str, Any]:
    return load(name, data).iloc[at].to_dict()


def skips(data: Path) -> list[tuple[str, str, int | None, str]]:
    """(kind, path, line, reason) of the skip report, but for runs that nothing names."""
    rows = load("skipped", data)
    rows = rows[~rows["reason"].isin(["no published result names this run", "no result names this run"])]
    return [(r.kind, r.path, None if pd.isna(r.line) else int(r.line), r.reason) for r in rows.itertuples(index=False)]


# The way it should go -------------------------------------------------------------------------


def test_a_round(tmp_path: Path) -> None:
    records = [
        server(),
        offline(),
        stream("SingleStream", 0.513395, "Latency (ms)"),
        stream("MultiStream", 4.225376, "Latency (ms)"),
        stream("Offline", 1973.5699512133, "Samples/s"),
    ]
    there = made(tmp_path, records, expected="{inference_results: 5, loadgen_runs: 3, systems: 1}")
    counts = there.ingest()
    assert counts == {
        "inference_results": 5,
        "loadgen_runs": 3,
        # Two metrics of Server and of Offline, one of each result of the SingleStream run.
        "accuracy_results": 7,
        "systems": 1,
        "engine_settings": 0,
        "submitted_files": 0,
        "mechanism_evidence": 0,
        "training_results": 0,
        "skipped": 0,
    }
    results = load("inference_results", there.data)
    assert results["log_agrees"].all()
    assert set(results["round"]) == {ROUND}
    assert set(results["repo"]) == {REPO}
    assert set(results["commit"]) == {there.commit}
    assert set(results["blob"]) == {git(there.repository, "rev-parse", "HEAD:summary_results.json")}
    assert set(results["run_id"]) == set(load("loadgen_runs", there.data)["run_id"])

    # A source link leads to the line that holds the figure.
    text = table(records).split("\n")
    for row in results.itertuples():
        assert f'"Performance_Result": {row.value}' in text[row.line - 1]
        log = (there.repository / row.log_path).read_text().split("\n")
        assert row.log_blob == git(there.repository, "rev-parse", f"HEAD:{row.log_path}")
        key = row.log_note.partition(",")[0].removeprefix("8 x ").removeprefix("1 / ")
        assert f'"key": "{key}"' in log[row.log_line - 1]

    run = load("loadgen_runs", there.data).set_index("run_id").loc[f"{ROUND}/{SERVER}"]
    assert (run["precision"], run["validity"], run["scenario"]) == ("detail", "VALID", "Server")
    assert (run["scheduled_samples_per_s"], run["start_to_last_completion_s"]) == (12.5256, 1200.25)
    assert (run["schedule_seed"], run["path"]) == ("18446744073709551615", DETAIL)
    assert run["line"] == number_of(detail(SERVER_DETAIL), "result_validity")
    assert pd.isna(run["latency_limit_ms"])
    system = row_of(there.data, "systems")
    assert (system["round"], system["path"], system["nodes"]) == (ROUND, SYSTEM, 2)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data", "upstream"]


def test_two_records_of_one_run_are_one_run(tmp_path: Path) -> None:
    there = made(tmp_path, [server(), record(ID="9.9-0002", Suite="edge")])
    assert there.ingest()["loadgen_runs"] == 1
    assert len(set(load("inference_results", there.data)["run_id"])) == 1


# Logs that cannot be used: a row in the skip report, and the rest goes on ------------------------


def test_an_absent_detail_log_leaves_the_summary(tmp_path: Path) -> None:
    there = made(tmp_path, [server(), offline()])
    lose(there.repository, DETAIL)
    there.ingest()
    runs = load("loadgen_runs", there.data).set_index("run_id")
    results = load("inference_results", there.data).set_index("run_id")
    run, result = runs.loc[f"{ROUND}/{SERVER}"], results.loc[f"{ROUND}/{SERVER}"]
    assert (run["precision"], run["path"]) == ("summary", SUMMARY)
    assert run["line"] == number_of(summary(SERVER_RESULT), "Result is")
    assert (result["log_path"], result["log_note"]) == (SUMMARY, "Completed tokens per second")
    assert result["log_line"] == number_of(summary(SERVER_RESULT), "Completed tokens per second")
    assert result["log_agrees"]
    # The reader kept its place: the run that is read after it has its own figures.
    assert runs.loc[f"{ROUND}/{OFFLINE}", "precision"] == "detail"
    assert results.loc[f"{ROUND}/{OFFLINE}", "log_agrees"]
    assert skips(there.data) == [("log", DETAIL, None, "listed in the commit but absent from the repository")]
    absent = load("skipped", there.data).set_index("kind").loc["log"]
    assert absent["blob"] == git(there.repository, "rev-parse", f"HEAD:{DETAIL}")


INVALID = detail(SERVER_DETAIL, result_validity='"INVALID"')
WITHOUT = detail(SERVER_DETAIL, result_completed_tokens_per_second=None)
NO_LOG = "no readable log: see the skip report"
KEY = "result_completed_tokens_per_second"
TWICE = summary(SERVER_RESULT).replace("Scenario : Server\n", "Scenario : Server\nScenario : Offline\n")
# What stands in the place of the logs of a run; what is skipped (kind, path, line, how the reason begins); the run's
# precision, whether the result agrees with its log, and the log's note.
LOGS = {
    "absent": ({DETAIL: None, SUMMARY: None}, [("log", path, None, "not in the commit") for path in (DETAIL, SUMMARY)],
               None, None, NO_LOG),
    "empty": ({DETAIL: ""}, [("log", DETAIL, None, "the log is empty")],
              "summary", True, "Completed tokens per second"),
    "cut": ({DETAIL: detail(SERVER_DETAIL)[:-150]},
            [("log", DETAIL, detail(SERVER_DETAIL).count("\n"), "not a complete log line")],
            "summary", True, "Completed tokens per second"),
    "contradictory": ({SUMMARY: TWICE}, [("log", SUMMARY, 5, "result/Scenario is Offline here and Server on line 4")],
                      None, None, NO_LOG),
    "invalid": ({DETAIL: INVALID, SUMMARY: summary({**SERVER_RESULT, "Result is": "INVALID"})},
                [("run", DETAIL, number_of(INVALID, "result_validity"), "LoadGen calls the run INVALID")],
                "detail", True, KEY),
    "two verdicts": ({DETAIL: INVALID},
                     [("run", DETAIL, number_of(INVALID, "result_validity"),
                       "the detail log calls the run INVALID, the summary does not")], "detail", True, KEY),
    "no metric in the detail log": ({DETAIL: WITHOUT}, [], "detail", True, "Completed tokens per second"),
    "no metric": ({DETAIL: WITHOUT, SUMMARY: summary({k: v for k, v in SERVER_RESULT.items() if "tokens" not in k})},
                  [], "detail", None, "the log does not print the published metric"),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_cannot_be_used_is_skipped_and_the_rest_goes_on(tmp_path: Path, name: str) -> None:
    files, skipped, precision, agrees, note = LOGS[name]
    there = made(tmp_path, [server(), offline()], files)
    there.ingest()
    assert [(*told[:3], told[3].partition(" (")[0]) for told in skips(there.data)] == skipped
    results = load("inference_results", there.data).astype(object).set_index("scenario")
    result = results.loc["Server"].where(results.loc["Server"].notna(), None)
    assert (result["log_agrees"], result["log_note"]) == (agrees, note)
    assert results.loc["Offline", "log_agrees"]
    runs = load("loadgen_runs", there.data).set_index("scenario")["precision"]
    assert runs.to_dict() == {"Offline": "detail"} | ({"Server": precision} if precision else {})


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"Performance_Result": 7442.88}, "result_completed_tokens_per_second: published is 2 times the log"),
        (
            {"Performance_Units": "Queries/s"},
            "result_completed_tokens_per_second: published as queries/s, logged as tokens/s",
        ),
    ],
)
def test_a_disagreement_says_what_differs(tmp_path: Path, changes: dict[str, Any], note: str) -> None:
    there = made(tmp_path, [record(**changes)])
    there.ingest()
    result = row_of(there.data)
    assert not result["log_agrees"]
    assert result["log_note"] == note
    assert result["log_value"] == 3721.44


def test_runs_that_no_result_names_and_systems_that_cannot_be_read(tmp_path: Path) -> None:
    compliance = f"{SERVER.removesuffix('/performance/run_1')}/TEST07/performance/run_1/mlperf_log_summary.txt"
    broken = "closed/Anna/systems/broken.json"
    ranging = f"{OFFLINE.removesuffix('/run_1')}/ranging/mlperf_log_summary.txt"
    there = made(tmp_path, files={compliance: "any", broken: "{", ranging: "any"})
    there.ingest()
    rows = {r.path: r for r in load("skipped", there.data).itertuples()}
    unnamed = [name for run in (OFFLINE, STREAM) for name in (f"{run}/mlperf_log_summary.txt", accuracy_of(run))]
    assert set(rows) == {compliance, broken, "**/performance/ranging", *unnamed}
    assert "(1 summary logs)" in rows["**/performance/ranging"].reason
    assert rows[compliance].reason == "compliance run TEST07, not a result"
    assert rows[f"{OFFLINE}/mlperf_log_summary.txt"].reason == "no published result names this run"
    assert (rows[broken].kind, rows[broken].reason[:8]) == ("system", "not JSON")


# Faults that stop everything --------------------------------------------------------------------


def test_a_correction_reaches_the_table_before_the_log_is_compared(tmp_path: Path) -> None:
    change = {"column": "unit", "reported": "queries/s", "use": "tokens/s"}
    text = CORRECTION.format(table="inference_results", where="{submitter: Anna}", **change)
    there = made(tmp_path, [record(Performance_Units="Queries/s")], corrections=text)
    there.ingest()
    assert (row_of(there.data)["unit"], row_of(there.data)["log_agrees"]) == ("tokens/s", True)


def test_a_table_that_breaks_its_schema(tmp_path: Path) -> None:
    change = {"column": "availability", "reported": "available", "use": "sold"}
    text = CORRECTION.format(table="inference_results", where="{submitter: Anna}", **change)
    error = refuses(made(tmp_path, corrections=text), TableError, "availability = 'sold'")
    assert "available, preview, rdi" in str(error.rule)


# The command line -------------------------------------------------------------------------------


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = made(tmp_path)
    where = ["--upstream", str(there.upstream), "--data", str(there.data)]
    assert main(["ingest", *where]) == 0
    assert "1 inference_results" in capsys.readouterr().out
    assert main(["verify", *where]) == 0
    whole = capsys.readouterr().out
    assert "are what upstream gives" in whole
    assert main(["verify", *where, "--round", ROUND]) == 0
    assert capsys.readouterr().out == whole
    assert main(["ingest", *where, "--round", ROUND]) == 0
    assert "1 inference_results" in capsys.readouterr().out
    assert main(["verify", *where, "--round", ROUND, "v9.8"]) == 1
    assert f"did you mean {ROUND}?" in capsys.readouterr().err

    change_cell(there.data, "inference_results", ",3721.44,tokens/s", ",3721.45,tokens/s")
    assert main(["verify", *where]) == 1
    said = capsys.readouterr().err
    assert "inference_results.csv.gz:2: 1 cells differ; first: column value" in said
    assert "Traceback" not in said
