"""What a page shows folded: code, and the notes of a table below one line of source."""

from __future__ import annotations

import html
import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from claimcheck.claims.footnote import source_line
from claimcheck.site.markup import esc

_NOTES = re.compile(r'(?:<p class="cc-table__note">[^<]*(?:<(?!/p>)[^<]*)*</p>)+(?=</div>)')


class FoldCode(SphinxPostTransform):
    """Fold the code of every cell; what it prints stays in sight."""

    # Before MyST-NB folds the cells that ask for it.
    default_priority = 190
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the document in place."""
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") == "cell_code":
                cell["hide_mode"] = cell.get("hide_mode") or "input"
                cell["prompt_show"], cell["prompt_hide"] = "Show code", "Hide code"


def fold_notes(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Fold the notes of tables that hold results below their source (a handler of ``html-page-context``)."""
    if body := context.get("body"):
        context["body"] = _NOTES.sub(_folded, body)


def _folded(notes: re.Match[str]) -> str:
    line = source_line(html.unescape(notes[0]))
    return f'<details class="cc-cite"><summary>Source: {esc(line)}.</summary>{notes[0]}</details>' if line else notes[0]
