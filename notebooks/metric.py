# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # How MLPerf times a Server run
#
# :::{admonition} The answer
# :class: cc-key
# MLPerf® Inference divides all output tokens of a Server run by the time until the last query that was *sent* is
# answered, so one slow answer can change a published result. On DeepSeek-R1 in v6.0, a GPU of NVIDIA's GB300 rack is
# published at {n}`denominators.chips-v6.0-published` the rate of one of its GB200 rack, although both racks were
# offered the same load.
#
# The headline hardly depends on this: Nebius's published {n}`claim.1.published` over NVIDIA becomes
# {n}`denominators.published-pair-full` when both runs are timed to their very end. Another comparison does depend on
# it. Nebius's whole rack is published at {n}`pair.gb300-server-rack` the rate of NVIDIA's rack of v5.1, and over the
# whole runs it is at {n}`denominators.rack-full`.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
racks = test[(test["round"] == "v6.0") & (test.submitter == "NVIDIA") & (test.accelerators == 72)]
per_gpu = (racks.value / racks.accelerators).set_axis(racks.accelerator)
plain = per_gpu.filter(like="GB300").item() / per_gpu.filter(like="GB200").item()
print(f"a GPU of NVIDIA's GB300 rack is published at {plain:.2f} times one of its GB200 rack")

# %% tags=["hide-cell"]
from claimcheck.analysis.operating import rates_of_runs, whole_run
from claimcheck.data.names import read_benchmarks
from claimcheck.notebook import operating_points, runs, same, say, table, value

closed = operating_points(division="closed", round=["v5.1", "v6.0"])
server = closed(benchmark="deepseek-r1", scenario="Server")
gb300, gb200 = server(chip="GB300"), server(chip="GB200")
own = gb300.one(round="v6.0", submitter="NVIDIA", accelerators=72)
own_gb200 = gb200.one(round="v6.0", submitter="NVIDIA")
lead = own.per_accelerator / own_gb200.per_accelerator
say("denominators.chips-v6.0-published", same(plain, lead), of="what a GPU of NVIDIA's GB300 rack made over what one "
    "of its GB200 rack made in v6.0, as published, DeepSeek-R1 Server")

first = gb300.one(round="v5.1", submitter="NVIDIA")
nebius = gb300.one(round="v6.0", submitter="Nebius", accelerators=8)
rack = gb300.one(round="v6.0", submitter="Nebius", accelerators=72)

say("denominators.published-pair-full", whole_run(nebius) / whole_run(first), of="what a GPU of Nebius's 8 GB300 made "
    "in v6.0 over one of NVIDIA's rack in v5.1 if each whole run is timed, DeepSeek-R1 Server")
say("denominators.rack-full", whole_run(rack) / whole_run(first), of="what a GPU of Nebius's rack made in v6.0 over "
    "one of NVIDIA's rack in v5.1 if each whole run is timed, DeepSeek-R1 Server")

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.analysis.operating import offered
from claimcheck.analysis.view import family
from claimcheck.notebook import figure, frame_of, holds, one_row_a_run, show

ways = {"offered": offered, "published": lambda run: run.per_accelerator, "whole run": whole_run}
gb200_before = gb200.one(round="v5.1", submitter="NVIDIA")
google, google_before = (server.one(round=version, submitter="Google", chip="B200") for version in ("v6.0", "v5.1"))
coreweave, coreweave_before = (gb300.one(round=version, submitter="CoreWeave") for version in ("v6.0", "v5.1"))
four_racks = gb300.one(round="v6.0", submitter="NVIDIA", accelerators=288)
pairs = {
    "chips-v6.0": (own, own_gb200),
    "published-pair": (nebius, first),
    "rack": (rack, first),
    "google-b200": (google, google_before),
    "own-gb200": (own_gb200, gb200_before),
    "own-gb300": (own, first),
    "coreweave": (coreweave, coreweave_before),
    "chips-v5.1": (first, gb200_before),
    "size-nebius": (rack, nebius),
    "size-nvidia": (four_racks, own),
}
holds("both racks were offered the same load", 0.99 < offered(own) / offered(own_gb200) < 1.01)

# %% tags=["hide-input"]
ratios = frame_of(
    [
        (
            "Two systems of one round" if one_round else "v6.0 over v5.1",
            f"{after.label}, over {before.label}" + f", {after.round}" * one_round,
            rate(after) / rate(before),
            way,
        )
        for after, before in pairs.values()
        for one_round in [after.round == before.round]
        for way, rate in ways.items()
    ],
    "panel what ratio kind",
)
of_chips = ratios.row_ids.map(set) == {own.row_id, own_gb200.row_id}
at_same_load = offered(own) / offered(own_gb200)
ratios["words"] = ("published " + ratios.as_printed
    + of_chips.map({True: f", offered {at_same_load}", False: ""})).where(ratios.kind == "published", "")
ratio = alt.X("ratio", title="DeepSeek-R1 Server, ratio per GPU").scale(zero=False)
dots = alt.Chart(ratios).encode(ratio, alt.Y("what", sort=None), tooltip="as_printed")
dots = dots.transform_joinaggregate(end="max(ratio)", groupby=["panel", "what"])
show(
    "three-denominators",
    f"GB300's published lead of {lead} over GB200 comes from one slow answer",
    (dots.mark_rule(strokeWidth=2).encode(x2="end:Q") + dots.mark_circle().encode(color="kind")
        + dots.mark_text().encode(alt.X("end:Q"), text="words"))
    .facet(alt.Facet("panel", sort=None), columns=1)
    .resolve_scale(y="independent"),
    note="Offered: the rate at which queries were sent × the mean length of an answer. Whole run: tokens until the "
    "last answer of all. Only the published ratio is one of published figures.",
)

# %% [markdown]
# (the-published-pair-survives-and-three-other-comparisons-change)=
# ## NVIDIA's 2.77x does not depend on this, and three other ratios do
#
# Three durations can divide the tokens of a run:
#
# - **Offered load**: the time in which queries arrived. Its rate is offered rate × mean output length, and the highest.
# - **Published**: until the last query sent is answered. Its rate is below the offered load, apart from the factor n/(n
#   − 1) explained below.
# - **Whole run**: until every query is answered. Its rate is the lowest, because it includes the drain at the end, when
#   fewer and fewer answers are still being written.
#
# In DeepSeek-R1 Server, the choice matters differently from pair to pair:
#
# - **The published pair** is at {n}`denominators.published-pair-offered` in offered load. The published figure is
#   higher mostly because NVIDIA's run of v5.1 ended on a slow query and Nebius's did not. The claim's figure is not an
#   artefact of the metric.
# - **Nebius's rack over NVIDIA's** is at {n}`denominators.rack-offered` in offered load and far lower over the whole
#   runs, because queries reached Nebius's rack for only {n}`metric.nebius-72-means` of its mean latencies. If price and
#   utilisation stay the same, a token then costs {n}`saving.gb300-server-rack-full` less, instead of
#   {n}`saving.gb300-server-rack`
#   ([what it means for the claim](cost.ipynb)).
# - **NVIDIA's GB300 rack over its own of v5.1** is published at {n}`pair.gb300-server-own`, and over the whole runs it
#   is at {n}`denominators.own-gb300-full`.
# - **NVIDIA's GB200 rack over its own** gained more than was published: {n}`denominators.own-gb200-offered` in load
#   instead of {n}`pair.gb200-server-own`. Its run of v6.0 ended on a prompt with a very long answer.
# - **GB300 over GB200**: in v6.0 the published lead comes from the last query of each run. In v5.1 the lead is larger
#   in load, {n}`denominators.chips-v5.1-offered`, than as published, {n}`denominators.chips-v5.1-published`. The same
#   load does not mean that neither could carry more; the record does not show that.
# - **Nebius's rack over its {n}`accelerators.nebius-8` GPUs** changes direction. It is published at
#   {n}`denominators.size-nebius-published`, and in load it is at {n}`denominators.size-nebius-offered`. Over the whole
#   runs it is at {n}`denominators.size-nebius-full`.
#
# Google's B200 system over its own of v5.1 is published at {n}`pair.b200-google`, and over the whole runs it is at
# {n}`denominators.google-b200-full`. NVIDIA's four racks over one, and CoreWeave's system over its own, hardly change.

# %% tags=["hide-cell"]
ending = dict(zip(("offered", "published", "full"), ways.values()))
stated = """published-pair-offered rack-offered own-gb200-offered own-gb300-full google-b200-full
    chips-v5.1-offered chips-v5.1-published size-nebius-offered size-nebius-published size-nebius-full"""
for key in stated.split():
    name, _, way = key.rpartition("-")
    say(f"denominators.{key}", ending[way](pairs[name][0]) / ending[way](pairs[name][1]))
for name, run in {"published": nebius, "rack": rack, "own": own}.items():
    say(f"saving.gb300-server-{name}-full", (1 - whole_run(first) / whole_run(run)).percent)
say("metric.nebius-72-means", rack.mean_latencies, 1)

each = server.frame
holds("and the highest", (each.offered_per > each.published_per).all())
holds("Its rate is the lowest", (each.published_per > each.full_run_per).all())
for name in ("size-nvidia", "coreweave"):
    by_way = [rate(pairs[name][0]) / rate(pairs[name][1]) for rate in ways.values()]
    holds("hardly change", max(by_way) / min(by_way) < 1.05)

# %% [markdown]
# ## The arithmetic
#
# LoadGen, MLPerf's load generator, draws all arrival times before the run. Call the number of queries n, the time at
# which the last one is due S, the time at which it completes F, and the time at which the last of all completes E. A
# log prints, to six digits:
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
log = runs(benchmark="deepseek-r1", scenario="Server", row_id=list(server.rows)).frame
n = log.query_count
S = (n - 1) / log.scheduled_samples_per_s
F = (n - 1) / log.completed_samples_per_s
length = log.completed_tokens_per_s * F / n
product = log.scheduled_samples_per_s * length * (S / F) * n / (n - 1)
worked = log.assign(length=length, factor=S / F, last_s=F - S, product=product).sort_values("factor", kind="stable")
worked.set_index(["round", "submitter", "system"])[
    ["scheduled_samples_per_s", "length", "factor", "last_s", "product", "completed_tokens_per_s"]].head(8)

# %% [markdown]
# The product must be right, because the mean length is itself a ratio of two printed rates. What could be wrong is our
# reading of the log. We tested it on {n}`metric.runs-n` runs, and every test agrees.
#
# <details>
# <summary>The tests</summary>
#
# - **Mean length.** The log also prints mean length over mean latency, without any duration. The length from there
#   equals ours to the printed digits.
# - **Offered load.** LoadGen's detail log prints it, and ours is within {n}`metric.offered-apart`: we use the time at
#   which the last query was due, the log the time at which it was sent.
# - **Last query.** F − S is the latency of one query. It lies between the run's shortest and longest.
# - **Order.** Since S < F ≤ E, the published figure lies between the two others. In {n}`metric.ends-last-n` runs the
#   last query sent was also the last to be answered.
# - **Published table.** Every published result equals its log's figure.
#
# </details>

# %% tags=["hide-cell"]
seeds = ["qsl_seed", "sample_index_seed", "schedule_seed"]
printed = ["run_id", "latency_min_ms", "logged_request_tokens_per_s", "logged_offered_tokens_per_s", *seeds]
logs = runs(round=["v4.1", "v5.1", "v6.0"]).frame
tested = rates_of_runs(logs).dropna(subset="mean_length").merge(logs[printed], on="run_id")


def of_tested(words, number, unit="", basis="loadgen_runs"):
    """A number that rests on all tested runs."""
    of = f"{words}: Server and Interactive runs of LLM benchmarks whose detail log is in the table"
    return value(number, unit, of=of, table=basis)


# Six digits of two rates: a hundredth of a short latency, a thousandth of a long one.
inside = tested.final_latency_s.between(tested.latency_min_ms / 1000 * 0.99, tested.latency_max_ms / 1000 * 1.001)
upper = tested.offered * tested.count_factor
in_order = tested.published.between(tested.full_run * (1 - 1e-5), upper * (1 + 1e-5))
length_apart = (tested.logged_request_tokens_per_s * tested.latency_mean_ms / 1000 / tested.mean_length - 1).abs()
offered_apart = (tested.logged_offered_tokens_per_s / upper - 1).abs().max()
ends_last = (tested.full_run / tested.published - 1).abs() <= 1e-5
holds("and every test agrees", inside.all() and in_order.all() and (length_apart <= 1e-5).all())
say("metric.runs-n", of_tested("tested runs", len(tested)))
say("metric.ends-last-n", of_tested("runs whose last query sent was the last to be answered", ends_last.sum()))
apart = of_tested("largest distance of the log's offered token rate from ours", 100 * offered_apart, "%")
say("metric.offered-apart", apart, 2)

# %% [markdown]
# (short-runs-and-long-answers-cost-the-most)=
# ## Short runs and long answers lower the published rate
#
# The completion factor is 1 / (1 + L / S), where L is the last query's latency. Its median is
# {n}`metric.factor-median`, so for most results it hardly matters. Two things decide it. How many mean latencies the
# run lasted explains {n}`metric.share-length` of the variance of log(1/factor − 1). How the last query's latency
# compares with the mean explains the rest. DeepSeek-R1 writes thousands of tokens, and the racks' runs ended after few
# mean latencies. NVIDIA's GB200 rack has a factor of {n}`metric.nvidia-gb200-v6.0-factor` and its GB300 rack
# {n}`metric.nvidia-gb300-v6.0-factor`.

# %% tags=["hide-cell"]
import numpy as np

wait, load = np.log(tested.in_means), -np.log(tested.mean_latencies)
by_length = np.cov(load, wait + load)[0, 1] / np.var(wait + load, ddof=1)
share = "share of the variance of log(1 / completion factor − 1) that goes with the run's length in mean latencies"
say("metric.share-length", of_tested(share, 100 * by_length, "%", "operating_points"))
middle = of_tested("median completion factor", tested.completion_factor.median(), basis="operating_points")
say("metric.factor-median", middle, 3)
for name, run in {"gb300": own, "gb200": own_gb200}.items():
    say(f"metric.nvidia-{name}-v6.0-factor", run.completion_factor, 3)

# %% [markdown]
# ## The number of queries decides on which prompt a run ends
#
# LoadGen draws the order of prompts from the round's seeds, which are the same for every submitter. Within a round and
# benchmark, runs with equally many queries therefore end on the same prompt. In v6.0 the GB200 racks sent
# {n}`metric.google-gb200-queries` queries and ended on one with a very long answer. The GB300 racks sent
# {n}`metric.nebius-72-queries` and ended on another prompt, with a much shorter one. In v5.1, with other seeds and the
# same counts, NVIDIA's GB300 rack had the slow prompt. Its last query took {n}`metric.nvidia-gb300-v5.1-last`, and that
# of the GB200 rack {n}`metric.nvidia-gb200-v5.1-last`.
#
# The count is a setting, and the seeds are announced weeks before the deadline
# ([rules](https://github.com/mlcommons/inference_policies/blob/96edf999d5/inference_rules.adoc)), so a submitter could
# know on which prompt a run will end. We see no sign that anyone chose by it: the largest loss is NVIDIA's own.

# %% tags=["hide-cell"]
worst, by_round = server.first("completion_factor"), tested[tested.division == "closed"].groupby("round")[seeds]
holds("which are the same for every submitter", by_round.nunique().eq(1).all(axis=None))
holds("one slow answer can change a published result", worst.completion_factor < 0.95)
holds("the largest loss is NVIDIA's own", worst.submitter == "NVIDIA")
google_gb200 = gb200.one(round="v6.0", submitter="Google")
say("metric.google-gb200-queries", google_gb200.query_count)
say("metric.nebius-72-queries", rack.query_count)
slow, quick = (server(round="v6.0", query_count=run.query_count) for run in (google_gb200, rack))
holds("with a much shorter one", slow.min("final_length") > 3 * quick.max("final_length"))
for name, run in {"gb300": first, "gb200": gb200_before}.items():
    say(f"metric.nvidia-{name}-v5.1-last", run.final_latency_s)

# %% [markdown]
# ## A longer mean answer is no gain
#
# The mean output length is a factor of the rate too. It makes {n}`denominators.published-pair-length` of the published
# ratio. Nearly all runs, {n}`metric.passes-n` of {n}`metric.runs-n`, went through their prompts in whole passes,
# although the rules still speak of sampling with replacement. So the choice of prompts adds no noise. What remains is
# how answers to one prompt vary, at most the standard deviation of all answers over √n. For a rack this is
# {n}`metric.length-error-share` of the mean, and for the shortest run {n}`metric.length-error-most`. Smaller
# differences mean nothing.
#
# NVIDIA's GB300 rack wrote {n}`metric.length-change` more per answer in v6.0 than in v5.1, and its logs do not say why.
# That is more than chance, and so is the spread within v5.1, from {n}`metric.r1-v5.1-length-low` to
# {n}`metric.r1-v5.1-length-high`. In v6.0 it is {n}`metric.r1-v6.0-length-low` to {n}`metric.r1-v6.0-length-high`.
# Longer answers are work done, but no question was answered sooner, so the part of a ratio that comes from longer
# answers is no gain in speed.

# %% tags=["hide-cell"]
prompts, deviation = read_benchmarks().sample_sets, figure("r1-length-deviation").value
whole = tested.query_count % family(tested.benchmark).str.replace("_", ".").map(prompts) == 0
say("metric.passes-n", of_tested("runs in whole passes over the sample set", whole.sum()))


def error(run):
    """The standard error of a run's mean length, at most: as if every answer were drawn independently."""
    at_most = deviation / int(run.query_count) ** 0.5
    return value(at_most, "tokens",
        of="standard error of the mean output length, at most: standard deviation / √queries", rows=run)


say("denominators.published-pair-length", nebius.mean_length / first.mean_length)
say("metric.length-error-share", (error(own) / own.mean_length).percent, 2)
say("metric.length-error-most", (error(server.first("query_count")) / server.min("mean_length")).percent, 1)
longer = say("metric.length-change", (own.mean_length / first.mean_length - 1).percent, 1)
holds("more than chance", longer.share > 3 * error(own) / own.mean_length)
for version in ("v5.1", "v6.0"):
    say(f"metric.r1-{version}-length-low", server(round=version).min("mean_length"))
    say(f"metric.r1-{version}-length-high", server(round=version).max("mean_length"))

# %% [markdown]
# (small-leads-depend-on-the-denominator)=
# ## Small leads depend on how the run is timed
#
# There are {n}`denominators.pairs-n` pairs of closed LLM results of one round, benchmark and scenario. Per accelerator,
# the offered load reverses the published order of {n}`denominators.turned-n`, and the whole run reverses
# {n}`denominators.turned-full-n`. Most of these are near ties. The largest lead reversed is {n}`denominators.r1-gap` in
# DeepSeek-R1 Server of v6.0, and {n}`denominators.other-gap` elsewhere. A smaller lead in that benchmark and round
# depends on the denominator, unless both runs were equally long and ended on equally fast queries.
#
# In {n}`denominators.same-n` pairs both entries were offered the same load, to a tenth of a percent, so they differ
# only by mean length and last query. The median lead is {n}`denominators.same-median` and the largest, GB300 over
# GB200, {n}`denominators.same-high`.

# %% tags=["hide-cell"]
points = operating_points(round=["v4.1", "v5.1", "v6.0"])
cell = ["round", "family", "scenario"]
rates = ["published_per", "offered_per", "full_run_per", "offered_per_accelerator"]


def leads_of(runs):
    """Every two closed results in tokens of one cell: each rate of the better over that of the worse, as published."""
    closed = runs[runs.division.eq("closed") & runs.mean_length.notna() & runs.accelerators.notna()]
    ranked = one_row_a_run(closed).sort_values(["published_per", "row_id"])[[*cell, "row_id", *rates]]
    ranked = ranked.assign(place=range(len(ranked)))
    both = ranked.merge(ranked, on=cell, suffixes=("_before", "_after")).query("place_before < place_after")
    both = both.assign(**{rate: both[f"{rate}_after"] / both[f"{rate}_before"] for rate in rates})
    return both.rename(columns={"published_per": "ratio"})


leads = points.pipe(leads_of)
leads = leads.called("pairs of closed LLM results of one round, benchmark and scenario, per accelerator")
in_load = leads.where("whose order the offered load reverses", lambda t: t.offered_per < 1)
over_run = leads.where("whose order the whole run reverses", lambda t: t.full_run_per < 1)
same_load = leads.where("at the same offered rate", lambda t: (t.offered_per_accelerator - 1).abs() <= 1e-3)
for key, part in {"pairs-n": leads, "turned-n": in_load, "turned-full-n": over_run, "same-n": same_load}.items():
    say(f"denominators.{key}", value(len(part), of=f"number of {part.words}", table="operating_points"))

turned = leads.where("whose order the offered load or the whole run reverses",
    lambda t: (t.offered_per < 1) | (t.full_run_per < 1))
is_r1 = (turned.frame[["round", "family", "scenario"]] == ["v6.0", "deepseek-r1", "Server"]).all(axis=1)
of_r1 = turned.where("of DeepSeek-R1 Server in v6.0", lambda t: is_r1)
elsewhere = turned.where("of all other rounds, benchmarks and scenarios", lambda t: ~is_r1)
say("denominators.r1-gap", (of_r1.max("ratio") - 1).percent)
say("denominators.other-gap", (elsewhere.max("ratio") - 1).percent, 1)
typical = 100 * (same_load.frame.ratio.median() - 1)
say("denominators.same-median", value(typical, "%", of=f"median lead of {same_load.words}", table="operating_points"),
    2)
say("denominators.same-high", (same_load.max("ratio") - 1).percent)
holds("Most of these are near ties", turned.frame.ratio.median() < 1.01)
holds("the largest, GB300 over GB200", same_load.max("ratio") == lead)

# %% [markdown]
# (none-of-the-three-is-a-steady-state)=
# ## The three rates are no steady state
#
# A server that receives queries at a fixed rate is full only when the longest answers to the first queries have been
# written. In {n}`metric.r1-v6.0-short-n` of {n}`metric.r1-v6.0-n` DeepSeek-R1 Server runs of v6.0 queries arrived for
# less than twice the run's longest latency. In v5.1 that was so in {n}`metric.r1-v5.1-short-n` of
# {n}`metric.r1-v5.1-n`. On Nebius's rack queries arrived for only {n}`metric.nebius-72-longest` times the longest
# latency.
#
# A server that is still filling up is not yet slow, so a short run can pass a limit on time per token at a rate that a
# longer run might not. The offered load then overstates what it can sustain. The whole run counts filling and draining
# as if they were service, so it understates it, most of all in a short run.

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
# 1. **Print the three rates.** LoadGen has them at the end of a run, and a reader then sees how much the duration
#    matters.
# 2. **Require runs that are long** compared with their longest latency. The three rates then converge.
# 3. **Measure in the middle**: the tokens written after the first queries' longest answers have ended and before the
#    last query is sent. The draft rules for MLPerf Endpoints 1.0 do much the same ([section
#    4.4](https://github.com/mlcommons/endpoints-submission-docs/blob/2905fd6a6c6c64c0b6d53653dd37adacd6ee1d79/_sources/policies-endpoints_rules.md#44-reporting-basis-steady-state-window)).
#    It needs the times of single answers, which performance logs do not hold.
# 4. **Or publish the offered load**, as the written rule says, with a test that the number of queries in flight has
#    stopped growing: over a long run, a server that keeps up completes what arrives.
#
# The newer harness's other option, the duration of the whole run, is the simplest to explain, but then a longer run
# gives a better figure.
#
# ## Has anyone said so before?
#
# We found no place that says that the published figure depends on the latency of a single query, or by how much. We
# read LoadGen at the commits of both rounds and searched the rules, issues and pull requests of MLCommons' repositories
# and the newer harness; meetings and slides we could not read.
#
# <details>
# <summary>What we read: code, rules and discussions since 2019</summary>
#
# - **The code.** [loadgen.cc](https://github.com/mlcommons/inference/blob/d757424450/loadgen/loadgen.cc#L533) takes as
#   final the last query *issued*, and
#   [results.cc](https://github.com/mlcommons/inference/blob/d757424450/loadgen/results.cc#L814-L818) divides all tokens
#   by its completion, with the same lines as in v5.1 (75f297d4). It logs the offered load too.
# - **The rules**, then and now, define the Server metric as the highest Poisson rate supported, and a [question in
#   their FAQ](https://github.com/mlcommons/inference_policies/blob/96edf999d5/inference_rules.adoc#L853) says that the
#   *scheduled* rate is reported ([since 2019](https://github.com/mlcommons/inference_policies/commit/7ae5b07)). LoadGen
#   and the checker have published the completed rate since v4.1.
# - **2019 and 2020.** A [question](https://github.com/mlcommons/inference_policies/issues/109) was answered with the
#   expectation that the two rates differ little. An [issue](https://github.com/mlcommons/inference/issues/753) reported
#   that they differ and proposed the completed one; the scheduled one was kept. A [list of open
#   work](https://github.com/mlcommons/inference/issues/199) had warm-up and cool-down as not started.
# - **2024.** The metric became completed samples and tokens, [first for Llama
#   2](https://github.com/mlcommons/inference/pull/1613), then [for
#   all](https://github.com/mlcommons/inference/pull/1719), as it [represents throughput
#   better](https://github.com/mlcommons/inference/issues/1661).
# - **2026, the newer harness.** A [change](https://github.com/mlcommons/endpoints/pull/348), later closed, named the
#   draw-down at the end as one reason why its DeepSeek-R1 figures on GB200 and GB300 differed from the old harness's.
#   [Change 372](https://github.com/mlcommons/endpoints/pull/372) calls the older definition legacy, keeps it as the
#   default for Poisson load
#   ([schema.py](https://github.com/mlcommons/endpoints/blob/ea3327530/src/inference_endpoint/config/schema.py#L686))
#   and notes that a tail-cutting mechanism is to replace it. A
#   [design](https://github.com/mlcommons/endpoints/blob/006419e2d3234ff700f818f30d637625616d1843/docs/steady-state-detection.md)
#   of August 2026 would report a window without ramp-up and drain, and say so when a run has none. The program has had
#   it as an option since [change 514](https://github.com/mlcommons/endpoints/pull/514) of September 2026, off by
#   default.
# - **2026, the rules of MLPerf Endpoints.** Up to v0.7 they divide by the [elapsed
#   duration](https://github.com/mlcommons/endpoints_policies/blob/00135a0065aa2aa27ce4581a25bcd7b1c9a27c98/endpoints_rules.md#41-primary-metrics)
#   of the whole run. The [draft for
#   1.0](https://github.com/mlcommons/endpoints-submission-docs/blob/2905fd6a6c6c64c0b6d53653dd37adacd6ee1d79/_sources/policies-endpoints_rules.md#44-reporting-basis-steady-state-window)
#   says that this includes a drain that "deflates throughput". It computes the official result over a window of steady
#   state, and falls back on the whole run where it detects none. It does so for runs that keep a set number of requests
#   in flight, and not for requests that arrive at random, as in Server.
# - **Open.** Which tokens and which time the Server metric counts is still discussed at MLCommons, in
#   [an issue on the rules](https://github.com/mlcommons/inference_policies/issues/311) and
#   [a change to the code](https://github.com/mlcommons/inference/pull/2221).
#
# </details>
#
# ## The strongest case for the published figure
#
# It is the same rule for everyone, decided before the results, with seeds that no submitter chose. It punishes a server
# that falls behind, because such a server completes its last query late. The offered load alone would not show that;
# the latency limits would, in part. Except where answers are very long, the three rates agree closely, and the
# published gain on GB300 is confirmed by each.
#
# ## Every result, three ways
#
# The ratio of two of these results under each duration is the quotient of their rates in this table. Its factors are
# the ratios of their rates of arrival, mean lengths and completion factors.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every result"}
table(
    "every-result",
    "Server and Interactive results of v4.1, v5.1 and v6.0, of any division, in the row's unit",
    points.by("-round", "benchmark", "scenario", "-value"),
    "submitter round benchmark scenario division availability chip accelerators unit offered value full_run "
    "query_count offered_rate mean_length completion_factor mean_latencies longest_latencies result_id",
    note="Where the log counts tokens, queries per second offered × mean length of an answer × completion × n/(n − 1) "
    "is the published figure; n: queries. Offered and whole run are ours. Latencies: for how many of the run's mean or "
    "longest latencies queries arrived.",
    headings={
        "offered": "Offered load",
        "full_run": "Whole run",
        "query_count": "n",
        "offered_rate": "Queries/s",
    },
    rounds=["v4.1", "v5.1", "v6.0"],
)

# %% [markdown]
# ## Limits
#
# - The offered rate is a choice. Two entries at the same load may differ in how much more they could carry, and no
#   denominator shows it.
# - Performance logs hold no output lengths. The last answer's length is an estimate from its latency, and mean lengths
#   are those of whole runs.
# - The spread of output lengths is that of one v6.1 run. How much of it lies within a prompt is not known, so the error
#   of a mean is given as a bound.
# - v5.0 has no logs here. Of v6.1 the tables have the runs that could be read, and the newer harness prints a target,
#   not the realised rate.
#
# ```{mlperf-footnote}
# ```
