"""Ties of an inference result: to its system, its maker, its unit, other rows of its system, and to its peers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from claimcheck.ingest.registers import read_corrections
from claimcheck.ingest.rows import Place
from claimcheck.rounds import order
from claimcheck.ties.tie import Fault, Ground, above_peers, broken, joined, tie

_ENTRY = ["round", "division", "submitter", "system"]
# A result per accelerator is at most so many times the best of its peers: the same chip, benchmark, scenario and unit
# in other systems of its round or a neighbouring one, where there are that many of them.
_OVER_PEERS, _PEERS = 1.5, 3
# A rate under latency limits is at most so many times the Offline rate of the same system.
_OVER_OFFLINE = 1.35
# The stricter accuracy target gives at most so many times the looser one's rate: apart from noise, it is never faster.
_STRICTER = 1.3
# Software that runs on one maker's silicon alone, by words of the software line.
_SOFTWARE = {
    "NVIDIA": r"tensorrt|\bcuda\b|cudnn", "AMD": r"\brocm|migraphx", "Intel": r"openvino|\bipex\b|synapseai",
    "Qualcomm": r"qualcomm|\bqaic",
}  # fmt: skip
# A number of accelerators in a system's name: 8xMI325X, 2x8xMI300X, GB300-288GB_aarch64x72.
_COUNT = re.compile(r"(?<![0-9A-Za-z.])(?:(\d{1,3})x)?(\d{1,4})x(?=[A-Z])|(?<=[A-Za-z0-9)])x(\d{1,4})(?![0-9A-Za-z-])")


@tie
def one_description(ground: Ground) -> Iterator[Fault]:
    """Results of one system give one accelerator, number, nodes, software, availability, name and maker."""
    results = ground["inference_results"]
    groups = results.groupby(_ENTRY, sort=False)
    for column in ("accelerator", "accelerators", "nodes", "software", "availability", "system_name",
                   "accelerator_vendor", "platform_vendor"):  # fmt: skip
        several = groups[column].transform("nunique", dropna=False) > 1
        if several.any():
            # The rarer of the values is named.
            held = results[several]
            text = held[column].astype("string").fillna("")
            size = held.assign(text=text).groupby([*_ENTRY, "text"])["row_id"].transform("size")
            most = size.groupby([held[name] for name in _ENTRY]).transform("max")
            rare = size < most
            yield from broken("inference_results", held, rare if rare.any() else size > 0, column,
                              f"results of one system have one {column}")  # fmt: skip


@tie
def system_description(ground: Ground) -> Iterator[Fault]:
    """Accelerator, nodes and software are those of the system's description; accelerators are nodes times a node's."""
    systems = ground["systems"].drop_duplicates(_ENTRY).set_index(_ENTRY)
    results = ground["inference_results"]
    keys = pd.MultiIndex.from_frame(results[_ENTRY])
    known = keys.isin(systems.index)
    named = results["run_id"].notna() & (results["obtained"] != "typed")
    yield from broken("inference_results", results, named & ~known, "system", "a logged system has a description")
    own = results[known]
    said = systems.reindex(keys[known]).set_axis(own.index)
    corrected = _corrected(ground, own)
    for column in ("accelerator", "nodes", "software"):
        empty = "" if own[column].dtype == "string" else -1
        bad = (own[column].fillna(empty) != said[column].fillna(empty)) & ~corrected[column]
        yield from broken("inference_results", own, bad, column, "its description has " + said[column].astype("string"))
    product = (said["nodes"] * said["accelerators_per_node"]).astype("Float64")
    # Systems of TPUs count cores: four to a board of v2 and v3, two to a chip.
    chips = product.where(~own["accelerator"].fillna("").str.contains(r"\btpu-v[23]"), product / 2)
    bad = own["accelerators"].fillna(0) != chips.where(own["accelerator"].notna(), 0).fillna(0)
    unread = own["accelerators"].isna() & own["accelerator"].notna()
    rule = (
        "its description has "
        + said["nodes"].astype("string")
        + " nodes of "
        + (said["accelerators_per_node"].astype("string"))
    )
    yield from broken("inference_results", own, bad & ~unread & ~corrected["accelerators"], "accelerators", rule)


def _corrected(ground: Ground, frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Rows whose cell of a column is one that corrections.yml mends."""
    none = pd.Series(False, index=frame.index)
    marks = {column: none.copy() for column in frame.columns}
    for entry in read_corrections(ground.data):
        if entry.table == "inference_results" and entry.column in marks:
            marks[entry.column] |= entry.meets(frame, entry.use)
    return marks


@tie
def count_in_name(ground: Ground) -> Iterator[Fault]:
    """Where a system's name has a number of accelerators, it is theirs."""
    for table in ("inference_results", "systems"):
        frame = ground[table]
        if table == "systems":
            product = frame["nodes"] * frame["accelerators_per_node"]
            frame = frame.assign(accelerators=product.where(product > 0))
        # Names of TPUs count cores.
        held = frame[frame["accelerators"].notna() & ~frame["accelerator"].str.startswith("tpu").fillna(False)]
        held = held.drop_duplicates(_ENTRY)
        numbers = held["system"].map(lambda name: [int(a or 1) * int(b or c) for a, b, c in _COUNT.findall(name)])
        some = held[numbers.map(len) > 0].assign(numbers=numbers)
        bad = [not _counts(*cells) for cells in zip(some["numbers"], some["accelerators"], some["nodes"], strict=True)]
        column = "accelerators" if table == "inference_results" else "accelerators_per_node"
        yield from broken(table, some, bad, column, "the name of its system is " + some["system"])


def _counts(numbers: list[int], accelerators: int, nodes: object) -> bool:
    """Whether a number of a name is that of the accelerators, of the nodes, or of a node's; or some add up to it."""
    count = 1 if pd.isna(nodes) else int(nodes)  # type: ignore[call-overload]
    sums = {0}
    for number in numbers:
        sums |= {one + number for one in sums}
    return bool({accelerators, accelerators // count} & sums or (count > 1 and count in numbers))


@tie
def makers(ground: Ground) -> Iterator[Fault]:
    """The maker is the one that vendors.yml gives for the accelerator, and one maker's software runs on its chips."""
    for table in ("inference_results", "training_results"):
        frame = ground[table]
        names = frame["accelerator"].dropna().unique()
        made = {name: ground.vendors.accelerator_vendor(name, Place(table)) for name in names}
        wanted = frame["accelerator"].map(made).astype("string")
        differs = frame["accelerator_vendor"].fillna("") != wanted.fillna("")
        yield from broken(
            table, frame, differs, "accelerator_vendor", "vendors.yml: the accelerator's is " + wanted.fillna("none")
        )
        licensed = wanted.map({name: maker.licensor for name, maker in ground.vendors.accelerators.items()}).fillna(
            True
        )
        differs = ~licensed.astype(bool) & (frame["platform_vendor"] != wanted)
        yield from broken(
            table, frame, differs, "platform_vendor", "vendors.yml: the accelerator's is " + wanted.fillna("none")
        )
    results = ground["inference_results"]
    for maker, words in _SOFTWARE.items():
        named = results["software"].fillna("").str.contains(words, case=False, regex=True)
        rule = f"its software is {maker}'s: " + results["software"].fillna("")
        yield from broken(
            "inference_results", results, named & (results["platform_vendor"] != maker), "platform_vendor", rule
        )
    bare = results["accelerator"].isna()
    yield from broken("inference_results", results, bare & results["accelerators"].notna(), "accelerators",
                      "a system without accelerators has no number of them")  # fmt: skip


@tie
def units(ground: Ground) -> Iterator[Fault]:
    """A unit is that of the benchmark's scenario in its round, and says whether more is better."""
    results = ground["inference_results"]
    metric = results["benchmark"].map({name: one.metric for name, one in ground.benchmarks.benchmarks.items()})
    scenario, old = results["scenario"], results["round"].map(lambda name: order(name) < order("v2.0"))
    # GPT-J was counted in samples up to v4.0, and so was the Server scenario of Llama 2; Server counts queries.
    samples_then = results["round"].isin(["v3.1", "v4.0"]) & (
        results["benchmark"].str.startswith("gptj") | (scenario == "Server")
    )
    counts = metric.where(~samples_then, "samples") == "tokens"
    rate = np.where(counts, "tokens/s", np.where(scenario == "Offline", "samples/s", "queries/s"))
    single = np.where(results["benchmark"].str.startswith("wan-"), "s", "ms")
    latency = np.where((scenario == "MultiStream") & old, "streams", np.where(scenario == "MultiStream", "ms", single))
    wanted = pd.Series(np.where(scenario.isin(["SingleStream", "MultiStream"]), latency, rate), index=results.index)
    wanted = wanted.where(results["benchmark"] != "e2e-rag-qna", "tasks/s")
    yield from broken(
        "inference_results", results, results["unit"] != wanted, "unit", "its kind of result is in " + wanted
    )
    better = ~results["unit"].isin(["ms", "s"])
    yield from broken("inference_results", results, results["higher_is_better"] != better, "higher_is_better",
                      "a rate is better higher, a latency lower")  # fmt: skip
    since = {
        (name, s): order(r) for name, one in ground.benchmarks.benchmarks.items() for s, r in one.scenarios.items()
    }
    cells = zip(results["benchmark"], scenario, results["round"].map(order), strict=True)
    early = pd.Series([cell[2] < since.get(cell[:2], (99,)) for cell in cells], index=results.index)
    early &= results["division"] == "closed"
    yield from broken("inference_results", results, early, "scenario",
                      "benchmarks.yml: the round has no such benchmark and scenario")  # fmt: skip


@tie
def values(ground: Ground) -> Iterator[Fault]:
    """A value is its log's, and that of the experiments repository, as far as they are printed."""
    results = ground["inference_results"]
    for other, agrees in (("log_value", "log_agrees"), ("experiments_value", "experiments_agrees")):
        step = np.maximum(_step(results["value"]), _step(results[other]))
        off = (results["value"] - results[other]).abs() > 1.01 * np.maximum(step, 1e-5 * results["value"].abs())
        yield from broken("inference_results", results, off & results[agrees].fillna(False), "value",
                          f"{other} is " + results[other].astype("string"))  # fmt: skip
    logged = results["log_value"].notna() & (results["obtained"] != "log")
    yield from broken("inference_results", results, logged & ~results["log_agrees"].fillna(False), "log_agrees",
                      "a result agrees with its log")  # fmt: skip
    second = results["experiments_agrees"].eq(False).fillna(False)
    yield from broken(
        "inference_results", results, second, "experiments_agrees", "a result agrees with its second source"
    )
    wanted = results["round"].isin(ground.second_value_of)
    lost = wanted & results["experiments_path"].notna() & results["experiments_agrees"].isna()
    yield from broken("inference_results", results, lost, "experiments_agrees", "a second source is compared")


def _step(values: pd.Series) -> pd.Series:
    """The last decimal of each number as it is written."""
    decimals = values.astype("string").str.replace(r"^[^.]*\.?", "", regex=True).str.rstrip("0").str.len()
    return (10.0 ** -decimals.astype("Float64")).fillna(0.0)


@tie
def counted_rows(ground: Ground) -> Iterator[Fault]:
    """A round has as many rows in each table as its register expects, and each result its accuracy run."""
    for round_ in ground.rounds.values():
        for name, expected in round_.expected_rows.items():
            frame = ground[name]
            key = frame["suite"] + "-" + frame["round"] if name == "training_results" else frame["round"]
            found = int((key == round_.key).sum())
            if found != expected:
                yield Fault("rounds.yml", round_.key, f"expected_rows.{name}", str(expected), f"the table has {found}")
    results, accuracy = ground["inference_results"], ground["accuracy_results"]
    logged = results["round"].isin(accuracy["round"].unique())
    bad = logged & ~results["row_id"].isin(accuracy["row_id"])
    yield from broken("inference_results", results, bad, "row_id", "a result has an accuracy run")
    bad = ~accuracy["row_id"].isin(results["row_id"])
    yield from broken("accuracy_results", accuracy, bad, "row_id", "an accuracy run has its result")


@tie
def peers(ground: Ground) -> Iterator[Fault]:
    """A result per accelerator is near those of the same chip, benchmark and scenario in other systems."""
    results = ground["inference_results"]
    own = results[results["higher_is_better"] & (results["division"] == "closed") & results["accelerators"].notna()]
    at = {name: number for number, name in enumerate(sorted(set(own["round"]), key=order))}
    frame = pd.DataFrame({
        "kind": own["benchmark"] + "|" + own["scenario"] + "|" + own["accelerator"] + "|" + own["unit"],
        "who": own["submitter"] + "/" + own["system"], "at": own["round"].map(at),
        "rate": (own["value"] / own["accelerators"]).astype(float),
    })  # fmt: skip
    rule = f"per accelerator at most {_OVER_PEERS} times the best of its peers"
    yield from broken("inference_results", own, above_peers(frame, _OVER_PEERS, _PEERS), "value", rule)


@tie
def under_limits(ground: Ground) -> Iterator[Fault]:
    """A rate under latency limits is not far above the Offline rate of the same system."""
    results = ground["inference_results"]
    own = results[results["higher_is_better"] & results["scenario"].isin(["Offline", "Server", "Interactive"])]
    keys = [*_ENTRY, "suite", "model"]
    flat = joined(own, keys)
    offline = (
        own[own["scenario"] == "Offline"].set_axis(flat[own["scenario"] == "Offline"])["value"].groupby(level=0).max()
    )
    limit = flat.map(offline).astype("Float64")
    bad = (own["scenario"] != "Offline") & (own["value"] > _OVER_OFFLINE * limit)
    rule = f"at most {_OVER_OFFLINE} times its Offline rate, " + limit.astype("string")
    yield from broken("inference_results", own, bad, "value", rule.fillna(""))


@tie
def variants(ground: Ground) -> Iterator[Fault]:
    """The stricter accuracy target of a benchmark gives no higher rate than the looser one of the same system."""
    results = ground["inference_results"]
    family = results["benchmark"].map({name: one.variant_of for name, one in ground.benchmarks.benchmarks.items()})
    own = results[family.notna() & results["higher_is_better"] & (results["division"] == "closed")].assign(
        family=family
    )
    flat = joined(own, [*_ENTRY, "suite", "scenario", "family"])
    strict_ = own["benchmark"].str.endswith(("-99.9", "yolo-99"))
    loose = own[~strict_].set_axis(flat[~strict_])["value"].groupby(level=0).max()
    limit = flat.map(loose).astype("Float64")
    bad = strict_ & (own["value"] > _STRICTER * limit)
    rule = f"at most {_STRICTER} times that of the looser target, " + limit.astype("string")
    yield from broken("inference_results", own, bad, "value", rule.fillna(""))
