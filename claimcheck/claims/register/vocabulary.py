"""The words that many claims share; all else is asked with a query.

Questions about named results (their figures and ratios) and about wins, readings that give every value of a figure,
and conditions on what the files of a result show, or that no table holds. QUESTIONS, CONDITIONS and READINGS are all
that a register can ask, each by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import pandas as pd
from pydantic import AfterValidator, Field

from claimcheck.analysis import switches
from claimcheck.analysis.view import chip, product, without_target
from claimcheck.analysis.wins import (
    CHOICES,
    NOT_APPLICABLE,
    PLAIN,
    cells_won,
    in_words,
)
from claimcheck.claims.register.language import (
    RESULTS,
    TRAINING,
    Answer,
    Context,
    Missing,
    Query,
    Values,
    Word,
    truth,
    value,
    values,
)
from claimcheck.claims.register.rows import select
from claimcheck.core.documents import Model, Text, broken, suggestion
from claimcheck.core.printing import as_published
from claimcheck.data.paths import MECHANISMS
from claimcheck.data.rounds import in_order
from claimcheck.data.stacks import Mechanism

# Scale in which an answer is written: its value from the answer's, its unit from the answer's, and what it is in words.
SCALES: dict[str, tuple[Callable[[float], float], Callable[[str], str], str]] = {
    "millions": (lambda v: v / 1e6, lambda unit: f"million {unit}", "in millions"),
    "percent": (lambda v: v * 100, lambda unit: "%", "a ratio in percent"),
    "gain": (lambda v: (v - 1) * 100, lambda unit: "%", "by how many percent a ratio is above 1"),
    "saving": (lambda v: (1 - 1 / v) * 100, lambda unit: "%", "the share of a cost that a ratio saves at one price"),
}
Scale = Literal["millions", "percent", "gain", "saving"]


def who(row: Mapping[str, Any]) -> str:
    """A result's submitter, system, round and ID in a few words."""
    details = [" ".join(filter(None, (row["round"], row["availability"])))]
    details += [f"result {row['result_id']}"] if row["result_id"] else []
    named = row["accelerators"] and row["accelerator"]
    system = f"{row['accelerators']} {chip(row['accelerator'])}" if named else f"{row['system']}, no accelerator"
    return f"{row['submitter']} on {system} ({', '.join(details)})"


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


_Row = Annotated[Text, Field(description="name of one of the claim's rows")]


class OfRow(Model):
    """One result."""

    of: _Row = "of"


class Pair(Model):
    """Two results, the second over the first."""

    before: _Row = "before"
    after: _Row = "after"


class Measured(Pair):
    """Two results and how they are divided."""

    measure: Literal["per_accelerator", "value"] = Field(
        "per_accelerator", description="per_accelerator, or value for whole systems"
    )


def throughput(context: Context, asked: OfRow) -> Answer:
    """The published result of the row ``of``, in its own unit."""
    row = context.result(asked.of)
    return Answer(row["value"], f"published result of {who(row)}", context.rows[asked.of], unit=row["unit"])


def per_accelerator(context: Context, asked: OfRow) -> Answer:
    """The published result of the row ``of`` divided by its accelerators."""
    row = context.result(asked.of)
    how = f"{as_published(row['value'])} {row['unit']} / {row['accelerators']}, {who(row)}"
    return Answer(_per_accelerator(context, row), how, context.rows[asked.of], unit=row["unit"])


def ratio(context: Context, asked: Measured) -> Answer:
    """Result of the row ``after`` over that of the row ``before``: per accelerator, or of whole systems.

    Of times it is ``before`` over ``after``, so that above 1 is faster. Raises RegisterError for results of two
    benchmarks or scenarios, which are not compared.
    """
    before, after = context.result(asked.before), context.result(asked.after)
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
    older, newer = (as_published(float(f"{row['value']:.10g}")) for row in (before, after))
    if asked.measure == "per_accelerator":
        value = _per_accelerator(context, after) / _per_accelerator(context, before)
        formula = f"({newer} / {after['accelerators']}) / ({older} / {before['accelerators']})"
        return Answer(value, f"{who(after)} over {who(before)}, each per accelerator", rows, formula=formula)
    value = after["value"] / before["value"]
    if not after["higher_is_better"]:
        how = f"the time of {who(before)} over that of {who(after)}"
        return Answer(1 / value, how, rows, formula=f"{older} / {newer}")
    return Answer(value, f"{who(after)} over {who(before)}, whole systems", rows, formula=f"{newer} / {older}")


def full_run_ratio(context: Context, asked: Pair) -> Answer:
    """All output tokens over the whole run, until the last answer: the row ``after`` over ``before``, per accelerator.

    Of any two rounds whose logs are available. LoadGen's published rate stops at the answer to the last query that it
    issued, which in a short run is early.
    """
    tables = context.tables
    points = tables.once("points by row", lambda: tables.operating_points.set_index("row_id", drop=False))
    rows = tuple(context.result(name)["row_id"] for name in (asked.before, asked.after))
    if any(row_id not in points.index for row_id in rows):
        raise Missing("a run's log gives no latencies")
    runs = [points.loc[row_id] for row_id in rows]
    if any(pd.isna(run["full_run"]) for run in runs):
        raise Missing("no log says when a run's last answer came")
    earlier, later = (float(run["full_run"]) / int(run["accelerators"]) for run in runs)
    compared = " over ".join(
        f"{run['submitter']} on {run['accelerators']} {run['chip']}, {run['scenario']} {run['round']}, whose queries "
        f"arrived for {run['mean_latencies']:.1f} mean latencies"
        for run in reversed(runs)
    )
    return Answer(later / earlier, f"tokens of the whole run over its whole duration: {compared}", rows)


class Nothing(Model):
    """No argument."""


def outside(context: Context, asked: Nothing) -> Answer:
    """A figure that no result of MLPerf gives: measured elsewhere, a maker's specification, another matter."""
    return Answer(None, "no result of MLPerf states it")


class Tallied(Model):
    """What of the wins is counted."""

    tally: Literal["nvidia", "ratio"] = Field(description="NVIDIA's wins, or their ratio to everybody else's")


def _known_choices(choices: dict[str, str]) -> dict[str, str]:
    for choice, made in choices.items():
        if choice not in CHOICES or made not in (*CHOICES[choice], NOT_APPLICABLE):
            known = ", ".join(f"{c}: {v}" for c in CHOICES for v in CHOICES[c])
            raise broken(f"choices has {choice}: {made}", f"choices is one of {known}")
    return choices


class Wins(Tallied):
    """What of the wins is counted, by which definition."""

    choices: Annotated[dict[str, Text], AfterValidator(_known_choices)] | None = Field(
        None, description="choices of a definition of a win"
    )


def wins(context: Context, asked: Wins) -> Answer:
    """NVIDIA's wins (``tally`` nvidia) or their ratio to everybody else's, by the plainest definition of a win.

    With ``choices``, by the definition that differs from the plainest in these alone. ``span`` is the range over the
    definitions that the claim's sentence allows, or with ``choices``, that it allows but for these. The rows are the
    inference results with which others won.
    """
    tables, last = context.tables, context.roles.claims
    rule = PLAIN | (asked.choices or {})
    counts = tables.once(("counts by rule", last), lambda: tables.win_counts(last).set_index(list(CHOICES), drop=False))
    counted = counts.loc[tuple(rule.values())]
    cells = tables.once(("cells won", last, *rule.values()), lambda: cells_won(tables.contest(last), rule))
    won = cells.loc[cells["winner"] == "others", "row_id"]
    rows = tuple(won[won.isin(tables.results["row_id"])])
    how = f"{counted['nvidia']} wins for NVIDIA, {counted['others']} for all others, {counted['ratio']:.2f} times"
    how += f" ({in_words(rule)})"
    fixed = asked.choices or {}
    # Of the definitions with these choices, those that the sentence leaves out for nothing else.
    reasons = counts["ruled_out"].fillna("")
    alike = (counts[list(fixed)] == pd.Series(fixed, dtype=object)).all(axis=1) & (reasons == reasons[counted.name])
    values = counts.loc[alike, asked.tally].astype(float)
    values = values[values < float("inf")]
    definitions = "definitions of a win that the sentence allows" + (" but for these choices" if fixed else "")
    how = f"the range over {len(values)} {definitions}; {how}"
    return Answer(float(counted[asked.tally]), how, rows, (float(values.min()), float(values.max())))


# --- readings --------------------------------------------------------------------------------------


class Cell(Model):
    """Where two rounds are compared."""

    benchmark: Text
    scenario: Text
    accelerator: Text


def ratios(context: Context, asked: Cell) -> list[float]:
    """The ratio of every comparison of the rounds of ``before`` and ``after`` on one accelerator."""
    cell = {name: getattr(asked, name) for name in Cell.model_fields}
    select(context.tables, cell, context.entry, "sensitivity")  # raises when one is not known
    rounds = tuple(
        context.tables.row(ids[0])["round"] for name in ("before", "after") if (ids := context.rows.get(name))
    )
    pairs = context.tables.compared(*(rounds if len(rounds) == 2 else context.roles.pair))
    cell["product"] = product(cell.pop("accelerator"))
    for name in cell:
        pairs = pairs[pairs[name] == cell[name]]
    if pairs.empty:
        raise context.entry.fail("sensitivity meets no pair of results", "sensitivity")
    return pairs["ratio"].tolist()


def wins_by_rule(context: Context, asked: Tallied) -> list[float]:
    """NVIDIA's wins or the ratio by every definition of a win that the claim's sentence allows.

    The table counting_rules says which and why. A definition by which others won nothing has no ratio.
    """
    counts = context.tables.win_counts(context.roles.claims)
    values = counts.loc[counts["ruled_out"].isna(), asked.tally].astype(float)
    return values[values < float("inf")].tolist()


# --- conditions -------------------------------------------------------------------------------------


class Stated(Model):
    """What is stated, and where."""

    holds: bool = Field(description="whether it is so")
    detail: Text = Field(description="what is known about it")
    source: Text = Field(description="where that is said")


def stated(context: Context, asked: Stated) -> Answer:
    """A fact that no table holds, stated with its source."""
    return Answer(asked.holds, f"{asked.detail} ({asked.source})")


class Switched(OfRow):
    """A mechanism and the runs in which it is on or off."""

    mechanism: Text = Field(
        description="a mechanism of data/facts/mechanisms.yml", json_schema_extra={"names": "mechanism"}
    )
    state: Literal["on", "off"] = Field(
        "on", description="on, or off: another choice, forbidden, or nothing to apply it to"
    )
    unlike: _Row | None = None


def switched(context: Context, asked: Switched) -> Answer:
    """The files of the row ``of`` show ``mechanism`` on (or off), and not so in the row ``unlike``, if one is named.

    A file that is silent, and notes about a command that is not recorded, show neither.
    """
    mechanism_of(context, asked.mechanism)
    of = context.result(asked.of)
    states = {"on": (switches.ON,), "off": (switches.OFF, switches.FORBIDDEN, switches.NOT_APPLICABLE)}[asked.state]
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
    if context.tables.mechanisms is None:
        raise context.entry.fail("there is no register of mechanisms", rule=f"data/{MECHANISMS} holds it")
    known = context.tables.mechanisms.mechanisms
    if key not in known:
        rule = f"mechanism is one of {', '.join(known)}"
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


def _own(given: Any, answer: Answer) -> tuple[str, ...]:
    return (answer.unit,) if answer.unit else ()


def _per(given: Any, answer: Answer) -> tuple[str, ...]:
    return tuple(f"{unit} per {chip}" for unit in _own(given, answer) for chip in ("accelerator", "GPU", "chip"))


def _times(given: Any, answer: Answer) -> tuple[str, ...]:
    return ("x",)


def _tallied(given: Tallied, answer: Answer) -> tuple[str, ...]:
    return ("x",) if given.tally == "ratio" else ("wins",)


_OWN_UNIT = "the result's own: ``tokens/s``, ``samples/s``, ``queries/s``, ``ms``, ``s``, ``minutes``"
_BOTH, _WINS = (RESULTS, TRAINING), "``wins`` or ``x``"
QUESTIONS: dict[str, Word] = {
    "throughput": Word(OfRow, throughput, _OWN_UNIT, _own, _BOTH),
    "per_accelerator": Word(OfRow, per_accelerator, "the result's own and ``per accelerator``", _per),
    "ratio": Word(Measured, ratio, "``x``", _times, _BOTH),
    "full_run_ratio": Word(Pair, full_run_ratio, "``x``", _times, ("loadgen_runs",)),
    "outside": Word(Nothing, outside, tables=(), rests="outside"),
    "wins": Word(Wins, wins, _WINS, _tallied, _BOTH),
    "sql": Word(Query, value),
}
CONDITIONS: dict[str, Word] = {
    "stated": Word(Stated, stated, rests="outside"),
    "switched": Word(Switched, switched, rests="configurations"),
    "sql": Word(Query, truth),
}
READINGS: dict[str, Word] = {
    "ratios": Word(Cell, ratios, "``x``", _times, of="comparisons of the two rounds"),
    "wins by rule": Word(Tallied, wins_by_rule, _WINS, _tallied, of="definitions that the sentence allows"),
    "sql": Word(Values, values, "``unit``", lambda given, answer: (given.unit,)),
}
