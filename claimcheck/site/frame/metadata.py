"""What a page tells machines of itself: JSON-LD, citation tags, social tags, and the picture that a shared link shows.

All of it is made from the page, the citation file and the site's ``data/croissant.json``; nothing is fetched. A page
with a chart has a picture of its own, all others share one.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx

from claimcheck.charts.fonts import wrap
from claimcheck.charts.picture import bitmap, draw, footnote, light, specification, tidy
from claimcheck.charts.theme import TOKENS
from claimcheck.charts.theme import WIDTH as CHART_WIDTH
from claimcheck.claims.texts.wording import verdict_text
from claimcheck.core.files import script_json, write
from claimcheck.core.printing import listed, sentence
from claimcheck.data.edition import LICENSE, Publication
from claimcheck.data.formats import CROISSANT
from claimcheck.data.paths import PUBLISHED
from claimcheck.site.book import book_of, drawings, this_publication
from claimcheck.site.frame import exhibits
from claimcheck.site.frame.html import part

FEED, FEED_TYPE = "feed.xml", "application/atom+xml"
# Pages that are about the data as a whole.
DATA_PAGES = frozenset({"book/schema", "notebooks/data"})
# Pages of notebooks, which are articles with figures of their own.
NOTEBOOKS = "notebooks/"
# Where a directive puts the description of its page, among the page's metadata.
DESCRIPTION = "claimcheck-description"
_SITE, TAGLINE = "claimcheck", "Published claims about MLPerf® results, recomputed"
_LONGEST = 200
# A description that is cut is cut at the end of a sentence, unless that leaves less than this.
_SHORTEST = 40
# Of a card, in dots: its size, margin, where its title begins, and the height of a line by that of its letters.
_CARDS = "cards"
SHARED = f"{_CARDS}/claimcheck.png"
WIDTH, HEIGHT, _MARGIN, _TOP, _LEADING = 1200, 630, 48, 160, 1.2
# Sizes of the title, each with the most lines that it may have; then that of the footnote.
_TITLES, _NOTE = ((64, 2), (54, 3), (44, 4)), 13
# A longer footnote is left to the page.
_LONGEST_NOTE = 1200
# The chart's largest width, and how high a chart may be that is CHART_WIDTH wide.
_CHART, _HIGHEST = 640, 460


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
    context["metatags"] = context.get("metatags", "") + head(shown, publication, data, page == app.config.root_doc)


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
    graph: list[dict[str, Any]] = []
    if page.name.startswith(NOTEBOOKS):
        article = {"@type": "TechArticle", "headline": page.title, "image": page.image, "url": page.address, **whose}
        released = publication.released.isoformat()
        graph.append({**article, "description": page.description, "datePublished": released})
    if front:
        graph.append({"@type": "WebSite", "name": _SITE, "url": url, "description": publication.abstract, **whose})
    if data is not None:
        said = ("alternateName", "description", "license", "url", "sameAs", "version", "datePublished", "keywords")
        of_file = ("name", "description", "contentUrl", "encodingFormat", "sha256")
        files = [{name: file[name] for name in of_file if name in file} for file in data["distribution"]]
        dataset = {"@type": "Dataset", "@id": f"{url}#dataset", "name": f"{data['name']}: tables and registers"}
        dataset |= {"creator": makers, "publisher": makers, "isAccessibleForFree": True}
        dataset["distribution"] = [{"@type": "DataDownload", **file} for file in files]
        graph.append({**dataset, **{name: data[name] for name in said}})
    return graph


def write_card(app: Sphinx, page: str) -> str:
    """Draw the card of a page that is written, unless it shares one; the card's path in the site.

    A claim's has the published figure, who printed it, and the verdict. That of a page with a chart has its first
    chart; a notebook's page has figures of its own.
    """
    cache, book = drawings(app), book_of(app)
    if claim := next((claim for claim in book.claims if claim.address == page), None):
        said = listed(claim.by or list(dict.fromkeys(book.texts[key].author for key in claim.articles)))
        printed = claim.published_text if claim.figures else claim.statement
        title = f"{said}: {sentence(printed)} We find: {verdict_text(claim)}"
        notes = book.quotation(claim).footnote
        return _written(app, page.replace("/", "-"), title, notes if len(notes) < _LONGEST_NOTE else "", "")
    for figure, made_here in exhibits.on_page(app.env, page).values():
        drawn = cache(draw, specification(figure)) if made_here or not page.startswith(NOTEBOOKS) else ""
        if drawn and drawn_height(drawn) <= _HIGHEST:
            return _written(app, figure["id"], figure["title"], footnote(figure), drawn)
    return SHARED


def _written(app: Sphinx, name: str, *parts: str) -> str:
    """Write a card; its path."""
    path = f"{_CARDS}/{name}.png"
    write(Path(app.outdir, path), drawings(app)(bitmap, card(*parts), WIDTH, 72))
    return path


def write_shared(app: Sphinx) -> None:
    """Draw the card that all other pages share."""
    _written(app, Path(SHARED).stem, TAGLINE, "", "")


def card(title: str, footnote: str, drawn: str) -> str:
    """The picture that a shared link shows, as SVG: title, drawn chart, if any, on its right, ``footnote`` below.

    The title is as large as it fits, and cut where the smallest size is too large.
    """
    notes = wrap(footnote, _NOTE, WIDTH - 2 * _MARGIN)
    first = HEIGHT - _MARGIN / 2 - _NOTE * _LEADING * len(notes)
    chart, room = "", WIDTH - 2 * _MARGIN
    if drawn:
        scale = min(_CHART / CHART_WIDTH, (first - 2 * _NOTE - _MARGIN) / drawn_height(drawn))
        wide, high = scale * CHART_WIDTH, scale * drawn_height(drawn)
        place = {"x": WIDTH - _MARGIN - wide, "y": _MARGIN, "width": wide, "height": high}
        chart = light(tidy(drawn, "card", {name: f"{value:.2f}" for name, value in place.items()}))
        room -= wide + _MARGIN
    for size, most in _TITLES:
        lines = wrap(title, size, room, bold=True)
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], f"{lines[most - 1].rpartition(' ')[0]} …"]
    placed = [(_TOP + (n + 0.8) * size * _LEADING, line) for n, line in enumerate(lines)]
    below = [(first + (n + 0.8) * _NOTE * _LEADING, line) for n, line in enumerate(notes)]
    colours = {name: pair[0] for name, pair in TOKENS.items()}
    return part("card", "card", WIDTH, HEIGHT, _MARGIN, colours, placed, size, below, _NOTE, Markup(chart))


def drawn_height(drawn: str) -> float:
    """The height of a drawn chart when it is CHART_WIDTH wide."""
    root = ET.fromstring(drawn)
    return CHART_WIDTH * float(root.get("height", "0")) / float(root.get("width", "1"))
