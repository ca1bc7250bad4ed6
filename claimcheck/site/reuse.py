"""A figure of a notebook, shown on another page."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.charts.figure import recorded
from claimcheck.site.figures import place_figure
from claimcheck.site.source import nearest

logger = logging.getLogger(__name__)


class FigureDirective(SphinxDirective):
    """``cc-figure <notebook> <figure id>``: the figure as the notebook's reference holds it.

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
