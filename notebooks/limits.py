# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # How hard was each system pushed?
#
# :::{admonition} The answer
# :class: cc-key
# **Neither side of the published pair was held back, but the load that a submitter chooses decides much of a Server
# result.** In DeepSeek-R1 Server of MLPerf® Inference, NVIDIA's GB300 rack of v5.1 used {n}`op.before.ttft` of the time
# allowed for the first token. Nebius's eight GB300 of v6.0 used {n}`op.nebius-8.tpot` of the time allowed per token.
#
# Other runs of v6.0 stayed well below both limits. Two entries of v6.0 on GB300 have the same code on as many GPUs, and
# no engine setting differs that we think could change a rate: Nebius sent {n}`experiments.load-gb300-rate` as many
# requests as CoreWeave, and published {n}`experiments.load-gb300-ratio` the rate. Their descriptions name different
# networks, so this does not show that load alone did it. NVIDIA's rack of v6.0, a third run, was at its limit with its
# settings; a round later it made {n}`next.nvidia-server-72-step` as much. So we think that its
# {n}`pair.gb300-server-own` over v5.1 is what it published, and not the most that it could.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
runs = pd.read_csv("../data/tables/loadgen_runs.csv.gz", low_memory=False)
gb300 = test[test.accelerator.str.contains("GB300")][["run_id", "accelerators"]].merge(runs, on="run_id")
gb300 = gb300.set_index(["round", "submitter", "accelerators"])
plain = 100 * gb300.ttft_p99_ms["v5.1", "NVIDIA", 72] / gb300.ttft_limit_ms["v5.1", "NVIDIA", 72]
print(f"NVIDIA's rack of v5.1 used {plain:.0f}% of the time allowed for the first token")

# %% tags=["hide-cell"]
from claimcheck.notebook import operating_points, same, say

with_limits = operating_points.where("with limits", lambda t: t.ttft_limit_ms.notna())
both_rounds = with_limits(round=["v5.1", "v6.0"], benchmark=["deepseek-r1", "llama3.1-405b"])
limited = both_rounds(division="closed").called("runs with limits")
r1 = limited(benchmark="deepseek-r1")
gb300 = r1(scenario="Server", chip="GB300")
first = gb300.one(round="v5.1", submitter="NVIDIA")
nebius = gb300.one(round="v6.0", submitter="Nebius", accelerators=8)
coreweave = gb300.one(round="v6.0", submitter="CoreWeave")

first_token = first.ttft_p99_ms / first.ttft_limit_ms
each_token = nebius.tpot_p99_ms / nebius.tpot_limit_ms
more_load = nebius.per_accelerator / coreweave.per_accelerator
say("op.before.ttft", same(plain, first_token.percent), of="how much of the allowed time to the first token the "
    "slowest hundredth took on NVIDIA's rack in v5.1, DeepSeek-R1 Server")
say("op.nebius-8.tpot", each_token.percent, of="how much of the allowed time per token the slowest hundredth took on "
    "Nebius's 8 GB300 in v6.0, DeepSeek-R1 Server")
say("experiments.load-gb300-ratio", more_load, of="tokens that Nebius's 8 GB300 made over those of CoreWeave's 8 GB300 "
    "in v6.0 with the same settings and less load, DeepSeek-R1 Server")
say("experiments.load-gb300-rate", nebius.offered_per_accelerator / coreweave.offered_per_accelerator,
    of="requests sent to each of Nebius's 8 GB300 over those sent to each of CoreWeave's 8 GB300, DeepSeek-R1 Server, "
    "v6.0")

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.notebook import (
    COLOURS,
    changed_settings,
    engine_settings,
    line_at,
    results,
    results_of,
    show,
    submitted_files,
    systems,
)


def shares(run):
    """The share of each latency limit that the 99th percentile of a run used."""
    return {
        "first token": (run.ttft_p99_ms / run.ttft_limit_ms).percent,
        "time per token": (run.tpot_p99_ms / run.tpot_limit_ms).percent,
    }

# %% tags=["hide-input"]
drawn = r1.where("on GB300, or Interactive", lambda t: (t.scenario == "Interactive") | (t.chip == "GB300"))
used = pd.DataFrame(
    {
        "panel": f"{run.title} {run.scenario}",
        "result": f"{run.round}: {run.label}",
        "which": which,
        "share": share.value,
        "as_printed": str(share),
        "words": f"{share}, {which}" * (run.submitter == "NVIDIA") or str(share)
        if share == max(shares(run).values()) else "",
        "row_id": run.row_id,
    }
    for run in drawn.by("-scenario", "round", "-per_accelerator")
    for which, share in shares(run).items()
)
axis = "99th percentile, % of its limit"
rows = alt.Chart(used).encode(alt.X("share", title=axis).scale(domainMin=20), alt.Y("result", sort=None))
spans = rows.mark_rule(color=COLOURS["rule"], strokeWidth=3)
which = alt.Color("which").scale(range=[COLOURS["other"], COLOURS["words"]])
layers = (
    spans.encode(alt.X("min(share)", title=axis), x2="max(share)"),
    line_at("limit", 100, "quiet"),
    rows.mark_circle().encode(color=which),
    # Right of the line, which the words would cross.
    rows.transform_calculate(end="max(datum.share, 100)").mark_text().encode(alt.X("end:Q", title=axis), text="words"),
)
show(
    "box",
    "The first token limited NVIDIA's rack in v5.1, the time per token in v6.0",
    alt.layer(*layers, data=used).facet(alt.Facet("panel", sort=None), columns=1).resolve_scale(y="independent"),
    note="A run is at a limit where a dot is near the line; the figure is the larger share.",
)

# %% [markdown]
# (who-ran-at-the-limit)=
# ## Who ran at a limit?
#
# A submitter chooses the rate at which requests arrive. In a run that is submitted, LoadGen, MLPerf's load generator,
# does not look for the highest rate that a system can carry. It checks two times at the rate chosen: the time to the
# first token (TTFT) and the time per output token after it (TPOT). In 99 of 100 requests (the 99th percentile) each
# must be within its limit. We call a run *at* a limit when it used {n}`op.at-limit` of it or more.
#
# In DeepSeek-R1 Server, {n}`op.r1-server.v6.0-at-n` of the {n}`op.r1-server.v6.0-n` runs of v6.0 were at a limit, the
# best among them. In DeepSeek-R1 Interactive all three of v6.0 used more than nine tenths of the limit on TPOT. In
# Llama 3.1 405B Server no run was at a limit in either round, and no run of v5.1 or v6.0 exceeds one at the 99th
# percentile.

# %% tags=["hide-cell"]
from claimcheck.analysis.operating import AT_LIMIT, MS, user
from claimcheck.notebook import comparisons, holds, table, value

used = limited.frame[["ttft_used", "tpot_used"]]
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

# %% tags=["hide-cell"]
for name in ("llama-gb300", "llama-gb300-interactive"):
    say(f"op.{name}.tpot-ms", named[name].tpot_p99_ms)
for name in ("nvidia-72", "nebius-8"):
    say(f"op.{name}.tail", named[name].tpot_p99_ms / named[name].tpot_p50_ms)
for name in ("nvidia-72", "nebius-72"):
    run, of = named[name], f"requests offered per second and GPU of {named[name].words}"
    say(f"op.{name}.offered", run.offered_per_accelerator.value, 2, of=of, rows=run, unit="requests/s")
say("op.nvidia-72.median", (named["nvidia-72"].tpot_p50_ms / named["nvidia-72"].tpot_limit_ms).percent)

holds("no run of v5.1 or v6.0 exceeds one at the 99th percentile", (used <= 1).all(axis=None))
holds("the best among them", server.first("-per_accelerator").binds != "neither")
chat = r1(scenario="Interactive", round="v6.0").frame.tpot_used
holds("In DeepSeek-R1 Interactive all three of v6.0 used more than nine tenths of the limit on TPOT",
    len(chat) == 3 and chat.min() > 0.9)
holds("In Llama 3.1 405B Server no run was at a limit", set(llama(scenario="Server").frame.binds) == {"neither"})
holds("was served a little faster", named["nvidia-72"].tpot_mean_ms < named["nebius-72"].tpot_mean_ms)
holds("and in the slowest hundredth", named["nvidia-72"].tpot_p99_ms < named["nebius-72"].tpot_p99_ms)
nearer = [run.binds for run in (first, named["nvidia-72"], nebius)]
holds("The first token limited NVIDIA's rack in v5.1, the time per token in v6.0", nearer == ["TTFT", "TPOT", "TPOT"])
longer, shorter = (named[name] for name in ("llama-gb300", "llama-gb300-interactive"))
holds("and the limit is less than half as long", shorter.tpot_limit_ms < longer.tpot_limit_ms.across / 2)
holds("TTFT is the nearer limit in both", all(run.ttft_used > run.tpot_used for run in (longer, shorter)))

# %% [markdown]
# (what-the-headroom-means)=
# ### What that says of each run
#
# A run below both limits may have been offered less than it could carry, or a little more load may have broken a limit.
# The log does not say which.
#
# - **The pair behind {n}`claim.1.published`**: both were at a limit, but not at the same one. The wait for the first
#   token shrank, and the time per token became the limit that a run reaches first.
# - **NVIDIA's own rack** was at the limit on TPOT in v6.0, but only its slowest requests were: its median request took
#   {n}`op.nvidia-72.median` of the time allowed. The 99th percentile is {n}`op.nvidia-72.tail` the median there and
#   {n}`op.nebius-8.tail` in Nebius's smaller system.
# - **Two racks of one kind in v6.0**: Nebius offered {n}`op.nebius-72.offered` to each GPU and NVIDIA
#   {n}`op.nvidia-72.offered`. Both used {n}`op.nvidia-72.tpot` or more of the limit, so NVIDIA's slowest requests left
#   little room for a higher rate at its settings.
# - **CoreWeave** stayed {n}`op.coreweave-before.headroom` below its nearer limit in v5.1 and
#   {n}`op.coreweave-8.headroom` in v6.0. Nebius's result over CoreWeave's of v5.1 thus compares a run at a limit with
#   one that was not.
# - **NVIDIA's largest system** stayed {n}`op.nvidia-288.headroom` below its nearer limit. No result shows how much more
#   it would have carried.
# - **NVIDIA's GB300 rack on Llama 3.1 405B** has a 99th percentile of TPOT of {n}`op.llama-gb300.tpot-ms` in Server,
#   which is {n}`op.llama-gb300.tpot` of the limit. In Interactive it is {n}`op.llama-gb300-interactive.tpot-ms`, and
#   the limit is less than half as long. TTFT is the nearer limit in both.
#
# (one-user)=
# ## In v6.0 the highest rates on GB300 came with the slowest service
#
# After the first token, a user of Nebius's system behind {n}`claim.1.published` gets {n}`op.nebius-8.user` on average.
# NVIDIA's rack of v5.1 gave {n}`op.before.user`. The rules require {n}`op.nebius-8.user-limit`, in all but one request
# of a hundred. So the ratio says that far more users were served at once, each a little slower. Server does not say
# whether it would be as large for faster service.

# %% tags=["hide-cell"]
by_rate = list(gb300(round="v6.0").by("-per_accelerator"))
by_service = sorted(by_rate, key=user)
holds("In v6.0 the highest rates on GB300 came with the slowest service",
    [run.row_id for run in by_rate] == [run.row_id for run in by_service])
for name in ("before", "nebius-8", "interactive"):
    say(f"op.{name}.user", user(named[name]), 1)
say("op.interactive.user-p99", user(named["interactive"], named["interactive"].tpot_p99_ms), 1)
say("op.nebius-8.user-limit", user(nebius, nebius.tpot_limit_ms), 1)
say("op.interactive.user-limit", user(named["interactive"], named["interactive"].tpot_limit_ms), 1)
say("op.interactive.rate", named["interactive"].per_accelerator)

# %% [markdown]
# In v6.0 a user of NVIDIA's rack was served a little faster than one of Nebius's, both on average and in the slowest
# hundredth. [Four settings separate the two racks](what-you-get.ipynb).
#
# **Interactive** requires {n}`op.interactive.user-limit`. NVIDIA's GB300 rack, the only one there in v6.0, gave
# {n}`op.interactive.user` on average and {n}`op.interactive.user-p99` in the slowest hundredth. Its rate is
# {n}`op.interactive.rate`. It is another scenario with other settings, multi-token prediction among them, so we form no
# ratio of its rate to Server's.
#
# ## How far was the first Server result from what Offline showed?
#
# **A factor of {n}`first.server.rest` in the published {n}`claim.1.published` appears in Server and hardly in
# Offline**, the scenario without a limit on latency. In v6.0 Nebius's smaller system is ahead of NVIDIA's rack by that
# factor in Server and by {n}`first.offline.rest` in Offline. The rest is NVIDIA's own gain since v5.1:
# {n}`pair.gb300-server-own` in Server and {n}`pair.gb300-offline-own` in Offline.

# %%
closed = results(round="v6.0", benchmark="deepseek-r1", chip="GB300")
for scenario in ("Server", "Offline"):
    small = closed.one(scenario=scenario, submitter="Nebius", accelerators=8)
    rack = closed.one(scenario=scenario, submitter="NVIDIA", accelerators=72)
    say(f"first.{scenario.lower()}.rest", small.per_accelerator / rack.per_accelerator)

# %% tags=["hide-cell"]
kept = comparisons(before="v5.1", after="v6.0", benchmark="deepseek-r1", same_submitter=True, same_number=True)
gained = kept.frame.groupby(["submitter_after", "chip", "accelerators_after", "scenario"]).ratio
holds("In DeepSeek-R1 every owner with as many of the same GPUs in both rounds gained more in Server",
    (gained.min().unstack().Server > gained.max().unstack().Offline).all())
described = systems.frame.merge(results_of([coreweave, nebius])[["round", "division", "submitter", "system"]])
networks = described.set_index("submitter").network
holds("Nebius describes the network of its GB300 as Ethernet(IPoIB) and CoreWeave as InfiniBand",
    networks.Nebius == "Ethernet(IPoIB)" and "InfiniBand" in networks.CoreWeave)
holds("Their descriptions name different networks", networks.nunique() == 2)
holds("nobody else had more per GPU on GB300", gb300(round="v5.1").first("-per_accelerator").rows == first.rows)

# %% [markdown]
# In v6.1 NVIDIA's own rack made up the same step: {n}`next.nvidia-server-72-step` in Server and
# {n}`next.nvidia-offline-72-step` in Offline. So its entry of v6.0 was probably not the best that Server allowed. New
# software that helps only under a latency limit would look the same. In v6.1 the rack was offered half as many queries
# again and used nearly the whole limit on the time per token ([its run](v6-1.ipynb)). For the entry of v5.1 nothing of
# the kind can be shown: it was at a limit, and nobody else had more per GPU on GB300.
#
# A larger gain in Server is no sign of neglect by itself: under a limit on latency, a faster engine leaves room for
# more requests. In DeepSeek-R1 every owner with as many of the same GPUs in both rounds gained more in Server ([every
# comparison](speedup.ipynb#one-owner-can-gain-as-much)). On
# Llama 3.1 405B, an older benchmark, NVIDIA's rack gained {n}`pair.llama-server-own` in Server and
# {n}`pair.llama-offline-own` in Offline. The step inside v6.0 does point to how the systems were run: their Offline
# results are nearly equal, [their settings almost the same](what-you-get.ipynb), and one of them was offered much less
# load. MLCommons' guidelines allow comparisons within one scenario only ([section 4, line
# 76](https://github.com/mlcommons/policies/blob/a4520be877271064ceff8339b837edb67027537b/MLPerf_Results_Messaging_Guidelines.adoc#L76)),
# so we do not divide a Server figure by an Offline figure.
#
# (what-is-one-change-worth)=
# (what-more-load-alone-is-worth)=
# ## What more load is worth
#
# Partners submit copies of NVIDIA's code. In two pairs of v6.0 the entries have the same chip and number of GPUs, no
# setting of their engines differs that could change a rate, and no file of harness or model differs. What differs is
# the load that the submitter chose, and the owner with host, driver and network:
#
# | DeepSeek-R1 Server, v6.0 | Requests/s per GPU | 99th percentile of TPOT | Result |
# |---|---|---|---|
# | B300, GigaComputing | {n}`experiments.load-b300-rate-before` | {n}`experiments.load-b300-tpot-before` | |
# | B300, Nebius | {n}`experiments.load-b300-rate-after`, {n}`experiments.load-b300-rate` |
# {n}`experiments.load-b300-tpot-after` | {n}`experiments.load-b300-ratio` |
# | GB300, CoreWeave | {n}`experiments.load-gb300-rate-before` | {n}`experiments.load-gb300-tpot-before` | |
# | GB300, Nebius | {n}`experiments.load-gb300-rate-after` | {n}`experiments.load-gb300-tpot-after` |
# {n}`experiments.load-gb300-ratio` |
#
# In both pairs the result follows the rate. A system that keeps up with the requests makes as many tokens as they ask
# for, so below its capacity a Server figure is the load that the submitter chose. No result shows whether CoreWeave's
# or GigaComputing's system would have kept up with the higher load. Nebius describes the network of its GB300 as
# Ethernet(IPoIB) and CoreWeave as InfiniBand.

# %% tags=["hide-cell"]
b300 = r1(scenario="Server", round="v6.0", chip="B300", accelerators=8)
pairs = {
    "b300": (b300.one(submitter="GigaComputing"), b300.one(submitter="Nebius")),
    "gb300": (coreweave, nebius),
}
# One engine has nothing to route to; how long to wait for its start, and whether it counts for an observer, changes
# no rate.
WITHOUT_EFFECT = {"router_policy", "readiness_timeout", "enable_metrics"}


def code(run):
    """The files of harness and model that the submitter of a run shipped for its benchmark, by name."""
    files = submitted_files(round=run.round, division="closed", submitter=run.submitter,
        part=["harness", "model"]).frame
    files = files[files.benchmark.fillna(run.benchmark).eq(run.benchmark)]
    return files.set_index("name").content_id.to_dict()


for key, (lower, higher) in pairs.items():
    differing = changed_settings(engine_settings.frame, lower.row_id, higher.row_id).query("group != 'load'").setting
    holds("no setting of their engines differs", set(differing) <= WITHOUT_EFFECT)
    holds("no file of harness or", code(lower) == code(higher) != {})
    for when, run in {"before": lower, "after": higher}.items():
        say(f"experiments.load-{key}-rate-{when}", run.offered_per_accelerator.bare, 2)
        say(f"experiments.load-{key}-tpot-{when}", run.tpot_p99_ms, 1)
    follows = (higher.per_accelerator / lower.per_accelerator) / (
        higher.offered_per_accelerator / lower.offered_per_accelerator)
    holds("the result follows the rate", abs(float(follows) - 1) < 0.05)
lower, higher = pairs["b300"]
say("experiments.load-b300-ratio", higher.per_accelerator / lower.per_accelerator)
say("experiments.load-b300-rate", higher.offered_per_accelerator / lower.offered_per_accelerator)

# %% [markdown]
# (the-published-pair)=
# ### The published pair in two steps
#
# The published {n}`claim.1.published` is a product of two factors. From NVIDIA's result of v5.1 to CoreWeave's of v6.0
# it is {n}`experiments.chain-first`; round, size, settings and load all differ there. From CoreWeave's to Nebius's it
# is {n}`experiments.load-gb300-ratio`: code and number of GPUs are the same, and load, owner, driver, network and
# settings that we think change no rate differ.

# %% tags=["hide-cell"]
say("experiments.chain-first", coreweave.per_accelerator / first.per_accelerator)
say("experiments.before-rate", first.offered_per_accelerator.bare, 2)
say("experiments.before-tpot", first.tpot_p99_ms, 1)
say("experiments.tpot-limit", first.tpot_limit_ms)

# %% [markdown]
# (claims-19-and-46)=
# ## Two claims about limits
#
# ```{claim-list} 19 46
# ```
#
# A limit on the time per token is a minimum rate, averaged over a request, that all but one request of a hundred must
# keep. The ratio of the two limits of DeepSeek-R1 is what A1 and A3 print as {n}`claim.19.published`.
#
# The time to the first token is another limit and no result. A4 reports that it reached new highs. In DeepSeek-R1
# Server it did fall to new bests. Over all comparisons of v5.1 with v6.0 on one chip of NVIDIA's whose logs give that
# time, the first token came sooner in {n}`ttft.sooner-n` of {n}`ttft.n`.

# %% tags=["hide-cell"]
waits = with_limits.frame.set_index("row_id").ttft_p99_ms.to_dict()
accelerators = with_limits.frame.set_index("row_id").accelerator.to_dict()
moves = comparisons(before="v5.1", after="v6.0", repeats=False).where(
    "on one of NVIDIA's accelerators whose logs both give the time to the first token",
    lambda t: t.row_id_after.map(accelerators).str.startswith("NVIDIA") & t.row_id_after.isin(waits)
    & t.row_id_before.isin(waits),
)
fell = (moves.frame.row_id_after.map(waits) < moves.frame.row_id_before.map(waits))
say("ttft.n", moves.count)
say("ttft.sooner-n", moves.where("and in which its 99th percentile fell", lambda _: fell).count)

# %% [markdown]
# ## The strongest case for the claim
#
# - The earlier result was at its limit: NVIDIA's rack of v5.1 had {n}`op.before.headroom` of headroom. CoreWeave's
#   eight GB300 and NVIDIA's four racks of v6.0 had more, so their ratios may understate the chip.
# - A result is valid only at a rate that the software carries. NVIDIA's rack of v5.1 took {n}`experiments.before-rate`
#   requests a second per GPU with a 99th percentile of TPOT of {n}`experiments.before-tpot`. The limit is
#   {n}`experiments.tpot-limit`. Nebius's system of v6.0 stays within it at {n}`experiments.load-gb300-rate-after`
#   requests a second, so its software did carry that load.
# - DeepSeek-R1 Offline has no rate to choose, and NVIDIA's own rack gained {n}`pair.gb300-offline-own` there.
#
# ## What this does not say
#
# - How near a percentile is to its limit does not say how much more a run would carry. Latency can rise steeply within
#   a few percent of load, or hardly at all.
# - LoadGen's test is stricter than the plain 99th percentile where there are few queries (early stopping); runs at the
#   limit passed it. The limits in the logs agree with the rules of both rounds.
# - TPOT is a mean over each request, so a pause between tokens is invisible in it.
# - A 99th percentile does not see the slowest hundredth. In NVIDIA's GB300 run of DeepSeek-R1 Interactive the 99th
#   percentile of TTFT is {n}`op.late.p99`; the longest wait was {n}`op.late.longest`.
# - The two pairs are comparisons after the fact: owners, hosts and drivers differ. v6.0 does not pin TensorRT-LLM's
#   commit, so equal code does not prove equal engines.

# %% tags=["hide-cell"]
late = limited.first("-ttft_max_ms")
holds("In NVIDIA's GB300 run of DeepSeek-R1 Interactive", late.rows == named["interactive"].rows)
say("op.late.longest", late.ttft_max_ms / MS)
say("op.late.p99", late.ttft_p99_ms / MS, 1)

# %% [markdown]
# ## Every run
#
# NVIDIA's GB300 rack in v6.0 is just above the line from which we call a run at a limit.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every run with its latencies"}
table(
    "limits",
    "Runs of DeepSeek-R1 and Llama 3.1 405B with latency limits: times in ms, and the 99th percentile as a share "
    "of its limit",
    both_rounds.by("benchmark", "-scenario", "-round", "-per_accelerator"),
    "submitter accelerators chip round benchmark scenario division availability ttft_p50_ms ttft_p99_ms ttft_limit_ms "
    "ttft_share tpot_p50_ms tpot_p99_ms tpot_limit_ms tpot_share binds user_mean per_accelerator result_id",
    note=f"At limit: the nearer limit, where a 99th percentile used {AT_LIMIT:.0%} of it or more. User: mean tokens/s "
    "of one user, 1000 / TPOT; no mean where absurd values spoil it. Per GPU: tokens/s, as published.",
    ttft_share=lambda run: shares(run)["first token"],
    tpot_share=lambda run: shares(run)["time per token"],
    user_mean=lambda run: "–" if run.spoiled else user(run),
)

# %% [markdown]
# ```{mlperf-footnote}
# :rounds:
# ```
