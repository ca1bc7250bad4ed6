"""Conditions of claims 36 to 39: what the models of the mechanisms say of the runs."""

from __future__ import annotations

from claimcheck.analysis.mechanisms import attention_dp
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, Runs, read_runs
from claimcheck.analysis.mechanisms.wide_ep import NARROW, WIDE, bounds, largest_part
from claimcheck.claims.language import Found, Row, condition
from claimcheck.claims.model import Context

# A gain of at least so much counts as one, since the fitted engine is no nearer to the runs.
WORTH = 1.1
_UNFITTED = "the serving model is not fitted"


def _runs(context: Context) -> Runs:
    tables = context.tables
    if "runs" not in tables.names:
        tables.names["runs"] = read_runs(tables.operating_points, tables.settings, tables.data)
    return tables.names["runs"]


@condition()
def experts_cease_to_lead(context: Context) -> Found:
    """In the model, experts are the largest part of some steps on NARROW GPUs and of none on WIDE."""
    runs = _runs(context)
    before, after = (largest_part(runs.setup, width, runs.context) for width in (NARROW, WIDE))
    said = f"on {NARROW} GPUs up to {before:.0f} requests per GPU, on {WIDE} GPUs "
    said += f"up to {after:.0f}" if after else "at no number of requests"
    return Found(before > 0 and after == 0, f"routed experts are the largest part of a step's roofline {said}")


@condition()
def experts_fill_the_step(context: Context, of: Row) -> Found:
    """Reading experts at the peak of memory takes at least half of the logged median step of the row ``of``."""
    runs = _runs(context)
    logged = runs.logged()
    found = bounds(runs.setup, logged[logged["row_id"] == of["row_id"]])
    if found.empty:
        return Found(False, "no run of the model's benchmark and chip")
    run = found.iloc[0]
    return Found(
        bool(run["share"] >= 0.5),
        f"{run['experts']:.1f} of {run['logged_ms']:.1f} ms ({run['share']:.0%}) at the peak of memory; "
        f"{run['experts'] / run['floor_ms']:.0%} of the roofline ({run['label']})",
    )


@condition()
def split_pools_carry_more(context: Context) -> Found:
    """In the arithmetic, split pools carry at least WORTH of what shared GPUs do at best, in every form and round."""
    runs = _runs(context)
    if runs.fits is None:
        return Found(False, _UNFITTED)
    ratios = [one["gain"] for group in (BEFORE, AFTER) for one in runs.gains(group).values()]
    said = f"{min(ratios):.2f}x to {max(ratios):.2f}x over GPUs that share at their best, all fits of both rounds"
    return Found(min(ratios) >= WORTH, said)


@condition()
def balance_evens_ranks(context: Context, of: Row) -> Found:
    """In the simulation, ranks are more even, and faster, with the counters of the row ``of`` than without balance."""
    runs = _runs(context)
    pair = runs.counters(str(of["row_id"]))
    if pair is None or runs.fits is None:
        return Found(False, "no counters in its settings, or no fit of the serving model")
    queue = int(runs.figures.values("lengths")["adp-requests"])
    off, on = (attention_dp.drain(runs.engine(AFTER), queue, each) for each in (attention_dp.OFF, pair))
    return Found(
        on.balance > off.balance and on.tokens_per_s > off.tokens_per_s,
        f"mean tokens of a rank over the most: {off.balance:.0%} without, {on.balance:.0%} with the submitted counters "
        f"({pair[0]} and {pair[1]} steps); tokens/s {on.tokens_per_s / off.tokens_per_s:.2f}x",
    )


@condition()
def fixed_part_fell(context: Context) -> Found:
    """The part of a step that depends on no request fell between the rounds in every form of the fitted model."""
    fits = _runs(context).fits
    if fits is None:
        return Found(False, _UNFITTED)
    base = fits.pivot(index="variant", columns="group", values="base_ms")[[BEFORE, AFTER]].astype(float)
    change = base[AFTER] - base[BEFORE]
    main = f"{base.loc['main', BEFORE]:.0f} to {base.loc['main', AFTER]:.0f} ms in the main form"
    return Found(bool((change < 0).all()), f"{main}; {change.min():+.0f} to {change.max():+.0f} ms over all forms")
