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
# # When does a router make the first token twenty times faster?
#
# :::{admonition} The answer
# :class: cc-key
# **When one router overloads the servers and the other does not.** A cloud provider's test published {n}`fig.routing-mean-before-s` to the
# first token on average with round-robin, and {n}`fig.routing-mean-after-s` with a KV-aware router. It compares a queue that grows as
# long as requests arrive with one that stays short.
#
# In our model of that test {n}`route.overload` too much work for an hour is enough. The ratio is above twenty only for loads between
# {n}`route.band-from` and {n}`route.band-to` of what the servers can do without reuse; at {n}`route.load-calm` it is
# {n}`route.calm.faster`. How requests share is assumed: other assumptions give next to nothing, or more than eighty.
#
# No MLPerf® Inference result can show this gain. The rules forbid reuse of KV caches across queries, and NVIDIA's Interactive entry
# kept it off. Without sharing the model gives at most {n}`route.none-most`, and a router that only looks at queues gives that too.
# :::
#
# A model must read an input before it can answer, or find that done. Servers keep what they computed from inputs (the *KV cache*), and a
# request that begins like an earlier one skips that part if it comes to the same server. A KV-aware router sends it there, unless too
# much is waiting. Round-robin gives requests to the servers in turn.
#
# Claim 35's card, and what the submissions switched on, are on [another page](switches.ipynb#claim-35).

# %% tags=["hide-cell"]
from dataclasses import replace

import numpy as np
import pandas as pd

from claimcheck.analysis.mechanisms import kv_routing
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, model_lines
from claimcheck.data import tables
from claimcheck.data.mechanisms import read_figures
from claimcheck.data.numbers import number, state

figures = read_figures()
traffic = kv_routing.read_traffic(figures)
# Loads: round-robin beyond what it carries and KV-aware routing not; both below; next to full where nothing is shared.
LOAD, CALM, FULL = 1.2, 0.8, 0.95
TWO = ("round-robin", "KV-aware")

# %% [markdown]
# ## A small overload explains the published wait
#
# The trace that was replayed, and the work it gives each GPU. The last row is the least overload that explains the published wait of
# round-robin. Work beyond what the servers can do piles up evenly, so the mean wait is half of the wait at the end.

# %%
trace = figures.values("trace")
wait_s = figures.published("routing-mean-before").value / 1000
per_s = trace["requests"] / trace["seconds"]
per_gpu = per_s * trace["input_tokens"] / trace["gpus"]
overload = 2 * wait_s / trace["seconds"]
pd.Series(
    {
        "requests per second": per_s,
        "input tokens per second and GPU": per_gpu,
        "of which could be held": trace["shared_percent"] / 100,
        "overload for the published wait": overload,
    }
).round(3)

# %% [markdown]
# A queue in a few lines: each server reads inputs one after another, and a request waits for those before it. Requests are as many and
# on average as long as the trace's, arrive at random times, and go to the servers in turn. Nothing is reused:

# %%
def waits(load):
    """Mean time to first token of round-robin without reuse, in s."""
    now, inputs, _ = kv_routing.draw(replace(traffic, load=load))
    speed = replace(traffic, load=load).rate
    free, total = [0.0] * traffic.servers, 0.0
    for i, (arrival, tokens) in enumerate(zip(now, inputs)):
        server = i % traffic.servers
        free[server] = max(free[server], arrival) + tokens / speed
        total += free[server] - arrival
    return total / len(now)


by_hand = pd.Series({load: waits(load) for load in (0.5, 0.8, 0.95, 1.0, 1.05)})
by_hand.rename_axis("load").round(2)

# %% tags=["hide-cell"]
for load, seconds in by_hand.items():
    ours = kv_routing.serve(replace(traffic, load=load, shared=0.0), "round-robin")
    assert abs(ours["mean"] / seconds - 1) < 1e-9
print("The package's simulation gives the same waits where nothing is shared.")

# %% [markdown]
# The full model adds what servers keep and what routers know. Each request shares a part of its input with others of its family. A
# server keeps a few such beginnings (*prefixes*) and drops the least recently used. The KV-aware router takes the server with
# the lowest cost, weight × blocks to be computed + blocks in use, as Dynamo documents it. *Least work* looks at the queues alone.
#
# ## With sharing, one router fills up before the other
#
# Load 1 is all that the servers could compute if they reused nothing.

# %% tags=["hide-input"]
every = tables.load("routing_sweeps").astype({"mean": float, "busy": float, "faster": float})
swept = every[every.shared == traffic.shared].sort_values(["policy", "load"], ascending=[False, True])
shared = swept.pivot(index="load", columns="policy", values="mean")
ratio = shared["round-robin"] / shared["KV-aware"]
over = ratio[ratio > 20]
limits = {
    policy: swept[(swept.policy == policy) & (swept.busy > 1)].load.min() for policy in ("round-robin", "KV-aware")
}
Figure(
    model_lines(
        swept,
        ("policy", "policy"),
        Axis("load", "load: work offered if nothing is reused", (0.5, 2.0), (0.5, 0.75, 1, 1.25, 1.5, 1.75, 2), format="~g"),
        Axis("mean", "mean time to first token, s", (0.3, 1500), (1, 10, 100, 1000), log=True, format=","),
        rules=[
            Rule("round-robin\nfull", x=float(limits["round-robin"]), side=-1),
            Rule("KV-aware\nfull", x=float(limits["KV-aware"]), side=1),
        ],
        main="KV-aware",
    ),
    id="routing-load",
    title="In the model routing is twenty times faster only while round-robin alone is overloaded",
    description="Lines of the mean time to first token against the load, on a logarithmic axis, for three routers. All start "
    f"below a second; round-robin and least work climb steeply from a load of {limits['round-robin']:g}, KV-aware routing from "
    f"{limits['KV-aware']:g}. "
    + "; ".join(
        f"load {load:g}: round-robin {row['round-robin']:.1f} s, least work {row['least work']:.1f} s, KV-aware {row['KV-aware']:.1f} s"
        for load, row in shared.loc[[0.5, 0.8, 1.0, 1.2, 1.4, 2.0]].iterrows()
    )
    + ".",
    caption="Our simulation, no measurement: number and mean length of requests, share of input that others share, and servers "
    "as in the published measurement; how many prefixes there are and how many a server keeps are assumed. Dashed: the load at "
    "which the work that a router leaves is all that the servers can do. Sources: data/mechanism_figures.yml.",
)

# %% [markdown]
# A prefix that a server holds need not be computed, so sharing raises the load that the servers carry. KV-aware routing raises it by
# much. Round-robin raises it by little, because it spreads every family over all servers and pushes prefixes out. Between the two
# limits one queue is stable and the other grows.
#
# At a load of {n}`route.match-load` the model's round-robin has the published mean, and its KV-aware router has
# {n}`route.match-aware`, near the published {n}`fig.routing-mean-after-s`. We chose only the load to match; the rest was assumed before.
#
# Under overload the ratio has no value of its own, because it grows with the length of the trace:

# %% tags=["hide-cell"]
assert shared["round-robin"].is_monotonic_increasing
match_load = np.interp(wait_s, shared["round-robin"], shared.index)
match_aware = np.interp(match_load, shared.index, shared["KV-aware"])
router = "KV-aware routing"
state(
    number(
        "route.overload",
        overload * 100,
        "%",
        how="load whose queue, never empty, gives the published mean wait in the length of the trace: "
        "1 + 2 × wait / length",
    ),
    number("route.match-load", match_load, "", 2, how="load at which the model's round-robin has the published mean TTFT"),
    number("route.match-aware", match_aware, "s", 1, how="mean TTFT of the KV-aware router at that load"),
    number("route.band-from", over.index.min(), "", 2, how=f"lowest load at which {router} is over 20 times faster"),
    number("route.band-to", over.index.max(), "", 2, how=f"highest load at which {router} is over 20 times faster"),
    number(
        "route.capacity",
        (limits["KV-aware"] / limits["round-robin"] - 1) * 100,
        "%",
        how=f"load at which {router} leaves all that servers can do, over round-robin's",
    ),
    (
        number(f"route.load-{key}", load, "", 2, how="load of the routing model: work over capacity without reuse")
        for key, load in {"calm": CALM, "shared": LOAD, "full": FULL}.items()
    ),
)

# %%
lengths = {}
for factor in (0.25, 0.5, 1, 2, 4):
    long = replace(traffic, load=LOAD, requests=round(traffic.requests * factor), seconds=traffic.seconds * factor)
    found = kv_routing.compare(long, TWO)
    lengths[long.seconds / 60] = found.set_index("policy")["mean"]
lengths = pd.DataFrame(lengths).T.rename_axis("minutes")
lengths["ratio"] = lengths["round-robin"] / lengths["KV-aware"]
lengths.round(1)

# %% [markdown]
# ## Without sharing, looking at queues is as good

# %% tags=["hide-input"]
lines = every[every.policy == "KV-aware"]
lines = lines.assign(share=lines.shared.map("{:.0%} shared".format)).sort_values(["shared", "load"])
none = lines[lines.shared == 0]
Figure(
    model_lines(
        lines,
        ("share", "prompts shared"),
        Axis("load", "load: work offered if nothing is reused", (0.5, 2.0), (0.5, 0.75, 1, 1.25, 1.5, 1.75, 2), format="~g"),
        Axis("faster", "mean time to first token, round-robin over KV-aware", (0.9, 150), (1, 2, 5, 10, 20, 50, 100), log=True, suffix="x"),
        rules=[Rule("", y=20.0), Rule("", y=1.0)],
    ),
    id="routing-share",
    title=f"In the model the router is at most {none.faster.max():.1f}x faster where requests share nothing",
    description="Lines of the ratio of mean times to first token, round-robin over KV-aware, against the load, one for each "
    "share of input that requests have in common. Each rises to a peak where round-robin is overloaded and falls back. "
    + "; ".join(
        f"{name}: highest {part.faster.max():.1f} at a load of {part.load[part.faster.idxmax()]:g}"
        for name, part in lines.groupby("share", sort=False)
    )
    + ".",
    caption="Our simulation, no measurement, on the traffic of the chart above with another share of common input. Dashed: no "
    "difference, and twenty times. Beyond the peaks both routers are overloaded. Sources: data/mechanism_figures.yml.",
)

# %% tags=["hide-cell"]
asked = {
    "calm.faster": (CALM, traffic.shared, "KV-aware"),
    "none-calm.faster": (CALM, 0.0, "KV-aware"),
    "none.least-work": (FULL, 0.0, "least work"),
}
by_case = every.set_index(["shared", "load", "policy"])
state(
    (
        number(
            f"route.{key}",
            by_case.faster[share, load, policy],
            "x",
            1,
            how=f"mean TTFT, round-robin over {policy}; load {load:g}, {share:.0%} of the input shared by "
            f"{traffic.families} prefixes",
        )
        for key, (load, share, policy) in asked.items()
    ),
    number(
        "route.none-most",
        none.faster.max(),
        "x",
        1,
        how="mean TTFT, round-robin over KV-aware, nothing shared: the highest over all loads",
    ),
)

# %% [markdown]
# Without sharing, {n}`route.none-calm.faster` remains at a load of {n}`route.load-calm`, because the router looks at the queues.
# Round-robin deals out requests and not work, and inputs differ in length. A router that counts waiting work does as well or better
# ({n}`route.none.least-work` at a load of {n}`route.load-full`) and knows nothing of caches. Past a load of 1 without reuse nothing
# helps.
#
# ## In the benchmark
#
# The rules require every query to be computed in full, so nothing is shared, and reuse explains nothing of the published
# {n}`claim.1.published` in Server. A KV-aware router can still balance replicas, but this
# page's ratios for that are in the wait for the first token, not in throughput. NVIDIA's Interactive entries ran such a router with
# reuse switched off. Nebius's Server entries balance by input length with another router
# ([which switches were on](switches.ipynb)).
#
# ## Published figures
#
# None is an MLPerf result.

# %% tags=["hide-input"]
ResultsTable(
    id="routing-published",
    frame=figures.table("published", "routing").assign(seconds=lambda t: t.value / 1000),
    caption="The published measurement, in s.",
    columns={"seconds": "s", "about": "What", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
    formats={"seconds": ",.1f"},
)

# %% tags=["hide-cell"]
said = {key: [figures.published(f"routing-{key}-{end}") for end in ("before", "after")] for key in ("mean", "p99", "latency")}
state(
    (
        number(
            f"fig.routing-{key}-ratio",
            before.value / after.value,
            "x",
            1,
            how=f"{before.about} over the same with the KV-aware router; {before.conditions}; {before.source}",
        )
        for key, (before, after) in said.items()
    ),
    (
        number(f"fig.{one.key}-s", one.value / 1000, "s", 1, how=f"{one.about}; {one.source}")
        for one in said["mean"]
    ),
)

# %% [markdown]
# The source prints a ratio of about 20.4; its own two means give {n}`fig.routing-mean-ratio`. The ratio is
# {n}`fig.routing-p99-ratio` for the 99th percentile and {n}`fig.routing-latency-ratio` for the time to the whole answer.
#
# ## Sensitivity
#
# KV-aware routing against round-robin at a load of {n}`route.load-shared`. One assumption changes at a time, to the ends that
# `mechanism_figures.yml` gives. *Busy* is the work that remains, as a share of what the servers can do.

# %%
ends = figures.sections["traffic"]
base = replace(traffic, load=LOAD)
rows = {}
# The register calls the prefixes that a server can keep "held".
fields = {"families": "families", "skew": "skew", "held": "cached_prefixes", "spread": "spread", "weight": "weight"}
for key, field in fields.items():
    for end in (ends[key].low, ends[key].high):
        value = int(end) if key in ("families", "held") else end
        routed = kv_routing.compare(replace(base, **{field: value}), TWO)
        aware, plain = routed.iloc[1], routed.iloc[0]
        rows[key, value] = {
            "ratio": aware["faster"],
            "busy, round-robin": plain["busy"],
            "busy, KV-aware": aware["busy"],
        }
shown = pd.DataFrame(rows).T.rename_axis(["assumption", "value"])
assert shown.ratio.min() < 1.1 and 80 < shown.ratio.max() < 90  # said in words
shown.round(2)

# %% [markdown]
# The ratio goes from next to one to more than eighty by what nobody published: how many prefixes there are, how many a server keeps, and
# how much weight the router gives them. Where few prefixes serve everybody, every server soon holds them and round-robin does as
# well. The source says the same of a prefix that all requests share.

# %% tags=["hide-input"]
seeds = [kv_routing.compare(replace(base, seed=traffic.seed + i), TWO).faster[1] for i in range(5)]
calmer = [kv_routing.compare(replace(base, load=CALM, seed=traffic.seed + i), TWO).faster[1] for i in range(5)]
print(f"Five draws of the traffic: {min(seeds):.0f} to {max(seeds):.0f} at a load of {LOAD:g}, ", end="")
print(f"{min(calmer):.1f} to {max(calmer):.1f} at {CALM:g}.")

# %% [markdown]
# ## The strongest case for the claim
#
# - The figure was measured on a real trace with its arrival times, and its source names model, machines, router and conditions.
#   Article A5 left these out.
# - Overload is not a trick. Operators buy capacity, and between the loads at which the two routers fill up, only the KV-aware one keeps
#   serving. In the model that is {n}`route.capacity` more load on the same servers.
# - Agents with long common prompts are a growing part of traffic, and they share much of it.
#
# ## Limits
#
# - We did not have the trace. Families, their popularity and what a server keeps are assumed, and our arrivals are random where the
#   trace has bursts.
# - Decoding does not slow prefill here, and memory for running requests does not push prefixes out. Both would make overload
#   worse.
# - A prefix is held whole or not at all; real caches hold blocks.
#
# ```{mlperf-footnote}
# ```
