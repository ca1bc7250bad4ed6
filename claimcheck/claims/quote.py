"""What can be copied: an answer in at most 30, 80 and 200 words, with its address and the footnote of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import Field

from claimcheck.claims.articles import Article, named, read_articles, who
from claimcheck.claims.footnote import TRADEMARK, footnote, rounds_footnote
from claimcheck.claims.language import BRACED
from claimcheck.claims.model import CAME_OUT, Aftermath, ClaimResult
from claimcheck.claims.printing import reach_text
from claimcheck.claims.register import FILE, Several
from claimcheck.core.documents import Model, Text, read
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import listed, sentence
from claimcheck.data.edition import read_edition
from claimcheck.data.heads import find_head, prefix_of, read_heads
from claimcheck.data.numbers import read_numbers
from claimcheck.data.rounds import keys_until, roles
from claimcheck.data.tables import DATA_DIR

# The most words of each text, without source and footnote.
LENGTHS = (30, 80, 200)
# The answer of the front page, among those of the first register.
IN_SHORT = "in-short"
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
_STOP = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\bvs)(?<!\bNo)(?<!\bcf)([.?!][”\"')]?)\s+(?=[“\"'(]?[A-Z])")


@dataclass(frozen=True)
class Quotation:
    """What a memo takes over: ``texts`` by the most words that they have, the ``source`` line, the ``footnote``."""

    texts: Mapping[int, str]
    source: str
    footnote: str

    @property
    def listed(self) -> list[str]:
        """Every text below its length, and the source line: paragraphs of Markdown."""
        texts = (part for words, text in self.texts.items() for part in (f"## In {words} words", text))
        return [*texts, self.source]


def quotation(claim: ClaimResult, results: pd.DataFrame, data: Path = DATA_DIR) -> Quotation:
    """What can be copied of a claim.

    ``results`` is the table ``inference_results``, with the claim's evidence; ``data`` holds articles and rounds.
    Raises KeyError for evidence or an article that is not known.
    """
    edition, articles = read_edition(), read_articles(data)
    source = f"Claim {claim.number} of claimcheck {edition.version} ({edition.release}): {edition.page(claim.address)}"
    texts = {words: marked(named(text, articles)) for words, text in _texts(claim, articles).items()}
    return Quotation(texts, source, claim_footnote(claim, results, data))


def answer(name: str, claims: Sequence[ClaimResult], results: pd.DataFrame, data: Path = DATA_DIR) -> Quotation:
    """What can be copied of several ``claims`` at once: an answer of a register by its name.

    Raises ClaimcheckError for a name or a number that is not known, and for a text that has too many words.
    """
    edition, asked = read_edition(), answers(data)[name]
    about = [claim for claim in claims if claim.number in asked.claims]
    numbers = read_numbers(data)
    if unknown := [key for text in asked.texts.values() for key in BRACED.findall(text) if key not in numbers]:
        raise ClaimcheckError(f"no number {unknown[0]!r}", where=f"answer {name} of {FILE}")
    texts = {n: marked(BRACED.sub(lambda m: numbers[m[1]].text, " ".join(asked.texts[n].split()))) for n in LENGTHS}
    if long := [words for words, text in texts.items() if len(text.split()) > words]:
        raise ClaimcheckError(f"has more than {long[0]} words", where=f"answer {name} of {FILE}, {long[0]}")
    source = f"claimcheck {edition.version} ({edition.release}): {edition.page(find_head(prefix_of(name), data).page)}"
    few = [claim for claim in about if claim.definitions is None]
    used = {key for text in asked.texts.values() for key in BRACED.findall(text) if not key.startswith("claim.")}
    ids = {row for claim in few for row in result_rows(claim)} | {row for key in used for row in numbers[key].rows}
    rows = results[results["row_id"].isin(ids)]
    counted = len(few) < len(about)
    return Quotation(texts, source, rounds_footnote(data, keys_until(data), rows) if counted else footnote(rows, data))


class _Answers(Model):
    """A register of claims of which the answers are read."""

    claims: Any = None
    answers: dict[Text, Several] = Field({})


def answers(data: Path = DATA_DIR) -> dict[str, Several]:
    """The answers about several claims in every register of ``data``, by name. Raises RegisterError."""
    return {
        str(head.called(name)): answer
        for head in read_heads(data)
        for name, answer in read(head.folder / FILE, _Answers, {"head": head}).answers.items()
    }


def marked(text: str) -> str:
    """``text`` with the registered sign where it first names MLPerf: MLPerf®."""
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
        return rounds_footnote(data, keys_until(data, roles(data, find_head(claim.register, data).folder).claims))
    return results_footnote(rows, data) if len(rows) else TRADEMARK


def results_footnote(rows: pd.DataFrame, data: Path = DATA_DIR) -> str:
    """The footnote for ``rows`` of inference_results: each of a few, or else the rounds that they are from."""
    if len(rows) > _SINGLE:
        return rounds_footnote(data, list(dict.fromkeys(rows.sort_values("row_id")["round"])))
    return footnote(rows, data)


def result_rows(claim: ClaimResult) -> list[str]:
    """Row ids of the results behind a claim, those of later rounds last."""
    later = claim.afterwards.evidence if claim.afterwards else ()
    places = (*claim.evidence, *later)
    return list(dict.fromkeys(e.row_id for e in places if e.table == "inference_results"))


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return _STOP.sub(lambda m: f"{m[1]}\n", " ".join(text.split())).splitlines()


def _texts(claim: ClaimResult, articles: Mapping[str, Article]) -> dict[int, str]:
    """The texts of a claim by their lengths, with keys of articles in them."""
    statement = _one(claim.statement)
    why = [claim.reason] if claim.reason else []
    later = _briefly(claim.afterwards) if claim.afterwards else ""
    shortest = f"Claim: {statement}. Verdict: {claim.verdict}{f' ({_listed(why)})' if why else ''}."
    with_later = f"Claim: {statement}. Verdict: {claim.verdict} ({_listed([*why, later])})."
    if later and len(with_later.split()) <= LENGTHS[0]:
        shortest = with_later
    opening = (
        f"{statement}, according to {who(claim.articles, articles)}. Checked against {_against(claim)}, the claim is "
        f"{claim.verdict}{f': {_one(claim.reason)}' if claim.reason else ''}."
    )
    return {LENGTHS[0]: shortest, **{words: _fitted(opening, list(_more(claim)), words) for words in LENGTHS[1:]}}


def _more(claim: ClaimResult) -> Iterator[tuple[int, str]]:
    """What can follow the verdict, in the order of reading: sentences with their ranks, 0 the most important."""
    # The first sentence says what the verdict is.
    for text in sentences(claim.explanation)[1 if claim.verdict in CAME_OUT else 0 :]:
        yield 1, text
    if claim.sensitivity and claim.sensitivity.n > 1:
        yield 2, f"Range of the figure: {reach_text(claim.sensitivity)}."
    if later := claim.afterwards:
        yield 0, f"In later rounds: {_one(later.finding)}."
    for number, text in enumerate(sentences(claim.strongest_case)):
        yield 3, text if number else f"In its favour: {text}"
    if claim.nvidia:
        for text in sentences(claim.nvidia.words):
            yield 4, sentence(text)


def _fitted(opening: str, more: Sequence[tuple[int, str]], words: int) -> str:
    """``opening`` and what else fits into so many words: by rank, and of one rank no sentence after one left out."""
    left, chosen = words - len(opening.split()), set()
    for rank in sorted({rank for rank, _ in more}):
        for place, (of, text) in enumerate(more):
            if of != rank:
                continue
            if len(text.split()) > left:
                break
            left -= len(text.split())
            chosen.add(place)
    return " ".join([opening, *(text for place, (_, text) in enumerate(more) if place in chosen)])


def _briefly(later: Aftermath) -> str:
    """What later rounds show, in a few words: the figures of the checks that have one, or what the first one found."""
    figures = [one for one in later.conditions if one.figure]
    if not figures:
        return later.conditions[0].reason
    first, *others = figures
    return _listed([f"{first.figure.text} by {later.as_of}", *(one.reason for one in others)])


def _listed(words: Sequence[str]) -> str:
    return "; ".join(_one(word) for word in words)


def _against(claim: ClaimResult) -> str:
    kinds = claim.kinds or ("results",)
    return listed([_AGAINST[kind][position > 0] for position, kind in enumerate(kinds)])


def _one(text: str) -> str:
    """``text`` as the inside of one sentence: no stop at its end, and none within."""
    return _STOP.sub("; ", " ".join(text.split())).rstrip(".?!; ")
