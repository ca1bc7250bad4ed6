"""Every figure comes from the right line of the right section, or the log is refused with its line."""

from __future__ import annotations

from decimal import Decimal

import pytest

from claimcheck.errors import LogError
from claimcheck.ingest.loadgen import (
    OLD_KEYS,
    Entry,
    Metric,
    agrees,
    mean_tokens_per_sample,
    metric_of,
    parse_detail,
    parse_summary,
    quantum,
    run_figures,
)
from tests.ingest.upstream import (
    OFFLINE_DETAIL,
    OFFLINE_RESULT,
    OLD_STREAM,
    PARAMETERS,
    SERVER_DETAIL,
    SERVER_RESULT,
    STREAM_DETAIL,
    STREAM_RESULT,
    STREAM_STATS,
    detail,
    line,
    number_of,
    summary,
)

WHERE = "closed/Anna/log.txt"


def read_detail(text: str) -> dict[str, Entry]:
    return parse_detail(text.encode(), WHERE)


def read_summary(text: str) -> dict[str, Entry]:
    return parse_summary(text.encode(), WHERE)


# Bad logs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ("-inf", "a figure is finite"),
        ("Infinity", "a figure is finite"),
        ("-1e-09", "a figure is not negative"),
        ("12,5", "a figure is a number"),
        ("true", "a figure is a number"),
    ],
)
def test_a_bad_figure_of_either_log(value: str, rule: str) -> None:
    key, title = "early_stopping_latency_ss", "Mean latency (ns)"
    logs = detail({**SERVER_DETAIL, **STREAM_DETAIL}, **{key: value}), summary(SERVER_RESULT, {title: value})
    for text, reader, name in zip(logs, (read_detail, read_summary), (key, f"stats/{title}"), strict=True):
        with pytest.raises(LogError) as error:
            reader(text)
        assert (error.value.message, error.value.where) == (f"{name} is {value}", WHERE)
        assert (error.value.line, error.value.rule) == (number_of(text, name.removeprefix("stats/")), rule)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("power_begin", '"2026-01-02 10:00:00"', "power_begin"),
        ("loadgen_version", '"5.1', "the value of loadgen_version is not JSON"),
    ],
)
def test_a_detail_log_with_a_bad_text(key: str, value: str, message: str) -> None:
    text = detail(SERVER_DETAIL, **{key: value})
    with pytest.raises(LogError, match=message) as error:
        read_detail(text)
    assert error.value.line == number_of(text, key)


def test_crlf_and_odd_line_breaks_do_not_move_the_lines() -> None:
    text = detail(SERVER_DETAIL)
    assert read_detail(text.replace("\n", "\r\n")) == read_detail(text)
    # A form feed, a lone carriage return or U+2028 ends a line for Python, not for git or GitHub.
    odd = "started\x0cby\u2028hand\rtoday\n"
    assert read_detail(odd + text)["result_validity"].line == 1 + read_detail(text)["result_validity"].line
    text = summary(SERVER_RESULT)
    assert read_summary(text.replace("\n", "\r\n")) == read_summary(text)
    assert read_summary(odd + text)["result/Scenario"].line == 1 + read_summary(text)["result/Scenario"].line


def test_a_detail_log_that_stops() -> None:
    text = detail(SERVER_DETAIL)
    rows = text.split("\n")
    with pytest.raises(LogError, match="the run has no result"):
        read_detail("\n".join(rows[: number_of(text, "power_end")]))
    broken = number_of(text, "result_completed_tokens_per_second")
    for missing in (1, 20, 160):
        with pytest.raises(LogError, match="not a complete log line") as error:
            read_detail("\n".join([*rows[: broken - 1], rows[broken - 1][:-missing]]))
        assert error.value.line == broken


def test_long_lines_hold_no_figure() -> None:
    long = line("result_query_count", f'"{"7," * 4000}"')
    assert read_detail(f"{long}\n{detail(SERVER_DETAIL)}")["result_query_count"].text == "1000"


def test_a_key_has_one_value_in_a_section() -> None:
    text = summary(SERVER_RESULT)
    twice = text.replace("Scenario : Server\n", "Scenario : Server\nScenario : Server\n")
    assert read_summary(twice)["result/Scenario"] == read_summary(text)["result/Scenario"]
    other = text.replace("Additional Stats\n", "Additional Stats\nScenario : Offline\n")
    assert read_summary(other)["result/Scenario"].text == "Server"
    at = number_of(text, "Test Parameters Used")
    with pytest.raises(LogError, match=f"speed is 5.01 here and 5.00 on line {at + 1}") as error:
        read_summary(text.replace("Test Parameters Used\n", "Test Parameters Used\nspeed : 5.00\nspeed : 5.01\n"))
    assert (error.value.line, error.value.rule) == (at + 2, "a key has one value in section parameters")
    odd = text.replace("Test Parameters Used\n", "Test Parameters Used\nspeed : 5.00\nspeed : nan\n")
    assert parse_summary(odd.encode(), WHERE, OLD_KEYS)["result/Scenario"].text == "Server"


@pytest.mark.parametrize("needle", ["Additional Stats", "Test Parameters Used", "qsl_rng_seed", "No warnings"])
def test_a_summary_that_stops(needle: str) -> None:
    text = summary(SERVER_RESULT)
    with pytest.raises(LogError, match="the summary is incomplete"):
        read_summary("\n".join(text.split("\n")[: number_of(text, needle) - 1]))


def test_a_summary_ends_with_its_errors_or_with_its_last_parameter() -> None:
    parameters = {**PARAMETERS, "performance_sample_count": "1024"}
    old = summary(SERVER_RESULT, parameters=parameters, end="")
    assert read_summary(old)["parameters/performance_sample_count"].text == "1024"
    for text in (old[:-1], old[:-3], summary({"Scenario": "Server"}), summary(SERVER_RESULT, parameters={})):
        with pytest.raises(LogError, match="the summary is incomplete"):
            read_summary(text)


def test_warnings_are_not_figures() -> None:
    # Two different ones: as figures they would be one key with two values.
    warnings = "WARNING: samples_per_query : 99\nWARNING: the clock is slow\n"
    text = summary(SERVER_RESULT).replace("target_qps :", f"{warnings}target_qps :")
    assert read_summary(text)["parameters/samples_per_query"].text == "1"


# The published metric -------------------------------------------------------------------------


def figure(log: dict[str, Entry], scenario: str, ran: str = "", counts: str = "samples", unit: str = "ms") -> Metric:
    """The metric of a log that prints it."""
    found = metric_of(log, scenario, ran or scenario, counts, unit)
    assert found is not None
    return found


SERVER_LOG, OFFLINE_LOG, STREAM_LOG = (
    read_detail(detail(figures)) for figures in (SERVER_DETAIL, OFFLINE_DETAIL, STREAM_DETAIL)
)
STREAM_SUMMARY = summary(STREAM_RESULT, STREAM_STATS)
INFERRED = {"Scenario": "Server", "Result is": "VALID", "Completed tokens per second (inferred)": "6070.26"}
PUBLISHED = [
    (SERVER_LOG, "Server", "tokens", "3721.44", "0.01", "tokens/s"),
    (SERVER_LOG, "Interactive", "tokens", "3721.44", "0.01", "tokens/s"),
    (SERVER_LOG, "Server", "samples", "12.3852", "0.0001", "queries/s"),
    (read_summary(summary(SERVER_RESULT)), "Server", "samples", "12.39", "0.01", "queries/s"),
    (OFFLINE_LOG, "Offline", "tokens", "6150.25", "0.01", "tokens/s"),
    (OFFLINE_LOG, "Offline", "samples", "20.5", "0.1", "samples/s"),
    (read_summary(summary(OFFLINE_RESULT)), "Offline", "tokens", "6150.25", "0.01", "tokens/s"),
    (read_summary(summary(INFERRED)), "Server", "tokens", "6070.26", "0.01", "tokens/s"),
    (read_detail(detail({"result_validity": '"VALID"', "result_inferred_tokens_per_second": "7.5"})),
     "Offline", "tokens", "7.5", "0.1", "tokens/s"),
    (STREAM_LOG, "SingleStream", "samples", "0.513395", "0.000001", "ms"),
    (read_summary(STREAM_SUMMARY), "SingleStream", "samples", "0.513395", "0.000001", "ms"),
    # As v4.1 writes it.
    (read_summary(STREAM_SUMMARY.replace(".0th p", "th p")), "SingleStream", "samples", "0.513395", "0.000001", "ms"),
    (STREAM_LOG, "MultiStream", "samples", "0.528172", "0.000001", "ms"),
    (STREAM_LOG, "SingleStream", "samples", "0.000513395", "1e-9", "s"),
]  # fmt: skip


@pytest.mark.parametrize(("log", "scenario", "counts", "value", "step", "unit"), PUBLISHED)
def test_the_published_metric(
    log: dict[str, Entry], scenario: str, counts: str, value: str, step: str, unit: str
) -> None:
    found = figure(log, scenario, counts=counts, unit=unit if unit in ("ms", "s") else "ms")
    assert (found.value, found.step, found.unit) == (Decimal(value), Decimal(step), unit)
    assert "inferred from" not in found.how


@pytest.mark.parametrize(
    ("ran", "figures", "scenario", "estimates", "value", "unit", "how"),
    [
        ("Server", {"Scheduled samples per second": "99.5"}, "Server", True, 99.5, "queries/s", "Scheduled samples"),
        ("Offline", {"Samples per second": "1.5e+06"}, "Offline", False, 1.5e6, "samples/s", "Samples per second"),
        ("SingleStream", OLD_STREAM, "SingleStream", False, 577.562066, "ms", "90th percentile latency (ns)"),
        ("SingleStream", OLD_STREAM, "SingleStream", True, 667.791287, "ms", "Early stopping 90th percentile"),
        ("MultiStream", {"Samples per query": "1344"}, "MultiStream", False, 1344.0, "streams", "Samples per query"),
        ("MultiStream", OLD_STREAM, "MultiStream", True, 770.097494, "ms", "Early stopping 99th percentile"),
        ("SingleStream", OLD_STREAM, "Offline", False, 4.0, "samples/s", "1 / Mean latency (ns), inferred from"),
        ("SingleStream", OLD_STREAM, "MultiStream", True, 6160.779952, "ms", "8 x Early stopping 99th percentile"),
        ("SingleStream", OLD_STREAM, "MultiStream", False, None, "", ""),
        ("SingleStream", OLD_STREAM, "Server", True, None, "", ""),
    ],
)
def test_the_metric_of_rounds_up_to_v3_0(
    ran: str, figures: dict[str, str], scenario: str, estimates: bool, value: float | None, unit: str, how: str
) -> None:
    text = summary({"Scenario": ran, "Result is": "VALID", **figures}, {"Mean latency (ns)": "250000000"})
    found = metric_of(read_summary(text), scenario, ran, "samples", completed=False, estimates=estimates)
    if value is None:
        assert found is None
        return
    assert found is not None
    assert (float(found.value), found.unit) == (value, unit)
    assert found.how.startswith(how)
    assert found.line == number_of(text, how.removeprefix("1 / ").removeprefix("8 x ").partition(",")[0])


def test_the_token_latency_blocks_of_an_llm_are_not_the_metric() -> None:
    result = {**STREAM_RESULT, "90.0th percentile latency (ns)": "3573157070"}
    del result[" * Early stopping 90.0th percentile estimate"], result[" * Early stopping 99.0th percentile estimate"]
    blocks = "".join(f"{what} Early Stopping Result:\n * Early stopping 90.0th percentile estimate: {n}\n"
                     for what, n in (("TTFT", 313185436), ("TPOT", 26547362)))  # fmt: skip
    text = summary(result, STREAM_STATS).replace("Result is : VALID\n", f"Result is : VALID\n{blocks}")
    log = read_detail(
        detail(
            STREAM_DETAIL,
            early_stopping_ttft_result='" * Run successful."',
            early_stopping_latency_ss="313185436",
            **{"result_90.00_percentile_latency_ns": "3573157070"},
        )
    )
    for found in (figure(log, "SingleStream", counts="tokens") for log in (read_summary(text), log)):
        assert found.value == Decimal("3573.157070")


def test_what_is_inferred_from_a_single_stream_run() -> None:
    for log in (STREAM_LOG, read_summary(STREAM_SUMMARY)):
        own, inferred = figure(log, "MultiStream"), figure(log, "MultiStream", "SingleStream")
        assert (inferred.value, inferred.step, inferred.line) == (8 * own.value, 8 * own.step, own.line)
        assert inferred.how.startswith("8 x ") and inferred.how.endswith("inferred from SingleStream")
        offline = figure(log, "Offline", "SingleStream")
        assert (offline.unit, float(offline.value)) == ("samples/s", pytest.approx(1e9 / 506696))
        assert agrees("1973.5699512133192", offline) and not agrees("1974.57", offline)
        # One nanosecond in the mean moves the rate by this much; less than that cannot be told apart.
        assert float(offline.step) == pytest.approx(1e9 / 506696 - 1e9 / 506697, rel=1e-4)


def test_a_log_without_the_metric_and_an_unknown_scenario() -> None:
    zero = read_detail(detail(STREAM_DETAIL, result_mean_latency_ns="0"))
    assert metric_of(zero, "Offline", "SingleStream", "samples") is None
    assert metric_of(OFFLINE_LOG, "Server", "Server", "tokens") is None
    assert metric_of(OFFLINE_LOG, "MultiStream", "SingleStream", "samples") is None
    with pytest.raises(LogError, match="unknown scenario 'Sever'"):
        metric_of(OFFLINE_LOG, "Sever", "Server", "tokens")


# Agreement ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("published", "log", "factor", "equal"),
    [
        ("8840.42", "8840.42", "1", True),
        ("8840.42", "8840.41", "1", False),  # half a step is 0.005
        ("1042110.0", "1.04211e+06", "1", True),
        ("1042116.0", "1.04211e+06", "1", False),
        ("12.39", "12.3852", "1", True),  # the published figure is the coarser
        ("12.38", "12.3852", "1", False),
        ("12.3852", "12.39", "1", True),  # the log is
        ("12.3849", "12.39", "1", False),
        ("12.385", "12.39", "1", True),  # half a step, exactly
        ("785522.0", "785522.4", "1", True),  # Python's .0 is no digit
        ("785522.0", "785522.6", "1", False),
        ("0.513395", "513395", "1e-6", True),
        ("0.513397", "513395", "1e-6", False),
        ("0.51", "513395", "1e-6", True),
        ("4.225379", "528172", "8e-6", True),  # within half of eight nanoseconds
        ("4.225381", "528172", "8e-6", False),
    ],
)
def test_equal_at_the_coarser_printed_precision(published: str, log: str, factor: str, equal: bool) -> None:
    metric = Metric(Decimal(log) * Decimal(factor), quantum(log) * Decimal(factor), "ms", 1, "made")
    assert agrees(published, metric) is equal


# One run --------------------------------------------------------------------------------------


def server_figures(**changes: str | None) -> dict[str, object]:
    return run_figures(read_detail(detail(SERVER_DETAIL, **changes)), read_summary(summary(SERVER_RESULT)))


def test_the_figures_of_a_run() -> None:
    row = server_figures()
    expected = {
        "precision": "detail",
        "scheduled_samples_per_s": 12.5256,  # six digits: the summary would say 12.53
        "completed_samples_per_s": 12.3852,
        "completed_tokens_per_s": 3721.44,
        "logged_offered_tokens_per_s": 3763.63,
        "logged_request_tokens_per_s": pytest.approx(16.4193),
        "latency_mean_ms": 222.444312,
        "latency_max_ms": 1223.298632,
        "ttft_p99_ms": 806.000185,
        "tpot_p99_ms": 61.657362,
        "query_count": 1000,
        "min_query_count": 100,
        "min_duration_ms": 600000.0,
        "target_qps": 12.5,
        "validity": "VALID",
        "log_scenario": "Server",
        "perf_constraints_met": True,
        "min_duration_met": True,
        "mean_tokens_per_sample": pytest.approx(3721.44 / 12.3852 * 999 / 1000),
        "loadgen_version": "5.1.0",
        "started_utc": "2026-01-02T22:35:09Z",
        # Seeds keep every digit.
        "qsl_seed": "2465351861681999779",
        "sample_index_seed": "14276810075590677512",
        "schedule_seed": str(2**64 - 1),
    }
    assert {name: row[name] for name in expected} == expected
    assert "early_stopping_met" not in row


def test_the_clock_runs_past_midnight() -> None:
    assert server_figures()["start_to_last_completion_s"] == 1200.25
    late = server_figures(power_begin='"12-31-2025 23:59:59.000"', power_end='"01-01-2026 00:10:00.500"')
    assert late["start_to_last_completion_s"] == 601.5
    assert "start_to_last_completion_s" not in server_figures(power_end=None)


def test_a_limit_of_zero_is_none() -> None:
    limits = ("ttft_limit_ms", "tpot_limit_ms", "latency_limit_ms")
    row = server_figures()
    assert [row[limit] for limit in limits] == [2000.0, 80.0, None]
    free = {**PARAMETERS, "ttft_latency (ns)": "0", "tpot_latency (ns)": "0"}
    row = run_figures(
        read_detail(detail(SERVER_DETAIL, effective_target_latency_ns="60000000")),
        read_summary(summary(SERVER_RESULT, parameters=free)),
    )
    assert [row[limit] for limit in limits] == [None, None, 60.0]


def test_without_a_detail_log_the_summary_serves() -> None:
    stats = {
        "Mean latency (ns)": "222444312",
        "Min latency (ns)": "1000000",
        "Max latency (ns)": "9000000",
        "99.00 percentile latency (ns)": "1204174065",
        "99.90 percentile latency (ns)": "1304174065",
    }
    result = {**OFFLINE_RESULT, "Samples per second": "20.50", "  Min queries satisfied": "NO"}
    row = run_figures(None, read_summary(summary(result, stats)))
    expected = {
        "precision": "summary", "offline_samples_per_s": 20.5, "offline_tokens_per_s": 6150.25,
        "latency_mean_ms": 222.444312, "latency_min_ms": 1.0, "latency_max_ms": 9.0, "latency_p99_ms": 1204.174065,
        "latency_p99_9_ms": 1304.174065, "mean_tokens_per_sample": pytest.approx(6150.25 / 20.5),
        "min_queries_met": False, "ttft_limit_ms": 2000.0, "target_qps": 12.5, "samples_per_query": 1,
        "min_query_count": 100,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected
    assert "start_to_last_completion_s" not in row


def test_mean_tokens_per_sample() -> None:
    # 10 queries of 300 tokens, the last completing 5 s after the first was issued: LoadGen
    # divides 9 samples and 3000 tokens by those 5 s.
    server = {"completed_tokens_per_s": 3000 / 5, "completed_samples_per_s": 9 / 5, "query_count": 10}
    assert mean_tokens_per_sample(server) == pytest.approx(300)
    assert mean_tokens_per_sample({"offline_tokens_per_s": 600.0, "offline_samples_per_s": 2.0}) == 300
    for lacking in (
        {**server, "query_count": None},
        {**server, "completed_samples_per_s": 0.0},
        {"offline_tokens_per_s": 600.0, "offline_samples_per_s": 0.0},
        {"offline_samples_per_s": 2.0},
    ):
        assert mean_tokens_per_sample(lacking) is None
