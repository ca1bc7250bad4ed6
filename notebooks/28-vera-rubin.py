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
# # Vera Rubin: hardware against software
#
# :::{admonition} The answer
# :class: cc-key
# It depends on the scenario. In DeepSeek-R1 Server of MLPerf® Inference v6.1, NVIDIA's first Vera Rubin rack gave
# {n}`rubin.nvidia-deepseek-server-v6.1-any` the tokens per GPU of the best GB300 result. That best GB300 result, of any owner
# and size, had itself risen {n}`next.best-server-v5.1` in two rounds. In Interactive, where the time per token is short, the
# chip counts most: {n}`rubin.nvidia-deepseek-interactive-v6.1-any`.
#
# In Offline the two are about even: {n}`rubin.nvidia-deepseek-offline-v6.1-any` from the chip, and
# {n}`next.best-offline-v5.1` on GB300 in two rounds. In Interactive, which is one round old, GB300 rose
# {n}`next.best-interactive-v6.0`. The new systems are a preview, run other software, and were timed by another program.
# :::

# %% tags=["hide-cell"]

import pandas as pd

from claimcheck import tables
from claimcheck.analysis.aftermath import best_by_round, by_newer_harness, new_chip, series_name
from claimcheck.analysis.results import half_up, throughputs
from claimcheck.analysis.scaleout import sizes
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption, with_links
from claimcheck.numbers import number, state
from claimcheck.registers import read_yaml

results, runs = tables.load("inference_results"), tables.load("loadgen_runs")
benchmark, gb300, rounds = "deepseek-r1", "NVIDIA GB300", ["v5.1", "v6.0", "v6.1"]
# The chip's name in NVIDIA's rows, and in those of Nebius.
vera_rubin = ["NVIDIA Vera Rubin", "NVIDIA VR200"]
rubin = throughputs(results[results.accelerator.isin(vera_rubin)])
print(tables.fingerprints("inference_results.csv.gz", "loadgen_runs.csv", "two-views.yml"))

# %% [markdown]
# ## The rows
#
# {n}`rubin.n` results, all closed division and in the category preview: not yet on sale when submitted. The chip has
# two names, NVIDIA's and Nebius's.

# %%
who = ["submitter", "accelerator", "accelerators", "availability"]
what = ["benchmark", "scenario", "value", "per_accelerator", "unit"]
rubin[[*who, *what]].reset_index(drop=True).round(1)

# %% [markdown]
# ## What else differs
#
# - **Category.** Preview against available.
# - **Software.** The submissions name another branch of the engine than those on GB300.
# - **The program that times the run.** DeepSeek-R1 on GB300 was timed by LoadGen in every round, on Vera Rubin by
#   MLCommons' newer harness. It shows in the figures: LoadGen prints six significant digits, and {n}`harness.newer-n` rates
#   of v6.1 have more ({n}`harness.earlier-n` of v5.1 and v6.0). In Qwen3-VL both chips' rows of v6.1 have more.
# - **Sizes.** Some comparisons are of a rack with a smaller system; those of the same size are listed next to them below.
#
# In code: which rows of v6.1 have more digits than LoadGen prints.

# %%
rates = results[results.unit.str.endswith("/s")]
rates = rates.assign(newer=by_newer_harness(rates))
latest = rates[rates["round"] == "v6.1"]
chips = latest[latest.accelerator.isin([gb300, *vera_rubin])]
models = chips[chips.benchmark.isin([benchmark, "qwen3-vl-235b-a22b"])]
models.groupby(["benchmark", "accelerator"]).newer.agg(["sum", "size"])

# %% tags=["hide-input"]
longer = "rates printed with more digits than LoadGen prints"
before = rates[rates["round"].isin(["v5.1", "v6.0"])]
state(
    number("rubin.n", len(rubin), how="results on Vera Rubin in v6.1", rows=rubin),
    number("harness.newer-n", latest.newer.sum(), how=f"{longer}, v6.1"),
    number("harness.earlier-n", before.newer.sum(), how=f"{longer}, v5.1 and v6.0"),
)

# %% [markdown]
# ## Hardware: against GB300 in the same round
#
# Per GPU, over the best GB300 result of v6.1 (`any`), and over the best of the same number of GPUs (`same`). v6.0 beside
# it, where the scenario existed.

# %%
pairs = new_chip(results, vera_rubin, gb300, "v6.1", ["v6.0"])
cell = ["benchmark", "scenario", "submitter_new", "accelerators_new"]
wide = pairs.pivot(index=cell, columns=["round_old", "size"], values="ratio")
check = rubin.set_index("row_id").per_accelerator
again = pairs.row_id_new.map(check) / (pairs.value_old / pairs.accelerators_old)
assert (again.astype(float) - pairs.ratio.astype(float)).abs().max() < 1e-9
names = {"submitter_new": "submitter", "accelerators_new": "GPUs"}
wide.rename_axis(index=names).astype(float).round(2).sort_index(axis=1)

# %% tags=["hide-input"]
state(
    number(
        "-".join([f"rubin.nvidia-{r.benchmark.partition('-')[0]}", r.scenario.lower(), r.round_old, r.size]),
        r.ratio,
        "x",
        2,
        how=f"NVIDIA, {r.accelerators_new} {r.accelerator_new} over {r.submitter_old}, {r.accelerators_old} GB300 of "
        f"{r.round_old}, {r.benchmark} {r.scenario}, per accelerator",
        rows=[r.row_id_new, r.row_id_old],
    )
    for r in pairs[(pairs.submitter_new == "NVIDIA") & (pairs.round_old == "v6.1")].itertuples()
)

# %% [markdown]
# ## Software: GB300 over the rounds
#
# The best result per GPU on GB300, round by round, over its first.

# %%
best = best_by_round(results, benchmark, gb300, rounds)
first = best.groupby("scenario").per_accelerator.transform("first")
best["over first"] = (best.per_accelerator / first).astype(float).round(2)
best.pivot(index="scenario", columns="round", values="over first")

# %% tags=["hide-input"]
order = ("Server", "Offline", "Interactive")
parts = []
for scenario in order:
    old = best[best.scenario == scenario]
    new = rubin[(rubin.benchmark == benchmark) & (rubin.scenario == scenario)]
    both = pd.concat([old, new])
    base = float(old.per_accelerator.iloc[-1])
    parts.append(
        pd.DataFrame(
            {
                "panel": f"DeepSeek-R1 {scenario}",
                "label": [f"{r['round']}: {series_name(r).replace('Vera Rubin', 'VR').replace('VR200', 'VR')}" for _, r in both.iterrows()],
                "value": both.per_accelerator.astype(float),
                "text": [f"{half_up(v, 0):,} ({v / base:.2f}x)" for v in both.per_accelerator.astype(float)],
                "marked": both.accelerator.isin(vera_rubin),
                "row_id": both.row_id,
            }
        )
    )
bars = pd.concat(parts)
steps = pairs[(pairs.benchmark == benchmark) & (pairs.submitter_new == "NVIDIA") & (pairs.round_old == "v6.1") & (pairs["size"] == "any")]
hardware = steps.set_index("scenario").ratio.astype(float)
Figure(
    ranked_bars(bars, axis="output tokens/s per GPU"),
    id="steps",
    title=f"NVIDIA's Vera Rubin is furthest ahead of GB300 in Interactive: {hardware['Interactive']:.2f}x per GPU",
    description="Bars of output tokens per second and GPU, a panel for each scenario: the best GB300 of each round and Vera Rubin (VR). "
    + "; ".join(f"{r.panel}, {r.label}: {r.text}" for r in bars.itertuples())
    + ".",
    caption=caption(
        "Closed division, per GPU. Grey: the best GB300 result of the round, any submitter and size; blue: Vera Rubin, in the category preview and timed "
        "by MLCommons' newer harness. In brackets: over the best GB300 of v6.1. CoreWeave's v5.1 result is a preview. Results compared differ in "
        "version, category, number of GPUs, submitter and software. v6.1 is not in MLCommons' table of comparable versions as known to us.",
        results[results.row_id.isin(bars.row_id)],
    ),
)

# %% [markdown]
# ## One run, three denominators
#
# The published Server figure of NVIDIA's Vera Rubin rack is what LoadGen's definition gives: the run's report prints that
# view and says how long the run took. So the definition is the same as GB300's, and the same question arises of
# [what the figure divides by](metric). From the report:

# %%
report = dict(read_yaml(tables.DATA_DIR / "two-views.yml").section("runs"))
view = report["vera-rubin-deepseek-r1-server"]
said = {k: view.number(k) for k in ("completed", "duration_s", "mean_length")}
row = rubin[(rubin.benchmark == benchmark) & (rubin.scenario == "Server")]
row = row[row.submitter == "NVIDIA"].iloc[0]
assert abs(row.value - view.number("window_tokens_per_s")) < 0.01
offered = view.number("target_rate") * said["mean_length"]
full = said["completed"] * said["mean_length"] / said["duration_s"]
three = pd.Series(
    {"offered (as asked for)": offered, "published": row.value, "full run": full},
)
(three.astype(float) / row.accelerators).round(0)

# %% [markdown]
# GB300's rows of v6.1 have no log at hand, so the other two views cannot be compared in that round. Against v6.0, where
# all three are known, the ratio to Nebius's rack of the same size is {n}`rubin.view-offered` by tokens offered,
# {n}`rubin.view-published` as published and {n}`rubin.view-full-run` over the full run: the older rack's run was short
# against its latencies, so its published figure gained most from leaving the end out.

# %%
then = results[(results["round"] == "v6.0") & (results.division == "closed")]
then = then[(then.benchmark == benchmark) & (then.accelerator == gb300)]
rack = sizes(then, runs)
rack = rack[(rack.submitter == "Nebius") & (rack.scenario == "Server")]
rack = rack[rack.accelerators == row.accelerators].iloc[0]
older = rack[["offered", "published", "full_run"]].astype(float).to_numpy()
ahead = (three.astype(float) / row.accelerators) / older
ahead.round(2)

# %% tags=["hide-input"]
views = {
    "offered": "tokens/s offered (rate of arrival x mean length)",
    "published": "published result",
    "full-run": "tokens over the full run",
}
racks = "NVIDIA's Vera Rubin rack of v6.1 over Nebius's GB300 rack of v6.0, Server, per accelerator"
state(
    number(f"rubin.view-{name}", value, "x", 2, how=f"{racks}: {what}", rows=[row.row_id, rack.row_id])
    for (name, what), value in zip(views.items(), ahead)
)

# %% [markdown]
# ## Software or the next chip: claim 51
#
# A1 writes that software on the Blackwell systems of today may cut costs more than waiting for the next chip. NVIDIA's own
# rack of {n}`rubin.rack` GB300 shows what software gave an owner; the best Vera Rubin result over the best GB300 result of
# the same round shows what the new chip adds. `even` is their quotient: the price of an hour of the new chip, in hours of
# GB300, below which the new chip would have cut the cost of a token more than the software did.

# %%
closed = throughputs(results[(results.benchmark == benchmark) & (results.division == "closed")])
mine = closed[(closed.accelerator == gb300) & (closed.submitter == "NVIDIA") & (closed.accelerators == 72)]
rack = mine.pivot(index="scenario", columns="round", values="per_accelerator").astype(float)[rounds]
latest = closed[closed["round"] == "v6.1"].groupby(["scenario", "accelerator"]).per_accelerator.max().unstack()
against = pd.DataFrame(
    {
        "software": rack["v6.1"] / rack.bfill(axis=1).iloc[:, 0],
        "chip": (latest[vera_rubin].max(axis=1) / latest[gb300]).astype(float),
    }
)
against["even"] = against.chip / against.software
against.round(2)

# %% tags=["hide-cell"]
top = closed[closed["round"] == "v6.1"].sort_values(["per_accelerator", "row_id"], ascending=[False, True])
new_best = top[top.accelerator.isin(vera_rubin)].drop_duplicates("scenario").set_index("scenario")
old_best = top[top.accelerator == gb300].drop_duplicates("scenario").set_index("scenario")
ends = {s: g.sort_values("round").iloc[[0, -1]] for s, g in mine.groupby("scenario")}
state(
    number("rubin.rack", 72, how="accelerators of NVIDIA's own GB300 rack", rows=mine),
    (
        number(
            f"rubin.software-{s.lower()}",
            r.software,
            "x",
            2,
            how=f"NVIDIA on one rack of GB300, {s}, per accelerator, v6.1 over {ends[s]['round'].iloc[0]}",
            rows=ends[s],
        )
        for s, r in against.iterrows()
    ),
    (
        number(
            f"rubin.chip-{s.lower()}",
            r.chip,
            "x",
            2,
            how=f"best Vera Rubin result over the best GB300 result of v6.1, {s}, per accelerator",
            rows=[new_best.row_id[s], old_best.row_id[s]],
        )
        for s, r in against.iterrows()
    ),
    (
        number(
            f"rubin.even-{s.lower()}",
            r.even,
            "x",
            2,
            how=f"what the chip adds over what software gave, {s}: price of an hour of Vera Rubin in hours of GB300",
            rows=[*ends[s].row_id, new_best.row_id[s], old_best.row_id[s]],
        )
        for s, r in against.iterrows()
    ),
)

# %% [markdown]
# In Server, A1 is right: software gave NVIDIA's rack {n}`rubin.software-server` over two rounds, the new chip adds
# {n}`rubin.chip-server`. In Offline it depends on the price of the new chip: if its hour costs more than
# {n}`rubin.even-offline` the price of a GB300 hour, software was worth more. In Interactive the chip adds
# {n}`rubin.chip-interactive`, and software gave almost nothing in the one round since the scenario exists. For an owner whose
# software is already the newest, the choice is another: a Vera Rubin token is cheaper than a GB300 token as long as its hour
# costs less than {n}`rubin.chip-server` (Server) or {n}`rubin.chip-offline` (Offline) the price of a GB300 hour. No price
# of Vera Rubin is known to us.
#
# ```{claim-card} 51
# ```
#
# ## Claim 47
#
# The program that timed Vera Rubin's runs is the one of MLPerf Endpoints, a benchmark that two of the articles announce.
#
# ```{claim-card} 47
# ```
#
# ## The strongest case
#
# For the chip: a first submission is compared with the third round of a tuned predecessor. GB300 rose
# {n}`next.best-server-v5.1` in Server after its own first submission; if Vera Rubin's software has as far to go, the ratio
# understates it. Over the full run the chip is further ahead than by the published figures.
#
# For software: on GB300 it gave more in Server than the new chip does, to owners who bought nothing.
#
# ## Sensitivity
#
# Against the best GB300 of any size the ratios are a little lower than against the best of the same size, and against v6.0
# mostly higher; the table above holds all of them. In Qwen3-VL, where both chips were timed by the same program in v6.1, the
# chip gives {n}`rubin.nvidia-qwen3-offline-v6.1-same` in Offline, {n}`rubin.nvidia-qwen3-server-v6.1-same` in Server and
# {n}`rubin.nvidia-qwen3-interactive-v6.1-same` in Interactive: the same picture as in DeepSeek-R1.
#
# ## Every pair

# %% tags=["hide-input"]
ids = pairs.row_id_new.tolist() + pairs.row_id_old.tolist()
address = with_links(results[results.row_id.isin(ids)]).set_index("row_id").published_url
listed = pairs.assign(
    first=pairs.submitter_new + ", " + pairs.accelerators_new.astype(str),
    second=pairs.submitter_old + ", " + pairs.accelerators_old.astype(str),
    ratio=pairs.ratio.astype(float),
    url_new=pairs.row_id_new.map(address),
    url_old=pairs.row_id_old.map(address),
)
ResultsTable(
    id="pairs",
    frame=listed,
    caption=caption(
        "Vera Rubin of v6.1 (preview) over the best GB300 (available) per GPU, any size and the same number of GPUs. Beside the submitter: GPUs.",
        results[results.row_id.isin(ids)],
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "first": "Vera Rubin",
        "second": "GB300",
        "round_old": "Round of GB300",
        "size": "Size",
        "ratio": "Ratio",
    },
    links={"first": "url_new", "second": "url_old"},
    formats={"ratio": ".2f"},
    searchable=True,
)

# %% [markdown]
# ## Limits
#
# - Hardware and software cannot be told apart by published results: the new chip's rows run software of their own.
# - Which program timed a row is inferred from its digits, except where a report says so.
# - The rates of v6.1 are typed by hand; MLCommons' table of comparable versions, as known to us, does not reach that round.
# - No price of a Vera Rubin system is in this report.
#
# ```{mlperf-footnote}
# :rounds:
# ```
