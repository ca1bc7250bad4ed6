"""Two results side by side: may they be compared, what do they share, and what is left of a ratio under conditions.

What decides is declared here once. Claims ask it of the results that they name (``claims.conditions``), the command
``claimcheck compare`` of any two, and the page that compares any two reads the same declarations as data.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pandas as pd

from claimcheck.analysis.generations import comparable_groups
from claimcheck.analysis.results import half_up
from claimcheck.analysis.speedup import CELL, comparisons
from claimcheck.printing import listed
from claimcheck.rounds import order


class Imposed(NamedTuple):
    """How a condition on two results is imposed on the table comparisons.

    ``words`` follow "for": one owner. ``column`` is the flag of the table that says which comparisons meet it; none
    where all of them do.
    """

    words: str
    column: str | None = None


@dataclass(frozen=True)
class Shared:
    """A condition that two results share the value of a ``column``, and where ``value`` is given, that it is this one.

    ``differ`` says in words that they do not, ``other`` that they share another value. ``subject``: where the results
    differ in this column, the comparison is about that difference, and the condition is not asked of it.
    """

    name: str
    label: str
    column: str
    meaning: str
    differ: str
    imposed: Imposed | None = None
    value: str | None = None
    other: str = ""
    subject: str | None = None


SHARED = (
    Shared(
        "same_accelerator",
        "same accelerator",
        "accelerator",
        "Both results on the same accelerator model.",
        "the two results run on different accelerators",
        Imposed("one accelerator"),
        subject="accelerator",
    ),
    Shared(
        "same_division",
        "same division",
        "division",
        "Both results in the same division.",
        "the two results are in different divisions",
        Imposed("one division"),
    ),
    Shared(
        "both_available",
        "both systems available",
        "availability",
        "Both systems in the category available: a buyer could have them.",
        "the two systems are of different categories",
        Imposed("systems that could be bought", "both_available"),
        value="available",
        other="neither system was in the category available",
    ),
    Shared(
        "same_submitter",
        "same submitter",
        "submitter",
        "Both results by the same submitter.",
        "the two results come from different companies",
        Imposed("one owner", "same_submitter"),
        subject="platform_vendor",
    ),
    Shared(
        "same_number",
        "same number of accelerators",
        "accelerators",
        "Both results on the same number of accelerators.",
        "the two systems have different numbers of accelerators",
        Imposed("one size", "same_number"),
    ),
    Shared(
        "same_software",
        "same software",
        "software",
        "Both results name the same software.",
        "the two results name different software",
    ),
)
VERSIONS, VERSIONS_LABEL = "comparable_versions", "versions comparable"
# What a comparison of any two results is asked, in this order: what the claims on ratios are asked.
ASKED = ("same_accelerator", "same_division", VERSIONS, "both_available", "same_submitter", "same_number")
NOT_STATED = "not stated"


def shared(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether two rows of inference_results meet a condition, and what they state, in words."""
    rows = (before, after)
    said = [NOT_STATED if pd.isna(row[check.column]) else str(row[check.column]) for row in rows]
    one_round = before["round"] == after["round"]
    if NOT_STATED in said or said[0] != said[1]:
        each = (what if one_round else f"{what} in {row['round']}" for what, row in zip(said, rows, strict=True))
        return False, f"{check.differ} ({(' and ' if one_round else ', ').join(each)})"
    both = f"{said[0]} in both {'results' if one_round else 'rounds'}"
    if check.value and said[0] != check.value:
        return False, f"{check.other} ({both})"
    return True, both


def asked_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Those of ASKED that a comparison of two rows is asked: not whether they share what the comparison is about."""
    about = {check.name: check.subject for check in SHARED if check.subject}
    differ = {name for name, column in about.items() if not _equal(before[column], after[column])}
    return [name for name in ASKED if name not in differ]


def _equal(one: object, two: object) -> bool:
    return bool(pd.notna(one) and pd.notna(two) and one == two)


class Listed(NamedTuple):
    """MLCommons' compatibility table: of each benchmark, groups of rounds whose results are comparable.

    ``rounds``: those that it names of each benchmark, in its order.
    """

    rounds: Mapping[str, Sequence[str]]
    groups: Mapping[str, Sequence[Sequence[str]]]

    @property
    def last(self) -> str:
        """The last round that the table reaches."""
        return max(itertools.chain.from_iterable(self.rounds.values()), key=order)


def compatibility(rounds: Mapping[str, Sequence[str]], breaks: Mapping[str, Sequence[str]]) -> Listed:
    """The compatibility table from its rounds of each benchmark, and the rounds at which one starts anew."""
    return Listed(rounds, comparable_groups(rounds, breaks))


State = Literal["one round", "comparable", "not comparable", "not settled"]


def versions(before: Mapping[str, Any], after: Mapping[str, Any], table: Listed) -> tuple[State, str]:
    """What MLCommons' table says of the rounds of two rows of one benchmark, and that in words.

    Not settled: one of the rounds is later than the table.
    """
    if before["round"] == after["round"]:
        return "one round", f"both results are of {before['round']}"
    benchmark, pair = str(after["benchmark"]), {before["round"], after["round"]}
    rounds = ", ".join(table.rounds.get(benchmark, ())) or "no rounds"
    named = f"MLCommons' table: {benchmark} comparable across {rounds}"
    groups = table.groups.get(benchmark, ())
    if any(pair <= set(group) for group in groups):
        return "comparable", named
    if any(order(one) > order(table.last) for one in pair):
        return "not settled", f"{named}; it ends with {table.last}"
    cuts = ", ".join(group[0] for group in groups[1:])
    return "not comparable", f"{named}{f', anew from {cuts}' if cuts else ''}"


Allowed = Literal["no", "not settled", "with care", "yes"]
# May two results be compared? The first of these that is so; each begins what a reader is told.
WORDS = {
    "benchmark": "No. They are results of two benchmarks: {before} and {after}.",
    "scenario": "No. They are results of two scenarios: {before} and {after}.",
    "unit": "No. They are measured in two units: {before} and {after}.",
    "not comparable": "No. MLCommons does not call these two versions comparable ({versions}).",
    "not settled": "It is not settled. MLCommons' table does not reach both versions yet ({versions}).",
    "with care": "With care. The two results are in different divisions ({before} and {after}): the open division may "
    "run another model or another accuracy.",
    "yes": "Yes. They are results of one benchmark, scenario and division, and MLCommons calls their versions "
    "comparable.",
    "one round": "Yes. They are results of one round, benchmark, scenario and division.",
    "state": "Whoever prints the comparison must also state that they differ in {differences}.",
}
# What is said of a condition that fails: the phrase is that of the verdicts, for one owner.
MATTERS = {
    "figure": "It matters: {phrase} the best comparison gives {figure}.",
    "none": "It matters: {phrase}.",
    "same": "It does not change the figure: {phrase} the best comparison gives {figure}.",
    "untested": "It matters, and no other comparison can show how much.",
    "together": "All of this together: {phrase} the best comparison gives {figure}.",
    "together none": "All of this together: {phrase}.",
}
# The comparison in a sentence.
SENTENCE = {
    "divided": "Per accelerator, {after} made {ratio} times the {unit} of {before} in MLPerf® Inference {cell}.",
    "whole": "{after} made {ratio} times the {unit} of {before} in MLPerf® Inference {cell}.",
    "times": "{after} was {ratio} times as fast as {before} in MLPerf® Inference {cell}.",
}
# A result in a few words, and the comparison as a register that ``claimcheck check`` reads; ``words`` is a JSON text.
RESULT = "{submitter} on {number}{chip} ({round})"
NO_CHIP = "CPUs alone"
ENTRY = """\
claims:
  compared:
    statement: {statement}
    rows:
      before: {{row_id: {before}}}
      after: {{row_id: {after}}}
    figures:
      - {{published: {published}, unit: x, decimals: {decimals}, rule: rounds, ask: ratio{measure}}}
    conditions: [{conditions}]
"""
STATEMENT = "{after} is {{figure.1}} times {before}, {cell}."
MEASURE = ", measure: value"
# What the rules on results in print ask to be stated: mlcommons/policies, MLPerf_Results_Messaging_Guidelines.adoc.
TO_STATE = {
    "round": "version",
    "division": "division",
    "availability": "category",
    "accelerators": "number of accelerators",
}


def may_compare(before: Mapping[str, Any], after: Mapping[str, Any], table: Listed) -> tuple[Allowed, str]:
    """May two rows of inference_results be compared, and why, in sentences.

    Source: mlcommons/policies, MLPerf_Results_Messaging_Guidelines.adoc: results of one benchmark and scenario in
    compatible versions, with their differences in version, division, category and number of chips stated.
    """
    values = {"benchmark": [family(str(row["benchmark"])) for row in (before, after)]}
    values |= {name: [row[name] for row in (before, after)] for name in ("scenario", "unit", "division")}
    for name in ("benchmark", "scenario", "unit"):
        if values[name][0] != values[name][1]:
            return "no", WORDS[name].format(before=values[name][0], after=values[name][1])
    state, said = versions(before, after, table)
    if state == "not comparable":
        return "no", WORDS[state].format(versions=said)
    differ = [words for name, words in TO_STATE.items() if not _equal(before[name], after[name])]
    stated = [WORDS["state"].format(differences=listed(differ))] if differ else []
    if state == "not settled":
        allowed, first = state, WORDS[state].format(versions=said)
    elif values["division"][0] != values["division"][1]:
        allowed = "with care"
        first = WORDS[allowed].format(before=values["division"][0], after=values["division"][1])
    else:
        allowed, first = "yes", WORDS["one round" if state == "one round" else "yes"]
    return allowed, " ".join([first, *stated])


def family(benchmark: str) -> str:
    """A benchmark without its accuracy target: llama2-70b-99.9 -> llama2-70b."""
    return benchmark.removesuffix("-99.9").removesuffix("-99")


def divisible(row: Mapping[str, Any]) -> bool:
    """Whether a row's figure can be divided by its accelerators: a rate, of a system that has some."""
    return bool(row["higher_is_better"]) and pd.notna(row["accelerators"])


class Ratio(NamedTuple):
    """A ratio of two results, above 1 where the second is better; per accelerator where both can be divided."""

    total: float
    per_accelerator: float | None

    @property
    def shown(self) -> float:
        """Per accelerator where there is one."""
        return self.total if self.per_accelerator is None else self.per_accelerator


def ratio(before: Mapping[str, Any], after: Mapping[str, Any]) -> Ratio | None:
    """The ratio of two rows of one unit: rates after over before, times before over after; None where one is 0."""
    one, two = float(before["value"]), float(after["value"])
    if not one or not two:
        return None
    if not bool(after["higher_is_better"]):
        return Ratio(1 / (two / one), None)
    divided = all(divisible(row) for row in (before, after))
    per = two / float(after["accelerators"]) / (one / float(before["accelerators"])) if divided else None
    return Ratio(two / one, per)


def kind_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Which of SENTENCE a ratio of two rows takes."""
    if not bool(after["higher_is_better"]):
        return "times"
    return "divided" if divisible(before) and divisible(after) else "whole"


def decimals(value: float) -> int:
    """With how many decimals a ratio is printed: two, or as many as show two digits other than leading zeros."""
    found = 2
    while found < 6 and half_up(value, found) * 10 ** (found - 1) < 1:
        found += 1
    return found


FLAGS = tuple(check.imposed.column for check in SHARED if check.imposed and check.imposed.column)


def best_meeting(pairs: pd.DataFrame, accelerators: Collection[str], flags: Iterable[str]) -> pd.Series | None:
    """The highest ratio on one of ``accelerators`` among rows of comparisons that meet ``flags``; None without any."""
    found = pairs[pairs["accelerator"].isin(accelerators) & pairs[list(flags)].all(axis=1)]
    if found.empty:
        return None
    return found.sort_values(["ratio", "row_id_after"], ascending=[False, True]).iloc[0]


def imposed_comparisons(results: pd.DataFrame, rounds: Sequence[str]) -> pd.DataFrame:
    """The best comparison of every two rounds in a cell under each set of conditions that can be imposed.

    ``results`` is inference_results, ``rounds`` are all rounds, oldest first. One row a pair of rounds, benchmark,
    scenario, accelerator and set of FLAGS that has a comparison: what ``best_meeting`` finds there. Columns as in the
    table ``imposed_comparisons``.
    """
    pairs = comparisons(results, itertools.combinations(rounds, 2))
    pairs = pairs.sort_values(["ratio", "row_id_after"], ascending=[False, True])
    found = []
    for chosen in itertools.product((False, True), repeat=len(FLAGS)):
        kept = pairs
        for name, wanted in zip(FLAGS, chosen, strict=True):
            kept = kept[kept[name].astype(bool)] if wanted else kept
        best = kept.drop_duplicates(["before", "after", *CELL])
        found.append(best.assign(**dict(zip(FLAGS, chosen, strict=True))))
    columns = ["before", "after", *CELL, *FLAGS, "row_id_before", "row_id_after", "ratio"]
    return pd.concat(found, ignore_index=True)[columns]
