"""Two results side by side: may they be compared, in what do they differ, and what is their ratio.

What decides, and in which words, is declared once, in ``comparison.yml``. Claims apply it to the results that they name
(``claims.conditions``), the command ``claimcheck compare`` to any two, and the script of the page that compares any two
reads the same declarations.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pandas as pd
import yaml

from claimcheck.analysis.results import without_target
from claimcheck.analysis.view import owners, product, share_owner
from claimcheck.core.printing import half_up, listed
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import Break, in_order, inference_rounds, order, read_rounds_register


class Imposed(NamedTuple):
    """Words and column by which a condition selects rows of the table comparisons.

    ``words`` follow "for": one owner. ``column`` is the flag of the table that says which comparisons meet it; none
    where all of them do.
    """

    words: str
    column: str | None = None


@dataclass(frozen=True)
class Shared:
    """A condition that two results have the same value in a ``column``, or the value ``value`` where one is given.

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


# The declarations, as they are in the file; SHARED are its conditions, by what a comparison of two results is ASKED.
RULES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("comparison.yml").read_text(encoding="utf-8"))
SHARED = tuple(
    Shared(name, **declared | {"imposed": Imposed(**declared["imposed"]) if "imposed" in declared else None})
    for name, declared in RULES["shared"].items()
)
# The columns that two comparable results share.
DECIDING = ("family", "scenario", "unit", "power")
VERSIONS, VERSIONS_LABEL = "comparable_versions", RULES["versions_label"]
ASKED = tuple(RULES["asked"])
# The states in which two versions are comparable.
COMPARABLE = tuple(RULES["comparable"])
# The programs that send a run's queries and take its time: LoadGen, and since v6.1 MLCommons' newer one as well
# (mlcommons/endpoints), whose report has this name.
LOADGEN, ENDPOINTS = "LoadGen", "the harness of MLPerf Endpoints"
ENDPOINTS_SINCE, ENDPOINTS_REPORT = "v6.1", "result_summary.json"


def on_page(row: Mapping[str, Any]) -> str:
    """The IDs that MLCommons' own page of the round gives a result, in words; empty where they are its own alone."""
    page = row["page_id"]
    if pd.isna(page):
        return ""
    return RULES["footnote"]["no page" if page == "none" else "page"].format(page=page)


def stated(row: Mapping[str, Any], column: str) -> str | None:
    """Text of what the source states of a row of inference_results; None where it states nothing.

    ``column`` is one of the table, or one of these, which follow from several: ``family`` and ``target``, a benchmark
    without its accuracy target and that target (empty where it has one alone); ``product``, the accelerator in one
    spelling; ``program``, which timed the run; ``power``, yes for a power submission.
    """
    if column in ("family", "target"):
        return without_target(str(row["benchmark"]))[column == "target"]
    if column == "program":
        return program(row["round"], row["log_path"])
    if column == "power":
        return None if pd.isna(row["has_power"]) else "yes" if row["has_power"] else "no"
    if column in RULES["without_chips"] and pd.isna(row["accelerator"]):
        return RULES["without_chips"][column]
    if column == "product":
        return product(str(row["accelerator"]), str(row["system"]))
    return None if pd.isna(row[column]) else str(row[column])


def program(round_: str, log_path: object) -> str | None:
    """Program that timed a run, by its round and the path of its log; None where that is not known."""
    if pd.notna(log_path):
        return ENDPOINTS if str(log_path).endswith(ENDPOINTS_REPORT) else LOADGEN
    return LOADGEN if order(round_) < order(ENDPOINTS_SINCE) else None


def shared(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[bool | None, str]:
    """Whether two rows of inference_results meet a condition, and what they state, in words.

    None where they might: the source does not state the value of one of them or of both.
    """
    rows = (before, after)
    values = [stated(row, check.column) for row in rows]
    one_round = before["round"] == after["round"]
    if None in values:
        missing = [row for row, text in zip(rows, values, strict=True) if text is None]
        which = "both" if len(missing) == len(rows) else "one" if one_round else "of"
        named = RULES["which"][which].format(round=missing[0]["round"])
        return None, RULES["unstated"].format(what=check.what, which=named)
    each = [what if one_round else f"{what} in {row['round']}" for what, row in zip(values, rows, strict=True)]
    both = (" and " if one_round else ", ").join(each)
    if differ(*rows, check.column):
        return False, f"{check.differ} ({both})"
    if values[0] == values[1]:
        both = f"{values[0]} in both {'results' if one_round else 'rounds'}"
    if check.value and values[0] != check.value:
        return False, f"{check.other} ({both})"
    return True, both


def is_subject(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the comparison of two rows is about the very difference that a condition rules out."""
    return bool(check.subject) and differ(before, after, check.subject) is True


def is_unknown(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the source does not state, for one of two rows, the column of a condition."""
    return differ(before, after, check.column) is None


def asked_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Names of the conditions in ASKED that apply to a comparison of two rows.

    Those about the very difference that is compared do not apply, nor those that the source does not state.
    """
    left = {check.name for check in SHARED if is_subject(check, before, after) or is_unknown(check, before, after)}
    return [name for name in ASKED if name not in left]


def differ(before: Mapping[str, Any], after: Mapping[str, Any], column: str) -> bool | None:
    """Whether two rows differ in what ``stated`` says of a column; None where the source does not say.

    Submitters differ where they have no owner in common.
    """
    first, second = stated(before, column), stated(after, column)
    if first is None or second is None:
        return None
    return not share_owner(owners(first), owners(second)) if column == "submitter" else first != second


def comparable_groups(
    listed: Mapping[str, Sequence[str]], breaks: Mapping[str, Sequence[str]] | None = None
) -> dict[str, list[list[str]]]:
    """Groups of rounds for each benchmark: the rounds in ``listed``, cut before each round named in ``breaks``.

    Raises ValueError for a break that the benchmark's list does not have.
    """
    grouped: dict[str, list[list[str]]] = {}
    for benchmark, rounds in listed.items():
        cuts = set((breaks or {}).get(benchmark, ()))
        if cuts - set(rounds):
            raise ValueError(f"{benchmark}: no round {', '.join(sorted(cuts - set(rounds)))} to break at")
        groups: list[list[str]] = []
        for round_ in rounds:
            if not groups or round_ in cuts:
                groups.append([])
            groups[-1].append(round_)
        grouped[benchmark] = groups
    return grouped


class Compatibility(NamedTuple):
    """MLCommons' compatibility table, and our own rules where we depart from it.

    ``parts``: of each benchmark and suite, the rounds whose results MLCommons calls comparable, oldest first.
    ``breaks``: our own rules, by benchmark without its accuracy target.
    """

    parts: Mapping[str, Mapping[str, Sequence[str]]]
    breaks: Mapping[str, Break]

    @property
    def rounds(self) -> dict[str, list[str]]:
        """Comparable rounds of each benchmark, of either suite; a suite may have no results in some of them."""
        return {name: in_order(itertools.chain.from_iterable(parts.values())) for name, parts in self.parts.items()}

    @property
    def groups(self) -> dict[str, list[list[str]]]:
        """Groups of rounds, for each benchmark, that can be compared by MLCommons' table and by our rules."""
        named = {name: self.breaks.get(without_target(name)[0]) for name in self.parts}
        return comparable_groups(self.rounds, {name: [cut.round] for name, cut in named.items() if cut})

    @property
    def last(self) -> str:
        """Last round that the table includes."""
        return max(itertools.chain.from_iterable(self.rounds.values()), key=order)


def compatibility(
    spans: Mapping[str, Mapping[str, Sequence[str]]],
    breaks: Mapping[str, Break],
    rounds: Sequence[str],
) -> Compatibility:
    """Build the compatibility table from the first and last of ``rounds`` that it names for a benchmark and suite.

    Raises ValueError for a round that is not one of ``rounds``.
    """
    parts = {
        name: {suite: list(rounds[rounds.index(first) : rounds.index(last) + 1]) for suite, (first, last) in of.items()}
        for name, of in spans.items()
    }
    return Compatibility(parts, breaks)


def read_compatibility(data: Path = DATA_DIR) -> Compatibility:
    """Read the compatibility table of ``data``. Raises RegisterError."""
    register = read_rounds_register(data)
    return compatibility(register.comparable, register.breaks, inference_rounds(data))


State = Literal["one round", "comparable", "not comparable", "broken", "not settled"]


def versions(before: Mapping[str, Any], after: Mapping[str, Any], table: Compatibility) -> tuple[State, str]:
    """State of the rounds of two rows of one benchmark by MLCommons' table and our own rules, and that in words.

    Broken: MLCommons calls them comparable and we do not. Not settled: one of the rounds is later than the table.
    Of results of two suites, the part of the table for either may call them comparable.
    """
    words = RULES["versions"]
    benchmark, pair = str(after["benchmark"]), sorted((before["round"], after["round"]), key=order)
    if pair[0] == pair[1]:
        return "one round", words["one round"].format(round=pair[0])
    suites = {stated(row, "suite") for row in (before, after)}
    parts = {suite: rounds for suite, rounds in table.parts.get(benchmark, {}).items() if suite in suites}
    named = "; ".join(
        words["span" if len(rounds) > 1 else "alone"].format(
            suite=suite, benchmark=benchmark, first=rounds[0], last=rounds[-1]
        )
        for suite, rounds in parts.items()
    )
    named = named or words["none"].format(benchmark=benchmark)
    if any(set(pair) <= set(rounds) for rounds in parts.values()):
        cut = table.breaks.get(without_target(benchmark)[0])
        if cut and order(pair[0]) < order(cut.round) <= order(pair[1]):
            return "broken", words["broken"].format(benchmark=benchmark, why=cut.why)
        return "comparable", named
    if order(pair[1]) > order(table.last):
        return "not settled", words["ends"].format(named=named, last=table.last)
    return "not comparable", named


Allowed = Literal["no", "not settled", "with care", "yes"]


def may_compare(before: Mapping[str, Any], after: Mapping[str, Any], table: Compatibility) -> tuple[Allowed, str]:
    """Decide whether two rows of inference_results may be compared, and say why, in sentences.

    The first case of ``answers`` in comparison.yml that applies decides. Sources: mlcommons/policies,
    MLPerf_Results_Messaging_Guidelines.adoc: results of one benchmark and scenario in compatible versions, with their
    differences in version, division, category and number of chips stated; and MLPerf_Compatibility_Table.adoc, which
    also keeps power submissions apart.
    """

    def values(column: str) -> dict[str, str]:
        return {"before": stated(before, column) or "", "after": stated(after, column) or ""}

    differences = [(kind["words"], kind["columns"]) for kind in RULES["differences"]]
    names = {name: words for _, columns in differences for name, words in columns.items()}
    differing = {name: differ(before, after, name) for name in (*DECIDING, *RULES["care"], *names)}
    state, reason = versions(before, after, table)
    care = [name for name in RULES["care"] if differing[name]]
    cases = {state, *(name for name in DECIDING if differing[name]), *(["with care"] if care else [])}
    if set(values("power").values()) == {"yes", ""}:
        cases.add("power unknown")
    case = next(name for name in RULES["answers"] if name in cases)
    answer = RULES["answers"][case]
    sentences = [answer["words"].format(versions=reason, **(values(case) if case in DECIDING else {}))]
    if answer["allowed"] == "no":
        return "no", sentences[0]
    meaning = listed([RULES["divisions"][name] for name in values("division").values() if name in RULES["divisions"]])
    sentences += [RULES["care"][name].format(**values(name), meaning=meaning) for name in care]
    kinds = [(words, [name for name in columns if differing[name]]) for words, columns in differences]
    kinds.append((RULES["unknown"], [name for name in names if differing[name] is None]))
    sentences += [words.format(differences=listed([names[name] for name in of])) for words, of in kinds if of]
    return answer["allowed"], " ".join(sentences)


def divisible(row: Mapping[str, Any]) -> bool:
    """Whether a row's figure can be divided by its accelerators: it is a rate, and the system has accelerators."""
    return bool(row["higher_is_better"]) and pd.notna(row["accelerators"])


class Ratio(NamedTuple):
    """A ratio of two results, the second over the first; per accelerator where both can be divided.

    Of rates, above 1 is better; of times, above 1 is slower.
    """

    total: float
    per_accelerator: float | None

    @property
    def shown(self) -> float:
        """Ratio per accelerator, or the total where it cannot be divided."""
        return self.total if self.per_accelerator is None else self.per_accelerator


def ratio(before: Mapping[str, Any], after: Mapping[str, Any]) -> Ratio | None:
    """Ratio of two rows of one unit, after over before; None where one of them is 0."""
    first, second = float(before["value"]), float(after["value"])
    if not first or not second:
        return None
    divided = all(divisible(row) for row in (before, after))
    per = second / float(after["accelerators"]) / (first / float(before["accelerators"])) if divided else None
    return Ratio(second / first, per)


def kind_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Key of the sentence in RULES that a ratio of two rows takes: times, divided or whole."""
    if not bool(after["higher_is_better"]):
        return "times"
    return "divided" if divisible(before) and divisible(after) else "whole"


def decimals(value: float) -> int:
    """Decimals with which a ratio is printed: two, or as many as show two digits after leading zeros."""
    places = 2
    while places < 6 and half_up(value, places) * 10 ** (places - 1) < 1:
        places += 1
    return places
