"""Questions about named results: their figures, ratios, costs and places, and what a figure could have been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import pandas as pd

from claimcheck.analysis import cost as costs
from claimcheck.analysis.results import family, short_accelerator
from claimcheck.claims.language import (
    ANY_UNIT,
    BOTH,
    OWN,
    PER_ACCELERATOR,
    Answer,
    Context,
    Measure,
    Missing,
    Row,
    Rows,
    question,
    reading,
)
from claimcheck.claims.select import select
from claimcheck.core.documents import Text
from claimcheck.core.printing import as_published

# Rules of a figure that was printed as a bound and not as a number.
BOUNDS = ("more_than", "at_least")
# How an answer is written: the new value, and its unit for the unit given.
SCALES: dict[str, tuple[Callable[[float], float], Callable[[str], str], str]] = {
    "millions": (lambda v: v / 1e6, lambda unit: f"million {unit}", "in millions"),
    "percent": (lambda v: v * 100, lambda unit: "%", "a ratio in percent"),
    "gain": (lambda v: (v - 1) * 100, lambda unit: "%", "by how many percent a ratio is above 1"),
    "saving": (
        lambda v: costs.saving(v) * 100,
        lambda unit: "%",
        "the share of a cost that a ratio saves at one price",
    ),
}
Scale = Literal["millions", "percent", "gain", "saving"]


def scaled(answer: Answer, scale: str | None) -> Answer:
    """``answer`` as the register has it written: in millions, in percent, as a gain or a saving."""
    if scale is None or answer.value is None:
        return answer
    change, _, _ = SCALES[scale]
    if scale != "saving":
        return replace(answer, value=change(answer.value))
    how = f"1 - 1 / {answer.value:.3f}, at one price and utilisation for both; ratio: {answer.how}"
    return replace(answer, value=change(answer.value), how=how)


def none(context: Context, how: str) -> Answer:
    """No answer, and why."""
    return Answer(None, context.tables.results.head(0), how)


def who(row: pd.Series) -> str:
    """A result's submitter, system, round and ID in a few words."""
    said = [str(row["round"]) if pd.isna(row["availability"]) else f"{row['round']} {row['availability']}"]
    if pd.notna(row["result_id"]):
        said.append(f"result {row['result_id']}")
    return f"{row['submitter']} on {_system(row)} ({', '.join(said)})"


def whose(row: pd.Series) -> str:
    """A result in a few words, with its category where it is not on sale: NVIDIA's 72 Vera Rubin (preview)."""
    on_sale = pd.isna(row["availability"]) or row["availability"] == "available"
    owner = str(row["submitter"]).replace("_", " ")
    said = f"{owner}'s {int(row['accelerators'])} {short_accelerator(str(row['accelerator']))}"
    return said if on_sale else f"{said} ({row['availability']})"


def _system(row: pd.Series) -> str:
    if pd.isna(row["accelerators"]) or pd.isna(row["accelerator"]):
        return f"{row['system']}, no accelerator"
    return f"{int(row['accelerators'])} {short_accelerator(row['accelerator'])}"


def _divided(context: Context, row: pd.Series) -> float:
    """The row's figure per accelerator; raises RegisterError where there is nothing to divide."""
    if pd.isna(row["per_accelerator"]):
        why = "a time is not divided by accelerators" if not row["higher_is_better"] else "the system has none"
        raise context.entry.fail(
            f"{row['benchmark']} {row['scenario']} of {row['submitter']} has no figure per accelerator",
            "figures",
            rule=why,
            fix="ask for throughput, or give measure: value",
        )
    return float(row["per_accelerator"])


@question(OWN, BOTH)
def throughput(context: Context, of: Rows) -> Answer:
    """The published result of the row ``of``, in its own unit."""
    row = of.iloc[0]
    return Answer(float(row["value"]), of, f"published result of {who(row)}")


@question(PER_ACCELERATOR)
def per_accelerator(context: Context, of: Rows) -> Answer:
    """The published result of the row ``of`` divided by its accelerators."""
    row = of.iloc[0]
    value = _divided(context, row)
    how = f"{as_published(row['value'])} {row['unit']} / {int(row['accelerators'])}, {who(row)}"
    return Answer(value, of, how)


@question("x", BOTH)
def ratio(context: Context, before: Row, after: Row, measure: Measure = "per_accelerator") -> Answer:
    """Result of the row ``after`` over that of the row ``before``: per accelerator, or of whole systems.

    Of times it is ``before`` over ``after``, so that above 1 is faster. Raises RegisterError for results of two
    benchmarks or scenarios, which are not compared.
    """
    rows = pd.DataFrame([before, after])
    _one_cell(context, rows)
    if measure == "per_accelerator":
        value, how = _divided(context, after) / _divided(context, before), "each per accelerator"
    else:
        value, how = float(after["value"]) / float(before["value"]), "whole systems"
        if not bool(after["higher_is_better"]):
            value, how = 1 / value, "times of whole systems, the first into the second"
    return Answer(value, rows, f"{who(after)} over {who(before)}, {how}")


def _one_cell(context: Context, rows: pd.DataFrame) -> None:
    cells = pd.DataFrame({"benchmark": family(rows["benchmark"]), "scenario": rows["scenario"]}).drop_duplicates()
    if len(cells) > 1:
        raise context.entry.fail(
            "the results are of " + " and ".join(f"{c.benchmark} {c.scenario}" for c in cells.head(3).itertuples()),
            "rows",
            rule="results are compared within one benchmark and scenario",
            fix="name rows of the same benchmark and scenario",
        )


@question("x", ("loadgen_runs",))
def full_run_ratio(context: Context, before: Row, after: Row) -> Answer:
    """All output tokens over the whole run, until the last answer: the row ``after`` over ``before``, per accelerator.

    Of any two rounds whose logs are at hand. LoadGen's published rate stops at the answer to the last query that it
    issued, which in a short run is early.
    """
    points = context.tables.operating_points.set_index("row_id", drop=False)
    if any(row["row_id"] not in points.index for row in (before, after)):
        raise Missing("a run's log gives no latencies")
    runs = [points.loc[row["row_id"]] for row in (before, after)]
    if any(pd.isna(run["full_run"]) for run in runs):
        raise Missing("no log says when a run's last answer came")
    one, two = (float(run["full_run"]) / int(run["accelerators"]) for run in runs)
    said = " over ".join(
        f"{run['submitter']} on {run['accelerators']} {run['chip']}, {run['scenario']} {run['round']}, whose queries "
        f"arrived for {run['mean_latencies']:.1f} mean latencies"
        for run in reversed(runs)
    )
    rows = context.results(before["row_id"], after["row_id"])
    return Answer(two / one, rows, f"tokens of the whole run over its whole duration: {said}")


@question(ANY_UNIT, (), rests=("outside",))
def outside(context: Context) -> Answer:
    """A figure that no result of MLPerf gives: measured elsewhere, a maker's specification, another matter."""
    return none(context, "no result of MLPerf states it")


# --- readings --------------------------------------------------------------------------------------


@reading("x", "comparisons of the two rounds")
def ratios(context: Context, benchmark: Text, scenario: Text, accelerator: Text) -> pd.Series:
    """The ratio of every comparison of the rounds of ``before`` and ``after`` on one accelerator."""
    cell = {"benchmark": benchmark, "scenario": scenario, "accelerator": accelerator}
    select(context.tables.results, cell, context.entry, "sensitivity")  # raises when one is not known
    named = [context.one(name) for name in ("before", "after") if name in context.rows]
    rounds = tuple(str(row["round"]) for row in named if row is not None)
    pairs = context.tables.compared(*(rounds if len(rounds) == 2 else context.roles.pair))
    for name, value in cell.items() if len(pairs) else ():
        pairs = pairs[pairs[name] == value]
    if pairs.empty:
        raise context.entry.fail("sensitivity meets no pair of results", "sensitivity")
    return pairs["ratio"].astype(float)




