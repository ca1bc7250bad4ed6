"""Who takes part in a round, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from claimcheck.analysis.view import family, folded
from claimcheck.data.rounds import order
from claimcheck.data.store import queried

_PARTICIPANTS = """
with first as (
    from rows qualify row_number() over (partition by {by}, folded order by row_id) = 1
)
select {by}, count(*) as submitters, count(*) filter (partner) as partners,
    coalesce(string_agg(organisation, ', ' order by folded) filter (partner), '') as names,
    coalesce(list(row_id order by folded) filter (partner), []) as row_ids
from first group by all order by all
"""


def participation(
    results: pd.DataFrame,
    division: str | None = "closed",
    organisations: Mapping[str, Sequence[str]] | None = None,
) -> pd.DataFrame:
    """The ``participants`` of each round; ``organisations`` says who is behind a submitter's name."""
    rows = results if division is None else results[results["division"] == division]
    return participants(by_organisation(rows, organisations or {}))


def participants(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Number and names of the organisations of ``rows`` on each vendor's silicon, one row per ``by``, round and vendor.

    ``partners`` are the ``submitters`` without the vendor itself, with their ``names`` and first ``row_ids``.
    """
    vendor, organisation = (rows[name].map(folded) for name in ("platform_vendor", "organisation"))
    rows = rows[[*by, "row_id", "round", "organisation"]].assign(
        vendor=rows["platform_vendor"], folded=organisation, partner=organisation != vendor
    )
    return queried(_PARTICIPANTS.format(by=", ".join([*by, "round", "vendor"])), rows=rows)


def by_organisation(rows: pd.DataFrame, organisations: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """``rows`` with a column ``organisation``: a joint submission has one row for each organisation behind it."""
    who = [tuple(organisations.get(name, (name,))) for name in rows["submitter"]]
    return rows.assign(organisation=who).explode("organisation")


def match_partners(listed: Sequence[str], submitters: Iterable[str], aliases: Mapping[str, str]) -> pd.DataFrame:
    """Match a ``listed`` partner's folded name, or its alias, with a ``submitter``'s; ``found`` says in which it is."""
    spelt = {folded(one): name for name in listed for one in (name, aliases.get(name, name))}
    found = pd.DataFrame({"submitter": sorted(set(submitters))})
    found = found.assign(listed=found["submitter"].map(folded).map(spelt))
    both = pd.DataFrame({"listed": [*listed]}).merge(found, how="outer", on="listed", indicator="found")
    where = {"both": "both", "left_only": "list only", "right_only": "table only"}
    both = both.assign(
        found=both["found"].map(where).astype(str), order=both["listed"].fillna(both["submitter"]).map(folded)
    )
    return both.sort_values("order", ignore_index=True, kind="stable")[["listed", "submitter", "found"]]


def largest(results: pd.DataFrame) -> pd.DataFrame:
    """System with the most accelerators in each round, any division: one row of ``results`` each, oldest first."""
    known = results[results["accelerators"].notna()].sort_values(["accelerators", "row_id"], ascending=[False, True])
    largest = known.drop_duplicates("round")
    return largest.sort_values("round", key=lambda names: names.map(order), ignore_index=True, kind="stable")


def new_cells(
    results: pd.DataFrame, round_: str, introduced: pd.DataFrame, division: str | None = "closed"
) -> pd.DataFrame:
    """Participants and best result of each benchmark and scenario that ``round_`` ``introduced``."""
    first = introduced.assign(benchmark=family(introduced["benchmark"]), turn=introduced["round"].map(order))
    first = first.sort_values("turn", kind="stable").drop_duplicates(["benchmark", "scenario"])
    new = first[first["round"] == round_][["benchmark", "scenario"]]
    cell = ["suite", "benchmark", "scenario"]
    columns = ["vendor", "submitter", "accelerator", "accelerators", "row_id", "value", "unit"]
    rows = results.rename(columns={"platform_vendor": "vendor"})[[*cell, *columns, "higher_is_better"]]
    rows = rows[(results["round"] == round_) & ((results["division"] == division) if division else True)]
    rows = rows.assign(benchmark=family(rows["benchmark"]))
    rows = rows.merge(new, on=["benchmark", "scenario"])
    # The best first; of equal ones, the first by row_id first.
    value = rows["value"].astype(float)
    value = value.where(~rows["higher_is_better"].astype(bool), -value)
    rows = rows.assign(order=value).sort_values(["order", "row_id"])
    counts = rows.groupby(cell, dropna=False).agg(
        vendors=("vendor", lambda v: ", ".join(sorted(set(v)))), submitters=("submitter", "nunique")
    )
    best = rows.drop_duplicates(cell)[[*cell, *columns]].merge(counts.reset_index(), on=cell)
    return best[[*cell, "vendors", "submitters", *columns]].sort_values(cell, ignore_index=True)
