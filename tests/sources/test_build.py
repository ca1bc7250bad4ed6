"""From a made repository to tables: what cannot be read is a skip row, what is wrong stops everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claimcheck.cli import main
from claimcheck.data.store import load, write_tables
from tests.sources import upstream as up
from tests.sources.golden import agree

DETAIL = f"{up.SERVER}/mlperf_log_detail.txt"


# The way it should go -------------------------------------------------------------------------


def test_a_round(tmp_path: Path) -> None:
    records = [
        up.record(),
        up.offline(),
        up.stream("SingleStream", 0.513395, "Latency (ms)"),
        up.stream("MultiStream", 4.225376, "Latency (ms)"),
        up.stream("Offline", 1973.5699512133, "Samples/s"),
    ]
    there = up.made(tmp_path, records)
    counts = there.ingest()
    # Accuracy: two metrics of Server and of Offline, one of each result of the SingleStream run.
    wanted = {"inference_results": 5, "loadgen_runs": 3, "accuracy_results": 7, "systems": 1}
    assert {name: count for name, count in counts.items() if count} == wanted
    results = load("inference_results", there.data)
    assert results["log_agrees"].all()
    assert set(results["round"]) == {up.ROUND}
    assert set(results["repo"]) == {up.REPO}
    assert set(results["commit"]) == {there.commit}
    assert set(results["blob"]) == {up.git(there.repository, "rev-parse", "HEAD:summary_results.json")}
    assert set(results["run_id"]) == set(load("loadgen_runs", there.data)["run_id"])

    # A source link leads to the line that holds the figure.
    text = up.table(records).split("\n")
    for row in results.itertuples():
        assert f'"Performance_Result": {row.value}' in text[row.line - 1]
        log = (there.repository / row.log_path).read_text().split("\n")
        assert row.log_blob == up.git(there.repository, "rev-parse", f"HEAD:{row.log_path}")
        key = row.log_note.partition(",")[0].removeprefix("8 x ").removeprefix("1 / ")
        assert f'"key": "{key}"' in log[row.log_line - 1]

    run = load("loadgen_runs", there.data).set_index("run_id").loc[f"{up.ROUND}/{up.SERVER}"]
    assert (run["path"], run["line"]) == (DETAIL, up.number_of(up.detail(up.SERVER_DETAIL), "result_validity"))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data", "upstream"]


# Logs that cannot be used: a row in the skip report, and the rest goes on ------------------------

DET, SUM = up.detail(up.SERVER_DETAIL), up.summary(up.SERVER_RESULT)
TWICE = up.summary(up.SERVER_RESULT).replace("Scenario : Server\n", "Scenario : Server\nScenario : Offline\n")
TEST07 = f"{up.SERVER.removesuffix('/performance/run_1')}/TEST07/performance/run_1/mlperf_log_summary.txt"
RANGING = f"{up.OFFLINE.removesuffix('/run_1')}/ranging/mlperf_log_summary.txt"
WORDLESS = up.summary({k: v for k, v in up.SERVER_RESULT.items() if "tokens" not in k})
# A system for each case: detail log and summary of its Server run, None where there is none; what its record says.
CASES: dict[str, tuple[str | None, str | None, dict[str, Any]]] = {
    "absent": (None, None, {}),
    "empty": ("", SUM, {}),
    "cut": (DET[:-150], SUM, {}),
    "contradictory": (DET, TWICE, {}),
    # The reader keeps its place: the run that is read after it has its own figures.
    "lost": (f"{DET}\n", SUM, {}),
    "twice-the-log": (DET, SUM, {"Performance_Result": 7442.88}),
    "another-unit": (DET, SUM, {"Performance_Units": "Queries/s"}),
    "two-records-of-one-run": (DET, SUM, {"ID": "9.9-0002", "Suite": "edge"}),
    "two-records-of-one-run ": (DET, SUM, {}),
    "no-metric": (up.detail(up.SERVER_DETAIL, result_completed_tokens_per_second=None), WORDLESS, {}),
}
# What is no result of the round.
BESIDE = {TEST07: "any", "closed/Anna/systems/broken.json": "{", RANGING: "any"}
SHOWN = {
    "inference_results": ["row_id", "value", "log_value", "log_agrees", "log_line", "log_note"],
    "loadgen_runs": ["run_id", "precision", "line"],
    "skipped": ["kind", "path", "line", "reason"],
}


def test_results_and_their_logs(tmp_path: Path) -> None:
    """Logs that cannot be used are rows of the skip report, and the rest goes on; one repository has every case."""
    files: dict[str, bytes | str | None] = dict(BESIDE)
    records = [up.offline()]
    for number, (name, (detailed, summed, changes)) in enumerate(CASES.items(), 10):
        folder = up.SERVER.replace("/box/", f"/{name.strip()}/")
        files |= {f"{folder}/mlperf_log_detail.txt": detailed, f"{folder}/mlperf_log_summary.txt": summed}
        records.append(up.record(**{"ID": f"9.9-00{number}", "Location": folder, **changes}))
    there = up.made(tmp_path, records, files)
    up.lose(there.repository, DETAIL.replace("/box/", "/lost/"))
    there.ingest()
    tables = {name: load(name, there.data) for name in SHOWN}
    tables["skipped"] = tables["skipped"].query("kind != 'accuracy'")
    agree("published", {name: rows[SHOWN[name]].to_dict("records") for name, rows in tables.items()})


def test_a_correction_reaches_the_table_before_the_log_is_compared(tmp_path: Path) -> None:
    change = {"column": "unit", "reported": "queries/s", "use": "tokens/s"}
    text = up.CORRECTION.format(table="inference_results", where="{submitter: Anna}", **change)
    there = up.made(tmp_path, [up.record(Performance_Units="Queries/s")], corrections=text)
    there.ingest()
    row = load("inference_results", there.data).iloc[0]
    assert (row["unit"], row["log_agrees"]) == ("tokens/s", True)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = up.made(tmp_path)
    where = ["--upstream", str(there.upstream), "--data", str(there.data)]
    assert main(["ingest", *where]) == 0
    assert "1 inference_results" in capsys.readouterr().out
    assert main(["verify", *where]) == 0
    assert "all are equal" in capsys.readouterr().out
    write_tables({"inference_results": load("inference_results", there.data).assign(value=3721.45)}, there.data)
    assert main(["verify", *where]) == 1
    said = capsys.readouterr().err
    assert "inference_results: value of 9.9-0001/llama2-70b-99/Server: committed '3721.45'" in said
    assert "Traceback" not in said
