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
# # How many partners, and was it a record?
#
# :::{admonition} The answer
# :class: cc-key
# More than claimed, and no record. {n}`partners.nvidia-v6.0` organisations beside NVIDIA have closed v6.0 results on NVIDIA's
# silicon (MLPerf® Inference); the vendor names {n}`claim.31.published`. It is the most of that round
# ({n}`partners.amd-v6.0` on AMD's), as NVIDIA itself puts it. It is not the most in history, as A1 puts it: in v5.1 there
# were {n}`partners.nvidia-v5.1`.
# :::

# %% tags=["hide-cell"]

from claimcheck import tables
from claimcheck.analysis.coverage import in_list, participation
from claimcheck.charts import ResultsTable
from claimcheck.charts.coverage import participation as participation_chart
from claimcheck.claims import evaluate
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.claims.wins import keys_until, rounds_until
from claimcheck.registers import read_yaml

results, training = tables.load("inference_results"), tables.load("training_results")
claims = {c.number: c for c in evaluate(only=[31, 32])}
print(tables.fingerprints("inference_results.csv.gz", "training_results.csv", "partners.yml", "claims.yml"))
rounds = rounds_until()
inference = results[results["round"].isin(rounds["inference"])]
footnote = rounds_footnote(rounds=[k for k in keys_until() if k in rounds["inference"]])

# %% [markdown]
# ## The arithmetic
#
# Submitters with a closed result on each vendor's silicon, the vendor itself left out:

# %%
closed = inference[inference.division == "closed"]
guests = closed[closed.submitter != closed.platform_vendor]
partners = guests.groupby(["round", "platform_vendor"]).submitter.nunique().unstack(fill_value=0)
vendors = ["NVIDIA", "AMD", "Intel", "Qualcomm", "Google"]
partners.reindex(columns=vendors, fill_value=0)

# %% tags=["hide-input"]
found = participation(inference)
most = found.sort_values("partners", ascending=False).iloc[0]
now = found[(found["round"] == "v6.0") & (found.vendor == "NVIDIA")].iloc[0]
assert most.partners == partners.max().max() and now.partners == partners.loc["v6.0", "NVIDIA"]
participation_chart(
    found,
    suite="MLPerf Inference",
    claimed=("v6.0", int(claims[31].published.value)),
    id="participation",
    title=f"{now.partners} partners on {now.vendor}'s silicon in v6.0, {most.partners} in {most['round']}",
    description="Columns of the number of submitters on each vendor's silicon, the vendor left out, by round of MLPerf "
    "Inference. "
    + "; ".join(
        f"{vendor}: " + ", ".join(f"{r['round']} {r['partners']}" for _, r in g.iterrows())
        for vendor, g in found[found.vendor.isin(["NVIDIA", "AMD", "Intel", "Qualcomm"])].groupby("vendor")
    )
    + ".",
    caption=f"Closed division; a submitter counts once for each vendor whose silicon it used.\n\n{footnote}",
)

# %% [markdown]
# ## The vendor's list, name by name
#
# The list as the trade press printed it, beside the submitters of v6.0 on NVIDIA's silicon, closed and open division.

# %%
lists = dict(read_yaml(tables.DATA_DIR / "partners.yml").section("partners"))
entry = lists["nvidia-v6.0"]
on_nvidia = inference[(inference["round"] == "v6.0") & (inference.platform_vendor == "NVIDIA")]
there = on_nvidia[on_nvidia.submitter != "NVIDIA"]
beside = in_list(entry.list("names"), there.submitter, entry.mapping("spelt"))
beside.groupby("found").size().rename("names").to_frame()

# %% tags=["hide-input"]
divisions = there.groupby("submitter").division.agg(lambda d: ", ".join(sorted(set(d))))
counted = there.groupby("submitter").size()
ResultsTable(
    id="list",
    frame=beside.assign(
        divisions=beside.submitter.map(divisions), results=beside.submitter.map(counted).astype("Int64")
    ),
    caption=f"Partners named for v6.0 ({entry.text('source')}) and submitters on NVIDIA's silicon in the results.",
    columns={"listed": "In the list", "submitter": "In the results", "found": "Found in", "divisions": "Division", "results": "Results"},
)

# %% [markdown]
# Every name of the list has results. The results hold more: organisations that the list leaves out.
#
# ## Training

# %% tags=["hide-input"]
trained = training[(training.suite == "training") & training["round"].isin(rounds["training"])]
taught = participation(trained)
top = taught.sort_values("partners", ascending=False).iloc[0]
participation_chart(
    taught,
    suite="MLPerf Training",
    id="training",
    title=f"In Training, the most partners of any round: {top.partners} on {top.vendor}'s silicon in {top['round']}",
    description="Columns of the number of submitters on each vendor's silicon, the vendor left out, by round of MLPerf Training. "
    + "; ".join(
        f"{vendor}: " + ", ".join(f"{r['round']} {r['partners']}" for _, r in g.iterrows())
        for vendor, g in taught[taught.vendor.isin(["NVIDIA", "Google", "AMD", "Intel"])].groupby("vendor")
    )
    + ".",
    caption="Closed division; a submitter counts once for each vendor whose silicon it used.\n\n"
    + rounds_footnote(rounds=[k for k in keys_until() if k.startswith("training-")]),
)

# %% [markdown]
# ## Who was there, round by round

# %% tags=["hide-input"]
ResultsTable(
    id="names",
    frame=found.sort_values(["round", "partners"], ascending=[False, False]),
    caption="Submitters on each vendor's silicon in the closed division, the vendor left out.",
    columns={"round": "Round", "vendor": "Silicon of", "partners": "Partners", "names": "Who"},
    searchable=True,
)

# %% [markdown]
# ## Where was Google?
#
# A5 writes that Google submitted no TPU v7, for the second round running. Google took part in both rounds, on NVIDIA's
# silicon; results on its own chips, by round:

# %%
google = inference[inference.submitter == "Google"]
google.groupby(["round", "platform_vendor"]).size().unstack(fill_value=0)

# %% [markdown]
# ## Claims 31, 32 and 43
#
# ```{claim-card} 31
# ```
# ```{claim-card} 32
# ```
# ```{claim-card} 43
# ```
#
# ## Sensitivity
#
# Some names stand for two organisations that submitted together (Dell_Broadcom, Lambda_SIT), and one organisation may
# stand under several names. Counted with the open division, v6.0 has more, and so has v5.1.
#
# ## Limits
#
# - For v5.0 only the closed division is known.
# - "Partner" is the vendor's word; here it is whoever submitted on the vendor's silicon.
#
# ```{mlperf-footnote}
# :rounds:
# ```
