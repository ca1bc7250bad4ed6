"""Read MLCommons' experiments repository: inference results of v2.0 to v4.1, the only source for v3.1 and v4.0.

A ``cm-result.json`` is of one round, suite and division, with ``-power`` behind it where power was measured. Up to v3.1
such a file holds every result twice; from v4.0 the second record has the power and no Result. A Location with a
scenario is one result.
"""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from claimcheck.data.names import LACKED, Place, Row, skip
from claimcheck.sources.git import GitTree
from claimcheck.sources.loadgen import quantum
from claimcheck.sources.records import POWER_UNITS, Names, check_figure, measured_power, records, rows_of

REPO = "mlcommons/cm4mlperf-results"
_NOTE = "from MLCommons' experiments repository; the log of the run is not at hand"
# A result of one round is named by these.
_KEY = ["round", "location", "scenario"]
# The files that are read.
FILE = re.compile(
    r"experiment/mlperf-inference--(?P<round>v\d+\.\d+)--[a-z]+--[a-z]+(?P<kind>-power|-network)?--[^/]+/[^/]+/cm-result\.json"
)


def read_experiments(tree: GitTree) -> tuple[pd.DataFrame, list[Row]]:
    """Every inference result of the repository, a row each, and rows of ``skipped`` for files that it lacks."""
    files = {path: match for path in tree.paths if (match := FILE.fullmatch(path)) is not None}
    skipped: list[Row] = []
    read: list[Row] = []
    measured: list[Row] = []
    for blob in tree.read(files):
        name, kind = files[blob.path]["round"], files[blob.path]["kind"]
        if blob.data is None:
            skipped.append(skip("result", blob.path, LACKED) | {"round": name})
            continue
        source = {"round": name, "path": blob.path}
        for record, place in records(blob.data, blob.path):
            power, unit = record.pop("power"), record.pop("power_unit") or record["unit"]
            if kind == "-power":
                named = {key: (record | source)[key] for key in _KEY}
                measured.append(named | measured_power(True, power, unit, place))
            if record["unit"] not in POWER_UNITS and record["value"] is not None:
                check_figure(record, place)
                read.append(record | source)
    every = pd.DataFrame(read, columns=list(read[0]) if read else _KEY)
    # Of the records of one result the one with a figure; a result that no file of power names was not measured.
    power_of = pd.DataFrame(measured, columns=[*_KEY, "has_power", "power", "power_unit"])
    power_of = power_of.sort_values("power", kind="stable").drop_duplicates(_KEY)
    frame = every.drop_duplicates(_KEY).merge(power_of, on=_KEY, how="left", validate="one_to_one")
    frame["has_power"] = frame["has_power"].notna()
    return frame, skipped


def result_rows(read: pd.DataFrame, round_: str, names: Names) -> list[Row]:
    """Rows of ``inference_results`` of a round that has no other source; raises UpstreamError as ``rows_of`` does."""
    return [
        row
        | {"obtained": "experiments", "log_note": _NOTE, "metric": None}
        | {name: record[name] for name in ("path", "has_power", "power", "power_unit")}
        for record in read[read["round"] == round_].to_dict("records")
        for row in rows_of(record, Place(record["path"], record["line"]), round_, names)
    ]


def second_values(results: pd.DataFrame, read: pd.DataFrame, rounds: tuple[str, ...]) -> pd.DataFrame:
    """``results`` with a second value of ``rounds``, whether it agrees, and power that their source lacks.

    The repository calls every rate samples or queries per second: rates are compared as numbers, not with latencies.
    """
    folder = results["run_id"].astype("string").str.split("/", n=1).str[1].fillna(results["path"])
    # The scenario is the column's: folders differ in letter case.
    left = results[["round", "scenario"]].assign(place=folder.str.extract(r"^((?:[^/]+/){4}[^/]+)/", expand=False))
    columns = ["round", "scenario", "path", "value", "unit", "power", "power_unit", "location"]
    used = read[read["round"].isin(rounds)][columns] if len(read) else pd.DataFrame(columns=columns)
    right = used.assign(place=used.pop("location").str.rsplit("/", n=1).str[0])
    matches = left.merge(right, on=["round", "place", "scenario"], how="left", validate="many_to_one")
    matches.index = results.index
    dtypes = {"power": "Float64", "power_unit": "string"}
    measured = {name: results[name].astype(kind).fillna(matches[name].astype(kind)) for name, kind in dtypes.items()}
    same_kind = results["unit"].isin(("ms", "s")) == (matches["unit"] == "Latency (ms)")
    value = matches["value"].astype(float)
    value = value.where(results["unit"] != "s", value / 1000).where(same_kind)
    mine = results["value"].astype(float)
    # The steps of the last printed digits of figures that became numbers.
    steps = (numbers.map(lambda number: float(quantum(repr(number))), na_action="ignore") for numbers in (mine, value))
    coarser = np.maximum(*steps)
    # The comparison itself adds the error of two binary fractions.
    agrees = (mine - value).abs() <= coarser / 2 + 1e-12 * mine
    return results.assign(
        experiments_value=value.astype("Float64"),
        experiments_path=matches["path"].astype("string"),
        experiments_agrees=agrees.astype("boolean").where(matches["value"].notna()),
        **measured,
    )
