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
# # What should an owner of the hardware expect?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on the model. A submitter that kept its system gained {n}`owners.new-low` to {n}`owners.new-high` on
# DeepSeek-R1, a benchmark in its second round. On LLM benchmarks and scenarios that were older than v5.1, such
# gains run from {n}`owners.mature-low` to {n}`owners.mature-high`, with {n}`owners.mature-median` in the middle;
# Llama 3.1 8B, as new as DeepSeek-R1, gained little. NVIDIA's own GB300 rack gained
# {n}`pair.llama-server-own` on Llama 3.1 405B Server and {n}`pair.llama-offline-own` Offline. Not every submitter
# gained: Google's B200 system lost on that model, {n}`pair.b200-google-llama` in Server.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import short_accelerator
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.base_rates import base_rates
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state
from claimcheck.tables.benchmarks import introduced, llm_benchmarks

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[1])}
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
print(tables.fingerprints("inference_results.csv.gz", "derived/comparisons.csv.gz", "benchmarks.yml"))

# %% [markdown]
# ## The rows
#
# One pair for each submitter, system and scenario: its own result in v5.1 and in v6.0, on as many of the same
# accelerators. A run that is published under two accuracy targets counts once. Where a submitter renamed its systems
# between the rounds, its best stands against its best, and the pair is marked: host and cooling may have changed.
# {n}`owners.kept-n` of the {n}`owners.n` pairs keep the system's name.

# %%
pairs = comparisons[comparisons.benchmark.isin(llm_benchmarks()) & comparisons.kept.notna()].copy()
first_run = introduced().set_index(["benchmark", "scenario"])["round"]
pairs["new"] = [first_run[cell] == "v5.1" for cell in zip(pairs.benchmark, pairs.scenario)]
pairs["cell"] = pairs.family + " " + pairs.scenario
summary = pairs.groupby(["family", "scenario"]).ratio.agg(["count", "min", "median", "max"])
summary.round(3)

# %% [markdown]
# The ratio is plain division, as for the published pairs:

# %%
check = pairs.value_after / pairs.accelerators_after / (pairs.value_before / pairs.accelerators_before)
assert ((check - pairs.ratio).abs() < 1e-9).all()
assert not pairs.duplicated(["submitter_after", "accelerator", "accelerators_after", "cell", "system_after"]).any()
print(f"{len(pairs)} pairs, each counted once")

# %% tags=["hide-cell"]
kept = pairs[pairs.same_system]
of = "pairs of results of one submitter on as many of the same accelerators in v5.1 and v6.0, LLM benchmarks"
groups = {
    "new": (kept[kept.family == "deepseek-r1"], "DeepSeek-R1"),
    "mature": (kept[~kept.new], "LLM benchmarks and scenarios older than v5.1"),
}
stated = [
    number("owners.n", len(pairs), how=of),
    number("owners.kept-n", len(kept), how=f"{of}, with the system's name unchanged", rows=kept),
]
for name, (group, which) in groups.items():
    ranked = group.sort_values(["ratio", "row_id_after"])
    ends = {
        "low": ranked.head(1),
        "median": ranked.iloc[(len(ranked) - 1) // 2 : len(ranked) // 2 + 1],
        "high": ranked.tail(1),
    }
    how = f"ratio of the pairs of results of one submitter on one system in v5.1 and v6.0, {which}"
    for end, behind in ends.items():
        words = {"low": "lowest", "median": "median", "high": "highest"}[end]
        stated.append(number(f"owners.{name}-{end}", behind.ratio.mean(), "x", 2, how=f"{words} {how}", rows=behind))
state(stated)

# %% [markdown]
# ## Each benchmark beside its own base rate
#
# Benchmarks and scenarios that were new in v5.1 stand apart from older ones, because software for a new model may
# still be young. Each scenario has its own panel, each benchmark its own line.

# %% tags=["hide-input"]
names = {
    "deepseek-r1": "DeepSeek-R1",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "llama2-70b": "Llama 2 70B",
    "mixtral-8x7b": "Mixtral 8x7B",
}
used = results[results.row_id.isin([*pairs.row_id_before, *pairs.row_id_after])]


def span(family, scenario):
    """Lowest and highest ratio of a benchmark and scenario, in words."""
    ratio = pairs[(pairs.family == family) & (pairs.scenario == scenario)].ratio
    return f"{ratio.min():.2f}x to {ratio.max():.2f}x"


Figure(
    base_rates(
        pairs.assign(
            cell=[names[f] for f in pairs.family],
            era=[f"{s}, {'new in' if new else 'older than'} v5.1" for s, new in zip(pairs.scenario, pairs.new)],
            order=[["Server", "Offline", "Interactive"].index(s) for s in pairs.scenario],
            label=[f"{s}, {n} {c}" for s, n, c in zip(pairs.submitter_after, pairs.accelerators_after, pairs.chip)],
        ).sort_values(["order", "new", "cell", "ratio"], ascending=[True, False, True, True]),
        published=claims[1].published.value,
        published_cell=("Server, new in v5.1", "DeepSeek-R1"),
    ),
    id="base-rates",
    title=f"In Server, DeepSeek-R1 gained {span('deepseek-r1', 'Server')}; Llama 3.1 405B, {span('llama3.1-405b', 'Server')}",
    description="Dot plot of round-to-round ratios for submitters that kept their hardware, a line for each LLM benchmark and "
    "scenario. "
    + "; ".join(f"{names[f]} {s} {g['min']:.2f} to {g['max']:.2f}" for (f, s), g in summary.iterrows())
    + ". The published figure is marked in the DeepSeek-R1 Server line.",
    caption=caption(
        "Closed division; same submitter, accelerator and number of accelerators in v5.1 and v6.0. Ring: the submitter's "
        "systems have other names in the two rounds, so that host and cooling may differ. The published figure is not such a "
        "pair: its two results are of two submitters and of different numbers of GPUs.",
        used,
    ),
)

# %% [markdown]
# ## The same accelerators, kept for a round
#
# What the owner of a system would have seen, by model: the submitter's own gain, and the range of all
# v6.0 results on the same accelerator and the same number of them, over the same v5.1 result.

# %%
owners = []
for pair in pairs[pairs.family.isin(["deepseek-r1", "llama3.1-405b"])].itertuples():
    alike = results[
        (results["round"] == "v6.0")
        & (results.division == "closed")
        & (results.benchmark == pair.benchmark)
        & (results.scenario == pair.scenario)
        & (results.accelerator == pair.accelerator)
        & (results.accelerators == pair.accelerators_after)
    ]
    others = (alike.value / alike.accelerators / pair.per_accelerator_before).astype(float)
    owners.append((pair.Index, len(alike), others.min(), others.max()))
owners = pd.DataFrame(owners, columns=["pair", "results", "lowest", "highest"]).set_index("pair").join(pairs)

# %% tags=["hide-input"]
address = with_links(used).set_index("row_id").published_url
ResultsTable(
    id="owner",
    frame=owners.assign(
        model=[names[f] for f in owners.family],
        chip=[short_accelerator(a) for a in owners.accelerator],
        url_after=owners.row_id_after.map(address),
        url_before=owners.row_id_before.map(address),
        ratio=owners.ratio.astype(float),
    ).sort_values(["model", "scenario", "ratio"], ascending=[True, False, False]),
    caption=caption(
        "Gain from v5.1 to v6.0 on as many of the same accelerators. Lowest and highest: all v6.0 results on as many of the same "
        "accelerators, over the owner's v5.1 result.",
        used[used.benchmark.isin(["deepseek-r1", "llama3.1-405b"])],
    ),
    columns={
        "model": "Model",
        "scenario": "Scenario",
        "submitter_after": "Owner",
        "accelerators_after": "GPUs",
        "chip": "Accelerator",
        "same_system": "Same system",
        "ratio": "Own gain",
        "lowest": "Lowest",
        "highest": "Highest",
        "results": "v6.0 results",
        "result_id_after": "ID, v6.0",
        "result_id_before": "ID, v5.1",
    },
    links={"result_id_after": "url_after", "result_id_before": "url_before"},
    formats={"ratio": ".2f", "lowest": ".2f", "highest": ".2f"},
)

# %% tags=["hide-cell"]
own = kept.set_index(["family", "scenario", "submitter_after", "chip"]).sort_index()
rack = results[(results.division == "closed") & results.system.str.startswith("GB200-NVL72")]
rack = rack[(rack.benchmark == "deepseek-r1") & (rack.scenario == "Server")].set_index(
    ["round", "submitter"], drop=False
)
theirs, ours = rack.loc["v6.0", "Google"], rack.loc["v5.1", "NVIDIA"]
google = own.loc["deepseek-r1", "Server", "Google", "B200"]
state(
    (
        number(
            f"pair.{name}",
            own.loc[cell].ratio,
            "x",
            2,
            how=f"result per accelerator of {cell[2]} on {cell[3]}, {cell[0]} {cell[1]}, v6.0 over v5.1, one system",
            rows=own.loc[cell],
        )
        for name, cell in {
            "b200-google": ("deepseek-r1", "Server", "Google", "B200"),
            "b200-google-offline": ("deepseek-r1", "Offline", "Google", "B200"),
            "b200-google-llama": ("llama3.1-405b", "Server", "Google", "B200"),
            "gb200-server-own": ("deepseek-r1", "Server", "NVIDIA", "GB200"),
            "llama-server-own": ("llama3.1-405b", "Server", "NVIDIA", "GB300"),
            "llama-offline-own": ("llama3.1-405b", "Offline", "NVIDIA", "GB300"),
        }.items()
    ),
    number(
        "pair.gb200-server-google",
        (theirs.value / theirs.accelerators) / (ours.value / ours.accelerators),
        "x",
        2,
        how=f"result per accelerator of {describe(theirs)}, over that of {describe(ours)}",
        rows=pd.DataFrame([theirs, ours]),
    ),
    number(
        "accelerators.google-b200",
        google.accelerators_after,
        how="accelerators of Google's B200 system, deepseek-r1 Server, v6.0",
        rows=[google.row_id_after],
    ),
)

# %% [markdown]
# ## Partners' own gains: claim 49
#
# A4 writes that the software gains show up across partners and not in one laboratory alone. The partners that kept their
# system for a round, by model: how many pairs of results there are, and how many of them rose.

# %%
partners = pairs[pairs.submitter_after != "NVIDIA"]
by_model = partners.groupby("family").ratio.agg(["count", "min", "median", "max"])
by_model["rose"] = (partners.ratio > 1).groupby(partners.family).sum()
by_model.round(2)

# %% tags=["hide-cell"]
of_partners = "pairs of results of one submitter other than NVIDIA on as many of the same accelerators in v5.1 and v6.0"
r1, rest = partners[partners.family == "deepseek-r1"], partners[partners.family != "deepseek-r1"]
ranked = r1[r1.scenario == "Server"].sort_values(["ratio", "row_id_after"])
state(
    number("owners.partners-r1-n", r1.submitter_after.nunique(), how=f"submitters in the {of_partners}, DeepSeek-R1", rows=r1),
    (
        number(
            f"owners.partners-r1-{end}", one.ratio, "x", 2, how=f"{words} ratio of the {of_partners}, DeepSeek-R1 Server", rows=one
        )
        for end, words, one in (("low", "lowest", ranked.iloc[0]), ("high", "highest", ranked.iloc[-1]))
    ),
    number(
        "owners.partners-rest-median",
        rest.ratio.median(),
        "x",
        2,
        how=f"median ratio of the {of_partners}, LLM benchmarks other than DeepSeek-R1",
        rows=rest,
    ),
)

# %% [markdown]
# All {n}`owners.partners-r1-n` partners that ran DeepSeek-R1 in both rounds gained, in Server between
# {n}`owners.partners-r1-low` and {n}`owners.partners-r1-high`. On other language models their median is
# {n}`owners.partners-rest-median`, and the one partner with Llama 3.1 405B in both rounds, Google, lost. Most of the partners
# that A4 counts did not run the same system in both rounds, so that their number shows nothing about gains.
#
# ```{claim-card} 49
# ```
#
# ## Other models: claim 50
#
# A3 warns that {n}`claim.50.published` is a figure of DeepSeek-R1 and that gains elsewhere may be smaller. The highest ratio of any comparison
# of the two rounds on one accelerator, with any submitter and size, by benchmark:

# %%
highest = comparisons.sort_values(["ratio", "row_id_after"], ascending=[False, True]).drop_duplicates("family")
shown = highest.set_index("family")[["scenario", "chip", "submitter_after", "ratio"]]
shown.round({"ratio": 2})

# %% tags=["hide-cell"]
other = highest[highest.family != "deepseek-r1"].iloc[0]
same_model = comparisons[(comparisons.family == "deepseek-r1") & (comparisons.scenario == "Offline")]
same_model = same_model.sort_values(["ratio", "row_id_after"], ascending=[False, True]).iloc[0]
of_any = "highest ratio per accelerator of any comparison of v5.1 with v6.0 on one accelerator"
state(
    number(
        f"owners.{key}",
        one.ratio,
        "x",
        2,
        how=f"{of_any}, {what}: {one.submitter_after} on {one.accelerators_after} {one.chip}, {one.benchmark} {one.scenario}",
        rows=one,
    )
    for key, what, one in (
        ("other-high", "benchmarks other than DeepSeek-R1", other),
        ("r1-offline-high", "DeepSeek-R1 Offline", same_model),
    )
)

# %% [markdown]
# The warning is right. Outside DeepSeek-R1 no comparison exceeds {n}`owners.other-high`. The gain is specific to the
# scenario as well: in DeepSeek-R1 Offline the highest ratio is {n}`owners.r1-offline-high`.
#
# ```{claim-card} 50
# ```
#
# ## Sensitivity
#
# An owner's gain is a gain between two submissions, not a law. On GB200 racks, NVIDIA gained
# {n}`pair.gb200-server-own` on DeepSeek-R1 Server, while Google's v6.0 result on a rack of the same size stands at
# {n}`pair.gb200-server-google` of NVIDIA's v5.1 result. The chip and the count are the same; the submitter and the way
# the rack was run are not.
#
# ## Limits
#
# - Few submitters took part in both rounds with the same hardware: {n}`owners.n` pairs over all LLM benchmarks.
# - Where a submitter renamed its system, the pair may hide a change of host or network.
# - Submitters choose what to submit and how hard to tune it. A ratio near 1 may mean that nobody worked
#   on that entry.
# - This page compares two rounds. [How common such gains were](software.ipynb) in all rounds since 2019 is another page.
#
# ```{mlperf-footnote}
# ```
