"""What a page tells machines of itself: JSON-LD, citation tags, social tags, and the picture that a shared link shows.

All of it is made from the page, the citation file and the site's ``data/croissant.json``; nothing is fetched. The
picture is the page's card (``parts.cards``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from claimcheck.core.scripts import script_json
from claimcheck.data.edition import LICENSE, Publication
from claimcheck.data.formats import CROISSANT
from claimcheck.data.paths import PUBLISHED
from claimcheck.report.book import this_publication
from claimcheck.report.parts.cards import HEIGHT, TAGLINE, WIDTH, card_path
from claimcheck.report.parts.html import esc
from claimcheck.report.parts.navigation import trails

FEED, FEED_TYPE = "feed.xml", "application/atom+xml"
# Pages that are about the data as a whole.
DATA_PAGES = frozenset({"book/schema", "notebooks/data"})
# Where a directive puts the description of its page, among the page's metadata.
DESCRIPTION = "claimcheck-description"
_LONGEST = 200
# A description that is cut is cut at the end of a sentence, unless that leaves less than this.
_SHORTEST = 40


@dataclass(frozen=True)
class Page:
    """A page as its metadata need it: ``address`` and ``image`` are absolute, ``above`` the pages over it."""

    name: str
    title: str
    description: str
    address: str
    image: str
    above: tuple[tuple[str, str], ...] = ()


def add_to(context: dict[str, Any], app: Sphinx, page: str, doctree: nodes.document | None) -> None:
    """Give the template of ``page`` the tags of its head; those of Open Graph by name, for sphinxext-opengraph."""
    address = context["pathto"](FEED, True)
    tags = f'<link rel="alternate" type="{FEED_TYPE}" title="claimcheck: what is new" href="{esc(address)}" />\n'
    if doctree is not None:
        publication = this_publication()
        meta = context.get("meta") or {}
        shown = _page(app, page, meta, context, doctree, publication)
        # Sphinx keeps the dictionary itself: ours are for this page only.
        context["meta"] = {**social(shown), **meta}
        tags += head(shown, publication, _data(app) if page in DATA_PAGES else None, page == app.config.root_doc)
    context["metatags"] = context.get("metatags", "") + tags


def _data(app: Sphinx) -> Mapping[str, Any]:
    return json.loads(Path(app.outdir, PUBLISHED, CROISSANT).read_text(encoding="utf-8"))


def _page(
    app: Sphinx,
    page: str,
    meta: Mapping[str, Any],
    context: Mapping[str, Any],
    doctree: nodes.document,
    publication: Publication,
) -> Page:
    title = app.env.titles[page].astext()
    words = meta.get("description") or meta.get(DESCRIPTION) or description(doctree) or f"{title}. {TAGLINE}."
    above = [(app.config.root_doc, "claimcheck")] if page != app.config.root_doc else []
    above += [(name, app.env.titles[name].astext()) for name in trails(app.config.external_site_map).get(page, ())[:-1]]
    return Page(
        name=page,
        title=title,
        description=shortened(str(words)),
        address=publication.url + app.builder.get_target_uri(page),
        image=publication.url + card_path(app, page),
        above=tuple((publication.url + app.builder.get_target_uri(name), label) for name, label in above),
    )


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


def social(page: Page) -> dict[str, str]:
    """Open Graph tags by name, for sphinxext-opengraph, which writes them without escaping."""
    return {
        "og:type": "article" if page.name.startswith("notebooks/") else "website",
        "og:description": esc(page.description),
        "og:image": esc(page.image),
        "og:image:alt": esc(page.title),
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }


def head(page: Page, publication: Publication, data: Mapping[str, Any] | None, front: bool) -> str:
    """The tags that are ours to write, as HTML: description, X's card, citation, JSON-LD."""
    named = [
        ("description", page.description),
        ("twitter:card", "summary_large_image"),
        ("citation_title", page.title),
        *(("citation_author", name) for name in publication.authors),
        ("citation_publication_date", publication.released.strftime("%Y/%m/%d")),
        ("citation_public_url", page.address),
        ("citation_language", "en"),
    ]
    tags = "".join(f'<meta name="{name}" content="{esc(content)}" />\n' for name, content in named)
    linked = script_json(json_ld(page, publication, data, front))
    return tags + f'<script type="application/ld+json">{linked}</script>\n'


def json_ld(page: Page, publication: Publication, data: Mapping[str, Any] | None, front: bool) -> dict[str, Any]:
    """The page as schema.org JSON-LD; ``data`` is the Croissant description on a page about the data."""
    site = f"{publication.url}#website"
    makers = [
        {
            "@type": "Organization",
            "@id": f"{publication.url}#organization-{number}",
            "name": name,
            "url": publication.url,
            "logo": f"{publication.url}_static/logo.svg",
        }
        for number, name in enumerate(publication.authors, 1)
    ]
    ours = [{"@id": maker["@id"]} for maker in makers]
    about: dict[str, Any] = {
        "@id": f"{page.address}#page",
        "url": page.address,
        "description": page.description,
        "inLanguage": "en",
        "license": LICENSE,
        "isPartOf": {"@id": site},
    }
    graph: list[dict[str, Any]] = []
    if front:
        website = {"@type": "WebSite", "@id": site, "name": "claimcheck", "url": publication.url, "inLanguage": "en"}
        graph.append({**website, "description": publication.abstract, "publisher": ours})
    if page.name.startswith("notebooks/"):
        article = {
            "@type": "TechArticle",
            **about,
            "headline": page.title,
            "image": page.image,
            "datePublished": publication.released.isoformat(),
            "author": ours,
            "publisher": ours,
        }
        graph.append(article)
    else:
        graph.append({"@type": "WebPage", **about, "name": page.title, "publisher": ours})
    if data is not None:
        graph.append(dataset(data, publication, ours))
    graph += makers
    if page.above:
        graph.append(_breadcrumbs(page))
    return {"@context": "https://schema.org", "@graph": graph}


def dataset(data: Mapping[str, Any], publication: Publication, makers: list[dict[str, str]]) -> dict[str, Any]:
    """The data set as schema.org has it, from its Croissant description."""
    copied = ("alternateName", "description", "license", "url", "sameAs", "version", "datePublished", "keywords")
    files = ({"@type": "DataDownload", **_download(file)} for file in data["distribution"])
    return {
        "@type": "Dataset",
        "@id": f"{publication.url}#dataset",
        "name": f"{data['name']}: tables and registers",
        **{key: data[key] for key in copied},
        "creator": makers,
        "publisher": makers,
        "isAccessibleForFree": True,
        "distribution": list(files),
    }


def _download(file: Mapping[str, Any]) -> dict[str, Any]:
    copied = ("name", "description", "contentUrl", "encodingFormat", "sha256")
    return {key: file[key] for key in copied if key in file}


def _breadcrumbs(page: Page) -> dict[str, Any]:
    steps = [*page.above, (page.address, page.title)]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": words, "item": address}
            for number, (address, words) in enumerate(steps, 1)
        ],
    }
