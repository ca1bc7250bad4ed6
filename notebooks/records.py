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
# # Who set the records, and on which chip?
#
# :::{admonition} The answer
# :class: cc-key
# The figures printed for new models of MLPerf® Inference v6.0 are in the results, all on NVIDIA's silicon. Who holds
# them, and on which chip: GPT-OSS-120B Offline {n}`claim.21.holder` ({n}`claim.21.chip`) and Server {n}`claim.22.holder`
# ({n}`claim.22.chip`), Qwen3-VL {n}`claim.23.holder` ({n}`claim.23.chip`), WAN-2.2 {n}`claim.25.holder`
# ({n}`claim.25.chip`), DLRMv3 {n}`claim.26.holder` ({n}`claim.26.chip`). So most are partners', and not all are on
# Blackwell Ultra (GB300, B300). NVIDIA's platform is the only one with results on every new model and scenario, and it is
# first on each. But in {n}`records.alone-n` of the {n}`records.cells-n` of the datacenter suite no other vendor took part.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.coverage import new_cells
from claimcheck.analysis.results import half_up, short_accelerator, throughputs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state
from claimcheck.tables.benchmarks import introduced

results = tables.load("inference_results")
results = results[results["round"] == "v6.0"]
claims = {c.number: c for c in read_recorded(load_tables(), only=[21, 22, 23, 25, 26])}
print(tables.fingerprints("inference_results.csv.gz", "benchmarks.yml"))

# %% [markdown]
# ## The rows behind the printed figures
#
# For each printed figure, the best closed result of its benchmark and scenario, and NVIDIA's own best. The unit is that
# of the printed figure; in SingleStream less is better.

# %%
closed = results[results.division == "closed"]
holders = []
for claim in (21, 22, 23, 25, 26):
    one = claims[claim].rows.iloc[0]
    cell = closed[closed.benchmark == one.benchmark]
    cell = cell[cell.scenario == one.scenario]
    cell = cell.sort_values("value", ascending=not one.higher_is_better)
    best, own = cell.iloc[0], cell[cell.submitter == "NVIDIA"].iloc[0]
    holders.append(
        {
            "claim": claim,
            "printed": claims[claim].published_text,
            "best of the round": f"{best.value:,.1f}",
            "holder": best.submitter,
            "system": f"{best.accelerators} {short_accelerator(best.accelerator)}",
            "NVIDIA's own best": f"{own.value:,.1f}",
            "benchmark": f"{one.benchmark} {one.scenario}",
        }
    )
pd.DataFrame(holders).set_index("claim")

# %% tags=["hide-input"]
rates = throughputs(results)
panels = [
    ("gpt-oss-120b", "Offline", "GPT-OSS-120B Offline, tokens/s"),
    ("gpt-oss-120b", "Server", "GPT-OSS-120B Server, tokens/s"),
    ("qwen3-vl-235b-a22b", "Offline", "Qwen3-VL Offline, samples/s"),
    ("dlrm-v3", "Offline", "DLRMv3 Offline, samples/s"),
]
drawn = []
for benchmark, scenario, name in panels:
    part = rates[(rates.benchmark == benchmark) & (rates.scenario == scenario)].sort_values("value", ascending=False).head(5)
    drawn.append(
        pd.DataFrame(
            {
                "panel": name,
                "label": [
                    f"{s.replace('_', ' ')}, {n} {short_accelerator(a)} ({i[-4:]})"
                    for s, n, a, i in zip(part.submitter, part.accelerators, part.accelerator, part.result_id)
                ],
                "value": part.value.astype(float),
                "text": [f"{half_up(v, 0):,}" for v in part.value],
                "marked": part.submitter == "NVIDIA",
                "row_id": part.row_id,
            }
        )
    )
bars = pd.concat(drawn)
ahead = [d.iloc[0] for d in drawn]
partners_first = sum(not d.marked for d in ahead)
Figure(
    ranked_bars(bars, axis="result of the whole system"),
    id="records",
    title=f"Partners hold {partners_first} of these {len(panels)} records on new models, NVIDIA itself {len(panels) - partners_first}",
    description="Bars of up to five of the highest closed results of four new cells of v6.0. "
    + "; ".join(f"{d.panel}: {d.label}, {d.text}" for d in ahead)
    + ".",
    caption=caption(
        "System totals, up to five of each. Blue: NVIDIA's own results; grey: all others'. In brackets, the last digits of the result ID. Systems "
        "differ in chip and in number of accelerators. Figures of two panels are not compared.",
        results[results.row_id.isin(bars.row_id)],
        derived=False,
    ),
)

# %% [markdown]
# ## Every new model and scenario of the round
#
# A cell is a suite, benchmark and scenario; it is new when its benchmark and scenario were first run in v6.0. Vendors are
# makers of the silicon.

# %%
fresh = new_cells(results, "v6.0", introduced())
by_cell = fresh.set_index(["suite", "benchmark", "scenario"])
shown = by_cell[["vendors", "submitter", "vendor", "accelerators"]]
shown.set_axis(["vendors", "first", "its silicon", "chips"], axis=1)

# %% [markdown]
# In how many of these cells each vendor took part:

# %%
took_part = fresh.assign(vendor=fresh.vendors.str.split(", ")).explode("vendor")
took_part = took_part.groupby(["suite", "vendor"]).size().unstack(fill_value=0)
took_part.assign(cells=fresh.groupby("suite").size())

# %% tags=["hide-input"]
datacenter = fresh[fresh.suite == "datacenter"]
brought = "benchmarks and scenarios first run in v6.0, datacenter suite, closed division"
state(
    number("records.cells-n", len(datacenter), how=brought),
    number(
        "records.alone-n",
        (datacenter.vendors == "NVIDIA").sum(),
        how=f"{brought}, in which only NVIDIA's silicon took part",
    ),
)

# %% [markdown]
# ## Every closed result of the new cells

# %% tags=["hide-input"]
new = closed.merge(fresh[["benchmark", "scenario"]].drop_duplicates(), on=["benchmark", "scenario"])
new = new.assign(value=new.value.astype(float)).sort_values(["benchmark", "scenario", "value"], ascending=[True, True, False])
ResultsTable(
    id="new",
    frame=with_links(new),
    caption=caption("Closed results of every benchmark and scenario that v6.0 brought.", new, derived=False),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "submitter": "Submitter",
        "value": "Result",
        "unit": "Unit",
        "accelerators": "Chips",
        "accelerator": "Accelerator",
        "suite": "Suite",
        "availability": "Category",
        "result_id": "Result ID",
    },
    row_ids=list(new.row_id),
    links={"result_id": "published_url"},
    formats={"value": ",.2f"},
    searchable=True,
)

# %% [markdown]
# ## The claims
#
# ```{claim-card} 21
# ```
# ```{claim-card} 22
# ```
# ```{claim-card} 23
# ```
# ```{claim-card} 24
# ```
# ```{claim-card} 25
# ```
# ```{claim-card} 26
# ```
# ```{claim-card} 27
# ```
# ```{claim-card} 28
# ```
# ```{claim-card} 29
# ```
# ```{claim-card} 30
# ```
# ```{claim-card} 41
# ```
# ```{claim-card} 45
# ```
#
# ## Sensitivity
#
# Records here are totals of whole systems, which differ in size. In GPT-OSS-120B, one rack of GB300 of
# {n}`claim.21.holder` is ahead of one of NVIDIA's by a small margin; AMD's largest system, with more chips, comes close in
# Offline. In Server a submitter chooses
# the rate at which queries arrive, so a result there may lie below what the system can do.
#
# ## Limits
#
# - A submission names its software in a line of its description, which does not show what each run used.
#
# ```{mlperf-footnote} 6.0-0081/gpt-oss-120b/Offline 6.0-0081/gpt-oss-120b/Server 6.0-0094/qwen3-vl-235b-a22b/Offline 6.0-0039/wan-2.2-t2v-a14b/SingleStream 6.0-0075/dlrm-v3/Offline
# ```
