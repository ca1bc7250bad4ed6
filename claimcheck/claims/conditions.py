"""Named tests of what a claim's wording implies.

Each takes the claim's context and the test's own arguments, and says whether the
condition holds and why. ``before`` and ``after`` are rows that the claim names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.analysis.results import rounds_to, short_accelerator, throughputs
from claimcheck.claims.model import Condition, Context
from claimcheck.tables import TABLES

Test = Callable[[Context, dict[str, Any]], Condition]

# What same_system_description may compare. The power limit is not among them: a difference is
# printed in words, and no power figure may be.
DESCRIPTIVE = tuple(
    column.name
    for column in TABLES["systems"].columns
    if column.name not in ("round", "power_limit_mark", "repo", "commit", "path", "blob", "line")
)


def _both(context: Context) -> tuple[pd.Series, pd.Series] | None:
    before, after = context.one("before"), context.one("after")
    return None if before is None or after is None else (before, after)


def _compare(context: Context, name: str, column: str, shown: Callable[[pd.Series], str]) -> Condition:
    rows = _both(context)
    if rows is None:
        return Condition(name, False, "a result of the comparison is missing")
    before, after = rows
    holds = bool(before[column] == after[column])
    detail = (
        f"{shown(before)} in both rounds"
        if holds
        else f"{before['round']}: {shown(before)}; {after['round']}: {shown(after)}"
    )
    return Condition(name, holds, detail)


def same_accelerator(context: Context, spec: dict[str, Any]) -> Condition:
    """Both results on the same accelerator model."""
    return _compare(context, "same accelerator", "accelerator", lambda r: str(r["accelerator"]))


def same_submitter(context: Context, spec: dict[str, Any]) -> Condition:
    """Both results by the same submitter."""
    return _compare(context, "same submitter", "submitter", lambda r: str(r["submitter"]))


def same_number(context: Context, spec: dict[str, Any]) -> Condition:
    """Both results on the same number of accelerators."""
    return _compare(
        context,
        "same number of accelerators",
        "accelerators",
        lambda r: f"{int(r['accelerators'])} accelerators",
    )


def same_division(context: Context, spec: dict[str, Any]) -> Condition:
    """Both results in the same division."""
    return _compare(context, "same division", "division", lambda r: f"{r['division']} division")


def both_available(context: Context, spec: dict[str, Any]) -> Condition:
    """Both systems in the category available: a buyer could have them."""
    rows = _both(context)
    if rows is None:
        return Condition("both systems available", False, "a result of the comparison is missing")
    kinds = {r["round"]: str(r["availability"]) for r in rows}
    return Condition(
        "both systems available",
        set(kinds.values()) == {"available"},
        ", ".join(f"{k}: {v}" for k, v in kinds.items()),
    )


def comparable_versions(context: Context, spec: dict[str, Any]) -> Condition:
    """MLCommons calls the benchmark's results of the two rounds comparable."""
    name = "versions comparable"
    rows = _both(context)
    if rows is None:
        return Condition(name, False, "a result of the comparison is missing")
    table = dict(context.tables.rounds.section("comparable"))
    benchmark = str(rows[1]["benchmark"])
    rounds = table[benchmark].list("rounds") if benchmark in table else []
    holds = {r["round"] for r in rows} <= set(rounds)
    return Condition(name, holds, f"MLCommons' table: {benchmark} comparable across {', '.join(rounds) or 'no rounds'}")


def same_system_description(context: Context, spec: dict[str, Any]) -> Condition:
    """The two system descriptions state the same ``columns`` of the table systems."""
    name = str(spec.get("says", "same description"))
    rows = _both(context)
    if rows is None:
        return Condition(name, False, "a result of the comparison is missing")
    found = [_description(context, r) for r in rows]
    if found[0] is None or found[1] is None:
        return Condition(name, False, "a system has no description in its round")
    differs = []
    for column in spec["columns"]:
        one, two = (None if pd.isna(d[column]) else str(d[column]) for d in found)
        if one != two:
            differs.append(f"{column.replace('_', ' ')}: {one or 'not stated'} / {two or 'not stated'}")
    columns = ", ".join(c.replace("_", " ") for c in spec["columns"])
    return Condition(name, not differs, "; ".join(differs) if differs else f"the descriptions agree on {columns}")


def same_power_limit(context: Context, spec: dict[str, Any]) -> Condition:
    """Both system descriptions state a power limit per accelerator, and the same one.

    The limit itself is not printed: v6.0 has no measured power, and the rules on results
    in print allow no other figure.
    """
    name = "same power limit stated"
    rows = _both(context)
    found = [_description(context, r) for r in rows] if rows else [None, None]
    limits = [None if d is None or pd.isna(d["power_limit_mark"]) else str(d["power_limit_mark"]) for d in found]
    if rows is None or None in limits:
        said = [
            f"{r['round']} {'states' if limit else 'does not state'} one"
            for r, limit in zip(rows or (), limits, strict=False)
        ]
        return Condition(name, False, "; ".join(said) or "a result of the comparison is missing")
    return Condition(
        name,
        limits[0] == limits[1],
        "both descriptions state " + ("the same" if limits[0] == limits[1] else "different ones"),
    )


def _description(context: Context, row: pd.Series) -> pd.Series | None:
    systems = context.tables.systems
    keys = ("round", "division", "submitter", "system")
    found = systems[(systems[list(keys)] == row[list(keys)]).all(axis=1)]
    return found.iloc[0] if len(found) else None


def own_earlier_result(context: Context, spec: dict[str, Any]) -> Condition:
    """The submitter of ``after`` had a result of its own in the earlier round on the same accelerator."""
    rows = _both(context)
    name = "its own earlier result"
    if rows is None:
        return Condition(name, False, "a result of the comparison is missing")
    before, after = rows
    results = throughputs(context.tables.results)
    same = results[(results["round"] == before["round"]) & (results["submitter"] == after["submitter"])]
    cell = same[(same["benchmark"] == after["benchmark"]) & (same["scenario"] == after["scenario"])]
    own = cell[cell["accelerator"] == after["accelerator"]]
    what = f"{after['benchmark']} {after['scenario']} on {short_accelerator(after['accelerator'])} in {before['round']}"
    return Condition(name, len(own) > 0, f"{after['submitter']} submitted {len(own)} results of {what}")


def led_by(context: Context, spec: dict[str, Any]) -> Condition:
    """The highest ``measure`` among the rows ``among`` is held by ``submitter``."""
    measure = spec.get("measure", "per_accelerator")
    if context.one(spec["among"]) is None:
        return Condition(str(spec["says"]), False, "no such result")
    among = context.rows[spec["among"]]
    best = among.sort_values([measure, "row_id"], ascending=[False, True]).iloc[0]
    who = f"{best['submitter']} on {int(best['accelerators'])} accelerators"
    detail = f"highest of {len(among)}: {who} (result {best['result_id']})"
    return Condition(str(spec["says"]), bool(best["submitter"] == spec["submitter"]), detail)


def accelerators_are(context: Context, spec: dict[str, Any]) -> Condition:
    """The row ``of`` has ``number`` accelerators."""
    row = context.one("of")
    name = f"{spec['number']} accelerators"
    if row is None:
        return Condition(name, False, "no such result")
    return Condition(
        name,
        int(row["accelerators"]) == spec["number"],
        f"{int(row['accelerators'])} accelerators in {int(row['nodes'])} nodes",
    )


def scenario_is(context: Context, spec: dict[str, Any]) -> Condition:
    """The row ``of`` is a result of ``scenario``."""
    row = context.one(spec.get("of", "of"))
    name = str(spec.get("says", f"scenario {spec['scenario']}"))
    if row is None:
        return Condition(name, False, "no such result")
    detail = f"the figure stands in {row['benchmark']} {row['scenario']} (result {row['result_id']})"
    return Condition(name, bool(row["scenario"] == spec["scenario"]), detail)


def price_listed(context: Context, spec: dict[str, Any]) -> Condition:
    """A listed price for the accelerator gives the published cost, rounded as it was printed."""
    row = context.one("of")
    name = "a listed price gives it"
    if row is None:
        return Condition(name, False, "no such result")
    published = context.entry.need("figures")[0]
    costs = {}
    for key, entry in context.tables.prices.section("prices"):
        if entry.text("accelerator") == row["accelerator"]:
            for price in dict.fromkeys(entry.list("usd_per_hour")):
                costs[f"{key} (${price:.2f})"] = cost_per_million_tokens(price, float(row["per_accelerator"]))
    hits = [k for k, v in costs.items() if rounds_to(v, published["published"], published["decimals"])]
    listed = ", ".join(f"{k}: ${v:.2f}" for k, v in costs.items())
    return Condition(name, bool(hits), f"cost of a million tokens by listed price: {listed}")


def stated(context: Context, spec: dict[str, Any]) -> Condition:
    """A fact that no table holds, stated with its source."""
    return Condition(str(spec["says"]), bool(spec["holds"]), f"{spec['detail']} ({spec['source']})")


CONDITIONS: dict[str, Test] = {
    test.__name__: test
    for test in (
        same_accelerator,
        same_submitter,
        same_number,
        same_division,
        both_available,
        comparable_versions,
        same_system_description,
        same_power_limit,
        own_earlier_result,
        led_by,
        accelerators_are,
        scenario_is,
        price_listed,
        stated,
    )
}

# Arguments of the tests that take any: needed, optional. Another key is a typo.
ARGUMENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "same_system_description": (("columns",), ("says",)),
    "led_by": (("says", "among", "submitter"), ("measure",)),
    "accelerators_are": (("number",), ()),
    "scenario_is": (("scenario",), ("of", "says")),
    "stated": (("says", "holds", "detail", "source"), ()),
}
