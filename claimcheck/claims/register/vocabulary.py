"""The words that many claims share; all else is asked with a query.

Questions about named results (their figures and ratios), and conditions on what the files of a result show, or that no
table holds. QUESTIONS and CONDITIONS are all that a register can ask, each by its name, with the keys that it takes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.analysis import switches
from claimcheck.analysis.view import chip, product, without_target
from claimcheck.claims.register.language import Answer, Context, truth, value
from claimcheck.claims.register.rows import span_of
from claimcheck.core.errors import suggestion
from claimcheck.core.printing import as_published
from claimcheck.data.paths import MECHANISMS
from claimcheck.data.rounds import in_order
from claimcheck.data.stacks import Mechanism


class Scale(NamedTuple):
    """How an answer is written: its value, the answer again of a written value, its unit, and what it is in words."""

    written: Callable[[float], float]
    answer: Callable[[float], float]
    unit: str
    what: str


# The scale of a figure that names one; a figure without is written as the answer is.
SCALES: dict[str, Scale] = {
    "millions": Scale(lambda v: v / 1e6, lambda w: w * 1e6, "million {}", "in millions"),
    "percent": Scale(lambda v: v * 100, lambda w: w / 100, "%", "a ratio in percent"),
    "gain": Scale(lambda v: (v - 1) * 100, lambda w: 1 + w / 100, "%", "by how many percent a ratio is above 1"),
    "behind": Scale(lambda v: (1 - v) * 100, lambda w: 1 - w / 100, "%", "by how many percent a ratio is below 1"),
    "saving": Scale(
        lambda v: (1 - 1 / v) * 100,
        lambda w: 1 / (1 - w / 100),
        "%",
        "the share of a cost that a ratio saves at one price",
    ),
}
AS_IT_IS = Scale(lambda v: v, lambda w: w, "{}", "as it is")


@dataclass(frozen=True)
class Word:
    """A question or a condition: the function that answers it, and the keys of a register that it ``takes``.

    ``units``: those that fit its answer, with ``{}`` for the answer's own; none if any does.
    """

    function: Callable[[Context, Any], Answer]
    takes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """The first paragraph of the docstring, in one line."""
        return " ".join((inspect.getdoc(self.function) or "").partition("\n\n")[0].split())


def who(row: Mapping[str, Any]) -> str:
    """A result's submitter, system, round and ID in a few words."""
    details = [" ".join(filter(None, (row["round"], row["availability"])))]
    details += [f"result {row['result_id']}"] if row["result_id"] else []
    named = row["accelerators"] and row["accelerator"]
    system = f"{row['accelerators']} {chip(row['accelerator'])}" if named else "processors alone"
    return f"{row['submitter']} on {system} ({', '.join(details)})"


_UNREAD = "MLPerf's own score could not be read, and its runs leave a span"


def _per_accelerator(context: Context, row: Mapping[str, Any]) -> float:
    """The row's figure per accelerator. Raises RegisterError for a time, and for a system without accelerators."""
    if row["per_accelerator"] is None:
        rule = "the system has none" if row["higher_is_better"] else "a time is not divided by accelerators"
        raise context.entry.fail(
            f"{row['benchmark']} {row['scenario']} of {row['submitter']} has no figure per accelerator",
            "figures",
            rule=rule,
            fix="ask for throughput, or give measure: value",
        )
    return row["per_accelerator"]


def throughput(context: Context, asked: Any) -> Answer:
    """The published result of the row ``of``, in its own unit."""
    row = context.result(name := asked.of or "of")
    if ends := span_of(context.tables, row["row_id"]):
        return Answer(ends[0], f"{_UNREAD}: {who(row)}", context.rows[name], ends, unit=row["unit"], unread=True)
    return Answer(row["value"], f"published result of {who(row)}", context.rows[name], unit=row["unit"])


def per_accelerator(context: Context, asked: Any) -> Answer:
    """The published result of the row ``of`` divided by its accelerators."""
    row = context.result(name := asked.of or "of")
    how = f"{as_published(row['value'])} {row['unit']} / {row['accelerators']}, {who(row)}"
    return Answer(_per_accelerator(context, row), how, context.rows[name], unit=row["unit"])


def ratio(context: Context, asked: Any) -> Answer:
    """Result of the row ``after`` over that of the row ``before``: per accelerator, or of whole systems.

    Of times it is ``before`` over ``after``, so that above 1 is faster. Raises RegisterError for results of two
    benchmarks or scenarios, which are not compared.
    """
    before, after = (context.result(name) for name in (asked.before or "before", asked.after or "after"))
    rows = (before["row_id"], after["row_id"])
    # The variants of a benchmark are one.
    cells = dict.fromkeys(f"{without_target(row['benchmark'])[0]} {row['scenario']}" for row in (before, after))
    if len(cells) > 1:
        raise context.entry.fail(
            f"the results are of {' and '.join(cells)}",
            "rows",
            rule="results are compared within one benchmark and scenario",
            fix="name rows of the same benchmark and scenario",
        )
    ends = [span_of(context.tables, row_id) for row_id in rows]
    if asked.measure == "value" and any(ends):
        (least, most), (low, high) = (
            end or (row["value"], row["value"]) for end, row in zip(ends, (before, after), strict=True)
        )
        how = f"the time of {who(before)} over that of {who(after)}; {_UNREAD}"
        return Answer(least / high, how, rows, (least / high, most / low), unread=True)
    older, newer = (as_published(float(f"{row['value']:.10g}")) for row in (before, after))
    over = f"{who(after)} over {who(before)}"
    if asked.measure != "value":
        value = _per_accelerator(context, after) / _per_accelerator(context, before)
        how, formula = (
            f"{over}, each per accelerator",
            f"({newer} / {after['accelerators']}) / ({older} / {before['accelerators']})",
        )
    elif after["higher_is_better"]:
        value, how, formula = after["value"] / before["value"], f"{over}, whole systems", f"{newer} / {older}"
    else:
        value = 1 / (after["value"] / before["value"])
        how, formula = f"the time of {who(before)} over that of {who(after)}", f"{older} / {newer}"
    return Answer(value, how, rows, formula=formula, ratio=value)


def outside(context: Context, asked: Any) -> Answer:
    """A figure that no result of MLPerf gives: measured elsewhere, a maker's specification, another matter."""
    return Answer(None, "no result of MLPerf states it")


def comparisons(context: Context) -> list[float]:
    """The ratio of every comparison, in the rounds of the rows ``before`` and ``after``, of their cell and product."""
    before, after = context.result("before"), context.result("after")
    pairs = context.tables.compared(before["round"], after["round"])
    made = product(after["accelerator"], after["system"])
    cell = {"benchmark": after["benchmark"], "scenario": after["scenario"], "product": made}
    return pairs.loc[(pairs[list(cell)] == pd.Series(cell)).all(axis=1), "ratio"].tolist()


# --- conditions -------------------------------------------------------------------------------------


def stated(context: Context, asked: Any) -> Answer:
    """A fact that no table holds, stated with its source."""
    return Answer(asked.holds, f"{asked.detail} ({asked.source})")


def switched(context: Context, asked: Any) -> Answer:
    """The files of the row ``of`` show ``mechanism`` on (or off), and not so in the row ``unlike``, if one is named.

    A file that is silent, and notes about a command that is not recorded, show neither.
    """
    mechanism_of(context, asked.mechanism)
    of = context.result(asked.of or "of")
    states = (switches.OFF, switches.FORBIDDEN, switches.NOT_APPLICABLE) if asked.state == "off" else (switches.ON,)
    shown = state_of(context, of, asked.mechanism)
    holds, detail = shown["state"] in states, _state_in_words(shown, of)
    if asked.unlike is None:
        return Answer(holds, detail)
    unlike = context.result(asked.unlike)
    other = state_of(context, unlike, asked.mechanism)
    detail = f"before: {_state_in_words(other, unlike)}; after: {detail}"
    return Answer(holds and other["state"] not in states, detail)


def _state_in_words(state: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    inferred = "; inferred: the command that ran is not recorded" if state["inferred"] else ""
    return f"{state['state']} ({state['why']}); {run_in_words(row)}{inferred}"


def mechanism_of(context: Context, key: str) -> Mechanism:
    """The mechanism of that key in ``mechanisms.yml``. Raises RegisterError for one that is not there."""
    known = context.tables.mechanisms.mechanisms
    if key not in known:
        rule = f"mechanism is one of data/{MECHANISMS}: {', '.join(known)}"
        raise context.entry.fail(f"mechanism is {key!r}", "mechanism", rule=rule, fix=suggestion(key, known))
    return known[key]


def state_of(context: Context, row: Mapping[str, Any], mechanism: str) -> pd.Series:
    """The row of the table switches on ``mechanism`` in a result's files. Raises RegisterError where there is none."""
    table = context.tables.switches
    keys = zip(table["row_id"], table["mechanism"], strict=True)
    places = context.tables.once("places of states", lambda: {key: place for place, key in enumerate(keys)})
    if (row["row_id"], mechanism) not in places:
        rule = (
            f"they are known of {', '.join(sorted(set(table['benchmark'])))} in {', '.join(in_order(table['round']))}"
        )
        raise context.entry.fail(f"nobody looked for mechanisms in {row['row_id']}", "test", rule=rule)
    return table.iloc[places[row["row_id"], mechanism]]


def run_in_words(row: Mapping[str, Any]) -> str:
    """A run in a few words: submitter, system, scenario, round, result."""
    system = f"{row['accelerators']} {chip(row['accelerator'])}"
    return f"{row['submitter']} on {system}, {row['scenario']} {row['round']}, result {row['result_id']}"


# --- all that a register can ask ----------------------------------------------------------------------


# Every question, by what ``ask`` names.
QUESTIONS: dict[str, Word] = {
    "throughput": Word(throughput, ("of",), ("{}",)),
    "per_accelerator": Word(per_accelerator, ("of",), ("{} per accelerator", "{} per GPU", "{} per chip")),
    "ratio": Word(ratio, ("before", "after", "measure"), ("x",)),
    "outside": Word(outside),
    "sql": Word(value, ("sql", "of", "before", "after", "measure")),
}
# Every condition that is no figure, by the key that makes it.
CONDITIONS: dict[str, Word] = {
    "sql": Word(truth, ("sql", "of", "before", "after")),
    "mechanism": Word(switched, ("mechanism", "of", "state", "unlike")),
    "detail": Word(stated, ("detail", "source", "holds")),
}
