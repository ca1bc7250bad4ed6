"""Article by article: what a text is, what its claims came to, where it departs from the vendor; and contradictions."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from claimcheck.claims.texts.contradictions import (
    ADDS,
    COARSER,
    DIFFER,
    LESS,
    MORE,
    OMITS,
    RELATIONS,
    Contradiction,
    against_vendor,
)
from claimcheck.claims.verdict.result import grouped
from claimcheck.report.pages.claims import BookDirective
from claimcheck.report.parts.source import nearest
from claimcheck.report.parts.templates import part

# An article beside the vendor.
BESIDE = {
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
# Two values of a pair: kind for the style sheet, sign, words.
SIGNS = {
    DIFFER: ("differ", "\N{NOT EQUAL TO}", "they differ"),
    MORE: ("more", "\N{LESS-THAN SIGN}", "the second claims more"),
    OMITS: ("omits", "\N{EMPTY SET}", "the first leaves it out"),
    COARSER: ("coarser", "\N{ALMOST EQUAL TO}", "the same figure, with other digits"),
}


class ArticleDirective(BookDirective):
    """A part of an article's page.

    ``article-facts <article>``: who wrote it, when, what kind of text it is, what was read, what is out of scope, and
    how many claims have which verdict. ``article-claims <article>``: the article's claims by their verdicts.
    ``article-vendor <article>``: the article beside the vendor's own wording, a point on each line.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The HTML; a warning and nothing for an article that is not known."""
        source, article = self.source, self.arguments[0].strip()
        if article not in source.articles:
            return self.warn("no article %r%s", article, nearest(article, source.articles))
        groups = grouped(source.claims, article)
        if self.name == "article-facts":
            return self.html(part("articles", "facts", source.texts[article], groups))
        if self.name == "article-claims":
            return self.html(part("articles", "claims", groups, article, self.claim_link))
        vendors = [key for key, text in source.texts.items() if text.vendor]
        found = against_vendor(source.assertions, article, vendors)
        beside = sorted(((one, one.relation in BENT) for one in found), key=lambda pair: not pair[1])
        judged = {claim.number: claim for claim in source.claims}
        return self.html(part("articles", "vendor", beside, article, source.texts, judged, BESIDE, self.claim_link))


class ContradictionsDirective(BookDirective):
    """``contradictions``: pairs of differing values, point by point, of the ``register``, or of the first.

    The option ``found`` takes those of the claim register (``register``) or of ``assertions`` alone; of these,
    ``points`` those points that have a pair that differs (``differ``), or none (``other``).
    """

    option_spec: ClassVar[dict[str, Any]] = {
        "found": lambda word: directives.choice(word, ("register", "assertions")),
        "register": directives.unchanged,
        "points": lambda word: directives.choice(word, ("differ", "other")),
    }

    def run(self) -> list[nodes.Node]:
        """A section for each point."""
        pairs = [p for p in self.source.contradictions if p.register == self.options.get("register", "")]
        pairs = [p for p in pairs if p.found == self.options.get("found", p.found)]
        points: dict[str, list[Contradiction]] = {}
        for pair in pairs:
            points.setdefault(pair.id, []).append(pair)
        if wanted := self.options.get("points"):
            differ = {p.id for p in pairs if p.relation == DIFFER}
            points = {k: v for k, v in points.items() if (k in differ) == (wanted == "differ")}
        judged = {claim.number: claim for claim in self.source.claims}
        shown = [
            (
                sorted(pairs, key=lambda pair: RELATIONS.index(pair.relation)),
                [judged[number] for number in pairs[0].claims if number in judged],
            )
            for pairs in points.values()
        ]
        return self.html(part("articles", "contradictions", shown, self.source.texts, SIGNS, self.claim_link))
