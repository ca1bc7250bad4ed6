"""Links to the lines of the rules that claims rest on."""

from __future__ import annotations

from collections.abc import Iterable

from claimcheck.claims.clauses import Clause, read_clauses
from claimcheck.claims.evidence import Evidence, evidence_at
from claimcheck.claims.model import Tables


def clause_of(tables: Tables, name: str) -> Clause:
    """The clause of that name. Raises KeyError for a name that is none."""
    return read_clauses(tables.data)[name]


def clauses_behind(tables: Tables, specs: Iterable[object]) -> tuple[Evidence, ...]:
    """Links to the lines of the rules that conditions name, each once."""
    names = dict.fromkeys(name for spec in specs if (name := getattr(spec, "clause", None)))
    clauses = [clause_of(tables, name) for name in names]
    return tuple(rules_evidence(tables, one.round, one.line, f"rules of {one.round}: {one.says}") for one in clauses)


def rules_evidence(tables: Tables, round_: str, line: int, label: str) -> Evidence:
    """Evidence for a ``line`` of the rules of ``round_``."""
    rules = dict(tables.rounds.section("rounds"))[round_].need("rules")
    return evidence_at("rules", round_, label, {**rules, "line": line})
