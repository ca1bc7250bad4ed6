"""Time of an engine step, fitted to the logs of one or two runs; the other logged runs test it."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np
import pandas as pd

from claimcheck.analysis.operating import operating_points, with_latency_limits
from claimcheck.analysis.serving.simulate import (
    Deployment,
    Load,
    Step,
    deployment,
    ending_figures,
    output_lengths,
    run_figures,
    simulate,
)
from claimcheck.data.serving import BENCHMARK, TERMS, Model, Variant

SCENARIO = "Server"
_LOGGED = (
    *(f"{what}_{q}_ms" for what in ("tpot", "ttft", "latency") for q in ("mean", "p50", "p90", "p99")),
    "completion_factor",
    "last_completion_s",
    "in_flight_per_accelerator",
)


@dataclass(frozen=True)
class Case:
    """A logged run: its settings, the load that it was offered, and the figures of its log."""

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
    """Server runs of the benchmark in the closed division that belong to a group, by group and offered rate.

    Tables as loaded: inference_results, loadgen_runs, engine_settings. Of the runs on a group's ``fit_on`` with
    ``fit_accelerators`` accelerators, those with the lowest and the highest offered rate per accelerator are
    ``fitted`` (of equals the first by submitter and system; a group may have only one).
    """
    points = with_latency_limits(operating_points(results, runs), (BENCHMARK,))
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


def simulate_case(case: Case, step: Step, model: Model, variant: Variant | None = None) -> dict[str, float]:
    """Figures that the log of ``case`` also has, simulated at its rate, query count, mean length and deployment.

    By the main variant of the model unless a ``variant`` is given.
    """
    lengths, graphs = (output_lengths(model, variant), variant.graphs) if variant else (output_lengths(model), True)
    trace = simulate(case.load, case.deployment, step, lengths, model.input_tokens, graphs=graphs)
    return run_figures(trace) | ending_figures(trace)


# TTFT and requests in flight are not among them: they are predicted in the fitted runs too.
TARGETS = ("tpot_mean_ms", "tpot_p50_ms", "tpot_p90_ms", "tpot_p99_ms", "last_completion_s")
# Where the searches start, in ms, µs, ns and ms: orders of magnitude of one engine step.
STARTS = ((25.0, 60.0, 10.0, 50.0), (38.0, 30.0, 18.0, 25.0))
# Digits kept: a last bit that two machines may compute differently does not reach a file.
DIGITS = 6
# Simulated losses for each free term, in each search.
EVALUATIONS = 30


@dataclass(frozen=True)
class Fit:
    """A fitted step; ``error`` is the root mean square of the logarithmic errors of TARGETS over the fitted runs."""

    group: str
    variant: str
    step: Step
    free: tuple[str, ...]
    error: float
    runs: tuple[str, ...]


def fit(group: str, variant: Variant, known: Sequence[Case], model: Model) -> Fit:
    """Fit the step of ``group``: the one whose simulated figures are nearest to the logged ones in its fitted runs.

    The terms that ``variant`` does not fix are free. A mean TPOT that a few absurd values spoil is left out. ``error``
    is that of the recorded, rounded step, because rounding can change a simulated run.
    """
    used = [case for case in known if case.group == group and case.fitted]
    free = [i for i, term in enumerate(TERMS) if term not in variant.fixed_terms]

    def step_of(point: np.ndarray) -> Step:
        values = [variant.fixed_terms.get(term, 0.0) for term in TERMS]
        for i, value in zip(free, point, strict=True):
            values[i] = float(value)
        return Step(*values)

    def loss(point: np.ndarray) -> float:
        if point.min() < 0:
            return 1e3 - 1e3 * float(point.min())
        return error(step_of(point), variant, used, model)

    budget = EVALUATIONS * len(free)
    minima = [nelder_mead(loss, [start[i] for i in free], [0.3 * start[i] for i in free], budget) for start in STARTS]
    point, _ = min(minima, key=lambda pair: pair[1])
    step = Step(*(float(f"{value:.{DIGITS}g}") for value in astuple(step_of(point))))
    terms = tuple(TERMS[i] for i in free)
    runs = tuple(case.row_id for case in used)
    # Of the step as it is kept: a run changes in small jumps, so the digits left out may count.
    return Fit(group, variant.key, step, terms, error(step, variant, used, model), runs)


def error(step: Step, variant: Variant, used: Sequence[Case], model: Model) -> float:
    """Root mean square of ln(simulated / logged) over TARGETS of the runs ``used``, with this ``step``."""
    squares = []
    for case in used:
        figures = simulate_case(case, step, model, variant)
        targets = [t for t in TARGETS if not (case.logged["spoiled"] and t == "tpot_mean_ms")]
        squares += [math.log(figures[t] / case.logged[t]) ** 2 for t in targets]
    return math.sqrt(sum(squares) / len(squares))


def nelder_mead(
    loss: Callable[[np.ndarray], float], start: Sequence[float], stride: Sequence[float], evaluations: int
) -> tuple[np.ndarray, float]:
    """Lowest point that a downhill simplex finds, and its loss (J. A. Nelder, R. Mead, Comput. J. 7, 1965).

    Needs no derivative: a simulated run changes in small jumps. Stops after ``evaluations`` calls of ``loss``.
    """
    first = np.array(start, float)
    points = [first, *(first + np.eye(len(first))[i] * stride[i] for i in range(len(first)))]
    losses = [loss(p) for p in points]
    calls = len(points)

    def tried(point: np.ndarray) -> float:
        nonlocal calls
        calls += 1
        return loss(point)

    while calls < evaluations:
        order = np.argsort(losses, kind="stable")
        points, losses = [points[i] for i in order], [losses[i] for i in order]
        centre = np.mean(points[:-1], axis=0)
        mirrored = 2 * centre - points[-1]
        value = tried(mirrored)
        if value < losses[0]:
            further = 3 * centre - 2 * points[-1]
            beyond = tried(further)
            points[-1], losses[-1] = (further, beyond) if beyond < value else (mirrored, value)
        elif value < losses[-2]:
            points[-1], losses[-1] = mirrored, value
        else:
            inside = (centre + points[-1]) / 2
            value = tried(inside)
            if value < losses[-1]:
                points[-1], losses[-1] = inside, value
            else:
                points = [points[0], *((points[0] + p) / 2 for p in points[1:])]
                losses = [losses[0], *(tried(p) for p in points[1:])]
    best = int(np.argmin(losses))
    return points[best], losses[best]
