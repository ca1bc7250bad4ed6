"""Print verdicts, conditions and ranges in words, and evaluated claims on a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from claimcheck.analysis.questions import NOT_APPLICABLE, UNKNOWN
from claimcheck.claims.register.articles import Article
from claimcheck.claims.verdict.result import (
    CONTRADICTED,
    NARROWER,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    REPRODUCED,
    UNDEFINED,
    WITH_NOTE,
    ClaimResult,
    Condition,
    Sensitivity,
)
from claimcheck.core.printing import listed, span_text

# The kind of a verdict, by which the site colours it, and its symbol, so that it is read without its colour. Every font
# has these symbols, those in which PDFs are printed as well.
MARKS: dict[str, tuple[str, str]] = {
    REPRODUCED: ("yes", "="),
    WITH_NOTE: ("note", "*"),
    NARROWER: ("narrower", "<"),
    UNDEFINED: ("undefined", "~"),
    NOT_REPRODUCED: ("no", "\N{NOT EQUAL TO}"),
    CONTRADICTED: ("against", "\N{MULTIPLICATION SIGN}"),
    NOT_TESTABLE: ("open", "?"),
}


def who(claim: ClaimResult, articles: Mapping[str, Article]) -> str:
    """Who says a claim, where and when: NVIDIA, as reported by Engadget (November 2023).

    Raises KeyError for an article that is not known.
    """
    texts = [articles[key] for key in claim.articles]
    authors, months = (list(dict.fromkeys(names)) for names in zip(*((a.author, a.month) for a in texts), strict=True))
    reported = "" if set(claim.by) & set(authors) or not claim.by else f"{listed(claim.by)}, as reported by "
    return f"{reported}{listed(authors)} ({listed(months)})"


def verdict_text(claim: ClaimResult) -> str:
    """The verdict with its reason: reproduced, but narrower (1.91x for one owner)."""
    return f"{claim.verdict} ({claim.reason})" if claim.reason else claim.verdict


def condition_text(condition: Condition) -> str:
    """Whether a condition is so, whether that matters, and what was found, in one line."""
    if condition.state in (UNKNOWN, NOT_APPLICABLE):
        return f"{condition.state}: {condition.detail}"
    if condition.holds:
        return f"it is so. {condition.detail}"
    follows = {True: "and it matters: ", False: "a note: ", None: ""}[condition.matters]
    return f"it is not so{', ' if follows else ''}{follows}{condition.reason if follows else ''}. {condition.detail}"


def reach_text(sensitivity: Sensitivity) -> str:
    """The range of all readings, and how many there are."""
    return f"{ends_text(sensitivity)} over {sensitivity.n:,} {sensitivity.of}"


def ends_text(sensitivity: Sensitivity) -> str:
    """The lowest and the highest of all readings: 1.86x to 2.86x."""
    return span_text(sensitivity.low, sensitivity.high, sensitivity.unit, 0 if abs(sensitivity.high) >= 100 else 2)


def readings_text(sensitivity: Sensitivity) -> str:
    """The readings of a figure in a line: their range, and where the published figure falls among them."""
    if sensitivity.n == 1:
        return "there is only one."
    above = sensitivity.rank - 1
    number, verb = f"{above:,}" if above else "none", "are" if above > 1 else "is"
    return f"{reach_text(sensitivity)}; {number} of them, rounded as it was printed, {verb} above the published figure."


def wrapped(text: str, indent: int = 0) -> list[str]:
    """``text`` as lines for a terminal of 100 columns, addresses and names unbroken; each after the first hangs."""
    first, rest = " " * indent, " " * (indent + 2)
    return textwrap.wrap(
        text, 100, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def report(claims: Sequence[ClaimResult]) -> Iterator[str]:
    """Verdicts for a terminal: figures, conditions and evidence of each claim, line by line."""
    for claim in claims:
        if claim is not claims[0]:
            yield ""
        sign = MARKS[claim.verdict][1]
        yield from wrapped(f"{sign:<2} {claim.number}  {verdict_text(claim)}: {claim.statement}")
        for source in claim.sources:
            yield from wrapped(f"{source.what}: {source.where}", 3)
        for figure in claim.figures:
            ours = figure.computed.text if figure.computed else "none"
            yield from wrapped(f"published {figure.published.text}, ours {ours}: {figure.how}", 3)
        yield from wrapped(claim.explanation, 3)
        if claim.conditions:
            yield "   what the wording implies:"
        for condition in (one for one in claim.conditions if one.state != NOT_APPLICABLE):
            yield from wrapped(f"{condition.name}: {condition_text(condition)}", 5)
        if claim.sensitivity:
            yield from wrapped(f"range of the figure: {readings_text(claim.sensitivity)}", 3)
        if claim.strongest_case:
            yield from wrapped(f"the strongest case for it: {claim.strongest_case}", 3)
        if claim.evidence:
            yield "   evidence:"
        for place in claim.evidence:
            yield from wrapped(f"{place.result_id} {place.label}".strip(), 5)
            yield f"       {place.url}"
