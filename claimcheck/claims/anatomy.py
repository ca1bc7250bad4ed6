"""What a submission switched on, what the rules allowed, how near a run was to a limit; and the files that say so."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.evidence import Evidence, evidence_at
from claimcheck.claims.model import Context, Tables
from claimcheck.data.mechanisms import Limit, Mechanism
from claimcheck.data.rounds import in_order


def mechanism_of(context: Context, key: str) -> Mechanism:
    """The mechanism of that key in ``data/mechanisms.yml``. Raises RegisterError where there is no such register."""
    if context.tables.mechanisms is None:
        raise context.entry.fail("there is no register of mechanisms", rule="data/mechanisms.yml holds it")
    return context.tables.mechanisms.mechanisms[key]


def state_of(context: Context, row: pd.Series, mechanism: str) -> pd.Series:
    """The row's state of ``mechanism``, by the table switches; raises RegisterError for a row that it does not hold."""
    states = context.tables.switches
    found = states[(states["row_id"] == row["row_id"]) & (states["mechanism"] == mechanism)]
    if found.empty:
        said = ", ".join(sorted(set(states["benchmark"]))), ", ".join(in_order(states["round"]))
        raise context.entry.fail(
            f"nobody looked for mechanisms in {row['row_id']}", "test", rule=f"they are known of {said[0]} in {said[1]}"
        )
    return found.iloc[0]


def nearest_limit(tables: Tables, row: pd.Series) -> tuple[float, str] | None:
    """Share of its limit that a run's nearest 99th percentile has, and which one it is; None without limits."""
    points = tables.operating_points
    points = points[(points["row_id"] == row["row_id"]) & points["headroom"].notna()]
    if points.empty:
        return None
    used = {"TTFT": float(points.iloc[0]["ttft_used"]), "TPOT": float(points.iloc[0]["tpot_used"])}
    what = max(used, key=lambda name: used[name])
    return used[what], what


def run_in_words(row: pd.Series) -> str:
    """A run in a few words: submitter, system, scenario, round, result."""
    system = f"{int(row['accelerators'])} {short_accelerator(str(row['accelerator']))}"
    return f"{row['submitter']} on {system}, {row['scenario']} {row['round']}, result {row['result_id']}"


def files_behind(context: Context, specs: Iterable[object]) -> tuple[Evidence, ...]:
    """Links to the submitted files and lines of the rules behind the figures and conditions of a claim, each once."""
    found: dict[str, Evidence] = {}
    for spec in specs:
        mechanism = getattr(spec, "mechanism", None)
        row = context.one(spec.of) if mechanism else None
        for item in () if row is None else _of_mechanism(context, row, mechanism):
            found.setdefault(item.url, item)
    return tuple(found.values())


def _of_mechanism(context: Context, row: pd.Series, key: str) -> Iterable[Evidence]:
    mechanism, state = mechanism_of(context, key), state_of(context, row, key)
    if pd.notna(state["path"]):
        yield _of_file(state, row, f"{mechanism.name}, {state['state']}: {state['why']}")
    limit = mechanism.limit(row["round"])
    if limit is not None:
        label = f"rules of {limit.round} on {mechanism.name}: {limit.says}"
        yield rules_evidence(context.tables, limit.round, limit.line, label)


def _of_file(place: pd.Series, row: pd.Series, label: str) -> Evidence:
    return evidence_at("engine_settings", row["row_id"], f"{label} ({run_in_words(row)})", place, row["result_id"])


def rules_evidence(tables: Tables, round_: str, line: int, label: str) -> Evidence:
    """Evidence for a ``line`` of the rules of ``round_``."""
    return evidence_at("rules", round_, label, {**dict(tables.rounds[round_].rules), "line": line})


def rules_url(tables: Tables, limit: Limit) -> str:
    """Link to the line of the rules that ``limit`` stands for."""
    return rules_evidence(tables, limit.round, limit.line, "").url
