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
# More than claimed, and no record. In MLPerf® Inference v6.0, {n}`partners.nvidia-v6.0` organisations beside NVIDIA have
# closed results on NVIDIA's silicon; NVIDIA names {n}`claim.31.published`. No other vendor had as many in that round
# ({n}`partners.amd-v6.0` on AMD's): that is what NVIDIA itself says. Article A1 says the most in history, which is
# {verdict}`32`: the round before, v5.1, had {n}`partners.nvidia-v5.1`. By the submitters' names as they are, joint ones
# counted as one, it is {n}`partners.nvidia-v6.0-spelt` and {n}`partners.nvidia-v5.1-spelt`.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.coverage import in_list, organised, participation
from claimcheck.analysis.organisations import organisations
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.coverage import participation as participation_chart
from claimcheck.claims.evaluate import load_register
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.numbers import number, state
from claimcheck.registers import read_yaml
from claimcheck.rounds import keys_until, rounds_until

results, training = tables.load("inference_results"), tables.load("training_results")
claimed = next(int(c.figures[0].published) for c in load_register() if c.number == 31)
print(tables.fingerprints("inference_results.csv.gz", "training_results.csv", "partners.yml"))
rounds = rounds_until()
inference = results[results["round"].isin(rounds["inference"])]
footnote = rounds_footnote(rounds=keys_until(suites=["inference"]))

# %% [markdown]
# ## The arithmetic
#
# Organisations with a closed result on each vendor's silicon, the vendor itself left out. A joint submission counts for
# each organisation behind it, and capitals are no difference:

# %%
behind = organisations()
joint = {"submitted as": behind.keys(), "counts for": map(", ".join, behind.values())}
ResultsTable(
    id="joint",
    frame=pd.DataFrame(joint),
    caption="Submitters' names that stand for several organisations, or for another name.",
    columns={name: name.capitalize() for name in joint},
)

# %%
closed = inference[inference.division == "closed"]
who = [behind.get(name, (name,)) for name in closed.submitter]
each = closed.assign(who=who).explode("who")
each["who"] = each.who.str.lower()
guests = each[each.who != each.platform_vendor.str.lower()]
by_vendor = guests.groupby(["round", "platform_vendor"])
partners = by_vendor.who.nunique().unstack(fill_value=0)
vendors = ["NVIDIA", "AMD", "Intel", "Qualcomm", "Google"]
partners.reindex(columns=vendors, fill_value=0).rename_axis(columns="silicon of")

# %% tags=["hide-input"]
found = participation(inference, organisations=behind)
most = found.sort_values("partners", ascending=False).iloc[0]
now = found[(found["round"] == "v6.0") & (found.vendor == "NVIDIA")].iloc[0]
assert most.partners == partners.max().max() and now.partners == partners.loc["v6.0", "NVIDIA"]
Figure(
    participation_chart(found, suite="MLPerf Inference", claimed=("v6.0", claimed)),
    id="participation",
    title=f"{now.partners} partners on {now.vendor}'s silicon in v6.0: fewer than the {most.partners} of {most['round']}",
    description="Columns of the number of organisations on each vendor's silicon, the vendor left out, by round of MLPerf "
    "Inference. "
    + "; ".join(
        f"{vendor}: " + ", ".join(f"{r['round']} {r['partners']}" for _, r in g.iterrows())
        for vendor, g in found[found.vendor.isin(["NVIDIA", "AMD", "Intel", "Qualcomm"])].groupby("vendor")
    )
    + ".",
    caption="Closed division; an organisation counts once for each vendor whose silicon it used, also in a joint "
    f"submission.\n\n{footnote}",
)

# %% [markdown]
# ## The vendor's list, name by name
#
# NVIDIA's list as the trade press printed it, beside the organisations of v6.0 on NVIDIA's silicon, closed and open
# division.

# %%
lists = dict(read_yaml(tables.DATA_DIR / "partners.yml").section("partners"))
entry = lists["nvidia-v6.0"]
of_round = inference[inference["round"] == "v6.0"]
on_nvidia = of_round[of_round.platform_vendor == "NVIDIA"]
there = organised(on_nvidia, behind)
there = there[there.organisation != "NVIDIA"]
spelt = entry.mapping("spelt")
beside = in_list(entry.list("names"), there.organisation, spelt)
beside["found"] = beside.found.replace("table only", "results only")
beside.groupby("found").size().rename("names").to_frame()

# %% tags=["hide-input"]
divisions = there.groupby("organisation").division.agg(lambda d: ", ".join(sorted(set(d))))
counted = there.groupby("organisation").size()
ResultsTable(
    id="list",
    frame=beside.assign(
        divisions=beside.submitter.map(divisions), results=beside.submitter.map(counted).astype("Int64")
    ),
    caption=f"Partners named for v6.0 ({entry.mapping('source')['name']}) and organisations on NVIDIA's silicon in the results.",
    columns={
        "listed": "In the list",
        "submitter": "In the results",
        "found": "Found in",
        "divisions": "Division",
        "results": "Results",
    },
)

# %% [markdown]
# Every name of the list has results. The results hold more: organisations that the list leaves out, one of them a partner
# in a joint submission (Lambda with Stevens Institute of Technology).
#
# ## Training

# %% tags=["hide-input"]
trained = training[(training.suite == "training") & training["round"].isin(rounds["training"])]
taught = participation(trained, organisations=behind)
top = taught.sort_values("partners", ascending=False).iloc[0]
Figure(
    participation_chart(taught, suite="MLPerf Training"),
    id="participation-training",
    title=f"In Training, the most partners of any round: {top.partners} on {top.vendor}'s silicon in {top['round']}",
    description="Columns of the number of organisations on each vendor's silicon, the vendor left out, by round of MLPerf Training. "
    + "; ".join(
        f"{vendor}: " + ", ".join(f"{r['round']} {r['partners']}" for _, r in g.iterrows())
        for vendor, g in taught[taught.vendor.isin(["NVIDIA", "Google", "AMD", "Intel"])].groupby("vendor")
    )
    + ".",
    caption="Closed division; an organisation counts once for each vendor whose silicon it used, also in a joint "
    "submission.\n\n" + rounds_footnote(rounds=keys_until(suites=["training"])),
)

# %% [markdown]
# ## Who was there, round by round

# %% tags=["hide-input"]
ResultsTable(
    id="names",
    frame=found.sort_values(["round", "partners"], ascending=[False, False]),
    caption="Organisations on each vendor's silicon in the closed division, the vendor left out.",
    columns={"round": "Round", "vendor": "Silicon of", "partners": "Partners", "names": "Who"},
    searchable=True,
)

# %% [markdown]
# ## Where was Google?
#
# Article A5 writes that Google submitted no TPU v7, for the second round running. Google took part in both rounds, v5.1 and
# v6.0, on NVIDIA's silicon. Google's own results in every division, by maker of the silicon:

# %%
google = inference[inference.submitter == "Google"]
by_silicon = google.groupby(["round", "platform_vendor"]).size().unstack(fill_value=0)
by_silicon.rename_axis(columns="silicon of")

# %% [markdown]
# ## Claims 31, 32, 43 and 44
#
# ```{claim-card} 31
# ```
# ```{claim-card} 32
# ```
# ```{claim-card} 43
# ```
#
# A5 gives the absent chip's specification. No result can test it.
#
# ```{claim-card} 44
# ```
#
# ## Sensitivity
#
# By the submitters' names as they are, a joint name (Dell_Broadcom, Lambda_SIT) counts as one submitter of its own. Then
# there are {n}`partners.nvidia-v6.0-spelt` in v6.0 and {n}`partners.nvidia-v5.1-spelt` in v5.1 on NVIDIA's silicon,
# {n}`partners.amd-v6.0-spelt` and {n}`partners.amd-v5.1-spelt` on AMD's. With the open division both rounds have more, and
# v5.1 still has the most:

# %%
every = participation(inference, None, behind)
ahead = every.sort_values("partners", ascending=False).iloc[0]
assert (ahead["round"], ahead.vendor) == (most["round"], most.vendor)
of_nvidia = every[every.vendor == "NVIDIA"].set_index("round")
of_nvidia.partners[["v5.1", "v6.0"]].to_frame("all divisions")

# %% tags=["hide-input"]
whose = {"": (found, "organisations"), "-spelt": (participation(inference), "names of submitters as they are, capitals aside,")}
state(
    number(
        f"partners.{row.vendor.lower()}-{row['round']}{end}",
        row.partners,
        how=f"{who} on {row.vendor}'s silicon in {row['round']} beside {row.vendor}, closed division: {row.names}",
    )
    for end, (counted, who) in whose.items()
    for _, row in counted[counted["round"].isin(["v5.1", "v6.0"]) & counted.vendor.isin(["NVIDIA", "AMD"])].iterrows()
)

# %% [markdown]
#
# ## Limits
#
# - For v5.0 only the closed division is known.
# - "Partner" is the vendor's word. Here it is whoever submitted on the vendor's silicon, asked or not.
#
# ```{mlperf-footnote}
# :rounds: inference, training
# ```
