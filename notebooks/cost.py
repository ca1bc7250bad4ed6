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
# Yes for the published pair of results, and no for one owner with one machine. If price and utilisation stay the same, the
# published {n}`claim.1.published` of MLPerf® Inference v6.0 over v5.1 makes a token {n}`saving.gb300-server-published` cheaper.
# On NVIDIA's own rack it is {n}`saving.gb300-server-own`.
#
# It takes a speed-up of {n}`ratio.for-60` to save 60%. Of the {n}`readings.n` defensible comparisons on GB300 in DeepSeek-R1
# Server, {n}`readings.over-60` do. One of them is fragile: Nebius's full rack saves {n}`saving.gb300-server-rack` against
# NVIDIA's by the published rates, and {n}`saving.gb300-server-rack-full` over the whole runs
# ([why](24-denominators.ipynb)). On NVIDIA's own rack DeepSeek-R1 Offline saves {n}`saving.gb300-offline-own`, and Llama 3.1
# 405B Server {n}`saving.llama-server-own`.
# :::
#
# None of the articles that make this claim states a price or a utilisation. The claim is arithmetic on a speed-up: at one
# price and one utilisation, the cost per token falls by 1 - 1 / speed-up, whatever the price is. It says nothing of a
# buyer whose price or load changes.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis import cost
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.costs import calculator, cost_ranges, saving_curve
from claimcheck.claims import caption
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[1, 2, 7])}
prices = load_tables().prices
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
comparisons = comparisons.sort_values(["ratio", "row_id_after"], ascending=[False, True])
print(tables.fingerprints("inference_results.csv.gz", "derived/comparisons.csv.gz", "prices.yml"))

# %% [markdown]
# ## The arithmetic
#
# Cost of a million output tokens = price of a GPU-hour / (tokens per second per GPU × 3600 × utilisation) × 1,000,000.

# %%
r1 = results[
    (results.benchmark == "deepseek-r1")
    & (results.accelerator == "NVIDIA GB300")
    & (results.division == "closed")
    & results.scenario.isin(["Server", "Offline"])
].copy()
r1["per_gpu"] = (r1.value / r1.accelerators).astype(float)
price, utilisation = 3.30, 1.0  # any price: it cancels out of the saving
r1["usd_per_million"] = price / (r1.per_gpu * 3600 * utilisation) * 1e6
before = r1[(r1["round"] == "v5.1") & (r1.submitter == "NVIDIA")].set_index("scenario")
after = r1[r1["round"] == "v6.0"].copy()
after["saving"] = 1 - after.usd_per_million / after.scenario.map(before.usd_per_million)
after.sort_values(["scenario", "saving"], ascending=[False, False]).set_index(
    ["scenario", "submitter", "accelerators"]
)[["per_gpu", "usd_per_million", "saving"]].round(3)

# %% [markdown]
# The table sets every v6.0 result against NVIDIA's rack of v5.1. Against that rack, the highest saving in Server is the
# published one:

# %%
server = after[after.scenario == "Server"]
assert abs(server.saving.max() * 100 - claims[7].computed.value) < 1e-9
print(f"highest saving in Server against NVIDIA's v5.1 rack: {server.saving.max():.1%}")

# %% tags=["hide-cell"]
share = claims[7].published.value / 100
at = (
    after.assign(row_id_before=after.scenario.map(before.row_id))
    .set_index(["scenario", "submitter", "accelerators"])
    .sort_index()
)
llama = results[
    (results.benchmark == "llama3.1-405b")
    & (results.scenario == "Server")
    & (results.accelerator == "NVIDIA GB300")
    & (results.division == "closed")
].set_index("round")
rate = (llama.value / llama.accelerators).astype(float)
how = "1 - 1 / speed-up, one price and one utilisation for both"
state(
    number("ratio.for-60", 1 / (1 - share), "x", 1, how=f"1 / (1 - {share:.2f}): the speed-up that saves {share:.0%}"),
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
# ## Move the assumptions
#
# Price, utilisation before and after, and speed-up are yours. The bars are DeepSeek-R1 Server results; the orange bar is NVIDIA's v5.1
# rack made faster by the speed-up that you choose.

# %% tags=["hide-input"]
shown = r1[(r1.scenario == "Server") & (r1.submitter.isin(["NVIDIA", "Nebius"])) & (r1.accelerators <= 72)]
shown = shown.sort_values(["round", "per_gpu"])
base = shown.iloc[0]
low, high = prices.scenarios["mid"].usd_per_hour
bars = pd.DataFrame(
    {
        "label": [
            *(f"{r} {s}, {n} GPUs" for r, s, n in zip(shown["round"], shown.submitter, shown.accelerators)),
            "your speed-up",
        ],
        "rate": [*shown.per_gpu, base.per_gpu],
        "yours": [False] * len(shown) + [True],
        "row_id": [*shown.row_id, base.row_id],
    }
)
Figure(
    calculator(bars, price=round((low + high) / 2, 2), utilisation=100, speedup=claims[1].published.value),
    id="cost-calculator",
    title="Cost of a million output tokens: move the price, the utilisation and the speed-up",
    description="Bars of cost per million output tokens for NVIDIA's v5.1 rack, NVIDIA's and Nebius's v6.0 systems and a speed-up of "
    "the reader's choice, at the price and the utilisation before and after set with sliders. The saving against the v5.1 "
    "rack is written beside each bar; it does not change with the price.",
    caption=caption(
        f"DeepSeek-R1 Server, closed division; starts at ${(low + high) / 2:.2f}, the middle of the price range from a neocloud's "
        "owning cost to a three-year rental, and full use. Savings are against the first bar. Prices are assumptions. Results compared differ in round, submitter and number "
        "of GPUs, as labelled.",
        shown,
    ),
)

# %% [markdown]
# ## What each comparison gives
#
# Each dot is one of the defensible [comparisons](02-every-comparison.ipynb), on the curve
# that turns a speed-up into a saving. Server and Offline have different limits and are shown apart.

# %% tags=["hide-input"]
frames = []
for scenario, claim in (("Server", 1), ("Offline", 2)):
    reading = comparisons[(comparisons.benchmark == "deepseek-r1") & (comparisons.scenario == scenario)]
    reading = reading[reading.accelerator == "NVIDIA GB300"]
    pair = set(claims[claim].rows.row_id)
    is_published = [{b, a} == pair for b, a in zip(reading.row_id_before, reading.row_id_after)]
    own = (reading.submitter_before == "NVIDIA") & reading.same_system
    frames.append(
        reading.assign(
            panel=f"DeepSeek-R1 {scenario}",
            label=[
                "published" if p else "NVIDIA's own rack" if o else f"{a} {n} over {b} {m}"
                for p, o, a, n, b, m in zip(
                    is_published,
                    own,
                    reading.submitter_after,
                    reading.accelerators_after,
                    reading.submitter_before,
                    reading.accelerators_before,
                )
            ],
            kind=["Published" if p else "Other readings" for p in is_published],
            named=[bool(p or o) for p, o in zip(is_published, own)],
        )
    )
curve = pd.concat(frames, ignore_index=True)
used = results[results.row_id.isin([*curve.row_id_before, *curve.row_id_after])]
over = (1 - 1 / frames[0].ratio > share).sum()
Figure(
    saving_curve(curve, threshold=share),
    id="saving-curve",
    title=f"{over} of {len(frames[0])} readings in Server save more than 60%; none in Offline does",
    description="The saving in cost per token as a curve of the speed-up, with a line at 60%, a panel for DeepSeek-R1 Server and one "
    "for Offline on GB300. "
    + "; ".join(f"{p}, {n}: {1 - 1 / r:.0%}" for p, n, r in zip(curve.panel, curve.label, curve.ratio))
    + ".",
    caption=caption(
        "Saving at one price and one utilisation in both rounds. Orange: the published pair. Results compared differ in round "
        "and, as listed on the readings page, in submitter, number of GPUs and category.",
        used,
    ),
)

# %% tags=["hide-cell"]
of = "defensible comparisons of DeepSeek-R1 Server on GB300, v5.1 with v6.0"
state(number("readings.over-60", over, how=f"of the {of}, those that save more than {share:.0%}", rows=frames[0]))

# %% [markdown]
# ## The same price in Server and Offline
#
# One price per GPU-hour, applied to the results of both scenarios. Each has its own panel: Offline has no latency
# limit, so its cost is not a cheaper way to serve the same users.

# %% tags=["hide-input"]
listed = r1[
    (r1.submitter.isin(["NVIDIA", "Nebius", "CoreWeave"])) & (r1.accelerators <= 72) & (r1.availability == "available")
]
listed = listed.sort_values(["scenario", "round", "per_gpu"], ascending=[False, True, True])
ranges = []
for name, entry in prices.scenarios.items():
    low, high = entry.usd_per_hour
    span = f"${low:.2f} to ${high:.2f}" if high > low else f"${low:.2f}"
    ranges.append(
        pd.DataFrame(
            {
                "panel": [f"DeepSeek-R1 {s}" for s in listed.scenario],
                "label": [
                    f"{r} {s}, {n} GPUs" for r, s, n in zip(listed["round"], listed.submitter, listed.accelerators)
                ],
                "prices": f"{name}, {span}",
                "low": [cost.cost_per_million_tokens(low, v) for v in listed.per_gpu],
                "high": [cost.cost_per_million_tokens(high, v) for v in listed.per_gpu],
                "row_id": listed.row_id,
            }
        )
    )
drawn_ranges = pd.concat(ranges, ignore_index=True)
lowest, highest = (f(p for _, e in prices.scenarios.items() for p in e.usd_per_hour) for f in (min, max))
Figure(
    cost_ranges(drawn_ranges),
    id="cost-ranges",
    title=f"From ${lowest:.2f} to ${highest:.2f} per GPU-hour the cost of a token moves {highest / lowest:.1f}x, "
    "about as much as the published pair",
    description="Ranges of cost per million output tokens under three price scenarios, for GB300 results of v5.1 and v6.0, a panel "
    "for DeepSeek-R1 Server and one for Offline. "
    + "; ".join(f"{r.panel}, {r.label}, {r.prices}: ${r.low:.2f} to ${r.high:.2f}" for r in drawn_ranges.itertuples()),
    caption=caption(
        "Full use of every hour. Price scenarios per GPU-hour: "
        + "; ".join(f"{n}: {e.of}" for n, e in prices.scenarios.items())
        + ". No public on-demand price of a GB300 NVL72 was found.",
        listed,
    ),
)

# %% tags=["hide-input"]
rows = pd.DataFrame(
    [
        {
            "accelerator": e.accelerator.removeprefix("NVIDIA "),
            "kind": e.kind,
            "price": " to ".join(f"${p:.2f}" for p in dict.fromkeys(e.usd_per_hour)),
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
# ## Claim 7
#
# ```{claim-card} 7
# ```
#
# ## Sensitivity
#
# - **Utilisation.** A saving of 60% needs the same share of the hour filled in both rounds. An owner who could fill only
#   half of the faster machine would pay the same per hour for it, and save less or nothing.
# - **The length of a run.** LoadGen stops the clock when the last query it sent is answered. Over the whole runs the published
#   pair saves {n}`saving.gb300-server-published-full`, and NVIDIA's own rack {n}`saving.gb300-server-own-full`.
# - **Load.** Server results are throughput at the load that the submitter chose, at or below the latency limit. A user
#   with a tighter limit gets another ratio.
# - **Model.** See [What should an owner expect?](what-you-get.ipynb): on other models the gain, and so the saving, is smaller.
#
# ## Limits
#
# - Only output tokens are counted, by the benchmark's rule. Cost per input token is not considered.
# - Price per GPU-hour covers what the source covers: owning cost and rental differ in what they include.
#
# ```{mlperf-footnote}
# ```
