"""Places on a page that other pages can link to: figures, claim cards, the scorecard, tables and columns."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

# The ids in a node that other pages can link to, each with the text of a link that gives none itself.
SLUGS = "cc-slugs"


def anchored(document: nodes.document, anchor: str, title: str, html: str) -> nodes.container:
    """HTML under the id ``anchor``; ``title`` is the text of a link that gives none itself.

    Both ``[text](#anchor)`` and ``[text](page.md#anchor)`` lead to it. Raises KeyError when the
    page has the id already.
    """
    if anchor in document.ids:
        raise KeyError(anchor)
    node = nodes.container(ids=[anchor], names=[anchor], classes=["cc-anchor"])
    node[SLUGS] = {anchor: title}
    document.note_explicit_target(node, node)
    node += nodes.raw("", html, format="html")
    return node


def section(anchor: str, title: str, html: str) -> nodes.section:
    """A section with HTML in it, if there is any."""
    found = nodes.section(ids=[anchor], names=[anchor])
    found += nodes.title(title, title)
    if html:
        found += nodes.raw("", html, format="html")
    return found


class AnchorsTransform(SphinxTransform):
    """Tell MyST about the anchors: it knows headings of Markdown only."""

    default_priority = 790

    def apply(self, **kwargs: Any) -> None:
        """Add them to the slugs that links between pages are checked against."""
        slugs = self.env.metadata[self.env.docname].setdefault("myst_slugs", {})
        for node in self.document.findall(lambda n: isinstance(n, nodes.Element) and SLUGS in n):
            slugs.update({name: (node.line or 0, name, title) for name, title in node[SLUGS].items()})
