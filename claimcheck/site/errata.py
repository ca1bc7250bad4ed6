"""From a figure or a claim to our own mistakes that touch it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

from claimcheck.errata import Erratum
from claimcheck.site.markup import esc, tag

PAGE = "book/errata"

Resolve = Callable[[str], str | None]


def errata_links(entries: Sequence[Erratum], resolve: Resolve) -> str:
    """A line that leads to these mistakes, for a claim's card or a figure's caption; empty without any.

    ``resolve`` turns ``docname#anchor`` into an address from the page at hand, or None.
    """
    found = [(entry, resolve(f"{PAGE}#{entry.anchor}")) for entry in entries]
    links = ", ".join(_entry_link(entry, address) for entry, address in found)
    return tag("p", f"Corrected since it was first printed: {links}.", "cc-errata-link") if links else ""


def _entry_link(entry: Erratum, address: str | None) -> str:
    words = f"erratum of {day_text(entry.found)}"
    return tag("a", esc(words), href=address) if address else esc(words)


def day_text(day: datetime.date) -> str:
    """A day in words: 21 November 2026."""
    return f"{day.day} {day:%B %Y}"
