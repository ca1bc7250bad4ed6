"""Operating points: how many requests a run kept in flight, how fast each went, and which latency limit it met.

A Server or Interactive run gets its queries at a rate that the submitter chooses. Little's law (J. D. C. Little, *A
Proof for the Queuing Formula L = λW*, Operations Research 9(3), 1961) gives the requests in flight from that rate and
the mean latency; the offered token rate is then requests in flight × tokens per request-second, exactly.
"""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from claimcheck.analysis.metric import DENOMINATORS, LIMITED, rates_of_runs
from claimcheck.analysis.results import family
from claimcheck.analysis.view import chip

BENCHMARKS = ("deepseek-r1", "llama3.1-405b")
# A run whose 99th percentile reaches this share of a limit is called "at" it; ``binding`` takes another.
AT_LIMIT = 0.95
# No answer of these benchmarks has a token that takes so long: a longer TPOT is a request whose tokens the log lacks.
ABSURD_TPOT_MS = 1_000_000.0

_RESULT = (
    "row_id", "run_id", "result_id", "round", "division", "submitter", "system", "benchmark", "scenario",
    "accelerator", "accelerators", "availability", "unit", "log_blob", "value",
)  # fmt: skip


def operating_points(results: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Server and Interactive results whose run is in ``runs``, of every division: the table ``operating_points``.

    Whoever counts runs takes ``results.one_row_a_run``; ``with_latency_limits`` takes those with limits on latency.
    """
    chosen = results[results["scenario"].isin(LIMITED) & results["run_id"].notna()]
    seen = rates_of_runs(runs)
    # A run may be logged under the name of the benchmark's other accuracy target: what it is, its result says.
    seen = seen[["run_id", *(name for name in seen if name not in _RESULT)]]
    points = chosen[list(_RESULT)].merge(seen, on="run_id", validate="one_to_one")
    points = points.sort_values("row_id", ignore_index=True)
    number, value = points["accelerators"].astype(float), points["value"].astype(float)
    # A result in tokens whose log counts samples (GPT-J of v4.1): LoadGen infers its tokens, a fixed number a sample.
    inferred = (value / points["published"]).where((points["unit"] == "tokens/s") & points["mean_length"].isna(), 1.0)
    points = points.assign(**{name: points[name] * inferred for name in DENOMINATORS})
    used = {f"{what}_used": points[f"{what}_p99_ms"] / points[f"{what}_limit_ms"] for what in ("ttft", "tpot")}
    points = points.assign(
        chip=points["accelerator"].map(chip, na_action="ignore"),
        family=family(points["benchmark"]),
        per_accelerator=value / number,
        offered_per_accelerator=points["offered_rate"] / number,
        in_flight_per_accelerator=points["in_flight"] / number,
        in_flight_whole_run=points["query_count"] * points["latency_mean_ms"] / 1000 / points["full_run_s"] / number,
        offered_per=points["offered"] / number,
        published_per=points["published"] / number,
        full_run_per=points["full_run"] / number,
        published_over_offered=value / points["offered"],
        per_mean_tpot=1000 / points["tpot_mean_ms"],
        per_median_tpot=1000 / points["tpot_p50_ms"],
        spoiled=points["tpot_max_ms"] > ABSURD_TPOT_MS,
        largest_in_mean_ms=points["tpot_max_ms"] / points["query_count"],
        **used,
    )
    both = points[["ttft_used", "tpot_used"]]
    known = both.notna().all(axis=1)
    return points.assign(headroom=1 - both.max(axis=1).where(known), binds=binding(points).where(known))


def with_latency_limits(
    points: pd.DataFrame, benchmarks: Collection[str] | None = BENCHMARKS, division: str = "closed"
) -> pd.DataFrame:
    """Operating points on accelerators in one division whose log states limits on latency, by ``run_id``.

    ``points`` is the table operating_points; ``benchmarks`` None takes all of them.
    """
    rows = points[(points["division"] == division) & points["ttft_limit_ms"].notna() & points["accelerators"].notna()]
    if benchmarks is not None:
        rows = rows[rows["benchmark"].isin(benchmarks)]
    return rows.sort_values("run_id", ignore_index=True)


def binding(points: pd.DataFrame, share: float = AT_LIMIT) -> pd.Series:
    """Which limit binds each of ``points``: ``TTFT``, ``TPOT`` (the one nearer to its limit) or ``neither``.

    A limit binds where the 99th percentile is at ``share`` of it or above. A run at neither could, for all its log
    shows, have been offered more; how much more it would have carried the log does not say.
    """
    nearer = (points["ttft_used"] > points["tpot_used"]).map({True: "TTFT", False: "TPOT"})
    return nearer.where(points[["ttft_used", "tpot_used"]].max(axis=1) >= share, "neither").rename("binds")


def both_sides(pairs: pd.DataFrame, points: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Pairs whose two results are both in ``points``, and the points of either side in the order of the pairs."""
    indexed = points.set_index("row_id")
    kept = pairs[pairs["row_id_before"].isin(indexed.index) & pairs["row_id_after"].isin(indexed.index)]
    before, after = (indexed.loc[kept[f"row_id_{side}"]].reset_index(drop=True) for side in ("before", "after"))
    return kept.reset_index(drop=True), before, after


def factors(pairs: pd.DataFrame, points: pd.DataFrame) -> pd.DataFrame:
    """Factors of the ratio of each pair (a row of the table comparisons) whose two runs are in ``points``.

    ``ratio`` = ``more_in_flight`` (requests in flight per accelerator) x ``faster_per_request`` (tokens per
    request-second) x ``counting`` (published over offered token rate), each after over before, exactly.
    ``offered_ratio`` is the product of the first two; ``spoiled`` marks a pair with a run whose mean TPOT means
    nothing.
    """
    kept, before, after = both_sides(pairs, points)

    def over(column: str) -> pd.Series:
        return after[column] / before[column]

    return kept.assign(
        ratio=kept["ratio"].astype(float),
        more_in_flight=over("in_flight_per_accelerator"),
        faster_per_request=over("tokens_per_request_second"),
        counting=over("published_over_offered"),
        offered_ratio=over("offered_per"),
        more_in_flight_whole=over("in_flight_whole_run"),
        mean_tpot_ratio=over("per_mean_tpot"),
        median_tpot_ratio=over("per_median_tpot"),
        spoiled=before["spoiled"] | after["spoiled"],
        binds_before=before["binds"],
        binds_after=after["binds"],
    )
