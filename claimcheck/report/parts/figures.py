"""Figures on a page: a static SVG, which becomes live when it is pointed at or focused."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core import render as myst_render
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.charts import picture
from claimcheck.charts.figure import MIME, recorded
from claimcheck.charts.picture import specification
from claimcheck.charts.table import MIME as TABLE
from claimcheck.data.numbers import MIME as NUMBERS
from claimcheck.report.book import DrawingCache, address_of, book_of, drawings, nearest, this_publication
from claimcheck.report.parts import cite, embeds, figurefiles, outputs
from claimcheck.report.parts.directives import anchored
from claimcheck.report.parts.folds import STATED
from claimcheck.report.parts.html import esc, part, tag

logger = logging.getLogger(__name__)


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
            made = outputs.table_html(data.content, env) if data.mime_type == TABLE else outputs.frame_html(data.string)
            return [nodes.raw("", made, format="html", classes=["output", "text_html"])]
        if data.mime_type != MIME or inline:
            return None
        return place_figure(document, data.content, (document["source"], data.line), made_here=True)


def _stated(numbers: Sequence[Mapping[str, Any]]) -> list[nodes.Element]:
    """The computations that a cell stated, in figures; where it has none, nothing that shows."""
    lines = [f"{number['text']} = {number['formula']}" for number in numbers if number.get("formula")]
    # Without any node, MyST-NB shows the plain text of the output.
    return [nodes.literal_block(line, line, classes=[STATED], language="none") for line in lines] or [nodes.comment()]


def place_figure(
    document: nodes.document, figure: Mapping[str, Any], location: Any, made_here: bool = False
) -> list[nodes.Element]:
    """The figure under its anchor; a warning and nothing when it cannot be drawn or stands there already.

    ``made_here``: the page is that of the notebook whose figure it is.
    """
    env = document.settings.env
    folder = figurefiles.folder_from(env.app, env.docname)
    edition, kept = this_publication().edition, drawings(env.app)
    try:
        snippet = embeds.of_figure(figure, edition, kept).snippet
        errata = book_of(env.app).errata.of_figure(figure["id"])
        touched = part("errata", "links", errata, functools.partial(address_of, env.app))
        box = cite.box(figure, edition, folder, snippet, touched)
        html = figure_html(figure, folder, box, kept)
    except ValueError as error:
        reason = " ".join(str(error).split()[:40])
        logger.warning("figure %r cannot be drawn: %s", figure["id"], reason, location=location)
        return []
    try:
        placed = anchored(document, f"fig-{figure['id']}", figure["title"], html)
    except KeyError:
        logger.warning("figure id %r is used twice on this page", figure["id"], location=location)
        return []
    figurefiles.note(env, figure, made_here)
    return [placed]


class FigureDirective(SphinxDirective):
    """``cc-figure <notebook> <figure id>``: the figure of a notebook, shown on another page.

    A name that the notebook does not have is a warning, with the nearest one it has.
    """

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """The figure below its anchor."""
        docname, figure_id = self.arguments
        return shown_here(self, docname, figure_id)


def shown_here(directive: SphinxDirective, docname: str, figure_id: str) -> list[nodes.Node]:
    """The figure of another page below its anchor; a warning and nothing for a name that its notebook does not have."""
    path = Path(directive.env.srcdir, f"{docname}.ipynb")
    directive.env.note_dependency(str(path))
    figures = recorded(path)
    if figure_id not in figures:
        what = f"figure {figure_id!r} in {docname}" if figures else f"figures in {docname}"
        logger.warning("no %s%s", what, nearest(figure_id, list(figures)), location=directive.get_location())
        return []
    return place_figure(directive.state.document, figures[figure_id], directive.get_location())


def register_renderer() -> None:
    """Add FigureRenderer to MyST-NB.

    MyST-NB finds renderers by entry point, which would oblige everyone to install this package
    before building the book. It keeps what it found in one list, to which this adds.
    """
    renderers = myst_render.load_mime_renders()
    if FigureRenderer not in renderers:
        renderers.append(FigureRenderer)


def figure_html(figure: Mapping[str, Any], folder: str, box: str, kept: DrawingCache) -> str:
    """The HTML of a figure's JSON object (see ``claimcheck.charts.figure``).

    Its anchor ``fig-<id>`` stands on the element around it. ``folder`` is the address of the figures' files from
    the page, ``box`` the HTML that says how to download and cite it, ``kept`` what was drawn before.
    """
    anchor = f"fig-{figure['id']}"
    spec = specification(figure)
    named = {"role": "img", "aria-labelledby": f"{anchor}-title", "aria-describedby": f"{anchor}-desc"}
    drawn = picture.tidy(kept(picture.draw, spec), anchor, {**named, "focusable": "false"})
    mode = "auto" if figure["live"] else "manual"
    wide = " cc-figure--wide cc-wide" if figure["wide"] else ""
    return (
        f'<figure class="cc-figure{wide}" data-figure="{esc(figure["id"])}"'
        f' data-address="{esc(folder + figure["id"])}.js" data-live="{mode}" aria-labelledby="{anchor}-title">'
        f'<p class="cc-figure__title"><span id="{anchor}-title">{esc(figure["title"])}</span>'
        f'<a class="headerlink" href="{esc(folder + figure["id"])}.html"'
        f' aria-label="Permanent link to this figure">\N{PILCROW SIGN}</a></p>'
        f'<p class="cc-visually-hidden" id="{anchor}-desc">{esc(figure["description"])}</p>'
        f'<div class="cc-figure__body">{_controls(figure)}<div class="cc-figure__picture">{drawn}</div></div>'
        f"<figcaption>{box}</figcaption></figure>"
    )


def _controls(figure: Mapping[str, Any]) -> str:
    """The sliders of a chart as Vega will make them, so that nothing moves when it does."""
    made = "".join(
        '<div class="vega-bind"><label>'
        + tag("span", esc(one["bind"].get("name", one["name"])), "vega-bind-name")
        + f'<input type="range" disabled>{tag("span", esc(one["value"]))}</label></div>'
        for one in figure["spec"].get("params", ())
        if one.get("bind", {}).get("input") == "range"
    )
    return f'<div class="cc-figure__controls">{made}</div>' if made else ""


def register(app: Sphinx) -> None:
    """Register figures, on the page of their notebook and on others, with Sphinx."""
    register_renderer()
    app.add_directive("cc-figure", FigureDirective)
