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
# # Who won what?
#
# :::{admonition} The answer
# :class: cc-key
# On silicon, NVIDIA: {n}`wins.plain-nvidia` of {n}`wins.cells-n` cells of the closed division, all rounds of MLPerf®
# Inference and Training up to v6.0. But in {n}`wins.cells-alone-n` of the cells only one vendor's silicon took part.
# Where two or more did, NVIDIA won {n}`wins.contested-nvidia` and others {n}`wins.contested-others`: above all Google
# in Training, and in Inference Qualcomm at the edge and, in the first round, many.
# :::

# %% tags=["hide-cell"]

from claimcheck import tables
from claimcheck.analysis.wins.cells import cells, choose
from claimcheck.charts import ResultsTable
from claimcheck.charts.wins_matrix import matrix
from claimcheck.charts.wins_rounds import won_by_round
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.claims.wins import contest, keys_until

results, training = tables.load("inference_results"), tables.load("training_results")
print(tables.fingerprints("inference_results.csv.gz", "training_results.csv", "benchmarks.yml", "rounds.yml"))

# %% [markdown]
# ## The arithmetic
#
# A cell is won by the best result in it; the vendor is the maker of the silicon. Closed division, any availability,
# accuracy variants merged, whole systems, the shortest time in Training.

# %%
everything = contest(results, training)
table = cells(choose(everything))
table["outcome"] = table.winner.where(table.contested, "alone: " + table.vendor)
table.groupby(["program", "winner", "contested"]).size().unstack(fill_value=0)

# %% tags=["hide-input"]
inference = table[table.program == "inference"]
footnote = rounds_footnote(rounds=keys_until())


def words(part):
    """Who won the contested cells of a part, in words."""
    counted = part[part.contested].vendor.value_counts()
    return ", ".join(f"{vendor} {number}" for vendor, number in counted.items())


def lost(part):
    """Contested cells of a part that NVIDIA's silicon did not win, and all contested ones."""
    contested = part[part.contested]
    return int((contested.winner == "others").sum()), len(contested)


won_by_round(
    table[table.program != "hpc"],
    id="by-round",
    title=f"In Inference, others won {lost(inference)[0]} of {lost(inference)[1]} contested cells",
    description="Stacked bars, one a round, of cells won on NVIDIA's silicon against rivals, won without a rival, won by "
    f"others, and tied. Contested cells in Inference: {words(inference)}; in Training: "
    f"{words(table[table.program == 'training'])}.",
    caption=f"Closed division, cells of the plainest counting rule.\n\n{footnote}",
)

# %% [markdown]
# ## Inference, cell by cell
#
# A filled square: silicon of two or more vendors took part. An outline: one vendor alone.

# %% tags=["hide-input"]
matrix(
    inference,
    id="inference",
    title=f"{int((~inference.contested).sum())} of {len(inference)} inference cells had one vendor only",
    description="Matrix of rounds and benchmarks. Contested cells were won by: " + words(inference) + ".",
    caption=f"The best result of each cell, by maker of the silicon. Closed division, any availability.\n\n{footnote}",
)

# %% [markdown]
# ## Training and HPC, cell by cell

# %% tags=["hide-input"]
trained = table[table.program != "inference"]
lost_training = lost(trained[trained.program == "training"])
matrix(
    trained,
    id="training",
    title=f"In Training, others had the shortest time in {lost_training[0]} of {lost_training[1]} contested cells",
    description="Matrix of rounds and training benchmarks. Contested cells were won by: " + words(trained) + ".",
    caption=f"The shortest time to train of each cell, at any scale; HPC also by models per minute.\n\n{footnote}",
)

# %% [markdown]
# ## Every cell
#
# Search and sort; the lead is the winner's result over the best of the other side (NVIDIA's silicon or all other).

# %% tags=["hide-input"]
ResultsTable(
    id="cells",
    frame=table.assign(lead=table.lead.astype(float), suite=table.suite.replace("none", None)),
    caption="Every cell of the closed division, up to v6.0.",
    columns={
        "program": "Program",
        "round": "Round",
        "suite": "Suite",
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "vendor": "Won on",
        "submitter": "Submitter",
        "vendors": "Vendors",
        "lead": "Lead",
    },
    formats={"lead": ".2f"},
    searchable=True,
)

# %% [markdown]
# ## Sensitivity
#
# Every way of counting is on the page [How many wins?](10-wins). This page shows the plainest.
#
# ## Limits
#
# - Silicon is not the submitter: many of NVIDIA's cells were won by makers and operators of its systems.
# - Any availability counts: many of Google's entries in Training were research systems.
# - A vendor that stayed away cannot lose. An outline says so, and no more.
# - A winner at scale may have used more chips than its rivals: a lead is not a lead per chip.
#
# ```{mlperf-footnote}
# :rounds:
# ```
