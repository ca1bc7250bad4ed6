"""Read LoadGen's two logs of a performance run.

``mlperf_log_detail.txt`` holds one JSON object a line (``:::MLLOG {...}``) and prints
rates with six significant digits; ``mlperf_log_summary.txt`` is text in three sections
that repeats some keys and prints rates with two decimals. The detail log is preferred;
the summary serves where it is absent, and as a second source otherwise.

Metric definitions: mlcommons/inference, loadgen/results.cc.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from claimcheck.errors import LogError

_NS_PER_MS = Decimal(1_000_000)


@dataclass(frozen=True)
class Entry:
    """One logged value: ``text`` as printed, and its line (1-based)."""

    text: str
    line: int

    @property
    def number(self) -> Decimal:
        """The value as an exact decimal."""
        return Decimal(self.text)


Log = dict[str, Entry]

# Lines longer than this hold lists of sample indices or file hashes, never a figure.
_LONGEST = 4000
_DETAIL = re.compile(rb'^:::MLLOG \{"key": "(?P<key>[^"]+)", "value": (?P<value>.*), "time_ms": ')
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?\Z")


def parse_detail(data: bytes, where: str) -> Log:
    """Return key -> Entry of a detail log.

    Raises LogError, naming file, line and rule, for a log that is empty, not UTF-8,
    truncated (a line breaks off, or no ``result_validity``), has a key twice with two
    values, a figure that is NaN, infinite, negative or no number, or a bad date.
    """
    _text(data, where)
    log: Log = {}
    for number, raw in enumerate(data.split(b"\n"), 1):
        if len(raw) > _LONGEST or not raw.startswith(b":::MLLOG"):
            continue
        match = _DETAIL.match(raw)
        if match is None or not raw.rstrip().endswith(b"}}"):
            raise LogError("not a complete log line", where=where, line=number, rule="a line is one JSON object")
        key = match["key"].decode()
        if not key.startswith(
            (
                "result_",
                "effective_",
                "early_stopping",
                "power_",
                "loadgen_version",
                "test_datetime",
                "generated_",
            )
        ):
            continue
        text = match["value"].decode()
        if text.startswith('"'):
            try:
                text = str(json.loads(text))
            except ValueError as error:
                raise LogError(
                    f"the value of {key} is not JSON", where=where, line=number, rule="a line is one JSON object"
                ) from error
        _put(log, key, text, number, where, section="the log")
    if "result_validity" not in log:
        raise LogError(
            "the run has no result",
            where=where,
            rule="a finished run logs result_validity; this log is truncated",
        )
    for key in _TIMES:
        if key in log:
            try:
                _time(log[key])
            except ValueError as error:
                raise LogError(
                    f"{key}: {error}", where=where, line=log[key].line, rule=f"{key} is a date as {_TIME_FORM}"
                ) from error
    return log


_SECTIONS = {
    "MLPerf Results Summary": "result",
    "Additional Stats": "stats",
    "Test Parameters Used": "parameters",
}
# LLM logs repeat the early-stopping block for TTFT and TPOT: other figures under the same keys.
_BLOCKS = {"TTFT Early Stopping Result:": "ttft/", "TPOT Early Stopping Result:": "tpot/"}
_END = re.compile(r"(No|\d+) errors? encountered", re.IGNORECASE)
_PAIR = re.compile(r"\s*\*?\s*(?P<key>[^:]+?)\s*:\s+(?P<value>\S.*?)\s*\Z")


def parse_summary(data: bytes, where: str) -> Log:
    """Return ``section/key`` -> Entry of a summary log.

    ``section`` is result, stats or parameters: the log repeats keys across sections.
    Raises LogError as ``parse_detail`` does.
    """
    log: Log = {}
    section = block = ""
    ended = False
    # Not splitlines(): it also breaks at form feeds and the like, and every later line number would be wrong.
    for number, line in enumerate(_text(data, where).split("\n"), 1):
        heading = line.strip()
        ended = ended or _END.match(heading) is not None
        if heading in _SECTIONS:
            section, block = _SECTIONS[heading], ""
            continue
        if heading in _BLOCKS:
            block = _BLOCKS[heading]
            continue
        match = _PAIR.match(line)
        if match and section and not line.startswith("WARNING"):
            _put(
                log,
                f"{section}/{block}{match['key']}",
                match["value"],
                number,
                where,
                section=f"section {section}",
            )
    complete = {"result/Scenario", "result/Result is"} <= log.keys() and ended
    if not complete or not any(k.startswith("parameters/") for k in log):
        raise LogError(
            "the summary is incomplete",
            where=where,
            rule="a finished run prints result, stats, parameters and, last, how many errors it met",
        )
    return log


def _text(data: bytes, where: str) -> str:
    if not data.strip():
        raise LogError("the log is empty", where=where)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LogError("the log is not UTF-8", where=where, line=line) from error


def _put(log: Log, key: str, text: str, line: int, where: str, section: str) -> None:
    if re.fullmatch(r"[-+]?(nan|inf(inity)?)", text, re.IGNORECASE):
        raise LogError(f"{key} is {text}", where=where, line=line, rule="a figure is finite")
    if key in _FIGURES and not _NUMBER.match(text):
        raise LogError(f"{key} is {text}", where=where, line=line, rule="a figure is a number")
    # Rates, latencies and counts: LoadGen prints none below zero.
    if key in _FIGURES and text.startswith("-") and Decimal(text):
        raise LogError(f"{key} is {text}", where=where, line=line, rule="a figure is not negative")
    earlier = log.get(key)
    if earlier is None:
        log[key] = Entry(text, line)
    elif earlier.text != text:
        raise LogError(
            f"{key} is {text} here and {earlier.text} on line {earlier.line}",
            where=where,
            line=line,
            rule=f"a key has one value in {section}",
        )


# --- the published metric -------------------------------------------------------------------


@dataclass(frozen=True)
class Metric:
    """A published figure as it stands in a log.

    ``value`` is in ``unit``; ``step`` is the printed precision in the same unit; ``how``
    names the log's key and any conversion.
    """

    value: Decimal
    step: Decimal
    unit: str
    line: int
    how: str


# A scenario may be inferred from a SingleStream run (inference_rules.adoc; factors in the
# submission checker of mlcommons/inference, tools/submission).
_MULTISTREAM_STREAMS = 8
# Keys of a figure in the order of preference: the detail log's, then the summary's. v4.1 infers gptj's
# tokens from its samples, and says so in the key; its summary writes 90th where later ones write 90.0th.
_COMPLETED_TOKENS = (
    "result_completed_tokens_per_second",
    "result_inferred_completed_tokens_per_second",
    "result/Completed tokens per second",
    "result/Completed tokens per second (inferred)",
)
_OFFLINE_TOKENS = (
    "result_tokens_per_second",
    "result_inferred_tokens_per_second",
    "result/Tokens per second",
    "result/Tokens per second (inferred)",
)
_SINGLE_ESTIMATE = tuple(f"result/Early stopping {q} percentile estimate" for q in ("90.0th", "90th"))
_MULTI_ESTIMATE = tuple(f"result/Early stopping {q} percentile estimate" for q in ("99.0th", "99th"))


def metric_of(log: Log, scenario: str, log_scenario: str, counts: str, latency_unit: str = "ms") -> Metric | None:
    """The figure of ``scenario`` in a parsed log, detail or summary; None when it is not there.

    ``counts`` is what the benchmark's throughput counts, tokens or samples. Valid from
    v4.1 on: Server and Interactive publish completed rates, SingleStream and MultiStream
    the early-stopping estimates of the 90th and 99th percentile. Inferred from a
    SingleStream run: MultiStream = 8 x its 99th percentile estimate, Offline = 1 / mean
    latency. Raises LogError for an unknown scenario.
    """
    scale = {"ms": Decimal("1e-6"), "s": Decimal("1e-9")}[latency_unit]
    one = Decimal(1)
    tokens = counts == "tokens"
    if scenario in ("Server", "Interactive"):
        if tokens:
            return _metric(log, _COMPLETED_TOKENS, "tokens/s", one)
        return _metric(
            log, ("result_completed_samples_per_sec", "result/Completed samples per second"), "queries/s", one
        )
    if scenario == "Offline":
        if log_scenario == "SingleStream":
            return _inferred_offline(log)
        if tokens:
            return _metric(log, _OFFLINE_TOKENS, "tokens/s", one)
        return _metric(log, ("result_samples_per_second", "result/Samples per second"), "samples/s", one)
    if scenario == "SingleStream":
        keys = ("early_stopping_latency_ss", *_SINGLE_ESTIMATE)
        if "early_stopping_ttft_result" in log or "result/ttft/Early stopping 90.0th percentile estimate" in log:
            # With token latencies on, the estimate is of TTFT; the published figure is the latency itself.
            keys = ("result_90.00_percentile_latency_ns", "result/90.0th percentile latency (ns)")
        return _metric(log, keys, latency_unit, scale)
    if scenario == "MultiStream":
        keys = ("early_stopping_latency_ms", *_MULTI_ESTIMATE)
        if log_scenario == "SingleStream":
            return _metric(
                log,
                keys,
                latency_unit,
                scale * _MULTISTREAM_STREAMS,
                f"{_MULTISTREAM_STREAMS} x ",
                ", inferred from SingleStream",
            )
        return _metric(log, keys, latency_unit, scale)
    raise LogError(
        f"unknown scenario {scenario!r}",
        rule="scenarios are Offline, Server, Interactive, SingleStream, MultiStream",
    )


def _metric(
    log: Log, keys: tuple[str, ...], unit: str, factor: Decimal, before: str = "", after: str = ""
) -> Metric | None:
    for key in keys:
        entry = log.get(key)
        if entry is not None:
            how = before + key.removeprefix("result/") + after
            return Metric(entry.number * factor, quantum(entry.text) * factor, unit, entry.line, how)
    return None


def _inferred_offline(log: Log) -> Metric | None:
    for key in ("result_mean_latency_ns", "stats/Mean latency (ns)"):
        entry = log.get(key)
        if entry is not None and entry.number:
            rate = Decimal(1_000_000_000) / entry.number
            step = rate * quantum(entry.text) / entry.number
            return Metric(
                rate,
                step,
                "samples/s",
                entry.line,
                f"1 / {key.removeprefix('stats/')}, inferred from SingleStream",
            )
    return None


def quantum(text: str) -> Decimal:
    """The step of the last digit printed in ``text`` (6.02e+05 -> 1000, 12.50 -> 0.01).

    A trailing ``.0`` is no digit: Python prints it after any whole float.
    """
    number = Decimal(text.removesuffix(".0"))
    return Decimal(1).scaleb(number.as_tuple().exponent)  # type: ignore[arg-type]


def agrees(published: str, metric: Metric) -> bool:
    """True when a published figure and the log's are equal at the coarser printed precision."""
    return abs(Decimal(published) - metric.value) <= max(quantum(published), metric.step) / 2


# --- one run -----------------------------------------------------------------------------

_QUANTILES = {
    "p50": "50.00",
    "p90": "90.00",
    "p95": "95.00",
    "p97": "97.00",
    "p99": "99.00",
    "p99_9": "99.90",
}


def _detail_keys() -> dict[str, tuple[str, Decimal]]:
    keys = {}
    for name, q in _QUANTILES.items():
        keys[f"latency_{name}_ms"] = f"result_{q}_percentile_latency_ns"
        keys[f"ttft_{name}_ms"] = f"result_first_token_{q}_percentile_latency_ns"
        keys[f"tpot_{name}_ms"] = f"result_time_per_output_token_{q}_percentile_ns"
    for name in ("mean", "min", "max"):
        keys[f"latency_{name}_ms"] = f"result_{name}_latency_ns"
        keys[f"ttft_{name}_ms"] = f"result_first_token_{name}_latency_ns"
        keys[f"tpot_{name}_ms"] = f"result_time_to_output_token_{name}"
    keys["latency_limit_ms"] = "effective_target_latency_ns"
    plain = {
        "min_duration_ms": "effective_min_duration_ms",
        "target_qps": "effective_target_qps",
        "scheduled_samples_per_s": "result_scheduled_samples_per_sec",
        "completed_samples_per_s": "result_completed_samples_per_sec",
        "completed_tokens_per_s": "result_completed_tokens_per_second",
        "offline_samples_per_s": "result_samples_per_second",
        "offline_tokens_per_s": "result_tokens_per_second",
        "query_count": "result_query_count",
        "samples_per_query": "generated_samples_per_query",
        "min_query_count": "effective_min_query_count",
        "logged_offered_tokens_per_s": "result_token_throughput_with_loadgen_overhead",
    }
    found = {n: (k, _NS_PER_MS) for n, k in keys.items()} | {n: (k, Decimal(1)) for n, k in plain.items()}
    # Printed per nanosecond.
    return found | {"logged_request_tokens_per_s": ("result_token_throughput", Decimal("1e-9"))}


def _summary_keys() -> dict[str, tuple[str, Decimal]]:
    keys = {f"latency_{n}_ms": f"stats/{q} percentile latency (ns)" for n, q in _QUANTILES.items()}
    keys |= {f"latency_{n}_ms": f"stats/{n.capitalize()} latency (ns)" for n in ("mean", "min", "max")}
    keys["latency_limit_ms"] = "parameters/target_latency (ns)"
    keys["ttft_limit_ms"] = "parameters/ttft_latency (ns)"
    keys["tpot_limit_ms"] = "parameters/tpot_latency (ns)"
    plain = {
        "min_duration_ms": "parameters/min_duration (ms)",
        "target_qps": "parameters/target_qps",
        "offline_samples_per_s": "result/Samples per second",
        "offline_tokens_per_s": "result/Tokens per second",
        "samples_per_query": "parameters/samples_per_query",
        "min_query_count": "parameters/min_query_count",
    }
    return {n: (k, _NS_PER_MS) for n, k in keys.items()} | {n: (k, Decimal(1)) for n, k in plain.items()}


_DETAIL_KEYS = _detail_keys()
_SUMMARY_KEYS = _summary_keys()
# Everything that is read as a number, the published metrics included.
_FIGURES = frozenset(key for key, _ in (*_DETAIL_KEYS.values(), *_SUMMARY_KEYS.values())) | {
    "early_stopping_latency_ss",
    "early_stopping_latency_ms",
    "result/Completed samples per second",
    "result/90.0th percentile latency (ns)",
    *_COMPLETED_TOKENS,
    *_OFFLINE_TOKENS,
    *_SINGLE_ESTIMATE,
    *_MULTI_ESTIMATE,
}
_TIMES = ("power_begin", "power_end")
_TIME_FORM = "%m-%d-%Y %H:%M:%S.%f"
_INTEGERS = ("query_count", "samples_per_query", "min_query_count")


def run_figures(detail: Log | None, summary: Log) -> dict[str, object]:
    """The columns of ``loadgen_runs`` that stand in the logs (rates in 1/s, latencies in ms).

    ``detail`` is None where the repository lacks it: the figures come from ``summary``
    then, and ``precision`` says so. A limit of 0 means that none is in force.
    """
    log, keys = (summary, _SUMMARY_KEYS) if detail is None else (detail, _DETAIL_KEYS)
    row: dict[str, object] = {"precision": "summary" if detail is None else "detail"}
    for name, (key, scale) in keys.items():
        entry = log.get(key)
        if entry is not None:
            number = entry.number / scale
            row[name] = int(number) if name in _INTEGERS else float(number)
    # The detail log holds the limits only as they were asked for; the summary prints those in force.
    for name in ("ttft_limit_ms", "tpot_limit_ms"):
        entry = summary.get(_SUMMARY_KEYS[name][0])
        if entry is not None:
            row[name] = float(entry.number / _NS_PER_MS)
    for name in ("latency_limit_ms", "ttft_limit_ms", "tpot_limit_ms"):
        if row.get(name) == 0:
            row[name] = None
    row["log_scenario"] = summary["result/Scenario"].text
    row["validity"] = summary["result/Result is"].text
    for name, key in {
        "min_duration_met": "result/Min duration satisfied",
        "min_queries_met": "result/Min queries satisfied",
        "early_stopping_met": "result/Early stopping satisfied",
        "perf_constraints_met": "result/Performance constraints satisfied",
    }.items():
        if key in summary:
            row[name] = summary[key].text.upper() == "YES"
    for name, key in {
        "qsl_seed": "qsl_rng_seed",
        "sample_index_seed": "sample_index_rng_seed",
        "schedule_seed": "schedule_rng_seed",
    }.items():
        if f"parameters/{key}" in summary:
            row[name] = summary[f"parameters/{key}"].text
    if detail is not None:
        row |= _from_detail(detail)
    row["mean_tokens_per_sample"] = mean_tokens_per_sample(row)
    return row


def _from_detail(detail: Log) -> dict[str, object]:
    row: dict[str, object] = {}
    if all(key in detail for key in _TIMES):
        begin, end = (_time(detail[key]) for key in _TIMES)
        row["start_to_last_completion_s"] = (end - begin).total_seconds()
    if "loadgen_version" in detail:
        row["loadgen_version"] = detail["loadgen_version"].text.partition(" @")[0]
    if "test_datetime" in detail:
        row["started_utc"] = detail["test_datetime"].text
    return row


def _time(entry: Entry) -> datetime:
    return datetime.strptime(entry.text, _TIME_FORM)


def mean_tokens_per_sample(row: dict[str, object]) -> float | None:
    """Mean output length in tokens, from the two rates of a run; None where one is missing.

    Server: both rates divide by the final issued query's completion, but samples count
    n - 1 and tokens all n (results.cc), so the ratio is scaled by (n - 1) / n.
    """
    tokens, samples, n = (
        row.get("completed_tokens_per_s"),
        row.get("completed_samples_per_s"),
        row.get("query_count"),
    )
    if isinstance(tokens, float) and isinstance(samples, float) and isinstance(n, int) and samples and n:
        return tokens / samples * (n - 1) / n
    tokens, samples = row.get("offline_tokens_per_s"), row.get("offline_samples_per_s")
    if isinstance(tokens, float) and isinstance(samples, float) and samples:
        return tokens / samples
    return None
