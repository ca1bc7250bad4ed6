"""The whole report as one PDF: ``make pdf``."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.charts.fonts import embedded_css
from claimcheck.claims.texts.footnote import COUNTED, DERIVED, TRADEMARK
from claimcheck.data.edition import CITATION, read_citation
from claimcheck.report.pages.contents import list_generated
from claimcheck.report.paper import reading
from claimcheck.report.paper.press import STATIC, PressError, run
from claimcheck.report.parts import templates
from claimcheck.report.parts.assets import tokens_css
from claimcheck.report.parts.navigation import pages_below, ways

ROOT = Path(__file__).resolve().parents[3]
TARGET = Path("_build", "report.pdf")
_SITE_STATIC = ROOT / "claimcheck" / "report" / "static"


def environment() -> Environment:
    """The templates of this package; a name that is not given is an error."""
    made = templates.environment("claimcheck.report.paper")
    made.filters["address"] = address
    return made


def address(url: str) -> Markup:
    """A web address in print: without its scheme, to be broken after a slash."""
    return Markup("/<wbr>").join(url.removeprefix("https://").split("/"))


def edition(root: Path) -> dict[str, str]:
    """Version, date, public address (with a slash at its end) and repository of the book in ``root``."""
    book = read_citation(root / CITATION.name)
    return {"version": book.version, "date": str(book.released), "base": book.url, "repository": book.repository}


def pages(root: Path) -> dict[str, list[reading.Page]]:
    """The book's pages by the caption of their part, in the order of ``_toc.yml``: the root page first, without one.

    A page below another one follows it.
    """
    site = parse_toc_yaml(root / "_toc.yml", encoding="utf-8")
    list_generated(site, root / "data")
    captions = {name: caption for caption, name in pages_below(site.root)}
    found = {"": [reading.Page(site.root.docname, site.root.title or "")]}
    for name, way in ways(site).items():
        above = way[0] if way[0] != name else ""
        found.setdefault(captions[way[0]], []).append(reading.Page(name, site[name].title or "", above))
    return found


def chapters(root: Path, only: Collection[str] | None = None) -> list[tuple[str, list[reading.Chapter]]]:
    """The parts of the report: caption and chapters (all pages of ``_toc.yml``, or those in ``only``).

    Links and ids are ready for one document. Raises PressError when the site is not built.
    """
    site = root / "_build" / "html"
    if not (site / "index.html").is_file():
        raise PressError("the site is not built", where=site, fix="run `make book`, then `make pdf` again")
    base = edition(root)["base"]
    book = pages(root)
    docs = {page.doc for listed in book.values() for page in listed if only is None or page.doc in only}
    found = []
    for caption, listed in book.items():
        if made := [reading.read_chapter(site, page, base, docs) for page in listed if page.doc in docs]:
            found.append((caption, made))
    everything = [chapter for _, made in found for chapter in made]
    known = {f"{chapter.anchor}--{name}" for chapter in everything for name in reading.ids_of(chapter)}
    for chapter in everything:
        reading.connect(chapter, known, docs, base)
    return found


def report_html(root: Path, only: Collection[str] | None = None) -> str:
    """The report as one HTML document that needs no other file. Raises as ``chapters`` does."""
    found = chapters(root, only)
    docs = {chapter.doc for _, made in found for chapter in made}
    return (
        environment()
        .get_template("report.html")
        .render(
            parts=[(caption, [_shown(chapter, bool(caption), docs) for chapter in made]) for caption, made in found],
            title=found[0][1][0].heading,
            legend=(DERIVED, COUNTED, TRADEMARK),
            sheets=Markup("\n").join(Markup(sheet.replace("</", "<\\/")) for sheet in _sheets()),
            **edition(root),
        )
    )


def _shown(chapter: reading.Chapter, in_part: bool, docs: Collection[str]) -> dict[str, object]:
    """What the template needs of a chapter; headings stand a level lower in a part, and below another page."""
    lower = in_part + (chapter.above in docs)
    for head in chapter.tree.find_all(re.compile("^h[1-6]$")):
        head.name = f"h{min(int(head.name[1]) + lower, 6)}"
    opening = chapter.tree.find(re.compile("^h[1-6]$"))
    opening["class"] = ["paper-heading"]
    return {
        "anchor": chapter.anchor,
        # Pages below another one run on, on its sheets and under its title.
        "above": reading.anchor_of(chapter.above) if chapter.above in docs else "",
        "heading": chapter.heading,
        # A CSS string: no quote, backslash or line break may end it.
        "title": Markup(re.sub(r'["\\<>\n]', " ", chapter.title)),
        "html": Markup(str(chapter.tree)),
    }


def _sheets() -> list[str]:
    """The site's own style sheets, then the printed page's."""
    texts = [tokens_css(), *(path.read_text(encoding="utf-8") for path in sorted(_SITE_STATIC.glob("*.css")))]
    # Whatever the site's sheets say, the printed page's say it last; fonts are in the document.
    own = (STATIC / "report.css").read_text(encoding="utf-8")
    return [*(f"@layer site {{\n{text}\n}}" for text in texts), embedded_css(), own]


def main(root: Path = ROOT) -> int:
    """Print the report; return the exit code."""
    return run(root, TARGET, report_html, "fit.js")


if __name__ == "__main__":
    raise SystemExit(main())
