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
# # By what margin?
#
# :::{admonition} The answer
# :class: cc-key
# Two kinds of record stand among the published ones of MLPerf® Inference v6.0. Some are close: in GPT-OSS-120B Nebius led
# NVIDIA by {n}`margin.21-submitter` in Offline and by {n}`margin.22-submitter` in Server, and AMD's best system by
# {n}`margin.21-vendor` and {n}`margin.22-vendor`. Others are large because nobody else ran a system of that size:
# {n}`margin.14-submitter` over the next submitter in DeepSeek-R1 Offline. Per accelerator, both records of NVIDIA's four
# racks belong to single servers, of CoreWeave and of Nebius.
# :::

# %% tags=["hide-cell"]

import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import short_accelerator
from claimcheck.analysis.scaleout import margin
from claimcheck.charts import ResultsTable
from claimcheck.claims import caption
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state

results = tables.load("inference_results")
# The claims that print a record of v6.0.
claims = {c.number: c for c in read_recorded(load_tables(), only=[14, 16, 18, 21, 22, 23, 25, 26])}
print(tables.fingerprints("inference_results.csv.gz"))


def named(row):
    """Submitter and system in a few words."""
    if row is None:
        return "nobody"
    chip = short_accelerator(str(row.accelerator))
    return f"{row.submitter.replace('_', ' ')}, {row.accelerators} {chip}"


def percent(share):
    """A margin as text, more exact where it is small."""
    return "–" if share is None else f"{share:.1%}" if share < 0.1 else f"{share:,.0%}"


# %% [markdown]
# ## In total
#
# Each record that an article prints, among the closed results of its suite, benchmark, scenario and round: who holds it,
# and how far ahead of the best of another submitter and of the best on another maker's silicon. Of a latency: how much
# longer the other takes.

# %%
cell = ["round", "division", "suite", "benchmark", "scenario"]
found = {}
for n, claim in claims.items():
    printed = claim.rows.iloc[0]
    field = results[(results[cell] == printed[cell]).all(axis=1)]
    whole = margin(field)
    field = field.assign(each=field.value / field.accelerators)
    # A latency has no figure per accelerator.
    each = margin(field, "each") if printed.higher_is_better else None
    found[n] = (whole.first, whole, each)
total = pd.DataFrame(
    {
        "record": [f"{r.benchmark} {r.scenario}" for r, _, _ in found.values()],
        "holder": [named(m.first) for _, m, _ in found.values()],
        "over": [percent(m.over_submitter) for _, m, _ in found.values()],
        "next submitter": [named(m.next_submitter) for _, m, _ in found.values()],
        "ahead by": [percent(m.over_vendor) for _, m, _ in found.values()],
        "next vendor": [named(m.next_vendor) for _, m, _ in found.values()],
    },
    index=pd.Index(found, name="claim"),
)
total

# %% [markdown]
# The holder of each is the row that the claim prints:

# %%
assert all(row.row_id in set(claims[n].rows.row_id) for n, (row, _, _) in found.items())
gpt, rival = claims[21].rows.iloc[0], found[21][1].next_submitter
(float(gpt.value) / float(rival.value) - 1) * 100

# %% [markdown]
# ## Per accelerator
#
# The same cells by result per accelerator. Single-stream latency has none.

# %%
per = {n: (row, each) for n, (row, _, each) in found.items() if each is not None}
each = pd.DataFrame(
    {
        "record": [f"{r.benchmark} {r.scenario}" for r, _ in per.values()],
        "first per accelerator": [named(m.first) for _, m in per.values()],
        "over": [percent(m.over_submitter) for _, m in per.values()],
        "next submitter": [named(m.next_submitter) for _, m in per.values()],
        "holds the total": [m.first.row_id == r.row_id for r, m in per.values()],
    },
    index=pd.Index(per, name="claim"),
)
each

# %% tags=["hide-input"]
kept = [n for n, (row, m) in per.items() if m.first.row_id == row.row_id]
lost = [n for n in per if n not in kept]
print(f"Total and per accelerator are the same result in {len(kept)} of {len(per)} records: claims {', '.join(map(str, kept))}.")
print(f"Another result is first per accelerator in {len(lost)}: claims {', '.join(map(str, lost))}.")

# %% [markdown]
# ## Every margin with its sources

# %% tags=["hide-input"]
rows = []
for claim, (row, whole, single) in found.items():
    for measure, m in (("in total", whole), ("per accelerator", single)):
        if m is None:
            continue
        for kind, other, ahead in (("submitter", m.next_submitter, m.over_submitter), ("vendor", m.next_vendor, m.over_vendor)):
            rows.append(
                {
                    "claim": claim,
                    "record": f"{row.benchmark} {row.scenario}",
                    "measure": measure,
                    "first": f"{named(m.first)}: {float(m.first.value):,.2f}",
                    "kind": kind,
                    "other": "nobody" if other is None else f"{named(other)}: {float(other.value):,.2f}",
                    "margin": None if ahead is None else 100 * ahead,
                    "of": m.of,
                    "ids": [r.row_id for r in (m.first, other) if r is not None],
                }
            )
table = pd.DataFrame(rows)
ResultsTable(
    id="margins",
    frame=table,
    caption=caption(
        "Margins of the published records over the best of another submitter and of another maker of silicon, in percent of the other. Systems "
        "differ in chip and in number of chips; all are closed division, v6.0.",
        results[results.row_id.isin([i for ids in table.ids for i in ids])],
    ),
    columns={
        "claim": "Claim",
        "record": "Benchmark and scenario",
        "measure": "Measure",
        "first": "First",
        "kind": "Next other",
        "other": "Which",
        "margin": "Margin, %",
        "of": "Results",
    },
    formats={"margin": ",.1f"},
    searchable=True,
)

# %% tags=["hide-input"]
ahead = table[(table.measure == "in total") & table.margin.notna()].copy()
who = ahead["first"].str.split(",").str[0] + " over " + ahead.other.str.split(",").str[0]
ahead["how"] = ahead.record + " of v6.0, in total: " + who + ", the next " + ahead.kind
ahead["key"] = [f"margin.{claim}-{kind}" for claim, kind in zip(ahead.claim, ahead.kind)]
state(
    (number(r.key, r.margin, "%", 1 if r.margin < 10 else 0, how=r.how, rows=r.ids) for r in ahead.itertuples()),
    (
        number(f"{r.key}-times", 1 + r.margin / 100, "", 1, how=f"{r.how}, as a ratio", rows=r.ids)
        for r in ahead[ahead.claim == 14].itertuples()
    ),
)

# %% [markdown]
# ## The strongest case
#
# A large margin in total is worth something: nobody else showed a system of that size, and running one within the limits is
# what the record says. Where several submitters met on racks of the same size, as in GPT-OSS-120B, the margin is small and
# the record says that the platform, and not one submitter, is there.
#
# ## Sensitivity
#
# In Server a submitter chooses the rate, so a margin there may be one of boldness. In total or per accelerator, the holder
# is often another, as the second table shows. Among results that can be bought nothing changes: all are available.
#
# ## Limits
#
# - Margins are of single runs; none was repeated.
# - Margins over another maker's silicon exist only where another maker took part: in {n}`records.alone-n` of
#   {n}`records.cells-n` new datacenter cells nobody did.
#
# ```{mlperf-footnote}
# :rounds:
# ```
