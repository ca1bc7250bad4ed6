"""The summary log of an old round: its keys, its metric by the round's rule, and logs that are refused."""

from __future__ import annotations

import pytest

from claimcheck.errors import LogError
from claimcheck.ingest.oldlogs import Figure, fast_summary, figure_of

WHERE = "closed/Anna/results/box/resnet50/Offline/performance/run_1/mlperf_log_summary.txt"
STREAM = {
    "90th percentile latency (ns)": "577562066",
    "Early stopping 90th percentile estimate": "667791287",
    "Early stopping 99th percentile estimate": "770097494",
}


def log(scenario: str, figures: dict[str, str], verdict: str = "VALID") -> bytes:
    """A summary log as LoadGen of v2.0 prints it."""
    rule = "=" * 48
    lines = [rule, "MLPerf Results Summary", rule, "SUT name : BOX", f"Scenario : {scenario}", "Mode : PerformanceOnly"]
    lines += [f"{' * ' if key.startswith('Early') else ''}{key} : {value}" for key, value in figures.items()]
    lines += [f"Result is : {verdict}", "", rule, "Additional Stats", rule, "Mean latency (ns)   : 250000000"]
    lines += ["", rule, "Test Parameters Used", rule, "samples_per_query : 8", "performance_sample_count : 1024"]
    return ("\n".join([*lines, "", "No errors encountered during test.", ""])).encode()


def line_of(data: bytes, key: str) -> int:
    return next(n for n, line in enumerate(data.decode().split("\n"), 1) if line.lstrip(" *").startswith(key))


def figure(data: bytes, scenario: str, *, estimates: bool) -> Figure:
    return figure_of(fast_summary(data, WHERE), scenario, estimates=estimates, where=WHERE)


@pytest.mark.parametrize(
    ("ran", "figures", "scenario", "estimates", "value", "unit", "key"),
    [
        ("Server", {"Scheduled samples per second": "99.5"}, "Server", True, 99.5, "queries/s", "Scheduled samples"),
        ("Offline", {"Samples per second": "1.5e+06"}, "Offline", False, 1.5e6, "samples/s", "Samples per second"),
        ("SingleStream", STREAM, "SingleStream", False, 577.562066, "ms", "90th percentile latency (ns)"),
        ("SingleStream", STREAM, "SingleStream", True, 667.791287, "ms", "Early stopping 90th percentile estimate"),
        ("Single Stream", STREAM, "SingleStream", False, 577.562066, "ms", "90th percentile latency (ns)"),
        ("Multi Stream", {"Samples per query": "1344"}, "MultiStream", False, 1344.0, "streams", "Samples per query"),
        ("MultiStream", STREAM, "MultiStream", True, 770.097494, "ms", "Early stopping 99th percentile estimate"),
        ("SingleStream", STREAM, "Offline", False, 4.0, "samples/s", "Mean latency (ns)"),
        ("SingleStream", STREAM, "MultiStream", True, 6160.779952, "ms", "Early stopping 99th percentile estimate"),
    ],
)
def test_the_metric_of_a_scenario(
    ran: str, figures: dict[str, str], scenario: str, estimates: bool, value: float, unit: str, key: str
) -> None:
    data = log(ran, figures).replace(b"\n", b"\r\n")
    found = figure(data, scenario, estimates=estimates)
    assert (found.value, found.unit) == (pytest.approx(value, rel=1e-12), unit)
    assert found.line == line_of(data, key)
    assert key.removesuffix(" samples") in found.how
    assert ("inferred from SingleStream" in found.how) == (ran.replace(" ", "") != scenario)


def test_the_oldest_logs_end_with_their_last_parameter() -> None:
    data = log("Offline", {"Samples per second": "7"})
    ending = data.index(b"\n\nNo errors")
    assert figure(data[:ending], "Offline", estimates=False).value == 7
    with pytest.raises(LogError, match="incomplete"):
        fast_summary(data[: data.index(b"performance_sample_count")], WHERE)


@pytest.mark.parametrize(
    ("data", "message", "key"),
    [
        (b" \n", "the log is empty", None),
        (log("Offline", {}).replace(b"Result is", b"Result was"), "the summary is incomplete", None),
        (log("Offline", {})[:-20], "the summary is incomplete", None),
        (log("Offline", {}, verdict="MAYBE"), "Result is MAYBE", None),
        (
            log("Offline", {"Samples per second": "7", "Samples per second ": "8"}),
            "is 8 here and 7 before",
            "  Samples",
        ),
    ],
)
def test_a_log_that_is_refused(data: bytes, message: str, key: str | None) -> None:
    with pytest.raises(LogError, match=message) as error:
        fast_summary(data, WHERE)
    assert error.value.where == WHERE
    assert error.value.line == (key and line_of(data, "Samples per second  : 8"))


@pytest.mark.parametrize(
    ("ran", "figures", "scenario", "estimates", "message"),
    [
        ("Offline", {}, "Offline", True, "does not print Samples per second"),
        ("Offline", {"Samples per second": "nan"}, "Offline", True, "Samples per second is nan"),
        ("Offline", {"Samples per second": "0"}, "Offline", True, "Samples per second is 0"),
        (
            "SingleStream",
            {"90th percentile latency (ns)": "5"},
            "SingleStream",
            True,
            "not print Early stopping 90th",
        ),
        ("SingleStream", STREAM, "MultiStream", False, "the log ran SingleStream"),
        ("SingleStream", STREAM, "Server", True, "the log ran SingleStream"),
        ("Server", {"Scheduled samples per second": "5"}, "Offline", True, "the log ran Server"),
    ],
)
def test_a_log_without_the_figure(
    ran: str, figures: dict[str, str], scenario: str, estimates: bool, message: str
) -> None:
    with pytest.raises(LogError, match=message) as error:
        figure(log(ran, figures), scenario, estimates=estimates)
    assert error.value.where == WHERE
    assert error.value.rule
