"""The whole report as one PDF: ``make pdf``."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Collection
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from claimcheck.claims.footnote import COUNTED, DERIVED, TRADEMARK
from claimcheck.errors import ClaimcheckError
from claimcheck.fonts import embedded_css
from claimcheck.paper import order, reading
from claimcheck.paper.press import STATIC, PressError, press
from claimcheck.printing import sentence
from claimcheck.publication import CITATION, read_citation
from claimcheck.site.assets import tokens_css

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path("_build", "report.pdf")
_SITE_STATIC = ROOT / "claimcheck" / "site" / "static"


def environment() -> Environment:
    """The templates of this package; a name that is not given is an error."""
    made = Environment(
        loader=PackageLoader("claimcheck.paper"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"sentence": sentence, "address": address}
    return made


def address(url: str) -> Markup:
    """A web address in print: without its scheme, to be broken after a slash."""
    return Markup("/<wbr>").join(url.removeprefix("https://").split("/"))


def edition(root: Path) -> dict[str, str]:
    """Version, date, public address (with a slash at its end) and repository of the book in ``root``."""
    book = read_citation(root / CITATION.name)
    return {"version": book.version, "date": str(book.released), "base": book.url, "repository": book.repository}


def chapters(root: Path, only: Collection[str] | None = None) -> list[tuple[str, list[reading.Chapter]]]:
    """The parts of the report: caption and chapters (all pages of ``_toc.yml``, or those in ``only``).

    Links and ids are ready for one document. Raises PressError when the site is not built, TocError.
    """
    site = root / "_build" / "html"
    if not (site / "index.html").is_file():
        raise PressError("the site is not built", where=site, fix="run `make book`, then `make pdf` again")
    base = edition(root)["base"]
    book = order.parts(root / "_toc.yml")
    docs = {page.doc for part in book for page in part.pages if only is None or page.doc in only}
    found = []
    for part in book:
        if made := [reading.read_chapter(site, page, base, docs) for page in part.pages if page.doc in docs]:
            found.append((part.caption, made))
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
    start = time.perf_counter()
    try:
        html = report_html(root)
        count = press(html, root / TARGET, script=(STATIC / "fit.js").read_text(encoding="utf-8"))
    except ClaimcheckError as error:
        print(error, file=sys.stderr)
        return 1
    size = (root / TARGET).stat().st_size / 1e6
    print(f"{TARGET}: {count} pages, {size:.1f} MB, {time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
