"""Print verdicts, conditions, ranges and numbers in words, and evaluated claims on a terminal.

Texts of claims name numbers in braces, those that notebooks state (``numbers.csv``) and those of claims, which are a
view of the evaluated claims: ``printed_claims`` fills them in.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import chip
from claimcheck.analysis.wins import CHOICES
from claimcheck.claims.register.articles import Article, named, read_articles, texts_of
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict import result
from claimcheck.claims.verdict.evidence import Evidence, describe, evidence_of
from claimcheck.core.errors import RegisterError, suggestion
from claimcheck.core.printing import listed, span_text
from claimcheck.core.terminal import wrapped
from claimcheck.data.numbers import Number, read_numbers
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.registers import find_register, read_registers
from claimcheck.data.rounds import inference_rounds

# The kind of a verdict, by which the site colours it, and its symbol, so that it is read without its colour. Every font
# has these symbols.
MARKS: dict[str, tuple[str, str]] = {
    result.REPRODUCED: ("yes", "\N{CHECK MARK}"),
    result.WITH_NOTE: ("note", "*"),
    result.NARROWER: ("narrower", "<"),
    result.UNDEFINED: ("undefined", "~"),
    result.NOT_REPRODUCED: ("no", "\N{NOT EQUAL TO}"),
    result.CONTRADICTED: ("against", "\N{MULTIPLICATION SIGN}"),
    result.NOT_TESTABLE: ("open", "?"),
}


def outlets(texts: Iterable[Article]) -> str:
    """Who published texts, and in which months: Engadget and OraCore (April 2026)."""
    authors, months = (dict.fromkeys(names) for names in zip(*((a.whence, a.month) for a in texts), strict=True))
    return f"{listed([*authors])} ({listed([*months])})"


def verdict_text(claim: result.ClaimResult) -> str:
    """The verdict with its reason: reproduced, but narrower (1.91x for one owner)."""
    return f"{claim.called} ({claim.reason})" if claim.reason else claim.called


def condition_text(condition: result.Condition) -> str:
    """Whether a condition is so, whether that matters, and what was found, in one line."""
    if condition.holds is None:
        return f"{condition.state}: {condition.detail}"
    if condition.holds:
        return f"it is so. {condition.detail}"
    follows = {True: "and it matters: ", False: "a note: ", None: ""}[condition.matters]
    return f"it is not so{', ' if follows else ''}{follows}{condition.reason if follows else ''}. {condition.detail}"


def readings_text(sensitivity: result.Sensitivity) -> str:
    """The readings of a figure in a line: their range, and where the published figure falls among them."""
    if sensitivity.n == 1:
        return "there is only one."
    above = sensitivity.rank - 1
    number, verb = f"{above:,}" if above else "none", "are" if above > 1 else "is"
    ends = span_text(sensitivity.low, sensitivity.high, sensitivity.unit, 0 if abs(sensitivity.high) >= 100 else 2)
    reach = f"{ends} over {sensitivity.n:,} {sensitivity.of}"
    return f"{reach}; {number} of them, rounded as it was printed, {verb} above the published figure."


def report(claims: Sequence[result.ClaimResult]) -> Iterator[str]:
    """Verdicts for a terminal: figures, conditions and evidence of each claim, line by line."""
    for claim in claims:
        if claim is not claims[0]:
            yield ""
        sign = MARKS[claim.verdict][1]
        yield from wrapped(f"{sign:<2} {claim.number}  {verdict_text(claim)}: {claim.statement}")
        for source in claim.sources:
            yield from wrapped(f"{source.what}: {source.where}", 3)
        for figure in claim.figures:
            ours = figure.computed.text if figure.computed else "none"
            yield from wrapped(f"published {figure.published.text}, ours {ours}: {figure.how}", 3)
        yield from wrapped(claim.explanation, 3)
        if claim.conditions:
            yield "   what the wording implies:"
        for condition in result.told_conditions(claim.conditions):
            yield from wrapped(f"{condition.name}: {condition_text(condition)}", 5)
        if claim.sensitivity:
            yield from wrapped(f"range of the figure: {readings_text(claim.sensitivity)}", 3)
        if claim.strongest_case:
            yield from wrapped(f"the strongest case for it: {claim.strongest_case}", 3)
        if claim.evidence:
            yield "   evidence:"
        for place in claim.evidence:
            yield from wrapped(f"{place.result_id} {place.label}".strip(), 5)
            yield f"       {place.url}"


# --- numbers ---------------------------------------------------------------------------------------

# A number that a text names in braces.
BRACED = re.compile(r"\{([^{}]+)\}")
# Texts that a register has, or that were made of those.
_TEXTS = ("reason", "explanation", "phrase", "name", "detail", "label", "strongest_case", "why", "chance")
_RESULTS = ("inference_results", "training_results")


def printed_claims(claims: Iterable[result.ClaimResult], tables: Tables) -> list[result.ClaimResult]:
    """``claims`` with the numbers that their texts name and the outlets of articles; ``{latest}`` is the latest round.

    Raises RegisterError for a number that neither a notebook nor a claim states.
    """

    def filled(claim: result.ClaimResult, text: str) -> str:
        keys = BRACED.findall(text)
        known = tables.once("numbers in texts", lambda: _texts(tables)) if keys else {}
        if unknown := sorted({*keys} - known.keys()):
            rule, fix = "braces name a number that a notebook or a claim states", suggestion(unknown[0], known)
            raise RegisterError(f"there is no number {unknown[0]!r}", where=f"claim {claim.number}", rule=rule, fix=fix)
        return named(BRACED.sub(lambda match: known[match[1]], text), read_articles(tables.data))

    printed = []
    for claim in claims:
        told = result.with_texts(claim, lambda text, claim=claim: filled(claim, text), _TEXTS)
        stance = told.nvidia
        if stance:
            told = replace(told, nvidia=stance.model_copy(update={"words": filled(claim, stance.words)}))
        printed.append(told)
    return printed


def _texts(tables: Tables) -> dict[str, str]:
    numbers = {**claim_numbers(result.read_recorded(tables), tables), **read_numbers(tables.data)}
    return {"latest": inference_rounds(tables.data)[-1], **{key: one.text for key, one in numbers.items()}}


def evidence_behind(number: Number, tables: Tables, claims: Iterable[result.ClaimResult] = ()) -> tuple[Evidence, ...]:
    """The evidence of a number: its rows, and of a claim's figure what else the claim rests on.

    A figure of one of ``claims`` without rows has the evidence of the claim.
    """
    own = evidence_of(tables.rows(row for row in number.rows if tables.places.get(row, math.inf) < len(tables.results)))
    for claim in claims:
        if number.key.startswith(f"claim.{claim.number}."):
            # Results and their logs are those of the rows; rules, settings and entries of Training are the claim's.
            more = (p for p in claim.evidence if p.table not in ("inference_results", "loadgen_runs"))
            return (*own, *more) if number.rows else claim.evidence
    return own


def claim_numbers(claims: Sequence[result.ClaimResult], tables: Tables) -> dict[str, Number]:
    """Numbers of every register by key: each claim's figures, claims by verdict, and articles."""
    numbers: list[Number] = []
    for head in read_registers(tables.data):
        own = [claim for claim in claims if claim.register == head.prefix]
        articles = Number(
            "articles.n", value=len(texts_of(head, others=False)), how="articles whose claims are checked"
        )
        numbers += itertools.chain.from_iterable(_of_claim(claim, tables) for claim in own)
        numbers += (replace(one, key=str(head.called(one.key))) for one in (*_verdicts(own), articles))
    return {one.key: replace(one, source="claims.yml") for one in numbers}


def _of_claim(claim: result.ClaimResult, tables: Tables) -> Iterator[Number]:
    """A claim's figures, as published and as computed, and who holds the one result behind them."""
    rows = [place.row_id for place in claim.evidence if place.table in _RESULTS]
    for position, figure in enumerate(claim.figures):
        suffix = "" if position == 0 else f"-{position + 1}"
        # In the order of the claim, which names a copy by unknown hands last.
        articles = [key for key in claim.articles if figure.articles is None or key in figure.articles]
        printed = outlets(map(read_articles(tables.data).__getitem__, articles)) if articles else "NVIDIA"
        published = f"the figure of claim {claim.number}, as printed by {printed}"
        if figure.computed is not None:
            published += f". The results give {figure.computed.text}: {figure.how}"
        values = {"published": (figure.published, published, "")}
        if figure.computed is not None:
            values["computed"] = (figure.computed, figure.how, figure.formula)
        for name, (value, how, formula) in values.items():
            key, behind = f"claim.{claim.number}.{name}{suffix}", figure.rows or tuple(sorted(set(rows)))
            yield Number(key, value.text, value.value, value.unit, None, how, behind, formula=formula)
    # Nobody holds a span.
    results = [row for row in tables.rows(claim.rows) if not pd.isna(row["value"])] if claim.figures else []
    if len({(row["round"], row["benchmark"], row["scenario"]) for row in results}) == 1:
        row = min(results, key=lambda r: (-r["value"] if r["higher_is_better"] else r["value"], r["row_id"]))
        chips = {"chip": chip(row["accelerator"])} if row["accelerator"] else {}
        for name, text in {"holder": row["submitter"], **chips}.items():
            of = {"holder": "who submitted", "chip": "chip of"}[name]
            how = f"{of} the result behind the figure: {describe(row)}"
            yield Number(f"claim.{claim.number}.{name}", text, how=how, rows=tuple(sorted(set(rows))))


def _verdicts(claims: Sequence[result.ClaimResult]) -> Iterator[Number]:
    yield Number("claims.n", value=len(claims), how="claims in the register")
    for verdict in result.VERDICTS:
        key = f"verdicts.{verdict.replace(',', '').replace(' ', '-')}"
        yield Number(key, value=sum(c.verdict == verdict for c in claims), how=f"claims with the verdict: {verdict}")
    asked = sum(claim.afterwards is not None for claim in claims)
    yield Number("afterwards.n", value=asked, how="claims asked again as of the latest round")


# --- wins ------------------------------------------------------------------------------------------


def nearest_rule(counts: pd.DataFrame, data: Path = DATA_DIR) -> int:
    """The definition of a win whose ``counts`` are nearest to the published count and ratio, both in logarithms.

    Every ratio that rounds to the printed one is that; of definitions that are equally near, it is the one nearest to
    the ratio itself.
    """
    claims = {claim.id: claim for claim in load_register(data, find_register("", data).folder)}
    wins, ratio = (claims[name].figures[0].published for name in ("cumulative-wins", "nine-times-others"))
    off = {
        name: np.hypot(np.log(counts["nvidia"] / wins), np.log(counts["ratio"] / counts["ratio"].clip(low, high)))
        for name, low, high in (("printed", ratio - 0.5, ratio + 0.5), ("exact", ratio, ratio))
    }
    return int(counts.assign(**off).sort_values([*off, *CHOICES])["rule"].iloc[0])
