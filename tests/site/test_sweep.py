"""Every page of the built site, opened once: errors, other hosts, weight, sideways scroll, accessibility, pictures."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.site.conftest import (
    FIGURES,
    NARROW,
    NARROWEST,
    OVERFLOW,
    PICTURES,
    TWO_FRAMES,
    WIDE,
    axe_violations,
    open_in,
    page_names,
    too_heavy,
)

# Claims' own pages are one template: in dark, these stand for all.
DARK = {f"claims/{number}.html" for number in (1, 7, 11, 32, 33, 48)}


@pytest.mark.parametrize("name", page_names() or ["index.html"])
def test_page(browser: Browser, server: str, axe: str, name: str) -> None:
    """Light and dark, wide and narrow: no script fails, nothing sticks out; axe finds nothing, narrow or dark."""
    faults = []
    schemes = ("light",) if name.startswith("claims/") and name not in DARK else ("light", "dark")
    for scheme in schemes:
        context, opened = open_in(browser, server, name, scheme=scheme)
        page = opened.page
        faults += [f"first view: {fault}" for fault in too_heavy(opened)]
        page.evaluate(axe)
        if page.evaluate("document.documentElement.dataset.theme || ''") != scheme:
            faults.append(f"the theme is not {scheme}, as the reader's system")
        faults += [f"{scheme} wide: {fault}" for fault in page.evaluate(OVERFLOW)]
        page.set_viewport_size(NARROWEST)
        page.evaluate(TWO_FRAMES)
        faults += [f"{scheme} narrowest: {fault}" for fault in page.evaluate(OVERFLOW)]
        page.set_viewport_size(NARROW)
        # The theme waits 300 ms after a change of size before it sees to what scrolls now.
        page.wait_for_timeout(350)
        page.evaluate(TWO_FRAMES)
        for look in (OVERFLOW, PICTURES, FIGURES):
            faults += [f"{scheme} narrow: {fault}" for fault in page.evaluate(look)]
        if scheme == "dark":
            page.set_viewport_size(WIDE)
        faults += axe_violations(page)
        faults += [f"{scheme}: {fault}" for fault in (*opened.trouble.errors, *opened.trouble.foreign)]
        context.close()
    assert not faults, "\n" + "\n".join(faults)
