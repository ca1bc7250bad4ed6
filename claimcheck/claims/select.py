"""Find rows of ``inference_results`` by what a register says of them."""

from __future__ import annotations

import difflib
from typing import Any

import pandas as pd

from claimcheck.analysis.results import rounds_to, throughputs
from claimcheck.registers import Entry

FILTERS = (
    "round", "division", "suite", "availability", "submitter", "system", "result_id", "benchmark", "scenario",
    "accelerator", "accelerators",
)  # fmt: skip
PICKS = ("per_accelerator", "value", "best_per_accelerator", "best_value")


def select(results: pd.DataFrame, spec: dict[str, Any], entry: Entry, key: str) -> pd.DataFrame:
    """Rows of the results that ``spec`` names, best per accelerator (of latencies, the lowest) first.

    ``spec`` holds filters (column: value) and at most one pick: ``per_accelerator`` or
    ``value`` (the rows whose figure, rounded half up to ``decimals``, is the number given)
    or ``best_per_accelerator: true``, ``best_value: true`` (the one highest row). Only the
    closed division is searched unless ``division`` says otherwise. Returns no rows when a
    number picked is nowhere. Raises RegisterError for an unknown key, and for a filter
    that meets no row, with the nearest known value.
    """
    if not isinstance(spec, dict):
        raise entry.fail(f"{key} is {spec!r}", key, rule="results are named by a mapping of filters")
    for name, value in spec.items():
        if isinstance(value, (dict, list)):
            raise entry.fail(f"{key}: {name} is {value!r}", key, rule="a filter has one value")
        if name not in (*FILTERS, *PICKS, "decimals"):
            near = difflib.get_close_matches(str(name), [*FILTERS, *PICKS], 1)
            fix = f"did you mean {near[0]}?" if near else None
            raise entry.fail(
                f"{key} names unknown key {name!r}",
                key,
                rule=f"keys are {', '.join([*FILTERS, *PICKS])}",
                fix=fix,
            )
    wanted = {"division": "closed", **spec}
    rows = results
    for name in FILTERS:
        if name not in wanted:
            continue
        narrower = rows[(rows[name] == wanted[name]).fillna(False)]
        if narrower.empty:
            known = sorted({str(v) for v in rows[name].dropna()})
            near = difflib.get_close_matches(str(wanted[name]), known, 3, cutoff=0.3) or known[:3]
            raise entry.fail(
                f"{key}: no result has {name} = {wanted[name]!r}{_beside(wanted, name)}",
                key,
                rule="a claim names results that are in the tables",
                fix=f"nearest known: {', '.join(near)}",
            )
        rows = narrower
    return _pick(_measured(rows, wanted["division"]), spec)


def _beside(wanted: dict[str, Any], name: str) -> str:
    before = [f"{f}={wanted[f]}" for f in FILTERS[: FILTERS.index(name)] if f in wanted]
    return f" beside {', '.join(before)}" if before else ""


def _measured(rows: pd.DataFrame, division: str) -> pd.DataFrame:
    """The rates of ``rows``, highest per accelerator first; without any, the latencies, lowest first.

    A latency is not divided: its ``per_accelerator`` is missing.
    """
    rates = throughputs(rows, division)
    if len(rates):
        return rates.sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    latencies = rows[(rows["division"] == division) & ~rows["higher_is_better"].astype(bool)]
    return latencies.assign(per_accelerator=float("nan")).sort_values(["value", "row_id"])


def _pick(rows: pd.DataFrame, spec: dict[str, Any]) -> pd.DataFrame:
    decimals = int(spec.get("decimals", 0))
    for name in ("per_accelerator", "value"):
        if name in spec:
            return rows[[rounds_to(float(v), float(spec[name]), decimals) for v in rows[name]]]
    if spec.get("best_per_accelerator"):
        return rows.head(1)
    if spec.get("best_value"):
        return rows.sort_values(["value", "row_id"], ascending=[False, True]).head(1)
    return rows
