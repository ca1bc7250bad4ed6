"""Everything that can win: inference results and training entries in one shape."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.results import family

# Scenarios of v0.5, which had no suites, that its successors put into the datacenter suite.
DATACENTER_SCENARIOS = ("Server", "Offline")
COLUMNS = (
    "row_id", "program", "round", "division", "suite", "availability", "submitter", "vendor", "benchmark", "family",
    "scenario", "score", "score_per_accelerator", "run",
)  # fmt: skip


def entries(results: pd.DataFrame, training: pd.DataFrame | None = None) -> pd.DataFrame:
    """One row per inference result and training entry, in ``COLUMNS``.

    ``program`` is inference, training or hpc; ``vendor`` the maker of the silicon;
    ``family`` the benchmark without its accuracy target. ``score`` is higher for a better
    result: a rate as it is, a latency or a time as 1 / value. ``score_per_accelerator`` is
    the rate over the accelerators, or 1 / (minutes x chips); a latency is not divided. A
    CPU-only system counts its nodes (inference) or processors (training). ``run`` names the
    run behind the result: equal names, one run. Sorted by row_id. A training entry whose logs
    are absent took part and has a missing score; one whose runs failed has no result and is left out.
    """
    parts = [_inference(results), *([] if training is None else [_training(training)])]
    rows = pd.concat(parts).sort_values("row_id", ignore_index=True)
    # Categories: the counting groups by them again and again.
    grouped = [name for name in COLUMNS if name not in ("row_id", "run") and not name.startswith("score")]
    return rows.astype(dict.fromkeys(grouped, "category"))


def _inference(results: pd.DataFrame) -> pd.DataFrame:
    value = results["value"].astype(float)
    rate = results["higher_is_better"].astype(bool)
    number = results["accelerators"].fillna(results["nodes"]).fillna(1).astype(float)
    score = value.where(rate, 1 / value)
    return pd.DataFrame(
        {
            "row_id": results["row_id"],
            "program": "inference",
            "round": results["round"],
            "division": results["division"],
            "suite": results["suite"].fillna("none"),
            "availability": results["availability"].fillna("unknown"),
            "submitter": results["submitter"],
            "vendor": results["platform_vendor"],
            "benchmark": results["benchmark"],
            "family": family(results["benchmark"]),
            "scenario": results["scenario"],
            "score": score,
            "score_per_accelerator": score.where(~rate, score / number),
            "run": runs(results),
        }
    ).astype({"program": "string"})


def runs(results: pd.DataFrame) -> pd.Series:
    """A name of the run behind each result; results that rest on one run have one name.

    Where the log is at hand, its blob id: equal bytes. Elsewhere (rounds typed or taken from
    the experiments repository) results of one system on one benchmark family and scenario
    with one value count as one run.
    """
    values = [results[c].astype("string") for c in ("round", "division", "submitter", "system", "scenario", "value")]
    alike = family(results["benchmark"]).astype("string").str.cat(values, sep="/")
    return results["log_blob"].astype("string").fillna(alike)


def _training(training: pd.DataFrame) -> pd.DataFrame:
    minutes = training["time_to_train_minutes"].astype(float)
    score = (1 / minutes).where(training["models_per_minute"].isna(), training["models_per_minute"].astype(float))
    number = training["accelerators"].fillna(training["processors"]).fillna(1).astype(float)
    frame = pd.DataFrame(
        {
            "row_id": training["row_id"],
            "program": training["suite"],
            "round": training["round"],
            "division": training["division"],
            "suite": "none",
            "availability": training["availability"].fillna("unknown"),
            "submitter": training["submitter"],
            "vendor": training["platform_vendor"],
            "benchmark": training["benchmark"],
            "family": training["benchmark"],
            "scenario": training["scaling"].fillna("time to train"),
            "score": score,
            "score_per_accelerator": score / number,
            "run": training["row_id"],
        }
    )
    return frame[frame["score"].notna() | (training["runs_absent"].fillna(0).astype(int) > 0)]
