"""Pages of the built site, opened once: errors, other hosts, weight, sideways scroll, accessibility, pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.conftest import (
    FIGURES,
    NARROW,
    NARROWEST,
    OVERFLOW,
    PICTURES,
    TWO_FRAMES,
    WIDE,
    Opened,
    axe_violations,
    page_names,
    too_heavy,
    typical,
)

# Cells of a table whose rows are blocks on a phone, without the name of their column.
BARE = """() => [...document.querySelectorAll('.cc-stack tbody td:not(:empty)')].filter(
  e => !/^"./.test(getComputedStyle(e, '::before').content)).map(e => `no column's name: ${e.textContent}`)"""
OTHERS = [pytest.param(name, marks=pytest.mark.every) for name in page_names() if name not in typical()]


@pytest.mark.parametrize("name", [*typical(), *OTHERS] or ["index.html"])
def test_page(open_page: Callable[..., Opened], axe: str, name: str) -> None:
    """Wide and narrow, then in the dark: no script fails, nothing sticks out; axe finds nothing, narrow or dark."""
    opened = open_page(name)
    page = opened.page
    faults = [f"first view: {fault}" for fault in too_heavy(opened)]
    faults += [f"wide: {fault}" for fault in page.evaluate(OVERFLOW)]
    page.set_viewport_size(NARROWEST)
    page.evaluate(TWO_FRAMES)
    faults += [f"narrowest: {fault}" for fault in page.evaluate(OVERFLOW)]
    page.set_viewport_size(NARROW)
    page.evaluate(TWO_FRAMES)
    for look in (OVERFLOW, PICTURES, FIGURES, BARE):
        faults += [f"narrow: {fault}" for fault in page.evaluate(look)]
    page.evaluate(axe)
    faults += [f"narrow: {fault}" for fault in axe_violations(page)]
    # Who reads by day and by night keeps the page open.
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(WIDE)
    faults += [f"dark: {fault}" for fault in axe_violations(page)]
    faults += [*opened.trouble.errors, *opened.trouble.foreign]
    assert not faults, "\n" + "\n".join(faults)
