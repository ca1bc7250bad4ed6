"""Our own mistakes, and the replies to our verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes

from claimcheck.charts.figure import recorded
from claimcheck.data.edition import read_changelog
from claimcheck.data.errata import Erratum, read_errata
from claimcheck.data.paths import ERRATA, REPLIES
from claimcheck.data.replies import Reply, read_replies
from claimcheck.report.pages.claims import Listing
from claimcheck.report.parts.anchors import anchored
from claimcheck.report.parts.source import nearest
from claimcheck.report.parts.templates import day_text, part

_NO_REPLY = "<p>No reply has come in yet.</p>"
_NONE = '<p class="cc-errata-none">No mistake is known in anything that an edition printed.</p>'
_NO_EDITION = '<p class="cc-errata-none">No edition has been published yet. Corrections will be listed here.</p>'


class ErrataDirective(Listing):
    """``errata``: every mistake under its anchor.

    A page, figure or claim that the book does not have is a warning.
    """

    def listing(self) -> list[nodes.Node]:
        """An article each, the newest first; a sentence when there is none."""
        errata = self.source.errata
        # Asked only when needed: a book without claims has an empty register too.
        if any(entry.claims for entry in errata.entries):
            errata = read_errata(self.source.data_dir / ERRATA, {claim.number for claim in self.source.claims})
        shown: list[nodes.Node] = []
        for entry in errata.entries:
            html = part("errata", "erratum", entry, list(self._touched(entry)))
            title = f"Erratum of {day_text(entry.found)}: {entry.id}"
            shown.append(anchored(self.state.document, entry.anchor, title, html))
        return shown or self.html(_NONE if any(one.is_published for one in read_changelog()) else _NO_EDITION)

    def _touched(self, entry: Erratum) -> Iterator[tuple[str, str | None]]:
        """What the mistake touches, in words, and where that is."""
        for page in entry.pages:
            yield page, self.page_link(page)
        for page, figure_id in entry.figures:
            yield f"figure {figure_id}", self._figure(page, figure_id)
        for number in entry.claims:
            claim = next((claim for claim in self.source.claims if claim.number == number), None)
            yield f"claim {number}", self.claim_link(claim) if claim else None

    def _figure(self, page: str, figure_id: str) -> str | None:
        path = Path(self.env.srcdir, f"{page}.ipynb")
        if path.is_file() and figure_id not in (known := recorded(path)):
            self.warn("no figure %r in %s%s", figure_id, page, nearest(figure_id, list(known)))
            return None
        return self.page_link(f"{page}#fig-{figure_id}")


class RepliesDirective(Listing):
    """``replies``: every reply to a verdict, whole. A claim that the book does not have is a warning."""

    def listing(self) -> list[nodes.Node]:
        """The replies, the newest first; a sentence when there is none."""
        claims = {claim.number: claim for claim in self.source.claims}
        found = read_replies(self.source.data_dir / REPLIES, claims).entries

        def about(reply: Reply) -> list[tuple[str, str | None]]:
            return [(f"claim {number}", self.claim_link(claims[number])) for number in reply.claims]

        return self.html(part("errata", "replies", found, about) or _NO_REPLY)
