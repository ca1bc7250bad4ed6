"""What a claim's card and a claim's own page have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from claimcheck.claims.printing import readings_text
from claimcheck.site.markup import (
    badge,
    esc,
    evidence_list,
    paragraphs,
    result_ids,
    sentence,
    table_body,
    table_heads,
    table_row,
    tag,
)

_HOLDS = {
    True: ("yes", "\N{CHECK MARK}", "holds"),
    False: ("no", "\N{MULTIPLICATION SIGN}", "does not hold"),
}

# From a page of the book, with or without an anchor, to its address on the page at hand; None when it is not there.
Resolve = Callable[[str], str | None]


def card_html(claim: Any, resolve: Resolve, own: str | None = None, errata: str = "") -> str:
    """A claim as an article element.

    ``own`` is the address of the claim's own page, where there is one; ``errata`` leads to our mistakes that touch it.
    """
    label = f"claim-{claim.number}-statement"
    articles = tag("span", said_in(claim), "cc-claim__articles")
    number = tag("p", f"Claim {esc(claim.number)} {articles}", "cc-claim__number")
    parts = [
        tag("header", number + badge(claim.verdict), "cc-claim__head"),
        tag("p", esc(claim.statement), "cc-claim__statement", id=label),
        tag("p", esc(sentence(claim.reason)), "cc-claim__reason") if claim.reason else "",
        errata,
        figures_table(claim),
        sensitivity_html(claim),
        _conditions(claim),
        afterwards_html(claim),
    ]
    if claim.strongest_case:
        heading = tag("p", "The strongest case for it", "cc-claim__label")
        parts.append(tag("div", heading + paragraphs(claim.strongest_case), "cc-claim__case"))
    if claim.evidence:
        summary = tag("summary", f"Evidence: {esc(result_ids(claim.evidence))}")
        parts.append(tag("details", summary + evidence_list(claim.evidence), "cc-claim__evidence"))
    if address := resolve(claim.page):
        words = f"How claim {esc(claim.number)} was checked"
        parts.append(tag("p", tag("a", words, href=address), "cc-claim__more"))
    if own:
        words = f"Permanent page of claim {esc(claim.number)}: evidence, quotation, downloads"
        parts.append(tag("p", tag("a", words, href=own), "cc-claim__more"))
    return tag("article", "".join(parts), "cc-claim", aria_labelledby=label)


def said_in(claim: Any) -> str:
    """The keys of the articles that make the claim."""
    return esc(", ".join(claim.articles))


def figures_table(claim: Any) -> str:
    """Every published figure of a claim beside ours, as a table."""
    if not claim.figures:
        return ""
    rows = []
    for figure in claim.figures:
        kind, sign, _ = _HOLDS[bool(figure.comes_out)]
        words = tag(
            "span", " comes out:" if figure.comes_out else " does not come out:", "cc-visually-hidden"
        )
        computed = esc(figure.computed.text if figure.computed else "none")
        mark = tag("span", sign, "cc-condition__sign", aria_hidden="true")
        rows.append(
            table_row(
                tag("th", esc(figure.published.text), scope="row", role="rowheader")
                + tag("td", f"{mark}{words} {computed}", f"cc-condition--{kind}", role="cell")
                + tag("td", esc(sentence(figure.how)), role="cell")
            )
        )
    name = tag("caption", f"Figures of claim {esc(claim.number)}", "cc-visually-hidden")
    inside = name + table_heads(("Published", "Recomputed", "From")) + table_body(rows)
    return tag("table", inside, "cc-claim__figures", role="table")


def sensitivity_html(claim: Any) -> str:
    """The range of the figure over all readings, in a line; nothing where the claim has none."""
    found = claim.sensitivity
    if found is None:
        return ""
    label = tag("span", "All defensible readings:", "cc-claim__label")
    return tag("p", f"{label} {esc(readings_text(found))}", "cc-claim__range")


def _conditions(claim: Any) -> str:
    if not claim.conditions:
        return ""
    heading = tag("p", "What the wording implies", "cc-claim__label")
    return heading + conditions_list(claim.conditions)


def afterwards_html(claim: Any) -> str:
    """What later rounds made of the claim: below its verdict, which stays as of its own round."""
    found = claim.afterwards
    if found is None:
        return ""
    status = tag("b", esc(f"As of {found.as_of}: {found.status}."), "cc-claim__status")
    heading = tag("p", f"{status} {esc(sentence(found.what))}", "cc-claim__afterwards")
    evidence = ""
    if found.evidence:
        summary = tag("summary", "Results behind it")
        evidence = tag("details", summary + evidence_list(found.evidence), "cc-claim__evidence")
    return tag("div", heading + conditions_list(found.conditions) + evidence, "cc-claim__later")


def conditions_list(conditions: Sequence[Any]) -> str:
    """Conditions as a list, each with a sign and words for whether it holds."""
    items = []
    for condition in conditions:
        kind, sign, words = _HOLDS[bool(condition.holds)]
        mark = tag("span", sign, "cc-condition__sign", aria_hidden="true")
        name = tag("b", esc(sentence(condition.name).rstrip(".")))
        text = tag("span", f"{name}: {words}. {esc(sentence(condition.detail))}")
        items.append(tag("li", mark + text, f"cc-condition cc-condition--{kind}"))
    return tag("ul", "".join(items), "cc-conditions")
