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
# # Would separate pools lower the cost of a token?
#
# :::{admonition} The answer
# :class: cc-key
# **It depends on the lengths of inputs and answers and on the limits, and no submitter's Server results can tell.** No DeepSeek-R1
# Server entry on GB300 shows disaggregated serving, in MLPerf® Inference v5.1 or v6.0, so nothing of the published Server gain can be
# put down to it. No entry ran both ways either.
#
# Our model suggests a range. With the benchmark's short inputs and long answers, GPUs in separate pools carry
# {n}`disagg.best-low` to {n}`disagg.best-high` the queries of GPUs that share the work at their best. Against the v6.0 engine
# simulated with its waiting, separate pools carry {n}`disagg.roomy-after`, but one pair of runs suggests that the model overstates
# that waiting.
#
# Separate pools pay more where inputs are long, answers are short or tokens must come fast: up to {n}`disagg.map-high` at
# Server's limits. With the lengths of TensorRT-LLM's published test and half the time per token, the model gives
# {n}`disagg.at-blog-tight`.
# :::
#
# An engine first reads a request (*prefill*), then writes the answer token by token (*decoding*). On shared GPUs a prefill stops
# every answer in progress for a moment. Disaggregated serving gives prefill a pool of GPUs of its own: answers are no longer
# stopped, but fewer GPUs write them. Only limits on latency make that more than moving work around.

# %%
from claimcheck.analysis.mechanisms import disaggregation as dis
from claimcheck.analysis.mechanisms.roofline import NARROW
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.analysis.serving.outcomes import open_variants
from claimcheck.notebook import engine_settings, operating_points, say, value

runs = read_runs(operating_points.frame, engine_settings.frame)
limits, groups = runs.limits(), {"v5.1": BEFORE, "v6.0": AFTER}
MODEL = {"source": "serving model on GB300, no MLPerf result"}


def rate(number, of):
    """Queries a second that a GPU carries."""
    return value(number, "queries/s", of=f"queries/s per GPU of {of}", **MODEL)


def over(both):
    """The best split of a rack over the same GPUs shared."""
    split, shared = both["split"], both["shared"]
    return rate(split, "the best split") / rate(shared, "sharing at best")


# Costs by round, and by the forms of a step that fit the logged runs.
costs = {
    (version, form): dis.costs(runs.engine(group, form), runs.setup, NARROW)
    for version, group in groups.items()
    for form in open_variants(runs.model, runs.fits, group)
}
costs = {key: cost for key, cost in costs.items() if cost.prefill}
gains = {key: over(dis.compare(cost, limits)) for key, cost in costs.items()}
say("disagg.best-low", min(gains.values()))
say("disagg.best-high", max(gains.values()))
say("disagg.best-after", gains["v6.0", "main"])

# %% [markdown]
# ## A limit on tokens makes shared prefill expensive
#
# The [serving model](model.ipynb) is fitted to the Server runs on GB300. In it a step takes some time whatever it holds (*base*),
# more for each request, and more for a prefill. If tokens may take as long as Server's limit on average, then
#
# - a **shared** GPU carries (1 − base / limit) / (time per request × tokens + prefill) queries a second;
# - a **decoding** GPU carries (1 − base / limit) / (time per request × tokens), or as many as fit into memory;
# - a **prefill** GPU carries 1 / prefill, less what it must keep free so that first tokens are in time.

# %%
fitted = costs["v6.0", "main"]


def ms(seconds, of):
    """A time of the fitted engine."""
    return value(1000 * seconds, "ms", of=of, **MODEL)


base, prefill = ms(fitted.base, "base of a step"), ms(fitted.prefill, "a prefill")
decode = ms(fitted.per_request * fitted.output_tokens, "decoding a query")
left = 1 - base / value(limits.tpot_ms, "ms", of="limit", **MODEL)

shared = left / (decode + prefill)
at_limit = left / decode  # of a decoding GPU, if memory held so many requests
step = base + ms(fitted.per_request * fitted.room, "requests of a full memory")
in_memory = fitted.room / (fitted.output_tokens * step)
split = 1 / (1 / min(at_limit, in_memory) + prefill)
ceiling = (1 / left).called("highest gain, if prefill costs nothing")
say("disagg.ceiling-after", ceiling)
say("disagg.room-step", step)

# %% tags=["hide-cell"]
from claimcheck.notebook import holds

holds("memory stops a decoding GPU of v6.0 before the limit does", in_memory < at_limit)
holds("No gain can be higher", gains["v6.0", "main"] <= split / shared < 1 / left)
engines = {version: runs.engine(group) for version, group in groups.items()}


def costs_of(engine):
    """What a query costs on one GPU."""
    return dis.costs(engine, runs.setup, NARROW)


say("disagg.prefill-after", prefill)
say("disagg.room", value(fitted.room, "requests", of="requests of mean context that fit into memory", **MODEL))
say("disagg.input", value(engines["v6.0"].input_tokens, "tokens", of="mean input that the serving model assumes", **MODEL))
say("disagg.output", value(engines["v6.0"].output_tokens, "tokens", of="published mean output of the benchmark", **MODEL))

# %% [markdown]
# On a shared GPU prefill displaces decoding, and the limit multiplies its cost by 1 / (1 − base / limit). No gain can be higher
# than that factor, {n}`disagg.ceiling-after` for v6.0. With a loose limit it is near 1 and nothing is gained. At the benchmark's
# lengths memory stops a decoding GPU of v6.0 before the limit does: with the {n}`disagg.room` that fit, a step takes
# {n}`disagg.room-step`.
#
# ## Long inputs and short answers favour separate pools
#
# The chart is for the software of v6.0 on GB300 at Server's limits. A longer input takes longer to prefill, and a request's share
# of a step grows with what its cache holds.

# %% tags=["hide-input"]
from claimcheck.charts.mechanisms import Axis, Rule, gain_map, model_lines
from claimcheck.notebook import figures, serving_sweeps, show, table

cells = dis.gain_map(engines["v6.0"], runs.setup, NARROW, limits)
own = (engines["v6.0"].output_tokens, engines["v6.0"].input_tokens)
show(
    "disaggregation-map",
    "In our model separate pools pay with short answers, hardly at the benchmark's lengths",
    gain_map(
        cells,
        ("output", "mean output, tokens"),
        ("input", "mean input, tokens"),
        ("gain", "queries/s per GPU, split over shared"),
        own,
        "framed: about the benchmark",
    ),
    note=f"Our arithmetic, no measurement: queries/s per GPU of {dis.RACK} GPUs with the best split over the same GPUs shared at "
    f"their best, TPOT within {limits.tpot_ms:.0f} ms on average, 99 in 100 first tokens within {limits.ttft_ms / 1000:.0f} s. Costs of "
    "the serving model for v6.0 software on GB300, moved in proportion with lengths.",
)

# %% [markdown]
# At the benchmark's lengths the gain is {n}`disagg.best-after`. No log holds the benchmark's input lengths, so we take the mean of
# another trace of this model family, {n}`disagg.input`. Answers average {n}`disagg.output`.
#
# ## A tighter limit favours them too

# %% tags=["hide-input"]
import pandas as pd

blog = [figures[f"lengths.disagg-{end}"].value for end in ("input", "output")]
pairs = {"the benchmark": own[::-1], "long inputs, short\nanswers (blog 5)": blog}
grid = [round(32 * 1.05**i, 2) for i in range(40)]
lines = [
    dis.by_limit(costs_of(engines["v6.0"].at_lengths(*lengths)), limits, grid).assign(lengths=name)
    for name, lengths in pairs.items()
]
show(
    "disaggregation-limit",
    "In our model separate pools pay more the tighter the limit on a token",
    model_lines(
        pd.concat(lines, ignore_index=True),
        ("lengths", "lengths of questions and answers"),
        Axis("limit_ms", "limit on a token, ms", (32, 210), (40, 60, 80, 120, 200), log=True),
        Axis("gain", "queries/s per GPU, split over shared", (0.9, 4.5), (1, 1.5, 2, 3, 4), log=True, suffix="x"),
        rules=[Rule("Server", x=limits.tpot_ms), Rule("", y=1.0)],
    ),
    note="Model and costs as in the chart above. Dashed: Server's limit. Interactive's limit is tighter than this engine's "
    "base time; keeping it takes drafts and wider experts, which the model does not have.",
)

# %% tags=["hide-cell"]
from dataclasses import replace

at_blog = costs_of(engines["v6.0"].at_lengths(*blog))
say("disagg.map-high", over(cells.loc[cells.gain.idxmax()]))
say("disagg.at-blog", over(dis.compare(at_blog, limits)))
say("disagg.at-blog-tight", over(dis.compare(at_blog, replace(limits, tpot_ms=limits.tpot_ms / 2))), 1)

# %% [markdown]
# ## Most of the modelled gain is waiting avoided
#
# Shared GPUs rarely do their best. Attention is data parallel: when one of {n}`adp.ranks` GPUs takes in an input, all wait
# ([attention-DP balance](attention-dp.ipynb)). With that waiting, the simulated engine carries less. The column "as submitted" is from
# [the sweeps](model.ipynb); larger batches are simulated here.

# %% tags=["hide-input"]
from claimcheck.analysis.serving.simulate import find_limit

carried = {}
for version, group in groups.items():
    engine, cost = engines[version], costs[version, "main"]
    batch = int(cost.room)
    larger = replace(engine.deployment, max_batch=batch, max_num_tokens=batch + 4 * engine.input_tokens)
    larger = find_limit(
        replace(engine, graphs=False, deployment=larger), runs.model.sweeps, limits, runs.model.sweeps.seeds[0]
    )
    submitted = serving_sweeps.one(sweep="limit", case="plain", group=group, variant="main")
    carried[version] = {
        "Shared, as submitted": rate(submitted.rate_per_accelerator.value, "the settings submitted, simulated"),
        "Shared, larger batches": rate(larger["rate_per_accelerator"], "larger batches, simulated"),
        "Shared, no waiting": rate(dis.shared(cost, limits), "sharing at best"),
        "Split, as arithmetic": rate(dis.split(cost, limits)["rate"], "the best split"),
    }
rates = pd.DataFrame(carried).map(float).T.rename_axis("Software of").reset_index()
table(
    "carried",
    "Queries a second per GPU that the model carries within Server's limits",
    rates,
    list(rates),
    note="No measurement. As submitted and with larger batches: simulated with the waiting of ranks.",
)

# %% tags=["hide-cell"]
gaining = {
    version: {how: of["Split, as arithmetic"] / carries for how, carries in of.items()} for version, of in carried.items()
}
say("disagg.submitted-before", gaining["v5.1"]["Shared, as submitted"])
say("disagg.submitted-after", gaining["v6.0"]["Shared, as submitted"])
say("disagg.roomy-after", gaining["v6.0"]["Shared, larger batches"])
say("disagg.waiting-lost", (1 - carried["v6.0"]["Shared, larger batches"] / carried["v6.0"]["Shared, no waiting"]).percent)

# %% [markdown]
# TensorRT-LLM's engineers name disaggregation as the usual way to avoid this waiting
# ([tech blog 10](https://github.com/NVIDIA/TensorRT-LLM/blob/9320afe9870cb519b5a46f9d8aa3fcf3a1f63a9a/docs/source/blogs/tech_blog/blog10_ADP_Balance_Strategy.md));
# attention-DP balance reduces the same waste. As the model probably overstates the waiting, the gain over the engine as it ran is
# an upper end.
#
# ## The runs allow the fitted time of a prefill
#
# NVIDIA's Interactive entry on a GB300 rack fed all its decoding GPUs from {n}`disagg.interactive-prefill-gpus` prefill GPUs. That
# limits how long a prefill can take there, to {n}`disagg.interactive-prefill-most` ms of a GPU.

# %% tags=["hide-cell"]
chat = operating_points(
    scenario="Interactive", benchmark="deepseek-r1", round="v6.0", division="closed"
)
rack = chat.one(submitter="NVIDIA", chip="GB300")
alone = chat.one(submitter="GigaComputing")

gpus = runs.pools(rack.row_id)["prefill"]
gpus = value(gpus, of="prefill servers × GPUs of each, by the settings", rows=rack)
at_most = gpus / rack.offered_rate.bare * 1000
say("disagg.interactive-prefill-gpus", gpus)
say("disagg.interactive-prefill-most", at_most.bare)
holds("is below that", prefill.value < at_most.value)
say("disagg.interactive-ratio", rack.per_accelerator / alone.per_accelerator, 1)

# %% [markdown]
# The fitted {n}`disagg.prefill-after` is below that. In the published pair prefill took {n}`disagg.before.prefill-share` of a GPU's
# time in v5.1 and {n}`disagg.nebius-8.prefill-share` in v6.0, if nobody waited for it.
#
# These are all Interactive entries of v6.0. GigaComputing's GPUs do both jobs, NVIDIA's entries have prefill servers:

# %% tags=["hide-input"]
table(
    "interactive",
    "Closed DeepSeek-R1 Interactive results of v6.0 and their logs, 99th percentiles",
    chat.by("per_accelerator"),
    "submitter chip accelerators per_accelerator tpot_p99_ms ttft_p99_ms result_id",
)

# %% tags=["hide-cell"]
say("disagg.rack-gpus", rack.accelerators)
say("disagg.shared-gpus", alone.accelerators)
for name, version in {"before": "v5.1", "nebius-8": "v6.0"}.items():
    run = operating_points.one(row_id=runs.named[name].row_id)
    seconds = value(engines[version].step.prefill_ms / 1000, of="fitted seconds of a prefill", **MODEL)
    say(f"disagg.{name}.prefill-share", (run.offered_per_accelerator.bare * seconds).percent)

# %% [markdown]
# NVIDIA's GB300 rack gave {n}`disagg.interactive-ratio` the rate per accelerator of GigaComputing's {n}`disagg.shared-gpus` B300.
# That ratio does not measure the pools. The two entries also differ in chip, host, number of accelerators
# ({n}`disagg.rack-gpus` against {n}`disagg.shared-gpus`) and the number of GPUs that share the experts, and GigaComputing's entry is no
# tuned baseline for NVIDIA's.
#
# ## Published figures
#
# None is an MLPerf result: they were measured or computed by others, on other machines and traffic.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the published figures with their sources", "code_prompt_hide": "Hide the published figures with their sources"}
table(
    "disaggregation-published",
    "Published gains from disaggregated serving",
    figures.about("disagg"),
    "figure about conditions source",
)

# %% tags=["hide-cell"]
for name in ("trtllm-low", "trtllm-high", "trtllm-mtp-high", "matched-gap", "distserve"):
    of = figures[f"disagg-{name}"]
    say(f"fig.disagg-{name}", of, 0 if of.unit == "%" else 1)

# %% [markdown]
# At the lengths of TensorRT-LLM's comparison the model gives {n}`disagg.at-blog` at Server's limit. TensorRT-LLM published
# {n}`fig.disagg-trtllm-low` to {n}`fig.disagg-trtllm-mtp-high`, but chip, software and baseline differ, so the agreement proves little.
# DistServe's {n}`fig.disagg-distserve` is against software without today's remedies.
#
# ## Sensitivity
#
# The gain at the benchmark's lengths and Server's limits depends on the form of the step that is fitted, and on what is assumed.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the gain for every form of the step that fits the runs", "code_prompt_hide": "Hide the forms of the step"}
by_form = pd.Series(gains).map(str).unstack(level=0).add_prefix("Software of ")
by_form = by_form.loc[list(dict.fromkeys(form for _, form in gains))]
by_form.insert(0, "Form of the step", [runs.model.variants[form].about for form in by_form.index])
table("forms", "Split over shared by the form of the fitted step", by_form, list(by_form))

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the gain with other assumptions", "code_prompt_hide": "Hide the other assumptions"}
def changed(engine, inputs=None, gpus=dis.RACK, room=1, price=1):
    """Gain with other inputs, GPUs to split, room for caches, or price of a prefill on GPUs of its own."""
    cost = costs_of(engine.at_lengths(inputs or engine.input_tokens, engine.output_tokens))
    return over(dis.compare(replace(cost, dedicated=price * cost.prefill, room=room * cost.room), limits, gpus))


short, long = (end.value for end in figures.range("assumed.input_tokens"))
tried = {
    "as assumed": {},
    f"inputs of {short:g} tokens": {"inputs": short},
    f"inputs of {long:g} tokens": {"inputs": long},
    f"{NARROW} GPUs to split": {"gpus": NARROW},
    "prefill at half the cost on GPUs of its own": {"price": 0.5},
    "prefill at twice the cost there": {"price": 2},
    "twice the room for caches": {"room": 2},
}
by_assumption = pd.DataFrame({"assumption": list(tried)})
for version, engine in engines.items():
    by_assumption[f"Software of {version}"] = [str(changed(engine, **other)) for other in tried.values()]
table("assumptions", "Split over shared, one assumption changed at a time", by_assumption, list(by_assumption))

# %% [markdown]
# A prefill that is cheaper where nothing else runs is the strongest argument for separate pools: they allow batches of inputs, other
# kernels and another parallelism. No source that we found prices it. In the form of the step without any cost of prefill, which
# fits most groups of runs worst, separate pools gain nothing. For v5.1 the forms include some with the time per request held fixed,
# since [its one fitted run](model.ipynb) does not determine it.
#
# ## The strongest case for the claim
#
# - In the model the engine loses {n}`disagg.waiting-lost` of what its GPUs could carry to waiting. Separate pools would have carried
#   {n}`disagg.submitted-before` the load of the settings submitted in v5.1, and {n}`disagg.submitted-after` in v6.0. For equal GPU
#   hours, cost per token falls as the rate rises.
# - Where the rules allow every technique, NVIDIA used it, and its
#   [tuning guide](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/NVIDIA/documentation/performance_tuning_guide.md?plain=1#L171)
#   of v6.0 lists it first for large models in Server.
# - The benchmark is unkind to it. If our assumption is right, its inputs are about a fifth as long as its answers. Agents and documents
#   are the other way round.
#
# ## Limits
#
# - Shared GPUs are modelled without chunks of prefill smaller than an input, as the entries ran. At their best they spread prefill
#   perfectly. The truth lies between.
# - The model leaves out the transfer of the cache and pools that do not match the traffic. TensorRT-LLM measured up to
#   {n}`fig.disagg-matched-gap` less, end to end, than such arithmetic gives.
# - Limits are on the 99th percentile. The arithmetic keeps only the mean time of a token within them, which favours both sides.
# - Costs come from a fit at one length. Far from it the map shows a direction, not a measurement.
# - On racks with several engines, a file that does not mention disaggregation is no evidence against it
#   ([which switches were on](switches.ipynb)). An entry with one engine on all its GPUs has no second pool.
# - How much of the Interactive ratio is due to separate pools, no result says.
#
# ## The claim
#
# ```{claim-list} 36
# ```
#
# ```{mlperf-footnote}
# ```
