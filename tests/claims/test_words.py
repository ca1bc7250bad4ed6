"""Every question and condition of the language, asked of a few made results: once so, and once not so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.database import add
from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.vocabulary import CONDITIONS, QUESTIONS
from claimcheck.claims.verdict.evaluate import _answered, _judged
from claimcheck.claims.verdict.judge import Grounds, check_figure, judge
from claimcheck.claims.verdict.result import NOT_REPRODUCED, NOT_TESTABLE, REPRODUCED, ClaimResult
from claimcheck.core.documents import Entry
from claimcheck.data import paths
from tests.making import made, put, register, results, training

# --- the made world: results by name, each with its operating point -------------------------------------

_RESULTS: dict[str, dict[str, Any]] = {
    "old": {"round": "v5.1", "value": 800.0, "software": "Engine 1"},
    "new": {"value": 2400.0, "software": "Engine 2"},
    "crate": {
        "submitter": "Bert", "system": "crate", "accelerator": "NVIDIA B300", "accelerators": 16, "value": 3200.5678901,
        "availability": "preview", "software": "Engine 1",
    },
    "rival": {"accelerator": "AMD MI355X", "accelerator_vendor": "AMD", "value": 1400.0},
    "open": {"division": "open", "value": 900.0},
    "later": {"round": "v6.1", "value": 3000.0},
    "talk": {"scenario": "Interactive", "value": 400.0},
    "cpu": {"scenario": "Offline", "accelerator": None, "accelerators": None},
}  # fmt: skip
_FILES = {
    paths.ROUNDS: """\
rounds:
  v5.0: {suite: MLPerf Inference, published: 2025-04-02, READ
         announced: &print {name: print, address: "https://example.org/print"}}
  v5.1: {suite: MLPerf Inference, published: 2025-09-09, READ announced: *print}
  v6.0: {suite: MLPerf Inference, published: 2026-04-01, READ announced: *print}
  v6.1: {suite: MLPerf Inference, published: 2026-09-01, READ announced: *print}
  training-v5.1: {suite: MLPerf Training, published: 2025-11-12, READ announced: *print}
comparable:
  deepseek-r1: {datacenter: [v5.0, v6.0]}
""".replace("READ", f"retrieved: 2026-11-21, source: logs, repo: some/logs, commit: {'c' * 40}, folders: [logs],"),
    paths.MECHANISMS: """\
experts: {deepseek-r1: true}
rounds: [v5.1, v6.0]
mechanisms:
  drafts:
    name: drafts
    short: [Drafts]
    credited: {A1: any}
    shown_by: [{setting: draft_tokens, above: 0}]
""",
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The made tables."""
    folder = tmp_path_factory.mktemp("world")
    for name, text in _FILES.items():
        put(folder, name, text)
    register(folder)
    rows = results(*({"row_id": name, "result_id": name, **row} for name, row in _RESULTS.items()))
    switch = {"round": "v6.0", "benchmark": "deepseek-r1", "mechanism": "drafts", "why": "its files", "inferred": False}
    states = {"old": "off", "new": "on", "talk": "on"}
    states = ({**switch, "row_id": name, "state": state} for name, state in states.items())
    tables = {
        "training_results": training({}),
        "operating_points": made("operating_points", *rows.to_dict("records")),
        "switches": made("switches", *states),
        "systems": made("systems", {}),
        "engine_settings": made("engine_settings", {}),
    }
    # Of these results no settings are known.
    world = Tables(rows, folder, {**tables, ("in the database", "engines"): None})
    add(world._database, "engines", pd.DataFrame({"row_id": pd.Series(dtype="string"), "number": []}))
    return world


def evaluated(tables: Tables, **values: Any) -> ClaimResult:
    """A claim with ``values``, in which every made result is a row by its name, and ``nowhere`` none."""
    rows = {
        name: {"result_id": name, "division": row.get("division", "closed")}
        for name, row in _RESULTS.items()
        if name != "cpu"
    }
    among = {"round": "v6.0", "benchmark": "deepseek-r1", "scenario": "Server"}
    rows["nowhere"] = {**among, "value": 1}
    entry = Entry(tables.data / "claims.yml", "made", {"statement": "It is so.", "rows": rows, **values})
    return _judged(_answered(Claim.of(entry), tables))


# --- questions -------------------------------------------------------------------------------------------

FIGURE = {"published": 2, "unit": "x", "decimals": 2, "rule": "rounds"}
# Question: arguments and answer, one at least with another answer or with none.
ANSWERS: dict[str, list[tuple[dict[str, Any], float | None]]] = {
    "throughput": [({"of": "new"}, 2400), ({"of": "nowhere"}, None)],
    "per_accelerator": [({"of": "new"}, 300), ({"of": "nowhere"}, None)],
    "ratio": [
        ({"before": "old", "after": "new"}, 3),
        ({"before": "new", "after": "old"}, 1 / 3),
        ({"before": "rival", "after": "crate", "measure": "value"}, 3200.5678901 / 1400),
        ({"before": "nowhere", "after": "new"}, None),
    ],
    "outside": [({}, None), ({}, None)],
    "sql": [
        ({"sql": "select count(*) as value, 'all' as detail from inference_results where round = $round"}, 6),
        ({"sql": "select value, [row_id] as rows, named as detail from \"new\""}, 2400),
        ({"sql": "select of.value / 800 as value, 'x' as detail from of", "of": "later"}, 3.75),
        ({"sql": "select max(value) as value, 'none' as detail from nowhere"}, None),
        ({"sql": "select value from nowhere"}, None),
    ],
}  # fmt: skip

# Training: a score of 10 minutes, and one that lies between 4 and 5, of which no other figure is known.
_SPAN = {"row_id": "training/v6.0/span", "submitter": "Berta", "time_to_train_minutes": None}
_SPAN |= {"score_source": "span", "score_low": 4.0, "score_high": 5.0}


@pytest.mark.parametrize(
    ("asked", "published", "verdict"),
    [
        ({"ask": "throughput", "of": "span", "unit": "minutes"}, 4, NOT_TESTABLE),
        ({"ask": "throughput", "of": "span", "unit": "minutes"}, 4.5, NOT_TESTABLE),
        ({"ask": "throughput", "of": "span", "unit": "minutes"}, 6, NOT_REPRODUCED),
        ({"before": "known", "after": "span", "measure": "value"}, 2.25, NOT_TESTABLE),
        ({"before": "known", "after": "span", "measure": "value", "rule": "at_least"}, 2, REPRODUCED),
        ({"before": "known", "after": "span", "measure": "value", "rule": "at_least"}, 2.4, NOT_TESTABLE),
        ({"before": "known", "after": "span", "measure": "value", "rule": "at_least"}, 2.6, NOT_REPRODUCED),
        ({"sql": "select time_to_train_minutes as value, [row_id] as rows from span"}, 4, NOT_TESTABLE),
        (
            {"sql": "select 2 as value, [row_id] as rows, 2 as low, 2.2 as high from span", "rule": "rounds"},
            2,
            NOT_TESTABLE,
        ),
    ],
)
def test_a_figure_of_a_span_is_asked_at_both_of_its_ends(
    asked: dict[str, Any], published: float, verdict: str, tmp_path: Path
) -> None:
    for name, text in _FILES.items():
        put(tmp_path, name, text)
    register(tmp_path)
    rows = training({"row_id": "training/v6.0/known", "submitter": "Anna"}, _SPAN)
    tables = Tables(results(), tmp_path, {"training_results": rows})
    figure = {**FIGURE, "ask": "ratio", "published": published, **asked}
    if "sql" in asked:
        del figure["ask"]
    named = {name: {"suite": "training", "submitter": who} for name, who in (("known", "Anna"), ("span", "Berta"))}
    values = {"statement": "It is so.", "rows": named, "figures": [figure]}
    entry = Entry(tmp_path / "claims.yml", "made", values)
    answered = _answered(Claim.of(entry), tables)
    assert judge(Grounds(figures=[check_figure(one.spec, one.found) for one in answered.answers])).verdict == verdict


UNITS = {"throughput": "tokens/s", "per_accelerator": "tokens/s per GPU"}


@pytest.mark.parametrize(
    ("ask", "arguments", "value"), [(name, *case) for name, cases in ANSWERS.items() for case in cases]
)
def test_a_question_is_answered(ask: str, arguments: dict[str, Any], value: float | None, world) -> None:
    figure = {**FIGURE, "unit": UNITS.get(ask, "x"), "ask": ask, **arguments}
    claim = evaluated(world, figures=[figure])
    assert (claim.computed and claim.computed.value) == (value and pytest.approx(value))
    assert claim.figures[0].how


@pytest.mark.parametrize(
    ("arguments", "formula"),
    [
        ({}, "(2,400 / 8) / (800 / 8)"),
        ({"measure": "value"}, "2,400 / 800"),
        ({"scale": "saving", "unit": "%"}, "1 − 1 / ((2,400 / 8) / (800 / 8))"),
        ({"scale": "gain", "unit": "%"}, "(2,400 / 8) / (800 / 8) − 1"),
    ],
)
def test_a_ratio_says_its_division_in_figures(arguments: dict[str, str], formula: str, world) -> None:
    claim = evaluated(world, figures=[{**FIGURE, "ask": "ratio", "before": "old", "after": "new", **arguments}])
    assert claim.figures[0].formula == formula


# --- conditions ------------------------------------------------------------------------------------------

DRAFTS = {"mechanism": "drafts"}
# Condition: arguments with which it holds, and with which it does not.
HOLDS_OR_NOT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "sql": (
        {"sql": "select value = 2400 as value, 'so' as detail from of", "of": "new"},
        {"sql": "select value = 2400 as value, 'not so' as detail from of", "of": "old"},
    ),
    "stated": (
        {"holds": True, "detail": "it is so", "source": "print"},
        {"holds": False, "detail": "it is not", "source": "print"},
    ),
    "switched": ({"of": "new", "unlike": "old", **DRAFTS}, {"of": "new", "unlike": "talk", **DRAFTS}),
}


def holds(world: Tables, test: str, **arguments: Any) -> bool:
    figure = {**FIGURE, "ask": "outside"}
    claim = evaluated(world, figures=[figure], must=[{"test": test, "says": "it is so", **arguments}])
    assert claim.conditions[0].detail
    return claim.conditions[0].holds


@pytest.mark.parametrize("test", HOLDS_OR_NOT)
def test_a_condition_holds_or_not(test: str, world) -> None:
    so, not_so = HOLDS_OR_NOT[test]
    assert holds(world, test, **so)
    assert not holds(world, test, **not_so)
    assert not holds(world, test, **so, **{"not": True})


def test_nothing_that_can_be_asked_is_left_out() -> None:
    assert set(ANSWERS) == set(QUESTIONS)
    assert set(HOLDS_OR_NOT) == set(CONDITIONS)
    assert all(len(cases) > 1 for cases in ANSWERS.values())


def test_afterwards_asks_the_same_query_of_the_latest_round(world) -> None:
    sql = "select $as_of = $round as value, [row_id] as rows, $as_of as detail, 'up to ' || $as_of as phrase from of"
    check = {"says": "still so", "sql": sql, "of": "later"}
    claim = evaluated(world, must=[check], afterwards={"what": "the same", "checks": [check]})
    assert (claim.conditions[0].holds, claim.conditions[0].detail) == (True, "v6.0")
    assert (claim.afterwards.conditions[0].holds, claim.afterwards.finding) == (False, "up to v6.1")
    assert claim.afterwards.evidence[0].row_id == "later"
