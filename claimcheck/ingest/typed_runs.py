"""Read runs that were typed by hand, one a row, from what their files print: ``data/typed/loadgen_*.csv``.

No snapshot of v6.1's repository can be had, but its files can be read one by one. A row holds what
``mlperf_log_summary.txt`` prints (``source_kind`` summary), with the rates and times of ``mlperf_log_detail.txt`` where
that was read too (``detail_path``) or alone (``source_kind`` detail), or what the newer harness prints in
``result_summary.json`` (``result_summary``). Each figure is typed as printed, so that a row is read as the log that it
was typed from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from claimcheck.core.errors import LogError
from claimcheck.core.limits import finite
from claimcheck.data.names import Benchmarks
from claimcheck.data.rounds import Round
from claimcheck.data.rows import Place, Row, Rows
from claimcheck.ingest import loadgen
from claimcheck.ingest.fields import typed_rows
from claimcheck.ingest.git import Blob
from claimcheck.ingest.published import run_folder
from claimcheck.ingest.published_round import Run, metric_of_run

_NAMES = ("submitter", "system", "benchmark", "scenario")
_ABOUT = (*_NAMES, "accelerators", "published_value", "repo", "commit", "path", "source_kind")
_ASKED = ("target_qps", "min_query_count")


def _named(keys: Mapping[str, tuple[str, Decimal]], same: Sequence[str], **others: str) -> dict[str, str]:
    """Columns, each with its key in a file that has ``keys`` by our names.

    They are latencies, TTFTs and TPOTs in ns, those that are called as ours (``same``), and ``others`` by our name.
    """
    times = {f"{name.removesuffix('_ms')}_ns": name for name in loadgen.REPORT_KEYS if name.endswith("_ms")}
    return {column: keys[name][0] for column, name in (dict(zip(same, same, strict=True)) | others | times).items()}


# What a file prints, by column: the key that the reader of such files gives it.
_SUMMARY = {
    "printed_scenario": "result/Scenario",
    "result_valid": "result/Result is",
    "performance_sample_count": "parameters/performance_sample_count",
    **_named(
        loadgen.SUMMARY_KEYS,
        ("scheduled_samples_per_s", "completed_samples_per_s", "completed_tokens_per_s", *_ASKED),
        ttft_limit_ns="ttft_limit_ms",
        tpot_limit_ns="tpot_limit_ms",
        effective_min_duration_ms="min_duration_ms",
    ),
}
_DETAIL = {
    "result_valid": "result_validity",
    "detail_power_begin": "power_begin",
    "detail_power_end": "power_end",
    **_named(
        loadgen.DETAIL_KEYS,
        _ASKED,
        effective_min_duration_ms="min_duration_ms",
        detail_generated_query_count="query_count",
        detail_scheduled_samples_per_s="scheduled_samples_per_s",
        detail_completed_samples_per_s="completed_samples_per_s",
        detail_completed_tokens_per_s="completed_tokens_per_s",
        detail_tokens_per_s_over_issue_window="logged_offered_tokens_per_s",
        detail_token_throughput_per_ns="logged_request_tokens_per_s",
    ),
}
_REPORT = {
    "completed_samples_per_s": "qps",
    "completed_tokens_per_s": "tps",
    "issued_count": "n_samples_issued",
    "completed_count": "n_samples_completed",
    "failed_count": "n_samples_failed",
    "output_tokens_total": "output_sequence_lengths/total",
    **_named(
        loadgen.REPORT_KEYS,
        ("target_qps",),
        duration_ns="start_to_last_completion_s",
        legacy_loadgen_window_duration_ns="window_s",
        output_tokens_mean="mean_tokens_per_sample",
    ),
}
# What a row of a kind cannot lack.
_SELDOM = ("detail_tokens_per_s_over_issue_window", "detail_token_throughput_per_ns")
_NEEDED = {
    "summary": tuple(_SUMMARY),
    "detail": tuple(name for name in (*_SUMMARY, *_DETAIL) if name not in _SELDOM),
    "result_summary": tuple(_REPORT),
}
_TOLD = ("errors", "warnings", "detail_error_text")
_COLUMNS = tuple(dict.fromkeys((*_ABOUT, *_SUMMARY, *_DETAIL, *_REPORT, "detail_path", *_TOLD)))
# Printed words that say that nothing went wrong.
_QUIET = ("", "0", "No errors encountered during test.", "No warnings encountered during test.")


def add_typed_runs(rows: Rows, data: Path, round_: Round, benchmarks: Benchmarks) -> None:
    """Give the results of ``rows`` the typed runs of ``round_`` below ``data``, and ``rows`` the runs themselves.

    A run whose own log was read from the repository is left as it is: its typed row gives way. Raises TableError, with
    file and line, for a table that is not there or lacks a column, a cell that breaks its rule, and a run that no
    result of the round names or that is typed twice. ``claimcheck.checks`` asks whether its figures can be true.
    """
    where = f"typed/{Path(round_.runs).name}"
    by_name: dict[tuple[str, ...], list[Row]] = {}
    for row in rows.results:
        by_name.setdefault((str(row["division"]), *(str(row[name]) for name in _NAMES)), []).append(row)
    logged = {str(run["run_id"]) for run in rows.runs}
    lines: dict[str, int | None] = {}
    for place, cells in typed_rows(data / round_.runs, where, _COLUMNS):
        folder, run = _run_of(cells, place)
        benchmark = benchmarks.canonical(cells["benchmark"], place)
        key = (folder.partition("/")[0], cells["submitter"], cells["system"], benchmark, cells["scenario"])
        results = by_name.get(key)
        if not results:
            raise place.error(f"no result of {' / '.join(key)}", "a run belongs to a result of its round")
        run_id = f"{round_.name}/{folder}"
        if lines.setdefault(run_id, place.line) != place.line:
            raise place.error(f"{run_id} stands here and on line {lines[run_id]}", "a run is typed once")
        if run_id in logged:
            continue
        assert run.figures is not None
        at = {"repo": cells["repo"], "commit": cells["commit"]}
        elsewhere = {} if at == {"repo": round_.repo, "commit": round_.commit} else at
        for row in results:
            _compare(cells, row, place)
            row |= metric_of_run(run, row, benchmarks.benchmarks[benchmark].metric) | {
                "run_id": run_id,
                "log_note": row["log_note"],
                "log_blob": None,
                "log_line": None,
                **{f"log_{name}": value for name, value in elsewhere.items()},
            }
        named = {name: results[0][name] for name in ("division", *_NAMES)} | {"round": round_.name, "run_id": run_id}
        rows.runs.append(named | at | {"path": run.logs[0][1].path, "blob": None, "line": None} | run.figures)


def _run_of(cells: dict[str, str], place: Place) -> tuple[str, Run]:
    """The folder of a typed run, as a published Location names it, and the run as its file's log."""
    path = cells["path"]
    if cells["source_kind"] not in _NEEDED:
        raise place.error(f"source_kind is {cells['source_kind']!r}", f"kinds are {', '.join(_NEEDED)}")
    parts = path.split("/")
    if len(parts) < 8 or parts[2] != "results" or "performance" not in parts or parts[1::2][:2] != [
        cells["submitter"],
        cells["system"],
    ]:  # fmt: skip
        rule = "path is division/submitter/results/system/benchmark/scenario/performance/..."
        raise place.error(f"path is {path!r}", rule)
    try:
        return run_folder("/".join(parts[:6])), _read(cells, place)
    except LogError as error:
        raise place.error(error.message, str(error.rule)) from error


def _read(cells: dict[str, str], place: Place) -> Run:
    """A typed run as its file's log; raises LogError for figures that no log has."""
    kind, path, where, line = cells["source_kind"], cells["path"], place.where, place.line or 0
    needed = [*_ABOUT, *_NEEDED[kind], *(_NEEDED["detail"] if cells["detail_path"] else ())]
    empty = [name for name in dict.fromkeys(needed) if not cells[name]]
    if empty:
        raise place.error(f"no {', '.join(empty)}", f"a row of {kind} has every figure that its file prints")

    def log(columns: dict[str, str], *more: tuple[str, str]) -> loadgen.Log:
        pairs = [*((key, cells[name]) for name, key in columns.items() if cells[name]), *more]
        return loadgen.log_of([(key, text, line) for key, text in pairs], where)

    run = Run()
    if kind == "result_summary":
        report = log(_REPORT)
        run.logs = [(report, Blob(path, "", None))]
        run.figures = loadgen.report_figures(report, cells["scenario"], where)
        minimum = cells["effective_min_duration_ms"]
        if minimum and not finite(minimum) >= 0:
            raise place.error(f"effective_min_duration_ms is {minimum:.40}", "a duration is a number")
        run.figures["min_duration_ms"] = finite(minimum) if minimum else None
    else:
        # LoadGen warns so in every summary that was typed; its text has no figure and no column.
        summary, detail = log(_SUMMARY, (loadgen.WHOLE_PASSES, "true")), None
        run.logs = [(summary, Blob(path, "", None))]
        if cells["detail_path"]:
            detail = log(_DETAIL)
            run.logs.insert(0, (detail, Blob(cells["detail_path"], "", None)))
            _agree(detail, summary, where, line)
        run.figures = loadgen.run_figures(detail, summary)
    told = [cells[name] for name in _TOLD if cells[name] not in _QUIET]
    note = ": ".join([f"typed by hand: {where} line {line}", *([" ".join(told)] if told else [])])
    run.figures |= {"obtained": "typed", "note": note}
    return run


def _agree(detail: loadgen.Log, summary: loadgen.Log, where: str, line: int) -> None:
    """Raise LogError where a rate of the detail log is not the one of the summary, at the coarser of their steps."""
    for name in ("scheduled_samples_per_s", "completed_samples_per_s", "completed_tokens_per_s"):
        one, other = detail[_DETAIL[f"detail_{name}"]], summary[_SUMMARY[name]]
        if abs(one.number - other.number) > max(loadgen.quantum(one.text), loadgen.quantum(other.text)):
            message = f"{name} is {other.text} in the summary, {one.text} in the detail log"
            raise LogError(message, where=where, line=line, rule="the two logs of a run print one rate")


def _compare(cells: dict[str, str], result: Row, place: Place) -> None:
    """Raise TableError where the row of a run and the result that it belongs to say different things."""
    for name, ours in (("published_value", result["published_text"]), ("accelerators", result["accelerators"])):
        if finite(cells[name]) != finite(str(ours)):
            rule = "a run and its result are typed alike"
            raise place.error(f"{name} is {cells[name]}, the result of the run has {ours}", rule)
