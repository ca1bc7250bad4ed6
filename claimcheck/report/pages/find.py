"""The page "Where does a number come from?": its frame, with one figure worked out, which scripts take over."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from claimcheck.claims.texts.find import as_json, find
from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.data.edition import read_edition
from claimcheck.report.pages.results import COMPARE, FIND
from claimcheck.report.pages.results import PAGE as RESULTS
from claimcheck.report.parts.directives import BookDirective
from claimcheck.report.parts.html import part

# What the page opens with, how many results it shows, and what else it offers to begin with.
OPENING, SHOWN = "2.77x DeepSeek-R1", 3
EXAMPLES = (
    "8,064 tokens/s per GPU",
    "60% lower cost DeepSeek-R1 Server GB300",
    "2.5 million tokens/s",
    "up to 3.7x Vera Rubin",
    "nearly 3x DeepSeek-R1 Server",
)


class FindDirective(BookDirective):
    """``find-a-number``: fields for a figure and for a text, and what prints the figure that the page opens with."""

    def run(self) -> list[nodes.Node]:
        """The frame as HTML."""
        tables = self.book.tables
        answer = as_json(tables, find(tables, OPENING, SHOWN))
        for hit in answer["hits"]:
            # The foot of the page has the legend.
            hit["footnote"] = hit["footnote"].removesuffix(TRADEMARK).rstrip()
        links = {page: self.link_if_there(page) for page in (COMPARE, RESULTS)}
        address = read_edition().page(FIND)
        return self.html(
            part(
                "find",
                "frame",
                OPENING,
                answer,
                EXAMPLES,
                links[COMPARE],
                links[RESULTS],
                self.root,
                address,
            )
        )


def register(app: Sphinx) -> None:
    """Register the page's frame with Sphinx."""
    app.add_directive("find-a-number", FindDirective)
