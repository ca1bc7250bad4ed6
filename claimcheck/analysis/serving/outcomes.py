"""The serving model's tables (fits, predictions, sweeps), one row of them recomputed, and the errors of predictions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from claimcheck.analysis.serving.fit import DIGITS, Case, cases, fit, simulate_case
from claimcheck.analysis.serving.simulate import (
    Deployment,
    Engine,
    Limits,
    Step,
    find_limit,
    load_sweep,
    output_lengths,
    steady_state,
    whole_run,
)
from claimcheck.analysis.view import chip
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.serving import Model, read_model
from claimcheck.data.tables import load, normalise

MAIN = "main"
# Two processors may compute the last bit of a step differently. Of steps longer or shorter by 1e-13 to 1e-9 of
# themselves, a simulated figure was seen to differ by 0.7% at most: by nothing mostly, but an event may change places.
ALIKE = 0.01
_FASTEST, _SLOWEST = 0.7, 1.4


@dataclass(frozen=True)
class Inputs:
    """What fits and sweeps start from: the register ``serving.yml``, the logged runs, and the limits on latency."""

    model: Model
    cases: list[Case]
    limits: Limits

    def entry(self, group: str) -> Case:
        """Logged run whose settings the sweeps of ``group`` use. Raises ValueError unless there is exactly one."""
        of = self.model.sweeps.entries[group]
        fits = [c for c in self.cases if c.group == group and _is(c, of)]
        if len(fits) != 1:
            raise ValueError(f"serving.yml: {len(fits)} runs of {group} fit {of}, one must")
        return fits[0]


def _is(case: Case, of: dict[str, object]) -> bool:
    names = {"round": case.round, "submitter": case.submitter, "accelerators": case.accelerators}
    same_chip = case.chip == chip(str(of["accelerator"]))
    return same_chip and all(names.get(key, value) == value for key, value in of.items())


def read_inputs(data: Path = DATA_DIR) -> Inputs:
    """Read the register and the logged runs of ``data``."""
    model, runs = read_model(data), load("loadgen_runs", data)
    logged = cases(model, load("inference_results", data), runs, load("engine_settings", data))
    mine = runs[runs["run_id"].isin([c.run_id for c in logged])]
    (tpot,), (ttft,) = (mine[f"{what}_limit_ms"].astype(float).unique() for what in ("tpot", "ttft"))
    return Inputs(model, logged, Limits(float(tpot), float(ttft)))


def fitted_step(fits: pd.DataFrame, group: str, variant: str = MAIN) -> Step:
    """Step of ``group`` in the table serving_fits."""
    row = fits[(fits["group"] == group) & (fits["variant"] == variant)].iloc[0]
    return Step(*(float(row[c]) for c in ("base_ms", "per_request_us", "per_token_ns", "prefill_ms")))


def open_variants(model: Model, fits: pd.DataFrame, group: str) -> list[str]:
    """Variants of the step that the fitted runs of ``group`` cannot tell apart.

    With one fitted run these include the variants that fix the time of a request, because one load does not separate it
    from the base; with two runs the fit determines it.
    """
    alone = " " not in fits.loc[fits["group"] == group, "fitted_on"].iloc[0]
    return [key for key, variant in model.variants.items() if alone or not variant.scanned]


def make_fits(inputs: Inputs) -> pd.DataFrame:
    """Table serving_fits: every group fitted in every variant."""
    combinations = itertools.product(inputs.model.groups, inputs.model.variants.values())
    fits = [fit(group, variant, inputs.cases, inputs.model) for group, variant in combinations]
    return pd.DataFrame(
        [
            rounded_row(
                {
                    "group": fitted.group,
                    "variant": fitted.variant,
                    **vars(fitted.step),
                    "free": " ".join(fitted.free),
                    "rms_error": fitted.error,
                    "fitted_on": " ".join(fitted.runs),
                }
            )
            for fitted in fits
        ]
    )


def predict_case(case: Case, fits: pd.DataFrame, model: Model, pace: bool = False) -> Iterator[dict[str, Any]]:
    """Rows of serving_predictions for one run; ``pace`` adds ``step_factor``, which takes ten more simulations."""
    step = fitted_step(fits, case.group)
    figures = simulate_case(case, step, model)
    spans = {"completion_factor": (figures.pop("completion_factor_low"), figures.pop("completion_factor_high"))}
    same = {"row_id": case.row_id, "group": case.group, "fitted": case.fitted}
    for quantity, value in figures.items():
        if quantity not in case.logged:
            continue
        low, high = spans.get(quantity, (None, None))
        spoiled = bool(case.logged["spoiled"]) and quantity == "tpot_mean_ms"
        yield rounded_row(
            same
            | {
                "quantity": quantity,
                "logged": case.logged[quantity],
                "predicted": value,
                "predicted_low": low,
                "predicted_high": high,
                "spoiled": spoiled,
            }
        )
    if pace:
        factor = step_factor(case, step, model)
        same |= {"quantity": "step_factor", "logged": factor, "predicted": 1.0}
        yield rounded_row(same | {"predicted_low": None, "predicted_high": None, "spoiled": False})


def step_factor(case: Case, step: Step, model: Model) -> float:
    """Factor on all steps with which the model gives the logged number of requests in flight.

    More requests in flight make a step longer, and longer steps keep more requests in flight, so a small difference
    between two machines is a large one in flight. The factor measures the machine instead.
    """
    low, high = _FASTEST, _SLOWEST
    for _ in range(9):
        middle = math.sqrt(low * high)
        figures = simulate_case(case, step.times(middle), model)
        too_many = figures["in_flight_per_accelerator"] > case.logged["in_flight_per_accelerator"]
        low, high = (low, middle) if too_many else (middle, high)
    return math.sqrt(low * high)


def pace_spread(predictions: pd.DataFrame, groups: Sequence[str]) -> float:
    """Root mean square of ln(step factor) over the held-out runs of ``groups``: how much machines differ."""
    rows = predictions[
        (predictions["quantity"] == "step_factor") & ~predictions["fitted"] & predictions["group"].isin(groups)
    ]
    return float(np.sqrt((np.log(rows["logged"].astype(float)) ** 2).mean()))


def make_sweeps(inputs: Inputs, fits: pd.DataFrame, predictions: pd.DataFrame) -> pd.DataFrame:
    """Table serving_sweeps: simulated figures at loads, limits, lengths and durations that no run had."""
    rows = [
        rounded_row(question.named() | _columns(figures))
        for question in questions(inputs, fits, predictions)
        for figures in answer(question, inputs)
    ]
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class Question:
    """A sweep: its kind (load, limit or duration), the engine, and how it differs from the plain one (``case``).

    ``step_factor`` is already in the engine's step; ``rate`` is for durations, ``loads`` for sweeps of the load.
    """

    sweep: str
    group: str
    variant: str
    case: str
    engine: Engine
    seed: int
    step_factor: float = 1.0
    rate: float = 0.0
    loads: tuple[float, ...] = ()

    def named(self) -> dict[str, Any]:
        """Columns of serving_sweeps that identify the sweep."""
        return {
            "sweep": self.sweep,
            "group": self.group,
            "variant": self.variant,
            "case": self.case,
            "replicas": self.engine.deployment.replicas,
            "step_factor": self.step_factor,
            "length_factor": self.engine.length_factor,
            "seed": self.seed,
        }


def fitted_engine(model: Model, deployment: Deployment, fits: pd.DataFrame, group: str, variant: str = MAIN) -> Engine:
    """One engine of ``deployment`` with the fitted step of ``group``, at the benchmark's output lengths.

    ``fits`` is the table serving_fits. Raises KeyError or IndexError for a variant or group that they lack.
    """
    form = model.variants[variant]
    return Engine(
        step=fitted_step(fits, group, variant),
        deployment=replace(deployment, replicas=1),
        lengths=output_lengths(model, form),
        input_tokens=model.input_tokens,
        mean_tokens=model.published_mean,
        graphs=form.graphs,
    )


def questions(inputs: Inputs, fits: pd.DataFrame, predictions: pd.DataFrame) -> Iterator[Question]:
    """Every sweep that the register ``serving.yml`` defines."""
    model, sweeps = inputs.model, inputs.model.sweeps
    spread = pace_spread(predictions, list(sweeps.entries))
    submitted = [_counters(inputs.entry(group).deployment) for group in sweeps.entries]
    for group in sweeps.entries:
        entry = inputs.entry(group)
        engines = {
            key: fitted_engine(model, entry.deployment, fits, group, key) for key in open_variants(model, fits, group)
        }
        base = engines[MAIN]
        plain = Question("limit", group, MAIN, "plain", base, sweeps.seeds[0])
        for key, engine in engines.items():
            kind = "held" if model.variants[key].scanned else "form"
            yield (limit := plain if key == MAIN else replace(plain, variant=key, case=f"{kind}: {key}", engine=engine))
            if key in sweeps.load_variants:
                yield replace(limit, sweep="load", loads=sweeps.rates)
            if key in sweeps.counter_variants:
                for counters in dict.fromkeys((*sweeps.counters, *submitted)):
                    if counters != _counters(entry.deployment):
                        case = "balance: {} and {}".format(*counters)
                        yield (other := replace(limit, case=case, engine=engine.waiting(*counters)))
                        if key == MAIN:
                            yield replace(other, sweep="load", loads=sweeps.coarse)
        for other in sweeps.seeds[1:]:
            yield replace(plain, case=f"arrivals: seed {other}", seed=other)
        for name, sign in (("faster", -1), ("slower", 1)):
            factor = float(f"{math.exp(sign * spread):.4g}")
            slower = replace(base, step=base.step.times(factor))
            yield replace(plain, case=f"steps: {name}", engine=slower, step_factor=factor)
        for router in ("load_balancing", "round_robin"):
            yield replace(plain, case=f"routing: {router}", engine=base.replicas(entry.deployment.replicas, router))
        for factor in sweeps.length_factors:
            yield replace(plain, case=f"outputs: {factor:g}", engine=replace(base, length_factor=factor))
        fastest = max(c.rate_per_accelerator for c in inputs.cases if c.group == group)
        for name, rate in (("entry", entry.rate_per_accelerator), ("highest", fastest)):
            if name == "entry" or rate > entry.rate_per_accelerator:
                yield replace(plain, sweep="duration", case=f"rate: {name}", rate=float(f"{rate:.5g}"))


def _counters(deployment: Deployment) -> tuple[int, int]:
    return deployment.wait_steps, deployment.timeout_steps


def answer(question: Question, inputs: Inputs) -> Iterator[dict[str, float]]:
    """Figures of one sweep, one mapping for each load or duration."""
    sweeps, engine, seed = inputs.model.sweeps, question.engine, question.seed
    if question.sweep == "load":
        yield from load_sweep(engine, sweeps, inputs.limits, seed, question.loads)
    elif question.sweep == "limit":
        yield find_limit(engine, sweeps, inputs.limits, seed)
    else:
        for seconds in sweeps.arrivals_s:
            yield {"rate_per_accelerator": question.rate} | whole_run(engine, question.rate, seconds, seed)


_FIGURES = {
    "rate_per_accelerator": "rate_per_accelerator",
    "arrivals_s": "arrivals_s",
    "in_flight_per_accelerator": "in_flight_per_accelerator",
    "tokens_per_s_per_accelerator": "offered_tokens_per_s_per_accelerator",
    "published_per_accelerator": "published_tokens_per_s_per_accelerator",
    "published_low": "published_low_tokens_per_s_per_accelerator",
    "published_high": "published_high_tokens_per_s_per_accelerator",
    "full_run_per_accelerator": "full_run_tokens_per_s_per_accelerator",
    **{f"{w}_{q}_ms": f"{w}_{q}_ms" for w in ("tpot", "ttft") for q in ("mean", "p50", "p99")},
    "largest_batch": "largest_batch",
}


def _columns(figures: dict[str, float]) -> dict[str, Any]:
    return {column: figures.get(name) for name, column in _FIGURES.items()}


def rounded_row(row: dict[str, Any]) -> dict[str, Any]:
    """``row`` with its floats rounded to the digits that tables of simulations have."""
    return {k: float(f"{v:.{DIGITS}g}") if isinstance(v, float) else v for k, v in row.items()}


def recompute(row: pd.Series, inputs: Inputs, asked: Iterable[Question]) -> dict[str, Any]:
    """Figures of one row of serving_sweeps, simulated again at the load that the row names.

    Raises StopIteration for a row that none of the questions ``asked`` gives.
    """
    question = next(q for q in asked if all(row[k] == v for k, v in q.named().items()))
    engine, rate, seed = question.engine, float(row["rate_per_accelerator"]), int(row["seed"])
    if row["sweep"] == "duration":
        figures = whole_run(engine, rate, float(row["arrivals_s"]), seed)
    else:
        figures = steady_state(engine, inputs.model.sweeps, rate, seed)
    return rounded_row({c: v for c, v in _columns(figures).items() if v is not None})


def make_tables(data: Path = DATA_DIR) -> dict[str, pd.DataFrame]:
    """Tables serving_fits, serving_predictions and serving_sweeps by name; takes minutes."""
    inputs = read_inputs(data)
    fits = normalise(make_fits(inputs), TABLES["serving_fits"])
    # Every run, logged and predicted, in long form, by the main variant.
    rows = [row for case in inputs.cases for row in predict_case(case, fits, inputs.model, pace=True)]
    predictions = normalise(pd.DataFrame(rows), TABLES["serving_predictions"])
    return {
        "serving_fits": fits,
        "serving_predictions": predictions,
        "serving_sweeps": make_sweeps(inputs, fits, predictions),
    }


# Figures that the errors are given for. TPOT and the last completion of the fitted runs went into the fit.
FLIGHT, TPOT, TTFT, FACTOR = "in_flight_per_accelerator", "tpot_p50_ms", "ttft_p50_ms", "completion_factor"


def errors(predictions: pd.DataFrame, results: pd.DataFrame, model: Model) -> pd.DataFrame:
    """Errors of the predictions of each run (predicted / logged - 1), with who ran what: one row a run.

    Columns: ``row_id``, ``group``, ``name`` (of the group), ``fitted_engine``, ``round``, ``submitter``, ``chip``,
    ``accelerators``, ``same_chip`` (the chip that the group is fitted on), one error for each figure by its name (none
    for a spoiled mean), ``step_factor``, ``factor_logged``, ``factor_low``, ``factor_high``, ``factor_inside`` (the
    logged completion factor lies where nine in ten of the simulated ones lie).
    """
    wide = predictions[~predictions["spoiled"]].assign(
        error=lambda p: p["predicted"].astype(float) / p["logged"].astype(float) - 1
    )
    keys = ["group", "fitted", "row_id"]
    wide = wide.pivot(index=keys, columns="quantity", values="error").reset_index()
    extra = predictions.set_index("row_id")
    paces = extra[extra["quantity"] == "step_factor"]["logged"].astype(float)
    ends = extra[extra["quantity"] == FACTOR].astype({c: float for c in ("logged", "predicted_low", "predicted_high")})
    runs = results.set_index("row_id").loc[wide["row_id"]]
    at = wide["row_id"]
    return wide.drop(columns="step_factor").assign(
        name=[model.groups[key].name for key in wide["group"]],
        round=runs["round"].to_numpy(),
        submitter=runs["submitter"].to_numpy(),
        chip=runs["accelerator"].map(chip).to_numpy(),
        accelerators=runs["accelerators"].astype(int).to_numpy(),
        same_chip=[a == model.groups[g].fit_on for a, g in zip(runs["accelerator"], wide["group"], strict=True)],
        step_factor=paces.loc[at].to_numpy(),
        factor_logged=ends["logged"].loc[at].to_numpy(),
        factor_low=ends["predicted_low"].loc[at].to_numpy(),
        factor_high=ends["predicted_high"].loc[at].to_numpy(),
        factor_inside=ends["logged"].between(ends["predicted_low"], ends["predicted_high"]).loc[at].to_numpy(),
    )
