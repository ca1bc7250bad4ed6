"""Numbers that follow from claims and their texts, and any recorded number with its division and its evidence."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from claimcheck.analysis.records import ranked
from claimcheck.analysis.view import chip, per_accelerator
from claimcheck.claims.register.articles import texts_of
from claimcheck.claims.verdict.evidence import Evidence, describe, evidence_of
from claimcheck.claims.verdict.result import VERDICTS, ClaimResult
from claimcheck.core.printing import half_up, quantity
from claimcheck.data.numbers import Number, number, words
from claimcheck.data.registers import ClaimRegister, read_registers

SOURCE = "claims.yml"
_RESULTS = ("inference_results", "training_results")
# Recorded values have twelve digits; a division is shown with at most so many decimals.
_SAME, _DIGITS = 1e-10, 6
# What a number can be of the ratio of two results: its unit, and what is in front of the division.
_DIVISIONS: tuple[tuple[str, str, Callable[[float], float]], ...] = (
    ("x", "", lambda ratio: ratio),
    ("%", "", lambda ratio: 100 * ratio),
    ("%", "1 − ", lambda ratio: 100 * (1 - ratio)),
)


@dataclass(frozen=True)
class PrintedNumber:
    """A recorded number as a page prints it: its text, its arithmetic in words, the places in the records behind it.

    ``division``: the computation in figures, empty where it is none.
    """

    key: str
    text: str
    how: str
    evidence: tuple[Evidence, ...]
    division: str = ""


def printed(recorded: Number, rows: pd.DataFrame | None, claims: Iterable[ClaimResult] = ()) -> PrintedNumber:
    """A recorded number with its evidence: its rows, and of a claim's figure what else the claim rests on.

    ``rows`` are its rows of ``inference_results``; a number need not have any. A figure of one of ``claims`` without
    rows has the evidence of the claim.
    """
    own = () if rows is None else evidence_of(rows)
    for claim in claims:
        if recorded.key.startswith(f"claim.{claim.number}."):
            # Results and their logs are those of the rows; rules, settings and entries of Training are the claim's.
            more = (p for p in claim.evidence if p.table not in ("inference_results", "loadgen_runs"))
            own = (*own, *more) if recorded.rows else claim.evidence
            break
    formula = (
        f"{recorded.formula} = {recorded.text}"
        if recorded.formula
        else ""
        if rows is None
        else division(recorded, rows)
    )
    return PrintedNumber(recorded.key, recorded.text, recorded.how, own, formula)


def division(recorded: Number, rows: pd.DataFrame) -> str:
    """A number as the division of two results: ``5,562 / 2,907 = 1.91``, of a saving ``1 − 2,907 / 5,562 = 48%``.

    The results are divided per accelerator, or as published where that gives the number. Empty for a number that rests
    on other rows, or that neither division gives.
    """
    if recorded.value is None or len(recorded.rows) != 2 or len(rows) != 2:
        return ""
    values = rows["value"].astype(float)
    for (first, second), (unit, before, of) in itertools.product((per_accelerator(rows), values), _DIVISIONS):
        for upper, lower in ((first, second), (second, first)):
            if recorded.unit == unit and math.isclose(recorded.value, of(upper / lower), rel_tol=_SAME):
                return _in_print(recorded, upper, lower, before, of)
    return ""


def _in_print(recorded: Number, upper: float, lower: float, before: str, of: Callable[[float], float]) -> str:
    """The division with as many digits as it takes to give the number's text; empty where none do."""
    for digits in range(_DIGITS + 1):
        above, below = half_up(upper, digits), half_up(lower, digits)
        for decimals in range(_DIGITS + 1) if recorded.decimals is None else (recorded.decimals,):
            if below and quantity(of(float(above) / float(below)), recorded.unit, decimals).text == recorded.text:
                return f"{before}{above:,} / {below:,} = {recorded.text.removesuffix('x')}"
    return ""


def of_claims(claims: Sequence[ClaimResult], data: Path) -> Iterator[Number]:
    """Numbers of every register: each claim's figures, claims by verdict, and articles."""
    for head in read_registers(data):
        own = [claim for claim in claims if claim.register == head.prefix]
        counted = (replace(count, key=head.called(count.key)) for count in _verdicts(own))
        of_each = itertools.chain.from_iterable(_of_claim(claim) for claim in own)
        for recorded in itertools.chain(of_each, counted, [_articles(head)]):
            yield replace(recorded, source=SOURCE)


def _of_claim(claim: ClaimResult) -> Iterator[Number]:
    """A claim's figures, as published and as computed, and who holds the one result behind them."""
    rows = [place.row_id for place in claim.evidence if place.table in _RESULTS]
    for position, figure in enumerate(claim.figures):
        suffix = "" if position == 0 else f"-{position + 1}"
        articles = claim.articles if figure.articles is None else figure.articles
        where = f"in {', '.join(articles)}" if articles else "by NVIDIA"
        values = {"published": (figure.published, f"as published {where}")}
        if figure.computed is not None:
            values["computed"] = (figure.computed, figure.how)
        for name, (value, how) in values.items():
            key = f"claim.{claim.number}.{name}{suffix}"
            behind = figure.rows or tuple(sorted(set(rows)))
            yield Number(key, value.text, value.value, value.unit, None, how, behind)
    later = claim.afterwards
    for check in [check for check in later.conditions if check.figure and check.phrase][:1] if later else ():
        key, how, value = f"claim.{claim.number}.afterwards", f"{check.name}: {check.detail}", check.figure
        behind = tuple(sorted({place.row_id for place in later.evidence if place.table in _RESULTS}))
        yield Number(key, value.text, value.value, value.unit, None, how, behind)
    if claim.figures and len(claim.rows.groupby(["round", "benchmark", "scenario"])) == 1:
        row = ranked(claim.rows).iloc[0]
        holder = {"holder": str(row["submitter"]), "chip": chip(str(row["accelerator"]))}
        for name, text in holder.items():
            how = f"{name} of the result behind the figure: {describe(row)}"
            yield words(f"claim.{claim.number}.{name}", text, how=how, rows=rows)


def _verdicts(claims: Sequence[ClaimResult]) -> Iterator[Number]:
    yield number("claims.n", len(claims), how="claims in the register")
    for verdict in VERDICTS:
        key = f"verdicts.{verdict.replace(',', '').replace(' ', '-')}"
        yield number(key, sum(c.verdict == verdict for c in claims), how=f"claims with the verdict: {verdict}")
    asked = sum(claim.afterwards is not None for claim in claims)
    yield number("afterwards.n", asked, how="claims asked again as of the latest round")


def _articles(head: ClaimRegister) -> Number:
    """How many articles make the claims of a register."""
    articles = texts_of(head, others=False)
    return number(str(head.called("articles.n")), len(articles), how="articles whose claims are checked")
