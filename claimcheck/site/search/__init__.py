"""The search: an index of every page's words, loaded by its page at the first search.

What readers mean by their words is in ``book/search.yml`` and, for chips, in ``data/facts/names.yml``; the ranking is
in ``search/search.js``. Two chips ("B200 vs MI355X") lead to what every reading says of them.
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
from claimcheck.site.contents import CHIPS, CLAIMS, COMPANIES, chip_names, chip_pages
from claimcheck.site.frame.assets import smaller
from claimcheck.site.frame.navigation import top_pages, trail
from claimcheck.site.numbers import SECTION_ID
from claimcheck.site.tools import FIND, RESULTS, openings

logger = logging.getLogger(__name__)

WORDS = "book/search.yml"
INDEX = "searchindex.js"
_WORDS = "claimcheck-words"
# The search itself: site/package.json pins it.
LIBRARY = Path(__file__).parents[3] / "node_modules" / "minisearch"
# So many characters of a section are searched, and of a claim's page less: long tables would outweigh what is said.
_SECTION, _CLAIM = 1_000, 400
# Kinds of pages that registers make; others are of their group in the sidebar, and the front page gives answers.
_KINDS = {f"{CLAIMS}/": "Claims", f"{COMPANIES}/": "Companies", f"{CHIPS}/": "Chips", "book/articles/": "What was said"}
_FRONT = "Answers"
# Sections of a claim's page that say where it is from and where to go on.
_ABOUT = ("-evidence", "-queries", "-downloads", "-more")
_SILENT = re.compile(r"<(script|style|svg|template|aside)\b.*?</\1>|<[^>]+>", re.S)


class SearchWords(Model):
    """``book/search.yml``: words of one meaning, and words that readers type for a page without them in its title."""

    synonyms: dict[str, Many[Text]]
    keywords: dict[str, Many[Text]]


def note_page(app: Sphinx, doctree: nodes.document) -> None:
    """Keep what the search finds on the page that is being read, among its metadata."""
    app.env.metadata[app.env.docname][_WORDS] = list(sections(doctree, app.env.docname.startswith(f"{CLAIMS}/")))


def sections(doctree: nodes.document, of_claim: bool) -> Iterator[tuple[str, str, str]]:
    """The id, heading and first words of each section, without code and without the sources of the page's numbers."""
    for section in doctree.findall(nodes.section):
        name = section["ids"][0]
        if SECTION_ID not in section["ids"] and not (of_claim and name.endswith(_ABOUT)):
            heading = next((child.astext() for child in section.children if isinstance(child, nodes.title)), "")
            own = (child for child in section.children if not isinstance(child, nodes.section | nodes.title))
            yield name, heading, " ".join("".join(map(_words, own)).split())[: _CLAIM if of_claim else _SECTION]


def _words(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, nodes.raw):
        return unescape(_SILENT.sub(" ", node.astext())) if node.get("format") == "html" else ""
    inner = "" if isinstance(node, nodes.literal_block) else "".join(map(_words, node.children))
    return inner if isinstance(node, nodes.Inline) else f"{inner} "


def write_index(app: Sphinx) -> None:
    """Write the index of all pages; keywords for a page that is not there are a warning."""
    words, address = read(Path(app.srcdir, WORDS), SearchWords), app.builder.get_target_uri
    for page in words.keywords.keys() - app.env.found_docs:
        logger.warning("%s has keywords for %s, which is no page of the book", WORDS, page, location=WORDS)
    captions = {page: caption for caption, page in top_pages(app)}
    book = book_of(app)
    # What its address says (claims/v6.1/7, companies/red-hat), figures that no word is like, and what a chip is called.
    also = defaultdict(list, {page: [page, *words.keywords.get(page, ())] for page in app.env.found_docs})
    for claim in book.claims:
        also[claim.address] += [figure.published.text for figure in claim.figures if " " not in figure.published.text]
    spoken = read_spoken(book.data_dir).names.get("chip", {})
    for name, page in chip_names(book.data_dir).items():
        also[page] += [name, *spoken.get(name, ())]
    pages = []
    for page in sorted(app.env.found_docs):
        of_group = captions.get(trail(app, page)[0], _FRONT)
        kind = next((kind for start, kind in _KINDS.items() if page.startswith(start)), of_group)
        # Pages of the sidebar come before those below them and the front page; single claims and texts last.
        single = kind in ("Claims", "What was said") and not page.endswith("/index")
        weight = 1.2 if page in captions else 0.6 if single else 0.9
        entry = {"url": address(page), "kind": kind, "weight": weight, "keywords": also[page]}
        pages.append(entry | {"title": app.env.titles[page].astext(), "sections": app.env.metadata[page][_WORDS]})
    index = {
        "pages": pages,
        "meanings": words.synonyms,
        "results": address(RESULTS),
        "chips": [*chip_pages(book.data_dir)],
        "find": {"url": address(FIND), "figure": openings(book)["form"]},
    }
    licence, code = ((LIBRARY / name).read_text("utf-8") for name in ("LICENSE.txt", "dist/umd/index.js"))
    Path(app.outdir, "minisearch.js").write_text(f"/*!\n{licence}*/\n{code}", encoding="utf-8")
    smaller(Path(app.outdir), ["minisearch.js"])
    Path(app.outdir, INDEX).write_text(script_call("claimcheckSearch", "index", index), encoding="utf-8")
