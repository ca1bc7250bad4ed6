"""The code of a notebook on its page: that of the decisive cells in sight, the rest behind one switch."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from claimcheck.report.parts.html import esc

# What a cell stated, below its code; and code that the switch shows.
STATED = "cc-stated"
CODE = "cc-code"
# The style sheet shows the code while the box is checked: no script is needed.
_SWITCH = (
    '<p class="cc-code-switch"><label><input type="checkbox" id="cc-code-shown" autocomplete="off"> '
    "Show the code of all cells</label></p>"
)


class HideCode(SphinxPostTransform):
    """Put the code of cells with a tag that hides it behind the page's switch, which is above the first cell.

    A cell without such a tag shows its code and what it stated; one with ``hide-cell`` is hidden whole. A cell that is
    hidden under words of its own (a long table) keeps its fold.
    """

    # Before MyST-NB folds the cells that ask for it.
    default_priority = 190
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the document in place."""
        cells = [node for node in self.document.findall(nodes.container) if _is_code(node)]
        if any([_hide(cell) for cell in cells]):
            first = cells[0]
            first.parent.insert(first.parent.index(first), nodes.raw("", _SWITCH, format="html"))


def _hide(cell: nodes.container) -> bool:
    """Mark what the tags of a cell hide; whether there is any."""
    mode = cell.attributes.pop("hide_mode", None)
    if mode is None:
        return False
    for node in [node for node in cell.findall(nodes.literal_block) if STATED in node["classes"]]:
        node.parent.remove(node)
    if mode == "all":
        cell["classes"].append(CODE)
    for node in cell.children:
        if node.get("nb_element") == "cell_code_source":
            node["classes"].append(CODE)
    return True


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
