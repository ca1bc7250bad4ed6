"""A claim in two sentences: for every claim of the register, and for made ones that are hard to say."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from claimcheck.claims.articles import named, read_articles, who
from claimcheck.claims.evidence import Evidence
from claimcheck.claims.footnote import TRADEMARK
from claimcheck.claims.model import (
    CONTRADICTED,
    NARROWER,
    NO_LONGER,
    NOT_TESTABLE,
    REPRODUCED,
    VERDICTS,
    Aftermath,
    ClaimResult,
    Condition,
    Figure,
    Quantity,
    Said,
)
from claimcheck.claims.quote import claim_footnote, quotation, quote, result_rows
from claimcheck.claims.register import KINDS
from claimcheck.errors import RegisterError

if TYPE_CHECKING:
    from claimcheck.claims.model import Tables

ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|vs|No|cf)$")


def sentences(text: str) -> list[str]:
    """Sentences of a text, independently of the code: a stop, then a space and anything but a small letter."""
    found = [""]
    for part in re.split(r"(?<=[.?!])\s+", text):
        goes_on = part[:1].islower() or ABBREVIATED.search(found[-1].rstrip("."))
        if found[-1] and not goes_on:
            found.append(part)
        else:
            found[-1] = f"{found[-1]} {part}".strip()
    return found


def made(**changes: object) -> ClaimResult:
    """A claim that rests on no result of the tables."""
    given: dict[str, object] = {
        "id": "made",
        "number": 3,
        "said": {"A2": Said(line=1), "A3": Said(line=2)},
        "statement": "Llama 3.1 405B of v6.0 is fast.",
        "figures": (Figure(Quantity(2.7, "x", "2.7x"), "rounds", Quantity(2.77, "x", "2.77x"), True, "a / b"),),
        "verdict": NARROWER,
        "reason": "1.9x on one chip",
        "explanation": "It is narrower.",
        "conditions": (Condition("same chip", False, "A. B"), Condition("same rack", True, "C")),
        "sensitivity": None,
        "strongest_case": "It is.",
        "evidence": (),
        "rows": pd.DataFrame(),
    }
    return ClaimResult(**{**given, **changes})


def said(claim: ClaimResult, tables: Tables) -> str:
    return quotation(claim, tables.results).sentences


def test_every_claim_is_two_sentences_with_everything_that_counts(claims, tables, data_dir: Path) -> None:
    articles = read_articles(data_dir)
    assert claims
    for number, claim in claims.items():
        text, source, footnote = quote(claim, tables.results, data_dir).split("\n\n")
        assert len(sentences(text)) == 2, (number, sentences(text))
        assert text.endswith("."), number
        assert who(claim.articles, articles) in text, number
        assert named(claim.statement, articles).rstrip(".") in text.replace("®", ""), number
        assert f"the claim is {claim.verdict}" in text, number
        if claim.figures:
            assert f"published {claim.published_text}" in text, number
            assert "recomputed" in text or "no such figure" in text, number
            assert claim.computed is None or f"recomputed {claim.computed_text}" in text, number
        assert claim.reason in text, number
        if claim.afterwards:
            assert f"as of {claim.afterwards.as_of}" in text, number
        assert re.findall(r"MLPerf®?", text)[0] == "MLPerf®" and text.count("®") == 1, number
        assert not re.search(r"\bA[1-5]\b", text), f"{number}: a key that a memo's reader does not have"
        assert source.endswith(f"/claims/{number}.html"), number
        assert footnote.endswith(TRADEMARK), number


def test_every_footnote_covers_every_round_that_is_quoted(claims, tables, data_dir: Path) -> None:
    for number, claim in claims.items():
        text = claim_footnote(claim, tables.results, data_dir)
        rows = tables.results[tables.results["row_id"].isin(result_rows(claim))]
        assert len(rows) or claim.sources, number
        for round_ in set(rows["round"]):
            assert round_ in text, number
        named = set(rows["result_id"].dropna())
        # Few results are named one by one; many by their rounds, with the note on counts.
        assert all(one in text for one in named) or "Counts, winners and ratios" in text, number


def test_counts_of_wins_name_every_suite(claims, tables) -> None:
    text = claim_footnote(claims[11], tables.results)
    assert "MLPerf® Inference v0.5" in text and "MLPerf® Training" in text


def test_a_claim_without_results_keeps_the_trademark_legend(tables) -> None:
    assert claim_footnote(made(), tables.results) == TRADEMARK


def test_evidence_that_is_not_in_the_table_is_an_error(tables) -> None:
    place = Evidence("inference_results", "gone", "", "x", "r", "c", "p", None, None, "https://e.org")
    with pytest.raises(KeyError, match="gone"):
        quote(made(evidence=(place,)), tables.results)


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("figures", [True, False])
@pytest.mark.parametrize("conditions", [True, False])
def test_every_verdict_reads_as_two_sentences(tables, verdict: str, figures: bool, conditions: bool) -> None:
    claim = made(verdict=verdict, reason="it lies outside, e.g. in a trace of v6.0.")
    claim = claim if figures else dataclasses.replace(claim, figures=())
    text = said(claim if conditions else dataclasses.replace(claim, conditions=()), tables)
    assert len(sentences(text)) == 2
    assert verdict in text
    assert ("published 2.7x, recomputed 2.77x" in text) is figures
    assert "e.g. in a trace of v6.0" in text
    assert not re.search(r"[.;:,] ?[.;,]|\s{2}| [.;,]", text)


def test_stops_inside_texts_do_not_make_sentences(tables) -> None:
    statement = "It is fast. Is it? It is! (So they say.)"
    claim = made(statement=statement, verdict=CONTRADICTED, reason="No. Not so. See v5.1.")
    assert len(sentences(said(claim, tables))) == 2


def test_a_figure_that_does_not_come_out_is_said_to_be_missing(tables) -> None:
    figure = Figure(Quantity(20.0, "x", "over 20x"), "more_than", None, False, "none")
    assert "published over 20x, no such figure" in said(made(figures=(figure,), verdict=CONTRADICTED), tables)
    assert "published over 20x, not recomputed" in said(made(figures=(figure,), verdict=NOT_TESTABLE), tables)


def test_what_was_overtaken_is_said(tables) -> None:
    later = Aftermath("v6.1", "the record", True, (Condition("held", False, "x"),), ())
    assert later.status == NO_LONGER
    text = said(made(verdict=REPRODUCED, conditions=(), reason="", afterwards=later), tables)
    assert text.endswith("the claim is reproduced; as of v6.1 it is no longer true (the record).")


@pytest.mark.parametrize("kind", KINDS)
def test_what_it_was_checked_against_is_named_with_the_mark(tables, kind: str) -> None:
    text = said(made(kinds=(kind, "results")), tables)
    assert "MLPerf®" in text and " and " in text.partition("Checked against")[2].partition(", the claim")[0]


ARTICLES = "articles:\n  A1: {author: Anna, title: On it, role: a report, copy: in full, date: %s%s}\n"


@pytest.mark.parametrize(
    ("date", "by", "month", "day", "kind"),
    [
        ("2026-04-01", "", "April 2026", "1 April 2026", "Organization"),
        ("2026-12", ", by: person", "December 2026", "December 2026", "Person"),
    ],
)
def test_articles_have_dates_in_print(tmp_path: Path, date: str, by: str, month: str, day: str, kind: str) -> None:
    (tmp_path / "articles.yml").write_text(ARTICLES % (date, by), encoding="utf-8")
    found = read_articles(tmp_path)["A1"]
    assert (found.month, found.day, found.kind, found.date) == (month, day, kind, date)


@pytest.mark.parametrize(("date", "by"), [("April 2026", ""), ("2026-13", ""), ("2026-04", ", by: a machine")])
def test_articles_that_break_their_form_are_refused(tmp_path: Path, date: str, by: str) -> None:
    (tmp_path / "articles.yml").write_text(ARTICLES % (date, by), encoding="utf-8")
    with pytest.raises(RegisterError, match=r"articles\.yml:2"):
        read_articles(tmp_path)
