"""Pages about articles: what a text is, what its claims came to, and what NVIDIA's own text says of each."""

from __future__ import annotations

from sphinx.application import Sphinx

from claimcheck.claims.register.articles import texts_of
from claimcheck.claims.register.claim import order
from claimcheck.data.registers import find_register
from claimcheck.data.rounds import roles
from claimcheck.site.contents import ARTICLES, REPLY, register_page
from claimcheck.site.frame.directives import BookDirective, showing
from claimcheck.site.frame.html import part

# So many texts are named as the newest.
_NEWEST = 3


def facts(directive: BookDirective, article: str) -> str:
    """Who wrote an article, when, what kind of text it is, what was read of it, how many claims have which verdict."""
    return part("articles", "facts", directive.book.texts[article], directive.book.in_article(article))


def claims(directive: BookDirective, article: str) -> str:
    """An article's claims by their verdicts."""
    reply = part("errata", "right", directive.link_if_there(REPLY), "one of these claims")
    return reply + part("articles", "claims", directive.book.in_article(article), article, directive.claim_link)


def vendor(directive: BookDirective, article: str) -> str:
    """An article's claims next to what NVIDIA's own text says of each."""
    stances = [claim for claim in directive.book.in_article(article) if claim.nvidia]
    # Those whose words are not NVIDIA's first.
    stances.sort(key=lambda claim: (claim.nvidia.stance not in ("bends", "silent"), order(claim.number)))
    return part("articles", "vendor", stances, directive.claim_link)


def newest(directive: BookDirective) -> str:
    """The register of the latest round and its newest texts, each with the number of its claims by verdict."""
    book = directive.book
    head = find_register(roles(book.data_dir).latest, book.data_dir)
    texts = texts_of(head, others=False)
    latest = sorted(texts, key=lambda key: texts[key].date or "", reverse=True)[:_NEWEST]
    rows = [(texts[key], directive.page_link(f"{ARTICLES}/{key}"), book.in_article(key)) for key in latest]
    address = directive.page_link(head.page or register_page(head))
    return part("articles", "newest", head, address, book.of_register(head.prefix), rows)


def register(app: Sphinx) -> None:
    """Register the directives of articles with Sphinx."""
    app.add_directive("article-facts", showing(facts, 1))
    app.add_directive("article-claims", showing(claims, 1))
    app.add_directive("article-vendor", showing(vendor, 1))
    app.add_directive("newest-texts", showing(newest))
