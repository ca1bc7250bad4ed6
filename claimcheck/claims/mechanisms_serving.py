"""What the fitted engine says of mechanisms in serving: conditions of claims 36, 38 and 39, and what they rest on."""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.mechanisms import attention_dp, fusion
from claimcheck.analysis.mechanisms.disaggregation import compare, costs
from claimcheck.analysis.mechanisms.engines import Engine, context, fitted
from claimcheck.analysis.mechanisms.register import read_figures
from claimcheck.analysis.mechanisms.roofline import read_setup
from claimcheck.analysis.mechanisms.wide_ep import NARROW
from claimcheck.analysis.operating import operating_points
from claimcheck.analysis.serving.build import step_of
from claimcheck.analysis.serving.deployment import deployment
from claimcheck.analysis.serving.register import read_model
from claimcheck.analysis.serving.sweep import Limits
from claimcheck.analysis.switches import plain
from claimcheck.claims.evidence import Evidence, evidence_of
from claimcheck.claims.mechanisms import BENCHMARK, RUNS, runs_for_models
from claimcheck.claims.model import Context, Tables
from claimcheck.tables import csv_path, load

# The software whose fits are compared, both on GB300.
BEFORE, AFTER = "v5.1-ultra", "v6.0-ultra"
# A gain of at least so much counts as one, since the fitted engine is no nearer to the runs.
WORTH = 1.1
SIDES = {"before": BEFORE, "after": AFTER}
# What a number says that rests on the fitted engine.
MODEL = "serving model on GB300, no MLPerf result"


def engine(tables: Tables, group: str, variant: str = "main") -> Engine:
    """The engine of the entry that the serving model's sweeps of ``group`` use, with the fitted step of ``variant``.

    Raises KeyError for an unknown group or variant, IndexError without such a result.
    """
    model = read_model(tables.data)
    row = _row(tables, model.sweeps.entries[group])
    found = deployment(tables.settings, str(row["row_id"]), int(row["accelerators"]))
    return fitted(model, found, load("serving_fits", tables.data), group, variant)


def _row(tables: Tables, of: dict[str, object]) -> pd.Series:
    rows = tables.results
    same = (rows["benchmark"] == BENCHMARK) & (rows["scenario"] == "Server") & (rows["division"] == "closed")
    for column, value in of.items():
        same &= rows[column] == value
    return rows[same].iloc[0]


def forms(tables: Tables) -> list[str]:
    """Forms of the step's time that were fitted."""
    return list(read_model(tables.data).variants)


def is_fitted(tables: Tables) -> bool:
    """Whether the tables hold the serving model."""
    return csv_path("serving_fits", tables.data).is_file()


def limits(tables: Tables, scenario: str = "Server") -> Limits:
    """The benchmark's limits on the 99th percentiles, from the logs of v6.0."""
    points = operating_points(tables.results, tables.runs, benchmarks=[BENCHMARK])
    one = points[(points["scenario"] == scenario) & (points["round"] == "v6.0")].iloc[0]
    return Limits(float(one["tpot_limit_ms"]), float(one["ttft_limit_ms"]))


def gains(tables: Tables, group: str, **changes: Any) -> dict[str, dict[str, float]]:
    """``disaggregation.compare`` at the benchmark's lengths for every form of the step that gives prefill a cost."""
    setup, kept = read_setup(read_figures(tables.data)), limits(tables)
    found = {}
    for form in forms(tables):
        cost = costs(engine(tables, group, form), setup, NARROW)
        if cost.prefill:
            found[form] = compare(cost, kept, **changes)
    return found


def counters(tables: Tables, row_id: str) -> tuple[int, int] | None:
    """The two counters of the attention-DP balance in the settings that the row used: gather, wait; None without."""
    rows = tables.settings[(tables.settings["row_id"] == row_id) & tables.settings["selected"].astype(bool)]
    found = rows.set_index("setting")["value"].map(plain)
    names = ("attention_dp_balance_wait_iters", "attention_dp_balance_timeout_iters")
    return tuple(int(found[name]) for name in names) if set(names) <= set(found.index) else None


def counter_pairs(tables: Tables) -> pd.DataFrame:
    """Server runs of one submitter, round, chip, size and offered rate whose counters of the balance differ.

    Rows of ``operating_points`` with ``wait`` and ``timeout``, in order of the counters.
    """
    points = operating_points(tables.results, tables.runs, benchmarks=[BENCHMARK])
    points = points[points["scenario"] == "Server"]
    found = [counters(tables, str(row_id)) for row_id in points["row_id"]]
    points = points.assign(pair=found, rate=points["offered_per_accelerator"].round(6)).dropna(subset=["pair"])
    same = ["round", "submitter", "chip", "accelerators", "rate"]
    points = points[points.groupby(same)["pair"].transform("nunique") > 1].sort_values([*same, "pair"])
    return points.assign(wait=points["pair"].str[0], timeout=points["pair"].str[1]).reset_index(drop=True)


def prefill_gpus(tables: Tables, row_id: str) -> int:
    """GPUs that only prefill in a disaggregated run, by the settings used. Raises KeyError for a run without such."""
    rows = tables.settings[(tables.settings["row_id"] == row_id) & tables.settings["selected"].astype(bool)]
    servers = rows.set_index("setting")["value"].map(plain)["prefill_workers"]
    each = rows[rows["component"] == "prefill"].set_index("setting")["value"].map(plain)["tensor_parallel"]
    return int(servers) * int(each)


def step_parts(tables: Tables, form: str, batch: float, rate: float, step_ms: float) -> pd.DataFrame:
    """Parts of a mean step in either round's fit, ``batch`` requests on a GPU that takes ``rate`` inputs/s: ms.

    ``step_ms``: how long a step is taken to last when the inputs of one are counted. One row for BEFORE and AFTER.
    """
    model, fits = read_model(tables.data), load("serving_fits", tables.data)
    held = context(model.lengths_of(model.variants[form]), 0, model.published_mean)
    rows = {}
    for group in (BEFORE, AFTER):
        rows[group] = fusion.parts(step_of(fits, group, form), batch, held, rate * step_ms / 1000)
    return pd.DataFrame(rows).T


def evidence(tables: Tables, *row_ids: str) -> tuple[Evidence, ...]:
    """Links to the results ``row_ids``."""
    return evidence_of(tables.results[tables.results["row_id"].isin(row_ids)])


def headline_runs(tables: Tables) -> dict[str, pd.Series]:
    """The Server runs that prose names (RUNS), as ``runs_for_models`` gives them."""
    runs = runs_for_models(tables, read_setup(read_figures(tables.data)))
    keys = list(zip(runs["round"], runs["submitter"], runs["accelerators"], strict=True))
    return {name: runs.iloc[keys.index(key)] for name, key in RUNS.items()}


def scenario_points(tables: Tables, scenario: str) -> pd.DataFrame:
    """The benchmark's operating points of a scenario by ``row_id``."""
    points = operating_points(tables.results, tables.runs, benchmarks=[BENCHMARK])
    return points[points["scenario"] == scenario].set_index("row_id")


# --- conditions -------------------------------------------------------------------------------


def split_pools_carry_more(context_: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """In the arithmetic, split pools carry at least WORTH of what shared GPUs do at best, in every form and round."""
    if not is_fitted(context_.tables):
        return False, "the serving model is not fitted"
    found = {group: gains(context_.tables, group) for group in (BEFORE, AFTER)}
    ratios = [one["gain"] for by_form in found.values() for one in by_form.values()]
    said = f"{min(ratios):.2f}x to {max(ratios):.2f}x over GPUs that share at their best, all fits of both rounds"
    return min(ratios) >= WORTH, said


def balance_evens_ranks(context_: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """In the simulation, ranks are more even, and faster, with the counters of the row ``of`` than without balance."""
    row = context_.one(spec.get("of", "of"))
    if row is None:
        return False, "no such result"
    pair = counters(context_.tables, str(row["row_id"]))
    if pair is None or not is_fitted(context_.tables):
        return False, "no counters in its settings, or no fit of the serving model"
    one = engine(context_.tables, AFTER)
    queue = int(read_figures(context_.tables.data).values("lengths")["adp-requests"])
    off, on = (attention_dp.drain(one, queue, each) for each in (attention_dp.OFF, pair))
    return on.balance > off.balance and on.tokens_per_s > off.tokens_per_s, (
        f"mean tokens of a rank over the most: {off.balance:.0%} without, {on.balance:.0%} with the submitted counters "
        f"({pair[0]} and {pair[1]} steps); tokens/s {on.tokens_per_s / off.tokens_per_s:.2f}x"
    )


def fixed_part_fell(context_: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The part of a step that depends on no request fell between the rounds in every form of the fitted model."""
    if not is_fitted(context_.tables):
        return False, "the serving model is not fitted"
    fits = load("serving_fits", context_.tables.data)
    base = fits.pivot(index="variant", columns="group", values="base_ms")[[BEFORE, AFTER]].astype(float)
    change = base[AFTER] - base[BEFORE]
    main = f"{base.loc['main', BEFORE]:.0f} to {base.loc['main', AFTER]:.0f} ms in the main form"
    return bool((change < 0).all()), f"{main}; {change.min():+.0f} to {change.max():+.0f} ms over all forms"


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "split_pools_carry_more": (split_pools_carry_more, "", ("says",), ()),
    "balance_evens_ranks": (balance_evens_ranks, "", ("says",), ("of",)),
    "fixed_part_fell": (fixed_part_fell, "", ("says",), ()),
}
