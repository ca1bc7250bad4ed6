"""What every page has around its text: the sidebar, the pages above it, the edition, "Rerun this page"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, urlsplit

from sphinx.application import Sphinx
from sphinx_external_toc.api import FileItem

from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.site import LOST
from claimcheck.site.book import this_publication
from claimcheck.site.frame.html import part

RERUN = "book/rerun"
_BINDER = "https://mybinder.org/v2/gh/{}/main?labpath={}"
# Sphinx's list of sections has the page itself on its first level.
_SECTIONS = re.compile(r"(?<=</a>)<ul>.*</ul>(?=\n</li>\n</ul>\n\Z)", re.S)


def top_pages(app: Sphinx) -> Iterator[tuple[str, str]]:
    """The pages just below the root, which the sidebar lists, each with the caption of its group."""
    for tree in app.config.external_site_map.root.subtrees:
        yield from ((tree.caption or "", str(item)) for item in tree.items if isinstance(item, FileItem))


def trail(app: Sphinx, page: str) -> list[str]:
    """The pages between the root and a page of a book that is read, topmost first, and the page itself."""
    above = (app.builder.relations.get(page) or [None])[0]
    return [*trail(app, above), page] if above and above != app.config.root_doc else [page]


def _label(app: Sphinx, page: str) -> str:
    listed = app.config.external_site_map.get(page)
    return (listed and listed.title) or app.env.titles[page].astext()


def add_to(context: dict[str, Any], app: Sphinx, page: str) -> None:
    """Give the template of ``page`` its sidebar, trail, edition, legend and sections."""
    way = trail(app, page)
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for caption, name in top_pages(app):
        current = "page" if name == page else "true" if name in way else ""
        groups.setdefault(caption, []).append((_label(app, name), name, current))
    context |= {
        "cc_groups": groups,
        "cc_trail": [(_label(app, name), name) for name in way[:-1]],
        "cc_publication": this_publication(),
        "cc_trademark": TRADEMARK,
        "cc_sections": "".join(_SECTIONS.findall(context.get("toc", ""))),
        "cc_offer": _offer(app, page) if is_notebook(app, page) else "",
    }
    if page == LOST:
        # It is shown at any address: what is relative to it would lead nowhere.
        site, page_at = urlsplit(this_publication().url).path, app.builder.get_target_uri
        context["content_root"] = site
        context["pathto"] = lambda name, resource=False: site + (name if resource else page_at(name))


def is_notebook(app: Sphinx, page: str) -> bool:
    """Whether the book has a ``page`` that is a notebook."""
    return page in app.env.found_docs and str(app.env.doc2path(page)).endswith(".ipynb")


def _offer(app: Sphinx, page: str) -> str:
    """The line "Rerun this page" of a notebook's page."""
    repository = this_publication().repository.removeprefix("https://github.com/")
    binder = _BINDER.format(repository, quote(f"{page}.ipynb", safe=""))
    return part("rerun", "offer", PurePosixPath(page).name, binder, app.builder.get_relative_uri(page, RERUN))
