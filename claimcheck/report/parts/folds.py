"""What a page shows folded: the code of a notebook."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from claimcheck.report.parts.html import esc


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


def open_fold(writer: HTML5Translator, node: HideCodeCellNode) -> None:
    """Write the beginning of a fold: no paragraph may be in a summary, whose name is what it shows."""
    writer.body.append(
        f'<details class="hide {" ".join(node["classes"])}">\n<summary>\n'
        f'<span class="collapsed">{esc(node["prompt_show"])}</span>\n'
        f'<span class="expanded">{esc(node["prompt_hide"])}</span>\n</summary>\n'
    )


def close_fold(writer: HTML5Translator, node: HideCodeCellNode) -> None:
    """Write the end of a fold."""
    writer.body.append("</details>\n")
