"""What the models of the mechanisms say of the runs: conditions of claims, and the runs as the models take them."""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.mechanisms.register import read_figures
from claimcheck.analysis.mechanisms.roofline import Setup, mean_context, read_setup, step
from claimcheck.analysis.mechanisms.wide_ep import NARROW, WIDE, bounds, room
from claimcheck.analysis.operating import operating_points
from claimcheck.analysis.serving.register import read_model
from claimcheck.analysis.switches import plain
from claimcheck.claims.model import Context, Tables

BENCHMARK, CHIP = "deepseek-r1", "GB300"
# Server runs that prose names: round, submitter, accelerators.
RUNS = {
    "before": ("v5.1", "NVIDIA", 72),
    "nebius-8": ("v6.0", "Nebius", 8),
    "nvidia-72": ("v6.0", "NVIDIA", 72),
}


def lengths(tables: Tables) -> tuple[float, float]:
    """Published mean and standard deviation of output lengths, in tokens, as the serving model has them."""
    model = read_model(tables.data)
    return model.published_mean, model.published_deviation


def runs_for_models(tables: Tables, setup: Setup, scenario: str = "Server") -> pd.DataFrame:
    """Runs of the benchmark on GB300 as ``wide_ep.bounds`` takes them, in order of round, submitter and size.

    Lengths have the run's own logged mean, spread as the published ones are. A step is taken to last as long as the
    logged median time of a token, which holds where each step gives one token.
    """
    mean, deviation = lengths(tables)
    points = operating_points(tables.results, tables.runs, benchmarks=[BENCHMARK])
    points = points[(points["chip"] == CHIP) & (points["scenario"] == scenario)]
    points = points.sort_values(["round", "submitter", "accelerators"], ignore_index=True)
    return points[["row_id", "round", "submitter", "accelerators", "availability"]].assign(
        label=points["round"] + " " + points["submitter"] + ", " + points["accelerators"].astype(str),
        requests=points["in_flight_per_accelerator"],
        context=[mean_context(m, deviation * m / mean, setup.assumed.input_tokens) for m in points["mean_tokens"]],
        logged_ms=points["tpot_p50_ms"],
        whole=points["in_flight"],
    )


def limits_ms(tables: Tables) -> dict[str, float]:
    """Limits on the 99th percentile of the time per token, in ms, by scenario in lower case, from the logs."""
    points = operating_points(tables.results, tables.runs, benchmarks=[BENCHMARK])
    return {str(s).lower(): float(part["tpot_limit_ms"].iloc[0]) for s, part in points.groupby("scenario")}


def decode_layout(tables: Tables, row_id: str) -> dict[str, int]:
    """GPUs that decode in a disaggregated run, and over how many each server spreads experts: ``gpus``, ``width``.

    From the settings used: decode servers × GPUs of each. Raises KeyError for a run without such settings.
    """
    rows = tables.settings[(tables.settings["row_id"] == row_id) & tables.settings["selected"].astype(bool)]
    of_decode = rows[rows["component"] == "decode"].set_index("setting")["value"].map(plain)
    servers = int(rows.set_index("setting")["value"].map(plain)["decode_workers"])
    return {"gpus": servers * int(of_decode["tensor_parallel"]), "width": int(of_decode["expert_parallel"])}


def largest_part(setup: Setup, width: int, context: float) -> float:
    """Most requests per GPU at which routed experts are the largest part of a step on ``width`` GPUs; 0 for never."""
    found, limit, number = 0.0, room(setup, width, context), 1.0
    while number <= limit:
        parts = step(setup, number, width, context)
        if parts["experts"] >= max(parts.values()):
            found = number
        number += 1
    return found


# --- conditions -------------------------------------------------------------------------------


def experts_cease_to_lead(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """In the model, experts are the largest part of some steps on NARROW GPUs and of none on WIDE."""
    setup = read_setup(read_figures(context.tables.data))
    mean = mean_context(*lengths(context.tables), setup.assumed.input_tokens)
    before, after = (largest_part(setup, width, mean) for width in (NARROW, WIDE))
    said = f"on {NARROW} GPUs up to {before:.0f} requests per GPU, on {WIDE} GPUs "
    said += f"up to {after:.0f}" if after else "at no number of requests"
    return before > 0 and after == 0, f"routed experts are the largest part of a step's roofline {said}"


def experts_fill_the_step(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Reading experts at the peak of memory takes at least half of the logged median step of the row ``of``."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return False, "no such result"
    setup = read_setup(read_figures(context.tables.data))
    runs = runs_for_models(context.tables, setup)
    found = bounds(setup, runs[runs["row_id"] == row["row_id"]])
    if found.empty:
        return False, "no run of the model's benchmark and chip"
    run = found.iloc[0]
    return bool(run["share"] >= 0.5), (
        f"{run['experts']:.1f} of {run['logged_ms']:.1f} ms ({run['share']:.0%}) at the peak of memory; "
        f"{run['experts'] / run['floor_ms']:.0%} of the roofline ({run['label']})"
    )


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "experts_cease_to_lead": (experts_cease_to_lead, "", ("says",), ()),
    "experts_fill_the_step": (experts_fill_the_step, "", ("says",), ("of",)),
}
