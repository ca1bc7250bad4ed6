"""Pages about articles: what a text is, what its claims came to, and what NVIDIA's own text says of each."""

from __future__ import annotations

from sphinx.application import Sphinx

from claimcheck.claims.register.articles import texts_of
from claimcheck.claims.register.claim import order
from claimcheck.claims.verdict.result import grouped
from claimcheck.data.registers import find_register
from claimcheck.data.rounds import roles
from claimcheck.site.contents import ARTICLES, REPLY, register_page
from claimcheck.site.frame.directives import BookDirective, showing
from claimcheck.site.frame.html import part

# So many texts are named as the newest.
_NEWEST = 3


def facts(directive: BookDirective, article: str) -> str:
    """Who wrote an article, when, what kind of text it is, what was read of it, how many claims have which verdict."""
    claims = [claim for claim in directive.book.claims if article in claim.articles]
    return part("articles", "facts", directive.book.texts[article], claims)


def claims(directive: BookDirective, article: str) -> str:
    """An article's claims by their verdicts."""
    reply = part("errata", "right", directive.link_if_there(REPLY), "one of these claims")
    return reply + part("articles", "claims", grouped(directive.book.claims, article), article, directive.claim_link)


def vendor(directive: BookDirective, article: str) -> str:
    """An article's claims next to what NVIDIA's own text says of each."""
    stances = [claim for claim in directive.book.claims if article in claim.articles and claim.nvidia]
    # Those whose words are not NVIDIA's first.
    stances.sort(key=lambda claim: (claim.nvidia.stance not in ("bends", "silent"), order(claim.number)))
    return part("articles", "vendor", stances, directive.claim_link)


def by_article(directive: BookDirective) -> str:
    """How many claims of each article of the first register have which verdict."""
    book = directive.book
    made = {key: [claim for claim in book.of_register("") if key in claim.articles] for key in book.articles}
    rows = [(book.texts[key], directive.page_link(f"{ARTICLES}/{key}"), found) for key, found in made.items() if found]
    return part("articles", "tally", rows)


def newest(directive: BookDirective) -> str:
    """The register of the latest round and its newest texts, each with the number of its claims by verdict."""
    book = directive.book
    head = find_register(roles(book.data_dir).latest, book.data_dir)
    texts = texts_of(head, others=False)
    latest = sorted(texts, key=lambda key: texts[key].date or "", reverse=True)[:_NEWEST]
    made = [claim for claim in book.claims if claim.register == head.name]
    rows = [
        (texts[key], directive.page_link(f"{ARTICLES}/{key}"), [one for one in made if key in one.articles])
        for key in latest
    ]
    return part("articles", "newest", head, directive.page_link(head.page or register_page(head)), made, rows)


def register(app: Sphinx) -> None:
    """Register the directives of articles with Sphinx."""
    app.add_directive("article-facts", showing(facts, 1))
    app.add_directive("article-claims", showing(claims, 1))
    app.add_directive("article-vendor", showing(vendor, 1))
    app.add_directive("verdicts-by-article", showing(by_article))
    app.add_directive("newest-texts", showing(newest))
