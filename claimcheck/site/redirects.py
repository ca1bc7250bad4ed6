"""Addresses that have moved, as ``data/redirects.yml`` lists them: pages, and places on pages.

At the address of a page that has moved is a stub, which leads to the new page. A place that has another name now is
reached through the stub; on a page that has kept its address the old name is added before the new one.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from claimcheck.errors import RegisterError
from claimcheck.registers import plain
from claimcheck.site.markup import esc, tag
from claimcheck.site.stubs import stub

logger = logging.getLogger(__name__)

FILE = "redirects.yml"
_ADDRESS = re.compile(r"[A-Za-z0-9-]+(/[A-Za-z0-9-]+)*(#[^\s#]+)?")


@functools.cache
def read_redirects(path: Path) -> dict[str, str]:
    """Old address to new address, ``folder/page`` or ``folder/page#place``; none without the file.

    Raises RegisterError.
    """
    if not path.is_file():
        return {}
    given = plain(path)
    for old, new in given.items():
        for address in (old, new):
            if not isinstance(address, str) or not _ADDRESS.fullmatch(address):
                raise RegisterError(f"{address!r} is no page", where=path, rule="folder/name or folder/name#place")
        page = new.partition("#")[0]
        if page in given:
            raise RegisterError(f"{old} leads to {page}, which has moved itself", where=path, fix=f"give {given[page]}")
    return given


def _register(app: Sphinx) -> Path:
    return Path(app.srcdir, app.config.claimcheck_data_dir, FILE)


_HEAD = re.compile(
    r'<title>.*?</title>|<meta (?:name|property)="(?:description|og:|twitter:)[^>]*>'
    r'|<link rel="(?:canonical|icon)"[^>]*>',
    re.DOTALL,
)


def write_root(app: Sphinx) -> None:
    """Lead from the site's root to the front page, with that page's title, description, card and icon.

    Without it the root would be a bare refresh.
    """
    front = app.builder.get_target_uri(app.config.root_doc)
    page = Path(app.outdir, front)
    if "/" not in front:
        return
    head = "\n".join(_HEAD.findall(page.read_text(encoding="utf-8").partition("</head>")[0]))
    title = app.env.titles[app.config.root_doc].astext()
    text = stub(title, "claimcheck:", front, "").replace(f"<title>{esc(title)}</title>\n", "")
    text = text.replace('<link rel="canonical" href="">', head.replace('href="../', 'href="'))
    Path(app.outdir, "index.html").write_text(text, encoding="utf-8")


def write(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Write the stubs; no pages of the theme's (a handler of ``html-collect-pages``).

    A page that stands at the old address, or none at the new one, is a warning.
    """
    path = _register(app)
    given = read_redirects(path)

    def way(here: str, address: str) -> str:
        page, sign, place = address.partition("#")
        return f"{relative_uri(here, app.builder.get_target_uri(page))}{sign}{place}"

    for old, new in given.items():
        page, _, place = old.partition("#")
        target = new.partition("#")[0]
        if target not in app.env.found_docs:
            logger.warning("%s leads to %s, which is no page of the book", old, target, location=str(path))
        elif page in app.env.found_docs and not (place and page == target):
            logger.warning("%s is a page of the book: %s cannot lead away from it", page, FILE, location=str(path))
        elif place and page not in given and page != target:
            logger.warning("%s has moved, and %s does not say where", page, FILE, location=str(path))
        elif not place:
            here = app.builder.get_target_uri(old)
            places = {
                other.partition("#")[2]: way(here, to) for other, to in given.items() if other.startswith(f"{old}#")
            }
            to = Path(app.outdir, here)
            to.parent.mkdir(parents=True, exist_ok=True)
            absolute = f"{app.config.html_baseurl.rstrip('/')}/{app.builder.get_target_uri(target)}"
            title = app.env.titles[target].astext()
            text = stub(title, "This page has moved:", way(here, new), absolute, places)
            to.write_text(text, encoding="utf-8")
    return []


def keep_places(app: Sphinx, page: str, body: str) -> str:
    """The text of a page with the old names of places on it.

    A new name that the page does not have, or an old one that it still has, is a warning.
    """
    path = _register(app)
    for old, new in read_redirects(path).items():
        if not old.startswith(f"{page}#"):
            continue
        gone, place = (_start_of(address.partition("#")[2]) for address in (old, new))
        mark = tag("span", "", id=old.partition("#")[2])
        again = gone.search(body)
        body, found = place.subn(
            lambda match, mark=mark: match[0] + mark if match["cell"] else mark + match[0], body, count=1
        )
        if again or not found:
            what = "still has the old place" if again else "has no such place"
            logger.warning("%s leads to %s, and the page %s", old, new, what, location=str(path))
    return body


def _start_of(place: str) -> re.Pattern[str]:
    """The tag that begins the element with the id ``place``; of a table's row all to the inside of its first cell."""
    named = rf'[^>]*\sid="{re.escape(esc(place))}"'
    return re.compile(rf"(?P<cell><tr\b{named}[^>]*>\s*<t[hd]\b[^>]*>)|<\w+\b{named}")
