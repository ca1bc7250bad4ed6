# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # What changed?
#
# :::{admonition} The answer
# :class: cc-key
# **GPUs worked on many more requests at once; the speed of one request changed much less.** Each GPU of Nebius's system
# in MLPerf® Inference v6.0 worked on {n}`op.published.load` as many DeepSeek-R1 requests as a GPU of NVIDIA's rack in
# v5.1. On average a request ran at {n}`op.published.slower` fewer tokens per second.
#
# NVIDIA's own rack took more requests too, and each ran somewhat faster on average. Both sides of the published pair
# ran [close to a latency limit](#limits-of-the-pair), so neither was measured at an easy load. How many requests to
# send is [the submitter's choice](#a-choice-of-load); [new software and settings](#settings-that-changed) let systems
# carry the higher load.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
runs = pd.read_csv("../data/tables/loadgen_runs.csv.gz", low_memory=False)
gb300 = test[test.accelerator.str.contains("GB300")][["run_id", "accelerators"]].merge(runs, on="run_id")
gb300 = gb300.set_index(["round", "submitter", "accelerators"])
at_once = gb300.scheduled_samples_per_s * gb300.latency_mean_ms / 1000 / gb300.index.get_level_values("accelerators")
plain = at_once["v6.0", "Nebius", 8] / at_once["v5.1", "NVIDIA", 72]
print(f"each GPU worked on {plain:.1f} times as many requests at once")

# %% tags=["hide-cell"]
from claimcheck.analysis.operating import MS, counting, load, speed
from claimcheck.notebook import operating_points, same, say, table

on_gb300 = operating_points(benchmark="deepseek-r1", scenario="Server", division="closed", chip="GB300",
    round=["v5.1", "v6.0"])
first = on_gb300.one(round="v5.1", submitter="NVIDIA")
own = on_gb300.one(round="v6.0", submitter="NVIDIA", accelerators=72)
nebius = on_gb300.one(round="v6.0", submitter="Nebius", accelerators=8)
say("op.published.load", same(plain, load(nebius) / load(first)), of="requests that a GPU of Nebius's 8 GB300 worked "
    "on at once in v6.0, over those of a GPU of NVIDIA's rack in v5.1, DeepSeek-R1 Server")
say("op.published.speed", speed(nebius) / speed(first))
say("op.published.slower", (1 - speed(nebius) / speed(first)).percent, of="by how much fewer tokens per "
    "second a request got on average on Nebius's 8 GB300 in v6.0 than on NVIDIA's rack in v5.1, DeepSeek-R1 Server")

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.notebook import COLOURS, comparisons, holds, rounds_until, show

# The three runs that a line joins.
joined = {own.row_id: "NVIDIA", first.row_id: "NVIDIA", nebius.row_id: "published"}
plane = pd.DataFrame(
    {
        "run": run.label,
        "round": run.round,
        "load": load(run).value,
        "speed": speed(run).value,
        "kind": joined.get(run.row_id, "other"),
        "name": f"{run.submitter}, {run.round}" if run.row_id in joined else "",
        "row_id": run.row_id,
    }
    for run in on_gb300
)
runs = alt.Chart(plane).encode(
    alt.X("load", title="requests that a GPU works on at once").scale(zero=True),
    alt.Y("speed", title="tokens per second of one request").axis(grid=True),
    alt.Color("kind", legend=None),
    tooltip=["run", "round"],
)

# %% tags=["hide-input"]
show(
    "plane-deepseek-r1-server",
    f"Nebius's GPUs held {(load(nebius) / load(first)).bare:1} times NVIDIA's DeepSeek-R1 requests of v5.1, "
    "a little slower",
    alt.layer(
        runs.transform_filter("datum.name").mark_line(strokeWidth=1.5).encode(
            color=alt.value(COLOURS["words"]), order="speed"),
        runs.transform_filter("datum.round == 'v6.0'").mark_circle(),
        runs.transform_filter("datum.round == 'v5.1'").mark_circle(fill=COLOURS["page"], strokeWidth=2).encode(
            stroke="kind"),
        runs.mark_text(align=alt.expr("datum.speed > 18 ? 'left' : 'right'"), dx=4, dy=-15, fontWeight="bold").encode(
            text="name"),
    ),
    note="DeepSeek-R1 Server on GB300. A dot is one run; a hollow dot is of v5.1. Requests at once: offered requests/s "
    "× mean latency, per GPU. Speed: mean output tokens over mean latency. The lines join NVIDIA's rack of v5.1 to its "
    "rack of v6.0 and to Nebius's result.",
)

# %% [markdown]
# (load-times-speed-is-the-token-rate)=
# ## Tokens per second are requests at once times the speed of each
#
# In the scenario Server a submitter chooses the rate at which requests arrive. By Little's law, the requests *in
# flight* (arrived and not complete) are that rate times their mean latency. Tokens per second are then
#
# > requests in flight × speed of one request × counting.
#
# The speed of one request is its mean output tokens over its mean latency, the wait for the first token included.
# *Counting* is what the definition of the published rate adds: its clock [stops when the query that was sent last is
# answered](metric.ipynb).

# %% tags=["hide-cell"]
gb200 = operating_points(benchmark="deepseek-r1", scenario="Server", chip="GB200", submitter="NVIDIA")
say("op.before.load", load(first).bare)
say("op.nebius-8.load", load(nebius).bare)
say("op.published.counting", counting(nebius) / counting(first))
say("op.own.load", load(own) / load(first))
say("op.own.speed", speed(own) / speed(first))
say("op.gb200-own.counting", counting(gb200.one(round="v6.0")) / counting(gb200.one(round="v5.1")))

# %% [markdown]
# NVIDIA's rack of v5.1 had {n}`op.before.load` requests in flight per GPU and Nebius's system {n}`op.nebius-8.load`.
# With {n}`op.published.counting` for counting, the three factors give the published {n}`claim.1.published`. NVIDIA's
# own rack gained {n}`op.own.load` in load and {n}`op.own.speed` in speed. Counting matters where a run is short
# compared with its latencies: it lowered the gain of NVIDIA's GB200 rack to {n}`op.gb200-own.counting` of what load and
# speed give.

# %% tags=["hide-input"]
def with_gain(factor, decimals):
    """A column: the factor of a run and, in v6.0, how many times it is that of NVIDIA's rack of v5.1."""
    return lambda row: f"{factor(row).value:,.{decimals}f}" + f" ({factor(row) / factor(first)})" * (
        row.round == "v6.0")


table(
    "factors",
    "Load, speed and counting of each run, the published rate per GPU, and the gain of each over NVIDIA's rack of v5.1",
    on_gb300.by("round", "-per_accelerator"),
    "round system",
    headings={"tokens_per_s_of_one": "Tokens/s of one", "per_accelerator": "Published"},
    system=lambda row: row.label,
    in_flight=with_gain(load, 0),
    tokens_per_s_of_one=with_gain(speed, 1),
    counting=with_gain(counting, 3),
    per_accelerator=with_gain(lambda run: run.per_accelerator, 0),
)

# %% [markdown]
# (in-every-comparison-the-load-rose-more-than-the-speed)=
# ## In every comparison of DeepSeek-R1 Server the load rose more than the speed
#
# That is so in all {n}`op.readings.n` [defensible comparisons](speedup.ipynb) of DeepSeek-R1 Server. In
# {n}`op.readings.both-n` of them load and speed both rose, so the choice of load cannot explain their whole gain.

# %%
# The rounds up to the one that the claims were made in; v6.1 has a page of its own.
until = operating_points.where("up to v6.0", lambda t: t["round"].isin(rounds_until()["inference"]))
points = until(benchmark=["deepseek-r1", "llama3.1-405b"], division="closed")
points = points.pipe(lambda t: t[t.ttft_limit_ms.notna() & t.accelerators.notna()]).by("run_id")
points = points.called("closed runs of DeepSeek-R1 and Llama 3.1 405B with latency limits, v5.1 and v6.0")


def factors(compared):
    """Load and speed of a request of each comparison whose two runs are among the points, v6.0 over v5.1."""
    run = points.frame.set_index("row_id")
    known = compared[compared.row_id_before.isin(run.index) & compared.row_id_after.isin(run.index)]
    before, after = (run.loc[known[f"row_id_{side}"]].set_index(known.index) for side in ("before", "after"))
    return known.assign(
        more_in_flight=after.in_flight_per_accelerator / before.in_flight_per_accelerator,
        faster_per_request=after.tokens_per_request_second / before.tokens_per_request_second,
    )


every = comparisons(before="v5.1", after="v6.0", repeats=False).pipe(factors)
every = every.called("comparisons, v5.1 with v6.0").by("benchmark", "scenario", "product", "-ratio", "row_id_after")
pairs = every(benchmark="deepseek-r1", scenario="Server").by("-ratio")
say("op.readings.n", pairs.count)
say("op.readings.both-n",
    pairs.where("in which load and speed rose", lambda t: (t.more_in_flight > 1) & (t.faster_per_request > 1)).count)
holds("In every comparison of DeepSeek-R1 Server the load rose more than the speed",
    (pairs.frame.more_in_flight > pairs.frame.faster_per_request).all())
holds("In every one of {} comparisons of DeepSeek-R1 Server the load rose more than the speed",
    (pairs.frame.more_in_flight > pairs.frame.faster_per_request).all())

# %% tags=["hide-input"]
def sides(pair):
    """Submitter and GPUs before and after, once where they are the same."""
    before, after = (f"{side.submitter} {side.accelerators}" for side in (pair.before, pair.after))
    return f"{pair.chip}: {before}" + f" to {after}" * (before != after)


rows = pairs.frame.assign(result=[*map(sides, pairs)], gain=[str(pair.ratio) for pair in pairs])
again = rows.duplicated("result", keep=False)
rows["result"] = rows.result.where(~again, rows.result + " (from " + rows.result_id_before.str[-4:] + ")")
rows = rows.rename(columns={"faster_per_request": "speed of one request", "more_in_flight": "requests at once"})
KINDS = {"speed of one request": COLOURS["other"], "requests at once": COLOURS["words"]}
rows = rows.melt(["result", "gain", "row_id_before", "row_id_after"], list(KINDS), var_name="which",
    value_name="factor")
which = alt.Color("which", legend=alt.Legend(symbolType="circle")).scale(domain=[*KINDS], range=[*KINDS.values()])
change = alt.X("factor", title="v6.0 over v5.1").scale(zero=False)
dots = alt.Chart(rows).encode(change, alt.Y("result", sort=None))
load_dots = dots.transform_filter("datum.which == 'requests at once'")
show(
    "split",
    f"In every one of {len(pairs)} comparisons of DeepSeek-R1 Server the load rose more than the speed",
    alt.layer(
        dots.mark_tick(color=COLOURS["quiet"], size=18).encode(x=alt.datum(1)),
        dots.mark_line(color=COLOURS["rule"]).encode(detail="result"),
        dots.mark_circle().encode(color=which),
        load_dots.mark_text().encode(text="gain"),
    ),
    note="The figure at a row is the ratio of the published results per GPU: the product of both dots and of the "
    "counting. Ticks are at 1, unchanged. A number after a submitter is its number of GPUs.",
)

# %% tags=["hide-cell"]
both = {
    "coreweave": points(benchmark="deepseek-r1", scenario="Server", submitter="CoreWeave", chip="GB300"),
    "b200-google": points(benchmark="deepseek-r1", scenario="Server", submitter="Google", chip="B200"),
    "llama": points(benchmark="llama3.1-405b", scenario="Server", submitter="NVIDIA", chip="GB300", accelerators=72),
    "llama-gb200": points(benchmark="llama3.1-405b", scenario="Server", submitter="NVIDIA", chip="GB200",
        accelerators=72),
}
for key, system in both.items():
    after, before = system.one(round="v6.0"), system.one(round="v5.1")
    say(f"op.{key}.load", load(after) / load(before))
    say(f"op.{key}.speed", speed(after) / speed(before))

# %% [markdown]
# CoreWeave's GB300 system gained {n}`op.coreweave.load` in load and {n}`op.coreweave.speed` in speed. Google's B200
# system gained {n}`op.b200-google.load` in load and {n}`op.b200-google.speed` in speed. It need not be so: in Llama 3.1
# 405B Server, NVIDIA's GB300 rack gained {n}`op.llama.load` in load and {n}`op.llama.speed` in speed. Its GB200 rack
# took fewer requests ({n}`op.llama-gb200.load`) and answered each faster ({n}`op.llama-gb200.speed`). All comparisons
# of both models, by factor:

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every comparison by factor"}
table(
    "by-factor",
    "Comparisons of DeepSeek-R1 and Llama 3.1 405B, v6.0 over v5.1, by factor",
    every,
    "benchmark scenario systems ratio more_in_flight faster_per_request",
    headings={"more_in_flight": "Load", "faster_per_request": "Speed"},
    systems=sides,
    counting=lambda pair: pair.ratio / (pair.more_in_flight * pair.faster_per_request),
)

# %% [markdown]
# (limits-of-the-pair)=
# ## Both sides ran at a latency limit
#
# Server limits the wait for the first token and the time per output token, in 99 of 100 requests. NVIDIA's rack of v5.1
# used {n}`op.before.ttft` of the first limit and Nebius's system {n}`op.nebius-8.tpot` of the second. [Who ran at the
# limit](limits.ipynb).
#
# (a-choice-of-load)=
# ## Part of the gain is the load that was chosen
#
# Within v6.0, Nebius and CoreWeave ran the same code with the same settings on as many GB300 GPUs. Nebius sent more
# requests and published {n}`experiments.load-gb300-ratio` the rate. That step is inside the published
# {n}`claim.1.published`. [What more load is worth](limits.ipynb#what-more-load-is-worth).
#
# (settings-that-changed)=
# ## The settings that changed
#
# NVIDIA's rack differs from its own entry of v5.1 in {n}`switches.own-changed` settings, of which
# {n}`switches.own-changed-engine` are not the load: new kernels for the experts, larger batches, and more memory for
# the KV cache are among them. Multi-token prediction was barred in Server, and one engine on
# {n}`switches.server-experts` GPUs has no use for disaggregated serving or a KV-aware router. The files of v6.0 do not
# name one version of the library. [Which switches were on](switches.ipynb).
#
# As far as the record shows, [accuracy did not fall](accuracy.ipynb).
#
# ## The strongest case for the claim
#
# - A GPU that holds more requests gives each of them less speed, if nothing else changes. To hold so many more at
#   nearly the old speed, an engine must do far more work.
# - In 99 of 100 requests both times stayed within their limits, and the 99th percentile of the wait for the first token
#   fell from {n}`op.before.ttft-s` to {n}`op.nebius-8.ttft-s`.
# - Server measures throughput within limits. It rewards every submitter for turning spare latency into more requests.
#
# ## What this does not say
#
# - The split says what happened, not why. Engine, settings and offered rate changed together.
# - The published {n}`claim.1.published` is a gain in throughput. At the rates that the two submitters chose, one
#   request's tokens did not come faster; at another rate they might.
# - Requests in flight include those that wait for their first token. The logs do not say how many wait.
#
# ## Sensitivity
#
# **Another measure of speed.** One over the mean or median time per output token (TPOT) is the speed of a typical
# request after its first token; ours weighs a long request by its length and counts the wait. Both are within a tenth
# of ours in every run. {n}`op.runs.spoiled-n` of {n}`op.runs.n` runs are left out, because absurd values spoil their
# mean; their percentiles and published rates are not affected.

# %% tags=["hide-cell"]
clean = points.where("without those whose mean TPOT is spoilt", lambda t: ~t.spoiled)
over_ours = clean.frame[["per_mean_tpot", "per_median_tpot"]].div(clean.frame.tokens_per_request_second, axis=0)
holds("Both are within a tenth of ours in every run", over_ours.sub(1).abs().max().max() < 0.1)
say("op.runs.n", points.count)
say("op.runs.spoiled-n", points.where("whose mean TPOT is spoilt", lambda t: t.spoiled).count)
for key, run in {"before": first, "nvidia-72": own, "nebius-8": nebius}.items():
    say(f"op.{key}.ttft-s", run.ttft_p99_ms / MS, 1)
rack = on_gb300.one(round="v6.0", submitter="Nebius", accelerators=72)
say("op.nebius-72.arrivals", rack.arrivals_s)
say("op.nebius-8.arrivals", nebius.arrivals_s)
say("op.rack.load", load(rack) / load(first))
for key, run in {"published": nebius, "rack": rack}.items():
    say(f"op.{key}.load-whole", run.in_flight_whole_run / first.in_flight_whole_run)
    say(f"op.{key}.load-published", (run.per_accelerator / speed(run)) / (first.per_accelerator / speed(first)))

# %% [markdown]
# **Another measure of load.** Little's law gives the number towards which a run tends while requests arrive. The mean
# over the whole run is lower, most of all in a short run: requests of Nebius's rack arrived for
# {n}`op.nebius-72.arrivals`, those of its smaller system for {n}`op.nebius-8.arrivals`. Counted that way, the load rose
# {n}`op.published.load-whole` in the published pair. On Nebius's rack it rose {n}`op.rack.load-whole` instead of
# {n}`op.rack.load`. If counting is made part of the load, it rose {n}`op.published.load-published` and
# {n}`op.rack.load-published`. No such choice changes the speed of a request. It does change the rack's gain over
# NVIDIA's of v5.1: {n}`pair.gb300-server-rack` as published, {n}`denominators.rack-full` over the whole runs.
#
# The latencies of each run are on [the page of limits](limits.ipynb#every-run), its rates on [how MLPerf times a Server
# run](metric.ipynb#every-result-three-ways).
#
# ```{mlperf-footnote}
# ```
