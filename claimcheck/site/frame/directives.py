"""What the directives of the book share: its data, addresses and warnings, and places that other pages can link to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.core.errors import ClaimcheckError
from claimcheck.site.book import Book, address_of, book_of, nearest
from claimcheck.site.contents import CLAIMS

logger = logging.getLogger(__name__)


class BookDirective(SphinxDirective):
    """A directive that shows data of the book and links to its other pages."""

    @property
    def book(self) -> Book:
        """The data of the book."""
        return book_of(self.env.app)

    def html(self, html: str) -> list[nodes.Node]:
        """HTML as a node."""
        return [nodes.raw("", html, format="html")]

    @property
    def root(self) -> str:
        """The relative address of the site's root from this page: ``../``."""
        return "../" * self.env.docname.count("/")

    def warn(self, message: str, *values: object) -> list[nodes.Node]:
        """Log a warning at the directive's line; return no nodes."""
        logger.warning(message, *values, location=self.get_location(), type="claimcheck")
        return []

    def link_if_there(self, page: str) -> str | None:
        """The address of ``docname#anchor`` from this page; None when there is no such page."""
        return address_of(self.env.app, page)

    def claim_link(self, claim: ClaimResult) -> str | None:
        """The address of the claim's own page."""
        return self.link_if_there(claim.address)


def showing(make: Callable[..., str | Iterable[nodes.Node]], arguments: int = 0) -> type[BookDirective]:
    """A directive that shows the HTML or nodes that ``make`` makes of the directive itself and of its ``arguments``.

    A missing or faulty file of data/ is a warning, and a name that the book does not have.
    """

    class Showing(BookDirective):
        required_arguments = arguments
        final_argument_whitespace = True

        def run(self) -> list[nodes.Node]:
            try:
                made = make(self, *self.arguments)
                return self.html(made) if made and isinstance(made, str) else list(made)
            except (ClaimcheckError, KeyError) as error:
                return self.warn("%s: %s", self.name, error)

    return Showing


def find_claim(asked: SphinxDirective | SphinxRole, number: str) -> ClaimResult | None:
    """The claim of that number, which a directive or role names; a warning and None when there is none."""
    claims = book_of(asked.env.app).by_page
    claim = claims.get(f"{CLAIMS}/{number.strip()}")
    if claim is None:
        near = nearest(number, [str(one.number) for one in claims.values()])
        logger.warning("no claim %r%s", number, near, location=asked.get_location(), type="claimcheck")
    return claim


def anchored(document: nodes.document, anchor: str, html: str) -> nodes.container:
    """HTML under the id ``anchor``, to which ``[text](#anchor)`` and ``[text](page.md#anchor)`` lead.

    Raises KeyError when the page has the id already.
    """
    if anchor in document.ids:
        raise KeyError(anchor)
    node = nodes.container(ids=[anchor], names=[anchor], classes=["cc-anchor"])
    document.note_explicit_target(node, node)
    node += nodes.raw("", html, format="html")
    return node


def section(anchor: str, title: str, html: str) -> nodes.section:
    """A section of a page: its id, its title and, unless empty, its HTML."""
    node = nodes.section(ids=[anchor], names=[anchor])
    node += nodes.title(title, title)
    if html:
        node += nodes.raw("", html, format="html")
    return node


def note_places(app: Sphinx, doctree: nodes.document) -> None:
    """Tell MyST of all ids of a page that is read, for links from others: by itself it knows headings of Markdown."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for name in (name for node in doctree.findall(nodes.Element) for name in node["ids"]):
        slugs.setdefault(name, (0, name, ""))
