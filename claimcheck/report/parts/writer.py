"""How Sphinx's own nodes become HTML where its way hinders assistive software or does nothing."""

from __future__ import annotations

import re

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from pygments.formatters import HtmlFormatter
from pygments.token import Name, Punctuation, Text, _TokenType
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.writers.html5 import HTML5Translator

from claimcheck.report.parts.folds import HideCode, close_fold, open_fold

# What an address on GitHub is shown as: the repository that it leads into.
_REPOSITORY = re.compile(r"https://github\.com/([^/]+/[^/?#]+)")
# In code, what has the colour of the text around it.
_PLAIN = (Name, Name.Namespace, Punctuation, Text.Whitespace)


class Writer(HTML5Translator):
    """Sphinx's writer, but tables scroll, empty corners are no headings, no role is deprecated, and links are short."""

    def visit_table(self, node: nodes.table) -> None:
        """Open a table in an element that scrolls, which a keyboard reaches."""
        self.body.append('<div class="cc-table__scroll cc-table__plain" role="group" aria-label="Table" tabindex="0">')
        super().visit_table(node)

    def depart_table(self, node: nodes.table) -> None:
        """Close both."""
        super().depart_table(node)
        self.body.append("</div>\n")

    def visit_entry(self, node: nodes.entry) -> None:
        """Open a cell; the empty corner of a table is no heading of anything."""
        super().visit_entry(node)
        if isinstance(node.parent.parent, nodes.thead) and not node.astext():
            node.clear()
            self.body[-1], self.context[-1] = self.starttag(node, "td", ""), "</td>\n"

    def visit_reference(self, node: nodes.reference) -> None:
        """Open a link; a bare address on GitHub, which fits on no phone, is shown as its repository."""
        repository = _REPOSITORY.match(address := node.get("refuri", ""))
        if repository and node.astext() == address:
            node[:] = [nodes.Text(repository[1])]
        super().visit_reference(node)

    def visit_citation(self, node: nodes.citation) -> None:
        """Open an entry of the bibliography, and before the first the list."""
        if not isinstance(node.previous_sibling(), nodes.citation):
            self.body.append('<div class="citation-list">\n')
        self.body.append(self.starttag(node, "div", CLASS="citation"))


class _CodeFormatter(HtmlFormatter):
    """Pygments' HTML without elements around what has no colour of its own."""

    def _get_css_class(self, ttype: _TokenType) -> str:
        return "" if ttype in _PLAIN else super()._get_css_class(ttype)


# The way that Sphinx's documentation has for another formatter of code.
PygmentsBridge.html_formatter = _CodeFormatter


def register(app: Sphinx) -> None:
    """Register the writer, and the folds of code, with Sphinx."""
    app.set_translator("html", Writer)
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close_fold))
    app.add_post_transform(HideCode)
