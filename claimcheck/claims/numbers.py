"""Every number that prose may print, computed, with the rows it rests on."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from claimcheck.claims.counted import of_owners, of_readings, of_tables
from claimcheck.claims.evaluate import evaluate_claim, load_register, load_tables
from claimcheck.claims.model import VERDICTS, ClaimResult, Tables
from claimcheck.claims.named import named
from claimcheck.claims.number import Number, count
from claimcheck.claims.register import Claim
from claimcheck.tables import DATA_DIR

__all__ = ["Number", "claims_with_cases", "collect"]


def collect(data: Path = DATA_DIR) -> dict[str, Number]:
    """All numbers by key. Raises RegisterError when ``numbers.yml`` names no result, or more than one."""
    tables, register = load_tables(data), load_register(data)
    claims = [evaluate_claim(claim, tables) for claim in register]
    bound = next(float(c.figures[0]["published"]) for c in register if c.number == 7) / 100
    numbers = [*named(tables, register), *of_readings(tables, bound), *of_owners(tables), *of_tables(tables)]
    numbers += [*_verdicts(claims), *(n for claim in claims for n in _of_claim(claim))]
    return {n.key: n for n in numbers}


def claims_with_cases(data: Path = DATA_DIR, tables: Tables | None = None) -> list[ClaimResult]:
    """Claims with the numbers in their strongest case filled in.

    Raises RegisterError for a number that is not known, with the nearest known key.
    """
    tables, register = tables or load_tables(data), load_register(data)
    texts = {n.key: n.text for n in named(tables, register)}
    return [_filled(evaluate_claim(claim, tables), claim, texts) for claim in register]


def _filled(result: ClaimResult, claim: Claim, texts: dict[str, str]) -> ClaimResult:
    def fill(match: re.Match[str]) -> str:
        key = match[1]
        if key not in texts:
            near = difflib.get_close_matches(key, texts, 1)
            fix = f"did you mean {near[0]}?" if near else None
            rule = "braces name a number of numbers.yml"
            raise claim.entry.fail(f"no number {key!r}", "strongest_case", rule=rule, fix=fix)
        return texts[key]

    return replace(result, strongest_case=re.sub(r"\{([^{}]+)\}", fill, result.strongest_case))


def _of_claim(claim: ClaimResult) -> Iterator[Number]:
    for position, figure in enumerate(claim.figures):
        suffix = "" if position == 0 else f"-{position + 1}"
        found = {"published": (figure.published, f"as published in {', '.join(figure.articles or claim.articles)}")}
        if figure.computed is not None:
            found["computed"] = (figure.computed, figure.how)
        for name, (what, how) in found.items():
            yield Number(f"claim.{claim.number}.{name}{suffix}", what.text, what.value, what.unit, how, claim.evidence)


def _verdicts(claims: list[ClaimResult]) -> Iterator[Number]:
    yield count("claims.n", len(claims), "claims in the register")
    for verdict in VERDICTS:
        key = f"verdicts.{verdict.replace(', ', '-').replace(' ', '-')}"
        yield count(key, sum(c.verdict == verdict for c in claims), f"claims with the verdict: {verdict}")
