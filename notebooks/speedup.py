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
# # Which results are behind 2.77x?
#
# :::{admonition} The answer
# :class: cc-key
# The figures are real, but they do not measure one machine twice. The {n}`claim.1.published` on DeepSeek-R1 Server
# divides the result of **Nebius on {n}`accelerators.nebius-8` GPUs** (MLPerf® Inference v6.0) by that of **NVIDIA on
# {n}`accelerators.before-server` GPUs** (v5.1), each per GPU.
#
# NVIDIA's own rack gained {n}`pair.gb300-server-own` in Server and {n}`pair.gb300-offline-own` in Offline. The published
# Offline figure compares CoreWeave's {n}`accelerators.coreweave-8-offline` GPUs with NVIDIA's rack. The two Llama 3.1 405B
# figures do compare NVIDIA's rack with itself. NVIDIA's footnotes to its table could not be read.
# :::
#
# NVIDIA's post of 1 April 2026 holds a table of four speed-ups for GB300 NVL72, in tokens per second per GPU (read at
# wccftech.com {cite}`wccftech2026`). Article A1 credits Nebius with the speed-up; no article says which result is
# divided by which. A result per GPU is not published by MLCommons; it is the published result
# divided by the number of accelerators. So the rows can be found: they are the ones that give the
# printed figure.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import half_up
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[1, 2, 3, 4])}
print(tables.fingerprints("inference_results.csv.gz"))

# %% [markdown]
# ## The rows
#
# Every closed-division result on GB300 for the two benchmarks and scenarios, in both rounds, divided by
# its accelerators.

# %%
gb300 = results[
    (results.accelerator == "NVIDIA GB300")
    & (results.division == "closed")
    & results.benchmark.isin(["deepseek-r1", "llama3.1-405b"])
    & results.scenario.isin(["Server", "Offline"])
].copy()
gb300["per_gpu"] = gb300.value / gb300.accelerators
published = {f.published.value for n in (1, 2, 3, 4) for f in claims[n].figures[1:]}  # the printed figures
gb300["behind"] = (gb300.per_gpu + 0.5).floordiv(1).isin(published)  # rounded half up, as printed
behind = gb300[gb300.behind].sort_values(["benchmark", "scenario", "round"])
behind.set_index("row_id")[["submitter", "accelerators", "value", "per_gpu"]].round(2)

# %% [markdown]
# Each published figure belongs to exactly one result.

# %%
assert len(behind) == len(published)

# %% tags=["hide-input"]
ResultsTable(
    id="rows-behind",
    frame=with_links(behind).assign(per_gpu=behind.per_gpu.astype(float), value=behind.value.astype(float)),
    caption=caption("The results behind the four published speed-ups; rates in tokens per second.", behind),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "round": "Round",
        "submitter": "Submitter",
        "accelerators": "GPUs",
        "value": "Result",
        "per_gpu": "Per GPU",
        "result_id": "Result ID",
        "log_value": "In the log",
    },
    row_ids=list(behind.row_id),
    links={"result_id": "published_url", "log_value": "log_url"},
    formats={"value": ",.0f", "per_gpu": ",.2f", "log_value": ",.0f"},
)

# %% [markdown]
# ## The arithmetic

# %%
pairs = behind.pivot(index=["benchmark", "scenario"], columns="round", values=["submitter", "accelerators", "per_gpu"])
ratio = (pairs["per_gpu"]["v6.0"] / pairs["per_gpu"]["v5.1"]).astype(float)
pd.DataFrame(
    {
        "v5.1": pairs["submitter"]["v5.1"] + " on " + pairs["accelerators"]["v5.1"].astype(str),
        "v6.0": pairs["submitter"]["v6.0"] + " on " + pairs["accelerators"]["v6.0"].astype(str),
        "ratio": ratio.round(4),
    }
)

# %% tags=["hide-input"]
for claim, cell in {
    1: ("deepseek-r1", "Server"),
    2: ("deepseek-r1", "Offline"),
    3: ("llama3.1-405b", "Server"),
    4: ("llama3.1-405b", "Offline"),
}.items():
    assert abs(ratio[cell] - claims[claim].computed.value) < 1e-12
print("The register's figures for claims 1 to 4 are these ratios.")

# %% [markdown]
# The results that this page and others name, and the ratios between them:

# %% tags=["hide-cell"]
at = gb300.set_index(["benchmark", "scenario", "round", "submitter", "accelerators"], drop=False).sort_index()
server, offline = at.loc["deepseek-r1", "Server"], at.loc["deepseek-r1", "Offline"]
named = {
    "before-server": server.loc["v5.1", "NVIDIA", 72],
    "coreweave-before": server.loc["v5.1", "CoreWeave", 8],
    "nebius-8": server.loc["v6.0", "Nebius", 8],
    "nebius-72": server.loc["v6.0", "Nebius", 72],
    "nvidia-72": server.loc["v6.0", "NVIDIA", 72],
    "coreweave-8": server.loc["v6.0", "CoreWeave", 8],
    "before-offline": offline.loc["v5.1", "NVIDIA", 72],
    "nvidia-72-offline": offline.loc["v6.0", "NVIDIA", 72],
    "coreweave-8-offline": offline.loc["v6.0", "CoreWeave", 8],
}
compared = {
    "gb300-server-published": ("before-server", "nebius-8"),
    "gb300-server-own": ("before-server", "nvidia-72"),
    "gb300-server-rack": ("before-server", "nebius-72"),
    "gb300-server-coreweave": ("coreweave-before", "coreweave-8"),
    "gb300-offline-own": ("before-offline", "nvidia-72-offline"),
}
state(
    (
        number(f"accelerators.{n}", named[n].accelerators, how=f"accelerators of {describe(named[n])}", rows=named[n])
        for n in ("before-server", "nebius-8", "nebius-72", "nvidia-72", "before-offline", "coreweave-8-offline")
    ),
    (
        number(
            f"per.{n}",
            named[n].per_gpu,
            how=f"published result / {named[n].accelerators} accelerators: {describe(named[n])}",
            rows=named[n],
        )
        for n in ("before-server", "nebius-8", "nebius-72", "nvidia-72")
    ),
    (
        number(key, value, "tokens/s", how=f"{how}: {describe(named[n])}", rows=named[n])
        for n in ("before-server", "nebius-8")
        for key, value, how in (
            (f"result.{n}", named[n].value, "published result"),
            (f"travel.log-{n}", named[n].log_value, "completed tokens per second in the run's log"),
        )
    ),
    (
        number(
            f"pair.{name}",
            named[after].per_gpu / named[before].per_gpu,
            "x",
            2,
            how=f"result per accelerator of {describe(named[after])}, over that of {describe(named[before])}",
            rows=pd.DataFrame([named[before], named[after]]),
        )
        for name, (before, after) in compared.items()
    ),
)

# %% tags=["hide-input"]
names = {"deepseek-r1": "DeepSeek-R1", "llama3.1-405b": "Llama 3.1 405B"}
drawn = gb300.sort_values(["benchmark", "scenario", "round", "per_gpu"], ascending=[True, False, True, True])
Figure(
    ranked_bars(
        pd.DataFrame(
            {
                "panel": [f"{names[b]} {s}" for b, s in zip(drawn.benchmark, drawn.scenario)],
                "label": [f"{r} {s}, {n} GPUs" for r, s, n in zip(drawn["round"], drawn.submitter, drawn.accelerators)],
                "value": drawn.per_gpu.astype(float),
                "text": [f"{half_up(v, 0):,}" for v in drawn.per_gpu],
                "marked": drawn.behind,
                "row_id": drawn.row_id,
            }
        ),
        axis="tokens/s per GPU",
    ),
    id="gb300-per-gpu",
    title="The published DeepSeek-R1 speed-ups set one submitter's eight GPUs against another's full rack",
    description="Bars of tokens per second per GPU for every closed GB300 result of v5.1 and v6.0, a panel for each of "
    "DeepSeek-R1 Server and Offline and Llama 3.1 405B Server and Offline. Coloured bars are the results behind the "
    "published speed-ups: "
    + "; ".join(
        f"{r} {s} with {n} GPUs in {names[b]} {c}, {half_up(v, 0):,}"
        for r, s, n, b, c, v in zip(
            behind["round"],
            behind.submitter,
            behind.accelerators,
            behind.benchmark,
            behind.scenario,
            behind.per_gpu,
        )
    ),
    caption=caption(
        "Blue: results behind the published table. Grey: the other closed results on GB300. CoreWeave's v5.1 system was "
        "in the category preview, all others were available. Scales differ between panels.",
        gb300,
    ),
)

# %% [markdown]
# ## Claims 1 to 4
#
# ```{claim-card} 1
# ```
# ```{claim-card} 2
# ```
# ```{claim-card} 3
# ```
# ```{claim-card} 4
# ```
#
# ## How much depends on the choice of rows
#
# For Server, the same division can be made in {n}`readings.n` defensible ways on this chip; they run from
# {n}`readings.low` to {n}`readings.high`. The published figure is the {n}`readings.rank` highest of all, and the
# {n}`readings.available-rank` of the {n}`readings.available-n` in which both systems could be bought. The page
# [Every defensible comparison](02-every-comparison.ipynb) shows them all.
#
# ## What the figure leaves unsaid in its own favour
#
# - By the published rates a full rack did nearly as well as the eight GPUs: Nebius with {n}`accelerators.nebius-72` GPUs
#   reached {n}`per.nebius-72` tokens per second per GPU, {n}`pair.gb300-server-rack` over NVIDIA's rack of the round before.
#   That figure is fragile, because queries arrived for only {n}`metric.nebius-72-means` mean latencies;
#   [over the whole runs](metric.ipynb) it is {n}`denominators.rack-full`. The published pair itself is
#   {n}`denominators.published-pair-full` over the whole runs.
# - On B200, where one submitter does appear in both rounds with the same system, the gain was as large:
#   {n}`pair.b200-google` for Google.
# - NVIDIA's own rack has the gain by now: in v6.1 it made {n}`next.nvidia-server-72-two` of its v5.1 result.
# - NVIDIA's supplement to the results claims less than its post: up to {n}`supplement.speed-up` by software alone.
#
# ## Limits
#
# - A result per GPU of a smaller system is not the rack's result per GPU. Whether eight GPUs of a rack
#   and a full rack can be read as one is the reader's judgement; the register reports it as a condition.
# - A Server result depends on the load that the submitter chose to offer. Part of a ratio between two
#   submitters is that choice.
# - NVIDIA's footnotes to the table could not be read. Nothing here says what they disclose.
#
# ```{mlperf-footnote}
# ```

# %% tags=["hide-input"]
from claimcheck.charts.answer import ratios

# The front page's chart: the published pair, NVIDIA's own rack, that rack a round later, and every comparison.
every = tables.load("comparisons").query("before == 'v5.1' and after == 'v6.0' and benchmark == 'deepseek-r1'")
every = every[(every.scenario == "Server") & (every.accelerator == "NVIDIA GB300")].sort_values("ratio")
rack = tables.load("inference_results").query("submitter == 'NVIDIA' and accelerators == 72 and division == 'closed'")
rack = rack[(rack.accelerator == "NVIDIA GB300") & (rack.benchmark == "deepseek-r1") & (rack.scenario == "Server")]
rack = rack.set_index("round").loc[["v5.1", "v6.0", "v6.1"]]
shown = [
    ("Published: Nebius's 8 GPUs over NVIDIA's rack", "published", compared["gb300-server-published"]),
    ("NVIDIA's own rack, v5.1 to v6.0", "NVIDIA", compared["gb300-server-own"]),
]
shown = [
    (label, kind, named[a].per_gpu / named[b].per_gpu, [named[b].row_id, named[a].row_id])
    for label, kind, (b, a) in shown
]
later = float(rack.value["v6.1"] / rack.value["v5.1"])
shown += [("The same rack one round later, v5.1 to v6.1", "NVIDIA", later, [rack.row_id["v5.1"], rack.row_id["v6.1"]])]
assert rack.accelerators.nunique() == 1
dots = pd.DataFrame(shown, columns=["label", "kind", "value", "row_ids"])
dots = dots.assign(text=[f"{half_up(v, 2)}x" for v in dots.value], group="")
clusters = pd.DataFrame(
    {
        "label": f"All {len(every)} comparisons that can be defended, v5.1 to v6.0",
        "kind": "comparison",
        "value": every.ratio.astype(float),
        "row_ids": [list(pair) for pair in zip(every.row_id_before, every.row_id_after)],
        "text": "",
        "group": ["one owner" if own else "two owners" for own in every.same_submitter],
    }
)
dots = pd.concat([dots, clusters], ignore_index=True)
Figure(
    ratios(dots, axis="tokens/s per GPU, times the v5.1 result"),
    id="in-short",
    title="The published gain compares two owners; NVIDIA's own rack reached it one round later",
    description="Dots on a line from 1x to 3x. "
    + "; ".join(f"{row.label}: {row.text}" for row in dots[dots.text != ""].itertuples())
    + ". Below, all comparisons, in two clusters: "
    + "; ".join(f"{g}: {', '.join(f'{v:.2f}x' for v in part.value)}" for g, part in clusters.groupby("group"))
    + ".",
    caption=caption(
        "DeepSeek-R1 Server on GB300, tokens per second per GPU. One owner: the same submitter on both sides.",
        tables.load("inference_results").query(
            "row_id in @ids", local_dict={"ids": {i for ids in dots.row_ids for i in ids}}
        ),
    ),
)
