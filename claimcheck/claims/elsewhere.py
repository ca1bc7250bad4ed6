"""Questions and conditions about what the results do not hold: a round without the figure, a chip without a result."""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.aftermath import by_newer_harness
from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.model import Answer, Context, Tables
from claimcheck.claims.newcells import first_round
from claimcheck.claims.wins import so_far
from claimcheck.rounds import in_order


def round_pairs(tables: Tables, before: str, after: str) -> pd.DataFrame:
    """Every defensible comparison of two rounds in benchmarks that MLCommons calls comparable across them.

    Columns of the table comparisons, highest ratio first; empty when there is none.
    """
    listed = {name: entry.list("rounds") for name, entry in tables.rounds.section("comparable")}
    comparable = [name for name, rounds in listed.items() if {before, after} <= set(rounds)]
    pairs = tables.compared(before, after)
    return pairs if pairs.empty else pairs[pairs["benchmark"].isin(comparable) & ~pairs["repeats"]]


def _pairs(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    for name in (spec["before"], spec["after"]):
        if name not in set(context.tables.results["round"]):
            raise context.entry.unknown("rounds", name, in_order(context.tables.results["round"]))
    pairs = round_pairs(context.tables, spec["before"], spec["after"])
    if pairs.empty:
        raise context.entry.fail("no comparison of the two rounds", rule="a claim is about something")
    return pairs


def highest_gain(context: Context, spec: dict[str, Any]) -> Answer:
    """The highest ratio per accelerator of any defensible comparison of the rounds ``before`` and ``after``.

    ``accelerators``: on these chips (short names) alone.
    """
    pairs = _pairs(context, spec)
    if "accelerators" in spec:
        pairs = pairs[pairs["chip"].isin(spec["accelerators"])]
    if pairs.empty:
        return Answer(None, context.tables.results.head(0), "no comparison on these chips")
    best = pairs.iloc[0]
    rows = context.tables.results
    rows = rows[rows["row_id"].isin([best["row_id_before"], best["row_id_after"]])]
    who = f"{best['submitter_after']} on {best['accelerators_after']} {best['chip']}"
    cells = len(pairs[["benchmark", "scenario", "accelerator"]].drop_duplicates())
    how = f"highest of {len(pairs)} comparisons in {cells} cells, {spec['before']} to {spec['after']}: {who}"
    how += f", {best['benchmark']} {best['scenario']}"
    return Answer(float(best["ratio"]), rows, how)


def gain_readings(context: Context, spec: dict[str, Any]) -> pd.Series:
    """The ratio of every defensible comparison of the rounds ``before`` and ``after``."""
    return _pairs(context, spec)["ratio"].astype(float)


def specification(context: Context, spec: dict[str, Any]) -> Answer:
    """A maker's figure of a chip: no result states it, and none can give it."""
    return Answer(None, context.tables.results.head(0), "a maker's figure; results state none")


def outside_results(context: Context, spec: dict[str, Any]) -> Answer:
    """A figure that has nothing to do with MLPerf."""
    return Answer(None, context.tables.results.head(0), "not a matter of MLPerf results")


QUESTIONS = {"highest_gain": highest_gain, "specification": specification, "outside_results": outside_results}


def had_result_in(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``benchmark`` has results in ``round``: something to gain from."""
    rows = context.tables.results
    number = int(((rows["benchmark"] == spec["benchmark"]) & (rows["round"] == spec["round"])).sum())
    born = first_round(context, spec["benchmark"])
    return number > 0, f"{number} results of {spec['benchmark']} in {spec['round']}; it was first run in {born}"


def chip_has_results(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """A round so far has a result on an accelerator that bears one of ``names``; others of ``vendor`` are listed."""
    rows = so_far(context.tables)
    found = on_chip(rows, spec["names"])
    others = rows[(rows["platform_vendor"] == spec["vendor"]) & rows["accelerator"].notna()]
    chips = others.groupby(others["accelerator"].map(lambda a: short_accelerator(str(a))))["round"].unique()
    said = ", ".join(f"{chip} ({' '.join(in_order(rounds))})" for chip, rounds in chips.items())
    rounds = in_order(rows["round"])
    number = f"{len(found)} of {len(rows):,} results, {rounds[0]} to {rounds[-1]}"
    return len(found) > 0, f"{number}; on other chips of {spec['vendor']}'s: {said or 'none'}"


def on_chip(rows: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """Results whose accelerator or system bears one of ``names``, in any case of letters."""
    words = rows["accelerator"].fillna("") + " " + rows["system"].fillna("")
    low = words.str.lower()
    return rows[low.map(lambda text: any(str(name).lower() in text for name in names)).astype(bool)]


def harness_used(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """A result of ``round`` was timed by MLCommons' newer harness, by the digits of its rate."""
    rows = context.tables.results
    rows = rows[rows["round"] == spec["round"]]
    number = int(by_newer_harness(rows).sum())
    return number > 0, f"{number} of {len(rows)} results of {spec['round']} have more digits than LoadGen prints"


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "had_result_in": (had_result_in, "", ("says", "benchmark", "round"), ()),
    "chip_has_results": (chip_has_results, "", ("says", "names", "vendor"), ()),
    "harness_used": (harness_used, "", ("says", "round"), ()),
}
