"""Write what leaves the site of a claim: a text to copy, JSON, a citation.

The text has at most 30 words and goes with an address and the footnote that MLCommons' rules require.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from pydantic_core import to_json

from claimcheck.claims.register.articles import named, read_articles
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.texts.footnote import TRADEMARK, footnote, rounds_footnote
from claimcheck.claims.texts.wording import verdict_text
from claimcheck.claims.verdict.result import Aftermath, ClaimResult, served
from claimcheck.core.errors import ClaimcheckError, suggestion
from claimcheck.core.printing import listed
from claimcheck.data.edition import read_edition
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.registers import find_register
from claimcheck.data.rounds import keys_until, roles

# The most words of a text, without source and footnote.
WORDS = 30
# A footnote names single results up to this many; beyond, the whole rounds that they are counted from.
_SINGLE = 8
# A ratio or percentage, and how many of them a text may have.
_FIGURE, _FIGURES = re.compile(r"\d[\d.,]*(?:x|%| times)"), 3
# Where a sentence ends inside a text: a stop and space before a capital, but not after e.g. and the like.
_STOP = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\bvs)(?<!\bNo)(?<!\bcf)[.?!][”\"')]?\s+(?=[“\"'(]?[A-Z])")


class Quotation(NamedTuple):
    """What a reader copies: a ``text``, the ``source`` line, the ``footnote``."""

    text: str
    source: str
    footnote: str


def quotation(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR) -> Quotation:
    """The text of one claim that a reader can copy.

    ``results`` is the table ``inference_results``, with the claim's evidence; ``data`` holds articles and rounds.
    Raises KeyError for an article that is not known.
    """
    edition, articles = read_edition(), read_articles(data)
    source = f"Claim {claim.number} of claimcheck {edition.version} ({edition.day}): {edition.page(claim.address)}"
    about = find_register(claim.register, data).round
    about = "" if about.split()[-1] in claim.statement else about.removeprefix("Inference ")
    return Quotation(marked(named(_text(claim, about), articles)), source, claim_footnote(claim, results, data))


def marked(text: str) -> str:
    """``text`` with the registered sign where it first names MLPerf: MLPerf®."""
    return re.sub(r"MLPerf®?", "MLPerf®", text, count=1)


def claim_footnote(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR) -> str:
    """The footnote for all results behind a claim, those of later rounds included.

    A claim that rests on few results names them; one that counts over many, or rests on results of MLPerf Training,
    names the rounds. Without results only the trademark legend is left.
    """
    rows = results[results["row_id"].isin(result_rows(claim))]
    if claim.definitions is not None:  # counted over every round, by each definition
        return rounds_footnote(data, keys_until(data, roles(data, find_register(claim.register, data).folder).claims))
    return results_footnote(rows, data, training_rounds(claim))


def results_footnote(rows: pd.DataFrame, data: Path = DATA_DIR, trained: Sequence[str] = ()) -> str:
    """The footnote for ``rows`` of inference_results, each of a few or else their rounds, and for whole rounds.

    ``trained``: keys of rounds of Training and HPC, which are named whole. Where there is neither, only the trademark
    legend is left.
    """
    if trained:
        return rounds_footnote(data, trained, rows)
    if len(rows) > _SINGLE:
        return rounds_footnote(data, list(dict.fromkeys(rows.sort_values("row_id")["round"])))
    return TRADEMARK if rows.empty else footnote(rows, data)


def training_rounds(claim: ClaimResult) -> list[str]:
    """Keys of the rounds of Training and HPC behind a claim, as training-v5.1; row ids begin with suite and round."""
    ids = [e.row_id.split("/")[:2] for e in claim.evidence if e.table == "training_results"]
    return list(dict.fromkeys("-".join(parts) for parts in ids))


def result_rows(claim: ClaimResult) -> list[str]:
    """Row ids of the results behind a claim, those of later rounds last."""
    later = claim.afterwards.evidence if claim.afterwards else ()
    places = (*claim.evidence, *later)
    return list(dict.fromkeys(e.row_id for e in places if e.table == "inference_results"))


def _text(claim: ClaimResult, short: str) -> str:
    """The text of a claim, with keys of articles in it; ``short``: its round, where its statement names none."""
    statement, later = _one(claim.statement), _briefly(claim.afterwards) if claim.afterwards else ""
    # The most that fits: its round before whose claim it is, that before all reasons, and what later rounds show if no
    # more than three figures are said.
    first, names = claim.reason.partition("; ")[0], _speakers(claim, short)
    ways = [
        *itertools.product(names, (claim.reason,), (later, "")),
        *((name, first, "") for name in names),
        *((short, reason, "") for reason in (claim.reason, first)),
    ]
    for whose, reason, after in ways:
        bracket, since = f" ({_one(reason)})" if reason else "", f" Later: {after}." if after else ""
        text = f"{whose}{': ' if whose else ''}{statement}. Verdict: {claim.called}{bracket}.{since}"
        if len(text.split()) <= WORDS and (not after or len(_FIGURE.findall(text)) <= _FIGURES):
            break
    return text


def _speakers(claim: ClaimResult, short: str) -> tuple[str, ...]:
    """Who says a claim on a round, at the head of the text; each shorter than the one before.

    ``short``: the round, empty where the statement names it.
    """
    companies, said, on = listed(claim.by), claim.whose.speaker, f" on {short}" if short else ""
    if not companies:
        return f"Claim in {said}{on}", f"{said}{on}", f"{said} ({short})" if short else said
    if claim.whose.reported:
        brief = f"{companies} ({', '.join(filter(None, ['reported', short]))})"
        return f"Claim of {said}{on}", f"{said}{on}", f"{companies}, as reported{on}", brief
    whose = f"{companies}'{'' if companies.endswith('s') else 's'}"
    return f"{whose} claim{on}", f"{companies}{on}", f"{companies} ({short})" if short else companies


def _briefly(later: Aftermath) -> str:
    """What later rounds show, in a few words: of the checks that have a figure, else all that was found."""
    figures = [check.reason for check in later.conditions if check.figure]
    return "; ".join(map(_one, figures or [later.finding]))


def _one(text: str) -> str:
    """``text`` without full stops at its end and within, to be part of one sentence."""
    return _STOP.sub("; ", " ".join(text.split())).rstrip(".?!; ")


def find_claim(word: str, claims: Sequence[Claim]) -> Claim:
    """The claim with that number or id. Raises ClaimcheckError with the nearest when there is none."""
    if not claims:
        raise ClaimcheckError("there is no register of claims", fix="name the folder of the tables: --data")
    for claim in claims:
        if word.strip() in (str(claim.number), claim.id):
            return claim
    known = [name for claim in claims for name in (str(claim.number), claim.id)]
    rule = f"a claim is named by its id or its number: {', '.join(str(claim.number) for claim in claims)}"
    raise ClaimcheckError(f"there is no claim {word!r}", rule=rule, fix=suggestion(word, known))


def claim_json(claim: ClaimResult, copied: Quotation) -> str:
    """A claim as in ``claims.json``, with its permanent address, the text to copy, and the footnote."""
    (fields,), address = served([claim]), read_edition().page(claim.address)
    whole = {**fields, "address": address, "quote": copied.text, "footnote": copied.footnote}
    return f"{to_json(whole, indent=1).decode()}\n"


def bibtex(claim: ClaimResult) -> str:
    """The claim's page for a bibliography: edition, day, verdict, address."""
    edition, name = read_edition(), re.sub("[./]", "-", str(claim.number))
    title = f"Claim {claim.number}, checked: {marked(claim.statement).strip().rstrip('.')}"
    note = f"Version {edition.version}. Verdict: {verdict_text(claim)}"
    return edition.bibtex(f"claim{name}", title, edition.page(claim.address), note)


# How a claim is written in each format.
FORMATS: Mapping[str, Callable[[ClaimResult, Quotation], str]] = {
    "json": claim_json,
    "bibtex": lambda claim, copied: bibtex(claim),
}
