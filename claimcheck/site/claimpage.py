"""The directive ``claim-page``: a claim's own page, at an address for good."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.util import logging

from claimcheck.publication import read_edition
from claimcheck.site import claimsections
from claimcheck.site.claimdirective import ClaimDirective, claim_of
from claimcheck.site.claimreview import review_script
from claimcheck.site.errata import errata_links
from claimcheck.site.markup import esc, paragraphs, sentence, tag
from claimcheck.site.metadata import DESCRIPTION
from claimcheck.site.reuse import shown_here
from claimcheck.site.source import source_of

logger = logging.getLogger(__name__)


class ClaimPageDirective(ClaimDirective):
    """``claim-page <number>``: everything about one claim, with the page's title and its footnote.

    The only content of the page ``claims/<number>``: on a page of another name it is a warning, since the claim's
    permanent address would lead nowhere.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A section with the claim as its title, and in it one for each part."""
        claim = claim_of(self.env.app, self.arguments[0], self.get_location())
        if claim is None:
            return []
        if self.env.docname != claim.address:
            logger.warning(
                "claim %s has its page at %s", claim.number, claim.address, location=self.get_location()
            )
        described = f"{sentence(claim.statement)} {sentence(f'verdict: {claim.verdict}')}"
        self.env.metadata[self.env.docname][DESCRIPTION] = described
        source = source_of(self.env.app)
        found = source.quotation(claim)
        key = f"c{claim.number}"
        errata = errata_links(source.errata.of_claim(claim.number), self.link_if_there)
        top = claimsections.head(claim, source.said, self.link_if_there) + errata
        page = _section(key, claimsections.title_of(claim), top)
        for name, title, html in claimsections.sections(claim):
            page += _section(f"{key}-{name}", title, html)
            if name == "chart":
                page[-1] += self._chart(claim)
        page += _section(f"{key}-quote", "Quote this", claimsections.quote(claim, found))
        page += _section(f"{key}-downloads", "Downloads", claimsections.downloads(claim))
        # A claim that no notebook checks names its own page.
        checked = None if claim.page.startswith(f"{claim.address}#") else self.page_link(claim.page)
        onward = claimsections.onward(claim, source.claims, checked, self.link_if_there)
        page += _section(f"{key}-more", "Further", onward)
        footnote = tag("aside", paragraphs(found.footnote), "cc-footnote", aria_label="Footnote on results")
        review = review_script(claim, source.said, read_edition())
        page += nodes.raw("", footnote + review, format="html")
        return [page]

    def _chart(self, claim: Any) -> list[nodes.Node]:
        """The claim's picture, and a link to the page that it is from."""
        docname, name = claim.picture
        shown = shown_here(self, docname, name)
        if shown and (address := self.link_if_there(f"{docname}#fig-{name}")):
            words = tag("a", esc("The chart on its own page, with what it rests on"), href=address)
            shown.append(nodes.raw("", tag("p", words, "cc-claim__more"), format="html"))
        return shown


def _section(anchor: str, title: str, html: str) -> nodes.section:
    section = nodes.section(ids=[anchor], names=[anchor])
    section += nodes.title(title, title)
    if html:
        section += nodes.raw("", html, format="html")
    return section
