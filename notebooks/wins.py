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
# It depends on what counts as a win, and NVIDIA has published no definition that we could find. It counts
# {n}`claim.11.published` in MLPerf® Training and Inference, {n}`claim.12.published` as many as all other submitters combined.
# Word for word, with NVIDIA's partners among the others, that is far from true, because most wins on its chips are its partners'.
#
# So the sentence can only mean NVIDIA's chips, whoever submitted them. No definition that it then allows gives both of NVIDIA's
# figures. Some wins are doubtful, such as ties, and if these may go to either side, a few definitions do give both. That proves
# little, because {n}`chance.allowed-doubt-both` of all similar pairs of figures pass the same test.
# :::

# %% tags=["hide-cell"]
import numpy as np
import pandas as pd

from claimcheck.analysis.wins import definitions as rules
from claimcheck.analysis.wins.winners import cell_winners, eligible_results, taking_part
from claimcheck.charts.wins import COUNTED, DOUBT, NO, cloud, matrix, pairs
from claimcheck.claims.texts.wins import nearest_as_printed
from claimcheck.data.rounds import keys_until, rounds_until
from claimcheck.notebook import (
    Selection,
    claim,
    counting_rules,
    holds,
    inference_results,
    say,
    show,
    table,
    title,
    training_results,
    value,
    words,
)

# %% [markdown]
# ## Word for word, NVIDIA is nowhere near nine times
#
# A *cell* is a round, suite, benchmark and scenario; in Training, a round and benchmark. The best result of a cell wins
# it. By the plainest definition all cells of the closed division count, accuracy variants of a benchmark are one, and a
# training entry wins with the shortest time. We count all rounds up to Inference v6.0, when the claim was made, twice: once
# with NVIDIA as one submitter among all, its joint entries included, and once with every entry on NVIDIA's chips as
# NVIDIA's.

# %%
# A row for each result; the better, the higher its score.
entries = eligible_results(inference_results.frame, training_results.frame)
closed = entries[(entries.division == "closed") & (entries.program != "hpc")]
closed = closed.assign(score=closed.score.fillna(0))  # an entry without a known time wins only where no other took part
cell = ["program", "round", "suite", "family", "scenario"]


def counted(of, mine):
    """How many cells the entries ``mine`` win, how many all others win, and how many are tied."""
    top = closed.assign(mine=mine).pivot_table(index=cell, columns="mine", values="score", aggfunc="max", observed=True)
    ahead = np.sign(top[True].fillna(-1) - top[False].fillna(-1))
    kinds = {f"wins of {of}": 1, "wins of all others": -1, "ties": 0}
    basis = "tables inference_results and training_results"
    return [
        value((ahead == sign).sum(), of=f"{kind} by the plainest definition", source=basis)
        for kind, sign in kinds.items()
    ]


counts = {
    "NVIDIA against all other submitters": counted("NVIDIA as a submitter", closed.submitter.str.contains("NVIDIA")),
    "NVIDIA's chips against all others": counted("NVIDIA's chips", closed.vendor == "NVIDIA"),
}
(own, others, _), (on_its_chips, *_) = counts.values()
say("wins.submitter-ratio", own / others, 1)
say("wins.plain-nvidia", on_its_chips)
table(
    "word-for-word",
    "Cells won by the plainest definition, with two meanings of NVIDIA",
    pd.DataFrame(
        [(who, *(n.value for n in of)) for who, of in counts.items()], columns=["sides", "nvidia", "others", "tied"]
    ),
    "sides nvidia others tied",
    ratio=lambda row: row.ratio,
)

# %% [markdown]
# There are {n}`wins.literal-n` definitions that take the sentence word for word. They give NVIDIA {n}`wins.literal-ratio-low` to
# {n}`wins.literal-ratio-high` as many wins as everybody else.
#
# ## The sentence allows few definitions, and none gives both figures
#
# A definition of a win makes ten choices, such as which divisions and which systems count. We counted every combination that
# differs in meaning. NVIDIA's sentence speaks of training and inference wins and of all other submitters, which leaves out
# five kinds of definitions. It allows {n}`wins.allowed-n`. They give {n}`wins.allowed-low` to {n}`wins.allowed-high` wins, and the
# ratio to everybody else's wins is {n}`wins.allowed-ratio-low` to {n}`wins.allowed-ratio-high`. The last columns of the table
# say how many definitions give each published figure, and both.

# %%
definitions = counting_rules.called("definitions of a win over all rounds up to v6.0")
allowed = definitions.where("that the sentence allows", lambda t: t.ruled_out.isna())
literal = definitions.where("that take the sentence word for word", lambda t: t.ruled_out == rules.LITERAL)
published = claim(11).value, claim(12).value


def definition(**changed):
    """The definition that differs from the plainest in these choices, such as ``who="submitter"``; all are listed below."""
    return definitions.one(**vars(rules.PLAIN) | changed)


exact = definitions.where(
    "that give both published figures", lambda t: (t.nvidia == published[0]) & (np.floor(t.ratio + 0.5) == published[1])
)

say("wins.plain-low", definition().nvidia_low)
say("wins.plain-high", definition().nvidia_high)
say("wins.literal-ratio-low", literal.min("ratio"), 1)
say("wins.literal-ratio-high", literal.max("ratio"), 1)
say("wins.allowed-low", allowed.min("nvidia"))
say("wins.allowed-high", allowed.max("nvidia"))
holds(
    "No definition that it then allows gives both of NVIDIA's figures.",
    not set(allowed.frame.rule) & set(exact.frame.rule),
)

# %% tags=["hide-input"]
sets = {"Allowed by the sentence": allowed, "The sentence word for word": literal, "All that we tried": definitions}
rows = [
    {
        "Definitions": name,
        "How many": len(part),
        "Wins of NVIDIA": f"{part.min('nvidia')} to {part.max('nvidia')}",
        "Ratio": f"{part.min('ratio'):1} to {part.max('ratio'):1}",
        f"Give {claim(11)}": (part.frame.nvidia == published[0]).sum(),
        f"Give {claim(12):0}": (np.floor(part.frame.ratio + 0.5) == published[1]).sum(),
        "Give both": part.frame.rule.isin(exact.frame.rule).sum(),
    }
    for name, part in sets.items()
]
table("sets", "What definitions of a win give", pd.DataFrame(rows), [*rows[0]])

# %% tags=["hide-input"]
show(
    "cloud",
    "As counted, no definition that the sentence allows gives both published figures",
    cloud(definitions.frame, published=published),
    note="All rounds of MLPerf Inference and Training up to Inference v6.0; by some definitions also MLPerf HPC. A dot is one "
    "outcome, larger where several definitions share it. The plainest definition is in a circle.",
    rounds=keys_until(),
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the ten choices", "code_prompt_hide": "Hide the ten choices"}
table(
    "choices",
    "The choices of a definition of a win; every combination that differs in meaning is one definition",
    pd.DataFrame(
        [(choice.capitalize(), meaning, vars(rules.PLAIN)[choice] == way) for choice, ways in rules.MEANING.items() for way, meaning in ways.items()],
        columns=["choice", "one_way", "plainest"],
    ),
    "choice one_way plainest",
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what the sentence leaves out, and why", "code_prompt_hide": "Hide what the sentence leaves out, and why"}
out = definitions.frame.ruled_out.fillna("")
table(
    "left-out",
    "What the sentence does not allow; a definition may be of several kinds",
    pd.DataFrame(
        [
            (kind, out.str.contains(kind, regex=False).sum(), (out == kind).sum(), why)
            for kind, (why, _) in rules.RULED_OUT.items()
        ],
        columns=["kind", "definitions", "alone", "why_not"],
    ),
    "kind definitions alone why_not",
    headings={"kind": "The definition"},
    note="Alone: definitions that it does not allow for this reason only.",
)

# %% tags=["hide-cell"]
or_hpc = definitions.where(
    "that the sentence allows, or would allow if MLPerf HPC counted",
    lambda t: (
        (t.ruled_out.fillna(rules.OTHER_PROGRAMS) == rules.OTHER_PROGRAMS)
        & t.programs.isin([rules.PLAIN.programs, rules.WITH_HPC])
    ),
)
for name, part in {"allowed": allowed, "literal": literal, "exact": exact}.items():
    say(f"wins.{name}-n", part.count)
say("wins.allowed-ratio-low", allowed.min("ratio"), 1)
say("wins.allowed-ratio-high", allowed.max("ratio"), 1)
for end, highest in {"low": False, "high": True}.items():
    say(f"wins.hpc-{end}", or_hpc.max("nvidia") if highest else or_hpc.min("nvidia"))
    say(f"wins.hpc-ratio-{end}", or_hpc.max("ratio") if highest else or_hpc.min("ratio"), 1)
with_both = or_hpc.frame.rule.isin(exact.frame.rule).sum()
words("wins.hpc-exact-n", with_both or "none", f"{or_hpc.words}, number that gives both published figures")
holds("both count MLPerf HPC", exact.frame.programs.str.contains("hpc").all() and len(exact) == 2)

# %% [markdown]
# Only {n}`wins.exact-n` definitions give both figures without a doubtful win, and both count MLPerf HPC. Whether it belongs is a
# matter of reading. NVIDIA's sentence names training and inference, so we leave HPC out; but MLCommons titles that suite
# "MLPerf Training: HPC" ([its page](https://mlcommons.org/en/training-hpc-10)). If HPC may count as well, the definitions that
# the sentence allows give {n}`wins.hpc-low` to {n}`wins.hpc-high` wins. Their ratios are {n}`wins.hpc-ratio-low` to
# {n}`wins.hpc-ratio-high`, and {n}`wins.hpc-exact-n` of them gives both figures.
#
# ## Many other figures would pass the same test
#
# With many definitions, some come near any pair of figures. So we gave every pair near the published one the same test: is
# there a definition that gives this count, and a ratio that rounds to this one? *As counted* takes each definition's
# figures as they are. *With doubt* lets each doubtful cell of a definition go to either side: ties, leads below one
# percent, entries whose time or availability is not known. *Near* is every count from {n}`chance.count-low` to
# {n}`chance.count-high`. Each is paired with every whole ratio from {n}`chance.ratio-low` to {n}`chance.ratio-high`.

# %% tags=["hide-input"]
NEAR = (range(250, 331), range(5, 16))
TESTS = {"as counted": False, "with doubt": True}


def outcomes(frame, doubt):
    """Every count and whole ratio that each definition gives: ``rule``, ``wins``, ``times``."""
    tallies = frame[["rule", "nvidia", "others"]]
    if doubt:
        doubtful = frame.loc[frame.index.repeat(frame.nvidia_high - frame.nvidia_low + 1)]
        for_nvidia = doubtful.groupby("rule").cumcount()
        decided = doubtful.assign(nvidia=doubtful.nvidia_low + for_nvidia, others=doubtful.others_high - for_nvidia)
        tallies = pd.concat([tallies, decided[tallies.columns]])
    tallies = tallies[tallies.others > 0]
    times = np.floor((tallies.nvidia / tallies.others).astype(float) + 0.5).astype(int)
    return pd.DataFrame({"rule": tallies.rule, "wins": tallies.nvidia.astype(int), "times": times})


def passing(of, doubt, near=NEAR):
    """Of the counts, the ratios and the pairs near the published ones, the shares that some definition gives."""
    pairs_given = outcomes(of.frame, doubt)[["wins", "times"]].drop_duplicates()
    is_near = pairs_given.wins.isin(near[0]), pairs_given.times.isin(near[1])
    test = "with doubtful cells either way" if doubt else "as counted"
    passed = {
        "count": (pairs_given.wins[is_near[0]].nunique(), len(near[0])),
        "ratio": (pairs_given.times[is_near[1]].nunique(), len(near[1])),
        "both": ((is_near[0] & is_near[1]).sum(), len(near[0]) * len(near[1])),
    }
    return {
        what: value(n, of=f"near figures ({what}) that one of the {of} gives, {test}", table="counting_rules") / every
        for what, (n, every) in passed.items()
    }


shares = {test: passing(allowed, doubt) for test, doubt in TESTS.items()}
grid = pd.MultiIndex.from_product(NEAR, names=["wins", "times"]).to_frame(index=False)
is_given = [
    pd.MultiIndex.from_frame(grid).isin(pd.MultiIndex.from_frame(outcomes(allowed.frame, doubt)[["wins", "times"]]))
    for doubt in TESTS.values()
]
show(
    "chance",
    f"{shares['with doubt']['both'].percent} of all nearby pairs of figures pass the same test",
    pairs(grid.assign(passes=np.select(is_given, [COUNTED, DOUBT], NO)), published=published),
    note=f"Each square is a pair of a count and a ratio, by the {len(allowed)} definitions that the sentence allows. The published "
    "pair is framed.",
    rounds=keys_until(),
)

# %% [markdown]
# The ratio alone tests nothing: as counted, {n}`chance.allowed-counted-ratio` of the ratios pass. The count alone tests
# little: {n}`chance.allowed-counted-count` of the counts pass as counted and {n}`chance.allowed-doubt-count` with doubt.
# Only the pair is a test. As counted, {n}`chance.allowed-counted-both` of the pairs pass, and NVIDIA's is not among them. With
# doubt, {n}`chance.allowed-doubt-both` pass, and NVIDIA's is among them: {n}`wins.fitting-n` definitions give it. Other bounds and
# other definitions give other shares.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the shares for other bounds and other definitions", "code_prompt_hide": "Hide the shares for other bounds and other definitions"}
bounds = {
    "near": NEAR,
    "counts within 10, ratios within 1": (range(281, 302), range(8, 11)),
    "counts 200 to 400, ratios 3 to 20": (range(200, 401), range(3, 21)),
    "half to twice of each": (range(146, 583), range(5, 19)),
}
tried = {name: (allowed, near) for name, near in bounds.items()} | {"all definitions that we tried": (definitions, NEAR)}
also_allowed = {kind: definitions.frame.ruled_out.fillna(kind) == kind for kind in rules.RULED_OUT}
tried |= {f"also: {kind}": (Selection(definitions.frame[which], "definitions"), NEAR) for kind, which in also_allowed.items()}
rows = [
    {"Bounds or definitions": name, "Definitions": len(of)}
    | {
        f"{kind}, {test}": str(passing(of, doubt, near)[what].percent)
        for test, doubt in TESTS.items()
        for kind, what in {"Counts": "count", "Pairs": "both"}.items()
    }
    for name, (of, near) in tried.items()
]
table("other-bounds", "Shares of figures that pass the test, for other bounds and other definitions", pd.DataFrame(rows), [*rows[0]])

# %% tags=["hide-cell"]
for what in ("count", "ratio", "both"):
    say(f"chance.allowed-counted-{what}", shares["as counted"][what].percent)
for what in ("count", "both"):
    say(f"chance.allowed-doubt-{what}", shares["with doubt"][what].percent)
for what, unit, near in zip(["count", "ratio"], ["", "x"], NEAR):
    for end, bound in {"low": near.start, "high": near.stop - 1}.items():
        say(f"chance.{what}-{end}", value(bound, unit, of=f"{end}est {what} for which the test was made", source="chosen"), 0)

decided = outcomes(allowed.frame, doubt=True)
fitting = set(decided[(decided.wins == published[0]) & (decided.times == published[1])].rule)
fitting = allowed.where("and that give both published figures if doubtful cells go that way", lambda t: t.rule.isin(fitting))
say("wins.fitting-n", fitting.count)
nearest = definitions.one(rule=int(nearest_as_printed(allowed.frame).rule.iloc[0]))
words("wins.nearest-rule", nearest.words, "what is not the plainest in the definition nearest to both published figures")
say("wins.nearest-nvidia", nearest.nvidia)
say("wins.nearest-ratio", nearest.ratio, 1)
say("wins.nearest-low", nearest.nvidia_low)
say("wins.nearest-high", nearest.nvidia_high)

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
# ## Who won what: only one vendor took part in a third of the cells
#
# By the plainest definition NVIDIA's chips won {n}`wins.plain-nvidia` of {n}`wins.cells-n` cells. But in
# {n}`wins.cells-alone-n` of them only one vendor's chips took part, so that vendor could not lose. The other
# {n}`wins.cells-contested-n` cells are *contested*. NVIDIA's chips won {n}`wins.contested-nvidia` of these, and other vendors'
# chips won {n}`wins.contested-others`: above all Google's in Training and Qualcomm's in Inference, mostly at the edge.

# %% tags=["hide-input"]
best = cell_winners(taking_part(entries))
inference, trained = best[best.program == "inference"], best[best.program != "inference"]
training_keys = [key for key in keys_until() if key.startswith(("training-", "hpc-"))]
names = {name: title(name) for name in best.benchmark.unique()}


def winners(part):
    """Who won the contested cells of a part."""
    return ", ".join(f"{vendor} {n}" for vendor, n in part[part.contested].vendor.value_counts().items())


show(
    "inference",
    f"In {(~inference.contested).mean():.0%} of the inference cells only one vendor's chips took part",
    matrix(inference, names),
    note=f"The best result of each cell, by maker of the chips. Contested cells: {winners(inference)}. Closed division, any "
    "availability. v0.5 had no suites: its Server and Offline results are shown under datacenter.",
    rounds=[key for key in keys_until() if key not in training_keys],
)

# %% [markdown]
# Others won a larger share of the contested cells in Training. HPC is shown here and not in the counts above.

# %% tags=["hide-input"]
field = trained[(trained.program == "training") & trained.contested]
show(
    "training",
    f"In Training, others had the shortest time in {(field.winner == 'others').mean():.0%} of contested cells",
    matrix(trained, names),
    note=f"The shortest time to train of each cell, at any scale; HPC (weak) by models per minute. Contested cells, HPC "
    f"included: {winners(trained)}. Closed division, any availability.",
    rounds=training_keys,
)

# %% [markdown]
# The data of the two figures have every cell with its winner, its submitter and its lead. Wins by other ways to count:

# %% tags=["hide-input"]
ways = {
    "Every cell": definition(),
    "Contested cells": definition(cells="contested"),
    "NVIDIA's own entries against other chips": definition(who="own"),
    "The same, contested cells": definition(who="own", cells="contested"),
    "NVIDIA's own entries against all submitters": definition(who="submitter"),
    "Closed and open division": definition(division="closed+open"),
}
table(
    "ways",
    "Wins by other ways to count, each with the other choices of the plainest definition",
    pd.DataFrame(
        [(way, row.nvidia.value, row.others.value) for way, row in ways.items()], columns=["way", "nvidia", "others"]
    ),
    "way nvidia others",
    headings={"way": "What is counted"},
    ratio=lambda row: row.ratio,
)

# %% [markdown]
# Contested means chips of two or more vendors also where wins are counted by submitter: a cell that two submitters share on
# one vendor's chips is not contested. A vendor that stayed away cannot lose; an outline says so, and no more. Many of
# NVIDIA's cells were won by makers and operators of its systems, and many of Google's entries in Training were research
# systems. A winner may have used more chips than its rivals: a lead is not a lead per chip.

# %% tags=["hide-cell"]
counted_cells = Selection(
    best[best.program != "hpc"], "cells of the plainest definition: a round, suite, benchmark and scenario"
)
contested_cells = counted_cells.where("with chips of two or more vendors", lambda t: t.contested)
cells_alone = counted_cells.where("with chips of one vendor only", lambda t: ~t.contested)
for name, counted in {"": counted_cells, "contested-": contested_cells, "alone-": cells_alone}.items():
    # Every cell's winner would be a list of hundreds of rows: the chart above has them.
    say(f"wins.cells-{name}n", value(len(counted), of=f"number of {counted.words}", source="the chart of who won what"))
say("wins.once-nvidia", definition(count="runs").nvidia)
for key, changed in {
    "contested": {"cells": "contested"},
    "apart": {"variants": "apart"},
    "apart-once": {"variants": "apart", "count": "runs"},
}.items():
    say(f"wins.{key}-nvidia", definition(**changed).nvidia)
    say(f"wins.{key}-others", definition(**changed).others)

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
table(
    "nearest",
    "The definitions that the sentence allows and that are nearest to the published pair",
    nearest_as_printed(allowed.frame).head(8),
    "nvidia others ratio range definition",
    headings={"range": "Range of NVIDIA's"},
    note="Count and ratio weigh alike, and every ratio that rounds to the published one is as near. A definition is named by what "
    "differs from the plainest. Range: NVIDIA's wins with all that is in doubt decided for or against it.",
    ratio=lambda row: row.ratio,
    range=lambda row: [row.nvidia_low, row.nvidia_high],
    definition=lambda row: row.words,
)

# %% [markdown]
# ## Who counts as NVIDIA matters most
#
# If only NVIDIA's own entries count, against those of all other submitters, the ratio typically shrinks by a factor of
# {n}`wins.effect-who`. No other choice changes it as much.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what each choice does", "code_prompt_hide": "Hide what each choice does"}
changed = rules.effects(definitions.frame)
strongest = changed.iloc[0]
holds("No other choice changes it as much.", (strongest.choice, strongest.to) == ("who", "submitter"))
factor = value(
    strongest.ratio,
    "x",
    of="median ratio with NVIDIA's own entries against all submitters, over that with all of NVIDIA's chips, all other choices the same",
    table="counting_rules",
)
say("wins.effect-who", (1 / factor).bare)
table(
    "effects",
    "The factor by which one choice changes NVIDIA's wins and their ratio to everybody else's while all other choices stay the same",
    changed.assign(
        choice=[rules.MEANING[name][way] for name, way in zip(changed.choice, changed.to)],
        instead=[rules.MEANING[name][way] for name, way in zip(changed.choice, changed["from"])],
    ),
    "choice instead wins ratio",
    headings={"instead": "Instead of", "wins": "NVIDIA's wins, times", "ratio": "Ratio, times"},
    note="Medians over all pairs of definitions that differ in this choice alone.",
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
# {n}`wins.apart-once-nvidia`. Those of all others fall from {n}`wins.apart-others` to {n}`wins.apart-once-others`.
#
# In rounds without logs (v3.1, v4.0 and those typed by hand), equal values of one system on two variants of a benchmark count
# as one run. This decides {n}`shared.dropped-alike-percent` of the {n}`shared.dropped-n` cells of Inference that a side won with a
# run that had won it another; equal logs decide the rest.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show shared runs in each round", "code_prompt_hide": "Hide shared runs in each round"}
logged = inference_results.frame.dropna(subset="log_blob")
runs = (
    logged[logged.division == "closed"]
    .groupby(["round", "log_blob"])[["row_id", "benchmark", "suite", "scenario"]]
    .nunique()
)
several = runs > 1
by_round = {
    "Results": runs.row_id,
    "Different runs": 1,
    "Results on a shared run": runs.row_id.where(several.row_id, 0),
    "Runs of two accuracy targets": several.benchmark,
    "Runs in two suites": several.suite,
    "Runs of two scenarios": several.scenario,
}
by_round = pd.DataFrame(by_round).groupby("round").sum().reset_index()
table("shared", "Closed results that share a run, by round", by_round, list(by_round))

# %% tags=["hide-cell"]
holds("leaves the count at", definition(count="runs").nvidia == definition().nvidia)
apart = rules.Rule(
    **vars(rules.PLAIN) | {"variants": "apart", "programs": "inference", "training": rules.NOT_APPLICABLE}
)
every_win = rules.cells_won(rules.winners_finder(entries), apart)
again = Selection(
    every_win[every_win.duplicated(["winner", "run"])],
    "cells of Inference, accuracy variants apart, that a side won with a run that had won it another",
)
alike = again.where(
    "where equal values say so and not equal logs, for want of a log", lambda t: ~t.run.isin(logged.log_blob)
)
say("shared.dropped-n", again.count)
say("shared.dropped-alike-percent", (alike.count / again.count).percent)
until = logged[logged["round"].isin(rounds_until()["inference"])]
say("shared.logged-n", value(len(until), of="results up to v6.0 whose log is available", table="inference_results"))
sharing = until.duplicated(["round", "log_blob"], keep=False).sum()
say(
    "shared.n",
    value(
        sharing,
        of="results up to v6.0 whose log, byte for byte, is another result's as well",
        table="inference_results",
    ),
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
# ## The claims
#
# ```{claim-list} 11 12
# ```
#
# ```{mlperf-footnote}
# :rounds:
# ```
