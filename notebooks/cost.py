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
# # Is a token 60% cheaper?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on whose machines you compare. If price and utilisation stay the same, a token costs
# {n}`saving.gb300-server-published` less when Nebius's result in MLPerf® Inference v6.0 is compared with NVIDIA's in v5.1, as
# the published {n}`claim.1.published` does. On NVIDIA's own rack it costs {n}`saving.gb300-server-own` less.
#
# A saving of 60% requires a speed-up of {n}`ratio.for-60`. In v6.0 on GB300, only Nebius's results gave it. One round later, in
# v6.1, a token on NVIDIA's own rack cost {n}`saving.gb300-two-rounds` less than in v5.1 by the published rates. Over the whole runs it
# is {n}`saving.gb300-two-rounds-full`, which is below the claim.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis import cost
from claimcheck.analysis.results import short_accelerator
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.costs import OTHER, OWN, PAIR, calculator, price_line, savings
from claimcheck.claims import caption
from claimcheck.claims.tables import load_tables
from claimcheck.claims.verdict.evidence import describe
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"]) & (results.division == "closed")]
claims = {c.number: c for c in read_recorded(load_tables(), only=[1, 2, 7, 20])}
prices = load_tables().prices
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
comparisons = comparisons[(comparisons.benchmark == "deepseek-r1") & (comparisons.accelerator == "NVIDIA GB300")]
share = claims[7].published.value / 100

# %% tags=["hide-input"]
frames = []
for scenario, claim in (("Server", 1), ("Offline", 2)):
    of = comparisons[comparisons.scenario == scenario].sort_values(["ratio", "row_id_after"], ascending=[False, True])
    pair = set(claims[claim].rows.row_id)
    is_published = [{b, a} == pair for b, a in zip(of.row_id_before, of.row_id_after)]
    own = (of.submitter_before == "NVIDIA") & of.same_system
    sides = zip(of.submitter_after, of.accelerators_after, of.submitter_before, of.accelerators_before)
    frames.append(
        of.assign(
            panel=f"DeepSeek-R1 {scenario}",
            label=[f"{a}, {n} GPUs, over {b}, {m}" for a, n, b, m in sides],
            note=["published" if p else "" if b else "preview" for p, b in zip(is_published, of.both_available)],
            kind=[PAIR if p else OWN if o else OTHER for p, o in zip(is_published, own)],
        )
    )
drawn = pd.concat(frames, ignore_index=True)
enough = drawn[1 - 1 / drawn.ratio > share]
assert set(enough.scenario) == {"Server"} and set(enough.submitter_after) == {"Nebius"}
Figure(
    savings(drawn, threshold=share),
    id="saving-curve",
    title=f"In v6.0 on GB300, only comparisons with Nebius's result saved more than {share:.0%}",
    description=f"Dots of the saving in the cost of a token, with a line at {share:.0%}, a panel for DeepSeek-R1 Server and one for "
    "Offline on GB300. "
    + "; ".join(f"{p}, {n}: {1 - 1 / r:.0%}" for p, n, r in zip(drawn.panel, drawn.label, drawn.ratio))
    + ".",
    caption=caption(
        "Each defensible comparison of v6.0 with v5.1. Saving if price and utilisation are the same in both rounds. Green: "
        "NVIDIA's own rack. Preview: one of the two systems was not yet available.",
        results[results.row_id.isin([*drawn.row_id_before, *drawn.row_id_after])],
    ),
)

# %% [markdown]
# Server and Offline have different limits and are shown apart: Offline has no latency limit, so its cost is not a cheaper
# way to serve the same users. In Server, {n}`readings.over-60` of the {n}`readings.n`
# [comparisons](speedup.ipynb#whose-results-are-compared-matters-most) save more than 60%, all with Nebius's result. Over the whole
# runs, until the last answer, full racks save less ([why](metric.ipynb)):
#
# - **Nebius's rack over NVIDIA's of v5.1**: {n}`saving.gb300-server-rack` by the published rates,
#   {n}`saving.gb300-server-rack-full` over the whole runs.
# - **NVIDIA's own rack in v6.0**: {n}`saving.gb300-server-own` and {n}`saving.gb300-server-own-full`.
# - **NVIDIA's own rack in v6.1**: {n}`saving.gb300-two-rounds` and {n}`saving.gb300-two-rounds-full`.
#
# ## The saving is arithmetic on a speed-up
#
# No article that makes the claim states a price or a utilisation, the share of the paid hour in which tokens are made (also
# spelled utilization). So the claim can only be arithmetic: at the same price and utilisation, the cost per token falls by
# 1 - 1 / speed-up, whatever the price is. It says nothing about a buyer whose price or load changes.
#
# Cost of a million output tokens = price of a GPU-hour / (tokens per second per GPU × 3600 × utilisation) × 1,000,000.

# %% tags=["hide-input"]
r1 = results[
    (results.benchmark == "deepseek-r1")
    & (results.accelerator == "NVIDIA GB300")
    & results.scenario.isin(["Server", "Offline"])
].copy()
r1["per_gpu"] = (r1.value / r1.accelerators).astype(float)
price, utilisation = prices.first.usd_per_hour[0], 1.0  # any price: it cancels out of the saving
r1["usd_per_million"] = price / (r1.per_gpu * 3600 * utilisation) * 1e6
before = r1[(r1["round"] == "v5.1") & (r1.submitter == "NVIDIA")].set_index("scenario")
after = r1[r1["round"] == "v6.0"].copy()
after["saving"] = 1 - after.usd_per_million / after.scenario.map(before.usd_per_million)
at = after.assign(row_id_before=after.scenario.map(before.row_id)).sort_values(
    ["scenario", "saving"], ascending=[False, False]
)
at = at.set_index(["scenario", "submitter", "accelerators"])
# The highest saving against NVIDIA's rack is the published one.
assert abs(at.loc["Server"].saving.max() * 100 - claims[7].computed.value) < 1e-9
first = before.loc["Server"].per_gpu
for name, key in {"published": ("Nebius", 8), "NVIDIA's": ("NVIDIA", 72)}.items():
    then = at.loc[("Server", *key)].per_gpu
    print(f"{name + ':':10} 1 - {first:,.0f}/{then:,.0f} = {1 - first / then:.1%}")  # tokens/s per GPU

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every v6.0 result on GB300 against NVIDIA's rack of v5.1", "code_prompt_hide": "Hide every v6.0 result on GB300 against NVIDIA's rack of v5.1"}
at[["per_gpu", "usd_per_million", "saving"]].round(3)

# %% [markdown]
# Both lines divide tokens per second per GPU of DeepSeek-R1 Server. Against NVIDIA's rack of v5.1, no v6.0 result in Server saves
# more than the published one. On NVIDIA's own rack a token costs {n}`saving.gb300-offline-own` less in DeepSeek-R1 Offline, and
# {n}`saving.llama-server-own` less in Llama 3.1 405B Server.

# %% tags=["hide-cell"]
llama = results[
    (results.benchmark == "llama3.1-405b") & (results.scenario == "Server") & (results.accelerator == "NVIDIA GB300")
].set_index("round")
rate = (llama.value / llama.accelerators).astype(float)
how = "1 - 1 / speed-up, one price and one utilisation for both"
state(
    number("ratio.for-60", 1 / (1 - share), "x", 1, how=f"1 / (1 - {share:.2f}): the speed-up that saves {share:.0%}"),
    number(
        "readings.over-60",
        len(enough),
        how="of the defensible comparisons of DeepSeek-R1 Server on GB300, v5.1 with v6.0, those that save more than "
        f"{share:.0%}",
        rows=enough,
    ),
    (
        number(
            f"saving.{name}",
            at.loc[cell].saving * 100,
            "%",
            how=f"{how}: DeepSeek-R1 {cell[0]} on GB300, {cell[1]} on {cell[2]} in v6.0 over NVIDIA's rack in v5.1",
            rows=at.loc[cell],
        )
        for name, cell in {
            "gb300-server-published": ("Server", "Nebius", 8),
            "gb300-server-own": ("Server", "NVIDIA", 72),
            "gb300-server-rack": ("Server", "Nebius", 72),
            "gb300-offline-own": ("Offline", "NVIDIA", 72),
        }.items()
    ),
    number(
        "saving.llama-server-own",
        (1 - rate["v5.1"] / rate["v6.0"]) * 100,
        "%",
        how=f"{how}: Llama 3.1 405B Server, NVIDIA's GB300 rack in v6.0 over v5.1",
        rows=llama,
    ),
)

# %% [markdown]
# ## Move the price, the utilisation and the speed-up
#
# The last bar is NVIDIA's v5.1 rack made faster by the speed-up that you choose.

# %% tags=["hide-input"]
shown = r1[(r1.scenario == "Server") & r1.submitter.isin(["NVIDIA", "Nebius"]) & (r1.accelerators <= 72)]
shown = shown.sort_values(["round", "per_gpu"])
base = shown.iloc[[0]].assign(label="v5.1 NVIDIA with your speed-up", whose="yours")
labels = [f"{r} {s}, {n} GPUs" for r, s, n in zip(shown["round"], shown.submitter, shown.accelerators)]
whose = shown.submitter.where(shown.submitter == "NVIDIA", "others")
bars = pd.concat([shown.assign(label=labels, whose=whose), base]).rename(columns={"per_gpu": "rate"})
Figure(
    calculator(
        bars[["label", "rate", "whose", "row_id"]],
        price=price,
        utilisation=100,
        speedup=claims[1].published.value,
    ),
    id="cost-calculator",
    title="Your price changes the cost of a token, and not the saving",
    description="Bars of cost per million output tokens for NVIDIA's v5.1 rack, NVIDIA's and Nebius's v6.0 systems and a speed-up of "
    "the reader's choice, at the price and the utilisation before and after set with sliders. The saving against the v5.1 "
    "rack is written above each bar; it does not change with the price.",
    caption=caption(
        f"DeepSeek-R1 Server, closed division. It starts at full use and at ${price:.2f} ({prices.first.kind}: "
        f"{prices.first.source.name}). Savings are against the first bar. Prices are assumptions. The results differ in "
        "round, submitter and number of GPUs, as labelled.",
        shown,
    ),
)

# %% [markdown]
# The saving is real only if the faster machine is as busy as the slower one was. An owner who could fill only half of it would pay
# the same for the hour, and save much less or nothing.
#
# ## The price matters as much as the published speed-up
#
# At the highest price that we assume, the same token costs {n}`price.span` as much as at the lowest. We found no public
# on-demand price of a GB300 NVL72.

# %% tags=["hide-input"]
interactive = claims[20].rows.assign(per_gpu=lambda t: (t.value / t.accelerators).astype(float))
listed = r1[r1.submitter.isin(["NVIDIA", "Nebius", "CoreWeave"]) & (r1.accelerators <= 72)]
listed = listed[listed.availability == "available"]
listed = listed.sort_values(["scenario", "round", "per_gpu"], ascending=[False, True, True])
listed = pd.concat([listed, interactive], ignore_index=True)


def span(values):
    """One or two amounts, as printed."""
    return " to ".join(dict.fromkeys(f"${v:.2f}" for v in values))


ResultsTable(
    id="cost-ranges",
    frame=listed.assign(
        **{
            name: [
                span(cost.cost_per_million_tokens(price, rate) for price in entry.usd_per_hour)
                for rate in listed.per_gpu
            ]
            for name, entry in prices.scenarios.items()
        }
    ),
    caption=caption(
        "Cost of a million output tokens of DeepSeek-R1 on GB300, if every hour is used in full. Half use doubles it. Scenarios "
        "are not to be compared: each has its own limits.\n\n"
        + ". ".join(f"{n.capitalize()}: {e.of}" for n, e in prices.scenarios.items())
        + ".",
        listed,
    ),
    columns={"scenario": "Scenario", "round": "Round", "submitter": "Submitter", "accelerators": "GPUs"}
    | {name: f"{name.capitalize()}, {span(e.usd_per_hour)} an hour" for name, e in prices.scenarios.items()},
    row_ids=list(listed.row_id),
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the prices that we found, with their sources", "code_prompt_hide": "Hide the prices that we found, with their sources"}
rows = pd.DataFrame(
    [
        {
            "accelerator": e.accelerator.removeprefix("NVIDIA "),
            "kind": e.kind,
            "price": span(e.usd_per_hour),
            "date": e.date,
            "source": e.source.name,
            "note": e.note,
        }
        for _, e in prices.prices.items()
    ]
)
ResultsTable(
    id="prices",
    frame=rows,
    caption="Prices of a GPU-hour found in public sources. They are assumptions, not MLPerf results.",
    columns={
        "accelerator": "GPU",
        "kind": "Kind of price",
        "price": "Per GPU-hour",
        "date": "Date",
        "source": "Source",
        "note": "Note",
    },
)

# %% [markdown]
# ## Thirty cents is plausible, but no source states its price
#
# One article says that DeepSeek-R1 Interactive costs {n}`claim.20.published`. For NVIDIA's result on
# {n}`accelerators.interactive` GB300, this means a price of {n}`price.implied-30-cents` per GPU-hour with every GPU busy all the
# time. Such a price is plausible: an hour costs a smaller cloud that owns the GPU {n}`price.mid-low`, and in a three-year rental
# {n}`price.mid-high`. At the price that NVIDIA itself used for this machine two weeks later, the cost would be
# {n}`cost.interactive-vendor`, so a lower figure could have been claimed.

# %% tags=["hide-input"]
row = interactive.iloc[0]
published = claims[20].published.value
implied = published * row.per_gpu * 3600 / 1e6
assert abs(cost.price_for_cost(published, row.per_gpu) - implied) < 1e-9
print(f"{row.value:,.0f} / {row.accelerators} GPUs = {row.per_gpu:,.1f} tokens/s")
print(f"${published:.2f} x {row.per_gpu:,.1f} x 3600 / 1M = ${implied:.2f}")

# %% tags=["hide-input"]
scenarios = pd.DataFrame(
    [{"name": n, "low": e.usd_per_hour[0], "high": e.usd_per_hour[1]} for n, e in prices.scenarios.items()]
)
Figure(
    price_line(row.per_gpu, published=published, scenarios=scenarios, row_id=row.row_id),
    id="thirty-cents",
    title=f"Thirty cents requires a price of ${implied:.2f} per GPU-hour and no idle time",
    description="Cost per million output tokens against the price of a GPU-hour, a line for full and one for half use, with bands for "
    f"three price scenarios. The full-use line reaches the published {published:.2f} dollars at {implied:.2f} dollars per hour; at "
    f"half use the price would have to be {implied / 2:.2f}.",
    caption=caption(
        f"DeepSeek-R1 Interactive, NVIDIA, {row.accelerators} GB300. Grey bands: the price scenarios of the table above. Prices "
        "are assumptions.",
        claims[20].rows,
    ),
)

# %% tags=["hide-cell"]
mid, vendor = prices.scenarios["mid"], prices.prices["gb300-nvidia-tco"]
lowest, highest = (f(p for _, e in prices.scenarios.items() for p in e.usd_per_hour) for f in (min, max))
others = results[
    (results["round"] == "v6.0") & (results.benchmark == "deepseek-r1") & (results.scenario == "Interactive")
]
others = {short_accelerator(other.accelerator).lower(): other for _, other in others.iterrows()}
state(
    number(
        "price.span", highest / lowest, "x", 1, how=f"${highest:.2f} / ${lowest:.2f}, the ends of the price scenarios"
    ),
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
        cost.cost_per_million_tokens(vendor.usd_per_hour[0], row.per_gpu),
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

# %% [markdown]
# The figure has no primary source: whoever computed it may have used another price, another utilisation or another
# result. This is one of {n}`interactive.n` Interactive results of the round. Per GPU, the other two reached
# {n}`per.interactive-gb200` (NVIDIA, {n}`accelerators.interactive-gb200` GB200) and {n}`per.interactive-b300` tokens per
# second (GigaComputing, {n}`accelerators.interactive-b300` B300). Each would need its own price: the source of our
# middle prices puts an hour of a GB200 lower.
#
# ## Claims 7 and 20
#
# ```{claim-card} 7
# ```
# ```{claim-card} 20
# ```
#
# ## What could change these figures
#
# - **The length of a run.** LoadGen, MLPerf's load generator, stops the clock when the last query that it sent is answered.
#   Over the whole runs the published pair saves {n}`saving.gb300-server-published-full`, and NVIDIA's own rack
#   {n}`saving.gb300-server-own-full`.
# - **The load.** A submitter chooses the load of a Server result, at or below the latency limit. A user with a tighter
#   limit gets another ratio.
# - **The model.** On [other models](what-you-get.ipynb) the gain is smaller, and so is the saving.
# - **Speculative decoding.** In v6.0 the rules allow it for DeepSeek-R1 Interactive and not for Server, so we compare no
#   cost of the one with a cost of the other.
#
# ## Limits
#
# - Only output tokens are counted, by the benchmark's rule. The cost of input tokens is not considered.
# - A price covers what its source covers: owning cost and rental include different things.
#
# ```{mlperf-footnote}
# ```
