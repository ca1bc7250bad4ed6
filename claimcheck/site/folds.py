"""What a page shows folded: code, and the notes of a table below one line of source."""

from __future__ import annotations

import html
import re
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from claimcheck.claims.footnote import source_line
from claimcheck.site.markup import esc

_NOTES = re.compile(r'(?:<p class="cc-table__note">[^<]*(?:<(?!/p>)[^<]*)*</p>)+(?=</div>)')


class FoldCode(SphinxPostTransform):
    """Fold the code of every cell; what it prints stays in sight. Cells that follow each other and print nothing, and
    the first after them that does, share one fold. A cell that is hidden whole under words of its own (a long table)
    keeps its fold.
    """

    # Before MyST-NB folds the cells that ask for it.
    default_priority = 190
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the document in place."""
        waiting: list[nodes.Node] = []
        for cell in [n for n in self.document.findall(nodes.container) if _is_code(n)]:
            whole = cell.attributes.pop("hide_mode", None) == "all"
            folded = [n for n in cell.children if whole or n.get("nb_element") == "cell_code_source"]
            for node in folded:
                cell.remove(node)
            waiting += folded
            after = cell.next_node(descend=False, siblings=True)
            if not cell.children and _is_code(after):
                cell.parent.remove(cell)
            elif waiting:
                fold = HideCodeCellNode(prompt_show="Show code", prompt_hide="Hide code", classes=["above-input"])
                fold.extend(waiting)
                cell.insert(0, fold)
                waiting = []


def _is_code(node: nodes.Node | None) -> bool:
    if not isinstance(node, nodes.container) or node.get("nb_element") != "cell_code":
        return False
    # MyST-NB's own words have a place for the kind of what is hidden.
    return node.get("hide_mode") != "all" or "{type}" in node["prompt_show"]


def fold_notes(app: Sphinx, page: str, body: str) -> str:
    """The text of a page with the notes of tables that hold results folded below their source."""
    return _NOTES.sub(_folded, body)


def _folded(notes: re.Match[str]) -> str:
    line = source_line(html.unescape(notes[0]))
    return f'<details class="cc-cite"><summary>Source: {esc(line)}.</summary>{notes[0]}</details>' if line else notes[0]
