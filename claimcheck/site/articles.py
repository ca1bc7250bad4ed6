"""Article by article: what a text is, what its claims came to, and where it departs from the vendor's wording."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from docutils import nodes
from sphinx.util import logging

from claimcheck.claims.articles import grouped, in_a_line, printed_in
from claimcheck.claims.contradictions import ADDS, COARSER, DIFFER, LESS, MORE, OMITS, Beside, against_vendor
from claimcheck.site.claimdirective import ClaimDirective
from claimcheck.site.markup import badge, esc, link, sentence, table_body, table_heads, table_row, tag
from claimcheck.site.source import nearest, source_of

logger = logging.getLogger(__name__)

ClaimLink = Callable[[Any], str | None]

_HEADINGS = {
    "right": "Right",
    "right, with conditions": "Right, with a condition that the wording leaves out",
    "wrong": "Wrong",
    "cannot be tested here": "Cannot be tested here",
}
_BESIDE = {
    "": "the same",
    COARSER: "the same, with other digits",
    MORE: "claims more",
    LESS: "claims less",
    OMITS: "leaves it out",
    ADDS: "adds it",
    DIFFER: "says otherwise",
}
# Where the wording is not the vendor's, and the difference is the article's own.
BENT = (MORE, OMITS, ADDS, DIFFER)


class _ArticleDirective(ClaimDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The HTML of ``shown``; a warning and nothing for an article that is not known."""
        source, article = source_of(self.env.app), self.arguments[0].strip()
        if article not in source.articles:
            near = nearest(article, source.articles)
            logger.warning("no article %r%s", article, near, location=self.get_location(), type="claimcheck")
            return []
        return [nodes.raw("", self.shown(source, article), format="html")]

    def shown(self, source: Any, article: str) -> str:
        """The HTML for this article."""
        raise NotImplementedError


class FactsDirective(_ArticleDirective):
    """``article-facts <article>``: who wrote it, when, what kind of text it is, what was read, what is out of scope."""

    def shown(self, source: Any, article: str) -> str:
        """A list of terms."""
        return facts_html(source.texts[article])


class ClaimsDirective(_ArticleDirective):
    """``article-claims <article>``: the article's claims by what they came to."""

    def shown(self, source: Any, article: str) -> str:
        """A list for each group that has any."""
        return claims_html(source.claims, article, self.claim_link)


class VendorDirective(_ArticleDirective):
    """``article-vendor <article>``: the article beside the vendor's own wording."""

    def shown(self, source: Any, article: str) -> str:
        """A table, a point on each line."""
        vendors = [key for key, text in source.texts.items() if text.vendor]
        beside = against_vendor(source.assertions, article, vendors)
        return vendor_html(beside, article, source, self.claim_link)


def facts_html(text: Any) -> str:
    """What a text is, as a list of terms."""
    title = link(text.address, text.title) if text.address else esc(text.title)
    terms = {
        "Author": esc(text.author),
        "Title": title,
        "Published": esc(text.date),
        "Kind": esc(sentence(text.role)),
        "What was read": esc(sentence(text.copy)),
    }
    if text.outside:
        items = "".join(tag("li", esc(sentence(item))) for item in text.outside)
        terms["Not judged here"] = tag("ul", items)
    inside = "".join(tag("div", tag("dt", name) + tag("dd", words)) for name, words in terms.items())
    return tag("dl", inside, "cc-facts")


def claims_html(claims: Sequence[Any], article: str, link_to: ClaimLink) -> str:
    """An article's claims, grouped; a group without any is left out."""
    parts = []
    for name, made in grouped(claims, article).items():
        if made:
            heading = tag("h3", f"{esc(_HEADINGS[name])} {tag('span', f'({len(made)})', 'cc-judged__n')}")
            items = "".join(tag("li", _judged(claim, article, link_to)) for claim in made)
            parts.append(tag("section", heading + tag("ul", items, "cc-judged")))
    return "".join(parts)


def _judged(claim: Any, article: str, link_to: ClaimLink) -> str:
    """One claim: statement, the figure that this article prints beside ours, verdict, one line why."""
    statement = esc(claim.statement)
    if address := link_to(claim):
        statement = tag("a", statement, href=address)
    number = tag("span", f"Claim {esc(claim.number)}", "cc-judged__number")
    figures = []
    for figure in printed_in(claim, article):
        computed = figure.computed.text if figure.computed else "nothing of the kind"
        figures.append(f"printed {figure.published.text}, recomputed {computed}")
    printed = tag("p", esc(sentence("; ".join(figures))), "cc-judged__figures") if figures else ""
    head = tag("p", f"{number} {statement}", "cc-judged__claim")
    why = tag("span", esc(sentence(in_a_line(claim))), "cc-judged__why")
    return head + printed + tag("p", f"{badge(claim.verdict)} {why}", "cc-judged__verdict")


def vendor_html(beside: Sequence[Beside], article: str, source: Any, link_to: ClaimLink) -> str:
    """A table of the points on which both speak, those where the article departs from the vendor first."""
    if not beside:
        return tag("p", "No point of the register is spoken of by both.")
    heads = ("Point", "The vendor", article, "The article", "Raw results")
    claims = {claim.number: claim for claim in source.claims}
    rows = []
    for one in sorted(beside, key=lambda b: b.relation not in BENT):
        bent = one.relation in BENT
        point = f"{sentence(one.point.subject).rstrip('.')}: {one.point.attribute}"
        both = not one.point.said[article] and not one.relation
        words = "leaves it out, as the vendor does" if both else _BESIDE[one.relation]
        why = tag("span", esc(one.point.why), "cc-beside__why") if bent else ""
        verdicts = "".join(verdict_line(claims[n], link_to) for n in one.point.claims if n in claims)
        cells = (
            esc(point),
            esc(one.theirs) + tag("span", esc(source.texts[one.vendor].short), "cc-beside__who"),
            esc(one.ours),
            tag("b", esc(words)) + why,
            tag("ul", verdicts, "cc-beside__verdicts"),
        )
        inside = tag("th", tag("span", cells[0]), scope="row", role="rowheader", data_label=heads[0])
        inside += "".join(
            tag("td", tag("div", cell), role="cell", data_label=head)
            for head, cell in zip(heads[1:], cells[1:], strict=True)
        )
        rows.append(table_row(inside, **{"class": "cc-beside__bent" if bent else "cc-beside__same"}))
    caption = tag("caption", esc(f"{article} beside the vendor's own wording"), "cc-visually-hidden")
    inside = caption + table_heads([esc(head) for head in heads]) + table_body(rows)
    region = {"role": "region", "tabindex": "0", "aria_label": f"{article} beside the vendor's wording"}
    return tag("div", tag("table", inside, "cc-beside__table", role="table"), "cc-beside", **region)


def verdict_line(claim: Any, link_to: ClaimLink) -> str:
    """A claim in a list: its number, which leads to it, and its verdict."""
    number = f"Claim {esc(claim.number)}"
    if address := link_to(claim):
        number = tag("a", number, href=address)
    return tag("li", f"{number} {badge(claim.verdict)}")
