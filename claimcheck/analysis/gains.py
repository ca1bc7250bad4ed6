"""How results per accelerator of one chip grow from round to round: a derived figure, since MLCommons publishes none.

The best of any submitter at any size (``successive``) is what a chip was shown to do; ``same_owner`` is what the owner
of a system gained without buying another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from claimcheck.analysis.comparison import SHARES, sides
from claimcheck.analysis.view import MAXQ, throughputs
from claimcheck.data.rounds import inference_rounds
from claimcheck.data.store import queried

Comparable = Mapping[str, Sequence[Sequence[str]]]

_SERIES = "family, benchmark, scenario, unit, since, measured"
# {series}: what a result is compared within; {each}: of what the best of a series in a round is taken; {rows} and
# {chosen}: which results and which pairs count; {apart}: of what one pair stays, of the strictest accuracy target.
_PAIRS = f"""
with entered as (
    select rates.*, place, since,
        min(place) over (partition by replace(product, '{MAXQ}', '')) as product_first,
        -- The first round whose logs give a Server result in samples as the rate completed and not as that scheduled.
        min(place) filter (scenario = 'Server' and contains(log_note, 'completed_samples')) over () as completed_since
    from rates join rounds using (round) left join groups using (benchmark, round)
    where scenario in ('Server', 'Offline') and accelerator is not null
), best as (
    select *, min(place) over (partition by family, scenario, unit, since) as benchmark_first
    from {{rows}} where since is not null
    qualify row_number() over (partition by {{series}}, {{each}} order by per_accelerator desc, row_id) = 1
), turns as (
    select *, dense_rank() over (partition by {{series}} order by place) as turn from best
), pairs as (
    select a.product, vendor: a.platform_vendor, a.family, a.benchmark, a.scenario, before: b.round, after: a.round,
        rounds_apart: a.place - b.place, {SHARES},
        {sides("per_accelerator", "submitter", "system", "accelerators", "row_id")},
        new_benchmark: b.place = b.benchmark_first, new_chip: b.place = a.product_first,
        metric_changed: coalesce(a.scenario = 'Server' and a.unit <> 'tokens/s'
            and b.place < a.completed_since and a.place >= a.completed_since, false), a.measured
    from turns a join turns b using ({{series}}) where a.turn = b.turn + 1 and {{chosen}}
)
select * exclude (measured) from pairs qualify row_number() over (
    partition by product, family, scenario, measured, after, {{apart}} order by benchmark desc, row_id_after
) = 1
order by ratio desc, row_id_after
"""


def successive(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Growth of a chip's best result per accelerator between two successive rounds: one row per chip, cell and pair.

    Closed division, Server and Offline, any submitter and size, within the ``comparable`` groups of rounds, one unit
    and one kind; of accuracy variants the strictest that has a pair. Highest ratio first. ``metric_changed``: the
    earlier round reports a rate scheduled and the later one a rate completed.
    """
    return _pairs(results, comparable, rounds, series=f"product, {_SERIES}")


def same_owner(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Growth for owners that kept their hardware: one row per owner, product, number, cell and pair of rounds.

    A system that kept its name is compared with itself; where all were renamed, the owner's best with its best.
    """
    series = f"product, {_SERIES}, owner, accelerators"
    chosen = f"""true qualify b.system = a.system or (
        not bool_or(b.system = a.system) over (partition by {series}, a.turn) and row_number() over (
            partition by {series}, a.turn
            order by a.per_accelerator desc, b.per_accelerator desc, a.row_id, b.row_id
        ) = 1)"""
    parts = {
        "each": "round, system",
        "rows": "(select *, unnest(owners) as owner from entered)",
        "apart": "submitter_after, accelerators_after, system_after, system_before",
    }
    return _pairs(results, comparable, rounds, series=series, chosen=chosen, **parts)


def next_chip(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None = None) -> pd.DataFrame:
    """Growth by a maker's chip in its first round, over the maker's best of the round before."""
    series = f"{_SERIES}, platform_vendor"
    return _pairs(results, comparable, rounds, series=series, chosen="a.product_first = a.place", apart="vendor")


def _pairs(results: pd.DataFrame, comparable: Comparable, rounds: Sequence[str] | None, **parts: str) -> pd.DataFrame:
    """The pairs by ``parts`` of the query, of which those not given are of the best results of a product."""
    parts = {"each": "round", "rows": "entered", "chosen": "true", "apart": "product"} | parts
    places = list(enumerate(inference_rounds() if rounds is None else rounds))
    since = [(name, one, group[0]) for name, groups in comparable.items() for group in groups for one in group]
    return queried(
        _PAIRS.format(**parts),
        rates=throughputs(results),
        rounds=pd.DataFrame(places, columns=["place", "round"]),
        groups=pd.DataFrame(since, columns=["benchmark", "round", "since"]),
    )
