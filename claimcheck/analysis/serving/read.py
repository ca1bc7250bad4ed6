"""What pages and prose take from the model's tables: errors, limits, speed-ups and their spread."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.results import short_accelerator
from claimcheck.analysis.serving.register import Model

# Figures that the errors are given for. TPOT and the last completion of the fitted runs went into the fit.
FLIGHT, TPOT, TTFT, FACTOR = "in_flight_per_accelerator", "tpot_p50_ms", "ttft_p50_ms", "completion_factor"
# What is changed in each reading of the speed-up, by the first word of serving_sweeps.case. ``held`` is changed on the
# side of one fitted run alone.
SOURCES = {"form": "form of the step's time", "held": "time per request in v5.1", "steps": "speed of the machines",
           "routing": "routing over a rack", "arrivals": "other arrivals and lengths"}  # fmt: skip
_LENGTHS = "form: straight-lengths"
_INTERPOLATED = "interpolation of lengths"
KEYS = {words: key for key, words in SOURCES.items()} | {_INTERPOLATED: "lengths"}
RATE = "offered_tokens_per_s_per_accelerator"


def errors(predictions: pd.DataFrame, results: pd.DataFrame, model: Model) -> pd.DataFrame:
    """One row a run: who ran what, the error of each figure (predicted / logged - 1), and what the misses look like.

    Columns: ``row_id``, ``group``, ``name`` (of the group), ``fitted``, ``round``, ``submitter``, ``chip``,
    ``accelerators``, ``same_chip`` (the chip that the group is fitted on), one error for each figure by its name (none
    for a spoiled mean), ``step_factor``, ``factor_logged``, ``factor_low``, ``factor_high``, ``factor_inside`` (the
    logged completion factor lies where nine in ten of the simulated ones lie).
    """
    wide = predictions[~predictions["spoiled"]].assign(
        error=lambda p: p["predicted"].astype(float) / p["logged"].astype(float) - 1
    )
    keys = ["group", "fitted", "row_id"]
    found = wide.pivot(index=keys, columns="quantity", values="error").reset_index()
    extra = predictions.set_index("row_id")
    paces = extra[extra["quantity"] == "step_factor"]["logged"].astype(float)
    ends = extra[extra["quantity"] == FACTOR].astype({c: float for c in ("logged", "predicted_low", "predicted_high")})
    runs = results.set_index("row_id").loc[found["row_id"]]
    at = found["row_id"]
    return found.drop(columns="step_factor").assign(
        name=[model.groups[key].name for key in found["group"]],
        round=runs["round"].to_numpy(),
        submitter=runs["submitter"].to_numpy(),
        chip=[short_accelerator(str(name)) for name in runs["accelerator"]],
        accelerators=runs["accelerators"].astype(int).to_numpy(),
        same_chip=[a == model.groups[g].fit_on for a, g in zip(runs["accelerator"], found["group"], strict=True)],
        step_factor=paces.loc[at].to_numpy(),
        factor_logged=ends["logged"].loc[at].to_numpy(),
        factor_low=ends["predicted_low"].loc[at].to_numpy(),
        factor_high=ends["predicted_high"].loc[at].to_numpy(),
        factor_inside=ends["logged"].between(ends["predicted_low"], ends["predicted_high"]).loc[at].to_numpy(),
    )


def limits(sweeps: pd.DataFrame) -> pd.DataFrame:
    """The rows of serving_sweeps at the limit that answer for the plain question, with ``source``: what is changed."""
    rows = sweeps[sweeps["sweep"] == "limit"]
    words = rows["case"].str.split(":").str[0].map(SOURCES | {"plain": "plain"})
    return rows.assign(source=words.mask(rows["case"] == _LENGTHS, _INTERPOLATED)).dropna(subset=["source"])


def speedups(sweeps: pd.DataFrame, before: str, after: str) -> pd.DataFrame:
    """Tokens/s per accelerator at the limit, group ``after`` over ``before``, one row for each reading.

    Columns ``source``, ``case``, ``ratio``. A form of the model, a router or a seed is the same on both sides; the time
    of a request is held on the one side that does not fix it, the other as fitted; and the speed of the machines may be
    lower on one side and higher on the other.
    """
    found = limits(sweeps)
    sides = {g: found[found["group"] == g].set_index("case")[RATE].astype(float) for g in (before, after)}
    pairs = {case: (case, case) for case in sides[after].index if not case.startswith("steps")}
    pairs |= {case: ("plain", case) for case in sides[before].index if case.startswith("held")}
    for one, other in (("faster", "slower"), ("slower", "faster")):
        pairs[f"after {one}, before {other}"] = (f"steps: {one}", f"steps: {other}")
    names = found.drop_duplicates("case").set_index("case")["source"]
    rows = [(names[b], case, sides[after][a] / sides[before][b]) for case, (a, b) in pairs.items()]
    return pd.DataFrame(rows, columns=["source", "case", "ratio"]).sort_values("ratio", ignore_index=True)


def extremes(sweeps: pd.DataFrame, before: str, after: str) -> tuple[float, float]:
    """Lowest and highest ratio when every choice on each side may go the same way at once."""
    found = limits(sweeps)
    low, high = (found[found["group"] == g][RATE].astype(float).agg(["min", "max"]) for g in (before, after))
    return float(high["min"] / low["max"]), float(high["max"] / low["min"])
