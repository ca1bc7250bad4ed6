"""What a claim is asked by its kind, and what its results answer where no figure divides two of them.

Kind and questions follow from the claim's figures (``data/facts/questions.yml``). What is left of a ratio is computed
for all claims at once (``analysis.questions``), and becomes an answer in ``verdict.pairs``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from claimcheck.analysis.comparison import COMPARABLE, SHARED, shared, versions
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.questions import DIFFERS, HOLDS, NOT_ASKED, NOT_CLAIMED, UNKNOWN
from claimcheck.analysis.view import folded, owners
from claimcheck.claims.register.claim import Claim, FigureToMatch
from claimcheck.claims.register.language import Answer, Context
from claimcheck.claims.verdict.pairs import Divided, fetched, kind_of, known_engines, of_pairs
from claimcheck.claims.verdict.result import NARROWER, WITH_NOTE, ClaimResult, Condition
from claimcheck.core.printing import counted, listed
from claimcheck.data.registers import read_questions


def verdict_at(claim: ClaimResult, lost: float) -> str:
    """The verdict on an evaluated claim if a loss mattered above ``lost``: a figure that is right keeps being right."""
    if claim.verdict not in (NARROWER, WITH_NOTE):
        return claim.verdict
    failing = [c for c in claim.conditions if c.fails and not c.told]
    kept = 1 - read_questions().threshold.lost
    # What loses more than the threshold and does not matter is a note by its kind, whatever the threshold.
    failing = [c for c in failing if c.matters or c.left is None or c.left >= kept or c.question == "engine"]
    heavy = any(c.matters if c.left is None or c.question == "engine" else 1 - c.left > lost for c in failing)
    return NARROWER if heavy else WITH_NOTE


def asked(
    claim: Claim,
    context: Context,
    found: Sequence[tuple[FigureToMatch, Answer]],
    shown: Iterable[str],
    pairs: Sequence[Divided],
) -> tuple[str, list[Condition], float | None]:
    """Ask the questions of the kind of a claim's sentence, of each pair that it compares or of the rows ``shown``.

    ``found``: its figures with their answers.
    Returns the kind, the answer to each question, and the ratio of the pair that loses most.
    """
    tables, register = context.tables, read_questions()
    sentence = kind_of(claim, pairs[0] if pairs else None)
    names = register.asked_of(sentence)
    if pairs and register.kinds[sentence].pair:
        return sentence, *of_pairs(pairs)
    span = any(answer.unread for _, answer in found)
    unknown = "a score is known as a span alone" if span else "its figure is not taken apart into two results"
    rows = tables.rows(sorted(shown))
    conditions = [_of_rows(claim, name, rows, tables, unknown) for name in names]
    return sentence, conditions, None


# --- of results that no figure divides ------------------------------------------------------------

# Which of the results are odd, None where it is not known; what was found, and that for a badge, where it is shorter.
Odd = tuple[list[bool | None] | None, str, str]


def _of_rows(claim: Claim, name: str, rows: list[dict[str, Any]], tables: Tables, unknown: str) -> Condition:
    """The answer to a question about results that no figure divides: what each of them is."""
    question = read_questions().questions[name]
    ids = tuple(row["row_id"] for row in rows)
    condition = Condition(question.label, None, unknown, question=name, state=UNKNOWN, rows=ids)
    if not rows:
        return replace(condition, detail="it rests on no result", state=NOT_ASKED)
    if name not in ROW_QUESTIONS:
        return condition
    odd, detail, phrase = ROW_QUESTIONS[name](claim, rows, tables)
    if odd is None:
        return replace(condition, detail=detail, state=NOT_ASKED)
    if None in odd:
        return replace(condition, detail=detail or "our tables do not say it of both results")
    if not any(odd):
        return replace(condition, detail=detail, holds=True, state=HOLDS)
    limiting = question.limits and re.compile(question.limits, re.IGNORECASE)
    if limiting and limiting.search(claim.sentence):
        limits = claim.limits(name) or claim.lines_with(limiting)
        return replace(condition, detail=detail, state=NOT_CLAIMED, told=True, limits=limits)
    if name in _ALIKE:
        return replace(condition, detail=f"{detail}; what is left without that is not known, since {unknown}")
    told = {"told": name in claim.says, "limits": claim.limits(name)}
    found = replace(condition, holds=False, detail=detail, state=DIFFERS, matters=False, **told)
    return replace(found, phrase=phrase or detail)


# What two results that are compared should share, and a query of several may.
_ALIKE = ("owner", "number", "versions", "power")


def _alike(name: str, claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    """Whether all of several results share what two that are compared should share."""
    first, *others = rows
    if not others:
        return [None], "", ""
    if name == "versions":
        found = [versions(first, other, tables.listed) for other in others]
        odd = [named not in COMPARABLE for named, _ in found]
    else:
        found = [shared(SHARED[name], first, other) for other in others]
        odd = [None if met is None else not met for met, _ in found]
    apart = found[0][1] if len(rows) == 2 else f"not all {len(rows)} results share it"
    return odd, apart if any(odd) else "" if None in odd else f"so of all {len(rows)} results", ""


def _division(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    odd = [row["division"] != "closed" for row in rows]
    detail = _part(sum(odd), len(rows), "result", "in the closed division", "outside the closed division")
    # A text of thirty words has no room for more.
    count = f"{sum(odd)} of {len(rows)} outside closed division"
    return odd, detail, "" if len(rows) == 1 else "none was in the closed division" if all(odd) else count


def _category(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    systems = {(row["round"], row["submitter"], row["system"]): row["on_sale"] for row in rows}
    odd = [None if sold is None else not sold for sold in systems.values()]
    return odd, "" if None in odd else _part(sum(odd), len(odd), "system", "on sale", "not on sale"), ""


def _copies(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    if all(row["nodes"] == 1 for row in rows):
        return None, "on one node", ""
    known = dict(fetched(tables, "select row_id, sum(number) from engines group by all"))
    # By the submitter's own description, where it has the number.
    told = {(one.round, one.submitter, one.benchmark): one.copies for one in read_questions().copies}
    numbers = [told.get((row["round"], row["submitter"], row["benchmark"])) or known.get(row["row_id"]) for row in rows]
    if None in numbers:
        return [None], known_engines(tables), ""
    detail = f"the system ran as up to {int(max(numbers))} separate copies of the model"
    return [number > 1 for number in numbers], detail, ""


def _submitter(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    if not claim.whose.by:
        return None, "it is a sentence of an outlet's own", ""
    by, words = {folded(name) for name in claim.whose.by}, folded(claim.sentence)
    named = [{*owners(row["submitter"])} & by or any(one in words for one in owners(row["submitter"])) for row in rows]
    others = dict.fromkeys(row["submitter"].replace("_", " ") for row, own in zip(rows, named, strict=True) if not own)
    if not others:
        return [False], "the one who says it, or whom it names", ""
    phrase = f"{listed([*others])} submitted {'it' if len(rows) == 1 else 'them'}"
    return [True], f"{phrase}, whom the sentence does not name", phrase


# Whose result is the highest per accelerator, and its platform, for each that is the highest in total alone: of a cell,
# up to its round, in the closed division; what is not on sale counts against what is not.
_BEST_EACH = """
    with rates as (
        select row_id, whose, platform_vendor, value, per_accelerator, place(round) as at, benchmark, scenario, unit,
          on_sale
        from inference_results where division = 'closed' and per_accelerator is not null
    )
    select a.row_id, arg_max(b.whose, b.per_accelerator), arg_max(b.platform_vendor, b.per_accelerator)
    from rates a join rates b on b.at <= a.at and (b.on_sale or not a.on_sale)
        and (b.benchmark, b.scenario, b.unit) = (a.benchmark, a.scenario, a.unit)
    group by a.row_id, a.value, a.per_accelerator
    having max(b.value) <= a.value and max(b.per_accelerator) > a.per_accelerator
"""


def _each(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    totals = [row for row in rows if row["per_accelerator"] is not None and row["accelerators"] > 1]
    if not totals or not re.search(read_questions().questions["each"].words, claim.sentence, re.IGNORECASE):
        return None, "it is about no total of several accelerators", ""
    best = {row_id: found for row_id, *found in fetched(tables, _BEST_EACH)}
    platform = re.search(read_questions().questions["each"].platform, claim.sentence, re.IGNORECASE)
    ahead = [(row["platform_vendor"], *best[row["row_id"]]) for row in totals if row["row_id"] in best]
    others = list(dict.fromkeys(whose for own, whose, maker in ahead if not (platform and maker == own)))
    if not others:
        alike = "no result is higher in total and lower per accelerator"
        return [False], "the highest per accelerator is on this platform too" if ahead else alike, ""
    # NVIDIA's 72 Vera Rubin (preview), without its owner and their number.
    chips = re.sub(r"^.*?'s? \d+ | \(preview\)$", "", others[0])
    return [True], f"per accelerator, {listed(others)} made more", f"{chips} made more per accelerator"


def _part(count: int, of: int, noun: str, ordinary: str, what: str) -> str:
    """How many results are different from what is ordinary: 1 of 2 results was outside the closed division."""
    if count in (0, of):
        every = f"the {noun}" if of == 1 else f"{'none' if count else 'each'} of the {of} {noun}s"
        return f"{every} was {what if count and of == 1 else ordinary}"
    return f"{count} of {counted(of, noun)} {'was' if count == 1 else 'were'} {what}"


# Every question of results that no figure divides, by its name in the register.
ROW_QUESTIONS: dict[str, Callable[[Claim, list[dict[str, Any]], Tables], Odd]] = {
    **{name: partial(_alike, name) for name in _ALIKE},
    "division": _division,
    "category": _category,
    "engine": _copies,
    "submitter": _submitter,
    "each": _each,
}
