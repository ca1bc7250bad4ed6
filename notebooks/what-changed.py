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
# # More requests at once, or faster ones?
#
# :::{admonition} The answer
# :class: cc-key
# More at once. In DeepSeek-R1 Server of MLPerf® Inference, Nebius's GB300 system of v6.0 kept {n}`op.published.load` as many
# requests in flight per GPU as NVIDIA's GB300 rack of v5.1, and each of them went at {n}`op.published.speed` the speed. In all
# {n}`op.readings.n` comparisons of that benchmark and scenario the load rose more than the speed.
#
# NVIDIA's rack kept {n}`op.before.load` requests in flight per GPU; Nebius's system, with {n}`accelerators.nebius-8` GPUs,
# kept {n}`op.nebius-8.load`. What the definition of the figure adds is {n}`op.published.counting`, and the product of the
# three factors is the published {n}`claim.1.published`. NVIDIA's own rack gained in both: {n}`op.own.load` the requests,
# {n}`op.own.speed` the speed.
# :::
#
# A Server run gets its queries at a rate that the submitter chooses. By Little's law the requests in flight are that
# rate times the mean latency. Tokens per second are then
#
# > requests in flight × tokens per request-second,
#
# where tokens per request-second are mean output tokens over mean latency: the speed of one request, its wait for the
# first token included. The product is exactly the offered token rate. The published figure differs from that by a third
# factor, *counting*: LoadGen divides all tokens by the moment at which the last issued query completes.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.operating import FACTORS, factors, limited
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.operating import operating_plane, split_ratios
from claimcheck.claims import caption, with_links
from claimcheck.claims.evidence import describe
from claimcheck.numbers import number, state

results = tables.load("inference_results")
runs = tables.load("loadgen_runs")
comparisons = tables.load("comparisons")
every = tables.load("operating_points")
files = ("inference_results.csv.gz", "loadgen_runs.csv", "derived/comparisons.csv.gz", "derived/operating_points.csv")
print(tables.fingerprints(*files))

# %% [markdown]
# ## The arithmetic
#
# Every closed run of DeepSeek-R1 Server on GB300, from the log's own rates and latencies.

# %%
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
arrivals = gb300.scheduled_samples_per_s / gb300.accelerators

load = arrivals * latency_s
speed = gb300.mean_tokens_per_sample / latency_s
published = gb300.value / gb300.accelerators
counting = published / (load * speed)
pd.DataFrame(
    {
        "offered, requests/s": arrivals,
        "mean latency, s": latency_s,
        "in flight": load,
        "tokens/s of one": speed,
        "counting": counting,
        "published": published,
    }
).astype(float).round(3)

# %%
parts = pd.DataFrame({"load": load, "speed": speed, "counting": counting})
factor = parts.loc["v6.0"] / parts.loc[("v5.1", "NVIDIA 72")]
factor = factor.assign(ratio=factor.prod(axis=1)).astype(float)
factor.sort_values("ratio", ascending=False).round(3)

# %% tags=["hide-input"]
points = limited(every)
by = ["benchmark", "scenario", "accelerator", "ratio", "row_id_after"]
once = comparisons[~comparisons.repeats].sort_values(by, ascending=[True, True, True, False, True])
split = factors(once, points)
assert ((split[list(FACTORS)].prod(axis=1) / split.ratio - 1).abs() < 1e-12).all()
own = points.set_index("row_id").loc[gb300.row_id]
assert (abs(own.in_flight_per_accelerator.to_numpy() / load.to_numpy().astype(float) - 1) < 1e-12).all()
print("The three factors give every ratio.")

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
# ## Load and speed of every run

# %% tags=["hide-input"]
TITLES = {"deepseek-r1": "DeepSeek-R1", "llama3.1-405b": "Llama 3.1 405B"}
NOTE = (
    "Each dot is one run. To the right: more requests in flight per accelerator (offered rate × mean latency). Upwards: "
    "each request faster (mean output tokens / mean latency). On a thin diagonal their product, the offered token rate per "
    "accelerator, is the same. The dashed line is the speed at which a token takes the limit on the 99th percentile of TPOT. "
)
JOINED = (
    "Lines join one submitter's runs on as many of the same chips in both rounds. A figure beside the submitter is the "
    "number of accelerators."
)


def drawn(benchmark, scenario, chips, extra=()):
    """Runs of one benchmark and scenario with words for the chips named, and the pairs of runs to be joined."""
    cell = points[(points.benchmark == benchmark) & (points.scenario == scenario)]
    own = (split.benchmark == benchmark) & (split.scenario == scenario) & split.same_submitter & split.same_number
    pairs = split[(own & split.chip.isin(chips)) | split.row_id_after.isin(extra) & split.row_id_before.isin(extra)]
    joined = {*pairs.row_id_before, *pairs.row_id_after}
    named = cell.row_id.isin(joined) | (cell.chip == "GB300") | (len(cell) < 5)
    words = cell.submitter + ", " + cell.accelerators.astype(str)
    marked = [{a, b} <= set(extra) for a, b in zip(pairs.row_id_before, pairs.row_id_after)]
    return cell.assign(name=words.where(named, "")), pairs.assign(marked=marked)


def listed(cell):
    """Every run of a chart in words."""
    return "; ".join(
        f"{r.submitter}, {r.accelerators} {r.chip}, {r.round}: {r.in_flight_per_accelerator:.1f} in flight per accelerator, "
        f"{r.tokens_per_request_second:.1f} tokens per request-second"
        for r in cell.sort_values("in_flight_per_accelerator").itertuples()
    )


def rows_of(cell):
    """The results behind a chart."""
    return results[results.row_id.isin(cell.row_id)]


def plane(cell, pairs, title, note=JOINED):
    """The chart of one benchmark and scenario."""
    benchmark, scenario = cell.benchmark.iloc[0], cell.scenario.iloc[0]
    return Figure(
        operating_plane(cell, pairs[["row_id_before", "row_id_after", "marked"]]),
        id=f"plane-{benchmark.replace('.', '')}-{scenario.lower()}",
        title=title,
        description=f"Runs of {TITLES[benchmark]} {scenario}: requests in flight per accelerator against the speed of one "
        f"request. {listed(cell)}.",
        caption=caption(f"{NOTE}{note}", rows_of(cell)),
    )


on_gb300 = split[(split.benchmark == "deepseek-r1") & (split.scenario == "Server") & (split.chip == "GB300")]
top = on_gb300.loc[on_gb300.ratio.where(on_gb300.both_available).idxmax()]
cell, pairs = drawn("deepseek-r1", "Server", ["GB300", "GB200"], [top.row_id_before, top.row_id_after])
plane(
    cell,
    pairs,
    f"DeepSeek-R1 Server: the published pair has {top.more_in_flight:.1f} times the requests in flight, each at "
    f"{top.faster_per_request:.2f} times the speed",
    f"{JOINED} The thick line is the published pair: other submitter, {top.accelerators_before} and "
    f"{top.accelerators_after} accelerators. CoreWeave's result of v5.1 is of the category preview, all others are available.",
)

# %% tags=["hide-input"]
cell, pairs = drawn("deepseek-r1", "Interactive", [])
few, many = cell.loc[cell.in_flight_per_accelerator.idxmin()], cell.loc[cell.in_flight_per_accelerator.idxmax()]
plane(
    cell,
    pairs,
    f"DeepSeek-R1 Interactive: at much the same speed, {many.submitter}'s {many.accelerators} {many.chip} hold "
    f"{many.in_flight_per_accelerator / few.in_flight_per_accelerator:.1f} times the requests per GPU of "
    f"{few.submitter}'s {few.accelerators} {few.chip}",
    "The scenario was new in v6.0: no round to compare with. Systems differ in chip, size and submitter.",
)

# %% tags=["hide-input"]
cell, pairs = drawn("llama3.1-405b", "Server", ["GB300", "GB200", "B200"])
gb300_405b = pairs[pairs.chip == "GB300"].iloc[0]
gb200_405b = pairs[pairs.chip == "GB200"].iloc[0]
plane(
    cell,
    pairs,
    f"Llama 3.1 405B Server: GB300 gained {gb300_405b.more_in_flight:.2f}x in load and {gb300_405b.faster_per_request:.2f}x "
    f"in speed; GB200 gave up load for {gb200_405b.faster_per_request:.2f}x the speed",
)

# %% tags=["hide-input"]
cell, pairs = drawn("llama3.1-405b", "Interactive", ["GB200"])
only = pairs.iloc[0]
plane(
    cell,
    pairs,
    f"Llama 3.1 405B Interactive: GB200 gained {only.more_in_flight:.2f}x in load and {only.faster_per_request:.2f}x in speed",
    f"{JOINED} GB300 has no result in v5.1.",
)

# %% [markdown]
# ## Every ratio, split
#
# The comparisons are those of [every defensible comparison](02-every-comparison.ipynb), for the two benchmarks and the
# scenarios with latency limits.

# %% tags=["hide-input"]
order = {"GB300": 0, "GB200": 1, "B200": 2}
panels = split.assign(
    panel=split.benchmark.map(TITLES) + " " + split.scenario,
    place=split.chip.map(order),
    side=(split.scenario == "Interactive").astype(int),
    label=[
        f"{c}: {a} {n} over {b} {m}"
        for c, a, n, b, m in zip(
            split.chip, split.submitter_after, split.accelerators_after, split.submitter_before, split.accelerators_before
        )
    ],
).sort_values(["benchmark", "side", "place", "ratio"], ascending=[True, True, True, False])
twice = panels.duplicated(["panel", "label"], keep=False)
panels["label"] = panels.label.where(~twice, panels.label + " (" + panels.result_id_before.str[-4:] + ")")
server = split[(split.benchmark == "deepseek-r1") & (split.scenario == "Server")]
assert (server.more_in_flight > server.faster_per_request).all()
Figure(
    split_ratios(panels),
    id="split",
    title=(
        f"In all {len(server)} comparisons of DeepSeek-R1 Server the load rose more than the speed, which changed by "
        f"{server.faster_per_request.min():.2f}x to {server.faster_per_request.max():.2f}x"
    ),
    description="Bars of the factors of each ratio between v5.1 and v6.0. "
    + "; ".join(
        f"{r.panel}, {r.label}: {r.ratio:.2f} = {r.more_in_flight:.2f} in flight × {r.faster_per_request:.2f} speed × "
        f"{r.counting:.2f} counting"
        for r in panels.itertuples()
    )
    + ".",
    caption=caption(
        "Result per accelerator in v6.0 over v5.1 (black mark) as a product. Blue: requests in flight per accelerator. Orange: "
        "tokens per request-second. Grey: published over offered token rate. Each step starts where the one before it ends; "
        "logarithmic axis. A figure beside the submitter is the number of accelerators. Where they differ, results compared "
        "differ in submitter, system and number of accelerators; CoreWeave's result of v5.1 is of the category preview.",
        results[results.row_id.isin([*split.row_id_before, *split.row_id_after])],
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
sides = ["submitter_before", "accelerators_before", "submitter_after", "accelerators_after"]
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
# *Counting* is far from 1 where a run is short against its latencies: NVIDIA's GB200 rack lost a factor of
# {n}`op.gb200-own.counting` to it and would otherwise be higher. [What the figure divides by](metric.ipynb) is a page of its own.
#
# ## Sensitivity
#
# **Which speed.** The logs also give the time per output token (TPOT). One over its mean or median is a speed too, but
# of a typical request, after its first token. Tokens per request-second weigh a long request by its length, and count the
# wait.

# %%
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
# Over tokens per request-second, 1 / mean TPOT is {n}`op.per-mean.min` to {n}`op.per-mean.max` and 1 / median TPOT
# {n}`op.per-median.min` to {n}`op.per-median.max`. That leaves out {n}`op.runs.spoiled-n` of the {n}`op.runs.n` runs, in
# which a few absurd values spoil the mean: in one a single token is logged as {n}`op.worst.largest`, about as long as the
# longest whole answers take. That one value lifts the mean by {n}`op.worst.in-mean`, and the mean is {n}`op.worst.mean`
# where the median is {n}`op.worst.median`. Its percentiles and its published rate are not touched. The published pair,
# by each speed:

# %%
speeds = ["faster_per_request", "mean_tpot_ratio", "median_tpot_ratio"]
sides = ("after", "before")
names = [f"{what}_{side}" for side in sides for what in ("submitter", "accelerators")]
on_gb300.set_index(names)[[*speeds, "spoiled"]].astype(dict.fromkeys(speeds, float)).round(3)

# %% [markdown]
# **Which load.** Little's law with the arrival rate gives the number in flight towards which a run tends while queries
# arrive. The mean over the whole run, with filling and emptying, is lower, most in short runs: queries of Nebius' rack
# arrived for {n}`op.nebius-72.arrivals`, of its smaller system for {n}`op.nebius-8.arrivals`. By that mean the published
# pair's load rose {n}`op.published.load-whole`, and that of Nebius' rack {n}`op.rack.load-whole` instead of
# {n}`op.rack.load`. By the published rate in place of the offered one (counting put into the load) they are
# {n}`op.published.load-published` and {n}`op.rack.load-published`. None of this changes the speed of a request. It does change
# what the rack is published at: {n}`pair.gb300-server-rack` over NVIDIA's, and {n}`denominators.rack-full` over the whole runs.
#
# ## The strongest case for the claim
#
# - A GPU that holds more requests gives each of them less speed, if nothing else changes. To hold
#   {n}`op.published.load` as many at {n}`op.published.speed` the speed takes an engine that does far more work, and
#   each request still came within its limits: the 99th percentile of the wait for the first token fell from
#   {n}`op.before.ttft-s` to {n}`op.nebius-8.ttft-s`.
# - Where load *and* speed rose, no choice of rate explains the gain. That is so in {n}`op.readings.both-n` of the
#   {n}`op.readings.n` comparisons of DeepSeek-R1 Server, NVIDIA's own rack ({n}`op.own.load` and {n}`op.own.speed`),
#   CoreWeave ({n}`op.coreweave.load` and {n}`op.coreweave.speed`) and Google's B200 ({n}`op.b200-google.load` and
#   {n}`op.b200-google.speed`) among them; and on Llama 3.1 405B Server, NVIDIA's GB300 ({n}`op.llama.load` and
#   {n}`op.llama.speed`).
# - Server measures throughput within limits. Turning spare latency into more requests is what the scenario rewards, for
#   every submitter alike.
#
# ## Limits
#
# - The split says what happened, not why. Engine, settings and offered rate changed together;
#   [natural experiments](22-natural-experiments.ipynb) look for runs in which only one of them did.
# - A ratio of {n}`claim.1.published` is a throughput. Tokens of one request did not come faster in the published pair, at
#   the rates that its two submitters chose; at another rate they might.
# - Requests in flight include those that wait for their first token. Logs do not say how many wait.
# - On Llama 3.1 405B Server, the GB200 rack took fewer requests in v6.0 ({n}`op.llama-gb200.load`) and made each
#   faster ({n}`op.llama-gb200.speed`): rounds need not move along the same line.
#
# ## Every run

# %% tags=["hide-input"]
closed_and_open = pd.concat([points, limited(every, division="open")], ignore_index=True)
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
