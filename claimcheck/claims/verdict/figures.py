"""Whether our results give a published figure: as it was printed, by every reading, and what if a condition were met.

Three questions are asked of a published figure. Is it the answer that the results give, by the rule of its wording
(``check_figure``)? Which values could it have had by other defensible readings (``sensitivity``)? And what would it be
if a condition that the published pair of results fails were met (``what_if``)?
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

import pandas as pd

from claimcheck.analysis.compare import stated
from claimcheck.analysis.ratios import best_meeting
from claimcheck.analysis.wins.winners import NEAR
from claimcheck.claims.register.claim import Claim, ConditionToTest, FigureToMatch
from claimcheck.claims.verdict.result import (
    EQUAL,
    MORE,
    WITHIN,
    CheckedFigure,
    Condition,
    Preview,
    Sensitivity,
)
from claimcheck.claims.words.language import CONDITIONS, QUESTIONS, READINGS, Answer, Context, Missing
from claimcheck.claims.words.rows import OTHER_SUITES
from claimcheck.claims.words.vocabulary import SCALES, none, whose
from claimcheck.core.documents import Model
from claimcheck.core.printing import Quantity, half_up, listed, quantity, rounds_to, span_text

# Rules of a figure that was printed as a bound and not as a number.
_BOUNDS = ("more_than", "at_least", "up_to")
# A figure that misses its bound by so little that both print alike is printed with up to so many decimals.
_MOST_DECIMALS = 6
# A bound with so many decimals needs no finer figure beyond it.
_BOUND_DECIMALS = 2
# A figure below this is printed one digit finer than the bound that it misses.
_TWO_DIGITS = 10
# The condition that both systems can be bought.
_ON_SALE = "both_available"


# --- the figure as it was printed -----------------------------------------------------------------


def answer_of(context: Context, figure: FigureToMatch) -> Answer:
    """What the results give for a published figure, in the figure's scale; an empty answer where a result is missing.

    Raises RegisterError when the question cannot be asked of the results that the claim names.
    """
    try:
        # A question does not see what was published, so that many figures that ask it share one answer.
        return _scaled(QUESTIONS[figure.ask](replace(context, figure=None), figure), figure.scale)
    except Missing as missing:
        return none(context, str(missing))


def answer_in_unit(context: Context, figure: FigureToMatch) -> Answer:
    """What the results give for a published figure. Raises RegisterError when the figure is in another unit."""
    answer = answer_of(context, figure)
    units = QUESTIONS[figure.ask].unit.of(figure, answer)
    if figure.scale and units:
        units = tuple(dict.fromkeys(SCALES[figure.scale][1](unit) for unit in units))
    if units and figure.unit not in units:
        rule = f"{figure.ask} of this result is in {' or '.join(units)}"
        raise context.entry.fail(f"unit is {figure.unit!r}", "unit", rule=rule, fix=f"write unit: {units[0]}")
    return answer


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
        rows=tuple(sorted(set(answer.rows.get("row_id", ())))),
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
    values, figure = READINGS[reading.over](context, reading), context.published
    return values.map(SCALES[figure.scale][0]) if figure.scale else values


def sensitivity(context: Context, reading: Model) -> Sensitivity | None:
    """Range of the claim's first figure over every value of a reading, in that figure's scale; None without values.

    The published figure's rank counts the values that, rounded as it was printed, are higher.
    """
    word, figure, values = READINGS[reading.over], context.published, readings(context, reading)
    if values.empty:
        return None
    (unit,) = word.unit.of(reading, none(context, ""))
    if figure.scale:
        unit = SCALES[figure.scale][1](unit)
    published = half_up(figure.published, figure.decimals)
    rank = 1 + sum(half_up(value, figure.decimals) > published for value in values)
    # One digit finer than print: what no reader could tell apart is one value.
    distinct = tuple(sorted({float(half_up(value, figure.decimals + 1)) for value in values}))
    low, high = float(values.min()), float(values.max())
    return Sensitivity(low, high, len(values), rank, unit, word.of or reading.says, distinct)


# --- what if a condition were met -----------------------------------------------------------------


def can_ask_what_if(context: Context, claim: Claim, condition: ConditionToTest) -> bool:
    """Whether the claim's first figure can be compared again under a condition that its pair of results fails."""
    if not claim.imposable(condition):
        return False
    pair = (context.row(name) for name in (claim.figures[0].before, claim.figures[0].after))
    return comparable(*pair, {other.test for other in claim.conditions if claim.imposable(other)})


def comparable(before: pd.Series | None, after: pd.Series | None, conditions: Collection[str]) -> bool:
    """Whether two results are a comparison as the table has them: of two rounds of Inference, on one accelerator.

    Two accelerators are allowed where ``same_accelerator`` is among the ``conditions`` that are to be met.
    """
    if before is None or after is None or {before["suite"], after["suite"]} & set(OTHER_SUITES):
        return False
    chips = {stated(row, "product") for row in (before, after) if pd.notna(row["accelerator"])}
    return before["round"] != after["round"] and (len(chips) == 1 or "same_accelerator" in conditions)


def what_if(context: Context, claim: Claim, conditions: Sequence[ConditionToTest]) -> tuple[Condition, pd.DataFrame]:
    """The claim's first figure, taken from the best comparison that also meets ``conditions``; and its results.

    The condition that is returned holds where that comparison gives the published figure as well. Its failing matters,
    unless the two figures are nearer to each other than what counts as a lead where wins are counted.
    """
    figure, names = claim.figures[0], [condition.test for condition in conditions]
    pair = [context.row(name) for name in (figure.before, figure.after)]
    best = _best_comparison(context, *pair, names)
    checked = check_figure(figure, _scaled(best, figure.scale))
    words, rows, preview = _words_of(names), best.rows, None
    phrase = f"for {words}" if checked.computed else f"no comparison for {words} exists"
    wider = _best_comparison(context, *pair, names, preview=True)
    if wider.value is not None and (best.value is None or wider.value > best.value):
        higher = check_figure(figure, _scaled(wider, figure.scale)).computed
        preview = Preview(higher, whose(wider.rows.iloc[-1]))
        rows = pd.concat([rows, wider.rows]).drop_duplicates("row_id")
    matters = not checked.comes_out and not _nearly_equal(best, QUESTIONS[figure.ask](context, figure))
    return Condition(words, checked.comes_out, checked.how, matters, phrase, checked.computed, preview), rows


def _best_comparison(
    context: Context, before: pd.Series, after: pd.Series, conditions: Collection[str], preview: bool = False
) -> Answer:
    """Find the best comparison that keeps what the pair ``before`` and ``after`` keeps, and meets ``conditions``.

    Of the defensible comparisons (the table comparisons) of the pair's rounds, benchmark, scenario and products,
    those count that meet each condition with ``imposed`` which the pair meets or which ``conditions`` names. The answer
    is the highest ratio per accelerator among them, after over before; an empty one where no comparison is left. With
    ``preview`` a system that was not on sale counts, unless ``conditions`` excludes it.
    """
    pairs = context.tables.compared(str(before["round"]), str(after["round"]))
    if len(pairs):
        pairs = pairs[(pairs["benchmark"] == after["benchmark"]) & (pairs["scenario"] == after["scenario"])]
    flags = [
        word.imposed.column
        for name, word in CONDITIONS.items()
        if word.imposed and word.imposed.column
        if name in conditions or ((name != _ON_SALE or not preview) and word.function(context, before, after).holds)
    ]
    best = best_meeting(pairs, [stated(row, "product") for row in (before, after)], flags)
    if best is None:
        return none(context, "no such comparison exists")
    rows = context.results(best["row_id_before"], best["row_id_after"]).set_index("row_id", drop=False)
    sides = (
        pd.concat([rows.loc[best[f"row_id_{side}"]], pd.Series({"per_accelerator": best[f"per_accelerator_{side}"]})])
        for side in ("before", "after")
    )
    return QUESTIONS["ratio"].function(context, *sides)


def _words_of(conditions: Collection[str]) -> str:
    """The ``conditions`` as they follow "for": one owner and one size."""
    return listed([word.imposed.words for name, word in CONDITIONS.items() if word.imposed and name in conditions])


def _nearly_equal(ratio: Answer, other: Answer) -> bool:
    return ratio.value is not None and other.value is not None and abs(ratio.value / other.value - 1) < NEAR
