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
# # What v6.1 added
#
# :::{admonition} The answer
# :class: cc-key
# **NVIDIA's own rack caught up with the published gain.** In MLPerf® Inference v6.1 its GB300 rack reached
# {n}`next.nvidia-server-72-two` its v5.1 result on DeepSeek-R1 Server. NVIDIA published a gain of that size for v6.0, which two
# companies' results give. Its own rack took two rounds, and over the whole runs the gain is
# {n}`denominators.two-rounds-full` ([why](#the-same-ratios-by-each-denominator)). The best GB300 result of any owner rose little in
# v6.1, to {n}`next.best-server-v6.0` the best of v6.0 per GPU.
#
# NVIDIA's next chip, Vera Rubin, made {n}`rubin.nvidia-deepseek-server-v6.1-any` the tokens per GPU of the best GB300 result.
# NVIDIA submitted it as a preview, a category for systems that customers cannot buy yet.
# :::

# %% tags=["hide-cell"]

from collections.abc import Mapping

import pandas as pd

from claimcheck.analysis.gains import best_by_round, new_chip, series_name, trace
from claimcheck.analysis.metric import by_newer_harness, pair_factors, token_runs
from claimcheck.analysis.results import throughputs
from claimcheck.analysis.tables import load_tables
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.dots import rounds_by_series
from claimcheck.claims import caption, with_links
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.printing import verdict_text
from claimcheck.claims.verdict.evidence import source_url
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.core.printing import half_up
from claimcheck.data import tables
from claimcheck.data.numbers import number, state
from claimcheck.data.rounds import Cited, read_next_round

results = tables.load("inference_results")
benchmark, gb300, rounds = "deepseek-r1", "NVIDIA GB300", ["v5.1", "v6.0", "v6.1"]
# The chip's name in NVIDIA's rows, and in those of Nebius.
vera_rubin = ["NVIDIA Vera Rubin", "NVIDIA VR200"]
rubin = throughputs(results[results.accelerator.isin(vera_rubin)])
lines = trace(results, benchmark, gb300, rounds)
best = best_by_round(results, benchmark, gb300, rounds)
asked = read_recorded(load_tables(), only=[c.number for c in load_register() if c.afterwards])

# %% tags=["hide-input"]
server = lines[lines.scenario == "Server"]
server = server.assign(label=[series_name(row).removesuffix(" GB300") + " GPUs" for _, row in server.iterrows()])
rack = server[(server.submitter == "NVIDIA") & (server.series_rounds == len(rounds))].set_index("round")
gain = rack.per_accelerator["v6.1"] / rack.per_accelerator["v5.1"]
Figure(
    rounds_by_series(server, rounds),
    id="rounds",
    title=f"NVIDIA's own rack reached {gain:.2f}x its v5.1 result in v6.1",
    description="Dots of output tokens per second and GPU on GB300 in DeepSeek-R1 Server: a row for each submitter and size, a shade for "
    "each round. "
    + "; ".join(f"{r.label}, {r.round}: {half_up(r.per_accelerator, 0):,}" for r in server.itertuples())
    + ".",
    caption=caption(
        "DeepSeek-R1 Server on GB300, closed division, category available: the best result of each submitter at each size, per GPU. Results "
        "compared differ in version, and between rows in submitter and number of GPUs. v6.1 is not in MLCommons' table of comparable "
        "versions as known to us.",
        results[results.row_id.isin(server.row_id)],
    ),
)

# %% [markdown]
# ## NVIDIA's own rack caught up
#
# The table shows each submitter that took part with the same number of GB300 GPUs in more than one round, and its best closed
# result per GPU. The column `step` is the gain of v6.1 over v6.0.

# %% tags=["hide-input"]
owner = lines.submitter + ", " + lines.accelerators.astype(str)
table = lines.assign(**{"submitter, GPUs": owner}).pivot(index=["scenario", "submitter, GPUs"], columns="round", values="per_accelerator").astype(float)
step = table["v6.1"] / table["v6.0"]
shown = table.map(lambda v: "" if pd.isna(v) else f"{half_up(v, 0):,}")
shown.assign(step=[f"{s:.2f}x" if s > 0 else "" for s in step])[table.notna().sum(axis=1) > 1]

# %% [markdown]
# The table has {n}`next.steps-n` pairs of results in v6.0 and v6.1, and the rate rose in each. NVIDIA gained most, in Server: its rack
# {n}`next.nvidia-server-72-step` and its four racks {n}`next.nvidia-server-288-step`. Both had been far below Nebius's rack, which
# gained {n}`next.nebius-server-72-step`. Azure and Oracle submitted on GB300 for the first time and reached about the rate of
# Nebius's rack, so it does not depend on one submitter.
#
# From v5.1 to v6.0 NVIDIA's own rack had gained {n}`pair.gb300-server-own`. With v6.1 its total gain is above the published
# ratio, and the saving that follows from it at one price, {n}`saving.gb300-two-rounds`, is above the claimed
# {n}`claim.7.published`. Over the whole runs neither is: the gain is {n}`denominators.two-rounds-full` and the saving
# {n}`saving.gb300-two-rounds-full`. The best results of any owner had made their large step already
# in v6.0, and v6.1 added little to them.
#
# In the other scenarios the best result of any owner was {n}`next.best-interactive-v6.0` (Interactive) and
# {n}`next.best-offline-v6.0` (Offline) that of v6.0. Nobody matched CoreWeave's Offline result of v6.0, which was not submitted
# again.

# %% tags=["hide-cell"]
per = best.assign(per=best.per_accelerator.astype(float))
latest = per[per["round"] == "v6.1"].set_index("scenario")
both = lines[(lines["round"] == "v6.1") & lines.step.notna()].assign(
    who=lambda t: t.submitter + " on " + t.accelerators.astype(str) + " GB300, " + t.scenario + ", per accelerator",
    key=lambda t: "next." + t.submitter.str.lower() + "-" + t.scenario.str.lower() + "-" + t.accelerators.astype(str),
)
assert (both.step > 1).all()
of_series = lines.groupby(["scenario", "submitter", "accelerators"])
whose = [of_series.get_group((r.scenario, r.submitter, r.accelerators)) for r in both.itertuples()]
state(
    (
        number(
            f"next.best-{r.scenario.lower()}-{r.round}",
            latest.per[r.scenario] / r.per,
            "x",
            2,
            how=f"best result per accelerator on GB300, {r.scenario}, v6.1 over {r.round}, any submitter and size",
            rows=[r.row_id, latest.row_id[r.scenario]],
        )
        for r in per[per["round"] != "v6.1"].itertuples()
    ),
    number("next.steps-n", len(both), how="submitters, sizes and scenarios of DeepSeek-R1 on GB300 in v6.0 and v6.1"),
    (
        number(f"{r.key}-step", r.step, "x", 2, how=f"{r.who}, v6.1 over v6.0", rows=own.iloc[-2:])
        for r, own in zip(both.itertuples(), whose)
    ),
    (
        number(
            f"{r.key}-two",
            r.per_accelerator / own.per_accelerator.iloc[0],
            "x",
            2,
            how=f"{r.who}, v6.1 over v5.1",
            rows=own.iloc[[0, -1]],
        )
        for r, own in zip(both.itertuples(), whose)
        if own["round"].iloc[0] == "v5.1"
    ),
)

# %% [markdown]
# ## The rules of a DeepSeek-R1 result did not change
#
# MLCommons says in a table which versions may be compared. The copy that we know ends with v6.0, so it does not yet cover the
# comparisons with v6.1 on this page. Both rounds have the same limits, model and data, and LoadGen, MLPerf's load generator,
# computes the rate in the same way.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what changed, with the sources", "code_prompt_hide": "Hide what changed, with the sources"}
changes = pd.DataFrame(
    {
        "what": one.what,
        "touches": ", ".join(one.touches),
        "changed": one.changed,
        "says": one.says,
        "before": one.before[:10],
        "before_url": source_url(one.repo, one.before, one.path),
        "after": one.after[:10],
        "after_url": source_url(one.repo, one.after, one.path, one.line),
    }
    for one in read_next_round().changes.values()
)
ResultsTable(
    id="changes",
    frame=changes,
    caption="What changed between v6.0 and v6.1. The last two columns link to the source's state before and after.",
    columns={"what": "What", "touches": "Benchmarks", "changed": "Changed", "says": "In our words", "before": "Before", "after": "After"},
    links={"before": "before_url", "after": "after_url"},
)

# %% [markdown]
# The seeds did change. With other seeds a run ends on another query, which alone can move a Server result by a few percent
# ([why](metric)). So a step of a few percent in Server, such as the one of the best result, need not be a gain. The
# [last queries of two racks](#two-racks-with-the-same-load-two-results) are an example.
#
# ## Most records of April have been overtaken
#
# A verdict is about v6.0, the round in which the claim was made, and a later round does not make it false: the systems of April did
# make what their results say. On {n}`afterwards.n` claims v6.1 has something to say, mostly that a larger or newer system now has the
# highest total. Each claim's card says what.
#
# - **NVIDIA's own rack now reaches the headline ratio**, and with it the cut in cost, two rounds after its first result. It does so
#   by the published rates, and not over the whole runs.
# - **No GB300 system reached the published Offline rate of v6.0 in v6.1**, not NVIDIA's own rack either.
# - **The largest system is Crusoe's**, with {n}`next.largest` of AMD's chips. Its DeepSeek-R1 totals are
#   {n}`next.total-offline` (Offline) and {n}`next.total-server` (Server) those of NVIDIA's four racks in v6.0, which have fewer
#   chips. Per chip it makes {n}`next.total-offline-each` and {n}`next.total-server-each` of what those racks made. See
#   [per chip and in total](records.ipynb).
# - **DLRMv3, a recommender, has no result on NVIDIA's chips in v6.1.** NVIDIA's total of v6.0 is still the highest, on nine times as
#   many chips. In v6.1 only AMD's took part, and per chip AMD's best makes {n}`next.dlrm-each` of NVIDIA's.
# - **What the copy of A1 says of NVIDIA's partners in v6.0 describes v6.1**: there more organisations submitted on NVIDIA's chips
#   than on any maker's in any round before.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every claim that was asked again", "code_prompt_hide": "Hide every claim that was asked again"}
again = pd.DataFrame(
    {
        "claim": [c.number for c in asked],
        "statement": [c.statement for c in asked],
        "april": [verdict_text(c) for c in asked],
        "later": [c.afterwards.finding for c in asked],
        "why": ["; ".join(f"{x.name}: {x.detail}" for x in c.afterwards.conditions) for c in asked],
    }
)
ResultsTable(
    id="afterwards",
    frame=again,
    caption=caption(
        f"Claims asked again: the verdict as of April 2026 (v6.0) and what later rounds show, as of {asked[0].afterwards.as_of}. Systems compared differ in "
        "version, chip and number of chips, as named.",
        results[results.row_id.isin([e.row_id for c in asked for e in c.afterwards.evidence])],
    ),
    columns={"claim": "Claim", "statement": "Statement", "april": "As of April 2026", "later": "In later rounds", "why": "What was found"},
    searchable=True,
)

# %% tags=["hide-cell"]
deepseek = results[(results.benchmark == benchmark) & (results.division == "closed")]
ordered = deepseek.sort_values(["value", "row_id"], ascending=[False, True])
first = ordered.drop_duplicates(["round", "scenario"]).set_index(["round", "scenario"], drop=False)
dlrm = throughputs(results[(results.benchmark == "dlrm-v3") & (results.scenario == "Offline")])
dlrm = dlrm.sort_values(["value", "row_id"], ascending=[False, True]).drop_duplicates("round").set_index("round", drop=False)
assert dlrm.accelerators["v6.0"] == 9 * dlrm.accelerators["v6.1"] and dlrm.submitter["v6.1"] == "AMD"
largest = results[results["round"] == "v6.1"].sort_values(["accelerators", "row_id"], ascending=[False, True]).iloc[0]
pairs = [(s.lower(), first.loc[("v6.1", s)], first.loc[("v6.0", s)]) for s in ("Offline", "Server")]
totals = [
    (
        f"next.total-{s}",
        new.value / old.value,
        100 * (new.value / new.accelerators) / (old.value / old.accelerators),
        f"highest DeepSeek-R1 {new.scenario} result of v6.1 ({new.submitter}, {new.accelerators} accelerators) "
        f"over that of v6.0 ({old.submitter}, {old.accelerators}), whole systems",
        [new.row_id, old.row_id],
    )
    for s, new, old in pairs
]
state(
    number(
        "next.largest",
        largest.accelerators,
        how=f"most accelerators of a system in v6.1: {largest.submitter}",
        rows=largest,
    ),
    (number(key, whole, "x", 2, how=how, rows=rows) for key, whole, _, how, rows in totals),
    (
        number(f"{key}-each", each, "%", 0, how=f"{how}, per accelerator, in percent", rows=rows)
        for key, _, each, how, rows in totals
    ),
    number(
        "next.dlrm-each",
        dlrm.per_accelerator["v6.1"] / dlrm.per_accelerator["v6.0"],
        "x",
        2,
        how="AMD's best DLRMv3 Offline result per accelerator of v6.1 over that of NVIDIA's highest total, of v6.0",
        rows=dlrm,
    ),
)

# %% [markdown]
# ## Vera Rubin gains most where answers must come fast
#
# NVIDIA and Nebius submitted {n}`rubin.n` results on Vera Rubin, all in the closed division; Nebius calls the chip VR200. In
# Interactive, where each token has to come sooner than in Server, NVIDIA's rack made
# {n}`rubin.nvidia-deepseek-interactive-v6.1-any` the tokens per GPU of the best GB300 result of v6.1.

# %% tags=["hide-input"]
new = rubin[rubin.benchmark == benchmark]
drawn = pd.concat(
    [
        best.assign(label="GB300, the best of the round"),
        new.assign(label=new.submitter + ", " + new.accelerators.astype(str) + " Vera Rubin"),
    ]
)
pairs = new_chip(results, vera_rubin, gb300, "v6.1", ["v6.0"])
ahead = pairs[(pairs.submitter_new == "NVIDIA") & (pairs.round_old == "v6.1")]
hardware = ahead[(ahead.benchmark == benchmark) & (ahead["size"] == "any")].set_index("scenario").ratio.astype(float)
assert hardware.idxmax() == "Interactive"
Figure(
    rounds_by_series(drawn, rounds),
    id="steps",
    title=f"Vera Rubin is furthest ahead of GB300 in Interactive: {hardware.max():.2f}x per GPU",
    description="Dots of output tokens per second and GPU on DeepSeek-R1, a panel for each scenario, a shade for each round: the best GB300 "
    "result of each round, any submitter and size, and Vera Rubin. "
    + "; ".join(f"{r.scenario}, {series_name(r._asdict())}, {r.round}: {half_up(r.per_accelerator, 0):,}" for r in drawn.itertuples())
    + ".",
    caption=caption(
        "DeepSeek-R1, closed division, per GPU. Vera Rubin is in the category preview and was timed by MLCommons' newer harness; CoreWeave's "
        "v5.1 result (Offline) is a preview as well. Results compared differ in version, category, number of GPUs, submitter and software. "
        "v6.1 is not in MLCommons' table of comparable versions as known to us.",
        results[results.row_id.isin(drawn.row_id)],
    ),
)

# %% [markdown]
# The chip is not the only difference:
#
# - **Category.** Vera Rubin is a preview, and GB300 can be bought.
# - **Software.** The submissions on Vera Rubin name another branch of the engine.
# - **The program that times the run.** It was LoadGen on GB300, and on Vera Rubin a newer program of MLCommons, here called the
#   newer harness. We infer it from the digits: LoadGen prints six. {n}`harness.newer-n` rates of v6.1 have more digits, and
#   {n}`harness.earlier-n` of the two rounds before.
# - **Size.** Some of the best GB300 results are of smaller systems. The column `any` compares with the best GB300 result of v6.1 of
#   any size, and the column `same` with the best on the same number of GPUs. The [list of every pair](#every-result-and-every-pair)
#   has the ratios to v6.0 too.

# %% tags=["hide-input"]
cell = ["benchmark", "scenario", "submitter_new", "accelerators_new"]
wide = pairs[pairs.round_old == "v6.1"].pivot(index=cell, columns="size", values="ratio").astype(float)
wide.rename_axis(index={"submitter_new": "submitter", "accelerators_new": "GPUs"}).map("{:.2f}".format).replace("nan", "–")

# %% [markdown]
# In Qwen3-VL the newer harness timed both chips in v6.1. There Vera Rubin makes {n}`rubin.nvidia-qwen3-offline-v6.1-same` the rate of
# GB300 in Offline and {n}`rubin.nvidia-qwen3-server-v6.1-same` in Server. It gains most in Interactive again, with
# {n}`rubin.nvidia-qwen3-interactive-v6.1-same`.

# %% tags=["hide-cell"]
rates = results[results.unit.str.endswith("/s")]
rates = rates.assign(newer=by_newer_harness(rates))
of_both = rates[(rates["round"] == "v6.1") & rates.accelerator.isin([gb300, *vera_rubin])]
of_both = of_both[of_both.benchmark.isin([benchmark, "qwen3-vl-235b-a22b"])]
print(of_both.groupby(["benchmark", "accelerator"]).newer.agg(["sum", "size"]))
longer = "rates printed with more digits than LoadGen prints"
state(
    number("rubin.n", len(rubin), how="results on Vera Rubin in v6.1", rows=rubin),
    number("harness.newer-n", rates[rates["round"] == "v6.1"].newer.sum(), how=f"{longer}, v6.1"),
    number("harness.earlier-n", rates[rates["round"].isin(["v5.1", "v6.0"])].newer.sum(), how=f"{longer}, v5.1 and v6.0"),
    (
        number(
            "-".join([f"rubin.nvidia-{r.benchmark.partition('-')[0]}", r.scenario.lower(), r.round_old, r.size]),
            r.ratio,
            "x",
            2,
            how=f"NVIDIA, {r.accelerators_new} {r.accelerator_new} over {r.submitter_old}, {r.accelerators_old} GB300 of "
            f"{r.round_old}, {r.benchmark} {r.scenario}, per accelerator",
            rows=[r.row_id_new, r.row_id_old],
        )
        for r in ahead.itertuples()
    ),
)

# %% [markdown]
# ## Software gave an owner more in Server, but most of it before April 2026
#
# [Article A1](../book/articles/A1.md) writes that software on today's Blackwell systems may cut costs more than waiting for the
# next chip. The column `software` has what software gave NVIDIA's own rack of {n}`rubin.rack` GB300 since its first round, and
# `since` what it gave after v6.0, the round that A1 reports. The column `chip` has NVIDIA's Vera Rubin rack over the best GB300 result of v6.1. The column `even` says how many times the price of a
# GB300 hour an hour of the new chip may cost until both cut the cost of a token equally.

# %% tags=["hide-input"]
closed = throughputs(deepseek)
one_rack = rack.accelerators.iloc[0]
mine = closed[(closed.accelerator == gb300) & (closed.submitter == "NVIDIA") & (closed.accelerators == one_rack)]
owned = mine.pivot(index="scenario", columns="round", values="per_accelerator").astype(float)[rounds]
newest = closed[closed["round"] == "v6.1"].groupby(["scenario", "accelerator"]).per_accelerator.max().unstack()
against = pd.DataFrame(
    {
        "software": owned["v6.1"] / owned.bfill(axis=1).iloc[:, 0],
        "since": owned["v6.1"] / owned["v6.0"],
        # NVIDIA's own: about Nebius's a question is open, below.
        "chip": (newest[vera_rubin[0]] / newest[gb300]).astype(float),
    }
)
against["even"] = against.chip / against.software
assert (against.since < against.chip).all()
against.round(2)

# %% [markdown]
# **After April 2026 the chip gives more everywhere.** An owner who already had the software of v6.0 got {n}`rubin.since-server` from
# newer software in Server, and the new chip gives {n}`rubin.chip-server`. In Offline it is {n}`rubin.since-offline` and
# {n}`rubin.chip-offline`, and in Interactive {n}`rubin.since-interactive` and {n}`rubin.chip-interactive`.
#
# **Since the rack's first round, software gave more in Server**, if an hour of both chips costs the same:
# {n}`rubin.software-server` over two rounds, without a purchase.
#
# **In Offline it depends on the price.** Software gave {n}`rubin.software-offline` and the chip gives {n}`rubin.chip-offline`. If an
# hour of the new chip costs more than {n}`rubin.even-offline` the price of a GB300 hour, software was worth more.
#
# **In Interactive the chip gives more from any start**, because the scenario exists only since v6.0.
#
# An owner who has the newest software already pays less for a token on Vera Rubin if its hour costs less than
# {n}`rubin.chip-server` (Server) or {n}`rubin.chip-offline` (Offline) the price of a GB300 hour. We know of no price of Vera Rubin.
#
# These ratios may understate the chip. They compare its first submission with its predecessor's third, and the predecessor's
# best Server result became {n}`next.best-server-v5.1` as high after its own first round.

# %% tags=["hide-cell"]
top = closed[closed["round"] == "v6.1"].sort_values(["per_accelerator", "row_id"], ascending=[False, True])
chips = [top[top.accelerator == name].drop_duplicates("scenario").set_index("scenario") for name in (vera_rubin[0], gb300)]
ends = {s: g.sort_values("round", kind="stable").iloc[[0, -1]] for s, g in mine.groupby("scenario")}
last_two = {s: g[g["round"].isin(["v6.0", "v6.1"])] for s, g in mine.groupby("scenario")}
tops = {s: [chip.row_id[s] for chip in chips] for s in ends}
kinds = {
    "software": ("NVIDIA on one rack of GB300, {0}, per accelerator, v6.1 over {1}", lambda s: list(ends[s].row_id)),
    "since": ("NVIDIA on one rack of GB300, {0}, per accelerator, v6.1 over v6.0", lambda s: list(last_two[s].row_id)),
    "chip": ("NVIDIA's Vera Rubin result over the best GB300 result of v6.1, {0}, per accelerator", tops.get),
    "even": (
        "what the chip adds over what software gave, {0}: price of an hour of Vera Rubin in hours of GB300",
        lambda s: [*ends[s].row_id, *tops[s]],
    ),
}
state(
    number("rubin.rack", one_rack, how="accelerators of NVIDIA's own GB300 rack", rows=mine),
    (
        number(f"rubin.{kind}-{s.lower()}", against[kind][s], "x", 2, how=how.format(s, ends[s]["round"].iloc[0]), rows=behind(s))
        for kind, (how, behind) in kinds.items()
        for s in against.index
    ),
)

# %% [markdown]
# ## The same ratios by each denominator
#
# In Server, LoadGen stops the clock when the query that it sent last is answered, even if earlier ones are still running
# ([what the Server rate divides by](metric.ipynb)). So a ratio of two results can be taken in three ways: of the tokens per second
# that the load asked for (`Offered`), as published, and over the whole runs, until every query is answered.
#
# - **NVIDIA's own rack over two rounds**: {n}`denominators.two-rounds-published` as published, and {n}`denominators.two-rounds-full`
#   over the whole runs. In v6.1 the query sent last was answered sooner, compared with the mean, than in v5.1. So the clock left
#   out more of the run.
#   At one price it saves {n}`saving.gb300-two-rounds` of the cost of a token by the published rates, and
#   {n}`saving.gb300-two-rounds-full` over the whole runs.
# - **Vera Rubin over NVIDIA's GB300 rack in v6.1**: {n}`denominators.rubin-published` as published, {n}`denominators.rubin-full` over
#   the whole runs. So the published ratio understates the new chip. The newer harness, which timed it, prints the load that was
#   asked for and not the load that was sent.

# %% tags=["hide-input"]
counted_runs = token_runs(tables.load("operating_points"))
of_server = counted_runs[(counted_runs.benchmark == benchmark) & (counted_runs.scenario == "Server")]
at = of_server.set_index(["round", "submitter", "chip", "accelerators"]).row_id
racks = {
    "two-rounds": ("NVIDIA's GB300 rack, v6.1 over v5.1", ("v5.1", "NVIDIA", "GB300", 72), ("v6.1", "NVIDIA", "GB300", 72)),
    "one-round": ("NVIDIA's GB300 rack, v6.1 over v6.0", ("v6.0", "NVIDIA", "GB300", 72), ("v6.1", "NVIDIA", "GB300", 72)),
    "nebius-round": ("Nebius's GB300 rack, v6.1 over v6.0", ("v6.0", "Nebius", "GB300", 72), ("v6.1", "Nebius", "GB300", 72)),
    "rubin": ("NVIDIA's Vera Rubin over its GB300 rack, v6.1", ("v6.1", "NVIDIA", "GB300", 72), ("v6.1", "NVIDIA", "Vera Rubin", 72)),
    "four-racks": ("NVIDIA's four GB300 racks over one, v6.1", ("v6.1", "NVIDIA", "GB300", 72), ("v6.1", "NVIDIA", "GB300", 288)),
    "same-load": ("NVIDIA's GB300 rack over Oracle's, v6.1", ("v6.1", "Oracle", "GB300", 72), ("v6.1", "NVIDIA", "GB300", 72)),
}
three = pair_factors(counted_runs, [(key, at[first], at[second]) for key, (_, first, second) in racks.items()])
three["pair"] = three.kind.map({key: words for key, (words, *_) in racks.items()})
ResultsTable(
    id="three-ways",
    frame=three,
    caption=caption(
        "Ratios per GPU of DeepSeek-R1 Server results, by tokens offered, as published and over the whole runs. Pairs may differ in "
        "version, submitter, number of GPUs, category and software. Only the column in the middle compares published results.",
        results[results.row_id.isin([*three.row_id_before, *three.row_id_after])],
    ),
    columns={"pair": "Results per GPU", "offered_per": "Offered", "published_per": "Published", "full_run_per": "Whole runs"},
    formats=dict.fromkeys(["offered_per", "published_per", "full_run_per"], ".2f"),
)

# %% [markdown]
# ### Two racks with the same load, two results
#
# NVIDIA's and Oracle's GB300 racks were offered the same load in v6.1, and their answers had the same mean length. Over the whole
# runs they made the same tokens per second within {n}`denominators.same-load-apart`. NVIDIA's published result is
# {n}`denominators.same-load-lead` higher, because the clock stopped sooner: the query sent last took
# {n}`denominators.same-load-last-nvidia` on NVIDIA's rack and {n}`denominators.same-load-last` on Oracle's.
#
# ### Four racks seem to lose a seventh of their speed
#
# Per GPU, the published result of NVIDIA's four racks is {n}`denominators.four-racks-loss` below that of its one rack. Over the
# whole runs it is {n}`denominators.four-racks-loss-full` below, and each GPU was offered {n}`denominators.four-racks-loss-load` less
# load. The rest of the published loss comes from the query sent last. On four racks it took {n}`denominators.four-racks-last`, a
# third longer than the mean answer of the run, and on one rack {n}`denominators.same-load-last-nvidia`.
#
# ## How near each run was to its limits
#
# In Server there are two limits, which 99 of 100 answers have to keep: on the time to the first token (TTFT) and on the mean time
# of each later one (TPOT). The table has the GB300 systems of v6.1 and Vera Rubin: how many requests each GPU worked on at once, and
# both latencies. The GB300 racks used nearly the whole TPOT limit and half of the TTFT limit.

# %% tags=["hide-input"]
near = of_server[(of_server["round"] == "v6.1") & of_server.chip.isin(["GB300", "Vera Rubin", "VR200"])]
near = near.sort_values(["chip", "accelerators", "submitter"]).assign(
    ttft=near.ttft_p99_ms / 1000, who=near.submitter + ", " + near.accelerators.astype(str) + " " + near.chip
)
ResultsTable(
    id="limits",
    frame=near,
    caption=caption(
        "DeepSeek-R1 Server in v6.1, closed division: load and requests in flight per GPU, and the 99th percentiles of both latencies. "
        "Limits that a run's own log prints are in the last two columns. Vera Rubin is a preview.",
        results[results.row_id.isin(near.row_id)],
    ),
    columns={
        "who": "System",
        "offered_per_accelerator": "Queries/s per GPU",
        "in_flight_per_accelerator": "In flight per GPU",
        "ttft": "TTFT p99, s",
        "tpot_p99_ms": "TPOT p99, ms",
        "ttft_limit_ms": "TTFT limit, ms",
        "tpot_limit_ms": "TPOT limit, ms",
    },
    formats={"offered_per_accelerator": ".2f", "in_flight_per_accelerator": ".0f", "ttft": ".2f", "tpot_p99_ms": ".1f"},
)

# %% [markdown]
# ### A question about Nebius's Vera Rubin run
#
# In Nebius's run on {n}`rubin.nebius-gpus` Vera Rubin GPUs, the first token took {n}`rubin.nebius-ttft` at the 99th percentile. The
# round's rules allow {n}`rubin.limit`, and MLCommons' public checker applies that limit to runs of both programs. The run's own file
# prints no limit, because the newer harness does not judge any. MLCommons reviewed the round and published the result in the closed
# division. We do not know what the review decided about this limit, or whether the public copy of the file is the one that was
# reviewed. If you know, please [tell us](../book/cite.md). Until then the ratios in the text above are NVIDIA's, and Nebius's result
# is only shown.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what is in print about that limit", "code_prompt_hide": "Hide what is in print about that limit"}
def cited(entries: Mapping[str, Cited]) -> pd.DataFrame:
    """Entries of next_round.yml with the address of the line that each rests on."""
    return pd.DataFrame(
        {
            "entry": one.entry,
            "says": one.says,
            "source": f"{one.path.rpartition('/')[2]}:{one.line}",
            "url": source_url(one.repo, one.commit, one.path, one.line),
        }
        for one in entries.values()
    )


ResultsTable(
    id="first-token-limit",
    frame=cited(read_next_round().first_token_limit).drop(columns="entry"),
    caption="What is in print about the limit on the first token of DeepSeek-R1 Server in v6.1, for a run that the newer harness times.",
    columns={"says": "In our words", "source": "Source"},
    links={"source": "url"},
)

# %% [markdown]
# ## What the entries ran
#
# In Server, NVIDIA's and Azure's GB300 racks ran as many small independent servers. NVIDIA's client spread the requests by the
# length of their input. In Interactive, NVIDIA's rack read prompts and wrote tokens on separate GPUs, sent requests to where their
# beginning was cached, and predicted several tokens at once ([what these techniques are](../book/mechanisms.md)). On Vera Rubin,
# NVIDIA used separate GPUs in Server too, going by the name of its configuration.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the settings with their lines", "code_prompt_hide": "Hide the settings with their lines"}
ResultsTable(
    id="settings",
    frame=cited(read_next_round().settings),
    caption="Settings of DeepSeek-R1 entries of v6.1 that could be read, in our words, each with its file and line.",
    columns={"entry": "Entry", "says": "Setting", "source": "Source"},
    links={"source": "url"},
)

# %% tags=["hide-cell"]
pair_of = three.set_index("kind")
views = {"offered": "offered_per", "published": "published_per", "full": "full_run_per"}
last = of_server.set_index("row_id").final_latency_s.astype(float)
mean = of_server.set_index("row_id").latency_mean_ms.astype(float) / 1000
load, racks_four = pair_of.loc["same-load"], pair_of.loc["four-racks"]
nebius = of_server[(of_server.chip == "VR200") & (of_server["round"] == "v6.1")].iloc[0]
assert abs(last[racks_four.row_id_after] / mean[racks_four.row_id_after] - 4 / 3) < 0.05


def less(ratio: float) -> float:
    return 100 * (1 - ratio)


answered = "latency of the last query that LoadGen sent"
state(
    (
        number(f"denominators.{r.kind}-{view}", getattr(r, column), "x", 2, how=f"{r.pair}, DeepSeek-R1 Server, per GPU, {view}",
               rows=[r.row_id_before, r.row_id_after])
        for r in three[three.kind.isin(["two-rounds", "rubin"])].itertuples()
        for view, column in views.items()
    ),
    (
        number(
            f"saving.gb300-two-rounds{suffix}",
            less(1 / pair_of.loc["two-rounds", column]),
            "%",
            how=f"1 - 1 / ratio, one price and one utilisation: NVIDIA's GB300 rack, v6.1 over v5.1, DeepSeek-R1 Server, {words}",
            rows=pair_of.loc["two-rounds", ["row_id_before", "row_id_after"]].tolist(),
        )
        for suffix, column, words in (("", "published_per", "published"), ("-full", "full_run_per", "over the whole runs"))
    ),
    number("denominators.same-load-apart", abs(less(load.full_run_per)), "%", 1, how=f"{load.pair}: whole runs, apart", rows=[load.row_id_before, load.row_id_after]),
    number("denominators.same-load-lead", -less(load.published_per), "%", 1, how=f"{load.pair}: published, less 1", rows=[load.row_id_before, load.row_id_after]),
    number("denominators.same-load-last", last[load.row_id_before], "s", how=f"{answered}, Oracle's rack, v6.1", rows=[load.row_id_before]),
    number("denominators.same-load-last-nvidia", last[load.row_id_after], "s", how=f"{answered}, NVIDIA's rack, v6.1", rows=[load.row_id_after]),
    (
        number(f"denominators.four-racks-{key}", less(racks_four[column]), "%", how=f"{racks_four.pair}: 1 less the ratio, {words}",
               rows=[racks_four.row_id_before, racks_four.row_id_after])
        for key, column, words in (("loss", "published_per", "published"), ("loss-full", "full_run_per", "whole runs"), ("loss-load", "offered_rate", "queries offered"))
    ),
    number("denominators.four-racks-last", last[racks_four.row_id_after], "s", how=f"{answered}, NVIDIA's four racks, v6.1", rows=[racks_four.row_id_after]),
    number("rubin.nebius-gpus", nebius.accelerators, how="accelerators of Nebius's Vera Rubin entry, v6.1", rows=[nebius.row_id]),
    number("rubin.nebius-ttft", nebius.ttft_p99_ms / 1000, "s", 1, how="TTFT, 99th percentile, Nebius's Vera Rubin entry, DeepSeek-R1 Server", rows=[nebius.row_id]),
    number("rubin.limit", near.ttft_limit_ms.dropna().unique().item() / 1000, "s", how="limit on TTFT that LoadGen's logs of v6.1 print, DeepSeek-R1 Server", rows=near),
)

# %% [markdown]
# ## Every result and every pair

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every result on GB300", "code_prompt_hide": "Hide every result on GB300"}
listed = with_links(lines.sort_values(["scenario", "per_accelerator"], ascending=[True, False]))
ResultsTable(
    id="results",
    frame=listed.assign(value=listed.value.astype(float), per_accelerator=[float(half_up(v, 0)) for v in listed.per_accelerator]),
    caption=caption("DeepSeek-R1 on GB300 over three rounds, closed division, with each row's source.", lines),
    columns={
        "submitter": "Submitter",
        "accelerators": "GPUs",
        "scenario": "Scenario",
        "round": "Round",
        "value": "Result, tokens/s",
        "per_accelerator": "Per GPU",
        "step": "Over the round before",
        "availability": "Category",
        "row_id": "Row",
    },
    links={"row_id": "published_url"},
    formats={"value": ",.0f", "per_accelerator": ",.0f", "step": ".2f"},
    row_ids=list(listed.row_id),
    searchable=True,
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every pair of Vera Rubin and GB300", "code_prompt_hide": "Hide every pair of Vera Rubin and GB300"}
ids = pairs.row_id_new.tolist() + pairs.row_id_old.tolist()
address = with_links(results[results.row_id.isin(ids)]).set_index("row_id").published_url
listed = pairs.assign(
    first=pairs.submitter_new + ", " + pairs.accelerators_new.astype(str),
    second=pairs.submitter_old + ", " + pairs.accelerators_old.astype(str),
    url_new=pairs.row_id_new.map(address),
    url_old=pairs.row_id_old.map(address),
    **{name: pairs[name].astype(float) for name in ("new", "old", "ratio")},
)
ResultsTable(
    id="pairs",
    frame=listed,
    caption=caption(
        "Vera Rubin of v6.1 (preview) over the best GB300 (available) per GPU, any size and the same number of GPUs. After the submitter: GPUs.",
        results[results.row_id.isin(ids)],
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "first": "Vera Rubin",
        "new": "Per GPU",
        "second": "GB300",
        "old": "Per GPU of GB300",
        "unit": "Unit",
        "round_old": "Round of GB300",
        "size": "Size",
        "ratio": "Ratio",
    },
    links={"first": "url_new", "second": "url_old"},
    formats={"ratio": ".2f", "new": ",.5g", "old": ",.5g"},
    searchable=True,
)

# %% [markdown]
# What we expect of these benchmarks and chips in the next round was fixed before it: see
# [What we expect of v7.0](predictions.ipynb).
#
# ## Claims 47 and 51
#
# The newer harness, which timed the runs on Vera Rubin, is the program of MLPerf Endpoints, a benchmark that two of the articles
# announce.
#
# ```{claim-card} 47
# ```
# ```{claim-card} 51
# ```
#
# ## Limits
#
# - The rows of v6.1 and its runs were typed by hand from the round's published table and from the logs in a public copy of its
#   repository. They were checked by arithmetic; a wrong digit that keeps the order of percentiles could remain.
# - Of AMD's own runs in v6.1 we have no log. So we cannot say how its Server figures change over the whole runs, as we do for NVIDIA's
#   and Nebius's.
# - Vera Rubin's offered load is the rate that was asked for. The rate that was sent is not printed.
# - Published results cannot tell hardware and software apart: the new chip's rows run software of their own.
# - Which program timed a row is inferred from its digits, except where a report says so.
#
# ```{mlperf-footnote}
# :rounds:
# :latest:
# ```
