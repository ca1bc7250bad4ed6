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
# # Was it the largest configuration ever?
#
# :::{admonition} The answer
# :class: cc-key
# Yes, when it was said. The {n}`largest.first` accelerators of v6.0 were the most that any system had had in MLPerf®
# Inference, in any division and round up to then: {n}`largest.margin` as many as the largest of any other round, the
# {n}`largest.second` chips of a system of {n}`largest.second-round`. The largest system of the rounds published since has
# {n}`largest.later` ({n}`largest.later-round`). The accelerators of v6.0 are spread over many nodes; how they share the
# work is not tested here.
# :::

# %% tags=["hide-cell"]

from claimcheck import tables
from claimcheck.analysis.coverage import largest
from claimcheck.analysis.results import half_up
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.coverage import largest_systems
from claimcheck.claims import with_links
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.numbers import number, state, words
from claimcheck.rounds import keys_until, rounds_until

results = tables.load("inference_results")
results = results[results["round"].isin(rounds_until()["inference"])]
print(tables.fingerprints("inference_results.csv.gz", "corrections.yml", "rounds.yml"))
footnote = rounds_footnote(rounds=keys_until(suites=["inference"]))

# %% [markdown]
# ## The arithmetic
#
# Accelerators of a system are chips: accelerators in a node times nodes, as the submitter describes it. The descriptions
# of v0.5 count the two cores of each TPU v3 as accelerators; our [corrections](data) count chips. The largest system of
# each round:

# %%
known = results[results.accelerators.notna()]
top = known.loc[known.groupby("round").accelerators.idxmax()].set_index("round")
top[["accelerators", "submitter", "accelerator", "division"]].iloc[::-1]

# %% tags=["hide-input"]
sizes = largest(results)
ordered = sizes.sort_values("accelerators", ascending=False)
first, second = ordered.iloc[0], ordered.iloc[1]
Figure(
    largest_systems(sizes),
    id="largest",
    title=(
        f"{first.accelerators} chips in {first['round']}: {half_up(first.accelerators / second.accelerators, 1)} times the largest "
        f"of any round before, {second.accelerators} in {second['round']}"
    ),
    description="Bars of the number of accelerator chips in the largest system of each round of MLPerf Inference up to v6.0. "
    + "; ".join(f"{r['round']}: {r['accelerators']}, {r['submitter']}" for _, r in sizes.iterrows())
    + ".",
    caption=f"Largest system of each round by accelerator chips, every division. Blue: NVIDIA's chips; orange: others'. A TPU v3 "
    f"chip has two cores."
    f"\n\n{footnote}",
)

# %% [markdown]
# ## The largest systems of each round

# %% tags=["hide-input"]
each = known.sort_values(["accelerators", "row_id"], ascending=[False, True]).drop_duplicates(["round", "submitter", "system"])
each = each.groupby("round").head(5).sort_values(["round", "accelerators"], ascending=[False, False])
ResultsTable(
    id="systems",
    frame=with_links(each),
    caption="The five largest systems of each round up to v6.0, with one of their results each.",
    columns={
        "round": "Round",
        "accelerators": "Chips",
        "submitter": "Submitter",
        "accelerator": "Accelerator",
        "nodes": "Nodes",
        "division": "Division",
        "availability": "Category",
        "system": "System",
        "row_id": "A result",
    },
    links={"row_id": "published_url"},
    searchable=True,
)

# %% [markdown]
# ## What came next
#
# The claim is of April 2026. The largest system of v6.1, which was published after it (typed by hand from a copy of the
# results):

# %%
later = tables.load("inference_results")
later = later[(later["round"] == "v6.1") & later.accelerators.notna()]
most = later.sort_values(["accelerators", "row_id"], ascending=[False, True]).head(1).set_index("round", drop=False)
most[["accelerators", "submitter", "accelerator", "division"]]

# %% tags=["hide-input"]
sources = {
    key: (row, f"most accelerators of a system in {row['round']}: {row.submitter}, {row.system}")
    for key, row in {"first": first, "second": second, "later": most.iloc[0]}.items()
}
state(
    (number(f"largest.{key}", row.accelerators, how=how, rows=row) for key, (row, how) in sources.items()),
    (
        words(f"largest.{key}-round", row["round"], how=f"round: {how}", rows=row)
        for key, (row, how) in sources.items()
        if key != "first"
    ),
    number(
        "largest.margin",
        first.accelerators / second.accelerators,
        "x",
        1,
        how=f"largest system up to {first['round']} over the largest of any other round up to then, in accelerators; "
        f"{most.iloc[0]['round']}, published later, has a larger one ({most.iloc[0].accelerators})",
    ),
)

# %% [markdown]
# ## Claim 13
#
# ```{claim-card} 13
# ```
#
# ## Sensitivity
#
# Counted in cores, as its submitter described it, the largest system of v0.5 would have twice as many accelerators, still
# fewer than the claim's. Results of every division count here; in the closed division alone the answer is the same:

# %%
alone = known[known.division == "closed"].sort_values("accelerators").iloc[-1]
assert alone.accelerators == first.accelerators
cores = 2 * second.accelerators
assert cores < first.accelerators
print(f"largest closed: {alone.accelerators}; the next in cores: {cores}")

# %% [markdown]
#
# ## Limits
#
# - For v5.0 the open division and the number of nodes are unknown.
# - A system whose description gives no number of accelerators is not counted; most of these name no accelerator at all.
#
# ```{mlperf-footnote}
# :rounds: inference
# ```
