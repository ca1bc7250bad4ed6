"""Conditions about named results: what two have in common, what one is, what its description and settings say."""

from __future__ import annotations

from typing import Annotated, Literal

import pandas as pd
from pydantic import Field

from claimcheck.analysis import switches
from claimcheck.analysis.compare import COMPARABLE, SHARED, VERSIONS_LABEL, Shared, shared, versions
from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.language import (
    Context,
    Found,
    Mechanism,
    Row,
    condition,
)
from claimcheck.claims.scope import OTHER_SUITES
from claimcheck.claims.tables import Tables
from claimcheck.core.documents import Many, Text
from claimcheck.data import mechanisms
from claimcheck.data.rounds import in_order
from claimcheck.data.schema import TABLES

# What same_system_description may compare. The power limit is not among them: a difference is
# printed in words, and no power figure may be.
DESCRIPTIVE = tuple(
    column.name
    for column in TABLES["systems"].columns
    if column.name not in ("round", "power_limit_mark", "repo", "commit", "path", "blob", "line")
)
Columns = Annotated[Many[Literal[DESCRIPTIVE]], Field(description="columns of the table systems")]


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


@condition(any_row=True, rests=("outside",))
def stated(
    context: Context,
    holds: Annotated[bool, Field(description="whether it is so")],
    detail: Annotated[Text, Field(description="what is known about it")],
    source: Annotated[Text, Field(description="where that is said")],
) -> Found:
    """A fact that no table holds, stated with its source."""
    return Found(holds, f"{context.fill(detail, 'detail')} ({source})")


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


def mechanism_of(context: Context, key: str) -> mechanisms.Mechanism:
    """The mechanism of that key in ``data/mechanisms.yml``. Raises RegisterError where there is no such register."""
    if context.tables.mechanisms is None:
        raise context.entry.fail("there is no register of mechanisms", rule="data/mechanisms.yml holds it")
    return context.tables.mechanisms.mechanisms[key]


def state_of(context: Context, row: pd.Series, mechanism: str) -> pd.Series:
    """The row's state of ``mechanism``, by the table switches; raises RegisterError for a row that it does not hold."""
    states = context.tables.switches
    found = states[(states["row_id"] == row["row_id"]) & (states["mechanism"] == mechanism)]
    if found.empty:
        said = ", ".join(sorted(set(states["benchmark"]))), ", ".join(in_order(states["round"]))
        raise context.entry.fail(
            f"nobody looked for mechanisms in {row['row_id']}", "test", rule=f"they are known of {said[0]} in {said[1]}"
        )
    return found.iloc[0]


def nearest_limit(tables: Tables, row: pd.Series) -> tuple[float, str] | None:
    """Share of its limit that a run's nearest 99th percentile has, and which one it is; None without limits."""
    points = tables.operating_points
    points = points[(points["row_id"] == row["row_id"]) & points["headroom"].notna()]
    if points.empty:
        return None
    used = {"TTFT": float(points.iloc[0]["ttft_used"]), "TPOT": float(points.iloc[0]["tpot_used"])}
    what = max(used, key=lambda name: used[name])
    return used[what], what


def run_in_words(row: pd.Series) -> str:
    """A run in a few words: submitter, system, scenario, round, result."""
    system = f"{int(row['accelerators'])} {short_accelerator(str(row['accelerator']))}"
    return f"{row['submitter']} on {system}, {row['scenario']} {row['round']}, result {row['result_id']}"
