"""The files that the site serves beside its pages: ``data/`` as it is, the schema of ``claims.json``, the feed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from claimcheck.claims import output_schema
from claimcheck.errors import PublicationError
from claimcheck.publication import read_changelog, read_citation
from claimcheck.site import feed
from claimcheck.tables.croissant import FOLDER

logger = logging.getLogger(__name__)


def served(data: Path) -> list[Path]:
    """The files of ``data``, and those in its folders, that are not hidden; their paths below it, sorted."""
    found = (path.relative_to(data) for path in data.rglob("*") if path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.parts))


def check_changelog(app: Sphinx) -> None:
    """Warn, before any page is written, of a changelog that gives no feed (a handler of ``builder-inited``)."""
    try:
        read_changelog()
    except PublicationError as error:
        logger.warning("%s (%s)", error.message, error.rule, location=f"CHANGELOG.md:{error.line or 1}")


def write(app: Sphinx, exception: Exception | None) -> None:
    """Copy ``data/`` byte for byte and write the other files (a handler of ``build-finished``)."""
    if exception is not None or app.builder.format != "html":
        return
    data, out = Path(app.srcdir, app.config.claimcheck_data_dir), Path(app.outdir)
    weight = 0
    for path in served(data):
        target = out / FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data / path, target)
        weight += target.stat().st_size
    logger.info("data/ is served as it is: %.1f MB", weight / 1e6)
    publication = read_citation()
    schema = json.dumps(output_schema.schema_document(publication.url), indent=1, ensure_ascii=False)
    (out / output_schema.FILE).write_text(f"{schema}\n", encoding="utf-8")
    try:
        releases = read_changelog()
    except PublicationError:
        return  # check_changelog has said so, and the build fails
    (out / feed.FILE).write_text(feed.atom(releases, publication), encoding="utf-8")
