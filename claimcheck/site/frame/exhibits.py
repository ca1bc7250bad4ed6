"""Figures: on a page, as files, and as something to cite.

On a page a figure is a static SVG, which becomes live when it is pointed at or focused, and a line of source below it,
which unfolds into caption, downloads, citation and rows. Its address is its place on the page of its notebook.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jupytext
from docutils import nodes
from markupsafe import Markup
from myst_nb.core import render as myst_render
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from claimcheck.charts import picture
from claimcheck.charts.figure import MIME, to_csv
from claimcheck.charts.form import FORMS, specification
from claimcheck.charts.picture import footnote
from claimcheck.charts.table import MIME as TABLE
from claimcheck.core.files import script_call, write
from claimcheck.data.edition import AUTHOR
from claimcheck.data.numbers import MIME as NUMBERS
from claimcheck.site.book import DrawingCache, book_of, drawings, this_publication
from claimcheck.site.frame.directives import anchored, showing
from claimcheck.site.frame.html import part
from claimcheck.site.frame.navigation import is_notebook
from claimcheck.site.frame.writer import CODE, frame_html, table_html

FOLDER = "figures"
# The figures on a page among its metadata, which Sphinx keeps, merges and forgets by itself: each with its notebook.
_PLACES = "claimcheck-figures"

DOWNLOADS = {
    "svg": "the picture with its title, caption and footnote",
    "png": "the same, 16 cm wide at 150 dpi",
    "csv": "what the chart draws, with its footnote, citation and the rows behind it",
}
# Programs that read tables take no cell of any length: so many rows are named in one.
_IN_A_LINE = 100


def read_text_form(app: Sphinx, docname: str, source: list[str]) -> None:
    """Take a notebook's prose from its text form, whose figures lead to their sources (``source-read``)."""
    path = Path(app.srcdir, f"{docname}.py")
    if not path.is_file():
        return
    notebook = json.loads(source[0])
    for cell, written in zip(notebook["cells"], jupytext.read(path, fmt="py:percent").cells, strict=True):
        if cell["cell_type"] == "markdown":
            cell["source"] = written.source
    source[0] = json.dumps(notebook)
    app.env.note_dependency(str(path))


class FigureRenderer:
    """Turns a notebook's figures and tables into those of a page (a MyST-NB MIME renderer)."""

    mime_priority_overrides = (("*", MIME, 1), ("*", NUMBERS, 1), ("*", TABLE, 1))

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """Nodes for a figure, a table or stated numbers; None for any other output."""
        document = renderer.renderer.document
        if data.mime_type == NUMBERS:
            return _stated(data.content["numbers"])
        if data.mime_type in (TABLE, "text/html"):
            env = document.settings.env
            html = table_html(data.content, env) if data.mime_type == TABLE else frame_html(data.string)
            return [nodes.raw("", html, format="html", classes=["output", "text_html"])]
        if data.mime_type == MIME:
            return place_figure(document, data.content, document.settings.env.docname)
        return None


def _stated(numbers: Sequence[Mapping[str, Any]]) -> list[nodes.Element]:
    """The computations that a cell stated, in figures; where it has none, nothing that shows."""
    lines = [f"{number['text']} = {number['formula']}" for number in numbers if number.get("formula")]
    stated = [nodes.literal_block(line, line, classes=["cc-stated", CODE], language="none") for line in lines]
    # Without any node, MyST-NB shows the plain text of the output.
    return stated or [nodes.comment()]


def place_figure(document: nodes.document, figure: Mapping[str, Any], notebook: str) -> list[nodes.Element]:
    """The figure of the page ``notebook``, under its anchor. Raises KeyError when it is on the page already."""
    env = document.settings.env
    folder = "../" * env.docname.count("/") + f"{FOLDER}/"
    home = notebook, env.app.builder.get_relative_uri(env.docname, notebook)
    html = figure_html(figure, folder, home, drawings(env.app))
    env.metadata[env.docname].setdefault(_PLACES, {})[figure["id"]] = notebook
    return [anchored(document, f"fig-{figure['id']}", html)]


def shown_here(directive: SphinxDirective, docname: str, figure_id: str) -> list[nodes.Node]:
    """The figure of a notebook, shown on another page below its anchor (``cc-figure <notebook> <figure id>``).

    Raises KeyError for a name that the notebook does not have.
    """
    path = Path(directive.env.srcdir, f"{docname}.ipynb")
    directive.env.note_dependency(str(path))
    return place_figure(directive.state.document, book_of(directive.env.app).figures(path)[figure_id], docname)


def figure_html(figure: Mapping[str, Any], folder: str, home: tuple[str, str], cache: DrawingCache) -> str:
    """The HTML of a figure's JSON object (see ``claimcheck.charts.figure``).

    Its anchor ``fig-<id>`` is on the element around it. ``folder`` is the address of the figures' files from the page,
    ``home`` the page of its notebook and that page's address from here, ``cache`` the drawings of earlier builds.
    Raises ValueError as ``draw`` does.
    """
    anchor, edition = f"fig-{figure['id']}", this_publication().edition
    named = {"role": "img", "aria-labelledby": f"{anchor}-title", "aria-describedby": f"{anchor}-desc"}
    drawn = "".join(
        picture.tidy(
            cache(picture.draw, specification(figure, form)),
            f"{anchor}-{form}",
            {**named, "focusable": "false", "class": f"cc-figure__{form}"},
        )
        for form in FORMS
    )
    sliders = [one for one in figure["spec"].get("params", ()) if one.get("bind", {}).get("input") == "range"]
    address, link = edition.figure(home[0], figure["id"]), f"{home[1]}#{anchor}"
    bibtex = edition.bibtex(f"-{figure['id']}", figure["title"], address, "Figure")
    words = (link, address, citation_text(figure, address), bibtex)
    return part("figure", "shown", figure, folder, Markup(drawn), sliders, DOWNLOADS, *words)


def on_page(env: BuildEnvironment, page: str) -> Iterator[dict[str, Any]]:
    """The figures on a page, in their order."""
    for figure_id, notebook in env.metadata[page].get(_PLACES, {}).items():
        yield book_of(env.app).figures(Path(env.srcdir, f"{notebook}.ipynb"))[figure_id]


def files_to_write(app: Sphinx, pages: Sequence[str]) -> list[Callable[[], None]]:
    """What draws the figures of those notebooks that are among ``pages``, for the cache, and writes their files.

    The pages that show them are read and written by many processes, of which each would start Vega.
    """
    cache, recorded = drawings(app), book_of(app).figures

    def drawn(figure: Mapping[str, Any], page: str) -> None:
        for form in FORMS:
            cache(picture.draw, specification(figure, form))
        for ending, content in downloads(figure, page, cache).items():
            write(Path(app.outdir, FOLDER, f"{figure['id']}.{ending}"), content)

    made = {page: recorded(Path(app.env.doc2path(page))) for page in sorted(pages) if is_notebook(app, page)}
    return [functools.partial(drawn, figure, page) for page, figures in made.items() for figure in figures.values()]


def downloads(figure: Mapping[str, Any], page: str, cache: DrawingCache) -> dict[str, bytes]:
    """The downloads of a figure of a page's notebook, by their ending. Raises ValueError when it cannot be drawn."""
    edition, ids = this_publication().edition, figure["row_ids"]
    address = edition.figure(page, figure["id"])
    source = f"claimcheck {edition.version}, {edition.day}. {address}"
    sheet = picture.sheet(figure, source, cache(picture.draw, specification(figure)))
    cited = citation_text(figure, address).split("\n\n")
    behind = [f"Rows behind it: {', '.join(ids[at : at + _IN_A_LINE])}" for at in range(0, len(ids), _IN_A_LINE)]
    # What makes the chart live is a script: a page opened from a folder may fetch nothing else.
    live = script_call("claimcheckFigure", figure["id"], {form: specification(figure, form) for form in FORMS})
    return {
        "svg": f'<?xml version="1.0" encoding="utf-8"?>\n{sheet}\n'.encode(),
        "png": cache(picture.png, sheet),
        "csv": to_csv(figure["table"], [*cited, *behind]).encode(),
        "js": live.encode(),
    }


def citation_text(figure: Mapping[str, Any], address: str) -> str:
    """The citation as text, the footnote below it."""
    edition = this_publication().edition
    which = f"Figure, version {edition.version}, {edition.day}"
    reference = f"{AUTHOR} ({edition.release.year}): {figure['title']}. {which}. {address}"
    return f"{reference}\n\n{footnote(figure)}".strip()


def register(app: Sphinx) -> None:
    """Register figures, on the page of their notebook and on others, with Sphinx."""
    # MyST-NB finds renderers by entry point, which would oblige everyone to install this package before building the
    # book. It keeps what it found in one list.
    renderers = myst_render.load_mime_renders()
    if FigureRenderer not in renderers:
        renderers.append(FigureRenderer)
    app.add_directive("cc-figure", showing(shown_here, 2))
