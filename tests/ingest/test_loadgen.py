"""Every figure comes from the right line of the right section, or the log is refused with its line."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from claimcheck.errors import LogError
from claimcheck.ingest.loadgen import (
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
    PARAMETERS,
    SERVER_DETAIL,
    SERVER_RESULT,
    SERVER_STATS,
    STREAM_DETAIL,
    STREAM_RESULT,
    STREAM_STATS,
    detail,
    line,
    number_of,
    summary,
)

WHERE = "closed/Anna/log.txt"


def read_detail(text: str | bytes) -> dict[str, Entry]:
    return parse_detail(text.encode() if isinstance(text, str) else text, WHERE)


def read_summary(text: str | bytes) -> dict[str, Entry]:
    return parse_summary(text.encode() if isinstance(text, str) else text, WHERE)


# Bad logs, both kinds -------------------------------------------------------------------------


@pytest.mark.parametrize("reader", [read_detail, read_summary])
@pytest.mark.parametrize("content", [b"", b" \n\r\n\t\n"])
def test_empty(reader, content: bytes) -> None:
    with pytest.raises(LogError, match="the log is empty") as error:
        reader(content)
    assert error.value.where == WHERE


BAD_FIGURES = [
    ("nan", "a figure is finite"),
    ("-inf", "a figure is finite"),
    ("Infinity", "a figure is finite"),
    ("-1e-09", "a figure is not negative"),
    ("12,5", "a figure is a number"),
    ("true", "a figure is a number"),
]


@pytest.mark.parametrize(("value", "rule"), BAD_FIGURES)
@pytest.mark.parametrize(
    "key", ["result_completed_tokens_per_second", "effective_target_qps", "early_stopping_latency_ss"]
)
def test_a_detail_log_with_a_bad_figure(key: str, value: str, rule: str) -> None:
    text = detail({**STREAM_DETAIL, **SERVER_DETAIL}, **{key: value})
    with pytest.raises(LogError, match=f"{key} is {value}") as error:
        read_detail(text)
    assert (error.value.where, error.value.line, error.value.rule) == (WHERE, number_of(text, key), rule)


@pytest.mark.parametrize(("value", "rule"), BAD_FIGURES)
@pytest.mark.parametrize("key", ["Completed tokens per second", "Mean latency (ns)", "ttft_latency (ns)"])
def test_a_summary_with_a_bad_figure(key: str, value: str, rule: str) -> None:
    sections = [{k: value if k == key else v for k, v in s.items()} for s in (SERVER_RESULT, SERVER_STATS, PARAMETERS)]
    text = summary(*sections)
    with pytest.raises(LogError, match="is ") as error:
        read_summary(text)
    assert (error.value.where, error.value.rule) == (WHERE, rule)
    assert f"{key} : {value}" == text.split("\n")[(error.value.line or 0) - 1]


# Detail logs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("power_begin", '"2026-01-02 10:00:00"', "power_begin"),
        ("power_end", '"yesterday"', "power_end"),
        ("loadgen_version", '"5.1', "the value of loadgen_version is not JSON"),
    ],
)
def test_a_detail_log_with_a_bad_text(key: str, value: str, message: str) -> None:
    text = detail(SERVER_DETAIL, **{key: value})
    with pytest.raises(LogError, match=message) as error:
        read_detail(text)
    assert error.value.line == number_of(text, key)


def test_a_detail_log_gives_each_figure_as_printed_with_its_line() -> None:
    text = "a line before the first\n" + detail(SERVER_DETAIL)
    log = read_detail(text)
    assert log["result_completed_tokens_per_second"] == Entry(
        "3721.44", number_of(text, "result_completed_tokens_per_second")
    )
    assert log["result_validity"].text == "VALID"
    assert log["power_begin"].text == "01-02-2026 22:35:09.500"
    assert "num_errors" not in log


def test_crlf_and_odd_line_breaks_do_not_move_the_lines() -> None:
    text = detail(SERVER_DETAIL)
    assert read_detail(text.replace("\n", "\r\n")) == read_detail(text)
    # A form feed, a lone carriage return or U+2028 ends a line for Python, not for git or GitHub.
    odd = "started\x0cby\u2028hand\rtoday\n"
    assert read_detail(odd + text)["result_validity"].line == 1 + read_detail(text)["result_validity"].line
    text = summary(SERVER_RESULT)
    assert read_summary(text.replace("\n", "\r\n")) == read_summary(text)
    assert read_summary(odd + text)["result/Scenario"].line == 1 + read_summary(text)["result/Scenario"].line


@pytest.mark.parametrize("keep", ["power_end", "loadgen_version"])
def test_a_detail_log_that_stops_before_its_result(keep: str) -> None:
    rows = detail(SERVER_DETAIL).split("\n")
    text = "\n".join(rows[: number_of("\n".join(rows), keep)])
    with pytest.raises(LogError, match="the run has no result") as error:
        read_detail(text)
    assert "result_validity" in str(error.value.rule)


@pytest.mark.parametrize("missing", [1, 20, 160])
def test_a_detail_log_that_stops_in_the_middle_of_a_line(missing: int) -> None:
    text = detail(SERVER_DETAIL)
    rows = text.split("\n")
    broken = number_of(text, "result_completed_tokens_per_second")
    with pytest.raises(LogError, match="not a complete log line") as error:
        read_detail("\n".join([*rows[: broken - 1], rows[broken - 1][:-missing]]))
    assert (error.value.where, error.value.line) == (WHERE, broken)


def test_a_key_twice_with_one_value_is_fine() -> None:
    text = detail(SERVER_DETAIL)
    again = text + line("result_query_count", "1000") + "\n"
    assert read_detail(again) == read_detail(text)
    text = summary(SERVER_RESULT)
    twice = text.replace("Scenario : Server\n", "Scenario : Server\nScenario : Server\n")
    assert read_summary(twice)["result/Scenario"] == read_summary(text)["result/Scenario"]


def test_long_lines_hold_no_figure() -> None:
    long = line("result_query_count", f'"{"7," * 4000}"')
    assert read_detail(f"{long}\n{detail(SERVER_DETAIL)}")["result_query_count"].text == "1000"


# Summaries ------------------------------------------------------------------------------------


def test_a_summary_keeps_its_sections_apart() -> None:
    stats = {"Completed tokens per second": "3999.00", "Scenario": "Offline"}
    text = summary(SERVER_RESULT, stats)
    log = read_summary(text)
    assert log["result/Completed tokens per second"].text == "3721.44"
    assert log["stats/Completed tokens per second"].text == "3999.00"
    assert log["stats/Completed tokens per second"].line == number_of(text, "3999.00")
    assert log["parameters/schedule_rng_seed"].text == "18446744073709551615"


@pytest.mark.parametrize("title", ["MLPerf Results Summary", "Additional Stats", "Test Parameters Used"])
def test_a_key_twice_with_two_values_in_one_section_names_both_lines(title: str) -> None:
    text = summary(SERVER_RESULT)
    at = number_of(text, title) + 1
    rows = text.split("\n")
    rows[at:at] = ["speed : 5.00", "speed : 5.01"]
    with pytest.raises(LogError, match=f"speed is 5.01 here and 5.00 on line {at + 1}") as error:
        read_summary("\n".join(rows))
    assert error.value.line == at + 2
    assert str(error.value.rule).startswith("a key has one value in section ")


def test_a_summary_that_stops() -> None:
    text = summary(SERVER_RESULT)
    for needle in ("Additional Stats", "Test Parameters Used", "qsl_rng_seed", "No warnings"):
        kept = "\n".join(text.split("\n")[: number_of(text, needle) - 1])
        with pytest.raises(LogError, match="the summary is incomplete") as error:
            read_summary(kept)
        assert error.value.where == WHERE
    # In the middle of a seed: what stands there is a number, but not the seed.
    with pytest.raises(LogError, match="the summary is incomplete"):
        read_summary(text[: text.index("18446744073709551615") + 9])


@pytest.mark.parametrize("key", ["Scenario", "Result is"])
def test_a_summary_without_what_every_run_prints(key: str) -> None:
    with pytest.raises(LogError, match="the summary is incomplete"):
        read_summary(summary({k: v for k, v in SERVER_RESULT.items() if k != key}))
    with pytest.raises(LogError, match="the summary is incomplete"):
        read_summary(summary(SERVER_RESULT, parameters={}))


def test_warnings_are_not_figures() -> None:
    # Two different ones: as figures they would be one key with two values.
    warnings = "WARNING: samples_per_query : 99\nWARNING: the clock is slow\n"
    text = summary(SERVER_RESULT).replace("target_qps :", f"{warnings}target_qps :")
    assert read_summary(text)["parameters/samples_per_query"].text == "1"


# The published metric -------------------------------------------------------------------------

LLM_STREAM = """\
================================================
MLPerf Results Summary
================================================
Scenario : SingleStream
90.0th percentile latency (ns) : 3573157070
90.0th first token percentile latency (ns) : 248504645
Result is : VALID
TTFT Early Stopping Result:
 * Early stopping 90.0th percentile estimate: 313185436
 * Early stopping 99.0th percentile estimate: 379602048
TPOT Early Stopping Result:
 * Early stopping 90.0th percentile estimate: 26547362
 * Early stopping 99.0th percentile estimate: 26615456

================================================
Additional Stats
================================================
Mean latency (ns)               : 3485275317
================================================
Test Parameters Used
================================================
samples_per_query : 1

No errors encountered during test.
"""


def figure(log: dict[str, Entry], scenario: str, ran: str = "", counts: str = "samples", unit: str = "ms") -> Metric:
    """The metric of a log that prints it."""
    found = metric_of(log, scenario, ran or scenario, counts, unit)
    assert found is not None
    return found


INFERRED = {"Scenario": "Server", "Result is": "VALID", "Completed tokens per second (inferred)": "6070.26"}
PUBLISHED = [
    (read_detail(detail(SERVER_DETAIL)), "Server", "tokens", "3721.44", "0.01", "tokens/s"),
    (read_detail(detail(SERVER_DETAIL)), "Interactive", "tokens", "3721.44", "0.01", "tokens/s"),
    (read_detail(detail(SERVER_DETAIL)), "Server", "samples", "12.3852", "0.0001", "queries/s"),
    (read_summary(summary(SERVER_RESULT)), "Server", "samples", "12.39", "0.01", "queries/s"),
    (read_detail(detail(OFFLINE_DETAIL)), "Offline", "tokens", "6150.25", "0.01", "tokens/s"),
    (read_detail(detail(OFFLINE_DETAIL)), "Offline", "samples", "20.5", "0.1", "samples/s"),
    (read_summary(summary(OFFLINE_RESULT)), "Offline", "tokens", "6150.25", "0.01", "tokens/s"),
    (read_summary(summary(INFERRED)), "Server", "tokens", "6070.26", "0.01", "tokens/s"),
    (read_detail(detail({"result_validity": '"VALID"', "result_inferred_tokens_per_second": "7.5"})),
     "Offline", "tokens", "7.5", "0.1", "tokens/s"),
    (read_detail(detail(STREAM_DETAIL)), "SingleStream", "samples", "0.513395", "0.000001", "ms"),
    (read_summary(summary(STREAM_RESULT)), "SingleStream", "samples", "0.513395", "0.000001", "ms"),
    (read_detail(detail(STREAM_DETAIL)), "MultiStream", "samples", "0.528172", "0.000001", "ms"),
    (read_detail(detail(STREAM_DETAIL)), "SingleStream", "samples", "0.000513395", "1e-9", "s"),
]  # fmt: skip


@pytest.mark.parametrize(("log", "scenario", "counts", "value", "step", "unit"), PUBLISHED)
def test_the_published_metric(
    log: dict[str, Entry], scenario: str, counts: str, value: str, step: str, unit: str
) -> None:
    found = figure(log, scenario, counts=counts, unit=unit if unit in ("ms", "s") else "ms")
    assert (found.value, found.step, found.unit) == (Decimal(value), Decimal(step), unit)
    assert "inferred from" not in found.how


@pytest.mark.parametrize(("scenario", "key"), [("SingleStream", "90th"), ("MultiStream", "99th")])
def test_v4_1_writes_its_percentiles_shorter(scenario: str, key: str) -> None:
    text = summary(STREAM_RESULT, STREAM_STATS)
    longer = figure(read_summary(text), scenario)
    shorter = figure(read_summary(text.replace(".0th percentile", "th percentile")), scenario)
    assert (shorter.value, shorter.line) == (longer.value, longer.line)
    assert shorter.how == f"Early stopping {key} percentile estimate"


def test_the_token_latency_blocks_of_an_llm_are_not_the_metric() -> None:
    log = read_summary(LLM_STREAM)
    metric = figure(log, "SingleStream", counts="tokens")
    assert (metric.value, metric.line) == (Decimal("3573.157070"), 5)
    figures = {
        **STREAM_DETAIL,
        "early_stopping_ttft_result": '" * Run successful."',
        "early_stopping_latency_ss": "313185436",
        "result_90.00_percentile_latency_ns": "3573157070",
    }
    metric = figure(read_detail(detail(figures)), "SingleStream", counts="tokens")
    assert (metric.value, metric.how) == (Decimal("3573.157070"), "result_90.00_percentile_latency_ns")


def test_multi_stream_inferred_from_single_stream_is_eight_times_its_estimate() -> None:
    for log in (read_detail(detail(STREAM_DETAIL)), read_summary(summary(STREAM_RESULT))):
        own, inferred = figure(log, "MultiStream"), figure(log, "MultiStream", "SingleStream")
        assert (inferred.value, inferred.step, inferred.line) == (8 * own.value, 8 * own.step, own.line)
        assert inferred.how.startswith("8 x ") and inferred.how.endswith("inferred from SingleStream")


def test_offline_inferred_from_single_stream_is_one_over_the_mean_latency() -> None:
    log = read_detail(detail(STREAM_DETAIL))
    metric = figure(log, "Offline", "SingleStream")
    assert metric.unit == "samples/s"
    assert float(metric.value) == pytest.approx(1e9 / 506696)
    assert "inferred from SingleStream" in metric.how
    assert agrees("1973.5699512133192", metric)
    assert not agrees("1974.57", metric)
    # One nanosecond in the mean moves the rate by this much; less than that cannot be told apart.
    assert float(metric.step) == pytest.approx(1e9 / 506696 - 1e9 / 506697, rel=1e-4)
    text = summary(STREAM_RESULT, STREAM_STATS)
    again = figure(read_summary(text), "Offline", "SingleStream")
    assert (again.value, again.line) == (metric.value, number_of(text, "Mean latency"))


def test_a_log_without_the_metric_and_an_unknown_scenario() -> None:
    zero = read_detail(detail(STREAM_DETAIL, result_mean_latency_ns="0"))
    assert metric_of(zero, "Offline", "SingleStream", "samples") is None
    log = read_detail(detail(OFFLINE_DETAIL))
    assert metric_of(log, "Server", "Server", "tokens") is None
    assert metric_of(log, "MultiStream", "SingleStream", "samples") is None
    with pytest.raises(LogError, match="unknown scenario 'Sever'") as error:
        metric_of(log, "Sever", "Server", "tokens")
    assert "SingleStream" in str(error.value.rule)


# Agreement ------------------------------------------------------------------------------------


def logged(text: str, factor: str = "1") -> Metric:
    """A metric as ``metric_of`` makes it from a printed figure."""
    return Metric(Decimal(text) * Decimal(factor), quantum(text) * Decimal(factor), "ms", 1, "made")


@pytest.mark.parametrize(
    ("published", "log", "equal"),
    [
        ("8840.42", "8840.42", True),
        ("8840.42", "8840.41", False),  # half a step is 0.005
        ("1042110.0", "1.04211e+06", True),
        ("1042116.0", "1.04211e+06", False),
        ("12.39", "12.3852", True),  # the published figure is the coarser
        ("12.38", "12.3852", False),
        ("12.3852", "12.39", True),  # the log is
        ("12.3849", "12.39", False),
        ("12.385", "12.39", True),  # half a step, exactly
        ("785522.0", "785522.4", True),  # Python's .0 is no digit
        ("785522.0", "785522.6", False),
        ("2.77", "277", False),
    ],
)
def test_equal_at_the_coarser_printed_precision(published: str, log: str, equal: bool) -> None:
    assert agrees(published, logged(log)) is equal


def test_the_unit_factor_scales_value_and_precision() -> None:
    assert agrees("0.513395", logged("513395", "1e-6"))
    assert not agrees("0.513397", logged("513395", "1e-6"))
    assert agrees("0.51", logged("513395", "1e-6"))
    assert agrees("4.225376", logged("528172", "8e-6"))
    assert agrees("4.225379", logged("528172", "8e-6"))  # within half of eight nanoseconds
    assert not agrees("4.225381", logged("528172", "8e-6"))


def six_digits(number: float) -> str:
    """``number`` as C++ streams print it, which is how LoadGen prints a rate."""
    return f"{number:.6g}"


def test_six_digits_and_two_decimals_of_one_figure_always_agree() -> None:
    random_ = random.Random(20260401)
    for _ in range(600):
        figure = random_.uniform(1, 10) * 10 ** random_.uniform(-3, 7)
        short, long = f"{figure:.2f}", six_digits(figure)
        assert agrees(short, logged(long)), (short, long)
        assert agrees(long, logged(short)), (short, long)
        assert agrees(repr(float(long)), logged(long)), long  # what goes through Python's JSON
        factor = random_.choice(["1e-6", "1e-9", "8e-6"])
        exact = Decimal(long) * Decimal(factor)
        assert agrees(str(exact), logged(long, factor)), (long, factor)


def test_a_figure_that_is_off_in_its_last_digits_never_agrees() -> None:
    random_ = random.Random(20250909)
    for _ in range(600):
        # Not e-1: a figure off by a few tenths may end in .0, which is no digit.
        long = f"{random_.randint(100_000, 999_999)}e{random_.choice([-4, -3, -2, 0, 1, 2, 3])}"
        step = quantum(long)
        off = Decimal(long) + step * random_.choice([-2, -1, 1, 2])
        assert agrees(str(Decimal(long)), logged(long))
        assert not agrees(str(off), logged(long)), (off, long)


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
    }
    assert {name: row[name] for name in expected} == expected
    assert "early_stopping_met" not in row
    assert row["loadgen_version"] == "5.1.0"
    assert row["started_utc"] == "2026-01-02T22:35:09Z"
    # Seeds keep every digit.
    seeds = ("qsl_seed", "sample_index_seed", "schedule_seed")
    assert [row[seed] for seed in seeds] == ["2465351861681999779", "14276810075590677512", str(2**64 - 1)]


def test_the_clock_runs_past_midnight() -> None:
    assert server_figures()["start_to_last_completion_s"] == 1200.25
    late = server_figures(power_begin='"12-31-2025 23:59:59.000"', power_end='"01-01-2026 00:10:00.500"')
    assert late["start_to_last_completion_s"] == 601.5
    assert "start_to_last_completion_s" not in server_figures(power_end=None)


def test_a_limit_of_zero_is_none() -> None:
    row = server_figures()
    assert row["ttft_limit_ms"] == 2000.0
    assert row["tpot_limit_ms"] == 80.0
    assert row["latency_limit_ms"] is None
    free = {**PARAMETERS, "ttft_latency (ns)": "0", "tpot_latency (ns)": "0"}
    row = run_figures(
        read_detail(detail(SERVER_DETAIL, effective_target_latency_ns="60000000")),
        read_summary(summary(SERVER_RESULT, parameters=free)),
    )
    assert (row["ttft_limit_ms"], row["tpot_limit_ms"], row["latency_limit_ms"]) == (None, None, 60.0)


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
    assert row["precision"] == "summary"
    assert (row["offline_samples_per_s"], row["offline_tokens_per_s"]) == (20.5, 6150.25)
    assert (row["latency_mean_ms"], row["latency_min_ms"], row["latency_max_ms"]) == (222.444312, 1.0, 9.0)
    assert (row["latency_p99_ms"], row["latency_p99_9_ms"]) == (1204.174065, 1304.174065)
    assert row["mean_tokens_per_sample"] == pytest.approx(6150.25 / 20.5)
    assert row["min_queries_met"] is False
    assert row["ttft_limit_ms"] == 2000.0
    assert (row["target_qps"], row["samples_per_query"], row["min_query_count"]) == (12.5, 1, 100)
    assert "start_to_last_completion_s" not in row


def test_mean_tokens_per_sample() -> None:
    # 10 queries of 300 tokens, the last completing 5 s after the first was issued: LoadGen
    # divides 9 samples and 3000 tokens by those 5 s.
    server = {"completed_tokens_per_s": 3000 / 5, "completed_samples_per_s": 9 / 5, "query_count": 10}
    assert mean_tokens_per_sample(server) == pytest.approx(300)
    assert mean_tokens_per_sample({"offline_tokens_per_s": 600.0, "offline_samples_per_s": 2.0}) == 300
    assert mean_tokens_per_sample({**server, "query_count": None}) is None
    assert mean_tokens_per_sample({**server, "completed_samples_per_s": 0.0}) is None
    assert mean_tokens_per_sample({"offline_tokens_per_s": 600.0, "offline_samples_per_s": 0.0}) is None
    assert mean_tokens_per_sample({"offline_samples_per_s": 2.0}) is None
    assert mean_tokens_per_sample({}) is None
    row = server_figures()
    assert row["mean_tokens_per_sample"] == pytest.approx(3721.44 / 12.3852 * 999 / 1000)
