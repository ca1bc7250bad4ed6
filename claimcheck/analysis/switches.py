"""Which mechanism was on in which entry, by the submitted files and by the rules.

Off is what a submitted file shows. Off by its notes is an entry whose notes start it without the mechanism, since the
command that ran is not recorded; a file that is silent is no evidence against it.
"""

from __future__ import annotations

import json

import pandas as pd

from claimcheck.data.stacks import Mechanisms
from claimcheck.data.store import queried

_INSTANCES = """
select tensor.row_id, tensor.component,
    size: tensor.value::bigint * coalesce(pipeline.value::bigint, 1),
    number: if(
        tensor.component <> 'engine', workers.value::bigint,
        if(accelerators % size = 0, accelerators // size, null)
    ),
    tensor.repo, tensor.commit, tensor.path, tensor.line
from settings tensor
join (select row_id, accelerators from results) using (row_id)
left join settings pipeline
    on pipeline.row_id = row_id and pipeline.component = tensor.component and pipeline.setting = 'pipeline_parallel'
left join settings workers on workers.row_id = row_id and workers.setting = tensor.component || '_workers'
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
_ENTRY = ["row_id", "round", "submitter", "system", "benchmark", "scenario", "accelerators", "repo", "commit"]
# Where a setting stands in several files of one entry, the engine's own is what ran; of loads, LoadGen's.
_FIRST = ("engine", "decode", "prefill", "router", "harness", "loadgen")

# Every state that may be that of a mechanism in an entry, and the basis that it has; the first of them is.
_STATES = """
with cells as (from entries cross join mechanisms),
placed as (
    select *, struct_pack(repo := repo, commit := commit, path := path, blob := blob, line := line) as source from own
),
shown as (  -- What the settings say, the first by rule and then by file.
    select row_id, mechanism, says, component || ': ' || setting || ' = ' || text as why, inferred, source
    from placed join meanings using (setting, text)
    qualify row_number() over (
        partition by row_id, mechanism, says order by rule, component, source.path, source.line
    ) = 1
),
denied as (  -- The submitter's own step that starts an entry in another way.
    select row_id, mechanism, 'the submitter''s own steps start it with ' || command as why,
        struct_pack(repo := repo, commit := commit, path := path, blob := blob, line := line) as source
    from notes join entries using (row_id)
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
    from cells join whole using (row_id) join placed using (row_id)
    where setting = 'tensor_parallel' and of_one_engine is not null
    union all by name
    select 5 as place, row_id, mechanism, 'off' as state, why, inferred, source from shown where says = 'off'
    union all by name
    select 6 as place, row_id, mechanism, 'forbidden by the rules' as state, says as why
    from entries join limits using (round)
    where barred or (only_in <> [] and not list_contains(only_in, benchmark || ' ' || scenario))
    union all by name
    select 7 as place, row_id, mechanism, 'off by its notes' as state, why, true as inferred, source from denied
    union all by name
    select 8 as place, row_id, mechanism, 'the file is silent' as state, 'its settings do not mention it' as why
    from cells semi join own using (row_id)
)
select cells.* exclude (repo, commit, has_experts, needs_experts, of_one_engine, why_of_one), state, why,
    coalesce(inferred, false) as inferred, source.repo, source.commit, source.path, source.blob, source.line
from cells join possible using (row_id, mechanism)
qualify row_number() over (partition by row_id, mechanism order by place) = 1
order by row_id, mechanism
"""


def mechanism_states(results: pd.DataFrame, settings: pd.DataFrame, register: Mechanisms) -> pd.DataFrame:
    """State of each mechanism, and its source, in each closed entry of the register's benchmarks and rounds.

    An entry on accelerators, of which settings are known or which the rules bar: rows of the table switches.
    """
    listed = results["round"].isin(register.rounds) & results["benchmark"].isin(register.experts)
    entries = results.loc[listed & (results["division"] == "closed") & results["accelerator"].notna(), _ENTRY]
    mechanisms = register.mechanisms.items()
    own = settings[settings["row_id"].isin(entries["row_id"])]
    own = own.assign(text=own["value"].map(setting_text))
    notes = [
        (row_id, mechanism, of.command, of.path, of.blob, line)
        for of in register.steps
        for row_id, line in of.lines.items()
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
    return queried(
        _STATES,
        entries=entries.assign(has_experts=entries["benchmark"].map(register.experts)),
        mechanisms=pd.DataFrame(kinds, columns=["mechanism", "needs_experts", "of_one_engine", "why_of_one"]),
        own=own,
        notes=pd.DataFrame(notes, columns=["row_id", "mechanism", "command", "path", "blob", "line"]),
        engines=instances(settings, entries),
        meanings=pd.DataFrame(meanings, columns=["mechanism", "rule", "setting", "text", "says"]).dropna(),
        limits=pd.DataFrame(register.limits, columns=["mechanism", "round", "says", "barred", "only_in", "steps"]),
    ).astype({"line": "Int64"})


def setting_text(value: object) -> str:
    """Text of a setting's value, which is JSON in the table."""
    parsed = json.loads(str(value))
    return parsed if isinstance(parsed, str) else json.dumps(parsed)


def changed_settings(settings: pd.DataFrame, before: str, after: str) -> pd.DataFrame:
    """Settings that differ between two results (row ids), or that one lacks, with the source of either value.

    A setting that several files of an entry hold counts once: the engine's, or LoadGen's own for a load.
    """
    rows = settings[settings["row_id"].isin([before, after])]
    place = rows["component"].map(_FIRST.index)
    rows = rows.assign(text=rows["value"].map(setting_text), rank=place.where(rows["group"] != "load", -place))
    rows = rows.sort_values(["setting", "rank", "path", "line"]).drop_duplicates(["row_id", "setting"])
    kept = rows.set_index("setting")[["row_id", "group", "text", "repo", "commit", "path", "line"]]
    first, second = (kept[kept["row_id"] == row_id] for row_id in (before, after))
    both = first.join(second, how="outer", lsuffix="_before", rsuffix="_after")
    both = both.rename(columns={"text_before": "before", "text_after": "after"})
    numbers = [pd.to_numeric(both[side], errors="coerce") for side in ("before", "after")]
    same = (both["before"] == both["after"]).fillna(False) | (numbers[0] == numbers[1]).fillna(False)
    both = both.assign(group=both["group_before"].fillna(both["group_after"]))
    return both[~same.astype(bool)].reset_index().sort_values(["group", "setting"], ignore_index=True)
