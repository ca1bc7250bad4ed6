"""Build every table from the upstream git directories, or compare them with ``data/``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.errors import LogError, TableError, UpstreamError
from claimcheck.ingest import loadgen, published, systems
from claimcheck.ingest.git import Blob, GitTree, find_git_dir
from claimcheck.ingest.registers import (
    Benchmarks,
    Round,
    read_benchmarks,
    read_corrections,
    read_rounds,
    read_vendors,
)
from claimcheck.ingest.settings import read_settings
from claimcheck.tables import DATA_DIR, TABLES, load, normalise, write_tables

Row = dict[str, object]
Say = Callable[[str], None]

_RUN = re.compile(r"(?P<folder>[^/]+/[^/]+/results/.+/performance/run_\d+)/mlperf_log_summary\.txt\Z", re.IGNORECASE)
_COMPLIANCE = re.compile(r"/(TEST\d+|compliance|audit|ranging)/", re.IGNORECASE)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@dataclass
class _Rows:
    """Rows gathered from one round, by table."""

    results: list[Row] = field(default_factory=list)
    runs: dict[str, Row] = field(default_factory=dict)
    systems: list[Row] = field(default_factory=list)
    skipped: list[Row] = field(default_factory=list)


def build(upstream: Path, data: Path = DATA_DIR, say: Say = _say) -> dict[str, pd.DataFrame]:
    """Return every table, built from the repositories under ``upstream``.

    The registers are read from ``data``. Raises UpstreamError, LogError or RegisterError
    with file, line and rule; ``data`` is not touched.
    """
    benchmarks, vendors = read_benchmarks(data), read_vendors(data)
    corrections = read_corrections(data)
    rounds = read_rounds(data)
    # Every repository is found before the first is read: a missing one fails at once.
    folders = {r.name: find_git_dir(upstream, r.folders) for r in rounds}
    parts: dict[str, list[pd.DataFrame]] = {name: [] for name in TABLES}
    for number, round_ in enumerate(rounds, 1):
        say(f"[{number}/{len(rounds)}] {round_.name}: {round_.repo} at {round_.commit[:10]}")
        with GitTree(folders[round_.name], round_.commit) as tree:
            for name, frame in _build_round(tree, round_, benchmarks, vendors, say).items():
                parts[name].append(frame)
    tables = {name: pd.concat(frames, ignore_index=True) for name, frames in parts.items()}
    for correction in corrections:
        tables[correction.table] = correction.apply(tables[correction.table])
    tables["inference_results"] = _compare_with_logs(tables["inference_results"])
    return tables


def ingest(upstream: Path, data: Path = DATA_DIR, say: Say = _say) -> dict[str, int]:
    """Build the tables and write them, with the manifest; return the rows of each.

    Nothing is written unless everything was built and is valid.
    """
    tables = build(upstream, data, say)
    write_tables(tables, data)
    return {name: len(frame) for name, frame in tables.items()}


def verify(upstream: Path, data: Path = DATA_DIR, say: Say = _say) -> dict[str, int]:
    """Build the tables anew and compare them with ``data`` cell by cell; return rows compared.

    Raises TableError naming table, row and column of the first difference, and how many
    cells differ.
    """
    counts = {}
    for name, built in build(upstream, data, say).items():
        table = TABLES[name]
        committed = load(name, data)
        fresh = normalise(built, table)
        if len(fresh) != len(committed):
            raise TableError(f"{name}: {len(committed)} rows committed, {len(fresh)} built", where=data / f"{name}.csv")
        differs = (fresh != committed).fillna(False) | (fresh.isna() != committed.isna())
        if differs.to_numpy().any():
            row, column = (int(i[0]) for i in differs.to_numpy().nonzero())
            raise TableError(
                f"{int(differs.to_numpy().sum())} cells differ; first: column {table.names[column]} holds "
                f"{committed.iat[row, column]!r}, upstream gives {fresh.iat[row, column]!r}",
                where=data / f"{name}.csv",
                line=row + 2,
                rule="the tables are what upstream gives",
            )
        say(f"{name}: {len(fresh)} rows, {fresh.size} cells equal")
        counts[name] = len(fresh)
    return counts


def _build_round(
    tree: GitTree, round_: Round, benchmarks: Benchmarks, vendors: list[Any], say: Say
) -> dict[str, pd.DataFrame]:
    where = f"{round_.repo}/{round_.published_table}"
    if round_.published_table not in tree.paths:
        raise UpstreamError("the published table is not in the commit", where=where)
    source = {"repo": round_.repo, "commit": round_.commit}
    records = published.read_records(tree.read_one(round_.published_table), where)
    rows = _Rows()
    logs: dict[str, _Run] = {}
    table_blob = tree.paths[round_.published_table]
    folders = [published.folder_of(r, where) for r in records]
    for folder, run in _read_runs(tree, folders):
        logs[folder] = run
        rows.skipped += [s | {"round": round_.name} for s in run.skipped]
    seen: dict[str, int] = {}
    for record, folder in zip(records, folders, strict=True):
        row = published.result_row(record, benchmarks, vendors, where)
        first = seen.setdefault(str(row["row_id"]), record.line)
        if first != record.line:
            raise UpstreamError(
                f"{row['row_id']} is published here and on line {first}",
                where=where,
                line=record.line,
                rule="ID, model and scenario are unique together",
            )
        row |= source | {
            "round": round_.name,
            "path": round_.published_table,
            "blob": table_blob,
            "published_text": record.text,
        }
        row["run_id"] = f"{round_.name}/{folder}"
        run = logs[folder]
        row |= _metric_of_run(run, row, benchmarks.metric[str(row["benchmark"])])
        rows.results.append(row)
        if run.figures is not None:
            keep = ("round", "division", "submitter", "system", "benchmark", "scenario", "run_id")
            where_run = {"path": run.path, "blob": run.blob, "line": run.line}
            rows.runs.setdefault(row["run_id"], {k: row[k] for k in keep} | source | where_run | run.figures)
    rows.skipped += _unused_runs(tree, round_.name, set(folders))
    for item, blob in systems.read_systems(tree):
        if isinstance(item, str):
            rows.skipped.append(_skip(round_.name, "system", blob.path, blob.blob, None, item))
        else:
            rows.systems.append(item | source | {"round": round_.name, "path": blob.path, "blob": blob.blob})
    frames = {
        "inference_results": pd.DataFrame(rows.results),
        # Two published records may name one run (a result listed in two suites): it is one run.
        "loadgen_runs": pd.DataFrame(list(rows.runs.values())),
        "systems": pd.DataFrame(rows.systems),
    }
    frames["engine_settings"], skipped_settings = read_settings(
        tree, round_.name, round_.repo, frames["inference_results"]
    )
    frames["skipped"] = pd.concat([pd.DataFrame(rows.skipped), skipped_settings], ignore_index=True)
    for name, expected in round_.expected_rows.items():
        if len(frames[name]) != expected:
            raise UpstreamError(
                f"{round_.name} gives {len(frames[name])} rows of {name}, expected {expected}",
                where=where,
                rule="a round's row counts are fixed in data/rounds.yml",
                fix="see what changed upstream, then change the count and say why in the commit",
            )
    say("      " + ", ".join(f"{len(f)} {n}" for n, f in frames.items()))
    return {name: _complete(frame, name) for name, frame in frames.items()}


def _complete(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """``frame`` with every column of its schema, absent ones empty, and no text of no letters."""
    frame = frame.replace("", None)
    extra = [c for c in frame.columns if c not in TABLES[name].names]
    return frame.reindex(columns=[*TABLES[name].names, *extra])


def _skip(round_: str, kind: str, path: str, blob: str | None, line: int | None, reason: str) -> Row:
    return {"round": round_, "kind": kind, "path": path, "blob": blob, "line": line, "reason": reason}


@dataclass
class _Run:
    """A run's logs as read: the preferred one's place, both parsed, and what failed."""

    path: str | None = None
    blob: str | None = None
    line: int = 1
    detail: loadgen.Log | None = None
    summary: loadgen.Log | None = None
    figures: Row | None = None
    summary_path: str = ""
    summary_blob: str = ""
    skipped: list[Row] = field(default_factory=list)


def _read_runs(tree: GitTree, folders: list[str]) -> list[tuple[str, _Run]]:
    """Read both logs of every folder in one stream."""
    unique = sorted(set(folders))
    names = {f: (f"{f}/mlperf_log_detail.txt", f"{f}/mlperf_log_summary.txt") for f in unique}
    wanted = [p for pair in names.values() for p in pair if p in tree.paths]
    blobs = {b.path: b for b in tree.read(wanted)}
    return [(f, _read_run(blobs.get(names[f][0]), blobs.get(names[f][1]), f)) for f in unique]


def _read_run(detail: Blob | None, summary: Blob | None, folder: str) -> _Run:
    run = _Run()

    def parse(blob: Blob | None, name: str, parser: Callable[[bytes, str], loadgen.Log]) -> loadgen.Log | None:
        if blob is None:
            run.skipped.append(_skip("", "log", f"{folder}/{name}", None, None, "not in the commit"))
            return None
        if blob.data is None:
            run.skipped.append(
                _skip(
                    "",
                    "log",
                    blob.path,
                    blob.blob,
                    None,
                    "listed in the commit but absent from the repository",
                )
            )
            return None
        try:
            return parser(blob.data, blob.path)
        except LogError as error:
            rule = f" ({error.rule})" if error.rule else ""
            run.skipped.append(_skip("", "log", blob.path, blob.blob, error.line, error.message + rule))
            return None

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
        run.skipped.append(_skip("", "run", run.path, run.blob, run.line, reason))
    if run.figures["validity"] != "VALID":
        run.skipped.append(_skip("", "run", run.path, run.blob, run.line, "LoadGen calls the run INVALID"))
    return run


def _metric_of_run(run: _Run, row: Row, counts: str) -> Row:
    """The log columns of a result; ``metric`` is the figure in the log, or None."""
    if run.summary is None or run.figures is None:
        return {"log_note": "no readable log: see the skip report", "metric": None}
    unit = str(row["unit"])
    latency_unit = unit if unit in ("ms", "s") else "ms"
    sources = [(run.summary, run.summary_path, run.summary_blob)]
    if run.detail is not None:
        sources.insert(0, (run.detail, str(run.path), str(run.blob)))
    for log, path, blob in sources:
        metric = loadgen.metric_of(log, str(row["scenario"]), str(run.figures["log_scenario"]), counts, latency_unit)
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


def _compare_with_logs(results: pd.DataFrame) -> pd.DataFrame:
    """Fill ``log_agrees``; a disagreement says in ``log_note`` what differs."""
    agree: list[bool | None] = []
    notes: list[str] = []
    for row in results[["published_text", "metric", "unit", "log_note"]].itertuples(index=False):
        if row.metric is None:
            agree.append(None)
            notes.append(row.log_note)
            continue
        same_unit = row.unit == row.metric.unit
        agree.append(same_unit and loadgen.agrees(row.published_text, row.metric))
        if agree[-1]:
            notes.append(row.log_note)
        elif same_unit and row.metric.value:
            ratio = float(row.published_text) / float(row.metric.value)
            notes.append(f"{row.log_note}: published is {ratio:.6g} times the log")
        elif same_unit:
            notes.append(f"{row.log_note}: published as {row.published_text}, the log prints 0")
        else:
            notes.append(f"{row.log_note}: published as {row.unit}, logged as {row.metric.unit}")
    return results.assign(log_agrees=agree, log_note=notes)


def _unused_runs(tree: GitTree, round_: str, used: set[str]) -> list[Row]:
    """Performance logs in the commit on which no published result rests."""
    rows = []
    for path, blob in tree.paths.items():
        match = _RUN.match(path)
        if match is None or match["folder"] in used:
            continue
        compliance = _COMPLIANCE.search(path)
        reason = f"compliance run {compliance[1]}, not a result" if compliance else "no published result names this run"
        rows.append(_skip(round_, "run", path, blob, None, reason))
    return rows
