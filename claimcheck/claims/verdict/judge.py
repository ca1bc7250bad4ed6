"""The verdict on a claim, with its reason and its explanation, from what was computed alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from claimcheck.analysis.questions import TOLD
from claimcheck.claims.verdict.result import (
    CONTRADICTED,
    MORE,
    NARROWER,
    NOT_REPRODUCED,
    REPRODUCED,
    UNDEFINED,
    WITH_NOTE,
    WITHIN,
    CheckedFigure,
    Condition,
    Definitions,
)
from claimcheck.core.printing import listed, sentence, span_text

# What fits on a badge.
_BADGE = 52


class Verdict(NamedTuple):
    """A verdict; its ``reason`` at the length of a badge, empty where all is so; its ``explanation`` in sentences."""

    verdict: str
    reason: str
    explanation: str


class Grounds(NamedTuple):
    """Everything that a verdict rests on.

    ``must``, ``implied`` and ``refuted`` are the conditions of the register, the last only where they hold;
    ``imposed`` are those of ``implied`` that fail and were imposed on the figure, ``together`` all of these at once;
    ``untested`` is the verdict where nothing here can test the claim.
    """

    figures: Sequence[CheckedFigure] = ()
    must: Sequence[Condition] = ()
    implied: Sequence[Condition] = ()
    refuted: Sequence[Condition] = ()
    imposed: Sequence[Condition] = ()
    together: Condition | None = None
    definitions: Definitions | None = None
    untested: Verdict | None = None


def judge(grounds: Grounds) -> Verdict:
    """The verdict: the first of these that is so.

    Not testable here: nothing here can test it. Undefined: the published figure lies within the range over the
    definitions that the sentence allows, and not all of them give it. Contradicted: a figure does not match or a
    condition of ``must`` fails, and something shows the opposite; not reproduced: nothing does. Reproduced, but
    narrower: a condition that fails matters, by itself or together with the others that were imposed. Reproduced,
    with a note: one fails and does not matter. Reproduced: all is so.
    """
    if grounds.untested:
        return grounds.untested
    defined = grounds.definitions
    if defined and defined.some_may and not defined.all_give:
        return _undefined(defined, grounds)
    outside = [_outside(defined)] if defined and not defined.all_give else []
    missing = outside or [_missing(figure) for figure in grounds.figures if not figure.comes_out]
    broken = [c for c in grounds.must if not c.holds]
    if missing or broken:
        return _wrong(missing, broken, grounds.refuted)
    return _right(grounds)


def _undefined(defined: Definitions, grounds: Grounds) -> Verdict:
    reach, giving = _reach(defined), f"{defined.giving:,}" if defined.giving else "none"
    # What the sentence says word for word comes before what it may mean.
    first = [c for c in grounds.implied if c.matters]
    sentences = [
        *(f"{c.phrase}, it is {c.figure.text}" if c.figure else c.phrase for c in first),
        defined.why,
        f"the definitions that the sentence allows give {reach}, "
        f"and {giving} of the {defined.range.n:,} give {grounds.figures[0].published.text}",
        defined.chance,
    ]
    reason = f"{reach}, depending on what counts as {defined.term}"
    if first:
        reason = "; ".join([*(c.reason for c in first), f"{reach} by other definitions"])
    return Verdict(UNDEFINED, reason, _joined(filter(None, sentences)))


def _reach(defined: Definitions) -> str:
    low, high, unit = defined.range.low, defined.range.high, defined.range.unit
    return span_text(low, high, unit, 0 if abs(high) >= 100 else 1)


def _outside(defined: Definitions) -> tuple[str, str]:
    reach = _reach(defined)
    return f"{reach} by every definition of {defined.term}", f"the definitions that the sentence allows give {reach}"


def _missing(figure: CheckedFigure) -> tuple[str, str]:
    """In a few words and in a sentence: what the results give for a figure that does not match."""
    ours = figure.computed.text if figure.computed else "no such figure"
    short = f"{ours} {figure.phrase}" if figure.computed and figure.phrase else f"the results give {ours}"
    return short, f"the sentence says {figure.published.text}, and the results give {ours} {figure.phrase}".rstrip()


def _wrong(missing: list[tuple[str, str]], broken: Sequence[Condition], refuted: Sequence[Condition]) -> Verdict:
    if refuted:
        sentences = [_list("the results, configurations or rules say otherwise", refuted)]
        return Verdict(CONTRADICTED, _badge([c.reason for c in refuted]), _joined(sentences))
    reasons = [short for short, _ in missing] + [c.reason for c in broken]
    sentences = [long for _, long in missing] + (
        [_list("what the sentence implies is not so", broken)] if broken else []
    )
    return Verdict(NOT_REPRODUCED, _badge(reasons), _joined(sentences))


def _list(begun: str, conditions: Sequence[Condition]) -> str:
    """A sentence that ends with the phrases of ``conditions``, or with what was found where there is no phrase."""
    reasons = [c.reason if c.phrase or c.figure else f"{c.reason} ({c.detail})" for c in conditions]
    return f"{begun}: {'; '.join(reasons)}" if reasons else begun


def _right(grounds: Grounds) -> Verdict:
    failing = [c for c in grounds.implied if not c.holds]
    begun = _matches(grounds.figures) if grounds.figures else "it is so"
    if not failing:
        whole = "everything that the sentence implies is true"
        return Verdict(REPRODUCED, "", _joined([f"{begun}, and {whole}" if grounds.figures else whole]))
    others = [c for c in failing if c not in grounds.imposed]
    figures = [c for c in others if c.figure and c.phrase]
    notes = [c for c in others if not c.matters and c not in figures]
    sentences = [c.detail for c in sorted(grounds.imposed, key=lambda c: not c.matters)]
    told = {c.figure.text for c in grounds.imposed if c.figure}
    if (best := grounds.together) and not (best.figure and best.figure.text in told):
        whole = best.figure is None or best.figure.text in best.phrase
        sentences.append(best.phrase if whole else f"{best.phrase} the best comparison gives {best.figure.text}")
    sentences += [f"the results also give {listed([c.reason for c in figures])}"] if figures else []
    together = grounds.together if grounds.together and grounds.together.matters else None
    if not together and not any(c.matters for c in failing):
        why = _why_a_note(failing, grounds.together)
        first = _list(f"{begun}, and what differs is only a note, because {why}", notes)
        return Verdict(WITH_NOTE, _badge([c.reason for c in failing]), _joined([first, *sentences]))
    alone = [c for c in grounds.imposed if c.matters]
    # A figure says more than that no comparison meets all of them.
    lead = [together] if together and (together.figure or not any(c.figure for c in alone)) else alone
    shown = {c.figure.text for c in lead if c.figure}
    lead += [c for c in others if c.matters and not (c.figure and c.figure.text in shown)]
    matter = [c for c in others if c.matters and c not in figures]
    first = _list(f"{begun}, but the sentence says more than the results show", matter)
    if notes:
        sentences.append(_list("this matters little", notes))
    return Verdict(NARROWER, _badge([c.reason for c in lead]), _joined([first, *sentences]))


def _why_a_note(failing: Sequence[Condition], together: Condition | None) -> str:
    """Why what differs does not make a claim narrower: the reader was told, or most of the figure is left."""
    untold = [c for c in (*failing, together) if c and c.state != TOLD]
    left = min((c.left for c in untold if c.left is not None), default=1.0)
    if not untold:
        return "the text itself tells its reader"
    return f"{left:.0%} of what the figure claims is left" if left < 0.995 else "it makes the figure no smaller"


def _matches(figures: Sequence[CheckedFigure]) -> str:
    relations = {figure.relation for figure in figures}
    if MORE in relations:
        return "the results give at least the published figure"
    return "the published figure lies within the range that we compute" if WITHIN in relations else "the figure matches"


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
