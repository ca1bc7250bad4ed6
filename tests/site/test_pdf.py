"""The site on paper: every page of the book in its order, under one outline, with links to the public site."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pypdf import PdfReader

from claimcheck.build.paper import pages
from claimcheck.data.edition import read_citation
from tests.site.conftest import ROOT

SAMPLE = ("book/index", "book/glossary")


def printed(site: Path, *names: str) -> list[bytes]:
    """These pages, printed apart: Playwright refuses to start where the other tests' browser runs."""
    with ThreadPoolExecutor(max_workers=1) as apart:
        return apart.submit(lambda: list(pages.printed(site, names))).result()


def test_every_page_of_the_sidebar_is_printed_in_its_order() -> None:
    text = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    named = re.findall(r"^\s*(?:-\s+file|root): *(\S+)", text, flags=re.MULTILINE)
    chosen = pages.names(ROOT)
    assert [name for name in chosen if name in named] == named
    assert not any(name.startswith("claims/") for name in chosen)


@pytest.mark.browser
def test_pages_are_joined_under_one_outline_and_lead_to_the_public_site(site: Path) -> None:
    file = io.BytesIO()
    pages.join(printed(site, *SAMPLE)).write(file)
    reader = PdfReader(file)
    tops = [entry for entry in reader.outline if not isinstance(entry, list)]
    # Chromium drops the blank at which a heading is divided into lines.
    titles = [entry["/Title"].replace(" ", "") for entry in tops]
    assert titles == ["PublishedclaimsaboutMLPerf®results,recomputed", "Glossaryandreferences"]
    first, second = map(reader.get_destination_page_number, tops)
    assert first == 0 < second < len(reader.pages)
    sizes = {tuple(map(float, sheet.mediabox[2:])) for sheet in reader.pages}
    assert all((wide, high) == pytest.approx((595, 842), abs=1.5) for wide, high in sizes), "A4"
    notes = [note.get_object() for sheet in reader.pages for note in sheet.get("/Annots", ())]
    links = {str(note["/A"]["/URI"]) for note in notes if "/URI" in note.get("/A", {})}
    assert any(link.startswith(f"{read_citation().url}notebooks/") for link in links)
    assert all(link.startswith(("https://", "mailto:")) for link in links)
