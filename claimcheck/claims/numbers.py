"""Every number that prose may print, computed, with the rows it rests on."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from claimcheck.analysis.coverage import ranked
from claimcheck.analysis.results import short_accelerator
from claimcheck.claims.counted import of_owners, of_readings, of_tables, of_training
from claimcheck.claims.counted_aftermath import AFTERMATH, of_afterwards
from claimcheck.claims.counted_articles import ARTICLES, of_articles
from claimcheck.claims.counted_experiments import EXPERIMENTS
from claimcheck.claims.counted_fusion import FUSED
from claimcheck.claims.counted_history import HISTORY
from claimcheck.claims.counted_mechanisms import MECHANISMS, SIMULATED
from claimcheck.claims.counted_mechanisms_serving import BALANCE, SERVED, SPLIT
from claimcheck.claims.counted_metric import METRIC
from claimcheck.claims.counted_operating import OPERATING
from claimcheck.claims.counted_scaleout import SCALEOUT
from claimcheck.claims.counted_serving import SERVING
from claimcheck.claims.counted_switches import SWITCHES
from claimcheck.claims.evaluate import evaluate_claim, load_register, load_tables
from claimcheck.claims.evidence import describe
from claimcheck.claims.model import VERDICTS, ClaimResult, Tables
from claimcheck.claims.named import named
from claimcheck.claims.number import Number, count, words
from claimcheck.claims.register import Claim
from claimcheck.tables import DATA_DIR

__all__ = ["Number", "claims_with_cases", "collect"]

# Families of numbers that a strongest case may name beside those of numbers.yml: the first parts of their keys.
FAMILIES = {
    ("replicas", "scale", "headroom", "margin"): SCALEOUT,
    ("metric", "denominators"): METRIC,
    ("switches",): SWITCHES,
    ("op",): OPERATING,
    ("next", "rubin", "harness"): AFTERMATH,
    ("experiments",): EXPERIMENTS,
    ("serving",): SERVING,
    ("fig", "wide", "mtp"): MECHANISMS,
    ("disagg",): SPLIT,
    ("adp",): BALANCE,
    ("fuse",): FUSED,
    ("contradictions", "travel"): ARTICLES,
    ("wins", "shared", "largest", "partners", "records", "owners", "years"): HISTORY,
}


def collect(data: Path = DATA_DIR, tables: Tables | None = None) -> dict[str, Number]:
    """All numbers by key. Raises RegisterError when ``numbers.yml`` names no result, or more than one."""
    tables, register = tables or load_tables(data), load_register(data)
    claims = [evaluate_claim(claim, tables) for claim in register]
    bound = next(float(c.figures[0]["published"]) for c in register if c.number == 7) / 100
    numbers = [*named(tables, register), *of_readings(tables, bound), *of_owners(tables)]
    numbers += [*of_tables(tables), *of_training(tables)]
    numbers += [n for family in (*FAMILIES.values(), SIMULATED, SERVED) for group in family for n in group(tables)]
    numbers += [*_verdicts(claims), *of_afterwards(claims), *(n for claim in claims for n in of_claim(claim))]
    numbers += of_articles(claims, tables.data)
    return {n.key: n for n in numbers}


def claims_with_cases(
    data: Path = DATA_DIR, tables: Tables | None = None, only: Collection[int] | None = None
) -> list[ClaimResult]:
    """Claims (those numbered ``only``, or all) with the numbers in their strongest case filled in.

    Raises RegisterError for a number that is not known, with the nearest known key.
    """
    tables, register = tables or load_tables(data), load_register(data)
    texts = {n.key: n.text for n in named(tables, register)}
    chosen = [claim for claim in register if only is None or claim.number in only]
    # Each family takes a while; a page needs one or two.
    wanted = {key.partition(".")[0] for claim in chosen for key in _BRACED.findall(claim.strongest_case)}
    for parts, family in FAMILIES.items():
        if wanted & set(parts):
            texts |= {n.key: n.text for group in family for n in group(tables)}
    return [_filled(evaluate_claim(claim, tables), claim, texts) for claim in chosen]


_BRACED = re.compile(r"\{([^{}]+)\}")


def _filled(result: ClaimResult, claim: Claim, texts: dict[str, str]) -> ClaimResult:
    def fill(match: re.Match[str]) -> str:
        key = match[1]
        if key not in texts:
            near = difflib.get_close_matches(key, texts, 1)
            fix = f"did you mean {near[0]}?" if near else None
            rule = "braces name a number of numbers.yml or of the history"
            raise claim.entry.fail(f"no number {key!r}", "strongest_case", rule=rule, fix=fix)
        return texts[key]

    return replace(result, strongest_case=_BRACED.sub(fill, result.strongest_case))


def of_claim(claim: ClaimResult) -> Iterator[Number]:
    """A claim's figures, as published and as computed, and who holds the one result behind them."""
    for position, figure in enumerate(claim.figures):
        suffix = "" if position == 0 else f"-{position + 1}"
        found = {"published": (figure.published, f"as published in {', '.join(figure.articles or claim.articles)}")}
        if figure.computed is not None:
            found["computed"] = (figure.computed, figure.how)
        for name, (what, how) in found.items():
            yield Number(f"claim.{claim.number}.{name}{suffix}", what.text, what.value, what.unit, how, claim.evidence)
    if claim.figures and len(claim.rows.groupby(["round", "benchmark", "scenario"])) == 1:
        row = ranked(claim.rows).iloc[0]
        said = {"holder": str(row["submitter"]), "chip": short_accelerator(str(row["accelerator"]))}
        for name, text in said.items():
            how = f"{name} of the result behind the figure: {describe(row)}"
            yield words(f"claim.{claim.number}.{name}", text, how, claim.evidence)


def _verdicts(claims: list[ClaimResult]) -> Iterator[Number]:
    yield count("claims.n", len(claims), "claims in the register")
    for verdict in VERDICTS:
        key = f"verdicts.{verdict.replace(', ', '-').replace(' ', '-')}"
        yield count(key, sum(c.verdict == verdict for c in claims), f"claims with the verdict: {verdict}")
