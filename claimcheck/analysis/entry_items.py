"""What each submitted entry ran, item by item, so that any two can be compared.

An item is one thing that the record says of an entry: a setting, a file of its code, its driver. Each belongs to a
factor. The first seven are what an experiment may vary; ``around`` is all else that the record shows to differ
(driver, host, network, launch scripts, owner).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from claimcheck.analysis.results import one_row_a_run, short_accelerator, throughputs

FACTORS = ("load", "routing", "settings", "code", "software", "hardware", "scale")
AROUND = "around"
# What a configuration wishes of LoadGen; the log says what ran.
WISHES = frozenset(
    {
        "target_qps",
        "min_query_count",
        "max_query_count",
        "min_duration_ms",
        "performance_sample_count",
        "performance_sample_count_override",
        "warmup_iterations",
    }
)
# Settings that cannot change the rate of a run: where files lie, how long to wait for a server's start, where a
# profiler that is not attached would begin, whether the server counts for an observer.
INERT = frozenset(
    {"llm_gen_config_path", "tensor_path", "readiness_timeout", "TLLM_PROFILE_START_STOP", "enable_metrics"}
)
SIZING = ("parallelism", "batching", "kv_cache")
_ROUTING = ("router", "disaggregation")
# A switch of the servers that the harness's file of a scale-out run repeats.
_SERVERS = ("engine", "prefill", "decode")
# What the harness does when no policy is set (llmlib/config.py, alike in v5.1 and v6.0).
_DEFAULT_POLICY = {"Server": "load_balancing"}
_OTHER_POLICY = "round_robin"
# Files that start servers rather than issue queries.
LAUNCHERS = ("main.py", "llmlib/launch_server.py")
_PINS = ("TRTLLM_HASH", "NGC_BASE_IMAGE", "CUDA_VER", "TRT_VER")
_SYSTEM = {
    "driver": "driver",
    "operating system": "operating_system",
    "host processor": "host_processor",
    "host memory": "host_memory",
    "network": "network",
    "network cards": "network_cards",
    "cooling": "cooling",
    "power limit": "power_limit_mark",
    "nodes": "nodes",
}
_STACK = r"(TensorRT [\d.]+, CUDA [\d.]+)"


@dataclass(frozen=True)
class Item:
    """One thing that the record says: its value, where it stands, and whether it is only inferred."""

    value: str
    path: str | None = None
    line: int | None = None
    inferred: bool = False


@dataclass(frozen=True)
class Submission:
    """One result with its run (``facts``: columns by name) and its items by (factor, name)."""

    facts: Mapping[str, object]
    items: Mapping[tuple[str, str], Item]

    @property
    def inferred(self) -> bool:
        """Whether any setting is only inferred: the command that ran is not recorded."""
        return any(item.inferred for item in self.items.values())


_FACTS = (
    "row_id", "result_id", "round", "division", "submitter", "system", "benchmark", "scenario", "accelerator",
    "accelerators", "availability", "value", "per_accelerator", "run_id", "repo", "commit",
)  # fmt: skip
_RUN = (
    "target_qps", "scheduled_samples_per_s", "mean_tokens_per_sample", "query_count", "tpot_p99_ms", "tpot_limit_ms",
    "ttft_p99_ms", "ttft_limit_ms", "validity",
)  # fmt: skip


def entries(
    results: pd.DataFrame, runs: pd.DataFrame, systems: pd.DataFrame, settings: pd.DataFrame, files: pd.DataFrame
) -> list[Submission]:
    """Every valid closed throughput result whose engine settings are known, one a run, in order of ``row_id``.

    The arguments are the tables inference_results, loadgen_runs, systems, engine_settings, submitted_files. Facts
    are the result's and the run's columns as in the schema, ``chip`` and ``per_accelerator`` (see ``throughputs``).
    """
    chosen = settings[settings["selected"].astype(bool)]
    served = set(chosen.loc[chosen["component"].isin(list(_SERVERS)), "row_id"])
    rows = throughputs(results)
    rows = rows[rows["row_id"].isin(served)]
    rows = one_row_a_run(rows).merge(runs[["run_id", *_RUN]], on="run_id", how="left")
    rows = rows[rows["validity"].fillna("VALID") == "VALID"].sort_values("row_id")
    by_result = dict(iter(chosen.groupby("row_id")))
    by_owner = {
        owner: part.to_dict("records")
        for owner, part in files[files["system"].isna()].groupby(["round", "division", "submitter"])
    }
    described = systems.set_index(["round", "division", "submitter", "system"])
    found = []
    for row in rows.to_dict("records"):
        facts = {name: row[name] for name in (*_FACTS, *_RUN)} | {"chip": short_accelerator(str(row["accelerator"]))}
        owner = (row["round"], row["division"], row["submitter"])
        system = (*owner, row["system"])
        items = _of_result(facts) | _of_settings(by_result[row["row_id"]], facts)
        items |= _of_files(by_owner.get(owner, []), facts)
        items |= _of_system(described.loc[system] if system in described.index else None)
        found.append(Submission(facts, items))
    return found


def _of_result(facts: Mapping[str, object]) -> dict[tuple[str, str], Item]:
    return {
        ("hardware", "accelerator"): Item(str(facts["chip"])),
        ("scale", "accelerators"): Item(str(facts["accelerators"])),
        (AROUND, "submitter"): Item(str(facts["submitter"])),
        (AROUND, "availability"): Item(str(facts["availability"])),
        (AROUND, "queries issued"): Item(_text(facts["query_count"])),
    }


def _of_settings(settings: pd.DataFrame, facts: Mapping[str, object]) -> dict[tuple[str, str], Item]:
    """Settings by factor: ``routing``, ``settings`` (batch, KV cache, parallelism) and ``switches`` (all others)."""
    values: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for row in settings.to_dict("records"):
        if row["component"] == "loadgen" or row["setting"] in WISHES:
            continue
        if row["component"] == "harness" and row["group"] in ("environment", "other"):
            continue
        if row["group"] in _ROUTING:
            factor = "routing"
        elif row["setting"] in INERT:
            factor = "inert"
        else:
            factor = "settings" if row["group"] in SIZING else "switches"
        own = row["component"] in ("engine", "harness")
        name = str(row["setting"]) if own else f"{row['component']} {row['setting']}"
        values[factor, name].append(Item(row["value"], row["path"], int(row["line"]), bool(row["inferred"])))
    items = {key: _merged(found) for key, found in values.items()}
    return _with_routing(items, facts)


def _merged(found: list[Item]) -> Item:
    texts = sorted({item.value for item in found})
    first = found[0]
    return Item(" or ".join(texts), first.path, first.line, any(item.inferred for item in found))


def _with_routing(items: dict[tuple[str, str], Item], facts: Mapping[str, object]) -> dict[tuple[str, str], Item]:
    """The policy that ran: the default where none is set, and none at all where one engine serves alone."""
    widths = [items.get(("settings", name)) for name in ("tensor_parallel", "pipeline_parallel")]
    replicas = int(str(facts["accelerators"]))
    for width in widths:
        if width is not None and width.value.isdigit():
            replicas //= max(int(width.value), 1)
    policy = ("routing", "router_policy")
    if replicas == 1 and not any(name.startswith(("prefill", "decode")) for _, name in items):
        # Among one there is nothing to choose: what the file asks for cannot matter.
        idle = items.pop(policy, None)
        return items | ({("inert", "router_policy"): idle} if idle else {})
    default = _DEFAULT_POLICY.get(str(facts["scenario"]), _OTHER_POLICY)
    return {policy: Item(f'"{default}"', "by default")} | items


def _of_files(files: Sequence[Mapping[Hashable, Any]], facts: Mapping[str, object]) -> dict[tuple[str, str], Item]:
    """Items of the code that a submitter shipped in a round: ``files`` are rows that are no one system's alone."""
    # Code that is not there is like nobody else's.
    absent = {("code", "code"): Item(f"not in the table: {facts['submitter']}, {facts['round']}")}
    machine = "aarch64" if str(facts["chip"]).startswith("GB") else "x86_64"
    items: dict[tuple[str, str], Item] = {}
    for row in files:
        if pd.notna(row["benchmark"]) and row["benchmark"] != facts["benchmark"]:
            continue
        name, where = str(row["name"]), str(row["path"])
        if row["part"] in ("harness", "model"):
            factor = "launcher" if name in LAUNCHERS else "code"
            items[factor, f"{row['part']}: {name}"] = Item(str(row["content_id"]), where)
        elif row["part"] == "launch":
            items[AROUND, f"launch: {name}"] = Item(str(row["content_id"]), where)
        elif row["part"] == "pin" and name.split(" ")[0] in _PINS and name.rpartition(" ")[2] in (machine, name):
            items["code", f"pin: {name.split(' ')[0]}"] = Item(_text(row["value"]), where, int(row["line"]))
    shipped = any(name.startswith("harness") for _, name in items)
    return items if shipped else items | absent


def _of_system(row: pd.Series | None) -> dict[tuple[str, str], Item]:
    if row is None:
        return {}
    items = {(AROUND, name): Item(_text(row[column]), str(row["path"])) for name, column in _SYSTEM.items()}
    stack = pd.Series([row["software"]]).str.extract(_STACK)[0].iloc[0]
    return items | {(AROUND, "TensorRT and CUDA"): Item(_text(stack), str(row["path"]))}


def _text(value: object) -> str:
    return "not stated" if pd.isna(value) else str(value)
