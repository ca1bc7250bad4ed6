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
# # What changed?
#
# :::{admonition} The answer
# :class: cc-key
# **GPUs worked on many more requests at once; the speed of one request changed much less.** Nebius's system of
# {n}`accelerators.nebius-8` GPUs in MLPerf® Inference v6.0 worked on {n}`op.published.load` as many DeepSeek-R1 requests per GPU as
# NVIDIA's rack in v5.1, and answered each of them at {n}`op.published.speed` the speed.
#
# NVIDIA's own rack took more requests too, and answered each somewhat faster. Both sides of the published pair ran [close to a
# latency limit](#limits-of-the-pair), so neither was measured at an easy load. How many requests to send is [the submitter's
# choice](#a-choice-of-load); [new software and settings](#settings-that-changed) are what made the higher load possible.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.operating import FACTORS, factors, with_latency_limits
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.dots import dotted_rows
from claimcheck.charts.metric import operating_plane
from claimcheck.charts.theme import CONTEXT, NVIDIA, OFFERED, PUBLISHED
from claimcheck.claims import caption, with_links
from claimcheck.claims.verdict.evidence import describe
from claimcheck.data import tables
from claimcheck.data.numbers import number, state
from claimcheck.data.rounds import rounds_until

TITLES = {"deepseek-r1": "DeepSeek-R1", "llama3.1-405b": "Llama 3.1 405B"}
results = tables.load("inference_results")
# The rounds up to the one that the claims were made in; v6.1 has a page of its own.
runs, every = (tables.load(name) for name in ("loadgen_runs", "operating_points"))
runs, every = (frame[frame["round"].isin(rounds_until()["inference"])] for frame in (runs, every))
comparisons = tables.load("comparisons")

points = with_latency_limits(every)
by = ["benchmark", "scenario", "accelerator", "ratio", "row_id_after"]
once = comparisons[~comparisons.repeats].sort_values(by, ascending=[True, True, True, False, True])
split = factors(once, points)
assert ((split[list(FACTORS)].prod(axis=1) / split.ratio - 1).abs() < 1e-9).all()
server = split[(split.benchmark == "deepseek-r1") & (split.scenario == "Server")].sort_values("ratio", ascending=False, kind="stable")

# %% tags=["hide-input"]
cell = points[(points.benchmark == "deepseek-r1") & (points.scenario == "Server") & (points.chip == "GB300")]
cell = cell.assign(who=cell.submitter + ", " + cell.accelerators.astype(str) + " GB300")
pair = server[server.chip == "GB300"]
top = pair.loc[pair.ratio.where(pair.both_available).idxmax()]
own = pair[(pair.submitter_after == "NVIDIA") & (pair.kept == "system")].iloc[0]
named = {
    top.row_id_before: ("NVIDIA, v5.1", NVIDIA),
    own.row_id_after: ("NVIDIA, v6.0", NVIDIA),
    top.row_id_after: ("Nebius, v6.0", PUBLISHED),
}
words = pd.DataFrame([named.get(row_id, ("", CONTEXT)) for row_id in cell.row_id], columns=["name", "shade"], index=cell.index)
cell = cell.join(words)
behind = results[results.row_id.isin(cell.row_id)]
Figure(
    operating_plane(cell, pd.DataFrame([top, own])),
    id="plane-deepseek-r1-server",
    title=f"Nebius's GPUs held {top.more_in_flight:.1f} times NVIDIA's requests of v5.1, each a little slower",
    description="DeepSeek-R1 Server on GB300: requests in flight per GPU against the speed of one request. "
    + "; ".join(
        f"{r.who}, {r.round}: {r.in_flight_per_accelerator:.0f} in flight, {r.tokens_per_request_second:.1f} tokens/s"
        for r in cell.sort_values("in_flight_per_accelerator", kind="stable").itertuples()
    )
    + ".",
    caption=caption(
        "A dot is one run; a hollow dot is of v5.1. In flight: offered requests/s × mean latency, per GPU. Speed: mean output "
        "tokens over mean latency. The lines join NVIDIA's rack of v5.1 to its rack of v6.0 and to Nebius's result, which differs in "
        "submitter and number of GPUs. CoreWeave's result of v5.1 is of the category preview, all others are available.",
        behind,
    ),
)

# %% [markdown]
# ## Load times speed is the token rate
#
# In the scenario Server a submitter chooses the rate at which requests arrive. By Little's law, the requests *in flight* (arrived and
# not complete) are that rate times their mean latency. Tokens per second are then
#
# > requests in flight × speed of one request × counting.
#
# The speed of one request is its mean output tokens over its mean latency, the wait for the first token included. *Counting* is
# what the definition of the published rate adds: its clock [stops when the query that was sent last is answered](metric.ipynb). For
# DeepSeek-R1 Server on GB300, per GPU, and below it each run's gain over NVIDIA's rack of v5.1:

# %% tags=["hide-input"]
both = results.merge(runs, on="run_id", suffixes=("", "_run"))
gb300 = both[
    (both.benchmark == "deepseek-r1")
    & (both.scenario == "Server")
    & (both.division == "closed")
    & (both.accelerator == "NVIDIA GB300")
].copy()
gb300["who"] = gb300.submitter + " " + gb300.accelerators.astype(str)
gb300 = gb300.set_index(["round", "who"], drop=False).sort_index()
latency_s = gb300.latency_mean_ms / 1000

load = gb300.scheduled_samples_per_s / gb300.accelerators * latency_s
speed = gb300.mean_tokens_per_sample / latency_s
published = gb300.value / gb300.accelerators
counting = published / (load * speed)
parts = pd.DataFrame({"in flight": load, "tokens/s of one": speed, "counting": counting, "published": published})
parts.astype(float).round(3)

# %% tags=["hide-input"]
factor = (parts.loc["v6.0"] / parts.loc[("v5.1", "NVIDIA 72")]).astype(float)
assert (factor.drop(columns="published").prod(axis=1) / factor.published - 1).abs().max() < 1e-9
own = points.set_index("row_id").loc[gb300.row_id]
assert (abs(own.in_flight_per_accelerator.to_numpy() / load.to_numpy().astype(float) - 1) < 1e-9).all()
factor.sort_values("published", ascending=False, kind="stable").round(3)

# %% tags=["hide-cell"]
RUNS = {
    "before": ("v5.1", "NVIDIA 72"),
    "nvidia-72": ("v6.0", "NVIDIA 72"),
    "nebius-72": ("v6.0", "Nebius 72"),
    "nebius-8": ("v6.0", "Nebius 8"),
}
OF_RUN = {
    "load": (load, "", 0, "offered rate × mean latency / accelerators"),
    "arrivals": ((gb300.query_count - 1) / gb300.scheduled_samples_per_s, "s", 0, "(queries - 1) / realised arrival rate"),
    "ttft-s": (gb300.ttft_p99_ms / 1000, "s", 1, "99th percentile of TTFT"),
}


def of_run(key):
    """A number of one run on GB300."""
    name, what = key.split(".")
    run, (values, unit, decimals, how) = RUNS[name], OF_RUN[what]
    row = gb300.loc[run]
    return number(f"op.{key}", values[run], unit, decimals, how=f"{how}: {describe(row)}", rows=row)


state(
    of_run(f"{run}.{what}")
    for what, named in {
        "load": ("before", "nebius-8"),
        "arrivals": ("nebius-72", "nebius-8"),
        "ttft-s": ("before", "nvidia-72", "nebius-8"),
    }.items()
    for run in named
)

# %% [markdown]
# NVIDIA's rack of v5.1 had {n}`op.before.load` requests in flight per GPU and Nebius's system {n}`op.nebius-8.load`. With
# {n}`op.published.counting` for counting, the three factors give the published {n}`claim.1.published`. NVIDIA's own rack gained
# {n}`op.own.load` in load and {n}`op.own.speed` in speed. Counting matters where a run is short compared with its latencies: it
# lowered the gain of NVIDIA's GB200 rack to {n}`op.gb200-own.counting` of what load and speed give.
#
# ## In every comparison the load rose more than the speed
#
# That is so in all {n}`op.readings.n` [defensible comparisons](speedup.ipynb) of DeepSeek-R1 Server. In {n}`op.readings.both-n` of
# them load and speed both rose, so the choice of load cannot explain their whole gain.

# %% tags=["hide-input"]
assert (server.more_in_flight > server.faster_per_request).all()
sides = ["submitter_before", "accelerators_before", "submitter_after", "accelerators_after"]
labels = [
    f"{r.chip}: {r.submitter_before} {r.accelerators_before}"
    + ("" if (r.submitter_before, r.accelerators_before) == (r.submitter_after, r.accelerators_after) else f" to {r.submitter_after} {r.accelerators_after}")
    for r in server.itertuples()
]
rows = server.assign(panel="v6.0 over v5.1, per GPU", label=labels, text=[f"{r:.2f}x" for r in server.ratio], row_id=server.row_id_after)
twice = rows.duplicated("label", keep=False)
rows["label"] = rows.label.where(~twice, rows.label + " (from " + rows.result_id_before.str[-4:] + ")")
KINDS = {"faster_per_request": "speed of one request", "more_in_flight": "requests in flight"}
dots = rows.melt(["panel", "label", "text", "row_id"], list(KINDS), var_name="kind").replace({"kind": KINDS})
Figure(
    dotted_rows(
        dots, list(KINDS.values()), axis="v6.0 over v5.1", start=0.7, rule=(1, "unchanged"), format="~r", colours=(CONTEXT, OFFERED)
    ),
    id="split",
    title=f"In all {len(server)} comparisons of DeepSeek-R1 Server the load rose more than the speed",
    description="Dots of how much the requests in flight per GPU and the speed of one request changed from v5.1 to v6.0. "
    + "; ".join(
        f"{r.label}: {r.more_in_flight:.2f} in flight, {r.faster_per_request:.2f} speed, {r.counting:.2f} counting, product {r.ratio:.2f}"
        for r in rows.itertuples()
    )
    + ".",
    caption=caption(
        "DeepSeek-R1 Server, closed division. The figure at a row is the ratio of the published results per GPU: the product of both "
        "dots and of the counting. A number after a submitter is its number of GPUs. Results compared differ in version and, where a row "
        "names two submitters or sizes, in these. CoreWeave's GB300 result of v5.1 is of the category preview.",
        results[results.row_id.isin([*server.row_id_before, *server.row_id_after])],
    ),
)

# %% tags=["hide-cell"]
R1, LLAMA = ("deepseek-r1", "Server"), ("llama3.1-405b", "Server")
PAIRS = {
    "published": (*R1, "GB300", "NVIDIA", 72, "Nebius", 8),
    "rack": (*R1, "GB300", "NVIDIA", 72, "Nebius", 72),
    "own": (*R1, "GB300", "NVIDIA", 72, "NVIDIA", 72),
    "coreweave": (*R1, "GB300", "CoreWeave", 8, "CoreWeave", 8),
    "b200-google": (*R1, "B200", "Google", 8, "Google", 8),
    "gb200-own": (*R1, "GB200", "NVIDIA", 72, "NVIDIA", 72),
    "llama": (*LLAMA, "GB300", "NVIDIA", 72, "NVIDIA", 72),
    "llama-gb200": (*LLAMA, "GB200", "NVIDIA", 72, "NVIDIA", 72),
}
OF_PAIR = {
    "load": ("more_in_flight", "requests in flight per accelerator, after over before"),
    "speed": ("faster_per_request", "tokens per request-second, after over before"),
    "counting": ("counting", "published over offered token rate, after over before"),
    "load-whole": (
        "more_in_flight_whole",
        "request-seconds of all queries / the whole run, per accelerator, after over before",
    ),
    "load-published": (
        "loaded",
        "requests in flight by the published rate (published tokens/s / tokens per request-second)",
    ),
}
by_name = split.assign(loaded=split.more_in_flight * split.counting)
by_name = by_name.set_index(["benchmark", "scenario", "chip", *sides], drop=False)


def of_pair(pair, what):
    """A factor of one comparison."""
    row, (column, how) = by_name.loc[PAIRS[pair]], OF_PAIR[what]
    after, before = (
        f"{row[f'submitter_{side}']}, {row[f'system_{side}']} ({row[f'accelerators_{side}']} accelerators)"
        for side in ("after", "before")
    )
    how = f"{how}: {row.benchmark} {row.scenario}, {after}, v6.0, over {before}, v5.1"
    return number(f"op.{pair}.{what}", row[column], "x", 2, how=how, rows=row)


whole = {f"load{which}": ("published", "rack") for which in ("-whole", "-published")}
state(
    (
        of_pair(pair, what)
        for what, named in {
            "load": (p for p in PAIRS if p != "gb200-own"),
            "speed": (p for p in PAIRS if p not in ("rack", "gb200-own")),
            "counting": ("published", "gb200-own"),
            **whole,
        }.items()
        for pair in named
    ),
    number("op.readings.n", len(server), how="comparisons of DeepSeek-R1 Server, v5.1 with v6.0"),
    number(
        "op.readings.both-n",
        ((server.more_in_flight > 1) & (server.faster_per_request > 1)).sum(),
        how="of the comparisons of DeepSeek-R1 Server, v5.1 with v6.0, those in which load and speed rose",
    ),
)

# %% [markdown]
# CoreWeave's GB300 system gained {n}`op.coreweave.load` in load and {n}`op.coreweave.speed` in speed. Google's B200 system gained
# {n}`op.b200-google.load` in load and {n}`op.b200-google.speed` in speed. It need not be so: in Llama 3.1 405B Server, NVIDIA's
# GB300 rack gained {n}`op.llama.load` in load and {n}`op.llama.speed` in speed. Its GB200 rack took fewer requests
# ({n}`op.llama-gb200.load`) and answered each faster ({n}`op.llama-gb200.speed`). All comparisons of both models, by factor:

# %% tags=["hide-cell"]
names = ["benchmark", "scenario", "chip", *sides]
split.set_index(names)[["ratio", *FACTORS]].astype(float).round(2)

# %% [markdown]
# (limits-of-the-pair)=
# ## Both sides ran at a latency limit
#
# Server limits the wait for the first token and the time per output token, in 99 of 100 requests. NVIDIA's rack of v5.1 used
# {n}`op.before.ttft` of the first limit and Nebius's system {n}`op.nebius-8.tpot` of the second.
# [Who ran at the limit](limits.ipynb).
#
# (a-choice-of-load)=
# ## Part of the gain is the load that was chosen
#
# Within v6.0, Nebius and CoreWeave ran the same code with the same settings on as many GB300 GPUs. Nebius sent more requests and
# published {n}`experiments.load-gb300-ratio` the rate. That step is inside the published {n}`claim.1.published`.
# [What one change is worth](limits.ipynb#what-is-one-change-worth).
#
# (settings-that-changed)=
# ## The settings that changed
#
# NVIDIA's rack differs from its own entry of v5.1 in {n}`switches.own-changed` settings, of which {n}`switches.own-changed-engine`
# are not the load: new kernels for the experts, larger batches, and more memory for the KV cache are among them. Multi-token
# prediction was barred in Server, and one engine on {n}`switches.server-experts` GPUs has no use for disaggregated serving or a
# KV-aware router. The files of v6.0 do not name one version of the library. [Which switches were on](switches.ipynb).
#
# As far as the record shows, [accuracy did not fall](accuracy.ipynb).
#
# ## The strongest case for the claim
#
# - A GPU that holds more requests gives each of them less speed, if nothing else changes. To hold so many more at nearly the old speed,
#   an engine must do far more work.
# - Each request stayed within its limits, and the 99th percentile of the wait for the first token fell from {n}`op.before.ttft-s` to
#   {n}`op.nebius-8.ttft-s`.
# - Server measures throughput within limits. It rewards every submitter for turning spare latency into more requests.
#
# ## What this does not say
#
# - The split says what happened, not why. Engine, settings and offered rate changed together.
# - The published {n}`claim.1.published` is a gain in throughput. At the rates that the two submitters chose, one request's
#   tokens did not come faster; at another rate they might.
# - Requests in flight include those that wait for their first token. The logs do not say how many wait.
#
# ## Sensitivity
#
# **Another measure of speed.** One over the mean or median time per output token (TPOT) is the speed of a typical request after its
# first token; ours weighs a long request by its length and counts the wait. Over ours:

# %% tags=["hide-cell"]
clean = points[~points.spoiled]
by_speed = clean.tokens_per_request_second
off = pd.DataFrame(
    {
        "cell": clean.benchmark + " " + clean.scenario,
        "1 / mean TPOT": clean.per_mean_tpot / by_speed,
        "1 / median TPOT": clean.per_median_tpot / by_speed,
    }
)
off.groupby("cell").agg(["min", "median", "max"]).astype(float).round(3)

# %% tags=["hide-cell"]
what = "closed runs of DeepSeek-R1 and Llama 3.1 405B, Server and Interactive, v5.1 and v6.0"
worst = points.loc[points.largest_in_mean_ms.idxmax()]
whose = describe(results.set_index("row_id").loc[worst.row_id])
state(
    number("op.runs.n", len(points), how=what),
    number("op.runs.spoiled-n", points.spoiled.sum(), how=f"of the {what}, those whose mean TPOT is spoilt"),
    (
        number(
            f"op.per-{statistic}.{end}",
            off[f"1 / {statistic} TPOT"].agg(end),
            "x",
            2,
            how=f"{end}imum of 1 / {statistic} TPOT over tokens per request-second, {what}, spoilt ones left out",
            rows=clean.loc[off[f"1 / {statistic} TPOT"].agg(f"idx{end}")],
        )
        for statistic in ("mean", "median")
        for end in ("min", "max")
    ),
    number("op.worst.in-mean", worst.largest_in_mean_ms, "ms", 1, how=f"largest TPOT / queries: {whose}", rows=worst),
    number("op.worst.largest", worst.tpot_max_ms / 1000, "s", how=f"largest TPOT: {whose}", rows=worst),
    number("op.worst.mean", worst.tpot_mean_ms, "ms", 1, how=f"mean TPOT: {whose}", rows=worst),
    number("op.worst.median", worst.tpot_p50_ms, "ms", 1, how=f"median TPOT: {whose}", rows=worst),
)

# %% [markdown]
# The first is {n}`op.per-mean.min` to {n}`op.per-mean.max` of ours, the second {n}`op.per-median.min` to {n}`op.per-median.max`.
# {n}`op.runs.spoiled-n` of {n}`op.runs.n` runs are left out, because absurd values spoil their mean. In one, a single token is logged as
# {n}`op.worst.largest`, about as long as the longest whole answers. It alone lifts the mean by {n}`op.worst.in-mean` to
# {n}`op.worst.mean`, while the median is {n}`op.worst.median`. The run's percentiles and published rate are not affected.

# %% tags=["hide-cell"]
speeds = ["faster_per_request", "mean_tpot_ratio", "median_tpot_ratio"]
sides = ("after", "before")
names = [f"{what}_{side}" for side in sides for what in ("submitter", "accelerators")]
pair.set_index(names)[[*speeds, "spoiled"]].astype(dict.fromkeys(speeds, float)).round(3)

# %% [markdown]
# **Another measure of load.** Little's law gives the number towards which a run tends while requests arrive. The mean over the
# whole run is lower, most of all in a short run: requests of Nebius's rack arrived for {n}`op.nebius-72.arrivals`, those of its
# smaller system for {n}`op.nebius-8.arrivals`. Counted that way, the load rose {n}`op.published.load-whole` in the published pair.
# On Nebius's rack it rose {n}`op.rack.load-whole` instead of {n}`op.rack.load`. If counting is made part of the load, it rose
# {n}`op.published.load-published` and {n}`op.rack.load-published`. No such choice changes the speed of a request. It does change
# the rack's gain over NVIDIA's of v5.1: {n}`pair.gb300-server-rack` as published, {n}`denominators.rack-full` over the whole runs.
#
# ## Every run

# %% tags=["hide-input"]
closed_and_open = pd.concat([points, with_latency_limits(every, division="open")], ignore_index=True)
linked = with_links(results[results.row_id.isin(closed_and_open.row_id)]).set_index("row_id")
table = closed_and_open.assign(
    url=closed_and_open.row_id.map(linked.log_url),
    cell=closed_and_open.benchmark.map(TITLES) + " " + closed_and_open.scenario,
).sort_values(["cell", "round", "per_accelerator"], ascending=[True, False, False])
ResultsTable(
    id="operating-points",
    frame=table,
    caption=caption(
        "Every run of DeepSeek-R1 and Llama 3.1 405B with latency limits. Offered and completed: requests/s of the system. In "
        "flight: per accelerator, by Little's law with the offered rate. Then tokens/s of one request three ways: per "
        "request-second, 1 / mean TPOT (spoilt where a value is absurd), 1 / median TPOT. Offered and published: tokens/s "
        "per accelerator. The ID leads to the log.",
        results[results.row_id.isin(table.row_id)],
    ),
    columns={
        "submitter": "Submitter",
        "accelerators": "Number",
        "chip": "Chip",
        "round": "Round",
        "cell": "Benchmark",
        "division": "Division",
        "availability": "Category",
        "offered_rate": "Offered",
        "completed_rate": "Completed",
        "in_flight_per_accelerator": "In flight",
        "tokens_per_request_second": "Per request-s",
        "per_mean_tpot": "1 / mean",
        "spoiled": "Mean spoilt",
        "per_median_tpot": "1 / median",
        "offered_per": "Offered tok/s",
        "per_accelerator": "Published tok/s",
        "result_id": "ID",
    },
    row_ids=list(table.row_id),
    links={"result_id": "url"},
    formats={
        "offered_rate": ",.2f",
        "completed_rate": ",.2f",
        "in_flight_per_accelerator": ",.1f",
        "tokens_per_request_second": ".2f",
        "per_mean_tpot": ".2f",
        "per_median_tpot": ".2f",
        "offered_per": ",.1f",
        "per_accelerator": ",.1f",
    },
    searchable=True,
)

# %% [markdown]
# ```{mlperf-footnote}
# ```
