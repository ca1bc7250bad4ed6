"""Checks on the built site that need no browser: links lead somewhere, and nothing asks another host.

The site must be complete by itself, also when its pages are opened as files: every script, style, picture and font is
in it, and every internal link and fragment leads somewhere.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from claimcheck.core.errors import ClaimcheckError

# Attributes by which a page makes the browser fetch something as soon as it opens.
_LOADING = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "source": ("src", "srcset"),
    "track": ("src",),
    "video": ("src", "poster"),
    "audio": ("src",),
    "input": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
_LOADING_RELS = frozenset(
    {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest"}
    | {"apple-touch-icon"}
)
_CSS_URL = re.compile(r"""url\(\s*(["']?)(.*?)\1\s*\)|@import\s+(["'])(.*?)\3""", re.S)
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
# Theme templates and sources lie in these; they are no pages.
_NO_PAGES = frozenset({"_static", "_sources", "_downloads"})


class Page(NamedTuple):
    """What one page refers to: ``(line, address)`` pairs, and the ids in it."""

    loads: list[tuple[int, str]]
    links: list[tuple[int, str]]
    ids: list[tuple[int, str]]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page([], [], [])
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        attributes = {name: (value or "").strip() for name, value in attrs}
        self._in_style = tag == "style"
        if attributes.get("id"):
            self.page.ids.append((line, attributes["id"]))
        if tag == "a" and attributes.get("name"):
            self.page.ids.append((line, attributes["name"]))
        if tag in ("a", "area") and "href" in attributes:
            self.page.links.append((line, attributes["href"]))
        if tag == "form" and attributes.get("action"):
            self.page.links.append((line, attributes["action"]))
        if tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
            self.page.links.append((line, attributes.get("content", "").partition("=")[2].strip("'\" ")))
        if tag == "link" and "href" in attributes:
            rels = set(attributes.get("rel", "").lower().split())
            if rels & _LOADING_RELS:
                self.page.loads.append((line, attributes["href"]))
            elif not rels & {"canonical"}:
                self.page.links.append((line, attributes["href"]))
        for name in _LOADING.get(tag, ()):
            if attributes.get(name):
                addresses = (
                    [part.split()[0] for part in attributes[name].split(",") if part.strip()]
                    if name == "srcset"
                    else [attributes[name]]
                )
                self.page.loads.extend((line, address) for address in addresses)
        self.page.loads.extend((line, address) for address in css_addresses(attributes.get("style", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "style":
            self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            line = self.getpos()[0]
            self.page.loads.extend((line, address) for address in css_addresses(data))


def css_addresses(text: str) -> list[str]:
    """The addresses that the style sheet or style attribute ``text`` fetches, data: addresses aside."""
    addresses = [match[2] or match[4] or "" for match in _CSS_URL.finditer(_CSS_COMMENT.sub("", text))]
    return [address for address in addresses if address and not address.startswith(("data:", "#", "about:"))]


def read_page(text: str) -> Page:
    """What the HTML page ``text`` refers to."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page


def read_pages(site: Path) -> dict[Path, Page]:
    """What each page of the site refers to."""
    return {path: read_page(path.read_text(encoding="utf-8")) for path in page_paths(site)}


def page_paths(site: Path) -> list[Path]:
    """The site's pages, in order of path; not the theme's templates."""
    return sorted(p for p in site.rglob("*.html") if p.relative_to(site).parts[0] not in _NO_PAGES)


def check(site: Path, pages: Mapping[Path, Page] | None = None) -> list[ClaimcheckError]:
    """Every fault of the site in folder ``site``: its page from there, its line in the built file, what is wrong.

    ``pages`` are as ``read_pages`` gives them, if read already.
    """
    pages = read_pages(site) if pages is None else pages
    ids = {path: {name for _, name in page.ids} for path, page in pages.items()}
    faults: list[tuple[Path, int, str | None]] = []
    for path, page in pages.items():
        seen: set[str] = set()
        for line, name in page.ids:
            if name in seen:
                faults.append((path, line, f"id {name!r} twice on the page"))
            seen.add(name)
        faults += ((path, line, _load_fault(site, path, address)) for line, address in page.loads)
        faults += ((path, line, _link_fault(site, path, address, ids)) for line, address in page.links)
    for path in sorted(site.rglob("*.css")):
        text = path.read_text(encoding="utf-8", errors="replace")
        # A font is asked for only where a page uses it, so the theme's unused fonts may be absent
        # (a page that does use one fails in the browser tests); none may be on another host.
        asked_for = set(css_addresses(_FONT_FACE.sub("", text)))
        fetched = (url for url in css_addresses(text) if url in asked_for or _is_outside(url))
        faults += ((path, 1, _load_fault(site, path, address)) for address in fetched)
    return [
        ClaimcheckError(message, where=path.relative_to(site).as_posix(), line=line)
        for path, line, message in faults
        if message
    ]


def _is_outside(address: str) -> bool:
    return address.startswith("//") or urlsplit(address).scheme in {"http", "https", "ws", "wss", "ftp"}


def _target(site: Path, page: Path, address: str) -> Path | None:
    """The file that an internal address names; None when it leaves the site or starts at the root."""
    path = unquote(urlsplit(address).path)
    if path.startswith("/"):
        return None
    # Normalised without following links: the answer must not depend on where the site lies.
    target = Path(os.path.normpath(page.parent / path)) if path else page
    return target if target.is_relative_to(site) else None


def _load_fault(site: Path, page: Path, address: str) -> str | None:
    if urlsplit(address).scheme == "data" or address.startswith("#"):
        return None
    if _is_outside(address):
        return f"asks another host: {address}"
    target = _target(site, page, address)
    if target is None:
        return f"{address} is not relative to the page, so it is lost when the page is opened as a file"
    return None if target.is_file() else f"{address} is not in the site"


def _link_fault(site: Path, page: Path, address: str, ids: dict[Path, set[str]]) -> str | None:
    scheme = urlsplit(address).scheme
    if _is_outside(address) or scheme in {"mailto", "data"}:
        return None
    if scheme:
        return f"a link with scheme {scheme}: {address}"
    target = _target(site, page, address)
    if target is None:
        return f"{address} is not relative to the page, so it is lost when the page is opened as a file"
    if target.is_dir():
        return f"{address} is a folder: name its index.html, or it is lost when the page is opened as a file"
    if not target.is_file():
        return f"{address} leads nowhere"
    fragment = unquote(urlsplit(address).fragment)
    # One with "=" is a choice that the page's script reads.
    if fragment and fragment != "top" and "=" not in fragment and target in ids and fragment not in ids[target]:
        return f"{address}: no such place on that page"
    return None
