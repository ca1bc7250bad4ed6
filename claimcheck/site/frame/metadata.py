"""What a page tells machines of itself: JSON-LD, citation tags, social tags, and the picture that a shared link shows.

All of it is made from the page, the citation file and the site's ``data/croissant.json``; nothing is fetched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

from claimcheck.core.files import script_json
from claimcheck.data.edition import LICENSE, Publication
from claimcheck.data.formats import CROISSANT
from claimcheck.data.paths import PUBLISHED
from claimcheck.site.book import this_publication
from claimcheck.site.frame.cards import HEIGHT, TAGLINE, WIDTH, write_card
from claimcheck.site.frame.html import part

# Pages that are about the data as a whole.
DATA_PAGES = frozenset({"book/schema", "notebooks/data"})
# Where a directive puts the description of its page, among the page's metadata.
DESCRIPTION = "claimcheck-description"
_SITE = "claimcheck"
_LONGEST = 200
# A description that is cut is cut at the end of a sentence, unless that leaves less than this.
_SHORTEST = 40


@dataclass(frozen=True)
class Page:
    """A page as its metadata need it: ``address`` and ``image`` are absolute."""

    name: str
    title: str
    description: str
    address: str
    image: str


def add_to(context: dict[str, Any], app: Sphinx, page: str, doctree: nodes.document) -> None:
    """Give the template of ``page`` the tags of its head, and draw the page's card."""
    publication, title = this_publication(), app.env.titles[page].astext()
    meta = context.get("meta") or {}
    words = meta.get("description") or meta.get(DESCRIPTION) or description(doctree) or f"{title}. {TAGLINE}."
    address, image = app.builder.get_target_uri(page), write_card(app, page)
    shown = Page(page, title, shortened(str(words)), publication.url + address, publication.url + image)
    data = None
    if page in DATA_PAGES:
        data = json.loads(Path(app.outdir, PUBLISHED, CROISSANT).read_text(encoding="utf-8"))
    context["metatags"] = head(shown, publication, data, page == app.config.root_doc)


def description(doctree: nodes.document) -> str:
    """The page's answer as plain text; without one its first paragraph; empty where it has neither."""
    for node in doctree.findall(nodes.Admonition):
        if "cc-key" in node["classes"]:
            return " ".join(filter(None, (_plain(p) for p in node.findall(nodes.paragraph))))
    for node in doctree.findall(nodes.paragraph):
        if isinstance(node.parent, nodes.section | nodes.document) and len(words := _plain(node)) >= 40:
            return words
    return ""


def _plain(node: nodes.Element) -> str:
    """A node's words, without HTML that was put in."""
    texts = (text.astext() for text in node.findall(nodes.Text) if not isinstance(text.parent, nodes.raw))
    return " ".join("".join(texts).split())


def shortened(text: str) -> str:
    """At most 200 characters: whole sentences where enough of them fit, else whole words and an ellipsis."""
    text = " ".join(text.split())
    if len(text) <= _LONGEST:
        return text
    end = max(text.rfind(f"{mark} ", 0, _LONGEST) for mark in ".?!")
    if end >= _SHORTEST:
        return text[: end + 1]
    return text[: text.rfind(" ", 0, _LONGEST - 1)].rstrip(",;:") + "…"


def head(page: Page, publication: Publication, data: Mapping[str, Any] | None, front: bool) -> str:
    """The tags of a page's head as HTML; ``data`` is the Croissant description on a page about the data."""
    graph = json_ld(page, publication, data, front)
    linked = Markup(script_json({"@context": "https://schema.org", "@graph": graph})) if graph else ""
    return part("head", "tags", page, publication, _SITE, (WIDTH, HEIGHT), linked)


def json_ld(page: Page, publication: Publication, data: Mapping[str, Any] | None, front: bool) -> list[dict[str, Any]]:
    """What schema.org has for a notebook's page, for the site (on its front page) and for the data set, as JSON-LD."""
    url = publication.url
    makers = [{"@type": "Organization", "name": name, "url": url} for name in publication.authors]
    whose = {"author": makers, "publisher": makers, "inLanguage": "en", "license": LICENSE}
    state = {"version": publication.edition.version, "datePublished": publication.edition.release.isoformat()}
    graph: list[dict[str, Any]] = []
    if page.name.startswith("notebooks/"):
        article = {"@type": "TechArticle", "headline": page.title, "image": page.image, "url": page.address, **whose}
        graph.append({**article, "description": page.description, **state})
    if front:
        site = {"@type": "WebSite", "name": _SITE, "url": url, "description": publication.abstract}
        graph.append({**site, **state, **whose})
    if data is not None:
        said = ("alternateName", "description", "license", "url", "sameAs", "version", "datePublished", "keywords")
        of_file = ("name", "description", "contentUrl", "encodingFormat", "sha256")
        files = [{name: file[name] for name in of_file if name in file} for file in data["distribution"]]
        dataset = {"@type": "Dataset", "@id": f"{url}#dataset", "name": f"{data['name']}: tables and registers"}
        dataset |= {"creator": makers, "publisher": makers, "isAccessibleForFree": True}
        dataset["distribution"] = [{"@type": "DataDownload", **file} for file in files]
        graph.append({**dataset, **{name: data[name] for name in said}})
    return graph
