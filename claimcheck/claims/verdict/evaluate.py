"""Compute a claim's verdict from its figures, its conditions and the tables."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from claimcheck.analysis.database import tables_in
from claimcheck.analysis.wins.winners import NEAR
from claimcheck.claims.register.claims import FIGURE, Claim, FigureToMatch, Line, VendorStance, load_register
from claimcheck.claims.tables import Tables, load_tables
from claimcheck.claims.verdict.evidence import (
    evidence_of,
    files_behind,
    places_behind,
    system_evidence,
    training_evidence,
)
from claimcheck.claims.verdict.judge import Grounds, Verdict, judge
from claimcheck.claims.verdict.result import (
    CAME_OUT,
    EQUAL,
    MORE,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    WITHIN,
    Aftermath,
    CheckedFigure,
    ClaimResult,
    Condition,
    Definitions,
    Preview,
    Quantity,
    Sensitivity,
)
from claimcheck.claims.verdict.what_if import comparable, compared_again, in_words
from claimcheck.claims.words.language import CONDITIONS, KINDS, QUESTIONS, READINGS, Answer, Context, Kind, Missing
from claimcheck.claims.words.query import Query, queries_of
from claimcheck.claims.words.rows import OTHER_SUITES, pool, select
from claimcheck.claims.words.vocabulary import BOUNDS, SCALES, none, scaled, whose
from claimcheck.core.printing import half_up, quantity, rounds_to, sentence, span_text
from claimcheck.data.tables import DATA_DIR


def evaluate(
    data: Path = DATA_DIR,
    register: Path | None = None,
    tables: Tables | None = None,
    only: Collection[int | str] | None = None,
) -> list[ClaimResult]:
    """Claims (those numbered ``only``, or all) with their verdicts, by number: see ``load_register``.

    Numbers that a text names in braces are filled in from ``numbers.csv``. Raises RegisterError for
    a register that does not keep its form, for names that are not in the tables, and for a number that is not known.
    """
    tables, claims = tables or load_tables(data), load_register(data, register)
    return [evaluate_claim(claim, tables) for claim in claims if only is None or claim.number in only]


def evaluate_claim(claim: Claim, tables: Tables) -> ClaimResult:
    """Evaluate one claim against ``tables``. Raises RegisterError for names, rows and units that do not fit them."""
    context = Context(
        claim.entry,
        tables,
        figure=claim.figures[0] if claim.figures else None,
        register=claim.head.folder if claim.head else None,
    )
    for name, row in claim.rows.items():
        context.rows[name] = tables.once(
            ("rows", repr(row.given)),
            lambda row=row, name=name: select(pool(tables, row.given), row.given, claim.entry, f"rows.{name}"),
        )
    answers = _each(context, "figures", claim.figures, _in_unit)
    figures = tuple(_figure(f, a) for f, a in zip(claim.figures, answers, strict=True))
    must = _each(context, "must", claim.must, _test)
    implied = _each(context, "conditions", claim.conditions, partial(_implied, claim))
    refuted = _each(context, "contradicted_if", claim.contradicted_if, _test)
    rows = _evidence_rows(context, answers, [*must, *implied])
    conditions = [condition for condition, _ in implied]
    inference = rows[~rows["suite"].isin(OTHER_SUITES)]
    if len(inference):
        conditions.append(_logs_agree(inference))
    imposed = [
        (spec, one)
        for spec, (one, _) in zip(claim.conditions, implied, strict=True)
        if not one.holds and _computable(context, claim, spec)
    ]
    again = _imposed(context, claim, [spec for spec, _ in imposed]) if imposed else None
    together = again[0] if again and len(imposed) > 1 else None
    definitions = _definitions(context, claim)
    found = Grounds(
        figures=figures,
        must=[condition for condition, _ in must],
        implied=conditions,
        refuted=[condition for condition, _ in refuted if condition.holds],
        imposed=[condition for _, condition in imposed],
        together=together,
        definitions=definitions,
        untested=_untested(context, claim),
    )
    verdict = judge(found)
    _whole(claim, verdict, found)
    specs = (*claim.figures, *claim.must, *claim.conditions, *claim.contradicted_if)
    # The figure on the badge rests on results too.
    shown = inference if again is None else pd.concat([inference, again[1]]).drop_duplicates("row_id")
    evidence = evidence_of(shown) + training_evidence(rows[rows["suite"].isin(OTHER_SUITES)])
    tests = (*claim.must, *claim.conditions)
    if any("systems" in tables_in([getattr(spec, "sql", "")]) for spec in tests):
        evidence += system_evidence(_descriptions(rows, tables.systems))
    evidence += places_behind(context, specs) + files_behind(context, specs)
    return ClaimResult(
        id=claim.id,
        number=claim.number,
        # What a text prints is compared with the register's figures (claimcheck.checks) and is no part of the answer.
        said={key: Line(**place.model_dump(exclude={"prints"})) for key, place in claim.said.items()},
        statement=_statement(claim.statement, figures),
        figures=figures,
        verdict=verdict.verdict,
        reason=verdict.reason,
        explanation=verdict.explanation,
        conditions=(*found.must, *found.implied),
        sensitivity=_sensitivity(context, claim),
        strongest_case=context.fill(claim.strongest_case, "strongest_case"),
        evidence=evidence,
        rows=rows,
        page=claim.page,
        afterwards=_afterwards(context, claim),
        kinds=_kinds(specs, tables, rows),
        picture=claim.picture,
        sources=claim.stated,
        together=together,
        definitions=definitions,
        nvidia=_vendor(context, claim),
        # A claim of a reader's own file may have the number of one of ours.
        replies=tables.replies.of_claim(claim.number) if claim.head else (),
        queries=_queries(context, claim),
    )


def _queries(context: Context, claim: Claim) -> tuple[Query, ...]:
    """The queries behind the claim, and those that are asked again of later rounds."""
    figures = [(f"published: {quantity(one.published, one.unit, one.decimals).text}", one) for one in claim.figures]
    tests = [(one.says or "", one) for one in (*claim.must, *claim.conditions, *claim.contradicted_if)]
    later = [(one.says or "", one) for one in claim.afterwards.checks] if claim.afterwards else []
    again = replace(context, again=True)

    def asked(seen: Context, labelled: list[tuple[str, Any]]) -> tuple[Query, ...]:
        specs = [(label, one) for label, one in labelled if getattr(one, "sql", None)]
        return queries_of(seen, [(context.fill(label, "says"), one, _meaning(seen, one)) for label, one in specs])

    return asked(context, [*figures, *tests]) + asked(again, later)


def _meaning(context: Context, spec: Any) -> str:
    """What a page makes of the value of a query: the figure as it is printed, or whether the condition holds."""
    if isinstance(spec, FigureToMatch):
        computed = _figure(spec, answer_of(context, spec)).computed
        return f"printed as {computed.text}" if computed else ""
    holds = "holds" if _test(context, spec)[0].holds else "does not hold"
    return f"and the condition is the opposite, so it {holds}" if spec.not_ else f"so the condition {holds}"


def answer_of(context: Context, figure: FigureToMatch) -> Answer:
    """The answer to the question of a figure, as the figure is scaled; none where a result is missing."""
    try:
        # A question does not see what was published, so that many figures that ask it share one answer.
        return scaled(QUESTIONS[figure.ask](replace(context, figure=None), figure), figure.scale)
    except Missing as missing:
        return none(context, str(missing))


def _in_unit(context: Context, figure: FigureToMatch) -> Answer:
    """The answer to the question of a figure. Raises RegisterError when the figure's unit is not that of the answer."""
    answer = answer_of(context, figure)
    units = QUESTIONS[figure.ask].unit.of(figure, answer)
    if figure.scale and units:
        units = tuple(dict.fromkeys(SCALES[figure.scale][1](unit) for unit in units))
    if units and figure.unit not in units:
        rule = f"{figure.ask} of this result is in {' or '.join(units)}"
        raise context.entry.fail(f"unit is {figure.unit!r}", "unit", rule=rule, fix=f"write unit: {units[0]}")
    return answer


T = TypeVar("T")
S = TypeVar("S")


def _each(context: Context, key: str, specs: Sequence[S], ask: Callable[[Context, S], T]) -> list[T]:
    """``ask`` for every item under ``key``, each with a context whose faults are reported at the item's line."""
    seen = (replace(context, entry=context.entry.at(f"{key}[{n}]")) for n in range(len(specs)))
    return [_computed(one, partial(ask, one, spec)) for one, spec in zip(seen, specs, strict=True)]


def _computed(context: Context, make: Callable[[], T]) -> T:
    """What ``make`` computes. Raises RegisterError at the context's line where that is no number, as by a division."""
    try:
        return make()
    except (ArithmeticError, ValueError) as error:
        rule = "a figure can be computed from the results that it names"
        raise context.entry.fail(f"cannot be computed: {error}", rule=rule) from error


def _afterwards(context: Context, claim: Claim) -> Aftermath | None:
    """What the rounds since show; None where the register does not ask."""
    if claim.afterwards is None:
        return None
    found = _each(replace(context, again=True), "afterwards.checks", claim.afterwards.checks, _test)
    frames = [rows for _, rows in found if rows is not None and len(rows)]
    rows = pd.concat([context.tables.results.head(0), *frames]).drop_duplicates("row_id")
    return Aftermath(
        as_of=context.latest,
        what=claim.afterwards.what,
        conditions=tuple(condition for condition, _ in found),
        evidence=evidence_of(rows),
    )


def _logs_agree(rows: pd.DataFrame) -> Condition:
    """The published figures equal their logs; figures taken from a log, or without one at hand, are named."""
    has_log = (rows["obtained"] == "published") | ((rows["obtained"] == "typed") & rows["log_agrees"].notna())
    compared = rows[has_log]
    # Rows of several rounds make a column of objects, whose sum of two truths is one.
    agree = int(compared["log_agrees"].fillna(False).astype(bool).sum())
    parts = [f"{agree} of {len(compared)} results equal the figure in their run's log"] if len(compared) else []
    for how, words in (("log", "taken from the log itself"), ("experiments", _NO_LOG), ("typed", _NO_LOG)):
        others = rows[(rows["obtained"] == how) & ~has_log]
        if len(others):
            parts.append(f"{len(others)} {words} ({', '.join(sorted(set(others['round'])))})")
    agrees = agree == len(compared)
    differs = "a published result is not the figure in its log"
    # Without a log nothing is the same, and nothing says otherwise.
    logged = len(compared) or (rows["obtained"] == "log").any()
    name = "the logs say the same" if logged else "no log says otherwise"
    return Condition(name, agrees, "; ".join(parts), None if agrees else True, differs)


_NO_LOG = "without a log in our tables"


def _statement(text: str, figures: tuple[CheckedFigure, ...]) -> str:
    """``text`` with ``{figure.N}`` filled by the Nth published figure, without its unit."""

    def fill(match: re.Match[str]) -> str:
        published = figures[int(match[1]) - 1].published
        return published.text.removeprefix("over ").split(" ")[0].removesuffix("x")

    return FIGURE.sub(fill, text)


def _whole(claim: Claim, verdict: Verdict, found: Grounds) -> None:
    """Raise RegisterError where a verdict of ours rests on a condition that fails and says nothing of what that means.

    A reader's condition that says nothing matters.
    """
    if not claim.ours:
        return
    decisive = {"conditions": found.implied if verdict.verdict in CAME_OUT else ()}
    decisive["must"] = found.must if verdict.verdict == NOT_REPRODUCED else ()
    for key, conditions in decisive.items():
        for number, condition in enumerate(conditions):
            if not condition.holds and (condition.matters is None if key == "conditions" else not condition.phrase):
                raise claim.entry.fail(
                    f"{condition.name!r} does not hold ({condition.detail})",
                    f"{key}[{number}]",
                    rule="a condition that fails says whether that changes what a reader concludes",
                    fix="give it matters: or note:, and what is so instead in a few words",
                )


def _untested(context: Context, claim: Claim) -> Verdict | None:
    """The verdict on a claim that nothing here can test; None for one that can be."""
    if claim.not_testable is None:
        return None
    given = {name: context.fill(text, f"not_testable.{name}") for name, text in claim.not_testable}
    said = [given["why"] or given["reason"]]
    said += [f"What would test it: {given['test']}"] if given["test"] else []
    said += [f"What a model suggests, which confirms nothing: {given['model_note']}"] if given["model_note"] else []
    return Verdict(NOT_TESTABLE, given["reason"], " ".join(sentence(text) for text in said))


# What a query rests on that reads a table.
_RESTS: dict[str, Kind] = {
    "inference_results": "results",
    "comparisons": "results",
    "systems": "configurations",
    "engine_settings": "configurations",
    "introduced": "rules",
    "rounds": "outside",
    "partner_lists": "outside",
    "prices": "prices",
    "price_scenarios": "prices",
    "clauses": "rules",
    "limits": "rules",
    "mechanism_limits": "rules",
    "comparable_rounds": "rules",
    "best_gains": "rules",
    "engines": "configurations",
}


def _kinds(specs: Sequence[Any], tables: Tables, rows: pd.DataFrame) -> tuple[Kind, ...]:
    """What a claim's answer rests on: what its questions and conditions declare, and what they are given."""
    found: set[Kind] = set() if rows.empty else {"results"}
    for spec in specs:
        for known, name in ((QUESTIONS, getattr(spec, "ask", None)), (CONDITIONS, getattr(spec, "test", None))):
            found |= set(known[name].rests) if name in known else set()
        found |= {_RESTS[name] for name in tables_in([getattr(spec, "sql", "")]) if name in _RESTS}
        mechanism = getattr(spec, "mechanism", None)
        if getattr(spec, "clause", None) or (mechanism and tables.mechanisms.mechanisms[mechanism].limits):
            found.add("rules")
        if getattr(spec, "scale", None) == "saving":
            found.add("prices")
    return tuple(kind for kind in KINDS if kind in found)


def _vendor(context: Context, claim: Claim) -> VendorStance | None:
    if claim.nvidia is None:
        return None
    return claim.nvidia.model_copy(update={"words": context.fill(claim.nvidia.words, "nvidia.words")})


def _definitions(context: Context, claim: Claim) -> Definitions | None:
    """The range of the first figure over the definitions of a term that the sentence allows."""
    if claim.undefined is None:
        return None
    seen, figure = replace(context, entry=context.entry.at("undefined")), claim.figures[0]
    values = _computed(seen, lambda: readings(seen, claim.undefined))
    if values.empty:
        raise seen.entry.fail("no definition gives a figure", "over", rule="a term has definitions")
    # One definition leaves no range open.
    rule = "rounds" if figure.rule == "in_span" else figure.rule
    giving = sum(_matches(figure, rule, float(value)) for value in values)
    why, chance = (seen.fill(getattr(claim.undefined, key), key) for key in ("why", "chance"))
    return Definitions(claim.undefined.term, why, sensitivity(seen, claim.undefined), giving, chance)


_MOST_DIGITS = 6
_TWO_DIGITS = 10


def _figure(spec: FigureToMatch, answer: Answer) -> CheckedFigure:
    printed_in, phrase = getattr(spec, "articles", None), getattr(spec, "phrase", None) or ""
    wanted, decimals = spec.published, spec.decimals
    published = quantity(wanted, spec.unit, decimals)
    if spec.rule == "more_than":
        published = replace(published, text=f"over {published.text}")
    if answer.value is None:
        return CheckedFigure(published, spec.rule, None, False, answer.how, printed_in, phrase)
    value = answer.value
    comes_out = _matches(spec, spec.rule, value, answer.span)
    # A figure beyond a bound is printed one digit finer than the bound: 2.77x is at least 2.7x. A count has no digits,
    # and a figure that misses the bound by far needs no finer one: 48% is not over 60%.
    finer = spec.rule in (*BOUNDS, "whole") and not float(value).is_integer()
    digits = decimals + (finer and (comes_out or abs(value) < _TWO_DIGITS))
    # 1.97 is below a bound of 2 and must not be printed as 2.0.
    while finer and not comes_out and digits < _MOST_DIGITS and rounds_to(value, wanted, digits):
        digits += 1
    shown = quantity(value, spec.unit, digits)
    if answer.span is not None:
        shown = Quantity(value, spec.unit, span_text(*answer.span, spec.unit, _digits(answer.span, decimals)))
    rows = tuple(sorted(set(answer.rows.get("row_id", ()))))
    return CheckedFigure(
        published, spec.rule, shown, comes_out, answer.how, printed_in, phrase, _relation(spec, answer), rows
    )


def _relation(spec: FigureToMatch, answer: Answer) -> str:
    """How the value of ``answer`` is related to a published figure that it gives.

    2.77 printed as 2.7 is the same figure, its last digits cut off; 2.94 is more than 2.7, and 6.7 months more than 6.
    """
    if spec.rule == "in_span":
        return WITHIN
    if spec.rule not in ("at_least", "whole") or rounds_to(answer.value, spec.published, spec.decimals):
        return EQUAL
    scale = 10**spec.decimals
    cut = math.floor(answer.value * scale + 1e-9) == round(spec.published * scale)
    return EQUAL if cut and spec.rule == "at_least" else MORE


def _matches(spec: FigureToMatch, rule: str, value: float, span: tuple[float, float] | None = None) -> bool:
    """Whether ``value``, or the ``span`` that an answer leaves open, is the published figure by ``rule``."""
    wanted = spec.published
    return {
        "rounds": lambda: rounds_to(value, wanted, spec.decimals),
        "in_span": lambda: span is not None and span[0] <= wanted <= span[1],
        "whole": lambda: math.floor(value) == wanted,
        "more_than": lambda: value > wanted,
        "at_least": lambda: value >= wanted,
    }[rule]()


def _digits(span: tuple[float, float], decimals: int) -> int:
    # Two ends below ten without decimals would say too little: 8.5 to 9.4, not 8 to 9.
    return max(decimals, 1) if span[1] < 10 else decimals


def _test(context: Context, spec: Any) -> tuple[Condition, pd.DataFrame | None]:
    """A condition, and the results that show it."""
    said = next(((key, text) for key in ("matters", "note") if (text := getattr(spec, key))), None)
    phrase = context.fill(said[1], said[0]) if said else ""
    if spec.test == "also":
        answer = answer_of(context, spec)
        figure = _figure(spec, answer)
        shown = figure.computed.text if figure.computed else "no such result"
        phrase = phrase or answer.phrase
        holds = figure.comes_out != spec.not_
        if phrase and not figure.computed:
            phrase = f"no such result {phrase}"
        label = context.fill(spec.says, "says")
        rows = answer.rows if spec.ask == "sql" else None
        return Condition(label, holds, f"{shown}: {figure.how}", phrase=phrase, figure=figure.computed), rows
    asked = CONDITIONS[spec.test]
    if not asked.any_row:
        _gpus_of_inference(context, spec.test)
    given = {name: getattr(spec, name) for name in asked.arguments}
    label = context.fill(spec.says, "says") if spec.says else asked.label.format(**given)
    try:
        found = asked(context, spec)
    except Missing as missing:
        return Condition(label, False, str(missing), phrase=phrase), None
    holds = bool(found.holds) != spec.not_
    return Condition(label, holds, found.detail, phrase=phrase or found.phrase, figure=found.figure), found.rows


def _implied(claim: Claim, context: Context, spec: Any) -> tuple[Condition, pd.DataFrame | None]:
    """A condition, and the results that show it; of one that fails, whether it matters and what is so instead.

    One of ours that does not say so decides nothing: see ``_whole``. A reader's matters.
    """
    found, rows = _test(context, spec)
    if found.holds:
        return found, rows
    if _computable(context, claim, spec):
        if claim.ours and (spec.matters or spec.note):
            rule = "whether it matters is computed: the figure is compared again with the condition imposed"
            raise context.entry.fail("'matters' or 'note' is typed", "test", rule=rule, fix="leave it out")
        again, _ = _imposed(context, claim, [spec])
        return replace(again, name=found.name, holds=False, detail=found.detail), rows
    said = False if spec.note else True if spec.matters or not claim.ours else None
    return replace(found, matters=said), rows


def _computable(context: Context, claim: Claim, spec: Any) -> bool:
    """Whether the claim's first figure can be compared again with a condition imposed."""
    if not claim.imposable(spec):
        return False
    pair = (context.one(name) for name in (claim.figures[0].before, claim.figures[0].after))
    return comparable(*pair, {one.test for one in claim.conditions if claim.imposable(one)})


def _imposed(context: Context, claim: Claim, specs: Sequence[Any]) -> tuple[Condition, pd.DataFrame]:
    """The claim's first figure, asked of the best comparison that meets the conditions ``specs`` as well; its rows."""
    spec, names = claim.figures[0], [one.test for one in specs]
    pair = [context.one(name) for name in (spec.before, spec.after)]
    again = compared_again(context, *pair, names)
    figure = _figure(spec, scaled(again, spec.scale))
    words, rows, preview = in_words(names), again.rows, None
    phrase = f"for {words}" if figure.computed else f"no comparison for {words} exists"
    wider = compared_again(context, *pair, names, preview=True)
    if wider.value is not None and (again.value is None or wider.value > again.value):
        preview = Preview(_figure(spec, scaled(wider, spec.scale)).computed, whose(wider.rows.iloc[-1]))
        rows = pd.concat([rows, wider.rows]).drop_duplicates("row_id")
    matters = not figure.comes_out and not _tied(again, QUESTIONS[spec.ask](context, spec))
    return Condition(words, figure.comes_out, figure.how, matters, phrase, figure.computed, preview), rows


def _tied(one: Answer, other: Answer) -> bool:
    """Whether two ratios are nearer to each other than what counts as a lead where wins are counted."""
    return one.value is not None and other.value is not None and abs(one.value / other.value - 1) < NEAR


def _gpus_of_inference(context: Context, test: str) -> None:
    """Raise RegisterError where a condition on accelerators of MLPerf Inference meets something else."""
    for name, rows in context.rows.items():
        if rows.empty:
            continue
        suite = str(rows["suite"].iloc[0])
        other = suite in OTHER_SUITES
        if other or pd.isna(rows["accelerators"].iloc[0]):
            what = f"a result of MLPerf {suite.upper()}" if other else "a system without accelerators"
            raise context.entry.fail(
                f"{test} cannot be asked here: row {name} is {what}",
                "test",
                rule=f"of such rows can be asked: {', '.join(n for n, c in CONDITIONS.items() if c.any_row)}",
            )


def _evidence_rows(
    context: Context, answers: list[Answer], found: list[tuple[Condition, pd.DataFrame | None]]
) -> pd.DataFrame:
    """Results that answers and conditions rest on; else the first of each row that the claim names."""
    frames = [a.rows for a in answers if len(a.rows)]
    frames += [rows for _, rows in found if rows is not None and len(rows)]
    frames = frames or [r.head(1) for r in context.rows.values() if len(r)]
    if not frames:
        return context.tables.results.head(0)
    rows = pd.concat(frames).drop_duplicates("row_id")
    return rows.sort_values(["round", "row_id"])


def _descriptions(rows: pd.DataFrame, systems: pd.DataFrame) -> pd.DataFrame:
    keys = ["round", "division", "submitter", "system"]
    return systems.merge(rows[keys].drop_duplicates(), on=keys)


def _sensitivity(context: Context, claim: Claim) -> Sensitivity | None:
    if claim.sensitivity is None or not claim.figures:
        return None
    seen = replace(context, entry=context.entry.at("sensitivity"))
    return _computed(seen, lambda: sensitivity(seen, claim.sensitivity))


def readings(context: Context, asked: object) -> pd.Series:
    """Every value that a reading gives for the claim's first figure, as that figure is scaled."""
    values, figure = READINGS[asked.over](context, asked), context.published
    return values.map(SCALES[figure.scale][0]) if figure.scale else values


def sensitivity(context: Context, asked: object) -> Sensitivity | None:
    """The range of the claim's first figure over every value of a reading, as that figure is scaled.

    The published figure's rank counts the readings that, rounded as it was printed, are higher. None without readings.
    """
    read, figure, values = READINGS[asked.over], context.published, readings(context, asked)
    if values.empty:
        return None
    (unit,) = read.unit.of(asked, none(context, ""))
    if figure.scale:
        unit = SCALES[figure.scale][1](unit)
    place = 1 + sum(half_up(v, figure.decimals) > half_up(figure.published, figure.decimals) for v in values)
    # One digit finer than print: what no reader could tell apart is one value.
    each = tuple(sorted({float(half_up(v, figure.decimals + 1)) for v in values}))
    low, high = float(values.min()), float(values.max())
    return Sensitivity(low, high, len(values), place, unit, read.of or asked.says, each)
