"""Conditions about large systems: what a record is a record of, and what the system was made of."""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.scaleout import instances, margin
from claimcheck.claims.model import Context
from claimcheck.rounds import in_order

_NO_ROW = (False, "no such result")


def record_so_far(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` is the best closed result of its benchmark and scenario in its round and all before it.

    ``measure``: value (the whole system) or per_accelerator.
    """
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    rows = context.tables.results
    rounds = in_order(rows["round"])
    until = rounds[: rounds.index(row["round"]) + 1]
    cell = rows[(rows[["benchmark", "scenario", "unit"]] == row[["benchmark", "scenario", "unit"]]).all(axis=1)]
    cell = cell[(cell["division"] == "closed") & cell["round"].isin(until)]
    cell = cell.assign(per_accelerator=cell["value"].astype(float) / cell["accelerators"].astype(float))
    measure = spec.get("measure", "value")
    found = margin(cell, measure)
    if found.first["row_id"] != row["row_id"]:
        return False, f"the best of {found.of} is {_who(found.first)}"
    if found.next_submitter is None or found.over_submitter is None:
        return True, f"{row['submitter']} alone has results of it"
    ahead = f"{found.over_submitter:.0%} ahead of the next submitter's best, {_who(found.next_submitter)}"
    return True, f"first of {found.of}, {ahead}"


def _who(row: pd.Series) -> str:
    return f"{row['submitter']} on {int(row['accelerators'])} accelerators (result {row['result_id']})"


def description_names(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The network of the row ``of``'s system description names one of ``words``."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    keys = ["round", "division", "submitter", "system"]
    systems = context.tables.systems
    found = systems[(systems[keys] == row[keys]).all(axis=1)]
    if found.empty:
        return False, "the system has no description"
    said = f"{found.iloc[0]['network']}; cards {found.iloc[0]['network_cards']}"
    return any(word.lower() in said.lower() for word in spec["words"]), f"its description: {said}"


def one_instance(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """By the submitted settings, one instance of the model spans the whole system of the row ``of``."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    rows = context.tables.results[context.tables.results["row_id"] == row["row_id"]]
    parts = instances(context.tables.settings, rows)
    if parts.empty:
        return False, "no settings are at hand"
    words = {"engine": "copies of an engine", "prefill": "prefill workers", "decode": "decode workers"}
    said = ", ".join(
        f"{'some' if pd.isna(p.number) else p.number} {words[p.component]} on {p.size} accelerators"
        for p in parts.itertuples()
    )
    note = "; inferred: the command that ran is not recorded" if parts["inferred"].any() else ""
    whole = len(parts) == 1 and int(parts.iloc[0]["size"]) == int(row["accelerators"])
    return whole, f"{said}{note}"


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "record_so_far": (record_so_far, "", ("says",), ("of", "measure")),
    "description_names": (description_names, "", ("says", "words"), ("of",)),
    "one_instance": (one_instance, "", ("says",), ("of",)),
}
