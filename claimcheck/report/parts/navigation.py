"""What every page has around its text: the sidebar, the way to a page that is not listed there, edition and legend."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment.adapters.toctree import document_toc
from sphinx_external_toc.api import Document, FileItem, SiteMap

from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.data.edition import unreleased
from claimcheck.report.pages.served import offer
from claimcheck.report.parts.source import this_publication

_unreleased = functools.cache(unreleased)


class Entry(NamedTuple):
    """A page in the sidebar; ``current``: ``page`` for the page itself, ``true`` for one above it, else empty."""

    label: str
    page: str
    current: str


def ways(site: SiteMap) -> dict[str, tuple[str, ...]]:
    """For each page below the root the pages on the way to it, itself last."""
    found: dict[str, tuple[str, ...]] = {}

    def below(document: Document, way: tuple[str, ...]) -> None:
        for _, name in pages_below(document):
            found[name] = (*way, name)
            below(site[name], found[name])

    below(site.root, ())
    return found


def pages_below(document: Document) -> Iterator[tuple[str, str]]:
    """The pages just below a page, each with the caption of its group."""
    for tree in document.subtrees:
        yield from ((tree.caption or "", str(item)) for item in tree.items if isinstance(item, FileItem))


def _label(app: Sphinx, page: str) -> str:
    return app.config.external_site_map[page].title or app.env.titles[page].astext()


def groups(app: Sphinx, way: tuple[str, ...]) -> dict[str, list[Entry]]:
    """The sidebar's entries by group; ``way``: the pages on the way to the page that is open."""
    found: dict[str, list[Entry]] = {}
    for caption, name in pages_below(app.config.external_site_map.root):
        current = "page" if way[-1:] == (name,) else "true" if name in way else ""
        found.setdefault(caption, []).append(Entry(_label(app, name), name, current))
    return found


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the templates what they need (a handler of ``html-page-context``)."""
    way = ways(app.config.external_site_map).get(page, ())
    context["cc_groups"] = groups(app, way)
    context["cc_trail"] = [(_label(app, name), name) for name in way[:-1]]
    context["cc_publication"] = this_publication()
    # A site between two editions is neither.
    context["cc_version"] = f"{this_publication().version}{'+' if _unreleased() else ''}"
    context["cc_trademark"] = TRADEMARK
    context["cc_sections"] = sections(app, page)
    context["cc_offer"] = offer(app, page)


def sections(app: Sphinx, page: str) -> str:
    """The list of a page's sections as HTML, without its title; empty for a page without any."""
    if page not in app.env.tocs:
        return ""
    titles = document_toc(app.env, page, app.tags)
    inner = [child for title in titles for child in title if isinstance(child, nodes.bullet_list)]
    return "".join(app.builder.render_partial(one)["fragment"] for one in inner)
