"""Pages about articles: what a text is, what its claims came to, and what NVIDIA's own text says of each."""

from __future__ import annotations

from sphinx.application import Sphinx

from claimcheck.claims.register.claim import order
from claimcheck.site.claims import scorecard
from claimcheck.site.contents import REPLY
from claimcheck.site.frame.directives import BookDirective, showing
from claimcheck.site.frame.html import part


def facts(directive: BookDirective, article: str) -> str:
    """Who wrote an article, when, what kind of text it is, what was read of it, how many claims have which verdict."""
    return part("articles", "facts", directive.book.texts[article], directive.book.in_article(article))


def claims(directive: BookDirective, article: str) -> str:
    """An article's claims with their verdicts, as the scorecard shows claims."""
    reply = part("errata", "right", directive.link_if_there(REPLY), "one of these claims")
    return reply + scorecard(directive, directive.book.in_article(article), " of this text")


def vendor(directive: BookDirective, article: str) -> str:
    """An article's claims next to what NVIDIA's own text says of each."""
    stances = [claim for claim in directive.book.in_article(article) if claim.nvidia]
    # Those whose words are not NVIDIA's first.
    stances.sort(key=lambda claim: (claim.nvidia.stance not in ("bends", "silent"), order(claim.number)))
    return part("articles", "vendor", stances, directive.claim_link)


def register(app: Sphinx) -> None:
    """Register the directives of articles with Sphinx."""
    app.add_directive("article-facts", showing(facts, 1))
    app.add_directive("article-claims", showing(claims, 1))
    app.add_directive("article-vendor", showing(vendor, 1))
