"""What a notebook imports: selections of the tables, quantities, and what shows them.

``results`` are the results of the closed division, ``runs`` those of LoadGen; every table of ``data/`` can be imported
under its own name as well: ``from claimcheck.notebook import switches``. They are read when they are imported. What one
or two notebooks need is imported from its module.
"""

from __future__ import annotations

from claimcheck.analysis.derived import load_tables
from claimcheck.analysis.switches import changed_settings
from claimcheck.analysis.view import one_row_a_run, title
from claimcheck.claims.verdict.evidence import source_url
from claimcheck.core.errors import ClaimcheckError, suggestion
from claimcheck.core.printing import listed
from claimcheck.data.names import llm_benchmarks
from claimcheck.data.quantity import HOUR, MILLION, Quantity, value
from claimcheck.data.rounds import keys_until, order, rounds_until
from claimcheck.data.schema import TABLES
from claimcheck.notebook.facts import claim, figure, price, rows_behind
from claimcheck.notebook.marks import COLOURS, line_at
from claimcheck.notebook.selection import Selection, results_of, table_of
from claimcheck.notebook.showing import frame_of, show, table
from claimcheck.notebook.stating import holds, same, say, words


def __getattr__(name: str) -> Selection:
    """A table of ``data/`` by its name, read once. Raises ClaimcheckError for a name that nothing has."""
    if name.startswith("_"):
        raise AttributeError(name)
    if name == "results":
        return table_of("inference_results")(division="closed")
    known = "loadgen_runs" if name == "runs" else name
    if known not in TABLES:
        fix = suggestion(name, [*globals(), *TABLES])
        raise ClaimcheckError(f"neither the library nor a table is called {name!r}", fix=fix)
    return table_of(known)
