"""The headless Chromium that prints the PDFs and runs the browser tests: found, started, and told to print HTML.

``make pdf`` prints the pages of the site as one PDF, in the order of ``_toc.yml``, with an outline of their headings.
The pages of single claims are on the site alone: they are hundreds, and the scorecard lists them.

``CHROMIUM`` in the environment names one; else one of the system's; else the npm package @sparticuz/chromium, which
make installs on Linux and ``tools/npm`` unpacks. That one is built for a bare system: it brings the few libraries that
such a system lacks, and is given our fonts, as it does not start without any.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Browser, Route, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from pypdf import PdfReader, PdfWriter
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import write
from claimcheck.data.edition import ROOT, read_citation
from claimcheck.site.contents import CLAIMS, list_generated
from claimcheck.site.frame.navigation import trails

TARGET = Path("_build", "report.pdf")
# Chromium writes when it printed, the one thing in which two prints differ.
_PRINTED = re.compile(rb"(/(?:Creation|Mod)Date \(D:)\d{14}[+-]\d\d'\d\d'")
_UNPACKED = ROOT / "node_modules" / ".chromium"
_SHORTEN = "shorten the text or the chart that takes most room, or change the layout in claimcheck/build/paper"
# Those without a path are looked for on the PATH; macOS keeps programs elsewhere.
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)


class BrowserMissing(ClaimcheckError):
    """No Chromium that starts; ``fix`` says what to install."""


def find() -> dict[str, Any]:
    """The Chromium to use, as Playwright starts it: its program and environment. Raises BrowserMissing."""
    chosen = os.environ.get("CHROMIUM")
    for name in [chosen] if chosen else NAMES:
        if program := shutil.which(name):
            return {"executable_path": program}
    if chosen or not (_UNPACKED / "chromium").is_file():
        message = f"CHROMIUM={chosen} is no program" if chosen else "no Chrome, Chromium or Edge found"
        raise BrowserMissing(message, fix="install one (on Linux make does), or name one: CHROMIUM=/path/to/chromium")
    # Our fonts alone: what is printed and tested does not depend on the machine's.
    added = {"FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
    added["LD_LIBRARY_PATH"] = str(_UNPACKED / "al2023" / "lib")
    return {"executable_path": _UNPACKED / "chromium", "env": {**os.environ, **added}}


@contextmanager
def started() -> Iterator[Browser]:
    """A running headless Chromium, that which ``find`` gives. Raises BrowserMissing."""
    chromium = find()
    with sync_playwright() as playwright:
        try:
            # Hinting moves letters to whole pixels, which leaves gaps inside the words of a PDF or a picture.
            browser = playwright.chromium.launch(**chromium, args=["--font-render-hinting=none"])
        except PlaywrightError as error:
            raise BrowserMissing(error.message, fix="name another one: CHROMIUM=/path/to/chromium") from error
        try:
            yield browser
        finally:
            browser.close()


class PressError(ClaimcheckError):
    """What should be printed is not there, or does not come out as it must."""


def press(html: str, target: Path, *, script: str, pages: int) -> None:
    """Print ``html``, which asks no other file for anything, to ``target``, on so many ``pages``.

    ``script`` is run in the page, laid out for paper, before it is printed, and returns a list of what does not fit.
    The PDF is tagged, and has an outline made from the headings. Its day is that of the edition, so that equal pages
    give equal bytes. ``target`` is replaced as a whole or not at all. Raises BrowserMissing, and PressError when
    something does not fit or Chromium gives up.
    """
    with started() as browser:
        page = browser.new_page()
        page.emulate_media(media="print", color_scheme="light")
        page.set_content(html)
        try:
            faults = page.evaluate(script)
            printed = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        except PlaywrightError as error:
            raise _unprinted(error, target) from error
    count = len(PdfReader(io.BytesIO(printed)).pages)
    if faults or count != pages:
        rule = f"nothing is cut off, and it has {pages} pages"
        raise PressError("; ".join(faults) or f"{count} pages", where=target, rule=rule, fix=_SHORTEN)
    day = read_citation().released.strftime("%Y%m%d000000+00'00'").encode()
    write(target, _PRINTED.sub(rb"\g<1>" + day, printed))


def _unprinted(error: PlaywrightError, where: Path) -> PressError:
    fix = "free memory, or name another Chromium: CHROMIUM=/path/to/chromium"
    return PressError(f"Chromium does not print it: {error.message.splitlines()[0]}", where=where, fix=fix)


def names(root: Path) -> list[str]:
    """The pages that are printed, in the order of ``_toc.yml``, a page below another one after it."""
    site = parse_toc_yaml(root / "_toc.yml", encoding="utf-8")
    list_generated(site, root / "data")
    return [name for name in (site.root.docname, *trails(site)) if not name.startswith(f"{CLAIMS}/")]


def printed(site: Path, pages: Iterable[str]) -> Iterator[bytes]:
    """Each page of the built ``site`` as Chromium prints it, with an outline of its headings. Raises PressError.

    To the browser the site is at its public address, to which the links in the PDF therefore lead.
    """
    url = read_citation().url

    def serve(route: Route) -> None:
        path = site / unquote(route.request.url.removeprefix(url))
        if route.request.url.startswith(url) and path.is_file():
            route.fulfill(path=path)
        else:
            route.abort()

    with started() as browser:
        page = browser.new_page(java_script_enabled=False, color_scheme="light")
        page.route("**/*", serve)
        for name in pages:
            try:
                page.goto(f"{url}{name}.html")
                yield page.pdf(format="A4", print_background=True, tagged=True, outline=True)
            except PlaywrightError as error:
                raise _unprinted(error, site / f"{name}.html") from error


def join(pages: Iterable[bytes]) -> PdfWriter:
    """The printed ``pages``, one after another, under one outline."""
    whole = PdfWriter()
    for content in pages:
        whole.append(io.BytesIO(content))
    whole.add_metadata({"/Title": read_citation().title})
    return whole


def main(root: Path = ROOT) -> int:
    """Print the site; return the exit code."""
    start = time.perf_counter()
    file = io.BytesIO()
    try:
        whole = join(printed(root / "_build" / "html", names(root)))
        whole.write(file)
        write(root / TARGET, file.getvalue())
    except ClaimcheckError as error:
        print(error, file=sys.stderr)
        return 1
    size, seconds = len(file.getvalue()) / 1e6, time.perf_counter() - start
    print(f"{TARGET}: {len(whole.pages)} sheets, {size:.1f} MB, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
