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
# # What is one change worth?
#
# :::{admonition} The answer
# :class: cc-key
# For offered load the record answers; for software barely; for routing not at all. Of {n}`experiments.pairs-n` pairs of
# MLPerf® Inference entries, {n}`experiments.alone-n` differ in one thing only, and in {n}`experiments.load-n` of these it
# is the rate at which the submitter had queries sent. In v6.0, with the same code and settings on as many of the same
# chips, Nebius had {n}`experiments.load-b300-rate` the queries of DeepSeek-R1 Server sent to its B300 system that
# GigaComputing had sent, and published {n}`experiments.load-b300-ratio` the figure; on the GB300, against CoreWeave,
# {n}`experiments.load-gb300-ratio`. All are within the latency limits. The published {n}`experiments.chain-whole` is no experiment: it contains
# that last step.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis import experiments as ex
from claimcheck.analysis.entry_items import entries
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.experiments import worth
from claimcheck.claims import with_links
from claimcheck.claims.evidence import source_url
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.numbers import number, state

files = ["inference_results.csv.gz", "loadgen_runs.csv", "systems.csv"]
files += ["engine_settings.csv", "submitted_files.csv"]
names = [name.split(".")[0] for name in files]
results, runs, systems, settings, shipped = map(tables.load, names)
logs = with_links(results[results.row_id.isin(settings.row_id)]).set_index("row_id").log_url
note = rounds_footnote(rounds=["v5.1", "v6.0"])
benchmarks = {"deepseek-r1": "DeepSeek-R1", "llama3.1-405b": "Llama 3.1 405B"}
print(tables.fingerprints(*files))

# %% [markdown]
# ## Find the pairs
#
# Nobody submits twice to learn what one change is worth, but partners submit copies of NVIDIA's code. So take every closed
# entry of DeepSeek-R1 and Llama 3.1 405B whose engine settings are known, {n}`experiments.entries-n` in v5.1 and v6.0,
# and compare any two of one benchmark and scenario, item by item, by these factors:
#
# - **load**: the realised rate per accelerator, from the log; equal within {n}`experiments.tolerance` (Server, Interactive);
# - **routing**: the policy that spreads queries over replicas. One engine alone has none;
# - **settings**: all that the engine is started with, batch, KV cache, parallelism and switches;
# - **code**: harness and model code of one round, file by file by git's ids, and pinned versions;
# - **software**: the round. Code and switches are then part of it; batch, KV cache and parallelism are not;
# - **hardware**: the accelerator; **scale**: how many.
#
# A pair that differs in one of these is a natural experiment. Driver, host, network, launch scripts and owner may differ
# around it, and are listed. How many factors differ, by pairs:

# %%
every = entries(results, runs, systems, settings, shipped)
pairs = ex.pairs(every)
rows = ex.table(pairs)
number_of = pd.Series([len(p.factors) for p in pairs], name="factors that differ")
counted = rows.groupby(["benchmark", "scenario", number_of]).size()
counted.unstack(fill_value=0)

# %% [markdown]
# The ratio of a pair is that of the published figures per accelerator, our arithmetic:

# %%
check = rows.per_accelerator_after / rows.per_accelerator_before
assert ((check - rows.ratio).abs() < 1e-12).all()
one = rows[number_of == 1]
kinds = one.groupby(["kind", "scenario"]).ratio
kinds.agg(pairs="size", lowest="min", median="median", highest="max").round(3)

# %% tags=["hide-cell"]
strict = ex.table(ex.counted_again(pairs, ex.Rule(inert=True, around=True)))
# Two copies of one round's code are no experiment on anything that a reader could choose.
single = one[~one.kind.isin(["none", "code"])]
KINDS = {kind: rows[rows.kind == kind] for kind in ("load", "settings", "software", "scale")}
copies = rows[rows.kind == "none"]
what = "pairs of entries of one benchmark and scenario, v5.1 and v6.0"
in_one = "of those pairs, the ones that differ in one factor only"
all_equal = "while driver, host, network, launch scripts and owner are equal too"
equal_rates = "rates that differ by no more are taken for equal"
state(
    number("experiments.entries-n", len(every), how="closed entries whose engine settings are known"),
    number("experiments.pairs-n", len(rows), how=what),
    number("experiments.alone-n", len(single), how=in_one, rows=single),
    number("experiments.tolerance", 100 * ex.DEFINED.load, "%", how=equal_rates),
    number("experiments.nearly-n", (number_of == 2).sum(), how="pairs that differ in two factors"),
    number(
        "experiments.strict-n",
        strict.kind.isin(single.kind).sum(),
        how=f"pairs that differ in one factor {all_equal}",
    ),
    (
        number(f"experiments.{kind}-n", len(part), how=f"pairs that differ in {kind}", rows=part)
        for kind, part in KINDS.items()
    ),
    (
        number(
            f"experiments.{kind}-{end}",
            row.ratio,
            "x",
            2,
            how=f"{end}est ratio of published figures per accelerator of the pairs that differ in {kind} only",
            rows=row,
        )
        for kind, part in KINDS.items()
        if kind != "load"
        for end, row in (("low", part.loc[part.ratio.idxmin()]), ("high", part.loc[part.ratio.idxmax()]))
    ),
    (
        number(
            f"experiments.control-{key}",
            max(part.ratio.max(), 1 / part.ratio.min()),
            "x",
            3,
            how=f"largest ratio of two entries in which nothing compared differs, {' and '.join(scenarios)}",
            rows=part,
        )
        for key, scenarios in (("offline", ["Offline"]), ("limited", ["Server", "Interactive"]))
        for part in [copies[copies.scenario.isin(scenarios)]]
    ),
)

# %% [markdown]
# ## The experiments
#
# Every pair that differs in one factor, copies of one round's code apart. *Rate* is the ratio of realised offered
# rates, *rate × length* that ratio with the runs' mean output lengths, the published figure without the
# [run's end](metric.ipynb). *Inferred* marks a pair in which a setting follows from the launcher's rule for large systems; the command that
# ran is not recorded. The links lead to the logs.

# %% tags=["hide-input"]


def who(row, side):
    """One side of a pair in words."""
    availability = row[f"availability_{side}"]
    mark = "" if availability == "available" else f", {availability}"
    return (
        f"{row[f'submitter_{side}']}, {row[f'accelerators_{side}']} {row[f'chip_{side}']}, {row[f'round_{side}']}{mark}"
    )


def shown(part):
    """Rows of pairs with words, links and what surrounds them."""
    part = part.copy()
    for side in ("before", "after"):
        part[side] = [who(row, side) for row in part.to_dict("records")]
        part[f"{side}_url"] = part[f"row_id_{side}"].map(logs)
    part["cell"] = part.benchmark.map(benchmarks) + " " + part.scenario
    part["around"] = [ex.surroundings(pairs[i]) for i in part.index]
    other = part.row_id_before.isin(doubted) | part.row_id_after.isin(doubted)
    part["around"] += [", rate in the configuration" if o else "" for o in other]
    part["tpot"] = [
        "" if pd.isna(a) else f"{a:.1f} to {b:.1f}"
        for a, b in zip(part.tpot_p99_ms_before.where(part.rate_before.notna()), part.tpot_p99_ms_after)
    ]
    return part


asked = ex.wishes(every, settings)
doubted = asked.row_id[(asked.in_settings / asked.asked - 1).abs() > ex.DEFINED.load / 4]
order = ["load", "routing", "settings", "software", "hardware", "scale"]
alone = one[one.kind.isin(order)]
alone = alone.assign(place=alone.kind.map(order.index))
alone = shown(alone.sort_values(["place", "benchmark", "scenario", "ratio"], ascending=[True, True, True, False]))
heads = {
    "kind": "Differs in",
    "cell": "Benchmark",
    "before": "Before",
    "after": "After",
    "ratio": "Ratio",
    "rate_ratio": "Rate",
    "offered_ratio": "Rate × length",
    "tpot": "p99 TPOT, ms",
    "inferred": "Inferred",
    "around": "Differs around it",
}
figures = dict.fromkeys(["ratio", "rate_ratio", "offered_ratio"], ".3f")
ResultsTable(
    id="experiments",
    frame=alone,
    caption="Pairs of entries that differ in one factor, and what it was worth: ratio of published figures per accelerator, "
    f"the second entry over the first. Closed division.\n\n{note}",
    columns=heads,
    links={"before": "before_url", "after": "after_url"},
    formats=figures,
    row_ids=list(alone.row_id_after),
    searchable=True,
)

# %% [markdown]
# No routing policy was changed alone, and nobody sent in one system twice in a round: with driver, host, network,
# launch scripts and owner equal too, {n}`experiments.strict-n` pairs are left. Every item that differs, with a link to its
# line:

# %% tags=["hide-input"]
load = alone[alone.kind == "load"]
for side in ("before", "after"):
    assert (load[f"tpot_p99_ms_{side}"] <= load[f"tpot_limit_ms_{side}"]).all()
    assert (load[f"ttft_p99_ms_{side}"] <= load[f"ttft_limit_ms_{side}"]).all()
items = ex.items_table([pairs[i] for i in alone.index])
for side in ("before", "after"):
    items[f"{side}_url"] = [
        None if pd.isna(path) else source_url(repo, commit, path, None if pd.isna(line) else int(line))
        for repo, commit, path, line in items[[f"{c}_{side}" for c in ("repo", "commit", "path", "line")]].itertuples(
            index=False
        )
    ]
named = alone.set_index(["row_id_before", "row_id_after"])[["before", "after", "cell"]]
items = items.join(named.rename(columns={"before": "one", "after": "other"}), on=["row_id_before", "row_id_after"])
items["pair"] = items.cell + ": " + items.one + " / " + items.other
items[["before", "after"]] = items[["before", "after"]].fillna("not set")
ResultsTable(
    id="items",
    frame=items,
    caption="Items in which the pairs above differ, each side's value linked to its source; files by the start of git's id.",
    columns={"pair": "Pair", "factor": "Factor", "item": "Item", "before": "First", "after": "Second"},
    links={"before": "before_url", "after": "after_url"},
    searchable=True,
)

# %% [markdown]
# ## What each kind was worth

# %% tags=["hide-input"]
words = {
    "none": "nothing (copies)",
    "code": "code within a round",
    "settings": "settings",
    "load": "load",
    "scale": "scale",
    "hardware": "hardware",
    "software": "software",
    "load, scale": "load and scale",
    "load, hardware": "load and hardware",
    "load, software": "load and software",
    "routing, code": "routing and code",
}
drawn = rows.assign(group=rows.factors.where(rows.factors != "", "none"))
drawn = shown(drawn[drawn.group.isin(words)])
drawn["style"] = ["two" if "," in g else "control" if g in ("none", "code") else "one" for g in drawn.group]
drawn["label"] = drawn.cell + ": " + drawn.before + " / " + drawn.after
top = drawn[drawn.group == "load"].sort_values("ratio").groupby("chip_after").tail(1)
top = top[top.scenario.eq("Server") & top.benchmark.eq("deepseek-r1") & top.round_after.eq("v6.0")]
marked = [*top.index, *drawn.index[drawn.group.isin(["software", "hardware", "load, software"])]]
drawn[["name", "short"]] = ""
for i in marked:
    row = drawn.loc[i]
    model = "" if row.benchmark == "deepseek-r1" else ", 405B"
    sides = dict.fromkeys(f"{row[f'submitter_{s}']} {row[f'chip_{s}']}" for s in ("before", "after"))
    owners = f"{row.submitter_before} to {row.submitter_after}, {row.chip_after}"
    drawn.loc[i, "name"] = (owners if row.group == "load" else " to ".join(sides)) + model
    drawn.loc[i, "short"] = f"{row.submitter_after} {row.chip_after}{model}"
copies = drawn[(drawn.group == "none") & (drawn.scenario != "Offline")]
spread = max(copies.ratio.max(), 1 / copies.ratio.min()) - 1
best = alone[alone.kind == "load"].ratio.max()
Figure(
    worth(drawn, words),
    id="worth",
    title=f"Load alone moved the figure per accelerator by up to {best:.2f}x; copies at one load lie within {100 * spread:.1f}%",
    description="Dots of the ratio of two entries' figures per accelerator, a panel a scenario, a row for each kind of "
    "difference with its number of pairs. "
    + "; ".join(
        f"{s} {words[g]}: {len(p)} pairs, {p.ratio.min():.2f} to {p.ratio.max():.2f}"
        for (s, g), p in drawn.groupby(["scenario", "group"])
    )
    + ".",
    caption="Blue: one factor differs. Orange rings: two differ, so that the ratio cannot be put down to either. Grey: "
    "nothing compared differs, or only code of one round. DeepSeek-R1 and Llama 3.1 405B, closed division, v5.1 and v6.0; "
    f"the table above names submitters, systems and categories.\n\n{note}",
)

# %% tags=["hide-cell"]
by_load = rows[rows.kind == "load"]
follows = by_load.ratio / by_load.rate_ratio
r1_load = by_load[(by_load.benchmark == "deepseek-r1") & (by_load.scenario == "Server")]
SIDES = {"before": "lower", "after": "higher"}


def of_load(chip):
    """Numbers of the widest pair of one chip that differs in load only."""
    of_chip = r1_load[r1_load.chip_after == chip]
    row, key = of_chip.loc[of_chip.ratio.idxmax()], f"experiments.load-{chip.lower()}"
    who = f"{row.submitter_before} and {row.submitter_after} on {chip} in {row.round_after}"
    yield number(f"{key}-ratio", row.ratio, "x", 2, how=f"published figures per accelerator, {who}", rows=row)
    if chip == "B300":
        yield number(f"{key}-rate", row.rate_ratio, "x", 2, how=f"offered rates per accelerator, {who}", rows=row)
    for side, load in SIDES.items():
        rate, tpot = row[f"rate_{side}"], row[f"tpot_p99_ms_{side}"]
        yield number(f"{key}-rate-{side}", rate, "", 2, how=f"queries/s per accelerator that ran, {who}", rows=row)
        how = f"99th percentile TPOT of the entry with the {load} load, {who}"
        yield number(f"{key}-tpot-{side}", tpot, "ms", 1, how=how, rows=row)


state(
    (
        number(
            f"experiments.load-follows-{end}",
            follows.agg(extreme),
            "x",
            3,
            how=f"{end}est ratio of published figures over ratio of offered rates, pairs that differ in load only",
            rows=by_load,
        )
        for end, extreme in (("low", "min"), ("high", "max"))
    ),
    of_load("B300"),
    of_load("GB300"),
)

# %% [markdown]
# Under load alone the figure follows the rate: published ratio over rate ratio lies between
# {n}`experiments.load-follows-low` and {n}`experiments.load-follows-high`. That is what a Server figure is below capacity:
# the load that the submitter chose. What the load costs is latency: on the B300, {n}`experiments.load-b300-rate-before`
# queries a second per GPU go with a p99 TPOT of {n}`experiments.load-b300-tpot-before`, {n}`experiments.load-b300-rate-after`
# with {n}`experiments.load-b300-tpot-after`; on the GB300, {n}`experiments.load-gb300-rate-before` with
# {n}`experiments.load-gb300-tpot-before`, {n}`experiments.load-gb300-rate-after` with
# {n}`experiments.load-gb300-tpot-after`.
#
# The rest is thin. More accelerators gave {n}`experiments.scale-low` to {n}`experiments.scale-high` per accelerator in
# {n}`experiments.scale-n` pairs, all Offline; single settings {n}`experiments.settings-low` to
# {n}`experiments.settings-high` in {n}`experiments.settings-n`; the newer software, all Offline, {n}`experiments.software-low`
# to {n}`experiments.software-high` in {n}`experiments.software-n`. The changes of settings are no larger than what lies
# between copies.
#
# ## The published pair
#
# Every two entries of DeepSeek-R1 Server on the GB300, with the factors in which they differ. Among systems of the category
# available the published pair ranks {n}`readings.available-rank`; the ratios above it are over CoreWeave's v5.1 entry, a preview.

# %% tags=["hide-input"]
gb300 = rows[rows.benchmark.eq("deepseek-r1") & rows.scenario.eq("Server") & rows.chip_before.eq("GB300")]
gb300 = shown(gb300[gb300.chip_after.eq("GB300")].sort_values("ratio", ascending=False))
ResultsTable(
    id="gb300",
    frame=gb300,
    caption=f"Pairs of DeepSeek-R1 Server entries on the GB300, closed division.\n\n{note}",
    columns={
        "ratio": "Ratio",
        "before": "Before",
        "after": "After",
        "factors": "Differs in",
        "rate_ratio": "Rate",
        "tpot": "p99 TPOT, ms",
        "inferred": "Inferred",
    },
    links={"before": "before_url", "after": "after_url"},
    formats={"ratio": ".2f", "rate_ratio": ".2f"},
    row_ids=list(gb300.row_id_after),
)

# %% tags=["hide-cell"]
both_available = (gb300.availability_before == "available") & (gb300.availability_after == "available")
whole = gb300.loc[gb300.ratio.where(both_available & (gb300.round_before != gb300.round_after)).idxmax()]
into = r1_load[r1_load.row_id_after == whole.row_id_after]
last = into.loc[into.ratio.idxmax()]
middle = f"{last.submitter_before}'s {last.round_before} entry on {last.accelerators_before} GPUs"
behind = [whole.row_id_before, last.row_id_before, last.row_id_after]
first = "of the published pair's first result"
STEPS = {
    "chain-first": (whole.ratio / last.ratio, "x", 2, f"the published pair's first result to {middle}"),
    "chain-load": (last.ratio, "x", 2, f"from {middle} to the published pair's second result"),
    "chain-whole": (whole.ratio, "x", 2, "both steps: the published pair"),
    "before-rate": (whole.rate_before, "", 2, f"queries/s per accelerator {first}"),
    "before-tpot": (whole.tpot_p99_ms_before, "ms", 1, f"99th percentile TPOT {first}"),
    "tpot-limit": (whole.tpot_limit_ms_before, "ms", 0, f"limit on the TPOT {first}"),
}
state(
    number(f"experiments.{key}", value, unit, decimals, how=how, rows=behind)
    for key, (value, unit, decimals, how) in STEPS.items()
)

# %% [markdown]
# Two steps lead from NVIDIA's v5.1 result to Nebius' v6.0 result: {n}`experiments.chain-first` to CoreWeave's entry of
# v6.0, in which round, size, settings and load changed, and {n}`experiments.chain-load` on to Nebius' by load alone. They
# multiply to {n}`experiments.chain-whole`.
#
# ## Two differences
#
# These {n}`experiments.nearly-n` pairs differ in two factors and are no experiments. Those with load and software keep
# submitter, system, batch, KV cache and parallelism from v5.1 to v6.0, but the load was raised, or lowered, with the
# software. Such pairs are in the table with both differences.

# %% tags=["hide-input"]
nearly = shown(rows[number_of == 2].sort_values(["factors", "benchmark", "scenario", "ratio"]))
ResultsTable(
    id="nearly",
    frame=nearly,
    caption=f"Pairs of entries that differ in two factors, closed division.\n\n{note}",
    columns={"factors": "Differs in"} | {k: v for k, v in heads.items() if k not in ("kind", "around")},
    links={"before": "before_url", "after": "after_url"},
    formats=figures,
    row_ids=list(nearly.row_id_after),
    searchable=True,
)

# %% [markdown]
# ## New software, old settings
#
# In {n}`experiments.unchanged-n` pairs across the two rounds no setting differs at all; every one rests on an entry of
# Google's in v6.0. With the old settings, the newer software gave DeepSeek-R1 Offline {n}`experiments.unchanged-r1-high`
# on a full rack of the GB200, against NVIDIA's v5.1 entry, and Llama 3.1 405B Offline
# {n}`experiments.unchanged-405b-low` to {n}`experiments.unchanged-405b-high` on the B200. NVIDIA's v6.0 entry on the same
# kind of rack differs from Google's in the MoE backend and other switches, and has {n}`experiments.switched-r1` the
# figure. So what the software can do had to be switched on, if Google's file is the one that ran: the launcher would start
# the servers from a file that Google did not ship. Owners differ in all but the pairs of Google's own B200.

# %% tags=["hide-input"]
same = {(p.before.facts["row_id"], p.after.facts["row_id"]) for p in ex.unchanged(pairs)}
assert {p.after.facts["submitter"] for p in ex.unchanged(pairs)} == {"Google"}
old = [pair in same for pair in zip(rows.row_id_before, rows.row_id_after)]
kept = shown(rows.loc[old].sort_values(["benchmark", "scenario", "ratio"]))
ResultsTable(
    id="unchanged",
    frame=kept,
    caption=f"Pairs of entries of v5.1 and v6.0 in which no setting differs, closed division.\n\n{note}",
    columns={k: v for k, v in heads.items() if k not in ("kind", "around")},
    links={"before": "before_url", "after": "after_url"},
    formats=figures,
    row_ids=list(kept.row_id_after),
)

# %% tags=["hide-cell"]
offline = kept[kept.scenario == "Offline"]
r1_old, dense_old = (offline[offline.benchmark == name] for name in ("deepseek-r1", "llama3.1-405b"))
looser = ex.table(ex.counted_again(pairs, ex.Rule(launchers=False)))
then = looser[(looser.kind == "settings") & looser.row_id_before.isin(r1_old.row_id_after)]
routed = looser[looser.kind == "routing"]
equal = "ratio per accelerator, v6.0 over v5.1, of {} Offline entries with equal settings"
switched = "ratio per accelerator of the entry with v6.0's settings over the one that kept v5.1's, in v6.0"
routing = "published figures per accelerator of the pair that differs in routing where files that start servers may"
old_settings = "pairs across two rounds in which no setting differs"
r1_equal, dense_equal = equal.format("deepseek-r1"), equal.format("llama3.1-405b")
RATIOS = {
    "unchanged-r1-high": (r1_old.ratio.max(), f"highest {r1_equal}", r1_old),
    "unchanged-405b-low": (dense_old.ratio.min(), f"lowest {dense_equal}", dense_old),
    "unchanged-405b-high": (dense_old.ratio.max(), f"highest {dense_equal}", dense_old),
    "switched-r1": (then.ratio.max(), switched, then),
    "routing-looser": (routed.ratio.max(), routing, routed),
}
state(
    number("experiments.unchanged-n", len(kept), how=old_settings, rows=kept),
    (
        number(f"experiments.{key}", ratio, "x", 2, how=how, rows=part)
        for key, (ratio, how, part) in RATIOS.items()
    ),
)

# %% [markdown]
# ## A wish is not a rate
#
# {n}`experiments.wishes-n` of {n}`experiments.rates-of` entries with a rate ship a file that asks for another rate than
# the one that LoadGen logged as its target. Mostly it is `user.conf`; in {n}`experiments.doubted-n` it is the
# configuration itself, which then is not quite the one that ran. Loads on this page are the realised ones.

# %% tags=["hide-input"]
for name in ("in_settings", "in_user_conf"):
    places = asked[["repo", "commit", f"{name}_path", f"{name}_line"]].itertuples(index=False)
    asked[f"{name}_url"] = [source_url(r, c, p, int(n)) if pd.notna(p) else None for r, c, p, n in places]
asked["ran_url"] = asked.row_id.map(logs)
asked["who"] = asked.submitter + ", " + asked.accelerators.astype(str) + " " + asked.chip + ", " + asked["round"]
asked["cell"] = asked.benchmark.map(benchmarks) + " " + asked.scenario
ResultsTable(
    id="wishes",
    frame=asked,
    caption="Rates in queries/s for the whole system: in the configuration, in user.conf, as LoadGen's target in the log, "
    "and as realised.",
    columns={
        "who": "Entry",
        "cell": "Benchmark",
        "in_settings": "Configuration",
        "in_user_conf": "user.conf",
        "asked": "Target in the log",
        "ran": "Realised",
    },
    links={"in_settings": "in_settings_url", "in_user_conf": "in_user_conf_url", "ran": "ran_url"},
    formats=dict.fromkeys(["in_settings", "in_user_conf", "asked", "ran"], ".2f"),
    row_ids=list(asked.row_id),
)

# %% tags=["hide-cell"]
limited = [e for e in every if e.facts["scenario"] in ex.LIMITED]
named = "of those, entries whose configuration or user.conf asks for another rate than the log's target"
state(
    number(
        "experiments.rates-of",
        len(limited),
        how="Server and Interactive entries whose engine settings are known",
    ),
    number("experiments.wishes-n", len(asked), how=named, rows=asked),
    number(
        "experiments.doubted-n",
        len(doubted),
        how="of those, entries whose configuration asks for another rate",
        rows=doubted,
    ),
)

# %% [markdown]
# ## Sensitivity
#
# What counts as equal is our choice. The number of pairs by kind under stricter and looser rules:

# %%
rules = {
    "as above": ex.DEFINED,
    **{f"rates equal within {share:.1%}": ex.Rule(load=share) for share in (0.005, 0.05)},
    "settings without effect count": ex.Rule(inert=True),
    "switches count beside software": ex.Rule(switches=True),
    "files that start servers are no code": ex.Rule(launchers=False),
    "driver, host, network, owner count": ex.Rule(around=True),
}
found = {name: ex.table(ex.counted_again(pairs, rule)) for name, rule in rules.items()}
kinds = {name: t.kind.value_counts() for name, t in found.items()}
pd.DataFrame(kinds).T.reindex(columns=["none", "code", *order]).fillna(0).astype(int)

# %% [markdown]
# And the ratios, lowest and highest:

# %%
def ends(ratios):
    """Lowest and highest, in print."""
    return f"{ratios.min():.2f} to {ratios.max():.2f}"


spans = {name: t.groupby("kind").ratio.agg(ends) for name, t in found.items()}
pd.DataFrame(spans).T.reindex(columns=order).fillna("none")

# %% [markdown]
# Where the files that start servers are let differ, NVIDIA's own entries pair with its partners': its copies differ from
# theirs in `main.py` and `llmlib/launch_server.py`, in lines that serve disaggregated runs. Routing then has its only pair,
# NVIDIA and Nebius Offline on the full rack, {n}`experiments.routing-looser` for balancing by input length. Where switches count beside software, the gains of DeepSeek-R1 Offline are
# no longer clean: the MoE backend was changed with the round.
#
# ## The strongest case
#
# For the claim that the gain is software: a submitter can only ask for a rate that the software carries within the limits.
# NVIDIA's v5.1 run was at a p99 TPOT of {n}`experiments.before-tpot` with a limit of {n}`experiments.tpot-limit` at
# {n}`experiments.before-rate` queries a second per GPU; Nebius' v6.0 run stays below the same limit at
# {n}`experiments.load-gb300-rate-after`. What CoreWeave left unused was there to be used. Where
# submitter, system, batch and KV cache stayed, DeepSeek-R1 Offline, which has no rate to choose, rose by up to
# {n}`experiments.software-high`.
#
# ## Limits
#
# - An experiment here is a comparison after the fact: two owners' machines, drivers and cooling differ in most pairs. How
#   much that is worth, the copies show: up to {n}`experiments.control-offline` Offline, {n}`experiments.control-limited`
#   in Server and Interactive, where copies at one load can only differ in lengths and in how the last query falls.
# - Pairs share entries and are not independent: one entry at an unusual load makes many pairs.
# - v6.0 does not pin TensorRT-LLM's commit; the build asks the checkout. Equal code does not prove equal engines.
# - One result falls out: Google's Llama 3.1 405B on the B200 lost from v5.1 to v6.0 with the same settings
#   ({n}`experiments.software-low`). The only pair for hardware rests on it.
# - No other vendor has a closed entry of these benchmarks whose settings we read.
#
# ```{mlperf-footnote}
# :rounds:
# ```
