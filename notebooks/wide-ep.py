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
# # Does spreading experts wider explain the gain?
#
# :::{admonition} The answer
# :class: cc-key
# **Not in Server: no submitter of DeepSeek-R1 on GB300 spread experts over more than {n}`switches.server-experts` GPUs, in MLPerf®
# Inference v5.1 or v6.0.** There was little to win. On NVIDIA's v5.1 rack a step took {n}`wide.before.step`, of which reading the
# experts needs {n}`wide.before.experts` at the memory's full speed.
#
# Without that reading the rate would be {n}`wide.before.removed` as high. If experts were read no nearer to full speed than all else
# was done, spreading them over {n}`wide.wide` GPUs would give {n}`wide.before.ideal`.
#
# Our roofline, a lower bound for the time of a step, suggests more where tokens must come fast: {n}`wide.at-tight` if a token may
# take {n}`wide.limit-tight`, and nothing at Server's {n}`wide.limit-server`. No entry ran both ways, so no result tests the claim.
# :::
#
# A mixture-of-experts model sends each token to a few of many experts. With many tokens in a step nearly every expert is needed, so
# each GPU reads all the experts it holds from memory, in every step. Spread over more GPUs, each holds and reads fewer. That is wide
# expert parallelism (WideEP; EP8 and EP32 mean over 8 and 32). The price is that tokens travel to their experts and back over the
# network.

# %% tags=["hide-cell"]
import math

import pandas as pd

from claimcheck.analysis.mechanisms import roofline
from claimcheck.analysis.mechanisms.roofline import step, step_time, weight_bytes
from claimcheck.analysis.mechanisms.runs import read_runs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, model_lines, parts_of
from claimcheck.charts.theme import RULE, SEQUENTIAL
from claimcheck.claims import caption
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

results = tables.load("inference_results")
found = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, setup = found.figures, found.setup

# %% [markdown]
# ## The arithmetic
#
# The model's configuration and the chip's data sheet give the bytes of experts on a GPU, and the time to read them:

# %%
m, gpu = figures.values("model"), figures.values("gpu")
ours = figures.values("assumed")
expert = 3 * m["hidden"] * m["expert_inner"]  # weights of one expert
layers = m["layers"] - m["dense_layers"]
rows = {}
for width in (8, 16, 32, 72):
    held = math.ceil(m["experts"] / width)
    read = held * expert * layers * ours["expert_bytes"]
    rows[f"EP{width}"] = {
        "experts a layer": held,
        "GB": read / 1e9,
        "ms": read / gpu["memory_bandwidth"] * 1000,
    }
pd.DataFrame(rows).T.round(2)

# %% [markdown]
# A GPU reads all its experts once the tokens of a step, on all GPUs together, need each of them. A token misses an expert with a
# chance of 1 less {n}`fig.chosen` of {n}`fig.experts`, in each layer:

# %%
miss = 1 - m["chosen"] / m["experts"]
share = {
    f"EP{width}": {b: 1 - miss ** (b * width) for b in (1, 4, 16, 64)}
    for width in (8, 32, 72)
}
pd.DataFrame(share).rename_axis("requests per GPU").round(3)

# %% [markdown]
# These are the Server runs on GB300, all on EP8. The length of a step is the logged median time of a token, since each step gives one:

# %%
runs = found.logged().set_index("label")
reading = rows["EP8"]["ms"]
pd.DataFrame(
    {
        "in flight per GPU": runs.requests,
        "step, ms": runs.logged_ms,
        "experts, ms": reading,
        "share": reading / runs.logged_ms,
        "ratio if gone": runs.logged_ms / (runs.logged_ms - reading),
    }
).round(3)

# %% tags=["hide-cell"]
bounds = roofline.bounds(setup, runs.reset_index())
assert abs(bounds.experts - reading).max() < 1e-9
assert abs(bounds.removed.to_numpy() - (runs.logged_ms / (runs.logged_ms - reading)).to_numpy()).max() < 1e-9
assert round(setup.model.parameters / 1e9) == m["parameters_billion"]
strongest = bounds.set_index("label").ideal["v5.1 NVIDIA, 72"] - 1
published = found.points.per_accelerator[[found.named[name].row_id for name in ("nebius-8", "before")]]
assert strongest < (published.iloc[0] / published.iloc[1] - 1) / 4  # said below: less than a quarter of the way
assert bounds.over_floor.min() > 2.5 and bounds.over_floor.max() < 5.5  # and: three to five times
print(f"The package's model has {setup.model.parameters / 1e9:.1f} billion weights, as many as its makers say.")

# %% [markdown]
# ## Reading experts is a small part of a Server step
#
# For each part of a step, a roofline takes the longer of reading its bytes and doing its arithmetic, at the chip's peaks. No software
# can be faster.

# %% tags=["hide-input"]
NAMES = {
    "experts": ("experts", SEQUENTIAL[4]),
    "attention": ("attention over the KV cache", SEQUENTIAL[2]),
    "dense": ("other weights", SEQUENTIAL[1]),
    "exchange": ("exchange of tokens", SEQUENTIAL[0]),
    "rest": ("above the roofline", RULE),
}
bars = bounds.assign(rest=bounds.logged_ms - bounds.floor_ms, end=[f"{v:.0f} ms" for v in bounds.logged_ms])
behind = results[results.row_id.isin(bars.row_id)]
Figure(
    parts_of(bars, NAMES, "end", axis="ms a step: logged median time of a token", row_ids=list(bars.row_id)),
    id="wide-ep-steps",
    title=f"Reading experts at memory's peak takes at most {bounds.share.max():.0%} of a Server step",
    description="Stacked bars, one a run, of the parts of a decoding step in ms. "
    + "; ".join(
        f"{r.label}: {r.requests:.0f} requests in flight per GPU, logged {r.logged_ms:.1f} ms, of which experts {r.experts:.1f}, "
        f"attention {r.attention:.1f}, other weights {r.dense:.1f}, exchange {r.exchange:.1f}"
        for r in bars.itertuples()
    )
    + ".",
    caption=caption(
        "DeepSeek-R1 Server on GB300. The length of a bar is logged; its coloured parts are our roofline at the run's load, "
        "one after another. The number after a submitter is its GPUs; runs differ in round, submitter and number "
        "of GPUs, and CoreWeave's of v5.1 is a preview.",
        behind,
    ),
)

# %% tags=["hide-cell"]
named = {name: bounds.set_index("row_id", drop=False).loc[found.named[name].row_id] for name in ("before", "nebius-8")}
state(
    number(f"wide.{name}.{what}", value, unit, decimals, how=f"{run.label}: {how}", rows=run)
    for name, run in named.items()
    for what, value, unit, decimals, how in (
        ("requests", run.requests, "requests", 0, "requests in flight per GPU"),
        ("step", run.logged_ms, "ms", 1, "logged median time of a token"),
        ("experts", run.experts, "ms", 1, "experts at the peak of memory"),
        ("of-floor", run.experts / run.floor_ms * 100, "%", 0, "experts, of the step's roofline"),
        ("removed", run.removed, "x", 2, "ratio if experts took no time"),
        ("ideal", run.ideal, "x", 2, f"ratio of rooflines, {roofline.NARROW} over {roofline.WIDE} GPUs"),
        ("over-floor", run.over_floor, "x", 1, "logged step over the roofline"),
    )
)

# %% [markdown]
# At the load of Nebius's v6.0 entry reading the experts takes {n}`wide.nebius-8.experts` of a step of {n}`wide.nebius-8.step`. Without
# it the rate would be {n}`wide.nebius-8.removed` as high; by roofline {n}`wide.wide` GPUs would give {n}`wide.nebius-8.ideal`.
# Experts are {n}`wide.nebius-8.of-floor` of that step's roofline.
#
# Between the rounds the roofline itself rose, because attention reads the cache of each request and more were in flight. The
# logged step rose less: it took {n}`wide.before.over-floor` its roofline in v5.1 and {n}`wide.nebius-8.over-floor` in v6.0. Steps became
# more efficient without experts being moved.
#
# ## Wider experts pay under a tight limit on tokens
#
# With a tight limit few requests fit into a step, and reading experts takes most of it. With a loose limit attention and the exchange
# of tokens grow with the requests, while the experts' bytes stay the same.

# %% tags=["hide-input"]
context = found.context
grid = [6 * 1.06**i / 1000 for i in range(49)]
lines = []
for name, share in (("kernels\nat peak", 1.0), ("at half", 0.5), ("at a\nquarter", 0.25)):
    line = roofline.at_latency(setup.but(achieved=share), grid, context, (8, 32))
    line = line[(line.width == 32) & line.gain.notna()]
    # With a tighter limit than at the highest gain, even EP32 serves next to nobody.
    lines.append(line[line.limit_ms >= line.limit_ms[line.gain.idxmax()]].assign(kernels=name))
lines = pd.concat(lines, ignore_index=True)
limits = {name: found.limits(name.capitalize()).tpot_ms for name in ("interactive", "server")}
peak = roofline.at_latency(setup, [v / 1000 for v in limits.values()], context, (8, 32))
gains = dict(zip(limits, peak[peak.width == 32].gain))
assert gains["server"] < 1.02  # the title says so
Figure(
    model_lines(
        lines,
        ("kernels", "share of peak reached by the kernels"),
        Axis("limit_ms", "limit on a step, ms", (6, 100), (6, 10, 15, 20, 30, 50, 80), log=True),
        Axis("gain", "tokens/s per GPU, EP32 over EP8", (0.9, 5), (1, 1.5, 2, 3, 4, 5), log=True, suffix="x"),
        rules=[
            Rule("Server", x=limits["server"]),
            Rule("Interactive", x=limits["interactive"]),
            Rule("", y=1.0),
        ],
    ),
    id="wide-ep-limit",
    title=f"In our roofline wider experts gain {gains['interactive']:.1f}x at Interactive's limit, nothing at Server's",
    description="Lines of the ratio of tokens per second and GPU, EP32 over EP8, against the limit on a step, for kernels at "
    "the chip's peaks, at half and at a quarter of them. All fall towards 1 as the limit grows, later for slower kernels. "
    + "; ".join(f"at {k}'s limit of {limits[k]:g} ms {g:.2f}" for k, g in gains.items())
    + ".",
    caption="Our model of DeepSeek-R1 on GB300, no measurement: as many requests per GPU as keep a step within the limit and "
    "fit into memory, one token a step. Dashed: the benchmark's limits on the 99th percentile of the time per token. "
    "Constants and their sources: data/mechanism_figures.yml.",
)

# %% tags=["hide-cell"]
NARROW, WIDE, TIGHT_MS = roofline.NARROW, roofline.WIDE, 10  # a limit tighter than any of the benchmark's, in ms
loads = [2 ** (i / 4) for i in range(44)]  # requests per GPU, from one to more than fit


def gain(setup, requests, context):
    """Time of a step on NARROW over WIDE GPUs at equal requests per GPU, by roofline."""
    return step_time(setup, requests, NARROW, context) / step_time(setup, requests, WIDE, context)


def led(width):
    """Numbers of requests per GPU, as many as fit, at which experts are the largest part of a step's roofline."""
    fits = range(1, int(roofline.requests_that_fit(setup, width, context)) + 1)
    parts = {one: step(setup, one, width, context) for one in fits}
    return [one for one in fits if parts[one]["experts"] >= max(parts[one].values())]


leads = {width: led(width) for width in (NARROW, WIDE)}
assert leads[NARROW] and not leads[WIDE]  # said below: on EP32 never
best_at = max(loads, key=lambda one: gain(setup, one, context))
slow, server = setup.but(achieved=0.25), limits["server"] / 1000
live = found.logged("Interactive").set_index("submitter", drop=False).loc["NVIDIA"]
pools = found.pools(live.row_id)
load = live.whole / pools["decode"]
narrow, wide = (step_time(setup, load, width, live.context, 3) for width in (NARROW, pools["width"]))
routed = m["experts"] * expert * layers


def at_limit(setup, seconds):
    """Tokens/s per GPU on WIDE over NARROW GPUs, a step within the limit."""
    return roofline.at_latency(setup, [seconds], context, (NARROW, WIDE)).gain.iloc[-1]


most = f"highest ratio of steps, {NARROW} over {WIDE} GPUs, over all numbers of requests"
state(
    number("wide.narrow", NARROW, how="GPUs over which the Server entries spread experts"),
    number("wide.wide", WIDE, how="GPUs over which the published comparison spreads them"),
    number(
        "wide.routed-percent",
        routed / setup.model.parameters * 100,
        "%",
        1,
        how="three matrices × layers × routed experts, over all weights, in percent",
    ),
    (
        number(
            f"wide.room-{width}",
            roofline.requests_that_fit(setup, width, context),
            "requests",
            how=f"memory left by the weights on {width} GPUs × {roofline.CACHE_SHARE}, over the cache of a mean request",
        )
        for width in (NARROW, WIDE)
    ),
    (
        number(f"wide.weights-{width}-gb", weight_bytes(setup, width) / 1e9, "GB", how=f"weights on a GPU of {width}")
        for width in (NARROW, WIDE)
    ),
    number("wide.context", context, "tokens", how="mean input + E[L²] / (2 E[L]) of the published lengths"),
    number(
        "wide.leads-until",
        max(leads[NARROW]),
        "requests",
        how=f"requests per GPU up to which experts are the largest part of a step's roofline on {NARROW} GPUs",
    ),
    number("wide.best", gain(setup, best_at, context), "x", 2, how=most),
    number("wide.best-at", best_at, "requests", how=f"requests per GPU at the {most}"),
    (
        number(
            f"wide.at-{name}",
            at_limit(setup, ms / 1000),
            "x",
            2,
            how=f"tokens/s per GPU with a step of at most {ms:g} ms, {WIDE} over {NARROW} GPUs, roofline",
        )
        for name, ms in {"tight": TIGHT_MS, **limits}.items()
    ),
    (number(f"wide.limit-{name}", ms, "ms", how="limit on a step") for name, ms in {"tight": TIGHT_MS, **limits}.items()),
    number(
        "wide.at-server-slow",
        at_limit(slow, server),
        "x",
        2,
        how=f"as at-server, every part at a quarter of its peak, {WIDE} over {NARROW} GPUs",
    ),
    number(
        "wide.interactive.width",
        pools["width"],
        how="GPUs over which a decode server spreads experts",
        rows=live,
    ),
    number(
        "wide.interactive.requests",
        load,
        "requests",
        how="requests in flight over the GPUs that decode; those still in prefill count as well",
        rows=live,
    ),
    number(
        "wide.interactive.ideal",
        narrow / wide,
        "x",
        2,
        how=f"roofline of a step that verifies three drafts, {NARROW} over {pools['width']} GPUs",
        rows=live,
    ),
)

# %% [markdown]
# At Interactive's limit of {n}`wide.limit-interactive` the roofline gives {n}`wide.at-interactive`, at Server's {n}`wide.at-server`. Real
# runs took three to five times their roofline. If every part runs at a quarter of its peak, which is in between, Server's limit still
# leaves {n}`wide.at-server-slow`.
#
# At equal numbers of requests EP32 gives at most {n}`wide.best` over EP8, at about {n}`wide.best-at` per GPU. On EP8 experts are the
# largest part of a step's roofline up to {n}`wide.leads-until` per GPU. On EP32 they never are: the rest of the weights, which every
# GPU holds in full, takes longer. That agrees with the claim's words, but no run tests it. TensorRT-LLM's own engineers say that
# little may be gained where experts do not dominate the time
# ([tech blog 4](https://github.com/NVIDIA/TensorRT-LLM/blob/1d263f15a979ef2902c60de3f6238bcc0952bb29/docs/source/blogs/tech_blog/blog4_Scaling_Expert_Parallelism_in_TensorRT-LLM.md)).
#
# **Memory.** Wider experts leave room for requests. A GPU holds {n}`wide.weights-8-gb` of weights on EP8 and {n}`wide.weights-32-gb` on
# EP32, so that {n}`wide.room-8` or {n}`wide.room-32` of mean length fit. No Server run held more than {n}`wide.nebius-8.requests`: memory
# did not stop them.
#
# **Interactive.** NVIDIA's decode servers spread experts over {n}`wide.interactive.width` GPUs and held
# {n}`wide.interactive.requests` per GPU. With three drafts to be verified in a step ([multi-token prediction](mtp.ipynb)), the roofline
# gives {n}`wide.interactive.ideal` over {n}`wide.narrow` GPUs. No run without it exists to compare with, and as the scenario was new, there is no
# gain between rounds to explain.
#
# ## Published figures
#
# None is an MLPerf result.

# %% tags=["hide-input"]
ResultsTable(
    id="wide-ep-published",
    frame=figures.table("published", "wide-ep"),
    caption="Published gains from wide expert parallelism. Measured by others, on other machines and traffic.",
    columns={"value": "Ratio", "about": "What", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
    formats={"value": ".2f"},
)

# %% tags=["hide-cell"]
sizes = {key: figures.sections["model"][key] for key in ("chosen", "experts")}
state(number(f"fig.{one.key}", **one.quantity) for one in [*figures.about("wide-ep"), *sizes.values()])

# %% [markdown]
# {n}`fig.wide-ep-alone`, with disaggregation and MTP on both sides, is below the model's highest ratio. {n}`fig.wide-ep-together` is not WideEP's alone: three other
# mechanisms were on as well.
#
# ## Claim 37
#
# ```{claim-card} 37
# ```
#
# ## Sensitivity
#
# The gain of EP32 over EP8 at the load of NVIDIA's v5.1 rack, the more favourable of the published pair, and the highest gain at any
# load. One assumption changes at a time, to the ends that `mechanism_figures.yml` gives.

# %%
a = figures.sections["assumed"]
changes = {
    "as assumed": {},
    "experts in FP8": {"expert_bytes": a["expert_bytes"].high},
    "attention's weights in FP4": {"dense_bytes": a["dense_bytes"].low},
    "KV cache in BF16": {"cache_bytes": a["cache_bytes"].high},
    "exchange in FP4": {"return_bytes": a["return_bytes"].low},
    "exchange in BF16": {"send_bytes": a["send_bytes"].high},
    "inputs half as long": {"context": context - ours["input_tokens"] + a["input_tokens"].low},
    "inputs twice as long": {"context": context - ours["input_tokens"] + a["input_tokens"].high},
    "half of every peak": {"achieved": a["achieved"].low},
    "some time for launches": {"fixed_s": a["fixed_s"].high},
    "some experts hotter": {"spread": a["spread"].high / 2},
    "some much hotter": {"spread": a["spread"].high},
}
load = float(runs.loc["v5.1 NVIDIA, 72"].requests)
rows = {}
for words, changed in changes.items():
    other, held = setup.but(**{k: v for k, v in changed.items() if k != "context"}), changed.get("context", context)
    gains = pd.Series({one: gain(other, one, held) for one in loads})
    rows[words] = {"at that load": gain(other, load, held), "highest": gains.max(), "highest at": gains.idxmax()}
pd.DataFrame(rows).T.rename_axis("assumption").round(2)

# %% [markdown]
# A share of every peak changes no ratio at equal load, because it makes all parts longer alike. Unequal popularity costs the wider group
# more, since each GPU holds fewer experts and all wait for the busiest; expert load balancing (EPLB) exists for that.
#
# For each Server run: the ratio with experts and exchange as on EP32 and all else as logged, and the ratio with every part equally
# far from its peak.

# %%
table = bounds.set_index("label")[["widened", "ideal"]]
table.round(2)

# %% [markdown]
# ## The strongest case for the claim
#
# - If experts were read no nearer to their peak than the rest, they took {n}`wide.before.of-floor` of a v5.1 step, and EP32 would have
#   given {n}`wide.before.ideal`. That is the most we can make of it in the submitted precision, and less than a quarter of the way to
#   {n}`claim.1.published`.
# - Experts are {n}`wide.routed-percent` of the model's weights. Where a user waits for every token, reading them is the
#   longest part of a step's roofline, and spreading them shortens it.
# - NVIDIA's Server settings of v5.1 chose the backend that TensorRT-LLM calls WIDEEP, on {n}`switches.server-experts` GPUs a server, and
#   dropped it before v6.0 ([which switches were on](switches.ipynb)). It was there before the gain.
#
# ## Limits
#
# - A roofline leaves out network latency, imbalance of attention, launches and the host. These make steps longer, and the exchange on
#   many GPUs more expensive than here.
# - Requests are taken as of mean length: published answers and an assumed input, {n}`wide.context`.
# - Prefill is left out. It shares the GPU in Server, and widening does little for it.
# - FP8 and BF16 rates, memory and NVLink of the chip are from a cloud's table, not from the vendor.
#
# ```{mlperf-footnote}
# ```
