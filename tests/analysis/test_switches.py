"""What files and rules say of a mechanism, and which settings differ between two entries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis import switches as sw
from claimcheck.ingest.mechanism_register import Mechanisms, read_mechanisms
from tests.making import results

REGISTER = """\
benchmarks:
  deepseek-r1: {experts: true}
  llama3.1-405b: {experts: false}
search:
  chips: {rounds: [v5.1, v6.0], names: [GB300]}
mechanisms:
  backend:
    name: a backend
    short: [Backend]
    credited: {A3: Server}
    experts: true
    shown_by:
      - {setting: moe_backend, shows: [NEW], else_denies: true}
  wide:
    name: wide experts
    short: [Wide]
    credited: {A3: Server}
    shown_by:
      - {setting: expert_parallel, above: 8, else_denies: true}
  split:
    name: disaggregation
    short: [Split]
    credited: {A3: Server}
    shown_by:
      - {setting: prefill_workers, present: true}
    one_engine: {state: "off", says: no second pool}
  route:
    name: routing
    short: [Route]
    credited: {A3: Server}
    shown_by:
      - {setting: router_policy, shows: [kv], else_denies: true}
    one_engine: {state: does not apply, says: nothing to route to}
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
    (tmp_path / "mechanisms.yml").write_text(REGISTER, encoding="utf-8")
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
    found = sw.matrix(entries, pd.DataFrame(rows or [setting("x", 1, row_id="other")]), evidence, register)
    return dict(zip(found["mechanism"], found["state"], strict=True))


def test_settings_show_and_deny(register: Mechanisms) -> None:
    found = states(register, [setting("moe_backend", "NEW"), setting("expert_parallel", 8)])
    assert (found["backend"], found["wide"]) == (sw.ON, sw.OFF)
    found = states(register, [setting("moe_backend", "OLD"), setting("expert_parallel", 16)])
    assert (found["backend"], found["wide"]) == (sw.OFF, sw.ON)


def test_silence_is_no_evidence_and_not_off(register: Mechanisms) -> None:
    assert states(register, [])["split"] == sw.UNRECORDED
    assert states(register, [setting("prefill_workers", 4, selected=False)])["split"] == sw.UNRECORDED
    assert states(register, [setting("x", 1)])["split"] == sw.SILENT
    assert states(register, [setting("prefill_workers", 4)])["split"] == sw.ON


def test_one_engine_on_all_accelerators_has_no_second_pool_and_nothing_to_route_to(register: Mechanisms) -> None:
    eight = setting("tensor_parallel", 8)
    found = states(register, [eight, setting("router_policy", "other")], accelerators=8)
    assert (found["split"], found["route"]) == (sw.OFF, sw.NOT_APPLICABLE)
    found = states(register, [eight, setting("router_policy", "other")], accelerators=72)
    assert (found["split"], found["route"]) == (sw.SILENT, sw.OFF)
    found = states(register, [eight, setting("prefill_workers", 4), setting("router_policy", "kv")], accelerators=8)
    assert (found["split"], found["route"]) == (sw.ON, sw.ON), "what the settings show comes first"
    found = states(register, [eight, setting("tensor_parallel", 8, component="decode")], accelerators=8)
    assert found["split"] == sw.SILENT, "two kinds of servers are not one engine"


@pytest.mark.parametrize(
    ("round_", "benchmark", "scenario", "state"),
    [
        ("v5.1", "deepseek-r1", "Interactive", sw.FORBIDDEN),
        ("v6.0", "deepseek-r1", "Server", sw.FORBIDDEN),
        ("v6.0", "deepseek-r1", "Interactive", sw.UNRECORDED),
        ("v6.0", "llama3.1-405b", "Interactive", sw.FORBIDDEN),
    ],
)
def test_rules_bar_what_they_do_not_list(
    register: Mechanisms, round_: str, benchmark: str, scenario: str, state: str
) -> None:
    found = states(register, [], round=round_, benchmark=benchmark, scenario=scenario)
    assert found["draft"] == state
    assert found["backend"] == (sw.UNRECORDED if benchmark == "deepseek-r1" else sw.NOT_APPLICABLE)


def test_a_breach_would_be_seen(register: Mechanisms) -> None:
    assert states(register, [setting("speculative_type", "MTP")])["draft"] == sw.ON


def test_steps_of_ones_own_deny_and_dispute(register: Mechanisms) -> None:
    assert states(register, [], [note("split")])["split"] == sw.NOTED
    assert states(register, [setting("prefill_workers", 4)], [note("split")])["split"] == sw.DISPUTED
    assert states(register, [], [note("split"), note("split", says="for")])["split"] == sw.UNRECORDED


@pytest.mark.parametrize(
    "other",
    [
        {"also_in": "Bert"}, {"system": "GB300x72"}, {"submitter": "Bert"}, {"scenario": "Offline"},
        {"round": "v5.1"}, {"kind": "launch script"}, {"tied": False}, {"benchmark": "llama3.1-405b"},
    ],
)  # fmt: skip
def test_a_template_or_notes_about_something_else_say_nothing(register: Mechanisms, other: dict[str, Any]) -> None:
    assert states(register, [], [note("split", **other)])["split"] == sw.UNRECORDED


def test_what_a_state_rests_on_is_named(register: Mechanisms) -> None:
    entries = sw.headline_entries(results({}), register)
    rows = pd.DataFrame([setting("moe_backend", "NEW", inferred=True, line=45)])
    found = sw.matrix(entries, rows, pd.DataFrame([note("split", line=28)]), register).set_index("mechanism")
    assert (found.loc["backend", "line"], found.loc["backend", "inferred"]) == (45, True)
    assert found.loc["backend", "why"] == "engine: moe_backend = NEW"
    assert (found.loc["split", "path"], found.loc["split", "line"]) == ("NOTES.md", 28)
    assert pd.isna(found.loc["wide", "path"])


def test_changes_are_added_dropped_and_changed(register: Mechanisms) -> None:
    before = [setting("a", 1), setting("b", 2), setting("c", 0.5), setting("gone", True)]
    before.append(setting("off", 1, selected=False))
    after = [setting("a", 1), setting("b", 3), setting("c", 0.50), setting("new", "x")]
    rows = pd.DataFrame(before + [{**r, "row_id": "row-01"} for r in after])
    found = sw.changes(rows, "row-00", "row-01").set_index("setting")
    assert dict(found["kind"]) == {"b": "changed", "gone": "dropped", "new": "added"}
    assert (found.loc["b", "before"], found.loc["b", "after"]) == ("2", "3")
    assert pd.isna(found.loc["new", "before"]) and pd.isna(found.loc["gone", "after"])


def test_a_setting_in_several_files_counts_once(register: Mechanisms) -> None:
    rows = [
        setting("env", "1"), setting("env", "2", component="harness"),
        setting("rate", 5, component="harness", group="load"), setting("rate", 7, component="loadgen", group="load"),
        setting("env", "1", row_id="row-01"), setting("rate", 5, row_id="row-01", component="loadgen", group="load"),
    ]  # fmt: skip
    found = sw.changes(pd.DataFrame(rows), "row-00", "row-01")
    assert found["setting"].tolist() == ["rate"], "the engine's env is equal, and LoadGen's rate is what ran"
    assert found.iloc[0]["before"] == "7"


def test_traces_leave_other_benchmarks_out_and_put_the_best_file_first() -> None:
    code = {"says": "for", "kind": "code library", "benchmark": None, "tied": False}
    rows = [
        note("split", **code, path="closed/Anna/a.py"),
        note("split", **code, path="closed/NVIDIA/z.py", submitter="NVIDIA"),
        note("split", says="for", kind="config file", path="closed/Anna/c.py"),
        note("split", says="for", kind="config file", benchmark="gpt", path="closed/Anna/d.py"),
        note("split", says="against", kind="metadata"),
    ]
    found = sw.traces(pd.DataFrame(rows), "split", "deepseek-r1")
    assert found["kind"].tolist() == ["config file", "code library"]
    assert found["files"].tolist() == [1, 2] and found["tied"].tolist() == [1, 0]
    assert found.iloc[1]["submitter"] == "NVIDIA"


# --- the committed tables ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tables) -> pd.DataFrame:
    entries = sw.headline_entries(tables.results, tables.mechanisms)
    return sw.matrix(entries, tables.settings, tables.mechanism_evidence, tables.mechanisms)


def test_nobody_on_the_headlines_chip_used_what_the_rules_forbid(tables, real: pd.DataFrame) -> None:
    for row in real[real["state"].isin([sw.ON, sw.DISPUTED])].itertuples():
        limit = tables.mechanisms.mechanisms[row.mechanism].limit(row.round)
        assert limit is None or not limit.forbids(row.benchmark, row.scenario), row


def test_every_state_that_is_not_silence_or_a_rule_has_a_file_and_a_line(real: pd.DataFrame) -> None:
    shown = real["state"].isin([sw.ON, sw.OFF, sw.NOTED, sw.DISPUTED])
    assert real[shown]["path"].notna().all() and (real[shown]["line"] > 0).all()
    assert real[~shown & (real["state"] != sw.NOT_APPLICABLE)]["path"].isna().all()
    assert set(real["state"]) <= set(sw.STATES)


def test_a_backend_is_one_thing_at_a_time(real: pd.DataFrame) -> None:
    """WideEP's backend and the new kernels are values of one setting: never both on."""
    wide = real.pivot(index="row_id", columns="mechanism", values="state")
    assert not ((wide["wide-ep-backend"] == sw.ON) & (wide["new-kernels"] == sw.ON)).any()
