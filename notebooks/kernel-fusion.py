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
# **Nobody can tell from what NVIDIA and its partners submitted, and fewer launches alone are unlikely to.** CUDA graphs, which launch
# many kernels at once, were on in the DeepSeek-R1 Server entries of both rounds, MLPerf® Inference v5.1 and v6.0. So was the one
# fusion that settings name. Kernels for the experts did change.
#
# Our model does not settle it. In its plain fit the part of a step that grows with requests went from {n}`fuse.part.requests-before` to
# {n}`fuse.part.requests-after`. But v5.1 on GB300 is fitted to [one run](model.ipynb), and other fits put that part anywhere from
# {n}`fuse.part.requests-low` to {n}`fuse.part.requests-high` in v5.1.
#
# Outside the benchmark the effect is well documented. TensorRT-LLM's engineers published {n}`fuse.steps` steps on B200 that multiply to
# {n}`fuse.product`. Those that make launches fewer or hide them multiply to {n}`fuse.ladder-launches`.
# :::
#
# A decoding step is thousands of small programs (*kernels*), each launched by the host. Fusion makes one of several, which means fewer
# launches, and less written to memory only to be read again. A CUDA graph records all launches of a step and repeats them at once.
#
# ## On another chip fewer launches gave a large gain
#
# TensorRT-LLM's engineers raised the output of DeepSeek-R1 on B200 from about {n}`fig.fusion-before` to {n}`fig.fusion-after` tokens a
# second per GPU in three months of 2025, and published the gain of each step. None is an MLPerf result. They multiply to
# {n}`fuse.product` of {n}`fuse.total` in all.

# %%
from math import prod

from claimcheck.notebook import Quantity, figures, holds, say, show, table, value

FEWER = "fewer or hidden launches"
steps = {
    FEWER: ["graphs", "topk", "streams", "router", "overlap"],
    "faster kernels": ["attention", "cutlass"],
    "smaller numbers": ["cache", "gather"],
}
gains = {
    kind: [1 + figures[f"fusion-{key}"].share for key in keys]
    for kind, keys in steps.items()
}
every = [gain for of_kind in gains.values() for gain in of_kind]


def multiplied(factors):
    """The product of published gains."""
    product = prod(factors[1:], start=factors[0])
    return product.called("product of gains that TensorRT-LLM published for B200")


total = figures["fusion-after"] / figures["fusion-before"]
say("fuse.ladder-launches", multiplied(gains[FEWER]))
say("fuse.product", multiplied(every))

# %% tags=["hide-input"]
import pandas as pd

from claimcheck.charts.mechanisms import Axis, Rule, ladder, model_lines, parts_of

published = figures.about("fusion", "graphs", "launch")
about = published.frame.set_index("key").about
rungs = [
    {"label": about[f"fusion-{key}"], "kind": kind, "gain": gain.value}
    for kind, keys in steps.items()
    for key, gain in zip(keys, gains[kind])
]
percentages = published.frame.key.str.startswith("fusion") & published.frame.figure.str.endswith("%")
holds("published the gain of each step", len(rungs) == percentages.sum())
show(
    "fusion-ladder",
    f"On B200 fewer or hidden launches gave {multiplied(gains[FEWER])}, by published steps",
    ladder(
        pd.DataFrame(rungs),
        ("all of it, as published", total.value),
        axis="output per GPU over that of February 2025 (logarithmic)",
    ),
    note="DeepSeek-R1 in FP4 on B200, 1K tokens in and 2K out, highest throughput. Source: TensorRT-LLM tech blog 3. No MLPerf "
    "results. The steps were measured at different times; that they multiply is our assumption. What is a launch and what a "
    "kernel is our sorting.",
)

# %% tags=["hide-cell"]
layers, per_ms = figures["model.layers"].bare, Quantity(1000, "µs/ms")
with_experts = layers - figures["model.dense_layers"].bare
saved = (figures["fusion-topk-before"] - figures["fusion-topk-after"]) * with_experts
early = saved / figures["fusion-topk"].share / per_ms
say("fuse.early-step", early.called("a step on B200 early in 2025, from what fusing the choice of experts saved and gained"))
holds("even at hundreds of requests", 100 < early.value / 1000 * figures["fusion-before"].value < 1000)
say("fuse.total", total, 1)
say("fuse.steps", value(len(every), of="published gains that are multiplied", source="TensorRT-LLM tech blog 3"))
for key in ("before", "after", "topk-before", "topk-after", "topk-ops", "topk-kernels"):
    say(f"fig.fusion-{key}", figures[f"fusion-{key}"].bare)
say("fig.graphs-padding", figures["graphs-padding"], 1)

# %% [markdown]
# Fusing the choice of experts took {n}`fig.fusion-topk-ops` operations of a layer to {n}`fig.fusion-topk-kernels` kernels. Its time fell
# from {n}`fig.fusion-topk-before` to {n}`fig.fusion-topk-after` microseconds. By what that gained, a whole step took about
# {n}`fuse.early-step`. So the host took longer than the GPU, even at hundreds of requests. This was software of early 2025 that
# launched kernel by kernel from Python. Graphs and fusion ended that.
#
# ## Graphs and the named fusion were on in both rounds

# %% tags=["hide-input"]
from claimcheck.analysis.mechanisms.roofline import NARROW, bounds, step_time
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.data.tables import load

found = read_runs(load("operating_points"), load("engine_settings"))
setup, server = found.setup, found.logged()
before, after = found.named["before"], found.named["nebius-8"]
names = ["build_use_fused_mlp", "cuda_graph_enabled", "cuda_graph_padding", "cuda_graph_batch_sizes", "moe_backend"]
used = pd.DataFrame({"before": found.submitted(before.row_id), "after": found.submitted(after.row_id)}).loc[names]
holds("So was the one fusion that settings name.", set(used.loc["build_use_fused_mlp"]) == {"enable"})
holds("Kernels for the experts did change.", used.loc["moe_backend"].nunique() == 2)
table(
    "fusion-settings",
    "Settings of the entries behind the published ratio",
    used.rename_axis("setting").reset_index(),
    "setting before after",
    headings={"before": before.label, "after": after.label},
    behind=[before.row_id, after.row_id],
)

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

# %%
kernels = figures["launches.kernels"].bare  # in a layer, assumed
launch = figures["launches.launch_us"]
launches = (kernels * layers * launch / per_ms).called("launches of a step")
slower = (server.logged_ms / bounds(setup, server).floor_ms).median()


def without_launches(requests, launches=launches, **basis):
    """Rate without launches over the rate with them, if nothing hides them."""
    needed = 1000 * slower * step_time(setup, requests, NARROW, before.context)
    of = f"step by our model, {requests:.0f} requests per GPU"
    step = value(needed, "ms", of=of, **basis)
    ratio = (step + launches) / step
    return ratio.called("rate without launches over with", step.how)


say("fuse.alone", without_launches(1, source="roofline of DeepSeek-R1 on GB300"))
say("fuse.before.launches", without_launches(before.requests, rows=before))
say("fuse.nebius-8.launches", without_launches(after.requests, rows=after))

# %% tags=["hide-input"]
fewest, most = figures.range("launches.kernels")
curve = pd.DataFrame(
    {
        "name": f"{number} a layer",
        "requests": 2 ** (i / 4),
        "speedup": without_launches(2 ** (i / 4), number * layers * launch / per_ms, source="roofline").value,
    }
    for number in (fewest.bare, kernels, most.bare)
    for i in range(42)
)
show(
    "fusion-launches",
    "In our model launches cost half a step at one request, little at hundreds",
    model_lines(
        curve,
        ("name", "kernels a layer"),
        Axis("requests", "requests in flight per GPU", (1, 1300), (1, 4, 16, 64, 256, 1024), log=True),
        Axis("speedup", "rate without launches over with, by kernels a layer", (0.9, 4.2), (1, 1.5, 2, 3, 4), log=True, suffix="x"),
        main=f"{kernels} a layer",
        rules=[
            Rule("published pair:\nbefore", x=before.requests, side=-1),
            Rule("after", x=after.requests, side=1),
            Rule("", y=1.0),
        ],
    ),
    note="Our model of DeepSeek-R1 on GB300, no measurement: every launch delays the step and none is hidden, the case most "
    "favourable to fusion. Dashed: requests in flight per GPU of the two runs behind the published ratio, where graphs were on.",
)

# %% tags=["hide-cell"]
say("fuse.kernels", (kernels * layers).called("assumed kernels of a layer × layers"))
say("fuse.launch", launch)
say("fuse.launches", launches)
say("fuse.slower", value(slower, "x", of="logged median step over its roofline, median of the Server runs on GB300", rows=server), 1)
logged = {run.row_id: value(run.logged_ms, "ms", of=f"logged median step of {run.label}", rows=run) for run in (before, after)}
for key, run in {"before": before, "nebius-8": after}.items():
    # Every token's state is written and read once.
    moved = 2 * run.requests * setup.model.hidden * figures["launches.bytes"].value * setup.model.layers
    traffic = value(moved / setup.gpu.memory_bandwidth * 1000, "ms", of="traffic of one kernel in every layer at the peak of memory", rows=run)
    say(f"fuse.{key}.traffic", (traffic / logged[run.row_id]).percent, 1)
for end, number, time in zip(("least", "most"), (fewest, most), figures.range("launches.launch_us")):
    tried = (number.bare * layers * time / per_ms).called(f"launches of a step, {end} that we tried")
    say(f"fuse.share-{end}", (tried / logged[before.row_id]).percent)

# %% [markdown]
# Without launches a step would be {n}`fuse.alone` as fast with one request on a GPU. At the loads of the published pair it would be
# {n}`fuse.before.launches` (v5.1) and {n}`fuse.nebius-8.launches` (v6.0) as fast. Our numbers for launches are assumptions. With the
# fewest and shortest that we tried, launches are {n}`fuse.share-least` of the logged step in v5.1; with the most and longest,
# {n}`fuse.share-most`.
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
from claimcheck.analysis.serving.outcomes import fitted_step, open_variants
from claimcheck.analysis.serving.simulate import output_lengths
from claimcheck.charts.theme import RULE, SEQUENTIAL


def parts(group, form, run):
    """Parts of a mean step in ms in one fit, at the load of a run; a step lasts as long as the run's median token."""
    model = found.model
    cached = output_lengths(model, model.variants[form]).cached_tokens(0, model.published_mean)
    step = fitted_step(found.fits, group, form)
    each = step.per_request_us / 1000 + cached * step.per_token_ns / 1e6
    inputs = run.rate * run.logged_ms / 1000
    return {"fixed": step.base_ms, "requests": run.requests * each, "prefill": inputs * step.prefill_ms}


fitted = [parts(BEFORE if run["round"] == "v5.1" else AFTER, "main", run) for _, run in server.iterrows()]
bars = server.drop(columns="requests").join(pd.DataFrame(fitted))
bars["waiting"] = bars.logged_ms - bars.fixed - bars.requests - bars.prefill
bars["end"] = bars.logged_ms.map("{:.0f} ms".format)
show(
    "fusion-parts",
    "In the plain fit the part of a step that grows with requests fell",
    parts_of(
        bars,
        {
            "fixed": ("fixed", SEQUENTIAL[2]),
            "requests": ("grows with requests", SEQUENTIAL[4]),
            "prefill": ("prefill", SEQUENTIAL[0]),
            "waiting": ("waiting of ranks, padding", RULE),
        },
        "end",
        axis="ms a step: logged median time of a token",
        row_ids=list(bars.row_id),
    ),
    note="DeepSeek-R1 Server on GB300. The length of a bar is logged; its parts are those of the serving model fitted to each "
    "round's single engines. The number after a submitter is its GPUs.",
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the parts of a step in every form of the fit", "code_prompt_hide": "Hide the parts of a step in every form of the fit"}
later = open_variants(found.model, found.fits, AFTER)
forms = pd.DataFrame(
    {"form": form}
    | {f"{part}_before": ms for part, ms in parts(BEFORE, form, before).items()}
    | {f"{part}_after": ms for part, ms in parts(AFTER, form if form in later else "main", before).items()}
    for form in open_variants(found.model, found.fits, BEFORE)
)
table(
    "fusion-forms",
    "Parts of a step by every form of the fit at the load of NVIDIA's rack in v5.1, in ms",
    forms,
    "form fixed_before fixed_after requests_before requests_after",
    headings={
        "form": "Form of the step",
        "fixed_before": "Fixed, v5.1",
        "fixed_after": "Fixed, v6.0",
        "requests_before": "Grows with requests, v5.1",
        "requests_after": "Grows with requests, v6.0",
    },
    note="Serving model on GB300, no MLPerf result. Held: the time per request of v5.1 is held at so many µs, and v6.0 has its "
    "plain fit, since its two runs determine that time.",
    behind=[before.row_id],
)

# %% tags=["hide-cell"]
plain = forms.set_index("form").loc["main"]
for side, group in {"before": BEFORE, "after": AFTER}.items():
    for part in ("fixed", "requests"):
        of = f"fitted part of a step, {part}, at the load of {before.label}, {group}, serving model on GB300, no MLPerf result"
        say(f"fuse.part.{part}-{side}", value(plain[f"{part}_{side}"], "ms", of=of, rows=before))
fell, grown = forms.fixed_before - forms.fixed_after, forms.requests_before
for end, ms in {"low": grown.min(), "high": grown.max()}.items():
    of = f"{end}est fitted part of a step that grows with requests, over all forms of the fit, {before.label}, serving model"
    say(f"fuse.part.requests-{end}", value(ms, "ms", of=of, rows=before))
say("fuse.forms-n", value(len(forms), of="forms of the step that were fitted", source="serving model"))
say("fuse.base-fell-n", value((fell > 0).sum(), of="forms in which the fixed part of a step fell", source="serving model"))
grew_less = grown > forms.requests_after
say("fuse.requests-fell-n", value(grew_less.sum(), of="forms in which the part that grows with requests fell", source="serving model"))
most = value(fell.max(), "ms", of="how far the fixed part of a step fell at most, over all forms", rows=before)
say("fuse.base-fell-most", most)
say("fuse.fixed-most", logged[before.row_id] / (logged[before.row_id] - most))

# %% [markdown]
# Fewer launches would show in the fixed part, which did not fall in the plain fit: {n}`fuse.part.fixed-before` in v5.1,
# {n}`fuse.part.fixed-after` in v6.0. Kernels that do more work in the same time, and spared traffic, would show in the part that grows
# with requests. How a step of v5.1 divides into the two is the model's guess, because with few runs one part of the fit can take the
# place of the other.
#
# The fixed part fell in {n}`fuse.base-fell-n` of {n}`fuse.forms-n` forms of the fit, by {n}`fuse.base-fell-most` at most. If all of that
# had been launches, it would be worth {n}`fuse.fixed-most` at the load of v5.1; the model allows no more for launches alone. The part
# that grows with requests fell in {n}`fuse.requests-fell-n` forms.
#
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

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the published figures with their sources", "code_prompt_hide": "Hide the published figures with their sources"}
table(
    "fusion-published",
    "Published figures on launches, fusion and kernels, measured by others on other machines and traffic",
    published,
    "figure about conditions source",
    note="None is an MLPerf result.",
)

# %% [markdown]
# ## The claim
#
# ```{claim-list} 39
# ```
#
# ```{mlperf-footnote}
# ```
