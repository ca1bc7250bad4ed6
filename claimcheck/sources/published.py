"""A round that has a published table: its records and their logs.

A record names the folder of its scenario in v4.1 and v5.1, later of its run. v4.1 lists a result of two suites once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from claimcheck.core.errors import LogError
from claimcheck.data.names import LACKED, Row, Rows, skip
from claimcheck.data.rounds import Round
from claimcheck.sources import accuracy, loadgen, records
from claimcheck.sources.git import GitTree

TABLES = ("summary_results.json", "summary.json")
_LOGS = (records.SUMMARY, "/mlperf_log_detail.txt")
# What a submitter shipped that may hold settings; no logs.
_SHIPPED = re.compile(
    r"(closed|open)/[^/]+/(?!.*(/(performance|accuracy|compliance|TEST\d+)/|/mlperf_log_|openimages))"
    r".*\.(py|ya?ml|conf)"
)


def recognise(tree: GitTree) -> str | None:
    """The published table of the commit; None when it has none."""
    return next((table for table in TABLES if table in tree.paths), None)


def wanted(path: str) -> bool:
    """Whether ``read_round``, or what reads accuracies and settings, may read the file at ``path``."""
    if path in TABLES or (
        path.endswith(_LOGS) and "/performance/" in path.lower() and not records.COMPLIANCE.search(path)
    ):
        return True
    return records.is_description(path) or accuracy.wanted(path) or _SHIPPED.fullmatch(path) is not None


def read_round(tree: GitTree, round_: Round, names: records.Names) -> Rows:
    """Rows of ``inference_results``, ``loadgen_runs``, ``systems`` and ``skipped`` of a round.

    ``compare_with_logs`` fills ``log_agrees`` from a result's ``metric`` once the corrections are made.
    """
    where = f"{round_.repo}/{round_.table}"
    results = list(result_rows(tree.read_one(round_.table), where, names, round_.name))
    rows = {"inference_results": [], **records.read_systems(tree)}
    logs = {folder: _read_run(tree, folder) for folder in sorted({folder for _, folder in results})}
    for run in logs.values():
        rows["skipped"] += run.skipped
    runs: dict[str, Row] = {}
    for row, folder in results:
        run, run_id = logs[folder], f"{round_.name}/{folder}"
        row |= {"path": round_.table, "run_id": run_id}
        row |= metric_of_run(run, row, names.benchmarks.benchmarks[str(row["benchmark"])].metric)
        rows["inference_results"].append(row)
        if run.figures is not None:
            keep = ("round", "division", "submitter", "system", "benchmark", "scenario", "run_id")
            # Two published records may name one run (a result listed in two suites): it is one run.
            runs.setdefault(run_id, {k: row[k] for k in keep} | run.figures)
    rows["loadgen_runs"] = list(runs.values())
    rows["skipped"] += records.unused_logs(tree, {f"{folder}{records.SUMMARY}" for folder in logs})
    return rows


def result_rows(data: bytes, where: str, names: records.Names, round_: str) -> Iterator[tuple[Row, str]]:
    """Rows of ``inference_results`` of a published table, each with the folder of its run."""
    for record, place in records.records(data, where):
        folder = str(record["location"]).removeprefix("./").rstrip("/")
        folder = folder if "/performance/" in folder else f"{folder}/performance/run_1"
        more = records.measured_power(record["has_power"], record.get("power"), record.get("power_unit"), place)
        for row in records.rows_of(record, place, round_, names):
            names.benchmarks.check_scenario(str(row["benchmark"]), str(row["scenario"]), round_, place)
            yield row | more | {"obtained": "published"}, folder


class Run(NamedTuple):
    """The logs of a run by path, the preferred one first, and figures, with the line of the verdict; what failed."""

    logs: dict[str, loadgen.Log]
    figures: Row | None
    skipped: list[Row]


_PARSERS = {"detail": loadgen.parse_detail, "summary": loadgen.parse_summary}


def _read_run(tree: GitTree, folder: str) -> Run:
    """Read the logs of a run; without a summary there are no figures."""
    logs, skipped = {}, []
    paths = {which: f"{folder}/mlperf_log_{which}.txt" for which in _PARSERS}
    for which, path in paths.items():
        data = tree.blob(path).data if path in tree.paths else None
        try:
            if data is None:
                raise LogError(LACKED if path in tree.paths else "not in the commit")
            logs[path] = _PARSERS[which](data, path)
        except LogError as error:
            skipped.append(skip("log", path, error))
    detail, summary = map(logs.get, paths.values())
    if summary is None:
        return Run({}, None, skipped)
    line = detail["result_validity"].line if detail else summary["result/Result is"].line
    return Run(logs, {"path": next(iter(logs)), "line": line, **loadgen.run_figures(detail, summary)}, skipped)


def metric_of_run(run: Run, row: Row, counts: str) -> Row:
    """The log columns of a result; ``metric`` is the figure in the log, or None."""
    if run.figures is None:
        return {"log_note": "no readable log: see the skip report", "metric": None}
    unit = str(row["unit"]) if row["unit"] in ("ms", "s") else "ms"
    for path, log in run.logs.items():
        metric = loadgen.metric_of(log, str(row["scenario"]), str(run.figures["log_scenario"]), counts, unit)
        if metric is not None:
            columns = {"log_line": metric.line, "log_value": float(metric.value), "log_note": metric.how}
            return columns | {"log_path": path, "metric": metric}
    return {"log_path": run.figures["path"], "log_note": "the log does not print the published metric", "metric": None}


def compare_with_logs(results: pd.DataFrame) -> pd.DataFrame:
    """Fill ``log_agrees`` of the rows from published tables; ``log_note`` says what differs."""
    agree, notes = results["log_agrees"].astype("object"), results["log_note"].copy()
    # Without a published round, the two columns on the way are not there.
    columns = results.reindex(columns=["published_text", "metric", "unit", "log_note"])
    for row in columns[(results["obtained"] == "published") & columns["metric"].notna()].itertuples():
        log, printed, difference = row.metric, row.published_text, ""
        if row.unit != log.unit:
            difference = f": published as {row.unit}, logged as {log.unit}"
        elif not loadgen.agrees(printed, log) and log.value:
            difference = f": published is {float(printed) / float(log.value):.6g} times the log"
        elif not loadgen.agrees(printed, log):
            difference = f": published as {printed}, the log prints 0"
        agree[row.Index], notes[row.Index] = not difference, f"{row.log_note}{difference}"
    return results.assign(log_agrees=agree, log_note=notes)


def page_ids(results: pd.DataFrame, pages: pd.DataFrame) -> pd.Series:
    """The column ``page_id`` of ``results``; ``pages`` are rows of the table result_pages."""
    ids = results["row_id"].map(pages.groupby("row_id")["page_id"].agg(", ".join)).fillna("none")
    due = results["round"].isin(pages["round"]) & (results["division"] == "closed") & (results["suite"] == "datacenter")
    return ids.where(due & (ids != results["result_id"]))
