"""Conditions about audits and scale, about rounds without a figure and chips without a result; clauses of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims.aftermath import CHECKS
from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.evidence import source_url
from claimcheck.claims.model import Context
from claimcheck.claims.questions import QUESTIONS, sensitivity
from claimcheck.claims.rulebook import clauses_behind, read_clauses
from claimcheck.errors import RegisterError
from tests.making import results

RULES = "clauses:\n  audits: {round: v6.0, line: 5, says: at most two, at_most: 2}\n"
OLD = {"round": "v5.0", "benchmark": "old-model", "availability": None, "obtained": "typed"}
NEW = {"round": "v5.1", "benchmark": "old-model"}


def made(context, *rows: dict[str, Any]) -> Context:
    """A context over results whose first row is named ``of``."""
    table = results(*rows)
    found = context({"of": throughputs(table).head(1)}, table)
    (found.tables.data / "rules.yml").write_text(RULES, encoding="utf-8")
    return found


def check(found: Context, test: str, **spec: Any):
    return CONDITIONS[test](found, {"test": test, "says": "so it is", **spec})


# --- audits and scale


@pytest.mark.parametrize(
    ("others", "holds", "number"),
    [
        ([], True, 1),
        ([{"system": "other"}], True, 2),
        ([{"system": "other"}, {"submitter": "Bert"}], False, 3),
        ([{"scenario": "Offline"}, {"benchmark": "old-model"}, {"system": "x"}], True, 2),
        ([{"system": "x", "division": "open"}, {"system": "y", "availability": "preview"}], True, 1),
        ([{"system": "x", "round": "v5.1"}, {"system": "y", "availability": None}], True, 1),
    ],
)
def test_audits_cover_a_round_with_no_more_systems_than_they_may(context, others, holds: bool, number: int) -> None:
    found = check(made(context, {}, *others), "audits_cover_all", clause="audits")
    assert found.holds is holds
    assert f"at most 2 be audited; {number} systems of the round could be" in found.detail


@pytest.mark.parametrize(
    ("row", "holds"), [({}, True), ({"division": "open"}, False), ({"availability": "preview"}, False)]
)
def test_what_is_closed_and_available_could_be_audited(context, row: dict[str, Any], holds: bool) -> None:
    table = results(row)
    found = context({"of": table.assign(per_accelerator=1.0)}, table)
    assert check(found, "could_be_audited").holds is holds


@pytest.mark.parametrize(("number", "holds"), [(7, True), (8, True), (9, False)])
def test_a_system_is_as_large_as_asked(context, number: int, holds: bool) -> None:
    assert check(made(context, {}), "accelerators_at_least", number=number).holds is holds


@pytest.mark.parametrize("test", ["could_be_audited", "accelerators_at_least"])
def test_a_missing_result_holds_nothing(context, test: str) -> None:
    found = made(context, {})
    found.rows["of"] = found.rows["of"].head(0)
    assert check(found, test, number=1).detail == "no such result"


# --- clauses


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("says: at most two", "say: at most two", ["unknown key 'say'", "did you mean says?"]),
        ("line: 5", "line: five", ["line is 'five'", "whole number"]),
        ("at_most: 2", "at_most: two", ["at_most is 'two'"]),
        ("at_most: 2", "benchmark: b, limits: {Server: {tpot_ms: 1}}", ["limits of Server", "ttft_ms and tpot_ms"]),
        ("at_most: 2", "limits: {Server: {ttft_ms: 1, tpot_ms: 1}}", ["has no 'benchmark'"]),
    ],
)
def test_a_clause_with_a_mistake_is_told_where_it_stands(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    assert RULES.count(old) == 1
    (tmp_path / "rules.yml").write_text(RULES.replace(old, new), encoding="utf-8")
    with pytest.raises(RegisterError) as caught:
        read_clauses(tmp_path)
    assert all(word in str(caught.value) for word in ["rules.yml:2", *words])


def test_a_clause_is_linked_once_at_its_line_of_the_rounds_rules(context) -> None:
    found = made(context, {})
    path = found.tables.data / "rounds.yml"
    rules = f"{{repo: mlcommons/x, commit: {'c' * 40}, path: rules.adoc, blob: {'b' * 40}}}"
    path.write_text(f"rounds:\n  v6.0: {{rules: {rules}}}\n", encoding="utf-8")
    from claimcheck.registers import read_yaml

    object.__setattr__(found.tables, "rounds", read_yaml(path))
    spec = {"test": "audits_cover_all", "clause": "audits"}
    (item,) = clauses_behind(found, [spec, spec, {"test": "same_submitter"}])
    assert item.url == source_url("mlcommons/x", "c" * 40, "rules.adoc", 5)
    assert (item.table, item.row_id, item.blob, item.line) == ("rules", "v6.0", "b" * 40, 5)


def test_every_clause_that_is_typed_is_used(tables, claims) -> None:
    used = {e.url for c in claims.values() for e in c.evidence if e.table == "rules"}
    for clause in read_clauses(tables.data).values():
        assert any(url.endswith(f"#L{clause.line}") for url in used), clause.key


# --- the round before


def test_the_highest_gain_is_of_comparable_benchmarks_on_one_chip(context) -> None:
    found = made(
        context,
        {**OLD, "value": 80.0},
        {**NEW, "value": 120.0},
        {**NEW, "value": 9e9, "accelerator": "NVIDIA B300"},
        {**OLD, "benchmark": "deepseek-r1", "value": 1.0},  # not comparable from v5.0 on
        {**NEW, "benchmark": "deepseek-r1", "value": 1e9},
    )
    spec = {"before": "v5.0", "after": "v5.1"}
    answer = QUESTIONS["highest_gain"](found, spec)
    assert answer.value == pytest.approx(1.5)
    assert set(answer.rows["row_id"]) == {"row-00", "row-01"}
    assert QUESTIONS["highest_gain"](found, {**spec, "accelerators": ["B300"]}).value is None
    reach = sensitivity(found, {"over": "gains", **spec}, 2.8, 1)
    assert (reach.n, reach.low, reach.high, reach.rank) == (1, pytest.approx(1.5), pytest.approx(1.5), 1)


def test_an_unknown_round_or_one_without_a_comparison_is_told(context) -> None:
    found = made(context, {**OLD, "value": 80.0}, {**NEW, "accelerator": "NVIDIA B300"})
    with pytest.raises(RegisterError, match=r"rounds is 'v5\.2'"):
        QUESTIONS["highest_gain"](found, {"before": "v5.0", "after": "v5.2"})
    with pytest.raises(RegisterError, match="no comparison of the two rounds"):
        QUESTIONS["highest_gain"](found, {"before": "v5.0", "after": "v5.1"})


# --- a chip, a program


def test_a_chip_is_found_under_any_of_its_names_up_to_the_round_of_the_claims(history) -> None:
    other = {"accelerator": "TPU v5e", "platform_vendor": "Google", "round": "v5.1"}
    spec = {"names": ["Ironwood", "TPU7x"], "vendor": "Google"}
    none = check(history(results(other)), "chip_has_results", **spec)
    assert not none.holds
    assert "0 of 1 results" in none.detail
    assert "TPU v5e (v5.1)" in none.detail
    for row in ({"accelerator": "TPU Ironwood"}, {"accelerator": "TPU", "system": "tpu7x-8"}):
        assert check(history(results(other, row)), "chip_has_results", **spec).holds
        later = history(results(other, {**row, "round": "v6.1"}))
        assert not check(later, "chip_has_results", **spec).holds
        assert not check(history(results(other, {**row, "round": "v5.1"})), "chip_has_results_since", **spec).holds


LONG, SHORT = 1234.5678901, 1234.56


@pytest.mark.parametrize(("value", "holds"), [(LONG, True), (SHORT, False)])
def test_a_rate_with_more_digits_than_loadgen_prints_is_the_harnesss(history, value: float, holds: bool) -> None:
    found = history(results({"value": value}, {"value": value, "round": "v7.0"}))
    assert check(found, "harness_used", round="v6.0").holds is holds
    since, _, rows = CHECKS["harness_used_since"][0](found, {"benchmark": "deepseek-r1"})
    assert since is holds
    assert rows["row_id"].tolist() == (["row-01"] if holds else [])
    assert CHECKS["harness_used_since"][0](found, {"benchmark": "other"}).rows.empty


def test_what_is_no_result_gives_no_figure(context) -> None:
    for ask in ("specification", "outside_results"):
        answer = QUESTIONS[ask](made(context, {}), {})
        assert answer.value is None
        assert answer.rows.empty


# --- the committed register


def test_no_comparison_of_the_round_before_reaches_what_claim_40_prints(claims) -> None:
    found = claims[40]
    assert found.sensitivity.high == pytest.approx(found.computed.value)
    assert found.sensitivity.high < found.published.value
    assert {e.row_id.split("/")[0] for e in found.evidence if e.table == "inference_results"} >= {"v5.0"}


def test_claims_that_lie_outside_say_what_would_test_them(claims) -> None:
    for number in (44, 47, 48):
        assert claims[number].verdict == "not testable here"
        assert "would test it" in claims[number].reason
        assert claims[number].sources
