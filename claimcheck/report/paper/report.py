"""The whole report as one PDF, ``make pdf``: the pages of the built site as chapters, in the order of ``_toc.yml``.

Left out is what paper cannot do or the site does better: live charts, controls, the code that an author folded away
(the code left open is the arithmetic that decides), and long lists, each of which becomes a line that leads to the
site. Notes next to the text on the site are next to it on paper, and the results behind a paragraph's numbers join
them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from jinja2 import Environment
from markupsafe import Markup
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.charts.fonts import embedded_css
from claimcheck.claims.texts.footnote import COUNTED, DERIVED, TRADEMARK
from claimcheck.data.edition import CITATION, ROOT, read_citation
from claimcheck.report.pages.contents import list_generated
from claimcheck.report.paper.browser import STATIC, PressError, run
from claimcheck.report.parts import html
from claimcheck.report.parts.assets import STATIC as SITE_STATIC
from claimcheck.report.parts.assets import tokens_css
from claimcheck.report.parts.navigation import pages_below, trails
from claimcheck.report.parts.writer import LONGEST_TABLE, SHOWN_ROWS

TARGET = Path("_build", "report.pdf")
# More results than these are counted, not named, in the margin.
_NAMED = 3
# Large, and dropped whatever it holds: no need to parse it.
_DATA = re.compile(r"<script\b.*?</script>|<style\b.*?</style>", re.DOTALL)
_DROPPED = (
    "a.headerlink, svg.cc-figure__broad, .cc-terms, .cc-copy, .cc-figure__controls, .cc-filters, .toctree-wrapper, "
    "nav, dialog, form, button, input, select, textarea, iframe, noscript, template, object, video, audio, "
    "details.hide, .tag_hide-cell, .cell_input, .cc-code-switch, .cc-stated, .prev-next-footer"
)
_CARD = re.compile(r"claim-(\d+[a-z]?)-statement")
_IN_SVG = re.compile(r"url\(#([^)]+)\)")
_TOKENS = ("aria-labelledby", "aria-describedby", "headers")


def environment() -> Environment:
    """The templates of this package; a name that is not given is an error."""
    templates = html.environment("claimcheck.report.paper")
    templates.filters["address"] = address
    return templates


def address(url: str) -> Markup:
    """A web address in print: without its scheme, to be broken after a slash."""
    return Markup("/<wbr>").join(url.removeprefix("https://").split("/"))


def edition(root: Path) -> dict[str, str]:
    """Version, date, public address (with a slash at its end) and repository of the book in ``root``."""
    book = read_citation(root / CITATION.name)
    return {"version": book.version, "date": str(book.released), "base": book.url, "repository": book.repository}


def pages(root: Path) -> dict[str, list[Page]]:
    """The book's pages by the caption of their part, in the order of ``_toc.yml``: the root page first, without one.

    A page below another one follows it.
    """
    site = parse_toc_yaml(root / "_toc.yml", encoding="utf-8")
    list_generated(site, root / "data")
    captions = {name: caption for caption, name in pages_below(site.root)}
    parts = {"": [Page(site.root.docname, site.root.title or "")]}
    for name, trail in trails(site).items():
        above = trail[0] if trail[0] != name else ""
        parts.setdefault(captions[trail[0]], []).append(Page(name, site[name].title or "", above))
    return parts


def chapters(root: Path, only: Collection[str] | None = None) -> list[tuple[str, list[Chapter]]]:
    """The parts of the report: caption and chapters (all pages of ``_toc.yml``, or those in ``only``).

    Links and ids are ready for one document. Raises PressError when the site is not built.
    """
    site = root / "_build" / "html"
    if not (site / "index.html").is_file():
        raise PressError("the site is not built", where=site, fix="run `make book`, then `make pdf` again")
    base = edition(root)["base"]
    book = pages(root)
    docs = {page.doc for listed in book.values() for page in listed if only is None or page.doc in only}
    parts = []
    for caption, listed in book.items():
        if in_part := [read_chapter(site, page, base, docs) for page in listed if page.doc in docs]:
            parts.append((caption, in_part))
    everything = [chapter for _, in_part in parts for chapter in in_part]
    known = {f"{chapter.anchor}--{name}" for chapter in everything for name in ids_of(chapter)}
    for chapter in everything:
        connect(chapter, known, docs, base)
    return parts


def report_html(root: Path, only: Collection[str] | None = None) -> str:
    """The report as one HTML document that needs no other file. Raises as ``chapters`` does."""
    parts = chapters(root, only)
    docs = {chapter.doc for _, in_part in parts for chapter in in_part}
    return (
        environment()
        .get_template("report.html")
        .render(
            parts=[
                (caption, [_shown(chapter, bool(caption), docs) for chapter in in_part]) for caption, in_part in parts
            ],
            title=parts[0][1][0].heading,
            legend=(DERIVED, COUNTED, TRADEMARK),
            sheets=Markup("\n").join(Markup(sheet.replace("</", "<\\/")) for sheet in _sheets()),
            **edition(root),
        )
    )


def _shown(chapter: Chapter, in_part: bool, docs: Collection[str]) -> dict[str, object]:
    """What the template needs of a chapter; headings stand a level lower in a part, and below another page."""
    lower = in_part + (chapter.above in docs)
    for head in chapter.tree.find_all(re.compile("^h[1-6]$")):
        head.name = f"h{min(int(head.name[1]) + lower, 6)}"
    opening = chapter.tree.find(re.compile("^h[1-6]$"))
    opening["class"] = ["paper-heading"]
    return {
        "anchor": chapter.anchor,
        # Pages below another one run on, on its sheets and under its title.
        "above": anchor_of(chapter.above) if chapter.above in docs else "",
        "heading": chapter.heading,
        # A CSS string: no quote, backslash or line break may end it.
        "title": Markup(re.sub(r'["\\<>\n]', " ", chapter.title)),
        "html": Markup(str(chapter.tree)),
    }


def _sheets() -> list[str]:
    """The site's own style sheets, then the printed page's."""
    texts = [tokens_css(), *(path.read_text(encoding="utf-8") for path in sorted(SITE_STATIC.glob("*.css")))]
    # Whatever the site's sheets say, the printed page's say it last; fonts are in the document.
    own = (STATIC / "report.css").read_text(encoding="utf-8")
    return [*(f"@layer site {{\n{text}\n}}" for text in texts), embedded_css(), own]


def main(root: Path = ROOT) -> int:
    """Print the report; return the exit code."""
    return run(root, TARGET, report_html, "fit.js")


if __name__ == "__main__":
    raise SystemExit(main())


class Page(NamedTuple):
    """A page of the book: its name (``book/index``), its short title where there is one, the topmost page above it."""

    doc: str
    title: str = ""
    above: str = ""


@dataclass
class Chapter:
    """A page on paper: its name, heading, short title, the tree of its article, and the page it is below."""

    doc: str
    heading: str
    title: str
    tree: BeautifulSoup
    above: str = ""

    @property
    def anchor(self) -> str:
        """The id of the chapter, and the first part of every id in it."""
        return anchor_of(self.doc)


def anchor_of(doc: str) -> str:
    """``book/index`` as part of an id."""
    return doc.replace("/", "-")


def read_chapter(site: Path, page: Page, base: str, docs: Collection[str]) -> Chapter:
    """The chapter that ``page`` of the built ``site`` makes; links still lead where they led on the site.

    ``base`` is the site's public address, for what is only there; ``docs`` are the pages in the report. Raises
    PressError when the page is not there or has no article or heading.
    """
    doc, path = page.doc, site / f"{page.doc}.html"
    try:
        html = path.read_text(encoding="utf-8")
    except OSError as error:
        raise PressError("the page is not built", where=path, fix="run `make book`, then `make pdf` again") from error
    begin, end = html.find('<article class="cc-article'), html.rfind("</article>")
    tree = BeautifulSoup(_DATA.sub("", html[max(begin, 0) : end]), "html.parser")
    heading = tree.find("h1")
    if begin < 0 or heading is None:
        raise PressError("no article with a heading", where=path, fix="mend the page or the theme's template")
    # Its headings and paragraphs; the article itself is the report's.
    tree.find("article").unwrap()
    here = f"{base}{doc}.html"
    _margin_notes(tree, here)
    for term in tree.select("button.cc-term"):
        term.unwrap()
    for element in tree.select(_DROPPED):
        element.decompose()
    _fold_cards(tree, doc, docs)
    _fold_details(tree, here)
    _fold_sources(tree, here)
    _fold_tables(tree, here)
    words = " ".join(heading.get_text().split())
    return Chapter(doc, words, page.title or words, tree, page.above)


def _margin_notes(tree: BeautifulSoup, here: str) -> None:
    """Beside each paragraph, the results that its numbers rest on; each number leads to its sources on the site."""
    results: dict[str, tuple[str, ...]] = {}
    for source in tree.select("li.cc-source"):
        ids = tuple(dict.fromkeys(e.get_text() for e in source.select(".cc-evidence__id")))
        same = source.select_one(".cc-source__same a")
        results[f"#{source.get('id')}"] = ids or (results.get(str(same["href"]), ()) if same else ())
    blocks: dict[int, tuple[Tag, list[str]]] = {}
    for number in tree.select("a.cc-num"):
        target = str(number["href"])
        number["href"] = here + target
        block = number.find_parent(["p", "li", "dd"])
        if block is not None and number.find_parent(["td", "th", "figcaption"]) is None:
            blocks.setdefault(id(block), (block, []))[1].extend(results.get(target, ()))
    for block, ids in blocks.values():
        unique = sorted(set(ids))
        if not unique:
            continue
        more = f" and {len(unique) - _NAMED} more" if len(unique) > _NAMED + 1 else ""
        named = ", ".join(unique[:_NAMED] if more else unique)
        note = _new(tree, "span", "paper-note")
        note.append(_link(tree, f"{here}#sources-of-the-figures", named + more))
        block.insert(0, note)


def _fold_cards(tree: BeautifulSoup, doc: str, docs: Collection[str]) -> None:
    """The card of a claim that has a page of its own in the report keeps its head, and leads there."""
    for card in tree.select("article.cc-claim"):
        number = _CARD.fullmatch(str(card.get("aria-labelledby")))
        page = f"claims/{number[1]}" if number else ""
        if page not in docs or page == doc:
            continue
        for child in card.find_all(True, recursive=False):
            if not {"cc-claim__head", "cc-claim__statement"} & set(child.get("class") or ()):
                child.decompose()
        own = posixpath.relpath(f"{page}.html", posixpath.dirname(doc) or ".")
        card.append(_line(tree, own, "The claim in full"))


def _fold_details(tree: BeautifulSoup, here: str) -> None:
    """Evidence becomes its summary, a link to the site; a box at a figure or table goes; anything else opens."""
    for details in tree.select("details"):
        if details.decomposed or details.find_parent(class_="cc-sources"):
            continue
        summary = details.find("summary")
        words = " ".join(summary.get_text().split()) if summary else ""
        if details.find_parent(["figure"]) or details.find_parent(class_=["cc-table", "cc-anchor"]):
            details.decompose()
        elif details.select_one(".cc-evidence"):
            details.replace_with(_line(tree, f"{here}{_nearest(details)}", words or "Evidence"))
        else:
            details.name = "div"
            details["class"] = ["paper-opened"]
            if summary:
                summary.name = "p"
                summary["class"] = ["paper-opened__head"]


def _fold_sources(tree: BeautifulSoup, here: str) -> None:
    """The list of a page's sources becomes a line."""
    for section in tree.select("section.cc-sources"):
        count = len(section.select("li.cc-source"))
        words = f"{count} {'figure' if count == 1 else 'figures'} in this text, each with how it was computed and "
        line = _line(tree, f"{here}#{section.get('id')}", "the lines of the logs behind it", words)
        line["id"] = section.get("id")
        section.replace_with(line)


def _fold_tables(tree: BeautifulSoup, here: str) -> None:
    """A long data frame keeps its first rows; every table gets a frame that may be as wide as the sheet."""
    for table in tree.select("table"):
        body = table.find("tbody")
        rows = body.find_all("tr", recursive=False) if body else []
        if len(rows) > LONGEST_TABLE and table.find_parent(class_="cell_output"):
            for row in rows[SHOWN_ROWS:]:
                row.decompose()
            first = f"The first {SHOWN_ROWS} of {len(rows):,} rows. "
            table.insert_after(_line(tree, f"{here}{_nearest(table)}", "All rows", first))
        if not table.find_parent(class_="cc-claim"):
            table.wrap(_new(tree, "div", "paper-wide"))


def _nearest(element: Tag) -> str:
    """The anchor of the nearest element around this one that has an id, with its #."""
    around = element.find_parent(id=True)
    return f"#{around['id']}" if around else ""


def _new(tree: BeautifulSoup, name: str, css: str) -> Tag:
    return tree.new_tag(name, attrs={"class": css})


def _line(tree: BeautifulSoup, address: str, words: str, before: str = "") -> Tag:
    """A line in place of what is left out: words that lead to where it is, after others."""
    line = _new(tree, "p", "paper-fold")
    line.extend([before, _link(tree, address, words)])
    return line


def _link(tree: BeautifulSoup, address: str, words: str) -> Tag:
    link = tree.new_tag("a", attrs={"href": address})
    link.string = words
    return link


def ids_of(chapter: Chapter) -> Iterator[str]:
    """The ids of a chapter as they are before ``connect``."""
    return (str(element["id"]) for element in chapter.tree.find_all(id=True))


def connect(chapter: Chapter, known: Collection[str], docs: Collection[str], base: str) -> None:
    """Make ids unique in the report, and let links lead to its pages; what is not in it stays on the site.

    ``known`` are the ids of all chapters as they will be, ``docs`` the pages in the report. Changes the tree.
    """
    for element in chapter.tree.find_all(True):
        for name, value in list(element.attrs.items()):
            if name == "id":
                element["id"] = f"{chapter.anchor}--{value}"
            elif name in _TOKENS:
                words = value if isinstance(value, list) else str(value).split()
                element[name] = " ".join(f"{chapter.anchor}--{word}" for word in words)
            elif name in ("href", "xlink:href"):
                element[name] = _address(str(value), chapter.doc, known, docs, base)
            elif isinstance(value, str) and "url(#" in value:
                element[name] = _IN_SVG.sub(rf"url(#{chapter.anchor}--\1)", value)


def _address(address: str, doc: str, known: Collection[str], docs: Collection[str], base: str) -> str:
    """Where a link leads: into the report when its target is there, else to the site."""
    if address.startswith(base):
        return address
    split = urlsplit(address)
    if split.scheme or split.netloc:
        return address
    path = posixpath.normpath(posixpath.join(posixpath.dirname(doc), split.path)) if split.path else f"{doc}.html"
    target = path.removesuffix(".html")
    inside = f"{anchor_of(target)}--{split.fragment}" if split.fragment else anchor_of(target)
    if target in docs and (not split.fragment or inside in known):
        return f"#{inside}"
    return f"{base}{path}{'?' + split.query if split.query else ''}{'#' + split.fragment if split.fragment else ''}"
