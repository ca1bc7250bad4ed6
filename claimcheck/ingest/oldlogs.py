"""The summary log of an old round: a few keys by one pattern, and the metric by the round's rule.

The rounds up to v3.0 have no published table, so their thousands of runs are read for the
one figure that counts. ``loadgen.parse_summary`` reads every line; this reads the keys below.

Metric of each round: mlcommons/inference, tools/submission, result fields of the submission
checker of v0.5 to v3.0; inferred results: the same, and inference_rules.adoc.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from claimcheck.errors import LogError
from claimcheck.outside import finite

_NS_PER_MS = 1e6
_NS_PER_S = 1e9
# A MultiStream query of v2.0 and later holds eight samples.
_STREAMS = 8

_MEAN = b"Mean latency (ns)"
_SINGLE = b"90th percentile latency (ns)"
_SINGLE_ESTIMATE = b"Early stopping 90th percentile estimate"
_MULTI = b"Samples per query"
_MULTI_ESTIMATE = b"Early stopping 99th percentile estimate"
_SERVER = b"Scheduled samples per second"
_OFFLINE = b"Samples per second"
_FIGURES = (_MEAN, _SINGLE, _SINGLE_ESTIMATE, _MULTI, _MULTI_ESTIMATE, _SERVER, _OFFLINE)
_WORDS = (b"Scenario", b"Result is")
# A key starts its line; the early-stopping estimates are items of a list. Finding them so is several times
# as fast as a pattern over every line.
_STARTS = {key: b"\n * " + key if key.startswith(b"Early") else b"\n" + key for key in (*_WORDS, *_FIGURES)}
_VALUE = re.compile(rb"[ \t]*:[ \t]*([^\r\n]*)")
_PARAMETERS = b"Test Parameters Used"
# A finished run's last line says how many errors it met; the oldest LoadGen ends with its last parameter instead.
_END = re.compile(rb"(No|\d+) errors? encountered|performance_sample_count[ \t]*:[ \t]*\d+\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Summary:
    """The keys of one summary log, each with the offset of its line in ``data``."""

    data: bytes
    fields: dict[bytes, tuple[bytes, int]]

    @property
    def scenario(self) -> str:
        """The scenario that LoadGen ran, spelt in one word."""
        return _text(self.fields[b"Scenario"][0]).replace(" ", "")

    @property
    def valid(self) -> bool:
        """LoadGen's verdict on the run."""
        return self.fields[b"Result is"][0] == b"VALID"

    def line(self, key: bytes) -> int:
        """Line of ``key``, 1-based."""
        return self.data.count(b"\n", 0, self.fields[key][1]) + 1


@dataclass(frozen=True)
class Figure:
    """A result as a log gives it: ``value`` in ``unit``, the log's line, and how it was taken."""

    value: float
    unit: str
    line: int
    how: str


def fast_summary(data: bytes, where: str) -> Summary:
    """The keys of a summary log that decide its result.

    Raises LogError, with the line where there is one, for a log that is empty or breaks
    off, that lacks scenario or verdict, or holds a key twice with two values.
    """
    text = data.rstrip()
    if not text:
        raise LogError("the log is empty", where=where)
    parameters = max(data.find(_PARAMETERS), 0)
    fields: dict[bytes, tuple[bytes, int]] = {}
    for key, start in _STARTS.items():
        at = data.find(start, 0, parameters)
        while at >= 0:
            match = _VALUE.match(data, at + len(start))
            if match is not None:
                value = match[1].rstrip()
                earlier = fields.setdefault(key, (value, at + 1))
                if earlier[0] != value:
                    raise LogError(
                        f"{key.decode()} is {_text(value)} here and {_text(earlier[0])} before",
                        where=where,
                        line=data.count(b"\n", 0, at + 1) + 1,
                        rule="a key has one value",
                    )
            at = data.find(start, at + 1, parameters)
    if not all(word in fields for word in _WORDS) or _END.match(text, text.rfind(b"\n") + 1) is None:
        raise LogError(
            "the summary is incomplete",
            where=where,
            rule="a finished run prints scenario, verdict and its parameters to the last",
        )
    if fields[b"Result is"][0] not in (b"VALID", b"INVALID"):
        raise LogError(f"Result is {_text(fields[b'Result is'][0])}", where=where, rule="a run is VALID or INVALID")
    return Summary(data, fields)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "backslashreplace")


def figure_of(log: Summary, scenario: str, *, estimates: bool, where: str) -> Figure:
    """The result of ``scenario``; ``estimates``: the round published early-stopping estimates, as v2.0 and later did.

    Rates are per second, latencies in ms. Server is the arrival rate realised; Offline the
    samples per second; SingleStream the 90th percentile latency, from v2.0 its early-stopping
    estimate; MultiStream the samples of a query ("streams"), from v2.0 the early-stopping
    estimate of the 99th percentile latency. Inferred from a SingleStream run: Offline = 1 /
    mean latency, MultiStream (from v2.0) = 8 x the 99th percentile estimate. Raises LogError
    when the log ran another scenario or does not print the figure.
    """
    ran = log.scenario
    if scenario == "Offline" and ran == "SingleStream":
        mean = _number(log, _MEAN, where)
        return Figure(_NS_PER_S / mean, "samples/s", log.line(_MEAN), _inferred(f"1 / {_MEAN.decode()}"))
    if scenario == "MultiStream" and ran == "SingleStream" and estimates:
        value = _STREAMS * _number(log, _MULTI_ESTIMATE, where) / _NS_PER_MS
        how = _inferred(f"{_STREAMS} x {_MULTI_ESTIMATE.decode()}")
        return Figure(value, "ms", log.line(_MULTI_ESTIMATE), how)
    if scenario != ran:
        raise LogError(
            f"the log ran {ran}",
            where=where,
            line=log.line(b"Scenario"),
            rule="a result rests on a run of its scenario, or on a SingleStream run that it can be inferred from",
        )
    key, unit, scale = {
        "Server": (_SERVER, "queries/s", 1.0),
        "Offline": (_OFFLINE, "samples/s", 1.0),
        "SingleStream": (_SINGLE_ESTIMATE if estimates else _SINGLE, "ms", _NS_PER_MS),
        "MultiStream": (_MULTI_ESTIMATE, "ms", _NS_PER_MS) if estimates else (_MULTI, "streams", 1.0),
    }[scenario]
    return Figure(_number(log, key, where) / scale, unit, log.line(key), key.decode())


def _inferred(how: str) -> str:
    return f"{how}, inferred from SingleStream"


def _number(log: Summary, key: bytes, where: str) -> float:
    """The figure of ``key``; raises LogError when it is not printed or is no number above zero."""
    if key not in log.fields:
        raise LogError(f"the log does not print {key.decode()}", where=where, rule="the result is a figure of the log")
    text = log.fields[key][0]
    if not (number := finite(_text(text))) > 0:
        raise LogError(
            f"{key.decode()} is {_text(text)}", where=where, line=log.line(key), rule="a figure is a number above zero"
        )
    return number
