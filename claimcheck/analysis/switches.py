"""Which mechanism was on in which entry, by the submitted files and by the rules.

The settings that a run used are those that ``engine_settings`` marks as selected. Off is what a submitted file shows.
Off by its notes is an entry whose notes start it without the mechanism, since the command that ran is not recorded; a
file that is silent is no evidence against it; of an entry without a file nothing is recorded.
"""

from __future__ import annotations

import json

import pandas as pd

from claimcheck.analysis.view import chip
from claimcheck.data.stacks import Mechanisms
from claimcheck.data.store import queried

_INSTANCES = """
with used as (from settings where selected)
select tensor.row_id, tensor.component,
    size: tensor.value::bigint * coalesce(pipeline.value::bigint, 1),
    number: if(
        tensor.component <> 'engine', workers.value::bigint,
        if(accelerators % size = 0, accelerators // size, null)
    ),
    tensor.inferred, tensor.repo, tensor.commit, tensor.path, tensor.line
from used tensor
join (select row_id, accelerators from results) using (row_id)
left join used pipeline
    on pipeline.row_id = row_id and pipeline.component = tensor.component and pipeline.setting = 'pipeline_parallel'
left join used workers on workers.row_id = row_id and workers.setting = tensor.component || '_workers'
where tensor.setting = 'tensor_parallel' and tensor.component in ('engine', 'prefill', 'decode')
order by row_id, tensor.component
"""


def instances(settings: pd.DataFrame, results: pd.DataFrame) -> pd.DataFrame:
    """Copies of the model that each system ran, by its submitted settings: one row per result and kind of instance.

    ``size``: tensor-parallel x pipeline-parallel accelerators; ``number``: workers, or accelerators / ``size``.
    """
    return queried(_INSTANCES, settings=settings, results=results).astype({"number": "Int64"})


# States that others ask for by name; the query below has all of them.
ON, OFF = "on", "off"
FORBIDDEN, NOT_APPLICABLE = "forbidden by the rules", "does not apply"
_SOURCE = ("repo", "commit", "path", "blob", "line")
_ENTRY = ("row_id", "round", "submitter", "system", "benchmark", "scenario", "accelerators")
_NOTES = ["round", "submitter", "benchmark", "scenario", "size", "mechanism", "command", "path", "blob", "line"]
# Where a setting stands in several files of one entry, the engine's own is what ran; of loads, LoadGen's.
_FIRST = ("engine", "decode", "prefill", "router", "harness", "loadgen")


def listed_entries(results: pd.DataFrame, register: Mechanisms) -> pd.DataFrame:
    """Results on accelerators of the register's benchmarks and rounds, every division, with ``chip``."""
    rows = results[
        results["round"].isin(register.rounds)
        & results["benchmark"].isin(register.experts)
        & results["accelerator"].notna()
    ]
    rows = rows.assign(chip=rows["accelerator"].map(chip))
    return rows.sort_values(["benchmark", "scenario", "round", "submitter", "accelerators"], ignore_index=True)


# Every state that may be that of a mechanism in an entry, and the basis that it has; the first of them is.
_STATES = """
with cells as (from entries cross join mechanisms),
selected as (
    select *, struct_pack(repo := repo, commit := commit, path := path, blob := blob, line := line) as source from own
),
shown as (  -- What the selected settings say, the first by rule and then by file.
    select row_id, mechanism, says, component || ': ' || setting || ' = ' || text as why, inferred, source
    from selected join meanings using (setting, text)
    qualify row_number() over (
        partition by row_id, mechanism, says order by rule, component, source.path, source.line
    ) = 1
),
denied as (  -- The submitter's own step that starts an entry in another way.
    select row_id, mechanism, 'the submitter''s own steps start it with ' || command as why,
        struct_pack(repo := repo, commit := commit, path := path, blob := blob, line := line) as source
    from notes join entries using (round, submitter, benchmark, scenario)
    where size = chip || 'x' || accelerators
),
whole as (  -- Entries in which one engine spans all accelerators.
    select row_id from engines group by row_id having count(*) = 1 and min(component) = 'engine' and min(number) = 1
),
possible as (
    select 1 as place, row_id, mechanism, 'does not apply' as state, 'a dense model has no experts' as why
    from cells where needs_experts and not has_experts
    union all by name
    select 2 as place, row_id, mechanism, 'files disagree' as state, shown.why || '; ' || denied.why as why,
        true as inferred, shown.source
    from shown join denied using (row_id, mechanism) where says = 'on'
    union all by name
    select 3 as place, row_id, mechanism, 'on' as state, why, inferred, source from shown where says = 'on'
    union all by name
    select 4 as place, row_id, mechanism, of_one_engine as state,
        'one engine on all ' || accelerators || ' accelerators: ' || why_of_one as why, inferred, source
    from cells join whole using (row_id) join selected using (row_id)
    where setting = 'tensor_parallel' and of_one_engine is not null
    union all by name
    select 5 as place, row_id, mechanism, 'off' as state, why, inferred, source from shown where says = 'off'
    union all by name
    select 6 as place, row_id, mechanism, 'forbidden by the rules' as state, why
    from entries join barred using (round, benchmark, scenario)
    union all by name
    select 7 as place, row_id, mechanism, 'off by its notes' as state, why, true as inferred, source from denied
    union all by name
    select 8 as place, row_id, mechanism, 'the file is silent' as state, 'its settings do not mention it' as why
    from cells semi join own using (row_id)
    union all by name
    select 9 as place, row_id, mechanism, 'not recorded' as state, 'no settings of the entry are known' as why
    from cells
)
select cells.* exclude (chip, repo, commit, position, has_experts, needs_experts, of_one_engine, why_of_one), state,
    why, coalesce(inferred, false) as inferred, source.repo, source.commit, source.path, source.blob, source.line
from cells join possible using (row_id, mechanism)
qualify row_number() over (partition by row_id, mechanism order by place) = 1
order by position, row_id
"""


def mechanism_states(entries: pd.DataFrame, settings: pd.DataFrame, register: Mechanisms) -> pd.DataFrame:
    """State of each mechanism in each entry of ``listed_entries``, and its source: rows of the table switches."""
    mechanisms = register.mechanisms.items()
    own = settings[settings["selected"] & settings["row_id"].isin(entries["row_id"])]
    own = own.assign(text=own["value"].map(setting_text))
    notes = [
        (of.round, of.submitter, benchmark, scenario, size, mechanism, of.command, of.path, of.blob, line)
        for of in register.steps
        for benchmark, sizes in of.lines.items()
        for size, scenarios in sizes.items()
        for scenario, line in scenarios.items()
        for mechanism in of.denies
    ]
    kinds = [
        (key, kind.experts, kind.one_engine and kind.one_engine.state, kind.one_engine and kind.one_engine.says)
        for key, kind in mechanisms
    ]
    meanings = [
        (key, number, rule.setting, text, rule.state(text))
        for key, kind in mechanisms
        for number, rule in enumerate(kind.shown_by)
        for text in own.loc[own["setting"] == rule.setting, "text"].unique()
    ]
    barred = [
        (key, *cell, limit.says)
        for key, kind in mechanisms
        for cell in entries[["round", "benchmark", "scenario"]].drop_duplicates().itertuples(index=False)
        if (limit := kind.limit(cell.round)) and limit.forbids(cell.benchmark, cell.scenario)
    ]
    position = {name: place for place, name in enumerate(entries["row_id"])}
    return queried(
        _STATES,
        entries=entries[[*_ENTRY, "chip", "repo", "commit"]].assign(
            position=entries["row_id"].map(position), has_experts=entries["benchmark"].map(register.experts)
        ),
        mechanisms=pd.DataFrame(kinds, columns=["mechanism", "needs_experts", "of_one_engine", "why_of_one"]),
        own=own,
        notes=pd.DataFrame(notes, columns=_NOTES),
        engines=instances(settings, entries),
        meanings=pd.DataFrame(meanings, columns=["mechanism", "rule", "setting", "text", "says"]).dropna(),
        barred=pd.DataFrame(barred, columns=["mechanism", "round", "benchmark", "scenario", "why"]),
    ).astype({"line": "Int64"})


def setting_text(value: object) -> str:
    """Text of a setting's value, which is JSON in the table."""
    parsed = json.loads(str(value))
    return parsed if isinstance(parsed, str) else json.dumps(parsed)


def changed_settings(settings: pd.DataFrame, before: str, after: str) -> pd.DataFrame:
    """Selected settings that differ between two results (row ids), by group and name: changed, added or dropped.

    A setting that several files of an entry hold counts once: the engine's, or LoadGen's own for a load.
    """
    rows = settings[settings["selected"].astype(bool) & settings["row_id"].isin([before, after])]
    place = rows["component"].map(_FIRST.index)
    rows = rows.assign(text=rows["value"].map(setting_text), rank=place.where(rows["group"] != "load", -place))
    rows = rows.sort_values(["setting", "rank", "path", "line"]).drop_duplicates(["row_id", "setting"])
    sides = [rows[rows["row_id"] == one].set_index("setting")[["group", "text", *_SOURCE]] for one in (before, after)]
    both = sides[0].join(sides[1], how="outer", lsuffix="_before", rsuffix="_after")
    both = both.rename(columns={"text_before": "before", "text_after": "after"})
    first, second = (pd.to_numeric(both[side], errors="coerce") for side in ("before", "after"))
    same = ((both["before"] == both["after"]) | (first == second)).fillna(False).astype(bool)
    kind = both["before"].isna().map({True: "added", False: "changed"}).mask(both["after"].isna(), "dropped")
    both = both.assign(group=both["group_before"].fillna(both["group_after"]), kind=kind)
    kept = ["group", "setting", "kind", "before", "after", *(f"{c}_{s}" for s in ("before", "after") for c in _SOURCE)]
    return both[~same].reset_index().sort_values(["group", "setting"], ignore_index=True)[kept]
