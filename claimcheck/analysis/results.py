"""Views of ``inference_results`` that every question starts from."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from claimcheck.data.names import benchmark_titles

# Units of rates. Only results of one unit are divided by each other: tokens never by samples or queries.
THROUGHPUT_UNITS = ("tokens/s", "samples/s", "queries/s")
# The accuracy target at the end of a benchmark's name.
TARGET = r"-(9[59](?:\.9)?)$"
_TARGET = re.compile(TARGET)


def throughputs(results: pd.DataFrame) -> pd.DataFrame:
    """Rates of the closed division on systems that have accelerators.

    Adds ``per_accelerator``: value / accelerators (in the row's unit), a derived figure
    that MLCommons does not publish, and ``family``.
    """
    rows = results[
        (results["division"] == "closed") & results["unit"].isin(THROUGHPUT_UNITS) & results["accelerators"].notna()
    ]
    return rows.assign(
        per_accelerator=per_accelerator(rows),
        family=family(rows["benchmark"]),
    )


def busiest(results: pd.DataFrame, round_: str) -> list[tuple[str, str]]:
    """The benchmarks of a round's closed division, the most submitted first, each with its most submitted scenario.

    Of ``results``, rows of ``inference_results``, rates alone are counted.
    """
    closed = results[(results["round"] == round_) & (results["division"] == "closed")]
    cells = closed[closed["unit"].isin(THROUGHPUT_UNITS)].groupby(["benchmark", "scenario"])["submitter"].nunique()
    most = cells.sort_values(ascending=False, kind="stable").reset_index().drop_duplicates("benchmark")
    return list(zip(most["benchmark"], most["scenario"], strict=True))


def as_results(training: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """``training_results`` in the ``columns`` of ``inference_results``, so that one question asks both.

    The value is the time to train in minutes, lower better; of HPC's weak scaling, models a
    minute. ``scenario`` is "time to train", or the scaling. What Training does not have is empty.
    """
    rate = training["models_per_minute"].notna()
    rows = training.assign(
        value=training["models_per_minute"].where(rate, training["time_to_train_minutes"]),
        unit=rate.map({True: "models/minute", False: "minutes"}).astype("string"),
        higher_is_better=rate.astype("boolean"),
        scenario=training["scaling"].fillna("time to train"),
    )
    absent = {name: pd.Series(pd.NA, index=rows.index, dtype="string") for name in columns if name not in rows.columns}
    return rows.assign(**absent)[columns]


def per_accelerator(results: pd.DataFrame | pd.Series) -> Any:
    """Value per accelerator of ``results``, rows or one row, in their unit; NaN for a system without a known number.

    A derived figure: MLCommons does not publish it.
    """
    if isinstance(results, pd.Series):
        return float(results["value"]) / float(results["accelerators"])
    return results["value"].astype(float) / results["accelerators"].astype("Float64").astype(float)


def family(benchmark: pd.Series) -> pd.Series:
    """Benchmark names without their accuracy target: bert-99 and bert-99.9 are bert, yolo-95 is yolo."""
    return benchmark.str.replace(_TARGET, "", regex=True)


def without_target(benchmark: str) -> tuple[str, str]:
    """Split a benchmark into family and accuracy target: (bert, 99.9); (resnet, "") where it has one target."""
    family_, target, *_ = (*_TARGET.split(benchmark), "")
    return family_, target


def title(benchmark: str) -> str:
    """The name of a benchmark in a sentence: Llama 2 70B for llama2-70b-99.9; its own where it has no other."""
    return benchmark_titles().get(without_target(benchmark)[0], benchmark)


def one_row_a_run(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` with each run counted once.

    The accuracy variants 99 and 99.9 of a benchmark, and the two suites, may publish one
    run twice or more: their logs are the same blob. The first by ``row_id`` stays. Rows
    without a log stay as they are.
    """
    ordered = rows[["row_id", "round", "log_blob"]].sort_values("row_id")
    twice = ordered["log_blob"].notna() & ordered.duplicated(["round", "log_blob"])
    return rows[~twice.reindex(rows.index)]
