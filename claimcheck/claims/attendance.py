"""Questions and conditions about who took part, on whose silicon: organisations, not spellings of submitters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pandas as pd

from claimcheck.analysis.coverage import organised
from claimcheck.analysis.derived import BETWEEN
from claimcheck.analysis.organisations import organisations
from claimcheck.analysis.results import short_accelerator
from claimcheck.claims import tallies
from claimcheck.claims.model import Answer, Context, Tables
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


def took_part(tables: Tables, rounds: Iterable[str], counted: str = "organisations") -> pd.DataFrame:
    """Who submitted to the closed division of MLPerf Inference in ``rounds``: the table participation.

    ``counted``: organisations, or names as they are; ``row_ids`` as tuples.
    """
    rows = tables.participation
    rows = rows[(rows["suite"] == "inference") & (rows["divisions"] == "closed") & (rows["counted"] == counted)]
    rows = rows[rows["round"].isin(list(rounds))].reset_index(drop=True)
    return rows.assign(row_ids=[tuple(ids.split(BETWEEN)) if ids else () for ids in rows["row_ids"].fillna("")])


def most_partners_so_far(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No round before ``round`` had more organisations on one vendor's silicon, the vendor left out."""
    rounds = so_far(context.tables)["round"]
    now, best = _now_and_most(took_part(context.tables, rounds), spec)
    spelt, most = _now_and_most(took_part(context.tables, rounds, "names"), spec)
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
    found = took_part(context.tables, so_far(context.tables)["round"])
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
    found = took_part(context.tables, [spec["round"]]).sort_values("partners", ascending=False, kind="stable")
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
