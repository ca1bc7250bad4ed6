"""Every defensible ratio of results of two rounds."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from claimcheck.analysis.compare import RULES, SHARED
from claimcheck.analysis.results import throughputs
from claimcheck.analysis.view import named, on_sale
from claimcheck.data.schema import DTYPES, TABLES
from claimcheck.data.tables import queried

# What two comparable results have in common.
CELL = RULES["defensible"]
# Columns that a comparison has of each of its two results, with _before and _after.
SIDE = ("result_id", "submitter", "system", "accelerators", "availability", "value", "per_accelerator")
# What an owner kept that submits the same machine again.
_KEPT = ["owner", "family", *CELL[1:], "accelerators"]
_TYPES = {column.name: DTYPES[column.dtype].pandas for column in TABLES["comparisons"].columns}

_BEST_FIRST = "order by per_accelerator desc, row_id"
_SIDES = ", ".join(f"{name}_before: b.{name}, {name}_after: a.{name}" for name in ("row_id", "run", *SIDE))
_COMPARISONS = f"""
with once as (  -- Both suites may publish one run: it takes part once, by its first row.
    from rates qualify row_number() over (partition by {", ".join(CELL)}, round, run order by row_id) = 1
), placed as (  -- The place of each result in its round: of any size or of its own, previews counting or not.
    select *,
        row_number() over (any_size {_BEST_FIRST}) as place,
        row_number() over (same_size {_BEST_FIRST}) as size_place,
        if(on_sale, row_number() over (any_sold {_BEST_FIRST}), null) as sale_place,
        if(on_sale, row_number() over (same_sold {_BEST_FIRST}), null) as size_sale_place
    from once
    window any_size as (partition by {", ".join(CELL)}, round),
        same_size as (partition by {", ".join(CELL)}, round, accelerators),
        any_sold as (partition by {", ".join(CELL)}, round, on_sale),
        same_sold as (partition by {", ".join(CELL)}, round, accelerators, on_sale)
), pairs as (
    select before, after, {_SIDES}, {", ".join(f"a.{name}" for name in (*CELL, "family", "chip"))},
        ratio: per_accelerator_after / per_accelerator_before,
        both_available: b.on_sale and a.on_sale,
        same_submitter: {SHARED["owner"].sql},
        same_number: {SHARED["number"].sql},
        same_system: same_submitter and b.system = a.system,
        rule: concat_ws('; ',
            if(same_submitter, 'same submitter', null),
            if(b.sale_place = 1 and a.sale_place = 1, 'best of any submitter, any size, available only', null),
            if(same_number and b.size_sale_place = 1 and a.size_sale_place = 1,
                'best of any submitter, same size, available only', null),
            if(b.place = 1 and a.place = 1, 'best of any submitter, any size, preview let in', null),
            if(same_number and b.size_place = 1 and a.size_place = 1,
                'best of any submitter, same size, preview let in', null))
    from rounds join placed b on b.round = before join placed a using ({", ".join(CELL)})
    where a.round = after and rule <> ''
), owned as (
    select *,
        row_number() over (partition by {", ".join(_KEPT)}, benchmark, round, system {_BEST_FIRST}) as system_place,
        row_number() over (partition by {", ".join(_KEPT)}, benchmark, round {_BEST_FIRST}) as owner_place
    from (select *, unnest(owners) as owner from rates)
), strictest as (  -- The strictest accuracy target that an owner has in both rounds.
    select before, after, {", ".join(_KEPT)}, max(benchmark) as benchmark
    from rounds join owned b on b.round = before join owned a using ({", ".join(_KEPT)}, benchmark)
    where a.round = after group by all
), again as (
    select before, after, b.row_id as row_id_before, a.row_id as row_id_after, b.run as one, a.run as other,
        if(b.system = a.system, 'system', 'size') as kept, b.per_accelerator as rate,
        bool_or(b.system = a.system) over (partition by before, after, {", ".join(_KEPT)}) as named_again
    from strictest join owned b using ({", ".join(_KEPT)}, benchmark) join owned a using ({", ".join(_KEPT)}, benchmark)
    where b.round = before and a.round = after and b.system_place = 1 and a.system_place = 1
        and (b.system = a.system or (b.owner_place = 1 and a.owner_place = 1))
), kept as (  -- Each pair of runs once.
    from again where kept = 'system' or not named_again
    qualify row_number() over (
        partition by before, after, one, other order by kept desc, rate desc, row_id_before, row_id_after
    ) = 1
)
select pairs.*, kept, repeats: row_number() over (
    partition by before, after, run_before, run_after
    order by benchmark, scenario, unit, product, ratio desc, row_id_after
) > 1
from pairs left join kept using (before, after, row_id_before, row_id_after)
order by ratio desc, row_id_after, row_id_before
"""


def defensible_comparisons(results: pd.DataFrame, rounds: Iterable[tuple[str, str]]) -> pd.DataFrame:
    """Defensible comparisons of two rounds on one product: one row a pair of results, highest ratio first.

    ``results`` is inference_results; ``rounds`` are pairs of rounds, the earlier first. A comparison is defensible
    when both results are in the closed division, on the same product, benchmark, scenario and unit, when both or
    neither are power submissions, and when they are chosen by a rule that does not look at the ratio: the results that
    one owner has in both rounds (every pair of its systems), or the best result per accelerator of any submitter in
    each round (at any size; at each size that both rounds have); each with and without systems that are not on sale. A
    pair that several rules choose is one row, and ``rule`` lists them.

    ``kept`` says what an owner kept whose result is compared with its own on as many of the same accelerators, under
    the strictest accuracy target of both rounds: its system; or, where it renamed all of them, its size, its best
    beside its best, which may hide another server. It is missing in other comparisons. ``repeats``: the accuracy
    targets 99 and 99.9 often publish one run, so that an earlier row (by benchmark, scenario, product) compares the
    same two runs. Columns as in the table ``comparisons``; empty when there is no comparison.
    """
    rates = named(throughputs(results))
    rates = rates.assign(run=rates["log_blob"].fillna(rates["row_id"]), on_sale=on_sale(rates))
    columns = [*CELL, "row_id", "round", "family", "chip", "owners", "run", "on_sale", *SIDE]
    if rates.empty:
        return pd.DataFrame(columns=list(_TYPES)).astype(_TYPES)
    pairs = pd.DataFrame(list(rounds), columns=["before", "after"], dtype="string")
    # DuckDB reads arrays from their beginning: a reversed frame is copied.
    found = queried(_COMPARISONS, rates=rates[columns].copy(), rounds=pairs)
    return found[list(_TYPES)].astype(_TYPES)
