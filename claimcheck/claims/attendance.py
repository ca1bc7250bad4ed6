"""Questions and conditions about who took part, on whose silicon: organisations, not spellings of submitters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd

from claimcheck.analysis.coverage import organised, participation
from claimcheck.analysis.results import short_accelerator
from claimcheck.claims import tallies
from claimcheck.claims.model import Answer, Context
from claimcheck.claims.organisations import by_organisation, organisations
from claimcheck.claims.wins import so_far
from claimcheck.registers import read_yaml


def partners(context: Context, spec: dict[str, Any]) -> Answer:
    """Organisations that submitted on ``vendor``'s silicon in ``round`` beside the vendor, closed division."""
    where = {"round": spec["round"], "vendor": spec["vendor"]}
    found = tallies.tally(context, {"what": "organisations", "where": where}, left_out=[spec["vendor"]])
    return replace(found, how=found.how.replace(f", vendor {spec['vendor']}:", ":", 1))


def list_agrees(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The partners that the vendor names (``partners.yml``) are the organisations in the table."""
    lists = dict(read_yaml(context.tables.data / "partners.yml").section("partners"))
    if spec["list"] not in lists:
        raise context.entry.unknown("list", spec["list"], lists)
    entry = lists[spec["list"]]
    spelt = entry.mapping("spelt")
    named = {spelt.get(name, name) for name in entry.list("names")}
    rows = context.tables.results
    rows = rows[(rows["round"] == entry.text("round")) & (rows["platform_vendor"] == entry.text("vendor"))]
    rows = organised(rows[rows["division"].isin(spec["divisions"])], organisations(context.tables.data))
    there = set(rows["organisation"]) - {entry.text("vendor")}
    missing, more = sorted(named - there), sorted(there - named)
    said = [f"named, no result: {', '.join(missing)}"] if missing else []
    said += [f"result, not named: {', '.join(more)}"] if more else []
    return not missing and not more, "; ".join(said) or f"the same {len(there)} names"


def most_partners_so_far(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No round before ``round`` had more organisations on one vendor's silicon, the vendor left out."""
    now, best = _now_and_most(by_organisation(so_far(context.tables), context.tables.data), spec)
    spelt, most = _now_and_most(participation(so_far(context.tables)), spec)
    said = f"{spec['round']}: {now['partners']} on {spec['vendor']}; most: {_on(best)}"
    if (spelt["partners"], most["partners"]) != (now["partners"], best["partners"]):
        said += f" (by the submitters' names as they stand, {spelt['partners']} and {_on(most)})"
    return int(now["partners"]) >= int(best["partners"]), said


def _now_and_most(found: pd.DataFrame, spec: dict[str, Any]) -> tuple[pd.Series, pd.Series]:
    """The row of the round and vendor that is asked about, and the row with the most partners, earliest first."""
    now = found[(found["round"] == spec["round"]) & (found["vendor"] == spec["vendor"])].iloc[0]
    return now, found.sort_values(["partners", "round"], ascending=[False, True]).iloc[0]


def _on(row: pd.Series) -> str:
    return f"{row['partners']} on {row['vendor']} in {row['round']}"


def had_more_partners(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """An earlier round had more organisations on one vendor's silicon than ``round`` has on ``vendor``'s."""
    holds, said = most_partners_so_far(context, spec)
    return not holds, said


def partners_now_and_at_most(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    """The first closed result of each partner in ``round`` on ``vendor``'s silicon, and where partners were most."""
    found = by_organisation(so_far(context.tables), context.tables.data)
    ids = {i for row in _now_and_most(found, spec) for i in row["row_ids"]}
    return context.tables.results[context.tables.results["row_id"].isin(ids)]


def submitted(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    """What ``submitter`` did submit in ``rounds``: all its results of every division."""
    rows = context.tables.results
    if spec["submitter"] not in set(rows["submitter"]):
        raise context.entry.unknown("submitter", spec["submitter"], sorted(set(rows["submitter"])))
    return rows[(rows["submitter"] == spec["submitter"]) & rows["round"].isin(spec["rounds"])]


def most_partners_of_round(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No other vendor's silicon had more organisations in ``round``."""
    rows = context.tables.results
    found = by_organisation(rows[rows["round"] == spec["round"]], context.tables.data)
    found = found.sort_values("partners", ascending=False)
    said = ", ".join(f"{r.vendor} {r.partners}" for r in found.head(4).itertuples())
    return found.iloc[0]["vendor"] == spec["vendor"], f"{spec['round']}: {said}"


def no_results_on(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Nobody has a result on ``vendor``'s silicon in ``rounds``."""
    rows = context.tables.results
    rows = rows[(rows["platform_vendor"] == spec["vendor"]) & rows["round"].isin(spec["rounds"])]
    return not len(rows), f"{len(rows)} results on {spec['vendor']}'s silicon in {', '.join(spec['rounds'])}"


def results_on(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """There are results on ``vendor``'s silicon in ``rounds``."""
    rows = context.tables.results
    rows = rows[(rows["platform_vendor"] == spec["vendor"]) & rows["round"].isin(spec["rounds"])]
    chips = ", ".join(sorted({short_accelerator(a) for a in rows["accelerator"].dropna()}))
    return len(rows) > 0, f"{len(rows)} results on {spec['vendor']}'s silicon in {', '.join(spec['rounds'])} ({chips})"
