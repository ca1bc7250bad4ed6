"""A round that has a published table: its records and their logs.

The table is ``summary_results.json`` (v4.1, v5.1 and v6.0), or ``summary.json`` in the form of v6.1, whose records are
numbered and have no ID. A record names an entry, a model and a scenario, and the folder of its run. v4.1 and v5.1 give
the scenario folder, later rounds the run folder with a leading ``./``. v4.1 writes counts as floats and lists a result
of two suites once. Each record is compared with the log behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.core.limits import whole
from claimcheck.data.names import LACKED, RANGING, Benchmarks, Place, Row, Rows, Vendors, skip, skip_logs, why
from claimcheck.data.rounds import Round
from claimcheck.ingest.git import Blob, GitTree
from claimcheck.ingest.inference import accuracy, loadgen, systems
from claimcheck.ingest.inference.fields import BOTH, checked_figure, checked_row, measured_power, records, row_id, words
from claimcheck.ingest.settings import mechanisms

TABLE, SUMMARY = "summary_results.json", "summary.json"
_NEEDED = (
    "ID", "Submitter", "Availability", "Category", "Suite", "System", "UsedModel", "Model", "Scenario", "Nodes",
    "Processor", "Accelerator", "a#", "Location", "Software", "weight_data_types", "Performance_Units",
)  # fmt: skip
_FIGURE = "Performance_Result"
# What ``summary.json`` calls the fields of the other table; its records have no ID.
_SUMMARY_FIELDS = {
    "Submitter": "Organization", "Availability": "Availability", "Category": "Division", "Suite": "SystemType",
    "System": "SystemName", "UsedModel": "Model", "Model": "MlperfModel", "Scenario": "Scenario",
    "Nodes": "number_of_nodes", "Processor": "host_processor_model_name", "Accelerator": "accelerator_model_name",
    "a#": "accelerators_per_node", "Total Accelerators": "total_accelerators", "Location": "Location",
    "Software": "framework", "weight_data_types": "weight_data_types", "Performance_Units": "Units",
    _FIGURE: "Result",
}  # fmt: skip
_LOCATION = re.compile(r"[^/]+/[^/]+/results/[^/]+/[^/]+/[^/]+(/.+)?")
_RUN = re.compile(r"(?P<folder>[^/]+/[^/]+/results/.+/performance/run_\d+)/mlperf_log_summary\.txt\Z", re.IGNORECASE)
_LOGS = ("/mlperf_log_summary.txt", "/mlperf_log_detail.txt", "/result_summary.json")
_COMPLIANCE = re.compile(r"/(TEST\d+|compliance|audit)/", re.IGNORECASE)


def recognise(tree: GitTree) -> str | None:
    """The published table of the commit; None when it has none."""
    return next((table for table in (TABLE, SUMMARY) if table in tree.paths), None)


def wanted(path: str) -> bool:
    """Whether ``read_round``, or what reads accuracies and settings, may read the file at ``path``."""
    log = path.endswith(_LOGS) and "/performance/" in path.lower() and not _COMPLIANCE.search(path)
    return path in (TABLE, SUMMARY) or log or any(reader.wanted(path) for reader in (systems, accuracy, mechanisms))


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
    results = list(result_rows(tree.read_one(round_.table), where, benchmarks, vendors, round_.name))
    rows = systems.read_systems(tree, round_)
    runs: dict[str, Row] = {}
    folders = [folder for _, folder, _ in results]
    logs = dict(_read_runs(tree, folders))
    for run in logs.values():
        rows.skipped += [s | {"round": round_.key} for s in run.skipped]
    seen: dict[str, Place] = {}
    for row, folder, place in results:
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
    if detailed is not None and (verdict := detailed["result_validity"].text) != run.figures["validity"]:
        odd.append(f"the detail log calls the run {verdict}, the summary does not")
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
            columns = {"log_line": metric.line, "log_value": float(metric.value), "log_note": metric.how}
            return columns | {"log_path": blob.path, "log_blob": blob.blob, "metric": metric}
    blob = run.logs[0][1]
    note = "the log does not print the published metric"
    return {"log_path": blob.path, "log_blob": blob.blob, "log_note": note, "metric": None}


def compare_with_logs(results: pd.DataFrame) -> pd.DataFrame:
    """Fill ``log_agrees`` of the rows from published tables; ``log_note`` says what differs."""
    published_rows = results[results["obtained"] == "published"]
    agree, notes = results["log_agrees"].astype("object"), results["log_note"].copy()
    # Without a published round, the two columns on the way are not there.
    for row in published_rows.reindex(columns=["published_text", "metric", "unit", "log_note"]).itertuples():
        if row.metric is not None:
            agree[row.Index], difference = _agreement(row.published_text, row.unit, row.metric)
            notes[row.Index] = f"{row.log_note}: {difference}" if difference else row.log_note
    return results.assign(log_agrees=agree, log_note=notes)


def page_ids(results: pd.DataFrame, pages: pd.DataFrame) -> pd.Series:
    """The column ``page_id`` of ``results``; ``pages`` are rows of the table result_pages."""
    ids = results["row_id"].map(pages.groupby("row_id")["page_id"].agg(", ".join)).fillna("none")
    due = results["round"].isin(pages["round"]) & (results["division"] == "closed") & (results["suite"] == "datacenter")
    return ids.where(due & (ids != results["result_id"]))


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


# --- the table -------------------------------------------------------------------------------------


def run_folder(location: str) -> str:
    """The folder of a record's performance run, relative to the repository."""
    location = location.removeprefix("./").rstrip("/")
    return location if "/performance/" in location else f"{location}/performance/run_1"


def result_rows(
    data: bytes, where: str, benchmarks: Benchmarks, vendors: Vendors, round_name: str
) -> Iterator[tuple[Row, str, Place]]:
    """Rows of ``inference_results`` of a published table, each with the folder of its run and the place of its figure.

    A record of two suites is a row of each. Raises UpstreamError, with the line, for a file that is not a list of
    records, a record without its fields, an unknown benchmark, scenario, unit, vendor, division, suite or availability,
    a Location that is no path of a result, an accelerator or node count that is not a positive number, and for figures
    that are not all finite numbers, zero or above, on lines of their own.
    """
    place = None
    numbered = where.endswith(f"/{SUMMARY}")
    figure_name = _SUMMARY_FIELDS[_FIGURE] if numbered else _FIGURE
    needed = tuple(_SUMMARY_FIELDS.values()) if numbered else _NEEDED
    for record, figure, place in records(data, where, figure_name, needed, "a published table"):
        checked_figure(record, figure_name, figure, place)
        fields = record
        if numbered:
            fields = {ours: record[theirs] for ours, theirs in _SUMMARY_FIELDS.items()}
            fields |= {"ID": None, "has_power": record.get("has_power")}
        suites = [suite for suite in str(fields["Suite"]).split(",") if suite in BOTH.get(fields["Scenario"], ())]
        shared = "," in str(fields["Suite"]) and bool(suites)
        for suite in sorted(suites) if shared else [fields["Suite"]]:
            row, folder = _row(fields | {"Suite": suite}, place, benchmarks, vendors)
            own_id = f"{row['result_id']}/{row['benchmark']}/{row['scenario']}" + (f"/{suite}" if shared else "")
            yield (
                row | {"row_id": row_id(round_name, row) if numbered else own_id, "published_text": figure},
                folder,
                place,
            )
    if place is None:
        raise Place(where, 1).error("no records", "a published table is a JSON list of records")


def _row(fields: dict[str, Any], place: Place, benchmarks: Benchmarks, vendors: Vendors) -> tuple[Row, str]:
    """What one record says, and the folder of its run."""
    location = fields["Location"]
    folder = run_folder(location) if isinstance(location, str) else ""
    if not _LOCATION.fullmatch(folder):
        rule = "Location is division/submitter/results/system/benchmark/scenario"
        raise place.error(f"Location is {location!r}", rule)
    nodes = _count(fields["Nodes"], "Nodes", place)
    if nodes is None:
        raise place.error("no number of nodes", "a system has at least one node")
    per_node = _count(fields["a#"], "a#", place)
    total = _count(fields.get("Total Accelerators", ""), "Total Accelerators", place)
    total = total or (per_node * nodes if per_node else None)
    columns = {
        "result_id": fields["ID"],
        "division": fields["Category"],
        "suite": fields["Suite"],
        "availability": str(fields["Availability"]).lower(),
        "submitter": fields["Submitter"],
        "system": folder.split("/")[3],
        "system_name": fields["System"],
        "accelerator": fields["Accelerator"],
        "processor": fields["Processor"],
        "accelerators": total,
        "nodes": nodes,
        "benchmark": fields["Model"],
        "model": fields["UsedModel"],
        "scenario": fields["Scenario"],
        "value": fields[_FIGURE],
        "unit": fields["Performance_Units"],
        "software": fields["Software"],
        "weight_dtype": words(fields["weight_data_types"]),
        "obtained": "published",
        "line": place.line,
        **measured_power(fields.get("has_power"), fields.get("Power_Result"), fields.get("Power_Units"), place),
    }
    row = checked_row(columns, place, benchmarks, vendors)
    benchmarks.check_scenario(str(row["benchmark"]), str(row["scenario"]), place)
    return row, folder


def _count(value: object, name: str, place: Place) -> int | None:
    """A count that may be empty, ``N/A`` or 0 (then None); raises UpstreamError when it is no count."""
    if value in ("", "N/A", "-", None, 0):
        return None
    if (count := whole(str(value).removesuffix(".0"))) is None:
        rule = f"{name} is not negative" if str(value).startswith("-") else f"{name} is a whole number"
        raise place.error(f"{name} is {value!r:.40}", rule)
    return count or None
