"""Read MLCommons' experiments repository: inference results of v2.0 to v4.1, collected there as JSON.

``experiment/mlperf-inference--v3.1--edge--closed-power--image-classification--offline/<time>/cm-result.json``
holds a list of records. The file names the round, one suite and a division, with ``-power`` behind it
for submissions that measured power. Up to v3.1 such a file holds every result twice; from v4.0 the
second record has the power, as Result_Power, and no Result. A Location
(division/submitter/results/system/model/scenario) with a scenario is one result.

For v3.1 and v4.0 it is the only source, for the other rounds a second one.
"""

from __future__ import annotations

import math
import re
from collections import Counter

import numpy as np
import pandas as pd

from claimcheck.core.errors import UpstreamError
from claimcheck.data.names import LACKED, Benchmarks, Place, Row, Vendors, skip
from claimcheck.data.rounds import in_order
from claimcheck.data.schema import TABLES
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.inference.fields import (
    POWER_UNITS,
    checked_figure,
    checked_row,
    count,
    measured_power,
    records,
    row_id,
    suites_of,
    words,
)
from claimcheck.ingest.inference.loadgen import quantum

REPO = "mlcommons/cm4mlperf-results"
# Section of data/facts/rounds.yml that names this repository: what belongs to no round is skipped under it.
SECTION = "experiments"
_FIELDS = {
    "Location": "location",
    "Scenario": "scenario",
    "SystemType": "system_type",
    "Division": "division",
    "Availability": "availability",
    "Organization": "submitter",
    "Platform": "system",
    "SystemName": "system_name",
    "MlperfModel": "benchmark",
    "Model": "model",
    "Units": "unit",
    "accelerator_model_name": "accelerator",
    "accelerators_per_node": "per_node",
    "number_of_nodes": "nodes",
    "host_processor_model_name": "processor",
    "framework": "software",
}
_ADDED = ("text", "value", "line", "round", "suite", "path", "blob", "commit")
_POWER = ("has_power", "power", "power_unit")
# A result of one round is named by these.
_KEY = ["round", "location", "scenario"]
_FILE = re.compile(
    r"experiment/mlperf-inference--(?P<round>v\d+\.\d+)--(?P<suite>[a-z]+)--(?P<division>[a-z]+)(?P<kind>-power|-network)?"
    r"--[^/]+/[^/]+/cm-result\.json"
)
_OTHER = re.compile(r"experiment/(?P<kind>mlperf-inference--all|[a-z]+-[a-z]+)--[^/]+/.*cm-result\.json")
_LOCATION = re.compile(r"[^/]+/[^/]+/results/[^/]+/[^/]+/[^/]+")


def recognise(tree: GitTree) -> list[str]:
    """The rounds of which the commit holds files of this repository's form, oldest first."""
    return in_order(match["round"] for path in tree.paths if (match := _FILE.fullmatch(path)) is not None)


def wanted(path: str) -> bool:
    """Whether ``read_experiments`` reads the file at ``path``."""
    return _FILE.fullmatch(path) is not None


def read_experiments(tree: GitTree) -> tuple[pd.DataFrame, list[Row]]:
    """Every inference result of the repository, and rows of ``skipped`` for the rest.

    The frame has one row a result: round, suite (the folder's), path, blob, line (of
    ``Result``), commit, text (the figure as printed), value, and the record's fields under
    the names of ``inference_results``. Raises UpstreamError, with path and line, for a file
    that is no list of complete records and for one result with two values.
    """
    files = {path: match for path in tree.paths if (match := _FILE.fullmatch(path)) is not None}
    skipped = _other_folders(tree)
    read: list[Row] = []
    measured: list[Row] = []
    without: Counter[str] = Counter()
    for blob in tree.read(files):
        match = files[blob.path]
        if blob.data is None or not blob.data.strip():
            reason = "empty file" if blob.data is not None else LACKED
            skipped.append(skip(match["round"], "result", blob.path, blob.blob, None, reason))
            continue
        source = {"round": match["round"], "suite": match["suite"], "path": blob.path, "blob": blob.blob}
        results, power, number = _records(blob.path, blob.data, match["kind"] == "-power")
        read += [record | source | {"commit": tree.commit} for record in results]
        measured += [record | {"round": match["round"]} for record in power]
        without[match["round"]] += number - len(results)
    every = pd.DataFrame(read, columns=[*_FIELDS.values(), *_ADDED])
    frame = _with_power(_each_once(every), pd.DataFrame(measured, columns=[*_KEY, *_POWER]))
    skipped += _counted(without, "hold power and no performance figure")
    skipped += _counted(
        Counter(every["round"]) - Counter(frame["round"]), "repeat a result of the same file or another"
    )
    return frame, skipped + _without_count(frame)


def _counted(records: Counter[str], what: str) -> list[Row]:
    """One row a round for records that are no result of their own."""
    return [
        skip(name, "result", f"experiment/mlperf-inference--{name}--*", None, None, f"{number} records {what}")
        for name, number in sorted(records.items())
        if number
    ]


def _other_folders(tree: GitTree) -> list[Row]:
    """One row for each kind of folder that holds no inference results of one round."""
    reasons = {
        "mlperf-inference--all": "repeat the results of every round",
        "mlperf-training": "MLPerf Training, read from its own repositories",
        "mlperf-tiny": "MLPerf Tiny, which is not covered",
    }
    kinds = Counter(
        match["kind"] for p in tree.paths if not _FILE.fullmatch(p) and (match := _OTHER.fullmatch(p)) is not None
    )
    return [
        skip(SECTION, "result", f"experiment/{kind}--*", None, None, f"{count} files: {reasons.get(kind, 'not read')}")
        for kind, count in sorted(kinds.items())
    ]


def _records(path: str, data: bytes, has_power: bool) -> tuple[list[Row], list[Row], int]:
    """The results of one file, the power of each where it ``has_power``, and the number of its records."""
    results: list[Row] = []
    power: list[Row] = []
    number = 0
    for entry, figure, place in records(data, path, "Result", tuple(_FIELDS), "cm-result.json"):
        number += 1
        if has_power:
            unit = entry.get("Result_Power_Units", entry["Units"])
            columns = measured_power(True, entry.get("Result_Power"), unit, place)
            power.append({"location": entry["Location"], "scenario": entry["Scenario"]} | columns)
        if entry["Units"] in POWER_UNITS or entry["Result"] is None:
            continue
        value = float(checked_figure(entry, "Result", figure, place))
        if not isinstance(entry["Location"], str) or not _LOCATION.fullmatch(entry["Location"]):
            rule = "Location is division/submitter/results/system/model/scenario"
            raise place.error(f"Location is {entry['Location']!r}", rule)
        fields = {ours: entry[theirs] for theirs, ours in _FIELDS.items()}
        results.append(fields | {"text": figure, "value": value, "line": place.line})
    return results, power, number


def _with_power(frame: pd.DataFrame, measured: pd.DataFrame) -> pd.DataFrame:
    """``frame`` with has_power, power and power_unit: a result that no file of power names was not measured."""
    # Of the records of one result the one with a figure.
    once = measured.sort_values("power", kind="stable").drop_duplicates(_KEY)
    joined = frame.merge(once, on=_KEY, how="left", validate="one_to_one")
    return joined.assign(has_power=joined["has_power"].notna())


def _each_once(frame: pd.DataFrame) -> pd.DataFrame:
    """``frame`` with each result once: the files of power repeat it. Raises UpstreamError for two values of one."""
    first = frame.drop_duplicates(_KEY)
    joined = frame.merge(first[[*_KEY, "value", "unit", "path", "line"]], on=_KEY, suffixes=("", "_first"))
    differ = joined[(joined["value"] != joined["value_first"]) | (joined["unit"] != joined["unit_first"])]
    if len(differ):
        row = differ.iloc[0]
        raise UpstreamError(
            f"{row['location']} is {row['text']} {row['unit']} here and {row['value_first']:g} {row['unit_first']} in "
            f"{row['path_first']}, line {row['line_first']}",
            where=row["path"],
            line=int(row["line"]),
            rule="round, Location and scenario name one result",
        )
    return first.reset_index(drop=True)


def _without_count(frame: pd.DataFrame) -> list[Row]:
    """Rows for the results whose accelerators cannot be counted."""
    odd = frame[frame["accelerator"].map(words).notna() & frame["per_node"].map(count).isna()]
    what = "the record's accelerators_per_node is {!r}, no number above zero"
    return [
        skip(row.round, "system", row.path, row.blob, int(row.line), f"{row.location}: {what.format(row.per_node)}")
        for row in odd.itertuples(index=False)
    ]


# --- rows of inference_results ----------------------------------------------------------------


_TAKEN = {*TABLES["inference_results"].names, "processor"} - {"suite"}
_NOTE = "from MLCommons' experiments repository; the log of the run is not at hand"


def result_rows(read: pd.DataFrame, round_name: str, benchmarks: Benchmarks, vendors: Vendors) -> list[Row]:
    """Rows of ``inference_results`` of a round that has no other source.

    A result of a system in both suites gives one row in each suite whose tables show it.
    ``published_text`` is the figure as printed. Raises UpstreamError, with the figure's
    file and line, for an unknown benchmark, scenario, unit, division, suite, availability
    or maker.
    """
    rows: list[Row] = []
    for record in read[read["round"] == round_name].to_dict("records"):
        place = Place(record["path"], record["line"])
        per_node, nodes = count(record["per_node"]), count(record["nodes"])
        columns: Row = {name: record[name] for name in record if name in _TAKEN} | {
            "round": round_name,
            "result_id": None,
            "accelerators": per_node * nodes if per_node and nodes else None,
            "nodes": nodes,
            "obtained": "experiments",
            "repo": REPO,
            "log_note": _NOTE,
            "published_text": record["text"],
            "metric": None,
        }
        row = checked_row(columns, place, benchmarks, vendors)
        for suite in suites_of(record["system_type"], str(row["scenario"]), str(row["benchmark"]), place):
            rows.append({"row_id": row_id(round_name, row | {"suite": suite}), "suite": suite} | row)
    return rows


# --- a second value for results that have another source ---------------------------------------


_USED = ["round", "scenario", "path", "value", "unit", "power", "power_unit"]


def second_values(results: pd.DataFrame, read: pd.DataFrame, rounds: tuple[str, ...]) -> pd.DataFrame:
    """``results`` with experiments_value, experiments_path and experiments_agrees of ``rounds``, and measured power.

    A result is found by round, the folder of its run and its scenario. Its unit decides the
    unit of the value; the repository calls every rate of requests or tokens samples or queries
    per second, so rates are compared as numbers. Two figures agree when they are equal at the
    coarser printed precision. A latency beside a rate is no second value: experiments_agrees
    is false then, and experiments_value empty. A power that the result's own source does not print is taken from here.
    """
    folder = results["run_id"].astype("string").str.split("/", n=1).str[1].fillna(results["path"])
    left = pd.DataFrame(
        {
            "round": results["round"],
            # The scenario is the column's: folders differ in letter case.
            "place": folder.str.extract(r"^((?:[^/]+/){4}[^/]+)/", expand=False),
            "scenario": results["scenario"],
        }
    )
    used = read[read["round"].isin(rounds)] if len(read) else pd.DataFrame(columns=["location", *_USED])
    right = used[_USED].assign(place=used["location"].str.rsplit("/", n=1).str[0])
    matches = left.merge(right, on=["round", "place", "scenario"], how="left", validate="many_to_one")
    matches.index = results.index
    dtypes = {"power": "Float64", "power_unit": "string"}
    measured = {name: results[name].astype(kind).fillna(matches[name].astype(kind)) for name, kind in dtypes.items()}
    latency = results["unit"].isin(("ms", "s"))
    same_kind = latency == (matches["unit"] == "Latency (ms)")
    value = matches["value"].astype(float)
    value = value.where(results["unit"] != "s", value / 1000).where(same_kind)
    mine = results["value"].astype(float)
    coarser = np.maximum(*(numbers.map(_step) for numbers in (mine, value)))
    # The comparison itself adds the error of two binary fractions.
    agrees = (mine - value).abs() <= coarser / 2 + 1e-12 * mine
    has = matches["value"].notna()
    return results.assign(
        experiments_value=value.astype("Float64"),
        experiments_path=matches["path"].astype("string"),
        experiments_agrees=agrees.astype("boolean").where(has),
        **measured,
    )


def _step(number: float) -> float:
    """The step of the last printed digit of a figure that became a number; NaN for none."""
    return math.nan if math.isnan(number) else float(quantum(repr(number)))
