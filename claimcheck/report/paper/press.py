"""HTML to PDF, by a headless Chromium."""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page
from pypdf import PdfReader

from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import read_citation
from claimcheck.report.paper.browser import started

STATIC = Path(__file__).parent / "static"
# Writes page numbers beside the links that ask for them: see press.
_NUMBER = """pages => {
  for (const place of document.querySelectorAll("[data-page-of]"))
    place.textContent = pages[place.dataset.pageOf] ?? "";
}"""
# Chromium lays out a page of hundreds of sheets before it prints it.
_PATIENCE_MS = 600_000
# Chromium writes when it printed, the one thing in which two prints differ.
_PRINTED = re.compile(rb"(/(?:Creation|Mod)Date \(D:)\d{14}[+-]\d\d'\d\d'")
_SHORTEN = "shorten the text or the chart that takes most room, or change the layout in claimcheck/report/paper"


class PressError(ClaimcheckError):
    """What should be printed is not there, or does not come out as it must."""


def run(root: Path, target: Path, html: Callable[[Path], str], script: str, pages: int = 0) -> int:
    """Print ``html(root)`` to ``target`` in ``root``, as ``press`` does, and say so; return the exit code.

    ``script`` is the name of one in ``static``.
    """
    start = time.perf_counter()
    try:
        count = press(html(root), root / target, script=(STATIC / script).read_text(encoding="utf-8"), pages=pages)
    except ClaimcheckError as error:
        print(error, file=sys.stderr)
        return 1
    size = (root / target).stat().st_size / 1e6
    print(f"{target}: {count} pages, {size:.1f} MB, {time.perf_counter() - start:.0f} s")
    return 0


def press(html: str, target: Path, *, script: str = "", pages: int = 0) -> int:
    """Print ``html``, which asks no other file for anything, to ``target``; return the number of pages.

    ``script`` is run in the page, laid out for paper, before it is printed, and returns a list of what does not fit.
    ``pages``, where given, is how many there must be. An element with ``data-page-of`` is given
    the number of the page on which the element of that id, which some link must lead to, begins. The PDF is tagged,
    and has an outline made from the headings. Its day is that of the edition, so that equal pages give equal bytes.
    ``target`` is replaced as a whole or not at all. Raises BrowserMissing, and PressError when something does not fit
    or Chromium gives up.
    """
    # In a thread of its own: Playwright refuses to start beside a running event loop, which a notebook has.
    with ThreadPoolExecutor(max_workers=1) as apart:
        return apart.submit(_pressed, html, target.resolve(), script, pages).result()


def _pressed(html: str, target: Path, script: str, pages: int) -> int:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch, started() as browser:
        source, printed = Path(scratch, "source.html"), Path(scratch, "printed.pdf")
        source.write_text(html, encoding="utf-8")
        page = browser.new_page()
        page.set_default_timeout(_PATIENCE_MS)
        page.emulate_media(media="print", color_scheme="light")
        page.route("http*://**", lambda route: route.abort())
        page.goto(source.as_uri())
        try:
            faults = page.evaluate(script) if script else None
            if faults:
                raise PressError("; ".join(faults), where=target, rule="nothing is cut off", fix=_SHORTEN)
            _print(page, printed)
            if page.locator("[data-page-of]").count():
                # Chromium knows no number of another page; what it printed once does.
                page.evaluate(_NUMBER, _pages_of_anchors(printed))
                _print(page, printed)
        except PlaywrightError as error:
            raise PressError(
                f"Chromium {browser.version} does not print it: {error.message.splitlines()[0]}",
                where=target,
                fix="free memory, or name another Chromium: CHROMIUM=/path/to/chromium",
            ) from error
        count = len(PdfReader(printed).pages)
        if pages and count != pages:
            raise PressError(f"{count} pages", where=target, rule=f"it has {pages}", fix=_SHORTEN)
        day = read_citation().released.strftime("%Y%m%d000000+00'00'").encode()
        printed.write_bytes(_PRINTED.sub(rb"\g<1>" + day, printed.read_bytes()))
        printed.replace(target)
    return count


def _print(page: Page, path: Path) -> None:
    page.pdf(path=path, prefer_css_page_size=True, print_background=True, tagged=True, outline=True)


def _pages_of_anchors(path: Path) -> dict[str, int]:
    """The page, counted from 1, of every anchor that a link within the PDF leads to."""
    reader = PdfReader(path)
    found = reader.named_destinations.items()
    return {name.removeprefix("/"): (reader.get_destination_page_number(place) or 0) + 1 for name, place in found}
