"""Clauses of the rules that claims rest on: ``data/rules.yml``, and links to the lines that say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.claims.evidence import Evidence, source_url
from claimcheck.claims.model import Context, Tables
from claimcheck.registers import Entry, read_yaml

_KEYS = ("round", "line", "says", "at_most", "benchmark", "limits")
_LIMIT_KEYS = ("ttft_ms", "tpot_ms")


@dataclass(frozen=True)
class Clause:
    """One clause: what it ``says`` in our words, at which ``line`` of the rules of its ``round``.

    ``at_most``: the most that it allows; ``limits``: scenario -> ttft_ms and tpot_ms of ``benchmark``, limits on the
    99th percentile in ms.
    """

    key: str
    round: str
    line: int
    says: str
    at_most: int | None
    benchmark: str | None
    limits: Mapping[str, Mapping[str, float]]


def read_clauses(data: Path) -> dict[str, Clause]:
    """``data/rules.yml`` by key. Raises RegisterError, with file and line, for a key or a value that is none."""
    return {key: _clause(key, entry) for key, entry in read_yaml(data / "rules.yml").section("clauses")}


def _clause(key: str, entry: Entry) -> Clause:
    entry.only(_KEYS)
    limits = entry.mapping("limits")
    for scenario, pair in limits.items():
        if not isinstance(pair, dict) or sorted(pair) != sorted(_LIMIT_KEYS):
            raise entry.fail(
                f"limits of {scenario} are {pair!r}", "limits", rule=f"a limit has {' and '.join(_LIMIT_KEYS)}"
            )
    return Clause(
        key=key,
        round=entry.text("round"),
        line=entry.integer("line"),
        says=entry.text("says"),
        at_most=entry.integer("at_most") if "at_most" in entry.values else None,
        benchmark=entry.text("benchmark") if limits else None,
        limits=limits,
    )


def clause_of(context: Context, spec: dict[str, Any]) -> Clause:
    """The clause that ``spec`` names. Raises RegisterError, with the nearest known one, for a name that is none."""
    known = read_clauses(context.tables.data)
    if spec["clause"] not in known:
        raise context.entry.unknown("clause", spec["clause"], known)
    return known[spec["clause"]]


def clauses_behind(context: Context, specs: Iterable[dict[str, Any]]) -> tuple[Evidence, ...]:
    """Links to the lines of the rules that ``specs`` name, each once."""
    found: dict[str, Evidence] = {}
    for spec in specs:
        if "clause" in spec:
            item = _evidence(context.tables, clause_of(context, spec))
            found.setdefault(item.url, item)
    return tuple(found.values())


def _evidence(tables: Tables, clause: Clause) -> Evidence:
    rules = dict(tables.rounds.section("rounds"))[clause.round].mapping("rules")
    repo, commit, path = str(rules["repo"]), str(rules["commit"]), str(rules["path"])
    return Evidence(
        table="rules",
        row_id=clause.round,
        result_id="",
        label=f"rules of {clause.round}: {clause.says}",
        repo=repo,
        commit=commit,
        path=path,
        blob=str(rules["blob"]),
        line=clause.line,
        url=source_url(repo, commit, path, clause.line),
    )
