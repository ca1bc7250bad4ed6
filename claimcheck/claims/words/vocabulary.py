"""The words that many claims share; all else is asked with a query.

Questions about named results (their figures and ratios) and about wins, readings that give every value of a figure,
and conditions on two results or on what the files of one show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import pandas as pd
from pydantic import AfterValidator, Field

from claimcheck.analysis import cost as costs
from claimcheck.analysis import switches
from claimcheck.analysis.compare import COMPARABLE, SHARED, VERSIONS_LABEL, Shared, shared, versions
from claimcheck.analysis.results import family
from claimcheck.analysis.view import chip, product
from claimcheck.analysis.wins.definitions import (
    CHOICES,
    NOT_APPLICABLE,
    PLAIN,
    Rule,
    cells_won,
    in_words,
    winners_finder,
)
from claimcheck.claims.words.language import (
    ANY_UNIT,
    BOTH,
    OWN,
    PER_ACCELERATOR,
    Answer,
    Context,
    Finding,
    Measure,
    Mechanism,
    Missing,
    Row,
    Rows,
    Unit,
    condition,
    question,
    reading,
)
from claimcheck.claims.words.rows import OTHER_SUITES, pool, select
from claimcheck.core.documents import Text, broken
from claimcheck.core.printing import as_published
from claimcheck.data import mechanisms
from claimcheck.data.paths import MECHANISMS, ROUNDS
from claimcheck.data.rounds import in_order

# Scale in which an answer is written: its value from the answer's, its unit from the answer's, and what it is in words.
SCALES: dict[str, tuple[Callable[[float], float], Callable[[str], str], str]] = {
    "millions": (lambda v: v / 1e6, lambda unit: f"million {unit}", "in millions"),
    "percent": (lambda v: v * 100, lambda unit: "%", "a ratio in percent"),
    "gain": (lambda v: (v - 1) * 100, lambda unit: "%", "by how many percent a ratio is above 1"),
    "saving": (
        lambda v: costs.saving(v) * 100,
        lambda unit: "%",
        "the share of a cost that a ratio saves at one price",
    ),
}
Scale = Literal["millions", "percent", "gain", "saving"]


def none(context: Context, how: str) -> Answer:
    """An answer without a value; ``how`` says why there is none."""
    return Answer(None, context.tables.results.head(0), how)


def who(row: pd.Series) -> str:
    """A result's submitter, system, round and ID in a few words."""
    details = [str(row["round"]) if pd.isna(row["availability"]) else f"{row['round']} {row['availability']}"]
    if pd.notna(row["result_id"]):
        details.append(f"result {row['result_id']}")
    return f"{row['submitter']} on {_system(row)} ({', '.join(details)})"


def whose(row: pd.Series) -> str:
    """A result in a few words, with its category where it is not on sale: NVIDIA's 72 Vera Rubin (preview)."""
    owner = str(row["submitter"]).replace("_", " ")
    system = f"{owner}'s {int(row['accelerators'])} {chip(str(row['accelerator']))}"
    sold = pd.isna(row["availability"]) or row["availability"] == "available"
    return system if sold else f"{system} ({row['availability']})"


def _system(row: pd.Series) -> str:
    if pd.isna(row["accelerators"]) or pd.isna(row["accelerator"]):
        return f"{row['system']}, no accelerator"
    return f"{int(row['accelerators'])} {chip(row['accelerator'])}"


def _per_accelerator(context: Context, row: pd.Series) -> float:
    """The row's figure per accelerator. Raises RegisterError for a time, and for a system without accelerators."""
    if pd.isna(row["per_accelerator"]):
        rule = "a time is not divided by accelerators" if not row["higher_is_better"] else "the system has none"
        raise context.entry.fail(
            f"{row['benchmark']} {row['scenario']} of {row['submitter']} has no figure per accelerator",
            "figures",
            rule=rule,
            fix="ask for throughput, or give measure: value",
        )
    return float(row["per_accelerator"])


@question(OWN, BOTH)
def throughput(context: Context, of: Rows) -> Answer:
    """The published result of the row ``of``, in its own unit."""
    row = of.iloc[0]
    return Answer(float(row["value"]), of, f"published result of {who(row)}")


@question(PER_ACCELERATOR)
def per_accelerator(context: Context, of: Rows) -> Answer:
    """The published result of the row ``of`` divided by its accelerators."""
    row = of.iloc[0]
    value = _per_accelerator(context, row)
    how = f"{as_published(row['value'])} {row['unit']} / {int(row['accelerators'])}, {who(row)}"
    return Answer(value, of, how)


@question("x", BOTH)
def ratio(context: Context, before: Row, after: Row, measure: Measure = "per_accelerator") -> Answer:
    """Result of the row ``after`` over that of the row ``before``: per accelerator, or of whole systems.

    Of times it is ``before`` over ``after``, so that above 1 is faster. Raises RegisterError for results of two
    benchmarks or scenarios, which are not compared.
    """
    rows = pd.DataFrame([before, after])
    _require_one_cell(context, rows)
    if measure == "per_accelerator":
        value = _per_accelerator(context, after) / _per_accelerator(context, before)
        how = "each per accelerator"
    else:
        value, how = float(after["value"]) / float(before["value"]), "whole systems"
        if not bool(after["higher_is_better"]):
            return Answer(1 / value, rows, f"the time of {who(before)} over that of {who(after)}")
    return Answer(value, rows, f"{who(after)} over {who(before)}, {how}")


def _require_one_cell(context: Context, rows: pd.DataFrame) -> None:
    """Raise RegisterError unless all rows are of one benchmark (its variants are one) and scenario."""
    cells = pd.DataFrame({"benchmark": family(rows["benchmark"]), "scenario": rows["scenario"]}).drop_duplicates()
    if len(cells) > 1:
        raise context.entry.fail(
            "the results are of " + " and ".join(f"{c.benchmark} {c.scenario}" for c in cells.head(3).itertuples()),
            "rows",
            rule="results are compared within one benchmark and scenario",
            fix="name rows of the same benchmark and scenario",
        )


@question("x", ("loadgen_runs",))
def full_run_ratio(context: Context, before: Row, after: Row) -> Answer:
    """All output tokens over the whole run, until the last answer: the row ``after`` over ``before``, per accelerator.

    Of any two rounds whose logs are available. LoadGen's published rate stops at the answer to the last query that it
    issued, which in a short run is early.
    """
    points = context.tables.operating_points.set_index("row_id", drop=False)
    if any(row["row_id"] not in points.index for row in (before, after)):
        raise Missing("a run's log gives no latencies")
    runs = [points.loc[row["row_id"]] for row in (before, after)]
    if any(pd.isna(run["full_run"]) for run in runs):
        raise Missing("no log says when a run's last answer came")
    earlier, later = (float(run["full_run"]) / int(run["accelerators"]) for run in runs)
    compared = " over ".join(
        f"{run['submitter']} on {run['accelerators']} {run['chip']}, {run['scenario']} {run['round']}, whose queries "
        f"arrived for {run['mean_latencies']:.1f} mean latencies"
        for run in reversed(runs)
    )
    rows = context.results(before["row_id"], after["row_id"])
    return Answer(later / earlier, rows, f"tokens of the whole run over its whole duration: {compared}")


@question(ANY_UNIT, (), rests=("outside",))
def outside(context: Context) -> Answer:
    """A figure that no result of MLPerf gives: measured elsewhere, a maker's specification, another matter."""
    return none(context, "no result of MLPerf states it")


Tally = Annotated[Literal["nvidia", "ratio"], Field(description="NVIDIA's wins, or their ratio to everybody else's")]


_UNIT = Unit("``wins`` or ``x``", lambda figure, answer: ("x",) if figure.tally == "ratio" else ("wins",))


def _known_choices(choices: dict[str, str]) -> dict[str, str]:
    for choice, value in choices.items():
        if choice not in CHOICES or value not in (*CHOICES[choice], NOT_APPLICABLE):
            known = ", ".join(f"{c}: {v}" for c in CHOICES for v in CHOICES[c])
            raise broken(f"choices has {choice}: {value}", f"choices is one of {known}")
    return choices


Choices = Annotated[
    dict[str, Text], AfterValidator(_known_choices), Field(description="choices of a definition of a win")
]


@question(_UNIT, BOTH)
def wins(context: Context, tally: Tally, choices: Choices | None = None) -> Answer:
    """NVIDIA's wins (``tally`` nvidia) or their ratio to everybody else's, by the plainest definition of a win.

    With ``choices``, by the definition that differs from the plainest in these alone. ``span`` is the range over the
    definitions that the claim's sentence allows, or with ``choices``, that it allows but for these. The rows are the
    inference results with which others won.
    """
    tables, last = context.tables, context.roles.claims
    rule = Rule(**{**vars(PLAIN), **(choices or {})})
    counts = tables.once(("counts by rule", last), lambda: tables.win_counts(last).set_index(list(CHOICES), drop=False))
    counted = counts.loc[tuple(vars(rule)[choice] for choice in CHOICES)]
    cells = cells_won(tables.once(("finder", last), lambda: winners_finder(tables.contest(last))), rule)
    rows = tables.results[tables.results["row_id"].isin(cells[cells["winner"] == "others"]["row_id"])]
    how = f"{counted['nvidia']} wins for NVIDIA, {counted['others']} for all others, {counted['ratio']:.2f} times"
    how += f" ({in_words(vars(rule))})"
    fixed = choices or {}
    # Of the definitions with these choices, those that the sentence leaves out for nothing else.
    reasons = counts["ruled_out"].fillna("")
    alike = (counts[list(fixed)] == pd.Series(fixed, dtype=object)).all(axis=1) & (reasons == reasons[counted.name])
    values = counts.loc[alike, tally].astype(float)
    values = values[values < float("inf")]
    definitions = "definitions of a win that the sentence allows" + (" but for these choices" if fixed else "")
    how = f"the range over {len(values)} {definitions}; {how}"
    return Answer(float(counted[tally]), rows, how, (float(values.min()), float(values.max())))


# --- readings --------------------------------------------------------------------------------------


@reading("x", "comparisons of the two rounds")
def ratios(context: Context, benchmark: Text, scenario: Text, accelerator: Text) -> pd.Series:
    """The ratio of every comparison of the rounds of ``before`` and ``after`` on one accelerator."""
    cell = {"benchmark": benchmark, "scenario": scenario, "accelerator": accelerator}
    select(pool(context.tables, cell), cell, context.entry, "sensitivity")  # raises when one is not known
    pair = [context.row(name) for name in ("before", "after") if name in context.rows]
    rounds = tuple(str(row["round"]) for row in pair if row is not None)
    pairs = context.tables.compared(*(rounds if len(rounds) == 2 else context.roles.pair))
    cell["product"] = product(cell.pop("accelerator"))
    for name, value in cell.items():
        pairs = pairs[pairs[name] == value]
    if pairs.empty:
        raise context.entry.fail("sensitivity meets no pair of results", "sensitivity")
    return pairs["ratio"].astype(float)


@reading(_UNIT, "definitions that the sentence allows")
def wins_by_rule(context: Context, tally: Tally) -> pd.Series:
    """NVIDIA's wins or the ratio by every definition of a win that the claim's sentence allows.

    The table counting_rules says which and why. A definition by which others won nothing has no ratio.
    """
    counts = context.tables.win_counts(context.roles.claims)
    values = counts.loc[counts["ruled_out"].isna(), tally].astype(float)
    return values[values < float("inf")]


# --- conditions -------------------------------------------------------------------------------------


def _share(check: Shared) -> None:
    """Make a condition of a property that two results can share, as ``analysis.compare`` declares it."""

    def function(context: Context, before: Row, after: Row) -> Finding:
        holds, detail = shared(check, before, after)
        return Finding(holds is True, detail)

    function.__name__, function.__doc__ = check.name, check.meaning
    condition(check.label, any_row=True, imposed=check.imposed)(function)


for _check in SHARED:
    _share(_check)


@condition(VERSIONS_LABEL, any_row=True, rests=("rules",))
def comparable_versions(context: Context, before: Row, after: Row) -> Finding:
    """MLCommons calls the benchmark's results of the two rounds comparable."""
    if str(after["suite"]) in OTHER_SUITES:
        rule = f"{ROUNDS} holds no such list of Training"
        raise context.entry.fail("comparable_versions knows MLPerf Inference only", "test", rule=rule)
    state, detail = versions(before, after, context.tables.listed)
    return Finding(state in COMPARABLE, detail)


@condition(any_row=True, rests=("outside",))
def stated(
    context: Context,
    holds: Annotated[bool, Field(description="whether it is so")],
    detail: Annotated[Text, Field(description="what is known about it")],
    source: Annotated[Text, Field(description="where that is said")],
) -> Finding:
    """A fact that no table holds, stated with its source."""
    return Finding(holds, f"{context.fill(detail, 'detail')} ({source})")


@condition(rests=("configurations",))
def switched(
    context: Context,
    mechanism: Mechanism,
    of: Row,
    state: Annotated[
        Literal["on", "off"], Field(description="on, or off: another choice, forbidden, or nothing to apply it to")
    ] = "on",
    unlike: Row | None = None,
) -> Finding:
    """The files of the row ``of`` show ``mechanism`` on (or off), and not so in the row ``unlike``, if one is named.

    A file that is silent, and notes about a command that is not recorded, show neither.
    """
    states = {"on": (switches.ON,), "off": (switches.OFF, switches.FORBIDDEN, switches.NOT_APPLICABLE)}[state]
    shown = state_of(context, of, mechanism)
    holds, detail = shown["state"] in states, _state_in_words(shown, of)
    if unlike is None:
        return Finding(holds, detail)
    other = state_of(context, unlike, mechanism)
    detail = f"before: {_state_in_words(other, unlike)}; after: {detail}"
    return Finding(holds and other["state"] not in states, detail)


def _state_in_words(state: pd.Series, row: pd.Series) -> str:
    inferred = "; inferred: the command that ran is not recorded" if state["inferred"] else ""
    return f"{state['state']} ({state['why']}); {run_in_words(row)}{inferred}"


def mechanism_of(context: Context, key: str) -> mechanisms.Mechanism:
    """The mechanism of that key in ``mechanisms.yml``. Raises RegisterError where there is no such register."""
    if context.tables.mechanisms is None:
        raise context.entry.fail("there is no register of mechanisms", rule=f"data/{MECHANISMS} holds it")
    return context.tables.mechanisms.mechanisms[key]


def state_of(context: Context, row: pd.Series, mechanism: str) -> pd.Series:
    """The row of the table switches on ``mechanism`` in a result's files. Raises RegisterError where there is none."""
    switches = context.tables.switches
    states = switches[(switches["row_id"] == row["row_id"]) & (switches["mechanism"] == mechanism)]
    if states.empty:
        benchmarks, rounds = ", ".join(sorted(set(switches["benchmark"]))), ", ".join(in_order(switches["round"]))
        rule = f"they are known of {benchmarks} in {rounds}"
        raise context.entry.fail(f"nobody looked for mechanisms in {row['row_id']}", "test", rule=rule)
    return states.iloc[0]


def run_in_words(row: pd.Series) -> str:
    """A run in a few words: submitter, system, scenario, round, result."""
    system = f"{int(row['accelerators'])} {chip(str(row['accelerator']))}"
    return f"{row['submitter']} on {system}, {row['scenario']} {row['round']}, result {row['result_id']}"
