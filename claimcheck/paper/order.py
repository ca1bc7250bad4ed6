"""The order of the book's pages, from ``_toc.yml``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sphinx_external_toc.parsing import MalformedError, parse_toc_yaml

from claimcheck.errors import ClaimcheckError
from claimcheck.site.contents import list_generated
from claimcheck.site.navigation import pages_below, ways


class TocError(ClaimcheckError):
    """``_toc.yml`` cannot be read."""


@dataclass(frozen=True)
class Page:
    """A page of the book: its name (``book/index``), its short title where there is one, the topmost page above it."""

    doc: str
    title: str = ""
    above: str = ""


@dataclass(frozen=True)
class Part:
    """A part of the book: its caption (empty for the root page) and its pages in order."""

    caption: str
    pages: tuple[Page, ...]


def parts(toc: Path) -> tuple[Part, ...]:
    """The book's parts, the root page first. A page below another one follows it. Raises TocError, RegisterError."""
    try:
        site = parse_toc_yaml(toc, encoding="utf-8")
    except (OSError, MalformedError) as error:
        raise TocError(str(error), where=toc.name, rule="the file lists the book's pages in order") from error
    list_generated(site, toc.parent / "data")
    captions = {name: caption for caption, name in pages_below(site.root)}
    found = {"": [Page(site.root.docname, site.root.title or "")]}
    for name, way in ways(site).items():
        above = way[0] if way[0] != name else ""
        found.setdefault(captions[way[0]], []).append(Page(name, site[name].title or "", above))
    return tuple(Part(caption, tuple(pages)) for caption, pages in found.items())
