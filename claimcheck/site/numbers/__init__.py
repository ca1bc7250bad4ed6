"""Numbers in prose: each one links to how it was computed and to the rows behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from claimcheck.site.book import Book, address_of, book_of, nearest
from claimcheck.site.frame.directives import section
from claimcheck.site.frame.html import part, slug

logger = logging.getLogger(__name__)

HEADING = "Sources of the figures on this page"
SECTION_ID = "sources-of-the-figures"
# Results of more rounds (commits) than these are a footnote's whole rounds, where it names any.
_ROUNDS = 3


class NumberRole(SphinxRole):
    """The role ``n``: a number's text, linked to its entry among the page's sources."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link; a warning and nothing where no number has the key."""
        book, key = book_of(self.env.app), self.text.strip()
        if key not in book.numbers:
            near, where = nearest(key, list(book.numbers)), self.get_location()
            logger.warning("no number is called %r%s", key, near, location=where, type="claimcheck")
            return [], []
        printed, anchor = book.numbers[key].text, entry_id(key, self.env.docname)
        link = nodes.reference(self.rawtext, printed, refuri=f"#{anchor}", internal=True, classes=["cc-num"])
        link["cc-key"] = key
        return [link], []


def entry_id(key: str, docname: str) -> str:
    """The id of a number's entry. The page's name keeps it unique when all pages are put into one."""
    return f"src-{slug(key)}-{slug(docname.rpartition('/')[2])}"


class FootnoteDirective(SphinxDirective):
    """``mlperf-footnote``: the footnote for the row ids given, or for the numbers used on the page.

    With the option ``rounds``, the footnote for a page about whole rounds: of the suites that it names
    (inference, training, hpc), or of all. With the option ``claims``, the footnote for the results behind the claims of
    a register or of an article. With ``results`` as well, the results behind the page's
    numbers come first; numbers that rest on more than three rounds are left to the rounds. These end with the round
    of the first register's claims, with ``latest`` with the latest in the tables.
    """

    option_spec: ClassVar[dict[str, Any]] = {
        "rounds": directives.unchanged,
        "results": directives.flag,
        "latest": directives.flag,
        "claims": directives.unchanged,
    }
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The footnote; one about the page's numbers is a place that SourcesTransform fills, when it knows them."""
        node = nodes.raw("", "", format="html")
        if name := self.options.get("claims"):
            node += _aside(book_of(self.env.app).claims_footnote(name))
        else:
            node[_ASKED] = _names(" ".join(self.arguments)), self.options
            self.set_source_info(node)
        return [node]


# What a footnote that is not filled yet is of: row ids and options.
_ASKED = "cc-footnote"


def _names(text: str | None) -> list[str]:
    return (text or "").replace(",", " ").split()


def _aside(text: str) -> nodes.Text:
    return nodes.Text(part("common", "footnote", text))


class SourcesTransform(SphinxTransform):
    """Fill the footnotes of a page and append the list of its numbers' sources."""

    # After the parser's own transforms, before Sphinx collects the table of contents.
    default_priority = 790

    def apply(self, **kwargs: Any) -> None:
        """Change the document in place."""
        book = book_of(self.app)
        references = self.document.findall(nodes.reference)
        used = list(dict.fromkeys(node["cc-key"] for node in references if "cc-key" in node))
        for node in [node for node in self.document.findall(nodes.raw) if _ASKED in node]:
            try:
                node += _aside(page_footnote(book, used, *node.attributes.pop(_ASKED)))
            except (KeyError, ValueError) as error:
                logger.warning("mlperf-footnote: no such row or suite, or none at all: %s", error, location=node)
        if used:
            sources = section(SECTION_ID, HEADING, part("numbers", "sources", [*self._sources(book, used)]))
            sources["classes"].append("cc-sources")
            sections = [child for child in self.document.children if isinstance(child, nodes.section)]
            (sections[-1] if sections else self.document).append(sources)

    def _sources(self, book: Book, keys: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Of each number its place, itself, its evidence, and the address of another page that states it."""
        for key in keys:
            number = book.numbers[key]
            stated = None if number.source == self.env.docname else address_of(self.app, number.source)
            yield entry_id(key, self.env.docname), number, book.evidence(key), stated


def page_footnote(book: Book, keys: Sequence[str], row_ids: Sequence[str], options: Mapping[str, Any]) -> str:
    """The footnote of a page that uses the numbers ``keys``, or of ``row_ids``; ``options``: ``FootnoteDirective``'s.

    Raises KeyError or ValueError for an unknown row or suite, or where there is nothing to name.
    """
    rounds, ids = "rounds" in options, []
    if not rounds or "results" in options:
        places = [[e for e in book.evidence(key) if e.table == "inference_results"] for key in keys]
        if rounds:
            places = [p for p in places if len({e.commit for e in p}) <= _ROUNDS]
        ids = list(dict.fromkeys(row_ids or [e.row_id for place in places for e in place]))
    if not rounds:
        return book.footnote(ids)
    return book.rounds_footnote(_names(options["rounds"]), ids, latest="latest" in options)


def register(app: Sphinx) -> None:
    """Register the role of numbers, the footnote and the list of sources with Sphinx."""
    app.add_role("n", NumberRole())
    app.add_directive("mlperf-footnote", FootnoteDirective)
    app.add_transform(SourcesTransform)
