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
# # Is 2.77x in one round common?
#
# :::{admonition} The answer
# :class: cc-key
# **No, and it has only ever happened to a young chip or benchmark.** From one round of MLPerf® Inference to the next, a chip's best
# result per accelerator is typically {n}`years.median` of what it was (the median of {n}`years.n` comparisons since 2019).
# Only {n}`years.reached-n` reach the published ratio, the published pair among them. In each, the chip or the benchmark was in its
# second round.
# :::
#
# The ratios on this page are ours and not verified by MLCommons Association.

# %% tags=["hide-cell"]

from claimcheck.analysis.gains import cumulative, how_often, same_owner, successive
from claimcheck.analysis.tables import load_tables, round_pairs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.gains import gains
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.data.numbers import number, state
from claimcheck.data.rounds import keys_until, order, rounds_until

loaded = load_tables()
rounds = rounds_until()["inference"]
results = loaded.results[loaded.results["round"].isin(rounds)]
printed = {c.number: float(c.figures[0].published) for c in load_register() if c.figures}
published = printed[1]
footnote = rounds_footnote(rounds=keys_until(suites=["inference"]))
comparable = loaded.listed.groups

# %% [markdown]
# ## What is compared
#
# For each chip, benchmark and scenario: the best closed result per accelerator of any submitter in a round, divided by the best
# of the round before, in Server and Offline. Only rounds that MLCommons calls comparable are compared, and a benchmark with two
# accuracy targets counts once. The ratio by scenario and later round:

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the ratios by round", "code_prompt_hide": "Hide the ratios by round"}
pairs = successive(results, comparable)
pairs = pairs[pairs.rounds_apart == 1]
check = pairs.per_accelerator_after / pairs.per_accelerator_before
assert ((check - pairs.ratio).abs() < 1e-9).all()
by_round = pairs.groupby(["scenario", "after"]).ratio
spread = by_round.agg(pairs="size", lowest="min", median="median", highest="max")
spread.round(2)

# %% [markdown]
# The table counts how many reach the published ratio, by age. *Young* means that the chip or the benchmark was in its second round.

# %% tags=["hide-input"]
heads = {"newness": "age", "reached": "reach it", "share": "share, %"}


def counted(compared):
    """How many comparisons reach the published ratio: all, young and later ones."""
    often = how_often(compared, published).rename(columns=heads)
    often["age"] = often["age"].replace("second round", "young")
    often["share, %"] = (100 * often["share, %"]).round(1)
    return often.set_index(["scenario", "age"]).sort_index().round(2)


counted(pairs)

# %% tags=["hide-input"]
what = "ratios of a chip's best result per accelerator to that of the round before, Server and Offline"
young = pairs.new_benchmark | pairs.new_chip
groups = [
    ("years.", pairs, what),
    ("years.second-", pairs[young], f"{what}; chip or benchmark in its second round"),
    ("years.later-", pairs[~young], f"{what}; neither chip nor benchmark new"),
]
state(
    (number(f"{key}n", len(part), how=how) for key, part, how in groups),
    (number(f"{key}median", part.ratio.median(), "x", 2, how=f"median of the {how}") for key, part, how in groups),
    (
        number(f"{key}reached-n", (part.ratio >= published).sum(), how=f"{how}; {published}x or more")
        for key, part, how in groups
    ),
)

# %% tags=["hide-input"]
names = {
    "gptj": "GPT-J",
    "deepseek-r1": "DeepSeek-R1",
    "llama2-70b": "Llama 2 70B",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "mixtral-8x7b": "Mixtral 8x7B",
    "resnet": "ResNet",
    "retinanet": "RetinaNet",
    "stable-diffusion-xl": "SDXL",
    "bert": "BERT",
    "3d-unet": "3D U-Net",
    "dlrm": "DLRM",
    "dlrm-v2": "DLRMv2",
    "rnnt": "RNN-T",
    "whisper": "Whisper",
    "rgat": "RGAT",
    "ssd-small": "SSD small",
    "ssd-large": "SSD large",
    "Centaur Integrated AI Coprocessor": "Centaur",
}


def drawn(compared):
    """Comparisons ready to draw: a row each for young and later ones, the highest of a row named if it reaches the ratio."""
    frame = compared.assign(young=compared.new_benchmark | compared.new_chip)
    frame = frame.sort_values(["scenario", "young", "ratio"], ascending=False)
    called = [f"{c}, {names.get(f, f)}" for c, f in zip(frame.chip, frame.family)]
    first = ~frame.duplicated(["scenario", "young"])
    count = frame.groupby(["scenario", "young"]).ratio.agg(["size", "median"])
    cells = list(zip(frame.scenario, frame.young))
    return frame.assign(
        panel=frame.scenario,
        row=["Chip or benchmark in its second round" if young else "Later" for young in frame.young],
        note=[f"median {count.loc[c, 'median']:.2f}x of {count.loc[c, 'size']}" for c in cells],
        kind=["young" if young else "later" for young in frame.young],
        label=[f"{c}, {b} to {a}" for c, b, a in zip(called, frame.before, frame.after)],
        text=[
            c.replace("-SXM-80GB", "") + f" {r:.2f}x" if top and r >= published else ""
            for c, r, top in zip(called, frame.ratio, first)
        ],
    )


reached = pairs[pairs.ratio >= published]
Figure(
    gains(drawn(pairs), published=published, everywhere=True),
    id="gains",
    title=f"Only young chips or benchmarks ever reached {published:.2f}x from one round to the next",
    description="Dots of the ratio of a chip's best result per accelerator to that of the round before, a row each for young and "
    f"later comparisons, a panel each for Server and Offline. The median is {pairs.ratio.median():.2f}. Those that reach the "
    "published ratio: "
    + "; ".join(f"{r.chip} {r.benchmark} {r.scenario} in {r.after}, {r.ratio:.2f}" for r in reached.itertuples())
    + ".",
    caption=f"Closed division, best result per accelerator of any submitter at any system size, over that of the round "
    f"before. Dark: chip or benchmark in its second round. Grey: later.\n\n{footnote}",
)

# %% [markdown]
# ## The largest gains

# %% tags=["hide-input"]
listed = pairs.assign(
    young=pairs.new_benchmark | pairs.new_chip,
    rounds=pairs.before + " to " + pairs.after,
    earlier=[f"{s}, {n}" for s, n in zip(pairs.submitter_before, pairs.accelerators_before)],
    later=[f"{s}, {n}" for s, n in zip(pairs.submitter_after, pairs.accelerators_after)],
)
columns = {
    "ratio": "Ratio",
    "chip": "Chip",
    "benchmark": "Benchmark",
    "scenario": "Scenario",
    "rounds": "Rounds",
    "earlier": "Before",
    "later": "After",
    "young": "Young",
}
ResultsTable(
    id="reached",
    frame=listed[listed.ratio >= 2],
    caption="Gains of twice or more from one round to the next, with submitter and number of chips. Young: chip or benchmark "
    "in its second round.",
    columns=columns,
    formats={"ratio": ".2f"},
)

# %% [markdown]
# The highest ratio of all, {n}`years.top`, is not a gain of newer software over older. One submitter ran MLPerf's reference code in
# one round and NVIDIA's code in the next. It is one submitter under two spellings of its name:

# %% tags=["hide-input"]
top = pairs.sort_values("ratio", ascending=False, kind="stable").iloc[0]
both = results.set_index("row_id").loc[[top.row_id_before, top.row_id_after]]
# From a general runtime to the vendor's compiler.
before, after = both.software.str.lower()
assert "onnxruntime" in before and "tensorrt" in after
assert both.submitter.str.lower().nunique() == 1
assert both.system.str.contains("reference").tolist() == [True, False]
print(f"{top.chip}, {top.benchmark} {top.scenario}: {top.ratio:.2f}x")
both.set_index("round")[["submitter", "software", "value", "unit"]]

# %% tags=["hide-input"]
where = f"{top.chip}, {top.benchmark} {top.scenario}, {top.before} to {top.after}"
change = f"{top.submitter_before} to {top.submitter_after}; software: {' to '.join(both.software)}"
# Names of chips under which submitters ran different boards, power settings or slices.
vague = pairs.chip.str.contains("Xavier|^T4$|MIG")
rest = pairs[~vague].drop(index=top.name, errors="ignore")
boards = f"{what}, on chips whose name may be of several boards or settings (Xavier, T4, slices by MIG)"
highest = f"highest of the {what}: {where}; {change}"
state(
    number("years.top", top.ratio, "x", 2, how=highest, rows=top),
    number("years.vague-n", vague.sum(), how=boards),
    number("years.median-rest", rest.ratio.median(), "x", 2, how=f"median without these: {boards}; {highest}"),
)

# %% [markdown]
# ## The same owner, the same number of chips
#
# The best result may be another submitter's, or of another size of system. A stricter comparison takes the same submitter in both
# rounds, with the same number of the same chips. It gives the same picture.

# %% tags=["hide-input"]
owners = same_owner(results, comparable)
owners = owners[owners.rounds_apart == 1]
counted(owners)

# %% tags=["hide-input"]
enough = owners[owners.ratio >= published]
Figure(
    gains(drawn(owners), published=published, everywhere=True),
    id="owners",
    title=f"Almost no gain of one submitter over its own result reaches {published:.2f}x",
    description="Dots of one submitter's own ratio from round to round on as many of the same chips, a row each for young and "
    f"later comparisons, a panel each for Server and Offline. The median is {owners.ratio.median():.2f}. Of {len(owners):,}, "
    f"{len(enough)} reach the published ratio: "
    + "; ".join(f"{r.submitter_after} {r.chip} {r.benchmark} {r.scenario} in {r.after}, {r.ratio:.2f}" for r in enough.itertuples())
    + ".",
    caption="Closed division, same submitter, chip and number of chips. Dark: chip or benchmark in its second round. Grey: "
    f"later.\n\n{footnote}",
)

# %% [markdown]
# A submitter that renamed its system may have changed the server. The one with the highest ratio did:

# %% tags=["hide-input"]
shown = ["submitter_after", "chip", "benchmark", "scenario", "ratio"]
systems = ["system_before", "system_after"]
owners.sort_values("ratio", ascending=False, kind="stable")[[*shown, *systems]].head(1).T

# %% [markdown]
# ## One chip over the years

# %% tags=["hide-input"]
chips = ["A100-SXM-80GB", "H100-SXM-80GB", "H200-SXM-141GB", "B200", "GB200", "GB300"]
lives = cumulative(results, comparable)
lives = lives[lives.chip.isin(chips)].sort_values("round", key=lambda r: r.map(order), kind="stable")
series = lives.groupby(["chip", "family", "benchmark", "scenario", "first"])
last = series.agg(
    ratio=("relative", "last"), until=("round", "last"), rounds=("round", "size"),
    row_id_before=("row_id", "first"), row_id_after=("row_id", "last"),
).reset_index()  # fmt: skip
last = last[last.rounds > 1].assign(order=lambda t: [-chips.index(c) for c in t.chip])
last = last.sort_values(["scenario", "order"], ascending=False, kind="stable")
middle = last.groupby(["chip", "scenario"]).ratio.agg(["median", "size"])
r1 = last.family == "deepseek-r1"
Figure(
    gains(
        last.assign(
            panel=last.scenario,
            row=last.chip,
            note=[f"median {m:.2f}x of {n}" for m, n in middle.loc[list(zip(last.chip, last.scenario))].to_numpy(object)],
            kind=["DeepSeek-R1" if new else "another benchmark" for new in r1],
            label=[f"{c}, {names.get(f, f)}, {a} to {b}" for c, f, a, b in zip(last.chip, last.family, last["first"], last.until)],
            text=["DeepSeek-R1" if new else "" for new in r1],
        ),
        published=None,
        axis="result per accelerator, last round over first",
    ),
    id="lives",
    title=f"Over all its rounds, a chip's result changed to {last.ratio.median():.2f}x in the median",
    description="Dots of the best result per accelerator in a chip's last round on a benchmark, divided by that of its first, a row "
    "for each chip, a panel for each scenario. "
    + "; ".join(f"{c} {s}: median {m:.2f} of {n:.0f}" for (c, s), (m, n) in middle.iterrows())
    + ".",
    caption="Closed division, best result per accelerator of any submitter, the last round of a chip on a benchmark over the first. "
    f"Dark: DeepSeek-R1.\n\n{footnote}",
)

# %% [markdown]
# ## The round before had no such gain
#
# Article A5 adds that the gain of the round before was {n}`claim.40.published`, without saying of what. Of all comparisons of
# v5.0 with v5.1 on one chip, at any size and by any submitter, the highest is {n}`claim.40.computed`. The highest on each chip:

# %% tags=["hide-input"]
step = round_pairs(loaded, "v5.0", "v5.1")
by_chip = step.ratio.astype(float).groupby(step.chip).agg(comparisons="size", median="median", highest="max")
assert (step.ratio.round(1) < printed[40]).all()
by_chip.sort_values("highest", ascending=False, kind="stable").round(2)

# %% [markdown]
# ## Is it a pattern?
#
# Article A5 calls {n}`claim.52.published` a pattern and not a one-time event, and says that no custom chip has shown gains of
# this kind across models. Every comparison above that reaches it:

# %% tags=["hide-input"]
large = pairs[pairs.ratio >= printed[52]].sort_values(["after", "ratio"])
large.set_index(["after", "vendor", "chip"])[["benchmark", "scenario", "ratio", "new_benchmark", "new_chip"]].round(2)

# %% [markdown]
# And all comparisons by the maker of the silicon: how many there are, on how many benchmarks, until which round.

# %% tags=["hide-input"]
by_maker = pairs.groupby("vendor").agg(
    comparisons=("ratio", "size"),
    benchmarks=("family", "nunique"),
    median=("ratio", "median"),
    highest=("ratio", "max"),
    last=("after", lambda r: max(r, key=order)),
)
by_maker.sort_values("comparisons", ascending=False, kind="stable").round(2)

# %% tags=["hide-cell"]
on_nvidia, others = pairs[pairs.vendor == "NVIDIA"], pairs[pairs.vendor != "NVIDIA"]
reach = f"{printed[52]}x or more"
gptj = large[(large.chip == "H100-SXM-80GB") & (large.family == "gptj")].iloc[0]
then = round_pairs(loaded, "v6.0", "v6.1").iloc[0]
afterwards = "highest ratio per accelerator of any comparison of v6.0 with v6.1 on one accelerator"
state(
    number(
        "years.rounds-n",
        large[large.vendor == "NVIDIA"].after.nunique(),
        how=f"rounds with a ratio of {reach} among the {what}, NVIDIA's silicon",
    ),
    number("years.steps-n", on_nvidia.after.nunique(), how=f"rounds with any of the {what}, NVIDIA's silicon"),
    number("years.others-n", len(others), how=f"{what}, silicon of other makers than NVIDIA"),
    number(
        "years.others-reached-n",
        (others.ratio >= printed[52]).sum(),
        how=f"{what}, silicon of other makers than NVIDIA; {reach}",
        rows=others[others.ratio >= printed[52]],
    ),
    number("years.gptj", gptj.ratio, "x", 2, how=f"{gptj.chip}, {gptj.benchmark} {gptj.scenario}, {gptj.before} to {gptj.after}", rows=gptj),
    number(
        "years.next-top",
        then.ratio,
        "x",
        2,
        how=f"{afterwards}: {then.submitter_after} on {then.accelerators_after} {then.chip}, {then.benchmark} {then.scenario}",
        rows=then,
    ),
)

# %% [markdown]
# It happened more than once, and it does not happen every round. NVIDIA's chips reached such a gain in {n}`years.rounds-n` of
# {n}`years.steps-n` rounds: in v6.0 on DeepSeek-R1, in v4.0 on GPT-J, and in v3.1 on a consumer card whose submitter changed from
# reference code to NVIDIA's. On GPT-J the H100 gained {n}`years.gptj`. Each time the chip or the model was in its second round. The
# round before v6.0 had no such gain. In v6.1 the highest ratio is {n}`years.next-top`, again on a model in its second round.
#
# There are {n}`years.others-n` comparisons on chips of other makers, and {n}`years.others-reached-n` of them reaches such a gain,
# on one small model. But few custom chips come back: most have results in two or three rounds on a few models, and none of them
# in both v5.1 and v6.0.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every comparison", "code_prompt_hide": "Hide every comparison"}
ResultsTable(
    id="pairs",
    frame=listed,
    caption="Every chip, benchmark and scenario with results in two successive rounds, with submitter and number of chips.",
    columns=columns,
    formats={"ratio": ".2f"},
    searchable=True,
)

# %% [markdown]
# ## What depends on the choice of comparisons
#
# The published pair is young in both ways, because DeepSeek-R1 and the GB300 were in their second round. Among the
# {n}`years.second-n` young comparisons, {n}`years.second-reached-n` reach the published ratio. Their median is
# {n}`years.second-median`. Of the {n}`years.later-n` others, {n}`years.later-reached-n` reach it.
#
# Some ratios compare systems that share only a name. Xavier was the name of several boards and power settings, T4 cards were in
# systems of very different size, and slices of an A100 or A30 (MIG) were used in different numbers. {n}`years.vague-n` ratios have
# such names, among them the lowest. Without these and without the highest, the median is {n}`years.median-rest`.
#
# ## Limits
#
# - 3D U-Net took another data set in v2.0, and every chip's results fell to about a twentieth, though MLCommons' table calls the
#   rounds comparable. We left out the pairs across that round, and pairs whose units differ (GPT-J and Llama 2 70B between v4.0
#   and v4.1).
# - A new chip name may hide a new board, and one name two boards.
# - Up to v4.0 a Server result is the rate that was scheduled, since then the rate completed. Pairs across that change are kept.
# - A ratio near 1 may mean that the same submission was sent in again.
#
# ## The claims
#
# ```{claim-card} 40
# ```
# ```{claim-card} 52
# ```
# ```{claim-card} 53
# ```
#
# ```{mlperf-footnote}
# :rounds: inference
# ```
