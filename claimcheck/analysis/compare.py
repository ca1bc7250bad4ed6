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

from claimcheck.analysis.generations import ROUNDS, comparable_groups, limited_power
from claimcheck.analysis.results import half_up, without_target
from claimcheck.analysis.speedup import CELL, comparisons
from claimcheck.printing import listed
from claimcheck.rounds import Break, in_order, order


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

    ``what`` is what the column holds, in words; ``differ`` says that they do not share it, ``other`` that they share
    another value. ``subject``: where the results differ in this column, the comparison is about that difference, and
    the condition is not asked of it.
    """

    name: str
    label: str
    column: str
    what: str
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
        "division",
        "Both results in the same division.",
        "the two results are in different divisions",
        Imposed("one division"),
    ),
    Shared(
        "both_available",
        "both systems available",
        "availability",
        "category",
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
        "number of accelerators",
        "Both results on the same number of accelerators.",
        "the two systems have different numbers of accelerators",
        Imposed("one size", "same_number"),
    ),
    Shared(
        "same_software",
        "same software",
        "software",
        "software",
        "Both results name the same software.",
        "the two results name different software",
    ),
)
VERSIONS, VERSIONS_LABEL = "comparable_versions", "versions comparable"
# What a comparison of any two results is asked, in this order: what the claims on ratios are asked.
ASKED = ("same_accelerator", "same_division", VERSIONS, "both_available", "same_submitter", "same_number")
NOT_STATED = "not stated"
# What a system without accelerators has for an accelerator, and for their number.
NO_CHIP, NO_CHIPS = "CPUs alone", "none"
# The programs that send a run's queries and take its time: LoadGen, and since v6.1 MLCommons' newer one as well
# (mlcommons/endpoints), whose report has this name.
LOADGEN, ENDPOINTS = "LoadGen", "the harness of MLPerf Endpoints"
ENDPOINTS_SINCE, ENDPOINTS_REPORT = "v6.1", "result_summary.json"
# In the paths of MLCommons' experiments repository: results of submissions that measured power.
_EXPERIMENT, _POWER = "experiment/", "-power--"


def stated(row: Mapping[str, Any], column: str) -> str | None:
    """What the source states of a row of inference_results, in words; None where it states nothing.

    ``column`` is one of the table, or one of these, which follow from several: ``family`` and ``target``, a benchmark
    without its accuracy target and that target (empty where it has one alone); ``program``, which timed the run;
    ``power``, yes for a power submission.
    """
    if column in ("family", "target"):
        return without_target(str(row["benchmark"]))[column == "target"]
    if column == "program":
        return program(row["round"], row["log_path"])
    if column == "power":
        measured = power_measured(*(row[name] for name in POWER_FROM))
        return None if measured is None else "yes" if measured else "no"
    if column in ("accelerator", "accelerators") and pd.isna(row["accelerator"]):
        return NO_CHIP if column == "accelerator" else NO_CHIPS
    return None if pd.isna(row[column]) else str(row[column])


def program(round_: str, log_path: object) -> str | None:
    """The program that timed a run, by its round and the path of its log; None where that is not known."""
    if pd.notna(log_path):
        return ENDPOINTS if str(log_path).endswith(ENDPOINTS_REPORT) else LOADGEN
    return LOADGEN if order(round_) < order(ENDPOINTS_SINCE) else None


POWER_FROM = ("system", "system_name", "path", "experiments_path")


def power_measured(system: object, system_name: object, path: object, experiments_path: object) -> bool | None:
    """Whether a result is of a submission that measured power; None where its source does not say.

    The paths of MLCommons' experiments repository say it. Where they are silent, a run at limited power (MaxQ) is
    one: in the rounds where both are known, every such run is a power submission.
    """
    where = next((str(text) for text in (path, experiments_path) if str(text).startswith(_EXPERIMENT)), "")
    if _POWER in where or limited_power(f"{system} {system_name}"):
        return True
    return False if where else None


def shared(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[bool | None, str]:
    """Whether two rows of inference_results meet a condition, and what they state, in words.

    None where they might: the source does not state the value of one of them or of both.
    """
    rows = (before, after)
    said = [stated(row, check.column) for row in rows]
    one_round = before["round"] == after["round"]
    if None in said:
        missing = [row for row, text in zip(rows, said, strict=True) if text is None]
        if len(missing) == len(rows):
            which = WHICH["both"]
        else:
            which = WHICH["one"] if one_round else WHICH["of"].format(round=missing[0]["round"])
        return None, UNSTATED.format(what=check.what, which=which)
    if said[0] != said[1]:
        each = (what if one_round else f"{what} in {row['round']}" for what, row in zip(said, rows, strict=True))
        return False, f"{check.differ} ({(' and ' if one_round else ', ').join(each)})"
    both = f"{said[0]} in both {'results' if one_round else 'rounds'}"
    if check.value and said[0] != check.value:
        return False, f"{check.other} ({both})"
    return True, both


def is_subject(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the comparison of two rows is about the very difference that a condition rules out."""
    return bool(check.subject) and differ(before, after, check.subject) is True


def is_unknown(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the source does not state what a condition on two rows asks."""
    return differ(before, after, check.column) is None


def asked_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Those of ASKED that a comparison of two rows is asked.

    Not whether they share what the comparison is about, nor what the source does not state.
    """
    left = {check.name for check in SHARED if is_subject(check, before, after) or is_unknown(check, before, after)}
    return [name for name in ASKED if name not in left]


def differ(before: Mapping[str, Any], after: Mapping[str, Any], column: str) -> bool | None:
    """Whether two rows differ in what ``stated`` says of a column; None where the source does not say."""
    one, two = stated(before, column), stated(after, column)
    return None if one is None or two is None else one != two


class Listed(NamedTuple):
    """MLCommons' compatibility table, and where we depart from it.

    ``parts``: of each benchmark and suite, the rounds whose results MLCommons calls comparable, oldest first.
    ``breaks``: our own rules, by benchmark without its accuracy target.
    """

    parts: Mapping[str, Mapping[str, Sequence[str]]]
    breaks: Mapping[str, Break]

    @property
    def rounds(self) -> dict[str, list[str]]:
        """The rounds of each benchmark, of either suite: in a suite that lacks a round there are no such results."""
        return {name: in_order(itertools.chain.from_iterable(parts.values())) for name, parts in self.parts.items()}

    @property
    def groups(self) -> dict[str, list[list[str]]]:
        """Those rounds in groups of which each can be compared, by MLCommons' table and by our breaks."""
        named = {name: self.breaks.get(without_target(name)[0]) for name in self.parts}
        return comparable_groups(self.rounds, {name: [cut.round] for name, cut in named.items() if cut})

    @property
    def last(self) -> str:
        """The last round that the table reaches."""
        return max(itertools.chain.from_iterable(self.rounds.values()), key=order)


def compatibility(
    spans: Mapping[str, Mapping[str, Sequence[str]]],
    breaks: Mapping[str, Break],
    rounds: Sequence[str] = ROUNDS,
) -> Listed:
    """The compatibility table from the first and the last of the ``rounds`` that it names for each benchmark and suite.

    Raises ValueError for a round that is not one of ``rounds``.
    """
    parts = {
        name: {suite: list(rounds[rounds.index(first) : rounds.index(last) + 1]) for suite, (first, last) in of.items()}
        for name, of in spans.items()
    }
    return Listed(parts, breaks)


State = Literal["one round", "comparable", "not comparable", "broken", "not settled"]
# The states in which two versions are comparable.
COMPARABLE = ("one round", "comparable")


def versions(before: Mapping[str, Any], after: Mapping[str, Any], table: Listed) -> tuple[State, str]:
    """What MLCommons' table, or our own rule, says of the rounds of two rows of one benchmark, and that in words.

    Broken: MLCommons calls them comparable and we do not. Not settled: one of the rounds is later than the table.
    Of results of two suites, the part of the table for either may call them comparable.
    """
    if before["round"] == after["round"]:
        return "one round", f"both results are of {before['round']}"
    benchmark, pair = str(after["benchmark"]), [before["round"], after["round"]]
    parts = table.parts.get(benchmark, {})
    suites = [suite for suite in parts if suite in {stated(row, "suite") for row in (before, after)}]
    named = "; ".join(
        VERSIONS_SAID["alone" if first == last else "span"].format(
            suite=suite, benchmark=benchmark, first=first, last=last
        )
        for suite in suites
        for first, last in [(parts[suite][0], parts[suite][-1])]
    )
    named = named or VERSIONS_SAID["none"].format(benchmark=benchmark)
    if any(set(pair) <= set(parts[suite]) for suite in suites):
        cut = table.breaks.get(without_target(benchmark)[0])
        if cut and order(min(pair, key=order)) < order(cut.round) <= order(max(pair, key=order)):
            return "broken", VERSIONS_SAID["broken"].format(benchmark=benchmark, why=cut.why, round=cut.round)
        return "comparable", named
    if any(order(one) > order(table.last) for one in pair):
        return "not settled", VERSIONS_SAID["ends"].format(named=named, last=table.last)
    return "not comparable", named


Allowed = Literal["no", "not settled", "with care", "yes"]
# May two results be compared? The first of these that is so; each begins what a reader is told.
WORDS = {
    "family": "No. They are results of two benchmarks: {before} and {after}.",
    "scenario": "No. They are results of two scenarios: {before} and {after}.",
    "unit": "No. They are measured in two units: {before} and {after}.",
    "power": "No. One of them is a power submission, and MLCommons' table does not call its performance comparable "
    "with that of a result without measured power.",
    "not comparable": "No. MLCommons does not call these two versions comparable ({versions}).",
    "broken": "No, by our own rule. MLCommons' table lists both versions, but {versions}.",
    "not settled": "It is not settled. MLCommons' table does not reach both versions yet ({versions}).",
    "power unknown": "It is not settled. One of them is a power submission, whose performance MLCommons' table does "
    "not call comparable with that of a result without measured power, and the source does not say whether the other "
    "one is a power submission too.",
    "with care": "With care.",
    "yes": "Yes. They are results of one benchmark, scenario and division, and MLCommons calls their versions "
    "comparable.",
    "one round": "Yes. They are results of one round, benchmark, scenario and division.",
}
# What else is said of two results that may be compared, with care or not.
CARE = {
    "division": "The two results are in different divisions ({before} and {after}): {meaning}.",
    "target": "They have different accuracy targets ({before}% and {after}% of the reference's): a run may be faster "
    "under the lower one.",
    "suite": "They belong to different suites ({before} and {after}), which MLCommons' table keeps apart.",
}
DIVISIONS = {
    "open": "the open division may run another model or another accuracy",
    "network": "in the network division the queries come over a network",
}
# What MLCommons' rules on results in print ask to be stated (mlcommons/policies,
# MLPerf_Results_Messaging_Guidelines.adoc), and what we add.
TO_STATE = {
    "round": "version",
    "division": "division",
    "availability": "category",
    "accelerators": "number of accelerators",
}
WE_ADD = {
    "suite": "suite",
    "target": "accuracy target",
    "accelerator": "accelerator",
    "submitter": "submitter",
    "program": "timing program",
}
DIFFERENCES = {"to state": TO_STATE, "we add": WE_ADD}
DIFFER = {
    "to state": "MLCommons' rules require whoever prints the comparison to state that they differ in {differences}.",
    "we add": "We add that they differ in {differences}.",
    "unknown": "Whether they differ in {differences} is not known, because the source does not state it.",
}
# What a reader is told of a value that the source does not state.
UNSTATED = "the source does not state the {what} of {which}"
WHICH = {"both": "either result", "one": "one of the results", "of": "the result of {round}"}
# What MLCommons' table says of a benchmark in a suite, and where we depart from it.
VERSIONS_SAID = {
    "span": "MLCommons' table for {suite}: {benchmark} comparable from {first} to {last}",
    "alone": "MLCommons' table for {suite}: {benchmark} in {first} alone",
    "none": "MLCommons' table does not name {benchmark} in this suite",
    "ends": "{named}; the table ends with {last}",
    "broken": "{benchmark} is another test: {why}",
}
# What is said of a condition that fails: the phrase is that of the verdicts, for one owner.
MATTERS = {
    "figure": "It matters: {phrase} the best comparison gives {figure}.",
    "none": "It matters: {phrase}.",
    "same": "It hardly changes the figure: {phrase} the best comparison gives {figure}.",
    "untested": "It matters, and no other comparison can show how much.",
    "subject": "This is what is compared.",
    "unknown": "So we cannot say whether it matters.",
    "together": "All of this together: {phrase} the best comparison gives {figure}.",
    "together none": "All of this together: {phrase}.",
}
# The comparison in a sentence.
SENTENCE = {
    "divided": "Per accelerator, {after} made {ratio} times the {unit} of {before} in MLPerf® Inference {cell}.",
    "whole": "{after} made {ratio} times the {unit} of {before} in MLPerf® Inference {cell}.",
    "times": "{after} took {ratio} times as long as {before} in MLPerf® Inference {cell}.",
}
# At which ratio of the two prices tokens, samples or queries of both results cost the same.
SAME_COST = (
    "A million {thing} cost the same on both if an accelerator-hour of {after} costs {ratio} times one of {before}."
)
# How a condition is marked that holds, that does not, and of which that is not known.
SIGNS = {True: "=", False: "≠", None: "?"}
# What follows the ratio where it is shown alone: 2.77x per accelerator.
SHOWN = {"divided": "per accelerator", "whole": "", "times": "the time"}
# A result in a few words, and the comparison as a register that ``claimcheck check`` reads; ``words`` is a JSON text.
RESULT = "{submitter} on {number}{chip} ({round})"
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
STATEMENT_TIMES = "{after} is {{figure.1}} times as fast as {before}, {cell}."
MEASURE = ", measure: value"


def may_compare(before: Mapping[str, Any], after: Mapping[str, Any], table: Listed) -> tuple[Allowed, str]:
    """May two rows of inference_results be compared, and why, in sentences.

    Sources: mlcommons/policies, MLPerf_Results_Messaging_Guidelines.adoc: results of one benchmark and scenario in
    compatible versions, with their differences in version, division, category and number of chips stated; and
    MLPerf_Compatibility_Table.adoc, which also keeps power submissions apart.
    """

    def values(column: str) -> dict[str, str]:
        return {"before": stated(before, column) or "", "after": stated(after, column) or ""}

    differing = {name: differ(before, after, name) for name in ("family", "scenario", "unit", *TO_STATE, *WE_ADD)}
    for name in ("family", "scenario", "unit"):
        if differing[name]:
            return "no", WORDS[name].format(**values(name))
    measured = values("power")
    if set(measured.values()) == {"yes", "no"}:
        return "no", WORDS["power"]
    state, said = versions(before, after, table)
    if state in ("not comparable", "broken"):
        return "no", WORDS[state].format(versions=said)
    care = [name for name in CARE if differing[name]]
    meaning = listed([DIVISIONS[name] for name in values("division").values() if name in DIVISIONS])
    told = [CARE[name].format(**values(name), meaning=meaning) for name in care]
    for key, columns in DIFFERENCES.items():
        # MLCommons' rules name the division; of our own additions none is said twice.
        said_already = care if key == "we add" else ()
        if named := [words for name, words in columns.items() if differing[name] and name not in said_already]:
            told.append(DIFFER[key].format(differences=listed(named)))
    # Before v0.7 there were no suites, which a source need not state.
    unknown = [words for name, words in (TO_STATE | WE_ADD).items() if differing[name] is None and name != "suite"]
    if unknown:
        told.append(DIFFER["unknown"].format(differences=listed(unknown)))
    if set(measured.values()) == {"yes", ""}:
        return "not settled", " ".join([WORDS["power unknown"], *told])
    if state == "not settled":
        return state, " ".join([WORDS[state].format(versions=said), *told])
    if care:
        return "with care", " ".join([WORDS["with care"], *told])
    return "yes", " ".join([WORDS["one round" if state == "one round" else "yes"], *told])


def divisible(row: Mapping[str, Any]) -> bool:
    """Whether a row's figure can be divided by its accelerators: a rate, of a system that has some."""
    return bool(row["higher_is_better"]) and pd.notna(row["accelerators"])


class Ratio(NamedTuple):
    """A ratio of two results, the second over the first; per accelerator where both can be divided.

    Of rates, above 1 is better; of times, above 1 is slower.
    """

    total: float
    per_accelerator: float | None

    @property
    def shown(self) -> float:
        """Per accelerator where there is one."""
        return self.total if self.per_accelerator is None else self.per_accelerator


def ratio(before: Mapping[str, Any], after: Mapping[str, Any]) -> Ratio | None:
    """The ratio of two rows of one unit, after over before; None where one is 0."""
    one, two = float(before["value"]), float(after["value"])
    if not one or not two:
        return None
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
