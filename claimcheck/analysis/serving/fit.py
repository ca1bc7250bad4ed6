"""Fitting the step's time to what the logs of one or two runs say."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np

from claimcheck.analysis.serving.cases import Case, predicted
from claimcheck.analysis.serving.simulate import Step
from claimcheck.data.serving import TERMS, Model, Variant

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
    """A fitted step; ``error``: root mean square of the logarithmic errors of TARGETS over the fitted runs."""

    group: str
    variant: str
    step: Step
    free: tuple[str, ...]
    error: float
    runs: tuple[str, ...]


def fit(group: str, variant: Variant, known: Sequence[Case], model: Model) -> Fit:
    """The step whose simulated figures come nearest to the logged ones in the fitted runs of ``group``.

    Free are all terms that ``variant`` does not hold. A mean TPOT that a few absurd values spoil is left out.
    """
    used = [case for case in known if case.group == group and case.fitted]
    free = [i for i, term in enumerate(TERMS) if term not in variant.held]

    def step_of(point: np.ndarray) -> Step:
        values = [variant.held.get(term, 0.0) for term in TERMS]
        for i, value in zip(free, point, strict=True):
            values[i] = float(value)
        return Step(*values)

    def loss(point: np.ndarray) -> float:
        if point.min() < 0:
            return 1e3 - 1e3 * float(point.min())
        return error(step_of(point), variant, used, model)

    budget = EVALUATIONS * len(free)
    found = [nelder_mead(loss, [start[i] for i in free], [0.3 * start[i] for i in free], budget) for start in STARTS]
    point, _ = min(found, key=lambda pair: pair[1])
    step = Step(*(float(f"{value:.{DIGITS}g}") for value in astuple(step_of(point))))
    terms = tuple(TERMS[i] for i in free)
    runs = tuple(case.row_id for case in used)
    # Of the step as it is kept: a run changes in small jumps, so the digits left out may count.
    return Fit(group, variant.key, step, terms, error(step, variant, used, model), runs)


def error(step: Step, variant: Variant, used: Sequence[Case], model: Model) -> float:
    """Root mean square of ln(simulated / logged) over TARGETS of the runs ``used``, with this ``step``."""
    squares = []
    for case in used:
        found = predicted(case, step, model, variant)
        told = [t for t in TARGETS if not (case.logged["spoiled"] and t == "tpot_mean_ms")]
        squares += [math.log(found[t] / case.logged[t]) ** 2 for t in told]
    return math.sqrt(sum(squares) / len(squares))


def nelder_mead(
    loss: Callable[[np.ndarray], float], start: Sequence[float], stride: Sequence[float], evaluations: int
) -> tuple[np.ndarray, float]:
    """The lowest point that a downhill simplex finds, and its loss (J. A. Nelder, R. Mead, Comput. J. 7, 1965).

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
