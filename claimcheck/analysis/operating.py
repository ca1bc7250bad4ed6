"""Operating points: how many requests a run kept in flight, how fast each went, and which latency limit it met.

A Server or Interactive run gets its queries at a rate that the submitter chooses. Little's law (J. D. C. Little, *A
Proof for the Queuing Formula L = λW*, Operations Research 9(3), 1961) gives the requests in flight from that rate and
the mean latency; the offered token rate is then requests in flight × tokens per request-second, exactly.
"""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from claimcheck.analysis.results import short_accelerator, throughputs
from claimcheck.analysis.speedup import all_readings

BENCHMARKS = ("deepseek-r1", "llama3.1-405b")
LIMITED = ("Server", "Interactive")
# A run whose 99th percentile reaches this share of a limit is called "at" it; ``binding`` takes another.
AT_LIMIT = 0.95
# No answer of these benchmarks has a token that takes so long: a longer TPOT is a request whose tokens the log lacks.
ABSURD_TPOT_MS = 1_000_000.0

_RESULT = (
    "run_id", "row_id", "result_id", "round", "division", "submitter", "system", "benchmark", "scenario",
    "accelerator", "accelerators", "availability", "log_blob", "value", "per_accelerator",
)  # fmt: skip
_RUN = (
    "query_count", "target_qps", "scheduled_samples_per_s", "completed_samples_per_s", "completed_tokens_per_s",
    "mean_tokens_per_sample", "start_to_last_completion_s", "latency_mean_ms", "latency_min_ms", "latency_max_ms",
    "ttft_mean_ms", "ttft_p50_ms", "ttft_p99_ms", "ttft_min_ms", "ttft_max_ms", "ttft_limit_ms",
    "tpot_mean_ms", "tpot_p50_ms", "tpot_p99_ms", "tpot_max_ms", "tpot_limit_ms",
)  # fmt: skip
_RENAMED = {
    "scheduled_samples_per_s": "offered_rate",
    "completed_samples_per_s": "completed_rate",
    "mean_tokens_per_sample": "mean_tokens",
}


def operating_points(
    results: pd.DataFrame,
    runs: pd.DataFrame,
    benchmarks: Collection[str] | None = BENCHMARKS,
    division: str = "closed",
) -> pd.DataFrame:
    """One row per run of a latency-limited scenario whose log gives rates and limits, in order of ``run_id``.

    ``results`` and ``runs`` are the tables inference_results and loadgen_runs; ``benchmarks`` None takes all of them.
    Columns of the result and of the log as in the schema (with ``offered_rate`` for the realised arrival rate and
    ``completed_rate``, samples/s; ``mean_tokens`` a sample), and:

    - ``chip``: short name of the accelerator; ``offered_per_accelerator``: samples/s;
    - ``arrivals_s``: how long queries arrived, (query count - 1) / offered rate, in s;
    - ``in_flight``: requests in flight by Little's law, offered rate × mean latency; ``in_flight_per_accelerator``;
    - ``in_flight_whole_run``: request-seconds of all queries over the whole run, to its last completion, per
      accelerator: the mean that includes filling and emptying;
    - ``tokens_per_request_second``: mean tokens / mean latency, so that ``offered_tokens_per_s`` (offered rate × mean
      tokens) = in_flight × tokens_per_request_second; ``offered_tokens_per_accelerator``;
    - ``published_over_offered``: published tokens/s over ``offered_tokens_per_s``;
    - ``per_mean_tpot``, ``per_median_tpot``: 1000 / TPOT in ms, in tokens/s;
    - ``ttft_used``, ``tpot_used``: 99th percentile / limit; ``headroom``: 1 - the larger of the two; ``binds``:
      see ``binding``;
    - ``spoiled``: the largest TPOT is above ABSURD_TPOT_MS, so that the mean TPOT means nothing;
      ``largest_in_mean_ms``: what that one value adds to the mean.
    """
    chosen = throughputs(results, division)
    chosen = chosen[chosen["scenario"].isin(LIMITED) & chosen["run_id"].notna()]
    if benchmarks is not None:
        chosen = chosen[chosen["benchmark"].isin(benchmarks)]
    logs = runs[runs["ttft_limit_ms"].notna() & runs["scheduled_samples_per_s"].notna()]
    points = chosen[list(_RESULT)].merge(logs[["run_id", *_RUN]], on="run_id", validate="one_to_one")
    points = points.rename(columns=_RENAMED).sort_values("run_id", ignore_index=True)
    numeric = points.columns.difference(_RESULT).union(["value", "per_accelerator", "accelerators"])
    points = points.astype(dict.fromkeys(numeric, float)).astype({"accelerators": int, "query_count": int})
    return _derived(points)


def _derived(points: pd.DataFrame) -> pd.DataFrame:
    latency_s, number = points["latency_mean_ms"] / 1000, points["accelerators"]
    in_flight = points["offered_rate"] * latency_s
    offered_tokens = points["offered_rate"] * points["mean_tokens"]
    used = {f"{what}_used": points[f"{what}_p99_ms"] / points[f"{what}_limit_ms"] for what in ("ttft", "tpot")}
    points = points.assign(
        chip=[short_accelerator(str(name)) for name in points["accelerator"]],
        offered_per_accelerator=points["offered_rate"] / number,
        arrivals_s=(points["query_count"] - 1) / points["offered_rate"],
        in_flight=in_flight,
        in_flight_per_accelerator=in_flight / number,
        in_flight_whole_run=points["query_count"] * latency_s / points["start_to_last_completion_s"] / number,
        tokens_per_request_second=points["mean_tokens"] / latency_s,
        offered_tokens_per_s=offered_tokens,
        offered_tokens_per_accelerator=offered_tokens / number,
        published_over_offered=points["value"] / offered_tokens,
        per_mean_tpot=1000 / points["tpot_mean_ms"],
        per_median_tpot=1000 / points["tpot_p50_ms"],
        headroom=1 - pd.concat(used.values(), axis=1).max(axis=1),
        spoiled=points["tpot_max_ms"] > ABSURD_TPOT_MS,
        largest_in_mean_ms=points["tpot_max_ms"] / points["query_count"],
        **used,
    )
    return points.assign(binds=binding(points))


def binding(points: pd.DataFrame, share: float = AT_LIMIT) -> pd.Series:
    """Which limit binds each of ``points``: ``TTFT``, ``TPOT`` (the one nearer to its limit) or ``neither``.

    A limit binds where the 99th percentile is at ``share`` of it or above. A run at neither could, for all its log
    shows, have been offered more; how much more it would have carried the log does not say.
    """
    nearer = (points["ttft_used"] > points["tpot_used"]).map({True: "TTFT", False: "TPOT"})
    return nearer.where(points[["ttft_used", "tpot_used"]].max(axis=1) >= share, "neither").rename("binds")


FACTORS = ("more_in_flight", "faster_per_request", "counting")


def factors(pairs: pd.DataFrame, points: pd.DataFrame) -> pd.DataFrame:
    """``pairs`` (columns of ``speedup.pair``) whose two runs are in ``points``, with the factors of their ratio.

    ``ratio`` = ``more_in_flight`` × ``faster_per_request`` × ``counting``, exactly:

    - ``more_in_flight``: requests in flight per accelerator, after over before;
    - ``faster_per_request``: tokens per request-second, after over before;
    - ``counting``: published over offered token rate, after over before.

    ``offered_ratio`` is the product of the first two; ``more_in_flight_whole`` the first from ``in_flight_whole_run``.
    ``mean_tpot_ratio`` and ``median_tpot_ratio`` are the inverse ratios of TPOT, for comparison with
    ``faster_per_request``; ``spoiled`` marks a pair with a run whose mean TPOT means nothing. ``binds_before`` and
    ``binds_after`` as in ``binding``.
    """
    indexed = points.set_index("row_id")
    known = pairs["row_id_before"].isin(indexed.index) & pairs["row_id_after"].isin(indexed.index)
    kept = pairs[known].reset_index(drop=True)
    before, after = (indexed.loc[kept[f"row_id_{side}"]].reset_index(drop=True) for side in ("before", "after"))

    def over(column: str) -> pd.Series:
        return after[column] / before[column]

    return kept.assign(
        ratio=kept["ratio"].astype(float),
        more_in_flight=over("in_flight_per_accelerator"),
        faster_per_request=over("tokens_per_request_second"),
        counting=over("published_over_offered"),
        offered_ratio=over("offered_tokens_per_accelerator"),
        more_in_flight_whole=over("in_flight_whole_run"),
        mean_tpot_ratio=over("per_mean_tpot"),
        median_tpot_ratio=over("per_median_tpot"),
        spoiled=before["spoiled"] | after["spoiled"],
        binds_before=before["binds"],
        binds_after=after["binds"],
    )


def split_readings(results: pd.DataFrame, points: pd.DataFrame) -> pd.DataFrame:
    """``factors`` of every defensible comparison (``speedup.all_readings``) of the benchmarks in ``points``."""
    return factors(all_readings(results, sorted(set(points["benchmark"]))), points)
