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

from collections.abc import Collection
from decimal import Decimal

import numpy as np
import pandas as pd

from claimcheck.analysis.view import chip, family, one_row_a_run, per_accelerator

DENOMINATORS = ("offered", "published", "full_run")
_RUN = ("run_id", "round", "division", "submitter", "system", "benchmark", "scenario", "precision", "window")
# The scenarios with a rate of arrivals and limits on latency.
LIMITED = ("Server", "Interactive")
# What a run's log says of latencies and of the limits on them, in ms.
_LOGGED = (
    "latency_mean_ms", "latency_max_ms", "ttft_mean_ms", "ttft_p50_ms", "ttft_p99_ms", "ttft_max_ms", "ttft_limit_ms",
    "tpot_mean_ms", "tpot_p50_ms", "tpot_p99_ms", "tpot_max_ms", "tpot_limit_ms",
)  # fmt: skip


def rates_of_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Offered, published and full-run rates of every run that received its queries at a rate: one row a run.

    ``runs`` is the table loadgen_runs; columns are those of the table ``operating_points`` that belong to a run, where
    ``data/schema.yml`` describes them. Rates are in tokens/s where the benchmark counts tokens, elsewhere in samples/s.
    By Little's law ``offered`` is ``in_flight`` x ``tokens_per_request_second``, exactly.
    """
    report = runs["precision"].eq("report") & runs["scenario"].isin(LIMITED)
    rate = runs["scheduled_samples_per_s"].where(~report, runs["target_qps"])
    served = (report | runs["log_scenario"].eq("Server")) & rate.notna() & runs["query_count"].notna()
    rows = runs.assign(rate=rate, report=report)[served.fillna(False)].reset_index(drop=True)
    counts = rows["completed_tokens_per_s"].notna()
    n, offered, completed, tokens, length, end, window = (
        rows[name].astype(float)
        for name in (
            "query_count", "rate", "completed_samples_per_s", "completed_tokens_per_s", "mean_tokens_per_sample",
            "start_to_last_completion_s", "window_s",
        )
    )  # fmt: skip
    length = length.where(counts)
    work = length.where(counts, 1.0)
    logged = {name: rows[name].astype(float) for name in _LOGGED}
    mean_latency, longest = logged["latency_mean_ms"] / 1000, logged["latency_max_ms"] / 1000
    completed = completed.where(rows["window"].ne("whole run"), (n - 1) / window)
    arrivals, done = (n - 1) / offered, (n - 1) / completed
    return pd.DataFrame(
        {
            **{name: rows[name] for name in _RUN},
            "query_count": n.astype(int),
            "target_qps": rows["target_qps"].astype(float),
            "offered_rate": offered,
            "offered_from": rows["report"].map({True: "target", False: "log"}),
            "completed_rate": completed,
            "mean_length": length,
            "completion_factor": completed / offered,
            "count_factor": n / (n - 1),
            "offered": offered * work,
            "published": tokens.where(counts, completed),
            "full_run": n * work / end,
            "arrivals_s": arrivals,
            "final_done_s": done,
            "full_run_s": end,
            "final_latency_s": done - arrivals,
            "after_s": end - done,
            "ends_on": rows["round"] + " " + family(rows["benchmark"]) + " " + n.astype(int).astype(str),
            "in_means": (done - arrivals) / mean_latency,
            "mean_latencies": arrivals / mean_latency,
            "longest_latencies": arrivals / longest,
            "final_length": ((done - arrivals) * 1000 - logged["ttft_p50_ms"]) / logged["tpot_p50_ms"],
            "in_flight": offered * mean_latency,
            "tokens_per_request_second": length / mean_latency,
            **logged,
        }
    )


def length_error(sd: float, queries: int, prompts: int, within: float = 1.0) -> float:
    """Standard error, in tokens, of a run's mean output length.

    ``sd`` is that of single outputs, ``prompts`` the size of the sample set, ``within`` the share of the variance among
    answers to one prompt. LoadGen issues whole passes over the sample set, so prompts add error only through the part
    of a pass that remains. Raises ValueError for a share outside 0 to 1 or an empty run.
    """
    if not 0 <= within <= 1 or queries < 1 or prompts < 2:
        raise ValueError(f"within={within}, queries={queries}, prompts={prompts}: a share, and counts of a run")
    rest = queries % prompts
    between = rest / queries**2 * (prompts - rest) / (prompts - 1)
    return float(sd * np.sqrt(within / queries + (1 - within) * between))


CELL = ("round", "family", "scenario")
# Offered rates as near as this, per accelerator, are taken for the same load.
SAME_LOAD = 1e-3


def token_runs(points: pd.DataFrame) -> pd.DataFrame:
    """Closed operating points (rows of that table) on accelerators whose runs count tokens, one row a run."""
    rows = points[(points["division"] == "closed") & points["mean_length"].notna() & points["accelerators"].notna()]
    return one_row_a_run(rows).reset_index(drop=True)


PER = ("offered_per", "published_per", "full_run_per")


def order_changes(points: pd.DataFrame) -> pd.DataFrame:
    """Every two results of one round, benchmark and scenario, and whether another duration turns their order round.

    The better published figure second; ratios are better / worse. ``same_load``: offered rates per accelerator within
    SAME_LOAD. ``reversed_offered``, ``reversed_full``: the order is the opposite by that rate.
    """
    ratios = [*PER, "offered_per_accelerator"]
    ordered = points.sort_values([*CELL, "published_per", "row_id"])[[*CELL, "row_id", *ratios]]
    ordered = ordered.astype(dict.fromkeys(ratios, float)).assign(place=range(len(ordered)))
    pairs = ordered.merge(ordered, on=list(CELL), suffixes=("_worse", "_better"))
    pairs = pairs[pairs["place_worse"] < pairs["place_better"]].reset_index(drop=True)
    pairs = pairs.assign(**{name: pairs[f"{name}_better"] / pairs[f"{name}_worse"] for name in ratios})
    pairs = pairs[[*CELL, "row_id_worse", "row_id_better", *ratios]]
    return pairs.assign(
        same_load=(pairs["offered_per_accelerator"] - 1).abs() <= SAME_LOAD,
        reversed_offered=pairs["offered_per"] < 1,
        reversed_full=pairs["full_run_per"] < 1,
    )


# LoadGen prints rates with six significant digits; the newer harness prints all that a float has.
LOADGEN_DIGITS = 6


def by_newer_harness(rows: pd.DataFrame) -> pd.Series:
    """Signs that the newer harness made a rate: it has more significant digits than LoadGen prints.

    A figure with fewer digits may come from either program. Boolean, index as ``rows``; latencies, which are converted
    from nanoseconds, are False.
    """
    digits = rows["value"].map(lambda value: len(Decimal(repr(float(value))).normalize().as_tuple().digits))
    return (digits > LOADGEN_DIGITS) & rows["higher_is_better"].astype(bool)


BENCHMARKS = ("deepseek-r1", "llama3.1-405b")
# A run whose 99th percentile reaches this share of a limit is called "at" it; ``binding`` takes another.
AT_LIMIT = 0.95
# No answer of these benchmarks has a token that takes so long: a longer TPOT is a request whose tokens the log lacks.
ABSURD_TPOT_MS = 1_000_000.0

_RESULT = (
    "row_id", "run_id", "result_id", "round", "division", "submitter", "system", "benchmark", "scenario",
    "accelerator", "accelerators", "availability", "unit", "log_blob", "value",
    "per_accelerator",
)  # fmt: skip


def operating_points(results: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Server and Interactive results whose run is in ``runs``, of every division: the table ``operating_points``.

    Whoever counts runs takes ``results.one_row_a_run``; ``with_latency_limits`` takes those with limits on latency.
    """
    chosen = results[results["scenario"].isin(LIMITED) & results["run_id"].notna()]
    seen = rates_of_runs(runs)
    # A run may be logged under the name of the benchmark's other accuracy target: what it is, its result says.
    seen = seen[["run_id", *(name for name in seen if name not in _RESULT)]]
    points = chosen.assign(per_accelerator=per_accelerator(chosen))[list(_RESULT)].merge(
        seen, on="run_id", validate="one_to_one"
    )
    points = points.sort_values("row_id", ignore_index=True)
    number, value = points["accelerators"].astype(float), points["value"].astype(float)
    # A result in tokens whose log counts samples (GPT-J of v4.1): LoadGen infers its tokens, a fixed number a sample.
    inferred = (value / points["published"]).where((points["unit"] == "tokens/s") & points["mean_length"].isna(), 1.0)
    points = points.assign(**{name: points[name] * inferred for name in DENOMINATORS})
    used = {f"{what}_used": points[f"{what}_p99_ms"] / points[f"{what}_limit_ms"] for what in ("ttft", "tpot")}
    points = points.assign(
        chip=points["accelerator"].map(chip, na_action="ignore"),
        family=family(points["benchmark"]),
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


def factors(pairs: pd.DataFrame, points: pd.DataFrame) -> pd.DataFrame:
    """Factors of the ratio of each pair (a row of the table comparisons) whose two runs are in ``points``.

    ``ratio`` = ``more_in_flight`` (requests in flight per accelerator) x ``faster_per_request`` (tokens per
    request-second) x ``counting`` (published over offered token rate), each after over before, exactly.
    ``offered_ratio`` is the product of the first two; ``spoiled`` marks a pair with a run whose mean TPOT means
    nothing.
    """
    indexed = points.set_index("row_id")
    kept = pairs[pairs["row_id_before"].isin(indexed.index) & pairs["row_id_after"].isin(indexed.index)]
    kept = kept.reset_index(drop=True)
    before, after = (indexed.loc[kept[f"row_id_{side}"]].reset_index(drop=True) for side in ("before", "after"))

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
