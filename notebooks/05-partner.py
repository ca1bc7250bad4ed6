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
# Nebius has the highest DeepSeek-R1 Server result per GPU of MLPerf® Inference v6.0, and the published
# {n}`claim.1.published` rests on it. It does not show a gain of Nebius's own: Nebius had no such result in v5.1, so the
# earlier rate is NVIDIA's. In Offline, {n}`first.r1-offline` is first per GPU, and in Interactive {n}`first.r1-interactive`.
#
# The gain did not reach every operator who ran Blackwell in both rounds. {n}`owners.blackwell-n` owners kept their system,
# and they gained from {n}`owners.blackwell-low` to {n}`owners.blackwell-high`. A lower result does not show that its owner
# could not have got more, because each chose the load at which it was tested.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis import speedup
from claimcheck.analysis.results import half_up, one_row_a_run, short_accelerator, throughputs
from claimcheck.charts import Figure
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state, words

everything = tables.load("inference_results")
results = everything[everything["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[7, 8, 9, 10])}
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
        words(
            f"first.r1-{scenario.lower()}{suffix}",
            first[measure][scenario].partition(" on ")[0],
            how=f"highest DeepSeek-R1 {scenario} result of v6.0, closed division, {what}",
            rows=r1.loc[r1[r1.scenario == scenario][measure].idxmax()],
        )
        for measure, suffix, what in (("per_accelerator", "", "per accelerator"), ("value", "-total", "in total"))
        for scenario in first[measure].index
    ),
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
# Article A5 writes that the cut in token cost reached every operator of Blackwell hardware. {n}`owners.blackwell-n` pairs of
# closed DeepSeek-R1 Server results can say something about that: in each, one submitter has as many of the same Blackwell
# accelerators in both rounds. They gained from {n}`owners.blackwell-low` to {n}`owners.blackwell-high`. At one price and one
# utilisation, {n}`owners.saved-60-n` of them cut the cost of a token by more than {n}`claim.7.published`.

# %%
kept = comparisons[(comparisons.benchmark == "deepseek-r1") & comparisons.kept.notna()]
kept = kept[(kept.scenario == "Server") & kept.chip.isin(["B200", "GB200", "B300", "GB300"])].sort_values("ratio")
shown = kept.set_index("submitter_after")[["chip", "accelerators_after", "ratio"]].round(3)
shown.rename_axis("submitter").rename(columns={"accelerators_after": "GPUs"})

# %% [markdown]
# The same question for v6.1, over two rounds:

# %%
since = speedup.comparisons(everything, [("v5.1", "v6.1")])
later = since[(since.benchmark == "deepseek-r1") & (since.scenario == "Server") & since.kept.notna()].sort_values("ratio")
later.set_index("submitter_after")[["chip", "accelerators_after", "ratio"]].round(3)

# %% tags=["hide-cell"]
of = "submitters' own gains on DeepSeek-R1 Server, same number of the same Blackwell accelerators in both rounds"
later_of = f"{of}, v6.1 over v5.1"
bound = claims[7].published.value
state(
    number("owners.blackwell-n", len(kept), how=of, rows=kept),
    number("owners.blackwell-low", kept.ratio.min(), "x", 2, how=f"lowest of the {of}", rows=kept.iloc[0]),
    number("owners.blackwell-high", kept.ratio.max(), "x", 2, how=f"highest of the {of}", rows=kept.iloc[-1]),
    number(
        "owners.saved-60-n",
        (1 - 1 / kept.ratio > bound / 100).sum(),
        how=f"of the {of}, those that save more than {bound:g}% at one price and one utilisation",
        rows=kept,
    ),
    number("owners.later-n", len(later), how=f"{later_of}", rows=later),
    number("owners.later-low", later.ratio.min(), "x", 2, how=f"lowest of the {later_of}", rows=later.iloc[0]),
    number("owners.later-high", later.ratio.max(), "x", 2, how=f"highest of the {later_of}", rows=later.iloc[-1]),
)

# %% [markdown]
# **What these results show, and what they do not.** They show what each owner published, at a load of its own choice.
# They are lower bounds of what its system could do: an owner that gained {n}`owners.blackwell-low` may have been able to
# serve more, and no operator outside MLPerf is among them. So they do not show that anybody was denied the gain, and they
# give no reason to think that everybody got it. The {n}`owners.later-n` owners that also took part in v6.1 had gained
# {n}`owners.later-low` and {n}`owners.later-high` by then.
#
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
