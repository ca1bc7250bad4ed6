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
# # What price is behind 30 cents per million tokens?
#
# :::{admonition} The answer
# :class: cc-key
# It takes {n}`price.implied-30-cents` per GPU-hour, with every GPU busy all the time. That is the price at which NVIDIA's
# DeepSeek-R1 Interactive result of MLPerf® Inference v6.0, on {n}`accelerators.interactive` GB300, costs
# {n}`claim.20.published`. It lies between what a smaller cloud pays to own the GPU and what a three-year rental costs.
#
# No source states the price behind the figure. At the price that NVIDIA itself used for this machine two weeks later, the
# cost would be {n}`cost.interactive-vendor`: the figure is not the lowest that could have been claimed.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis import cost
from claimcheck.analysis.results import short_accelerator
from claimcheck.charts import Figure
from claimcheck.charts.costs import price_line
from claimcheck.claims import caption
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[20])}
prices = load_tables().prices
print(tables.fingerprints("inference_results.csv.gz", "prices.yml"))

# %% [markdown]
# ## The arithmetic

# %%
row = claims[20].rows.iloc[0]
per_gpu = float(row.value) / int(row.accelerators)
published = claims[20].published.value
implied = published * per_gpu * 3600 / 1e6
print(f"{row.value:,.0f} tokens/s / {row.accelerators} GPUs = {per_gpu:,.1f} tokens/s per GPU")
print(f"${published:.2f} x {per_gpu:,.1f} x 3600 / 1,000,000 = ${implied:.2f} per GPU-hour")

# %% [markdown]
# What the price scenarios give instead, at full and at half use. The middle one runs from a smaller cloud's owning cost,
# {n}`price.mid-low`, to a three-year rental, {n}`price.mid-high`:

# %%
table = pd.DataFrame(
    {
        (name, end): {
            "full use": cost.cost_per_million_tokens(price, per_gpu),
            "half use": cost.cost_per_million_tokens(price, per_gpu, 0.5),
        }
        for name, entry in prices.scenarios.items()
        for end, price in zip(("low end", "high end"), entry.usd_per_hour)
    }
).T.round(3)
table.index = [f"{name}, {end}" for name, end in table.index]
table

# %% tags=["hide-cell"]
mid, vendor = prices.scenarios["mid"], prices.prices["gb300-nvidia-tco"]
others = results[
    (results["round"] == "v6.0")
    & (results.benchmark == "deepseek-r1")
    & (results.scenario == "Interactive")
    & (results.division == "closed")
]
others = {short_accelerator(other.accelerator).lower(): other for _, other in others.iterrows()}
state(
    number(
        "price.implied-30-cents",
        implied,
        "$",
        2,
        how=f"${published:.2f} per million tokens x tokens/s per GPU x 3600 / 1,000,000, at full use: {describe(row)}",
        rows=row,
    ),
    number(
        "cost.interactive-vendor",
        cost.cost_per_million_tokens(vendor.usd_per_hour[0], per_gpu),
        "$ per million tokens",
        2,
        how=f"${vendor.usd_per_hour[0]:.2f} per GPU-hour ({vendor.source}, {vendor.date}) at full use: {describe(row)}",
        rows=row,
    ),
    (
        number(f"price.mid-{end}", price, "$", 2, how=f"price scenario mid: {mid.of}")
        for end, price in zip(("low", "high"), mid.usd_per_hour)
    ),
    (
        number(key, value, how=f"{how}: {describe(others[chip])}", rows=others[chip])
        for chip in ("gb200", "b300")
        for key, value, how in (
            (f"accelerators.interactive-{chip}", others[chip].accelerators, "accelerators"),
            (
                f"per.interactive-{chip}",
                others[chip].value / others[chip].accelerators,
                "published result / accelerators",
            ),
        )
    ),
)

# %% tags=["hide-input"]
scenarios = pd.DataFrame(
    [{"name": n, "low": e.usd_per_hour[0], "high": e.usd_per_hour[1]} for n, e in prices.scenarios.items()]
)
Figure(
    price_line(per_gpu, published=published, scenarios=scenarios, row_id=row.row_id),
    id="thirty-cents",
    title=f"Thirty cents asks for ${implied:.2f} per GPU-hour and no idle time",
    description="Cost per million output tokens against the price of a GPU-hour, a line for full and one for half use, with bands for "
    f"three price scenarios. The published {published:.2f} dollars meets the full-use line at {implied:.2f} dollars per hour; at half "
    f"use it would need {implied / 2:.2f}.",
    caption=caption(
        f"DeepSeek-R1 Interactive, NVIDIA, {row.accelerators} GB300. Bands: prices of a GPU-hour; low: owning cost of a hyperscaler; mid: neocloud to three-year rental; high: on demand. Prices are assumptions.",
        claims[20].rows,
    ),
)

# %% [markdown]
# ## Claim 20
#
# ```{claim-card} 20
# ```
#
# ## Sensitivity
#
# The result is that of one submitter on one rack, one of {n}`interactive.n` Interactive results of the round. Per GPU,
# the other two reached {n}`per.interactive-gb200` (NVIDIA, {n}`accelerators.interactive-gb200` GB200) and
# {n}`per.interactive-b300` tokens per second (GigaComputing, {n}`accelerators.interactive-b300` B300). Their cost needs
# their own price: an hour of a GB200 is cheaper by the source's own ratio.
#
# ## Limits
#
# - The figure has no primary source. Whoever computed it may have used another price, another utilisation or another result.
# - Interactive allows speculative decoding in v6.0, which Server does not; the two scenarios are not compared.
#
# ```{mlperf-footnote}
# ```
