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
# It depends on what a win is, and we found no published definition. Read word for word, NVIDIA has about half as many
# wins as all other submitters combined ({n}`wins.submitter-ratio`) and not {n}`claim.12.published` as many, because most wins
# on its chips are its partners'. So the sentence can only mean NVIDIA's chips, whoever submitted them.
#
# The definitions that the sentence then allows give NVIDIA {n}`wins.allowed-low` to {n}`wins.allowed-high` wins. Their ratio
# to everybody else is {n}`wins.allowed-ratio-low` to {n}`wins.allowed-ratio-high`. None gives {n}`claim.11.published` and
# {n}`claim.12.published` together as counted. If doubtful cells may go to either side, {n}`wins.fitting-n` of
# {n}`wins.allowed-n` do; {n}`chance.allowed-doubt-both` of all pairs of figures near the published ones pass the same test.
# :::

# %% tags=["hide-cell"]
from dataclasses import asdict

import numpy as np
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.wins.contest import contest
from claimcheck.analysis.wins.counts import effects, finder, won
from claimcheck.analysis.wins.rules import CHOICES, LITERAL, MEANING, NOT_APPLICABLE, PLAIN, RULED_OUT, Rule
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.wins import COUNTED, DOUBT, NO, cloud, pairs
from claimcheck.charts.wins import effects as effects_chart
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.claims.wins import in_words, nearest_as_printed, published
from claimcheck.numbers import number, state, words
from claimcheck.rounds import keys_until, rounds_until

results, training = tables.load("inference_results"), tables.load("training_results")
print(
    tables.fingerprints(
        "inference_results.csv.gz", "training_results.csv", "benchmarks.yml", "rounds.yml", "derived/counting_rules.csv"
    )
)
footnote = rounds_footnote(rounds=keys_until())

# %% [markdown]
# ## All other submitters, word for word
#
# A *cell* is a round, suite, benchmark and scenario; in Training, a round and benchmark. The best result of a cell wins
# it. By the plainest definition all cells of the closed division count, accuracy variants of a benchmark are one, and a
# training entry wins with the shortest time. All rounds up to Inference v6.0, when the claim was made, counted twice: once
# with NVIDIA as one submitter among all, its joint entries included, and once with every entry on NVIDIA's chips as
# NVIDIA's.

# %%
# One row a result. Its score is higher for a better one: a rate, or 1 / time.
everything = contest(results, training)
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
by_side.assign(ratio=(by_side.NVIDIA / by_side.others).round(2))

# %% [markdown]
# Who made the chips that won the other cells:

# %%
best = closed.loc[scored.groupby(cell, observed=True).score.idxmax()]
elsewhere = best[best.vendor != "NVIDIA"]
elsewhere.groupby(["program", "vendor"], observed=True).size().sort_values(ascending=False).rename("cells").to_frame()

# %% [markdown]
# ## What the sentence allows
#
# A definition of a win makes ten choices, each in any way listed. All combinations that differ in meaning were counted.

# %% tags=["hide-input"]
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


# %% [markdown]
# NVIDIA's sentence speaks of training and inference wins and of all other submitters. That leaves out five kinds of
# definitions, and a definition may be of several kinds:

# %%
counts = tables.load("counting_rules")
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
    caption="What the sentence does not allow. Alone: definitions that it does not allow for this reason only.",
    columns={"kind": "The definition", "definitions": "Definitions", "alone": "Alone", "why": "Why not"},
)

# %%
allowed = counts[counts.ruled_out.isna()]
literal = counts[counts.ruled_out == LITERAL]
plain = counts.iloc[0]
wins, ratio = published()
# The few lines above and the library agree.
assert [plain.nvidia, plain.others, plain.tied] == list(by_side.loc["NVIDIA's chips against all others"])
sets = {"allowed by the sentence": allowed, "the sentence word for word": literal, "all that we tried": counts}
pd.DataFrame(
    {
        name: {
            "definitions": len(one),
            "wins": f"{one.nvidia.min()} to {one.nvidia.max()}",
            "ratio": f"{one.ratio.min():.2f} to {one.ratio.max():.2f}",
            f"give {wins:.0f}": (one.nvidia == wins).sum(),
            f"give {ratio:.0f}x": (np.floor(one.ratio + 0.5) == ratio).sum(),
        }
        for name, one in sets.items()
    }
).T

# %% tags=["hide-input"]
Figure(
    cloud(counts, published=(wins, ratio)),
    id="cloud",
    title=f"Definitions that the sentence allows give {allowed.nvidia.min()} to {allowed.nvidia.max()} wins",
    description=(
        f"Scatter plot of {len(counts):,} definitions of a win: NVIDIA's wins across, their ratio to everybody else's "
        f"upwards on a logarithmic axis. The published point, {wins:.0f} wins and {ratio:.0f} times, is marked. The "
        f"{len(allowed)} definitions that the sentence allows lie between {allowed.nvidia.min()} and "
        f"{allowed.nvidia.max()} wins and between {allowed.ratio.min():.1f} and {allowed.ratio.max():.1f} times. Those that "
        f"take the sentence word for word lie lowest, between {literal.ratio.min():.2f} and {literal.ratio.max():.2f} "
        f"times. The plainest definition gives {plain.nvidia} wins and {plain.ratio:.1f} times."
    ),
    caption=f"All rounds of MLPerf Inference and Training up to Inference v6.0; by some definitions also MLPerf HPC. A dot is "
    f"one outcome, larger where several definitions share it. The plainest definition is in a circle.\n\n{footnote}",
)

# %% [markdown]
# ## How often would any figure pass?
#
# With many definitions, some come near any pair of figures. So we gave every pair near the published one the same test: is
# there a definition that gives this count, and a ratio that rounds to this one? *As counted* takes each definition's
# figures as they are. *With doubt* lets each doubtful cell of a definition go to either side: ties, leads below one
# percent, entries whose time or availability is not known.
#
# Near is every count from {n}`chance.count-low` to {n}`chance.count-high` with every whole ratio from
# {n}`chance.ratio-low` to {n}`chance.ratio-high`.

# %%
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
percent.assign(published=chance["the published pair"])

# %% tags=["hide-input"]
PERCENT = {"count alone": "count", "ratio alone": "ratio", "both": "both"}
KEYS = {
    "allowed by the sentence": "allowed",
    "all that we tried": "all",
    "as counted": "counted",
    "with doubt": "doubt",
}
decided = outcomes(allowed, doubt=True)
fitting = decided[(decided.wins == wins) & (decided.times == ratio)].rule.unique()
near = nearest_as_printed(allowed).iloc[0]
every = "definitions of a win over all rounds up to v6.0"
meant = f"of the {every}, those that the sentence allows"
nearest = "the definition that the sentence allows and that is nearest to the published count and ratio"
state(
    number("wins.rules-n", len(counts), how=every),
    number("wins.low", counts.nvidia.min(), how=f"lowest count for NVIDIA of the {every}"),
    number("wins.high", counts.nvidia.max(), how=f"highest count for NVIDIA of the {every}"),
    number("wins.allowed-n", len(allowed), how=meant),
    number("wins.allowed-low", allowed.nvidia.min(), how=f"{meant}: lowest count for NVIDIA"),
    number("wins.allowed-high", allowed.nvidia.max(), how=f"{meant}: highest count for NVIDIA"),
    number("wins.allowed-ratio-low", allowed.ratio.min(), "x", 1, how=f"{meant}: lowest ratio to everybody else"),
    number("wins.allowed-ratio-high", allowed.ratio.max(), "x", 1, how=f"{meant}: highest ratio to everybody else"),
    number(
        "wins.literal-ratio-high",
        literal.ratio.max(),
        "x",
        1,
        how=f"highest ratio of the {every} that count NVIDIA against all other submitters and are else as the sentence allows",
    ),
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
            f"chance.{KEYS[name]}-{KEYS[test]}-{PERCENT[what]}",
            100 * share,
            "%",
            0,
            how=f"share of figures near the published ones ({what}) that a definition gives: definitions {name}, {test}",
        )
        for (name, test), row in chance.iterrows()
        for what, share in row[list(PERCENT)].items()
    ),
)

# %% [markdown]
# The ratio alone tests nothing: as counted, {n}`chance.allowed-counted-ratio` of the ratios pass. The count alone tests
# little: {n}`chance.allowed-counted-count` of the counts pass as counted and {n}`chance.allowed-doubt-count` with doubt.
# Only the pair is a test. As counted, {n}`chance.allowed-counted-both` of the pairs pass, and the published one does not.
# With doubt {n}`chance.allowed-doubt-both` pass, and the published one does. If all definitions that we tried count, it is
# {n}`chance.all-counted-both` and {n}`chance.all-doubt-both`.

# %% tags=["hide-input"]
grid = pd.MultiIndex.from_product(NEAR, names=["wins", "times"]).to_frame(index=False)


def mapped(name, heading):
    """Every pair near the published one, and whether a definition gives it."""
    counted, doubt = (
        pd.MultiIndex.from_frame(grid).isin(pd.MultiIndex.from_frame(outcomes(sets[name], doubt)[["wins", "times"]]))
        for doubt in tests.values()
    )
    return grid.assign(
        definitions=heading,
        passes=np.select([counted, doubt], [COUNTED, DOUBT], NO),
    )


shares = chance.both
Figure(
    pairs(
        pd.concat(
            [
                mapped("allowed by the sentence", f"The {len(allowed)} definitions that the sentence allows"),
                mapped("all that we tried", f"All {len(counts):,} definitions that we tried"),
            ]
        ),
        published=(wins, ratio),
    ),
    id="chance",
    title=f"Of pairs near the published one, {shares['allowed by the sentence', 'with doubt']:.0%} pass by definitions that the sentence allows",
    description=(
        f"Two maps of every count from {NEAR[0].start} to {NEAR[0].stop - 1} across and every whole ratio from {NEAR[1].start} to "
        f"{NEAR[1].stop - 1} upwards. "
        + " ".join(
            f"By the definitions {name}, {shares[name, 'as counted']:.1%} of the pairs are given as counted and {shares[name, 'with doubt']:.1%} "
            f"with doubtful cells decided either way; the published pair "
            + (
                "is given as counted."
                if chance.loc[(name, "as counted"), "the published pair"]
                else "only in the second way."
            )
            for name in ("allowed by the sentence", "all that we tried")
        )
    ),
    caption=f"Each square is a pair of a count and a ratio. The published pair is framed.\n\n{footnote}",
)

# %% [markdown]
# How near is near changes the shares, and so does which definitions count:

# %%
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

# %% [markdown]
# ## What would settle it
#
# A published definition would, or the list of the {n}`claim.11.published`. Neither was found in the texts that could be
# read; the footnotes of NVIDIA's post could not. MLCommons publishes results and names no winners. NVIDIA's own posts on Training count records at maximum scale and records per accelerator apart
# ([Training v1.1, in Chinese](https://developer.nvidia.com/zh-cn/blog/boosting-mlperf-training-v1-1-performance-with-full-stack-optimization/),
# [Training v3.0](https://developer.nvidia.com/blog/breaking-mlperf-training-records-with-nvidia-h100-gpus/)): by which of
# them a win is counted, or by both, the claim does not say. If both count, so that one cell of Training is two wins, the
# table above shows what changes under "also: counts twice".
#
# ## Claims 11 and 12
#
# ```{claim-card} 11
# ```
# ```{claim-card} 12
# ```
#
# ## The nearest definitions

# %% tags=["hide-input"]
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
# Nearness shows no definition to be NVIDIA's. Doubtful are ties, cells decided by less than one percent, cells of Training
# in which the other side has an entry whose time is not known and, for definitions that require available systems,
# contested cells of v5.0. They move the plainest count between {n}`wins.plain-low` and {n}`wins.plain-high`.
#
# One doubtful cell is GNMT in Training v0.5. The logs of NVIDIA's largest entries are absent from the repository, and no
# time of theirs was found in print; by the scores that are known Google is narrowly ahead. When the round was published,
# NVIDIA said that it led at scale in all the tests that it had entered
# ([NVIDIA, December 2018](https://news.developer.nvidia.com/nvidia-captures-top-spots-on-mlperf/)). If so, a count by
# shortest time is higher by one.
#
# ## What each choice does

# %% tags=["hide-input"]
changed = effects(counts)
first = changed.iloc[0]
matters = {
    "programs": "Which programs count",
    "who": "Who counts as NVIDIA",
    "division": "Which divisions count",
    "availability": "Which systems count",
    "cells": "Which cells count",
    "suites": "Which suites count",
    "variants": "How accuracy variants count",
    "measure": "What is compared",
    "count": "What counts as one win",
    "training": "What is best in Training",
}
Figure(
    effects_chart(changed),
    id="effects",
    title=f"{matters[first.choice]} matters most: it takes the ratio to {first.ratio:.0%} of what it was",
    description="Bars of the factor by which one choice changes NVIDIA's wins and their ratio to everybody else's, all other "
    "choices unchanged, medians. "
    + "; ".join(
        f"{MEANING[r.choice][r.to]}: wins times {r.wins:.2f}, ratio times {r.ratio:.2f}"
        for r in changed[changed.ratio.notna()].itertuples()
    )
    + ".",
    caption=f"Medians over all pairs of definitions that differ in this choice alone.\n\n{footnote}",
)

# %% [markdown]
# ## Contested cells, and NVIDIA's own submissions
#
# A cell in which only one vendor took part is won by being there. Of {n}`wins.cells-n` cells of the plainest definition,
# {n}`wins.cells-contested-n` are contested: they had chips of two or more vendors. That is what contested means on this
# page also where wins are counted by submitter: a cell that two submitters share on one vendor's chips is not contested.
# Wins by kind of count:

# %%
kinds = {
    "every cell": {},
    "contested cells": {"cells": "contested"},
    "NVIDIA's own entries against other silicon": {"who": "own"},
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

# %% tags=["hide-input"]
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


state(
    by_rule("plain", plain, "nvidia others ratio low high"),
    by_rule("contested", by_choice(cells="contested"), "nvidia others ratio"),
    by_rule("submitter", by_choice(who="submitter"), "nvidia others ratio"),
    by_rule("once", by_choice(count="runs"), "nvidia"),
    by_rule("apart", by_choice(variants="apart"), "nvidia others"),
    by_rule("apart-once", by_choice(variants="apart", count="runs"), "nvidia others"),
    by_rule("nearest", near, "nvidia others ratio low high"),
)

# %% [markdown]
# ## One run, several results
#
# Many published results share one log, byte for byte: one run is listed under two accuracy targets, in two suites, or
# as the source of a scenario that the rules let a submitter infer. Of {n}`shared.logged-n` results whose log we hold,
# {n}`shared.n` share it with another. In the closed division:

# %%
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

# %% tags=["hide-input"]
# Cells of Inference, accuracy variants apart, that a side won with a run that had won it another.
apart = Rule(**asdict(PLAIN) | {"variants": "apart", "programs": "inference", "training": NOT_APPLICABLE})
each = won(finder(everything), apart)
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
# Under the plainest definition, which merges accuracy variants, counting every winning run once changes
# {n}`wins.plain-nvidia` wins to {n}`wins.once-nvidia`. Where each variant is a cell of its own, it changes
# {n}`wins.apart-nvidia` to {n}`wins.apart-once-nvidia` for NVIDIA and {n}`wins.apart-others` to
# {n}`wins.apart-once-others` for all others. In rounds without logs (v3.1, v4.0 and those typed by hand), equal values of
# one system on two variants of a benchmark count as one run: of {n}`shared.dropped-n` cells of Inference that a side won
# with a run that had won it another, {n}`shared.dropped-alike-n` ({n}`shared.dropped-alike-percent`) rest on equal values
# and not on equal logs.
#
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
