"""What a notebook imports: selections of the tables, quantities, and what shows them.

``results`` are the results of the closed division, ``runs`` those of LoadGen; every table of ``data/`` can be imported
under its own name as well: ``from claimcheck.notebook import switches``. They are read when they are imported.
"""

from __future__ import annotations

from claimcheck.analysis import wins as win_rules
from claimcheck.analysis.comparison import defensible_comparisons
from claimcheck.analysis.derived import load_tables
from claimcheck.analysis.gains import same_owner, successive, trace
from claimcheck.analysis.operating import (
    AT_LIMIT,
    binding,
    by_newer_harness,
    factors,
    order_changes,
    rates_of_runs,
    token_runs,
    with_latency_limits,
)
from claimcheck.analysis.records import by_organisation, largest, match_partners, new_cells, participation
from claimcheck.analysis.switches import changed_settings, instances, mentions, setting_text
from claimcheck.analysis.view import busiest, family, one_row_a_run, owners, product, share_owner, throughputs, title
from claimcheck.analysis.wins import cell_winners, eligible_results, taking_part
from claimcheck.claims.register.articles import PRESS, read_articles, read_texts
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.wording import MARKS, nearest_as_printed
from claimcheck.claims.verdict import result as verdicts
from claimcheck.claims.verdict.evidence import rules_url, source_url
from claimcheck.core.documents import suggestion
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import listed
from claimcheck.data.edition import read_edition
from claimcheck.data.facts import known_exceptions, organisations, partners
from claimcheck.data.names import ABSENT, introduced, llm_benchmarks, read_corrections, sample_sets
from claimcheck.data.quantity import HOUR, MILLION, Quantity, value
from claimcheck.data.registers import read_questions, read_registers
from claimcheck.data.rounds import in_order, keys_until, order, read_next_round, read_rounds, roles, rounds_until
from claimcheck.data.schema import TABLES, heading
from claimcheck.notebook.facts import claim, figures, prices, rows_behind
from claimcheck.notebook.marks import COLOURS, line_at
from claimcheck.notebook.selection import Selection, pairs, results_of, table_of
from claimcheck.notebook.showing import frame_of, show, table
from claimcheck.notebook.stating import holds, say, words


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
