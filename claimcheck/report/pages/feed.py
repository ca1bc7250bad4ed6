"""The Atom feed (RFC 4287): the released versions, what each changed, and the replies to our verdicts.

What is not released yet is no entry, since an entry's text must not change under readers who have it. A reply never
changes, and is one from the day on which it came in.
"""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from urllib.parse import urljoin

from markdown_it import MarkdownIt

from claimcheck.core.printing import listed
from claimcheck.data.edition import Publication, Release
from claimcheck.data.replies import Reply
from claimcheck.report.parts.markup import paragraphs

FILE = "feed.xml"
TYPE = "application/atom+xml"
_ATOM = "http://www.w3.org/2005/Atom"
# RFC 4151: who named the entries, and in which year that name was theirs. Never to be changed, wherever
# the site moves: a reader would see every entry as a new one.
_TAG = "tag:claimcheck.github.io,2026:"
# Characters that XML 1.0 does not allow.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def atom(releases: Sequence[Release], publication: Publication, replies: Sequence[Reply] = ()) -> str:
    """The feed's XML: the ``replies``, then the releases, newest first."""
    ET.register_namespace("", _ATOM)
    feed = ET.Element(f"{{{_ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": "en"})
    _add(feed, "id", f"{_TAG}claimcheck/changelog")
    _add(feed, "title", "claimcheck: what is new")
    _add(feed, "subtitle", publication.title)
    _add(feed, "updated", timestamp(max([*(one.date for one in releases), *(one.day for one in replies)])))
    _add(feed, "link", rel="self", type=TYPE, href=f"{publication.url}{FILE}")
    _add(feed, "link", rel="alternate", type="text/html", href=publication.url)
    for name in publication.authors:
        _add(_add(feed, "author"), "name", name)
    _add(feed, "rights", "Tables, text and charts: CC BY 4.0. Code: MIT.")
    changelog = f"{publication.repository}/blob/main/CHANGELOG.md"
    for one in replies:
        about = listed([f"claim {number}" for number in one.claims])
        address = publication.edition.page(f"claims/{one.claims[0]}")
        _entry(feed, one.day, f"reply/{one.id}", f"{one.by} replies on {about}", address, paragraphs(one.text))
    for release in releases:
        name = f"claimcheck {release.version}"
        _entry(feed, release.date, release.version, name, changelog, html(release.body, changelog))
    ET.indent(feed)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(feed, encoding="unicode") + "\n"


def _entry(feed: ET.Element, day: datetime.date, name: str, title: str, address: str, content: str) -> None:
    entry = _add(feed, "entry")
    _add(entry, "id", f"{_TAG}claimcheck/{name}")
    _add(entry, "title", title)
    _add(entry, "updated", timestamp(day))
    _add(entry, "published", timestamp(day))
    _add(entry, "link", rel="alternate", type="text/html", href=address)
    _add(entry, "content", content, type="html")


def timestamp(date: datetime.date) -> str:
    """The beginning of a day as RFC 3339 writes it: the changelog knows days only."""
    return f"{date.isoformat()}T00:00:00Z"


def html(markdown: str, base: str) -> str:
    """Markdown as HTML, its links absolute (relative ones stand to ``base``); HTML in it stays text."""
    parser = MarkdownIt("commonmark", {"html": False})
    tokens = parser.parse(markdown)
    for token in (child for block in tokens for child in block.children or ()):
        for name in ("href", "src"):
            if address := token.attrGet(name):
                token.attrSet(name, urljoin(base, str(address)))
    return parser.renderer.render(tokens, parser.options, {})


def _add(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, f"{{{_ATOM}}}{name}", attributes)
    element.text = None if text is None else _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
    return element
