"""The order of the book's pages, from ``_toc.yml``."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_external_toc.parsing import FileItem, GlobItem, MalformedError, SiteMap, parse_toc_yaml

from claimcheck.errors import ClaimcheckError
from claimcheck.site.contents import list_generated


class TocError(ClaimcheckError):
    """``_toc.yml`` cannot be read."""


@dataclass(frozen=True)
class Page:
    """A page of the book: its name (``book/index``), its short title where the file gives one, the page it is below."""

    doc: str
    title: str = ""
    above: str = ""


@dataclass(frozen=True)
class Part:
    """A part of the book: its caption (empty for the root page) and its pages in order."""

    caption: str
    pages: tuple[Page, ...]


def parts(toc: Path, known: Sequence[str]) -> tuple[Part, ...]:
    """The book's parts, the root page first; each page once, where it first stands.

    ``known`` are the names of the pages there are, which patterns in the file are compared with. A page below another
    one follows it, and names the topmost one above it. Raises TocError.
    """
    try:
        site = parse_toc_yaml(toc, encoding="utf-8")
    except (OSError, MalformedError) as error:
        raise TocError(str(error), where=toc.name, rule="the file lists the book's pages in order") from error
    if (data := toc.parent / "data").is_dir():
        list_generated(site, data)
    seen = {site.root.docname}
    found = [Part("", (_page(site, site.root.docname),))]
    for tree in site.root.subtrees:
        pages = tuple(page for item in tree.items for page in _pages(item, site, known, seen))
        found.append(Part(tree.caption or "", pages))
    return tuple(part for part in found if part.pages)


def _pages(item: object, site: SiteMap, known: Sequence[str], seen: set[str], above: str = "") -> Iterator[Page]:
    """The page of an entry and the pages below it; an address elsewhere is no page."""
    if isinstance(item, GlobItem):
        names = sorted(fnmatch.filter(known, str(item)))
    elif isinstance(item, FileItem):
        names = [str(item)]
    else:
        return
    for name in names:
        if name in seen:
            continue
        seen.add(name)
        yield _page(site, name, above)
        for tree in site[name].subtrees if name in site else ():
            for below in tree.items:
                yield from _pages(below, site, known, seen, above or name)


def _page(site: SiteMap, name: str, above: str = "") -> Page:
    return Page(name, (site[name].title or "") if name in site else "", above)
