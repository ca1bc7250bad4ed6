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
from tests.making import register, results, systems, training

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
_SYSTEMS = (
    {"round": "v5.1", "submitter": "Anna", "system": "box", "host_memory": "1 TB", "power_limit_mark": "a",
     "network_cards": "4x Card-8 [MT43244]"},
    {"round": "v6.0", "submitter": "Anna", "system": "box", "host_memory": "1 TB", "power_limit_mark": "a",
     "network": "NVLink 5", "network_cards": "4x Card-7 [MT43244]"},
    {"round": "v6.0", "submitter": "Bert", "system": "crate", "host_memory": "2 TB", "power_limit_mark": "b",
     "network": "Ethernet", "network_cards": "4x Card-8 [MT4131]"},
    {"round": "v6.0", "submitter": "Carl", "system": "rack"},
)  # fmt: skip
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
    "partners": """\
partners:
  whole: {vendor: NVIDIA, round: v6.0, source: &print {name: print, address: "https://example.org/print"},
          names: [Anna, Bert]}
  short: {vendor: NVIDIA, round: v6.0, source: *print, names: [Anna]}
organisations: {Dora_Emil: {are: [Dora, Emil], why: they submitted together}}
""",
    "rules": """\
clauses:
  many: {round: v6.0, line: 1, says: most are audited, quote: nine, at_most: 9}
  few: {round: v6.0, line: 2, says: one is audited, quote: one, at_most: 1}
  right: {round: v6.0, line: 3, says: limits, quote: 2000/80, benchmark: deepseek-r1,
          limits: {Server: {ttft_ms: 2000, tpot_ms: 80}}}
  wrong: {round: v6.0, line: 4, says: limits, quote: 2000/40, benchmark: deepseek-r1,
          limits: {Server: {ttft_ms: 2000, tpot_ms: 40}}}
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
    "prices": """\
prices:
  cheap: {accelerator: NVIDIA GB300, kind: rent, date: 2026-04,
          source: &list {name: a list, address: "https://example.org/list"}, usd_per_hour: [3.60, 3.60]}
  other: {accelerator: NVIDIA B300, kind: rent, date: 2026-04, source: *list, usd_per_hour: [3.61, 3.61]}
start: cheap
scenarios:
  low: {usd_per_hour: [3.60, 3.60], of: owning, within: [cheap]}
  mid: {usd_per_hour: [3.60, 7.20], of: owning to renting, within: [cheap, other]}
""",
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
        setting = {"component": "engine", "selected": True, "inferred": False, "raw_name": "raw", "path": "x"}
        vars(tables).update({
            "systems": systems(*_SYSTEMS),
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
            "settings": _table(
                "engine_settings",
                [
                    {**setting, "row_id": "new", "setting": "tensor_parallel", "value": "8"},
                    {**setting, "row_id": "crate", "setting": "tensor_parallel", "value": "8"},
                    {**setting, "row_id": "new", "setting": "draft_tokens", "value": "3"},
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
NVIDIA = {"vendor": "NVIDIA"}
NOW = {"where": {"round": "v6.0"}}
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
    "cost": [({"prices": "low", "of": "new"}, 10 / 3), ({"prices": "mid", "of": "new"}, 5)],
    "rank": [({"of": "new"}, 1), ({"of": "rival"}, 3), ({"of": "crate", "measure": "value"}, 1)],
    "setting_value": [
        ({"setting": "draft_tokens", "of": "new"}, 3),
        ({"setting": "draft_tokens", "of": "old"}, None),
    ],
    "outside": [({}, None), ({}, None)],
    "minimum_rate": [({"before": "old", "after": "talk"}, 4), ({"before": "old", "after": "rival"}, None)],
    "request_speed": [({"before": "old", "after": "new"}, 1.5), ({"before": "old", "after": "rival"}, None)],
    "full_run_ratio": [
        ({"before": "old", "after": "new"}, 2.5),
        ({"before": "old", "after": "next"}, 3),
        ({"before": "old", "after": "crate"}, None),
        ({"before": "old", "after": "rival"}, None),
    ],
    "months": [
        ({"before": "v5.1", "after": "v6.0"}, 204 * 12 / 365.25),
        ({"before": "v6.0", "after": "v6.1"}, 153 * 12 / 365.25),
    ],
    "lowest_owner_gain": [
        ({"benchmark": "deepseek-r1", "scenario": "Server", "accelerators": ["GB300"]}, 3),
        ({"benchmark": "deepseek-r1", "scenario": "Server", "accelerators": ["GB300", "B300"]}, 3),
        ({"benchmark": "deepseek-r1", "scenario": "Server", "accelerators": ["GB300"], "until": "latest"}, 3.75),
    ],
    "highest_gain": [
        ({"before": "v5.1", "after": "v6.0"}, 3),
        ({"before": "v5.1", "after": "v6.0", "accelerators": ["B300"]}, None),
        ({"before": "v5.1", "after": "v6.0", "without": ["deepseek-r1"]}, None),
        ({"before": "v6.0", "after": "v6.1"}, 1.25),
    ],
    "typical_owner_gain": [
        ({"before": "v5.1", "after": "v6.0", **NVIDIA}, 3),
        ({"before": "v6.0", "after": "v6.1", **NVIDIA}, 1.25),
        ({"before": "v5.1", "after": "v6.0", "vendor": "AMD"}, None),
        ({"before": "v5.1", "after": "v6.0", **NVIDIA, "without": ["deepseek-r1"]}, None),
    ],
    "gains_reaching": [
        ({"what": "rounds", "least": 3, **NVIDIA}, 1),
        ({"what": "rounds", "least": 1.1, **NVIDIA}, 2),
        ({"what": "benchmarks", "least": 1.1, **NVIDIA}, 1),
        ({"what": "benchmarks", "least": 1.1, "other_than": "NVIDIA"}, 0),
    ],
    "wins": [({"tally": "nvidia"}, 4), ({"tally": "ratio"}, 2), ({"tally": "ratio", "choices": {"who": "own"}}, 5)],
    "new_benchmarks": [
        ({"round": "v6.0"}, 1),
        ({"round": "v6.0", "suite": "edge"}, 0),
        ({"round": "v6.0", "scenarios": True}, 2),
        ({"round": "v5.1"}, 1),
        ({"round": "v5.1", "scenarios": True}, 1),
        ({"round": "v6.1"}, 0),
    ],
    "count": [
        ({"what": "submitters", **NOW}, 3),
        ({"what": "submitters", "without": ["Carl"], **NOW}, 2),
        ({"what": "results", "where": {"round": "v6.1"}}, 2),
    ],
    "largest": [
        ({"what": "accelerators", **NOW}, 16),
        ({"what": "accelerators", "where": {"vendor": "AMD"}}, 8),
        ({"what": "value", "where": {"benchmark": "wan", "scenario": "SingleStream"}}, 21),
    ],
}  # fmt: skip

UNITS = {
    "throughput": "tokens/s", "per_accelerator": "tokens/s per GPU", "cost": "$ per million tokens", "rank": "place",
    "months": "months", "new_benchmarks": "benchmarks", "nvidia": "wins", "ratio": "x", "value": "s",
}  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "arguments", "value"), [(name, *case) for name, cases in ANSWERS.items() for case in cases]
)
def test_a_question_is_answered(ask: str, arguments: dict[str, Any], value: float | None, world) -> None:
    named = str(arguments.get("what", arguments.get("tally", "")))
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


def test_a_new_benchmark_is_not_said_to_have_a_new_scenario(world) -> None:
    figure = {**FIGURE, "unit": "benchmarks", "ask": "new_benchmarks", "round": "v6.0", "scenarios": True}
    assert evaluated(world({}), figures=[figure]).figures[0].how.endswith(": wan; with a new scenario: deepseek-r1")


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
    "prices": ({"of": {"result_id": "new"}}, (10 / 3, 20 / 3, 2)),
    "minimum rates": ({"benchmark": "deepseek-r1"}, (8 / 3, 5, 4)),
    "gains": ({"before": "v5.1", "after": "v6.0"}, (3, 3, 1)),
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
NEW = {"round": "v6.0"}
DRAFTS = {"mechanism": "drafts"}
ROUNDS = {"before": "v5.1", "after": "v6.0"}
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
    "same_system_description": ({"columns": ["host_memory"], **PAIR}, {"columns": ["host_memory"], **OTHER}),
    "same_network_parts": (PAIR, OTHER),
    "same_power_limit": (PAIR, OTHER),
    "own_earlier_result": (PAIR, OTHER),
    "alike_at_the_limit": (PAIR, OTHER),
    "meets": ({"of": "new", "where": {"accelerators": 8}}, {"of": "new", "where": {"accelerators": 16}}),
    "accelerators_at_least": ({"of": "new", "number": 8}, {"of": "new", "number": 9}),
    "software_names": ({"of": "new", "words": ["engine 2"]}, {"of": "old", "words": ["engine 2"]}),
    "network_names": ({"of": "new", "words": ["nvlink"]}, {"of": "crate", "words": ["nvlink"]}),
    "led_by": ({"submitter": "Anna"}, {"submitter": "Anna", "measure": "value"}),
    "record_so_far": ({"of": "crate"}, {"of": "new"}),
    "price_listed": ({"of": "new", "published": 3.33}, {"of": "new", "published": 3.34}),
    "stated": (
        {"holds": True, "detail": "it is so", "source": "print"},
        {"holds": False, "detail": "it is not", "source": "print"},
    ),
    "switched": ({"of": "new", "unlike": "old", **DRAFTS}, {"of": "new", "unlike": "talk", **DRAFTS}),
    "mechanism_allowed": ({"of": "talk", **DRAFTS}, {"of": "new", **DRAFTS}),
    "rules_give_steps": ({"of": "new", "published": 3, **DRAFTS}, {"of": "new", "published": 4, **DRAFTS}),
    "setting_is": (
        {"of": "new", "setting": "draft_tokens", "value": "3"},
        {"of": "new", "setting": "draft_tokens", "value": "4"},
    ),
    "one_instance": ({"of": "new"}, {"of": "crate"}),
    "limits_as_ruled": ({"clause": "right"}, {"clause": "wrong"}),
    "first_token_sooner": (PAIR, {"before": "new", "after": "old"}),
    "first_token_sooner_everywhere": (
        {"vendor": "NVIDIA"},
        {"vendor": "NVIDIA", "changes": {"old": {"ttft_p99_ms": 79.0}}},
    ),
    "first_token_record": (
        {"benchmark": "deepseek-r1", "scenario": "Server", "vendor": "NVIDIA"},
        {"benchmark": "deepseek-r1", "scenario": "Server", "vendor": "AMD"},
    ),
    "first_token_records_everywhere": ({}, {"changes": {"old": {"ttft_p99_ms": 79.0}}}),
    "gains_when_settled": ({"least": 3}, {"least": 3.1}),
    "partners_gained": (
        {"benchmark": "deepseek-r1", **NVIDIA, **ROUNDS},
        {"benchmark": "deepseek-r1", **NVIDIA, **ROUNDS, "changes": {"new": {"value": 799.0}}},
    ),
    "software_above_chip": (
        {"before": "old", "chips": ["NVIDIA Next"]},
        {"before": "old", "chips": ["NVIDIA Next"], "changes": {"next": {"value": 6000.0}}},
    ),
    "first_run_in": ({"benchmark": "wan", **NEW}, {"benchmark": "deepseek-r1", **NEW}),
    "none_before": ({"benchmarks": {"wan": "film"}, **NEW}, {"benchmarks": {"deepseek-r1": "text"}, **NEW}),
    "covers_new_cells": ({**NVIDIA, **NEW}, {**NVIDIA, **NEW, "as_of": "latest"}),
    "no_other_covers_new_cells": ({**NVIDIA, **NEW}, {"vendor": "AMD", **NEW}),
    "rival_in_new_cells": ({"vendor": "AMD", **NEW}, {**NVIDIA, **NEW}),
    "tops_new_cells": ({**NVIDIA, **NEW}, {**NVIDIA, **NEW, "changes": {"film-rival": {"value": 9.5}}}),
    "list_agrees": ({"list": "whole", "divisions": ["closed"]}, {"list": "short", "divisions": ["closed"]}),
    "most_partners": ({**NVIDIA, **NEW}, {"vendor": "AMD", **NEW}),
    "harness_used": (NEW, {"round": "v5.1"}),
    "audits_cover_all": ({"clause": "many"}, {"clause": "few"}),
    "still_highest": ({"of": "crate"}, {"of": "new"}),
    "level_held": ({"of": "new"}, {"of": "new", "changes": {"later": {"value": 2399.0}}}),
    "owner_reached": ({"before": "old", "published": 3.75}, {"before": "old", "published": 3.76}),
    "still_largest": ({"published": 8}, {"published": 7}),
    "only": (
        {"what": "vendors", "is": "NVIDIA", "where": {"round": "v5.1"}},
        {"what": "vendors", "is": "NVIDIA", **NOW},
    ),
    "held_by": (
        {"what": "accelerators", "submitter": "Bert", **NOW},
        {"what": "accelerators", "submitter": "Anna", **NOW},
    ),
    "most_so_far": (
        {"what": "submitters", **NOW},
        {"what": "submitters", "where": {"round": "v6.1"}},
    ),
    "has_results": ({"where": {"round": "v5.1"}}, {"where": {"round": "v5.1", "vendor": "AMD"}}),
    "chip_has_results": ({"names": ["mi355x"], **NOW}, {"names": ["mi355x"], "where": {"round": "v5.1"}}),
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


NO_AMD = {"round": "v5.1", "vendor": "AMD"}
# Condition, arguments, whether it holds, and what its detail says.
FOUND: list[tuple[str, dict[str, Any], bool, str]] = [
    ("same_system_description", {"columns": ["host_memory"], **OTHER}, False, "host memory: 1 TB / 2 TB"),
    ("same_system_description", {"columns": ["network"], **PAIR}, False, "network: not stated / NVLink 5"),
    ("same_system_description", {"columns": ["network"], "before": "new", "after": "old"}, False, "5 / not stated"),
    # What no description states is not the same.
    ("same_power_limit", {"before": "old", "after": "rival"}, False, "v5.1 states one; v6.0 does not state one"),
    ("same_power_limit", {"before": "rival", "after": "rival"}, False, "v6.0 does not state one"),
    ("same_power_limit", {"before": "old", "after": "later"}, False, "v5.1 states one; v6.1 does not state one"),
    ("led_by", {"submitter": "Anna"}, True, "highest of 3: Anna"),
    # Of times the shortest leads.
    ("led_by", {"submitter": "Anna", "among": "clips", "measure": "value"}, True, "shortest of 2: Anna"),
    # Where there is no result, nobody has the largest or is alone.
    ("held_by", {"what": "accelerators", "vendor": "AMD", "where": NO_AMD}, False, "no such result"),
    ("only", {"what": "vendors", "is": "AMD", "where": NO_AMD}, False, "nobody has a result"),
    # Another maker's comparisons do not count.
    ("first_token_sooner_everywhere", {"vendor": "AMD"}, False, "no comparison of two rounds"),
    # A chip, or a benchmark, in the round after its first is not settled.
    ("gains_when_settled", {"least": 3}, True, "1 of 1"),
    ("gains_when_settled", {"least": 3, "changes": {"first": {"accelerator": "NVIDIA B300"}}}, False, "0 of 1"),
    ("gains_when_settled", {"least": 3, "changes": {"first": {"benchmark": "wan"}}}, False, "0 of 1"),
    # Organisations count; how many names they submitted by is said where that is another number.
    ("most_partners", {**NVIDIA, **NEW}, True, "v6.0: 2 on NVIDIA; most otherwise: 1 on NVIDIA in v5.0"),
    (
        "most_partners", {**NVIDIA, **NEW, "changes": {"talk": {"submitter": "Dora_Emil"}}}, True,
        "v6.0: 4 on NVIDIA; most otherwise: 1 on NVIDIA in v5.0 (counting submitters' names as they are, 3 and 1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("test", "arguments", "so", "said"), FOUND)
def test_a_condition_says_what_it_found(test: str, arguments: dict[str, Any], so: bool, said: str, world) -> None:
    found = asked(world, test, arguments)
    assert found.holds is so
    assert said in found.detail
    assert ("(counting" in said) is ("(counting" in found.detail)


# What a later round shows is said as what it is, and of whose result.
SHOWN: list[tuple[str, dict[str, Any], str]] = [
    ("still_highest", {"of": "new"}, "overtaken in v6.1 by Anna's 8 GB300"),
    ("still_highest", {"of": "new", "changes": {"later": {"availability": "preview"}}}, "Anna's 8 GB300 (preview)"),
    ("level_held", {"of": "new"}, "was reached again in v6.1 (1.25x)"),
    ("level_held", {"of": "new", "changes": {"later": {"value": 600.0}}}, "was not reached again in v6.1 (0.25x)"),
    ("owner_reached", {"before": "old"}, "3.75x by v6.1, over 2 rounds, on Anna's 8 GB300"),
]


@pytest.mark.parametrize(("test", "arguments", "said"), SHOWN)
def test_what_a_later_round_shows_is_said_in_a_few_words(
    test: str, arguments: dict[str, Any], said: str, world
) -> None:
    assert said in asked(world, test, arguments).reason


# A row, changes of the made results, and what of it no question of accelerators can be asked.
WITHOUT_GPUS = {
    "a system without accelerators": ("new", {"new": {"accelerators": None, "accelerator": None}}),
    "a result of MLPerf TRAINING": ({"suite": "training", "benchmark": "resnet"}, {}),
}


@pytest.mark.parametrize("what", WITHOUT_GPUS)
def test_a_condition_on_accelerators_is_not_asked_of_what_has_none(what: str, world) -> None:
    row, changes = WITHOUT_GPUS[what]
    rows = {"of": {"result_id": row} if isinstance(row, str) else row}
    with pytest.raises(RegisterError, match=f"one_instance cannot be asked here: row of is {what}"):
        evaluated(world(changes), rows=rows, must=[{"test": "one_instance", "says": "one spans it"}])
    size = {"test": "meets", "says": "it is Anna's", "of": "of", "where": {"submitter": "Anna"}}
    assert evaluated(world(changes), rows=rows, must=[size]).conditions[0].holds


def test_only_an_opposite_that_is_so_contradicts(world) -> None:
    for size, verdict in ((8, "contradicted"), (16, "not reproduced")):
        opposite = {"test": "meets", "says": "it is so", "of": "new", "where": {"accelerators": size}}
        claim = evaluated(world({}), figures=[{**FIGURE, "ask": "outside"}], contradicted_if=[opposite])
        assert claim.verdict == verdict


def test_a_run_without_latencies_was_not_shown_to_be_as_near_to_its_limit(world) -> None:
    for before, after in (("first", "new"), ("old", "later")):
        assert not holds(world, "alike_at_the_limit", {"before": before, "after": after})


def test_a_vendor_alone_in_its_rounds_had_the_most_partners(world) -> None:
    assert holds(world, "most_partners", {"vendor": "NVIDIA", "round": "v5.0"})


def test_nothing_that_can_be_asked_is_left_out() -> None:
    assert set(ANSWERS) == set(QUESTIONS)
    assert set(RANGES) == set(READINGS)
    assert set(HOLDS_OR_NOT) == set(CONDITIONS)
    assert all(len(cases) > 1 for cases in ANSWERS.values())
