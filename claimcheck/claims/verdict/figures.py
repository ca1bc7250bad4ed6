"""A published ratio, compared again under a condition that the published pair of results fails."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from claimcheck.analysis.compare import best_meeting
from claimcheck.analysis.wins.cells import NEAR
from claimcheck.claims.register.claim import Claim, FigureToMatch
from claimcheck.claims.verdict.result import (
    EQUAL,
    MORE,
    WITHIN,
    CheckedFigure,
    Condition,
    Preview,
    Quantity,
    Sensitivity,
)
from claimcheck.claims.words.language import CONDITIONS, QUESTIONS, READINGS, Answer, Context, Missing
from claimcheck.claims.words.rows import OTHER_SUITES
from claimcheck.claims.words.vocabulary import SCALES, none, whose
from claimcheck.core.printing import half_up, listed, quantity, rounds_to, span_text


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


# Rules of a figure that was printed as a bound and not as a number.
BOUNDS = ("more_than", "at_least")


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


def scaled(answer: Answer, scale: str | None) -> Answer:
    """``answer`` as the register has it written: in millions, in percent, as a gain or a saving."""
    if scale is None or answer.value is None:
        return answer
    change, _, _ = SCALES[scale]
    if scale != "saving":
        return replace(answer, value=change(answer.value))
    how = f"1 - 1 / {answer.value:.3f}, at one price and utilisation for both; ratio: {answer.how}"
    return replace(answer, value=change(answer.value), how=how)


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


# The condition that both systems can be bought.
ON_SALE = "both_available"


def comparable(before: pd.Series | None, after: pd.Series | None, failing: Collection[str]) -> bool:
    """Whether two results are a comparison as the table has them: of two rounds of Inference, on one accelerator.

    Of two accelerators it can be asked as well, where ``same_accelerator`` is among the conditions that are imposed.
    """
    if before is None or after is None or {before["suite"], after["suite"]} & set(OTHER_SUITES):
        return False
    chips = {row["accelerator"] for row in (before, after) if pd.notna(row["accelerator"])}
    return before["round"] != after["round"] and (len(chips) == 1 or "same_accelerator" in failing)


def compared_again(
    context: Context, before: pd.Series, after: pd.Series, failing: Collection[str], preview: bool = False
) -> Answer:
    """The best comparison that keeps what the pair ``before`` and ``after`` keeps, and meets ``failing`` as well.

    Of the defensible comparisons (the table comparisons) of the pair's rounds, benchmark, scenario and accelerators,
    those count that meet each condition with ``imposed`` which the pair meets or which ``failing`` names. The answer
    is the highest ratio per accelerator among them, after over before; none where no comparison is left. With
    ``preview`` a system that was not on sale counts, unless ``failing`` excludes it.
    """
    pairs = context.tables.compared(str(before["round"]), str(after["round"]))
    if len(pairs):
        pairs = pairs[(pairs["benchmark"] == after["benchmark"]) & (pairs["scenario"] == after["scenario"])]
    flags = [
        asked.imposed.column
        for name, asked in CONDITIONS.items()
        if asked.imposed and asked.imposed.column
        if name in failing or ((name != ON_SALE or not preview) and asked.function(context, before, after).holds)
    ]
    best = best_meeting(pairs, [before["accelerator"], after["accelerator"]], flags)
    if best is None:
        return none(context, "no such comparison exists")
    rows = context.tables.results.set_index("row_id", drop=False)
    sides = (
        pd.concat([rows.loc[best[f"row_id_{side}"]], pd.Series({"per_accelerator": best[f"per_accelerator_{side}"]})])
        for side in ("before", "after")
    )
    return QUESTIONS["ratio"].function(context, *sides)


def in_words(names: Collection[str]) -> str:
    """The conditions ``names`` as they follow "for": one owner and one size."""
    words = [asked.imposed.words for name, asked in CONDITIONS.items() if asked.imposed and name in names]
    return listed(words)


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
