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
# # Did accuracy pay for the speed?
#
# :::{admonition} The answer
# :class: cc-key
# **No, as far as the record shows.** In DeepSeek-R1 Server of MLPerf® Inference, NVIDIA's GB300 rack of v5.1 got
# {n}`accuracy.published-before` of the answers right, and Nebius's GB300 system of v6.0 {n}`accuracy.published-after`. Two entries of
# one round usually differ by more than that.
#
# On Llama 3.1 405B accuracy fell by {n}`accuracy.405b-fall`, a small part of its distance from the target. Every submitter declared
# the same number format for its weights in both rounds. Which weights ran is not recorded. The lengths of the answers would fit
# some systems of v5.1 having run other weights than those of v6.0, or other software that rounds differently.
# :::
#
# Every result has a second run that answers the whole data set once and is marked: the accuracy run. In the closed division its
# score must reach a target, for most language models 99% of what the unquantised reference reaches. A faster number format may use
# up that one percent. A gain in speed is worth less if accuracy fell with it.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.dots import above_target, answer_lengths
from claimcheck.claims import caption, with_links
from claimcheck.data import tables
from claimcheck.data.names import llm_benchmarks
from claimcheck.data.numbers import number, state

results = tables.load("inference_results")
accuracy = tables.load("accuracy_results")
runs = tables.load("loadgen_runs").set_index("run_id")
comparisons = tables.load("comparisons")

# %% tags=["hide-cell"]
pairs = comparisons[
    (comparisons.before == "v5.1")
    & (comparisons.after == "v6.0")
    & comparisons.benchmark.isin(llm_benchmarks())
    & ~comparisons.repeats
].sort_values(["benchmark", "scenario", "ratio"], ascending=[True, True, False], ignore_index=True)
# Lengths of answers have targets too, but are no accuracy.
lengths = ["TOKENS_PER_SAMPLE", "GEN_LEN"]
scores = accuracy[accuracy.target.notna() & ~accuracy.metric.isin(lengths)]
margin, value, target = (scores.pivot(index="row_id", columns="metric", values=c) for c in ("margin", "value", "target"))
pairs["metric"] = margin.loc[pairs.row_id_after].idxmin(axis=1).to_numpy()
for side in ("before", "after"):
    keys = list(zip(pairs[f"row_id_{side}"], pairs.metric))
    pairs[f"score_{side}"] = [value.loc[key] for key in keys]
    pairs[f"target_{side}"] = [target.loc[key] for key in keys]
    pairs[f"margin_{side}"] = [margin.loc[key] for key in keys]
    pairs[f"length_{side}"] = runs.mean_tokens_per_sample[results.set_index("row_id").run_id[pairs[f"row_id_{side}"]]].to_numpy()
pairs["change"] = pairs.score_after - pairs.score_before
# Samples/s are tokens/s over tokens a sample.
pairs["samples_ratio"] = pairs.ratio * pairs.length_before / pairs.length_after
assert (pairs.target_before - pairs.target_after).abs().max() < 1e-9
assert (pairs[["margin_before", "margin_after"]] >= 0).all(axis=None)

# %% tags=["hide-cell"]
entries = results[
    (results.division == "closed") & results.benchmark.isin(["deepseek-r1", "llama3.1-405b"]) & results["round"].isin(["v5.1", "v6.0"])
].merge(accuracy[accuracy.metric == "exact_match"], on="row_id", suffixes=("", "_accuracy"))
entries = entries[entries.declared_weight_dtype == "fp4"].rename(columns={"value_accuracy": "score"})
spread = entries.groupby(["benchmark", "round", "scenario"]).score.agg(["size", "mean", "std"])
spread.round(3)

# %% tags=["hide-cell"]
by_round = entries.groupby(["benchmark", "round"]).score.agg(["size", "mean", "std"])
fall = by_round["mean"].unstack().pipe(lambda mean: mean["v6.0"] - mean["v5.1"])
freedom = spread["size"] - 1
# One deviation for all rounds and scenarios of a benchmark, and the difference of two runs that it makes usual.
pooled = (spread["std"] ** 2 * freedom).groupby("benchmark").sum() / freedom.groupby("benchmark").sum()
usual = (2 * pooled) ** 0.5
pd.DataFrame({"change of the mean": fall, "usual difference of two runs": usual}).round(3)

# %% tags=["hide-cell"]
r1 = pairs[(pairs.benchmark == "deepseek-r1") & (pairs.chip == "GB300")]
# The best results of either round on this chip are the published pair.
best = r1.rule.str.contains("best of any submitter, any size, available only")
published = r1[best & (r1.scenario == "Server")].iloc[0]
own = r1[(r1.kept == "system") & (r1.scenario == "Server") & (r1.submitter_after == "NVIDIA")].iloc[0]
assert (published.submitter_before, published.submitter_after) == ("NVIDIA", "Nebius")
everyone = pairs[["row_id_before", "row_id_after"]]
PAIR = "of DeepSeek-R1 Server, accuracy run"
deepseek = entries[entries.benchmark == "deepseek-r1"]
llama = entries[entries.benchmark == "llama3.1-405b"]
of = "comparisons of v5.1 with v6.0, every LLM benchmark, scenario and accelerator"
state(
    number("accuracy.comparisons-n", len(pairs), how=of, rows=everyone),
    number("accuracy.fell-n", (pairs.change < 0).sum(), how=f"{of}: score of the metric nearest to its target fell", rows=everyone),
    number("accuracy.published-before", published.score_before, "%", 1, how=f"exact match {PAIR}, NVIDIA's GB300 rack, v5.1", rows=published),
    number("accuracy.published-after", published.score_after, "%", 1, how=f"exact match {PAIR}, Nebius's 8 GB300, v6.0", rows=published),
    number("accuracy.published-change", published.change, "points", 2, how=f"change of the exact match {PAIR}, the published pair", rows=published),
    number("accuracy.own-after", own.score_after, "%", 1, how=f"exact match {PAIR}, NVIDIA's GB300 rack, v6.0", rows=own),
    number("accuracy.own-change", own.change, "points", 2, how=f"change of the exact match {PAIR}, NVIDIA's GB300 rack", rows=own),
    number("accuracy.target", published.target_after, "%", 1, how="target of DeepSeek-R1's exact match, alike in both rounds"),
    number("accuracy.usual-difference", usual["deepseek-r1"], "points", 2, how="root of twice the pooled variance of the exact match within a round and scenario, DeepSeek-R1 in FP4", rows=deepseek),
    number("accuracy.deepseek-n-v5.1", (deepseek["round"] == "v5.1").sum(), how="closed DeepSeek-R1 results in FP4, v5.1", rows=deepseek[deepseek["round"] == "v5.1"]),
    number("accuracy.deepseek-n-v6.0", (deepseek["round"] == "v6.0").sum(), how="closed DeepSeek-R1 results in FP4, v6.0", rows=deepseek[deepseek["round"] == "v6.0"]),
    number("accuracy.deepseek-change", fall["deepseek-r1"], "points", 2, how="mean exact match of v6.0 less the mean of v5.1, closed DeepSeek-R1 results in FP4", rows=deepseek),
    number("accuracy.deepseek-largest-fall", -pairs[pairs.benchmark == "deepseek-r1"].change.min(), "points", 2, how="largest fall of the exact match among the comparisons of DeepSeek-R1", rows=pairs[pairs.benchmark == "deepseek-r1"]),
    number("accuracy.deepseek-comparisons-n", (pairs.benchmark == "deepseek-r1").sum(), how=f"{of}: those of DeepSeek-R1", rows=pairs[pairs.benchmark == "deepseek-r1"]),
    number("accuracy.405b-fall", -fall["llama3.1-405b"], "points", 2, how="mean exact match of v5.1 less the mean of v6.0, closed Llama 3.1 405B results in FP4", rows=llama),
    number("accuracy.405b-usual-difference", usual["llama3.1-405b"], "points", 2, how="root of twice the pooled variance of the exact match within a round and scenario, Llama 3.1 405B in FP4", rows=llama),
    number("accuracy.405b-distance", by_round["mean"]["llama3.1-405b", "v6.0"] - pairs[pairs.benchmark == "llama3.1-405b"].target_after.iloc[0], "points", 2, how="mean exact match of v6.0 less the target, Llama 3.1 405B in FP4", rows=llama),
)

# %% tags=["hide-input"]
named = pairs[
    (pairs.benchmark == "deepseek-r1")
    & (pairs.kept.notna() | ((pairs.chip == "GB300") & pairs.rule.str.contains("best of any submitter, any size, available only")))
]
order = {"Server": 0, "Offline": 1, "Interactive": 2}
named = named.assign(place=named.scenario.map(order)).sort_values(
    ["benchmark", "place", "ratio"], ascending=[True, True, False], ignore_index=True
)
other = named.submitter_before + " " + named.accelerators_before.astype(str)
entry = named.submitter_after + " " + named.accelerators_after.astype(str)
named["panel"] = "DeepSeek-R1 " + named.scenario
two = named.submitter_before + " to " + named.submitter_after
named["label"] = named.chip + ": " + entry.where(entry == other, two)
sizes = "; ".join(f"{t} are {b} and {a} GPUs" for t, b, a in zip(two, named.accelerators_before, named.accelerators_after) if b != a)


def rows_of(frame):
    """Rows of the results on both sides of ``frame``'s pairs."""
    return results[results.row_id.isin([*frame.row_id_before, *frame.row_id_after])]


by_scenario = named.groupby(["benchmark", "scenario"]).change
assert (by_scenario.max()["deepseek-r1", "Server"] > 0) and (by_scenario.median()["deepseek-r1", "Offline"] < 0)
r1_falls = pairs[pairs.benchmark == "deepseek-r1"].change.min() / usual["deepseek-r1"]
assert -2.1 < r1_falls < -1.9
previews = {
    (named[f"submitter_{side}"][place], named[side][place])
    for side in ("before", "after")
    for place in named.index[named[f"availability_{side}"] != "available"]
}
assert previews == {("CoreWeave", "v5.1")}
assert 0 < published.change < usual["deepseek-r1"] and 0 < own.change < usual["deepseek-r1"]
google = pairs[pairs.kept.notna() & (pairs.submitter_after == "Google") & (pairs.benchmark == "llama3.1-405b")]
assert (google.change < 0).all() and (google.ratio < 1).all()
Figure(
    above_target(named),
    id="above-target",
    title="DeepSeek-R1 got faster and stayed above its accuracy target in every comparison",
    description=(
        "Exact match of the accuracy run, in percent above its target, in v5.1 and v6.0, and the gain in speed. "
        + "; ".join(
            f"{p.panel}, {p.label}: {100 * p.margin_before:.2f} and {100 * p.margin_after:.2f}, {p.ratio:.2f}x"
            for p in named.itertuples()
        )
        + "."
    ),
    caption=caption(
        "Exact match of the accuracy run over its target, less one. The figure at a row: the result per accelerator in v6.0 over v5.1. "
        "Rows: every submitter that kept its machine or its size, with the number of its accelerators, and the published pairs on "
        f"GB300 ({sizes}). CoreWeave's system of v5.1 was a preview. Accuracy is compared within a row only.",
        rows_of(named),
    ),
)

# %% [markdown]
# ## Every result reached its target
#
# We took every [defensible comparison](speedup.ipynb#whose-results-are-compared-matters-most) of v5.1 with v6.0 of a language model:
# closed division, same benchmark, scenario and accelerator. A benchmark may have several accuracy metrics; we count the one
# that came nearest to its target in v6.0. In all {n}`accuracy.comparisons-n` comparisons both results reach the target, which is the
# same in both rounds. For DeepSeek-R1 it is {n}`accuracy.target`. In {n}`accuracy.fell-n` comparisons the score fell, in the others it
# rose or stayed.

# %% tags=["hide-input"]
pairs.groupby("benchmark").agg(
    comparisons=("ratio", "size"),
    metric=("metric", lambda names: ", ".join(sorted(set(names)))),
    mean_change=("change", "mean"),
    largest_fall=("change", "min"),
    smallest_margin=("margin_after", "min"),
).round(4)

# %% [markdown]
# (how-much-do-scores-differ-by-chance)=
# ## Most changes are no larger than chance
#
# No submitter repeats its accuracy run, so chance cannot be measured directly. But many submitters ran DeepSeek-R1 in FP4 with NVIDIA's
# code in one round. The spread of their scores within a round and scenario contains chance and whatever else differed, so it is an
# upper estimate of chance: two runs usually differ by {n}`accuracy.usual-difference`.
#
# - **Server.** The published pair differs by {n}`accuracy.published-change`. NVIDIA's own rack rose by {n}`accuracy.own-change`, to
#   {n}`accuracy.own-after`.
# - **Offline.** Most scores fell. The largest fall in any of the {n}`accuracy.deepseek-comparisons-n` comparisons of both scenarios
#   is {n}`accuracy.deepseek-largest-fall`, twice the usual difference, which is not unusual among so many.
# - **Both.** They answer the same questions with the same model, so the mean over both says most. It changed by
#   {n}`accuracy.deepseek-change` from v5.1 ({n}`accuracy.deepseek-n-v5.1` entries) to v6.0 ({n}`accuracy.deepseek-n-v6.0`).
# - **Llama 3.1 405B** is scored more precisely: two runs usually differ by {n}`accuracy.405b-usual-difference`. The mean fell by
#   {n}`accuracy.405b-fall`, so the fall is probably real. The scores of v6.0 are still {n}`accuracy.405b-distance` above the target.
#   Google's system lost accuracy and speed together.

# %% [markdown]
# ## The weights
#
# What submitters declare does not change. Each result comes with a file that names the number format of its weights and the weights
# it started from. In {n}`accuracy.format-alike-n` of the {n}`accuracy.comparisons-n` comparisons the number format is the same on both
# sides; for DeepSeek-R1 on NVIDIA's chips it is FP4 in both rounds. The starting weights of the published pair are described in the
# same words.

# %% tags=["hide-input"]
DECLARED = ["declared_weight_dtype", "declared_input_dtype", "starting_weights", "weight_transformations"]
declared = accuracy.drop_duplicates("row_id").set_index("row_id")[DECLARED]
both = [declared.loc[pairs[f"row_id_{side}"]].reset_index(drop=True) for side in ("before", "after")]
same = both[0].fillna("") == both[1].fillna("")
pd.DataFrame({"alike": same.sum(), "comparisons": len(same)})

# %% tags=["hide-input"]
pd.DataFrame({"before": declared.loc[published.row_id_before], "after": declared.loc[published.row_id_after]})

# %% [markdown]
# That is not the whole story. "Original weights" are quantised before they run, and the file does not say how. NVIDIA's instructions
# for DeepSeek-R1 offer two quantised checkpoints in both rounds: `nvidia/deepseek-r1-fp4`, and a second version in which one more
# matrix product of the attention is in FP4. [In v5.1](https://github.com/mlcommons/inference_results_v5.1/blob/965182b03376a00fcae415c54e560e1c83937932/closed/NVIDIA/code/deepseek-r1/tensorrt/README.md#L25-L41)
# they expect the second to be faster in some cases. [In v6.0](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/NVIDIA/code/deepseek-r1/tensorrt/README.md#L25-L39)
# they expect it in most and recommend it, and [Nebius's copy](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/deepseek-r1/tensorrt/README.md#L25-L39)
# says the same. Which of the two ran is recorded nowhere.
#
# ### What the lengths of the answers suggest
#
# DeepSeek-R1 is run without random choice of words, and every measured run asks each question of the data set
# [equally often](https://github.com/mlcommons/inference/blob/d757424450e8feac474cd9f9fcbf53cc4b39ce54/loadgen/mlperf.conf#L76).
# So entries that run the same weights in the same way should write answers of the same mean length. In v6.0 they do, except for one
# submitter. In v5.1 they form two groups. The configurations do not explain these: both groups have runs with the same kernels and the
# same parallelism on the same chip.

# %% tags=["hide-cell"]
closed = results[(results.benchmark == "deepseek-r1") & (results.division == "closed")].join(runs.mean_tokens_per_sample, on="run_id")
written = closed[closed["round"].isin(["v5.1", "v6.0"]) & closed.scenario.isin(["Server", "Offline"])]
written = written.sort_values(["scenario", "round", "mean_tokens_per_sample"], ascending=[False, True, True], ignore_index=True)
written["step"] = written.groupby(["scenario", "round"]).mean_tokens_per_sample.diff()
first = written[written["round"] == "v5.1"]
# The widest step of a scenario divides its two groups.
edge = first.loc[first.groupby("scenario").step.idxmax()].set_index("scenario").mean_tokens_per_sample
written[["scenario", "round", "submitter", "system", "mean_tokens_per_sample", "step"]].round(0)

# %% tags=["hide-cell"]
names = ["moe_backend", "tensor_parallel", "expert_parallel", "attention_dp_enabled", "kv_cache_dtype"]
settings = tables.load("engine_settings")
settings = settings[settings.selected & (settings.component == "engine") & settings.setting.isin(names)]
settings = settings.pivot(index="row_id", columns="setting", values="value")
groups = (first.mean_tokens_per_sample < first.scenario.map(edge)).map({True: "shorter", False: "longer"})
configured = first.assign(answers=groups).join(settings, on="row_id")
alike = configured.groupby(["scenario", "accelerator", *names]).answers.agg(lambda found: ", ".join(sorted(found)))
alike.reset_index()

# %% tags=["hide-cell"]
gap = written.groupby(["scenario", "round"]).step.max()
assert alike.str.contains("longer, .*shorter").any()
short = first[first.mean_tokens_per_sample < first.scenario.map(edge)]
second = written[(written["round"] == "v6.0")]
usual_v6 = second[second.mean_tokens_per_sample > edge.max()]
odd = second.drop(usual_v6.index)
assert set(odd.submitter) == {"Google"} and odd.system.nunique() == 1
formats_alike = int(same.declared_weight_dtype.sum())
state(
    number("accuracy.format-alike-n", formats_alike, how=f"{of}: number format of the weights declared alike", rows=everyone),
    number("accuracy.short-n", len(short), how="DeepSeek-R1 runs of v5.1, Server and Offline, in the group with the shorter answers: below the widest step of the scenario", rows=short),
    number("accuracy.v5.1-runs-n", len(first), how="closed DeepSeek-R1 runs of v5.1, Server and Offline", rows=first),
    number("accuracy.gap", gap.xs("v5.1", level="round").min(), "tokens", 0, how="smaller of the two widest steps between mean answer lengths in v5.1, Server and Offline", rows=first),
    number("accuracy.v6.0-low", usual_v6.mean_tokens_per_sample.min(), "tokens", 0, how="shortest mean answer of a DeepSeek-R1 run in v6.0, Server and Offline, without Google's GB200 system", rows=usual_v6),
    number("accuracy.v6.0-high", usual_v6.mean_tokens_per_sample.max(), "tokens", 0, how="longest mean answer of a DeepSeek-R1 run in v6.0, Server and Offline", rows=usual_v6),
    number("accuracy.length-before", published.length_before, "tokens", 0, how="mean answer of the Server run of NVIDIA's GB300 rack, v5.1", rows=published),
    number("accuracy.length-after", published.length_after, "tokens", 0, how="mean answer of the Server run of Nebius's 8 GB300, v6.0", rows=published),
    number("accuracy.published-samples", published.samples_ratio, "x", 2, how="published pair in samples/s per GPU: ratio in tokens/s times mean length before over after", rows=published),
    number("accuracy.published-tokens", published.ratio, "x", 2, how="published pair in tokens/s per GPU", rows=published),
    number("accuracy.own-samples", own.samples_ratio, "x", 2, how="NVIDIA's GB300 rack in samples/s per GPU, v6.0 over v5.1", rows=own),
    number("accuracy.own-tokens", own.ratio, "x", 2, how="NVIDIA's GB300 rack in tokens/s per GPU, v6.0 over v5.1", rows=own),
    number("accuracy.length-smallest", 100 * (pairs.length_after / pairs.length_before - 1).min(), "%", 1, how=f"{of}: largest fall of the mean answer length", rows=everyone),
    number("accuracy.length-largest", 100 * (pairs.length_after / pairs.length_before - 1).max(), "%", 1, how=f"{of}: largest rise of the mean answer length", rows=everyone),
)

# %% tags=["hide-input"]
pair_ids = [published.row_id_before, published.row_id_after]
drawn = written.assign(kind=written.row_id.isin(pair_ids).map({True: "the published pair", False: "other runs"}))
drawn = drawn.sort_values(["kind", "scenario", "round"], ascending=[True, False, True])
drawn = drawn.assign(order=drawn.scenario.map(order)).sort_values(["order", "round", "kind"], kind="stable", ignore_index=True)
Figure(
    answer_lengths(drawn),
    id="answer-lengths",
    title="The answers of DeepSeek-R1 had two lengths in v5.1, almost always one in v6.0",
    description=(
        "Mean output tokens of every closed DeepSeek-R1 run, Server and Offline, in v5.1 and v6.0. "
        + "; ".join(
            f"{scenario} {round_}: " + ", ".join(f"{length:,.0f}" for length in part.mean_tokens_per_sample)
            for (scenario, round_), part in written.groupby(["scenario", "round"], sort=False)
        )
        + "."
    ),
    caption=caption(
        "Mean output tokens per answer of each performance run, from its logged rates. The two short runs of v6.0 are those of "
        "Google's GB200 system. Runs differ in submitter, accelerator and number of accelerators.",
        drawn,
    ),
)

# %% [markdown]
# In v5.1, {n}`accuracy.short-n` of {n}`accuracy.v5.1-runs-n` runs belong to the group with the shorter answers. These are at least
# {n}`accuracy.gap` below the others of the same scenario. NVIDIA's GB300 rack is among them, its GB200 rack is not. In v6.0 all but
# Google's GB200 system are between {n}`accuracy.v6.0-low` and {n}`accuracy.v6.0-high`. Two checkpoints would explain the two
# groups. So would another build of the software that rounds differently; the record cannot tell them apart.
#
# The record can therefore neither confirm nor refute that the same weights ran and only the software changed. If the second
# checkpoint came into use between the rounds, part of the gain is from weights that take less memory. The closed division allows
# that, and accuracy did not suffer.
#
# ## Longer answers, more tokens
#
# The published rate counts tokens, so a system that writes longer answers serves fewer requests at the same rate. The mean answer
# of the published pair grew from {n}`accuracy.length-before` to {n}`accuracy.length-after`. It gained
# {n}`accuracy.published-tokens` in tokens per second and {n}`accuracy.published-samples` in answers per second. NVIDIA's own rack
# gained {n}`accuracy.own-tokens` and {n}`accuracy.own-samples`. Over all comparisons the mean answer changed by
# {n}`accuracy.length-smallest` to {n}`accuracy.length-largest`.
#
# ## What this does not say
#
# - The accuracy run is not the measured run. It answers the data set once, and the measured run's answers are not marked.
# - A score is one run. The spread between entries is the best estimate of chance that the record allows, and it is an upper one.
# - The targets are those of [the submission checker](https://github.com/mlcommons/inference/blob/175ea7ba24a826946458f72ec4a2221215f52802/tools/submission/submission_checker/constants.py#L99)
#   at each round's publication. During v5.1, in July 2025, the reference of DeepSeek-R1 was measured again and its target fell
#   [twice](https://github.com/mlcommons/inference/commits/e20506b2293e82564e1183817a889ed6258bb7dd/tools/submission/submission_checker.py).
#   Since then it has been the same.
# - For Llama 3.1 8B the rules count characters of the accuracy run, not tokens.
#
# ## Every comparison

# %% tags=["hide-input"]
address = with_links(rows_of(pairs)).set_index("row_id").published_url
table = pairs.assign(
    before=pairs.submitter_before + ", " + pairs.accelerators_before.astype(str),
    after=pairs.submitter_after + ", " + pairs.accelerators_after.astype(str),
    above_before=100 * pairs.margin_before,
    above_after=100 * pairs.margin_after,
    url_before=pairs.row_id_before.map(address),
    url_after=pairs.row_id_after.map(address),
    ratio=pairs.ratio.astype(float),
    formats=both[1].declared_weight_dtype,
)
ResultsTable(
    id="every-accuracy",
    frame=table,
    caption=caption(
        "Accuracy before and after each comparison of v5.1 with v6.0: the metric that came nearest to its target in v6.0, its score "
        "and how far it is above the target. Tokens/s and answers/s: result per accelerator, v6.0 over v5.1. A figure after "
        "the submitter is the number of accelerators.",
        rows_of(pairs),
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "chip": "Accelerator",
        "before": "v5.1",
        "after": "v6.0",
        "ratio": "Tokens/s, ratio",
        "samples_ratio": "Answers/s, ratio",
        "metric": "Metric",
        "score_before": "Score, v5.1",
        "score_after": "Score, v6.0",
        "target_after": "Target",
        "above_before": "Above target, v5.1, %",
        "above_after": "Above target, v6.0, %",
        "formats": "Weights",
        "result_id_before": "ID, v5.1",
        "result_id_after": "ID, v6.0",
    },
    links={"result_id_after": "url_after", "result_id_before": "url_before"},
    formats=dict.fromkeys(["ratio", "samples_ratio", "score_before", "score_after", "target_after", "above_before", "above_after"], ".2f"),
    searchable=True,
)

# %% [markdown]
# ```{mlperf-footnote}
# ```
