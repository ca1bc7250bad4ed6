# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Was it software?
#
# :::{admonition} The answer
# :class: cc-key
# **In our reading most of it is, on NVIDIA's own rack, which gained {n}`pair.gb300-server-own`; the results cannot
# show how much. Of the rest of {n}`claim.1.published` the record does not say.** In DeepSeek-R1 Server of MLPerf®
# Inference v5.1 and v6.0 the chips are of one model, and software, {n}`switches.own-changed-engine` settings and the
# load are not the same. The published pair also goes from NVIDIA's rack to eight GPUs of Nebius.
#
# NVIDIA's own supplement to the results says up to {n}`supplement.speed-up` "with just software optimizations", and its
# post, as others report it, up to {n}`claim.6.published`. Google gained {n}`pair.b200-google` on one B200 system. Such
# gains are rare: in {n}`years.reached-n` of {n}`years.n` comparisons a chip's best result reached
# {n}`claim.1.published` its best of the round before.
# :::
#
# *Load* is how many requests a submitter sends, which it chooses in Server. *Description*, below, is what a submitter
# states of its system in the file that it hands in with the results. The ratios on this page are ours and not verified
# by MLCommons Association.

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
b200 = test[(test.submitter == "Google") & test.accelerator.str.contains("B200")].assign(
    per_gpu=lambda t: t.value / t.accelerators)
per_gpu = b200.query("accelerators == 8").set_index("round").per_gpu
plain = per_gpu["v6.0"] / per_gpu["v5.1"]
print(f"Google's own B200 system, v6.0 over v5.1: {plain:.2f}x")

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show how a gain is divided into load, speed and counting"}
from claimcheck.analysis.operating import counting, load, speed
from claimcheck.notebook import operating_points, same

r1 = operating_points(benchmark="deepseek-r1", scenario="Server", division="closed")
first = r1.one(round="v5.1", submitter="NVIDIA", chip="GB300")
own = r1.one(round="v6.0", submitter="NVIDIA", chip="GB300", accelerators=72)
nebius = r1.one(round="v6.0", submitter="Nebius", chip="GB300", accelerators=8)
google = [r1.one(round=version, submitter="Google", chip="B200") for version in ("v5.1", "v6.0")]
same(plain, google[1].per_accelerator / google[0].per_accelerator)

gains = {
    "The published pair: NVIDIA's rack to Nebius's 8 GPUs": (first, nebius),
    "NVIDIA's own rack": (first, own),
    "Google's own B200 system": google,
}
factors = {"requests at once": load, "speed of one request": speed, "counting": counting}
split = pd.DataFrame(
    [(what, name, factor(after) / factor(before)) for what, (before, after) in gains.items()
        for name, factor in factors.items()],
    columns=["what", "factor", "change"],
)
split.pivot(index="what", columns="factor", values="change")

# %% tags=["hide-input"]
import altair as alt

from claimcheck.claims.register.articles import read_texts
from claimcheck.notebook import COLOURS, claim, comparisons, frame_of, holds, line_at, say, show, table, value

product = split.assign(change=split.change.map(float)).groupby("what").change.prod()
ratios = {what: float(after.per_accelerator / before.per_accelerator) for what, (before, after) in gains.items()}
holds("The factors multiply to the gain", all(abs(product[what] / ratios[what] - 1) < 1e-6 for what in ratios))
widest = split.loc[split.change.map(float).groupby(split.what).idxmax()]
holds("In each gain the number of requests at once rose most", set(widest.factor) == {"requests at once"})
drawn = frame_of([(row.what, row.factor, row.change) for row in split.itertuples()],
    "panel factor change").assign(unchanged=1)
change = alt.X("change", title="v6.0 over v5.1, DeepSeek-R1 Server per GPU").scale(zero=False)
rows = alt.Chart(drawn).encode(change, alt.Y("factor", sort=None))
show(
    "software-factors",
    "In each gain the number of requests at once rose most",
    alt.layer(
        rows.mark_rule(color=COLOURS["rule"], strokeWidth=3).encode(x2="unchanged"),
        rows.mark_circle(color=COLOURS["words"]).encode(tooltip="as_printed"),
        *[rows.mark_text(stroke=COLOURS["page"], strokeWidth=w).encode(text="as_printed") for w in (5, 0)],
        data=drawn,
    ).facet(alt.Facet("panel", sort=None), columns=1),
    note="The product of a panel's three factors is its gain. Requests at once: by Little's law, per GPU. Counting: "
    "what the published rate is above or below the rate of the requests sent.",
)

# %% [markdown]
# The factors multiply to the gain: {n}`op.published.load` in requests at once, {n}`op.published.speed` in the speed of
# one request and {n}`op.published.counting` for how a run's tokens are counted give the published
# {n}`claim.1.published`. An engine that holds so many more requests at nearly the old speed does more work, which
# points to software. How many requests to send is the submitter's choice ([what changed](what-changed.ipynb)), and part
# of the published gain goes with it: with the same code on as many GPUs Nebius sent {n}`experiments.load-gb300-rate` as
# many requests as CoreWeave and made {n}`experiments.load-gb300-ratio` as many tokens. Their descriptions name
# different networks ([the pair in two steps](limits.ipynb#the-published-pair-in-two-steps)).
#
# ## What is the same, and what is not recorded

# %% tags=["hide-input"]
from claimcheck.data.schema import heading
from claimcheck.notebook import accuracy_results, results_of, systems

three = results_of([first, own, nebius])
described = three.merge(systems.frame, on=["round", "division", "submitter", "system"], suffixes=("", "_described"))
scores = accuracy_results(metric="exact_match").frame.set_index("row_id")
described = described.assign(
    who=described["round"] + " " + described.submitter + ", " + described.accelerators.astype(str) + " GPUs",
    accuracy=described.row_id.map(scores.value.map("{:.1f}%".format)),
    weights=described.weight_dtype,
    sent=[f"{r1.one(row_id=row).offered_per_accelerator.value:.2f}" for row in described.row_id],
)
alike = ["accelerator_described", "weights", "host_processor", "network"]
facts = [*alike, "accuracy", "host_memory", "power_limit", "driver", "software", "sent"]
names = {"weights": "Number format of the weights, declared", "accuracy": "Right answers in the accuracy run",
    "sent": "Requests sent per second and GPU"}
of_each = described.set_index("who")[facts].astype("string").fillna("not stated").rename(
    columns=lambda c: names.get(c, heading(c))).T
holds("Chip, number format of the weights, host processor and network are described alike",
    (described[alike].nunique() == 1).all())
holds("the software is another", described.software.iloc[0] not in set(described.software.iloc[1:])
    and described.accelerator_described.nunique() == 1)
target = scores.target[three.row_id]
holds("power was not measured", not three.has_power.any())
holds("Accuracy stayed above its target", (scores.value[three.row_id] >= target).all())
table(
    "software-facts",
    "What the submitters state of these systems",
    of_each.rename_axis("fact").reset_index(),
    ["fact", *of_each.columns],
    headings={name: name for name in of_each.columns},
    behind=three,
)

# %% [markdown]
# Chip, number format of the weights, host processor and network are described alike. Which weights ran is not recorded,
# and power was not measured. NVIDIA's two descriptions of its rack differ in host memory, which may be a change of the
# machine or of the text. Accuracy stayed above its target ([did accuracy pay?](accuracy.ipynb)).
#
# **Which switches were new.** Of what the articles credit, the Server files of v6.0 show new kernels for the experts,
# attention-DP balance and fusion; the last two were on in v5.1 as well. On NVIDIA's own rack
# {n}`switches.own-changed-engine` settings besides the load changed ([which switches were on](switches.ipynb)). No
# result tells what one of them gave.
#
# ## Who else gained as much

# %% tags=["hide-cell"]
kept = comparisons(before="v5.1", after="v6.0", benchmark="deepseek-r1",
    scenario="Server").where("of one owner and size", lambda t: t.kept.notna())
dell, named_alike = kept(submitter_after="Dell").first("-ratio"), kept(same_system=True).first("-ratio")
say("software.dell", dell.ratio)
holds("On one system of one name Google gained most", named_alike.after.submitter == "Google")
holds("Dell gained more, on servers of another name", dell.ratio > named_alike.ratio and not dell.same_system)
up_to, rack = float(read_texts()["nvidia-pdf"].prints[0].removesuffix("x")), {"submitter": "NVIDIA", "accelerators": 72}
by_v61 = r1.one(round="v6.1", chip="GB300", **rack).per_accelerator / first.per_accelerator
holds("NVIDIA's GB300 rack had gained less than the highest gain that its supplement names in v6.0 and more by v6.1",
    (own.per_accelerator / first.per_accelerator).value < up_to < by_v61.value)

# %% [markdown]
# On one system of one name Google gained most, {n}`pair.b200-google`. We think that this is the clearest case that
# software, settings and load can give as much. Dell gained more, on servers of another name: {n}`software.dell` by its
# best result of each round. NVIDIA's GB300 rack had gained less than the highest gain that its supplement names in v6.0
# and more by v6.1 ([what v6.1 added](v6-1.ipynb)). [Each owner's gain](speedup.ipynb#not-every-operator-gained-as-much)
# is on another page.
#
# ## How rare is such a gain?
#
# For each chip, benchmark and scenario: the best closed result per accelerator of any submitter in a round, divided by
# the best of the round before, in Server and Offline. Rounds that MLCommons calls comparable are compared, and a
# benchmark with two accuracy targets counts once. *Young* means that the chip or the benchmark was in its second round.

# %% tags=["hide-cell"]
from claimcheck.analysis.gains import successive
from claimcheck.notebook import inference_results, keys_until, load_tables, rounds_until, title

results = inference_results(round=rounds_until()["inference"])
comparable = load_tables().listed.groups
published = claim(1)


def reaching(pairs, least=published):
    """Those of the pairs that reach the published ratio, or another."""
    return pairs.where(f"of {least} or more", lambda t: t.ratio >= least.value)


def median(pairs):
    """The median ratio; it rests on too many results to list them."""
    what = f"median ratio of {len(pairs)} {pairs.words}"
    return value(pairs.frame.ratio.median(), "x", of=what, table="inference_results")

# %% tags=["hide-cell"]
pairs = results.pipe(lambda t: successive(t, comparable))(rounds_apart=1)
pairs = pairs.called("comparisons of a chip's best result with that of the round before")
say("years.median", median(pairs), of=f"median of {len(pairs)} ratios of a chip's best result per accelerator to its "
    "best of the round before (table inference_results)")
say("years.reached-n", reaching(pairs).count,
    of=f"number of times that a chip's best result reached {published} of its best of the round before")
young = pairs.where("with a chip or benchmark in its second round", lambda t: t.new_benchmark | t.new_chip)
later = pairs.where("with an older chip and benchmark", lambda t: ~(t.new_benchmark | t.new_chip))
for name, part in {"": pairs, "second-": young, "later-": later}.items():
    say(f"years.{name}n", value(len(part), of=f"number of {part.words}", table="inference_results"))
say("years.second-median", median(young))
# In its group of comparable rounds, the first of which is 0.
turn = {(name, one): place for name, groups in comparable.items() for group in groups
    for place, one in enumerate(group)}
turns = [turn[pair] for pair in zip(pairs.frame.benchmark, pairs.frame.after)]
second = pairs.where("on a benchmark in its second round", lambda t: [one == 1 for one in turns])
fourth = pairs.where("on a benchmark in its fourth round or a later one", lambda t: [one >= 3 for one in turns])
say("years.benchmark-second", median(second))
say("years.benchmark-fourth", median(fourth))
say("years.second-reached-n", reaching(young).count)
holds("best results rose {} in a round only on young chips or benchmarks", len(reaching(later)) == 0)
holds("Such gains are rare: in {n}`years.reached-n` of {n}`years.n` comparisons a chip's best result reached "
    "{n}`claim.1.published` its best of the round before", len(reaching(pairs)) < 0.01 * len(pairs))

# %% tags=["hide-cell"]
rounds = keys_until(suites=["inference"])

# The highest of a row is named if it reaches the published ratio.
is_young = pairs.frame.new_benchmark | pairs.frame.new_chip
drawn = pairs.frame.assign(age=is_young.map({True: "young", False: "later"}))
drawn = drawn.sort_values(["scenario", "age", "ratio"], ascending=False)
highest = ~drawn.duplicated(["scenario", "age"]) & (drawn.ratio >= published.value)
chips = drawn["product"].str.removesuffix("-SXM-80GB") + drawn.ratio.map(" {:.2f}x".format)
middle = drawn.groupby(["scenario", "age"]).ratio.transform("median")

# %% tags=["hide-input"]
drawn = drawn.assign(
    row=drawn.age + middle.map(": median {:.2f}x".format),
    comparison=drawn["product"] + ", " + drawn.family.map(title) + ", " + drawn.before + " to " + drawn.after,
    words=chips.where(highest, ""),
)
ratio = alt.X("ratio", title="result per accelerator, later round over earlier").scale(type="log", nice=False)
ratio = ratio.axis(values=[0.1, 0.5, 1, 1.5, 2, 5, 10], labelExpr="format(datum.value, '~r') + 'x'")
rows = alt.Chart(drawn).encode(ratio, alt.Y("row", sort=None), tooltip="comparison")
colour = alt.Color("age", legend=None).scale(domain=["young", "later"], range=[COLOURS["words"], COLOURS["other"]])
ticks = rows.mark_tick(size=16, thickness=2, opacity=0.7).encode(color=colour)
named = rows.transform_filter("datum.words != ''").mark_text().encode(text="words")
show(
    "gains",
    f"Up to v6.0, best results rose {published} in a round only on young chips or benchmarks",
    alt.layer(line_at(f"published: {published}", published), ticks, named, data=drawn)
    .facet(alt.Facet("scenario", sort=None), columns=1)
    .resolve_scale(y="independent"),
    note="Best result per accelerator of any submitter at any system size, over that of the round before. Young: chip "
    "or benchmark in its second round.",
    rounds=rounds,
)

# %% [markdown]
# The typical change is {n}`years.median`. The published pair is young in both ways, because DeepSeek-R1 and the GB300
# were in their second round. Among the {n}`years.second-n` young comparisons, {n}`years.second-reached-n` reach the
# published ratio, and their median is {n}`years.second-median`. None of the {n}`years.later-n` others reaches it. By
# the age of the benchmark alone, the median is {n}`years.benchmark-second` in its second round and
# {n}`years.benchmark-fourth` in its fourth or a later one.
#
# The highest ratio of all, {n}`years.top`, is not a gain of newer software over older. One submitter ran MLPerf's
# reference code in one round and NVIDIA's code in the next. It is one submitter under two spellings of its name.
#
# ## Is it a pattern?
#
# Article A5 calls {n}`claim.52.published` a pattern and not a one-time event, adds that the gain of the round before
# was {n}`claim.40.published`, without saying of what, and says that no custom chip has shown gains of this kind across
# models.

# %% tags=["hide-cell"]
top = pairs.first("-ratio")
sides = inference_results.where("of the highest ratio", lambda t: t.row_id.isin(top.rows)).by("round")
older_software, newer_software = sides.frame.software.str.lower()
holds("ran MLPerf's reference code in", "onnxruntime" in older_software and "tensorrt" in newer_software)
holds("one submitter under two spellings of its name", sides.frame.submitter.str.lower().nunique() == 1)
say("years.top", pairs.max("ratio"))
before = comparisons(before="v5.0", after="v5.1", repeats=False)
holds("The round before v6.0 had no such gain", "v5.1" not in set(reaching(pairs, claim(52)).frame.after)
    and round(before.frame.ratio.max(), 1) < claim(40).value)
on_nvidia, others = pairs(vendor="NVIDIA"), pairs.where("on silicon of other makers", lambda t: t.vendor != "NVIDIA")
reached = reaching(on_nvidia, claim(52))
gptj = reached.one(product="H100-SXM-80GB", family="gptj", scenario="Server")
steps = {"rounds-n": reached, "steps-n": on_nvidia}
for key, part in steps.items():
    say(f"years.{key}",
        value(part.frame.after.nunique(), of=f"number of later rounds of {part.words}", table="inference_results"))
say("years.others-n", value(len(others), of=f"number of {others.words}", table="inference_results"))
say("years.others-reached-n", reaching(others, claim(52)).count)
say("years.gptj", gptj.ratio)
say("years.next-top", comparisons(before="v6.0", after="v6.1", repeats=False).max("ratio"))
holds("Each time the chip or the model was in its second round.",
    all(pair.new_benchmark or pair.new_chip for pair in reached))

# %% [markdown]
# It happened more than once, and it does not happen every round. The best result of one of NVIDIA's
# chips, of any submitter, rose as much in {n}`years.rounds-n` of {n}`years.steps-n` rounds up to v6.0: in v6.0 on
# DeepSeek-R1, in v4.0 on GPT-J, and in v3.1 on a consumer card whose submitter changed from reference code to NVIDIA's.
# On GPT-J the H100 gained {n}`years.gptj`. Each time the chip or the model was in its second round.
#
# The round before v6.0 had no such gain, by this measure or by our defensible comparisons, which also take pairs of one
# owner: the highest of v5.0 with v5.1 on one chip is {n}`claim.40.computed`. In v6.1 the highest of these comparisons
# is {n}`years.next-top`, again on a model in its second round. There are
# {n}`years.others-n` comparisons on chips of other makers, and {n}`years.others-reached-n` of them reaches such a gain,
# on one small model. But few custom chips come back: none of them has results in both v5.1 and v6.0.
#
# ## Limits
#
# - Names such as Xavier, T4 or slices of an A100 (MIG) are shared by several boards and settings, and their ratios are
#   among those above.
# - 3D U-Net took another data set in v2.0, and every chip's results fell to a fifteenth or less, though MLCommons'
#   table calls the rounds comparable. We left out the pairs across that round, and pairs whose units differ (GPT-J and
#   Llama 2 70B between v4.0 and v4.1).
# - Up to v4.0 a Server result is the rate that was scheduled, since then the rate completed. Pairs across that change
#   are kept.
# - A ratio near 1 may mean that the same submission was sent in again.
#
# ## The claims
#
# ```{claim-list} 6 40 52 53
# ```
#
# ```{mlperf-footnote}
# :rounds: inference
# ```
