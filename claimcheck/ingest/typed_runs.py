"""Read runs that were typed by hand, one a row, from what their files print: ``data/typed/loadgen_*.csv``.

No snapshot of v6.1's repository can be had, but its files can be read one by one. A row holds what
``mlperf_log_summary.txt`` prints (``source_kind`` summary), with the rates and times of ``mlperf_log_detail.txt`` where
that was read too (``detail_path``) or alone (``source_kind`` detail), or what the newer harness prints in
``result_summary.json`` (``result_summary``). Each figure is typed as printed, so that a row is read as the log that it
was typed from.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from claimcheck.errors import ClaimcheckError, LogError, TableError
from claimcheck.ingest import loadgen
from claimcheck.ingest.fields import Place, benchmark_of
from claimcheck.ingest.published import run_folder
from claimcheck.ingest.published_round import Run, metric_of_run
from claimcheck.ingest.registers import Benchmarks
from claimcheck.ingest.rows import Row, Rows
from claimcheck.outside import finite
from claimcheck.rounds import Round

_NAMES = ("submitter", "system", "benchmark", "scenario")
_ABOUT = (*_NAMES, "accelerators", "published_value", "repo", "commit", "path", "source_kind")
_RATES = ("completed_samples_per_s", "completed_tokens_per_s", "target_qps")
_QUANTILES = {"p50": "50.00", "p90": "90.00", "p95": "95.00", "p97": "97.00", "p99": "99.00", "p99_9": "99.90"}
_ENDS = ("min", "max", "mean")
_LATENCIES = tuple(f"{what}_{q}_ns" for what in ("latency", "ttft", "tpot") for q in (*_ENDS, *_QUANTILES))


def _times(**keys: tuple[str, str]) -> dict[str, str]:
    """The columns of latency, TTFT and TPOT, each with its key in a file: of its ends and mean, and of a percentile."""
    found = {}
    for what, (end, quantile) in keys.items():
        for name in _ENDS:
            short = "avg" if name == "mean" else name
            found[f"{what}_{name}_ns"] = end.format(name=name, Name=name.capitalize(), short=short)
        found |= {f"{what}_{name}_ns": quantile.format(q=q, number=float(q)) for name, q in _QUANTILES.items()}
    return found


# What a file prints, by column: the key that the reader of such files gives it.
_SUMMARY = {
    "printed_scenario": "result/Scenario",
    "result_valid": "result/Result is",
    "scheduled_samples_per_s": "stats/Scheduled samples per second",
    "completed_samples_per_s": "result/Completed samples per second",
    "completed_tokens_per_s": "result/Completed tokens per second",
    "target_qps": "parameters/target_qps",
    "ttft_limit_ns": "parameters/ttft_latency (ns)",
    "tpot_limit_ns": "parameters/tpot_latency (ns)",
    "effective_min_duration_ms": "parameters/min_duration (ms)",
    "min_query_count": "parameters/min_query_count",
    "performance_sample_count": "parameters/performance_sample_count",
    **_times(
        latency=("stats/{Name} latency (ns)", "stats/{q} percentile latency (ns)"),
        ttft=("stats/{Name} First Token latency (ns)", "stats/{q} percentile first token latency (ns)"),
        tpot=("stats/{Name} Time per Output Token (ns)", "stats/{q} percentile time to output token (ns)"),
    ),
}
_DETAIL = {
    "result_valid": "result_validity",
    "target_qps": "effective_target_qps",
    "effective_min_duration_ms": "effective_min_duration_ms",
    "min_query_count": "effective_min_query_count",
    "detail_generated_query_count": "result_query_count",
    "detail_scheduled_samples_per_s": "result_scheduled_samples_per_sec",
    "detail_completed_samples_per_s": "result_completed_samples_per_sec",
    "detail_completed_tokens_per_s": "result_completed_tokens_per_second",
    "detail_tokens_per_s_over_issue_window": "result_token_throughput_with_loadgen_overhead",
    "detail_token_throughput_per_ns": "result_token_throughput",
    "detail_power_begin": "power_begin",
    "detail_power_end": "power_end",
    **_times(
        latency=("result_{name}_latency_ns", "result_{q}_percentile_latency_ns"),
        ttft=("result_first_token_{name}_latency_ns", "result_first_token_{q}_percentile_latency_ns"),
        tpot=("result_time_to_output_token_{name}", "result_time_per_output_token_{q}_percentile_ns"),
    ),
}
_REPORT = {
    "completed_samples_per_s": "qps",
    "completed_tokens_per_s": "tps",
    "target_qps": "run_config/load_pattern/target_qps",
    "issued_count": "n_samples_issued",
    "completed_count": "n_samples_completed",
    "failed_count": "n_samples_failed",
    "duration_ns": "duration_ns",
    "legacy_loadgen_window_duration_ns": "legacy_loadgen_window_duration_ns",
    "output_tokens_total": "output_sequence_lengths/total",
    "output_tokens_mean": "output_sequence_lengths/avg",
    **_times(**{what: (f"{what}/{{short}}", f"{what}/percentiles/{{number}}") for what in ("latency", "ttft", "tpot")}),
}
# What a row of a kind cannot lack.
_SELDOM = ("detail_tokens_per_s_over_issue_window", "detail_token_throughput_per_ns")
_NEEDED = {
    "summary": tuple(name for name in _SUMMARY),
    "detail": tuple(name for name in (*_SUMMARY, *_DETAIL) if name not in _SELDOM),
    "result_summary": tuple(_REPORT),
}
# Printed words that say that nothing went wrong.
_QUIET = ("", "0", "No errors encountered during test.", "No warnings encountered during test.")


def add_typed_runs(rows: Rows, data: Path, round_: Round, benchmarks: Benchmarks) -> None:
    """Give the results of ``rows`` the typed runs of ``round_`` below ``data``, and ``rows`` the runs themselves.

    A run whose own log was read from the repository is left as it is: its typed row gives way. Raises TableError, with
    file and line, for a table that is not there or lacks a column, a cell that breaks its rule, a run that no result of
    the round names or that is typed twice, and for figures that contradict each other (see ``check_run``).
    """
    where = f"typed/{Path(round_.runs).name}"
    by_name: dict[tuple[str, ...], list[Row]] = {}
    for row in rows.results:
        by_name.setdefault((str(row["division"]), *(str(row[name]) for name in _NAMES)), []).append(row)
    logged = {str(run["run_id"]) for run in rows.runs}
    lines: dict[str, int] = {}
    for line, cells in _read(data / round_.runs, where):
        try:
            folder, run = _run_of(cells, where, line)
        except LogError as error:
            raise TableError(error.message, where=where, line=line, rule=error.rule) from error
        place = Place(where, line)
        key = (folder.partition("/")[0], cells["submitter"], cells["system"],
               benchmark_of(benchmarks, cells["benchmark"], place), cells["scenario"])  # fmt: skip
        results = by_name.get(key)
        if not results:
            raise _error(where, line, f"no result of {' / '.join(key)}", "a run belongs to a result of its round")
        run_id = f"{round_.name}/{folder}"
        if lines.setdefault(run_id, line) != line:
            raise _error(where, line, f"{run_id} stands here and on line {lines[run_id]}", "a run is typed once")
        if run_id in logged:
            continue
        assert run.figures is not None
        at = {"repo": cells["repo"], "commit": cells["commit"]}
        elsewhere = {} if at == {"repo": round_.repo, "commit": round_.commit} else at
        for row in results:
            _compare(cells, row, where, line)
            row |= metric_of_run(run, row, benchmarks.benchmarks[key[3]].metric) | {
                "run_id": run_id,
                "log_note": row["log_note"],
                "log_blob": None,
                "log_line": None,
                **{f"log_{name}": value for name, value in elsewhere.items()},
            }
        named = {name: results[0][name] for name in ("division", *_NAMES)} | {"round": round_.name, "run_id": run_id}
        rows.runs.append(named | at | {"path": run.path, "blob": None, "line": None} | run.figures)


def _read(path: Path, where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every row's line and cells, as text."""
    rule = "a table of typed runs is UTF-8 CSV with one cell a column"
    if not path.is_file():
        raise TableError("no such file", where=where, rule="data/rounds.yml names the table of a round's typed runs")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            missing = {*_ABOUT, *_SUMMARY, *_DETAIL, *_REPORT, "detail_path"} - set(reader.fieldnames or ())
            if missing:
                raise _error(where, 1, f"no column {', '.join(sorted(missing))}", rule)
            for cells in reader:
                if None in cells or None in cells.values():
                    raise _error(where, reader.line_num, "too many cells, or too few", rule)
                yield reader.line_num, cells
    except (csv.Error, UnicodeDecodeError) as error:
        raise TableError(f"not a table: {error}", where=where, rule=rule) from error


def _error(where: str, line: int, message: str, rule: str) -> TableError:
    return TableError(message, where=where, line=line, rule=rule)


def _run_of(cells: dict[str, str], where: str, line: int) -> tuple[str, Run]:
    """The folder of a typed run, as a published Location names it, and the run as its file's log."""
    kind, path = cells["source_kind"], cells["path"]
    if kind not in _NEEDED:
        raise _error(where, line, f"source_kind is {kind!r}", f"kinds are {', '.join(_NEEDED)}")
    needed = [*_ABOUT, *_NEEDED[kind], *(_NEEDED["detail"] if cells["detail_path"] else ())]
    empty = [name for name in dict.fromkeys(needed) if not cells[name]]
    if empty:
        raise _error(where, line, f"no {', '.join(empty)}", f"a row of {kind} has every figure that its file prints")
    parts = path.split("/")
    if len(parts) < 8 or parts[2] != "results" or "performance" not in parts or parts[1::2][:2] != [
        cells["submitter"],
        cells["system"],
    ]:  # fmt: skip
        rule = "path is division/submitter/results/system/benchmark/scenario/performance/..."
        raise _error(where, line, f"path is {path!r}", rule)
    folder = run_folder("/".join(parts[:6]))

    def log(columns: dict[str, str], *more: tuple[str, str]) -> loadgen.Log:
        pairs = [*((key, cells[name]) for name, key in columns.items() if cells[name]), *more]
        return loadgen.log_of([(key, text, line) for key, text in pairs], where)

    run = Run(path=path, line=None)
    if kind == "result_summary":
        run.report = loadgen.report_of([(k, e.text, line) for k, e in log(_REPORT).items()], where)
        run.figures = loadgen.report_figures(run.report, cells["scenario"], where)
        minimum = cells["effective_min_duration_ms"]
        if minimum and not finite(minimum) >= 0:
            raise _error(where, line, f"effective_min_duration_ms is {minimum:.40}", "a duration is a number")
        run.figures["min_duration_ms"] = finite(minimum) if minimum else None
    else:
        # LoadGen warns so in every summary that was typed; its text has no figure and no column.
        run.summary = log(_SUMMARY, (loadgen.WHOLE_PASSES, "true"))
        run.summary_path = path
        if cells["detail_path"]:
            run.detail, run.path = log(_DETAIL), cells["detail_path"]
            _agree(run.detail, run.summary, where, line)
        run.figures = loadgen.run_figures(run.detail, run.summary)
    told = [cells[name] for name in ("errors", "warnings", "detail_error_text") if cells[name] not in _QUIET]
    note = ": ".join([f"typed by hand: {where} line {line}", *([" ".join(told)] if told else [])])
    run.figures |= {"obtained": "typed", "note": note}
    try:
        loadgen.check_run(run.figures, where, line)
    except ClaimcheckError as error:
        raise TableError(error.message, where=where, line=line, rule=error.rule) from error
    return folder, run


def _agree(detail: loadgen.Log, summary: loadgen.Log, where: str, line: int) -> None:
    """Raise LogError where a rate of the detail log is not the one of the summary, at the coarser of their steps."""
    for name in ("scheduled_samples_per_s", "completed_samples_per_s", "completed_tokens_per_s"):
        one, other = detail[_DETAIL[f"detail_{name}"]], summary[_SUMMARY[name]]
        if abs(one.number - other.number) > max(loadgen.quantum(one.text), loadgen.quantum(other.text)):
            message = f"{name} is {other.text} in the summary, {one.text} in the detail log"
            raise LogError(message, where=where, line=line, rule="the two logs of a run print one rate")


def _compare(cells: dict[str, str], result: Row, where: str, line: int) -> None:
    """Raise TableError where the row of a run and the result that it belongs to say different things."""
    for name, ours in (("published_value", result["published_text"]), ("accelerators", result["accelerators"])):
        if finite(cells[name]) != finite(str(ours)):
            rule = "a run and its result are typed alike"
            raise _error(where, line, f"{name} is {cells[name]}, the result of the run has {ours}", rule)
