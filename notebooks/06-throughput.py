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
# # Are the published rates in the results?
#
# :::{admonition} The answer
# :class: cc-key
# Yes, to the last digit. On DeepSeek-R1 in MLPerf® Inference v6.0, NVIDIA's {n}`accelerators.server-288` GB300 made
# {n}`result.offline-288` in Offline and {n}`result.server-288` in Server. Its rack made {n}`result.interactive` in
# Interactive. One article prints the Offline figure as Server throughput, which NVIDIA's own table does not.
#
# As of v6.1 the two totals are no longer the highest. Crusoe's {n}`next.largest` AMD MI355X made {n}`next.total-offline` as many
# tokens per second in Offline and {n}`next.total-server` in Server, with more chips: each made {n}`next.total-offline-each`
# and {n}`next.total-server-each` of what a GB300 had made.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import one_row_a_run, short_accelerator, throughputs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[14, 15, 16, 18])}
print(tables.fingerprints("inference_results.csv.gz"))

# %% [markdown]
# ## The rows
#
# Every result of v6.0, any division, whose value is one of the published figures.

# %%
published = sorted({claims[n].published.value for n in (14, 15, 16, 18)})
found = results[(results["round"] == "v6.0") & results.value.isin(published)]
found.set_index("row_id")[["submitter", "accelerators", "nodes", "value", "unit", "log_value", "log_agrees"]]

# %% [markdown]
# Each figure is the result of exactly one row, and the row names one scenario:

# %%
by_figure = found.groupby("value").scenario.agg(list)
assert by_figure.map(len).eq(1).all() and len(by_figure) == len(published)
by_figure.map(lambda s: s[0])

# %% tags=["hide-cell"]
at = found.set_index("scenario", drop=False)
named = {"offline-288": at.loc["Offline"], "server-288": at.loc["Server"], "interactive": at.loc["Interactive"]}
(gpt_oss,) = results[
    (results["round"] == "v6.0")
    & (results.benchmark == "gpt-oss-120b")
    & (results.scenario == "Offline")
    & (results.submitter == "NVIDIA")
    & (results.accelerator == "NVIDIA GB300")
    & (results.accelerators == 72)
].iloc
state(
    (
        number(f"result.{name}", row.value, "tokens/s", how=f"published result: {describe(row)}", rows=row)
        for name, row in (*named.items(), ("gpt-oss-offline-nvidia", gpt_oss))
    ),
    (
        number(
            f"travel.log-{n}",
            named[n].log_value,
            "tokens/s",
            how=f"in the run's log: {describe(named[n])}",
            rows=named[n],
        )
        for n in ("offline-288", "server-288")
    ),
    (
        number(f"accelerators.{n}", row.accelerators, how=f"accelerators of {describe(row)}", rows=row)
        for n, row in named.items()
    ),
    number(
        "per.server-288",
        named["server-288"].value / named["server-288"].accelerators,
        how=f"published result / accelerators: {describe(named['server-288'])}",
        rows=named["server-288"],
    ),
)

# %% tags=["hide-input"]
ResultsTable(
    id="rates",
    frame=with_links(found).assign(value=found.value.astype(float), log_value=found.log_value.astype(float)),
    caption=caption("The results that hold the published rates; tokens per second.", found, derived=False),
    columns={
        "scenario": "Scenario",
        "submitter": "Submitter",
        "accelerators": "GPUs",
        "nodes": "Nodes",
        "value": "Published",
        "log_value": "In the run's log",
        "result_id": "Result ID",
    },
    row_ids=list(found.row_id),
    links={"result_id": "published_url", "log_value": "log_url"},
    formats={"value": ",.0f", "log_value": ",.0f"},
)

# %% tags=["hide-input"]
shown = one_row_a_run(throughputs(results))
shown = shown[(shown["round"] == "v6.0") & (shown.benchmark == "deepseek-r1")]
order = {"Offline": 0, "Server": 1, "Interactive": 2}
shown = shown.sort_values(["scenario", "value"], key=lambda c: c.map(order) if c.name == "scenario" else -c)
shown = shown.groupby("scenario", sort=False).head(6)
Figure(
    ranked_bars(
        pd.DataFrame(
            {
                "panel": [f"DeepSeek-R1 {s}, v6.0" for s in shown.scenario],
                "label": [
                    f"{s}, {n} {short_accelerator(a)}"
                    for s, n, a in zip(shown.submitter.str.replace("_", " "), shown.accelerators, shown.accelerator)
                ],
                "value": shown.value.astype(float),
                "text": [f"{v:,.0f}" for v in shown.value],
                "marked": shown.value.isin(published),
                "row_id": shown.row_id,
            }
        ),
        axis="tokens/s",
    ),
    id="r1-total",
    title="The published rates are the highest totals of their scenarios",
    description="Bars of tokens per second for the six largest closed v6.0 results of DeepSeek-R1 in each scenario. "
    + "; ".join(
        f"{scenario}: {g.iloc[0].submitter} on {g.iloc[0].accelerators} {short_accelerator(g.iloc[0].accelerator)}, {g.iloc[0].value:,.0f}"
        for scenario, g in shown.groupby("scenario", sort=False)
    )
    + ".",
    caption=caption(
        "Blue: the published rates. System totals; the systems differ in the number of GPUs, as labelled. Scenarios have "
        "different limits; figures of two scenarios are not compared.",
        shown,
        derived=False,
    ),
)

# %% [markdown]
# ## Claims 14, 15, 16 and 18
#
# ```{claim-card} 14
# ```
# ```{claim-card} 15
# ```
# ```{claim-card} 16
# ```
# ```{claim-card} 18
# ```
#
# ## Sensitivity
#
# None: a published result is one number. Divided by its GPUs, {n}`result.server-288` is {n}`per.server-288` tokens per
# second per GPU, against {n}`per.nvidia-72` for NVIDIA's single rack in the same round and scenario.
#
# ## Limits
#
# - Totals of systems of different size do not compare the chips; [per chip and in total](17-per-chip-and-in-total.ipynb) has
#   both, for every maker. Whether {n}`accelerators.server-288` GPUs worked as
#   one machine or as copies of a smaller one is another question, and this page does not answer it.
# - The Server and Interactive rates count tokens by LoadGen's own rule; see [Method](../book/method.md).
#
# ```{mlperf-footnote}
# ```
