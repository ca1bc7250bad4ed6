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
# It depends on what a win is, and nobody has said. Over all rounds of MLPerf® Inference and Training since 2018,
# {n}`wins.rules-n` counting rules give NVIDIA {n}`wins.low` to {n}`wins.high` wins, {n}`wins.ratio-low` to
# {n}`wins.ratio-high` as many as everybody else. Rules that give the published {n}`claim.11.published` and
# {n}`claim.12.published` together: {n}`wins.both-n`, of which {n}`wins.both-named-n` leave MLPerf HPC out, as the claim
# does. The nearest of these has {n}`wins.nearest-nvidia` wins and {n}`wins.nearest-ratio`, and
# {n}`wins.nearest-low` to {n}`wins.nearest-high` wins with all that is in doubt; one cell whose logs are absent, given to
# NVIDIA as it said at the time, makes it {n}`wins.said-nearest-nvidia` and {n}`wins.said-nearest-ratio`. The plainest rule gives
# {n}`wins.plain-nvidia` wins and {n}`wins.plain-ratio`; where two or more vendors took part,
# {n}`wins.contested-ratio`; for NVIDIA's own submissions against all other submitters, {n}`wins.submitter-ratio`.
# :::

# %% tags=["hide-cell"]
from dataclasses import asdict

import pandas as pd

from claimcheck import tables
from claimcheck.analysis.wins.contest import contest
from claimcheck.analysis.wins.counts import effects, finder, tallier, won
from claimcheck.analysis.wins.rules import CHOICES, MEANING, NOT_APPLICABLE, PLAIN, Rule
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.wins import SHORT, cloud
from claimcheck.charts.wins import effects as effects_chart
from claimcheck.claims.counting import that_fit
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.claims.wins import in_full, in_words, nearest_as_printed, published
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
# ## The arithmetic
#
# A *cell* is a round, suite, benchmark and scenario; in Training, a round and benchmark. The best result of a cell wins
# it. By the plainest rule all cells of the closed division count, accuracy variants of a benchmark are one, a result
# counts for the maker of the silicon, and a training entry wins with the shortest time. All rounds up to Inference v6.0,
# when the claim was made:

# %%
# One row a result. Its score is higher for a better one: a rate, or 1 / time.
everything = contest(results, training)
closed = everything[(everything.division == "closed") & (everything.program != "hpc")]
cell = ["program", "round", "suite", "family", "scenario"]
# An entry without a known time (logs absent) wins only where no other took part.
score = closed.score.fillna(0)
groups = closed.assign(score=score).groupby(cell, observed=True)
best = closed.loc[groups.score.idxmax()]
won_by_nvidia = (best.vendor == "NVIDIA").sum()
won_by_others = (best.vendor != "NVIDIA").sum()
ratio = won_by_nvidia / won_by_others
print(f"{len(best)} cells: NVIDIA {won_by_nvidia}, others {won_by_others},")
print(f"ratio {ratio:.2f}")

# %% [markdown]
# Who won the cells that NVIDIA did not:

# %%
other = best[best.vendor != "NVIDIA"]
counted = other.groupby(["program", "vendor"], observed=True).size()
counted.sort_values(ascending=False).rename("cells").to_frame()

# %% [markdown]
# ## Every counting rule
#
# Each choice below can be made in any way that is listed. All combinations that differ in meaning are counted.

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
    caption="The choices of a counting rule. Every combination that differs in meaning is one rule.",
    columns={"choice": "Choice", "means": "One way", "plainest": "Plainest"},
)

# %%
counts = tables.load("counting_rules")
wins, ratio = published()
plain = counts.iloc[0]
# The few lines above and the library agree.
assert (plain.nvidia, plain.others) == (won_by_nvidia, won_by_others)
# The count, and of those the ratio that rounds to the published one.
exact, both = that_fit(counts, wins, ratio)
print(f"{len(counts)} rules; {len(exact)} give {wins:.0f} wins,")
print(f"of which {len(both)} give {ratio:.0f}x as well")
named = counts[counts.programs == PLAIN.programs]
print(f"{len(named)} rules count Inference and Training, without HPC")

# %% tags=["hide-input"]
# Rules by which others won something, and those of them that count silicon and let every cell count.
finite = counts[counts.others > 0]
silicon = finite[(finite.who == "platform") & (finite.cells == "every")]
near = nearest_as_printed(named).iloc[0]
every = "counting rules over all rounds up to v6.0"
others_won = f"ratio of the {every} by which others won something"
both_figures = "that give the published count and ratio"
nearest = "the rule over Inference and Training that is nearest to the published count and ratio"
state(
    number("wins.rules-n", len(counts), how=every),
    number("wins.low", counts.nvidia.min(), how=f"lowest count for NVIDIA of the {every}"),
    number("wins.high", counts.nvidia.max(), how=f"highest count for NVIDIA of the {every}"),
    number("wins.ratio-low", finite.ratio.min(), "x", 1, how=f"lowest {others_won}"),
    number("wins.ratio-high", finite.ratio.max(), "x", 1, how=f"highest {others_won}"),
    number(
        "wins.silicon-low",
        silicon.ratio.min(),
        "x",
        1,
        how=f"lowest ratio of the {every} that count silicon and let every cell count",
    ),
    number("wins.both-n", len(both), how=f"of the {every}, those {both_figures}"),
    number(
        "wins.both-named-n",
        len(that_fit(named, wins, ratio)[1]),
        how=f"of the {every}, those over Inference and Training, without HPC, {both_figures}",
    ),
    words("wins.nearest-rule", in_words(near), how=f"{nearest}: what of it is not the plainest"),
    words("wins.nearest-choices", in_full(near), how=f"{nearest}: all its choices"),
)

# %% tags=["hide-input"]
Figure(
    cloud(counts, published=(wins, ratio)),
    id="cloud",
    title=(
        f"{len(both)} of {len(counts):,} rules give {wins:.0f} wins and {ratio:.0f}x together; the nearest over "
        f"Inference and Training alone gives {near.nvidia} and {near.ratio:.1f}x"
    ),
    description=(
        f"Scatter plot of {len(counts):,} counting rules: NVIDIA's wins from {counts.nvidia.min()} to {counts.nvidia.max()} "
        f"across, their ratio to everybody else's upwards on a logarithmic axis. The published point, {wins:.0f} wins and "
        f"{ratio:.0f} times, is marked. Rules that count NVIDIA as one submitter among all lie lowest. The plainest rule gives {plain.nvidia} wins and {plain.ratio:.1f} times."
    ),
    caption=f"All rounds of MLPerf Inference and Training up to Inference v6.0; by some rules also MLPerf HPC. A dot is one "
    f"outcome, larger where several rules share it. The plainest rule is in a circle.\n\n{footnote}",
)

# %% [markdown]
# ## The nearest rules

# %% tags=["hide-input"]
ranked = nearest_as_printed(counts).head(12)
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
    caption="The rules nearest to the published pair, the nearest first: count and ratio weigh alike, and every ratio "
    "that rounds to the published one is as near. A rule is named by what differs from the plainest. Range: NVIDIA's wins "
    "with all that is in doubt decided for or against it.",
    columns={"nvidia": "NVIDIA", "others": "All others", "ratio": "Ratio", "range": "Range", "rule": "Rule"},
    formats={"ratio": ".2f"},
)

# %% [markdown]
# The claim speaks of Inference and Training, not of HPC. The nearest rule that counts these two has
# {n}`wins.nearest-nvidia` wins for NVIDIA and {n}`wins.nearest-others` for all others. All its choices:
# {n}`wins.nearest-choices`. With every cell that is won counted it would give {n}`wins.nearest-results-nvidia` and
# {n}`wins.nearest-results-others`, {n}`wins.nearest-results-ratio`; with every winning run counted once,
# {n}`wins.nearest-runs-nvidia` and {n}`wins.nearest-runs-others`, {n}`wins.nearest-runs-ratio`.
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
    title=f"{matters[first.choice]} matters most: by {SHORT[first.choice][first.to]}, the ratio is {first.ratio:.0%} of what it was",
    description="Bars of the factor by which one choice changes NVIDIA's wins and their ratio to everybody else's, all other "
    "choices unchanged, medians. "
    + "; ".join(
        f"{MEANING[r.choice][r.to]}: wins times {r.wins:.2f}, ratio times {r.ratio:.2f}"
        for r in changed[changed.ratio.notna()].itertuples()
    )
    + ".",
    caption=f"Medians over all pairs of rules that differ in this choice alone.\n\n{footnote}",
)

# %% [markdown]
# ## Contested cells, and NVIDIA's own submissions
#
# A cell in which only one vendor took part is won by being there. Of {n}`wins.cells-n` cells of the plainest rule,
# {n}`wins.cells-contested-n` are contested: they had silicon of two or more vendors. That is what contested means on this
# page also where wins are counted by submitter: a cell that two submitters share on one vendor's silicon is not contested.
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


def counted(**changed):
    """The counts of the rule that differs from the plainest in these choices."""
    rule = pd.Series(asdict(PLAIN) | changed)
    return counts[(counts[rule.index] == rule).all(axis=1)].iloc[0]


totals = pd.DataFrame({name: counted(**kind) for name, kind in kinds.items()}).T
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
    """Numbers of one rule, a row of the counts."""
    for figure in figures.split():
        column, what, unit, decimals = FIGURES[figure]
        yield number(f"wins.{key}-{figure}", row[column], unit, decimals, how=f"{what}; rule: {in_words(row)}")


choices = dict(near[list(CHOICES)])
state(
    by_rule("plain", plain, "nvidia ratio low high"),
    by_rule("contested", counted(cells="contested"), "nvidia others ratio"),
    by_rule("submitter", counted(who="submitter"), "ratio"),
    by_rule("once", counted(count="runs"), "nvidia"),
    by_rule("apart", counted(variants="apart"), "nvidia others"),
    by_rule("apart-once", counted(variants="apart", count="runs"), "nvidia others"),
    by_rule("nearest", near, "nvidia others ratio low high"),
    by_rule("nearest-results", counted(**choices | {"count": "results"}), "nvidia others ratio"),
    by_rule("nearest-runs", counted(**choices | {"count": "runs"}), "nvidia others ratio"),
)

# %% [markdown]
# ## One run, several results
#
# Many published results share one log, byte for byte: one run is listed under two accuracy targets, in two suites, or
# as the source of a scenario that the rules let a submitter infer. Of {n}`shared.logged-n` results whose log is at hand,
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
# Under the plainest rule, which merges accuracy variants, counting every winning run once changes
# {n}`wins.plain-nvidia` wins to {n}`wins.once-nvidia`. Where each variant is a cell of its own, it changes
# {n}`wins.apart-nvidia` to {n}`wins.apart-once-nvidia` for NVIDIA and {n}`wins.apart-others` to
# {n}`wins.apart-once-others` for all others. In rounds without logs (v3.1, v4.0 and those typed by hand), equal values of
# one system on two variants of a benchmark count as one run: of {n}`shared.dropped-n` cells of Inference that a side won
# with a run that had won it another, {n}`shared.dropped-alike-n` ({n}`shared.dropped-alike-percent`) rest on equal values
# and not on equal logs.
#
# ## Claims 11 and 12
#
# ```{claim-card} 11
# ```
# ```{claim-card} 12
# ```
#
# ## Sensitivity
#
# Doubtful are ties, cells decided by less than one percent, cells of Training in which the other side has an entry whose
# time is not known and, for rules that ask for available systems, contested cells of v5.0. Decided for or against NVIDIA,
# they move the plainest count between {n}`wins.plain-low` and {n}`wins.plain-high`.
#
# One doubtful cell matters more than others: GNMT in Training v0.5. The logs of NVIDIA's largest entries are absent
# from the repository, and no time of theirs was found in print; by the scores that are known Google is narrowly ahead.
# When the round came out, NVIDIA said that it led at scale in all the tests that it had entered ([NVIDIA, December 2018](https://news.developer.nvidia.com/nvidia-captures-top-spots-on-mlperf/)). If so:

# %%
said = everything.copy()
gnmt = (said["round"] == "v0.5") & (said.benchmark == "gnmt")
gnmt &= said.program == "training"
unknown = gnmt & (said.submitter == "NVIDIA") & said.score.isna()
said.loc[unknown, "score"] = 2 * said.score[gnmt].max()
# The table of rules has these counts as well; what is in doubt is counted here.
as_said = {name: named[f"{name}_as_said"] for name in ("nvidia", "others", "ratio")}
said_named = named.assign(**as_said)
found = that_fit(said_named, wins, ratio)[1]
tally = tallier(said)
fitting = [tally(Rule(*rule)).total() for rule in found[list(CHOICES)].itertuples(index=False)]
assert [one["nvidia"] for one in fitting] == list(found.nvidia)
found = pd.DataFrame(fitting, index=found.index)
found[["nvidia", "others", "ratio", "nvidia_low", "nvidia_high"]].round(2)

# %% tags=["hide-input"]
if_so = "if NVIDIA's entries of Training v0.5 without a known time led, as NVIDIA said then"
said_near = nearest_as_printed(said_named).iloc[0]
state(
    number(
        "wins.said-both-named-n",
        len(found),
        how=f"of the counting rules over Inference and Training, those {both_figures} {if_so}",
    ),
    by_rule("said-nearest", said_near, "nvidia ratio"),
    words("wins.said-nearest-choices", in_full(said_near), how=f"all choices of {nearest} {if_so}"),
)

# %% [markdown]
# That is {n}`wins.said-both-named-n` rule over Inference and Training that gives both figures:
# {n}`wins.said-nearest-choices`. Whether it is the one that NVIDIA used is not known.
#
# Verdicts 11 and 12 rest on the range of the nearest rule found. Another measure of nearness may name another rule, with
# another range.
#
# ## Limits
#
# - With so many rules, some come near any pair of numbers; nearness alone shows no rule to be NVIDIA's.
# - Inference v5.0 is typed by hand and holds the closed division only, without availability. Inference v3.1 and v4.0
#   come from MLCommons' experiments repository, where some edge results of the open division of v3.1 are absent.
# - MLPerf HPC v0.7 and v1.0 are not in the tables; nor are MLPerf Mobile, Tiny and Storage.
# - A training entry whose logs are absent and whose time we found nowhere in print wins only where no other side took
#   part; elsewhere it makes its cell doubtful. The page [Data](16-data) counts such entries.
# - v0.5 of Inference had no suites; its Server and Offline results count as datacenter.
#
# ```{mlperf-footnote}
# :rounds:
# ```
