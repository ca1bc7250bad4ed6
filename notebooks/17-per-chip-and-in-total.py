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
# # 512 MI355X, 72 GB300: in total and per chip
#
# :::{admonition} The answer
# :class: cc-key
# Totals and rates per chip put the systems in different orders. In GPT-OSS-120B Server of MLPerf® Inference v6.1, Crusoe's
# 512 AMD MI355X gave the largest total, {n}`chips.gpt-server-512-total`. Per accelerator that is
# {n}`chips.gpt-server-512-each`, less than smaller systems of the same chip and of NVIDIA's GB300 gave.
#
# For the chips themselves, compare systems of one size. On 72 accelerators each, AMD's MI355X gave
# {n}`chips.gpt-server-mi355x-72-each` per accelerator and CoreWeave's GB300 {n}`chips.gpt-server-gb300-72-each`.
# :::
#
# MLPerf results are published for whole systems. Dividing by the number of accelerators is our arithmetic. It says what one
# chip contributes to a system of that size, and it often falls as systems grow.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import one_row_a_run, short_accelerator
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption, with_links
from claimcheck.claims.evidence import describe
from claimcheck.numbers import number, state

results = tables.load("inference_results")
print(tables.fingerprints("inference_results.csv.gz"))

# %% [markdown]
# ## The arithmetic
#
# Closed results of the datacenter suite that are rates, on accelerators of one model. Systems that mix models are left out
# here; they have no single chip to divide by.

# %%
ROUNDS, MIXED = ["v6.0", "v6.1"], r" \+ | and "
rates = results[results["round"].isin(ROUNDS) & (results.division == "closed") & (results.suite == "datacenter")]
rates = rates[rates.unit.str.endswith("/s") & rates.accelerators.notna()]
mixed = rates.accelerator.str.contains(MIXED)
one_chip = one_row_a_run(rates[~mixed])
one_chip = one_chip.assign(
    each=(one_chip.value / one_chip.accelerators).astype(float),
    chip=one_chip.accelerator.map(short_accelerator),
    benchmark=one_chip.benchmark.str.replace(r"-99(\.9)?$", "", regex=True),
)
gpt = one_chip[(one_chip.benchmark == "gpt-oss-120b") & one_chip.scenario.isin(["Server", "Offline"])]
order = ["round", "scenario", "chip", "accelerators"]
best = gpt.sort_values(["value", "row_id"], ascending=[False, True]).drop_duplicates(order).sort_values(order)
large = best.groupby(order[:3]).accelerators.transform("max") >= 72
picked = best[large & ((best.accelerators == 8) | (best.accelerators >= 72))]


def printed(frame, index, *columns):
    """The results of ``frame`` as printed, in whole tokens per second."""
    rounded = {name: frame[name].map("{:,.0f}".format) for name in ("value", "each")}
    return frame.assign(**rounded).set_index(index).sort_index()[[*columns, "value", "each"]]


printed(picked, order, "submitter")

# %% [markdown]
# That is GPT-OSS-120B, for the chips with a system of 72 or more, at 8 and from 72 upwards: the best result of each chip and
# size. Of v6.1 in Server:

# %% tags=["hide-input"]
latest = picked[(picked["round"] == "v6.1") & (picked.scenario == "Server")]
assert latest.value.idxmax() == latest.accelerators.idxmax() == latest.each.idxmin()
PANELS = {"value": "Whole system", "each": "Per accelerator"}
bars = pd.concat(
    pd.DataFrame(
        {
            "panel": name,
            "label": [f"{r.submitter}, {r.accelerators} {r.chip}" for r in latest.itertuples()],
            "value": latest[column].astype(float),
            "text": [f"{v:,.0f}" for v in latest[column]],
            "marked": latest.accelerators == latest.accelerators.max(),
            "row_id": latest.row_id,
        }
    ).sort_values("value", ascending=False)
    for column, name in PANELS.items()
)
Figure(
    ranked_bars(bars, axis="tokens/s"),
    id="total-and-each",
    title="512 MI355X give the largest total; smaller systems give more per accelerator",
    description="Bars for GPT-OSS-120B Server of v6.1, a panel for the whole system and one per accelerator. "
    + "; ".join(f"{r.panel}, {r.label}: {r.text} tokens/s" for r in bars.itertuples())
    + ".",
    caption=caption(
        "GPT-OSS-120B Server, v6.1, closed division, category available: the best result of each chip at 8, at 72 and at a "
        "larger size, for chips with a system of 72 or more. Blue: the largest system. Results compared differ in submitter, "
        "chip, software and number of accelerators, as labelled.",
        results[results.row_id.isin(latest.row_id)],
    ),
)

# %% [markdown]
# In v6.0 the largest systems were closer in size. In Offline, Nebius's 72 GB300 gave {n}`chips.v6-0-gb300-total` in total and
# {n}`chips.v6-0-gb300-each` per accelerator, AMD's 94 MI355X {n}`chips.v6-0-mi355x-total` and {n}`chips.v6-0-mi355x-each`.
#
# ## The same size
#
# The number of accelerators is the difference that can be removed. Per accelerator, GPT-OSS-120B, systems of 8 and of 72
# (a dash: no result of that size):

# %%
same = picked[picked.accelerators.isin([8, 72])]
same.pivot(index=["scenario", "accelerators", "chip"], columns="round", values="each").map("{:,.0f}".format).replace(
    "nan", "–"
)

# %% [markdown]
# In v6.1 on 8 accelerators, MI355X gave {n}`chips.gpt-server-mi355x-8-each` per accelerator in Server and GB300
# {n}`chips.gpt-server-gb300-8-each`; in Offline {n}`chips.gpt-offline-mi355x-8-each` and
# {n}`chips.gpt-offline-gb300-8-each`. On 72 in Offline they gave {n}`chips.gpt-offline-mi355x-72-each` and
# {n}`chips.gpt-offline-gb300-72-each`. The table shows both rounds without a ratio, because MLCommons' table of comparable
# versions, as known to us, does not have v6.1.
#
# The largest system of a chip can give less per chip than a small one. Crusoe's 512 MI355X gave
# {n}`chips.gpt-server-512-each` per accelerator where AMD's 8 gave {n}`chips.gpt-server-mi355x-8-each`. The owners differ too,
# so this is no clean measure of scale.
#
# ## DeepSeek-R1
#
# In v6.0 every DeepSeek-R1 result in the closed division was on NVIDIA's chips. In v6.1 Crusoe's 512 MI355X gave the largest
# totals, {n}`chips.r1-server-512-total` in Server. Per accelerator it gave {n}`chips.r1-server-512-each`, NVIDIA's 288 GB300
# {n}`chips.r1-server-288-each`, and Nebius's 72 GB300 {n}`chips.r1-server-72-each`. These systems differ in
# size. By chip and size, v6.1 (VR200 and Vera Rubin are two submitters' names of one chip):

# %%
of_r1 = one_chip[one_chip.benchmark == "deepseek-r1"]
assert set(of_r1[of_r1["round"] == "v6.0"].accelerator_vendor) == {"NVIDIA"}
r1 = of_r1[(of_r1["round"] == "v6.1") & (of_r1.scenario != "Interactive")]
r1 = r1.sort_values(["value", "row_id"], ascending=[False, True]).drop_duplicates(["scenario", "chip", "accelerators"])
printed(r1[r1.accelerators >= 36], ["scenario", "chip", "accelerators"], "submitter", "availability")

# %% [markdown]
# ## Every vendor
#
# For each benchmark and scenario of v6.0 and v6.1 with chips of more than one maker: each maker's largest total, and its
# highest rate per accelerator.

# %%
cell = ["round", "benchmark", "scenario"]
makers = one_chip.groupby(cell).accelerator_vendor.transform("nunique")
contested = one_chip[makers > 1].sort_values("row_id")
total = contested.loc[contested.groupby([*cell, "accelerator_vendor"]).value.idxmax()]
per_chip = contested.loc[contested.groupby([*cell, "accelerator_vendor"]).each.idxmax()]
contested.groupby(cell).accelerator_vendor.agg(lambda v: ", ".join(sorted(set(v)))).unstack("round").fillna("–")

# %% tags=["hide-input"]
whose = pd.concat([total.assign(which="largest total"), per_chip.assign(which="highest per accelerator")])
whose = whose.sort_values([*cell, "which", "accelerator_vendor"], ascending=[False, True, True, False, True])
listed = with_links(whose).assign(value=whose.value.astype(float), model=whose.accelerator)
ResultsTable(
    id="vendors",
    frame=listed,
    caption=caption(
        "Each maker's largest total and highest rate per accelerator, closed division, datacenter suite, chips of one model. "
        "Compare within a round, benchmark and scenario only. Results compared differ in submitter, chip and number of "
        "accelerators, and in category where named.",
        results[results.row_id.isin(whose.row_id)],
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "round": "Round",
        "which": "Which",
        "accelerator_vendor": "Maker",
        "submitter": "Submitter",
        "accelerators": "Number",
        "model": "Accelerator",
        "availability": "Category",
        "value": "Whole system",
        "each": "Per accelerator",
        "unit": "Unit",
    },
    row_ids=list(listed.row_id),
    links={"value": "published_url"},
    formats={"value": ",.7g", "each": ",.6g"},
    searchable=True,
)

# %% tags=["hide-cell"]
WANTED = {
    "gpt-server-512": ("gpt-oss-120b", "Server", "MI355X", 512),
    "gpt-server-mi355x-72": ("gpt-oss-120b", "Server", "MI355X", 72),
    "gpt-server-gb300-72": ("gpt-oss-120b", "Server", "GB300", 72),
    "gpt-server-mi355x-8": ("gpt-oss-120b", "Server", "MI355X", 8),
    "gpt-server-gb300-8": ("gpt-oss-120b", "Server", "GB300", 8),
    "gpt-offline-mi355x-72": ("gpt-oss-120b", "Offline", "MI355X", 72),
    "gpt-offline-gb300-72": ("gpt-oss-120b", "Offline", "GB300", 72),
    "gpt-offline-mi355x-8": ("gpt-oss-120b", "Offline", "MI355X", 8),
    "gpt-offline-gb300-8": ("gpt-oss-120b", "Offline", "GB300", 8),
    "r1-server-512": ("deepseek-r1", "Server", "MI355X", 512),
    "r1-server-288": ("deepseek-r1", "Server", "GB300", 288),
    "r1-server-72": ("deepseek-r1", "Server", "GB300", 72),
}
by_size = pd.concat([picked[picked["round"] == "v6.1"], r1])
by_size = by_size.set_index(["benchmark", "scenario", "chip", "accelerators"], drop=False)
rows = {key: by_size.loc[where] for key, where in WANTED.items()}
before = picked[(picked["round"] == "v6.0") & (picked.scenario == "Offline")].set_index(
    ["chip", "accelerators"], drop=False
)
rows |= {"v6-0-gb300": before.loc[("GB300", 72)], "v6-0-mi355x": before.loc[("MI355X", 94)]}
assert [rows[k].submitter for k in ("gpt-server-gb300-72", "r1-server-288", "r1-server-72")] == [
    "CoreWeave",
    "NVIDIA",
    "Nebius",
]
state(
    (
        number(
            f"chips.{key}-each", row.each, "tokens/s", how=f"published result / accelerators: {describe(row)}", rows=row
        )
        for key, row in rows.items()
    ),
    (
        number(
            f"chips.{key}-total",
            rows[key].value,
            "tokens/s",
            how=f"published result: {describe(rows[key])}",
            rows=rows[key],
        )
        for key in ("gpt-server-512", "r1-server-512", "v6-0-gb300", "v6-0-mi355x")
    ),
)

# %% [markdown]
# ## What is comparable, and what is not
#
# MLCommons' guidelines allow comparisons of one benchmark and one scenario in compatible versions, and ask that every
# difference in version, division, category and number of chips be named
# ([sections 4 and 5](https://github.com/mlcommons/policies/blob/a4520be877271064ceff8339b837edb67027537b/MLPerf_Results_Messaging_Guidelines.adoc#L76)).
#
# | question | answer |
# |---|---|
# | one benchmark, one scenario, one round, closed division | comparable; submitter, chip and size are named |
# | 8 with 8, 72 with 72 | comparable without a difference in size |
# | 512 with 72, per accelerator | allowed if the numbers are named, but size is part of the difference |
# | Server with Offline, GPT-OSS-120B with DeepSeek-R1 | not comparable; no chart or ratio here mixes them |
# | v6.0 with v6.1 | no official word on v6.1 known to us; shown next to each other without a ratio |
# | category preview (Vera Rubin) with available | comparable if named; a preview system could not be bought yet |
# | open division | other models or rules may apply; left out here |
# | systems of mixed chips | a total can be compared, a rate per chip means little; left out here |
# | price, power | left out: prices are no part of a result, and the guidelines allow measured power alone |
#
# ## Limits
#
# - The rows of v6.1 were typed by hand from the round's published table.
# - Submitters choose what to submit, and tune as far as they like. A rate per chip is that of a system and its software, not
#   of the chip alone.
# - How large a system is counted follows its submitter's description. Whether it works as one machine or as copies of a
#   smaller one is [another question](26-scale-out.ipynb).
# - The best of several results of one chip and size is shown, as submitted by whoever had it.
#
# What v6.1 did to the records of v6.0: [the next round](v6-1.ipynb).
#
# ```{mlperf-footnote}
# ```
