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
# # What v6.1 added
#
# :::{admonition} The answer
# :class: cc-key
# **NVIDIA's own rack caught up with the published gain.** In MLPerf® Inference v6.1 its GB300 rack reached
# {n}`next.nvidia-server-72-two` its v5.1 result on DeepSeek-R1 Server. NVIDIA published a gain of that size for v6.0, which two
# companies' results give. Its own rack took two rounds, and over the whole runs the gain is
# {n}`denominators.two-rounds-full` ([why](#the-same-ratios-by-each-denominator)).
#
# NVIDIA's next chip, Vera Rubin, made {n}`rubin.chip-server` the tokens per GPU of the best GB300 result. NVIDIA submitted it as
# a preview, a category for systems that customers cannot buy yet.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.gains import new_chip, series_name, trace
from claimcheck.analysis.metric import by_newer_harness
from claimcheck.analysis.results import busiest
from claimcheck.analysis.tables import load_tables
from claimcheck.charts.dots import rounds_by_series
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.printing import verdict_text
from claimcheck.claims.verdict.evidence import source_url
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.data.rounds import read_next_round
from claimcheck.notebook import Selection, holds, inference_results, operating_points, results, say, show, table, value

# %%
ROUNDS = ["v5.1", "v6.0", "v6.1"]
deepseek = results(benchmark="deepseek-r1", round=ROUNDS)
gb300 = deepseek(chip="GB300")
rack = {round_: gb300.one(scenario="Server", submitter="NVIDIA", accelerators=72, round=round_) for round_ in ROUNDS}
rubin = deepseek.one(scenario="Server", submitter="NVIDIA", chip="Vera Rubin")
best = gb300(round="v6.1", scenario="Server").first("-per_accelerator")

say("next.nvidia-server-72-two", rack["v6.1"].per_accelerator / rack["v5.1"].per_accelerator)
say("rubin.chip-server", rubin.per_accelerator / best.per_accelerator)

# %% tags=["hide-input"]
lines = Selection(trace(results.frame, "deepseek-r1", "NVIDIA GB300", ROUNDS), "best results of submitters on GB300, by size")
server = lines(scenario="Server").frame
labels = [series_name(row).removesuffix(" GB300") + " GPUs" for _, row in server.iterrows()]
show(
    "rounds",
    f"NVIDIA's own rack reached {rack['v6.1'].per_accelerator / rack['v5.1'].per_accelerator} its v5.1 result in v6.1",
    rounds_by_series(server.assign(label=labels), ROUNDS),
    note="DeepSeek-R1 Server on GB300, closed division: the best result of each submitter at each size, per GPU. v6.1 is not in "
    "MLCommons' table of comparable versions as known to us.",
)

# %% [markdown]
# ## NVIDIA's own rack caught up
#
# The table shows each submitter that took part with the same number of GB300 GPUs in more than one round, and its best closed
# result per GPU. The last column is the gain of v6.1 over v6.0.

# %% tags=["hide-input"]
series = ["scenario", "submitter", "accelerators"]
several = lines.where("of more than one round", lambda t: t.series_rounds > 1)
per_gpu = several.frame.pivot(index=series, columns="round", values="per_accelerator").astype(float)
per_gpu = per_gpu.round().assign(ratio=per_gpu["v6.1"] / per_gpu["v6.0"]).reset_index()
table(
    "steps",
    "Tokens per second and GPU on GB300, DeepSeek-R1",
    per_gpu,
    [*series, *ROUNDS, "ratio"],
    headings={round_: round_ for round_ in ROUNDS} | {"ratio": "v6.1 over v6.0"},
    behind=several,
)

# %% [markdown]
# The table has {n}`next.steps-n` pairs of results in v6.0 and v6.1, and the rate rose in each. NVIDIA gained most, in Server: its rack
# {n}`next.nvidia-server-72-step` and its four racks {n}`next.nvidia-server-288-step`. Both had been far below Nebius's rack, which
# gained {n}`next.nebius-server-72-step`. Azure and Oracle submitted on GB300 for the first time and reached about the rate of
# Nebius's rack, so it does not depend on one submitter.
#
# From v5.1 to v6.0 NVIDIA's own rack had gained {n}`pair.gb300-server-own`. With v6.1 its total gain is above the published
# ratio, and the saving that follows from it at one price, {n}`saving.gb300-two-rounds`, is above the claimed
# {n}`claim.7.published`. Over the whole runs neither is: the saving is {n}`saving.gb300-two-rounds-full`.
#
# The best results of any owner had made their large step already in v6.0, and v6.1 added little to them. In Server the best was
# {n}`next.best-server-v6.0` that of v6.0 per GPU. In Interactive it was {n}`next.best-interactive-v6.0`, and in Offline
# {n}`next.best-offline-v6.0`. Nobody matched CoreWeave's Offline result of v6.0, which was not submitted again.

# %%
def per_gpu_gain(before, after="v6.1", **which):
    """How many times a submitter's result per GPU of one round is that of another round."""
    series = gb300(**which)
    return series.one(round=after).per_accelerator / series.one(round=before).per_accelerator


def best_gain(scenario, before):
    """How many times the best GB300 result per GPU of v6.1 is that of another round."""
    of = gb300(scenario=scenario)
    return of(round="v6.1").first("-per_accelerator").per_accelerator / of(round=before).first("-per_accelerator").per_accelerator


since = {s: per_gpu_gain("v6.0", submitter="NVIDIA", scenario=s, accelerators=72) for s in ("Server", "Offline", "Interactive")}
for scenario, ratio in since.items():
    say(f"next.nvidia-{scenario.lower()}-72-step", ratio)
say("next.nvidia-server-288-step", per_gpu_gain("v6.0", submitter="NVIDIA", scenario="Server", accelerators=288))
say("next.nebius-server-72-step", per_gpu_gain("v6.0", submitter="Nebius", scenario="Server", accelerators=72))
say("next.best-server-v5.1", best_gain("Server", "v5.1"))
for scenario in ("Server", "Offline", "Interactive"):
    say(f"next.best-{scenario.lower()}-v6.0", best_gain(scenario, "v6.0"))
continued = lines(round="v6.1").where("and in v6.0", lambda t: t.step.notna())
say("next.steps-n", continued.count)
holds("and the rate rose in each", (continued.frame.step > 1).all())

# %% [markdown]
# ## The rules of a DeepSeek-R1 result did not change
#
# MLCommons says in a table which versions may be compared. The copy that we know ends with v6.0, so it does not yet cover the
# comparisons with v6.1 on this page. Both rounds have the same limits, model and data, and LoadGen, MLPerf's load generator,
# computes the rate in the same way.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what changed, with the sources", "code_prompt_hide": "Hide what changed, with the sources"}
changes = [
    {
        "what": change.what,
        "benchmarks": ", ".join(change.touches),
        "changed": change.changed,
        "in_our_words": change.says,
        "before": change.before[:10],
        "after": change.after[:10],
        "before_url": source_url(change.repo, change.before, change.path),
        "after_url": source_url(change.repo, change.after, change.path, change.line),
    }
    for change in read_next_round().changes.values()
]
table(
    "changes",
    "What changed between v6.0 and v6.1",
    pd.DataFrame(changes),
    "what benchmarks changed in_our_words before after",
    links={"before": "before_url", "after": "after_url"},
    note="The last two columns link to the source's state before and after.",
)

# %% [markdown]
# The seeds did change. With other seeds a run ends on another query, which alone can move a Server result by a few percent
# ([why](metric)). So a step of a few percent in Server, such as the one of the best result, need not be a gain. The
# [last queries of two racks](#two-racks-with-the-same-load-two-results) are an example.
#
# ## Most records of April have been overtaken
#
# A verdict is about v6.0, the round in which the claim was made, and a later round does not make it false: the systems of April did
# make what their results say. On {n}`afterwards.n` claims v6.1 has something to say, mostly that a larger or newer system now has the
# highest total. Each claim's page says what.
#
# - **NVIDIA's own rack now reaches the headline ratio**, and with it the cut in cost, two rounds after its first result. It does so
#   by the published rates, and not over the whole runs.
# - **No GB300 system reached the published Offline rate of v6.0 in v6.1**, not NVIDIA's own rack either.
# - **The largest system is Crusoe's**, with {n}`next.largest` of AMD's chips. Its DeepSeek-R1 totals are
#   {n}`next.total-offline` (Offline) and {n}`next.total-server` (Server) those of NVIDIA's four racks in v6.0, which have fewer
#   chips. Per chip it makes {n}`next.total-offline-each` and {n}`next.total-server-each` of what those racks made. See
#   [per chip and in total](records.ipynb).
# - **DLRMv3, a recommender, has no result on NVIDIA's chips in v6.1.** NVIDIA's total of v6.0 is still the highest, on nine times as
#   many chips. In v6.1 only AMD's took part, and per chip AMD's best makes {n}`next.dlrm-each` of NVIDIA's.
# - **What the copy of A1 says of NVIDIA's partners in v6.0 describes v6.1**: there more organisations submitted on NVIDIA's chips
#   than on any maker's in any round before.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every claim that was asked again", "code_prompt_hide": "Hide every claim that was asked again"}
asked = read_recorded(load_tables(), only=[claim.number for claim in load_register() if claim.afterwards])
again = [
    {
        "claim": claim.number,
        "statement": claim.statement,
        "as_of_April_2026": verdict_text(claim),
        "in_later_rounds": claim.afterwards.finding,
        "what_was_found": "; ".join(f"{finding.name}: {finding.detail}" for finding in claim.afterwards.conditions),
    }
    for claim in asked
]
table(
    "afterwards",
    "Claims asked again: the verdict as of April 2026 (v6.0) and what later rounds show",
    pd.DataFrame(again),
    [*again[0]],
    note=f"Later rounds as of {asked[0].afterwards.as_of}.",
    behind=[result.row_id for claim in asked for result in claim.afterwards.evidence],
    searchable=True,
)

# %%
for scenario in ("Offline", "Server"):
    new, old = (deepseek(round=round_, scenario=scenario).first("-value") for round_ in ("v6.1", "v6.0"))
    say(f"next.total-{scenario.lower()}", new.value / old.value)
    say(f"next.total-{scenario.lower()}-each", (new.per_accelerator / old.per_accelerator).percent)
say("next.largest", inference_results(round="v6.1").first("-accelerators", "row_id").accelerators)
dlrm = {round_: results(benchmark="dlrm-v3", scenario="Offline", round=round_).first("-value") for round_ in ("v6.0", "v6.1")}
say("next.dlrm-each", dlrm["v6.1"].per_accelerator / dlrm["v6.0"].per_accelerator)
holds("on nine times as many chips", dlrm["v6.0"].accelerators == 9 * dlrm["v6.1"].accelerators)
holds("In v6.1 only AMD's took part", set(results(benchmark="dlrm-v3", round="v6.1").frame.platform_vendor) == {"AMD"})

# %% [markdown]
# ## Vera Rubin gains most where answers must come fast
#
# NVIDIA and Nebius submitted {n}`rubin.n` results on Vera Rubin, all in the closed division; Nebius calls the chip VR200. In
# Interactive, where each token has to come sooner than in Server, NVIDIA's rack made {n}`rubin.chip-interactive` the tokens per
# GPU of the best GB300 result of v6.1.

# %% tags=["hide-input"]
vera_rubin = results(chip=["Vera Rubin", "VR200"], round="v6.1").called("results on Vera Rubin in v6.1")
say("rubin.n", vera_rubin.count)


def over_gb300(chip, scenario):
    """How many times the tokens per GPU of the best GB300 result of v6.1 a result has, on any number of GPUs."""
    return chip.per_accelerator / gb300(round="v6.1", scenario=scenario).first("-per_accelerator").per_accelerator


of_nvidia = {s: deepseek.one(submitter="NVIDIA", chip="Vera Rubin", scenario=s) for s in ("Server", "Offline", "Interactive")}
chip = {scenario: over_gb300(row, scenario) for scenario, row in of_nvidia.items()}
best_of_round = lines.by("-per_accelerator").frame.drop_duplicates(["scenario", "round"])
new = vera_rubin(benchmark="deepseek-r1").frame
drawn = pd.concat(
    [
        best_of_round.sort_values("round").assign(label="GB300, the best of the round"),
        new.assign(label=new.submitter + ", " + new.accelerators.astype(str) + " Vera Rubin"),
    ]
)
holds("Vera Rubin is furthest ahead of GB300 in Interactive", chip["Interactive"] > max(chip["Server"], chip["Offline"]))
show(
    "steps",
    f"Vera Rubin is furthest ahead of GB300 in Interactive: {chip['Interactive']} per GPU",
    rounds_by_series(drawn, ROUNDS),
    note="DeepSeek-R1, closed division, per GPU. Vera Rubin was timed by MLCommons' newer harness. The best GB300 result is of any "
    "submitter and size. v6.1 is not in MLCommons' table of comparable versions as known to us.",
)

# %% [markdown]
# The chip is not the only difference:
#
# - **Category.** Vera Rubin is a preview, and GB300 can be bought.
# - **Software.** The submissions on Vera Rubin name another branch of the engine.
# - **The program that times the run.** It was LoadGen on GB300, and on Vera Rubin a newer program of MLCommons, here called the
#   newer harness. We infer it from the digits: LoadGen prints six. {n}`harness.newer-n` rates of v6.1 have more digits, and
#   {n}`harness.earlier-n` of the two rounds before.
# - **Size.** Some of the best GB300 results are of smaller systems. The table compares with the best GB300 result of v6.1 of any
#   size, and with the best on the same number of GPUs. The [list of every pair](#every-result-and-every-pair) has the ratios to
#   v6.0 too.

# %% tags=["hide-input"]
SIDES = {"row_id_new": "row_id_after", "row_id_old": "row_id_before"}
compared = new_chip(results.frame, ["NVIDIA Vera Rubin", "NVIDIA VR200"], "NVIDIA GB300", "v6.1", ["v6.0"]).rename(columns=SIDES)
compared = Selection(compared, "comparisons of Vera Rubin with GB300")
in_v61 = compared(round_old="v6.1")
entry = ["benchmark", "scenario", "submitter_new", "accelerators_new"]


def ratio_to(size, row):
    """The ratio of an entry on Vera Rubin to the best GB300 result of any or of the same size; a dash without one."""
    pairs = in_v61(size=size, benchmark=row.benchmark, scenario=row.scenario, submitter_new=row.submitter_new)
    return pairs.one().ratio if len(pairs) else "–"


table(
    "any-and-same",
    "Vera Rubin over the best GB300 result of v6.1, per GPU",
    in_v61.frame[entry].drop_duplicates().sort_values(entry),
    entry,
    headings={"submitter_new": "Submitter", "accelerators_new": "GPUs", "any_size": "Of any size", "same_size": "Of the same size"},
    behind=in_v61,
    any_size=lambda row: ratio_to("any", row),
    same_size=lambda row: ratio_to("same", row),
)

# %% [markdown]
# In Qwen3-VL the newer harness timed both chips in v6.1. There Vera Rubin makes {n}`rubin.nvidia-qwen3-offline-v6.1-same` the rate of
# GB300 in Offline and {n}`rubin.nvidia-qwen3-server-v6.1-same` in Server. It gains most in Interactive again, with
# {n}`rubin.nvidia-qwen3-interactive-v6.1-same`.

# %%
qwen3 = in_v61(benchmark="qwen3-vl-235b-a22b", size="same", submitter_new="NVIDIA")
for scenario in ("Offline", "Server", "Interactive"):
    say(f"rubin.nvidia-qwen3-{scenario.lower()}-v6.1-same", qwen3.one(scenario=scenario).ratio)
holds("It gains most in Interactive again", qwen3.first("-ratio").scenario == "Interactive")

rates = inference_results.frame[inference_results.frame.unit.str.endswith("/s")]
rates = rates.assign(newer=by_newer_harness(rates))
longer = "rates printed with more digits than LoadGen prints"
for key, rounds in {"newer": ["v6.1"], "earlier": ["v5.1", "v6.0"]}.items():
    number = rates[rates["round"].isin(rounds)].newer.sum()
    say(f"harness.{key}-n", value(number, of=f"{longer}, {' and '.join(rounds)}", table="inference_results"))
timed = rates[(rates["round"] == "v6.1") & (rates.benchmark == "qwen3-vl-235b-a22b")].groupby("chip").newer.any()
holds("In Qwen3-VL the newer harness timed both chips in v6.1.", timed["GB300"] and timed["Vera Rubin"])

# %% [markdown]
# ## Software gave an owner more in Server, but most of it before April 2026
#
# [Article A1](../book/articles/A1.md) writes that software on today's Blackwell systems may cut costs more than waiting for the
# next chip. The table has what software gave NVIDIA's own rack of {n}`rubin.rack` GB300 since its first round, and what it gave
# after v6.0, the round that A1 reports. Next to it is NVIDIA's Vera Rubin rack over the best GB300 result of v6.1. The last column
# says how many times the price of a GB300 hour an hour of the new chip may cost until both cut the cost of a token equally.

# %%
offline = per_gpu_gain("v5.1", submitter="NVIDIA", scenario="Offline", accelerators=72)
software = {"Server": rack["v6.1"].per_accelerator / rack["v5.1"].per_accelerator, "Offline": offline, "Interactive": since["Interactive"]}
even = {scenario: chip[scenario] / software[scenario] for scenario in chip}
say("rubin.rack", rack["v6.1"].accelerators)
say("next.nvidia-offline-72-two", offline)
for scenario in ("Offline", "Interactive"):
    say(f"rubin.chip-{scenario.lower()}", chip[scenario])
say("rubin.even-offline", even["Offline"])
holds("After April 2026 the chip gives more everywhere.", all(since[s] < chip[s] for s in chip))
table(
    "software-and-chip",
    "DeepSeek-R1: what newer software and the newer chip give, per GPU",
    pd.DataFrame({"scenario": [*chip]}),
    "scenario",
    headings={"software": "Software since the first round", "since": "Software since v6.0", "chip": "Vera Rubin over GB300", "even": "Price at which both are equal"},
    behind=[*software.values(), *chip.values()],
    **{name: lambda row, ratios=ratios: ratios[row.scenario] for name, ratios in {"software": software, "since": since, "chip": chip, "even": even}.items()},
)

# %% [markdown]
# **After April 2026 the chip gives more everywhere.** An owner who already had the software of v6.0 got {n}`next.nvidia-server-72-step` from
# newer software in Server, and the new chip gives {n}`rubin.chip-server`. In Offline it is {n}`next.nvidia-offline-72-step` and
# {n}`rubin.chip-offline`. In Interactive it is {n}`next.nvidia-interactive-72-step` and {n}`rubin.chip-interactive`.
#
# **Since the rack's first round, software gave more in Server**, if an hour of both chips costs the same:
# {n}`next.nvidia-server-72-two` over two rounds, without a purchase.
#
# **In Offline it depends on the price.** Software gave {n}`next.nvidia-offline-72-two` and the chip gives {n}`rubin.chip-offline`. If an
# hour of the new chip costs more than {n}`rubin.even-offline` the price of a GB300 hour, software was worth more.
#
# **In Interactive the chip gives more from any start**, because the scenario exists only since v6.0.
#
# An owner who has the newest software already pays less for a token on Vera Rubin if its hour costs less than
# {n}`rubin.chip-server` (Server) or {n}`rubin.chip-offline` (Offline) the price of a GB300 hour. We know of no price of Vera Rubin.
#
# These ratios may understate the chip. They compare its first submission with its predecessor's third, and the predecessor's
# best Server result became {n}`next.best-server-v5.1` as high after its own first round.
#
# ## The same ratios by each denominator
#
# In Server, LoadGen stops the clock when the query that it sent last is answered, even if earlier ones are still running
# ([what the Server rate divides by](metric.ipynb)). So a ratio of two results can be taken in three ways: of the tokens per second
# that the load asked for (*offered*), as published, and over the whole runs, until every query is answered.
#
# - **NVIDIA's own rack over two rounds**: {n}`next.nvidia-server-72-two` as published, and {n}`denominators.two-rounds-full`
#   over the whole runs. In v6.1 the query sent last was answered sooner, compared with the mean, than in v5.1. So the clock left
#   out more of the run.
# - **Vera Rubin over NVIDIA's GB300 rack in v6.1**: {n}`denominators.rubin-published` as published, {n}`denominators.rubin-full` over
#   the whole runs. So the published ratio understates the new chip. The newer harness, which timed it, prints the load that was
#   asked for and not the load that was sent.

# %%
points = operating_points(benchmark="deepseek-r1", scenario="Server", division="closed", round=ROUNDS).called("runs")
run = {round_: points.one(row_id=row.row_id) for round_, row in rack.items()}
new_rack = points.one(row_id=rubin.row_id)
oracle = points.one(round="v6.1", submitter="Oracle", chip="GB300", accelerators=72)
four_racks = points.one(round="v6.1", submitter="NVIDIA", chip="GB300", accelerators=288)
nebius = {round_: points.one(round=round_, submitter="Nebius", chip="GB300", accelerators=72) for round_ in ("v6.0", "v6.1")}


def over(after, before, of):
    """How many times the rate per GPU of one run another has: of what was offered, as published, or over the whole runs."""
    sides = [(getattr(side, of) / side.accelerators).called(f"{of.replace('_', ' ')} rate per GPU") for side in (after, before)]
    return sides[0] / sides[1]


PAIRS = {
    "NVIDIA's GB300 rack, v6.1 over v5.1": (run["v6.1"], run["v5.1"]),
    "NVIDIA's GB300 rack, v6.1 over v6.0": (run["v6.1"], run["v6.0"]),
    "Nebius's GB300 rack, v6.1 over v6.0": (nebius["v6.1"], nebius["v6.0"]),
    "NVIDIA's Vera Rubin over its GB300 rack, v6.1": (new_rack, run["v6.1"]),
    "NVIDIA's four GB300 racks over one, v6.1": (four_racks, run["v6.1"]),
    "NVIDIA's GB300 rack over Oracle's, v6.1": (run["v6.1"], oracle),
}
say("denominators.two-rounds-full", over(run["v6.1"], run["v5.1"], "full_run"))
say("denominators.rubin-published", over(new_rack, run["v6.1"], "published"))
say("denominators.rubin-full", over(new_rack, run["v6.1"], "full_run"))
say("saving.gb300-two-rounds", (1 - rack["v5.1"].per_accelerator / rack["v6.1"].per_accelerator).percent)
say("saving.gb300-two-rounds-full", (1 - over(run["v5.1"], run["v6.1"], "full_run")).percent)
table(
    "three-ways",
    "Ratios per GPU of DeepSeek-R1 Server results in three ways",
    pd.DataFrame({"pair": [*PAIRS]}),
    "pair",
    headings={"pair": "Results per GPU", "full_run": "Whole runs"},
    note="Only the published column compares published results.",
    behind=[ratio for sides in PAIRS.values() for ratio in sides],
    **{of: lambda row, of=of: over(*PAIRS[row.pair], of) for of in ("offered", "published", "full_run")},
)

# %% [markdown]
# ### Two racks with the same load, two results
#
# NVIDIA's and Oracle's GB300 racks were offered the same load in v6.1, and their answers had the same mean length. Over the whole
# runs they made the same tokens per second within {n}`denominators.same-load-apart`. NVIDIA's published result is
# {n}`denominators.same-load-lead` higher, because the clock stopped sooner. The query sent last took
# {n}`denominators.same-load-last-nvidia` on NVIDIA's rack and {n}`denominators.same-load-last` on Oracle's.
#
# ### Four racks seem to lose a seventh of their speed
#
# Per GPU, the published result of NVIDIA's four racks is {n}`denominators.four-racks-loss` below that of its one rack. Over the
# whole runs it is {n}`denominators.four-racks-loss-full` below, and each GPU was offered {n}`denominators.four-racks-loss-load` less
# load. The rest of the published loss comes from the query sent last. On four racks it took {n}`denominators.four-racks-last`, a
# third longer than the mean answer of the run, and on one rack {n}`denominators.same-load-last-nvidia`.

# %%
say("denominators.same-load-apart", (1 - over(run["v6.1"], oracle, "full_run")).percent, 1)
say("denominators.same-load-lead", (over(run["v6.1"], oracle, "published") - 1).percent, 1)
say("denominators.same-load-last", oracle.final_latency_s)
say("denominators.same-load-last-nvidia", run["v6.1"].final_latency_s)
say("denominators.four-racks-loss", (1 - over(four_racks, run["v6.1"], "published")).percent)
say("denominators.four-racks-loss-full", (1 - over(four_racks, run["v6.1"], "full_run")).percent)
say("denominators.four-racks-loss-load", (1 - over(four_racks, run["v6.1"], "offered_rate")).percent)
say("denominators.four-racks-last", four_racks.final_latency_s)
in_means = four_racks.final_latency_s.value / (four_racks.latency_mean_ms.value / 1000)
holds("a third longer than the mean answer of the run", abs(in_means - 4 / 3) < 0.05)

# %% [markdown]
# ## How near each run was to its limits
#
# In Server there are two limits, which 99 of 100 answers have to keep: on the time to the first token (TTFT) and on the mean time
# of each later one (TPOT). The table has the GB300 systems of v6.1 and Vera Rubin: how many requests each GPU worked on at once, and
# both latencies. The GB300 racks used nearly the whole TPOT limit and half of the TTFT limit.

# %% tags=["hide-input"]
near = points(round="v6.1", chip=["GB300", "Vera Rubin", "VR200"]).by("chip", "accelerators", "submitter")
table(
    "limits",
    "DeepSeek-R1 Server in v6.1: load and requests in flight per GPU, and the 99th percentiles of both latencies",
    near,
    "system queries in_flight ttft tpot_p99_ms ttft_limit_ms tpot_limit_ms",
    headings={
        "queries": "Queries/s per GPU",
        "in_flight": "In flight per GPU",
        "ttft": "TTFT p99, s",
        "tpot_p99_ms": "TPOT p99, ms",
        "ttft_limit_ms": "TTFT limit, ms",
        "tpot_limit_ms": "TPOT limit, ms",
    },
    note="Limits are those that a run's own log prints.",
    system=lambda row: row.label,
    queries=lambda row: f"{row.offered_per_accelerator.value:.2f}",
    in_flight=lambda row: f"{row.in_flight_per_accelerator.value:.0f}",
    ttft=lambda row: f"{row.ttft_p99_ms.value / 1000:.2f}",
)

# %% [markdown]
# ### A question about Nebius's Vera Rubin run
#
# In Nebius's run on {n}`rubin.nebius-gpus` Vera Rubin GPUs, the first token took {n}`rubin.nebius-ttft` at the 99th percentile. The
# round's rules allow {n}`rubin.limit`, and MLCommons' public checker applies that limit to runs of both programs. The run's own file
# prints no limit, because the newer harness does not judge any. MLCommons reviewed the round and published the result in the closed
# division. We do not know what the review decided about this limit, or whether the public copy of the file is the one that was
# reviewed. If you know, please [tell us](../book/cite.md). Until then the ratios in the text above are NVIDIA's, and Nebius's result
# is only shown.

# %%
of_nebius = near.one(chip="VR200")
say("rubin.nebius-gpus", of_nebius.accelerators)
ttft = value(of_nebius.ttft_p99_ms.value / 1000, "s", of=f"99th percentile of the time to first token, {of_nebius.words}", rows=of_nebius)
say("rubin.nebius-ttft", ttft, 1)
limits = near.where("whose logs print a limit", lambda t: t.ttft_limit_ms.notna())
limit = limits.frame.ttft_limit_ms.unique().item() / 1000
say("rubin.limit", value(limit, "s", of="limit on the time to first token that LoadGen's logs of v6.1 print, DeepSeek-R1 Server", rows=limits))

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what is in print about that limit", "code_prompt_hide": "Hide what is in print about that limit"}
def cited(entries):
    """Entries of next_round.yml with the address of the line that each rests on."""
    return pd.DataFrame(
        {
            "entry": cited.entry,
            "in_our_words": cited.says,
            "source": f"{cited.path.rpartition('/')[2]}:{cited.line}",
            "url": source_url(cited.repo, cited.commit, cited.path, cited.line),
        }
        for cited in entries.values()
    )


table(
    "first-token-limit",
    "What is in print about the limit on the first token of DeepSeek-R1 Server in v6.1, for a run that the newer harness times",
    cited(read_next_round().first_token_limit),
    "in_our_words source",
    links={"source": "url"},
)

# %% [markdown]
# ## The benchmark that most companies ran
#
# Each dot is a result of the closed division, divided by its number of accelerators. The [table of all results](../book/results.md)
# opens with the same results.

# %% tags=["hide-input"]
benchmark, scenario = busiest(inference_results.frame, "v6.1")[0]
entries = results(round="v6.1", benchmark=benchmark, scenario=scenario).where("rates of accelerators", lambda t: t.per_accelerator > 0)
fastest = entries.by("-per_accelerator").frame.drop_duplicates("chip").chip
first, second = (entries(chip=chip).first("-per_accelerator") for chip in fastest[:2])
show(
    "busiest",
    f"{first.title} {scenario} in v6.1: {first.chip} is fastest per accelerator, {first.per_accelerator / second.per_accelerator} "
    f"the best {second.chip}",
    [
        (row.chip, row.per_accelerator, "the chip's maker" if row.submitter == row.accelerator_vendor else "another submitter")
        for chip in fastest
        for row in entries(chip=chip)
    ],
    axis="Tokens per second and accelerator",
    note="Closed division. Systems differ in their number of accelerators. A system with two kinds of chips is divided by all of them.",
)

# %% [markdown]
# ## What the entries ran
#
# In Server, NVIDIA's and Azure's GB300 racks ran as many small independent servers. NVIDIA's client spread the requests by the
# length of their input. In Interactive, NVIDIA's rack read prompts and wrote tokens on separate GPUs, sent requests to where their
# beginning was cached, and predicted several tokens at once ([what these techniques are](../book/mechanisms.md)). On Vera Rubin,
# NVIDIA used separate GPUs in Server too, going by the name of its configuration.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the settings with their lines", "code_prompt_hide": "Hide the settings with their lines"}
table(
    "settings",
    "Settings of DeepSeek-R1 entries of v6.1 that could be read, in our words, each with its file and line",
    cited(read_next_round().settings),
    "entry in_our_words source",
    headings={"in_our_words": "Setting"},
    links={"source": "url"},
)

# %% [markdown]
# ## Every result and every pair

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every result on GB300", "code_prompt_hide": "Hide every result on GB300"}
table(
    "results",
    "DeepSeek-R1 on GB300 over three rounds, in tokens per second",
    lines.by("scenario", "-per_accelerator"),
    "submitter accelerators scenario round value per_accelerator step availability result_id",
    headings={"step": "Over the round before"},
    searchable=True,
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every pair of Vera Rubin and GB300", "code_prompt_hide": "Hide every pair of Vera Rubin and GB300"}
table(
    "pairs",
    "Vera Rubin of v6.1 (preview) over the best GB300 (available) per GPU, of any size and of the same number of GPUs",
    compared,
    "benchmark scenario vera_rubin per_gpu gb300 per_gpu_of_gb300 unit round_old size ratio",
    headings={"vera_rubin": "Vera Rubin", "per_gpu": "Per GPU", "gb300": "GB300", "per_gpu_of_gb300": "Per GPU of GB300", "round_old": "Round of GB300"},
    searchable=True,
    vera_rubin=lambda row: row.after.label,
    gb300=lambda row: row.before.label,
    per_gpu=lambda row: f"{row.after.per_accelerator.value:,.5g}",
    per_gpu_of_gb300=lambda row: f"{row.before.per_accelerator.value:,.5g}",
)

# %% [markdown]
# What we expect of these benchmarks and chips in the next round was fixed before it: see
# [What we expect of v7.0](predictions.ipynb).
#
# ## Limits
#
# - The rows of v6.1 and its runs were typed by hand from the round's published table and from the logs in a public copy of its
#   repository. They were checked by arithmetic; a wrong digit that keeps the order of percentiles could remain.
# - Of AMD's own runs in v6.1 we have no log. So we cannot say how its Server figures change over the whole runs, as we do for NVIDIA's
#   and Nebius's.
# - Vera Rubin's offered load is the rate that was asked for. The rate that was sent is not printed.
# - Published results cannot tell hardware and software apart: the new chip's rows run software of their own.
# - Which program timed a row is inferred from its digits, except where a report says so.
#
# ## The claims
#
# The newer harness, which timed the runs on Vera Rubin, is the program of MLPerf Endpoints, a benchmark that two of the articles
# announce.
#
# ```{claim-list} 47 51
# ```
#
# ```{mlperf-footnote}
# :rounds:
# :latest:
# ```
