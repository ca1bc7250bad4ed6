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
# take {n}`wide.limit-tight`. At Server's limit of {n}`wide.limit-server` it suggests nothing. No entry ran both ways, so no result
# tests the claim.
# :::
#
# A mixture-of-experts model sends each token to a few of many experts. With many tokens in a step nearly every expert is needed, so
# each GPU reads all the experts it holds from memory, in every step. Spread over more GPUs, each holds and reads fewer. That is wide
# expert parallelism (WideEP; EP8 and EP32 mean over 8 and 32). The price is that tokens travel to their experts and back over the
# network.

# %% [markdown]
# ## Reading experts is a small part of a Server step
#
# The model's configuration and the chip's data sheet give the bytes of experts on a GPU and the time to read them. A step lasts as
# long as the logged median time of a token, since in Server each step gives one:

# %%
from claimcheck.notebook import Quantity, figures, operating_points, say, value

sizes = ("experts", "layers", "dense_layers", "hidden", "expert_inner")
numbers = (figures[f"model.{size}"].bare for size in sizes)
experts, layers, dense, hidden, inner = numbers
weights = 3 * hidden * inner * (layers - dense)  # one expert a layer
held = experts / value(8, of="GPUs that share them", source="settings")
read = held * weights * figures["assumed.expert_bytes"]
reading = read / figures["gpu.memory_bandwidth"] * Quantity(1000, "ms/s")

r1 = operating_points(benchmark="deepseek-r1", chip="GB300")
server = r1(scenario="Server")
before = server.one(round="v5.1", submitter="NVIDIA")
nebius = server.one(round="v6.0", submitter="Nebius", accelerators=8)
for name, run in {"before": before, "nebius-8": nebius}.items():
    step = run.tpot_p50_ms
    say(f"wide.{name}.step", step, 1)
    say(f"wide.{name}.removed", step / (step - reading))
reading = reading.called("reading experts at memory's full speed")
say("wide.before.experts", reading, 1)

# %% [markdown]
# A GPU reads all its experts once the tokens of a step, on all GPUs together, need each of them. A token misses an expert with a
# chance of 1 less {n}`fig.chosen` of {n}`fig.experts`, in each layer. For the other parts of a step a roofline takes the longer of
# reading its bytes and doing its arithmetic, at the chip's peaks. No software can be faster.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.mechanisms import roofline
from claimcheck.analysis.mechanisms.roofline import NARROW, WIDE, step_time, weight_bytes
from claimcheck.analysis.mechanisms.runs import read_runs
from claimcheck.charts.mechanisms import Axis, Rule, model_lines, parts_of
from claimcheck.charts.theme import RULE, SEQUENTIAL
from claimcheck.data import tables
from claimcheck.notebook import holds, show, table

found = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
setup, context = found.setup, found.context
bounds = roofline.bounds(setup, found.logged())
ROOFLINE = {"source": "our roofline of DeepSeek-R1 on GB300"}

# %% tags=["hide-input"]
show(
    "wide-ep-steps",
    f"Reading experts at memory's peak takes at most {bounds.share.max():.0%} of a Server step",
    parts_of(
        bounds.assign(rest=bounds.logged_ms - bounds.floor_ms, end=[f"{ms:.0f} ms" for ms in bounds.logged_ms]),
        {
            "experts": ("experts", SEQUENTIAL[4]),
            "attention": ("attention over the KV cache", SEQUENTIAL[2]),
            "dense": ("other weights", SEQUENTIAL[1]),
            "exchange": ("exchange of tokens", SEQUENTIAL[0]),
            "rest": ("above the roofline", RULE),
        },
        "end",
        axis="ms a step: logged median time of a token",
        row_ids=list(bounds.row_id),
    ),
    note="DeepSeek-R1 Server on GB300. The length of a bar is logged; its coloured parts are our roofline at the run's load, "
    "one after another. The number after a submitter is its GPUs.",
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what each run could gain", "code_prompt_hide": "Hide what each run could gain"}
table(
    "wide-ep-runs",
    "What wider experts could have gained in Server runs of DeepSeek-R1 on GB300, all with experts over eight GPUs",
    bounds.assign(share=100 * bounds.share),
    "round submitter accelerators requests logged_ms share removed widened ideal",
    headings={
        "requests": "In flight per GPU",
        "logged_ms": "Step, ms",
        "share": "Experts, %",
        "removed": "If gone",
        "widened": "As on 32",
        "ideal": "All at peak",
    },
    note="Ratios of rates. If gone: reading experts takes no time. As on 32: experts and exchange as on 32 GPUs, all else as logged. "
    "All at peak: 32 GPUs over eight, every part at its peak.",
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the bytes of experts by number of GPUs", "code_prompt_hide": "Hide the bytes of experts"}
model, loads = setup.model, (1, 4, 16, 64)
held = pd.DataFrame({"width": roofline.WIDTHS}).assign(
    experts=lambda t: [roofline.experts_read(model, 1e9, width) for width in t.width],
    gigabytes=lambda t: t.experts * weights.value * setup.assumed.expert_bytes / 1e9,
    ms=lambda t: 1e12 * t.gigabytes / setup.gpu.memory_bandwidth,
    **{
        f"{n}": lambda t, n=n: 100 * (1 - (1 - model.chosen / model.experts) ** (n * t.width)) for n in loads
    },
)
table(
    "wide-ep-bytes",
    "Experts that a GPU holds, the time to read them, and the share that a step needs by requests per GPU",
    held,
    [*held],
    headings={"width": "GPUs", "experts": "Experts a layer", "gigabytes": "GB", "ms": "ms"} | {f"{n}": f"{n}, %" for n in loads},
)

# %% tags=["hide-cell"]
for name, run in {"before": before, "nebius-8": nebius}.items():
    load = found.named[name]
    floor, wider = (
        value(1000 * step_time(setup, load.requests, width, load.context), "ms", of=f"roofline of a step on {width} GPUs", rows=run)
        for width in (NARROW, WIDE)
    )
    say(f"wide.{name}.requests", run.in_flight_per_accelerator)
    say(f"wide.{name}.of-floor", (reading / floor).percent.called("reading experts, of the roofline of a step", run.words))
    say(f"wide.{name}.ideal", floor / wider)
    say(f"wide.{name}.over-floor", run.tpot_p50_ms / floor, 1)
say("wide.narrow", value(NARROW, of="GPUs over which the Server entries spread experts", source="settings"))
say("wide.wide", value(WIDE, of="GPUs over which the published comparison spreads them", source="its text"))
for name in ("chosen", "experts"):
    say(f"fig.{name}", figures[f"model.{name}"].bare)
least = bounds.set_index("label").ideal["v5.1 NVIDIA, 72"] - 1
published = nebius.per_accelerator / before.per_accelerator
holds("less than a quarter of the way to", least < (published.value - 1) / 4)
holds("Real runs took three to five times their roofline", bounds.over_floor.between(2.5, 5.5).all())

# %% [markdown]
# At the load of Nebius's v6.0 entry a step took {n}`wide.nebius-8.step`, and reading the experts takes as long as on NVIDIA's rack.
# Without it the rate would be {n}`wide.nebius-8.removed` as high; by roofline EP32 would give {n}`wide.nebius-8.ideal`.
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
LIMITS = {"tight": 10} | {name: found.limits(name.capitalize()).tpot_ms for name in ("interactive", "server")}  # ms


def at_limit(setup, limits_ms):
    """Tokens/s per GPU on WIDE over NARROW GPUs, a row for each limit on a step."""
    both = roofline.at_latency(setup, [ms / 1000 for ms in limits_ms], context, (NARROW, WIDE))
    return both[(both.width == WIDE) & both.gain.notna()]


lines = []
for name, share in (("kernels\nat peak", 1.0), ("at half", 0.5), ("at a\nquarter", 0.25)):
    line = at_limit(setup.but(achieved=share), [6 * 1.06**i for i in range(49)])
    # With a tighter limit than at the highest gain, even EP32 serves next to nobody.
    lines.append(line[line.limit_ms >= line.limit_ms[line.gain.idxmax()]].assign(kernels=name))
gains = dict(zip(LIMITS, at_limit(setup, LIMITS.values()).gain))
show(
    "wide-ep-limit",
    f"In our roofline wider experts gain {gains['interactive']:.1f}x at Interactive's limit, nothing at Server's",
    model_lines(
        pd.concat(lines, ignore_index=True),
        ("kernels", "share of peak reached by the kernels"),
        Axis("limit_ms", "limit on a step, ms", (6, 100), (6, 10, 15, 20, 30, 50, 80), log=True),
        Axis("gain", "tokens/s per GPU, EP32 over EP8", (0.9, 5), (1, 1.5, 2, 3, 4, 5), log=True, suffix="x"),
        rules=[Rule("Server", x=LIMITS["server"]), Rule("Interactive", x=LIMITS["interactive"]), Rule("", y=1.0)],
    ),
    note="Our model of DeepSeek-R1 on GB300, no measurement: as many requests per GPU as keep a step within the limit and "
    "fit into memory, one token a step. Dashed: the benchmark's limits on the 99th percentile of the time per token.",
)

# %% tags=["hide-cell"]
def gain(setup, requests, context, width=WIDE, drafts=0, **basis):
    """Time of a step on NARROW over that on ``width`` GPUs at equal requests per GPU, by roofline."""
    times = [
        value(1000 * step_time(setup, requests, n, context, drafts), "ms", of=f"roofline of a step on {n} GPUs", **basis)
        for n in (NARROW, width)
    ]
    return times[0] / times[1]


def leading(width):
    """The most requests per GPU at which experts are the largest part of a step's roofline; 0 if they never are."""
    fits = range(1, int(roofline.requests_that_fit(setup, width, context)) + 1)
    parts = {n: roofline.step(setup, n, width, context) for n in fits}
    return max((n for n in fits if parts[n]["experts"] >= max(parts[n].values())), default=0)


holds("nothing at Server's", gains["server"] < 1.02)
holds("On EP32 they never are", leading(WIDE) == 0)
slower = setup.but(achieved=0.25), LIMITS["server"]
for name, (of_setup, ms) in ({name: (setup, ms) for name, ms in LIMITS.items()} | {"server-slow": slower}).items():
    rates = roofline.at_latency(of_setup, [ms / 1000], context, (NARROW, WIDE)).set_index("width").tokens_per_s
    peak = f"every part at {of_setup.assumed.achieved:.0%} of its peak"
    narrow, wide = (
        value(rates[n], "tokens/s", of=f"tokens/s per GPU within {ms:g} ms a step on {n} GPUs, {peak}", **ROOFLINE)
        for n in (NARROW, WIDE)
    )
    say(f"wide.at-{name}", wide / narrow)
for name, ms in LIMITS.items():
    say(f"wide.limit-{name}", value(ms, "ms", of="limit on a step", source="rules v6.0" if name != "tight" else "an example"))
LOADS = [2 ** (i / 4) for i in range(44)]  # requests per GPU, from one to more than fit
best_at = max(LOADS, key=lambda n: gain(setup, n, context, **ROOFLINE))
say("wide.best", gain(setup, best_at, context, **ROOFLINE))
say("wide.best-at", value(best_at, "requests", of="requests per GPU at which 32 GPUs gain most over eight", **ROOFLINE))
first = "requests per GPU up to which experts are the largest part of a step on eight GPUs"
say("wide.leads-until", value(leading(NARROW), "requests", of=first, **ROOFLINE))
for width in (NARROW, WIDE):
    fit = "requests of mean length whose KV cache fits beside the weights"
    say(f"wide.room-{width}", value(roofline.requests_that_fit(setup, width, context), "requests", of=f"{fit} on {width} GPUs", **ROOFLINE))
    say(f"wide.weights-{width}-gb", value(weight_bytes(setup, width) / 1e9, "GB", of=f"weights on a GPU of {width}", **ROOFLINE))
mean = "mean tokens in the KV cache of a request, E[L²] / (2 E[L]) of the published answers and the mean input"
say("wide.context", value(context, "tokens", of=mean, **ROOFLINE))
every = value(model.parameters, of="weights in all", source="the model's configuration")
say("wide.routed-percent", (experts * weights / every).percent.called("weights of routed experts, of all"), 1)

live = operating_points.one(row_id=found.logged("Interactive").set_index("submitter").row_id["NVIDIA"])
pools, logged = found.pools(live.row_id), found.logged("Interactive").set_index("row_id").loc[live.row_id]
decoding = value(pools["decode"], "GPU", of="GPUs that decode", rows=live)
load = (live.in_flight / decoding).called("requests in flight over the GPUs that decode; those in prefill count as well")
say("wide.interactive.width", value(pools["width"], of="GPUs over which a decode server spreads experts", rows=live))
say("wide.interactive.requests", value(load.value, "requests", of=load.how, rows=live))
verified = gain(setup, load.value, logged.context, pools["width"], 3, rows=live)
say("wide.interactive.ideal", verified.called("roofline of a step that verifies three drafts, on eight over sixteen GPUs"))

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
# EP32. So {n}`wide.room-8` or {n}`wide.room-32` of mean length fit. No Server run held more than {n}`wide.nebius-8.requests`: memory
# did not stop them.
#
# **Interactive.** NVIDIA's decode servers spread experts over {n}`wide.interactive.width` GPUs and held
# {n}`wide.interactive.requests` per GPU. With three drafts to be verified in a step ([multi-token prediction](mtp.ipynb)), the roofline
# gives {n}`wide.interactive.ideal` over {n}`wide.narrow` GPUs. No run without it exists to compare with, and as the scenario was new, there is no
# gain between rounds to explain.
#
# ## Published figures and claim 37
#
# NVIDIA published {n}`fig.wide-ep-alone`, with disaggregation and MTP on both sides, which is below the model's highest ratio.
# TensorRT-LLM's {n}`fig.wide-ep-together` is not WideEP's alone: three other mechanisms were on as well. Neither is an MLPerf result.
#
# ```{claim-list} 37
# ```

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the published figures with their sources", "code_prompt_hide": "Hide the published figures with their sources"}
say("fig.wide-ep-alone", figures["wide-ep-alone"], 1)
say("fig.wide-ep-together", figures["wide-ep-together"])
table(
    "wide-ep-published",
    "Published gains from wide expert parallelism, measured by others, on other machines and traffic",
    figures.about("wide-ep"),
    "figure about conditions source",
)

# %% [markdown]
# ## Sensitivity
#
# We changed one assumption at a time, to the ends that `mechanism_figures.yml` gives. A share of every peak changes no ratio at equal
# load, because it makes all parts longer alike. Unequal popularity costs the wider group more, since each GPU holds fewer experts and
# all wait for the busiest; expert load balancing (EPLB) exists for that.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the gains under other assumptions", "code_prompt_hide": "Hide the gains under other assumptions"}
names = ("expert_bytes", "dense_bytes", "cache_bytes", "return_bytes", "send_bytes", "input_tokens", "achieved", "fixed_s", "spread")
ends = {name: tuple(map(float, figures.range(f"assumed.{name}"))) for name in names}
shorter, longer = (context - setup.assumed.input_tokens + tokens for tokens in ends["input_tokens"])
assumptions = {
    "as assumed": {},
    "experts in FP8": {"expert_bytes": ends["expert_bytes"][1]},
    "attention's weights in FP4": {"dense_bytes": ends["dense_bytes"][0]},
    "KV cache in BF16": {"cache_bytes": ends["cache_bytes"][1]},
    "exchange in FP4": {"return_bytes": ends["return_bytes"][0]},
    "exchange in BF16": {"send_bytes": ends["send_bytes"][1]},
    "half of every peak": {"achieved": ends["achieved"][0]},
    "some time for launches": {"fixed_s": ends["fixed_s"][1]},
    "some experts hotter": {"spread": ends["spread"][1] / 2},
    "some much hotter": {"spread": ends["spread"][1]},
}
cases = [(name, setup.but(**changed), context) for name, changed in assumptions.items()]
cases += [("inputs half as long", setup, shorter), ("inputs twice as long", setup, longer)]
rows = []
for name, other, length in cases:
    ratios = {n: gain(other, n, length, **ROOFLINE).value for n in LOADS}
    at_load = gain(other, found.named["before"].requests, length, **ROOFLINE).value
    rows.append((name, at_load, max(ratios.values()), max(ratios, key=ratios.get)))
table(
    "wide-ep-assumptions",
    "Gain of 32 GPUs over eight at the load of NVIDIA's v5.1 rack, and the highest at any load",
    pd.DataFrame(rows, columns=["assumption", "load", "highest", "requests"]).round(2),
    "assumption load highest requests",
    headings={"load": "At that load", "requests": "Highest at, requests per GPU"},
    note="Our roofline. That rack is the more favourable of the published pair.",
)

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
