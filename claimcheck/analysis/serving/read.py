"""The errors of the model's predictions, run by run."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.results import short_accelerator
from claimcheck.data.serving import Model

# Figures that the errors are given for. TPOT and the last completion of the fitted runs went into the fit.
FLIGHT, TPOT, TTFT, FACTOR = "in_flight_per_accelerator", "tpot_p50_ms", "ttft_p50_ms", "completion_factor"


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
