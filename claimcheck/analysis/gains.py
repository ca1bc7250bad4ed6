"""How the best result per accelerator of a chip grows from a round to the next: what the chip was shown to do.

A derived figure, since MLCommons publishes none per accelerator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from claimcheck.analysis.view import MAXQ, throughputs
from claimcheck.data.rounds import inference_rounds
from claimcheck.data.store import queried

_SERIES = "product, family, benchmark, scenario, unit, since, measured"
# Of accuracy targets the strictest that has an earlier result, in whatever round.
_PAIRS = f"""
with entered as (
    select rates.*, place, since, min(place) over (partition by replace(product, '{MAXQ}', '')) as product_first
    from rates join rounds using (round) left join groups using (benchmark, round)
    where scenario in ('Server', 'Offline') and accelerator is not null
), best as (
    select *, min(place) over (partition by family, scenario, unit, since) as benchmark_first
    from entered where since is not null
    qualify row_number() over (partition by {_SERIES}, round order by per_accelerator desc, row_id) = 1
), pairs as (
    select *,
        lag({{id: row_id, round: round, place: place, made: per_accelerator}})
            over (partition by {_SERIES} order by place) as old
    from best qualify old is not null
), strictest as (
    from pairs qualify row_number() over (
        partition by product, family, scenario, measured, round order by benchmark desc, row_id
    ) = 1
)
select product, vendor: platform_vendor, family, benchmark, scenario, before: old.round, after: round,
    ratio: per_accelerator / old.made, row_id_before: old.id, row_id_after: row_id,
    new_benchmark: old.place = benchmark_first, new_chip: old.place = product_first
from strictest where old.place = place - 1 order by ratio desc, row_id_after
"""


def successive(
    results: pd.DataFrame, comparable: Mapping[str, Sequence[Sequence[str]]], rounds: Sequence[str] | None = None
) -> pd.DataFrame:
    """Growth of a chip's best result per accelerator from a round to the next: one row per chip, cell and round.

    Closed division, Server and Offline, any submitter and size, within the ``comparable`` groups of rounds, one unit
    and one kind; of accuracy variants the strictest that has a pair. Highest ratio first. ``new_benchmark`` and
    ``new_chip``: the earlier round was the first of the benchmark's group or of the chip.
    """
    places = list(enumerate(inference_rounds() if rounds is None else rounds))
    since = [(name, one, group[0]) for name, groups in comparable.items() for group in groups for one in group]
    return queried(
        _PAIRS,
        rates=throughputs(results),
        rounds=pd.DataFrame(places, columns=["place", "round"]),
        groups=pd.DataFrame(since, columns=["benchmark", "round", "since"]),
    )
