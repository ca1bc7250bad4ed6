"""Checks on the built site that need no browser: links, requests to other hosts, weight.

The site must be complete by itself, also when its pages are opened as files: every
script, style, picture and font lies in it, and every internal link and fragment leads
somewhere.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from claimcheck.kept import Kept

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


@dataclass(frozen=True)
class Fault:
    """Something wrong at ``page`` (path from the site's root), line ``line`` of the built file."""

    page: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.message}"


@dataclass
class Page:
    """What one page refers to: ``(line, address)`` pairs, and the ids in it."""

    loads: list[tuple[int, str]] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    ids: list[tuple[int, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        given = {name: (value or "").strip() for name, value in attrs}
        self._in_style = tag == "style"
        if given.get("id"):
            self.page.ids.append((line, given["id"]))
        if tag == "a" and given.get("name"):
            self.page.ids.append((line, given["name"]))
        if tag in ("a", "area") and "href" in given:
            self.page.links.append((line, given["href"]))
        if tag == "form" and given.get("action"):
            self.page.links.append((line, given["action"]))
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.page.links.append((line, given.get("content", "").partition("=")[2].strip("'\" ")))
        if tag == "link" and "href" in given:
            rels = set(given.get("rel", "").lower().split())
            if rels & _LOADING_RELS:
                self.page.loads.append((line, given["href"]))
            elif not rels & {"canonical"}:
                self.page.links.append((line, given["href"]))
        for name in _LOADING.get(tag, ()):
            if given.get(name):
                addresses = (
                    [part.split()[0] for part in given[name].split(",") if part.strip()]
                    if name == "srcset"
                    else [given[name]]
                )
                self.page.loads.extend((line, address) for address in addresses)
        self.page.loads.extend((line, address) for address in css_addresses(given.get("style", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "style":
            self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            line = self.getpos()[0]
            self.page.loads.extend((line, address) for address in css_addresses(data))


def css_addresses(text: str) -> list[str]:
    """The addresses that the style sheet or style attribute ``text`` fetches, data: addresses aside."""
    found = [match[2] or match[4] or "" for match in _CSS_URL.finditer(_CSS_COMMENT.sub("", text))]
    return [address for address in found if address and not address.startswith(("data:", "#", "about:"))]


def read_page(text: str) -> Page:
    """What the HTML page ``text`` refers to."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page


def _read(text: str) -> str:
    """``read_page`` as JSON."""
    page = read_page(text)
    return json.dumps([page.loads, page.links, page.ids])


def read_pages(site: Path, kept: Kept | None = None) -> dict[Path, Page]:
    """What each page of the site refers to; what ``kept`` has of an equal page is not read again."""
    keep = kept or Kept()
    return {path: Page(*json.loads(keep(_read, path.read_text(encoding="utf-8")))) for path in page_paths(site)}


def page_paths(site: Path) -> list[Path]:
    """The site's pages, in order of path; not the theme's templates."""
    return sorted(p for p in site.rglob("*.html") if p.relative_to(site).parts[0] not in _NO_PAGES)


def check(site: Path, pages: Mapping[Path, Page] | None = None) -> list[Fault]:
    """Every fault of the site in folder ``site``; ``pages`` as ``read_pages`` gives them, if read already."""
    pages = read_pages(site) if pages is None else pages
    ids = {path: {name for _, name in page.ids} for path, page in pages.items()}
    faults: list[Fault] = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        seen: set[str] = set()
        for line, identifier in page.ids:
            if identifier in seen:
                faults.append(Fault(name, line, f"id {identifier!r} twice on the page"))
            seen.add(identifier)
        faults += (
            Fault(name, line, message)
            for line, address in page.loads
            if (message := _load_fault(site, path, address))
        )
        faults += (
            Fault(name, line, message)
            for line, address in page.links
            if (message := _link_fault(site, path, address, ids))
        )
    for path in sorted(site.rglob("*.css")):
        name = path.relative_to(site).as_posix()
        text = path.read_text(encoding="utf-8", errors="replace")
        # A font is asked for only where a page uses it, so the theme's unused fonts may be absent
        # (a page that does use one fails in the browser tests); none may be on another host.
        asked_for = set(css_addresses(_FONT_FACE.sub("", text)))
        faults += (
            Fault(name, 1, message)
            for address in css_addresses(text)
            if address in asked_for or _is_outside(address)
            if (message := _load_fault(site, path, address))
        )
    return faults


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


@dataclass(frozen=True)
class Weight:
    """Bytes of a page: its HTML, and all that it loads from the site (style sheets' own loads aside)."""

    page: str
    html: int
    total: int


def weights(site: Path, pages: Mapping[Path, Page]) -> list[Weight]:
    """The weight of each of ``pages`` in bytes, heaviest first."""
    found = []
    for path, page in pages.items():
        loads = {
            target
            for _, address in page.loads
            if not _is_outside(address) and (target := _target(site, path, address)) and target.is_file()
        } - {path}
        html = path.stat().st_size
        total = html + sum(target.stat().st_size for target in loads)
        found.append(Weight(path.relative_to(site).as_posix(), html, total))
    return sorted(found, key=lambda weight: (-weight.total, weight.page))


def files(site: Path) -> Iterator[Path]:
    """Every file of the site."""
    return (path for path in site.rglob("*") if path.is_file())


def size(paths: Iterable[Path]) -> int:
    """The bytes in ``paths`` together."""
    return sum(path.stat().st_size for path in paths)
