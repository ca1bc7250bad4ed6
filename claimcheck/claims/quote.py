"""A claim in two sentences for a memo, with its address and the footnote that the rules ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from claimcheck.claims.articles import listed, named, read_articles, who
from claimcheck.claims.footnote import TRADEMARK, footnote, rounds_footnote
from claimcheck.claims.model import (
    NOT_TESTABLE,
    ClaimResult,
)
from claimcheck.claims.printing import reach_text
from claimcheck.publication import Edition, read_edition
from claimcheck.rounds import keys_until
from claimcheck.tables import DATA_DIR

# A footnote names single results up to this many; beyond, the whole rounds that they are counted from.
_SINGLE = 8
# What a claim was checked against: as the first in a list, and after another.
_AGAINST = {
    "results": ("the raw MLPerf results", "the raw results"),
    "configurations": ("the configurations of MLPerf entries", "the submitted configurations"),
    "rules": ("the MLPerf rules", "the rules"),
    "prices": ("MLPerf results at assumed prices", "assumed prices"),
    "outside": ("sources outside the MLPerf results", "sources outside the results"),
}
# Where a sentence ends inside a text: a stop and space before a capital, but not after e.g. and the like.
_STOP = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\bvs)(?<!\bNo)(?<!\bcf)[.?!][”\"')]?\s+(?=[“\"'(]?[A-Z])")


@dataclass(frozen=True)
class Quotation:
    """What a memo takes over: two ``sentences``, the ``source`` line with the address, the ``footnote``."""

    sentences: str
    source: str
    footnote: str

    def __str__(self) -> str:
        return "\n\n".join((self.sentences, self.source, self.footnote))


def quote(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR, edition: Edition | None = None) -> str:
    """Two sentences on a claim, the line with its permanent address, and the footnote: three blocks of plain text.

    ``results`` is the table ``inference_results``, in which the claim's evidence stands; ``data`` holds the articles
    and rounds. Raises KeyError for evidence or an article that is not known.
    """
    return str(quotation(claim, results, data, edition))


def quotation(
    claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR, edition: Edition | None = None
) -> Quotation:
    """The parts of ``quote``, each for itself."""
    edition = edition or read_edition()
    articles = read_articles(data)
    first = f"{claim.statement.strip().rstrip('.')}, according to {who(claim.articles, articles)}{_figures(claim)}"
    second = f"Checked against {_against(claim)}, the claim is {claim.verdict}{_because(claim)}{_later(claim)}"
    sentences = " ".join(f"{_one(named(text, articles))}." for text in (first, second))
    source = f"Claim {claim.number} of claimcheck {edition.version} ({edition.release}): {edition.page(claim.address)}"
    return Quotation(marked(sentences), source, claim_footnote(claim, results, data))


def marked(text: str) -> str:
    """``text`` with the name marked where it stands first: MLPerf®."""
    return re.sub(r"MLPerf®?", "MLPerf®", text, count=1)


def claim_footnote(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR) -> str:
    """The footnote for all results behind a claim, those of later rounds included.

    A claim that rests on few results names them; one that counts over many names the rounds. Without results only
    the trademark legend is left. Raises KeyError for a row that is not in ``results``.
    """
    ids = result_rows(claim)
    rows = results[results["row_id"].isin(ids)]
    if missing := sorted(set(ids) - set(rows["row_id"])):
        raise KeyError(*missing)
    if claim.definitions is not None:  # counted over every round, by each definition
        return rounds_footnote(data, keys_until(data))
    if len(rows) > _SINGLE:
        return rounds_footnote(data, list(dict.fromkeys(rows.sort_values("row_id")["round"])))
    return footnote(rows, data) if len(rows) else TRADEMARK


def result_rows(claim: ClaimResult) -> list[str]:
    """Row ids of the results behind a claim, those of later rounds last."""
    later = claim.afterwards.evidence if claim.afterwards else ()
    places = (*claim.evidence, *later)
    return list(dict.fromkeys(e.row_id for e in places if e.table == "inference_results"))


def _figures(claim: ClaimResult) -> str:
    """The headline figure beside ours, and the range of ours."""
    if not claim.figures:
        return ""
    first = claim.figures[0]
    none = "not recomputed" if claim.verdict == NOT_TESTABLE else "no such figure in the results"
    words = f": published {first.published.text}, {f'recomputed {first.computed.text}' if first.computed else none}"
    found = claim.sensitivity
    return words if found is None or found.n == 1 else f"{words} (all defensible readings: {reach_text(found)})"


def _against(claim: ClaimResult) -> str:
    kinds = claim.kinds or ("results",)
    return listed([_AGAINST[kind][position > 0] for position, kind in enumerate(kinds)])


def _because(claim: ClaimResult) -> str:
    """What decided, where the figure does not match for everything that the sentence implies."""
    return f": {claim.reason}" if claim.reason else ""


def _later(claim: ClaimResult) -> str:
    """The state as of the latest round: a figure that has been overtaken must not be quoted as if it stood."""
    found = claim.afterwards
    return f"; as of {found.as_of} it is {found.status} ({found.what})" if found else ""


def _one(text: str) -> str:
    """``text`` as the inside of one sentence: no stop at its end, and none within."""
    return _STOP.sub("; ", " ".join(text.split())).rstrip(".?!; ")
