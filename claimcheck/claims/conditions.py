"""Named tests of what a claim's wording implies.

Each takes the claim's context and the test's own arguments, and says whether the
condition holds and why. ``before`` and ``after`` are rows that the claim names.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pandas as pd

from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.analysis.results import rounds_to, short_accelerator, throughputs
from claimcheck.claims import (
    aftermath,
    anatomy,
    elsewhere,
    history,
    latency,
    mechanisms,
    review,
    scaleout,
    tallies,
)
from claimcheck.claims.model import Condition, Context
from claimcheck.claims.scope import OTHER_SUITES
from claimcheck.tables import TABLES

Test = Callable[[Context, dict[str, Any]], Condition]
# What a test finds: does the condition hold, and why.
Finding = Callable[[Context, dict[str, Any]], tuple[bool, str]]

# What same_system_description may compare. The power limit is not among them: a difference is
# printed in words, and no power figure may be.
DESCRIPTIVE = tuple(
    column.name
    for column in TABLES["systems"].columns
    if column.name not in ("round", "power_limit_mark", "repo", "commit", "path", "blob", "line")
)


class _Missing(Exception):
    """A result that a test needs is nowhere in the tables."""


def _row(context: Context, name: str) -> pd.Series:
    row = context.one(name)
    if row is None:
        raise _Missing("no such result")
    return row


def _both(context: Context) -> tuple[pd.Series, pd.Series]:
    before, after = context.one("before"), context.one("after")
    if before is None or after is None:
        raise _Missing("a result of the comparison is missing")
    return before, after


CONDITIONS: dict[str, Test] = {}


def _condition(name: str = "") -> Callable[[Finding], Test]:
    """Register a test; its condition is called ``says`` where the register gives that, else ``name``.

    ``name`` may hold the test's arguments in braces. A test whose result is missing does not hold.
    """

    def register(find: Finding) -> Test:
        @functools.wraps(find)
        def test(context: Context, spec: dict[str, Any]) -> Condition:
            label = str(spec.get("says") or name.format(**spec))
            try:
                holds, detail = find(context, spec)
            except _Missing as missing:
                holds, detail = False, str(missing)
            return Condition(label, bool(holds), detail)

        CONDITIONS[find.__name__] = test
        return test

    return register


def _compare(context: Context, column: str, shown: Callable[[pd.Series], str]) -> tuple[bool, str]:
    before, after = _both(context)
    if pd.isna(before[column]) or pd.isna(after[column]):
        return False, "; ".join(f"{r['round']}: {_or_unsaid(r, column, shown)}" for r in (before, after))
    if before[column] == after[column]:
        return True, f"{shown(before)} in both rounds"
    return False, f"{before['round']}: {shown(before)}; {after['round']}: {shown(after)}"


def _or_unsaid(row: pd.Series, column: str, shown: Callable[[pd.Series], str]) -> str:
    return f"{column} not stated" if pd.isna(row[column]) else shown(row)


@_condition("same accelerator")
def same_accelerator(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Both results on the same accelerator model."""
    return _compare(context, "accelerator", lambda r: str(r["accelerator"]))


@_condition("same submitter")
def same_submitter(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Both results by the same submitter."""
    return _compare(context, "submitter", lambda r: str(r["submitter"]))


@_condition("same number of accelerators")
def same_number(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Both results on the same number of accelerators."""
    return _compare(context, "accelerators", lambda r: f"{int(r['accelerators'])} accelerators")


@_condition("same division")
def same_division(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Both results in the same division."""
    return _compare(context, "division", lambda r: f"{r['division']} division")


@_condition("both systems available")
def both_available(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Both systems in the category available: a buyer could have them."""
    kinds = [(r["round"], "not stated" if pd.isna(r["availability"]) else r["availability"]) for r in _both(context)]
    return {kind for _, kind in kinds} == {"available"}, ", ".join(f"{k}: {v}" for k, v in kinds)


@_condition("versions comparable")
def comparable_versions(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """MLCommons calls the benchmark's results of the two rounds comparable."""
    before, after = _both(context)
    if after["suite"] in OTHER_SUITES:
        rule = "rounds.yml holds no such list of Training"
        raise context.entry.fail("comparable_versions knows MLPerf Inference only", "test", rule=rule)
    table = dict(context.tables.rounds.section("comparable"))
    benchmark = str(after["benchmark"])
    rounds = table[benchmark].list("rounds") if benchmark in table else []
    holds = {before["round"], after["round"]} <= set(rounds)
    return holds, f"MLCommons' table: {benchmark} comparable across {', '.join(rounds) or 'no rounds'}"


@_condition("same description")
def same_system_description(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The two system descriptions state the same ``columns`` of the table systems."""
    found = [_description(context, r) for r in _both(context)]
    if found[0] is None or found[1] is None:
        return False, "a system has no description in its round"
    differs = []
    for column in spec["columns"]:
        one, two = (None if pd.isna(d[column]) else str(d[column]) for d in found)
        if one != two:
            differs.append(f"{column.replace('_', ' ')}: {one or 'not stated'} / {two or 'not stated'}")
    columns = ", ".join(c.replace("_", " ") for c in spec["columns"])
    return not differs, "; ".join(differs) or f"the descriptions agree on {columns}"


@_condition("same power limit stated")
def same_power_limit(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Both system descriptions state a power limit per accelerator, and the same one.

    The limit itself is not printed: v6.0 has no measured power, and the rules on results
    in print allow no other figure.
    """
    rows = _both(context)
    found = [_description(context, r) for r in rows]
    marks = [None if d is None or pd.isna(d["power_limit_mark"]) else str(d["power_limit_mark"]) for d in found]
    if None in marks:
        said = zip(rows, marks, strict=True)
        return False, "; ".join(f"{r['round']} {'states' if m else 'does not state'} one" for r, m in said)
    same = marks[0] == marks[1]
    return same, f"both descriptions state {'the same' if same else 'different ones'}"


def _description(context: Context, row: pd.Series) -> pd.Series | None:
    systems = context.tables.systems
    keys = ("round", "division", "submitter", "system")
    found = systems[(systems[list(keys)] == row[list(keys)]).all(axis=1)]
    return found.iloc[0] if len(found) else None


@_condition("its own earlier result")
def own_earlier_result(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The submitter of ``after`` had a result of its own in the earlier round on the same accelerator."""
    before, after = _both(context)
    results = throughputs(context.tables.results)
    same = results[(results["round"] == before["round"]) & (results["submitter"] == after["submitter"])]
    cell = same[(same["benchmark"] == after["benchmark"]) & (same["scenario"] == after["scenario"])]
    own = cell[cell["accelerator"] == after["accelerator"]]
    what = f"{after['benchmark']} {after['scenario']} on {short_accelerator(after['accelerator'])} in {before['round']}"
    return len(own) > 0, f"{after['submitter']} submitted {len(own)} results of {what}"


@_condition()
def led_by(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The highest ``measure`` among the rows ``among`` is held by ``submitter``."""
    measure = spec.get("measure", "per_accelerator")
    _row(context, spec["among"])
    among = context.rows[spec["among"]]
    among = among[among[measure].notna()]
    if among.empty:
        raise context.entry.fail(f"{spec['among']} has no {measure}", "rows", rule="times are led by value")
    times = not bool(among.iloc[0]["higher_is_better"])
    best = among.sort_values([measure, "row_id"], ascending=[times, True]).iloc[0]
    who = f"{best['submitter']} on {_number(best)}"
    first = "shortest" if times else "highest"
    return best["submitter"] == spec["submitter"], f"{first} of {len(among)}: {who}{_result(best)}"


@_condition("{number} accelerators")
def accelerators_are(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` has ``number`` accelerators."""
    row = _row(context, "of")
    if pd.isna(row["accelerators"]):
        return False, _number(row)
    nodes = "" if pd.isna(row["nodes"]) else f" in {int(row['nodes'])} nodes"
    return int(row["accelerators"]) == spec["number"], f"{_number(row)}{nodes}"


def _number(row: pd.Series) -> str:
    return "no accelerators" if pd.isna(row["accelerators"]) else f"{int(row['accelerators'])} accelerators"


def _result(row: pd.Series) -> str:
    return "" if pd.isna(row["result_id"]) else f" (result {row['result_id']})"


@_condition("scenario {scenario}")
def scenario_is(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` is a result of ``scenario``."""
    row = _row(context, spec.get("of", "of"))
    detail = f"the figure stands in {row['benchmark']} {row['scenario']}{_result(row)}"
    return row["scenario"] == spec["scenario"], detail


@_condition("a listed price gives it")
def price_listed(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """A listed price for the accelerator gives the published cost, rounded as it was printed."""
    row = _row(context, "of")
    published = context.entry.need("figures")[0]
    costs = {}
    for key, entry in context.tables.prices.prices.items():
        if entry.accelerator == row["accelerator"]:
            for price in dict.fromkeys(entry.usd_per_hour):
                costs[f"{key} (${price:.2f})"] = cost_per_million_tokens(price, float(row["per_accelerator"]))
    hit = any(rounds_to(v, published["published"], published["decimals"]) for v in costs.values())
    listed = ", ".join(f"{k}: ${v:.2f}" for k, v in costs.items())
    return hit, f"cost of a million tokens by listed price: {listed}"


@_condition()
def stated(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """A fact that no table holds, stated with its source."""
    return spec["holds"], f"{spec['detail']} ({spec['source']})"


_MORE = {
    **history.FINDINGS,
    **aftermath.FINDINGS,
    **scaleout.FINDINGS,
    **anatomy.FINDINGS,
    **mechanisms.FINDINGS,
    **latency.FINDINGS,
    **review.FINDINGS,
    **elsewhere.FINDINGS,
    **tallies.FINDINGS,
}
for _name, (_find, _label, _needed, _optional) in _MORE.items():
    _condition(_label)(_find)

# Arguments of the tests that take any: needed, optional. Another key is a typo.
ARGUMENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "same_system_description": (("columns",), ("says",)),
    "led_by": (("says", "among", "submitter"), ("measure",)),
    "accelerators_are": (("number",), ()),
    "scenario_is": (("scenario",), ("of", "says")),
    "stated": (("says", "holds", "detail", "source"), ()),
    **{name: (needed, (*optional, "says")) for name, (_, _, needed, optional) in _MORE.items()},
}

# Tests that can be asked of any row, also of one without accelerators or of MLPerf Training. The others
# rest on tables and figures of MLPerf Inference that count accelerators.
ANY_SYSTEM = frozenset(
    {
        "same_accelerator", "same_submitter", "same_number", "same_division", "both_available", "submitted_by",
        "comparable_versions", "accelerators_are", "scenario_is", "led_by", "stated", "software_names",
        "software_differs", *tallies.FINDINGS,
    }
)  # fmt: skip
