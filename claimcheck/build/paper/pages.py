"""The pages of the site as one PDF, in the order of ``_toc.yml``, with an outline of their headings: ``make pdf``.

The pages of single claims are on the site alone: they are hundreds, and the scorecard lists them.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Route
from pypdf import PdfWriter
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.build.paper.browser import started, unprinted
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import write
from claimcheck.data.edition import ROOT, read_citation
from claimcheck.site.contents import CLAIMS, list_generated
from claimcheck.site.frame.navigation import trails

TARGET = Path("_build", "report.pdf")


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
                raise unprinted(error, site / f"{name}.html") from error


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
