"""Whether our results give a published figure, and the verdict on a claim with its reason and its explanation.

Two questions are asked of a published figure. Is it the answer that the results give, by the rule of its wording
(``check_figure``)? And which values could it have had by other defensible readings (``sensitivity``)? The verdict
(``judge``) follows from the answers and from the conditions alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from claimcheck.analysis.questions import NOT_CLAIMED, UNKNOWN
from claimcheck.claims.register.claim import FigureToMatch, Term, Untestable, Values
from claimcheck.claims.register.language import Answer, Context, Missing, values
from claimcheck.claims.register.vocabulary import AS_IT_IS, QUESTIONS, SCALES, comparisons
from claimcheck.claims.verdict import result
from claimcheck.core.printing import Printed, half_up, listed, quantity, rounds_to, sentence, span_text
from claimcheck.data.registers import read_questions

# Rules of a figure that was printed as a bound and not as a number.
_BOUNDS = ("more_than", "at_least", "at_most", "up_to")
# A figure that misses its bound by so little that both print alike is printed with up to so many decimals.
_MOST_DECIMALS = 6
# A bound with so many decimals needs no finer figure beyond it.
_BOUND_DECIMALS = 2
# A figure below this is printed one digit finer than the bound that it misses.
_TWO_DIGITS = 10
# Units of things that are counted.
COUNTED = re.compile(r"partners|organisations|submissions|results|records|systems|entries|benchmarks|processors")
# What fits on a badge.
_BADGE = 52


# --- the figure as it was printed -----------------------------------------------------------------


def answer_of(context: Context, figure: FigureToMatch) -> Answer:
    """What the results give for a published figure, in the figure's scale; an empty answer where a result is missing.

    Raises RegisterError when the question cannot be asked of the results that the claim names.
    """
    try:
        answer = QUESTIONS[figure.ask].function(context, figure)
    except Missing as missing:
        return Answer(None, str(missing))
    if figure.scale is None or answer.value is None:
        return answer
    how = answer.how
    if figure.scale == "saving":
        how = f"1 - 1 / {answer.value:.3f}, at one price and utilisation for both; ratio: {how}"
    form = {"saving": "1 − 1 / ({})", "gain": "{} − 1"}.get(figure.scale, "{}")
    formula = form.format(answer.formula) if answer.formula else ""
    written = SCALES[figure.scale].written
    ends = answer.span and tuple(sorted(map(written, answer.span)))
    return replace(answer, value=written(answer.value), how=how, formula=formula, span=ends)


def answer_in_unit(context: Context, figure: FigureToMatch) -> Answer:
    """What the results give for a published figure. Raises RegisterError when the figure is in another unit."""
    answer = answer_of(context, figure)
    scale = SCALES.get(figure.scale, AS_IT_IS)
    own = [unit.format(answer.unit) for unit in QUESTIONS[figure.ask].units if answer.unit or "{" not in unit]
    units = tuple(dict.fromkeys(map(scale.unit.format, own)))
    if units and figure.unit not in units:
        rule = f"{figure.ask} of this result is in {' or '.join(units)}"
        raise context.entry.fail(f"unit is {figure.unit!r}", "unit", rule=rule, fix=f"write unit: {units[0]}")
    return answer


def check_figure(figure: FigureToMatch, answer: Answer) -> result.CheckedFigure:
    """Compare a published figure with the answer that the results give, by the rule of the figure's wording.

    Both ends of a score's span must give it. Where one does, or it lies between them, nothing is known.
    """
    published = quantity(figure.published, figure.unit, figure.decimals)
    if figure.rule == "more_than":
        published = replace(published, text=f"over {published.text}")
    if answer.span is not None and figure.rule == "printed" and not answer.unread:
        figure = figure.model_copy(update={"rule": "in_span"})
    of = {"articles": getattr(figure, "articles", None), "phrase": getattr(figure, "phrase", None) or ""}
    of |= {"formula": answer.formula}
    if answer.value is None:
        unread = "different answers" if answer.unread else ""
        return result.CheckedFigure(published, figure.rule, None, False, answer.how, **of, unread=unread)
    if answer.span is not None and answer.unread:
        each = [check_figure(figure, replace(answer, value=end, span=None)).comes_out for end in answer.span]
        if any(each) != all(each) or (not any(each) and answer.span[0] < figure.published < answer.span[1]):
            unread = _in_print(figure, answer, False).text
            return result.CheckedFigure(published, figure.rule, None, False, answer.how, **of, unread=unread)
    comes_out = gives(figure, figure.rule, answer.value, answer.span)
    ours, rows = _in_print(figure, answer, comes_out), tuple(sorted(set(answer.rows)))
    relation = _relation(figure, answer)
    note = _note(figure, answer, comes_out, ours)
    of |= {"relation": result.NEARLY if note and not comes_out else relation, "rows": rows, "note": note}
    return result.CheckedFigure(published, figure.rule, ours, comes_out or bool(note), answer.how, **of)


def _note(figure: FigureToMatch, answer: Answer, comes_out: bool, ours: Printed) -> str:
    """What differs a little between a published figure and ours, in a few words; empty where nothing does, or a lot."""
    counted = figure.ask == "sql" and figure.scale is None and COUNTED.search(figure.unit)
    if comes_out and figure.rule == "printed" and not counted:
        # What is 6.7 is not six to a reader, and 2.77 is 2.7.
        return "" if _off(figure, answer.value) <= read_questions().threshold.cut else f"more exactly {ours.text}"
    if comes_out:
        # Of several ways of counting, one gives the published number.
        low, high = answer.span if counted and figure.rule == "in_span" else (0, 0)
        return f"{low:,.0f} to {high:,.0f} by our counts" if low != high else ""
    if counted and figure.rule == "printed" and answer.value > figure.published:
        return f"{ours.text} by our count"
    if figure.rule != "in_span" and all(_near(figure, end) for end in answer.span or [answer.value]):
        return f"{'more ' * (answer.value != figure.published)}exactly {ours.text}"
    return ""


def _off(figure: FigureToMatch, value: float) -> float:
    """By what share of a published figure ``value`` is another; nothing where it rounds to it."""
    rounded = rounds_to(value, figure.published, figure.decimals)
    return 0.0 if rounded else abs(value - figure.published) / abs(figure.published)


def _near(figure: FigureToMatch, value: float) -> bool:
    """Whether ``value`` misses a figure by less than its last digit, and by no more of it than is cut off elsewhere.

    A percentage counts in points.
    """
    near = abs(value - figure.published) < 10**-figure.decimals
    return near and (figure.unit == "%" or _off(figure, value) <= read_questions().threshold.cut)


def figure_notes(figures: Iterable[result.CheckedFigure]) -> list[result.Condition]:
    """Published figures that ours give with a note, each as a condition that fails and does not matter."""
    return [
        result.Condition("the figure as it is printed", False, one.how, False, one.note, rows=one.rows)
        for one in figures
        if one.note
    ]


def gives(figure: FigureToMatch, rule: str, value: float, span: tuple[float, float] | None = None) -> bool:
    """Whether ``value``, or the ``span`` that an answer leaves open, is the published figure by ``rule``."""
    published = figure.published
    return {
        # Rounded half up, or its digits cut off.
        "printed": lambda: rounds_to(value, published, figure.decimals) or _cut(value, published, figure.decimals),
        "rounds": lambda: rounds_to(value, published, figure.decimals),
        "in_span": lambda: span is not None and span[0] <= published <= span[1],
        "more_than": lambda: value > published,
        "at_least": lambda: value >= published,
        "at_most": lambda: value <= published,
        "up_to": lambda: value >= published or rounds_to(value, published, figure.decimals),
    }[rule]()


def _cut(value: float, published: float, decimals: int) -> bool:
    """Whether ``value``, cut off after its ``decimals``, is ``published``: 1.019 printed as 1.01."""
    return math.floor(value * 10**decimals + 1e-9) == round(published * 10**decimals)


def _in_print(figure: FigureToMatch, answer: Answer, comes_out: bool) -> Printed:
    """Our figure as it is printed next to the published one.

    A figure beyond a bound has one digit more than the bound, up to two decimals: 2.77x is at least 2.7x. A count has
    no digits, and a figure that misses the bound by far needs no finer one: 48% is not over 60%.
    """
    value, decimals = answer.value, figure.decimals
    if answer.span is not None:
        # Two ends below ten without decimals would say too little: 8.5 to 9.4, not 8 to 9.
        digits = max(decimals, 1) if answer.span[1] < 10 else decimals
        if len({f"{end:.{digits}f}" for end in answer.span}) == 1:
            return quantity(value, figure.unit, digits)
        return Printed(value, figure.unit, span_text(*answer.span, figure.unit, digits))
    finer = figure.rule in _BOUNDS and not float(value).is_integer()
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

    2.77 printed as 2.7 is the same figure, its last digits cut off; 2.94 is more than 2.7.
    """
    if figure.rule == "in_span":
        return result.WITHIN
    same = gives(figure, "printed", answer.value)
    return result.MORE if figure.rule in ("at_least", "up_to") and not same else result.EQUAL


# --- by every reading -----------------------------------------------------------------------------


def readings(context: Context, reading: Values | str) -> list[float]:
    """Every value that a reading gives for the claim's first figure, in that figure's scale."""
    found = values(context, reading) if isinstance(reading, Values) else comparisons(context)
    if not found:
        raise context.entry.fail("gives no value", rule="a reading gives the values that a figure could have")
    return list(map(SCALES.get(context.figure.scale, AS_IT_IS).written, found))


def sensitivity(context: Context, reading: Values | str) -> result.Sensitivity:
    """Range of the claim's first figure over every value of a reading, in that figure's scale.

    The published figure's rank counts the values that, rounded as it was printed, are higher.
    """
    figure, found = context.figure, readings(context, reading)
    unit, what = (reading.unit, reading.says) if isinstance(reading, Values) else ("x", "comparisons of the two rounds")
    unit = SCALES.get(figure.scale, AS_IT_IS).unit.format(unit)
    published = half_up(figure.published, figure.decimals)
    rank = 1 + sum(half_up(value, figure.decimals) > published for value in found)
    return result.Sensitivity(min(found), max(found), len(found), rank, unit, what)


def definitions(context: Context, term: Term) -> result.Definitions:
    """The range of the first figure over the definitions of a term that the sentence allows."""
    figure = context.figure
    # One definition leaves no range open.
    rule = "rounds" if figure.rule in ("in_span", "printed") else figure.rule
    giving = sum(gives(figure, rule, value) for value in readings(context, term))
    return result.Definitions(term.term, term.why, sensitivity(context, term), giving, term.chance)


# --- the verdict ----------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """A verdict; its ``reason`` at the length of a badge, empty where all is so; its ``explanation`` in sentences.

    ``as_stated``: the reason begins with the figure of a reading that the text does not claim.
    """

    verdict: str
    reason: str
    explanation: str
    as_stated: bool = False


class Grounds(NamedTuple):
    """Everything that a verdict rests on.

    ``must``, ``implied`` and ``refuted`` are the conditions of the register, the last only where they hold.
    ``imposed`` are those of ``implied`` that fail and were imposed on the figure. ``untested`` is the verdict where
    nothing here can test the claim. ``ratio`` is that of two results which a figure divides, below 1 for a shortfall.
    """

    figures: Sequence[result.CheckedFigure] = ()
    must: Sequence[result.Condition] = ()
    implied: Sequence[result.Condition] = ()
    refuted: Sequence[result.Condition] = ()
    imposed: Sequence[result.Condition] = ()
    definitions: result.Definitions | None = None
    untested: Verdict | None = None
    ratio: float | None = None

    @property
    def unshown(self) -> list[result.Condition]:
        """What the sentence says so that nothing else can be, and no result can show."""
        return [c for c in self.implied if c.state == UNKNOWN and c.phrase]


def judge(grounds: Grounds) -> Verdict:
    """The verdict: the first of these that is so.

    Not testable here: nothing here can test it, or the ends of a span disagree and nothing else is wrong.
    Undefined: the published figure lies within the range over the definitions that the sentence allows, and not all
    of them give it. Contradicted: a figure does not match or a condition of ``must`` fails, and something shows the
    opposite; not reproduced: nothing does. Reproduced, but narrower: a condition that fails matters.
    Reproduced, with a note: one fails and does not matter. Reproduced: all is so.
    """
    if grounds.untested:
        return grounds.untested
    defined = grounds.definitions
    open_ = defined is not None and defined.giving < defined.range.n
    # One gives the published figure, or it lies within their range.
    if open_ and (defined.giving or 0 < defined.range.rank - 1 < defined.range.n):
        return _undefined(defined, grounds)
    missing = [
        one for one in grounds.figures if not (one.comes_out or one.unread) or (open_ and one is grounds.figures[0])
    ]
    broken = [c for c in grounds.must if c.fails]
    if missing or broken:
        return _wrong(missing, broken, grounds.refuted)
    unread = [figure.unread for figure in grounds.figures if figure.unread]
    unread += [c.detail for c in grounds.must if c.holds is None]
    if unread:
        why = "MLPerf's own score could not be read, and the two ends of its span give different answers"
        sentences = [f"{why}: {'; '.join(unread)}", "What would test it: the logs of the round"]
        short = unread[0] if grounds.figures and grounds.figures[0].unread else "different answers"
        return Verdict(result.NOT_TESTABLE, f"the ends of a span give {short}", _joined(sentences))
    return _unshown(_as_stated(_right(grounds), grounds), grounds)


def untested(claim: Untestable) -> Verdict:
    """The verdict where nothing here can test the claim: why, and what would."""
    why = [claim.why or claim.reason, *([f"What would test it: {claim.test}"] if claim.test else [])]
    return Verdict(result.NOT_TESTABLE, claim.reason, _joined(why))


def _undefined(defined: result.Definitions, grounds: Grounds) -> Verdict:
    low, high, unit = defined.range.low, defined.range.high, defined.range.unit
    reach = span_text(low, high, unit, 0 if abs(high) >= 100 else 1)
    giving = f"{defined.giving:,}" if defined.giving else "none"
    # What the sentence says word for word comes before what it may mean.
    first = [c for c in grounds.implied if c.matters]
    sentences = [
        *(f"{c.phrase}, it is {c.figure.text}" if c.figure else c.phrase for c in first),
        defined.why,
        f"by {defined.range.of}, it is {reach}, "
        f"and {giving} of the {defined.range.n:,} give {grounds.figures[0].published.text}",
        defined.chance,
    ]
    reason = f"{reach}, depending on what counts as {defined.term}"
    if first:
        reason = "; ".join([*(c.reason for c in first), f"{reach} by {defined.range.of}"])
    return Verdict(result.UNDEFINED, reason, _joined(filter(None, sentences)))


def _wrong(
    missing: Sequence[result.CheckedFigure], broken: Sequence[result.Condition], refuted: Sequence[result.Condition]
) -> Verdict:
    if refuted:
        sentences = [_list("the results, configurations or rules say otherwise", refuted)]
        return Verdict(result.CONTRADICTED, _badge([c.reason for c in refuted]), _joined(sentences))
    reasons, sentences = [], []
    for figure in missing:
        ours = figure.computed.text if figure.computed else "no such figure"
        short = figure.computed and figure.phrase
        reasons.append(f"{ours} {figure.phrase}" if short else f"the results give {ours}")
        text = f"the sentence says {figure.published.text}, and the results give {ours} {figure.phrase}"
        sentences.append(text.rstrip())
    sentences += [_list("what the sentence implies is not so", broken)] if broken else []
    return Verdict(result.NOT_REPRODUCED, _badge([*reasons, *(c.reason for c in broken)]), _joined(sentences))


def _list(begun: str, conditions: Sequence[result.Condition]) -> str:
    """A sentence that ends with the phrases of ``conditions``, or with what was found where there is no phrase."""
    reasons = [c.reason if c.phrase or c.figure else f"{c.reason} ({c.detail})" for c in conditions]
    return f"{begun}: {'; '.join(reasons)}" if reasons else begun


def _right(grounds: Grounds) -> Verdict:
    failing = [c for c in grounds.implied if c.fails]
    relations = {figure.relation for figure in grounds.figures}
    begun = "the figure matches" if relations else "what results can show is so" if grounds.unshown else "it is so"
    if relations & {result.MORE, result.WITHIN}:
        within = "the published figure lies within the range that we compute"
        begun = "the results give more than the published figure" if result.MORE in relations else within
    known = ", as far as our tables say" if any(c.state == UNKNOWN for c in grounds.implied) else ""
    if not failing:
        unclaimed = [c.name for c in grounds.implied if c.state == NOT_CLAIMED]
        whole = f"everything that the sentence implies is true{known}"
        if unclaimed:
            whole = f"what the sentence claims is true{known}; it does not claim {listed(unclaimed)}"
        return Verdict(result.REPRODUCED, "", _joined([f"{begun}, and {whole}" if grounds.figures else whole]))
    others = [c for c in failing if c not in grounds.imposed]
    figures = [c for c in others if c.figure and c.phrase]
    notes = [c for c in others if not c.matters and c not in figures]
    narrow = any(c.matters for c in failing)
    # Where something matters, what matters little is told without the figure, which the table of conditions has.
    light = [c for c in grounds.imposed if narrow and not c.matters]
    sentences = [c.detail for c in grounds.imposed if c not in light]
    sentences += [f"the results also give {listed([c.reason for c in figures])}"] if figures else []
    if not narrow:
        why = _why_a_note(failing, grounds)
        because = f", because {why}" if why else ""
        first = f"{begun}, and what differs{known and f'{known},'} is only a note{because}"
        first = _list(first, [] if sentences else notes)
        sentences += [c.detail for c in notes] if sentences else []
        if grounds.ratio is not None:
            # What two results should share comes first, and of which nothing is left to compute last.
            failing.sort(key=lambda c: (c not in grounds.imposed, c.left is None))
        return Verdict(result.WITH_NOTE, _badge([c.reason for c in failing]), _joined([first, *sentences]))
    lead = [c for c in grounds.imposed if c.matters]
    shown = {c.figure.text for c in lead if c.figure}
    lead += [c for c in others if c.matters and not (c.figure and c.figure.text in shown)]
    matter = [c for c in others if c.matters and c not in figures]
    # Where no two results are divided, something that the sentence implies is not so: more than a limit of it.
    begun = begun if relations or grounds.ratio is not None else "part of it is so"
    first = _list(f"{begun}, but the sentence says more than the results show", matter)
    little = [c.detail.partition("; ")[0] for c in light if c.left is not None]
    sentences += [f"{listed(little)}, which matters little"] if little else []
    sentences += [c.detail if c.question else c.reason for c in (*light, *notes) if c.left is None]
    return Verdict(result.NARROWER, _badge([c.reason for c in lead]), _joined([first, *sentences]))


def _as_stated(verdict: Verdict, grounds: Grounds) -> Verdict:
    """The verdict with the figures of what the text does not claim, where these belong into the badge."""
    apart = [c for c in grounds.implied if c.in_badge]
    if verdict.verdict not in (result.REPRODUCED, result.WITH_NOTE) or not apart:
        return verdict
    reasons = [c.reason for c in apart]
    told = f"outside the limit that the text sets it is {listed(reasons)}"
    reason = _badge([*reasons, *filter(None, [verdict.reason])])
    return Verdict(verdict.verdict, reason, _joined([verdict.explanation, told]), as_stated=True)


def _unshown(verdict: Verdict, grounds: Grounds) -> Verdict:
    """The verdict that says first what no result can show."""
    if not grounds.unshown:
        return verdict
    reason = "; ".join(filter(None, [*(c.phrase for c in grounds.unshown), verdict.reason]))
    said = f"results cannot show that {listed([c.name for c in grounds.unshown])}"
    return verdict._replace(reason=reason, explanation=_joined([said, verdict.explanation]))


def _why_a_note(failing: Sequence[result.Condition], grounds: Grounds) -> str:
    """Why what differs does not make a claim narrower: the reader was told, or most of the figure is left.

    What is left of a shortfall, or of a ratio close to 1, no share of it says: then points are told.
    """
    untold = [c for c in failing if not c.told]
    if not untold:
        return "the text itself tells its reader"
    known = [c.left for c in untold if c.left is not None]
    left = min(known, default=math.nan)
    where = "" if len(known) == len(untold) else " where that can be computed"
    # Less than this is left of what is a note by its kind, and of what no figure is left nothing says why.
    if not known or left < 1 - read_questions().threshold.lost:
        return ""
    if left >= 0.995:
        return f"it makes the figure no smaller{where}"
    close = read_questions().threshold.close
    if grounds.ratio is None or grounds.ratio >= 1 + close:
        return f"{left:.0%} of what the figure claims is left{where}"
    points = 100 * (1 - left) * max(1 - grounds.ratio, close)
    return f"the figure changes by {points:.1f} percentage points{where}"


def _badge(reasons: Sequence[str]) -> str:
    """As many of the first ``reasons`` as a badge holds, one at least."""
    short = reasons[0]
    for reason in reasons[1:]:
        if len(short) + len(reason) > _BADGE:
            break
        short = f"{short}; {reason}"
    return short


def _joined(texts: Iterable[str]) -> str:
    return " ".join(sentence(text) for text in texts)
