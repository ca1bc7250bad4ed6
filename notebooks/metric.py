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
# # How MLPerf times a Server run
#
# :::{admonition} The answer
# :class: cc-key
# MLPerf® Inference divides all output tokens of a Server run by the time until the last query that was *sent* is answered, so one
# slow answer can change a published result. On DeepSeek-R1 in v6.0, a GPU of NVIDIA's GB300 rack is published at
# {n}`denominators.chips-v6.0-published` the rate of one of its GB200 rack, although both racks were offered the same load.
#
# The headline hardly depends on this: Nebius's published {n}`claim.1.published` over NVIDIA becomes
# {n}`denominators.published-pair-full` when both runs are timed to their very end. Another comparison does depend on it. Nebius's
# full rack is published at {n}`pair.gb300-server-rack` the rate of NVIDIA's rack of v5.1, and over the full runs it is
# {n}`denominators.rack-full`.
# :::

# %%
from claimcheck.notebook import operating_points, say

closed = operating_points(division="closed", round=["v5.1", "v6.0"])
server = closed(benchmark="deepseek-r1", scenario="Server")
gb300 = server(chip="GB300")
first = gb300.one(round="v5.1", submitter="NVIDIA")
nebius = gb300.one(round="v6.0", submitter="Nebius", accelerators=8)
rack = gb300.one(round="v6.0", submitter="Nebius", accelerators=72)
own = gb300.one(round="v6.0", submitter="NVIDIA", accelerators=72)


def full_run(run):
    """All tokens per GPU over the time until the very last answer."""
    rate = run.query_count * run.mean_length / run.full_run_s
    return (rate / run.accelerators).called("rate over the full run, per GPU")


say("denominators.published-pair-full", full_run(nebius) / full_run(first))
say("denominators.rack-full", full_run(rack) / full_run(first))

# %% tags=["hide-input"]
from claimcheck.notebook import comparisons, holds, runs, show, table, title, value


def offered(run):
    """The load that was offered: queries per second times the mean length of an answer, per GPU."""
    return (run.offered_rate * run.mean_length / run.accelerators).called("offered load per GPU")


def published(run):
    """The published rate per GPU."""
    return run.per_accelerator


ways = {"offered": offered, "published": published, "whole run": full_run}
gb200, gb200_before = (server.one(round=name, submitter="NVIDIA", chip="GB200") for name in ("v6.0", "v5.1"))
google, google_before = (server.one(round=name, submitter="Google", chip="B200") for name in ("v6.0", "v5.1"))
coreweave, coreweave_before = (gb300.one(round=name, submitter="CoreWeave") for name in ("v6.0", "v5.1"))
four_racks = gb300.one(round="v6.0", submitter="NVIDIA", accelerators=288)
between_rounds = [
    (nebius, first),
    (rack, first),
    (google, google_before),
    (gb200, gb200_before),
    (own, first),
    (coreweave, coreweave_before),
]
within_a_round = [(own, gb200), (first, gb200_before), (rack, nebius), (four_racks, own)]
lead = say("denominators.chips-v6.0-published", published(own) / published(gb200))
holds("both racks were offered the same load", 0.99 < offered(own) / offered(gb200) < 1.01)
show(
    "three-denominators",
    f"In offered load, GB300's published lead of {lead} over GB200 disappears",
    [
        (f"{after.label}, over {before.label}{also}", rate(after) / rate(before), way, panel)
        for panel, pairs in {"v6.0 over v5.1": between_rounds, "Two systems of one round": within_a_round}.items()
        for after, before in pairs
        for also in [f", {after.round}" if after.round == before.round else ""]
        for way, rate in ways.items()
    ],
    axis="DeepSeek-R1 Server, ratio per GPU",
    note="Offered: the rate at which queries were sent × the mean length of an answer. Whole run: tokens until the last answer of "
    "all. Only the published ratio is one of published figures.",
)

# %% [markdown]
# ## The published pair survives, and three other comparisons change
#
# Three durations can divide the tokens of a run:
#
# - **Offered load**: the time in which queries arrived. Its rate is offered rate × mean output length, and the highest.
# - **Published**: until the last query sent is answered. Its rate is below the offered load, apart from the factor n/(n − 1)
#   explained below.
# - **Full run**: until every query is answered. Its rate is the lowest, because it includes the drain at the end, when fewer
#   and fewer answers are still being written.
#
# In DeepSeek-R1 Server, the choice matters differently from pair to pair:
#
# - **The published pair** is at {n}`denominators.published-pair-offered` in offered load, and at
#   {n}`denominators.published-pair-full` over the full runs. It differs because NVIDIA's run of v5.1 ended on a slow query and
#   Nebius's did not. The claim's figure is not an artefact of the metric.
# - **Nebius's rack over NVIDIA's** is at {n}`denominators.rack-offered` in offered load, and at {n}`denominators.rack-full` over the
#   full runs, because queries reached Nebius's rack for only {n}`metric.nebius-72-means` of its mean latencies. If price and
#   utilisation stay the same, a token costs {n}`saving.gb300-server-rack` less by the published rates and
#   {n}`saving.gb300-server-rack-full` less by the full runs ([what it means for the claim](cost.ipynb)).
# - **NVIDIA's GB300 rack over its own of v5.1** is published at {n}`pair.gb300-server-own`, and over the full runs it is
#   {n}`denominators.own-gb300-full`.
# - **NVIDIA's GB200 rack over its own** gained more than was published: {n}`denominators.own-gb200-offered` in load instead of
#   {n}`pair.gb200-server-own`. Its run of v6.0 ended on a prompt with a very long answer.
# - **GB300 over GB200**: in v6.0 the published lead comes from the last query of each run. In v5.1 the lead is larger in load,
#   {n}`denominators.chips-v5.1-offered`, than as published, {n}`denominators.chips-v5.1-published`. The same load does not mean that
#   neither could carry more; the record does not show that.
# - **Nebius's rack over its {n}`accelerators.nebius-8` GPUs** changes direction: it is published at
#   {n}`denominators.size-nebius-published`, in load it is {n}`denominators.size-nebius-offered`. Over the full runs it is
#   {n}`denominators.size-nebius-full`.
#
# Google's B200 system over its own of v5.1 is published at {n}`pair.b200-google`, and over the full runs it is
# {n}`denominators.google-b200-full`. NVIDIA's four racks over one, and CoreWeave's system over its own, hardly change.

# %% tags=["hide-cell"]
said = {
    "published-pair": (nebius, first, "offered"),
    "rack": (rack, first, "offered"),
    "own-gb300": (own, first, "full"),
    "own-gb200": (gb200, gb200_before, "offered"),
    "google-b200": (google, google_before, "full"),
    "chips-v5.1": (first, gb200_before, "offered published"),
    "size-nebius": (rack, nebius, "offered published full"),
}
rates = {"offered": offered, "published": published, "full": full_run}
for pair, (after, before, of) in said.items():
    for name in of.split():
        say(f"denominators.{pair}-{name}", rates[name](after) / rates[name](before))
for name, run in {"published": nebius, "rack": rack, "own": own}.items():
    say(f"saving.gb300-server-{name}-full", (1 - full_run(first) / full_run(run)).percent)
say("metric.nebius-72-means", rack.mean_latencies, 1)

per_gpu = server.frame.assign(above=lambda t: t.offered_per - t.published_per, below=lambda t: t.published_per - t.full_run_per)
holds("and the highest", per_gpu.above.gt(0).all())
holds("Its rate is the lowest", per_gpu.below.gt(0).all())
for after, before in ((four_racks, own), (coreweave, coreweave_before)):
    ratios = [rate(after) / rate(before) for rate in rates.values()]
    holds("hardly change", max(ratios) / min(ratios) < 1.05)

# %% [markdown]
# ## The arithmetic
#
# LoadGen, MLPerf's load generator, draws all arrival times before the run. Call the number of queries n, the time at which
# the last one is due S, the time at which it completes F, and the time at which the last of all completes E. A log prints,
# to six digits:
#
# | in the log | is |
# |---|---|
# | `result_scheduled_samples_per_sec` | (n − 1) / S, the offered rate |
# | `result_completed_samples_per_sec` | (n − 1) / F |
# | `result_completed_tokens_per_second` | all tokens / F, the published figure |
# | `power_begin` to `power_end` | E, whether power was measured or not |
# | `result_token_throughput_with_loadgen_overhead` | all tokens / S, as issued: the offered load |
# | `result_token_throughput` | mean length / mean latency, per nanosecond |
#
# The *completion factor* is S / F. So the published figure is, exactly, offered rate × mean output length × completion
# factor × n/(n − 1). For the runs of DeepSeek-R1 Server with the smallest factors:

# %%
log = runs(benchmark="deepseek-r1", scenario="Server").frame
log = log[log.row_id.isin(server.rows)]
n = log.query_count
S = (n - 1) / log.scheduled_samples_per_s
F = (n - 1) / log.completed_samples_per_s
length = log.completed_tokens_per_s * F / n
product = log.scheduled_samples_per_s * length * (S / F) * n / (n - 1)
worked = log.assign(length=length, factor=S / F, last_s=F - S, product=product)

# %% tags=["hide-input"]
of_run = {run.row_id: run for run in server}
table(
    "arithmetic",
    "Published rates of DeepSeek-R1 Server as products, for the runs with the smallest factors",
    worked.sort_values("factor", kind="stable").head(8),
    "round entry scheduled_samples_per_s length factor last_s product completed_tokens_per_s",
    headings={
        "entry": "Entry",
        "scheduled_samples_per_s": "Offered, queries/s",
        "length": "Mean length, tokens",
        "factor": "S / F",
        "last_s": "Last query, s",
        "product": "Product, tokens/s",
        "completed_tokens_per_s": "In the log, tokens/s",
    },
    entry=lambda row: of_run[row.row_id].label,
)

# %% [markdown]
# The product must be right, because the mean length is itself a ratio of two printed rates. What could be wrong is our reading of
# the log. We tested it on {n}`metric.runs-n` runs, and every test agrees.
#
# <details>
# <summary>The tests</summary>
#
# - **Mean length.** The log also prints mean length over mean latency, without any duration. The length from there equals
#   ours to the printed digits in {n}`metric.length-agrees-n` runs.
# - **Offered load.** LoadGen's detail log prints it, and ours is within {n}`metric.offered-apart`: we use the time at which
#   the last query was due, the log the time at which it was sent.
# - **Last query.** F − S is the latency of one query. It lies between the run's shortest and longest in
#   {n}`metric.last-in-range-n` runs.
# - **Order.** Since S < F ≤ E, the published figure lies between the two others: in {n}`metric.between-n` runs. In
#   {n}`metric.ends-last-n` the last query sent was also the last to be answered.
# - **Published table.** Every published result equals its log's figure.
#
# </details>

# %% tags=["hide-cell"]
import numpy as np
import pandas as pd

from claimcheck.analysis import metric as analysis
from claimcheck.analysis.results import family
from claimcheck.notebook import Selection

seeds = ["qsl_seed", "sample_index_seed", "schedule_seed"]
printed = ["run_id", "latency_min_ms", "logged_request_tokens_per_s", "logged_offered_tokens_per_s", *seeds]
logs = runs(round=["v4.1", "v5.1", "v6.0"]).frame
tested = analysis.rates_of_runs(logs).dropna(subset="mean_length").merge(logs[printed], on="run_id")
what = "Server and Interactive runs of LLM benchmarks whose detail log is in the table"


def count(key, so=None, words=""):
    """State how many of the tested runs there are, or of how many something is so."""
    number = len(tested) if so is None else so.sum()
    say(f"metric.{key}", value(number, of=f"{what}{words and '; '}{words}", table="loadgen_runs"))


# Six digits of two rates: a hundredth of a short latency, a thousandth of a long one.
inside = tested.final_latency_s.between(tested.latency_min_ms / 1000 * 0.99, tested.latency_max_ms / 1000 * 1.001)
upper = tested.offered * tested.count_factor
between = tested.published.between(tested.full_run * (1 - 1e-5), upper * (1 + 1e-5))
length_apart = (tested.logged_request_tokens_per_s * tested.latency_mean_ms / 1000 / tested.mean_length - 1).abs()
offered_apart = (tested.logged_offered_tokens_per_s / upper - 1).abs().max()
count("runs-n")
count("last-in-range-n", inside, "the last query's latency is between the run's shortest and longest")
count("between-n", between, "the published rate is between the two others, the offered one × n/(n − 1), to the printed digits")
count("length-agrees-n", length_apart <= 1e-5, "the log's tokens per request-second × mean latency give the same mean length")
count("ends-last-n", (tested.full_run / tested.published - 1).abs() <= 1e-5, "the query sent last was the last to be answered")
say(
    "metric.offered-apart",
    value(100 * offered_apart, "%", of=f"largest distance of the log's offered token rate from ours, {what}", table="loadgen_runs"),
    2,
)
holds("and every test agrees", inside.all() and between.all() and (length_apart <= 1e-5).all())

# %% [markdown]
# ## Short runs and long answers cost the most
#
# The completion factor is 1 / (1 + L / S), where L is the last query's latency. Its median is {n}`metric.factor-median`, so for
# most results it hardly matters. Two things decide it. How many mean latencies the run lasted explains {n}`metric.share-length` of
# the variance of log(1/factor − 1). How the last query's latency compares with the mean explains the rest. DeepSeek-R1 writes
# thousands of tokens, and the racks' runs ended after few mean latencies. NVIDIA's GB200 rack has a factor of
# {n}`metric.nvidia-gb200-v6.0-factor` and its GB300 rack {n}`metric.nvidia-gb300-v6.0-factor`.

# %% tags=["hide-cell"]
wait, load = np.log(tested.in_means), -np.log(tested.mean_latencies)
by_length = np.cov(load, wait + load)[0, 1] / np.var(wait + load, ddof=1)
share = "share of the variance of log(1 / completion factor − 1) that goes with the run's length in mean latencies"
say("metric.share-length", value(100 * by_length, "%", of=f"{share}, {what}", table="operating_points"))
middle = value(tested.completion_factor.median(), of=f"median completion factor, {what}", table="operating_points")
say("metric.factor-median", middle, 3)
say("metric.nvidia-gb300-v6.0-factor", own.completion_factor, 3)
say("metric.nvidia-gb200-v6.0-factor", gb200.completion_factor, 3)

# %% tags=["hide-input"]
from claimcheck.charts.metric import factor_by_length


def lost(factor):
    """The share of the offered load that the last query cost."""
    return (1 - factor).percent.called("share of the offered load that the last query cost")


worst = server.first("completion_factor")
named = [own.row_id, gb200.row_id, rack.row_id]
show(
    "factor-by-length",
    f"The last query cost {worst.submitter}'s {worst.chip} rack {lost(worst.completion_factor)} of its offered load",
    factor_by_length(
        server.frame.assign(
            label=[run.label for run in server],
            name=[f"{run.submitter}'s {run.chip} rack" if run.row_id in named else "" for run in server],
            place=["above" if run.row_id == own.row_id else "right" for run in server],
        )
    ),
    note="DeepSeek-R1 Server, each dot one run; the three named are of v6.0. A dot is on a pale curve if its last query took that "
    "many mean latencies.",
)

# %% tags=["hide-input"]
llms = closed.where("of LLMs", lambda t: t.mean_length.notna() & t.accelerators.notna())
smallest = llms.frame.groupby(["scenario", "family"]).completion_factor.min()
rest = llms.where("other than DeepSeek-R1", lambda t: t.family != "deepseek-r1")
show(
    "factor-strips",
    f"Outside DeepSeek-R1 the last query never cost more than {lost(rest.min('completion_factor'))}",
    [
        (title(family), lost(llms(scenario=scenario, family=family).min("completion_factor")), "other", scenario)
        for scenario, family in smallest.sort_values().index
    ],
    axis="share of the offered load that the last query cost, percent",
    mark="bars",
    note=f"For each benchmark, the run of v5.1 or v6.0 that lost most. In half the runs outside DeepSeek-R1 it is below "
    f"{lost(rest.median('completion_factor')):1}. A loss on one benchmark or scenario says nothing about another's results.",
)

# %% [markdown]
# ## The number of queries decides on which prompt a run ends
#
# LoadGen draws the order of prompts from the round's seeds, which are the same for every submitter. Within a round and benchmark,
# runs with equally many queries therefore end on the same prompt. In v6.0 the GB200 racks sent {n}`metric.google-gb200-queries`
# queries and ended on one with a very long answer: {n}`metric.nvidia-gb200-v6.0-last` at NVIDIA and {n}`metric.coreweave-64-last`
# at CoreWeave. At Google it took {n}`metric.google-gb200-last`. The GB300 racks sent {n}`metric.nebius-72-queries` and ended on
# another prompt. It took {n}`metric.nvidia-gb300-v6.0-last` at NVIDIA and {n}`metric.nebius-72-last` at Nebius. In v5.1, with other
# seeds and the same counts, NVIDIA's GB300 rack had the slow one: {n}`metric.nvidia-gb300-v5.1-last` against
# {n}`metric.nvidia-gb200-v5.1-last` on GB200.
#
# The count is a setting, and the seeds are announced weeks before the deadline
# ([rules](https://github.com/mlcommons/inference_policies/blob/96edf999d5/inference_rules.adoc)), so a submitter could know
# on which prompt a run will end. We see no sign that anyone chose by it: the largest loss is NVIDIA's own.

# %% tags=["hide-input"]
by_round = tested[tested.division == "closed"].groupby("round")[seeds]
holds("which are the same for every submitter", by_round.nunique().eq(1).all(axis=None))
holds("the largest loss is NVIDIA's own", worst.submitter == "NVIDIA")
last_round = server(round="v6.0").by("query_count")
ending = {queries: last_round(query_count=queries) for queries in last_round.frame.query_count.unique()}


def ends(row, column):
    """The lowest and the highest of a column among the runs that sent this number of queries."""
    of = ending[row.query_count.value]
    return [of.min(column), of.max(column)]


table(
    "prompts",
    "DeepSeek-R1 Server runs of v6.0 by their number of queries, which decides the prompt that they ended on",
    pd.DataFrame({"query_count": [*ending]}),
    "query_count",
    headings={
        "query_count": "Queries",
        "how_many": "Runs",
        "last": "Last query, s",
        "tokens": "Its answer, tokens, estimated",
        "cost": "Cost of the offered load",
    },
    behind=last_round,
    note="Tokens: how long the last answer was if it was written at the run's median speed.",
    how_many=lambda row: ending[row.query_count.value].count,
    last=lambda row: ends(row, "final_latency_s"),
    tokens=lambda row: ends(row, "final_length"),
    cost=lambda row: sorted(map(lost, ends(row, "completion_factor"))),
)

# %% tags=["hide-cell"]
google_gb200 = server.one(round="v6.0", submitter="Google", chip="GB200")
last = {
    "nvidia-gb300-v5.1": first,
    "nvidia-gb200-v5.1": gb200_before,
    "nvidia-gb300-v6.0": own,
    "nvidia-gb200-v6.0": gb200,
    "nebius-72": rack,
    "coreweave-64": server.one(round="v6.0", submitter="CoreWeave", accelerators=64),
    "google-gb200": google_gb200,
}
for name, run in last.items():
    say(f"metric.{name}-last", run.final_latency_s)
say("metric.nebius-72-queries", rack.query_count)
say("metric.google-gb200-queries", google_gb200.query_count)

# %% [markdown]
# ## A longer mean answer is no gain
#
# The mean output length is a factor of the rate too: {n}`denominators.published-pair-length` of the published ratio. Nearly all runs,
# {n}`metric.passes-n` of {n}`metric.runs-n`, went through their prompts in whole passes, although the rules still speak of sampling
# with replacement. So the choice of prompts adds no noise. What remains is how answers to one prompt vary, at most the standard
# deviation of all answers over √n. For a rack this is {n}`metric.length-error-share` of the mean, and for the shortest run
# {n}`metric.length-error-most`. Smaller differences mean nothing.
#
# NVIDIA's GB300 rack wrote {n}`metric.length-change` more per answer in v6.0 than in v5.1, and its logs do not say why. That is
# more than chance, and so is the spread within v5.1, from {n}`metric.r1-v5.1-length-low` to {n}`metric.r1-v5.1-length-high`. In
# v6.0 it is {n}`metric.r1-v6.0-length-low` to {n}`metric.r1-v6.0-length-high`. Longer answers are work done, but no question was
# answered sooner, so the part of a ratio that comes from longer answers is no gain in speed.

# %% tags=["hide-cell"]
from claimcheck.data.names import sample_sets
from claimcheck.data.serving import read_model

prompts, served = sample_sets(), read_model()
whole = tested.query_count % family(tested.benchmark).str.replace("_", ".").map(prompts) == 0
count("passes-n", whole, "whole passes over the sample set")


def error(run):
    """The standard error of a run's mean length, at most: as if every answer were drawn independently."""
    at_most = analysis.length_error(served.published_deviation, int(run.query_count), prompts["deepseek-r1"])
    return value(at_most, "tokens", of="standard error of the mean output length, at most: standard deviation / √queries", rows=run)


say("denominators.published-pair-length", nebius.mean_length / first.mean_length)
say("metric.length-error-share", (error(own) / own.mean_length).percent, 2)
say("metric.length-error-most", (error(server.first("query_count")) / server.min("mean_length")).percent, 1)
longer = say("metric.length-change", (own.mean_length / first.mean_length - 1).percent, 1)
holds("more than chance", longer.share > 3 * error(own) / own.mean_length)
for version in ("v5.1", "v6.0"):
    say(f"metric.r1-{version}-length-low", server(round=version).min("mean_length"))
    say(f"metric.r1-{version}-length-high", server(round=version).max("mean_length"))

# %% [markdown]
# ## Small leads depend on the denominator
#
# Take every two closed LLM results of one round, benchmark and scenario, per accelerator: {n}`denominators.pairs-n` pairs. The
# offered load reverses the published order of {n}`denominators.turned-n`, and the full run reverses
# {n}`denominators.turned-full-n`. Most are near ties. The largest lead reversed is {n}`denominators.r1-gap` in DeepSeek-R1 Server
# of v6.0, and {n}`denominators.other-gap` elsewhere. Of the
# {n}`denominators.r1-pairs-n` pairs of that benchmark and round, the offered load reverses {n}`denominators.r1-turned-n`. The full run
# reverses {n}`denominators.r1-turned-full-n`. A smaller
# lead there depends on the denominator, unless both runs were equally long and ended on equally fast queries.
#
# In {n}`denominators.same-n` pairs both entries were offered the same load, to a tenth of a percent, so they differ only by mean
# length and last query. The median lead is {n}`denominators.same-median` and the largest, GB300 over GB200,
# {n}`denominators.same-high`.

# %% tags=["hide-cell"]
points = operating_points(round=["v4.1", "v5.1", "v6.0"])
tokens = analysis.token_runs(points.frame)
sides = {"row_id_worse": "row_id_before", "row_id_better": "row_id_after", "published_per": "ratio"}
leads = analysis.order_changes(tokens).rename(columns=sides)
leads = Selection(leads, "pairs of closed LLM results of one round, benchmark and scenario, per accelerator")
of_r1 = leads.where("of DeepSeek-R1 Server in v6.0", lambda t: (t["round"] == "v6.0") & (t.family == "deepseek-r1") & (t.scenario == "Server"))
elsewhere = leads.where("of all other rounds, benchmarks and scenarios", lambda t: ~t.index.isin(of_r1.frame.index))


def turned(of, *views):
    """The pairs that have the opposite order in another view."""
    words = " or ".join({"offered": "the offered load", "full": "the full run"}[view] for view in views)
    return of.where(f"whose order {words} reverses", lambda t: t[[f"reversed_{view}" for view in views]].any(axis=1))


for name, of in {"": leads, "r1-": of_r1}.items():
    for key, part in {"pairs-n": of, "turned-n": turned(of, "offered"), "turned-full-n": turned(of, "full")}.items():
        say(f"denominators.{name}{key}", value(len(part), of=f"number of {part.words}", table="operating_points"))
say("denominators.r1-gap", (turned(of_r1, "offered", "full").max("ratio") - 1).percent)
say("denominators.other-gap", (turned(elsewhere, "offered", "full").max("ratio") - 1).percent, 1)
same = leads.where("at the same offered rate", lambda t: t.same_load)
say("denominators.same-n", value(len(same), of=f"number of {same.words}", table="operating_points"))
middle = value(100 * (same.frame.ratio.median() - 1), "%", of=f"median lead of {same.words}", table="operating_points")
say("denominators.same-median", middle, 2)
say("denominators.same-high", (same.max("ratio") - 1).percent)
holds("the largest, GB300 over GB200", same.max("ratio") == lead)

# %% [markdown]
# Of the {n}`denominators.cells-n` rounds, benchmarks and scenarios, the best entry per accelerator changes in
# {n}`denominators.best-moved-offered-n` under the offered load and in {n}`denominators.best-moved-full-n` over the full run.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the order in each round, benchmark and scenario", "code_prompt_hide": "Hide the order in each round, benchmark and scenario"}
cells = ["round", "family", "scenario"]
views = {"published": "published_per", "offered": "offered_per", "full": "full_run_per"}
entry = tokens.submitter + ", " + tokens.accelerators.astype(str) + " " + tokens.chip
who = tokens.assign(entry=entry).set_index("entry")
best = pd.DataFrame({f"best_{name}": who.groupby(cells)[column].idxmax() for name, column in views.items()})
holder = pd.DataFrame({name: tokens.groupby(cells)[column].idxmax() for name, column in views.items()})
every_cell = "rounds, LLM benchmarks and scenarios"
say("denominators.cells-n", value(len(holder), of=f"number of {every_cell}", table="operating_points"))
for name in ("offered", "full"):
    moved = (holder[name] != holder.published).sum()
    say(f"denominators.best-moved-{name}-n", value(moved, of=f"{every_cell} with another best entry per accelerator", table="operating_points"))

by_cell = leads.frame.groupby(cells)
orders = best.assign(
    pairs=by_cell.size(),
    turned=by_cell.reversed_offered.sum(),
    turned_full=by_cell.reversed_full.sum(),
    same_load=by_cell.same_load.sum(),
).reset_index()
table(
    "orders",
    "How the order of results per accelerator changes, and which entry is best",
    orders.assign(benchmark=orders.family),
    "round benchmark scenario pairs turned turned_full same_load best_published best_offered best_full",
    headings={
        "turned": "Reversed, offered",
        "turned_full": "Reversed, full run",
        "same_load": "At the same load",
        "best_published": "Best as published",
        "best_offered": "Best, offered",
        "best_full": "Best, full run",
    },
    rounds=["v4.1", "v5.1", "v6.0"],
)

# %% [markdown]
# ## None of the three is a steady state
#
# A server that receives queries at a fixed rate is full only when the longest answers to the first queries have been written. In
# {n}`metric.r1-v6.0-short-n` of {n}`metric.r1-v6.0-n` DeepSeek-R1 Server runs of v6.0 queries arrived for less than twice the run's
# longest latency. In v5.1 that was so in {n}`metric.r1-v5.1-short-n` of {n}`metric.r1-v5.1-n`. On Nebius's rack queries arrived for
# only {n}`metric.nebius-72-longest` times the longest latency.
#
# A server that is still filling up is not yet slow, so a short run can pass a limit on time per token at a rate that a longer run
# might not: the offered load then overstates what it can sustain. The full run counts filling and draining as if they were service,
# so it understates it, most of all in a short run.

# %% tags=["hide-cell"]
for version in ("v5.1", "v6.0"):
    of_round = server(round=version)
    short = of_round.where("with queries for less than twice the longest latency", lambda t: t.longest_latencies < 2)
    say(f"metric.r1-{version}-n", of_round.count)
    say(f"metric.r1-{version}-short-n", short.count)
say("metric.nebius-72-longest", rack.longest_latencies, 2)

# %% [markdown]
# ### What MLCommons could change
#
# 1. **Print the three rates.** LoadGen has them at the end of a run, and a reader then sees how much the duration matters.
# 2. **Require runs that are long** compared with their longest latency. The three rates then converge.
# 3. **Measure in the middle**: the tokens written after the first queries' longest answers have ended and before the last query
#    is sent. The draft rules for MLPerf Endpoints 1.0 do much the same
#    ([section 4.4](https://github.com/mlcommons/endpoints-submission-docs/blob/2905fd6a6c6c64c0b6d53653dd37adacd6ee1d79/_sources/policies-endpoints_rules.md#44-reporting-basis-steady-state-window)).
#    It needs the times of single answers, which performance logs do not hold, so nobody can compute it from what was published.
# 4. **Or publish the offered load**, as the written rule says, with a test that the number of queries in flight has stopped
#    growing: over a long run, a server that keeps up completes what arrives.
#
# The newer harness's other option, the duration of the full run, is the simplest to explain, but then a longer run gives a
# better figure.
#
# ## Vera Rubin's report prints two of the rates
#
# NVIDIA's first Vera Rubin rack ran in v6.1 under MLCommons' newer harness. Its report prints the duration of the full run,
# {n}`metric.rubin-duration`, and rates that imply {n}`metric.rubin-window` under the older definition. The published rate is
# {n}`metric.rubin-printed`. Over the full run it is {n}`metric.rubin-full`, and the published one is {n}`metric.rubin-over-full` above
# that. Target rate × mean length is {n}`metric.rubin-offered`. The published rate is {n}`metric.rubin-under-offered` below it, a
# completion factor of {n}`metric.rubin-factor` against the target. The rate that was realised is not printed.

# %% tags=["hide-cell"]
rubin = operating_points.one(row_id=served.served_by)
target = value(float(rubin.target_qps * rubin.mean_length), "tokens/s", of="target rate × mean length", rows=rubin)
full = (rubin.query_count * rubin.mean_length / rubin.full_run_s).called("rate over the full run")
say("metric.rubin-printed", rubin.value)
say("metric.rubin-full", full)
say("metric.rubin-offered", target)
say("metric.rubin-over-full", (rubin.value / full - 1).percent)
say("metric.rubin-under-offered", (1 - rubin.value / target).percent)
say("metric.rubin-factor", rubin.completion_factor, 3)
say("metric.rubin-duration", rubin.full_run_s)
say("metric.rubin-window", rubin.final_done_s)

# %% [markdown]
# ## Has anyone said so before?
#
# We found no place that says that the published figure depends on the latency of a single query, or by how much. We read
# LoadGen at the commits of both rounds and searched the rules, issues and pull requests of MLCommons' repositories and the
# newer harness; meetings and slides we could not read.
#
# <details>
# <summary>What we read: code, rules and discussions since 2019</summary>
#
# - **The code.** [loadgen.cc](https://github.com/mlcommons/inference/blob/d757424450/loadgen/loadgen.cc#L533) takes as final
#   the last query *issued*, and
#   [results.cc](https://github.com/mlcommons/inference/blob/d757424450/loadgen/results.cc#L814-L818) divides all tokens by
#   its completion, with the same lines as in v5.1 (75f297d4). It logs the offered load too.
# - **The rules**, then and now, define the Server metric as the highest Poisson rate supported, and a
#   [question in their FAQ](https://github.com/mlcommons/inference_policies/blob/96edf999d5/inference_rules.adoc#L853) says
#   that the *scheduled* rate is reported ([since 2019](https://github.com/mlcommons/inference_policies/commit/7ae5b07)).
#   LoadGen and the checker have published the completed rate since v4.1.
# - **2019 and 2020.** A [question](https://github.com/mlcommons/inference_policies/issues/109) was answered with the
#   expectation that the two rates differ little. An [issue](https://github.com/mlcommons/inference/issues/753) reported that
#   they differ and proposed the completed one; the scheduled one was kept. A
#   [list of open work](https://github.com/mlcommons/inference/issues/199) had warm-up and cool-down as not started.
# - **2021.** The minimum duration [rose to ten minutes](https://github.com/mlcommons/inference_policies/pull/192), because
#   one minute did not show a steady state. Answers did not yet take minutes.
# - **2024.** The metric became completed samples and tokens, [first for Llama 2](https://github.com/mlcommons/inference/pull/1613),
#   then [for all](https://github.com/mlcommons/inference/pull/1719), as it
#   [represents throughput better](https://github.com/mlcommons/inference/issues/1661).
# - **2026, the newer harness.** A [change](https://github.com/mlcommons/endpoints/pull/348), later closed, named the draw-down
#   at the end as one reason why its DeepSeek-R1 figures on GB200 and GB300 differed from the old harness's.
#   [Change 372](https://github.com/mlcommons/endpoints/pull/372) calls the older definition legacy, keeps it as the default
#   for Poisson load
#   ([schema.py](https://github.com/mlcommons/endpoints/blob/ea3327530/src/inference_endpoint/config/schema.py#L686)) and notes
#   that a tail-cutting mechanism is to replace it. A
#   [design](https://github.com/mlcommons/endpoints/blob/006419e2d3234ff700f818f30d637625616d1843/docs/steady-state-detection.md)
#   of August 2026 would report a window without ramp-up and drain, and say so when a run has none. The program has had it as an
#   option since [change 514](https://github.com/mlcommons/endpoints/pull/514) of September 2026, off by default.
# - **2026, the rules of MLPerf Endpoints.** Up to v0.7 they divide by the
#   [elapsed duration](https://github.com/mlcommons/endpoints_policies/blob/00135a0065aa2aa27ce4581a25bcd7b1c9a27c98/endpoints_rules.md#41-primary-metrics)
#   of the whole run. The
#   [draft for 1.0](https://github.com/mlcommons/endpoints-submission-docs/blob/2905fd6a6c6c64c0b6d53653dd37adacd6ee1d79/_sources/policies-endpoints_rules.md#44-reporting-basis-steady-state-window)
#   says that this includes a drain that "deflates throughput". It computes the official result over a window of steady state, and
#   falls back on the whole run where it detects none. It does so for runs that keep a set number of requests in flight, and not for
#   requests that arrive at random, as in Server.
# - **2026, other programs.** A [change to SGLang](https://github.com/sgl-project/sglang/pull/30918), merged in July, lets a benchmark
#   leave ramp-up and drain out.
# - **Open.** Which tokens and which time the Server metric counts is still discussed at MLCommons, in
#   [an issue on the rules](https://github.com/mlcommons/inference_policies/issues/311) and
#   [a change to the code](https://github.com/mlcommons/inference/pull/2221).
#
# </details>
#
# ## The strongest case for the published figure
#
# It is the same rule for everyone, decided before the results, with seeds that no submitter chose. It punishes a server that
# falls behind, because such a server completes its last query late. The offered load alone would not show that; the latency
# limits would, in part. Except where answers are very long, the three rates agree closely, and the published gain on GB300
# is confirmed by each.
#
# ## Every ratio
#
# The table has every ratio of v6.0 to v5.1 by [the rules for comparisons](speedup.ipynb#whose-results-are-compared-matters-most), and, within a round, of one submitter's
# chips (same number) and sizes (same chip), for LLM benchmarks in Server and Interactive.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every ratio", "code_prompt_hide": "Hide every ratio"}
from claimcheck.data.names import llm_benchmarks

listed = [*analysis.pairs_between_rounds(comparisons.frame, tokens, llm_benchmarks()), *analysis.pairs_within_round(tokens)]
every = analysis.pair_factors(tokens, dict.fromkeys(listed))
every = every.sort_values(["family", "scenario", "kind", "published_per"], ascending=[True, True, True, False])
ratios = ["offered_per", "published_per", "full_run_per"]
above = every[ratios] > 1


def both(row, column):
    """What the two sides have, once where it is the same."""
    after, before = getattr(row, f"{column}_after"), getattr(row, f"{column}_before")
    return after if after == before else f"{after} / {before}"


table(
    "every-ratio",
    "Ratios per accelerator and their factors, the first entry over the second",
    every.assign(sign=above.nunique(axis=1) > 1),
    "entry over compared benchmark scenario offered_rate mean_length completion_factor offered_per published_per full_run_per sign category "
    "result_id_after result_id_before",
    note="Sign: yes where another denominator puts the ratio on the other side of 1.",
    headings={
        "compared": "Round",
        "offered_rate": "Rate",
        "mean_length": "Length",
        "offered_per": "Offered load",
        "published_per": "Published",
        "full_run_per": "Full run",
        "sign": "Sign changes",
    },
    searchable=True,
    rounds=["v4.1", "v5.1", "v6.0"],
    entry=lambda row: row.after.label,
    over=lambda row: row.before.label,
    compared=lambda row: both(row, "round"),
    category=lambda row: both(row, "availability"),
)

# %% [markdown]
# ## Every result, three ways

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every result", "code_prompt_hide": "Hide every result"}
table(
    "every-result",
    "Server and Interactive results of v4.1, v5.1 and v6.0, every division, in the row's unit",
    points.by("-round", "benchmark", "scenario", "-value"),
    "submitter round benchmark scenario division availability chip accelerators unit offered value full_run query_count "
    "offered_rate mean_length completion_factor mean_latencies longest_latencies result_id",
    note="Where the log counts tokens, queries per second offered × mean length of an answer × completion × n/(n − 1) is the published "
    "figure; n: queries. Offered and full run are ours. Latencies: for how many of the run's mean or longest latencies queries arrived.",
    headings={
        "offered": "Offered load",
        "full_run": "Full run",
        "query_count": "n",
        "offered_rate": "Queries/s",
    },
    searchable=True,
    rounds=["v4.1", "v5.1", "v6.0"],
)

# %% [markdown]
# ## Limits
#
# - The offered rate is a choice. Two entries at the same load may differ in how much more they could carry, and no denominator
#   shows it.
# - Performance logs hold no output lengths. The last answer's length is an estimate from its latency, and mean lengths are
#   those of whole runs.
# - The spread of output lengths is that of one v6.1 run. How much of it lies within a prompt is not known, so the error of
#   a mean is given as a bound.
# - v5.0 has no logs here. Of v6.1 the tables have the runs that could be read, and the newer harness prints a target, not the
#   realised rate.
#
# ```{mlperf-footnote}
# ```
