"""The files of each figure: downloads and a page that leads to where the figure stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from claimcheck.charts import picture, png
from claimcheck.charts.figure import to_csv
from claimcheck.charts.picture import specification
from claimcheck.data.edition import Edition
from claimcheck.report.book import DrawingCache, drawings, spread, this_publication
from claimcheck.report.parts import cite, embeds
from claimcheck.report.parts.html import redirect_page, script_call

logger = logging.getLogger(__name__)

FOLDER = "figures"
# The figures on a page among its metadata, which Sphinx keeps, merges and forgets by itself.
_PLACES = "claimcheck-figures"

# By page: the figures on it, by id, and whether the page's own notebook makes them.
Places = dict[str, dict[str, tuple[dict[str, Any], bool]]]


def places(env: BuildEnvironment) -> Places:
    """Which figures stand on which pages, in the order of these."""
    return {name: found[_PLACES] for name, found in sorted(env.metadata.items()) if _PLACES in found}


def note(env: BuildEnvironment, figure: Mapping[str, Any], made_here: bool) -> None:
    """Remember that the figure stands on the page that is being read."""
    env.metadata[env.docname].setdefault(_PLACES, {})[figure["id"]] = (dict(figure), made_here)


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of two figures with one id (a handler of ``env-check-consistency``): a file can hold only one."""
    first: dict[str, tuple[str, dict[str, Any]]] = {}
    for docname, figures in places(env).items():
        for figure_id, (figure, _) in figures.items():
            where, known = first.setdefault(figure_id, (docname, figure))
            if known != figure:
                logger.warning("figure id %r is taken by another figure, in %s", figure_id, where, location=docname)


def homes(env: BuildEnvironment) -> dict[str, tuple[str, dict[str, Any]]]:
    """For each figure id the page that it is at home on, which is that of its notebook if the book has it."""
    found: dict[str, tuple[bool, str, dict[str, Any]]] = {}
    for docname, figures in places(env).items():
        for figure_id, (figure, made_here) in figures.items():
            if figure_id not in found or (made_here and not found[figure_id][0]):
                found[figure_id] = (made_here, docname, figure)
    return {figure_id: (docname, figure) for figure_id, (_, docname, figure) in sorted(found.items())}


def folder_from(app: Sphinx, docname: str) -> str:
    """The address of the figures' folder from a page."""
    return relative_uri(app.builder.get_target_uri(docname), f"{FOLDER}/")


_READ = "claimcheck_read_now"


def note_read(app: Sphinx, docnames: list[str]) -> None:
    """Remember which pages this build reads ."""
    setattr(app, _READ, set(docnames))


def read_now(app: Sphinx) -> set[str]:
    """The pages that this build has read; the others are as an earlier build wrote them."""
    return getattr(app, _READ)


def write(app: Sphinx) -> None:
    """Write every figure's files into the site."""
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    Path(app.outdir, embeds.FOLDER).mkdir(exist_ok=True)
    edition, kept = this_publication().edition, drawings(app)
    # A page that was not read again has its figures' files from when it was.
    found = [(key, page, figure) for key, (page, figure) in homes(app.env).items() if page in read_now(app)]

    def write_one(home: tuple[str, str, dict[str, Any]]) -> None:
        figure_id, docname, figure = home
        for ending, content in files(figure, edition, kept).items():
            (folder / f"{figure_id}.{ending}").write_bytes(content)
        for name, text in embeds.figure_files(figure, edition, kept).items():
            (Path(app.outdir) / name).write_text(text, encoding="utf-8")
        page = app.builder.get_target_uri(docname)
        target = f"{relative_uri(f'{FOLDER}/{figure_id}.html', page)}#fig-{figure_id}"
        found_by = embeds.discovery(embeds.figure_page(figure_id), figure["title"], edition)
        text = redirect_page(figure["title"], "The figure:", target, f"{edition.address}{page}", head=found_by)
        (folder / f"{figure_id}.html").write_text(text, encoding="utf-8")

    spread(app, write_one, found)


def files(figure: Mapping[str, Any], edition: Edition, kept: DrawingCache) -> dict[str, bytes]:
    """The downloads of a figure by their ending. Raises ValueError when the chart cannot be drawn."""
    sheet = picture.sheet(figure, edition, kept(picture.draw, specification(figure)))
    chart = picture.standalone(figure, cite.details(figure, edition))
    work = cite.work(figure, edition)
    return {
        "svg": sheet.encode(),
        "png": kept(png.bitmap, sheet),
        "csv": to_csv(figure["table"]).encode(),
        "json": (json.dumps(chart, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n").encode(),
        "txt": cite.words(figure, edition).encode(),
        **{ending: getattr(work, form).encode() for ending, (form, _) in edition.FORMATS.items()},
        # What makes the chart live, as a script: a page opened from a folder may fetch nothing else.
        "js": script_call("claimcheckFigure", figure["id"], specification(figure)).encode(),
    }
