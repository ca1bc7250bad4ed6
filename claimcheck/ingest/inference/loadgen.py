"""Read LoadGen's two logs of a performance run, or the report of the newer harness.

``mlperf_log_detail.txt`` holds one JSON object a line (``:::MLLOG {...}``) and prints
rates with six significant digits; ``mlperf_log_summary.txt`` is text in three sections
that repeats some keys and prints rates with two decimals. The detail log is preferred;
the summary serves where it is absent, and as a second source otherwise.

``result_summary.json`` is what the newer harness (mlcommons/endpoints, first used in v6.1) writes in their place: one
JSON object with every digit, the whole run's duration, and the duration that LoadGen's Server rates divide by, under
the name ``legacy_loadgen_window_duration_ns``. It prints no scenario, no verdict, no limits and no realised rate of
arrivals.

Metric definitions: mlcommons/inference, loadgen/results.cc; of the rounds up to v3.0, result fields of the submission
checker in tools/submission. Inferred results: the same, and inference_rules.adoc.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from claimcheck.core.errors import LogError
from claimcheck.core.limits import MOST_COUNT, figure, json_of, text_of

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

# Lines longer than this hold lists of sample indices or file hashes; a figure among them is a fault.
_LONGEST = 4000
# How the keys begin that are read.
_READ = ("result_", "effective_", "early_stopping", "power_", "loadgen_version", "test_datetime", "generated_")
_KEY = re.compile(rb':::MLLOG \{"key": "([a-z0-9_.]+)"')
_DETAIL = re.compile(rb'^:::MLLOG \{"key": "(?P<key>[^"]+)", "value": (?P<value>.*), "time_ms": ')


def parse_detail(data: bytes, where: str) -> Log:
    """Return key -> Entry of a detail log.

    Raises LogError, naming file, line and rule, for a log that is empty, not UTF-8,
    truncated (a line breaks off, or no ``result_validity``), has a key twice with two
    values, a figure that is NaN, infinite, negative or no number, or a bad date.
    """
    _text(data, where)
    log: Log = {}
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.startswith(b":::MLLOG"):
            continue
        if len(raw) > _LONGEST:
            if (long := _KEY.match(raw)) and long[1].decode() in _FIGURES:
                message = f"{long[1].decode()} has {len(raw):,} characters"
                raise LogError(message, where=where, line=number, rule="a figure is a number")
            continue
        match = _DETAIL.match(raw)
        if match is None or not raw.rstrip().endswith(b"}}"):
            raise LogError("not a complete log line", where=where, line=number, rule="a line is one JSON object")
        key = match["key"].decode()
        if not key.startswith(_READ):
            continue
        text = match["value"].decode()
        if text.startswith('"'):
            try:
                text = str(json_of(text, where, LogError))
            except LogError as error:
                rule = "a line is one JSON object"
                raise LogError(f"the value of {key} is {error.message}", where=where, line=number, rule=rule) from error
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
# A finished run's last line says how many errors it met; the oldest LoadGen ends with its last parameter instead.
_END = re.compile(
    r"^[^\S\n]*+(?:No|\d++) errors? encountered|^performance_sample_count[ \t]*+:[ \t]*+\d++\r?\n\s*\Z",
    re.IGNORECASE | re.MULTILINE,
)


def parse_summary(data: bytes, where: str, only: Collection[str] = ()) -> Log:
    """Return ``section/key`` -> Entry of a summary log; with ``only``, of those keys, whatever the others hold.

    ``section`` is result, stats or parameters: the log repeats keys across sections.
    Raises LogError as ``parse_detail`` does.
    """
    log: Log = {}
    section = block = ""
    parameters = False
    text = _text(data, where)
    # Not splitlines(): it also breaks at form feeds and the like, and every later line number would be wrong.
    for number, line in enumerate(text.split("\n"), 1):
        heading = line.strip()
        if heading in _SECTIONS:
            section, block = _SECTIONS[heading], ""
            continue
        if heading in _BLOCKS:
            block = _BLOCKS[heading]
            continue
        # An item of a list begins with an asterisk. No pattern: of a line of blanks it would try every place.
        key, _, value = line.partition(":")
        key = key.strip().removeprefix("*").strip()
        if key and value[:1].isspace() and value.strip() and section and not line.startswith("WARNING"):
            parameters = parameters or section == "parameters"
            name = f"{section}/{block}{key}"
            if not only or name in only:
                _put(log, name, value.strip(), number, where, section=f"section {section}")
    if not {"result/Scenario", "result/Result is"} <= log.keys() or not parameters or not _END.search(text):
        raise LogError(
            "the summary is incomplete",
            where=where,
            rule="a finished run prints result, stats, parameters and, last, how many errors it met",
        )
    return log


def parse_report(data: bytes, where: str) -> Log:
    """Return ``section/key`` -> Entry of the figures and seeds in a ``result_summary.json`` of the newer harness.

    Raises LogError for a file that is no JSON object, has a figure that is no number, or belongs to a run that did not
    complete.
    """
    text = _text(data, where)
    report = json_of(text, where, LogError, rule="a report is one JSON object", number=_Number)
    if not isinstance(report, dict) or report.get("complete") is not True:
        raise LogError("the run did not complete", where=where, rule="the report of a finished run says complete: true")
    log: Log = {}
    for key in (*_REPORT_FIGURES, *_REPORT_SEEDS.values()):
        value: object = report
        position = 0
        for part in key.split("/"):
            value = value.get(part) if isinstance(value, dict) else None
            position = max(position, text.find(f'"{part}"', position))
        if isinstance(value, _Number):
            _put(log, key, str(value), text.count("\n", 0, position) + 1, where, section="the file")
        elif value is not None:
            raise LogError(f"{key} is {value!r}", where=where, rule="a figure is a number")
    return log


class _Number(str):
    """A number as a report prints it."""


def _text(data: bytes, where: str) -> str:
    if not data.strip():
        raise LogError("the log is empty", where=where)
    return text_of(data, where, LogError, what="the log")


_NO_NUMBER = re.compile(r"[-+]?(nan|inf(inity)?)", re.IGNORECASE)


def _put(log: Log, key: str, text: str, line: int, where: str, section: str) -> None:
    if not text[:1].isdigit() and _NO_NUMBER.fullmatch(text):
        raise LogError(f"{key} is {text}", where=where, line=line, rule="a figure is finite")
    number = figure(text) if key in _FIGURES else Decimal(0)
    if number is None:
        raise LogError(f"{key} is {text[:40]}", where=where, line=line, rule="a figure is a number")
    # Rates, latencies and counts: LoadGen prints none below zero.
    if number < 0:
        raise LogError(f"{key} is {text}", where=where, line=line, rule="a figure is not negative")
    if key in _COUNTS and (number > MOST_COUNT or number % 1):
        rule = f"a count is a whole number up to {MOST_COUNT:,}"
        raise LogError(f"{key} is {text[:40]}", where=where, line=line, rule=rule)
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
    "tps",
)
_OFFLINE_TOKENS = (
    "result_tokens_per_second",
    "result_inferred_tokens_per_second",
    "result/Tokens per second",
    "result/Tokens per second (inferred)",
    "tps",
)
_SINGLE_ESTIMATE = tuple(f"result/Early stopping {q} percentile estimate" for q in ("90.0th", "90th"))
_MULTI_ESTIMATE = tuple(f"result/Early stopping {q} percentile estimate" for q in ("99.0th", "99th"))
# The same of rounds up to v3.0 and v1.1; and all that those rounds are read for. Other figures are below zero in some,
# and MultiStream's latencies stand twice.
_ARRIVALS_RATE = "result/Scheduled samples per second"
_SINGLE_PERCENTILE = "result/90th percentile latency (ns)"
_STREAMS = "result/Samples per query"
OLD_KEYS = frozenset({
    "result/Scenario", "result/Result is", "result/Samples per second", "stats/Mean latency (ns)", _ARRIVALS_RATE,
    _SINGLE_PERCENTILE, _STREAMS, *_SINGLE_ESTIMATE, *_MULTI_ESTIMATE,
})  # fmt: skip


def metric_of(
    log: Log,
    scenario: str,
    log_scenario: str,
    counts: str,
    latency_unit: str = "ms",
    *,
    completed: bool = True,
    estimates: bool = True,
) -> Metric | None:
    """The figure of ``scenario`` in a parsed log, detail or summary; None when it is not there.

    ``counts`` is what the benchmark's throughput counts, tokens or samples. Server and Interactive publish
    ``completed`` rates from v4.1 on, before that the rate of arrivals realised; SingleStream and MultiStream the
    early-stopping ``estimates`` of the 90th and 99th percentile from v2.0 on, before that the 90th percentile and the
    samples of a query ("streams"). Inferred from a SingleStream run: Offline = 1 / mean latency, MultiStream (with
    estimates) = 8 x its 99th percentile estimate. Raises LogError for an unknown scenario.
    """
    scale = {"ms": Decimal("1e-6"), "s": Decimal("1e-9")}[latency_unit]
    unscaled = Decimal(1)
    tokens = counts == "tokens"
    if scenario in ("Server", "Interactive"):
        if not completed:
            return _metric(log, (_ARRIVALS_RATE,), "queries/s", unscaled)
        if tokens:
            return _metric(log, _COMPLETED_TOKENS, "tokens/s", unscaled)
        keys = ("result_completed_samples_per_sec", "result/Completed samples per second", "qps")
        return _metric(log, keys, "queries/s", unscaled)
    if scenario == "Offline":
        if log_scenario == "SingleStream":
            return _inferred_offline(log)
        if tokens:
            return _metric(log, _OFFLINE_TOKENS, "tokens/s", unscaled)
        return _metric(log, ("result_samples_per_second", "result/Samples per second", "qps"), "samples/s", unscaled)
    if scenario == "SingleStream":
        if not estimates:
            return _metric(log, (_SINGLE_PERCENTILE,), latency_unit, scale)
        keys = ("early_stopping_latency_ss", *_SINGLE_ESTIMATE)
        if "early_stopping_ttft_result" in log or "result/ttft/Early stopping 90.0th percentile estimate" in log:
            # With token latencies on, the estimate is of TTFT; the published figure is the latency itself.
            keys = ("result_90.00_percentile_latency_ns", "result/90.0th percentile latency (ns)")
        return _metric(log, keys, latency_unit, scale)
    if scenario == "MultiStream":
        if not estimates:
            return _metric(log, (_STREAMS,), "streams", unscaled)
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
    """The step of the last digit printed in ``text`` (6.02e+05 -> 1000, 12.50 -> 0.01, 1598510.0 -> 10).

    A trailing ``.0`` is no digit: Python prints it after any whole float. Nor is then a zero after the sixth digit: the
    float was read from a detail log, which prints 1.59851e+06.
    """
    number = Decimal(text.removesuffix(".0"))
    if text.endswith(".0") and not int(number) % 10 ** (unprinted := max(0, number.adjusted() - 5)):
        return Decimal(1).scaleb(unprinted)
    return Decimal(1).scaleb(number.as_tuple().exponent)  # type: ignore[arg-type]


def agrees(published: str, metric: Metric) -> bool:
    """True when a published figure and the log's are equal at the coarser printed precision.

    Doubles printed in full may differ by one in the last binary digit, where a quotient is made in another order.
    """
    steps = (quantum(published), metric.step, Decimal(2 * math.ulp(float(metric.value))))
    return abs(Decimal(published) - metric.value) <= max(steps) / 2


# --- one run -----------------------------------------------------------------------------

_QUANTILES = {"p50": "50.00", "p90": "90.00", "p95": "95.00", "p97": "97.00", "p99": "99.00", "p99_9": "99.90"}
_ONE, _SECOND = Decimal(1), Decimal(1_000_000_000)
Keys = dict[str, tuple[str, Decimal]]


def _times(patterns: Mapping[str, tuple[str, str]], plain: Mapping[str, str], others: Keys) -> Keys:
    """Keys of a file by column: of quantiles and of mean, min and max of each time, of ``plain`` figures, of others.

    ``{q}`` in a pattern stands for 99.00, ``{number}`` for 99.0, ``{name}`` for mean and ``{title}`` for Mean.
    """
    keys = {
        f"{what}_{column}_ms": quantile.format(q=q, number=float(q))
        for what, (quantile, _) in patterns.items()
        for column, q in _QUANTILES.items()
    }
    keys |= {
        f"{what}_{name}_ms": single.format(name=name, title=name.capitalize())
        for what, (_, single) in patterns.items()
        for name in ("mean", "min", "max")
    }
    scaled = {column: (key, _NS_PER_MS) for column, key in keys.items()}
    return scaled | {column: (key, _ONE) for column, key in plain.items()} | others


# Columns of ``loadgen_runs`` by what prints them: the key there, and how much of its unit is one of ours.
_DETAIL_KEYS = _times(
    {
        "latency": ("result_{q}_percentile_latency_ns", "result_{name}_latency_ns"),
        "ttft": ("result_first_token_{q}_percentile_latency_ns", "result_first_token_{name}_latency_ns"),
        "tpot": ("result_time_per_output_token_{q}_percentile_ns", "result_time_to_output_token_{name}"),
    },
    {
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
    },
    {
        "latency_limit_ms": ("effective_target_latency_ns", _NS_PER_MS),
        # Printed per nanosecond.
        "logged_request_tokens_per_s": ("result_token_throughput", Decimal("1e-9")),
    },
)
_SUMMARY_KEYS = _times(
    {
        "latency": ("stats/{q} percentile latency (ns)", "stats/{title} latency (ns)"),
        "ttft": ("stats/{q} percentile first token latency (ns)", "stats/{title} First Token latency (ns)"),
        "tpot": ("stats/{q} percentile time to output token (ns)", "stats/{title} Time per Output Token (ns)"),
    },
    {
        "min_duration_ms": "parameters/min_duration (ms)",
        "target_qps": "parameters/target_qps",
        "scheduled_samples_per_s": "stats/Scheduled samples per second",
        "completed_samples_per_s": "result/Completed samples per second",
        "completed_tokens_per_s": "result/Completed tokens per second",
        "offline_samples_per_s": "result/Samples per second",
        "offline_tokens_per_s": "result/Tokens per second",
        "samples_per_query": "parameters/samples_per_query",
        "min_query_count": "parameters/min_query_count",
    },
    {
        "latency_limit_ms": ("parameters/target_latency (ns)", _NS_PER_MS),
        "ttft_limit_ms": ("parameters/ttft_latency (ns)", _NS_PER_MS),
        "tpot_limit_ms": ("parameters/tpot_latency (ns)", _NS_PER_MS),
    },
)
_REPORT_KEYS = _times(
    {what: (f"{what}/percentiles/{{number}}", f"{what}/{{name}}") for what in ("latency", "ttft", "tpot")},
    {
        "target_qps": "run_config/load_pattern/target_qps",
        "query_count": "n_samples_issued",
        "mean_tokens_per_sample": "output_sequence_lengths/avg",
    },
    {
        **{f"{what}_mean_ms": (f"{what}/avg", _NS_PER_MS) for what in ("latency", "ttft", "tpot")},
        "start_to_last_completion_s": ("duration_ns", _SECOND),
        "window_s": ("legacy_loadgen_window_duration_ns", _SECOND),
    },
)
_REPORT_COUNTS = ("n_samples_issued", "n_samples_completed", "n_samples_failed")
_REPORT_NEEDED = (*_REPORT_COUNTS, "duration_ns", "qps")
_REPORT_FIGURES = (*dict.fromkeys((*_REPORT_NEEDED, "tps", "output_sequence_lengths/total")),
                   *(k for k, _ in _REPORT_KEYS.values() if k not in _REPORT_NEEDED))  # fmt: skip
_REPORT_SEEDS = {
    "sample_index_seed": "run_config/dataloader_random_seed",
    "schedule_seed": "run_config/scheduler_random_seed",
}
# Everything that is read as a number, the published metrics included.
_FIGURES = frozenset(key for key, _ in (*_DETAIL_KEYS.values(), *_SUMMARY_KEYS.values())) | {
    *_REPORT_FIGURES,
    "early_stopping_latency_ss",
    "early_stopping_latency_ms",
    "result/Completed samples per second",
    "result/90.0th percentile latency (ns)",
    *_COMPLETED_TOKENS,
    *_OFFLINE_TOKENS,
    *_SINGLE_ESTIMATE,
    *_MULTI_ESTIMATE,
    _ARRIVALS_RATE,
    _SINGLE_PERCENTILE,
    _STREAMS,
}
_TIMES = ("power_begin", "power_end")
_TIME_FORM = "%m-%d-%Y %H:%M:%S.%f"
_INTEGERS = ("query_count", "samples_per_query", "min_query_count")
_COUNTS = {*_REPORT_COUNTS} | {
    keys[name][0] for keys in (_DETAIL_KEYS, _SUMMARY_KEYS) for name in _INTEGERS if name in keys
}


def run_figures(detail: Log | None, summary: Log) -> dict[str, object]:
    """The columns of ``loadgen_runs`` that stand in the logs (rates in 1/s, latencies in ms).

    ``detail`` is None where the repository lacks it: the figures come from ``summary``
    then, and ``precision`` says so. A limit of 0 means that none is in force.
    """
    log, keys = (summary, _SUMMARY_KEYS) if detail is None else (detail, _DETAIL_KEYS)
    row: dict[str, object] = {"precision": "summary" if detail is None else "detail", "obtained": "log"}
    row |= _numbers(log, keys)
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
    if "completed_samples_per_s" in row:
        row["window"] = "final query"
    row["mean_tokens_per_sample"] = mean_tokens_per_sample(row)
    return row


def _numbers(log: Log, keys: dict[str, tuple[str, Decimal]]) -> dict[str, object]:
    row: dict[str, object] = {}
    for name, (key, scale) in keys.items():
        entry = log.get(key)
        if entry is not None:
            number = entry.number / scale
            row[name] = int(number) if name in _INTEGERS else float(number)
    return row


# The figures of a report are doubles: sums and quotients of them agree far better than this.
_EXACT = 1e-9


def report_figures(report: Log, scenario: str, where: str) -> dict[str, object]:
    """The columns of ``loadgen_runs`` that stand in a report of the newer harness (``parse_report``).

    ``window`` names the duration that the printed rates divide by, as the figures themselves show it: a report prints
    two. What a report does not print stays empty: the realised rate of arrivals, the limits, the verdict. Raises
    LogError when a figure is missing that every report has, when completed and failed samples do not add up to those
    issued, when the mean length is not the total over the samples, when the window is longer than the run, or when the
    rates divide by neither duration.
    """

    def fail(message: str, rule: str, key: str) -> LogError:
        return LogError(message, where=where, line=report[key].line, rule=rule)

    def same(first: float, other: float) -> bool:
        return math.isclose(first, other, rel_tol=_EXACT)

    if missing := [key for key in _REPORT_NEEDED if key not in report]:
        raise LogError(f"no {', '.join(missing)}", where=where, rule=f"a report has {', '.join(_REPORT_NEEDED)}")
    row = {"precision": "report", "obtained": "log", **_numbers(report, _REPORT_KEYS)}
    issued, completed, failed = (int(report[key].number) for key in _REPORT_COUNTS)
    if issued != completed + failed or not completed:
        message = f"{completed} completed and {failed} failed of {issued} issued"
        raise fail(message, "completed and failed samples are those issued", "n_samples_issued")
    whole = float(report["duration_ns"].number) / 1e9
    if not whole:
        raise fail("the run took no time", "a run takes time", "duration_ns")
    window = row.get("window_s")
    total = report.get("output_sequence_lengths/total")
    length = row.get("mean_tokens_per_sample")
    if total is not None and isinstance(length, float) and not same(float(total.number) / completed, length):
        message = f"{total.text} tokens of {completed} samples, {length} on average"
        raise fail(message, "the mean is the total over the samples", "output_sequence_lengths/total")
    if isinstance(window, float) and window > whole:
        message = f"the window of {window:g} s is longer than the run of {whole:g} s"
        raise fail(message, "the window ends with the run at the latest", "duration_ns")
    samples, tokens = (float(report[key].number) if key in report else None for key in ("qps", "tps"))
    # LoadGen's rate of samples leaves the last one out, its rate of tokens does not (results.cc).
    durations = [("whole run", completed / whole, whole)]
    if isinstance(window, float) and window:
        durations.append(("legacy", (completed - 1) / window, window))
    used = [
        name
        for name, rate, seconds in durations
        if same(rate, samples or 0.0)
        and (tokens is None or total is None or same(float(total.number) / seconds, tokens))
    ]
    if not used:
        rule = "the rates are the samples and the tokens over one of the two durations"
        raise fail(f"{samples} samples/s and {tokens} tokens/s over neither duration", rule, "qps")
    kind = "offline" if scenario == "Offline" else "completed"
    row |= {f"{kind}_samples_per_s": samples, f"{kind}_tokens_per_s": tokens}
    if kind == "completed":
        row["window"] = used[0]
    return row | {name: report[key].text for name, key in _REPORT_SEEDS.items() if key in report}


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
