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
# # What does the published rate divide by?
#
# :::{admonition} The answer
# :class: cc-key
# By a moment that one query decides. In MLPerf® Inference, a Server or Interactive figure in tokens/s is all output tokens
# of the run over the moment at which the *last issued* query completes. So each figure is, exactly, offered rate × mean
# output length × a completion factor × n/(n − 1), and the factor depends on how long that one answer happens to be. Over
# {n}`metric.runs-n` runs the factor's median is {n}`metric.factor-median`, and for most results it does not matter. For
# DeepSeek-R1 on racks it does: {n}`metric.nvidia-gb200-v6.0-factor` for NVIDIA's {n}`metric.nvidia-gb200-v6.0-queries`
# queries on GB200 in v6.0, {n}`metric.nvidia-gb300-v6.0-factor` for its {n}`metric.nvidia-gb300-v6.0-queries` on GB300. The
# figure is not inflated: it lies between the load that was offered and the rate of the full run.
# :::
#
# What this does to published comparisons is on [the next page](24-denominators).

# %% tags=["hide-cell"]
import numpy as np
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.denominators import counted
from claimcheck.analysis.metric import FACTORS, length_error, seen_both_ways, views
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.metric import factor_by_length, factor_strips
from claimcheck.claims import caption, with_links
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.numbers import number, state
from claimcheck.registers import read_yaml

results = tables.load("inference_results")
runs = tables.load("loadgen_runs")
found = counted(tables.load("operating_points"))
r1 = found[(found.benchmark == "deepseek-r1") & (found.scenario == "Server")]
r1 = r1.assign(label=r1["round"] + ", " + r1.submitter + ", " + r1.accelerators.astype(str) + " " + r1.chip)
register = read_yaml(tables.DATA_DIR / "two-views.yml")
files = ("inference_results.csv.gz", "loadgen_runs.csv", "derived/operating_points.csv", "two-views.yml")
print(tables.fingerprints(*files))


def rows_of(frame):
    """Rows of the results that a table or chart draws."""
    return results[results.row_id.isin(frame.row_id)]


# %% [markdown]
# ## The arithmetic
#
# LoadGen draws all arrival times before the run. Call the number of queries n, the time at which the last one is due S,
# the time at which it completes F, and the time at which the last of all completes E. A log prints, to six digits:
#
# | in the log | is |
# |---|---|
# | `result_scheduled_samples_per_sec` | (n − 1) / S, the offered rate |
# | `result_completed_samples_per_sec` | (n − 1) / F |
# | `result_completed_tokens_per_second` | all tokens / F, the published figure |
# | `power_begin` to `power_end` | E, whether power was measured or not |
# | `result_token_throughput_with_loadgen_overhead` | all tokens / S, as issued: the offered view |
# | `result_token_throughput` | mean length / mean latency, per nanosecond |
#
# From these, for every run of DeepSeek-R1 Server:

# %%
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
).sort_values("factor").astype(float).round(3)

# %% [markdown]
# The product closes by construction: the mean length is itself a ratio of two printed rates. What could fail, and does
# not, is the reading of the log behind it:
#
# - **The mean length.** The log prints mean length over mean latency as well, over no duration at all. In
#   {n}`metric.length-agrees-n` of {n}`metric.runs-n` runs the length from there equals ours to the printed digits.
# - **The offered view.** LoadGen prints it itself, in the detail log, beside the figure that is published. Ours lies
#   within {n}`metric.offered-apart` of it: ours takes the time at which the last query was due, the log's the time at
#   which it was sent.
# - **The last query's latency.** F − S is the latency of one query, so it must lie between the shortest and the longest
#   that the run logged. It does in {n}`metric.last-in-range-n` of {n}`metric.runs-n` runs.
# - **The order.** S < F ≤ E, so published must lie below n × length / S and not below the full run's rate. It does in
#   {n}`metric.between-n`; in {n}`metric.ends-last-n` the last issued query is also the last to complete, and the two rates
#   agree to the printed digits.
# - **The published table.** Every published result equals its log's figure.

# %%
seen = views(runs).dropna(subset="mean_length").reset_index(drop=True)
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

# %% tags=["hide-input"]
every = found.assign(
    residual=(found.value.astype(float) / found[list(FACTORS)].prod(axis=1) - 1).abs() * 1e6,
    chip_count=found.accelerators.astype(int),
    url=found.row_id.map(with_links(rows_of(found)).set_index("row_id").log_url),
).sort_values(["round", "family", "scenario", "completion_factor"], ascending=[False, True, True, True])
assert every.residual.abs().max() < 1
ResultsTable(
    id="factors",
    frame=every,
    caption=(
        "Every closed Server and Interactive result of an LLM benchmark in v4.1, v5.1 and v6.0 as a product. Offered rate in "
        "samples/s, mean output length in tokens, published figure in tokens/s; residual: published against product, "
        "in parts per million. Results compared differ in submitter, system, chip count, category and round, as the columns say; the "
        f"factors are our arithmetic.\n\n{rounds_footnote(rounds=['v4.1', 'v5.1', 'v6.0'])}"
    ),
    columns={
        "submitter": "Submitter",
        "round": "Round",
        "family": "Benchmark",
        "scenario": "Scenario",
        "chip": "Accelerator",
        "chip_count": "Number",
        "availability": "Category",
        "query_count": "n",
        "offered_rate": "Offered rate",
        "mean_length": "Mean length",
        "completion_factor": "Completion factor",
        "value": "Published",
        "residual": "Residual",
        "result_id": "ID",
    },
    row_ids=list(every.row_id),
    links={"result_id": "url"},
    formats={
        "offered_rate": ",.3f",
        "mean_length": ",.1f",
        "completion_factor": ".4f",
        "value": ",.2f",
        "residual": ".2f",
    },
    searchable=True,
)

# %% [markdown]
# ## On what the factor depends
#
# The factor is 1 / (1 + L / S), with L the last query's latency. Two things decide it: for how long queries arrived, in
# mean latencies of the run, and how the last query's latency compares with the mean. Over all runs the first accounts for
# {n}`metric.share-length` of its variance (of log (1/factor − 1)), the second for {n}`metric.share-last`.

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
named = r1[(r1.accelerators >= 64) | ((r1.submitter == "Nebius") & (r1.chip == "GB300"))].row_id
words = r1.submitter + " " + r1.accelerators.astype(str)
drawn = r1.assign(
    name=(words + " " + r1.chip).where(r1.row_id.isin(named), ""),
    short=(r1.submitter + " " + r1.chip.where(r1.accelerators < 288, "288")).where(
        r1.row_id.isin(named) & (r1.accelerators >= 64), ""
    ),
)
unlike = r1[r1.availability != "available"]
worst = r1.loc[r1.completion_factor.idxmin()]
shortest_run = r1.loc[r1.mean_latencies.idxmin()]
Figure(
    factor_by_length(drawn),
    id="factor-by-length",
    title=(
        f"The last query took {1 - worst.completion_factor:.0%} off the offered load for {worst.submitter}'s "
        f"{worst.accelerators} {worst.chip} in {worst['round']}; queries arrived for as little as "
        f"{shortest_run.mean_latencies:.0f} mean latencies"
    ),
    description=(
        "Completion factor of each DeepSeek-R1 Server run against how many mean latencies queries arrived for. "
        + "; ".join(
            f"{r.label}: {r.completion_factor:.3f} at {r.mean_latencies:.1f}"
            for r in drawn.sort_values("completion_factor").itertuples()
        )
        + "."
    ),
    caption=caption(
        "DeepSeek-R1 Server, closed division, each dot one run. A dot lies on a grey curve if its last query took so many "
        "mean latencies. Runs differ in submitter, round and number of accelerators, as the words beside them say"
        + "".join(f"; {r.submitter}'s {r.chip} of {r.round} was {r.availability}" for r in unlike.itertuples())
        + ". The factor is our arithmetic.",
        rows_of(r1),
    ),
)

# %% [markdown]
# Long answers and short runs make a small factor: DeepSeek-R1 writes thousands of tokens, and the racks' runs ended after
# few latencies. Elsewhere the factor stays near 1:

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
rest = shown[shown.family != "deepseek-r1"]
Figure(
    factor_strips(shown, llms),
    id="factor-strips",
    title=(
        f"Outside DeepSeek-R1 the factor never falls below {rest.completion_factor.min():.2f}, and half the runs are above "
        f"{rest.completion_factor.median():.3f}"
    ),
    description=(
        "Completion factors of all closed LLM runs, a line for each benchmark in each scenario. Lowest and highest: "
        + "; ".join(
            f"{llms[family]} {scenario} {rows.completion_factor.min():.3f} to {rows.completion_factor.max():.3f}"
            for (family, scenario), rows in shown.groupby(["family", "scenario"])
        )
        + "."
    ),
    caption=(
        "Each dot one run. The factor of one benchmark or scenario says nothing about another's results. Runs differ in "
        f"submitter, category and number of accelerators.\n\n{rounds_footnote(rounds=['v5.1', 'v6.0'])}"
    ),
)

# %% [markdown]
# ## Which runs end on the same sample
#
# LoadGen draws the order of samples from the round's seeds, and every submitter uses the same ones. So within a round and
# benchmark the number of queries decides on which sample a run ends. The answers to one and the same prompt still vary:

# %%
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
by_name = r1.set_index(["round", "submitter", "chip", "accelerators"], drop=False)
RUNS = {
    "nvidia-gb300-v5.1": ("v5.1", "NVIDIA", "GB300", 72),
    "nvidia-gb200-v5.1": ("v5.1", "NVIDIA", "GB200", 72),
    "nvidia-gb300-v6.0": ("v6.0", "NVIDIA", "GB300", 72),
    "nvidia-gb200-v6.0": ("v6.0", "NVIDIA", "GB200", 72),
    "nebius-72": ("v6.0", "Nebius", "GB300", 72),
    "nebius-8": ("v6.0", "Nebius", "GB300", 8),
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
racks = [run for run in RUNS if run != "nebius-8"]
TEXT = {
    "factor": ["nvidia-gb300-v5.1", "nvidia-gb300-v6.0", "nvidia-gb200-v6.0", "nebius-8"],
    "last": racks,
    "queries": ["nvidia-gb300-v6.0", "nvidia-gb200-v6.0", "nebius-72", "google-gb200"],
    "means": ["nebius-72", "nebius-8"],
    "longest": ["nebius-72"],
}


def of_run(run, key):
    """A number of one run of DeepSeek-R1 Server."""
    row, (column, unit, decimals, how) = by_name.loc[RUNS[run]], OF_RUN[key]
    how = f"{how}: {row.submitter}, {row.accelerators} {row.chip}, {row['round']}"
    return number(f"metric.{run}-{key}", row[column], unit, decimals, how=how, rows=row)


state(of_run(run, key) for key, named in TEXT.items() for run in named)

# %% [markdown]
# `tokens` estimates how long the last answer was, had it been written at the run's median speed. In v6.0 all GB200
# racks ({n}`metric.google-gb200-queries` queries) end on a prompt with a very long answer: the last query took
# {n}`metric.nvidia-gb200-v6.0-last` at NVIDIA, {n}`metric.coreweave-64-last` at CoreWeave and
# {n}`metric.google-gb200-last` at Google. The two GB300 racks ({n}`metric.nebius-72-queries` queries) end on another one:
# {n}`metric.nvidia-gb300-v6.0-last` and {n}`metric.nebius-72-last`. In v5.1, with other seeds, it was the other way round:
# {n}`metric.nvidia-gb300-v5.1-last` on GB300 and {n}`metric.nvidia-gb200-v5.1-last` on GB200, after the same numbers of
# queries.
#
# The number of queries is a setting and the seeds are announced weeks before the deadline
# ([rules](https://github.com/mlcommons/inference_policies/blob/96edf999d5/inference_rules.adoc)), so a submitter could know
# on which prompt a run will end. Nothing here suggests that anyone chose by it: the largest loss is NVIDIA's own.
#
# ## A longer mean answer is no gain
#
# The mean output length is a factor of tokens/s too. In LLM benchmarks LoadGen issues whole passes over the sample set
# ({n}`metric.passes-n` of {n}`metric.runs-n` runs; the rules still speak of sampling with replacement), so which prompts a
# run meets adds nothing to its noise. What remains is how the answers to a prompt vary from run to run. It cannot exceed
# the standard deviation of all answers over √n:

# %%
sets = {name: entry.integer("prompts") for name, entry in register.section("sample_sets")}
sd = dict(register.section("outputs"))["deepseek-r1"].number("standard_deviation")
prompts = sets["deepseek-r1"]
lengths = r1.groupby(["round", "query_count"]).mean_length
spread = lengths.agg(["size", "min", "max"]).reset_index()
counts = spread.query_count
spread["error_at_most"] = [length_error(sd, q, prompts) for q in counts]
spread["if_half_within"] = [length_error(sd, q, prompts, 0.5) for q in counts]
spread.round(1)

# %% tags=["hide-cell"]
first, rack = (by_name.loc[RUNS[f"nvidia-gb300-{round_}"]] for round_ in ("v5.1", "v6.0"))
error = length_error(sd, rack.query_count, prompts)
most = length_error(sd, r1.query_count.min(), prompts) / r1.mean_length.min()
longer = rack.mean_length / first.mean_length - 1
drawn_anew = "at most: standard deviation of outputs / √queries, as if every answer were drawn anew"
of_rack = "standard error of the GB300 rack's mean output"
of_shortest = "the same for the shortest DeepSeek-R1 Server run"
state(
    number("metric.length-error", error, "tokens", how=f"{of_rack}; {drawn_anew}"),
    number("metric.length-error-share", 100 * error / rack.mean_length, "%", 2, how=f"the same as a share; {drawn_anew}"),
    number("metric.length-error-most", 100 * most, "%", 1, how=f"{of_shortest}; {drawn_anew}"),
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

# %% [markdown]
# - For a rack's run the standard error is at most {n}`metric.length-error`, {n}`metric.length-error-share` of the mean; for
#   the run with the fewest queries {n}`metric.length-error-most`. Differences of that size say nothing.
# - In v6.0 mean lengths run from {n}`metric.r1-v6.0-length-low` to {n}`metric.r1-v6.0-length-high`. Between the rounds
#   NVIDIA's GB300 rack wrote {n}`metric.length-change` more per answer, which is more than chance, and so is the spread
#   between the racks of v5.1 ({n}`metric.r1-v5.1-length-low` to {n}`metric.r1-v5.1-length-high` over all its runs). The logs
#   do not say why. Longer answers are work done, but no question was answered sooner: where the ratio of two rounds is
#   split, that share is no gain in speed.

# %%
names = seen.benchmark.str.replace(r"-99(\.9)?$", "", regex=True).str.replace("_", ".")
whole = seen.query_count % names.map(sets) == 0
print(whole.sum(), "of", len(seen), "runs issued whole passes over their samples")
shown = ["round", "submitter", "system", "benchmark", "scenario", "query_count"]
seen.loc[~whole, shown]

# %% tags=["hide-cell"]
state(number("metric.passes-n", whole.sum(), how=f"{what}; whole passes over the sample set"))

# %% [markdown]
# ## One run, two views of itself
#
# In v6.1, NVIDIA's first Vera Rubin rack ran under MLCommons' newer harness, and its report prints both durations: all
# samples issued and completed in {n}`metric.rubin-duration`, and the rates of the older definition, which imply
# {n}`metric.rubin-window`. The published {n}`metric.rubin-printed` is {n}`metric.rubin-over-full` above the full run's
# {n}`metric.rubin-full` and {n}`metric.rubin-under-offered` below the target rate × mean length, {n}`metric.rubin-offered`.
# Its completion factor against the target is {n}`metric.rubin-factor`; the realised rate is not printed. Every run with a
# LoadGen log can be seen both ways, and [the next page](24-denominators) does so.

# %%
report = dict(register.section("runs"))["vera-rubin-deepseek-r1-server"]
reported = seen_both_ways(
    report.integer("completed"),
    report.number("duration_s"),
    report.number("mean_length"),
    report.number("window_samples_per_s"),
    report.number("target_rate"),
)
reported["printed"] = report.number("window_tokens_per_s")
pd.Series(reported).round(3)

# %% tags=["hide-input"]
keys = ["round", "submitter", "system", "benchmark", "scenario"]
rubin = results[(results[keys] == [report.text(key) for key in keys]).all(axis=1)]
assert round(float(rubin.value.iloc[0]), 2) == reported["printed"]
assert abs(reported["published"] / reported["printed"] - 1) < 1e-4
rate, offered, full = (reported[key] for key in ("printed", "offered", "full_run"))
both = pd.DataFrame(
    {
        "view": ["Target rate × mean length", "Published: to the last issued query's completion", "Full run"],
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
    "factor": (reported["completion_factor"], "", 3, "completion factor against the target"),
    "over-full": (100 * (rate / full - 1), "%", 0, "published over full run, less 1"),
    "under-offered": (100 * (1 - rate / offered), "%", 0, "published below target rate × mean length"),
    "duration": (report.number("duration_s"), "s", 0, "duration of the full run"),
    "window": (reported["window_s"], "s", 0, "from the first issue to the last issued query's completion"),
}
whose = "NVIDIA, Vera Rubin NVL72, DeepSeek-R1 Server, v6.1, from its own report"
state(
    number(f"metric.rubin-{key}", value, unit, decimals, how=f"{how}: {whose}", rows=rubin)
    for key, (value, unit, decimals, how) in STATED.items()
)

# %% [markdown]
# ## Has anyone said so before?
#
# We read LoadGen at the commits of both rounds and searched the rules, the issues and pull requests of MLCommons'
# repositories and the newer harness.
#
# - **The code.** [loadgen.cc](https://github.com/mlcommons/inference/blob/d757424450/loadgen/loadgen.cc#L533) takes as final
#   the last query *issued*;
#   [results.cc](https://github.com/mlcommons/inference/blob/d757424450/loadgen/results.cc#L814-L818) divides all tokens by
#   its completion. The lines are the same in v5.1 (75f297d4). The same block also logs the tokens over the moment of the
#   last *issue*, under `result_token_throughput_with_loadgen_overhead`: the offered view is in every log already.
# - **The rules** in force in v5.1 and v6.0, and those of today, give the Server metric as the highest Poisson rate
#   supported, and a [question in their FAQ](https://github.com/mlcommons/inference_policies/blob/96edf999d5/inference_rules.adoc#L853)
#   says that the *scheduled* rate is the one reported ([since 2019](https://github.com/mlcommons/inference_policies/commit/7ae5b07)).
#   What LoadGen and the checker have published since v4.1 is the completed rate. The written rule was not changed.
# - **2019 and 2020.** A [question about the rules](https://github.com/mlcommons/inference_policies/issues/109) was answered
#   with the expectation that the two rates should not differ much. An
#   [issue](https://github.com/mlcommons/inference/issues/753) reported that they do and proposed the completed one; it was
#   closed with the scheduled one kept. A [list of open work](https://github.com/mlcommons/inference/issues/199) had warm-up
#   and cool-down periods as not started.
# - **2021.** The minimum duration [rose to ten minutes](https://github.com/mlcommons/inference_policies/pull/192), because
#   one minute did not show a steady state. That was before answers took minutes themselves.
# - **2024.** The metric became completed samples and tokens, [first for Llama 2](https://github.com/mlcommons/inference/pull/1613),
#   then [for all](https://github.com/mlcommons/inference/pull/1719), on the argument that it
#   [represents throughput better](https://github.com/mlcommons/inference/issues/1661).
# - **2026, the newer harness.** A [change](https://github.com/mlcommons/endpoints/pull/348), later closed, named the draw-down
#   at the end among the reasons why its DeepSeek-R1 figures on GB200 and GB300 differed from the old harness's.
#   [Change 372](https://github.com/mlcommons/endpoints/pull/372) added the older definition, calls it legacy, keeps it as the
#   default for Poisson load
#   ([schema.py](https://github.com/mlcommons/endpoints/blob/ea3327530/src/inference_endpoint/config/schema.py#L686)) and notes
#   that a tail-cutting mechanism is to replace it. A
#   [design](https://github.com/mlcommons/endpoints/blob/006419e2d3234ff700f818f30d637625616d1843/docs/steady-state-detection.md)
#   of August 2026 would report a window without ramp-up and drain as the official figure, and say so when a run has none.
#   The [rules of MLPerf Endpoints](https://github.com/mlcommons/endpoints_policies/blob/00135a0065aa2aa27ce4581a25bcd7b1c9a27c98/endpoints_rules.md#41-primary-metrics)
#   divide by the elapsed duration.
#
# We found no place where it is said that the published figure depends on the latency of a single query, or by how much it
# differs among published results. Discussions outside these repositories, such as meetings and slides, we could not read.
#
# ## Limits
#
# - Performance logs hold no output lengths: the last answer's length is an estimate from its latency.
# - The spread of output lengths is that of one v6.1 run. How much of it lies within a prompt is not known, so the error of
#   a mean is given as a bound.
# - v5.0 and v6.1 have no logs here; the one report of v6.1 prints a target, not the realised rate.
#
# ```{mlperf-footnote}
# ```
