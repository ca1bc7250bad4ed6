"""What the directives about claims have in common: finding a claim, linking to pages, anchors."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.site.anchors import anchored
from claimcheck.site.source import PAGES, nearest, source_of

logger = logging.getLogger(__name__)


class ClaimDirective(SphinxDirective):
    """A directive that shows claims and links to the pages about them."""

    def page_link(self, page: str) -> str | None:
        """The address of ``docname#anchor`` from this page; a warning and None when there is no such page."""
        docname, _, anchor = page.partition("#")
        if not docname:
            return None
        source_of(self.env.app).used.add(PAGES)
        if docname not in self.env.found_docs:
            logger.warning(
                "a claim names page %r, which is not in the book", docname, location=self.get_location()
            )
            return None
        here = self.env.app.builder.get_relative_uri(self.env.docname, docname)
        return f"{here}#{anchor}" if anchor else here

    def link_if_there(self, page: str) -> str | None:
        """As ``page_link``, without the warning: for pages that a book may have or not."""
        source_of(self.env.app).used.add(PAGES)
        return self.page_link(page) if page.partition("#")[0] in self.env.found_docs else None

    def claim_link(self, claim: Any) -> str | None:
        """The address of the claim's own page, or, in a book without it, of the page that checks it."""
        return self.page_link(claim.address if claim.address in self.env.found_docs else claim.page)

    def place(self, anchor: str, title: str, html: str) -> list[nodes.Node]:
        """The HTML under an anchor; a warning when the page has the same thing already.

        A heading of the author's may have taken the anchor ("Claim 5" above card 5): then links go there.
        """
        shown = self.env.temp_data.setdefault("claimcheck-shown", set())
        if anchor in shown:
            logger.warning("%s stands twice on this page", anchor, location=self.get_location())
            return []
        shown.add(anchor)
        if anchor in self.state.document.ids:
            return [nodes.raw("", html, format="html")]
        return [anchored(self.state.document, anchor, title, html)]


def claim_of(app: Sphinx, number: str, location: Any) -> Any:
    """The claim of that number; a warning and None when there is none."""
    claims = {str(claim.number): claim for claim in source_of(app).claims}
    if (found := claims.get(number.strip())) is None:
        logger.warning(
            "no claim %r%s", number, nearest(number, list(claims)), location=location, type="claimcheck"
        )
    return found
