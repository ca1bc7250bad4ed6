"""A claim as files: memo, CSV of its evidence, JSON, BibTeX."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pandas as pd

from claimcheck.analysis.results import THROUGHPUT_UNITS
from claimcheck.claims.articles import Article, named, read_articles
from claimcheck.claims.evidence import Evidence, with_links
from claimcheck.claims.model import ClaimResult, Condition
from claimcheck.claims.output import served
from claimcheck.claims.printing import condition_text, verdict_text
from claimcheck.claims.quote import answer, marked, quotation, result_rows
from claimcheck.claims.register import STANCES, Claim, Said, order
from claimcheck.core.documents import nearest
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import sentence
from claimcheck.data.citation import Work
from claimcheck.data.edition import read_edition
from claimcheck.data.heads import prefix_of
from claimcheck.data.tables import DATA_DIR

# role: evidence (behind the verdict) or afterwards (behind the state as of the latest round). value is in unit,
# per_accelerator in unit per accelerator: our arithmetic, for rates alone. A file that is no result (a system
# description, a setting, a rule) has table, row_id, what and source_url only.
COLUMNS = (
    "role", "table", "row_id", "result_id", "round", "division", "availability", "submitter", "system", "accelerator",
    "accelerators", "benchmark", "scenario", "value", "unit", "per_accelerator", "what", "source_url", "log_url",
)  # fmt: skip
_COPIED = (
    "result_id", "round", "division", "availability", "submitter", "system", "accelerator", "accelerators",
    "benchmark", "scenario", "value", "unit",
)  # fmt: skip


def find_claim(word: str, claims: Sequence[Claim]) -> Claim:
    """The claim with that number or id. Raises ClaimcheckError with the nearest when there is none."""
    for claim in claims:
        if word.strip() in (str(claim.number), claim.id):
            return claim
    if word.strip().isdecimal():
        first = [claim for claim in claims if not prefix_of(claim.number)]
        near = min(first, key=lambda claim: (abs(order(claim.number)[0] - int(word)), order(claim.number)))
    else:
        known = {claim.id: claim for claim in claims}
        near = known[nearest(word, known, 1, 0)[0]]
    numbers = ", ".join(str(claim.number) for claim in claims)
    raise ClaimcheckError(
        f"no claim {word!r}",
        rule=f"a claim is named by its id or its number: {numbers}",
        fix=f"did you mean {near.number} ({near.id})?",
    )


def memo(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR) -> str:
    """The claim for a memo, as Markdown: what can be copied, conditions, evidence, footnote."""
    found = quotation(claim, results, data)
    articles = read_articles(data)
    parts = [f"# {claim.statement}", *found.listed, "## Said in"]
    parts.append("\n".join(f"- {_said(articles[key], place)}" for key, place in claim.said.items()))
    if claim.nvidia:
        parts += ["## What NVIDIA says", f"{sentence(STANCES[claim.nvidia.stance])} {sentence(claim.nvidia.words)}"]
    if claim.figures:
        rows = [
            f"- published {f.published.text}: {f.computed.text if f.computed else 'no such figure'} ({f.word}; {f.how})"
            for f in claim.figures
        ]
        parts += ["## Published and recomputed", "\n".join(rows)]
    parts += ["## Verdict", f"{sentence(verdict_text(claim))} {claim.explanation}"]
    if claim.conditions:
        parts += ["## Conditions", _listed(claim.conditions)]
    if later := claim.afterwards:
        asked = f"Asked again as of {later.as_of}: {later.what}."
        parts += ["## In later rounds", sentence(later.finding), asked, _listed(later.conditions)]
    if claim.strongest_case:
        parts += ["## The strongest case for it", " ".join(claim.strongest_case.split())]
    if places := evidence(claim):
        parts += ["## Evidence", "\n".join(f"- {e.label}: {e.url}" for _, e in places)]
    if claim.sources:
        parts += ["## Facts from other sources", "\n".join(f"- {s.what}: {s.where}" for s in claim.sources)]
    # As they came: no word of a reply is replaced.
    replies = [f"## Reply of {one.day} by {one.by}\n\n{one.text}" for one in claim.replies]
    return marked("\n\n".join([*(named(part, articles) for part in parts), *replies, found.footnote])) + "\n"


def answer_text(name: str, claims: Sequence[ClaimResult], results: pd.DataFrame, data: Path = DATA_DIR) -> str:
    """An answer about several claims as Markdown. Raises ClaimcheckError for one that the register does not have."""
    found = answer(name, claims, results, data)
    return "\n\n".join(["# The answer in short", *found.listed, found.footnote]) + "\n"


def _said(article: Article, place: Said) -> str:
    words = f': "{place.quote}"' if place.quote else ""
    alone = ", its headline or lede alone" if place.headline else ""
    return f"{article.author}, {article.title}, {article.day}, line {place.line}{alone}{words}"


def _listed(conditions: Sequence[Condition]) -> str:
    return "\n".join(f"- {one.name}: {condition_text(one)}" for one in conditions)


def evidence(claim: ClaimResult) -> list[tuple[str, Evidence]]:
    """Every place behind a claim with its role: evidence, or afterwards."""
    later = claim.afterwards.evidence if claim.afterwards else ()
    return [("evidence", e) for e in claim.evidence] + [("afterwards", e) for e in later]


def evidence_csv(claim: ClaimResult, results: pd.DataFrame) -> str:
    """The rows behind a claim as CSV with the columns COLUMNS; a result and the log of its run are one line.

    ``results`` is the table ``inference_results``. Raises KeyError for a result that is not in it.
    """
    rows = with_links(results[results["row_id"].isin(result_rows(claim))]).set_index("row_id", drop=False)
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_lines(claim, rows))
    return out.getvalue()


def _lines(claim: ClaimResult, rows: pd.DataFrame) -> Iterator[dict[str, object]]:
    for role, place in evidence(claim):
        line: dict[str, object] = {"role": role, "table": place.table, "row_id": place.row_id}
        if place.table == "inference_results":
            row = rows.loc[place.row_id]
            line |= {name: _cell(row[name]) for name in _COPIED} | {"source_url": row["published_url"]}
            if row["unit"] in THROUGHPUT_UNITS and pd.notna(row["accelerators"]):
                line["per_accelerator"] = float(row["value"]) / float(row["accelerators"])
            yield line | {"log_url": _cell(row["log_url"])}
        elif place.table != "loadgen_runs":  # the log stands beside its result
            yield line | {"result_id": place.result_id, "what": place.label, "source_url": place.url}


def _cell(value: object) -> object:
    return "" if value is None or pd.isna(value) else value


def claims_json(claims: Sequence[ClaimResult]) -> str:
    """All claims as ``claimcheck claims --json`` prints them."""
    return _json([served(claim) for claim in claims])


def claim_json(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR) -> str:
    """A claim as in ``claims_json``, with its permanent address, the texts to copy, and the footnote."""
    found = quotation(claim, results, data)
    address = read_edition().page(claim.address)
    return _json({**served(claim), "address": address, "quote": found.texts, "footnote": found.footnote})


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def work(claim: ClaimResult) -> Work:
    """The claim's page as something to cite: edition, day, verdict, address."""
    edition = read_edition()
    return Work(
        name=f"claim{re.sub('[./]', '-', str(claim.number))}",
        title=f"Claim {claim.number}, checked: {marked(claim.statement).strip().rstrip('.')}",
        address=edition.page(claim.address),
        edition=edition,
        note=f"Version {edition.version}. Verdict: {verdict_text(claim)}",
    )


Text = Callable[[ClaimResult, pd.DataFrame, Path], str]
# Format: how a claim is written in it, and how its file on the site ends.
FORMATS: Mapping[str, tuple[Text, str]] = {
    "memo": (memo, "txt"),
    "csv": (lambda claim, results, data: evidence_csv(claim, results), "csv"),
    "json": (claim_json, "json"),
    "bibtex": (lambda claim, results, data: work(claim).bibtex, "bib"),
    "ris": (lambda claim, results, data: work(claim).ris, "ris"),
    "csl": (lambda claim, results, data: work(claim).csl, "csl.json"),
}
