"""What a notebook imports: selections of the tables, quantities, and what shows them.

``results`` are the results of the closed division, ``runs`` those of LoadGen; every table of ``data/`` can be imported
under its own name as well: ``from claimcheck.notebook import switches``. They are read when they are imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimcheck.analysis.results import title
from claimcheck.core.documents import nearest
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.schema import TABLES, heading
from claimcheck.notebook.facts import Prices, SourcedFigures, claim, rows_behind
from claimcheck.notebook.quantity import HOUR, MILLION, Quantity, value
from claimcheck.notebook.selection import Row, Selection, pairs, results_of, table_of
from claimcheck.notebook.showing import show, table
from claimcheck.notebook.stating import holds, say, words

if TYPE_CHECKING:
    comparisons: Selection
    results: Selection
    runs: Selection

__all__ = [
    "HOUR",
    "MILLION",
    "Quantity",
    "Row",
    "Selection",
    "claim",
    "comparisons",
    "figures",
    "heading",
    "holds",
    "pairs",
    "prices",
    "results",
    "results_of",
    "rows_behind",
    "runs",
    "say",
    "show",
    "table",
    "title",
    "value",
    "words",
]

prices = Prices()
figures = SourcedFigures()


def __getattr__(name: str) -> Selection:
    """A table of ``data/`` by its name, read once. Raises ClaimcheckError for a name that nothing has."""
    if name.startswith("_"):
        raise AttributeError(name)
    if name == "results":
        return table_of("inference_results")(division="closed")
    if name == "runs":
        return table_of("loadgen_runs")
    if name not in TABLES:
        near = nearest(name, [*__all__, *TABLES])
        fix = f"did you mean {' or '.join(near)}?" if near else None
        raise ClaimcheckError(f"neither the library nor a table is called {name!r}", fix=fix)
    return table_of(name)
