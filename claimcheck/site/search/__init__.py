"""The search: an index of every page's title, headings and first words, loaded by its page at the first search.

``book/search.yml`` has what readers type for a page that does not say it; ``search/search.js`` searches.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from claimcheck.core.documents import Many, Model, Text, read
from claimcheck.core.files import script_call
from claimcheck.data.names import read_spoken
from claimcheck.site.book import book_of
from claimcheck.site.contents import CLAIMS, chip_names
from claimcheck.site.frame.assets import smaller
from claimcheck.site.frame.navigation import top_pages
from claimcheck.site.numbers import SECTION_ID

logger = logging.getLogger(__name__)

WORDS = "book/search.yml"
INDEX = "searchindex.js"
_SECTIONS = "claimcheck-sections"
# The search itself: site/package.json pins it.
LIBRARY = Path(__file__).parents[3] / "node_modules" / "minisearch"
# So many characters of a section are searched: long tables would outweigh what is said.
_LONGEST = 1_000
_SILENT = re.compile(r"<(script|style|svg|template|aside)\b.*?</\1>|<[^>]+>", re.S)


class SearchWords(Model):
    """``book/search.yml``: what readers type for a page that does not have these words in its title."""

    keywords: dict[str, Many[Text]]


def note_page(app: Sphinx, doctree: nodes.document) -> None:
    """Keep what the search finds on the page that is being read, among its metadata: of a claim its first section."""
    page = app.env.docname
    app.env.metadata[page][_SECTIONS] = list(sections(doctree))[: 1 if page.startswith(f"{CLAIMS}/") else None]


def sections(doctree: nodes.document) -> Iterator[tuple[str, str]]:
    """The heading and first words of each section, without code and without the sources of the page's numbers."""
    for section in doctree.findall(nodes.section):
        if SECTION_ID not in section["ids"]:
            own = (child for child in section.children if not isinstance(child, nodes.section | nodes.title))
            yield section[0].astext(), " ".join(" ".join(map(_words, own)).split())[:_LONGEST]


def _words(node: nodes.Node) -> str:
    if isinstance(node, nodes.literal_block):
        return ""
    if isinstance(node, nodes.raw):
        return unescape(_SILENT.sub(" ", node.astext())) if node.get("format") == "html" else ""
    apart = "" if isinstance(node, nodes.TextElement) else " "
    return node.astext() if isinstance(node, nodes.Text) else apart.join(map(_words, node.children))


def write_index(app: Sphinx) -> None:
    """Write the index of all pages; keywords for a page that is not there are a warning."""
    keywords = defaultdict(tuple, read(Path(app.srcdir, WORDS), SearchWords).keywords)
    for page in keywords.keys() - app.env.found_docs:
        logger.warning("%s has keywords for %s, which is no page of the book", WORDS, page, location=WORDS)
    data = book_of(app).data_dir
    spoken = read_spoken(data).names.get("chip", {})
    for name, page in chip_names(data).items():
        keywords[page] += (name, *spoken.get(name, ()))
    top = {page for _, page in top_pages(app)}
    pages = []
    for page in sorted(app.env.found_docs):
        headings, texts = zip(*app.env.metadata[page][_SECTIONS], strict=True)
        entry = {
            "url": app.builder.get_target_uri(page),
            "title": app.env.titles[page].astext(),
            # A number alone is that of a claim of the first register.
            "top": page in top or page.rpartition("/")[0] == CLAIMS,
            # The end of its address says what a page is as well: book/companies/amd.
            "keywords": " · ".join((page.rpartition("/")[2], *keywords[page])),
            # The first is the title.
            "headings": " · ".join(headings[1:]),
            "text": " · ".join(texts),
        }
        pages.append(entry)
    licence, code = ((LIBRARY / name).read_text("utf-8") for name in ("LICENSE.txt", "dist/umd/index.js"))
    Path(app.outdir, "minisearch.js").write_text(f"/*!\n{licence}*/\n{code}", encoding="utf-8")
    smaller(Path(app.outdir), ["minisearch.js"])
    Path(app.outdir, INDEX).write_text(script_call("claimcheckSearch", "index", pages), encoding="utf-8")
