"""Pages that have moved: at the old address stands a page that leads to the new one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from claimcheck.errors import RegisterError
from claimcheck.site.stubs import stub

logger = logging.getLogger(__name__)

FILE = "redirects.yml"
_PAGE = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)*")


def read_redirects(path: Path) -> dict[str, str]:
    """Old page to new page, both without an ending; none without the file. Raises RegisterError."""
    if not path.is_file():
        return {}
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        raise RegisterError(f"is no YAML: {error}", where=path) from error
    if not isinstance(given, dict):
        raise RegisterError("is no mapping", where=path, fix="write lines of the form `old/page: new/page`")
    for old, new in given.items():
        for page in (old, new):
            if not isinstance(page, str) or not _PAGE.fullmatch(page):
                raise RegisterError(f"{page!r} is no page", where=path, rule="folder/name, without an ending")
        if new in given:
            raise RegisterError(f"{old} leads to {new}, which has moved itself", where=path, fix=f"give {given[new]}")
    return given


def write(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Write the pages that lead on; no pages of the theme's (a handler of ``html-collect-pages``).

    A page that stands at the old address, or none at the new one, is a warning.
    """
    path = Path(app.srcdir, app.config.claimcheck_data_dir, FILE)
    for old, new in read_redirects(path).items():
        if old in app.env.found_docs:
            logger.warning("%s is a page of the book: %s cannot lead away from it", old, FILE, location=str(path))
        elif new not in app.env.found_docs:
            logger.warning("%s leads to %s, which is no page of the book", old, new, location=str(path))
        else:
            title = app.env.titles[new].astext()
            here, there = app.builder.get_target_uri(old), app.builder.get_target_uri(new)
            place = Path(app.outdir, here)
            place.parent.mkdir(parents=True, exist_ok=True)
            absolute = f"{app.config.html_baseurl.rstrip('/')}/{there}"
            text = stub(title, "This page has moved:", relative_uri(here, there), absolute)
            place.write_text(text, encoding="utf-8")
    return []
