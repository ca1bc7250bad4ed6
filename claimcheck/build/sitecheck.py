"""The check of the built site that needs no browser: every link, script and picture of a page leads somewhere in it.

The site must be complete by itself, also when its pages are opened as files. That nothing asks another host is the
policy of every page (``site/theme/layout.html``).
"""

from __future__ import annotations

import posixpath
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import read_citation
from claimcheck.site import LOST

_TAG = re.compile(r'<[a-z]+\s([^>"]*(?:"[^"]*"[^>"]*)*)>')
_ADDRESS = re.compile(r'\b(?:href|src|action)="\s*([^"]+?)\s*"')
_ID = re.compile(r'\sid="([^"]+)"')
_SCHEMES = frozenset({"http", "https", "data", "mailto"})


def page_paths(site: Path) -> list[Path]:
    """The site's pages, in order of path."""
    return sorted(site.rglob("*.html"))


def check(site: Path) -> list[ClaimcheckError]:
    """Every fault of the site in folder ``site``: its page from there, its line in the built file, what is wrong."""
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    texts = {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in page_paths(site)}
    ids = {page: {"", "top", *_ID.findall(text)} for page, text in texts.items()}
    # The page of no page is shown at any address, so its links begin at the site's root.
    roots = {f"{LOST}.html": urlsplit(read_citation().url).path}

    def fault(page: str, address: str) -> str | None:
        """What is wrong with an address on a page."""
        parts = urlsplit(address)
        if parts.scheme:
            return None if parts.scheme in _SCHEMES else f"a link with scheme {parts.scheme}: {address}"
        path, place = unquote(parts.path), unquote(parts.fragment)
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if parts.netloc or target.startswith(("/", "../")):
            return f"{address} is not relative to the page, so it is lost when the page is opened as a file"
        if target not in files:
            return f"{address} leads to no file of the site"
        # One with "=" is a choice that the page's script reads.
        there = "=" in place or place in ids.get(target, {place})
        return None if there else f"{address}: no such place on that page"

    faults = []
    for page, text in texts.items():
        for tag in _TAG.finditer(text):
            for address in _ADDRESS.findall(tag[1]):
                if message := fault(page, unescape(address).removeprefix(roots.get(page, ""))):
                    line = text.count("\n", 0, tag.start()) + 1
                    faults.append(ClaimcheckError(message, where=page, line=line))
    return faults
