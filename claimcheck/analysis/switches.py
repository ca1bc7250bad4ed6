"""Which mechanism was on in which entry, by the submitted files and by the rules.

The settings that a run used are those that ``engine_settings`` marks as selected. OFF is what a submitted file shows.
Notes that start an entry without a mechanism are NOTED, since the command that ran is not recorded; a file that does
not mention it is SILENT, which is no evidence against it; an entry without a file is UNRECORDED.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from claimcheck.analysis.view import chip
from claimcheck.data.mechanisms import Mechanism, Mechanisms
from claimcheck.data.schema import allowed

# Parts of a deployment that hold a copy of the model.
INSTANCES = ("engine", "prefill", "decode")


def instances(settings: pd.DataFrame, results: pd.DataFrame) -> pd.DataFrame:
    """Copies of the model that each system ran, by its submitted settings: one row per result and kind of instance.

    ``settings`` is engine_settings, ``results`` rows of inference_results. An instance (engine, or prefill or
    decode worker) spans tensor-parallel x pipeline-parallel accelerators (``size``). ``number``: workers as
    configured; of plain engines, accelerators of the system / size (missing where that is no whole number).
    ``inferred``: the file follows from upstream's scale-out rule and is not the entry's own. Columns: row_id,
    component, size, number, inferred, inferred_from, repo, commit, path, line.
    """
    used = settings[settings["selected"] & settings["row_id"].isin(results["row_id"])]
    whole = results.set_index("row_id")["accelerators"]
    rows = []
    for (row_id, component), part in used[used["component"].isin(INSTANCES)].groupby(["row_id", "component"]):
        parallel = part[part["setting"].isin(["tensor_parallel", "pipeline_parallel"])]
        tensor = parallel[parallel["setting"] == "tensor_parallel"]
        if tensor.empty:
            continue
        spans = parallel.drop_duplicates("setting")["value"].map(json.loads)
        size = int(spans.astype(int).prod())
        if component == "engine":
            total = whole[row_id]
            number = int(total) // size if pd.notna(total) and int(total) % size == 0 else None
        else:
            workers = used[(used["row_id"] == row_id) & (used["setting"] == f"{component}_workers")]["value"]
            number = int(json.loads(workers.iloc[0])) if len(workers) else None
        source = tensor.iloc[0]
        row = {"row_id": row_id, "component": component, "size": size, "number": number}
        rows.append(row | {c: source[c] for c in ("inferred", "inferred_from", "repo", "commit", "path", "line")})
    columns = ["row_id", "component", "size", "number", "inferred", "inferred_from", "repo", "commit", "path", "line"]
    return pd.DataFrame(rows, columns=columns).astype({"number": "Int64"})


ON, DISPUTED, OFF, NOTED, SILENT, UNRECORDED, FORBIDDEN, NOT_APPLICABLE = STATES = (
    "on",
    "files disagree",
    "off",
    "off by its notes",
    "the file is silent",
    "not recorded",
    "forbidden by the rules",
    "does not apply",
)
_SOURCE = ("repo", "commit", "path", "blob", "line")
_ENTRY = ("row_id", "round", "submitter", "system", "benchmark", "scenario", "accelerators")
# Where a setting stands in several files of one entry, the engine's own is what ran; of loads, LoadGen's.
_FIRST = ("engine", "decode", "prefill", "router", "harness", "loadgen")


@dataclass(frozen=True)
class _Basis:
    """What a state rests on: words, the file and line, whether the file is the entry's own."""

    why: str
    source: pd.Series | None = None
    inferred: bool = False


def listed_entries(results: pd.DataFrame, register: Mechanisms) -> pd.DataFrame:
    """Results on accelerators of the register's benchmarks and rounds, every division, with ``chip``.

    ``results``: inference_results. By benchmark, scenario, round, submitter, number of accelerators.
    """
    rows = results[
        results["round"].isin(register.rounds)
        & results["benchmark"].isin(register.experts)
        & results["accelerator"].notna()
    ]
    rows = rows.assign(chip=rows["accelerator"].map(chip))
    return rows.sort_values(["benchmark", "scenario", "round", "submitter", "accelerators"], ignore_index=True)


def headline_entries(results: pd.DataFrame, register: Mechanisms) -> pd.DataFrame:
    """Closed results of ``listed_entries`` on GB300."""
    rows = listed_entries(results, register)
    return rows[(rows["division"] == "closed") & (rows["chip"] == "GB300")].reset_index(drop=True)


def mechanism_states(
    entries: pd.DataFrame, settings: pd.DataFrame, evidence: pd.DataFrame, register: Mechanisms
) -> pd.DataFrame:
    """State of each mechanism in each entry, and the source of that state: one row each.

    ``entries``: as ``listed_entries`` gives them; ``settings``, ``evidence``: engine_settings and
    mechanism_evidence. Columns: those of the entry, ``mechanism``, ``state`` (one of STATES), ``why`` (words),
    ``inferred`` (the file follows from a rule, or says how to run and not what ran), repo, commit, path, blob, line
    (empty without a source).
    """
    selected = settings[settings["selected"].astype(bool) & settings["row_id"].isin(entries["row_id"])]
    notes = evidence[(evidence["kind"] == "documentation") & evidence["tied"].astype(bool)]
    engines = _one_engine(settings, entries)
    rows = []
    for _, entry in entries.iterrows():
        own = selected[selected["row_id"] == entry["row_id"]]
        steps = _own_steps(notes, entry)
        for mechanism in register.mechanisms.values():
            state, basis = _state(mechanism, entry, own, steps, register, entry["row_id"] in engines)
            where = {c: basis.source[c] for c in _SOURCE} if basis.source is not None else dict.fromkeys(_SOURCE)
            columns = {"mechanism": mechanism.key, "state": state, "why": basis.why, "inferred": basis.inferred}
            rows.append({**entry[list(_ENTRY)].to_dict(), **columns, **where})
    return pd.DataFrame(rows).astype({"line": "Int64"})


def _one_engine(settings: pd.DataFrame, entries: pd.DataFrame) -> set[str]:
    """Entries (row id) in which one engine spans all accelerators."""
    parts = instances(settings, entries)
    kinds = parts.groupby("row_id")["component"].transform("size")
    return set(parts[(kinds == 1) & (parts["component"] == "engine") & (parts["number"] == 1)]["row_id"])


def _state(
    mechanism: Mechanism,
    entry: pd.Series,
    own: pd.DataFrame,
    steps: pd.DataFrame,
    register: Mechanisms,
    one_engine: bool,
) -> tuple[str, _Basis]:
    if mechanism.experts and not register.experts[entry["benchmark"]]:
        return NOT_APPLICABLE, _Basis("a dense model has no experts")
    shown = _shown(mechanism, own)
    denied = _denied(mechanism, steps)
    if shown[ON] and denied is not None:
        basis = shown[ON][0]
        return DISPUTED, _Basis(f"{basis.why}; {denied.why}", basis.source, True)
    if shown[ON]:
        return ON, shown[ON][0]
    if one_engine and mechanism.one_engine is not None:
        source = own[own["setting"] == "tensor_parallel"].iloc[0]
        why = f"one engine on all {entry['accelerators']} accelerators: {mechanism.one_engine.says}"
        return mechanism.one_engine.state, _Basis(why, source, bool(source["inferred"]))
    if shown[OFF]:
        return OFF, shown[OFF][0]
    limit = mechanism.limit(entry["round"])
    if limit is not None and limit.forbids(entry["benchmark"], entry["scenario"]):
        return FORBIDDEN, _Basis(limit.says)
    if denied is not None:
        return NOTED, denied
    if len(own):
        return SILENT, _Basis("its settings do not mention it")
    return UNRECORDED, _Basis("no settings of the entry are known")


def _shown(mechanism: Mechanism, own: pd.DataFrame) -> dict[str, list[_Basis]]:
    """What the selected settings of an entry say of a mechanism, on and off."""
    bases: dict[str, list[_Basis]] = {ON: [], OFF: []}
    for rule in mechanism.shown_by:
        for _, row in own[own["setting"] == rule.setting].sort_values(["component", "path", "line"]).iterrows():
            state = rule.state(setting_text(row["value"]))
            if state is not None:
                why = f"{row['component']}: {row['setting']} = {setting_text(row['value'])}"
                bases[state].append(_Basis(why, row, bool(row["inferred"])))
    return bases


def _own_steps(notes: pd.DataFrame, entry: pd.Series) -> pd.DataFrame:
    """Reproduction notes about the entry in the submitter's own words: a file that others have too is a template."""
    size = f"{entry['chip']}x{int(entry['accelerators'])}"
    same = ["round", "submitter", "benchmark", "scenario"]
    mine = (notes[same] == entry[same]).fillna(False)
    return notes[mine.all(axis=1) & (notes["system"] == size) & notes["also_in"].isna()]


def _denied(mechanism: Mechanism, steps: pd.DataFrame) -> _Basis | None:
    """The step that starts the entry in another way, unless other steps start it with the mechanism."""
    mine = steps[steps["mechanism"] == mechanism.key]
    against = mine[mine["says"] == "against"]
    if against.empty or (mine["says"] == "for").any():
        return None
    row = against.iloc[0]
    return _Basis(f"the submitter's own steps start it with {row['token']}", row, True)


def setting_text(value: object) -> str:
    """Text of a setting's value, which is JSON in the table."""
    parsed = json.loads(str(value))
    return parsed if isinstance(parsed, str) else json.dumps(parsed)


def changed_settings(settings: pd.DataFrame, before: str, after: str) -> pd.DataFrame:
    """Selected settings that differ between the results ``before`` and ``after`` (row ids), by group and name.

    Columns: group, setting, before, after (plain text, empty where not set), kind (changed, added, dropped), and for
    each side repo, commit, path, line with a suffix. A setting that several files of an entry hold counts once: the
    engine's, or LoadGen's own for a load.
    """
    sides = [_one_each(settings, row_id) for row_id in (before, after)]
    columns = ["group", "value", *_SOURCE]
    both = sides[0][columns].merge(
        sides[1][columns], how="outer", left_index=True, right_index=True, suffixes=("_before", "_after")
    )
    both["group"] = both["group_before"].fillna(both["group_after"])
    both["before"] = both["value_before"].map(setting_text, na_action="ignore")
    both["after"] = both["value_after"].map(setting_text, na_action="ignore")
    same = (both["before"] == both["after"]).fillna(False).astype(bool) | _equal_numbers(both)
    both["kind"] = "changed"
    both.loc[both["before"].isna(), "kind"] = "added"
    both.loc[both["after"].isna(), "kind"] = "dropped"
    kept = ["group", "setting", "kind", "before", "after", *(f"{c}_{s}" for s in ("before", "after") for c in _SOURCE)]
    return both[~same].reset_index().sort_values(["group", "setting"], ignore_index=True)[kept]


def _equal_numbers(both: pd.DataFrame) -> pd.Series:
    first, second = (pd.to_numeric(both[side], errors="coerce") for side in ("before", "after"))
    return (first == second).fillna(False).astype(bool) & first.notna() & second.notna()


def _one_each(settings: pd.DataFrame, row_id: str) -> pd.DataFrame:
    """An entry's selected settings, one row a setting."""
    rows = settings[(settings["row_id"] == row_id) & settings["selected"].astype(bool)]
    rank = rows["component"].map(_FIRST.index).where(rows["group"] != "load", -rows["component"].map(_FIRST.index))
    ranked = rows.assign(rank=rank).sort_values(["setting", "rank", "path", "line"])
    return ranked.drop_duplicates("setting").set_index("setting")


def mentions(evidence: pd.DataFrame, mechanism: str, benchmark: str) -> pd.DataFrame:
    """Number of submitted files that mention a mechanism, by round and kind of file, the closest to a run first.

    Files about other benchmarks are left out, files about none kept. Columns: round, kind, files, ``tied`` (files, or
    sections of them, about one entry), submitters (number), and the first file's submitter, repo, commit, path, blob
    and line; NVIDIA's own stands first, since others copied it.
    """
    rows = evidence[(evidence["mechanism"] == mechanism) & (evidence["says"] == "for")]
    rows = rows[rows["benchmark"].isna() | (rows["benchmark"] == benchmark)]
    columns = ["round", "kind", "files", "tied", "submitters", "submitter", *_SOURCE]
    files = pd.DataFrame(_counted(rows), columns=columns)
    return files.sort_values(["round", "kind"], key=_worth, ignore_index=True)


def _counted(rows: pd.DataFrame) -> Iterator[dict[str, object]]:
    for (round_, kind), part in rows.groupby(["round", "kind"]):
        copied = part.assign(copied=part["submitter"] != "NVIDIA")
        first = copied.sort_values(["tied", "copied", "path"], ascending=[False, True, True]).iloc[0]
        yield {
            "round": round_,
            "kind": kind,
            "files": part["path"].nunique(),
            "tied": part[part["tied"].astype(bool)]["path"].nunique(),
            "submitters": part["submitter"].nunique(),
            **first[["submitter", *_SOURCE]].to_dict(),
        }


def _worth(values: pd.Series) -> pd.Series:
    return values.map(allowed("mechanism_evidence", "kind").index) if values.name == "kind" else values
