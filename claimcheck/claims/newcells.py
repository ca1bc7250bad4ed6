"""Questions and conditions about the benchmarks and scenarios that a round brought."""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.coverage import new_cells
from claimcheck.analysis.results import throughputs
from claimcheck.analysis.wins.entries import family
from claimcheck.claims.model import Answer, Context
from claimcheck.rounds import order
from claimcheck.tables.benchmarks import introduced


def new_benchmarks(context: Context, spec: dict[str, Any]) -> Answer:
    """Benchmarks (accuracy variants merged) that ``round`` brought."""
    first = introduced(context.tables.data).assign(family=lambda f: family(f["benchmark"]))
    born = first.groupby("family")["round"].agg(lambda r: min(r, key=order))
    names = sorted(born[born == spec["round"]].index)
    rows = context.tables.results
    rows = rows[(rows["round"] == spec["round"]) & family(rows["benchmark"]).isin(names)]
    shown = rows.drop_duplicates("benchmark")
    return Answer(float(len(names)), shown, f"benchmarks first run in {spec['round']}: {', '.join(names)}")


def covers_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``vendor``'s silicon has a result in every new cell of ``round`` (and ``suite``)."""
    cells = _new(context, spec)
    there = cells["vendors"].map(lambda v: spec["vendor"] in v.split(", "))
    return bool(there.all()), f"{int(there.sum())} of {len(cells)} new cells have a result on {spec['vendor']}"


def no_other_covers_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No other vendor's silicon has a result in every new cell."""
    cells = _new(context, spec)
    counts = cells["vendors"].str.split(", ").explode().value_counts().drop(spec["vendor"], errors="ignore")
    said = ", ".join(f"{v} in {n}" for v, n in counts.items()) or "nobody else in any"
    return bool((counts < len(cells)).all()), f"of {len(cells)} new cells: {said}"


def alone_in_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No other vendor's silicon has a result in any new cell."""
    cells = _new(context, spec)
    shared = cells[cells["vendors"] != spec["vendor"]]
    said = "; ".join(f"{c.benchmark} {c.scenario}: {c.vendors}" for c in shared.itertuples())
    return not len(shared), said or f"{spec['vendor']} is alone in all {len(cells)}"


def rival_in_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Another vendor's silicon has a result in every new cell: there was somebody to top."""
    cells = _new(context, spec)
    alone = cells[cells["vendors"] == spec["vendor"]]
    said = ", ".join(f"{c.benchmark} {c.scenario}" for c in alone.itertuples())
    return not len(alone), f"no rival in {len(alone)} of {len(cells)}: {said}" if said else "a rival in each"


def tops_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The best result of every new cell, by ``measure``, is on ``vendor``'s silicon."""
    cells = _new(context, spec)
    lost = cells[cells["vendor"] != spec["vendor"]]
    said = "; ".join(f"{c.benchmark} {c.scenario}: {c.submitter}, {c.vendor}" for c in lost.itertuples())
    return not len(lost), said or f"best result of all {len(cells)} new cells"


def first_run_in(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``benchmark`` was first run in ``round``."""
    born = first_round(context, spec["benchmark"])
    return born == spec["round"], f"{spec['benchmark']} was first run in {born}"


def none_before(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """None of the ``benchmarks`` (name: what it joins, in words) was first run before ``round``."""
    born = {name: first_round(context, name) for name in spec["benchmarks"]}
    older = {name: r for name, r in born.items() if order(r) < order(spec["round"])}
    said = "; ".join(f"{name} ({spec['benchmarks'][name]}) since {r}" for name, r in older.items())
    return not older, said or f"none before {spec['round']}"


def first_round(context: Context, benchmark: str) -> str:
    """The round that first ran ``benchmark``; raises RegisterError for one that is not known."""
    first = introduced(context.tables.data)
    if benchmark not in set(first["benchmark"]):
        raise context.entry.unknown("benchmarks", benchmark, sorted(set(first["benchmark"])))
    return min(first[first["benchmark"] == benchmark]["round"], key=order)


def best_of_new_cells(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    """The best closed result of every cell, of every suite, that ``round`` brought."""
    rows = context.tables.results
    return rows[rows["row_id"].isin(_new(context, {"round": spec["round"]})["row_id"])]


def _new(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    rows = context.tables.results
    if "suite" in spec:
        rows = rows[rows["suite"] == spec["suite"]]
    if spec.get("measure") == "per_accelerator":
        rows = throughputs(rows).assign(value=lambda f: f["per_accelerator"])
    cells = new_cells(rows, spec["round"], introduced(context.tables.data))
    if cells.empty:
        raise context.entry.fail(
            f"no benchmark or scenario was new in {spec['round']}", rule="a claim is about something"
        )
    return cells
