# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Did accuracy pay for the speed?
#
# :::{admonition} The answer
# :class: cc-key
# **No, as far as the record shows.** In DeepSeek-R1 Server of MLPerf® Inference, NVIDIA's GB300 rack of v5.1 got
# {n}`accuracy.published-before` of the answers right, and Nebius's GB300 system of v6.0 {n}`accuracy.published-after`.
# Two entries of one round usually differ by more than that.
#
# On Llama 3.1 405B accuracy fell by {n}`accuracy.405b-fall`, a small part of its distance from the target. In
# DeepSeek-R1 each side of each comparison declared the same number format for its weights. Which weights ran is not
# recorded. The lengths of the answers would fit some systems of v5.1 having run other weights than those of v6.0, or
# other software that rounds differently.
# :::
#
# A result has a second run that answers the whole data set once and is marked: the accuracy run. In the closed
# division its score must reach a target, which is a little below that of the unquantised reference; a faster number
# format may use up that little. A gain in speed is worth less if accuracy fell with it.

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
scores = pd.read_csv("../data/tables/accuracy_results.csv.gz").query("metric == 'exact_match'")[["row_id", "value"]]
gb300 = test[test.accelerator.str.contains("GB300")].merge(scores, on="row_id", suffixes=("", "_exact"))
right = gb300.set_index(["round", "submitter", "accelerators"]).value_exact
plain = right["v5.1", "NVIDIA", 72], right["v6.0", "Nebius", 8]
print(f"right answers: {plain[0]:.1f}% on NVIDIA's rack of v5.1, {plain[1]:.1f}% on Nebius's 8 GB300 of v6.0")

# %% tags=["hide-cell"]
from claimcheck.notebook import COLOURS, accuracy_results, results, same, say, show, value

server = results(benchmark="deepseek-r1", scenario="Server", chip="GB300")
first = server.one(round="v5.1", submitter="NVIDIA")
nebius = server.one(round="v6.0", submitter="Nebius", accelerators=8)
own = server.one(round="v6.0", submitter="NVIDIA", accelerators=72)
exact_match = accuracy_results(metric="exact_match")


def score(result):
    """The share of right answers in the accuracy run of a result."""
    right = exact_match.one(row_id=result.row_id).value.value
    return value(right, "%", of=f"exact match of {result.words}", rows=result)


say("accuracy.published-before", same(plain[0], score(first)), 1, of="share of right answers of NVIDIA's rack of 72 "
    "GB300 on DeepSeek-R1 Server in v5.1, the earlier result of the published pair")
say("accuracy.published-after", same(plain[1], score(nebius)), 1, of="share of right answers of Nebius's 8 GB300 on "
    "DeepSeek-R1 Server in v6.0, the later result of the published pair")
change = say("accuracy.published-change", score(nebius) - score(first), 2)
own_change = say("accuracy.own-change", score(own) - score(first), 2)

# %% tags=["hide-cell"]
from claimcheck.notebook import comparisons, engine_settings, holds, llm_benchmarks, runs, table

# Lengths of answers have targets too, but are no accuracy.
scored = accuracy_results.frame[lambda t: t.target.notna() & ~t.metric.isin(["TOKENS_PER_SAMPLE", "GEN_LEN"])]
scored = scored.rename(columns={"value": "score"})
nearest = scored.loc[scored.groupby("row_id").margin.idxmin()].set_index("row_id").metric
lengths = runs.frame.dropna(subset="row_id").set_index("row_id").mean_tokens_per_sample


def with_scores(pairs):
    """Comparisons with the scores and the mean lengths of answers of both sides."""
    pairs = pairs[pairs.benchmark.isin(llm_benchmarks())].assign(metric=lambda t: t.row_id_after.map(nearest))
    for side in ("before", "after"):
        of_side = scored[["row_id", "score", "target", "margin"]].add_suffix(f"_{side}").assign(metric=scored.metric)
        pairs = pairs.merge(of_side, on=[f"row_id_{side}", "metric"], how="left", validate="many_to_one")
        pairs[f"length_{side}"] = pairs[f"row_id_{side}"].map(lengths)
    pairs["change"] = pairs.score_after - pairs.score_before
    pairs["length_change"] = pairs.length_after / pairs.length_before - 1
    # Answers/s are tokens/s over tokens an answer.
    return pairs.assign(samples_ratio=pairs.ratio * pairs.length_before / pairs.length_after)

# %% tags=["hide-cell"]
compared = comparisons(before="v5.1", after="v6.0", repeats=False).by("benchmark", "scenario",
    "-ratio").pipe(with_scores)
compared = compared.called("comparisons of v5.1 with v6.0 of every LLM benchmark, on every accelerator")
pairs = compared.frame
r1 = compared(benchmark="deepseek-r1")
say("accuracy.comparisons-n", compared.count)
say("accuracy.fell-n", compared.where("whose score fell", lambda t: t.change < 0).count)
target = exact_match.one(row_id=first.row_id).target.value
say("accuracy.target", value(target, "%", of=f"target of the exact match of {first.words}", rows=first), 1)
say("accuracy.own-after", score(own), 1)
say("accuracy.deepseek-comparisons-n", r1.count)
worst = r1.first("change")
largest_fall = say("accuracy.deepseek-largest-fall", score(worst.before) - score(worst.after), 2)
reached = (pairs[["margin_before", "margin_after"]] >= 0).all(axis=1)
holds("stayed above its accuracy target in every comparison", reached[pairs.benchmark == "deepseek-r1"].all())
holds("Every result of these comparisons reached its target", reached.all())
holds("both results reach the target", (pairs[["margin_before", "margin_after"]] >= 0).all(axis=None))
holds("which is the same in both rounds", (pairs.target_before - pairs.target_after).abs().max() < 1e-9)
holds("**Offline.** Most scores fell.", r1(scenario="Offline").frame.change.median() < 0)
google = compared(benchmark="llama3.1-405b", submitter_after="Google").where("kept", lambda t: t.kept.notna()).frame
holds("Google's system lost accuracy and speed together.", (google.change < 0).all() and (google.ratio < 1).all())

# %% tags=["hide-cell"]
right = exact_match.frame.rename(columns={"value": "score"})[["row_id", "score"]]
fp4 = results(round=["v5.1", "v6.0"], weight_dtype="fp4")
entries = fp4.pipe(lambda t: t.merge(right, on="row_id")).called("closed results in FP4")
r1_entries, llama_entries = entries(benchmark="deepseek-r1"), entries(benchmark="llama3.1-405b")


def mean(part):
    """The mean exact match of some results."""
    return value(part.frame.score.mean(), "%", of=f"mean exact match of {part.words}", rows=part)


def usual(part):
    """By how much two runs usually differ: one variance for all rounds and scenarios."""
    groups = part.frame.groupby(["round", "scenario"]).score
    freedom = groups.size() - 1
    pooled = (groups.var() * freedom).sum() / freedom.sum()
    what = f"root of twice the pooled variance of the exact match within a round and scenario, {part.words}"
    return value((2 * pooled) ** 0.5, "points", of=what, rows=part)


usual_r1 = say("accuracy.usual-difference", usual(r1_entries), 2)
say("accuracy.deepseek-change", mean(r1_entries(round="v6.0")) - mean(r1_entries(round="v5.1")), 2)
for version in ("v5.1", "v6.0"):
    say(f"accuracy.deepseek-n-{version}", r1_entries(round=version).count)
llama_before, llama_after = (llama_entries(round=version) for version in ("v5.1", "v6.0"))
say("accuracy.405b-fall", mean(llama_before) - mean(llama_after), 2,
    of="by how much the mean score of Llama 3.1 405B with four-bit weights fell from v5.1 to v6.0, closed division")
say("accuracy.405b-usual-difference", usual(llama_entries), 2)
llama_target = compared(benchmark="llama3.1-405b").first().target_after.value
required = value(llama_target, "%", of="target of the exact match of Llama 3.1 405B", rows=llama_after)
say("accuracy.405b-distance", mean(llama_after) - required, 2)
holds("Two entries of one round usually differ by more than that", 0 < change < usual_r1 and 0 < own_change < usual_r1)
holds("twice the usual difference", 1.9 < largest_fall.value / usual_r1.value < 2.1)

# %% tags=["hide-input"]
import altair as alt

best = "best of any submitter, any size, available only"
drawn = r1.frame[lambda t: t.kept.notna() | t.chip.eq("GB300") & t.rule.str.contains(best)]
drawn = drawn.assign(place=drawn.scenario.map({"Server": 0, "Offline": 1, "Interactive": 2}))
drawn = drawn.sort_values(["place", "ratio"], ascending=[True, False], ignore_index=True)
whose = [drawn[f"submitter_{side}"] + " " + drawn[f"accelerators_{side}"].astype(str) for side in ("before", "after")]
drawn["comparison"] = drawn.chip + ": " + whose[0].where(whose[0] == whose[1], whose[0] + " to " + whose[1])
scores = pd.concat(
    drawn.assign(round=drawn[side], above=100 * drawn[f"margin_{side}"].astype(float), row_id=drawn[f"row_id_{side}"])
    for side in ("before", "after")
).sort_index(kind="stable", ignore_index=True)
scores["as_printed"] = scores.above.map("{:.2f}%".format)
highest = scores.groupby(["scenario", "comparison"]).above.idxmax()
scores["gain"] = scores.ratio.map("{:.2f}x as fast".format).where(scores.index.isin(highest), "")
axis = "accuracy above the target, %"
above = alt.X("above", title=axis).scale(domainMin=0)
rows = alt.Chart(scores).encode(above.axis(labelExpr="datum.value ? datum.label : 'target'"),
    alt.Y("comparison", sort=None))
rounds = alt.Color("round").scale(range=[COLOURS["oldest round"], COLOURS["newest round"]])
panels = (
    rows.mark_rule(color=COLOURS["rule"], strokeWidth=3).encode(alt.X("min(above)", title=axis), x2="max(above)")
    + rows.mark_circle().encode(color=rounds, tooltip="as_printed")
    + rows.mark_text().encode(text="gain")
).facet(alt.Facet("scenario", sort=None), columns=1)
show(
    "above-target",
    "From v5.1 to v6.0 DeepSeek-R1 stayed above its accuracy target in every comparison",
    panels.resolve_scale(y="independent"),
    note="Exact match of the accuracy run over its target, less one. The figure at a row: the result per accelerator "
    "in v6.0 over v5.1. Rows: every submitter that kept its machine or its size, with the number of its accelerators, "
    "and the published pairs on GB300. Accuracy is compared within a row only.",
)

# %% [markdown]
# (every-result-reached-its-target)=
# ## Every result of these comparisons reached its target
#
# We took every [defensible comparison](speedup.ipynb#it-matters-whose-results-are-compared) of v5.1 with v6.0 of a
# language model: closed division, same benchmark, scenario and accelerator. A benchmark may have several accuracy
# metrics; we count the one that came nearest to its target in v6.0. In all {n}`accuracy.comparisons-n` comparisons both
# results reach the target, which is the same in both rounds. For DeepSeek-R1 it is {n}`accuracy.target`. In
# {n}`accuracy.fell-n` comparisons the score fell, in the others it rose or stayed.
#
# (how-much-do-scores-differ-by-chance)=
# (most-changes-are-no-larger-than-chance)=
# ## The changes are about as large as chance
#
# The record has one accuracy run of each result, so chance cannot be measured directly. But many submitters ran
# DeepSeek-R1 in FP4 with NVIDIA's code in one round. The spread of their scores within a round and scenario contains
# chance and whatever else differed, so it is an upper estimate of chance: two runs usually differ by
# {n}`accuracy.usual-difference`.
#
# - **Server.** The published pair differs by {n}`accuracy.published-change`. NVIDIA's own rack rose by
#   {n}`accuracy.own-change`, to {n}`accuracy.own-after`.
# - **Offline.** Most scores fell. The largest fall in any of the {n}`accuracy.deepseek-comparisons-n` comparisons of
#   both scenarios is {n}`accuracy.deepseek-largest-fall`, twice the usual difference, which is not unusual among so
#   many.
# - **Both.** They answer the same questions with the same model, so the mean over both says most. It changed by
#   {n}`accuracy.deepseek-change` between the rounds. These are {n}`accuracy.deepseek-n-v5.1` entries of v5.1 and
#   {n}`accuracy.deepseek-n-v6.0` of v6.0.
# - **Llama 3.1 405B** is scored more precisely: two runs usually differ by {n}`accuracy.405b-usual-difference`. The
#   mean fell by {n}`accuracy.405b-fall`, so the fall is probably real. The scores of v6.0 are still
#   {n}`accuracy.405b-distance` above the target. Google's system lost accuracy and speed together.
#
# ## The weights
#
# What submitters declare hardly changes. Each result of these comparisons names the number format of its weights.
# Except in {n}`accuracy.reformatted-n` comparisons of Intel's Arc Pro B60 the number format is the same on both sides;
# for DeepSeek-R1 on NVIDIA's chips it is FP4 in both rounds.

# %% tags=["hide-cell"]
declared = results.frame.set_index("row_id").weight_dtype
earlier, later = (declared.loc[ids].reset_index(drop=True) for ids in (pairs.row_id_before, pairs.row_id_after))
alike = (earlier == later).to_numpy()
reformatted = pairs[~alike]
of_format = value(len(reformatted), of="comparisons with another number format of the weights",
    rows=[*reformatted.row_id_before, *reformatted.row_id_after])
say("accuracy.reformatted-n", of_format)
of_r1 = (pairs.benchmark == "deepseek-r1").to_numpy()
holds("Each result of these comparisons names the number format", earlier.notna().all() and later.notna().all())
holds("In DeepSeek-R1 each side of each comparison declared the same number format", alike[of_r1].all())
holds("comparisons of Intel's Arc Pro B60",
    set(reformatted.submitter_after) == {"Intel"} and reformatted.chip.str.startswith("Arc Pro B60").all())

# %% [markdown]
# That is not the whole story. The original weights are quantised before they run, and a format does not say how.
# NVIDIA's instructions for DeepSeek-R1 offer two quantised checkpoints in both rounds: `nvidia/deepseek-r1-fp4`, and a
# second version in which one more matrix product of the attention is in FP4. [In
# v5.1](https://github.com/mlcommons/inference_results_v5.1/blob/965182b03376a00fcae415c54e560e1c83937932/closed/NVIDIA/code/deepseek-r1/tensorrt/README.md#L25-L41)
# they expect the second to be faster in some cases. [In
# v6.0](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/NVIDIA/code/deepseek-r1/tensorrt/README.md#L25-L39)
# they expect it in most and recommend it, and [Nebius's
# copy](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/deepseek-r1/tensorrt/README.md#L25-L39)
# says the same. Which of the two ran is recorded nowhere.
#
# ### What the lengths of the answers suggest
#
# DeepSeek-R1 is run without random choice of words, and every measured run of both rounds asks each question of the
# data set [equally
# often](https://github.com/mlcommons/inference/blob/d757424450e8feac474cd9f9fcbf53cc4b39ce54/loadgen/mlperf.conf#L76).
# So entries that run the same weights in the same way should write answers of the same mean length. In v6.0 they do,
# except for one submitter. In v5.1 they form two groups. The configurations do not explain these: both groups have runs
# with the same kernels and the same parallelism on the same chip.

# %% tags=["hide-cell"]
written = results(benchmark="deepseek-r1", round=["v5.1", "v6.0"], scenario=["Server", "Offline"])
every_run = written.pipe(lambda t: t.assign(length=t.row_id.map(lengths))).by("-scenario", "round", "length")
written = every_run.frame.assign(step=every_run.frame.groupby(["scenario", "round"]).length.diff())
of_v51 = written[written["round"] == "v5.1"]
# The widest step of a scenario divides its two groups.
edge = of_v51.loc[of_v51.groupby("scenario").step.idxmax()].set_index("scenario")
every_run = every_run.pipe(lambda t: t.assign(shorter=(t.length < t.scenario.map(edge.length)).astype(bool)))
every_run = every_run.called("DeepSeek-R1 runs, Server and Offline")
v51, v60 = every_run(round="v5.1"), every_run(round="v6.0")
usual_v60 = v60.where("without Google's GB200 system", lambda t: t.length > edge.length.max())
odd = v60.frame.drop(usual_v60.frame.index)[["submitter", "chip", "system"]].drop_duplicates()
holds("all but Google's GB200 system", odd[["submitter", "chip"]].to_numpy().tolist() == [["Google", "GB200"]])
names = ["moe_backend", "tensor_parallel", "expert_parallel", "attention_dp_enabled", "kv_cache_dtype"]
settings = engine_settings(component="engine", setting=names).frame
settings = settings.pivot(index="row_id", columns="setting", values="value")
groups = v51.frame.join(settings, on="row_id").groupby(["scenario", "accelerator", *names]).shorter.nunique()
holds("both groups have runs with the same kernels and the same parallelism on the same chip", (groups == 2).any())


def length(result):
    """The mean number of tokens in an answer of a result's measured run."""
    return value(lengths[result.row_id], "tokens", of=f"mean answer of {result.words}", rows=result)


say("accuracy.short-n", v51(shorter=True).called("runs of v5.1 in the group with the shorter answers").count)
say("accuracy.v5.1-runs-n", v51.count)
narrower = edge.sort_values("step").iloc[0]
gap_of = f"smaller of the widest steps between mean answers of v5.1, {narrower.name}"
say("accuracy.gap", value(narrower.step, "tokens", of=gap_of, rows=v51(scenario=narrower.name)))
for key, run in {"v6.0-low": usual_v60.first("length"), "v6.0-high": usual_v60.first("-length")}.items():
    say(f"accuracy.{key}", length(run))
say("accuracy.length-before", length(first))
say("accuracy.length-after", length(nebius))
for key, result in {"published": nebius, "own": own}.items():
    gain = result.per_accelerator / first.per_accelerator
    say(f"accuracy.{key}-samples", gain * (length(first) / length(result)))
for key, pair in {"smallest": compared.first("length_change"), "largest": compared.first("-length_change")}.items():
    say(f"accuracy.length-{key}", (length(pair.after) / length(pair.before) - 1).percent, 1)

# %% [markdown]
# In v5.1, {n}`accuracy.short-n` of {n}`accuracy.v5.1-runs-n` runs belong to the group with the shorter answers. These
# are at least {n}`accuracy.gap` below the others of the same scenario. NVIDIA's GB300 rack is among them, its GB200
# rack is not. In v6.0 all but Google's GB200 system are between {n}`accuracy.v6.0-low` and {n}`accuracy.v6.0-high`. Two
# checkpoints would explain the two groups. So would another build of the software that rounds differently; the record
# cannot tell them apart.
#
# The record can therefore neither confirm nor refute that the same weights ran and only the software changed. If the
# second checkpoint came into use between the rounds, part of the gain is from weights that take less memory. The closed
# division allows that, and accuracy did not suffer.
#
# ## Longer answers, more tokens
#
# The published rate counts tokens, so a system that writes longer answers serves fewer requests at the same rate. The
# mean answer of the published pair grew from {n}`accuracy.length-before` to {n}`accuracy.length-after`. It gained
# {n}`pair.gb300-server-published` in tokens per second and {n}`accuracy.published-samples` in answers per second.
# NVIDIA's own rack gained {n}`pair.gb300-server-own` and {n}`accuracy.own-samples`. Over all comparisons the mean
# answer changed by {n}`accuracy.length-smallest` to {n}`accuracy.length-largest`.
#
# ## What this does not say
#
# - The accuracy run is not the measured run. It answers the data set once, and the measured run's answers are not
#   marked.
# - A score is one run. The spread between entries is an upper estimate of chance.
# - The targets are those of [the submission
#   checker](https://github.com/mlcommons/inference/blob/175ea7ba24a826946458f72ec4a2221215f52802/tools/submission/submission_checker/constants.py#L99)
#   at each round's publication. During v5.1, in July 2025, the reference of DeepSeek-R1 was measured again and its
#   target fell [twice](https://github.com/mlcommons/inference/commits/e20506b2293e82564e1183817a889ed6258bb7dd/tools/submission/submission_checker.py).
#   Since then it has been the same.
# - For Llama 3.1 8B the rules count characters of the accuracy run, not tokens.
#
# ## Every comparison

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every comparison"}
words = {"ratio": "Tokens/s, ratio", "samples_ratio": "Answers/s, ratio", "target_after": "Target"}
for side, version in {"before": "v5.1", "after": "v6.0"}.items():
    words |= {f"whose_{side}": version, f"score_{side}": f"Score, {version}", f"result_id_{side}": f"ID, {version}"}
    words[f"above_{side}"] = f"Above target, {version}, %"
    pairs[f"whose_{side}"] = pairs[f"submitter_{side}"] + ", " + pairs[f"accelerators_{side}"].astype(str)
    pairs[f"above_{side}"] = 100 * pairs[f"margin_{side}"]
table(
    "every-accuracy",
    "Accuracy before and after each comparison of v5.1 with v6.0",
    pairs.assign(weights=later),
    "benchmark scenario chip whose_before whose_after ratio samples_ratio metric score_before score_after target_after "
    "above_before above_after weights result_id_before result_id_after",
    headings=words,
    note="The metric that came nearest to its target in v6.0, its score and how far it is above the target. Tokens/s "
    "and answers/s: result per accelerator, v6.0 over v5.1. A figure after the submitter is the number of "
    "accelerators.",
)

# %% [markdown]
# ```{mlperf-footnote}
# ```
