"""What a Server figure is made of, and what it would be over other durations.

LoadGen divides a Server run by the moment at which the last *issued* query completes (mlcommons/inference,
``loadgen/loadgen.cc``: ``final_query``; ``loadgen/results.cc``: ``final_query_all_samples_done_time``; alike at
75f297d4, used in v5.1, and d757424450, used in v6.0). With n queries of mean output length m, the last one due at
time S and complete at time F = S + (its latency), the last completion of all at time E:

- offered rate (``result_scheduled_samples_per_sec``) = (n - 1) / S
- completed rate (``result_completed_samples_per_sec``) = (n - 1) / F
- published figure (``result_completed_tokens_per_second``) = n m / F
- completion factor = S / F = completed rate / offered rate
- full run's rate = n m / E, with E from ``power_begin`` to ``power_end``

so that published = offered rate x m x completion factor x n / (n - 1).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

FACTORS = ("offered_rate", "mean_length", "completion_factor", "count_factor")
DENOMINATORS = ("offered_tokens_per_s", "published", "full_run_tokens_per_s")
_RUN = ("run_id", "round", "division", "submitter", "system", "benchmark", "scenario", "precision")


def views(runs: pd.DataFrame) -> pd.DataFrame:
    """Server and Interactive runs that count tokens (rows of ``loadgen_runs``), one row a run, with every view of it.

    Columns beside the run's own: ``offered_rate`` and ``completed_rate`` (samples/s), ``mean_length`` (tokens),
    ``completion_factor``, ``count_factor`` = n / (n - 1), ``query_count``; the rate over three durations in tokens/s:
    ``offered_tokens_per_s`` (offered rate x mean length), ``published`` (to the last issued query's completion),
    ``full_run_tokens_per_s`` (to the last completion); ``product``: the four FACTORS multiplied; the durations
    ``issue_s``, ``final_done_s``, ``full_run_s`` and the last issued query's latency ``final_latency_s``, in seconds;
    ``mean_latency_s`` and ``longest_latency_s``; ``mean_latencies`` = issue_s / mean_latency_s and
    ``longest_latencies`` = issue_s / longest_latency_s: for how many latencies queries arrived. ``final_length`` is an
    estimate, in tokens: what the last issued query wrote if it wrote at the run's median TPOT after its median TTFT.
    """
    rows = runs[
        (runs["log_scenario"] == "Server")
        & runs["completed_tokens_per_s"].notna()
        & runs["scheduled_samples_per_s"].notna()
    ]
    n = rows["query_count"].astype(float)
    offered = rows["scheduled_samples_per_s"].astype(float)
    completed = rows["completed_samples_per_s"].astype(float)
    length = rows["mean_tokens_per_sample"].astype(float)
    full = rows["start_to_last_completion_s"].astype(float)
    mean_latency, longest = (rows[f"latency_{q}_ms"].astype(float) / 1000 for q in ("mean", "max"))
    issue, done = (n - 1) / offered, (n - 1) / completed
    factor, count = completed / offered, n / (n - 1)
    return (
        rows[list(_RUN)]
        .assign(
            query_count=n.astype(int),
            offered_rate=offered,
            completed_rate=completed,
            mean_length=length,
            completion_factor=factor,
            count_factor=count,
            product=offered * length * factor * count,
            offered_tokens_per_s=offered * length,
            published=rows["completed_tokens_per_s"].astype(float),
            full_run_tokens_per_s=n * length / full,
            issue_s=issue,
            final_done_s=done,
            final_latency_s=done - issue,
            full_run_s=full,
            mean_latency_s=mean_latency,
            longest_latency_s=longest,
            mean_latencies=issue / mean_latency,
            longest_latencies=issue / longest,
            final_length=((done - issue) * 1000 - rows["ttft_p50_ms"].astype(float))
            / rows["tpot_p50_ms"].astype(float),
        )
        .reset_index(drop=True)
    )


def last_sample(runs: pd.DataFrame) -> pd.DataFrame:
    """What each run of ``views`` ends on: its last issued query beside its own mean.

    Adds ``ends_on`` (runs that share it ended on the same sample: LoadGen draws the order of samples from the
    round's seeds alone, so within a round and benchmark the query count decides), and ``in_means``: the last
    query's latency in mean latencies, and ``after_s``: seconds from that query's completion to the last completion.
    The completion factor follows: 1 / (1 + in_means / mean_latencies).
    """
    name = runs["benchmark"].str.replace(r"-99(\.9)?$", "", regex=True)
    return runs.assign(
        ends_on=runs["round"] + " " + name + " " + runs["query_count"].astype(str),
        in_means=runs["final_latency_s"] / runs["mean_latency_s"],
        after_s=runs["full_run_s"] - runs["final_done_s"],
    )


def length_error(sd: float, queries: int, prompts: int, within: float = 1.0) -> float:
    """Standard error, in tokens, of a run's mean output length.

    ``sd`` is the standard deviation of single outputs, ``prompts`` the size of the sample set, ``within`` the share
    of the variance that answers to one and the same prompt have among themselves (1: an upper bound, and what
    drawing with replacement gives). LoadGen issues whole passes over the sample set in random order
    (``sample_concatenate_permutation``), so the prompts themselves add error only through the part of a pass that
    remains, which is drawn without replacement. Raises ValueError for a share outside 0 to 1 or an empty run.
    """
    if not 0 <= within <= 1 or queries < 1 or prompts < 2:
        raise ValueError(f"within={within}, queries={queries}, prompts={prompts}: a share, and counts of a run")
    rest = queries % prompts
    between = rest / queries**2 * (prompts - rest) / (prompts - 1)
    return float(sd * np.sqrt(within / queries + (1 - within) * between))


def seen_both_ways(
    completed: int, duration_s: float, mean_length: float, window_rate: float, target_rate: float
) -> dict[str, float]:
    """The views of a run whose report prints the samples' rate over the last issued query's window (samples/s).

    ``duration_s`` spans the whole run; ``target_rate`` is the rate asked for, since such a report does not print the
    realised one. Gives ``window_s`` and, in tokens/s, ``published``, ``full_run_tokens_per_s``,
    ``offered_tokens_per_s``; and ``completion_factor`` (against the target).
    """
    return {
        "window_s": (completed - 1) / window_rate,
        "published": completed * mean_length * window_rate / (completed - 1),
        "full_run_tokens_per_s": completed * mean_length / duration_s,
        "offered_tokens_per_s": target_rate * mean_length,
        "completion_factor": window_rate / target_rate,
    }
