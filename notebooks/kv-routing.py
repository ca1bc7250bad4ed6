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
# {n}`route.band-from` and {n}`route.band-to` of what the servers can do without reuse. At {n}`route.load-calm` it is
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
#
# ## A small overload explains the published wait
#
# Work beyond what the servers can do piles up evenly, so the mean wait is half of the wait at the end. In the published test
# requests arrived for an hour. The least overload that explains the published wait of round-robin is therefore twice that wait over
# the hour, {n}`route.overload`.

# %%
from claimcheck.notebook import Quantity, figures, holds, routing_sweeps, say, show, table, value

ms = Quantity(1000, "ms/s")
wait = figures["routing-mean-before"] / ms
aware_wait = figures["routing-mean-after"] / ms
overload = (2 * wait / figures["trace.seconds"]).percent
words = "overload whose queue, never empty, gives the published mean wait"
say("route.overload", overload.called(words))

# %% [markdown]
# A queue takes a few lines of code. Each server reads inputs one after another, and a request waits for those before it. Requests are as
# many and on average as long as the trace's, arrive at random times, and go to the servers in turn. Nothing is reused:

# %%
from dataclasses import replace

from claimcheck.analysis.mechanisms import kv_routing
from claimcheck.data.mechanisms import read_figures

traffic = kv_routing.read_traffic(read_figures())


def mean_wait(load):
    """Mean time to first token of round-robin without reuse, in s."""
    at_load = replace(traffic, load=load)
    arrivals, inputs, _ = kv_routing.draw(at_load)
    free, total = [0.0] * at_load.servers, 0.0  # when each server will be free
    for i, (arrival, tokens) in enumerate(zip(arrivals, inputs)):
        server = i % at_load.servers
        free[server] = max(free[server], arrival) + tokens / at_load.rate
        total += free[server] - arrival
    of = f"mean time to first token at a load of {load}"
    return value(total / len(arrivals), "s", of=of, source="a queue")


say("route.queue-full", mean_wait(1.0))
say("route.queue-over", mean_wait(1.05))

# %% [markdown]
# If the servers get exactly the work that they can do, a first token takes {n}`route.queue-full` on average, and with 5% more it takes
# {n}`route.queue-over`. The full model adds what servers keep and what routers know. Each request shares a part of its input with others
# of its family. A server keeps a few such beginnings (*prefixes*) and drops the least recently used. The KV-aware router takes the server
# with the lowest cost, weight × blocks to be computed + blocks in use, as Dynamo documents it. *Least work* looks at the queues alone.
#
# ## With sharing, one router fills up before the other
#
# Load 1 is all that the servers could compute if they reused nothing.

# %% tags=["hide-input"]
from claimcheck.charts.mechanisms import Axis, Rule, model_lines

swept = routing_sweeps(shared=traffic.shared).by("-policy", "load")
means = swept.frame.pivot(index="load", columns="policy", values="mean").astype(float)
full = swept.frame[swept.frame.busy > 1].groupby("policy").load.min().astype(float)
load_axis = Axis("load", "load: work offered if nothing is reused", (0.5, 2.0), (0.5, 0.75, 1, 1.25, 1.5, 1.75, 2), format="~g")
show(
    "routing-load",
    "In the model routing is twenty times faster only while round-robin alone is overloaded",
    model_lines(
        swept.frame.astype({"mean": float}),
        ("policy", "policy"),
        load_axis,
        Axis("mean", "mean time to first token, s", (0.3, 1500), (1, 10, 100, 1000), log=True, format=","),
        rules=[
            Rule("round-robin\nfull", x=full["round-robin"], side=-1),
            Rule("KV-aware\nfull", x=full["KV-aware"], side=1),
        ],
        main="KV-aware",
    ),
    note="Our simulation, no measurement: number and mean length of requests, share of input that others share, and servers "
    "as in the published measurement; how many prefixes there are and how many a server keeps are assumed. Dashed: the load at "
    "which the work that a router leaves is all that the servers can do.",
)

# %% tags=["hide-cell"]
import numpy as np

ratio = means["round-robin"] / means["KV-aware"]
over = ratio[ratio > 20].index
holds("The ratio is above twenty only for loads between", (ratio.loc[over.min() : over.max()] > 20).all())
sweep = {"table": "routing_sweeps"}
say("route.band-from", value(over.min(), of="lowest load at which KV-aware routing is over 20 times faster", **sweep), 2)
say("route.band-to", value(over.max(), of="highest load at which KV-aware routing is over 20 times faster", **sweep), 2)
fills = {policy: value(load, of=f"load at which {policy} leaves all that servers can do", **sweep) for policy, load in full.items()}
say("route.capacity", (fills["KV-aware"] / fills["round-robin"] - 1).percent)
match = np.interp(wait.value, means["round-robin"], means.index)
aware_at_match = np.interp(match, means.index, means["KV-aware"])
say("route.match-load", value(match, of="load at which the model's round-robin has the published mean", **sweep), 2)
say("route.match-aware", value(aware_at_match, "s", of="mean time to first token of the KV-aware router at that load", **sweep), 1)
for side, seconds in {"before": wait, "after": aware_wait}.items():
    say(f"fig.routing-mean-{side}-s", seconds, 1)


def faster(load, seconds=traffic.seconds, seed=traffic.seed):
    """Mean time to first token, round-robin over KV-aware, at a load and over a length of the trace."""
    requests = round(traffic.requests * seconds / traffic.seconds)
    run = replace(traffic, load=load, seconds=seconds, requests=requests, seed=seed)
    before, after = (
        value(kv_routing.serve(run, policy)["mean"], "s", of=f"mean time to first token, {policy}", source="routing model")
        for policy in ("round-robin", "KV-aware")
    )
    return (before / after).called(f"mean time to first token, round-robin over KV-aware, at a load of {load} for {seconds / 60:.0f} minutes")


OVERLOADED = 1.2
say("route.quarter-hour", faster(OVERLOADED, 900), 0)
say("route.four-hours", faster(OVERLOADED, 14400), 0)

# %% [markdown]
# A prefix that a server holds need not be computed, so sharing raises the load that the servers carry. KV-aware routing raises it by
# much. Round-robin raises it by little, because it spreads every family over all servers and pushes prefixes out. Between the two
# limits one queue is stable and the other grows.
#
# At a load of {n}`route.match-load` the model's round-robin has the published mean, and its KV-aware router has
# {n}`route.match-aware`, near the published {n}`fig.routing-mean-after-s`. We chose only the load to match; the rest was assumed before.
#
# Under overload the ratio has no value of its own, because it grows with the length of the trace. At a load of
# {n}`route.load-shared` it is {n}`route.quarter-hour` after a quarter of an hour, and {n}`route.four-hours` after four hours.
#
# ## Without sharing, looking at queues is as good

# %% tags=["hide-input"]
aware = routing_sweeps(policy="KV-aware")
none = aware(shared=0.0)
lines = aware.by("shared", "load").frame.astype({"faster": float})
show(
    "routing-share",
    f"In the model the router is at most {none.max('faster'):1} faster where requests share nothing",
    model_lines(
        lines.assign(share=lines.shared.map("{:.0%} shared".format)),
        ("share", "prompts shared"),
        load_axis,
        Axis("faster", "mean time to first token, round-robin over KV-aware", (0.9, 150), (1, 2, 5, 10, 20, 50, 100), log=True, suffix="x"),
        rules=[Rule("", y=20.0), Rule("", y=1.0)],
    ),
    note="Our simulation, no measurement, on the traffic of the chart above with another share of common input. Dashed: no "
    "difference, and twenty times. Beyond the peaks both routers are overloaded.",
)

# %% tags=["hide-cell"]
CALM, NEARLY_FULL = 0.8, 0.95
for key, load in {"calm": CALM, "shared": OVERLOADED, "full": NEARLY_FULL}.items():
    say(f"route.load-{key}", value(load, of="load of the routing model: work over capacity without reuse", **sweep), 2)
cases = {
    "calm.faster": (traffic.shared, CALM, "KV-aware"),
    "none-calm.faster": (0.0, CALM, "KV-aware"),
    "none.least-work": (0.0, NEARLY_FULL, "least work"),
}
for key, (shared, load, policy) in cases.items():
    row = routing_sweeps.one(shared=shared, load=load, policy=policy)
    of = f"mean time to first token, round-robin over {policy}; load {load:g}, {shared:.0%} of the input shared"
    say(f"route.{key}", row.faster.called(of, ""), 1)
say("route.none-most", none.max("faster").called("mean time to first token, round-robin over KV-aware, nothing shared: the highest over all loads", ""), 1)

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
# ## The ratio depends on what nobody published
#
# We changed one assumption at a time, to the ends that we think possible, at a load of {n}`route.load-shared`. The ratio goes from next
# to one to more than eighty by what nobody published: how many prefixes there are, how many a server keeps, and
# how much weight the router gives them. Where few prefixes serve everybody, every server soon holds them and round-robin does as
# well. The source says the same of a prefix that all requests share. Other draws of the same traffic give {n}`route.draws-low` to
# {n}`route.draws-high`.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the ratio under other assumptions", "code_prompt_hide": "Hide the ratio under other assumptions"}
import pandas as pd

ASSUMED = {
    "families": ("different prefixes", "families"),
    "skew": ("how unequal they are in popularity, 0 for equal", "skew"),
    "held": ("prefixes that a server can keep", "cached_prefixes"),
    "spread": ("spread of an input's length", "spread"),
    "weight": ("weight of computing in the router's cost", "weight"),
}


def under(field, number):
    """Both routers on the same requests with one assumption changed."""
    whole = int(number) if isinstance(getattr(traffic, field), int) else number
    routed = kv_routing.compare(replace(traffic, load=OVERLOADED, **{field: whole}), ("round-robin", "KV-aware"))
    return {"changed": number, "faster": routed.faster[1], "busy_before": routed.busy[0], "busy_after": routed.busy[1]}


changed = pd.DataFrame(
    {"assumption": about, **under(field, end.value)}
    for key, (about, field) in ASSUMED.items()
    for end in figures.range(f"traffic.{key}")
)
holds("to one to more than eighty", changed.faster.min() < 1.1 and 80 < changed.faster.max() < 90)
table(
    "routing-assumptions",
    f"KV-aware routing against round-robin at a load of {OVERLOADED}, one assumption changed at a time",
    changed,
    "assumption changed faster busy_before busy_after",
    headings={
        "changed": "Set to",
        "faster": "Ratio",
        "busy_before": "Busy, round-robin",
        "busy_after": "Busy, KV-aware",
    },
    note="Our simulation. Busy: the work that remains, as a share of what the servers can do.",
)

# %% tags=["hide-cell"]
draws = [faster(OVERLOADED, seed=traffic.seed + i) for i in range(5)]
say("route.draws-low", min(draws), 0)
say("route.draws-high", max(draws), 0)

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
# ## The published measurement
#
# The source prints a ratio of about 20.4; its own two means give {n}`fig.routing-mean-ratio`. The ratio is
# {n}`fig.routing-p99-ratio` for the 99th percentile and {n}`fig.routing-latency-ratio` for the time to the whole answer.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the published measurement", "code_prompt_hide": "Hide the published measurement"}
table(
    "routing-published",
    "The published measurement",
    figures.about("routing"),
    "figure about conditions source",
    note="None is an MLPerf result.",
)

# %% tags=["hide-cell"]
for key in ("mean", "p99", "latency"):
    say(f"fig.routing-{key}-ratio", figures[f"routing-{key}-before"] / figures[f"routing-{key}-after"], 1)

# %% [markdown]
# ```{mlperf-footnote}
# ```
