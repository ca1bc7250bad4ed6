"""The page of our own mistakes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.charts.figure import recorded
from claimcheck.errata import FILE, Comparison, Errata, Erratum, read_errata
from claimcheck.errors import RegisterError
from claimcheck.site.anchors import anchored
from claimcheck.site.errata import Resolve, day_text
from claimcheck.site.markup import esc, paragraphs, sentence, tag
from claimcheck.site.source import nearest, source_of

logger = logging.getLogger(__name__)


class ErrataDirective(SphinxDirective):
    """``errata``: every mistake under its anchor, and the editions that were compared.

    A page, figure or claim that the book does not have is a warning.
    """

    def run(self) -> list[nodes.Node]:
        """An article each, the newest first; a sentence when there is none."""
        source = source_of(self.env.app)
        try:
            errata = source.errata
            # Asked only when needed: a book without claims has an empty register too.
            if any(entry.claims for entry in errata.entries):
                errata = read_errata(source.data_dir / FILE, {claim.number for claim in source.claims})
        except RegisterError as error:
            logger.warning("%s", error, location=self.get_location())
            return []
        shown: list[nodes.Node] = [
            anchored(self.state.document, e.anchor, _title(e), erratum_html(e, self._page, self._claim, self._figure))
            for e in errata.entries
        ]
        if not errata.entries:
            shown.append(nodes.raw("", EMPTY, format="html"))
        return [*shown, nodes.raw("", comparisons_html(errata), format="html")]

    def _page(self, name: str) -> str | None:
        docname, _, anchor = name.partition("#")
        if docname not in self.env.found_docs:
            known = sorted(self.env.found_docs)
            logger.warning("no page %r%s", docname, nearest(docname, known), location=self.get_location())
            return None
        here = self.env.app.builder.get_relative_uri(self.env.docname, docname)
        return f"{here}#{anchor}" if anchor else here

    def _claim(self, number: int) -> str | None:
        """A claim's own page where the book has one, otherwise the place where it is checked."""
        if (own := f"claims/{number}") in self.env.found_docs:
            return self._page(own)
        page = next((claim.page for claim in source_of(self.env.app).claims if claim.number == number), "")
        return self._page(page) if page else None

    def _figure(self, page: str, figure_id: str) -> str | None:
        path = Path(self.env.srcdir, f"{page}.ipynb")
        if path.is_file():
            known = recorded(path)
            if figure_id not in known:
                near = nearest(figure_id, list(known))
                logger.warning("no figure %r in %s%s", figure_id, page, near, location=self.get_location())
                return None
        return self._page(f"{page}#fig-{figure_id}")


EMPTY = tag("p", "No mistake is known in anything that an edition printed.", "cc-errata-none")


def erratum_html(
    entry: Erratum, page: Resolve, claim: Callable[[int], str | None], figure: Callable[[str, str], str | None]
) -> str:
    """One mistake as an article: when, where, what was wrong, what it says now, what it touches."""
    touched = [_link(name, page(name)) for name in entry.pages]
    touched += [_link(f"figure {name}", figure(where, name)) for where, name in entry.figures]
    touched += [_link(f"claim {number}", claim(number)) for number in entry.claims]
    mended = f"{day_text(entry.mended)}, in {entry.mended_in}" if entry.mended else "not yet"
    terms = (
        ("Found", esc(day_text(entry.found))),
        ("Mended", esc(mended)),
        ("Printed in", esc(", ".join(entry.versions))),
        ("What was wrong", paragraphs(entry.was)),
        ("What it says now", paragraphs(entry.now)),
        ("Touches", ", ".join(touched)),
    )
    head = tag("span", esc(_title(entry)), id=f"{entry.anchor}-title")
    own = f'<a class="headerlink" href="#{entry.anchor}" aria-label="Link to this erratum">\N{PILCROW SIGN}</a>'
    listed = "".join(tag("dt", name) + tag("dd", value) for name, value in terms)
    body = tag("p", head + own, "cc-erratum__title") + tag("dl", listed)
    return tag("article", body, "cc-erratum", aria_labelledby=f"{entry.anchor}-title")


def comparisons_html(errata: Errata) -> str:
    """The editions that were compared, as a list; empty without any."""
    items = "".join(tag("li", _comparison(c)) for c in errata.comparisons)
    heading = tag("p", "Editions compared with what the tables give", "cc-claim__label") if items else ""
    return heading + (tag("ul", items) if items else "")


def _comparison(c: Comparison) -> str:
    commits = f"commit {c.commit} with {c.against}"
    return esc(f"{c.version}, on {day_text(c.date)} ({commits}). Compared: {c.compared}. Found: {sentence(c.found)}")


def _title(entry: Erratum) -> str:
    return f"Erratum of {day_text(entry.found)}: {entry.id}"


def _link(words: str, address: str | None) -> str:
    return tag("a", esc(words), href=address) if address else esc(words)
