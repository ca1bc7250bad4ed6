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
# # Did a partner do it, and was it the best?
#
# :::{admonition} The answer
# :class: cc-key
# Nebius holds the highest DeepSeek-R1 Server result per accelerator of MLPerf® Inference v6.0, {n}`per.nebius-8` tokens
# per second per GPU, and the published ratio rests on it. Nebius's own gain cannot be computed: it had no DeepSeek-R1
# Server result in v5.1. The ratio is Nebius over NVIDIA. In Offline, CoreWeave is first per accelerator; in Interactive,
# NVIDIA. In total throughput, NVIDIA is first in all three scenarios.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import half_up, one_row_a_run, short_accelerator, throughputs
from claimcheck.charts import Figure
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption
from claimcheck.claims.evaluate import evaluate
from claimcheck.claims.evidence import describe
from claimcheck.numbers import number, state

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in evaluate(only=[8, 9, 10])}
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
print(tables.fingerprints("inference_results.csv.gz", "derived/comparisons.csv.gz"))

# %% [markdown]
# ## The arithmetic

# %%
r1 = results[
    (results["round"] == "v6.0") & (results.benchmark == "deepseek-r1") & (results.division == "closed")
].copy()
r1["per_accelerator"] = (r1.value / r1.accelerators).astype(float)
first = {
    measure: r1.loc[r1.groupby("scenario")[measure].idxmax()]
    .set_index("scenario")[["submitter", "accelerators"]]
    .astype(str)
    .agg(" on ".join, axis=1)
    for measure in ("per_accelerator", "value")
}
pd.DataFrame(first).rename(columns={"per_accelerator": "highest per accelerator", "value": "highest in total"})

# %% tags=["hide-cell"]
interactive = r1[r1.scenario == "Interactive"]
nebius = r1[(r1.submitter == "Nebius") & (r1.scenario == "Server")]
nebius = nebius.set_index(nebius.accelerator.map(short_accelerator))
state(
    number("interactive.n", len(interactive), how="closed DeepSeek-R1 Interactive results of v6.0", rows=interactive),
    (
        number(
            f"per.nebius-{chip.lower()}",
            nebius.loc[chip].per_accelerator,
            how=f"published result / {nebius.loc[chip].accelerators} accelerators: {describe(nebius.loc[chip])}",
            rows=nebius.loc[chip],
        )
        for chip in ("B300", "B200")
    ),
)

# %% [markdown]
# Who had a DeepSeek-R1 Server result in both rounds, in any closed system:

# %%
server = results[(results.benchmark == "deepseek-r1") & (results.scenario == "Server") & (results.division == "closed")]
server.groupby(["submitter", "round"]).size().unstack(fill_value=0)

# %% tags=["hide-input"]
assert server[server.submitter == "Nebius"]["round"].unique().tolist() == ["v6.0"]
print("Nebius has DeepSeek-R1 Server results in v6.0 only.")

# %% tags=["hide-input"]
shown = one_row_a_run(throughputs(results))
shown = shown[(shown["round"] == "v6.0") & (shown.benchmark == "deepseek-r1")]
shown = shown.sort_values(["scenario", "per_accelerator"], ascending=[True, False])
order = {"Server": 0, "Offline": 1, "Interactive": 2}
shown = shown.sort_values(["scenario", "per_accelerator"], key=lambda c: c.map(order) if c.name == "scenario" else -c)
Figure(
    ranked_bars(
        pd.DataFrame(
            {
                "panel": [f"DeepSeek-R1 {s}, v6.0" for s in shown.scenario],
                "label": [
                    f"{s}, {n} {short_accelerator(a)} ({i[-4:]})"
                    for s, n, a, i in zip(
                        shown.submitter.str.replace("_", " "),
                        shown.accelerators,
                        shown.accelerator,
                        shown.result_id,
                    )
                ],
                "value": shown.per_accelerator,
                "text": [f"{half_up(v, 0):,}" for v in shown.per_accelerator],
                "marked": shown.submitter == "Nebius",
                "row_id": shown.row_id,
            }
        ),
        axis="tokens/s per GPU",
    ),
    id="r1-per-accelerator",
    title="Nebius leads DeepSeek-R1 per GPU in Server; CoreWeave leads in Offline, NVIDIA in Interactive",
    description="Bars of tokens per second per GPU for every closed v6.0 result of DeepSeek-R1, a panel for each scenario. "
    + "; ".join(
        f"{scenario}: highest {g.iloc[0].submitter} on {g.iloc[0].accelerators} {short_accelerator(g.iloc[0].accelerator)}, "
        f"{half_up(g.iloc[0].per_accelerator, 0):,}"
        for scenario, g in shown.groupby("scenario", sort=False)
    )
    + ".",
    caption=caption(
        "Blue: Nebius. In brackets, the last digits of the result ID. Systems differ in chip and in number of GPUs. "
        "Scenarios have different limits; figures of two scenarios are not compared.",
        shown,
    ),
)

# %% [markdown]
# ## Delivered to every operator?
#
# Article A5 writes that the gain reached every operator of Blackwell hardware. {n}`owners.blackwell-n` pairs of closed
# DeepSeek-R1 Server results can tell: one submitter, as many of the same Blackwell accelerators in both rounds. They gained
# {n}`owners.blackwell-low` to {n}`owners.blackwell-high`.

# %%
kept = comparisons[(comparisons.benchmark == "deepseek-r1") & comparisons.kept.notna()]
kept = kept[(kept.scenario == "Server") & kept.chip.isin(["B200", "GB200", "B300", "GB300"])].sort_values("ratio")
shown = kept.set_index("submitter_after")[["chip", "accelerators_after", "ratio"]].round(3)
shown.rename_axis("submitter").rename(columns={"accelerators_after": "GPUs"})

# %% tags=["hide-cell"]
of = "submitters' own gains on DeepSeek-R1 Server, same number of the same Blackwell accelerators in both rounds"
state(
    number("owners.blackwell-n", len(kept), how=of, rows=kept),
    number("owners.blackwell-low", kept.ratio.min(), "x", 2, how=f"lowest of the {of}", rows=kept.iloc[0]),
    number("owners.blackwell-high", kept.ratio.max(), "x", 2, how=f"highest of the {of}", rows=kept.iloc[-1]),
)

# %% [markdown]
# ## Claims 8, 9 and 10
#
# ```{claim-card} 8
# ```
# ```{claim-card} 9
# ```
# ```{claim-card} 10
# ```
#
# ## Sensitivity
#
# "Best" can mean per accelerator or in total, and there are three scenarios: six readings, of which Nebius leads
# one. Per accelerator in Server it is also first on B300 ({n}`per.nebius-b300`) and on B200 ({n}`per.nebius-b200`).
#
# ## Limits
#
# - Dividing by accelerators does not make systems of different size alike.
# - Only {n}`interactive.n` results of v6.0 are Interactive, and Nebius submitted none: to lead or to lack there says little.
#
# ```{mlperf-footnote}
# ```
