"""A round that has a published table: its records, each compared with the log behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pandas as pd

from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.data.names import Benchmarks, Vendors
from claimcheck.data.rounds import Round
from claimcheck.data.rows import LACKED, RANGING, Place, Row, Rows, skip, skip_logs, why
from claimcheck.ingest import loadgen, published, systems
from claimcheck.ingest.git import Blob, GitTree

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
    found = list(published.result_rows(tree.read_one(round_.table), where, benchmarks, vendors))
    rows = systems.read_systems(tree, round_)
    runs: dict[str, Row] = {}
    folders = [folder for _, folder, _ in found]
    logs = dict(_read_runs(tree, folders))
    for run in logs.values():
        rows.skipped += [s | {"round": round_.key} for s in run.skipped]
    seen: dict[str, Place] = {}
    for row, folder, place in found:
        first = seen.setdefault(str(row["row_id"]), place)
        if first != place:
            message = f"{row['row_id']} is published here and on line {first.line}"
            raise place.error(message, "ID, model and scenario are unique together")
        row |= source | {
            "round": round_.name,
            "path": round_.table,
            "blob": tree.paths[round_.table],
        }
        row["run_id"] = f"{round_.name}/{folder}"
        run = logs[folder]
        row |= metric_of_run(run, row, benchmarks.benchmarks[str(row["benchmark"])].metric)
        rows.results.append(row)
        if run.figures is not None:
            keep = ("round", "division", "submitter", "system", "benchmark", "scenario", "run_id")
            log = run.logs[0][1]
            where_run = {"path": log.path, "blob": log.blob, "line": run.line}
            # Two published records may name one run (a result listed in two suites): it is one run.
            runs.setdefault(row["run_id"], {k: row[k] for k in keep} | source | where_run | run.figures)
    rows.runs = list(runs.values())
    rows.skipped += _unused_runs(tree, round_.key, set(folders))
    return rows


@dataclass
class Run:
    """A run's logs as read: those that were parsed, each with its file, the preferred one first; and what failed.

    ``line`` is that of the verdict in the preferred log; the report of the newer harness has none, but its rate.
    """

    logs: list[tuple[loadgen.Log, Blob]] = field(default_factory=list)
    line: int | None = None
    figures: Row | None = None
    skipped: list[Row] = field(default_factory=list)


def _read_runs(tree: GitTree, folders: list[str]) -> Iterator[tuple[str, Run]]:
    """Read the logs of every folder in one stream."""
    names = {
        f: (
            f"{f}/mlperf_log_detail.txt",
            f"{f}/mlperf_log_summary.txt",
            # The newer harness has no folder a run; upstream's Location names one all the same.
            f"{f.rpartition('/')[0]}/result_summary.json",
        )
        for f in sorted(set(folders))
    }
    blobs = {b.path: b for b in tree.read([p for those in names.values() for p in those if p in tree.paths])}
    for folder, (detail, summary, report) in names.items():
        run = Run()
        if report in blobs and detail not in blobs and summary not in blobs:
            _read_report(run, blobs[report], folder.split("/")[5])
        else:
            _read_logs(run, blobs, detail, summary)
        yield folder, run


def _parse(run: Run, blob: Blob, parser: Callable[[bytes, str], loadgen.Log]) -> loadgen.Log | None:
    """The log of a file; None, with a row of ``skipped``, for one that is lacking or cannot be used."""
    line = None
    if blob.data is None:
        reason = LACKED if blob.blob else "not in the commit"
    else:
        try:
            return parser(blob.data, blob.path)
        except LogError as error:
            line, reason = error.line, why(error)
    run.skipped.append(skip("", "log", blob.path, blob.blob or None, line, reason))
    return None


def _read_report(run: Run, blob: Blob, scenario: str) -> None:
    def figures(data: bytes, where: str) -> loadgen.Log:
        report = loadgen.parse_report(data, where)
        run.figures = loadgen.report_figures(report, scenario, where)
        return report

    if (report := _parse(run, blob, figures)) is not None:
        run.logs, run.line = [(report, blob)], report["qps"].line


def _read_logs(run: Run, blobs: Mapping[str, Blob], *names: str) -> None:
    detail, summary = (blobs.get(name, Blob(name, "", None)) for name in names)
    detailed, summed = _parse(run, detail, loadgen.parse_detail), _parse(run, summary, loadgen.parse_summary)
    if summed is None:
        return
    run.logs, run.line = [(summed, summary)], summed["result/Result is"].line
    if detailed is not None:
        run.logs.insert(0, (detailed, detail))
        run.line = detailed["result_validity"].line
    run.figures = loadgen.run_figures(detailed, summed)
    odd = []
    if detailed is not None and (said := detailed["result_validity"].text) != run.figures["validity"]:
        odd.append(f"the detail log calls the run {said}, the summary does not")
    if run.figures["validity"] != "VALID":
        odd.append("LoadGen calls the run INVALID")
    blob = run.logs[0][1]
    run.skipped += [skip("", "run", blob.path, blob.blob, run.line, reason) for reason in odd]


def metric_of_run(run: Run, row: Row, counts: str) -> Row:
    """The log columns of a result; ``metric`` is the figure in the log, or None."""
    if run.figures is None:
        return {"log_note": "no readable log: see the skip report", "metric": None}
    unit = str(row["unit"])
    latency_unit = unit if unit in ("ms", "s") else "ms"
    ran = str(run.figures.get("log_scenario"))
    for log, blob in run.logs:
        metric = loadgen.metric_of(log, str(row["scenario"]), ran, counts, latency_unit)
        if metric is not None:
            found = {"log_line": metric.line, "log_value": float(metric.value), "log_note": metric.how}
            return found | {"log_path": blob.path, "log_blob": blob.blob, "metric": metric}
    blob = run.logs[0][1]
    note = "the log does not print the published metric"
    return {"log_path": blob.path, "log_blob": blob.blob, "log_note": note, "metric": None}


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
