"""Pages that have moved, as ``claimcheck_redirects`` of ``_config.yml`` lists them: a stub leads to the new address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from claimcheck.report.parts.markup import esc
from claimcheck.report.parts.stubs import stub

logger = logging.getLogger(__name__)

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

    A page that is still at the old address, or none at the new one, is a warning.
    """
    for old, new in app.config.claimcheck_redirects.items():
        target, sign, place = new.partition("#")
        if target not in app.env.found_docs:
            logger.warning("%s leads to %s, which is no page of the book", old, target, location="_config.yml")
        elif old in app.env.found_docs:
            logger.warning("%s is a page of the book: nothing can lead away from it", old, location="_config.yml")
        else:
            here, there = (app.builder.get_target_uri(name) for name in (old, target))
            file = Path(app.outdir, here)
            file.parent.mkdir(parents=True, exist_ok=True)
            absolute = f"{app.config.html_baseurl.rstrip('/')}/{there}"
            title = app.env.titles[target].astext()
            file.write_text(
                stub(title, "This page has moved:", f"{relative_uri(here, there)}{sign}{place}", absolute),
                encoding="utf-8",
            )
    return []
