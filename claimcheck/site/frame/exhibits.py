"""Figures: on a page, as files, and as something to cite.

On a page a figure is a static SVG, which becomes live when it is pointed at or focused, and a line of source below it,
which unfolds into caption, downloads, citation and rows. Its address is a page of its own, which leads to the figure.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core import render as myst_render
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from claimcheck.charts import picture, png
from claimcheck.charts.figure import MIME, recorded, to_csv
from claimcheck.charts.picture import footnote, forms, permanent, specification
from claimcheck.charts.table import MIME as TABLE
from claimcheck.claims.texts.footnote import source_line, without_legend
from claimcheck.core.files import script_call
from claimcheck.data.edition import AUTHOR, Edition, Work
from claimcheck.data.numbers import MIME as NUMBERS
from claimcheck.site.book import DrawingCache, address_of, book_of, drawings, nearest, this_publication
from claimcheck.site.frame.directives import anchored
from claimcheck.site.frame.html import day_text, esc, paragraphs, part, tag
from claimcheck.site.frame.writer import STATED, frame_html, table_html

logger = logging.getLogger(__name__)

FOLDER = "figures"
# The figures on a page among its metadata, which Sphinx keeps, merges and forgets by itself.
_PLACES = "claimcheck-figures"

# By page: the figures on it, by id, and whether the page's own notebook makes them.
Places = dict[str, dict[str, tuple[dict[str, Any], bool]]]
DOWNLOADS = (
    ("svg", "SVG", "the picture with its title, caption and footnote"),
    ("png", "PNG", "the same, 16 cm wide at 150 dpi"),
    ("csv", "CSV", "what the chart draws"),
    ("json", "Vega-Lite", "the chart with its data, footnote, rows and citation, for the Vega editor"),
)
# Files that cannot be moved by a slider.
_STILL = ("svg", "png", "csv")
# So many rows behind a figure are named on its page.
_NAMED = 12


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
    folder = folder_from(env.app, env.docname)
    edition, cache = this_publication().edition, drawings(env.app)
    try:
        errata = [one for one in book_of(env.app).errata if any(name == figure["id"] for _, name in one.figures)]
        touched = part("errata", "links", errata, functools.partial(address_of, env.app))
        box = source_box(figure, edition, folder, touched)
        html = figure_html(figure, folder, box, cache)
    except ValueError as error:
        reason = " ".join(str(error).split()[:40])
        logger.warning("figure %r cannot be drawn: %s", figure["id"], reason, location=location)
        return []
    try:
        placed = anchored(document, f"fig-{figure['id']}", figure["title"], html)
    except KeyError:
        logger.warning("figure id %r is used twice on this page", figure["id"], location=location)
        return []
    note_place(env, figure, made_here)
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


def figure_html(figure: Mapping[str, Any], folder: str, box: str, cache: DrawingCache) -> str:
    """The HTML of a figure's JSON object (see ``claimcheck.charts.figure``).

    Its anchor ``fig-<id>`` stands on the element around it. ``folder`` is the address of the figures' files from
    the page, ``box`` the HTML that says how to download and cite it, ``cache`` the drawings of earlier builds.
    """
    anchor = f"fig-{figure['id']}"
    named = {"role": "img", "aria-labelledby": f"{anchor}-title", "aria-describedby": f"{anchor}-desc"}
    drawn = "".join(
        picture.tidy(
            cache(picture.draw, specification(figure, form)),
            f"{anchor}-{form}",
            {**named, "focusable": "false", "class": f"cc-figure__{form}"},
        )
        for form in forms(figure)
    )
    mode = "auto" if figure["live"] else "manual"
    return (
        f'<figure class="cc-figure" data-figure="{esc(figure["id"])}"'
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
    sliders = "".join(
        '<div class="vega-bind"><label>'
        + tag("span", esc(param["bind"].get("name", param["name"])), "vega-bind-name")
        + f'<input type="range" disabled>{tag("span", esc(param["value"]))}</label></div>'
        for param in figure["spec"].get("params", ())
        if param.get("bind", {}).get("input") == "range"
    )
    return f'<div class="cc-figure__controls">{sliders}</div>' if sliders else ""


def places(env: BuildEnvironment) -> Places:
    """Which figures are on which pages, in the order of these."""
    return {name: on_page(env, name) for name in sorted(env.metadata)}


def on_page(env: BuildEnvironment, page: str) -> dict[str, tuple[dict[str, Any], bool]]:
    """The figures on a page, in their order."""
    return env.metadata[page].get(_PLACES, {})


def note_place(env: BuildEnvironment, figure: Mapping[str, Any], made_here: bool) -> None:
    """Remember that the figure stands on the page that is being read."""
    env.metadata[env.docname].setdefault(_PLACES, {})[figure["id"]] = (dict(figure), made_here)


def check_ids(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of two figures with one id (a handler of ``env-check-consistency``): a file can hold only one."""
    first: dict[str, tuple[str, dict[str, Any]]] = {}
    for docname, figures in places(env).items():
        for figure_id, (figure, _) in figures.items():
            where, known = first.setdefault(figure_id, (docname, figure))
            if known != figure:
                logger.warning("figure id %r is taken by another figure, in %s", figure_id, where, location=docname)


def home_pages(env: BuildEnvironment) -> dict[str, tuple[str, dict[str, Any]]]:
    """Each figure's page by its id, with the figure: its notebook's page if that is in the book."""
    homes: dict[str, tuple[bool, str, dict[str, Any]]] = {}
    for docname, figures in places(env).items():
        for figure_id, (figure, made_here) in figures.items():
            if figure_id not in homes or (made_here and not homes[figure_id][0]):
                homes[figure_id] = (made_here, docname, figure)
    return {figure_id: (docname, figure) for figure_id, (_, docname, figure) in sorted(homes.items())}


def folder_from(app: Sphinx, docname: str) -> str:
    """The address of the figures' folder from a page."""
    return relative_uri(app.builder.get_target_uri(docname), f"{FOLDER}/")


def write_files(app: Sphinx, page: str) -> None:
    """Write the files of the figures that are at home on a page, when that page is written."""
    folder = Path(app.outdir) / FOLDER
    edition, cache = this_publication().edition, drawings(app)
    for figure_id, (home, figure) in home_pages(app.env).items() if on_page(app.env, page) else ():
        if home == page:
            folder.mkdir(exist_ok=True)
            for ending, content in downloads(figure, edition, cache).items():
                (folder / f"{figure_id}.{ending}").write_bytes(content)


def downloads(figure: Mapping[str, Any], edition: Edition, cache: DrawingCache) -> dict[str, bytes]:
    """The downloads of a figure by their ending. Raises ValueError when the chart cannot be drawn."""
    sheet = picture.sheet(figure, edition, cache(picture.draw, specification(figure)))
    chart = picture.standalone(figure, figure_details(figure, edition))
    return {
        "svg": sheet.encode(),
        "png": cache(png.bitmap, sheet),
        "csv": to_csv(figure["table"]).encode(),
        "json": (json.dumps(chart, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n").encode(),
        # What makes the chart live, as a script: a page opened from a folder may fetch nothing else.
        "js": script_call(
            "claimcheckFigure", figure["id"], {form: specification(figure, form) for form in forms(figure)}
        ).encode(),
    }


def citation_text(figure: Mapping[str, Any], edition: Edition) -> str:
    """The citation as text, the footnote below it."""
    reference = (
        f"{AUTHOR} ({edition.release.year}): {figure['title']}. Figure, version {edition.version}, "
        f"{day_text(edition.release)}. {permanent(figure['id'], edition)}"
    )
    return "\n\n".join(part for part in (reference, footnote(figure)) if part)


def figure_work(figure: Mapping[str, Any], edition: Edition) -> Work:
    """The figure as something to cite."""
    return Work(f"-{figure['id']}", figure["title"], permanent(figure["id"], edition), edition, "Figure")


def figure_details(figure: Mapping[str, Any], edition: Edition) -> dict[str, Any]:
    """The words of a figure for its JSON; the columns are those of its CSV, in order."""
    return {
        "title": figure["title"],
        "caption": figure["caption"],
        "citation": citation_text(figure, edition),
        "url": permanent(figure["id"], edition),
        "state": "the sliders as they stand at first" if has_sliders(figure) else None,
        "columns": [
            {"name": heading, "field": field}
            for heading, field in zip(figure["table"]["headings"], figure["table"]["fields"], strict=True)
        ],
        "rows": figure["row_ids"],
    }


def has_sliders(figure: Mapping[str, Any]) -> bool:
    """Whether sliders move a figure's chart."""
    return any("bind" in param for param in figure["spec"].get("params", ()))


def source_box(figure: Mapping[str, Any], edition: Edition, folder: str, errata: str = "") -> str:
    """The line of source below a figure, which unfolds into caption, files, link, citation and rows.

    ``folder`` is the address of the downloads from its page, ``errata`` HTML, which is never folded.
    """
    links = " ".join(_download(figure, folder, ending, name, what) for ending, name, what in DOWNLOADS)
    address = permanent(figure["id"], edition)
    link = tag("a", esc(address), "cc-cite__link", href=f"{folder}{figure['id']}.html")
    copies = copy_list(
        ("Citation", citation_text(figure, edition)),
        ("BibTeX", figure_work(figure, edition).bibtex),
    )
    parts = tag("dt", "Files") + tag("dd", links, "cc-cite__files")
    parts += tag("dt", "Permanent link") + tag("dd", link)
    if ids := figure["row_ids"]:
        more = f" and {len(ids) - _NAMED:,} more, listed in the Vega-Lite file" if len(ids) > _NAMED else ""
        parts += tag("dt", "Rows behind it") + tag("dd", esc(", ".join(ids[:_NAMED]) + more), "cc-cite__rows")
    named = source_line(figure["caption"])
    line = esc(f"Source: {named}." if named else "Sources and notes.")
    summary = tag("summary", f"{line} {tag('span', 'Notes, download, share, cite', 'cc-cite__more')}")
    notes = paragraphs(without_legend(figure["caption"]))
    fold = tag("details", summary + notes + tag("dl", parts + copies), "cc-cite")
    return errata + fold + tag("p", esc(address), "cc-cite__printed")


def copy_list(*named: tuple[str, str]) -> str:
    """Texts to copy, each with its name, as part of a list in a box; a script adds the buttons."""
    return "".join(
        tag("dt", esc(name)) + tag("dd", tag("pre", esc(text.strip()), "cc-cite__text", tabindex="0"))
        for name, text in named
    )


def _download(figure: Mapping[str, Any], folder: str, ending: str, name: str, what: str) -> str:
    hint = f"{what}, the sliders as they stand at first" if has_sliders(figure) and ending in _STILL else what
    file = f"{figure['id']}.{ending}"
    return tag("a", name, href=f"{folder}{file}", download=file, title=hint)


def register(app: Sphinx) -> None:
    """Register figures, on the page of their notebook and on others, with Sphinx."""
    register_renderer()
    app.add_directive("cc-figure", FigureDirective)
