"""The page "Cite, editions, errata, replies": our own mistakes, and replies to our verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from claimcheck.charts.record import recorded
from claimcheck.data import edition
from claimcheck.site.book import nearest, this_publication
from claimcheck.site.frame.directives import BookDirective, anchored, showing
from claimcheck.site.frame.html import part

_NO_REPLY = "<p>No reply has come in yet.</p>"
_NONE = '<p class="cc-errata-none">No mistake is known in anything that an edition printed.</p>'


def errata(directive: BookDirective) -> list[nodes.Node]:
    """Every mistake under its anchor, an article each, the newest first; a sentence when there is none.

    A page, figure or claim that the book does not have is a warning.
    """
    book, document = directive.book, directive.state.document
    entries = edition.read_errata(book.data_dir, {claim.number for claim in book.claims})
    if not entries:
        return directive.html(_NONE)
    shown = []
    for entry in entries:
        html = part("errata", "erratum", entry, list(_touched(directive, entry)))
        shown.append(anchored(document, entry.anchor, html))
    return shown


def _touched(directive: BookDirective, entry: edition.Erratum) -> Iterator[tuple[str, str | None]]:
    """What a mistake touches, in words, and where that is."""
    for page in entry.pages:
        yield page, directive.page_link(page)
    for page, figure_id in entry.figures:
        path = Path(directive.env.srcdir, f"{page}.ipynb")
        if path.is_file() and figure_id not in (known := recorded(path)):
            directive.warn("no figure %r in %s%s", figure_id, page, nearest(figure_id, list(known)))
        else:
            yield f"figure {figure_id}", directive.page_link(f"{page}#fig-{figure_id}")
    for number in entry.claims:
        (claim,) = (claim for claim in directive.book.claims if claim.number == number)
        yield f"claim {number}", directive.claim_link(claim)


def replies(directive: BookDirective) -> str:
    """Every reply to a verdict, whole, the newest first; a sentence when there is none."""
    claims = {claim.number: claim for claim in directive.book.claims}

    def about(reply: edition.Reply) -> list[tuple[str, str | None]]:
        return [(f"claim {number}", directive.claim_link(claims[number])) for number in reply.claims]

    return part("errata", "replies", edition.read_replies(directive.book.data_dir, claims), about) or _NO_REPLY


def changes(directive: BookDirective) -> list[nodes.Node]:
    """What the newest entry of the change log says, in its own words: its paragraphs and lists."""
    newest = edition.read_changelog()[0]
    directive.env.note_dependency(str(edition.CHANGELOG))
    lines = StringList(newest.body.splitlines(), source=str(edition.CHANGELOG))
    entry = nodes.container()
    directive.state.nested_parse(lines, newest.line, entry)
    return entry.children


def whole(_: BookDirective) -> str:
    """The entry for a bibliography that cites the whole report, with its version and day."""
    return part("errata", "entry", this_publication().bibtex)


def register(app: Sphinx) -> None:
    """Register the directives of changes, errata and replies with Sphinx."""
    app.add_directive("errata", showing(errata))
    app.add_directive("replies", showing(replies))
    app.add_directive("edition-changes", showing(changes))
    app.add_directive("cite-whole", showing(whole))
