"""Every question and condition of the language, asked of a few made results: once so, and once not so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.wins.rules import PLAIN
from claimcheck.claims.evaluate import evaluate_claim
from claimcheck.claims.language import CONDITIONS, QUESTIONS, READINGS
from claimcheck.claims.model import ClaimResult, Condition, Tables
from claimcheck.claims.register import Claim
from claimcheck.errors import RegisterError
from claimcheck.registers import Entry
from claimcheck.tables import TABLES
from tests.making import register, results, training

# --- the made world: results by name, each with its operating point -------------------------------------

_POINT = {
    "division": "closed", "family": "deepseek-r1", "chip": "GB300", "ttft_limit_ms": 2000.0, "tpot_limit_ms": 80.0,
    "ttft_p99_ms": 100.0, "tpot_p99_ms": 50.0, "ttft_used": 0.1, "tpot_used": 0.9,
    "headroom": 0.1, "tokens_per_request_second": 20.0, "per_median_tpot": 40.0,
    "full_run": 600.0, "mean_latencies": 6.0,
}  # fmt: skip
_RESULTS: dict[str, dict[str, Any]] = {
    "first": {"round": "v5.0", "value": 700.0, "software": "Engine 1"},
    "old": {"round": "v5.1", "value": 800.0, "software": "Engine 1"},
    "new": {"value": 2400.0, "software": "Engine 2"},
    "crate": {
        "submitter": "Bert", "system": "crate", "accelerator": "NVIDIA B300", "accelerators": 16, "value": 3200.5678901,
        "availability": "preview", "software": "Engine 1",
    },
    "rival": {
        "submitter": "Carl", "system": "rack", "accelerator": "AMD MI355X", "accelerator_vendor": "AMD",
        "platform_vendor": "AMD", "value": 1400.0, "software": "Other",
    },
    "open": {"division": "open", "value": 900.0, "software": "Engine 2"},
    "later": {"round": "v6.1", "value": 3000.0, "software": "Engine 3"},
    "next": {"round": "v6.1", "accelerator": "NVIDIA Next", "accelerators": 4, "value": 3000.0},
    "film": {"benchmark": "wan", "scenario": "Offline", "value": 9.0, "unit": "samples/s"},
    "film-rival": {
        "benchmark": "wan", "scenario": "Offline", "value": 8.0, "unit": "samples/s", "submitter": "Carl",
        "system": "rack", "accelerator": "AMD MI355X", "platform_vendor": "AMD",
    },
    "clip": {
        "benchmark": "wan", "scenario": "SingleStream", "value": 21.0, "unit": "s", "higher_is_better": False,
    },
    "slow-clip": {
        "benchmark": "wan", "scenario": "SingleStream", "value": 22.0, "unit": "s", "higher_is_better": False,
        "submitter": "Bert", "system": "crate",
    },
    "talk": {"scenario": "Interactive", "value": 400.0},
}  # fmt: skip
_POINTS: dict[str, dict[str, Any]] = {
    "old": {},
    "new": {"ttft_p99_ms": 80.0, "tpot_used": 0.92, "tokens_per_request_second": 30.0, "full_run": 1500.0},
    "crate": {"tpot_used": 0.5, "ttft_p99_ms": 90.0, "chip": "B300", "full_run": None},
    "next": {"full_run": 900.0, "ttft_limit_ms": None},
    "talk": {"tpot_limit_ms": 20.0, "tpot_p99_ms": 10.0, "per_median_tpot": 200.0, "tokens_per_request_second": 80.0},
}
_FILES = {
    "rounds": """\
rounds:
  v5.0: {suite: MLPerf Inference, published: 2025-04-02, READ
         announced: &print {name: print, address: "https://example.org/print"}}
  v5.1: {suite: MLPerf Inference, published: 2025-09-09, READ announced: *print}
  v6.0: {suite: MLPerf Inference, published: 2026-04-01, READ announced: *print,
         rules: {repo: mlcommons/inference_policies, commit: c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff, path: rules.adoc,
                 blob: b10bb10bb10bb10bb10bb10bb10bb10bb10bb10b}}
  v6.1: {suite: MLPerf Inference, published: 2026-09-01, READ announced: *print}
  training-v5.1: {suite: MLPerf Training, published: 2025-11-12, READ announced: *print}
comparable:
  deepseek-r1: {datacenter: [v5.0, v6.0]}
""".replace("READ", f"retrieved: 2026-11-21, source: logs, repo: some/logs, commit: {'c' * 40}, folders: [logs],"),
    "benchmarks": """\
benchmarks:
  deepseek-r1: {metric: tokens, scenarios: {Server: v5.1, Interactive: v6.0}}
  wan: {metric: samples, scenarios: {Offline: v6.0, SingleStream: v6.0}}
""",
    "mechanisms": """\
benchmarks: {deepseek-r1: {experts: true}}
search: {chips: {rounds: [v5.1, v6.0], names: [GB300]}}
mechanisms:
  drafts:
    name: drafts
    short: [Drafts]
    credited: {A1: any}
    shown_by: [{setting: draft_tokens, above: 0}]
    limits:
      - {round: v6.0, says: "only in Interactive, with 3 steps", line: 5, steps: 3,
         only: [{benchmark: deepseek-r1, scenario: Interactive}]}
""",
    "training": "said: {}\n",
}
Changes = Mapping[str, Mapping[str, Any]]


def _table(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=TABLES[name].names)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Changes], Tables]:
    """Make the tables; ``changes`` are other columns of some results or of their operating points."""
    folder = tmp_path_factory.mktemp("world")
    for name, text in _FILES.items():
        (folder / f"{name}.yml").write_text(text, encoding="utf-8")
    register(folder)
    made_before: dict[str, Tables] = {}

    def make(changes: Changes) -> Tables:
        if repr(changes) in made_before:
            return made_before[repr(changes)]
        ours = set(TABLES["inference_results"].names)
        rows = {name: {"row_id": name, "result_id": name, **row} for name, row in _RESULTS.items()}
        made = results(*({**row, **_only(changes.get(name, {}), ours)} for name, row in rows.items()))
        by_name = made.set_index("row_id", drop=False)
        points = [
            {**by_name.loc[name].to_dict(), **_POINT, **point, **_only(changes.get(name, {}), set(_POINT))}
            for name, point in _POINTS.items()
        ]
        tables = made_before[repr(changes)] = Tables(made, folder)
        vars(tables).update({
            "training": training({}),
            "_made": {("wins", "v6.0"): pd.DataFrame(
                [
                    {**vars(PLAIN), "nvidia": 4, "others": 2, "ratio": 2.0, "ruled_out": None},
                    {**vars(PLAIN), "cells": "contested", "nvidia": 3, "others": 3, "ratio": 1.0, "ruled_out": None},
                    {**vars(PLAIN), "who": "own", "nvidia": 5, "others": 1, "ratio": 5.0, "ruled_out": "partners"},
                ]
            )},
            "operating_points": _table("operating_points", points),
            "switches": _table(
                "switches",
                [
                    {"row_id": name, "round": "v6.0", "benchmark": "deepseek-r1", "mechanism": "drafts",
                     "state": state, "why": "its files", "inferred": False}
                    for name, state in {"old": "off", "new": "on", "talk": "on"}.items()
                ],
            ),
        })  # fmt: skip
        return tables

    return make


def _only(values: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in names}


def evaluated(tables: Tables, **values: Any) -> ClaimResult:
    """A claim with ``values``, in which every made result is a row by its name, and ``among`` all of one cell."""
    rows = {name: {"result_id": name, "division": row.get("division", "closed")} for name, row in _RESULTS.items()}
    among = {"round": "v6.0", "benchmark": "deepseek-r1", "scenario": "Server"}
    rows |= {"among": among, "clips": {"benchmark": "wan", "scenario": "SingleStream"}}
    rows |= {"nowhere": {**among, "value": 1}}
    entry = Entry(tables.data / "claims.yml", "made", 1, {"statement": "It is so.", "rows": rows, **values}, {})
    return evaluate_claim(Claim.of(entry), tables)


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
    "full_run_ratio": [
        ({"before": "old", "after": "new"}, 2.5),
        ({"before": "old", "after": "next"}, 3),
        ({"before": "old", "after": "crate"}, None),
        ({"before": "old", "after": "rival"}, None),
    ],
    "sql": [
        ({"sql": "select count(*) as value, 'all' as detail from inference_results where round = $round"}, 9),
        ({"sql": "select value, [row_id] as rows, named as detail from \"new\""}, 2400),
        ({"sql": "select of.value / 800 as value, 'x' as detail from of", "of": "later"}, 3.75),
        ({"sql": "select max(value) as value, 'none' as detail from nowhere"}, None),
        ({"sql": "select value from nowhere"}, None),
    ],
    "wins": [({"tally": "nvidia"}, 4), ({"tally": "ratio"}, 2), ({"tally": "ratio", "choices": {"who": "own"}}, 5)],
}  # fmt: skip

UNITS = {
    "throughput": "tokens/s", "per_accelerator": "tokens/s per GPU", "nvidia": "wins", "ratio": "x",
}  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "arguments", "value"), [(name, *case) for name, cases in ANSWERS.items() for case in cases]
)
def test_a_question_is_answered(ask: str, arguments: dict[str, Any], value: float | None, world) -> None:
    named = str(arguments.get("tally", ""))
    unit = UNITS.get(ask) or UNITS.get(named, named) or "x"
    figure = {**FIGURE, "unit": unit, "ask": ask, **arguments}
    claim = evaluated(world({}), figures=[figure])
    assert (claim.computed and claim.computed.value) == (value and pytest.approx(value))
    assert claim.figures[0].how


def test_wins_by_a_choice_are_a_range_over_all_definitions_with_it(world) -> None:
    figure = {**FIGURE, "unit": "wins", "decimals": 0, "rule": "in_span", "ask": "wins", "tally": "nvidia"}
    assert evaluated(world({}), figures=[figure]).computed.text == "3.0 to 4.0 wins"
    by_choice = {**figure, "choices": {"who": "own"}}
    assert evaluated(world({}), figures=[by_choice]).computed.text == "5.0 to 5.0 wins"


@pytest.mark.parametrize(
    ("scale", "unit", "value"),
    [("millions", "million x", 3e-6), ("percent", "%", 300), ("gain", "%", 200), ("saving", "%", 100 * 2 / 3)],
)
def test_a_figure_is_written_in_its_scale(scale: str, unit: str, value: float, world) -> None:
    figure = {**FIGURE, "unit": unit, "ask": "ratio", "before": "old", "after": "new", "scale": scale}
    (found,) = evaluated(world({}), figures=[figure]).figures
    assert found.computed.value == pytest.approx(value)
    # Of a saving, the price is said to be the same.
    assert ("at one price" in found.how) is (scale == "saving")


RANGES: dict[str, tuple[dict[str, Any], tuple[float, float, int]]] = {
    "ratios": ({"benchmark": "deepseek-r1", "scenario": "Server", "accelerator": "NVIDIA GB300"}, (3, 3, 1)),
    "sql": ({"sql": 'select value / 800 as value from "new" union select 4', "unit": "x", "says": "two"}, (3, 4, 2)),
    "wins by rule": ({"tally": "nvidia"}, (3, 4, 2)),
}


@pytest.mark.parametrize("over", RANGES)
def test_a_reading_gives_every_defensible_value(over: str, world) -> None:
    arguments, (low, high, n) = RANGES[over]
    figure = {**FIGURE, "ask": "outside"}
    found = evaluated(world({}), figures=[figure], sensitivity={"over": over, **arguments}).sensitivity
    assert (found.low, found.high, found.n) == (pytest.approx(low), pytest.approx(high), n)


# --- conditions ------------------------------------------------------------------------------------------

PAIR = {"before": "old", "after": "new"}
OTHER = {"before": "old", "after": "crate"}
DRAFTS = {"mechanism": "drafts"}
# Condition: arguments with which it holds, and with which it does not. ``published`` is the claim's first figure,
# ``changes`` are other columns of the made results.
HOLDS_OR_NOT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "same_accelerator": (PAIR, OTHER),
    "same_submitter": (PAIR, OTHER),
    "same_number": (PAIR, OTHER),
    "same_division": (PAIR, {"before": "old", "after": "open"}),
    "same_software": (OTHER, PAIR),
    "both_available": (PAIR, OTHER),
    "comparable_versions": (PAIR, {"before": "new", "after": "later"}),
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


def asked(world: Any, test: str, arguments: dict[str, Any], **more: Any) -> Condition:
    given = {name: value for name, value in arguments.items() if name not in ("published", "changes")}
    figure = {
        "published": arguments.get("published", 2),
        "unit": "x",
        "decimals": 2,
        "rule": "rounds",
        "ask": "outside",
    }
    said = {"test": test, "says": "it is so", **given, **more}
    claim = evaluated(world(arguments.get("changes", {})), figures=[figure], must=[said])
    assert claim.conditions[0].detail
    return claim.conditions[0]


def holds(world: Any, test: str, arguments: dict[str, Any], **more: Any) -> bool:
    return asked(world, test, arguments, **more).holds


@pytest.mark.parametrize("test", HOLDS_OR_NOT)
def test_a_condition_holds_or_not(test: str, world) -> None:
    so, not_so = HOLDS_OR_NOT[test]
    assert holds(world, test, so)
    assert not holds(world, test, not_so)
    assert not holds(world, test, so, **{"not": True})


# A row, changes of the made results, and what of it no question of accelerators can be asked.
WITHOUT_GPUS = {
    "a system without accelerators": ("new", {"new": {"accelerators": None, "accelerator": None}}),
    "a result of MLPerf TRAINING": ({"suite": "training", "benchmark": "resnet"}, {}),
}


@pytest.mark.parametrize("what", WITHOUT_GPUS)
def test_a_condition_on_accelerators_is_not_asked_of_what_has_none(what: str, world) -> None:
    row, changes = WITHOUT_GPUS[what]
    rows = {"of": {"result_id": row} if isinstance(row, str) else row}
    with pytest.raises(RegisterError, match=f"switched cannot be asked here: row of is {what}"):
        evaluated(world(changes), rows=rows, must=[{"test": "switched", "says": "on", **DRAFTS}])
    size = {"says": "it is Anna's", "sql": "select submitter = 'Anna' as value, 'hers' as detail from of"}
    assert evaluated(world(changes), rows=rows, must=[size]).conditions[0].holds


def test_only_an_opposite_that_is_so_contradicts(world) -> None:
    for size, verdict in ((8, "contradicted"), (16, "not reproduced")):
        sql = f"select accelerators = {size} as value, named as detail from of"
        opposite = {"says": "it is so", "sql": sql, "of": "new"}
        claim = evaluated(world({}), figures=[{**FIGURE, "ask": "outside"}], contradicted_if=[opposite])
        assert claim.verdict == verdict


def test_nothing_that_can_be_asked_is_left_out() -> None:
    assert set(ANSWERS) == set(QUESTIONS)
    assert set(RANGES) == set(READINGS)
    assert set(HOLDS_OR_NOT) == set(CONDITIONS)
    assert all(len(cases) > 1 for cases in ANSWERS.values())


# What a query can give, and a word of the error at its line.
WRONG = {
    "select values from inference_results": "values",
    "select value from inference_results": "rows",
    "select 1 as number": "number",
    "select 'many' as value": "'many'",
    "select true as value": "True",
    "select 1 as value, ['no-such-row'] as rows": "no-such-row",
    "select value from read_csv('/etc/passwd')": "disabled",
    "drop table rounds": "DROP",
}


@pytest.mark.parametrize("sql", WRONG)
def test_a_query_that_gives_no_figure_is_an_error_at_its_line(sql: str, world) -> None:
    with pytest.raises(RegisterError, match=WRONG[sql]) as caught:
        evaluated(world({}), figures=[{**FIGURE, "sql": sql}])
    assert caught.value.line is not None


def test_afterwards_asks_the_same_query_of_the_latest_round(world) -> None:
    sql = "select $as_of = $round as value, [row_id] as rows, $as_of as detail, 'up to ' || $as_of as phrase from of"
    check = {"says": "still so", "sql": sql, "of": "later"}
    claim = evaluated(world({}), must=[check], afterwards={"what": "the same", "checks": [check]})
    assert (claim.conditions[0].holds, claim.conditions[0].detail) == (True, "v6.0")
    assert (claim.afterwards.conditions[0].holds, claim.afterwards.finding) == (False, "up to v6.1")
    assert claim.afterwards.evidence[0].row_id == "later"
