"""One machine or replicas of a smaller one: what a large entry is made of, and what it keeps per accelerator."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pandas as pd

from claimcheck.analysis.coverage import ranked
from claimcheck.analysis.metric import DENOMINATORS, views
from claimcheck.analysis.results import throughputs

# Parts of a deployment that hold a copy of the model.
INSTANCES = ("engine", "prefill", "decode")


def instances(settings: pd.DataFrame, results: pd.DataFrame) -> pd.DataFrame:
    """What the submitted settings say a system was made of: one row per result and kind of instance.

    ``settings`` is engine_settings, ``results`` rows of inference_results. An instance (engine, or prefill or
    decode worker) spans tensor-parallel x pipeline-parallel accelerators (``size``). ``number``: workers as
    configured; of plain engines, accelerators of the system / size (missing where that is no whole number).
    ``inferred``: the file follows from upstream's scale-out rule and is not the entry's own. Columns: row_id,
    component, size, number, inferred, inferred_from, repo, commit, path, line.
    """
    used = settings[settings["selected"] & settings["row_id"].isin(results["row_id"])]
    whole = results.set_index("row_id")["accelerators"]
    found = []
    for (row_id, component), part in used[used["component"].isin(INSTANCES)].groupby(["row_id", "component"]):
        parallel = part[part["setting"].isin(["tensor_parallel", "pipeline_parallel"])]
        tensor = parallel[parallel["setting"] == "tensor_parallel"]
        if tensor.empty:
            continue
        spans = parallel.drop_duplicates("setting")["value"].map(json.loads)
        size = int(spans.astype(int).prod())
        if component == "engine":
            total = whole[row_id]
            number = int(total) // size if pd.notna(total) and int(total) % size == 0 else None
        else:
            workers = used[(used["row_id"] == row_id) & (used["setting"] == f"{component}_workers")]["value"]
            number = int(json.loads(workers.iloc[0])) if len(workers) else None
        source = tensor.iloc[0]
        row = {"row_id": row_id, "component": component, "size": size, "number": number}
        found.append(row | {c: source[c] for c in ("inferred", "inferred_from", "repo", "commit", "path", "line")})
    columns = ["row_id", "component", "size", "number", "inferred", "inferred_from", "repo", "commit", "path", "line"]
    return pd.DataFrame(found, columns=columns).astype({"number": "Int64"})


def sizes(results: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Closed rates of ``results`` whose log is in ``runs``, per accelerator over each duration, smallest system first.

    Adds to the columns of ``analysis.results.throughputs``: ``offered``, ``published`` and ``full_run`` (per
    accelerator, in the row's unit); for Offline, where LoadGen divides by the longest latency, published and
    full_run are one and offered is missing. From the log: ``offered_rate`` (queries/s per accelerator),
    ``ttft_p99_ms`` and ``tpot_p99_ms`` with their limits, ``samples`` (per accelerator), ``run_s`` (start to last
    completion, seconds), ``completion_factor`` and ``mean_latencies`` (how many mean latencies queries arrived for).
    """
    logged = ["ttft_p99_ms", "tpot_p99_ms", "ttft_limit_ms", "tpot_limit_ms", "query_count", "samples_per_query"]
    logs = runs.set_index("run_id")[[*logged, "start_to_last_completion_s"]]
    served = views(runs).set_index("run_id")[[*DENOMINATORS, "offered_rate", "completion_factor", "mean_latencies"]]
    rows = throughputs(results)
    rows = rows[rows["run_id"].isin(logs.index)].join(logs, on="run_id").join(served, on="run_id")
    number = rows["accelerators"].astype(float)
    offline = rows["scenario"] == "Offline"
    per = {name: rows[name] / number for name in DENOMINATORS}
    for name in ("published", "full_run"):
        per[name] = per[name].where(~offline, rows["per_accelerator"])
    samples = rows["query_count"].astype(float) * rows["samples_per_query"].astype(float) / number
    rows = rows.drop(columns=[*DENOMINATORS, "query_count", "samples_per_query"]).assign(
        **per,
        offered_rate=rows["offered_rate"] / number,
        samples=samples,
        run_s=rows["start_to_last_completion_s"].astype(float),
    )
    order = ["benchmark", "scenario", "accelerator", "accelerators", "submitter", "row_id"]
    return rows.sort_values(order, ignore_index=True)


def efficiency(sized: pd.DataFrame) -> pd.DataFrame:
    """What a larger system keeps of a smaller one's result per accelerator, over each duration.

    ``sized``: rows of ``sizes`` of one round. One row for each pair of sizes on one accelerator, benchmark and
    scenario: ``offered``, ``published``, ``full_run`` (larger over smaller; 1: nothing lost), ``load``: the same
    of the offered rate, ``same_submitter``, and submitter, accelerators and row_id of both (``_small``, ``_large``).
    """
    found = []
    for cell, part in sized.groupby(["benchmark", "scenario", "accelerator"]):
        for _, small in part.iterrows():
            for _, large in part[part["accelerators"] > small["accelerators"]].iterrows():
                row: dict[str, object] = dict(zip(("benchmark", "scenario", "accelerator"), cell, strict=True))
                row |= {name: float(large[name]) / float(small[name]) for name in DENOMINATORS}
                row |= {"load": float(large["offered_rate"]) / float(small["offered_rate"])}
                row |= {"same_submitter": bool(small["submitter"] == large["submitter"])}
                for side, source in (("small", small), ("large", large)):
                    row |= {f"{c}_{side}": source[c] for c in ("submitter", "accelerators", "row_id")}
                found.append(row)
    frame = pd.DataFrame(found)
    order = ["scenario", "same_submitter", "accelerators_small", "accelerators_large", "submitter_large"]
    return frame.sort_values(order, ascending=[True, False, True, True, True], ignore_index=True) if found else frame


@dataclass(frozen=True)
class Margin:
    """Who is ahead among ``of`` results, and by how much of whom.

    ``over_submitter`` and ``over_vendor``: how far the first is ahead, as a share of the other (0.1: 10%; of
    a latency, how much longer the other takes). None where there is no other submitter, or no other vendor.
    """

    first: pd.Series
    of: int
    next_submitter: pd.Series | None
    over_submitter: float | None
    next_vendor: pd.Series | None
    over_vendor: float | None


def margin(cell: pd.DataFrame, measure: str = "value") -> Margin:
    """The first of a cell, the best of another submitter, and the best on silicon of another vendor.

    ``cell``: closed results of one benchmark and scenario; ``measure``: value or per_accelerator; rows without
    it are left out. Raises ValueError when none is left.
    """
    rows = cell.assign(value=cell[measure].astype(float)).dropna(subset=["value"])
    if rows.empty:
        raise ValueError("a margin needs at least one result")
    order = ranked(rows)
    first = order.iloc[0]
    sides: list[pd.Series | float | None] = []
    for column in ("submitter", "platform_vendor"):
        others = order[order[column] != first[column]]
        sides += [others.iloc[0], _ahead(first, others.iloc[0])] if len(others) else [None, None]
    return Margin(first, len(order), *sides)  # type: ignore[arg-type]


def _ahead(first: pd.Series, other: pd.Series) -> float:
    high, low = (first, other) if first["higher_is_better"] else (other, first)
    return float(high["value"]) / float(low["value"]) - 1
