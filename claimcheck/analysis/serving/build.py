"""The model's three tables: fits, predictions and sweeps, and how one row of them is recomputed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from claimcheck.analysis.results import short_accelerator
from claimcheck.analysis.serving.cases import Case, cases, predicted, replay
from claimcheck.analysis.serving.fit import Fit, fit
from claimcheck.analysis.serving.register import Model, Variant, read_model
from claimcheck.analysis.serving.simulate import Step
from claimcheck.analysis.serving.sweep import Limits, Setup, find_limit, load_sweep, steady, whole_run
from claimcheck.tables import DATA_DIR, TABLES, load, normalise

MAIN = "main"
# Digits kept: a last bit that two machines may compute differently does not reach the file.
_DIGITS = 6
_FASTEST, _SLOWEST = 0.7, 1.4


@dataclass(frozen=True)
class Known:
    """Everything that the model starts from."""

    model: Model
    cases: list[Case]
    limits: Limits

    def entry(self, group: str) -> Case:
        """The run whose settings the sweeps of ``group`` have."""
        of = self.model.sweeps.entries[group]
        fits = [c for c in self.cases if c.group == group and _is(c, of)]
        if len(fits) != 1:
            raise ValueError(f"serving.yml: {len(fits)} runs of {group} fit {of}, one must")
        return fits[0]


def _is(case: Case, of: dict[str, object]) -> bool:
    names = {"round": case.round, "submitter": case.submitter, "accelerators": case.accelerators}
    same_chip = case.chip == short_accelerator(str(of["accelerator"]))
    return same_chip and all(names.get(key, value) == value for key, value in of.items())


def known(data: Path = DATA_DIR) -> Known:
    """Load the register and the tables."""
    model, runs = read_model(data), load("loadgen_runs", data)
    found = cases(model, load("inference_results", data), runs, load("engine_settings", data))
    mine = runs[runs["run_id"].isin([c.run_id for c in found])]
    (tpot,), (ttft,) = (mine[f"{what}_limit_ms"].astype(float).unique() for what in ("tpot", "ttft"))
    return Known(model, found, Limits(float(tpot), float(ttft)))


def step_of(fits: pd.DataFrame, group: str, variant: str = MAIN) -> Step:
    """The fitted step of ``group`` in the table serving_fits."""
    row = fits[(fits["group"] == group) & (fits["variant"] == variant)].iloc[0]
    return Step(*(float(row[c]) for c in ("base_ms", "per_request_us", "per_token_ns", "prefill_ms")))


def make_fits(given: Known) -> pd.DataFrame:
    """serving_fits: every group fitted in every variant."""
    rows = []
    for group in given.model.groups:
        for variant in given.model.variants.values():
            rows.append(_fit_row(fit(group, variant, given.cases, given.model)))
    return pd.DataFrame(rows)


def _fit_row(found: Fit) -> dict[str, Any]:
    step = found.step
    return _kept(
        {
            "group": found.group,
            "variant": found.variant,
            "base_ms": step.base_ms,
            "per_request_us": step.per_request_us,
            "per_token_ns": step.per_token_ns,
            "prefill_ms": step.prefill_ms,
            "free": " ".join(found.free),
            "rms_error": found.error,
            "fitted_on": " ".join(found.runs),
        }
    )


def make_predictions(given: Known, fits: pd.DataFrame) -> pd.DataFrame:
    """serving_predictions: every run, logged and predicted, in long form, by the main variant."""
    return pd.DataFrame([row for case in given.cases for row in predict_case(case, fits, given.model, pace=True)])


def predict_case(case: Case, fits: pd.DataFrame, model: Model, pace: bool = False) -> Iterator[dict[str, Any]]:
    """Rows of serving_predictions for one run; ``pace`` adds ``step_factor``, which takes ten runs more."""
    step = step_of(fits, case.group)
    found = predicted(replay(case, step, model.lengths, model))
    spans = {"completion_factor": (found.pop("completion_factor_low"), found.pop("completion_factor_high"))}
    same = {"row_id": case.row_id, "group": case.group, "fitted": case.fitted}
    for quantity, value in found.items():
        if quantity not in case.logged:
            continue
        low, high = spans.get(quantity, (None, None))
        spoiled = bool(case.logged["spoiled"]) and quantity == "tpot_mean_ms"
        yield _kept(
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
        yield _kept(same | {"predicted_low": None, "predicted_high": None, "spoiled": False})


def step_factor(case: Case, step: Step, model: Model) -> float:
    """By what all steps would have to be multiplied for the logged requests in flight to come out.

    Requests in flight rise with the step's time and the step's time with them, so a small difference between two
    machines is a large one in flight: this undoes it.
    """
    low, high = _FASTEST, _SLOWEST
    for _ in range(9):
        middle = math.sqrt(low * high)
        found = predicted(replay(case, step, model.lengths, model, factor=middle))
        too_many = found["in_flight_per_accelerator"] > case.logged["in_flight_per_accelerator"]
        low, high = (low, middle) if too_many else (middle, high)
    return math.sqrt(low * high)


def pace_spread(predictions: pd.DataFrame, groups: Sequence[str]) -> float:
    """Root mean square of ln(step factor) over the held-out runs of ``groups``: how far machines differ."""
    rows = predictions[
        (predictions["quantity"] == "step_factor") & ~predictions["fitted"] & predictions["group"].isin(groups)
    ]
    return float(np.sqrt((np.log(rows["logged"].astype(float)) ** 2).mean()))


def make_sweeps(given: Known, fits: pd.DataFrame, predictions: pd.DataFrame) -> pd.DataFrame:
    """serving_sweeps: what the model says of loads, limits, lengths and durations that no run had."""
    rows = []
    for question in questions(given, fits, predictions):
        for figures in answer(question, given):
            rows.append(_kept(question.named() | _columns(figures)))
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class Question:
    """One sweep: its kind (load, limit or duration), which engine, what is different from plain (``case``)."""

    sweep: str
    setup: Setup
    case: str
    seed: int
    rate: float = 0.0

    def named(self) -> dict[str, Any]:
        """The columns that name the question."""
        return {
            "sweep": self.sweep,
            "group": self.setup.group,
            "variant": self.setup.variant.key,
            "case": self.case,
            "replicas": self.setup.deployment.replicas,
            "step_factor": self.setup.factor,
            "length_factor": self.setup.length_factor,
            "seed": self.seed,
        }


def questions(given: Known, fits: pd.DataFrame, predictions: pd.DataFrame) -> Iterator[Question]:
    """Every sweep that the register asks for."""
    model, asked = given.model, given.model.sweeps
    seed = asked.seeds[0]
    spread = pace_spread(predictions, list(asked.entries))
    for group in asked.entries:
        entry = given.entry(group)

        def engine(variant: Variant, entry: Case = entry, group: str = group) -> Setup:
            return Setup(group, variant, step_of(fits, group, variant.key), entry.deployment).replicas(1)

        plain = engine(model.variants[MAIN])
        for variant in model.variants.values():
            case = "plain" if variant.key == MAIN else f"form: {variant.key}"
            if variant.key in asked.load_variants:
                yield Question("load", engine(variant), case, seed)
            yield Question("limit", engine(variant), case, seed)
        for other in asked.seeds[1:]:
            yield Question("limit", plain, f"arrivals: seed {other}", other)
        for name, factor in (("faster", math.exp(-spread)), ("slower", math.exp(spread))):
            yield Question("limit", replace(plain, factor=float(f"{factor:.4g}")), f"steps: {name}", seed)
        for router in ("load_balancing", "round_robin"):
            many = plain.replicas(entry.deployment.replicas, router)
            yield Question("limit", many, f"routing: {router}", seed)
        for factor in asked.length_factors:
            yield Question("limit", replace(plain, length_factor=factor), f"outputs: {factor:g}", seed)
        fastest = max(c.rate_per_accelerator for c in given.cases if c.group == group)
        for name, rate in (("entry", entry.rate_per_accelerator), ("highest", fastest)):
            if name == "entry" or rate > entry.rate_per_accelerator:
                yield Question("duration", plain, f"rate: {name}", seed, float(f"{rate:.5g}"))


def answer(question: Question, given: Known) -> Iterator[dict[str, float]]:
    """The figures of one sweep, one mapping for each load or duration."""
    model, setup, seed = given.model, question.setup, question.seed
    if question.sweep == "load":
        yield from load_sweep(setup, model, given.limits, seed)
    elif question.sweep == "limit":
        yield find_limit(setup, model, given.limits, seed)
    else:
        for seconds in model.sweeps.arrivals_s:
            rate = {"rate_per_accelerator": question.rate}
            yield rate | whole_run(setup, model, question.rate, seconds, seed)


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


def _kept(row: dict[str, Any]) -> dict[str, Any]:
    return {k: float(f"{v:.{_DIGITS}g}") if isinstance(v, float) else v for k, v in row.items()}


def recompute(row: pd.Series, given: Known, fits: pd.DataFrame) -> dict[str, Any]:
    """The figures of one row of serving_sweeps, simulated anew at the load that the row names."""
    model, entry = given.model, given.entry(str(row["group"]))
    variant = model.variants[str(row["variant"])]
    router = str(row["case"]).removeprefix("routing: ") if str(row["case"]).startswith("routing") else None
    setup = Setup(
        str(row["group"]),
        variant,
        step_of(fits, str(row["group"]), variant.key),
        entry.deployment,
        factor=float(row["step_factor"]),
        length_factor=float(row["length_factor"]),
    ).replicas(int(row["replicas"]), router)
    rate, seed = float(row["rate_per_accelerator"]), int(row["seed"])
    if row["sweep"] == "duration":
        found = whole_run(setup, model, rate, float(row["arrivals_s"]), seed)
    else:
        found = steady(setup, model, rate, seed)
    return _kept({c: v for c, v in _columns(found).items() if v is not None})


def make(data: Path = DATA_DIR) -> dict[str, pd.DataFrame]:
    """The three tables by name: fits, predictions and sweeps, made anew (minutes)."""
    given = known(data)
    fits = normalise(make_fits(given), TABLES["serving_fits"])
    predictions = normalise(make_predictions(given, fits), TABLES["serving_predictions"])
    return {
        "serving_fits": fits,
        "serving_predictions": predictions,
        "serving_sweeps": make_sweeps(given, fits, predictions),
    }
