"""Conditions about named results: what two have in common, what one is, what its description and settings say."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import pandas as pd
from pydantic import Field

from claimcheck.analysis import switches
from claimcheck.analysis.compare import COMPARABLE, SHARED, VERSIONS_LABEL, Shared, shared, versions
from claimcheck.analysis.cost import cost_per_million_tokens
from claimcheck.analysis.results import rounds_to, short_accelerator, throughputs
from claimcheck.analysis.scaleout import instances, margin
from claimcheck.claims.anatomy import mechanism_of, nearest_limit, run_in_words, state_of
from claimcheck.claims.language import (
    Found,
    Measure,
    Mechanism,
    Row,
    Rows,
    Submitter,
    Where,
    Words,
    condition,
)
from claimcheck.claims.model import Context
from claimcheck.claims.questions import selected, who, whose
from claimcheck.claims.scope import ANY, OTHER_SUITES, until
from claimcheck.claims.scope import where as results_where
from claimcheck.registers import Many, Text
from claimcheck.tables import TABLES

# What same_system_description may compare. The power limit is not among them: a difference is
# printed in words, and no power figure may be.
DESCRIPTIVE = tuple(
    column.name
    for column in TABLES["systems"].columns
    if column.name not in ("round", "power_limit_mark", "repo", "commit", "path", "blob", "line")
)
Columns = Annotated[Many[Literal[DESCRIPTIVE]], Field(description="columns of the table systems")]
# Two runs are alike when their nearest 99th percentiles are so many percent of the limit apart, at most.
_ALIKE = 5.0
# Letters and three digits or more: MT43244, I210. Names of product lines (ConnectX-8) have a hyphen and fewer digits.
_PART_NUMBER = re.compile(r"\b[A-Z]+\d{3,}\b")


# --- two results ------------------------------------------------------------------------------------


def _share(check: Shared) -> None:
    """Make a condition of what ``analysis.compare`` declares."""

    def function(context: Context, before: Row, after: Row) -> Found:
        holds, said = shared(check, before, after)
        return Found(holds is True, said)

    function.__name__, function.__doc__ = check.name, check.meaning
    condition(check.label, any_row=True, imposed=check.imposed)(function)


for _check in SHARED:
    _share(_check)


@condition(VERSIONS_LABEL, any_row=True, rests=("rules",))
def comparable_versions(context: Context, before: Row, after: Row) -> Found:
    """MLCommons calls the benchmark's results of the two rounds comparable."""
    if str(after["suite"]) in OTHER_SUITES:
        rule = "rounds.yml holds no such list of Training"
        raise context.entry.fail("comparable_versions knows MLPerf Inference only", "test", rule=rule)
    state, said = versions(before, after, context.tables.listed)
    return Found(state in COMPARABLE, said)


@condition("same description", rests=("configurations",))
def same_system_description(context: Context, columns: Columns, before: Row, after: Row) -> Found:
    """The two system descriptions state the same ``columns`` of the table systems."""
    found = [_description(context, r) for r in (before, after)]
    if found[0] is None or found[1] is None:
        return Found(False, "a system has no description in its round")
    differs = []
    for column in columns:
        one, two = (None if pd.isna(d[column]) else str(d[column]) for d in found)
        if one != two:
            differs.append(f"{column.replace('_', ' ')}: {one or 'not stated'} / {two or 'not stated'}")
    named = ", ".join(c.replace("_", " ") for c in columns)
    return Found(not differs, "; ".join(differs) or f"the descriptions agree on {named}")


@condition("network cards with the same part numbers")
def same_network_parts(context: Context, before: Row, after: Row) -> Found:
    """The two system descriptions give their network cards the same part numbers, whatever else they call the cards."""
    found = [_description(context, r) for r in (before, after)]
    cards = ["" if d is None or pd.isna(d["network_cards"]) else str(d["network_cards"]) for d in found]
    parts = [sorted(set(_PART_NUMBER.findall(line))) for line in cards]
    if not all(parts):
        return Found(False, "a description names no part number of a network card")
    if parts[0] != parts[1]:
        return Found(False, " / ".join(", ".join(part) for part in parts))
    wording = "in the same words" if cards[0] == cards[1] else f"worded differently: {cards[0]} / {cards[1]}"
    return Found(True, f"both descriptions name {', '.join(parts[0])}, {wording}")


@condition("same power limit stated", rests=("configurations",))
def same_power_limit(context: Context, before: Row, after: Row) -> Found:
    """Both system descriptions state a power limit per accelerator, and the same one.

    The limit itself is not printed: v6.0 has no measured power, and the rules on results
    in print allow no other figure.
    """
    rows = (before, after)
    found = [_description(context, r) for r in rows]
    marks = [None if d is None or pd.isna(d["power_limit_mark"]) else str(d["power_limit_mark"]) for d in found]
    if None in marks:
        said = zip(rows, marks, strict=True)
        return Found(False, "; ".join(f"{r['round']} {'states' if m else 'does not state'} one" for r, m in said))
    same = marks[0] == marks[1]
    return Found(same, f"both descriptions state {'the same' if same else 'different ones'}")


def _description(context: Context, row: pd.Series) -> pd.Series | None:
    systems = context.tables.systems
    keys = ("round", "division", "submitter", "system")
    found = systems[(systems[list(keys)] == row[list(keys)]).all(axis=1)]
    return found.iloc[0] if len(found) else None


@condition("its own earlier result")
def own_earlier_result(context: Context, before: Row, after: Row) -> Found:
    """The submitter of ``after`` had a result of its own in the earlier round on the same accelerator."""
    results = throughputs(context.tables.results)
    same = results[(results["round"] == before["round"]) & (results["submitter"] == after["submitter"])]
    cell = same[(same["benchmark"] == after["benchmark"]) & (same["scenario"] == after["scenario"])]
    own = cell[cell["accelerator"] == after["accelerator"]]
    what = f"{after['benchmark']} {after['scenario']} on {short_accelerator(after['accelerator'])} in {before['round']}"
    return Found(
        len(own) > 0, f"{after['submitter']} submitted {len(own) or 'no'} result{'s' * (len(own) > 1)} of {what}"
    )


@condition()
def alike_at_the_limit(context: Context, before: Row, after: Row) -> Found:
    """``before`` and ``after`` ran as near to a latency limit: neither chose an easier rate.

    What counts is the 99th percentile that comes nearest to its limit, as a share of it.
    """
    rows = (before, after)
    used = [nearest_limit(context.tables, row) for row in rows]
    if used[0] is None or used[1] is None:
        return Found(False, "a run's log gives no latencies")
    parts = zip(rows, used, strict=True)
    said = "; ".join(f"{run_in_words(r)}: {what} at {share:.1%}" for r, (share, what) in parts)
    alike = abs(used[0][0] - used[1][0]) * 100 <= _ALIKE
    return Found(alike, f"99th percentile nearest to its limit: {said}")


# --- one result ------------------------------------------------------------------------------------


@condition(any_row=True)
def meets(context: Context, where: Where, of: Row) -> Found:
    """The row ``of`` meets the filters ``where``: its scenario, submitter, chip, availability, size."""
    suite = {"suite": of["suite"]} if str(of["suite"]) in OTHER_SUITES else {}
    found = results_where(context, {"division": ANY, **suite, **where})
    return Found(of["row_id"] in set(found["row_id"]), _is(of))


def _is(row: pd.Series) -> str:
    return f"{row['benchmark']} {row['scenario']}, {row['division']} division: {who(row)}"


@condition("{number} accelerators or more", any_row=True)
def accelerators_at_least(
    context: Context, number: Annotated[int, Field(description="a number of accelerators")], of: Row
) -> Found:
    """The row ``of`` has ``number`` accelerators or more."""
    return Found(pd.notna(of["accelerators"]) and int(of["accelerators"]) >= number, _is(of))


@condition(any_row=True)
def software_names(context: Context, words: Words, of: Row) -> Found:
    """The software line of the row ``of`` names one of ``words``."""
    line = str(of["software"])
    return Found(any(word.lower() in line.lower() for word in words), f"its software line: {line}")


@condition(rests=("configurations",))
def network_names(context: Context, words: Words, of: Row) -> Found:
    """The network of the row ``of``'s system description names one of ``words``."""
    found = _description(context, of)
    if found is None:
        return Found(False, "the system has no description")
    said = f"{found['network']}; cards {found['network_cards']}"
    return Found(any(word.lower() in said.lower() for word in words), f"its description: {said}")


@condition(any_row=True)
def led_by(context: Context, among: Rows, submitter: Submitter, measure: Measure = "per_accelerator") -> Found:
    """The highest ``measure`` among the rows ``among`` is held by ``submitter``."""
    among = among[among[measure].notna()]
    if among.empty:
        raise context.entry.fail(f"the rows have no {measure}", "rows", rule="times are led by value")
    times = not bool(among.iloc[0]["higher_is_better"])
    best = among.sort_values([measure, "row_id"], ascending=[times, True]).iloc[0]
    first = "shortest" if times else "highest"
    phrase = f"first in {best['round']}: {whose(best)}"
    return Found(best["submitter"] == submitter, f"{first} of {len(among)}: {_holder(best)}", phrase=phrase)


@condition()
def record_so_far(context: Context, of: Row, measure: Measure = "value") -> Found:
    """The row ``of`` is the best closed result of its benchmark and scenario in its round and all before it."""
    rows = context.tables.results
    cell = rows[(rows[["benchmark", "scenario", "unit"]] == of[["benchmark", "scenario", "unit"]]).all(axis=1)]
    cell = cell[(cell["division"] == "closed") & cell["round"].isin(until(rows["round"], of["round"]))]
    cell = cell.assign(per_accelerator=cell["value"].astype(float) / cell["accelerators"].astype(float))
    found = margin(cell, measure)
    if found.first["row_id"] != of["row_id"]:
        return Found(False, f"the best of {found.of} is {_holder(found.first)}")
    if found.next_submitter is None or found.over_submitter is None:
        return Found(True, f"{of['submitter']} alone has results of it")
    ahead = f"{found.over_submitter:.0%} ahead of the next submitter's best, {_holder(found.next_submitter)}"
    return Found(True, f"first of {found.of}, {ahead}")


def _holder(row: pd.Series) -> str:
    number = "no" if pd.isna(row["accelerators"]) else int(row["accelerators"])
    result = "" if pd.isna(row["result_id"]) else f" (result {row['result_id']})"
    return f"{row['submitter']} on {number} accelerators{result}"


@condition("a listed price gives it", rests=("prices",))
def price_listed(context: Context, of: Row) -> Found:
    """A listed price for the accelerator gives the published cost, rounded as it was printed."""
    published = context.published
    costs = {}
    for key, entry in context.tables.prices.prices.items():
        if entry.accelerator == of["accelerator"]:
            for price in dict.fromkeys(entry.usd_per_hour):
                costs[f"{key} (${price:.2f})"] = cost_per_million_tokens(price, float(of["per_accelerator"]))
    hit = any(rounds_to(v, published.published, published.decimals) for v in costs.values())
    listed = ", ".join(f"{k}: ${v:.2f}" for k, v in costs.items())
    return Found(hit, f"cost of a million tokens by listed price: {listed}")


@condition(any_row=True, rests=("outside",))
def stated(
    context: Context,
    holds: Annotated[bool, Field(description="whether it is so")],
    detail: Annotated[Text, Field(description="what is known about it")],
    source: Annotated[Text, Field(description="where that is said")],
) -> Found:
    """A fact that no table holds, stated with its source."""
    return Found(holds, f"{context.fill(detail, 'detail')} ({source})")


# --- what was switched on ---------------------------------------------------------------------------


@condition(rests=("configurations",))
def switched(
    context: Context,
    mechanism: Mechanism,
    of: Row,
    state: Annotated[
        Literal["on", "off"], Field(description="on, or off: another choice, forbidden, or nothing to apply it to")
    ] = "on",
    unlike: Row | None = None,
) -> Found:
    """The files of the row ``of`` show ``mechanism`` on (or off), and not so in the row ``unlike``, if one is named.

    A file that is silent, and notes about a command that is not recorded, show neither.
    """
    states = {"on": (switches.ON,), "off": (switches.OFF, switches.FORBIDDEN, switches.NOT_APPLICABLE)}[state]
    found = state_of(context, of, mechanism)
    holds, said = found["state"] in states, _in_words(found, of)
    if unlike is None:
        return Found(holds, said)
    other = state_of(context, unlike, mechanism)
    return Found(holds and other["state"] not in states, f"before: {_in_words(other, unlike)}; after: {said}")


def _in_words(state: pd.Series, row: pd.Series) -> str:
    inferred = "; inferred: the command that ran is not recorded" if state["inferred"] else ""
    return f"{state['state']} ({state['why']}); {run_in_words(row)}{inferred}"


@condition(rests=("rules",))
def mechanism_allowed(context: Context, mechanism: Mechanism, of: Row) -> Found:
    """The rules of its round let the row ``of`` use ``mechanism``."""
    limit = mechanism_of(context, mechanism).limit(of["round"])
    cell = f"{of['benchmark']} {of['scenario']}, {of['round']}"
    if limit is None:
        return Found(True, f"the rules say nothing about it ({cell})")
    return Found(not limit.forbids(of["benchmark"], of["scenario"]), f"{cell}: {limit.says}")


@condition(rests=("rules",))
def rules_give_steps(context: Context, mechanism: Mechanism, of: Row) -> Found:
    """The rules of the row ``of`` fix the number of drafted tokens at the claim's published figure."""
    limit = mechanism_of(context, mechanism).limit(of["round"])
    if limit is None or limit.steps is None:
        return Found(False, "the rules fix no number")
    return Found(limit.steps == context.published.published, f"the rules of {of['round']} fix {limit.steps} steps")


@condition(rests=("configurations",))
def setting_is(
    context: Context,
    setting: Annotated[Text, Field(description="a setting of engine_settings")],
    value: Annotated[Text, Field(description="its value, as the table has it")],
    of: Row,
) -> Found:
    """Every server of the row ``of`` gives ``setting`` the ``value``, by the submitted files."""
    found = selected(context, of, setting)
    said = ", ".join(f"{r.component}: {r.raw_name} = {switches.plain(r.value)}" for r in found.itertuples())
    holds = len(found) > 0 and set(found["value"]) == {value}
    return Found(holds, f"{run_in_words(of)}: {said or 'its files are silent'}")


@condition(rests=("configurations",))
def one_instance(context: Context, of: Row) -> Found:
    """By the submitted settings, one instance of the model spans the whole system of the row ``of``."""
    parts = instances(context.tables.settings, context.results(of["row_id"]))
    if parts.empty:
        return Found(False, "our tables have no settings of it")
    words = {"engine": "copies of an engine", "prefill": "prefill workers", "decode": "decode workers"}
    said = ", ".join(
        f"{'some' if pd.isna(p.number) else p.number} {words[p.component]} on {p.size} accelerators"
        for p in parts.itertuples()
    )
    note = "; inferred: the command that ran is not recorded" if parts["inferred"].any() else ""
    whole = len(parts) == 1 and int(parts.iloc[0]["size"]) == int(of["accelerators"])
    return Found(whole, f"{said}{note}")
