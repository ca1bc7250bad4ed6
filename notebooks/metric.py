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
# In MLPerf® Inference a Server rate is all output tokens of a run divided by the time until the last query that was *sent* is
# answered, so one slow answer can change a published result. In DeepSeek-R1 Server of v6.0, NVIDIA's GB300 rack leads its GB200
# rack by {n}`denominators.chips-v6.0-published` per GPU, although both were offered the same load. The headline hardly depends on
# this: Nebius's published {n}`claim.1.published` over NVIDIA becomes {n}`denominators.published-pair-full` when both runs are timed
# to their very end.
#
# Another comparison does depend on it. Nebius's full rack is published at {n}`pair.gb300-server-rack` the rate of NVIDIA's rack of
# v5.1, and over the full runs it is {n}`denominators.rack-full`. Each published rate is between the two other ways to count: lower
# than the load that was offered and higher than the rate of the full run.
# :::

# %% tags=["hide-cell"]
import numpy as np
import pandas as pd

from claimcheck.analysis import metric as analysis
from claimcheck.analysis.metric import length_error, rates_of_runs
from claimcheck.analysis.results import family
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.metric import factor_by_length, factor_strips, labelled, three_views
from claimcheck.claims import caption, with_links
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.data import tables
from claimcheck.data.names import llm_benchmarks, sample_sets
from claimcheck.data.numbers import number, state
from claimcheck.data.rounds import rounds_until
from claimcheck.data.serving import read_model

results = tables.load("inference_results")
# The rounds up to the one that the claims were made in; v6.1 has a page of its own.
runs, every_point = (tables.load(name) for name in ("loadgen_runs", "operating_points"))
runs, points = (frame[frame["round"].isin(rounds_until()["inference"])] for frame in (runs, every_point))
comparisons = tables.load("comparisons")
found = analysis.token_runs(points)
pairs = labelled(analysis.pair_factors(found, analysis.headline_pairs(comparisons, found)))
r1 = found[(found.benchmark == "deepseek-r1") & (found.scenario == "Server")]
r1 = r1.assign(label=r1["round"] + ", " + r1.submitter + ", " + r1.accelerators.astype(str) + " " + r1.chip)
# The lengths of answers that one run's report prints, as the serving model takes them.
served = read_model()


def rows_of(frame):
    """Rows of the results that a table or chart draws, or that are on both sides of its pairs."""
    ids = [frame[name] for name in ("row_id", "row_id_before", "row_id_after") if name in frame]
    return results[results.row_id.isin(pd.concat(ids))]


unlike = r1[r1.availability != "available"]
CATEGORY = "All systems are of the category available, but for " + "; ".join(
    f"{r.submitter}'s {r.chip} of {r.round} ({r.availability})" for r in unlike.itertuples()
) + "."

PAIRS = {
    "published-pair": ("round", "v6.0", "Nebius", 8, "NVIDIA", 72, "GB300"),
    "rack": ("round", "v6.0", "Nebius", 72, "NVIDIA", 72, "GB300"),
    "own-gb300": ("round", "v6.0", "NVIDIA", 72, "NVIDIA", 72, "GB300"),
    "own-gb200": ("round", "v6.0", "NVIDIA", 72, "NVIDIA", 72, "GB200"),
    "coreweave": ("round", "v6.0", "CoreWeave", 8, "CoreWeave", 8, "GB300"),
    "google-b200": ("round", "v6.0", "Google", 8, "Google", 8, "B200"),
    "size-288": ("size", "v6.0", "NVIDIA", 288, "NVIDIA", 72, "GB300"),
    "size-nebius": ("size", "v6.0", "Nebius", 72, "Nebius", 8, "GB300"),
    "chips-v5.1": ("chip", "v5.1", "NVIDIA", 72, "NVIDIA", 72, "GB300"),
    "chips-v6.0": ("chip", "v6.0", "NVIDIA", 72, "NVIDIA", 72, "GB300"),
}
sides = ["submitter_after", "accelerators_after", "submitter_before", "accelerators_before", "chip_after"]
pair_of = pairs.set_index(["kind", "round_after", *sides], drop=False)
VIEWS = {
    "offered": ("offered_per", "offered rate × mean length"),
    "published": ("published_per", "published"),
    "full": ("full_run_per", "over the full run"),
    "length": ("mean_length", "mean output length"),
}
TEXT = {
    "published-pair": ("offered", "full", "length"),
    "rack": ("offered", "full"),
    "own-gb300": ("offered", "published", "full"),
    "own-gb200": ("offered", "published"),
    "google-b200": ("published", "full"),
    "size-nebius": ("offered", "published", "full"),
    "chips-v5.1": ("offered", "published"),
    "chips-v6.0": ("published",),
}


def of_pair(pair, view):
    """One ratio under one denominator."""
    row, (column, how) = pair_of.loc[PAIRS[pair]], VIEWS[view]
    after, before = (
        " ".join(str(row[f"{name}_{side}"]) for name in ("submitter", "accelerators", "chip", "round"))
        for side in ("after", "before")
    )
    how = f"{how}: {after} over {before}, per accelerator"
    return number(f"denominators.{pair}-{view}", row[column], "x", 2, how=how, rows=row)


def saved_over_full_runs(pair):
    """What the ratio over the full runs saves in cost per token at one price and one utilisation, in percent."""
    row = pair_of.loc[PAIRS[pair]]
    how = f"1 - 1 / ratio over the full runs, one price and one utilisation: {row.label}, DeepSeek-R1 Server"
    return (1 - 1 / row.full_run_per) * 100, how, row


state(
    (of_pair(pair, view) for pair, views in TEXT.items() for view in views),
    (
        number(f"saving.gb300-server-{name}-full", value, "%", how=how, rows=row)
        for name, pair in {"published": "published-pair", "rack": "rack", "own": "own-gb300"}.items()
        for value, how, row in [saved_over_full_runs(pair)]
    ),
)

# %% tags=["hide-input"]
chips = pair_of.loc[PAIRS["chips-v6.0"]]
assert abs(chips.offered_rate * chips.mean_length - 1) < 0.01
named = pairs[pairs.index.isin([pairs.index[pair_of.index.get_loc(PAIRS[pair])] for pair in PAIRS])]
said = "; ".join(
    f"{p.label}: offered {p.offered_per:.2f}, published {p.published_per:.2f}, full run {p.full_run_per:.2f}"
    for p in named.itertuples()
)
Figure(
    three_views(named),
    id="three-denominators",
    title=f"In offered load, GB300's published lead of {chips.published_per:.2f}x over GB200 disappears",
    description=(
        f"By offered load GB300's published lead of {chips.published_per:.2f}x over GB200 is {chips.offered_per:.2f}x. "
        f"Ratios per accelerator of DeepSeek-R1 Server under three denominators: {said}."
    ),
    caption=caption(
        "DeepSeek-R1 Server, closed division, ratio per accelerator. Offered load: the rate at which queries were sent × "
        "the mean length of an answer. Full run: tokens until the last answer of all. A number beside a submitter is that "
        "of its accelerators. Results compared differ in round, submitter, chip or number of accelerators, as named. Only "
        "the published ratio is a ratio of published figures. " + CATEGORY,
        rows_of(named),
    ),
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
# - **Nebius's {n}`accelerators.nebius-8` GPUs over NVIDIA's rack**, the published pair: {n}`denominators.published-pair-offered` in
#   offered load, of which longer answers are {n}`denominators.published-pair-length`. Over the full runs it is
#   {n}`denominators.published-pair-full`. The claim's figure is not an artefact of the metric; what differs between the three is
#   that NVIDIA's run of v5.1 ended on a slow query and Nebius's did not.
# - **Nebius's rack over NVIDIA's**: {n}`denominators.rack-offered` in offered load and {n}`denominators.rack-full` over the full
#   runs. Queries reached Nebius's rack for only {n}`metric.nebius-72-means` of its mean latencies. If price and utilisation stay
#   the same, a token costs {n}`saving.gb300-server-rack` less by the published rates and {n}`saving.gb300-server-rack-full` less by
#   the full runs. The claim was {n}`claim.7.published`. For the published pair the full runs give
#   {n}`saving.gb300-server-published-full`, for NVIDIA's own rack {n}`saving.gb300-server-own-full`.
# - **NVIDIA's GB300 rack over its own of v5.1**: {n}`denominators.own-gb300-published` as published,
#   {n}`denominators.own-gb300-offered` in load. Over the full runs it is {n}`denominators.own-gb300-full`.
# - **NVIDIA's GB200 rack over its own** gained more than was published: {n}`denominators.own-gb200-offered` in load instead of
#   {n}`denominators.own-gb200-published`. Its run of v6.0 ended on a prompt with a very long answer.
# - **GB300 over GB200**: in v6.0 both racks were offered the same load, and the published lead comes from the last query of each
#   run. In v5.1 the lead is larger in load, {n}`denominators.chips-v5.1-offered`, than as published,
#   {n}`denominators.chips-v5.1-published`. The same load does not mean that neither could carry more; the record does not show
#   that.
# - **Nebius's rack over its {n}`accelerators.nebius-8` GPUs** changes direction: {n}`denominators.size-nebius-published` as
#   published and {n}`denominators.size-nebius-offered` in load. Over the full runs it is {n}`denominators.size-nebius-full`.
#
# Google's B200 system over its own of v5.1 is {n}`denominators.google-b200-published` as published and
# {n}`denominators.google-b200-full` over the full runs. NVIDIA's four racks over one, and CoreWeave's system over its own, hardly
# change. Per GPU, the racks of both rounds are, in queries per second and in tokens per second over each duration:

# %% tags=["hide-input"]
size = r1.accelerators.astype(str)
who = r1["round"] + " " + r1.submitter + " " + size + " " + r1.chip
three = r1.set_index(who)[["offered_per_accelerator", *analysis.PER]]
assert (three.full_run_per < three.published_per).all()
assert (three.published_per < three.offered_per).all()
racks = three[(r1.accelerators == 72).to_numpy()]
racks.astype(float).sort_values("published_per", ascending=False, kind="stable").round(3)

# %% [markdown]
# Each ratio is also a product. The submitters chose the offered rate, within the latency limits. The mean length of the answers and
# the query that a run ended on are, as far as we can see, chance. GB300's lead over GB200 in v6.0 comes from that last query alone.

# %% tags=["hide-input"]
factors = ["offered_rate", "mean_length", "completion_factor", "count_factor"]
assert (abs(pairs[factors].prod(axis=1) / pairs.published_per - 1) < 1e-9).all()
lasts = [f"{a:.0f} and {b:.0f}" for a, b in zip(pairs.mean_latencies_after, pairs.mean_latencies_before)]
ResultsTable(
    id="mended",
    frame=pairs.assign(lasts=lasts),
    caption=caption(
        "DeepSeek-R1 Server, ratio per accelerator, the first entry over the second, as published and if the offered load or "
        "the full run were published instead. Offered rate × mean length × completion gives the published ratio. Last "
        "column: mean latencies for which queries arrived, first and second entry. Results compared differ in round, "
        "submitter, chip or number of accelerators, as named. " + CATEGORY,
        rows_of(pairs),
    ),
    columns={
        "label": "Pair",
        "panel": "Kind",
        "offered_rate": "Offered rate",
        "mean_length": "Mean length",
        "completion_factor": "Completion",
        "published_per": "Published",
        "offered_per": "Offered load",
        "full_run_per": "Full run",
        "lasts": "Mean latencies",
    },
    formats=dict.fromkeys([*factors[:3], *analysis.PER], ".2f"),
)

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

# %% tags=["hide-input"]
one = runs[(runs.benchmark == "deepseek-r1") & (runs.scenario == "Server")]
one = one.set_index(one["round"] + " " + one.submitter + " " + one.system)
n = one.query_count
S = (n - 1) / one.scheduled_samples_per_s
F = (n - 1) / one.completed_samples_per_s
E = one.start_to_last_completion_s
length = one.completed_tokens_per_s * F / n
factor = S / F
product = one.scheduled_samples_per_s * length * factor * n / (n - 1)
last_s = F - S
pd.DataFrame(
    {
        "offered/s": one.scheduled_samples_per_s,
        "length": length,
        "factor": factor,
        "last query s": last_s,
        "product": product,
        "printed": one.completed_tokens_per_s,
    }
).sort_values("factor", kind="stable").astype(float).round(3).head(8)

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

# %% tags=["hide-input"]
seen = rates_of_runs(runs).dropna(subset="mean_length").reset_index(drop=True)
own = runs.set_index("run_id").loc[seen.run_id].reset_index()
shortest, longest = own.latency_min_ms / 1000, own.latency_max_ms / 1000
# Six digits of two rates: a hundredth of a short latency, a thousandth of a long one.
inside = seen.final_latency_s.between(shortest * 0.99, longest * 1.001)
upper = seen.offered * seen.count_factor
lower = seen.full_run
between = seen.published.between(lower * (1 - 1e-5), upper * (1 + 1e-5))
ends_last = (lower / seen.published - 1).abs() <= 1e-5
# The log prints two figures besides: mean length / mean latency, and the tokens over the last issue.
printed = own.logged_request_tokens_per_s * own.latency_mean_ms / 1000
length_apart = (printed.astype(float) / seen.mean_length - 1).abs()
offered_apart = (own.logged_offered_tokens_per_s.astype(float) / upper - 1).abs()
print(len(seen), "runs;", inside.sum(), "inside;", between.sum(), "between")
print(f"mean length apart: at most {length_apart.max():.1e}")
print(f"offered rate apart: at most {offered_apart.max():.1e}")
assert inside.all() and between.all()

# %% tags=["hide-cell"]
what = "Server and Interactive runs of LLM benchmarks whose detail log is in the table"
in_range = "the last query's latency that follows lies between the run's shortest and longest"
in_order = "published lies between the two other views, the offered one × n/(n − 1), to the printed digits"
same_length = "mean length from the log's tokens per request-second × mean latency, equal to the printed digits"
apart = "largest distance of the log's own offered token rate from ours"
state(
    number("metric.runs-n", len(seen), how=what),
    number("metric.factor-median", seen.completion_factor.median(), "", 3, how=f"median completion factor, {what}"),
    number("metric.last-in-range-n", inside.sum(), how=f"{what}; {in_range}"),
    number("metric.between-n", between.sum(), how=f"{what}; {in_order}"),
    number("metric.length-agrees-n", (length_apart <= 1e-5).sum(), how=f"{what}; {same_length}"),
    number("metric.offered-apart", 100 * offered_apart.max(), "%", 2, how=f"{what}; {apart}"),
    number("metric.ends-last-n", ends_last.sum(), how=f"{what}; the last issued query was the last to complete"),
)

# %% [markdown]
# ## Short runs and long answers make the factor small
#
# The completion factor is 1 / (1 + L / S), where L is the last query's latency. Its median is {n}`metric.factor-median`, so for
# most results it hardly matters. Two things decide it: how many mean latencies the run lasted, which explains
# {n}`metric.share-length` of the variance of log(1/factor − 1), and how the last query's latency compares with the mean, which
# explains {n}`metric.share-last`. DeepSeek-R1 writes thousands of tokens, and the racks' runs ended after few mean latencies.
# NVIDIA's GB200 rack has a factor of {n}`metric.nvidia-gb200-v6.0-factor` and its GB300 rack {n}`metric.nvidia-gb300-v6.0-factor`.

# %% tags=["hide-cell"]
wait, load = np.log(seen.in_means), -np.log(seen.mean_latencies)
by_length = np.cov(load, wait + load)[0, 1] / np.var(wait + load, ddof=1)
share = "share of the variance of log(1 / completion factor − 1) that goes with the run's length in mean latencies"
rest = "the rest of that variance: the last query's latency in mean latencies"
state(
    number("metric.share-length", 100 * by_length, "%", how=f"{share}; {what}"),
    number("metric.share-last", 100 * (1 - by_length), "%", how=f"{rest}; {what}"),
)

# %% tags=["hide-input"]
racks = (r1["round"] == "v6.0") & (r1.accelerators == 72) & r1.submitter.isin(["NVIDIA", "Nebius"])
name = (r1.submitter + "'s " + r1.chip + " rack").where(racks, "")
above = (r1.submitter == "NVIDIA") & (r1.chip == "GB300")
drawn = r1.assign(name=name, place=np.where(above, "above", "right"))
worst = r1.loc[r1.completion_factor.idxmin()]
Figure(
    factor_by_length(drawn),
    id="factor-by-length",
    title=f"The last query cost {worst.submitter}'s {worst.chip} rack {1 - worst.completion_factor:.0%} of its offered load",
    description=(
        f"The last query cost {worst.submitter}'s {worst.chip} rack of {worst['round']} {1 - worst.completion_factor:.0%} of "
        "its offered load. Completion factor of each DeepSeek-R1 Server run against how many mean latencies queries "
        "arrived for: "
        + "; ".join(
            f"{r.label}: {r.completion_factor:.3f} at {r.mean_latencies:.1f}"
            for r in drawn.sort_values("completion_factor", kind="stable").itertuples()
        )
        + "."
    ),
    caption=caption(
        "DeepSeek-R1 Server, closed division, v5.1 and v6.0, each dot one run; the three named are of v6.0. A dot is on a pale "
        "curve if its last query took that many mean latencies. Runs differ in submitter, round and number of accelerators. "
        + CATEGORY + " The factor is our arithmetic.",
        rows_of(r1),
    ),
)

# %% tags=["hide-input"]
llms = {
    "deepseek-r1": "DeepSeek-R1",
    "gpt-oss-120b": "GPT-OSS-120B",
    "llama2-70b": "Llama 2 70B",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "mixtral-8x7b": "Mixtral 8x7B",
}
shown = found[found["round"].isin(["v5.1", "v6.0"])]
shown = shown.assign(label=shown["round"] + ", " + shown.submitter + ", " + shown.system)
rest = shown[shown.family != "deepseek-r1"].completion_factor
Figure(
    factor_strips(shown, llms, "deepseek-r1"),
    id="factor-strips",
    title=f"Outside DeepSeek-R1 the completion factor is never below {rest.min():.2f}",
    description=(
        f"Outside DeepSeek-R1 the completion factor is never below {rest.min():.2f}, and in half the runs it is above "
        f"{rest.median():.3f}. Lowest and highest of all closed LLM runs, for each benchmark in each scenario: "
        + "; ".join(
            f"{llms[family]} {scenario} {rows.completion_factor.min():.3f} to {rows.completion_factor.max():.3f}"
            for (family, scenario), rows in shown.groupby(["family", "scenario"])
        )
        + "."
    ),
    caption=(
        "Each dot is one run of v5.1 or v6.0. The factor of one benchmark or scenario says nothing about another's results. "
        f"Runs differ in submitter, category and number of accelerators.\n\n{rounds_footnote(rounds=['v5.1', 'v6.0'])}"
    ),
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
seeds = ["qsl_seed", "sample_index_seed", "schedule_seed"]
closed = runs[(runs.division == "closed") & (runs.log_scenario == "Server")]
print("Seeds a round:", closed.groupby("round")[seeds].nunique().to_dict("index"))
six = r1[r1["round"] == "v6.0"]
spread = six.astype(dict.fromkeys(("final_latency_s", "final_length", "completion_factor"), float))
spread.groupby("query_count").agg(
    runs=("row_id", "size"),
    last_s_low=("final_latency_s", "min"),
    last_s_high=("final_latency_s", "max"),
    tokens_low=("final_length", "min"),
    tokens_high=("final_length", "max"),
    factor_low=("completion_factor", "min"),
    factor_high=("completion_factor", "max"),
).round(3)

# %% tags=["hide-cell"]
run_of = r1.set_index(["round", "submitter", "chip", "accelerators"], drop=False)
RUNS = {
    "nvidia-gb300-v5.1": ("v5.1", "NVIDIA", "GB300", 72),
    "nvidia-gb200-v5.1": ("v5.1", "NVIDIA", "GB200", 72),
    "nvidia-gb300-v6.0": ("v6.0", "NVIDIA", "GB300", 72),
    "nvidia-gb200-v6.0": ("v6.0", "NVIDIA", "GB200", 72),
    "nebius-72": ("v6.0", "Nebius", "GB300", 72),
    "coreweave-64": ("v6.0", "CoreWeave", "GB200", 64),
    "google-gb200": ("v6.0", "Google", "GB200", 72),
}
OF_RUN = {
    "factor": ("completion_factor", "", 3, "completion factor"),
    "means": ("mean_latencies", "", 1, "mean latencies for which queries arrived"),
    "longest": ("longest_latencies", "", 2, "longest latencies for which queries arrived"),
    "last": ("final_latency_s", "s", 0, "latency of the last issued query"),
    "queries": ("query_count", "", 0, "queries"),
}
TEXT = {
    "factor": ["nvidia-gb300-v6.0", "nvidia-gb200-v6.0"],
    "last": list(RUNS),
    "queries": ["nebius-72", "google-gb200"],
    "means": ["nebius-72"],
    "longest": ["nebius-72"],
}


def of_run(run, key):
    """A number of one run of DeepSeek-R1 Server."""
    row, (column, unit, decimals, how) = run_of.loc[RUNS[run]], OF_RUN[key]
    how = f"{how}: {row.submitter}, {row.accelerators} {row.chip}, {row['round']}"
    return number(f"metric.{run}-{key}", row[column], unit, decimals, how=how, rows=row)


state(of_run(run, key) for key, named in TEXT.items() for run in named)

# %% [markdown]
# The table's `tokens` estimate how long the last answer was if it was written at the run's median speed.
#
# ## A longer mean answer is no gain
#
# The mean output length is a factor of the rate too. {n}`metric.passes-n` of {n}`metric.runs-n` runs went through their prompts in
# whole passes, although the rules still speak of sampling with replacement. So the choice of prompts adds no noise. What remains is
# how answers to one prompt vary, at most the standard deviation of all answers over √n: for a rack {n}`metric.length-error`, or
# {n}`metric.length-error-share` of the mean. For the shortest run it is {n}`metric.length-error-most`. Smaller differences mean
# nothing.
#
# NVIDIA's GB300 rack wrote {n}`metric.length-change` more per answer in v6.0 than in v5.1, and its logs do not say why. That is
# more than chance, and so is the spread within v5.1, from {n}`metric.r1-v5.1-length-low` to {n}`metric.r1-v5.1-length-high`. In
# v6.0 it is {n}`metric.r1-v6.0-length-low` to {n}`metric.r1-v6.0-length-high`. Longer answers are work done, but no question was
# answered sooner, so the part of a ratio that comes from longer answers is no gain in speed.

# %% tags=["hide-input"]
sets, sd = sample_sets(), served.published_deviation
prompts = sets["deepseek-r1"]
lengths = r1.groupby(["round", "query_count"]).mean_length
spread = lengths.agg(["size", "min", "max"]).reset_index()
counts = spread.query_count
spread["error_at_most"] = [length_error(sd, q, prompts) for q in counts]
spread["if_half_within"] = [length_error(sd, q, prompts, 0.5) for q in counts]
spread.round(1)

# %% tags=["hide-cell"]
first, rack = (run_of.loc[RUNS[f"nvidia-gb300-{round_}"]] for round_ in ("v5.1", "v6.0"))
error = length_error(sd, rack.query_count, prompts)
most = length_error(sd, r1.query_count.min(), prompts) / r1.mean_length.min()
longer = rack.mean_length / first.mean_length - 1
independent = "at most: standard deviation of outputs / √queries, as if every answer were drawn independently"
of_rack = "standard error of the GB300 rack's mean output"
of_shortest = "the same for the shortest DeepSeek-R1 Server run"
state(
    number("metric.length-error", error, "tokens", how=f"{of_rack}; {independent}"),
    number("metric.length-error-share", 100 * error / rack.mean_length, "%", 2, how=f"the same as a share; {independent}"),
    number("metric.length-error-most", 100 * most, "%", 1, how=f"{of_shortest}; {independent}"),
    number("metric.length-change", 100 * longer, "%", 1, how="mean output of NVIDIA's GB300 rack, v6.0 over v5.1, less 1"),
    (
        number(
            f"metric.r1-{round_}-length-{end}",
            length,
            "tokens",
            how=f"{end}est mean output length of the DeepSeek-R1 Server runs of {round_}",
        )
        for round_, of_round in r1.groupby("round").mean_length
        for end, length in (("low", of_round.min()), ("high", of_round.max()))
    ),
)

# %% tags=["hide-input"]
names = family(seen.benchmark).str.replace("_", ".")
whole = seen.query_count % names.map(sets) == 0
print(whole.sum(), "of", len(seen), "runs issued whole passes over their samples")
shown = ["round", "submitter", "system", "benchmark", "scenario", "query_count"]
seen.loc[~whole, shown]

# %% tags=["hide-cell"]
state(number("metric.passes-n", whole.sum(), how=f"{what}; whole passes over the sample set"))

# %% [markdown]
# ## Small leads depend on the denominator
#
# Take every two closed LLM results of one round, benchmark and scenario, per accelerator: {n}`denominators.pairs-n` pairs. The
# offered load reverses the published order of {n}`denominators.turned-n`, and the full run reverses
# {n}`denominators.turned-full-n`. Most are near ties. The largest lead reversed is {n}`denominators.r1-gap` in DeepSeek-R1 Server
# of v6.0, and {n}`denominators.other-gap` elsewhere. The offered load reverses {n}`denominators.r1-turned-n` of the
# {n}`denominators.r1-pairs-n` pairs of that benchmark and round, and the full run {n}`denominators.r1-turned-full-n`. A smaller
# lead there depends on the denominator, unless both runs were equally long and ended on equally fast queries.
#
# In {n}`denominators.same-n` pairs both entries were offered the same load, to a tenth of a percent, so they differ only by mean
# length and last query. The median lead is {n}`denominators.same-median` and the largest, GB300 over GB200,
# {n}`denominators.same-high`.

# %% tags=["hide-input"]
order = analysis.order_changes(found)
turned = order[order.reversed_offered | order.reversed_full]
cells = ["round", "family", "scenario"]
pd.DataFrame(
    {
        "pairs": order.groupby(cells).size(),
        "reversed, offered": order.groupby(cells).reversed_offered.sum(),
        "reversed, full run": order.groupby(cells).reversed_full.sum(),
        "largest lead reversed": turned.groupby(cells).published_per.max().round(3),
        "same load": order.groupby(cells).same_load.sum(),
    }
)

# %% tags=["hide-cell"]
of_r1 = (order["round"] == "v6.0") & (order.family == "deepseek-r1") & (order.scenario == "Server")
all_pairs = "pairs of closed LLM results of one round, benchmark and scenario, per accelerator"
r1_pairs = "pairs of DeepSeek-R1 Server results of v6.0, per accelerator"
same = order[order.same_load].published_per
same_pairs = "pairs of closed LLM results of one round, benchmark and scenario at the same offered rate per accelerator"
largest = "largest published lead that another denominator reverses"
elsewhere = turned[~of_r1[turned.index]].published_per.max()
here = turned[of_r1[turned.index]].published_per.max()
state(
    (
        one
        for key, part, what in (("denominators.", order, all_pairs), ("denominators.r1-", order[of_r1], r1_pairs))
        for one in (
            number(f"{key}pairs-n", len(part), how=what),
            number(
                f"{key}turned-n",
                part.reversed_offered.sum(),
                how=f"{what}; order reversed under offered rate × mean length",
            ),
            number(f"{key}turned-full-n", part.reversed_full.sum(), how=f"{what}; order reversed over the full run"),
        )
    ),
    number("denominators.r1-gap", 100 * (here - 1), "%", how=f"{largest}; {r1_pairs}"),
    number(
        "denominators.other-gap",
        100 * (elsewhere - 1),
        "%",
        1,
        how=f"{largest}, over all other rounds, LLM benchmarks and scenarios",
    ),
    number("denominators.same-n", len(same), how=f"{same_pairs}, to 0.1%"),
    number("denominators.same-median", 100 * (same.median() - 1), "%", 2, how=f"median published lead, {same_pairs}"),
    number("denominators.same-high", 100 * (same.max() - 1), "%", how=f"largest published lead, {same_pairs}"),
)

# %% [markdown]
# Of the {n}`denominators.cells-n` rounds, benchmarks and scenarios, the best entry per accelerator changes in
# {n}`denominators.best-moved-offered-n` under the offered load and in {n}`denominators.best-moved-full-n` over the full run:

# %% tags=["hide-input"]
name = found.submitter + " " + found.accelerators.astype(str) + " " + found.chip
named = found.assign(name=name).set_index("name").groupby(cells)
best = pd.DataFrame({view: named[view].idxmax() for view in analysis.PER})
best[best.nunique(axis=1) > 1]

# %% tags=["hide-cell"]
holder = found.groupby(cells)[list(analysis.PER)].idxmax()
every_cell = "rounds, LLM benchmarks and scenarios in the table"
state(
    number("denominators.cells-n", len(holder), how=every_cell),
    (
        number(
            f"denominators.best-moved-{key}-n",
            (holder[view] != holder.published_per).sum(),
            how=f"{every_cell}; another entry is best per accelerator",
        )
        for key, view in (("offered", "offered_per"), ("full", "full_run_per"))
    ),
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

# %% tags=["hide-input"]
shown = ["submitter", "accelerators", "chip", "mean_latencies", "longest_latencies"]
lasting = r1[r1["round"] == "v6.0"].sort_values("longest_latencies", kind="stable")[shown]
lasting.astype({"mean_latencies": float, "longest_latencies": float}).round(2).reset_index(drop=True)

# %% tags=["hide-cell"]
state(
    one
    for round_, rows in r1[r1["round"].isin(["v5.1", "v6.0"])].groupby("round")
    for what in [f"DeepSeek-R1 Server runs of {round_}"]
    for short in [rows[rows.longest_latencies < 2]]
    for one in (
        number(f"metric.r1-{round_}-n", len(rows), how=what, rows=rows),
        number(
            f"metric.r1-{round_}-short-n",
            len(short),
            how=f"{what}; queries arrived for less than twice the run's longest latency",
            rows=short,
        ),
    )
)

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
# {n}`metric.rubin-duration`, and rates that imply {n}`metric.rubin-window` under the older definition. So the published
# {n}`metric.rubin-printed` is {n}`metric.rubin-over-full` above the rate of the full run, which is {n}`metric.rubin-full`. Target
# rate × mean length is {n}`metric.rubin-offered`, and the published rate is {n}`metric.rubin-under-offered` below it: a completion
# factor of {n}`metric.rubin-factor` against the target. The rate that was realised is not printed.

# %% tags=["hide-input"]
(seen,) = every_point[every_point.row_id == served.served_by].itertuples()
rubin = results[results.row_id == seen.row_id]
rate, offered = seen.published, seen.target_qps * seen.mean_length
full = seen.query_count * seen.mean_length / seen.full_run_s
both = pd.DataFrame(
    {
        "view": ["Target rate × mean length", "Published: until the last query sent is answered", "Full run"],
        "rate": [offered, rate, full],
    }
)
ResultsTable(
    id="rubin-views",
    frame=both,
    caption=caption(
        f"NVIDIA, Vera Rubin NVL72 (preview, {rubin.accelerators.iloc[0]} accelerators), DeepSeek-R1 Server, v6.1, in tokens/s. "
        "Only the middle line is a published result.",
        rubin,
    ),
    columns={"view": "View", "rate": "Tokens/s"},
    formats={"rate": ",.0f"},
)

# %% tags=["hide-cell"]
STATED = {
    "printed": (rate, "tokens/s", 0, "published"),
    "full": (full, "tokens/s", 0, "over the full run"),
    "offered": (offered, "tokens/s", 0, "target rate × mean length"),
    "factor": (seen.completion_factor, "", 3, "completion factor against the target"),
    "over-full": (100 * (rate / full - 1), "%", 0, "published over full run, less 1"),
    "under-offered": (100 * (1 - rate / offered), "%", 0, "published below target rate × mean length"),
    "duration": (seen.full_run_s, "s", 0, "duration of the full run"),
    "window": (seen.final_done_s, "s", 0, "from the first issue to the last issued query's completion"),
}
whose = "NVIDIA, Vera Rubin NVL72, DeepSeek-R1 Server, v6.1, from its own report"
state(
    number(f"metric.rubin-{key}", value, unit, decimals, how=f"{how}: {whose}", rows=rubin)
    for key, (value, unit, decimals, how) in STATED.items()
)

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

# %% tags=["hide-input"]
listed = [*analysis.pairs_between_rounds(comparisons, found, llm_benchmarks()), *analysis.pairs_within_round(found)]
every = labelled(analysis.pair_factors(found, dict.fromkeys(listed)))
address = with_links(rows_of(every)).set_index("row_id").published_url
every = every.assign(
    after=every.submitter_after + " " + every.accelerators_after.astype(str) + " " + every.chip_after,
    before=every.submitter_before + " " + every.accelerators_before.astype(str) + " " + every.chip_before,
    rounds=every.round_after.where(every.round_after == every.round_before, every.round_after + " / " + every.round_before),
    category=every.availability_after.where(
        every.availability_after == every.availability_before,
        every.availability_after + " / " + every.availability_before,
    ),
    sign=[
        "yes" if (min(p.offered_per, p.full_run_per) - 1) * (p.published_per - 1) < 0
        or (max(p.offered_per, p.full_run_per) - 1) * (p.published_per - 1) < 0
        else "no"
        for p in every.itertuples()
    ],
    url_after=every.row_id_after.map(address),
    url_before=every.row_id_before.map(address),
).sort_values(["family", "scenario", "kind", "published_per"], ascending=[True, True, True, False])
ResultsTable(
    id="every-ratio",
    frame=every,
    caption=(
        "Ratios per accelerator and their factors, the first entry over the second. Sign: yes where another denominator puts "
        "the ratio on the other side of 1. Results compared differ in round, submitter, chip, number of accelerators or "
        f"category, as named.\n\n{rounds_footnote(rounds=['v4.1', 'v5.1', 'v6.0'])}"
    ),
    columns={
        "after": "Entry",
        "before": "Over",
        "rounds": "Round",
        "family": "Benchmark",
        "scenario": "Scenario",
        "offered_rate": "Rate",
        "mean_length": "Length",
        "completion_factor": "Completion",
        "offered_per": "Offered load",
        "published_per": "Published",
        "full_run_per": "Full run",
        "sign": "Sign changes",
        "category": "Category",
        "result_id_after": "ID",
        "result_id_before": "ID, over",
    },
    links={"result_id_after": "url_after", "result_id_before": "url_before"},
    formats={
        c: ".3f"
        for c in ("offered_rate", "mean_length", "completion_factor", "offered_per", "published_per", "full_run_per")
    },
    searchable=True,
)

# %% [markdown]
# ## Every result, three ways

# %% tags=["hide-input"]
address = with_links(rows_of(points)).set_index("row_id").log_url
wide = points.assign(url=points.row_id.map(address)).sort_values(
    ["round", "benchmark", "scenario", "value"], ascending=[False, True, True, False]
)
assert (abs(found.value.astype(float) / found[factors].astype(float).prod(axis=1) - 1) < 1e-6).all()
ResultsTable(
    id="every-result",
    frame=wide,
    caption=(
        "Server and Interactive results of v4.1, v5.1 and v6.0, every division, in the row's unit. Where the log counts "
        "tokens, queries per second offered × mean length of an answer × factor × n/(n − 1) is the published figure; n: "
        "queries. Offered and full run are ours. Mean latencies: for how many of the run's mean latencies queries arrived. "
        "Results differ in submitter, division, "
        f"category and number of accelerators, as the columns say.\n\n{rounds_footnote(rounds=['v4.1', 'v5.1', 'v6.0'])}"
    ),
    columns={
        "submitter": "Submitter",
        "round": "Round",
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "division": "Division",
        "availability": "Category",
        "chip": "Accelerator",
        "accelerators": "Number",
        "unit": "Unit",
        "offered": "Offered load",
        "value": "Published",
        "full_run": "Full run",
        "query_count": "n",
        "offered_rate": "Queries/s",
        "mean_length": "Mean length",
        "completion_factor": "Factor",
        "mean_latencies": "Mean latencies",
        "result_id": "ID",
    },
    row_ids=list(wide.row_id),
    links={"result_id": "url"},
    formats={
        "offered": ",.1f",
        "value": ",.1f",
        "full_run": ",.1f",
        "offered_rate": ",.3f",
        "mean_length": ",.1f",
        "completion_factor": ".4f",
        "mean_latencies": ",.0f",
    },
    searchable=True,
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
