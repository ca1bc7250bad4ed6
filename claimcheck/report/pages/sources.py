"""The list of facts from outside, each with the text that it rests on."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from markupsafe import Markup

from claimcheck.claims.texts.sources import facts
from claimcheck.core.documents import Source
from claimcheck.report.pages.claims import Listing
from claimcheck.report.parts.markup import link
from claimcheck.report.parts.templates import part

_NOTE = (
    "Second-hand: the text of who did or decided it could not be opened from where the report was made, and the page "
    "named was read in its place."
)


class SourcesDirective(Listing):
    """``fact-sources``: dates of the rounds, prices, partners and figures from outside, each with its address."""

    def listing(self) -> list[nodes.Node]:
        """A table, one row a fact."""
        return self.html(sources_html(self.source.data_dir))


def sources_html(data: Path) -> str:
    """Every fact from outside that a register in ``data`` states, linked to its source. Raises RegisterError."""
    rows = [(fact.words, _named(fact.source), _read(fact.source)) for fact in facts(data)]
    return part("rerun", "table", "Facts from outside", ("What is stated", "Source", "How it was read"), rows, _NOTE)


def _named(source: Source) -> str:
    return Markup(link(source.address, source.name)) if source.address else source.name


def _read(source: Source) -> str:
    return Markup(link(source.read_at, "second-hand")) if source.read_at else source.hand
