"""Whether our results give a published figure: as it was printed, and by every reading.

Two questions are asked of a published figure. Is it the answer that the results give, by the rule of its wording
(``check_figure``)? And which values could it have had by other defensible readings (``sensitivity``)?
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pandas as pd

from claimcheck.claims.register.claim import FigureToMatch
from claimcheck.claims.verdict.result import EQUAL, MORE, WITHIN, CheckedFigure, Sensitivity
from claimcheck.claims.words.language import Answer, Context, Missing
from claimcheck.claims.words.rows import NO_ACCELERATOR, pool, select
from claimcheck.claims.words.vocabulary import QUESTIONS, READINGS, SCALES
from claimcheck.core.documents import Model
from claimcheck.core.printing import Quantity, half_up, quantity, rounds_to, span_text

# Rules of a figure that was printed as a bound and not as a number.
_BOUNDS = ("more_than", "at_least", "up_to")
# A figure that misses its bound by so little that both print alike is printed with up to so many decimals.
_MOST_DECIMALS = 6
# A bound with so many decimals needs no finer figure beyond it.
_BOUND_DECIMALS = 2
# A figure below this is printed one digit finer than the bound that it misses.
_TWO_DIGITS = 10


# --- the figure as it was printed -----------------------------------------------------------------


def answer_of(context: Context, figure: FigureToMatch) -> Answer:
    """What the results give for a published figure, in the figure's scale; an empty answer where a result is missing.

    Raises RegisterError when the question cannot be asked of the results that the claim names.
    """
    try:
        return _scaled(QUESTIONS[figure.ask].function(context, figure), figure.scale)
    except Missing as missing:
        return Answer(None, str(missing))


def answer_in_unit(context: Context, figure: FigureToMatch) -> Answer:
    """What the results give for a published figure. Raises RegisterError when the figure is in another unit."""
    answer = answer_of(context, figure)
    units = QUESTIONS[figure.ask].units(figure, answer)
    if figure.scale and units:
        units = tuple(dict.fromkeys(SCALES[figure.scale][1](unit) for unit in units))
    if units and figure.unit not in units:
        rule = f"{figure.ask} of this result is in {' or '.join(units)}"
        raise context.entry.fail(f"unit is {figure.unit!r}", "unit", rule=rule, fix=f"write unit: {units[0]}")
    return up_to(context, figure, answer)


# What two results share of which a sentence that says "up to" means any.
_ALIKE = ("round", "suite", "division", "submitter", "benchmark", "scenario", "accelerator", "accelerators")


def up_to(context: Context, figure: FigureToMatch, answer: Answer) -> Answer:
    """``answer``, or where it is below an "up to" the highest of the pairs that the sentence allows.

    Allowed is every pair of results of the same cells, owners, chips and sizes.
    """
    if figure.rule != "up_to" or figure.ask != "ratio" or not answer.rows or gives(figure, "up_to", answer.value):
        return answer

    def alike(name: str) -> list[pd.DataFrame]:
        row = context.result(name)
        spec = {column: row[column] for column in _ALIKE if pd.notna(row[column])} | (
            {"accelerator": NO_ACCELERATOR} if pd.isna(row["accelerator"]) else {}
        )
        found = select(pool(context.tables, spec), spec, context.entry, f"rows.{name}")
        return [found.iloc[[place]] for place in range(len(found))]

    pairs = itertools.product(alike(figure.before), alike(figure.after))
    allowed = [
        answer_of(replace(context, rows={**context.rows, figure.before: before, figure.after: after}), figure)
        for before, after in pairs
    ]
    best = max(allowed, key=lambda one: one.value)
    return (
        replace(best, how=f"the highest that the sentence allows: {best.how}") if best.value > answer.value else answer
    )


def _scaled(answer: Answer, scale: str | None) -> Answer:
    """``answer`` as the register has it written: in millions, in percent, as a gain or a saving."""
    if scale is None or answer.value is None:
        return answer
    change, _, _ = SCALES[scale]
    if scale != "saving":
        return replace(answer, value=change(answer.value))
    how = f"1 - 1 / {answer.value:.3f}, at one price and utilisation for both; ratio: {answer.how}"
    return replace(answer, value=change(answer.value), how=how)


def check_figure(figure: FigureToMatch, answer: Answer) -> CheckedFigure:
    """Compare a published figure with the answer that the results give, by the rule of the figure's wording."""
    articles, phrase = getattr(figure, "articles", None), getattr(figure, "phrase", None) or ""
    published = quantity(figure.published, figure.unit, figure.decimals)
    if figure.rule == "more_than":
        published = replace(published, text=f"over {published.text}")
    if answer.value is None:
        return CheckedFigure(published, figure.rule, None, False, answer.how, articles, phrase)
    comes_out = gives(figure, figure.rule, answer.value, answer.span)
    return CheckedFigure(
        published=published,
        rule=figure.rule,
        computed=_in_print(figure, answer, comes_out),
        comes_out=comes_out,
        how=answer.how,
        articles=articles,
        phrase=phrase,
        relation=_relation(figure, answer),
        rows=tuple(sorted(set(answer.rows))),
    )


def gives(figure: FigureToMatch, rule: str, value: float, span: tuple[float, float] | None = None) -> bool:
    """Whether ``value``, or the ``span`` that an answer leaves open, is the published figure by ``rule``."""
    published = figure.published
    return {
        "printed": lambda: _as_printed(value, figure),
        "rounds": lambda: rounds_to(value, published, figure.decimals),
        "in_span": lambda: span is not None and span[0] <= published <= span[1],
        "whole": lambda: math.floor(value) == published,
        "cut": lambda: _cut(value, published, figure.decimals),
        "more_than": lambda: value > published,
        "at_least": lambda: value >= published,
        "up_to": lambda: value >= published or rounds_to(value, published, figure.decimals),
    }[rule]()


def _as_printed(value: float, figure: FigureToMatch) -> bool:
    """Whether ``value`` is the published figure, rounded half up or its digits cut off."""
    return rounds_to(value, figure.published, figure.decimals) or _cut(value, figure.published, figure.decimals)


def _cut(value: float, published: float, decimals: int) -> bool:
    """Whether ``value``, cut off after its ``decimals``, is ``published``: 1.019 printed as 1.01."""
    return math.floor(value * 10**decimals + 1e-9) == round(published * 10**decimals)


def _in_print(figure: FigureToMatch, answer: Answer, comes_out: bool) -> Quantity:
    """Our figure as it is printed next to the published one.

    A figure beyond a bound has one digit more than the bound, up to two decimals: 2.77x is at least 2.7x. A count has
    no digits, and a figure that misses the bound by far needs no finer one: 48% is not over 60%.
    """
    value, decimals = answer.value, figure.decimals
    if answer.span is not None:
        # Two ends below ten without decimals would say too little: 8.5 to 9.4, not 8 to 9.
        digits = max(decimals, 1) if answer.span[1] < 10 else decimals
        return Quantity(value, figure.unit, span_text(*answer.span, figure.unit, digits))
    finer = figure.rule in (*_BOUNDS, "whole", "cut") and not float(value).is_integer()
    # Of a figure that was cut off, the digit after it says so.
    finer |= figure.rule == "printed" and comes_out and not rounds_to(value, figure.published, decimals)
    fine = figure.rule in _BOUNDS and decimals >= _BOUND_DECIMALS
    digits = decimals + (finer and not fine and (comes_out or abs(value) < _TWO_DIGITS))
    # 1.97 is below a bound of 2 and must not be printed as 2.0.
    while finer and not comes_out and digits < _MOST_DECIMALS and rounds_to(value, figure.published, digits):
        digits += 1
    return quantity(value, figure.unit, digits)


def _relation(figure: FigureToMatch, answer: Answer) -> str:
    """How the value of ``answer`` is related to a published figure that it gives.

    2.77 printed as 2.7 is the same figure, its last digits cut off; 2.94 is more than 2.7, and 6.7 months more than 6.
    """
    if figure.rule == "in_span":
        return WITHIN
    if figure.rule not in ("at_least", "up_to", "whole") or rounds_to(answer.value, figure.published, figure.decimals):
        return EQUAL
    cut = _cut(answer.value, figure.published, figure.decimals)
    return EQUAL if cut and figure.rule != "whole" else MORE


# --- by every reading -----------------------------------------------------------------------------


def readings(context: Context, reading: Model) -> pd.Series:
    """Every value that a reading gives for the claim's first figure, in that figure's scale."""
    values, figure = READINGS[reading.over].function(context, reading), context.published
    return values.map(SCALES[figure.scale][0]) if figure.scale else values


def sensitivity(context: Context, reading: Model) -> Sensitivity | None:
    """Range of the claim's first figure over every value of a reading, in that figure's scale; None without values.

    The published figure's rank counts the values that, rounded as it was printed, are higher.
    """
    word, figure, values = READINGS[reading.over], context.published, readings(context, reading)
    if values.empty:
        return None
    (unit,) = word.units(reading, Answer(None, ""))
    if figure.scale:
        unit = SCALES[figure.scale][1](unit)
    published = half_up(figure.published, figure.decimals)
    rank = 1 + sum(half_up(value, figure.decimals) > published for value in values)
    # One digit finer than print: what no reader could tell apart is one value.
    distinct = tuple(sorted({float(half_up(value, figure.decimals + 1)) for value in values}))
    low, high = float(values.min()), float(values.max())
    return Sensitivity(low, high, len(values), rank, unit, word.of or reading.says, distinct)
