"""Find rows of ``inference_results``, or of Training and HPC, by what a register says of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from claimcheck.claims.scope import FILTERS, known, near, places
from claimcheck.core.documents import Entry
from claimcheck.core.printing import rounds_to

# What the order of results depends on.
_RANKED = ("row_id", "value", "higher_is_better", "accelerators")


def select(results: pd.DataFrame, spec: dict[str, Any], entry: Entry, key: str) -> pd.DataFrame:
    """Rows of the results that ``spec`` names, best per accelerator (of times, the shortest) first.

    ``spec`` holds filters (see ``claims.scope``) and at most one pick: ``per_accelerator`` or
    ``value`` (the rows whose figure, rounded half up to ``decimals``, is the number given)
    or ``best_per_accelerator: true``, ``best_value: true`` (the one best row). Only the
    closed division is searched unless ``division`` says otherwise or ``row_id`` names the row. Returns no rows when a
    number picked is nowhere. Raises RegisterError for a filter that meets no row, with the nearest known value.
    """
    wanted = spec if "row_id" in spec else {"division": "closed", **spec}
    found = np.arange(len(results))
    for name in FILTERS:
        if name not in wanted:
            continue
        narrower = places(results, name, wanted[name], found)
        if not len(narrower):
            raise entry.fail(
                f"{key}: no result has {name} = {wanted[name]!r}{_beside(wanted, name)}",
                f"{key}.{name}",
                rule="a claim names results that are in the tables",
                fix=near(wanted[name], known(results.iloc[found], name)),
            )
        found = narrower
    ranked = _pick(_measured(results[list(_RANKED)].iloc[found].set_axis(found)), spec)
    return results.iloc[ranked.index].assign(per_accelerator=ranked["per_accelerator"].to_numpy())


def _beside(wanted: dict[str, Any], name: str) -> str:
    filters = list(FILTERS)
    before = [f"{f}={wanted[f]}" for f in filters[: filters.index(name)] if f in wanted]
    return f" beside {', '.join(before)}" if before else ""


def _measured(rows: pd.DataFrame) -> pd.DataFrame:
    """The rates of ``rows``, highest per accelerator first; without any, the times, shortest first.

    A time is not divided, nor the rate of a system without accelerators, which comes after the
    others: their ``per_accelerator`` is missing. Entries of Training without a score are left out.
    """
    scored = rows[rows["value"].notna()]
    rates = scored[scored["higher_is_better"].astype(bool)]
    if len(rates):
        divided = (rates["value"].astype(float) / rates["accelerators"].astype("Float64")).astype(float)
        rates = rates.assign(per_accelerator=divided, _whole=rates["value"].where(divided.isna()))
        order = ["per_accelerator", "_whole", "row_id"]
        return rates.sort_values(order, ascending=[False, False, True]).drop(columns="_whole")
    return scored.assign(per_accelerator=float("nan")).sort_values(["value", "row_id"])


def _pick(rows: pd.DataFrame, spec: dict[str, Any]) -> pd.DataFrame:
    decimals = int(spec.get("decimals", 0))
    for name in ("per_accelerator", "value"):
        if name in spec:
            rows = rows[rows[name].notna()]
            return rows[[rounds_to(float(v), float(spec[name]), decimals) for v in rows[name]]]
    if spec.get("best_per_accelerator"):
        return rows.head(1)
    if spec.get("best_value"):
        better = not rows["higher_is_better"].astype(bool).all()
        return rows.sort_values(["value", "row_id"], ascending=[better, True]).head(1)
    return rows
