"""The headless Chromium that prints the PDFs and runs the browser tests: found, started, and told to print HTML.

``CHROMIUM`` in the environment names one; else one of the system's; else the npm package @sparticuz/chromium, which
``build/install/npm`` unpacks on Linux. That one is built for a bare system: it brings the few libraries that such a
system lacks, and is given our fonts, as it does not start without any.
"""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from pypdf import PdfReader

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import write
from claimcheck.data.edition import ROOT, read_citation

# Chromium writes when it printed, the one thing in which two prints differ.
_PRINTED = re.compile(rb"(/(?:Creation|Mod)Date \(D:)\d{14}[+-]\d\d'\d\d'")
_UNPACKED = ROOT / "node_modules" / ".chromium"
# The sizes in which a page is tried, until it fits.
_SCALES = (1, 0.97, 0.94, 0.91)
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
    """What should be printed needs more paper."""


def press(html: str, target: Path, pages: int) -> None:
    """Print ``html``, which asks no other file for anything, to ``target``, as large as it fits on so many ``pages``.

    The PDF is tagged, and has an outline made from the headings. Its day is that of the edition, so that equal pages
    give equal bytes. ``target`` is replaced as a whole or not at all. Raises BrowserMissing, and PressError when it
    does not fit.
    """
    with started() as browser:
        page = browser.new_page()
        page.emulate_media(media="print", color_scheme="light")
        page.set_content(html)
        for scale in _SCALES:
            printed = page.pdf(scale=scale, prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
            if len(PdfReader(io.BytesIO(printed)).pages) <= pages:
                day = read_citation().released.strftime("%Y%m%d000000+00'00'").encode()
                return write(target, _PRINTED.sub(rb"\g<1>" + day, printed))
    fix = "shorten the text or the chart that takes most room, or change the layout in claimcheck/build/paper"
    raise PressError(f"it does not fit on {pages} pages", where=target, fix=fix)
