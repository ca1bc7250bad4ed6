"""Natural experiments: pairs of entries that differ in one thing only, found by comparing what was submitted.

Nobody ran two entries to learn what one change is worth, but many entries are copies of one another. What each entry
ran is listed item by item: an item is a setting, a file of its code, its driver. Each item belongs to a factor; FACTORS
are what an experiment may vary, AROUND is all else that the record shows (driver, host, network, launch scripts,
owner). Every two results of one benchmark and scenario are compared item by item: a pair that differs in one factor is
an experiment on that factor, a pair that differs in two is listed as such, and one that differs in none shows how far
apart two runs of the same thing are.
"""

from __future__ import annotations

import itertools
import textwrap
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from claimcheck.analysis.results import one_row_a_run, throughputs
from claimcheck.analysis.view import chip

FACTORS = ("load", "routing", "settings", "code", "software", "hardware", "scale")
AROUND = "around"
# What a configuration wishes of LoadGen; the log says what ran.
LOADGEN_WISHES = frozenset(
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
    "power limit": "power_limit",
    "nodes": "nodes",
}
_STACK = r"(TensorRT [\d.]+, CUDA [\d.]+)"


@dataclass(frozen=True)
class Item:
    """A setting, file or fact of a submission: its value, its source, and whether it is only inferred."""

    value: str
    path: str | None = None
    line: int | None = None
    inferred: bool = False


@dataclass(frozen=True)
class Submission:
    """A result with its run (``facts``: columns by name) and what else is recorded (``items`` by factor, name)."""

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


def submissions(
    results: pd.DataFrame, runs: pd.DataFrame, systems: pd.DataFrame, settings: pd.DataFrame, files: pd.DataFrame
) -> list[Submission]:
    """Valid closed throughput results whose engine settings are known, one a run, in order of ``row_id``.

    The arguments are the tables inference_results, loadgen_runs, systems, engine_settings, submitted_files. Facts are
    the result's and the run's columns as in the schema, ``chip`` and ``per_accelerator`` (see ``throughputs``).
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
    submissions = []
    for row in rows.to_dict("records"):
        facts = {name: row[name] for name in (*_FACTS, *_RUN)} | {"chip": chip(str(row["accelerator"]))}
        owner = (row["round"], row["division"], row["submitter"])
        system = (*owner, row["system"])
        items = _of_result(facts) | _of_settings(by_result[row["row_id"]], facts)
        items |= _of_files(by_owner.get(owner, []), facts)
        items |= _of_system(described.loc[system] if system in described.index else None)
        submissions.append(Submission(facts, items))
    return submissions


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
        if row["component"] == "loadgen" or row["setting"] in LOADGEN_WISHES:
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


def _merged(items: list[Item]) -> Item:
    texts = sorted({item.value for item in items})
    first = items[0]
    return Item(" or ".join(texts), first.path, first.line, any(item.inferred for item in items))


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


LIMITED = ("Server", "Interactive")
NONE = "none"
# A rate that was asked for is the one that ran if they differ by no more than this share.
WISHED = 0.005
SYSTEM = "system"
_SIDES = (
    "row_id", "result_id", "round", "submitter", "system", "accelerators", "chip", "availability",
    "per_accelerator", "tpot_p99_ms", "tpot_limit_ms", "ttft_p99_ms", "ttft_limit_ms",
)  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """Choices of what counts as a difference between two submissions.

    ``load``: offered rates per accelerator that differ by no more than this share are equal. ``inert``: settings that
    cannot change a rate count. ``launchers``: the files that start servers count as code. ``switches``: in two
    rounds, switches other than batch, KV cache and parallelism count on their own and not as part of the software.
    ``around``: driver, host, network, launch scripts and owner count.
    """

    load: float = 0.02
    inert: bool = False
    launchers: bool = True
    switches: bool = False
    around: bool = False


DEFINED = Rule()


@dataclass(frozen=True)
class Difference:
    """An item in which two submissions differ; None for a side that lacks it."""

    factor: str
    name: str
    before: Item | None
    after: Item | None


@dataclass(frozen=True)
class Pair:
    """Two submissions, the items in which they differ, and the factors that these items belong to."""

    before: Submission
    after: Submission
    differences: tuple[Difference, ...]
    factors: tuple[str, ...]

    @property
    def kind(self) -> str | None:
        """The one factor that differs, NONE when none does, None when several do."""
        return NONE if not self.factors else self.factors[0] if len(self.factors) == 1 else None

    def of(self, *factors: str) -> tuple[Difference, ...]:
        """Differences that belong to some factors."""
        return tuple(d for d in self.differences if d.factor in factors)


def pairs(entries: Sequence[Submission], rule: Rule = DEFINED) -> list[Pair]:
    """Every two submissions of one benchmark and scenario, and of one round or one chip, compared by ``rule``.

    Two entries on different chips in different rounds are left out. ``before`` is the entry with the earlier round,
    fewer accelerators, the earlier chip by name, the lower offered rate, in this order.
    """
    compared = []
    for first, second in itertools.combinations(entries, 2):
        cell = [(e.facts["benchmark"], e.facts["scenario"]) for e in (first, second)]
        apart = first.facts["round"] != second.facts["round"]
        if cell[0] != cell[1] or (apart and first.facts["chip"] != second.facts["chip"]):
            continue
        before, after = sorted((first, second), key=_order)
        compared.append(_pair(before, after, tuple(_differences(before, after)), rule))
    return compared


def reclassified(compared: Sequence[Pair], rule: Rule) -> list[Pair]:
    """The same pairs with their factors by another ``rule``; the differences stay."""
    return [_pair(p.before, p.after, p.differences, rule) for p in compared]


def unchanged(compared: Sequence[Pair]) -> list[Pair]:
    """Pairs across two rounds in which no setting, switch or routing differs: new software, old settings."""
    return [p for p in compared if "software" in p.factors and not p.of("settings", "switches", "routing")]


def _order(entry: Submission) -> tuple[object, ...]:
    facts = entry.facts
    rate = per_accelerator(entry)
    return facts["round"], int(str(facts["accelerators"])), facts["chip"], rate or 0.0, facts["row_id"]


def per_accelerator(entry: Submission) -> float | None:
    """Realised offered rate per accelerator, queries/s; None for a scenario without a rate."""
    rate = entry.facts["scheduled_samples_per_s"]
    if entry.facts["scenario"] not in LIMITED or pd.isna(rate):
        return None
    return float(str(rate)) / float(str(entry.facts["accelerators"]))


def _pair(before: Submission, after: Submission, differences: tuple[Difference, ...], rule: Rule) -> Pair:
    two_rounds = before.facts["round"] != after.facts["round"]
    factors = {_factor(d.factor, rule, two_rounds) for d in differences} - {""}
    if not all(any(factor == "routing" for factor, _ in entry.items) for entry in (before, after)):
        factors.discard("routing")  # one engine serves alone: a router comes with the second
    rates = [per_accelerator(entry) for entry in (before, after)]
    if rates[0] and rates[1] and abs(rates[1] / rates[0] - 1) > rule.load:
        factors.add("load")
    if two_rounds:
        factors = factors - {"code"} | {"software"}  # LoadGen, seeds and rules changed too
        if any(before.facts[name] != after.facts[name] for name in ("submitter", "system")):
            factors.add(SYSTEM)
    ordered = tuple(f for f in (*FACTORS, SYSTEM, AROUND) if f in factors)
    return Pair(before, after, differences, ordered)


def _differences(before: Submission, after: Submission) -> Iterator[Difference]:
    for key in sorted({*before.items, *after.items}):
        first, second = before.items.get(key), after.items.get(key)
        if first is None or second is None or first.value != second.value:
            yield Difference(*key, first, second)


def _factor(factor: str, rule: Rule, two_rounds: bool) -> str:
    """The factor that a difference counts under; "" when it does not count."""
    if factor == "switches":
        return "software" if two_rounds and not rule.switches else "settings"
    if factor == "inert":
        return "settings" if rule.inert else ""
    if factor == "launcher":
        return "code" if rule.launchers else ""
    if factor == AROUND:
        return AROUND if rule.around else ""
    return factor


def pairs_table(compared: Sequence[Pair]) -> pd.DataFrame:
    """Pairs as rows: columns of both sides with ``_before`` and ``_after``, and the ratios of their results.

    ``kind``, ``factors`` (joined), ``ratio`` of published figures per accelerator, ``rate_ratio`` of realised offered
    rates per accelerator, ``offered_ratio`` of offered rate × mean output length per accelerator (both empty for a
    scenario without a rate), ``inferred`` (a setting of either side is only inferred), ``surroundings``: how many
    items around the experiment differ.
    """
    rows = []
    for pair in compared:
        before, after = pair.before.facts, pair.after.facts
        rates = [per_accelerator(entry) for entry in (pair.before, pair.after)]
        rate = rates[1] / rates[0] if rates[0] and rates[1] else None
        lengths = [facts["mean_tokens_per_sample"] for facts in (before, after)]
        row: dict[str, object] = {
            "kind": pair.kind,
            "factors": ", ".join(pair.factors),
            "benchmark": after["benchmark"],
            "scenario": after["scenario"],
            "ratio": float(str(after["per_accelerator"])) / float(str(before["per_accelerator"])),
            "rate_ratio": rate,
            "offered_ratio": rate and rate * float(str(lengths[1])) / float(str(lengths[0])),
            "rate_before": rates[0],
            "rate_after": rates[1],
            "inferred": pair.before.inferred or pair.after.inferred,
            "surroundings": len(pair.of(AROUND)),
        }
        for side, facts in (("before", before), ("after", after)):
            row |= {f"{name}_{side}": facts[name] for name in _SIDES}
        rows.append(row)
    return pd.DataFrame(rows)


def rates_not_run(entries: Sequence[Submission], settings: pd.DataFrame) -> pd.DataFrame:
    """Submissions whose configured arrival rate is not the one that ran, one row each, in order of ``row_id``.

    ``in_settings`` and ``in_user_conf``: the rate asked for in the configuration and in ``user.conf``; ``asked``: the
    one that LoadGen logged as its target; ``ran``: the realised one; all in queries/s for the whole system. An
    entry is listed when either file differs from the log by more than WISHED. ``settings`` is engine_settings.
    """
    asked = settings[(settings["setting"] == "target_qps") & settings["selected"].astype(bool)]
    rows = []
    for entry in entries:
        facts = entry.facts
        if per_accelerator(entry) is None:
            continue
        own = asked[asked["row_id"] == facts["row_id"]]
        target = float(str(facts["target_qps"]))
        requested: dict[str, object] = {}
        of_user = own["component"] == "loadgen"
        for name, part in (("in_settings", ~of_user), ("in_user_conf", of_user)):
            first = own[part].head(1)
            requested[name] = float(first["value"].iloc[0]) if len(first) else None
            requested[f"{name}_path"] = first["path"].iloc[0] if len(first) else None
            requested[f"{name}_line"] = int(first["line"].iloc[0]) if len(first) else None
        files = [requested["in_settings"], requested["in_user_conf"]]
        if any(value is not None and abs(float(str(value)) / target - 1) > WISHED for value in files):
            named = {name: facts[name] for name in _SIDES}
            rates = {"asked": target, "ran": float(str(facts["scheduled_samples_per_s"]))}
            about = {name: facts[name] for name in ("benchmark", "scenario", "repo", "commit")}
            rows.append(named | about | requested | rates)
    return pd.DataFrame(rows)


def items_table(compared: Sequence[Pair]) -> pd.DataFrame:
    """Items in which the pairs differ, one row each, in the order of the pairs.

    Columns: ``row_id_before``, ``row_id_after``, ``factor`` (switches are settings), ``item``, ``before`` and ``after``
    (a file's first seven digits, the start of a long text; empty where a side lacks the item), and of each side
    ``repo``, ``commit``, ``path`` and ``line`` of the source, empty for what the result itself says.
    """
    rows = []
    for pair in compared:
        for d in pair.differences:
            row: dict[str, object] = {
                "row_id_before": pair.before.facts["row_id"],
                "row_id_after": pair.after.facts["row_id"],
                "factor": _NAMES.get(d.factor, d.factor),
                "item": d.name,
            }
            for side, entry, item in (("before", pair.before, d.before), ("after", pair.after, d.after)):
                where = item is not None and item.path is not None and "/" in item.path
                row |= {
                    side: None if item is None else _short(item.value),
                    f"repo_{side}": entry.facts["repo"] if where else None,
                    f"commit_{side}": entry.facts["commit"] if where else None,
                    f"path_{side}": item.path if item and where else None,
                    f"line_{side}": item.line if item and where else None,
                }
            rows.append(row)
    return pd.DataFrame(rows)


_NAMES = {"switches": "settings", "launcher": "code", "inert": "without effect", AROUND: "around it"}
_ID, _LONG = 40, 60


def _short(value: str) -> str:
    hexadecimal = len(value) == _ID and set(value) <= set("0123456789abcdef")
    return value[:7] if hexadecimal else textwrap.shorten(value, _LONG, placeholder=" …")


def surroundings(pair: Pair) -> str:
    """Names of the items around an experiment that differ; launch scripts are given as their number."""
    names = [d.name for d in pair.of(AROUND)]
    scripts = sum(name.startswith("launch: ") for name in names)
    listed = [name for name in names if not name.startswith("launch: ")]
    if scripts:
        listed.append(f"launch scripts ({scripts})")
    return ", ".join(listed)
