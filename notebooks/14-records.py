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
# The printed figures are in the results, and all stand on NVIDIA's silicon. But of the figures for new models of MLPerf®
# Inference v6.0, most are partners': GPT-OSS-120B is Nebius's, Qwen3-VL Red Hat's, WAN-2.2 GigaComputing's; DLRMv3 is
# NVIDIA's own. And not all are on Blackwell Ultra: Qwen3-VL ran on B200, DLRMv3 on GB200. NVIDIA's platform is the only one
# with results on all new models and scenarios. It topped all of them in the datacenter suite, though in
# {n}`records.alone-n` of {n}`records.cells-n` nobody else took part.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.coverage import introduced_in, new_cells
from claimcheck.analysis.results import half_up, short_accelerator, throughputs
from claimcheck.charts import ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption, evaluate, with_links
from claimcheck.registers import read_yaml

results = tables.load("inference_results")
results = results[results["round"] == "v6.0"]
claims = {c.number: c for c in evaluate(only=[21, 22, 23, 25, 26])}
print(tables.fingerprints("inference_results.csv.gz", "benchmarks.yml", "claims.yml"))

# %% [markdown]
# ## The rows behind the printed figures

# %%
closed = results[results.division == "closed"]
holders = []
for number in (21, 22, 23, 25, 26):
    row = claims[number].rows.iloc[0]
    cell = closed[(closed.benchmark == row.benchmark) & (closed.scenario == row.scenario)]
    best = cell.value.max() if row.higher_is_better else cell.value.min()
    own = cell[cell.submitter == "NVIDIA"].value
    holders.append(
        {
            "claim": number,
            "cell": f"{row.benchmark} {row.scenario}",
            "printed": claims[number].published_text,
            "holder": row.submitter,
            "accelerators": row.accelerators,
            "chip": short_accelerator(row.accelerator),
            "best of the round": row.value == best,
            "NVIDIA's own best": own.max() if row.higher_is_better else own.min(),
            "result": row.value,
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
ranked_bars(
    bars,
    id="records",
    title=f"A partner holds {partners_first} of these {len(panels)} records on new models, NVIDIA itself {len(panels) - partners_first}",
    description="Bars of the five highest closed results of four new cells of v6.0. "
    + "; ".join(f"{d.panel}: {d.label}, {d.text}" for d in ahead)
    + ".",
    caption=caption(
        "System totals. Blue: NVIDIA's own results. In brackets, the last digits of the result ID. Systems differ in chip and in "
        "number of accelerators. Figures of two panels are not compared.",
        results[results.row_id.isin(bars.row_id)],
        derived=False,
    ),
    axis="result of the whole system",
)

# %% [markdown]
# ## Every new model and scenario of the round
#
# A cell is new when its benchmark and scenario were first run in v6.0. Vendors are makers of the silicon.

# %%
benchmarks = read_yaml(tables.DATA_DIR / "benchmarks.yml").section("benchmarks")
first_run = introduced_in({name: entry.mapping("scenarios") for name, entry in benchmarks})
fresh = new_cells(results, "v6.0", first_run)
by_cell = fresh.set_index(["suite", "benchmark", "scenario"])
by_cell[["vendors", "vendor", "submitter", "accelerators"]]

# %% [markdown]
# NVIDIA's platform is in every cell; no other vendor's is. In the datacenter suite, AMD and Intel took part in GPT-OSS-120B
# Offline and Server; every other new datacenter cell has one vendor.
#
# ## Every closed result of the new cells

# %% tags=["hide-input"]
new = closed.merge(fresh[["benchmark", "scenario"]].drop_duplicates(), on=["benchmark", "scenario"])
new = new.assign(value=new.value.astype(float)).sort_values(["benchmark", "scenario", "value"], ascending=[True, True, False])
ResultsTable(
    id="new",
    frame=with_links(new),
    caption=caption("Closed results of every benchmark and scenario that v6.0 brought.", new, derived=False),
    columns={
        "suite": "Suite",
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "submitter": "Submitter",
        "accelerator": "Accelerator",
        "accelerators": "Chips",
        "availability": "Category",
        "value": "Result",
        "unit": "Unit",
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
# Who holds a record depends on what is divided by what. In total, one rack of GB300 of Nebius is ahead of one of NVIDIA's in
# GPT-OSS-120B by a small margin; AMD's largest system, with more chips, comes close in Offline. The rules let a submitter
# choose its rate in Server; the pages on operating points take that up.
#
# ## Limits
#
# - A software line describes a submission, not a run.
# - "New" follows the round in which a benchmark and scenario first had results.
#
# ```{mlperf-footnote} 6.0-0081/gpt-oss-120b/Offline 6.0-0081/gpt-oss-120b/Server 6.0-0094/qwen3-vl-235b-a22b/Offline 6.0-0039/wan-2.2-t2v-a14b/SingleStream 6.0-0075/dlrm-v3/Offline
# ```
