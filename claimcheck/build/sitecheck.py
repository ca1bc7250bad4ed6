"""Checks on the built site that need no browser: links lead somewhere, and nothing asks another host.

The site must be complete by itself, also when its pages are opened as files: every script, style, picture and font is
in it, and every internal link and fragment leads somewhere.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import read_citation
from claimcheck.site.frame.navigation import LOST

# Elements that refer to something; what is not "a", "area" or "form" makes the browser fetch it.
_TAG = re.compile(
    r"<(a|area|form|meta|link|script|img|iframe|embed|object|source|track|video|audio|input|image|use)\b"
    r'([^>"]*(?:"[^"]*"[^>"]*)*)>'
)
_ATTRIBUTE = re.compile(r'([\w:-]+)="\s*([^"]*?)\s*"')
_ID = re.compile(r'\sid="([^"]+)"')
_STYLE = re.compile(r'<style[^>]*>(.*?)</style>|\sstyle="([^"]*url[^"]*)"', re.S)
_LOADING_RELS = frozenset({"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "manifest"})
_CSS_URL = re.compile(r"""url\(\s*(["']?)(.*?)\1\s*\)|@import\s+(["'])(.*?)\3""", re.S)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_OUTSIDE = frozenset({"http", "https", "ws", "wss", "ftp"})
# Theme templates and sources lie in these; they are no pages.
_NO_PAGES = frozenset({"_static", "_sources", "_downloads"})
_NOT_RELATIVE = "is not relative to the page, so it is lost when the page is opened as a file"


def page_paths(site: Path) -> list[Path]:
    """The site's pages, in order of path; not the theme's templates."""
    return sorted(p for p in site.rglob("*.html") if p.relative_to(site).parts[0] not in _NO_PAGES)


def check(site: Path) -> list[ClaimcheckError]:
    """Every fault of the site in folder ``site``: its page from there, its line in the built file, what is wrong."""
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    texts = {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in page_paths(site)}
    ids = {page: _ID.findall(text) for page, text in texts.items()}
    known = {page: set(found) for page, found in ids.items()}

    @functools.cache
    def fault(folder: str, address: str, loads: bool) -> str | None:
        """What is wrong with the address of another file, from a page in ``folder``."""
        parts = urlsplit(address)
        if parts.scheme in _OUTSIDE or address.startswith("//"):
            return f"asks another host: {address}" if loads else None
        if parts.scheme:
            return None if parts.scheme in ("data", "mailto") else f"a link with scheme {parts.scheme}: {address}"
        target = posixpath.normpath(posixpath.join(folder, unquote(parts.path)))
        if target.startswith(("/", "../")):
            return f"{address} {_NOT_RELATIVE}"
        if target not in files:
            folder_named = target == "." or any(name.startswith(f"{target}/") for name in files)
            if folder_named and not loads:
                return f"{address} is a folder: name its index.html, or it is lost when the page is opened as a file"
            return f"{address} {'is not in the site' if loads else 'leads nowhere'}"
        return None if loads else missing(target, unquote(parts.fragment), address)

    def missing(page: str, place: str, address: str) -> str | None:
        # One with "=" is a choice that the page's script reads.
        there = not place or place == "top" or "=" in place or place in known.get(page, {place})
        return None if there else f"{address}: no such place on that page"

    faults = []
    for page, text in texts.items():
        folder = posixpath.dirname(page)
        # The page of no page is shown at any address, so its links begin at the site's root.
        root = urlsplit(read_citation().url).path if page == f"{LOST}.html" else ""
        for at, whole, loads in _addresses(text):
            address = whole.removeprefix(root)
            if not address.startswith(("#", "?")):
                message = fault(folder, address, loads)
            else:
                message = None if loads else missing(page, unquote(address.partition("#")[2]), address)
            if message:
                faults.append((page, text.count("\n", 0, at) + 1, message))
        if len(known[page]) < len(ids[page]):
            seen: set[str] = set()
            for match in _ID.finditer(text):
                if match[1] in seen:
                    faults.append((page, text.count("\n", 0, match.start()) + 1, f"id {match[1]!r} twice on the page"))
                seen.add(match[1])
    for path in sorted(site.rglob("*.css")):
        name, text = path.relative_to(site).as_posix(), path.read_text(encoding="utf-8", errors="replace")
        found = (fault(posixpath.dirname(name), address, True) for address in _css_addresses(text))
        faults += [(name, 1, message) for message in found if message]
    return [ClaimcheckError(message, where=page, line=line) for page, line, message in faults]


def _addresses(text: str) -> Iterator[tuple[int, str, bool]]:
    """What a page refers to: where in its text, the address, and whether the browser fetches it with the page."""
    for match in _TAG.finditer(text):
        at, tag = match.start(), match[1]
        attributes = dict(_ATTRIBUTE.findall(match[2]))
        loads = tag not in ("a", "area", "form")
        if tag == "meta":
            if attributes.get("http-equiv", "").lower() == "refresh":
                yield at, unescape(attributes["content"]).partition("=")[2].strip("'\" "), False
            continue
        if tag == "link":
            relations = set(attributes.get("rel", "").lower().split())
            if "canonical" in relations:
                continue
            loads = bool(relations & _LOADING_RELS)
        named = [attributes.get(name) for name in ("href", "xlink:href", "src", "data", "poster", "action")]
        named += [piece.split()[0] for piece in attributes.get("srcset", "").split(",") if piece.strip()]
        yield from ((at, unescape(address), loads) for address in named if address)
    for match in _STYLE.finditer(text):
        yield from ((match.start(), address, True) for address in _css_addresses(unescape(match[1] or match[2])))


def _css_addresses(text: str) -> list[str]:
    """The addresses that a style sheet or style attribute fetches, data: addresses aside."""
    addresses = [match[2] or match[4] or "" for match in _CSS_URL.finditer(_CSS_COMMENT.sub("", text))]
    return [address for address in addresses if address and not address.startswith(("data:", "#", "about:"))]
