"""The page "Cite, editions, errata, replies": our own mistakes, and replies to our verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docutils import nodes
from sphinx.application import Sphinx

from claimcheck.data import edition
from claimcheck.site.book import this_publication
from claimcheck.site.frame.directives import BookDirective, anchored, find_claim, showing
from claimcheck.site.frame.html import part


def errata(directive: BookDirective) -> Iterator[nodes.Node]:
    """Every mistake under its anchor, the newest first. A claim that the book does not have is a warning."""
    for entry in directive.book.errata:
        touched = [(page, directive.link_if_there(page)) for page in entry.pages] + _claims(directive, entry.claims)
        yield anchored(directive.state.document, entry.anchor, part("errata", "erratum", entry, touched))


def _claims(directive: BookDirective, numbers: Iterable[int | str]) -> list[tuple[str, str | None]]:
    """Claims in words, and where each is; a warning for one that the book does not have."""
    claims = filter(None, (find_claim(directive, str(number)) for number in numbers))
    return [(f"claim {claim.number}", directive.claim_link(claim)) for claim in claims]


def replies(directive: BookDirective) -> str:
    """Every reply to a verdict, whole, the newest first; a sentence when there is none."""

    def about(reply: edition.Reply) -> list[tuple[str, str | None]]:
        return _claims(directive, reply.claims)

    found = edition.read_replies(directive.book.data_dir)
    return part("errata", "replies", found, about) or "<p>No reply has come in yet.</p>"


def whole(_: BookDirective) -> list[nodes.Node]:
    """The entry for a bibliography that cites the whole report, with its version and day."""
    entry = this_publication().bibtex
    return [nodes.literal_block(entry, entry, language="none")]


def register(app: Sphinx) -> None:
    """Register the directives of errata and replies with Sphinx."""
    app.add_directive("errata", showing(errata))
    app.add_directive("replies", showing(replies))
    app.add_directive("cite-whole", showing(whole))
