"""Every page of the built site, light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.conftest import SCHEMES, Seen

Look = Callable[[str, str], Seen]
schemes = pytest.mark.parametrize("scheme", SCHEMES)


@schemes
def test_opens_without_error(look: Look, page_name: str, scheme: str) -> None:
    """No script fails, nothing is missing, and the theme follows the reader's system."""
    seen = look(page_name, scheme)
    assert seen.trouble.errors == []
    assert seen.theme == scheme


@schemes
def test_asks_no_other_host(look: Look, page_name: str, scheme: str) -> None:
    """Everything that the page loads comes from the site."""
    assert look(page_name, scheme).trouble.foreign == []


@schemes
def test_fits_its_window(look: Look, page_name: str, scheme: str) -> None:
    """The page does not scroll sideways, not on a phone either."""
    assert look(page_name, scheme).overflow == {"wide": [], "narrow": []}


@schemes
@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_is_accessible(look: Look, page_name: str, scheme: str, width: str) -> None:
    """axe-core finds nothing serious or critical."""
    found = look(page_name, scheme).violations[width]
    assert not found, "\n" + "\n".join(found)


@schemes
def test_pictures_are_there(look: Look, page_name: str, scheme: str) -> None:
    """Images load; each figure shows one picture, and its pictures have names."""
    seen = look(page_name, scheme)
    assert seen.pictures == []
    assert seen.figures == []
