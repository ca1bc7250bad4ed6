"""What a Server figure is made of, what it would be over other durations, and at which load and limit it was measured.

LoadGen divides a Server run by the moment at which the last *issued* query completes (mlcommons/inference,
``loadgen/loadgen.cc``: ``final_query``; ``loadgen/results.cc``: ``final_query_all_samples_done_time``). With n queries
of mean output length m, the last one due at time S and complete at F, and the last completion of all at E, the offered
rate is (n - 1) / S, the completed (n - 1) / F, the published n m / F, the full run's n m / E. The newer harness
(mlcommons/endpoints, since v6.1) prints F as ``legacy_loadgen_window_duration_ns`` and E as ``duration_ns``, but not S:
its offered rate is the one that was asked for, which the realised one leaves by about 1 / sqrt(n).

A Server or Interactive run gets its queries at a rate that the submitter chooses. Little's law (J. D. C. Little, *A
Proof for the Queuing Formula L = λW*, Operations Research 9(3), 1961) gives the requests in flight from that rate and
the mean latency; the offered token rate is then requests in flight × tokens per request-second, exactly.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.view import COLUMNS, FAMILY, named
from claimcheck.data.quantity import Quantity
from claimcheck.data.store import queried

# The scenarios with a rate of arrivals and limits on latency.
LIMITED = ("Server", "Interactive")
_RUN = 'run_id, round, division, submitter, system, benchmark, scenario, precision, "window"'
# What a run's log says of latencies and of the limits on them, in ms.
_LOGGED = """latency_mean_ms, latency_max_ms, ttft_mean_ms, ttft_p50_ms, ttft_p99_ms, ttft_max_ms, ttft_limit_ms,
    tpot_mean_ms, tpot_p50_ms, tpot_p99_ms, tpot_max_ms, tpot_limit_ms"""
_RATES = f"""
with served as (
    select *, precision = 'report' and scenario in {LIMITED} as report, query_count - 1.0::double as later,
        if(report, target_qps, scheduled_samples_per_s)::double as offered_rate,
        if("window" = 'whole run', later / window_s, completed_samples_per_s)::double as completed_rate,
        completed_tokens_per_s is not null as counts, if(counts, mean_tokens_per_sample, null)::double as mean_length,
        if(counts, mean_length, 1) as work, start_to_last_completion_s as full_run_s, latency_mean_ms / 1000 as mean_s,
        later / offered_rate as arrivals_s, later / completed_rate as final_done_s,
        final_done_s - arrivals_s as final_latency_s
    from runs
    where coalesce(report or log_scenario = 'Server', false) and offered_rate is not null and query_count is not null
)
select {_RUN}, query_count, target_qps, offered_rate,
    mean_length, completed_rate / offered_rate as completion_factor,
    query_count / later as count_factor, offered_rate * work as offered,
    if(counts, completed_tokens_per_s, completed_rate) as published,
    query_count * work / full_run_s as full_run, arrivals_s, full_run_s, final_latency_s,
    final_latency_s / mean_s as in_means,
    arrivals_s / mean_s as mean_latencies, arrivals_s / (latency_max_ms / 1000) as longest_latencies,
    (final_latency_s * 1000 - ttft_p50_ms) / tpot_p50_ms as final_length, offered_rate * mean_s as in_flight,
    mean_length / mean_s as tokens_per_request_second, {_LOGGED}
from served
"""


def rates_of_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Offered, published and full-run rates of every run that received its queries at a rate: one row a run.

    ``runs`` is the table loadgen_runs; columns are those of the table ``operating_points`` that belong to a run, where
    ``data/schema.yml`` describes them. Rates are in tokens/s where the benchmark counts tokens, elsewhere in samples/s.
    By Little's law ``offered`` is ``in_flight`` x ``tokens_per_request_second``, exactly.
    """
    return queried(_RATES, runs=runs)


# A run whose 99th percentile reaches this share of a limit is called "at" it.
AT_LIMIT = 0.95
# No answer of these benchmarks has a token that takes so long: a longer TPOT is a request whose tokens the log lacks.
ABSURD_TPOT_MS = 1_000_000.0

_OF_RESULT = """row_id, result_id, round, division, submitter, system, benchmark, scenario, accelerator, accelerators,
    availability, unit, log_blob, value, chip"""
# A run may be logged under the name of the benchmark's other accuracy target: what it is, its result says. A result in
# tokens whose log counts samples (GPT-J of v4.1): LoadGen infers its tokens, a fixed number a sample.
_POINTS = f"""
with seen as (
    select * exclude (round, division, submitter, system, benchmark, scenario) from ({_RATES})
), points as (
    select {_OF_RESULT}, {COLUMNS["inference_results"]["per_accelerator"]} as per_accelerator,
        {FAMILY} as family, seen.* exclude (offered, published, full_run),
        if(unit = 'tokens/s' and mean_length is null, value / seen.published, 1) as inferred,
        seen.offered * inferred as offered, seen.published * inferred as published,
        seen.full_run * inferred as full_run,
        ttft_p99_ms / ttft_limit_ms as ttft_used, tpot_p99_ms / tpot_limit_ms as tpot_used
    from results join seen using (run_id) where scenario in {LIMITED}
)
select * exclude inferred, offered_rate / accelerators as offered_per_accelerator,
    in_flight / accelerators as in_flight_per_accelerator,
    query_count * latency_mean_ms / 1000 / full_run_s / accelerators as in_flight_whole_run,
    offered / accelerators as offered_per, published / accelerators as published_per,
    full_run / accelerators as full_run_per,
    1000 / tpot_mean_ms as per_mean_tpot, 1000 / tpot_p50_ms as per_median_tpot,
    coalesce(tpot_max_ms > {ABSURD_TPOT_MS}, false) as spoiled,
    if(ttft_used is null or tpot_used is null, null, greatest(ttft_used, tpot_used)) as used, 1 - used as headroom,
    -- The limit that is nearer, where the 99th percentile is at it.
    case when used < {AT_LIMIT} then 'neither' when ttft_used > tpot_used then 'TTFT' when used > 0 then 'TPOT'
    end as binds
from points order by row_id
"""


def operating_points(results: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Server and Interactive results whose run is in ``runs``, of every division: the table ``operating_points``."""
    return queried(_POINTS, results=named(results), runs=runs).drop(columns="used")


# What each is made of is seen in its formula. ``run``: a row of operating_points whose columns are quantities.
MS = Quantity(1000, "ms/s")
_TOKEN = Quantity(1000, "tokens·ms/s")


def load(run: Any) -> Quantity:
    """Requests in flight per accelerator, by Little's law: the rate at which they arrive times their mean latency."""
    in_flight = run.offered_rate * (run.latency_mean_ms / MS) / run.accelerators
    return in_flight.called("requests in flight per GPU", run.words)


def speed(run: Any) -> Quantity:
    """Tokens per second of one request: mean output tokens over mean latency, the wait for the first token included."""
    return (run.mean_length / (run.latency_mean_ms / MS)).called("tokens per second of one request", run.words)


def offered(run: Any) -> Quantity:
    """Tokens per second and accelerator that the load would give: queries per second times their mean length."""
    return (run.offered_rate * run.mean_length / run.accelerators).called("offered load per GPU")


def counting(run: Any) -> Quantity:
    """The published rate over the rate that was offered, in tokens per second."""
    return (run.value / (run.offered_rate * run.mean_length)).called("published over offered token rate", run.words)


def whole_run(run: Any) -> Quantity:
    """Tokens per second and accelerator until the very last answer of a run."""
    return (run.query_count * run.mean_length / run.full_run_s / run.accelerators).called(
        "rate over the whole run, per GPU"
    )


def user(run: Any, per_token: Quantity | None = None) -> Quantity:
    """Tokens per second of one user: one over a time per token in ms, the mean (the median where that is spoiled)."""
    return _TOKEN / (per_token or (run.tpot_p50_ms if run.spoiled else run.tpot_mean_ms))
