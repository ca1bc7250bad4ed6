"""Verdicts: the logic, the committed register, and what happens when the data change."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.claim import FigureToMatch
from claimcheck.claims.register.language import Answer
from claimcheck.claims.verdict.evaluate import evaluate
from claimcheck.claims.verdict.evidence import evidence_of
from claimcheck.claims.verdict.judge import check_figure
from claimcheck.claims.verdict.result import CheckedFigure
from tests.making import results

# --- does a figure come out?


def figure(value: float | None, span: tuple[float, float] | None = None, **spec: object) -> CheckedFigure:
    printed = FigureToMatch(**{"published": 9, "unit": "x", "decimals": 0, "rule": "rounds", "ask": "outside", **spec})
    return check_figure(printed, Answer(value, "how", span=span))


@pytest.mark.parametrize(
    ("rule", "published", "decimals", "value", "comes_out"),
    [
        ("rounds", 8064, 0, 8063.5, True),
        ("rounds", 8064, 0, 8063.49999, False),
        ("more_than", 60, 0, 60.0, False),
        ("more_than", 60, 0, 60.0001, True),
        ("at_least", 2.7, 1, 2.7, True),
        ("printed", 1.01, 2, 1.0199, True),
        ("printed", 1.01, 2, 1.02, False),
        ("printed", 1.01, 2, 1.0049, False),
    ],
)
def test_what_each_rule_takes_for_the_published_figure(rule, published, decimals, value, comes_out) -> None:
    assert figure(value, published=float(published), decimals=decimals, rule=rule).agrees is comes_out


@pytest.mark.parametrize(
    ("published", "comes_out"), [(0.26, True), (0.32, True), (0.29, True), (0.2599, False), (0.3201, False)]
)
def test_a_span_holds_its_ends(published: float, comes_out: bool) -> None:
    spec = {"published": published, "unit": "$", "decimals": 4, "rule": "in_span"}
    found = figure(0.29, (0.26, 0.32), **spec)
    assert found.comes_out is comes_out
    assert found.computed.text == "$0.2600 to $0.3200"
    assert not figure(0.29, **spec).comes_out


def test_a_bound_that_both_ends_of_a_score_miss_by_little_has_a_note() -> None:
    printed = FigureToMatch(published=5, unit="%", decimals=0, rule="at_most", ask="outside")
    for high, said in ((5.4, "more exactly 5.3 to 5.4%"), (5.32, "more exactly 5.3%"), (6.4, "")):
        found = check_figure(printed, Answer(5.3, "how", span=(5.3, high), unread=True))
        assert (found.comes_out, found.note) == (bool(said), said)


@pytest.mark.parametrize(
    ("rule", "unit", "published", "value", "text"),
    [
        ("more_than", "%", 60, 47.7, "48%"),  # a figure far below the bound needs no finer one
        ("more_than", "%", 60, 59.8, "59.8%"),  # 60% is not over 60%
        ("at_least", "%", 60, 59.996, "59.996%"),
        ("printed", "months", 6, 6.7, "6.7 months"),
        ("printed", "tokens/s", 21605, 21605.8, "21,605.8 tokens/s"),
    ],
)
def test_a_figure_beyond_what_was_printed_is_printed_finer(rule: str, unit: str, published, value, text: str) -> None:
    found = figure(value, published=published, unit=unit, rule=rule)
    assert found.computed.text == text
    assert found.published.text.startswith("over ") is (rule == "more_than")


@pytest.mark.parametrize(
    ("span", "text"), [((8.5, 9.4), "8.5 to 9.4x"), ((8.4, 10.0), "8 to 10x"), ((9.96, 12.2), "10 to 12x")]
)
def test_the_ends_of_a_span_below_ten_have_a_digit_after_the_point(span: tuple[float, float], text: str) -> None:
    assert figure(9.0, span, decimals=0, rule="in_span").computed.text == text


# --- the committed register


def test_all_evidence_leads_to_a_row_and_a_line(claims, tables) -> None:
    keys = ["round", "division", "submitter", "system"]
    ids = {
        "inference_results": set(tables.results["row_id"]),
        "training_results": set(tables.trained["row_id"]),
        "engine_settings": set(tables.results["row_id"]),
        "loadgen_runs": set(tables.runs["run_id"]),
        "systems": {"/".join(row) for row in tables.systems[keys].astype(str).itertuples(index=False)},
        "rules": set(tables.mechanisms.rounds),
    }
    by_hand = tables.results[tables.results["obtained"] == "typed"]
    typed = set(by_hand["row_id"]) | set(by_hand["run_id"].dropna())
    for claim in claims.values():
        assert claim.evidence or claim.sources, claim.id
        assert len(set(claim.evidence)) == len(claim.evidence)
        for item in claim.evidence:
            assert item.row_id in ids[item.table], item
            # Of what was typed by hand, no git object is known, and the file that it was typed from has no line.
            # A result of Training is the logs of a folder.
            assert item.table == "training_results" or (item.line is None) is (item.row_id in typed), item


# --- when the data change


def test_another_value_and_the_figure_is_not_reproduced(data_dir: Path, tables: Tables, claims) -> None:
    rows = tables.results.copy()
    rows.loc[rows["row_id"] == "6.0-0078/deepseek-r1/Interactive", "value"] = 250633.0
    found = {claim.number: claim for claim in evaluate(data_dir, tables=Tables(rows, tables.data), only={14, 18})}
    assert claims[18].computed
    assert (found[18].verdict, found[18].computed) == ("not reproduced", None)
    assert found[18].reason == "the results give no such figure"
    assert found[14].computed.text == claims[14].computed.text


# --- where a figure comes from, also of a row without an ID and without a line

AT = f"https://github.com/mlcommons/inference_results_v6.0/blob/{'c' * 40}"
TYPED = {"obtained": "typed", "result_id": None, "availability": None, "blob": None, "line": None, "run_id": None,
         "log_path": None, "log_blob": None, "log_line": None, "log_agrees": None, "path": "a b/README.md"}  # fmt: skip


def test_a_typed_row_has_a_file_and_no_line_and_leads_to_its_log_where_that_is_kept() -> None:
    elsewhere = {"log_repo": "someone/copy", "log_commit": "d" * 40, "log_path": "x/summary.txt", "run_id": "run"}
    (alone,), (typed, log) = (evidence_of(results({**TYPED, **more}).to_dict("records")) for more in ({}, elsewhere))
    for item in (alone, typed):
        assert (item.blob, item.line, item.url) == (None, None, f"{AT}/a%20b/README.md")
        assert item.label.startswith("typed by hand from: Anna")
        assert "v6.0 closed, availability not known" in item.label
    assert [item.label.endswith("without a log in our tables") for item in (alone, typed)] == [True, False]
    address = f"https://github.com/someone/copy/blob/{'d' * 40}/x/summary.txt"
    assert (log.table, log.repo, log.url) == ("loadgen_runs", "someone/copy", address)
