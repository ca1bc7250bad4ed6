"""What later rounds made of a claim: checks for its ``afterwards``, beside the conditions of the claim itself.

The verdict is as of the round in which the claim was made and stays. These checks are as of the latest round
of MLPerf Inference in ``rounds.yml``; each says whether what the claim said is so in the later rounds as well.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.analysis.aftermath import best_since, by_newer_harness
from claimcheck.analysis.cost import saving
from claimcheck.analysis.coverage import largest, new_cells
from claimcheck.analysis.results import half_up, short_accelerator
from claimcheck.claims.attendance import took_part
from claimcheck.claims.elsewhere import on_chip
from claimcheck.claims.model import Context, Tables
from claimcheck.rounds import in_order
from claimcheck.tables.benchmarks import introduced

PERCENT = 100.0


class Found(NamedTuple):
    """Does it hold, why, and the results that the answer rests on."""

    holds: bool
    detail: str
    rows: pd.DataFrame


Check = Callable[[Context, dict[str, Any]], Found]


def latest_round(tables: Tables) -> str:
    """The latest round of MLPerf Inference that ``rounds.yml`` names."""
    entries = tables.rounds.section("rounds")
    return in_order(name for name, entry in entries if entry.get("suite") == "MLPerf Inference")[-1]


def still_highest(context: Context, spec: dict[str, Any]) -> Found:
    """No later closed result of its benchmark and scenario is better than the row ``of``, by ``measure``."""
    row = _row(context, spec)
    if row is None:
        return _nothing(context, "no such result")
    measure = spec.get("measure", "value")
    best = best_since(context.tables.results, row, measure)
    if best is None:
        return _nothing(context, f"no result of {row['benchmark']} {row['scenario']} after {row['round']}", holds=True)
    value, figure = float(best[measure]), float(row[measure])
    higher = bool(row["higher_is_better"])
    holds = value <= figure if higher else value >= figure
    said = "best since" if holds else "overtaken by"
    return Found(holds, f"{said} {_who(best, measure)}, {value / figure:.2f} times the figure", _frame(best))


def level_held(context: Context, spec: dict[str, Any]) -> Found:
    """A later result on the same accelerator reaches the row ``of`` per accelerator."""
    row = _row(context, spec)
    if row is None:
        return _nothing(context, "no such result")
    rows = context.tables.results
    best = best_since(rows[rows["accelerator"] == row["accelerator"]], row, "per_accelerator")
    if best is None:
        return _nothing(context, f"no result on {row['accelerator']} after {row['round']}")
    value, figure = float(best["per_accelerator"]), float(row["per_accelerator"])
    said = f"best on {short_accelerator(row['accelerator'])} since: {_who(best, 'per_accelerator')}"
    return Found(value >= figure, f"{said}, {value / figure:.2f} times the level of {row['round']}", _frame(best))


def owner_reached(context: Context, spec: dict[str, Any]) -> Found:
    """The submitter of the row ``before`` reached the claim's first figure later, on as many of the same accelerators.

    ``ask``: ratio (per accelerator) or saving (percent, at one price).
    """
    before = context.one("before")
    if before is None:
        return _nothing(context, "no such result")
    rows = context.tables.results
    for column in ("submitter", "accelerator", "accelerators"):
        rows = rows[(rows[column] == before[column]).fillna(False)]
    best = best_since(rows[rows["round"] == latest_round(context.tables)], before, "per_accelerator")
    if best is None:
        return _nothing(context, f"{before['submitter']} has no later result on as many of the same accelerators")
    ratio = float(best["per_accelerator"]) / float(before["per_accelerator"])
    figure = context.entry.need("figures")[0]
    value, shown = (ratio, f"{half_up(ratio, 2)}x") if spec["ask"] == "ratio" else _saved(ratio)
    said = f"{before['submitter']} on {int(before['accelerators'])} accelerators, {before['round']} to {best['round']}"
    return Found(value >= float(figure["published"]), f"{said}: {shown}", _frame(before, best))


def _saved(ratio: float) -> tuple[float, str]:
    value = saving(ratio) * PERCENT
    return value, f"{half_up(value, 0)}%"


def still_largest(context: Context, spec: dict[str, Any]) -> Found:
    """No later system of any division has more accelerators than the claim's first figure."""
    figure = float(context.entry.need("figures")[0]["published"])
    rows = context.tables.results
    top = largest(rows[rows["round"] == latest_round(context.tables)]).iloc[0]
    chip = short_accelerator(str(top["accelerator"]))
    said = (
        f"largest of {top['round']}: {top['submitter']}, {int(top['accelerators'])} {chip} in {int(top['nodes'])} nodes"
    )
    return Found(float(top["accelerators"]) <= figure, said, rows[rows["row_id"] == top["row_id"]])


def covers_cells_since(context: Context, spec: dict[str, Any]) -> Found:
    """``vendor``'s silicon has a result, in the latest round, in every cell that ``round`` brought (and ``suite``)."""
    cells, latest = _cells(context, spec)
    there = cells["vendors"].map(lambda v: spec["vendor"] in v.split(", "))
    without = "; ".join(f"{c.benchmark} {c.scenario}: {c.vendors or 'nobody'}" for c in cells[~there].itertuples())
    said = f"{int(there.sum())} of {len(cells)} have a result on {spec['vendor']} in {latest}"
    return Found(
        bool(there.all()), f"{said}; not in {without}" if without else said, _cell_rows(context, cells[~there])
    )


def tops_cells_since(context: Context, spec: dict[str, Any]) -> Found:
    """The best result, in the latest round, of every cell that ``round`` brought is on ``vendor``'s silicon."""
    cells, latest = _cells(context, spec)
    lost = cells[cells["vendor"] != spec["vendor"]]
    said = "; ".join(f"{c.benchmark} {c.scenario}: {c.submitter}, {c.vendor}" for c in lost.itertuples())
    first = f"best of {latest} in {len(cells) - len(lost)} of {len(cells)}"
    return Found(not len(lost), f"{first}; not in {said}" if said else first, _cell_rows(context, lost))


def most_partners_since(context: Context, spec: dict[str, Any]) -> Found:
    """In the latest round ``vendor``'s silicon had more organisations on it than any silicon in any other round.

    The vendor itself is left out; a joint submission counts for each organisation behind it.
    """
    latest, results = latest_round(context.tables), context.tables.results
    found = took_part(context.tables, results["round"]).sort_values(["partners", "round"], ascending=[False, True])
    now = found[(found["round"] == latest) & (found["vendor"] == spec["vendor"])]
    partners = int(now["partners"].iloc[0]) if len(now) else 0
    rest = found.drop(now.index).iloc[0]
    otherwise = f"{rest['partners']} on {rest['vendor']} in {rest['round']}"
    said = f"{latest}: {partners} on {spec['vendor']}; most otherwise: {otherwise}"
    behind = set(now["row_ids"].iloc[0]) if len(now) else set()
    return Found(partners > int(rest["partners"]), said, results[results["row_id"].isin(behind)])


def no_result_since(context: Context, spec: dict[str, Any]) -> Found:
    """The latest round has no result on ``vendor``'s silicon."""
    rows = context.tables.results
    rows = rows[(rows["round"] == latest_round(context.tables)) & (rows["platform_vendor"] == spec["vendor"])]
    said = f"{len(rows)} results on {spec['vendor']}'s silicon in {latest_round(context.tables)}"
    return Found(not len(rows), said, rows.head(1))


def chip_has_results_since(context: Context, spec: dict[str, Any]) -> Found:
    """The latest round has a result on an accelerator that bears one of ``names``."""
    rows = context.tables.results
    rows = on_chip(rows[rows["round"] == latest_round(context.tables)], spec["names"])
    return Found(len(rows) > 0, f"{len(rows)} results on it in {latest_round(context.tables)}", rows.head(1))


def harness_used_since(context: Context, spec: dict[str, Any]) -> Found:
    """Results of the latest round were timed by MLCommons' newer harness, by the digits of their rates.

    Those of ``benchmark`` are shown as evidence.
    """
    rows = context.tables.results
    rows = rows[rows["round"] == latest_round(context.tables)]
    found = rows[by_newer_harness(rows)]
    who = ", ".join(f"{name} {n}" for name, n in found.groupby("submitter").size().items())
    said = f"{len(found)} of {len(rows)} results of {latest_round(context.tables)} have more digits than LoadGen prints"
    return Found(len(found) > 0, f"{said} ({who})" if who else said, found[found["benchmark"] == spec["benchmark"]])


# name: (check, label, arguments needed, arguments that may be given)
CHECKS: dict[str, tuple[Check, str, tuple[str, ...], tuple[str, ...]]] = {
    "still_highest": (still_highest, "", ("says",), ("of", "measure")),
    "level_held": (level_held, "the level per accelerator is held", (), ("of",)),
    "owner_reached": (owner_reached, "", ("says", "ask"), ()),
    "still_largest": (still_largest, "still the largest", (), ()),
    "covers_cells_since": (covers_cells_since, "", ("says", "round", "vendor"), ("suite",)),
    "tops_cells_since": (tops_cells_since, "", ("says", "round", "vendor"), ("suite",)),
    "most_partners_since": (most_partners_since, "", ("says", "vendor"), ()),
    "no_result_since": (no_result_since, "", ("says", "vendor"), ()),
    "chip_has_results_since": (chip_has_results_since, "", ("says", "names"), ()),
    "harness_used_since": (harness_used_since, "", ("says", "benchmark"), ()),
}


def rows_behind(context: Context, checks: list[dict[str, Any]]) -> pd.DataFrame:
    """The results that ``checks`` rest on, each once; of the checks of this module only."""
    frames = [CHECKS[spec["test"]][0](context, spec).rows for spec in checks if spec["test"] in CHECKS]
    return pd.concat([context.tables.results.head(0), *frames]).drop_duplicates("row_id")


def _row(context: Context, spec: dict[str, Any]) -> pd.Series | None:
    return context.one(spec.get("of", "of"))


def _nothing(context: Context, detail: str, *, holds: bool = False) -> Found:
    return Found(holds, detail, context.tables.results.head(0))


def _frame(*rows: pd.Series) -> pd.DataFrame:
    return pd.DataFrame(list(rows))


def _who(row: pd.Series, measure: str) -> str:
    what = "" if measure == "value" else " per accelerator"
    chips = f"{int(row['accelerators'])} {short_accelerator(str(row['accelerator']))}"
    figure = f"{float(row[measure]):,.{0 if float(row[measure]) >= 100 else 2}f} {row['unit']}{what}"
    return f"{row['submitter']} on {chips}, {figure} ({row['round']} {row['availability']})"


def _cells(context: Context, spec: dict[str, Any]) -> tuple[pd.DataFrame, str]:
    """Every cell that ``round`` brought, with who took part in it and who was best in the latest round."""
    latest = latest_round(context.tables)
    results = context.tables.results
    if "suite" in spec:
        results = results[results["suite"] == spec["suite"]]
    first = introduced(context.tables.data)
    then = new_cells(results, spec["round"], first)[["suite", "benchmark", "scenario"]]
    if then.empty:
        raise context.entry.fail(f"no benchmark or scenario was new in {spec['round']}", "afterwards")
    # new_cells looks at cells first run in the round that it is given.
    now = new_cells(results, latest, first.assign(round=first["round"].where(first["round"] != spec["round"], latest)))
    cells = then.merge(now, on=["suite", "benchmark", "scenario"], how="left")
    words = ["vendors", "vendor", "submitter"]
    return cells.assign(**{name: cells[name].fillna("") for name in words}), latest


def _cell_rows(context: Context, cells: pd.DataFrame) -> pd.DataFrame:
    rows = context.tables.results
    return rows[rows["row_id"].isin(set(cells["row_id"].dropna()))]


def _as_finding(check: Check) -> Callable[[Context, dict[str, Any]], tuple[bool, str]]:
    @functools.wraps(check)
    def find(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
        return check(context, spec)[:2]

    return find


# As conditions of the register's language: see ``claims.conditions``.
FINDINGS = {name: (_as_finding(check), *rest) for name, (check, *rest) in CHECKS.items()}
