"""Conditions about review and scale: what could be audited, how many were, and how large a system was."""

from __future__ import annotations

from typing import Any

from claimcheck.claims.model import Context
from claimcheck.claims.rulebook import clause_of

_NO_ROW = (False, "no such result")


def audits_cover_all(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The clause lets as many submissions be audited as the round has that can be.

    What can be audited is a submitter's system, closed and available (the clause's own words).
    """
    clause = clause_of(context, spec)
    rows = context.tables.results
    rows = rows[(rows["round"] == clause.round) & (rows["division"] == "closed")]
    rows = rows[(rows["availability"] == "available").fillna(False)]
    number = len(rows[["submitter", "system"]].drop_duplicates())
    most = clause.at_most or 0
    said = f"the rules of {clause.round} let at most {most} be audited; {number} systems of the round could be"
    return 0 < number <= most, f"{said}, and no result says that it was"


def could_be_audited(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` is closed and of a system that is available."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    said = f"{row['submitter']}, {row['round']}: {row['division']} division, {row['availability']}"
    return row["division"] == "closed" and row["availability"] == "available", f"{said} (result {row['result_id']})"


def accelerators_at_least(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` has ``number`` accelerators or more."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    who = f"{row['submitter']}, {row['round']}, result {row['result_id']}"
    return int(row["accelerators"]) >= int(spec["number"]), f"{int(row['accelerators'])} accelerators ({who})"


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "audits_cover_all": (audits_cover_all, "", ("says", "clause"), ()),
    "could_be_audited": (could_be_audited, "", ("says",), ("of",)),
    "accelerators_at_least": (accelerators_at_least, "", ("says", "number"), ("of",)),
}
