"""Numbers of kernel fusion and CUDA graphs: published steps, launches, and what became faster between the rounds."""

from __future__ import annotations

from collections.abc import Iterator

from claimcheck.analysis.mechanisms import fusion
from claimcheck.analysis.mechanisms.register import read_figures
from claimcheck.analysis.mechanisms.roofline import read_setup, step_time
from claimcheck.analysis.mechanisms.wide_ep import NARROW
from claimcheck.claims.mechanisms import runs_for_models
from claimcheck.claims.mechanisms_serving import (
    AFTER,
    BEFORE,
    MODEL,
    SIDES,
    evidence,
    forms,
    headline_runs,
    is_fitted,
    scenario_points,
    step_parts,
)
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.tables import load


def of_ladder(tables: Tables) -> Iterator[Number]:
    """How far the published gains multiply up, and what they imply of a step."""
    figures, setup = read_figures(tables.data), read_setup(read_figures(tables.data))
    steps, whole = fusion.ladder(figures), fusion.total(figures)
    product = float(steps["gain"].prod())
    yield number("fuse.total", whole, "x", 1, "published output after over before; not MLPerf")
    yield count("fuse.steps", len(steps), "published gains that are multiplied")
    yield number("fuse.product", product, "x", 2, "product of the published gains")
    yield number("fuse.product-percent", fusion.share_of(product, whole) * 100, "%", 0, "ln product / ln total")
    for key, kind in (("launches", fusion.FUSION), ("kernels", fusion.KERNELS), ("numbers", fusion.OTHER)):
        part = float(steps[steps["kind"] == kind]["gain"].prod())
        yield number(f"fuse.ladder-{key}", part, "x", 2, f"product of the published gains from {kind}")
        share = fusion.share_of(part, whole) * 100
        yield number(f"fuse.ladder-{key}-percent", share, "%", 0, f"{kind}: ln part / ln total")
    step = fusion.implied_step(figures, setup.model.expert_layers)
    how = "time saved by fusing the choice of experts, all layers, over its published gain"
    yield number("fuse.implied-step", step * 1000, "ms", 0, how)
    for end in ("before", "after"):
        at = step * figures.published(f"fusion-{end}").value
        yield number(f"fuse.implied-requests-{end}", at, "", 0, f"implied step × published output {end}")
    saved = step * figures.published("fusion-graphs").value / 100
    yield number("fuse.graphs-saved", saved * 1000, "ms", 0, "published gain of CUDA graphs × implied step")
    chosen = figures.values("launches")
    many = fusion.implied_launches(figures, step, chosen["launch_us"], setup.model.layers)
    how = "launches of a layer, if that time is launches of the assumed length"
    yield number("fuse.implied-kernels", many, "", 0, how)
    per_step = chosen["kernels"] * setup.model.layers
    yield number("fuse.kernels", per_step, "", 0, "assumed kernels of a layer × layers")
    yield number("fuse.launch", chosen["launch_us"], "µs", 0, "assumed host time of a launch")
    yield number("fuse.launches", launches_s(tables) * 1000, "ms", 0, "assumed kernels × host time of a launch")


def launches_s(tables: Tables, kernels: float | None = None) -> float:
    """Seconds of a step's launches one by one, as assumed or with so many ``kernels`` a layer."""
    figures = read_figures(tables.data)
    chosen, layers = figures.values("launches"), read_setup(figures).model.layers
    return (chosen["kernels"] if kernels is None else kernels) * layers * chosen["launch_us"] * 1e-6


def slower_than_roofline(tables: Tables) -> float:
    """How many times its roofline a logged step takes, median of the Server runs on GB300."""
    setup = read_setup(read_figures(tables.data))
    runs = runs_for_models(tables, setup)
    floors = [step_time(setup, r.requests, NARROW, r.context) * 1000 for r in runs.itertuples()]
    return float((runs["logged_ms"] / floors).median())


def of_launches(tables: Tables) -> Iterator[Number]:
    """What launches and traffic between kernels are at the operating points."""
    setup, runs, seconds = read_setup(read_figures(tables.data)), headline_runs(tables), launches_s(tables)
    slower, context = slower_than_roofline(tables), float(runs["before"]["context"])
    for name, run in runs.items():
        behind, logged = evidence(tables, run["row_id"]), run["logged_ms"] / 1000
        at = fusion.removed(setup, [run["requests"]], NARROW, context, slower, {"assumed": seconds}).iloc[0]
        how = f"ratio of rates if the assumed launches vanish, at the load of {run['label']}, model"
        yield number(f"fuse.{name}.launches", float(at["speedup"]), "x", 2, how, behind)
        one = fusion.traffic(setup, run["requests"], read_figures(tables.data).values("launches")["bytes"])
        how = f"{run['label']}: one kernel more in every layer, its traffic at the peak of memory, of the logged step"
        yield number(f"fuse.{name}.traffic", one * setup.model.layers / logged * 100, "%", 1, how, behind)
    found = fusion.removed(setup, [1], NARROW, context, slower, {"assumed": seconds}).iloc[0]
    yield number("fuse.alone", float(found["speedup"]), "x", 2, "ratio if launches vanish, one request per GPU, model")
    how = "logged median step over its roofline, median of the Server runs"
    yield number("fuse.slower", slower, "x", 1, how)


def of_parts(tables: Tables) -> Iterator[Number]:
    """Between the rounds: the part of a step that nothing moves, and the part that grows with requests."""
    if not is_fitted(tables):
        return
    runs, points = headline_runs(tables), scenario_points(tables, "Server")
    run = runs["before"]
    rate = float(points.loc[run["row_id"], "offered_per_accelerator"])
    rows = {form: step_parts(tables, form, run["requests"], rate, run["logged_ms"]) for form in forms(tables)}
    behind = evidence(tables, run["row_id"])
    for side, group in SIDES.items():
        for part in fusion.PARTS:
            value = float(rows["main"].loc[group, part])
            how = f"fitted part of a step, {part}, at the load of {run['label']}, {group}, {MODEL}"
            yield number(f"fuse.part.{part}-{side}", value, "ms", 0, how, behind)
    fits = load("serving_fits", tables.data).pivot(index="variant", columns="group", values="base_ms").astype(float)
    change = fits[AFTER] - fits[BEFORE]
    for end, value in (("rose-most", change.max()), ("fell-most", -change.min())):
        yield number(f"fuse.base-{end}", value, "ms", 0, f"change of the fixed part of a step, {end} over all forms")
    yield count("fuse.base-fell-n", int((change < 0).sum()), "forms of the step in which the fixed part fell")
    yield count("fuse.forms-n", len(change), "forms of the step that were fitted")
    logged = float(run["logged_ms"])
    how = f"{run['label']}: logged step over the step without what the fixed part fell, at most, over all forms"
    yield number("fuse.fixed-most", logged / (logged + min(change.min(), 0)), "x", 2, how, behind)


FUSED = (of_ladder, of_launches, of_parts)
