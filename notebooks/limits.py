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

# %%
from claimcheck.notebook import operating_points, say

with_limits = operating_points.where("", lambda t: t.ttft_limit_ms.notna())
both_rounds = with_limits(round=["v5.1", "v6.0"], benchmark=["deepseek-r1", "llama3.1-405b"])
limited = both_rounds(division="closed").called("runs with limits")
r1 = limited(benchmark="deepseek-r1")
gb300 = r1(scenario="Server", chip="GB300")
first = gb300.one(round="v5.1", submitter="NVIDIA")
nebius = gb300.one(round="v6.0", submitter="Nebius", accelerators=8)
coreweave = gb300.one(round="v6.0", submitter="CoreWeave")

first_token = first.ttft_p99_ms / first.ttft_limit_ms
each_token = nebius.tpot_p99_ms / nebius.tpot_limit_ms
load_alone = nebius.per_accelerator / coreweave.per_accelerator
say("op.before.ttft", first_token.percent)
say("op.nebius-8.tpot", each_token.percent)
say("experiments.load-gb300-ratio", load_alone)

# %% tags=["hide-input"]
import pandas as pd

from claimcheck.charts.dots import dotted_rows
from claimcheck.charts.theme import CONTEXT, INK
from claimcheck.notebook import show


def shares(run):
    """The share of each latency limit that the 99th percentile of a run used."""
    return {
        "first token": (run.ttft_p99_ms / run.ttft_limit_ms).percent,
        "time per token": (run.tpot_p99_ms / run.tpot_limit_ms).percent,
    }


def draw(runs, quantities, text, **of_axis):
    """A row of dots for each run: its quantities by kind, and the text at its end."""
    rows = pd.DataFrame(
        {
            "panel": f"{run.title} {run.scenario}",
            "label": f"{run.round}: {run.label}",
            "kind": kind,
            "value": quantity.value,
            "printed": format(quantity, "0" if quantity.unit == "%" else "1"),
            "text": text(run),
            "row_id": run.row_id,
        }
        for run in runs
        for kind, quantity in quantities(run).items()
    )
    return dotted_rows(rows, [*rows.kind.unique()], colours=(CONTEXT, INK), **of_axis)


drawn = r1.where("on GB300, or Interactive", lambda t: (t.scenario == "Interactive") | (t.chip == "GB300"))
show(
    "box",
    "The first token limited NVIDIA's rack in v5.1, the time per token in v6.0",
    draw(
        drawn.by("-scenario", "round", "-per_accelerator"),
        shares,
        lambda run: f"{max(shares(run).values())}",
        axis="99th percentile, % of its limit",
        start=20,
        rule=(100, "limit"),
        format="d",
    ),
    note="A run is at a limit where a dot is near the line; the figure is the larger share.",
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
# them. In Interactive all were near the limit on TPOT. In Llama 3.1 405B Server no run was at a limit in either round, and no run at
# all exceeds one.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show how many runs are at a limit for several meanings of at", "code_prompt_hide": "Hide how many runs are at a limit"}
from claimcheck.analysis.operating import AT_LIMIT, binding
from claimcheck.notebook import table

used = limited.frame[["ttft_used", "tpot_used"]]
meanings = {f"At {share:.0%}": binding(limited.frame, share) != "neither" for share in (0.90, 0.93, 0.95, 0.97, 0.98)}
cells = limited.frame.assign(Runs=True, **meanings).groupby(["benchmark", "scenario", "round"])
table(
    "meanings",
    "Runs at a limit, if a run is at it from 90% to 98% of the limit on",
    cells[["Runs", *meanings]].sum().reset_index(),
    ["benchmark", "scenario", "round", "Runs", *meanings],
    rounds=["v5.1", "v6.0"],
)

# %% tags=["hide-cell"]
from dataclasses import replace

from claimcheck.notebook import holds, value

server = r1(scenario="Server", round="v6.0")
llama = limited(benchmark="llama3.1-405b")
named = {
    "before": first,
    "coreweave-before": gb300.one(round="v5.1", submitter="CoreWeave"),
    "coreweave-8": coreweave,
    "nebius-8": nebius,
    "nebius-72": gb300.one(round="v6.0", submitter="Nebius", accelerators=72),
    "nvidia-72": gb300.one(round="v6.0", submitter="NVIDIA", accelerators=72),
    "nvidia-288": gb300.one(accelerators=288),
    "interactive": r1.one(scenario="Interactive", chip="GB300"),
    "llama-gb300": llama.one(scenario="Server", round="v6.0", submitter="NVIDIA", chip="GB300"),
    "llama-gb300-interactive": llama.one(scenario="Interactive", round="v6.0", chip="GB300"),
}

say("op.at-limit", value(100 * AT_LIMIT, "%", of="share of a limit that a run at it uses", source="our choice"))
say("op.r1-server.v6.0-n", server.count)
say("op.r1-server.v6.0-at-n", server.where("at a limit", lambda t: t.binds != "neither").count)
for name in ("before", "coreweave-before", "coreweave-8", "nvidia-288"):
    say(f"op.{name}.headroom", (1 - max(shares(named[name]).values()).share).percent)
for name in ("nvidia-72", "llama-gb300"):
    say(f"op.{name}.tpot", shares(named[name])["time per token"])
for name in ("llama-gb300", "llama-gb300-interactive"):
    say(f"op.{name}.tpot-ms", named[name].tpot_p99_ms)
for name in ("nvidia-72", "nebius-8"):
    say(f"op.{name}.tail", named[name].tpot_p99_ms / named[name].tpot_p50_ms)
for name in ("nvidia-72", "nebius-72"):
    say(f"op.{name}.offered", replace(named[name].offered_per_accelerator, unit="requests/s"), 2)
say("op.nvidia-72.median", (named["nvidia-72"].tpot_p50_ms / named["nvidia-72"].tpot_limit_ms).percent)

holds("no run at all exceeds one", (used <= 1).all(axis=None))
holds("the best among them", server.first("-per_accelerator").binds != "neither")
holds("In Llama 3.1 405B Server no run was at a limit", set(llama(scenario="Server").frame.binds) == {"neither"})
holds("was served a little faster", named["nvidia-72"].tpot_mean_ms < named["nebius-72"].tpot_mean_ms)
holds("and in the slowest hundredth", named["nvidia-72"].tpot_p99_ms < named["nebius-72"].tpot_p99_ms)
nearer = [run.binds for run in (first, named["nvidia-72"], nebius)]
holds("limited NVIDIA's rack in v5.1, the time per token in v6.0", nearer == ["TTFT", "TPOT", "TPOT"])
longer, shorter = (named[name] for name in ("llama-gb300", "llama-gb300-interactive"))
holds("and the limit is less than half as long", shorter.tpot_limit_ms < longer.tpot_limit_ms.across / 2)
holds("TTFT is the nearer limit in both", all(run.ttft_used > run.tpot_used for run in (longer, shorter)))

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

# %% [markdown]
# (one-user)=
# ## The highest rates come with the slowest service
#
# After the first token, a user of Nebius's system behind {n}`claim.1.published` gets {n}`op.nebius-8.user` on average. NVIDIA's
# rack of v5.1 gave {n}`op.before.user`. The rules require {n}`op.nebius-8.user-limit`, in all but one request of a hundred. So the
# ratio says that far more users were served at once, each a little slower. Server does not say whether it would be as large for
# faster service.

# %% tags=["hide-input"]
from claimcheck.charts.metric import frontier
from claimcheck.notebook import Quantity, rows_behind

# Milliseconds of a second, for a user's rate from the time of a token.
SECOND = Quantity(1000, "tokens·ms/s")


def speeds(run):
    """Tokens per second of one user; the median in place of a mean that absurd values spoil."""
    typical = run.tpot_p50_ms if run.spoiled else run.tpot_mean_ms
    return {"slowest of a hundred": SECOND / run.tpot_p99_ms, "mean": SECOND / typical}


required = SECOND / nebius.tpot_limit_ms
over_rounds = with_limits(division="closed", benchmark="deepseek-r1", scenario="Server", chip="GB300").by("round", "-per_accelerator")
placed = {first.row_id: "below", nebius.row_id: "below"} | {
    gb300.one(round="v6.0", submitter=who, accelerators=size).row_id: place
    for who, size, place in (("NVIDIA", 72, "below"), ("Nebius", 72, "below"))
}
by_rate = list(gb300(round="v6.0").by("-per_accelerator"))
by_service = sorted(by_rate, key=lambda run: speeds(run)["mean"])
holds("The highest rates come with the slowest service", [run.row_id for run in by_rate] == [run.row_id for run in by_service])
show(
    "one-user",
    "In v6.0 a higher rate per GPU came with slower service for each user",
    frontier(
        over_rounds.frame.assign(
            user=[speeds(run)["mean"].value for run in over_rounds],
            rate=[run.per_accelerator.value for run in over_rounds],
            label=[run.label for run in over_rounds],
            published=[run.rows <= rows_behind(1) for run in over_rounds],
            name=[f"{run.submitter}, {run.accelerators}" if run.row_id in placed else "" for run in over_rounds],
            place=[placed.get(run.row_id, "") for run in over_rounds],
        )
    ),
    note=f"DeepSeek-R1 Server on GB300, each dot one result; the two of the published pair are orange, those of v6.1 are pale. A line joins the results of a "
    "round that no other of it beats in both figures. They are of different owners and sizes, not of one machine at several loads. "
    f"The limit is on the slowest of a hundred requests: {required:1} tokens/s. Where a few absurd values spoil a mean, the median "
    "takes its place.",
)

# %% tags=["hide-cell"]
for name in ("before", "nebius-8", "interactive"):
    say(f"op.{name}.user", speeds(named[name])["mean"], 1)
say("op.interactive.user-p99", speeds(named["interactive"])["slowest of a hundred"], 1)
say("op.nebius-8.user-limit", required, 1)
say("op.interactive.user-limit", SECOND / named["interactive"].tpot_limit_ms, 1)
say("op.interactive.rate", replace(named["interactive"].per_accelerator, unit="tokens/s"))

# %% [markdown]
# In v6.0 a user of NVIDIA's rack was served a little faster than one of Nebius's, both on average and in the slowest hundredth.
# [Four settings separate the two racks](what-you-get.ipynb).
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

# %%
from claimcheck.notebook import results

closed = results(round="v6.0", benchmark="deepseek-r1", chip="GB300")
for scenario in ("Server", "Offline"):
    small = closed.one(scenario=scenario, submitter="Nebius", accelerators=8)
    rack = closed.one(scenario=scenario, submitter="NVIDIA", accelerators=72)
    say(f"first.{scenario.lower()}.rest", small.per_accelerator / rack.per_accelerator)

# %% tags=["hide-cell"]
from claimcheck.notebook import comparisons

kept = comparisons(before="v5.1", after="v6.0", benchmark="deepseek-r1", same_submitter=True, same_number=True)
gained = kept.frame.groupby(["submitter_after", "chip", "accelerators_after", "scenario"]).ratio
holds("Every owner gained more in Server", (gained.min().unstack().Server > gained.max().unstack().Offline).all())
holds("nobody else had more per GPU on GB300", gb300(round="v5.1").first("-per_accelerator").rows == first.rows)

# %% [markdown]
# In v6.1 NVIDIA's own rack made up the same step: {n}`next.nvidia-server-72-step` in Server and {n}`next.nvidia-offline-72-step` in
# Offline. So its entry of v6.0 was probably not the best that Server allowed. New software that helps only under a latency limit
# would look the same. In v6.1 the rack was offered half as many queries again and used nearly the whole limit on the time per
# token ([its run](v6-1.ipynb)). For the entry of v5.1 nothing of the kind can be shown: it was at a limit, and nobody else had
# more per GPU on GB300.
#
# A larger gain in Server is no sign of neglect by itself: under a limit on latency, a faster engine leaves room for more requests.
# Every owner gained more in Server ([every comparison](speedup.ipynb#one-owner-can-gain-as-much)). On Llama 3.1 405B, an older benchmark, NVIDIA's rack gained {n}`pair.llama-server-own` in Server
# and {n}`pair.llama-offline-own` in Offline. The step inside v6.0 does point to how the systems were run: their Offline results are
# nearly equal, [their settings almost the same](what-you-get.ipynb), and one of them was offered much less load. MLCommons'
# guidelines allow comparisons within one scenario only ([section 4, line
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

# %%
from claimcheck.analysis import experiments as ex
from claimcheck.data import tables
from claimcheck.notebook import Selection

read = ("inference_results", "loadgen_runs", "systems", "engine_settings", "submitted_files")
entries = ex.submissions(*map(tables.load, read))
compared = ex.pairs(entries)


def under(rule, words):
    """All pairs of entries of one benchmark and scenario, with what differs by a rule."""
    return Selection(ex.pairs_table(ex.reclassified(compared, rule)), words)


def differ_in(*kinds):
    """The pairs that differ in one of these things and in nothing else."""
    return every.where(f"that differ in {' or '.join(kinds)} only", lambda t: t.kind.isin(kinds))


every = under(ex.DEFINED, "pairs of entries of one benchmark and scenario")
load = differ_in("load")
alone = differ_in("load", "routing", "settings", "software", "hardware", "scale")
say("experiments.pairs-n", every.count)
say("experiments.alone-n", alone.count)
say("experiments.load-n", load.count)

# %% tags=["hide-input"]
from claimcheck.charts.dots import worth

KINDS = {"none": "nothing (copies)", "code": "code within a round", "settings": "settings", "load": "load"}
KINDS |= {"scale": "number of GPUs", "hardware": "chip", "software": "software of the round"}


def side(row):
    """One side of a pair in words."""
    mark = "" if row.availability == "available" else f", {row.availability}"
    return f"{row.label}, {row.round}{mark}"


def in_words(pair):
    """A pair in words."""
    return f"{pair.title} {pair.scenario}: {side(pair.before)} / {side(pair.after)}"


single = differ_in(*KINDS)
widest = (single.frame.kind == "load") & (single.frame.ratio > 1.4)
show(
    "worth",
    f"Load alone changed a Server result by up to {load.max('ratio')}; copies agree",
    worth(
        single.frame.assign(label=list(map(in_words, single)), name=single.frame.chip_after.where(widest, "")),
        KINDS,
    ),
    note="A dot is a pair of entries of DeepSeek-R1 or Llama 3.1 405B, closed division; in brackets the number of pairs. Pairs of "
    "copies and of one round's code show how far two runs of one thing differ. The table of pairs names submitters, systems and "
    "categories.",
    rounds=["v5.1", "v6.0"],
)

# %% tags=["hide-cell"]
strict = under(ex.Rule(inert=True, around=True), "pairs with driver, host, network, launch scripts and owner equal")
nearly = every.where("that differ in two factors", lambda t: t.factors.str.count(",") == 1)
say("experiments.entries-n", value(len(entries), of="closed entries whose engine settings are known", rows=every))
say("experiments.tolerance", value(100 * ex.DEFINED.load, "%", of="rates taken for equal", source="our choice"))
say("experiments.nearly-n", nearly.count)
say("experiments.strict-n", strict.where("that differ in one factor", lambda t: t.kind.isin(alone.frame.kind)).count)
for kind in ("settings", "software", "scale"):
    say(f"experiments.{kind}-n", differ_in(kind).count)
    say(f"experiments.{kind}-low", differ_in(kind).min("ratio"))
    say(f"experiments.{kind}-high", differ_in(kind).max("ratio"))


def apart(pair):
    """The higher result of a pair over the lower."""
    low, high = sorted([pair.before.per_accelerator, pair.after.per_accelerator])
    return high / low


def load_pair(chip):
    """The two runs on a chip that differ most by load alone, the lower first; states their rates and times."""
    pair = load(benchmark="deepseek-r1", scenario="Server", chip_after=chip).first("-ratio")
    runs = [limited.one(row_id=row_id) for row_id in (pair.row_id_before, pair.row_id_after)]
    for when, run in zip(("before", "after"), runs):
        say(f"experiments.load-{chip.lower()}-rate-{when}", run.offered_per_accelerator.bare, 2)
        say(f"experiments.load-{chip.lower()}-tpot-{when}", run.tpot_p99_ms, 1)
    return runs


for key, scenarios in {"offline": ["Offline"], "limited": ["Server", "Interactive"]}.items():
    say(f"experiments.control-{key}", max(map(apart, differ_in("none")(scenario=scenarios))), 3)
follows = [pair.ratio / pair.rate_ratio for pair in load]
say("experiments.load-follows-low", min(follows), 3)
say("experiments.load-follows-high", max(follows), 3)
lower, higher = load_pair("B300")
holds("B300, GigaComputing", (lower.submitter, higher.submitter) == ("GigaComputing", "Nebius"))
holds("GB300, CoreWeave", [run.row_id for run in load_pair("GB300")] == [coreweave.row_id, nebius.row_id])
say("experiments.load-b300-ratio", higher.per_accelerator / lower.per_accelerator)
say("experiments.load-b300-rate", higher.offered_per_accelerator / lower.offered_per_accelerator)
holds("in these pairs always within the limits", load.rows <= limited.rows)

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
# {n}`experiments.load-gb300-ratio`, by load alone. Together they are {n}`pair.gb300-server-published`. Among systems available in
# both rounds the published pair ranks {n}`readings.available-rank`; the higher ratios are over CoreWeave's entry of v5.1, a preview.

# %% tags=["hide-cell"]
say("experiments.chain-first", coreweave.per_accelerator / first.per_accelerator)
say("experiments.before-rate", first.offered_per_accelerator.bare, 2)
say("experiments.before-tpot", first.tpot_p99_ms, 1)
say("experiments.tpot-limit", first.tpot_limit_ms)

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

# %% tags=["hide-cell"]
kept_settings = [bool(ex.unchanged([pair])) for pair in compared]
equal = every.where("across two rounds in which no setting differs", lambda _: kept_settings)
old_r1, old_llama = (equal(benchmark=name, scenario="Offline") for name in ("deepseek-r1", "llama3.1-405b"))
looser = under(ex.Rule(launchers=False), "pairs where files that start servers may differ")
of_settings = looser.where("that differ in settings", lambda t: t.kind == "settings")
switched = of_settings.where("from Google's entry", lambda t: t.row_id_before.isin(old_r1.frame.row_id_after))
say("experiments.unchanged-n", equal.count)
say("experiments.unchanged-r1-high", old_r1.max("ratio"))
say("experiments.unchanged-405b-low", old_llama.min("ratio"))
say("experiments.unchanged-405b-high", old_llama.max("ratio"))
say("experiments.switched-r1", switched.max("ratio"))
say("experiments.routing-looser", looser.where("that differ in routing", lambda t: t.kind == "routing").max("ratio"))
holds("in each, the later entry is Google's", set(equal.frame.submitter_after) == {"Google"})

# %% [markdown]
# (two-differences)=
# {n}`experiments.nearly-n` more pairs differ in two factors and are no experiments: where load and software differ, the load was raised
# or lowered with the software.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show all of these pairs", "code_prompt_hide": "Hide all of these pairs"}
from claimcheck.notebook import results_of

asked = ex.rates_not_run(entries, tables.load("engine_settings"))
doubted = asked[(asked.in_settings / asked.asked - 1).abs() > ex.DEFINED.load / 4]
logs = results_of(every).set_index("row_id").log_url
few = {*alone.frame.index, *nearly.frame.index, *equal.frame.index}
of_gb300 = "benchmark == 'deepseek-r1' and scenario == 'Server' and chip_before == chip_after == 'GB300'"
shown = every.where("", lambda t: t.index.isin(few) | t.eval(of_gb300))
shown = shown.by("factors", "benchmark", "scenario", "-ratio").frame
shown = shown.assign(equal=shown.index.isin(equal.frame.index))
words = {"factors": "Differs in", "cell": "Benchmark", "rate_ratio": "Rate", "offered_ratio": "Rate × length"}
words |= {"tpot": "p99 TPOT, ms", "equal": "Equal settings"}
table(
    "experiments",
    "Pairs of closed entries that differ in one factor or in two, those of two rounds with equal settings, and every pair of "
    "DeepSeek-R1 Server on GB300",
    shown.assign(before_log=shown.row_id_before.map(logs), after_log=shown.row_id_after.map(logs)),
    "factors cell before after ratio rate_ratio offered_ratio tpot equal inferred",
    headings=words,
    links={"before": "before_log", "after": "after_log"},
    note="Ratio: published result per accelerator, the second entry over the first. Rate: of realised offered rates; rate × length: "
    "with the runs' mean output lengths. Inferred: a setting follows from the launcher's rule for large systems; the command that "
    "ran is not recorded. The links lead to the logs.",
    rounds=["v5.1", "v6.0"],
    searchable=True,
    cell=lambda row: f"{row.title} {row.scenario}",
    before=lambda row: side(row.before),
    after=lambda row: side(row.after),
    tpot=lambda row: "" if pd.isna(row.rate_ratio) else f"{row.tpot_p99_ms_before:1} to {row.tpot_p99_ms_after:1}",
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every item in which pairs with one difference differ", "code_prompt_hide": "Hide these items"}
from claimcheck.claims.verdict.evidence import source_urls

items = ex.items_table([compared[i] for i in alone.by("kind", "benchmark", "scenario", "-ratio").frame.index])
by_ids = {(pair.row_id_before, pair.row_id_after): in_words(pair) for pair in alone}
for when in ("before", "after"):
    places = items[[f"{part}_{when}" for part in ("repo", "commit", "path", "line")]]
    items = items.assign(**{when: items[when].fillna("not set"), f"{when}_url": source_urls(places)})
table(
    "items",
    "Items in which the pairs above differ, each side's value linked to its source; files by the start of git's id",
    items.assign(pair=[by_ids[pair] for pair in zip(items.row_id_before, items.row_id_after)]),
    "pair factor item before after",
    headings={"before": "First", "after": "Second"},
    links={"before": "before_url", "after": "after_url"},
    rounds=["v5.1", "v6.0"],
    searchable=True,
)

# %% [markdown]
# (a-wish-is-not-a-rate)=
# ### The rate in a file is not always the rate that ran
#
# {n}`experiments.wishes-n` of {n}`experiments.rates-of` entries with a rate ship a file that names another rate than the one that LoadGen
# logged as its target. Mostly it is `user.conf`; in {n}`experiments.doubted-n` it is the configuration itself, which then is not quite
# the one that ran. Loads on this page are the realised ones.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show these rates", "code_prompt_hide": "Hide these rates"}
served = [entry.facts["row_id"] for entry in entries if entry.facts["scenario"] in ex.LIMITED]
of_these = "entries with a rate whose engine settings are known"
say("experiments.rates-of", value(len(served), of=of_these, rows=served))
say("experiments.wishes-n", value(len(asked), of=f"{of_these}, of which a file names another rate", rows=asked))
say("experiments.doubted-n", value(len(doubted), of=f"{of_these}, of which the settings do", rows=doubted))
columns = {"in_settings": "Configuration", "in_user_conf": "user.conf", "asked": "Target in the log", "ran": "Realised"}
for file in ("in_settings", "in_user_conf"):
    asked[f"{file}_url"] = source_urls(asked[["repo", "commit", f"{file}_path", f"{file}_line"]])
table(
    "wishes",
    "Rates in queries/s for the whole system: in the configuration, in user.conf, as LoadGen's target in the log, and as realised",
    asked.assign(ran_url=asked.row_id.map(logs)),
    ["round", "submitter", "accelerators", "chip", "benchmark", "scenario", *columns],
    headings=columns,
    links={column: f"{column}_url" for column in ("in_settings", "in_user_conf", "ran")},
)

# %% [markdown]
# (claims-19-and-46)=
# ## Two claims about limits
#
# ```{claim-list} 19 46
# ```
#
# A limit on the time per token is a minimum rate, averaged over a request, that all but one request of a hundred must keep. The
# ratio of the two limits of DeepSeek-R1 is what A1 and A3 print as {n}`claim.19.published`.
#
# The time to the first token is another limit and no result. A4 reports that it reached new highs. In DeepSeek-R1 Server it did fall to
# new bests. Over all comparisons of v5.1 with v6.0 on one chip of NVIDIA's, the first token came sooner in {n}`ttft.sooner-n` of
# {n}`ttft.n`.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show these comparisons by benchmark", "code_prompt_hide": "Hide these comparisons"}
waits = with_limits.frame.set_index("row_id").ttft_p99_ms.to_dict()
accelerators = with_limits.frame.set_index("row_id").accelerator.to_dict()
moves = comparisons(before="v5.1", after="v6.0", repeats=False).where(
    "on one of NVIDIA's accelerators whose logs both give the time to the first token",
    lambda t: t.row_id_after.map(accelerators).str.startswith("NVIDIA") & t.row_id_after.isin(waits) & t.row_id_before.isin(waits),
)
fell = (moves.frame.row_id_after.map(waits) < moves.frame.row_id_before.map(waits)).rename("sooner")
say("ttft.n", moves.count)
say("ttft.sooner-n", moves.where("and in which its 99th percentile fell", lambda _: fell).count)
table(
    "first-token",
    "Comparisons of v5.1 with v6.0 in which the first token came sooner, by benchmark",
    fell.groupby(moves.frame.benchmark).agg(sooner="sum", comparisons="size").reset_index(),
    "benchmark sooner comparisons",
    rounds=["v5.1", "v6.0"],
)

# %% [markdown]
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

# %% tags=["hide-cell"]
late = limited.first("-ttft_max_ms")
holds("In NVIDIA's GB300 run of DeepSeek-R1 Interactive", late.rows == named["interactive"].rows)
MS = Quantity(1000, "ms/s")
say("op.late.longest", late.ttft_max_ms / MS)
say("op.late.p99", late.ttft_p99_ms / MS, 1)

# %% [markdown]
# ## Sensitivity
#
# NVIDIA's GB300 rack in v6.0 is just above the line from which we call a run at a limit. What counts as equal in a pair is our choice
# too.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the pairs under stricter and looser rules", "code_prompt_hide": "Hide the pairs under other rules"}
rules = {
    "As above": ex.DEFINED,
    **{f"Rates equal within {share:.1%}": ex.Rule(load=share) for share in (0.005, 0.05)},
    "Settings without effect count": ex.Rule(inert=True),
    "Switches count as well as software": ex.Rule(switches=True),
    "Files that start servers are no code": ex.Rule(launchers=False),
    "Driver, host, network, owner count": ex.Rule(around=True),
}


def counted(ratios):
    """How many pairs there are, and their lowest and highest ratio."""
    return f"{len(ratios)} ({ratios.min():.2f} to {ratios.max():.2f})"


table(
    "rules",
    "Pairs by what alone differs, and their lowest and highest ratios, if other things count as equal",
    pd.DataFrame(
        {"rule": name, **under(rule, "pairs").frame.groupby("kind").ratio.agg(counted)} for name, rule in rules.items()
    ).fillna("0"),
    "rule none code load routing settings software hardware scale",
    rounds=["v5.1", "v6.0"],
)

# %% [markdown]
# If the files that start servers may differ, NVIDIA's own entries form pairs with its partners'. Its copies differ from theirs in `main.py`
# and `llmlib/launch_server.py`, in lines that serve disaggregated runs. Routing then has its only pair, NVIDIA and Nebius Offline on
# the full rack: {n}`experiments.routing-looser` for balancing by input length. If switches count as well as software, the gains of
# DeepSeek-R1 Offline no longer have one cause, because the MoE backend changed with the round.
#
# ## Every run

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every run with its latencies", "code_prompt_hide": "Hide every run"}
table(
    "limits",
    "Every run of DeepSeek-R1 and Llama 3.1 405B with latency limits: times in ms, and the 99th percentile as a share of its limit",
    both_rounds.by("benchmark", "-scenario", "-round", "-per_accelerator"),
    "submitter accelerators chip round benchmark scenario division availability ttft_p50_ms ttft_p99_ms ttft_limit_ms ttft_share "
    "tpot_p50_ms tpot_p99_ms tpot_limit_ms tpot_share binds user_mean per_accelerator result_id",
    note=f"At limit: the nearer limit, where a 99th percentile used {AT_LIMIT:.0%} of it or more. User: mean tokens/s of one user, "
    "1000 / TPOT; no mean where absurd values spoil it. Per GPU: tokens/s, as published.",
    searchable=True,
    ttft_share=lambda run: shares(run)["first token"],
    tpot_share=lambda run: shares(run)["time per token"],
    user_mean=lambda run: "–" if run.spoiled else speeds(run)["mean"],
)

# %% [markdown]
# ```{mlperf-footnote}
# :rounds:
# ```
