"""Who takes part in a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from claimcheck.analysis.view import folded
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
