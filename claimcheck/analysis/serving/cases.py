"""The logged runs that the model is fitted on and tested against."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import pandas as pd

from claimcheck.analysis.operating import every_point, limited
from claimcheck.analysis.serving.deployment import Deployment, deployment
from claimcheck.analysis.serving.simulate import Load, Step, ending, measured, simulate
from claimcheck.data.serving import BENCHMARK, Model, Variant

SCENARIO = "Server"
_LOGGED = (
    *(f"{what}_{q}_ms" for what in ("tpot", "ttft", "latency") for q in ("mean", "p50", "p90", "p99")),
    "completion_factor",
    "last_completion_s",
    "in_flight_per_accelerator",
)


@dataclass(frozen=True)
class Case:
    """One logged run: what was submitted, what was offered, what its log says."""

    row_id: str
    run_id: str
    group: str
    fitted: bool
    submitter: str
    chip: str
    accelerators: int
    round: str
    deployment: Deployment
    load: Load
    logged: dict[str, float]

    @property
    def rate_per_accelerator(self) -> float:
        """Offered queries/s per accelerator."""
        return self.load.rate / self.accelerators


def cases(model: Model, results: pd.DataFrame, runs: pd.DataFrame, settings: pd.DataFrame) -> list[Case]:
    """Every Server run of the benchmark in the closed division that belongs to a group, by group and offered rate.

    Tables as loaded: inference_results, loadgen_runs, engine_settings. Of the runs on a group's ``fit_on`` with
    ``fit_accelerators`` accelerators, those with the lowest and the highest offered rate per accelerator are
    ``fitted`` (of equals the first by submitter and system; a group may have only one).
    """
    points = limited(every_point(results, runs), (BENCHMARK,))
    points = points[points["scenario"] == SCENARIO]
    logs = runs.set_index("run_id")
    points = points.assign(
        group=[_group(model, row) for _, row in points.iterrows()],
        last_completion_s=points["full_run_s"],
        **{name: logs.loc[points["run_id"], name].astype(float).to_numpy() for name in _LOGGED if name.endswith("_ms")},
    )
    points = points[points["group"].notna()]
    points = points.sort_values(["group", "offered_per_accelerator", "submitter", "system"], kind="stable")
    fitted = {row_id for key in model.groups for row_id in _fitted(model, key, points)}
    return [_case(model, row, row["row_id"] in fitted, settings) for _, row in points.iterrows()]


def _group(model: Model, row: pd.Series) -> str | None:
    for of, group in model.moved:
        if all(str(row[key]) == value for key, value in of.items()):
            return group
    for key, group in model.groups.items():
        if row["round"] == group.round and row["accelerator"] in (group.fit_on, *group.also):
            return key
    return None


def _fitted(model: Model, key: str, points: pd.DataFrame) -> list[str]:
    group = model.groups[key]
    able = points[
        (points["group"] == key)
        & (points["accelerator"] == group.fit_on)
        & (points["accelerators"] == model.fit_accelerators)
    ]
    rates = able["offered_per_accelerator"].round(6)
    ends = (able[rates == rates.min()], able[rates == rates.max()])
    return [str(end.sort_values(["submitter", "system"])["row_id"].iloc[0]) for end in ends]


def _case(model: Model, row: pd.Series, fitted: bool, settings: pd.DataFrame) -> Case:
    # A seed of its own for every run, the same on every machine.
    seed = (model.seed + zlib.crc32(str(row["run_id"]).encode())) % 2**32
    number = int(row["accelerators"])
    return Case(
        row_id=str(row["row_id"]),
        run_id=str(row["run_id"]),
        group=str(row["group"]),
        fitted=fitted,
        submitter=str(row["submitter"]),
        chip=str(row["chip"]),
        accelerators=number,
        round=str(row["round"]),
        deployment=deployment(settings, str(row["row_id"]), number),
        load=Load(float(row["offered_rate"]), int(row["query_count"]), float(row["mean_length"]), seed),
        logged={name: float(row[name]) for name in _LOGGED} | {"spoiled": float(row["spoiled"])},
    )


def predicted(case: Case, step: Step, model: Model, variant: Variant | None = None) -> dict[str, float]:
    """The figures that the log of ``case`` has too, simulated at its rate, query count, mean length and deployment.

    By the main form of the model unless a ``variant`` is given.
    """
    lengths, graphs = (model.lengths_of(variant), variant.graphs) if variant else (model.lengths, True)
    trace = simulate(case.load, case.deployment, step, lengths, model.input_tokens, graphs=graphs)
    return measured(trace) | ending(trace)
