"""What stands on a claim's own page, part by part, as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from claimcheck.claims.quote import marked
from claimcheck.site.claimparts import Resolve, conditions_list, figures_table, sensitivity_html
from claimcheck.site.markup import badge, esc, evidence_list, link, paragraphs, sentence, tag
from claimcheck.site.rangebar import range_bar

# Places of evidence that stand open; more are folded away, and open on paper.
_OPEN = 12
_DOWNLOADS = (
    ("csv", "Evidence as a table (CSV)"),
    ("json", "The claim with conditions and evidence (JSON)"),
    ("bib", "Entry for a bibliography (BibTeX)"),
    ("txt", "Memo with quotation, conditions and evidence (text)"),
)


def title_of(claim: Any) -> str:
    """The page's title: number and statement."""
    return f"Claim {claim.number}: {marked(claim.statement).strip().rstrip('.')}"


def head(claim: Any, articles: Mapping[str, Any], resolve: Resolve) -> str:
    """Who said it, the verdict and the reason for it. Raises KeyError for an article that is not known."""
    items = []
    for key in claim.articles:
        article = articles[key]
        words = f"{esc(article.author)}, {tag('cite', esc(article.title))}, {esc(article.day)}"
        address = resolve(f"book/articles/{key}")
        items.append(tag("li", f"{tag('a', words, href=address) if address else words} ({esc(key)})"))
    kind = "A published claim about MLPerf® results, made by"
    said = tag("p", kind, "cc-claim__label") + tag("ul", "".join(items), "cc-page__who")
    reason = tag("p", esc(sentence(claim.reason)), "cc-page__reason") if claim.reason else ""
    return said + tag("div", badge(claim.verdict) + reason, "cc-page__verdict")


def sections(claim: Any) -> list[tuple[str, str, str]]:
    """The parts that a claim may have or lack: name, heading and HTML of each, in the page's order."""
    found = [
        ("published", "Published and recomputed", figures_table(claim)),
        ("conditions", "What the wording implies", _conditions(claim)),
        ("readings", "All defensible readings", range_bar(claim) + sensitivity_html(claim)),
        ("later", _later_heading(claim), _later(claim)),
        ("case", "The strongest case for it", paragraphs(claim.strongest_case) if claim.strongest_case else ""),
        ("chart", "In a chart", ""),
        ("evidence", "Evidence", _evidence(claim)),
        ("sources", "Stated from outside", _sources(claim)),
    ]
    return [(name, title, html) for name, title, html in found if html or (name == "chart" and claim.picture)]


def quote(claim: Any, found: Any) -> str:
    """The quotation (``claimcheck.claims.quote.Quotation``) in a box that can be selected."""
    block = (
        tag("p", esc(found.sentences), "cc-quote__words")
        + tag("p", esc(found.source), "cc-quote__source")
        + tag("p", esc(found.footnote), "cc-quote__footnote")
    )
    text = tag("blockquote", block, "cc-quote__text", id=f"c{claim.number}-quote-text")
    return tag("div", text, "cc-quote", data_claim=str(claim.number))


def downloads(claim: Any) -> str:
    """Links to the files of the claim, which lie beside its page, and of all claims."""
    items = [tag("a", words, href=f"{claim.number}.{ending}") for ending, words in _DOWNLOADS]
    items.append(tag("a", "All claims (JSON)", href="../claims.json"))
    return tag("ul", "".join(tag("li", item) for item in items), "cc-page__files")


def onward(claim: Any, claims: Sequence[Any], checked: str | None, resolve: Resolve) -> str:
    """Links to the page where the claim is ``checked`` and to the claims before and after it."""
    links = [tag("a", f"How claim {claim.number} was checked, with code and charts", href=checked)] if checked else []
    at = [one.number for one in claims].index(claim.number)
    for words, place in (("Previous", at - 1), ("Next", at + 1)):
        if 0 <= place < len(claims) and (address := resolve(claims[place].address)):
            other = claims[place]
            links.append(tag("a", f"{words}: claim {other.number}, {esc(other.statement.rstrip('.'))}", href=address))
    if address := resolve("book/scorecard"):
        links.append(tag("a", "Scorecard of all claims", href=address))
    return tag("ul", "".join(tag("li", one) for one in links), "cc-page__onward")


def _conditions(claim: Any) -> str:
    """The conditions that do not hold first: they decide."""
    return conditions_list(sorted(claim.conditions, key=lambda one: bool(one.holds))) if claim.conditions else ""


def _later_heading(claim: Any) -> str:
    return f"As of {claim.afterwards.as_of}: {claim.afterwards.status}" if claim.afterwards else ""


def _later(claim: Any) -> str:
    found = claim.afterwards
    if found is None:
        return ""
    asked = tag("p", esc(f"Asked again: {found.what}. The verdict stays as of the round of the claim."))
    return asked + conditions_list(found.conditions) + _folded(found.evidence, "Results behind it")


def _evidence(claim: Any) -> str:
    if len(claim.evidence) <= _OPEN:
        return evidence_list(claim.evidence)
    return _folded(claim.evidence, f"{len(claim.evidence)} places in the records")


def _folded(evidence: Sequence[Any], words: str) -> str:
    inside = tag("summary", words) + evidence_list(evidence)
    return tag("details", inside, "cc-page__places") if evidence else ""


def _sources(claim: Any) -> str:
    items = "".join(tag("li", f"{esc(sentence(one.what))} {link(one.where, one.where)}") for one in claim.sources)
    return tag("ul", items, "cc-page__sources") if items else ""
