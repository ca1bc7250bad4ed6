"""Conditions about switches, rules and limits: over made tables, and in the claims of the register."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims import anatomy
from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.model import CONTRADICTED, NOT_TESTABLE, Context
from claimcheck.errors import RegisterError
from claimcheck.tables import TABLES
from claimcheck.tables.store import normalise, to_csv
from tests.making import results

REGISTER = """\
benchmarks:
  deepseek-r1: {experts: true}
search:
  chips: {rounds: [v5.1, v6.0], names: [GB300]}
mechanisms:
  split:
    name: disaggregation
    short: [Split]
    credited: {A3: Server}
    shown_by:
      - {setting: prefill_workers, present: true}
      - {setting: plain, present: false, denies: ["yes"]}
  draft:
    name: drafting
    short: [Draft]
    credited: {A3: Server}
    shown_by:
      - {setting: speculative_type, shows: [MTP]}
    limits:
      - {round: v6.0, only: [{benchmark: deepseek-r1, scenario: Interactive}], says: one scenario, line: 2, steps: 3}
"""
RULES = """\
rounds:
  v5.1: {suite: MLPerf Inference, rules: {repo: o/r, commit: abc, path: rules.adoc, blob: aaa}}
  v6.0: {suite: MLPerf Inference, rules: {repo: o/r, commit: def, path: rules.adoc, blob: bbb}}
"""


@pytest.fixture
def made(context: Callable[..., Context]) -> Callable[..., Context]:
    """A context with a row ``of`` (v6.0) and ``before`` (v5.1), and the settings given as name: value a row."""

    def make(
        settings: dict[str, dict[str, Any]] | None = None, scenario: str = "Server", published: float = 3.0
    ) -> Context:
        whole = results(
            {"round": "v5.1", "row_id": "old", "run_id": "r-old", "scenario": scenario},
            {"row_id": "new", "run_id": "r-new", "scenario": scenario, "submitter": "Bert"},
        )
        rows = {"before": throughputs(whole.iloc[:1]), "of": throughputs(whole.iloc[1:])}
        found = context(rows, table=whole, figures=[{"published": published}])
        folder = found.tables.data
        (folder / "mechanisms.yml").write_text(REGISTER, encoding="utf-8")
        (folder / "rounds.yml").write_text(RULES, encoding="utf-8")
        object.__setattr__(found.tables, "rounds", anatomy_rounds(folder))
        lines = [
            {
                "row_id": row, "round": "v6.0", "division": "closed", "submitter": "Bert", "system": "box",
                "benchmark": "deepseek-r1", "scenario": scenario, "component": "engine", "configuration": "default",
                "group": "other", "setting": name, "value": json.dumps(value), "raw_name": f"raw.{name}",
                "selected": True, "inferred": False, "repo": "a/b", "commit": "c" * 40, "path": "x.py",
                "blob": "b" * 40, "line": 4,
            }
            for row, values in (settings or {}).items()
            for name, value in values.items()
        ]  # fmt: skip
        for name, content in (("engine_settings", lines), ("mechanism_evidence", [])):
            table = TABLES[name]
            frame = pd.DataFrame(content, columns=table.names)
            (folder / table.file).write_text(to_csv(normalise(frame, table), table), encoding="utf-8")
        # Read now: the next context is written to the same folder.
        assert found.tables.mechanisms and len(found.tables.settings) == len(lines)
        assert found.tables.mechanism_evidence.empty
        return found

    return make


def anatomy_rounds(folder: Any) -> Any:
    from claimcheck.registers import read_yaml

    return read_yaml(folder / "rounds.yml")


def holds(context: Context, test: str, **spec: Any) -> bool:
    return CONDITIONS[test](context, {"test": test, "says": "it", **spec}).holds


def test_on_denied_and_silent(made: Callable[..., Context]) -> None:
    on, off, silent = made({"new": {"prefill_workers": 4}}), made({"new": {"plain": "yes"}}), made()
    assert holds(on, "mechanism_on", mechanism="split")
    assert not holds(on, "mechanism_denied", mechanism="split")
    assert holds(off, "mechanism_denied", mechanism="split")
    assert not holds(silent, "mechanism_on", mechanism="split")
    assert not holds(silent, "mechanism_denied", mechanism="split"), "silence denies nothing"


def test_forbidden_denies(made: Callable[..., Context]) -> None:
    assert holds(made(), "mechanism_denied", mechanism="draft")
    assert not holds(made(scenario="Interactive"), "mechanism_denied", mechanism="draft")
    assert holds(made(scenario="Interactive"), "mechanism_allowed", mechanism="draft")
    assert not holds(made(), "mechanism_allowed", mechanism="draft")
    assert holds(made(), "mechanism_allowed", mechanism="split"), "rules that are silent allow"


def test_new_is_on_after_and_not_before(made: Callable[..., Context]) -> None:
    workers = {"prefill_workers": 4}
    assert holds(made({"new": workers}), "mechanism_new", mechanism="split")
    assert not holds(made({"new": workers, "old": workers}), "mechanism_new", mechanism="split")
    assert not holds(made({"old": workers}), "mechanism_new", mechanism="split")


def test_steps_of_the_rules_are_the_published_figure(made: Callable[..., Context]) -> None:
    assert holds(made(), "rules_give_steps", mechanism="draft")
    assert not holds(made(published=4.0), "rules_give_steps", mechanism="draft")
    assert not holds(made(), "rules_give_steps", mechanism="split")


def test_drafted_tokens_come_from_one_setting(made: Callable[..., Context]) -> None:
    assert anatomy.draft_tokens(made({"new": {"speculative_tokens": 2}}), {}).value == 2.0
    assert anatomy.draft_tokens(made(), {}).value is None


def test_reuse_is_off_where_every_server_says_so(made: Callable[..., Context]) -> None:
    assert holds(made({"new": {"kv_cache_block_reuse": False}}), "reuse_off")
    assert not holds(made({"new": {"kv_cache_block_reuse": True}}), "reuse_off")
    assert not holds(made(), "reuse_off"), "silence is not off"


def test_an_unknown_mechanism_is_an_error(made: Callable[..., Context]) -> None:
    with pytest.raises(RegisterError, match="splits"):
        holds(made(), "mechanism_on", mechanism="splits")


def test_files_and_rules_behind_a_condition_are_linked(made: Callable[..., Context]) -> None:
    context = made({"new": {"prefill_workers": 4}})
    specs = [{"test": "mechanism_on", "mechanism": m} for m in ("split", "draft", "split")]
    found = anatomy.files_behind(context, specs)
    assert [e.url.rsplit("/blob/")[1] for e in found] == [f"{'c' * 40}/x.py#L4", "def/rules.adoc#L2"]
    assert anatomy.files_behind(context, [{"test": "same_submitter"}]) == ()


# --- the register -----------------------------------------------------------------------------


def test_the_server_claim_asks_for_each_mechanism_that_a1_and_a2_keep_from_server(tables, claims) -> None:
    """A3 and A5 credit the Server gain with what A1 and A2 do not: each must have a condition of its own."""
    asked = {c.name for c in claims[33].conditions}
    theirs = [
        m
        for m in tables.mechanisms.mechanisms.values()
        if m.credited.get("A3") == "Server" and "Server" not in (m.credited.get("A1"), m.credited.get("A2"))
    ]
    assert len(theirs) <= len(asked)
    assert claims[33].verdict == CONTRADICTED
    for mechanism in theirs:
        first = mechanism.name.split(",")[0].split(" (")[0].split(" ")[0].lower()
        assert any(first in name.lower() for name in asked), mechanism.name


def test_a_claim_about_switches_links_to_files_and_rules(claims) -> None:
    for number in (33, 34):
        kinds = {e.table for e in claims[number].evidence}
        assert {"engine_settings", "rules"} <= kinds, number
        assert all(e.line for e in claims[number].evidence if e.table in ("engine_settings", "rules"))


def test_the_azure_figure_is_not_testable_and_says_what_would_test_it(claims) -> None:
    assert claims[35].verdict == NOT_TESTABLE
    assert claims[35].computed is None
    assert "would test it" in claims[35].reason


def test_both_runs_of_the_published_pair_are_at_their_limits(tables, claims) -> None:
    """The condition of claim 6 and the operating points say the same of the two runs."""
    (condition,) = [c for c in claims[6].conditions if "latency limit" in c.name]
    used = [anatomy.nearest_limit(tables, row) for _, row in claims[6].rows.iterrows()]
    assert all(share is not None and share[0] <= 1 for share in used)
    assert condition.holds == (abs(used[0][0] - used[1][0]) <= 0.05)
