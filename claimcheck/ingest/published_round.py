"""A round that has a published table: its records, each compared with the log behind it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pandas as pd

from claimcheck.errors import LogError, UpstreamError
from claimcheck.ingest import loadgen, published, systems
from claimcheck.ingest.fields import Place
from claimcheck.ingest.git import Blob, GitTree
from claimcheck.ingest.registers import Benchmarks, Vendors
from claimcheck.ingest.rows import LACKED, RANGING, Row, Rows, skip, skip_logs, why
from claimcheck.rounds import Round

_RUN = re.compile(r"(?P<folder>[^/]+/[^/]+/results/.+/performance/run_\d+)/mlperf_log_summary\.txt\Z", re.IGNORECASE)
_COMPLIANCE = re.compile(r"/(TEST\d+|compliance|audit)/", re.IGNORECASE)


def recognise(tree: GitTree) -> str | None:
    """The published table of the commit; None when it has none."""
    return published.TABLE if published.TABLE in tree.paths else None


def read_round(tree: GitTree, round_: Round, benchmarks: Benchmarks, vendors: Vendors) -> Rows:
    """Rows of ``inference_results``, ``loadgen_runs``, ``systems`` and ``skipped``.

    A result carries ``published_text`` and ``metric``, from which ``compare_with_logs`` fills
    ``log_agrees`` once the corrections are made. Raises UpstreamError when the table is not
    in the commit or publishes a row twice.
    """
    where = f"{round_.repo}/{round_.table}"
    if round_.table not in tree.paths:
        raise UpstreamError("the published table is not in the commit", where=where)
    source = {"repo": round_.repo, "commit": round_.commit}
    found = published.read_records(tree.read_one(round_.table), where)
    rows = systems.read_systems(tree, round_)
    runs: dict[str, Row] = {}
    folders = [published.folder_of(record) for record in found]
    logs = dict(_read_runs(tree, folders))
    for run in logs.values():
        rows.skipped += [s | {"round": round_.key} for s in run.skipped]
    seen: dict[str, Place] = {}
    for record, folder in zip(found, folders, strict=True):
        row = published.result_row(record, benchmarks, vendors)
        first = seen.setdefault(str(row["row_id"]), record.place)
        if first != record.place:
            message = f"{row['row_id']} is published here and on line {first.line}"
            raise record.place.error(message, "ID, model and scenario are unique together")
        row |= source | {
            "round": round_.name,
            "path": round_.table,
            "blob": tree.paths[round_.table],
            "published_text": record.text,
        }
        row["run_id"] = f"{round_.name}/{folder}"
        run = logs[folder]
        row |= metric_of_run(run, row, benchmarks.benchmarks[str(row["benchmark"])].metric)
        rows.results.append(row)
        if run.figures is not None:
            keep = ("round", "division", "submitter", "system", "benchmark", "scenario", "run_id")
            where_run = {"path": run.path, "blob": run.blob, "line": run.line}
            # Two published records may name one run (a result listed in two suites): it is one run.
            runs.setdefault(row["run_id"], {k: row[k] for k in keep} | source | where_run | run.figures)
    rows.runs = list(runs.values())
    rows.skipped += _unused_runs(tree, round_.key, set(folders))
    return rows


@dataclass
class Run:
    """A run's logs as read: the preferred one's place, all parsed, and what failed.

    ``report`` is that of the newer harness, in the place of the two logs.
    """

    path: str | None = None
    blob: str | None = None
    line: int | None = 1
    detail: loadgen.Log | None = None
    summary: loadgen.Log | None = None
    report: loadgen.Log | None = None
    figures: Row | None = None
    summary_path: str = ""
    summary_blob: str = ""
    skipped: list[Row] = field(default_factory=list)


def _read_runs(tree: GitTree, folders: list[str]) -> list[tuple[str, Run]]:
    """Read both logs of every folder in one stream."""
    unique = sorted(set(folders))
    names = {
        f: (
            f"{f}/mlperf_log_detail.txt",
            f"{f}/mlperf_log_summary.txt",
            # The newer harness has no folder a run; upstream's Location names one all the same.
            f"{f.rpartition('/')[0]}/result_summary.json",
        )
        for f in unique
    }
    wanted = [p for those in names.values() for p in those if p in tree.paths]
    blobs = {b.path: b for b in tree.read(wanted)}
    return [(f, _read_run(*(blobs.get(name) for name in names[f]), f)) for f in unique]


def _read_run(detail: Blob | None, summary: Blob | None, report: Blob | None, folder: str) -> Run:
    run = Run()

    def parse(blob: Blob | None, name: str, parser: Callable[[bytes, str], loadgen.Log]) -> loadgen.Log | None:
        line = None
        if blob is None:
            reason = "not in the commit"
        elif blob.data is None:
            reason = LACKED
        else:
            try:
                return parser(blob.data, blob.path)
            except LogError as error:
                line, reason = error.line, why(error)
        path, blob_id = (blob.path, blob.blob) if blob else (f"{folder}/{name}", None)
        run.skipped.append(skip("", "log", path, blob_id, line, reason))
        return None

    if report is not None and detail is None and summary is None:
        run.report = parse(report, "", loadgen.parse_report)
        if run.report is not None:
            run.path, run.blob, run.line = report.path, report.blob, run.report["qps"].line
            try:
                run.figures = loadgen.report_figures(run.report, folder.split("/")[5], report.path)
            except LogError as error:
                run.skipped.append(skip("", "log", report.path, report.blob, error.line, why(error)))
        return run
    run.detail = parse(detail, "mlperf_log_detail.txt", loadgen.parse_detail)
    run.summary = parse(summary, "mlperf_log_summary.txt", loadgen.parse_summary)
    if run.summary is None or summary is None:
        return run
    run.summary_path, run.summary_blob = summary.path, summary.blob
    if run.detail is not None and detail is not None:
        run.path, run.blob, run.line = detail.path, detail.blob, run.detail["result_validity"].line
    else:
        run.path, run.blob, run.line = summary.path, summary.blob, run.summary["result/Result is"].line
    run.figures = loadgen.run_figures(run.detail, run.summary)
    if run.detail is not None and run.detail["result_validity"].text != run.figures["validity"]:
        reason = f"the detail log calls the run {run.detail['result_validity'].text}, the summary does not"
        run.skipped.append(skip("", "run", run.path, run.blob, run.line, reason))
    if run.figures["validity"] != "VALID":
        run.skipped.append(skip("", "run", run.path, run.blob, run.line, "LoadGen calls the run INVALID"))
    return run


def metric_of_run(run: Run, row: Row, counts: str) -> Row:
    """The log columns of a result; ``metric`` is the figure in the log, or None."""
    if run.figures is None:
        return {"log_note": "no readable log: see the skip report", "metric": None}
    unit = str(row["unit"])
    latency_unit = unit if unit in ("ms", "s") else "ms"
    preferred = run.report or run.detail
    sources = [(preferred, run.path, run.blob), (run.summary, run.summary_path, run.summary_blob)]
    for log, path, blob in sources:
        if log is None:
            continue
        ran = str(run.figures.get("log_scenario"))
        metric = loadgen.metric_of(log, str(row["scenario"]), ran, counts, latency_unit)
        if metric is not None:
            found = {
                "log_path": path,
                "log_blob": blob,
                "log_line": metric.line,
                "log_value": float(metric.value),
            }
            return found | {"log_note": metric.how, "metric": metric}
    return {
        "log_path": run.path,
        "log_blob": run.blob,
        "log_note": "the log does not print the published metric",
        "metric": None,
    }


def compare_with_logs(results: pd.DataFrame) -> pd.DataFrame:
    """Fill ``log_agrees`` of the rows from published tables, typed ones too; ``log_note`` says what differs."""
    published_rows = results[results["obtained"].isin(("published", "typed"))]
    agree, notes = pd.Series(None, index=results.index, dtype="object"), results["log_note"].copy()
    # Without a published round, the two columns on the way are not there.
    for row in published_rows.reindex(columns=["published_text", "metric", "unit", "log_note"]).itertuples():
        if row.metric is not None:
            agree[row.Index], difference = _agreement(row.published_text, row.unit, row.metric)
            notes[row.Index] = f"{row.log_note}: {difference}" if difference else row.log_note
    return results.assign(log_agrees=agree, log_note=notes)


def _agreement(published_text: str, unit: str, metric: loadgen.Metric) -> tuple[bool, str]:
    """Whether a published figure equals the log's, and, where not, the difference in words."""
    if unit != metric.unit:
        return False, f"published as {unit}, logged as {metric.unit}"
    if loadgen.agrees(published_text, metric):
        return True, ""
    if not metric.value:
        return False, f"published as {published_text}, the log prints 0"
    return False, f"published is {float(published_text) / float(metric.value):.6g} times the log"


def _unused_runs(tree: GitTree, round_: str, used: set[str]) -> list[Row]:
    """Performance logs in the commit on which no published result rests, those of the power meter in one row."""
    rows = []
    for path, blob in tree.paths.items():
        match = _RUN.match(path)
        if match is None or match["folder"] in used:
            continue
        compliance = _COMPLIANCE.search(path)
        reason = f"compliance run {compliance[1]}, not a result" if compliance else "no published result names this run"
        rows.append(skip(round_, "run", path, blob, None, reason))
    pattern, where, what = RANGING
    power = sum(path.endswith("/mlperf_log_summary.txt") and bool(pattern.search(path)) for path in tree.paths)
    return [*rows, skip_logs(round_, where, what, power)] if power else rows
