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

# %% tags=["hide-cell"]
from dataclasses import replace

import pandas as pd

from claimcheck.analysis.mechanisms import disaggregation as dis
from claimcheck.analysis.mechanisms.roofline import NARROW
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.analysis.serving.outcomes import open_variants
from claimcheck.analysis.serving.simulate import find_limit
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, gain_map, highest_and_lowest, model_lines
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

results = tables.load("inference_results")
runs = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, setup, kept = runs.figures, runs.setup, runs.limits()
engines = {"v5.1": runs.engine(BEFORE), "v6.0": runs.engine(AFTER)}

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
rows = {}
for name, one in engines.items():
    base, each, _, prefill = one.step.seconds()
    decode = each * one.output_tokens
    left = 1 - base / (kept.tpot_ms / 1000)
    fits = dis.costs(one, setup, NARROW).room
    at_most = fits / (one.output_tokens * (base + each * fits))
    rate = min(left / decode, at_most)
    rows[name] = {
        "base, ms": base * 1000,
        "decoding a query, ms": decode * 1000,
        "prefill, ms": prefill * 1000,
        "shared, queries/s per GPU": left / (decode + prefill),
        "decoding only": rate,
        "split, prefill full": 1 / (1 / rate + prefill),
        "highest gain": 1 / left,
    }
by_hand = pd.DataFrame(rows)
one_way = by_hand.loc["shared, queries/s per GPU"]
by_hand.loc["gain"] = by_hand.loc["split, prefill full"] / one_way
by_hand.round(2)

# %% tags=["hide-cell"]
for name, one in engines.items():
    found = dis.compare(dis.costs(one, setup, NARROW), kept)
    assert abs(found["shared"] / by_hand.loc["shared, queries/s per GPU", name] - 1) < 1e-9
    assert found["gain"] <= by_hand.loc["gain", name] < by_hand.loc["highest gain", name]
    print(
        f"{name}: with whole GPUs and prefill kept free enough, the best split of {dis.RACK} GPUs gives {found['prefill_gpus']} to prefill; "
        f"gain {found['gain']:.2f}x"
    )

# %% tags=["hide-cell"]
MODEL = "serving model on GB300, no MLPerf result"
GAIN = f"queries/s per GPU, best split of {dis.RACK} GPUs over sharing at its best"
by_form = pd.DataFrame(
    {
        name: {
            form: dis.compare(cost, kept)["gain"]
            for form in open_variants(runs.model, runs.fits, group)
            if (cost := dis.costs(runs.engine(group, form), setup, NARROW)).prefill
        }
        for name, group in (("v5.1", BEFORE), ("v6.0", AFTER))
    }
)
later = engines["v6.0"]
cost = dis.costs(later, setup, NARROW)
full = later.step.seconds()[0] + cost.per_request * cost.room
least, most = by_form.min().min(), by_form.max().max()
state(
    number("disagg.best-after", by_form["v6.0"]["main"], "x", 2, how=f"{GAIN}, {AFTER}, {MODEL}"),
    number("disagg.best-low", least, "x", 2, how=f"lowest over forms and rounds: {GAIN}, {MODEL}"),
    number("disagg.best-high", most, "x", 2, how=f"highest over forms and rounds: {GAIN}, {MODEL}"),
    number(
        "disagg.ceiling-after",
        by_hand.loc["highest gain", "v6.0"],
        "x",
        2,
        how=f"1 / (1 - base / limit): no gain is above, {AFTER}, {MODEL}",
    ),
    number("disagg.prefill-after", later.step.prefill_ms, "ms", how=f"fitted time of a prefill, {AFTER}, {MODEL}"),
    number("disagg.room", cost.room, "requests", how="requests of mean context that fit into memory"),
    number(
        "disagg.room-step", full * 1000, "ms", how=f"step of a GPU that only decodes, memory full, {AFTER}, {MODEL}"
    ),
    number("disagg.input", later.input_tokens, "tokens", how="mean input that the serving model assumes"),
    number("disagg.output", later.output_tokens, "tokens", how="published mean output of the benchmark"),
)

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
cells = dis.gain_map(engines["v6.0"], setup, NARROW, kept)
own = (engines["v6.0"].output_tokens, engines["v6.0"].input_tokens)
here = cells[(cells.output == own[0]) & (cells.input == own[1])].iloc[0]
Figure(
    gain_map(
        cells,
        ("output", "mean output, tokens"),
        ("input", "mean input, tokens"),
        ("gain", "queries/s per GPU, split over shared"),
        own,
        "framed: about the benchmark",
    ),
    id="disaggregation-map",
    title="In our model separate pools pay with short answers, hardly at the benchmark's lengths",
    description="A grid of ratios of queries per second and GPU, split pools over shared GPUs, by mean input and mean output in "
    "tokens. The ratio rises with the input and falls with the output: "
    + highest_and_lowest(cells, "gain", ["input", "output"])
    + f"; at the benchmark's lengths {here.gain:.2f}.",
    caption=f"Our arithmetic, no measurement: queries/s per GPU of {dis.RACK} GPUs with the best split over the same GPUs shared at "
    f"their best, TPOT within {kept.tpot_ms:.0f} ms on average, 99 in 100 first tokens within {kept.ttft_ms / 1000:.0f} s. Costs of the "
    "serving model for v6.0 software on GB300, moved in proportion with lengths.",
)

# %% [markdown]
# At the benchmark's lengths the gain is {n}`disagg.best-after`. No log holds the benchmark's input lengths, so we take the mean of
# another trace of this model family, {n}`disagg.input`. Answers average {n}`disagg.output`.
#
# ## A tighter limit favours them too

# %% tags=["hide-input"]
asked = figures.values("lengths")
pairs = {
    "the benchmark": own[::-1],
    "long inputs, short\nanswers (blog 5)": (asked["disagg-input"], asked["disagg-output"]),
}
grid = [round(32 * 1.05**i, 2) for i in range(40)]
lines = []
for name, (tokens, answer) in pairs.items():
    cost = dis.costs(engines["v6.0"].at_lengths(tokens, answer), setup, NARROW)
    lines.append(dis.by_limit(cost, kept, grid).assign(lengths=name))
lines = pd.concat(lines, ignore_index=True)
Figure(
    model_lines(
        lines,
        ("lengths", "lengths of questions and answers"),
        Axis("limit_ms", "limit on a token, ms", (32, 210), (40, 60, 80, 120, 200), log=True),
        Axis("gain", "queries/s per GPU, split over shared", (0.9, 4.5), (1, 1.5, 2, 3, 4), log=True, suffix="x"),
        rules=[Rule("Server", x=kept.tpot_ms), Rule("", y=1.0)],
    ),
    id="disaggregation-limit",
    title="In our model separate pools pay more the tighter the limit on a token",
    description="Lines of the ratio of queries per second and GPU, split pools over shared GPUs, against the limit on a token, for "
    "two pairs of mean lengths. Both fall as the limit is loosened; the line of the benchmark's lengths reaches one first. "
    + "; ".join(
        f"{n.replace(chr(10), ' ')}: {g.loc[(g.limit_ms - 40).abs().idxmin(), 'gain']:.2f} at 40 ms, "
        f"{g.loc[(g.limit_ms - 80).abs().idxmin(), 'gain']:.2f} at 80 ms"
        for n, g in lines.groupby("lengths", sort=False)
    )
    + ".",
    caption="Model and costs as in the chart above. Dashed: Server's limit. Interactive's limit is tighter than this engine's "
    "base time; keeping it takes drafts and wider experts, which the model does not have.",
)

# %% tags=["hide-cell"]
blog = dis.costs(engines["v6.0"].at_lengths(asked["disagg-input"], asked["disagg-output"]), setup, NARROW)
tight, loose = dis.by_limit(blog, kept, [kept.tpot_ms / 2, kept.tpot_ms]).gain
how = f"best split over sharing at its best, Server's limits, {MODEL}"
state(
    number("disagg.map-high", cells.gain.max(), "x", 2, how=f"highest of the map: {how}"),
    number("disagg.at-blog", loose, "x", 2, how=f"{how}, its lengths"),
    number("disagg.at-blog-tight", tight, "x", 1, how=f"{how}, its lengths, half of the limit on a token"),
)

# %% [markdown]
# ## Most of the modelled gain is waiting avoided
#
# Shared GPUs rarely do their best. Attention is data parallel: when one of {n}`adp.ranks` GPUs takes in an input, all wait
# ([attention-DP balance](attention-dp.ipynb)). With that waiting, the simulated engine carries less. The row "as submitted" is from
# [the sweeps](model.ipynb); larger batches are simulated here.

# %%
limit = tables.load("serving_sweeps").query("sweep == 'limit' and case == 'plain'").set_index("group").rate_per_accelerator
table = {}
for (name, one), group in zip(engines.items(), (BEFORE, AFTER)):
    cost = dis.costs(one, setup, NARROW)
    batch = int(cost.room)
    larger = replace(one.deployment, max_batch=batch, max_num_tokens=batch + 4 * one.input_tokens)
    roomy = replace(one, graphs=False, deployment=larger)
    table[name] = {
        "shared, as submitted": limit[group],
        "shared, larger batches": find_limit(roomy, runs.model.sweeps, kept, runs.model.sweeps.seeds[0])["rate_per_accelerator"],
        "shared, no waiting": dis.shared(cost, kept),
        "split, as arithmetic": dis.split(cost, kept)["rate"],
    }
carried = pd.DataFrame(table).rename_axis("queries/s per GPU within the limits")
carried.round(2)

# %% tags=["hide-cell"]
simulated = carried.loc[["shared, as submitted", "shared, larger batches"]]
over = carried.loc["split, as arithmetic"] / simulated
how = "queries/s per GPU, best split over the engine simulated with its waiting"
state(
    (
        number(f"disagg.{key}", over.loc[f"shared, {engine}", name], "x", 2, how=f"{how}, {group}, {MODEL}, {engine}")
        for key, engine, name, group in (
            ("submitted-before", "as submitted", "v5.1", BEFORE),
            ("submitted-after", "as submitted", "v6.0", AFTER),
            ("roomy-after", "larger batches", "v6.0", AFTER),
        )
    ),
    number(
        "disagg.waiting-lost",
        (1 - simulated.loc["shared, larger batches"] / carried.loc["shared, no waiting"])["v6.0"] * 100,
        "%",
        how=f"what the engine simulated with its waiting lacks of sharing at best, {AFTER}",
    ),
)

# %% [markdown]
# TensorRT-LLM's engineers name disaggregation as the usual way to avoid this waiting
# ([tech blog 10](https://github.com/NVIDIA/TensorRT-LLM/blob/9320afe9870cb519b5a46f9d8aa3fcf3a1f63a9a/docs/source/blogs/tech_blog/blog10_ADP_Balance_Strategy.md));
# attention-DP balance reduces the same waste. As the model probably overstates the waiting, the gain over the engine as it ran is
# an upper end.
#
# ## The runs allow the fitted time of a prefill
#
# NVIDIA's Interactive entry on a GB300 rack fed all its decoding GPUs from {n}`disagg.interactive-prefill-gpus` prefill GPUs. That
# limits how long a prefill can take there:

# %%
chat = runs.points[runs.points.scenario == "Interactive"]
rack = chat[(chat.submitter == "NVIDIA") & (chat.chip == "GB300")].iloc[0]
gpus = runs.pools(rack.name)["prefill"]
pd.Series(
    {
        "queries/s offered": rack.offered_rate,
        "GPUs for prefill": gpus,
        "share of the rack": gpus / rack.accelerators,
        "ms of a GPU per prefill, at most": gpus / rack.offered_rate * 1000,
    }
).round(2)

# %% [markdown]
# The fitted {n}`disagg.prefill-after` is below that. In the published pair prefill took {n}`disagg.before.prefill-share` of a GPU's
# time in v5.1 and {n}`disagg.nebius-8.prefill-share` in v6.0, if nobody waited for it.
#
# These are all Interactive entries of v6.0. GigaComputing's GPUs do both jobs, NVIDIA's entries have prefill servers:

# %%
cols = ["submitter", "chip", "accelerators", "per_accelerator"]
cols += ["tpot_p99_ms", "ttft_p99_ms"]
chat[cols].sort_values("per_accelerator", kind="stable").round(1)

# %% tags=["hide-cell"]
alone = chat[chat.submitter == "GigaComputing"].iloc[0]
both = [rack.name, alone.name]
ratio = (
    "tokens/s per accelerator, DeepSeek-R1 Interactive v6.0: NVIDIA on GB300 over GigaComputing on B300, "
    f"{rack.accelerators} and {alone.accelerators} accelerators"
)
state(
    number(
        "disagg.interactive-prefill-gpus", gpus, how="prefill servers × GPUs of each, by the settings", rows=[rack.name]
    ),
    number("disagg.interactive-ratio", rack.per_accelerator / alone.per_accelerator, "x", 1, how=ratio, rows=both),
    number("disagg.rack-gpus", rack.accelerators, how="accelerators of the entry with pools", rows=both),
    number("disagg.shared-gpus", alone.accelerators, how="accelerators of the entry without pools", rows=both),
    (
        number(
            f"disagg.{name}.prefill-share",
            run.rate * engine.step.prefill_ms / 10,
            "%",
            how=f"{run.label}: offered queries/s per GPU × fitted time of a prefill",
            rows=run,
        )
        for name, run, engine in (
            ("before", runs.named["before"], engines["v5.1"]),
            ("nebius-8", runs.named["nebius-8"], engines["v6.0"]),
        )
    ),
)

# %% [markdown]
# NVIDIA's GB300 rack gave {n}`disagg.interactive-ratio` the rate per accelerator of GigaComputing's {n}`disagg.shared-gpus` B300.
# That ratio does not measure the pools. The two entries also differ in chip, host, number of accelerators
# ({n}`disagg.rack-gpus` against {n}`disagg.shared-gpus`) and the number of GPUs that share the experts, and GigaComputing's entry is no
# tuned baseline for NVIDIA's.
#
# ## Published figures
#
# None is an MLPerf result.

# %% tags=["hide-input"]
published = figures.table("published", "disagg")
published["shown"] = published.value.map("{:g}".format) + published.unit
ResultsTable(
    id="disaggregation-published",
    frame=published,
    caption="Published gains from disaggregated serving. Measured or computed by others, on other machines and traffic.",
    columns={"shown": "Figure", "about": "What", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
)

# %% tags=["hide-cell"]
USED = [f"disagg-{end}" for end in ("trtllm-low", "trtllm-high", "trtllm-mtp-high", "matched-gap", "distserve")]
state(number(f"fig.{one.key}", **one.quantity) for one in map(figures.published, USED))

# %% [markdown]
# At the lengths of TensorRT-LLM's comparison the model gives {n}`disagg.at-blog` at Server's limit. TensorRT-LLM published
# {n}`fig.disagg-trtllm-low` to {n}`fig.disagg-trtllm-mtp-high`, but chip, software and baseline differ, so the agreement proves little.
# DistServe's {n}`fig.disagg-distserve` is against software without today's remedies.
#
# ## Claim 36
#
# ```{claim-card} 36
# ```
#
# ## Sensitivity
#
# The gain at the benchmark's lengths and Server's limits, for every form of the step that fits the runs, and for other choices:

# %%
by_form.map("{:.2f}".format, na_action="ignore").fillna("").rename_axis("form of the step")

# %%
def changed(one, **other):
    """Gain with other inputs, GPUs, room, or price of a prefill on its own GPUs."""
    moved = one.at_lengths(other.get("input", one.input_tokens), one.output_tokens)
    cost = dis.costs(moved, setup, NARROW)
    price = cost.prefill * other.get("price", 1)
    cost = replace(cost, dedicated=price, room=cost.room * other.get("room", 1))
    return dis.compare(cost, kept, other.get("gpus", dis.RACK))["gain"]


assumed = figures.sections["assumed"]["input_tokens"]
tried = {
    "as assumed": {},
    f"inputs of {assumed.low:g} tokens": {"input": assumed.low},
    f"inputs of {assumed.high:g} tokens": {"input": assumed.high},
    f"{NARROW} GPUs to split": {"gpus": NARROW},
    "prefill at half the cost on GPUs of its own": {"price": 0.5},
    "prefill at twice the cost there": {"price": 2},
    "twice the room for caches": {"room": 2},
}
table = {
    name: {what: changed(one, **other) for what, other in tried.items()}
    for name, one in engines.items()
}
pd.DataFrame(table).map("{:.2f}".format)

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
# ```{mlperf-footnote}
# ```
