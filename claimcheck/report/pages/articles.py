"""Pages about articles: what a text is, what its claims came to, and what NVIDIA's own text says of each."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from claimcheck.claims.register.claim import order
from claimcheck.claims.verdict.result import ClaimResult, grouped
from claimcheck.report.book import nearest
from claimcheck.report.parts.directives import BookDirective
from claimcheck.report.parts.html import part


class ArticleDirective(BookDirective):
    """A part of an article's page.

    ``article-facts <article>``: who wrote it, when, what kind of text it is, what was read, what is out of scope, and
    how many claims have which verdict. ``article-claims <article>``: the article's claims by their verdicts.
    ``article-vendor <article>``: its claims next to what NVIDIA's own text says of each.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The HTML; a warning and nothing for an article that is not known."""
        book, article = self.book, self.arguments[0].strip()
        if article not in book.articles:
            return self.warn("no article %r%s", article, nearest(article, book.articles))
        groups = grouped(book.claims, article)
        if self.name == "article-facts":
            return self.html(part("articles", "facts", book.texts[article], groups))
        if self.name == "article-claims":
            return self.html(part("articles", "claims", groups, article, self.claim_link))
        stances = [claim for made in groups.values() for claim in made if claim.nvidia]
        return self.html(part("articles", "vendor", sorted(stances, key=_departs), self.claim_link))


def _departs(claim: ClaimResult) -> tuple[int, tuple[int, str]]:
    """Sorting key: claims whose words are not NVIDIA's first, each kind in the order of the register."""
    return int(claim.nvidia.stance not in ("bends", "silent")), order(claim.number)


class OneFigureDirective(BookDirective):
    """``one-figure``: each figure that articles print in more than one sentence, and these sentences."""

    def run(self) -> list[nodes.Node]:
        """A table of the first register's figures."""
        sentences = printed_again(self.book.of_register(""))
        return self.html(part("articles", "one_figure", sentences, self.book.texts, self.claim_link))


def printed_again(claims: Sequence[ClaimResult]) -> dict[str, list[ClaimResult]]:
    """Figures that several of ``claims`` print, as printed, each with these claims."""
    printing: dict[str, list[ClaimResult]] = {}
    for claim in claims:
        for text in dict.fromkeys(figure.published.text for figure in claim.figures):
            printing.setdefault(text, []).append(claim)
    return {text: several for text, several in printing.items() if len(several) > 1}


def register(app: Sphinx) -> None:
    """Register the directives of articles and figures with Sphinx."""
    for name in ("article-facts", "article-claims", "article-vendor"):
        app.add_directive(name, ArticleDirective)
    app.add_directive("one-figure", OneFigureDirective)
