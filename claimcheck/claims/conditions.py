"""Conditions about named results: what two have in common, what one is, what its description and settings say."""

from __future__ import annotations

from typing import Annotated, Literal

import pandas as pd
from pydantic import Field

from claimcheck.analysis import switches
from claimcheck.analysis.compare import COMPARABLE, SHARED, VERSIONS_LABEL, Shared, shared, versions
from claimcheck.claims.anatomy import run_in_words, state_of
from claimcheck.claims.language import (
    Found,
    Mechanism,
    Row,
    condition,
)
from claimcheck.claims.model import Context
from claimcheck.claims.scope import OTHER_SUITES
from claimcheck.core.documents import Many, Text
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
