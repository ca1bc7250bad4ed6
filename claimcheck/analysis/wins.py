"""Wins: every result that can win, who won each cell, and how many wins each side has under every definition of a win.

A cell is a round, division, suite, benchmark and scenario of one MLPerf program. Nobody defines a win, so every choice
that a definition makes is made both ways and the wins are counted under each.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from claimcheck.analysis.view import FAMILY, owners, share_owner
from claimcheck.core.files import declared
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import rounds_until
from claimcheck.data.store import queried

# Scenarios of v0.5, which had no suites, that its successors put into the datacenter suite.
DATACENTER_SCENARIOS = ("Server", "Offline")
# A result without a log shares its run with those of its system, benchmark family and scenario of the same value.
_INFERENCE = f"""
select row_id, 'inference' as program, round, division, coalesce(suite, 'none') as suite,
    coalesce(availability, 'unknown') as availability, submitter, platform_vendor as vendor, benchmark,
    {FAMILY} as family, scenario, if(higher_is_better, value, 1 / value) as score,
    if(higher_is_better, value / coalesce(accelerators, nodes, 1), score) as score_per_accelerator,
    coalesce(log_blob, concat_ws('/', family, round, division, submitter, system, scenario, value)) as run
from results
"""
# One submitter's results of the same time to all digits are of the same runs: Sustainable Metal Cloud's of v4.0 are in
# the repository two or three times, with the same logs.
_TRAINING = f"""
select row_id, suite as program, round, division, 'none' as suite, coalesce(availability, 'unknown') as availability,
    submitter, platform_vendor as vendor, benchmark, {FAMILY} as family, coalesce(scaling, 'time to train') as scenario,
    coalesce(models_per_minute, 1 / time_to_train_minutes) as score,
    score / coalesce(accelerators, processors, 1) as score_per_accelerator,
    if(time_to_train_minutes is null, row_id,
        row(program, round, division, submitter, benchmark, scaling, accelerators, time_to_train_minutes)::varchar
    ) as run
from training
where time_to_train_minutes is not null or models_per_minute is not null or runs_absent > 0 or score_source = 'span'
"""


def entries(results: pd.DataFrame, training: pd.DataFrame) -> pd.DataFrame:
    """Inference results and training entries in one shape: one row each, sorted by row_id.

    ``score`` is higher for a better result: a rate as it is, a latency or a time as 1 / value. A CPU-only system counts
    its nodes or processors. Equal names of ``run``: one run. An entry without a known score took part and has none; one
    whose runs failed is left out.
    """
    sql = f"{_INFERENCE} union all by name {_TRAINING} order by row_id"
    return queried(sql, results=results, training=training)


def eligible_results(results: pd.DataFrame, training: pd.DataFrame, data: Path = DATA_DIR) -> pd.DataFrame:
    """The ``entries`` that can win up to the round of the first register's claims."""
    rounds = rounds_until(data)
    kept = [training[(training["suite"] == s) & training["round"].isin(rounds[s])] for s in ("training", "hpc")]
    return entries(results[results["round"].isin(rounds["inference"])], pd.concat(kept, ignore_index=True))


CELL = ("program", "round", "division", "suite", "benchmark", "scenario")
NEAR = 0.01
# Every score has the last digits of its printing: closer than this is a tie.
_SAME = 1e-9


# How cells are won: who takes part and on which side, what is one benchmark, and which score counts.
WAY = ("availability", "who", "variants", "score")
_WAY, _CELL = ", ".join(WAY), ", ".join(CELL)
_CELLS = f"""
with sided as (
    select ways.* exclude score, ways.score as score, division, program, round, suite, scenario, vendor,
        if(variants = 'merged', family, benchmark) as benchmark, entries.availability = 'unknown' as unknown,
        if(ways.score = 'score', entries.score, score_per_accelerator) as scored,
        if(ways.score = 'score', by_score, by_score_per_accelerator) as turn, place,
        case who
            when 'platform' then if(vendor = 'NVIDIA', 'nvidia', 'others')
            when 'submitter' then if(member, 'nvidia', 'others')
            else if(vendor <> 'NVIDIA', 'others', if(member, 'nvidia', null))
        end as side
    from ways join entries
        on ways.availability = 'any' or entries.availability in ('available', 'unknown')
), sides as (
    select {_WAY}, {_CELL}, arg_min(place, turn) filter (side is not null) as place,
        max(scored) filter (side = 'nvidia') as mine, max(scored) filter (side = 'others') as theirs,
        count(distinct vendor) as vendors, bool_or(unknown) as unknown,
        -- A side without a known score is behind one with a score, and before one that did not take part.
        coalesce(mine, if(bool_or(side = 'nvidia'), 0, -1)) as of_nvidia,
        coalesce(theirs, if(bool_or(side = 'others'), 0, -1)) as of_others,
        bool_or(scored is null and side = 'nvidia') as mine_unscored,
        bool_or(scored is null and side = 'others') as theirs_unscored
    from sided group by {_WAY}, {_CELL} having count(side) > 0
)
select {_WAY}, {_CELL}, vendor, submitter, row_id, run,
    lead: greatest(mine, theirs) / if(mine is null or theirs is null, null, least(mine, theirs)),
    winner: if(coalesce(lead < 1 + {_SAME}, false) or of_nvidia = of_others, 'tied',
        if(of_nvidia > of_others, 'nvidia', 'others')),
    near: coalesce(lead < 1 + {NEAR}, false), both_sides: mine is not null and theirs is not null,
    vendors, contested: vendors > 1, unknown,
    unscored: coalesce(if(of_nvidia > of_others, theirs_unscored, mine_unscored), false),
    -- Where availability is not known, the other side's best may be all that a buyer could have.
    open_question: near or unscored or (unknown and both_sides and availability = 'available')
from sides join (select place, vendor, submitter, row_id, run from entries) using (place) order by {_WAY}, {_CELL}
"""


def _sided(entries: pd.DataFrame) -> pd.DataFrame:
    """``entries`` with their place, their turn by each score, and whether NVIDIA is one of the submitters."""
    ours = {name: share_owner(owners(name), owners("NVIDIA")) for name in entries["submitter"].unique()}
    # The best has the first turn, and of equal scores the first by place; a joint entry is each member's.
    scores = ("score", "score_per_accelerator")
    turns = {f"by_{name}": entries[name].fillna(-1).rank(method="first", ascending=False) for name in scores}
    return entries.assign(place=range(len(entries)), member=entries["submitter"].map(ours).astype(bool), **turns)


# The declarations, as they are in the file: what each choice of a definition means, and what the sentence rules out.
_DECLARED: dict[str, Any] = declared(__file__, "wins.yml")
MEANING: dict[str, dict[str, str]] = _DECLARED["meaning"]
RULED_OUT: dict[str, dict[str, Any]] = _DECLARED["ruled_out"]
CHOICES = {choice: tuple(values) for choice, values in MEANING.items()}
# Choices that only concern inference, or only training.
_INFERENCE_ONLY = ("suites", "variants", "measure", "count")
NOT_APPLICABLE = "-"


def ruled_out(rule: Mapping[str, str]) -> tuple[str, ...]:
    """Reasons why the claim's sentence does not allow a definition, keys of ``RULED_OUT``; empty if it does."""
    return tuple(
        name
        for name, reason in RULED_OUT.items()
        if any(all(rule[choice] in values for choice, values in kind.items()) for kind in reason["by"])
    )


def every_rule() -> pd.DataFrame:
    """Every definition of a win once, numbered from 1: a value for each of CHOICES, ``-`` where it does not apply."""
    rules = pd.DataFrame(itertools.product(*CHOICES.values()), columns=[*CHOICES])
    rules.loc[rules["programs"] == "inference", "training"] = NOT_APPLICABLE
    rules.loc[rules["programs"] == "training", [*_INFERENCE_ONLY]] = NOT_APPLICABLE
    rules = rules.drop_duplicates(ignore_index=True)
    return rules.assign(rule=rules.index + 1)


# The plainest definition.
PLAIN = {choice: values[0] for choice, values in CHOICES.items()}


def in_words(rule: Mapping[str, str]) -> str:
    """Choices in which a definition differs from the plainest one, in words."""
    odd = [MEANING[c][rule[c]] for c in CHOICES if rule[c] not in (PLAIN[c], NOT_APPLICABLE)]
    return "; ".join(odd) or "the plainest definition"


COUNTS = ("nvidia", "others", "tied", "nvidia_low", "nvidia_high", "others_low", "others_high")
_PART = f"program, {_WAY}, divisions, suites, cells, count"
# What counts under each rule: a program, how its cells are won, and which of them.
_PARTS = """
with parts as (
    select rule, list_position(string_split(programs, '+'), program) as place, program, availability, who,
        if(program = 'inference', variants, 'apart') as variants,
        unnest(case if(program = 'inference', measure, training)
            when 'both' then ['score', 'score_per_accelerator']
            when 'total' then ['score'] when 'at scale' then ['score'] else ['score_per_accelerator'] end) as score,
        division as divisions, if(program = 'inference', suites, 'datacenter+edge') as suites, cells,
        if(program = 'inference', count, 'results') as count
    from (select *, unnest(string_split(programs, '+')) as program from rules)
), ways as (
    select distinct availability, who, variants, score from parts
)"""
# A side's second cell won with one run is left out where runs are counted.
_COUNTING = f"""{_PARTS}, won as (
    select *, row_number() over (order by {_CELL}) as turn from ({_CELLS})
), counting as (
    select * exclude (turn, part)
    from won join (select *, row_number() over () as part from (select distinct {_PART} from parts))
        using (program, {_WAY})
    where contains(divisions, division) and (cells = 'every' or contested)
        and (suites <> 'datacenter' or program <> 'inference' or suite = 'datacenter'
            or (suite = 'none' and scenario in {DATACENTER_SCENARIOS}))
    qualify count = 'results' or row_number() over (partition by part, winner, run order by turn) = 1
)
"""
_CELLS_WON = f"{_COUNTING} select * from parts join counting using ({_PART}) order by rule, place, score, {_CELL}"
_COUNTS = f"""{_COUNTING}, counts as (
    select {_PART}, round,
        nvidia: count_if(winner = 'nvidia'), others: count_if(winner = 'others'), tied: count_if(winner = 'tied'),
        nvidia_low: count_if(winner = 'nvidia' and not open_question),
        nvidia_high: count_if(winner = 'nvidia' or open_question),
        others_low: count_if(winner = 'others' and not open_question),
        others_high: count_if(winner = 'others' or open_question)
    from counting group by all
)
select rule, program, round, {", ".join(f"{name}: sum({name})::bigint" for name in COUNTS)}
from parts join counts using ({_PART}) group by all order by rule, program, round
"""


def cells_won(entries: pd.DataFrame, rule: Mapping[str, str]) -> pd.DataFrame:
    """Cells of ``entries`` that count under ``rule``: the winner of each, by how much, and what is uncertain.

    ``winner`` is nvidia, others or tied; ``lead``: best of the winning side over best of the other; ``near``: below 1 +
    NEAR; ``contested``: silicon of two makers or more; ``unknown``: an entry has no known availability; ``unscored``:
    the other side has an entry whose score is not known. A cell in which one side alone took part is that side's.
    """
    return queried(_CELLS_WON, rules=pd.DataFrame([{"rule": 1, **rule}]), entries=_sided(entries))


def counts_by_round(entries: pd.DataFrame, rules: pd.DataFrame) -> pd.DataFrame:
    """``COUNTS`` under each of ``rules`` in each program and round; a tie is nobody's win.

    ``rule`` is its number, from 1. The low counts leave out, and the high ones add, every cell that is tied, decided by
    less than 1%, or where an unknown score or availability of the other side may matter.
    """
    return queried(_COUNTS, rules=rules, entries=_sided(entries))


def count_every_rule(entries: pd.DataFrame) -> pd.DataFrame:
    """Wins under every definition: one row each, with ``rule``, its choices, ``ruled_out``, ``COUNTS`` and ``ratio``.

    There is no ratio where others won nothing.
    """
    rules = every_rule()
    reasons = ["; ".join(ruled_out(rule)) or None for rule in rules.to_dict("records")]
    sums = counts_by_round(entries, rules).groupby("rule")[list(COUNTS)].sum()
    counts = rules.assign(ruled_out=reasons).join(sums.reindex(rules["rule"], fill_value=0), on="rule")
    return counts.assign(ratio=(counts["nvidia"] / counts["others"]).where(counts["others"] > 0))


def outcomes(counts: pd.DataFrame, doubt: bool) -> pd.DataFrame:
    """The figures that each definition gives: ``rule``, ``wins`` of NVIDIA, and how many ``times`` those of others.

    ``counts``: as the table counting_rules. Times is rounded to a whole number; a definition by which others won
    nothing gives none. With ``doubt`` a definition also gives what it would if some or all doubtful cells went to
    either side.
    """
    tallies = counts[["rule", "nvidia", "others"]]
    if doubt:
        every = counts.loc[counts.index.repeat(counts["nvidia_high"] - counts["nvidia_low"] + 1)]
        for_nvidia = every.groupby("rule").cumcount()
        decided = every.assign(nvidia=every["nvidia_low"] + for_nvidia, others=every["others_high"] - for_nvidia)
        tallies = pd.concat([tallies, decided[tallies.columns]])
    tallies = tallies[tallies["others"] > 0]
    times = (tallies["nvidia"] / tallies["others"] + 0.5).astype(float).astype(int)
    return pd.DataFrame({"rule": tallies["rule"], "wins": tallies["nvidia"].astype(int), "times": times})


def effects(counts: pd.DataFrame) -> pd.DataFrame:
    """Effect of one choice while all others stay: one row per choice and value other than its first, largest first.

    ``wins`` and ``ratio`` are the median factors by which NVIDIA's count and the ratio change between two rules that
    differ in this choice alone.
    """
    rows = []
    for choice, (base, *others) in CHOICES.items():
        for value in others:
            first, then = (counts[counts[choice] == one] for one in (base, value))
            # A choice without bearing on one side (suites, when Training alone counts) is none of the pair's.
            rest = [c for c in CHOICES if c != choice and (choice != "programs" or NOT_APPLICABLE not in set(then[c]))]
            both = first.merge(then, on=rest, suffixes=("", "_then"))
            finite = both[(both["others"] > 0) & (both["others_then"] > 0)]
            wins, ratio = both["nvidia_then"] / both["nvidia"], finite["ratio_then"] / finite["ratio"]
            rows.append((choice, base, value, len(both), wins.median(), ratio.median()))
    table = pd.DataFrame(rows, columns=["choice", "from", "to", "pairs", "wins", "ratio"])
    size = np.log(table[["wins", "ratio"]].where(table[["wins", "ratio"]] > 0)).abs().sum(axis=1)
    return table.assign(size=size).sort_values("size", ascending=False, ignore_index=True, kind="stable")
