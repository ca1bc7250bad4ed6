"""What every page has around its text: the sidebar, the pages above it, the edition, "Rerun this page"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, urlsplit

from sphinx.application import Sphinx
from sphinx_external_toc.api import Document, FileItem, SiteMap

from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.site import LOST
from claimcheck.site.book import this_publication
from claimcheck.site.frame.html import part

RERUN = "book/rerun"
_BINDER = "https://mybinder.org/v2/gh/"
_BRANCH = "main"

_SECTIONS = re.compile(r"(?<=</a>)<ul>.*</ul>(?=\n</li>\n</ul>\n\Z)", re.S)


def trails(site: SiteMap) -> dict[str, tuple[str, ...]]:
    """For each page below the root the pages above it, topmost first, and itself."""
    by_page: dict[str, tuple[str, ...]] = {}

    def below(document: Document, trail: tuple[str, ...]) -> None:
        for _, name in pages_below(document):
            by_page[name] = (*trail, name)
            below(site[name], by_page[name])

    below(site.root, ())
    return by_page


def pages_below(document: Document) -> Iterator[tuple[str, str]]:
    """The pages just below a page, each with the caption of its group."""
    for tree in document.subtrees:
        yield from ((tree.caption or "", str(item)) for item in tree.items if isinstance(item, FileItem))


def _label(app: Sphinx, page: str) -> str:
    return app.config.external_site_map[page].title or app.env.titles[page].astext()


def groups(app: Sphinx, trail: tuple[str, ...]) -> dict[str, list[tuple[str, str, str]]]:
    """The sidebar's entries by group; ``trail``: the pages above the open page, and itself.

    Label and page of each, and ``page`` for the open page, ``true`` for one above it, else nothing.
    """
    entries: dict[str, list[tuple[str, str, str]]] = {}
    for caption, name in pages_below(app.config.external_site_map.root):
        current = "page" if trail[-1:] == (name,) else "true" if name in trail else ""
        entries.setdefault(caption, []).append((_label(app, name), name, current))
    return entries


def add_to(context: dict[str, Any], app: Sphinx, page: str) -> None:
    """Give the template of ``page`` its sidebar, trail, edition, legend and sections."""
    trail = app.config.claimcheck_trails.get(page, ())
    context["cc_groups"] = groups(app, trail)
    context["cc_trail"] = [(_label(app, name), name) for name in trail[:-1]]
    context["cc_publication"] = this_publication()
    context["cc_trademark"] = TRADEMARK
    # Sphinx's list has the page itself on its first level.
    context["cc_sections"] = "".join(_SECTIONS.findall(context.get("toc", "")))
    context["cc_offer"] = offer(app, page)
    if page == LOST:
        # It is shown at any address: what is relative to it would lead nowhere.
        site, page_at = urlsplit(this_publication().url).path, app.builder.get_target_uri
        context["content_root"] = site
        context["pathto"] = lambda name, resource=False: site + (name if resource else page_at(name))


def is_notebook(app: Sphinx, page: str) -> bool:
    """Whether the book has a ``page`` that is a notebook."""
    return page in app.env.found_docs and str(app.env.doc2path(page)).endswith(".ipynb")


def offer(app: Sphinx, page: str) -> str:
    """The line "Rerun this page" of a notebook's page; empty for any other."""
    if not is_notebook(app, page):
        return ""
    repository = this_publication().repository.removeprefix("https://github.com/")
    binder = f"{_BINDER}{repository}/{_BRANCH}?labpath={quote(f'{page}.ipynb', safe='')}"
    return part("rerun", "offer", PurePosixPath(page).name, binder, app.builder.get_relative_uri(page, RERUN))
