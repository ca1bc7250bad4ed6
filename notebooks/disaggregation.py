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
# They explain nothing of the published Server gain: no DeepSeek-R1 Server entry on GB300 shows disaggregated serving, in
# MLPerf® Inference v5.1 or v6.0. What they could have given there no result says, because no entry ran both ways.
#
# Our model only suggests a range. At the benchmark's short inputs and long answers pools of their own carry
# {n}`disagg.best-low` to {n}`disagg.best-high` of what GPUs carry that share their work as well as can be, so the gain may be
# nothing. Against the v6.0 engine as it is fitted to the runs, where GPUs wait for each other, it has
# {n}`disagg.roomy-after`, and one pair of runs suggests that it overstates that waiting.
#
# In the model they pay where inputs are long, answers short or tokens must come fast: up to {n}`disagg.map-high` at Server's
# limits, and {n}`disagg.at-blog-tight` at the lengths of TensorRT-LLM's published test with the limit on a token halved.
# :::
#
# A request is first read (prefill), then answered token by token (decoding). On shared GPUs a prefill stops every answer
# in progress for a moment. Disaggregated serving gives prefill GPUs of its own: answers are no longer stopped, but GPUs
# are taken from decoding. Only with limits on latency is that more than moving work around.

# %% tags=["hide-cell"]
from dataclasses import replace

import pandas as pd

from claimcheck import tables
from claimcheck.analysis.mechanisms import disaggregation as dis
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.analysis.mechanisms.wide_ep import NARROW
from claimcheck.analysis.serving.build import forms
from claimcheck.analysis.serving.sweep import find_limit
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, gain_map, highest_and_lowest, model_lines
from claimcheck.numbers import number, state

results = tables.load("inference_results")
runs = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, setup, kept = runs.figures, runs.setup, runs.limits()
engines = {"v5.1": runs.engine(BEFORE), "v6.0": runs.engine(AFTER)}
files = ("loadgen_runs.csv", "engine_settings.csv", "serving.yml", "derived/serving_fits.csv", "mechanism_figures.yml")
print(tables.fingerprints(*files, "derived/serving_sweeps.csv"))

# %% [markdown]
# ## The arithmetic
#
# From the [serving model](model.ipynb), fitted to the Server runs on GB300: a step takes some time whatever it holds (*base*),
# some for each request, and a prefill some more. Let a token take as long as Server's limit allows, on average. Then
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

# %% tags=["hide-input"]
for name, one in engines.items():
    found = dis.compare(dis.costs(one, setup, NARROW), kept)
    assert abs(found["shared"] / by_hand.loc["shared, queries/s per GPU", name] - 1) < 1e-9
    assert found["gain"] <= by_hand.loc["gain", name] < by_hand.loc["highest gain", name]
    print(
        f"{name}: with whole GPUs and prefill kept free enough, the best split of {dis.RACK} GPUs gives {found['prefill_gpus']} to prefill; "
        f"gain {found['gain']:.2f}x"
    )

# %% tags=["hide-input"]
MODEL = "serving model on GB300, no MLPerf result"
GAIN = f"queries/s per GPU, best split of {dis.RACK} GPUs over sharing at its best"
by_form = pd.DataFrame(
    {
        name: {
            form: dis.compare(cost, kept)["gain"]
            for form in forms(runs.model, runs.fits, group)
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
# Each millisecond of prefill on a shared GPU displaces decoding that the limit has made dear: that is the factor
# 1 / (1 − base / limit), and no gain is above it. On GPUs of its own the same prefill costs what it costs. With a loose
# limit the factor is near 1 and nothing is gained. And at the benchmark's lengths memory stops a decoding GPU of v6.0
# before the limit does: with the {n}`disagg.room` that fit, a step takes {n}`disagg.room-step`.
#
# ## By input and output length
#
# The software of v6.0 on GB300 at Server's limits. A prefill's time grows with the input, a request's share of a step with
# what its cache holds.

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
    title="In the model separate pools pay where answers are short, and hardly at the benchmark's lengths",
    description="A grid of ratios of queries per second and GPU, split pools over shared GPUs, by mean input and mean output in "
    "tokens. The ratio rises with the input and falls with the output: "
    + highest_and_lowest(cells, "gain", ["input", "output"])
    + f"; at the benchmark's lengths {here.gain:.2f}.",
    caption=f"Our arithmetic, no measurement: queries/s per GPU of {dis.RACK} GPUs split at best over the same GPUs shared at their "
    f"best, TPOT within {kept.tpot_ms:.0f} ms on average, 99 in 100 first tokens within {kept.ttft_ms / 1000:.0f} s. Costs of the "
    "serving model for v6.0 software on GB300, moved in proportion with lengths.",
)

# %% [markdown]
# No log holds the benchmark's input lengths. We take the mean of another trace of this model family, {n}`disagg.input`.
# Answers average {n}`disagg.output`.
#
# ## By the limit

# %% tags=["hide-input"]
asked = figures.values("lengths")
pairs = {
    "the benchmark": own[::-1],
    "long inputs, short\nanswers (blog 5)": (asked["disagg-input"], asked["disagg-output"]),
    "answers halved": (own[1], own[0] / 2),
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
    title="In the model a tighter limit on a token is what makes separate pools pay",
    description="Lines of the ratio of queries per second and GPU, split pools over shared GPUs, against the limit on a token, for "
    "several mean lengths. All fall as the limit is loosened, that of the benchmark's lengths to one first. "
    + "; ".join(
        f"{n.replace(chr(10), ' ')}: {g.loc[(g.limit_ms - 40).abs().idxmin(), 'gain']:.2f} at 40 ms, "
        f"{g.loc[(g.limit_ms - 80).abs().idxmin(), 'gain']:.2f} at 80 ms"
        for n, g in lines.groupby("lengths", sort=False)
    )
    + ".",
    caption="As above. Dashed: Server's limit. Interactive's is tighter than this engine's base time: it takes drafts and experts "
    "spread wider, which the model does not have.",
)

# %% tags=["hide-input"]
blog = dis.costs(engines["v6.0"].at_lengths(asked["disagg-input"], asked["disagg-output"]), setup, NARROW)
tight, loose = dis.by_limit(blog, kept, [kept.tpot_ms / 2, kept.tpot_ms]).gain
how = f"best split over sharing at its best, Server's limits, {MODEL}"
state(
    number("disagg.map-high", cells.gain.max(), "x", 2, how=f"highest of the map: {how}"),
    number("disagg.at-blog", loose, "x", 2, how=f"{how}, its lengths"),
    number("disagg.at-blog-tight", tight, "x", 1, how=f"{how}, its lengths, half of the limit on a token"),
)

# %% [markdown]
# ## Against the engine as it ran
#
# Shared GPUs rarely do their best. Attention is data parallel: when one of {n}`adp.ranks` ranks takes an input in, all
# wait ([the next page](attention-dp.ipynb)). Simulated with that waiting, the shared engine carries less. As submitted
# it is a row of [the sweeps](model.ipynb); with larger batches it is simulated here.

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

# %% tags=["hide-input"]
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
# So most of what separate pools could give in the model is what waiting costs: the same waste that attention-DP balance
# goes after. TensorRT-LLM's engineers name disaggregation as the usual way to avoid it
# ([tech blog 10](https://github.com/NVIDIA/TensorRT-LLM/blob/9320afe9870cb519b5a46f9d8aa3fcf3a1f63a9a/docs/source/blogs/tech_blog/blog10_ADP_Balance_Strategy.md)).
# One pair of runs suggests that the model makes this waiting dearer than it is; the gain over the engine as it ran is then
# an upper end.
#
# ## What the runs say of prefill
#
# A lower bound on what prefill GPUs can do, from logs: NVIDIA's Interactive entry on a GB300 rack fed all its decoding
# GPUs from {n}`disagg.interactive-prefill-gpus`.

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
# The fitted {n}`disagg.prefill-after` stay below that. In the published pair prefill took {n}`disagg.before.prefill-share` of
# a GPU's time before and {n}`disagg.nebius-8.prefill-share` after, if nobody waited for it.
#
# Every Interactive entry of v6.0. GigaComputing's shares its GPUs, NVIDIA's have prefill servers:

# %%
cols = ["submitter", "chip", "accelerators", "per_accelerator"]
cols += ["tpot_p99_ms", "ttft_p99_ms"]
chat[cols].sort_values("per_accelerator").round(1)

# %% tags=["hide-input"]
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
# NVIDIA's GB300 rack gave {n}`disagg.interactive-ratio` the rate per accelerator of GigaComputing's {n}`disagg.shared-gpus` B300,
# which decode and prefill on the same GPUs. The two differ in chip, host, number of accelerators ({n}`disagg.rack-gpus`
# against {n}`disagg.shared-gpus`) and the width over which experts are spread, and the shared entry is no tuned baseline of the
# other. What pools are worth in it does not follow.
#
# ## Published figures
#
# None is an MLPerf result, so they have a table of their own.

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

# %% tags=["hide-input"]
state(number(f"fig.{one.key}", **one.quantity) for one in figures.about("disagg"))

# %% [markdown]
# At the lengths of TensorRT-LLM's comparison the arithmetic gives {n}`disagg.at-blog` at Server's limit and
# {n}`disagg.at-blog-tight` at half of it; published were {n}`fig.disagg-trtllm-low` to {n}`fig.disagg-trtllm-mtp-high`. Chip,
# software and baseline differ, so that the two are alike proves little. DistServe's {n}`fig.disagg-distserve` is against
# software without the remedies of today.
#
# ## Claim 36
#
# ```{claim-card} 36
# ```
#
# ## Sensitivity
#
# The gain at the benchmark's lengths and Server's limits, for every form of the step that fits the runs, and other choices:

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
# A prefill that is cheaper where nothing else runs is the strongest argument for pools: batches of inputs, other kernels and
# another parallelism are possible there. No source that we found prices it. The form of the step without any cost of
# prefill, which fits most groups of runs worst, leaves pools nothing to gain. For v5.1 the forms include those with the
# time per request held, since [its one fitted run](model.ipynb) leaves that open.
#
# ## The strongest case for the claim
#
# - The engine fitted to the runs loses {n}`disagg.waiting-lost` of what its GPUs could carry to waiting. Pools of their own would have given
#   {n}`disagg.submitted-before` and {n}`disagg.submitted-after` of the load that v5.1 and v6.0 settings carry in the model.
#   Cost per token falls as the rate rises, GPU hours being equal.
# - Where the rules let everything be used, NVIDIA used it, and NVIDIA's
#   [tuning guide](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/NVIDIA/documentation/performance_tuning_guide.md?plain=1#L171)
#   of v6.0 lists it first for large models in Server.
# - The benchmark is unkind to it: inputs are about a fifth as long as answers, if they are as we assume. Agents and documents are the other way round.
#
# ## Limits
#
# - Shared GPUs are taken without chunks of prefill smaller than an input, as the entries ran; at their best they are taken to
#   spread it perfectly. Truth lies between.
# - The transfer of the cache, and pools out of step with the traffic, are left out. TensorRT-LLM found end-to-end runs up to
#   {n}`fig.disagg-matched-gap` below such arithmetic.
# - Limits are on the 99th percentile; the arithmetic keeps the mean of a token's time within it, which favours both sides.
# - Costs come from a fit at one length. Far from it the map shows a direction, not a measurement.
# - One engine on all GPUs of an entry has no second pool. Where there are several, as on racks, a file that does not mention
#   disaggregation is no evidence against it ([which switches were on](switches.ipynb)).
#
# ## What it can explain, and what not
#
# | | can | cannot |
# |---|---|---|
# | Server, {n}`claim.1.published` | nothing: no entry shows it, before or after | - |
# | Server, had it been used | in the model {n}`disagg.best-after` over GPUs that share at their best, {n}`disagg.roomy-after` over the engine as fitted | in the model more than {n}`disagg.ceiling-after`, had nobody waited |
# | Interactive | a part of {n}`disagg.interactive-ratio` over the entry without it | how large a part |
#
# ```{mlperf-footnote}
# ```
