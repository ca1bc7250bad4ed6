"""Pairs that differ in one thing: made ones for the rules, real ones for relations that must hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimcheck.analysis import experiments as ex
from claimcheck.analysis.experiments import AROUND, Item, Submission, submissions
from claimcheck.data.tables import load

ITEMS = {
    ("settings", "max_batch_size"): Item("640", "configs/a.py", 3),
    ("switches", "moe_backend"): Item('"CUTEDSL"', "configs/a.py", 4),
    ("inert", "readiness_timeout"): Item("900", "configs/a.py", 5),
    ("code", "harness: fields"): Item("f" * 40, "code/fields"),
    ("launcher", "harness: main.py"): Item("e" * 40, "code/main.py"),
    ("hardware", "accelerator"): Item("B300"),
    ("scale", "accelerators"): Item("8"),
    (AROUND, "driver"): Item("580.67", "systems/a.json"),
    (AROUND, "launch: run.sh"): Item("d" * 40, "run.sh"),
}


def made(changed: dict[tuple[str, str], str | None] | None = None, **facts: object) -> Submission:
    """An entry that offers 16 queries/s to 8 accelerators; ``changed`` items take another value, or go."""
    base: dict[str, object] = {
        "row_id": "a", "result_id": "1", "round": "v6.0", "submitter": "Anna", "system": "box", "benchmark": "m",
        "scenario": "Server", "accelerators": 8, "chip": "B300", "availability": "available", "per_accelerator": 100.0,
        "scheduled_samples_per_s": 16.0, "mean_tokens_per_sample": 50.0, "target_qps": 16.0, "tpot_p99_ms": 60.0,
        "tpot_limit_ms": 80.0, "ttft_p99_ms": 900.0, "ttft_limit_ms": 2000.0, "repo": "o/r", "commit": "c",
    }  # fmt: skip
    items = dict(ITEMS)
    for key, value in (changed or {}).items():
        if value is None:
            items.pop(key)
        else:
            items[key] = replace(items[key], value=value) if key in items else Item(value)
    return Submission(base | facts, items)


def one_pair(changed: dict[tuple[str, str], str | None] | None = None, rule: ex.Rule = ex.DEFINED, **facts: object):
    (pair,) = ex.pairs([made(), made(changed, row_id="b", **facts)], rule)
    return pair


@pytest.mark.parametrize(
    ("changed", "facts", "kind"),
    [
        ({("settings", "max_batch_size"): "512"}, {}, "settings"),
        ({("switches", "moe_backend"): None}, {}, "settings"),
        ({("code", "harness: fields"): "0" * 40}, {}, "code"),
        ({("launcher", "harness: main.py"): "0" * 40}, {}, "code"),
        ({("hardware", "accelerator"): "GB300"}, {"chip": "GB300"}, "hardware"),
        ({("scale", "accelerators"): "16"}, {"accelerators": 16, "scheduled_samples_per_s": 32.0}, "scale"),
        ({}, {"scheduled_samples_per_s": 16.5}, "load"),
        ({("code", "harness: fields"): "0" * 40}, {"round": "v5.1"}, "software"),
        ({("switches", "moe_backend"): '"WIDEEP"'}, {"round": "v5.1"}, "software"),
    ],
)
def test_one_difference_is_an_experiment_on_it(
    changed: dict[tuple[str, str], str | None], facts: dict[str, object], kind: str
) -> None:
    assert one_pair(changed, **facts).kind == kind


def test_two_differences_are_no_experiment() -> None:
    pair = one_pair({("settings", "max_batch_size"): "512"}, scheduled_samples_per_s=20.0)
    assert pair.kind is None
    assert pair.factors == ("load", "settings")


def test_rates_are_equal_within_the_rule() -> None:
    assert one_pair(scheduled_samples_per_s=16.3).kind == ex.NONE
    assert one_pair(rule=ex.Rule(load=0.01), scheduled_samples_per_s=16.3).kind == "load"
    (offline,) = ex.pairs([made(scenario="Offline"), made(scenario="Offline", scheduled_samples_per_s=99.0)])
    assert offline.kind == ex.NONE


# --- the tables


@pytest.fixture(scope="module")
def submitted() -> list[Submission]:
    names = ("inference_results", "loadgen_runs", "systems", "engine_settings", "submitted_files")
    return submissions(*map(load, names))


@pytest.fixture(scope="module")
def found(submitted: list[Submission]) -> list[ex.Pair]:
    return ex.pairs(submitted)


def test_load_experiments_have_the_same_code_and_settings(found: list[ex.Pair]) -> None:
    """Checked against the tables themselves, not against the items."""
    settings, files = load("engine_settings"), load("submitted_files")
    used = settings[settings["selected"] & settings["group"].isin(["batching", "kv_cache", "moe", "parallelism"])]
    by_row = {k: set(zip(g["setting"], g["value"], strict=True)) for k, g in used.groupby("row_id")}
    code = files[files["part"].isin(["harness", "model"])]
    # A benchmark's own code, and what all share.
    shared = {k: g for k, g in code.groupby(["round", "division", "submitter"])}
    load_pairs = [p for p in found if p.kind == "load"]
    assert load_pairs
    for pair in load_pairs:
        one, other = pair.before.facts, pair.after.facts
        assert by_row[one["row_id"]] == by_row[other["row_id"]]
        assert (one["chip"], one["accelerators"], one["round"]) == (
            other["chip"], other["accelerators"], other["round"],
        )  # fmt: skip
        sides = []
        for facts in (one, other):
            rows = shared[facts["round"], "closed", facts["submitter"]]
            rows = rows[rows["benchmark"].isna() | (rows["benchmark"] == facts["benchmark"])]
            sides.append(set(zip(rows["name"], rows["content_id"], strict=True)))
        assert sides[0] == sides[1]


def test_under_load_alone_the_figure_follows_the_rate(found: list[ex.Pair]) -> None:
    rows = ex.pairs_table([p for p in found if p.kind == "load"])
    assert ((rows["ratio"] / rows["rate_ratio"] - 1).abs() < 0.02).all()
    assert (rows["rate_ratio"] > 1 + ex.DEFINED.load).all()


def test_one_engine_alone_has_no_router(submitted: list[Submission]) -> None:
    for entry in submitted:
        widths = [entry.items.get(("settings", f"{kind}_parallel"), Item("1")).value for kind in ("tensor", "pipeline")]
        if int(widths[0]) * int(widths[1]) == entry.facts["accelerators"]:
            assert ("routing", "router_policy") not in entry.items
        elif not any(name.startswith("prefill") for _, name in entry.items):
            assert ("routing", "router_policy") in entry.items
