# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # What v6.1 added
#
# :::{admonition} The answer
# :class: cc-key
# **NVIDIA's own rack caught up with the published gain.** In MLPerf® Inference v6.1 its GB300 rack reached
# {n}`next.nvidia-server-72-two` its v5.1 result on DeepSeek-R1 Server, or {n}`denominators.two-rounds-full` if the time
# until the last answer counts, which MLPerf's figure leaves out ([why](#the-same-ratios-by-each-denominator)). The
# table in NVIDIA's post, as wccftech prints it, has {n}`claim.1.published` for v6.0, from two companies' results.
# MLCommons' table of comparable versions ends with v6.0, so ratios of v6.1 to an earlier round are ours alone.
#
# NVIDIA's next chip, Vera Rubin, made {n}`rubin.chip-server` the tokens per GPU of the best GB300 result of v6.1 in the
# same test. NVIDIA submitted it as a preview, a category for systems that are not on sale yet.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
gb300 = test[test.accelerator.str.contains("GB300")].assign(per_gpu=test.value / test.accelerators)
per_gpu = gb300.set_index(["round", "submitter", "accelerators"]).per_gpu
plain = per_gpu["v6.1", "NVIDIA", 72] / per_gpu["v5.1", "NVIDIA", 72]
print(f"NVIDIA's own rack, v6.1 over v5.1: {plain:.2f}x")

# %% tags=["hide-cell"]
from claimcheck.data.rounds import read_next_round
from claimcheck.notebook import results, same, say, source_url

ROUNDS = ["v5.1", "v6.0", "v6.1"]
gb300 = results(benchmark="deepseek-r1", chip="GB300", round=ROUNDS)
rack = {version: gb300.one(scenario="Server", submitter="NVIDIA", accelerators=72, round=version) for version in ROUNDS}
rubin = results.one(benchmark="deepseek-r1", scenario="Server", submitter="NVIDIA", chip="Vera Rubin")
best_gb300 = gb300(round="v6.1", scenario="Server").first("-per_accelerator")

two_rounds = rack["v6.1"].per_accelerator / rack["v5.1"].per_accelerator
say("next.nvidia-server-72-two", same(plain, two_rounds),
    of="what a GPU of NVIDIA's own rack of 72 GB300 made in v6.1 over what it made in v5.1, DeepSeek-R1 Server")
say("rubin.chip-server", rubin.per_accelerator / best_gb300.per_accelerator,
    of="what a GPU of NVIDIA's Vera Rubin (preview) made over one of the best GB300 result of v6.1, DeepSeek-R1 Server")

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.analysis.view import throughputs
from claimcheck.notebook import COLOURS, frame_of, operating_points, show, table, value

SCENARIOS = ["Server", "Offline", "Interactive"]


def by_round(series, said):
    """A dot for each round of a system, best systems first; the highest has its rate and what is ``said`` of it."""
    of_system = series.groupby(["scenario", "system"]).per_accelerator
    highest = series.per_accelerator == of_system.transform("max")
    printed = (series.per_accelerator + 0.5).floordiv(1).map("{:,.0f}".format)
    series = series.assign(
        as_printed=printed,
        words=(printed + series.row_id.map(lambda row_id: said.get(row_id, ""))).where(highest, ""),
        place=series.scenario.map(SCENARIOS.index),
        newest=of_system.transform("last"),
    ).sort_values(["place", "newest", "system"], ascending=[True, False, True], kind="stable")
    axis = "output tokens/s per GPU"
    rows = alt.Chart(series).encode(alt.X("per_accelerator", title=axis).scale(domainMin=0), alt.Y("system", sort=None))
    span = rows.mark_rule(color=COLOURS["rule"], strokeWidth=3).encode(alt.X("min(per_accelerator)", title=axis),
        x2="max(per_accelerator)")
    colours = alt.Color("round").scale(domain=ROUNDS,
        range=[COLOURS[age] for age in ("oldest round", "round between", "newest round")])
    dots, texts = rows.mark_circle().encode(color=colours, tooltip="as_printed"), rows.mark_text().encode(text="words")
    return (span + dots + texts).facet(alt.Facet("scenario", sort=None), columns=1).resolve_scale(y="independent")

# %% tags=["hide-input"]
def trace(frame):
    """The best rate of each submitter in a test at each size and in each round, and its step over its round before."""
    by = ["benchmark", "scenario", "submitter", "accelerators", "measured"]
    rates = throughputs(frame).sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    best = rates.drop_duplicates([*by, "round"]).sort_values([*by, "round"])
    return best.assign(step=best.per_accelerator / best.groupby(by).per_accelerator.shift())


lines = results(benchmark="deepseek-r1", product="GB300", round=ROUNDS).pipe(trace)
lines = lines.called("best results of submitters on GB300, by size")
server = lines(scenario="Server")
drawn = server.frame.assign(system=[f"{line.submitter}, {line.accelerators} GPUs" for line in server])
drawn = drawn[drawn.groupby("system").row_id.transform("size") > 1]  # One dot shows no change.
show(
    "rounds",
    f"NVIDIA's own rack reached {two_rounds} its v5.1 result in v6.1",
    by_round(drawn, {rack["v6.1"].row_id: f", {two_rounds} that of v5.1"}),
    note="DeepSeek-R1 Server on GB300, closed division: the best result per GPU of each submitter with results of two "
    "rounds at a size. v6.1 is not in MLCommons' table of comparable versions as known to us.",
)

# %% [markdown]
# ## NVIDIA's own rack caught up
#
# In {n}`next.steps-n` cases a submitter had DeepSeek-R1 results on the same number of GB300 GPUs in v6.0 and in v6.1,
# and the rate rose in each of these; over all tests it rose in {n}`next.steps-rose` of {n}`next.steps-all`. On GB300
# NVIDIA gained most in DeepSeek-R1, in Server: its rack {n}`next.nvidia-server-72-step` and its four racks
# {n}`next.nvidia-server-288-step`. Both had been far below Nebius's rack, which gained {n}`next.nebius-server-72-step`.
# Azure and Oracle submitted on GB300 for the first time and reached about the rate of Nebius's rack, so that rate does
# not depend on one submitter.
#
# From v5.1 to v6.0 NVIDIA's own rack had gained {n}`pair.gb300-server-own`. With v6.1 its total gain is above the
# published ratio, and a token costs {n}`saving.gb300-two-rounds` less if the price stays the same, which is above the
# claimed {n}`claim.7.published`. Over the whole runs the gain is {n}`denominators.two-rounds-full`, below the published
# ratio, and the saving {n}`saving.gb300-two-rounds-full`, below the claimed one.
#
# In Server and Offline the best GB300 results of any owner took their large step already in v6.0. Per GPU the best of
# v6.1 is {n}`next.best-interactive-v6.0` the best of v6.0 in Interactive and {n}`next.best-offline-v6.0` in Offline: on
# GB300 nobody matched, per GPU, CoreWeave's Offline result of v6.0, which was not submitted again. In Server it is
# {n}`next.best-server-v6.0` as published, but {n}`next.best-server-full` over the whole runs. Both are of as many GPUs,
# and the run of v6.1 had a quarter of the queries, so the two are hard to compare: the shorter a run, the more of it
# the published rate leaves out.

# %% tags=["hide-cell"]
from claimcheck.notebook import holds, inference_results, one_row_a_run


def gain(before, submitter, scenario, accelerators=72):
    """How many times a submitter's result per GPU on GB300 of an earlier round is its result of v6.1."""
    system = gb300(submitter=submitter, scenario=scenario, accelerators=accelerators)
    return system.one(round="v6.1").per_accelerator / system.one(round=before).per_accelerator


def best(scenario, version="v6.1"):
    """The best result per GPU on GB300 of a round, of any owner and size."""
    return gb300(scenario=scenario, round=version).first("-per_accelerator").per_accelerator


since = {scenario: gain("v6.0", "NVIDIA", scenario) for scenario in SCENARIOS}
for scenario, step in since.items():
    say(f"next.nvidia-{scenario.lower()}-72-step", step)
    say(f"next.best-{scenario.lower()}-v6.0", best(scenario) / best(scenario, "v6.0"))
say("next.nvidia-server-288-step", gain("v6.0", "NVIDIA", "Server", 288))
say("next.nebius-server-72-step", gain("v6.0", "Nebius", "Server"))
say("next.best-server-v5.1", best("Server") / best("Server", "v5.1"))
continued = lines(round="v6.1").where("and in v6.0", lambda t: t.step.notna())
say("next.steps-n", continued.count)
holds("and the rate rose in each of these", (continued.frame.step > 1).all())
holds("On GB300 NVIDIA gained most in DeepSeek-R1, in Server",
    {*continued.frame.nlargest(2, "step")[["submitter", "scenario"]].agg(" ".join, axis=1)} == {"NVIDIA Server"})
every = results(product="GB300", round=["v6.0", "v6.1"]).pipe(trace)
every = every.where("of v6.1 whose submitter had as many GPUs in the same test of v6.0", lambda t: t.step.notna())
say("next.steps-all", every.count)
say("next.steps-rose", every.where("at a higher rate", lambda t: t.step > 1).count)
holds("nobody matched, per GPU, CoreWeave's Offline result of v6.0", best("Offline") < best("Offline", "v6.0"))

# %% [markdown]
# ## The rules of a DeepSeek-R1 result did not change
#
# MLCommons says in a table which versions may be compared. The copy that we know ends with v6.0, so it does not yet
# cover the comparisons with v6.1 on this page. Both rounds have the same limits, model and data, and LoadGen, MLPerf's
# load generator, computes the rate in the same way.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what changed, with the sources"}
changes = [
    {
        "what": change.what,
        "benchmarks": ", ".join(change.touches),
        "changed": change.changed,
        "in_our_words": change.says,
        "before": change.before[:10],
        "after": change.commit[:10],
        "before_url": source_url(change.repo, change.before, change.path),
        "after_url": source_url(change.repo, change.commit, change.path, change.line),
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
# The seeds did change. With other seeds a run ends on another query, which alone can move a Server result by a few
# percent ([why](metric)). The [last queries of two racks](#two-racks-with-the-same-load-two-results) are an example.
#
# (most-records-of-april-have-been-overtaken)=
# ## What v6.1 overtook of April's records
#
# A verdict is about v6.0, the round in which the claim was made, and a later round does not make it false: the systems
# of April did make what their results say. We asked {n}`afterwards.n` claims again of v6.1. Of the totals of v6.0 that
# they print, all but DLRMv3's were overtaken, by a larger or newer system. The [scorecard](../book/scorecard.md) says
# for each claim what later rounds show, and its page what was found.
#
# - **The largest system is Crusoe's**, with {n}`next.largest` of AMD's chips. Its DeepSeek-R1 totals of v6.1 are
#   {n}`next.total-offline` (Offline) and {n}`next.total-server` (Server) those of NVIDIA's four racks in v6.0, and
#   {n}`next.total-offline-now` and {n}`next.total-server-now` those of the racks, with fewer chips, in v6.1. Per chip
#   it makes {n}`next.total-offline-each` and {n}`next.total-server-each` of the best GB300 result of v6.1. See [per
#   chip and in total](records.ipynb).
# - **DLRMv3, a recommender, has no result on NVIDIA's chips in v6.1.** NVIDIA's total of v6.0 is still the highest, on
#   nine times as many chips as the best of v6.1. There only AMD's took part, and per chip AMD's eight MI355X made
#   {n}`next.dlrm-offline-each` (Offline) and {n}`next.dlrm-server-each` (Server) what NVIDIA's 72 GB200 made in v6.0.
# - **A1 called NVIDIA's partners of v6.0 the most ever.** That [was not so](../claims/32.md), and of v6.1 it is: more
#   organisations submitted on NVIDIA's chips than on any maker's in any round before.

# %% tags=["hide-cell"]
for scenario in ("Offline", "Server"):
    largest = results(benchmark="deepseek-r1", scenario=scenario, round="v6.1").first("-value")
    racks = gb300(scenario=scenario, submitter="NVIDIA", accelerators=288)
    for key, version in {"": "v6.0", "-now": "v6.1"}.items():
        say(f"next.total-{scenario.lower()}{key}", largest.value / racks.one(round=version).value)
    say(f"next.total-{scenario.lower()}-each", (largest.per_accelerator / best(scenario)).percent)
    dlrm = {version: results(benchmark="dlrm-v3", scenario=scenario, round=version).first("-value")
        for version in ("v6.0", "v6.1")}
    say(f"next.dlrm-{scenario.lower()}-each", dlrm["v6.1"].per_accelerator / dlrm["v6.0"].per_accelerator)
    holds("on nine times as many chips", dlrm["v6.0"].accelerators == 9 * dlrm["v6.1"].accelerators)
    holds("The largest system is Crusoe's", largest.submitter == "Crusoe")
say("next.largest", inference_results(round="v6.1").first("-accelerators", "row_id").accelerators)
holds("There only AMD's took part", set(results(benchmark="dlrm-v3", round="v6.1").frame.platform_vendor) == {"AMD"})

# %% [markdown]
# (vera-rubin-gains-most-where-answers-must-come-fast)=
# ## In DeepSeek-R1 Vera Rubin is furthest ahead of GB300 in Interactive
#
# NVIDIA and Nebius submitted {n}`rubin.n` results on Vera Rubin, all in the closed division; Nebius calls the chip
# VR200. In DeepSeek-R1 Interactive, where each token has to come sooner than in Server, NVIDIA's rack made
# {n}`rubin.chip-interactive` the tokens per GPU of the best GB300 result of v6.1, which is Azure's, and
# {n}`claim.v6.1/2.computed` those of NVIDIA's own GB300 rack.

# %%
vera_rubin = results(chip="Vera Rubin", round="v6.1").called("results on Vera Rubin in v6.1")
of_nvidia = vera_rubin(benchmark="deepseek-r1", submitter="NVIDIA")
by_chip = {scenario: of_nvidia.one(scenario=scenario).per_accelerator / best(scenario) for scenario in SCENARIOS}
say("rubin.n", vera_rubin.count)
for scenario in ("Offline", "Interactive"):
    say(f"rubin.chip-{scenario.lower()}", by_chip[scenario])

# %% tags=["hide-input"]
best_of_round = lines.by("-per_accelerator").frame.drop_duplicates(["scenario", "round"])
submitted = vera_rubin(benchmark="deepseek-r1").frame
both_chips = [
    best_of_round.sort_values("round").assign(system="GB300, the best of the round"),
    submitted.assign(system=submitted.submitter + ", " + submitted.accelerators.astype(str) + " Vera Rubin, preview"),
]
holds("the best GB300 result of v6.1 in the same test", best_gb300.per_accelerator == best("Server"))
holds("Vera Rubin is furthest ahead of GB300 in Interactive",
    by_chip["Interactive"] > max(by_chip["Server"], by_chip["Offline"]))
show(
    "steps",
    f"Vera Rubin is furthest ahead of GB300 in Interactive: {by_chip['Interactive']} per GPU",
    by_round(pd.concat(both_chips), {row.row_id: f", {by_chip[row.scenario]} GB300's of v6.1" for row in of_nvidia}),
    note="DeepSeek-R1, closed division, per GPU. Vera Rubin was timed by MLCommons' newer harness. The best GB300 "
    "result is of any submitter and size; its label is of its best round. v6.1 is not in MLCommons' table of "
    "comparable versions as known to us.",
)

# %% [markdown]
# The chip is not the only difference:
#
# - **Category.** Vera Rubin is a preview, and GB300 can be bought.
# - **Software.** The submissions on Vera Rubin name another branch of the engine.
# - **The program that times the run.** It was LoadGen on GB300, and on Vera Rubin a newer program of MLCommons, here
#   called the newer harness. We infer it from the digits: LoadGen prints six. {n}`harness.newer-n` rates of v6.1 have
#   more digits, and none of the two rounds before.
# - **Size.** Some of the best GB300 results are of smaller systems. Compared with the best on the same number of GPUs,
#   NVIDIA's ratios in DeepSeek-R1 are nearly the same.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every pair of Vera Rubin and GB300"}
def best_first(rows):
    """The rates among some results, each run once, the best per accelerator first."""
    return one_row_a_run(throughputs(rows)).sort_values(["per_accelerator", "row_id"], ascending=[False, True])


def over_gb300(rubins):
    """Each result over the best of GB300 of v6.0 and of v6.1, of any size and of its own."""
    older = best_first(results(product="GB300", round=["v6.0", "v6.1"]).frame)
    couples = best_first(rubins).merge(older, on=["benchmark", "scenario", "unit"], suffixes=("_after", "_before"))
    best = {"any": couples, "same": couples[couples.accelerators_after == couples.accelerators_before]}
    firsts = [part.assign(size=size).drop_duplicates(["row_id_after", "round_before"]) for size, part in best.items()]
    return pd.concat(firsts).assign(ratio=lambda t: t.per_accelerator_after / t.per_accelerator_before)


compared = vera_rubin.pipe(over_gb300).called("comparisons of Vera Rubin with GB300")
table(
    "pairs",
    "Vera Rubin of v6.1 (preview) over GB300 (available) per GPU, of any size and of the same number of GPUs",
    compared,
    "benchmark scenario vera_rubin per_gpu gb300 per_gpu_of_gb300 unit round_before size ratio",
    headings={"vera_rubin": "Vera Rubin", "per_gpu": "Per GPU", "gb300": "GB300",
        "per_gpu_of_gb300": "Per GPU of GB300", "round_before": "Round of GB300"},
    vera_rubin=lambda row: row.after.label,
    gb300=lambda row: row.before.label,
    per_gpu=lambda row: f"{row.after.per_accelerator.value:,.5g}",
    per_gpu_of_gb300=lambda row: f"{row.before.per_accelerator.value:,.5g}",
)

# %% [markdown]
# In Qwen3-VL the newer harness timed both chips in v6.1. There Vera Rubin makes
# {n}`rubin.nvidia-qwen3-offline-v6.1-same` the rate of GB300 in Offline and {n}`rubin.nvidia-qwen3-server-v6.1-same` in
# Server. It gains most in Interactive again, with {n}`rubin.nvidia-qwen3-interactive-v6.1-same`.

# %% tags=["hide-cell"]
same_size = compared(round_before="v6.1", size="same", submitter_after="NVIDIA")
qwen3, r1 = same_size(benchmark="qwen3-vl-235b-a22b"), same_size(benchmark="deepseek-r1")
for scenario in SCENARIOS:
    say(f"rubin.nvidia-qwen3-{scenario.lower()}-v6.1-same", qwen3.one(scenario=scenario).ratio)
    holds("nearly the same", r1.one(scenario=scenario).ratio / by_chip[scenario] < 1.02)
holds("It gains most in Interactive again", qwen3.first("-ratio").scenario == "Interactive")

published = inference_results.where("that are rates", lambda t: t.unit.str.endswith("/s")).frame
# LoadGen prints six significant digits, the newer harness all that a float has.
digits = published.value.map(lambda value: len(repr(float(value)).rstrip("0").replace(".", "").strip("0")))
rates = published.assign(newer=digits > 6)
for key, versions in {"newer": ["v6.1"], "earlier": ["v5.1", "v6.0"]}.items():
    number = rates[rates["round"].isin(versions)].newer.sum()
    say(f"harness.{key}-n", value(number,
        of=f"rates printed with more digits than LoadGen prints, {' and '.join(versions)}", table="inference_results"))
holds("none of the two rounds before", number == 0)
timed = rates[(rates["round"] == "v6.1") & (rates.benchmark == "qwen3-vl-235b-a22b")].groupby("chip").newer.any()
holds("In Qwen3-VL the newer harness timed both chips in v6.1.", timed["GB300"] and timed["Vera Rubin"])

# %% [markdown]
# (software-gave-an-owner-more-in-server-but-most-of-it-before-april-2026)=
# ## Did software on the same rack give more than the next chip?
#
# [Article A1](../book/articles/A1.md) writes that software on today's Blackwell systems may cut costs more than waiting
# for the next chip. The table has what NVIDIA's own rack of {n}`accelerators.before-server` GB300 gained since its
# first round, and after v6.0, the round that A1 reports, with new software, settings and load together; we call this
# software's gain here. Next to it is NVIDIA's Vera Rubin rack over the best GB300 result of v6.1. That is also how many
# hours of GB300 an hour of Vera Rubin is worth, each with its software of v6.1.

# %%
software = {"Server": two_rounds, "Offline": gain("v5.1", "NVIDIA", "Offline"), "Interactive": since["Interactive"]}
say("rubin.even-offline", by_chip["Offline"] / software["Offline"])
holds("After April 2026 the chip gives more everywhere.",
    all(since[scenario] < by_chip[scenario] for scenario in SCENARIOS))
holds("Since the rack's first round, software gave more in Server",
    [name for name in SCENARIOS if software[name] > by_chip[name]] == ["Server"])

# %% tags=["hide-input"]
columns = {
    "Software since the first round": software,
    "Software since v6.0": since,
    "Vera Rubin over GB300, both of v6.1": by_chip,
}
table(
    "software-and-chip",
    "DeepSeek-R1: what newer software and the newer chip give, per GPU",
    pd.DataFrame({"scenario": SCENARIOS}),
    "scenario",
    behind=[*software.values(), *by_chip.values()],
    **{words: lambda row, ratios=ratios: ratios[row.scenario] for words, ratios in columns.items()},
)

# %% [markdown]
# **After April 2026 the chip gives more everywhere** than newer software did. Interactive is new of v6.0.
#
# **Since the rack's first round, software gave more in Server**, over two rounds and without a purchase, if an hour of
# both chips costs the same.
#
# **In Offline it depends on the price.** If an hour of the new chip costs more than {n}`rubin.even-offline` the price
# of a GB300 hour, software over two rounds was worth more.
#
# **A buyer today**, with the newest software on both, pays less for a token on Vera Rubin if its hour costs less than
# {n}`rubin.chip-server` (Server) or {n}`rubin.chip-offline` (Offline) the price of a GB300 hour. We know of no price of
# Vera Rubin, and it was not on sale.
#
# These ratios may understate the chip. They compare its first submission with its predecessor's third, and the
# predecessor's best Server result became {n}`next.best-server-v5.1` as high after its own first round.
#
# (the-same-ratios-by-each-denominator)=
# ## The same gains, timed in three ways
#
# In Server, LoadGen stops the clock when the query that it sent last is answered, even if earlier ones are still
# running ([how MLPerf times a Server run](metric.ipynb)). So a ratio of two results can be taken in three ways: of the
# tokens per second that the load would give (*offered*), as published, and over the whole runs, until every query is
# answered.
#
# - **NVIDIA's own rack over two rounds** gained less over the whole runs than as published. In v6.1 the query sent last
#   was answered sooner, compared with the mean, than in v5.1. So the clock left out more of the run.
# - **Vera Rubin over NVIDIA's GB300 rack in v6.1** gained more over the whole runs. So the published ratio understates
#   the new chip. The newer harness, which timed it, prints the load that was requested and not the load that was sent.
# - **GB300 in DeepSeek-R1 Server of v6.1**: as published its runs made {n}`next.published-low` to
#   {n}`next.published-high` tokens a second per GPU, and until the last answer none made more than {n}`next.full-high`.

# %%
points = operating_points(benchmark="deepseek-r1", scenario="Server", division="closed", round=ROUNDS).called("runs")
run = {version: points.one(row_id=result.row_id) for version, result in rack.items()}


def over(after, before, of):
    """Ratio of two runs' rates per GPU: of what was offered, as published, or over the whole runs."""
    sides = [(getattr(side, of) / side.accelerators).called(
        f"{of.replace('_', ' ').removesuffix(' rate')} rate per GPU") for side in (after, before)]
    return sides[0] / sides[1]


best_runs = [points.one(row_id=gb300(scenario="Server", round=version).first("-per_accelerator").row_id)
    for version in ("v6.1", "v6.0")]
of_v61 = points(round="v6.1", chip="GB300")
for key, rate in {"published-low": of_v61.min("published_per"), "published-high": of_v61.max("published_per"),
    "full-high": of_v61.max("full_run_per")}.items():
    say(f"next.{key}", rate, 0)
say("next.best-server-full", over(*best_runs, "full_run"), of="what a GPU of the best GB300 result of v6.1 made over "
    "one of the best of v6.0 if each whole run is timed, DeepSeek-R1 Server")
holds("Both are of as many GPUs, and the run of v6.1 had a quarter of the queries",
    4 * best_runs[0].query_count == best_runs[1].query_count and best_runs[0].accelerators == best_runs[1].accelerators)
say("denominators.two-rounds-full", over(run["v6.1"], run["v5.1"], "full_run"), of="what a GPU of NVIDIA's own rack "
    "made in v6.1 over what it made in v5.1 if each whole run is timed, DeepSeek-R1 Server")
say("saving.gb300-two-rounds", (1 - rack["v5.1"].per_accelerator / rack["v6.1"].per_accelerator).percent,
    of="what a token on NVIDIA's own rack costs less in v6.1 than in v5.1 by the published rates, if price and "
    "utilisation are the same, DeepSeek-R1 Server")
say("saving.gb300-two-rounds-full", (1 - over(run["v5.1"], run["v6.1"], "full_run")).percent,
    of="what a token on NVIDIA's own rack costs less in v6.1 than in v5.1 if each whole run is timed, until its last "
    "answer, DeepSeek-R1 Server")

# %% tags=["hide-cell"]
new_rack = points.one(row_id=rubin.row_id)
holds("gained less over the whole runs than as published", over(run["v6.1"], run["v5.1"], "full_run") < two_rounds)
holds("gained more over the whole runs",
    over(new_rack, run["v6.1"], "full_run") > over(new_rack, run["v6.1"], "published"))

# %% [markdown]
# ### Two racks with the same load, two results
#
# NVIDIA's and Oracle's GB300 racks were offered the same load in v6.1, and their answers had the same mean length. Over
# the whole runs their tokens per second are {n}`denominators.same-load-apart` apart. NVIDIA's published result is
# {n}`denominators.same-load-lead` higher, because the clock stopped sooner. The query sent last took
# {n}`denominators.same-load-last-nvidia` on NVIDIA's rack and {n}`denominators.same-load-last` on Oracle's.

# %%
oracle = points.one(round="v6.1", submitter="Oracle", chip="GB300", accelerators=72)
say("denominators.same-load-apart", (1 - over(run["v6.1"], oracle, "full_run")).percent, 2)
say("denominators.same-load-lead", (over(run["v6.1"], oracle, "published") - 1).percent, 1)
say("denominators.same-load-last", oracle.final_latency_s)
say("denominators.same-load-last-nvidia", run["v6.1"].final_latency_s)

# %% [markdown]
# ## A question about Nebius's Vera Rubin run
#
# In Nebius's run on {n}`rubin.nebius-gpus` Vera Rubin GPUs, the first token took {n}`rubin.nebius-ttft` at the 99th
# percentile. The round's rules allow {n}`rubin.limit`, and MLCommons' public checker applies that limit to runs of both
# programs. The run's own file prints no limit, because the newer harness does not judge any. MLCommons reviewed the
# round and published the result in the closed division. We do not know what the review decided about this limit, or
# whether the public copy of the file is the one that was reviewed. If you know, please [tell us](../book/cite.md).
# Until then the ratios in the text above are NVIDIA's, and Nebius's result is only shown.

# %% tags=["hide-cell"]
near = points(round="v6.1", chip=["GB300", "Vera Rubin"])
of_nebius = near.one(chip="Vera Rubin", submitter="Nebius")
say("rubin.nebius-gpus", of_nebius.accelerators)
ttft = value(of_nebius.ttft_p99_ms.value / 1000, "s",
    of=f"99th percentile of the time to first token, {of_nebius.words}", rows=of_nebius)
say("rubin.nebius-ttft", ttft, 1)
limits = near.where("whose logs print a limit", lambda t: t.ttft_limit_ms.notna())
limit = limits.frame.ttft_limit_ms.unique().item() / 1000
say("rubin.limit", value(limit, "s",
    of="limit on the time to first token that LoadGen's logs of v6.1 print, DeepSeek-R1 Server", rows=limits))

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what is in print about that limit"}
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
    "What is in print about the limit on the first token of DeepSeek-R1 Server in v6.1, for a run that the newer "
    "harness times",
    cited(read_next_round().first_token_limit),
    "in_our_words source",
    links={"source": "url"},
)

# %% [markdown]
# (the-benchmark-that-most-companies-ran)=
# ## The test that most companies ran in v6.1
#
# Each dot is a result of the closed division, divided by its number of accelerators. The [table of all
# results](../book/results.md) opens with the same results.

# %% tags=["hide-input"]
took_part = inference_results(round="v6.1",
    division="closed").frame.groupby(["benchmark", "scenario"]).submitter.nunique()
benchmark, its_scenario = took_part.idxmax()
entries = results(round="v6.1", benchmark=benchmark, scenario=its_scenario).where("rates of accelerators",
    lambda t: t.per_accelerator > 0)
holds("The test that most companies ran in v6.1", took_part[benchmark, its_scenario] == took_part.max())
chips = entries.by("-per_accelerator").frame.drop_duplicates("chip").chip
first = entries(chip=chips.iloc[0]).first("-per_accelerator")
others = entries(chip=chips.iloc[1])
second, lone = others(accelerators=first.accelerators).first("-per_accelerator"), others.first("-per_accelerator")
holds("far above its others", others.frame.per_accelerator.nlargest(2).iloc[1] < 0.9 * lone.per_accelerator.value)
rates = frame_of(
    [(row.chip, row.per_accelerator, row.whose) for chip in chips for row in entries(chip=chip)], "chip rate kind"
)
rows = alt.Chart(rates).encode(alt.X("rate", title="Tokens per second and accelerator").scale(zero=False),
    alt.Y("chip", sort=None))
rates["best"] = rates.as_printed.where(rates.rate == rates.groupby("chip").rate.transform("max"), "")
show(
    "busiest",
    f"{first.title} {its_scenario} in v6.1: on {first.accelerators} accelerators, {first.chip} makes "
    f"{first.per_accelerator / second.per_accelerator} {second.chip}",
    rows.mark_circle().encode(color="kind", tooltip="as_printed") + rows.mark_text().encode(text="best"),
    note=f"Closed division. Systems differ in their number of accelerators. The best {second.chip} result, far above "
    f"its others, is one of {lone.accelerators}. A system with two kinds of chips is divided by all of them.",
)

# %% [markdown]
# ## What the entries ran
#
# In Server, NVIDIA's and Azure's GB300 racks ran as many small independent servers. NVIDIA's client spread the requests
# by the length of their input. In Interactive, NVIDIA's rack read prompts and wrote tokens on separate GPUs, sent
# requests to where their beginning was cached, and predicted several tokens at once ([what these techniques
# are](mechanisms.ipynb)). On Vera Rubin, NVIDIA used separate GPUs in Server too, going by the name of its
# configuration.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the settings with their lines"}
table(
    "settings",
    "Settings of DeepSeek-R1 entries of v6.1 that could be read, in our words, each with its file and line",
    cited(read_next_round().settings),
    "entry in_our_words source",
    headings={"in_our_words": "Setting"},
    links={"source": "url"},
)

# %% [markdown]
# What we expect of the next round, v7.0, is in
# [`data/facts/predictions.yml`](https://github.com/claimcheck/claimcheck/blob/main/data/facts/predictions.yml). It was
# written before that round was published, and nothing there is changed afterwards. `claimcheck derive` scores it once
# the results are in the tables.
#
# ## Limits
#
# - The rows of v6.1 and its runs were typed by hand from the round's published table and from the logs in a public copy
#   of its repository. They were checked by arithmetic; a wrong digit that keeps the order of percentiles could remain.
# - Of AMD's own runs in v6.1 we have a part of one log, which does not say when the run ended. So we cannot say how its
#   Server figures change over the whole runs, as we do for NVIDIA's and Nebius's.
# - Vera Rubin's offered load is the rate that was requested. The rate that was sent is not printed.
# - Published results cannot tell hardware and software apart: the new chip's rows run software of their own.
# - Which program timed a row is inferred from its digits, except where a report says so.
#
# ## The claims
#
# The newer harness, which timed the runs on Vera Rubin, is the program of MLPerf Endpoints, a benchmark that two of the
# articles announce.
#
# ```{claim-list} 47 51
# ```
#
# ```{mlperf-footnote}
# :rounds:
# :latest:
# ```
