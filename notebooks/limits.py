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
# # How hard did each system work?
#
# :::{admonition} The answer
# :class: cc-key
# **Neither side of the published pair was held back, but the load that a submitter chooses decides much of a Server result.** In
# DeepSeek-R1 Server of MLPerf® Inference, NVIDIA's GB300 rack of v5.1 used {n}`op.before.ttft` of the time allowed for the
# first token. Nebius's system of v6.0 used {n}`op.nebius-8.tpot` of the time allowed per token.
#
# Other runs of v6.0 stayed well below both limits. Two entries of v6.0 on GB300 ran the same code with the same settings on as many
# GPUs: Nebius sent more requests than CoreWeave, and published {n}`experiments.load-gb300-ratio` the rate. The record hardly says
# what new software alone is worth.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis import experiments as ex
from claimcheck.analysis.experiments import submissions
from claimcheck.analysis.operating import AT_LIMIT, binding, with_latency_limits
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.dots import dotted_rows, worth
from claimcheck.charts.theme import CONTEXT, INK
from claimcheck.claims import caption, with_links
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.claims.verdict.evidence import describe, source_url
from claimcheck.data import tables
from claimcheck.data.numbers import number, state
from claimcheck.data.rounds import rounds_until

TITLES = {"deepseek-r1": "DeepSeek-R1", "llama3.1-405b": "Llama 3.1 405B"}
names = ["inference_results", "loadgen_runs", "systems", "engine_settings", "submitted_files"]
results, runs, systems, settings, shipped = map(tables.load, names)
every = tables.load("operating_points")
# The rounds up to the one that the claims were made in; v6.1 has a page of its own.
every = every[every["round"].isin(rounds_until()["inference"])]
points = with_latency_limits(every)
logs = with_links(results[results.row_id.isin(settings.row_id)]).set_index("row_id").log_url
note = rounds_footnote(rounds=["v5.1", "v6.0"])

# %% tags=["hide-cell"]
gb300 = points[(points.benchmark == "deepseek-r1") & (points.scenario == "Server") & (points.chip == "GB300")].copy()
gb300["who"] = gb300.submitter + " " + gb300.accelerators.astype(str)
gb300["TTFT"] = 100 * gb300.ttft_p99_ms / gb300.ttft_limit_ms
gb300["TPOT"] = 100 * gb300.tpot_p99_ms / gb300.tpot_limit_ms
nearer = gb300[["TTFT", "TPOT"]].max(axis=1)
gb300["headroom"] = 100 - nearer
gb300["binds"] = gb300[["TTFT", "TPOT"]].idxmax(axis=1).where(nearer >= 95, "neither")
checked = points[points.row_id.isin(gb300.row_id)].set_index("row_id").binds
assert (checked == gb300.set_index("row_id").binds).all() and AT_LIMIT * 100 == 95
assert (points[["ttft_used", "tpot_used"]] <= 1).all().all()
ours = "share of a limit from which a run is called at it; our choice"
r1_server = points[(points.benchmark == "deepseek-r1") & (points.scenario == "Server") & (points["round"] == "v6.0")]
what = "closed runs of deepseek-r1 Server in v6.0"
state(
    number("op.at-limit", AT_LIMIT * 100, "%", how=ours),
    number("op.r1-server.v6.0-n", len(r1_server), how=what),
    number(
        "op.r1-server.v6.0-at-n",
        (r1_server.binds != "neither").sum(),
        how=f"of the {what}, those whose p99 is at {AT_LIMIT:.0%} of a limit or above",
    ),
)
# %% tags=["hide-input"]
PREVIEW = " CoreWeave's result of v5.1 is of the category preview, all others are available."


def rows_of(cell):
    """The results behind a chart."""
    return results[results.row_id.isin(cell.row_id)]


fast = points[(points.benchmark == "deepseek-r1") & (points.scenario == "Interactive")]
boxed = pd.concat([gb300.assign(panel="DeepSeek-R1 Server, GB300"), fast.assign(panel="DeepSeek-R1 Interactive")])
boxed = boxed.assign(
    label=[f"{r.round}: {r.submitter} {r.accelerators}" + f" {r.chip}" * (r.scenario == "Interactive") for r in boxed.itertuples()],
    text=[f"{max(r.ttft_used, r.tpot_used):.0%}" for r in boxed.itertuples()],
    ttft=100 * boxed.ttft_used,
    tpot=100 * boxed.tpot_used,
).sort_values(["panel", "round", "per_accelerator"], ascending=[False, True, False])
LIMITS = {"ttft": "first token", "tpot": "time per token"}
used = boxed.drop(columns="value").melt(["panel", "label", "text", "row_id"], list(LIMITS), var_name="kind").replace({"kind": LIMITS})
before = gb300[(gb300["round"] == "v5.1") & (gb300.submitter == "NVIDIA")].iloc[0]
after = gb300[(gb300["round"] == "v6.0") & (gb300.submitter == "NVIDIA") & (gb300.accelerators == 72)].iloc[0]
assert (before.binds, after.binds) == ("TTFT", "TPOT")
Figure(
    dotted_rows(
        used, list(LIMITS.values()), axis="99th percentile, % of its limit", start=20, rule=(100, "limit"), format="d",
        colours=(CONTEXT, INK),
    ),
    id="box",
    title="The first token limited NVIDIA's rack in v5.1, the time per token in v6.0",
    description="Dots of the share of each latency limit that the 99th percentile used, a row for each run. "
    + "; ".join(
        f"{r.panel}, {r.label}: first token {r.ttft_used:.0%}, time per token {r.tpot_used:.0%}" for r in boxed.itertuples()
    )
    + ".",
    caption=caption(
        "A run is at a limit where a dot is near the line; the figure is the larger share. Limits differ between scenarios, so "
        f"compare within a panel only. A number after a submitter is its number of GPUs.{PREVIEW}",
        rows_of(boxed),
    ),
)

# %% [markdown]
# (who-ran-at-the-limit)=
# ## Who ran at a limit?
#
# A submitter chooses the rate at which requests arrive. LoadGen, MLPerf's load generator, does not look for the highest rate that a
# system can carry. It checks two times at the rate chosen: the time to the first token (TTFT) and the time per output token after
# it (TPOT). In 99 of 100 requests (the 99th percentile) each must be within its limit. We call a run *at* a limit when it used
# {n}`op.at-limit` of it or more.
#
# In DeepSeek-R1 Server, {n}`op.r1-server.v6.0-at-n` of the {n}`op.r1-server.v6.0-n` runs of v6.0 were at a limit, the best among
# them. In Interactive all were near the limit on TPOT. In Llama 3.1 405B Server no run of either round was at a limit. The table
# gives the limits in ms, how many runs were nearer to the limit on TTFT, how close the closest run came, and how many runs are at a
# limit for several meanings of *at*. No run exceeds a limit.

# %% tags=["hide-input"]
limits = points.groupby(["benchmark", "scenario", "round"])
cells = limits.agg(
    runs=("row_id", "size"),
    ttft_ms=("ttft_limit_ms", "max"),
    tpot_ms=("tpot_limit_ms", "max"),
    ttft_nearer=("ttft_used", lambda used: int((used > points.tpot_used[used.index]).sum())),
    nearest=("headroom", lambda room: round(100 * (1 - room.min()), 1)),
)
assert (limits[["ttft_limit_ms", "tpot_limit_ms"]].nunique() == 1).all().all()
for at_share in (0.90, 0.93, 0.95, 0.97, 0.98):
    near = (binding(points, at_share) != "neither").groupby([points.benchmark, points.scenario, points["round"]])
    cells[f"at {at_share:.0%}"] = near.sum()
cells.astype({"ttft_ms": int, "tpot_ms": int})

# %% tags=["hide-cell"]
R1, LLAMA = ("deepseek-r1", "Server"), "llama3.1-405b"
RUNS = {
    "before": (*R1, "v5.1", "NVIDIA", "GB300", 72),
    "coreweave-before": (*R1, "v5.1", "CoreWeave", "GB300", 8),
    "nebius-8": (*R1, "v6.0", "Nebius", "GB300", 8),
    "nebius-72": (*R1, "v6.0", "Nebius", "GB300", 72),
    "nvidia-72": (*R1, "v6.0", "NVIDIA", "GB300", 72),
    "nvidia-288": (*R1, "v6.0", "NVIDIA", "GB300", 288),
    "coreweave-8": (*R1, "v6.0", "CoreWeave", "GB300", 8),
    "llama-gb300": (LLAMA, "Server", "v6.0", "NVIDIA", "GB300", 72),
    "llama-gb300-interactive": (LLAMA, "Interactive", "v6.0", "NVIDIA", "GB300", 72),
    "interactive": ("deepseek-r1", "Interactive", "v6.0", "NVIDIA", "GB300", 72),
}
by_name = points.set_index(["benchmark", "scenario", "round", "submitter", "chip", "accelerators"], drop=False)
OF_RUN = {
    "headroom": (100 * points.headroom, "%", 0, "1 - the larger of the two shares of a limit"),
    "ttft": (100 * points.ttft_used, "%", 0, "99th percentile of TTFT / its limit"),
    "tpot": (100 * points.tpot_used, "%", 0, "99th percentile of TPOT / its limit"),
    "median": (100 * points.tpot_p50_ms / points.tpot_limit_ms, "%", 0, "median TPOT / the limit on its p99"),
    "tail": (points.tpot_p99_ms / points.tpot_p50_ms, "x", 2, "99th percentile of TPOT over its median"),
    "tpot-ms": (points.tpot_p99_ms, "ms", 0, "99th percentile of TPOT"),
    "offered": (points.offered_per_accelerator, "requests/s", 2, "realised arrival rate / accelerators"),
    "user": (1000 / points.tpot_mean_ms, "tokens/s", 1, "1000 / mean TPOT in ms"),
    "user-p99": (1000 / points.tpot_p99_ms, "tokens/s", 1, "1000 / 99th percentile of TPOT in ms"),
    "user-limit": (1000 / points.tpot_limit_ms, "tokens/s", 1, "1000 / limit on the 99th percentile of TPOT in ms"),
    "rate": (points.per_accelerator, "tokens/s", 0, "published result / accelerators"),
}
TEXT = {
    "headroom": ("before", "coreweave-before", "coreweave-8", "nvidia-288"),
    "ttft": ("before",),
    "tpot": ("nebius-8", "nvidia-72", "llama-gb300"),
    "median": ("nvidia-72",),
    "tail": ("nvidia-72", "nebius-8"),
    "tpot-ms": ("llama-gb300", "llama-gb300-interactive"),
    "offered": ("nebius-72", "nvidia-72"),
    "user": ("before", "nebius-8", "nebius-72", "nvidia-72", "interactive"),
    "user-p99": ("before", "nebius-8", "nebius-72", "nvidia-72", "interactive"),
    "user-limit": ("nebius-8", "interactive"),
    "rate": ("interactive",),
}


def of_run(run, what):
    """A number of one run."""
    row, (values, unit, decimals, how) = by_name.loc[RUNS[run]], OF_RUN[what]
    value = values.set_axis(points.row_id)[row.row_id]
    return number(f"op.{run}.{what}", value, unit, decimals, how=f"{how}: {describe(row)}", rows=row)


late = points.loc[points.ttft_max_ms.idxmax()]
state(
    (of_run(run, what) for what, named in TEXT.items() for run in named),
    number("op.late.longest", late.ttft_max_ms / 1000, "s", how=f"longest TTFT: {describe(late)}", rows=late),
    number("op.late.p99", late.ttft_p99_ms / 1000, "s", 1, how=f"99th percentile of TTFT: {describe(late)}", rows=late),
)

# %% [markdown]
# (what-the-headroom-means)=
# ### What that says of each run
#
# A run below both limits may have been offered less than it could carry, or a little more load may have broken a limit. The log
# does not say which.
#
# - **The pair behind {n}`claim.1.published`**: both were at a limit, but not at the same one. The wait for the first token shrank,
#   and the time per token became the limit that a run reaches first.
# - **NVIDIA's own rack** was at the limit on TPOT in v6.0, but only its slowest requests were: its median request took
#   {n}`op.nvidia-72.median` of the time allowed. The 99th percentile is {n}`op.nvidia-72.tail` the median there and
#   {n}`op.nebius-8.tail` in Nebius's smaller system.
# - **Two racks of one kind in v6.0**: Nebius offered {n}`op.nebius-72.offered` to each GPU and NVIDIA {n}`op.nvidia-72.offered`.
#   Both used {n}`op.nvidia-72.tpot` or more of the limit, so NVIDIA's slowest requests left little room for a higher rate at its
#   settings.
# - **CoreWeave** stayed {n}`op.coreweave-before.headroom` below its nearer limit in v5.1 and {n}`op.coreweave-8.headroom` in v6.0.
#   Nebius's result over CoreWeave's of v5.1 thus compares a run at a limit with one that was not.
# - **NVIDIA's largest system** stayed {n}`op.nvidia-288.headroom` below its nearer limit. Nobody knows how much more it would have
#   carried.
# - **NVIDIA's GB300 rack on Llama 3.1 405B** has a 99th percentile of TPOT of {n}`op.llama-gb300.tpot-ms` in Server, which is
#   {n}`op.llama-gb300.tpot` of the limit. In Interactive it is {n}`op.llama-gb300-interactive.tpot-ms`, and the limit is less than
#   half as long. TTFT is the nearer limit in both.
#
# The 99th percentile of TPOT over the median, by size of system, and the shares of the limit that the mean and the median used (no
# rule limits these):

# %% tags=["hide-cell"]
server = points[(points.benchmark == "deepseek-r1") & (points.scenario == "Server")]
size = server.accelerators.map(lambda n: "rack or more" if n > 8 else "8")
tail = (server.tpot_p99_ms / server.tpot_p50_ms).rename("p99 / median")
tail.astype(float).groupby([server["round"], size]).agg(["size", "min", "median", "max"]).round(2)

# %% tags=["hide-cell"]
share = pd.DataFrame(
    {
        "p99": gb300.tpot_p99_ms / gb300.tpot_limit_ms,
        "mean": gb300.tpot_mean_ms / gb300.tpot_limit_ms,
        "median": gb300.tpot_p50_ms / gb300.tpot_limit_ms,
        "mean spoilt": gb300.spoiled,
    }
)
share[["p99", "mean", "median"]] = (100 * share[["p99", "mean", "median"]].astype(float)).round(1)
share.set_index(gb300["round"] + " " + gb300.who).sort_values("p99", ascending=False, kind="stable")

# %% [markdown]
# (one-user)=
# ## The highest rates come with the slowest service
#
# After the first token, a user of Nebius's system behind {n}`claim.1.published` gets {n}`op.nebius-8.user` on average. NVIDIA's
# rack of v5.1 gave {n}`op.before.user`. The rules require {n}`op.nebius-8.user-limit`, in all but one request of a hundred. So the
# ratio says that far more users were served at once, each a little slower. Server does not say whether it would be as large for
# faster service.

# %% tags=["hide-cell"]
typical = gb300.tpot_mean_ms.where(~gb300.spoiled, gb300.tpot_p50_ms)
users = pd.DataFrame(
    {
        "mean": 1000 / typical,
        "slowest in 100": 1000 / gb300.tpot_p99_ms,
        "limit": 1000 / gb300.tpot_limit_ms,
        "first token, mean s": gb300.ttft_mean_ms / 1000,
        "first token, p99 s": gb300.ttft_p99_ms / 1000,
        "published per GPU": gb300.per_accelerator,
    }
).astype(float)
users.set_index(gb300["round"] + " " + gb300.who).sort_values("published per GPU", ascending=False, kind="stable").round(2)

# %% tags=["hide-input"]
SPEEDS = {"slowest in 100": "slowest of a hundred", "mean": "mean"}
named_users = users.assign(
    panel="DeepSeek-R1 Server on GB300",
    label=[f"{r.round}: {r.who}" for r in gb300.itertuples()],
    text=[f"{r.per_accelerator:,.0f} per GPU" for r in gb300.itertuples()],
    row_id=gb300.row_id,
).sort_values("published per GPU", ascending=False, kind="stable")
one_user = named_users.melt(["panel", "label", "text", "row_id"], list(SPEEDS), var_name="kind")
limit_of_user = users["limit"].iloc[0]
Figure(
    dotted_rows(
        one_user.assign(kind=one_user.kind.map(SPEEDS)),
        list(SPEEDS.values()),
        axis="tokens/s of one user",
        start=limit_of_user - 1,
        rule=(limit_of_user, f"limit {limit_of_user:g}"),
        format="~r",
        colours=(CONTEXT, INK),
    ),
    id="one-user",
    title="The highest rates per GPU come with the slowest service that the limit allows",
    description="Dots of the tokens per second that one user gets, a row for each run on GB300. "
    + "; ".join(
        f"{r.label}: mean {r.mean:.1f}, slowest of a hundred {r.slow:.1f}, {r.text}"
        for r in named_users.rename(columns={"slowest in 100": "slow"}).itertuples()
    )
    + ".",
    caption=caption(
        "1000 / TPOT in ms, at the mean and at the 99th percentile; the published rate per GPU is written at each row. "
        "For NVIDIA's largest system the median takes the place of the mean, which a few absurd values spoil. The limit is on "
        "the 99th percentile. Results differ in version, submitter and number of GPUs, which follows the submitter."
        f"{PREVIEW}",
        rows_of(gb300),
    ),
)

# %% [markdown]
# The slowest hundredth got {n}`op.nebius-8.user-p99` or less from Nebius's system and {n}`op.before.user-p99` or less from NVIDIA's
# rack of v5.1. In v6.0, Nebius's rack gave {n}`op.nebius-72.user` on average and {n}`op.nebius-72.user-p99` in the slowest
# hundredth. NVIDIA's rack gave {n}`op.nvidia-72.user` and {n}`op.nvidia-72.user-p99`. [Four settings separate the two
# racks](what-you-get.ipynb).
#
# **Interactive** requires {n}`op.interactive.user-limit`. NVIDIA's GB300 rack, the only one in v6.0, gave {n}`op.interactive.user`
# on average and {n}`op.interactive.user-p99` in the slowest hundredth. Its rate is {n}`op.interactive.rate` per GPU. It is another
# scenario with other settings, multi-token prediction among them, so we form no ratio of its rate to Server's.
#
# (first-server-result)=
# ## How far was the first Server result from what Offline showed?
#
# **A factor of {n}`first.server.rest` in the published {n}`claim.1.published` appears in Server and hardly in Offline**, the
# scenario without a limit on latency. In v6.0 Nebius's smaller system is ahead of NVIDIA's rack by that factor in Server and by
# {n}`first.offline.rest` in Offline. The rest is NVIDIA's own gain since v5.1: {n}`pair.gb300-server-own` in Server and
# {n}`pair.gb300-offline-own` in Offline.

# %% tags=["hide-cell"]
scenarios, rounds = ["Server", "Offline"], ["v5.1", "v6.0", "v6.1"]
r1_closed = results[(results.benchmark == "deepseek-r1") & (results.division == "closed")]
r1_closed = r1_closed[r1_closed.scenario.isin(scenarios) & r1_closed["round"].isin(rounds)]
per_gpu = r1_closed.assign(per_gpu=(r1_closed.value / r1_closed.accelerators).astype(float))
owner = ["submitter", "accelerator", "accelerators"]
best = per_gpu.sort_values("per_gpu", ascending=False, kind="stable").drop_duplicates(["scenario", "round", *owner])
wide = best.pivot(index=owner, columns=["scenario", "round"], values="per_gpu")
both_rounds = wide[[(s, r) for s in scenarios for r in rounds[:2]]].notna().all(axis=1)
own = wide[both_rounds]
own_gain = pd.concat({s: own[s][rounds].div(own[s]["v5.1"], axis=0) for s in scenarios}, axis=1)
shown_gain = own_gain.sort_values(("Server", "v6.0"), ascending=False, kind="stable")
shown_gain.map(lambda v: f"{v:.2f}" if v > 0 else "–")

# %% tags=["hide-input"]
rack, small = ("NVIDIA", "NVIDIA GB300", 72), ("Nebius", "NVIDIA GB300", 8)
steps = pd.DataFrame(
    {
        "own rack, v5.1 to v6.0": {s: wide.loc[rack, (s, "v6.0")] / wide.loc[rack, (s, "v5.1")] for s in scenarios},
        "to Nebius, v6.0": {s: wide.loc[small, (s, "v6.0")] / wide.loc[rack, (s, "v6.0")] for s in scenarios},
    }
)
steps.assign(whole=steps.prod(axis=1)).round(2)

# %% tags=["hide-cell"]
at = best.set_index(["scenario", "round", *owner]).row_id
assert (own_gain["Server"]["v6.0"] > own_gain["Offline"]["v6.0"]).all()
assert wide["Server"]["v5.1"].xs("NVIDIA GB300", level="accelerator").idxmax() == ("NVIDIA", 72)
state(
    number(
        f"first.{s.lower()}.rest",
        steps["to Nebius, v6.0"][s],
        "x",
        2,
        how=f"per accelerator, DeepSeek-R1 {s} of v6.0 on GB300: Nebius, 8 accelerators, over NVIDIA, 72",
        rows=[at[(s, "v6.0", *who)] for who in (rack, small)],
    )
    for s in scenarios
)

# %% [markdown]
# In v6.1 NVIDIA's own rack made up the same step: {n}`next.nvidia-server-72-step` in Server and {n}`next.nvidia-offline-72-step` in
# Offline. So its entry of v6.0 was probably not the best that Server allowed. New software that helps only under a latency limit
# would look the same. In v6.1 the rack was offered half as many queries again and used nearly the whole limit on the time per
# token ([its run](v6-1.ipynb)). For the entry of v5.1 nothing of the kind can be shown: it was at a limit, and nobody else had
# more per GPU on GB300.
#
# A larger gain in Server is no sign of neglect by itself: under a limit on latency, a faster engine leaves room for more requests.
# On Llama 3.1 405B, an older benchmark, NVIDIA's rack gained {n}`pair.llama-server-own` in Server and {n}`pair.llama-offline-own`
# in Offline. The step inside v6.0 does point to how the systems were run: their Offline results are nearly equal, [their settings
# almost the same](what-you-get.ipynb), and one of them was offered much less load. MLCommons' guidelines allow comparisons within
# one scenario only ([section 4, line
# 76](https://github.com/mlcommons/policies/blob/a4520be877271064ceff8339b837edb67027537b/MLPerf_Results_Messaging_Guidelines.adoc#L76)),
# so we do not divide a Server figure by an Offline figure.
#
# (what-is-one-change-worth)=
# ## What is one change worth?
#
# Nobody submits twice to learn what one change is worth, but partners submit copies of NVIDIA's code. We took every closed entry of
# DeepSeek-R1 and Llama 3.1 405B whose engine settings are known, {n}`experiments.entries-n` in v5.1 and v6.0, and compared any two
# of one benchmark and scenario item by item. There are {n}`experiments.pairs-n` such pairs, and {n}`experiments.alone-n` of them
# differ in one thing only: a natural experiment. In {n}`experiments.load-n` of these the one thing is the load.

# %% tags=["hide-cell"]
submitted = submissions(results, runs, systems, settings, shipped)
pairs = ex.pairs(submitted)
rows = ex.pairs_table(pairs)
number_of = pd.Series([len(p.factors) for p in pairs], name="factors that differ")
counted = rows.groupby(["benchmark", "scenario", number_of]).size()
counted.unstack(fill_value=0)

# %% tags=["hide-cell"]
check = rows.per_accelerator_after / rows.per_accelerator_before
assert ((check - rows.ratio).abs() < 1e-9).all()
one = rows[number_of == 1]
kinds = one.groupby(["kind", "scenario"]).ratio
kinds.agg(pairs="size", lowest="min", median="median", highest="max").round(3)

# %% tags=["hide-cell"]
strict = ex.pairs_table(ex.reclassified(pairs, ex.Rule(inert=True, around=True)))
# Two copies of one round's code are no experiment on anything that a reader could choose.
single = one[~one.kind.isin(["none", "code"])]
KINDS = {kind: rows[rows.kind == kind] for kind in ("load", "settings", "software", "scale")}
copies = rows[rows.kind == "none"]
what = "pairs of entries of one benchmark and scenario, v5.1 and v6.0"
in_one = "of those pairs, the ones that differ in one factor only"
all_equal = "while driver, host, network, launch scripts and owner are equal too"
equal_rates = "rates that differ by no more are taken for equal"
state(
    number("experiments.entries-n", len(submitted), how="closed entries whose engine settings are known"),
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
            apart.max(),
            "x",
            3,
            how=f"largest ratio of two entries in which nothing compared differs, {' and '.join(scenarios)}",
            rows=copies.loc[apart.idxmax()],
        )
        for key, scenarios in (("offline", ["Offline"]), ("limited", ["Server", "Interactive"]))
        for ratio in [copies[copies.scenario.isin(scenarios)].ratio]
        for apart in [ratio.where(ratio > 1, 1 / ratio)]
    ),
)

# %% tags=["hide-cell"]
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
    part["cell"] = part.benchmark.map(TITLES) + " " + part.scenario
    part["around"] = [ex.surroundings(pairs[i]) for i in part.index]
    other = part.row_id_before.isin(doubted) | part.row_id_after.isin(doubted)
    part["around"] += [", rate in the configuration" if o else "" for o in other]
    part["tpot"] = [
        "" if pd.isna(a) else f"{a:.1f} to {b:.1f}"
        for a, b in zip(part.tpot_p99_ms_before.where(part.rate_before.notna()), part.tpot_p99_ms_after)
    ]
    return part


asked = ex.rates_not_run(submitted, settings)
doubted = asked.row_id[(asked.in_settings / asked.asked - 1).abs() > ex.DEFINED.load / 4]
order = ["load", "routing", "settings", "software", "hardware", "scale"]
alone = one[one.kind.isin(order)]
alone = alone.assign(place=alone.kind.map(order.index))
alone = shown(alone.sort_values(["place", "benchmark", "scenario", "ratio"], ascending=[True, True, True, False]))

# %% tags=["hide-input"]
KINDS_OF = {
    "none": "nothing (copies)",
    "code": "code within a round",
    "settings": "settings",
    "load": "load",
    "scale": "number of GPUs",
    "hardware": "chip",
    "software": "software of the round",
}
drawn = shown(rows[rows.kind.isin(KINDS_OF)])
drawn["label"] = drawn.cell + ": " + drawn.before + " / " + drawn.after
drawn["name"] = ""
of_r1 = drawn[drawn.benchmark.eq("deepseek-r1")]
top = of_r1[of_r1.kind.eq("load") & of_r1.round_after.eq("v6.0")].sort_values("ratio", kind="stable").groupby("chip_after").tail(1)
drawn.loc[top.index, "name"] = list(top.chip_after)
newer = of_r1[of_r1.kind == "software"].nlargest(1, "ratio")
drawn.loc[newer.index, "name"] = list(newer.chip_after)
best = drawn[drawn.kind == "load"].ratio.max()
Figure(
    worth(drawn, KINDS_OF),
    id="worth",
    title=f"Load alone changed a Server result by up to {best:.2f}x; copies agree",
    description="Dots of the ratio of two entries' results per GPU that differ in one thing, a panel for each scenario, a row for each "
    "kind of difference with its number of pairs. "
    + "; ".join(
        f"{s}, {KINDS_OF[k]}: {len(p)} pairs, {p.ratio.min():.2f} to {p.ratio.max():.2f}"
        for (s, k), p in drawn.groupby(["scenario", "kind"])
    )
    + ".",
    caption="A dot is a pair of entries of DeepSeek-R1 or Llama 3.1 405B, closed division, v5.1 and v6.0; in brackets the number of "
    "pairs. Pairs of copies and of one round's code show how far two runs of one thing differ. The table of pairs names submitters, "
    f"systems and categories.\n\n{note}",
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
        rate, tpot, ran = row[f"rate_{side}"], row[f"tpot_p99_ms_{side}"], [row[f"row_id_{side}"]]
        yield number(f"{key}-rate-{side}", rate, "", 2, how=f"queries/s per accelerator that ran, {who}", rows=ran)
        how = f"99th percentile TPOT of the entry with the {load} load, {who}"
        yield number(f"{key}-tpot-{side}", tpot, "ms", 1, how=how, rows=ran)


state(
    (
        number(
            f"experiments.load-follows-{end}",
            follows[place],
            "x",
            3,
            how=f"{end}est ratio of published figures over ratio of offered rates, pairs that differ in load only",
            rows=by_load.loc[place],
        )
        for end, place in (("low", follows.idxmin()), ("high", follows.idxmax()))
    ),
    of_load("B300"),
    of_load("GB300"),
)

# %% [markdown]
# <details>
# <summary>What can differ in a pair, and what counts as equal</summary>
#
# - **load**: the realised rate of requests per GPU, from the log; equal within {n}`experiments.tolerance` (Server, Interactive);
# - **routing**: the policy that spreads requests over replicas; one engine alone has none;
# - **settings**: all that the engine is started with: batch, KV cache, parallelism and switches;
# - **code**: harness and model code of one round, file by file by git's ids, and pinned versions;
# - **software**: the round. Code and switches are then part of it; batch, KV cache and parallelism are not;
# - **hardware**: the chip; **scale**: how many.
#
# </details>
#
# Driver, host, network, launch scripts and owner may differ around a pair, and are listed. With these equal too,
# {n}`experiments.strict-n` pairs are left: nobody sent one system twice in a round.
#
# ### Load: the result follows the rate
#
# In the pairs that differ in load only, the ratio of results over the ratio of rates is {n}`experiments.load-follows-low` to
# {n}`experiments.load-follows-high`. Below capacity, a Server figure is the load that the submitter chose. More load means more
# latency, in these pairs always within the limits:
#
# | DeepSeek-R1 Server, v6.0 | Requests/s per GPU | 99th percentile of TPOT | Result |
# |---|---|---|---|
# | B300, GigaComputing | {n}`experiments.load-b300-rate-before` | {n}`experiments.load-b300-tpot-before` | |
# | B300, Nebius | {n}`experiments.load-b300-rate-after`, {n}`experiments.load-b300-rate` | {n}`experiments.load-b300-tpot-after` | {n}`experiments.load-b300-ratio` |
# | GB300, CoreWeave | {n}`experiments.load-gb300-rate-before` | {n}`experiments.load-gb300-tpot-before` | |
# | GB300, Nebius | {n}`experiments.load-gb300-rate-after` | {n}`experiments.load-gb300-tpot-after` | {n}`experiments.load-gb300-ratio` |
#
# ### The rest is thin
#
# | What differs | Pairs | Result per GPU |
# |---|---|---|
# | more accelerators, Offline | {n}`experiments.scale-n` | {n}`experiments.scale-low` to {n}`experiments.scale-high` |
# | settings | {n}`experiments.settings-n` | {n}`experiments.settings-low` to {n}`experiments.settings-high` |
# | newer software, Offline | {n}`experiments.software-n` | {n}`experiments.software-low` to {n}`experiments.software-high` |
# | nothing, Offline | copies | up to {n}`experiments.control-offline` |
# | nothing, Server and Interactive | copies | up to {n}`experiments.control-limited` |
#
# Results differ no more with settings than between copies. No routing policy was changed alone. The one that lost with newer
# software is Google's Llama 3.1 405B on the B200. The only pair for hardware depends on that entry.
#
# (the-published-pair)=
# ### The published pair in two steps
#
# The published pair is no experiment: load, round, size and settings all differ. From NVIDIA's result of v5.1 to CoreWeave's of
# v6.0 the factor is {n}`experiments.chain-first`, by round, size, settings and load. From there to Nebius's it is
# {n}`experiments.chain-load`, by load alone. Together they are {n}`experiments.chain-whole`. Among systems available in both rounds
# the published pair ranks {n}`readings.available-rank`; the higher ratios are over CoreWeave's entry of v5.1, a preview.

# %% tags=["hide-cell"]
gb300_pairs = rows[rows.benchmark.eq("deepseek-r1") & rows.scenario.eq("Server") & rows.chip_before.eq("GB300") & rows.chip_after.eq("GB300")]
both_available = (gb300_pairs.availability_before == "available") & (gb300_pairs.availability_after == "available")
whole = gb300_pairs.loc[gb300_pairs.ratio.where(both_available & (gb300_pairs.round_before != gb300_pairs.round_after)).idxmax()]
into = r1_load[r1_load.row_id_after == whole.row_id_after]
last = into.loc[into.ratio.idxmax()]
middle = f"{last.submitter_before}'s {last.round_before} entry on {last.accelerators_before} GPUs"
start, between, end = whole.row_id_before, last.row_id_before, last.row_id_after
first = "of the published pair's first result"
STEPS = {
    "chain-first": (whole.ratio / last.ratio, "x", 2, f"the published pair's first result to {middle}", [start, between]),
    "chain-load": (last.ratio, "x", 2, f"from {middle} to the published pair's second result", [between, end]),
    "chain-whole": (whole.ratio, "x", 2, "both steps: the published pair", [start, end]),
    "before-rate": (whole.rate_before, "", 2, f"queries/s per accelerator {first}", [start]),
    "before-tpot": (whole.tpot_p99_ms_before, "ms", 1, f"99th percentile TPOT {first}", [start]),
    "tpot-limit": (whole.tpot_limit_ms_before, "ms", 0, f"limit on the TPOT {first}", [start]),
}
state(
    number(f"experiments.{key}", value, unit, decimals, how=how, rows=behind)
    for key, (value, unit, decimals, how, behind) in STEPS.items()
)

# %% [markdown]
# (new-software-old-settings)=
# ### New software with old settings brought little
#
# In {n}`experiments.unchanged-n` pairs of v5.1 and v6.0 no setting differs; in each, the later entry is Google's. With the old
# settings, the newer software gave DeepSeek-R1 Offline {n}`experiments.unchanged-r1-high` on a full GB200 rack, compared with
# NVIDIA's entry of v5.1. It gave Llama 3.1 405B Offline {n}`experiments.unchanged-405b-low` to {n}`experiments.unchanged-405b-high`
# on the B200. NVIDIA's v6.0 entry on the same kind of rack differs from Google's in the MoE backend and other switches, and has
# {n}`experiments.switched-r1` the result. This suggests that the newer software gains little until its new switches are on. It is
# one pair, it compares two owners, and we cannot confirm that Google's file is the one that ran: the launcher would start the
# servers from a file that Google did not ship.
#
# (two-differences)=
# {n}`experiments.nearly-n` more pairs differ in two factors and are no experiments: where load and software differ, the load was raised
# or lowered with the software. Below are all of these pairs, and every item in which those with one difference differ.

# %% tags=["hide-input"]
same = {(p.before.facts["row_id"], p.after.facts["row_id"]) for p in ex.unchanged(pairs)}
assert {p.after.facts["submitter"] for p in ex.unchanged(pairs)} == {"Google"}
old = pd.Series([pair in same for pair in zip(rows.row_id_before, rows.row_id_after)], index=rows.index)
kept = rows[old]
listed = rows.index.isin(alone.index) | (number_of == 2) | old | rows.index.isin(gb300_pairs.index)
table = shown(rows[listed].assign(many=number_of, equal=old.map({True: "equal", False: ""})))
table = table.sort_values(["many", "factors", "benchmark", "scenario", "ratio"], ascending=[True, True, True, True, False])
ResultsTable(
    id="experiments",
    frame=table,
    caption="Pairs of entries of the closed division: those that differ in one factor or in two, those of two rounds with equal "
    "settings, and every pair of DeepSeek-R1 Server on GB300. Ratio: published result per accelerator, the second entry over the first. "
    "Rate: of realised offered rates; rate × length: with the runs' mean output lengths. Inferred: a setting follows from the "
    f"launcher's rule for large systems; the command that ran is not recorded. The links lead to the logs.\n\n{note}",
    columns={
        "factors": "Differs in",
        "cell": "Benchmark",
        "before": "Before",
        "after": "After",
        "ratio": "Ratio",
        "rate_ratio": "Rate",
        "offered_ratio": "Rate × length",
        "tpot": "p99 TPOT, ms",
        "equal": "Settings",
        "inferred": "Inferred",
        "around": "Differs around it",
    },
    links={"before": "before_url", "after": "after_url"},
    formats=dict.fromkeys(["ratio", "rate_ratio", "offered_ratio"], ".3f"),
    row_ids=list(table.row_id_after),
    searchable=True,
)

# %% tags=["hide-cell"]
offline = kept[kept.scenario == "Offline"]
r1_old, dense_old = (offline[offline.benchmark == name] for name in ("deepseek-r1", "llama3.1-405b"))
looser = ex.pairs_table(ex.reclassified(pairs, ex.Rule(launchers=False)))
then = looser[(looser.kind == "settings") & looser.row_id_before.isin(r1_old.row_id_after)]
routed = looser[looser.kind == "routing"]
equal = "ratio per accelerator, v6.0 over v5.1, of {} Offline entries with equal settings"
switched = "ratio per accelerator of the entry with v6.0's settings over the one that kept v5.1's, in v6.0"
routing = "published figures per accelerator of the pair that differs in routing where files that start servers may"
old_settings = "pairs across two rounds in which no setting differs"
r1_equal, dense_equal = equal.format("deepseek-r1"), equal.format("llama3.1-405b")
RATIOS = {
    "unchanged-r1-high": (r1_old.loc[r1_old.ratio.idxmax()], f"highest {r1_equal}"),
    "unchanged-405b-low": (dense_old.loc[dense_old.ratio.idxmin()], f"lowest {dense_equal}"),
    "unchanged-405b-high": (dense_old.loc[dense_old.ratio.idxmax()], f"highest {dense_equal}"),
    "switched-r1": (then.loc[then.ratio.idxmax()], switched),
    "routing-looser": (routed.loc[routed.ratio.idxmax()], routing),
}
state(
    number("experiments.unchanged-n", len(kept), how=old_settings, rows=kept),
    (
        number(f"experiments.{key}", pair.ratio, "x", 2, how=how, rows=pair) for key, (pair, how) in RATIOS.items()
    ),
)

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
sides = alone.set_index(["row_id_before", "row_id_after"])[["before", "after", "cell"]]
items = items.join(sides.rename(columns={"before": "one", "after": "other"}), on=["row_id_before", "row_id_after"])
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
# (a-wish-is-not-a-rate)=
# ### The rate in a file is not always the rate that ran
#
# {n}`experiments.wishes-n` of {n}`experiments.rates-of` entries with a rate ship a file that names another rate than the one that LoadGen
# logged as its target. Mostly it is `user.conf`; in {n}`experiments.doubted-n` it is the configuration itself, which then is not quite
# the one that ran. Loads on this page are the realised ones.

# %% tags=["hide-input"]
for name in ("in_settings", "in_user_conf"):
    places = asked[["repo", "commit", f"{name}_path", f"{name}_line"]].itertuples(index=False)
    asked[f"{name}_url"] = [source_url(r, c, p, int(n)) if pd.notna(p) else None for r, c, p, n in places]
asked["ran_url"] = asked.row_id.map(logs)
asked["who"] = asked.submitter + ", " + asked.accelerators.astype(str) + " " + asked.chip + ", " + asked["round"]
asked["cell"] = asked.benchmark.map(TITLES) + " " + asked.scenario
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
served = [e for e in submitted if e.facts["scenario"] in ex.LIMITED]
named = "of those, entries whose configuration or user.conf names another rate than the log's target"
state(
    number(
        "experiments.rates-of",
        len(served),
        how="Server and Interactive entries whose engine settings are known",
    ),
    number("experiments.wishes-n", len(asked), how=named, rows=asked),
    number(
        "experiments.doubted-n",
        len(doubted),
        how="of those, entries whose configuration names another rate",
        rows=doubted,
    ),
)

# %% [markdown]
# (claims-19-and-46)=
# ## Two claims about limits
#
# A limit on the time per token is a minimum rate, averaged over a request, that all but one request of a hundred must keep. The
# ratio of the two limits of DeepSeek-R1 is what A1 and A3 print as {n}`claim.19.published`.
#
# ```{claim-card} 19
# ```
#
# The time to the first token is another limit and no result. A4 reports that it reached new highs. In DeepSeek-R1 Server it did fall to
# new bests. Over all comparisons of v5.1 with v6.0 on one chip of NVIDIA's, the first token came sooner in {n}`ttft.sooner-n` of
# {n}`ttft.n`.

# %% tags=["hide-cell"]
moves = tables.load("comparisons").query("before == 'v5.1' and after == 'v6.0' and not repeats")
moves = moves[moves.row_id_after.isin(results[results.platform_vendor == "NVIDIA"].row_id)]
waits = with_latency_limits(every, benchmarks=None).set_index("row_id").ttft_p99_ms
moves = moves.assign(wait_before=moves.row_id_before.map(waits), wait_after=moves.row_id_after.map(waits))
moves = moves.dropna(subset=["wait_before", "wait_after"])
moves["sooner"] = moves.wait_after < moves.wait_before
moves.groupby("family").sooner.agg(["sum", "size"])

# %% tags=["hide-cell"]
compared = "comparisons of v5.1 with v6.0 on one of NVIDIA's accelerators whose logs both give the time to the first token"
state(
    number("ttft.n", len(moves), how=compared, rows=moves),
    number("ttft.sooner-n", moves.sooner.sum(), how=f"{compared}; its 99th percentile fell", rows=moves[moves.sooner]),
)

# %% [markdown]
# ```{claim-card} 46
# ```
#
# ## The strongest case for the claim
#
# - The earlier result was at its limit: NVIDIA's rack of v5.1 had {n}`op.before.headroom` of headroom. CoreWeave's and NVIDIA's largest
#   systems of v6.0 had more, so their ratios may understate the chip.
# - A submitter can only choose a rate that the software carries. NVIDIA's rack of v5.1 took {n}`experiments.before-rate` requests a
#   second per GPU with a 99th percentile of TPOT of {n}`experiments.before-tpot`. The limit is {n}`experiments.tpot-limit`.
#   Nebius's system of v6.0 stays within it at {n}`experiments.load-gb300-rate-after` requests a second. What CoreWeave left unused
#   was there to be used.
# - DeepSeek-R1 Offline has no rate to choose. Where submitter, system, batch and KV cache stayed, it rose by up to
#   {n}`experiments.software-high`.
#
# ## What this does not say
#
# - How near a percentile is to its limit does not say how much more a run would carry. Latency can rise steeply within a few
#   percent of load, or hardly at all.
# - LoadGen's test is stricter than the plain 99th percentile where there are few queries (early stopping); runs at the limit passed it.
#   The limits in the logs agree with the rules of both rounds.
# - TPOT is a mean over each request, so a pause between tokens is invisible in it.
# - A 99th percentile does not see the slowest hundredth. In NVIDIA's GB300 run of DeepSeek-R1 Interactive the 99th percentile of
#   TTFT is {n}`op.late.p99`; the longest wait was {n}`op.late.longest`.
# - An experiment here is a comparison after the fact: owners, drivers and cooling differ in most pairs. The copies show how much
#   that matters. In Server and Interactive, copies at one load can only differ in lengths and in how the last query falls.
# - Pairs share entries and are not independent: one entry at an unusual load makes many pairs.
# - v6.0 does not pin TensorRT-LLM's commit, so equal code does not prove equal engines.
# - No other vendor has a closed entry of these benchmarks whose settings we read.
#
# ## Sensitivity
#
# NVIDIA's GB300 rack in v6.0 is just above the line from which we call a run at a limit. What counts as equal in a pair is our choice
# too. The number of pairs by kind under stricter and looser rules, and their lowest and highest ratios:

# %% tags=["hide-input"]
rules = {
    "as above": ex.DEFINED,
    **{f"rates equal within {share:.1%}": ex.Rule(load=share) for share in (0.005, 0.05)},
    "settings without effect count": ex.Rule(inert=True),
    "switches count as well as software": ex.Rule(switches=True),
    "files that start servers are no code": ex.Rule(launchers=False),
    "driver, host, network, owner count": ex.Rule(around=True),
}
found = {name: ex.pairs_table(ex.reclassified(pairs, rule)) for name, rule in rules.items()}
kinds = {name: t.kind.value_counts() for name, t in found.items()}
pd.DataFrame(kinds).T.reindex(columns=["none", "code", *order]).fillna(0).astype(int)

# %% tags=["hide-input"]
def ends(ratios):
    """Lowest and highest, in print."""
    return f"{ratios.min():.2f} to {ratios.max():.2f}"


spans = {name: t.groupby("kind").ratio.agg(ends) for name, t in found.items()}
pd.DataFrame(spans).T.reindex(columns=order).fillna("none")

# %% [markdown]
# If the files that start servers may differ, NVIDIA's own entries form pairs with its partners'. Its copies differ from theirs in `main.py`
# and `llmlib/launch_server.py`, in lines that serve disaggregated runs. Routing then has its only pair, NVIDIA and Nebius Offline on
# the full rack: {n}`experiments.routing-looser` for balancing by input length. If switches count as well as software, the gains of
# DeepSeek-R1 Offline no longer have one cause, because the MoE backend changed with the round.
#
# ## Every run

# %% tags=["hide-input"]
whole = pd.concat([points, with_latency_limits(every, division="open")], ignore_index=True)
linked = with_links(results[results.row_id.isin(whole.row_id)]).set_index("row_id")
table = whole.assign(
    url=whole.row_id.map(linked.log_url),
    cell=whole.benchmark.map(TITLES) + " " + whole.scenario,
    ttft_share=100 * whole.ttft_used,
    tpot_share=100 * whole.tpot_used,
    user_mean=(1000 / whole.tpot_mean_ms).where(~whole.spoiled),
    user_p99=1000 / whole.tpot_p99_ms,
    user_limit=1000 / whole.tpot_limit_ms,
).sort_values(["cell", "round", "per_accelerator"], ascending=[True, False, False])
ResultsTable(
    id="limits",
    frame=table,
    caption=caption(
        "Every run of DeepSeek-R1 and Llama 3.1 405B with latency limits: percentiles of TTFT and TPOT in ms, and the 99th as a "
        f"share of its limit in %. At limit: the nearer limit, where a 99th percentile used {AT_LIMIT:.0%} of it or more. "
        "User: tokens/s of one user, 1000 / TPOT; no mean where absurd values spoil it. Published: tokens/s per accelerator. "
        "The ID leads to the log.",
        results[results.row_id.isin(table.row_id)],
    ),
    columns={
        "submitter": "Submitter",
        "accelerators": "Number",
        "chip": "Chip",
        "round": "Round",
        "cell": "Benchmark",
        "division": "Division",
        "availability": "Category",
        "ttft_p50_ms": "TTFT p50",
        "ttft_p99_ms": "TTFT p99",
        "ttft_limit_ms": "TTFT limit",
        "ttft_share": "TTFT, %",
        "tpot_p50_ms": "TPOT p50",
        "tpot_p99_ms": "TPOT p99",
        "tpot_limit_ms": "TPOT limit",
        "tpot_share": "TPOT, %",
        "binds": "At limit",
        "user_mean": "User, mean",
        "user_p99": "User, p99",
        "user_limit": "User, limit",
        "per_accelerator": "Published",
        "result_id": "ID",
    },
    row_ids=list(table.row_id),
    links={"result_id": "url"},
    formats={
        "ttft_p50_ms": ",.0f",
        "ttft_p99_ms": ",.0f",
        "ttft_limit_ms": ",.0f",
        "tpot_limit_ms": ",.0f",
        "ttft_share": ".0f",
        "tpot_share": ".0f",
        "tpot_p50_ms": ".1f",
        "tpot_p99_ms": ".1f",
        "user_mean": ".1f",
        "user_p99": ".1f",
        "user_limit": ".1f",
        "per_accelerator": ",.1f",
    },
    searchable=True,
)

# %% [markdown]
# ```{mlperf-footnote}
# :rounds:
# ```
