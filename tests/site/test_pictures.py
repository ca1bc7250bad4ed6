"""Pictures of every page, to be looked at: ``pytest -m pictures``, of some pages with ``-k words``.

Whole pages go to _build/look, light and dark, wide and narrow, as PAGE.light.wide.png and so on.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.site.conftest import NARROW, ROOT, SCHEMES, WIDE, Opened, page_names

# Chromium draws no taller picture than this in one piece.
TALLEST = 16_000


@pytest.mark.pictures
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", page_names() or ["index.html"])
def test_every_page_can_be_looked_at(open_page: Callable[..., Opened], name: str, scheme: str) -> None:
    page = open_page(name, scheme=scheme).page
    for width, viewport in (("wide", WIDE), ("narrow", NARROW)):
        page.set_viewport_size(viewport)
        flat = name.removesuffix(".html").replace("/", "-")
        shoot(page, str(ROOT / "_build" / "look" / f"{flat}.{scheme}.{width}.png"))


def shoot(page: Page, path: str) -> None:
    """Take the whole page as it is, once figures that draw themselves have come into view."""
    height = page.evaluate("document.documentElement.scrollHeight")
    for top in range(0, min(height, TALLEST), 700):
        page.evaluate(f"window.scrollTo(0, {top})")
        page.wait_for_timeout(30)
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_timeout(150)
    clip = {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": min(height, TALLEST)}
    page.screenshot(path=path, full_page=True, clip=clip)
