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
# # The same chips, the same rack, the same power?
#
# :::{admonition} The answer
# :class: cc-key
# The chips are of the same model. The rack is not the same: the {n}`claim.1.published` compares NVIDIA's rack of
# {n}`accelerators.before-server` GPUs with {n}`accelerators.nebius-8` GPUs of a rack of the same kind at Nebius. Whether the
# power was the same, nobody can tell, because it was measured for neither result.
#
# NVIDIA's own rack fits the words best. It gained {n}`pair.gb300-server-own`, and its two descriptions differ in host memory.
# A full rack of Nebius over NVIDIA's is published at {n}`pair.gb300-server-rack`, and over the whole runs it is
# {n}`denominators.rack-full`.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.charts import ResultsTable
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import source_url
from claimcheck.claims.recorded import read_recorded

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
systems = tables.load("systems")
claims = {c.number: c for c in read_recorded(load_tables(), only=[1])}
print(tables.fingerprints("inference_results.csv.gz", "systems.csv"))

# %% [markdown]
# ## The rows
#
# Each submitter describes its system in a file. Three descriptions matter: NVIDIA's rack in v5.1, NVIDIA's
# rack in v6.0, and the Nebius system in v6.0 that stands behind the published figure.

# %%
rows = claims[1].rows
own = results[
    (results["round"] == "v6.0")
    & (results.benchmark == "deepseek-r1")
    & (results.scenario == "Server")
    & (results.submitter == "NVIDIA")
    & (results.accelerator == "NVIDIA GB300")
    & (results.accelerators == rows.accelerators.max())
]
three = pd.concat([rows, own])
described = three.merge(systems, on=["round", "division", "submitter", "system"], suffixes=("", "_described"))
described["who"] = described["round"] + " " + described.submitter + ", " + described.accelerators.astype(str) + " GPUs"
facts = {
    "accelerator_described": "Accelerator",
    "accelerator_memory": "Its memory",
    "accelerator_memory_type": "Kind of memory",
    "nodes": "Nodes",
    "host_processor": "Host processor",
    "host_memory": "Host memory",
    "network_cards": "Network cards",
    "driver": "Driver named",
    "availability": "Category",
}
side_by_side = described.set_index("who")[list(facts)].astype("string").rename(columns=facts).T
side_by_side["equal in all"] = side_by_side.nunique(axis=1, dropna=False) == 1
side_by_side.iloc[:, -1]

# %% [markdown]
# Two of the three state a power limit per GPU, and NVIDIA's two state the same one. It is a setting, not a
# measurement, and MLPerf® Inference v6.0 has no measured power, so no figure is given here.

# %%
described.set_index("who").power_limit_mark.notna().rename("states a power limit per GPU")

# %% tags=["hide-input"]
frame = side_by_side.drop(columns="equal in all").rename_axis("fact").reset_index().fillna("not stated")
ResultsTable(
    id="descriptions",
    frame=frame,
    caption=caption(
        "What the submitters say of their systems. Descriptions are written by hand and may be wrong or stale.",
        three,
        derived=False,
    ),
    columns={"fact": "Fact"} | {c: c for c in frame.columns if c != "fact"},
)

# %% tags=["hide-input"]
ResultsTable(
    id="description-sources",
    frame=with_links(three).assign(
        who=[f"{r} {s}" for r, s in zip(three["round"], three.submitter)],
        value=three.value.astype(float),
        file=[d.system for d in described.itertuples()],
        url=[
            source_url(d.repo_described, d.commit_described, d.path_described, d.line_described)
            for d in described.itertuples()
        ],
    ),
    caption=caption("Where the descriptions and results stand.", three, derived=False),
    columns={
        "who": "System",
        "result_id": "Result ID",
        "value": "DeepSeek-R1 Server, tokens/s",
        "file": "Description",
    },
    links={"result_id": "published_url", "file": "url"},
    formats={"value": ",.0f"},
)

# %% [markdown]
# The network cards differ in one name in brackets and not in the part number before it, so this is a slip of wording and no
# other card:

# %%
described.set_index("who").network_cards.str.findall(r"\b[A-Z]+\d{3,}\b").rename("part numbers of the network cards")

# %% [markdown]
# In v5.1 power was measured for {n}`power.before` other results, by Lenovo and GATEOverflow, and in v6.0 for none. So the comparison cannot be
# made again with measured power.
#
# ## Claims 5a, 5b and 5c
#
# ```{claim-card} 5a
# ```
# ```{claim-card} 5b
# ```
# ```{claim-card} 5c
# ```
#
# ## Sensitivity
#
# Read strictly (same chip, same submitter, same number of GPUs, both available), one comparison is left on GB300:
# NVIDIA's rack with itself, {n}`pair.gb300-server-own` in Server. Read as "the same kind of rack", Nebius's rack of
# {n}`accelerators.nebius-72` GPUs gives {n}`pair.gb300-server-rack` by the published rates. That run was short, and over the
# whole runs the ratio is {n}`denominators.rack-full` ([why](metric.ipynb)).
#
# ## Limits
#
# - A description is no inventory. That host memory differs between NVIDIA's two descriptions may be a change
#   of the machine or of the text.
# - Nebius's eight GPUs sit in two nodes of a GB300 NVL72; whether the rest of the rack was idle or shared is
#   not recorded.
#
# ```{mlperf-footnote}
# ```
