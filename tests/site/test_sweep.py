"""Pages of the built site, opened once: errors, other hosts, weight, sideways scroll, accessibility, pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.conftest import (
    FIGURES,
    NARROW,
    OVERFLOW,
    TWO_FRAMES,
    WIDE,
    Opened,
    axe_violations,
    page_names,
    too_heavy,
    typical,
    varied,
)

# Cells of a table whose rows are blocks on a phone, without the name of their column; test_results has those of all
# results, which are a system with its figures there.
BARE = """() => [...document.querySelectorAll('.cc-stack:not(.cc-explore *) tbody td:not(:empty)')].filter(
  e => !/^"./.test(getComputedStyle(e, '::before').content)).map(e => `no column's name: ${e.textContent}`)"""
VARIED = varied()
# With axe, or without; the rest of the pages, and axe on the rest, once a week.
LOOKS = [pytest.param(name, name in VARIED, id=name) for name in typical()]
LOOKS += [
    pytest.param(name, True, id=f"{name}-whole", marks=pytest.mark.every) for name in page_names() if name not in VARIED
]


@pytest.mark.parametrize(("name", "axe"), LOOKS or [("index.html", True)])
def test_page(open_page: Callable[..., Opened], name: str, axe: bool) -> None:
    """Wide and narrow, then in the dark: no script fails, nothing sticks out; axe finds nothing, narrow or dark."""
    opened = open_page(name)
    page = opened.page
    faults = [f"first view: {fault}" for fault in too_heavy(opened)]
    faults += [f"wide: {fault}" for fault in page.evaluate(OVERFLOW)]
    page.set_viewport_size(NARROW)
    page.evaluate(TWO_FRAMES)
    for look in (OVERFLOW, FIGURES, BARE):
        faults += [f"narrow: {fault}" for fault in page.evaluate(look)]
    if axe:
        faults += [f"narrow: {fault}" for fault in axe_violations(page)]
        # Who reads by day and by night keeps the page open.
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size(WIDE)
        faults += [f"dark: {fault}" for fault in axe_violations(page)]
    faults += [*opened.errors, *opened.foreign]
    assert not faults, "\n" + "\n".join(faults)
