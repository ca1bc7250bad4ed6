"""Views of ``inference_results`` that every question starts from."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Any

import pandas as pd

from claimcheck.core.printing import listed
from claimcheck.data.facts import organisations
from claimcheck.data.names import read_benchmarks
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.training import read_rules

# Units of rates. Only results of one unit are divided by each other: tokens never by samples or queries.
THROUGHPUT_UNITS = ("tokens/s", "samples/s", "queries/s")
# The accuracy target at the end of a benchmark's name.
TARGET = r"-(9[59](?:\.9)?)$"
_TARGET = re.compile(TARGET)


def throughputs(results: pd.DataFrame) -> pd.DataFrame:
    """Rates of the closed division on systems that have accelerators.

    Adds ``per_accelerator``: value / accelerators (in the row's unit), a derived figure
    that MLCommons does not publish, ``family``, and ``measured``: a power submission (see ``power_submissions``).
    """
    rows = results[
        (results["division"] == "closed") & results["unit"].isin(THROUGHPUT_UNITS) & results["accelerators"].notna()
    ]
    return rows.assign(
        per_accelerator=per_accelerator(rows),
        family=family(rows["benchmark"]),
        measured=power_submissions(rows),
    )


def power_submissions(results: pd.DataFrame) -> pd.Series:
    """Mark the rows with measured power: another kind of submission, compared only with results of its own kind.

    MLCommons' table of comparable versions keeps the two kinds apart (mlcommons/policies,
    MLPerf_Compatibility_Table.adoc). A result of which it is not known counts as one without.
    """
    return results["has_power"].eq(True).fillna(False).astype(bool)


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
    """The name of a benchmark of any suite in a sentence: Llama 2 70B for llama2-70b-99.9; its own without another."""
    return _titles().get(without_target(benchmark)[0], benchmark)


@functools.cache
def _titles() -> dict[str, str]:
    return {**read_rules(DATA_DIR).titles, **read_benchmarks(DATA_DIR).titles}


def names_in_print(submitters: Iterable[str], benchmarks: Iterable[str]) -> dict[str, str]:
    """What a sentence calls these submitters and benchmarks, for those that it calls otherwise than the tables.

    A submitter has the names of the organisations that it stands for, and a benchmark its accuracy target: Llama 2 70B
    at 99.9%.
    """
    joint, names = organisations(), {}
    for name in submitters:
        names[name] = listed(joint.get(name, (name,))).replace("_", " ")
        names[name.replace("_", " ")] = names[name]
    for name in benchmarks:
        target = without_target(name)[1]
        names[name], names[without_target(name)[0]] = f"{title(name)}{f' at {target}%' if target else ''}", title(name)
    return {name: printed for name, printed in names.items() if name != printed}


def one_row_a_run(rows: pd.DataFrame) -> pd.DataFrame:
    """``rows`` with each run counted once, by its first row: results may share a run, and have the same log then.

    Rows without a log stay as they are.
    """
    ordered = rows[["row_id", "round", "log_blob"]].sort_values("row_id")
    twice = ordered["log_blob"].notna() & ordered.duplicated(["round", "log_blob"])
    return rows[~twice.reindex(rows.index)]
