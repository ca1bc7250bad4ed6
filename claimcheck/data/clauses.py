"""Clauses of the rules that claims rest on: ``data/facts/rules.yml``."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, model_validator

from claimcheck.core.documents import Model, Number, Text, broken, read
from claimcheck.data.paths import RULES


class Limit(Model):
    """Limits on the 99th percentile of the times to the first and per further token, in ms."""

    ttft_ms: Number
    tpot_ms: Number


class Clause(Model):
    """One clause: what it ``says`` in our words, at which ``line`` of the rules of its ``round``, and the words there.

    ``at_most``: the most that it allows; ``limits``: by scenario, of ``benchmark``.
    """

    round: Text
    line: int
    says: Text
    quote: Text
    at_most: int | None = None
    benchmark: Text | None = None
    limits: dict[str, Limit] = Field({})

    @model_validator(mode="after")
    def _of_a_benchmark(self) -> Clause:
        if self.limits and self.benchmark is None:
            raise broken("has limits and no benchmark", "limits are those of a benchmark", key="limits")
        return self


class Rules(Model):
    """The register of clauses."""

    clauses: dict[str, Clause]


def read_clauses(data: Path) -> dict[str, Clause]:
    """``data/facts/rules.yml`` by key. Raises RegisterError."""
    return read(data / RULES, Rules).clauses
