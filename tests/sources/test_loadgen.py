"""Every figure comes from the right line of the right section, or the log is refused with its line."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from claimcheck.core.errors import LogError
from claimcheck.sources.loadgen import (
    OLD_KEYS,
    Entry,
    Metric,
    agrees,
    metric_of,
    parse_detail,
    parse_summary,
    quantum,
    run_figures,
)
from tests.sources import upstream as up
from tests.sources.golden import agree

WHERE = "closed/Anna/log.txt"


def read_detail(text: str) -> dict[str, Entry]:
    return parse_detail(text.encode(), WHERE)


def read_summary(text: str) -> dict[str, Entry]:
    return parse_summary(text.encode(), WHERE)


DETAIL, SUMMARY = up.detail(up.SERVER_DETAIL), up.summary(up.SERVER_RESULT)

# Refusals -------------------------------------------------------------------------------------

BROKEN = up.number_of(DETAIL, "result_completed_tokens_per_second")
TWO_SPEEDS = SUMMARY.replace("Test Parameters Used\n", "Test Parameters Used\nspeed : 5.00\nspeed : 5.01\n")
# Reader, log, words of the message, the line at fault if there is one.
REFUSED: list[tuple[Callable[[str], object], str, str, int | None]] = [
    (read_detail, up.detail(up.STREAM_DETAIL, early_stopping_latency_ss="12,5"), "latency_ss is 12,5", 5),
    (read_detail, DETAIL[: DETAIL.index(up.line("result_validity", '"VALID"'))], "the run has no result", None),
    (read_detail, "\n".join(DETAIL.split("\n")[:BROKEN])[:-1], "not a complete log line", BROKEN),
    (
        read_summary, TWO_SPEEDS, f"speed is 5.01 here and 5.00 on line {up.number_of(TWO_SPEEDS, 'speed')}",
        up.number_of(TWO_SPEEDS, "5.01"),
    ),
    *(
        (read_summary, SUMMARY[: SUMMARY.index(needle)], "the summary is incomplete", None)
        for needle in ("Additional Stats", "Test Parameters Used", "qsl_rng_seed", "No warnings")
    ),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "text", "message", "at"), REFUSED)
def test_a_log_is_refused_with_its_line(
    reader: Callable[[str], object], text: str, message: str, at: int | None
) -> None:
    with pytest.raises(LogError, match=message) as error:
        reader(text)
    assert error.value.where == WHERE
    assert at is None or error.value.line == at


# What is no fault -----------------------------------------------------------------------------


def test_crlf_and_odd_line_breaks_do_not_move_the_lines() -> None:
    """A form feed, a lone carriage return or U+2028 ends a line for Python, not for git or GitHub."""
    for reader, text, key in ((read_detail, DETAIL, "result_validity"), (read_summary, SUMMARY, "result/Scenario")):
        assert reader(text.replace("\n", "\r\n")) == reader(text)
        assert reader("started\x0cby\u2028hand\rtoday\n" + text)[key].line == 1 + reader(text)[key].line


def test_lines_that_hold_no_figure() -> None:
    """Long ones; warnings; a key of another section; a key that says the same again; one that is not asked for."""
    long = up.line("result_samples", f'"{"7," * 4000}"')
    assert read_detail(f"{long}\n{DETAIL}")["result_query_count"].text == "1000"
    warnings = "WARNING: samples_per_query : 99\nWARNING: the clock is slow\n"
    text = SUMMARY.replace("target_qps :", f"{warnings}target_qps :")
    assert read_summary(text)["parameters/samples_per_query"].text == "1"
    scenario = "Scenario : Server\n"
    for twice in (
        SUMMARY.replace(scenario, scenario * 2),
        SUMMARY.replace("Additional Stats\n", "Additional Stats\nScenario : Offline\n"),
    ):
        assert read_summary(twice)["result/Scenario"] == read_summary(SUMMARY)["result/Scenario"]
    odd = TWO_SPEEDS.replace("5.01", "nan")
    assert parse_summary(odd.encode(), WHERE, OLD_KEYS)["result/Scenario"].text == "Server"


# Figures, as the golden file has them ---------------------------------------------------------

FREE = {**up.PARAMETERS, "ttft_latency (ns)": "0", "tpot_latency (ns)": "0"}
SPREAD = {
    "Mean latency (ns)": "222444312", "Min latency (ns)": "1000000", "Max latency (ns)": "9000000",
    "99.00 percentile latency (ns)": "1204174065", "99.90 percentile latency (ns)": "1304174065",
}  # fmt: skip
# Name: a detail log, a summary.
RUNS: dict[str, tuple[str | None, str]] = {
    "both logs": (DETAIL, SUMMARY),
    # A limit of zero is none.
    "other limits": (up.detail(up.SERVER_DETAIL, effective_target_latency_ns="60000000", power_end=None),
                     up.summary(up.SERVER_RESULT, parameters=FREE)),
    "summary alone": (
        None, up.summary({**up.OFFLINE_RESULT, "Samples per second": "20.50", "  Min queries satisfied": "NO"}, SPREAD),
    ),
}  # fmt: skip


def test_figures_of_runs() -> None:
    """Six digits of the detail log before the summary's two decimals; seeds with every digit."""
    agree("runs", {
        name: [run_figures(None if detailed is None else read_detail(detailed), read_summary(summarised))]
        for name, (detailed, summarised) in RUNS.items()
    })  # fmt: skip


# A language model has early stopping estimates of its first and further tokens, which are not the metric.
BLOCKS = "".join(
    f"{what} Early Stopping Result:\n * Early stopping 90.0th percentile estimate: {n}\n"
    for what, n in (("TTFT", 313185436), ("TPOT", 26547362))
)
TOKENS = {"Scenario": "SingleStream", "90.0th percentile latency (ns)": "3573157070", "Result is": "VALID"}


@pytest.mark.parametrize(
    ("log", "scenario", "ran", "counts", "figure"),
    [
        (read_summary(up.summary({"Scenario": "Server", "Result is": "VALID",
                                  "Completed tokens per second (inferred)": "6070.26"})),
         "Interactive", "Server", "tokens", "6070.26 tokens/s"),
        (read_summary(up.summary(TOKENS, up.STREAM_STATS).replace("VALID\n", f"VALID\n{BLOCKS}")),
         "SingleStream", "SingleStream", "tokens", "3573.157070 ms"),
        (read_detail(up.detail(up.STREAM_DETAIL, result_mean_latency_ns="0")), "Offline", "SingleStream",
         "samples", ""),
    ],
)  # fmt: skip
def test_metrics_that_no_made_round_has(
    log: dict[str, Entry], scenario: str, ran: str, counts: str, figure: str
) -> None:
    metric = metric_of(log, scenario, ran, counts)
    assert (f"{metric.value} {metric.unit}" if metric else "") == figure


# Agreement ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("published", "log", "factor", "equal"),
    [
        ("12.39", "12.3852", "1", True),  # the published figure is the coarser
        ("12.38", "12.3852", "1", False),
        ("12.385", "12.39", "1", True),  # half a step, exactly
        ("785522.0", "785522.4", "1", True),  # Python's .0 is no digit
        ("785522.0", "785522.6", "1", False),
        ("4.225379", "528172", "8e-6", True),  # within half of eight nanoseconds
        ("4.225381", "528172", "8e-6", False),
    ],
)
def test_equal_at_the_coarser_printed_precision(published: str, log: str, factor: str, equal: bool) -> None:
    metric = Metric(Decimal(log) * Decimal(factor), quantum(log) * Decimal(factor), "ms", 1, "made")
    assert agrees(published, metric) is equal
