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
# # Is 2.77x true?
#
# :::{admonition} The answer
# :class: cc-key
# The arithmetic is right, but on GB300 only Nebius's result gives such a gain. On DeepSeek-R1 Server, the published
# {n}`claim.1.published` divides Nebius's result on part of a rack in MLPerf® Inference v6.0 by NVIDIA's result on a full rack
# one round earlier, each per GPU. Between these rounds NVIDIA's own GB300 rack gained {n}`pair.gb300-server-own`, and Google
# {n}`pair.b200-google` with one B200 system.
#
# By the next round, v6.1, NVIDIA's own rack had reached {n}`next.nvidia-server-72-two` of its first result by the published rates,
# and {n}`denominators.two-rounds-full` over the whole runs.
# :::
#
# In *Server*, one of MLPerf's scenarios, requests arrive at random moments and each answer has a time limit
# ([glossary](../book/glossary.md)). A result per GPU is the published result divided by the number of accelerators. MLCommons
# does not publish it, and no ratio on this page is verified by MLCommons Association.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.results import one_row_a_run, short_accelerator, throughputs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.answer import ratios
from claimcheck.charts.bars import ranked_bars
from claimcheck.charts.gains import gains
from claimcheck.charts.theme import CONTEXT, PUBLISHED
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe, source_url
from claimcheck.claims.recorded import read_recorded
from claimcheck.core.documents import document
from claimcheck.core.printing import half_up
from claimcheck.data import tables
from claimcheck.data.benchmarks import llm_benchmarks
from claimcheck.data.numbers import number, state, words

everything, systems = tables.load("inference_results"), tables.load("systems")
results = everything[everything["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[1, 2, 3, 4, 7, 14, 15, 16, 18])}
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
comparisons = comparisons.sort_values(["ratio", "row_id_after"], ascending=[False, True])
r1 = comparisons[comparisons.benchmark == "deepseek-r1"]

gb300 = results[
    (results.accelerator == "NVIDIA GB300")
    & (results.division == "closed")
    & results.benchmark.isin(["deepseek-r1", "llama3.1-405b"])
    & results.scenario.isin(["Server", "Offline"])
].copy()
gb300["per_gpu"] = gb300.value / gb300.accelerators
published = {f.published.value for n in (1, 2, 3, 4) for f in claims[n].figures[1:]}  # the printed figures
gb300["behind"] = (gb300.per_gpu + 0.5).floordiv(1).isin(published)  # rounded half up, as printed
behind = gb300[gb300.behind].sort_values(["benchmark", "scenario", "round"])
assert len(behind) == len(published)  # one result each

at = gb300.set_index(["benchmark", "scenario", "round", "submitter", "accelerators"], drop=False).sort_index()
server, offline = at.loc["deepseek-r1", "Server"], at.loc["deepseek-r1", "Offline"]
named = {
    "before-server": server.loc["v5.1", "NVIDIA", 72],
    "coreweave-before": server.loc["v5.1", "CoreWeave", 8],
    "nebius-8": server.loc["v6.0", "Nebius", 8],
    "nebius-72": server.loc["v6.0", "Nebius", 72],
    "nvidia-72": server.loc["v6.0", "NVIDIA", 72],
    "coreweave-8": server.loc["v6.0", "CoreWeave", 8],
    "before-offline": offline.loc["v5.1", "NVIDIA", 72],
    "nvidia-72-offline": offline.loc["v6.0", "NVIDIA", 72],
    "coreweave-8-offline": offline.loc["v6.0", "CoreWeave", 8],
}
compared = {
    "gb300-server-published": ("before-server", "nebius-8"),
    "gb300-server-own": ("before-server", "nvidia-72"),
    "gb300-server-rack": ("before-server", "nebius-72"),
    "gb300-server-coreweave": ("coreweave-before", "coreweave-8"),
    "gb300-offline-own": ("before-offline", "nvidia-72-offline"),
}
state(
    (
        number(f"accelerators.{n}", named[n].accelerators, how=f"accelerators of {describe(named[n])}", rows=named[n])
        for n in ("before-server", "nebius-8", "nvidia-72", "coreweave-8-offline")
    ),
    (
        number(
            f"per.{n}",
            named[n].per_gpu,
            how=f"published result / {named[n].accelerators} accelerators: {describe(named[n])}",
            rows=named[n],
        )
        for n in ("before-server", "nebius-8", "nebius-72", "nvidia-72")
    ),
    (
        number(key, value, "tokens/s", how=f"{how}: {describe(named[n])}", rows=named[n])
        for n in ("before-server", "nebius-8")
        for key, value, how in (
            (f"result.{n}", named[n].value, "published result"),
            (f"travel.log-{n}", named[n].log_value, "completed tokens per second in the run's log"),
        )
    ),
    (
        number(
            f"pair.{name}",
            named[after].per_gpu / named[before].per_gpu,
            "x",
            2,
            how=f"result per accelerator of {describe(named[after])}, over that of {describe(named[before])}",
            rows=pd.DataFrame([named[before], named[after]]),
        )
        for name, (before, after) in compared.items()
    ),
)

# %% tags=["hide-input"]
def all_pairs(scenario):
    """Every closed DeepSeek-R1 result of v6.0 on GB300 over every one of v5.1, highest ratio first."""
    cell = gb300[(gb300.benchmark == "deepseek-r1") & (gb300.scenario == scenario)]
    before, after = (cell[cell["round"] == name] for name in ("v5.1", "v6.0"))
    pairs = before.merge(after, how="cross", suffixes=("_before", "_after"))
    return pairs.assign(
        ratio=(pairs.per_gpu_after / pairs.per_gpu_before).astype(float),
        same_submitter=pairs.submitter_before == pairs.submitter_after,
        same_system=(pairs.submitter_before == pairs.submitter_after) & (pairs.system_before == pairs.system_after),
        both_available=(pairs.availability_before == "available") & (pairs.availability_after == "available"),
        nebius=pairs.submitter_after == "Nebius",
    ).sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)


# The front page's chart: the published pair, NVIDIA's own rack, that rack a round later, Google's system, and every pair.
every = all_pairs("Server")
google = r1[(r1.scenario == "Server") & (r1.submitter_after == "Google") & (r1.chip == "B200") & r1.same_system].iloc[0]
rack = tables.load("inference_results").query("submitter == 'NVIDIA' and accelerators == 72 and division == 'closed'")
rack = rack[(rack.accelerator == "NVIDIA GB300") & (rack.benchmark == "deepseek-r1") & (rack.scenario == "Server")]
rack = rack.set_index("round").loc[["v5.1", "v6.0", "v6.1"]]
gpus = named["nebius-8"].accelerators
shown = [
    (f"Published: Nebius's {gpus} GPUs against NVIDIA's rack", "published", compared["gb300-server-published"]),
    ("NVIDIA's own rack, v5.1 to v6.0", "NVIDIA", compared["gb300-server-own"]),
]
shown = [
    (label, kind, named[a].per_gpu / named[b].per_gpu, [named[b].row_id, named[a].row_id])
    for label, kind, (b, a) in shown
]
later = float(rack.value["v6.1"] / rack.value["v5.1"])
shown += [("The same rack one round later, v5.1 to v6.1", "NVIDIA", later, [rack.row_id["v5.1"], rack.row_id["v6.1"]])]
assert rack.accelerators.nunique() == 1
shown += [
    (
        f"Google's {google.accelerators_after} B200, one system, v5.1 to v6.0",
        "another owner",
        float(google.ratio),
        [google.row_id_before, google.row_id_after],
    )
]
dots = pd.DataFrame(shown, columns=["label", "kind", "value", "row_ids"])
dots = dots.assign(text=[f"{half_up(v, 2)}x" for v in dots.value], group="")
clusters = pd.DataFrame(
    {
        "label": f"All {len(every)} comparisons on GB300, v5.1 to v6.0",
        "kind": "comparison",
        "value": every.ratio,
        "row_ids": [list(pair) for pair in zip(every.row_id_before, every.row_id_after)],
        "text": "",
        "group": ["with Nebius's result" if nebius else "all others" for nebius in every.nebius],
    }
)
assert every.ratio[every.nebius].min() > 2.7 > 2 > every.ratio[~every.nebius].max()
dots = pd.concat([dots, clusters], ignore_index=True)
Figure(
    ratios(dots, axis="DeepSeek-R1 Server, speed per GPU, v5.1 = 1"),
    id="in-short",
    title="Only Nebius's result gives the published gain on GB300",
    description="Dots on a line of ratios. "
    + "; ".join(f"{row.label}: {row.text}" for row in dots[dots.text != ""].itertuples())
    + ". Below, all pairs on GB300, in two clusters: "
    + "; ".join(f"{g}: {', '.join(f'{v:.2f}x' for v in part.value)}" for g, part in clusters.groupby("group"))
    + ".",
    caption=caption(
        "Tokens per second per GPU. Pairs: every result on GB300 of v6.0 over every one of v5.1, of which CoreWeave's was a preview. "
        "They differ in submitter and number of GPUs; the clusters are those with Nebius's result in v6.0 and all others.",
        tables.load("inference_results").query(
            "row_id in @ids", local_dict={"ids": {i for ids in dots.row_ids for i in ids}}
        ),
    ),
)

# %% [markdown]
# ## Each printed figure belongs to one result
#
# NVIDIA's post of 1 April 2026 has a table of four speed-ups for the GB300 NVL72, a rack of {n}`accelerators.before-server`
# GPUs. We could read that table only at wccftech.com {cite}`wccftech2026`, and NVIDIA's footnotes to it not at all. Article A1
# credits Nebius with the speed-up; no article says which result is divided by which. So we divided every closed-division
# result on GB300 by its GPUs and looked for the printed figures. Each belongs to exactly one result.

# %% tags=["hide-input"]
pairs = behind.pivot(index=["benchmark", "scenario"], columns="round", values=["submitter", "accelerators", "per_gpu"])
ratio = (pairs["per_gpu"]["v6.0"] / pairs["per_gpu"]["v5.1"]).astype(float)
cells = [("deepseek-r1", "Server"), ("deepseek-r1", "Offline"), ("llama3.1-405b", "Server"), ("llama3.1-405b", "Offline")]
assert all(abs(ratio[cell] - claims[n].computed.value) < 1e-9 for n, cell in enumerate(cells, 1))
pd.DataFrame(
    {
        "v5.1": pairs["submitter"]["v5.1"] + " on " + pairs["accelerators"]["v5.1"].astype(str),
        "v6.0": pairs["submitter"]["v6.0"] + " on " + pairs["accelerators"]["v6.0"].astype(str),
        "ratio": ratio.round(4),
    }
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show these results with their IDs and logs", "code_prompt_hide": "Hide these results"}
ResultsTable(
    id="rows-behind",
    frame=with_links(behind).assign(per_gpu=behind.per_gpu.astype(float), value=behind.value.astype(float)),
    caption=caption("The results behind the four published speed-ups; rates in tokens per second.", behind),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "round": "Round",
        "submitter": "Submitter",
        "accelerators": "GPUs",
        "value": "Result",
        "per_gpu": "Per GPU",
        "result_id": "Result ID",
        "log_value": "In the log",
    },
    row_ids=list(behind.row_id),
    links={"result_id": "published_url", "log_value": "log_url"},
    formats={"value": ",.0f", "per_gpu": ",.2f", "log_value": ",.0f"},
)

# %% [markdown]
# On DeepSeek-R1 other companies, Nebius and CoreWeave, made the v6.0 results, and NVIDIA's rack made those of v5.1. NVIDIA's own
# rack gained {n}`pair.gb300-offline-own` in Offline, the scenario without a time limit. On Llama 3.1 405B the published figures
# do compare NVIDIA's rack with itself.

# %% tags=["hide-input"]
names = {"deepseek-r1": "DeepSeek-R1", "llama3.1-405b": "Llama 3.1 405B"}
shown = gb300.sort_values(["benchmark", "scenario", "round", "per_gpu"], ascending=[True, False, True, True])
Figure(
    ranked_bars(
        pd.DataFrame(
            {
                "panel": [f"{names[b]} {s}" for b, s in zip(shown.benchmark, shown.scenario)],
                "label": [f"{r} {s}, {n} GPUs" for r, s, n in zip(shown["round"], shown.submitter, shown.accelerators)],
                "value": shown.per_gpu.astype(float),
                "text": [f"{half_up(v, 0):,}" for v in shown.per_gpu],
                "marked": shown.behind,
                "row_id": shown.row_id,
            }
        ),
        axis="tokens/s per GPU",
        colours=(PUBLISHED, CONTEXT),
    ),
    id="gb300-per-gpu",
    title="On DeepSeek-R1 the published pairs set eight GPUs of one company against another's rack",
    description="Bars of tokens per second per GPU for every closed GB300 result of v5.1 and v6.0, a panel for each of "
    "DeepSeek-R1 Server and Offline and Llama 3.1 405B Server and Offline. Coloured bars are the results behind the "
    "published speed-ups: "
    + "; ".join(
        f"{r} {s} with {n} GPUs in {names[b]} {c}, {half_up(v, 0):,}"
        for r, s, n, b, c, v in zip(
            behind["round"],
            behind.submitter,
            behind.accelerators,
            behind.benchmark,
            behind.scenario,
            behind.per_gpu,
        )
    ),
    caption=caption(
        "Orange: results behind the published table. Grey: the other closed results on GB300. CoreWeave's v5.1 system was "
        "in the category preview, all others were available. Scales differ between panels.",
        gb300,
    ),
)

# %% [markdown]
# ## Whose results are compared matters most
#
# A gain between two rounds requires the choice of a result on each side. We call a comparison defensible when both results are
# in the closed division, on the same chip, benchmark and scenario, and chosen by a rule that does not look at the ratio:
#
# - **same submitter**: every pair of one submitter's systems, before and after;
# - **best of any submitter**: the highest result per GPU of each round, at any size, or at each size that both rounds have;
# - each with systems of the category *preview*, which could not be bought yet, counted or not.
#
# A pair that several rules choose counts once. On GB300 in Server this leaves {n}`readings.n` comparisons. They run
# from {n}`readings.low` to {n}`readings.high`, and the published one is the {n}`readings.rank` highest.
# In {n}`readings.available-n` of them both systems could be bought, and of these it is the highest. With one owner on both
# sides, the most is {n}`readings.own-high`, with a preview in v5.1.
#
# Our rules leave out some pairs of two owners, so the chart below has all {n}`pairs.gb300-n`. The {n}`pairs.nebius-n` with Nebius's result
# are at {n}`pairs.nebius-low` to {n}`pairs.nebius-high`, and all others, of one owner or of two, at {n}`pairs.others-low` to
# {n}`pairs.others-high`. So the number of owners does not separate them; Nebius's result does.
#
# Whether such a figure may stand for the maker of the chip is an open question of MLCommons' own members. A proposal of 2023 to
# its rules on print, not adopted, says that a system maker's result on another company's accelerator "must not be portrayed as
# representing" that company's performance ([policies 137](https://github.com/mlcommons/policies/pull/137)).

# %% tags=["hide-input"]
def drawn(scenario, claim):
    """Every pair on GB300 in one scenario, ready to draw; ``claim`` has the published pair."""
    frame = all_pairs(scenario)
    pair = set(claims[claim].rows.row_id)
    kind = [
        "published pair"
        if {b, a} == pair
        else "two submitters"
        if not same
        else "NVIDIA"
        if who == "NVIDIA"
        else "another submitter"
        for a, b, same, who in zip(frame.row_id_after, frame.row_id_before, frame.same_submitter, frame.submitter_after)
    ]
    said = {"published pair": "published", "two submitters": "two companies"}
    return frame.assign(
        panel=f"DeepSeek-R1 {scenario}, v6.0 over v5.1",
        row=[
            f"{a}, {n} GPUs, over {b}, {m}"
            for a, n, b, m in zip(
                frame.submitter_after, frame.accelerators_after, frame.submitter_before, frame.accelerators_before
            )
        ],
        kind=kind,
        note=[said.get(k, "one owner") + ("" if both else ", preview") for k, both in zip(kind, frame.both_available)],
        text=[f"{r:.2f}x" for r in frame.ratio],
        label=frame.result_id_after + " over " + frame.result_id_before,
    )


def described(frame):
    """Every comparison of a chart in words."""
    listed = "; ".join(f"{row} {ratio:.2f} ({note})" for row, ratio, note in zip(frame.row, frame.ratio, frame.note))
    return f"{len(frame)} comparisons of results per GPU on GB300, {frame.panel.iloc[0]}. {listed}."


def rows_of(frame):
    """The results behind a set of comparisons."""
    return results[results.row_id.isin([*frame.row_id_before, *frame.row_id_after])]


NOTE = (
    "Each dot is one pair of closed results on GB300, v6.0 over v5.1. Orange: the published pair. Green: NVIDIA with itself. Blue: another "
    "submitter with itself. Grey: two submitters. Preview: CoreWeave's v5.1 system was of that category, all others were "
    "available. Results compared differ in round and, where the numbers of GPUs differ, in size."
)


server_drawn = drawn("Server", 1)
rack = server_drawn[server_drawn.same_system].iloc[0]
Figure(
    gains(server_drawn, published=claims[1].published.value, axis="result per GPU, v6.0 over v5.1"),
    id="readings-server",
    title=f"NVIDIA's own rack gained {rack.ratio:.2f}x; only Nebius's result comes near the published figure",
    description=described(server_drawn),
    caption=caption(NOTE, rows_of(server_drawn)),
)

# %% tags=["hide-cell"]
per_gpu = gb300[(gb300.benchmark == "deepseek-r1") & (gb300.scenario == "Server")].copy()
per_gpu["who"] = per_gpu.submitter + " " + per_gpu.accelerators.astype(str)
before = per_gpu[per_gpu["round"] == "v5.1"].set_index("who").per_gpu.astype(float)
after = per_gpu[per_gpu["round"] == "v6.0"].set_index("who").per_gpu.astype(float).sort_values(ascending=False, kind="stable")
grid = pd.DataFrame({b: after / before[b] for b in before.index})  # every v6.0 result over every v5.1 result
grid.round(3)

# %% tags=["hide-input"]
readings = r1[(r1.scenario == "Server") & (r1.accelerator == "NVIDIA GB300")]  # those that the rules choose
assert all(abs(grid.stack() - r).min() < 1e-9 for r in readings.ratio)
pd.concat(
    {
        choice: readings.groupby(choice).ratio.agg(["size", "median"]).round(3)
        for choice in ("same_submitter", "same_number")
    }
)

# %% tags=["hide-cell"]
sensitivity = claims[1].sensitivity
assert (sensitivity.n, sensitivity.low, sensitivity.high) == (len(readings), readings.ratio.min(), readings.ratio.max())
computed = claims[1].computed.value
available, own = readings[readings.both_available], readings[readings.same_submitter]
of = "comparisons of DeepSeek-R1 Server on GB300, v5.1 with v6.0, by the rules on this page"
state(
    (
        one
        for key, part, which in (
            ("nebius", every[every.nebius], "with Nebius's result in v6.0"),
            ("others", every[~every.nebius], "without Nebius's result"),
        )
        for what in [f"pairs of a result of v6.0 and one of v5.1, DeepSeek-R1 Server on GB300, {which}"]
        for one in (
            number(f"pairs.{key}-n", len(part), how=what, rows=part),
            number(f"pairs.{key}-low", part.ratio.min(), "x", 2, how=f"lowest ratio per GPU of the {what}", rows=part.iloc[-1]),
            number(f"pairs.{key}-high", part.ratio.max(), "x", 2, how=f"highest ratio per GPU of the {what}", rows=part.iloc[0]),
        )
    ),
    number("pairs.gb300-n", len(every), how="pairs of a result of v6.0 and one of v5.1, DeepSeek-R1 Server on GB300", rows=every),
    number("readings.n", len(readings), how=of, rows=readings),
    number("readings.low", readings.ratio.min(), "x", 2, how=f"lowest of the {of}", rows=readings.loc[readings.ratio.idxmin()]),
    number("readings.high", readings.ratio.max(), "x", 2, how=f"highest of the {of}", rows=readings.loc[readings.ratio.idxmax()]),
    number(
        "readings.rank",
        1 + (readings.ratio > computed).sum(),
        "place",
        how=f"rank of the published pair among the {of}",
        rows=readings,
    ),
    number("readings.available-n", len(available), how=f"{of}, both systems available", rows=available),
    number(
        "readings.available-rank",
        1 + (available.ratio > computed).sum(),
        "place",
        how=f"rank of the published pair among the {of}, both systems available",
        rows=available,
    ),
    number("readings.own-high", own.ratio.max(), "x", 2, how=f"highest of the {of}, same submitter", rows=own.loc[own.ratio.idxmax()]),
    (
        number(
            f"gb300.server-{round_}", len(rows), how=f"closed DeepSeek-R1 Server results on GB300, {round_}", rows=rows
        )
        for round_, rows in per_gpu.groupby("round")
    ),
)

# %% [markdown]
# The submitter changes the figure more than the number of GPUs does. By the published rates, each GPU of Nebius's full rack made
# nearly as many tokens per second ({n}`per.nebius-72`) as each of its eight GPUs. That is {n}`pair.gb300-server-rack` of what
# NVIDIA's rack made a round earlier.
#
# The gains of racks depend on how their short runs are timed. A published Server rate leaves out what a run still does after its last
# query was sent and answered. Measured until the last answer of all:
#
# - **Nebius's rack** made {n}`denominators.rack-full` of NVIDIA's of v5.1. Queries had reached it for only {n}`metric.nebius-72-means`
#   times as long as the mean answer took.
# - **NVIDIA's own rack** gained {n}`denominators.own-gb300-full` in v6.0, and {n}`denominators.two-rounds-full` by v6.1.
# - **Google's B200 system** gained {n}`denominators.google-b200-full`.
# - **The published pair** gives {n}`denominators.published-pair-full` ([what the Server rate divides by](metric.ipynb)).

# %% tags=["hide-input"]
offline_drawn = drawn("Offline", 2)
assert offline_drawn.kind.iloc[0] == "published pair"
Figure(
    gains(offline_drawn, published=claims[2].published.value, axis="result per GPU, v6.0 over v5.1"),
    id="readings-offline",
    title=f"In Offline the published pair gained most on GB300; NVIDIA's own rack gained {offline_drawn[offline_drawn.same_system].ratio.iloc[0]:.2f}x",
    description=described(offline_drawn),
    caption=caption(NOTE, rows_of(offline_drawn)),
)

# %% [markdown]
# ## One owner can gain as much
#
# - **On another chip.** Google ran the same B200 system in both rounds and gained {n}`pair.b200-google` in Server and
#   {n}`pair.b200-google-offline` in Offline. Dell gained {n}`owners.blackwell-high` in Server on as many B200, in another server.
# - **A round later.** NVIDIA's own rack had the gain by v6.1, at {n}`next.nvidia-server-72-two` of its v5.1 result. Over the whole
#   runs it is {n}`denominators.two-rounds-full`.
# - **In NVIDIA's more careful text.** NVIDIA's supplement to the v6.0 results claims less than its post: up to
#   {n}`supplement.speed-up` in six months by software alone, on systems with Blackwell Ultra. It does not say which results it
#   compares, and {n}`supplement.readings-n` of the {n}`readings.all-n` comparisons on this page give that figure.

# %% tags=["hide-cell"]
every = comparisons[comparisons.benchmark.isin(llm_benchmarks()) & ~comparisons.repeats]
of = "comparisons of v5.1 with v6.0 by the rules on this page, every LLM benchmark, scenario and accelerator"
texts = document(tables.DATA_DIR / "registers/v6.0/assertions.yml").section("assertions")["speed-up"].values["said"]
said = float(texts["nvidia-pdf"])
as_said = every[every.ratio.map(lambda ratio: half_up(ratio, 1) == half_up(said, 1))]
state(
    number("readings.all-n", len(every), how=of),
    number("supplement.speed-up", said, "x", 1, how="NVIDIA's supplemental discussion of its results of v6.0: up to"),
    number("supplement.readings-n", len(as_said), how=f"{of}, that round to {said:g}"),
)

# %% [markdown]
# The same rules over every LLM benchmark, scenario and chip of the two rounds; a run that is published under two accuracy
# targets counts once:

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every comparison", "code_prompt_hide": "Hide every comparison"}
address = with_links(rows_of(every)).set_index("row_id").published_url
ResultsTable(
    id="every-reading",
    frame=every.assign(
        after=every.submitter_after + ", " + every.accelerators_after.astype(str),
        before=every.submitter_before + ", " + every.accelerators_before.astype(str),
        url_after=every.row_id_after.map(address),
        url_before=every.row_id_before.map(address),
        ratio=every.ratio.astype(float),
    ).sort_values(["benchmark", "scenario", "chip", "ratio"], ascending=[True, True, True, False]),
    caption=caption(
        "Every comparison: result per accelerator in v6.0 over v5.1. The figure after the submitter is its number of accelerators.",
        rows_of(every),
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "chip": "Accelerator",
        "after": "v6.0",
        "before": "v5.1",
        "ratio": "Ratio",
        "same_submitter": "Same submitter",
        "both_available": "Both available",
        "result_id_after": "ID, v6.0",
        "result_id_before": "ID, v5.1",
    },
    links={"result_id_after": "url_after", "result_id_before": "url_before"},
    formats={"ratio": ".2f"},
    searchable=True,
)

# %% [markdown]
# ## The chips are the same, the rack is not
#
# The chips are of the same model. But the published figure compares NVIDIA's rack with eight GPUs, two nodes of a
# rack of the same kind at Nebius; whether the rest of that rack was idle or shared is not recorded. NVIDIA's rack compared with
# itself fits the words best, and its two descriptions differ in host memory. That may be a change of the machine or of the
# text, because submitters write the descriptions by hand.
#
# Nobody can tell whether the power was the same. Two of the three descriptions state a power limit per GPU, NVIDIA's two the
# same one, but a limit is a setting and not a measurement. In v5.1 power was measured for {n}`power.before` other results, by
# Lenovo and GATEOverflow, and in v6.0 for none.

# %% tags=["hide-cell"]
rows = claims[1].rows
own_rack = results[
    (results["round"] == "v6.0")
    & (results.benchmark == "deepseek-r1")
    & (results.scenario == "Server")
    & (results.submitter == "NVIDIA")
    & (results.accelerator == "NVIDIA GB300")
    & (results.accelerators == rows.accelerators.max())
]
three = pd.concat([rows, own_rack])
files = three.merge(systems, on=["round", "division", "submitter", "system"], suffixes=("", "_described"))
files["who"] = files["round"] + " " + files.submitter + ", " + files.accelerators.astype(str) + " GPUs"
# Two of the three state a limit of power per GPU; no figure of it is printed.
assert files.power_limit_mark.notna().sum() == 2
# The names of the network cards differ in brackets and not in the part number: a slip of wording and no other card.
assert files.network_cards.str.findall(r"\b[A-Z]+\d{3,}\b").str.join(" ").nunique() == 1
facts = {
    "accelerator_described": "Accelerator",
    "accelerator_memory": "Its memory",
    "accelerator_memory_type": "Kind of memory",
    "nodes": "Nodes",
    "host_processor": "Host processor",
    "host_memory": "Host memory",
    "network_cards": "Network cards",
    "driver": "Driver named",
    "availability": "Category",
}
side_by_side = files.set_index("who")[list(facts)].astype("string").rename(columns=facts).T

# %% tags=["hide-input"]
frame = side_by_side.rename_axis("fact").reset_index().fillna("not stated")
ResultsTable(
    id="descriptions",
    frame=frame,
    caption=caption(
        "What the submitters say of their systems. The network cards are the same part; the name in brackets is a slip of wording.",
        three,
        derived=False,
    ),
    columns={"fact": "Fact"} | {c: c for c in frame.columns if c != "fact"},
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the files of the descriptions", "code_prompt_hide": "Hide the files"}
ResultsTable(
    id="description-sources",
    frame=with_links(three).assign(
        who=[f"{r} {s}" for r, s in zip(three["round"], three.submitter)],
        value=three.value.astype(float),
        file=[d.system for d in files.itertuples()],
        url=[
            source_url(d.repo_described, d.commit_described, d.path_described, d.line_described)
            for d in files.itertuples()
        ],
    ),
    caption=caption("The files of the descriptions, and the results.", three, derived=False),
    columns={
        "who": "System",
        "result_id": "Result ID",
        "value": "DeepSeek-R1 Server, tokens/s",
        "file": "Description",
    },
    links={"result_id": "published_url", "file": "url"},
    formats={"value": ",.0f"},
)

# %% [markdown]
# ## Nebius has the best result, and none in v5.1 to compare it with
#
# Nebius has the highest DeepSeek-R1 Server result per GPU of v6.0, on GB300 and also on B300 ({n}`per.nebius-b300`) and B200
# ({n}`per.nebius-b200`). It had no DeepSeek-R1 result in v5.1, so the figure shows no gain of Nebius's own. "Best" can also
# mean another scenario or the total of the system, and Nebius is first in one of these six ways. Per GPU, {n}`first.r1-offline` is
# first in Offline, and {n}`first.r1-interactive` in Interactive, where only {n}`interactive.n` results exist and none is
# Nebius's.

# %% tags=["hide-input"]
v60 = results[(results["round"] == "v6.0") & (results.benchmark == "deepseek-r1") & (results.division == "closed")].copy()
v60["per_accelerator"] = (v60.value / v60.accelerators).astype(float)
first = {
    measure: v60.loc[v60.groupby("scenario")[measure].idxmax()]
    .set_index("scenario")[["submitter", "accelerators"]]
    .astype(str)
    .agg(" on ".join, axis=1)
    for measure in ("per_accelerator", "value")
}
in_both = results[(results.benchmark == "deepseek-r1") & (results.scenario == "Server") & (results.division == "closed")]
assert in_both[in_both.submitter == "Nebius"]["round"].unique().tolist() == ["v6.0"]
pd.DataFrame(first).rename(columns={"per_accelerator": "highest per accelerator", "value": "highest in total"})

# %% tags=["hide-cell"]
interactive = v60[v60.scenario == "Interactive"]
nebius = v60[(v60.submitter == "Nebius") & (v60.scenario == "Server")]
nebius = nebius.set_index(nebius.accelerator.map(short_accelerator))
state(
    number("interactive.n", len(interactive), how="closed DeepSeek-R1 Interactive results of v6.0", rows=interactive),
    (
        words(
            f"first.r1-{scenario.lower()}{suffix}",
            first[measure][scenario].partition(" on ")[0],
            how=f"highest DeepSeek-R1 {scenario} result of v6.0, closed division, {what}",
            rows=v60.loc[v60[v60.scenario == scenario][measure].idxmax()],
        )
        for scenario, measure, suffix, what in (
            ("Offline", "per_accelerator", "", "per accelerator"),
            ("Interactive", "per_accelerator", "", "per accelerator"),
            ("Server", "value", "-total", "in total"),
        )
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


# %% tags=["hide-input"]
def highest(measure, scenarios, count):
    """The highest results of v6.0 in each scenario, a run once."""
    rows = one_row_a_run(throughputs(results))
    rows = rows[(rows["round"] == "v6.0") & (rows.benchmark == "deepseek-r1")].sort_values(measure, ascending=False, kind="stable")
    return pd.concat(rows[rows.scenario == s].head(count) for s in scenarios)


def bars_of(shown, measure, marked):
    """Results as bars: a panel for each scenario."""
    return pd.DataFrame(
        {
            "panel": [f"DeepSeek-R1 {s}, v6.0" for s in shown.scenario],
            "label": [
                f"{s}, {n} {short_accelerator(a)}"
                for s, n, a in zip(shown.submitter.str.replace("_", " "), shown.accelerators, shown.accelerator)
            ],
            "value": shown[measure].astype(float),
            "text": [f"{half_up(v, 0):,}" for v in shown[measure]],
            "marked": marked,
            "row_id": shown.row_id,
        }
    )


best = highest("per_accelerator", ("Server", "Offline", "Interactive"), 5)
Figure(
    ranked_bars(bars_of(best, "per_accelerator", best.submitter == "Nebius"), axis="tokens/s per GPU"),
    id="r1-per-accelerator",
    title="Nebius leads DeepSeek-R1 per GPU in Server; CoreWeave leads in Offline, NVIDIA in Interactive",
    description="Bars of tokens per second per GPU for the five highest closed v6.0 results of DeepSeek-R1 in each scenario. "
    + "; ".join(
        f"{scenario}: highest {g.iloc[0].submitter} on {g.iloc[0].accelerators} {short_accelerator(g.iloc[0].accelerator)}, "
        f"{half_up(g.iloc[0].per_accelerator, 0):,}"
        for scenario, g in best.groupby("scenario", sort=False)
    )
    + ".",
    caption=caption(
        "Blue: Nebius. Systems differ in chip and in number of GPUs. Scenarios have different limits; figures of two scenarios "
        "are not compared.",
        best,
    ),
)

# %% [markdown]
# ## Not every operator gained as much
#
# Article A5 writes that the cut in token cost reached every operator of Blackwell hardware. Four owners ran DeepSeek-R1 Server
# on as many of the same Blackwell GPUs in both rounds, NVIDIA with two racks. Their {n}`owners.blackwell-n` systems gained from
# {n}`owners.blackwell-low` to {n}`owners.blackwell-high`. If price and utilisation stay the same, a token costs
# {n}`claim.7.published` less on {n}`owners.saved-60-n` of them, Google's and Dell's. NVIDIA's two racks also ran in v6.1, and by
# then they had gained {n}`owners.later-low` and {n}`owners.later-high`. Over the whole runs the latter is
# {n}`denominators.two-rounds-full`.

# %% tags=["hide-input"]
kept = r1[(r1.scenario == "Server") & r1.kept.notna() & r1.chip.isin(["B200", "GB200", "B300", "GB300"])]
since = defensible_comparisons(everything, [("v5.1", "v6.1")])
later = since[(since.benchmark == "deepseek-r1") & (since.scenario == "Server") & since.kept.notna()]
shown = pd.concat({"v6.0 over v5.1": kept.sort_values("ratio", kind="stable"), "v6.1 over v5.1": later.sort_values("ratio", kind="stable")}, names=["rounds"])
shown.reset_index("rounds").set_index(["rounds", "submitter_after"])[["chip", "accelerators_after", "ratio"]].round(3)

# %% tags=["hide-cell"]
of = "submitters' own gains on DeepSeek-R1 Server, same number of the same Blackwell accelerators in both rounds"
later_of = f"{of}, v6.1 over v5.1"
bound = claims[7].published.value
saved = kept[1 - 1 / kept.ratio > bound / 100]
low, high = (one.sort_values("ratio", kind="stable").iloc[[0, -1]].iterrows() for one in (kept, later))
(_, kept_low), (_, kept_high), (_, later_low), (_, later_high) = *low, *high
state(
    number("owners.blackwell-n", len(kept), how=of, rows=kept),
    number("owners.blackwell-low", kept_low.ratio, "x", 2, how=f"lowest of the {of}", rows=kept_low),
    number("owners.blackwell-high", kept_high.ratio, "x", 2, how=f"highest of the {of}", rows=kept_high),
    number(
        "owners.saved-60-n",
        len(saved),
        how=f"of the {of}, those that save more than {bound:g}% at one price and one utilisation",
        rows=saved,
    ),
    number("owners.later-n", len(later), how=f"{later_of}", rows=later),
    number("owners.later-low", later_low.ratio, "x", 2, how=f"lowest of the {later_of}", rows=later_low),
    number("owners.later-high", later_high.ratio, "x", 2, how=f"highest of the {later_of}", rows=later_high),
)

# %% [markdown]
# Each owner chose the load of both its tests, so its real gain may be larger or smaller, and no operator outside MLPerf is among
# them. The results show neither that anybody was denied the gain nor that everybody got it.
#
# ## The published totals are in the results, too
#
# NVIDIA's three totals for DeepSeek-R1 are in the v6.0 results to the last digit, each in one result and one scenario: Offline
# and Server on {n}`accelerators.server-288` GB300 and Interactive on one rack. One article prints the Offline total as Server
# throughput, which NVIDIA's own table does not. Per GPU, the Server total is {n}`per.server-288` tokens per second, compared
# with {n}`per.nvidia-72` for NVIDIA's single rack.

# %% tags=["hide-cell"]
printed = sorted({claims[n].published.value for n in (14, 15, 16, 18)})
found = results[(results["round"] == "v6.0") & results.value.isin(printed)]  # any division, benchmark and scenario
assert found.groupby("value").scenario.nunique().eq(1).all() and len(found) == len(printed)
found.set_index("row_id")[["submitter", "accelerators", "nodes", "value", "unit", "log_value", "log_agrees"]]

# %% tags=["hide-cell"]
at = found.set_index("scenario", drop=False)
totals = {"offline-288": at.loc["Offline"], "server-288": at.loc["Server"], "interactive": at.loc["Interactive"]}
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
        for name, row in (
            ("offline-288", totals["offline-288"]),
            ("server-288", totals["server-288"]),
            ("gpt-oss-offline-nvidia", gpt_oss),
        )
    ),
    (
        number(
            f"travel.log-{n}",
            totals[n].log_value,
            "tokens/s",
            how=f"in the run's log: {describe(totals[n])}",
            rows=totals[n],
        )
        for n in ("offline-288", "server-288")
    ),
    (
        number(f"accelerators.{n}", row.accelerators, how=f"accelerators of {describe(row)}", rows=row)
        for n, row in totals.items()
    ),
    number(
        "per.server-288",
        totals["server-288"].value / totals["server-288"].accelerators,
        how=f"published result / accelerators: {describe(totals['server-288'])}",
        rows=totals["server-288"],
    ),
)

# %% tags=["hide-input"]
ResultsTable(
    id="rates",
    frame=with_links(found).assign(value=found.value.astype(float), log_value=found.log_value.astype(float)),
    caption=caption("The results that hold the published totals; tokens per second.", found, derived=False),
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
largest = highest("value", ("Offline", "Server", "Interactive"), 3)
Figure(
    ranked_bars(bars_of(largest, "value", largest.value.isin(printed)), axis="tokens/s", colours=(PUBLISHED, CONTEXT)),
    id="r1-total",
    title="The published totals are the highest of their scenarios in v6.0",
    description="Bars of tokens per second for the three largest closed v6.0 results of DeepSeek-R1 in each scenario. "
    + "; ".join(
        f"{scenario}: {g.iloc[0].submitter} on {g.iloc[0].accelerators} {short_accelerator(g.iloc[0].accelerator)}, {g.iloc[0].value:,.0f}"
        for scenario, g in largest.groupby("scenario", sort=False)
    )
    + ".",
    caption=caption(
        "Orange: the published totals. Totals of whole systems, which differ in the number of GPUs, as labelled. Scenarios have "
        "different limits; figures of two scenarios are not compared.",
        largest,
        derived=False,
    ),
)

# %% [markdown]
# In v6.1 the two totals on {n}`accelerators.server-288` GPUs are no longer the highest. Crusoe's {n}`next.largest` AMD MI355X
# made {n}`next.total-offline` as many tokens per second in Offline and {n}`next.total-server` in Server. It used more chips, and
# each chip made {n}`next.total-offline-each` of a GB300's tokens in Offline and {n}`next.total-server-each` in Server.
#
# ## Limits
#
# - A result per GPU of a smaller system is not the rack's. Dividing by GPUs does not make systems of different size alike, and
#   totals do not compare the chips ([per chip and in total](records.ipynb)).
# - A Server result depends on the load that the submitter chose to offer, so part of a ratio between two submitters is that
#   choice. Server and Interactive count tokens by the rule of MLPerf's load generator ([method](../book/method.md)).
# - Our rules for a defensible comparison are not the only possible ones. The comparisons are few, from
#   {n}`gb300.server-v6.0` results on GB300 in v6.0 and {n}`gb300.server-v5.1` in v5.1, and they share runs, so their spread is
#   no confidence interval.
# - Whether {n}`accelerators.server-288` GPUs worked as one machine or as copies of a smaller one is
#   [another question](switches.ipynb).
#
# ## The claims
#
# ```{claim-card} 1
# ```
# ```{claim-card} 2
# ```
# ```{claim-card} 3
# ```
# ```{claim-card} 4
# ```
# ```{claim-card} 5a
# ```
# ```{claim-card} 5b
# ```
# ```{claim-card} 5c
# ```
# ```{claim-card} 8
# ```
# ```{claim-card} 9
# ```
# ```{claim-card} 10
# ```
# ```{claim-card} 14
# ```
# ```{claim-card} 15
# ```
# ```{claim-card} 16
# ```
# ```{claim-card} 18
# ```
#
# ```{mlperf-footnote}
# ```
