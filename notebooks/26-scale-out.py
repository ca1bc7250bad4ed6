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
# # One machine, or many small ones?
#
# :::{admonition} The answer
# :class: cc-key
# Many small ones. By the submitted settings NVIDIA's largest MLPerf® Inference v6.0 entry on DeepSeek-R1 is
# {n}`replicas.offline-288-engine-n` copies of a server on {n}`replicas.offline-288-engine-size` GPUs, its rack
# {n}`replicas.offline-72-engine-n` copies of the same. The record is real, and it is a record of size: four racks kept
# {n}`scale.nvidia-offline-72-288-published` of a rack's Offline result per GPU. It does not show that a larger machine is
# a faster one, and in Server it mostly shows which rate the submitter chose. In v6.1 both records went to a still larger
# system.
# :::

# %% tags=["hide-cell"]
from claimcheck import tables
from claimcheck.analysis.aftermath import trace
from claimcheck.analysis.results import half_up
from claimcheck.analysis.scaleout import efficiency, instances, sizes
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.scaleout import kept_by_size
from claimcheck.claims import caption
from claimcheck.claims.evidence import source_url
from claimcheck.numbers import number, state

everything = tables.load("inference_results")
settings, runs, systems = (tables.load(name) for name in ("engine_settings", "loadgen_runs", "systems"))
results = everything[
    (everything["round"] == "v6.0")
    & (everything.division == "closed")
    & (everything.benchmark == "deepseek-r1")
    & (everything.accelerator == "NVIDIA GB300")
]
print(tables.fingerprints("inference_results.csv.gz", "loadgen_runs.csv", "engine_settings.csv", "systems.csv"))

# %% [markdown]
# ## What the entries are made of
#
# An instance of the model spans as many GPUs as the settings split it over. A system of that size is one machine; a larger
# one is copies behind a load balancer. The file of the small server applies to the large entry by the rule in the
# submitter's own reproduction guide; the command that ran is not recorded, so such a setting is marked inferred.

# %%
parts = instances(settings, results).merge(
    results[["row_id", "submitter", "scenario", "accelerators"]], on="row_id"
)
parts["GPUs used"] = parts["number"] * parts["size"]
used = parts.groupby("row_id")["GPUs used"].sum()
assert (used == parts.groupby("row_id").accelerators.first()).all()
parts = parts.sort_values(["scenario", "accelerators", "submitter", "size"])
names = ["submitter", "scenario", "accelerators", "component"]
parts[[*names, "number", "size", "inferred"]].reset_index(drop=True)

# %% tags=["hide-input"]
stated = parts[parts.submitter == "NVIDIA"]
stated = stated.assign(
    key="replicas." + stated.scenario.str.lower() + "-" + stated.accelerators.astype(str) + "-" + stated.component,
    what=stated.component + " instances of the " + stated.accelerators.astype(str) + "-GPU entry in " + stated.scenario,
    source=stated.inferred_from.fillna("its own configuration") + " (" + stated.path + ", line " + stated.line.astype(str) + ")",
)
state(
    (number(f"{r.key}-n", r.number, how=f"{r.what}: {r.source}", rows=[r.row_id]) for r in stated.itertuples()),
    (
        number(f"{r.key}-size", r.size, how=f"accelerators of one of the {r.what}: {r.source}", rows=[r.row_id])
        for r in stated.itertuples()
    ),
)

# %% [markdown]
# In Offline and Server every entry is copies of one engine of {n}`replicas.server-288-engine-size` GPUs. Interactive is
# another thing: {n}`replicas.interactive-72-prefill-n` prefill workers of {n}`replicas.interactive-72-prefill-size` GPUs
# hand over to {n}`replicas.interactive-72-decode-n` decode workers of {n}`replicas.interactive-72-decode-size`, so one
# request crosses machines, inside one rack. Nobody ran Interactive on more than a rack.

# %% tags=["hide-input"]
address = parts.assign(
    file=[p.rpartition("configs/")[2] for p in parts.path],
    url=[source_url(*row) for row in parts[["repo", "commit", "path", "line"]].itertuples(index=False, name=None)],
    rule=parts.inferred_from.fillna("its own file"),
)
ResultsTable(
    id="instances",
    frame=address,
    caption=caption("Instances of the model in each entry of DeepSeek-R1 on GB300, v6.0, with the line that sets their size.", results),
    columns={
        "submitter": "Submitter",
        "scenario": "Scenario",
        "accelerators": "GPUs",
        "component": "Instance",
        "number": "Instances",
        "size": "GPUs in one",
        "file": "Set in",
        "rule": "How the file applies",
    },
    links={"file": "url"},
    row_ids=list(address.row_id),
)

# %% [markdown]
# ## What a larger system keeps
#
# The result per GPU of the larger system over that of the smaller one, same submitter, chip and round. For Server under
# three [denominators](metric): tokens offered, as published, and over the full run. Offline divides by the longest
# latency, which is the full run.

# %%
sized = sizes(results, runs)
both = sized[(sized.submitter == "NVIDIA") & sized.accelerators.isin([72, 288])]
both = both.set_index(["scenario", "accelerators"])
per_gpu = both[["offered", "published", "full_run"]].sort_index().round(0)
per_gpu.drop(index="Interactive")

# %%
pairs = efficiency(sized)
own = pairs[pairs.same_submitter]
check = own[own.submitter_large == "NVIDIA"].set_index("scenario").published
server, offline = (per_gpu.published[s] for s in ("Server", "Offline"))
assert abs(server[288] / server[72] - check["Server"]) < 1e-3
assert abs(offline[288] / offline[72] - check["Offline"]) < 1e-3
shares = ["offered", "published", "full_run", "load"]
sides = ["submitter_large", "scenario", "accelerators_small", "accelerators_large"]
kept = own.set_index(sides)[shares].mul(100).round(1)
kept.rename_axis(["submitter", "scenario", "from", "to"])

# %% tags=["hide-input"]
drawn = own.assign(label=[f"{r.submitter_large}, {r.accelerators_small} to {r.accelerators_large} GPUs" for r in own.itertuples()])
by = drawn.set_index(["submitter_large", "scenario"])
Figure(
    kept_by_size(drawn),
    id="kept",
    title=(
        f"Four racks keep {by.published['NVIDIA', 'Offline']:.0%} of a rack's Offline result per GPU; in Server a rack keeps "
        f"{half_up(100 * by.full_run['Nebius', 'Server'], 0)}% or {half_up(100 * by.offered['Nebius', 'Server'], 0)}% of a single server's, as one divides"
    ),
    description="Dots of the result per GPU of a larger system in percent of that of a smaller one by the same submitter, a panel for "
    "Offline and one for Server. "
    + "; ".join(
        f"{r.label} {r.scenario}: "
        + (f"published {r.published:.1%}" if r.scenario == "Offline" else f"full run {r.full_run:.1%}, published {r.published:.1%}, offered {r.offered:.1%}")
        for r in drawn.itertuples()
    )
    + ".",
    caption=caption(
        "DeepSeek-R1 on GB300, v6.0, closed division, available systems. Each row compares two system sizes of one submitter, which differ in "
        "chip count. Figures in a row: full run, published, offered; Offline: published.",
        results[results.row_id.isin([*own.row_id_small, *own.row_id_large])],
    ),
)

# %% [markdown]
# ## Each run beside its limits
#
# A Server figure below capacity is the rate that the submitter asked for. NVIDIA's rack ran at
# {n}`headroom.nvidia-server-72` of the limit on the 99th percentile of the time per token, the four racks at
# {n}`headroom.nvidia-server-288`: they could have been asked for more. Per GPU they were offered
# {n}`scale.nvidia-server-72-288-load` of the rack's queries, and the result follows that rate. So the Server ratio is no
# measure of scaling.

# %%
limits = ["tpot_p99_ms", "tpot_limit_ms", "ttft_p99_ms", "ttft_limit_ms"]
served = sized[sized.scenario != "Offline"]
served = served.set_index(["scenario", "submitter", "accelerators"])
served[["offered_rate", *limits, "mean_latencies"]].astype(float).round(2)

# %% tags=["hide-input"]
state(
    number(
        f"headroom.nvidia-server-{row.accelerators}",
        100 * row.tpot_p99_ms / row.tpot_limit_ms,
        "%",
        0,
        how=f"99th percentile of TPOT in percent of its limit: NVIDIA, {row.accelerators} accelerators, Server",
        rows=row,
    )
    for _, row in sized[(sized.submitter == "NVIDIA") & (sized.scenario == "Server")].iterrows()
)

# %% [markdown]
# Rates are queries per second and GPU. The last column says for how many mean latencies queries kept arriving: the rack of
# Nebius stopped after a few, which is why the denominators disagree most about it.
#
# ## What an Offline ratio leaves out
#
# All Offline samples are there at the start, and the run ends with the slowest. The fewer samples a GPU gets, the more that
# tail weighs. Samples per GPU, and the time of the run:

# %%
batch = sized[sized.scenario == "Offline"].set_index(["submitter", "accelerators"])
batch[["samples", "run_s", "published"]].round(0)

# %% [markdown]
# ## The networks
#
# What the system descriptions say of the network between nodes. IPoIB is the Internet protocol carried over InfiniBand.
# The two articles name a generation of switches; the description names none. A server of
# {n}`replicas.server-288-engine-size` GPUs lies within a rack, where NVLink joins the GPUs: between racks the network
# carried requests and answers, not the model's own traffic.

# %%
keys = ["round", "division", "submitter", "system"]
entered = results[[*keys, "accelerators"]].drop_duplicates()
described = systems.merge(entered, on=keys)
shown = ["accelerators", "nodes", "network", "accelerator_interconnect"]
described.set_index("submitter")[shown].sort_values("accelerators", kind="stable")

# %% [markdown]
# ## One round later
#
# In v6.1 NVIDIA submitted all three sizes. In Offline the four racks then kept {n}`scale.next-nvidia-offline-72-288` of
# the rack's result per GPU and the rack {n}`scale.next-nvidia-offline-8-72` of that of the single server; in Server
# {n}`scale.next-nvidia-server-72-288` and {n}`scale.next-nvidia-server-8-72`. No logs of that round are at hand, so only
# the published denominator can be shown.

# %%
later = trace(everything, "deepseek-r1", "NVIDIA GB300", ["v6.1"])
later = later[later.submitter == "NVIDIA"].set_index(["scenario", "accelerators"])
later["per_accelerator"].astype(float).round(0)

# %% tags=["hide-input"]
state(
    number(
        f"scale.next-nvidia-{scenario.lower()}-{small}-{large}",
        100 * later.per_accelerator[scenario, large] / later.per_accelerator[scenario, small],
        "%",
        1,
        how=f"NVIDIA, {scenario} of v6.1: {large} over {small} accelerators, published result per accelerator",
        rows=later.row_id[scenario][[small, large]].to_list(),
    )
    for scenario in ("Offline", "Server")
    for small, large in ((8, 72), (72, 288))
)

# %% [markdown]
# ## The claims
#
# ```{claim-card} 17
# ```
#
# Claims 14 and 16, the two totals, stand on [their own page](speedup.ipynb#the-published-totals-are-in-the-results-too). What they show: a service of that size can be
# driven and kept busy, within its limits. What they do not show: that GPUs joined by InfiniBand work faster together.
#
# ## The strongest case
#
# Copies are how one serves: a user needs a fast server, an operator needs many of them. A loss of a few percent over four
# racks means that load balancer, network and load generator held. In Offline that is a fair test, and the ratio above
# understates it where the larger system had fewer samples per GPU. In Server the four racks stayed well below their
# limit, so their total could have been higher.
#
# ## Sensitivity
#
# Against servers of other submitters the ratios are others, for these chose other rates and settings. The smallest system
# beside the largest: NVIDIA's four racks had {n}`scale.coreweave-nvidia-server-8-288-published` of the Server result per
# GPU of CoreWeave's single server, at {n}`scale.coreweave-nvidia-server-8-288-load` of its arrival rate, and
# {n}`scale.coreweave-nvidia-offline-8-288-published` of its Offline result. Every pair of sizes on this chip in v6.0:

# %% tags=["hide-input"]
listed = pairs.assign(
    small=pairs.submitter_small + ", " + pairs.accelerators_small.astype(str),
    large=pairs.submitter_large + ", " + pairs.accelerators_large.astype(str),
    **{name: (100 * pairs[name]).astype(float) for name in ("offered", "published", "full_run", "load")},
)
ResultsTable(
    id="pairs",
    frame=listed,
    caption=caption(
        "Result per GPU of the larger system in percent of the smaller one's, DeepSeek-R1 on GB300, v6.0. Beside the submitter: GPUs. "
        "Pairs differ in chip count, and in submitter where the last column says so.",
        results,
    ),
    columns={
        "large": "Larger system",
        "small": "Smaller system",
        "scenario": "Scenario",
        "published": "Published",
        "offered": "Offered",
        "full_run": "Full run",
        "load": "Arrival rate",
        "same_submitter": "Same submitter",
    },
    formats={name: ".1f" for name in ("published", "offered", "full_run", "load")},
)

# %% tags=["hide-input"]
said = {"published": "published result", "load": "rate of arrival"}
# NVIDIA's own sizes, and the largest beside the smallest, CoreWeave's: no submitter has both.
ends = pairs[(pairs.submitter_large == "NVIDIA") & pairs.submitter_small.isin(["NVIDIA", "CoreWeave"])]
state(
    number(
        f"scale.{'' if r.same_submitter else 'coreweave-'}nvidia-{r.scenario.lower()}"
        f"-{r.accelerators_small}-{r.accelerators_large}-{name}",
        100 * getattr(r, name),
        "%",
        1,
        how=f"{r.submitter_large}, {r.scenario}: {r.accelerators_large} over {r.accelerators_small} accelerators, "
        f"{what} per accelerator, share kept",
        rows=[r.row_id_small, r.row_id_large],
    )
    for r in ends[ends.accelerators_large == 288].itertuples()
    for name, what in said.items()
    if r.scenario == "Server" or name == "published"
)

# %% [markdown]
# ## Limits
#
# - The size of an instance is read from submitted files. For entries of more than one server it follows from a rule in the
#   submitter's guide, not from a record of the run.
# - There is one entry of each size and scenario. A ratio of two runs has no error bar.
# - No submitter ran all three sizes in v6.0.
#
# ```{mlperf-footnote} 6.0-0076/deepseek-r1/Offline 6.0-0076/deepseek-r1/Server 6.0-0078/deepseek-r1/Offline 6.0-0078/deepseek-r1/Server
# ```
