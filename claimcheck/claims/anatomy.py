"""Questions and conditions about what a submission switched on, what the rules allowed, and where a run stood.

What they rest on are submitted files and lines of the rules: ``files_behind`` gives links to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from claimcheck.analysis import switches
from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.evidence import Evidence, source_url
from claimcheck.claims.model import Answer, Context, Tables
from claimcheck.ingest.mechanism_register import Limit, Mechanism, Mechanisms
from claimcheck.rounds import in_order

_NO_ROW = (False, "no such result")
# Two runs stand alike when their nearest 99th percentiles are so many percent of the limit apart, at most.
_ALIKE = 5.0


# --- questions ------------------------------------------------------------------------------


def draft_tokens(context: Context, spec: dict[str, Any]) -> Answer:
    """Tokens that the settings of the row ``of`` let each step draft."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return Answer(None, context.tables.results.head(0), "no such result")
    found = _selected(context.tables, row, "speculative_tokens")
    values = sorted(set(found["value"].map(switches.plain)))
    rows = context.tables.results[context.tables.results["row_id"] == row["row_id"]]
    if len(values) != 1:
        return Answer(None, rows, "its settings draft no tokens" if not values else "its settings disagree")
    return Answer(float(values[0]), rows, f"setting of {_who(row)}: {found.iloc[0]['raw_name']}")


def outside(context: Context, spec: dict[str, Any]) -> Answer:
    """A figure that is no result of MLPerf: nothing here gives it, and nothing here is compared with it."""
    return Answer(None, context.tables.results.head(0), "measured elsewhere, on other models, machines and traffic")


QUESTIONS = {"draft_tokens": draft_tokens, "outside": outside}


# --- what conditions find ---------------------------------------------------------------------


def mechanism_on(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The files of the row ``of`` show ``mechanism`` switched on."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    state = _state(context, row, spec["mechanism"])
    return state["state"] == switches.ON, _said(state, row)


def mechanism_denied(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The files of the row ``of`` show another choice than ``mechanism``, or the rules forbid it."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    state = _state(context, row, spec["mechanism"])
    return state["state"] in (switches.OFF, switches.FORBIDDEN), _said(state, row)


def mechanism_new(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The files show ``mechanism`` switched on in the row ``of`` and not in the row ``before``."""
    rows = [context.one(name) for name in ("before", spec.get("of", "of"))]
    if rows[0] is None or rows[1] is None:
        return _NO_ROW
    before, after = (_state(context, row, spec["mechanism"]) for row in rows)
    said = f"before: {_said(before, rows[0])}; after: {_said(after, rows[1])}"
    return after["state"] == switches.ON and before["state"] != switches.ON, said


def mechanism_allowed(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The rules of its round let the row ``of`` use ``mechanism``."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    limit = _mechanism(context, spec).limit(row["round"])
    cell = f"{row['benchmark']} {row['scenario']}, {row['round']}"
    if limit is None:
        return True, f"the rules say nothing about it ({cell})"
    return not limit.forbids(row["benchmark"], row["scenario"]), f"{cell}: {limit.says}"


def rules_give_steps(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The rules of the row ``of`` fix the number of drafted tokens at the claim's published figure."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    limit = _mechanism(context, spec).limit(row["round"])
    if limit is None or limit.steps is None:
        return False, "the rules fix no number"
    published = float(context.entry.need("figures")[0]["published"])
    return limit.steps == published, f"the rules of {row['round']} fix {limit.steps} steps"


def reuse_off(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Every server of the row ``of`` keeps its KV cache from being reused across queries."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return _NO_ROW
    found = _selected(context.tables, row, "kv_cache_block_reuse")
    said = ", ".join(f"{r.component}: {r.raw_name} = {switches.plain(r.value)}" for r in found.itertuples())
    return len(found) > 0 and set(found["value"]) == {"false"}, f"{_who(row)}: {said or 'its files are silent'}"


def alike_at_the_limit(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``before`` and ``after`` ran as near to a latency limit: neither chose an easier rate.

    What counts is the 99th percentile that comes nearest to its limit, as a share of it.
    """
    rows = [context.one(spec.get(side, side)) for side in ("before", "after")]
    if rows[0] is None or rows[1] is None:
        return _NO_ROW
    used = [nearest_limit(context.tables, row) for row in rows]
    if used[0] is None or used[1] is None:
        return False, "a run's log gives no latencies"
    said = "; ".join(f"{_who(r)}: {what} at {share:.1%}" for r, (share, what) in zip(rows, used, strict=True))
    return abs(used[0][0] - used[1][0]) * 100 <= _ALIKE, f"99th percentile nearest to its limit: {said}"


def nearest_limit(tables: Tables, row: pd.Series) -> tuple[float, str] | None:
    """Share of its limit that a run's nearest 99th percentile has, and which one it is; None without limits."""
    points = tables.operating_points
    points = points[(points["row_id"] == row["row_id"]) & points["headroom"].notna()]
    if points.empty:
        return None
    used = {"TTFT": float(points.iloc[0]["ttft_used"]), "TPOT": float(points.iloc[0]["tpot_used"])}
    what = max(used, key=lambda name: used[name])
    return used[what], what


def software_differs(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The software lines of ``before`` and ``after`` differ."""
    before, after = context.one("before"), context.one("after")
    if before is None or after is None:
        return _NO_ROW
    said = f"{before['round']}: {before['software']}; {after['round']}: {after['software']}"
    return bool(before["software"] != after["software"]), said


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "mechanism_on": (mechanism_on, "", ("says", "mechanism"), ("of",)),
    "mechanism_denied": (mechanism_denied, "", ("says", "mechanism"), ("of",)),
    "mechanism_new": (mechanism_new, "", ("says", "mechanism"), ("of",)),
    "mechanism_allowed": (mechanism_allowed, "", ("says", "mechanism"), ("of",)),
    "rules_give_steps": (rules_give_steps, "", ("says", "mechanism"), ("of",)),
    "reuse_off": (reuse_off, "", ("says",), ("of",)),
    "alike_at_the_limit": (alike_at_the_limit, "", ("says",), ("before", "after")),
    "software_differs": (software_differs, "", ("says",), ()),
}


# --- the files and rules behind them ----------------------------------------------------------


def files_behind(context: Context, specs: Iterable[dict[str, Any]]) -> tuple[Evidence, ...]:
    """Links to the submitted files and lines of the rules behind ``specs`` (conditions, and figures of this module)."""
    found: dict[str, Evidence] = {}
    for spec in specs:
        row = context.one(spec.get("of", "of")) if "mechanism" in spec or spec.get("ask") in QUESTIONS else None
        if row is None:
            continue
        if "mechanism" in spec:
            mechanism = _mechanism(context, spec)
            state = _state(context, row, mechanism.key)
            if pd.notna(state["path"]):
                item = _of_file(state, row, f"{mechanism.name}, {state['state']}: {state['why']}")
                found.setdefault(item.url, item)
            limit = mechanism.limit(row["round"])
            if limit is not None:
                item = _of_rules(context.tables, limit, mechanism)
                found.setdefault(item.url, item)
        for _, setting in _selected(context.tables, row, "speculative_tokens").iterrows():
            if spec.get("ask") == "draft_tokens":
                item = _of_file(setting, row, f"{setting['component']}: {setting['raw_name']}")
                found.setdefault(item.url, item)
    return tuple(found.values())


def _of_file(place: pd.Series, row: pd.Series, label: str) -> Evidence:
    line = None if pd.isna(place["line"]) else int(place["line"])
    repo, commit, path = str(place["repo"]), str(place["commit"]), str(place["path"])
    return Evidence(
        table="engine_settings",
        row_id=str(row["row_id"]),
        result_id="" if pd.isna(row["result_id"]) else str(row["result_id"]),
        label=f"{label} ({_who(row)})",
        repo=repo,
        commit=commit,
        path=path,
        blob=str(place["blob"]),
        line=line,
        url=source_url(repo, commit, path, line),
    )


def _of_rules(tables: Tables, limit: Limit, mechanism: Mechanism) -> Evidence:
    entry = dict(tables.rounds.section("rounds"))[limit.round]
    rules = entry.mapping("rules")
    return Evidence(
        table="rules",
        row_id=limit.round,
        result_id="",
        label=f"rules of {limit.round} on {mechanism.name}: {limit.says}",
        repo=rules["repo"],
        commit=str(rules["commit"]),
        path=rules["path"],
        blob=rules["blob"],
        line=limit.line,
        url=rules_url(tables, limit),
    )


def rules_url(tables: Tables, limit: Limit) -> str:
    """Link to the line of the rules that ``limit`` stands for."""
    rules = dict(tables.rounds.section("rounds"))[limit.round].mapping("rules")
    return source_url(rules["repo"], str(rules["commit"]), rules["path"], limit.line)


# --- shared -----------------------------------------------------------------------------------


def _register(context: Context) -> Mechanisms:
    register = context.tables.mechanisms
    if register is None:
        raise context.entry.fail("there is no register of mechanisms", rule="data/mechanisms.yml holds it")
    return register


def _mechanism(context: Context, spec: dict[str, Any]) -> Mechanism:
    known = _register(context).mechanisms
    if spec["mechanism"] not in known:
        raise context.entry.unknown("mechanism", spec["mechanism"], known)
    return known[spec["mechanism"]]


def _state(context: Context, row: pd.Series, mechanism: str) -> pd.Series:
    """The row's state of ``mechanism``, by the table switches; raises RegisterError for a row that it does not hold."""
    _mechanism(context, {"mechanism": mechanism})
    states = context.tables.switches
    found = states[(states["row_id"] == row["row_id"]) & (states["mechanism"] == mechanism)]
    if found.empty:
        said = ", ".join(sorted(set(states["benchmark"]))), ", ".join(in_order(states["round"]))
        raise context.entry.fail(
            f"nobody looked for mechanisms in {row['row_id']}", "test", rule=f"they are known of {said[0]} in {said[1]}"
        )
    return found.iloc[0]


def _selected(tables: Tables, row: pd.Series, setting: str) -> pd.DataFrame:
    rows = tables.settings
    return rows[(rows["row_id"] == row["row_id"]) & (rows["setting"] == setting) & rows["selected"].astype(bool)]


def _said(state: pd.Series, row: pd.Series) -> str:
    inferred = "; inferred: the command that ran is not recorded" if state["inferred"] else ""
    return f"{state['state']} ({state['why']}; {_who(row)}){inferred}"


def _who(row: pd.Series) -> str:
    system = f"{int(row['accelerators'])} {short_accelerator(str(row['accelerator']))}"
    return f"{row['submitter']} on {system}, {row['scenario']} {row['round']}, result {row['result_id']}"
