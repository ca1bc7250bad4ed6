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
# No. In {n}`years.n` comparisons over all rounds of MLPerf® Inference, a chip's best result per accelerator was
# {n}`years.median` that of the round before, in the middle; {n}`years.reached-n` reached the published ratio, the published
# pair itself among them. All of those were young: the chip or the benchmark was in its second round. Of {n}`years.later-n` comparisons of chips and
# benchmarks that were not new, {n}`years.later-reached-n` did.
# :::

# %% tags=["hide-cell"]

from claimcheck import tables
from claimcheck.analysis.generations import cumulative, how_often, same_owner, successive
from claimcheck.charts import ResultsTable
from claimcheck.charts.generations import one_chip_over_time, software_gains
from claimcheck.claims import evaluate, load_tables
from claimcheck.claims.counted_history import comparable_rounds
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.claims.wins import keys_until, rounds_until

loaded = load_tables()
rounds = rounds_until()["inference"]
results = loaded.results[loaded.results["round"].isin(rounds)]
published = evaluate(only=[1])[0].published.value
print(tables.fingerprints("inference_results.csv.gz", "rounds.yml", "claims.yml"))
footnote = rounds_footnote(rounds=[k for k in keys_until() if k in rounds])

# %% [markdown]
# ## The arithmetic
#
# For each chip, benchmark and scenario: the best closed result per accelerator of any submitter in a round, over the best
# of the round before. Rates only; rounds that MLCommons calls comparable; one accuracy target a benchmark.

# %%
pairs = successive(results, comparable_rounds(loaded))
pairs = pairs[pairs.rounds_apart == 1]
check = pairs.per_accelerator_after / pairs.per_accelerator_before
assert ((check - pairs.ratio).abs() < 1e-9).all()
spread = pairs.groupby(["scenario", "after"]).ratio.describe()
spread[["count", "min", "50%", "max"]].round(2)

# %%
how_often(pairs, published).round(3)

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
reached = pairs[pairs.ratio >= published]
software_gains(
    pairs,
    published=published,
    names=names,
    id="gains",
    title=f"{len(reached)} of {len(pairs)} gains from one round to the next reach {published:.2f}x; the median is {pairs.ratio.median():.2f}x",
    description="Dots of the ratio of a chip's best result per accelerator to that of the round before, a row for each pair "
    "of rounds, a panel each for Server and Offline. Those that reach the published ratio: "
    + "; ".join(f"{r.chip} {r.benchmark} {r.scenario} in {r.after}, {r.ratio:.2f}" for r in reached.itertuples())
    + ".",
    caption=f"Closed division, best result per accelerator of any submitter at any system size.\n\n{footnote}",
)

# %% [markdown]
# ## The gains that reach it

# %% tags=["hide-input"]
ResultsTable(
    id="reached",
    frame=pairs[pairs.ratio >= 2].assign(young=pairs.new_benchmark | pairs.new_chip),
    caption="Gains of twice or more from one round to the next. Young: chip or benchmark in its second round.",
    columns={
        "chip": "Chip",
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "before": "From",
        "after": "To",
        "ratio": "Ratio",
        "young": "Young",
        "submitter_before": "Submitter before",
        "accelerators_before": "Chips before",
        "submitter_after": "Submitter after",
        "accelerators_after": "Chips after",
    },
    formats={"ratio": ".2f"},
)

# %% [markdown]
# ## The same owner, the same number of chips
#
# The best of any submitter may change its size and its owner. Stricter: one submitter, as many of the same chips.

# %%
owners = same_owner(results, comparable_rounds(loaded))
owners = owners[owners.rounds_apart == 1]
how_often(owners, published).round(3)

# %% tags=["hide-input"]
enough = owners[owners.ratio >= published]
software_gains(
    owners,
    published=published,
    names=names,
    id="owners",
    title=f"Who kept the same chips gained {owners.ratio.median():.2f}x in the middle; {len(enough)} of {len(owners)} reach {published:.2f}x",
    description="Dots of one submitter's own ratio from round to round on as many of the same chips, a row for each pair of "
    "rounds, a panel each for Server and Offline. "
    + "; ".join(f"{r.submitter_after} {r.chip} {r.benchmark} {r.scenario} in {r.after}, {r.ratio:.2f}" for r in enough.itertuples())
    + ".",
    caption=f"Closed division, same submitter, chip and number of chips.\n\n{footnote}",
)

# %% [markdown]
# ## One chip over the years

# %% tags=["hide-input"]
chips = ["A100-SXM-80GB", "H100-SXM-80GB", "H200-SXM-141GB", "B200", "GB200", "GB300"]
lives = cumulative(results, comparable_rounds(loaded))
lives = lives[lives.chip.isin(chips)]
last = lives.sort_values("round").groupby(["chip", "benchmark", "scenario"]).tail(1)
one_chip_over_time(
    lives,
    chips=chips,
    names=names,
    marked=["deepseek-r1"],
    flat=0.15,
    id="lives",
    title=f"Over all its rounds, a chip's results per accelerator rose to {last.relative.median():.2f}x in the middle",
    description="Lines of the best result per accelerator relative to the chip's first round on a benchmark, a panel for each "
    "chip and scenario. "
    + "; ".join(
        f"{chip} {scenario}: up to {g.relative.max():.2f}" for (chip, scenario), g in last.groupby(["chip", "scenario"])
    )
    + ".",
    caption=f"Closed division, best result per accelerator of any submitter.\n\n{footnote}",
)

# %% [markdown]
# ## Every comparison

# %% tags=["hide-input"]
ResultsTable(
    id="pairs",
    frame=pairs,
    caption="Every chip, benchmark and scenario with results in two successive rounds.",
    columns={
        "chip": "Chip",
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "before": "From",
        "after": "To",
        "ratio": "Ratio",
        "submitter_before": "Submitter before",
        "submitter_after": "Submitter after",
        "same_number": "Same number of chips",
    },
    formats={"ratio": ".3f"},
    searchable=True,
)

# %% [markdown]
# ## Sensitivity
#
# The headline pair is among those that reach it, and of this kind: DeepSeek-R1 was in its second round, on a chip in its second round. Against other young
# pairs ({n}`years.second-n`, median {n}`years.second-median`), {n}`years.second-reached-n` reach it.
#
# ## Limits
#
# - 3D U-Net took another data set in v2.0, and every chip's results fell to about a twentieth, though MLCommons' table calls
#   the rounds comparable: the pairs across that round are left out. So are pairs whose units differ (GPT-J and Llama 2 70B
#   between v4.0 and v4.1).
# - A new chip name may hide a new board, and one name two boards.
# - Up to v4.0 a Server result is the scheduled rate, since then the completed one; pairs across that change are kept.
# - A ratio near 1 often means that nobody worked on the entry, or that the same submission was sent in again.
#
# ```{mlperf-footnote}
# :rounds:
# ```
