"""HTML of what others make: Sphinx's own nodes, the code of a notebook, and the tables that it prints.

A page holds the first rows of a long table; the others are fetched when a reader wants them. They come from a script
and not from the CSV, since a page opened as a file may load the one and not the other; the CSV is for readers without
scripts and for programs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils import new_document
from markupsafe import Markup
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from claimcheck.charts.table import to_csv
from claimcheck.claims.texts.footnote import source_line
from claimcheck.core.files import script_call, write
from claimcheck.site.frame import terms
from claimcheck.site.frame.html import part

# How pandas wants a frame to look.
_FRAME_LOOKS = re.compile(r'<style.*?</style>| valign="[^"]*"', re.S)
# What the switch for code shows.
CODE = "cc-code"
FOLDER = "tables"
# A table longer than this keeps so many rows.
LONGEST_TABLE, SHOWN_ROWS = 40, 15


class Writer(HTML5Translator):
    """Sphinx's writer, but tables scroll, cards have headings and no role is deprecated."""

    def visit_table(self, node: nodes.table) -> None:
        """Open a table in an element that scrolls, which a keyboard reaches."""
        self.body.append('<div class="cc-table__scroll cc-table__plain" role="group" aria-label="Table" tabindex="0">')
        super().visit_table(node)

    def depart_table(self, node: nodes.table) -> None:
        """Close both."""
        super().depart_table(node)
        self.body.append("</div>\n")

    def visit_paragraph(self, node: nodes.paragraph) -> None:
        """Open a paragraph; the question of a card is a heading, which Markdown has no way to write in a container."""
        if "cc-question" in node["classes"]:
            self.body.append(self.starttag(node, "h2", ""))
        else:
            super().visit_paragraph(node)

    def depart_paragraph(self, node: nodes.paragraph) -> None:
        """Close it."""
        if "cc-question" in node["classes"]:
            self.body.append("</h2>\n")
        else:
            super().depart_paragraph(node)

    def visit_citation(self, node: nodes.citation) -> None:
        """Open an entry of the bibliography, and before the first the list."""
        if not isinstance(node.previous_sibling(), nodes.citation):
            self.body.append('<div class="citation-list">\n')
        self.body.append(self.starttag(node, "div", CLASS="citation"))


class HideCode(SphinxPostTransform):
    """Put all code of a page behind its switch, and cells without a figure or a table, or with ``hide-cell``, whole.

    The first cell, if it has no tag that hides it, goes from a table to the page's figure in plain pandas: it stays in
    sight, below the first figure of its section. What is hidden under words of its own (a long table) keeps its fold.
    """

    # Before MyST-NB folds the cells that ask for it.
    default_priority = 190
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the document in place."""
        cells = [node for node in self.document.findall(nodes.container) if node.get("nb_element") == "cell_code"]
        if cells and "hide_mode" not in cells[0]:
            first, *cells = cells
            section = first.parent
            seen = (cell for cell in cells if cell.parent is section and cell.get("hide_mode") != "all")
            if opening := next(filter(_is_exhibit, seen), None):
                section.remove(opening)
                section.insert(section.index(first), opening)
        for cell in cells:
            # MyST-NB's own words have a place for the kind of what is hidden.
            folded = cell.get("hide_mode") == "all" and "{type}" not in cell["prompt_show"]
            mode = "" if folded else cell.attributes.pop("hide_mode", "input" if _is_exhibit(cell) else "all")
            code = [node for node in cell.children if node.get("nb_element") == "cell_code_source"]
            for node in [cell] if mode == "all" else code:
                node["classes"].append(CODE)


def _is_exhibit(cell: nodes.container) -> bool:
    """Whether a cell shows a figure, which has its id, or a table, which is HTML that has it."""
    ids = [name for part in cell.findall(nodes.Element) for name in part["ids"]]
    return any(name.startswith("fig-") for name in ids) or 'id="tab-' in cell.astext()


def render_partial(builder: StandaloneHTMLBuilder, node: nodes.Node | None) -> dict[str, str]:
    """A title or a list of sections as HTML: what Sphinx renders several times a page, without its transforms."""
    if node is None:
        return {"fragment": ""}
    document = new_document("", builder.docsettings)
    document += node
    visitor = builder.create_translator(document, builder)
    document.walkabout(visitor)
    return {name: "".join(getattr(visitor, name)) for name in ("fragment", "title")}


def open_fold(writer: HTML5Translator, node: HideCodeCellNode) -> None:
    """Write the beginning of a fold: no paragraph may be in a summary, whose name is what it shows."""
    writer.body.append(writer.starttag(node, "details", CLASS="hide"))
    writer.body.append(Markup("<summary>{}</summary>").format(node["prompt_show"]))


def close_fold(writer: HTML5Translator, node: HideCodeCellNode) -> None:
    """Write the end of a fold."""
    writer.body.append("</details>\n")


def table_html(record: Mapping[str, Any], env: BuildEnvironment) -> str:
    """A table's JSON object (see ``claimcheck.charts.table``) as the page that is being read shows it.

    Writes the files of a long table into the site.
    """
    count, more = len(record["columns"][0]["texts"]), ""
    notes = part("cells", "notes", record["notes"], source_line(" ".join(record["notes"])))
    if count > LONGEST_TABLE:
        name = f"{env.docname.rpartition('/')[2]}-{record['id']}"
        rest = part("cells", "rows", record, range(SHOWN_ROWS, count))
        rest = terms.link_words(rest, terms.addresses(env.app, env.docname))
        script = script_call("claimcheckRows", f"tab-{record['id']}", rest)
        for ending, content in (("csv", to_csv(record)), ("js", script)):
            write(Path(env.app.outdir, FOLDER, f"{name}.{ending}"), content.encode())
        address = "../" * env.docname.count("/") + f"{FOLDER}/{name}"
        more, count = part("cells", "rest", SHOWN_ROWS, count, address), SHOWN_ROWS
    return part("cells", "table", record, range(count), Markup(more + notes))


def frame_html(html: str) -> str:
    """What pandas writes of a frame, without a style sheet in the text, looks in attributes and empty headings."""
    return _FRAME_LOOKS.sub("", html).replace("<th></th>", "<td></td>")


def register(app: Sphinx) -> None:
    """Register the writer, and the folds of code, with Sphinx."""
    app.set_translator("html", Writer)
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close_fold))
    app.add_post_transform(HideCode)
