"""Compute a claim's verdict from its figures, its conditions and the tables."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from claimcheck.analysis.results import rounds_to
from claimcheck.claims.anatomy import files_behind
from claimcheck.claims.articles import read_articles
from claimcheck.claims.evidence import evidence_of, system_evidence, training_evidence
from claimcheck.claims.language import CONDITIONS, QUESTIONS, Missing
from claimcheck.claims.model import (
    CONTRADICTED,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    REPRODUCED,
    WITH_CONDITIONS,
    Aftermath,
    Answer,
    ClaimResult,
    Condition,
    Context,
    Figure,
    Quantity,
    Sensitivity,
    Tables,
)
from claimcheck.claims.prices import read_prices
from claimcheck.claims.questions import BOUNDS, none, scaled, sensitivity
from claimcheck.claims.register import FIGURE, Claim, Printed, read_claims
from claimcheck.claims.rulebook import clauses_behind
from claimcheck.claims.scope import OTHER_SUITES, latest_named, pool, where
from claimcheck.claims.select import select
from claimcheck.numbers import read_numbers
from claimcheck.printing import quantity, span_text
from claimcheck.registers import Entry, read_yaml, suggestion
from claimcheck.tables import DATA_DIR, load


def load_tables(data: Path = DATA_DIR) -> Tables:
    """The committed tables and registers under ``data``."""
    return Tables(
        results=load("inference_results", data),
        runs=load("loadgen_runs", data),
        systems=load("systems", data),
        prices=read_prices(data / "prices.yml"),
        rounds=read_yaml(data / "rounds.yml"),
        data=data,
    )


def evaluate(
    data: Path = DATA_DIR,
    register: Path | None = None,
    tables: Tables | None = None,
    only: Collection[int] | None = None,
) -> list[ClaimResult]:
    """Claims of ``register`` (``data/claims.yml``; those numbered ``only``, or all) with their verdicts, by number.

    Numbers that a strongest case names in braces are filled in from ``numbers.csv``. Raises RegisterError for
    a register that does not keep its form, for names that are not in the tables, and for a number that is not known.
    """
    tables, claims = tables or load_tables(data), load_register(data, register)
    texts = {key: one.text for key, one in read_numbers(data).items()}
    chosen = [claim for claim in claims if only is None or claim.number in only]
    return [_with_case(evaluate_claim(claim, tables), claim, texts) for claim in chosen]


_BRACED = re.compile(r"\{([^{}]+)\}")


def _with_case(result: ClaimResult, claim: Claim, texts: dict[str, str]) -> ClaimResult:
    def fill(match: re.Match[str]) -> str:
        key = match[1]
        if key not in texts:
            rule, fix = "braces name a number of numbers.csv", suggestion(key, texts)
            raise claim.entry.fail(f"no number {key!r}", "strongest_case", rule=rule, fix=fix)
        return texts[key]

    return replace(result, strongest_case=_BRACED.sub(fill, result.strongest_case))


def load_register(data: Path = DATA_DIR, register: Path | None = None) -> list[Claim]:
    """The claims of ``register`` (``data/claims.yml``), by number, for the articles of ``data``."""
    return read_claims(register or data / "claims.yml", set(read_articles(data)))


def evaluate_claim(
    claim: Claim, tables: Tables, inspect: Callable[[Entry, Printed, Answer], None] | None = None
) -> ClaimResult:
    """Evaluate one claim against ``tables``; ``inspect`` sees each figure with its answer and may raise."""

    def ask(seen: Context, figure: Printed) -> Answer:
        answer = answer_of(seen, figure)
        if inspect:
            inspect(seen.entry, figure, answer)
        return answer

    context = Context(claim.entry, tables, figure=claim.figures[0] if claim.figures else None)
    for name, row in claim.rows.items():
        context.rows[name] = select(pool(tables, row.given), row.given, claim.entry, f"rows.{name}")
    answers = _each(context, "figures", claim.figures, ask)
    figures = tuple(_figure(f, a) for f, a in zip(claim.figures, answers, strict=True))
    must = _each(context, "must", claim.must, _test)
    implied = _each(context, "conditions", claim.conditions, _test)
    refuted = _each(context, "contradicted_if", claim.contradicted_if, _test)
    rows = _evidence_rows(context, claim, answers, [*must, *implied])
    conditions = [condition for condition, _ in (*must, *implied)]
    inference = rows[~rows["suite"].isin(OTHER_SUITES)]
    if len(inference):
        conditions.append(_logs_agree(inference))
    verdict, reason = judge(
        figures, [c for c, _ in must], conditions, [c for c, _ in refuted if c.holds], claim.not_testable
    )
    specs = (*claim.figures, *claim.must, *claim.conditions, *claim.contradicted_if)
    evidence = evidence_of(inference) + training_evidence(rows[rows["suite"].isin(OTHER_SUITES)])
    if any(getattr(spec, "test", "") == "same_system_description" for spec in (*claim.must, *claim.conditions)):
        evidence += system_evidence(_descriptions(rows, tables.systems))
    evidence += files_behind(context, specs) + clauses_behind(tables, specs)
    return ClaimResult(
        id=claim.id,
        number=claim.number,
        articles=claim.articles,
        statement=_statement(claim.statement, figures),
        figures=figures,
        verdict=verdict,
        reason=reason,
        conditions=tuple(conditions),
        sensitivity=_sensitivity(context, claim),
        strongest_case=claim.strongest_case,
        evidence=evidence,
        rows=rows,
        page=claim.page,
        afterwards=_afterwards(context, claim, verdict),
        kinds=claim.kinds,
        picture=claim.picture,
        sources=claim.stated,
    )


def answer_of(context: Context, figure: Printed) -> Answer:
    """The answer to the question of a figure, as the figure is scaled; none where a result is missing."""
    try:
        return scaled(QUESTIONS[figure.ask](context, figure), figure.scale)
    except Missing as missing:
        return none(context, str(missing))


T = TypeVar("T")
S = TypeVar("S")


def _each(context: Context, key: str, specs: Sequence[S], ask: Callable[[Context, S], T]) -> list[T]:
    """``ask`` for every item under ``key``, each with a context whose faults are reported at the item's line."""
    seen = (replace(context, entry=context.entry.at(f"{key}[{n}]")) for n in range(len(specs)))
    return [ask(one, spec) for one, spec in zip(seen, specs, strict=True)]


def _afterwards(context: Context, claim: Claim, verdict: str) -> Aftermath | None:
    """What the rounds since made of the claim; None where the register does not ask."""
    if claim.afterwards is None:
        return None
    found = _each(context, "afterwards.checks", claim.afterwards.checks, _test)
    frames = [rows for _, rows in found if rows is not None and len(rows)]
    rows = pd.concat([context.tables.results.head(0), *frames]).drop_duplicates("row_id")
    return Aftermath(
        as_of=context.latest,
        what=claim.afterwards.what,
        came_out=verdict in (REPRODUCED, WITH_CONDITIONS),
        conditions=tuple(condition for condition, _ in found),
        evidence=evidence_of(rows),
    )


def _logs_agree(rows: pd.DataFrame) -> Condition:
    """The published figures equal their logs; figures taken from a log, or without one at hand, are named."""
    compared = rows[rows["obtained"] == "published"]
    agree = int(compared["log_agrees"].fillna(False).sum())
    parts = [f"{agree} of {len(compared)} results equal the figure in their run's log"] if len(compared) else []
    for how, words in (("log", "taken from the log itself"), ("experiments", _NO_LOG), ("typed", _NO_LOG)):
        number = int((rows["obtained"] == how).sum())
        if number:
            parts.append(f"{number} {words} ({', '.join(sorted(set(rows[rows['obtained'] == how]['round'])))})")
    return Condition("the logs say the same", agree == len(compared), "; ".join(parts))


_NO_LOG = "without a log at hand"


def _statement(text: str, figures: tuple[Figure, ...]) -> str:
    """``text`` with ``{figure.N}`` filled by the Nth published figure, without its unit."""

    def fill(match: re.Match[str]) -> str:
        published = figures[int(match[1]) - 1].published
        return published.text.removeprefix("over ").split(" ")[0].removesuffix("x")

    return FIGURE.sub(fill, text)


def judge(
    figures: tuple[Figure, ...],
    must: list[Condition],
    conditions: list[Condition],
    refuted: list[Condition],
    not_testable: str | None,
) -> tuple[str, str]:
    """Verdict and the reason for it, from what was computed alone."""
    if not_testable:
        return NOT_TESTABLE, not_testable
    missing = [f for f in figures if not f.comes_out]
    broken = [c for c in must if not c.holds]
    if missing or broken:
        if refuted:
            return CONTRADICTED, "; ".join(f"{c.name}: {c.detail}" for c in refuted)
        parts = [
            f"published {f.published.text}, raw results give {f.computed.text if f.computed else 'no such figure'}"
            for f in missing
        ]
        return NOT_REPRODUCED, "; ".join([*parts, *(f"{c.name}: {c.detail}" for c in broken)])
    failing = [c for c in conditions if not c.holds]
    if failing:
        return WITH_CONDITIONS, "does not hold: " + ", ".join(c.name for c in failing)
    return (
        REPRODUCED,
        "the figure comes out and every implied condition holds" if figures else "every implied condition holds",
    )


_MOST_DIGITS = 6


def _figure(spec: Printed, answer: Answer) -> Figure:
    printed_in = getattr(spec, "articles", None) or ()
    wanted, decimals = spec.published, spec.decimals
    published = quantity(wanted, spec.unit, decimals)
    if spec.rule == "more_than":
        published = replace(published, text=f"over {published.text}")
    if answer.value is None:
        return Figure(published, spec.rule, None, False, answer.how, printed_in)
    value = answer.value
    comes_out = {
        "rounds": lambda: rounds_to(value, wanted, decimals),
        "whole": lambda: math.floor(value) == wanted,
        "more_than": lambda: value > wanted,
        "at_least": lambda: value >= wanted,
        "in_span": lambda: answer.span is not None and answer.span[0] <= wanted <= answer.span[1],
    }[spec.rule]()
    # A figure beyond a bound is printed one digit finer than the bound: 2.77x is at least 2.7x. A count has no digits.
    finer = spec.rule in (*BOUNDS, "whole") and not float(value).is_integer()
    digits = decimals + finer
    # 1.97 is below a bound of 2 and must not be printed as 2.0.
    while finer and not comes_out and digits < _MOST_DIGITS and rounds_to(value, wanted, digits):
        digits += 1
    shown = quantity(value, spec.unit, digits)
    if answer.span is not None:
        shown = Quantity(value, spec.unit, span_text(*answer.span, spec.unit, _digits(answer.span, decimals)))
    return Figure(published, spec.rule, shown, comes_out, answer.how, printed_in)


def _digits(span: tuple[float, float], decimals: int) -> int:
    # Two ends below ten without decimals would say too little: 8.5 to 9.4, not 8 to 9.
    return max(decimals, 1) if span[1] < 10 else decimals


def _test(context: Context, spec: Any) -> tuple[Condition, pd.DataFrame | None]:
    """A condition, and the results that show it."""
    if spec.test == "also":
        figure = _figure(spec, answer_of(context, spec))
        shown = figure.computed.text if figure.computed else "no such result"
        return Condition(spec.says, figure.comes_out != spec.not_, f"{shown}: {figure.how}"), None
    asked = CONDITIONS[spec.test]
    if not asked.any_row:
        _gpus_of_inference(context, spec.test)
    label = spec.says or asked.label.format(**{name: getattr(spec, name) for name in asked.arguments})
    try:
        found = asked(context, spec)
    except Missing as missing:
        return Condition(label, False, str(missing)), None
    return Condition(label, bool(found.holds) != spec.not_, found.detail), found.rows


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
    context: Context, claim: Claim, answers: list[Answer], found: list[tuple[Condition, pd.DataFrame | None]]
) -> pd.DataFrame:
    """Results that answers and conditions rest on, or the claim's ``evidence``; else the first of each row it names."""
    frames = [a.rows for a in answers if len(a.rows)]
    if claim.evidence is not None:
        seen = replace(context, entry=context.entry.at("evidence"))
        frames.append(where(seen, latest_named(seen, claim.evidence.given)))
    else:
        frames += [rows for _, rows in found if rows is not None and len(rows)]
    frames = frames or [r.head(1) for r in context.rows.values() if len(r)]
    if not frames:
        return context.tables.results.head(0)
    rows = pd.concat(frames).drop_duplicates("row_id")
    return rows.sort_values(["round", "row_id"]).reset_index(drop=True)


def _descriptions(rows: pd.DataFrame, systems: pd.DataFrame) -> pd.DataFrame:
    keys = ["round", "division", "submitter", "system"]
    return systems.merge(rows[keys].drop_duplicates(), on=keys)


def _sensitivity(context: Context, claim: Claim) -> Sensitivity | None:
    if claim.sensitivity is None or not claim.figures:
        return None
    return sensitivity(replace(context, entry=context.entry.at("sensitivity")), claim.sensitivity)
