# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Do fewer, larger kernels explain the gain?
#
# :::{admonition} The answer
# :class: cc-key
# **Nobody can tell from what NVIDIA and its partners submitted, and fewer launches alone hardly can.** CUDA graphs, which launch many
# kernels at once, were on in the DeepSeek-R1 Server entries of both rounds, MLPerf® Inference v5.1 and v6.0. So was the one fusion that
# settings name. Kernels for the experts did change.
#
# Our model does not settle it. In its plain fit the part of a step that grows with requests went from {n}`fuse.part.requests-before` to
# {n}`fuse.part.requests-after`. But v5.1 on GB300 is fitted to [one run](model.ipynb), and other fits put that part anywhere from
# {n}`fuse.part.requests-low` to {n}`fuse.part.requests-high` in v5.1.
#
# Outside the benchmark the effect is well documented. TensorRT-LLM's engineers published {n}`fuse.steps` steps on B200 that multiply to
# {n}`fuse.product`; those that make launches fewer or hide them give {n}`fuse.ladder-launches`.
# :::
#
# A decoding step is thousands of small programs (*kernels*), each launched by the host. Fusion makes one of several, which means fewer
# launches, and less written to memory only to be read again. A CUDA graph records all launches of a step and repeats them at once.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.mechanisms.roofline import NARROW, bounds, step_time
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.analysis.serving.outcomes import fitted_step, open_variants
from claimcheck.analysis.serving.simulate import output_lengths
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, ladder, model_lines, parts_of
from claimcheck.charts.theme import RULE, SEQUENTIAL
from claimcheck.claims import caption
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

results, settings = tables.load("inference_results"), tables.load("engine_settings")
found = read_runs(tables.load("operating_points"), settings)
figures, setup, runs = found.figures, found.setup, found.named

# %% [markdown]
# ## On another chip fewer launches gave a large gain
#
# TensorRT-LLM's engineers raised the output of DeepSeek-R1 on B200 from about {n}`fig.fusion-before` to {n}`fig.fusion-after` tokens a
# second per GPU in three months of 2025, and published the gain of each step. None is an MLPerf result. They multiply to
# {n}`fuse.product` of {n}`fuse.total` in all:

# %%
FEWER, FASTER, SMALLER = "fewer or hidden launches", "faster kernels", "smaller numbers"
KINDS = {
    FEWER: ["fusion-graphs", "fusion-topk", "fusion-streams", "fusion-router", "fusion-overlap"],
    FASTER: ["fusion-attention", "fusion-cutlass"],
    SMALLER: ["fusion-cache", "fusion-gather"],
}
said = figures.values("published")
steps = pd.DataFrame([(key, kind) for kind, keys in KINDS.items() for key in keys], columns=["key", "kind"])
steps["gain"] = 1 + steps.key.map(said) / 100
steps["to"] = steps.gain.cumprod()
product = steps.gain.prod()
total = said["fusion-after"] / said["fusion-before"]
left = total / product
pd.Series({"product": product, "total": total, "not accounted for": left}).round(2)

# %% tags=["hide-input"]
published = figures.sections["published"]
assert set(steps.key) == {key for key, one in published.items() if key.startswith("fusion-") and one.unit == "%"}
steps = steps.assign(about=[published[key].about for key in steps.key], **{"from": steps.to / steps.gain})
kinds = dict(zip(KINDS, SEQUENTIAL[::-2]))
launched = steps[steps.kind == FEWER].gain.prod()
Figure(
    ladder(
        steps,
        kinds,
        ("all of it, as published", total),
        axis="output per GPU over that of February 2025 (logarithmic)",
    ),
    id="fusion-ladder",
    title=f"On B200 fewer or hidden launches gave {launched:.2f}x, by published steps",
    description="Bars that begin where the one before ended, on a logarithmic axis. "
    + "; ".join(f"{s.about}: {s.gain:.3f}, so far {s.to:.2f}" for s in steps.itertuples())
    + f". All of it, as published: {total:.2f}.",
    caption="DeepSeek-R1 in FP4 on B200, 1K tokens in and 2K out, highest throughput. Source: TensorRT-LLM tech blog 3. No MLPerf "
    "results. The steps were measured at different times; that they multiply is our assumption. What is a launch and what a "
    "kernel is our sorting.",
)

# %% [markdown]
# Two figures of that source show the scale. Fusing the choice of experts took {n}`fig.fusion-topk-ops` operations of a layer to
# {n}`fig.fusion-topk-kernels` kernels, and {n}`fig.fusion-topk-before` to {n}`fig.fusion-topk-after` in time:

# %%
each = said["fusion-topk-before"] - said["fusion-topk-after"]
saved = each * setup.model.expert_layers
step = saved / (said["fusion-topk"] / 100)
graphs = step * said["fusion-graphs"] / 100
one = figures.values("launches")["launch_us"]
pd.Series(
    {
        "saved in a step, ms": saved / 1000,
        "so the step took, ms": step / 1000,
        "requests per GPU at the output before": step / 1e6 * said["fusion-before"],
        "saved by graphs, ms": graphs / 1000,
        "launches of a layer, at our time of one": graphs / one / setup.model.layers,
    }
).round(1)

# %% tags=["hide-cell"]
state(
    number("fuse.total", total, "x", 1, how="published output after over before; not MLPerf"),
    number("fuse.steps", len(steps), how="published gains that are multiplied"),
    number("fuse.product", product, "x", 2, how="product of the published gains"),
    number("fuse.ladder-launches", launched, "x", 2, how=f"product of the published gains from {FEWER}"),
)

# %% [markdown]
# The host took longer than the GPU, even at hundreds of requests. This was software of early 2025 that launched kernel by kernel from
# Python. Graphs and fusion ended that.
#
# ## Graphs and the named fusion were on in both rounds
#
# Settings of the entries behind the published ratio:

# %%
names = ["cuda_graph_enabled", "cuda_graph_padding", "cuda_graph_batch_sizes"]
names += ["build_use_fused_mlp", "moe_backend"]
rows = settings
behind = {runs[k].row_id: runs[k].label for k in ("before", "nebius-8")}
rows = rows[rows.row_id.isin(behind) & rows.setting.isin(names)]
rows = rows[rows.selected.astype(bool)].assign(entry=rows.row_id.map(behind))
rows.pivot(index="setting", columns="entry", values="value")

# %% [markdown]
# The experts' kernels did change, and v6.0 recorded graphs at more sizes. A batch is padded to the next size; TensorRT-LLM measured up to
# {n}`fig.graphs-padding` from finer sizes (tech blog 20, no MLPerf result). In v5.1 there were few sizes near the
# {n}`wide.before.requests` in flight per GPU.
#
# ## Launches matter at few requests, not at hundreds
#
# We assume {n}`fuse.kernels` kernels in a step, each with a launch of {n}`fuse.launch`, and that nothing hides them. That adds
# {n}`fuse.launches` to what the GPU needs, for which we take {n}`fuse.slower` its [roofline](wide-ep.ipynb) as in the logged runs. With
# fewer requests that is a guess.

# %% tags=["hide-input"]
chosen = figures.sections["launches"]["kernels"]
server = found.logged()
slower = (server.logged_ms / bounds(setup, server).floor_ms).median()
each_s = figures.values("launches")["launch_us"] * 1e-6 * setup.model.layers  # one launch in every layer
held = float(runs["before"].context)
grid = [2 ** (i / 4) for i in range(42)]
many = {f"{k:.0f} a layer": k * each_s for k in (chosen.low, chosen.value, chosen.high)}


def without(requests, seconds):
    """Rate without launches over the rate with them, ``seconds`` a step and none of them hidden."""
    step = slower * step_time(setup, requests, NARROW, held)
    return (step + seconds) / step


curve = [(name, requests, without(requests, seconds)) for name, seconds in many.items() for requests in grid]
curve = pd.DataFrame(curve, columns=["name", "requests", "speedup"])
load = {k: float(runs[k].requests) for k in ("before", "nebius-8")}
middle = f"{chosen.value:.0f} a layer"
at = [without(requests, many[middle]) for requests in (1, *load.values())]
Figure(
    model_lines(
        curve,
        ("name", "kernels a layer"),
        Axis("requests", "requests in flight per GPU", (1, 1300), (1, 4, 16, 64, 256, 1024), log=True),
        Axis("speedup", "rate without launches over with, by kernels a layer", (0.9, 4.2), (1, 1.5, 2, 3, 4), log=True, suffix="x"),
        main=middle,
        rules=[
            Rule("published pair:\nbefore", x=load["before"], side=-1),
            Rule("after", x=load["nebius-8"], side=1),
            Rule("", y=1.0),
        ],
    ),
    id="fusion-launches",
    title="In our model launches cost half a step at one request, little at hundreds",
    description="Lines of the rate without launches over the rate with them, against requests in flight per GPU, for three numbers "
    "of kernels in a layer. All fall towards one as requests grow. "
    + "; ".join(f"{n}: {g.speedup.iloc[0]:.1f} at one request, {g.speedup.iloc[-1]:.2f} at {g.requests.iloc[-1]:.0f}" for n, g in curve.groupby("name", sort=False))
    + ".",
    caption="Our model of DeepSeek-R1 on GB300, no measurement: every launch delays the step and none is hidden, the case most "
    "favourable to fusion. Dashed: requests in flight per GPU of the two runs behind the published ratio, where graphs were on.",
)

# %% tags=["hide-cell"]
launch = figures.sections["launches"]["launch_us"].value
width = figures.values("launches")["bytes"]
# Every token's state is written and read once.
bytes_moved = {key: 2 * load[key] * setup.model.hidden * width * setup.model.layers for key in load}
traffic_ms = {key: moved / setup.gpu.memory_bandwidth * 1000 for key, moved in bytes_moved.items()}
state(
    number("fuse.kernels", chosen.value * setup.model.layers, how="assumed kernels of a layer × layers"),
    number("fuse.launch", launch, "µs", how="assumed host time of a launch"),
    number("fuse.launches", many[middle] * 1000, "ms", how="assumed kernels × host time of a launch"),
    number("fuse.slower", slower, "x", 1, how="logged median step over its roofline, median of the Server runs"),
    number("fuse.alone", at[0], "x", 2, how="ratio if launches vanish, one request per GPU, model"),
    (
        number(
            f"fuse.{key}.launches",
            value,
            "x",
            2,
            how=f"ratio of rates if the assumed launches vanish, at the load of {runs[key].label}, model",
            rows=runs[key],
        )
        for key, value in zip(load, at[1:])
    ),
    (
        number(
            f"fuse.{key}.traffic",
            traffic_ms[key] / runs[key].logged_ms * 100,
            "%",
            1,
            how=f"{runs[key].label}: one kernel more in every layer, its traffic at the peak of memory, of the logged step",
            rows=runs[key],
        )
        for key in load
    ),
)

# %% [markdown]
# Without launches a step would be {n}`fuse.alone` as fast with one request on a GPU. At the loads of the published pair it would be
# {n}`fuse.before.launches` (v5.1) and {n}`fuse.nebius-8.launches` (v6.0) as fast.
#
# Fusion also spares traffic. With one kernel less in every layer, the input and output of all requests are no longer written and
# read. That is {n}`fuse.before.traffic` of the logged step in v5.1 and {n}`fuse.nebius-8.traffic` in v6.0. Sparing
# {n}`fig.fusion-topk-ops` in every layer would be a few percent.
#
# ## The plain fit points to faster kernels
#
# The fitted engine splits a step into a fixed part (weights, launches, the host), a part that grows with requests, and prefill. The rest
# is waiting of ranks and padding. These are all Server runs on GB300:

# %% tags=["hide-input"]
def parts(group, form, run):
    """Parts of a mean step in ms in one fit, at the load of a run; a step lasts as long as the run's median token."""
    model = found.model
    cached = output_lengths(model, model.variants[form]).cached_tokens(0, model.published_mean)
    inputs = run.rate * run.logged_ms / 1000
    step = fitted_step(found.fits, group, form)
    each = step.per_request_us / 1000 + cached * step.per_token_ns / 1e6
    return {"fixed": step.base_ms, "requests": run.requests * each, "prefill": inputs * step.prefill_ms}


drawn = [parts(BEFORE if run.round == "v5.1" else AFTER, "main", run) for run in server.itertuples()]
bars = server.join(pd.DataFrame(drawn).add_prefix("ms_"))
bars["waiting"] = bars.logged_ms - bars.ms_fixed - bars.ms_requests - bars.ms_prefill
bars["end"] = [f"{v:.0f} ms" for v in bars.logged_ms]
NAMES = {
    "ms_fixed": ("fixed", SEQUENTIAL[2]),
    "ms_requests": ("grows with requests", SEQUENTIAL[4]),
    "ms_prefill": ("prefill", SEQUENTIAL[0]),
    "waiting": ("waiting of ranks, padding", RULE),
}
Figure(
    parts_of(bars, NAMES, "end", axis="ms a step: logged median time of a token", row_ids=list(bars.row_id)),
    id="fusion-parts",
    title="In the plain fit the part of a step that grows with requests fell",
    description="Stacked bars, one a run, of the parts of a decoding step in ms. "
    + "; ".join(
        f"{r.label}: {r.requests:.0f} requests in flight per GPU, logged {r.logged_ms:.1f} ms, of which fixed {r.ms_fixed:.1f}, "
        f"requests {r.ms_requests:.1f}, prefill {r.ms_prefill:.1f}"
        for r in bars.itertuples()
    )
    + ".",
    caption=caption(
        "DeepSeek-R1 Server on GB300. The length of a bar is logged; its parts are those of the serving model fitted to each "
        "round's single engines. The number after a submitter is its GPUs; runs differ in round, submitter and number "
        "of GPUs, and CoreWeave's of v5.1 is a preview.",
        results[results.row_id.isin(bars.row_id)],
    ),
)

# %% [markdown]
# Fewer launches would show in the fixed part, which did not fall in the plain fit: {n}`fuse.part.fixed-before` in v5.1,
# {n}`fuse.part.fixed-after` in v6.0. Kernels that do more work in the same time, and spared traffic, would show in the part that grows
# with requests. How a step of v5.1 divides into the two is the model's guess, as the sensitivity shows.
#
# ## Claim 39
#
# ```{claim-card} 39
# ```
#
# ## Sensitivity
#
# With few runs, one part of the fit can take the place of the other. The table is at the load of NVIDIA's v5.1 rack, for every form of
# the step. In the forms named `held` the time per request of v5.1 is held at so many µs, and v6.0 has its plain fit, since its two runs
# determine that time.

# %%
run = runs["before"]
later = open_variants(found.model, found.fits, AFTER)
table = {}
for form in open_variants(found.model, found.fits, BEFORE):
    before, after = parts(BEFORE, form, run), parts(AFTER, form if form in later else "main", run)
    table[form] = {
        "fixed, v5.1": before["fixed"],
        "v6.0": after["fixed"],
        "with requests, v5.1": before["requests"],
        "v6.0 ": after["requests"],
    }
by_form = pd.DataFrame(table).T.rename_axis("form of the step, ms")
by_form.map("{:.1f}".format)

# %% tags=["hide-cell"]
MODEL = "serving model on GB300, no MLPerf result"
fell = by_form["fixed, v5.1"] - by_form["v6.0"]
grown = by_form["with requests, v5.1"]
sides = {"fixed": ("fixed, v5.1", "v6.0"), "requests": ("with requests, v5.1", "v6.0 ")}
state(
    (
        number(
            f"fuse.part.{part}-{side}",
            by_form.loc["main", column],
            "ms",
            how=f"fitted part of a step, {part}, at the load of {run.label}, {group}, {MODEL}",
            rows=run,
        )
        for part, columns in sides.items()
        for side, column, group in zip(("before", "after"), columns, (BEFORE, AFTER))
    ),
    (
        number(
            f"fuse.part.requests-{end}",
            value,
            "ms",
            how=f"{end}est fitted part of a step that grows with requests over all forms, at the load of {run.label}, {BEFORE}, {MODEL}",
            rows=run,
        )
        for end, value in (("low", grown.min()), ("high", grown.max()))
    ),
    number("fuse.requests-fell-n", (grown > by_form["v6.0 "]).sum(), how="forms in which the part that grows with requests fell"),
    number("fuse.base-fell-n", (fell > 0).sum(), how="forms of the step in which the fixed part fell"),
    number("fuse.forms-n", len(fell), how="forms of the step that were fitted"),
    number("fuse.base-fell-most", fell.max(), "ms", how="how far the fixed part of a step fell at most, over all forms"),
    number(
        "fuse.fixed-most",
        run.logged_ms / (run.logged_ms - fell.max()),
        "x",
        2,
        how=f"{run.label}: logged step over the step without what the fixed part fell, at most, over all forms",
        rows=run,
    ),
)

# %% [markdown]
# The fixed part fell in {n}`fuse.base-fell-n` of {n}`fuse.forms-n` forms, by {n}`fuse.base-fell-most` at most. If all of that had been
# launches, it would be worth {n}`fuse.fixed-most` at the load of v5.1; the model allows no more for launches alone. The part that grows
# with requests fell in {n}`fuse.requests-fell-n` forms.
#
# Our numbers for launches are assumptions. Other times and numbers of launches, as a share of the logged step in v5.1 and v6.0:

# %%
chosen = figures.sections["launches"]
share = {}
tried = {k: (f.low, f.value, f.high) for k, f in chosen.items()}
for kernels in tried["kernels"]:
    for us in tried["launch_us"]:
        ms = kernels * setup.model.layers * us / 1000
        logged = [runs[k].logged_ms for k in ("before", "nebius-8")]
        share[kernels, us] = [ms, *(ms / step for step in logged)]
shown = pd.DataFrame(share, index=["ms a step", "of the step before", "after"]).T
shown.rename_axis(["kernels a layer", "µs a launch"]).map("{:.2f}".format)

# %% [markdown]
# ## Published figures
#
# None is an MLPerf result.

# %% tags=["hide-input"]
published = pd.concat([figures.table("published", key) for key in ("fusion", "graphs", "launch")])
published["shown"] = [f"{v:,g}{'' if u in ('x', '%') else ' '}{u}" for v, u in zip(published.value, published.unit)]
ResultsTable(
    id="fusion-published",
    frame=published,
    caption="Published figures on launches, fusion and kernels, measured by others on other machines and traffic.",
    columns={"shown": "Figure", "about": "What", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
)

# %% tags=["hide-cell"]
USED = ["fusion-before", "fusion-after", "graphs-padding"]
USED += [f"fusion-topk-{end}" for end in ("before", "after", "ops", "kernels")]
state(number(f"fig.{one.key}", **one.quantity) for one in map(figures.published, USED))

# %% [markdown]
# ## The strongest case for the claim
#
# - Between the rounds the kernels of the experts changed, as settings show. In the plain fit the part of a step where such kernels work is
#   the one that fell.
# - Nothing above limits what a fused kernel gives beyond launches and traffic, such as overlap inside it and better use of the chip.
# - Steps took {n}`wide.before.over-floor` their roofline in v5.1 and {n}`wide.nebius-8.over-floor` in v6.0. Software can still remove most
#   of a step.
#
# ## Limits
#
# - No trace of a step of either round is public, as far as we know, so kernels are neither counted nor timed.
# - The one fusion switch that settings name belongs to a path that may not be in use. Silence about others says nothing.
# - Logs give times of requests. A step is as long as the median time of a token only where each step gives one.
# - The published steps are of another chip, another year and other lengths.
#
# ```{mlperf-footnote}
# ```
