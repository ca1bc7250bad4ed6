"""What a page tells machines of itself: JSON-LD, citation tags, social tags, and the picture that a shared link shows.

All of it is made from the page, the citation file and the site's ``data/croissant.json``; nothing is fetched.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

from claimcheck.core.files import script_json
from claimcheck.data.formats import CROISSANT
from claimcheck.data.paths import PUBLISHED
from claimcheck.site.book import this_publication
from claimcheck.site.frame.cards import HEIGHT, TAGLINE, WIDTH, write_card
from claimcheck.site.frame.html import part

# Pages that are about the data as a whole.
DATA_PAGES = frozenset({"book/schema", "notebooks/data"})
# Where a directive puts the description of its page, among the page's metadata.
DESCRIPTION = "claimcheck-description"
_LONGEST = 200
# A shorter first paragraph describes no page.
_SHORTEST = 40


def add_to(context: dict[str, Any], app: Sphinx, page: str, doctree: nodes.document) -> None:
    """Give the template of ``page`` the tags of its head, and draw the page's card."""
    title, meta = app.env.titles[page].astext(), context.get("meta") or {}
    words = meta.get("description") or meta.get(DESCRIPTION) or description(doctree) or f"{title}. {TAGLINE}."
    data = None
    if page in DATA_PAGES:
        data = json.loads(Path(app.outdir, PUBLISHED, CROISSANT).read_text(encoding="utf-8"))
    context["metatags"] = head(title, str(words), app.builder.get_target_uri(page), write_card(app, page), data)


def of_front(app: Sphinx) -> dict[str, Any]:
    """What the site's root, which leads to the front page, shows of that page where its link is shared."""
    front, url = app.config.root_doc, this_publication().url
    title, words = app.env.titles[front].astext(), app.env.metadata[front].get("description", TAGLINE)
    address, card = url + app.builder.get_target_uri(front), url + write_card(app, front)
    tags = part("head", "shared", title, shortened(str(words)), address, card, (WIDTH, HEIGHT))
    return {"title": title, "metatags": tags}


def description(doctree: nodes.document) -> str:
    """The page's answer as plain text; without one its first paragraph; empty where it has neither."""
    for node in doctree.findall(nodes.Admonition):
        if "cc-key" in node["classes"]:
            return " ".join(filter(None, map(_plain, node.findall(nodes.paragraph))))
    own = (p for p in doctree.findall(nodes.paragraph) if isinstance(p.parent, nodes.section | nodes.document))
    return next((words for words in map(_plain, own) if len(words) >= _SHORTEST), "")


def _plain(node: nodes.Element) -> str:
    """A node's words, without HTML that was put in."""
    texts = (text.astext() for text in node.findall(nodes.Text) if not isinstance(text.parent, nodes.raw))
    return " ".join("".join(texts).split())


def shortened(text: str) -> str:
    """At most 200 characters, cut between words."""
    return textwrap.shorten(text, _LONGEST, placeholder=" …")


def head(title: str, words: str, address: str, card: str, data: Mapping[str, Any] | None = None) -> str:
    """The tags of a page's head as HTML; ``address`` and ``card`` are its own and its picture's in the site.

    ``data`` is the Croissant description on a page about the data, which shows it without the tables' columns.
    """
    shown = {name: value for name, value in (data or {}).items() if name != "recordSet"}
    linked = Markup(script_json(shown)) if shown else ""
    return part("head", "tags", title, shortened(words), this_publication(), address, card, (WIDTH, HEIGHT), linked)
