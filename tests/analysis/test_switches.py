"""What files, notes and rules say of a mechanism; the derived table ``switches`` has the cases that occur."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis import switches as sw
from claimcheck.data import paths
from claimcheck.data.mechanisms import Mechanisms, read_mechanisms
from tests.making import put, results

REGISTER = """\
benchmarks:
  deepseek-r1: {experts: true}
  llama3.1-405b: {experts: false}
search:
  chips: {rounds: [v5.1, v6.0], names: [GB300]}
mechanisms:
  split:
    name: disaggregation
    short: [Split]
    credited: {A3: Server}
    shown_by:
      - {setting: prefill_workers, present: true}
  draft:
    name: drafting
    short: [Draft]
    credited: {A3: Server}
    shown_by:
      - {setting: speculative_type, shows: [MTP]}
    limits:
      - {round: v5.1, barred: true, says: forbidden, line: 1}
      - {round: v6.0, only: [{benchmark: deepseek-r1, scenario: Interactive}], says: one scenario, line: 2}
"""


@pytest.fixture
def register(tmp_path: Path) -> Mechanisms:
    put(tmp_path, paths.MECHANISMS, REGISTER)
    found = read_mechanisms(tmp_path)
    assert found is not None
    return found


def setting(name: str, value: Any, row_id: str = "row-00", **more: Any) -> dict[str, Any]:
    common = {
        "row_id": row_id, "component": "engine", "group": "other", "selected": True, "inferred": False,
        "inferred_from": None,
        "repo": "a/b", "commit": "c" * 40, "path": "configs/x.py", "blob": "b" * 40, "line": 5,
    }  # fmt: skip
    return {**common, "setting": name, "value": json.dumps(value), **more}


def note(mechanism: str, says: str = "against", **more: Any) -> dict[str, Any]:
    common = {
        "round": "v6.0", "submitter": "Anna", "also_in": None, "kind": "documentation", "benchmark": "deepseek-r1",
        "scenario": "Server", "system": "GB300x8", "tied": True, "token": "run.sh", "repo": "a/b", "commit": "c" * 40,
        "path": "NOTES.md", "blob": "b" * 40, "line": 9, "hits": 1, "files": 1, "division": "closed",
    }  # fmt: skip
    return {**common, "mechanism": mechanism, "says": says, **more}


def states(
    register: Mechanisms, rows: list[dict[str, Any]], notes: list[dict[str, Any]] | None = None, **entry: Any
) -> dict[str, str]:
    entries = sw.headline_entries(results(entry), register)
    evidence = pd.DataFrame(notes or [note("nobody")])
    found = sw.mechanism_states(entries, pd.DataFrame(rows or [setting("x", 1, row_id="other")]), evidence, register)
    return dict(zip(found["mechanism"], found["state"], strict=True))


def test_a_breach_would_be_seen(register: Mechanisms) -> None:
    assert states(register, [setting("speculative_type", "MTP")])["draft"] == sw.ON


def test_steps_of_ones_own_deny_and_dispute(register: Mechanisms) -> None:
    assert states(register, [], [note("split")])["split"] == sw.NOTED
    assert states(register, [setting("prefill_workers", 4)], [note("split")])["split"] == sw.DISPUTED
    assert states(register, [], [note("split"), note("split", says="for")])["split"] == sw.UNRECORDED


@pytest.mark.parametrize(
    "other", [{"also_in": "Bert"}, {"system": "GB300x72"}, {"scenario": "Offline"}, {"tied": False}]
)
def test_a_template_or_notes_about_something_else_say_nothing(register: Mechanisms, other: dict[str, Any]) -> None:
    assert states(register, [], [note("split", **other)])["split"] == sw.UNRECORDED


# --- the committed tables ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tables) -> pd.DataFrame:
    entries = sw.headline_entries(tables.results, tables.mechanisms)
    return sw.mechanism_states(entries, tables.settings, tables.mechanism_evidence, tables.mechanisms)


def test_nobody_on_the_headlines_chip_used_what_the_rules_forbid(tables, real: pd.DataFrame) -> None:
    for row in real[real["state"].isin([sw.ON, sw.DISPUTED])].itertuples():
        limit = tables.mechanisms.mechanisms[row.mechanism].limit(row.round)
        assert limit is None or not limit.forbids(row.benchmark, row.scenario), row
