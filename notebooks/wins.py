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
# # How many wins?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on what counts as a win, and NVIDIA has published no definition that we could find. NVIDIA counts
# {n}`claim.11.published` in MLPerf® Training and Inference, {n}`claim.12.published` as many as all other submitters combined.
# Word for word, with NVIDIA's partners among the others, {n}`wins.literal-n` definitions give
# {n}`wins.literal-ratio-low` to {n}`wins.literal-ratio-high`, because most wins on its chips are its partners'.
#
# So the sentence can only mean NVIDIA's chips, whoever submitted them. The definitions that it then allows give
# {n}`wins.allowed-low` to {n}`wins.allowed-high` wins, and none gives both of NVIDIA's figures. Some wins are doubtful, such as
# ties. If these may go to either side, {n}`wins.fitting-n` of the {n}`wins.allowed-n` definitions do give both. That proves
# little, because {n}`chance.allowed-doubt-both` of all similar pairs of figures pass the same test.
# :::

# %% tags=["hide-cell"]
from dataclasses import asdict

import numpy as np
import pandas as pd

from claimcheck.analysis.wins.definitions import (
    CHOICES,
    LITERAL,
    MEANING,
    NOT_APPLICABLE,
    OTHER_PROGRAMS,
    PLAIN,
    RULED_OUT,
    WITH_HPC,
    Rule,
    cells_won,
    effects,
    in_words,
    winners_finder,
)
from claimcheck.analysis.wins.winners import cell_winners, eligible_results, taking_part
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.wins import COUNTED, DOUBT, NO, cloud, matrix, pairs
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.claims.texts.wins import nearest_as_printed, published
from claimcheck.data import tables
from claimcheck.data.numbers import number, state, words
from claimcheck.data.rounds import keys_until, rounds_until

results, training = tables.load("inference_results"), tables.load("training_results")
counts = tables.load("counting_rules")
allowed = counts[counts.ruled_out.isna()]
literal = counts[counts.ruled_out == LITERAL]
plain = counts.iloc[0]
wins, ratio = published()
footnote = rounds_footnote(rounds=keys_until())

# %% tags=["hide-input"]
exact = counts[(counts.nvidia == wins) & (np.floor(counts.ratio + 0.5) == ratio)]
assert exact.ruled_out.notna().all() and exact.programs.str.contains("hpc").all()
Figure(
    cloud(counts, published=(wins, ratio)),
    id="cloud",
    title="As counted, no definition that the sentence allows gives both published figures",
    description=(
        f"Scatter plot of {len(counts):,} definitions of a win: NVIDIA's wins across, their ratio to everybody else's "
        f"upwards on a logarithmic axis. The published point, {wins:.0f} wins and {ratio:.0f} times, is marked. The "
        f"{len(allowed)} definitions that the sentence allows lie between {allowed.nvidia.min()} and "
        f"{allowed.nvidia.max()} wins and between {allowed.ratio.min():.1f} and {allowed.ratio.max():.1f} times, and none is at "
        f"the published point. Those that take the sentence word for word lie lowest, between {literal.ratio.min():.2f} and "
        f"{literal.ratio.max():.2f} times. The plainest definition gives {plain.nvidia} wins and {plain.ratio:.1f} times."
    ),
    caption=f"All rounds of MLPerf Inference and Training up to Inference v6.0; by some definitions also MLPerf HPC. A dot is "
    f"one outcome, larger where several definitions share it. The plainest definition is in a circle.\n\n{footnote}",
)

# %% [markdown]
# ## Word for word, NVIDIA is nowhere near nine times
#
# A *cell* is a round, suite, benchmark and scenario; in Training, a round and benchmark. The best result of a cell wins
# it. By the plainest definition all cells of the closed division count, accuracy variants of a benchmark are one, and a
# training entry wins with the shortest time. We count all rounds up to Inference v6.0, when the claim was made, twice: once
# with NVIDIA as one submitter among all, its joint entries included, and once with every entry on NVIDIA's chips as
# NVIDIA's. By the other definitions that take the sentence word for word, the ratio is {n}`wins.literal-ratio-low` to
# {n}`wins.literal-ratio-high`.

# %% tags=["hide-input"]
# One row a result. Its score is higher for a better one: a rate, or 1 / time.
everything = eligible_results(results, training)
closed = everything[(everything.division == "closed") & (everything.program != "hpc")]
# An entry without a known time (logs absent) wins only where no other took part.
scored = closed.assign(score=closed.score.fillna(0))
cell = ["program", "round", "suite", "family", "scenario"]
of_nvidia = {
    "NVIDIA against all other submitters": scored.submitter.str.contains("NVIDIA"),
    "NVIDIA's chips against all others": scored.vendor == "NVIDIA",
}
counted = {}
for name, mine in of_nvidia.items():
    top = scored.assign(mine=mine).pivot_table(index=cell, columns="mine", values="score", aggfunc="max", observed=True)
    top = top.fillna(-1)
    wins_of = {"NVIDIA": top[True] > top[False], "others": top[True] < top[False], "tied": top[True] == top[False]}
    counted[name] = {who: won.sum() for who, won in wins_of.items()}
by_side = pd.DataFrame(counted).T
# These few lines and the library agree.
assert [plain.nvidia, plain.others, plain.tied] == list(by_side.loc["NVIDIA's chips against all others"])
by_side.assign(ratio=(by_side.NVIDIA / by_side.others).round(2))

# %% [markdown]
# ## The sentence allows few definitions, and none gives both figures
#
# A definition of a win makes ten choices, such as which divisions and which systems count. We counted every combination that
# differs in meaning. NVIDIA's sentence speaks of training and inference wins and of all other submitters, which leaves out
# five kinds of definitions. The {n}`wins.allowed-n` that it allows give NVIDIA {n}`wins.allowed-ratio-low` to
# {n}`wins.allowed-ratio-high` as many wins as everybody else. The last columns of the table say how many definitions give each
# published figure, and both.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the ten choices", "code_prompt_hide": "Hide the ten choices"}
question = {
    "programs": "Which programs?",
    "who": "Whose win?",
    "division": "Which divisions?",
    "availability": "Which systems?",
    "cells": "Which cells?",
    "suites": "Which suites?",
    "variants": "Accuracy variants?",
    "measure": "Highest of what?",
    "count": "What counts?",
    "training": "Best in Training?",
}
choices = pd.DataFrame(
    [
        {"choice": question[choice], "means": MEANING[choice][value], "plainest": value == asdict(PLAIN)[choice]}
        for choice, values in CHOICES.items()
        for value in values
    ]
)
ResultsTable(
    id="choices",
    frame=choices,
    caption="The choices of a definition of a win. Every combination that differs in meaning is one definition.",
    columns={"choice": "Choice", "means": "One way", "plainest": "Plainest"},
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what the sentence leaves out, and why", "code_prompt_hide": "Hide what the sentence leaves out, and why"}
out = counts.ruled_out.fillna("")
reasons = {name: why for name, (why, _) in RULED_OUT.items()}
left_out = pd.DataFrame(
    {
        "kind": list(reasons),
        "definitions": [out.str.contains(name, regex=False).sum() for name in reasons],
        "alone": [(out == name).sum() for name in reasons],
        "why": list(reasons.values()),
    }
)
ResultsTable(
    id="left-out",
    frame=left_out,
    caption="What the sentence does not allow; a definition may be of several kinds. Alone: definitions that it does not "
    "allow for this reason only.",
    columns={"kind": "The definition", "definitions": "Definitions", "alone": "Alone", "why": "Why not"},
)

# %% tags=["hide-input"]
sets = {"allowed by the sentence": allowed, "the sentence word for word": literal, "all that we tried": counts}
pd.DataFrame(
    {
        f"{name} ({len(one):,})": {
            "wins": f"{one.nvidia.min()} to {one.nvidia.max()}",
            "ratio": f"{one.ratio.min():.1f} to {one.ratio.max():.1f}",
            f"{wins:.0f}": (one.nvidia == wins).sum(),
            f"{ratio:.0f}x": (np.floor(one.ratio + 0.5) == ratio).sum(),
            "both": one.index.isin(exact.index).sum(),
        }
        for name, one in sets.items()
    }
).T

# %% [markdown]
# Only {n}`wins.exact-n` definitions give both figures without a doubtful win, and both count MLPerf HPC. Whether it belongs is a
# matter of reading. NVIDIA's sentence names training and inference, so we leave HPC out; but MLCommons titles that suite
# "MLPerf Training: HPC" ([its page](https://mlcommons.org/en/training-hpc-10)). If HPC may count as well, the definitions that
# the sentence allows give {n}`wins.hpc-low` to {n}`wins.hpc-high` wins and {n}`wins.hpc-ratio-low` to {n}`wins.hpc-ratio-high`, and
# still {n}`wins.hpc-exact-n` of them gives both figures.
#
# ## Many other figures would pass the same test
#
# With many definitions, some come near any pair of figures. So we gave every pair near the published one the same test: is
# there a definition that gives this count, and a ratio that rounds to this one? *As counted* takes each definition's
# figures as they are. *With doubt* lets each doubtful cell of a definition go to either side: ties, leads below one
# percent, entries whose time or availability is not known. *Near* is every count from {n}`chance.count-low` to
# {n}`chance.count-high` with every whole ratio from {n}`chance.ratio-low` to {n}`chance.ratio-high`.

# %% tags=["hide-input"]
NEAR = (range(250, 331), range(5, 16))


def outcomes(definitions, doubt):
    """Every count and whole ratio that each definition gives: ``rule``, ``wins``, ``times``."""
    won = definitions[["rule", "nvidia", "others"]]
    if doubt:
        doubtful = definitions.nvidia_high - definitions.nvidia_low
        each = definitions.loc[definitions.index.repeat(doubtful + 1)]
        for_nvidia = each.groupby("rule").cumcount()
        decided = each.assign(nvidia=each.nvidia_low + for_nvidia, others=each.others_high - for_nvidia)
        won = pd.concat([won, decided[won.columns]])
    won = won[won.others > 0]
    times = np.floor((won.nvidia / won.others).astype(float) + 0.5).astype(int)
    return pd.DataFrame({"rule": won.rule, "wins": won.nvidia.astype(int), "times": times})


def passing(definitions, doubt, near=NEAR):
    """The share of counts, of ratios and of pairs near the published ones that some definition gives."""
    given = outcomes(definitions, doubt)[["wins", "times"]].drop_duplicates()
    n, times = near
    return {
        "count alone": given.wins[given.wins.isin(n)].nunique() / len(n),
        "ratio alone": given.times[given.times.isin(times)].nunique() / len(times),
        "both": (given.wins.isin(n) & given.times.isin(times)).sum() / (len(n) * len(times)),
        "the published pair": ((given.wins == wins) & (given.times == ratio)).any(),
    }


tests = {"as counted": False, "with doubt": True}
chance = pd.DataFrame(
    {
        (name, test): passing(sets[name], doubt)
        for name in ("allowed by the sentence", "all that we tried")
        for test, doubt in tests.items()
    }
).T
percent = chance.drop(columns="the published pair").astype(float).mul(100).round(1).add_suffix(", %")
gives = chance["the published pair"].map({True: "yes", False: "no"})
percent.assign(**{f"{wins:.0f} and {ratio:.0f}x?": gives})

# %% tags=["hide-input"]
grid = pd.MultiIndex.from_product(NEAR, names=["wins", "times"]).to_frame(index=False)
given = [
    pd.MultiIndex.from_frame(grid).isin(pd.MultiIndex.from_frame(outcomes(allowed, doubt)[["wins", "times"]]))
    for doubt in tests.values()
]
shares = chance.loc["allowed by the sentence", "both"]
Figure(
    pairs(grid.assign(passes=np.select(given, [COUNTED, DOUBT], NO)), published=(wins, ratio)),
    id="chance",
    title=f"{shares['with doubt']:.0%} of all nearby pairs of figures pass the same test",
    description=(
        f"A map of every count from {NEAR[0].start} to {NEAR[0].stop - 1} across and every whole ratio from {NEAR[1].start} to "
        f"{NEAR[1].stop - 1} upwards. The definitions that the sentence allows give {shares['as counted']:.1%} of the pairs as "
        f"counted and {shares['with doubt']:.1%} with doubtful cells decided either way. The published pair is given only in the "
        "second way."
    ),
    caption=f"Each square is a pair of a count and a ratio, by the {len(allowed)} definitions that the sentence allows. The "
    f"published pair is framed.\n\n{footnote}",
)

# %% [markdown]
# The ratio alone tests nothing: as counted, {n}`chance.allowed-counted-ratio` of the ratios pass. The count alone tests
# little: {n}`chance.allowed-counted-count` of the counts pass as counted and {n}`chance.allowed-doubt-count` with doubt.
# Only the pair is a test. As counted, {n}`chance.allowed-counted-both` of the pairs pass, and NVIDIA's is not among them. With
# doubt, {n}`chance.allowed-doubt-both` pass, and NVIDIA's is. Other bounds and other definitions give other shares.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the shares for other bounds and other definitions", "code_prompt_hide": "Hide the shares for other bounds and other definitions"}
wider = {
    "near": NEAR,
    "counts within 10, ratios within 1": (range(281, 302), range(8, 11)),
    "counts 200 to 400, ratios 3 to 20": (range(200, 401), range(3, 21)),
    "half to twice of each": (range(146, 583), range(5, 19)),
}
also = {f"also: {name}": counts[counts.ruled_out.isna() | (counts.ruled_out == name)] for name in RULED_OUT}
rows = {where: (allowed, near_) for where, near_ in wider.items()} | {what: (one, NEAR) for what, one in also.items()}
pd.DataFrame(
    {
        where: {"definitions": len(one)}
        | {
            f"{what}, {test}": f"{passing(one, doubt, near_)[what]:.0%}"
            for test, doubt in tests.items()
            for what in ("count alone", "both")
        }
        for where, (one, near_) in rows.items()
    }
).T

# %% tags=["hide-cell"]
PERCENT = {"count alone": "count", "ratio alone": "ratio", "both": "both"}
PRINTED = [
    ("allowed by the sentence", "as counted", "allowed-counted", PERCENT),
    ("allowed by the sentence", "with doubt", "allowed-doubt", ["count alone", "both"]),
]
decided = outcomes(allowed, doubt=True)
fitting = decided[(decided.wins == wins) & (decided.times == ratio)].rule.unique()
near = nearest_as_printed(allowed).iloc[0]
every = "definitions of a win over all rounds up to v6.0"
meant = f"of the {every}, those that the sentence allows"
word_for_word = f"of the {every}, those that count NVIDIA's entries against all other submitters'"
or_hpc = f"{meant} or would allow if MLPerf HPC counted"
with_hpc = counts[(counts.ruled_out.fillna(OTHER_PROGRAMS) == OTHER_PROGRAMS) & counts.programs.isin([PLAIN.programs, WITH_HPC])]
assert set(allowed.index) < set(with_hpc.index)
nearest = "the definition that the sentence allows and that is nearest to the published count and ratio"
state(
    number("wins.exact-n", len(exact), how=f"of the {every}, those that give both published figures as counted"),
    number("wins.allowed-n", len(allowed), how=meant),
    number("wins.allowed-low", allowed.nvidia.min(), how=f"{meant}: lowest count for NVIDIA"),
    number("wins.allowed-high", allowed.nvidia.max(), how=f"{meant}: highest count for NVIDIA"),
    number("wins.allowed-ratio-low", allowed.ratio.min(), "x", 1, how=f"{meant}: lowest ratio to everybody else"),
    number("wins.allowed-ratio-high", allowed.ratio.max(), "x", 1, how=f"{meant}: highest ratio to everybody else"),
    number("wins.literal-n", len(literal), how=f"of the {every}, those that take the sentence word for word"),
    number("wins.literal-ratio-low", literal.ratio.min(), "x", 1, how=f"{word_for_word}: lowest ratio"),
    number("wins.literal-ratio-high", literal.ratio.max(), "x", 1, how=f"{word_for_word}: highest ratio"),
    number("wins.hpc-low", with_hpc.nvidia.min(), how=f"{or_hpc}: lowest count for NVIDIA"),
    number("wins.hpc-high", with_hpc.nvidia.max(), how=f"{or_hpc}: highest count for NVIDIA"),
    number("wins.hpc-ratio-low", with_hpc.ratio.min(), "x", 1, how=f"{or_hpc}: lowest ratio to everybody else"),
    number("wins.hpc-ratio-high", with_hpc.ratio.max(), "x", 1, how=f"{or_hpc}: highest ratio to everybody else"),
    words("wins.hpc-exact-n", str(with_hpc.index.isin(exact.index).sum() or "none"), how=f"{or_hpc}: that give both published figures"),
    number(
        "wins.fitting-n", len(fitting), how=f"{meant}: that give both figures if doubtful cells are decided that way"
    ),
    words("wins.nearest-rule", in_words(near), how=f"{nearest}: what of it is not the plainest"),
    number("chance.count-low", NEAR[0].start, how="lowest count for which the test was made"),
    number("chance.count-high", NEAR[0].stop - 1, how="highest count for which the test was made"),
    number("chance.ratio-low", NEAR[1].start, "x", how="lowest ratio for which the test was made"),
    number("chance.ratio-high", NEAR[1].stop - 1, "x", how="highest ratio for which the test was made"),
    (
        number(
            f"chance.{key}-{PERCENT[what]}",
            100 * chance.loc[(name, test), what],
            "%",
            0,
            how=f"share of figures near the published ones ({what}) that a definition gives: definitions {name}, {test}",
        )
        for name, test, key, printed in PRINTED
        for what in printed
    ),
)

# %% [markdown]
# ## What would settle it
#
# A published definition would, or the list of the {n}`claim.11.published`. We found neither in the texts that we could
# read; the footnotes of NVIDIA's post we could not. MLCommons publishes results and names no winners. NVIDIA's own posts on
# Training count records at maximum scale and records per accelerator separately
# ([Training v1.1, in Chinese](https://developer.nvidia.com/zh-cn/blog/boosting-mlperf-training-v1-1-performance-with-full-stack-optimization/),
# [Training v3.0](https://developer.nvidia.com/blog/breaking-mlperf-training-records-with-nvidia-h100-gpus/)). The claim does
# not say whether a win is one, the other, or each of them. If each counts, one cell of Training is two wins; the folded
# table above has that case as "also: counts twice".
#
# ## Claims 11 and 12
#
# ```{claim-card} 11
# ```
# ```{claim-card} 12
# ```
#
# ## Who won what: only one vendor took part in a third of the cells
#
# By the plainest definition NVIDIA's chips won {n}`wins.plain-nvidia` of {n}`wins.cells-n` cells. But in
# {n}`wins.cells-alone-n` of them only one vendor's chips took part, so that vendor could not lose. The other
# {n}`wins.cells-contested-n` cells are *contested*. NVIDIA's chips won {n}`wins.contested-nvidia` of these, and other vendors'
# chips won {n}`wins.contested-others`: above all Google's in Training and Qualcomm's in Inference, mostly at the edge.

# %% tags=["hide-input"]
table = cell_winners(taking_part(everything))
inference, trained = table[table.program == "inference"], table[table.program != "inference"]
learnt = [k for k in keys_until() if k.startswith(("training-", "hpc-"))]
served = [k for k in keys_until() if k not in learnt]


def winners(part):
    """Who won the contested cells of a part."""
    counted = part[part.contested].vendor.value_counts()
    return ", ".join(f"{vendor} {n}" for vendor, n in counted.items())


names = {
    "3d-unet": "3D U-Net",
    "bert": "BERT",
    "deepseek-r1": "DeepSeek-R1",
    "dlrm": "DLRM",
    "dlrm-v2": "DLRMv2",
    "dlrm-v3": "DLRMv3",
    "gnmt": "GNMT",
    "gpt-oss-120b": "GPT-OSS 120B",
    "gptj": "GPT-J",
    "llama2-70b": "Llama 2 70B",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "llama3.1-8b-edge": "Llama 3.1 8B",
    "mixtral-8x7b": "Mixtral 8x7B",
    "mobilenet": "MobileNet",
    "pointpainting": "PointPainting",
    "qwen3-vl-235b-a22b": "Qwen3-VL",
    "resnet": "ResNet",
    "retinanet": "RetinaNet",
    "rgat": "R-GAT",
    "rnnt": "RNN-T",
    "ssd-large": "SSD large",
    "ssd-small": "SSD small",
    "stable-diffusion-xl": "SDXL",
    "wan-2.2-t2v-a14b": "WAN 2.2",
    "whisper": "Whisper",
    "yolo": "YOLO",
}
Figure(
    matrix(inference, names),
    id="inference",
    title=f"In {(~inference.contested).mean():.0%} of the inference cells only one vendor's chips took part",
    description="Matrix of rounds and benchmarks. Contested cells were won by: " + cell_winners(inference) + ".",
    caption="The best result of each cell, by maker of the chips. Closed division, any availability. v0.5 had no suites: "
    f"its Server and Offline results are shown under datacenter.\n\n{rounds_footnote(rounds=served)}",
)

# %% [markdown]
# Others won a larger share of the contested cells in Training. HPC is shown here and not in the counts above.

# %% tags=["hide-input"]
field = trained[(trained.program == "training") & trained.contested]
taught = {
    "bert": "BERT",
    "cosmoflow": "CosmoFlow",
    "deepcam": "DeepCAM",
    "dlrm": "DLRM",
    "dlrm_dcnv2": "DLRMv2",
    "flux1": "FLUX.1",
    "gnmt": "GNMT",
    "gpt3": "GPT-3",
    "llama2_70b_lora": "Llama 2 70B LoRA",
    "llama31_405b": "Llama 3.1 405B",
    "llama31_8b": "Llama 3.1 8B",
    "maskrcnn": "Mask R-CNN",
    "minigo": "MiniGo",
    "ncf": "NCF",
    "oc20": "OpenCatalyst",
    "openfold": "OpenFold",
    "resnet": "ResNet",
    "retinanet": "RetinaNet",
    "rgat": "R-GAT",
    "rnnt": "RNN-T",
    "ssd": "SSD",
    "stable_diffusion": "Stable Diffusion",
    "transformer": "Transformer",
    "unet3d": "3D U-Net",
}
Figure(
    matrix(trained, taught),
    id="training",
    title=f"In Training, others had the shortest time in {(field.winner == 'others').mean():.0%} of contested cells",
    description="Matrix of rounds and training benchmarks. Contested cells were won by: " + cell_winners(trained) + ".",
    caption="The shortest time to train of each cell, at any scale; HPC (weak) by models per minute. Closed division, any "
    f"availability.\n\n{rounds_footnote(rounds=learnt)}",
)

# %% [markdown]
# The data of the two figures have every cell with its winner, its submitter and its lead. Wins by other ways to count:

# %% tags=["hide-input"]
kinds = {
    "every cell": {},
    "contested cells": {"cells": "contested"},
    "NVIDIA's own entries against other chips": {"who": "own"},
    "the same, contested cells": {"who": "own", "cells": "contested"},
    "NVIDIA's own entries against all submitters": {"who": "submitter"},
    "closed and open division": {"division": "closed+open"},
}


def by_choice(**changed):
    """The counts of the definition that differs from the plainest in these choices."""
    rule = pd.Series(asdict(PLAIN) | changed)
    return counts[(counts[rule.index] == rule).all(axis=1)].iloc[0]


totals = pd.DataFrame({name: by_choice(**kind) for name, kind in kinds.items()}).T
whole = totals[["nvidia", "others"]].astype(int)
whole.assign(ratio=totals.ratio.astype(float).round(2)).rename(columns={"nvidia": "NVIDIA"})

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the cells won in each round", "code_prompt_hide": "Hide the cells won in each round"}
field = table.contested.map({True: "contested", False: "one vendor"})
by_round = table.groupby(["program", "round", table.winner.replace("nvidia", "NVIDIA"), field.rename("cells")]).size()
by_round.unstack(["winner", "cells"], fill_value=0).sort_index(axis=1)

# %% [markdown]
# Contested means chips of two or more vendors also where wins are counted by submitter: a cell that two submitters share on
# one vendor's chips is not contested. A vendor that stayed away cannot lose; an outline says so, and no more. Many of
# NVIDIA's cells were won by makers and operators of its systems, and many of Google's entries in Training were research
# systems. A winner may have used more chips than its rivals: a lead is not a lead per chip.

# %% tags=["hide-cell"]
FIGURES = {
    "nvidia": ("nvidia", "NVIDIA's wins", "", 0),
    "others": ("others", "everybody else's wins", "", 0),
    "ratio": ("ratio", "NVIDIA's wins over everybody else's", "x", 1),
    "low": ("nvidia_low", "NVIDIA's wins that are beyond doubt", "", 0),
    "high": ("nvidia_high", "NVIDIA's wins with all that are in doubt", "", 0),
}


def by_rule(key, row, figures):
    """Numbers of one definition, a row of the counts."""
    for figure in figures.split():
        column, what, unit, decimals = FIGURES[figure]
        yield number(f"wins.{key}-{figure}", row[column], unit, decimals, how=f"{what}; definition: {in_words(row)}")


plainest = table[table.program != "hpc"]
contested = plainest.contested.sum()
state(
    number(
        "wins.cells-n",
        len(plainest),
        how="cells of the plainest definition of a win: a round, suite, benchmark and scenario",
    ),
    number("wins.cells-contested-n", contested, how="of those, cells with chips of two or more vendors"),
    number("wins.cells-alone-n", len(plainest) - contested, how="of those, cells with chips of one vendor only"),
    by_rule("plain", plain, "nvidia low high"),
    by_rule("contested", by_choice(cells="contested"), "nvidia others"),
    by_rule("submitter", by_choice(who="submitter"), "ratio"),
    by_rule("once", by_choice(count="runs"), "nvidia"),
    by_rule("apart", by_choice(variants="apart"), "nvidia others"),
    by_rule("apart-once", by_choice(variants="apart", count="runs"), "nvidia others"),
    by_rule("nearest", near, "nvidia ratio low high"),
)

# %% [markdown]
# ## Doubtful cells move the count by a few wins
#
# A cell is doubtful if it is a tie or decided by less than one percent. In Training it is also doubtful if the other side has an
# entry whose time is not known. For definitions that require available systems, contested cells of v5.0 are doubtful too. With
# them the plainest count is between {n}`wins.plain-low` and {n}`wins.plain-high`. The table lists the allowed definitions that
# are nearest to the published pair. That a definition is near does not show that it is NVIDIA's.
#
# One doubtful cell is GNMT in Training v0.5. The logs of NVIDIA's largest entries are absent from the repository, and no
# time of theirs was found in print; by the scores that are known Google is narrowly ahead. When the round was published,
# NVIDIA said that it led at scale in all the tests that it had entered
# ([NVIDIA, December 2018](https://news.developer.nvidia.com/nvidia-captures-top-spots-on-mlperf/)). If so, a count by
# shortest time is higher by one.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the nearest definitions", "code_prompt_hide": "Hide the nearest definitions"}
ranked = nearest_as_printed(allowed).head(8)
ResultsTable(
    id="nearest",
    frame=pd.DataFrame(
        {
            "nvidia": ranked.nvidia,
            "others": ranked.others,
            "ratio": ranked.ratio.astype(float),
            "range": [f"{a} to {b}" for a, b in zip(ranked.nvidia_low, ranked.nvidia_high)],
            "rule": [in_words(row) for row in ranked[list(CHOICES)].to_dict("records")],
        }
    ),
    caption="Of the definitions that the sentence allows, those nearest to the published pair: count and ratio weigh alike, and "
    "every ratio that rounds to the published one is as near. A definition is named by what differs from the plainest. Range: "
    "NVIDIA's wins with all that is in doubt decided for or against it.",
    columns={"nvidia": "NVIDIA", "others": "All others", "ratio": "Ratio", "range": "Range", "rule": "Definition"},
    formats={"ratio": ".2f"},
)

# %% [markdown]
# ## Who counts as NVIDIA matters most
#
# If only NVIDIA's own entries count, against those of all other submitters, the ratio typically falls to {n}`wins.effect-who` of
# what it was. No other choice changes it as much.

# %% tags=["hide-cell"]
changed = effects(counts)
first = changed.iloc[0]
assert (first.choice, first.to) == ("who", "submitter")
state(
    number(
        "wins.effect-who",
        100 * first.ratio,
        "%",
        0,
        how="median over all pairs of definitions that differ only in whose win counts: the ratio with NVIDIA's own entries "
        "against all submitters, as a share of the ratio with all of NVIDIA's chips",
    )
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what each choice does", "code_prompt_hide": "Hide what each choice does"}
ResultsTable(
    id="effects",
    frame=changed.assign(
        choice=[MEANING[c][v] for c, v in zip(changed.choice, changed.to)],
        instead=[MEANING[c][v] for c, v in zip(changed.choice, changed["from"])],
    ),
    caption="The factor by which one choice changes NVIDIA's wins and their ratio to everybody else's while all other choices "
    "stay the same: medians over all pairs of definitions that differ in this choice alone.",
    columns={"choice": "Choice", "instead": "Instead of", "wins": "NVIDIA's wins, times", "ratio": "Ratio, times"},
    formats={"wins": ".2f", "ratio": ".2f"},
)

# %% [markdown]
# ## One run, several results
#
# Many published results share one log, byte for byte: one run is listed under two accuracy targets, in two suites, or
# as the source of a scenario that the rules let a submitter infer. We hold the logs of {n}`shared.logged-n` results, and
# {n}`shared.n` of them share theirs with another.
#
# By the plainest definition, which merges accuracy variants, counting every winning run once leaves the count at
# {n}`wins.once-nvidia`. If each variant is a cell of its own, NVIDIA's wins fall from {n}`wins.apart-nvidia` to
# {n}`wins.apart-once-nvidia`, and those of all others from {n}`wins.apart-others` to {n}`wins.apart-once-others`.
#
# In rounds without logs (v3.1, v4.0 and those typed by hand), equal values of one system on two variants of a benchmark count
# as one run. This decides {n}`shared.dropped-alike-n` ({n}`shared.dropped-alike-percent`) of the {n}`shared.dropped-n` cells of
# Inference that a side won with a run that had won it another; equal logs decide the rest.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show shared runs in each round", "code_prompt_hide": "Hide shared runs in each round"}
logged = results[results.log_blob.notna() & (results.division == "closed")]
shared = logged.groupby(["round", "log_blob"]).agg(
    results=("row_id", "size"),
    targets=("benchmark", "nunique"),
    suites=("suite", "nunique"),
    scenarios=("scenario", "nunique"),
)
twice = shared[shared.results > 1]
pd.DataFrame(
    {
        "results": shared.groupby("round").results.sum(),
        "different runs": shared.groupby("round").size(),
        "results on a shared run": twice.groupby("round").results.sum(),
        "runs, two accuracy targets": (twice.targets > 1).groupby("round").sum(),
        "runs in two suites": (twice.suites > 1).groupby("round").sum(),
        "runs of two scenarios": (twice.scenarios > 1).groupby("round").sum(),
    }
).fillna(0).astype(int)

# %% tags=["hide-cell"]
assert plain.nvidia == by_choice(count="runs").nvidia
# Cells of Inference, accuracy variants apart, that a side won with a run that had won it another.
apart = Rule(**asdict(PLAIN) | {"variants": "apart", "programs": "inference", "training": NOT_APPLICABLE})
each = cells_won(winners_finder(everything), apart)
again = each[each.duplicated(["winner", "run"])]
by_value = ~again.run.isin(results.log_blob)
until = results[results["round"].isin(rounds_until()["inference"]) & results.log_blob.notna()]
sharing = until.duplicated(["round", "log_blob"], keep=False)
dropped = "cells of Inference, accuracy variants apart, that a side won with a run that won it another cell"
alike = f"{dropped}: those where equal values say so, and not equal logs, for want of a log"
state(
    number("shared.logged-n", len(until), how="results up to v6.0 whose log is available"),
    number("shared.n", sharing.sum(), how="of those, results whose log, byte for byte, is another result's as well"),
    number("shared.dropped-n", len(again), how=dropped),
    number("shared.dropped-alike-n", by_value.sum(), how=alike),
    number("shared.dropped-alike-percent", 100 * by_value.mean(), "%", 0, how=f"share: {alike}"),
)

# %% [markdown]
# ## Limits
#
# - Inference v5.0 is typed by hand and holds the closed division only, without availability. Inference v3.1 and v4.0
#   come from MLCommons' experiments repository, where some edge results of the open division of v3.1 are absent.
# - MLPerf HPC v0.7 and v1.0 are not in the tables; nor are MLPerf Mobile, Tiny and Storage.
# - A training entry whose logs are absent and whose time we found nowhere in print wins only where no other side took
#   part; elsewhere it makes its cell doubtful. The page [Data](data) counts such entries.
# - v0.5 of Inference had no suites; its Server and Offline results count as datacenter.
# - The count is as of April 2026. Training v6.0 (June) and Inference v6.1 (September) were published later and decide
#   nothing about it. A count up to v6.1 would need Training v6.0, which is not in the tables.
#
# ```{mlperf-footnote}
# :rounds:
# ```
