"""Every text of every claim, by kind: raw names, counts, numbers, signs, and what is said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from claimcheck.claims.verdict.result import ClaimResult, Condition

if TYPE_CHECKING:
    from claimcheck.analysis.derived import Tables

COUNTED = (
    "claims|results|systems|rounds|tests|benchmarks|GPUs|accelerators|chips|nodes|organisations|submitters|cells|wins|"
    "records|scenarios|comparisons|definitions|places|figures"
)
KINDS = {
    "a count of one in the plural": re.compile(rf"(?<![\w.,/-])1 (?:of 1 )?(?:{COUNTED})\b"),
    "a number without a comma": re.compile(r"(?<![\w.,$=/-])[1-9]\d{4,}(?![\w-]|[.,]\w)"),
    "a division said as one into another": re.compile(r"\binto the second\b"),
    "a loss with the sign of a gain": re.compile(
        r"−[\d.,]+% (?:over|against|above|than)\b|\bless (?:over|against) (?!the whole)"
    ),
    "a bracket that does not end": re.compile(r"\([^()]*\([^()]*$"),
    "a figure that does not say what it is": re.compile(r"\bthe figure is \d", re.IGNORECASE),
}


def told(claim: ClaimResult) -> Iterator[str]:
    """What a reader reads of a claim on its page and card, without the places in the records."""
    yield from (claim.statement, claim.reason, claim.explanation, claim.strongest_case)
    yield from (figure.how for figure in claim.figures)
    later = claim.afterwards
    conditions: tuple[Condition, ...] = (*claim.conditions, *(later.conditions if later else ()))
    for one in conditions:
        yield from (one.name, one.detail, one.phrase, one.reason)
    yield from (later.what, later.finding) if later else ()


def test_texts_of_claims_are_in_plain_words(claims: dict[int, ClaimResult], quotations, tables: Tables) -> None:
    names = {*tables.results["submitter"], *tables.results["benchmark"], *tables.trained["benchmark"]}
    raw = sorted((name for name in names if "_" in name or ("-" in name and name.islower())), key=len, reverse=True)
    kinds = {**KINDS, "a raw name": re.compile(rf"(?<![\w./=-])(?:{'|'.join(map(re.escape, raw))})(?![\w/=-])")}
    found = []
    for number, claim in claims.items():
        copied = [quotations[number].text]
        twice = rf"({re.escape(claim.reason.rstrip('.'))})\W+\1\."
        found += [(number, "its reason twice", text) for text in copied if claim.reason and re.search(twice, text)]
        texts = [*told(claim), *copied]
        found += [
            (number, kind, m[0]) for text in texts for kind, sought in kinds.items() for m in sought.finditer(text)
        ]
    assert found == []
