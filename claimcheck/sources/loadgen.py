"""Read LoadGen's two logs of a performance run: a JSON object a line, with six digits of a rate, or a summary in text.

Metric definitions: mlcommons/inference, loadgen/results.cc; of the rounds up to v3.0, result fields of the submission
checker in tools/submission. Inferred results: the same, and inference_rules.adoc.
"""

from __future__ import annotations

import itertools
import math
import re
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from claimcheck.core.errors import LogError
from claimcheck.core.limits import figure, text_of
from claimcheck.sources.records import CALLED


class Entry(NamedTuple):
    """One logged value: ``text`` as printed, and its line (1-based)."""

    text: str
    line: int

    @property
    def number(self) -> Decimal:
        """The value as an exact decimal."""
        return Decimal(self.text)


Log = dict[str, Entry]

# Lines longer than this hold lists of sample indices or file hashes.
_LONGEST = 4000
# How the keys begin that are read.
_READ = (b"result_", b"effective_", b"early_stopping", b"power_", b"loadgen_version", b"test_datetime", b"generated_")
_START = b':::MLLOG {"key": "'
_DETAIL = re.compile(rb'(?P<key>[^"]+)", "value": (?P<value>.*), "time_ms": .*\}\}\s*\Z')


def parse_detail(data: bytes, where: str) -> Log:
    """Key -> Entry of a detail log; raises LogError, with the line, for one that is truncated or contradicts itself."""
    text_of(data, where, LogError)
    log: Log = {}
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.startswith(b":::MLLOG") or len(raw) > _LONGEST:
            continue
        match = _DETAIL.match(raw, len(_START))
        if match is None:
            raise LogError("not a complete log line", where=where, line=number, rule="a line is one JSON object")
        if match["key"].startswith(_READ):
            _put(log, match["key"].decode(), match["value"].decode().strip('"'), number, where)
    if "result_validity" not in log:
        rule = "a finished run logs result_validity; this log is truncated"
        raise LogError("the run has no result", where=where, rule=rule)
    return log


_SECTIONS = {"MLPerf Results Summary": "result", "Additional Stats": "stats", "Test Parameters Used": "parameters"}
# LLM logs repeat the early-stopping block for TTFT and TPOT: other figures under the same keys.
_BLOCKS = {"TTFT Early Stopping Result:": "ttft/", "TPOT Early Stopping Result:": "tpot/"}
# A finished run's last line says how many errors it met; the oldest LoadGen ends with its last parameter instead.
_END = re.compile(
    r"^[^\S\n]*+(?:No|\d++) errors? encountered|^performance_sample_count[ \t]*+:[ \t]*+\d++\r?\n\s*\Z",
    re.IGNORECASE | re.MULTILINE,
)


def parse_summary(data: bytes, where: str, only: frozenset[str] | None = None) -> Log:
    """``section/key`` -> Entry of a summary log; with ``only``, of those keys, whatever the others hold."""
    log: Log = {}
    section = block = ""
    text = text_of(data, where, LogError)
    # Not splitlines(): it also breaks at form feeds and the like, and every later line number would be wrong.
    for number, line in enumerate(text.split("\n"), 1):
        heading = line.strip()
        if heading in _SECTIONS:
            section, block = _SECTIONS[heading], ""
        elif heading in _BLOCKS:
            block = _BLOCKS[heading]
        elif section and not line.startswith("WARNING"):
            # An item of a list begins with an asterisk. No pattern: of a line of blanks it would try every place.
            key, _, value = line.partition(":")
            key = key.strip().removeprefix("*").strip()
            name = f"{section}/{block}{key}"
            if key and value[:1].isspace() and value.strip() and (only is None or name in only):
                _put(log, name, value.strip(), number, where)
    if not {"result/Scenario", "result/Result is"} <= log.keys() or section != "parameters" or not _END.search(text):
        rule = "a finished run prints result, stats, parameters and, last, how many errors it met"
        raise LogError("the summary is incomplete", where=where, rule=rule)
    return log


def _put(log: Log, key: str, text: str, line: int, where: str) -> None:
    """Note what a log prints; raises LogError for a figure that is none, or another value of a key that is there."""
    number = figure(text) if key in _FIGURES else 0
    # Rates, latencies and counts: LoadGen prints none below zero.
    if number is None or number < 0:
        rule = "a figure is a finite number, and not negative"
        raise LogError(f"{key} is {text[:40]}", where=where, line=line, rule=rule)
    earlier = log.setdefault(key, Entry(text, line))
    if earlier.text != text:
        message = f"{key} is {text} here and {earlier.text} on line {earlier.line}"
        raise LogError(message, where=where, line=line, rule="a key has one value in a log or a section of it")


# --- the published metric -------------------------------------------------------------------


class Metric(NamedTuple):
    """A published figure as a log has it, its printed precision in the same unit, and the log's key and conversion."""

    value: Decimal
    step: Decimal
    unit: str
    line: int
    how: str


# A scenario may be inferred from a SingleStream run (inference_rules.adoc; factors in the
# submission checker of mlcommons/inference, tools/submission).
_MULTISTREAM_STREAMS = 8
_CALLED = CALLED["loadgen"]
_RATES, _ESTIMATES, _MEANS = _CALLED["rates"], _CALLED["estimates"], _CALLED["means"]
# All that rounds up to v3.0 are read for. Other figures are below zero in some, and MultiStream's latencies are there
# twice.
_METRICS = frozenset(itertools.chain(
    *(rate["keys"] for rates in _RATES.values() for rate in rates.values()), *_ESTIMATES.values(),
    *(_CALLED[what] for what in ("measured", "means", "arrivals", "percentile", "streams")),
))  # fmt: skip
OLD_KEYS = _METRICS | {"result/Scenario", "result/Result is"}


def metric_of(
    log: Log, scenario: str, ran: str, counts: str, unit: str = "ms", *, completed: bool = True, estimates: bool = True
) -> Metric | None:
    """The figure of ``scenario`` in a parsed log of a run of the scenario ``ran``; None when it is not there.

    ``counts`` is what a throughput counts, tokens or samples; ``unit`` that of a latency. Servers publish ``completed``
    rates from v4.1 on, before that the rate of arrivals; streams early-stopping ``estimates`` from v2.0 on.
    """
    factor, before, after = Decimal(1), "", ""
    if scenario == "Offline" and ran == "SingleStream":
        unit, keys = "samples/s", _MEANS
        before, after = "1 / ", ", inferred from SingleStream"
    elif scenario not in _ESTIMATES:
        unit, keys = _RATES["Offline" if scenario == "Offline" else "Server"][counts].values()
        if scenario != "Offline" and not completed:
            unit, keys = "queries/s", _CALLED["arrivals"]
    elif scenario == "MultiStream" and not estimates:
        unit, keys = "streams", _CALLED["streams"]
    else:
        factor = {"ms": Decimal("1e-6"), "s": Decimal("1e-9")}[unit]
        keys = _ESTIMATES[scenario] if estimates else _CALLED["percentile"]
        if scenario == "SingleStream" and estimates and log.keys() & set(_CALLED["of_tokens"]):
            keys = _CALLED["measured"]
        if scenario == "MultiStream" and ran == "SingleStream":
            factor *= _MULTISTREAM_STREAMS
            before, after = f"{_MULTISTREAM_STREAMS} x ", ", inferred from SingleStream"
    for key in filter(log.get, keys):
        entry = log[key]
        value, step = entry.number * factor, quantum(entry.text) * factor
        if keys is _MEANS:
            if not entry.number:
                continue
            value, step = _SECOND / entry.number, _SECOND / entry.number * step / entry.number
        how = before + key.removeprefix("result/").removeprefix("stats/") + after
        return Metric(value, step, unit, entry.line, how)
    return None


def quantum(text: str) -> Decimal:
    """The step of the last digit printed in ``text`` (6.02e+05 -> 1000, 12.50 -> 0.01, 1598510.0 -> 10).

    Python prints a ``.0`` after any whole float; a zero after the sixth digit then came from a detail log.
    """
    number = Decimal(text.removesuffix(".0"))
    if text.endswith(".0") and not int(number) % 10 ** (unprinted := max(0, number.adjusted() - 5)):
        return Decimal(1).scaleb(unprinted)
    return Decimal(1).scaleb(number.as_tuple().exponent)  # type: ignore[arg-type]


def agrees(published: str, metric: Metric) -> bool:
    """True when a published figure and the log's are equal at the coarser printed precision."""
    steps = (quantum(published), metric.step, Decimal(2 * math.ulp(float(metric.value))))
    return abs(Decimal(published) - metric.value) <= max(steps) / 2


# --- one run -----------------------------------------------------------------------------

_SECOND = Decimal("1e9")
_PERCENTILES = {"p50": "50.00", "p90": "90.00", "p95": "95.00", "p97": "97.00", "p99": "99.00", "p99_9": "99.90"}


def _keys(which: str) -> dict[str, tuple[str, Decimal]]:
    """The key of each column in one of the two logs, and how much of its unit is one of ours."""
    keys = {column: (of[which], Decimal(of.get("per", 1))) for column, of in _CALLED["columns"].items() if which in of}
    for time, of in _CALLED["times"].items():
        percentile, other = of[which]
        names = {stat: percentile.format(number) for stat, number in _PERCENTILES.items()}
        names |= {stat: other.format(stat if which == "detail" else stat.title()) for stat in ("mean", "min", "max")}
        keys |= {f"{time}_{stat}_ms": (name, Decimal("1e6")) for stat, name in names.items()}
    return keys


_KEYS = {which: _keys(which) for which in ("detail", "summary")}
# Everything that is read as a number, the published metrics included.
_FIGURES = _METRICS.union(key for keys in _KEYS.values() for key, _ in keys.values())
_INTEGERS = ("query_count", "samples_per_query", "min_query_count")
_TIME_FORM = "%m-%d-%Y %H:%M:%S.%f"


def run_figures(detail: Log | None, summary: Log) -> dict[str, object]:
    """The columns of ``loadgen_runs`` in the logs (1/s, ms), from ``summary`` alone where the detail log is lacking."""
    limits = ("latency_limit_ms", "ttft_limit_ms", "tpot_limit_ms")
    row = _numbers(summary, "summary")
    if detail is not None:
        # The detail log has limits on tokens only as they were requested.
        row = _numbers(detail, "detail") | {name: row[name] for name in limits[1:] if name in row}
        if {"power_begin", "power_end"} <= detail.keys():
            begin, end = (datetime.strptime(detail[key].text, _TIME_FORM) for key in ("power_begin", "power_end"))
            row["start_to_last_completion_s"] = (end - begin).total_seconds()
        if "loadgen_version" in detail:
            row["loadgen_version"] = detail["loadgen_version"].text.partition(" @")[0]
        if "test_datetime" in detail:
            row["started_utc"] = detail["test_datetime"].text
    row |= {name: None for name in limits if row.get(name) == 0}
    row |= {name: summary[key].text for name, key in _CALLED["seeds"].items() if key in summary}
    return row | {
        "precision": "summary" if detail is None else "detail",
        "obtained": "log",
        "log_scenario": summary["result/Scenario"].text,
        "validity": summary["result/Result is"].text,
        "window": "final query" if "completed_samples_per_s" in row else None,
        "mean_tokens_per_sample": _mean_tokens_per_sample(row),
    }


def _numbers(log: Log, which: str) -> dict[str, Any]:
    return {
        name: (int if name in _INTEGERS else float)(log[key].number / scale)
        for name, (key, scale) in _KEYS[which].items()
        if key in log
    }


def _mean_tokens_per_sample(row: dict[str, Any]) -> float | None:
    """Mean output length in tokens, from the two rates of a run; None where one is missing.

    Of Server both divide by the final query's completion, but samples count n - 1 and tokens all n (results.cc).
    """
    for kind in ("completed", "offline"):
        tokens, samples, n = row.get(f"{kind}_tokens_per_s"), row.get(f"{kind}_samples_per_s"), row.get("query_count")
        if tokens is not None and samples and (n or kind == "offline"):
            return tokens / samples * (n - 1) / n if kind == "completed" else tokens / samples
    return None
