"""Verdicts: the logic, the committed register, and what happens when the data change."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pandas as pd
import pytest

from claimcheck.analysis.speedup import comparisons
from claimcheck.claims.evaluate import _figure, _logs_agree, evaluate, load_register
from claimcheck.claims.model import CAME_OUT, NARROWER, UNDEFINED, Answer, ClaimResult, Figure, Tables
from claimcheck.claims.register import RULES, Printed
from tests.claims.test_every_claim import is_address
from tests.making import results

# --- does a figure come out?


def figure(value: float | None, span: tuple[float, float] | None = None, **spec: object) -> Figure:
    printed = Printed(**{"published": 9, "unit": "x", "decimals": 0, "rule": "rounds", **spec})
    return _figure(printed, Answer(value, pd.DataFrame(), "how", span))


@pytest.mark.parametrize(
    ("rule", "published", "decimals", "value", "comes_out"),
    [
        ("rounds", 8064, 0, 8063.5, True),
        ("rounds", 8064, 0, 8063.49999, False),
        ("rounds", 8064, 0, 8064.49999, True),
        ("rounds", 8064, 0, 8064.5, False),
        ("rounds", 2.77, 2, 2.765, True),
        ("rounds", 2.77, 2, 2.775, False),
        ("more_than", 60, 0, 60.0, False),
        ("more_than", 60, 0, 60.0001, True),
        ("more_than", 60, 0, 59.9, False),
        ("at_least", 2.7, 1, 2.7, True),
        ("at_least", 2.7, 1, 2.6999, False),
        ("at_least", 2.7, 1, 9.0, True),
        ("whole", 6, 0, 6.0, True),
        ("whole", 6, 0, 6.99, True),
        ("whole", 6, 0, 7.0, False),
        ("whole", 6, 0, 5.99, False),
    ],
)
def test_what_each_rule_takes_for_the_published_figure(rule, published, decimals, value, comes_out) -> None:
    assert figure(value, published=float(published), decimals=decimals, rule=rule).comes_out is comes_out


@pytest.mark.parametrize(
    ("published", "comes_out"), [(0.26, True), (0.32, True), (0.29, True), (0.2599, False), (0.3201, False)]
)
def test_a_span_holds_its_ends(published: float, comes_out: bool) -> None:
    spec = {"published": published, "unit": "$", "decimals": 2, "rule": "in_span"}
    found = figure(0.29, (0.26, 0.32), **spec)
    assert found.comes_out is comes_out
    assert found.computed.text == "$0.26 to $0.32"
    assert not figure(0.29, **spec).comes_out


@pytest.mark.parametrize("rule", RULES)
def test_a_figure_that_is_nowhere_does_not_come_out(rule: str) -> None:
    found = figure(None, rule=rule)
    assert (found.comes_out, found.computed, found.how) == (False, None, "how")


@pytest.mark.parametrize(
    ("rule", "unit", "published", "value", "text"),
    [
        ("more_than", "%", 60, 60.4, "60.4%"),
        ("more_than", "%", 60, 47.7, "48%"),  # a figure far below the bound needs no finer one
        ("more_than", "%", 60, 59.8, "59.8%"),  # 60% is not over 60%
        ("at_least", "%", 60, 59.996, "59.996%"),
        ("whole", "months", 6, 6.7, "6.7 months"),
        ("whole", "months", 6, 6.0, "6 months"),
    ],
)
def test_a_figure_beyond_what_was_printed_is_printed_finer(rule: str, unit: str, published, value, text: str) -> None:
    found = figure(value, published=published, unit=unit, rule=rule)
    assert found.computed.text == text
    assert found.published.text.startswith("over ") is (rule == "more_than")


@pytest.mark.parametrize(
    ("span", "decimals", "text"),
    [((8.5, 9.4), 0, "8.5 to 9.4x"), ((9.96, 12.2), 0, "10 to 12x"), ((8.512, 9.444), 2, "8.51 to 9.44x")],
)
def test_the_ends_of_a_span_below_ten_have_a_digit_after_the_point(span, decimals: int, text: str) -> None:
    assert figure(9.0, span, decimals=decimals, rule="in_span").computed.text == text


def row(obtained: str, agrees: bool | None = None, round_: str = "v6.0") -> dict[str, object]:
    return {"row_id": f"{obtained}-{agrees}-{round_}", "obtained": obtained, "log_agrees": agrees, "round": round_}


SAME, ALONE = "{} results equal the figure in their run's log", "1 without a log in our tables ({})"


@pytest.mark.parametrize(
    ("rows", "holds", "detail"),
    [
        ([row("published", True)], True, SAME.format("1 of 1")),
        ([row("published", True), row("published", False)], False, SAME.format("1 of 2")),
        ([row("published", None)], False, SAME.format("0 of 1")),
        (
            [row("published", True), row("log", None, "v3.0"), row("log", None, "v0.5")],
            True,
            f"{SAME.format('1 of 1')}; 2 taken from the log itself (v0.5, v3.0)",
        ),
        ([row("typed", None, "v5.0")], True, ALONE.format("v5.0")),
        (
            [row("typed", True, "v6.1"), row("typed", None, "v6.1")],
            True,
            f"{SAME.format('1 of 1')}; {ALONE.format('v6.1')}",
        ),
        ([row("typed", False, "v6.1")], False, SAME.format("0 of 1")),
        (
            [row("experiments", None, "v4.0"), row("typed", None, "v5.0")],
            True,
            f"{ALONE.format('v4.0')}; {ALONE.format('v5.0')}",
        ),
    ],
)
def test_a_published_figure_is_compared_with_its_log_where_there_is_one(rows, holds: bool, detail: str) -> None:
    found = _logs_agree(results(*rows))
    name = "the logs say the same" if "their run's log" in detail else "no log says otherwise"
    assert (found.name, found.holds, found.detail) == (name, holds, detail)
    assert found.matters is (None if holds else True)


def test_results_with_and_without_a_log_are_counted_one_by_one() -> None:
    rows = results(row("published", True), row("published", True, "v5.1"), row("typed", None, "v6.1"))
    mixed = pd.Series([np.True_, np.True_, pd.NA], index=rows.index, dtype=object)
    found = _logs_agree(rows.assign(log_agrees=mixed))
    assert found.detail.startswith("2 of 2 results equal")
    assert found.holds


# --- the committed register


def test_a_claim_is_called_reproduced_only_when_every_figure_comes_out(claims, data_dir: Path) -> None:
    needed = {c.number: len(c.must) for c in load_register(data_dir)}
    for claim in claims.values():
        out = all(f.comes_out for f in claim.figures)
        failing = [c.name for c in claim.conditions if not c.holds]
        if claim.verdict == "reproduced":
            assert out
            assert not failing
            assert not claim.reason
            continue
        assert claim.reason
        if claim.verdict in CAME_OUT:
            assert out
            assert failing
            assert (claim.verdict == NARROWER) is any(c.matters for c in (*claim.conditions, claim.together) if c)
        elif claim.verdict == UNDEFINED:
            assert 0 <= claim.definitions.giving < claim.definitions.range.n
        elif claim.verdict == "not testable here":
            assert "would test it" in claim.explanation
        else:
            assert not out or not all(c.holds for c in claim.conditions[: needed[claim.number]])


def test_only_an_opposite_that_is_so_contradicts(data_dir: Path, tables, tmp_path: Path) -> None:
    """Claim 15 with another opposite: the figure is no Interactive result."""
    text = (data_dir / "registers/v6.0/claims.yml").read_text(encoding="utf-8")
    path = tmp_path / "claims.yml"
    changed = text.replace(
        "of: elsewhere, says: the figure is an Offline result, where: {scenario: Offline}",
        "of: elsewhere, says: it is an Interactive result, where: {scenario: Interactive}",
    )
    assert changed != text
    path.write_text(changed, "utf-8")
    (found,) = evaluate(data_dir, path, tables, only={15})
    assert found.verdict == "not reproduced"


def test_places_and_ranges_are_possible(claims) -> None:
    for claim in claims.values():
        found = claim.sensitivity
        if found is None:
            continue
        assert found.n >= 1
        assert found.low <= found.high
        assert 1 <= found.rank <= found.n + 1
        assert found.low <= claim.computed.value <= found.high
        if found.n == 1:
            assert found.low == found.high == claim.computed.value


def test_all_evidence_leads_to_a_row_and_a_line(claims, tables) -> None:
    ids = {"inference_results": set(tables.results["row_id"]), "loadgen_runs": set(tables.runs["run_id"])}
    by_hand = tables.results[tables.results["obtained"] == "typed"]
    typed = set(by_hand["row_id"]) | set(by_hand["run_id"].dropna())
    keys = ["round", "division", "submitter", "system"]
    ids["systems"] = {"/".join(row) for row in tables.systems[keys].astype(str).itertuples(index=False)}
    ids |= {"engine_settings": ids["inference_results"], "rules": set(tables.mechanisms.rounds)}
    for claim in claims.values():
        assert claim.evidence or any(is_address(s.where) for s in claim.sources), claim.id
        assert len(set(claim.evidence)) == len(claim.evidence)
        for item in claim.evidence:
            assert item.row_id in ids[item.table], item
            assert re.fullmatch(r"[0-9a-f]{40}", item.commit)
            url = f"https://github.com/{item.repo}/blob/{item.commit}/{quote(item.path)}"
            if item.row_id in typed:  # no git object is behind it, the file that it was typed from has no line
                assert (item.blob, item.line, item.url) == (None, None, url)
                continue
            assert item.line >= 1
            assert re.fullmatch(r"[0-9a-f]{40}", item.blob)
            assert item.url == f"{url}#L{item.line}"


def test_each_published_result_stands_beside_the_line_of_its_log(claims) -> None:
    for claim in claims.values():
        results, runs = (
            {e.row_id for e in claim.evidence if e.table == table} for table in ("inference_results", "loadgen_runs")
        )
        # A figure on the badge that another comparison gives has its results there as well.
        assert set(claim.rows["row_id"]) <= results, claim.number
        assert set(claim.rows["run_id"][claim.rows["obtained"] == "published"]) <= runs, claim.number


def test_what_the_strongest_cases_say_without_a_figure_is_so(claims, tables) -> None:
    """Sentences of claims.yml that rest on the tables: an edit of either must meet here."""
    assert "no other comparison of the two rounds exists" in claims[3].strongest_case.replace("\n", " ")
    assert claims[3].sensitivity.n == claims[4].sensitivity.n == 1
    google = tables.systems[
        tables.systems["round"].isin(["v5.1", "v6.0"])
        & tables.systems["submitter"].eq("Google")
        & tables.systems["division"].eq("closed")
        & tables.systems["accelerator"].str.contains("B200-SXM", na=False)
    ]
    assert sorted(google["round"]) == ["v5.1", "v6.0"]
    for column in ("system", "system_name", "host_processor", "host_memory", "network_cards", "nodes"):
        assert google[column].nunique() == 1, f"Google's two B200 systems differ in {column}"


# --- when the data change


@pytest.fixture
def altered(data_dir: Path, tables: Tables) -> Callable[..., dict[int, ClaimResult]]:
    """Evaluate the tables with cells of one result changed."""

    def alter(row_id: str, only: set[int], **cells: object) -> dict[int, ClaimResult]:
        rows = tables.results.copy()
        rows.loc[rows["row_id"] == row_id, list(cells)] = list(cells.values())
        own = replace(tables, results=rows)
        vars(own)["comparisons"] = comparisons(rows, [("v5.1", "v6.0")])
        return {claim.number: claim for claim in evaluate(data_dir, tables=own, only=only)}

    return alter


def test_another_value_and_the_figure_is_not_reproduced(altered, claims) -> None:
    assert claims[18].verdict == "reproduced"
    found = altered("6.0-0078/deepseek-r1/Interactive", {14, 18}, value=250633.0)
    assert found[18].verdict == "not reproduced"
    assert found[18].reason == "the results give no such figure"
    assert found[18].computed is None
    assert found[14].verdict == claims[14].verdict


def test_another_submitter_and_the_condition_does_not_hold(altered, claims) -> None:
    assert claims[3].verdict == "reproduced"
    found = altered("6.0-0078/llama3.1-405b/Server", {3}, submitter="Dell", log_agrees=False)[3]
    assert found.verdict == NARROWER
    failing = {c.name: (c.matters, c.figure) for c in found.conditions if not c.holds}
    assert failing == {"same submitter": (True, None), "the logs say the same": (True, None)}
    assert found.reason.startswith("no comparison for one owner exists")


def test_a_figure_in_the_scenario_named_is_not_contradicted(altered, claims) -> None:
    assert claims[15].verdict == "contradicted"
    found = altered("6.0-0076/deepseek-r1/Server", {15, 16}, value=2494310.0)
    assert found[15].verdict == "reproduced"
    assert found[16].verdict == "not reproduced"
